//! Lanes: the voxels along an axis as bits, which say where a straight scan has to stop.
//!
//! A scan stops in front of a blocked voxel and where a turn may follow. After a straight step from
//! one voxel to the next, the latter is the case if a voxel beside the first is blocked and the one
//! beside the second is free; if it is beside along two axes, only if the step there is also
//! allowed.

use super::super::bricks::{Bricks, RIM};

/// The width of blocks of lanes along both other axes.
const WIDE: u32 = 4;

/// The stops of 64 places on 16 lanes, for scans up and down.
type Block = [[u64; 16]; 2];

/// The direction along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    Up,
    Down,
}

/// The lanes along one axis. Blocks without stops are not stored.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    axis: usize,
    /// The number of words of a lane, then of blocks along the first and the second of the other
    /// axes.
    across: [u32; 3],
    table: Vec<u32>,
    /// The first has no stops.
    pool: Vec<Block>,
    spare: Vec<u32>,
}

/// Around a position on a lane: whether it, the one before and the one after are free, 64 at once.
#[derive(Clone, Copy, Default)]
struct Run {
    here: u64,
    before: u64,
    behind: u64,
}

impl Run {
    fn turned(self) -> Run {
        Run { before: self.behind, behind: self.before, ..self }
    }
}

impl Lanes {
    pub(super) fn new(bricks: &Bricks, axis: usize, size: [u32; 3]) -> Self {
        let [b, c] = others(axis);
        // One position more than there are voxels, so that every scan up ends at a bit.
        let words = size[axis] / 64 + 1;
        let across = [words, size[b].div_ceil(WIDE), size[c].div_ceil(WIDE)];
        let count = across.iter().map(|&side| side as usize).product();
        let pool = vec![[[0; 16]; 2]];
        let mut lanes = Lanes { axis, across, table: vec![0; count], pool, spare: Vec::new() };
        for block in 0..count {
            lanes.read(bricks, block);
        }
        lanes
    }

    pub(super) fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<u32>() + self.pool.capacity() * size_of::<Block>()
    }

    /// The number of blocks.
    pub(super) fn block_count(&self) -> usize {
        self.table.len()
    }

    /// Where a scan from `from` stops: the first position after it where it may turn or that is
    /// blocked; `None` if it leaves the map downwards.
    #[inline(always)]
    pub(super) fn stop(&self, at: [u32; 3], along: Along) -> Option<u32> {
        let [b, c] = others(self.axis);
        let (b, c) = (at[b], at[c]);
        let first = self.table_index([0, b / WIDE, c / WIDE]);
        let lane = (b % WIDE + c % WIDE * WIDE) as usize;
        let side = usize::from(along == Along::Down);
        let word = |k: u32| self.pool[self.table[first + k as usize] as usize][side][lane];
        match along {
            Along::Up => {
                let from = at[self.axis] + 1;
                let mut k = from / 64;
                let mut bits = word(k) & u64::MAX << (from % 64);
                while bits == 0 {
                    k += 1;
                    bits = word(k);
                }
                Some(k * 64 + bits.trailing_zeros())
            }
            Along::Down => {
                let from = at[self.axis].checked_sub(1)?;
                let mut k = from / 64;
                let mut bits = word(k) & u64::MAX >> (63 - from % 64);
                while bits == 0 {
                    k = k.checked_sub(1)?;
                    bits = word(k);
                }
                Some(k * 64 + 63 - bits.leading_zeros())
            }
        }
    }

    #[inline(always)]
    fn table_index(&self, [k, b, c]: [u32; 3]) -> usize {
        (c as usize * self.across[1] as usize + b as usize) * self.across[0] as usize + k as usize
    }

    /// Collects the blocks that have to be recomputed when a box of voxels has changed.
    pub(super) fn touched(&self, least: [u32; 3], most: [u32; 3], blocks: &mut Vec<usize>) {
        let [b, c] = others(self.axis);
        let sides = |axis: usize, length: u32, side: usize| {
            let from = least[axis].saturating_sub(1) / length;
            let to = ((most[axis] + 1) / length).min(self.across[side] - 1);
            from..=to
        };
        for c in sides(c, WIDE, 2) {
            for b in sides(b, WIDE, 1) {
                let words = sides(self.axis, 64, 0);
                blocks.extend(words.map(|k| self.table_index([k, b, c])));
            }
        }
    }

    /// Computes the stops of a block.
    pub(super) fn read(&mut self, bricks: &Bricks, index: usize) {
        let [words, wide, _] = self.across.map(|side| side as usize);
        let (k, b, c) = (index % words, index / words % wide, index / words / wide);
        let at = [k as u32 * 64 + RIM, b as u32 * WIDE + RIM, c as u32 * WIDE + RIM];
        let block =
            if self.is_all_free(bricks, at) { [[0; 16]; 2] } else { self.stops(bricks, at) };
        let own = Some(self.table[index]).filter(|&own| own > 0);
        self.table[index] = match (block == [[0; 16]; 2], own) {
            (true, own) => {
                self.spare.extend(own);
                0
            }
            (false, Some(own)) => own,
            (false, None) => self.spare.pop().unwrap_or_else(|| {
                self.pool.push([[0; 16]; 2]);
                (self.pool.len() - 1) as u32
            }),
        };
        if self.table[index] > 0 {
            self.pool[self.table[index] as usize] = block;
        }
    }

    /// Whether a block and its surroundings are free.
    fn is_all_free(&self, bricks: &Bricks, [a, b, c]: [u32; 3]) -> bool {
        let sides = |from: u32, length: u32| (from - 1) / 8..=(from + length) / 8;
        sides(c, WIDE).all(|c| {
            sides(b, WIDE)
                .all(|b| sides(a, 64).all(|a| bricks.is_free_brick(self.in_space([a, b, c]))))
        })
    }

    /// Converts coordinates given along the lane and the other two axes to coordinates in space.
    fn in_space(&self, [a, b, c]: [u32; 3]) -> [u32; 3] {
        match self.axis {
            0 => [a, b, c],
            1 => [b, a, c],
            _ => [b, c, a],
        }
    }

    fn stops(&self, bricks: &Bricks, [a, b, c]: [u32; 3]) -> Block {
        // The lanes of the block and those around it.
        let mut runs = [[Run::default(); 6]; 6];
        for (row, c) in runs.iter_mut().zip(c - 1..) {
            for (run, b) in row.iter_mut().zip(b - 1..) {
                let eight = |along: u32| u64::from(!bricks.eight(self.axis, along, [b, c]));
                let here = (0..8).fold(0, |bits, at| bits | eight(a / 8 + at) << (8 * at));
                let before = here << 1 | eight(a / 8 - 1) >> 7 & 1;
                let behind = here >> 1 | eight(a / 8 + 8) << 63;
                *run = Run { here, before, behind };
            }
        }
        let mut block = [[0; 16]; 2];
        let [up, down] = &mut block;
        for (lane, (up, down)) in up.iter_mut().zip(down).enumerate() {
            let (b, c) = (lane % 4 + 1, lane / 4 + 1);
            let beside = |db: usize, dc: usize| runs[c + dc - 1][b + db - 1];
            *up = stops_of(beside);
            *down = stops_of(|db, dc| beside(db, dc).turned());
        }
        block
    }
}

/// The stops of a lane for scans that come from `before`; the lane itself is `beside(1, 1)`.
fn stops_of(beside: impl Fn(usize, usize) -> Run) -> u64 {
    let own = beside(1, 1);
    let mut stops = !own.here;
    for (db, dc) in [(0, 1), (2, 1), (1, 0), (1, 2)] {
        let run = beside(db, dc);
        stops |= run.here & !run.before;
    }
    for (db, dc) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
        let (run, one, two) = (beside(db, dc), beside(db, 1), beside(1, dc));
        let box_is_free =
            [own, run, one, two].iter().fold(!0, |bits, run| bits & run.here & run.behind);
        stops |= box_is_free & !run.before;
    }
    stops
}

/// The other two axes, in order.
#[inline(always)]
pub(super) const fn others(axis: usize) -> [usize; 2] {
    match axis {
        0 => [1, 2],
        1 => [0, 2],
        _ => [0, 1],
    }
}
