//! What serde reads as a mover: a body and a walk of any size, which a mover limits.

use super::VoxelMover;
use crate::shapes::voxel::{VoxelMedium, VoxelMoverError, VoxelNeighbours, VoxelScale, VoxelWalk};
use crate::world::Corners;

#[derive(serde::Deserialize)]
pub(super) struct AnyMover {
    neighbours: VoxelNeighbours,
    corners: Corners,
    scale: VoxelScale,
    side: u32,
    height: u32,
    walk: Option<VoxelWalk>,
    medium: VoxelMedium,
}

impl TryFrom<AnyMover> for VoxelMover {
    type Error = VoxelMoverError;

    fn try_from(read: AnyMover) -> Result<Self, VoxelMoverError> {
        let mover = VoxelMover::flyer().neighbours(read.neighbours).corners(read.corners);
        let mover = mover.scale(read.scale).medium(read.medium).body(read.side, read.height)?;
        read.walk.map_or(Ok(mover), |walk| mover.walk(walk))
    }
}
