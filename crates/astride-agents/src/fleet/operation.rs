//! Operations: a few moves of one robot in a row, the unit in which right of way is decided.

use super::distances::{Care, Distances, FAR};
use super::floor::{Floor, Pose};
use super::traffic::{Traffic, UNIT};
use crate::roadmap::Place;

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

/// Where a robot goes, and where it will go after that if it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) goal: Option<Place>,
    pub(super) next: Option<Place>,
}

/// What operations are judged by.
pub(super) struct Judge<'a> {
    pub(super) floor: &'a Floor,
    pub(super) traffic: &'a Traffic,
    pub(super) distances: &'a mut Distances,
    pub(super) span: usize,
}

impl Judge<'_> {
    /// All operations from a pose but the one that waits all the time, the best first; of equally
    /// good ones the one that drives earlier.
    ///
    /// No two of them lead over the same places to the same pose.
    pub(super) fn list(&mut self, aim: Aim, from: Pose, list: &mut Vec<Operation>) {
        list.clear();
        let between = aim.goal.zip(aim.next).map_or(0, |(goal, next)| self.between(goal, next));
        let prefix = Prefix { at: from, cost: 0, reached: None };
        let mut walk = Walk { judge: self, aim, between, path: [from; MOST_SPAN], list };
        walk.extend(0, prefix, Stay::Fresh);
        list.retain(|operation| operation.poses != [from; MOST_SPAN]);
        list.sort_by_key(|operation| operation.cost);
    }

    /// What an operation that begins in `from` leaves to do, as [`list`](Self::list) counts it.
    pub(super) fn cost(&mut self, aim: Aim, from: Pose, operation: &Operation) -> i32 {
        let between = aim.goal.zip(aim.next).map_or(0, |(goal, next)| self.between(goal, next));
        let mut prefix = Prefix { at: from, cost: 0, reached: None };
        for (depth, &to) in operation.poses[..self.span].iter().enumerate() {
            prefix = self.after(aim, between, prefix, depth, to);
        }
        prefix.cost
    }

    /// The first moves of an operation, and one more.
    fn after(&mut self, aim: Aim, between: i32, before: Prefix, depth: usize, to: Pose) -> Prefix {
        let Some(goal) = aim.goal else {
            // Those that go nowhere had better stay.
            let cost = before.cost + i32::from(before.at != to);
            return Prefix { at: to, cost, reached: None };
        };
        let is_there = self.floor.place(to) == goal;
        let reached = before.reached.or(is_there.then_some(depth));
        let is_end = depth + 1 == self.span;
        // The one at the end decides, others between equals.
        let care = if is_end { Care::Turns } else { Care::Rough };
        let left = self.left(goal, aim.next, between, to, reached, care);
        let weight = if is_end { END_WEIGHT } else { 1 };
        Prefix { at: to, cost: before.cost + weight * left, reached }
    }

    /// The least cost from a goal to the next.
    fn between(&mut self, goal: Place, next: Place) -> i32 {
        let (floor, traffic) = (self.floor, self.traffic);
        let cost = |pose| self.distances.cost(floor, traffic, next, pose, Care::Turns);
        let costs = floor.poses(goal).map(cost);
        costs.min().unwrap_or(0) as i32
    }

    /// What is left to do in a pose, if the goal was reached in move `reached`.
    fn left(
        &mut self,
        goal: Place,
        next: Option<Place>,
        between: i32,
        pose: Pose,
        reached: Option<usize>,
        care: Care,
    ) -> i32 {
        let (to, before) = match (reached, next) {
            (None, _) => (goal, 0),
            // However it faces when it comes there, to come is better than not to come.
            (Some(_), Some(next)) => (next, between + MOST_TURNS * UNIT as i32),
            // Whatever comes next, it can begin so much earlier.
            (Some(at), None) => return -((self.span - at) as i32 * UNIT as i32),
        };
        let (floor, traffic) = (self.floor, self.traffic);
        let cost = self.distances.cost(floor, traffic, to, pose, care);
        if cost == FAR && reached.is_some() { 0 } else { cost as i32 - before }
    }
}

/// What is left at the end counts this much more than what is left after each move before it: the
/// end decides, and of two ways there the one that gets on earlier.
const END_WEIGHT: i32 = 8;

/// It takes at most this many turns to face another way.
const MOST_TURNS: i32 = 2;

/// The first moves of an operation.
#[derive(Clone, Copy)]
struct Prefix {
    at: Pose,
    cost: i32,
    /// In which move the goal was reached.
    reached: Option<usize>,
}

/// How the present stay on a place went so far; others of the same length come to the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stay {
    Fresh,
    Right,
    Left,
    Over,
}

/// The operations that begin with the same moves.
struct Walk<'a, 'b> {
    judge: &'a mut Judge<'b>,
    aim: Aim,
    between: i32,
    path: [Pose; MOST_SPAN],
    list: &'a mut Vec<Operation>,
}

impl Walk<'_, '_> {
    fn extend(&mut self, depth: usize, prefix: Prefix, stay: Stay) {
        let (floor, at) = (self.judge.floor, prefix.at);
        if depth == self.judge.span {
            self.list.push(Operation { poses: self.path, cost: prefix.cost });
            return;
        }
        for &to in floor.moves(at) {
            let place = floor.place(to);
            let next = if place != floor.place(at) {
                if floor.is_closed(place) {
                    continue;
                }
                Stay::Fresh
            } else {
                match (stay, (at + 1) & 3 == to & 3) {
                    (Stay::Fresh, true) => Stay::Right,
                    (Stay::Fresh, false) => Stay::Left,
                    (Stay::Right, true) => Stay::Over,
                    _ => continue,
                }
            };
            self.go(depth, prefix, to, next);
        }
        self.go(depth, prefix, at, Stay::Over);
    }

    fn go(&mut self, depth: usize, prefix: Prefix, to: Pose, stay: Stay) {
        self.path[depth..].fill(to);
        let prefix = self.judge.after(self.aim, self.between, prefix, depth, to);
        self.extend(depth + 1, prefix, stay);
    }
}
