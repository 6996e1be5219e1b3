//! Orders: many units sent to one cell, each to a place of its own around it.
//!
//! Places are the cells with the fewest steps from the target, so they are on its side of every
//! wall. If there are at least [`SHARED_FROM`] units, one distance field guides all of them; near
//! the target each requests the path to its own place.

use astride::base::Cell;
use astride::shapes::square::GridView;

use super::cells::nearest_free;
use super::requests::NO_FIELD;
use super::{GuidedCrowd, NONE, State};
use crate::crowd::CrowdError;

/// For at least this many units, a field is faster than searches.
const SHARED_FROM: usize = 16;

/// The ticks after which a unit is content to be next to a place that it shares with others.
pub(crate) const CONTENT: u32 = 60;

/// What guides units that are sent to one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lead {
    /// One field for 16 or more units, below that a path for each.
    #[default]
    Quickest,
    /// One field for all, unless sixteen others are in use.
    Field,
    /// A path for each.
    Ways,
}

impl GuidedCrowd {
    /// Sends units to a cell, or to the nearest free one if it is blocked, each to a place of its
    /// own around it. They wait until [`advance`](Self::advance) has found a path within its
    /// budget. If there are fewer places than units, some share a place and stop beside it.
    ///
    /// # Errors
    ///
    /// If one of the units does not exist, if the cell is off the map, or if the map has another
    /// size.
    ///
    /// # Complexity
    ///
    /// O(cells + units · log units).
    pub fn order(
        &mut self,
        view: &GridView<'_>,
        units: &[u32],
        to: Cell,
    ) -> Result<(), CrowdError> {
        self.order_by(view, units, to, Lead::Quickest)
    }

    /// As [`order`](Self::order), with a choice of what guides them.
    ///
    /// # Errors
    ///
    /// As for [`order`](Self::order).
    pub fn order_by(
        &mut self,
        view: &GridView<'_>,
        units: &[u32],
        to: Cell,
        lead: Lead,
    ) -> Result<(), CrowdError> {
        self.follow(view)?;
        self.check(units)?;
        if !units.is_empty() {
            let to = self.on_map(to)?;
            self.send_to_places(view, units, to, (State::Moving, lead));
        }
        Ok(())
    }

    /// Sends units, which exist, to places around a cell of the map.
    pub(crate) fn send_to_places(
        &mut self,
        view: &GridView<'_>,
        units: &[u32],
        to: Cell,
        (gait, lead): (State, Lead),
    ) {
        let aim = nearest_free(view, to).unwrap_or(to);
        let mut is_sent = vec![false; self.walkers.len()];
        units.iter().for_each(|&unit| is_sent[unit as usize] = true);
        let mut is_taken = vec![false; view.grid().cell_count() as usize];
        for (id, walker) in self.walkers.iter().enumerate().filter(|&(id, _)| !is_sent[id]) {
            let goal = if walker.goal == NONE { self.node(id).get() } else { walker.goal };
            is_taken[goal as usize] = true;
        }
        let is_free = |node: astride::base::NodeId| !is_taken[node.index()];
        let mut places: Vec<u32> = self
            .crowd
            .cells_round(aim, units.len(), is_free)
            .iter()
            .map(|node| node.get())
            .collect();
        if places.is_empty() {
            places.extend(view.grid().node(aim).map(|node| node.get()));
        }
        let is_shared = match lead {
            Lead::Quickest => units.len() >= SHARED_FROM,
            Lead::Field => true,
            Lead::Ways => false,
        };
        let field = if is_shared { self.ask_for_field(&places) } else { None };
        for (at, &unit) in units.iter().enumerate() {
            self.stop(unit as usize, State::Waiting);
            let walker = &mut self.walkers[unit as usize];
            // A unit guided by a field gets a place once it is near.
            walker.goal = places[if field.is_some() { 0 } else { at % places.len() }];
            walker.gait = gait;
            walker.field = field.unwrap_or(NO_FIELD);
            walker.patience = if places.len() < units.len() { CONTENT } else { u32::MAX };
            if field.is_none() {
                self.ask(unit as usize);
            }
        }
    }

    /// Sends a unit to a node as soon as a path is found. After some ticks next to it, it is content
    /// to be near.
    pub(crate) fn send(&mut self, id: usize, goal: u32, gait: State, patience: u32) {
        self.stop(id, State::Waiting);
        let walker = &mut self.walkers[id];
        (walker.goal, walker.gait, walker.patience) = (goal, gait, patience);
        self.ask(id);
    }

    /// Drops the path of a unit and requests another one to the same place; one that flees just
    /// stops.
    pub(super) fn ask_again(&mut self, id: usize) {
        let super::Walker { goal, gait, patience, .. } = self.walkers[id];
        match goal {
            NONE => self.stop(id, State::Idle),
            goal => self.send(id, goal, gait, patience),
        }
    }
}
