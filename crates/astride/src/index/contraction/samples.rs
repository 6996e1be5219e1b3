//! The node on most cheapest paths that no hub covers, estimated from sampled shortest-path trees.
//!
//! Delling, Goldberg, Pajor & Werneck, "Robust Distance Queries on Massive Networks", ESA 2014.

use std::collections::VecDeque;

use super::core::{CoreGraph, CoreLabels, Direction};
use super::prune::Pruned;
use super::scatter;
use super::witness::TooFar;
use crate::base::SmallSort;

/// The maximum total size of all trees, per node of the core; the oldest trees are dropped first.
const TREE_NODES: usize = 64;

/// No node.
const NONE: u32 = u32::MAX;

/// A node in a tree.
struct Member {
    node: u32,
    /// Indices in the tree.
    parent: u32,
    child: u32,
    sibling: u32,
    /// The number of descendants of this node, including itself; 0 once a hub covers it.
    size: u32,
}

/// The trees, and the number of descendants of each node in all of them.
pub(super) struct Samples {
    /// The trees by age, and the number of the first. Each contains the uncovered cheapest paths
    /// from its root, nearest nodes first.
    trees: VecDeque<Vec<Member>>,
    first: u32,
    /// The number of nodes in all trees.
    members: usize,
    /// For each node the trees that contain it, by number, and its index there; some of these trees
    /// may have been dropped.
    places: Vec<Vec<(u32, u32)>>,
    /// For each node 1 plus the number of its descendants; 0 for hubs.
    counts: Vec<u32>,
    /// Nodes in the order in which they become roots, and the next one; some may be hubs by now.
    roots: Vec<u32>,
    turn: usize,
    /// Memory for walking down a tree.
    stack: Vec<u32>,
}

impl Samples {
    pub(super) fn new(count: usize) -> Self {
        let mut roots: Vec<u32> = (0..count as u32).collect();
        roots.sort_small_by_key(|&node| (scatter(node), node));
        Samples {
            trees: VecDeque::new(),
            first: 0,
            members: 0,
            places: vec![Vec::new(); count],
            counts: vec![1; count],
            roots,
            turn: 0,
            stack: Vec::new(),
        }
    }

    /// The node with the most descendants that is not a hub; the first of equals. At least one must
    /// exist.
    pub(super) fn best(&self) -> u32 {
        let most = self.counts.iter().copied().max().unwrap_or(0);
        self.counts.iter().position(|&count| count == most).unwrap_or(0) as u32
    }

    /// The root of the next tree; there must be a node that is not a hub.
    fn next_root(&mut self) -> u32 {
        loop {
            if self.turn == self.roots.len() {
                self.roots.retain(|&node| self.counts[node as usize] > 0);
                self.turn = 0;
            }
            let root = self.roots[self.turn];
            self.turn += 1;
            if self.counts[root as usize] > 0 {
                return root;
            }
        }
    }

    /// Grows the next tree; returns the amount of work.
    pub(super) fn grow(
        &mut self,
        graph: &CoreGraph,
        labels: &CoreLabels,
        pruned: &mut Pruned,
    ) -> Result<u64, TooFar> {
        let root = self.next_root();
        let work = pruned.search(graph, labels, root, Direction::Out)?;
        let member =
            |&(node, _, parent)| Member { node, parent, child: NONE, sibling: NONE, size: 1 };
        let mut tree: Vec<Member> = pruned.settled().iter().map(member).collect();
        for at in (1..tree.len()).rev() {
            let (parent, size) = (tree[at].parent as usize, tree[at].size);
            tree[parent].size += size;
            tree[at].sibling = tree[parent].child;
            tree[parent].child = at as u32;
        }
        let number = self.first + self.trees.len() as u32;
        for (at, member) in tree.iter().enumerate() {
            let places = &mut self.places[member.node as usize];
            if places.len() == places.capacity() {
                places.retain(|&(tree, _)| tree >= self.first);
            }
            places.push((number, at as u32));
            // The root is on all its own paths, which says nothing about the paths of others.
            if at > 0 {
                self.counts[member.node as usize] += member.size;
            }
        }
        self.members += tree.len();
        self.trees.push_back(tree);
        while self.members > TREE_NODES * self.counts.len() {
            let Some(tree) = self.trees.pop_front() else { break };
            self.first += 1;
            self.members -= tree.len();
            for member in tree.iter().skip(1) {
                self.counts[member.node as usize] -= member.size;
            }
        }
        Ok(work)
    }

    /// Makes a node a hub: its descendants are covered.
    pub(super) fn cover(&mut self, hub: u32) {
        for (number, at) in std::mem::take(&mut self.places[hub as usize]) {
            let index = number.checked_sub(self.first);
            let Some(tree) = index.and_then(|index| self.trees.get_mut(index as usize)) else {
                continue;
            };
            let size = tree[at as usize].size;
            let mut above = if size > 0 { at } else { 0 };
            while above != 0 {
                above = tree[above as usize].parent;
                let member = &mut tree[above as usize];
                member.size -= size;
                if above != 0 {
                    self.counts[member.node as usize] -= size;
                }
            }
            self.stack.push(at);
            while let Some(at) = self.stack.pop() {
                let member = &mut tree[at as usize];
                // The descendants of a covered node are covered, too.
                let size = std::mem::take(&mut member.size);
                if size == 0 {
                    continue;
                }
                if at != 0 {
                    self.counts[member.node as usize] -= size;
                }
                let mut child = member.child;
                while child != NONE {
                    self.stack.push(child);
                    child = tree[child as usize].sibling;
                }
            }
        }
        self.counts[hub as usize] = 0;
    }
}
