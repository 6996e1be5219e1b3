//! Any world behind a pointer.

use super::{Arc, Offers, Ruled, Tiled, Way, World};
use crate::base::{Cost, NodeId, Slot};

/// The extra cost of a step in ticks; `None` if it is forbidden.
pub(crate) type Rule<'a> = &'a dyn Fn(NodeId, NodeId) -> Option<u32>;

/// A world whose type is not known to what searches it. What is rarely asked is compiled once in this library
/// for all worlds, and not again for each of them in every program: asking takes a call through a pointer
/// for each node and each arc.
#[derive(Clone, Copy)]
pub(crate) struct Erased<'a>(&'a dyn Hidden);

/// Any world under a rule, or under one that changes nothing.
pub(crate) type AnyRuled<'a> = Ruled<Erased<'a>, Rule<'a>>;

impl<'a> Erased<'a> {
    pub(crate) fn new(world: &'a impl World) -> Self {
        Erased(world)
    }

    /// The same under a rule, as of [`Ruled::new`].
    pub(crate) fn ruled(self, most_extra: u32, rule: Rule<'a>) -> AnyRuled<'a> {
        Ruled::new(self, most_extra, rule)
    }

    /// The same under a rule that changes nothing.
    pub(crate) fn as_it_is(self) -> AnyRuled<'a> {
        self.ruled(0, &|_, _| Some(0))
    }
}

/// The methods of [`World`] that can be called through a pointer.
trait Hidden {
    fn node_count(&self) -> u32;
    fn is_passable(&self, node: NodeId) -> bool;
    /// The least and the highest cost of an arc.
    fn arc_costs(&self) -> [u32; 2];
    fn visit(&self, node: NodeId, arrival: Option<Slot>, way: Way, visit: &mut dyn FnMut(Arc));
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId;
    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32;
    fn estimate(&self, from: NodeId, to: NodeId) -> Cost;
    fn revision(&self) -> u64;
    fn is_cut_short(&self) -> bool;
    fn tiled(&self) -> Option<&dyn Tiled>;
}

impl<W: World> Hidden for W {
    fn node_count(&self) -> u32 {
        World::node_count(self)
    }

    fn is_passable(&self, node: NodeId) -> bool {
        World::is_passable(self, node)
    }

    fn arc_costs(&self) -> [u32; 2] {
        [self.min_arc_cost(), self.max_arc_cost()]
    }

    fn visit(&self, node: NodeId, arrival: Option<Slot>, way: Way, visit: &mut dyn FnMut(Arc)) {
        self.visit_arcs(node, arrival, way, visit);
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        World::follow(self, node, slot, way)
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        World::deviation(self, node, start, goal)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        World::estimate(self, from, to)
    }

    fn revision(&self) -> u64 {
        World::revision(self)
    }

    fn is_cut_short(&self) -> bool {
        World::is_cut_short(self)
    }

    fn tiled(&self) -> Option<&dyn Tiled> {
        World::tiled(self)
    }
}

impl World for Erased<'_> {
    const PRUNES: bool = true;

    fn node_count(&self) -> u32 {
        self.0.node_count()
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.0.is_passable(node)
    }

    fn max_arc_cost(&self) -> u32 {
        self.0.arc_costs()[1]
    }

    fn min_arc_cost(&self) -> u32 {
        self.0.arc_costs()[0]
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        self.0.visit(node, None, way, &mut visit);
    }

    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        self.0.visit(node, Some(arrival), way, &mut |arc| {
            if offers.wants(arc.node.index(), arc.cost) {
                offers.take(arc);
            }
        });
    }

    fn visit_arcs(
        &self,
        node: NodeId,
        arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        self.0.visit(node, arrival, way, visit);
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        self.0.follow(node, slot, way)
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        self.0.deviation(node, start, goal)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        self.0.estimate(from, to)
    }

    fn revision(&self) -> u64 {
        self.0.revision()
    }

    fn is_cut_short(&self) -> bool {
        self.0.is_cut_short()
    }

    fn tiled(&self) -> Option<&dyn Tiled> {
        self.0.tiled()
    }
}
