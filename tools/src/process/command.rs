//! A command line as a person writes it, split into words without a shell: what is started can be ended.

use std::process::Command;

/// Program and arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    words: Vec<String>,
}

impl CommandLine {
    /// Splits at blanks; single and double quotes keep blanks, a backslash keeps the next character (but not
    /// inside single quotes).
    pub fn parse(text: &str) -> Result<CommandLine, String> {
        let mut words = Vec::new();
        let mut word: Option<String> = None;
        let mut quote: Option<char> = None;
        let mut characters = text.chars();
        while let Some(c) = characters.next() {
            match (c, quote) {
                (c, Some(q)) if c == q => quote = None,
                ('\\', q) if q != Some('\'') => {
                    let kept = characters.next().ok_or("nothing follows the last backslash")?;
                    word.get_or_insert_default().push(kept);
                }
                (c, Some(_)) => word.get_or_insert_default().push(c),
                ('"' | '\'', None) => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                (c, None) if c.is_whitespace() => words.extend(word.take()),
                (c, None) => word.get_or_insert_default().push(c),
            }
        }
        if let Some(quote) = quote {
            return Err(format!("the last {quote} isn't closed"));
        }
        words.extend(word);
        if words.is_empty() { Err("no program is named".into()) } else { Ok(CommandLine { words }) }
    }

    /// The command to start.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]);
        command
    }

    /// The program's name, without its folders.
    pub fn name(&self) -> String {
        let file = std::path::Path::new(&self.words[0]).file_name();
        file.map_or_else(|| self.words[0].clone(), |name| name.to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_quotes_and_backslashes() {
        let words = |text: &str| CommandLine::parse(text).map(|line| line.words);
        let split = |words: &[&str]| Ok(words.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(
            words(" python3  'my bot.py' --a=\"b c\" d\\ e '' "),
            split(&["python3", "my bot.py", "--a=b c", "d e", ""])
        );
        assert!(words("  ").is_err() && words("a 'b").is_err() && words("a\\").is_err());
        assert_eq!(CommandLine::parse("/usr/bin/bot -x").unwrap().name(), "bot");
    }
}
