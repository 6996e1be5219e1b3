//! Line of sight along a straight line, in integers only.

use crate::base::{Cell, CellRect};
use crate::shapes::square::Grid;

impl Grid {
    /// Whether the straight line between the centres of two cells is unblocked, ignoring the cells
    /// themselves; not if one of them is off the map. `is_opaque` says which terrain classes block
    /// sight; a line through a corner passes unless both cells beside it do. The same from either end.
    /// Walls and fences between cells stop steps, not sight: [`cast_ray`](super::cast_ray) follows the
    /// line of a mover.
    ///
    /// # Complexity
    ///
    /// O(columns + rows between them).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// let grid = Grid::from_classes(5, 2, b"..@.......")?;
    /// let is_opaque = |class: u8| class == b'@';
    /// assert!(!grid.can_see((0, 0), (4, 0), is_opaque));
    /// assert!(grid.can_see((0, 1), (4, 0), |_| false) && grid.can_see((0, 1), (4, 1), is_opaque));
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn can_see(
        &self,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        is_opaque: impl Fn(u8) -> bool,
    ) -> bool {
        let (from, to) = (from.into(), to.into());
        let is_opaque = |cell: Cell| self.class(cell).is_none_or(&is_opaque);
        [from, to].into_iter().all(|end| self.bounds().contains(end))
            && is_in_sight(from, to, is_opaque)
    }

    /// The cells that [can be seen](Self::can_see) from `eye`, including opaque ones, whose centres are
    /// at most `radius` cells away: row by row, none from off the map.
    ///
    /// # Complexity
    ///
    /// O(radius³).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// let grid = Grid::from_classes(5, 2, b"..@.......")?;
    /// let seen = grid.in_sight((0, 0), 9, |class| class == b'@');
    /// assert_eq!(seen.len(), 7, "the wall is seen, and what is behind it is not");
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn in_sight(
        &self,
        eye: impl Into<Cell>,
        radius: u32,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Vec<Cell> {
        let eye = eye.into();
        let first = Cell::new(eye.x.saturating_sub(radius), eye.y.saturating_sub(radius));
        let side = |at: u32, first: u32| (at - first).saturating_add(radius).saturating_add(1);
        let around = CellRect::new(first.x, first.y, side(eye.x, first.x), side(eye.y, first.y));
        let is_near = |cell: &Cell| {
            let (dx, dy) = (u64::from(cell.x.abs_diff(eye.x)), u64::from(cell.y.abs_diff(eye.y)));
            dx * dx + dy * dy <= u64::from(radius) * u64::from(radius)
        };
        let cells = around.intersection(self.bounds()).cells().filter(is_near);
        cells.filter(|&cell| self.can_see(eye, cell, &is_opaque)).collect()
    }
}

/// Whether the line between the centres of two cells enters no opaque cell on its way. Where it
/// passes exactly through a corner, at least one of the two cells beside it must be transparent.
fn is_in_sight(eye: Cell, end: Cell, is_opaque: impl Fn(Cell) -> bool) -> bool {
    let (columns, rows) = (u64::from(eye.x.abs_diff(end.x)), u64::from(eye.y.abs_diff(end.y)));
    let east = |cell: Cell| Cell::new(if end.x > eye.x { cell.x + 1 } else { cell.x - 1 }, cell.y);
    let south = |cell: Cell| Cell::new(cell.x, if end.y > eye.y { cell.y + 1 } else { cell.y - 1 });
    let (mut at, mut i, mut j) = (eye, 0, 0); // columns and rows crossed so far
    while at != end {
        if at != eye && is_opaque(at) {
            return false;
        }
        // The line crosses the next column border at (2i + 1) / columns of half its length, the
        // next row border at (2j + 1) / rows.
        let (next_column, next_row) = ((2 * i + 1) * rows, (2 * j + 1) * columns);
        let crosses_column = i < columns && (j == rows || next_column <= next_row);
        let crosses_row = j < rows && (i == columns || next_row <= next_column);
        if crosses_column && crosses_row && is_opaque(east(at)) && is_opaque(south(at)) {
            return false;
        }
        if crosses_column {
            (at, i) = (east(at), i + 1);
        }
        if crosses_row {
            (at, j) = (south(at), j + 1);
        }
    }
    true
}
