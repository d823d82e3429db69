//! The rules of five-pins billiards: positions, strokes, the referee, players' noise, sets and matches.
//!
//! Values flow one way: a [`Position`] and a [`Stroke`] give a layout to the physics; its events, seen in roles
//! ([`events`]), and what the referee declares ([`declared`]) give a [`judge::Ruling`]; the ruling gives the next
//! position. Rule ids are those of `docs/rules.md`. This crate does not know how a stroke is chosen.

pub mod apply;
pub mod brain;
pub mod cases;
pub mod check;
pub mod declared;
mod event_words;
pub mod events;
pub mod explain;
pub mod faults;
pub mod game;
pub mod judge;
pub mod lag;
pub mod marks;
pub mod math;
pub mod names;
pub mod noise;
pub mod notation;
pub mod observe;
pub mod played;
pub mod position;
pub mod profile;
pub mod record;
pub mod skill;
pub mod spots;
pub mod stroke;
mod tally;

pub use apply::{apply, apply_fault};
pub use brain::{Brain, BrainError, Forecast, Turn};
pub use check::{EventError, check_events, check_waiting};
pub use declared::Declared;
pub use events::{By, Contact, JumpOver, RefereeEvent, Role, StrokeKind};
pub use explain::{Language, Names, Sentences};
pub use faults::{Fault, Faults};
pub use game::{Game, GameError};
pub use judge::{Fact, Forfeit, Reason, Ruling, Verdict, judge, judge_waiting, rule, rule_waiting};
pub use names::Name;
pub use notation::{LagStrokes, NotationError};
pub use observe::{Roles, Watch, observe};
pub use played::{PlayError, Played, play};
pub use position::{Half, Kind, Player, Position, PositionError, ProfileName, Sets};
pub use profile::{Profile, ProfileError};
pub use skill::{Skill, SkillError};
pub use stroke::{SpotChoice, Stroke, StrokeError, layout_for};
