//! The world of a question: the map as the mover sees it, or as its faction believes it to be, with
//! overlays on top.

use std::sync::{Arc as Shared, OnceLock};

use super::believed::{Believer, Supposer};
use super::landmarks::Guides;
use super::walker::Walker;
use crate::base::{Cost, NodeId, Slot};
use crate::planner::NavigatorError;
use crate::planner::guide::metric_for;
use crate::planner::navigator::pile::{Pile, Piled};
use crate::search::Guessed;
use crate::shapes::square::{
    Components, Grid, GridHeuristic, GridView, JumpMap, Knowledge, KnownView, Metric, Over, Zone,
};
use crate::world::{Arc, Offers, Way, World};

/// If more than one in this many cells has extra cost on or next to it, A* is faster than jump
/// points without landmarks, which take five times as long for each such cell: measured on city and
/// game maps.
const MOST_IN_ZONE: usize = 6;

/// On small maps, and if only this many cells have extra cost, it makes no difference.
const SMALL_ZONE: usize = 4096;

/// What a question is asked about.
pub(super) struct Seen<'a> {
    pub(super) stand: Stand<'a>,
    /// What is known about the actual map, if the belief is not stored as a map.
    pub(super) knowledge: Option<&'a Knowledge>,
    pub(super) pile: Pile<'a>,
    /// Where each overlay has extra cost.
    pub(super) zones: &'a [OnceLock<Shared<Zone>>],
    /// For questions under the pile, if valid ones are kept.
    pub(super) guides: Option<Guides>,
}

/// The mover that is asked about, and the map it moves on.
pub(super) enum Stand<'a> {
    AsIs { walker: &'a Walker, grid: &'a Grid },
    Believed(Believer),
    Supposed(Supposer),
}

impl Seen<'_> {
    /// The mover and the grid of the places where it can stand, if its indexes answer.
    pub(super) fn guided(&self) -> Option<(&Walker, &Grid)> {
        let is_guided = self.knowledge.is_none() && self.pile.is_empty();
        is_guided.then(|| self.walker_and_ground())
    }

    /// The same without blockers, if an index answers there: `None` without blockers, or with one on
    /// the goal, where every path would meet it.
    pub(super) fn without_blockers(
        &self,
        ends: [NodeId; 2],
    ) -> Result<Option<Seen<'_>>, NavigatorError> {
        if self.pile.closed().is_none() || self.pile.bars(ends[1]) {
            return Ok(None);
        }
        let stand = match &self.stand {
            &Stand::AsIs { walker, grid } => Stand::AsIs { walker, grid },
            Stand::Believed(believer) => Stand::Believed(believer.clone()),
            Stand::Supposed(supposer) => Stand::Supposed(supposer.clone()),
        };
        let (pile, guides) = (self.pile.closing(None), self.guides.clone());
        let open = Seen { stand, pile, guides, ..*self };
        let has_index = match open.guided() {
            Some((walker, ground)) => walker.guide.engine_between(ground, ends)?.is_quick(),
            None => open.overlaid().is_some(),
        };
        Ok(has_index.then_some(open))
    }

    /// The jump points of the mover, the overlays and the blockers, if jump points are used there:
    /// they are valid on this map, and so little of it has extra cost or blockers that they pay off.
    /// Around blockers they are for movers of one cell.
    pub(super) fn overlaid(&self) -> Option<(&JumpMap, Over<'_>)> {
        if self.knowledge.is_some() || self.pile.is_empty() {
            return None;
        }
        let (walker, ground) = self.walker_and_ground();
        let map = walker.jumps_under_overlays(ground)?;
        let mut over = Over::new(self.pile.overlays(), self.zones, self.pile.set());
        if let Some(guides) = &self.guides {
            let stops = match self.pile.closed() {
                None => guides.stops(|| over.stops_on(map)),
                // Jumps have to end where blockers are near, too.
                Some(_) => None,
            };
            over = over.guessed_by(guides.landmarks()).jumping_on(stops);
        }
        if let Some(closed) = self.pile.closed() {
            over = over.around(closed.shut(ground)?);
        } else if self.guides.is_some() {
            return Some((map, over));
        }
        let is_rare = over.cells() <= SMALL_ZONE.max(ground.cell_count() as usize / MOST_IN_ZONE);
        is_rare.then_some((map, over))
    }

    /// The mover, and the grid of cells on which it is.
    pub(super) fn walker_and_grid(&self) -> (&Walker, &Grid) {
        match &self.stand {
            Stand::AsIs { walker, grid } => (walker, grid),
            Stand::Believed(believer) => (&believer.walker, believer.map.grid()),
            Stand::Supposed(Supposer { walker, grid }) => (walker, grid),
        }
    }

    /// The mover, and the grid of the places where it can stand.
    pub(super) fn walker_and_ground(&self) -> (&Walker, &Grid) {
        let (walker, grid) = self.walker_and_grid();
        (walker, walker.ground(grid))
    }

    /// The components, if they tell what can be reached: they know nothing of blockers.
    pub(super) fn telling_components(&self) -> Option<&Components> {
        self.components().filter(|_| self.pile.closed().is_none())
    }

    /// What the mover sees, ignoring knowledge, overlays and blockers.
    pub(super) fn view(&self) -> GridView<'_> {
        let (walker, ground) = self.walker_and_ground();
        let view = walker.guide.view(ground);
        match self.guides.as_ref().and_then(Guides::steps) {
            Some(steps) => view.with_step_table(Shared::clone(steps)),
            None => view,
        }
    }

    /// The world to search, based on this view, with the best heuristic available.
    pub(super) fn world<'v>(&'v self, view: &'v GridView<'v>) -> Piled<'v, Sight<'v>> {
        let world = match self.knowledge {
            None => Sight::AsIs(view),
            Some(knowledge) => Sight::Known(knowledge.view(view)),
        };
        let landmarks = self.guides.as_ref().map(Guides::landmarks);
        // Estimates are those to the rectangle around all goals.
        Piled::new(world, self.pile).guessed_by(landmarks).aiming_at_all()
    }
}

/// The view of a mover, or the part of it that a faction knows.
#[expect(clippy::large_enum_variant, reason = "there is one for each question, on the stack")]
pub(super) enum Sight<'a> {
    AsIs(&'a GridView<'a>),
    Known(KnownView<'a>),
}

/// Makes the same call on either kind of ground.
macro_rules! on_ground {
    ($self:ident, $ground:ident => $call:expr) => {
        match $self {
            Sight::AsIs($ground) => $call,
            Sight::Known($ground) => $call,
        }
    };
}

impl World for Sight<'_> {
    const PRUNES: bool = true;

    fn node_count(&self) -> u32 {
        on_ground!(self, ground => ground.node_count())
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        on_ground!(self, ground => ground.is_passable(node))
    }

    fn max_arc_cost(&self) -> u32 {
        on_ground!(self, ground => ground.max_arc_cost())
    }

    fn min_arc_cost(&self) -> u32 {
        on_ground!(self, ground => ground.min_arc_cost())
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        on_ground!(self, ground => ground.for_each_arc(node, way, visit));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        // One copy of the arcs of a view serves both.
        let (view, known) = match self {
            Sight::AsIs(view) => (*view, None),
            Sight::Known(known) => {
                (known.truth(), Some(known).filter(|known| !known.is_as_seen(node, way)))
            }
        };
        match known {
            None => view.offer_arcs(node, way, offers),
            Some(known) => known.offer_as_believed(node, way, offers),
        }
    }

    #[inline(always)]
    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        // Which arcs are canonical is known only for the actual map.
        match self {
            Sight::AsIs(view) => view.offer_canonical_arcs(node, arrival, way, offers),
            Sight::Known(_) => self.offer_arcs(node, way, offers),
        }
    }

    fn visit_arcs(
        &self,
        node: NodeId,
        arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        on_ground!(self, ground => ground.visit_arcs(node, arrival, way, visit));
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
        on_ground!(self, ground => ground.revision())
    }
}

/// The largest metric that never exceeds the cost.
impl Guessed for Sight<'_> {
    type Guess = GridHeuristic;

    fn guess(&self) -> GridHeuristic {
        match self {
            Sight::AsIs(view) => GridHeuristic::new(view, metric_for(view)),
            Sight::Known(known) => GridHeuristic::known(known, Metric::Octile),
        }
    }
}
