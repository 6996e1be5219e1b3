//! IDA* among states: depth-first searches with a rising limit, and no memory but the way itself.
//!
//! Korf, "Depth-First Iterative-Deepening: An Optimal Admissible Tree Search", Artificial
//! Intelligence 27, 1985. There a step back to the state before is never taken; here none back to
//! any state of the way, so that it ends where steps cost nothing or no goal can be reached.

use crate::base::{Budget, Cost, NodeId, Spent};
use crate::path::Path;
use crate::search::states::{Solved, States};
use crate::search::{Effort, Found, Guarantee, OutOfBudget, Outcome, Unreachable, Why};

/// Finds a cheapest way from `start` to a goal if the guesses are admissible, and remembers no
/// states but those of the way it is on.
///
/// Steps are tried in the order of the states. States that can be reached in many ways are searched
/// as many times: it is for spaces too large to remember, such as those of sliding tiles. Where no
/// goal can be reached it tries every way that visits no state twice: give it a budget.
///
/// # Complexity
///
/// Time exponential in the depth; memory for the steps out of each state on one way. A limit of
/// `budget` on bytes is not asked: there is nothing to limit.
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
    /// The states from the start to here.
    way: Vec<Step<S::State>>,
    /// Steps out of the states of the way, the next one last.
    waiting: Vec<(S::State, Cost)>,
    budget: &'d mut Budget<'b>,
}

struct Step<T> {
    state: T,
    /// How many steps wait that do not lead out of this state.
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

    /// Puts the steps out of the last state of the way on the stack, first one last.
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

    /// Goes back to the last state of the way out of which a step still waits.
    fn leave(&mut self) {
        while self.way.last().is_some_and(|step| step.below == self.waiting.len()) {
            self.way.pop();
        }
    }
}
