//! The positions of cells in a picture, in pixels.

use astride::base::Cell;
use astride::shapes::square::Grid;

use crate::error::{DrawError, Kind};

/// The maximum side of a picture, whatever its options say: with four bytes per pixel it would take
/// a gigabyte.
pub(crate) const LARGEST_SIDE: u32 = 1 << 14;

/// The height of the title line.
const TITLE: u32 = 34;

/// The height of the legend line.
pub(crate) const LEGEND: u32 = 34;

/// The requested size of a picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// Pixels per cell, if specified.
    pub(crate) cell: Option<u32>,
    /// The maximum side.
    pub(crate) max_side: u32,
    /// The target for the longer side if cells are sized automatically.
    pub(crate) target: u32,
    /// The limits for the size of an automatic cell.
    pub(crate) auto: (u32, u32),
    /// Pixels left free all around.
    pub(crate) margin: u32,
    /// Whether there is a title above.
    pub(crate) has_title: bool,
    /// Whether there is a legend below.
    pub(crate) has_legend: bool,
    /// Whether several cells may share a pixel if the map is too large.
    pub(crate) may_shrink: bool,
}

/// The positions of cells in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The size of the whole picture.
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The position of the map.
    pub(crate) left: u32,
    pub(crate) top: u32,
    /// The height of the legend, 0 without one.
    pub(crate) legend: u32,
    /// Pixels per block.
    pub(crate) cell: u32,
    /// Cells per side of a block; more than 1 only if `cell` is 1.
    pub(crate) block: u32,
    /// The numbers of blocks.
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl Layout {
    pub(crate) fn new(grid: &Grid, wish: Wish) -> Result<Layout, DrawError> {
        if wish.cell == Some(0) {
            return Err(Kind::NoCell.into());
        }
        let limit = wish.max_side.min(LARGEST_SIDE);
        let title = if wish.has_title { TITLE } else { 0 };
        let longest = grid.width().max(grid.height());
        let legend = if wish.has_legend { LEGEND } else { 0 };
        let spare = u64::from(title + legend) + 2 * u64::from(wish.margin);
        let room = |side: u32| u64::from(side).saturating_sub(spare).max(1);
        let aim = (room(wish.target.min(limit)) / u64::from(longest)) as u32;
        let cell = wish.cell.unwrap_or(aim.clamp(wish.auto.0, wish.auto.1));
        let is_shrunk = wish.may_shrink && wish.cell.is_none() && u64::from(longest) > room(limit);
        let block = if is_shrunk { u64::from(longest).div_ceil(room(limit)) as u32 } else { 1 };
        let cell = if is_shrunk { 1 } else { cell };
        let (columns, rows) = (grid.width().div_ceil(block), grid.height().div_ceil(block));
        let pixels = |count: u32| u64::from(count) * u64::from(cell) + 2 * u64::from(wish.margin);
        let (width, height) = (pixels(columns), pixels(rows) + u64::from(title + legend));
        if width > u64::from(limit) || height > u64::from(limit) {
            return Err(Kind::TooLarge { width, height, limit }.into());
        }
        let margin = wish.margin;
        let (width, height) = (width as u32, height as u32);
        let top = margin + title;
        Ok(Layout { width, height, left: margin, top, legend, cell, block, columns, rows })
    }

    /// Pixels from one cell to the next.
    pub(crate) fn pitch(&self) -> f64 {
        f64::from(self.cell) / f64::from(self.block)
    }

    /// The top left corner of a cell.
    pub(crate) fn corner(&self, cell: Cell) -> (f64, f64) {
        let pitch = self.pitch();
        (
            f64::from(self.left) + f64::from(cell.x) * pitch,
            f64::from(self.top) + f64::from(cell.y) * pitch,
        )
    }

    /// The centre of a cell.
    pub(crate) fn centre(&self, cell: Cell) -> (f64, f64) {
        let ((x, y), half) = (self.corner(cell), self.pitch() / 2.0);
        (x + half, y + half)
    }
}
