//! Heuristics: estimates of the remaining cost.

use crate::base::{Cost, NodeId, Weight};
use crate::world::{Overlaid, Ruled, World};

/// What a heuristic guarantees about its estimates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Never too high, and never drops along an arc by more than its cost: no node is ever
    /// reopened.
    Consistent,
    /// Never too high.
    Admissible,
    /// Consistent after division by this factor, so that paths cost at most this many times the
    /// cheapest.
    Bounded(Weight),
    /// Nothing.
    Nothing,
}

/// A way to estimate the cost between nodes.
///
/// It is first aimed at the goals of a query, so that everything that is the same for all nodes is
/// computed once. A landmark table is a heuristic too.
pub trait Heuristic {
    /// The estimate towards fixed goals.
    type Aimed: Estimate;

    /// Estimates the cost from any node to the nearest of `goals`; with no goals the estimate is 0.
    /// A search passes the nodes of [`PathQuery::aims`](crate::search::PathQuery::aims).
    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed;

    /// Estimates the cost from the nearest of `starts` to any node, for backward searches. For
    /// symmetric heuristics this default is enough.
    fn aim_back(&self, starts: &mut dyn Iterator<Item = NodeId>) -> Self::Aimed {
        self.aim(starts)
    }

    /// What is guaranteed about the estimates.
    fn promise(&self) -> Promise;
}

/// An estimate towards fixed goals.
pub trait Estimate {
    /// The estimated remaining cost from `node`, in ticks.
    fn estimate(&self, node: NodeId) -> Cost;
}

/// A world that supplies a matching heuristic.
pub trait Guessed: World {
    /// A consistent heuristic for the remaining cost.
    type Guess: Heuristic;

    /// The heuristic that fits this world now.
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

/// Always estimates 0: A* with it is Dijkstra's search.
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

/// A custom heuristic: a function of a node and a goal, with the guarantee its author gives.
///
/// With several goals the lowest estimate counts. A false guarantee leads to wrong answers, never
/// to crashes.
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
    /// A heuristic that estimates `guess(from, to)` ticks with the guarantee `promise`.
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
