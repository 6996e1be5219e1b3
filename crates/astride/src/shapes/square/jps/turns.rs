//! Where terrain of another cost allows a cheapest path to turn, determined from a cell and its
//! neighbours.
//!
//! A step may be pruned after an arrival if another path of one or two steps leads from the
//! previous cell to the same cell without passing through here, and is cheaper, or equally cheap
//! with earlier first steps. With uniform costs this is what [`Rules`] say; where costs differ it
//! is computed for the nine cells concerned. A path need not stop where it can only go straight on,
//! as long as the cell ahead has the same cost as this one.
//!
//! After Carlson, Moghadam, Harabor, Stuckey & Ebtekar, "Optimal Pathfinding on Weighted Grid
//! Maps", AAAI 2023, who examine all paths within the nine cells.

use crate::base::Dir;
use crate::shapes::square::jps::rules::{Rules, is_first, natural};

/// The factors of a cell and its neighbours, row by row; 0 where they are blocked.
pub(super) type Patch = [u16; 9];

/// How paths continue from a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turns {
    /// By direction of arrival, the steps that may follow; none if it does not stop here.
    pub(super) taken: [u8; 8],
    /// The directions of arrival that stop here.
    pub(super) stops: u8,
}

impl Turns {
    /// How paths continue from the free cell in the middle of `patch`, regardless of its
    /// surroundings.
    pub(super) fn new(patch: &Patch, rules: &Rules, costs: [u32; 2]) -> Self {
        let mut turns = Turns::default();
        let free = Dir::ALL.into_iter().filter(|&dir| patch[beside(dir)] > 0);
        let around = free.fold(0, |mask, dir| mask | dir.bit());
        let steps = rules.steps(around);
        let here = patch[MIDDLE];
        let other = Dir::ALL.into_iter().filter(|&dir| patch[beside(dir)] != here);
        let others = other.fold(0, |mask, dir| mask | dir.bit());
        let ways = Ways { patch, rules, costs, targets: targets(patch, rules) };
        for arrival in Dir::ALL.into_iter().filter(|dir| steps & dir.opposite().bit() != 0) {
            let natural = natural(arrival, rules.neighbours) & steps;
            let taken = steps & !arrival.opposite().bit() & !ways.beaten(arrival);
            let is_forced = taken & !natural != 0 || rules.is_forced(arrival, around);
            if is_forced || natural & others != 0 {
                turns.taken[arrival as usize] = taken;
                turns.stops |= arrival.bit();
            }
        }
        turns
    }
}

/// The position of the cell itself in a [`Patch`].
const MIDDLE: usize = 4;

/// No position in a patch.
const NONE: usize = 9;

/// The position of a neighbour in a [`Patch`].
pub(super) fn beside(dir: Dir) -> usize {
    let (x, y) = dir.offset();
    (MIDDLE as i32 + 3 * y + x) as usize
}

/// The paths within a patch.
struct Ways<'a> {
    patch: &'a Patch,
    rules: &'a Rules,
    costs: [u32; 2],
    /// For each position and direction, the target of a step, or `NONE`.
    targets: [[usize; 8]; 9],
}

impl Ways<'_> {
    /// The steps for which there is a better path than to arrive in direction `arrival` and take
    /// them.
    fn beaten(&self, arrival: Dir) -> u8 {
        let from = beside(arrival.opposite());
        let arriving = self.step(arrival, MIDDLE);
        let mut beaten = 0;
        let mut compare = |to: usize, cost: u64, steps: &[Dir]| {
            let Some(next) = Dir::ALL.into_iter().find(|&dir| beside(dir) == to) else { return };
            let through = arriving + self.step(next, to);
            if cost < through || cost == through && self.is_preferred(steps, [arrival, next]) {
                beaten |= next.bit();
            }
        };
        for first in Dir::ALL {
            let via = self.targets[from][first as usize];
            if via == NONE || via == MIDDLE {
                continue;
            }
            let paid = self.step(first, via);
            compare(via, paid, &[first]);
            for second in Dir::ALL {
                let to = self.targets[via][second as usize];
                if to != NONE && to != MIDDLE && to != from {
                    compare(to, paid + self.step(second, to), &[first, second]);
                }
            }
        }
        beaten
    }

    fn step(&self, dir: Dir, to: usize) -> u64 {
        u64::from(self.costs[usize::from(dir.is_diagonal())]) * u64::from(self.patch[to])
    }

    /// Which of two paths of equal cost is preferred: the one with fewer diagonals if these cost as
    /// much as straight steps, otherwise the one with earlier first steps. This order has no
    /// cycles.
    fn is_preferred(&self, steps: &[Dir], than: [Dir; 2]) -> bool {
        let (costs, neighbours) = (self.costs, self.rules.neighbours);
        let diagonals = |steps: &[Dir]| steps.iter().filter(|dir| dir.is_diagonal()).count();
        let fewer = diagonals(&than).cmp(&diagonals(steps));
        if costs[0] == costs[1] && fewer.is_ne() {
            return fewer.is_gt();
        }
        let firsts = steps.iter().map(|&dir| is_first(dir, neighbours));
        let mut pairs = firsts.zip(than.map(|dir| is_first(dir, neighbours)));
        pairs.find(|(a, b)| a != b).is_some_and(|(is_first, _)| is_first)
    }
}

/// For each position and direction, the target of a step within the patch.
fn targets(patch: &Patch, rules: &Rules) -> [[usize; 8]; 9] {
    std::array::from_fn(|from| {
        let free_beside = Dir::ALL.map(|dir| {
            let ((x, y), (dx, dy)) = ((from as i32 % 3, from as i32 / 3), dir.offset());
            let (x, y) = (x + dx, y + dy);
            let at = (3 * y + x) as usize;
            let is_inside = (0..3).contains(&x) && (0..3).contains(&y);
            if is_inside && patch[at] > 0 { at } else { NONE }
        });
        let free = |dir: &Dir| free_beside[*dir as usize] != NONE;
        let around = Dir::ALL.into_iter().filter(free).fold(0, |mask, dir| mask | dir.bit());
        let steps = rules.steps(around);
        let target =
            |dir: Dir| if steps & dir.bit() != 0 { free_beside[dir as usize] } else { NONE };
        Dir::ALL.map(target)
    })
}

/// A cache of turns: most patches of a map are alike.
pub(super) struct Memo {
    /// Each patch packed into a number, and its turns. Every patch has one slot.
    known: Vec<(u128, Turns)>,
}

impl Memo {
    /// A cache for some patches, at least one.
    pub(super) fn new(places: usize) -> Self {
        Memo { known: vec![(0, Turns::default()); places] }
    }

    pub(super) fn turns(&mut self, patch: &Patch, rules: &Rules, costs: [u32; 2]) -> Turns {
        // Factors take 11 bits, and the one in the middle is not 0.
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
