//! One worker: the thread that asks.

/// Lets `work` have each of `lanes` for which `allow` grants something, until it refuses. It is
/// asked right before the work.
pub(in crate::planner::requests) fn for_each<L>(
    lanes: &mut [L],
    mut allow: impl FnMut(&mut L) -> bool,
    work: impl Fn(&mut L),
) {
    for lane in lanes {
        if !allow(lane) {
            return;
        }
        work(lane);
    }
}
