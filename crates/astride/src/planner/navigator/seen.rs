//! The world of a question: the map as the mover sees it, or as its faction takes it to be, with
//! overlays on top.

use std::sync::{Arc as Shared, OnceLock};

use super::believed::Believer;
use super::landmarks::Guides;
use super::walker::Walker;
use crate::base::{Cost, NodeId, Slot};
use crate::planner::guide::metric_for;
use crate::shapes::square::{
    Grid, GridHeuristic, GridView, JumpMap, Knowledge, KnownView, Metric, Over, Zone,
};
use crate::world::{Arc, Costlier, Offers, Overlay, Way, World, costlier};

/// Where more than one of this many cells has extra cost on it or beside it, A* is quicker than jump
/// points without landmarks, which look at each such cell for five times as long: measured on city
/// and game maps.
const MOST_IN_ZONE: usize = 6;

/// On small maps, and where this few cells have extra cost, it makes no difference.
const SMALL_ZONE: usize = 4096;

/// What a question is asked about.
pub(in crate::planner) struct Seen<'a> {
    pub(super) stand: Stand<'a>,
    /// What is known of the map as it is, where what is believed is not written down.
    pub(super) knowledge: Option<&'a Knowledge>,
    pub(super) pile: Pile<'a>,
    /// For questions under the pile, if some are kept that are right.
    pub(super) guides: Option<Guides>,
}

/// The mover that is asked about, and the map it moves on.
pub(super) enum Stand<'a> {
    AsIs { walker: &'a Walker, grid: &'a Grid },
    Believed(Believer),
}

impl Seen<'_> {
    /// The mover and the grid of the places where it stands, if its indexes answer.
    pub(super) fn guided(&self) -> Option<(&Walker, &Grid)> {
        let is_guided = self.knowledge.is_none() && self.pile.is_empty();
        is_guided.then(|| self.walker_and_ground())
    }

    /// The jump points of the mover, and what lies on top, if jump points answer under overlays: the
    /// map is such that they are right, and little enough of it has extra cost that they pay.
    pub(super) fn overlaid(&self) -> Option<(&JumpMap, Over<'_>)> {
        if self.knowledge.is_some() || self.pile.is_empty() {
            return None;
        }
        let (walker, ground) = self.walker_and_ground();
        let map = walker.jumps_under_overlays(ground)?;
        let Pile { overlays, zones, set } = self.pile;
        let over = Over::new(overlays, zones, set);
        if let Some(guides) = &self.guides {
            let stops = guides.stops(|| over.stops_on(map));
            return Some((map, over.guessed_by(guides.landmarks()).jumping_on(stops)));
        }
        let is_rare = over.cells() <= SMALL_ZONE.max(ground.cell_count() as usize / MOST_IN_ZONE);
        is_rare.then_some((map, over))
    }

    /// The mover, and the grid of the places where it stands.
    pub(super) fn walker_and_ground(&self) -> (&Walker, &Grid) {
        let (walker, grid) = match &self.stand {
            Stand::AsIs { walker, grid } => (*walker, *grid),
            Stand::Believed(believer) => (&*believer.walker, believer.map.grid()),
        };
        (walker, walker.ground(grid))
    }

    /// What the mover sees; what is known of it and lies on it aside.
    pub(super) fn view(&self) -> GridView<'_> {
        let (walker, ground) = self.walker_and_ground();
        walker.guide.view(ground)
    }

    /// The world to search, over the view of it.
    pub(super) fn world<'v>(&'v self, view: &'v GridView<'v>) -> SeenWorld<'v> {
        let known = self.knowledge.map(|knowledge| knowledge.view(view));
        SeenWorld { view, known, pile: self.pile }
    }
}

/// Some of a list of overlays.
#[derive(Clone, Copy)]
pub(super) struct Pile<'a> {
    pub(super) overlays: &'a [Shared<Overlay>],
    /// Where each of the list has extra cost.
    pub(super) zones: &'a [OnceLock<Shared<Zone>>],
    /// One bit for each overlay that is in it.
    pub(super) set: u64,
}

impl Pile<'_> {
    fn is_empty(&self) -> bool {
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
}

/// A [`World`] for every search, made of what a question names.
pub(in crate::planner) struct SeenWorld<'a> {
    view: &'a GridView<'a>,
    /// The view as a faction knows it, if it goes by that.
    known: Option<KnownView<'a>>,
    pile: Pile<'a>,
}

impl SeenWorld<'_> {
    /// The nearest guess that never exceeds the cost. Overlays only make arcs costlier.
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
        costlier(most, self.pile.sum(Overlay::most))
    }

    fn min_arc_cost(&self) -> u32 {
        on_ground!(self, ground => ground.min_arc_cost())
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        let visit = |arc: Arc| {
            let entered = if way == Way::Forward { arc.node } else { node };
            visit(Arc { cost: costlier(arc.cost, self.pile.extra(entered.index())), ..arc });
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
        on_ground!(self, ground => ground.offer_arcs(node, way, &mut Costlier { extra, offers }));
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
