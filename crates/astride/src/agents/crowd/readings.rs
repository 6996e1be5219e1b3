//! Reading a crowd: positions, states, paths, and a digest of everything.

use std::iter::once;

use crate::agents::Crowd;
use crate::agents::crowd::agent::{Agent, NO_FIELD, NONE, State};
use crate::agents::crowd::requests::Stage;
use crate::agents::square::{cell_at, node_at, size_of, turning_points};
use crate::base::{Cell, NodeId, mixed};
use crate::search::DistanceField;
use crate::shapes::square::GridView;

impl Crowd {
    /// The number of agents.
    pub fn len(&self) -> usize {
        self.agents.len()
    }

    /// Whether there are no agents.
    pub fn is_empty(&self) -> bool {
        self.agents.is_empty()
    }

    /// The number of timesteps since the beginning.
    pub fn time(&self) -> u32 {
        self.time
    }

    /// The position of each agent, right and down from the top left of the map, in 1/65 536 of a
    /// cell ([`Crowd::CELL`]): the centre of cell (0, 0) is `[32_768, 32_768]`.
    pub fn positions(&self) -> &[[i32; 2]] {
        &self.positions
    }

    /// The movement of each agent in the last timestep, in 1/65 536 of a cell.
    pub fn velocities(&self) -> &[[i32; 2]] {
        &self.velocities
    }

    /// The heading of each agent: 65 536 is a full turn, 0 is east and a quarter turn is south.
    pub fn headings(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.agents.iter().map(|agent| agent.heading)
    }

    /// The state of each agent.
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + '_ {
        self.agents.iter().map(|agent| agent.state)
    }

    /// The agents whose path ended during the last [`advance`](Self::advance), in the order in
    /// which that happened: those that arrived, and those that have fled to the end of their route.
    pub fn ended(&self) -> &[u32] {
        &self.ended
    }

    /// The cell on which an agent stands, if the id exists.
    pub fn cell(&self, id: u32) -> Option<Cell> {
        self.positions.get(id as usize).map(|&at| cell_at(at))
    }

    /// The state of an agent.
    pub fn state(&self, id: u32) -> Option<State> {
        self.agents.get(id as usize).map(|agent| agent.state)
    }

    /// The destination of an agent, if there is one; also `None` on a map of another size.
    pub fn goal(&self, view: &GridView<'_>, id: u32) -> Option<Cell> {
        let agent = self.agents.get(id as usize).filter(|agent| agent.goal != NONE)?;
        (self.size == size_of(view)).then(|| view.grid().cell(NodeId::new(agent.goal)))
    }

    /// Writes the path ahead of an agent to `cells`: its own cell, the turning points, the end.
    /// Empty if it has no path, or if there is no such agent. For an agent guided by a shared field
    /// it is the path along the field.
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

    /// The distance field that guides an agent, from everywhere to its destination; `None` if it
    /// has a path of its own, waits for its field, or does not exist.
    pub fn field_of(&self, id: u32) -> Option<&DistanceField> {
        let agent = self.agents.get(id as usize).filter(|agent| agent.field != NO_FIELD)?;
        let shared = &self.requests.shared[usize::from(agent.field)];
        (shared.stage == Stage::Ready).then_some(&shared.field)
    }

    /// A digest of the time and of the positions, states and remaining paths of all agents: two
    /// crowds that differ in any of these share it only by a chance of one in 2⁶⁴.
    pub fn digest(&self) -> u64 {
        self.digest_with(|_| Label::default())
    }

    /// The same for agents about which additional data is kept.
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

/// What a herd adds to the digest of an agent.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::agents) struct Label {
    pub(in crate::agents) until: u32,
    pub(in crate::agents) species: u8,
}
