//! The painted part of a map, in the columns and rows of the file.

use super::{FORMAT, Reading};
use crate::error::FormatError;
use crate::import::{cells, count};
use crate::legend::class;

/// Nothing has been painted here.
const BARE: u8 = 0;

/// Columns and rows from a first one, which may be negative.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    pub(super) left: i64,
    pub(super) top: i64,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl Bounds {
    /// The offset of a column and a row from the first ones.
    pub(super) fn cell(&self, column: i64, row: i64) -> Option<(u32, u32)> {
        let offset = |value: i64, first: i64, length: u32| {
            u32::try_from(value - first).ok().filter(|&offset| offset < length)
        };
        Some((offset(column, self.left, self.width)?, offset(row, self.top, self.height)?))
    }

    /// The outermost columns and rows.
    pub(super) fn corners(&self) -> [(i64, i64); 4] {
        let right = self.left + i64::from(self.width) - 1;
        let bottom = self.top + i64::from(self.height) - 1;
        [(self.left, self.top), (right, self.top), (self.left, bottom), (right, bottom)]
    }
}

/// A class for every cell.
pub(super) struct Canvas {
    pub(super) bounds: Bounds,
    pub(super) classes: Vec<u8>,
}

impl Canvas {
    pub(super) fn over(bounds: Bounds) -> Result<Self, FormatError> {
        let count = cells(FORMAT, u64::from(bounds.width), u64::from(bounds.height))?;
        Ok(Canvas { bounds, classes: vec![BARE; count as usize] })
    }

    /// Places a tile on top: one without a meaning is ground if nothing is there yet.
    pub(super) fn put(&mut self, column: i64, row: i64, meaning: Option<u8>) {
        let Some((x, y)) = self.bounds.cell(column, row) else { return };
        let cell = &mut self.classes[y as usize * self.bounds.width as usize + x as usize];
        match meaning {
            Some(class) => *cell = class,
            None if *cell == BARE => *cell = class::FREE,
            None => {}
        }
    }

    /// Cells without a tile are not part of the map; but if no ground was painted anywhere, they
    /// are the ground.
    pub(super) fn fill_the_rest(&mut self, reading: &mut Reading<'_>) {
        let is_ground =
            |class: &u8| ![BARE, class::BLOCKED, class::TREES, class::UNKNOWN].contains(class);
        let has_ground = self.classes.iter().any(is_ground);
        let bare = self.classes.iter().filter(|class| **class == BARE).count();
        let (fill, what) = match has_ground {
            true => (class::UNKNOWN, "blocked"),
            false => (class::FREE, "free, since no tile is"),
        };
        if bare > 0 {
            let bare = count(bare, "cell");
            reading.notes.add(format!("{bare} without a tile: {what}"));
        }
        self.classes.iter_mut().filter(|class| **class == BARE).for_each(|class| *class = fill);
    }

    /// Columns, rows and classes.
    pub(super) fn cells(&self) -> impl Iterator<Item = (i64, i64, u8)> + '_ {
        let Bounds { left, top, width, .. } = self.bounds;
        let rows = (top..).zip(self.classes.chunks_exact(width as usize));
        rows.flat_map(move |(row, classes)| {
            (left..).zip(classes).map(move |(column, &class)| (column, row, class))
        })
    }
}
