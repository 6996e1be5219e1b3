//! The depth-first search that finds the blocks of any graph.

use super::NONE;

/// Working memory of searches. Nodes are numbers, preferably small ones.
#[derive(Clone, Debug, Default)]
pub(super) struct Walk {
    /// The discovery time of each node, and its low point: the earliest time it is known to reach.
    met: Vec<u32>,
    lowest: Vec<u32>,
    /// Discovered nodes whose block is not complete.
    waiting: Vec<u32>,
    /// The current path, and for each node on it where its neighbours start in `ahead`.
    way: Vec<(u32, usize)>,
    ahead: Vec<u32>,
    time: u32,
}

impl Walk {
    /// Marks all nodes as undiscovered.
    pub(super) fn clear(&mut self) {
        self.met.clear();
        self.lowest.clear();
        self.time = 0;
    }

    pub(super) fn has_met(&self, node: u32) -> bool {
        self.time_of(node) != NONE
    }

    pub(super) fn bytes(&self) -> usize {
        4 * (self.met.capacity() + self.lowest.capacity() + self.waiting.capacity())
            + size_of::<(u32, usize)>() * self.way.capacity()
            + 4 * self.ahead.capacity()
    }

    /// Visits everything connected to `root`, which must be undiscovered. `beside` appends the
    /// neighbours of a node. `found` receives each block, deeper ones first: its top node and the
    /// others.
    pub(super) fn meet_all(
        &mut self,
        root: u32,
        mut beside: impl FnMut(u32, &mut Vec<u32>),
        mut found: impl FnMut(u32, &[u32]),
    ) {
        self.enter(root, &mut beside);
        while let Some(&(node, start)) = self.way.last() {
            if self.ahead.len() > start {
                let Some(next) = self.ahead.pop() else { return };
                match self.time_of(next) {
                    NONE => self.enter(next, &mut beside),
                    met => self.reach(node, met),
                }
                continue;
            }
            self.way.pop();
            match self.way.last() {
                Some(&(door, _)) => {
                    let lowest = self.lowest[node as usize];
                    self.reach(door, lowest);
                    if lowest >= self.met[door as usize] {
                        // All nodes waiting since `node` form a block.
                        let first = self.waiting.iter().rposition(|&other| other == node);
                        let first = first.expect("it waits for its block");
                        found(door, &self.waiting[first..]);
                        self.waiting.truncate(first);
                    }
                }
                None => self.waiting.clear(),
            }
        }
    }

    fn time_of(&self, node: u32) -> u32 {
        self.met.get(node as usize).copied().unwrap_or(NONE)
    }

    fn enter(&mut self, node: u32, beside: &mut impl FnMut(u32, &mut Vec<u32>)) {
        let at = node as usize;
        if at >= self.met.len() {
            self.met.resize(at + 1, NONE);
            self.lowest.resize(at + 1, NONE);
        }
        (self.met[at], self.lowest[at]) = (self.time, self.time);
        self.time += 1;
        self.waiting.push(node);
        self.way.push((node, self.ahead.len()));
        beside(node, &mut self.ahead);
    }

    fn reach(&mut self, node: u32, met: u32) {
        let lowest = &mut self.lowest[node as usize];
        *lowest = met.min(*lowest);
    }
}
