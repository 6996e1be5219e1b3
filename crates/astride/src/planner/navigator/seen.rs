//! The world of a question: the map as the mover sees it, as far as its faction knows it, with
//! overlays on top. Nothing is copied.

use std::sync::Arc as Shared;

use crate::base::{Cost, NodeId, Slot};
use crate::planner::guide::metric_for;
use crate::search::{GridHeuristic, Metric};
use crate::world::{
    Arc, Dearer, GridView, Knowledge, KnownView, Offers, Overlay, Way, World, dearer,
};

/// What a question is asked about, borrowed from the state of a navigator.
pub(in crate::planner) struct Seen<'a> {
    pub(super) view: GridView<'a>,
    pub(super) knowledge: Option<&'a Knowledge>,
    pub(super) pile: Pile<'a>,
}

impl Seen<'_> {
    /// The world to search.
    pub(in crate::planner) fn world(&self) -> SeenWorld<'_> {
        let known = self.knowledge.map(|knowledge| knowledge.view(&self.view));
        SeenWorld { view: &self.view, known, pile: self.pile }
    }
}

/// Some of a list of overlays.
#[derive(Clone, Copy)]
pub(super) struct Pile<'a> {
    pub(super) overlays: &'a [Shared<Overlay>],
    /// One bit for each overlay that is in it.
    pub(super) set: u64,
}

impl Pile<'_> {
    fn is_empty(&self) -> bool {
        self.set == 0
    }

    /// The extra ticks of a cell: at most 2³⁰, since there are at most 64 overlays.
    #[inline(always)]
    fn extra(&self, index: usize) -> u32 {
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
}

/// A [`World`] for every search, made of what a question names.
pub(in crate::planner) struct SeenWorld<'a> {
    view: &'a GridView<'a>,
    /// The view as a faction knows it, if it goes by that.
    known: Option<KnownView<'a>>,
    pile: Pile<'a>,
}

impl SeenWorld<'_> {
    /// The nearest guess that never exceeds the cost. Overlays only make arcs dearer.
    pub(in crate::planner) fn heuristic(&self) -> GridHeuristic {
        match &self.known {
            None => GridHeuristic::new(self.view, metric_for(self.view)),
            Some(known) => GridHeuristic::known(known, Metric::Octile),
        }
    }
}

/// The same call on whichever ground it is.
macro_rules! on_ground {
    ($self:ident, $ground:ident => $call:expr) => {
        match &$self.known {
            None => {
                let $ground = $self.view;
                $call
            }
            Some($ground) => $call,
        }
    };
}

impl World for SeenWorld<'_> {
    fn node_count(&self) -> u32 {
        on_ground!(self, ground => ground.node_count())
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        on_ground!(self, ground => ground.is_passable(node))
    }

    fn max_arc_cost(&self) -> u32 {
        let most = on_ground!(self, ground => ground.max_arc_cost());
        dearer(most, self.pile.sum(Overlay::most))
    }

    fn min_arc_cost(&self) -> u32 {
        on_ground!(self, ground => ground.min_arc_cost())
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        let visit = |arc: Arc| {
            let entered = if way == Way::Forward { arc.node } else { node };
            visit(Arc { cost: dearer(arc.cost, self.pile.extra(entered.index())), ..arc });
        };
        on_ground!(self, ground => ground.for_each_arc(node, way, visit));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if self.pile.is_empty() {
            return on_ground!(self, ground => ground.offer_arcs(node, way, offers));
        }
        let extra = |index: usize| match way {
            Way::Forward => self.pile.extra(index),
            Way::Backward => self.pile.extra(node.index()),
        };
        on_ground!(self, ground => ground.offer_arcs(node, way, &mut Dearer { extra, offers }));
    }

    #[inline(always)]
    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        // Which arcs are canonical is only known of the map as it is.
        if self.known.is_none() && self.pile.is_empty() {
            self.view.offer_canonical_arcs(node, arrival, way, offers);
        } else {
            self.offer_arcs(node, way, offers);
        }
    }

    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        on_ground!(self, ground => ground.follow(node, slot, way))
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        on_ground!(self, ground => ground.deviation(node, start, goal))
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        on_ground!(self, ground => ground.estimate(from, to))
    }

    fn revision(&self) -> u64 {
        let below = on_ground!(self, ground => ground.revision());
        let mut left = self.pile.set;
        let mut sum = below;
        while left != 0 {
            sum += self.pile.overlays[left.trailing_zeros() as usize].revision();
            left &= left - 1;
        }
        sum
    }
}
