//! The memory of a search: records of voxels, found through pages of bricks that were touched.
//!
//! Nothing is ever cleared. A number read from the table or from a page is believed only if the page
//! or record it names says that it belongs here: Briggs & Torczon, "An Efficient Representation for
//! Sparse Sets", ACM Letters on Programming Languages and Systems 2, 1993.

use super::super::Voxel;
use crate::base::{Cost, OpenList};

/// Voxels along each axis of a page, as a power of two.
const PAGE: u32 = 2;

/// What is known of a voxel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    pub(super) g: Cost,
    pub(super) at: Voxel,
    /// The record it was reached from.
    pub(super) parent: u32,
    /// By which steps it was reached at this cost, a bit each.
    pub(super) arrivals: u32,
    /// By which steps it has been left.
    pub(super) left_by: u32,
    pub(super) is_closed: bool,
}

/// The records of the voxels of a brick, by number.
#[derive(Clone, Debug)]
struct Page {
    brick: u32,
    records: [u32; 1 << (3 * PAGE)],
}

/// The memory of jump point searches in space: grows to what the largest search has touched, and is
/// then reused.
///
/// # Complexity
///
/// 40 bytes for each voxel written down, about 260 for each brick of 4 × 4 × 4 that has one, and four
/// for each brick of the largest map, which the system need not provide where nothing is touched.
#[derive(Clone, Debug, Default)]
pub struct VoxelJumpScratch {
    table: Vec<u32>,
    pages: Vec<Page>,
    pub(super) records: Vec<Record>,
    pub(super) open: OpenList,
    /// Bricks along the first two axes.
    across: [u32; 2],
}

impl VoxelJumpScratch {
    /// Empty memory; it grows on first use.
    pub fn new() -> Self {
        VoxelJumpScratch::default()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<u32>()
            + self.pages.capacity() * size_of::<Page>()
            + self.records.capacity() * size_of::<Record>()
            + self.open.bytes()
    }

    /// Forgets everything and makes room for a map of this size.
    pub(super) fn begin(&mut self, size: [u32; 3]) {
        let [x, y, z] = size.map(|side| ((side - 1) >> PAGE) + 1);
        self.across = [x, y];
        let bricks = x as usize * y as usize * z as usize;
        if self.table.len() < bricks {
            self.table = vec![0; bricks];
        }
        self.pages.clear();
        self.records.clear();
    }

    /// The place for the number of a voxel's record, and whether it has one.
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

    /// Writes down a new record, and gives its number.
    #[inline(always)]
    pub(super) fn add(&mut self, slot: Slot, record: Record) -> u32 {
        let number = self.records.len() as u32;
        self.pages[slot.page as usize].records[slot.place] = number;
        self.records.push(record);
        number
    }
}

/// Where the number of a record is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    page: u32,
    place: usize,
}
