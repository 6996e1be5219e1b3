//! A dense core: its arcs, and its labels so far.

/// A hub and the distance to it in ticks.
pub(in crate::index) type Entry = (u16, u32);

/// Bytes of a hub in a label.
pub(in crate::index) const ENTRY_BYTES: usize = 8;

/// The direction in which arcs are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// From tail to head.
    Out,
    /// From head to tail.
    Back,
}

impl Direction {
    pub(super) fn turned(self) -> Self {
        match self {
            Direction::Out => Direction::Back,
            Direction::Back => Direction::Out,
        }
    }
}

/// The arcs of one direction, in compressed rows that can shrink.
#[derive(Default)]
pub(super) struct Rows {
    offsets: Vec<u32>,
    lens: Vec<u32>,
    arcs: Vec<(u32, u32)>,
}

impl Rows {
    /// Appends the row of the next node, given as heads and costs.
    pub(super) fn push(&mut self, row: impl Iterator<Item = (u32, u32)>) {
        let first = self.arcs.len();
        self.arcs.extend(row);
        self.arcs[first..].sort_unstable();
        self.offsets.push(first as u32);
        self.lens.push((self.arcs.len() - first) as u32);
    }

    /// Heads and costs of the remaining arcs of a node.
    pub(super) fn row(&self, node: u32) -> &[(u32, u32)] {
        let first = self.offsets[node as usize] as usize;
        &self.arcs[first..first + self.lens[node as usize] as usize]
    }

    fn remove(&mut self, node: u32, head: u32) {
        let first = self.offsets[node as usize] as usize;
        let len = &mut self.lens[node as usize];
        let row = &mut self.arcs[first..first + *len as usize];
        if let Some(at) = row.iter().position(|&(to, _)| to == head) {
            row.swap(at, *len as usize - 1);
            *len -= 1;
        }
    }
}

/// The arcs between the nodes of a core, out of them and into them; the latter are empty in a
/// symmetric graph.
pub(super) struct CoreGraph {
    pub(super) count: usize,
    pub(super) symmetric: bool,
    pub(super) out: Rows,
    pub(super) back: Rows,
}

impl CoreGraph {
    pub(super) fn rows(&self, direction: Direction) -> &Rows {
        if self.symmetric || direction == Direction::Out { &self.out } else { &self.back }
    }

    /// Removes a hub from the rows of its neighbours, since everything reached through it is
    /// covered.
    pub(super) fn drop_arcs_to(&mut self, hub: u32) {
        let CoreGraph { symmetric, out, back, .. } = self;
        if *symmetric {
            for at in 0..out.row(hub).len() {
                out.remove(out.row(hub)[at].0, hub);
            }
        } else {
            for &(tail, _) in back.row(hub) {
                out.remove(tail, hub);
            }
            for &(head, _) in out.row(hub) {
                back.remove(head, hub);
            }
        }
    }
}

/// Order and labels of a core.
#[derive(Default)]
pub(in crate::index) struct CoreLabels {
    /// `order[rank]` is a node of the core.
    pub(in crate::index) order: Vec<u32>,
    /// For each node the distances to its hubs.
    pub(in crate::index) out: Vec<Vec<Entry>>,
    /// For each node the distances from its hubs; empty in a symmetric graph.
    pub(in crate::index) back: Vec<Vec<Entry>>,
}

impl CoreLabels {
    /// Both labels of `node`; the second is empty in a symmetric graph.
    pub(in crate::index) fn labels(&self, node: u32) -> (&[Entry], &[Entry]) {
        (&self.out[node as usize], self.back.get(node as usize).map_or(&[], Vec::as_slice))
    }

    /// The label with the distances from `node` to its hubs, or from them to it.
    pub(super) fn of(&self, direction: Direction, node: u32) -> &[Entry] {
        let turned = direction == Direction::Back && !self.back.is_empty();
        if turned { &self.back[node as usize] } else { &self.out[node as usize] }
    }
}
