//! A crowd: agents are sent, ask for ways, follow them, and give way to each other.
//!
//! Agents are points with a radius that move continuously over a map, a part of a cell per
//! timestep. All of it is whole numbers in a fixed order and one seeded generator, so the same calls
//! give the same positions on every machine, however the timesteps are cut into calls.
//!
//! What decides where an agent goes stands in files of its own: orders spread those that are sent to
//! one cell over the cells round it, requests for ways wait in one queue and are answered within a
//! budget, walking moves along an answer, and pushes keep agents apart.

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

/// What [`Crowd::advance`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Nodes and jump points expanded by searches and fields.
    pub expanded: u64,
    /// Requests for ways that still wait.
    pub waiting: u32,
    /// Requests answered.
    pub answered: u32,
    /// Agents that asked again because the map had changed on their way.
    pub replans: u32,
    /// Agents that came to where they were sent.
    pub arrived: u32,
    /// Agents moved to another cell because theirs was blocked by an edit.
    pub rescued: u32,
}

/// Agents on a map, each with a position, a state and, while it goes somewhere, a way.
///
/// Agents are numbered without holes, so what belongs to agent 5 is at 5 in every slice;
/// [`remove`](Self::remove) closes the gaps.
///
/// An agent never stands on a blocked cell, and every change of cell is a step that the mover may
/// take, whatever pushes it. Only where an edit blocks the cell under an agent, it is moved to the
/// nearest free cell along the eight directions, and if there is none it stays where it is and is
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
    /// Columns and rows of the map that the agents stand on.
    pub(super) size: [u32; 2],
    /// The revision of the map that they know.
    revision: u64,
    changed: Vec<CellRect>,
    /// Cells to choose places from.
    places: Vec<u32>,
    /// Cells to flee over.
    flight: Vec<NodeId>,
}

impl Crowd {
    /// One cell, in the numbers of positions, velocities and bodies.
    pub const CELL: i32 = CELL;

    /// The most agents there may be.
    pub const MOST: usize = 1 << 20;

    /// The longest side of a map that agents can live on, in cells.
    pub const MAX_SIDE: u32 = 32_767;

    /// No agents, on the map of the first that is added.
    pub fn new() -> Self {
        Crowd::default()
    }

    /// No agents on a map, and lots drawn from `seed`.
    pub fn on(view: &GridView<'_>, seed: u64) -> Self {
        Crowd {
            random: Random::new(seed),
            size: size_of(view),
            revision: view.grid().revision(),
            ..Crowd::default()
        }
    }

    /// Takes all agents away, and begins at time 0, with seed 0.
    pub fn clear(&mut self) {
        *self = Crowd::new();
    }

    /// Puts an agent in the middle of `cell`, and returns its id. If the map has another size than
    /// the one before, all agents of that one are taken away first.
    ///
    /// # Errors
    ///
    /// If there are [`Crowd::MOST`] already, the cell is off the map or blocked, or a side of the
    /// map is longer than [`Crowd::MAX_SIDE`].
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

    /// Puts `count` agents on free cells at most `radius` cells from `centre`, drawn by lot, and
    /// returns their ids. Where there are fewer cells than agents, cells are used again.
    ///
    /// # Errors
    ///
    /// As of [`spawn`](Self::spawn), except that `centre` may be blocked; and if no cell is free.
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
            // One step of a shuffle per agent: the first lap uses each cell once.
            let other = at + self.random.below((places.len() - at) as u32) as usize;
            places.swap(at, other);
            self.put(view.grid().cell(NodeId::new(places[at])), body);
        }
        self.places = places;
        Ok(first..first + count)
    }

    /// Takes agents away. Those that remain keep their order and close the gaps: the id of an agent
    /// falls by the number of agents removed before it.
    ///
    /// # Errors
    ///
    /// If one of the agents does not exist.
    pub fn remove(&mut self, ids: &[u32]) -> Result<(), CrowdError> {
        self.renumber(ids).map(drop)
    }

    /// Sends agents to a cell: the nearest free one if it is blocked, each to a place of its own
    /// round it. They wait until [`advance`](Self::advance) has found a way within its budget.
    ///
    /// # Errors
    ///
    /// If one of the agents does not exist, or the cell is off the map.
    pub fn order(&mut self, ids: &[u32], to: Cell) -> Result<(), CrowdError> {
        self.order_by(ids, to, Lead::Quickest)
    }

    /// As [`order`](Self::order), and says what is to lead them.
    ///
    /// # Errors
    ///
    /// As of [`order`](Self::order).
    pub fn order_by(&mut self, ids: &[u32], to: Cell, lead: Lead) -> Result<(), CrowdError> {
        self.check_ids(ids)?;
        let [width, height] = self.size;
        if !ids.is_empty() && (to.x >= width || to.y >= height) {
            return Err(CrowdError::OffMap { cell: to, width, height });
        }
        self.orders.note(ids, to, (Purpose::Go, lead));
        Ok(())
    }

    /// Lets an agent run some cells away from a point, given as positions are, at 7/4 of its speed;
    /// what it was ordered is forgotten. It needs no search. Nothing happens if no cell beside it is
    /// farther away, or the map has another size than the one before. Numbers below 0 count as 0.
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

    /// Says that what is allowed on cells of `changed` is different now: agents whose way crosses
    /// them ask again.
    ///
    /// Edits of the grid itself are noticed by [`advance`](Self::advance) in any case; this is for
    /// those that its log does not name, such as a change of the mover.
    pub fn map_changed(&mut self, changed: CellRect) {
        self.changed.push(changed);
    }

    /// Lets timesteps pass: sixty are meant to be a second.
    ///
    /// Requests for ways are answered in the order in which they came, until `budget` expansions
    /// are spent, each request counting as ten more; what then remains waits for the next call.
    /// Distance fields keep to the budget exactly and go on where they stopped. A single search is
    /// not interrupted, so that one that has begun may spend more than is left; with a budget of at
    /// least 1 every call answers at least one request, or goes on with a field.
    ///
    /// With an unlimited budget, `n` calls of one timestep are the same as one call of `n`. If the
    /// map has another size than the one before, all agents are taken away.
    ///
    /// # Complexity
    ///
    /// O(agents) per timestep, and the searches; where many stand on one cell, each of them also
    /// looks at all the others there.
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

    /// Notices what has become of the map.
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

    /// All of a timestep but its beginning.
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

    /// Sends an agent to a node as soon as a way is found.
    pub(super) fn send(&mut self, id: usize, goal: u32, purpose: Purpose) {
        let agent = &mut self.agents[id];
        agent.stop(State::Waiting);
        (agent.goal, agent.purpose) = (goal, purpose);
        self.requests.ask(agent, id as u32);
    }

    /// Sends agents to places round a cell, where they live from then on.
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

    /// Takes agents away, and returns the new id of each one that there was, or [`NONE`].
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

    /// Checks what all additions have in common, and begins again on a map of another size.
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
