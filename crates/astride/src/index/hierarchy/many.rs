//! Many to many: one climb from each source and each target instead of one query for each pair.
//!
//! Knopp, Sanders, Schultes, Schulz & Wagner, "Computing Many-to-Many Shortest Paths Using Highway
//! Hierarchies", ALENEX 2007.

use super::{Hierarchy, HierarchyMemory, Side};
use crate::base::Cost;
use crate::search::Scratch;

impl Hierarchy {
    /// The cost of a cheapest path from each source to each target, in ticks, as
    /// `matrix[source][target]`; [`Cost::MAX`] if there is none.
    ///
    /// # Complexity
    ///
    /// A climb from each source and each target, and a pass over the target entries stored at each
    /// node that a source visits: far less than a query for each pair.
    ///
    /// # Panics
    ///
    /// If a node is not below [`Hierarchy::node_count`].
    pub fn matrix(
        &self,
        sources: &[u32],
        targets: &[u32],
        scratch: &mut Scratch,
    ) -> Vec<Vec<Cost>> {
        let scratch: &mut HierarchyMemory = scratch.part();
        // The target entries, by the node where they are stored.
        let mut left: Vec<(u32, u32, Cost)> = Vec::new();
        for (target, &node) in (0..).zip(targets) {
            self.climb_from(node, Side::Down, scratch, |node, cost| {
                left.push((node, target, cost))
            });
        }
        left.sort_unstable();
        let mut starts = vec![0_u32; self.order.len() + 1];
        left.iter().for_each(|&(node, ..)| starts[node as usize + 1] += 1);
        for node in 0..self.order.len() {
            starts[node + 1] += starts[node];
        }
        let row = |&source: &u32| {
            let mut row = vec![Cost::MAX; targets.len()];
            self.climb_from(source, Side::Up, scratch, |node, cost| {
                let here = starts[node as usize] as usize..starts[node as usize + 1] as usize;
                for &(_, target, rest) in &left[here] {
                    let least = &mut row[target as usize];
                    *least = (*least).min(cost + rest);
                }
            });
            row
        };
        sources.iter().map(row).collect()
    }

    /// Visits all nodes above one, by rank, except those to which a cheaper path is known.
    fn climb_from(
        &self,
        node: u32,
        side: Side,
        scratch: &mut HierarchyMemory,
        mut tell: impl FnMut(u32, Cost),
    ) {
        scratch.begin(self);
        let rank = self.rank[node as usize];
        scratch.reach(side, rank, 0, rank);
        while scratch.least(side) != Cost::MAX {
            if let Some((node, cost)) = scratch.step(self, side, Cost::MAX) {
                tell(node, cost);
            }
        }
    }
}
