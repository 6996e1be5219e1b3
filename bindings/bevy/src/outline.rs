//! The lines that show a map, for whatever draws lines.

use astride::base::Cell;
use astride::planner::{MoverId, NavigatorError};
use bevy_math::Vec3;

use crate::Nav;
use crate::place::{is_free, rounded};

impl Nav {
    /// The lines between the cells that a mover can stand on and all others, as two points of the
    /// game's world each; what is off the map counts as blocked. O(cells).
    ///
    /// # Errors
    ///
    /// If the navigator has no such mover.
    ///
    /// # Examples
    ///
    /// ```
    /// use bevy_astride::Nav;
    /// use bevy_astride::astride::prelude::*;
    /// let nav = Nav::from(Navigator::new(Grid::new(20, 10, b'.')?));
    /// assert_eq!(nav.outline(nav.first_mover())?.len(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outline(&self, mover: MoverId) -> Result<Vec<[Vec3; 2]>, NavigatorError> {
        let view = self.view(mover)?;
        let (columns, rows) = (self.grid().width(), self.grid().height());
        let is_open = |column: Option<u32>, row: Option<u32>| match (column, row) {
            (Some(x), Some(y)) if x < columns && y < rows => is_free(self, &view, Cell::new(x, y)),
            _ => false,
        };
        let mut lines = Vec::new();
        for row in 0..=rows {
            let ends = runs(columns, |at| {
                is_open(Some(at), row.checked_sub(1)) != is_open(Some(at), Some(row))
            });
            lines.extend(ends.map(|ends| ends.map(|at| self.corner(at, row))));
        }
        for column in 0..=columns {
            let ends = runs(rows, |at| {
                is_open(column.checked_sub(1), Some(at)) != is_open(Some(column), Some(at))
            });
            lines.extend(ends.map(|ends| ends.map(|at| self.corner(column, at))));
        }
        Ok(lines)
    }

    /// The corner at which so many columns and rows are passed.
    fn corner(&self, columns: u32, rows: u32) -> Vec3 {
        rounded(self.frame().point(columns.into(), rows.into()))
    }
}

/// Where each run of numbers below `end` that are `on` begins, and where it ends.
fn runs(end: u32, on: impl Fn(u32) -> bool) -> impl Iterator<Item = [u32; 2]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = (at..end).find(|&at| on(at))?;
        at = (from..end).find(|&at| !on(at)).unwrap_or(end);
        Some([from, at])
    })
}
