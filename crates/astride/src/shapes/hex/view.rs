//! A map of hexagons as one mover sees it.

use super::{Hex, HexDir, HexHeuristic, HexMap};
use crate::base::{CellRect, Cost, NodeId, Scale, ScaleError, Slot};
use crate::search::{Followed, Guessed, Layer};
use crate::shapes::{Cover, Footing, Meaning, Walls, WallsOf};
use crate::world::{
    Arc, Changes, Crossings, Extent, Mover, Offers, Stencil, TakeAll, Tiled, Tiles, Way, World,
    deviation,
};

/// All six sides.
const ALL: u8 = 0x3F;

/// What terrain means for one kind of body, the cost of a step from hexagon to hexagon, and [how
/// large](HexMover::body) it is.
pub type HexMover = Mover<HexGait>;

/// The cost of a step, and how large a body is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "super::serial::AnyGait", into = "super::serial::AnyGait")
)]
pub struct HexGait {
    scale: Scale,
    pub(super) radius: u32,
}

impl HexGait {
    fn step(self, ticks: u32) -> Result<Self, ScaleError> {
        let usual = Scale::default();
        let scale = Scale::new(ticks, ticks)?;
        // A unique representation of the default.
        let is_usual = scale.straight() == usual.straight();
        Ok(HexGait { scale: if is_usual { usual } else { scale }, ..self })
    }

    pub(super) fn step_ticks(self) -> u32 {
        self.scale.straight()
    }
}

impl HexMover {
    /// Sets the ticks of a step on terrain of factor 1; the default is 13 860, as on squares.
    ///
    /// # Errors
    ///
    /// If `ticks` is 0 or more than 2²⁰.
    pub fn step(mut self, ticks: u32) -> Result<Self, ScaleError> {
        self.gait = self.gait.step(ticks)?;
        Ok(self)
    }

    /// The ticks of a step on terrain of factor 1.
    pub fn step_ticks(&self) -> u32 {
        self.gait.step_ticks()
    }
}

/// A map of hexagons as one mover sees it: cheap to create, and a [`World`] for every search. For a
/// mover that crosses fences, creating one is O(fences).
///
/// Neighbours are listed clockwise from the northeast. A step costs the ticks of the mover times
/// the factor of the class entered, and takes place within one medium shared by both
/// tiles. Crossing a fence costs the ticks of its class in addition.
#[derive(Clone)]
pub struct HexView<'a> {
    map: &'a HexMap,
    media: [u8; 256],
    /// Ticks for entering a class; 0 if it is impassable.
    entering: [u32; 256],
    /// The least factor of the classes on the map.
    least: u32,
    most: u32,
    /// Which fences the mover crosses, for how many ticks more.
    crossings: Crossings,
    offsets: [i32; 6],
    /// Whether steps depend only on which tiles are passable, and all have the same cost.
    is_even: bool,
    /// The same, and there are any.
    is_plain: bool,
    radius: u32,
    cover: Cover,
}

impl HexMap {
    /// The map as `mover` sees it: a table of 256 entries. O(1), and O(fences) if it crosses any.
    pub fn seen_by(&self, mover: &HexMover) -> HexView<'_> {
        let (factors, media) = mover.meaning();
        let (mut media, mut entering) = (*media, factors.map(|factor| factor * mover.step_ticks()));
        (media[usize::from(Self::VOID)], entering[usize::from(Self::VOID)]) = (0, 0);
        let used = || (0..256).filter(|&class| entering[class] > 0 && self.histogram()[class] > 0);
        let costs = || used().map(|class| entering[class]);
        let (least, most) = (costs().min().unwrap_or(1), costs().max().unwrap_or(1));
        let mut kinds = used().map(|class| media[class]);
        let first = kinds.next();
        let is_even = least == most && kinds.all(|kind| Some(kind) == first);
        let radius = mover.radius();
        let is_even = is_even && !self.terrain.has_sides() && radius == 0;
        let is_plain = is_even && first.is_some();
        let offsets = HexDir::ALL.map(|dir| self.stride(dir));
        let crossings = mover.crossings.clone();
        let most = most + self.terrain.fences().dearest(&crossings).unwrap_or(0);
        let cover = Cover::within(radius, self.extent().width);
        HexView {
            map: self,
            media,
            entering,
            least,
            most,
            crossings,
            offsets,
            is_even,
            is_plain,
            radius,
            cover,
        }
    }
}

impl<'a> HexView<'a> {
    /// The map behind the view.
    pub fn map(&self) -> &'a HexMap {
        self.map
    }

    /// Whether steps depend only on which tiles are passable, and all have the same cost.
    pub(super) fn is_even(&self) -> bool {
        self.is_even
    }

    /// How many times as much a step to a node costs as one to free ground; 0 if the mover cannot stand
    /// there.
    pub(super) fn factor_at(&self, node: NodeId, mover: &HexMover) -> u32 {
        let Footing { media, cost, .. } = self.ground(node);
        if media == 0 { 0 } else { cost / mover.step_ticks() }
    }

    /// The minimum cost of a step in ticks.
    pub fn least_step(&self) -> u32 {
        self.least
    }

    #[inline(always)]
    fn meaning(&self) -> Meaning<'_> {
        let HexView { map, media, entering, crossings, cover, .. } = self;
        Meaning { terrain: &map.terrain, media, costs: entering, crossings, cover }
    }

    #[inline(always)]
    fn ground(&self, node: NodeId) -> Footing {
        if self.radius == 0 { self.meaning().of_tile(node) } else { self.ground_under(node) }
    }

    fn ground_under(&self, node: NodeId) -> Footing {
        if !self.fits(node) {
            return Footing::default();
        }
        self.meaning().under(node, |tile| {
            let behind = |dir: HexDir| (dir.bit(), dir.opposite().bit(), self.beside(tile, dir));
            [HexDir::NorthEast, HexDir::East, HexDir::SouthEast].map(behind)
        })
    }

    /// Whether the step through this side is forbidden, or crosses a fence.
    pub(super) fn is_closed(&self, node: NodeId, dir: HexDir) -> bool {
        self.ground(node).forbidden & dir.bit() != 0
    }

    /// Whether the body is wholly in the rows of the map at a place.
    fn fits(&self, node: NodeId) -> bool {
        let (Extent { width, height }, radius) = (self.extent(), self.radius);
        let is_inside = |at: u32, count: u32| at >= radius && at + radius < count;
        is_inside(node.get() % width, width) && is_inside(node.get() / width, height)
    }

    /// The walls in the way of a body of several hexagons; `None` for one of one hexagon.
    pub(super) fn walls(&self) -> Option<impl Walls + '_> {
        (self.radius > 0).then(|| WallsOf {
            meaning: self.meaning(),
            halves: &[HexDir::NorthEast as u16, HexDir::East as u16, HexDir::SouthEast as u16],
            turn: HexDir::ALL.len() as u16,
            beside: |tile, side| self.beside(tile, HexDir::ALL[usize::from(side)]),
            fits: |place| self.fits(place),
        })
    }

    #[inline(always)]
    fn beside(&self, node: NodeId, dir: HexDir) -> NodeId {
        NodeId::new(node.get().wrapping_add_signed(self.offsets[dir as usize]))
    }

    /// Offers the arcs through some sides.
    #[inline(always)]
    fn offer_sides(&self, node: NodeId, way: Way, sides: u8, offers: &mut impl Offers) {
        if self.radius == 0 {
            self.offer_from(node, way, sides, offers, |tile| self.meaning().of_tile(tile));
        } else {
            self.offer_sides_under(node, way, sides, offers);
        }
    }

    /// The same for a body; compiled once, and not again into every search.
    #[inline(never)]
    fn offer_sides_under(&self, node: NodeId, way: Way, sides: u8, offers: &mut dyn Offers) {
        self.offer_from(node, way, sides, offers, |place| self.ground_under(place));
    }

    /// Offers the arcs through some sides, where `ground` says what there is at a place.
    #[inline(always)]
    fn offer_from(
        &self,
        node: NodeId,
        way: Way,
        sides: u8,
        offers: &mut (impl Offers + ?Sized),
        ground: impl Fn(NodeId) -> Footing,
    ) {
        let here = ground(node);
        if here.media == 0 {
            return;
        }
        for dir in HexDir::ALL.into_iter().filter(|dir| sides & dir.bit() != 0) {
            // There is a rim around the map, so a tile on it has neighbours on all sides.
            let other = self.beside(node, dir);
            let there = ground(other);
            if here.media & there.media == 0 {
                continue;
            }
            let (from, start, heading, cost) = match way {
                Way::Forward => (node, here, dir, there.cost),
                Way::Backward => (other, there, dir.opposite(), here.cost),
            };
            let ahead = |tile| self.beside(tile, heading);
            let toll = self.meaning().toll(from, start, heading.bit(), ahead);
            let Some(cost) = toll.map(|toll| cost + toll) else { continue };
            if offers.wants(other.index(), cost) {
                let slot = Slot::new(heading as u16);
                offers.take(Arc { node: other, cost, slot });
            }
        }
    }
}

impl World for HexView<'_> {
    const PRUNES: bool = true;

    fn node_count(&self) -> u32 {
        self.extent().tile_count() as u32
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        self.ground(node).media != 0
    }

    fn max_arc_cost(&self) -> u32 {
        self.most
    }

    fn min_arc_cost(&self) -> u32 {
        self.least
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.offer_arcs(node, way, &mut TakeAll(visit));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        self.offer_sides(node, way, ALL, offers);
    }

    /// Straight on and one sixth to the right or left if all steps have the same cost: tiles to the
    /// side or behind were as near before.
    #[inline(always)]
    fn offer_canonical_arcs(
        &self,
        node: NodeId,
        arrival: Slot,
        way: Way,
        offers: &mut impl Offers,
    ) {
        let sides = match (arrival.code(), self.is_plain) {
            (slot @ 0..6, true) => onward(slot as usize, way),
            _ => ALL,
        };
        self.offer_sides(node, way, sides, offers);
    }

    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let offset = self.offsets[usize::from(slot.code()) % 6];
        let offset = if way == Way::Forward { -offset } else { offset };
        NodeId::new(node.get().wrapping_add_signed(offset))
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        let at = |node| {
            let Hex { q, r } = self.map.hex(node);
            [q, r].map(i64::from)
        };
        deviation(at(node), at(start), at(goal))
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        self.map.hex(from).distance_to(self.map.hex(to)) * Cost::from(self.least)
    }

    fn revision(&self) -> u64 {
        self.map.revision()
    }

    fn tiled(&self) -> Option<&dyn Tiled> {
        Some(self)
    }
}

/// The sides through which a canonical path may continue after arriving by `slot`.
const fn onward(slot: usize, way: Way) -> u8 {
    let heading = match way {
        Way::Forward => HexDir::ALL[slot],
        Way::Backward => HexDir::ALL[slot].opposite(),
    };
    heading.bit() | heading.turned(1).bit() | heading.turned(5).bit()
}

/// [`onward`] for masks, forward and backward.
static ONWARD: [[[u8; 256]; 8]; 2] = {
    let mut tables = [[[0; 256]; 8]; 2];
    let mut at = 0;
    while at < 2 * 6 * 256 {
        let (table, slot, mask) = (at / (6 * 256), at / 256 % 6, at % 256);
        let way = if table == 0 { Way::Forward } else { Way::Backward };
        tables[table][slot][mask] = onward(slot, way) & mask as u8;
        at += 1;
    }
    tables
};

impl Tiles for HexView<'_> {
    fn extent(&self) -> Extent {
        self.map.extent()
    }
}

impl Tiled for HexView<'_> {
    fn changes(&self) -> &Changes {
        self.map.changes()
    }

    fn touch(&self, rect: CellRect, touched: &mut Vec<NodeId>) {
        let extent = self.extent();
        let around = (0..=self.radius).fold(rect, |rect, _| extent.around(rect));
        touched.extend(extent.nodes(around));
    }

    fn stencil(&self, way: Way) -> Option<Stencil> {
        let turn = if way == Way::Forward { 0 } else { 3 };
        self.is_plain.then(|| {
            let side = |code: usize| HexDir::ALL.get(code);
            Stencil {
                offsets: std::array::from_fn(|code| side(code).map_or(0, |_| self.offsets[code])),
                costs: std::array::from_fn(|code| side(code).map_or(0, |_| self.least)),
                slots: std::array::from_fn(|code| {
                    side(code).map_or(0, |dir| dir.turned(turn) as u8)
                }),
                onward: &ONWARD[usize::from(turn > 0)],
                beside: [0; 8],
            }
        })
    }

    fn fill_masks(&self, masks: &mut Vec<u8>, _rows: &mut Vec<u8>) -> bool {
        masks.clear();
        masks.extend((0..self.node_count()).map(|node| {
            let node = NodeId::new(node);
            let sides = HexDir::ALL.into_iter().filter(|&dir| {
                let beside = node.get().wrapping_add_signed(self.offsets[dir as usize]);
                self.is_passable(NodeId::new(beside))
            });
            // Tiles that are not part of the map may lack neighbours.
            if self.is_passable(node) { sides.fold(0, |mask, dir| mask | dir.bit()) } else { 0 }
        }));
        true
    }
}

impl Guessed for HexView<'_> {
    type Guess = HexHeuristic;

    fn guess(&self) -> HexHeuristic {
        HexHeuristic::new(self)
    }
}

impl Followed for HexView<'_> {
    fn basis(&self, _guess: &HexHeuristic, words: &mut Vec<u64>) {
        let Extent { width, height } = self.extent();
        words.extend([width, height, self.least, self.radius].map(u64::from));
        words.extend(self.entering.map(u64::from).into_iter().chain(self.media.map(u64::from)));
        words.extend(self.crossings.words());
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        tell(Layer { changes: self.changes(), touch: &|rect, touched| self.touch(rect, touched) });
    }
}

crate::base::debug_by!([] HexView['_]: map);
