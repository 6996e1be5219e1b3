//! Shortening a drive: the part between two of its poses is replaced by a curve wherever that is
//! free and costs less.

use super::body::Vehicle;
use super::fit::{is_free, words};
use super::ground::Ground;
use super::pose::{Gear, Pose, Segment};

/// A curve replaces at most this many knots.
const WINDOW: usize = 32;

/// A segment of a drive and its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Knot {
    pub(super) segment: Segment,
    pub(super) to: Pose,
}

/// The cheapest known drive to a knot.
struct Best {
    cost: u64,
    gear: Option<Gear>,
    /// Where the last curve begins, and its segments.
    from: usize,
    segments: Vec<Segment>,
}

/// The drive from `start` along all knots, skipping as many of them as pays off.
pub(super) fn shortened(
    ground: &Ground,
    vehicle: &Vehicle,
    start: Pose,
    knots: &[Knot],
) -> Vec<Segment> {
    let pose = |at: usize| if at == 0 { start } else { knots[at - 1].to };
    let mut bests = vec![Best { cost: 0, gear: None, from: 0, segments: Vec::new() }];
    for (before, knot) in knots.iter().enumerate() {
        let (last, segment) = (&bests[before], knot.segment);
        let change = vehicle.costs.change(last.gear, segment.gear);
        let mut best = Best {
            cost: last.cost + change + vehicle.costs.of(segment),
            gear: Some(segment.gear),
            from: before,
            segments: vec![segment],
        };
        let first = before.saturating_sub(WINDOW);
        for (begin, from) in bests[first..before].iter().zip(first..) {
            let words = words(vehicle, [pose(from), knot.to], begin.gear);
            let Some(&(cost, word)) = words.first() else { continue };
            let cost = begin.cost + cost;
            if cost < best.cost && is_free(ground, vehicle, pose(from), word) {
                let segments: Vec<Segment> = word.segments(vehicle.turning_radius).collect();
                let gear = segments.last().map_or(begin.gear, |last| Some(last.gear));
                best = Best { cost, gear, from, segments };
            }
        }
        bests.push(best);
    }
    let mut ways = Vec::new();
    let mut at = knots.len();
    while at > 0 {
        ways.push(&bests[at].segments);
        at = bests[at].from;
    }
    ways.into_iter().rev().flatten().copied().collect()
}
