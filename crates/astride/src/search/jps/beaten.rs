//! Jumps that need not be looked at, because a neighbour was reached at so little cost that it does
//! better.
//!
//! Where terrain is entered, each cell of its border sees all others. But a path through one cell of
//! a border and on into the terrain is mostly dearer than one through the cell beside, whose cost is
//! known by then. What costs more than another way cannot be on a cheapest path, so all this leaves
//! every cheapest path to be found.

use crate::base::{Cost, Dir};
use crate::search::jps::place::Place;
use crate::search::jps::planes::JumpMap;
use crate::world::{Corners, Neighbours};

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
    pub(super) fn unbeaten(
        &self,
        at: Place,
        dirs: u8,
        g: Cost,
        known: impl Fn(usize) -> Option<Cost>,
    ) -> Unbeaten {
        let mut left = Unbeaten::all(dirs);
        let is_few = dirs & 0b1010_1010 == 0;
        if is_few || self.rules.neighbours == Neighbours::Four {
            return left;
        }
        let beside = self.known_beside(at, known);
        let [straight, diagonal] = self.costs.map(u64::from);
        for dir in Dir::ALL.into_iter().filter(|dir| dirs & dir.bit() != 0) {
            let factor = self.factor(at.moved(dir, 1));
            let sides = [dir.turned(7), dir.turned(1)];
            let (near, far) = (straight * factor, diagonal * factor);
            if dir.is_diagonal() {
                // A straight step from the cell beside leads to the same cell.
                if sides.iter().any(|&side| beside[side as usize] + near < g + far) {
                    left.dirs &= !dir.bit();
                    continue;
                }
                for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
                    // Diagonals beside lead to where it is turned off to: one with as many steps,
                    // and one with a step more.
                    let (on, off) = (side, other.opposite());
                    let mut past = 0;
                    if beside[on as usize] < g + near {
                        past = self.beside_run(at.moved(on, 1), dir, factor);
                    }
                    if beside[off as usize] + far < g + near {
                        let run = self.beside_run(at.moved(off, 1), dir, factor);
                        past = past.max(run.saturating_sub(1));
                    }
                    let which = usize::from(matches!(side, Dir::N | Dir::S));
                    left.turns[dir as usize / 2][which] = past as u32;
                }
            } else if sides.iter().any(|&side| beside[side as usize] < g)
                || self.is_beaten_aslant(at, dir, &beside, g + near, far)
            {
                left.dirs &= !dir.bit();
            }
        }
        left
    }

    /// Whether a diagonal step from one of the cells beside leads ahead at less than `cost`.
    fn is_beaten_aslant(
        &self,
        at: Place,
        dir: Dir,
        beside: &[Cost; 8],
        cost: Cost,
        diagonal: Cost,
    ) -> bool {
        let around = self.free_around(at);
        [(2, 1), (6, 7)].into_iter().any(|(from, over)| {
            let is_allowed =
                self.rules.corners != Corners::Never || around & dir.turned(over).bit() != 0;
            is_allowed && beside[dir.turned(from) as usize] + diagonal < cost
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

    /// What the neighbours are known to cost at most, by direction; much if it is not known.
    fn known_beside(&self, at: Place, known: impl Fn(usize) -> Option<Cost>) -> [Cost; 8] {
        let row = self.row_place(at);
        let bits = self.rows.bits_per_line as isize;
        Dir::ALL.map(|dir| {
            let (x, y) = dir.offset();
            let place = row.wrapping_add_signed(y as isize * bits + x as isize);
            known(place).unwrap_or(UNKNOWN)
        })
    }
}

/// More than any way costs, and small enough to be added to.
const UNKNOWN: Cost = 1 << 62;
