//! Tracked shots: read, checked, and set aside when they cannot be used.

use super::globals::Camera;
use anyhow::{Context, Result};
use filotto_physics::{Layout, PinSet, Table};
use glam::DVec2;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The places of one ball over time.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Track {
    /// Times, s, rising.
    pub t: Vec<f64>,
    /// Along the long side, m.
    pub x: Vec<f64>,
    /// Along the short side, m.
    pub y: Vec<f64>,
}

/// One shot: three balls, one of them struck.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// Its name in the file.
    pub id: String,
    /// Index of the ball struck.
    pub cue: usize,
    /// The names of the balls, in index order.
    pub names: [String; 3],
    /// Their tracks.
    pub balls: [Track; 3],
}

/// A shot that is not used, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Its name, or its place in the file.
    pub id: String,
    /// The reason.
    pub why: String,
}

#[derive(Deserialize)]
struct Raw {
    id: serde_json::Value,
    cue_ball: serde_json::Value,
    balls: BTreeMap<String, Track>,
}

/// Farther outside the cushions than this is no ball of this table, m.
const OUTSIDE: f64 = 0.05;
/// Stamps nearer than this are one, s; the later is dropped.
const SAME: f64 = 1e-6;

/// Reads a file of tracks.
///
/// # Errors
/// A file that cannot be read or is not a list of shots.
pub fn read(path: &Path, table: &Table) -> Result<(Vec<Shot>, Vec<SetAside>)> {
    let text = std::fs::read_to_string(path).with_context(|| format!("tracks {}", path.display()))?;
    parse(&text, table).with_context(|| format!("tracks {}", path.display()))
}

/// Reads the text of such a file.
///
/// # Errors
/// Text that is not a list of shots.
pub fn parse(text: &str, table: &Table) -> Result<(Vec<Shot>, Vec<SetAside>)> {
    let raw: Vec<serde_json::Value> = serde_json::from_str(text).context("not a list of shots")?;
    let (mut shots, mut aside) = (Vec::new(), Vec::new());
    for (i, value) in raw.into_iter().enumerate() {
        let name = value.get("id").map_or_else(|| format!("number {}", i + 1), plain);
        match serde_json::from_value::<Raw>(value).map_err(|e| e.to_string()).and_then(|raw| check(raw, table)) {
            Ok(shot) => shots.push(shot),
            Err(why) => aside.push(SetAside { id: name, why }),
        }
    }
    Ok((shots, aside))
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn check(raw: Raw, table: &Table) -> Result<Shot, String> {
    let count = raw.balls.len();
    let parts: Vec<(String, Track)> = raw.balls.into_iter().collect();
    let parts: [(String, Track); 3] = parts.try_into().map_err(|_| format!("{count} balls instead of 3"))?;
    let cue_name = plain(&raw.cue_ball);
    let cue = parts.iter().position(|(name, _)| *name == cue_name).ok_or(format!("no ball {cue_name}"))?;
    let names = parts.clone().map(|(name, _)| name);
    let [a, b, c] = parts.map(|(name, track)| checked(track, table).map_err(|why| format!("ball {name}: {why}")));
    let shot = Shot { id: plain(&raw.id), cue, names, balls: [a?, b?, c?] };
    if shot.balls[cue].t.len() < 4 {
        return Err(format!("ball {cue_name}, the cue ball, has {} samples; it takes 4", shot.balls[cue].t.len()));
    }
    Ok(shot)
}

fn checked(mut track: Track, table: &Table) -> Result<Track, String> {
    let n = track.t.len();
    if n == 0 || track.x.len() != n || track.y.len() != n {
        return Err(format!("{n} times, {} x, {} y", track.x.len(), track.y.len()));
    }
    let p = table.params();
    for i in 0..n {
        let (t, x, y) = (track.t[i], track.x[i], track.y[i]);
        let inside = |v: f64, high: f64| v > -OUTSIDE && v < high + OUTSIDE;
        if !t.is_finite() || !inside(x, p.length_m) || !inside(y, p.width_m) {
            return Err(format!("sample {i} ({t} s, {x}, {y}) is not on the table"));
        }
        if i > 0 && t < track.t[i - 1] - SAME {
            return Err(format!("sample {i}: time {t} s comes after {} s", track.t[i - 1]));
        }
    }
    let keep: Vec<bool> = (0..n).map(|i| i == 0 || track.t[i] - track.t[i - 1] > SAME).collect();
    for list in [&mut track.t, &mut track.x, &mut track.y] {
        let mut kept = keep.iter();
        list.retain(|_| *kept.next().unwrap_or(&true));
    }
    Ok(track)
}

impl Track {
    /// The place at a sample.
    pub fn place(&self, i: usize) -> DVec2 {
        DVec2::new(self.x[i], self.y[i])
    }

    /// The last stamp.
    pub fn end(&self) -> f64 {
        self.t.last().copied().unwrap_or(0.0)
    }
}

impl Shot {
    /// The last stamp of any ball.
    pub fn end(&self) -> f64 {
        self.balls.iter().map(Track::end).fold(0.0, f64::max)
    }

    /// Where the balls rest at first, in the table's frame: the camera's offset taken off, pressed inside the
    /// cushions, and apart where noise has put them into each other.
    pub fn layout(&self, table: &Table, camera: &Camera) -> Layout {
        let r = table.radius();
        let high = DVec2::new(table.params().length_m - r, table.params().width_m - r);
        let mut places = [0, 1, 2].map(|i| camera.place(self.balls[i].place(0)).clamp(DVec2::splat(r), high));
        for _ in 0..20 {
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                let line = places[j] - places[i];
                let gap = line.length() - 2.0 * r;
                if gap < 1e-6 {
                    let push = line.normalize_or(DVec2::X) * (0.5 * (1e-6 - gap) + 1e-7);
                    places[i] = (places[i] - push).clamp(DVec2::splat(r), high);
                    places[j] = (places[j] + push).clamp(DVec2::splat(r), high);
                }
            }
        }
        Layout { balls: places.map(Some), pins: PinSet::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(balls: &str) -> (Vec<Shot>, Vec<SetAside>) {
        let text = format!(r#"[{{"id": 7, "cue_ball": 1, "balls": {balls}}}]"#);
        parse(&text, &Table::carom_heated()).unwrap()
    }

    #[test]
    fn shots_that_cannot_be_used_are_set_aside_with_a_reason() {
        let rest = r#""2": {"t":[0],"x":[1],"y":[1]}, "3": {"t":[0],"x":[2],"y":[1]}"#;
        let good = r#""1": {"t":[0,0.1,0.1,0.2,0.3],"x":[0.1,0.2,0.2,0.3,0.4],"y":[1,1,1,1,1]}"#;
        let (shots, aside) = one(&format!("{{{good},{rest}}}"));
        assert!(aside.is_empty());
        assert_eq!(shots[0].balls[0].t.len(), 4, "a stamp given twice counts once");
        for (balls, part) in [
            (format!("{{{good}}}"), "1 balls instead of 3"),
            (format!(r#"{{"1": {{"t":[0],"x":[1],"y":[1]}},{rest}}}"#), "has 1 samples"),
            (format!(r#"{{"1": {{"t":[0,0.2,0.1,0.3],"x":[1,1,1,1],"y":[1,1,1,1]}},{rest}}}"#), "comes after"),
            (format!(r#"{{"1": {{"t":[0,1],"x":[1],"y":[1,1]}},{rest}}}"#), "2 times, 1 x"),
            (format!(r#"{{"1": {{"t":[0,1],"x":[1,9],"y":[1,1]}},{rest}}}"#), "not on the table"),
            (format!(r#"{{"4": {{"t":[0,1],"x":[1,1],"y":[1,1]}},{rest}}}"#), "no ball 1"),
        ] {
            let (shots, aside) = one(&balls);
            assert!(shots.is_empty() && aside[0].id == "7");
            assert!(aside[0].why.contains(part), "{}", aside[0].why);
        }
        assert!(parse("{", &Table::carom_heated()).is_err());
    }
}
