//! The grid of cells over a level.

use astride::base::Vec2;

use super::text::{Faces, Point};
use super::{FORMAT, LevelRule};
use crate::error::FormatError;

/// This many cells are always allowed.
const MOST_CELLS: u64 = 1 << 21;

/// Square cells over a level. Their corners have multiples of the side as coordinates, so that parts of
/// a level in several files fit together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// The side of a cell.
    pub(super) cell: f64,
    /// How many cells lie between 0 and the first column and row.
    left: i64,
    lowest: i64,
    pub(super) width: i64,
    pub(super) depth: i64,
}

impl Grid {
    pub(super) fn over(faces: &Faces, rule: LevelRule, cell: f64) -> Result<Self, FormatError> {
        let refused = |found, expected| Err(FormatError::new(FORMAT, found, expected));
        if !(cell > 0.0 && cell.is_finite()) {
            return refused(format!("cells of {cell}"), "a side above 0 (--cell)".to_owned());
        }
        // From the corner of a cell to the opposite one.
        let rise = cell * std::f64::consts::SQRT_2 * rule.degrees().to_radians().tan();
        if rise > rule.step() {
            let found = format!(
                "cells of {cell}, from one to the next of which a slope of {} degrees rises by {rise:.3}",
                rule.degrees()
            );
            let expected = format!(
                "at most a step of {}: smaller cells (--cell), higher steps or less slope (--ground)",
                rule.step()
            );
            return refused(found, expected);
        }
        let used = || (0..faces.count()).flat_map(|face| faces.ring(face));
        let places = || used().map(|&vertex| faces.point(vertex).at);
        let extent = places().fold(0.0f64, |most, at| most.max(at.x.abs()).max(at.y.abs()));
        if cell < 1e-6 * extent {
            let found = format!("cells of {cell} as far as {extent} from 0");
            return refused(found, format!("cells of {} at least (--cell)", 1e-6 * extent));
        }
        let (left, width) = range(places().map(|at| at.x), cell);
        let (lowest, depth) = range(places().map(|at| at.y), cell);
        let grid = Grid { cell, left, lowest, width, depth };
        let most = grid.most_cells(faces.bytes);
        if (width as u64).saturating_mul(depth as u64) > most {
            let found = format!("a level of {width} × {depth} cells of {cell}");
            return refused(found, format!("{most} at most for a file of its length (--cell)"));
        }
        Ok(grid)
    }

    /// How many cells the faces of a file of this length may touch, each face counting its own.
    pub(super) fn most_cells(self, bytes: usize) -> u64 {
        (MOST_CELLS + 16 * bytes as u64).min(1 << 28)
    }

    pub(super) fn cells(self) -> usize {
        (self.width * self.depth) as usize
    }

    /// The number of a cell, row by row.
    pub(super) fn cell_at(self, x: i64, y: i64) -> u32 {
        (y * self.width + x) as u32
    }

    /// Where a column begins.
    pub(super) fn west(self, x: i64) -> f64 {
        (self.left + x) as f64 * self.cell
    }

    /// Where a row begins.
    pub(super) fn south(self, y: i64) -> f64 {
        (self.lowest + y) as f64 * self.cell
    }

    /// The columns that some points may touch.
    pub(super) fn columns_of(self, points: &[Point]) -> std::ops::Range<i64> {
        let (first, count) = range(points.iter().map(|point| point.at.x), self.cell);
        (first - self.left).max(0)..(first - self.left + count).min(self.width)
    }

    /// The rows that some points may touch.
    pub(super) fn rows_of(self, points: &[Point]) -> std::ops::Range<i64> {
        let (first, count) = range(points.iter().map(|point| point.at.y), self.cell);
        (first - self.lowest).max(0)..(first - self.lowest + count).min(self.depth)
    }

    /// A corner of a cell, counter-clockwise from the one with the least coordinates.
    pub(super) fn corner(self, x: i64, y: i64, corner: usize) -> Vec2 {
        let (right, up) = [(0, 0), (1, 0), (1, 1), (0, 1)][corner];
        Vec2::new(self.west(x + right), self.south(y + up))
    }
}

/// The first of the cells that coordinates touch, and how many there are, with one more on either side
/// against rounding.
fn range(coordinates: impl Iterator<Item = f64>, cell: f64) -> (i64, i64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    let (least, most) = coordinates.fold(none, |(least, most), at| (least.min(at), most.max(at)));
    if least > most {
        return (0, 0);
    }
    let (first, last) = ((least / cell).floor() as i64 - 1, (most / cell).floor() as i64 + 1);
    (first, last - first + 1)
}
