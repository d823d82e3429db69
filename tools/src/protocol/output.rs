//! Lines to a stranger who may read slowly, or no longer.
//!
//! One thread writes; everybody else hands it lines. A result is never lost: when too much waits, whoever brings the
//! next one waits too, and so, in the end, does the reading of commands. An `info` is news, and old news is dropped
//! first. When the reader has gone all lines are dropped and the owner is told.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of results that may wait before their bringers do.
const MAX_WAITING: usize = 4 << 20;
/// Infos that may wait: a few reports of a wide search.
const MAX_INFOS: usize = 64;

/// A line that waits.
struct Line {
    text: String,
    news: bool,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<Line>,
    bytes: usize,
    infos: usize,
    /// No further line is taken.
    finished: bool,
    /// A line has been taken out and is being written.
    writing: bool,
    /// The reader has gone.
    closed: bool,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

/// The way out; cheap to clone.
#[derive(Clone)]
pub struct Output {
    shared: Arc<Shared>,
}

impl Output {
    /// Starts the writing thread; `on_closed` is called when the reader has gone.
    pub fn start(sink: impl Write + Send + 'static, on_closed: impl FnOnce() + Send + 'static) -> Output {
        let output = Output { shared: Arc::default() };
        let writer = output.clone();
        std::thread::spawn(move || writer.write_all(sink, on_closed));
        output
    }

    /// A line that must arrive. Waits while the reader is far behind.
    pub fn result(&self, text: impl Into<String>) {
        let text = text.into();
        let mut queue = self.lock();
        while queue.bytes > MAX_WAITING && !queue.closed && !queue.finished {
            queue = self.wait(queue);
        }
        self.push(queue, Line { text, news: false });
    }

    /// A line that may be dropped when the reader is behind.
    pub fn info(&self, text: impl Into<String>) {
        let mut queue = self.lock();
        if queue.infos >= MAX_INFOS {
            let oldest = queue.lines.iter().position(|line| line.news);
            if let Some(line) = oldest.and_then(|at| queue.lines.remove(at)) {
                queue.bytes -= line.text.len();
                queue.infos -= 1;
            }
        }
        self.push(queue, Line { text: text.into(), news: true });
    }

    /// Takes no further line and waits, at most so long, until those taken are written.
    pub fn finish(&self, patience: Duration) {
        let until = Instant::now() + patience;
        let mut queue = self.lock();
        queue.finished = true;
        self.shared.changed.notify_all();
        while !queue.closed && (queue.writing || !queue.lines.is_empty()) {
            let Some(left) = until.checked_duration_since(Instant::now()) else { return };
            let waited = self.shared.changed.wait_timeout(queue, left);
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn push(&self, mut queue: MutexGuard<'_, Queue>, line: Line) {
        if queue.closed || queue.finished {
            return;
        }
        queue.bytes += line.text.len();
        queue.infos += usize::from(line.news);
        queue.lines.push_back(line);
        self.shared.changed.notify_all();
    }

    /// The writing thread: a line, a flush, the next line.
    fn write_all(&self, mut sink: impl Write, on_closed: impl FnOnce()) {
        while let Some(text) = self.take() {
            if sink.write_all(text.as_bytes()).and_then(|()| sink.flush()).is_err() {
                self.lock().closed = true;
                self.shared.changed.notify_all();
                return on_closed();
            }
            self.lock().writing = false;
            self.shared.changed.notify_all();
        }
    }

    /// The next line with its end; waits for it. `None` when there will be no more.
    fn take(&self) -> Option<String> {
        let mut queue = self.lock();
        loop {
            if let Some(line) = queue.lines.pop_front() {
                queue.bytes -= line.text.len();
                queue.infos -= usize::from(line.news);
                queue.writing = true;
                self.shared.changed.notify_all();
                // A line is one line whatever a message quotes.
                return Some(line.text.replace(['\n', '\r'], " ") + "\n");
            }
            if queue.finished {
                return None;
            }
            queue = self.wait(queue);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        self.shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::sync::mpsc;

    const PATIENCE: Duration = Duration::from_secs(20);

    #[test]
    fn a_slow_reader_misses_old_news_and_no_result() {
        let (reader, writer) = std::io::pipe().unwrap();
        let output = Output::start(writer, || ());
        // More than a pipe holds, so that lines have to wait.
        output.result("x".repeat(200_000));
        for i in 0..1000 {
            output.info(format!("info {i}"));
            output.result(format!("result {i}"));
        }
        let reading =
            std::thread::spawn(move || BufReader::new(reader).lines().map(Result::unwrap).collect::<Vec<_>>());
        output.finish(PATIENCE);
        drop(output);
        let lines = reading.join().unwrap();
        let of = |word: &str| lines.iter().filter(|line| line.starts_with(word)).count();
        assert_eq!(of("result"), 1000);
        assert!(of("info") <= MAX_INFOS + 1 && lines.contains(&"info 999".to_string()));
        assert_eq!(lines.last().unwrap(), "result 999");
    }

    #[test]
    fn results_wait_for_the_reader_instead_of_filling_memory() {
        let (reader, writer) = std::io::pipe().unwrap();
        let output = Output::start(writer, || ());
        let (sent, arrived) = mpsc::channel();
        let bringer = output.clone();
        std::thread::spawn(move || {
            for _ in 0..2 * MAX_WAITING / 10_000 {
                bringer.result("y".repeat(10_000));
            }
            sent.send(()).unwrap();
        });
        assert!(arrived.recv_timeout(Duration::from_millis(300)).is_err(), "nobody waited");
        assert!(output.lock().bytes <= MAX_WAITING + 10_000);
        std::thread::spawn(move || std::io::copy(&mut BufReader::new(reader), &mut std::io::sink()));
        arrived.recv_timeout(PATIENCE).unwrap();
    }

    #[test]
    fn a_closed_pipe_is_told_once_and_nobody_waits() {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let (told, closed) = mpsc::channel();
        let output = Output::start(writer, move || told.send(()).unwrap());
        for _ in 0..100 {
            output.result("z".repeat(100_000));
        }
        closed.recv_timeout(PATIENCE).unwrap();
        output.finish(PATIENCE);
    }

    #[test]
    fn a_message_with_line_ends_stays_one_line() {
        let (reader, writer) = std::io::pipe().unwrap();
        let output = Output::start(writer, || ());
        output.result("error message=\"a\r\nb\"");
        output.finish(PATIENCE);
        drop(output);
        let lines: Vec<_> = BufReader::new(reader).lines().map(Result::unwrap).collect();
        assert_eq!(lines, ["error message=\"a  b\""]);
    }
}
