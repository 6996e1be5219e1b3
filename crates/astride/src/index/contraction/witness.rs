//! The shortcuts needed to contract one node, by a bounded witness search.
//!
//! Geisberger, Sanders, Schultes & Delling, "Contraction Hierarchies: Faster and Simpler
//! Hierarchical Routing in Road Networks", WEA 2008.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::dynamic::{DynamicGraph, NO_ARC, Shortcut};

/// The limits of a witness search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The maximum number of nodes to settle.
    pub(super) settled: u32,
}

/// The memory of a witness search.
pub(super) struct Witness {
    /// For each node: the stamp of the search in the upper bits, the cost so far in the lower bits.
    reached: Vec<u64>,
    /// For each node: the stamp of the search in the upper bits, the cost to beat in the lower
    /// bits.
    bound: Vec<u64>,
    stamp: u64,
    open: BinaryHeap<Reverse<u64>>,
    /// The targets of a search and the costs to beat.
    targets: Vec<(u32, u32)>,
    /// Arcs examined so far, and the limit; beyond it nothing is done.
    pub(super) work: u64,
    most_work: u64,
}

impl Witness {
    pub(super) fn new(node_count: usize, most_work: u64) -> Self {
        Witness {
            reached: vec![0; node_count],
            bound: vec![0; node_count],
            stamp: 0,
            open: BinaryHeap::new(),
            targets: Vec::new(),
            work: 0,
            most_work,
        }
    }

    /// Appends the shortcuts that contracting `via` needs, or fails if one costs more than a `u32`
    /// can hold. In a symmetric graph each is listed in one direction only.
    ///
    /// Witnesses do not use nodes for which `gone` holds; a path at the cost of the shortcut is a
    /// witness.
    pub(super) fn shortcuts(
        &mut self,
        graph: &DynamicGraph,
        via: u32,
        reach: Reach,
        gone: &impl Fn(u32) -> bool,
        found: &mut Vec<Shortcut>,
    ) -> Result<(), TooFar> {
        let links = graph.links(via);
        for (at, source) in links.iter().enumerate() {
            if source.back == NO_ARC || self.work > self.most_work {
                continue;
            }
            self.stamp += 1;
            let stamp = self.stamp << 32;
            self.targets.clear();
            self.work += links.len() as u64;
            let rest = if graph.is_symmetric() { &links[at + 1..] } else { links };
            for target in rest.iter().filter(|link| link.out != NO_ARC && link.to != source.to) {
                let cost = source.back.checked_add(target.out).filter(|&cost| cost != NO_ARC);
                let cost = cost.ok_or(TooFar)?;
                self.bound[target.to as usize] = stamp | u64::from(cost);
                self.targets.push((target.to, cost));
            }
            self.search(graph, source.to, via, reach, gone);
            for &(to, cost) in &self.targets {
                if self.bound[to as usize] >> 32 == self.stamp {
                    found.push(Shortcut { from: source.to, to, cost, via });
                }
            }
        }
        Ok(())
    }

    /// Clears the bound of each target that can be reached at no greater cost without `via`.
    fn search(
        &mut self,
        graph: &DynamicGraph,
        source: u32,
        via: u32,
        reach: Reach,
        gone: &impl Fn(u32) -> bool,
    ) {
        let mut farthest = self.farthest();
        let stamp = self.stamp << 32;
        self.open.clear();
        self.open.push(Reverse(u64::from(source)));
        self.reached[source as usize] = stamp;
        let mut settled = 0;
        while let Some(Reverse(entry)) = self.open.pop() {
            let (node, cost) = (entry as u32, (entry >> 32) as u32);
            if self.reached[node as usize] != stamp | u64::from(cost) {
                continue;
            }
            if cost >= farthest {
                return;
            }
            settled += 1;
            let links = graph.links(node);
            self.work += links.len() as u64;
            for link in links {
                let Some(next) = cost.checked_add(link.out).filter(|&next| next <= farthest) else {
                    continue;
                };
                let to = link.to as usize;
                let old = self.reached[to];
                if (old >> 32 == self.stamp && old as u32 <= next) || link.to == via {
                    continue;
                }
                if gone(link.to) {
                    continue;
                }
                self.reached[to] = stamp | u64::from(next);
                let bound = self.bound[to];
                if bound >> 32 == self.stamp && next <= bound as u32 {
                    self.bound[to] = 0;
                    if bound as u32 == farthest {
                        farthest = self.farthest();
                    }
                }
                if next < farthest {
                    self.open.push(Reverse(u64::from(next) << 32 | u64::from(link.to)));
                }
            }
            if settled == reach.settled {
                return;
            }
        }
    }

    /// The greatest cost still to be beaten by any target; 0 if there is none.
    fn farthest(&self) -> u32 {
        let waiting = |&&(to, _): &&(u32, u32)| self.bound[to as usize] >> 32 == self.stamp;
        self.targets.iter().filter(waiting).map(|&(_, cost)| cost).max().unwrap_or(0)
    }
}

/// A distance does not fit into a `u32`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::index) struct TooFar;
