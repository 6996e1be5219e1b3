//! Requests for paths: one queue, first come, first served, within a budget of expansions.

use std::collections::VecDeque;

use astride::base::{Budget, Cell, Cost, NodeId};
use astride::search::{DistanceField, FieldStatus, Outcome};
use astride::shapes::square::GridView;
use astride::world::{Way, World};

use crate::units::body::{Body, NO_FIELD, NONE, Purpose, State};
use crate::units::prepared::Memory;
use crate::units::{Prepared, Units, Work};

/// A field that leads many bodies to one cell.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) field: DistanceField,
    /// The places round the source, nearest first, and how many are given away.
    pub(super) places: Vec<u32>,
    pub(super) given: usize,
    /// From this distance on everybody gets a place and asks for the way to it.
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
    /// Nobody needs it.
    Free,
    /// It stands in the queue, and nothing is computed.
    Asked,
    /// It stands in the queue, and was begun.
    Begun,
    /// It leads.
    Ready,
}

/// One entry of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Request {
    Body(u32),
    Field(u8),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Requests {
    queue: VecDeque<Request>,
    memory: Memory,
    pub(super) shared: Vec<Shared>,
    /// The turning points of the path at hand.
    turns: Vec<u32>,
}

/// What a request counts as beside the expansions of its search: about 2 µs.
const PER_REQUEST: u64 = 10;

/// So many fields at once; who finds none free asks for paths of his own.
pub(super) const MOST_FIELDS: usize = 16;

impl Requests {
    pub(super) fn waiting(&self) -> u32 {
        self.queue.len() as u32
    }

    /// Puts a body at the end of the queue, unless it is in it.
    pub(super) fn ask(&mut self, body: &mut Body, id: u32) {
        if !body.is_queued {
            body.is_queued = true;
            self.queue.push_back(Request::Body(id));
        }
    }

    /// A field to the first of `places`, in the queue; `None` if all are in use.
    pub(super) fn ask_for_field(&mut self, bodies: &[Body], places: &[u32]) -> Option<u8> {
        let is_used = |at: usize| bodies.iter().any(|body| usize::from(body.field) == at);
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

    /// Bodies have other ids now, or none.
    pub(super) fn renumber(&mut self, new_ids: &[u32]) {
        self.queue.retain_mut(|request| match request {
            Request::Field(_) => true,
            Request::Body(id) => {
                *id = new_ids[*id as usize];
                *id != NONE
            }
        });
    }

    /// Brings the fields up to date with the grid.
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

impl Units {
    /// Answers requests until `left` expansions are spent.
    pub(super) fn answer(
        &mut self,
        view: &GridView<'_>,
        prepared: &Prepared,
        left: &mut u64,
        work: &mut Work,
    ) {
        while *left > 0 {
            let Some(&request) = self.requests.queue.front() else { break };
            let spent = match request {
                Request::Field(at) => self.answer_field(view, at, *left),
                Request::Body(id) => {
                    self.requests.queue.pop_front();
                    self.answer_body(view, prepared, id as usize, work)
                }
            };
            work.expanded += spent;
            *left = left.saturating_sub(spent + PER_REQUEST);
        }
    }

    /// Goes on with a field; when it is complete, all that wait for it set out.
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
        for id in 0..self.bodies.len() {
            if self.bodies[id].field == at && self.bodies[id].on == NONE {
                self.lead(view, id);
            }
        }
        spent
    }

    /// Lets the field of a body name its next cell; near the end it asks for a way of its own.
    pub(super) fn lead(&mut self, view: &GridView<'_>, id: usize) {
        let body = &mut self.bodies[id];
        let shared = &mut self.requests.shared[usize::from(body.field)];
        if shared.stage != Stage::Ready {
            (body.on, body.state) = (NONE, State::Waiting);
            return;
        }
        let node = NodeId::new(body.node(view.grid().width()));
        let Some(distance) = shared.field.distance(node) else {
            body.get_stuck();
            return;
        };
        let Ok(next) = shared.field.next_from(view, node) else {
            (body.on, body.state) = (NONE, State::Waiting);
            return;
        };
        // Links lead to cells that are not beside this one; bodies do not take them.
        let next = next.filter(|&next| view.grid().cell(next).direction_to(body.cell()).is_some());
        (body.on, body.state) = match next {
            Some(next) => (next.get(), body.purpose.state()),
            None => (NONE, State::Waiting),
        };
        if (distance <= shared.near || next.is_none()) && !body.is_queued {
            // First come, first served, from the middle: nobody has to pass those that have arrived.
            body.goal = shared.places[shared.given % shared.places.len()];
            shared.given += 1;
            if body.purpose == Purpose::Home {
                body.post = body.goal;
            }
            self.requests.ask(body, id as u32);
        }
    }

    fn answer_body(
        &mut self,
        view: &GridView<'_>,
        prepared: &Prepared,
        id: usize,
        work: &mut Work,
    ) -> u64 {
        let body = &mut self.bodies[id];
        body.is_queued = false;
        if body.goal == NONE {
            return 0;
        }
        work.answered += 1;
        let to = view.grid().cell(NodeId::new(body.goal));
        let outcome = prepared.route(view, body.cell(), to, &mut self.requests.memory);
        let spent = outcome.as_ref().map_or(0, |outcome| outcome.effort().expanded);
        let Requests { turns, .. } = &mut self.requests;
        match outcome.as_ref().and_then(Outcome::path) {
            Some(path) if turning_points(path.nodes(), |node| view.grid().cell(node), turns) => {
                body.field = NO_FIELD;
                self.set_out(view, id);
            }
            // The field still knows a way on.
            _ if body.field != NO_FIELD && body.on != NONE => {}
            _ => body.get_stuck(),
        }
        spent
    }

    /// Follows the turning points at hand, the first of which is the cell of the body.
    pub(super) fn set_out(&mut self, view: &GridView<'_>, id: usize) {
        let turns = &self.requests.turns;
        self.legs.give(&mut self.bodies, id, &turns[1..]);
        let body = &mut self.bodies[id];
        body.on = turns[0];
        body.refused = 0;
        body.state = body.purpose.state();
        self.go_on(view, id);
    }

    /// The same for cells in walking order, each beside the one before it.
    pub(super) fn set_out_along(&mut self, view: &GridView<'_>, id: usize, nodes: &[NodeId]) {
        let cell_of = |node| view.grid().cell(node);
        if turning_points(nodes, cell_of, &mut self.requests.turns) {
            self.set_out(view, id);
        }
    }
}

/// Keeps the first cell, those where the direction changes, and the last. `false` if two are not
/// beside each other.
pub(super) fn turning_points(
    nodes: &[NodeId],
    cell_of: impl Fn(NodeId) -> Cell,
    turns: &mut Vec<u32>,
) -> bool {
    turns.clear();
    turns.push(nodes[0].get());
    let (mut at, mut before) = (cell_of(nodes[0]), None);
    for pair in nodes.windows(2) {
        let next = cell_of(pair[1]);
        let Some(dir) = at.direction_to(next) else { return false };
        if before.is_some_and(|before| before != dir) {
            turns.push(pair[0].get());
        }
        (at, before) = (next, Some(dir));
    }
    if nodes.len() > 1 {
        turns.push(nodes[nodes.len() - 1].get());
    }
    true
}
