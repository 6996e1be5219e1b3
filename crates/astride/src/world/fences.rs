//! Fences: sides of places that are walls to some movers and cost others extra.

use super::Crossings;
use crate::base::{Dir, NodeId, SmallSort};

/// A fence or door in the way of one step: from a place straight to the one beside it. The step back is
/// separate, and may have a fence of another class or none.
///
/// To a mover that does not [cross](crate::world::Mover::crosses) fences of this class it is a wall.
/// Other movers cross it for the cost of the step and the extra ticks of the class. Only a step across
/// the side itself crosses it; to diagonal steps on squares and floors, and to steps round or across a
/// corner on triangles, it is a wall to everybody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fence<D = Dir> {
    /// Where the step begins.
    pub from: NodeId,
    /// The direction of the step; on squares N, E, S or W.
    pub dir: D,
    /// The class of the fence.
    pub class: u8,
}

/// What stands in the way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Open,
    Shut,
    Fenced(u8),
}

impl Side {
    /// The class of the fence, if it is one.
    pub(crate) fn class(self) -> Option<u8> {
        if let Side::Fenced(class) = self { Some(class) } else { None }
    }

    /// Whether it keeps out a mover that crosses these classes of fences.
    pub(crate) fn is_closed_to(self, crossings: &Crossings) -> bool {
        match self {
            Side::Open => false,
            Side::Shut => true,
            Side::Fenced(class) => crossings.extra(class).is_none(),
        }
    }

    /// A wall or nothing.
    pub(crate) fn shut(is_shut: bool) -> Side {
        if is_shut { Side::Shut } else { Side::Open }
    }
}

/// All fences of a map, by start and direction. Each is also a forbidden step, so code that does not
/// know about fences treats them as walls.
#[derive(Clone, Debug)]
pub(crate) struct Fences<D = Dir>(Vec<Fence<D>>);

impl<D> Default for Fences<D> {
    fn default() -> Self {
        Fences(Vec::new())
    }
}

impl<D: Copy + Ord> Fences<D> {
    pub(crate) fn all(&self) -> &[Fence<D>] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The class of the fence in the way of a step.
    pub(crate) fn class(&self, from: NodeId, dir: D) -> Option<u8> {
        let place = self.0.binary_search_by_key(&(from, dir), |fence| (fence.from, fence.dir));
        place.ok().map(|at| self.0[at].class)
    }

    /// Those in the way of steps from one place.
    pub(crate) fn leaving(&self, from: NodeId) -> &[Fence<D>] {
        let first = self.0.partition_point(|fence| fence.from < from);
        let count = self.0[first..].iter().take_while(|fence| fence.from == from).count();
        &self.0[first..first + count]
    }

    /// The most extra ticks of those that a mover crosses; `None` if it crosses none of them.
    pub(crate) fn dearest(&self, crossings: &Crossings) -> Option<u32> {
        let fences = if crossings.all().is_empty() { &[] } else { self.all() };
        fences.iter().filter_map(|fence| crossings.extra(fence.class)).max()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Fence<D>>()
    }

    /// The same fences after some sides were changed, one after the other.
    pub(crate) fn with(&self, changes: impl Iterator<Item = ((NodeId, D), Side)>) -> Self {
        let standing = |fence: &Fence<D>| ((fence.from, fence.dir), Side::Fenced(fence.class));
        let mut sides: Vec<_> = self.0.iter().map(standing).chain(changes).collect();
        keep_last(&mut sides);
        let fenced = |((from, dir), side): ((NodeId, D), Side)| {
            side.class().map(|class| Fence { from, dir, class })
        };
        let mut fences: Vec<Fence<D>> = sides.into_iter().filter_map(fenced).collect();
        fences.shrink_to_fit();
        Fences(fences)
    }

    /// The fences that are in only one of the two tables, or have another class in the other.
    pub(crate) fn differing(&self, others: &Self) -> Vec<Fence<D>> {
        let missing = |a: &Self, b: &Self| -> Vec<Fence<D>> {
            a.0.iter().filter(|fence| b.0.binary_search(fence).is_err()).copied().collect()
        };
        [missing(self, others), missing(others, self)].concat()
    }

    /// These fences, given by start, then by direction.
    pub(crate) fn of(fences: Vec<Fence<D>>) -> Self {
        Fences(fences)
    }
}

/// Sorts changes by what they change, and of several changes of the same keeps the last.
pub(crate) fn keep_last<K: Ord + Copy, T: Copy>(changes: &mut Vec<(K, T)>) {
    changes.sort_small_by_key(|&(changed, _)| changed); // stable
    changes.dedup_by(|later, earlier| {
        let is_same = later.0 == earlier.0;
        if is_same {
            earlier.1 = later.1;
        }
        is_same
    });
}
