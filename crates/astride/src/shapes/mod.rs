//! Shapes of worlds, one folder each. None of them imports another.
//!
//! Imports everything to its left. Deliberately missing: the choice of a method, requests, files.

mod believed;
mod cover;
mod editable;
mod explain;
pub mod floors;
mod footing;
pub mod graph;
pub mod hex;
pub mod mesh;
mod near;
mod obstacles;
mod shape;
pub mod square;
mod stored;
pub mod streamed;
mod tile_obstacles;
mod tiles;
pub mod triangle;
pub mod voxel;

pub use believed::Believed;
pub use cover::Cover;
use cover::Ring;
pub use editable::{Editable, Unseen};
pub use explain::{
    Closing, ExplainError, Explanation, MayOpen, Opening, Opens, explain, explain_opening,
};
use explain::{Fewest, Opened};
pub(crate) use explain::{Terms, explain_by, is_place};
use footing::{Footing, Meaning, Walls, WallsOf};
pub(crate) use near::Looks;
use near::Side;
pub use near::{Near, SnapError};
pub(crate) use obstacles::{GROUND, Placed, Repainted, Tracker};
pub use obstacles::{ObstacleError, ObstacleId, Outline};
pub use shape::{Refused, Shape};
pub use stored::Stored;
pub use tile_obstacles::{Footprint, TileObstacles};
pub use tiles::TileMap;
