//! The same work on many items, by one worker or, with the feature `parallel`, by several.
//!
//! Results are in the order of the items and each depends only on its item, so the outcome is the
//! same for any number of workers.

#[cfg(not(feature = "parallel"))]
mod serial;
#[cfg(not(feature = "parallel"))]
pub(crate) use serial::Crew;

#[cfg(feature = "parallel")]
mod parallel;
#[cfg(feature = "parallel")]
pub(crate) use parallel::Crew;
