//! Whether a batch of edits would separate what is connected, determined near the edits.
//!
//! A path that gets cut leads to a cell next to the edits on either side of the cut, and up to
//! there it stays valid. It is therefore enough to know which of these cells remain connected.
//! Nearly always the steps among them decide; otherwise each group of them is flooded in turn.

use std::collections::VecDeque;

use super::Components;
use crate::base::{Narrow, NodeId, Records, Slot, SmallSort, State};
use crate::search::{Part, Scratch};
use crate::shapes::square::EditedView;
use crate::world::World;

/// The number of cells a flood visits before it is the turn of another.
const TURN: usize = 16;

/// Working memory of floods: each visited cell knows its group.
#[derive(Clone, Debug, Default)]
struct Met {
    records: Records<Narrow>,
    /// Groups that have met, as a union-find forest.
    groups: Vec<u32>,
}

impl Part for Met {
    fn bytes(&self) -> usize {
        self.records.bytes() + 4 * self.groups.capacity()
    }
}

impl Components {
    /// Which of the connected pairs would no longer be connected in `edited`, by their indices in
    /// the list. `None` if one-way steps or links matter: then a search has to decide.
    ///
    /// # Complexity
    ///
    /// O(cells near the edits). If these are no longer connected by steps among them, also at most
    /// twice the cells of all parts but the largest; if the parts are connected far away, as many
    /// cells as floods from both sides need to meet.
    pub(crate) fn parted(
        &self,
        edited: &EditedView<'_>,
        pairs: &[[NodeId; 2]],
        scratch: &mut Scratch,
    ) -> Option<Vec<usize>> {
        if !self.is_plain || !edited.is_two_way_near() {
            return None;
        }
        let component = |(place, &[a, b]): (usize, &[NodeId; 2])| {
            let component = self.component(a).filter(|_| self.connected(a, b))?;
            Some((component, place))
        };
        let mut joined: Vec<(u32, usize)> =
            pairs.iter().enumerate().filter_map(component).collect();
        joined.sort_small();
        let met: &mut Met = scratch.part();
        let mut parted = Vec::new();
        for of_one in joined.chunk_by(|a, b| a.0 == b.0) {
            let beside = edited.near().iter().copied();
            let left = beside.filter(|&node| {
                edited.is_passable(node) && self.component(node) == Some(of_one[0].0)
            });
            let rest = met.flood(edited, left);
            parted.extend(of_one.iter().map(|&(_, place)| place).filter(|&place| {
                let [a, b] = pairs[place];
                let is_left = edited.is_passable(a) && edited.is_passable(b);
                !is_left || met.part(a, rest) != met.part(b, rest)
            }));
        }
        parted.sort_unstable();
        Some(parted)
    }
}

/// The cells that a flood has still to expand.
struct Flood {
    group: u32,
    open: VecDeque<NodeId>,
}

impl Met {
    /// Floods from `seeds` until at most one flood is left, and returns its group, to which all
    /// unvisited cells of the area belong.
    fn flood(
        &mut self,
        edited: &EditedView<'_>,
        seeds: impl Iterator<Item = NodeId>,
    ) -> Option<u32> {
        self.records.begin(edited.node_count());
        self.groups.clear();
        let seeds: Vec<NodeId> = seeds.collect();
        for (group, &seed) in (0..).zip(&seeds) {
            self.groups.push(group);
            self.records.open(seed.index(), group.into(), Slot::NONE);
        }
        for (group, &seed) in (0..).zip(&seeds) {
            each_step(edited, seed, |next| {
                if let Some(other) = self.group(next) {
                    self.join(group, other);
                }
            });
        }
        let mut grouped: Vec<(u32, NodeId)> =
            (0..).zip(&seeds).map(|(at, &seed)| (self.find(at), seed)).collect();
        grouped.sort_small();
        let runs = grouped.chunk_by(|a, b| a.0 == b.0);
        let flood = |run: &[(u32, NodeId)]| Flood {
            group: run[0].0,
            open: run.iter().map(|&(_, seed)| seed).collect(),
        };
        let mut floods: Vec<Flood> = runs.map(flood).collect();
        loop {
            if floods.len() < 2 {
                return floods.first().map(|flood| flood.group);
            }
            for flood in &mut floods {
                self.take_turn(edited, flood);
            }
            self.merge(&mut floods);
            floods.retain(|flood| !flood.open.is_empty());
        }
    }

    fn take_turn(&mut self, edited: &EditedView<'_>, flood: &mut Flood) {
        for _ in 0..TURN {
            let Some(node) = flood.open.pop_front() else { return };
            each_step(edited, node, |next| match self.group(next) {
                Some(other) => self.join(flood.group, other),
                None => {
                    self.records.open(next.index(), flood.group.into(), Slot::NONE);
                    flood.open.push_back(next);
                }
            });
        }
    }

    /// The group that visited a cell first.
    fn group(&self, node: NodeId) -> Option<u32> {
        let is_met = self.records.state(node.index()) != State::Untouched;
        is_met.then(|| self.records.g(node.index()) as u32)
    }

    /// Merges floods that have met.
    fn merge(&mut self, floods: &mut Vec<Flood>) {
        floods.iter_mut().for_each(|flood| flood.group = self.find(flood.group));
        floods.sort_by_key(|flood| flood.group);
        floods.dedup_by(|other, flood| {
            let has_met = other.group == flood.group;
            if has_met {
                flood.open.append(&mut other.open);
            }
            has_met
        });
    }

    /// The part of the area that contains a cell.
    fn part(&mut self, node: NodeId, rest: Option<u32>) -> Option<u32> {
        self.group(node).map(|group| self.find(group)).or(rest)
    }

    fn find(&mut self, mut group: u32) -> u32 {
        while self.groups[group as usize] != group {
            let next = self.groups[group as usize];
            self.groups[group as usize] = self.groups[next as usize];
            group = self.groups[group as usize];
        }
        group
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.groups[a.max(b) as usize] = a.min(b);
    }
}

fn each_step(edited: &EditedView<'_>, node: NodeId, mut visit: impl FnMut(NodeId)) {
    let mut steps = edited.steps_from(node);
    while steps != 0 {
        visit(super::neighbour(edited.view(), node, steps.trailing_zeros() as usize));
        steps &= steps - 1;
    }
}
