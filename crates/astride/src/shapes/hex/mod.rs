//! Hexagons: maps whose tiles have six neighbours.
//!
//! Places use axial coordinates: `q` counts along a row, `r` counts rows, and the third axis is
//! `-q - r`. A [`HexMap`] stores them in rows such that all have the same offsets to their
//! neighbours, with a rim of tiles that are not part of the map, so no search has to check whether
//! a neighbour exists.
//!
//! Red Blob Games, "Hexagonal Grids", 2013, is the reference for names and axes.

mod body;
mod edit;
mod geometry;
mod guess;
mod map;
mod place;
mod planes;
mod ray;
mod saved;
#[cfg(feature = "serde")]
mod serial;
mod shape;
mod sight;
mod view;

pub use body::HexBodyError;
pub use edit::{HexEdit, HexError};
pub use geometry::HexOffset;
pub use guess::{AimedAtHexes, HexHeuristic};
pub use map::HexMap;
pub use place::{Hex, HexDir, HexLayout, HexNameError};
pub use planes::{HexPlaneSearch, HexPlanes, HexPlanesError};
pub use shape::HexKit;
pub use sight::{HexHit, HexRay};
pub use view::{HexGait, HexMover, HexView};
