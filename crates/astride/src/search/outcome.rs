//! The result of a search: a path, the reason there is none, or what is known so far.

use std::fmt;

use crate::base::{Cost, NodeId, Spent, Weight};
use crate::path::{Line, Path};
use crate::search::{Goals, PathQuery, Promise};
use crate::world::World;

/// The answer to a [`PathQuery`](crate::search::PathQuery).
///
/// A partial answer never looks like a complete one: only `Found` leads to a goal.
///
/// `R` is the kind of path: usually a [`Path`] of nodes, whose cost is in ticks; a
/// [`Line`](crate::path::Line) of points where a search leaves the nodes; or a
/// [`Route`](crate::shapes::square::Route) whose steps are computed later.
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
    /// What is guaranteed about its cost.
    pub guarantee: Guarantee,
    /// The work done.
    pub effort: Effort,
}

/// No path, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreachable {
    /// Why there is none.
    pub why: Why,
    /// The path to the nearest reachable node, if it was requested and the start is passable.
    pub nearest: Option<Path>,
    /// The work done.
    pub effort: Effort,
}

/// What is known when the budget runs out.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfBudget {
    /// Which limit was reached.
    pub spent: Spent,
    /// A proven lower bound on the cost of any path, in ticks; 0 if nothing is proven.
    pub lower_bound: Cost,
    /// The path to the expanded node nearest the goal, if it was requested.
    pub nearest: Option<Path>,
    /// The work done so far, including earlier slices.
    pub effort: Effort,
}

/// Why no goal was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// No start is passable.
    StartBlocked,
    /// No goal is passable, or none was given.
    GoalBlocked,
    /// Everything reachable was searched, and it contained no goal.
    Enclosed {
        /// How many nodes were seen.
        seen: u64,
    },
    /// Everything reachable within the cost limit of the query was seen.
    TooCostly,
    /// No step leads out of the area around the start. Known from the components: nothing was
    /// searched.
    StartEnclosed {
        /// The number of cells in the area.
        cells: u64,
    },
    /// No step leads into the area around the goal. Known from the components: nothing was
    /// searched.
    GoalEnclosed {
        /// The number of cells in the area.
        cells: u64,
    },
    /// One-way steps or links lead out of the start and into the goal, but not from one to the
    /// other; or out of the start, but to none of several goals. Known from the components: nothing
    /// was searched.
    Apart,
}

impl Why {
    /// Why a search that exhausted the `seen` nodes it could reach found nothing.
    pub(crate) fn of(world: &impl World, query: &PathQuery<'_>, seen: u64) -> Why {
        Why::of_ends(world, query).unwrap_or(Why::Enclosed { seen }.within(query.max_cost))
    }

    /// Why nothing can be found, if the ends alone tell.
    pub(crate) fn of_ends(world: &impl World, query: &PathQuery<'_>) -> Option<Why> {
        let is_named = matches!(query.goals, Goals::One(_) | Goals::Any(_));
        if !query.starts.iter().any(|(node, _)| world.is_passable(node)) {
            Some(Why::StartBlocked)
        } else if is_named && !query.goals.named().any(|node| world.is_passable(node)) {
            Some(Why::GoalBlocked)
        } else {
            None
        }
    }

    /// The same for a search that was limited to paths within `limit`.
    pub(crate) fn within(self, limit: Cost) -> Why {
        let is_limited = limit < Cost::MAX && matches!(self, Why::Enclosed { .. });
        if is_limited { Why::TooCostly } else { self }
    }
}

/// Why an [`Outcome`] has no path, as an error: see [`Outcome::found`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotFound {
    /// No goal can be reached.
    Unreachable(Why),
    /// The budget ran out first.
    OutOfBudget(Spent),
}

errors! { enum NotFound:
    Unreachable(why) => ("goal-unreachable", "no path: {why}"),
    OutOfBudget(spent) => (same spent),
}

/// What a search guarantees about the cost of a path.
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
    /// Whether the path is guaranteed to be a cheapest one.
    pub fn is_optimal(self) -> bool {
        self == Guarantee::Optimal
    }

    /// The guarantee of a path that costs at most this many times as much as the cheapest, rounded up.
    pub(crate) fn within(ratio: f64) -> Self {
        const PARTS: u32 = 1 << 16;
        let parts = (ratio * f64::from(PARTS)).ceil();
        // A weight is at most 1000, for which the cast is exact; a value that is not a valid weight
        // guarantees nothing.
        match Weight::new(parts.min(f64::from(u32::MAX)) as u32, PARTS) {
            Ok(_) if ratio <= 1.0 => Guarantee::Optimal,
            Ok(weight) => Guarantee::Within(weight),
            Err(_) => Guarantee::None,
        }
    }

    /// The guarantee of a search that orders by `g + w·h`.
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

/// The guarantee that a heuristic gives a search ordered by `g + h`.
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

fn cell_or_cells(cells: u64) -> &'static str {
    if cells == 1 { "cell" } else { "cells" }
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
                write!(f, "the start is enclosed in an area of {cells} {}", cell_or_cells(*cells))
            }
            Why::GoalEnclosed { cells } => {
                write!(f, "the goal is enclosed in an area of {cells} {}", cell_or_cells(*cells))
            }
            Why::Apart => f.write_str("one-way steps lead out of the start, but not to the goal"),
        }
    }
}

/// The work of a search, in counts that are the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Effort {
    /// Nodes taken from the open list and expanded.
    pub expanded: u64,
    /// Nodes put on the open list for the first time.
    pub generated: u64,
    /// Cheaper paths found to nodes already open.
    pub improved: u64,
    /// Nodes moved back from the closed set to the open list.
    pub reopened: u64,
    /// The most entries the open list held at once.
    pub open_most: u64,
    /// Bytes of search memory in use.
    pub bytes: u64,
}

/// Adds the work of a search made afterwards, in the same memory.
///
/// # Examples
///
/// ```
/// use astride::search::Effort;
/// let effort = |[expanded, generated, improved, reopened, open_most, bytes]: [u64; 6]| Effort {
///     expanded, generated, improved, reopened, open_most, bytes,
/// };
/// let mut both = effort([1, 2, 3, 4, 50, 6]);
/// both += effort([10, 20, 30, 40, 5, 60]);
/// assert_eq!(both, effort([11, 22, 33, 44, 50, 60]));
/// ```
impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, next: Effort) {
        self.expanded += next.expanded;
        self.generated += next.generated;
        self.improved += next.improved;
        self.reopened += next.reopened;
        self.open_most = self.open_most.max(next.open_most);
        self.bytes = self.bytes.max(next.bytes);
    }
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

    /// The same, found with this effort.
    pub(crate) fn with_effort(mut self, effort: Effort) -> Self {
        match &mut self {
            Outcome::Found(found) => found.effort = effort,
            Outcome::Unreachable(none) => none.effort = effort,
            Outcome::OutOfBudget(out) => out.effort = effort,
        }
        self
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

    /// The path to a goal by value, if there is one.
    pub fn into_path(self) -> Option<R> {
        match self {
            Outcome::Found(found) => Some(found.path),
            _ => None,
        }
    }

    /// What was found, or why nothing was, for programs that go no further without a path.
    ///
    /// # Errors
    ///
    /// If there is no path, or if the budget ran out.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::find_path;
    /// use astride::prelude::*;
    /// let grid = Grid::new(20, 10, b'.')?;
    /// let walker = Mover::walker();
    /// let path = find_path(&grid, &walker, Cell::new(2, 3), Cell::new(17, 8))?.found()?.path;
    /// assert_eq!(path.step_count(), 15);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found(self) -> Result<Found<R>, NotFound> {
        match self {
            Outcome::Found(found) => Ok(found),
            Outcome::Unreachable(none) => Err(NotFound::Unreachable(none.why)),
            Outcome::OutOfBudget(out) => Err(NotFound::OutOfBudget(out.spent)),
        }
    }

    /// The same answer with `of` applied to its path.
    pub fn map<T>(self, of: impl FnOnce(R) -> T) -> Outcome<T> {
        match self {
            Outcome::Found(Found { path, guarantee, effort }) => {
                Outcome::Found(Found { path: of(path), guarantee, effort })
            }
            Outcome::Unreachable(unreachable) => Outcome::Unreachable(unreachable),
            Outcome::OutOfBudget(out) => Outcome::OutOfBudget(out),
        }
    }

    /// Applies `go_on` to what was found; any other answer is returned unchanged.
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

    /// The work done.
    pub fn effort(&self) -> Effort {
        match self {
            Outcome::Found(found) => found.effort,
            Outcome::Unreachable(unreachable) => unreachable.effort,
            Outcome::OutOfBudget(out) => out.effort,
        }
    }

    /// What is guaranteed about the path, if there is one.
    pub fn guarantee(&self) -> Option<Guarantee> {
        match self {
            Outcome::Found(found) => Some(found.guarantee),
            _ => None,
        }
    }

    /// The path to the nearest node reached, if no goal was reached and it was requested.
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
