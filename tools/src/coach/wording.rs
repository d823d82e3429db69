//! A stroke in a person's words: its name, how thick the hit, where the tip, how hard, and the first aiming point.

use super::cushion::OnRail;
use super::{speed, thickness, tip};
use crate::tongue::say;
use filotto_engine::names::{Facts, Name, Touch, facts};
use filotto_engine::{Language, Position, Stroke};
use filotto_physics::trace::{Body, EventKind, Trace};
use filotto_physics::{Ball, Strike, Table};
use serde_json::{Value, json};

/// A stroke as a coach tells it.
#[derive(Clone, Debug)]
pub struct Wording {
    /// What it is called.
    pub name: Name,
    /// What the name was read from.
    pub facts: Facts,
    /// The strike.
    pub strike: Strike,
    /// Lengths of the table.
    pub lengths: f64,
    /// Where the cue ball first meets a cushion (indirect), or where the object ball does (direct).
    pub aim: Option<OnRail>,
}

impl Wording {
    /// Of a stroke that was simulated.
    pub fn new(table: &Table, position: &Position, stroke: &Stroke, trace: &Trace) -> Wording {
        let cue = stroke.struck(position);
        let facts = facts(table, cue, &stroke.strike, trace);
        let object = if cue == Ball::White { Ball::Yellow } else { Ball::White };
        let aimed = if facts.cue_rails.is_empty() && facts.hit.is_some() { object } else { cue };
        Wording {
            name: Name::of(&facts),
            strike: stroke.strike,
            lengths: speed::lengths(table, stroke.strike.v_mps),
            aim: first_cushion(table, aimed, trace),
            facts,
        }
    }

    /// How the cue ball meets the object ball, if it does.
    pub fn hit(&self) -> Option<Touch> {
        self.facts.hit
    }

    /// `hit 3/4 left · tip 2 o'clock, 1 tip · 2.5 lengths, medium · object ball to left 3.5`.
    pub fn line(&self, language: Language) -> String {
        let mut parts = Vec::new();
        if let Some(touch) = self.hit() {
            // Italian says it without a label: "3/4 di bilia a sinistra".
            let hit = say(language, "hit ", "", "толщина: ");
            parts.push(format!("{hit}{}", thickness::words(language, touch)));
        }
        let tip = tip::words(language, self.strike.a, self.strike.b);
        parts.push(match language {
            Language::En => format!("tip {tip}"),
            Language::It if tip.starts_with("ore") => format!("attacco a {tip}"),
            Language::It => format!("attacco al {tip}"),
            Language::Ru => format!("точка удара: {tip}"),
        });
        parts.push(speed::words(language, self.lengths));
        if let Some(aim) = &self.aim {
            parts.push(format!("{} {}", self.aimed(language), aim.words(language)));
        }
        if self.strike.theta_deg >= 1.0 {
            let raised = say(language, "cue raised", "stecca alzata di", "кий поднят на");
            parts.push(format!("{raised} {:.0}°", self.strike.theta_deg));
        }
        parts.join(" · ")
    }

    /// Whether the first cushion told is the object ball's: the stroke is direct.
    fn object_aims(&self) -> bool {
        self.facts.cue_rails.is_empty() && self.facts.hit.is_some()
    }

    /// The ball whose first cushion is told, and the way there.
    fn aimed(&self, language: Language) -> &'static str {
        if self.object_aims() {
            say(language, "object ball to", "avversaria su", "шар соперника в")
        } else {
            say(language, "cue ball to", "battente su", "биток в")
        }
    }

    /// Rows for the table of figures beside a picture.
    pub fn rows(&self, language: Language) -> Vec<(String, String)> {
        let mut rows = Vec::new();
        if let Some(touch) = self.hit() {
            let label = say(language, "hit", "quantità di bilia", "толщина");
            rows.push((label.into(), thickness::words(language, touch)));
        }
        let tip = say(language, "tip", "attacco", "точка удара");
        rows.push((tip.into(), tip::words(language, self.strike.a, self.strike.b)));
        rows.push((say(language, "how hard", "forza", "сила").into(), speed::words(language, self.lengths)));
        if let Some(aim) = &self.aim {
            rows.push((self.aimed(language).into(), aim.words(language)));
        }
        rows
    }

    /// Name with its gloss: `rinquarto (round the table: long, short, long, castle)`.
    pub fn titled(&self, language: Language) -> String {
        titled(self.name, language)
    }

    /// For programs.
    pub fn as_json(&self) -> Value {
        let hit = self.hit().map(|touch| {
            json!({
                "share": touch.share,
                "side": if touch.left { "left" } else { "right" },
                "text": thickness::words(Language::En, touch),
            })
        });
        let aim = self.aim.map(|aim| {
            let text = aim.words(Language::En);
            let rail = text.split(' ').next().unwrap_or_default().to_string();
            json!({ "cushion": rail, "diamond": aim.diamond, "text": text })
        });
        json!({
            "name": self.name.italian(),
            "gloss": { "en": self.name.gloss(Language::En), "ru": self.name.gloss(Language::Ru) },
            "hit": hit,
            "tip": {
                "tips": self.strike.a.hypot(self.strike.b) / filotto_engine::names::TIP,
                "text": tip::words(Language::En, self.strike.a, self.strike.b),
            },
            "speed": {
                "lengths": self.lengths,
                "feel": speed::feel(Language::En, speed::rounded(self.lengths)),
                "text": speed::words(Language::En, self.lengths),
            },
            "aim": aim,
            "object_ball_aims": self.object_aims(),
            "text": self.line(Language::En),
        })
    }
}

/// A name with its gloss in brackets, where the language has one.
pub fn titled(name: Name, language: Language) -> String {
    match name.gloss(language) {
        "" => name.to_string(),
        gloss => format!("{name} ({gloss})"),
    }
}

fn first_cushion(table: &Table, ball: Ball, trace: &Trace) -> Option<OnRail> {
    trace.events.iter().find_map(|event| match event.kind {
        EventKind::Cushion { ball: who, rail } if who == ball => {
            let moment = event.moments.iter().find(|m| m.body == Body::Ball(ball))?;
            Some(OnRail::beside(table, rail, moment.place.truncate()))
        }
        _ => None,
    })
}
