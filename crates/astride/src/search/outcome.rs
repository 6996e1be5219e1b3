//! What comes back: a path, the reason there is none, or what is known so far.

use std::fmt;

use crate::base::{Cost, NodeId, Spent, Weight};
use crate::path::{Line, Path};
use crate::search::{Goals, PathQuery, Promise};
use crate::world::World;

/// The answer to a [`PathQuery`](crate::search::PathQuery).
///
/// A partial answer is never dressed as a full one: only `Found` leads to a goal.
///
/// `R` is what leads there: as a rule a [`Path`] of nodes, which costs ticks; a
/// [`Line`](crate::path::Line) of points where a search leaves the nodes; a
/// [`Route`](crate::shapes::square::Route) whose steps are worked out later.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Outcome<R = Path> {
    /// A goal was reached.
    Found(Found<R>),
    /// No goal can be reached.
    Unreachable(Unreachable),
    /// The budget ran out first; the search can be continued.
    OutOfBudget(OutOfBudget),
}

/// A path to a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<R = Path> {
    /// The path, both ends included.
    pub path: R,
    /// What is promised about its cost.
    pub guarantee: Guarantee,
    /// What it took.
    pub effort: Effort,
}

/// No path, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreachable {
    /// Why there is none.
    pub why: Why,
    /// The path to the nearest reachable node, if it was asked for and the start is free.
    pub nearest: Option<Path>,
    /// What it took.
    pub effort: Effort,
}

/// What is known when the budget has run out.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfBudget {
    /// Which limit was reached.
    pub spent: Spent,
    /// No path is cheaper than this many ticks, as far as is proved; 0 if nothing is.
    pub lower_bound: Cost,
    /// The path to the expanded node nearest the goal, if it was asked for.
    pub nearest: Option<Path>,
    /// What it took so far, earlier slices included.
    pub effort: Effort,
}

/// Why no goal was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No start can be stood on.
    StartBlocked,
    /// No goal can be stood on, or none was given.
    GoalBlocked,
    /// Everything reachable was seen, and no goal was there.
    Enclosed {
        /// How many nodes were seen.
        seen: u64,
    },
    /// Everything reachable within the cost limit of the query was seen.
    TooCostly,
    /// No step leads out of the area of the start. Known from components: nothing was searched.
    StartEnclosed {
        /// How many cells the area has.
        cells: u64,
    },
    /// No step leads into the area of the goal. Known from components: nothing was searched.
    GoalEnclosed {
        /// How many cells the area has.
        cells: u64,
    },
    /// One-way steps or links lead away from the start and to the goal, but not from one to the
    /// other. Known from components: nothing was searched.
    Apart,
}

impl Why {
    /// Why a search found nothing that has looked at all it may, `seen` nodes.
    pub(super) fn of(world: &impl World, query: &PathQuery<'_>, seen: u64) -> Why {
        let is_named = matches!(query.goals, Goals::One(_) | Goals::Any(_));
        if !query.starts.iter().any(|(node, _)| world.is_passable(node)) {
            Why::StartBlocked
        } else if is_named && !query.goals.named().any(|node| world.is_passable(node)) {
            Why::GoalBlocked
        } else {
            Why::Enclosed { seen }.within(query.max_cost)
        }
    }

    /// The same of a search that looked only for paths within a limit.
    pub(crate) fn within(self, limit: Cost) -> Why {
        let is_limited = limit < Cost::MAX && matches!(self, Why::Enclosed { .. });
        if is_limited { Why::TooCostly } else { self }
    }
}

/// What a search promises about the cost of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guarantee {
    /// No path is cheaper.
    Optimal,
    /// Not optimal: at most this many times the cheapest.
    Within(Weight),
    /// Not optimal in cost, but no path has fewer steps.
    FewestSteps,
    /// Not optimal: some path.
    None,
}

impl Guarantee {
    /// Whether no path is cheaper.
    pub fn is_optimal(self) -> bool {
        self == Guarantee::Optimal
    }

    /// What a search that orders by `g + w·h` promises.
    pub(super) fn weighted(promise: Promise, weight: Weight) -> Self {
        match promise {
            Promise::Consistent | Promise::Admissible if !weight.exceeds_one() => {
                Guarantee::Optimal
            }
            Promise::Consistent | Promise::Admissible => Guarantee::Within(weight),
            Promise::Bounded(_) | Promise::Nothing => Guarantee::None,
        }
    }
}

/// What the promise of a heuristic is worth to a search that orders by `g + h`.
impl From<Promise> for Guarantee {
    fn from(promise: Promise) -> Self {
        match promise {
            Promise::Consistent | Promise::Admissible => Guarantee::Optimal,
            Promise::Bounded(weight) => Guarantee::Within(weight),
            Promise::Nothing => Guarantee::None,
        }
    }
}

impl fmt::Display for Guarantee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Guarantee::Optimal => f.write_str("optimal"),
            Guarantee::Within(w) => {
                write!(f, "not optimal (at most {:.4} times the cheapest)", w.as_f64())
            }
            Guarantee::FewestSteps => f.write_str("not optimal in cost (fewest steps)"),
            Guarantee::None => f.write_str("not optimal"),
        }
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::StartBlocked => f.write_str("the start cannot be stood on"),
            Why::GoalBlocked => f.write_str("the goal cannot be stood on"),
            Why::Enclosed { seen } => {
                write!(f, "all {seen} reachable nodes were seen, the goal is not among them")
            }
            Why::TooCostly => f.write_str("no path is within the cost limit"),
            Why::StartEnclosed { cells } => {
                write!(f, "the start is enclosed in an area of {cells} cells")
            }
            Why::GoalEnclosed { cells } => {
                write!(f, "the goal is enclosed in an area of {cells} cells")
            }
            Why::Apart => f.write_str(
                "one-way steps lead from the start and to the goal, but not from one to the other",
            ),
        }
    }
}

/// What a search took, in counts that are the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effort {
    /// Nodes taken from the open list and looked around from.
    pub expanded: u64,
    /// Nodes put on the open list for the first time.
    pub generated: u64,
    /// Cheaper ways found to nodes already open.
    pub improved: u64,
    /// Nodes taken back from the closed set.
    pub reopened: u64,
    /// The most entries the open list held at once.
    pub open_most: u64,
    /// Bytes of search memory in use.
    pub bytes: u64,
}

impl Outcome {
    /// The cost of the path to a goal, in ticks.
    pub fn cost(&self) -> Option<Cost> {
        self.path().map(Path::cost)
    }

    /// The goal that was reached.
    pub fn goal(&self) -> Option<NodeId> {
        self.path().map(Path::goal)
    }
}

impl Outcome<Line> {
    /// The length of the line to the goal.
    pub fn length(&self) -> Option<f64> {
        self.path().map(|line| line.length)
    }
}

impl<R> Outcome<R> {
    /// The path to a goal, if there is one.
    pub fn path(&self) -> Option<&R> {
        match self {
            Outcome::Found(found) => Some(&found.path),
            _ => None,
        }
    }

    /// The path itself, if there is one.
    pub fn into_path(self) -> Option<R> {
        match self {
            Outcome::Found(found) => Some(found.path),
            _ => None,
        }
    }

    /// What `go_on` makes of what was found; any other answer stays as it is.
    ///
    /// # Errors
    ///
    /// Those of `go_on`.
    pub fn and_then<T, E>(
        self,
        go_on: impl FnOnce(Found<R>) -> Result<Outcome<T>, E>,
    ) -> Result<Outcome<T>, E> {
        match self {
            Outcome::Found(found) => go_on(found),
            Outcome::Unreachable(unreachable) => Ok(Outcome::Unreachable(unreachable)),
            Outcome::OutOfBudget(out) => Ok(Outcome::OutOfBudget(out)),
        }
    }

    /// What it took.
    pub fn effort(&self) -> Effort {
        match self {
            Outcome::Found(found) => found.effort,
            Outcome::Unreachable(unreachable) => unreachable.effort,
            Outcome::OutOfBudget(out) => out.effort,
        }
    }

    /// What is promised about the path, if there is one.
    pub fn guarantee(&self) -> Option<Guarantee> {
        match self {
            Outcome::Found(found) => Some(found.guarantee),
            _ => None,
        }
    }

    /// The path to the nearest node reached, if no goal was and it was asked for.
    pub fn nearest(&self) -> Option<&Path> {
        match self {
            Outcome::Found(_) => None,
            Outcome::Unreachable(unreachable) => unreachable.nearest.as_ref(),
            Outcome::OutOfBudget(out) => out.nearest.as_ref(),
        }
    }

    /// Whether the search is over; `false` only when the budget ran out.
    pub fn is_final(&self) -> bool {
        !matches!(self, Outcome::OutOfBudget(_))
    }
}
