//! Random positions, strokes and a player without a plan, all from named streams.

use filotto_engine::math::{below, stream, uniform};
use filotto_engine::record::{Header, SCHEMA, Seat};
use filotto_engine::{
    Brain, BrainError, Half, Kind, Player, Position, Profile, ProfileName, Skill, SpotChoice, Stroke, Turn, spots,
};
use filotto_physics::table::TableParams;
use filotto_physics::{Ball, Strike, Table};
use glam::DVec2;

/// Where the balls of a random position lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    Anywhere,
    /// With contacts between balls and with cushions.
    Touching,
    /// All beside the pins, some under them.
    Castle,
}

/// Balls beside the pins lie within this of the centre pin along each axis, m: three times the arm.
const BESIDE_M: f64 = 0.2;

/// A stream of numbers.
pub struct Dice(rand_pcg::Pcg64);

impl Dice {
    pub fn new(seed: u64, path: &[u64]) -> Dice {
        Dice(stream(seed, path))
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * uniform(&mut self.0)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        below(&mut self.0, bound)
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    fn place(&mut self, table: &Table) -> DVec2 {
        let (radius, params) = (table.radius(), table.params());
        let x = self.between(radius, params.length_m - radius);
        DVec2::new(x, self.between(radius, params.width_m - radius))
    }

    /// A place in contact with a ball, to the last bit or a hair off.
    fn beside(&mut self, ball: DVec2, table: &Table) -> DVec2 {
        let (sin, cos) = filotto_engine::math::sin_cos_deg(self.between(0.0, 360.0));
        let gap = [0.0, 1e-14, 1e-10, 9e-5][self.below(4) as usize];
        ball + DVec2::new(cos, sin) * (2.0 * table.radius() + gap)
    }

    /// A place in contact with one cushion or two.
    fn at_cushion(&mut self, table: &Table) -> DVec2 {
        let (radius, params) = (table.radius(), table.params());
        let mut place = self.place(table);
        let side = self.below(3);
        if side != 0 {
            place.x = if self.one_in(2) { radius } else { params.length_m - radius };
        }
        if side != 1 {
            place.y = if self.one_in(2) { radius } else { params.width_m - radius };
        }
        place
    }

    fn beside_the_pins(&mut self, table: &Table) -> DVec2 {
        let params = table.params();
        let away = DVec2::new(self.between(-BESIDE_M, BESIDE_M), self.between(-BESIDE_M, BESIDE_M));
        DVec2::new(params.length_m / 2.0, params.width_m / 2.0) + away
    }

    fn ball(&mut self, start: Start, earlier: Option<DVec2>, table: &Table) -> DVec2 {
        match (start, earlier) {
            (Start::Castle, _) => self.beside_the_pins(table),
            (Start::Touching, Some(ball)) if !self.one_in(3) => self.beside(ball, table),
            (Start::Touching, _) if self.one_in(2) => self.at_cushion(table),
            _ => self.place(table),
        }
    }

    /// A legal ordinary position.
    pub fn position(&mut self, start: Start, profile: ProfileName, table: &Table) -> Position {
        loop {
            let mut balls = [None; 3];
            for i in 0..3 {
                let earlier = if i == 0 { None } else { balls[self.below(i) as usize] };
                balls[i as usize] = Some(self.ball(start, earlier, table));
            }
            let striker = if self.one_in(2) { Player::White } else { Player::Yellow };
            let points = [self.below(60) as u16, self.below(60) as u16];
            let opening = Position::opening(striker, 60, profile.clone());
            let pins = spots::standing(&balls, table);
            let position = Position { balls, pins, points, kind: Kind::Normal, ..opening };
            if position.check(table).is_ok() {
                return position;
            }
        }
    }

    /// Any strike a player may intend.
    pub fn strike(&mut self) -> Strike {
        let speed = 0.3 * libm::exp(self.between(0.0, 3.2));
        let (sin, cos) = filotto_engine::math::sin_cos_deg(self.between(0.0, 360.0));
        let off = 0.5 * self.between(0.0, 1.0).sqrt();
        let theta = if self.one_in(5) { self.between(0.0, 70.0) } else { self.between(0.0, 5.0) };
        Strike::new(self.between(0.0, 360.0), speed).tip(off * cos, off * sin).elevated(theta)
    }

    /// A stroke that the position allows: placed where it must be, now and then with the choice of 13.5 or a wrong
    /// ball.
    pub fn stroke(&mut self, position: &Position, table: &Table) -> Stroke {
        loop {
            let mut stroke = Stroke::from(self.strike());
            let mut half = position.kind.placement_half();
            if matches!(position.kind, Kind::InHand(_)) && self.one_in(3) {
                let choice = SpotChoice::allowed(position, table);
                stroke.spot = Some(choice);
                half = Some(choice.half().other());
            }
            if let Some(half) = half {
                let mut place = self.place(table);
                let middle = table.params().length_m / 2.0;
                if (place.x > middle) != (half == Half::Upper) {
                    place.x = 2.0 * middle - place.x;
                }
                stroke.at = Some(place);
            }
            if self.one_in(40) {
                stroke.ball = Some(if self.one_in(2) { Ball::Red } else { position.object_ball() });
            }
            if stroke.check_intended(position, table).is_ok() {
                return stroke;
            }
        }
    }
}

/// A player who plays any legal stroke. All he draws comes from the turn's seed.
pub struct Anything {
    name: &'static str,
    dice: Dice,
    table: Table,
}

impl Anything {
    pub fn boxed(name: &'static str) -> Box<dyn Brain> {
        Box::new(Anything { name, dice: Dice::new(0, &[]), table: Table::carom_heated() })
    }
}

impl Brain for Anything {
    fn name(&self) -> String {
        self.name.into()
    }

    fn begin(&mut self, turn: &Turn) {
        self.dice = Dice::new(turn.seed, &[]);
    }

    fn stroke(&mut self, position: &Position) -> Result<Stroke, BrainError> {
        Ok(self.dice.stroke(position, &self.table))
    }

    fn lag(&mut self, _: &Position) -> Result<Strike, BrainError> {
        let speed = self.dice.between(1.4, 2.2);
        Ok(Strike::new(self.dice.between(-1.0, 1.0), speed))
    }

    fn opens(&mut self, _: &Position) -> Result<bool, BrainError> {
        Ok(self.dice.one_in(2))
    }

    fn claims(&mut self, _: &Position) -> Result<bool, BrainError> {
        Ok(self.dice.one_in(2))
    }
}

/// A match between two of them.
pub fn header(seed: u64, target: u16, sets: u8, skill: &str, rules: &str) -> Header {
    let skill = Skill::parse(skill).expect("a preset");
    let seat = |name: &str| Seat { name: name.into(), brain: "anything".into(), skill };
    Header {
        schema: SCHEMA.into(),
        version: "test".into(),
        physics: "0123456789abcdef".into(),
        rules: "fedcba9876543210".into(),
        seed,
        number: None,
        target,
        sets,
        players: [seat("Ada"), seat("Bea")],
        rules_name: rules.into(),
        profile: Profile::built_in(&ProfileName::from_text(rules)).expect("built in"),
        table: TableParams::carom_heated(),
    }
}
