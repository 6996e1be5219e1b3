//! Planning again after a step, an edit or a discovery, with what earlier searches have learned.
//!
//! A search to the goal at cost `C` proves that every node it expanded at `g` is at least `C − g`
//! from the goal. That raises the guess there, for all later searches, from wherever they start. Its
//! path is kept as well: a later search is over as soon as it expands a node from which a kept path
//! is still as cheap as the guess says. So a unit that walks on along its path expands one node, and
//! after an edit only what the edit concerns is looked at. Costlier arcs leave guesses right; after
//! cheaper ones they are lowered where needed.
//!
//! Hernández, Baier & Asín, "Reusing cost-minimal paths for goal-directed navigation in partially
//! known terrains", Autonomous Agents and Multi-Agent Systems 29(5), 2015 (Multipath Generalized
//! Adaptive A*); Sun, Koenig & Yeoh, "Generalized Adaptive A*", AAMAS 2008, for cheaper arcs and
//! moving goals. Theirs correct guesses when a node is next met; here one number moves all of them
//! with the goal, and the rest is written at the end of a search. Here a search that finds no path
//! is remembered as well: it raises guesses to "never".

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

/// When more than this part of all nodes is touched, or has its guess lowered, everything learned is
/// forgotten and the search starts again.
const MOST_PART: usize = 16;

/// Plans for one mover again and again: after each of its steps, after edits, as it learns of the
/// map, and for a goal that moves.
///
/// Every answer costs what a search from nothing finds. A replanner remembers where a search does
/// not, so each unit has its own, while it has a goal.
///
/// What was learned is forgotten, and the search starts from nothing, when that is cheaper or
/// needed: when more than a sixteenth of all nodes (and 64) are touched, or would have their guess
/// lowered; when the grid's log of changes does not reach back; for another mover, or another guess
/// of distances, as the cheapest terrain or link of the map changes; and when the goal moves to where
/// the old one could not be reached from.
///
/// # Complexity
///
/// 20 bytes per node: 8 for records (16 more once a path has grown past 2³² ticks), 8 for guesses,
/// 4 for paths; and 4 to 36 per node of the largest search. A search never expands more nodes than A* from nothing with the same
/// heuristic would, nodes with `f` of exactly the cost of the path aside.
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
    /// The start of a search that was stopped and can be continued.
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
    /// How many nodes the last search saw that found no path.
    seen: u64,
    last: Replanned,
    margin: Cost,
    /// The path answered last; empty if there was none.
    route: Vec<NodeId>,
    basis: Option<Basis>,
    /// Memory for the next one.
    spare: Basis,
    touched: Vec<NodeId>,
}

impl Replanner {
    /// Knows nothing yet; memory is taken at the first question.
    pub fn new() -> Self {
        Replanner::default()
    }

    /// Keeps to the path of last time, as long as it can be walked and is at most `ticks` costlier than
    /// the cheapest: so a unit does not turn round for every small change. 0, the default, always
    /// gives a cheapest path.
    #[must_use]
    pub fn keep_within(mut self, ticks: Cost) -> Self {
        self.margin = ticks;
        self
    }

    /// Answers on any world.
    ///
    /// `touched` of the question must name every node at which arcs have changed since the last one.
    /// The guesses of `heuristic` must not be lower anywhere than last time (call
    /// [`forget`](Self::forget) before if they are), and must obey the triangle inequality within one
    /// tick if the goal moves, as all guesses by geometry and by landmarks do (forget, if not).
    ///
    /// If the budget runs out, the same question without touched nodes continues the search.
    ///
    /// # Errors
    ///
    /// If the heuristic does not promise to be consistent.
    ///
    /// # Panics
    ///
    /// If start, goal or a touched node is not of `world`.
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

    /// Forgets everything learned: the next search starts from nothing.
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

    /// Bytes held once there is room for this many nodes.
    fn bytes_for(&self, node_count: u32) -> usize {
        if self.guesses.len() == node_count as usize {
            return self.bytes();
        }
        let per_node = size_of::<Narrow>() + size_of::<u64>() + size_of::<NodeId>();
        self.bytes().max(node_count as usize * per_node)
    }

    /// Makes room, and brings the guesses in line with the goal and the arcs of today.
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
        // Arcs first: guesses are still about the goal of last time.
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

/// The nodes that may be touched, or have their guess lowered, before everything is forgotten.
fn most_nodes(nodes: u32) -> usize {
    nodes as usize / MOST_PART + 64
}
