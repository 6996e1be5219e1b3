//! What is seen from where: scans along straight lines, walks by first steps, and two together.

use crate::base::Dir;
use crate::search::jps::lines::{POINT, WALL};
use crate::search::jps::place::Place;
use crate::search::jps::planes::JumpMap;
use crate::world::Neighbours;

/// How far a scan went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// Steps to the jump point, or to the last cell before the wall.
    pub(super) steps: usize,
    /// Whether it ended at a jump point.
    pub(super) is_point: bool,
}

impl JumpMap {
    /// How far a straight path can go in direction `D` before it meets a jump point or a wall, and
    /// whether it is a jump point. `row` is the place of `at` on the rows.
    #[inline(always)]
    pub(super) fn straight<const D: u8>(&self, at: Place, row: usize) -> Run {
        let (steps, is_wall) = match D {
            0 => {
                let place = self.column_place(at);
                let (stop, is_wall) = self.columns.stop_before(place);
                (place - stop, is_wall)
            }
            2 => {
                let (stop, is_wall) = self.rows.next_stop(row);
                (stop - row, is_wall)
            }
            4 => {
                let place = self.column_place(at);
                let (stop, is_wall) = self.columns.next_stop(place);
                (stop - place, is_wall)
            }
            _ => {
                let (stop, is_wall) = self.rows.stop_before(row);
                (row - stop, is_wall)
            }
        };
        Run { steps: steps - usize::from(is_wall), is_point: !is_wall }
    }

    /// Walks by first steps in direction `D` and tells `visit` on which side and after how many
    /// steps a jump point is seen: side 0 is along the row (eastwards, where there are two).
    /// Returns how many steps the way is long.
    #[inline(always)]
    pub(super) fn walk_first<const D: u8>(
        &self,
        at: Place,
        visit: impl FnMut(usize, usize),
    ) -> usize {
        match D {
            0 => self.firsts[0].walk_down(self.column_place(at), visit),
            1 => self.firsts[0].walk_up(self.rising_place(at), visit),
            3 => self.firsts[1].walk_up(self.falling_place(at), visit),
            4 => self.firsts[0].walk_up(self.column_place(at), visit),
            5 => self.firsts[0].walk_down(self.rising_place(at), visit),
            _ => self.firsts[1].walk_down(self.falling_place(at), visit),
        }
    }

    /// Whether first steps and then a straight rest lead from `a` to `b` with nothing in the way:
    /// a path that costs what is guessed.
    #[inline(always)]
    pub(crate) fn sees(&self, a: Place, b: Place) -> bool {
        let (right, down) = (b.x >= a.x, b.y >= a.y);
        let [dx, dy] = a.apart(b).map(|apart| apart as usize);
        // Where the way up in place would end, and where the way down would.
        const END: [usize; 2] = [0, 1];
        let (lines, place, is_up, first) = match self.rules.neighbours {
            Neighbours::Eight if right != down => {
                (&self.firsts[0], self.rising_place(a), right, dx.min(dy))
            }
            Neighbours::Eight => (&self.firsts[1], self.falling_place(a), right, dx.min(dy)),
            Neighbours::Four => (&self.firsts[0], self.column_place(a), down, dy),
        };
        // If jump points end the way, one at `a` itself does not.
        let skip = usize::from(self.stops_first_steps() && first > 0);
        if skip == 1 && self.rules.steps(self.free_around(a)) & self.toward(a, b).bit() == 0 {
            return false;
        }
        let ends = if is_up {
            lines.has_any(END[0], place + 1 + skip, first - skip)
        } else {
            lines.has_any(END[1], place - first, first - skip)
        };
        if ends {
            return false;
        }
        let sign = |is_more: bool| if is_more { 1 } else { -1 };
        let along_row = self.rules.neighbours == Neighbours::Four || dx > dy;
        let turn = match self.rules.neighbours {
            Neighbours::Four => Place { x: a.x, y: b.y },
            Neighbours::Eight if along_row => {
                Place { x: (i32::from(a.x) + sign(right) * dy as i32) as u16, y: b.y }
            }
            Neighbours::Eight => {
                Place { x: b.x, y: (i32::from(a.y) + sign(down) * dx as i32) as u16 }
            }
        };
        if self.terrain.is_some() && [dx, dy].iter().all(|&apart| apart > 0) {
            // Beyond a jump point costs may be others.
            let is_turn = first > 0 && dx != dy || self.rules.neighbours == Neighbours::Four;
            if is_turn && first > 0 && self.rows.has(POINT, self.row_place(turn)) {
                return false;
            }
        }
        if self.terrain.is_some() {
            let run = match (along_row, right, down) {
                (true, true, _) => self.straight::<2>(turn, self.row_place(turn)),
                (true, false, _) => self.straight::<6>(turn, self.row_place(turn)),
                (false, _, true) => self.straight::<4>(turn, 0),
                (false, _, false) => self.straight::<0>(turn, 0),
            };
            return run.steps >= self.steps_between(turn, b);
        }
        if along_row {
            let (from, to) = (self.row_place(turn), self.row_place(b));
            !self.rows.has_any(WALL, from.min(to), from.abs_diff(to) + 1)
        } else {
            let (from, to) = (self.column_place(turn), self.column_place(b));
            !self.columns.has_any(WALL, from.min(to), from.abs_diff(to) + 1)
        }
    }

    /// The direction of first steps from `a` to `b`.
    fn toward(&self, a: Place, b: Place) -> Dir {
        match (self.rules.neighbours, b.x >= a.x, b.y >= a.y) {
            (Neighbours::Four, _, true) => Dir::S,
            (Neighbours::Four, _, false) => Dir::N,
            (Neighbours::Eight, true, false) => Dir::NE,
            (Neighbours::Eight, true, true) => Dir::SE,
            (Neighbours::Eight, false, true) => Dir::SW,
            (Neighbours::Eight, false, false) => Dir::NW,
        }
    }
}
