//! Distance fields: the cheapest cost from (or to) everywhere, from one or many sources.
//!
//! Dijkstra's search on approximate buckets: a bucket is narrower than the cheapest arc, so no node
//! of a bucket can improve another one in it, and its nodes may be served in any order. That makes
//! the open list an array of plain stacks.
//!
//! Dinic, "Economical algorithms for finding shortest paths in a network", 1978; Denardo & Fox,
//! "Shortest-route methods: 1. Reaching, pruning, and buckets", Operations Research 27(1), 1979.

use crate::base::{Budget, Cost, Entry, NodeId, OpenList, Slot, Spent};
use crate::path::Path;
use crate::search::Starts;
use crate::world::{Arc, Offers, Way, World};

/// Above this many buckets a heap is used instead.
const MAX_BUCKETS: u64 = 1 << 14;

/// How far a field has been computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldStatus {
    /// All distances are final.
    Complete,
    /// The budget ran out: distances below `settled_below` ticks are final, others are upper
    /// bounds. Call [`DistanceField::resume`] to go on.
    Partial {
        /// Distances below this are final.
        settled_below: Cost,
        /// Which limit was reached.
        spent: Spent,
    },
}

/// The cost of a cheapest path between each node and the nearest source.
///
/// Going `Forward`, distances are from the sources to each node; `Backward`, from each node to the
/// sources, so that one field leads any number of units to a goal.
///
/// Keep the field and compute again: after the first time nothing is allocated. It holds 4 bytes
/// per node (8 once a distance passes 2³² ticks) and the buckets.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::{DistanceField, FieldStatus};
/// use astride::world::{Grid, Mover, Way};
/// let grid = Grid::new(100, 100, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let goal = grid.node((99, 0)).unwrap();
/// let mut field = DistanceField::new();
/// let budget = &mut Budget::unlimited();
/// assert_eq!(field.compute(&view, &[(goal, 0)], Way::Backward, budget), FieldStatus::Complete);
/// let unit = grid.node((9, 0)).unwrap();
/// assert_eq!(field.distance(unit), Some(90 * 13_860));
/// assert_eq!(field.path_from(&view, unit).unwrap().step_count(), 90);
/// # Ok::<(), astride::world::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct DistanceField {
    distances: Distances,
    way: Way,
    queue: Queue,
    settled: u64,
}

#[derive(Clone, Debug)]
enum Distances {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

/// A distance as stored; the largest value means "not reached".
trait Stored: Copy + Ord + 'static {
    const UNREACHED: Self;
    /// Whether adding `cost` still gives a distance.
    fn has_room_for(self, cost: u32) -> bool;
    /// The sum, for which there must be room.
    fn plus(self, cost: u32) -> Self;
    fn ticks(self) -> u64;
}

impl Stored for u32 {
    const UNREACHED: u32 = u32::MAX;
    #[inline(always)]
    fn has_room_for(self, cost: u32) -> bool {
        u32::MAX - self > cost
    }
    #[inline(always)]
    fn plus(self, cost: u32) -> u32 {
        self + cost
    }
    #[inline(always)]
    fn ticks(self) -> u64 {
        u64::from(self)
    }
}

impl Stored for u64 {
    const UNREACHED: u64 = u64::MAX;
    #[inline(always)]
    fn has_room_for(self, cost: u32) -> bool {
        u64::MAX - self > u64::from(cost)
    }
    #[inline(always)]
    fn plus(self, cost: u32) -> u64 {
        self + u64::from(cost)
    }
    #[inline(always)]
    fn ticks(self) -> u64 {
        self
    }
}

#[derive(Clone, Debug)]
enum Queue {
    Buckets(Buckets),
    Heap(Box<OpenList>),
}

/// Nodes by `distance >> shift`, in a ring of stacks.
#[derive(Clone, Debug, Default)]
struct Buckets {
    shift: u32,
    current: u64,
    /// Node in the lower half, the arc it was reached by in the upper.
    ring: Vec<Vec<u64>>,
    len: usize,
}

/// A list of nodes waiting to be served.
trait Waiting {
    fn push_node(&mut self, node: u32, distance: u64, arrival: Slot);
}

impl Waiting for OpenList {
    fn push_node(&mut self, node: u32, distance: u64, _arrival: Slot) {
        self.push(Entry { f: distance, tie: u64::from(node), node });
    }
}

impl Waiting for Buckets {
    #[inline(always)]
    fn push_node(&mut self, node: u32, distance: u64, arrival: Slot) {
        let at = (distance >> self.shift) as usize & (self.ring.len() - 1);
        self.ring[at].push(u64::from(arrival.code()) << 32 | u64::from(node));
        self.len += 1;
    }
}

impl Default for DistanceField {
    fn default() -> Self {
        DistanceField::new()
    }
}

impl DistanceField {
    /// A field without nodes.
    pub fn new() -> Self {
        DistanceField {
            distances: Distances::Narrow(Vec::new()),
            way: Way::Forward,
            queue: Queue::Buckets(Buckets::default()),
            settled: 0,
        }
    }

    /// Computes the field around `sources`, each with a cost already paid, which counts as at most
    /// [`Starts::MOST_PAID`](crate::search::Starts::MOST_PAID). Sources that cannot be stood on are
    /// left out.
    ///
    /// # Panics
    ///
    /// If a source is not a node of `world`.
    ///
    /// # Complexity
    ///
    /// O(nodes + arcs) when arcs differ in cost by at most a factor of some thousands, else
    /// O(arcs · log nodes).
    pub fn compute(
        &mut self,
        world: &impl World,
        sources: &[(NodeId, Cost)],
        way: Way,
        budget: &mut Budget<'_>,
    ) -> FieldStatus {
        self.way = way;
        self.settled = 0;
        self.begin(world, sources);
        self.resume(world, budget)
    }

    /// Goes on after [`FieldStatus::Partial`], on the same world.
    pub fn resume(&mut self, world: &impl World, budget: &mut Budget<'_>) -> FieldStatus {
        loop {
            let way = self.way;
            let settled = &mut self.settled;
            let end = match (&mut self.distances, &mut self.queue) {
                (Distances::Narrow(distances), Queue::Buckets(buckets)) => {
                    buckets.run(world, way, distances, settled, budget)
                }
                (Distances::Wide(distances), Queue::Buckets(buckets)) => {
                    buckets.run(world, way, distances, settled, budget)
                }
                (Distances::Narrow(distances), Queue::Heap(heap)) => {
                    run_heap(heap, world, way, distances, settled, budget)
                }
                (Distances::Wide(distances), Queue::Heap(heap)) => {
                    run_heap(heap, world, way, distances, settled, budget)
                }
            };
            match end {
                End::Complete => return FieldStatus::Complete,
                End::Spent { settled_below, spent } => {
                    return FieldStatus::Partial { settled_below, spent };
                }
                End::TooWide => self.widen(),
            }
        }
    }

    /// The distance of a node in ticks, or `None` if it is not reached (or not part of the world).
    #[inline]
    pub fn distance(&self, node: NodeId) -> Option<Cost> {
        match &self.distances {
            Distances::Narrow(distances) => distances
                .get(node.index())
                .filter(|&&distance| distance != u32::UNREACHED)
                .map(|&distance| u64::from(distance)),
            Distances::Wide(distances) => {
                distances.get(node.index()).copied().filter(|&distance| distance != u64::UNREACHED)
            }
        }
    }

    /// Which way distances run.
    pub fn way(&self) -> Way {
        self.way
    }

    /// How many nodes have been expanded, those served twice from one bucket counted twice.
    pub fn expanded(&self) -> u64 {
        self.settled
    }

    /// Nodes of the field; 0 before the first computation.
    pub fn node_count(&self) -> usize {
        match &self.distances {
            Distances::Narrow(distances) => distances.len(),
            Distances::Wide(distances) => distances.len(),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let distances = match &self.distances {
            Distances::Narrow(distances) => distances.capacity() * 4,
            Distances::Wide(distances) => distances.capacity() * 8,
        };
        distances
            + match &self.queue {
                Queue::Buckets(buckets) => buckets.ring.iter().map(|b| b.capacity() * 8).sum(),
                Queue::Heap(heap) => heap.bytes(),
            }
    }

    /// A cheapest path between `node` and the nearest source, in walking order: from the source
    /// (`Forward`) or to it (`Backward`). `None` if the node is not reached.
    ///
    /// Among equal paths it takes, node by node from `node`, the first arc in the order of the
    /// world.
    ///
    /// # Complexity
    ///
    /// O(arcs around the path).
    pub fn path_from(&self, world: &impl World, node: NodeId) -> Option<Path> {
        let mut nodes = vec![node];
        let mut left = self.distance(node)?;
        let mut at = node;
        let mut cost = 0;
        // A step down always exists but at a source, and each is at least one tick lower.
        while let Some((next, arc)) = self.step_down(world, at, left) {
            left -= arc;
            cost += arc;
            at = next;
            nodes.push(at);
        }
        if self.way == Way::Forward {
            nodes.reverse();
        }
        Path::new(nodes, cost)
    }

    /// The next node from `node` towards the nearest source, or `None` at a source or where the
    /// field does not reach: one step of [`path_from`](Self::path_from).
    pub fn next_from(&self, world: &impl World, node: NodeId) -> Option<NodeId> {
        Some(self.step_down(world, node, self.distance(node)?)?.0)
    }

    fn step_down(&self, world: &impl World, at: NodeId, left: Cost) -> Option<(NodeId, Cost)> {
        let towards = match self.way {
            Way::Forward => Way::Backward,
            Way::Backward => Way::Forward,
        };
        let mut next = None;
        world.for_each_arc(at, towards, |Arc { node, cost, .. }| {
            let cost = Cost::from(cost);
            if next.is_none() && self.distance(node).is_some_and(|d| d + cost == left) {
                next = Some((node, cost));
            }
        });
        next
    }

    fn begin(&mut self, world: &impl World, sources: &[(NodeId, Cost)]) {
        let len = world.node_count() as usize;
        let paid = || sources.iter().map(|&(_, paid)| paid.min(Starts::MOST_PAID));
        let wide = paid().any(|paid| paid >= u64::from(u32::MAX));
        match (&mut self.distances, wide) {
            (Distances::Narrow(distances), false) => refill(distances, len),
            // Wide once, wide for good: the same field is likely to need it again.
            (Distances::Wide(distances), _) => refill(distances, len),
            (_, true) => self.distances = Distances::Wide(vec![u64::UNREACHED; len]),
        }
        let least_source = paid().min().unwrap_or(0);
        let most_source = paid().max().unwrap_or(0);
        let shift = world.min_arc_cost().max(1).ilog2();
        let span = u64::from(world.max_arc_cost()).max(most_source - least_source);
        let needed = (span >> shift) + 2;
        if needed > MAX_BUCKETS {
            if !matches!(self.queue, Queue::Heap(_)) {
                self.queue = Queue::Heap(Box::default());
            }
            if let Queue::Heap(heap) = &mut self.queue {
                heap.begin(least_source, u64::from(world.max_arc_cost()));
            }
        } else {
            self.begin_buckets(shift, least_source >> shift, needed.next_power_of_two() as usize);
        }
        for &(node, paid) in sources {
            if world.is_passable(node) {
                self.add_source(node, paid.min(Starts::MOST_PAID));
            }
        }
    }

    fn begin_buckets(&mut self, shift: u32, current: u64, count: usize) {
        let mut ring = match &mut self.queue {
            Queue::Buckets(buckets) => std::mem::take(&mut buckets.ring),
            Queue::Heap(_) => Vec::new(),
        };
        ring.resize_with(count, Vec::new);
        ring.iter_mut().for_each(Vec::clear);
        self.queue = Queue::Buckets(Buckets { shift, current, ring, len: 0 });
    }

    fn add_source(&mut self, node: NodeId, paid: Cost) {
        if self.distance(node).is_some_and(|known| known <= paid) {
            return;
        }
        match &mut self.distances {
            Distances::Narrow(distances) => distances[node.index()] = paid as u32,
            Distances::Wide(distances) => distances[node.index()] = paid,
        }
        match &mut self.queue {
            Queue::Buckets(buckets) => buckets.push_node(node.get(), paid, Slot::NONE),
            Queue::Heap(heap) => heap.push_node(node.get(), paid, Slot::NONE),
        }
    }

    #[cold]
    fn widen(&mut self) {
        if let Distances::Narrow(distances) = &self.distances {
            let widen = |&d: &u32| if d == u32::UNREACHED { u64::UNREACHED } else { u64::from(d) };
            self.distances = Distances::Wide(distances.iter().map(widen).collect());
        }
    }
}

fn refill<D: Stored>(distances: &mut Vec<D>, len: usize) {
    distances.clear();
    distances.resize(len, D::UNREACHED);
}

enum End {
    Complete,
    Spent { settled_below: Cost, spent: Spent },
    TooWide,
}

impl Buckets {
    #[inline(never)]
    fn run<D: Stored, W: World>(
        &mut self,
        world: &W,
        way: Way,
        distances: &mut [D],
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> End {
        while self.len > 0 {
            let at = self.current as usize & (self.ring.len() - 1);
            // Every arc leads to a later bucket, so nothing is added to this one while it is served.
            let mut bucket = std::mem::take(&mut self.ring[at]);
            let (served, end) = self.serve(&bucket, world, way, distances, settled, budget);
            self.len -= served;
            if let Some(end) = end {
                bucket.drain(..served);
                self.ring[at] = bucket;
                return end;
            }
            bucket.clear();
            self.ring[at] = bucket;
            self.current += 1;
        }
        End::Complete
    }

    /// Expands the nodes of the current bucket; returns how many are done with, and why it stopped
    /// if those are not all.
    #[inline(always)]
    fn serve<D: Stored, W: World>(
        &mut self,
        bucket: &[u64],
        world: &W,
        way: Way,
        distances: &mut [D],
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> (usize, Option<End>) {
        let longest_arc = world.max_arc_cost();
        let settled_below = self.current << self.shift;
        for (served, &entry) in bucket.iter().enumerate() {
            let (node, arrival) = (entry as u32, Slot::from_code((entry >> 32) as u16));
            let distance = distances[node as usize];
            if distance.ticks() < settled_below {
                continue; // it moved to an earlier bucket and was served there
            }
            if !distance.has_room_for(longest_arc) {
                return (served, Some(End::TooWide));
            }
            if let Some(spent) = budget.take() {
                return (served, Some(End::Spent { settled_below, spent }));
            }
            *settled += 1;
            let relax = &mut Relax { distance, distances, queue: self };
            world.offer_canonical_arcs(NodeId::new(node), arrival, way, relax);
        }
        (bucket.len(), None)
    }
}

fn run_heap<D: Stored, W: World>(
    heap: &mut OpenList,
    world: &W,
    way: Way,
    distances: &mut [D],
    settled: &mut u64,
    budget: &mut Budget<'_>,
) -> End {
    while let Some(entry) = heap.pop() {
        let distance = distances[entry.node as usize];
        if distance.ticks() != entry.f {
            continue;
        }
        let fits = distance.has_room_for(world.max_arc_cost());
        let stop = if fits { budget.take() } else { None };
        if stop.is_some() || !fits {
            heap.push(entry);
            return match stop {
                Some(spent) => End::Spent { settled_below: entry.f, spent },
                None => End::TooWide,
            };
        }
        *settled += 1;
        let relax = &mut Relax { distance, distances, queue: heap };
        world.offer_arcs(NodeId::new(entry.node), way, relax);
    }
    End::Complete
}

/// Takes the arcs that lead somewhere for less than was known.
struct Relax<'a, D, Q> {
    distance: D,
    distances: &'a mut [D],
    queue: &'a mut Q,
}

impl<D: Stored, Q: Waiting> Offers for Relax<'_, D, Q> {
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.distance.plus(cost) < self.distances[index]
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        let through = self.distance.plus(arc.cost);
        let known = &mut self.distances[arc.node.index()];
        // A link may lead where a step has just led.
        if through < *known {
            *known = through;
            self.queue.push_node(arc.node.get(), through.ticks(), arc.slot);
        }
    }
}
