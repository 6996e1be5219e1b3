//! Straight lines over square cells: the sides that they cross, in order, and what stops them.

use super::Neighbours;
use crate::base::{Cell, Dir, Vec2};

/// The extent of a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ray {
    /// The last cell that it enters.
    pub last: Cell,
    /// What stops it there; `None` if it reaches its end.
    pub hit: Option<Hit>,
}

/// Where a ray is stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hit {
    /// The side of the last cell at which it is stopped; a diagonal direction means a corner.
    pub side: Dir,
    /// The point on that side, in cells: the centre of cell (x, y) is at (x + ½, y + ½). Which cell
    /// and side is hit is computed in integers; of this point, only where along the side it is, is
    /// rounded.
    pub point: Vec2,
}

/// The sides of cells that a straight line crosses, in order.
pub(crate) struct Borders {
    /// The ends, in parts of a cell.
    from: [i64; 2],
    to: [i64; 2],
    /// How many parts a cell has.
    unit: i64,
    /// The number of parts along each axis, and up to the next side.
    size: [u64; 2],
    next: [u64; 2],
}

impl Borders {
    /// The parts of a cell to which points are rounded.
    const PARTS: i64 = 1 << 16;

    /// No point may be farther from 0, in cells.
    const FARTHEST: f64 = (1u64 << 31) as f64;

    pub(crate) fn between_centres(from: Cell, to: Cell) -> Self {
        let centre = |cell: Cell| [cell.x, cell.y].map(|at| 2 * i64::from(at) + 1);
        Borders::new(centre(from), centre(to), 2)
    }

    /// `None` if a point is no number or too far away.
    pub(crate) fn between_points(from: Vec2, to: Vec2) -> Option<Self> {
        let parts = |point: Vec2| {
            let is_near = point.x.abs().max(point.y.abs()) <= Self::FARTHEST && point.is_finite();
            is_near.then(|| [point.x, point.y].map(|at| (at * Self::PARTS as f64).round() as i64))
        };
        Some(Borders::new(parts(from)?, parts(to)?, Self::PARTS))
    }

    fn new(from: [i64; 2], to: [i64; 2], unit: i64) -> Self {
        let size = [0, 1].map(|axis| to[axis].abs_diff(from[axis]));
        let next = [0, 1].map(|axis| match from[axis].rem_euclid(unit) {
            0 => unit as u64, // it begins on a side, in the cell ahead
            past if to[axis] < from[axis] => past as u64,
            past => (unit - past) as u64,
        });
        Borders { from, to, unit, size, next }
    }

    /// The column and the row in which the line begins.
    pub(crate) fn start(&self) -> Option<Cell> {
        let [x, y] = [0, 1].map(|axis| {
            let is_back = self.to[axis] < self.from[axis];
            (self.from[axis] - i64::from(is_back)).div_euclid(self.unit)
        });
        Some(Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?))
    }

    /// The next side; a diagonal direction if the line passes through the corner, `None` at its end.
    pub(crate) fn next_side(&mut self) -> Option<Dir> {
        let ([columns, rows], [column, row]) = (self.size, self.next);
        let wide = |a: u64, b: u64| u128::from(a) * u128::from(b);
        // The line crosses the next side of a column at `column / columns` of its length.
        let order = wide(column, rows).cmp(&wide(row, columns));
        let is_across = column < columns && (row >= rows || order.is_le());
        let is_down = row < rows && (column >= columns || order.is_ge());
        let unit = self.unit as u64;
        self.next = [column + unit * u64::from(is_across), row + unit * u64::from(is_down)];
        let across = if self.to[0] > self.from[0] { Dir::E } else { Dir::W };
        let down = if self.to[1] > self.from[1] { Dir::S } else { Dir::N };
        match (is_across, is_down) {
            (true, true) => Some(match (across, down) {
                (Dir::E, Dir::N) => Dir::NE,
                (Dir::E, _) => Dir::SE,
                (_, Dir::N) => Dir::NW,
                _ => Dir::SW,
            }),
            (true, false) => Some(across),
            (false, true) => Some(down),
            (false, false) => None,
        }
    }

    /// Where the line meets the side that it crossed last.
    fn point(&self, side: Dir) -> Vec2 {
        let (dx, dy) = side.offset();
        let is_crossed = [dx != 0, dy != 0];
        let gone = |axis: usize| (self.next[axis] - self.unit as u64) as f64;
        let axis = usize::from(dx == 0);
        let part = gone(axis) / self.size[axis] as f64;
        let [x, y] = [0, 1].map(|axis| {
            let gone = if is_crossed[axis] { gone(axis) } else { part * self.size[axis] as f64 };
            let from = self.from[axis] as f64;
            let at = if self.to[axis] < self.from[axis] { from - gone } else { from + gone };
            at / self.unit as f64
        });
        Vec2::new(x, y)
    }

    /// Follows the line from a place, where `cross` leads to the place behind a side.
    pub(crate) fn follow<P>(
        mut self,
        start: P,
        cross: impl Fn(&P, Dir) -> Option<P>,
    ) -> (P, Option<Hit>) {
        let mut last = start;
        while let Some(side) = self.next_side() {
            match cross(&last, side) {
                Some(next) => last = next,
                None => return (last, Some(Hit { side, point: self.point(side) })),
            }
        }
        (last, None)
    }
}

/// The place behind a side, if a step there is allowed. For movers without diagonal steps, a corner is
/// passed by one of the two ways round it.
pub(crate) fn cross<P>(
    neighbours: Neighbours,
    at: &P,
    side: Dir,
    step: impl Fn(&P, Dir) -> Option<P>,
) -> Option<P> {
    if !side.is_diagonal() || neighbours == Neighbours::Eight {
        return step(at, side);
    }
    let (one, other) = (side.turned(7), side.turned(1));
    let way = |first, second| step(&step(at, first)?, second);
    way(one, other).or_else(|| way(other, one))
}
