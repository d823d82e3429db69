//! A flag that ends one piece of thinking. Each has its own, so a late stop can't hit the next one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The flag; clones share it.
#[derive(Clone, Default)]
pub struct Stop {
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    /// Read by the search at every work item, hence without the lock.
    stopped: AtomicBool,
    lock: Mutex<()>,
    changed: Condvar,
}

impl Stop {
    /// Raises the flag. It stays up.
    pub fn stop(&self) {
        let guard = self.lock();
        self.shared.stopped.store(true, Ordering::Release);
        drop(guard);
        self.shared.changed.notify_all();
    }

    /// Whether it is up.
    pub fn stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Acquire)
    }

    /// Sleeps until it is up.
    pub fn wait(&self) {
        let mut guard = self.lock();
        while !self.stopped() {
            guard = self.shared.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Sleeps until it is up or the time is over; whether it is up.
    pub fn wait_for(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut guard = self.lock();
        while !self.stopped() {
            let Some(left) = until.checked_duration_since(Instant::now()) else { return false };
            guard = self.shared.changed.wait_timeout(guard, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, ()> {
        self.shared.lock.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
