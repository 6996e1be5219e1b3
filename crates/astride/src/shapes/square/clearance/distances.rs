//! The distance from the centre of each cell to the nearest blocked area.
//!
//! First along columns, then along rows. Seen from another column, a blocked area is as far away as
//! its nearer edge. Each edge between two columns therefore takes the shorter of the two vertical
//! distances, and a row evaluates the lower envelope of the parabolas over all edges.

use std::ops::Range;

use super::Layer;
use crate::base::CellRect;
use crate::shapes::square::GridView;

impl Layer {
    /// Measures columns with edits, and rows where a distance may change; returns the number of
    /// rows.
    pub(super) fn update_distances(&mut self, view: &GridView<'_>, rects: &[CellRect]) -> usize {
        let mut columns: Vec<(u32, u32)> =
            rects.iter().map(|rect| (rect.x, rect.x + rect.width)).collect();
        columns.sort_unstable();
        columns.dedup();
        columns.into_iter().for_each(|(from, to)| self.measure_columns(view, from..to));
        let mut spans: Vec<(u32, u32)> =
            rects.iter().map(|rect| (rect.y, rect.y + rect.height)).collect();
        spans.sort_unstable();
        spans.dedup();
        let height = self.most_of_row.len() as u32;
        let concerned = |&y: &u32| {
            // A distance changes only if an edit was at most that far away.
            let most = self.most_of_row[y as usize];
            spans.iter().any(|&(top, end)| {
                let rows = if y < top { top - y } else { (y + 1).saturating_sub(end) };
                rows == 0 || squared_half_cells(rows).min(u64::from(u32::MAX)) <= u64::from(most)
            })
        };
        let rows: Vec<u32> = (0..height).filter(concerned).collect();
        rows.iter().for_each(|&y| self.measure_row(y));
        rows.len()
    }

    pub(super) fn measure_columns(&mut self, view: &GridView<'_>, columns: Range<u32>) {
        let (width, height) = (self.width, self.most_of_row.len());
        let columns = columns.start as usize..columns.end as usize;
        for y in 0..height {
            for at in y * width + columns.start..y * width + columns.end {
                let above = if y == 0 { 0 } else { self.columns[at - width] };
                self.columns[at] = if self.is_free(view, at) { above.saturating_add(1) } else { 0 };
            }
        }
        for y in (0..height).rev() {
            for at in y * width + columns.start..y * width + columns.end {
                let below = if y + 1 == height { 0 } else { self.columns[at + width] };
                self.columns[at] = self.columns[at].min(below.saturating_add(1));
            }
        }
    }

    pub(super) fn measure_row(&mut self, y: u32) {
        let row = y as usize * self.width..(y as usize + 1) * self.width;
        let columns = &self.columns[row.clone()];
        let vertical =
            |x: usize| columns.get(x).map_or(0, |&cells| squared_half_cells(cells.into()));
        let edge = |at: usize| match at.checked_sub(1) {
            Some(left) => vertical(left).min(vertical(at)) as i64,
            None => 0,
        };
        self.envelope.clear();
        // Edges lie at even positions, centres between them.
        (0..=self.width).for_each(|at| self.envelope.add(2 * at as i64, edge(at)));
        let mut most = 0;
        for x in 0..self.width {
            let aside = self.envelope.value_at(2 * x as i64 + 1) as u64;
            let nearest = aside.min(vertical(x)).min(u64::from(u32::MAX)) as u32;
            self.distances[row.start + x] = nearest;
            most = most.max(nearest);
        }
        self.most_of_row[y as usize] = most;
    }
}

/// From the centre of a cell to the nearer edge of one that is this many cells away.
pub(super) fn squared_half_cells(cells: u32) -> u64 {
    let half_cells = (2 * u64::from(cells)).saturating_sub(1);
    half_cells * half_cells
}
