//! Methods by name, and a single entry point that chooses index and search for a query and keeps
//! them up to date.
//!
//! Imports everything to its left. Deliberately missing: clocks.

mod assign;
mod board;
mod guide;
mod method;
mod navigator;
mod pool;
mod requests;
mod spread;
mod watch;

pub use crate::search::{Basis, Method, MethodError, MethodRow, search};
pub use assign::Assignment;
pub use board::{Board, OnBoard, PlaceError};
pub use guide::{CostMatrix, Guide, GuideError, Reason, Report};
pub use method::{PathError, Question, SolveError, find_path, solve};
pub use navigator::record;
pub use navigator::{
    Adopted, Ask, BatchFault, BelievedWorld, Build, Built, CacheCounts, ExplainTerms, Explains,
    FactionId, FirstSteps, Keep, Maintained, MoverId, Navigable, Navigator, NavigatorError,
    OverlayId, PlacesId, Snapshot, Stamp, Upkeep,
};
pub use requests::{
    Company, Delivery, Progress, QueueFull, Request, RequestOptions, Requests, Serve, Stage,
    Standing, Step, Task, Ticket, WorkReport,
};
