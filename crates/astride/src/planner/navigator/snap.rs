//! The nearest place on which a mover can stand.

use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, Snapshot};
use crate::base::Budget;
use crate::shapes::Near;

impl<S: Navigable> State<S> {
    fn snap(
        &self,
        ask: &Ask<S::Place>,
        near: Near<S::Place>,
        budget: &mut Budget<'_>,
    ) -> Asked<S::Place, S> {
        // Who has to get there leaves its own place open, and nobody else does.
        let from = near.start().unwrap_or(near.place());
        S::snap(self, &Ask { from, to: near.place(), or_to: None, ..*ask }, near, budget)
    }
}

impl<S: Navigable> Navigator<S> {
    /// The nearest place on which the first mover can stand, subject to the conditions of `near`: a
    /// place itself, such as that of a click, or a [`Near`], whose place must be reachable.
    ///
    /// Nearness is the [geometric estimate](crate::world::World::estimate) of what it costs the
    /// mover to get from a place to the wanted one, by which
    /// [`route_or_nearest`](Self::route_or_nearest) chooses as well. On floors, any cell of the same
    /// floor is nearer than one of another floor. Ties go to the wanted place itself, then to the
    /// smaller node: for cells, to the smaller `y`, then to the smaller `x`. In a graph without
    /// positions, all other nodes are equally near.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if the mover cannot stand on the one from which the other must
    /// be reachable, or if there is no such place.
    ///
    /// # Complexity
    ///
    /// On squares that of [`Components::snap`](crate::shapes::square::Components::snap); O(cells) if
    /// the place must be reachable and the components are not up to date. On other shapes O(1) if the
    /// wanted place itself will do, otherwise O(places); and a flood of what can be reached if it must
    /// be. It has no limit: [`snap_for`](Self::snap_for) takes one.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::Navigator;
    /// use astride::prelude::*;
    /// use astride::shapes::Near;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(20, 0, 2, 30), b'@');
    /// })?;
    /// assert_eq!(nav.snap((21, 5))?, Cell::new(22, 5));
    /// let unit = (2, 3);
    /// assert_eq!(nav.snap(Near::new((21, 5)).reached_from(unit))?, Cell::new(19, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// On another shape:
    ///
    /// ```
    /// use astride::planner::Navigator;
    /// use astride::shapes::Near;
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 5, b'.')?);
    /// nav.edit(|batch| Hex::new(0, 0).ring(2).for_each(|hex| _ = batch.set(hex, b'#')))?;
    /// let click = Hex::new(2, 0);
    /// assert_eq!(nav.snap(click)?.distance_to(click), 1);
    /// let outside = Near::from(click).reached_from((5, 0));
    /// assert_eq!(nav.snap(outside)?.distance_to(Hex::new(0, 0)), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snap(&self, near: impl Into<Near<S::Place>>) -> Asked<S::Place, S> {
        let near = near.into();
        self.state.snap(&Ask::new(near.place(), near.place()), near, &mut Budget::unlimited())
    }

    /// As [`snap`](Self::snap), in the world of a question: for its mover, by what its faction
    /// believes, and where none of its [blockers](Ask::around) stands. Its ends and overlays are
    /// ignored. A large mover is located by its own place, on squares the top left cell.
    ///
    /// Where the place must be reachable from another, the mover stands there: what it covers is its
    /// own, as for a path. Otherwise it stands nowhere, and every blocker counts.
    ///
    /// # Errors
    ///
    /// As for [`snap`](Self::snap), or if a handle does not belong to this navigator, if there is no
    /// world for the body of the mover, or if `budget` runs out.
    ///
    /// # Complexity
    ///
    /// As for [`snap`](Self::snap), with the components of the faction's belief. Around blockers a
    /// flood tells what can be reached. The budget counts the expansions of floods, and 64 places
    /// that are looked at as one.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Budget;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// use astride::shapes::Near;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// let everybody = nav.add_places();
    /// nav.set_places(everybody, [(5, 5), (6, 5), (2, 3)])?;
    /// let (unit, click) = (Cell::new(2, 3), Cell::new(5, 5));
    /// let ask = Ask::new(unit, click).around(everybody);
    /// let budget = &mut Budget::unlimited().expansions(10_000);
    /// let beside = nav.snap_for(&ask, Near::new(click).reached_from(unit), budget)?;
    /// assert_eq!(beside, Cell::new(5, 4));
    /// assert_eq!(nav.snap_for(&ask, unit, budget)?, Cell::new(2, 2), "for another one, from nowhere");
    ///
    /// let ogre = nav.add_mover_sized(Mover::walker(), 4)?;
    /// assert_eq!(nav.snap_for(&ask.mover(ogre), (39, 29), budget)?, Cell::new(36, 26));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn snap_for(
        &self,
        ask: &Ask<S::Place>,
        near: impl Into<Near<S::Place>>,
        budget: &mut Budget<'_>,
    ) -> Asked<S::Place, S> {
        self.state.snap(ask, near.into(), budget)
    }
}

impl<S: Navigable> Snapshot<S> {
    /// As [`Navigator::snap_for`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn snap_for(
        &self,
        ask: &Ask<S::Place>,
        near: impl Into<Near<S::Place>>,
        budget: &mut Budget<'_>,
    ) -> Asked<S::Place, S> {
        self.state.snap(ask, near.into(), budget)
    }
}
