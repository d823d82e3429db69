//! The command line from outside, as a person or a script meets it.

mod bad_input;
mod batch;
mod coach;
mod good_input;
mod matches;
mod pipes;

use assert_cmd::Command;

/// The binary, in a folder where nothing lies.
pub fn filotto() -> Command {
    Command::cargo_bin("filotto").expect("the binary is built with its tests")
}

/// The words of a command line: blanks separate, double quotes keep together.
pub fn split(line: &str) -> Vec<String> {
    let mut words = vec![];
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(String::from));
        }
    }
    words
}
