//! Fields in order of distance, by approximate buckets, or by the open list where arc costs differ
//! too much.
//!
//! A bucket is no wider than the cheapest arc with a nonzero cost. No such arc connects two nodes
//! of the same bucket, so the nodes of a bucket may be served in any order. Nodes that zero-cost
//! arcs add to the current bucket are served before the next bucket.

use super::distances::Stored;
use super::stop::{End, Stop};
use crate::base::{Budget, Entry, NodeId, OpenList, Slot};
use crate::world::{Arc, Offers, Way, World};

/// A queue of nodes waiting to be expanded.
pub(super) trait Waiting {
    fn push_node(&mut self, node: u32, distance: u64, arrival: Slot);
}

impl Waiting for OpenList {
    fn push_node(&mut self, node: u32, distance: u64, _arrival: Slot) {
        self.push(Entry { f: distance, tie: u64::from(node), node });
    }
}

/// Nodes keyed by `distance >> shift`, in a ring of stacks.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets {
    pub(super) shift: u32,
    pub(super) current: u64,
    pub(super) ring: Vec<Bucket>,
    /// Replaces the bucket being served.
    spare: Bucket,
}

/// A stack with an explicit length, so that an entry can be written before it is known whether it
/// is kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Bucket {
    /// The node in the lower half, the arc that reached it in the upper half; for `runs`, the steps
    /// that go on from there and those of the tile.
    pub(super) entries: Vec<u64>,
    pub(super) len: usize,
}

impl Bucket {
    /// Reserves memory for `more` entries.
    #[inline(always)]
    pub(super) fn reserve(&mut self, more: usize) {
        if self.entries.len() < self.len + more {
            self.grow(more);
        }
    }

    #[cold]
    fn grow(&mut self, more: usize) {
        let len = (self.len + more).max(2 * self.entries.len()).max(64);
        self.entries.resize(len, 0);
    }

    /// Removes the first `served` entries.
    fn drop_first(&mut self, served: usize) {
        self.entries.copy_within(served..self.len, 0);
        self.len -= served;
    }

    /// Adds all entries of `other`.
    #[cold]
    fn append(&mut self, other: &Bucket) {
        self.reserve(other.len);
        self.entries[self.len..][..other.len].copy_from_slice(&other.entries[..other.len]);
        self.len += other.len;
    }
}

/// A bucket entry.
#[inline(always)]
pub(super) fn packed(node: u32, arrival: u16) -> u64 {
    u64::from(arrival) << 32 | u64::from(node)
}

impl Waiting for Buckets {
    #[inline(always)]
    fn push_node(&mut self, node: u32, distance: u64, arrival: Slot) {
        self.push(packed(node, arrival.code()), distance);
    }
}

/// Expands the nodes of a bucket.
pub(super) trait Serve {
    /// Expands those `entries` that were not already served from an earlier bucket. Returns how
    /// many are done, and why it stopped if not all are.
    fn serve<D: Stored>(
        &self,
        entries: &[u64],
        buckets: &mut Buckets,
        distances: &mut [D],
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> (usize, Option<End>);
}

/// Any world, expanded arc by arc.
pub(super) struct Asked<'w, W> {
    pub(super) world: &'w W,
    pub(super) way: Way,
}

impl<W: World> Serve for Asked<'_, W> {
    #[inline(always)]
    fn serve<D: Stored>(
        &self,
        entries: &[u64],
        buckets: &mut Buckets,
        distances: &mut [D],
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> (usize, Option<End>) {
        let longest_arc = self.world.max_arc_cost();
        let settled_below = buckets.current << buckets.shift;
        for (served, &entry) in entries.iter().enumerate() {
            let (node, arrival) = (entry as u32, Slot::from_code((entry >> 32) as u16));
            let distance = distances[node as usize];
            if distance.ticks() < settled_below {
                continue; // it moved to an earlier bucket and was expanded there
            }
            if !distance.has_room_for(longest_arc) {
                return (served, Some(End::TooWide));
            }
            if let Some(spent) = budget.take() {
                return (served, Some(End::Spent { settled_below, spent }));
            }
            *settled += 1;
            let relax = &mut Relax { distance, distances, queue: buckets };
            self.world.offer_canonical_arcs(NodeId::new(node), arrival, self.way, relax);
        }
        (entries.len(), None)
    }
}

impl Buckets {
    /// Empties the buckets and allocates at least `count` of them, each `2^shift` ticks wide.
    /// Bucket `current` is served first.
    pub(super) fn begin(&mut self, shift: u32, current: u64, count: usize) {
        self.shift = shift;
        self.current = current;
        self.ring.resize_with(count.next_power_of_two(), Bucket::default);
        self.ring.iter_mut().for_each(|bucket| bucket.len = 0);
    }

    #[inline(always)]
    pub(super) fn push(&mut self, entry: u64, distance: u64) {
        let at = (distance >> self.shift) as usize & (self.ring.len() - 1);
        let bucket = &mut self.ring[at];
        bucket.reserve(1);
        bucket.entries[bucket.len] = entry;
        bucket.len += 1;
    }

    pub(super) fn bytes(&self) -> usize {
        self.ring.iter().chain([&self.spare]).map(|bucket| bucket.entries.capacity() * 8).sum()
    }

    #[inline(never)]
    pub(super) fn run<D: Stored>(
        &mut self,
        server: &impl Serve,
        distances: &mut [D],
        stop: &mut Stop,
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> End {
        let mut empty = 0;
        while empty < self.ring.len() {
            let at = self.current as usize & (self.ring.len() - 1);
            if self.ring[at].len == 0 {
                empty += 1;
                self.current += 1;
                continue;
            }
            empty = 0;
            let settled_below = self.current << self.shift;
            if stop.is_due(distances, settled_below) {
                return End::Stopped { settled_below };
            }
            let spare = std::mem::take(&mut self.spare);
            let mut bucket = std::mem::replace(&mut self.ring[at], spare);
            let entries = &bucket.entries[..bucket.len];
            let (served, end) = server.serve(entries, self, distances, settled, budget);
            bucket.drop_first(served);
            // Zero-cost arcs lead to nodes of this same bucket, which is then served again.
            let mut added = std::mem::replace(&mut self.ring[at], bucket);
            if added.len > 0 {
                self.ring[at].append(&added);
                added.len = 0;
            }
            self.spare = added;
            if let Some(end) = end {
                return end;
            }
        }
        End::Complete
    }
}

pub(super) fn run_heap<D: Stored, W: World>(
    heap: &mut OpenList,
    (world, way): (&W, Way),
    distances: &mut [D],
    stop: &mut Stop,
    settled: &mut u64,
    budget: &mut Budget<'_>,
) -> End {
    while let Some(entry) = heap.pop() {
        let distance = distances[entry.node as usize];
        if distance.ticks() != entry.f {
            continue;
        }
        if stop.is_due(distances, entry.f) {
            heap.push(entry);
            return End::Stopped { settled_below: entry.f };
        }
        let fits = distance.has_room_for(world.max_arc_cost());
        let spent = if fits { budget.take() } else { None };
        if spent.is_some() || !fits {
            heap.push(entry);
            return match spent {
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

/// Relaxes arcs.
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
