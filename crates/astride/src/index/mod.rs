//! Tables built once from a world, which answer many queries faster than a search from scratch.
//!
//! Imports `base`, `world`, `path` and `search`. Deliberately missing: files, threads, and choosing
//! which table to use.

mod jump_table;
mod landmarks;

pub use jump_table::JumpTable;
pub use landmarks::{
    AimedByLandmarks, LandmarkHeuristic, Landmarks, LandmarksError, Selection, Stale,
};
