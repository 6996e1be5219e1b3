//! Tables for any world, built once so that later queries become lookups.
//!
//! An index is read-only once built and serves any number of threads; what a query writes goes to
//! its scratch. The module imports `base`, `world`, `path` and `search`. Deliberately missing:
//! files, choosing which index to use, and tables specific to one shape.

pub mod customisable;
pub mod hierarchy;
pub mod hubs;
pub(crate) mod landmarks;

pub use landmarks::{
    AimedByLandmarks, LandmarkHeuristic, Landmarks, LandmarksError, Selection, Stale,
};
