//! Best-first search: A* and its relatives, which differ only in the priority of a node.
//!
//! | search | priority |
//! |---|---|
//! | A* | `g + h` |
//! | Dijkstra | `g` |
//! | weighted A* | `g + w·h` |
//! | greedy | `h` |
//! | breadth-first | number of steps |
//!
//! Hart, Nilsson & Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost
//! Paths", IEEE Transactions on Systems Science and Cybernetics 4(2), 1968. Weighted A* without
//! reopening: Likhachev, Gordon & Thrun, "ARA*: Anytime A* with Provable Bounds on
//! Sub-Optimality", NIPS 2003.

use crate::base::{
    Budget, Cost, Entry, Narrow, NodeId, Record, Records, Slot, Spent, State, Weight, Wide,
};
use crate::path::Path;
use crate::search::main_loop::{Aim, Drive, End, Line, Nearest, Order, tie};
use crate::search::observer::{Watcher, tell, watched};
use crate::search::paused::{Halt, Progress, Stamp, number_of};
use crate::search::scratch::Side;
use crate::search::walk::walk_to;
use crate::search::{
    Effort, Estimate, Event, Found, Guarantee, Heuristic, OutOfBudget, Outcome, PathQuery, Paused,
    Promise, ResumeError, Scratch, SearchObserver, Ties, Unreachable, Why, Zero,
};
use crate::world::{Origin, Way, World};

/// Finds a cheapest path if `heuristic` is admissible; otherwise the outcome states what is
/// guaranteed.
///
/// Ties on `f` are broken as the query specifies.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Complexity
///
/// O(E + V log k) time for V expanded nodes and E arcs, where k is the number of open nodes with
/// about the same `f`; 8 bytes per node of the world, reused.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let outcome = astar(&view, &octile, &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.cost(), Some(2 * 13_860 + 2 * 19_601));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn astar<W: World, H: Heuristic>(
    world: &W,
    heuristic: &H,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    observer: &mut impl SearchObserver,
) -> Outcome {
    Search::astar(world, heuristic, query, scratch).run(&mut Budget::unlimited(), observer)
}

/// Finds a cheapest path without a heuristic: A* with a heuristic of zero.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Examples
///
/// ```
/// use astride::search::dijkstra;
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let outcome = dijkstra(&view, &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.cost(), Some(2 * 13_860 + 2 * 19_601));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn dijkstra<W: World>(
    world: &W,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    observer: &mut impl SearchObserver,
) -> Outcome {
    astar(world, &Zero, query, scratch, observer)
}

/// Finds a path that costs at most `weight` times as much as a cheapest one, usually with far less
/// work.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Examples
///
/// ```
/// use astride::search::weighted_astar;
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let (octile, scratch) = (GridHeuristic::octile(&view), &mut Scratch::new());
/// let outcome = weighted_astar(&view, &octile, Weight::TWICE, &query, scratch, &mut ());
/// assert_eq!(outcome.guarantee(), Some(Guarantee::Within(Weight::TWICE)));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn weighted_astar<W: World, H: Heuristic>(
    world: &W,
    heuristic: &H,
    weight: Weight,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    observer: &mut impl SearchObserver,
) -> Outcome {
    Search::weighted(world, heuristic, weight, query, scratch)
        .run(&mut Budget::unlimited(), observer)
}

/// Finds some path by always expanding the node with the smallest heuristic value; the cost so far
/// is ignored.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Examples
///
/// ```
/// use astride::search::greedy;
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let outcome = greedy(&view, &octile, &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.guarantee(), Some(Guarantee::None));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn greedy<W: World, H: Heuristic>(
    world: &W,
    heuristic: &H,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    observer: &mut impl SearchObserver,
) -> Outcome {
    Search::greedy(world, heuristic, query, scratch).run(&mut Budget::unlimited(), observer)
}

/// Finds a path with the fewest steps, whatever they cost. Ties go to the node that was opened
/// first. A cost already paid at a start is ignored, and `max_cost` of the query limits the number
/// of steps.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Examples
///
/// ```
/// use astride::search::breadth_first;
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let outcome = breadth_first(&view, &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.path().unwrap().step_count(), 4);
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn breadth_first<W: World>(
    world: &W,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    observer: &mut impl SearchObserver,
) -> Outcome {
    Search::breadth_first(world, query, scratch).run(&mut Budget::unlimited(), observer)
}

/// A list of nodes is sorted if they are fewer than one in this many; otherwise all are looked at.
const FEW: u64 = 32;

/// A best-first search that can be paused and continued.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::Search;
/// let grid = Grid::new(50, 50, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((49, 20)).unwrap());
/// let mut scratch = Scratch::new();
/// let octile = GridHeuristic::octile(&view);
/// let mut search = Search::astar(&view, &octile, &query, &mut scratch);
/// let mut frames = 1;
/// while !search.run(&mut Budget::unlimited().expansions(10), &mut ()).is_final() {
///     frames += 1; // give the next frame its turn
/// }
/// assert!(frames > 1);
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub struct Search<'a, W, E> {
    world: &'a W,
    query: PathQuery<'a>,
    scratch: &'a mut Scratch,
    aim: Aim<E>,
    guarantee: Guarantee,
    effort: Effort,
    sequence: u32,
    is_wide: bool,
    progress: Progress,
    nearest: Option<Nearest>,
    /// The nodes closed so far, where they are to be listed.
    closed: Option<Vec<NodeId>>,
}

impl<'a, W: World> Search<'a, W, Zero> {
    /// Dijkstra's search.
    pub fn dijkstra(world: &'a W, query: &PathQuery<'a>, scratch: &'a mut Scratch) -> Self {
        Self::astar(world, &Zero, query, scratch)
    }

    /// Breadth-first search.
    pub fn breadth_first(world: &'a W, query: &PathQuery<'a>, scratch: &'a mut Scratch) -> Self {
        let aim = Aim { estimate: Zero, order: Order::Sum, reopens: false, counts_steps: true };
        let query = query.ties(Ties::FirstAdded);
        Search::new(world, aim, Guarantee::FewestSteps, query, scratch)
    }
}

impl<'a, W: World, E: Estimate> Search<'a, W, E> {
    /// A*.
    pub fn astar<H>(
        world: &'a W,
        heuristic: &H,
        query: &PathQuery<'a>,
        scratch: &'a mut Scratch,
    ) -> Self
    where
        H: Heuristic<Aimed = E>,
    {
        let promise = heuristic.promise();
        let guarantee = Guarantee::from(promise);
        let aim = Aim {
            estimate: heuristic.aim(&mut query.aims()),
            order: Order::Sum,
            reopens: promise == Promise::Admissible,
            counts_steps: false,
        };
        Search::new(world, aim, guarantee, *query, scratch)
    }

    /// Weighted A*.
    pub fn weighted<H>(
        world: &'a W,
        heuristic: &H,
        weight: Weight,
        query: &PathQuery<'a>,
        scratch: &'a mut Scratch,
    ) -> Self
    where
        H: Heuristic<Aimed = E>,
    {
        let (numerator, denominator) = weight.parts();
        let promise = heuristic.promise();
        let guarantee = Guarantee::weighted(promise, weight);
        let aim = Aim {
            estimate: heuristic.aim(&mut query.aims()),
            order: Order::Weighted {
                numerator: u64::from(numerator),
                denominator: u64::from(denominator),
            },
            reopens: promise == Promise::Admissible,
            counts_steps: false,
        };
        Search::new(world, aim, guarantee, *query, scratch)
    }

    /// Greedy best-first search.
    pub fn greedy<H>(
        world: &'a W,
        heuristic: &H,
        query: &PathQuery<'a>,
        scratch: &'a mut Scratch,
    ) -> Self
    where
        H: Heuristic<Aimed = E>,
    {
        let aim = Aim {
            estimate: heuristic.aim(&mut query.aims()),
            order: Order::GuessOnly,
            reopens: false,
            counts_steps: false,
        };
        Search::new(world, aim, Guarantee::None, *query, scratch)
    }

    fn new(
        world: &'a W,
        mut aim: Aim<E>,
        guarantee: Guarantee,
        mut query: PathQuery<'a>,
        scratch: &'a mut Scratch,
    ) -> Self {
        // A non-canonical arc may be pruned only if the canonical path to the same node is found at
        // its cheapest.
        query.canonical &= guarantee.is_optimal();
        // An expensive path to a node must not hide a cheap one that is within the limit.
        aim.reopens |= query.max_cost < Cost::MAX && !guarantee.is_optimal();
        Search {
            world,
            query,
            scratch,
            aim,
            guarantee,
            effort: Effort::default(),
            sequence: 0,
            is_wide: false,
            progress: Progress::NotBegun,
            nearest: None,
            closed: None,
        }
    }

    /// Keeps a list of the nodes that are closed, from the beginning on, for
    /// [`for_each_closed`](Self::for_each_closed). Only the general form of the main loop does, and
    /// not those for named goals.
    pub(super) fn listing(mut self) -> Self {
        self.closed = Some(Vec::new());
        self
    }

    /// Searches until a goal is reached, the open list is empty, or `budget` runs out. Called again
    /// after `OutOfBudget`, it continues with the same result as an uninterrupted run; called again
    /// after any other outcome, it returns that outcome again.
    ///
    /// # Panics
    ///
    /// If the query names a node outside `world`.
    pub fn run<O: SearchObserver>(&mut self, budget: &mut Budget<'_>, observer: &mut O) -> Outcome {
        watched(observer, |watcher| self.run_by(budget, watcher))
    }

    #[inline(never)]
    fn run_by(&mut self, budget: &mut Budget<'_>, mut watcher: Watcher<'_>) -> Outcome {
        if self.progress == Progress::NotBegun {
            let bytes = Records::<Narrow>::bytes_for(self.world.node_count());
            if !budget.allows_bytes(bytes) {
                return self.out_of_budget(Spent::Bytes);
            }
            self.begin(&mut |event| tell(&mut watcher, event));
        }
        let wide_bytes = Records::<Wide>::bytes_for(self.world.node_count());
        while self.progress == Progress::Running {
            match self.drive(budget, &mut watcher) {
                End::Goal(node) => self.progress = Progress::At(node),
                End::Exhausted => self.progress = Progress::Exhausted,
                End::Spent(spent) => return self.out_of_budget(spent),
                End::TooWide => {
                    let Side { narrow, wide, open } = &mut self.scratch.forward;
                    if !budget.allows_bytes(narrow.bytes() + open.bytes() + wide_bytes) {
                        return self.out_of_budget(Spent::Bytes);
                    }
                    narrow.widen(wide);
                    self.is_wide = true;
                }
            }
        }
        match self.progress {
            _ if self.world.is_cut_short() => self.out_of_budget(Spent::Bytes),
            Progress::At(node) => self.found(node),
            _ => self.unreachable(),
        }
    }

    /// Sets the search aside. The value returned borrows nothing, and the scratch keeps the rest of
    /// the state.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::search::Search;
    /// let grid = Grid::new(50, 50, b'.')?;
    /// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((49, 20)).unwrap());
    /// let mut scratch = Scratch::new();
    /// let mut paused = None;
    /// let path = loop {
    /// // One frame: the world is borrowed only here.
    ///     let view = grid.seen_by(&Mover::walker());
    ///     let octile = GridHeuristic::octile(&view);
    ///     let mut search = Search::astar(&view, &octile, &query, &mut scratch);
    ///     if let Some(paused) = paused.take() {
    ///         search = search.resume(paused)?;
    ///     }
    ///     if let Outcome::Found(found) = search.run(&mut Budget::unlimited().expansions(10), &mut ()) {
    ///         break found.path;
    ///     }
    ///     paused = Some(search.pause());
    /// };
    /// assert_eq!(path.step_count(), 49);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pause(self) -> Paused {
        let stamp = self.stamp();
        let Search { effort, sequence, is_wide, progress, nearest, scratch, .. } = self;
        let halt = Halt::Nodes { sequence, is_wide, progress, nearest };
        Paused::new(stamp, effort, halt, &mut scratch.held)
    }

    /// Continues a search that was set aside. `self` must have been built with the same world,
    /// heuristic, query and scratch, and must not have run yet. The result is the same as if the
    /// search had never been set aside.
    ///
    /// # Errors
    ///
    /// If the world has another size or revision, if the kind of search or the query differs, or if
    /// the scratch no longer holds the search. Two worlds with the same size, revision and range of
    /// arc costs are not distinguished, nor are two predicates for goals.
    pub fn resume(self, paused: Paused) -> Result<Self, ResumeError> {
        match paused.go_on(&self.stamp(), &mut self.scratch.held)? {
            (effort, Halt::Nodes { sequence, is_wide, progress, nearest }) => {
                Ok(Search { effort, sequence, is_wide, progress, nearest, ..self })
            }
            _ => Err(ResumeError::other_question()),
        }
    }

    fn stamp(&self) -> Stamp {
        let aim = &self.aim;
        let order = match aim.order {
            Order::Sum => [0, 0],
            Order::GuessOnly => [0, 1],
            Order::Weighted { numerator, denominator } => [numerator, denominator],
        };
        let rules = u64::from(aim.reopens) << 1 | u64::from(aim.counts_steps);
        let start = self.query.starts.iter().next();
        let guess = start.map_or(0, |(node, _)| aim.estimate.estimate(node));
        let kind = order.into_iter().chain([rules, guess]);
        Stamp { world: Origin::of(&self.world), question: number_of(&self.query, kind) }
    }

    /// Visits the nodes closed so far in id order, each with its cost when it was closed. O(nodes
    /// of the world), or O(k log k) for k nodes closed if they are few and [listed](Self::listing).
    pub(super) fn for_each_closed(&mut self, mut visit: impl FnMut(NodeId, Cost, Option<NodeId>)) {
        let mut listed = self.closed.take().unwrap_or_default();
        let count = self.world.node_count();
        if listed.is_empty() || listed.len() as u64 * FEW > u64::from(count) {
            (0..count).map(NodeId::new).for_each(|node| self.visit_closed(node, &mut visit));
            return;
        }
        listed.sort_unstable();
        listed.dedup();
        listed.into_iter().for_each(|node| self.visit_closed(node, &mut visit));
    }

    #[inline(always)]
    fn visit_closed(&self, node: NodeId, visit: &mut impl FnMut(NodeId, Cost, Option<NodeId>)) {
        let (state, g, slot) = self.record(node);
        if state == State::Closed {
            let parent = (slot != Slot::NONE).then(|| self.world.follow(node, slot, Way::Forward));
            visit(node, g, parent);
        }
    }

    #[inline(never)]
    fn begin(&mut self, notice: &mut dyn FnMut(Event)) {
        self.progress = Progress::Running;
        self.scratch.held = 0;
        let Side { narrow, open, .. } = &mut self.scratch.forward;
        narrow.begin(self.world.node_count());
        for goal in self.query.goals.named() {
            narrow.mark_goal(goal.index());
        }
        let key = |(node, paid)| self.aim.order.key(paid, self.aim.estimate.estimate(node));
        let least = self.query.starts.iter().map(key).min().unwrap_or(0);
        open.begin(least, self.aim.spread(self.world.max_arc_cost()));
        if self.query.starts.iter().any(|(_, paid)| paid > Narrow::LIMIT) {
            let Side { narrow, wide, .. } = &mut self.scratch.forward;
            narrow.widen(wide);
            self.is_wide = true;
        }
        let starts = self.query.starts;
        for (node, paid) in starts.iter() {
            let g = if self.aim.counts_steps { 0 } else { paid };
            if self.world.is_passable(node) && g <= self.query.max_cost {
                self.open_start(node, g, notice);
            }
        }
    }

    fn open_start(&mut self, node: NodeId, g: Cost, notice: &mut dyn FnMut(Event)) {
        let (state, known, _) = self.record(node);
        if state != State::Untouched && known <= g {
            return;
        }
        let side = &mut self.scratch.forward;
        match self.is_wide {
            true => side.wide.open(node.index(), g, Slot::NONE),
            false => side.narrow.open(node.index(), g, Slot::NONE),
        }
        let h = self.aim.estimate.estimate(node);
        let f = self.aim.order.key(g, h);
        let line = Line::of(&self.query);
        let tie = tie(self.query.ties, self.world, line, node, h, &mut self.sequence);
        side.open.push(Entry { f, tie, node: node.get() });
        self.effort.generated += 1;
        notice(Event::Open { node, parent: None, g, h, f });
    }

    fn record(&self, node: NodeId) -> (State, Cost, Slot) {
        let side = &self.scratch.forward;
        let at = node.index();
        match self.is_wide {
            true => (side.wide.state(at), side.wide.g(at), side.wide.slot(at)),
            false => (side.narrow.state(at), side.narrow.g(at), side.narrow.slot(at)),
        }
    }

    fn drive(&mut self, budget: &mut Budget<'_>, watcher: &mut Watcher<'_>) -> End {
        let Side { narrow, wide, open } = &mut self.scratch.forward;
        let state = Drive {
            world: self.world,
            aim: &self.aim,
            query: &self.query,
            effort: &mut self.effort,
            sequence: &mut self.sequence,
            nearest: &mut self.nearest,
            closed: &mut self.closed,
            open,
        };
        if self.is_wide {
            state.run(wide, budget, watcher)
        } else {
            state.run(narrow, budget, watcher)
        }
    }

    #[inline(never)]
    fn path_to(&self, goal: NodeId) -> Path {
        let nodes = walk_to(goal, &|at| {
            let (_, _, slot) = self.record(at);
            (slot != Slot::NONE).then(|| self.world.follow(at, slot, Way::Forward))
        });
        let cost = self.cost_of(&nodes);
        Path::new(nodes, cost).expect("it holds at least the goal")
    }

    /// The cost of a path found: the sum of its arcs. A cost paid at the start is not part of the
    /// path.
    fn cost_of(&self, nodes: &[NodeId]) -> Cost {
        // Where nodes are reopened, a cheaper path to a node may not have been propagated to its
        // successors yet.
        if !self.aim.counts_steps && !self.aim.reopens {
            let (_, end, _) = self.record(nodes[nodes.len() - 1]);
            let (_, start, _) = self.record(nodes[0]);
            return end - start;
        }
        let arc = |pair: &[NodeId]| self.world.arc_cost(pair[0], pair[1]).map_or(0, Cost::from);
        nodes.windows(2).map(arc).sum()
    }

    fn measured(&mut self) -> Effort {
        self.effort.bytes = self.scratch.forward.bytes() as u64;
        self.effort
    }

    #[inline(never)]
    fn found(&mut self, node: NodeId) -> Outcome {
        let path = self.path_to(node);
        // A positive estimate at the goal itself means that the heuristic was aimed at nodes other
        // than the goals.
        let is_misled = self.aim.estimate.estimate(node) > 0;
        let guarantee = match self.guarantee {
            Guarantee::FewestSteps => Guarantee::FewestSteps,
            _ if is_misled => Guarantee::None,
            guarantee => guarantee,
        };
        Outcome::Found(Found { path, guarantee, effort: self.measured() })
    }

    #[inline(never)]
    fn unreachable(&mut self) -> Outcome {
        let why = Why::of(self.world, &self.query, self.effort.expanded - self.effort.reopened);
        let nearest = self.nearest.map(|nearest| self.path_to(nearest.node));
        Outcome::Unreachable(Unreachable { why, nearest, effort: self.measured() })
    }

    #[inline(never)]
    fn out_of_budget(&mut self, spent: Spent) -> Outcome {
        let nearest = self.nearest.map(|nearest| self.path_to(nearest.node));
        let proves = self.guarantee.is_optimal() && matches!(self.aim.order, Order::Sum);
        let least = self.scratch.forward.open.peek().map_or(0, |entry| entry.f);
        let begun = self.progress != Progress::NotBegun && !self.world.is_cut_short();
        let lower_bound = if proves && begun { least } else { 0 };
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort: self.measured() })
    }
}

crate::base::debug_by!([W, E] Search['_, W, E]: query, effort);
