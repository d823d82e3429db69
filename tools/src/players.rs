//! The players of a match by name: filotto's own, and (behind `cmd:`) other programs.

use anyhow::Result;
use filotto_engine::Brain;
pub use filotto_search::claim::answer as claims;
pub use filotto_search::players::Seat;

/// A player by its name on the command line.
pub fn by_name(text: &str, seat: &Seat) -> Result<Box<dyn Brain>> {
    Ok(filotto_search::players::by_name(text, seat)?)
}
