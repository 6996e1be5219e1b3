//! Jump points: their numbers, and how canonical paths continue from them.

use super::build::MEMO_PLACES;
use super::lines::POINT;
use super::place::{Place, Point};
use super::planes::JumpMap;
use super::turns::{Memo, Patch, Turns, beside};
use crate::base::Dir;
use crate::shapes::square::{Corners, Neighbours};

impl JumpMap {
    /// Numbers the jump points, row by row.
    pub(super) fn number_points(&mut self) {
        let words_per_line = self.rows.bits_per_line / 64;
        let mut memo = Memo::new(MEMO_PLACES);
        self.bases.clear();
        self.points.clear();
        self.marks = None;
        self.terrain.iter_mut().for_each(|terrain| terrain.taken.clear());
        self.dead = 0;
        self.bases.reserve_exact(self.rows.words.len());
        for word in 0..self.rows.words.len() {
            self.bases.push(self.points.len() as u32);
            let (y, left) = (word / words_per_line, word % words_per_line * 64);
            let mut bits = self.rows.words[word][POINT];
            while bits != 0 {
                let x = left + bits.trailing_zeros() as usize;
                self.write_point(self.points.len(), Place { x: x as u16, y: y as u16 }, &mut memo);
                bits &= bits - 1;
            }
        }
    }

    /// Gives each jump point the number it would have in a new map: the numbers break ties between
    /// paths of equal cost.
    pub(crate) fn number_as_new(&mut self) {
        if self.dead > 0 || !self.bases.is_sorted() {
            self.number_points();
        }
    }

    /// Computes the data of a jump point; `number` may be the next free one.
    pub(super) fn write_point(&mut self, number: usize, at: Place, memo: &mut Memo) {
        let around = self.free_around(at);
        let patch = self.border_patch(at);
        let turns = patch.map(|patch| memo.turns(&patch, &self.rules, self.costs));
        let point = Point { at, around, stops: turns.map_or(0, |turns| turns.stops) };
        let rules = &self.rules;
        let forced = rules.forced_arrivals(around);
        let by_rules = |arrival: usize| {
            let dir = Dir::from_code(arrival as u8);
            if forced & dir.bit() != 0 { rules.taken(dir, around) } else { 0 }
        };
        if let Some(terrain) = &mut self.terrain {
            let taken = turns.map_or_else(|| std::array::from_fn(by_rules), |turns| turns.taken);
            put(&mut terrain.taken, number, taken);
        }
        put(&mut self.points, number, point);
    }

    /// Turns it into a number without a jump point, from which no step leads away.
    pub(super) fn kill_point(&mut self, number: usize) {
        let point = &mut self.points[number];
        (point.around, point.stops) = (0, 0);
        if let Some(terrain) = &mut self.terrain {
            terrain.taken[number] = [0; 8];
        }
    }

    /// The factors of a free cell and its neighbours, if terrain of another cost is next to it.
    pub(super) fn border_patch(&self, at: Place) -> Option<Patch> {
        let terrain = self.terrain.as_ref()?;
        let around = self.free_around(at);
        let here = terrain.factor_at(self.index(at));
        let mut patch = [here; 9];
        let mut is_border = false;
        for dir in Dir::ALL {
            let is_free = around & dir.bit() != 0;
            let there = at.moved(dir, 1);
            let factor = if is_free { terrain.factor_at(self.index(there)) } else { 0 };
            patch[beside(dir)] = factor;
            is_border |= is_free && factor != here;
        }
        is_border.then_some(patch)
    }

    /// The directions of arrival that terrain of another cost allows to turn at a free cell, or
    /// forces to stop.
    pub(super) fn border_stops(&self, at: Place) -> u8 {
        let patch = self.border_patch(at);
        patch.map_or(0, |patch| Turns::new(&patch, &self.rules, self.costs).stops)
    }

    /// The number of cells of the map.
    pub(super) fn cell_count(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// An upper bound for the numbers of jump points: the number of jump points on the map and,
    /// after updates, up to as many more unused numbers.
    pub fn point_count(&self) -> usize {
        self.points.len()
    }

    /// The number of jump points on the map.
    pub(crate) fn live_point_count(&self) -> usize {
        self.points.len() - self.dead
    }

    /// Whether a number still belongs to a jump point.
    pub(super) fn is_live(&self, number: u32) -> bool {
        self.number_of(self.row_place(self.place_of(number))) == Some(number)
    }

    /// The number of the jump point at a position in the rows.
    #[inline(always)]
    pub(super) fn number_at(&self, place: usize) -> u32 {
        let before = self.rows.words[place / 64][POINT] & !(!0 << (place % 64));
        self.bases[place / 64] + before.count_ones()
    }

    /// The number of the jump point at a position in the rows, if there is one.
    #[inline(always)]
    pub(super) fn number_of(&self, place: usize) -> Option<u32> {
        self.rows.has(POINT, place).then(|| self.number_at(place))
    }

    #[inline(always)]
    pub(super) fn point(&self, number: u32) -> Point {
        self.points[number as usize]
    }

    /// The place of a jump point.
    #[inline(always)]
    pub(crate) fn place_of(&self, number: u32) -> Place {
        self.point(number).at
    }

    /// Whether first steps cannot end at jump points and costs are uniform, which is the simplest
    /// and most common kind of map.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.rules.corners == Corners::Never
            && self.rules.neighbours == Neighbours::Eight
            && self.terrain.is_none()
    }

    /// Whether first steps in direction `dir` end at `at` because it is a jump point.
    #[inline(always)]
    pub(super) fn stops_first_steps(&self, at: Place, row: usize, dir: Dir) -> bool {
        self.rules.is_forced(dir, self.free_around(at)) || self.is_border_stop(row, dir)
    }

    /// Whether terrain of another cost makes an arrival stop at a position in the rows.
    #[inline(always)]
    pub(super) fn is_border_stop(&self, row: usize, dir: Dir) -> bool {
        self.terrain.is_some()
            && self.rows.has(POINT, row)
            && self.point(self.number_at(row)).stops & dir.bit() != 0
    }

    /// The steps that some canonical path takes from a jump point after a jump to it.
    pub(super) fn ever_taken(&self, number: u32) -> u8 {
        match &self.terrain {
            Some(terrain) => terrain.taken[number as usize].iter().fold(0, |all, dirs| all | dirs),
            None => self.rules.ever_taken(self.point(number).around),
        }
    }

    /// The steps that a canonical path may take from a jump point.
    #[inline(always)]
    pub(super) fn taken(&self, number: u32, arrival: Dir) -> u8 {
        match &self.terrain {
            Some(terrain) => terrain.taken[number as usize][arrival as usize],
            None => self.rules.taken(arrival, self.point(number).around),
        }
    }
}

/// Overwrites an item of a list, or appends it.
fn put<T>(list: &mut Vec<T>, at: usize, item: T) {
    match list.get_mut(at) {
        Some(known) => *known = item,
        None => list.push(item),
    }
}
