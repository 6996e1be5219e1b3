//! The definition of a world: nodes, and the cost of each step, as seen by one kind of mover.
//!
//! A shape in [`shapes`](crate::shapes) stores a map and defines what it means for a mover. This
//! module defines what every search may know about it, and what can be put on top of any map of
//! tiles.
//!
//! Imports `base`. Deliberately missing: maps of one shape, searching and files.

mod changes;
mod check;
mod corners;
mod crossings;
mod erased;
mod fences;
mod followed;
mod gait;
mod lattice;
mod links;
mod mover;
mod origin;
mod overlay;
mod ray;
mod ruled;
mod step_rule;
mod terrain;
mod tile_edit;
mod tiled;

pub use changes::Changes;
pub use check::{ArcFault, Checked, Listing, WorldFault, check, check_at};
pub use corners::Corners;
pub(crate) use crossings::Crossings;
pub(crate) use erased::{AnyRuled, Erased, Rule};
pub use fences::Fence;
pub(crate) use fences::{Fences, Side, keep_last};
pub use followed::Followed;
pub(crate) use gait::{Body, rules_of};
pub use gait::{Gait, Neighbours};
pub(crate) use lattice::{Extended, Facet, PARTS, Stretch};
pub use links::{Link, MAX_LINKS_PER_CELL};
pub(crate) use links::{LinkChange, LinkFault, Links, follow_link, relinking, visit_links};
pub use mover::{Mover, MoverError, media};
pub(crate) use origin::Origin;
pub(crate) use overlay::{Costlier, Listed, costlier};
pub use overlay::{Overlaid, Overlay};
pub(crate) use ray::{Borders, cross};
pub use ray::{Hit, Ray};
pub use ruled::Ruled;
pub use step_rule::StepRule;
pub(crate) use terrain::{NoMemory, Terrain, take_sides};
pub use tile_edit::TileEdit;
pub(crate) use tile_edit::{
    Sided, TileFault, TileSide, apply, checked, fenced_sides, inverse, make, opening, see,
    shut_sides, take_as_on,
};
pub use tiled::{Extent, Stencil, Tiled, Tiles};

use crate::base::{Cost, NodeId, Slot};

/// The largest revision, or count of changes, accepted from a file. No game reaches it, and it is
/// small enough that a few can be added and still increase.
pub(crate) const MAX_SAVED_COUNT: u64 = 1 << 56;

/// How far a point lies from the straight line between two others, for [`World::deviation`].
#[inline]
pub(crate) fn deviation(node: [i64; 2], start: [i64; 2], goal: [i64; 2]) -> u32 {
    let less = |a: [i64; 2]| [a[0] - goal[0], a[1] - goal[1]];
    let ([a, b], [c, d]) = (less(node), less(start));
    u32::try_from((a * d - c * b).unsigned_abs()).unwrap_or(u32::MAX)
}

/// The direction in which arcs are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Along arcs: from a node to its successors.
    Forward,
    /// Against arcs: from a node to its predecessors.
    Backward,
}

/// One arc, seen from one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arc {
    /// The other end.
    pub node: NodeId,
    /// The cost in ticks, at least [`World::min_arc_cost`] and at most [`World::max_arc_cost`].
    pub cost: u32,
    /// The number that [`World::follow`] takes at the other end to get back here.
    pub slot: Slot,
}

/// A receiver of arcs that may want only some of them.
pub trait Offers {
    /// Whether an arc to the node with this index at `cost` would be taken, if it exists. Called
    /// before it is known whether it does.
    fn wants(&self, index: usize, cost: u32) -> bool;

    /// Takes an arc that is wanted.
    fn take(&mut self, arc: Arc);
}

/// Wants everything, to visit all arcs.
pub(crate) struct TakeAll<F>(pub(crate) F);

impl<F: FnMut(Arc)> Offers for TakeAll<F> {
    #[inline(always)]
    fn wants(&self, _index: usize, _cost: u32) -> bool {
        true
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        (self.0)(arc);
    }
}

/// Nodes and steps as one mover sees them.
///
/// Every search, field and landmark relies on these rules. [`check`] verifies them for a world, and
/// a test of each world of your own should call it:
///
/// - Nodes are numbered `0..node_count()`, and arcs lead from passable nodes to passable nodes.
/// - Each node lists the same arcs in the same order every time, so that a search gives the same
///   path every time. `Backward` a node lists exactly the arcs that lead to it, at equal costs.
/// - [`follow`](Self::follow) undoes every step, using slots below
///   [`MAX_SLOTS`](crate::base::MAX_SLOTS).
/// - Arcs cost whole ticks, 0 to 2³¹, and stay within [`min_arc_cost`](Self::min_arc_cost) and
///   [`max_arc_cost`](Self::max_arc_cost). Arcs may cost nothing, even in cycles; no path that is
///   returned visits a node twice.
///
pub trait World {
    /// Whether [`offer_canonical_arcs`](Self::offer_canonical_arcs) leaves any arcs out. A* does not
    /// ask for canonical arcs otherwise, so that its loops for such worlds are compiled once instead
    /// of twice.
    const PRUNES: bool = false;

    /// The number of nodes, at most 2³² − 2.
    fn node_count(&self) -> u32;

    /// Whether the mover can stand on `node`.
    fn is_passable(&self, node: NodeId) -> bool;

    /// The maximum cost of an arc in ticks, at most 2³¹.
    fn max_arc_cost(&self) -> u32;

    /// The minimum cost of an arc in ticks. A world with zero-cost arcs returns 0 and needs nothing
    /// else. Distance fields are fastest if this is as high as possible.
    fn min_arc_cost(&self) -> u32 {
        1
    }

    /// Calls `visit` for every arc at `node`, always in the same order: those leaving it
    /// (`Forward`) or those arriving at it (`Backward`).
    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc));

    /// Offers every arc at `node`, in the order of [`for_each_arc`](Self::for_each_arc).
    ///
    /// Most arcs of a search lead back to where it has been. A world that can test whether an arc
    /// is wanted more cheaply than whether it exists can do so here.
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        self.for_each_arc(node, way, |arc| {
            if offers.wants(arc.node.index(), arc.cost) {
                offers.take(arc);
            }
        });
    }

    /// Offers the arcs at `node` that a canonical path may take after arriving by the arc with slot
    /// `arrival`. Between any two nodes, every world must keep at least one cheapest path that is
    /// canonical throughout; the default offers all arcs. Worlds that leave some out say so by
    /// [`PRUNES`](Self::PRUNES).
    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        let _ = arrival;
        self.offer_arcs(node, way, offers);
    }

    /// Visits the arcs at `node` in the order of [`for_each_arc`](Self::for_each_arc), or with `arrival`
    /// those that a canonical path may take after it.
    ///
    /// The other methods are compiled into everything that asks for arcs, which is quick to run, and slow to
    /// compile. What is run rarely, or does much more with an arc than to look at it, asks by this one,
    /// which is compiled once for each world; a wrapper that changes arcs should ask the world below by it.
    #[inline(never)]
    fn visit_arcs(
        &self,
        node: NodeId,
        arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        let all = &mut TakeAll(visit);
        match arrival {
            Some(arrival) => self.offer_canonical_arcs(node, arrival, way, all),
            None => self.offer_arcs(node, way, all),
        }
    }

    /// The node at the other end of the arc with slot `slot` at `node`.
    ///
    /// Undoes a step of [`for_each_arc`](Self::for_each_arc): for every `arc` visited from `a` in
    /// direction `way`, `follow(arc.node, arc.slot, way)` is `a`.
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId;

    /// How far `node` lies from the straight line between `start` and `goal`; 0 on the line, in any
    /// unit. Worlds without geometry return 0. Used by one tie-breaking rule only.
    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        let _ = (node, start, goal);
        0
    }

    /// A geometric estimate of the cost from `from` to `to`, used to find the nearest reachable
    /// node when a goal cannot be reached. Worlds without geometry return 0: then all nodes are equally
    /// near, a search to the nearest ends at its start, and a navigator takes the first node that will do.
    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        let _ = (from, to);
        0
    }

    /// The revision of the data behind this world: a number that is not the same again after an edit.
    /// What was computed for one revision is valid for no other.
    fn revision(&self) -> u64 {
        0
    }

    /// Whether this world has withheld arcs for want of memory, as a world that finds its nodes while it is
    /// searched may have to; so it stays from then on. What searches found is then no answer: they end as
    /// if their own memory had reached its limit, and resuming them does not help.
    fn is_cut_short(&self) -> bool {
        false
    }

    /// This world as tiles in rows, if its arcs are exactly those of the tiles; whole-map
    /// computations then work row by row. A wrapper that changes anything about the arcs must
    /// return `None`, which is the default.
    fn tiled(&self) -> Option<&dyn Tiled> {
        None
    }

    /// The cost of the cheapest arc from `from` to `to`, if there is one. O(arcs at `from`).
    fn arc_cost(&self, from: NodeId, to: NodeId) -> Option<u32> {
        let mut best: Option<u32> = None;
        self.visit_arcs(from, None, Way::Forward, &mut |arc| {
            if arc.node == to {
                best = Some(best.map_or(arc.cost, |b| b.min(arc.cost)));
            }
        });
        best
    }
}

/// Forwards the methods of [`World`] that a wrapper does not change to the world in its field
/// `world`.
macro_rules! leave_to_world {
    ($($method:ident)*) => { $($crate::world::leave_to_world!(@ $method);)* };
    (@ node_count) => {
        fn node_count(&self) -> u32 {
            self.world.node_count()
        }

        // A wrapper withholds what its world withholds.
        fn is_cut_short(&self) -> bool {
            self.world.is_cut_short()
        }
    };
    (@ is_passable) => {
        #[inline(always)]
        fn is_passable(&self, node: NodeId) -> bool {
            self.world.is_passable(node)
        }
    };
    (@ max_arc_cost) => {
        fn max_arc_cost(&self) -> u32 {
            self.world.max_arc_cost()
        }
    };
    (@ min_arc_cost) => {
        fn min_arc_cost(&self) -> u32 {
            self.world.min_arc_cost()
        }
    };
    (@ follow) => {
        #[inline(always)]
        fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
            self.world.follow(node, slot, way)
        }
    };
    (@ geometry) => {
        fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
            self.world.deviation(node, start, goal)
        }

        fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
            self.world.estimate(from, to)
        }
    };
    (@ revision) => {
        fn revision(&self) -> u64 {
            self.world.revision()
        }
    };
}

pub(crate) use leave_to_world;

impl<W: World> World for &W {
    const PRUNES: bool = W::PRUNES;

    fn node_count(&self) -> u32 {
        (**self).node_count()
    }
    fn is_passable(&self, node: NodeId) -> bool {
        (**self).is_passable(node)
    }
    fn max_arc_cost(&self) -> u32 {
        (**self).max_arc_cost()
    }
    fn min_arc_cost(&self) -> u32 {
        (**self).min_arc_cost()
    }
    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        (**self).for_each_arc(node, way, visit);
    }
    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        (**self).offer_arcs(node, way, offers);
    }
    #[inline(always)]
    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        (**self).offer_canonical_arcs(node, arrival, way, offers);
    }
    fn visit_arcs(
        &self,
        node: NodeId,
        arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        (**self).visit_arcs(node, arrival, way, visit);
    }
    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        (**self).follow(node, slot, way)
    }
    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        (**self).deviation(node, start, goal)
    }
    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        (**self).estimate(from, to)
    }
    fn revision(&self) -> u64 {
        (**self).revision()
    }
    fn is_cut_short(&self) -> bool {
        (**self).is_cut_short()
    }
    fn tiled(&self) -> Option<&dyn Tiled> {
        (**self).tiled()
    }
}
