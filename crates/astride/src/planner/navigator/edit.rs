//! Changing what a navigator owns.

use std::sync::Arc as Shared;

use super::navigable::Changed;
use super::state::State;
use super::{Asked, Navigable, Navigator, OverlayId, PlacesId, Snapshot};
use crate::base::NodeId;
use crate::planner::watch::span;
use crate::search::Scratch;
use crate::world::Overlay;

impl<S: Navigable> Navigator<S> {
    /// Changes the map by a batch of edits, all or none, and returns the new revision. What is kept
    /// for squares follows at once, or later under [`Upkeep::ByHand`](super::Upkeep::ByHand). On
    /// other shapes the beliefs of factions follow at once, and an index at the next maintenance.
    ///
    /// If any edit of the batch is impossible; nothing is changed then.
    ///
    /// # Complexity
    ///
    /// That of the `apply` of the map and of the updates of indexes. If a snapshot shares them,
    /// they are copied first.
    pub fn edit(&mut self, change: impl FnOnce(&mut S::Edit)) -> Result<u64, S::EditError> {
        let mut batch = S::Edit::default();
        change(&mut batch);
        self.apply(&batch)
    }

    /// As [`edit`](Self::edit), for an existing batch. An empty one changes nothing.
    ///
    /// # Errors
    ///
    /// As for [`edit`](Self::edit).
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

    /// Applies a batch of edits if `is_right` accepts the resulting world, and returns the new
    /// revision, or `None` if it does not. In that case nothing has happened: there was no
    /// revision, and map, indexes, stamps and cached answers are as before.
    ///
    /// Stamps taken of the tentative world, by `is_right` or from the snapshot it was given, never
    /// equal any stamp that the navigator or another attempt produces. Its revision is the one that
    /// the next edit gets, so do not build anything from its map that is to be kept.
    ///
    /// [`would_part`](Navigator::would_part) checks whether paths stay open without all this.
    ///
    /// # Errors
    ///
    /// As for [`edit`](Self::edit).
    ///
    /// # Complexity
    ///
    /// That of [`apply`](Self::apply) while a snapshot is held: what the batch changes is copied
    /// first.
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
    /// // The new building must not make the path half as long again.
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

    /// An overlay, to be changed. O(1), except that it is copied first if a snapshot shares it.
    ///
    /// # Errors
    ///
    /// If the overlay does not belong to this navigator.
    pub fn overlay_mut(&mut self, overlay: OverlayId) -> Asked<&mut Overlay, S> {
        let place = self.state.overlay_place(overlay)?;
        let state = Shared::make_mut(&mut self.state);
        // The borrower may replace the overlay by another one, so its revision is not enough.
        state.epochs[place] += 1;
        S::follow(state, Changed::Overlay(place));
        Ok(Shared::make_mut(&mut state.overlays[place]))
    }

    /// Replaces the places of a set: for blockers usually once per frame, by the places of all
    /// units, and all the places that a large one covers. A place may be named more than once.
    ///
    /// If the places are the same as before, nothing has changed, and all that was found stays
    /// valid.
    ///
    /// # Errors
    ///
    /// If the set does not belong to this navigator, or if a place is not on the map; nothing has
    /// changed in that case.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n places, and O(places before); the first call for a set, and each one while
    /// a [`Snapshot`](super::Snapshot) or an unfinished request holds the set, O(nodes / 64) more,
    /// to copy a bit for each node.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(9, 3, b'.')?);
    /// let units = nav.add_places();
    /// let mut places = vec![Cell::new(0, 1), Cell::new(4, 0), Cell::new(4, 1)];
    /// nav.set_places(units, places.iter().copied())?;
    /// let ask = Ask::new(places[0], (8, 1)).around(units); // the first unit
    /// assert!(nav.find(&ask)?.cells(nav.grid()).any(|cell| cell == Cell::new(4, 2)));
    ///
    /// places[1] = Cell::new(4, 2);
    /// nav.set_places(units, places)?;
    /// assert!(nav.find(&ask)?.cells(nav.grid()).any(|cell| cell == Cell::new(4, 0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_places(
        &mut self,
        set: PlacesId,
        places: impl IntoIterator<Item = impl Into<S::Place>>,
    ) -> Asked<(), S> {
        let at = self.state.places_place(set)?;
        let nodes = places.into_iter().map(|place| self.state.node(place.into()));
        let nodes = in_order(nodes.collect::<Asked<Vec<NodeId>, S>>()?);
        if self.state.places[at].nodes() != nodes {
            let state = Shared::make_mut(&mut self.state);
            Shared::make_mut(&mut state.places[at]).replace(nodes);
        }
        Ok(())
    }

    /// Moves the places of all sets to where `moved` says that they are now; those without are
    /// gone.
    pub(super) fn move_places(&mut self, moved: impl Fn(&S, S::Place) -> Option<S::Place>) {
        let state = Shared::make_mut(&mut self.state);
        for set in &mut state.places {
            let map = &*state.map;
            let node = |&node: &NodeId| map.node_of(moved(map, map.place_of(node))?);
            let nodes = in_order(set.nodes().iter().filter_map(node).collect());
            Shared::make_mut(set).replace(nodes);
        }
    }
}

/// Nodes in order, each once.
fn in_order(mut nodes: Vec<NodeId>) -> Vec<NodeId> {
    nodes.sort_unstable();
    nodes.dedup();
    nodes
}
