//! Groups of options that several commands share, and the small parsers behind them.

use clap::Args;
use filotto_engine::explain::Language;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Most threads that can be asked for.
pub const MAX_THREADS: usize = 256;

/// The seed of everything random.
#[derive(Args, Clone, Debug)]
pub struct Seed {
    /// Seed of everything random: the same seed gives the same answer
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed)]
    pub seed: u64,
}

/// How many threads.
#[derive(Args, Clone, Debug)]
pub struct Threads {
    /// Threads to think with; the answer doesn't depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl Threads {
    /// The number asked for, or one a core.
    pub fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or_else(cores).min(MAX_THREADS)
    }
}

/// How long to think.
#[derive(Args, Clone, Debug)]
pub struct Budget {
    /// Time to think, for example 1s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Simulated strokes to spend; repeatable to the bit, unlike --time
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub nodes: Option<u64>,
}

/// Whose hands play: names of presets or files.
#[derive(Args, Clone, Debug)]
pub struct SkillNames {
    /// The striker's skill: a preset (see `filotto presets`) or a TOML file
    #[arg(long, value_name = "SKILL", default_value = "club")]
    pub skill: String,
    /// The opponent's skill [default: the striker's]
    #[arg(long, value_name = "SKILL")]
    pub opponent_skill: Option<String>,
}

/// Which table and which rules.
#[derive(Args, Clone, Debug)]
pub struct World {
    /// A table file (TOML) instead of the heated match table
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Rules: wcbs-1997, modern, or a profile file (TOML) [default: the position's, else wcbs-1997]
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
}

/// The language of texts and pictures.
#[derive(Args, Clone, Debug)]
pub struct Lang {
    /// Language of what is told and drawn: en, it or ru
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = language)]
    pub lang: Language,
}

/// Pictures of the result.
#[derive(Args, Clone, Debug)]
pub struct Picture {
    /// Draws the result as an SVG file
    #[arg(long, value_name = "FILE", value_parser = new_file)]
    pub svg: Option<PathBuf>,
    /// Draws the result as a PNG file
    #[arg(long, value_name = "FILE", value_parser = new_file)]
    pub png: Option<PathBuf>,
    /// Draws for a dark background
    #[arg(long)]
    pub dark: bool,
}

impl Picture {
    /// Whether any file is asked for.
    pub fn wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }
}

/// A file to write whose folder is there: said before any work, not after it.
pub fn new_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.parent() {
        _ if path.is_dir() => Err(format!("{text} is a folder; a file in it is right")),
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            Err(format!("there is no folder {}", folder.display()))
        }
        _ => Ok(path),
    }
}

/// A picture to write: its name says which kind.
pub fn picture(text: &str) -> Result<PathBuf, String> {
    let path = new_file(text)?;
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase());
    match end.as_deref() {
        Some("svg" | "png") => Ok(path),
        _ => Err("a name that ends in .png or .svg is right".into()),
    }
}

/// The words of a position, given as one quoted argument or as several: one text. A blank after a place's comma is
/// a slip that can only mean one thing.
pub fn joined(words: &[String]) -> String {
    words.iter().map(|word| word.trim()).collect::<Vec<_>>().join(" ").replace(", ", ",")
}

/// Puts a blank before arguments such as `-` + ` 2.74,0.71…` or `-0.3,0.4`, so that they are taken as values
/// and judged by whoever reads positions and numbers, not as unknown options.
pub fn shield_negative(args: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    args.map(|arg| match arg.to_str() {
        Some(text) if looks_negative(text) => OsString::from(format!(" {text}")),
        _ => arg,
    })
}

fn looks_negative(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('-') else { return false };
    let value = |c: char| c.is_ascii_digit() || c == '.' || c.is_whitespace() || c == '_';
    rest.starts_with(value) || (!rest.starts_with('-') && rest.contains(','))
}

pub fn language(text: &str) -> Result<Language, String> {
    Language::from_code(text.trim()).ok_or_else(|| "en, it or ru is right".into())
}

/// Best of so many sets.
pub fn sets(text: &str) -> Result<u8, String> {
    match text.trim().parse::<u8>() {
        Ok(n) if n % 2 == 1 && n <= 99 => Ok(n),
        _ => Err("an odd number of sets from 1 to 99 is right (2.2)".into()),
    }
}

fn seed(text: &str) -> Result<u64, String> {
    text.trim().parse().map_err(|_| "a seed is a whole number from 0 to 18446744073709551615".into())
}

fn threads(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(n) if (1..=MAX_THREADS).contains(&n) => Ok(n),
        _ => Err(format!("give a whole number of threads from 1 to {MAX_THREADS}")),
    }
}

/// A node budget.
pub fn nodes(text: &str) -> Result<u64, String> {
    match text.trim().replace('_', "").parse() {
        Ok(n) if n > 0 => Ok(n),
        _ => Err("give the number of strokes to simulate, at least 1".into()),
    }
}

/// `1s`, `500ms`, `2m`, `1.5` (seconds).
pub fn time(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let digits = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(TIME.into()),
    };
    let seconds = number.trim().parse::<f64>().map_err(|_| TIME)? * scale;
    if seconds > 0.0 && seconds <= 1e6 { Ok(Duration::from_secs_f64(seconds)) } else { Err(TIME.into()) }
}

/// What a right time looks like.
const TIME: &str = "give a time above 0 such as 1s, 500ms or 2m";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_in_every_unit() {
        assert_eq!(time("1s"), Ok(Duration::from_secs(1)));
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(time("1.5"), Ok(Duration::from_millis(1500)));
        for wrong in ["", "s", "0", "-1s", "1d", "nan", "inf", "1e99"] {
            assert_eq!(time(wrong), Err(TIME.to_string()), "{wrong}");
        }
    }

    #[test]
    fn values_that_begin_with_a_dash_are_shielded_and_options_are_not() {
        let given = ["-0.3,0.4", "- 2.74,0.71", "-5", "-", "-nan,1", "--seed", "-h", "--at=1,2", "2.7,0.7"];
        let shielded: Vec<_> = shield_negative(given.iter().map(OsString::from)).collect();
        let expected = [" -0.3,0.4", " - 2.74,0.71", " -5", "-", " -nan,1", "--seed", "-h", "--at=1,2", "2.7,0.7"];
        assert_eq!(shielded, expected.map(OsString::from));
    }

    #[test]
    fn one_argument_or_several_make_the_same_position() {
        let words = |texts: &[&str]| joined(&texts.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(words(&["1,2 3,4", " - w"]), "1,2 3,4 - w");
        assert_eq!(words(&["1,2", "3,4", "-", "w"]), "1,2 3,4 - w");
        assert_eq!(words(&["1, 2", "3,", "4 - w"]), "1,2 3,4 - w");
    }
}
