//! Reading a guided crowd: states, paths, and a digest of everything.

use std::iter::once;

use astride::base::{Cell, NodeId, Random};
use astride::search::DistanceField;
use astride::shapes::square::GridView;

use super::cells::turning_points;
use super::requests::{NO_FIELD, Stage};
use super::{GuidedCrowd, NONE, State, Walker};
use crate::crowd::Crowd;

impl GuidedCrowd {
    /// The units: how many there are, their positions, velocities and radii.
    pub fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// The number of ticks since the beginning.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// The heading of each unit: 65 536 is a full turn, 0 is east and a quarter turn is south.
    pub fn headings(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.walkers.iter().map(|walker| walker.heading)
    }

    /// Changes the heading of a unit that stands.
    pub(crate) fn set_heading(&mut self, id: usize, heading: u16) {
        self.walkers[id].heading = heading;
    }

    /// The state of each unit.
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + '_ {
        self.walkers.iter().map(|walker| walker.state)
    }

    /// The units whose path ended during the last [`advance`](Self::advance), in the order in which
    /// that happened: those that arrived, and those that have fled to the end of their route.
    pub fn ended(&self) -> &[u32] {
        &self.ended
    }

    /// The cell on which a unit stands, if there is such a unit.
    pub fn cell(&self, unit: u32) -> Option<Cell> {
        self.walkers.get(unit as usize).map(|_| self.cell_at(unit as usize))
    }

    /// The state of a unit.
    pub fn state(&self, unit: u32) -> Option<State> {
        self.walkers.get(unit as usize).map(|walker| walker.state)
    }

    /// Whether a unit neither moves nor waits for a path.
    pub(crate) fn rests(&self, id: usize) -> bool {
        matches!(self.walkers[id].state, State::Idle | State::Stuck)
    }

    pub(crate) fn flees(&self, id: usize) -> bool {
        self.walkers[id].state == State::Fleeing
    }

    /// The state of a unit on its last path.
    pub(crate) fn gait(&self, id: usize) -> State {
        self.walkers[id].gait
    }

    /// The destination of a unit, if it has one.
    pub fn goal(&self, unit: u32) -> Option<Cell> {
        let goal = self.walkers.get(unit as usize)?.goal;
        let [width, _] = self.crowd.size();
        (goal != NONE).then(|| Cell::new(goal % width, goal / width))
    }

    /// Writes the path ahead of a unit to `cells`: its own cell, the turning points, the end. Empty
    /// if it has no path, or if there is no such unit. For a unit guided by a shared field it is the
    /// path along the field.
    pub fn path_of(&self, view: &GridView<'_>, unit: u32, cells: &mut Vec<Cell>) {
        cells.clear();
        let walker = self.walkers.get(unit as usize).filter(|walker| walker.walks());
        let Some(walker) = walker else { return };
        let field = self.field_of(unit);
        let path = field.and_then(|field| field.path_from(view, self.node(unit as usize)).ok()?);
        let by_field = path.and_then(|path| turning_points(view, path.nodes()));
        let turns = by_field.unwrap_or_else(|| walker.turns.clone());
        let node_count = view.grid().cell_count();
        let turns = turns.into_iter().rev().filter(|&turn| turn < node_count);
        let turns = turns.map(|turn| view.grid().cell(NodeId::new(turn)));
        cells.extend(once(self.cell_at(unit as usize)).chain(turns));
        cells.dedup();
    }

    /// The distance field that guides a unit, from everywhere to its destination; `None` if it has a
    /// path of its own, waits for its field, or does not exist.
    pub fn field_of(&self, unit: u32) -> Option<&DistanceField> {
        let walker = self.walkers.get(unit as usize).filter(|walker| walker.field != NO_FIELD)?;
        let shared = &self.requests.shared[usize::from(walker.field)];
        (shared.stage == Stage::Ready).then_some(&shared.field)
    }

    /// A digest of the history so far: that of the crowd, the time, the states and remaining paths
    /// of all units.
    pub fn digest(&self) -> u64 {
        let mut digest = self.crowd.digest() ^ self.random.state();
        let mut add = |value: u64| digest = Random::new(digest ^ value).next();
        add(u64::from(self.time) << 32 | u64::from(self.requests.waiting()));
        for walker in &self.walkers {
            let Walker { goal, state, gait, field, led, since, heading, .. } = *walker;
            add(u64::from(goal) << 32 | u64::from(led));
            add(u64::from(since) << 32 | u64::from(heading));
            add(u64::from(u32::from_le_bytes([state as u8, gait as u8, field, 0])));
            walker.turns.iter().for_each(|&turn| add(turn.into()));
        }
        digest
    }
}
