//! Operations: a few moves of one robot in a row, the unit in which right of way is decided.

use super::floor::{Floor, Pose};

/// The most moves of an operation.
pub(super) const MOST_SPAN: usize = 5;

/// A robot chooses among at most this many operations, unless operations of one move are more.
const MOST_OPERATIONS: usize = 1 << 13;

/// The longest operations, of at most `wanted` moves, that are not too many on a floor.
pub(super) fn longest_span(floor: &Floor, wanted: usize) -> usize {
    let choices = floor.most_moves() + 1;
    let is_few =
        |span: usize| choices.checked_pow(span as u32).is_some_and(|all| all <= MOST_OPERATIONS);
    (1..=wanted).rev().find(|&span| is_few(span)).unwrap_or(1)
}

/// Where a robot is after each move of a few, and what that leaves to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operation {
    /// Up to the span of the operations; the rest repeats the last.
    pub(super) poses: [Pose; MOST_SPAN],
    /// The cost that is left at the end, beside that of other operations; less is better.
    pub(super) cost: i32,
}

impl Operation {
    /// Stays in a pose.
    pub(super) fn waiting(pose: Pose) -> Self {
        Operation { poses: [pose; MOST_SPAN], cost: 0 }
    }

    /// What is left of an operation after its first move; it waits in the end.
    pub(super) fn rest(mut self, span: usize) -> Self {
        self.poses.copy_within(1..span, 0);
        self
    }
}
