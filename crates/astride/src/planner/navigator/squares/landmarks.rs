//! Landmarks for questions under overlays: a heuristic that knows about the danger.
//!
//! Distances to and from landmarks give lower bounds as long as no arc has become cheaper.
//! Landmarks of the map under some overlays therefore also serve questions under additional ones,
//! and stay valid while extra cost only rises.

use std::sync::{Arc as Shared, OnceLock};

use super::Keep;
use super::seen::{Seen, Stand};
use crate::base::Budget;
use crate::index::landmarks::{TollLandmarks, Ways};
use crate::index::{Landmarks, LandmarksError};
use crate::planner::navigator::pile::Pile;
use crate::planner::navigator::state::State;
use crate::planner::{MoverId, Navigator, NavigatorError, OverlayId};
use crate::shapes::square::{IndexFile, JumpMap, LoadError, Stored};

/// Landmarks of the map as a mover sees it under some overlays.
pub(super) struct LandmarksUnder {
    landmarks: TollLandmarks,
    /// The steps of all cells, if searches go cell by cell because jump points are not used.
    steps: Option<Shared<[u8]>>,
    /// The revision of the mover's ground.
    pub(super) revision: u64,
    /// One bit for each of the overlays.
    pub(super) set: u64,
    /// The cells with extra ticks when the landmarks were built, and the ticks of each.
    extras: Vec<(u32, u32)>,
}

/// What makes questions under overlays many times faster.
#[derive(Clone)]
pub(super) struct Guides {
    made: Shared<LandmarksUnder>,
    /// The jump points of the mover with jumps that end where the overlays have extra cost, from
    /// the first question on; `None` if the question names additional overlays.
    stops: Option<Shared<OnceLock<JumpMap>>>,
}

impl Guides {
    pub(super) fn landmarks(&self) -> &TollLandmarks {
        &self.made.landmarks
    }

    /// The steps of all cells, for searches that go by them.
    pub(super) fn steps(&self) -> Option<&Shared<[u8]>> {
        self.made.steps.as_ref()
    }

    /// The jump points with jumps that end where there is extra cost, built if necessary.
    pub(super) fn stops(&self, make: impl FnOnce() -> JumpMap) -> Option<&JumpMap> {
        self.stops.as_deref().map(|stops| stops.get_or_init(make))
    }
}

impl LandmarksUnder {
    pub(super) fn bytes(&self) -> usize {
        let steps = self.steps.as_ref().map_or(0, |steps| steps.len());
        self.landmarks.bytes() + steps + self.extras.capacity() * size_of::<(u32, u32)>()
    }

    /// Whether no cell has less extra cost under its overlays than when they were built. O(cells
    /// that had extra cost).
    fn is_below(&self, pile: Pile<'_>) -> bool {
        self.extras.iter().all(|&(at, ticks)| pile.extra(at as usize) >= ticks)
    }
}

impl State {
    /// Builds landmarks of the mover with this index, under the overlays for which it keeps them.
    pub(super) fn make_landmarks(
        &self,
        place: usize,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<LandmarksUnder, LandmarksError> {
        let walker = &*self.walkers[place];
        let (pile, zones) = self.pile_for(place, walker.under);
        let stand = Stand::AsIs { walker, grid: &self.map };
        let seen = Seen { stand, knowledge: None, pile, zones, guides: None };
        let view = seen.view().prepared();
        let mut is_late = || !goes_on();
        let mut budget = Budget::unlimited().deadline(&mut is_late);
        let world = seen.world(&view);
        let ways = if view.is_same_both_ways() { Ways::Same } else { Ways::Differ };
        let landmarks = TollLandmarks::new(&world, ways, &mut budget)?;
        let with_extra =
            |at: u32| Some((at, pile.extra(at as usize))).filter(|&(_, extra)| extra > 0);
        let extras = (0..self.map.cell_count()).filter_map(with_extra).collect();
        let set = walker.under;
        Ok(LandmarksUnder { set, extras, ..self.under_nothing(place, landmarks) })
    }

    /// Landmarks of the mover with this index as if there were no overlays.
    fn under_nothing(&self, place: usize, landmarks: TollLandmarks) -> LandmarksUnder {
        let walker = &*self.walkers[place];
        let ground = walker.ground(&self.map);
        let steps = match walker.jumps_under_overlays(ground) {
            Some(_) => None,
            None => walker.view(&self.map).prepared().step_table().cloned(),
        };
        let (set, extras, revision) = (0, Vec::new(), ground.revision());
        LandmarksUnder { landmarks, steps, revision, set, extras }
    }

    /// Whether landmarks of the map without overlays are of use to the mover with this index: those
    /// under the overlays for which it keeps some serve questions under these better.
    pub(super) fn takes_landmarks(&self, place: usize) -> bool {
        let under = self.walkers[place].under;
        under == 0 || self.landmarks_of(place).is_none_or(|made| made.set != under)
    }

    /// Landmarks out of a file, for the mover with this index, if it takes them.
    pub(super) fn saved_landmarks(
        &self,
        place: usize,
        file: &IndexFile<'_>,
    ) -> Result<Option<LandmarksUnder>, LoadError> {
        let walker = &*self.walkers[place];
        if !self.takes_landmarks(place) || !file.names().contains(&Landmarks::NAME) {
            return Ok(None);
        }
        let landmarks = file.load(&walker.view(&self.map))?;
        let landmarks = TollLandmarks::of(landmarks).map_err(|_| LoadError::Memory)?;
        Ok(Some(self.under_nothing(place, landmarks)))
    }

    /// The landmarks of the mover with this index, if their estimates are valid in the current
    /// state under the overlays for which they were built.
    pub(super) fn landmarks_of(&self, place: usize) -> Option<&Shared<LandmarksUnder>> {
        self.stops_of(place).and(self.walkers[place].landmarks.as_ref())
    }

    /// Whether landmarks that were built are those that the mover with this index keeps, and are valid
    /// in the current state.
    pub(super) fn are_of_now(&self, place: usize, made: &LandmarksUnder) -> bool {
        let walker = &self.walkers[place];
        made.set == walker.under
            && made.revision == walker.ground(&self.map).revision()
            && self.hold(place, made)
    }

    /// Whether the extra cost under the overlays of landmarks is still at least that when they were
    /// built.
    fn hold(&self, place: usize, made: &LandmarksUnder) -> bool {
        self.fits(made.set) && made.is_below(self.pile_for(place, made.set).0)
    }

    /// The slot for jumps that end under those overlays, if the estimates are valid.
    fn stops_of(&self, place: usize) -> Option<&Shared<OnceLock<JumpMap>>> {
        let walker = &self.walkers[place];
        let present = walker.ground(&self.map).revision();
        let made = walker.landmarks.as_ref().filter(|made| made.revision == present)?;
        let held = || self.hold(place, made).then(Shared::default);
        self.kept.landmarks_hold[place].get_or_init(held).as_ref()
    }

    /// What accelerates a question of a mover under overlays.
    pub(super) fn guides(&self, place: usize, set: u64) -> Option<Guides> {
        let made = self.walkers[place].landmarks.as_ref()?;
        if set == 0 || made.set & !set != 0 {
            return None;
        }
        let stops = self.stops_of(place)?;
        let stops = (made.set == set).then(|| Shared::clone(stops));
        Some(Guides { made: Shared::clone(made), stops })
    }

    /// Whether landmarks are to be built for the mover with this index. Those of the map without
    /// overlays stand in for those under its overlays until then.
    pub(super) fn wants_landmarks(&self, place: usize) -> bool {
        let walker = &self.walkers[place];
        let ground = walker.ground(&self.map);
        walker.keeps(Keep::Landmarks)
            && walker.no_landmarks != Some(ground.revision())
            && self.fits(walker.under)
            && self.landmarks_of(place).is_none_or(|made| made.set != walker.under)
    }

    /// Whether all overlays of a set have the size of the map.
    fn fits(&self, set: u64) -> bool {
        let bounds = self.map.bounds();
        let is_of_set = |place: usize| set >> place & 1 == 1;
        let mut sizes = self.overlays.iter().map(|overlay| overlay.bounds()).enumerate();
        sizes.all(|(place, size)| !is_of_set(place) || size == bounds)
    }
}

impl Navigator {
    /// Keeps landmarks for a mover under these overlays from now on, in place of those under others:
    /// questions under all of these, and possibly more, are answered many times faster.
    /// They are built only through [`pending`](Self::pending).
    ///
    /// Landmarks are valid until the map is edited, or until a cell has less extra cost under these
    /// overlays than when they were built; from then on questions are answered without them, and
    /// they are pending again. Extra cost that rises, or is on other overlays, only makes them
    /// weaker. What changes often therefore belongs on an overlay of its own that is not named
    /// here. Without any overlays they serve questions under any.
    ///
    /// They help most where jump points answer under overlays: eight neighbours, corners never cut,
    /// uniform terrain costs, no walls or links, and media that do not overlap. Elsewhere they
    /// serve as a heuristic for A*. They are not used for beliefs of factions, and are not
    /// [saved](Self::save). Those of the map without overlays, built here or
    /// [adopted](Self::adopt_saved), answer until those under the overlays are built: overlays only
    /// add cost, so what they say a path costs at least remains true.
    ///
    /// # Errors
    ///
    /// If the mover or an overlay does not belong to this navigator.
    ///
    /// # Complexity
    ///
    /// O(1). Building takes 33 distance fields of the whole map and 128 bytes per cell, one more if
    /// A* is to search. If jump points answer, the first question under exactly these overlays
    /// after one of them was changed takes another O(cells / 64) word operations, like building a
    /// [`JumpMap`], and 3 bytes per cell.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(60, 40, b'.')?);
    /// let walker = nav.first_mover();
    /// let danger = nav.add_overlay()?;
    /// nav.overlay_mut(danger)?.fill(CellRect::new(20, 0, 5, 30), 20_000);
    /// let ask = Ask::new((3, 5), (55, 5)).overlay(danger);
    /// let before = nav.cost(&ask)?;
    ///
    /// nav.keep_landmarks(walker, &[danger])?;
    /// let build = nav.pending().expect("landmarks are wanted");
    /// nav.adopt(build.run())?; // on any thread
    /// assert_eq!(nav.cost(&ask)?, before);
    ///
    /// nav.overlay_mut(danger)?.set((40, 20), 5_000);
    /// assert!(nav.pending().is_none(), "extra cost has only risen");
    /// nav.overlay_mut(danger)?.set((40, 20), 0);
    /// assert!(nav.pending().is_none(), "nor is it less than when they were built");
    /// nav.overlay_mut(danger)?.clear();
    /// assert!(nav.pending().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_landmarks(
        &mut self,
        mover: MoverId,
        overlays: &[OverlayId],
    ) -> Result<(), NavigatorError> {
        let place = self.state.walker_place(Some(mover))?;
        let mut under = 0;
        for overlay in overlays {
            under |= 1 << self.state.overlay_place(*overlay)?;
        }
        let state = Shared::make_mut(&mut self.state);
        let walker = Shared::make_mut(&mut state.walkers[place]);
        walker.kept |= Keep::Landmarks.bit();
        if walker.under != under {
            // Those of the map without overlays stand in for the new ones.
            if walker.landmarks.as_ref().is_some_and(|made| made.set != 0) {
                walker.drop_landmarks();
            }
            walker.under = under;
        }
        Ok(())
    }
}
