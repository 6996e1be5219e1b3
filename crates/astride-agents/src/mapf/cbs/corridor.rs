//! Two agents that go through one narrow passage in opposite directions.
//!
//! Li, Gange, Harabor, Stuckey, Ma & Koenig, "New Techniques for Pairwise Symmetry Breaking in
//! Multi-Agent Path Finding", ICAPS 2020. One of the two has to wait until the other has come
//! through, or take a detour. Earliest times are computed here for an agent without bans, which can
//! make ranges shorter but never wrong.

use super::super::task::{Task, Walk, steps_between};
use super::bans::Ban;
use super::conflict::Conflict;
use crate::roadmap::{NOWHERE, Place, Roadmap};

/// A passage: two ends and the places between them, each with two neighbours.
struct Corridor {
    ends: [Place; 2],
    inside: Vec<Place>,
}

/// What the two agents of a conflict inside a passage are banned from; `None` if it is not in one,
/// or if nothing would be gained. O(places) if they are in one; the work done is added to `work`.
pub(super) fn split(
    task: &Task<'_>,
    agents: [u32; 2],
    walks: [&Walk; 2],
    conflict: &Conflict,
    work: &mut usize,
) -> Option<[Ban; 2]> {
    let (roadmap, starts) = (task.instance.roadmap(), task.instance.starts());
    if !roadmap.is_two_way() {
        return None;
    }
    let starts = agents.map(|agent| starts[agent as usize]);
    let is_inside = |place: Place| roadmap.neighbours(place).len() == 2 && !starts.contains(&place);
    let middle = conflict.to.into_iter().find(|&place| is_inside(place))?;
    let corridor = Corridor::around(roadmap, middle, is_inside)?;
    // Where each of the two comes out.
    let exit = |walk: &Walk| corridor.exit(walk, middle, conflict.timestep);
    let exits = [exit(walks[0])?, exit(walks[1])?];
    if exits[0] == exits[1] {
        return None;
    }
    let length = corridor.inside.len() as u32 + 1;
    let mut earliest = |side: usize, closed: &[Place]| {
        steps_between(roadmap, starts[side], exits[side], closed, work)
    };
    let through = [earliest(0, &[])?, earliest(1, &[])?];
    let mut bans = [Ban::ArriveBy(0); 2];
    for side in 0..2 {
        let after_the_other = through[1 - side] + length;
        let until = match earliest(side, &corridor.inside) {
            Some(round) => after_the_other.min(round.checked_sub(1)?),
            None => after_the_other,
        };
        let mut in_time = walks[side].iter().take(until as usize + 1);
        if !in_time.any(|&place| place == exits[side]) {
            return None;
        }
        bans[side] = Ban::Visit { place: exits[side], since: 0, until };
    }
    Some(bans)
}

impl Corridor {
    /// The passage that contains `middle`; `None` if it is a circle.
    fn around(roadmap: &Roadmap, middle: Place, is_inside: impl Fn(Place) -> bool) -> Option<Self> {
        let mut corridor = Corridor { ends: [NOWHERE; 2], inside: vec![middle] };
        for side in 0..2 {
            let (mut before, mut at) = (middle, roadmap.neighbours(middle)[side]);
            while is_inside(at) {
                if at == middle {
                    return None;
                }
                corridor.inside.push(at);
                let ways = roadmap.neighbours(at);
                let next = if ways[0] == before { ways[1] } else { ways[0] };
                (before, at) = (at, next);
            }
            corridor.ends[side] = at;
        }
        (corridor.ends[0] != corridor.ends[1]).then_some(corridor)
    }

    /// The end where a walk comes out that is inside, or about to be, at a timestep, if it came in by
    /// the other one.
    fn exit(&self, walk: &Walk, middle: Place, timestep: u32) -> Option<Place> {
        // In a swap at an end, one of the two is there now and was inside just before.
        let timestep = timestep as usize;
        let at = if walk.get(timestep) == Some(&middle) { timestep } else { timestep - 1 };
        let is_end = |place: &&Place| self.ends.contains(place);
        let entry = walk.get(..at)?.iter().rev().find(is_end)?;
        let exit = walk.get(at..)?.iter().find(is_end)?;
        (entry != exit).then_some(*exit)
    }
}
