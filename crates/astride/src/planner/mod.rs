//! Methods by name, and the one door: which index and search answer a question, kept up to date.
//!
//! Imports everything to its left. Deliberately missing: clocks.

mod assign;
mod method;
mod navigator;
mod requests;

pub use assign::Assignment;
pub use method::{Method, PathError, Question, SolveError, find_path, solve};
pub use navigator::{CostMatrix, Navigator, NavigatorError, NavigatorScratch, Reason, Report};
pub use requests::{
    Company, Delivery, Progress, QueueFull, Request, RequestOptions, Requests, Serve, Stage, Step,
    Task, Ticket, WorkReport,
};
