//! Building the skeleton of a graph.

use super::Skeleton;
use super::order::order;
use crate::index::contraction::SparseGraph;

const NONE: u32 = u32::MAX;

impl Skeleton {
    /// Builds the skeleton of a graph. The costs of its arcs do not matter.
    ///
    /// # Complexity
    ///
    /// O(arcs · nodes of a separator · log nodes) and a table of 12 bytes for each arc. It is meant
    /// for road networks and other graphs with small separators: a complete graph has as many arcs
    /// as pairs of nodes.
    pub fn build(graph: &SparseGraph) -> Skeleton {
        Skeleton::build_with(graph, &mut |_| true).expect("nobody says no")
    }

    /// As [`build`](Self::build). From time to time, `tell` receives the number of nodes ordered so
    /// far; it cancels the build by returning `false`, and then the result is `None`.
    pub fn build_with(graph: &SparseGraph, tell: &mut dyn FnMut(u32) -> bool) -> Option<Skeleton> {
        let around = neighbours(graph);
        let order = order(&around, tell)?;
        let (starts, heads) = contract(&around, &order, &ranks(&order));
        let order = by_subtrees(&order, &starts, &heads);
        let rank = ranks(&order);
        let (starts, heads) = contract(&around, &order, &rank);
        Some(Skeleton::of(order, rank, starts, heads))
    }

    /// A skeleton with its arcs also listed by their upper ends.
    pub(super) fn of(
        order: Vec<u32>,
        rank: Vec<u32>,
        starts: Vec<u32>,
        heads: Vec<u32>,
    ) -> Skeleton {
        let mut below_starts = vec![0_u32; order.len() + 1];
        heads.iter().for_each(|&head| below_starts[head as usize + 1] += 1);
        for at in 0..order.len() {
            below_starts[at + 1] += below_starts[at];
        }
        let (mut fill, mut below) = (below_starts.clone(), vec![(0, 0); heads.len()]);
        for (tail, row) in (0..).zip(starts.windows(2)) {
            for arc in row[0]..row[1] {
                let at = &mut fill[heads[arc as usize] as usize];
                below[*at as usize] = (tail, arc);
                *at += 1;
            }
        }
        Skeleton { order, rank, starts, heads, below_starts, below }
    }
}

/// The position of each node in the order.
fn ranks(order: &[u32]) -> Vec<u32> {
    let mut rank = vec![0; order.len()];
    for (at, &node) in (0..).zip(order) {
        rank[node as usize] = at;
    }
    rank
}

/// An order with the same arcs in which every subtree of the elimination tree is contiguous: arcs
/// that a path unpacks together lie together. It never moves a node across one above or below it.
fn by_subtrees(order: &[u32], starts: &[u32], heads: &[u32]) -> Vec<u32> {
    // The ranks whose lowest arc leads to each rank, as a list: the latest, and the one before each.
    let (mut latest, mut before) = (vec![NONE; order.len()], vec![NONE; order.len()]);
    let (mut open, mut back) = (Vec::new(), Vec::new());
    for (rank, row) in (0..).zip(starts.windows(2)) {
        match heads[row[0] as usize..row[1] as usize].first() {
            Some(&parent) => {
                before[rank as usize] = std::mem::replace(&mut latest[parent as usize], rank)
            }
            None => open.push(rank),
        }
    }
    // From the top down, and then the other way round.
    while let Some(rank) = open.pop() {
        back.push(order[rank as usize]);
        let mut child = latest[rank as usize];
        while child != NONE {
            open.push(child);
            child = before[child as usize];
        }
    }
    back.reverse();
    back
}

/// The neighbours of each node, regardless of the direction of arcs, sorted.
fn neighbours(graph: &SparseGraph) -> Vec<Vec<u32>> {
    let mut around = vec![Vec::new(); graph.node_count() as usize];
    for from in 0..graph.node_count() {
        for (to, _) in graph.arcs(from) {
            around[from as usize].push(to);
            around[to as usize].push(from);
        }
    }
    for row in &mut around {
        row.sort_unstable();
        row.dedup();
    }
    around
}

/// The arcs up from each rank, after contraction of each node has connected all its higher
/// neighbours. The arcs of a node are its own and those of the nodes whose lowest arc leads to it.
fn contract(around: &[Vec<u32>], order: &[u32], rank: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut starts, mut heads) = (vec![0], Vec::new());
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
    let mut row: Vec<u32> = Vec::new();
    for (at, &node) in (0..).zip(order) {
        row.extend(around[node as usize].iter().map(|&head| rank[head as usize]));
        for child in std::mem::take(&mut children[at as usize]) {
            let arcs = starts[child as usize] as usize..starts[child as usize + 1] as usize;
            row.extend_from_slice(&heads[arcs]);
        }
        row.retain(|&head| head > at);
        row.sort_unstable();
        row.dedup();
        if let Some(&parent) = row.first() {
            children[parent as usize].push(at);
        }
        heads.append(&mut row);
        starts.push(heads.len() as u32);
    }
    (starts, heads)
}
