//! Lines that no friend sends, readers that don't read.

use super::{Bot, Check, POSITION, Run};

/// Readies asked for without reading an answer.
const UNREAD: usize = 5_000;
/// Questions asked at once: more than anybody lets wait.
const GOES: usize = 200;

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check { name: "long-line", rule: "a line over 1 MiB is an error, not an abort", run: Run::Started(long_line) },
        Check { name: "bad-bytes", rule: "NUL bytes and invalid UTF-8 are errors", run: Run::Started(bad_bytes) },
        Check {
            name: "extreme-values",
            rule: "values out of all proportion are errors",
            run: Run::Placed(extreme_values),
        },
        Check {
            name: "slow-reader",
            rule: "a slow reader misses infos at most, never results",
            run: Run::Placed(slow_reader),
        },
        Check { name: "flood", rule: "a flood of go is answered go by go, or refused", run: Run::Placed(flood) },
    ]
}

fn long_line(bot: &mut Bot) -> Result<(), String> {
    bot.bytes([vec![b'x'; (1 << 20) + 1], b"\n".to_vec()].concat())?;
    bot.expect("error line")?;
    bot.bytes([b"position ".to_vec(), vec![b'1'; 5 << 20], b"\n".to_vec()].concat())?;
    bot.expect("error line")?;
    bot.position(POSITION)
}

fn bad_bytes(bot: &mut Bot) -> Result<(), String> {
    for bytes in [&b"is\0ready\n"[..], b"\xff\xfe\n", b"position \xc3\x28\n", b"\0\n"] {
        bot.bytes(bytes)?;
        bot.expect("error line")?;
    }
    bot.position(POSITION)?;
    bot.expect_ready()
}

fn extreme_values(bot: &mut Bot) -> Result<(), String> {
    for line in [
        "go nodes 99999999999999999999999",
        "go movetime 99999999999999999999999",
        "go movetime 1e9",
        "go multipv 0",
        "go objective safe:nan",
        "newmatch target 0",
        "newmatch sets 2",
        "declare nonsense",
        "simulate phi=inf v=1",
        "simulate phi=0 v=1e400",
        "judge",
    ] {
        bot.send(&[line])?;
        bot.expect("error").map_err(|wrong| format!("{line}: {wrong}"))?;
    }
    bot.send(&["position 1e308,-1e308 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60"])?;
    bot.expect("error position")?;
    bot.expect_ready()
}

fn slow_reader(bot: &mut Bot) -> Result<(), String> {
    for _ in 0..UNREAD / 100 {
        bot.bytes("isready\ndisplay\n".repeat(50))?;
        bot.bytes("isready\n".repeat(50))?;
    }
    bot.send(&["go nodes 100"])?;
    std::thread::sleep(std::time::Duration::from_millis(300));
    let (mut ready, mut displayed) = (0, 0);
    loop {
        let line = bot.answer()?;
        match super::word(&line) {
            "readyok" => ready += 1,
            "displayok" => displayed += 1,
            "display" => {}
            "beststroke" => break,
            _ => return Err(format!("readyok, display or beststroke is expected, but `{line}` came")),
        }
    }
    // The answer to the go may overtake those on their way; it can't overtake them all.
    while ready < UNREAD || displayed < UNREAD / 2 {
        match super::word(&bot.answer()?) {
            "readyok" => ready += 1,
            "displayok" => displayed += 1,
            _ => {}
        }
    }
    bot.expect_ready()
}

fn flood(bot: &mut Bot) -> Result<(), String> {
    bot.bytes("go infinite\n".repeat(GOES))?;
    bot.send(&["stop"])?;
    for i in 0..GOES {
        let line = bot.answer().map_err(|wrong| format!("answer {i} of {GOES}: {wrong}"))?;
        if super::word(&line) != "beststroke" && !line.starts_with("error busy") {
            return Err(format!("beststroke or error busy is expected, but `{line}` came"));
        }
    }
    bot.expect_ready()
}
