//! Tables built once so that later queries become lookups: landmarks for any world, hub labels and
//! hierarchies for sparse graphs.
//!
//! A query only reads an index, so that one index serves any number of threads; what a query writes
//! goes to its scratch. Deliberately missing: files, choosing which index to use, and tables
//! specific to one shape.

mod contraction;
pub mod customisable;
pub mod hierarchy;
pub mod hubs;
pub(crate) mod landmarks;

pub use landmarks::{
    AimedByLandmarks, LandmarkHeuristic, Landmarks, LandmarksError, Selection, Stale,
};
