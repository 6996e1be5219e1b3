//! Jumps that need not be looked at, because a neighbour was reached at so little cost that it does
//! better.
//!
//! Where terrain is entered, each cell of its border sees all others. But a path through one cell of
//! a border and on into the terrain is mostly costlier than one through the cell beside, whose cost is
//! known by then. What costs more than another way cannot be on a cheapest path, so all this leaves
//! every cheapest path to be found.

use super::place::Place;
use super::planes::JumpMap;
use crate::base::{Cost, Dir};
use crate::shapes::square::{Corners, Neighbours};

/// What is left to look at from a jump point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unbeaten {
    /// The directions to jump in.
    pub(super) dirs: u8,
    /// For each diagonal, clockwise from north-east, and each side, that along the row first: up to
    /// how many steps from the jump point it need not be turned off.
    pub(super) turns: [[u32; 2]; 4],
}

impl Unbeaten {
    pub(super) fn all(dirs: u8) -> Self {
        Unbeaten { dirs, turns: [[0; 2]; 4] }
    }

    /// How far it need not be turned off in direction `dir`.
    #[inline(always)]
    pub(super) fn of(&self, dir: u32) -> [u32; 2] {
        self.turns[dir as usize / 2]
    }
}

impl JumpMap {
    /// Leaves those of `dirs` out that are beaten from a neighbour. `known` says what reaching the
    /// jump point at a place of the rows costs at most, if it is known.
    #[inline(always)]
    pub(super) fn unbeaten(
        &self,
        at: Place,
        dirs: u8,
        g: Cost,
        known: impl Fn(usize) -> Option<Cost>,
    ) -> Unbeaten {
        let mut left = Unbeaten::all(dirs);
        // A straight jump alone is looked at sooner than the neighbours.
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
            // A straight step from the cell beside leads to the same cell.
            if sides.iter().any(|&side| beside[quarter(side)] + near < g + far) {
                left.dirs &= !dir.bit();
                continue;
            }
            for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
                // Diagonals beside lead to where it is turned off to: one with as many steps, and
                // one with a step more.
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

    /// Whether a diagonal step from one of the cells beside leads ahead at less than `cost`.
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

    /// How far diagonal steps go from a free cell over cells of one factor, if it is this one.
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

/// More than any way costs, and small enough to be added to.
const UNKNOWN: Cost = 1 << 62;
