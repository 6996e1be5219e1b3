//! The workers on the lanes of a round: one thread or, with the feature `parallel`, several.

#[cfg(feature = "parallel")]
mod parallel;
mod serial;

#[cfg(feature = "parallel")]
pub(super) use parallel::run;
#[cfg(not(feature = "parallel"))]
pub(super) use serial::run;
