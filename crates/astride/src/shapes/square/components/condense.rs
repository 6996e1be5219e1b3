//! From pieces and one-way arcs to components, and which of them leads to which.

use super::{Components, NONE, NOWHERE};
use crate::base::NodeId;
use crate::shapes::square::GridView;

/// Which component leads to which: an acyclic graph.
///
/// Its nodes are knots: groups of pieces that reach each other, numbered such that arcs lead to
/// smaller numbers. Components without one-way arcs are in no knot.
#[derive(Clone, Debug, Default)]
pub(super) struct Order {
    /// The knot of each component; empty if there are no one-way arcs.
    knots: Vec<u32>,
    arcs: Arcs,
    is_entered: Vec<bool>,
    /// A row of bits per knot: the knots it leads to. Empty if there are too many.
    reached: Vec<u64>,
}

/// Arcs of a small graph: those of node `n` lead to `ends[starts[n]..starts[n + 1]]`.
#[derive(Clone, Debug, Default)]
struct Arcs {
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Arcs {
    /// Sorts `list` and keeps one of each.
    fn new(nodes: usize, list: &mut Vec<(u32, u32)>) -> Self {
        list.sort_unstable();
        list.dedup();
        let start = |node| list.partition_point(|&(from, _)| (from as usize) < node) as u32;
        Arcs {
            starts: (0..=nodes).map(start).collect(),
            ends: list.iter().map(|&(_, to)| to).collect(),
        }
    }

    fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.ends[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

impl Components {
    /// Up to this many components with one-way arcs, it is written down which leads to which.
    pub const TABULATED: usize = 2048;

    /// Whether pieces are components, as far as is known before arcs are looked at.
    pub(super) fn is_plain_in(&self, view: &GridView<'_>) -> bool {
        self.one_way.is_empty() && !view.has_links()
    }

    /// Works out components from labels and one-way arcs.
    pub(super) fn condense(&mut self, view: &GridView<'_>) {
        for label in 0..self.parents.len() {
            self.parents[label] = self.root(label as u32);
        }
        self.is_plain = self.is_plain_in(view);
        let roots = &self.parents;
        let piece = |node: NodeId| roots[self.labels[node.index()] as usize];
        let steps = self.one_way.iter().map(|&(from, to)| (piece(from), piece(to)));
        let links = view.links_and_crossings().map(|link| (piece(link.from), piece(link.to)));
        let mut list: Vec<(u32, u32)> = steps.chain(links).filter(|(a, b)| a != b).collect();
        let mut ends: Vec<u32> = list.iter().flat_map(|&(from, to)| [from, to]).collect();
        ends.sort_unstable();
        ends.dedup();
        let number = |piece: u32| ends.binary_search(&piece).unwrap_or(0) as u32;
        list.iter_mut().for_each(|arc| *arc = (number(arc.0), number(arc.1)));
        let (knot_count, knot_of) = knots(&Arcs::new(ends.len(), &mut list));
        let mut component_of_knot = vec![NONE; knot_count];
        let mut knots_of_components = Vec::new();
        self.sizes.clear();
        self.table.clear();
        for (label, &root) in roots.iter().enumerate() {
            let component = match label as u32 {
                NOWHERE => NONE,
                label if label != root => NONE, // known when all roots are
                _ if self.cells[label] == 0 => NONE,
                label => {
                    let knot = ends.binary_search(&label).map_or(NONE, |at| knot_of[at]);
                    let mut unknown = NONE;
                    let known = component_of_knot.get_mut(knot as usize).unwrap_or(&mut unknown);
                    if *known == NONE {
                        *known = self.sizes.len() as u32;
                        self.sizes.push(0);
                        knots_of_components.push(knot);
                    }
                    self.sizes[*known as usize] += self.cells[label as usize];
                    *known
                }
            };
            self.table.push(component);
        }
        for (label, &root) in roots.iter().enumerate() {
            self.table[label] = self.table[root as usize];
        }
        list.iter_mut().for_each(|(a, b)| {
            (*a, *b) = (knot_of[*a as usize], knot_of[*b as usize]);
        });
        list.retain(|(a, b)| a != b);
        self.order = Order::new(knots_of_components, knot_count, &mut list);
    }
}

impl Order {
    fn new(mut knots: Vec<u32>, count: usize, list: &mut Vec<(u32, u32)>) -> Self {
        if list.is_empty() {
            knots = Vec::new();
        }
        let arcs = Arcs::new(count, list);
        let mut is_entered = vec![false; count];
        arcs.ends.iter().for_each(|&to| is_entered[to as usize] = true);
        let mut reached = Vec::new();
        if count <= Components::TABULATED && !list.is_empty() {
            let words = count.div_ceil(64);
            reached = vec![0; count * words];
            // Arcs lead to smaller numbers, whose rows are complete.
            for from in 0..count {
                let (done, row) = reached.split_at_mut(from * words);
                for &to in arcs.of(from as u32) {
                    let other = &done[to as usize * words..][..words];
                    row.iter_mut().zip(other).for_each(|(bits, more)| *bits |= more);
                    row[to as usize / 64] |= 1 << (to % 64);
                }
            }
        }
        Order { knots, arcs, is_entered, reached }
    }

    fn knot(&self, component: u32) -> Option<u32> {
        self.knots.get(component as usize).copied().filter(|&knot| knot != NONE)
    }

    /// Whether one-way arcs lead from one component to another one.
    pub(super) fn leads(&self, from: u32, to: u32) -> bool {
        let (Some(from), Some(to)) = (self.knot(from), self.knot(to)) else { return false };
        if from <= to {
            return false;
        }
        if self.reached.is_empty() {
            return self.search(from, to);
        }
        let words = self.is_entered.len().div_ceil(64);
        self.reached[from as usize * words + to as usize / 64] >> (to % 64) & 1 == 1
    }

    /// Depth first, among knots from `to` to `from`.
    fn search(&self, from: u32, to: u32) -> bool {
        self.flood(from, to, Some(to))[0] & 1 == 1
    }

    /// A bit for each knot from `least` on that arcs lead to from `from`, at least up to `last`.
    fn flood(&self, from: u32, least: u32, last: Option<u32>) -> Vec<u64> {
        let mut seen = vec![0u64; (from - least) as usize / 64 + 1];
        let mut open = vec![from];
        while let Some(knot) = open.pop() {
            for &next in self.arcs.of(knot) {
                let Some(place) = next.checked_sub(least) else { continue };
                let (word, bit) = (&mut seen[place as usize / 64], 1 << (place % 64));
                if *word & bit == 0 {
                    *word |= bit;
                    open.push(next);
                }
                if Some(next) == last {
                    return seen;
                }
            }
        }
        seen
    }

    /// A bit for each knot that arcs lead to from a component; empty where that is written down.
    pub(super) fn flood_from(&self, component: u32) -> Vec<u64> {
        match self.knot(component) {
            Some(knot) if self.reached.is_empty() => self.flood(knot, 0, None),
            _ => Vec::new(),
        }
    }

    /// Whether arcs lead from one component to another one, of which `flood` is
    /// [`flood_from`](Self::flood_from) the first.
    pub(super) fn is_in(&self, flood: &[u64], from: u32, to: u32) -> bool {
        if flood.is_empty() {
            return self.leads(from, to);
        }
        self.knot(to).is_some_and(|knot| {
            flood.get(knot as usize / 64).is_some_and(|word| word >> (knot % 64) & 1 == 1)
        })
    }

    pub(super) fn can_leave(&self, component: u32) -> bool {
        self.knot(component).is_some_and(|knot| !self.arcs.of(knot).is_empty())
    }

    pub(super) fn can_enter(&self, component: u32) -> bool {
        self.knot(component).is_some_and(|knot| self.is_entered[knot as usize])
    }

    pub(super) fn bytes(&self) -> usize {
        let words = self.knots.capacity() + self.arcs.starts.capacity() + self.arcs.ends.capacity();
        4 * words + self.is_entered.capacity() + 8 * self.reached.capacity()
    }
}

/// How many groups of nodes that reach each other there are, and the group of each node; arcs
/// between groups lead to smaller numbers.
fn knots(arcs: &Arcs) -> (usize, Vec<u32>) {
    let nodes = arcs.starts.len() - 1;
    let mut walk = Walk {
        knot_of: vec![NONE; nodes],
        lowest: vec![NONE; nodes],
        waiting: Vec::new(),
        way: Vec::new(),
        met: 0,
        count: 0,
    };
    for root in 0..nodes as u32 {
        if walk.lowest[root as usize] == NONE {
            walk.enter(root);
            walk.finish(arcs);
        }
    }
    (walk.count as usize, walk.knot_of)
}

/// Tarjan's walk, depth first.
struct Walk {
    knot_of: Vec<u32>,
    /// The number of the first node met that this one is known to reach back to.
    lowest: Vec<u32>,
    /// Nodes met that are in no knot yet.
    waiting: Vec<u32>,
    /// The way down: node, its own number, arcs looked at.
    way: Vec<(u32, u32, usize)>,
    met: u32,
    count: u32,
}

impl Walk {
    fn enter(&mut self, node: u32) {
        self.lowest[node as usize] = self.met;
        self.waiting.push(node);
        self.way.push((node, self.met, 0));
        self.met += 1;
    }

    fn finish(&mut self, arcs: &Arcs) {
        while let Some((node, own, looked)) = self.way.last_mut() {
            let (node, own) = (*node, *own);
            if let Some(&other) = arcs.of(node).get(*looked) {
                *looked += 1;
                if self.lowest[other as usize] == NONE {
                    self.enter(other);
                } else if self.knot_of[other as usize] == NONE {
                    self.reach_back(node, other);
                }
                continue;
            }
            self.way.pop();
            if self.lowest[node as usize] == own {
                while let Some(member) = self.waiting.pop() {
                    self.knot_of[member as usize] = self.count;
                    if member == node {
                        break;
                    }
                }
                self.count += 1;
            }
            if let Some(&(above, ..)) = self.way.last()
                && self.knot_of[node as usize] == NONE
            {
                self.reach_back(above, node);
            }
        }
    }

    fn reach_back(&mut self, node: u32, other: u32) {
        let lowest = self.lowest[other as usize].min(self.lowest[node as usize]);
        self.lowest[node as usize] = lowest;
    }
}
