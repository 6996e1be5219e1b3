//! The sparse graph from which an index is built: nodes, and arcs with integer costs.

use crate::base::{NodeId, checksum};
use crate::world::{Way, World};

/// A directed graph in compressed rows: the arcs out of a node are stored consecutively, sorted by
/// head.
///
/// Loops are dropped, and of parallel arcs only the cheapest is kept, because no cheapest path uses
/// the others.
///
/// # Examples
///
/// ```
/// use astride::index::hubs::SparseGraph;
/// let graph = SparseGraph::from_arcs(3, &[(0, 1, 5), (1, 0, 5), (1, 2, 7)])?;
/// assert_eq!((graph.node_count(), graph.arc_count()), (3, 3));
/// assert!(!graph.is_symmetric());
/// # Ok::<(), astride::index::hubs::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseGraph {
    offsets: Vec<u32>,
    heads: Vec<u32>,
    costs: Vec<u32>,
    symmetric: bool,
    /// Whether there is a zero-cost arc.
    free: bool,
}

impl SparseGraph {
    /// The maximum number of nodes; larger numbers are reserved.
    pub const MAX_NODES: u32 = 1 << 30;

    /// The maximum cost of an arc, in ticks.
    pub const MAX_COST: u32 = 1 << 31;

    /// A graph from a list of arcs `(from, to, cost)` in any order, with costs in ticks.
    ///
    /// # Complexity
    ///
    /// O(V + E log d) time for V nodes and E arcs, with at most d out of one node.
    ///
    /// # Errors
    ///
    /// If there are more than [`SparseGraph::MAX_NODES`] nodes or 2³² − 1 arcs, if an arc names a
    /// node that does not exist, or if an arc costs 0 or more than [`SparseGraph::MAX_COST`].
    pub fn from_arcs(node_count: u32, arcs: &[(u32, u32, u32)]) -> Result<Self, GraphError> {
        if node_count > Self::MAX_NODES || arcs.len() >= u32::MAX as usize {
            return Err(GraphError::TooLarge { nodes: node_count, arcs: arcs.len() });
        }
        for (arc, &(from, to, cost)) in arcs.iter().enumerate() {
            if from >= node_count || to >= node_count {
                return Err(GraphError::NoSuchNode { arc, node: from.max(to), nodes: node_count });
            }
            if cost == 0 || cost > Self::MAX_COST {
                return Err(GraphError::Cost { arc, cost });
            }
        }
        Ok(Self::from_rows(node_count, arcs))
    }

    /// The nodes and arcs of a world. Arcs may cost nothing, unless only some nodes are to have
    /// labels ([`BuildError::FreeArc`](super::BuildError::FreeArc)).
    ///
    /// # Errors
    ///
    /// If there are more than [`SparseGraph::MAX_NODES`] nodes or 2³² − 1 arcs, or if the world has
    /// withheld some for want of memory ([`World::is_cut_short`]).
    pub fn of_world(world: &impl World) -> Result<Self, GraphError> {
        let nodes = world.node_count();
        let mut arcs = Vec::new();
        if nodes <= Self::MAX_NODES {
            for from in 0..nodes {
                world.visit_arcs(NodeId::new(from), None, Way::Forward, &mut |arc| {
                    arcs.push((from, arc.node.get(), arc.cost));
                });
            }
        }
        if nodes > Self::MAX_NODES || arcs.len() >= u32::MAX as usize {
            return Err(GraphError::TooLarge { nodes, arcs: arcs.len() });
        }
        if world.is_cut_short() {
            return Err(GraphError::CutShort);
        }
        Ok(Self::from_rows(nodes, &arcs))
    }

    /// A graph from compressed rows: the arcs out of node `v` are `offsets[v]..offsets[v + 1]` of
    /// `heads` and `costs`.
    ///
    /// # Errors
    ///
    /// As for [`SparseGraph::from_arcs`], and if the offsets do not increase from 0 to the number
    /// of arcs, or if the numbers of costs and heads differ.
    pub fn new(offsets: &[u32], heads: &[u32], costs: &[u32]) -> Result<Self, GraphError> {
        let whole = offsets.first() == Some(&0)
            && offsets.last().is_some_and(|&last| last as usize == heads.len())
            && heads.len() == costs.len()
            && offsets.is_sorted()
            && offsets.len() - 1 <= Self::MAX_NODES as usize;
        if !whole {
            return Err(GraphError::Rows);
        }
        let mut arcs = Vec::with_capacity(heads.len());
        for (from, row) in offsets.windows(2).enumerate() {
            for at in row[0] as usize..row[1] as usize {
                arcs.push((from as u32, heads[at], costs[at]));
            }
        }
        Self::from_arcs(offsets.len() as u32 - 1, &arcs)
    }

    /// The number of nodes; they are numbered from 0.
    pub fn node_count(&self) -> u32 {
        self.offsets.len() as u32 - 1
    }

    /// The number of arcs, after dropping those that no cheapest path needs.
    pub fn arc_count(&self) -> usize {
        self.heads.len()
    }

    /// Whether each arc has a reverse arc of equal cost.
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Whether there is a zero-cost arc.
    pub fn has_free_arcs(&self) -> bool {
        self.free
    }

    /// The arcs out of `node` as (head, cost), by ascending head.
    ///
    /// # Panics
    ///
    /// If `node` is not below [`SparseGraph::node_count`].
    pub fn arcs(&self, node: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let row = self.offsets[node as usize] as usize..self.offsets[node as usize + 1] as usize;
        self.heads[row.clone()].iter().copied().zip(self.costs[row].iter().copied())
    }

    /// A hash of nodes, arcs and costs, to distinguish graphs.
    pub fn fingerprint(&self) -> u64 {
        [&self.offsets, &self.heads, &self.costs].into_iter().fold(0, |seed, table| {
            let bytes: Vec<u8> = table.iter().flat_map(|number| number.to_le_bytes()).collect();
            checksum(seed, &bytes)
        })
    }

    /// The cost of the arc between two nodes, if there is one.
    pub(in crate::index) fn arc(&self, from: u32, to: u32) -> Option<u32> {
        let row = self.offsets[from as usize] as usize..self.offsets[from as usize + 1] as usize;
        let at = self.heads[row.clone()].binary_search(&to).ok()?;
        Some(self.costs[row][at])
    }

    fn from_rows(node_count: u32, arcs: &[(u32, u32, u32)]) -> Self {
        let mut starts = vec![0_u32; node_count as usize + 1];
        for &(from, ..) in arcs {
            starts[from as usize + 1] += 1;
        }
        for node in 0..node_count as usize {
            starts[node + 1] += starts[node];
        }
        let mut rows = vec![(0, 0); arcs.len()];
        let mut fill = starts.clone();
        for &(from, to, cost) in arcs {
            rows[fill[from as usize] as usize] = (to, cost);
            fill[from as usize] += 1;
        }
        let mut graph = SparseGraph {
            offsets: vec![0],
            heads: Vec::with_capacity(arcs.len()),
            costs: Vec::with_capacity(arcs.len()),
            symmetric: false,
            free: false,
        };
        for node in 0..node_count as usize {
            let row = &mut rows[starts[node] as usize..starts[node + 1] as usize];
            row.sort_unstable();
            let first = graph.heads.len();
            for &(to, cost) in row.iter() {
                if to as usize != node && graph.heads[first..].last() != Some(&to) {
                    graph.heads.push(to);
                    graph.costs.push(cost);
                }
            }
            graph.offsets.push(graph.heads.len() as u32);
        }
        graph.free = graph.costs.contains(&0);
        graph.symmetric = (0..node_count)
            .all(|from| graph.arcs(from).all(|(to, cost)| graph.arc(to, from) == Some(cost)));
        graph
    }
}

/// Why a list of arcs is not a graph from which an index can be built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// More nodes or arcs than can be numbered.
    TooLarge {
        /// The number of nodes requested.
        nodes: u32,
        /// The number of arcs given.
        arcs: usize,
    },
    /// An arc starts or ends at a node that does not exist.
    NoSuchNode {
        /// The index of the arc in the list.
        arc: usize,
        /// The larger of its ends.
        node: u32,
        /// The number of nodes.
        nodes: u32,
    },
    /// An arc costs too much, or nothing, so that paths could cycle for free.
    Cost {
        /// The index of the arc in the list.
        arc: usize,
        /// Its cost in ticks.
        cost: u32,
    },
    /// Offsets, heads and costs are inconsistent.
    Rows,
    /// The world has withheld arcs for want of memory.
    CutShort,
}

errors! { enum GraphError:
    TooLarge { nodes, arcs } => ("sparse-graph-too-large",
        "{nodes} nodes and {arcs} arcs, expected at most {} nodes and 4294967294 arcs",
        SparseGraph::MAX_NODES),
    NoSuchNode { arc, node, nodes } => ("sparse-graph-no-such-node",
        "arc {arc} names node {node}, expected a number below {nodes}"),
    Cost { arc, cost } => ("sparse-graph-cost",
        "arc {arc} costs {cost} ticks, expected 1 to {}", SparseGraph::MAX_COST),
    Rows => ("sparse-graph-rows",
        "the rows do not fit together, expected offsets rising from 0 to the number of heads, and \
        as many costs"),
    CutShort => ("sparse-graph-cut-short",
        "the world has withheld arcs because its memory was full, expected one with room for all its \
        nodes"),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_and_costlier_twins_are_dropped() {
        let arcs = [(0, 0, 1), (0, 1, 9), (0, 1, 4), (1, 0, 4)];
        let graph = SparseGraph::from_arcs(2, &arcs).unwrap();
        assert_eq!(graph.arcs(0).collect::<Vec<_>>(), [(1, 4)]);
        assert!(graph.is_symmetric());
    }

    #[test]
    fn rows_and_lists_make_the_same_graph() {
        let rows = SparseGraph::new(&[0, 2, 3, 3], &[2, 1, 0], &[5, 6, 7]).unwrap();
        assert_eq!(rows, SparseGraph::from_arcs(3, &[(1, 0, 7), (0, 1, 6), (0, 2, 5)]).unwrap());
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        let list = |arcs: &[(u32, u32, u32)]| SparseGraph::from_arcs(2, arcs).unwrap_err();
        assert_eq!(list(&[(0, 2, 1)]), GraphError::NoSuchNode { arc: 0, node: 2, nodes: 2 });
        assert_eq!(list(&[(0, 1, 1), (1, 0, 0)]), GraphError::Cost { arc: 1, cost: 0 });
        for offsets in [&[][..], &[1], &[0, 2, 1], &[0, 1]] {
            assert_eq!(SparseGraph::new(offsets, &[0, 0], &[1, 1]), Err(GraphError::Rows));
        }
        let many = SparseGraph::from_arcs(u32::MAX, &[]).unwrap_err();
        assert_eq!(many, GraphError::TooLarge { nodes: u32::MAX, arcs: 0 });
    }

    #[test]
    fn a_graph_without_nodes_is_a_graph() {
        let graph = SparseGraph::from_arcs(0, &[]).unwrap();
        assert_eq!((graph.node_count(), graph.is_symmetric()), (0, true));
    }
}
