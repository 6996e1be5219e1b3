//! Rules for one query: a closure that forbids steps or makes them more expensive.

use super::{Arc, Offers, Way, World, costlier, leave_to_world};
use crate::base::{Cost, NodeId, Slot};

/// A world in which a closure is consulted for every step: it forbids the step, or adds to its
/// cost.
///
/// Meant for rules that belong to one query and do not justify an overlay or an edit: not past that
/// guard, not uphill, a toll at this gate. Nothing becomes cheaper, so heuristics for the world
/// below stay valid.
///
/// # Complexity
///
/// The closure is called for the steps that a search would take, up to a handful for each node
/// expanded, and must always return the same value for the same step.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::Guessed;
/// use astride::world::Ruled;
/// let grid = Grid::new(9, 3, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let middle = grid.node((4, 1)).unwrap();
/// // Not through the middle, and westward steps cost double.
/// let world = Ruled::new(&view, 20_000, |from, to| {
///     let is_westward = grid.cell(to).x < grid.cell(from).x;
///     (to != middle).then_some(if is_westward { 13_860 } else { 0 })
/// });
/// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((8, 1)).unwrap());
/// let outcome = astar(&world, &world.guess(), &query, &mut Scratch::new(), &mut ());
/// assert!(!outcome.path().unwrap().nodes().contains(&middle));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Ruled<W, F> {
    world: W,
    most_extra: u32,
    rule: F,
}

impl<W: World, F: Fn(NodeId, NodeId) -> Option<u32>> Ruled<W, F> {
    /// A world where `rule(from, to)` returns the extra cost of a step, in ticks; `None` forbids
    /// it. The extra cost is capped at `most_extra` and at 2³⁰. No arc costs more than 2³¹ ticks.
    pub fn new(world: W, most_extra: u32, rule: F) -> Self {
        Ruled { world, most_extra: most_extra.min(1 << 30), rule }
    }

    /// What a step costs more between a node and another, which is looked at from there.
    #[inline(always)]
    fn extra(&self, node: NodeId, other: NodeId, way: Way) -> Option<u32> {
        let (from, to) = if way == Way::Forward { (node, other) } else { (other, node) };
        (self.rule)(from, to).map(|extra| extra.min(self.most_extra))
    }
}

impl<W, F> Ruled<W, F> {
    /// The world below.
    pub fn below(&self) -> &W {
        &self.world
    }
}

impl<W: World, F: Fn(NodeId, NodeId) -> Option<u32>> World for Ruled<W, F> {
    leave_to_world! { node_count is_passable min_arc_cost follow geometry revision }

    fn max_arc_cost(&self) -> u32 {
        costlier(self.world.max_arc_cost(), self.most_extra)
    }

    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.offer_arcs(node, way, &mut super::TakeAll(visit));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        let extra = |other| self.extra(node, other, way);
        self.world.offer_arcs(node, way, &mut Judged { extra, offers });
    }

    fn visit_arcs(
        &self,
        node: NodeId,
        _arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        self.world.visit_arcs(node, None, way, &mut |arc| {
            if let Some(extra) = self.extra(node, arc.node, way) {
                visit(Arc { cost: costlier(arc.cost, extra), ..arc });
            }
        });
    }
}

/// Forwards the offers that the rule permits. An arc that is unwanted without extra cost is
/// unwanted with it, so the rule is consulted only for the others.
struct Judged<'o, X, O> {
    extra: X,
    offers: &'o mut O,
}

impl<X: Fn(NodeId) -> Option<u32>, O: Offers> Offers for Judged<'_, X, O> {
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.offers.wants(index, cost)
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        let Some(extra) = (self.extra)(arc.node) else { return };
        let cost = costlier(arc.cost, extra);
        if extra == 0 || self.offers.wants(arc.node.index(), cost) {
            self.offers.take(Arc { cost, ..arc });
        }
    }
}

impl<W: std::fmt::Debug, F> std::fmt::Debug for Ruled<W, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ruled").field("world", &self.world).finish_non_exhaustive()
    }
}
