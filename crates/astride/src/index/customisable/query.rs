//! A question: two climbs to the root of the elimination tree, without a queue.

use super::{Customised, NO_WAY};
use crate::base::Cost;
use crate::index::hierarchy::Side;

/// The memory of a running question: one per thread, to be lent to every call and every hierarchy.
#[derive(Debug, Default)]
pub struct CustomisedScratch {
    /// By rank, the ticks from the start and to the goal; only ranks on both climbs are ever read.
    reached: Vec<Reached>,
    /// Memory of unpacking: the ranks of a way, and arcs that are still to be unpacked.
    pub(super) chain: Vec<u32>,
    pub(super) stack: Vec<(u32, u32)>,
    pub(super) places: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Reached {
    from_start: Cost,
    to_goal: Cost,
    /// From where, by rank.
    before: u32,
    after: u32,
}

const NOTHING: Reached =
    Reached { from_start: Cost::MAX, to_goal: Cost::MAX, before: u32::MAX, after: u32::MAX };

impl CustomisedScratch {
    /// Memory that has answered nothing yet.
    pub fn new() -> Self {
        CustomisedScratch::default()
    }

    /// The next rank on the way back to the start, or on to the goal; itself at the ends.
    pub(super) fn parent(&self, side: Side, rank: u32) -> u32 {
        let reached = &self.reached[rank as usize];
        match side {
            Side::Up => reached.before,
            Side::Down => reached.after,
        }
    }
}

impl Customised<'_> {
    /// What the cheapest way between two nodes costs, in ticks; `None` if there is none.
    ///
    /// # Complexity
    ///
    /// O(arcs up from all ranks above both ends), which [`Skeleton::climb`](super::Skeleton::climb)
    /// counts; no heap.
    ///
    /// # Panics
    ///
    /// If a node is not below [`Skeleton::node_count`](super::Skeleton::node_count).
    pub fn distance(&self, from: u32, to: u32, scratch: &mut CustomisedScratch) -> Option<Cost> {
        self.meet(from, to, scratch).map(|(cost, _)| cost)
    }

    /// The cost of the cheapest way and the highest rank of it.
    pub(super) fn meet(
        &self,
        from: u32,
        to: u32,
        scratch: &mut CustomisedScratch,
    ) -> Option<(Cost, u32)> {
        let skeleton = self.skeleton;
        let reached = &mut scratch.reached;
        reached.resize(reached.len().max(skeleton.order.len()), NOTHING);
        let [start, goal] = [from, to].map(|node| skeleton.rank[node as usize]);
        for end in [start, goal] {
            let mut here = Some(end);
            while let Some(rank) = here {
                reached[rank as usize] = NOTHING;
                here = skeleton.parent(rank);
            }
        }
        let at_start = &mut reached[start as usize];
        (at_start.from_start, at_start.before) = (0, start);
        let at_goal = &mut reached[goal as usize];
        (at_goal.to_goal, at_goal.after) = (0, goal);
        // Up to where both climbs are one, from the lower of the two each time.
        let (mut up, mut down) = (start, goal);
        while up != down {
            let next = if up < down { &mut up } else { &mut down };
            let rank = *next;
            *next = skeleton.parent(rank)?;
            if reached[rank as usize].from_start != Cost::MAX {
                self.climb(rank, reached, Cost::MAX);
            }
            if reached[rank as usize].to_goal != Cost::MAX {
                self.fall(rank, reached, Cost::MAX);
            }
        }
        let (mut best, mut here) = (None, Some(up));
        while let Some(rank) = here {
            let Reached { from_start, to_goal, .. } = reached[rank as usize];
            let least = best.map_or(Cost::MAX, |(cost, _)| cost);
            let both = from_start.saturating_add(to_goal);
            let least = if both < least {
                best = Some((both, rank));
                both
            } else {
                least
            };
            if from_start < least {
                self.climb(rank, reached, least);
            }
            if to_goal < least {
                self.fall(rank, reached, least);
            }
            here = skeleton.parent(rank);
        }
        best
    }

    /// Goes on from the start along all arcs up from a rank, as far as ways cost less than `most`.
    #[inline(always)]
    fn climb(&self, rank: u32, reached: &mut [Reached], most: Cost) {
        let here = reached[rank as usize].from_start;
        let row = self.skeleton.row(rank);
        for (&head, costs) in self.skeleton.heads[row.clone()].iter().zip(&self.costs[row]) {
            let next = here + Cost::from(costs.up);
            let there = &mut reached[head as usize];
            if costs.up < NO_WAY && next < there.from_start && next < most {
                (there.from_start, there.before) = (next, rank);
            }
        }
    }

    /// The same from the goal, against the direction of the way.
    #[inline(always)]
    fn fall(&self, rank: u32, reached: &mut [Reached], most: Cost) {
        let here = reached[rank as usize].to_goal;
        let row = self.skeleton.row(rank);
        for (&head, costs) in self.skeleton.heads[row.clone()].iter().zip(&self.costs[row]) {
            let next = here + Cost::from(costs.down);
            let there = &mut reached[head as usize];
            if costs.down < NO_WAY && next < there.to_goal && next < most {
                (there.to_goal, there.after) = (next, rank);
            }
        }
    }
}
