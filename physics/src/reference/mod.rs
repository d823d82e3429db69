//! Comparison with another simulator's numbers: reads its reference vectors (JSON text), computes each case with the
//! same models and parameters, and says how far apart the two are.
//!
//! The vectors were made with pooltool-billiards 0.6.0. Its frame is turned against ours: its x is the short side, its
//! y the long one, and its tip is left of centre for a > 0. The map is a rotation:
//! `x = y_p, y = width - x_p`, vectors alike, `phi = phi_p - 90`, `a = -a_p`.

mod contacts;
mod free;
mod shots;
mod strikes;
mod table;

use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One model in one file against the peer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The kind of file: `cue_strike`, `ball_ball`, `ball_cushion`, `single_ball`, `shots`.
    pub file: &'static str,
    /// The peer's name of the model.
    pub model: String,
    /// Cases compared.
    pub cases: usize,
    /// The largest difference, as a multiple of what the unit says.
    pub worst: f64,
    /// The median difference.
    pub median: f64,
    /// The largest difference allowed.
    pub mark: f64,
    /// What is measured.
    pub unit: &'static str,
    /// Whether every case is within the mark.
    pub pass: bool,
}

/// Vectors that cannot be read.
#[derive(Debug, Error)]
pub enum ReferenceError {
    /// Not the JSON expected.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    /// Well-formed, but of no known kind.
    #[error("unknown kind of reference file: a case has none of the fields n, n_out, theta_deg, state0, inp")]
    Kind,
    /// Parameters no table can have.
    #[error("case {id}: {error}")]
    Table {
        /// The case.
        id: usize,
        /// What is wrong.
        error: crate::table::TableError,
    },
}

/// A vector in the peer's frame.
type Triple = [f64; 3];

/// Compares every case of a file with ours.
///
/// # Errors
/// Text that is not such a file.
pub fn compare(text: &str) -> Result<Vec<Row>, ReferenceError> {
    #[derive(Deserialize)]
    struct File {
        cases: Vec<serde_json::Map<String, serde_json::Value>>,
    }
    let file: File = serde_json::from_str(text)?;
    let has = |field: &str| file.cases.first().is_some_and(|case| case.contains_key(field));
    if has("n") {
        contacts::ball_ball(text)
    } else if has("n_out") {
        contacts::ball_cushion(text)
    } else if has("theta_deg") {
        strikes::cue_strike(text)
    } else if has("state0") {
        free::single_ball(text)
    } else if has("inp") {
        shots::shots(text)
    } else {
        Err(ReferenceError::Kind)
    }
}

impl Row {
    fn new(file: &'static str, model: &str, unit: &'static str, mark: f64, mut errors: Vec<f64>) -> Row {
        errors.sort_by(f64::total_cmp);
        let worst = errors.last().copied().unwrap_or(f64::NAN);
        let median = errors.get(errors.len() / 2).copied().unwrap_or(f64::NAN);
        Row { file, model: model.into(), cases: errors.len(), worst, median, mark, unit, pass: worst <= mark }
    }
}

/// A direction, velocity or spin of the peer in our frame.
fn turned(v: Triple) -> DVec3 {
    DVec3::new(v[1], -v[0], v[2])
}

/// A place of the peer in our frame, on a table of that width.
fn placed(r: [f64; 2], width: f64) -> DVec2 {
    DVec2::new(r[1], width - r[0])
}
