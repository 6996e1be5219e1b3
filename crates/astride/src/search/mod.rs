//! `Query` → `Outcome`: one file per algorithm, all with the same question, memory and answer.
//!
//! Imports `base`, `world`, `path`. Deliberately missing: tables built in advance (they come in as
//! a [`Heuristic`]), clocks, threads, files.
//!
//! Every search is a machine that can be stopped by a [`Budget`](crate::base::Budget) and continued
//! with the same result as an uninterrupted run; the plain functions ([`astar`], [`dijkstra`], …)
//! run it to the end. Node records are stamped, not cleared, so after the first query of a size a
//! search allocates nothing but the path it hands out.
//!
//! | search | promise |
//! |---|---|
//! | [`astar`] | cheapest, if the heuristic is admissible |
//! | [`dijkstra`] | cheapest |
//! | [`weighted_astar`] | at most `w` times the cheapest |
//! | [`bidirectional`] | cheapest, if the heuristic is consistent |
//! | [`ida_star`] | cheapest, if the heuristic is admissible |
//! | [`breadth_first`] | fewest steps |
//! | [`greedy`] | some path |
//! | [`anya`] | the shortest path of a point, at any angle |
//! | [`lazy_theta`] | some path at any angle, of lines of sight |
//! | [`alternatives`] | the k cheapest paths without loops |
//! | [`DistanceField`] | the cheapest cost from or to everywhere |
//! | [`FlowField`] | the step to take in each cell, off a field |
//! | [`reachable`] | everything within a cost, with parents |
//! | [`Headings`] | turns: any of these over cells with headings |
//! | [`straightest_path`] | the cheapest path with the fewest turns |
//!
//! Depth-limited and beam searches are left out on purpose: both can miss a path that exists, and
//! no bound on cost or memory that they keep is not kept better by weighted A* with a budget.

mod alternatives;
pub mod any_angle;
mod best_first;
mod bidirectional;
mod enclosure;
mod field;
mod grid_heuristic;
mod heading;
mod heuristic;
mod ida_star;
mod incremental;
pub(crate) mod jps;
mod main_loop;
mod observer;
mod outcome;
mod paused;
mod query;
mod reach;
mod scratch;
mod walk;

pub use alternatives::alternatives;
pub use any_angle::{
    AnyAngle, AnyAngleError, AnyAngleFound, AnyAngleMap, AnyAngleScratch, AnyAngleUpdate, Anya,
    LazyTheta, Spot, anya, lazy_theta,
};
pub use best_first::{Search, astar, breadth_first, dijkstra, greedy, weighted_astar};
pub use bidirectional::{Bidirectional, bidirectional};
pub use enclosure::{Enclosure, enclosure};
pub use field::{
    Combine, DistanceField, Falloff, FieldError, FieldQuery, FieldStatus, FlowField, FlowStep,
    InfluenceError, InfluenceMap, Repair, Source, SourceId, Spread,
};
pub use grid_heuristic::{AimedAtCells, GridHeuristic, Metric};
pub use heading::{
    HeadingError, Headings, OfCells, ShortestArcs, TurningPath, Turns, straightest_path,
};
pub use heuristic::{Custom, CustomAimed, Estimate, Heuristic, Promise, Zero};
pub use ida_star::{IdaStar, ida_star};
pub use incremental::{Followed, Replan, Replanned, Replanner};
pub use jps::{JumpMap, JumpMapError, JumpScratch, JumpSearch, Updated};
pub(crate) use jps::{Over, OverSearch, OverState, Zone};
pub use observer::{Event, Observer, Recorder};
pub use outcome::{Effort, Found, Guarantee, OutOfBudget, Outcome, Unreachable, Why};
pub use paused::{Paused, PausedJumps, ResumeError};
pub use query::{Goals, Query, Starts, Ties, Unsupported};
pub use reach::{Reach, Reached, reachable};
pub use scratch::Scratch;
