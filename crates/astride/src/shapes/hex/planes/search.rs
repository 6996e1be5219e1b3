//! A* by sweeps over rows of bits.

use std::ops::RangeInclusive;

use super::super::{HexDir, HexMap};
use super::map::HexPlanes;
use super::memory::HexPlaneMemory;
use crate::base::{Budget, Cost, NodeId, Spent};
use crate::path::Path;
use crate::search::observer::{Watcher, by_watcher, watch, watched};
use crate::search::{
    Effort, Event, Found, Guarantee, OutOfBudget, Outcome, Part, Scratch, SearchObserver,
    Unreachable, Why,
};

/// A search by bit planes between two hexagons that can be paused and continued.
///
/// Finds a cheapest path. Of several, it is the one that, followed back from the goal, goes straight
/// on wherever a cheapest path does, and otherwise turns as little as possible, clockwise first; its
/// last step is to the east or turned from there in the same way.
///
/// # Complexity
///
/// O(hexagons taken + rows swept · rows of the map / 64), with one operation for up to 64 hexagons of
/// a row.
///
/// # Examples
///
/// See [`HexPlanes`].
#[derive(Debug)]
pub struct HexPlaneSearch<'a> {
    planes: &'a HexPlanes,
    scratch: &'a mut HexPlaneMemory,
    /// Column and row.
    start: [i64; 2],
    goal: [i64; 2],
    max_cost: Cost,
    effort: Effort,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    NotBegun,
    Running,
    Found,
    Ended(Why),
}

/// How the columns of a row lie around those in which the goal is no farther than its row: a step
/// up a row below `first` leads nearer, and so does one down a row above `last`.
struct Sector {
    before_first: u64,
    to_first: u64,
    before_last: u64,
    to_last: u64,
}

impl Sector {
    #[inline(always)]
    fn new(first: i64, last: i64, word: usize) -> Self {
        let below = |column: i64| below(column, word);
        Sector {
            before_first: below(first),
            to_first: below(first + 1),
            before_last: below(last),
            to_last: below(last + 1),
        }
    }
}

/// The columns of a word that are below a limit.
#[inline(always)]
fn below(column: i64, word: usize) -> u64 {
    match column - word as i64 * 64 {
        count @ ..=63 => !(u64::MAX << count.max(0)),
        _ => u64::MAX,
    }
}

/// Extends bits upwards through runs of `open`, which contains them.
///
/// In the sum of both, a carry leaves each run at its first such bit and changes all bits above it,
/// except where there is another one.
#[inline(always)]
fn filled(open: u64, from: u64) -> u64 {
    ((open.wrapping_add(from) ^ open) | from) & open
}

impl<'a> HexPlaneSearch<'a> {
    /// Prepares a search.
    ///
    /// # Panics
    ///
    /// If `planes` does not match the current state of `map`, or if a node is off the map.
    pub fn new(
        map: &HexMap,
        planes: &'a HexPlanes,
        from: NodeId,
        to: NodeId,
        scratch: &'a mut Scratch,
    ) -> Self {
        assert!(planes.is_of(map), "the planes are of another revision than the map");
        assert!(from.max(to).index() < planes.extent.tile_count(), "a node is off the map");
        let [start, goal] = [from, to].map(|node| planes.split(node));
        let (scratch, effort, stage) = (scratch.part(), Effort::default(), Stage::NotBegun);
        HexPlaneSearch { planes, scratch, start, goal, max_cost: Cost::MAX, effort, stage }
    }

    /// Sets the maximum cost of a path in ticks; without it there is none.
    #[must_use]
    pub fn within(self, max_cost: Cost) -> Self {
        HexPlaneSearch { max_cost, ..self }
    }

    /// Runs the search. An expansion of the budget is a sweep of a row; when it has run out, the
    /// same call continues, and the slices add up to an uninterrupted search. A search that has ended
    /// returns the same answer again. A hexagon is reported as opened and closed when a sweep takes
    /// it, row by row, so one may come before its parent in the same row.
    pub fn run<O: SearchObserver>(&mut self, budget: &mut Budget<'_>, observer: &mut O) -> Outcome {
        watched(observer, |observer| self.run_watched(budget, observer))
    }

    pub(in super::super) fn run_watched(
        &mut self,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Outcome {
        by_watcher!(observer => self.run_by(budget, observer))
    }

    fn run_by(&mut self, budget: &mut Budget<'_>, observer: &mut impl SearchObserver) -> Outcome {
        if self.stage == Stage::NotBegun {
            if !budget.allows_bytes(HexPlaneMemory::bytes_for(self.planes)) {
                return self.out_of_budget(Spent::Bytes, self.steps_from(self.start));
            }
            self.begin();
        }
        let spent = if self.stage == Stage::Running { self.search(budget, observer) } else { None };
        let effort = self.measured();
        match (spent, self.stage) {
            (Some(spent), _) => self.out_of_budget(spent, self.steps()),
            (None, Stage::Ended(why)) => {
                Outcome::Unreachable(Unreachable { why, nearest: None, effort })
            }
            (None, _) => {
                let path = self.path();
                Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
            }
        }
    }

    /// Every path has at least this many steps.
    fn out_of_budget(&self, spent: Spent, least: i64) -> Outcome {
        let (lower_bound, effort) = (self.cost(least), self.measured());
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
    }

    fn measured(&self) -> Effort {
        Effort { bytes: self.scratch.bytes() as u64, ..self.effort }
    }

    fn begin(&mut self) {
        self.stage = match [self.start, self.goal].map(|at| self.planes.is_free(at)) {
            [false, _] => Stage::Ended(Why::StartBlocked),
            [_, false] => Stage::Ended(Why::GoalBlocked),
            _ => Stage::Running,
        };
        if self.stage == Stage::Running {
            self.scratch.begin(self.planes);
            let [q, r] = self.start.map(|at| at as usize);
            self.scratch.touch(r, q / 64, q / 64);
            self.scratch.send(0, r, q / 64, [0, 1 << (q % 64), 0]);
        }
    }

    /// The number of steps from a place to the goal if nothing is in the way.
    #[inline(always)]
    fn steps_from(&self, [q, r]: [i64; 2]) -> i64 {
        let (q, r) = (q - self.goal[0], r - self.goal[1]);
        q.abs().max(r.abs()).max((q + r).abs())
    }

    fn cost(&self, steps: i64) -> Cost {
        steps as Cost * Cost::from(self.planes.step)
    }

    fn node(&self, [q, r]: [i64; 2]) -> NodeId {
        NodeId::new(r as u32 * self.planes.extent.width + q as u32)
    }

    fn search<O: SearchObserver>(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Option<Spent> {
        let goal_row = self.goal[1] as usize;
        // The sweeps in a row in which nothing was waiting.
        let mut idle = 0;
        while idle < 3 {
            if self.cost(self.steps()) > self.max_cost {
                self.stage = Stage::Ended(Why::TooCostly);
                return None;
            }
            idle += 1;
            while let Some(row) = self.scratch.next_row(goal_row) {
                if let Some(spent) = budget.take() {
                    return Some(spent);
                }
                idle = 0;
                self.sweep(row, observer);
                if row == goal_row && self.sweep_of(self.goal).is_some() {
                    let (node, g) = (self.node(self.goal), self.cost(self.steps()));
                    watch(observer, Event::Goal { node, g });
                    self.stage = Stage::Found;
                    return None;
                }
            }
            self.scratch.sweep += 1;
        }
        let enclosed = Why::Enclosed { seen: self.effort.expanded };
        self.stage = Stage::Ended(enclosed.within(self.max_cost));
        None
    }

    /// The number of steps of a path whose goal this sweep has taken.
    fn steps(&self) -> i64 {
        self.steps_from(self.start) + self.scratch.sweep as i64
    }

    /// Takes what waits in a row, with all that it reaches along the row towards the goal, and sends
    /// it on.
    #[inline(never)]
    fn sweep<O: SearchObserver>(&mut self, row: usize, observer: &mut O) {
        let off = row as i64 - self.goal[1];
        let (first, last) = (self.goal[0] - off.max(0), self.goal[0] - off.min(0));
        let words = self.spread(row, first, last);
        let (from, to) = (*words.start(), *words.end());
        self.scratch.touch(row, from, to);
        if O::WATCHES {
            self.tell(row, words.clone(), observer);
        }
        for word in words {
            let new = self.scratch.accept(row * self.planes.words + word);
            if new == 0 {
                continue;
            }
            self.effort.expanded += u64::from(new.count_ones());
            self.effort.generated = self.effort.expanded;
            let Sector { before_first, to_first, before_last, to_last } =
                Sector::new(first, last, word);
            let scratch = &mut *self.scratch;
            // To the east and to the west. What leads nearer is part of the sweep already.
            let east = new & !before_first & before_last;
            let west = new & !to_first & to_last;
            scratch.send(1, row, word, [east, 0, west]);
            scratch.send(2, row, word, [new & !before_last, 0, new & to_first]);
            // To the southeast and to the southwest, then to the northeast and to the northwest.
            if off >= 0 {
                scratch.send(1, row + 1, word, [0, new & before_first, new & !to_last]);
                scratch.send(2, row + 1, word, [0, new & !before_first, new & to_last]);
            } else {
                scratch.send(0, row + 1, word, [0, new & before_last, new & !to_first]);
                scratch.send(1, row + 1, word, [0, new & !before_last, new & to_first]);
            }
            if off <= 0 {
                scratch.send(1, row - 1, word, [new & before_first, new & !to_last, 0]);
                scratch.send(2, row - 1, word, [new & !before_first, new & to_last, 0]);
            } else {
                scratch.send(0, row - 1, word, [new & before_last, new & !to_first, 0]);
                scratch.send(1, row - 1, word, [new & !before_last, new & to_first, 0]);
            }
        }
    }

    /// Reduces what waits in a row to hexagons that are free and not seen yet, adds all that they
    /// reach along the row towards the goal, and returns the words that may hold any.
    #[inline(always)]
    fn spread(&mut self, row: usize, first: i64, last: i64) -> RangeInclusive<usize> {
        let (words, scratch) = (self.planes.words, &mut *self.scratch);
        let free = &self.planes.free[row * words..][..words];
        let waiting = scratch.take_row(row);
        let (mut from, mut to) = (*waiting.start(), *waiting.end());
        let (mut word, mut carry, mut leads_down) = (from, 0, false);
        while word <= to || (carry != 0 && word < words) {
            let at = row * words + word;
            let open = free[word] & !scratch.cells[at].seen;
            let waiting = scratch.waiting(at);
            *waiting &= open;
            let lane = open & below(first + 1, word);
            let all = filled(lane, (*waiting | carry) & lane);
            *waiting |= all;
            carry = all >> 63;
            leads_down |= *waiting & !below(last + 1, word) != 0;
            to = to.max(word);
            word += 1;
        }
        if leads_down {
            (word, carry) = (to + 1, 0);
            while word > from || (carry != 0 && word > 0) {
                word -= 1;
                let at = row * words + word;
                let open = free[word] & !scratch.cells[at].seen;
                let waiting = scratch.waiting(at);
                // A word into which a carry leads was not looked at before.
                *waiting &= open;
                let lane = open & !below(last, word);
                let seeds = (*waiting | carry) & lane;
                let all = filled(lane.reverse_bits(), seeds.reverse_bits()).reverse_bits();
                *waiting |= all;
                carry = all << 63;
                from = from.min(word);
            }
        }
        from..=to
    }

    /// The number modulo 4 of the sweep that took a hexagon, if one has.
    #[inline(always)]
    fn sweep_of(&self, [q, r]: [i64; 2]) -> Option<i64> {
        let cell = &self.scratch.cells[r as usize * self.planes.words + q as usize / 64];
        let bit = |bits: u64| (bits >> (q % 64) & 1) as i64;
        (bit(cell.seen) != 0).then(|| bit(cell.sweep[0]) | bit(cell.sweep[1]) << 1)
    }

    /// The direction of the last step of a cheapest path to a place taken by a sweep, its number
    /// given modulo 4. It turns as little as possible from `dir`.
    #[inline(always)]
    fn arrival(&self, at: [i64; 2], sweep: i64, dir: HexDir) -> Option<(HexDir, [i64; 2], i64)> {
        let here = self.steps_from(at);
        [0, 1, 5, 2, 4, 3].into_iter().find_map(|turn| {
            let dir = dir.turned(turn);
            let (q, r) = dir.offset();
            let before = [at[0] - i64::from(q), at[1] - i64::from(r)];
            // The costs of neighbours differ by at most one step, so of the three sweeps that a
            // neighbour may belong to only one has this number.
            let rise = 1 + here - self.steps_from(before);
            let earlier = (sweep - rise) & 3;
            (self.sweep_of(before) == Some(earlier)).then_some((dir, before, earlier))
        })
    }

    /// The path to the goal, from the end.
    fn path(&self) -> Path {
        let steps = self.steps();
        let mut nodes = Vec::with_capacity(steps as usize + 1);
        let (mut at, mut dir) = (self.goal, HexDir::East);
        let mut sweep = self.scratch.sweep as i64 & 3;
        nodes.push(self.node(at));
        while at != self.start {
            let last = self.arrival(at, sweep, dir).expect("a step led here");
            (dir, at, sweep) = last;
            nodes.push(self.node(at));
        }
        nodes.reverse();
        Path::new(nodes, self.cost(steps)).expect("a path has its start")
    }

    /// Reports the hexagons of a row that this sweep takes.
    #[cold]
    fn tell<O: SearchObserver>(
        &mut self,
        row: usize,
        words: RangeInclusive<usize>,
        observer: &mut O,
    ) {
        let (first, sweep) = (row * self.planes.words, self.scratch.sweep as i64);
        // A parent may be in the next word, so all are marked before any is reported.
        words.clone().for_each(|word| _ = self.scratch.mark(first + word));
        for word in words {
            let new = *self.scratch.waiting(first + word);
            for bit in (0..64).filter(|bit| new >> bit & 1 != 0) {
                let at = [word as i64 * 64 + bit, row as i64];
                let left = self.steps_from(at);
                let (h, f) = (self.cost(left), self.cost(self.steps()));
                let (node, g) = (self.node(at), f - h);
                let arrival =
                    self.arrival(at, sweep & 3, HexDir::East).filter(|_| at != self.start);
                let parent = arrival.map(|(_, before, _)| self.node(before));
                watch(observer, Event::Open { node, parent, g, h, f });
                watch(observer, Event::Close { node, g });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_filled_from_their_first_bit() {
        for open in 0..256_u64 {
            for from in (0..256).filter(|from| from & !open == 0) {
                let mut slow = from;
                (0..8).for_each(|_| slow |= slow << 1 & open);
                assert_eq!(filled(open, from), slow, "{open:b} {from:b}");
            }
        }
    }
}
