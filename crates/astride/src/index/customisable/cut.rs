//! Small node separators of a graph, by inertial flow.
//!
//! Nodes are sorted along a line by their distances to two nodes that are far apart. The first
//! quarter of the line is the source of a flow and the last quarter its sink; at the minimum cut a
//! few nodes separate two large parts. Schild & Sommer, "On Balanced Separators in Road Networks",
//! SEA 2015. They take lines from map positions, which not every graph has.

use std::collections::VecDeque;

/// The number of lines along which a cut is searched.
const LINES: usize = 4;

/// A part of a graph with nodes `0..n`: the neighbours of each node are stored consecutively, in
/// both directions.
pub(super) struct Part {
    pub(super) starts: Vec<u32>,
    pub(super) heads: Vec<u32>,
}

/// The side of a separator on which a node lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Second,
    Between,
}

impl Part {
    pub(super) fn node_count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn row(&self, node: u32) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    /// The number of steps from some nodes to all others; `u32::MAX` if there is no path. The nodes
    /// are also listed, nearest first.
    fn steps(&self, from: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let mut steps = vec![u32::MAX; self.node_count()];
        let mut order = from.to_vec();
        from.iter().for_each(|&node| steps[node as usize] = 0);
        let mut at = 0;
        while let Some(&node) = order.get(at) {
            at += 1;
            for arc in self.row(node) {
                let head = self.heads[arc];
                if steps[head as usize] == u32::MAX {
                    steps[head as usize] = steps[node as usize] + 1;
                    order.push(head);
                }
            }
        }
        (steps, order)
    }

    /// The connected components, as the component of each node, and their number.
    pub(super) fn components(&self) -> (Vec<u32>, u32) {
        let mut part = vec![u32::MAX; self.node_count()];
        let (mut count, mut open) = (0, Vec::new());
        for first in 0..self.node_count() as u32 {
            if part[first as usize] != u32::MAX {
                continue;
            }
            part[first as usize] = count;
            open.push(first);
            while let Some(node) = open.pop() {
                for arc in self.row(node) {
                    let head = self.heads[arc];
                    if part[head as usize] == u32::MAX {
                        part[head as usize] = count;
                        open.push(head);
                    }
                }
            }
            count += 1;
        }
        (part, count)
    }

    /// Separates a connected part of at least two nodes.
    pub(super) fn separate(&self) -> Vec<Side> {
        let mut best: Option<(u64, Vec<Side>)> = None;
        let twins = self.twins();
        for line in self.lines() {
            let sides = self.cut(&line, &twins);
            let of = |wanted| sides.iter().filter(|&&side| side == wanted).count() as u64;
            let (first, second, between) = (of(Side::First), of(Side::Second), of(Side::Between));
            // The price of a separator: pairs of nodes in it, reduced if the two parts are of
            // similar size.
            let small = first.min(second).max(1);
            let price = (between * between * 1000) / small;
            if best.as_ref().is_none_or(|(least, _)| price < *least) {
                best = Some((price, sides));
            }
        }
        best.map_or_else(Vec::new, |(_, sides)| sides)
    }

    /// Orders of all nodes from one end of the part to the other.
    fn lines(&self) -> Vec<Vec<u32>> {
        let (_, order) = self.steps(&[0]);
        let a = order[order.len() - 1];
        let (from_a, order) = self.steps(&[a]);
        let b = order[order.len() - 1];
        let (from_b, _) = self.steps(&[b]);
        // Two more ends, as far from both as possible.
        let far =
            |sum: &dyn Fn(u32) -> u32| (0..self.node_count() as u32).max_by_key(|&node| sum(node));
        let c = far(&|node| from_a[node as usize].min(from_b[node as usize])).unwrap_or(a);
        let (from_c, _) = self.steps(&[c]);
        let d = far(&|node| {
            from_c[node as usize].min(from_a[node as usize].min(from_b[node as usize]) * 2)
        });
        let (from_d, _) = self.steps(&[d.unwrap_or(b)]);
        let key = |near: &[u32], far: &[u32], node: u32| {
            i64::from(near[node as usize]) - i64::from(far[node as usize])
        };
        let keys: [&dyn Fn(u32) -> i64; LINES] = [
            &|node| key(&from_a, &from_b, node),
            &|node| key(&from_c, &from_d, node),
            &|node| key(&from_a, &from_b, node) + key(&from_c, &from_d, node),
            &|node| key(&from_a, &from_b, node) - key(&from_c, &from_d, node),
        ];
        let line = |key: &dyn Fn(u32) -> i64| {
            let mut line: Vec<(i64, u32)> =
                (0..self.node_count() as u32).map(|node| (key(node), node)).collect();
            line.sort_unstable();
            line.into_iter().map(|(_, node)| node).collect()
        };
        keys.map(line).to_vec()
    }

    /// For each arc, the one in the opposite direction.
    fn twins(&self) -> Vec<u32> {
        let mut next: Vec<u32> = self.starts[..self.node_count()].to_vec();
        let mut twins = vec![0; self.heads.len()];
        // Rows are sorted by their heads, so the arcs to a node occur in the order of its own row.
        for node in 0..self.node_count() as u32 {
            for arc in self.row(node) {
                let head = self.heads[arc] as usize;
                twins[arc] = next[head];
                next[head] += 1;
            }
        }
        twins
    }

    /// The minimum cut between the ends of a line, as the nodes on its smaller side.
    fn cut(&self, line: &[u32], twins: &[u32]) -> Vec<Side> {
        let count = line.len();
        let end = (count / 4).max(1);
        let mut flow = Flow {
            part: self,
            twins,
            is_used: vec![false; self.heads.len()],
            seen: vec![0; count],
            round: 0,
            from: vec![u32::MAX; count],
            role: vec![Role::Inner; count],
        };
        line[..end].iter().for_each(|&node| flow.role[node as usize] = Role::Source);
        line[count - end..].iter().for_each(|&node| flow.role[node as usize] = Role::Sink);
        let sources = &line[..end];
        while flow.augment(sources) {}
        // What the last search reached is the side of the sources; nodes that touch the cut form
        // the separator.
        let is_first = |node: u32| flow.seen[node as usize] == flow.round;
        let touches =
            |node: u32| self.row(node).any(|arc| is_first(self.heads[arc]) != is_first(node));
        let all = 0..count as u32;
        let at_cut =
            |first: bool| { all.clone() }.filter(|&n| is_first(n) == first && touches(n)).count();
        let takes_first = at_cut(true) <= at_cut(false);
        let side = |node| match (is_first(node), touches(node)) {
            (first, true) if first == takes_first => Side::Between,
            (true, _) => Side::First,
            (false, _) => Side::Second,
        };
        all.clone().map(side).collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Source,
    Inner,
    Sink,
}

/// A flow of at most one along each pair of opposite arcs.
struct Flow<'a> {
    part: &'a Part,
    twins: &'a [u32],
    /// Whether an arc carries flow; never both of a pair.
    is_used: Vec<bool>,
    /// The round in which a node was last seen.
    seen: Vec<u32>,
    round: u32,
    /// The arc by which it was reached.
    from: Vec<u32>,
    role: Vec<Role>,
}

impl Flow<'_> {
    /// Searches once for augmenting paths, and uses all that it finds.
    fn augment(&mut self, sources: &[u32]) -> bool {
        self.round += 1;
        let mut open: VecDeque<u32> = VecDeque::new();
        for &node in sources {
            self.seen[node as usize] = self.round;
            self.from[node as usize] = u32::MAX;
            open.push_back(node);
        }
        let mut ends = Vec::new();
        while let Some(node) = open.pop_front() {
            for arc in self.part.row(node) {
                let head = self.part.heads[arc];
                if self.seen[head as usize] == self.round || self.is_used[arc] {
                    continue;
                }
                if self.role[head as usize] == Role::Sink {
                    ends.push((node, arc as u32));
                    continue;
                }
                self.seen[head as usize] = self.round;
                self.from[head as usize] = arc as u32;
                open.push_back(head);
            }
        }
        let mut has_grown = false;
        for (node, arc) in ends {
            has_grown |= self.push(node, arc);
        }
        has_grown
    }

    /// Augments the flow along the path found to an arc into the sink, unless another path of this
    /// round has used part of it.
    fn push(&mut self, mut node: u32, last: u32) -> bool {
        let mut way = vec![last];
        loop {
            if self.is_used[way[way.len() - 1] as usize] {
                return false;
            }
            let arc = self.from[node as usize];
            if arc == u32::MAX {
                break;
            }
            way.push(arc);
            node = self.part.heads[self.twins[arc as usize] as usize];
        }
        for arc in way {
            let twin = self.twins[arc as usize] as usize;
            if self.is_used[twin] {
                self.is_used[twin] = false;
            } else {
                self.is_used[arc as usize] = true;
            }
        }
        true
    }
}
