//! Curves from pose to pose: all kinds of them, and whether the ground leaves room for one.

use super::body::{Reversing, Vehicle};
use super::curve::Word;
use super::ground::Ground;
use super::pose::{Gear, Pose};
use super::{dubins, reeds_shepp};

/// All kinds of curves between two poses with their costs in parts, cheapest first.
pub(super) fn words(
    vehicle: &Vehicle,
    [from, to]: [Pose; 2],
    gear: Option<Gear>,
) -> Vec<(u64, Word)> {
    let mut words = Vec::new();
    let seen = from.sees(to, vehicle.turning_radius);
    let mut add = |word: Word| {
        let (mut cost, mut gear) = (0, gear);
        for segment in word.segments(vehicle.turning_radius) {
            cost += vehicle.costs.of(segment) + vehicle.costs.change(gear, segment.gear);
            gear = Some(segment.gear);
        }
        if word.ends_at(seen) {
            words.push((cost, word));
        }
    };
    match vehicle.reversing {
        Reversing::Never => dubins::for_each_word(seen, &mut add),
        Reversing::Allowed => reeds_shepp::for_each_word(seen, &mut add),
    }
    // Words with equal costs keep their order.
    words.sort_by_key(|&(cost, _)| cost);
    words
}

/// Whether nothing obstructs a curve, whose beginning is known to be free.
pub(super) fn is_free(ground: &Ground, vehicle: &Vehicle, from: Pose, word: Word) -> bool {
    let mut at = from;
    word.segments(vehicle.turning_radius).all(|segment| {
        let begin = at;
        at = begin.after(segment, vehicle.turning_radius);
        ground.obstacle_on(vehicle, begin, segment).is_none()
    })
}
