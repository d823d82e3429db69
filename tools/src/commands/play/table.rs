//! The game behind `filotto play`: what was typed, the planner's turn, undo.

use crate::coach::wording::titled;
use crate::{args, draw, played, words};
use anyhow::Result;
use filotto_engine::explain::{Language, Names};
use filotto_engine::math::{normals, stream};
use filotto_engine::{Kind, Name, Player, Position, Profile, Skill, Stroke};
use filotto_physics::Table;
use filotto_search::{Budget, Objective, Planner, Quiet, Request, Skills, Suggestion};
use std::io::Write;

/// Names the random stream of the hands' errors among all that come from one seed.
const ERRORS: u64 = 0x0048_414e_4453;

const HELP: &str = "\
  phi=35.2 v=3.1 a=-0.1 b=0.2 theta=0   a stroke: direction (degrees, 0 = up the table), cue speed (m/s),
                                        tip right and up of the middle (ball radii), cue raised (degrees);
                                        a, b and theta may be left out. With your ball in hand also at=x,y
  hint                                  what the planner would play, three ways
  undo                                  back to before your last stroke
  table, position                       the table drawn again; the position as text
  help, quit";

/// Whose hands play, and how far they go astray.
pub struct Hands {
    /// The person's ball.
    pub you: Player,
    /// The person's errors.
    pub yours: Skill,
    /// The planner's.
    pub mine: Skill,
    /// Of all errors and plans.
    pub seed: u64,
}

/// Whether the game goes on after what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It goes on.
    Stay,
    /// The person leaves.
    Leave,
}

/// A set in play.
pub struct Game {
    table: Table,
    profile: Profile,
    planner: Planner,
    budget: Budget,
    hands: Hands,
    position: Position,
    /// Positions before each of the person's strokes.
    before: Vec<Position>,
    strokes: u64,
}

impl Game {
    /// A game from a position.
    pub fn new(
        table: Table,
        profile: Profile,
        position: Position,
        hands: Hands,
        budget: &args::Budget,
        threads: usize,
    ) -> Game {
        let planner = Planner::new(table.clone(), profile.clone(), threads);
        let budget = Budget { nodes: budget.nodes, time: budget.time };
        Game { table, profile, planner, budget, hands, position, before: vec![], strokes: 0 }
    }

    /// Whether the set is over.
    pub fn is_over(&self) -> bool {
        self.position.kind == Kind::Over
    }

    /// Whether it is the person's turn.
    pub fn is_yours(&self) -> bool {
        self.position.striker == self.hands.you
    }

    /// The table and the score.
    pub fn draw(&self, out: &mut dyn Write) -> Result<()> {
        let striker = Some(self.position.cue_ball());
        write!(out, "{}", draw::text(&self.table, &self.position.layout(), striker, None))?;
        writeln!(out, "{}", self.score())?;
        Ok(())
    }

    fn score(&self) -> String {
        let [white, yellow] = self.position.points;
        let score = format!("white {white}, yellow {yellow}, first to {}", self.position.target);
        match self.position.kind.placement_half() {
            _ if self.is_over() => self.ended(),
            Some(half) => {
                format!("{score}; {} has the ball in hand: at=x,y in the {} half", self.striker(), half.name())
            }
            None => format!("{score}; {} to play", self.striker()),
        }
    }

    fn ended(&self) -> String {
        let [white, yellow] = self.position.points;
        let winner = if white > yellow { Player::White } else { Player::Yellow };
        format!("{} wins the set, {} to {}", words::player(winner), white.max(yellow), white.min(yellow))
    }

    fn striker(&self) -> &'static str {
        words::player(self.position.striker)
    }

    /// Does what was typed; nonsense is told and changes nothing.
    pub fn answer(&mut self, line: &str, out: &mut dyn Write) -> Result<Answer> {
        match line.trim() {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Answer::Leave),
            "help" | "?" | "h" => writeln!(out, "{HELP}")?,
            "table" | "t" => self.draw(out)?,
            "position" | "p" => writeln!(out, "{}", self.position)?,
            "hint" => self.hint(out)?,
            "undo" | "u" => self.undo(out)?,
            text => self.typed(text, out)?,
        }
        Ok(Answer::Stay)
    }

    fn typed(&mut self, text: &str, out: &mut dyn Write) -> Result<()> {
        let whole = completed(text);
        match played::intended(&whole, &self.position, &self.table) {
            Ok(stroke) => {
                let before = self.position.clone();
                match self.execute(&stroke, self.hands.yours, out) {
                    Ok(()) => self.before.push(before),
                    Err(error) if crate::failure::is_broken_pipe(&error) => return Err(error),
                    Err(error) => writeln!(out, "{error:#}")?,
                }
            }
            Err(error) => writeln!(out, "{error:#} (`help` shows how a stroke is typed)")?,
        }
        Ok(())
    }

    /// The planner chooses and plays.
    pub fn planner_plays(&mut self, out: &mut dyn Write) -> Result<()> {
        let best = self.plan(1)?.swap_remove(0);
        let (who, stroke) = (self.striker(), super::super::suggest::rounded(&best.stroke));
        let name = self.called(&best.stroke).map_or(String::new(), |name| format!(" ({name})"));
        writeln!(out, "{who} plays {stroke}{name}")?;
        self.execute(&best.stroke, self.hands.mine, out)
    }

    fn hint(&self, out: &mut dyn Write) -> Result<()> {
        for s in self.plan(3)? {
            let (points, fault) = (s.points.mean, 100.0 * s.fault.mean);
            let (stroke, name) = (super::super::suggest::rounded(&s.stroke), self.called(&s.stroke));
            let name = name.map_or(String::new(), |name| format!(", {name}"));
            writeln!(out, "  {stroke}   {points:.2} points, fault {fault:.0} %{name}")?;
        }
        Ok(())
    }

    /// What a stroke is called that is struck exactly.
    fn called(&self, stroke: &Stroke) -> Option<Name> {
        let played = played::play(&self.position, stroke, &[], &self.table, &self.profile).ok()?;
        Some(played::name(&self.position, stroke, &played, &self.table))
    }

    fn undo(&mut self, out: &mut dyn Write) -> Result<()> {
        match self.before.pop() {
            Some(position) => {
                self.position = position;
                self.draw(out)
            }
            None => Ok(writeln!(out, "nothing to take back")?),
        }
    }

    fn plan(&self, count: usize) -> Result<Vec<Suggestion>> {
        let Hands { yours, mine, seed, .. } = self.hands;
        let (striker, opponent) = if self.is_yours() { (yours, mine) } else { (mine, yours) };
        let request = Request {
            skills: Skills { striker, opponent },
            budget: self.budget,
            objective: Objective::Win,
            multipv: count,
            seed: seed.wrapping_add(self.strokes),
        };
        Ok(self.planner.plan(&self.position, &request, &Quiet)?.suggestions)
    }

    /// Plays a stroke with a hand's errors and tells what came of it.
    fn execute(&mut self, stroke: &Stroke, hand: Skill, out: &mut dyn Write) -> Result<()> {
        let errors = normals(&mut stream(self.hands.seed, &[ERRORS, self.strokes]));
        let executed = hand.perturb(stroke, errors, &self.table);
        let played = played::play(&self.position, &executed, &[], &self.table, &self.profile)?;
        self.strokes += 1;
        let drawing =
            draw::text(&self.table, &played.layout, Some(executed.struck(&self.position)), Some(&played.trace));
        write!(out, "{drawing}")?;
        let name = played::name(&self.position, &executed, &played, &self.table);
        writeln!(out, "{}", titled(name, Language::En))?;
        let names = Names::Colours(self.position.striker);
        writeln!(out, "{}", played.verdict.explain(Language::En, &names, Some(&played.next)))?;
        self.position = played.next;
        // The planner needs no drawing: the next thing to see is its stroke.
        if self.is_yours() && !self.is_over() { self.draw(out) } else { Ok(writeln!(out, "{}", self.score())?) }
    }
}

/// The text of a stroke with what a person leaves out: `a`, `b` and `theta` are 0.
fn completed(text: &str) -> String {
    let has = |key: &str| text.split_whitespace().any(|word| word.starts_with(key));
    let mut whole = text.to_string();
    for (key, word) in [("a=", " a=0"), ("b=", " b=0"), ("theta=", " theta=0")] {
        if !has(key) {
            whole.push_str(word);
        }
    }
    whole
}
