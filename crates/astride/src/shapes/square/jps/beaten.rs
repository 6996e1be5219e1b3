//! Pruning jumps that are dominated because a neighbour was reached at a sufficiently low cost.
//!
//! Where terrain is entered, each cell on its border sees all others. But a path through one border
//! cell into the terrain usually costs more than one through the adjacent cell, whose cost is
//! already known. A jump that costs more than an alternative cannot be on a cheapest path, so
//! pruning it preserves every cheapest path.

use super::place::Place;
use super::planes::JumpMap;
use crate::base::{Cost, Dir};
use crate::shapes::square::{Corners, Neighbours};

/// The jumps that remain to be examined from a jump point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unbeaten {
    /// The directions to jump in.
    pub(super) dirs: u8,
    /// For each diagonal, clockwise from north-east, and each side, that along the row first:
    /// within this many steps of the jump point, turning off is pruned.
    pub(super) turns: [[u32; 2]; 4],
}

impl Unbeaten {
    pub(super) fn all(dirs: u8) -> Self {
        Unbeaten { dirs, turns: [[0; 2]; 4] }
    }

    /// The pruned distances in direction `dir`.
    #[inline(always)]
    pub(super) fn of(&self, dir: u32) -> [u32; 2] {
        self.turns[dir as usize / 2]
    }
}

impl JumpMap {
    /// Removes those of `dirs` that are dominated from a neighbour. `known` returns an upper bound
    /// on the cost of the jump point at a place of the rows, if one is known.
    #[inline(always)]
    pub(super) fn unbeaten(
        &self,
        at: Place,
        dirs: u8,
        g: Cost,
        known: impl Fn(usize) -> Option<Cost>,
    ) -> Unbeaten {
        let mut left = Unbeaten::all(dirs);
        // A single straight jump is examined faster than the neighbours.
        if dirs & DIAGONALS == 0 || self.rules.neighbours == Neighbours::Four {
            return left;
        }
        let row = self.row_place(at);
        let bits = self.rows.bits_per_line;
        let around = [row - bits, row + 1, row + bits, row - 1];
        let beside = around.map(|place| known(place).unwrap_or(UNKNOWN));
        let mut rest = dirs;
        while rest != 0 {
            let dir = Dir::from_code(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            let factor = self.factor(at.moved(dir, 1));
            let [near, far] = self.costs.map(|cost| u64::from(cost) * factor);
            if !dir.is_diagonal() {
                if self.is_beaten_aslant(at, dir, &beside, g + near, far) {
                    left.dirs &= !dir.bit();
                }
                continue;
            }
            let sides = [dir.turned(7), dir.turned(1)];
            // A straight step from the adjacent cell leads to the same cell.
            if sides.iter().any(|&side| beside[quarter(side)] + near < g + far) {
                left.dirs &= !dir.bit();
                continue;
            }
            for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
                // Diagonals from adjacent cells lead to where it is turned off: one with as many
                // steps, and one with an extra step.
                let (on, off) = (side, other.opposite());
                let mut past = 0;
                if beside[quarter(on)] < g + near {
                    past = self.beside_run(at.moved(on, 1), dir, factor);
                }
                if beside[quarter(off)] + far < g + near {
                    let run = self.beside_run(at.moved(off, 1), dir, factor);
                    past = past.max(run.saturating_sub(1));
                }
                let which = usize::from(matches!(side, Dir::N | Dir::S));
                left.turns[dir as usize / 2][which] = past as u32;
            }
        }
        left
    }

    /// Whether a diagonal step from an adjacent cell leads ahead at less than `cost`.
    fn is_beaten_aslant(
        &self,
        at: Place,
        dir: Dir,
        beside: &[Cost; 4],
        cost: Cost,
        diagonal: Cost,
    ) -> bool {
        let around = self.free_around(at);
        [(2, 1), (6, 7)].into_iter().any(|(from, over)| {
            let is_allowed =
                self.rules.corners != Corners::Never || around & dir.turned(over).bit() != 0;
            is_allowed && beside[quarter(dir.turned(from))] + diagonal < cost
        })
    }

    /// How far diagonal steps from a free cell stay on cells of one factor, if it is `factor`.
    fn beside_run(&self, from: Place, dir: Dir, factor: u64) -> usize {
        let may_step = self.rules.steps(self.free_around(from)) & dir.bit() != 0;
        if may_step && self.factor(from.moved(dir, 1)) == factor {
            self.first_run(from, dir)
        } else {
            0
        }
    }
}

/// The four diagonals as a mask of directions.
const DIAGONALS: u8 = 0b1010_1010;

/// Quarters of a turn from north to a straight direction.
fn quarter(dir: Dir) -> usize {
    dir as usize / 2
}

/// More than the cost of any path, and small enough to be added to.
const UNKNOWN: Cost = 1 << 62;
