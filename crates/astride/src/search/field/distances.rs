//! Distances of all nodes in ticks, stored in 32 bits each while they fit, otherwise in 64.

use crate::base::{Cost, NodeId};

/// A distance as stored; the largest value means "not reached".
pub(crate) trait Stored: Copy + Ord + 'static {
    const UNREACHED: Self;
    /// Whether the sum with `cost` can be stored.
    fn has_room_for(self, cost: u32) -> bool;
    /// The sum with `cost`, which must fit.
    fn plus(self, cost: u32) -> Self;
    fn ticks(self) -> u64;
    /// The distance of `ticks`, if it can be stored.
    fn of(ticks: u64) -> Option<Self>;
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
    fn of(ticks: u64) -> Option<u32> {
        u32::try_from(ticks).ok().filter(|&distance| distance != u32::UNREACHED)
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
    fn of(ticks: u64) -> Option<u64> {
        Some(ticks).filter(|&distance| distance != u64::UNREACHED)
    }
}

/// One distance per node.
#[derive(Clone, Debug)]
pub(crate) enum Distances {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

impl Distances {
    pub(crate) fn len(&self) -> usize {
        match self {
            Distances::Narrow(distances) => distances.len(),
            Distances::Wide(distances) => distances.len(),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Distances::Narrow(distances) => distances.capacity() * 4,
            Distances::Wide(distances) => distances.capacity() * 8,
        }
    }

    /// Forgets all distances. They are wide afterwards if they were before or if `wide` is set.
    pub(crate) fn reset(&mut self, len: usize, wide: bool) {
        match (&mut *self, wide) {
            (Distances::Narrow(distances), false) => refill(distances, len),
            // Once wide, they stay wide: the same field is likely to need it again.
            (Distances::Wide(distances), _) => refill(distances, len),
            (_, true) => *self = Distances::Wide(vec![u64::UNREACHED; len]),
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, node: NodeId) -> Option<Cost> {
        match self {
            Distances::Narrow(distances) => distances
                .get(node.index())
                .filter(|&&distance| distance != u32::UNREACHED)
                .map(|&distance| u64::from(distance)),
            Distances::Wide(distances) => {
                distances.get(node.index()).copied().filter(|&distance| distance != u64::UNREACHED)
            }
        }
    }

    /// Sets a distance of at most 2⁶³ ticks, widening all distances if necessary.
    #[inline(always)]
    pub(crate) fn set(&mut self, node: NodeId, ticks: Cost) {
        if let Distances::Narrow(distances) = self {
            if let Some(distance) = u32::of(ticks) {
                distances[node.index()] = distance;
                return;
            }
            self.widen();
        }
        if let Distances::Wide(distances) = self {
            distances[node.index()] = ticks;
        }
    }

    /// Forgets one distance.
    pub(crate) fn forget(&mut self, node: NodeId) {
        match self {
            Distances::Narrow(distances) => distances[node.index()] = u32::UNREACHED,
            Distances::Wide(distances) => distances[node.index()] = u64::UNREACHED,
        }
    }

    #[cold]
    pub(crate) fn widen(&mut self) {
        if let Distances::Narrow(distances) = self {
            let widen = |&d: &u32| if d == u32::UNREACHED { u64::UNREACHED } else { u64::from(d) };
            *self = Distances::Wide(distances.iter().map(widen).collect());
        }
    }
}

fn refill<D: Stored>(distances: &mut Vec<D>, len: usize) {
    distances.resize(len, D::UNREACHED);
    // All bits are set, so this is one instruction of WebAssembly, where `resize` is a loop.
    distances.fill(D::UNREACHED);
}
