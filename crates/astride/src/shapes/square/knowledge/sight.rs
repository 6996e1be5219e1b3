//! Line of sight along a straight line, in integers only.

use crate::base::Cell;

/// Whether the line between the centres of two cells enters no opaque cell on its way. Where it
/// passes exactly through a corner, at least one of the two cells beside it must be transparent.
pub(super) fn is_in_sight(eye: Cell, end: Cell, is_opaque: impl Fn(Cell) -> bool) -> bool {
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
