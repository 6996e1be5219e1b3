//! In which order corners become hubs: those on most shortest paths first.
//!
//! Delling, Goldberg, Pajor & Werneck, "Robust Distance Queries on Massive Networks", ESA 2014: from
//! trees of shortest paths of a few corners, the corner with the most descendants is taken, what is
//! behind it is covered, and so on.

use std::collections::BinaryHeap;

use super::graph::{Sight, Tree};
use super::{Spent, Work};
use crate::index::hubs::Stage;
use crate::shapes::mesh::polygons::NONE;

/// The most nodes of all trees together, and the highest and the lowest number of trees.
const TREE_NODES: usize = 1 << 22;
const MOST_TREES: usize = 128;
const LEAST_TREES: usize = 4;

/// A tree of shortest paths; children are a list by `child` and `sibling`.
struct Sample {
    parent: Vec<u32>,
    child: Vec<u32>,
    sibling: Vec<u32>,
    /// The number of descendants of each node, itself included; 0 once they are covered.
    size: Vec<u32>,
}

impl Sample {
    fn grow(graph: &Sight, root: u32, tree: &mut Tree, work: &mut Work<'_>) -> Result<Self, Spent> {
        let count = graph.corner_count();
        work.tell(Stage::Contract, 0, count)?;
        work.spend(tree.search(graph, root, |_, _| true))?;
        let parent = tree.parent.clone();
        let (mut child, mut sibling, mut size) =
            (vec![NONE; count], vec![NONE; count], vec![0; count]);
        for &node in tree.settled.iter().rev() {
            size[node as usize] += 1;
            let above = parent[node as usize];
            if above != NONE {
                size[above as usize] += size[node as usize];
                sibling[node as usize] = child[above as usize];
                child[above as usize] = node;
            }
        }
        Ok(Sample { parent, child, sibling, size })
    }

    /// Subtracts a node and all behind it from the counts. Returns the number of nodes looked at.
    fn cover(&mut self, node: u32, counts: &mut [u64], stack: &mut Vec<u32>) -> u64 {
        let (size, mut work) = (self.size[node as usize], 1);
        if size == 0 {
            return work;
        }
        let mut above = self.parent[node as usize];
        while above != NONE {
            self.size[above as usize] -= size;
            counts[above as usize] -= u64::from(size);
            above = self.parent[above as usize];
            work += 1;
        }
        stack.push(node);
        while let Some(node) = stack.pop() {
            let size = std::mem::take(&mut self.size[node as usize]);
            counts[node as usize] -= u64::from(size);
            let mut child = self.child[node as usize];
            while child != NONE {
                if self.size[child as usize] > 0 {
                    stack.push(child);
                }
                child = self.sibling[child as usize];
                work += 1;
            }
        }
        work
    }
}

/// All corners, the most important first.
pub(super) fn order(graph: &Sight, work: &mut Work<'_>) -> Result<Vec<u32>, Spent> {
    let count = graph.corner_count();
    if count == 0 {
        return Ok(Vec::new());
    }
    let trees = (TREE_NODES / count).clamp(LEAST_TREES, MOST_TREES).min(count);
    let mut tree = Tree::new(count);
    // Roots spread evenly over the numbers, which go over the mesh as its edges do.
    let root = |k: usize| ((k * 2 + 1) * count / (2 * trees)) as u32;
    let grown = (0..trees).map(|k| Sample::grow(graph, root(k), &mut tree, work));
    let mut samples = grown.collect::<Result<Vec<Sample>, Spent>>()?;
    let mut counts = vec![0u64; count];
    for sample in &samples {
        counts.iter_mut().zip(&sample.size).for_each(|(sum, &size)| *sum += u64::from(size));
    }
    // Among equal counts, first the one with the most at the beginning, then the one with the least number.
    let first = counts.clone();
    let key = |counts: &[u64], node: u32| (counts[node as usize], first[node as usize], !node);
    let mut waiting: BinaryHeap<(u64, u64, u32)> =
        (0..count as u32).map(|node| key(&counts, node)).collect();
    let (mut order, mut stack) = (Vec::with_capacity(count), Vec::new());
    while let Some(top) = waiting.pop() {
        work.spend(1)?;
        let node = !top.2;
        let now = key(&counts, node);
        if now != top {
            waiting.push(now); // counts only fall
            continue;
        }
        work.tell(Stage::Contract, order.len(), count)?;
        order.push(node);
        let covered = samples.iter_mut().map(|sample| sample.cover(node, &mut counts, &mut stack));
        work.spend(covered.sum())?;
    }
    Ok(order)
}
