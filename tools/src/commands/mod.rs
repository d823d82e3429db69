//! One file a command. Each has `Args`, whose doc comment is the help, and
//! `run(args, out) -> anyhow::Result<Exit>`; a new command is its file and its line in the list below.

use crate::Exit;
use std::io::Write;

mod batch;
mod verify_hash;
mod verify_record;
mod verify_reference;
mod verify_stats;
pub mod version;

pub use suggest::rounded;

/// Declares the modules, the subcommand enum and the dispatch from one line a command: `Variant module`.
macro_rules! commands {
    ($($variant:ident $module:ident,)*) => {
        $(mod $module;)*

        /// What `filotto` can be asked to do.
        #[derive(clap::Subcommand)]
        #[allow(clippy::large_enum_variant, reason = "made once, at the start")]
        pub enum Command {
            $(
                #[allow(missing_docs)]
                $variant($module::Args),
            )*
        }

        /// Runs one command; its results go to `out`.
        pub fn run(command: Command, out: &mut dyn Write) -> anyhow::Result<Exit> {
            match command {
                $(Command::$variant(args) => $module::run(args, out),)*
            }
        }
    };
}

commands! {
    Suggest suggest,
    Simulate simulate,
    Stroke stroke,
    Skill skill,
    Drills drills,
    Review review,
    Match match_,
    Replay replay,
    Selfplay selfplay,
    Records records,
    Play play,
    Judge judge,
    Bot bot,
    Conformance conformance,
    Strength strength,
    Ladder ladder,
    Learn learn,
    Generation generation,
    Tune tune,
    Bench bench,
    Signature signature,
    Calibrate calibrate,
    Verify verify,
    Presets presets,
    Rules rules,
    Table table,
    Completions completions,
}
