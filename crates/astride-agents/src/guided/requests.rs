//! Requests for paths: one queue, first come, first served, within a budget of expansions.

use std::collections::VecDeque;

use astride::base::{Budget, Cost, NodeId};
use astride::search::{DistanceField, FieldStatus};
use astride::shapes::square::GridView;
use astride::world::{Way, World};

use super::cells::turning_points;
use super::{GuidedCrowd, NONE, Routes, State, Walker, Work};

/// No shared field.
pub(super) const NO_FIELD: u8 = u8::MAX;

/// The cost of a request in addition to the expansions of its search.
const PER_REQUEST: u64 = 10;

/// The maximum number of fields at once; units that find none free request their own paths.
const MOST_FIELDS: usize = 16;

/// A field that guides many units to one node.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) field: DistanceField,
    /// The places around the source, nearest first, and how many are assigned.
    places: Vec<u32>,
    given: usize,
    /// At this distance and below, units get a place and request the path to it.
    near: Cost,
    pub(super) stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
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
    Unit(u32),
    Field(u8),
}

#[derive(Clone, Debug, Default)]
pub(super) struct Requests {
    queue: VecDeque<Request>,
    pub(super) shared: Vec<Shared>,
}

impl Requests {
    pub(super) fn waiting(&self) -> u32 {
        self.queue.len() as u32
    }

    /// Called when units have been renumbered or removed: `rename` returns `false` for the latter.
    pub(super) fn rename(&mut self, mut rename: impl FnMut(&mut u32) -> bool) {
        self.queue.retain_mut(|request| match request {
            Request::Field(_) => true,
            Request::Unit(unit) => rename(unit),
        });
    }

    /// Updates the fields to the grid.
    pub(super) fn follow(&mut self, view: &GridView<'_>, work: &mut Work) {
        for (at, shared) in (0..).zip(&mut self.shared) {
            match shared.stage {
                Stage::Asked => {}
                Stage::Begun => shared.stage = Stage::Asked,
                Stage::Ready => match shared.field.repair(view) {
                    Ok(repair) if repair.rebuilt => work.expanded += shared.field.expanded(),
                    Ok(repair) => work.expanded += repair.looked + repair.changed,
                    Err(_) => {
                        shared.stage = Stage::Asked;
                        self.queue.push_back(Request::Field(at));
                    }
                },
            }
        }
    }
}

impl GuidedCrowd {
    /// Appends a unit to the queue, unless it is already queued.
    pub(super) fn ask(&mut self, id: usize) {
        if !std::mem::replace(&mut self.walkers[id].is_queued, true) {
            self.requests.queue.push_back(Request::Unit(id as u32));
        }
    }

    /// Queues a field to the first of `places`; `None` if all are in use.
    pub(super) fn ask_for_field(&mut self, places: &[u32]) -> Option<u8> {
        let Requests { queue, shared } = &mut self.requests;
        let queued = queue.iter().map(|request| match request {
            Request::Field(at) => *at,
            Request::Unit(_) => NO_FIELD,
        });
        let mut is_free = [true; MOST_FIELDS];
        for at in self.walkers.iter().map(|walker| walker.field).chain(queued) {
            if let Some(is_free) = is_free.get_mut(usize::from(at)) {
                *is_free = false;
            }
        }
        let at = is_free.iter().position(|&is_free| is_free)?;
        if at == shared.len() {
            let (field, stage) = (DistanceField::new(), Stage::Asked);
            shared.push(Shared { field, places: Vec::new(), given: 0, near: 0, stage });
        }
        (shared[at].given, shared[at].stage) = (0, Stage::Asked);
        shared[at].places.clear();
        shared[at].places.extend_from_slice(places);
        queue.push_back(Request::Field(at as u8));
        Some(at as u8)
    }

    /// Answers requests until `left` expansions are spent.
    pub(super) fn answer(&mut self, view: &GridView<'_>, routes: &mut impl Routes, left: &mut u64) {
        while *left > 0 {
            let Some(&request) = self.requests.queue.front() else { break };
            let spent = match request {
                Request::Field(at) => self.answer_field(view, at, *left),
                Request::Unit(unit) => {
                    self.requests.queue.pop_front();
                    self.answer_unit(view, routes, unit as usize)
                }
            };
            self.work.expanded += spent;
            *left = left.saturating_sub(spent + PER_REQUEST);
        }
    }

    /// Continues a field; when it is complete, all units waiting for it start moving.
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
        for id in 0..self.walkers.len() {
            if self.walkers[id].field == at && self.walkers[id].state == State::Waiting {
                self.walkers[id].led = NONE;
                let gait = self.walkers[id].gait;
                self.change(id, gait);
            }
        }
        spent
    }

    /// The next node to lead a unit to by its field: the first where its path turns, and at most
    /// `most` steps away. Near the end the unit requests a path of its own.
    pub(super) fn next_by_field(
        &mut self,
        view: &GridView<'_>,
        id: usize,
        most: u32,
    ) -> Option<NodeId> {
        let here = self.node(id);
        let at = usize::from(self.walkers[id].field);
        let shared = &self.requests.shared[at];
        if shared.stage != Stage::Ready {
            self.change(id, State::Waiting);
            return None;
        }
        let Some(distance) = shared.field.distance(here) else {
            self.get_stuck(id);
            return None;
        };
        let (mut node, mut dir) = (here, None);
        for _ in 0..most {
            // Links lead to cells that are not adjacent; units do not take them.
            let Ok(Some(next)) = shared.field.next_from(view, node) else { break };
            let [from, to] = [node, next].map(|node| view.grid().cell(node));
            let way = from.direction_to(to);
            if way.is_none() || dir.is_some() && way != dir {
                break;
            }
            (node, dir) = (next, way);
        }
        if (distance <= shared.near || node == here) && !self.walkers[id].is_queued {
            // First come, first served, from the centre: no unit has to pass those that have
            // arrived.
            let shared = &mut self.requests.shared[at];
            self.walkers[id].goal = shared.places[shared.given % shared.places.len()];
            shared.given += 1;
            self.ask(id);
        }
        (node != here).then_some(node)
    }

    fn answer_unit(&mut self, view: &GridView<'_>, routes: &mut impl Routes, id: usize) -> u64 {
        self.walkers[id].is_queued = false;
        let goal = self.walkers[id].goal;
        if goal == NONE {
            return 0;
        }
        self.work.answered += 1;
        let from = self.node(id);
        let outcome = routes.route(view, from, NodeId::new(goal));
        let path = outcome.path().filter(|path| path.nodes().first() == Some(&from));
        if !path.is_some_and(|path| self.set_out(view, id, path.nodes())) {
            let Walker { field, led, .. } = self.walkers[id];
            // The field may still have another path.
            if field == NO_FIELD || led == NONE {
                self.get_stuck(id);
            }
        }
        outcome.effort().expanded
    }

    /// Follows nodes in walking order, beginning with that of the unit. Returns `false` if two are
    /// not adjacent; nothing has changed in that case.
    pub(super) fn set_out(&mut self, view: &GridView<'_>, id: usize, nodes: &[NodeId]) -> bool {
        let Some(turns) = turning_points(view, nodes) else { return false };
        let walker = &mut self.walkers[id];
        walker.turns = turns;
        (walker.field, walker.from, walker.led) = (NO_FIELD, nodes[0].get(), NONE);
        let gait = walker.gait;
        self.change(id, gait);
        true
    }
}
