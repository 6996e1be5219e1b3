//! A map of voxels as one mover sees it.

use super::guess::Axes;
use super::steps::{MIDDLE, STEPS, allowed, kind, opposite};
use super::tread::ACROSS;
use super::{Voxel, VoxelHeuristic, VoxelMap, VoxelMover, VoxelWalk};
use crate::base::{CellRect, Cost, NodeId, Slot};
use crate::search::{Followed, Guessed, Layer};
use crate::world::{Arc, Changes, Extent, Offers, TakeAll, Tiled, Tiles, Way, World};

/// A map of voxels as one mover sees it: cheap to create, and a [`World`] for every search.
///
/// Straight steps come first, then those along two axes, then those along three;
/// [`Corners`](crate::world::Corners) defines what a step may pass beside it. The slot of a flyer's
/// step is its number in that order, seen from either end; that of a walker's step encodes
/// direction and height.
#[derive(Debug, Clone)]
pub struct VoxelView<'a> {
    map: &'a VoxelMap,
    mover: VoxelMover,
    axes: Axes,
    offsets: [i32; 26],
}

impl VoxelMap {
    /// The map as `mover` sees it. O(1).
    pub fn seen_by(&self, mover: &VoxelMover) -> VoxelView<'_> {
        let [width, height, _] = self.size().map(|side| side as i32);
        let offsets = STEPS.map(|step| {
            let [x, y, z] = step.map(i32::from);
            (z * height + y) * width + x
        });
        VoxelView { map: self, mover: *mover, axes: Axes::of(self.size()), offsets }
    }
}

impl<'a> VoxelView<'a> {
    /// The map behind the view.
    pub fn map(&self) -> &'a VoxelMap {
        self.map
    }

    /// The mover.
    pub fn mover(&self) -> &VoxelMover {
        &self.mover
    }

    pub(super) fn axes(&self) -> Axes {
        self.axes
    }

    #[inline(always)]
    fn voxel(&self, node: NodeId) -> Voxel {
        self.axes.voxel(node)
    }

    /// Where the body of a flyer fits around a node; see [`steps`](super::steps).
    #[inline(always)]
    fn pattern(&self, node: NodeId) -> u32 {
        let voxel = self.voxel(node);
        match self.mover.is_plain() {
            true => self.map.around(voxel),
            false if self.mover.is_one_voxel() => self.map.around_in(self.mover.moves_in(), voxel),
            false => self.map.fitting_around(&self.mover, voxel.axes()),
        }
    }

    /// The offset of the node id and the cost of a walker's step, by the number of its direction in
    /// [`ACROSS`] and how far it leads up.
    fn tread(&self, walk: VoxelWalk, across: usize, up: i32) -> (i32, u32) {
        let ([dx, dy], [width, height, _]) = (ACROSS[across], self.map.size());
        let offset = (up * height as i32 + dy) * width as i32 + dx;
        let ticks = walk.ticks(up.max(0) as u32, (-up).max(0) as u32) as u32;
        (offset, self.mover.ticks()[usize::from(across >= 4)] + ticks)
    }

    /// The arcs of a walker.
    fn offer_treads(&self, walk: VoxelWalk, node: NodeId, way: Way, offers: &mut impl Offers) {
        self.map.landings(&self.mover, self.voxel(node).axes(), way, |across, landings| {
            let mut mask = landings.mask;
            while mask != 0 {
                let off = mask.trailing_zeros() as i32 - landings.below as i32;
                mask &= mask - 1;
                let (across, up) = match way {
                    Way::Forward => (across, off),
                    Way::Backward => (across ^ 1, -off),
                };
                let (offset, cost) = self.tread(walk, across, up);
                let offset = if way == Way::Forward { offset } else { -offset };
                let other = node.get().wrapping_add_signed(offset);
                if offers.wants(other as usize, cost) {
                    let slot = Slot::new(((up + walk.fall as i32) * 8) as u16 + across as u16);
                    offers.take(Arc { node: NodeId::new(other), cost, slot });
                }
            }
        });
    }
}

impl World for VoxelView<'_> {
    fn node_count(&self) -> u32 {
        self.map.voxel_count()
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        match self.mover.walks() {
            None => self.pattern(node) & MIDDLE != 0,
            Some(_) => self.map.is_stood_on(&self.mover, self.voxel(node).axes()),
        }
    }

    fn max_arc_cost(&self) -> u32 {
        let ticks = self.mover.ticks();
        match self.mover.walks() {
            None => ticks[kind(self.mover.steps_to().count() - 1)],
            Some(walk) => {
                let most = walk.ticks(walk.climb, 0).max(walk.ticks(0, walk.fall));
                ticks[usize::from(self.mover.sides() > 4)] + most as u32
            }
        }
    }

    fn min_arc_cost(&self) -> u32 {
        self.mover.ticks()[0]
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, visit: impl FnMut(Arc)) {
        self.offer_arcs(node, way, &mut TakeAll(visit));
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if let Some(walk) = self.mover.walks() {
            return self.offer_treads(walk, node, way, offers);
        }
        let pattern = self.pattern(node);
        let costs = self.mover.ticks();
        // A step is allowed in both directions or neither, since it passes the same voxels.
        let mut steps = allowed(pattern, self.mover.steps_to().count(), self.mover.cuts());
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let other = node.get().wrapping_add_signed(self.offsets[step]);
            let cost = costs[kind(step)];
            if offers.wants(other as usize, cost) {
                let heading = if way == Way::Forward { step } else { opposite(step) };
                let slot = Slot::new(heading as u16);
                offers.take(Arc { node: NodeId::new(other), cost, slot });
            }
        }
    }

    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        let slot = usize::from(slot.code());
        let offset = match self.mover.walks() {
            None => self.offsets[slot % 26],
            Some(walk) => self.tread(walk, slot % 8, (slot / 8) as i32 - walk.fall as i32).0,
        };
        let offset = if way == Way::Forward { -offset } else { offset };
        NodeId::new(node.get().wrapping_add_signed(offset))
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        let [node, start, goal] =
            [node, start, goal].map(|node| self.voxel(node).axes().map(i64::from));
        let less = |a: [i64; 3]| -> [i64; 3] { std::array::from_fn(|axis| a[axis] - goal[axis]) };
        let ([a, b, c], [d, e, f]) = (less(node), less(start));
        let across = [b * f - c * e, c * d - a * f, a * e - b * d];
        let sum = across.iter().map(|part| part.unsigned_abs()).sum::<u64>();
        u32::try_from(sum).unwrap_or(u32::MAX)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        let (from, to) = (self.voxel(from), self.voxel(to));
        let [x, y, _] = from.apart(to);
        self.mover.cost_to([x, y], to.z.saturating_sub(from.z), from.z.saturating_sub(to.z))
    }

    fn revision(&self) -> u64 {
        self.map.revision()
    }

    fn tiled(&self) -> Option<&dyn Tiled> {
        Some(self)
    }
}

impl Tiles for VoxelView<'_> {
    fn extent(&self) -> Extent {
        self.map.extent()
    }
}

impl Tiled for VoxelView<'_> {
    fn changes(&self) -> &Changes {
        self.map.changes()
    }

    fn touch(&self, rect: CellRect, touched: &mut Vec<NodeId>) {
        let ([width, height, depth], last) = (self.map.size(), rect.y + rect.height - 1);
        let [after, before] = self.mover.reach();
        let near = |least: u32, most: u32, axis: usize, side: u32| {
            least.saturating_sub(before[axis])..(most + after[axis] + 1).min(side)
        };
        let columns = near(rect.x, rect.x + rect.width - 1, 0, width);
        for layer in rect.y / height..=last / height {
            let first = rect.y.max(layer * height) - layer * height;
            let last = last.min(layer * height + height - 1) - layer * height;
            let rows = near(layer, layer, 2, depth)
                .flat_map(|z| near(first, last, 1, height).map(move |y| z * height + y));
            let nodes = rows.flat_map(|row| columns.clone().map(move |x| row * width + x));
            touched.extend(nodes.map(NodeId::new));
        }
    }
}

impl Guessed for VoxelView<'_> {
    type Guess = VoxelHeuristic;

    fn guess(&self) -> VoxelHeuristic {
        VoxelHeuristic::new(self)
    }
}

impl Followed for VoxelView<'_> {
    fn basis(&self, _guess: &VoxelHeuristic, words: &mut Vec<u64>) {
        words.extend(self.map.size().into_iter().chain(self.mover.ticks()).map(u64::from));
        words.extend([self.mover.steps_to().count() as u64, self.mover.cuts() as u64]);
        words.extend(self.mover.frame().map(u64::from));
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        tell(Layer { changes: self.changes(), touch: &|rect, touched| self.touch(rect, touched) });
    }
}
