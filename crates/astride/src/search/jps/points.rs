//! Jump points: their numbers, and how canonical paths go on from them.

use crate::base::Dir;
use crate::search::jps::lines::POINT;
use crate::search::jps::place::Place;
use crate::search::jps::planes::JumpMap;
use crate::world::{Corners, Neighbours};

/// A jump point: where it is, and which of its neighbours are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) at: Place,
    pub(super) around: u8,
    /// Whether terrain of another cost is beside, so that any step may be the next.
    pub(super) is_border: bool,
}

impl Point {
    /// Makes it a number without a jump point: no step leads away from there.
    pub(super) fn kill(&mut self) {
        (self.around, self.is_border) = (0, false);
    }
}

impl JumpMap {
    /// Gives each jump point a number, row by row.
    pub(super) fn number_points(&mut self) {
        let words_per_line = self.rows.bits_per_line / 64;
        self.bases.clear();
        self.points.clear();
        self.dead = 0;
        self.bases.reserve_exact(self.rows.words.len());
        for (word, lanes) in self.rows.words.iter().enumerate() {
            self.bases.push(self.points.len() as u32);
            let (y, left) = (word / words_per_line, word % words_per_line * 64);
            let mut bits = lanes[POINT];
            while bits != 0 {
                let x = left + bits.trailing_zeros() as usize;
                let point = self.new_point(Place { x: x as u16, y: y as u16 });
                self.points.push(point);
                bits &= bits - 1;
            }
        }
    }

    /// What is to know about a jump point.
    pub(super) fn new_point(&self, at: Place) -> Point {
        Point { at, around: self.free_around(at), is_border: self.is_border(at) }
    }

    /// Whether terrain of another cost is beside a free cell.
    pub(super) fn is_border(&self, at: Place) -> bool {
        let Some(terrain) = &self.terrain else { return false };
        let around = self.free_around(at);
        let factor = self.factor(at);
        Dir::ALL.into_iter().any(|dir| {
            around & dir.bit() != 0 && {
                let class = terrain.classes[self.index(at.moved(dir, 1))];
                u64::from(terrain.factors[usize::from(class)]) != factor
            }
        })
    }

    /// All jump points have smaller numbers: how many the map has, and after updates up to as many
    /// again that it had.
    pub fn point_count(&self) -> usize {
        self.points.len()
    }

    /// The number of the jump point at a place of the rows.
    #[inline(always)]
    pub(super) fn number_at(&self, place: usize) -> u32 {
        let before = self.rows.words[place / 64][POINT] & !(!0 << (place % 64));
        self.bases[place / 64] + before.count_ones()
    }

    #[inline(always)]
    pub(super) fn point(&self, number: u32) -> Point {
        self.points[number as usize]
    }

    /// Where a jump point is.
    #[inline(always)]
    pub(crate) fn place_of(&self, number: u32) -> Place {
        self.point(number).at
    }

    /// Whether first steps can end at jump points, and costs can differ: what the plainest and most
    /// usual kind of map has not.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.rules.corners == Corners::Never
            && self.rules.neighbours == Neighbours::Eight
            && self.terrain.is_none()
    }

    /// Whether first steps in direction `dir` end at `at` because it is a jump point.
    #[inline(always)]
    pub(super) fn stops_first_steps(&self, at: Place, row: usize, dir: Dir) -> bool {
        self.rules.is_forced(dir, self.free_around(at)) || self.is_border_point(row)
    }

    /// Whether there is a jump point at a place of the rows, with terrain of another cost beside.
    #[inline(always)]
    pub(super) fn is_border_point(&self, row: usize) -> bool {
        self.terrain.is_some()
            && self.rows.has(POINT, row)
            && self.point(self.number_at(row)).is_border
    }

    /// The steps that some canonical path takes from a jump point after a jump to it.
    pub(super) fn ever_taken(&self, point: Point) -> u8 {
        if point.is_border {
            self.rules.steps(point.around)
        } else {
            self.rules.ever_taken(point.around)
        }
    }

    /// The steps that a canonical path may take from a jump point.
    #[inline(always)]
    pub(super) fn taken(&self, point: Point, arrival: Dir) -> u8 {
        if point.is_border {
            self.rules.steps(point.around)
        } else {
            self.rules.taken(arrival, point.around)
        }
    }
}
