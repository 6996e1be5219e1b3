//! Positions on and between cells, in half cells.

use std::fmt;

use crate::base::{Cell, Vec2};

/// A position on a map, in half cells from its top left: corners of cells have two even
/// coordinates, centres two odd ones, midpoints of edges one of each.
///
/// # Examples
///
/// ```
/// use astride::base::{Cell, Vec2};
/// use astride::shapes::square::Spot;
/// assert_eq!(Spot::corner(3, 5).point(), Vec2::new(3.0, 5.0));
/// assert_eq!(Spot::centre(Cell::new(3, 5)).point(), Vec2::new(3.5, 5.5));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Spot {
    /// Half cells from the left edge of the map.
    pub x: u32,
    /// Half cells from the top edge of the map.
    pub y: u32,
}

impl Spot {
    /// The top left corner of the cell in column `x` and row `y`; both may be one past the last.
    /// Values from 2³¹ on give the farthest spot that exists, which is off every map.
    pub const fn corner(x: u32, y: u32) -> Self {
        Spot { x: x.saturating_mul(2), y: y.saturating_mul(2) }
    }

    /// The centre of a cell.
    pub const fn centre(cell: Cell) -> Self {
        let Spot { x, y } = Spot::corner(cell.x, cell.y);
        Spot { x: x.saturating_add(1), y: y.saturating_add(1) }
    }

    /// The same position in cell widths: cell (x, y) is the square from (x, y) to (x + 1, y + 1).
    pub fn point(self) -> Vec2 {
        Vec2::new(f64::from(self.x) / 2.0, f64::from(self.y) / 2.0)
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vec2 { x, y } = self.point();
        write!(f, "({x}, {y})")
    }
}
