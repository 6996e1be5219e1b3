//! Tables built once from a world, so that later questions become look-ups.
//!
//! An index is read only after it is built and serves any number of threads; what a question writes
//! goes into its scratch. The room imports `base`, `world`, `path` and `search`. Deliberately
//! missing: files, and choosing which index to use.

mod clearance;
mod clusters;
mod components;
mod dead_ends;
mod envelope;
pub mod hubs;
mod jump_table;
mod labels;
mod landmarks;
mod nearest;
mod regions;
mod saved;
mod steps;
mod walls;

pub use clearance::{BodyError, BodyGrid, BodyUpdate, Clearance, ClearanceUpdate};
pub use clusters::{
    Clusters, ClustersError, ClustersOptions, ClustersProgress, ClustersScratch, ClustersUpdate,
    Route, RouteError, RouteOutcome,
};
pub use components::{Area, Components, ComponentsUpdate, Verdict};
pub use dead_ends::{DeadEnds, DeadEndsError, DeadEndsScratch, DeadEndsUpdate, Skipping};
pub use jump_table::{JumpTable, JumpTableError, JumpTableUpdate, JumpTableUpdateError};
pub use labels::{Labels, LabelsError, LabelsOptions, LabelsScratch};
pub use landmarks::{
    AimedByLandmarks, LandmarkHeuristic, Landmarks, LandmarksError, Selection, Stale,
};
pub(crate) use nearest::{Instead, Searched, sum, with_effort};
pub use nearest::{Near, SnapError, astar_or_nearest, snap};
pub use regions::{Gate, Region, Regions, RegionsError, RegionsOptions, RegionsUpdate};
pub use saved::{IndexFile, IndexOf, IndexWriter, LoadError, SaveError, Stored};
