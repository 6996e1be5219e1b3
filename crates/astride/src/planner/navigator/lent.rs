//! The world as a faction believes it to be, lent for whatever a program does with a world.

use std::fmt;
use std::marker::PhantomData;

use super::{Asked, FactionId, MoverId, Navigable, Navigator, Snapshot};
use crate::shapes::square::Grid;

/// The map of a navigator as a faction believes it to be, and the view of a mover on it: to search,
/// smooth and draw on, and to cast rays in. Borrowed from
/// [`Navigator::believed`] or [`Snapshot::believed`].
pub struct BelievedWorld<'a, S: Navigable = Grid> {
    believer: S::Believer,
    /// No edit and no discovery can come in between.
    lender: PhantomData<&'a S>,
}

impl<S: Navigable> BelievedWorld<'_, S> {
    /// The map as believed. Its revision increases with every change of belief, and is not that of
    /// the map itself.
    pub fn map(&self) -> &S {
        S::believed_map(&self.believer)
    }

    /// What the mover sees of it; for a large body, the places where it can stand.
    pub fn view(&self) -> S::View<'_> {
        S::believed_view(&self.believer)
    }
}

impl<S: Navigable> Navigator<S> {
    /// The world as a faction believes it to be, as a mover sees it. Nodes are those of the map, and
    /// overlays are not part of it: put [`Overlay::over`](crate::world::Overlay::over) on top, for a large
    /// body that of [`BodyGrid::overlay`](crate::shapes::square::BodyGrid::overlay).
    ///
    /// It builds no index and changes no cost. On squares it brings the map in which the faction
    /// believes up to date, whatever the [`Upkeep`](super::Upkeep), and the places of a large body.
    ///
    /// # Errors
    ///
    /// If the faction or the mover does not belong to this navigator; on squares also if there is no
    /// memory for a second map, or no world for the body of the mover.
    ///
    /// # Complexity
    ///
    /// O(1) if nothing has changed since this was last called for both. On squares otherwise
    /// that of [`BelievedGrid::update`](crate::shapes::square::BelievedGrid::update), or of
    /// [`build`](crate::shapes::square::BelievedGrid::build) the first time, and of the same for the
    /// places of a large body.
    ///
    /// # Examples
    ///
    /// A path by what scouts know, drawn through the open ground that they believe in:
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::path::smooth;
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// use astride::shapes::square::FreeSpace;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// nav.edit(|batch| _ = batch.fill(CellRect::new(20, 0, 1, 29), b'@'))?;
    /// let scouts = nav.add_faction(b'.');
    /// let path = nav.find(&Ask::new((2, 3), (37, 9)).faction(scouts))?;
    ///
    /// let world = nav.believed(scouts, nav.first_mover())?;
    /// let line: Vec<Vec2> = path.cells(world.map()).map(Cell::centre).collect();
    /// let line = smooth(&line, &FreeSpace::new(&world.view(), 0.3)?, 0.01)?;
    /// assert!(line.points.len() > 2, "through the wall that nobody has seen");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn believed(&self, faction: FactionId, mover: MoverId) -> Asked<BelievedWorld<'_, S>, S> {
        let believer = S::believer(&self.state, faction, mover)?;
        Ok(BelievedWorld { believer, lender: PhantomData })
    }
}

impl<S: Navigable> Snapshot<S> {
    /// As [`Navigator::believed`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn believed(&self, faction: FactionId, mover: MoverId) -> Asked<BelievedWorld<'_, S>, S> {
        let believer = S::believer(&self.state, faction, mover)?;
        Ok(BelievedWorld { believer, lender: PhantomData })
    }
}

impl<S: Navigable> fmt::Debug for BelievedWorld<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BelievedWorld {{ {}, revision {} }}", S::NAME, S::revision_of(self.map()))
    }
}
