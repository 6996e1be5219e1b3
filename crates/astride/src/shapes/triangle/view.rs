//! A map of triangles as one mover sees it.

use super::place::{BACK, STEPS, Step, middle, side_to, turns_over};
use super::{TriangleHeuristic, TriangleMap, TriangleSide};
use crate::base::{CellRect, Cost, NodeId, Slot};
use crate::search::{Followed, Guessed, Layer};
use crate::world::{
    Arc, Changes, Corners, Crossings, Extent, Mover, Offers, TakeAll, Tiled, Tiles, Way, World,
    deviation,
};

/// Ticks of a step across a side: the distance between the two centres.
pub(super) const SIDE: u32 = 10_864;

/// Ticks of a step round a corner past one triangle: √3 times as far and, since 18817² − 3·10864² =
/// 1, never less than the straight line.
const ROUND: u32 = 18_817;

/// What terrain means for one kind of body, and which steps it takes from triangle to triangle.
///
/// A step across a side costs 10 864 ticks, one past the neighbour to the triangle behind it 18 817
/// (√3 times as much), and one straight across a corner 21 728, each times the factor of the class
/// entered.
pub type TriangleMover = Mover<TriangleGait>;

/// The neighbours of a triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TriangleSteps {
    /// The three that share a side.
    #[default]
    Sides,
    /// All twelve that share a side or a corner. Between two that share only a corner the way round
    /// must be free; this rule says when a step may lead straight across a corner.
    Around(Corners),
}

/// How a body steps from triangle to triangle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TriangleGait {
    pub(super) steps: TriangleSteps,
}

impl TriangleMover {
    /// Sets which neighbours there are; the default is those that share a side.
    #[must_use]
    pub fn steps(mut self, steps: TriangleSteps) -> Self {
        self.gait.steps = steps;
        self
    }
}

/// A map of triangles as one mover sees it: cheap to create, and a [`World`] for every search. For a
/// mover that crosses fences, creating one is O(fences).
///
/// Neighbours that share a side come first. A step takes place within one medium shared by all
/// triangles it touches. Crossing a fence costs the ticks of its class in addition.
#[derive(Clone)]
pub struct TriangleView<'a> {
    map: &'a TriangleMap,
    steps: TriangleSteps,
    media: [u8; 256],
    factors: [u32; 256],
    /// The least factor of the classes on the map.
    least: u32,
    /// The cost of the most expensive arc.
    most: u32,
    /// Which fences the mover crosses, for how many ticks more.
    crossings: Crossings,
}

impl TriangleMap {
    /// The map as `mover` sees it: a table of 256 entries. O(1), and O(fences) if it crosses any.
    pub fn seen_by(&self, mover: &TriangleMover) -> TriangleView<'_> {
        let (factors, media) = mover.meaning();
        let (mut factors, mut media) = (*factors, *media);
        (media[usize::from(Self::VOID)], factors[usize::from(Self::VOID)]) = (0, 0);
        let histogram = self.terrain.histogram();
        let used = || (0..256).filter(|&class| factors[class] > 0 && histogram[class] > 0);
        let least = used().map(|class| factors[class]).min().unwrap_or(1);
        let most = used().map(|class| factors[class]).max().unwrap_or(1);
        let (steps, crossings) = (mover.gait.steps, mover.crossings.clone());
        let costliest = count(steps) - 1;
        let over_fence = self.terrain.fences().dearest(&crossings).map(|toll| most * SIDE + toll);
        let most = over_fence.unwrap_or(0).max(most * ticks(costliest));
        TriangleView { map: self, steps, media, factors, least, most, crossings }
    }
}

impl<'a> TriangleView<'a> {
    /// The map behind the view.
    pub fn map(&self) -> &'a TriangleMap {
        self.map
    }

    /// Which neighbours there are.
    pub fn steps(&self) -> TriangleSteps {
        self.steps
    }

    /// The least terrain factor on the map.
    pub fn least_factor(&self) -> u32 {
        self.least
    }

    fn media_at(&self, node: NodeId) -> u8 {
        self.media[usize::from(self.map.terrain.class_at(node))]
    }

    /// Whether a body can be on both of two tiles.
    pub(super) fn shares_medium(&self, one: NodeId, other: NodeId) -> bool {
        self.media_at(one) & self.media_at(other) != 0
    }

    /// The tile at this offset in columns and rows from `node`, where rows count in the opposite
    /// direction if it points down.
    fn beside(&self, node: NodeId, points_up: bool, (x, y): (i32, i32)) -> NodeId {
        let y = if points_up { y } else { -y };
        NodeId::new(node.get().wrapping_add_signed(y * self.extent().width as i32 + x))
    }

    fn points_up(&self, node: NodeId) -> bool {
        let width = self.extent().width;
        (node.get() % width + node.get() / width).is_multiple_of(2)
    }

    /// The media shared by all triangles on one way, 0 if one of them is blocked; and whether a
    /// side that it crosses is closed.
    fn way(&self, from: NodeId, up: bool, passed: &[(i32, i32)], to: (i32, i32)) -> (u8, bool) {
        let (mut media, mut is_closed, mut last) = (u8::MAX, false, (0, 0));
        for &next in passed.iter().chain([&to]) {
            let bits = self.map.terrain.forbidden_at(self.beside(from, up, last).index());
            is_closed |= bits & side_to(last, next).bit() != 0;
            media &= self.media_at(self.beside(from, up, next));
            last = next;
        }
        (media, is_closed)
    }

    /// Whether a body at `from`, where it can stand, may take the step. What stands in the way of a
    /// step across a single side is not asked: it may be a fence.
    fn is_allowed(&self, from: NodeId, up: bool, Step { to, one, other }: Step) -> bool {
        let here = self.media_at(from);
        let (media, is_closed) = self.way(from, up, one, to);
        if one.is_empty() {
            return here & media != 0;
        }
        let is_open = here & media != 0 && !is_closed;
        let rule = match self.steps {
            TriangleSteps::Around(rule) if !other.is_empty() => rule,
            _ => return is_open,
        };
        let (other_media, other_is_closed) = self.way(from, up, other, to);
        let other_is_open = here & other_media != 0 && !other_is_closed;
        match rule {
            Corners::Never => is_open && other_is_open && here & media & other_media != 0,
            Corners::OneFree => is_open || other_is_open,
            Corners::Always => {
                let there = self.media_at(self.beside(from, up, to));
                here & there != 0 && !(is_closed && other_is_closed)
            }
        }
    }
}

/// How many neighbours there are.
fn count(steps: TriangleSteps) -> usize {
    if steps == TriangleSteps::Sides { 3 } else { STEPS.len() }
}

/// The cost of a step on terrain of factor 1.
fn ticks(step: usize) -> u32 {
    match step {
        0..3 => SIDE,
        3..9 => ROUND,
        _ => 2 * SIDE,
    }
}

impl World for TriangleView<'_> {
    fn node_count(&self) -> u32 {
        self.extent().tile_count() as u32
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.media_at(node) != 0
    }

    fn max_arc_cost(&self) -> u32 {
        self.most
    }

    fn min_arc_cost(&self) -> u32 {
        self.least * SIDE
    }

    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.offer_arcs(node, way, &mut TakeAll(visit));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if self.media_at(node) == 0 {
            return;
        }
        let up = self.points_up(node);
        for at in 0..count(self.steps) {
            // There is a rim around the map, so a tile on it has all its neighbours.
            let other = self.beside(node, up, STEPS[at].to);
            if self.media_at(other) == 0 {
                continue;
            }
            let (from, from_up, step, entered) = match way {
                Way::Forward => (node, up, at, other),
                Way::Backward => (other, up != turns_over(at), BACK[at], node),
            };
            let factor = self.factors[usize::from(self.map.terrain.class_at(entered))];
            let toll = match TriangleSide::ALL.get(step) {
                Some(side) => self.map.terrain.toll(from, side.bit(), &self.crossings),
                None => Some(0),
            };
            let Some(toll) = toll else { continue };
            let cost = ticks(step) * factor + toll;
            if offers.wants(other.index(), cost) && self.is_allowed(from, from_up, STEPS[step]) {
                offers.take(Arc { node: other, cost, slot: Slot::new(step as u16) });
            }
        }
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let step = usize::from(slot.code()) % STEPS.len();
        // Backward, the slot is that of the step that continues from here.
        let at = if way == Way::Forward { BACK[step] } else { step };
        self.beside(node, self.points_up(node), STEPS[at].to)
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        let [node, start, goal] = [node, start, goal].map(|node| middle(self.map.cell(node)));
        deviation(node, start, goal)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        TriangleHeuristic::new(self).estimate(from, to)
    }

    fn revision(&self) -> u64 {
        self.map.revision()
    }

    fn tiled(&self) -> Option<&dyn Tiled> {
        Some(self)
    }
}

impl Tiles for TriangleView<'_> {
    fn extent(&self) -> Extent {
        self.map.extent()
    }
}

impl Tiled for TriangleView<'_> {
    fn changes(&self) -> &Changes {
        self.map.changes()
    }

    /// Steps lead past tiles two columns and one row away.
    fn touch(&self, rect: CellRect, touched: &mut Vec<NodeId>) {
        let extent = self.extent();
        touched.extend(extent.nodes(extent.around(extent.around(rect))));
    }
}

impl Guessed for TriangleView<'_> {
    type Guess = TriangleHeuristic;

    fn guess(&self) -> TriangleHeuristic {
        TriangleHeuristic::new(self)
    }
}

impl Followed for TriangleView<'_> {
    fn basis(&self, _guess: &TriangleHeuristic, words: &mut Vec<u64>) {
        let Extent { width, height } = self.extent();
        let steps = match self.steps {
            TriangleSteps::Sides => 0,
            TriangleSteps::Around(rule) => 1 + rule as u32,
        };
        words.extend([width, height, self.least, steps].map(u64::from));
        words.extend(self.factors.map(u64::from).into_iter().chain(self.media.map(u64::from)));
        words.extend(self.crossings.words());
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        tell(Layer { changes: self.changes(), touch: &|rect, touched| self.touch(rect, touched) });
    }
}

crate::base::debug_by!([] TriangleView['_]: map);
