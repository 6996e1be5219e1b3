//! `PathQuery` → `Outcome`: a file or a folder per algorithm, all with the same types for query,
//! memory and answer.
//!
//! Imports `base`, `world`, `path`. Deliberately missing: indexes (which come in as a
//! [`Heuristic`]; [`Method`] only names those that `shapes` and `index` hold), clocks, threads,
//! files.
//!
//! The searches for one path, distance fields and replanners are state machines that can be stopped
//! by a [`Budget`](crate::base::Budget) and continued with the same result as an uninterrupted run;
//! the plain functions ([`astar`], [`dijkstra`], …) run them to the end. [`alternatives`],
//! [`dissimilar`], [`enclosure`], [`flee`] and [`reachable`] are functions only: if the budget does
//! not suffice, they are called again and start over. Node records are stamped, not cleared, so
//! after the first query of a given size a search allocates nothing but the path it returns.
//!
//! | search | guarantee |
//! |---|---|
//! | [`astar`] | cheapest, if the heuristic is admissible |
//! | [`dijkstra`] | cheapest |
//! | [`weighted_astar`] | at most `w` times the cheapest |
//! | [`bidirectional`] | cheapest, if the heuristic is consistent |
//! | [`ida_star`] | cheapest, if the heuristic is admissible |
//! | [`breadth_first`] | fewest steps |
//! | [`greedy`] | some path |
//! | [`IdaStar::weighted`] | at most `w` times the cheapest |
//! | [`IdaStar::depth_first`] | some path |
//! | [`Bidirectional::breadth_first`] | fewest steps |
//! | [`Bidirectional::greedy`] | some path |
//! | [`alternatives`] | the k cheapest paths without loops |
//! | [`dissimilar`] | a few paths that take different routes, none much more expensive |
//! | [`DistanceField`] | the cheapest cost from or to everywhere |
//! | [`reachable`] | everything within a cost, with parents |
//! | [`flee`] | of those, the node farthest from the threats |
//! | [`states`] | any of these on states generated on the fly, and IDA* without memory |
//!
//! Depth-limited and beam search are left out on purpose: both can miss a path that exists, and
//! weighted A* with a budget keeps any bound on cost or memory at least as well.

mod alternatives;
mod best_first;
mod bidirectional;
mod by_name;
mod dissimilar;
mod enclosure;
pub(crate) mod field;
mod flee;
mod heuristic;
mod ida_star;
mod incremental;
mod main_loop;
mod method;
mod method_table;
pub(crate) mod observer;
mod outcome;
pub(crate) mod paused;
mod query;
mod reach;
mod reasons;
mod scratch;
mod seldom;
pub mod states;
mod walk;

pub use alternatives::alternatives;
pub use best_first::{Search, astar, breadth_first, dijkstra, greedy, weighted_astar};
pub use bidirectional::{Bidirectional, bidirectional};
pub use by_name::search;
pub(crate) use dissimilar::dissimilar_with;
pub use dissimilar::{Dissimilar, dissimilar};
pub use enclosure::{Enclosure, enclosure};
pub use field::{DistanceField, FieldError, FieldQuery, FieldStatus};
pub use flee::{Flight, flee};
pub use heuristic::{Custom, CustomAimed, Estimate, Guessed, Heuristic, Promise, Zero};
pub use ida_star::{IdaStar, ida_star};
pub use incremental::{Followed, Layer, Replan, Replanned, Replanner};
pub use method::{Method, MethodError};
pub use method_table::{Basis, MethodRow};
pub use observer::{Event, Note, Recorder, SearchObserver};
pub use outcome::{Effort, Found, Guarantee, NotFound, OutOfBudget, Outcome, Unreachable, Why};
pub use paused::{Paused, ResumeError};
pub use query::{Goals, PathQuery, Starts, Ties, Unsupported};
pub(crate) use reach::reachable_under;
pub use reach::{Reach, Reached, reachable};
pub(crate) use reasons::{Around, Reasons, reasons};
pub(crate) use scratch::Part;
pub use scratch::Scratch;
pub(crate) use seldom::{seldom_astar, seldom_leads, seldom_ruled};
