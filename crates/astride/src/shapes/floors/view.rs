//! A map of floors as one mover sees it.

use super::{FloorHeuristic, FloorMap, FloorMover};
use crate::base::{CellRect, Cost, Dir, NodeId, Scale, Slot};
use crate::search::{Followed, Guessed, Layer};
use crate::world::{
    Arc, Changes, Corners, Crossings, Extent, Link, Neighbours, Offers, TakeAll, Tiled, Tiles, Way,
    World, follow_link, visit_links,
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

    fn media_at(&self, node: NodeId) -> u8 {
        self.media[usize::from(self.map.terrain.class_at(node))]
    }

    /// Whether the step through this side is forbidden.
    pub(super) fn is_closed(&self, node: NodeId, dir: Dir) -> bool {
        self.map.terrain.forbidden_at(node.index()) & dir.bit() != 0
    }

    /// Whether a body may step in this direction, given that it can stand on both ends. What stands in
    /// the way of a straight step is not asked: it may be a fence.
    pub(super) fn is_allowed(&self, from: NodeId, dir: Dir, to: NodeId) -> bool {
        let here = self.media_at(from) & self.media_at(to);
        if !dir.is_diagonal() {
            return here != 0;
        }
        self.corners.allows(
            here,
            [(7, 1), (1, 7)].map(|(first, then)| {
                let (first, then) = (dir.turned(first), dir.turned(then));
                let corner = self.map.layout.beside(from, first);
                let is_closed = self.is_closed(from, first) || self.is_closed(corner, then);
                (self.media_at(corner), is_closed)
            }),
        )
    }
}

impl World for FloorView<'_> {
    fn node_count(&self) -> u32 {
        self.extent().tile_count() as u32
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.media_at(node) != 0
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
        if self.media_at(node) == 0 {
            return;
        }
        let every = if self.neighbours == Neighbours::Four { 2 } else { 1 };
        for &dir in Dir::ALL.iter().step_by(every) {
            // There is a rim around each floor, so a cell on it has all its neighbours.
            let other = self.map.layout.beside(node, dir);
            if self.media_at(other) == 0 {
                continue;
            }
            let (from, dir, to) = match way {
                Way::Forward => (node, dir, other),
                Way::Backward => (other, dir.opposite(), node),
            };
            let factor = self.factors[usize::from(self.map.terrain.class_at(to))];
            let (ticks, toll) = match dir.is_diagonal() {
                true => (self.scale.diagonal(), Some(0)),
                false => {
                    let toll = self.map.terrain.toll(from, dir.bit(), &self.crossings);
                    (self.scale.straight(), toll)
                }
            };
            let Some(toll) = toll else { continue };
            let cost = ticks * factor + toll;
            if offers.wants(other.index(), cost) && self.is_allowed(from, dir, to) {
                offers.take(Arc { node: other, cost, slot: Slot::new(dir as u16) });
            }
        }
        if !self.map.stairs().is_empty() {
            visit_links(
                &self.map.stairs,
                node,
                way,
                |end| self.is_passable(end),
                |arc| {
                    if offers.wants(arc.node.index(), arc.cost) {
                        offers.take(arc);
                    }
                },
            );
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

    /// The cells, their neighbours, whose diagonals pass them, and the other ends of stairs.
    fn touch(&self, rect: CellRect, touched: &mut Vec<NodeId>) {
        for node in self.extent().nodes(rect) {
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
            [width, height, floors, wrap.columns.into(), wrap.rows.into(), self.least]
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
