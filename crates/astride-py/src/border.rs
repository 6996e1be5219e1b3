//! The border to Python: other threads run while the engine works, limits are watched, and no panic
//! gets out.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::{Duration, Instant};

use astride::base::Budget;
use pyo3::Python;

use crate::error::{Answer, Kind, Refusal};

/// Works without the interpreter, so that other threads go on meanwhile.
pub(crate) fn away<R: Send>(py: Python<'_>, work: impl FnOnce() -> Answer<R> + Send) -> Answer<R> {
    py.detach(|| guarded(work))
}

/// Makes an exception of a panic.
pub(crate) fn guarded<R>(work: impl FnOnce() -> Answer<R>) -> Answer<R> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(fault(&*panic)))
}

#[cold]
fn fault(panic: &(dyn Any + Send)) -> Refusal {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    let text = text.unwrap_or("a panic without a text");
    Refusal::new(Kind::Fault, format!("the library has a fault: {text}"))
}

#[cold]
fn broken() -> Refusal {
    let text = "an earlier call that changed this object met a fault, expected a new object";
    Refusal::new(Kind::Fault, text)
}

/// A value that is read and written for a moment only.
pub(crate) fn lock<T>(value: &Mutex<T>) -> Answer<MutexGuard<'_, T>> {
    value.lock().map_err(|_| broken())
}

/// A value that is read for long: only for threads that are away.
pub(crate) fn read<T>(value: &RwLock<T>) -> Answer<RwLockReadGuard<'_, T>> {
    value.read().map_err(|_| broken())
}

/// A value that is changed: only for threads that are away.
pub(crate) fn write<T>(value: &RwLock<T>) -> Answer<RwLockWriteGuard<'_, T>> {
    value.write().map_err(|_| broken())
}

/// How much a question may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    expansions: Option<u64>,
    time: Option<Duration>,
}

impl Limits {
    pub(crate) fn new(expansions: Option<u64>, seconds: Option<f64>) -> Answer<Self> {
        let time = seconds.map(|seconds| {
            if seconds >= 0.0 {
                // Longer than anybody waits is no limit.
                let time = Duration::try_from_secs_f64(seconds).ok();
                return Ok(time.filter(|time| time.as_secs() < 1 << 32));
            }
            let text = format!("the limit is {seconds} seconds, expected 0 or more");
            Err(Refusal::new(Kind::BadArgument, text))
        });
        Ok(Limits { expansions, time: time.transpose()?.flatten() })
    }

    /// These limits, or this many expansions if there are none.
    pub(crate) fn or_expansions(self, most: u64) -> Self {
        match self {
            Limits { expansions: None, time: None } => {
                Limits { expansions: Some(most), time: None }
            }
            _ => self,
        }
    }

    /// Runs `body` under these limits; a question without a deadline does not look at the clock.
    pub(crate) fn within<R>(self, body: impl FnOnce(&mut Budget<'_>) -> R) -> R {
        let mut budget = Budget::unlimited();
        if let Some(most) = self.expansions {
            budget = budget.expansions(most);
        }
        match self.time.and_then(|time| Instant::now().checked_add(time)) {
            None => body(&mut budget),
            Some(end) => body(&mut budget.deadline(&mut || Instant::now() >= end)),
        }
    }
}
