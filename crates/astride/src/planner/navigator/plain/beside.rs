//! The places beside an area on maps of tiles.

use crate::planner::navigator::{Ask, Asked, Navigator};
use crate::shapes::TileMap;

impl<S: TileMap> Navigator<S> {
    /// The places from which the mover of a question touches the sides of an area from outside, by what
    /// its faction believes, as [`TileMap::places_beside`]: where a unit stands to enter a building, to
    /// work on it or to attack it. Ends, overlays and blockers are ignored.
    ///
    /// Make them a [set of places](Self::set_places), and ask for a path [to the nearest of
    /// them](Ask::or_to): around blockers it ends where nobody stands.
    ///
    /// # Errors
    ///
    /// If the mover or the faction does not belong to this navigator.
    ///
    /// # Complexity
    ///
    /// That of [`TileMap::places_beside`].
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::floors::{FloorMap, FloorPlace};
    /// let mut nav = Navigator::new(FloorMap::new([9, 5, 2], b'.')?);
    /// let tower: Vec<FloorPlace> = [(4, 2, 1), (5, 2, 1)].map(FloorPlace::from).to_vec();
    /// nav.edit(|batch| tower.iter().for_each(|&place| _ = batch.set(place, b'#')))?;
    /// let places = nav.places_beside(&Ask::new((0, 0, 1), (0, 0, 1)), tower)?;
    /// assert_eq!(places.len(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn places_beside(
        &self,
        ask: &Ask<S::Place>,
        area: impl IntoIterator<Item = S::Place>,
    ) -> Asked<Vec<S::Place>, S> {
        let state = &self.state;
        let mover = &state.walkers[state.walker_place(ask.mover)?].mover;
        let map = match ask.faction {
            None => &state.map,
            Some(faction) => state.factions[state.faction_place(faction)?].shared_map(),
        };
        Ok(map.places_beside(mover, area))
    }
}
