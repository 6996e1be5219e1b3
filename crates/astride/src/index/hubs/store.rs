//! The finished tables: labels of the most important nodes, and the hierarchy of the others.

use super::label::{LabelSet, Labels};
use super::{Form, HubLabels, Summary};
use crate::base::{Column, SmallSort};
use crate::index::contraction::SparseGraph;
use crate::index::contraction::contract::{Hierarchy, UpArcs};
use crate::index::contraction::dynamic::DIRECT;

/// The length of the table of counts.
pub(super) const SHAPE_LEN: usize = 7;

/// All tables of an index, in columns or as slices.
///
/// Internally nodes are identified by rank, where 0 is the most important, so that the hubs of most
/// labels lie next to each other in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tables<W = Column<u32>, N = Column<u16>> {
    pub(super) symmetric: bool,
    /// Nodes of smaller rank have labels.
    pub(super) stored: u32,
    /// The counts of the index in the form in which they are saved.
    pub(super) shape: [u32; SHAPE_LEN],
    /// `order[rank]` is a node of the graph, and `rank` is the inverse.
    pub(super) order: W,
    pub(super) rank: W,
    pub(super) labels_out: LabelSet<W, N>,
    /// Labels with the paths from hubs to nodes; empty in a symmetric graph.
    pub(super) labels_back: LabelSet<W, N>,
    pub(super) climb_out: Climb<W>,
    pub(super) climb_back: Climb<W>,
    pub(super) jumps: Jumps<W, N>,
}

/// The tables as slices, found once for a query: a column in a file has to be looked up.
pub(super) type View<'a> = Tables<&'a [u32], &'a [u16]>;

impl Tables {
    pub(super) fn view(&self) -> View<'_> {
        Tables {
            symmetric: self.symmetric,
            stored: self.stored,
            shape: self.shape,
            order: &self.order,
            rank: &self.rank,
            labels_out: self.labels_out.view(),
            labels_back: self.labels_back.view(),
            climb_out: self.climb_out.view(),
            climb_back: self.climb_back.view(),
            jumps: self.jumps.view(),
        }
    }
}

impl<'a> View<'a> {
    pub(super) fn is_all_stored(&self) -> bool {
        self.stored as usize == self.order.len()
    }

    pub(super) fn labels_back(&self) -> &LabelSet<&'a [u32], &'a [u16]> {
        if self.symmetric { &self.labels_out } else { &self.labels_back }
    }

    pub(super) fn climb_out(&self) -> Climb<&'a [u32]> {
        self.climb_out
    }

    pub(super) fn climb_back(&self) -> Climb<&'a [u32]> {
        if self.symmetric { self.climb_out } else { self.climb_back }
    }
}

/// The arcs up out of nodes without a label, in compressed rows; row 0 belongs to the most
/// important such node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Climb<W = Column<u32>> {
    pub(super) offsets: W,
    /// Head and cost of each arc, interleaved.
    pub(super) arcs: W,
    /// The middle node of a shortcut, or `DIRECT`.
    pub(super) middles: W,
}

impl Climb {
    fn new(arcs: &UpArcs, stored: usize) -> Self {
        let first = arcs.offsets[stored];
        let row = first as usize..;
        let pairs = arcs.heads[row.clone()].iter().zip(&arcs.costs[row.clone()]);
        Climb {
            offsets: arcs.offsets[stored..].iter().map(|&at| at - first).collect::<Vec<_>>().into(),
            arcs: pairs.flat_map(|(&head, &cost)| [head, cost]).collect::<Vec<_>>().into(),
            middles: arcs.middles[row].to_vec().into(),
        }
    }

    fn view(&self) -> Climb<&[u32]> {
        let Climb { offsets, arcs, middles } = self;
        Climb { offsets, arcs, middles }
    }
}

impl<'a> Climb<&'a [u32]> {
    /// Heads and costs of the arcs out of a row.
    pub(super) fn arcs(self, row: usize) -> impl Iterator<Item = (u32, u32)> + 'a {
        let (first, end) = (self.offsets[row] as usize, self.offsets[row + 1] as usize);
        self.arcs[2 * first..2 * end].chunks_exact(2).map(|arc| (arc[0], arc[1]))
    }

    /// Where the arc of a row to `head` is stored; heads rise along a row.
    pub(super) fn position(self, row: usize, head: u32) -> Option<usize> {
        let (first, end) = (self.offsets[row] as usize, self.offsets[row + 1] as usize);
        let (arcs, _) = self.arcs[2 * first..2 * end].as_chunks::<2>();
        let at = arcs.binary_search_by_key(&head, |arc| arc[0]).ok()?;
        Some(first + at)
    }

    fn bytes(self) -> usize {
        4 * (self.offsets.len() + self.arcs.len() + self.middles.len())
    }
}

/// Shortcuts between nodes with labels, through nodes without one, in compressed rows by tail; in a
/// symmetric graph each is stored once, at its less important end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Jumps<W = Column<u32>, N = Column<u16>> {
    pub(super) offsets: W,
    pub(super) heads: N,
    pub(super) middles: W,
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
        list.sort_small();
        let mut offsets = vec![0; stored + 1];
        for &(from, ..) in &list {
            offsets[usize::from(from) + 1] += 1;
        }
        for node in 0..stored {
            offsets[node + 1] += offsets[node];
        }
        Jumps {
            offsets: offsets.into(),
            heads: list.iter().map(|&(_, to, _)| to).collect::<Vec<_>>().into(),
            middles: list.iter().map(|&(.., middle)| middle).collect::<Vec<_>>().into(),
        }
    }

    fn view(&self) -> Jumps<&[u32], &[u16]> {
        let Jumps { offsets, heads, middles } = self;
        Jumps { offsets, heads, middles }
    }
}

impl Jumps<&[u32], &[u16]> {
    /// The middle node of a shortcut between two stored nodes, or `None` if the arc is direct.
    pub(super) fn middle(self, row: u32, head: u32) -> Option<u32> {
        let (row, head) = (row as usize, head as u16);
        let row = self.offsets[row] as usize..self.offsets[row + 1] as usize;
        let at = self.heads[row.clone()].binary_search(&head).ok()?;
        Some(self.middles[row][at])
    }

    fn bytes(self) -> usize {
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
    let rank = ranks(&hierarchy.order).into();
    HubLabels(Form::Narrow(Tables {
        symmetric,
        stored: stored as u32,
        shape,
        order: hierarchy.order.into(),
        rank,
        labels_out: labels.out.stored(),
        labels_back: labels.back.stored(),
        climb_out,
        climb_back,
        jumps,
    }))
}

pub(super) fn shape(
    nodes: usize,
    stored: usize,
    symmetric: bool,
    counts: [u64; 2],
) -> [u32; SHAPE_LEN] {
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

impl LabelSet<&[u32], &[u16]> {
    fn bytes(self) -> usize {
        4 * (self.offsets.len() + self.dists.len()) + 2 * (self.hubs.len() + self.next.len())
    }
}

impl HubLabels {
    /// The size and composition of the index.
    pub fn summary(&self) -> Summary {
        match &self.0 {
            Form::Narrow(tables) => tables.view().summary(),
            Form::Wide(wide) => wide.summary(),
        }
    }
}

impl View<'_> {
    fn summary(&self) -> Summary {
        let view = self;
        let [_, _, _, arcs_low, arcs_high, shortcuts_low, shortcuts_high] = view.shape;
        let sets = [view.labels_out, view.labels_back];
        let sizes =
            || sets.into_iter().flat_map(|set| set.offsets.windows(2).map(|row| row[1] - row[0]));
        let climbs = [view.climb_out, view.climb_back];
        let bytes = 4 * (view.order.len() + view.rank.len())
            + sets.map(LabelSet::bytes).iter().sum::<usize>()
            + climbs.map(Climb::bytes).iter().sum::<usize>()
            + view.jumps.bytes();
        Summary {
            nodes: view.order.len() as u32,
            arcs: u64::from(arcs_high) << 32 | u64::from(arcs_low),
            shortcuts: u64::from(shortcuts_high) << 32 | u64::from(shortcuts_low),
            stored: view.stored,
            entries: sets.iter().map(|set| set.hubs.len() as u64).sum(),
            largest: sizes().max().unwrap_or(0),
            climb_arcs: climbs.iter().map(|climb| climb.middles.len() as u64).sum(),
            bytes,
            symmetric: view.symmetric,
        }
    }
}
