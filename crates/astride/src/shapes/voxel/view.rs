//! A map of voxels as one mover sees it.

use super::guess::Axes;
use super::steps::{MIDDLE, STEPS, allowed, kind, opposite};
use super::{Voxel, VoxelHeuristic, VoxelMap, VoxelMover};
use crate::base::{CellRect, Cost, NodeId, Slot};
use crate::search::{Followed, Guessed, Layer};
use crate::world::{Arc, Changes, Extent, Offers, TakeAll, Tiled, Tiles, Way, World};

/// A map of voxels as one mover sees it: cheap to make, and a [`World`] for every search.
///
/// Straight steps come first, then those along two axes, then those along three; what a step may
/// pass beside it is told by [`Corners`](crate::world::Corners). The slot of a step is its number in
/// that order, from whichever end it is seen.
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

    /// Who sees it.
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
}

impl World for VoxelView<'_> {
    fn node_count(&self) -> u32 {
        self.map.voxel_count()
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        self.map.around(self.voxel(node)) & MIDDLE != 0
    }

    fn max_arc_cost(&self) -> u32 {
        self.mover.ticks()[kind(self.mover.steps_to().count() - 1)]
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
        let pattern = self.map.around(self.voxel(node));
        let costs = self.mover.ticks();
        // A step is allowed both ways or neither: either way it passes the same voxels.
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
        let offset = self.offsets[usize::from(slot.code()) % 26];
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
        self.mover.cost_apart(self.voxel(from).apart(self.voxel(to)))
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
        let [width, height, depth] = self.map.size();
        let columns = rect.x.saturating_sub(1)..(rect.x + rect.width + 1).min(width);
        let near = |at: u32, most: u32| at.saturating_sub(1)..(at + 2).min(most);
        for row in rect.y..rect.y + rect.height {
            let Voxel { y, z, .. } = self.map.voxel_of_row(0, row);
            let rows = near(z, depth).flat_map(|z| near(y, height).map(move |y| z * height + y));
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
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        tell(Layer { changes: self.changes(), touch: &|rect, touched| self.touch(rect, touched) });
    }
}
