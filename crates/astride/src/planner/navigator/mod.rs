//! The main entry point: a navigator owns its world and all indexes for it, and answers questions.

mod ask;
mod cache;
mod composed;
mod edit;
mod error;
mod explain;
mod factions;
mod fields;
mod handles;
mod keys;
mod lent;
mod navigable;
mod nearest;
mod pile;
mod places;
mod plain;
mod questions;
mod reach;
pub mod record;
mod requests;
mod several;
mod snap;
mod snapshot;
mod squares;
mod stamp;
mod state;
mod supposed;
mod tried;
mod what_if;

pub use ask::{Ask, FactionId, MoverId, OverlayId, PlacesId, SuppositionId};
pub use cache::CacheCounts;
use error::Asked;
pub use error::{BatchFault, NavigatorError};
pub use explain::{ExplainTerms, Explains};
pub use lent::BelievedWorld;
pub use navigable::Navigable;
pub use requests::FirstSteps;
pub use snapshot::Snapshot;
pub use squares::{Adopted, Build, Built, Keep, Maintained, Upkeep};
pub use stamp::Stamp;

use crate::search::Scratch;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc as Shared, Mutex};

use crate::planner::pool::Pool;
use crate::shapes::square::Grid;
use crate::world::Overlay;
use ask::{Handle, Overlays};
use cache::Cache;
use navigable::Changed;
use requests::Desk;
use state::State;

/// Owns a world and answers questions about it: which path, for which mover, by whose knowledge.
///
/// The simplest use is two lines: create one from a map and ask it for paths. Further movers,
/// factions that know only part of the map, and overlays of extra cost are registered and then
/// named in an [`Ask`]. The world is changed by [`edit`](Self::edit), and read by other threads
/// through a [`snapshot`](Self::snapshot).
///
/// It owns a map of squares, or of any other shape whose maps are
/// [`Editable`](crate::shapes::Editable): floors, hexagons, triangles, voxels, graphs. Whatever the
/// shape, the same calls serve movers, factions, edits, overlays, blockers, requests over frames,
/// the nearest passable place, snapshots and saving. First steps and [`Upkeep`] are available for
/// squares only.
///
/// Maps other than squares are searched with A*, or by an index that is kept, if the shape has one.
/// On squares, components report at once that there is no path. Questions about the actual map are
/// answered by what a [`Guide`](crate::planner::Guide) keeps for the mover, usually jump points.
/// The same is kept for the map as a faction believes it to be, from the first question by its
/// knowledge on. Under overlays, jump points are used where no extra cost is near, and single steps
/// elsewhere. If jump points are not available, A* answers. All costs are the cheapest. An index of
/// another revision is never used.
///
/// # Examples
///
/// ```
/// use astride::planner::{Ask, Navigator};
/// use astride::prelude::*;
/// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
/// assert_eq!(nav.path((2, 3), (37, 20))?.step_count(), 35);
///
/// nav.edit(|batch| {
///     batch.fill(CellRect::new(20, 0, 1, 30), b'@');
/// })?;
/// let error = nav.path((2, 3), (37, 20)).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "no path from (2, 3) to (37, 20): the goal is enclosed in an area of 570 cells",
/// );
///
/// let ogre = nav.add_mover_sized(Mover::walker(), 3)?;
/// assert!(nav.find(&Ask::new((0, 0), (10, 27)).mover(ogre)).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Navigator<S: Navigable = Grid> {
    state: Shared<State<S>>,
    /// The number of tentative worlds so far.
    trials: u64,
    /// Cells that maintenance has saved, or owes.
    credit: i64,
    cache: Option<Mutex<Cache<S::Place>>>,
    idle: Pool<Scratch>,
    desk: Desk<S>,
}

/// Distinguishes navigators, for their handles; no answer depends on it.
static OWNERS: AtomicU32 = AtomicU32::new(0);

impl<S: Navigable> Navigator<S> {
    /// A navigator of `map` for the usual mover, which is
    /// [`Mover::walker`](crate::world::Mover::walker) on squares, floors, hexagons and triangles.
    ///
    /// # Complexity
    ///
    /// On squares that of [`Components::build`](crate::shapes::square::Components::build) and
    /// [`JumpMap::build`](crate::shapes::square::JumpMap::build): milliseconds per million cells.
    /// O(1) on other shapes.
    pub fn new(map: S) -> Self {
        Navigator::with_mover(map, S::Mover::default())
    }

    /// A navigator of `map` whose first mover is `mover`.
    ///
    /// # Complexity
    ///
    /// That of [`new`](Self::new).
    pub fn with_mover(map: S, mover: S::Mover) -> Self {
        let mut navigator = Navigator::of_nobody(map);
        navigator.add_mover(mover);
        navigator
    }

    /// A navigator without its first mover.
    fn of_nobody(map: S) -> Self {
        let state = State {
            owner: OWNERS.fetch_add(1, Ordering::Relaxed),
            trial: 0,
            map: Shared::new(map),
            walkers: Vec::new(),
            overlays: Vec::new(),
            epochs: Vec::new(),
            places: Vec::new(),
            suppositions: Vec::new(),
            factions: Vec::new(),
            kept: S::Kept::default(),
            fields: Shared::default(),
        };
        Navigator {
            state: Shared::new(state),
            trials: 0,
            credit: 0,
            cache: None,
            idle: Pool::default(),
            desk: Desk::default(),
        }
    }

    /// The map it owns.
    pub fn map(&self) -> &S {
        &self.state.map
    }

    /// The revision of the map.
    pub fn revision(&self) -> u64 {
        S::revision_of(self.map())
    }

    /// The world as a mover sees it; for a large body, the places where it can stand.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator, or if there is currently no world for its
    /// body.
    pub fn view(&self, mover: MoverId) -> Asked<S::View<'_>, S> {
        S::view_for(self.map(), &self.state.walkers[self.state.walker_place(Some(mover))?])
    }

    /// The first mover, which answers questions that name none.
    pub fn first_mover(&self) -> MoverId {
        self.state.first_mover()
    }

    /// Registers another mover, of one cell.
    ///
    /// # Complexity
    ///
    /// That of [`new`](Self::new).
    pub fn add_mover(&mut self, mover: S::Mover) -> MoverId {
        self.add_walker(S::walker(self.map(), mover))
    }

    fn add_walker(&mut self, walker: S::Walker) -> MoverId {
        let state = Shared::make_mut(&mut self.state);
        state.walkers.push(Shared::new(walker));
        S::follow(state, Changed::Movers);
        MoverId(Handle { owner: state.owner, number: state.walkers.len() as u32 - 1 })
    }

    /// Registers an overlay without extra cost.
    ///
    /// # Errors
    ///
    /// If there are 64 already.
    pub fn add_overlay(&mut self) -> Asked<OverlayId, S> {
        if self.state.overlays.len() == Overlays::MOST {
            return Err(NavigatorError::TooManyOverlays);
        }
        let state = Shared::make_mut(&mut self.state);
        state.overlays.push(Shared::new(Overlay::new(&*state.map)));
        state.epochs.push(0);
        S::follow(state, Changed::Overlays);
        Ok(OverlayId(Handle { owner: state.owner, number: state.overlays.len() as u32 - 1 }))
    }

    /// Registers an empty set of places: those where units stand, for questions that go
    /// [around](Ask::around) them, or goals that are [as good](Ask::or_to) as each other.
    ///
    /// Sets are not [saved](Navigator::save), since a game saves its units itself.
    pub fn add_places(&mut self) -> PlacesId {
        let state = Shared::make_mut(&mut self.state);
        state.places.push(Shared::default());
        PlacesId(Handle { owner: state.owner, number: state.places.len() as u32 - 1 })
    }

    /// An overlay, to be read.
    ///
    /// # Errors
    ///
    /// If the overlay does not belong to this navigator.
    pub fn overlay(&self, overlay: OverlayId) -> Asked<&Overlay, S> {
        Ok(&self.state.overlays[self.state.overlay_place(overlay)?])
    }
}

impl<S: Navigable> fmt::Debug for Navigator<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { walkers, overlays, .. } = &*self.state;
        let (kind, revision) = (S::NAME, self.revision());
        let (movers, overlays) = (walkers.len(), overlays.len());
        write!(
            f,
            "Navigator {{ {kind}, revision {revision}, {movers} movers, {overlays} overlays }}"
        )
    }
}
