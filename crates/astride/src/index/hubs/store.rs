//! The finished tables: labels of the most important nodes, and the hierarchy of the others.

use super::contract::{Hierarchy, UpArcs};
use super::dynamic::DIRECT;
use super::graph::SparseGraph;
use super::label::{LabelSet, Labels};
use super::{HubLabels, Summary};
use crate::base::Column;

/// The length of the table of counts.
pub(super) const SHAPE_LEN: usize = 7;

/// The arcs up out of nodes without a label, in compressed rows; row 0 belongs to the most
/// important such node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Climb {
    pub(super) offsets: Column<u32>,
    /// Head and cost of each arc, interleaved.
    pub(super) arcs: Column<u32>,
    /// The middle node of a shortcut, or `DIRECT`.
    pub(super) middles: Column<u32>,
}

impl Climb {
    fn new(arcs: &UpArcs, stored: usize) -> Self {
        let first = arcs.offsets[stored];
        let row = first as usize..;
        let pairs = arcs.heads[row.clone()].iter().zip(&arcs.costs[row.clone()]);
        Climb {
            offsets: arcs.offsets[stored..].iter().map(|&at| at - first).collect(),
            arcs: pairs.flat_map(|(&head, &cost)| [head, cost]).collect(),
            middles: arcs.middles[row].to_vec().into(),
        }
    }

    /// Heads and costs of the arcs out of a row.
    pub(super) fn arcs(&self, row: usize) -> impl Iterator<Item = (u32, u32)> + '_ {
        let (first, end) = (self.offsets[row] as usize, self.offsets[row + 1] as usize);
        self.arcs[2 * first..2 * end].chunks_exact(2).map(|arc| (arc[0], arc[1]))
    }

    /// Where the arc of a row to `head` is stored; heads rise along a row.
    pub(super) fn position(&self, row: usize, head: u32) -> Option<usize> {
        let (first, end) = (self.offsets[row] as usize, self.offsets[row + 1] as usize);
        let (arcs, _) = self.arcs[2 * first..2 * end].as_chunks::<2>();
        let at = arcs.binary_search_by_key(&head, |arc| arc[0]).ok()?;
        Some(first + at)
    }

    fn bytes(&self) -> usize {
        4 * (self.offsets.len() + self.arcs.len() + self.middles.len())
    }
}

/// Shortcuts between nodes with labels, through nodes without one, in compressed rows by tail; in a
/// symmetric graph each is stored once, at its less important end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Jumps {
    pub(super) offsets: Column<u32>,
    pub(super) heads: Column<u16>,
    pub(super) middles: Column<u32>,
}

impl Jumps {
    fn new(hierarchy: &Hierarchy, symmetric: bool, stored: usize) -> Self {
        let mut list = Vec::new();
        let mut collect = |arcs: &UpArcs, turned: bool| {
            for node in 0..stored {
                for at in arcs.row(node as u32) {
                    let (head, middle) = (arcs.heads[at], arcs.middles[at]);
                    if middle != DIRECT && middle as usize >= stored {
                        let (low, high) = (node as u16, head as u16);
                        let ends = if turned { (high, low) } else { (low, high) };
                        list.push((ends.0, ends.1, middle));
                    }
                }
            }
        };
        collect(&hierarchy.out, false);
        if !symmetric {
            collect(&hierarchy.back, true);
        }
        list.sort_unstable();
        let mut offsets = vec![0; stored + 1];
        for &(from, ..) in &list {
            offsets[usize::from(from) + 1] += 1;
        }
        for node in 0..stored {
            offsets[node + 1] += offsets[node];
        }
        Jumps {
            offsets: offsets.into(),
            heads: list.iter().map(|&(_, to, _)| to).collect(),
            middles: list.iter().map(|&(.., middle)| middle).collect(),
        }
    }

    /// The middle node of a shortcut between two stored nodes, or `None` if the arc is direct.
    pub(super) fn middle(&self, row: u32, head: u32) -> Option<u32> {
        let (row, head) = (row as usize, head as u16);
        let row = self.offsets[row] as usize..self.offsets[row + 1] as usize;
        let at = self.heads[row.clone()].binary_search(&head).ok()?;
        Some(self.middles[row][at])
    }

    fn bytes(&self) -> usize {
        4 * (self.offsets.len() + self.middles.len()) + 2 * self.heads.len()
    }
}

pub(super) fn assemble(graph: &SparseGraph, hierarchy: Hierarchy, labels: Labels) -> HubLabels {
    let stored = labels.stored();
    let symmetric = graph.is_symmetric();
    let jumps = Jumps::new(&hierarchy, symmetric, stored);
    let climb_out = Climb::new(&hierarchy.out, stored);
    let climb_back = if symmetric { Climb::default() } else { Climb::new(&hierarchy.back, stored) };
    let arcs = graph.arc_count() as u64;
    let shape = shape(hierarchy.order.len(), stored, symmetric, [arcs, hierarchy.shortcuts]);
    let rank = ranks(&hierarchy.order);
    HubLabels {
        symmetric,
        stored: stored as u32,
        shape,
        order: hierarchy.order.into(),
        rank,
        labels_out: labels.out,
        labels_back: labels.back,
        climb_out,
        climb_back,
        jumps,
    }
}

fn shape(nodes: usize, stored: usize, symmetric: bool, counts: [u64; 2]) -> [u32; SHAPE_LEN] {
    let [arcs, shortcuts] = counts;
    let halves = |count: u64| [count as u32, (count >> 32) as u32];
    let ([a, b], [c, d]) = (halves(arcs), halves(shortcuts));
    [nodes as u32, stored as u32, u32::from(symmetric), a, b, c, d]
}

/// The rank of each node.
pub(super) fn ranks(order: &[u32]) -> Vec<u32> {
    let mut rank = vec![0; order.len()];
    for (at, &node) in order.iter().enumerate() {
        rank[node as usize] = at as u32;
    }
    rank
}

impl LabelSet {
    fn bytes(&self) -> usize {
        4 * (self.offsets.len() + self.dists.len()) + 2 * (self.hubs.len() + self.next.len())
    }
}

impl HubLabels {
    /// The size and composition of the index.
    pub fn summary(&self) -> Summary {
        let [_, _, _, arcs_low, arcs_high, shortcuts_low, shortcuts_high] = self.shape;
        let sets = [&self.labels_out, &self.labels_back];
        let sizes =
            || sets.into_iter().flat_map(|set| set.offsets.windows(2).map(|row| row[1] - row[0]));
        let entries = sets.iter().map(|set| set.hubs.len() as u64).sum();
        let climbs = [&self.climb_out, &self.climb_back];
        let bytes = 4 * (self.order.len() + self.rank.len())
            + sets.iter().map(|set| set.bytes()).sum::<usize>()
            + climbs.iter().map(|climb| climb.bytes()).sum::<usize>()
            + self.jumps.bytes();
        Summary {
            nodes: self.node_count(),
            arcs: u64::from(arcs_high) << 32 | u64::from(arcs_low),
            shortcuts: u64::from(shortcuts_high) << 32 | u64::from(shortcuts_low),
            stored: self.stored,
            entries,
            largest: sizes().max().unwrap_or(0),
            climb_arcs: climbs.iter().map(|climb| climb.middles.len() as u64).sum(),
            bytes,
            symmetric: self.symmetric,
        }
    }
}
