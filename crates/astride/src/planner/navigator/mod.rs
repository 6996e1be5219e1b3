//! The one door: a navigator owns its world and all that is kept for it, and answers.

mod answer;
mod ask;
mod believed;
mod build;
mod cache;
mod edit;
mod error;
mod handles;
mod keep;
mod landmarks;
mod nearest;
mod questions;
mod requests;
mod saved;
mod seen;
mod snapshot;
mod state;
mod upkeep;
mod walker;

pub use ask::{Ask, FactionId, MoverId, OverlayId};
pub use build::{Adopted, Build, Built};
pub use cache::CacheCounts;
pub use error::NavigatorError;
pub use keep::{Keep, Upkeep};
pub use requests::FirstSteps;
pub use snapshot::Snapshot;
pub use state::Stamp;
pub use upkeep::Maintained;

use crate::search::Scratch;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc as Shared, Mutex, OnceLock};

use crate::planner::pool::Pool;
use crate::shapes::square::{Grid, Knowledge, Mover};
use crate::world::Overlay;
use ask::{Handle, Overlays};
use believed::Belief;
use cache::Cache;
use requests::Desk;
use state::State;
use walker::{Body, Walker};

/// Owns a world and answers questions about it: which way, for whom, by whose knowledge.
///
/// The simplest use is two lines: make one of a grid and ask it for paths. Further movers, factions
/// that know only part of the map, and overlays of extra cost are registered and then named in an
/// [`Ask`]. The world is changed by [`edit`](Self::edit), and read by other threads through a
/// [`snapshot`](Self::snapshot).
///
/// What answers: where components show that there is no path, they say so at once. Questions about
/// the map as it is go to what a [`Guide`](crate::planner::Guide) keeps for the mover, jump points
/// as a rule. The same is kept of the map that a faction believes in, from the first question that
/// goes by its knowledge on. Under overlays jump points answer where no extra cost is near, and
/// steps are looked at one by one elsewhere. Where there are no jump points, A* answers. All costs
/// are the cheapest. An index of another revision is never used.
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
///     batch.fill(Rect::new(20, 0, 1, 30), b'@');
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
pub struct Navigator {
    pub(in crate::planner) state: Shared<State>,
    /// Cells that maintenance has saved, or owes.
    credit: i64,
    cache: Option<Mutex<Cache>>,
    idle: Pool<Scratch>,
    desk: Desk,
}

/// Tells navigators apart, for their handles; no answer depends on it.
static OWNERS: AtomicU32 = AtomicU32::new(0);

impl Navigator {
    /// A navigator of `grid` for [`Mover::walker`].
    ///
    /// # Complexity
    ///
    /// As of [`Components::build`](crate::shapes::square::Components::build) and
    /// [`JumpMap::new`](crate::shapes::square::JumpMap::new): milliseconds per million cells.
    pub fn new(grid: Grid) -> Self {
        Navigator::with_mover(grid, Mover::walker())
    }

    /// A navigator of `grid` whose first mover is `mover`.
    ///
    /// # Complexity
    ///
    /// As [`new`](Self::new).
    pub fn with_mover(grid: Grid, mover: Mover) -> Self {
        let mut navigator = Navigator::of_nobody(grid);
        navigator.add_mover(mover);
        navigator
    }

    /// A navigator that lacks its first mover.
    fn of_nobody(grid: Grid) -> Self {
        let state = State {
            owner: OWNERS.fetch_add(1, Ordering::Relaxed),
            grid: Shared::new(grid),
            walkers: Vec::new(),
            factions: Vec::new(),
            beliefs: Vec::new(),
            upkeep: Upkeep::default(),
            overlays: Vec::new(),
            epochs: Vec::new(),
            zones: Vec::new(),
            landmarks_hold: Vec::new(),
        };
        Navigator {
            state: Shared::new(state),
            credit: 0,
            cache: None,
            idle: Pool::default(),
            desk: Desk::default(),
        }
    }

    /// The grid it owns.
    pub fn grid(&self) -> &Grid {
        &self.state.grid
    }

    /// The revision of the grid.
    pub fn revision(&self) -> u64 {
        self.state.grid.revision()
    }

    /// The first mover, for whom questions are that name none.
    pub fn first_mover(&self) -> MoverId {
        MoverId(Handle { owner: self.state.owner, number: 0 })
    }

    /// Registers another mover, of one cell.
    ///
    /// # Complexity
    ///
    /// As [`new`](Self::new).
    pub fn add_mover(&mut self, mover: Mover) -> MoverId {
        self.add_walker(Walker::new(mover, None))
    }

    /// Registers a mover that covers `side`×`side` cells. It is asked about, and its paths are told,
    /// by the cell at its top left; overlays count at that cell.
    ///
    /// # Errors
    ///
    /// As [`BodyGrid::square`](crate::shapes::square::BodyGrid::square).
    ///
    /// # Complexity
    ///
    /// As [`new`](Self::new), and O(cells · log `side`). Edits cost what
    /// [`BodyGrid::update`](crate::shapes::square::BodyGrid::update) does besides: the places around them.
    pub fn add_mover_sized(&mut self, mover: Mover, side: u32) -> Result<MoverId, NavigatorError> {
        let body = Body::new(&self.state.grid, &mover, side)?;
        Ok(self.add_walker(Walker::new(mover, Some(Box::new(body)))))
    }

    fn add_walker(&mut self, mut walker: Walker) -> MoverId {
        walker.repair_all(&self.state.grid);
        let state = Shared::make_mut(&mut self.state);
        state.walkers.push(Shared::new(walker));
        state.landmarks_hold.push(OnceLock::new());
        MoverId(Handle { owner: state.owner, number: state.walkers.len() as u32 - 1 })
    }

    /// Registers a faction that knows nothing of the map yet and takes it to be of class `assumed`.
    ///
    /// # Complexity
    ///
    /// O(cells / 64). The first question by its knowledge takes O(cells), and as long as
    /// [`new`](Self::new) for each mover that is asked about; later ones follow what was edited or
    /// learnt in between, as [`JumpMap::update`](crate::shapes::square::JumpMap::update) does.
    /// Under [`Upkeep::ByHand`] [`maintain`](Self::maintain) does both instead.
    pub fn add_faction(&mut self, assumed: u8) -> FactionId {
        let state = Shared::make_mut(&mut self.state);
        state.factions.push(Shared::new(Knowledge::new(&state.grid, assumed)));
        state.beliefs.push(Belief::default());
        FactionId(Handle { owner: state.owner, number: state.factions.len() as u32 - 1 })
    }

    /// What a faction knows.
    ///
    /// # Errors
    ///
    /// If the faction is not of this navigator.
    pub fn knowledge(&self, faction: FactionId) -> Result<&Knowledge, NavigatorError> {
        Ok(&self.state.factions[self.state.faction_place(faction)?])
    }

    /// Registers an overlay without extra cost.
    ///
    /// # Errors
    ///
    /// If there are 64 already.
    pub fn add_overlay(&mut self) -> Result<OverlayId, NavigatorError> {
        if self.state.overlays.len() == Overlays::MOST {
            return Err(NavigatorError::TooManyOverlays);
        }
        let state = Shared::make_mut(&mut self.state);
        state.overlays.push(Shared::new(Overlay::new(&*state.grid)));
        state.epochs.push(0);
        state.zones.push(OnceLock::new());
        Ok(OverlayId(Handle { owner: state.owner, number: state.overlays.len() as u32 - 1 }))
    }

    /// An overlay, to be read.
    ///
    /// # Errors
    ///
    /// If the overlay is not of this navigator.
    pub fn overlay(&self, overlay: OverlayId) -> Result<&Overlay, NavigatorError> {
        let place = overlay.0.place(self.state.owner).filter(|&at| at < self.state.overlays.len());
        Ok(&self.state.overlays[place.ok_or(NavigatorError::UnknownOverlay)?])
    }
}

impl fmt::Debug for Navigator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { grid, walkers, factions, overlays, .. } = &*self.state;
        let counts = [walkers.len(), factions.len(), overlays.len()];
        let [movers, factions, overlays] = counts;
        write!(
            f,
            "Navigator {{ {grid:?}, {movers} movers, {factions} factions, {overlays} overlays }}"
        )
    }
}
