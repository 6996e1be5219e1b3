//! Tables that any world can have, built once so that later questions become look-ups.
//!
//! An index is read only after it is built and serves any number of threads; what a question writes
//! goes into its scratch. The room imports `base`, `world`, `path` and `search`. Deliberately
//! missing: files, choosing which index to use, and tables that only one shape can have.

pub mod customisable;
pub mod hierarchy;
pub mod hubs;
pub(crate) mod landmarks;

pub use landmarks::{
    AimedByLandmarks, LandmarkHeuristic, Landmarks, LandmarksError, Selection, Stale,
};
