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
