//! Jump points: their numbers, and how canonical paths go on from them.

use crate::base::Dir;
use crate::search::jps::lines::POINT;
use crate::search::jps::place::Place;
use crate::search::jps::planes::{JumpMap, Stops};
use crate::world::{Corners, Neighbours};

/// A jump point: where it is, and which of its neighbours are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub(super) at: Place,
    pub(super) around: u8,
    /// Whether terrain of another cost is beside, so that any step may be the next.
    pub(super) is_border: bool,
}

impl JumpMap {
    /// Gives each jump point a number, row by row.
    pub(super) fn number_points(&mut self) {
        let words_per_line = self.rows.bits_per_line / 64;
        self.bases.clear();
        self.points.clear();
        self.bases.reserve_exact(self.rows.words.len());
        for (word, lanes) in self.rows.words.iter().enumerate() {
            self.bases.push(self.points.len() as u32);
            let (y, left) = (word / words_per_line, word % words_per_line * 64);
            let mut bits = lanes[POINT];
            while bits != 0 {
                let x = left + bits.trailing_zeros() as usize;
                let at = Place { x: x as u16, y: y as u16 };
                let is_border = self.is_border(at);
                self.points.push(Point { at, around: self.free_around(at), is_border });
                bits &= bits - 1;
            }
        }
    }

    /// Whether terrain of another cost is beside a free cell.
    fn is_border(&self, at: Place) -> bool {
        let Some(terrain) = &self.terrain else { return false };
        let around = self.free_around(at);
        let factor = self.factor(at);
        Dir::ALL.into_iter().any(|dir| {
            around & dir.bit() != 0 && {
                let class = terrain.classes[self.node(at.moved(dir, 1)).index()];
                u64::from(terrain.factors[usize::from(class)]) != factor
            }
        })
    }

    /// How many jump points the map has.
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

    /// Whether first steps end at jump points.
    #[inline(always)]
    pub(super) fn stops_first_steps(&self) -> bool {
        self.stops == Stops::All
            || self.rules.corners != Corners::Never && self.rules.neighbours == Neighbours::Eight
    }

    /// Whether first steps in direction `dir` end at `at` because it is a jump point.
    #[inline(always)]
    pub(super) fn stops_at(&self, at: Place, row: usize, dir: Dir) -> bool {
        match self.stops {
            Stops::All => self.rows.has(POINT, row),
            Stops::Directed => self.rules.is_forced(dir, self.free_around(at)),
        }
    }

    /// The steps that some canonical path takes from a jump point after a jump to it.
    pub(super) fn ever_taken(&self, point: Point) -> u8 {
        if point.is_border {
            self.rules.steps(point.around)
        } else {
            self.rules.ever_taken(point.around, self.stops == Stops::All)
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
