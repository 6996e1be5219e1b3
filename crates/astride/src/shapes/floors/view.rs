//! A map of floors as one mover sees it.

use super::{FloorHeuristic, FloorMap, FloorMover};
use crate::base::{CellRect, Cost, Dir, NodeId, Scale, Slot};
use crate::search::{Followed, Guessed, Layer};
use crate::shapes::{Cover, Footing, Meaning, Walls, WallsOf};
use crate::world::{
    Arc, Changes, Corners, Crossings, Extent, Link, Neighbours, Offers, TakeAll, Tiled, Tiles, Way,
    World, deviation, follow_link, visit_links,
};

/// A map of floors as one mover sees it: created in O(stairs), and O(fences) more for a mover that
/// crosses any; a [`World`] for every search.
///
/// Neighbours are listed clockwise from north, followed by stairs in the order of their other ends.
/// A step takes place within one medium shared by all cells it touches. Crossing a fence costs the ticks
/// of its class in addition.
#[derive(Clone)]
pub struct FloorView<'a> {
    map: &'a FloorMap,
    neighbours: Neighbours,
    corners: Corners,
    scale: Scale,
    media: [u8; 256],
    factors: [u32; 256],
    /// The least factor of the classes on the map.
    least: u32,
    /// The costs of the cheapest and the most expensive arc.
    costs: [u32; 2],
    /// Which fences the mover crosses, for how many ticks more.
    crossings: Crossings,
    /// The columns and rows of the body, and what it covers.
    side: u32,
    cover: Cover,
}

impl FloorMap {
    /// The map as `mover` sees it: a table of 256 entries. O(stairs), and O(fences) if it crosses any.
    pub fn seen_by(&self, mover: &FloorMover) -> FloorView<'_> {
        let (factors, media) = mover.meaning();
        let (mut factors, mut media) = (*factors, *media);
        (media[usize::from(Self::VOID)], factors[usize::from(Self::VOID)]) = (0, 0);
        let histogram = self.terrain.histogram();
        let used = || (0..256).filter(|&class| factors[class] > 0 && histogram[class] > 0);
        let least = used().map(|class| factors[class]).min().unwrap_or(1);
        let most = used().map(|class| factors[class]).max().unwrap_or(1);
        let scale = mover.step_scale();
        let stairs = || self.stairs().iter().map(|stair| stair.cost);
        let cheapest = stairs().fold(scale.straight() * least, u32::min);
        let crossings = mover.crossings.clone();
        let over_fence = self.terrain.fences().dearest(&crossings);
        let over_fence = over_fence.map_or(0, |toll| scale.straight() * most + toll);
        let costliest = stairs().fold(over_fence.max(scale.diagonal() * most), u32::max);
        FloorView {
            map: self,
            neighbours: mover.neighbour_rule(),
            corners: mover.corner_rule(),
            scale,
            media,
            factors,
            least,
            costs: [cheapest, costliest],
            crossings,
            side: mover.side(),
            cover: self.layout.cover(mover.side()),
        }
    }
}

impl<'a> FloorView<'a> {
    /// The map behind the view.
    pub fn map(&self) -> &'a FloorMap {
        self.map
    }

    /// Four or eight.
    pub fn neighbours(&self) -> Neighbours {
        self.neighbours
    }

    /// The ticks of a straight and a diagonal step.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The least terrain factor on the map.
    pub fn least_factor(&self) -> u32 {
        self.least
    }

    /// The stairs that this mover can use: it can stand on both ends.
    pub fn usable_stairs(&self) -> impl Iterator<Item = &'a Link> + '_ {
        let is_usable =
            |stair: &&Link| [stair.from, stair.to].map(|end| self.is_passable(end)) == [true; 2];
        self.map.stairs().iter().filter(is_usable)
    }

    /// How many times as much a step to a node costs as one to free ground; 0 if the mover cannot stand
    /// there.
    pub(super) fn factor_at(&self, node: NodeId) -> u32 {
        let Footing { media, cost, .. } = self.ground(node);
        if media == 0 { 0 } else { cost }
    }

    /// Whether the step through this side is forbidden, or crosses a fence.
    pub(super) fn is_closed(&self, node: NodeId, dir: Dir) -> bool {
        self.ground(node).forbidden & dir.bit() != 0
    }

    #[inline(always)]
    fn meaning(&self) -> Meaning<'_> {
        let FloorView { map, media, factors, crossings, cover, .. } = self;
        Meaning { terrain: &map.terrain, media, costs: factors, crossings, cover }
    }

    #[inline(always)]
    fn ground(&self, node: NodeId) -> Footing {
        if self.side == 1 { self.meaning().of_tile(node) } else { self.ground_under(node) }
    }

    fn ground_under(&self, node: NodeId) -> Footing {
        if !self.map.layout.fits(node, self.side) {
            return Footing::default();
        }
        self.meaning().under(node, |tile| {
            let behind =
                |dir: Dir| (dir.bit(), dir.opposite().bit(), self.map.layout.beside(tile, dir));
            [Dir::E, Dir::S].map(behind)
        })
    }

    /// The walls in the way of a body of several cells; `None` for one of one cell.
    pub(super) fn walls(&self) -> Option<impl Walls + '_> {
        let layout = &self.map.layout;
        (self.side > 1).then(|| WallsOf {
            meaning: self.meaning(),
            halves: &[Dir::E as u16, Dir::S as u16],
            turn: Dir::ALL.len() as u16,
            beside: |tile, side| layout.beside(tile, Dir::ALL[usize::from(side)]),
            fits: |place| layout.fits(place, self.side),
        })
    }

    /// Where a step in this direction leads, if it is allowed.
    pub(super) fn step(&self, node: NodeId, dir: Dir) -> Option<NodeId> {
        let mut next = None;
        let mut offers = TakeAll(|arc: Arc| next = Some(arc.node));
        let around = |dir: Dir| {
            let beside = self.map.layout.beside(node, dir);
            (beside, self.ground(beside))
        };
        self.offer_steps(node, self.ground(node), Way::Forward, &[dir], &mut offers, around);
        next
    }

    /// Offers the steps of a node in some directions, where `around` says which node there is in each,
    /// and what is there.
    #[inline(always)]
    fn offer_steps(
        &self,
        node: NodeId,
        here: Footing,
        way: Way,
        dirs: &[Dir],
        offers: &mut (impl Offers + ?Sized),
        around: impl Fn(Dir) -> (NodeId, Footing),
    ) {
        for &dir in dirs {
            let (other, there) = around(dir);
            if there.media == 0 {
                continue;
            }
            let (from, start, heading, end) = match way {
                Way::Forward => (node, here, dir, there),
                Way::Backward => (other, there, dir.opposite(), here),
            };
            let (ticks, toll) = match dir.is_diagonal() {
                true => (self.scale.diagonal(), Some(0)),
                false => {
                    let ahead = |tile| self.map.layout.beside(tile, heading);
                    let toll = self.meaning().toll(from, start, heading.bit(), ahead);
                    (self.scale.straight(), toll)
                }
            };
            let Some(toll) = toll else { continue };
            let cost = ticks * end.cost + toll;
            let shared = here.media & there.media;
            let ways_round = || {
                [(7, 1), (1, 7)].map(|(first, then)| {
                    let (first, then) = (heading.turned(first), heading.turned(then));
                    // The corner as seen from the node, wherever the step begins.
                    let at = if way == Way::Forward { first } else { then.opposite() };
                    let (_, corner) = around(at);
                    let is_closed = start.forbidden & first.bit() != 0;
                    (corner.media, is_closed || corner.forbidden & then.bit() != 0)
                })
            };
            let is_allowed = || match dir.is_diagonal() {
                true => self.corners.allows(shared, ways_round()),
                false => shared != 0,
            };
            if offers.wants(other.index(), cost) && is_allowed() {
                offers.take(Arc { node: other, cost, slot: Slot::new(heading as u16) });
            }
        }
    }

    /// The same for a body, which looks once at each place around; compiled once, and not again into every
    /// search.
    #[inline(never)]
    fn offer_steps_under(&self, node: NodeId, here: Footing, way: Way, offers: &mut dyn Offers) {
        let mut ring = [(node, Footing::default()); 8];
        for &dir in self.dirs() {
            let beside = self.map.layout.beside(node, dir);
            ring[dir as usize] = (beside, self.ground_under(beside));
        }
        self.offer_steps(node, here, way, self.dirs(), offers, |dir| ring[dir as usize]);
    }

    /// The directions of steps, clockwise from north.
    fn dirs(&self) -> &'static [Dir] {
        if self.neighbours == Neighbours::Four { &Dir::STRAIGHT } else { &Dir::ALL }
    }
}

impl World for FloorView<'_> {
    fn node_count(&self) -> u32 {
        self.extent().tile_count() as u32
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.ground(node).media != 0
    }

    fn max_arc_cost(&self) -> u32 {
        self.costs[1]
    }

    fn min_arc_cost(&self) -> u32 {
        self.costs[0]
    }

    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.offer_arcs(node, way, &mut TakeAll(visit));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        let here = self.ground(node);
        if here.media == 0 {
            return;
        }
        // There is a rim around each floor, so a cell on it has all its neighbours.
        if self.side == 1 {
            let around = |dir: Dir| {
                let beside = self.map.layout.beside(node, dir);
                (beside, self.meaning().of_tile(beside))
            };
            self.offer_steps(node, here, way, self.dirs(), offers, around);
        } else {
            self.offer_steps_under(node, here, way, offers);
        }
        if !self.map.stairs().is_empty() {
            visit_links(&self.map.stairs, node, way, &|end| self.is_passable(end), &mut |arc| {
                if offers.wants(arc.node.index(), arc.cost) {
                    offers.take(arc);
                }
            });
        }
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let Some(&dir) = Dir::ALL.get(usize::from(slot.code())) else {
            return follow_link(&self.map.stairs, node, slot, way);
        };
        // The slot is the direction in which the mover goes, seen from either end.
        let dir = if way == Way::Forward { dir.opposite() } else { dir };
        self.map.layout.beside(node, dir)
    }

    /// As seen from above, whatever the floors.
    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        let from_goal = |node| self.map.layout.offset(goal, node);
        deviation(from_goal(node), from_goal(start), [0, 0])
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        FloorHeuristic::without_stairs(self).nearness(from, to)
    }

    fn revision(&self) -> u64 {
        self.map.revision()
    }

    fn tiled(&self) -> Option<&dyn Tiled> {
        Some(self)
    }
}

impl Tiles for FloorView<'_> {
    fn extent(&self) -> Extent {
        self.map.extent()
    }
}

impl Tiled for FloorView<'_> {
    fn changes(&self) -> &Changes {
        self.map.changes()
    }

    /// The places where the body covers the cells, their neighbours, whose diagonals pass them, and the
    /// other ends of stairs.
    fn touch(&self, rect: CellRect, touched: &mut Vec<NodeId>) {
        for node in self.map.layout.covering(rect, self.side) {
            touched.push(node);
            touched.extend(Dir::ALL.map(|dir| self.map.layout.beside(node, dir)));
            touched.extend(self.map.stairs.leaving(node).iter().map(|stair| stair.to));
            touched.extend(self.map.stairs.arriving(node).iter().map(|stair| stair.from));
        }
    }
}

impl Guessed for FloorView<'_> {
    type Guess = FloorHeuristic;

    fn guess(&self) -> FloorHeuristic {
        FloorHeuristic::new(self)
    }
}

impl Followed for FloorView<'_> {
    fn basis(&self, guess: &FloorHeuristic, words: &mut Vec<u64>) {
        let ([width, height, floors], wrap) = (self.map.size(), self.map.wrap());
        let rules = crate::world::rules_of(self.neighbours, self.corners, self.scale);
        words.extend(
            [width, height, floors, wrap.columns.into(), wrap.rows.into(), self.least, self.side]
                .map(u64::from),
        );
        words.extend(rules.map(u64::from).into_iter().chain(guess.ratio()));
        words.extend(self.factors.map(u64::from).into_iter().chain(self.media.map(u64::from)));
        words.extend(self.crossings.words());
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        tell(Layer { changes: self.changes(), touch: &|rect, touched| self.touch(rect, touched) });
    }
}

crate::base::debug_by!([] FloorView['_]: map);
