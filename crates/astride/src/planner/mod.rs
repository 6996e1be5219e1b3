//! Methods by name, and the one door: which index and search answer a question, kept up to date.
//!
//! Imports everything to its left. Deliberately missing so far: request queues.

mod assign;
mod guide;
mod method;
mod navigator;
mod pool;
mod spread;

pub use assign::Assignment;
pub use guide::{CostMatrix, Guide, GuideError, GuideScratch, Reason, Report};
pub use method::{Method, PathError, Question, SolveError, find_path, solve};
pub use navigator::{
    Ask, FactionId, MoverId, Navigator, NavigatorError, NavigatorScratch, OverlayId, Snapshot,
    Stamp,
};
