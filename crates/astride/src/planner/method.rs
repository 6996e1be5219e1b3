//! Methods by name.

use std::fmt;
use std::str::FromStr;

use crate::base::{Budget, Cell, Weight};
use crate::search::{
    Bidirectional, Guarantee, Heuristic, IdaStar, Observer, Outcome, Query, Scratch, Search,
    Unsupported,
};
use crate::shapes::square::{
    Grid, GridHeuristic, GridView, JumpMap, JumpMapError, JumpScratch, Metric, Mover,
};
use crate::world::World;

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

/// What is known of a method: one row of [`Method::TABLE`], which every list of methods is made of.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct MethodRow {
    /// The method, with a usual weight.
    pub method: Method,
    /// Its name.
    pub name: &'static str,
    /// Another name that is understood; empty if there is none.
    pub alias: &'static str,
    /// What a menu calls it.
    pub label: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// What it promises of the cost, if its guess never exceeds the cost.
    pub promise: Guarantee,
    /// From what it answers.
    pub basis: Basis,
}

/// From what a method answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The map itself, step by step: any world will do.
    Steps,
    /// Something built for the map beforehand: square grids only.
    Index,
    /// Whichever of the others fits.
    Choice,
}

impl Method {
    /// One row for each method, in the order in which lists show them.
    pub const TABLE: &'static [MethodRow] = &{
        use Basis::{Choice, Index, Steps};
        use Guarantee::{FewestSteps, None, Optimal, Within};
        [
            MethodRow {
                method: Method::AStar,
                name: "astar",
                alias: "a*",
                label: "A*",
                about: "orders by cost so far plus a guess: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::Dijkstra,
                name: "dijkstra",
                alias: "",
                label: "Dijkstra",
                about: "orders by cost so far, guesses nothing: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::BreadthFirst,
                name: "breadth-first",
                alias: "bfs",
                label: "Breadth-first",
                about: "ring by ring: a path of fewest steps",
                promise: FewestSteps,
                basis: Steps,
            },
            MethodRow {
                method: Method::Greedy,
                name: "greedy",
                alias: "",
                label: "Greedy best-first",
                about: "orders by the guess alone: some path, soon",
                promise: None,
                basis: Steps,
            },
            MethodRow {
                method: Method::Weighted(Weight::TWICE),
                name: "weighted",
                alias: "",
                label: "Weighted A*",
                about: "trusts the guess more: at most W times the cheapest",
                promise: Within(Weight::TWICE),
                basis: Steps,
            },
            MethodRow {
                method: Method::Bidirectional,
                name: "bidirectional",
                alias: "",
                label: "Bidirectional A*",
                about: "searches from both ends: a cheapest path",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::IdaStar,
                name: "ida-star",
                alias: "ida*",
                label: "IDA*",
                about: "goes deep again and again with little memory",
                promise: Optimal,
                basis: Steps,
            },
            MethodRow {
                method: Method::Jps,
                name: "jps",
                alias: "",
                label: "Jump points",
                about: "jumps over squares where nothing has to be decided",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::JumpTable,
                name: "jump-table",
                alias: "",
                label: "Jump table",
                about: "jump points with all jumps written down beforehand",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Labels,
                name: "labels",
                alias: "",
                label: "Labels",
                about: "looks distances up in tables built beforehand",
                promise: Optimal,
                basis: Index,
            },
            MethodRow {
                method: Method::Auto,
                name: "auto",
                alias: "",
                label: "Automatic",
                about: "whichever fits the map, its edits and the questions so far",
                promise: Optimal,
                basis: Choice,
            },
        ]
    };

    /// What is known of it.
    pub fn row(self) -> &'static MethodRow {
        let is_it =
            |row: &&MethodRow| std::mem::discriminant(&row.method) == std::mem::discriminant(&self);
        Self::TABLE.iter().find(is_it).unwrap_or(&Self::TABLE[0])
    }

    /// One of each.
    pub fn all() -> impl DoubleEndedIterator<Item = Method> {
        Self::TABLE.iter().map(|row| row.method)
    }

    /// One of each that searches the map itself, step by step, in any world: [`search`] takes them
    /// all.
    pub fn searches() -> impl Iterator<Item = Method> {
        Self::TABLE.iter().filter(|row| row.basis == Basis::Steps).map(|row| row.method)
    }

    /// The names that are understood, for help texts.
    pub fn names() -> String {
        let name = |row: &MethodRow| match row.method {
            Method::Weighted(_) => format!("{}[:W]", row.name),
            _ => row.name.to_owned(),
        };
        Self::TABLE.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// Whether it takes this kind of query, on a map where it answers at all.
    ///
    /// # Errors
    ///
    /// If not; the message says what can.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::NodeId;
    /// use astride::planner::Method;
    /// use astride::search::Query;
    /// let [start, a, b] = [0, 3, 8].map(NodeId::new);
    /// let nearest_of_two = [a, b];
    /// let query = Query::to_nearest(start, &nearest_of_two);
    /// assert!(Method::AStar.can_answer(&query).is_ok());
    /// assert!(Method::Jps.can_answer(&query).is_err());
    /// ```
    pub fn can_answer(self, query: &Query<'_>) -> Result<(), Unsupported> {
        match self {
            Method::Jps | Method::JumpTable | Method::Labels => query.ends().map(|_| ()),
            Method::Bidirectional | Method::IdaStar if query.nearest => Err(Unsupported::NEAREST),
            Method::Bidirectional | Method::IdaStar => query.check_named(),
            _ => Ok(()),
        }
    }

    /// Whether it answers from something built for the map beforehand.
    pub fn has_index(self) -> bool {
        self.row().basis == Basis::Index
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.row().name)?;
        match self {
            Method::Weighted(weight) => write!(f, ":{weight}"),
            _ => Ok(()),
        }
    }
}

impl FromStr for Method {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Self, MethodError> {
        let is_named = |row: &&MethodRow| row.name == text || row.alias == text;
        if let Some(row) = Self::TABLE.iter().find(is_named).filter(|_| !text.is_empty()) {
            return Ok(row.method);
        }
        let weight = text.strip_prefix("weighted:").and_then(|number| number.parse().ok());
        weight.map(Method::Weighted).ok_or_else(|| MethodError(text.to_owned()))
    }
}

/// A method name that is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MethodError(String);

impl fmt::Display for MethodError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no method {:?}, expected one of {}", self.0, Method::names())
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
/// its planes for this one query; it heeds neither tie rule nor metric.
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
/// for method in Method::searches() {
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
    question.method.can_answer(query)?;
    match question.method {
        Method::Jps => {
            let map = JumpMap::new(view).map_err(|error| SolveError(Kind::Map(error)))?;
            Ok(map.search(query, &mut JumpScratch::new())?.run(budget, observer))
        }
        method @ (Method::JumpTable | Method::Labels) => Err(SolveError(Kind::NeedsIndex(method))),
        method => {
            let guess = GridHeuristic::new(view, question.metric);
            Ok(search(view, &guess, method, query, scratch, budget, observer)?)
        }
    }
}

/// Answers `query` in any world by a method that searches step by step, chosen by name.
/// [`Method::Auto`] is A*.
///
/// # Errors
///
/// If the method cannot answer this kind of query, or answers from an index.
///
/// # Panics
///
/// If the query names a node that the world does not have.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::planner::{Method, search};
/// use astride::search::{Query, Scratch};
/// use astride::shapes::hex::{HexHeuristic, HexLayout, HexMap, HexMover};
/// let map = HexMap::hexagon(HexLayout::Flat, 5, b'.')?;
/// let view = map.seen_by(&HexMover::walker());
/// let query = Query::new(map.node((-5, 0)).unwrap(), map.node((5, 0)).unwrap());
/// let (guess, scratch) = (HexHeuristic::new(&view), &mut Scratch::new());
/// for method in Method::searches() {
///     let budget = &mut Budget::unlimited();
///     let outcome = search(&view, &guess, method, &query, scratch, budget, &mut ())?;
///     assert_eq!(outcome.cost(), Some(10 * 13_860), "{method}");
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn search(
    world: &impl World,
    guess: &impl Heuristic,
    method: Method,
    query: &Query<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
    observer: &mut impl Observer,
) -> Result<Outcome, Unsupported> {
    method.can_answer(query)?;
    Ok(match method {
        Method::AStar | Method::Auto => {
            Search::astar(world, guess, query, scratch).run(budget, observer)
        }
        Method::Dijkstra => Search::dijkstra(world, query, scratch).run(budget, observer),
        Method::BreadthFirst => Search::breadth_first(world, query, scratch).run(budget, observer),
        Method::Greedy => Search::greedy(world, guess, query, scratch).run(budget, observer),
        Method::Weighted(weight) => {
            Search::weighted(world, guess, weight, query, scratch).run(budget, observer)
        }
        Method::Bidirectional => {
            Bidirectional::new(world, guess, query, scratch)?.run(budget, observer)
        }
        Method::IdaStar => IdaStar::new(world, guess, query, scratch)?.run(budget, observer),
        Method::Jps | Method::JumpTable | Method::Labels => {
            return Err(Unsupported("this method answers from an index of a square grid"));
        }
    })
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
