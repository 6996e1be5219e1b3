//! What a question names on top of any world: overlays, and what is closed to it.

use std::array;
use std::sync::Arc as Shared;

use super::places::Closed;
use crate::base::{Cost, NodeId, Slot};
use crate::index::landmarks::{AimedUnderTolls, TollLandmarks};
use crate::search::{Estimate, Guessed, Heuristic, Promise};
use crate::shapes::Cover;
use crate::world::{
    Arc, Costlier, Listed, Offers, Overlay, Tiled, Way, World, costlier, leave_to_world,
};

/// With more goals nothing is estimated, where estimates look at each of them.
const MOST_AIMED: usize = 16;

/// Some overlays of a list, and the nodes that are closed.
#[derive(Clone, Copy)]
pub(super) struct Pile<'a> {
    overlays: Listed<'a>,
    /// One bit for each overlay that is in it.
    set: u64,
    /// The first of them; nearly always it is the only one.
    first: Option<&'a Overlay>,
    /// What the mover covers, if it pays for more than the node that it enters.
    cover: Option<Cover>,
    closed: Option<Closed<'a>>,
}

impl<'a> Pile<'a> {
    /// Selects the overlays in `set`, which has one bit for each, from a list of at most 64.
    pub(super) fn new(overlays: Listed<'a>, set: u64) -> Self {
        let first = overlays.get(set.trailing_zeros() as usize).map(|overlay| &**overlay);
        Pile { overlays, set, first, cover: None, closed: None }
    }

    /// All overlays of a list of at most 64.
    pub(super) fn of_all(overlays: &'a [Shared<Overlay>]) -> Self {
        let others = u64::BITS - overlays.len() as u32;
        Pile::new(Listed::All(overlays), u64::MAX.checked_shr(others).unwrap_or(0))
    }

    /// For a mover that pays at each node for the costliest of those that it covers there.
    pub(super) fn covering(self, cover: Cover) -> Self {
        Pile { cover: cover.beyond_one(), ..self }
    }

    /// With these nodes closed.
    pub(super) fn closing(self, closed: Option<Closed<'a>>) -> Self {
        Pile { closed, ..self }
    }

    /// The nodes that are closed.
    pub(super) fn closed(&self) -> Option<Closed<'a>> {
        self.closed
    }

    /// As it is for a field, which serves every start.
    pub(super) fn of_field(self) -> Self {
        Pile { closed: self.closed.map(Closed::of_field), ..self }
    }

    /// The list.
    pub(super) fn overlays(&self) -> Listed<'a> {
        self.overlays
    }

    /// The overlays that are in it, with their places in the list.
    pub(super) fn each(self) -> impl Iterator<Item = (usize, &'a Shared<Overlay>)> {
        let places = (0..64).filter(move |place| self.set >> place & 1 == 1);
        places.filter_map(move |place| Some((place, self.overlays.get(place)?)))
    }

    /// One bit for each overlay of the list that is in it.
    pub(super) fn set(&self) -> u64 {
        self.set
    }

    pub(super) fn is_empty(&self) -> bool {
        self.set == 0 && self.closed.is_none()
    }

    /// The extra ticks of a cell: at most 2³⁰, since there are at most 64 overlays.
    #[inline(always)]
    pub(super) fn extra(&self, index: usize) -> u32 {
        match &self.cover {
            None => self.sum(|overlay| overlay.extra_at(index)),
            Some(cover) => self.extra_under(*cover, index),
        }
    }

    /// The same for a body: of each overlay the most that any node under it has. Nodes off the map, where
    /// it cannot stand, have none.
    #[inline(never)]
    fn extra_under(&self, cover: Cover, index: usize) -> u32 {
        self.sum(|overlay| {
            let nodes = cover.nodes(NodeId::new(index as u32));
            nodes.filter_map(|node| overlay.extra_if(node.index())).max().unwrap_or(0)
        })
    }

    #[inline(always)]
    fn sum(&self, ticks: impl Fn(&Overlay) -> u32) -> u32 {
        let first = self.first.map_or(0, &ticks);
        let others = self.set & self.set.wrapping_sub(1);
        if others == 0 { first } else { first + self.sum_of(others, ticks) }
    }

    /// The ticks of all but the first; kept out of [`sum`](Self::sum), which is compiled into every search
    /// many times.
    #[inline(never)]
    fn sum_of(&self, mut left: u64, ticks: impl Fn(&Overlay) -> u32) -> u32 {
        let mut sum = 0;
        while left != 0 {
            let overlay = self.overlays.get(left.trailing_zeros() as usize);
            sum += overlay.map_or(0, |overlay| ticks(overlay));
            left &= left - 1;
        }
        sum
    }

    /// Whether a node is closed, so that nothing leads there.
    #[inline(always)]
    pub(super) fn bars(&self, node: NodeId) -> bool {
        self.closed.as_ref().is_some_and(|closed| closed.bars(node))
    }

    /// Whether any unit stands where the mover would.
    pub(super) fn is_taken(&self, node: NodeId) -> bool {
        self.of_field().bars(node)
    }

    /// Whether all arcs of a node that lead in this direction are closed. No search stands on a
    /// closed node and looks forward, unless it starts there.
    #[inline(always)]
    fn is_shut(&self, node: NodeId, way: Way) -> bool {
        way == Way::Backward && self.bars(node)
    }

    /// Whether an arc is closed because of the node that it leads to, or backward, that it comes
    /// from.
    #[inline(always)]
    fn is_far_end_shut(&self, other: NodeId, way: Way) -> bool {
        self.closed.as_ref().is_some_and(|closed| match way {
            Way::Forward => closed.bars(other),
            Way::Backward => closed.removes(other),
        })
    }

    fn content(&self) -> u64 {
        self.each().fold(0, |sum, (_, overlay)| sum.wrapping_add(overlay.content()))
    }
}

/// A world with a pile of overlays on top.
pub(super) struct Piled<'a, W> {
    pub(super) world: W,
    pub(super) pile: Pile<'a>,
    landmarks: Option<&'a TollLandmarks>,
    aims_at_all: bool,
}

impl<'a, W> Piled<'a, W> {
    pub(super) fn new(world: W, pile: Pile<'a>) -> Self {
        Piled { world, pile, landmarks: None, aims_at_all: false }
    }

    /// Aims at any number of goals: for worlds whose estimates do not look at each of them.
    pub(super) fn aiming_at_all(self) -> Self {
        Piled { aims_at_all: true, ..self }
    }

    /// As it is for a field, which serves every start.
    pub(super) fn of_field(self) -> Self {
        Piled { pile: self.pile.of_field(), ..self }
    }

    /// Uses a heuristic by landmarks, if given, of a world in which no arc costs more than in this
    /// one.
    pub(super) fn guessed_by(self, landmarks: Option<&'a TollLandmarks>) -> Self {
        Piled { landmarks, ..self }
    }
}

impl<W: World> Piled<'_, W> {
    /// An arc at `node` of the world below, with the extra cost of the node that it enters, unless its far
    /// end is closed.
    #[inline(always)]
    fn under_pile(&self, node: NodeId, arc: Arc, way: Way) -> Option<Arc> {
        if self.pile.is_far_end_shut(arc.node, way) {
            return None;
        }
        let entered = if way == Way::Forward { arc.node } else { node };
        Some(Arc { cost: costlier(arc.cost, self.pile.extra(entered.index())), ..arc })
    }

    /// The arcs of a node under a pile that is not empty.
    #[inline(always)]
    fn offer_under_pile(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if self.pile.is_shut(node, way) {
            return;
        }
        let offers = &mut Open { pile: &self.pile, way, offers };
        match way {
            Way::Forward => {
                let extra = |index| self.pile.extra(index);
                self.world.offer_arcs(node, way, &mut Costlier { extra, offers });
            }
            Way::Backward => {
                let here = self.pile.extra(node.index());
                self.world.offer_arcs(node, way, &mut Costlier { extra: |_| here, offers });
            }
        }
    }
}

impl<W: World> World for Piled<'_, W> {
    const PRUNES: bool = W::PRUNES;

    leave_to_world! { node_count min_arc_cost follow geometry }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        let closed = self.pile.closed.as_ref();
        self.world.is_passable(node) && closed.is_none_or(|closed| !closed.removes(node))
    }

    fn max_arc_cost(&self) -> u32 {
        costlier(self.world.max_arc_cost(), self.pile.sum(Overlay::most))
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        if self.pile.is_shut(node, way) {
            return;
        }
        self.world.for_each_arc(node, way, |arc| {
            if let Some(arc) = self.under_pile(node, arc, way) {
                visit(arc);
            }
        });
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if self.pile.is_empty() {
            self.world.offer_arcs(node, way, offers);
        } else {
            self.offer_under_pile(node, way, offers);
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
        // Which arcs are canonical is known only for the world without the pile.
        if self.pile.is_empty() {
            self.world.offer_canonical_arcs(node, arrival, way, offers);
        } else {
            self.offer_under_pile(node, way, offers);
        }
    }

    fn visit_arcs(
        &self,
        node: NodeId,
        arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        if self.pile.is_empty() {
            return self.world.visit_arcs(node, arrival, way, visit);
        }
        if self.pile.is_shut(node, way) {
            return;
        }
        self.world.visit_arcs(node, None, way, &mut |arc| {
            if let Some(arc) = self.under_pile(node, arc, way) {
                visit(arc);
            }
        });
    }

    fn revision(&self) -> u64 {
        self.world.revision().wrapping_add(self.pile.content())
    }

    fn tiled(&self) -> Option<&dyn Tiled> {
        if self.pile.is_empty() { self.world.tiled() } else { None }
    }
}

/// Forwards the arcs whose far ends are not closed.
struct Open<'p, 'a, O> {
    pile: &'p Pile<'a>,
    way: Way,
    offers: &'p mut O,
}

impl<O: Offers> Offers for Open<'_, '_, O> {
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.offers.wants(index, cost)
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        if !self.pile.is_far_end_shut(arc.node, self.way) {
            self.offers.take(arc);
        }
    }
}

/// Overlays only make arcs more expensive, and closed nodes only take some away, so the heuristic
/// of the world below is valid.
impl<'a, W: Guessed> Guessed for Piled<'a, W> {
    type Guess = UnderPile<'a, W::Guess>;

    fn guess(&self) -> Self::Guess {
        let &Piled { ref world, pile, landmarks, aims_at_all } = self;
        UnderPile { below: world.guess(), pile, landmarks, aims_at_all }
    }
}

/// The heuristic of the world below, or that by landmarks where it is higher.
pub(super) struct UnderPile<'a, H> {
    below: H,
    pile: Pile<'a>,
    landmarks: Option<&'a TollLandmarks>,
    aims_at_all: bool,
}

impl<'a, H: Heuristic> Heuristic for UnderPile<'a, H> {
    type Aimed = AimedUnderPile<'a, H::Aimed>;

    /// Landmarks estimate the cost to a single goal; with several it is unknown which is nearest.
    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        let mut goals = goals.fuse();
        let first: [Option<NodeId>; MOST_AIMED + 1] = array::from_fn(|_| goals.next());
        let is_led = self.aims_at_all || first[MOST_AIMED].is_none();
        let aims = first.into_iter().flatten().chain(goals);
        let below = self.below.aim(&mut aims.take(if is_led { usize::MAX } else { 0 }));
        let toll = |goal: NodeId| Cost::from(self.pile.extra(goal.index()));
        let goal = first[0].filter(|_| first[1].is_none());
        let landmarks = self.landmarks.zip(goal).map(|(all, goal)| all.aimed_at(goal, toll(goal)));
        AimedUnderPile { below, pile: self.pile, landmarks }
    }

    /// Landmarks estimate only towards goals.
    fn aim_back(&self, starts: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        AimedUnderPile { below: self.below.aim_back(starts), pile: self.pile, landmarks: None }
    }

    /// Landmark estimates are consistent.
    fn promise(&self) -> Promise {
        self.below.promise()
    }
}

/// An [`UnderPile`] aimed at a goal.
pub(super) struct AimedUnderPile<'a, E> {
    below: E,
    pile: Pile<'a>,
    landmarks: Option<AimedUnderTolls<'a>>,
}

impl<E: Estimate> Estimate for AimedUnderPile<'_, E> {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        let below = self.below.estimate(node);
        self.landmarks.as_ref().map_or(below, |landmarks| {
            let toll = Cost::from(self.pile.extra(node.index()));
            landmarks.estimate(node, toll).max(below)
        })
    }
}
