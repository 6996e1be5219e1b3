//! Why there is no path on squares, and what would open one.

use crate::base::Budget;
use crate::planner::{Ask, Navigator, NavigatorError};
use crate::shapes::square::{explain_body, explain_opening};
use crate::shapes::{Explanation, MayOpen};

impl Navigator {
    /// Explains why there is no path, and what would open one: which end is enclosed and by which
    /// cells and forbidden steps, the nearest reachable alternative, and the smallest set of blocked
    /// cells to open. `None` if there is a path. See
    /// [`explain`](fn@crate::shapes::square::explain), and
    /// [`explain_body`](crate::shapes::square::explain_body) for a large body, of which the cells
    /// are named as well.
    ///
    /// [`Opening::edit`](crate::shapes::Opening::edit) opens the way on the map that was asked about:
    /// for a faction, on the map in which it believes. Overlays block nothing and are ignored.
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
        self.explain_opening(ask, &|closing| closing.is_place(), budget)
    }

    /// As [`explain`](Self::explain), where a closure says what may be opened: which blocked cells,
    /// and which forbidden steps with the fences in their way. Steps are not opened for a large
    /// body. See [`explain_opening`](crate::shapes::square::explain_opening).
    ///
    /// # Errors
    ///
    /// As for [`explain`](Self::explain).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Budget, Dir};
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// use astride::shapes::Closing;
    /// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(10, 0, 1, 10), b'@').set((10, 7), b'.').wall((10, 7), Dir::E);
    /// })?;
    /// let ask = Ask::new((0, 5), (19, 5));
    /// let walls = |closing| matches!(closing, Closing::Step { .. });
    /// let explanation = nav.explain_opening(&ask, &walls, &mut Budget::unlimited())?.unwrap();
    /// let gate = [Cell::new(10, 7), Cell::new(11, 7)];
    /// assert_eq!(explanation.shut, [gate]);
    /// let opening = explanation.opening.unwrap();
    /// assert_eq!((opening.cells.len(), &opening.steps[..]), (0, &[gate][..]));
    ///
    /// nav.apply(&opening.edit())?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_opening(
        &self,
        ask: &Ask,
        may_open: &MayOpen<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Explanation>, NavigatorError> {
        let ((start, goal), seen) = (self.state.ends(ask)?, self.state.seen_for_sure(ask)?);
        let scratch = &mut self.idle.lend();
        let (walker, grid) = seen.walker_and_grid();
        let ends = [start, goal];
        let explained = match walker.places() {
            None => explain_opening(&seen.view(), ends, may_open, scratch, budget),
            Some(body) => {
                let view = grid.seen_by(&walker.mover);
                explain_body(&view, body, ends, may_open, scratch, budget)
            }
        };
        explained.map_err(NavigatorError::Spent)
    }
}
