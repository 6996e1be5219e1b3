//! Searches on the nodes of one level.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::domain::Domain;
use super::levels::{Level, NO_WAY};
use crate::base::{Budget, Cell, Cost, Dir, NodeId, Spent};
use crate::shapes::square::GridView;
use crate::world::{Way, World};

const NONE: u32 = u32::MAX;

/// The memory of a search on nodes; it grows with what is touched, not with the map.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// For each cluster of the domain, where its records begin.
    bases: Vec<u32>,
    touched: Vec<u32>,
    records: Vec<Record>,
    open: BinaryHeap<Reverse<(Cost, u32)>>,
    crossings: Vec<(NodeId, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Record {
    g: Cost,
    cell: u32,
    /// The record of the first node of its cluster.
    base: u32,
    parent: u32,
    is_closed: bool,
    is_wanted: bool,
    /// Reached from within its cluster: the costs inside it give no better path onwards.
    is_inner: bool,
}

/// One level of a world, and the part of it that is searched.
#[derive(Clone, Copy)]
pub(super) struct Graph<'a> {
    pub(super) view: &'a GridView<'a>,
    pub(super) level: &'a Level,
    pub(super) domain: Domain,
    pub(super) way: Way,
}

/// The end of a search: nodes of the cluster of a cell, each with its cost to that cell.
#[derive(Clone, Copy)]
pub(super) struct End<'a> {
    /// For each node of the cluster; `Cost::MAX` for none.
    pub(super) costs: &'a [Cost],
    pub(super) cell: NodeId,
}

impl Nodes {
    pub(super) fn bytes(&self) -> usize {
        (self.bases.capacity() + self.touched.capacity()) * 4
            + self.records.capacity() * size_of::<Record>()
            + self.open.capacity() * 16
            + self.crossings.capacity() * 8
    }

    /// Forgets the previous search.
    pub(super) fn begin(&mut self, graph: &Graph<'_>) {
        if self.bases.len() < graph.domain.len() {
            self.bases.resize(graph.domain.len(), NONE);
        }
        for cluster in self.touched.drain(..) {
            self.bases[cluster as usize] = NONE;
        }
        self.records.clear();
        self.open.clear();
    }

    /// The record of the first node of the cluster of a cell.
    #[inline(always)]
    fn base(&mut self, graph: &Graph<'_>, cell: Cell) -> Option<u32> {
        let local = graph.domain.local(graph.level, cell)?;
        match self.bases[local] {
            NONE => Some(self.add(graph, cell, local)),
            base => Some(base),
        }
    }

    /// Adds the records of the nodes of a cluster.
    fn add(&mut self, graph: &Graph<'_>, cell: Cell, local: usize) -> u32 {
        let base = self.records.len() as u32;
        self.bases[local] = base;
        self.touched.push(local as u32);
        let cells = graph.level.block(graph.level.cluster_of(cell)).cells.iter();
        let (g, parent) = (Cost::MAX, NONE);
        self.records.extend(cells.map(|&cell| Record {
            g,
            cell,
            base,
            parent,
            is_closed: false,
            is_wanted: false,
            is_inner: false,
        }));
        base
    }

    /// Starts at the nodes of the cluster of a cell with these costs, all of which apply within it.
    pub(super) fn start_at_all(&mut self, graph: &Graph<'_>, cell: Cell, costs: &[Cost]) {
        let Some(base) = self.base(graph, cell) else { return };
        for (record, &cost) in (base..).zip(costs) {
            if cost != Cost::MAX {
                self.start(record, cost, true);
            }
        }
    }

    /// Starts at one node.
    pub(super) fn start_at(&mut self, graph: &Graph<'_>, node: u32) {
        if let Some(record) = self.record(graph, node) {
            self.start(record, 0, false);
        }
    }

    /// The record of a node of the domain.
    fn record(&mut self, graph: &Graph<'_>, node: u32) -> Option<u32> {
        let cell = graph.view.grid().cell(NodeId::new(node));
        let base = self.base(graph, cell)?;
        let place = graph.level.block(graph.level.cluster_of(cell)).place(node)?;
        Some(base + place as u32)
    }

    fn start(&mut self, record: u32, cost: Cost, is_inner: bool) {
        let known = &mut self.records[record as usize];
        (known.g, known.is_inner) = (cost, is_inner);
        self.open.push(Reverse((cost, record)));
    }

    /// The cost that the last search found for a node.
    pub(super) fn cost(&self, graph: &Graph<'_>, node: u32) -> Option<Cost> {
        let cell = graph.view.grid().cell(NodeId::new(node));
        let local = graph.domain.local(graph.level, cell)?;
        let base = self.bases.get(local).copied().filter(|&base| base != NONE)?;
        let place = graph.level.block(graph.level.cluster_of(cell)).place(node)?;
        let g = self.records[base as usize + place].g;
        (g != Cost::MAX).then_some(g)
    }

    /// Visits everything reachable within the domain.
    pub(super) fn spread(&mut self, graph: &Graph<'_>) {
        while let Some(Reverse((_, at))) = self.open.pop() {
            if !self.close(at) {
                self.expand(graph, at, |_| 0);
            }
        }
    }

    /// Visits what is reachable within the domain, until the costs of some nodes are known.
    pub(super) fn spread_to(&mut self, graph: &Graph<'_>, wanted: impl Iterator<Item = u32>) {
        let mut left = 0_u32;
        for node in wanted {
            if let Some(record) = self.record(graph, node) {
                self.records[record as usize].is_wanted = true;
                left += 1;
            }
        }
        while let Some(Reverse((_, at))) = self.open.pop() {
            if self.close(at) {
                continue;
            }
            left -= u32::from(self.records[at as usize].is_wanted);
            if left == 0 {
                return;
            }
            self.expand(graph, at, |_| 0);
        }
    }

    /// Searches for the cheapest path to an end: its cost, and the record of the last node on it.
    pub(super) fn search(
        &mut self,
        graph: &Graph<'_>,
        end: End<'_>,
        budget: &mut Budget<'_>,
        expanded: &mut u64,
    ) -> Result<Option<(Cost, u32)>, Spent> {
        // Links may cost less than any estimate.
        let has_links = graph.view.has_links();
        let guess = |cell: NodeId| if has_links { 0 } else { graph.view.estimate(cell, end.cell) };
        let end_cell = graph.view.grid().cell(end.cell);
        let Some(ends) = self.base(graph, end_cell) else { return Ok(None) };
        // Without the heuristic, the nodes around the start would all come first, and be closed
        // before a cheaper path that leaves their cluster and returns is found.
        let mut begun = std::mem::take(&mut self.open).into_vec();
        for Reverse((f, at)) in &mut begun {
            *f = f.saturating_add(guess(NodeId::new(self.records[*at as usize].cell)));
        }
        self.open = begun.into();
        let mut best: Option<(Cost, u32)> = None;
        while let Some(Reverse((f, at))) = self.open.pop() {
            if best.is_some_and(|(cost, _)| cost <= f) {
                break;
            }
            if self.close(at) {
                continue;
            }
            if let Some(spent) = budget.take() {
                return Err(spent);
            }
            *expanded += 1;
            if let Some(&rest) = at.checked_sub(ends).and_then(|at| end.costs.get(at as usize))
                && rest != Cost::MAX
            {
                let cost = self.records[at as usize].g.saturating_add(rest);
                if best.is_none_or(|(known, _)| cost < known) {
                    best = Some((cost, at));
                }
            }
            self.expand(graph, at, guess);
        }
        Ok(best)
    }

    /// The cells from the start to a record.
    pub(super) fn chain(&self, last: u32, chain: &mut Vec<NodeId>) {
        chain.clear();
        let mut at = last;
        while at != NONE {
            let record = self.records[at as usize];
            chain.push(NodeId::new(record.cell));
            at = record.parent;
        }
        chain.reverse();
    }

    /// Closes a record; returns whether it was closed before.
    fn close(&mut self, at: u32) -> bool {
        std::mem::replace(&mut self.records[at as usize].is_closed, true)
    }

    fn expand(&mut self, graph: &Graph<'_>, at: u32, guess: impl Fn(NodeId) -> Cost + Copy) {
        let record = self.records[at as usize];
        if !record.is_inner {
            let cell = graph.view.grid().cell(NodeId::new(record.cell));
            let (base, block) = (record.base, graph.level.block(graph.level.cluster_of(cell)));
            let from = (at - base) as usize;
            if let (Way::Forward, Some(row)) = (graph.way, block.row(from)) {
                for (to, &cost) in (base..).zip(row).filter(|(_, cost)| **cost != NO_WAY) {
                    self.relax(at, to, record.g.saturating_add(cost.into()), true, guess);
                }
                return self.cross(graph, at, guess);
            }
            for to in 0..block.cells.len() {
                let cost = match graph.way {
                    Way::Forward => block.cost(from, to),
                    Way::Backward => block.cost(to, from),
                };
                if let Some(cost) = cost {
                    self.relax(at, base + to as u32, record.g.saturating_add(cost), true, guess);
                }
            }
        }
        self.cross(graph, at, guess);
    }

    /// Relaxes the arcs that leave the cluster of a record.
    fn cross(&mut self, graph: &Graph<'_>, at: u32, guess: impl Fn(NodeId) -> Cost + Copy) {
        let (record, level, view) = (self.records[at as usize], graph.level, graph.view);
        let node = NodeId::new(record.cell);
        let cell = view.grid().cell(node);
        if view.has_links() {
            return self.cross_anywhere(graph, at, guess);
        }
        let mut outward = level.outward(cell);
        if outward == 0 {
            return;
        }
        // Nodes are passable, so nothing forbids a straight step: the cells, which are rarely in
        // the cache, need not be read.
        let straight = view.uniform_costs().filter(|_| view.is_only_blocked_by_cells());
        let mut steps = None;
        while outward != 0 {
            let dir = Dir::from_code(outward.trailing_zeros() as u8);
            outward &= outward - 1;
            let Some(end) = cell.step(dir) else { continue };
            let Some(end_node) = view.grid().node(end) else { continue };
            let Some(place) = level.block(level.cluster_of(end)).place(end_node.get()) else {
                continue;
            };
            let cost = match straight {
                Some([cost, _]) if !dir.is_diagonal() => cost,
                _ => {
                    let steps = *steps.get_or_insert_with(|| match graph.way {
                        Way::Forward => view.steps_from(node),
                        Way::Backward => view.steps_into(node),
                    });
                    if steps & dir.bit() == 0 {
                        continue;
                    }
                    let entered = if graph.way == Way::Forward { end_node } else { node };
                    view.entering_costs(entered)[usize::from(dir.is_diagonal())]
                }
            };
            let Some(base) = self.base(graph, end) else { continue };
            self.relax(at, base + place as u32, record.g.saturating_add(cost.into()), false, guess);
        }
    }

    /// The same if links may lead anywhere.
    fn cross_anywhere(
        &mut self,
        graph: &Graph<'_>,
        at: u32,
        guess: impl Fn(NodeId) -> Cost + Copy,
    ) {
        let (record, grid, level) = (self.records[at as usize], graph.view.grid(), graph.level);
        let own = level.cluster_of(grid.cell(NodeId::new(record.cell)));
        let mut crossings = std::mem::take(&mut self.crossings);
        crossings.clear();
        let node = NodeId::new(record.cell);
        graph
            .view
            .visit_arcs(node, None, graph.way, &mut |arc| crossings.push((arc.node, arc.cost)));
        for &(end, cost) in &crossings {
            let end_cell = grid.cell(end);
            let cluster = level.cluster_of(end_cell);
            if cluster == own {
                continue;
            }
            let Some(place) = level.block(cluster).place(end.get()) else { continue };
            let Some(base) = self.base(graph, end_cell) else { continue };
            self.relax(at, base + place as u32, record.g.saturating_add(cost.into()), false, guess);
        }
        self.crossings = crossings;
    }

    #[inline(always)]
    fn relax(
        &mut self,
        from: u32,
        to: u32,
        g: Cost,
        is_inner: bool,
        guess: impl Fn(NodeId) -> Cost,
    ) {
        let record = &mut self.records[to as usize];
        if g < record.g {
            debug_assert!(!record.is_closed, "guesses drop by no more than what a way costs");
            (record.g, record.parent, record.is_inner) = (g, from, is_inner);
            let f = g.saturating_add(guess(NodeId::new(record.cell)));
            self.open.push(Reverse((f, to)));
        }
    }
}
