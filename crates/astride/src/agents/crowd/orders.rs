//! Orders: many agents sent to one cell, each to a place of its own around it.
//!
//! Places are the nodes with the fewest steps from the target, so they are on its side of every
//! wall. From [`SHARED_FROM`] agents on, one distance field guides all of them; near the target
//! each requests the path to its own place.

use crate::agents::Crowd;
use crate::agents::crowd::agent::{NO_FIELD, Purpose, State};
use crate::agents::square::{nearest_free, neighbours};
use crate::base::{Cell, NodeId};
use crate::shapes::square::GridView;
use crate::world::World;

/// From this number of agents on, a field is faster than searches.
const SHARED_FROM: usize = 16;

/// What guides agents that are sent to one cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lead {
    /// One field for 16 or more agents, below that a path for each.
    #[default]
    Quickest,
    /// One field for all, unless sixteen others are in use.
    Field,
    /// A path for each.
    Ways,
}

/// The orders since the last timestep.
#[derive(Clone, Debug, Default)]
pub(super) struct Orders {
    list: Vec<Order>,
    /// The agents of the first order, of the second, and so on; some ids may no longer exist.
    pub(super) ids: Vec<u32>,
    places: Places,
}

#[derive(Clone, Copy, Debug)]
struct Order {
    to: Cell,
    purpose: Purpose,
    lead: Lead,
    /// The number of its ids.
    count: u32,
}

/// Places around a target, and the working memory for finding them.
#[derive(Clone, Debug, Default)]
struct Places {
    /// Nearest first.
    nodes: Vec<u32>,
    /// For each node, the last search that visited it.
    seen: Vec<u32>,
    round: u32,
}

impl Orders {
    pub(super) fn note(&mut self, ids: &[u32], to: Cell, (purpose, lead): (Purpose, Lead)) {
        self.ids.extend_from_slice(ids);
        self.list.push(Order { to, purpose, lead, count: ids.len() as u32 });
    }
}

impl Places {
    /// The `count` nodes with the fewest steps from `aim`, or all if there are fewer, but at least
    /// `aim` itself.
    fn find(&mut self, view: &GridView<'_>, aim: NodeId, count: usize) {
        self.seen.resize(view.node_count() as usize, 0);
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
            for next in neighbours(view, NodeId::new(self.nodes[at])) {
                if self.seen[next.index()] != self.round {
                    self.seen[next.index()] = self.round;
                    self.nodes.push(next.get());
                }
            }
            at += 1;
        }
        self.nodes.truncate(count.max(1));
    }
}

impl Crowd {
    /// Gives each agent that received an order a place, and queues requests.
    pub(super) fn take_orders(&mut self, view: &GridView<'_>) {
        if self.orders.list.is_empty() {
            return;
        }
        let mut orders = std::mem::take(&mut self.orders);
        let mut rest = &orders.ids[..];
        for &Order { to, purpose, lead, count } in &orders.list {
            let (ids, later) = rest.split_at(count as usize);
            rest = later;
            let aim = nearest_free(view, to).unwrap_or(to);
            if let Some(aim) = view.grid().node(aim) {
                orders.places.find(view, aim, ids.len());
                self.send_to_places(ids, &orders.places.nodes, (purpose, lead));
            }
        }
        orders.list.clear();
        orders.ids.clear();
        self.orders = orders;
    }

    fn send_to_places(&mut self, ids: &[u32], places: &[u32], (purpose, lead): (Purpose, Lead)) {
        let present = ids.iter().filter(|&&id| (id as usize) < self.agents.len()).count();
        let is_shared = match lead {
            Lead::Quickest => present >= SHARED_FROM,
            Lead::Field => present > 0,
            Lead::Ways => false,
        };
        let shared = match is_shared {
            true => self.requests.ask_for_field(&self.agents, places),
            false => None,
        };
        for (i, &id) in ids.iter().enumerate() {
            let Some(agent) = self.agents.get_mut(id as usize) else { continue };
            agent.stop(State::Waiting);
            // An agent guided by a field gets a place once it is near.
            agent.goal = places[if shared.is_some() { 0 } else { i % places.len() }];
            agent.purpose = purpose;
            agent.field = shared.unwrap_or(NO_FIELD);
            if purpose == Purpose::Home && shared.is_none() {
                agent.post = agent.goal;
            }
            if shared.is_none() {
                self.requests.ask(agent, id);
            }
        }
    }
}
