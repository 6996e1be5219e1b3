//! As many workers as the current pool of rayon has threads.

use rayon::prelude::*;

/// Lets `work` have each of `lanes` for which `allow` grants something, until it refuses. It is
/// asked for all of them first.
pub(in crate::planner::requests) fn for_each<L: Send>(
    lanes: &mut [L],
    mut allow: impl FnMut(&mut L) -> bool,
    work: impl Fn(&mut L) + Send + Sync,
) {
    let refused = lanes.iter_mut().position(|lane| !allow(lane));
    let end = refused.unwrap_or(lanes.len());
    match &mut lanes[..end] {
        [] => {}
        [lane] => work(lane),
        lanes => lanes.par_iter_mut().for_each(work),
    }
}
