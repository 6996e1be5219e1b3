//! The workers on the lanes of a round: one thread or, with the feature `parallel`, several.

#[cfg(feature = "parallel")]
mod parallel;
mod serial;

#[cfg(feature = "parallel")]
use parallel as workers;
#[cfg(not(feature = "parallel"))]
use serial as workers;

use super::Serve;
use super::lanes::Lane;
use crate::base::{Budget, Spent};

/// Runs the quota of every lane, and returns what stopped that early, if anything did. Unspent
/// expansions are given back.
pub(super) fn run<S: Serve>(
    lanes: &mut [Lane<S>],
    serve: &S,
    budget: &mut Budget<'_>,
) -> Option<Spent> {
    let stopped = workers::run(lanes, serve, budget);
    for lane in lanes {
        budget.return_slice(std::mem::take(&mut lane.unused));
    }
    stopped
}
