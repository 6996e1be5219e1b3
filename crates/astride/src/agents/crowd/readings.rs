//! What can be read off a crowd: positions, states, ways, and one number for all of it.

use std::iter::once;

use crate::agents::Crowd;
use crate::agents::crowd::agent::{Agent, NO_FIELD, NONE, State};
use crate::agents::crowd::requests::Stage;
use crate::agents::square::{cell_at, node_at, size_of, turning_points};
use crate::base::{Cell, NodeId, mixed};
use crate::search::DistanceField;
use crate::shapes::square::GridView;

impl Crowd {
    /// How many agents there are.
    pub fn len(&self) -> usize {
        self.agents.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    /// Timesteps since the beginning.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// Where each agent is, right and down from the top left of the map, in 1/65 536 of a cell
    /// ([`Crowd::CELL`]): the middle of cell (0, 0) is `[32_768, 32_768]`.
    pub fn positions(&self) -> &[[i32; 2]] {
        &self.positions
    }

    /// How far each agent has moved in the last timestep, in 1/65 536 of a cell.
    pub fn velocities(&self) -> &[[i32; 2]] {
        &self.velocities
    }

    /// Where each agent looks: 65 536 is a full turn, 0 is east and a quarter turn south.
    pub fn headings(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.agents.iter().map(|agent| agent.heading)
    }

    /// What each agent does.
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + '_ {
        self.agents.iter().map(|agent| agent.state)
    }

    /// The agents whose way ended during the last [`advance`](Self::advance), in the order in which
    /// that happened: those that arrived, and those that fled as far as they do.
    pub fn ended(&self) -> &[u32] {
        &self.ended
    }

    /// The cell that an agent stands on, if there is one with this id.
    pub fn cell(&self, id: u32) -> Option<Cell> {
        self.positions.get(id as usize).map(|&at| cell_at(at))
    }

    /// What an agent does.
    pub fn state(&self, id: u32) -> Option<State> {
        self.agents.get(id as usize).map(|agent| agent.state)
    }

    /// The cell that an agent wants to reach, if there is one; `None` too on a map of another size.
    pub fn goal(&self, view: &GridView<'_>, id: u32) -> Option<Cell> {
        let agent = self.agents.get(id as usize).filter(|agent| agent.goal != NONE)?;
        (self.size == size_of(view)).then(|| view.grid().cell(NodeId::new(agent.goal)))
    }

    /// The way that an agent has before it, into `cells`: its own cell, the turning points, the end.
    /// Nothing if it has no way, or there is no such agent. For an agent that is led by a shared
    /// field it is the way of the field.
    pub fn path_of(&self, view: &GridView<'_>, id: u32, cells: &mut Vec<Cell>) {
        cells.clear();
        let agent = self.agents.get(id as usize).filter(|agent| agent.on != NONE);
        let Some(agent) = agent.filter(|_| self.size == size_of(view)) else { return };
        let at = self.positions[id as usize];
        let cell_of = |node| view.grid().cell(NodeId::new(node));
        if agent.field == NO_FIELD {
            let turns = once(agent.on).chain(self.legs.of(agent).iter().copied());
            cells.push(cell_at(at));
            cells.extend(turns.map(cell_of));
            cells.dedup();
            return;
        }
        let here = NodeId::new(node_at(at, view.grid().width()));
        let field = &self.requests.shared[usize::from(agent.field)].field;
        let mut turns = Vec::new();
        if let Ok(Some(path)) = field.path_from(view, here)
            && turning_points(view, path.nodes(), &mut turns)
        {
            cells.extend(turns.into_iter().map(cell_of));
        }
    }

    /// The field of distances that leads an agent, from everywhere to where it was sent; `None` for
    /// one that has a way of its own, waits for its field, or does not exist.
    pub fn field_of(&self, id: u32) -> Option<&DistanceField> {
        let agent = self.agents.get(id as usize).filter(|agent| agent.field != NO_FIELD)?;
        let shared = &self.requests.shared[usize::from(agent.field)];
        (shared.stage == Stage::Ready).then_some(&shared.field)
    }

    /// A number for the time, and for where agents are, what they do, and the ways before them: two
    /// crowds share it only if they agree in all of that, but for a chance of one in 2⁶⁴.
    pub fn digest(&self) -> u64 {
        self.digest_with(|_| Label::default())
    }

    /// The same for agents that somebody keeps more about.
    pub(in crate::agents) fn digest_with(&self, label: impl Fn(usize) -> Label) -> u64 {
        let mut digest = mixed(self.random.state() ^ u64::from(self.time) << 32);
        let mut add = |value: u64| digest = mixed(digest.rotate_left(5) ^ value);
        for (id, (&[x, y], agent)) in self.positions.iter().zip(&self.agents).enumerate() {
            let Agent { on, goal, heading, state, purpose, field, len, .. } = *agent;
            let Label { until, species } = label(id);
            add(u64::from(x as u32) << 32 | u64::from(y as u32));
            add(u64::from(on) << 32 | u64::from(goal));
            add(u64::from(until) << 32 | u64::from(heading));
            let small = [state as u8, species, purpose as u8, field];
            add(u64::from(u32::from_le_bytes(small)) << 32 | u64::from(len));
            self.legs.of(agent).iter().for_each(|&node| add(u64::from(node)));
        }
        add(u64::from(self.requests.waiting()));
        digest
    }
}

/// What a herd keeps about an agent.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::agents) struct Label {
    pub(in crate::agents) until: u32,
    pub(in crate::agents) species: u8,
}
