//! Fences of squares: where they lead, as links, and in files.

use super::Grid;
use crate::base::{Dir, NodeId, PartsError, SmallSort, check};
use crate::world::{Crossings, Fence, Fences, Link, Links};

impl Fence {
    /// Where the step leads, on a grid of `width` columns.
    pub(in crate::shapes::square) fn to(&self, width: u32) -> NodeId {
        let (columns, rows) = self.dir.offset();
        NodeId::new(self.from.get().wrapping_add_signed(columns + rows * width as i32))
    }
}

impl Fences<Dir> {
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
        let ways = self.all().iter().filter_map(crossing);
        let mut all: Vec<Link> = links.all().iter().copied().chain(ways).collect();
        all.sort_small();
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
        self.dearest(crossings)?;
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
        self.all().iter().flat_map(|Fence { from, dir, class }| {
            [from.get(), from.get(), u32::from(*class) << 3 | *dir as u32]
        })
    }

    /// Reads fences from such numbers, which begin at `place` of their table.
    pub(super) fn take(
        numbers: &[[u32; 3]],
        part: &'static str,
        place: usize,
        grid: &Grid,
    ) -> Result<Self, PartsError> {
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
        Ok(Fences::of(all))
    }
}
