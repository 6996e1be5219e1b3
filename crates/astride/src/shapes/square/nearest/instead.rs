//! Where to go if the goal cannot be reached: determined from components, searched from the goal
//! outwards.

use std::convert::Infallible;

use super::squares::nearest;
use super::{SnapError, stale};
use crate::base::{Budget, Cost, NodeId, SmallSort};
use crate::search::{
    Effort, Estimate, Found, Heuristic, OutOfBudget, Outcome, PathQuery, Scratch, Search,
    Unreachable, Why,
};
use crate::shapes::square::{Components, GridHeuristic, GridView, Metric};
use crate::world::World;

/// The path to the nearest place if the goal cannot be reached, as a sequence of searches.
///
/// The first search goes to the place that may be cheapest to reach. In open terrain it is;
/// otherwise the next search goes to those that may be cheaper: to all of them, or to one after the
/// other if there are few. A search to all stops at one of the cheapest, and one more is needed if
/// another may be as cheap and has a smaller id.
pub(crate) struct Instead {
    /// Why the goal cannot be reached.
    why: Why,
    /// Candidates with a lower bound on the cost of each, best first.
    hopes: Vec<(Cost, NodeId)>,
    is_one_by_one: bool,
    /// The targets of the next search.
    targets: Vec<NodeId>,
    /// The path to the best place so far, and the work of all searches.
    best: Option<Found>,
    effort: Effort,
    looked: u64,
}

impl Instead {
    /// The places to go to instead of `goal`, of which up to `tried` are tried one by one; `None`
    /// if it can be reached from `start`.
    ///
    /// # Complexity
    ///
    /// That of [`Components::verdict`] if it can; otherwise O(cells of a square around the goal
    /// that extends twice as far as the places).
    pub(crate) fn of(
        view: &GridView<'_>,
        components: &Components,
        (start, goal): (NodeId, NodeId),
        guess: &impl Heuristic,
        tried: usize,
    ) -> Option<Self> {
        let why = components.verdict(start, goal).why()?;
        let is_blocked = components.component(start).is_none();
        let side = components.reached_from(start);
        let centre = view.grid().cell(goal);
        let places = match is_blocked {
            true => Vec::new(),
            false => {
                let is_reached = |node| side.contains(node);
                let Ok(places) =
                    nearest(view, centre, u32::MAX, is_reached, |_| Ok::<(), Infallible>(()));
                places
            }
        };
        let reach = places.first().map_or(0, |&place| {
            let place = view.grid().cell(place);
            u64::from(place.x.abs_diff(centre.x).max(place.y.abs_diff(centre.y)))
        });
        let is_one_by_one = places.len() <= tried;
        let hope = |place| (guess.aim(&mut std::iter::once(place)).estimate(start), place);
        let mut hopes: Vec<(Cost, NodeId)> = places.into_iter().map(hope).collect();
        hopes.sort_small();
        Some(Instead {
            why,
            targets: hopes.iter().take(1).map(|hope| hope.1).collect(),
            hopes,
            is_one_by_one,
            best: None,
            effort: Effort::default(),
            looked: (4 * reach + 1).pow(2).min(view.grid().cell_count().into()),
        })
    }

    /// The approximate number of cells examined to find the places.
    pub(crate) fn looked(&self) -> u64 {
        self.looked
    }

    /// The targets of the next search; empty once everything is found.
    pub(crate) fn targets(&self) -> &[NodeId] {
        &self.targets
    }

    /// The query of the next search.
    pub(crate) fn query(&self, start: NodeId) -> PathQuery<'_> {
        let most = self.best.as_ref().map_or(Cost::MAX, |best| best.path.cost());
        PathQuery::to_nearest(start, &self.targets).canonical().within(most)
    }

    /// Records the outcome of the search to the targets, which has ended.
    pub(crate) fn note(&mut self, outcome: Outcome) {
        self.effort += outcome.effort();
        let is_all = self.targets.len() == self.hopes.len();
        self.targets.clear();
        let Outcome::Found(found) = outcome else { return };
        let tried = found.path.goal();
        let key = |found: &Found| (found.path.cost(), found.path.goal());
        let best = match self.best.take() {
            Some(best) if key(&best) < key(&found) => best,
            _ => found,
        };
        let known = key(&best);
        let may_win = |&hope: &(Cost, NodeId)| {
            hope.1 != tried && hope < known && (!is_all || hope.1 < known.1)
        };
        self.hopes.retain(may_win);
        let next = if self.is_one_by_one { 1 } else { self.hopes.len() };
        self.targets.extend(self.hopes.iter().take(next).map(|hope| hope.1));
        self.best = Some(best);
    }

    /// The answer for the goal, once there are no targets.
    pub(crate) fn answer(self) -> Outcome {
        let Instead { why, effort, best, .. } = self;
        Outcome::Unreachable(Unreachable { why, nearest: best.map(|best| best.path), effort })
    }

    /// The answer for the goal, by a `search` to the targets that is called until there are none.
    pub(crate) fn find<E>(
        mut self,
        mut search: impl FnMut(&Self) -> Result<Outcome, E>,
    ) -> Result<Outcome, E> {
        while !self.targets.is_empty() {
            let outcome = search(&self)?;
            if let Outcome::OutOfBudget(OutOfBudget { spent, effort, .. }) = outcome {
                // What is known of the path to a place gives no bound on a path to the goal.
                self.effort += effort;
                let (lower_bound, nearest, effort) = (0, None, self.effort);
                let out = OutOfBudget { spent, lower_bound, nearest, effort };
                return Ok(Outcome::OutOfBudget(out));
            }
            self.note(outcome);
        }
        Ok(self.answer())
    }
}

/// Finds a cheapest path by A*, or, if there is none, the path to the nearest node that can be
/// reached. As for [`PathQuery::or_nearest`], this is the node with the lowest geometric estimate
/// to the goal; ties go to the node that is cheaper to reach, then to the smaller id.
///
/// A search alone would have to visit everything it can reach before it knows that. Components tell
/// that there is no path and on which side the answer is: it is searched from the goal outwards,
/// and then a search goes there.
///
/// If the budget runs out on the way there, nothing is known about the nearest node.
///
/// # Errors
///
/// If the components do not belong to `view`.
///
/// # Panics
///
/// If an end is not in the grid.
///
/// # Complexity
///
/// That of [`astar`](crate::search::astar) to the goal, or to the nearest node, plus O(cells of a
/// square around the goal that extends twice as far as the nearest node). If several nodes are
/// equally near, usually two searches.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Components, astar_or_nearest};
/// use astride::prelude::*;
/// let mut grid = Grid::new(1000, 1000, b'.')?;
/// grid.apply(Edit::new().fill(CellRect::new(600, 600, 20, 20), b'@'))?;
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
        return Err(stale(view, components));
    }
    let guess = GridHeuristic::new(view, Metric::Octile);
    let world = Searched { world: view, guess: &guess, scratch };
    Ok(world.route_or_nearest(view, components, (start, goal), budget))
}

/// A world and what A* needs to search it.
pub(crate) struct Searched<'a, W, H> {
    pub(crate) world: &'a W,
    pub(crate) guess: &'a H,
    pub(crate) scratch: &'a mut Scratch,
}

impl<W: World, H: Heuristic> Searched<'_, W, H> {
    /// A path to the goal or to the nearest place. Places are ranked by distance in `view`, even if
    /// they cost more in this world.
    pub(crate) fn route_or_nearest(
        self,
        view: &GridView<'_>,
        components: &Components,
        (start, goal): (NodeId, NodeId),
        budget: &mut Budget<'_>,
    ) -> Outcome {
        let Searched { world, guess, scratch } = self;
        let mut run = |query: &PathQuery<'_>| {
            Search::astar(world, guess, query, &mut *scratch).run(budget, &mut ())
        };
        let Ok(answer): Result<_, Infallible> =
            match Instead::of(view, components, (start, goal), guess, 0) {
                None => Ok(run(&PathQuery::new(start, goal).canonical())),
                Some(instead) => instead.find(|instead| Ok(run(&instead.query(start)))),
            };
        answer
    }
}
