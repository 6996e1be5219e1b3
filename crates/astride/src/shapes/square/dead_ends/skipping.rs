//! Queries: which areas lie between two nodes, and a world without the others.

use super::{DeadEnds, NONE};
use crate::base::{Cost, NodeId, Slot};
use crate::search::{Part, Scratch};
use crate::shapes::square::OnGrid;
use crate::world::{Arc, Offers, Way, World, leave_to_world};

impl DeadEnds {
    /// `world` without the dead ends for a path from `start` to `goal`: paths between these two
    /// cost the same as in `world`, while others may be missing.
    ///
    /// `world` must be the view that this index describes, or a world on top of it that has no
    /// additional arcs, such as the view under an [`Overlay`](crate::world::Overlay).
    ///
    /// The world that is returned borrows `scratch`, so a search in it needs another one.
    ///
    /// # Errors
    ///
    /// If the grid of `world` has been edited since, or has another number of cells.
    ///
    /// # Panics
    ///
    /// If a node is not in the grid.
    ///
    /// # Complexity
    ///
    /// O(areas between them, at most twice as many as on the longer of the two climbs); 4 bytes of
    /// scratch per area.
    pub fn skipping<'a, W: OnGrid>(
        &'a self,
        world: &'a W,
        start: NodeId,
        goal: NodeId,
        scratch: &'a mut Scratch,
    ) -> Result<Skipping<'a, W>, DeadEndsError> {
        let (found, expected) = (world.node_count(), self.blocks.len() as u32);
        if found != expected {
            return Err(DeadEndsError::WrongWorld { found, expected });
        }
        // Worlds on top of a grid have revisions of their own, which do not matter here.
        let (found, expected) = (world.grid().revision(), self.revision());
        if found != expected {
            return Err(DeadEndsError::Stale { found, expected });
        }
        let scratch: &mut DeadEndsMemory = scratch.part();
        scratch.begin(self.doors.len());
        let apex = self.mark(start, goal, scratch);
        Ok(Skipping { world, dead_ends: self, apex, start, goal, scratch })
    }

    /// Marks the blocks between them; returns the door above all of them.
    ///
    /// Both ends climb in turn, each with its own mark, until one reaches a block that the other
    /// has visited.
    fn mark(&self, start: NodeId, goal: NodeId, scratch: &mut DeadEndsMemory) -> NodeId {
        let DeadEndsMemory { marks, now } = scratch;
        let (mut at, mut side) = ([start, goal], 0);
        let block = loop {
            if self.blocks[at[side].index()] == NONE {
                side = 1 - side;
            }
            let block = self.blocks[at[side].index()];
            if block == NONE {
                return at[side]; // both are at a root: the same one, or there is no path
            }
            if marks[block as usize] == *now + 1 - side as u32 {
                break block;
            }
            marks[block as usize] = *now + side as u32;
            at[side] = self.doors[block as usize];
            side = 1 - side;
        };
        // The other one may have climbed beyond this block.
        let (is_others, door) = (*now + 1 - side as u32, self.doors[block as usize]);
        let mut above = self.blocks[door.index()];
        while marks.get(above as usize) == Some(&is_others) {
            marks[above as usize] = 0;
            above = self.blocks[self.doors[above as usize].index()];
        }
        let mut entry = [goal, start][side];
        while self.blocks[entry.index()] != block {
            entry = self.doors[self.blocks[entry.index()] as usize];
        }
        if entry != at[side] {
            return door;
        }
        marks[block as usize] = 0; // they meet at a door below it
        entry
    }
}

/// Why dead ends cannot be used with a world; the message says what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeadEndsError {
    /// The world does not belong to the grid that they describe.
    WrongWorld {
        /// The number of cells of the world's grid.
        found: u32,
        /// The number of cells of the grid that they describe.
        expected: u32,
    },
    /// The grid has been edited in the meantime: call [`update`](DeadEnds::update).
    Stale {
        /// The revision of the grid.
        found: u64,
        /// The revision that they describe.
        expected: u64,
    },
}

errors! { enum DeadEndsError:
    WrongWorld { found, expected } => ("dead-ends-wrong-world",
        "the world has {found} cells, the dead ends are for {expected}"),
    Stale { found, expected } => ("dead-ends-stale",
        "the map has revision {found}, the dead ends are for revision {expected}; update them"),
}

/// Working memory for dead-end queries.
#[derive(Clone, Debug, Default)]
pub(super) struct DeadEndsMemory {
    /// Blocks marked by this query have its number, plus one if marked from the goal.
    marks: Vec<u32>,
    /// An even number.
    now: u32,
}

impl Part for DeadEndsMemory {
    fn bytes(&self) -> usize {
        self.marks.capacity() * size_of::<u32>()
    }
}

impl DeadEndsMemory {
    fn begin(&mut self, blocks: usize) {
        self.now = self.now.wrapping_add(2);
        if self.now == 0 {
            self.marks.fill(0);
            self.now = 2;
        }
        if self.marks.len() < blocks {
            self.marks.resize(blocks, 0);
        }
    }
}

/// A world without the dead ends of one query.
#[derive(Clone, Copy, Debug)]
pub struct Skipping<'a, W> {
    world: &'a W,
    dead_ends: &'a DeadEnds,
    apex: NodeId,
    start: NodeId,
    goal: NodeId,
    scratch: &'a DeadEndsMemory,
}

impl<W> Skipping<'_, W> {
    fn is_kept(&self, index: usize) -> bool {
        let block = self.dead_ends.blocks[index] as usize;
        self.scratch.marks.get(block).is_some_and(|mark| mark & !1 == self.scratch.now)
            || index == self.apex.index()
            || index == self.start.index()
            || index == self.goal.index()
    }
}

impl<W: World> World for Skipping<'_, W> {
    leave_to_world! { node_count max_arc_cost min_arc_cost follow geometry revision }

    fn is_passable(&self, node: NodeId) -> bool {
        self.is_kept(node.index()) && self.world.is_passable(node)
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        if self.is_kept(node.index()) {
            self.world.for_each_arc(node, way, |arc| {
                if self.is_kept(arc.node.index()) {
                    visit(arc);
                }
            });
        }
    }

    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if self.is_kept(node.index()) {
            self.world.offer_arcs(node, way, &mut Kept { skipping: self, offers });
        }
    }
}

/// Wants what is both wanted and kept.
struct Kept<'a, 'b, W, O> {
    skipping: &'a Skipping<'b, W>,
    offers: &'a mut O,
}

impl<W, O: Offers> Offers for Kept<'_, '_, W, O> {
    #[inline(always)]
    fn wants(&self, index: usize, cost: u32) -> bool {
        self.offers.wants(index, cost) && self.skipping.is_kept(index)
    }

    #[inline(always)]
    fn take(&mut self, arc: Arc) {
        self.offers.take(arc);
    }
}
