//! The flood: cells join their neighbours from the widest places down, and gates are placed where
//! floods meet at a narrow place.

use super::gate::line_across;
use super::{NOWHERE, beside, per_node};
use crate::base::NodeId;
use crate::shapes::square::GridView;
use crate::world::World;

/// Lines of cells across the narrow places, with no step from one to another. `None` if there is
/// not enough memory.
pub(super) fn gates(
    view: &GridView<'_>,
    distances: &[u32],
    narrow_percent: u32,
) -> Option<Vec<Vec<NodeId>>> {
    let mut order = Vec::new();
    order.try_reserve_exact(distances.iter().filter(|&&distance| distance > 0).count()).ok()?;
    order.extend((0..view.node_count()).filter(|&at| distances[at as usize] > 0));
    order.sort_unstable_by_key(|&at| (std::cmp::Reverse(distances[at as usize]), at));
    let mut flood = Flood {
        view,
        distances,
        narrow: u64::from(narrow_percent) * u64::from(narrow_percent),
        basin: per_node(view, NOWHERE)?,
        parents: Vec::new(),
        peaks: Vec::new(),
        is_gate: per_node(view, false)?,
        lines: Vec::new(),
    };
    for at in order {
        flood.add(NodeId::new(at));
    }
    Some(flood.lines)
}

struct Flood<'a, 'g> {
    view: &'a GridView<'g>,
    distances: &'a [u32],
    /// The square of the percentage below which a passage is narrow.
    narrow: u64,
    /// The basin of each cell reached.
    basin: Vec<u32>,
    /// The basin with which each one was merged, or itself.
    parents: Vec<u32>,
    /// The largest squared distance in each basin.
    peaks: Vec<u32>,
    is_gate: Vec<bool>,
    lines: Vec<Vec<NodeId>>,
}

impl Flood<'_, '_> {
    fn add(&mut self, node: NodeId) {
        if self.is_gate[node.index()] {
            return;
        }
        let mut own = NOWHERE;
        for other in beside(self.view, node) {
            if self.is_gate[other.index()] || self.basin[other.index()] == NOWHERE {
                continue;
            }
            let next = self.root(self.basin[other.index()]);
            if own == NOWHERE || own == next {
                own = next;
            } else if self.is_narrow(node, own, next) && self.lay_gate(node) {
                // It need not be part of the gate itself.
                return self.add(node);
            } else {
                own = self.join(own, next);
            }
        }
        if own == NOWHERE {
            own = self.parents.len() as u32;
            self.parents.push(own);
            self.peaks.push(self.distances[node.index()]);
        }
        self.basin[node.index()] = own;
    }

    /// Whether the distance to the walls at `node` is below the given fraction of the maximum in
    /// both basins.
    fn is_narrow(&self, node: NodeId, a: u32, b: u32) -> bool {
        let peak = self.peaks[a as usize].min(self.peaks[b as usize]);
        u64::from(self.distances[node.index()]) * 10_000 < u64::from(peak) * self.narrow
    }

    /// Places a gate through `node` or next to it, unless it would touch another one.
    fn lay_gate(&mut self, node: NodeId) -> bool {
        let Some(line) = self.shortest_line(node) else { return false };
        if line.iter().any(|&node| self.touches_gate(node)) {
            return false;
        }
        for &node in &line {
            self.is_gate[node.index()] = true;
        }
        self.lines.push(line);
        true
    }

    /// The shortest line through `node` or a flooded neighbour at the same distance from the walls:
    /// floods may meet one step behind a door if that is in a corner.
    fn shortest_line(&self, node: NodeId) -> Option<Vec<NodeId>> {
        let distance = self.distances[node.index()];
        let flooded = beside(self.view, node).filter(|other| {
            self.distances[other.index()] == distance && self.basin[other.index()] != NOWHERE
        });
        let lines = std::iter::once(node)
            .chain(flooded)
            // Otherwise the line would touch, too, and there is no need to search for walls.
            .filter(|&middle| !self.touches_gate(middle))
            .filter_map(|middle| line_across(self.view, middle, distance));
        lines.min_by_key(|line| line.squared_length).map(|line| line.nodes)
    }

    /// Whether `node` is in a gate, or one step from one.
    fn touches_gate(&self, node: NodeId) -> bool {
        let mut around = std::iter::once(node).chain(beside(self.view, node));
        around.any(|node| self.is_gate[node.index()])
    }

    fn root(&mut self, mut basin: u32) -> u32 {
        while self.parents[basin as usize] != basin {
            let above = self.parents[self.parents[basin as usize] as usize];
            self.parents[basin as usize] = above;
            basin = above;
        }
        basin
    }

    /// Merges two basins; the higher peak stays, or the older one on a tie.
    fn join(&mut self, a: u32, b: u32) -> u32 {
        let rank = |at: u32| (self.peaks[at as usize], std::cmp::Reverse(at));
        let (into, from) = if rank(a) > rank(b) { (a, b) } else { (b, a) };
        self.parents[from as usize] = into;
        into
    }
}
