//! Where terrain of another cost lets a cheapest path turn: what a cell and its neighbours say.
//!
//! A step may be left out after an arrival if from the cell before another way of one or two steps
//! leads there without coming through here, and is cheaper, or as cheap and takes first steps
//! earlier. On terrain of one cost this is what [`Rules`] say; where costs differ it is worked out
//! for the nine cells at hand. A path need not stop where it can only go straight on, as long as
//! the cell ahead costs what this one does.
//!
//! After Carlson, Moghadam, Harabor, Stuckey & Ebtekar, "Optimal Pathfinding on Weighted Grid
//! Maps", AAAI 2023, who look at all ways within the nine cells.

use crate::base::Dir;
use crate::search::jps::rules::{Rules, is_first, natural};
use crate::world::{Corners, Neighbours};

/// The factors of a cell and its neighbours, row by row; 0 where they are blocked.
pub(super) type Patch = [u16; 9];

/// How paths go on from a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turns {
    /// By the direction of arrival, the steps that may be next; none if it does not stop here.
    pub(super) taken: [u8; 8],
    /// The directions of arrival that stop here.
    pub(super) stops: u8,
}

impl Turns {
    /// How paths go on from the free cell in the middle of `patch`, whatever is around it.
    pub(super) fn new(patch: &Patch, rules: &Rules, costs: [u32; 2]) -> Self {
        let mut turns = Turns::default();
        let free = Dir::ALL.into_iter().filter(|&dir| patch[beside(dir)] > 0);
        let around = free.fold(0, |mask, dir| mask | dir.bit());
        let steps = rules.steps(around);
        let here = patch[MIDDLE];
        for arrival in Dir::ALL.into_iter().filter(|dir| steps & dir.opposite().bit() != 0) {
            let natural = natural(arrival, rules.neighbours) & steps;
            let back = arrival.opposite().bit();
            let is_taken = |dir: &Dir| {
                steps & !back & dir.bit() != 0 && !is_beaten(patch, rules, costs, arrival, *dir)
            };
            let all = Dir::ALL.into_iter().filter(is_taken);
            let taken = all.fold(0, |mask, dir| mask | dir.bit());
            let is_other = |dir: &Dir| natural & dir.bit() != 0 && patch[beside(*dir)] != here;
            let is_forced = taken & !natural != 0 || rules.is_forced(arrival, around);
            if is_forced || Dir::ALL.iter().any(is_other) {
                turns.taken[arrival as usize] = taken;
                turns.stops |= arrival.bit();
            }
        }
        turns
    }
}

/// The position of the cell itself in a [`Patch`].
const MIDDLE: usize = 4;

/// The position of a neighbour in a [`Patch`].
pub(super) fn beside(dir: Dir) -> usize {
    let (x, y) = dir.offset();
    (MIDDLE as i32 + 3 * y + x) as usize
}

/// Whether another way is better than to arrive in direction `arrival` and go on in direction `next`.
fn is_beaten(patch: &Patch, rules: &Rules, costs: [u32; 2], arrival: Dir, next: Dir) -> bool {
    let (from, to) = (beside(arrival.opposite()), beside(next));
    let step = |dir: Dir, to: usize| {
        u64::from(costs[usize::from(dir.is_diagonal())]) * u64::from(patch[to])
    };
    let cost = step(arrival, MIDDLE) + step(next, to);
    let way = [arrival, next];
    let is_better = |other: u64, steps: &[Dir]| {
        other < cost || other == cost && is_preferred(steps, way, rules.neighbours, costs)
    };
    Dir::ALL.into_iter().any(|first| {
        let Some(via) = step_within(patch, rules, from, first) else { return false };
        let paid = step(first, via);
        if via == to {
            return is_better(paid, &[first]);
        }
        via != MIDDLE
            && Dir::ALL.into_iter().any(|second| {
                step_within(patch, rules, via, second) == Some(to)
                    && is_better(paid + step(second, to), &[first, second])
            })
    })
}

/// Of two ways of one cost, whether the first comes first: that with fewer diagonals where they
/// cost as much as straight steps, else that which takes first steps earlier. So no chain of better
/// ways comes back to where it began.
fn is_preferred(steps: &[Dir], than: [Dir; 2], neighbours: Neighbours, costs: [u32; 2]) -> bool {
    let diagonals = |steps: &[Dir]| steps.iter().filter(|dir| dir.is_diagonal()).count();
    let fewer = diagonals(&than).cmp(&diagonals(steps));
    if costs[0] == costs[1] && fewer.is_ne() {
        return fewer.is_gt();
    }
    let firsts = steps.iter().map(|&dir| is_first(dir, neighbours));
    let mut pairs = firsts.zip(than.map(|dir| is_first(dir, neighbours)));
    pairs.find(|(a, b)| a != b).is_some_and(|(is_first, _)| is_first)
}

/// Where a step leads, if it is allowed and stays within the patch.
fn step_within(patch: &Patch, rules: &Rules, from: usize, dir: Dir) -> Option<usize> {
    let moved = |dir: Dir| {
        let ((x, y), (dx, dy)) = ((from as i32 % 3, from as i32 / 3), dir.offset());
        let (x, y) = (x + dx, y + dy);
        ((0..3).contains(&x) && (0..3).contains(&y)).then_some((3 * y + x) as usize)
    };
    let is_free = |dir: Dir| moved(dir).is_some_and(|at| patch[at] > 0);
    if !is_free(dir) {
        return None;
    }
    let beside = || [is_free(dir.turned(7)), is_free(dir.turned(1))];
    let is_allowed = !dir.is_diagonal()
        || rules.neighbours == Neighbours::Eight
            && match rules.corners {
                Corners::Never => beside() == [true, true],
                Corners::OneFree => beside() != [false, false],
                Corners::Always => true,
            };
    moved(dir).filter(|_| is_allowed)
}

/// Turns that were worked out before: most patches of a map are alike.
pub(super) struct Memo {
    /// Each patch in one number, and its turns. Every patch has one place.
    known: Vec<(u128, Turns)>,
}

impl Memo {
    /// Room for some patches, at least one.
    pub(super) fn new(places: usize) -> Self {
        Memo { known: vec![(0, Turns::default()); places] }
    }

    pub(super) fn turns(&mut self, patch: &Patch, rules: &Rules, costs: [u32; 2]) -> Turns {
        // Factors take 11 bits, and that in the middle is not 0.
        let key = patch.iter().fold(0, |key, &factor| key << 11 | u128::from(factor));
        let mixed = ((key >> 49) as u64 ^ key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (mixed >> 32) as usize % self.known.len();
        let (of, turns) = &mut self.known[place];
        if *of != key {
            (*of, *turns) = (key, Turns::new(patch, rules, costs));
        }
        *turns
    }
}
