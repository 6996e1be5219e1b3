//! Queries: the cheapest path from any of some sources to any of some targets, through their
//! labels.
//!
//! Labels of the sources are entered in a table by hub, then those of the targets are scanned
//! against it. Nodes without a label first climb the hierarchy to nodes that have one.

use super::store::{Climb, View};
use super::{Form, HubLabels};
use crate::index::contraction::options::MOST_STORED;
use crate::search::{Part, Scratch};

/// A node at one end of a query, and the ticks between it and the true start or goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// A node of the graph.
    pub node: u32,
    /// Ticks from the start to the node, or from the node to the goal.
    pub cost: u32,
    /// A lower bound, in ticks, on any whole path through this node, such as `cost` plus an
    /// admissible estimate of the rest; 0 if nothing is known. Nodes whose bound rules them out are
    /// skipped.
    pub least: u64,
}

impl From<(u32, u32)> for Access {
    /// A node and its cost, without a bound.
    fn from((node, cost): (u32, u32)) -> Self {
        Access { node, cost, least: 0 }
    }
}

/// Where the cheapest path from a source to a target was found.
///
/// # Examples
///
/// See [`HubLabels::distance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Ticks from source to target, including the costs given for both.
    pub total: u64,
    /// The index of the source in the list given.
    pub source: u32,
    /// The index of the target in the list given.
    pub target: u32,
    /// The most important node of the path, by rank.
    pub(super) hub: u32,
    /// The nodes whose labels met, by rank.
    pub(super) tops: [u32; 2],
    /// The source and target nodes, by rank.
    pub(super) ends: [u32; 2],
}

/// The memory of a running query.
#[derive(Clone, Debug)]
pub(crate) struct HubMemory {
    /// For each hub: 16 bits of stamp, 36 bits of how much nearer than `FAR` a source is, and 12
    /// bits of which source, counted down. A single comparison tells whether a label improves a
    /// hub, regardless of its earlier contents, and ties go to earlier sources.
    table: Box<[u64; MOST_STORED]>,
    /// The same for labels whose hubs take more bits; as long as the largest such graph.
    pub(super) wide: Vec<u64>,
    pub(super) stamp: u64,
    pub(super) sides: [Ascent; 2],
    /// Memory for unpacking.
    pub(super) chains: [Vec<u32>; 2],
    pub(super) stack: Vec<(u32, u32)>,
    pub(super) places: Vec<(u32, u32)>,
}

/// Greater than any sum of two 32-bit numbers in ticks; entries of earlier queries read as farther.
const FAR: u64 = (1 << 36) - 1;
const STAMP_SHIFT: u32 = 48;
const TICK_SHIFT: u32 = 12;

/// Sources from this index on are not distinguished in the table, but identified at the end.
const MANY: u32 = (1 << TICK_SHIFT) - 1;

impl Default for HubMemory {
    fn default() -> Self {
        HubMemory {
            table: zeros(),
            wide: Vec::new(),
            stamp: 0,
            sides: [Ascent::default(), Ascent::default()],
            chains: [Vec::new(), Vec::new()],
            stack: Vec::new(),
            places: Vec::new(),
        }
    }
}

/// A zeroed table that never was on the stack.
fn zeros<T: Default + Clone>() -> Box<[T; MOST_STORED]> {
    let table = vec![T::default(); MOST_STORED].into_boxed_slice();
    table.try_into().unwrap_or_else(|_| unreachable!("the length is the same constant"))
}

impl Part for HubMemory {
    fn bytes(&self) -> usize {
        let sides: usize = self.sides.iter().map(Ascent::bytes).sum();
        let chains = self.chains.iter().map(|chain| chain.capacity() * size_of::<u32>());
        let chains: usize = chains.sum();
        let pairs = self.stack.capacity() + self.places.capacity();
        let tables = size_of_val(&*self.table) + self.wide.capacity() * size_of::<u64>();
        tables + sides + chains + pairs * size_of::<(u32, u32)>()
    }
}

impl HubMemory {
    fn begin(&mut self) {
        if self.stamp + 1 == u64::MAX >> STAMP_SHIFT {
            self.table.fill(0);
            self.wide.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// The table entry of a source at distance zero.
    #[inline(always)]
    pub(super) fn near(&self, cost: u64, top: u32) -> u64 {
        let ticks = (FAR - cost) << TICK_SHIFT;
        self.stamp << STAMP_SHIFT | ticks | u64::from(MANY - top.min(MANY))
    }
}

/// How a node without a label has been reached, on one side of a query.
#[derive(Clone, Copy, Debug, Default)]
struct Reached {
    stamp: u32,
    /// The index in the list given.
    entry: u32,
    /// The predecessor of this node, by rank; the node itself if it is an end of the query.
    parent: u32,
    cost: u64,
}

/// The climb from all nodes of one side.
#[derive(Clone, Debug, Default)]
pub(super) struct Ascent {
    reached: Vec<Reached>,
    stamp: u32,
    open: std::collections::BinaryHeap<u32>,
    /// Nodes without a label that were reached, least important first.
    low: Vec<u32>,
    /// Nodes with a label that were reached: rank, entry, cost.
    tops: Vec<u32>,
}

impl Ascent {
    fn bytes(&self) -> usize {
        let words = self.open.capacity() + self.low.capacity() + self.tops.capacity();
        self.reached.capacity() * size_of::<Reached>() + words * size_of::<u32>()
    }

    /// Climbs from `from` to the nodes with labels, in order of importance, so that each node is
    /// settled when its turn comes.
    pub(super) fn climb(
        &mut self,
        climb: Climb<&[u32]>,
        stored: u32,
        count: usize,
        from: impl Iterator<Item = (u32, u32)>,
    ) {
        if self.reached.len() < count {
            self.reached.resize(count, Reached::default());
        }
        if self.stamp == u32::MAX {
            self.reached.fill(Reached::default());
            self.stamp = 0;
        }
        self.stamp += 1;
        self.open.clear();
        self.low.clear();
        self.tops.clear();
        for (entry, (node, cost)) in from.enumerate() {
            self.reach(node, u64::from(cost), entry as u32, node, stored);
        }
        while let Some(node) = self.open.pop() {
            self.low.push(node);
            let Reached { entry, cost, .. } = self.reached[node as usize];
            for (head, step) in climb.arcs((node - stored) as usize) {
                self.reach(head, cost + u64::from(step), entry, node, stored);
            }
        }
    }

    fn reach(&mut self, node: u32, cost: u64, entry: u32, parent: u32, stored: u32) {
        let reached = &mut self.reached[node as usize];
        if reached.stamp != self.stamp {
            *reached = Reached { stamp: self.stamp, entry, parent, cost };
            if node < stored {
                self.tops.push(node);
            } else {
                self.open.push(node);
            }
        } else if cost < reached.cost {
            *reached = Reached { stamp: self.stamp, entry, parent, cost };
        }
    }

    /// The predecessor of a node, if it was reached.
    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        let reached = &self.reached[node as usize];
        (reached.stamp == self.stamp).then_some(reached.parent)
    }

    fn cost(&self, node: u32) -> Option<u64> {
        let reached = &self.reached[node as usize];
        (reached.stamp == self.stamp).then_some(reached.cost)
    }
}

/// The best path found so far.
#[derive(Clone, Copy)]
pub(super) struct Best {
    total: u64,
    hub: u32,
    /// Ticks from the source to the hub.
    there: u64,
    /// The tops, by index in their lists; `LOW` if the hub has no label.
    tops: [u32; 2],
}

const LOW: u32 = u32::MAX;

/// With fewer nodes than this it does not pay to try the best bound first.
const FEW: usize = 4;

impl HubLabels {
    /// The cheapest path from one of `from` to one of `to`, given as [`Access`] or as pairs of a
    /// node and its cost. `None` if no target can be reached from any source.
    ///
    /// Which of several paths of equal total is reported depends only on the index and the query,
    /// not on threads or earlier queries.
    ///
    /// # Complexity
    ///
    /// O(sum of the sizes of the labels).
    ///
    /// # Panics
    ///
    /// If a node is not below [`HubLabels::node_count`].
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
    /// use astride::search::Scratch;
    /// let arcs = [(0, 1, 5), (1, 0, 5), (1, 2, 7), (2, 1, 7)];
    /// let graph = SparseGraph::from_arcs(3, &arcs)?;
    /// let labels = HubLabels::build(&graph, &HubOptions::default())?;
    /// let mut scratch = Scratch::new();
    /// let meeting = labels.distance(&[(0, 1)], &[(0, 50), (2, 3)], &mut scratch).unwrap();
    /// assert_eq!((meeting.total, meeting.target), (1 + 5 + 7 + 3, 1));
    /// let mut nodes = Vec::new();
    /// labels.unpack(&meeting, &mut scratch, &mut nodes);
    /// assert_eq!(nodes, [0, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distance<A: Copy + Into<Access>>(
        &self,
        from: &[A],
        to: &[A],
        scratch: &mut Scratch,
    ) -> Option<Meeting> {
        self.distance_in(from, to, scratch.part())
    }

    /// As [`distance`](Self::distance), in memory that was found before.
    pub(crate) fn distance_in<A: Copy + Into<Access>>(
        &self,
        from: &[A],
        to: &[A],
        scratch: &mut HubMemory,
    ) -> Option<Meeting> {
        scratch.begin();
        match &self.0 {
            Form::Narrow(tables) => {
                let view = tables.view();
                if view.is_all_stored() {
                    meet_stored(&view, from, to, scratch)
                } else {
                    view.meet_above(from, to, scratch)
                }
            }
            Form::Wide(wide) => {
                if scratch.wide.len() < self.node_count() as usize {
                    scratch.wide.resize(self.node_count() as usize, 0);
                }
                meet_stored(wide, from, to, scratch)
            }
        }
    }
}

/// Labels of all nodes, whatever their form.
pub(super) trait Labelled {
    /// The rank of a node.
    fn rank(&self, node: u32) -> u32;

    /// Enters the label of a source in the table.
    fn spread(&self, node: u32, cost: u64, top: u32, scratch: &mut HubMemory);

    /// Scans the label of a target against the table.
    fn gather(&self, node: u32, cost: u64, top: u32, scratch: &HubMemory, best: &mut Best);

    /// Whether the label of a source has a hub at a given distance.
    fn has_hub(&self, node: u32, hub: u32, dist: u64) -> bool;
}

/// Meets through labels alone: the most promising nodes first, so that the path found there rules
/// out most others.
#[inline(always)]
fn meet_stored<L: Labelled, A: Copy + Into<Access>>(
    labels: &L,
    from: &[A],
    to: &[A],
    scratch: &mut HubMemory,
) -> Option<Meeting> {
    let spread = |at: usize, scratch: &mut HubMemory| {
        let Access { node, cost, .. } = from[at].into();
        labels.spread(labels.rank(node), u64::from(cost), at as u32, scratch);
    };
    let gather = |at: usize, scratch: &HubMemory, best: &mut Best| {
        let Access { node, cost, .. } = to[at].into();
        labels.gather(labels.rank(node), u64::from(cost), at as u32, scratch, best);
    };
    let mut best = Best { total: FAR, hub: 0, there: 0, tops: [0, 0] };
    let early = [promising(from), promising(to)];
    if let Some(at) = early[0] {
        spread(at, scratch);
    }
    if let Some(at) = early[1] {
        gather(at, scratch, &mut best);
    }
    for (at, &access) in from.iter().enumerate() {
        if access.into().least < best.total && early[0] != Some(at) {
            spread(at, scratch);
        }
    }
    for (at, &access) in to.iter().enumerate() {
        if access.into().least < best.total {
            gather(at, scratch, &mut best);
        }
    }
    if best.total == FAR {
        return None;
    }
    let [mut source, target] = best.tops;
    if source == MANY {
        let later = from.iter().skip(MANY as usize).position(|&access| {
            let Access { node, cost, .. } = access.into();
            let rest = best.there.checked_sub(u64::from(cost));
            rest.is_some_and(|dist| labels.has_hub(labels.rank(node), best.hub, dist))
        });
        source += later.unwrap_or(0) as u32;
    }
    let (first, last) = (from[source as usize].into(), to[target as usize].into());
    let ends = [labels.rank(first.node), labels.rank(last.node)];
    Some(Meeting { total: best.total, source, target, hub: best.hub, tops: ends, ends })
}

/// Enters the hubs and distances of a label in a table, for a source of which `near` is
/// [`HubMemory::near`].
#[inline(always)]
pub(super) fn enter(table: &mut [u64], near: u64, label: impl Iterator<Item = (usize, u32)>) {
    for (hub, dist) in label {
        let entry = &mut table[hub];
        *entry = (*entry).max(near - (u64::from(dist) << TICK_SHIFT));
    }
}

/// Scans the hubs and distances of a label against a table.
#[inline(always)]
pub(super) fn scan(
    table: &[u64],
    stamp: u64,
    [cost, top]: [u64; 2],
    label: impl Iterator<Item = (usize, u32)>,
    best: &mut Best,
) {
    if cost >= best.total {
        return;
    }
    // The value that a hub at distance zero must exceed to beat the best path.
    let bar_for =
        |total: u64| stamp << STAMP_SHIFT | (FAR - (total - cost)) << TICK_SHIFT | u64::from(MANY);
    let mut bar = bar_for(best.total);
    for (hub, dist) in label {
        let key = table[hub];
        if key > bar + (u64::from(dist) << TICK_SHIFT) {
            let there = FAR - (key >> TICK_SHIFT & FAR);
            let total = there + u64::from(dist) + cost;
            let source = MANY - (key as u32 & MANY);
            *best = Best { total, hub: hub as u32, there, tops: [source, top as u32] };
            bar = bar_for(total);
        }
    }
}

/// Whether a table shows that a node was reached through another source at no higher cost than by
/// this entry, so that all its hubs were as well.
#[inline(always)]
pub(super) fn is_reached(entry: u64, near: u64) -> bool {
    entry | u64::from(MANY) >= near
}

impl View<'_> {
    /// Climbs to nodes with labels first.
    fn meet_above<A: Copy + Into<Access>>(
        &self,
        from: &[A],
        to: &[A],
        scratch: &mut HubMemory,
    ) -> Option<Meeting> {
        let mut sides = std::mem::take(&mut scratch.sides);
        let ranked = |list: &[A], at: usize| {
            let Access { node, cost, .. } = list[at].into();
            (self.rank[node as usize], cost)
        };
        let count = self.rank.len();
        let [up, down] = &mut sides;
        up.climb(self.climb_out(), self.stored, count, (0..from.len()).map(|at| ranked(from, at)));
        down.climb(self.climb_back(), self.stored, count, (0..to.len()).map(|at| ranked(to, at)));
        let mut best = Best { total: FAR, hub: 0, there: 0, tops: [LOW, LOW] };
        for &node in &down.low {
            let total = up.cost(node).zip(down.cost(node)).map_or(FAR, |(up, down)| up + down);
            if total < best.total {
                best = Best { total, hub: node, there: 0, tops: [LOW, LOW] };
            }
        }
        for (at, &node) in up.tops.iter().enumerate() {
            self.spread(node, up.reached[node as usize].cost, at as u32, scratch);
        }
        for (at, &node) in down.tops.iter().enumerate() {
            self.gather(node, down.reached[node as usize].cost, at as u32, scratch, &mut best);
        }
        if best.tops[0] == MANY {
            let later = up.tops.iter().skip(MANY as usize).position(|&node| {
                let rest = best.there.checked_sub(up.reached[node as usize].cost);
                rest.is_some_and(|dist| self.has_hub(node, best.hub, dist))
            });
            best.tops[0] += later.unwrap_or(0) as u32;
        }
        let meeting = (best.total != FAR).then(|| {
            let top = |side: &Ascent, at: u32| {
                let node = if at == LOW { best.hub } else { side.tops[at as usize] };
                (node, side.reached[node as usize].entry)
            };
            let ((above, source), (below, target)) =
                (top(up, best.tops[0]), top(down, best.tops[1]));
            let ends = [ranked(from, source as usize).0, ranked(to, target as usize).0];
            let tops = [above, below];
            Meeting { total: best.total, source, target, hub: best.hub, tops, ends }
        });
        scratch.sides = sides;
        meeting
    }
}

impl Labelled for View<'_> {
    #[inline(always)]
    fn rank(&self, node: u32) -> u32 {
        self.rank[node as usize]
    }

    #[inline(always)]
    fn spread(&self, node: u32, cost: u64, top: u32, scratch: &mut HubMemory) {
        let row = self.labels_out.row(node as usize);
        let near = scratch.near(cost, top);
        if is_reached(scratch.table[node as usize % MOST_STORED], near) {
            return;
        }
        let label = self.labels_out.hubs[row.clone()].iter().zip(&self.labels_out.dists[row]);
        enter(&mut *scratch.table, near, label.map(|(&hub, &dist)| (usize::from(hub), dist)));
    }

    #[inline(always)]
    fn gather(&self, node: u32, cost: u64, top: u32, scratch: &HubMemory, best: &mut Best) {
        let labels = self.labels_back();
        let row = labels.row(node as usize);
        let label = labels.hubs[row.clone()].iter().zip(&labels.dists[row]);
        let label = label.map(|(&hub, &dist)| (usize::from(hub), dist));
        scan(&*scratch.table, scratch.stamp, [cost, u64::from(top)], label, best);
    }

    fn has_hub(&self, node: u32, hub: u32, dist: u64) -> bool {
        let row = self.labels_out.row(node as usize);
        let at = self.labels_out.hubs[row.clone()].binary_search(&(hub as u16));
        at.is_ok_and(|at| u64::from(self.labels_out.dists[row][at]) == dist)
    }
}

/// The index of the least bound, if there are enough nodes for trying it first to pay off.
fn promising<A: Copy + Into<Access>>(list: &[A]) -> Option<usize> {
    if list.len() < FEW {
        return None;
    }
    (0..list.len()).min_by_key(|&at| list[at].into().least)
}
