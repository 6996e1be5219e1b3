//! Best-first search: A* and its relatives, which differ only in what they order by.
//!
//! | search | ordered by |
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
    Budget, Cost, Entry, Narrow, NodeId, OpenList, Record, Records, Slot, Spent, State, Weight,
    Wide,
};
use crate::path::Path;
use crate::search::observer::watch;
use crate::search::scratch::Side;
use crate::search::walk::walk_to;
use crate::search::{
    Effort, Estimate, Event, Found, Goals, Guarantee, Heuristic, Observer, OutOfBudget, Outcome,
    Promise, Query, Scratch, Ties, Unreachable, Why, Zero,
};
use crate::world::{Arc, Offers, Way, World};

/// Finds a cheapest path when `heuristic` is admissible; otherwise the outcome says what is
/// promised.
///
/// Ties on `f` are broken as the query says.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Complexity
///
/// O(E + V log k) time for V expanded nodes and E arcs, where k counts open nodes of about equal
/// `f`; 8 bytes per node of the world, reused.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = Query::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let outcome = astar(&view, &octile, &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.cost(), Some(2 * 13_860 + 2 * 19_601));
/// # Ok::<(), astride::world::GridError>(())
/// ```
pub fn astar<W: World, H: Heuristic>(
    world: &W,
    heuristic: &H,
    query: &Query<'_>,
    scratch: &mut Scratch,
    observer: &mut impl Observer,
) -> Outcome {
    Search::astar(world, heuristic, query, scratch).run(&mut Budget::unlimited(), observer)
}

/// Finds a cheapest path without a heuristic: A* that hopes for nothing.
///
/// # Panics
///
/// If the query names a node outside `world`.
pub fn dijkstra<W: World>(
    world: &W,
    query: &Query<'_>,
    scratch: &mut Scratch,
    observer: &mut impl Observer,
) -> Outcome {
    astar(world, &Zero, query, scratch, observer)
}

/// Finds a path at most `weight` times as dear as a cheapest one, usually with far less work.
///
/// # Panics
///
/// If the query names a node outside `world`.
pub fn weighted_astar<W: World, H: Heuristic>(
    world: &W,
    heuristic: &H,
    weight: Weight,
    query: &Query<'_>,
    scratch: &mut Scratch,
    observer: &mut impl Observer,
) -> Outcome {
    Search::weighted(world, heuristic, weight, query, scratch)
        .run(&mut Budget::unlimited(), observer)
}

/// Finds some path by always following the best guess; the cost so far is ignored.
///
/// # Panics
///
/// If the query names a node outside `world`.
pub fn greedy<W: World, H: Heuristic>(
    world: &W,
    heuristic: &H,
    query: &Query<'_>,
    scratch: &mut Scratch,
    observer: &mut impl Observer,
) -> Outcome {
    Search::greedy(world, heuristic, query, scratch).run(&mut Budget::unlimited(), observer)
}

/// Finds a path with the fewest steps, whatever they cost. Equals are served first come, first
/// served. What was paid at a start is not looked at, and `max_cost` of the query limits the number
/// of steps.
///
/// # Panics
///
/// If the query names a node outside `world`.
pub fn breadth_first<W: World>(
    world: &W,
    query: &Query<'_>,
    scratch: &mut Scratch,
    observer: &mut impl Observer,
) -> Outcome {
    Search::breadth_first(world, query, scratch).run(&mut Budget::unlimited(), observer)
}

/// A best-first search that can be stopped and continued.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::Search;
/// let grid = Grid::new(50, 50, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = Query::new(grid.node((0, 0)).unwrap(), grid.node((49, 20)).unwrap());
/// let mut scratch = Scratch::new();
/// let octile = GridHeuristic::octile(&view);
/// let mut search = Search::astar(&view, &octile, &query, &mut scratch);
/// let mut frames = 1;
/// while !search.run(&mut Budget::unlimited().expansions(10), &mut ()).is_final() {
///     frames += 1; // give the next frame its turn
/// }
/// assert!(frames > 1);
/// # Ok::<(), astride::world::GridError>(())
/// ```
pub struct Search<'a, W, E> {
    world: &'a W,
    query: Query<'a>,
    scratch: &'a mut Scratch,
    aim: Aim<E>,
    guarantee: Guarantee,
    effort: Effort,
    sequence: u32,
    is_wide: bool,
    progress: Progress,
    nearest: Option<Nearest>,
}

/// What a search orders by, and the rules that go with it.
struct Aim<E> {
    estimate: E,
    order: Order,
    /// Whether a cheaper way to a closed node reopens it.
    reopens: bool,
    /// Whether every arc counts as one.
    counts_steps: bool,
}

#[derive(Clone, Copy)]
enum Order {
    /// `g + h`.
    Sum,
    /// `h`.
    GuessOnly,
    /// `denominator · g + numerator · h`: whole numbers in the order of `g + w·h`.
    Weighted { numerator: u64, denominator: u64 },
}

impl Order {
    #[inline(always)]
    fn key(self, g: Cost, h: Cost) -> Cost {
        match self {
            Order::Sum => g.saturating_add(h),
            Order::GuessOnly => h,
            Order::Weighted { numerator, denominator } => {
                g.saturating_mul(denominator).saturating_add(h.saturating_mul(numerator))
            }
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    NotBegun,
    Running,
    At(NodeId),
    Exhausted,
}

/// The best node so far by guess, cost, id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Nearest {
    guess: Cost,
    g: Cost,
    node: NodeId,
}

/// Why a drive over the open list ended.
enum End {
    Goal(NodeId),
    Exhausted,
    Spent(Spent),
    /// A cost no longer fits narrow records.
    TooWide,
}

impl<'a, W: World> Search<'a, W, Zero> {
    /// Dijkstra's search.
    pub fn dijkstra(world: &'a W, query: &Query<'a>, scratch: &'a mut Scratch) -> Self {
        Self::astar(world, &Zero, query, scratch)
    }

    /// Breadth-first search.
    pub fn breadth_first(world: &'a W, query: &Query<'a>, scratch: &'a mut Scratch) -> Self {
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
        query: &Query<'a>,
        scratch: &'a mut Scratch,
    ) -> Self
    where
        H: Heuristic<Aimed = E>,
    {
        let promise = heuristic.promise();
        let guarantee = match promise {
            Promise::Consistent | Promise::Admissible => Guarantee::Optimal,
            Promise::Bounded(weight) => Guarantee::Within(weight),
            Promise::Nothing => Guarantee::None,
        };
        let aim = Aim {
            estimate: heuristic.aim(&mut query.goals.named()),
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
        query: &Query<'a>,
        scratch: &'a mut Scratch,
    ) -> Self
    where
        H: Heuristic<Aimed = E>,
    {
        let (numerator, denominator) = weight.parts();
        let promise = heuristic.promise();
        let guarantee = match promise {
            Promise::Consistent | Promise::Admissible if weight == Weight::ONE => {
                Guarantee::Optimal
            }
            Promise::Consistent | Promise::Admissible => Guarantee::Within(weight),
            Promise::Bounded(_) | Promise::Nothing => Guarantee::None,
        };
        let aim = Aim {
            estimate: heuristic.aim(&mut query.goals.named()),
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
        query: &Query<'a>,
        scratch: &'a mut Scratch,
    ) -> Self
    where
        H: Heuristic<Aimed = E>,
    {
        let aim = Aim {
            estimate: heuristic.aim(&mut query.goals.named()),
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
        mut query: Query<'a>,
        scratch: &'a mut Scratch,
    ) -> Self {
        // What a canonical path leaves out is found elsewhere only if every node is reached cheaply.
        query.canonical &= guarantee.is_optimal();
        // A dear way to a node must not hide a cheap one that the limit would allow.
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
        }
    }

    /// Searches on until a goal is reached, nothing is left, or `budget` runs out. Called again
    /// after `OutOfBudget` it continues, with the same result as an uninterrupted run; called
    /// again after an answer it gives that answer again.
    ///
    /// # Panics
    ///
    /// If the query names a node outside the world.
    pub fn run(&mut self, budget: &mut Budget<'_>, observer: &mut impl Observer) -> Outcome {
        if self.progress == Progress::NotBegun {
            let bytes = Records::<Narrow>::bytes_for(self.world.node_count());
            if !budget.allows_bytes(bytes) {
                return self.out_of_budget(Spent::Bytes);
            }
            self.begin(observer);
        }
        let wide_bytes = Records::<Wide>::bytes_for(self.world.node_count());
        while self.progress == Progress::Running {
            match self.drive(budget, observer) {
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
            Progress::At(node) => self.found(node),
            _ => self.unreachable(),
        }
    }

    /// The nodes closed so far with the cost at which they were, in id order. O(nodes of the
    /// world).
    pub(super) fn for_each_closed(&self, mut visit: impl FnMut(NodeId, Cost, Option<NodeId>)) {
        for node in (0..self.world.node_count()).map(NodeId::new) {
            let (state, g, slot) = self.record(node);
            if state == State::Closed {
                let parent =
                    (slot != Slot::NONE).then(|| self.world.follow(node, slot, Way::Forward));
                visit(node, g, parent);
            }
        }
    }

    fn begin(&mut self, observer: &mut impl Observer) {
        self.progress = Progress::Running;
        let Side { narrow, open, .. } = &mut self.scratch.forward;
        narrow.begin(self.world.node_count());
        for goal in self.query.goals.named() {
            narrow.mark_goal(goal.index());
        }
        let mut least = Cost::MAX;
        let mut keys = 0;
        for (node, paid) in self.query.starts.iter() {
            let h = self.aim.estimate.estimate(node);
            keys = self.aim.order.key(paid, h).max(keys);
            least = self.aim.order.key(paid, h).min(least);
        }
        open.begin(least.min(keys), self.aim.spread(self.world.max_arc_cost()));
        if self.query.starts.iter().any(|(_, paid)| paid > Narrow::LIMIT) {
            let Side { narrow, wide, .. } = &mut self.scratch.forward;
            narrow.widen(wide);
            self.is_wide = true;
        }
        let starts = self.query.starts;
        for (node, paid) in starts.iter() {
            let g = if self.aim.counts_steps { 0 } else { paid };
            if self.world.is_passable(node) && g <= self.query.max_cost {
                self.open_start(node, g, observer);
            }
        }
    }

    fn open_start(&mut self, node: NodeId, g: Cost, observer: &mut impl Observer) {
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
        watch(observer, Event::Open { node, parent: None, g, h, f });
    }

    fn record(&self, node: NodeId) -> (State, Cost, Slot) {
        let side = &self.scratch.forward;
        let at = node.index();
        match self.is_wide {
            true => (side.wide.state(at), side.wide.g(at), side.wide.slot(at)),
            false => (side.narrow.state(at), side.narrow.g(at), side.narrow.slot(at)),
        }
    }

    fn drive(&mut self, budget: &mut Budget<'_>, observer: &mut impl Observer) -> End {
        let Side { narrow, wide, open } = &mut self.scratch.forward;
        let state = Drive {
            world: self.world,
            aim: &self.aim,
            query: &self.query,
            effort: &mut self.effort,
            sequence: &mut self.sequence,
            nearest: &mut self.nearest,
            open,
        };
        if self.is_wide {
            state.run(wide, budget, observer)
        } else {
            state.run(narrow, budget, observer)
        }
    }

    fn path_to(&self, goal: NodeId) -> Path {
        let nodes = walk_to(goal, |at| {
            let (_, _, slot) = self.record(at);
            (slot != Slot::NONE).then(|| self.world.follow(at, slot, Way::Forward))
        });
        let cost = self.cost_of(&nodes);
        Path::new(nodes, cost).expect("it holds at least the goal")
    }

    /// The cost of a path found: the sum of its arcs (and what was paid at the start is not part
    /// of the path).
    fn cost_of(&self, nodes: &[NodeId]) -> Cost {
        // Where nodes are reopened, a cheaper way to a node may not have been passed on yet.
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

    fn found(&mut self, node: NodeId) -> Outcome {
        let path = self.path_to(node);
        Outcome::Found(Found { path, guarantee: self.guarantee, effort: self.measured() })
    }

    fn unreachable(&mut self) -> Outcome {
        let why = Why::of(self.world, &self.query, self.effort.expanded - self.effort.reopened);
        let nearest = self.nearest.map(|nearest| self.path_to(nearest.node));
        Outcome::Unreachable(Unreachable { why, nearest, effort: self.measured() })
    }

    fn out_of_budget(&mut self, spent: Spent) -> Outcome {
        let nearest = self.nearest.map(|nearest| self.path_to(nearest.node));
        let proves = self.guarantee.is_optimal() && matches!(self.aim.order, Order::Sum);
        let least = self.scratch.forward.open.peek().map_or(0, |entry| entry.f);
        let begun = self.progress != Progress::NotBegun;
        let lower_bound = if proves && begun { least } else { 0 };
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort: self.measured() })
    }
}

impl<E> Aim<E> {
    /// By how much `f` can rise from a node to its neighbours.
    fn spread(&self, max_arc_cost: u32) -> u64 {
        let arc = if self.counts_steps { 1 } else { 2 * u64::from(max_arc_cost) };
        match self.order {
            Order::Sum | Order::GuessOnly => arc,
            Order::Weighted { numerator, denominator } => arc / 2 * (numerator + denominator),
        }
    }
}

/// The straight line from the first start to the first goal, for one tie rule.
#[derive(Clone, Copy)]
struct Line(Option<(NodeId, NodeId)>);

impl Line {
    fn of(query: &Query<'_>) -> Self {
        let start = query.starts.iter().next().map(|(node, _)| node);
        Line(start.zip(query.goals.named().next()))
    }
}

/// A tie that serves the node added last.
#[inline(always)]
fn last_added(sequence: &mut u32) -> u64 {
    *sequence = sequence.wrapping_add(1);
    u64::from(!*sequence)
}

#[inline(always)]
fn tie(
    ties: Ties,
    world: &impl World,
    line: Line,
    node: NodeId,
    h: Cost,
    sequence: &mut u32,
) -> u64 {
    let late = last_added(sequence);
    match ties {
        Ties::LastAdded => late,
        Ties::FirstAdded => u64::from(*sequence),
        Ties::SmallerH => h.min(u64::from(u32::MAX)) << 32 | late,
        Ties::Straightest => {
            let off = line.0.map_or(0, |(start, goal)| world.deviation(node, start, goal));
            u64::from(off) << 32 | late
        }
    }
}

/// Everything the main loop touches, borrowed apart from the records so that it can be compiled
/// for both widths.
struct Drive<'s, 'q, W, E> {
    world: &'s W,
    aim: &'s Aim<E>,
    query: &'s Query<'q>,
    effort: &'s mut Effort,
    sequence: &'s mut u32,
    nearest: &'s mut Option<Nearest>,
    open: &'s mut OpenList,
}

impl<W: World, E: Estimate> Drive<'_, '_, W, E> {
    /// Runs the main loop in the form compiled for the rules of the query: for an ordinary A* query
    /// nothing is left to ask about orders, ties and limits, which saves a third of the
    /// instructions.
    fn run<R: Record, O: Observer>(
        mut self,
        records: &mut Records<R>,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> End {
        let (aim, query) = (self.aim, self.query);
        let is_plain = matches!(aim.order, Order::Sum)
            && !aim.reopens
            && !aim.counts_steps
            && !query.nearest
            && query.ties == Ties::LastAdded
            && query.max_cost == Cost::MAX
            && matches!(query.goals, Goals::One(_) | Goals::Any(_));
        match (is_plain, query.canonical) {
            (true, true) => self.run_as::<PLAIN_CANONICAL, R, O>(records, budget, observer),
            (true, false) => self.run_as::<PLAIN, R, O>(records, budget, observer),
            (false, _) => self.run_as::<ANY, R, O>(records, budget, observer),
        }
    }

    /// The main loop of every best-first search.
    #[inline(never)]
    fn run_as<const FORM: u8, R: Record, O: Observer>(
        &mut self,
        records: &mut Records<R>,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> End {
        let is_canonical = FORM == PLAIN_CANONICAL || (FORM == ANY && self.query.canonical);
        let line = Line::of(self.query);
        let longest_arc = Cost::from(self.world.max_arc_cost());
        // Copies, so that the counts live in registers.
        let (mut effort, mut sequence) = (*self.effort, *self.sequence);
        let end = loop {
            let Some(entry) = self.open.pop() else { break End::Exhausted };
            let node = NodeId::new(entry.node);
            let at = node.index();
            let known = records.look_again(at);
            if known.is_closed() {
                continue; // a cheaper entry of the same node came first
            }
            let g = known.g();
            let stop = if g > R::LIMIT - longest_arc.min(R::LIMIT) {
                Some(End::TooWide)
            } else {
                budget.take().map(End::Spent)
            };
            if let Some(stop) = stop {
                self.open.push(entry);
                break stop;
            }
            records.close(at);
            effort.expanded += 1;
            watch(observer, Event::Close { node, g });
            if FORM == ANY && self.query.nearest {
                self.note_nearest(node, g);
            }
            let is_goal = match (FORM, self.query.goals) {
                (ANY, Goals::Where(is_goal)) => is_goal(node),
                _ => known.is_goal(),
            };
            if is_goal {
                watch(observer, Event::Goal { node, g });
                break End::Goal(node);
            }
            let relax = &mut Relax::<FORM, _, _, _, _> {
                world: self.world,
                aim: self.aim,
                query: self.query,
                bar: records.bar(g),
                effort: &mut effort,
                sequence: &mut sequence,
                open: self.open,
                records,
                node,
                g,
                line,
                observer,
            };
            if is_canonical {
                self.world.offer_canonical_arcs(node, known.slot(), Way::Forward, relax);
            } else {
                self.world.offer_arcs(node, Way::Forward, relax);
            }
            effort.open_most = effort.open_most.max(self.open.len() as u64);
            if budget.limits_bytes() && !budget.allows_bytes(self.open.bytes() + records.bytes()) {
                break End::Spent(Spent::Bytes);
            }
        };
        (*self.effort, *self.sequence) = (effort, sequence);
        end
    }

    #[cold]
    fn note_nearest(&mut self, node: NodeId, g: Cost) {
        let guess = |goal| self.world.estimate(node, goal);
        let Some(guess) = self.query.goals.named().map(guess).min() else { return };
        let this = Nearest { guess, g, node };
        if self.nearest.is_none_or(|best| this < best) {
            *self.nearest = Some(this);
        }
    }
}

/// The main loop for any rules.
const ANY: u8 = 0;
/// A* for named goals, ties to the last added, no limit on the cost.
const PLAIN: u8 = 1;
/// The same, following canonical arcs.
const PLAIN_CANONICAL: u8 = 2;

/// Takes the arcs that lead somewhere for less than was known.
struct Relax<'d, 'q, const FORM: u8, W, E, R, O> {
    world: &'d W,
    aim: &'d Aim<E>,
    query: &'d Query<'q>,
    effort: &'d mut Effort,
    sequence: &'d mut u32,
    open: &'d mut OpenList,
    records: &'d mut Records<R>,
    node: NodeId,
    g: Cost,
    bar: R,
    line: Line,
    observer: &'d mut O,
}

impl<const FORM: u8, W, E, R, O> Relax<'_, '_, FORM, W, E, R, O> {
    #[inline(always)]
    fn step(&self, cost: u32) -> u32 {
        if FORM == ANY && self.aim.counts_steps { 1 } else { cost }
    }
}

impl<const FORM: u8, W, E, R, O> Offers for Relax<'_, '_, FORM, W, E, R, O>
where
    W: World,
    E: Estimate,
    R: Record,
    O: Observer,
{
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.records.improves(index, self.bar, self.step(cost))
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        let at = arc.node.index();
        let g = self.g + Cost::from(self.step(arc.cost));
        let known = self.records.look(at);
        // A link may lead where a step has just led.
        if g >= known.g() {
            return;
        }
        let bars = known.is_closed() && !self.aim.reopens || g > self.query.max_cost;
        if FORM == ANY && bars {
            return;
        }
        self.records.reopen(at, known, g, arc.slot);
        let h = self.aim.estimate.estimate(arc.node);
        let (f, tie) = if FORM == ANY {
            let ties = self.query.ties;
            let tie = tie(ties, self.world, self.line, arc.node, h, self.sequence);
            (self.aim.order.key(g, h), tie)
        } else {
            (g + h, last_added(self.sequence))
        };
        self.open.push(Entry { f, tie, node: arc.node.get() });
        let state = known.state();
        match state {
            State::Untouched => self.effort.generated += 1,
            State::Open => self.effort.improved += 1,
            State::Closed => self.effort.reopened += 1,
        }
        let (node, parent) = (arc.node, self.node);
        let reopened = state == State::Closed;
        let event = match state {
            State::Untouched => Event::Open { node, parent: Some(parent), g, h, f },
            _ => Event::Improve { node, parent, g, h, f, reopened },
        };
        watch(self.observer, event);
    }
}
