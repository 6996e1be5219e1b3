//! The overlays that a question names, on top of any world.

use std::sync::Arc as Shared;

use crate::base::{Cost, NodeId, Slot};
use crate::search::Guessed;
use crate::world::{Arc, Costlier, Offers, Overlay, Tiled, Way, World, costlier, leave_to_world};

/// Some of a list of overlays.
#[derive(Clone, Copy)]
pub(super) struct Pile<'a> {
    pub(super) overlays: &'a [Shared<Overlay>],
    /// One bit for each overlay that is in it.
    pub(super) set: u64,
}

impl<'a> Pile<'a> {
    /// All overlays of a list, of 64 at most.
    pub(super) fn of_all(overlays: &'a [Shared<Overlay>]) -> Self {
        let others = u64::BITS - overlays.len() as u32;
        Pile { overlays, set: u64::MAX.checked_shr(others).unwrap_or(0) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.set == 0
    }

    /// The extra ticks of a cell: at most 2³⁰, since there are at most 64 overlays.
    #[inline(always)]
    pub(super) fn extra(&self, index: usize) -> u32 {
        self.sum(|overlay| overlay.extra_at(index))
    }

    #[inline(always)]
    fn sum(&self, ticks: impl Fn(&Overlay) -> u32) -> u32 {
        let (mut left, mut sum) = (self.set, 0);
        while left != 0 {
            sum += ticks(&self.overlays[left.trailing_zeros() as usize]);
            left &= left - 1;
        }
        sum
    }

    fn revision(&self) -> u64 {
        let (mut left, mut sum) = (self.set, 0);
        while left != 0 {
            sum += self.overlays[left.trailing_zeros() as usize].revision();
            left &= left - 1;
        }
        sum
    }
}

/// A world with a pile of overlays on top.
pub(super) struct Piled<'a, W> {
    pub(super) world: W,
    pub(super) pile: Pile<'a>,
}

impl<W: World> World for Piled<'_, W> {
    leave_to_world! { node_count is_passable min_arc_cost follow geometry }

    fn max_arc_cost(&self) -> u32 {
        costlier(self.world.max_arc_cost(), self.pile.sum(Overlay::most))
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        self.world.for_each_arc(node, way, |arc| {
            let entered = if way == Way::Forward { arc.node } else { node };
            visit(Arc { cost: costlier(arc.cost, self.pile.extra(entered.index())), ..arc });
        });
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if self.pile.is_empty() {
            return self.world.offer_arcs(node, way, offers);
        }
        let extra = |index: usize| match way {
            Way::Forward => self.pile.extra(index),
            Way::Backward => self.pile.extra(node.index()),
        };
        self.world.offer_arcs(node, way, &mut Costlier { extra, offers });
    }

    #[inline(always)]
    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        // Which arcs are canonical is only known of the world without the pile.
        if self.pile.is_empty() {
            self.world.offer_canonical_arcs(node, arrival, way, offers);
        } else {
            self.offer_arcs(node, way, offers);
        }
    }

    fn revision(&self) -> u64 {
        self.world.revision() + self.pile.revision()
    }

    fn tiled(&self) -> Option<&dyn Tiled> {
        if self.pile.is_empty() { self.world.tiled() } else { None }
    }
}

/// Overlays only make arcs costlier, so the guess of the world below holds.
impl<W: Guessed> Guessed for Piled<'_, W> {
    type Guess = W::Guess;

    fn guess(&self) -> W::Guess {
        self.world.guess()
    }
}
