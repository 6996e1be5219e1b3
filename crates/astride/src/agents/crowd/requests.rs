//! Requests for paths: one queue, first come, first served, within a budget of expansions.

use std::collections::VecDeque;

use crate::agents::crowd::agent::{Agent, NO_FIELD, NONE, Purpose, State};
use crate::agents::square::{cell_at, node_at, turning_points};
use crate::agents::{Crowd, Routes, Work};
use crate::base::{Budget, Cost, NodeId};
use crate::search::{DistanceField, FieldStatus};
use crate::shapes::square::GridView;
use crate::world::{Way, World};

/// A field that guides many agents to one node.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) field: DistanceField,
    /// The places around the source, nearest first, and how many are assigned.
    pub(super) places: Vec<u32>,
    pub(super) given: usize,
    /// At this distance and below, agents get a place and request the path to it.
    pub(super) near: Cost,
    pub(super) stage: Stage,
}

impl Shared {
    fn new() -> Self {
        let (field, stage) = (DistanceField::new(), Stage::Free);
        Shared { field, places: Vec::new(), given: 0, near: 0, stage }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Not in use.
    Free,
    /// Queued, and nothing is computed.
    Asked,
    /// Queued, and begun.
    Begun,
    /// In use.
    Ready,
}

/// An entry of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Agent(u32),
    Field(u8),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Requests {
    queue: VecDeque<Request>,
    pub(super) shared: Vec<Shared>,
    /// The turning points of the current path.
    turns: Vec<u32>,
}

/// The cost of a request in addition to the expansions of its search.
const PER_REQUEST: u64 = 10;

/// The maximum number of fields at once; agents that find none free request their own paths.
const MOST_FIELDS: usize = 16;

impl Requests {
    pub(super) fn waiting(&self) -> u32 {
        self.queue.len() as u32
    }

    /// Appends an agent to the queue, unless it is already queued.
    pub(super) fn ask(&mut self, agent: &mut Agent, id: u32) {
        if !agent.is_queued {
            agent.is_queued = true;
            self.queue.push_back(Request::Agent(id));
        }
    }

    /// Queues a field to the first of `places`; `None` if all are in use.
    pub(super) fn ask_for_field(&mut self, agents: &[Agent], places: &[u32]) -> Option<u8> {
        let is_used = |at: usize| agents.iter().any(|agent| usize::from(agent.field) == at);
        let is_queued = |at: usize| self.queue.contains(&Request::Field(at as u8));
        let free = (0..self.shared.len()).find(|&at| !is_used(at) && !is_queued(at));
        let at = match free {
            Some(at) => at,
            None if self.shared.len() < MOST_FIELDS => {
                self.shared.push(Shared::new());
                self.shared.len() - 1
            }
            None => return None,
        };
        let shared = &mut self.shared[at];
        (shared.given, shared.stage) = (0, Stage::Asked);
        shared.places.clear();
        shared.places.extend_from_slice(places);
        self.queue.push_back(Request::Field(at as u8));
        Some(at as u8)
    }

    /// Called when agents have been renumbered or removed.
    pub(super) fn renumber(&mut self, new_ids: &[u32]) {
        self.queue.retain_mut(|request| match request {
            Request::Field(_) => true,
            Request::Agent(id) => {
                *id = new_ids[*id as usize];
                *id != NONE
            }
        });
    }

    /// Updates the fields to the grid.
    pub(super) fn follow_edits(&mut self, view: &GridView<'_>, work: &mut Work) {
        for (at, shared) in (0..).zip(&mut self.shared) {
            match shared.stage {
                Stage::Free | Stage::Asked => {}
                Stage::Begun => shared.stage = Stage::Asked,
                Stage::Ready => match shared.field.repair(view) {
                    Ok(repair) if repair.rebuilt => work.expanded += shared.field.expanded(),
                    Ok(repair) => work.expanded += repair.expanded + repair.raised as u64,
                    Err(_) => {
                        shared.stage = Stage::Asked;
                        self.queue.push_back(Request::Field(at));
                    }
                },
            }
        }
    }
}

impl Crowd {
    /// Answers requests until `left` expansions are spent.
    pub(super) fn answer(
        &mut self,
        view: &GridView<'_>,
        routes: &mut impl Routes,
        left: &mut u64,
        work: &mut Work,
    ) {
        while *left > 0 {
            let Some(&request) = self.requests.queue.front() else { break };
            let spent = match request {
                Request::Field(at) => self.answer_field(view, at, *left),
                Request::Agent(id) => {
                    self.requests.queue.pop_front();
                    self.answer_agent(view, routes, id as usize, work)
                }
            };
            work.expanded += spent;
            *left = left.saturating_sub(spent + PER_REQUEST);
        }
    }

    /// Continues a field; when it is complete, all agents waiting for it start moving.
    fn answer_field(&mut self, view: &GridView<'_>, at: u8, left: u64) -> u64 {
        let shared = &mut self.requests.shared[usize::from(at)];
        let budget = &mut Budget::unlimited().expansions(left);
        let before = if shared.stage == Stage::Begun { shared.field.expanded() } else { 0 };
        let resumed = match shared.stage {
            Stage::Begun => shared.field.resume(view, budget).ok(),
            _ => None,
        };
        let status = resumed.unwrap_or_else(|| {
            let source = NodeId::new(shared.places[0]);
            shared.field.compute(view, &[(source, 0)], Way::Backward, budget)
        });
        let spent = shared.field.expanded().saturating_sub(before);
        shared.stage = Stage::Begun;
        if let FieldStatus::Partial { .. } = status {
            return spent;
        }
        shared.stage = Stage::Ready;
        self.requests.queue.pop_front();
        let places = shared.places.iter().map(|&place| NodeId::new(place));
        let far = places.filter_map(|place| shared.field.distance(place)).max();
        shared.near = far.unwrap_or(0) + 2 * Cost::from(view.max_arc_cost());
        for id in 0..self.agents.len() {
            if self.agents[id].field == at && self.agents[id].on == NONE {
                self.lead(view, id);
            }
        }
        spent
    }

    /// Takes the next cell of an agent from its field; near the end it requests a path of its own.
    pub(super) fn lead(&mut self, view: &GridView<'_>, id: usize) {
        let (at, agent) = (self.positions[id], &mut self.agents[id]);
        let shared = &mut self.requests.shared[usize::from(agent.field)];
        if shared.stage != Stage::Ready {
            (agent.on, agent.state) = (NONE, State::Waiting);
            return;
        }
        let node = NodeId::new(node_at(at, view.grid().width()));
        let Some(distance) = shared.field.distance(node) else {
            agent.get_stuck();
            return;
        };
        let Ok(next) = shared.field.next_from(view, node) else {
            (agent.on, agent.state) = (NONE, State::Waiting);
            return;
        };
        // Links lead to cells that are not adjacent; agents do not take them.
        let next = next.filter(|&next| view.grid().cell(next).direction_to(cell_at(at)).is_some());
        match next {
            Some(next) => {
                agent.on = next.get();
                agent.move_on();
            }
            None => (agent.on, agent.state) = (NONE, State::Waiting),
        }
        if (distance <= shared.near || next.is_none()) && !agent.is_queued {
            // First come, first served, from the centre: nobody has to pass those that have
            // arrived.
            agent.goal = shared.places[shared.given % shared.places.len()];
            shared.given += 1;
            if agent.purpose == Purpose::Home {
                agent.post = agent.goal;
            }
            self.requests.ask(agent, id as u32);
        }
    }

    fn answer_agent(
        &mut self,
        view: &GridView<'_>,
        routes: &mut impl Routes,
        id: usize,
        work: &mut Work,
    ) -> u64 {
        let agent = &mut self.agents[id];
        agent.is_queued = false;
        if agent.goal == NONE {
            return 0;
        }
        work.answered += 1;
        let from = NodeId::new(node_at(self.positions[id], view.grid().width()));
        let outcome = routes.route(view, from, NodeId::new(agent.goal));
        let path = outcome.path().filter(|path| path.nodes().first() == Some(&from));
        if !path.is_some_and(|path| self.set_out(view, id, path.nodes())) {
            let agent = &mut self.agents[id];
            // The field may still have another path.
            if agent.field == NO_FIELD || agent.on == NONE {
                agent.get_stuck();
            }
        }
        outcome.effort().expanded
    }

    /// Follows nodes in walking order, beginning with that of the agent. Returns `false` if two are
    /// not adjacent; nothing has changed in that case.
    pub(super) fn set_out(&mut self, view: &GridView<'_>, id: usize, nodes: &[NodeId]) -> bool {
        let turns = &mut self.requests.turns;
        if !turning_points(view, nodes, turns) {
            return false;
        }
        self.legs.give(&mut self.agents, id, &turns[1..]);
        let agent = &mut self.agents[id];
        agent.field = NO_FIELD;
        agent.on = turns[0];
        agent.refused = 0;
        agent.move_on();
        self.go_on(view, id);
        true
    }
}
