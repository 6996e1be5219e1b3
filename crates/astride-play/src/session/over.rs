//! Searches with a heuristic of the caller, or on the map with danger on top.

use astride::base::Budget;
use astride::planner::{Choice, Method, search};
use astride::search::{Heuristic, Outcome, PathQuery, Scratch, SearchObserver};
use astride::world::World;

/// As `astride::planner::solve`, on any world in which no step is cheaper than in the view of `guess`.
pub(super) fn solve_over(
    world: &impl World,
    guess: &impl Heuristic,
    question: Choice,
    query: &PathQuery<'_>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
    observer: &mut impl SearchObserver,
) -> Result<Outcome, String> {
    if question.method.has_index() {
        return Err(does_not_see_danger(question.method));
    }
    let found = search(world, guess, question.method, query, scratch, budget, observer);
    found.map_err(|error| error.to_string())
}

/// Why a method with an index does not apply.
pub(super) fn does_not_see_danger(method: Method) -> String {
    format!("{method} does not see the cost of danger, astar does")
}
