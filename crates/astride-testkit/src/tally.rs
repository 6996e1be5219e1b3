//! Counting across threads, with an occasional progress line.

use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Whether slow tests are enabled: `ASTRIDE_SLOW_TESTS=1`.
pub fn is_slow_run() -> bool {
    std::env::var("ASTRIDE_SLOW_TESTS").is_ok_and(|value| value == "1")
}

/// How many cases to try: more in a [slow run](is_slow_run).
pub fn cases(quick: u64, slow: u64) -> u64 {
    if is_slow_run() { slow } else { quick }
}

/// The progress of a long test.
pub struct Tally {
    name: &'static str,
    began: Instant,
    spoke: Mutex<Instant>,
    done: AtomicU64,
    queries: AtomicU64,
}

impl Tally {
    /// Starts counting for the test `name`.
    pub fn new(name: &'static str) -> Tally {
        let (began, spoke) = (Instant::now(), Mutex::new(Instant::now()));
        Tally { name, began, spoke, done: AtomicU64::new(0), queries: AtomicU64::new(0) }
    }

    /// Adds worlds and queries; reports to standard error every few seconds.
    pub fn add(&self, worlds: u64, queries: u64) {
        self.done.fetch_add(worlds, Ordering::Relaxed);
        self.queries.fetch_add(queries, Ordering::Relaxed);
        let Ok(mut spoke) = self.spoke.try_lock() else { return };
        if spoke.elapsed() > Duration::from_secs(5) {
            *spoke = Instant::now();
            self.say("so far");
        }
    }

    /// Queries so far.
    pub fn queries(&self) -> u64 {
        self.queries.load(Ordering::Relaxed)
    }

    /// Writes the summary line.
    pub fn finish(&self) {
        self.say("in all");
    }

    fn say(&self, when: &str) {
        let (worlds, seconds) = (self.done.load(Ordering::Relaxed), self.began.elapsed());
        let (name, queries) = (self.name, self.queries());
        let line = format!("{name}: {worlds} worlds, {queries} queries {when}, {seconds:.0?}\n");
        // Bypasses the capture of the test harness: a long test that prints nothing looks stuck.
        _ = std::io::stderr().write_all(line.as_bytes());
    }
}

/// Runs `work` on every number below `count`, on as many threads as there are cores, but at most
/// four; each thread has its own state. A panic in a thread is propagated.
pub fn spread<S>(count: u64, state: impl Fn() -> S + Sync, work: impl Fn(&mut S, u64) + Sync) {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get().min(4));
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut state = state();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    if at >= count {
                        return;
                    }
                    work(&mut state, at);
                }
            });
        }
    });
}
