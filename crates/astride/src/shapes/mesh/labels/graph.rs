//! Which corners see each other so that a shortest path can go from one to the other, and searches
//! over them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::shapes::mesh::polygons::{Mesh, NONE};

/// A leg: the corner to which it leads, and its length.
pub(super) type Arc = (u32, f64);

/// The corners and the legs between them, in both directions.
pub(super) struct Sight {
    first: Vec<u32>,
    arcs: Vec<Arc>,
}

impl Sight {
    /// From pairs of corners, fewer than 2³¹, which may name a pair more than once.
    pub(super) fn new(mesh: &Mesh, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let count = mesh.corners.len();
        let mut first = vec![0u32; count + 1];
        for &(one, other) in &pairs {
            first[one as usize + 1] += 1;
            first[other as usize + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let mut arcs = vec![(0, 0.0); 2 * pairs.len()];
        for (one, other) in pairs {
            let length = mesh.corner_at(one).distance_to(mesh.corner_at(other));
            for (from, to) in [(one, other), (other, one)] {
                arcs[next[from as usize] as usize] = (to, length);
                next[from as usize] += 1;
            }
        }
        Sight { first, arcs }
    }

    pub(super) fn corner_count(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn arcs_of(&self, corner: u32) -> &[Arc] {
        &self.arcs[self.first[corner as usize] as usize..self.first[corner as usize + 1] as usize]
    }
}

/// A tree of shortest paths, and the memory for making the next one.
pub(super) struct Tree {
    pub(super) length: Vec<f64>,
    pub(super) parent: Vec<u32>,
    pub(super) settled: Vec<u32>,
    touched: Vec<u32>,
    /// A length that is not negative is ordered as its bits are.
    open: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Tree {
    pub(super) fn new(count: usize) -> Self {
        Tree {
            length: vec![f64::INFINITY; count],
            parent: vec![NONE; count],
            settled: Vec::new(),
            touched: Vec::new(),
            open: BinaryHeap::new(),
        }
    }

    /// Grows the tree of a root (Dijkstra), going on only from corners that `keep` lets through. Returns
    /// the number of legs looked at.
    pub(super) fn search(
        &mut self,
        graph: &Sight,
        root: u32,
        mut keep: impl FnMut(u32, f64) -> bool,
    ) -> u64 {
        for corner in self.touched.drain(..) {
            self.length[corner as usize] = f64::INFINITY;
            self.parent[corner as usize] = NONE;
        }
        self.settled.clear();
        let mut work = 0;
        self.length[root as usize] = 0.0;
        self.touched.push(root);
        self.open.push(Reverse((0, root)));
        while let Some(Reverse((bits, corner))) = self.open.pop() {
            let length = self.length[corner as usize];
            if bits != length.to_bits() {
                continue; // since reached by a shorter way
            }
            if !keep(corner, length) {
                continue;
            }
            self.settled.push(corner);
            let arcs = graph.arcs_of(corner);
            work += arcs.len() as u64;
            for &(next, leg) in arcs {
                let known = &mut self.length[next as usize];
                if length + leg < *known {
                    if *known == f64::INFINITY {
                        self.touched.push(next);
                    }
                    *known = length + leg;
                    self.parent[next as usize] = corner;
                    self.open.push(Reverse(((length + leg).to_bits(), next)));
                }
            }
        }
        work
    }
}
