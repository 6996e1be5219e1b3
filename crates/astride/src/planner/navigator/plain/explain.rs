//! Why there is no path on maps other than squares, and what would open one.

use crate::base::Budget;
use crate::planner::navigator::{Ask, Asked, Navigator, NavigatorError};
use crate::shapes::{Editable, Explanation, Opens, explain};

impl<S: Editable + Opens> Navigator<S> {
    /// Explains why there is no path, and what would open one: which end is enclosed and by which
    /// places, the nearest reachable alternative, and the smallest set of blocked places to open.
    /// `None` if there is a path. See [`explain`]. For a faction, this is about the map in which it
    /// believes. Overlays block nothing and are ignored.
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
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 4, b'.')?);
    /// nav.edit(|batch| Hex::new(0, 0).ring(2).for_each(|hex| _ = batch.set(hex, b'#')))?;
    /// let ask = Ask::new((0, 0), (0, 4));
    /// let opening = nav.explain(&ask, &mut Budget::unlimited())?.unwrap().opening.unwrap();
    /// assert_eq!(opening.cells, [Hex::new(0, 2)]);
    ///
    /// nav.edit(|batch| opening.cells.iter().for_each(|&hex| _ = batch.set(hex, opening.class)))?;
    /// assert!(nav.find(&ask).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn explain(
        &self,
        ask: &Ask<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<Option<Explanation<S::Place>>, S> {
        let ((start, goal), named) = (self.state.ends(ask)?, self.state.named(ask)?);
        let scratch = &mut self.idle.lend();
        explain(&**named.map, &named.walker.mover, [start, goal], scratch, budget)
            .map_err(NavigatorError::Spent)
    }
}
