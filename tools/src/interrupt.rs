//! Ctrl-C: asked once, long work ends at the next good place; asked twice, at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The shell's number for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// Whether the person wants an end; clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that Ctrl-C raises from now on; `told` is what is said then. What is written line by line loses nothing
    /// either way.
    pub fn on_ctrl_c(told: &'static str) -> Stop {
        let stop = Stop::default();
        let asked = stop.clone();
        let handler = move || {
            if asked.0.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
            eprintln!("interrupted: {told}; Ctrl-C again ends at once");
        };
        // Refused only when there is a handler already; then Ctrl-C ends the program, and what is written stays.
        let _ = ctrlc::set_handler(handler);
        stop
    }

    /// Asks for an end.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked for.
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
