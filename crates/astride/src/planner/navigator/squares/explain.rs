//! Why there is no path on squares, and what would open one.

use crate::base::Budget;
use crate::planner::{Ask, Navigator, NavigatorError};
use crate::shapes::Explanation;
use crate::shapes::square::explain;

impl Navigator {
    /// Explains why there is no path, and what would open one: which end is enclosed and by which
    /// cells, the nearest reachable alternative, and the smallest set of blocked cells to open.
    /// `None` if there is a path. See [`explain`](fn@crate::shapes::square::explain).
    ///
    /// For a large body, cells are places where it does not fit; each counts as one. Overlays block
    /// nothing and are ignored.
    ///
    /// What is opened for a large body are its places, whose class is not one of the map: its
    /// [`Opening::edit`](crate::shapes::Opening::edit) is not a batch for this navigator.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, if there is no
    /// world for the body of the mover, or if `budget` runs out.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(10, 0, 2, 10), b'@').set((10, 7), b'.');
    /// })?;
    /// let ask = Ask::new((0, 5), (19, 5));
    /// let explanation = nav.explain(&ask, &mut Budget::unlimited())?.unwrap();
    /// let opening = explanation.opening.unwrap();
    /// assert_eq!(opening.cells, [Cell::new(11, 7)]);
    ///
    /// nav.apply(&opening.edit())?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &self,
        ask: &Ask,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Explanation>, NavigatorError> {
        let ((start, goal), seen) = (self.state.ends(ask)?, self.state.seen_for_sure(ask)?);
        let (view, scratch) = (seen.view(), &mut self.idle.lend());
        explain(&view, start, goal, scratch, budget).map_err(NavigatorError::Spent)
    }
}
