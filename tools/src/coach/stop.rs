//! Ctrl-C in long work: what is done so far is kept, the rest is left out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the person wants an end.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Listens to Ctrl-C from now on.
    pub fn on_signal() -> Stop {
        let stop = Stop::default();
        let by_signal = stop.clone();
        // A handler set before (a process has one at most) would be an error; work then just runs to its end.
        let _ = ctrlc::set_handler(move || by_signal.ask());
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
