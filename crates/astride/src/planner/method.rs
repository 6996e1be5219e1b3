//! Methods by name.

use std::fmt;
use std::str::FromStr;

use crate::base::{Budget, Cell, Cost, Weight};
use crate::search::{
    Bidirectional, Goals, IdaStar, Observer, Outcome, Query, Scratch, Search, Starts, Unreachable,
    Unsupported, Why,
};
use crate::shapes::square::{
    Grid, GridHeuristic, GridView, JumpMap, JumpMapError, JumpScratch, JumpSearch, Metric, Mover,
};

/// A way of answering by name: a search over the map, one with an index, or whichever fits.
///
/// # Examples
///
/// ```
/// use astride::planner::Method;
/// assert_eq!("astar".parse(), Ok(Method::AStar));
/// assert_eq!("weighted:1.5".parse::<Method>().unwrap().to_string(), "weighted:1.5");
/// assert!("psychic".parse::<Method>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Method {
    /// A*.
    #[default]
    AStar,
    /// Dijkstra's search.
    Dijkstra,
    /// Breadth-first search: fewest steps.
    BreadthFirst,
    /// Greedy best-first search: some path, soon.
    Greedy,
    /// A* with `h` weighted by this factor.
    Weighted(Weight),
    /// Bidirectional A*.
    Bidirectional,
    /// IDA* with a transposition table.
    IdaStar,
    /// Jump point search: [`JumpMap`].
    Jps,
    /// Jump point search with its jumps written down: [`JumpTable`](crate::shapes::square::JumpTable).
    JumpTable,
    /// Hub labels over jump points: [`Labels`](crate::shapes::square::Labels).
    Labels,
    /// Whichever fits the map, its edits and the number of questions:
    /// [`Guide`](crate::planner::Guide) chooses. Where there is no index, A*.
    Auto,
}

impl Method {
    /// One of each, with a usual weight.
    pub const ALL: [Method; 11] = [
        Method::AStar,
        Method::Dijkstra,
        Method::BreadthFirst,
        Method::Greedy,
        Method::Weighted(Weight::TWICE),
        Method::Bidirectional,
        Method::IdaStar,
        Method::Jps,
        Method::JumpTable,
        Method::Labels,
        Method::Auto,
    ];

    /// One of each that searches the map itself, step by step, on any map: [`solve`] takes them
    /// all.
    pub const SEARCHES: [Method; 7] = [
        Method::AStar,
        Method::Dijkstra,
        Method::BreadthFirst,
        Method::Greedy,
        Method::Weighted(Weight::TWICE),
        Method::Bidirectional,
        Method::IdaStar,
    ];

    /// The names that are understood, for help texts.
    pub const NAMES: &'static str = "astar, dijkstra, breadth-first, greedy, weighted[:W], bidirectional, ida-star, jps, \
         jump-table, labels, auto";

    /// Whether it answers from something built for the map beforehand.
    pub fn has_index(self) -> bool {
        matches!(self, Method::Jps | Method::JumpTable | Method::Labels)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::AStar => f.write_str("astar"),
            Method::Dijkstra => f.write_str("dijkstra"),
            Method::BreadthFirst => f.write_str("breadth-first"),
            Method::Greedy => f.write_str("greedy"),
            Method::Weighted(weight) => write!(f, "weighted:{weight}"),
            Method::Bidirectional => f.write_str("bidirectional"),
            Method::IdaStar => f.write_str("ida-star"),
            Method::Jps => f.write_str("jps"),
            Method::JumpTable => f.write_str("jump-table"),
            Method::Labels => f.write_str("labels"),
            Method::Auto => f.write_str("auto"),
        }
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let error = || MethodError(text.to_owned());
        Ok(match text {
            "astar" | "a*" => Method::AStar,
            "dijkstra" => Method::Dijkstra,
            "breadth-first" | "bfs" => Method::BreadthFirst,
            "greedy" => Method::Greedy,
            "weighted" => Method::Weighted(Weight::TWICE),
            "bidirectional" => Method::Bidirectional,
            "ida-star" | "ida*" => Method::IdaStar,
            "jps" => Method::Jps,
            "jump-table" => Method::JumpTable,
            "labels" => Method::Labels,
            "auto" => Method::Auto,
            other => {
                let number = other.strip_prefix("weighted:").ok_or_else(error)?;
                Method::Weighted(number.parse().map_err(|_| error())?)
            }
        })
    }
}

/// A method name that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodError(String);

impl fmt::Display for MethodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no method {:?}, expected one of {}", self.0, Method::NAMES)
    }
}

impl std::error::Error for MethodError {}

/// How a query is to be answered: which method, which metric guesses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The search.
    pub method: Method,
    /// What guesses the rest of the way, for searches that guess.
    pub metric: Metric,
}

/// Answers `query` on a grid by a method chosen by name.
///
/// There is no index here to look anything up in: [`Method::Auto`] is A*, and [`Method::Jps`] makes
/// its planes for this one query. It tells the observer nothing, and heeds neither tie rule nor
/// metric.
///
/// # Errors
///
/// If the method cannot answer this kind of query or not on this map, or needs an index: see
/// [`Guide`](crate::planner::Guide).
///
/// # Panics
///
/// If the query names a node outside the grid.
///
/// # Examples
///
/// ```
/// use astride::planner::{Question, solve};
/// use astride::prelude::*;
/// let grid = Grid::new(20, 10, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = Query::new(grid.node((2, 3)).unwrap(), grid.node((17, 8)).unwrap());
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// for method in Method::SEARCHES {
///     let question = Question { method, ..Question::default() };
///     let outcome = solve(&view, question, &query, scratch, budget, &mut ())?;
///     assert!(outcome.path().is_some(), "{method}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    view: &GridView<'_>,
    question: Question,
    query: &Query<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
    observer: &mut impl Observer,
) -> Result<Outcome, SolveError> {
    let is_blind = matches!(question.method, Method::Bidirectional | Method::IdaStar | Method::Jps);
    if query.nearest && is_blind {
        let refusal = "this method cannot name the nearest reachable node, astar can";
        return Err(Unsupported(refusal).into());
    }
    let guess = GridHeuristic::new(view, question.metric);
    Ok(match question.method {
        Method::AStar | Method::Auto => {
            Search::astar(view, &guess, query, scratch).run(budget, observer)
        }
        Method::Dijkstra => Search::dijkstra(view, query, scratch).run(budget, observer),
        Method::BreadthFirst => Search::breadth_first(view, query, scratch).run(budget, observer),
        Method::Greedy => Search::greedy(view, &guess, query, scratch).run(budget, observer),
        Method::Weighted(weight) => {
            Search::weighted(view, &guess, weight, query, scratch).run(budget, observer)
        }
        Method::Bidirectional => {
            Bidirectional::new(view, &guess, query, scratch)?.run(budget, observer)
        }
        Method::IdaStar => IdaStar::new(view, &guess, query, scratch)?.run(budget, observer),
        Method::Jps => by_jump_points(view, query, budget)?,
        method @ (Method::JumpTable | Method::Labels) => {
            return Err(SolveError(Kind::NeedsIndex(method)));
        }
    })
}

fn by_jump_points(
    view: &GridView<'_>,
    query: &Query<'_>,
    budget: &mut Budget<'_>,
) -> Result<Outcome, SolveError> {
    let (Starts::One(start), Goals::One(goal)) = (query.starts, query.goals) else {
        let refusal = "jump point search goes from one start to one goal, astar to any of many";
        return Err(Unsupported(refusal).into());
    };
    let map = JumpMap::new(view).map_err(|error| SolveError(Kind::Map(error)))?;
    let (from, to) = (view.grid().cell(start), view.grid().cell(goal));
    let outcome = JumpSearch::new(&map, from, to, &mut JumpScratch::new()).run(budget);
    Ok(within(query.max_cost, outcome))
}

/// The answer as a search gives it that does not look for dearer paths.
fn within(max_cost: Cost, outcome: Outcome) -> Outcome {
    let effort = outcome.effort();
    let is_too_dear = match &outcome {
        Outcome::Found(found) => found.path.cost() > max_cost,
        Outcome::Unreachable(none) => {
            max_cost < Cost::MAX && matches!(none.why, Why::Enclosed { .. })
        }
        Outcome::OutOfBudget(_) => false,
    };
    if is_too_dear {
        return Outcome::Unreachable(Unreachable { why: Why::TooDear, nearest: None, effort });
    }
    outcome
}

/// A question that a method cannot answer; the message says what can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Query(Unsupported),
    Map(JumpMapError),
    NeedsIndex(Method),
}

impl SolveError {
    /// Whether the method needs an index, which [`Guide`](crate::planner::Guide) builds
    /// and keeps.
    pub fn needs_index(&self) -> bool {
        matches!(self.0, Kind::NeedsIndex(_))
    }

    /// Whether the method is not right on this map for this mover.
    pub fn is_about_map(&self) -> bool {
        matches!(self.0, Kind::Map(_))
    }
}

impl From<Unsupported> for SolveError {
    fn from(error: Unsupported) -> Self {
        SolveError(Kind::Query(error))
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Query(error) => error.fmt(f),
            Kind::Map(error) => error.fmt(f),
            Kind::NeedsIndex(method) => write!(
                f,
                "{method} answers from an index, and there is none here, expected a guide that \
                 builds it (or jps, which needs none)"
            ),
        }
    }
}

impl std::error::Error for SolveError {}

/// Finds a cheapest path between two cells: the simplest door. It makes fresh search memory for
/// every call; keep a [`Scratch`] and use [`solve`] or [`crate::search::astar`] for many.
///
/// # Errors
///
/// If a cell is off the map.
///
/// # Examples
///
/// ```
/// use astride::base::Cell;
/// use astride::planner::find_path;
/// use astride::shapes::square::{Grid, Mover};
/// let grid = Grid::new(20, 10, b'.')?;
/// let outcome = find_path(&grid, &Mover::walker(), Cell::new(2, 3), Cell::new(17, 8))?;
/// assert_eq!(outcome.path().unwrap().step_count(), 15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_path(grid: &Grid, mover: &Mover, from: Cell, to: Cell) -> Result<Outcome, PathError> {
    let node = |cell| {
        let (width, height) = (grid.width(), grid.height());
        grid.node(cell).ok_or(PathError { cell, width, height })
    };
    let query = Query::new(node(from)?, node(to)?);
    let view = grid.seen_by(mover);
    let mut scratch = Scratch::new();
    let mut search = Search::astar(&view, &GridHeuristic::octile(&view), &query, &mut scratch);
    Ok(search.run(&mut Budget::unlimited(), &mut ()))
}

/// A cell that is not on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathError {
    cell: Cell,
    width: u32,
    height: u32,
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cell {} is off the map of {}x{} cells", self.cell, self.width, self.height)
    }
}

impl std::error::Error for PathError {}
