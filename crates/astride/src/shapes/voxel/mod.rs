//! Voxels: maps in space, whose cells are cubes of air, water or something solid.
//!
//! A [`VoxelMap`] stores bricks of 8 × 8 × 8 voxels, but only those that are neither all free nor
//! all blocked. A [`VoxelMover`] flies to 6, 18 or 26 neighbours or walks on solid voxels, and may
//! be larger than a voxel. [`VoxelJumpMap`] is the fast option for many queries on one map.
//!
//! Brewer & Sturtevant, "Benchmarks for Pathfinding in 3D Voxel Space", SoCS 2018, is the reference
//! for rules and files. Deliberately missing: terrain, since every free voxel costs the same.

mod body;
mod bricks;
mod edit;
mod guess;
mod jumps;
mod known;
mod map;
mod material;
mod measure;
mod mover;
mod place;
mod saved;
mod shape;
mod steps;
mod straight;
mod tread;
mod view;

pub use body::{VoxelMoverError, VoxelWalk};
pub use edit::{VoxelEdit, VoxelError};
pub use guess::{AimedAtVoxels, VoxelHeuristic};
pub use jumps::{VoxelJumpMap, VoxelJumpMapError, VoxelJumpSearch};
pub use map::VoxelMap;
pub use material::{VoxelMaterial, VoxelMedium};
pub use measure::VoxelMeasure;
pub use mover::{VoxelMover, VoxelNeighbours, VoxelScale, VoxelScaleError};
pub use place::{Voxel, VoxelNameError};
pub use shape::VoxelKit;
pub use straight::{VoxelHit, VoxelLine, VoxelRay};
pub use view::VoxelView;
