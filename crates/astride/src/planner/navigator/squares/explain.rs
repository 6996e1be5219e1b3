//! Why there is no path on squares, and what would open one.

use super::walker::Body;
use crate::base::{Budget, NodeId};
use crate::planner::navigator::what_if::{Terms, explain_around};
use crate::planner::{Ask, Navigator, NavigatorError};
use crate::shapes::square::{Edit, Grid, explain_by};
use crate::shapes::{Explanation, MayOpen, is_place};

impl Navigator {
    /// Explains why there is no path, and what would open one: which end is enclosed and by which
    /// cells and forbidden steps, the nearest reachable alternative, and the smallest set of blocked
    /// cells to open. `None` if there is a path. See
    /// [`explain`](fn@crate::shapes::square::explain), and
    /// [`explain_body`](crate::shapes::square::explain_body) for a large body, of which the cells
    /// are named as well.
    ///
    /// [`Opening::edit`](crate::shapes::Opening::edit) opens the way on the map that was asked
    /// about: for a faction, on the map in which it believes. Overlays block nothing and are
    /// ignored; [blockers](Ask::around) are named by the steps that they forbid or, if they stand
    /// on the goal, by their places.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, if there is no
    /// world for the body of the mover, if the question has [several goals](Ask::or_to), or if
    /// `budget` runs out.
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
        self.explain_opening(ask, &is_place, budget)
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
        self.explain_after(None, ask, Terms::new(may_open), budget)
    }

    /// As [`explain`](Self::explain), on the map as it would be after a batch of edits that is not
    /// applied: why [`route_if`](Self::route_if) finds no path.
    ///
    /// # Errors
    ///
    /// As for [`explain`](Self::explain), or if an edit of the batch is invalid on the map, or on
    /// the one that the faction believes in.
    ///
    /// # Complexity
    ///
    /// That of [`explain`](Self::explain), and a copy of the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let nav = Navigator::new(Grid::new(20, 3, b'.')?);
    /// let mut barrier = Edit::new();
    /// barrier.fill(CellRect::new(10, 0, 1, 3), b'@');
    /// let ask = Ask::new((0, 1), (19, 1));
    /// assert!(nav.route_if(&barrier, &ask, &mut Budget::unlimited())?.path().is_none());
    /// let explanation = nav.explain_if(&barrier, &ask, &mut Budget::unlimited())?.unwrap();
    /// assert_eq!((explanation.frontier.len(), nav.revision()), (3, 0));
    /// assert_eq!(explanation.nearest.unwrap().step_count(), 9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_if(
        &self,
        batch: &Edit,
        ask: &Ask,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Explanation>, NavigatorError> {
        self.explain_after(Some(batch), ask, Terms::new(&is_place), budget)
    }

    /// As [`explain`](Self::explain), under a rule for this question alone: why
    /// [`route_by`](Self::route_by) finds no path. The steps that the rule forbids are named in
    /// [`Explanation::shut`], for a large body by its top left cell, and [`Explanation::opening`]
    /// is what would have to be opened if there were no rule.
    ///
    /// # Errors
    ///
    /// As for [`explain`](Self::explain).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let nav = Navigator::new(Grid::new(9, 1, b'.')?);
    /// let bridge = nav.grid().node((4, 0)).unwrap();
    /// let rule = |_, to| (to != bridge).then_some(0);
    /// let ask = Ask::new((0, 0), (8, 0));
    /// let explanation = nav.explain_by(&ask, rule, &mut Budget::unlimited())?.unwrap();
    /// assert_eq!(explanation.shut, [[Cell::new(3, 0), Cell::new(4, 0)]]);
    /// assert!(explanation.opening.unwrap().cells.is_empty(), "only the rule is in the way");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_by(
        &self,
        ask: &Ask,
        rule: impl Fn(NodeId, NodeId) -> Option<u32>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Explanation>, NavigatorError> {
        self.explain_after(None, ask, Terms::by(&rule), budget)
    }

    /// Explains on the map of a question, or on that map after a batch.
    fn explain_after(
        &self,
        batch: Option<&Edit>,
        ask: &Ask,
        terms: Terms<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Explanation>, NavigatorError> {
        let ((start, goal), seen) = (self.state.only_ends(ask)?, self.state.seen_for_sure(ask)?);
        let (walker, grid) = seen.walker_and_grid();
        let edited = match batch {
            None => None,
            Some(batch) => {
                let mut edited: Grid = grid.clone();
                edited.apply(batch)?;
                let of_body = |side| Body::new(&edited, &walker.mover, side);
                let body = walker.side().map(of_body).transpose()?;
                Some((edited, body))
            }
        };
        let (view, places) = match &edited {
            None if walker.places().is_none() => (seen.view(), None),
            None => (grid.seen_by(&walker.mover), walker.places()),
            Some((edited, body)) => {
                (edited.seen_by(&walker.mover), body.as_ref().map(Body::places))
            }
        };
        let place = |node| grid.cell(node);
        explain_around(terms, seen.pile.closed(), goal, place, |terms| {
            explain_by(&view, places, [start, goal], terms, &mut self.idle.lend(), budget)
        })
        .map_err(NavigatorError::Spent)
    }
}
