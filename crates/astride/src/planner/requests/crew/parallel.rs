//! As many workers as the current pool of rayon has threads.

use rayon::prelude::*;

use super::serial;
use crate::planner::requests::lanes::Turn;

/// Lets `work` have each of `lanes` again and again for as long as `allow` gives it a turn, all at
/// once. `work` does nothing in a lane whose turn is over.
pub(in crate::planner::requests) fn take_turns<L: Send>(
    lanes: &mut [L],
    mut allow: impl FnMut(&mut L) -> Turn,
    work: impl Fn(&mut L) + Send + Sync,
) {
    // To hand work over costs more than to do it, where there is nobody to hand it to.
    if rayon::current_num_threads() == 1 {
        return serial::take_turns(lanes, allow, work);
    }
    loop {
        let (mut going, mut last) = (0, 0);
        let mut is_stopped = false;
        for (at, lane) in lanes.iter_mut().enumerate() {
            match allow(lane) {
                Turn::Go => (going, last) = (going + 1, at),
                Turn::Over => {}
                Turn::Stop => {
                    is_stopped = true;
                    break;
                }
            }
        }
        match going {
            0 => return,
            1 => work(&mut lanes[last]),
            _ => lanes[..=last].par_iter_mut().for_each(&work),
        }
        if is_stopped {
            return;
        }
    }
}
