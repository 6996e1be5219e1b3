//! IDA*: depth-first searches with a rising limit on `f`.
//!
//! Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
//! Intelligence 27, 1985. We add a transposition table, without which grids with their many equal
//! paths take exponential time: within one iteration a node is entered again only by a cheaper
//! way. So memory is that of the node records, and no longer linear in the depth.

use crate::base::{Budget, Cost, NodeId, Records, Slot, Spent, State};
use crate::path::Path;
use crate::search::observer::watch;
use crate::search::scratch::{Pending, Side};
use crate::search::walk::walk_to;
use crate::search::{
    Effort, Estimate, Event, Found, Guarantee, Heuristic, OutOfBudget, Outcome, PathQuery, Scratch,
    SearchObserver, Unreachable, Unsupported, Why,
};
use crate::world::{Way, World};

/// Finds a cheapest path when `heuristic` is admissible, by depth-first searches with a rising
/// limit. Neighbours are tried in the order of the world; the query's tie rule is not used.
///
/// It expands nodes again in every iteration, and there are about as many iterations as distinct
/// values of `f`: use it to study, or where its order of visits is wanted.
///
/// # Errors
///
/// If the query has a predicate for a goal, or none at all.
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

/// An IDA* search that can be stopped and continued.
pub struct IdaStar<'a, W, E> {
    world: &'a W,
    estimate: E,
    query: PathQuery<'a>,
    guarantee: Guarantee,
    scratch: &'a mut Scratch,
    effort: Effort,
    limit: Cost,
    /// The least `f` beyond the limit met in this iteration.
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
    /// If the query has a predicate for a goal, or none at all.
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
            query: *query,
            guarantee: Guarantee::from(heuristic.promise()),
            scratch,
            effort: Effort::default(),
            limit: 0,
            next_limit: Cost::MAX,
            seen: 0,
            progress: Progress::NotBegun,
        })
    }

    /// Searches on until a goal is reached, nothing is left, or `budget` runs out; can be called
    /// again after `OutOfBudget`.
    ///
    /// # Panics
    ///
    /// If the query names a node outside the world.
    pub fn run(&mut self, budget: &mut Budget<'_>, observer: &mut impl SearchObserver) -> Outcome {
        if self.progress == Progress::NotBegun {
            if !budget.allows_bytes(Records::<u128>::bytes_for(self.world.node_count())) {
                return self.out_of_budget(Spent::Bytes);
            }
            let guess =
                |(node, paid): (NodeId, Cost)| paid.saturating_add(self.estimate.estimate(node));
            self.next_limit = self.free_starts().map(guess).min().unwrap_or(Cost::MAX);
            self.progress = Progress::Running;
            self.scratch.held = 0;
            self.begin_iteration();
        }
        while self.progress == Progress::Running {
            let Some(step) = self.scratch.stack.pop() else {
                self.begin_iteration();
                continue;
            };
            if step.g >= self.scratch.forward.wide.g(step.node.index()) {
                continue; // entered by a way at least as cheap since it was put here
            }
            if let Some(spent) = budget.take() {
                self.scratch.stack.push(step);
                return self.out_of_budget(spent);
            }
            self.enter(step, observer);
        }
        match self.progress {
            Progress::At(goal) => self.found(goal),
            _ => self.unreachable(),
        }
    }

    fn free_starts(&self) -> impl Iterator<Item = (NodeId, Cost)> {
        self.query.starts.iter().filter(|&(node, _)| self.world.is_passable(node))
    }

    fn begin_iteration(&mut self) {
        // A guess that may be too high does not prove that a path is beyond the cost limit.
        let proves = self.guarantee.is_optimal();
        let too_costly = proves && self.next_limit > self.query.max_cost;
        if self.next_limit == Cost::MAX || too_costly {
            self.progress = Progress::Exhausted;
            return;
        }
        self.limit = self.next_limit;
        self.next_limit = Cost::MAX;
        self.seen = 0;
        let Scratch { forward: Side { wide, .. }, stack, .. } = self.scratch;
        wide.begin(self.world.node_count());
        for goal in self.query.goals.named() {
            wide.mark_goal(goal.index());
        }
        stack.clear();
        for (node, g) in self.query.starts.iter() {
            if !self.world.is_passable(node) || g > self.query.max_cost {
                continue;
            }
            let f = g.saturating_add(self.estimate.estimate(node));
            if f <= self.limit {
                stack.push(Pending { node, slot: Slot::NONE, g });
            } else {
                self.next_limit = self.next_limit.min(f);
            }
        }
        stack.reverse();
    }

    fn enter(&mut self, step: Pending, observer: &mut impl SearchObserver) {
        let Pending { node, slot, g } = step;
        let Scratch { forward: Side { wide, .. }, stack, .. } = &mut *self.scratch;
        let again = wide.state(node.index()) != State::Untouched;
        wide.open(node.index(), g, slot);
        wide.close(node.index());
        self.effort.expanded += 1;
        self.effort.reopened += u64::from(again);
        self.seen += u64::from(!again);
        let parent = (slot != Slot::NONE).then(|| self.world.follow(node, slot, Way::Forward));
        let h = self.estimate.estimate(node);
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
            if new_g >= wide.g(arc.node.index()) || new_g > self.query.max_cost {
                return;
            }
            let f = new_g.saturating_add(self.estimate.estimate(arc.node));
            if f <= self.limit {
                stack.push(Pending { node: arc.node, slot: arc.slot, g: new_g });
                self.effort.generated += 1;
            } else {
                self.next_limit = self.next_limit.min(f);
            }
        });
        stack[first..].reverse(); // the first neighbour is tried first
        self.effort.open_most = self.effort.open_most.max(stack.len() as u64);
    }

    fn measured(&mut self) -> Effort {
        self.effort.bytes = self.scratch.bytes() as u64;
        self.effort
    }

    fn found(&mut self, goal: NodeId) -> Outcome {
        let records = &self.scratch.forward.wide;
        let nodes = walk_to(goal, |at| {
            let slot = records.slot(at.index());
            (slot != Slot::NONE).then(|| self.world.follow(at, slot, Way::Forward))
        });
        let arc = |pair: &[NodeId]| self.world.arc_cost(pair[0], pair[1]).map_or(0, Cost::from);
        let cost = nodes.windows(2).map(arc).sum();
        let path = Path::new(nodes, cost).expect("it holds at least the goal");
        Outcome::Found(Found { path, guarantee: self.guarantee, effort: self.measured() })
    }

    fn unreachable(&mut self) -> Outcome {
        let why = Why::of(self.world, &self.query, self.seen);
        Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.measured() })
    }

    fn out_of_budget(&mut self, spent: Spent) -> Outcome {
        let proves = self.guarantee.is_optimal();
        let lower_bound = if proves { self.limit } else { 0 };
        let effort = self.measured();
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
    }
}

crate::base::debug_by!([W, E] IdaStar['_, W, E]: query, effort);
