//! The part of a level that is searched.

use crate::base::{Cell, CellRect};
use crate::shapes::square::clusters::levels::Level;

/// Some clusters of one level: ranges of columns and rows, both excluding the end.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Domain {
    pub(super) columns: (u32, u32),
    pub(super) rows: (u32, u32),
}

impl Domain {
    pub(super) fn all(level: &Level) -> Domain {
        Domain { columns: (0, level.columns), rows: (0, level.rows) }
    }

    /// The clusters of `level` that make up `cluster` of the level above.
    pub(super) fn children(level: &Level, above: &Level, cluster: u32) -> Domain {
        let (column, row) = above.place_of(cluster);
        let own = Domain { columns: (column, column + 1), rows: (row, row + 1) };
        own.below(above, level)
    }

    /// The clusters of two cells and the area between them, if they are the same or adjacent.
    pub(super) fn around(level: &Level, cells: [Cell; 2]) -> Option<Domain> {
        let mut domain = Domain::default();
        cells.into_iter().for_each(|cell| domain.add(level, cell));
        let is_near = |(first, end): (u32, u32)| end - first <= 2;
        (is_near(domain.columns) && is_near(domain.rows)).then_some(domain)
    }

    /// The clusters that contain cells of a nonempty rectangle.
    pub(super) fn over(level: &Level, rect: CellRect) -> Domain {
        let mut domain = Domain::default();
        domain.add(level, Cell::new(rect.x, rect.y));
        domain.add(level, Cell::new(rect.x + rect.width - 1, rect.y + rect.height - 1));
        domain
    }

    /// Extends it just enough to contain the cluster of a cell.
    pub(super) fn add(&mut self, level: &Level, cell: Cell) {
        let (column, row) = (cell.x >> level.shift, cell.y >> level.shift);
        let with = |(first, end): (u32, u32), at: u32| match first < end {
            true => (first.min(at), end.max(at + 1)),
            false => (at, at + 1),
        };
        (self.columns, self.rows) = (with(self.columns, column), with(self.rows, row));
    }

    /// The same part of the map in clusters of the level below.
    pub(super) fn below(self, above: &Level, level: &Level) -> Domain {
        let by = above.shift - level.shift;
        let span = |(first, end): (u32, u32), most: u32| (first << by, (end << by).min(most));
        Domain { columns: span(self.columns, level.columns), rows: span(self.rows, level.rows) }
    }

    /// The same part of the map in cells.
    pub(super) fn rect(self, level: &Level, width: u32, height: u32) -> CellRect {
        let span = |(first, end): (u32, u32), most: u32| {
            (first << level.shift, (end << level.shift).min(most))
        };
        let (columns, rows) = (span(self.columns, width), span(self.rows, height));
        CellRect::new(columns.0, rows.0, columns.1 - columns.0, rows.1 - rows.0)
    }

    /// The clusters, row by row.
    pub(super) fn clusters(self, level: &Level) -> impl Iterator<Item = u32> + use<> {
        let columns = level.columns;
        (self.rows.0..self.rows.1)
            .flat_map(move |row| (self.columns.0..self.columns.1).map(move |c| row * columns + c))
    }

    /// The number, within the domain, of the cluster of a cell.
    #[inline(always)]
    pub(super) fn local(self, level: &Level, cell: Cell) -> Option<usize> {
        let (column, row) = (cell.x >> level.shift, cell.y >> level.shift);
        let is_inside = (self.columns.0..self.columns.1).contains(&column)
            && (self.rows.0..self.rows.1).contains(&row);
        let width = self.columns.1 - self.columns.0;
        is_inside.then(|| ((row - self.rows.0) * width + column - self.columns.0) as usize)
    }

    pub(super) fn len(self) -> usize {
        (self.columns.1 - self.columns.0) as usize * (self.rows.1 - self.rows.0) as usize
    }
}
