//! Triangles: maps whose tiles alternately point up and down.
//!
//! Places are cells of a table: the triangle in column `x` of row `y` points up if `x + y` is even.
//! Each shares a side with three others and only a corner with nine more. A [`TriangleMap`] stores
//! them in rows with a rim of tiles that are not part of the map, so no search has to check whether
//! a neighbour exists.

mod guess;
mod map;
mod place;
mod ray;
mod saved;
mod shape;
mod view;

pub use guess::{AimedAtTriangles, TriangleHeuristic};
pub use map::{TriangleEdit, TriangleError, TriangleMap};
pub use place::TriangleSide;
pub use ray::{TriangleHit, TriangleRay};
pub use view::{TriangleGait, TriangleMover, TriangleSteps, TriangleView};
