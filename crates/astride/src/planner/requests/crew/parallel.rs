//! As many workers as the current pool of rayon has threads.

use rayon::prelude::*;

use super::serial;
use crate::base::{Budget, Spent};
use crate::planner::requests::Serve;
use crate::planner::requests::lanes::Lane;

/// A deadline or a cancel flag can only be checked on the calling thread. If there is one, a lane
/// makes at most this many expansions between checks.
const ASK_EVERY: u64 = 64;

/// Runs the quota of every lane in parallel, and returns what stopped that.
pub(super) fn run<S: Serve>(
    lanes: &mut [Lane<S>],
    serve: &S,
    budget: &mut Budget<'_>,
) -> Option<Spent> {
    // With a single thread, handing work over costs more than doing it.
    if rayon::current_num_threads() == 1 {
        return serial::run(lanes, serve, budget);
    }
    let most = if budget.is_asked() { ASK_EVERY } else { u64::MAX };
    let make_slice = |lane: &mut Lane<S>| {
        lane.make_slice(serve, &mut Budget::unlimited().expansions(lane.slice));
    };
    loop {
        let (mut going, mut last, mut stopped) = (0, 0, None);
        for (at, lane) in lanes.iter_mut().enumerate().filter(|(_, lane)| lane.quota > 0) {
            match budget.take_slice(lane.quota.min(most)) {
                Ok(slice) => (lane.slice, going, last) = (slice, going + 1, at),
                Err(spent) => {
                    stopped = Some(spent);
                    break;
                }
            }
        }
        match going {
            0 => return stopped,
            1 => make_slice(&mut lanes[last]),
            _ => lanes[..=last].par_iter_mut().for_each(make_slice),
        }
        if stopped.is_some() {
            return stopped;
        }
    }
}
