//! One worker: the thread that asks.

use crate::planner::requests::lanes::Turn;

/// Lets `work` have each of `lanes` again and again for as long as `allow` gives it a turn, one after
/// the other.
pub(in crate::planner::requests) fn take_turns<L>(
    lanes: &mut [L],
    mut allow: impl FnMut(&mut L) -> Turn,
    work: impl Fn(&mut L),
) {
    for lane in lanes {
        loop {
            match allow(lane) {
                Turn::Go => work(lane),
                Turn::Over => break,
                Turn::Stop => return,
            }
        }
    }
}
