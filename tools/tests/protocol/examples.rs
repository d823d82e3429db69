//! The examples of the documentation do what they say.

use crate::support::{FILOTTO, filotto, python};
use std::process::{Command, Output};

fn example(name: &str, args: &[&str]) -> Output {
    let path = format!("{}/../docs/examples/{name}", env!("CARGO_MANIFEST_DIR"));
    Command::new("python3").arg(path).args(args).output().expect("python3 starts")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

#[test]
fn a_client_plays_a_set() {
    if !python() {
        return;
    }
    let output = example("play_set.py", &["--target", "6", "--nodes", "200", FILOTTO, "bot", "--dummy"]);
    let told = text(&output);
    assert!(output.status.success(), "{told}");
    assert!(told.lines().last().is_some_and(|line| line.starts_with("result ") && line.ends_with("/6")), "{told}");
    assert!(told.contains("client") && told.contains("bot"), "{told}");
}

#[test]
fn a_client_analyses_a_file() {
    if !python() {
        return;
    }
    let positions = format!("{}/../docs/examples/positions.txt", env!("CARGO_MANIFEST_DIR"));
    let output = example("analyse_file.py", &["--nodes", "500", &positions, FILOTTO, "bot", "--json", "--dummy"]);
    let told = text(&output);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("3 positions, 0 failed"), "{told}");
}

#[test]
fn the_template_is_a_bot() {
    if !python() {
        return;
    }
    let bot = format!("python3 '{}/../docs/examples/bot_template.py'", env!("CARGO_MANIFEST_DIR"));
    let only = "greeting,flush,infinite,infinite-nodes,late-stop,stop-idle,questions,quit,quit-finishes,end-in-line,session-set";
    let output = filotto(&["conformance", "--cmd", &bot, "--only", &only.replace(",session-set", "")]);
    assert!(output.status.success(), "{}", text(&output));
}

/// The session in docs/protocol.md happens as it is written there; `info` lines, which differ from run to run, are
/// looked at for their words alone.
#[test]
fn the_session_of_the_documentation_happens() {
    let doc = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/protocol.md")).unwrap();
    let block = doc.split("## A session").nth(1).and_then(|rest| rest.split("```").nth(1)).expect("a session");
    let lines: Vec<&str> = block.lines().filter(|line| line.starts_with(['>', '<', '.', '*', '$'])).collect();
    let (infos, said): (Vec<&str>, Vec<&str>) = lines.iter().partition(|line| line.starts_with("< info "));
    assert!(infos.len() >= 2 && said.len() > 30, "the session has shrunk");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("doc.session");
    std::fs::write(&file, said.join("\n")).unwrap();
    let cmd = format!("'{FILOTTO}' bot");
    let output = filotto(&["conformance", "--cmd", &cmd, "--session", file.to_str().unwrap()]);
    assert!(output.status.success(), "{}", text(&output));
    let go = "position 2.74,0.71 0.5,0.4 2.13,0.71 UDLRC w n 12-20/60\ngo nodes 20000 multipv 2\nquit\n";
    let told = bot(go);
    let real = told.lines().find(|line| line.starts_with("info ")).expect("news");
    let words = |line: &str| {
        let plain = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
        let words = plain.split_whitespace().filter(|word| word.chars().all(|c| c.is_ascii_alphabetic()));
        words.take_while(|word| *word != "line").map(String::from).collect::<Vec<_>>()
    };
    for info in infos {
        assert_eq!(words(&info[2..]), words(real), "{info}\n{real}");
    }
}

/// What the bot says to a text.
fn bot(input: &str) -> String {
    use std::io::Write;
    let mut command = Command::new(FILOTTO);
    let piped = std::process::Stdio::piped;
    let mut bot = command.arg("bot").stdin(piped()).stdout(piped()).spawn().expect("filotto starts");
    bot.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    String::from_utf8(bot.wait_with_output().expect("it ends").stdout).expect("text")
}

/// A bot to start from is short: some thirty lines that do something.
#[test]
fn the_template_is_short() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/bot_template.py")).unwrap();
    let code = text.split("\"\"\"").nth(2).expect("a docstring first");
    let lines = code.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 40, "{lines} lines");
}
