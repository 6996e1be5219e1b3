//! Queries: two climbs to the root of the elimination tree, without a queue.

use super::{Customised, NO_WAY, Skeleton};
use crate::base::Cost;
use crate::index::hierarchy::Side;
use crate::search::{Part, Scratch};

/// The memory of a running query.
#[derive(Clone, Debug, Default)]
pub(super) struct CustomisedMemory {
    /// For each rank, the ticks from the start and to the goal; only ranks on both climbs are ever
    /// read.
    reached: Vec<Reached>,
    /// Memory for unpacking: the ranks of a path, and arcs still to be unpacked.
    pub(super) chain: Vec<u32>,
    pub(super) stack: Vec<(u32, u32)>,
    pub(super) places: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Reached {
    from_start: Cost,
    to_goal: Cost,
    /// The previous rank.
    before: u32,
    after: u32,
}

const NOTHING: Reached =
    Reached { from_start: Cost::MAX, to_goal: Cost::MAX, before: u32::MAX, after: u32::MAX };

impl Part for CustomisedMemory {
    fn bytes(&self) -> usize {
        let pairs = self.stack.capacity() + self.places.capacity();
        self.reached.capacity() * size_of::<Reached>()
            + self.chain.capacity() * size_of::<u32>()
            + pairs * size_of::<(u32, u32)>()
    }
}

impl CustomisedMemory {
    /// The next rank on the way back to the start, or on to the goal; the rank itself at the ends.
    pub(super) fn parent(&self, side: Side, rank: u32) -> u32 {
        let reached = &self.reached[rank as usize];
        match side {
            Side::Up => reached.before,
            Side::Down => reached.after,
        }
    }
}

impl Customised<'_> {
    /// The cost of a cheapest path between two nodes, in ticks; `None` if there is none.
    ///
    /// # Complexity
    ///
    /// O(arcs up from all ranks above both ends), as counted by
    /// [`Skeleton::climb`](super::Skeleton::climb); no heap.
    ///
    /// # Panics
    ///
    /// If a node is not below [`Skeleton::node_count`](super::Skeleton::node_count).
    pub fn distance(&self, from: u32, to: u32, scratch: &mut Scratch) -> Option<Cost> {
        self.meet(from, to, scratch.part()).map(|(cost, _)| cost)
    }

    /// The cost of a cheapest path and its highest rank.
    pub(super) fn meet(
        &self,
        from: u32,
        to: u32,
        scratch: &mut CustomisedMemory,
    ) -> Option<(Cost, u32)> {
        let skeleton = &*self.skeleton;
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
        // Up to where both climbs join, always advancing the lower of the two.
        let (mut up, mut down) = (start, goal);
        while up != down {
            let next = if up < down { &mut up } else { &mut down };
            let rank = *next;
            *next = skeleton.parent(rank)?;
            if reached[rank as usize].from_start != Cost::MAX {
                self.climb(skeleton, rank, reached, Cost::MAX);
            }
            if reached[rank as usize].to_goal != Cost::MAX {
                self.fall(skeleton, rank, reached, Cost::MAX);
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
                self.climb(skeleton, rank, reached, least);
            }
            if to_goal < least {
                self.fall(skeleton, rank, reached, least);
            }
            here = skeleton.parent(rank);
        }
        best
    }

    /// Relaxes all arcs up from a rank, on the side of the start, as long as paths cost less than
    /// `most`.
    #[inline(always)]
    fn climb(&self, skeleton: &Skeleton, rank: u32, reached: &mut [Reached], most: Cost) {
        let here = reached[rank as usize].from_start;
        let row = skeleton.row(rank);
        for (&head, costs) in skeleton.heads[row.clone()].iter().zip(&self.costs[row]) {
            let next = here + Cost::from(costs.up);
            let there = &mut reached[head as usize];
            if costs.up < NO_WAY && next < there.from_start && next < most {
                (there.from_start, there.before) = (next, rank);
            }
        }
    }

    /// The same on the side of the goal, against the direction of the path.
    #[inline(always)]
    fn fall(&self, skeleton: &Skeleton, rank: u32, reached: &mut [Reached], most: Cost) {
        let here = reached[rank as usize].to_goal;
        let row = skeleton.row(rank);
        for (&head, costs) in skeleton.heads[row.clone()].iter().zip(&self.costs[row]) {
            let next = here + Cost::from(costs.down);
            let there = &mut reached[head as usize];
            if costs.down < NO_WAY && next < there.to_goal && next < most {
                (there.to_goal, there.after) = (next, rank);
            }
        }
    }
}
