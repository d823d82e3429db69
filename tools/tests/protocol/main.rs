//! The bot's protocol on the real binary, through real pipes.

mod examples;
mod fuzz;
mod json;
mod schemas;
mod suite;
mod support;
