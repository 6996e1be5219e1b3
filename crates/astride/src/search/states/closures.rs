//! States described by closures, for callers that have functions but no type of their own.

use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

use super::States;
use crate::base::Cost;
use crate::search::Promise;

/// States whose successors and goals are given by closures, made by [`from_fn`].
pub struct FromFn<S, F, G, H = fn(&S) -> Cost> {
    steps: F,
    is_goal: G,
    guess: H,
    promise: Promise,
    max_step: u32,
    state: PhantomData<fn(&S)>,
}

/// States connected by `steps`, which lists each step with its cost in ticks and always in the same
/// order, with goals given by `is_goal`.
///
/// A program that would pass closures to another library can keep them: pass the result to
/// [`astar`](super::astar) or [`solve`](super::solve), which refuses bidirectional methods. Other
/// searches, such as [`alternatives`](crate::search::alternatives), take a
/// [`StateWorld`](super::StateWorld) of it.
///
/// # Examples
///
/// The knight from the first example of the crate `pathfinding`, which calls `astar(&start, |p|
/// p.successors(), |p| p.distance(&goal) / 3, |p| *p == goal)`:
///
/// ```
/// use astride::base::Budget;
/// use astride::search::Scratch;
/// use astride::search::states::{astar, from_fn};
///
/// let goal = (4, 6);
/// let jumps = [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)];
/// let successors = |&(x, y): &(i32, i32)| jumps.map(|(dx, dy)| ((x + dx, y + dy), 1));
/// let distance = |&(x, y): &(i32, i32)| u64::from(x.abs_diff(goal.0) + y.abs_diff(goal.1)) / 3;
///
/// let knight = from_fn(successors, |&place| place == goal).with_guess(distance);
/// let solved = astar(&knight, &(1, 1), &mut Scratch::new(), &mut Budget::unlimited());
/// assert_eq!((solved.outcome.cost(), solved.states.len()), (Some(4), 5));
/// ```
pub fn from_fn<S, I, F, G>(steps: F, is_goal: G) -> FromFn<S, F, G>
where
    S: Clone + Eq + Hash,
    I: IntoIterator<Item = (S, u32)>,
    F: Fn(&S) -> I,
    G: Fn(&S) -> bool,
{
    FromFn {
        steps,
        is_goal,
        guess: |_| 0,
        promise: Promise::Admissible,
        max_step: 1 << 31,
        state: PhantomData,
    }
}

impl<S, F, G, H> FromFn<S, F, G, H> {
    /// Adds a heuristic: an estimate of the remaining cost in ticks, never too high; 0 at goals,
    /// and `Cost::MAX` where no goal can be reached. Without one, A* is Dijkstra's search.
    #[must_use]
    pub fn with_guess<N: Fn(&S) -> Cost>(self, guess: N) -> FromFn<S, F, G, N> {
        let FromFn { steps, is_goal, promise, max_step, state, .. } = self;
        FromFn { steps, is_goal, guess, promise, max_step, state }
    }

    /// Sets what the heuristic guarantees; the default is [`Promise::Admissible`]. With
    /// [`Promise::Consistent`] no state is expanded twice.
    #[must_use]
    pub fn with_promise(self, promise: Promise) -> Self {
        FromFn { promise, ..self }
    }

    /// Sets the maximum cost of a step in ticks; the default is 2³¹. A step that claims a higher
    /// cost is charged this much.
    #[must_use]
    pub fn with_max_step(self, ticks: u32) -> Self {
        FromFn { max_step: ticks.min(1 << 31), ..self }
    }
}

impl<S, I, F, G, H> States for FromFn<S, F, G, H>
where
    S: Clone + Eq + Hash,
    I: IntoIterator<Item = (S, u32)>,
    F: Fn(&S) -> I,
    G: Fn(&S) -> bool,
    H: Fn(&S) -> Cost,
{
    type State = S;

    fn for_each_step(&self, state: &S, visit: &mut dyn FnMut(S, u32)) {
        (self.steps)(state).into_iter().for_each(|(next, cost)| visit(next, cost));
    }

    fn is_goal(&self, state: &S) -> bool {
        (self.is_goal)(state)
    }

    fn guess(&self, state: &S) -> Cost {
        (self.guess)(state)
    }

    fn promise(&self) -> Promise {
        self.promise
    }

    fn max_step(&self) -> u32 {
        self.max_step
    }
}

impl<S, F, G, H> fmt::Debug for FromFn<S, F, G, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (promise, max_step) = (&self.promise, &self.max_step);
        let mut told = f.debug_struct("FromFn");
        told.field("promise", promise).field("max_step", max_step).finish_non_exhaustive()
    }
}
