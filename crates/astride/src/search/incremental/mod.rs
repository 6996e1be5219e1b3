//! Replanning after a step, an edit or a discovery, using what earlier searches have learned.
//!
//! A search to the goal at cost `C` proves that every node it expanded at `g` is at least `C − g`
//! from the goal. That raises the estimate there for all later searches, wherever they start. The
//! path is kept as well: a later search ends as soon as it expands a node from which a kept path
//! still costs exactly the estimate. A unit that walks along its path therefore expands one node
//! per query, and after an edit only the affected part is searched. More expensive arcs leave the
//! estimates valid; cheaper arcs require some of them to be lowered.
//!
//! Hernández, Baier & Asín, "Reusing cost-minimal paths for goal-directed navigation in partially
//! known terrains", Autonomous Agents and Multi-Agent Systems 29(5), 2015 (Multipath Generalized
//! Adaptive A*); Sun, Koenig & Yeoh, "Generalized Adaptive A*", AAMAS 2008, for cheaper arcs and
//! moving goals. Their estimates are corrected when a node is next met. Here one number shifts all
//! of them when the goal moves, and the others are written at the end of a search. A search that
//! finds no path is remembered as well: it raises estimates to "never".

mod advance;
mod answer;
mod chains;
mod followed;
mod guesses;
mod margin;
mod mend;
mod question;

pub use followed::{Followed, Layer};
pub use question::{Replan, Replanned};

use crate::base::{Budget, Cost, Narrow, NodeId, OpenList, Records, Spent, Wide};
use crate::search::{Effort, Estimate, Heuristic, Outcome, Promise, SearchObserver, Unsupported};
use crate::world::World;
use chains::Chains;
use followed::Basis;
use guesses::Guesses;

/// When more than this fraction of all nodes (one in `MOST_PART`) is touched or has its estimate
/// lowered, everything learned is forgotten and the search starts from scratch.
const MOST_PART: usize = 16;

/// Plans repeatedly for one mover: after each of its steps, after edits, as it explores the map,
/// and towards a moving goal.
///
/// Every answer costs exactly what a search from scratch would find. A replanner remembers more
/// than a search does, so each unit that has a goal needs its own.
///
/// Everything learned is forgotten, and the search starts from scratch, when that is cheaper or
/// necessary: when more than a sixteenth of all nodes, plus 64, are touched or would have
/// their estimate lowered; when the grid's log of changes does not reach back far enough; for
/// another mover, or another heuristic because the cheapest terrain or link of the map changes; and
/// when the goal moves to a node from which the old goal cannot be reached.
///
/// # Complexity
///
/// 20 bytes per node: 8 for records (16 more once a path exceeds 2³² ticks), 8 for estimates, 4 for
/// paths; and 4 to 36 per node of the largest search. A search never expands more nodes than A*
/// from scratch would with the same heuristic, apart from nodes whose `f` equals the cost of the
/// path.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::search::Replanner;
/// let mut grid = Grid::new(64, 64, b'.')?;
/// let mover = Mover::walker();
/// let [mut unit, goal] = [(2, 30), (60, 30)].map(|cell| grid.node(cell).unwrap());
/// let mut replanner = Replanner::new();
/// while unit != goal {
///     if unit == grid.node((40, 30)).unwrap() {
///         grid.apply(Edit::new().fill(CellRect::new(50, 10, 1, 40), b'@'))?; // a gate falls shut
///     }
///     let view = grid.seen_by(&mover);
///     let outcome = replanner.replan_over(&view, unit, goal, &mut Budget::unlimited(), &mut ());
///     unit = outcome.path().expect("a way round").nodes()[1];
/// }
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Replanner {
    goal: Option<NodeId>,
    /// The start of a paused search that can be continued.
    running: Option<NodeId>,
    /// Whether no search has ended since everything was forgotten.
    is_taught: bool,
    guesses: Guesses,
    chains: Chains,
    narrow: Records<Narrow>,
    wide: Records<Wide>,
    is_wide: bool,
    open: OpenList,
    expanded: Vec<NodeId>,
    sequence: u32,
    effort: Effort,
    /// The number of nodes seen by the last search that found no path.
    seen: u64,
    last: Replanned,
    margin: Cost,
    /// The last path returned; empty if there was none.
    route: Vec<NodeId>,
    basis: Option<Basis>,
    /// Memory for the next basis.
    spare: Basis,
    touched: Vec<NodeId>,
}

impl Replanner {
    /// A replanner that has learned nothing; memory is allocated at the first query.
    pub fn new() -> Self {
        Replanner::default()
    }

    /// Keeps to the previous path as long as it is walkable and costs at most `ticks` more than the
    /// cheapest, so that a unit does not turn round for every small change. The default, 0, always
    /// gives a cheapest path.
    #[must_use]
    pub fn keep_within(mut self, ticks: Cost) -> Self {
        self.margin = ticks;
        self
    }

    /// Answers on any world.
    ///
    /// `touched` must contain every node at which arcs have changed since the last query. The
    /// estimates of `heuristic` must not be lower anywhere than last time (call
    /// [`forget`](Self::forget) first if they are). If the goal moves, they must obey the triangle
    /// inequality within one tick, as all geometric and landmark heuristics do (if not, call
    /// `forget`).
    ///
    /// If the budget runs out, the same query without touched nodes continues the search.
    ///
    /// # Errors
    ///
    /// If the heuristic is not declared consistent.
    ///
    /// # Panics
    ///
    /// If start, goal or a touched node is not in `world`.
    pub fn replan<O: SearchObserver>(
        &mut self,
        world: &impl World,
        heuristic: &impl Heuristic,
        question: &Replan<'_>,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Result<Outcome, Unsupported> {
        if heuristic.promise() != Promise::Consistent {
            return Err(Unsupported(
                "replanning learns from consistent guesses only, expected such a heuristic",
            ));
        }
        let Replan { start, goal, touched } = *question;
        let estimate = heuristic.aim(&mut [goal].into_iter());
        self.last = Replanned { from_scratch: !self.is_taught, ..Replanned::default() };
        if !budget.allows_bytes(self.bytes_for(world.node_count())) {
            return Ok(self.out_of_budget(Spent::Bytes, 0));
        }
        let continues =
            self.running == Some(start) && self.goal == Some(goal) && touched.is_empty();
        if !continues || self.guesses.len() != world.node_count() as usize {
            self.effort = Effort::default();
            self.prepare(world, heuristic, &estimate, question);
            if let Some(outcome) = self.answer_at_once(world, &estimate, start, goal) {
                return Ok(outcome);
            }
            self.begin(world, &estimate, start, observer);
        }
        Ok(self.resume(world, &estimate, start, goal, budget, observer))
    }

    /// Forgets everything learned: the next search starts from scratch.
    pub fn forget(&mut self) {
        self.guesses.forget();
        self.running = None;
        self.is_taught = false;
        self.last.from_scratch = true;
    }

    /// What the last call did.
    pub fn last(&self) -> Replanned {
        self.last
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.narrow.bytes() + self.wide.bytes() + self.open.bytes() + self.other_bytes()
    }

    fn other_bytes(&self) -> usize {
        let nodes = self.expanded.capacity() + self.touched.capacity() + self.route.capacity();
        self.guesses.bytes() + self.chains.bytes() + nodes * size_of::<NodeId>()
    }

    /// Bytes held once there is room for `node_count` nodes.
    fn bytes_for(&self, node_count: u32) -> usize {
        if self.guesses.len() == node_count as usize {
            return self.bytes();
        }
        let per_node = size_of::<Narrow>() + size_of::<u64>() + size_of::<NodeId>();
        self.bytes().max(node_count as usize * per_node)
    }

    /// Makes room, and updates the estimates for the current goal and arcs.
    fn prepare<H: Heuristic<Aimed = E>, E: Estimate>(
        &mut self,
        world: &impl World,
        heuristic: &H,
        estimate: &E,
        question: &Replan<'_>,
    ) {
        self.running = None;
        let nodes = world.node_count();
        if self.guesses.len() != nodes as usize {
            self.guesses.fit(nodes);
            self.chains.fit(nodes);
            self.route.clear();
            self.forget();
        }
        let goal = question.goal;
        // Arcs first, while the estimates still refer to the previous goal.
        let old = self.goal.filter(|old| old.get() < nodes);
        if !self.last.from_scratch && !question.touched.is_empty() {
            let is_mended = match old.filter(|&old| old != goal) {
                None => self.mend(world, estimate, question.touched),
                Some(old) => {
                    let estimate = heuristic.aim(&mut [old].into_iter());
                    self.mend(world, &estimate, question.touched)
                }
            };
            if !is_mended {
                self.forget();
            }
        }
        if let Some(old) = old.filter(|&old| old != goal) {
            let to_old = heuristic.aim(&mut [old].into_iter()).estimate(goal);
            match self.guesses.get(goal).max(to_old) {
                Cost::MAX => self.forget(),
                guess => self.guesses.move_goal(guess),
            }
            self.route.clear();
        }
        self.goal = Some(goal);
    }

    fn mend(&mut self, world: &impl World, estimate: &impl Estimate, touched: &[NodeId]) -> bool {
        let most = most_nodes(world.node_count());
        let (guesses, open) = (&mut self.guesses, &mut self.open);
        touched.len() <= most
            && mend::mend(world, estimate, guesses, open, touched, most, &mut self.last.lowered)
    }
}

/// The number of nodes that may be touched, or have their estimate lowered, before everything is
/// forgotten.
fn most_nodes(nodes: u32) -> usize {
    nodes as usize / MOST_PART + 64
}
