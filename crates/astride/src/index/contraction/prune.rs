//! A search from one node of a core that is pruned where labels already know the distance.
//!
//! Akiba, Iwata & Yoshida, "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned
//! Landmark Labeling", SIGMOD 2013.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::core::{CoreGraph, CoreLabels, Direction, Entry};
use super::witness::TooFar;

/// Greater than any sum of two distances.
const FAR: u64 = u64::MAX >> 1;

/// The memory of a pruned search, and its outcome.
pub(super) struct Pruned {
    /// For each hub the ticks between it and the root, or `FAR`.
    table: Vec<u64>,
    /// For each node: the stamp of the search in the upper bits, the cost so far in the lower bits.
    reached: Vec<u64>,
    /// For each node the index, among the settled nodes, of its predecessor.
    from: Vec<u32>,
    stamp: u64,
    open: BinaryHeap<Reverse<u64>>,
    settled: Vec<(u32, u32, u32)>,
}

impl Pruned {
    pub(super) fn new(count: usize) -> Self {
        Pruned {
            table: vec![FAR; count],
            reached: vec![0; count],
            from: vec![0; count],
            stamp: 0,
            open: BinaryHeap::new(),
            settled: Vec::new(),
        }
    }

    /// The nodes found by the last search that no hub covers, nearest first: node, cost, and the
    /// index of its predecessor in this list.
    pub(super) fn settled(&self) -> &[(u32, u32, u32)] {
        &self.settled
    }

    /// Finds the nodes that can be reached from `root` without passing a hub; returns the number of
    /// arcs and label entries examined.
    pub(super) fn search(
        &mut self,
        graph: &CoreGraph,
        labels: &CoreLabels,
        root: u32,
        direction: Direction,
    ) -> Result<u64, TooFar> {
        let rows = graph.rows(direction);
        let own = labels.of(direction, root);
        for &(hub, dist) in own {
            self.table[usize::from(hub)] = u64::from(dist);
        }
        self.settled.clear();
        self.open.clear();
        self.stamp += 1;
        let stamp = self.stamp << 32;
        self.reached[root as usize] = stamp;
        self.from[root as usize] = 0;
        self.open.push(Reverse(u64::from(root)));
        let mut work = own.len() as u64;
        let mut outcome = Ok(());
        while let Some(Reverse(entry)) = self.open.pop() {
            let (node, cost) = (entry as u32, (entry >> 32) as u32);
            if self.reached[node as usize] != stamp | u64::from(cost) {
                continue;
            }
            let theirs = labels.of(direction.turned(), node);
            let table = &self.table;
            let covers =
                |&(hub, dist): &Entry| table[usize::from(hub)] + u64::from(dist) <= u64::from(cost);
            let covered = theirs.iter().position(covers);
            work += 1 + covered.unwrap_or(theirs.len()) as u64;
            if covered.is_some() {
                continue;
            }
            let at = self.settled.len() as u32;
            self.settled.push((node, cost, self.from[node as usize]));
            let row = rows.row(node);
            work += row.len() as u64;
            for &(to, step) in row {
                let Some(next) = cost.checked_add(step) else {
                    outcome = Err(TooFar);
                    continue;
                };
                let reached = &mut self.reached[to as usize];
                if *reached >> 32 != self.stamp || next < *reached as u32 {
                    *reached = stamp | u64::from(next);
                    self.from[to as usize] = at;
                    self.open.push(Reverse(u64::from(next) << 32 | u64::from(to)));
                }
            }
        }
        for &(hub, _) in own {
            self.table[usize::from(hub)] = FAR;
        }
        outcome.map(|()| work)
    }
}
