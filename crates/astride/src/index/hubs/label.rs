//! Hub labels from the hierarchy: for each node the important nodes to which its cheapest paths
//! climb.
//!
//! Abraham, Delling, Goldberg & Werneck, "Hierarchical Hub Labelings for Shortest Paths", ESA 2012.
//! The label of a node is merged from those of its higher neighbours. It keeps a hub only if no
//! more important hub lies on a cheapest path to it, which makes labels minimal for this order.

use std::ops::{Deref, Range};

use crate::base::{Column, Crew, SmallSort};
use crate::index::contraction::contract::{Hierarchy, UpArcs};
use crate::index::contraction::core::ENTRY_BYTES;
use crate::index::contraction::dynamic::DIRECT;
use crate::index::contraction::options::MOST_STORED;
use crate::index::contraction::witness::TooFar;
use crate::index::contraction::{BuildError, HubOptions, Progress, Stage};

/// The number of labels computed between checks of the work limit.
const PIECE: usize = 1 << 12;

/// With more entries than this an index is of no use; a piece of work adds less than what an offset
/// can still hold.
pub(super) const MOST_ENTRIES: usize = 1 << 31;

/// Bytes of a node with a label, and of an arc and a node outside.
const ROW_BYTES: usize = 4;
const ARC_BYTES: usize = 12;
const JUMP_BYTES: usize = 6;
const NODE_BYTES: usize = 8;

/// The labels of one direction, in compressed rows; hubs increase within a row, and the last one is
/// the node itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LabelSet<W = Vec<u32>, N = Vec<u16>> {
    pub(super) offsets: W,
    pub(super) hubs: N,
    /// Ticks between node and hub.
    pub(super) dists: W,
    /// The next stored node on the path to the hub; the same hub is in its label.
    pub(super) next: N,
}

/// A hub as labels store it.
pub(super) trait Hub: Copy + Ord {
    /// The hub of a rank, which has to fit.
    fn of(rank: u32) -> Self;

    /// Its rank.
    fn at(self) -> usize;
}

impl Hub for u16 {
    fn of(rank: u32) -> Self {
        rank as u16
    }

    fn at(self) -> usize {
        self.into()
    }
}

impl Hub for u32 {
    fn of(rank: u32) -> Self {
        rank
    }

    fn at(self) -> usize {
        self as usize
    }
}

impl<W: Deref<Target = [u32]>, N> LabelSet<W, N> {
    pub(super) fn row(&self, node: usize) -> Range<usize> {
        self.offsets[node] as usize..self.offsets[node + 1] as usize
    }
}

impl<W: Deref<Target = [u32]>, N: Deref<Target = [u16]>> LabelSet<W, N> {
    pub(super) fn view(&self) -> LabelSet<&[u32], &[u16]> {
        let LabelSet { offsets, hubs, dists, next } = self;
        LabelSet { offsets, hubs, dists, next }
    }
}

impl<N: Hub> LabelSet<Vec<u32>, Vec<N>> {
    pub(super) fn new() -> Self {
        LabelSet { offsets: vec![0], ..LabelSet::default() }
    }

    pub(super) fn push(&mut self, entries: &[(N, u32)]) {
        self.hubs.extend(entries.iter().map(|&(hub, _)| hub));
        self.dists.extend(entries.iter().map(|&(_, dist)| dist));
        self.offsets.push(self.hubs.len() as u32);
    }
}

impl LabelSet {
    pub(super) fn stored(self) -> LabelSet<Column<u32>, Column<u16>> {
        let LabelSet { offsets, hubs, dists, next } = self;
        LabelSet {
            offsets: offsets.into(),
            hubs: hubs.into(),
            dists: dists.into(),
            next: next.into(),
        }
    }

    fn truncate(&mut self, nodes: usize) {
        self.offsets.truncate(nodes + 1);
        let entries = self.offsets[nodes] as usize;
        self.hubs.truncate(entries);
        self.dists.truncate(entries);
        self.hubs.shrink_to_fit();
        self.dists.shrink_to_fit();
    }
}

/// Labels of the most important nodes; in a symmetric graph `back` is empty and `out` is used.
pub(super) struct Labels {
    pub(super) out: LabelSet,
    pub(super) back: LabelSet,
}

impl Labels {
    pub(super) fn stored(&self) -> usize {
        self.out.offsets.len() - 1
    }

    fn entries(&self) -> usize {
        self.out.hubs.len().max(self.back.hubs.len())
    }
}

pub(super) fn label(
    hierarchy: &Hierarchy,
    symmetric: bool,
    options: &HubOptions,
    tell: &mut dyn FnMut(Progress) -> bool,
) -> Result<Labels, BuildError> {
    let count = hierarchy.order.len();
    let most = count.min(MOST_STORED).min(options.most_stored as usize);
    let mut crew = Crew::new(|| Labeller::new(most, options.work));
    let back = if symmetric { LabelSet::default() } else { LabelSet::new() };
    let mut labels = Labels { out: LabelSet::new(), back };
    let mut size = Size::new(hierarchy, options.bytes);
    for &node in &hierarchy.core.order {
        let (out, back) = hierarchy.core.labels(node);
        labels.out.push(out);
        if !symmetric {
            labels.back.push(back);
        }
        size.store(out.len() + back.len());
    }
    for end in pieces(&hierarchy.rounds, count) {
        let first = labels.stored();
        let nodes: Vec<u32> = (first as u32..end.min(most) as u32).collect();
        if !tell(Progress { stage: Stage::Label, done: first as u64, total: most as u64 }) {
            return Err(BuildError::Cancelled);
        }
        let made = crew.map(&nodes, |labeller, &node| {
            let Labels { out, back } = &labels;
            if symmetric {
                let arcs = hierarchy.out.arcs(node);
                return Ok((labeller.merge(node, arcs, out, out)?, Vec::new()));
            }
            let there = labeller.merge(node, hierarchy.out.arcs(node), out, back)?;
            Ok((there, labeller.merge(node, hierarchy.back.arcs(node), back, out)?))
        });
        let (work, entries) = (crew.sum(|labeller| labeller.work), labels.entries());
        if work > options.work || entries > MOST_ENTRIES {
            let nodes_left = (count - labels.stored()) as u32;
            return Err(BuildError::TooDense {
                nodes_left,
                arcs: entries as u64,
                work: options.work,
            });
        }
        for made in made {
            let (out, back) = made.map_err(|TooFar| BuildError::TooFar)?;
            labels.out.push(&out);
            if !symmetric {
                labels.back.push(&back);
            }
            size.store(out.len() + back.len());
        }
        if size.full || end >= most {
            break;
        }
    }
    let stored = size.best;
    labels.out.truncate(stored);
    if !symmetric {
        labels.back.truncate(stored);
    }
    link(hierarchy, symmetric, &mut labels);
    Ok(labels)
}

/// The ends of pieces of work, each within one round.
fn pieces(rounds: &[u32], count: usize) -> Vec<usize> {
    let ends = rounds.iter().skip(1).map(|&end| end as usize).chain([count]);
    let piece =
        |(&first, end): (&u32, usize)| (first as usize + PIECE..end).step_by(PIECE).chain([end]);
    rounds.iter().zip(ends).flat_map(piece).collect()
}

/// Bytes of the whole index while labels are added.
struct Size {
    budget: usize,
    /// For each number of stored nodes, the size of the parts outside the labels.
    outside: Vec<usize>,
    labels: usize,
    stored: usize,
    /// This many nodes are stored in any case.
    core: usize,
    /// The largest number of nodes that can be stored within the budget; if there is none, the
    /// number that gives the smallest index.
    best: usize,
    least: usize,
    fits: bool,
    /// Whether the labels alone exceed the budget.
    full: bool,
}

impl Size {
    fn new(hierarchy: &Hierarchy, budget: usize) -> Self {
        let count = hierarchy.order.len();
        // A shortcut between two stored nodes is kept once both of its ends are stored, until its
        // middle node is stored too.
        let mut jumps = vec![0_isize; count + 2];
        let mut outside = vec![0; count + 1];
        for arcs in [&hierarchy.out, &hierarchy.back].into_iter().filter(|a| a.offsets.len() > 1) {
            for node in (0..count).rev() {
                let row = arcs.row(node as u32);
                for &middle in &arcs.middles[row.clone()] {
                    if middle != DIRECT {
                        jumps[node + 1] += 1;
                        jumps[middle as usize + 1] -= 1;
                    }
                }
                outside[node] += row.len() * ARC_BYTES + ROW_BYTES;
            }
        }
        for node in (0..count).rev() {
            outside[node] += outside[node + 1];
        }
        let mut kept = 0;
        for (stored, outside) in outside.iter_mut().enumerate() {
            kept += jumps[stored];
            *outside += NODE_BYTES * count + JUMP_BYTES * kept.unsigned_abs() + ROW_BYTES * stored;
        }
        let core = hierarchy.core.order.len();
        let least = if core == 0 { outside[0] } else { usize::MAX };
        let fits = core == 0 && least <= budget;
        Size { budget, outside, labels: 0, stored: 0, core, best: core, least, fits, full: false }
    }

    fn store(&mut self, entries: usize) {
        self.stored += 1;
        self.labels += entries * ENTRY_BYTES + ROW_BYTES;
        if self.stored < self.core {
            return;
        }
        let total = self.labels + self.outside[self.stored];
        if total <= self.budget {
            self.fits = true;
            self.best = self.stored;
        } else if !self.fits && total < self.least {
            self.best = self.stored;
        }
        self.least = self.least.min(total);
        self.full = self.labels > self.budget;
    }
}

/// The memory for merging one label.
pub(super) struct Labeller<N = u16> {
    /// For each hub: the stamp in the upper bits, the ticks in the lower bits.
    best: Vec<u64>,
    kept: Vec<u64>,
    stamp: u64,
    hubs: Vec<N>,
    /// Label entries examined so far, and the limit; beyond it labels are truncated.
    pub(super) work: u64,
    most_work: u64,
}

impl<N: Hub> Labeller<N> {
    pub(super) fn new(hubs: usize, most_work: u64) -> Self {
        Labeller {
            most_work,
            best: vec![0; hubs],
            kept: vec![0; hubs],
            stamp: 0,
            hubs: Vec::new(),
            work: 0,
        }
    }

    /// Merges the label of `node` in one direction from those of the nodes above; `other` contains
    /// the labels of the other direction.
    pub(super) fn merge(
        &mut self,
        node: u32,
        arcs: impl Iterator<Item = (u32, u32)>,
        own: &LabelSet<Vec<u32>, Vec<N>>,
        other: &LabelSet<Vec<u32>, Vec<N>>,
    ) -> Result<Vec<(N, u32)>, TooFar> {
        self.stamp += 1;
        let stamp = self.stamp << 32;
        self.hubs.clear();
        for (above, cost) in arcs {
            let row = own.row(above as usize);
            self.work += row.len() as u64;
            for (&hub, &dist) in own.hubs[row.clone()].iter().zip(&own.dists[row]) {
                let dist = cost.checked_add(dist).ok_or(TooFar)?;
                let best = &mut self.best[hub.at()];
                if *best >> 32 != self.stamp {
                    *best = stamp | u64::from(dist);
                    self.hubs.push(hub);
                } else if dist < *best as u32 {
                    *best = stamp | u64::from(dist);
                }
            }
        }
        self.hubs.sort_unstable();
        let mut label = Vec::with_capacity(self.hubs.len() / 2 + 1);
        for &hub in &self.hubs {
            if self.work > self.most_work {
                break;
            }
            let dist = self.best[hub.at()] as u32;
            self.work += other.row(hub.at()).len() as u64;
            if !self.is_covered(hub.at(), dist, other) {
                self.kept[hub.at()] = stamp | u64::from(dist);
                label.push((hub, dist));
            }
        }
        label.push((N::of(node), 0));
        Ok(label)
    }

    /// Whether a more important hub that was kept lies on a path of the same cost.
    fn is_covered(&self, hub: usize, dist: u32, other: &LabelSet<Vec<u32>, Vec<N>>) -> bool {
        let row = other.row(hub);
        let row = row.start..row.end - 1;
        other.hubs[row.clone()].iter().zip(&other.dists[row]).any(|(&via, &rest)| {
            let kept = self.kept[via.at()];
            kept >> 32 == self.stamp && (kept & 0xffff_ffff) + u64::from(rest) <= u64::from(dist)
        })
    }
}

/// Finds the next stored node on the path to the hub of each entry.
///
/// Such a node exists: each node of a cheapest path to a hub has that hub in its label. Otherwise a
/// more important one would lie on a path of equal cost, and the hub would not have been kept.
fn link(hierarchy: &Hierarchy, symmetric: bool, labels: &mut Labels) {
    let stored = labels.stored();
    let arcs = core_arcs(hierarchy, symmetric, stored);
    labels.out.next = next_nodes(&labels.out, &Core::new(stored, arcs.iter().copied()));
    if !symmetric {
        let turned = arcs.iter().map(|&(from, to, cost)| (to, from, cost));
        labels.back.next = next_nodes(&labels.back, &Core::new(stored, turned));
    }
}

/// The arcs between stored nodes that skip no stored node.
fn core_arcs(hierarchy: &Hierarchy, symmetric: bool, stored: usize) -> Vec<(u16, u16, u32)> {
    let mut list = Vec::new();
    let mut collect = |arcs: &UpArcs, up: bool, down: bool| {
        for node in 0..stored {
            for at in arcs.row(node as u32) {
                let middle = arcs.middles[at];
                if middle == DIRECT || middle as usize >= stored {
                    let (low, high, cost) = (node as u16, arcs.heads[at] as u16, arcs.costs[at]);
                    list.extend(up.then_some((low, high, cost)));
                    list.extend(down.then_some((high, low, cost)));
                }
            }
        }
    };
    collect(&hierarchy.out, true, symmetric);
    if !symmetric {
        collect(&hierarchy.back, false, true);
    }
    list
}

/// Arcs between stored nodes, grouped by tail and sorted by head.
struct Core {
    offsets: Vec<u32>,
    arcs: Vec<(u16, u32)>,
}

impl Core {
    fn new(stored: usize, arcs: impl Iterator<Item = (u16, u16, u32)> + Clone) -> Self {
        let mut offsets = vec![0; stored + 1];
        let mut count = 0;
        for (from, ..) in arcs.clone() {
            offsets[usize::from(from) + 1] += 1;
            count += 1;
        }
        for node in 0..stored {
            offsets[node + 1] += offsets[node];
        }
        let mut fill: Vec<u32> = offsets.clone();
        let mut rows = vec![(0, 0); count];
        for (from, to, cost) in arcs {
            rows[fill[usize::from(from)] as usize] = (to, cost);
            fill[usize::from(from)] += 1;
        }
        for node in 0..stored {
            rows[offsets[node] as usize..offsets[node + 1] as usize].sort_small();
        }
        Core { offsets, arcs: rows }
    }

    fn arcs(&self, node: usize) -> &[(u16, u32)] {
        &self.arcs[self.offsets[node] as usize..self.offsets[node + 1] as usize]
    }
}

fn next_nodes(labels: &LabelSet, core: &Core) -> Vec<u16> {
    let stored = labels.offsets.len() - 1;
    let nodes: Vec<u32> = (0..stored as u32).collect();
    let mut crew = Crew::new(|| vec![0_u64; stored]);
    let rows = crew.map(&nodes, |place: &mut Vec<u64>, &node| {
        let row = labels.row(node as usize);
        let mut next = vec![node as u16; row.len()];
        let mark = (u64::from(node) + 1) << 32;
        for (at, &hub) in labels.hubs[row.clone()].iter().enumerate() {
            place[usize::from(hub)] = mark | at as u64;
        }
        let mut missing = row.len() - 1;
        for &(to, cost) in core.arcs(node as usize) {
            let theirs = labels.row(usize::from(to));
            let entries = labels.hubs[theirs.clone()].iter().zip(&labels.dists[theirs]);
            for (&hub, &rest) in entries {
                let at = place[usize::from(hub)];
                if at >> 32 != mark >> 32 {
                    continue;
                }
                let at = at as u32 as usize;
                let open = u32::from(next[at]) == node;
                if open && cost.checked_add(rest) == Some(labels.dists[row.start + at]) {
                    next[at] = to;
                    missing -= 1;
                }
            }
            if missing == 0 {
                break;
            }
        }
        debug_assert_eq!(missing, 0, "every way to a hub has a next node");
        next
    });
    rows.concat()
}
