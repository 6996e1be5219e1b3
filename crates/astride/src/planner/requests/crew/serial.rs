//! One worker: the calling thread.

use crate::base::{Budget, Spent};
use crate::planner::requests::Serve;
use crate::planner::requests::lanes::Lane;

/// Runs the quota of every lane, one after the other, and returns what stopped that.
pub(super) fn run<S: Serve>(
    lanes: &mut [Lane<S>],
    serve: &S,
    budget: &mut Budget<'_>,
) -> Option<Spent> {
    for lane in lanes {
        while lane.quota > 0 {
            match budget.take_slice(lane.quota) {
                Ok(slice) => {
                    lane.slice = slice;
                    lane.make_slice(serve, &mut budget.part(slice));
                }
                Err(spent) => return Some(spent),
            }
        }
    }
    None
}
