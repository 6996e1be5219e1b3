//! The memory of a search: records of voxels, in pages of the bricks that were touched.
//!
//! Nothing is ever cleared. A number read from the table or from a page is valid only if the page
//! or record it names refers back to this entry: Briggs & Torczon, "An Efficient Representation for
//! Sparse Sets", ACM Letters on Programming Languages and Systems 2, 1993.

use super::super::Voxel;
use crate::base::{Cost, OpenList};
use crate::search::Part;

/// The number of voxels along each axis of a page, as a power of two.
const PAGE: u32 = 2;

/// The number of turns that are remembered, as a power of two.
const SEEN: u32 = 11;

/// What is known about a voxel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) g: Cost,
    pub(super) at: Voxel,
    /// The record of its predecessor.
    pub(super) parent: u32,
    /// The steps by which it was reached at this cost, one bit each.
    pub(super) arrivals: u32,
    /// The steps by which it has been left, and [`CLOSED`].
    pub(super) left_by: u32,
}

/// The bit of a closed record beside those of 26 steps.
pub(super) const CLOSED: u32 = 1 << 31;

impl Record {
    #[inline(always)]
    pub(super) fn is_closed(&self) -> bool {
        self.left_by & CLOSED != 0
    }
}

/// The next steps after arrivals in patterns that a search has seen: few patterns are frequent, and
/// it takes long to look through the alternatives of a turn. Which are forgotten affects only speed.
#[derive(Clone, Debug, Default)]
pub(super) struct SeenTurns(Vec<(u32, u32)>);

impl SeenTurns {
    fn forget(&mut self) {
        self.0.clear();
        self.0.resize(1 << SEEN, (0, 0));
    }

    /// The steps after an arrival in a pattern whose middle is free; `find` finds them.
    #[inline(always)]
    pub(super) fn after(&mut self, arrival: u32, pattern: u32, find: impl FnOnce() -> u32) -> u32 {
        // Never 0, because the middle is free.
        let key = arrival << 27 | pattern;
        let entry = &mut self.0[(key.wrapping_mul(0x9E37_79B1) >> (32 - SEEN)) as usize];
        if entry.0 != key {
            *entry = (key, find());
        }
        entry.1
    }
}

/// The records of the voxels in a brick, by number.
#[derive(Clone, Debug)]
struct Page {
    brick: u32,
    records: [u32; 1 << (3 * PAGE)],
}

/// The memory of voxel jump point searches: it grows to what the largest search has touched, and is
/// then reused.
///
/// # Complexity
///
/// 32 bytes for each voxel recorded, about 260 for each brick of 4 × 4 × 4 that contains one, and
/// four for each brick of the largest map, of which the operating system need not provide untouched
/// pages; 16 KiB for turns, and the open list.
#[derive(Clone, Debug, Default)]
pub(super) struct VoxelJumpMemory {
    table: Vec<u32>,
    pages: Vec<Page>,
    pub(super) records: Vec<Record>,
    pub(super) open: OpenList,
    pub(super) turns: SeenTurns,
    /// The number of bricks along the first two axes.
    across: [u32; 2],
}

impl Part for VoxelJumpMemory {
    fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<u32>()
            + self.pages.capacity() * size_of::<Page>()
            + self.records.capacity() * size_of::<Record>()
            + self.open.bytes()
            + self.turns.0.capacity() * size_of::<(u32, u32)>()
    }
}

impl VoxelJumpMemory {
    /// Forgets everything and makes room for a map of this size.
    pub(super) fn begin(&mut self, size: [u32; 3]) {
        let [x, y, z] = size.map(|side| ((side - 1) >> PAGE) + 1);
        self.across = [x, y];
        let bricks = x as usize * y as usize * z as usize;
        if self.table.len() < bricks {
            self.table = vec![0; bricks];
        }
        // Another mover may take other turns.
        self.turns.forget();
        self.pages.clear();
        self.records.clear();
    }

    /// The number of a voxel's record, or the slot for it if it has none.
    #[inline(always)]
    pub(super) fn find(&mut self, at: Voxel) -> Result<u32, Slot> {
        let Voxel { x, y, z } = at;
        let brick = ((z >> PAGE) * self.across[1] + (y >> PAGE)) * self.across[0] + (x >> PAGE);
        let low = (1 << PAGE) - 1;
        let place = (((z & low) << PAGE | y & low) << PAGE | x & low) as usize;
        let page = self.table[brick as usize];
        match self.pages.get(page as usize) {
            Some(found) if found.brick == brick => {
                let number = found.records[place];
                match self.records.get(number as usize) {
                    Some(record) if record.at == at => Ok(number),
                    _ => Err(Slot { page, place }),
                }
            }
            _ => {
                let page = self.pages.len() as u32;
                self.table[brick as usize] = page;
                self.pages.push(Page { brick, records: [0; 1 << (3 * PAGE)] });
                Err(Slot { page, place })
            }
        }
    }

    /// Adds a new record, and returns its number.
    #[inline(always)]
    pub(super) fn add(&mut self, slot: Slot, record: Record) -> u32 {
        let number = self.records.len() as u32;
        self.pages[slot.page as usize].records[slot.place] = number;
        self.records.push(record);
        number
    }
}

/// Where the number of a record is stored.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    page: u32,
    place: usize,
}
