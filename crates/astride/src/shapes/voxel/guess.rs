//! The heuristic by the distance of voxels.

use super::{Voxel, VoxelMover, VoxelView};
use crate::base::{Cost, Divider, NodeId};
use crate::search::{Estimate, Heuristic, Promise};

/// The cost of a path without obstacles, for 6, 18 and 26 neighbours; for walkers, at most its cost
/// over stairs of maximum steepness. Consistent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VoxelHeuristic {
    axes: Axes,
    mover: VoxelMover,
}

impl VoxelHeuristic {
    /// The heuristic for a view. O(1).
    pub fn new(view: &VoxelView<'_>) -> Self {
        VoxelHeuristic { axes: view.axes(), mover: *view.mover() }
    }
}

/// Splits node ids into places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axes {
    columns: Divider,
    rows: Divider,
}

impl Axes {
    pub(super) fn of([width, height, _]: [u32; 3]) -> Self {
        Axes { columns: Divider::new(width), rows: Divider::new(height) }
    }

    #[inline(always)]
    pub(super) fn voxel(&self, node: NodeId) -> Voxel {
        let (x, row) = self.columns.split(node.get());
        let (y, z) = self.rows.split(row);
        Voxel::new(x, y, z)
    }
}

impl Heuristic for VoxelHeuristic {
    type Aimed = AimedAtVoxels;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> AimedAtVoxels {
        let mut box_of_goals = None;
        for goal in goals {
            let at = self.axes.voxel(goal).axes();
            let (least, most) = box_of_goals.get_or_insert((at, at));
            for axis in 0..3 {
                (least[axis], most[axis]) = (least[axis].min(at[axis]), most[axis].max(at[axis]));
            }
        }
        AimedAtVoxels { axes: self.axes, mover: self.mover, goals: box_of_goals }
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

/// Estimates towards the bounding box of some goals.
#[derive(Clone, Copy, Debug)]
pub struct AimedAtVoxels {
    axes: Axes,
    mover: VoxelMover,
    /// The corners of the box.
    goals: Option<([u32; 3], [u32; 3])>,
}

impl Estimate for AimedAtVoxels {
    #[inline(always)]
    fn estimate(&self, node: NodeId) -> Cost {
        let Some((least, most)) = &self.goals else { return 0 };
        let here = self.axes.voxel(node).axes();
        let off =
            |at: usize| least[at].saturating_sub(here[at]).max(here[at].saturating_sub(most[at]));
        let (higher, lower) = (least[2].saturating_sub(here[2]), here[2].saturating_sub(most[2]));
        self.mover.cost_to([off(0), off(1)], higher, lower)
    }
}
