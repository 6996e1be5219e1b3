//! Lazy Theta*: A* on cell centres where the parent of a cell may be any cell in line of sight.
//!
//! Nash, Koenig & Tovey, "Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in 3D",
//! AAAI 2010. Line of sight is checked once per expanded node, not once per arc. We add links and
//! terrain of different costs: a line connects cells of a single factor only, and no line leads
//! past a link.

use super::memory::{AnyAngleMemory, Open, START};
use super::spot::Spot;
use crate::base::{Budget, Dir, NodeId, Spent};
use crate::path::Line;
use crate::search::{Effort, Found, Guarantee, OutOfBudget, Outcome, Scratch, Unreachable, Why};
use crate::shapes::square::{GridView, line_of_sight};
use crate::world::{Arc, Way, World};

/// Finds a path between the centres of two cells in which each leg is a [line of
/// sight](line_of_sight), a step onto other terrain, or a link.
///
/// Not optimal: usually within a few percent of the shortest such path, but without a bound;
/// [`bounded_line`](super::bounded_line) gives one. It works on every view: terrain, walls, one-way
/// steps and links.
///
/// # Complexity
///
/// That of A* plus one line of sight check per expanded node.
///
/// # Panics
///
/// If a node is off the map.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::shapes::square::{lazy_theta};
/// let grid = Grid::new(9, 4, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let [from, to] = [(0, 0), (8, 3)].map(|cell| grid.node(cell).unwrap());
/// let answer = lazy_theta(&view, from, to, &mut Scratch::new());
/// let path = answer.path().unwrap();
/// assert_eq!(path.points.len(), 2, "nothing is in the way");
/// assert_eq!(path.length, 73f64.sqrt());
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
pub fn lazy_theta(
    view: &GridView<'_>,
    from: NodeId,
    to: NodeId,
    scratch: &mut Scratch,
) -> Outcome<Line> {
    LazyTheta::new(view, from, to, scratch).run(&mut Budget::unlimited())
}

/// A Lazy Theta* search that can be paused and continued; see [`lazy_theta`].
pub struct LazyTheta<'a, 'g> {
    view: &'a GridView<'g>,
    scratch: &'a mut AnyAngleMemory,
    start: NodeId,
    goal: NodeId,
    /// The value of a cell width in the heuristic: the cheapest terrain, or 0 if links may lead
    /// anywhere.
    guess: f64,
    effort: Effort,
    pushed: u64,
    state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    NotBegun,
    Running,
    Found,
    Exhausted,
}

/// Flags of a node: whether it is closed, and how it is reached from its parent.
const CLOSED: u32 = 1;
/// By a line that has not been checked yet.
const LINE: u32 = 2;
/// By a link.
const LINK: u32 = 4;

impl<'a, 'g> LazyTheta<'a, 'g> {
    /// Prepares a search.
    ///
    /// # Panics
    ///
    /// If a node is off the map.
    pub fn new(view: &'a GridView<'g>, from: NodeId, to: NodeId, scratch: &'a mut Scratch) -> Self {
        assert!(from.get().max(to.get()) < view.node_count(), "nodes of the map");
        let guess = if view.has_links() { 0.0 } else { f64::from(view.least_factor()) };
        let (effort, state) = (Effort::default(), State::NotBegun);
        let scratch = scratch.part();
        LazyTheta { view, scratch, start: from, goal: to, guess, effort, pushed: 0, state }
    }

    /// Searches until the goal is reached, nothing is left, or `budget` runs out; can be called
    /// again after `OutOfBudget`, and returns the same answer again after any other end.
    pub fn run(&mut self, budget: &mut Budget<'_>) -> Outcome<Line> {
        if self.state == State::NotBegun {
            for (node, why) in [(self.start, Why::StartBlocked), (self.goal, Why::GoalBlocked)] {
                if !self.view.is_passable(node) {
                    let (nearest, effort) = (None, self.effort);
                    return Outcome::Unreachable(Unreachable { why, nearest, effort });
                }
            }
            if !budget.allows_bytes(AnyAngleMemory::bytes_for(self.view.node_count())) {
                return self.out_of_budget(Spent::Bytes);
            }
            self.scratch.begin(self.view.node_count());
            self.scratch.set(self.start.get(), 0.0, START, 0);
            self.push(self.start, 0.0);
            self.state = State::Running;
        }
        while self.state == State::Running {
            if budget.limits_bytes() && !budget.allows_bytes(self.scratch.bytes()) {
                return self.out_of_budget(Spent::Bytes);
            }
            let Some(&Open { g, what, .. }) = self.scratch.open.peek() else {
                self.state = State::Exhausted;
                break;
            };
            // An entry is stale if a shorter path was found after it was pushed.
            let is_stale = g > self.scratch.g(what) || self.scratch.note(what) & CLOSED != 0;
            if !is_stale && let Some(spent) = budget.take() {
                return self.out_of_budget(spent);
            }
            self.scratch.open.pop();
            if !is_stale {
                self.expand(NodeId::new(what));
            }
        }
        if self.state == State::Found {
            return self.found();
        }
        let why = Why::Enclosed { seen: self.effort.expanded };
        Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.measured() })
    }

    fn expand(&mut self, node: NodeId) {
        self.effort.expanded += 1;
        self.make_sure_of(node);
        let Some(record) = self.scratch.known(node.get()) else { return };
        let note = self.scratch.note(node.get());
        self.scratch.set(node.get(), record.g, record.parent, note | CLOSED);
        if node == self.goal {
            return self.state = State::Found;
        }
        let view = self.view;
        let factor = |node: NodeId| view.factor(view.grid().cell(node));
        // The parent from which neighbours may be in sight, its length, and the terrain factor.
        let is_straight = record.parent != START && note & LINK == 0;
        let root = is_straight.then(|| NodeId::new(record.parent));
        let root = root.filter(|&root| factor(root) == factor(node));
        let root = root.map(|root| (root, self.scratch.g(root.get()), factor(node)));
        view.for_each_arc(node, Way::Forward, |arc| {
            if self.scratch.note(arc.node.get()) & CLOSED != 0 {
                return;
            }
            let is_link = is_link(arc);
            let (g, from, note) = match root {
                Some((root, g, on)) if !is_link && factor(arc.node) == on => {
                    (g + f64::from(on) * self.width_between(root, arc.node), root, LINE)
                }
                _ => {
                    let note = if is_link { LINK } else { 0 };
                    (record.g + self.arc_length(node, arc, arc.node), node, note)
                }
            };
            if g < self.scratch.g(arc.node.get()) {
                self.scratch.set(arc.node.get(), g, from.get(), note);
                self.push(arc.node, g);
            }
        });
    }

    /// Checks the line to a node about to be expanded; if it is blocked, the node gets an arc from
    /// its best closed neighbour instead.
    fn make_sure_of(&mut self, node: NodeId) {
        let Some(record) = self.scratch.known(node.get()) else { return };
        let is_line = self.scratch.note(node.get()) & LINE != 0;
        if !is_line || line_of_sight(self.view, NodeId::new(record.parent), node) {
            return;
        }
        let mut best = (f64::INFINITY, START, 0);
        self.view.for_each_arc(node, Way::Backward, |arc| {
            if self.scratch.note(arc.node.get()) & CLOSED == 0 {
                return;
            }
            let g = self.scratch.g(arc.node.get()) + self.arc_length(node, arc, node);
            if g < best.0 {
                let note = if is_link(arc) { LINK } else { 0 };
                best = (g, arc.node.get(), note);
            }
        });
        // The node that put this one on the open list is closed.
        self.scratch.set(node.get(), best.0, best.1, best.2);
    }

    /// The length of an arc at `node` that leads to `end`: a step counts its width times the factor
    /// of `end`, a link its ticks.
    fn arc_length(&self, node: NodeId, arc: Arc, end: NodeId) -> f64 {
        if is_link(arc) {
            return f64::from(arc.cost) / f64::from(self.view.scale().straight());
        }
        let factor = self.view.factor(self.view.grid().cell(end));
        f64::from(factor) * self.width_between(node, arc.node)
    }

    /// The distance between two centres, in cell widths.
    fn width_between(&self, from: NodeId, to: NodeId) -> f64 {
        let [a, b] = [from, to].map(|node| self.view.grid().cell(node));
        let (dx, dy) = (f64::from(a.x.abs_diff(b.x)), f64::from(a.y.abs_diff(b.y)));
        (dx * dx + dy * dy).sqrt()
    }

    fn push(&mut self, node: NodeId, g: f64) {
        let f = g + self.guess * self.width_between(node, self.goal);
        self.scratch.open.push(Open { f, g, order: self.pushed, what: node.get() });
        self.pushed += 1;
        self.effort.generated += 1;
        self.effort.open_most = self.effort.open_most.max(self.scratch.open.len() as u64);
    }

    fn found(&mut self) -> Outcome<Line> {
        let nodes = || {
            let parent = |node: &NodeId| self.scratch.known(node.get()).map(|known| known.parent);
            let turn = move |node: &NodeId| parent(node).filter(|&parent| parent != START);
            std::iter::successors(Some(self.goal), move |node| turn(node).map(NodeId::new))
        };
        let grid = self.view.grid();
        let mut points = Vec::with_capacity(nodes().count());
        points.extend(nodes().map(|node| Spot::centre(grid.cell(node)).point()));
        points.reverse();
        let length = self.scratch.g(self.goal.get());
        let (path, effort) = (Line { points, length }, self.measured());
        Outcome::Found(Found { path, guarantee: Guarantee::None, effort })
    }

    fn measured(&mut self) -> Effort {
        self.effort.bytes = self.scratch.bytes() as u64;
        self.effort
    }

    fn out_of_budget(&mut self, spent: Spent) -> Outcome<Line> {
        let (lower_bound, nearest, effort) = (0, None, self.measured());
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort })
    }
}

pub(super) fn is_link(arc: Arc) -> bool {
    arc.slot.code() >= Dir::ALL.len() as u16
}

crate::base::debug_by!([] LazyTheta['_, '_]: start, goal, effort);
