//! Distance fields: the cheapest cost from (or to) everywhere, from one or many sources.
//!
//! Dijkstra's search with a queue suited to the costs: `layers` if all arcs cost the same,
//! `buckets` if they differ by at most a few thousand, otherwise the open list; on open ground the
//! entries of the buckets are not tiles but ends of straight `runs` of them. `descend` reads
//! paths off a field, and `repair` updates it after edits.
//!
//! Dinic, "Economical algorithms for finding shortest paths in a network", 1978; Denardo & Fox,
//! "Shortest-route methods: 1. Reaching, pruning, and buckets", Operations Research 27(1), 1979.

mod buckets;
mod descend;
mod distances;
mod error;
mod layers;
mod masks;
mod query;
mod repair;
mod runs;
mod stamped;
mod stop;

pub(crate) use distances::Distances;
pub use error::FieldError;
pub(crate) use masks::Masks;
pub use query::{FieldQuery, FieldStatus};

use crate::base::{Budget, Cost, NodeId, OpenList, Slot, Spent};
use crate::search::Part;
use crate::world::{Erased, Stencil, Tiled, Way, World};
use buckets::{Asked, Buckets, Waiting, run_heap};
use error::Kind;
use layers::Layers;
use repair::RepairMemory;
use runs::Runs;
use stamped::Stamped;
use stop::{End, Stop};

/// Above this number of buckets a heap is used instead.
const MAX_BUCKETS: u64 = 1 << 14;

/// The cost of a cheapest path between each node and the nearest source.
///
/// `Forward` distances run from the sources to each node; `Backward` distances run from each node
/// to the sources, so that one field guides any number of units to a goal.
///
/// Reuse the field when computing again: after the first time nothing is allocated. It holds 4
/// bytes per node (8 once a distance exceeds 2³² ticks), one more per cell of a grid whose view is
/// not [prepared](crate::shapes::square::GridView::prepared), and the queue.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::{DistanceField, FieldStatus};
/// use astride::shapes::square::{Grid, Mover};
/// use astride::world::Way;
/// let grid = Grid::new(100, 100, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let goal = grid.node((99, 0)).unwrap();
/// let mut field = DistanceField::new();
/// let budget = &mut Budget::unlimited();
/// assert_eq!(field.compute(&view, &[(goal, 0)], Way::Backward, budget), FieldStatus::Complete);
/// let unit = grid.node((9, 0)).unwrap();
/// assert_eq!(field.distance(unit), Some(90 * 13_860));
/// assert_eq!(field.path_from(&view, unit)?.unwrap().step_count(), 90);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistanceField {
    distances: Distances,
    way: Way,
    /// In node order, each once.
    sources: Vec<(NodeId, Cost)>,
    queue: Queue,
    /// The queue of runs, and whether it is used instead. Kept apart because fields that stop early
    /// use the other, and no field allocates twice.
    runs: Buckets,
    in_runs: bool,
    masks: Masks,
    stop: Stop,
    settled: u64,
    /// Whether memory is allocated and the sources are in the queue.
    is_begun: bool,
    /// Distances below this are final.
    settled_below: Cost,
    /// The revision of the world when the field was computed.
    revision: u64,
    repair: RepairMemory,
}

#[derive(Clone, Debug)]
enum Queue {
    Layers(Layers),
    Buckets(Buckets),
    Heap(Box<OpenList>),
}

impl Default for DistanceField {
    fn default() -> Self {
        DistanceField::new()
    }
}

impl Part for DistanceField {
    fn bytes(&self) -> usize {
        DistanceField::bytes(self)
    }
}

impl DistanceField {
    /// A field with no nodes.
    pub fn new() -> Self {
        DistanceField {
            distances: Distances::Narrow(Vec::new()),
            way: Way::Forward,
            sources: Vec::new(),
            queue: Queue::Buckets(Buckets::default()),
            runs: Buckets::default(),
            in_runs: false,
            masks: Masks::default(),
            stop: Stop::default(),
            settled: 0,
            is_begun: true,
            settled_below: 0,
            revision: 0,
            repair: RepairMemory::default(),
        }
    }

    /// Computes the field around `sources`, each with a cost already paid, capped at
    /// [`Starts::MOST_PAID`](crate::search::Starts::MOST_PAID). Sources that are not passable are
    /// ignored. A byte limit in `budget` is checked before memory is allocated for distances and
    /// steps; the queue is not counted.
    ///
    /// # Panics
    ///
    /// If a source is not a node of `world`.
    ///
    /// # Complexity
    ///
    /// O(nodes + arcs) if the costs of arcs differ by at most a factor of a few thousand, or, if
    /// some arcs cost nothing, if none costs more than a few thousand ticks; otherwise O(arcs · log
    /// nodes).
    pub fn compute(
        &mut self,
        world: &impl World,
        sources: &[(NodeId, Cost)],
        way: Way,
        budget: &mut Budget<'_>,
    ) -> FieldStatus {
        self.answer(world, &FieldQuery::new(sources, way), budget)
    }

    /// As [`compute`](Self::compute), but only as far as `query` requires.
    ///
    /// # Panics
    ///
    /// If a source is not a node of `world`.
    ///
    /// # Complexity
    ///
    /// That of [`compute`](Self::compute) for the nodes settled, plus O(nodes) to begin.
    pub fn answer(
        &mut self,
        world: &impl World,
        query: &FieldQuery<'_>,
        budget: &mut Budget<'_>,
    ) -> FieldStatus {
        self.way = query.way;
        self.set_sources(query.sources);
        self.stop.set(query.targets, query.max_cost);
        self.is_begun = false;
        self.run(world, budget)
    }

    /// Continues after [`FieldStatus::Partial`] on the same world, or completes the field after
    /// [`FieldStatus::Stopped`].
    ///
    /// # Errors
    ///
    /// If the world has another revision ([`FieldError::is_stale`]) or another number of nodes than
    /// when the field was begun: compute it again. The field is then unchanged.
    pub fn resume(
        &mut self,
        world: &impl World,
        budget: &mut Budget<'_>,
    ) -> Result<FieldStatus, FieldError> {
        if self.is_begun {
            self.check_current(world)?;
        }
        Ok(self.run(world, budget))
    }

    fn run(&mut self, world: &impl World, budget: &mut Budget<'_>) -> FieldStatus {
        if !self.is_begun {
            if !budget.allows_bytes(self.least_bytes(world)) {
                (self.settled, self.settled_below) = (0, 0);
                self.distances.reset(0, false);
                return FieldStatus::Partial { settled_below: 0, spent: Spent::Bytes };
            }
            self.begin(world);
        }
        loop {
            let queue = (&mut self.queue, self.in_runs.then_some(&mut self.runs));
            let (within, steps) = ((world, self.way), self.masks.table());
            let (stop, settled) = (&mut self.stop, &mut self.settled);
            let end = match &mut self.distances {
                Distances::Narrow(distances) => {
                    run_queue(queue, within, steps, distances, stop, settled, budget)
                }
                // Rare: compiled once for all worlds.
                Distances::Wide(distances) => {
                    let within = (&Erased::new(world), self.way);
                    run_wide(queue, within, steps, distances, stop, settled, budget)
                }
            };
            match end {
                End::TooWide => self.distances.widen(),
                _ if world.is_cut_short() => {
                    self.settled_below = 0;
                    return FieldStatus::Partial { settled_below: 0, spent: Spent::Bytes };
                }
                End::Complete => {
                    self.settled_below = Cost::MAX;
                    self.masks.forget();
                    return FieldStatus::Complete;
                }
                End::Stopped { settled_below } => {
                    self.settled_below = settled_below;
                    self.stop.set(&[], Cost::MAX);
                    return FieldStatus::Stopped { settled_below };
                }
                End::Spent { settled_below, spent } => {
                    self.settled_below = settled_below;
                    return FieldStatus::Partial { settled_below, spent };
                }
            }
        }
    }

    /// The distance of a node in ticks, or `None` if it is not reached (or not in the world).
    #[inline]
    pub fn distance(&self, node: NodeId) -> Option<Cost> {
        self.distances.get(node)
    }

    /// Distances below this many ticks are final; `Cost::MAX` once the field is complete.
    pub fn settled_below(&self) -> Cost {
        self.settled_below
    }

    /// Whether all distances are final.
    pub fn is_complete(&self) -> bool {
        self.settled_below == Cost::MAX
    }

    /// The revision of the world that the field was computed on or last repaired for.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The sources in node order, each once with the lowest cost given for it.
    pub fn sources(&self) -> &[(NodeId, Cost)] {
        &self.sources
    }

    /// The direction of the distances.
    pub fn way(&self) -> Way {
        self.way
    }

    /// The number of nodes expanded. A node served twice from one bucket counts twice, and so does
    /// one on open ground that was written ahead of its time and then reached at less cost.
    pub fn expanded(&self) -> u64 {
        self.settled
    }

    /// The number of nodes of the field; 0 before the first computation.
    pub fn node_count(&self) -> usize {
        self.distances.len()
    }

    /// Checks that the field matches `world` as it is now, as far as size and revision can tell.
    pub(crate) fn check_current(&self, world: &impl World) -> Result<(), FieldError> {
        self.check_size(world)?;
        let (field, world) = (self.revision, world.revision());
        if field == world { Ok(()) } else { Err(FieldError(Kind::Revision { field, world })) }
    }

    fn check_size(&self, world: &impl World) -> Result<(), FieldError> {
        let (field, world) = (self.node_count(), world.node_count() as usize);
        if field == world { Ok(()) } else { Err(FieldError(Kind::Nodes { field, world })) }
    }

    /// The cost already paid at the source `node`, if it is one.
    fn paid_at(&self, node: NodeId) -> Option<Cost> {
        let at = self.sources.binary_search_by_key(&node, |source| source.0).ok()?;
        Some(self.sources[at].1)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let queue = match &self.queue {
            Queue::Layers(layers) => layers.bytes(),
            Queue::Buckets(buckets) => buckets.bytes(),
            Queue::Heap(heap) => heap.bytes(),
        };
        let queue = queue + self.runs.bytes();
        let steps = self.masks.bytes();
        let sources = self.sources.capacity() * size_of::<(NodeId, Cost)>();
        self.distances.bytes() + queue + steps + sources + self.stop.bytes() + self.repair.bytes()
    }

    /// The distances.
    pub(crate) fn distances(&self) -> &Distances {
        &self.distances
    }

    /// The bytes needed for the distances on `world`, and for the allowed steps if they have to be
    /// computed.
    fn least_bytes(&self, world: &impl World) -> usize {
        let is_wide = matches!(self.distances, Distances::Wide(_));
        let masks = world.tiled().is_some_and(|tiles| tiles.masks().is_none());
        let each = if is_wide { 8 } else { 4 } + usize::from(masks);
        (world.node_count() as usize).saturating_mul(each)
    }

    fn begin(&mut self, world: &impl World) {
        self.is_begun = true;
        (self.settled, self.settled_below) = (0, 0);
        self.revision = world.revision();
        let paid = || self.sources.iter().map(|&(_, paid)| paid);
        let (least, most) = (paid().min().unwrap_or(0), paid().max().unwrap_or(0));
        self.distances.reset(world.node_count() as usize, most >= u64::from(u32::MAX));
        self.masks.forget();
        let stencil = stencil_of(world, self.way)
            .and_then(|(tiles, stencil)| self.masks.begin(tiles).then_some(stencil));
        let even_cost = stencil.and_then(|stencil| stencil.even_cost()).filter(|_| least == most);
        let shift = world.min_arc_cost().max(1).ilog2();
        let run = self.longest_run(stencil).and_then(|run| bucket_count(run, least, most, shift));
        self.in_runs = run.is_some();
        match (run, stencil, even_cost) {
            (Some(count), ..) => self.runs.begin(shift, least >> shift, count),
            (None, Some(stencil), Some(cost)) => self.begin_layers(&stencil, cost, least),
            _ => self.begin_ordered(world, least, most, shift),
        }
        for at in 0..self.sources.len() {
            let (node, paid) = self.sources[at];
            if !world.is_passable(node) {
                continue;
            }
            self.distances.set(node, paid);
            match &mut self.queue {
                _ if self.in_runs => self.runs.push_node(node.get(), paid, Slot::NONE),
                Queue::Layers(layers) => layers.push(node.get()),
                Queue::Buckets(buckets) => buckets.push_node(node.get(), paid, Slot::NONE),
                Queue::Heap(heap) => heap.push_node(node.get(), paid, Slot::NONE),
            }
        }
    }

    /// The most that a run adds to a distance, if the whole field is asked for and runs pay.
    fn longest_run(&self, stencil: Option<Stencil>) -> Option<u64> {
        let runs = Runs::new(stencil?, self.masks.table()?);
        // A field that stops soon would write many tiles behind its end.
        (self.stop.is_never() && runs.pay()).then(|| runs.longest())
    }

    /// Begins layer by layer, where all arcs cost `cost` and all sources have paid `paid`.
    fn begin_layers(&mut self, stencil: &Stencil, cost: u32, paid: Cost) {
        if !matches!(self.queue, Queue::Layers(_)) {
            self.queue = Queue::Layers(Layers::default());
        }
        if let Queue::Layers(layers) = &mut self.queue {
            layers.begin(stencil, cost, paid);
        }
    }

    /// Begins in order of distance, with buckets if the number of them is acceptable.
    fn begin_ordered(&mut self, world: &impl World, least: Cost, most: Cost, shift: u32) {
        let longest = u64::from(world.max_arc_cost());
        let Some(count) = bucket_count(longest, least, most, shift) else {
            if !matches!(self.queue, Queue::Heap(_)) {
                self.queue = Queue::Heap(Box::default());
            }
            if let Queue::Heap(heap) = &mut self.queue {
                heap.begin(least, longest);
            }
            return;
        };
        if !matches!(self.queue, Queue::Buckets(_)) {
            self.queue = Queue::Buckets(Buckets::default());
        }
        if let Queue::Buckets(buckets) = &mut self.queue {
            buckets.begin(shift, least >> shift, count);
        }
    }
}

/// How many buckets of `2^shift` ticks hold sources that have paid `least` to `most` and what is up to
/// `longest` beyond what is served; `None` if that is too many.
fn bucket_count(longest: u64, least: Cost, most: Cost, shift: u32) -> Option<usize> {
    let count = (longest.max(most - least) >> shift) + 2;
    (count <= MAX_BUCKETS).then_some(count as usize)
}

#[inline(never)]
fn run_wide(
    queue: (&mut Queue, Option<&mut Buckets>),
    within: (&Erased<'_>, Way),
    masks: Option<&[u8]>,
    distances: &mut [u64],
    stop: &mut Stop,
    settled: &mut u64,
    budget: &mut Budget<'_>,
) -> End {
    run_queue(queue, within, masks, distances, stop, settled, budget)
}

/// Serves the queue, or that of runs if it is given, until it is empty or something stops it.
#[inline(always)]
fn run_queue<D: distances::Stored>(
    (queue, runs): (&mut Queue, Option<&mut Buckets>),
    (world, way): (&impl World, Way),
    masks: Option<&[u8]>,
    distances: &mut [D],
    stop: &mut Stop,
    settled: &mut u64,
    budget: &mut Budget<'_>,
) -> End {
    let tiles = stencil_of(world, way).map(|(_, stencil)| stencil).zip(masks);
    let asked = Asked { world, way };
    match (runs, queue, tiles) {
        (Some(buckets), _, Some((stencil, masks))) => {
            buckets.run(&Runs::new(stencil, masks), distances, stop, settled, budget)
        }
        // The masks of a complete field are forgotten, and nothing is queued.
        (Some(buckets), ..) => buckets.run(&asked, distances, stop, settled, budget),
        (None, Queue::Layers(layers), _) => {
            let masks = masks.unwrap_or_default();
            layers.run(masks, distances, stop, settled, budget)
        }
        (None, Queue::Buckets(buckets), Some((stencil, masks))) => {
            buckets.run(&Stamped::new(stencil, masks), distances, stop, settled, budget)
        }
        (None, Queue::Buckets(buckets), None) => {
            buckets.run(&asked, distances, stop, settled, budget)
        }
        (None, Queue::Heap(heap), _) => {
            run_heap(heap, (world, way), distances, stop, settled, budget)
        }
    }
}

/// The stencil of a tiled world, if it has one.
fn stencil_of(world: &impl World, way: Way) -> Option<(&dyn Tiled, Stencil)> {
    let tiles = world.tiled()?;
    Some((tiles, tiles.stencil(way)?))
}

pub(crate) fn opposite(way: Way) -> Way {
    match way {
        Way::Forward => Way::Backward,
        Way::Backward => Way::Forward,
    }
}
