//! One query for any search: from a state to the nearest goal.

use crate::base::{Budget, NodeId, Spent};
use crate::path::Path;

use crate::search::states::{StateGuess, StateWorld, States, deepen};
use crate::search::{
    Basis, Effort, Found, Guarantee, Method, OutOfBudget, Outcome, PathQuery, Scratch, Search,
    Unsupported, search,
};

/// What a search on states found.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Solved<S> {
    /// The outcome; the nodes of its path are indices into [`states`](Self::states).
    pub outcome: Outcome,
    /// The states from the start to a goal, both included; empty if there is no path.
    pub states: Vec<S>,
}

impl<S> Solved<S> {
    /// A path of `states` with the guarantee of `found`.
    pub(super) fn found(states: Vec<S>, found: Found) -> Self {
        let nodes = (0..states.len() as u32).map(NodeId::new).collect();
        let path = Path::new(nodes, found.path.cost()).unwrap_or(found.path);
        Solved { outcome: Outcome::Found(Found { path, ..found }), states }
    }

    pub(super) fn without(outcome: Outcome) -> Self {
        Solved { outcome, states: Vec::new() }
    }
}

/// The maximum number of states stored if the budget has no byte limit.
const MOST: usize = 1 << 24;

/// Finds a path from `start` to a goal with one of the [searches](Method::searches).
///
/// A byte limit in `budget` limits the number of states that may be met, each at
/// [`StateWorld::bytes_per_state`], to at most 2³² − 3; without one the limit is 2²⁴. When there is
/// no room for another state the outcome is [`OutOfBudget`] with [`Spent::Bytes`]; the same happens
/// if `scratch` already holds more than the limit from earlier searches. IDA* is [`deepen`] and
/// needs no such limit.
///
/// # Errors
///
/// If the method needs an index, or if it is bidirectional and the states do not implement the
/// reverse.
///
/// # Complexity
///
/// That of the search, plus one hash table lookup for each step.
pub fn solve<S: States>(
    states: &S,
    start: &S::State,
    method: Method,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Solved<S::State>, Unsupported> {
    match method {
        _ if method.row().basis != Basis::Steps => {
            Err(Unsupported("states have no index: they are searched step by step"))
        }
        Method::Bidirectional
        | Method::BidirectionalBreadthFirst
        | Method::BidirectionalGreedy
        | Method::BidirectionalSwarm
            if states.reverse().is_none() =>
        {
            Err(Unsupported(
                "bidirectional search needs states that look backward: implement `States::reverse`",
            ))
        }
        Method::IdaStar => Ok(deepen(states, start, budget)),
        _ => Ok(ask(states, start, budget, |world, guess, query, budget| {
            let outcome = search(world, guess, method, query, scratch, budget, &mut ());
            outcome.expect("any search takes one start and one goal")
        })),
    }
}

/// Finds a cheapest path from `start` to a goal by A*, if the heuristic is admissible; as
/// [`solve`], for programs that need no other search.
pub fn astar<S: States>(
    states: &S,
    start: &S::State,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Solved<S::State> {
    ask(states, start, budget, |world, guess, query, budget| {
        Search::astar(world, guess, query, scratch).run(budget, &mut ())
    })
}

/// Finds some path from `start` to a goal by greedy best-first search; as [`solve`].
pub fn greedy<S: States>(
    states: &S,
    start: &S::State,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Solved<S::State> {
    ask(states, start, budget, |world, guess, query, budget| {
        Search::greedy(world, guess, query, scratch).run(budget, &mut ())
    })
}

/// Runs a search for the goal and converts its nodes to states.
fn ask<S: States>(
    states: &S,
    start: &S::State,
    budget: &mut Budget<'_>,
    run: impl FnOnce(
        &StateWorld<'_, S>,
        &StateGuess<'_, '_, S>,
        &PathQuery<'_>,
        &mut Budget<'_>,
    ) -> Outcome,
) -> Solved<S::State> {
    let most = budget.room_for(StateWorld::<S>::bytes_per_state()).unwrap_or(MOST);
    let world = StateWorld::new(states, u32::try_from(most).unwrap_or(u32::MAX));
    let Some(from) = world.enter(start) else {
        return Solved::without(out_of_room(states, start, Effort::default()));
    };
    let query = PathQuery::new(from, world.goal());
    let outcome = run(&world, &world.guess(start), &query, budget);
    match outcome {
        outcome if world.is_full() => Solved::without(out_of_room(states, start, outcome.effort())),
        Outcome::Found(found) => {
            let nodes = found.path.nodes();
            let states = nodes.iter().filter_map(|&node| world.state(node)).collect();
            Solved::found(states, found)
        }
        other => Solved::without(other),
    }
}

/// The outcome when there was no room for a state. All that is proven is the estimate at the start.
fn out_of_room<S: States>(states: &S, start: &S::State, effort: Effort) -> Outcome {
    let proves = Guarantee::from(states.promise()).is_optimal();
    let lower_bound = if proves { states.guess(start) } else { 0 };
    Outcome::OutOfBudget(OutOfBudget { spent: Spent::Bytes, lower_bound, nearest: None, effort })
}
