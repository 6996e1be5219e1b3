//! Cells, rectangles and directions, as C writes them.

use astride::base::{Cell, CellRect, Dir};
use astride::shapes::square::Edit;

use crate::caller::Plain;
use crate::status::{Answer, AstrideStatus, Fault};

/// A cell: column and row, from (0, 0) at the top left.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AstrideCell {
    /// The column, to the right.
    pub x: u32,
    /// The row, downward.
    pub y: u32,
}

// SAFETY: two numbers in C order.
unsafe impl Plain for AstrideCell {}

/// A rectangle of cells.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AstrideRect {
    /// The leftmost column.
    pub x: u32,
    /// The topmost row.
    pub y: u32,
    /// How many columns.
    pub width: u32,
    /// How many rows.
    pub height: u32,
}

/// One of the eight directions, clockwise from north, which is up, towards smaller `y`.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideDir {
    /// Up.
    N = 0,
    /// Up and right.
    NE = 1,
    /// Right.
    E = 2,
    /// Down and right.
    SE = 3,
    /// Down.
    S = 4,
    /// Down and left.
    SW = 5,
    /// Left.
    W = 6,
    /// Up and left.
    NW = 7,
}

impl From<AstrideCell> for Cell {
    fn from(cell: AstrideCell) -> Self {
        Cell::new(cell.x, cell.y)
    }
}

impl From<Cell> for AstrideCell {
    fn from(cell: Cell) -> Self {
        AstrideCell { x: cell.x, y: cell.y }
    }
}

impl From<AstrideRect> for CellRect {
    fn from(rect: AstrideRect) -> Self {
        CellRect::new(rect.x, rect.y, rect.width, rect.height)
    }
}

/// The direction with this number.
pub(crate) fn dir(number: u32) -> Answer<Dir> {
    chosen(number, &Dir::ALL, "direction")
}

/// The direction with this number, which is that of a side: N, E, S or W.
pub(crate) fn side(number: u32, cell: AstrideCell) -> Answer<Dir> {
    let dir = dir(number)?;
    Edit::check_side(cell, dir)?;
    Ok(dir)
}

/// The value of an enumerator.
pub(crate) fn chosen<T: Copy>(number: u32, all: &[T], what: &str) -> Answer<T> {
    let refusal = || {
        let text = format!("there is no {what} {number}, expected 0 to {}", all.len() - 1);
        Fault::new(AstrideStatus::BadArgument, text)
    };
    all.get(number as usize).copied().ok_or_else(refusal)
}

/// A number of one byte, such as a terrain class.
pub(crate) fn byte(number: u32, what: &str) -> Answer<u8> {
    let refusal = |_| {
        let text = format!("the {what} is {number}, expected 0 to 255");
        Fault::new(AstrideStatus::BadArgument, text)
    };
    u8::try_from(number).map_err(refusal)
}
