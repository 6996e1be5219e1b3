//! One question to any search: from a state to the nearest goal.

use std::fmt;

use crate::base::{Budget, NodeId, Spent, Weight};
use crate::path::Path;
use crate::search::states::{StateWorld, States};
use crate::search::{
    Bidirectional, Found, OutOfBudget, Outcome, Query, Scratch, Search, Unsupported,
};

/// Which search looks for a goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StateSearch {
    /// A*: cheapest, if the guesses are admissible.
    #[default]
    AStar,
    /// Weighted A*: at most this many times the cheapest.
    Weighted(Weight),
    /// Dijkstra's: cheapest, without guesses.
    Dijkstra,
    /// Breadth-first: fewest steps.
    BreadthFirst,
    /// Greedy: some way.
    Greedy,
    /// From both ends: cheapest, if the guesses are consistent. States must say how they look
    /// backward.
    Bidirectional,
}

/// What a search among states found.
#[derive(Clone, PartialEq)]
#[must_use]
pub struct Solved<S> {
    /// The outcome; the nodes of its path number [`states`](Self::states).
    pub outcome: Outcome,
    /// The states from the start to a goal, both included; empty without a path.
    pub states: Vec<S>,
}

impl<S: fmt::Debug> fmt::Debug for Solved<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solved")
            .field("outcome", &self.outcome)
            .field("states", &self.states)
            .finish()
    }
}

impl<S> Solved<S> {
    /// A way of `states` that `found` promises something about.
    pub(super) fn found(states: Vec<S>, found: Found) -> Self {
        let nodes = (0..states.len() as u32).map(NodeId::new).collect();
        let path = Path::new(nodes, found.path.cost()).unwrap_or(found.path);
        Solved { outcome: Outcome::Found(Found { path, ..found }), states }
    }

    pub(super) fn without(outcome: Outcome) -> Self {
        Solved { outcome, states: Vec::new() }
    }
}

/// The most states that are kept where the budget names no bytes.
const MOST: usize = 1 << 24;

/// Finds a way from `start` to a goal.
///
/// A limit of `budget` on bytes limits the states that may be met, each at
/// [`StateWorld::bytes_per_state`], to at most 2³² − 3; without one there may be 2²⁴. When there is
/// no room for another the outcome is [`OutOfBudget`] with [`Spent::Bytes`].
///
/// # Errors
///
/// If the search runs from both ends and the states do not say how they look backward.
///
/// # Complexity
///
/// That of the search, and one look into a hash table for each step.
pub fn solve<S: States>(
    states: &S,
    start: &S::State,
    search: StateSearch,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Solved<S::State>, Unsupported> {
    if search == StateSearch::Bidirectional && states.reverse().is_none() {
        return Err(Unsupported("bidirectional search needs states that look backward"));
    }
    let most = budget.room_for(StateWorld::<S>::bytes_per_state()).unwrap_or(MOST);
    let world = StateWorld::new(states, u32::try_from(most).unwrap_or(u32::MAX));
    let Some(from) = world.enter(start) else {
        return Ok(Solved::without(out_of_bytes(0, Default::default())));
    };
    let (query, guess) = (Query::new(from, world.goal()), world.guess(start));
    let outcome = match search {
        StateSearch::AStar => Search::astar(&world, &guess, &query, scratch).run(budget, &mut ()),
        StateSearch::Weighted(weight) => {
            Search::weighted(&world, &guess, weight, &query, scratch).run(budget, &mut ())
        }
        StateSearch::Dijkstra => Search::dijkstra(&world, &query, scratch).run(budget, &mut ()),
        StateSearch::BreadthFirst => {
            Search::breadth_first(&world, &query, scratch).run(budget, &mut ())
        }
        StateSearch::Greedy => Search::greedy(&world, &guess, &query, scratch).run(budget, &mut ()),
        StateSearch::Bidirectional => {
            Bidirectional::new(&world, &guess, &query, scratch)?.run(budget, &mut ())
        }
    };
    if world.is_full() {
        return Ok(Solved::without(out_of_bytes(guess_at(states, start), outcome.effort())));
    }
    Ok(match outcome {
        Outcome::Found(found) => {
            let nodes = found.path.nodes();
            let states = nodes.iter().filter_map(|&node| world.state(node)).collect();
            Solved::found(states, found)
        }
        other => Solved::without(other),
    })
}

/// What is proved before anything is searched: the guess at the start, if it is never too high.
fn guess_at<S: States>(states: &S, start: &S::State) -> u64 {
    let proves = crate::search::Guarantee::from(states.promise()).is_optimal();
    if proves { states.guess(start) } else { 0 }
}

fn out_of_bytes(lower_bound: u64, effort: crate::search::Effort) -> Outcome {
    Outcome::OutOfBudget(OutOfBudget { spent: Spent::Bytes, lower_bound, nearest: None, effort })
}
