//! A world with extra cost on top.

use super::Overlay;
use crate::base::{Cost, NodeId, Slot};
use crate::world::{Arc, Offers, Way, World, leave_to_world};

/// The maximum cost of an arc in ticks.
const MOST_OF_ARC: u32 = 1 << 31;

/// A world with an [`Overlay`] on top: the same nodes and arcs in the same order, some at a higher
/// cost. No arc costs more than 2³¹ ticks, however many overlays are stacked.
#[derive(Clone, Copy, Debug)]
pub struct Overlaid<'a, W> {
    overlay: &'a Overlay,
    world: W,
}

impl<'a, W: World> Overlaid<'a, W> {
    pub(super) fn new(overlay: &'a Overlay, world: W) -> Self {
        Overlaid { overlay, world }
    }

    /// The overlay on top.
    pub fn overlay(&self) -> &'a Overlay {
        self.overlay
    }

    /// The world below.
    pub fn below(&self) -> &W {
        &self.world
    }
}

/// The cost of an arc with extra ticks on top.
#[inline(always)]
pub(crate) fn costlier(cost: u32, extra: u32) -> u32 {
    // Costs are at most 2³¹, and 64 overlays together, or the toll of a mover, add at most 2³⁰, so
    // the sum fits.
    (cost + extra).min(MOST_OF_ARC)
}

impl<W: World> Overlaid<'_, W> {
    /// An arc at `node` of the world below, with the extra cost of the node that it enters.
    #[inline(always)]
    fn laden(&self, node: NodeId, arc: Arc, way: Way) -> Arc {
        let entered = if way == Way::Forward { arc.node } else { node };
        Arc { cost: costlier(arc.cost, self.overlay.extra(entered)), ..arc }
    }
}

impl<W: World> World for Overlaid<'_, W> {
    leave_to_world! { node_count is_passable min_arc_cost follow geometry }

    fn max_arc_cost(&self) -> u32 {
        costlier(self.world.max_arc_cost(), self.overlay.most)
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        self.world.for_each_arc(node, way, |arc| visit(self.laden(node, arc, way)));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        match way {
            Way::Forward => {
                let extra = |index| self.overlay.extra_at(index);
                self.world.offer_arcs(node, way, &mut Costlier { extra, offers });
            }
            Way::Backward => {
                let here = self.overlay.extra(node);
                self.world.offer_arcs(node, way, &mut Costlier { extra: |_| here, offers });
            }
        }
    }

    fn visit_arcs(
        &self,
        node: NodeId,
        _arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        self.world.visit_arcs(node, None, way, &mut |arc| visit(self.laden(node, arc, way)));
    }

    /// Changes with every change of the world below, and with the extra costs.
    fn revision(&self) -> u64 {
        self.world.revision().wrapping_add(self.overlay.content())
    }
}

/// Forwards offers with the extra cost added.
pub(crate) struct Costlier<'o, X, O> {
    /// By index of the node entered.
    pub(crate) extra: X,
    pub(crate) offers: &'o mut O,
}

impl<X: Fn(usize) -> u32, O: Offers> Offers for Costlier<'_, X, O> {
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.offers.wants(index, costlier(cost, (self.extra)(index)))
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        let cost = costlier(arc.cost, (self.extra)(arc.node.index()));
        self.offers.take(Arc { cost, ..arc });
    }
}
