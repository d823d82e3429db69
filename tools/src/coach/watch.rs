//! `--watch`: thinking until Enter or Ctrl-C, each better answer told as it comes.

use crate::interrupt::Stop;
use filotto_search::{Control, Plan};
use std::io::{BufRead, IsTerminal, Write};

/// Stops when the person does.
pub struct Watching {
    stop: Stop,
}

impl Watching {
    /// Listens to Enter (or the end of the input) and to Ctrl-C from now on.
    pub fn new() -> Watching {
        let stop = Stop::on_ctrl_c("the best so far follows");
        let by_enter = stop.clone();
        // The thread ends with the process: there is no way to wake a blocked read.
        std::thread::spawn(move || {
            let _ = std::io::stdin().lock().read_line(&mut String::new());
            by_enter.ask();
        });
        Watching { stop }
    }
}

impl Control for Watching {
    fn stopped(&self) -> bool {
        self.stop.asked()
    }

    fn report(&self, plan: &Plan) {
        let mut out = std::io::stderr().lock();
        let first = plan.suggestions.first();
        let line = first.map(|s| {
            let (points, win) = (s.points, s.win);
            format!(
                "{} strokes: {}  {:.2} ± {:.2} points, wins {:.1} % ± {:.1}",
                plan.nodes,
                crate::commands::rounded(&s.stroke),
                points.mean,
                points.pm,
                100.0 * win.mean,
                100.0 * win.pm
            )
        });
        // Nothing is lost with a line that standard error refuses.
        let _ = writeln!(out, "{}", line.unwrap_or_default());
        if std::io::stderr().is_terminal() && plan.nodes < 100_000 {
            let _ = writeln!(out, "thinking on; Enter or Ctrl-C stops");
        }
    }
}
