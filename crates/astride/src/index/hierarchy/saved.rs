//! Saving a hierarchy as bytes, and loading it without trusting them.
//!
//! Everything that is later used as an index, or that must terminate, is checked, and so is that
//! each arc is an arc of the graph or the sum of its two halves. Every path that a query can find
//! is therefore a path of the graph with its true cost. The fingerprint in the file identifies the
//! graph.

use super::{Hierarchy, Side};
use crate::base::{
    Container, Groups, PartsError, Table, TablesError, check, check_names, few, u32s,
};
use crate::index::contraction::contract::MOST_CLIMB;
use crate::index::contraction::dynamic::DIRECT;
use crate::index::contraction::{ORDER, SparseGraph, ranks_of};

/// The kind of a file with a hierarchy of a graph.
pub(crate) const KIND: [u8; 4] = *b"hier";

const SHAPE: &str = "shape";
const STARTS: &str = "starts";
const HEADS: &str = "heads";
const COSTS: &str = "costs";
const MIDDLES: &str = "middles";

/// A path with more arcs than this and four times the number of nodes of the graph cannot occur in
/// a valid hierarchy.
const MOST_HOPS: u32 = 1 << 24;

impl Hierarchy {
    /// The hierarchy as a file, to be read by [`load`](Self::load) with the same graph.
    pub fn save(&self, graph: &SparseGraph) -> Vec<u8> {
        let shape = [self.node_count(), u32::from(self.symmetric)];
        let mut groups = Groups::default();
        groups.put(SHAPE, &shape[..]);
        self.tables().into_iter().for_each(|(name, table)| groups.put(name, table));
        groups.file(KIND, graph.fingerprint())
    }

    /// All tables but the shape, with their names and always in the same order.
    pub(in crate::index) fn tables(&self) -> [(&'static str, Table<'_>); 5] {
        let (heads, costs): (Vec<u32>, Vec<u32>) = self.arcs.iter().copied().unzip();
        [
            (ORDER, self.order[..].into()),
            (STARTS, self.starts[..].into()),
            (HEADS, heads.into()),
            (COSTS, costs.into()),
            (MIDDLES, self.middles[..].into()),
        ]
    }

    /// Reads the hierarchy of `graph` as written by [`save`](Self::save).
    ///
    /// # Errors
    ///
    /// If the bytes are not such a file or not as they were written, belong to another graph, or
    /// contain an arc that the graph does not have. Whether the paths are cheapest is not checked.
    ///
    /// # Complexity
    ///
    /// O(bytes · log arcs at a node).
    pub fn load(bytes: &[u8], graph: &SparseGraph) -> Result<Hierarchy, TablesError> {
        let tables = Container::read(bytes, KIND)?;
        let names = [SHAPE, ORDER, STARTS, HEADS, COSTS, MIDDLES];
        check_names(&tables, names.into_iter())?;
        let expected = "the graph that is given, with the same costs";
        let shape: [u32; 2] = few(u32s(&tables, SHAPE)?, SHAPE)?;
        let is_of_graph = tables.world() == graph.fingerprint()
            && shape == [graph.node_count(), u32::from(graph.is_symmetric())];
        check(is_of_graph, SHAPE, 0, expected)?;
        let hierarchy = Hierarchy::take(&tables, graph.node_count(), graph.is_symmetric())?;
        hierarchy.check_ways(Some(graph))?;
        Ok(hierarchy)
    }

    /// Rebuilds a hierarchy from the tables of a file. Climbs in it end; that its arcs are those of a
    /// graph is still to be [checked](Self::check_ways) before anything is unpacked.
    pub(in crate::index) fn take(
        tables: &Container<'_>,
        nodes: u32,
        symmetric: bool,
    ) -> Result<Hierarchy, PartsError> {
        let order = u32s(tables, ORDER)?;
        let rank = ranks_of(&order, nodes)?;
        let (heads, costs) = (u32s(tables, HEADS)?, u32s(tables, COSTS)?);
        let (starts, middles) = (u32s(tables, STARTS)?, u32s(tables, MIDDLES)?);
        check(costs.len() == heads.len(), COSTS, costs.len(), "as many numbers as heads")?;
        check(middles.len() == heads.len(), MIDDLES, middles.len(), "as many numbers as heads")?;
        // A shortcut costs nothing only if both of its halves do.
        let free = costs.contains(&0);
        let rows = order.len() * if symmetric { 1 } else { 2 };
        check(starts.len() == rows + 1, STARTS, starts.len(), "one number more than rows")?;
        let is_whole = starts[0] == 0 && starts[rows] as usize == heads.len();
        check(is_whole && starts.is_sorted(), STARTS, 0, "numbers that rise from 0 to all arcs")?;
        let arcs = heads.into_iter().zip(costs).collect();
        let hierarchy = Hierarchy { order, rank, starts, arcs, middles, symmetric, free };
        hierarchy.check_rows()?;
        Ok(hierarchy)
    }

    /// What a file says of the hierarchy in it: the numbers of nodes, of arcs and of the shortcuts among
    /// them, and whether one set of arcs serves both directions.
    pub(crate) fn counts(tables: &Container<'_>) -> Result<(u32, u64, u64, bool), PartsError> {
        let [nodes, symmetric]: [u32; 2] = few(u32s(tables, SHAPE)?, SHAPE)?;
        check(symmetric <= 1, SHAPE, 1, "0 or 1")?;
        let (middles, heads) = (u32s(tables, MIDDLES)?, u32s(tables, HEADS)?);
        check(middles.len() == heads.len(), MIDDLES, middles.len(), "as many numbers as heads")?;
        let order = u32s(tables, ORDER)?;
        check(order.len() == nodes as usize, ORDER, order.len(), "as many numbers as nodes")?;
        let shortcuts = middles.iter().filter(|&&middle| middle != DIRECT).count();
        Ok((nodes, middles.len() as u64, shortcuts as u64, symmetric == 1))
    }

    fn sides(&self) -> &'static [Side] {
        if self.symmetric { &[Side::Up] } else { &[Side::Up, Side::Down] }
    }

    /// Checks that rows increase, lead up, and that no climb is too long for a query.
    fn check_rows(&self) -> Result<(), PartsError> {
        for &side in self.sides() {
            let mut heights = vec![0_u64; self.order.len()];
            for node in 0..self.node_count() {
                let mut before = None;
                for at in self.row(node, side) {
                    let (head, cost) = self.arcs[at];
                    let up = head < node && before < Some(head);
                    check(up, HEADS, at, "rising nodes, all before this one")?;
                    before = Some(head);
                    let height = heights[head as usize] + u64::from(cost);
                    check(height <= MOST_CLIMB, COSTS, at, "a smaller cost")?;
                    heights[node as usize] = heights[node as usize].max(height);
                }
            }
        }
        Ok(())
    }

    /// Checks that each arc is an arc of the graph or the sum of two that lead through a later
    /// node, and that none unpacks to an endless path. Without a graph any arc may be one of it.
    pub(in crate::index) fn check_ways(
        &self,
        graph: Option<&SparseGraph>,
    ) -> Result<(), PartsError> {
        let most = MOST_HOPS.max(self.node_count().saturating_mul(4));
        let mut hops = vec![1_u32; self.arcs.len()];
        for low in (0..self.node_count()).rev() {
            for &side in self.sides() {
                for at in self.row(low, side) {
                    let (high, cost) = self.arcs[at];
                    let [from, to] = if side == Side::Up { [low, high] } else { [high, low] };
                    let middle = self.middles[at];
                    if middle == DIRECT {
                        let [from, to] = [from, to].map(|at| self.order[at as usize]);
                        let is_real = graph.is_none_or(|graph| graph.arc(from, to) == Some(cost));
                        check(is_real, COSTS, at, "the cost of an arc of the graph")?;
                        continue;
                    }
                    let halves = (low < middle && middle < self.node_count())
                        .then(|| {
                            let down = self.position(middle, from, Side::Down)?;
                            Some([down, self.position(middle, to, Side::Up)?])
                        })
                        .flatten();
                    let expected = "a later node with arcs to both ends, or 4294967295";
                    let Some(halves) = halves else {
                        return check(false, MIDDLES, at, expected);
                    };
                    let sum = halves.map(|half| u64::from(self.arcs[half].1));
                    check(sum[0] + sum[1] == cost.into(), COSTS, at, "the cost of both halves")?;
                    hops[at] = hops[halves[0]].saturating_add(hops[halves[1]]);
                    check(hops[at] <= most, MIDDLES, at, "a way of fewer arcs")?;
                }
            }
        }
        Ok(())
    }
}
