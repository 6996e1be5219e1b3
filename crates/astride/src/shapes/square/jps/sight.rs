//! What is visible from where: scans along straight lines, walks along first steps, and
//! combinations of both.

use super::lines::WALL;
use super::place::Place;
use super::planes::JumpMap;
use crate::base::Dir;
use crate::shapes::square::Neighbours;

/// The extent of a scan.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The number of steps to the jump point, or to the last cell before the wall.
    pub(super) steps: usize,
    /// Whether it ended at a jump point.
    pub(super) is_point: bool,
}

impl JumpMap {
    /// How far a straight path can go in direction `D` before it meets a jump point or a wall, and
    /// which of them it is. `row` is the position of `at` in the rows.
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

    /// Walks along first steps in direction `D` and reports to `visit` on which side and after how
    /// many steps a jump point is seen; side 0 is along the row (eastwards, if there are two).
    /// Returns the length of the walk in steps.
    #[inline(always)]
    pub(super) fn walk_first<const D: u8>(
        &self,
        at: Place,
        visit: impl FnMut(usize, usize),
    ) -> usize {
        // Where the walk ends, and from where jump points are seen on both sides.
        const UP: (usize, [usize; 2]) = (0, [2, 3]);
        const DOWN: (usize, [usize; 2]) = (1, [4, 5]);
        match D {
            0 => self.firsts[0].walk_down(self.column_place(at), DOWN, visit),
            1 => self.firsts[0].walk_up(self.rising_place(at), UP, visit),
            3 => self.firsts[1].walk_up(self.falling_place(at), UP, visit),
            4 => self.firsts[0].walk_up(self.column_place(at), UP, visit),
            5 => self.firsts[0].walk_down(self.rising_place(at), DOWN, visit),
            _ => self.firsts[1].walk_down(self.falling_place(at), DOWN, visit),
        }
    }

    /// How far diagonal steps in direction `dir` lead from `at`, where at least one must be
    /// allowed.
    pub(super) fn first_run(&self, at: Place, dir: Dir) -> usize {
        match dir {
            Dir::NE => self.firsts[0].walk_up(self.rising_place(at), (0, []), |_, _| {}),
            Dir::SW => self.firsts[0].walk_down(self.rising_place(at), (1, []), |_, _| {}),
            Dir::SE => self.firsts[1].walk_up(self.falling_place(at), (0, []), |_, _| {}),
            _ => self.firsts[1].walk_down(self.falling_place(at), (1, []), |_, _| {}),
        }
    }

    /// Whether first steps followed by straight ones lead from `a` to `b` without obstacles: a path
    /// at the estimated cost.
    #[inline(always)]
    pub(crate) fn sees<const PLAIN: bool>(&self, a: Place, b: Place) -> bool {
        let (right, down) = (b.x >= a.x, b.y >= a.y);
        let [dx, dy] = a.apart(b).map(|apart| apart as usize);
        let neighbours = if PLAIN { Neighbours::Eight } else { self.rules.neighbours };
        let (lines, place, is_up, first) = match neighbours {
            Neighbours::Eight if right != down => {
                (&self.firsts[0], self.rising_place(a), right, dx.min(dy))
            }
            Neighbours::Eight => (&self.firsts[1], self.falling_place(a), right, dx.min(dy)),
            Neighbours::Four => (&self.firsts[0], self.column_place(a), down, dy),
        };
        // If jump points end the walk, one at `a` itself does not.
        let skip = usize::from(!PLAIN && first > 0);
        if skip == 1 && self.rules.steps(self.free_around(a)) & self.toward(a, b).bit() == 0 {
            return false;
        }
        // Lane 0 says where a path upwards in position ends, lane 1 where one downwards does.
        let ends = if is_up {
            lines.has_any(0, place + 1 + skip, first - skip)
        } else {
            lines.has_any(1, place - first, first - skip)
        };
        if ends {
            return false;
        }
        let along_row = neighbours == Neighbours::Four || dx > dy;
        let turn = match neighbours {
            Neighbours::Four => Place { x: a.x, y: b.y },
            Neighbours::Eight if along_row => {
                Place { x: if right { a.x + dy as u16 } else { a.x - dy as u16 }, y: b.y }
            }
            Neighbours::Eight => {
                Place { x: b.x, y: if down { a.y + dx as u16 } else { a.y - dx as u16 } }
            }
        };
        if !PLAIN && self.terrain.is_some() {
            // Beyond a border costs may differ.
            let run = match (along_row, right, down) {
                (true, true, _) => self.straight::<2>(turn, self.row_place(turn)),
                (true, false, _) => self.straight::<6>(turn, self.row_place(turn)),
                (false, _, true) => self.straight::<4>(turn, 0),
                (false, _, false) => self.straight::<0>(turn, 0),
            };
            let rest = self.steps_between(turn, b);
            let is_bent = first > 0 && rest > 0;
            let ends = || self.is_border_stop(self.row_place(turn), self.toward(a, b));
            return run.steps >= rest && !(is_bent && ends());
        }
        if along_row {
            let (from, to) = (self.row_place(turn), self.row_place(b));
            !self.rows.has_any(WALL, from.min(to), from.abs_diff(to) + 1)
        } else {
            let (from, to) = (self.column_place(turn), self.column_place(b));
            !self.columns.has_any(WALL, from.min(to), from.abs_diff(to) + 1)
        }
    }

    /// Whether one of `steps` is the one with which a leg from `a` to `b` begins: a first step unless
    /// the leg is straight. True where both are one place.
    #[inline(always)]
    pub(super) fn goes_on_toward<const PLAIN: bool>(&self, a: Place, b: Place, steps: u8) -> bool {
        let [dx, dy] = [i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y)];
        let neighbours = if PLAIN { Neighbours::Eight } else { self.rules.neighbours };
        let (x, y) = match neighbours {
            Neighbours::Four if dy != 0 => (0, dy.signum()),
            _ => (dx.signum(), dy.signum()),
        };
        STEPS[(3 * y + x + MIDDLE) as usize] & (HERE | u16::from(steps)) != 0
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

/// The step to each of the nine places around one, row by row, as a direction mask; `HERE` in the
/// middle.
const STEPS: [u16; 9] = {
    let mut steps = [HERE; 9];
    let mut code = 0;
    while code < 8 {
        let dir = Dir::from_code(code);
        let (x, y) = dir.offset();
        steps[(3 * y + x + MIDDLE) as usize] = dir.bit() as u16;
        code += 1;
    }
    steps
};
const MIDDLE: i32 = 4;
const HERE: u16 = 1 << 8;
