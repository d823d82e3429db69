//! Lines made of the grammar's own words, whole, torn, doubled and with bytes turned: no crash, no hang, no line that is
//! not protocol. Two seconds for each grammar and for each of the bot that doesn't think and the one that does;
//! `FILOTTO_FUZZ_S=600` for longer.

use crate::support::{FILOTTO, POSITION};
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A small generator (xorshift): the same lines every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

fn seconds() -> u64 {
    std::env::var("FILOTTO_FUZZ_S").ok().and_then(|text| text.parse().ok()).unwrap_or(2)
}

/// Feeds lines for a while; every line that comes back is looked at, and none is kept but the first stray ones.
fn fuzz(args: &[&str], mut make: impl FnMut(&mut Random) -> Vec<u8>, last: &str, accept: fn(&str) -> bool) {
    let mut command = Command::new(FILOTTO);
    command.arg("bot").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut bot = command.spawn().expect("filotto starts");
    let stdout = BufReader::new(bot.stdout.take().expect("piped"));
    let reading = std::thread::spawn(move || {
        let (mut count, mut stray) = (0u64, Vec::new());
        for line in stdout.lines().map(|line| line.expect("text")) {
            count += 1;
            if !accept(&line) && stray.len() < 3 {
                stray.push(line);
            }
        }
        (count, stray)
    });
    let mut stdin = bot.stdin.take().expect("piped");
    let (mut random, start, mut sent) = (Random(0x5eed), Instant::now(), 0u64);
    while start.elapsed() < Duration::from_secs(seconds()) {
        let mut line = make(&mut random);
        match random.below(12) {
            0 => line.truncate(random.below(line.len() + 1)),
            1 if !line.is_empty() => {
                let at = random.below(line.len());
                line[at] = random.below(256) as u8;
            }
            2 => line.extend(line.clone()),
            _ => {}
        }
        line.retain(|&byte| byte != b'\n');
        line.push(b'\n');
        // A torn `quit` ends the session: what follows finds a closed pipe.
        if line.starts_with(b"quit") || stdin.write_all(&line).is_err() {
            continue;
        }
        sent += 1;
    }
    stdin.write_all(last.as_bytes()).expect("the bot still reads");
    drop(stdin);
    let (answers, stray) = reading.join().expect("the reader ends");
    let status = bot.wait().expect("it ends");
    println!("{args:?}: {sent} lines sent, {answers} came back");
    assert_eq!(status.code(), Some(0));
    assert!(answers > 100, "{answers} lines");
    assert!(stray.is_empty(), "{stray:#?}");
}

/// Both grammars go to a bot that answers at once, so that very many lines pass, and to the planner itself.
#[test]
fn text() {
    fuzz_text(&["--dummy"]);
}

#[test]
fn text_to_the_planner() {
    fuzz_text(&[]);
}

#[test]
fn json() {
    fuzz_json(&["--json", "--dummy"]);
}

#[test]
fn json_to_the_planner() {
    fuzz_json(&["--json"]);
}

fn fuzz_text(args: &[&str]) {
    const WORDS: &[&str] = &[
        "fpi",
        "isready",
        "newmatch",
        "position",
        "go",
        "stop",
        "declare",
        "ruling",
        "result",
        "setoption",
        "display",
        "simulate",
        "judge",
        "nodes",
        "movetime",
        "clock",
        "infinite",
        "multipv",
        "objective",
        "seed",
        "lag",
        "choose",
        "claim",
        "name",
        "value",
        "skill",
        "threads",
        "level",
        "profile",
        "target",
        "sets",
        "1",
        "0",
        "-1",
        "3",
        "1e9",
        "99999999999999999999",
        "safe:0.5",
        "win",
        "nan",
        "phi=1",
        "v=2",
        "a=0.1",
        "b=9",
        "theta=80",
        "at=0.5,0.5",
        "spot=upper",
        "ball=red",
        "striker=1",
        "position=",
        "stroke=",
        "reason=\"x\"",
        "w",
        "y",
        "n",
        "o",
        "h:lower",
        "UDLRC",
        "-",
        "2.74,0.71",
        "0.5,0.4",
        "2.13,0.71",
        "12-20/60",
        "1-0/3:w",
        "modern",
        "é",
        "\u{feff}",
        "contact",
        "tolerance",
        "opponent",
        "table.ball.restitution",
        "touched",
        "club",
    ];
    let make = |random: &mut Random| match random.below(10) {
        0 | 1 => format!("position {POSITION}").into_bytes(),
        2 => b"go nodes 1".to_vec(),
        3 => format!("judge phi={} v={} a=0 b=0 theta=0", random.below(360), 1 + random.below(9)).into_bytes(),
        4 => b"stop".to_vec(),
        _ => (0..1 + random.below(7)).map(|_| random.pick(WORDS)).collect::<Vec<_>>().join(" ").into_bytes(),
    };
    const ANSWERS: &[&str] = &[
        "id",
        "option",
        "fpiok",
        "readyok",
        "positionok",
        "info",
        "beststroke",
        "choice",
        "claim",
        "error",
        "display",
        "displayok",
        "event",
        "rest",
        "simulateok",
        "verdict",
    ];
    let known = |line: &str| ANSWERS.contains(&line.split(' ').next().unwrap_or(""));
    fuzz(args, make, "stop\nisready\n", known);
}

fn fuzz_json(args: &[&str]) {
    const KEYS: &[&str] = &[
        "id",
        "action",
        "position",
        "positions",
        "stroke",
        "skill",
        "budget",
        "multipv",
        "objective",
        "seed",
        "priority",
        "want",
        "target",
        "declared",
        "report_every_ms",
        "schema",
        "nodes",
        "colour",
    ];
    const VALUES: &[&str] = &[
        "1",
        "-1",
        "\"a\"",
        "null",
        "true",
        "[]",
        "{}",
        "\"analyze\"",
        "\"judge\"",
        "\"simulate\"",
        "\"next\"",
        "\"cancel\"",
        "\"clear\"",
        "\"version\"",
        "{\"nodes\": 1}",
        "{\"time_ms\": 1}",
        "\"club\"",
        "[\"paths\"]",
        "\"phi=1 v=2\"",
        "1e400",
        "99999999999999999999",
        "\"win\"",
        "{\"phi_deg\": 1}",
        "[\"touched\"]",
        "\"2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60\"",
        "[\"x\", 7]",
        "\"filotto/request/1\"",
        "\"\\u0000\"",
    ];
    let make = |random: &mut Random| {
        let action = random.pick(&["analyze", "judge", "simulate", "next", "version", "cancel"]);
        let mut parts = vec![format!("\"id\": {}", random.below(50)), format!("\"action\": \"{action}\"")];
        if random.below(2) == 0 {
            parts.push(format!("\"position\": \"{POSITION}\""));
        }
        for _ in 0..random.below(3) {
            parts.push(format!("\"{}\": {}", random.pick(KEYS), random.pick(VALUES)));
        }
        format!("{{{}}}", parts.join(", ")).into_bytes()
    };
    let known = |line: &str| {
        serde_json::from_str::<serde_json::Value>(line).is_ok_and(|reply| reply["schema"] == "filotto/reply/1")
    };
    fuzz(args, make, "{\"id\": \"end\", \"action\": \"clear\"}\n", known);
}
