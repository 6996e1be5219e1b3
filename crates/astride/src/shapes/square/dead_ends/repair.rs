//! Working memory of updates, and the check of a window around an edit: is what was connected still
//! one area?

use super::walk::Walk;
use super::{DeadEnds, NONE, each_beside};
use crate::base::{CellRect, NodeId};
use crate::shapes::square::GridView;

/// How many cells the windows extend beyond the cells in question.
const MARGINS: [u32; 3] = [2, 8, 24];

/// Windows with more cells than this are not examined.
const MOST_CELLS: u64 = 1 << 13;

/// Working memory of updates, allocated at the first one.
#[derive(Clone, Debug, Default)]
pub(super) struct Repair {
    pub(super) seen: Seen,
    pub(super) walk: Walk,
}

impl Repair {
    pub(super) fn bytes(&self) -> usize {
        4 * (self.seen.places.capacity() + self.seen.nodes.capacity()) + self.walk.bytes()
    }
}

/// Cells of the map, numbered in the order in which they are seen.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// For each cell its index in `nodes`; none for other cells and between updates.
    places: Vec<u32>,
    pub(super) nodes: Vec<NodeId>,
}

impl Seen {
    /// Forgets what was seen, for a map of this many cells.
    pub(super) fn clear(&mut self, cells: usize) {
        self.places.resize(cells, NONE);
        self.nodes.drain(..).for_each(|node| self.places[node.index()] = NONE);
    }

    pub(super) fn place(&mut self, node: NodeId) -> u32 {
        let place = &mut self.places[node.index()];
        if *place == NONE {
            *place = self.nodes.len() as u32;
            self.nodes.push(node);
        }
        *place
    }
}

impl DeadEnds {
    /// Whether `block` is still a single area, as far as that can be determined nearby. `loose` are
    /// cells in it that used to be connected by what the edits removed. It is one if in some
    /// window, without leaving the block, all of them are in one block.
    ///
    /// Proof: if a cell separated the block, each part would contain a loose cell. The block was
    /// one, so only what was removed can have connected the parts.
    pub(super) fn hangs_together(
        &self,
        view: &GridView<'_>,
        block: u32,
        loose: &[NodeId],
        repair: &mut Repair,
        looked: &mut u64,
    ) -> bool {
        let cells = loose.iter().map(|&node| CellRect::of(view.grid().cell(node)));
        let around = cells.reduce(CellRect::union).unwrap_or_default();
        MARGINS.iter().any(|&margin| {
            let (left, top) = (around.x.saturating_sub(margin), around.y.saturating_sub(margin));
            let right = (around.x + around.width + margin).min(view.grid().width());
            let bottom = (around.y + around.height + margin).min(view.grid().height());
            let window = CellRect::new(left, top, right - left, bottom - top);
            window.area() <= MOST_CELLS
                && self.are_one_in(view, block, loose, window, repair, looked)
        })
    }

    fn are_one_in(
        &self,
        view: &GridView<'_>,
        block: u32,
        loose: &[NodeId],
        window: CellRect,
        repair: &mut Repair,
        looked: &mut u64,
    ) -> bool {
        let Repair { seen, walk } = repair;
        seen.clear(self.blocks.len());
        walk.clear();
        // They are added first, so their indices are the smallest.
        loose.iter().for_each(|&node| _ = seen.place(node));
        let door = self.doors[block as usize];
        let beside = |place: u32, ahead: &mut Vec<u32>| {
            each_beside(view, seen.nodes[place as usize], |other| {
                let is_inside = self.blocks[other.index()] == block || other == door;
                if is_inside && window.contains(view.grid().cell(other)) {
                    ahead.push(seen.place(other));
                }
            });
        };
        let mut is_one = false;
        walk.meet_all(0, beside, |door, members| {
            let all = members.iter().chain([&door]);
            is_one |= all.filter(|&&place| (place as usize) < loose.len()).count() == loose.len();
        });
        *looked += seen.nodes.len() as u64;
        is_one
    }
}
