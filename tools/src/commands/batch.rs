//! `filotto simulate --batch FILE`: one stroke a line in, one JSON line out, for whoever feeds other programs.
//!
//! A line is `{"position": "...", "stroke": "..."}` with an optional `id` that is handed back. The answer holds every
//! event with its bodies, the final places, the verdict and the next position; with `--sample HZ` also the path of every
//! ball and felled pin at that many instants a second. A line that cannot be played is answered by `error`; the rest
//! goes on.

use super::simulate::as_json;
use crate::played::{self, Played};
use crate::world::World;
use anyhow::{Context, Result};
use filotto_engine::Position;
use filotto_physics::trace::{Body, Event, Segment};
use serde::Deserialize;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

/// Most instants of one stroke: ten minutes at a kilohertz would be a file, not a line.
const MOST_SAMPLES: f64 = 100_000.0;

/// One line of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: Option<Value>,
    position: String,
    stroke: String,
}

/// Plays the strokes of a file; whether all of them could be played.
pub fn run(file: &Path, sample_hz: Option<f64>, world: &World, out: &mut dyn Write) -> Result<bool> {
    let open: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(file).with_context(|| format!("{}", file.display()))?))
    };
    let mut all = true;
    for (number, text) in open.lines().enumerate() {
        let text = text.with_context(|| format!("{}: line {}", file.display(), number + 1))?;
        if text.trim().is_empty() {
            continue;
        }
        let answer = one(&text, sample_hz, world).unwrap_or_else(|error| {
            all = false;
            json!({ "schema": "filotto/simulate/1", "line": number + 1, "error": format!("{error:#}") })
        });
        writeln!(out, "{answer}")?;
    }
    Ok(all)
}

fn one(text: &str, sample_hz: Option<f64>, world: &World) -> Result<Value> {
    let line: Line = serde_json::from_str(text)?;
    let (position, profile): (Position, _) = world.position(&[line.position])?;
    let stroke = played::stroke(&line.stroke, &position, &world.table)?;
    let played = played::play(&position, &stroke, &[], &world.table, &profile)?;
    played::cue_clear(&world.table, &played.layout, stroke.struck(&position), &stroke.strike)?;
    let mut answer = as_json(&world.table, &position, &stroke, &played);
    answer["events"] = played.trace.events.iter().map(event).collect();
    if let Some(id) = line.id {
        answer["id"] = id;
    }
    if let Some(hz) = sample_hz {
        answer["path_m"] = path(&played, hz);
    }
    Ok(answer)
}

/// An event as the library names it, with its time and its bodies.
fn event(event: &Event) -> Value {
    let bodies: Vec<Value> = event
        .moments
        .iter()
        .map(|m| {
            json!({
                "body": name(m.body),
                "place_m": m.place.to_array(),
                "before_mps": m.before.to_array(),
                "after_mps": m.after.to_array(),
                "spin_rad_s": m.spin.to_array(),
            })
        })
        .collect();
    let mut answer = json!(event.kind);
    answer["t_s"] = json!(event.t_s);
    answer["bodies"] = json!(bodies);
    answer
}

fn name(body: Body) -> String {
    match body {
        Body::Ball(ball) => ball.name().into(),
        Body::Pin(pin) => format!("pin {}", pin.letter()),
    }
}

/// Rows `[t, body, x, y, z]` at every instant at which the body moves, and at the end of each of its stretches.
fn path(played: &Played, hz: f64) -> Value {
    let hz = hz.min(MOST_SAMPLES / played.trace.summary.duration_s.max(1e-9));
    let row = |segment: &Segment, t: f64| {
        let place = segment.at(t);
        json!([t, name(segment.body), place.x, place.y, place.z])
    };
    let mut rows = Vec::new();
    for segment in &played.trace.segments {
        let first = (segment.t0_s * hz).ceil() as u64;
        let last = (segment.t1_s * hz).ceil() as u64;
        rows.extend((first..last).map(|k| row(segment, k as f64 / hz)));
        rows.push(row(segment, segment.t1_s));
    }
    Value::Array(rows)
}
