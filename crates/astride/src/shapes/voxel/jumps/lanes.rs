//! Lanes: the voxels along an axis as bits, which say where a straight scan has to stop.
//!
//! A scan stops in front of a blocked voxel and where a turn may follow. After a straight step from
//! one voxel to the next, the latter is the case if a voxel beside the first is blocked and the one
//! beside the second is free; if it is beside along two axes, only if the step there is also
//! allowed.
//!
//! Stops are rare, so only the lanes of a brick that have any are stored, a byte for each direction,
//! and a bit for each brick tells scans which bricks to look at. Positions that no scan can reach,
//! because the one before is blocked or off the map, are no stops.

use super::super::bricks::{Bricks, RIM};

/// The stops of 64 places on the 64 lanes of a row, for scans up and down.
type Block = [[u64; 64]; 2];

/// The number of blocks of a row.
const BLOCKS: usize = 8;

/// The direction along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Along {
    Up,
    Down,
}

/// The lanes along one axis.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    axis: usize,
    /// The number of voxels along the axis.
    length: u32,
    /// The number of rows along the axis, then of bricks along the first and the second of the other
    /// axes.
    across: [u32; 3],
    rows: Vec<Row>,
}

/// The stops of 64 bricks along the axis.
#[derive(Clone, Debug, Default)]
struct Row {
    /// The bricks with stops, one bit each.
    marks: u64,
    bricks: Box<[Stops]>,
    /// The stops of a lane in a brick, for scans up and down.
    lanes: Box<[[u8; 2]]>,
}

/// Which lanes of a brick have stops.
#[derive(Clone, Copy, Debug)]
struct Stops {
    /// One bit for each lane, in halves.
    lanes: [u32; 2],
    /// Where the stops of each half begin.
    first: [u16; 2],
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

impl Row {
    /// The stops of a lane in the brick that is stored as `number`.
    #[inline(always)]
    fn stops(&self, number: usize, lane: u32, side: usize) -> u8 {
        let Stops { lanes, first } = self.bricks[number];
        let (half, bit) = ((lane / 32) as usize, lane % 32);
        if lanes[half] >> bit & 1 == 0 {
            return 0;
        }
        let rank = (lanes[half] & ((1 << bit) - 1)).count_ones();
        self.lanes[usize::from(first[half]) + rank as usize][side]
    }

    /// The number of bricks with stops before one.
    #[inline(always)]
    fn rank(&self, brick: u32) -> usize {
        (self.marks & ((1 << brick) - 1)).count_ones() as usize
    }
}

impl Lanes {
    pub(super) fn new(bricks: &Bricks, axis: usize, size: [u32; 3]) -> Self {
        let [b, c] = others(axis);
        let across = [size[axis].div_ceil(512), size[b].div_ceil(8), size[c].div_ceil(8)];
        let count = across.iter().map(|&side| side as usize).product();
        let rows = vec![Row::default(); count];
        let mut lanes = Lanes { axis, length: size[axis], across, rows };
        (0..count).for_each(|row| lanes.read_row(bricks, row, |_| true));
        lanes
    }

    pub(super) fn bytes(&self) -> usize {
        let of = |row: &Row| size_of_val(&*row.bricks) + size_of_val(&*row.lanes);
        self.rows.capacity() * size_of::<Row>() + self.rows.iter().map(of).sum::<usize>()
    }

    /// The number of blocks.
    pub(super) fn block_count(&self) -> usize {
        self.length.div_ceil(64) as usize * self.across[1] as usize * self.across[2] as usize
    }

    /// Where a scan from a place stops: the first position after it where it may turn or that is
    /// blocked; `None` if it leaves the map. `AXIS` is the axis of these lanes, and a constant so that
    /// coordinates stay in registers.
    #[inline(always)]
    pub(super) fn stop<const AXIS: usize>(&self, at: [u32; 3], along: Along) -> Option<u32> {
        debug_assert_eq!(AXIS, self.axis);
        let [b, c] = const { others(AXIS) };
        let (b, c) = (at[b], at[c]);
        let first = self.row_index([0, b / 8, c / 8]);
        let lane = b % 8 + c % 8 * 8;
        match along {
            Along::Up => {
                let from = at[AXIS] + 1;
                let (brick, mut row) = (from / 8, from / 512);
                let (mut marks, mut within) = (u64::MAX << (brick % 64), u8::MAX << (from % 8));
                while row < self.across[0] {
                    let stored = &self.rows[first + row as usize];
                    marks &= stored.marks;
                    if marks != 0 {
                        let mut number = stored.rank(marks.trailing_zeros());
                        while marks != 0 {
                            let at = row * 64 + marks.trailing_zeros();
                            let mut bits = stored.stops(number, lane, 0);
                            if at == brick {
                                bits &= within;
                            }
                            if bits != 0 {
                                return Some(at * 8 + bits.trailing_zeros());
                            }
                            marks &= marks - 1;
                            number += 1;
                        }
                    }
                    (marks, within, row) = (u64::MAX, u8::MAX, row + 1);
                }
                None
            }
            Along::Down => {
                let from = at[AXIS].checked_sub(1)?;
                let (brick, mut row) = (from / 8, from / 512);
                let within = u8::MAX >> (7 - from % 8);
                let mut marks = u64::MAX >> (63 - brick % 64);
                loop {
                    let stored = &self.rows[first + row as usize];
                    marks &= stored.marks;
                    if marks != 0 {
                        let mut number = stored.rank(63 - marks.leading_zeros());
                        while marks != 0 {
                            let last = 63 - marks.leading_zeros();
                            let at = row * 64 + last;
                            let mut bits = stored.stops(number, lane, 1);
                            if at == brick {
                                bits &= within;
                            }
                            if bits != 0 {
                                return Some(at * 8 + 7 - bits.leading_zeros());
                            }
                            marks ^= 1 << last;
                            number = number.wrapping_sub(1);
                        }
                    }
                    (marks, row) = (u64::MAX, row.checked_sub(1)?);
                }
            }
        }
    }

    #[inline(always)]
    fn row_index(&self, [row, b, c]: [u32; 3]) -> usize {
        (c as usize * self.across[1] as usize + b as usize) * self.across[0] as usize + row as usize
    }

    /// Collects the blocks that have to be recomputed when a box of voxels has changed.
    pub(super) fn touched(&self, least: [u32; 3], most: [u32; 3], blocks: &mut Vec<usize>) {
        let [b, c] = others(self.axis);
        let sides = |axis: usize, length: u32, count: u32| {
            let from = least[axis].saturating_sub(1) / length;
            from..=((most[axis] + 1) / length).min(count - 1)
        };
        for c in sides(c, 8, self.across[2]) {
            for b in sides(b, 8, self.across[1]) {
                let first = self.row_index([0, b, c]) * BLOCKS;
                let along = sides(self.axis, 64, self.length.div_ceil(64));
                blocks.extend(along.map(|block| first + block as usize));
            }
        }
    }

    /// Recomputes blocks, given in order.
    pub(super) fn read(&mut self, bricks: &Bricks, blocks: &[usize]) {
        for blocks in blocks.chunk_by(|one, two| one / BLOCKS == two / BLOCKS) {
            self.read_row(bricks, blocks[0] / BLOCKS, |block| {
                blocks.iter().any(|other| other % BLOCKS == block)
            });
        }
    }

    /// Recomputes those blocks of a row that are outdated.
    fn read_row(&mut self, bricks: &Bricks, index: usize, is_outdated: impl Fn(usize) -> bool) {
        let [rows, wide, _] = self.across.map(|side| side as usize);
        let (row, b, c) = (index % rows, index / rows % wide, index / rows / wide);
        let at = [row as u32 * 512 + RIM, b as u32 * 8 + RIM, c as u32 * 8 + RIM];
        let old = &self.rows[index];
        let (mut marks, mut stored, mut lanes) = (0, Vec::new(), Vec::new());
        let mut number = 0;
        for block in 0..BLOCKS {
            let was = (old.marks >> (8 * block)) as u8;
            let here = [at[0] + 64 * block as u32, at[1], at[2]];
            let stops = match is_outdated(block) && here[0] < self.length + RIM {
                true => match self.stops(bricks, here) {
                    Some(stops) => Some(stops),
                    None => {
                        number += was.count_ones() as usize;
                        continue;
                    }
                },
                false if was == 0 => continue,
                false => None,
            };
            for brick in 0..8 {
                let mut found = Stops { lanes: [0; 2], first: [0; 2] };
                for (half, mask) in found.lanes.iter_mut().enumerate() {
                    found.first[half] = lanes.len() as u16;
                    for bit in 0..32 {
                        let lane = half * 32 + bit;
                        let both = match &stops {
                            Some(stops) => {
                                [0, 1].map(|side| (stops[side][lane] >> (8 * brick)) as u8)
                            }
                            None if was >> brick & 1 == 0 => [0; 2],
                            None => [0, 1].map(|side| old.stops(number, lane as u32, side)),
                        };
                        if both != [0; 2] {
                            *mask |= 1 << bit;
                            lanes.push(both);
                        }
                    }
                }
                number += usize::from(was >> brick & 1);
                if found.lanes != [0; 2] {
                    marks |= 1 << (8 * block + brick);
                    stored.push(found);
                }
            }
        }
        self.rows[index] = Row { marks, bricks: stored.into(), lanes: lanes.into() };
    }

    /// The bricks along the axis, from the one before a block to the one after, beside which or in
    /// which something is blocked: one bit each.
    fn filled(&self, bricks: &Bricks, [a, b, c]: [u32; 3]) -> u32 {
        let mut filled = 0;
        for c in c / 8 - 1..=c / 8 + 1 {
            for b in b / 8 - 1..=b / 8 + 1 {
                for along in 0..10 {
                    let is_free = bricks.is_free_brick(self.in_space([a / 8 - 1 + along, b, c]));
                    filled |= u32::from(!is_free) << along;
                }
            }
        }
        filled
    }

    /// Converts coordinates given along the lane and the other two axes to coordinates in space.
    fn in_space(&self, [a, b, c]: [u32; 3]) -> [u32; 3] {
        match self.axis {
            0 => [a, b, c],
            1 => [b, a, c],
            _ => [b, c, a],
        }
    }

    /// The stops of a block; `None` if all bricks in it and around it are free, so that it has none.
    fn stops(&self, bricks: &Bricks, [a, b, c]: [u32; 3]) -> Option<Block> {
        let filled = self.filled(bricks, [a, b, c]);
        if filled == 0 {
            return None;
        }
        // The lanes of the block and those around it, and which of them are not all free.
        let (mut runs, mut busy) = ([[Run::default(); 10]; 10], [0u32; 10]);
        for ((row, busy), c) in runs.iter_mut().zip(&mut busy).zip(c - 1..) {
            for (at, (run, b)) in row.iter_mut().zip(b - 1..).enumerate() {
                let eight = |at: u32| match filled >> at & 1 {
                    0 => u64::from(u8::MAX),
                    _ => u64::from(!bricks.eight(self.axis, a / 8 - 1 + at, [b, c])),
                };
                let here = (0..8).fold(0, |bits, at| bits | eight(at + 1) << (8 * at));
                let before = here << 1 | eight(0) >> 7 & 1;
                let behind = here >> 1 | eight(9) << 63;
                *run = Run { here, before, behind };
                *busy |= u32::from(here & before & behind != u64::MAX) << at;
            }
        }
        let on_map = u64::MAX >> 64u32.saturating_sub(self.length + RIM - a);
        let mut block = [[0; 64]; 2];
        let [up, down] = &mut block;
        for (lane, (up, down)) in up.iter_mut().zip(down).enumerate() {
            let (b, c) = (lane % 8 + 1, lane / 8 + 1);
            if (busy[c - 1] | busy[c] | busy[c + 1]) >> (b - 1) & 7 == 0 {
                continue;
            }
            let beside = |db: usize, dc: usize| runs[c + dc - 1][b + db - 1];
            *up = stops_of(beside) & on_map;
            *down = stops_of(|db, dc| beside(db, dc).turned()) & on_map;
        }
        Some(block)
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
    // A scan passes from a free voxel to the next.
    stops & own.before
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
