//! Fields in order of distance: approximate buckets, or the open list where arcs differ too much.
//!
//! A bucket is narrower than the cheapest arc, so no node of a bucket can improve another one in
//! it, and its nodes may be served in any order.

use super::distances::Stored;
use super::stop::{End, Stop};
use crate::base::{Budget, Dir, Entry, NodeId, OpenList, Slot};
use crate::world::{Arc, GridView, Offers, Way, World, canonical_steps};

/// A list of nodes waiting to be served.
pub(super) trait Waiting {
    fn push_node(&mut self, node: u32, distance: u64, arrival: Slot);
}

impl Waiting for OpenList {
    fn push_node(&mut self, node: u32, distance: u64, _arrival: Slot) {
        self.push(Entry { f: distance, tie: u64::from(node), node });
    }
}

/// Nodes by `distance >> shift`, in a ring of stacks.
#[derive(Clone, Debug, Default)]
pub(super) struct Buckets {
    shift: u32,
    current: u64,
    /// Node in the lower half, the arc it was reached by in the upper.
    ring: Vec<Vec<u64>>,
    len: usize,
}

impl Waiting for Buckets {
    #[inline(always)]
    fn push_node(&mut self, node: u32, distance: u64, arrival: Slot) {
        let at = (distance >> self.shift) as usize & (self.ring.len() - 1);
        self.ring[at].push(u64::from(arrival.code()) << 32 | u64::from(node));
        self.len += 1;
    }
}

/// Who knows the arcs that a cheapest path may take on.
pub(super) trait Onward {
    fn longest_arc(&self) -> u32;
    fn offer_onward(&self, node: u32, arrival: Slot, offers: &mut impl Offers);
}

/// Any world, asked arc by arc.
pub(super) struct Asked<'w, W> {
    pub(super) world: &'w W,
    pub(super) way: Way,
}

impl<W: World> Onward for Asked<'_, W> {
    fn longest_arc(&self) -> u32 {
        self.world.max_arc_cost()
    }

    #[inline(always)]
    fn offer_onward(&self, node: u32, arrival: Slot, offers: &mut impl Offers) {
        self.world.offer_canonical_arcs(NodeId::new(node), arrival, self.way, offers);
    }
}

/// A view whose arcs are canonical, with the allowed steps of every cell at hand. Such a view is
/// the same both ways; arcs and slots are those that the view itself offers.
pub(super) struct Octile<'a> {
    steps: &'a [u8],
    costs: [u32; 2],
    offsets: [i32; 8],
    /// Backward, the slot names the way back.
    turn: u8,
}

impl<'a> Octile<'a> {
    /// `None` if the arcs of the view are not canonical.
    pub(super) fn of(view: &GridView<'_>, steps: &'a [u8], way: Way) -> Option<Self> {
        let turn = if way == Way::Forward { 0 } else { 4 };
        let costs = view.canonical_costs()?;
        Some(Octile { steps, costs, offsets: view.offsets(), turn })
    }
}

impl Onward for Octile<'_> {
    fn longest_arc(&self) -> u32 {
        self.costs[1]
    }

    #[inline(always)]
    fn offer_onward(&self, node: u32, arrival: Slot, offers: &mut impl Offers) {
        let steps = self.steps[node as usize];
        let mut left = match arrival.code() {
            code @ 0..8 => canonical_steps(steps, Dir::from_code(code as u8 + self.turn)),
            _ => steps,
        };
        while left != 0 {
            let code = left.trailing_zeros() as usize;
            left &= left - 1;
            let other = node.wrapping_add_signed(self.offsets[code]);
            let cost = self.costs[code & 1];
            if offers.wants(other as usize, cost) {
                let slot = Slot::new((code as u16 + u16::from(self.turn)) & 7);
                offers.take(Arc { node: NodeId::new(other), cost, slot });
            }
        }
    }
}

impl Buckets {
    /// Empties the buckets and takes at least `count` of them, `2^shift` ticks wide each; the first
    /// to be served is the one numbered `current`.
    pub(super) fn begin(&mut self, shift: u32, current: u64, count: usize) {
        self.shift = shift;
        self.current = current;
        self.len = 0;
        self.ring.resize_with(count.next_power_of_two(), Vec::new);
        self.ring.iter_mut().for_each(Vec::clear);
    }

    pub(super) fn bytes(&self) -> usize {
        self.ring.iter().map(|bucket| bucket.capacity() * 8).sum()
    }

    #[inline(never)]
    pub(super) fn run<D: Stored>(
        &mut self,
        onward: &impl Onward,
        distances: &mut [D],
        stop: &mut Stop,
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> End {
        while self.len > 0 {
            let settled_below = self.current << self.shift;
            if stop.is_due(distances, settled_below) {
                return End::Stopped { settled_below };
            }
            let at = self.current as usize & (self.ring.len() - 1);
            // Every arc leads to a later bucket, so nothing is added to this one while it is served.
            let mut bucket = std::mem::take(&mut self.ring[at]);
            let (served, end) = self.serve(&bucket, onward, distances, settled, budget);
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
    fn serve<D: Stored>(
        &mut self,
        bucket: &[u64],
        onward: &impl Onward,
        distances: &mut [D],
        settled: &mut u64,
        budget: &mut Budget<'_>,
    ) -> (usize, Option<End>) {
        let longest_arc = onward.longest_arc();
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
            onward.offer_onward(node, arrival, &mut Relax { distance, distances, queue: self });
        }
        (bucket.len(), None)
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
