//! Changing what a navigator owns.

use std::sync::Arc as Shared;

use super::navigable::Changed;
use super::state::State;
use super::{Asked, Navigable, Navigator, OverlayId, Snapshot};
use crate::planner::watch::span;
use crate::search::Scratch;
use crate::world::Overlay;

impl<S: Navigable> Navigator<S> {
    /// Changes the map by a batch of edits, all or none, and returns the new revision. What is kept
    /// for squares follows at once, or under [`Upkeep::ByHand`](super::Upkeep::ByHand) later. On other
    /// shapes what factions believe follows at once, and an index when maintenance comes by.
    ///
    /// # Errors
    ///
    /// If any edit of the batch is impossible; nothing is changed then.
    ///
    /// # Complexity
    ///
    /// As of the `apply` of the map and the updates of indexes. If a snapshot is
    /// held that shares them, they are copied first.
    pub fn edit(&mut self, change: impl FnOnce(&mut S::Edit)) -> Result<u64, S::EditError> {
        let mut batch = S::Edit::default();
        change(&mut batch);
        self.apply(&batch)
    }

    /// As [`edit`](Self::edit), for a batch that is there already. An empty one changes nothing.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    pub fn apply(&mut self, batch: &S::Edit) -> Result<u64, S::EditError> {
        if S::is_nothing(batch) {
            return Ok(self.revision());
        }
        let span = span!("astride.edit", revision);
        let state = Shared::make_mut(&mut self.state);
        let revision = S::change(Shared::make_mut(&mut state.map), batch)?;
        S::follow(state, Changed::Map);
        span.record("revision", revision);
        Ok(revision)
    }

    /// Applies a batch of edits if `is_right` of the world as it is with them, and returns the new
    /// revision; `None` if it is not. Then nothing has happened: there was no revision, and map,
    /// indexes, stamps and kept answers are what they were.
    ///
    /// Stamps that are taken of the world in question, by `is_right` or of the snapshot that it was
    /// shown, are equal to none that the navigator or another try ever gives. Its revision is the one
    /// that the next edit gets, so build nothing from its map that is to be kept.
    ///
    /// For squares [`would_part`](Navigator::would_part) says whether ways stay open without all this.
    ///
    /// # Errors
    ///
    /// As [`edit`](Self::edit).
    ///
    /// # Complexity
    ///
    /// As of [`apply`](Self::apply) while a snapshot is held: what the batch changes is copied first.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
    /// let ask = Ask::new((0, 5), (19, 5));
    /// let limit = 3 * nav.cost(&ask)?.unwrap() / 2;
    /// let mut wall = Edit::new();
    /// wall.fill(CellRect::new(10, 0, 1, 9), b'@');
    /// // What is built may not make the way half as long again.
    /// let built = nav.apply_if(&wall, |world, scratch| {
    ///     world.cost(&ask, scratch).is_ok_and(|cost| cost.is_some_and(|cost| cost <= limit))
    /// })?;
    /// assert_eq!((built, nav.revision()), (Some(1), 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_if(
        &mut self,
        batch: &S::Edit,
        is_right: impl FnOnce(&Snapshot<S>, &mut Scratch) -> bool,
    ) -> Result<Option<u64>, S::EditError> {
        self.trials += 1;
        let mut state = State { trial: self.trials, ..State::clone(&self.state) };
        if !S::is_nothing(batch) {
            S::change(Shared::make_mut(&mut state.map), batch)?;
            S::follow(&mut state, Changed::Map);
        }
        let tried = Snapshot { state: Shared::new(state) };
        if !is_right(&tried, &mut self.idle.lend()) {
            return Ok(None);
        }
        self.state = tried.state;
        Shared::make_mut(&mut self.state).trial = 0;
        Ok(Some(self.revision()))
    }

    /// An overlay, to be changed. O(1), but while a snapshot is held that shares it: then it is
    /// copied first.
    ///
    /// # Errors
    ///
    /// If the overlay is not of this navigator.
    pub fn overlay_mut(&mut self, overlay: OverlayId) -> Asked<&mut Overlay, S> {
        let place = self.state.overlay_place(overlay)?;
        let state = Shared::make_mut(&mut self.state);
        // The borrower may put another one in its place, so revisions of overlays tell nothing.
        state.epochs[place] += 1;
        S::follow(state, Changed::Overlay(place));
        Ok(Shared::make_mut(&mut state.overlays[place]))
    }
}
