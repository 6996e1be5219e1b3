//! Cells, directions, rectangles and plain vectors.

use std::fmt;
use std::str::FromStr;

use super::SmallSort;

/// A position in a grid: column `x` from the left, row `y` from the top, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Cell {
    /// Column, from the left.
    pub x: u32,
    /// Row, from the top.
    pub y: u32,
}

impl Cell {
    /// The cell in column `x` and row `y`.
    pub const fn new(x: u32, y: u32) -> Self {
        Cell { x, y }
    }

    /// The middle of the cell, in cells from the top left corner of the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Cell, Vec2};
    /// assert_eq!(Cell::new(3, 7).centre(), Vec2::new(3.5, 7.5));
    /// ```
    pub fn centre(self) -> Vec2 {
        Vec2::new(f64::from(self.x) + 0.5, f64::from(self.y) + 0.5)
    }

    /// The neighbour in direction `dir`, or `None` where coordinates would leave `0..2³²`.
    pub fn step(self, dir: Dir) -> Option<Cell> {
        let (dx, dy) = dir.offset();
        Some(Cell { x: self.x.checked_add_signed(dx)?, y: self.y.checked_add_signed(dy)? })
    }

    /// The direction from here to a neighbouring cell, or `None` if `other` is not one of the
    /// eight neighbours.
    pub fn direction_to(self, other: Cell) -> Option<Dir> {
        let dx = i64::from(other.x) - i64::from(self.x);
        let dy = i64::from(other.y) - i64::from(self.y);
        Dir::ALL.into_iter().find(|dir| {
            let (x, y) = dir.offset();
            (i64::from(x), i64::from(y)) == (dx, dy)
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

impl From<(u32, u32)> for Cell {
    fn from((x, y): (u32, u32)) -> Self {
        Cell { x, y }
    }
}

impl FromStr for Cell {
    type Err = CellNameError;

    /// Parses `x,y`.
    fn from_str(text: &str) -> Result<Self, CellNameError> {
        let number = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            if plain { text.parse().ok() } else { None }
        };
        let parts = text.trim_matches(['(', ')']).split_once(',');
        let cell = parts.and_then(|(x, y)| Some(Cell::new(number(x.trim())?, number(y.trim())?)));
        cell.ok_or_else(|| CellNameError(text.to_owned()))
    }
}

/// A text that is not a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellNameError(String);

errors! { struct CellNameError:
    Self(text) => ("not-a-cell",
        "{text:?} is no cell, expected x,y: column from the left, row from the top, both from 0, \
        such as 3,4"),
}

/// One of the eight directions, clockwise from north. Rows count downwards, so north is `y − 1`.
///
/// Odd values are diagonals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(u8)]
pub enum Dir {
    /// Up: `(0, −1)`.
    N = 0,
    /// Up and right: `(1, −1)`.
    NE = 1,
    /// Right: `(1, 0)`.
    E = 2,
    /// Down and right: `(1, 1)`.
    SE = 3,
    /// Down: `(0, 1)`.
    S = 4,
    /// Down and left: `(−1, 1)`.
    SW = 5,
    /// Left: `(−1, 0)`.
    W = 6,
    /// Up and left: `(−1, −1)`.
    NW = 7,
}

impl Dir {
    /// All eight, clockwise from north: the order in which neighbours are generated.
    pub const ALL: [Dir; 8] = [Dir::N, Dir::NE, Dir::E, Dir::SE, Dir::S, Dir::SW, Dir::W, Dir::NW];

    /// The four through the sides of a cell, clockwise from north.
    pub const STRAIGHT: [Dir; 4] = [Dir::N, Dir::E, Dir::S, Dir::W];

    /// One bit each for these.
    pub(crate) const STRAIGHT_BITS: u8 = 0b0101_0101;

    /// The direction with number `code & 7`.
    #[inline(always)]
    pub const fn from_code(code: u8) -> Dir {
        Dir::ALL[(code & 7) as usize]
    }

    /// The change of column and row: each −1, 0 or 1.
    #[inline(always)]
    pub const fn offset(self) -> (i32, i32) {
        const OFFSETS: [(i32, i32); 8] =
            [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];
        OFFSETS[self as usize]
    }

    /// Whether both coordinates change.
    #[inline(always)]
    pub const fn is_diagonal(self) -> bool {
        self as u8 & 1 == 1
    }

    /// The opposite direction.
    #[inline(always)]
    pub const fn opposite(self) -> Dir {
        Dir::from_code(self as u8 + 4)
    }

    /// The direction turned clockwise by `eighths` of a full turn.
    #[inline(always)]
    pub const fn turned(self, eighths: u8) -> Dir {
        Dir::from_code((self as u8).wrapping_add(eighths))
    }

    /// This direction as one bit of a direction mask.
    #[inline(always)]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A rectangle of cells: `x..x + width`, `y..y + height`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct CellRect {
    /// First column.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// Columns; 0 makes it empty.
    pub width: u32,
    /// Rows; 0 makes it empty.
    pub height: u32,
}

impl CellRect {
    /// The rectangle of `width` × `height` cells with its top left corner at `(x, y)`.
    pub const fn new(x: u32, y: u32, width: u32, height: u32) -> Self {
        CellRect { x, y, width, height }
    }

    /// The rectangle of one cell.
    pub const fn of(cell: Cell) -> Self {
        CellRect::new(cell.x, cell.y, 1, 1)
    }

    /// Whether it contains no cell.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Whether it contains `cell`.
    pub const fn contains(self, cell: Cell) -> bool {
        cell.x >= self.x
            && cell.y >= self.y
            && cell.x - self.x < self.width
            && cell.y - self.y < self.height
    }

    /// Its cells, row by row, but none at the largest coordinate, which no map has, or beyond it.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Cell, CellRect};
    /// let cart = CellRect::new(4, 7, 2, 1);
    /// assert_eq!(cart.cells().collect::<Vec<_>>(), [Cell::new(4, 7), Cell::new(5, 7)]);
    /// ```
    pub fn cells(self) -> impl Iterator<Item = Cell> + Clone {
        let columns = self.x..self.x.saturating_add(self.width);
        let rows = self.y..self.y.saturating_add(self.height);
        rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
    }

    /// The cells that are in both; [empty](Self::is_empty) if there are none.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::CellRect;
    /// let (ogre, castle) = (CellRect::new(2, 3, 2, 2), CellRect::new(3, 4, 5, 5));
    /// assert_eq!(ogre.intersection(castle), CellRect::new(3, 4, 1, 1));
    /// assert!(ogre.intersection(CellRect::new(4, 3, 2, 2)).is_empty(), "side by side");
    /// ```
    pub fn intersection(self, other: CellRect) -> CellRect {
        let along = |[a, length]: [u32; 2], [b, other_length]: [u32; 2]| {
            let end =
                (u64::from(a) + u64::from(length)).min(u64::from(b) + u64::from(other_length));
            let start = a.max(b);
            (start, end.saturating_sub(start.into()) as u32)
        };
        let (x, width) = along([self.x, self.width], [other.x, other.width]);
        let (y, height) = along([self.y, self.height], [other.y, other.height]);
        CellRect { x, y, width, height }
    }

    /// `cell` moved by some columns and rows, if the result lies inside.
    pub(crate) fn moved(self, cell: Cell, (dx, dy): (i64, i64)) -> Option<Cell> {
        let on =
            |at: u32, by: i64| i64::from(at).checked_add(by).and_then(|at| u32::try_from(at).ok());
        Some(Cell::new(on(cell.x, dx)?, on(cell.y, dy)?)).filter(|&cell| self.contains(cell))
    }

    /// The smallest rectangle that contains both; an empty one adds nothing.
    pub fn union(self, other: CellRect) -> CellRect {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (u64::from(self.x) + u64::from(self.width))
            .max(u64::from(other.x) + u64::from(other.width));
        let bottom = (u64::from(self.y) + u64::from(self.height))
            .max(u64::from(other.y) + u64::from(other.height));
        let side = |end: u64, start: u32| u32::try_from(end - u64::from(start)).unwrap_or(u32::MAX);
        CellRect { x, y, width: side(right, x), height: side(bottom, y) }
    }

    /// The number of cells in it.
    pub(crate) fn area(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// The number of cells in it and around it, whether on a map or not.
    pub(crate) fn grown_area(self) -> u64 {
        (u64::from(self.width) + 2) * (u64::from(self.height) + 2)
    }

    /// The same cells in fewer rectangles: adjacent rectangles of equal height or width are merged.
    /// All must lie on a map.
    pub(crate) fn joined(mut rects: Vec<CellRect>) -> Vec<CellRect> {
        rects.sort_small_by_key(|rect| (rect.y, rect.height, rect.x, rect.width));
        rects.dedup_by(|next, rect| {
            let is_in_line = (next.y, next.height) == (rect.y, rect.height);
            rect.take_in(*next, is_in_line && next.x <= rect.x + rect.width)
        });
        rects.sort_small_by_key(|rect| (rect.x, rect.width, rect.y, rect.height));
        rects.dedup_by(|next, rect| {
            let is_in_line = (next.x, next.width) == (rect.x, rect.width);
            rect.take_in(*next, is_in_line && next.y <= rect.y + rect.height)
        });
        rects
    }

    fn take_in(&mut self, other: CellRect, is_joined: bool) -> bool {
        if is_joined {
            *self = self.union(other);
        }
        is_joined
    }
}

impl fmt::Display for CellRect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} at ({}, {})", self.width, self.height, self.x, self.y)
    }
}

/// A point or vector in the plane, in world units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Vec2 {
    /// First coordinate.
    pub x: f64,
    /// Second coordinate.
    pub y: f64,
}

impl Vec2 {
    /// The vector `(x, y)`.
    #[inline]
    pub const fn new(x: f64, y: f64) -> Self {
        Vec2 { x, y }
    }

    /// Whether both coordinates are finite numbers.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// The distance between two points.
    #[inline]
    pub fn distance_to(self, other: Vec2) -> f64 {
        other.minus(self).length()
    }

    /// The length of the vector. It uses a square root instead of `hypot`, whose last digit differs
    /// between machines.
    #[inline]
    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The sum of the two vectors.
    #[must_use]
    #[inline]
    pub fn plus(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x + other.x, self.y + other.y)
    }

    /// The vector from `other` to this one.
    #[must_use]
    #[inline]
    pub fn minus(self, other: Vec2) -> Vec2 {
        Vec2::new(self.x - other.x, self.y - other.y)
    }

    /// The vector multiplied by a factor.
    #[must_use]
    #[inline]
    pub fn times(self, factor: f64) -> Vec2 {
        Vec2::new(self.x * factor, self.y * factor)
    }

    pub(crate) fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// The cross product: twice the area of the triangle of both vectors, positive if `other` is to
    /// the right where y points down.
    pub(crate) fn cross(self, other: Vec2) -> f64 {
        self.x * other.y - self.y * other.x
    }
}

/// A point or vector in space, in world units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[repr(C)]
pub struct Vec3 {
    /// First coordinate.
    pub x: f64,
    /// Second coordinate.
    pub y: f64,
    /// Third coordinate.
    pub z: f64,
}

impl Vec3 {
    /// The vector `(x, y, z)`.
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Vec3 { x, y, z }
    }

    /// Whether all three coordinates are finite numbers.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }

    /// The sum of the two vectors.
    #[must_use]
    pub fn plus(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    /// The vector from `other` to this one.
    #[must_use]
    pub fn minus(self, other: Vec3) -> Vec3 {
        Vec3::new(self.x - other.x, self.y - other.y, self.z - other.z)
    }

    /// The vector multiplied by a factor.
    #[must_use]
    pub fn times(self, factor: f64) -> Vec3 {
        Vec3::new(self.x * factor, self.y * factor, self.z * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_directions_cancel_out() {
        for dir in Dir::ALL {
            let cell = Cell::new(5, 5);
            assert_eq!(cell.step(dir).unwrap().step(dir.opposite()), Some(cell));
            assert_eq!(cell.direction_to(cell.step(dir).unwrap()), Some(dir));
        }
        assert_eq!(Cell::new(0, 0).step(Dir::NW), None);
        assert_eq!(Cell::new(u32::MAX, 0).step(Dir::E), None);
    }

    #[test]
    fn a_union_holds_both_rectangles() {
        let joined = CellRect::of(Cell::new(3, 9)).union(CellRect::of(Cell::new(7, 2)));
        assert_eq!(joined, CellRect::new(3, 2, 5, 8));
        assert_eq!(CellRect::default().union(joined), joined);
        assert!(!joined.contains(Cell::new(8, 2)));
    }

    #[test]
    fn an_intersection_has_the_cells_that_are_in_both() {
        let sides = (0..4u32).flat_map(|at| (0..4u32).map(move |length| (at, length)));
        let all: Vec<CellRect> = sides
            .clone()
            .flat_map(|(x, width)| sides.clone().map(move |(y, height)| (x, y, width, height)))
            .map(|(x, y, width, height)| CellRect::new(x, y, width, height))
            .collect();
        for (a, b) in all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b))) {
            let both: Vec<Cell> = a.cells().filter(|&cell| b.contains(cell)).collect();
            let common = a.intersection(b);
            assert_eq!(common.cells().collect::<Vec<_>>(), both, "{a:?} {b:?}");
            assert_eq!(common.is_empty(), both.is_empty(), "{a:?} {b:?}");
        }
        for rect in all {
            let whole = CellRect::new(0, 0, 9, 9);
            let cells: Vec<Cell> = whole.cells().filter(|&cell| rect.contains(cell)).collect();
            assert_eq!(rect.cells().collect::<Vec<_>>(), cells, "{rect:?}");
        }
        let far = CellRect::new(u32::MAX - 1, 3, u32::MAX, 1);
        assert_eq!(far.cells().collect::<Vec<_>>(), [Cell::new(u32::MAX - 1, 3)]);
        assert_eq!(far.intersection(CellRect::new(0, 0, u32::MAX, 9)).width, 1);
    }
}
