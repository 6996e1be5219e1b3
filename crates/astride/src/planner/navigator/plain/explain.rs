//! Why there is no path on maps other than squares, and what would open one.

use crate::base::Budget;
use crate::planner::navigator::{Ask, Asked, Navigator, NavigatorError};
use crate::shapes::{Explanation, MayOpen, Opens, explain_opening};

impl<S: Opens> Navigator<S> {
    /// Explains why there is no path, and what would open one: which end is enclosed and by which
    /// places and forbidden steps, the nearest reachable alternative, and the smallest set of blocked
    /// places to open. `None` if there is a path. See [`explain`](fn@crate::shapes::explain). For a
    /// faction, this is about the map in which it believes. Overlays block nothing and are ignored.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, or if `budget`
    /// runs out.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::Opens;
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.')?);
    /// nav.edit(|batch| Hex::new(0, 0).ring(2).for_each(|hex| _ = batch.set(hex, b'#')))?;
    /// let ask = Ask::new((0, 0), (0, 4));
    /// let opening = nav.explain(&ask, &mut Budget::unlimited())?.unwrap().opening.unwrap();
    /// assert_eq!(opening.cells, [Hex::new(0, 2)]);
    ///
    /// nav.apply(&nav.map().batch(&opening))?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &self,
        ask: &Ask<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        self.explain_opening(ask, &|closing| closing.is_place(), budget)
    }

    /// As [`explain`](Self::explain), where a closure says what may be opened: which blocked places
    /// and which forbidden steps. See [`explain_opening`].
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
    /// use astride::shapes::hex::{Hex, HexDir, HexLayout, HexMap};
    /// use astride::shapes::{Closing, Opens};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.')?);
    /// nav.edit(|batch| HexDir::ALL.into_iter().for_each(|dir| _ = batch.wall((0, 0), dir)))?;
    /// let ask = Ask::new((0, 0), (4, 0));
    /// let walls = |closing| matches!(closing, Closing::Step { .. });
    /// let explanation = nav.explain_opening(&ask, &walls, &mut Budget::unlimited())?.unwrap();
    /// assert_eq!(explanation.shut.len(), 6);
    ///
    /// nav.apply(&nav.map().batch(&explanation.opening.unwrap()))?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain_opening(
        &self,
        ask: &Ask<S::Place>,
        may_open: &MayOpen<'_, S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        let ((start, goal), named) = (self.state.ends(ask)?, self.state.named(ask)?);
        let (map, mover) = (&**named.map, &named.walker.mover);
        explain_opening(map, mover, [start, goal], may_open, &mut self.idle.lend(), budget)
            .map_err(NavigatorError::Spent)
    }
}
