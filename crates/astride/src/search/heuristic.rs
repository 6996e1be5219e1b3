//! Heuristics: guesses of what is still to pay.

use crate::base::{Cost, NodeId, Weight};
use crate::world::{Overlaid, Ruled, World};

/// What a heuristic promises about its guesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Never too high, and never drops by more than the arc: no node is ever reopened.
    Consistent,
    /// Never too high.
    Admissible,
    /// Consistent after division by this factor, so paths are at most this many times too costly.
    Bounded(Weight),
    /// Nothing.
    Nothing,
}

/// A way to guess the cost between nodes.
///
/// It is aimed at the goals of a query first, so that everything that is the same for all nodes is
/// computed once. A table of landmarks is a heuristic, too.
pub trait Heuristic {
    /// The guess towards fixed goals.
    type Aimed: Estimate;

    /// Guesses of the cost from any node to the nearest of `goals`. With no goals the guess is 0. A
    /// search hands over what [`PathQuery::aims`](crate::search::PathQuery::aims) names.
    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed;

    /// Guesses of the cost from the nearest of `starts` to any node, for searches that run
    /// backward. Symmetric heuristics need not say more than this default.
    fn aim_back(&self, starts: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        self.aim(starts)
    }

    /// What the guesses are worth.
    fn promise(&self) -> Promise;
}

/// A guess towards fixed goals.
pub trait Estimate {
    /// Ticks still to pay from `node`, as far as can be guessed.
    fn estimate(&self, node: NodeId) -> Cost;
}

/// A world that brings the guess that fits it.
pub trait Guessed: World {
    /// A consistent guess of what is left of a way.
    type Guess: Heuristic;

    /// The guess that fits this world now.
    fn guess(&self) -> Self::Guess;
}

impl<W: Guessed> Guessed for &W {
    type Guess = W::Guess;

    fn guess(&self) -> W::Guess {
        (**self).guess()
    }
}

impl<W: Guessed> Guessed for Overlaid<'_, W> {
    type Guess = W::Guess;

    fn guess(&self) -> W::Guess {
        self.below().guess()
    }
}

impl<W: Guessed, F: Fn(NodeId, NodeId) -> Option<u32>> Guessed for Ruled<W, F> {
    type Guess = W::Guess;

    fn guess(&self) -> W::Guess {
        self.below().guess()
    }
}

/// Hopes for nothing: A* with it is Dijkstra's search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zero;

impl Heuristic for Zero {
    type Aimed = Zero;

    fn aim(&self, _goals: &mut dyn Iterator<Item = NodeId>) -> Zero {
        Zero
    }

    fn promise(&self) -> Promise {
        Promise::Consistent
    }
}

impl Estimate for Zero {
    #[inline(always)]
    fn estimate(&self, _node: NodeId) -> Cost {
        0
    }
}

/// A heuristic of one's own: a function of a node and a goal, with the promise its author makes.
///
/// With several goals the least guess counts. A false promise gives wrong answers, not crashes.
///
/// # Examples
///
/// ```
/// use astride::search::{Custom, Promise};
/// let half = Custom::new(Promise::Consistent, |from, to| {
///     u64::from(from.get().abs_diff(to.get())) / 2
/// });
/// # let _ = half;
/// ```
#[derive(Clone, Debug)]
pub struct Custom<F> {
    promise: Promise,
    guess: F,
}

impl<F: Fn(NodeId, NodeId) -> Cost + Clone> Custom<F> {
    /// `guess(from, to)` in ticks, worth `promise`.
    pub fn new(promise: Promise, guess: F) -> Self {
        Custom { promise, guess }
    }
}

impl<F: Fn(NodeId, NodeId) -> Cost + Clone> Heuristic for Custom<F> {
    type Aimed = CustomAimed<F>;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> CustomAimed<F> {
        CustomAimed { ends: goals.collect(), back: false, guess: self.guess.clone() }
    }

    fn aim_back(&self, starts: &mut dyn Iterator<Item = NodeId>) -> CustomAimed<F> {
        CustomAimed { ends: starts.collect(), back: true, guess: self.guess.clone() }
    }

    fn promise(&self) -> Promise {
        self.promise
    }
}

/// A [`Custom`] heuristic aimed at fixed nodes.
#[derive(Clone, Debug)]
pub struct CustomAimed<F> {
    ends: Vec<NodeId>,
    back: bool,
    guess: F,
}

impl<F: Fn(NodeId, NodeId) -> Cost> Estimate for CustomAimed<F> {
    fn estimate(&self, node: NodeId) -> Cost {
        let guess =
            |&end| if self.back { (self.guess)(end, node) } else { (self.guess)(node, end) };
        self.ends.iter().map(guess).min().unwrap_or(0)
    }
}
