//! Who may work now: seats for sockets, and cores that sessions share.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// If a message took at least this long, the next one of its session counts as heavy.
const HEAVY: Duration = Duration::from_millis(5);

/// Places of which each is given to one at a time.
#[derive(Debug)]
pub(super) struct Seats {
    free: AtomicUsize,
}

impl Seats {
    pub(super) fn new(count: usize) -> Arc<Self> {
        Arc::new(Seats { free: AtomicUsize::new(count) })
    }

    /// A seat, which is free again once it is dropped; `None` if all are taken.
    pub(super) fn take(self: &Arc<Self>) -> Option<Seat> {
        let one_less = |free: usize| free.checked_sub(1);
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).ok()?;
        Some(Seat(Arc::clone(self)))
    }
}

/// A taken seat.
#[derive(Debug)]
pub(super) struct Seat(Arc<Seats>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.free.fetch_add(1, Ordering::Relaxed);
    }
}

/// A gate through which a number of threads may be at once, first come, first served.
#[derive(Debug)]
struct Gate {
    state: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Debug)]
struct Queue {
    free: usize,
    /// The number that the next one gets, and the number whose turn it is.
    next: u64,
    turn: u64,
}

impl Gate {
    fn new(free: usize) -> Self {
        Gate { state: Mutex::new(Queue { free, next: 0, turn: 0 }), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self) -> Pass<'_> {
        let mut queue = self.lock();
        let number = queue.next;
        queue.next += 1;
        while queue.turn != number || queue.free == 0 {
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        queue.turn += 1;
        queue.free -= 1;
        self.changed.notify_all();
        Pass(self)
    }
}

/// Leave to be behind a gate, until this is dropped.
struct Pass<'a>(&'a Gate);

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        self.0.lock().free += 1;
        self.0.changed.notify_all();
    }
}

/// The cores that sessions share. Heavy sessions leave one of them to the others, so that a user who
/// only drags a goal never waits behind those who open large maps.
#[derive(Debug)]
pub(super) struct Cores {
    all: Gate,
    heavy: Gate,
}

impl Cores {
    pub(super) fn new(count: usize) -> Self {
        Cores { all: Gate::new(count), heavy: Gate::new(count.saturating_sub(1).max(1)) }
    }

    /// Does a piece of work once there is a core, first come, first served among the heavy and among
    /// the light. `took` is how long the previous message of the session took; a session begins as a
    /// heavy one.
    pub(super) fn work<R>(&self, took: Option<Duration>, work: impl FnOnce() -> R) -> R {
        let is_heavy = took.is_none_or(|took| took >= HEAVY);
        let _heavy = is_heavy.then(|| self.heavy.enter());
        let _core = self.all.enter();
        work()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::sync::mpsc;
    use std::thread;

    #[test]
    fn seats_become_free_again() {
        let seats = Seats::new(2);
        let (first, second) = (seats.take(), seats.take());
        assert!(first.is_some() && second.is_some() && seats.take().is_none());
        drop(first);
        assert!(seats.take().is_some());
    }

    #[test]
    fn heavy_work_leaves_a_core_to_the_light_and_waits_for_its_turn() {
        let cores = &Cores::new(2);
        let (began, hear) = mpsc::channel();
        let is_over = &AtomicBool::new(false);
        thread::scope(|scope| {
            let heavy = scope.spawn(move || {
                cores.work(None, || {
                    began.send(()).unwrap();
                    while !is_over.load(Ordering::Relaxed) {
                        thread::yield_now();
                    }
                });
            });
            hear.recv().unwrap();
            let second = scope.spawn(|| cores.work(None, || is_over.load(Ordering::Relaxed)));
            // Light work is done meanwhile, and the second heavy one is not.
            assert!(!cores.work(Some(Duration::ZERO), || is_over.load(Ordering::Relaxed)));
            is_over.store(true, Ordering::Relaxed);
            assert!(second.join().unwrap());
            heavy.join().unwrap();
        });
    }

    #[test]
    fn a_panic_gives_its_core_back() {
        let cores = &Cores::new(1);
        let failed = thread::scope(|scope| {
            scope.spawn(|| cores.work(None, || panic!("of the test"))).join()
        });
        assert!(failed.is_err());
        assert_eq!(cores.work(None, || 7), 7);
    }
}
