//! Where to go instead of a goal that cannot be reached: known from components, looked for from the
//! goal outward.

use super::SnapError;
use super::squares::nearest;
use crate::base::{Budget, Cost, NodeId};
use crate::index::Components;
use crate::search::{
    Effort, Estimate, Found, GridHeuristic, Heuristic, Metric, OutOfBudget, Outcome, Query,
    Scratch, Search, Unreachable, Why,
};
use crate::world::{GridView, World};

/// The places nearest to a goal that cannot be reached.
pub(crate) struct Instead {
    /// Why the goal cannot be reached.
    pub(crate) why: Why,
    /// All nodes that the start reaches with the least guess to the goal by geometry, by id; none
    /// if the start is blocked.
    pub(crate) places: Vec<NodeId>,
}

impl Instead {
    /// The places to go to instead of `goal`; `None` if it can be reached from `start`.
    ///
    /// # Complexity
    ///
    /// As of [`Components::verdict`] if it can; else O(cells of a square around the goal that
    /// reaches twice as far as the places).
    pub(crate) fn of(
        view: &GridView<'_>,
        components: &Components,
        (start, goal): (NodeId, NodeId),
    ) -> Option<Self> {
        let why = components.verdict(start, goal).why()?;
        let is_blocked = components.component(start).is_none();
        let side = components.reached_from(start);
        let centre = view.grid().cell(goal);
        let places = match is_blocked {
            true => Vec::new(),
            false => nearest(view, centre, u32::MAX, |node| side.contains(node)),
        };
        Some(Instead { why, places })
    }

    /// The answer about the goal, from that about the places.
    pub(crate) fn answer(self, to_places: Outcome) -> Outcome {
        let why = self.why;
        match to_places {
            Outcome::Found(Found { path, effort, .. }) => {
                Outcome::Unreachable(Unreachable { why, nearest: Some(path), effort })
            }
            Outcome::Unreachable(Unreachable { effort, .. }) => {
                Outcome::Unreachable(Unreachable { why, nearest: None, effort })
            }
            // What is known of the way to a place is no bound on a way to the goal.
            Outcome::OutOfBudget(OutOfBudget { spent, effort, .. }) => {
                Outcome::OutOfBudget(OutOfBudget { spent, lower_bound: 0, nearest: None, effort })
            }
        }
    }
}

/// Finds a cheapest path by A*, and where there is none the path to the nearest node that can be
/// reached: as [`Query::or_nearest`], the one with the least guess to the goal by geometry; among
/// equals the one that is cheaper to reach, then the one with the smaller id.
///
/// A search that is asked so has to look at all it can reach before it knows. Components know that
/// there is no path, and which side the answer is on: it is looked for from the goal outward, and
/// then a search goes there.
///
/// If the budget runs out on the way there, nothing is known of the nearest node.
///
/// # Errors
///
/// If the components are not of `view`.
///
/// # Panics
///
/// If an end is not of the grid.
///
/// # Complexity
///
/// As of [`astar`](crate::search::astar) to the goal, or to the nearest node, and O(cells of a
/// square around the goal that reaches twice as far as the nearest node). Where several nodes are
/// equally near, two searches as a rule.
///
/// # Examples
///
/// ```
/// use astride::index::{Components, astar_or_nearest};
/// use astride::prelude::*;
/// let mut grid = Grid::new(1000, 1000, b'.')?;
/// grid.apply(Edit::new().fill(Rect::new(600, 600, 20, 20), b'@'))?;
/// let mover = Mover::walker();
/// let view = grid.seen_by(&mover);
/// let components = Components::build(&view);
/// let ends = [(500, 608), (603, 608)].map(|cell| grid.node(cell).unwrap());
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let outcome = astar_or_nearest(&view, &components, ends, scratch, budget)?;
/// let nearest = outcome.nearest().unwrap();
/// assert_eq!(grid.cell(nearest.goal()), Cell::new(599, 608));
/// assert!(outcome.effort().expanded < 200);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn astar_or_nearest(
    view: &GridView<'_>,
    components: &Components,
    [start, goal]: [NodeId; 2],
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Outcome, SnapError> {
    if !components.is_of(view) {
        return Err(SnapError::stale(view, components));
    }
    let guess = GridHeuristic::new(view, Metric::Octile);
    let world = Searched { world: view, guess: &guess, scratch };
    Ok(world.route_or_nearest(view, components, (start, goal), budget))
}

/// A world with what A* needs in it.
pub(crate) struct Searched<'a, W> {
    pub(crate) world: &'a W,
    pub(crate) guess: &'a GridHeuristic,
    pub(crate) scratch: &'a mut Scratch,
}

impl<W: World> Searched<'_, W> {
    /// A path to the goal or to the nearest place; what costs more in this world than in `view` is
    /// no farther for that.
    pub(crate) fn route_or_nearest(
        mut self,
        view: &GridView<'_>,
        components: &Components,
        (start, goal): (NodeId, NodeId),
        budget: &mut Budget<'_>,
    ) -> Outcome {
        match Instead::of(view, components, (start, goal)) {
            None => self.run(&Query::new(start, goal).canonical(), budget),
            Some(instead) => {
                let to_places = self.cheapest_of(start, &instead.places, budget);
                instead.answer(to_places)
            }
        }
    }

    /// A path to the one of `places` that is cheapest to reach; of equal ones to the one with the
    /// smallest id.
    ///
    /// One search goes to the place that may be the cheapest. In the open it is; else another search
    /// goes to all others that may be cheaper, and as a rule that is all: a search stops at one of
    /// the cheapest, and one more is needed if another may be as cheap and has a smaller id.
    pub(crate) fn cheapest_of(
        &mut self,
        start: NodeId,
        places: &[NodeId],
        budget: &mut Budget<'_>,
    ) -> Outcome {
        let hope = |&place: &NodeId| (least_cost(self.guess, start, place), place);
        let mut hopes: Vec<(Cost, NodeId)> = places.iter().map(hope).collect();
        hopes.sort_unstable();
        let first: Vec<NodeId> = hopes.iter().take(1).map(|hope| hope.1).collect();
        let mut best = self.run(&Query::to_nearest(start, &first).canonical(), budget);
        let mut is_cheapest = false;
        loop {
            let Outcome::Found(Found { path, effort, .. }) = &best else { return best };
            let (known, so_far) = ((path.cost(), path.goal()), *effort);
            let may_win = |hope: &(Cost, NodeId)| {
                *hope < known && hope.1 != known.1 && (!is_cheapest || hope.1 < known.1)
            };
            let rivals: Vec<NodeId> =
                hopes.iter().filter(|hope| may_win(hope)).map(|hope| hope.1).collect();
            if rivals.is_empty() {
                return best;
            }
            let query = Query::to_nearest(start, &rivals).canonical().within(known.0);
            let outcome = self.run(&query, budget);
            let effort = sum(so_far, outcome.effort());
            if let Outcome::Unreachable(_) = outcome {
                return with_effort(best, effort);
            }
            best = with_effort(outcome, effort);
            is_cheapest = true;
        }
    }

    fn run(&mut self, query: &Query<'_>, budget: &mut Budget<'_>) -> Outcome {
        Search::astar(self.world, self.guess, query, self.scratch).run(budget, &mut ())
    }
}

/// What a path costs at least.
pub(crate) fn least_cost(guess: &GridHeuristic, start: NodeId, goal: NodeId) -> Cost {
    guess.aim(&mut std::iter::once(goal)).estimate(start)
}

/// What two searches took, one after the other.
pub(crate) fn sum(a: Effort, b: Effort) -> Effort {
    Effort {
        expanded: a.expanded + b.expanded,
        generated: a.generated + b.generated,
        improved: a.improved + b.improved,
        reopened: a.reopened + b.reopened,
        open_most: a.open_most.max(b.open_most),
        bytes: a.bytes.max(b.bytes),
    }
}

pub(crate) fn with_effort(mut outcome: Outcome, effort: Effort) -> Outcome {
    match &mut outcome {
        Outcome::Found(found) => found.effort = effort,
        Outcome::Unreachable(none) => none.effort = effort,
        Outcome::OutOfBudget(out) => out.effort = effort,
    }
    outcome
}
