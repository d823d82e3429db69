//! Other programs: their command lines, pipes to and from them, and bots among them as players.

pub mod bot;
pub mod command;
pub mod pipe;

pub use bot::Limit;
pub use command::CommandLine;
pub use pipe::{Pipe, PipeError};
