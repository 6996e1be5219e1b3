//! Computing the costs of all arcs of a skeleton from the costs of the arcs of the graph.

use std::borrow::Cow;

use super::{Costs, Customised, NO_WAY, Skeleton};
use crate::index::contraction::SparseGraph;

/// Why a skeleton cannot take these costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CustomiseError {
    /// The number of nodes of the graph differs from that of the skeleton.
    Nodes {
        /// Nodes in the graph.
        found: u32,
        /// Nodes in the skeleton.
        expected: u32,
    },
    /// An arc connects two nodes that were not connected when the skeleton was built.
    NoSuchArc {
        /// Its start.
        from: u32,
        /// Its end.
        to: u32,
    },
    /// A path costs 2³¹ − 1 ticks or more.
    TooFar,
}

errors! { enum CustomiseError:
    Nodes { found, expected } => ("skeleton-nodes",
        "the graph has {found} nodes, expected {expected} as the skeleton has"),
    NoSuchArc { from, to } => ("skeleton-no-such-arc",
        "an arc leads from node {from} to node {to}, expected one of those of which the skeleton \
        was built"),
    TooFar => ("skeleton-too-far", "a way costs 2147483647 ticks or more, expected less"),
}

impl Skeleton {
    /// The skeleton with the costs of a graph whose arcs are a subset of those from which it was
    /// built. Missing arcs cannot be used.
    ///
    /// # Errors
    ///
    /// If the graph has other nodes or additional arcs, or if a path costs 2³¹ − 1 ticks or more.
    ///
    /// # Complexity
    ///
    /// O(triangles of the skeleton): pairs of arcs up from one node.
    pub fn customise(&self, graph: &SparseGraph) -> Result<Customised<'_>, CustomiseError> {
        let (found, expected) = (graph.node_count(), self.node_count());
        if found != expected {
            return Err(CustomiseError::Nodes { found, expected });
        }
        let none = Costs { up: NO_WAY, down: NO_WAY };
        let mut own = vec![none; self.arc_count()];
        for from in 0..found {
            for (to, cost) in graph.arcs(from) {
                self.place((from, to, cost))?.set(&mut own, cost);
            }
        }
        let mut costs = own.clone();
        self.relax_all(&mut costs)?;
        Ok(Customised { skeleton: Cow::Borrowed(self), own, costs })
    }

    /// As [`customise`](Self::customise), where the skeleton serves no other costs.
    ///
    /// # Errors
    ///
    /// As for [`customise`](Self::customise).
    pub fn into_customised(
        self,
        graph: &SparseGraph,
    ) -> Result<Customised<'static>, CustomiseError> {
        let Customised { own, costs, .. } = self.customise(graph)?;
        Ok(Customised { skeleton: Cow::Owned(self), own, costs })
    }

    /// Where the cost of an arc `(from, to, ticks)` of the graph is stored.
    pub(super) fn place(&self, (from, to, cost): (u32, u32, u32)) -> Result<Place, CustomiseError> {
        let rank = |node: u32| self.rank.get(node as usize).copied();
        let arc = rank(from).zip(rank(to)).and_then(|(from, to)| {
            let arc = self.arc(from.min(to), from.max(to))?;
            Some(Place { arc, is_up: from < to })
        });
        match arc {
            Some(_) if cost >= NO_WAY => Err(CustomiseError::TooFar),
            arc => arc.ok_or(CustomiseError::NoSuchArc { from, to }),
        }
    }

    /// Sets the cost of every arc to that of the cheapest path through lower ranks, beginning with
    /// the lowest arcs.
    fn relax_all(&self, costs: &mut [Costs]) -> Result<(), CustomiseError> {
        // The costs of the arcs from the rank being processed, by their heads.
        let mut over = vec![Costs { up: NO_WAY, down: NO_WAY }; self.order.len()];
        let mut largest = 0;
        for rank in 0..self.node_count() {
            let row = self.row(rank);
            for arc in row.clone() {
                over[self.heads[arc] as usize] = costs[arc];
            }
            for &(tail, arc) in self.below(rank) {
                let arc = arc as usize;
                let (first, end) = (arc + 1, self.starts[tail as usize + 1] as usize);
                let low = costs[arc];
                // Rows are sorted, and all heads of the tail except this rank are also heads of
                // this rank. A sum with a missing way is never the least, and does not overflow.
                for (&head, high) in self.heads[first..end].iter().zip(&costs[first..end]) {
                    let best = &mut over[head as usize];
                    best.up = best.up.min(low.down + high.up);
                    best.down = best.down.min(high.down + low.up);
                }
            }
            for arc in row {
                costs[arc] = over[self.heads[arc] as usize];
                for ticks in [costs[arc].up, costs[arc].down] {
                    largest = largest.max(if ticks < NO_WAY { ticks } else { 0 });
                }
            }
        }
        let is_near = largest < NO_WAY / 2 || self.sums_are_costs(costs);
        if is_near { Ok(()) } else { Err(CustomiseError::TooFar) }
    }

    /// Whether no path through a lower rank is too long. The costs of lower arcs were final when
    /// they were added up, so the same sums are found afterwards.
    #[cold]
    fn sums_are_costs(&self, costs: &[Costs]) -> bool {
        let is_cost = |a: u32, b: u32| a >= NO_WAY || b >= NO_WAY || a + b < NO_WAY;
        (0..self.node_count()).all(|rank| {
            let row = &costs[self.row(rank)];
            row.iter().enumerate().all(|(at, low)| {
                row[at + 1..]
                    .iter()
                    .all(|high| is_cost(low.down, high.up) && is_cost(high.down, low.up))
            })
        })
    }
}

/// One direction of an arc of a skeleton.
pub(super) struct Place {
    pub(super) arc: usize,
    is_up: bool,
}

impl Place {
    pub(super) fn set(&self, costs: &mut [Costs], ticks: u32) {
        let costs = &mut costs[self.arc];
        *if self.is_up { &mut costs.up } else { &mut costs.down } = ticks;
    }
}

impl Customised<'_> {
    /// The skeleton.
    pub fn skeleton(&self) -> &Skeleton {
        &self.skeleton
    }

    /// The skeleton without the costs, copied if others share it.
    pub fn into_skeleton(self) -> Skeleton {
        self.skeleton.into_owned()
    }
}
