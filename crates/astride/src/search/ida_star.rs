//! IDA*: depth-first searches with a rising limit on `f`; and a single search without a limit,
//! which is depth-first search.
//!
//! Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
//! Intelligence 27, 1985. We add a transposition table, without which grids with their many equal
//! paths take exponential time: within one iteration a node is entered again only by a cheaper
//! path. The memory is therefore that of the node records and no longer linear in the depth. With a
//! weighted heuristic it is the WIDA* of Korf, "Linear-space best-first search", Artificial
//! Intelligence 62, 1993.

use crate::base::{Budget, Cost, NodeId, Records, Slot, Spent, State, Weight};
use crate::path::Path;
use crate::search::observer::{erased, watch};
use crate::search::scratch::{Pending, Side};
use crate::search::walk::walk_to;
use crate::search::{
    Effort, Estimate, Event, Found, Guarantee, Heuristic, Note, OutOfBudget, Outcome, PathQuery,
    Promise, Scratch, SearchObserver, Unreachable, Unsupported, Why,
};
use crate::world::{Way, World};

/// Finds a cheapest path if `heuristic` is admissible, by depth-first searches with a rising limit.
/// Neighbours are tried in the order of the world; the tie rule of the query is ignored.
///
/// Every iteration expands nodes again, and there are about as many iterations as distinct values
/// of `f`: use it for study, or where its visiting order is wanted.
///
/// # Errors
///
/// If the query has a predicate for a goal, or no goal at all.
///
/// # Panics
///
/// If the query names a node outside `world`.
///
/// # Examples
///
/// ```
/// use astride::search::ida_star;
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let outcome = ida_star(&view, &octile, &query, &mut Scratch::new(), &mut ()).unwrap();
/// assert_eq!(outcome.cost(), Some(2 * 13_860 + 2 * 19_601));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn ida_star<W: World, H: Heuristic>(
    world: &W,
    heuristic: &H,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    observer: &mut impl SearchObserver,
) -> Result<Outcome, Unsupported> {
    let mut search = IdaStar::new(world, heuristic, query, scratch)?;
    Ok(search.run(&mut Budget::unlimited(), observer))
}

/// An IDA* or depth-first search that can be paused and continued. Setting a weight or making it
/// depth-first after it has run restarts it.
///
/// # Examples
///
/// ```
/// use astride::search::{Guarantee, IdaStar};
/// use astride::prelude::*;
/// let grid = Grid::from_classes(5, 3, b"...........@...")?;
/// let view = grid.seen_by(&Mover::walker());
/// let query = PathQuery::new(grid.node((0, 0)).unwrap(), grid.node((4, 2)).unwrap());
/// let (octile, budget) = (GridHeuristic::octile(&view), &mut Budget::unlimited());
/// let mut scratch = Scratch::new();
/// let weighted = IdaStar::new(&view, &octile, &query, &mut scratch)?.weighted(Weight::TWICE);
/// let promised = { weighted }.run(budget, &mut ()).guarantee();
/// assert_eq!(promised, Some(Guarantee::Within(Weight::TWICE)));
/// let depth_first = IdaStar::new(&view, &octile, &query, &mut scratch)?.depth_first();
/// assert_eq!({ depth_first }.run(budget, &mut ()).guarantee(), Some(Guarantee::None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct IdaStar<'a, W, E> {
    world: &'a W,
    estimate: E,
    promise: Promise,
    query: PathQuery<'a>,
    guarantee: Guarantee,
    /// The weight of the heuristic; `None` if no heuristic is used and there is only one iteration.
    weight: Option<Weight>,
    scratch: &'a mut Scratch,
    effort: Effort,
    limit: Cost,
    /// The least `f` beyond the limit seen in this iteration.
    next_limit: Cost,
    /// Nodes entered in this iteration, each once.
    seen: u64,
    progress: Progress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    NotBegun,
    Running,
    At(NodeId),
    Exhausted,
}

impl<'a, W: World, E: Estimate> IdaStar<'a, W, E> {
    /// Prepares a search.
    ///
    /// # Errors
    ///
    /// If the query has a predicate for a goal, or no goal at all.
    pub fn new<H>(
        world: &'a W,
        heuristic: &H,
        query: &PathQuery<'a>,
        scratch: &'a mut Scratch,
    ) -> Result<Self, Unsupported>
    where
        H: Heuristic<Aimed = E>,
    {
        query.check_named()?;
        Ok(IdaStar {
            world,
            estimate: heuristic.aim(&mut query.goals.named()),
            promise: heuristic.promise(),
            query: *query,
            guarantee: Guarantee::from(heuristic.promise()),
            weight: Some(Weight::ONE),
            scratch,
            effort: Effort::default(),
            limit: 0,
            next_limit: Cost::MAX,
            seen: 0,
            progress: Progress::NotBegun,
        })
    }

    /// Weights the heuristic: far fewer iterations, and a path that costs at most `weight` times as
    /// much as a cheapest one if the heuristic is admissible.
    #[must_use]
    pub fn weighted(mut self, weight: Weight) -> Self {
        (self.guarantee, self.weight) = (Guarantee::weighted(self.promise, weight), Some(weight));
        self.restart();
        self
    }

    /// Goes as deep as it can before it backtracks, uses no heuristic, and enters every node once:
    /// some path, usually a long one. The stack is on the heap.
    ///
    /// With a limit on the cost it enters a node again by every cheaper path, which can take
    /// exponential time: set a budget in that case. As a [`Method`](super::Method) it refuses such
    /// a query.
    #[must_use]
    pub fn depth_first(mut self) -> Self {
        (self.guarantee, self.weight) = (Guarantee::None, None);
        self.restart();
        self
    }

    /// Results found with another weight are not valid for this one.
    fn restart(&mut self) {
        (self.progress, self.limit) = (Progress::NotBegun, 0);
        (self.effort, self.seen) = (Effort::default(), 0);
    }

    fn guess(&self, node: NodeId) -> Cost {
        self.weight.map_or(0, |weight| weight.times(self.estimate.estimate(node)))
    }

    /// Searches until a goal is reached, nothing is left, or `budget` runs out; can be called again
    /// after `OutOfBudget`.
    ///
    /// # Panics
    ///
    /// If the query names a node outside `world`.
    pub fn run<O: SearchObserver>(&mut self, budget: &mut Budget<'_>, observer: &mut O) -> Outcome {
        erased!(observer: O => self.run_by(budget, observer))
    }

    #[inline(never)]
    fn run_by(&mut self, budget: &mut Budget<'_>, observer: &mut impl SearchObserver) -> Outcome {
        if self.progress == Progress::NotBegun {
            if !budget.allows_bytes(Records::<u128>::bytes_for(self.world.node_count())) {
                return self.out_of_budget(Spent::Bytes);
            }
            let guess = |(node, paid): (NodeId, Cost)| paid.saturating_add(self.guess(node));
            self.next_limit = self.free_starts().map(guess).min().unwrap_or(Cost::MAX);
            self.progress = Progress::Running;
            self.scratch.held = 0;
            self.begin_iteration(observer);
        }
        while self.progress == Progress::Running {
            if budget.limits_bytes() && !budget.allows_bytes(self.scratch.bytes()) {
                return self.out_of_budget(Spent::Bytes);
            }
            let Some(step) = self.scratch.stack.pop() else {
                self.begin_iteration(observer);
                continue;
            };
            let known = self.scratch.forward.wide.g(step.node.index());
            if step.g >= known || (self.enters_once() && known < Cost::MAX) {
                continue; // reached meanwhile by a path that is good enough
            }
            if let Some(spent) = budget.take() {
                self.scratch.stack.push(step);
                return self.out_of_budget(spent);
            }
            self.enter(step, observer);
        }
        match self.progress {
            _ if self.world.is_cut_short() => self.out_of_budget(Spent::Bytes),
            Progress::At(goal) => self.found(goal),
            _ => self.unreachable(),
        }
    }

    fn free_starts(&self) -> impl Iterator<Item = (NodeId, Cost)> {
        self.query.starts.iter().filter(|&(node, _)| self.world.is_passable(node))
    }

    /// Whether entering a node once is enough. With a limit on the cost, an expensive path to a
    /// node could hide a cheap one.
    fn enters_once(&self) -> bool {
        self.weight.is_none() && self.query.max_cost == Cost::MAX
    }

    #[inline(never)]
    fn begin_iteration(&mut self, observer: &mut impl SearchObserver) {
        // An inadmissible estimate does not prove that a path is beyond the cost limit.
        let proves = self.guarantee.is_optimal();
        let too_costly = proves && self.next_limit > self.query.max_cost;
        if self.next_limit == Cost::MAX || too_costly {
            self.progress = Progress::Exhausted;
            return;
        }
        self.limit = if self.weight.is_some() { self.next_limit } else { Cost::MAX };
        if self.weight.is_some() {
            watch(observer, Event::Note(Note::Round { limit: self.limit }));
        }
        self.next_limit = Cost::MAX;
        self.seen = 0;
        let Side { wide, .. } = &mut self.scratch.forward;
        wide.begin(self.world.node_count());
        for goal in self.query.goals.named() {
            wide.mark_goal(goal.index());
        }
        self.scratch.stack.clear();
        for (node, g) in self.query.starts.iter() {
            if !self.world.is_passable(node) || g > self.query.max_cost {
                continue;
            }
            let h = self.guess(node);
            let f = g.saturating_add(h);
            if f <= self.limit {
                self.scratch.stack.push(Pending { node, slot: Slot::NONE, g });
            } else if f < self.next_limit {
                self.next_limit = f;
                watch(observer, Event::Note(Note::Beyond { node, parent: None, g, h, f }));
            }
        }
        self.scratch.stack.reverse();
    }

    #[inline(never)]
    fn enter(&mut self, step: Pending, observer: &mut impl SearchObserver) {
        let Pending { node, slot, g } = step;
        let (h, once) = (self.guess(node), self.enters_once());
        let Scratch { forward: Side { wide, .. }, stack, .. } = &mut *self.scratch;
        let again = wide.state(node.index()) != State::Untouched;
        wide.open(node.index(), g, slot);
        wide.close(node.index());
        self.effort.expanded += 1;
        self.effort.reopened += u64::from(again);
        self.seen += u64::from(!again);
        let parent = (slot != Slot::NONE).then(|| self.world.follow(node, slot, Way::Forward));
        watch(observer, Event::Open { node, parent, g, h, f: g.saturating_add(h) });
        watch(observer, Event::Close { node, g });
        if wide.is_goal(node.index()) {
            watch(observer, Event::Goal { node, g });
            self.progress = Progress::At(node);
            return;
        }
        let first = stack.len();
        self.world.for_each_arc(node, Way::Forward, |arc| {
            let new_g = g + Cost::from(arc.cost);
            let known = wide.g(arc.node.index());
            let is_known = new_g >= known || (once && known < Cost::MAX);
            if is_known || new_g > self.query.max_cost {
                return;
            }
            let guess = |weight: Weight| weight.times(self.estimate.estimate(arc.node));
            let h = self.weight.map_or(0, guess);
            let f = new_g.saturating_add(h);
            if f <= self.limit {
                stack.push(Pending { node: arc.node, slot: arc.slot, g: new_g });
                self.effort.generated += 1;
            } else if f < self.next_limit {
                self.next_limit = f;
                let (node, parent) = (arc.node, Some(node));
                watch(observer, Event::Note(Note::Beyond { node, parent, g: new_g, h, f }));
            }
        });
        stack[first..].reverse(); // the first neighbour is tried first
        self.effort.open_most = self.effort.open_most.max(stack.len() as u64);
    }

    fn measured(&mut self) -> Effort {
        self.effort.bytes = self.scratch.bytes() as u64;
        self.effort
    }

    #[inline(never)]
    fn found(&mut self, goal: NodeId) -> Outcome {
        let records = &self.scratch.forward.wide;
        let nodes = walk_to(goal, &|at| {
            let slot = records.slot(at.index());
            (slot != Slot::NONE).then(|| self.world.follow(at, slot, Way::Forward))
        });
        let arc = |pair: &[NodeId]| self.world.arc_cost(pair[0], pair[1]).map_or(0, Cost::from);
        let cost = nodes.windows(2).map(arc).sum();
        let path = Path::new(nodes, cost).expect("it holds at least the goal");
        Outcome::Found(Found { path, guarantee: self.guarantee, effort: self.measured() })
    }

    #[inline(never)]
    fn unreachable(&mut self) -> Outcome {
        let why = Why::of(self.world, &self.query, self.seen);
        Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.measured() })
    }

    #[inline(never)]
    fn out_of_budget(&mut self, spent: Spent) -> Outcome {
        let proves = self.guarantee.is_optimal() && !self.world.is_cut_short();
        let lower_bound = if proves { self.limit } else { 0 };
        let effort = self.measured();
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
    }
}

crate::base::debug_by!([W, E] IdaStar['_, W, E]: query, effort);
