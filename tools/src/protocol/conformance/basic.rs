//! Greeting, positions, and the ways in which lines arrive.

use super::{Bot, Check, OTHER, POSITION, Run};

/// The checks.
pub fn checks() -> Vec<Check> {
    vec![
        Check { name: "greeting", rule: "fpi is answered by id lines, options and fpiok", run: Run::Started(greeting) },
        Check {
            name: "flush",
            rule: "every line is flushed: a greeting, a ready, a position arrive one by one",
            run: Run::Started(flush),
        },
        Check {
            name: "bad-position",
            rule: "an invalid position names field and column, and go is refused until a valid one",
            run: Run::Placed(bad_position),
        },
        Check { name: "colours", rule: "positionok tells whose ball is whose", run: Run::Started(colours) },
        Check {
            name: "hash",
            rule: "the same position has the same hash however it is written",
            run: Run::Started(hash),
        },
        Check {
            name: "unknown",
            rule: "unknown words are skipped, unknown commands answered error unknown",
            run: Run::Placed(unknown),
        },
        Check {
            name: "line-ends",
            rule: "CRLF, a byte-order mark, tabs, several blanks",
            run: Run::Started(line_ends),
        },
        Check {
            name: "split-writes",
            rule: "a line that arrives byte by byte, and several in one read",
            run: Run::Started(split_writes),
        },
        Check {
            name: "options",
            rule: "an option is set, one that doesn't exist is error option",
            run: Run::Placed(options),
        },
        Check {
            name: "simulate",
            rule: "simulate tells events and ends with simulateok; judge gives a verdict",
            run: Run::Placed(simulate),
        },
        Check { name: "questions", rule: "go lag, go choose and go claim are answered", run: Run::Placed(questions) },
    ]
}

fn greeting(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["fpi"])?;
    let first = bot.expect("id name")?;
    if first.split_whitespace().count() < 3 {
        return Err(format!("a name is expected in `{first}`"));
    }
    loop {
        let line = bot.pipe.line(super::WITHIN).map_err(|error| format!("fpiok is expected, but {error}"))?;
        match super::word(&line) {
            "fpiok" => return bot.expect_ready(),
            "id" => {}
            "option" if line.contains(" type ") && line.starts_with("option name ") => {}
            _ => return Err(format!("id, option or fpiok is expected, but `{line}` came")),
        }
    }
}

fn flush(bot: &mut Bot) -> Result<(), String> {
    bot.expect_ready()?;
    bot.position(POSITION)?;
    bot.expect_ready()?;
    bot.send(&["go nodes 1000"])?;
    bot.expect("beststroke").map(|_| ())
}

fn bad_position(bot: &mut Bot) -> Result<(), String> {
    for (text, field, column) in [
        ("2.74,0.71 0.5,0.4 2.90,0.71 UDLRC w n 12-20/60", "red", 19),
        ("2.74,0.71 0.5,0.4 nan,0.71 UDLRC w n 12-20/60", "red", 19),
        ("2.74,0.71 2.74,0.71 2.13,0.71 UDLRC w n 12-20/60", "yellow", 11),
        ("2.74,0.71 0.5,0.4 2.13,0.71 UDLRX w n 12-20/60", "pins", 29),
        ("2.74,0.71 0.5,0.4 2.13,0.71 UDLRC b n 12-20/60", "striker", 35),
        ("2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w q 12-20/60", "kind", 37),
        ("2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 61-20/60", "points", 39),
        ("2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60 1-0/4:w", "sets", 48),
        ("2.74,0.71 0.5,0.4", "red", 18),
        ("", "white", 1),
    ] {
        bot.send(&[&format!("position {text}")])?;
        let line = bot.expect("error position")?;
        for part in [format!(" field={field} "), format!(" column={column} "), " message=\"".into()] {
            if !line.contains(&part) {
                return Err(format!("`{}` is expected for `{text}`, but `{line}` came", part.trim()));
            }
        }
        bot.send(&["go nodes 100"])?;
        bot.expect("error no-position")?;
    }
    bot.position(POSITION)?;
    bot.send(&["go nodes 100"])?;
    bot.expect("beststroke").map(|_| ())
}

fn colours(bot: &mut Bot) -> Result<(), String> {
    for (position, told) in [(POSITION, "cue white object yellow"), (OTHER, "cue yellow object white")] {
        bot.send(&[&format!("position {position}")])?;
        let line = bot.expect("positionok")?;
        if !line.contains(told) {
            return Err(format!("`{told}` is expected in `{line}`"));
        }
    }
    Ok(())
}

fn hash(bot: &mut Bot) -> Result<(), String> {
    let mut lines = Vec::new();
    for text in [POSITION, "2.740,0.710\t0.50,0.4  2.13,0.71 UDLRC w n 12-20/60", OTHER] {
        bot.send(&[&format!("position {text}")])?;
        lines.push(bot.expect("positionok")?);
    }
    if lines[0] != lines[1] {
        return Err(format!("the same answer is expected twice, but `{}` and `{}` came", lines[0], lines[1]));
    }
    let hash = |line: &str| line.split_whitespace().nth(1).map(str::to_string);
    if hash(&lines[0]) == hash(&lines[2]) { Err("different positions have the same hash".into()) } else { Ok(()) }
}

fn unknown(bot: &mut Bot) -> Result<(), String> {
    for line in ["ucinewgame", "d", "Position x", "{\"id\": 1}", "é"] {
        bot.send(&[line])?;
        bot.expect("error unknown")?;
    }
    bot.send(&["", "   ", "go quickly nodes 100 please"])?;
    bot.expect("beststroke")?;
    bot.send(&["go nodes"])?;
    bot.expect("error")?;
    bot.send(&["go nodes -1"])?;
    bot.expect("error")?;
    bot.expect_ready()
}

fn line_ends(bot: &mut Bot) -> Result<(), String> {
    bot.bytes(format!("\u{feff}isready\r\nposition \t {}\r\n", POSITION.replace(' ', " \t ")))?;
    bot.expect("readyok")?;
    bot.expect("positionok")?;
    bot.bytes("\tgo   nodes\t100  \r\n")?;
    bot.expect("beststroke").map(|_| ())
}

fn split_writes(bot: &mut Bot) -> Result<(), String> {
    for byte in format!("position {POSITION}\n").bytes() {
        bot.bytes([byte])?;
        std::thread::sleep(std::time::Duration::from_micros(200));
    }
    bot.expect("positionok")?;
    bot.bytes("isready\nisready\ngo nodes 100\nisrea")?;
    bot.expect("readyok")?;
    bot.expect("readyok")?;
    bot.bytes("dy\n")?;
    let answers = [bot.answer()?, bot.answer()?];
    let mut words: Vec<&str> = answers.iter().map(|line| super::word(line)).collect();
    words.sort_unstable();
    if words == ["beststroke", "readyok"] {
        Ok(())
    } else {
        Err(format!("one beststroke and one readyok are expected, but {answers:?} came"))
    }
}

fn options(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["setoption name no such option value 1"])?;
    bot.expect("error option")?;
    bot.send(&["setoption name"])?;
    bot.expect("error")?;
    bot.send(&["setoption name threads value 1", "setoption name seed value 7"])?;
    bot.expect_ready()
}

fn simulate(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["simulate phi=188 v=3 a=0 b=0 theta=0"])?;
    bot.expect("event")?;
    let end = bot.pipe.line_where(super::WITHIN, |line| !matches!(super::word(line), "event" | "rest" | "info"));
    match end.map_err(|error| format!("simulateok is expected, but {error}"))? {
        line if super::word(&line) == "simulateok" => {}
        line => return Err(format!("event, rest or simulateok is expected, but `{line}` came")),
    }
    bot.send(&["judge phi=188 v=3 a=0 b=0 theta=0"])?;
    let verdict = bot.expect("verdict")?;
    for part in ["striker=", "opponent=", "faults=", "next=\""] {
        if !verdict.contains(part) {
            return Err(format!("`{part}` is expected in `{verdict}`"));
        }
    }
    bot.send(&["judge phi=188 v=3 a=1"])?;
    bot.expect("error stroke")?;
    bot.send(&["simulate phi=188 v=-3"])?;
    bot.expect("error stroke").map(|_| ())
}

fn questions(bot: &mut Bot) -> Result<(), String> {
    bot.send(&["go lag"])?;
    bot.expect("beststroke lag")?;
    bot.send(&["go choose"])?;
    let choice = bot.expect("choice")?;
    bot.send(&["go claim"])?;
    let claim = bot.expect("claim")?;
    let known = ["choice open", "choice cede"].contains(&&*choice) && ["claim yes", "claim no"].contains(&&*claim);
    if known { Ok(()) } else { Err(format!("`{choice}` or `{claim}` is no answer")) }
}
