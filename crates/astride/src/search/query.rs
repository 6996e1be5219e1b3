//! Queries: starts, goals, and how ties are broken.

use std::fmt;

use crate::base::{Cost, NodeId};

/// How ties between open nodes of equal `f` are broken.
///
/// Remaining ties go to the node added last, except under `FirstAdded`. No rule depends on memory
/// or threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The node added to the open list last, which is the deeper one. The rule of the classic
    /// tutorials.
    #[default]
    LastAdded,
    /// The node with the smaller `h`.
    SmallerH,
    /// The node nearest the straight line from the first start to the first goal.
    Straightest,
    /// The node added first, as in breadth-first search.
    FirstAdded,
}

/// Where a search may begin.
#[derive(Clone, Copy, Debug)]
pub enum Starts<'a> {
    /// At one node, with cost 0.
    One(NodeId),
    /// At any of these, each with a cost already paid, capped at [`Starts::MOST_PAID`].
    Many(&'a [(NodeId, Cost)]),
}

impl Starts<'_> {
    /// The maximum cost already paid, 2⁶² ticks, so that adding the cost of a path cannot overflow.
    pub const MOST_PAID: Cost = 1 << 62;

    /// Each start with the cost already paid there.
    pub fn iter(&self) -> impl Iterator<Item = (NodeId, Cost)> + '_ {
        let (one, many) = match *self {
            Starts::One(node) => (Some((node, 0)), &[][..]),
            Starts::Many(starts) => (None, starts),
        };
        one.into_iter().chain(many.iter().map(|&(node, paid)| (node, paid.min(Self::MOST_PAID))))
    }
}

/// Where a search may end.
#[derive(Clone, Copy)]
pub enum Goals<'a> {
    /// At one node.
    One(NodeId),
    /// At whichever of these is cheapest to reach.
    Any(&'a [NodeId]),
    /// At the cheapest node that satisfies this predicate.
    Where(&'a (dyn Fn(NodeId) -> bool + Sync)),
    /// Nowhere: everything reachable is visited.
    Nowhere,
}

impl<'a> Goals<'a> {
    /// The goals given as nodes; empty for `Where` and `Nowhere`.
    pub fn named(&self) -> impl Iterator<Item = NodeId> + 'a {
        let (one, any) = match *self {
            Goals::One(node) => (Some(node), &[][..]),
            Goals::Any(nodes) => (None, nodes),
            Goals::Where(_) | Goals::Nowhere => (None, &[][..]),
        };
        one.into_iter().chain(any.iter().copied())
    }
}

impl fmt::Debug for Goals<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goals::One(node) => write!(f, "One({node})"),
            Goals::Any(nodes) => write!(f, "Any({nodes:?})"),
            Goals::Where(_) => write!(f, "Where(..)"),
            Goals::Nowhere => write!(f, "Nowhere"),
        }
    }
}

/// A query for any search.
///
/// # Examples
///
/// ```
/// use astride::base::NodeId;
/// use astride::search::{PathQuery, Ties};
/// let [home, inn, mine] = [3, 8, 21].map(NodeId::new);
/// let beds = [home, inn];
/// let query = PathQuery::to_nearest(mine, &beds).ties(Ties::SmallerH).or_nearest();
/// # let _ = query;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PathQuery<'a> {
    /// Where to begin.
    pub starts: Starts<'a>,
    /// Where to end.
    pub goals: Goals<'a>,
    /// The nodes at which heuristics are aimed if the goals are given by a predicate; see
    /// [`to_where_near`](PathQuery::to_where_near).
    pub near: &'a [NodeId],
    /// How ties are broken.
    pub ties: Ties,
    /// Paths that cost more than this many ticks, including what was paid at the start, are not
    /// considered; in breadth-first search, paths of more than this many steps.
    pub max_cost: Cost,
    /// Whether only canonical arcs are followed, if the world defines them.
    pub canonical: bool,
    /// Whether to return the path to the nearest reachable node when no goal is reached.
    pub nearest: bool,
}

impl<'a> PathQuery<'a> {
    /// From one node to another.
    pub fn new(start: NodeId, goal: NodeId) -> Self {
        PathQuery {
            starts: Starts::One(start),
            goals: Goals::One(goal),
            near: &[],
            ties: Ties::default(),
            max_cost: Cost::MAX,
            canonical: false,
            nearest: false,
        }
    }

    /// From one node to the goal that is cheapest to reach. With no goals, nothing is reached.
    pub fn to_nearest(start: NodeId, goals: &'a [NodeId]) -> Self {
        PathQuery { goals: Goals::Any(goals), ..PathQuery::new(start, start) }
    }

    /// From one node to the cheapest node that satisfies `is_goal`, which is called once for each
    /// expanded node. As the location of such nodes is unknown, heuristics estimate 0 and A*
    /// becomes Dijkstra's search; see [`to_where_near`](Self::to_where_near).
    pub fn to_where(start: NodeId, is_goal: &'a (dyn Fn(NodeId) -> bool + Sync)) -> Self {
        PathQuery::to_where_near(start, is_goal, &[])
    }

    /// As [`to_where`](Self::to_where), with the heuristic aimed at the nearest of `near`, so that
    /// far fewer nodes are expanded.
    ///
    /// The guarantee of the heuristic must hold for every node that `is_goal` accepts: the estimate
    /// of a node must not exceed the cost of a path to an accepted node. This is the case
    ///
    /// - with any heuristic, if every node accepted is one of `near`;
    /// - with [`GridHeuristic`](crate::shapes::square::GridHeuristic), if every node accepted lies in the
    ///   rectangle around `near`: two opposite corners are enough.
    ///
    /// Otherwise a path may cost more than the cheapest, or be missed [`within`](Self::within) a
    /// limit; if the estimate at the goal itself reveals the error, the path is not reported as
    /// optimal.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// let grid = Grid::from_classes(8, 2, b"......T........T")?;
    /// let view = grid.seen_by(&Mover::walker().terrain(b'T', 1)?);
    /// let [start, corner, other] = [(0, 0), (6, 0), (7, 1)].map(|cell| grid.node(cell).unwrap());
    /// // All trees are in the east.
    /// let is_tree = |node| grid.class_at(node) == b'T';
    /// let east = [corner, other];
    /// let query = PathQuery::to_where_near(start, &is_tree, &east);
    /// let octile = GridHeuristic::octile(&view);
    /// let outcome = astar(&view, &octile, &query, &mut Scratch::new(), &mut ());
    /// assert_eq!(outcome.goal(), Some(corner));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_where_near(
        start: NodeId,
        is_goal: &'a (dyn Fn(NodeId) -> bool + Sync),
        near: &'a [NodeId],
    ) -> Self {
        PathQuery { goals: Goals::Where(is_goal), near, ..PathQuery::new(start, start) }
    }

    /// Start and goal, for methods that support only one of each.
    pub(crate) fn ends(&self) -> Result<[NodeId; 2], Unsupported> {
        match (self.starts, self.goals) {
            _ if self.nearest => Err(Unsupported::NEAREST),
            (Starts::One(start), Goals::One(goal)) => Ok([start, goal]),
            _ => Err(Unsupported(
                "this method leads from one start to one goal, astar to any of many",
            )),
        }
    }

    /// Checks that all goals are given as nodes, for methods that also search backward from them.
    pub(crate) fn check_named(&self) -> Result<(), Unsupported> {
        match self.goals {
            Goals::One(_) | Goals::Any(_) => Ok(()),
            Goals::Where(_) | Goals::Nowhere => Err(Unsupported(
                "this method needs goals that are named, astar finds those that a predicate accepts",
            )),
        }
    }

    /// The nodes at which heuristics are aimed: the goals given as nodes, or those near the goals
    /// of a predicate.
    pub fn aims(&self) -> impl Iterator<Item = NodeId> + 'a {
        let near = if matches!(self.goals, Goals::Where(_)) { self.near } else { &[] };
        self.goals.named().chain(near.iter().copied())
    }

    /// From one node to everything it can reach.
    pub fn everywhere(start: NodeId) -> Self {
        PathQuery { goals: Goals::Nowhere, ..PathQuery::new(start, start) }
    }

    /// Begins at any of several starts, each with a cost already paid.
    #[must_use]
    pub fn starts(mut self, starts: &'a [(NodeId, Cost)]) -> Self {
        self.starts = Starts::Many(starts);
        self
    }

    /// Sets the tie rule.
    #[must_use]
    pub fn ties(mut self, ties: Ties) -> Self {
        self.ties = ties;
        self
    }

    /// Ignores paths that cost more than `ticks`.
    #[must_use]
    pub fn within(mut self, ticks: Cost) -> Self {
        self.max_cost = ticks;
        self
    }

    /// Follows only canonical arcs: on grids with uniform costs, one path of each set of paths that
    /// differ only in the order of their steps, diagonals first. The cost found is the same with
    /// less than half the work. The path may be another one of equal cost, and fewer nodes are
    /// touched. Used by A* and Dijkstra's search with an admissible heuristic; other searches
    /// follow all arcs.
    #[must_use]
    pub fn canonical(mut self) -> Self {
        self.canonical = true;
        self
    }

    /// Requests the nearest reachable node when no goal can be reached or the budget runs out: the
    /// expanded node with the lowest geometric estimate to the goal. Ties go to the node that is
    /// cheaper to reach, then to the smaller id.
    ///
    /// Supported by the best-first searches, not by bidirectional searches, IDA* and depth-first
    /// search: see [`Method::names_nearest`](super::Method::names_nearest).
    #[must_use]
    pub fn or_nearest(mut self) -> Self {
        self.nearest = true;
        self
    }
}

/// A kind of query that the method does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub(crate) &'static str);

impl Unsupported {
    pub(crate) const NEAREST: Self =
        Unsupported("this method cannot name the nearest reachable node, astar can");

    /// The error of methods that do not find cheapest paths, for a limit on the cost.
    pub(crate) const LIMIT: Self =
        Unsupported("ways over clusters are not held to a limit on the cost, those of astar are");

    /// The error of a shape that does not have the method.
    pub(crate) const NO_INDEX: Self =
        Unsupported("this method answers from an index that maps of this shape do not have");
}

errors! { struct Unsupported:
    // the method, or the shape of the map, does not take this question; the message says which does
    Self(why) => ("unsupported-question", "{why}"),
}
