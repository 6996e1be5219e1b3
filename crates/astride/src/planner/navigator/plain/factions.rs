//! The knowledge of factions on all shapes but squares: what they see and learn by lists of places.

use crate::planner::navigator::{Asked, FactionId, Navigator};
use crate::shapes::hex::{Hex, HexMap};
use crate::shapes::{Believed, Editable};

/// On maps other than squares, regions are arbitrary lists of places.
impl<S: Editable> Navigator<S> {
    /// Registers a faction that knows nothing about the map yet and assumes its places to be
    /// `assumed`: a terrain class, or free or blocked if there is no terrain. Class 0 is replaced
    /// by class 1, since no tile has it.
    ///
    /// # Complexity
    ///
    /// That of a copy of the map, which holds the belief of the faction. Each edit takes the time
    /// of [`Believed::update`] for each faction.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 6, b'.')?);
    /// nav.edit(|batch| {
    ///     (-6..=5).for_each(|r| _ = batch.set((1, r), b'#'));
    /// })?;
    /// let scouts = nav.add_faction(b'.');
    /// let ask = Ask::new((0, 0), (4, 0));
    /// assert_eq!(nav.find(&ask.faction(scouts))?.step_count(), 4);
    /// nav.reveal_around(scouts, (0, 0), 3, |class| class == b'#')?;
    /// assert!(nav.cost(&ask.faction(scouts))? > Some(4 * 13_860), "round what was seen of the wall");
    /// nav.reveal(scouts, Hex::new(0, 0).range(6))?;
    /// assert_eq!(nav.cost(&ask.faction(scouts))?, nav.cost(&ask)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add_faction(&mut self, assumed: S::Assumed) -> FactionId {
        self.push_faction(|map| Believed::new(map, assumed))
    }

    /// Reveals some places to a faction as they are now; those that are not part of the map are
    /// ignored. Returns how many became known.
    ///
    /// # Errors
    ///
    /// If the faction does not belong to this navigator.
    ///
    /// # Complexity
    ///
    /// That of [`Believed::reveal`].
    pub fn reveal(
        &mut self,
        faction: FactionId,
        places: impl IntoIterator<Item = impl Into<S::Place>>,
    ) -> Asked<u32, S> {
        let places = places.into_iter().map(Into::into);
        self.learn(faction, |known, map| known.reveal(map, places))
    }

    /// Call this before an edit that a faction does not see: it keeps its belief about those of
    /// these places that it knows until they are revealed again. Without this it learns of the edit
    /// at once.
    ///
    /// # Errors
    ///
    /// If the faction does not belong to this navigator.
    pub fn remember(
        &mut self,
        faction: FactionId,
        places: impl IntoIterator<Item = impl Into<S::Place>>,
    ) -> Asked<(), S> {
        let places = places.into_iter().map(Into::into);
        self.learn(faction, |known, map| known.remember(map, places))
    }
}

impl Navigator<HexMap> {
    /// Reveals what is in sight from `eye`, up to `radius` steps away, as [`HexMap::in_sight`]
    /// does. Returns how many tiles became known.
    ///
    /// # Errors
    ///
    /// If the faction does not belong to this navigator.
    pub fn reveal_around(
        &mut self,
        faction: FactionId,
        eye: impl Into<Hex>,
        radius: u32,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Asked<u32, HexMap> {
        let seen = self.map().in_sight(eye.into(), radius, is_opaque);
        self.reveal(faction, seen)
    }
}
