//! One number for the behaviour of the physics: a hash over a fixed set of strokes, and over the table.
//!
//! Two builds that print the same number simulate every stroke to the same bits. The set covers soft to hard
//! strokes, side and height, raised cues, frozen balls, clusters and the castle; the strokes come from a linear
//! congruential generator written out here, so that no library's choice of stream can change them.

use crate::pins::PinSet;
use crate::trace::{BallRest, EventKind, Flow, Observer, PinRest, Summary};
use crate::{Ball, Layout, Strike, Table, simulate_into};
use glam::DVec2;
use sha2::{Digest, Sha256};

/// Strokes in the set: enough for some 10,000 events, few enough for a few milliseconds.
pub const STROKES: usize = 600;

/// Beside a ball in a corner there may be no room: then the next one lies anywhere.
const MOST_TRIES: u32 = 200;

/// Stroke `index` of the set on a table; any index makes a stroke, the set is the first [`STROKES`].
pub fn stroke(table: &Table, index: usize) -> (Layout, [(Ball, Strike); 1]) {
    let mut draw = Lcg::new(index as u64);
    let radius = table.radius();
    let (length, width) = (table.params().length_m, table.params().width_m);
    let mut places = [DVec2::ZERO; 3];
    for i in 0..3 {
        let mut tries = 0;
        places[i] = loop {
            tries += 1;
            let free = DVec2::new(draw.between(radius, length - radius), draw.between(radius, width - radius));
            let frozen = i > 0 && index.is_multiple_of(7) && tries <= MOST_TRIES;
            let place = if frozen { beside(&mut draw, places[i - 1], radius) } else { free };
            if on_table(place, radius, length, width) && clear(place, &places[..i], radius) {
                break place;
            }
        };
    }
    let standing =
        places.iter().fold(PinSet::ALL, |pins, &ball| table.covered_by(ball).iter().fold(pins, PinSet::without));
    let speed = draw.between(0.0, 1.0);
    // 0.2 to 8 m/s, more of the slow ones.
    let strike = Strike::new(draw.between(0.0, 360.0), 0.2 + 7.8 * speed * speed)
        .tip(draw.between(-0.34, 0.34), draw.between(-0.34, 0.34))
        .elevated(if index.is_multiple_of(5) { draw.between(0.0, 60.0) } else { 0.0 });
    (Layout { balls: places.map(Some), pins: standing }, [(Ball::White, strike)])
}

/// Hash of one stroke: every event with its time, and the final state, to the bit.
pub fn stroke_hash(table: &Table, index: usize) -> u64 {
    let (layout, strikes) = stroke(table, index);
    let mut watch = Hasher::default();
    let summary =
        simulate_into(table, &layout, &strikes, &mut watch).expect("the set holds strokes that can be played");
    watch.add_summary(&summary);
    watch.state
}

/// Hash of the whole set. Independent of the order in which strokes are simulated, so threads may share the work.
pub fn golden_hash(table: &Table) -> u64 {
    combine((0..STROKES).map(|index| stroke_hash(table, index)))
}

/// The hash of the set from the hashes of its strokes, in order.
pub fn combine(strokes: impl Iterator<Item = u64>) -> u64 {
    let mut all = Hasher::default();
    strokes.for_each(|hash| all.add(hash));
    all.state
}

/// The physics hash of a table: SHA-256 of the golden hash and of the table's parameters; 16 hex digits of it are
/// shown and kept in records.
pub fn hash(table: &Table) -> String {
    let mut sha = Sha256::new();
    sha.update(golden_hash(table).to_le_bytes());
    // `Debug` prints the shortest decimal that reads back to the same bits, field by field.
    sha.update(format!("{:?}", table.params()));
    sha.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// FNV-1a over 64-bit words.
struct Hasher {
    state: u64,
}

impl Default for Hasher {
    fn default() -> Hasher {
        // The offset basis of FNV-1a.
        Hasher { state: 0xcbf2_9ce4_8422_2325 }
    }
}

impl Hasher {
    fn add(&mut self, word: u64) {
        for byte in word.to_le_bytes() {
            // The prime of FNV-1a.
            self.state = (self.state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn add_place(&mut self, place: DVec2) {
        self.add(place.x.to_bits());
        self.add(place.y.to_bits());
    }

    fn add_summary(&mut self, summary: &Summary) {
        for ball in summary.rest.balls {
            match ball {
                BallRest::Absent => self.add(1),
                BallRest::Off => self.add(2),
                BallRest::At(place) => self.add_place(place),
            }
        }
        for pin in summary.rest.pins {
            match pin {
                PinRest::Absent => self.add(1),
                PinRest::Standing => self.add(2),
                PinRest::Leaning(ball) => self.add(3 + ball.index() as u64),
                PinRest::Shifted(place) | PinRest::Down(place) => self.add_place(place),
            }
        }
        self.add(summary.duration_s.to_bits());
        self.add(u64::from(summary.events));
    }
}

impl Observer for Hasher {
    const FULL: bool = false;

    fn event(&mut self, t_s: f64, kind: EventKind) -> Flow {
        self.add(t_s.to_bits());
        for byte in format!("{kind:?}").bytes() {
            self.add(u64::from(byte));
        }
        Flow::Go
    }
}

fn beside(draw: &mut Lcg, other: DVec2, radius: f64) -> DVec2 {
    // A point of the unit circle by the rational parametrisation: no trigonometry.
    let t = draw.between(-1.0, 1.0);
    let direction = DVec2::new((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
    other + direction * (2.0 * radius)
}

fn on_table(place: DVec2, radius: f64, length: f64, width: f64) -> bool {
    place.x >= radius && place.x <= length - radius && place.y >= radius && place.y <= width - radius
}

fn clear(place: DVec2, others: &[DVec2], radius: f64) -> bool {
    // A touching pair may overlap by rounding; simulate allows 1e-9 m.
    others.iter().all(|other| place.distance(*other) > 2.0 * radius - 1e-12)
}

/// Knuth's MMIX generator; the upper 53 bits make a number in [0, 1).
struct Lcg(u64);

impl Lcg {
    fn new(seed: u64) -> Lcg {
        let mut draw = Lcg(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d);
        draw.next();
        draw
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        low + (high - low) * unit
    }
}
