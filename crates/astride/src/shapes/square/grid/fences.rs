//! Fences: sides of cells that are walls to some movers and cost others extra.

use super::Grid;
use crate::base::{Dir, NodeId, PartsError, check};
use crate::world::{Crossings, Link, Links};

/// A fence or door in the way of one step: from a cell straight to the one beside it. The step back is
/// separate, and may have a fence of another class or none.
///
/// To a mover that does not [cross](crate::shapes::square::Mover::crosses) fences of this class it is a
/// wall. Other movers cross it by a straight step, for the cost of the step and the extra ticks of the
/// class; to their diagonal steps it is a wall as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Fence {
    /// Where the step begins.
    pub from: NodeId,
    /// The direction of the step: N, E, S or W.
    pub dir: Dir,
    /// The class of the fence.
    pub class: u8,
}

impl Fence {
    /// Where the step leads, on a grid of `width` columns.
    pub(in crate::shapes::square) fn to(&self, width: u32) -> NodeId {
        let (columns, rows) = self.dir.offset();
        NodeId::new(self.from.get().wrapping_add_signed(columns + rows * width as i32))
    }
}

/// What stands in the way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shapes::square) enum Side {
    Open,
    Shut,
    Fenced(u8),
}

impl Side {
    /// The class of the fence, if it is one.
    pub(in crate::shapes::square) fn class(self) -> Option<u8> {
        if let Side::Fenced(class) = self { Some(class) } else { None }
    }
}

/// All fences of a grid, by start and direction. Each is also a forbidden step, so code that does not
/// know about fences treats them as walls.
#[derive(Clone, Debug, Default)]
pub(in crate::shapes::square) struct Fences(Vec<Fence>);

impl Fences {
    pub(super) fn all(&self) -> &[Fence] {
        &self.0
    }

    pub(in crate::shapes::square) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The class of the fence in the way of a step.
    pub(super) fn class(&self, from: NodeId, dir: Dir) -> Option<u8> {
        let place = self.0.binary_search_by_key(&(from, dir), |fence| (fence.from, fence.dir));
        place.ok().map(|at| self.0[at].class)
    }

    /// Those in the way of steps from one cell.
    pub(in crate::shapes::square) fn leaving(&self, from: NodeId) -> &[Fence] {
        let first = self.0.partition_point(|fence| fence.from < from);
        let count = self.0[first..].iter().take_while(|fence| fence.from == from).count();
        &self.0[first..first + count]
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Fence>()
    }

    /// The same fences after some sides were changed, one after the other.
    pub(super) fn with(&self, changes: impl Iterator<Item = ((NodeId, Dir), Side)>) -> Fences {
        let standing = |fence: &Fence| ((fence.from, fence.dir), Side::Fenced(fence.class));
        let mut sides: Vec<_> = self.0.iter().map(standing).chain(changes).collect();
        keep_last(&mut sides);
        let fenced = |((from, dir), side)| match side {
            Side::Fenced(class) => Some(Fence { from, dir, class }),
            Side::Open | Side::Shut => None,
        };
        let mut fences: Vec<Fence> = sides.into_iter().filter_map(fenced).collect();
        fences.shrink_to_fit();
        Fences(fences)
    }

    /// The fences that are in only one of the two tables, or have another class in the other.
    pub(super) fn differing(&self, others: &Fences) -> Vec<Fence> {
        let missing = |a: &Fences, b: &Fences| -> Vec<Fence> {
            a.0.iter().filter(|fence| b.0.binary_search(fence).is_err()).copied().collect()
        };
        [missing(self, others), missing(others, self)].concat()
    }

    /// These fences, given by start, then by direction.
    pub(in crate::shapes::square) fn of(fences: Vec<Fence>) -> Fences {
        Fences(fences)
    }

    /// These links, and the steps over fences as further links: `ticks` returns the cost of the step
    /// over a fence to a cell, or `None` if it cannot be taken. Of a link and a step between the same
    /// cells the cheaper counts. The error is a cell with too many of them.
    pub(super) fn join(
        &self,
        links: &Links,
        width: u32,
        ticks: impl Fn(&Fence, NodeId) -> Option<u32>,
    ) -> Result<Links, NodeId> {
        let crossing = |fence: &Fence| {
            let to = fence.to(width);
            Some(Link { from: fence.from, to, cost: ticks(fence, to)? })
        };
        let ways = self.0.iter().filter_map(crossing);
        let mut all: Vec<Link> = links.all().iter().copied().chain(ways).collect();
        all.sort_unstable();
        all.dedup_by_key(|link| (link.from, link.to));
        Links::of(all)
    }

    /// The links and fences that a mover can take, where `ground` returns the media of a node and the
    /// ticks of a straight step into it; `None` if the mover crosses none of these fences.
    pub(in crate::shapes::square) fn as_links(
        &self,
        links: &Links,
        width: u32,
        crossings: &Crossings,
        ground: impl Fn(NodeId) -> (u8, u32),
    ) -> Option<Links> {
        let is_crossed = |fence: &Fence| crossings.extra(fence.class).is_some();
        if crossings.all().is_empty() || !self.0.iter().any(is_crossed) {
            return None;
        }
        let ticks = |fence: &Fence, to| {
            let extra = crossings.extra(fence.class)?;
            let ((here, _), (there, cost)) = (ground(fence.from), ground(to));
            // Links to or from impassable cells are skipped when arcs are visited.
            let is_apart = here != 0 && there != 0 && here & there == 0;
            (!is_apart).then(|| (cost + extra).max(1))
        };
        // No batch of edits leaves a cell with too many.
        self.join(links, width, ticks).ok()
    }

    /// Three numbers for each fence, as in a file: its start twice, then eight times its class plus its
    /// direction.
    pub(in crate::shapes::square) fn numbers(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().flat_map(|Fence { from, dir, class }| {
            [from.get(), from.get(), u32::from(*class) << 3 | *dir as u32]
        })
    }

    /// Reads fences from such numbers, which begin at `place` of their table.
    pub(super) fn take(
        numbers: &[[u32; 3]],
        part: &'static str,
        place: usize,
        grid: &Grid,
    ) -> Result<Fences, PartsError> {
        let mut all: Vec<Fence> = Vec::with_capacity(numbers.len());
        for (at, &[from, again, what]) in (place..).step_by(3).zip(numbers) {
            let check = |good, expected| check(good, part, at, expected);
            check(from == again && from < grid.cell_count(), "fences behind the links")?;
            let (from, dir) = (NodeId::new(from), Dir::from_code(what as u8));
            let class = u8::try_from(what >> 3);
            let cell = grid.cell(from);
            let is_side = class.is_ok() && grid.wall_sides(cell, dir).is_ok();
            check(is_side, "a class and a side between two cells")?;
            check(grid.is_step_forbidden(cell, dir), "a fence where the step is forbidden")?;
            let fence = Fence { from, dir, class: class.unwrap_or_default() };
            let follows = |last: &Fence| (last.from, last.dir) < (fence.from, fence.dir);
            check(all.last().is_none_or(follows), "fences by start, then by direction")?;
            all.push(fence);
        }
        Ok(Fences(all))
    }
}

/// Sorts changes by what they change, and of several changes of the same keeps the last.
pub(in crate::shapes::square) fn keep_last<K: Ord + Copy, T: Copy>(changes: &mut Vec<(K, T)>) {
    changes.sort_by_key(|&(changed, _)| changed); // stable
    changes.dedup_by(|later, earlier| {
        let is_same = later.0 == earlier.0;
        if is_same {
            earlier.1 = later.1;
        }
        is_same
    });
}
