//! Order and labels of a dense core, whose nodes are not worth contracting.
//!
//! The next hub is the node on most cheapest paths that no hub covers yet, as estimated from
//! sampled trees; a pruned search from it finds the labels that need it. Akiba, Iwata & Yoshida,
//! "Fast Exact Shortest-Path Distance Queries on Large Networks by Pruned Landmark Labeling",
//! SIGMOD 2013; Delling, Goldberg, Pajor & Werneck, "Robust Distance Queries on Massive Networks",
//! ESA 2014.

use super::core::{CoreGraph, CoreLabels, Direction, ENTRY_BYTES};
use super::options::{BuildError, HubOptions, MOST_STORED, Progress, Stage};
use super::prune::Pruned;
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
