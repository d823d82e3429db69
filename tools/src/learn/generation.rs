//! One generation after the other: self-play with the champion, training, the test against it, promotion.
//!
//! Each step is a command of this program, run in the folder of the run, and leaves a file that appears whole when the
//! step is done. What is there is not done again, so a run that was stopped anywhere goes on where it was.

use crate::learn::plot::{Line, lines};
use crate::record_file::write_whole;
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Generations whose games are learned from: the last ones, played by the strongest.
const WINDOW: u32 = 3;

/// What a run is; fixed with its first generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// `filotto/generation/1`.
    pub schema: String,
    /// Matches of each skill in a generation.
    pub matches: u64,
    /// Skills that play, each against its own kind.
    pub skills: Vec<String>,
    /// Nodes of a stroke of self-play.
    pub nodes: u64,
    /// Points that win a set.
    pub target: u16,
    /// Budget of a stroke in the test, an option of the planner.
    pub test: String,
    /// Skill of the test.
    pub test_skill: String,
    /// Most pairs of a test.
    pub pairs: u64,
    /// Normalized Elo that a promotion must show.
    pub elo1: f64,
    /// The first champion: off, net or a file.
    pub start: String,
    /// Seed of everything random.
    pub seed: u64,
}

/// The schema of [`Settings`].
pub const SCHEMA: &str = "filotto/generation/1";

/// What a generation came to: a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// From 1.
    pub generation: u32,
    /// Whom it played against: off, net or a file in the folder.
    pub against: String,
    /// Sets learned from and held out.
    pub sets: Value,
    /// Share of the variance of the mean results that the net explains, on what was held out.
    pub explained: Value,
    /// Calibration error and its floor.
    pub calibration: [Value; 2],
    /// Pairs lost, split and won.
    pub pairs: Value,
    /// Elo, its interval, the same normalized; null before both sides won something.
    pub result: Value,
    /// Log-likelihood ratio, bounds, verdict.
    pub sprt: Value,
    /// Whether it is the champion now.
    pub promoted: bool,
}

/// A run in its folder.
pub struct Generations {
    dir: PathBuf,
    settings: Settings,
    threads: usize,
}

impl Generations {
    /// Begins a run, or goes on with the one that is there.
    pub fn open(dir: &Path, settings: Settings, threads: usize) -> Result<Generations> {
        let name = dir.display();
        std::fs::create_dir_all(dir).with_context(|| format!("--dir {name}"))?;
        let path = dir.join("generation.json");
        match std::fs::read_to_string(&path) {
            Ok(text) => {
                let there: Settings = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
                if let Some(what) = difference(&there, &settings) {
                    bail!("{}: {what}; another run needs another folder", path.display());
                }
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let text = serde_json::to_string_pretty(&settings)? + "\n";
                write_whole(&path, &mut text.as_bytes())?;
            }
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        }
        let dir = dir.canonicalize().with_context(|| format!("--dir {name}"))?;
        Ok(Generations { dir, settings, threads })
    }

    /// Plays generation `number` to its end; done before, its entry alone.
    pub fn run(&self, number: u32) -> Result<Entry> {
        let done = self.dir.join(folder(number)).join("entry.json");
        if let Ok(text) = std::fs::read_to_string(&done) {
            return serde_json::from_str(&text).with_context(|| done.display().to_string());
        }
        let against = self.champion(number)?;
        for skill in &self.settings.skills {
            self.play(number, skill, &against)?;
        }
        self.learn(number)?;
        let test = self.test(number, &against)?;
        let entry = self.entry(number, &against, &test)?;
        write_whole(&done, &mut (serde_json::to_string(&entry)? + "\n").as_bytes())?;
        Ok(entry)
    }

    /// Who is champion before a generation.
    fn champion(&self, number: u32) -> Result<String> {
        for earlier in (1..number).rev() {
            if self.run(earlier)?.promoted {
                return Ok(format!("{}/value.net", folder(earlier)));
            }
        }
        Ok(self.settings.start.clone())
    }

    fn play(&self, number: u32, skill: &str, against: &str) -> Result<()> {
        let Settings { matches, nodes, target, seed, .. } = &self.settings;
        let player = format!("planner:nodes={nodes},value={against}");
        let seed = filotto_engine::math::key(*seed, &[u64::from(number)]);
        let words = [
            "selfplay",
            "--resume",
            "--white",
            &player,
            "--yellow",
            &player,
            "--skill",
            skill,
            "--matches",
            &matches.to_string(),
            "--target",
            &target.to_string(),
            "--seed",
            &seed.to_string(),
            "--out",
            &games(number, skill),
        ];
        let (code, _) = self.command(&format!("generation {number}: self-play, {skill}"), &words)?;
        ensure!(code == 0, "generation {number}: self-play was stopped; the same command goes on");
        Ok(())
    }

    fn learn(&self, number: u32) -> Result<()> {
        let net = format!("{}/value.net", folder(number));
        if self.dir.join(&net).is_file() {
            return Ok(());
        }
        let seed = self.settings.seed.to_string();
        let mut words = vec!["learn", "--json", "--out", &net, "--seed", &seed, "--records"];
        let first = number.saturating_sub(WINDOW - 1).max(1);
        let all: Vec<String> =
            (first..=number).flat_map(|g| self.settings.skills.iter().map(move |skill| games(g, skill))).collect();
        words.extend(all.iter().map(String::as_str));
        self.command(&format!("generation {number}: learning"), &words).map(|_| ())
    }

    /// The result of the test, as `filotto strength --json` tells it.
    fn test(&self, number: u32, against: &str) -> Result<Value> {
        let done = self.dir.join(folder(number)).join("test.json");
        if let Ok(text) = std::fs::read_to_string(&done) {
            return serde_json::from_str(&text).with_context(|| done.display().to_string());
        }
        let Settings { test, test_skill, pairs, elo1, target, seed, .. } = &self.settings;
        let player = |value: &str| format!("planner:{test},value={value}");
        let seed = filotto_engine::math::key(*seed, &[u64::from(number), 1]);
        let words = [
            "strength",
            &player(&format!("{}/value.net", folder(number))),
            &player(against),
            "--json",
            "--elo1",
            &elo1.to_string(),
            "--pairs",
            &pairs.to_string(),
            "--skill",
            test_skill,
            "--target",
            &target.to_string(),
            "--seed",
            &seed.to_string(),
            "--out",
            &format!("{}/test.jsonl", folder(number)),
        ];
        let (_, text) = self.command(&format!("generation {number}: test against {against}"), &words)?;
        let value: Value = serde_json::from_str(&text).context("what `filotto strength` told")?;
        write_whole(&done, &mut text.as_bytes())?;
        Ok(value)
    }

    fn entry(&self, number: u32, against: &str, test: &Value) -> Result<Entry> {
        let path = self.dir.join(folder(number)).join("value.card.json");
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let card: Value = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
        let told = &card["training"]["measured"];
        Ok(Entry {
            generation: number,
            against: against.into(),
            sets: card["training"]["sets"].clone(),
            explained: told["explained"].clone(),
            calibration: ["error", "floor"].map(|what| told["calibration"][what].clone()),
            pairs: test["pairs"].clone(),
            result: test["result"].clone(),
            sprt: test["sprt"].clone(),
            promoted: test["sprt"]["verdict"] == "accepted",
        })
    }

    /// Runs a command of this program in the folder; its exit code and what it told.
    fn command(&self, what: &str, words: &[&str]) -> Result<(i32, String)> {
        eprintln!("{what}");
        let program = std::env::current_exe().context("finding this program")?;
        let threads = self.threads.to_string();
        let mut command = Command::new(program);
        command.args(words).args(["--threads", &threads]).current_dir(&self.dir);
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output().context(what.to_string())?;
        match output.status.code() {
            Some(code @ (0 | 1)) => Ok((code, String::from_utf8_lossy(&output.stdout).into_owned())),
            Some(_) => bail!("{what}: failed, as told above; what was done before is kept, the same command goes on"),
            None => bail!("{what}: was killed; the same command goes on"),
        }
    }

    /// Writes the log and the chart of all generations so far.
    pub fn tell(&self, entries: &[Entry]) -> Result<()> {
        let log: Result<String> = entries.iter().map(|entry| Ok(serde_json::to_string(entry)? + "\n")).collect();
        write_whole(&self.dir.join("log.jsonl"), &mut log?.as_bytes())?;
        write_whole(&self.dir.join("strength.svg"), &mut chart(entries)?.as_bytes())
    }
}

/// The folder of a generation.
fn folder(number: u32) -> String {
    format!("gen-{number:03}")
}

/// The folder of its games.
fn games(number: u32, skill: &str) -> String {
    let plain: String = skill.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{}/games-{plain}", folder(number))
}

/// The first setting in which two runs differ.
fn difference(there: &Settings, asked: &Settings) -> Option<String> {
    let value = |settings: &Settings| serde_json::to_value(settings).unwrap_or_default();
    let (there, asked) = (value(there), value(asked));
    let mut fields = asked.as_object()?.iter();
    let (key, asked) = fields.find(|(key, asked)| there.get(key.as_str()) != Some(asked))?;
    Some(format!("{key} is {} there, {asked} was asked for", there[key]))
}

/// Elo over the start: of the champions, and of everyone who tried.
fn chart(entries: &[Entry]) -> Result<String> {
    let mut champion = 0.0;
    let (mut champions, mut tried) = (vec![(0.0, 0.0)], Vec::new());
    for entry in entries {
        let at = f64::from(entry.generation);
        let gain = entry.result["elo"].as_f64();
        tried.extend(gain.map(|gain| (at, champion + gain)));
        if entry.promoted {
            champion += gain.unwrap_or(0.0);
        }
        champions.push((at, champion));
    }
    let theme = crate::draw::LIGHT;
    let all = [
        Line { name: "champion", points: champions, colour: theme.accent },
        Line { name: "candidate", points: tried, colour: theme.alert },
    ];
    lines("Strength over generations", ["generation", "Elo over the start"], &all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings {
            schema: SCHEMA.into(),
            matches: 30,
            skills: vec!["pro".into()],
            nodes: 300,
            target: 10,
            test: "nodes=300".into(),
            test_skill: "pro".into(),
            pairs: 4,
            elo1: 20.0,
            start: "off".into(),
            seed: 1,
        }
    }

    #[test]
    fn a_run_goes_on_only_as_it_was_begun() {
        let dir = tempfile::tempdir().unwrap();
        Generations::open(dir.path(), settings(), 1).unwrap();
        Generations::open(dir.path(), settings(), 2).unwrap();
        let other = Settings { nodes: 500, ..settings() };
        let error = Generations::open(dir.path(), other, 1).err().unwrap().to_string();
        assert!(error.contains("nodes is 300 there, 500 was asked for"), "{error}");
    }

    #[test]
    fn the_chart_adds_up_promotions_only() {
        let entry = |generation, elo: f64, promoted| Entry {
            generation,
            against: "off".into(),
            sets: Value::Null,
            explained: Value::Null,
            calibration: [Value::Null, Value::Null],
            pairs: Value::Null,
            result: serde_json::json!({"elo": elo}),
            sprt: Value::Null,
            promoted,
        };
        let svg = chart(&[entry(1, 40.0, true), entry(2, -10.0, false)]).unwrap();
        assert!(svg.contains("champion") && svg.contains("Elo over the start"));
        assert_eq!(games(2, "my/skill.toml"), "gen-002/games-my-skill-toml");
    }
}
