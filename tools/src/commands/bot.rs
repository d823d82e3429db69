//! `filotto bot`: the engine behind a protocol that any program can speak.

use crate::{Exit, whole};
use crate::protocol::ask::Thinker;
use crate::protocol::dummy::Dummy;
use crate::protocol::options::Options;
use crate::protocol::thinker::Engine;
use crate::protocol::{json, text};
use std::io::Write;
use std::sync::Arc;

/// Speaks the bot's protocol on standard input and output
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  printf 'fpi\\nposition 2.74,0.71 0.5,0.4 2.13,0.71 UDLRC y n 0-0/60\\ngo nodes 20000\\nquit\\n' | filotto bot\n\nThe protocol is described in docs/protocol.md."
)]
pub struct Args {
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
    /// With --json: leave at the end of input without finishing what waits
    #[arg(long, requires = "json")]
    quit_now: bool,
    /// Doesn't think: plays full at the object ball when its time is over. For testing clients
    #[arg(long)]
    dummy: bool,
    /// Prints the JSON schemas of the messages, or writes them with --write
    #[arg(long)]
    schemas: bool,
    /// With --schemas: the folder to write one file a schema to
    #[arg(long, value_name = "FOLDER", requires = "schemas")]
    write: Option<std::path::PathBuf>,
    /// Sets an option of the protocol at the start, for example --option "skill=club"
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

/// Speaks until the input ends. Standard output belongs to the protocol's own thread.
pub fn run(args: Args, out: &mut dyn Write) -> anyhow::Result<Exit> {
    if args.schemas {
        return schemas(args.write.as_deref(), out);
    }
    let mut options = Options::default();
    for setting in &args.option {
        let (name, value) = setting.split_once('=').ok_or_else(|| anyhow::anyhow!("--option {setting}: NAME=VALUE is right"))?;
        options.set(name, value).map_err(|error| anyhow::anyhow!("--option {setting}: {}", error.message))?;
    }
    let thinker: Arc<dyn Thinker> = if args.dummy { Arc::new(Dummy) } else { Arc::new(Engine::default()) };
    let (input, output) = (std::io::stdin(), std::io::stdout());
    if args.json {
        json::serve(input, output, &thinker, options, args.quit_now);
    } else {
        text::serve(input, output, thinker, options);
    }
    Ok(Exit::Done)
}

/// Prints or writes the schemas.
fn schemas(folder: Option<&std::path::Path>, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let all = json::schema::all();
    match folder {
        Some(folder) => {
            for (name, schema) in all {
                let path = folder.join(name);
                let text = serde_json::to_string_pretty(&schema)? + "\n";
                whole::write(&path, text.as_bytes())?;
            }
        }
        None => {
            let all: serde_json::Map<_, _> = all.into_iter().map(|(name, schema)| (name.into(), schema)).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        }
    }
    Ok(Exit::Done)
}
