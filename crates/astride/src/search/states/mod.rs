//! States without a map: places that are made by the steps that lead to them.
//!
//! A puzzle or a plan says how its states lead to each other ([`States`]), in a type of its own or by
//! closures ([`from_fn`]). A [`StateWorld`] numbers
//! those that a search meets, so that every search of this room works on them ([`solve`]);
//! [`deepen`] remembers only the way it is on.
//!
//! It lies in `search` and not among the shapes: a shape stores a map, which is seen by movers and
//! edited, and here there is none.

mod closures;
mod deepen;
mod intern;
mod keyed;
mod solve;
mod world;

pub use closures::{FromFn, from_fn};
pub use deepen::deepen;
pub use keyed::{Keyed, Keyholder, UnknownKind};
pub use solve::{Solved, astar, greedy, solve};
pub use world::{StateGuess, StateWorld};

use std::hash::Hash;

use crate::base::Cost;
use crate::search::Promise;

/// States, the steps between them, and which of them are goals.
///
/// # Examples
///
/// Two jugs hold 5 and 3 litres; how does one measure 4?
///
/// ```
/// use astride::base::Budget;
/// use astride::search::states::{States, solve};
/// use astride::search::{Method, Scratch};
///
/// struct Jugs;
///
/// impl States for Jugs {
///     type State = [u32; 2];
///
///     fn for_each_step(&self, &[a, b]: &[u32; 2], visit: &mut dyn FnMut([u32; 2], u32)) {
///         let (to_b, to_a) = (a.min(3 - b), b.min(5 - a));
///         for next in [[5, b], [a, 3], [0, b], [a, 0], [a - to_b, b + to_b], [a + to_a, b - to_a]] {
///             visit(next, 1);
///         }
///     }
///
///     fn is_goal(&self, state: &[u32; 2]) -> bool {
///         state[0] == 4
///     }
/// }
///
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let solved = solve(&Jugs, &[0, 0], Method::BreadthFirst, scratch, budget)?;
/// assert_eq!(solved.states, [[0, 0], [5, 0], [2, 3], [2, 0], [0, 2], [5, 2], [4, 3]]);
/// # Ok::<(), astride::search::Unsupported>(())
/// ```
pub trait States {
    /// One state. Small ones without memory of their own are quickest: each one met is kept.
    type State: Clone + Eq + Hash;

    /// Calls `visit` for every state that one step leads to, with its cost in ticks, always in the
    /// same order. A step to the state itself is allowed and useless.
    fn for_each_step(&self, state: &Self::State, visit: &mut dyn FnMut(Self::State, u32));

    /// Whether nothing is left to do.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// A guess in ticks of what is left to pay; 0 at goals, and `Cost::MAX` where it is known that no
    /// goal can be reached: a search that guesses does not look around there.
    fn guess(&self, state: &Self::State) -> Cost {
        let _ = state;
        0
    }

    /// What [`guess`](Self::guess) is worth. A false promise gives wrong answers, not crashes.
    fn promise(&self) -> Promise {
        Promise::Consistent
    }

    /// No step costs more ticks than this; at most 2³¹. A step that says it does costs this.
    fn max_step(&self) -> u32 {
        1
    }

    /// The same states seen backward, if that is known. Only bidirectional search asks.
    fn reverse(&self) -> Option<&dyn Reverse<Self::State>> {
        None
    }
}

/// States seen backward, from the goals.
pub trait Reverse<S> {
    /// Calls `visit` for every goal, always in the same order.
    fn for_each_goal(&self, visit: &mut dyn FnMut(S));

    /// Calls `visit` for every state from which one step leads to `state`, with its cost: exactly
    /// the steps of [`States::for_each_step`], always in the same order.
    fn for_each_step_back(&self, state: &S, visit: &mut dyn FnMut(S, u32));

    /// A consistent guess in ticks of what was paid between `start` and `state`.
    fn guess_back(&self, start: &S, state: &S) -> Cost {
        let _ = (start, state);
        0
    }
}
