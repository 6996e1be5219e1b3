//! The entry points: [`Navigator`] for games, [`Guide`] for many queries on one grid, [`Board`] for
//! maps whose shape is known only at run time, [`solve`] and [`find_path`] for single queries on a
//! grid.
//!
//! `Navigator` and `Guide` choose search and index and keep indexes up to date. The module also
//! holds queues of requests, assignments, and recordings of a navigator's life. It imports
//! everything to its left. Deliberately missing: clocks.

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
pub use method::{Choice, PathError, SolveError, find_path, solve};
pub use navigator::record;
pub use navigator::{
    Adopted, Ask, BatchFault, BelievedWorld, Build, Built, CacheCounts, ExplainTerms, Explains,
    FactionId, FirstSteps, Keep, Maintained, MoverId, Navigable, Navigator, NavigatorError,
    OverlayId, PlacesId, Snapshot, Stamp, SuppositionId, Upkeep,
};
pub use requests::{
    Company, Delivery, Progress, QueueFull, Request, RequestOptions, Requests, Serve, Stage,
    Standing, Step, Task, Ticket, WorkReport,
};
