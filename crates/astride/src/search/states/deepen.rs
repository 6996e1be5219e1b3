//! IDA* on states: depth-first searches with a rising limit, and no memory beyond the current path.
//!
//! Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
//! Intelligence 27, 1985. The original never steps back to the previous state; this one never
//! returns to any state on the current path, so that it terminates even where steps cost nothing or
//! no goal can be reached.

use crate::base::{Budget, Cost, NodeId, Spent};
use crate::path::Path;
use crate::search::states::{Solved, States};
use crate::search::{Effort, Found, Guarantee, OutOfBudget, Outcome, Unreachable, Why};

/// Finds a cheapest path from `start` to a goal if the heuristic is admissible, and stores no
/// states but those on the current path.
///
/// Steps are tried in the order given by the states. A state that can be reached in many ways is
/// searched as many times: this method is meant for spaces too large to store, such as sliding-tile
/// puzzles. If no goal can be reached it tries every path that visits no state twice: set a budget.
///
/// # Complexity
///
/// Time exponential in the depth; memory for the steps out of each state on one path. A byte limit
/// in `budget` is ignored, as there is nothing to limit.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::states::{States, deepen};
///
/// /// From 1 to 100 by doubling and adding one.
/// struct Numbers;
///
/// impl States for Numbers {
///     type State = u32;
///     fn for_each_step(&self, &number: &u32, visit: &mut dyn FnMut(u32, u32)) {
///         if number < 100 {
///             visit(2 * number, 1);
///             visit(number + 1, 1);
///         }
///     }
///     fn is_goal(&self, &number: &u32) -> bool {
///         number == 100
///     }
/// }
///
/// let solved = deepen(&Numbers, &1, &mut Budget::unlimited());
/// assert_eq!(solved.states, [1, 2, 3, 6, 12, 24, 25, 50, 100]);
/// ```
pub fn deepen<S: States>(
    states: &S,
    start: &S::State,
    budget: &mut Budget<'_>,
) -> Solved<S::State> {
    let guarantee = Guarantee::from(states.promise());
    let proves = guarantee.is_optimal();
    let max_step = states.max_step().clamp(1, 1 << 31);
    let mut dive = Dive { states, max_step, way: Vec::new(), waiting: Vec::new(), budget };
    let mut effort = Effort::default();
    let mut limit = states.guess(start);
    loop {
        match dive.run(start, limit, &mut effort) {
            End::Goal(g) => {
                let path = Path::new(vec![NodeId::new(0)], g);
                let path = path.expect("it holds one node");
                let way = dive.way.into_iter().map(|step| step.state).collect();
                return Solved::found(way, Found { path, guarantee, effort });
            }
            End::Next(Some(next)) => limit = next,
            End::Next(None) => {
                let why = Why::Enclosed { seen: effort.expanded };
                let none = Unreachable { why, nearest: None, effort };
                return Solved::without(Outcome::Unreachable(none));
            }
            End::Spent(spent) => {
                let lower_bound = if proves { limit } else { 0 };
                let out = OutOfBudget { spent, lower_bound, nearest: None, effort };
                return Solved::without(Outcome::OutOfBudget(out));
            }
        }
    }
}

struct Dive<'d, 'b, S: States> {
    states: &'d S,
    max_step: u32,
    /// The states from the start to the current one.
    way: Vec<Step<S::State>>,
    /// Untaken steps out of the states on the path, the next one last.
    waiting: Vec<(S::State, Cost)>,
    budget: &'d mut Budget<'b>,
}

struct Step<T> {
    state: T,
    /// The length of the stack of untaken steps below those of this state.
    below: usize,
}

enum End {
    Goal(Cost),
    /// The least `f` beyond the limit.
    Next(Option<Cost>),
    Spent(Spent),
}

impl<S: States> Dive<'_, '_, S> {
    /// One depth-first search within `limit`.
    fn run(&mut self, start: &S::State, limit: Cost, effort: &mut Effort) -> End {
        self.way.clear();
        self.waiting.clear();
        self.waiting.push((start.clone(), 0));
        let mut next = None;
        while let Some((state, g)) = self.waiting.pop() {
            let f = g.saturating_add(self.states.guess(&state));
            if f > limit || f == Cost::MAX {
                if f < Cost::MAX {
                    next = Some(next.map_or(f, |least: Cost| least.min(f)));
                }
                self.leave();
                continue;
            }
            if let Some(spent) = self.budget.take() {
                return End::Spent(spent);
            }
            effort.expanded += 1;
            let below = self.waiting.len();
            let is_goal = self.states.is_goal(&state);
            self.way.push(Step { state, below });
            if is_goal {
                return End::Goal(g);
            }
            self.look_around(g, effort);
            self.leave();
        }
        End::Next(next)
    }

    /// Pushes the steps out of the last state of the path, the first one last.
    fn look_around(&mut self, g: Cost, effort: &mut Effort) {
        let Some(here) = self.way.last() else { return };
        let waiting = &mut self.waiting;
        self.states.for_each_step(&here.state, &mut |state, cost| {
            if self.way.iter().rev().all(|step| step.state != state) {
                waiting.push((state, g + Cost::from(cost.min(self.max_step))));
            }
        });
        waiting[here.below..].reverse();
        effort.generated += (waiting.len() - here.below) as u64;
        effort.open_most = effort.open_most.max(waiting.len() as u64);
    }

    /// Backtracks to the last state of the path that still has an untaken step.
    fn leave(&mut self) {
        while self.way.last().is_some_and(|step| step.below == self.waiting.len()) {
            self.way.pop();
        }
    }
}
