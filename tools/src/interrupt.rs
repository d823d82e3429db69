//! Ctrl-C: asked once, long work ends at the next good place; asked twice, at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The shell's number for a program ended by Ctrl-C.
const INTERRUPTED: i32 = 130;

/// A flag that Ctrl-C sets; `told` is what is said then. What is written line by line loses nothing either way.
pub fn flag(told: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = stop.clone();
    let handler = move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        eprintln!("interrupted: {told}; Ctrl-C again ends at once");
    };
    // Refused only when there is a handler already; then Ctrl-C ends the program, and what is written stays.
    let _ = ctrlc::set_handler(handler);
    stop
}
