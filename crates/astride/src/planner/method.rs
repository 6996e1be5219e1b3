//! Single queries on a grid: [`find_path`], the simplest entry point, and [`solve`], by a method
//! chosen by name.

use crate::base::{Budget, Cell};
use crate::search::observer::{Watcher, by_watcher, watched};
use crate::search::{
    Method, Outcome, PathQuery, Scratch, Search, SearchObserver, Unsupported, search,
};
use crate::shapes::square::{
    self, Grid, GridHeuristic, GridView, JumpMap, JumpMapError, Metric, Mover,
};

/// How to answer a query: by which method, with which metric as heuristic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The method.
    pub method: Method,
    /// The metric, for methods that use a heuristic.
    pub metric: Metric,
}

/// Answers `query` on a grid by a method chosen by name.
///
/// There is no index here: [`Method::Auto`] means A*, and [`Method::Jps`] builds its planes for
/// this single query; it ignores the tie rule and the metric.
///
/// # Errors
///
/// If the method cannot answer this kind of query, is not valid on this map, or needs an index: see
/// [`Guide`](crate::planner::Guide).
///
/// # Panics
///
/// If the query names a node outside the grid.
///
/// # Examples
///
/// ```
/// use astride::planner::{Choice, solve};
/// use astride::prelude::*;
/// let grid = Grid::new(20, 10, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((2, 3)).unwrap(), grid.node((17, 8)).unwrap());
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// for method in Method::searches() {
///     let question = Choice { method, ..Choice::default() };
///     let outcome = solve(&view, question, &query, scratch, budget, &mut ())?;
///     assert!(outcome.path().is_some(), "{method}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<O: SearchObserver>(
    view: &GridView<'_>,
    question: Choice,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
    observer: &mut O,
) -> Result<Outcome, SolveError> {
    watched(observer, |observer| solve_watched(view, question, query, scratch, budget, observer))
}

fn solve_watched(
    view: &GridView<'_>,
    question: Choice,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
    observer: Watcher<'_>,
) -> Result<Outcome, SolveError> {
    question.method.can_answer(query)?;
    match question.method {
        Method::Jps => {
            let map = JumpMap::build(view).map_err(|error| SolveError(Kind::Map(error)))?;
            Ok(map.search(query, scratch)?.run_watched(budget, observer))
        }
        // No guide builds the indexes of other shapes.
        method if method.has_index() && square::methods().any(|row| row.method == method) => {
            Err(SolveError(Kind::NeedsIndex(method)))
        }
        method => {
            let guess = GridHeuristic::new(view, question.metric);
            let outcome = by_watcher!(observer => {
                search(view, &guess, method, query, scratch, budget, observer)
            });
            Ok(outcome?)
        }
    }
}

/// A query that a method cannot answer; the message says which method can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Query(Unsupported),
    Map(JumpMapError),
    NeedsIndex(Method),
}

impl From<Unsupported> for SolveError {
    fn from(error: Unsupported) -> Self {
        SolveError(Kind::Query(error))
    }
}

errors! { SolveError(Kind):
    Query(error) => (source error),
    Map(error) => (source error),
    NeedsIndex(method) => ("method-needs-index",
        "{method} answers from an index, and there is none here, expected a guide that builds it \
        (or jps, which needs none)"),
}

/// Finds a cheapest path between two cells: the simplest entry point. It allocates search memory
/// for every call; for many queries keep a [`Scratch`] and use [`solve`] or
/// [`crate::search::astar`].
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
    let query = PathQuery::new(node(from)?, node(to)?);
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

errors! { struct PathError:
    Self { cell, width, height } => ("cell-off-map",
        "cell {cell} is off the map of {width}x{height} cells"),
}
