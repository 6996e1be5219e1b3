//! Navigation meshes: convex polygons in the plane that share edges, and shortest paths over them.
//!
//! A [`Mesh`] stores the walkable ground. [`polyanya`] finds the shortest path of a point,
//! [`Mesh::see`] goes straight until it meets a wall, [`Mesh::move_along`] slides along the wall, and
//! [`Mesh::merged`] makes fewer and larger polygons of the same ground. [`Mesh::of_cells`] is the ground
//! of a map of squares, hexagons or triangles, [`Mesh::for_radius`] the ground for movers with a radius, a
//! [`MeshSpace`] proves that a smoothed path keeps clear, [`MeshLinks`] are connections off the ground, a
//! [`WeightedMesh`] has areas that cost more than others or are forbidden, an [`ObstacleMesh`] has
//! obstacles that come and go, and [`MeshLabels`] are tables that answer without a search.
//!
//! # Numbers
//!
//! Coordinates and lengths are `f64`. Floats decide something only here, in
//! [`any_angle`](super::square::any_angle) and in [`path`](crate::path). On which side of a line a
//! point lies is always decided exactly, and only for coordinates that were given, never for computed
//! points such as a crossing of two lines. So a search sees exactly what can be seen, collinear walls
//! are collinear, and every machine finds the same. Lengths are computed with additions,
//! multiplications, divisions and square roots only.
//!
//! | constant | is the slack for |
//! |---|---|
//! | [`TOLERANCE`] | points that lie beside the mesh by a rounding error |
//! | [`BEND`] | polygons that are convex but for rounding |
//! | [`TIE`] | lengths that count as the same |
//! | [`CORNER`] | the distance kept from corners, which are cut as polygons |
//!
//! Private constants say when corners of two cells are the same, and when the search over areas with
//! different costs has come close enough.

mod areas;
mod build;
mod cells;
mod cut;
mod dead_ends;
mod error;
mod faces;
mod labels;
mod limits;
mod links;
mod locate;
mod merge;
mod obstacles;
mod orient;
mod polyanya;
mod polygons;
mod radius;
mod see;
mod services;
mod slide;
mod space;
#[cfg(test)]
mod tests;
mod waypoints;

pub use areas::{AreaFactors, WeightedMesh, WeightedPath};
pub use error::MeshError;
pub use labels::{MeshLabels, MeshLabelsOptions, MeshLabelsSummary};
pub use links::{LinkedPath, MeshLink, MeshLinks};
pub use locate::Nearest;
pub use obstacles::{ObstacleId, ObstacleMesh};
pub use polyanya::{Polyanya, polyanya};
pub use polygons::Mesh;
pub use see::Sight;
pub use slide::Moved;
pub use space::MeshSpace;
pub use waypoints::Waypoints;

/// A point beside the mesh by at most this share of the largest coordinate counts as on it, and is
/// moved there.
pub const TOLERANCE: f64 = 1e-9;

/// A polygon may be bent inward at a vertex by at most this share of the largest coordinate, which
/// is what rounding to `f32` does to vertices on a line.
pub const BEND: f64 = 2e-7;

/// Two lengths count as the same if they differ by at most this share of the largest coordinate and
/// the length itself.
pub const TIE: f64 = 1e-12;

/// Around the corners of walls, a mover keeps a distance of at most this many times its radius; see
/// [`Mesh::for_radius`].
pub const CORNER: f64 = 1.00504;
