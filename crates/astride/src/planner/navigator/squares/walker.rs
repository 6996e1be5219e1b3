//! One mover of a navigator: what it sees, and the indexes kept for it.

use std::sync::Arc as Shared;

use super::keep::Keep;
use super::landmarks::LandmarksUnder;
use crate::planner::Guide;
use crate::planner::NavigatorError;
use crate::shapes::square::{
    BodyError, BodyGrid, Clusters, Components, Grid, GridView, JumpMap, Mover,
};

/// The indexes of movers that are also kept for beliefs.
pub(super) const FOLLOWED: [Keep; 2] = [Keep::Components, Keep::JumpMap];

/// Which of the indexes kept for a mover are also kept for beliefs, and after edits that are supposed.
pub(super) fn kept_by(plain: &Walker) -> u8 {
    FOLLOWED.iter().fold(0, |bits, keep| bits | keep.bit()) & plain.kept
}

/// One mover and what is kept for it.
#[expect(missing_debug_implementations, reason = "nobody outside can name it")]
#[derive(Clone)]
pub struct Walker {
    pub(super) mover: Mover,
    /// The grid on which it moves, if it is larger than a cell.
    pub(super) body: Option<Box<Body>>,
    /// Which indexes are kept, one bit each.
    pub(super) kept: u8,
    pub(super) components: Option<Components>,
    pub(super) guide: Guide,
    pub(super) clusters: Option<Clusters>,
    /// The revision of the ground for which clusters, or labels, are not possible.
    pub(super) no_clusters: Option<u64>,
    pub(super) no_labels: Option<u64>,
    /// The overlays under which landmarks are kept, one bit each.
    pub(super) under: u64,
    pub(super) landmarks: Option<Shared<LandmarksUnder>>,
    /// The revision of the ground for which there is not enough memory for landmarks.
    pub(super) no_landmarks: Option<u64>,
    /// The revision of the grid when each index was last updated.
    pub(super) fresh: [u64; Keep::REPAIRED.len()],
    /// Increases whenever an index changes: a different one of several equal paths, or reasons, may
    /// then be found.
    pub(super) version: u64,
    /// Increases whenever the method that answers changes: a search that was set aside cannot
    /// continue with another one.
    pub(super) guided: u64,
}

/// A body of several cells: not an index but the world in which it moves.
#[derive(Clone)]
pub(super) struct Body {
    places: BodyGrid,
    /// Its side in cells.
    pub(super) side: u32,
    /// Why `places` did not follow the latest edit, if it did not.
    fault: Option<BodyError>,
}

impl Body {
    pub(super) fn new(grid: &Grid, mover: &Mover, side: u32) -> Result<Self, BodyError> {
        let places = BodyGrid::square(&grid.seen_by(mover), side)?;
        Ok(Body { places, side, fault: None })
    }

    pub(super) fn places(&self) -> &BodyGrid {
        &self.places
    }
}

impl Walker {
    pub(super) fn new(mover: Mover, body: Option<Box<Body>>) -> Self {
        let guide = Guide::new(body.as_ref().map_or(&mover, |body| body.places.mover()).clone());
        Walker {
            mover,
            body,
            kept: Keep::Components.bit() | Keep::JumpMap.bit(),
            components: None,
            guide,
            clusters: None,
            no_clusters: None,
            no_labels: None,
            under: 0,
            landmarks: None,
            no_landmarks: None,
            fresh: Default::default(),
            version: 0,
            guided: 0,
        }
    }

    /// A mover of `grid` whose indexes are built.
    pub(super) fn of(grid: &Grid, mover: Mover, body: Option<Box<Body>>) -> Self {
        let mut walker = Walker::new(mover, body);
        walker.repair_all(grid);
        walker
    }

    /// The side of its body in cells, if it was registered with one.
    pub(super) fn side(&self) -> Option<u32> {
        self.body.as_ref().map(|body| body.side)
    }

    /// The grid of its places, if it was registered with a side.
    pub(super) fn places(&self) -> Option<&BodyGrid> {
        self.body.as_ref().map(|body| &body.places)
    }

    /// The same mover on another grid, to keep what is kept for beliefs; without indexes.
    pub(super) fn on(&self, grid: &Grid) -> Result<Self, BodyError> {
        let body = self.side().map(|side| Body::new(grid, &self.mover, side)).transpose()?;
        let walker = Walker::new(self.mover.clone(), body.map(Box::new));
        Ok(Walker { kept: kept_by(self), ..walker })
    }

    /// Bytes of its world and of what was built for it.
    pub(super) fn bytes(&self) -> usize {
        let body = self.body.as_ref().map_or(0, |b| b.places.bytes());
        let components = self.components.as_ref().map_or(0, Components::bytes);
        let clusters = self.clusters.as_ref().map_or(0, Clusters::bytes);
        let landmarks = self.landmarks.as_ref().map_or(0, |landmarks| landmarks.bytes());
        body + components + clusters + landmarks + self.guide.bytes()
    }

    /// Itself, if it has a world in which to move.
    pub(super) fn usable(&self) -> Result<&Self, NavigatorError> {
        match self.body.as_ref().and_then(|body| body.fault) {
            Some(fault) => Err(fault.into()),
            None => Ok(self),
        }
    }

    /// The grid whose cells are the places where the mover can stand.
    pub(super) fn ground<'a>(&'a self, grid: &'a Grid) -> &'a Grid {
        self.body.as_ref().map_or(grid, |body| body.places.grid())
    }

    /// The world in which it moves.
    pub(super) fn view<'a>(&'a self, grid: &'a Grid) -> GridView<'a> {
        match &self.body {
            Some(body) => body.places.view(),
            None => grid.seen_by(&self.mover),
        }
    }

    /// The components, if they match the current state of the map.
    pub(super) fn current_components(&self, grid: &Grid) -> Option<&Components> {
        self.components_of(self.ground(grid))
    }

    /// The components, if they match the current state of the ground.
    pub(super) fn components_of(&self, ground: &Grid) -> Option<&Components> {
        let revision = ground.revision();
        self.components.as_ref().filter(|components| components.revision() == revision)
    }

    /// The clusters, if they match the current state of the map.
    pub(super) fn current_clusters(&self, grid: &Grid) -> Option<&Clusters> {
        let revision = self.ground(grid).revision();
        self.clusters.as_ref().filter(|clusters| clusters.revision() == revision)
    }

    /// The jump points of the ground, if they are valid under overlays as well.
    pub(super) fn jumps_under_overlays(&self, ground: &Grid) -> Option<&JumpMap> {
        let map = self.guide.index_for(ground).ok()??.jump_points()?;
        map.takes_overlays().then_some(map)
    }

    pub(super) fn drop_landmarks(&mut self) {
        if self.landmarks.take().is_some() {
            self.version += 1;
            self.guided += 1;
        }
    }

    /// Updates the world of a large body. Unlike an index it cannot wait.
    pub(super) fn follow_body(&mut self, grid: &Grid) {
        let Some(body) = &mut self.body else { return };
        body.fault = body.places.update(&grid.seen_by(&self.mover)).err();
        self.guide.set_mover(body.places.mover());
    }

    /// Updates all indexes for which that is possible.
    pub(super) fn repair_all(&mut self, grid: &Grid) {
        for keep in Keep::REPAIRED {
            self.repair(keep, grid);
        }
    }
}
