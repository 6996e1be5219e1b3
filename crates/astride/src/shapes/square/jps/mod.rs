//! Jump point search on bit planes: optimal paths on grids with one or several terrain costs.
//!
//! [`JumpMap`] holds the planes and suffices for a search. Jumps can be precomputed as well, and on
//! grids with one cost also boxes and landmarks.

mod back;
mod beaten;
mod boxes;
mod build;
mod edges;
mod jumps;
mod landmarks;
mod layers;
mod layout;
mod legs;
mod lines;
mod marks;
mod memory;
mod over;
mod pack;
mod place;
mod planes;
mod points;
mod rewrite;
mod rules;
mod search;
mod sight;
mod stops;
mod touched;
mod turns;
mod update;

#[cfg(test)]
mod tests;

pub(crate) use back::BackMap;
pub(crate) use boxes::{Boxes, MOST_FLOODED};
pub(crate) use edges::Edges;
pub use landmarks::JumpLandmarksError;
pub(crate) use over::{Over, OverSearch, OverState, Shut, Zone};
pub(crate) use place::Place;
pub use planes::{JumpMap, JumpMapError};
pub use search::JumpSearch;
pub(crate) use search::Jumps;
pub(crate) use touched::Touched;
