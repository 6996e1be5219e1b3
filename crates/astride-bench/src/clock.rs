//! How long this thread has been running: the clock that other work on the machine affects least.
//!
//! On Linux this is the processor time of the thread, so that waiting for a core does not count;
//! elsewhere it is ordinary time. Caches and memory are still shared with whatever else runs.

use std::time::{Duration, Instant};

/// What the clock is called in results.
pub(crate) const NAME: &str = if cfg!(target_os = "linux") {
    "processor time of the thread, or elapsed time if that is less"
} else {
    "elapsed time"
};

/// Time this thread has run, from some fixed moment. Reading it takes some tenths of a µs.
#[cfg(target_os = "linux")]
pub(crate) fn now() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    // Both parts are never negative, and the second is below a billion.
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Time that all threads of this process have run together; elsewhere than on Linux elapsed time.
pub(crate) fn all_threads() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(target_os = "linux"))]
    now()
}

/// Time since the first reading.
#[cfg(not(target_os = "linux"))]
pub(crate) fn now() -> Duration {
    static FIRST: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// What `work` gives, and the µs it took: elapsed ones if these are fewer, because reading that clock
/// takes a tenth of the time, and most work of some µs is not interrupted.
#[inline]
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let (busy, began) = (now(), Instant::now());
    let result = std::hint::black_box(work());
    let elapsed = began.elapsed();
    (result, elapsed.min(now() - busy).as_nanos() as f64 / 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_the_clock_is_quick() {
        let (sum, micros) = timed(|| (0..100_000u64).map(std::hint::black_box).sum::<u64>());
        assert_eq!(sum, 4_999_950_000);
        assert!(micros > 1.0, "{micros}");
        let ((), idle) = timed(|| ());
        assert!(idle < 1e4, "{idle}");
    }
}
