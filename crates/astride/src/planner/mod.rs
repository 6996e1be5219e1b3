//! Methods by name, and the one door: which index and search answer a question, kept up to date.
//!
//! Imports everything to its left. Deliberately missing so far: request queues.

mod assign;
mod method;
mod navigator;

pub use assign::Assignment;
pub use method::{Method, PathError, Question, SolveError, find_path, solve};
pub use navigator::{CostMatrix, Navigator, NavigatorError, NavigatorScratch, Reason, Report};
