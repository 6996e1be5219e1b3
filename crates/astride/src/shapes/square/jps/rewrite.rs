//! Rewriting single cells of a jump map: walls, stops, first steps, sights, numbers.

use super::lines::{DOWN, POINT, UP, WALL};
use super::place::Place;
use super::planes::JumpMap;
use super::touched::{Stretch, Touched};
use super::turns::Memo;
use super::update::Patch;
use crate::base::Dir;
use crate::shapes::square::{GridView, Neighbours};

impl JumpMap {
    /// Walls, and terrain if costs differ.
    pub(super) fn write_terrain(&mut self, view: &GridView<'_>, patch: &Patch) {
        for at in patch.grown(0, [self.width, self.height]) {
            let class = view.grid().class_at(self.node(at));
            let is_wall = !self.layers.has(self.layers.layer_of(at), class);
            let (row, column, index) = (self.row_place(at), self.column_place(at), self.index(at));
            self.rows.set(WALL, row, is_wall);
            self.columns.set(WALL, column, is_wall);
            if let Some(terrain) = &mut self.terrain {
                terrain.classes[index] = class;
            }
        }
    }

    /// Where straight scans stop at a cell.
    pub(super) fn write_stops(&mut self, at: Place) {
        let (row, column) = (self.row_place(at), self.column_place(at));
        let is_wall = self.rows.has(WALL, row);
        let forced = if is_wall { 0 } else { self.rules.forced_arrivals(self.free_around(at)) };
        let forced = forced | if is_wall { 0 } else { self.border_stops(at) };
        let is_point = forced != 0;
        let stops = |dir: Dir| is_wall || forced & dir.bit() != 0;
        let [east, west, south, north] = [Dir::E, Dir::W, Dir::S, Dir::N].map(stops);
        let (south, north) = match self.rules.neighbours {
            Neighbours::Eight => (south, north),
            Neighbours::Four => (is_wall, is_wall),
        };
        self.rows.set(UP, row, east);
        self.rows.set(DOWN, row, west);
        self.rows.set(POINT, row, is_point);
        self.columns.set(UP, column, south);
        self.columns.set(DOWN, column, north);
    }

    /// All lanes of the lines of first steps at a cell; straight scans must be up to date.
    pub(super) fn write_first_steps(&mut self, at: Place) {
        for which in 0..self.firsts.len() {
            let (up, place) = self.first_line(which, at);
            let down = up.opposite();
            let (ahead, behind) = (at.moved(up, 1), at.moved(down, 1));
            let mut lanes = [false; 6];
            lanes[0] = !self.may_step(behind, up) || self.ends_first_steps(behind, up);
            lanes[1] = !self.may_step(at, up) || self.ends_first_steps(ahead, down);
            for (lane, side, dir) in self.seeing_lanes(which) {
                lanes[lane] = self.finds_point(at, side) && !self.ends_first_steps(at, dir);
            }
            for (lane, is_set) in lanes.into_iter().enumerate() {
                self.firsts[which].set(lane, place, is_set);
            }
        }
    }

    /// Writes what is seen along `lines` where it has changed: upwards and downwards.
    pub(super) fn write_sights(
        &mut self,
        lines: &[u16],
        [before, now]: [&[Stretch]; 2],
        dirs: [Dir; 2],
    ) {
        for ((&line, before), now) in lines.iter().zip(before).zip(now) {
            for ((before, now), dir) in before.sights().iter().zip(now.sights()).zip(dirs) {
                for (word, (before, now)) in before.iter().zip(now).enumerate() {
                    let mut changed = before ^ now;
                    while changed != 0 {
                        let bit = changed.trailing_zeros();
                        changed &= changed - 1;
                        let along = (word * 64) as u16 + bit as u16;
                        let at = match dir {
                            Dir::E | Dir::W => Place { x: along, y: line },
                            _ => Place { x: line, y: along },
                        };
                        self.write_sight(at, dir, now >> bit & 1 == 1);
                    }
                }
            }
        }
    }

    fn write_sight(&mut self, at: Place, seen: Dir, is_seen: bool) {
        for which in 0..self.firsts.len() {
            for (lane, side, dir) in self.seeing_lanes(which) {
                if side == seen {
                    let (_, place) = self.first_line(which, at);
                    let is_set = is_seen && !self.ends_first_steps(at, dir);
                    self.firsts[which].set(lane, place, is_set);
                }
            }
        }
    }

    /// Renumbers the jump points of a word of the rows, previously `before`, if they have changed.
    pub(super) fn number_again(&mut self, word: usize, before: u64, touched: &mut Option<Touched>) {
        let now = self.rows.words[word][POINT];
        let base = self.bases[word] as usize;
        let count = before.count_ones() as usize;
        let at = if now == before { base } else { self.points.len() };
        if now != before {
            // These numbers are unreachable, and no step leads on from them.
            (base..base + count).for_each(|number| self.kill_point(number));
            self.dead += count;
            self.bases[word] = at as u32;
        }
        let per_line = self.rows.bits_per_line / 64;
        let (y, left) = (word / per_line, word % per_line * 64);
        let (mut bits, mut memo) = (now, Memo::new(1));
        for number in at..at + now.count_ones() as usize {
            let x = left + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let place = Place { x: x as u16, y: y as u16 };
            if let Some(touched) = touched.as_mut().filter(|_| now != before) {
                touched.point(self, place);
            }
            self.write_point(number, place, &mut memo);
        }
    }

    /// The direction upwards in position of a set of lines of first steps, and the position of a
    /// cell on them.
    fn first_line(&self, which: usize, at: Place) -> (Dir, usize) {
        match (self.rules.neighbours, which) {
            (Neighbours::Four, _) => (Dir::S, self.column_place(at)),
            (Neighbours::Eight, 0) => (Dir::NE, self.rising_place(at)),
            (Neighbours::Eight, _) => (Dir::SE, self.falling_place(at)),
        }
    }

    /// The lanes that say where to turn off from first steps: lane, direction of the turn,
    /// direction of the steps.
    fn seeing_lanes(&self, which: usize) -> [(usize, Dir, Dir); 4] {
        match (self.rules.neighbours, which) {
            (Neighbours::Four, _) => {
                [(2, Dir::E, Dir::S), (3, Dir::W, Dir::S), (4, Dir::E, Dir::N), (5, Dir::W, Dir::N)]
            }
            (Neighbours::Eight, 0) => [
                (2, Dir::E, Dir::NE),
                (3, Dir::N, Dir::NE),
                (4, Dir::W, Dir::SW),
                (5, Dir::S, Dir::SW),
            ],
            (Neighbours::Eight, _) => [
                (2, Dir::E, Dir::SE),
                (3, Dir::S, Dir::SE),
                (4, Dir::W, Dir::NW),
                (5, Dir::N, Dir::NW),
            ],
        }
    }

    fn is_on_rim(&self, at: Place) -> bool {
        let (x, y) = (u32::from(at.x), u32::from(at.y));
        x == 0 || y == 0 || x > self.width || y > self.height
    }

    /// Whether a step from a place, which may be on the rim, is allowed.
    fn may_step(&self, at: Place, dir: Dir) -> bool {
        !self.is_on_rim(at)
            && !self.rows.has(WALL, self.row_place(at))
            && self.rules.steps(self.free_around(at)) & dir.bit() != 0
    }

    /// Whether first steps in direction `dir` end at a place, which may be on the rim.
    fn ends_first_steps(&self, at: Place, dir: Dir) -> bool {
        if self.is_plain() || self.is_on_rim(at) || self.rows.has(WALL, self.row_place(at)) {
            return false;
        }
        let forced = self.rules.forced_arrivals(self.free_around(at));
        (forced | self.border_stops(at)) & dir.bit() != 0
    }

    fn finds_point(&self, at: Place, dir: Dir) -> bool {
        let row = self.row_place(at);
        let run = match dir {
            Dir::N => self.straight::<0>(at, row),
            Dir::E => self.straight::<2>(at, row),
            Dir::S => self.straight::<4>(at, row),
            _ => self.straight::<6>(at, row),
        };
        run.is_point
    }
}
