//! Order and labels of a dense core, whose nodes are not worth contracting.
//!
//! The next hub is the node on most cheapest paths that no hub covers yet, as estimated from
//! sampled trees; a pruned search from it finds the labels that need it. Akiba, Iwata & Yoshida,
//! "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned Landmark Labeling",
//! SIGMOD 2013; Delling, Goldberg, Pajor & Werneck, "Robust Distance Queries on Massive Networks",
//! ESA 2014.

use super::build::{BuildError, HubOptions, Progress, Stage};
use super::label::{ENTRY_BYTES, Entry, MOST_STORED};
use super::prune::{Direction, Pruned};
use super::samples::Samples;
use super::witness::TooFar;

/// The work spent on samples per unit of work on labels: with 1, labels of game maps are a fifth
/// larger, and with 6 hardly smaller.
const SAMPLE_SHARE: u64 = 3;

/// The number of trees sampled before the first hub is chosen.
const FIRST_TREES: usize = 48;

/// The same, and the work limit, if only the size of the labels matters.
const TRIAL_TREES: usize = 8;
const TRIAL_WORK: u64 = 1 << 28;

/// The number of hubs found between progress reports.
const PIECE: usize = 16;

/// The arcs of one direction, in compressed rows that can shrink.
#[derive(Default)]
pub(super) struct Rows {
    offsets: Vec<u32>,
    lens: Vec<u32>,
    arcs: Vec<(u32, u32)>,
}

impl Rows {
    /// Appends the row of the next node, given as heads and costs.
    pub(super) fn push(&mut self, row: impl Iterator<Item = (u32, u32)>) {
        let first = self.arcs.len();
        self.arcs.extend(row);
        self.arcs[first..].sort_unstable();
        self.offsets.push(first as u32);
        self.lens.push((self.arcs.len() - first) as u32);
    }

    /// Heads and costs of the remaining arcs of a node.
    pub(super) fn row(&self, node: u32) -> &[(u32, u32)] {
        let first = self.offsets[node as usize] as usize;
        &self.arcs[first..first + self.lens[node as usize] as usize]
    }

    fn remove(&mut self, node: u32, head: u32) {
        let first = self.offsets[node as usize] as usize;
        let len = &mut self.lens[node as usize];
        let row = &mut self.arcs[first..first + *len as usize];
        if let Some(at) = row.iter().position(|&(to, _)| to == head) {
            row.swap(at, *len as usize - 1);
            *len -= 1;
        }
    }
}

/// The arcs between the nodes of a core, out of them and into them; the latter are empty in a
/// symmetric graph.
pub(super) struct CoreGraph {
    pub(super) count: usize,
    pub(super) symmetric: bool,
    pub(super) out: Rows,
    pub(super) back: Rows,
}

impl CoreGraph {
    pub(super) fn rows(&self, direction: Direction) -> &Rows {
        if self.symmetric || direction == Direction::Out { &self.out } else { &self.back }
    }

    /// Removes a hub from the rows of its neighbours, since everything reached through it is
    /// covered.
    fn drop_arcs_to(&mut self, hub: u32) {
        let CoreGraph { symmetric, out, back, .. } = self;
        if *symmetric {
            for at in 0..out.row(hub).len() {
                out.remove(out.row(hub)[at].0, hub);
            }
        } else {
            for &(tail, _) in back.row(hub) {
                out.remove(tail, hub);
            }
            for &(head, _) in out.row(hub) {
                back.remove(head, hub);
            }
        }
    }
}

/// Order and labels of a core.
#[derive(Default)]
pub(super) struct CoreLabels {
    /// `order[rank]` is a node of the core.
    pub(super) order: Vec<u32>,
    /// For each node the distances to its hubs.
    pub(super) out: Vec<Vec<Entry>>,
    /// For each node the distances from its hubs; empty in a symmetric graph.
    pub(super) back: Vec<Vec<Entry>>,
}

impl CoreLabels {
    /// Both labels of `node`; the second is empty in a symmetric graph.
    pub(super) fn labels(&self, node: u32) -> (&[Entry], &[Entry]) {
        (&self.out[node as usize], self.back.get(node as usize).map_or(&[], Vec::as_slice))
    }

    /// The label with the distances from `node` to its hubs, or from them to it.
    pub(super) fn of(&self, direction: Direction, node: u32) -> &[Entry] {
        let turned = direction == Direction::Back && !self.back.is_empty();
        if turned { &self.back[node as usize] } else { &self.out[node as usize] }
    }
}

/// Labels in progress.
struct Labelling {
    graph: CoreGraph,
    labels: CoreLabels,
    pruned: Pruned,
    samples: Samples,
    label_work: u64,
    sample_work: u64,
    entries: usize,
}

impl Labelling {
    fn new(graph: CoreGraph, trees: usize) -> Result<Self, TooFar> {
        let count = graph.count;
        let labels = CoreLabels {
            order: Vec::with_capacity(count),
            out: vec![Vec::new(); count],
            back: if graph.symmetric { Vec::new() } else { vec![Vec::new(); count] },
        };
        let mut labelling = Labelling {
            graph,
            labels,
            pruned: Pruned::new(count),
            samples: Samples::new(count),
            label_work: 0,
            sample_work: 0,
            entries: 0,
        };
        for _ in 0..trees.min(count) {
            labelling.sample()?;
        }
        Ok(labelling)
    }

    fn sample(&mut self) -> Result<(), TooFar> {
        self.sample_work += self.samples.grow(&self.graph, &self.labels, &mut self.pruned)?;
        Ok(())
    }

    fn work(&self) -> u64 {
        self.label_work + self.sample_work
    }

    fn check_bytes(&self, options: &HubOptions) -> Result<(), BuildError> {
        if self.entries.saturating_mul(ENTRY_BYTES) > options.bytes {
            let nodes_left = self.left() as u32;
            return Err(BuildError::TooLarge { nodes_left, bytes: options.bytes });
        }
        Ok(())
    }

    fn left(&self) -> usize {
        self.graph.count - self.labels.order.len()
    }

    /// Makes the best node a hub; at least one node must remain.
    fn add_hub(&mut self) -> Result<(), TooFar> {
        while self.sample_work < SAMPLE_SHARE * self.label_work {
            self.sample()?;
        }
        let Labelling { graph, labels, pruned, samples, .. } = self;
        let (hub, rank) = (samples.best(), labels.order.len() as u16);
        let directions = [Direction::Out, Direction::Back];
        for &direction in if graph.symmetric { &directions[..1] } else { &directions } {
            self.label_work += pruned.search(graph, labels, hub, direction)?;
            let turned = graph.symmetric || direction == Direction::Back;
            let rows = if turned { &mut labels.out } else { &mut labels.back };
            for &(node, dist, _) in pruned.settled() {
                rows[node as usize].push((rank, dist));
            }
            self.entries += pruned.settled().len();
        }
        labels.order.push(hub);
        graph.drop_arcs_to(hub);
        samples.cover(hub);
        Ok(())
    }
}

/// Orders and labels the nodes of a core, of which there are at most `MOST_STORED`; `total` is
/// reported as the number of labels to compute.
pub(super) fn label_core(
    graph: CoreGraph,
    options: &HubOptions,
    total: u64,
    tell: &mut dyn FnMut(Progress) -> bool,
) -> Result<CoreLabels, BuildError> {
    let mut work = Labelling::new(graph, FIRST_TREES).map_err(|TooFar| BuildError::TooFar)?;
    while work.left() > 0 {
        let rank = work.labels.order.len();
        let told = rank.is_multiple_of(PIECE);
        if told && !tell(Progress { stage: Stage::Label, done: rank as u64, total }) {
            return Err(BuildError::Cancelled);
        }
        if work.work() > options.work {
            let (nodes_left, arcs) = (work.left() as u32, work.entries as u64);
            return Err(BuildError::TooDense { nodes_left, arcs, work: options.work });
        }
        work.add_hub().map_err(|TooFar| BuildError::TooFar)?;
        work.check_bytes(options)?;
    }
    Ok(work.labels)
}

/// Checks whether the first hubs alone, found with little work, already exceed the byte limit.
pub(super) fn check_size(graph: CoreGraph, options: &HubOptions) -> Result<(), BuildError> {
    let mut work = Labelling::new(graph, TRIAL_TREES).map_err(|TooFar| BuildError::TooFar)?;
    let most = TRIAL_WORK.min(options.work);
    while work.left() > 0 && work.labels.order.len() < MOST_STORED && work.work() < most {
        work.add_hub().map_err(|TooFar| BuildError::TooFar)?;
        work.check_bytes(options)?;
    }
    Ok(())
}
