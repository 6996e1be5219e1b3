//! The clock of the measurements.

use std::fs;
use std::time::Instant;

/// Seconds that this thread has worked, where the system tells it, so that other work on the machine
/// does not count; elsewhere, seconds that have passed.
pub(crate) struct Clock(Instant);

impl Clock {
    pub(crate) fn start() -> Self {
        Clock(Instant::now())
    }

    pub(crate) fn seconds(&self) -> f64 {
        let nanoseconds = fs::read_to_string("/proc/thread-self/schedstat").ok();
        let worked = nanoseconds.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
        worked.map_or(self.0.elapsed().as_secs_f64(), |worked| worked / 1e9)
    }
}
