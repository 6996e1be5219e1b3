//! A crowd: agents are given destinations, request paths, follow them, and avoid each other.
//!
//! Agents are discs that move continuously over a map, a fraction of a cell per timestep.
//! Everything is computed with integers in a fixed order and with one seeded generator, so that the
//! same calls give the same positions on every machine, regardless of how the timesteps are divided
//! among calls.
//!
//! What decides where an agent goes is in separate files: orders spread agents sent to one cell
//! over the cells around it, requests for paths wait in one queue and are answered within a budget,
//! walking moves agents along their paths, and pushes keep them apart.

mod agent;
mod edits;
mod legs;
mod orders;
mod push;
mod readings;
mod requests;
mod walk;

#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::agents::plane::{CELL, Point};
use crate::agents::square::{collect_free, flight, middle, node_at, size_of};
use crate::agents::{CrowdError, Routes};
use crate::base::{Cell, CellRect, NodeId, Random};
use crate::shapes::square::GridView;

pub use agent::{Body, State};

pub(in crate::agents) use agent::{Agent, NONE, Purpose};
pub(in crate::agents) use readings::Label;

use legs::Legs;
pub use orders::Lead;
use orders::Orders;
use push::Pushes;
use requests::Requests;

/// The work done by [`Crowd::advance`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes and jump points expanded by searches and fields.
    pub expanded: u64,
    /// Requests for paths still waiting.
    pub waiting: u32,
    /// Requests answered.
    pub answered: u32,
    /// Agents that requested a new path because the map had changed on theirs.
    pub replans: u32,
    /// Agents that reached their destination.
    pub arrived: u32,
    /// Agents moved to another cell because an edit blocked theirs.
    pub rescued: u32,
}

/// Agents on a map, each with a position, a state and, while it is moving, a path.
///
/// Agents are numbered without gaps, so data of agent 5 is at index 5 of every slice;
/// [`remove`](Self::remove) closes the gaps.
///
/// An agent never stands on a blocked cell, and every change of cell is a step that the mover may
/// take, whatever pushes it. Only if an edit blocks the cell of an agent is the agent moved, to the
/// nearest free cell along the eight directions; if there is none, it stays there and is
/// [stuck](State::Stuck).
///
/// # Examples
///
/// ```
/// use astride::agents::{Body, Crowd, JumpRoutes, State};
/// use astride::prelude::*;
/// let (grid, mover) = (Grid::new(20, 20, b'.')?, Mover::walker());
/// let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
/// let mut crowd = Crowd::new();
/// let scout = crowd.spawn(&view, Cell::new(2, 2), Body::default())?;
/// crowd.order(&[scout], Cell::new(17, 9))?;
/// while crowd.advance(&view, &mut routes, 1, 1000).arrived == 0 {}
/// assert_eq!(crowd.cell(scout), Some(Cell::new(17, 9)));
/// assert_eq!(crowd.state(scout), Some(State::Idle));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    positions: Vec<Point>,
    velocities: Vec<Point>,
    pub(super) agents: Vec<Agent>,
    pub(super) ended: Vec<u32>,
    legs: Legs,
    orders: Orders,
    requests: Requests,
    pushes: Pushes,
    pub(super) random: Random,
    pub(super) time: u32,
    /// Columns and rows of the map on which the agents stand.
    pub(super) size: [u32; 2],
    /// The revision of the map up to which edits have been followed.
    revision: u64,
    changed: Vec<CellRect>,
    /// Working memory: cells to choose places from.
    places: Vec<u32>,
    /// Working memory: cells of an escape route.
    flight: Vec<NodeId>,
}

impl Crowd {
    /// The size of one cell in the units of positions, velocities and bodies.
    pub const CELL: i32 = CELL;

    /// The maximum number of agents.
    pub const MOST: usize = 1 << 20;

    /// The maximum side of a map with agents, in cells.
    pub const MAX_SIDE: u32 = 32_767;

    /// No agents; the map is that of the first agent added.
    pub fn new() -> Self {
        Crowd::default()
    }

    /// No agents on a map, with random numbers generated from `seed`.
    pub fn on(view: &GridView<'_>, seed: u64) -> Self {
        Crowd {
            random: Random::new(seed),
            size: size_of(view),
            revision: view.grid().revision(),
            ..Crowd::default()
        }
    }

    /// Removes all agents, and restarts at time 0 with seed 0.
    pub fn clear(&mut self) {
        *self = Crowd::new();
    }

    /// Places an agent at the centre of `cell`, and returns its id. If the size of the map differs
    /// from the previous one, all agents are removed first.
    ///
    /// # Errors
    ///
    /// If there are already [`Crowd::MOST`] agents, if the cell is off the map or blocked, or if a
    /// side of the map is longer than [`Crowd::MAX_SIDE`].
    pub fn spawn(
        &mut self,
        view: &GridView<'_>,
        cell: Cell,
        body: Body,
    ) -> Result<u32, CrowdError> {
        self.make_room(view, cell, 1)?;
        if !view.is_free(cell) {
            return Err(CrowdError::Blocked { cell });
        }
        Ok(self.put(cell, body))
    }

    /// Places `count` agents on random free cells at most `radius` cells from `centre`, and returns
    /// their ids. If there are fewer cells than agents, cells are used again.
    ///
    /// # Errors
    ///
    /// As for [`spawn`](Self::spawn), except that `centre` may be blocked; and if no cell is free.
    ///
    /// # Complexity
    ///
    /// O(cells within the radius).
    pub fn scatter(
        &mut self,
        view: &GridView<'_>,
        centre: Cell,
        radius: u32,
        count: u32,
        body: Body,
    ) -> Result<Range<u32>, CrowdError> {
        self.make_room(view, centre, count as usize)?;
        let mut places = std::mem::take(&mut self.places);
        collect_free(view, centre, radius, &mut places);
        let first = self.agents.len() as u32;
        if places.is_empty() && count > 0 {
            return Err(CrowdError::NoRoom { cell: centre, radius });
        }
        for i in 0..count as usize {
            let at = i % places.len();
            // One step of a shuffle per agent: the first pass uses each cell once.
            let other = at + self.random.below((places.len() - at) as u32) as usize;
            places.swap(at, other);
            self.put(view.grid().cell(NodeId::new(places[at])), body);
        }
        self.places = places;
        Ok(first..first + count)
    }

    /// Removes agents. The others keep their order and close the gaps: the id of an agent decreases
    /// by the number of agents removed before it.
    ///
    /// # Errors
    ///
    /// If one of the agents does not exist.
    pub fn remove(&mut self, ids: &[u32]) -> Result<(), CrowdError> {
        self.renumber(ids).map(drop)
    }

    /// Sends agents to a cell, or to the nearest free one if it is blocked, each to a place of its
    /// own around it. They wait until [`advance`](Self::advance) has found a path within its
    /// budget.
    ///
    /// # Errors
    ///
    /// If one of the agents does not exist, or if the cell is off the map.
    pub fn order(&mut self, ids: &[u32], to: Cell) -> Result<(), CrowdError> {
        self.order_by(ids, to, Lead::Quickest)
    }

    /// As [`order`](Self::order), with a choice of what guides them.
    ///
    /// # Errors
    ///
    /// As for [`order`](Self::order).
    pub fn order_by(&mut self, ids: &[u32], to: Cell, lead: Lead) -> Result<(), CrowdError> {
        self.check_ids(ids)?;
        let [width, height] = self.size;
        if !ids.is_empty() && (to.x >= width || to.y >= height) {
            return Err(CrowdError::OffMap { cell: to, width, height });
        }
        self.orders.note(ids, to, (Purpose::Go, lead));
        Ok(())
    }

    /// Makes an agent flee some cells from a point, given like a position, at 7/4 of its speed; its
    /// orders are forgotten. No search is needed. Nothing happens if no adjacent cell is farther
    /// away, or if the size of the map differs from the previous one. Negative numbers count as 0.
    ///
    /// # Errors
    ///
    /// If there is no such agent.
    pub fn flee(&mut self, view: &GridView<'_>, id: u32, from: [i32; 2]) -> Result<(), CrowdError> {
        self.check_ids(&[id])?;
        if self.size == size_of(view) {
            // The difference of two positions fits a position only if neither is negative.
            self.run_away(view, id as usize, from.map(|side| side.max(0)));
        }
        Ok(())
    }

    /// Reports that the allowed steps in `changed` have changed: agents whose path crosses these
    /// cells request a new one.
    ///
    /// Edits of the grid itself are always detected by [`advance`](Self::advance); this is for
    /// changes that are not in its log, such as a change of the mover.
    pub fn map_changed(&mut self, changed: CellRect) {
        self.changed.push(changed);
    }

    /// Advances time; sixty timesteps are meant to be a second.
    ///
    /// Requests for paths are answered in order of arrival until `budget` expansions are spent,
    /// where each request counts as ten more; the others wait for the next call. Distance fields
    /// keep exactly to the budget and continue where they stopped. A single search is not
    /// interrupted, so the last one may exceed the budget. With a budget of at least 1, every call
    /// answers at least one request, or continues a field.
    ///
    /// With an unlimited budget, `n` calls of one timestep are the same as one call of `n`. If the
    /// size of the map differs from the previous one, all agents are removed.
    ///
    /// # Complexity
    ///
    /// O(agents) per timestep, plus the searches; if many stand on one cell, each of them also
    /// examines all others there.
    pub fn advance(
        &mut self,
        view: &GridView<'_>,
        routes: &mut impl Routes,
        timesteps: u32,
        budget: u64,
    ) -> Work {
        let (mut work, mut left) = (self.look(view), budget);
        for _ in 0..timesteps {
            self.begin_timestep();
            self.move_on(view, routes, &mut left, &mut work);
        }
        work
    }

    /// Detects changes of the map.
    pub(super) fn look(&mut self, view: &GridView<'_>) -> Work {
        let mut work = Work::default();
        if self.size != size_of(view) {
            *self = Crowd::on(view, 0);
        }
        self.ended.clear();
        self.follow_edits(view, &mut work);
        work.waiting = self.requests.waiting();
        work
    }

    pub(super) fn begin_timestep(&mut self) {
        self.time = self.time.wrapping_add(1);
    }

    /// The rest of a timestep after its beginning.
    pub(super) fn move_on(
        &mut self,
        view: &GridView<'_>,
        routes: &mut impl Routes,
        left: &mut u64,
        work: &mut Work,
    ) {
        self.take_orders(view);
        self.answer(view, routes, left, work);
        self.pushes.push_apart(&self.positions, &self.agents);
        self.walk(view, work);
        work.waiting = self.requests.waiting();
    }

    /// Sends an agent to a node as soon as a path is found.
    pub(super) fn send(&mut self, id: usize, goal: u32, purpose: Purpose) {
        let agent = &mut self.agents[id];
        agent.stop(State::Waiting);
        (agent.goal, agent.purpose) = (goal, purpose);
        self.requests.ask(agent, id as u32);
    }

    /// Sends agents to places around a cell, where they live from then on.
    pub(super) fn order_home(&mut self, ids: &[u32], to: Cell) {
        self.orders.note(ids, to, (Purpose::Home, Lead::Quickest));
    }

    pub(super) fn run_away(&mut self, view: &GridView<'_>, id: usize, from: Point) {
        let mut nodes = std::mem::take(&mut self.flight);
        flight(view, self.positions[id], from, &mut nodes);
        if nodes.len() > 1 {
            let agent = &mut self.agents[id];
            agent.stop(State::Fleeing);
            agent.purpose = Purpose::Flee;
            self.set_out(view, id, &nodes);
        }
        self.flight = nodes;
    }

    /// Removes agents, and returns the new id of each agent, or [`NONE`].
    pub(super) fn renumber(&mut self, ids: &[u32]) -> Result<Vec<u32>, CrowdError> {
        self.check_ids(ids)?;
        let mut new_ids = vec![0; self.agents.len()];
        for &id in ids {
            new_ids[id as usize] = NONE;
        }
        for (next, new) in (0..).zip(new_ids.iter_mut().filter(|new| **new != NONE)) {
            *new = next;
        }
        keep(&new_ids, &mut self.positions);
        keep(&new_ids, &mut self.velocities);
        keep(&new_ids, &mut self.agents);
        for list in [&mut self.ended, &mut self.orders.ids] {
            list.iter_mut().for_each(|id| *id = new_ids.get(*id as usize).copied().unwrap_or(NONE));
        }
        self.ended.retain(|&id| id != NONE);
        self.requests.renumber(&new_ids);
        Ok(new_ids)
    }

    fn put(&mut self, cell: Cell, body: Body) -> u32 {
        let at = middle(cell);
        self.positions.push(at);
        self.velocities.push([0, 0]);
        self.agents.push(Agent::new(node_at(at, self.size[0]), body));
        self.agents.len() as u32 - 1
    }

    /// Checks the common conditions of all additions, and restarts on a map of another size.
    fn make_room(
        &mut self,
        view: &GridView<'_>,
        cell: Cell,
        count: usize,
    ) -> Result<(), CrowdError> {
        let [width, height] = size_of(view);
        if width.max(height) > Self::MAX_SIDE {
            return Err(CrowdError::TooWide { width, height });
        }
        if view.grid().node(cell).is_none() {
            return Err(CrowdError::OffMap { cell, width, height });
        }
        if self.size != [width, height] {
            *self = Crowd::on(view, 0);
        }
        if count > Self::MOST - self.agents.len() {
            return Err(CrowdError::Full { count, present: self.agents.len() });
        }
        Ok(())
    }

    fn check_ids(&self, ids: &[u32]) -> Result<(), CrowdError> {
        let present = self.agents.len();
        match ids.iter().find(|&&id| id as usize >= present) {
            Some(&id) => Err(CrowdError::NoAgent { id, present }),
            None => Ok(()),
        }
    }
}

/// Drops the items that have no new id.
pub(super) fn keep<T>(new_ids: &[u32], items: &mut Vec<T>) {
    let mut new_ids = new_ids.iter();
    items.retain(|_| new_ids.next() != Some(&NONE));
}
