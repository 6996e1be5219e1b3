//! Orders: many bodies sent to one cell, each to a place of its own round it.
//!
//! Places are the cells nearest the aim by steps, so they lie on its side of every wall. From
//! [`SHARED_FROM`] bodies on one distance field leads them all; near the aim each asks for the way
//! to its own place.

use astride::base::{Cell, Dir, NodeId};
use astride::shapes::square::GridView;

use crate::units::body::{NO_FIELD, NONE, Purpose, State};
use crate::units::rescue::nearest_free;
use crate::units::{Units, size_of_map};

/// With so many bodies a field is sooner than searches.
pub(super) const SHARED_FROM: usize = 16;

#[derive(Clone, Debug, Default)]
pub(super) struct Orders {
    /// What was ordered since the last tick, and how many of `ids` belong to each.
    list: Vec<(Cell, Purpose, u32)>,
    ids: Vec<u32>,
    places: Places,
}

/// Places round an aim, and the memory of looking for them.
#[derive(Clone, Debug, Default)]
struct Places {
    /// Nearest first.
    nodes: Vec<u32>,
    /// For each cell, in which search it was seen last.
    seen: Vec<u32>,
    round: u32,
}

impl Orders {
    pub(super) fn note(&mut self, ids: &[u32], to: Cell, purpose: Purpose) {
        self.ids.extend_from_slice(ids);
        self.list.push((to, purpose, ids.len() as u32));
    }

    /// Bodies have other ids now, or none.
    pub(super) fn renumber(&mut self, new_ids: &[u32]) {
        for id in &mut self.ids {
            *id = new_ids.get(*id as usize).copied().unwrap_or(NONE);
        }
    }
}

impl Places {
    /// The `count` cells nearest `aim` by steps, fewer if there are not so many.
    fn find(&mut self, view: &GridView<'_>, aim: NodeId, count: usize) {
        let grid = view.grid();
        self.seen.resize(grid.cell_count() as usize, 0);
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.seen.fill(0);
            self.round = 1;
        }
        self.nodes.clear();
        self.nodes.push(aim.get());
        self.seen[aim.index()] = self.round;
        let mut at = 0;
        while at < self.nodes.len() && self.nodes.len() < count {
            let node = NodeId::new(self.nodes[at]);
            let (cell, steps) = (grid.cell(node), view.steps_from(node));
            at += 1;
            // Straight neighbours first, so that the places are round rather than square.
            for dir in [Dir::N, Dir::E, Dir::S, Dir::W, Dir::NE, Dir::SE, Dir::SW, Dir::NW] {
                let next = cell.step(dir).and_then(|cell| grid.node(cell));
                let Some(next) = next.filter(|_| steps & dir.bit() != 0) else { continue };
                if self.seen[next.index()] != self.round {
                    self.seen[next.index()] = self.round;
                    self.nodes.push(next.get());
                }
            }
        }
        self.nodes.truncate(count.max(1));
    }
}

impl Units {
    /// Gives everybody who was sent somewhere a place, and puts requests into the queue.
    pub(super) fn take_orders(&mut self, view: &GridView<'_>) {
        if self.orders.list.is_empty() {
            return;
        }
        let mut orders = std::mem::take(&mut self.orders);
        let mut rest = &orders.ids[..];
        for &(to, purpose, count) in &orders.list {
            let (ids, later) = rest.split_at(count as usize);
            rest = later;
            let aim = aim_of(view, to);
            orders.places.find(view, aim, ids.len());
            self.send_to_places(ids, &orders.places.nodes, purpose);
        }
        orders.list.clear();
        orders.ids.clear();
        self.orders = orders;
    }

    fn send_to_places(&mut self, ids: &[u32], places: &[u32], purpose: Purpose) {
        let here = || ids.iter().map(|&id| id as usize).filter(|&id| id < self.bodies.len());
        let shared = match here().count() >= SHARED_FROM {
            true => self.requests.ask_for_field(&self.bodies, places),
            false => None,
        };
        for (i, &id) in ids.iter().enumerate() {
            let Some(body) = self.bodies.get_mut(id as usize) else { continue };
            body.stop(State::Waiting);
            // Who is led by a field gets a place when he is near.
            body.goal = places[if shared.is_some() { 0 } else { i % places.len() }];
            body.purpose = purpose;
            body.field = shared.unwrap_or(NO_FIELD);
            if purpose == Purpose::Home && shared.is_none() {
                body.post = body.goal;
            }
            if shared.is_none() {
                self.requests.ask(body, id);
            }
        }
    }
}

/// The free cell nearest `to`.
fn aim_of(view: &GridView<'_>, to: Cell) -> NodeId {
    let [width, height] = size_of_map(view);
    let to = Cell::new(to.x.min(width - 1), to.y.min(height - 1));
    let aim = nearest_free(view, to).unwrap_or(to);
    NodeId::new(aim.y * width + aim.x)
}
