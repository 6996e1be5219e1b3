//! What a navigator keeps for a map of squares, and how it answers with that: indexes in step with
//! edits, large bodies, factions, upkeep within a budget, saving.

mod answer;
mod believed;
mod build;
mod covered;
mod explain;
mod factions;
mod first_steps;
mod keep;
mod landmarks;
mod lane;
mod nearest;
mod pinned;
mod repair;
mod saved;
mod seen;
mod serve;
mod supposed;
mod upkeep;
mod walker;
mod what_if;
mod window;

pub use build::{Adopted, Build, Built};
pub use keep::{Keep, Upkeep};
pub use upkeep::Maintained;

use std::sync::{Arc as Shared, OnceLock};

use super::composed::InWorld;
use super::fields::{follow, go_on};
use super::navigable::Changed;
use super::stamp::Stamp;
use super::state::State;
use super::what_if::Rule;
use super::{Ask, FactionId, MoverId, Navigable, Navigator, NavigatorError};
use crate::base::{Budget, Cell, Cost, NodeId};
use crate::path::Path;
use crate::planner::{Step, Task};
use crate::search::{DistanceField, Outcome, Scratch, Why};
use crate::shapes::square::{Edit, Grid, GridError, GridView, JumpMap, Knowledge, Mover};
use crate::shapes::{Cover, Near};
use believed::{Belief, Believer, Supposer};
use covered::{Covered, Zones};
use lane::LaneMemory;
use seen::Seen;
use walker::{Body, Walker};

/// What is kept for squares, in addition to movers, overlays and factions.
#[expect(missing_debug_implementations, reason = "nobody outside can name it")]
#[derive(Clone, Default)]
pub struct KeptForSquares {
    /// The belief of each faction, as far as it was asked about.
    beliefs: Vec<Belief>,
    /// Whether indexes follow with edits, and beliefs when they are asked about.
    upkeep: Upkeep,
    /// Where each overlay has extra cost, from the first question that names it after it was last
    /// borrowed.
    zones: Zones,
    /// The overlays as large bodies meet them, for each size of body.
    covered: Vec<Covered>,
    /// For each mover, a slot for jumps that end where there is extra cost, if no cell has less of
    /// it than when its landmarks were built; unknown before the first question after a change.
    landmarks_hold: Vec<OnceLock<Option<Shared<OnceLock<JumpMap>>>>>,
}

impl Navigable for Grid {
    type Edit = Edit;
    type EditError = GridError;
    type Faction = Knowledge;
    type Walker = Walker;
    type Believer = Believer;
    type Kept = KeptForSquares;
    type Supposed = Supposer;
    type Lane = LaneMemory;

    fn walker(map: &Grid, mover: Mover) -> Walker {
        Walker::of(map, mover, None)
    }

    fn mover_of(walker: &Walker) -> &Mover {
        &walker.mover
    }

    fn view_for<'a>(map: &'a Grid, walker: &'a Walker) -> Result<GridView<'a>, NavigatorError> {
        Ok(walker.usable()?.view(map))
    }

    fn believer(
        state: &State,
        faction: FactionId,
        mover: MoverId,
    ) -> Result<Believer, NavigatorError> {
        let (place, at) = (state.walker_place(Some(mover))?, state.faction_place(faction)?);
        state.kept.beliefs[at].world(state.facts(at), place)
    }

    fn believed_map(believer: &Believer) -> &Grid {
        believer.map.grid()
    }

    fn believed_view(believer: &Believer) -> GridView<'_> {
        believer.walker.view(believer.map.grid())
    }

    fn revision_of(map: &Grid) -> u64 {
        map.revision()
    }

    fn off_map(map: &Grid, cell: Cell) -> NavigatorError {
        NavigatorError::OffMap { cell, width: map.width(), height: map.height() }
    }

    fn is_nothing(batch: &Edit) -> bool {
        batch.is_empty()
    }

    fn change(map: &mut Grid, batch: &Edit) -> Result<u64, GridError> {
        map.apply(batch)
    }

    fn follow(state: &mut State, changed: Changed) {
        match changed {
            Changed::Map => state.follow_edits(),
            Changed::Movers => {
                state.kept.landmarks_hold.push(OnceLock::new());
                state.make_room_for_overlays();
            }
            Changed::Overlays => state.make_room_for_overlays(),
            Changed::Overlay(place) => {
                state.kept.zones[place] = OnceLock::new();
                state.kept.covered.iter_mut().for_each(|covered| covered.forget(place));
                for (walker, hold) in state.walkers.iter().zip(&mut state.kept.landmarks_hold) {
                    if walker.under >> place & 1 == 1 {
                        *hold = OnceLock::new();
                    }
                }
            }
        }
    }

    fn cover(map: &Grid, walker: &Walker) -> Cover {
        match walker.side() {
            None => Cover::ONE,
            Some(side) => Cover::along([(side, 1), (side, map.width()), (1, 0)]),
        }
    }

    fn check(state: &State, ask: &Ask) -> Result<(), NavigatorError> {
        state.seen(ask).map(|_| ())
    }

    fn stamp(state: &State, ask: &Ask) -> Result<Stamp, NavigatorError> {
        state.stamp(ask)
    }

    fn version(walker: &Walker) -> u64 {
        walker.version
    }

    fn route(
        state: &State,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        state.route(ask, scratch, budget)
    }

    fn route_or_nearest(
        state: &State,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        state.route_or_nearest(ask, scratch, budget)
    }

    fn cost(
        state: &State,
        ask: &Ask,
        scratch: &mut Scratch,
    ) -> Result<Option<Cost>, NavigatorError> {
        state.cost(ask, scratch)
    }

    fn would_part(
        state: &State,
        batch: &Edit,
        asks: &[Ask],
        scratch: &mut Scratch,
    ) -> Result<Vec<usize>, NavigatorError> {
        state.would_part(batch, asks, scratch)
    }

    fn route_if(
        state: &State,
        batch: &Edit,
        ask: &Ask,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        state.route_if(batch, ask, scratch, budget)
    }

    fn route_by(
        state: &State,
        ask: &Ask,
        rule: Rule<'_>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, NavigatorError> {
        state.route_by(ask, rule, scratch, budget)
    }

    fn in_world<T: InWorld>(
        state: &State,
        ask: &Ask,
        work: T,
    ) -> Result<T::Answer, NavigatorError> {
        let seen = state.seen(ask)?;
        let view = seen.view();
        Ok(work.run(&seen.world(&view)))
    }

    fn snap(
        state: &State,
        ask: &Ask,
        near: Near,
        budget: &mut Budget<'_>,
    ) -> Result<Cell, NavigatorError> {
        state.snap_by_rings(ask, near, budget)
    }

    fn prepare(state: &State, ask: &Ask) -> Result<(), NavigatorError> {
        state.prepare(ask)
    }

    fn known_beforehand(state: &State, ask: &Ask) -> Result<Option<Outcome>, NavigatorError> {
        state.known_beforehand(ask)
    }

    fn compute_field(
        state: &State,
        ask: &Ask,
        goals: &[(NodeId, Cost)],
        field: &mut DistanceField,
        is_current: bool,
        budget: &mut Budget<'_>,
    ) -> Result<(), NavigatorError> {
        let seen = state.seen(ask)?;
        let view = seen.view();
        let Some((_, ground)) = seen.guided() else {
            go_on(field, &seen.world(&view).of_field(), goals, is_current, budget);
            return Ok(());
        };
        let is_same = is_own(state, ask, ground) && field.sources() == goals;
        // A repair is not done in slices, and takes hardly more than computing all.
        let may_repair = !is_current && budget.left() >= field.node_count() as u64;
        if may_repair && is_same && field.repair(&view).is_ok() {
            return Ok(());
        }
        go_on(field, &view, goals, is_current, budget);
        Ok(())
    }

    fn has_revision(state: &State, ask: &Ask, field: &DistanceField) -> bool {
        let has_it = |seen: Seen<'_>| field.check_current(&seen.world(&seen.view())).is_ok();
        ask.faction.is_none() || state.seen(ask).is_ok_and(has_it)
    }

    fn repair_field(
        state: &State,
        ask: &Ask,
        field: &DistanceField,
        most: usize,
    ) -> Option<(Option<DistanceField>, u64)> {
        let seen = state.seen(ask).ok()?;
        let (_, ground) = seen.guided()?;
        if !is_own(state, ask, ground) {
            return None;
        }
        field.repaired_within(&seen.view(), most)
    }

    fn descend(
        state: &State,
        ask: &Ask,
        field: &DistanceField,
        from: NodeId,
    ) -> Result<Result<Path, Why>, NavigatorError> {
        let seen = state.seen(ask)?;
        let view = seen.view();
        let world = || seen.world(&view);
        Ok(match seen.guided() {
            Some(_) => follow(field, (&view, &view), from),
            None => follow(field, (&world(), &world().of_field()), from),
        })
    }

    fn merge_from(state: &State, ask: &Ask) -> Option<usize> {
        state.merge_from(ask)
    }

    fn prepare_lane(state: &State, ask: &Ask) {
        if ask.faction.is_some() || ask.supposing.is_some() {
            // The belief catches up, and edits that are supposed are made. A question that cannot be
            // asked is refused by its first slice.
            let _ = state.seen(ask);
        }
    }

    fn slice(
        state: &State,
        lane: &mut LaneMemory,
        task: &Task<Ask>,
        budget: &mut Budget<'_>,
    ) -> Result<Step<Outcome>, NavigatorError> {
        state.slice(lane, task, budget)
    }

    fn known(lane: &mut LaneMemory) -> Outcome {
        lane.work.known()
    }

    fn let_go(lane: &mut LaneMemory) {
        lane.let_go();
    }

    fn first_steps(
        state: &State,
        ask: &Ask,
        scratch: &mut Scratch,
        most: u64,
    ) -> (Option<(Path, Cost)>, u64) {
        state.first_steps(ask, scratch, most)
    }

    fn keep_up(navigator: &mut Navigator, budget: &mut Budget<'_>) -> u64 {
        navigator.keep_up(budget)
    }
}

impl State {
    /// Updates bodies and, unless they are updated by hand, indexes after an edit.
    fn follow_edits(&mut self) {
        for walker in &mut self.walkers {
            if self.kept.upkeep == Upkeep::AtOnce {
                let walker = Shared::make_mut(walker);
                walker.follow_body(&self.map);
                walker.repair_all(&self.map);
            } else if walker.body.is_some() {
                Shared::make_mut(walker).follow_body(&self.map);
            }
        }
    }
}

/// Whether a field of this question is one of the map itself: the places of a large body are a separate
/// grid, which may have been rebuilt.
fn is_own(state: &State, ask: &Ask, ground: &Grid) -> bool {
    std::ptr::eq(ground, &*state.map) && ask.faction.is_none()
}

impl Navigator {
    /// The grid.
    pub fn grid(&self) -> &Grid {
        self.map()
    }

    /// Registers a mover that covers `side`×`side` cells. Questions and paths refer to its top left
    /// cell; of an overlay, the most extra ticks under its cells count.
    ///
    /// # Errors
    ///
    /// As for [`BodyGrid::square`](crate::shapes::square::BodyGrid::square).
    ///
    /// # Complexity
    ///
    /// That of [`new`](Self::new), plus O(cells · log `side`). Edits additionally cost that of
    /// [`BodyGrid::update`](crate::shapes::square::BodyGrid::update) for the places around them, and
    /// the first question under an overlay that was changed that of
    /// [`BodyGrid::overlay`](crate::shapes::square::BodyGrid::overlay).
    pub fn add_mover_sized(&mut self, mover: Mover, side: u32) -> Result<MoverId, NavigatorError> {
        let body = Body::new(self.grid(), &mover, side)?;
        let walker = Walker::of(self.grid(), mover, Some(Box::new(body)));
        Ok(self.add_walker(walker))
    }

    /// The side of the body of a mover in cells.
    ///
    /// # Errors
    ///
    /// If the mover does not belong to this navigator.
    pub fn side(&self, mover: MoverId) -> Result<u32, NavigatorError> {
        Ok(self.state.walkers[self.state.walker_place(Some(mover))?].side().unwrap_or(1))
    }
}
