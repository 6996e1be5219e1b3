//! Who works on the lanes of one round: one thread or, with the feature `parallel`, several.

#[cfg(not(feature = "parallel"))]
mod serial;
#[cfg(not(feature = "parallel"))]
pub(super) use serial::for_each;

#[cfg(feature = "parallel")]
mod parallel;
#[cfg(feature = "parallel")]
pub(super) use parallel::for_each;
