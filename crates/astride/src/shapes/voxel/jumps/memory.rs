//! The memory of a search: records of voxels, found through pages of bricks that were touched.
//!
//! The table is never cleared: the number of a page is believed only if that page says that it belongs
//! here. Briggs & Torczon, "An Efficient Representation for
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
    /// A bit for each voxel that has one.
    present: u64,
    records: [u32; 1 << (3 * PAGE)],
}

/// The memory of jump point searches in space: grows to what the largest search has touched, and is
/// then reused.
///
/// # Complexity
///
/// 40 bytes for each voxel written down, 272 for each brick of 4 × 4 × 4 that has one, and four
/// for each brick of the largest map, which the system need not provide where nothing is touched.
#[derive(Clone, Debug, Default)]
pub struct VoxelJumpScratch {
    table: Vec<u32>,
    pages: Vec<Page>,
    pub(super) records: Vec<Record>,
    pub(super) open: OpenList,
    /// Bricks along the axes.
    across: [u32; 3],
    /// Memory for [`find_near`](Self::find_near).
    pub(super) near: Vec<(usize, Cost)>,
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
        self.across = size.map(|side| ((side - 1) >> PAGE) + 1);
        let bricks = self.across.iter().map(|&side| side as usize).product();
        if self.table.len() < bricks {
            self.table = vec![0; bricks];
        }
        self.pages.clear();
        self.records.clear();
    }

    #[inline(always)]
    fn brick(&self, [x, y, z]: [u32; 3]) -> u32 {
        (z * self.across[1] + y) * self.across[0] + x
    }

    #[inline(always)]
    fn page(&self, brick: u32) -> Option<&Page> {
        let page = self.pages.get(self.table[brick as usize] as usize);
        page.filter(|page| page.brick == brick)
    }

    /// The number of a voxel's record, or the place for one.
    #[inline(always)]
    pub(super) fn find(&mut self, at: Voxel) -> Result<u32, Slot> {
        let brick = self.brick(at.axes().map(|along| along >> PAGE));
        let low = (1 << PAGE) - 1;
        let [x, y, z] = at.axes().map(|along| along & low);
        let place = ((z << PAGE | y) << PAGE | x) as usize;
        let page = self.table[brick as usize];
        match self.pages.get(page as usize) {
            Some(found) if found.brick == brick => match found.present >> place & 1 {
                0 => Err(Slot { page, place }),
                _ => Ok(found.records[place]),
            },
            _ => {
                let page = self.pages.len() as u32;
                self.table[brick as usize] = page;
                self.pages.push(Page { brick, present: 0, records: [0; 1 << (3 * PAGE)] });
                Err(Slot { page, place })
            }
        }
    }

    /// Lists the voxels beside one that have a record of a cost below `limit`: their places in its
    /// pattern, and the costs.
    #[inline(always)]
    pub(super) fn find_near(&self, at: Voxel, limit: Cost, near: &mut Vec<(usize, Cost)>) {
        near.clear();
        let axes = at.axes();
        let bricks = |axis: usize| {
            let last = (axes[axis] + 1) >> PAGE;
            axes[axis].saturating_sub(1) >> PAGE..=last.min(self.across[axis] - 1)
        };
        for z in bricks(2) {
            for y in bricks(1) {
                for x in bricks(0) {
                    let Some(page) = self.page(self.brick([x, y, z])) else { continue };
                    let mut bits = page.present
                        & beside(x, axes[0], SIDES[0])
                        & beside(y, axes[1], SIDES[1])
                        & beside(z, axes[2], SIDES[2]);
                    while bits != 0 {
                        let record =
                            &self.records[page.records[bits.trailing_zeros() as usize] as usize];
                        bits &= bits - 1;
                        if record.g < limit && record.at != at {
                            let off =
                                |axis: usize| (record.at.axes()[axis] + 1 - axes[axis]) as usize;
                            near.push((off(2) * 9 + off(1) * 3 + off(0), record.g));
                        }
                    }
                }
            }
        }
    }

    /// Writes down a new record, and gives its number.
    #[inline(always)]
    pub(super) fn add(&mut self, slot: Slot, record: Record) -> u32 {
        let number = self.records.len() as u32;
        let page = &mut self.pages[slot.page as usize];
        page.records[slot.place] = number;
        page.present |= 1 << slot.place;
        self.records.push(record);
        number
    }
}

/// Along each axis: the first places of a page, and how far on the next ones are.
const SIDES: [(u64, u32); 3] =
    [(0x1111_1111_1111_1111, 1), (0x000F_000F_000F_000F, 4), (0xFFFF, 16)];

/// The places of a page that are at most one off along an axis.
#[inline(always)]
fn beside(brick: u32, at: u32, (first, shift): (u64, u32)) -> u64 {
    let from = at.saturating_sub(1).max(brick << PAGE);
    let to = (at + 1).min((brick << PAGE) + 3);
    let low = (1 << PAGE) - 1;
    (from..=to).fold(0, |bits, place| bits | first << (shift * (place & low)))
}

/// Where the number of a record is kept.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    page: u32,
    place: usize,
}
