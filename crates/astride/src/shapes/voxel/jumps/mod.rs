//! Jump points in space: cheapest paths for bodies with 26 neighbours that cut no corners.
//!
//! Of all cheapest paths to a voxel one is *canonical*: the first in the order of its steps, where
//! steps along three axes come before those along two, and those before straight ones. Each section
//! of it is also the first of its kind. A search may therefore prune each turn that has an equally
//! cheap and earlier alternative nearby, and still finds every canonical path: [`turns`]. After a
//! straight step nearly always only straight on remains; where it does not, a bit stops a scan that
//! examines 64 voxels at once: [`lanes`].
//!
//! Steps along two or three axes are taken one by one, each when its turn on the open list has
//! come, so nothing is scanned that is farther from the line between start and goal than the path
//! is. From each place on such a path straight scans lead aside; only these places and those where
//! scans stop are recorded, not everything passed over: [`memory`].
//!
//! Harabor & Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, for jump
//! points; Sturtevant & Rabin, "Canonical Orderings on Grids", IJCAI 2016, for the order; Nobes,
//! Harabor, Wybrow & Walsh, "The JPS Pathfinding System in 3D", SoCS 2022, for voxels. Two things
//! differ: their scans along several axes look ahead as far as possible, which in open space is
//! most of the work; and here a voxel reached at the same cost from several sides is left by all
//! turns that any of these arrivals takes, so nothing depends on which one came first.

mod lanes;
mod map;
mod memory;
mod search;
mod turns;

pub use map::{VoxelJumpMap, VoxelJumpMapError};
pub use search::VoxelJumpSearch;
