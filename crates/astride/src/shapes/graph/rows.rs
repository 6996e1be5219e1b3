//! The arcs of a graph as seen from one end, in compressed rows.

use super::error::{GraphError, Kind};
use crate::base::{MAX_SLOTS, NodeId, Slot};
use crate::world::{Arc, Way};

/// The arcs at each node, stored consecutively.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    starts: Vec<u32>,
    arcs: Vec<Arc>,
}

impl Rows {
    /// Arcs `(from, to, cost)` grouped by start and by end; `nodes` and costs must have been
    /// checked. Arcs that leave a node stay in the order of the list, those that enter one are in
    /// the order of the nodes they come from. An error says that too many arcs leave or enter a
    /// node, or that there is no memory for them.
    pub(super) fn both_ways(
        nodes: u32,
        arcs: &[(u32, u32, u32)],
    ) -> Result<(Rows, Rows), GraphError> {
        let starts = (nodes as usize + 1).saturating_mul(3 * size_of::<u32>());
        check_memory(starts.saturating_add(arcs.len().saturating_mul(2 * size_of::<Arc>())))?;
        let mut leaving = Rows::sized(nodes, arcs.iter().map(|arc| arc.0), Way::Forward)?;
        let mut arriving = Rows::sized(nodes, arcs.iter().map(|arc| arc.1), Way::Backward)?;
        let mut fill = leaving.starts.clone();
        for &(from, to, cost) in arcs {
            let at = &mut fill[from as usize];
            leaving.arcs[*at as usize] = Arc { node: NodeId::new(to), cost, slot: Slot::new(0) };
            *at += 1;
        }
        fill.clone_from(&arriving.starts);
        for from in 0..nodes {
            let row = leaving.range(from);
            for (slot, arc) in (0..).zip(&mut leaving.arcs[row]) {
                let to = arc.node.index();
                let at = &mut fill[to];
                arriving.arcs[*at as usize] =
                    Arc { node: NodeId::new(from), cost: arc.cost, slot: Slot::new(slot) };
                arc.slot = Slot::new((*at - arriving.starts[to]) as u16);
                *at += 1;
            }
        }
        Ok((leaving, arriving))
    }

    /// Rows of the correct lengths, to be filled.
    fn sized(
        nodes: u32,
        ends: impl ExactSizeIterator<Item = u32>,
        way: Way,
    ) -> Result<Rows, GraphError> {
        let count = ends.len();
        let mut starts = vec![0_u32; nodes as usize + 1];
        for end in ends {
            starts[end as usize + 1] += 1;
        }
        if let Some(node) = starts.iter().skip(1).position(|&arcs| arcs > MAX_SLOTS) {
            let arcs = starts[node + 1];
            return Err(GraphError(Kind::TooManyArcs { node: node as u32, arcs, way }));
        }
        for node in 0..nodes as usize {
            starts[node + 1] += starts[node];
        }
        let none = Arc { node: NodeId::new(0), cost: 0, slot: Slot::new(0) };
        Ok(Rows { starts, arcs: vec![none; count] })
    }

    fn range(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    pub(super) fn node_count(&self) -> u32 {
        (self.starts.len() - 1) as u32
    }

    pub(super) fn len(&self) -> usize {
        self.arcs.len()
    }

    #[inline(always)]
    pub(super) fn at(&self, node: NodeId) -> &[Arc] {
        &self.arcs[self.range(node.get())]
    }

    pub(super) fn at_mut(&mut self, node: NodeId) -> &mut [Arc] {
        let row = self.range(node.get());
        &mut self.arcs[row]
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.starts) + size_of_val(&*self.arcs)
    }
}

/// Checks that there is memory for a part of a graph, before any of it is taken: a file or a program
/// may say that there are billions of nodes.
///
/// It is as good as the allocator. Where that promises more memory than there is, as on a system
/// that overcommits, the program may be ended when the memory is used.
pub(super) fn check_memory(bytes: usize) -> Result<(), GraphError> {
    let mut all = Vec::<u8>::new();
    let fits = all.try_reserve_exact(bytes);
    // Without this, the compiler may leave out a reservation that nobody uses.
    std::hint::black_box(&all);
    fits.map_err(|_| GraphError(Kind::Memory { bytes: bytes as u64 }))
}
