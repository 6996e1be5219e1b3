//! Bits of voxels in bricks of 8 × 8 × 8; bricks that are all free or all blocked are not stored.

/// A bit per voxel: a word per layer, a byte per row, set if the voxel is blocked.
pub(super) type Brick = [u64; 8];

pub(super) const FREE: Brick = [0; 8];
pub(super) const BLOCKED: Brick = [!0; 8];

/// The voxels of a brick that are in the box between two corners, both included; some must be.
pub(super) fn part_of_box([least, most]: [[u32; 3]; 2], brick: [u32; 3]) -> Brick {
    // One bit per voxel along an axis.
    let inside = |axis: usize| -> u64 {
        let first = brick[axis] * 8;
        let (from, to) = (least[axis].max(first) - first, most[axis].min(first + 7) - first);
        (2u64 << to) - (1 << from)
    };
    let rows = (0..8).filter(|row| inside(1) >> row & 1 != 0);
    let layer = rows.fold(0, |bits, row| bits | inside(0) << (8 * row));
    std::array::from_fn(|at| if inside(2) >> at & 1 != 0 { layer } else { 0 })
}

/// The number of voxels before the first one of the map: it is surrounded by a rim of blocked
/// bricks, so there is no need to check whether a neighbour exists.
pub(super) const RIM: u32 = 8;

/// The bricks of a map. Places are counted from the rim.
#[derive(Clone, Debug)]
pub(super) struct Bricks {
    /// The number of bricks along each axis, including the rim.
    across: [u32; 3],
    /// For each brick, its index in `pool`.
    table: Vec<u32>,
    /// The first is free, the second blocked.
    pool: Vec<Brick>,
    /// Unused bricks of the pool.
    spare: Vec<u32>,
}

impl Bricks {
    /// A free map of this size with a blocked rim; `None` if there is not enough memory.
    pub(super) fn new(size: [u32; 3]) -> Option<Self> {
        let across = size.map(|side| side.div_ceil(8) + 2);
        let count = across.iter().map(|&bricks| bricks as usize).product();
        let mut table = Vec::new();
        table.try_reserve_exact(count).ok()?;
        table.resize(count, 1);
        let mut bricks = Bricks { across, table, pool: vec![FREE, BLOCKED], spare: Vec::new() };
        bricks.fill([RIM; 3], size.map(|side| side + RIM - 1), false);
        Some(bricks)
    }

    /// The same number of bricks, all of them blocked.
    pub(super) fn all_blocked(&self) -> Self {
        let table = vec![1; self.table.len()];
        Bricks { across: self.across, table, pool: vec![FREE, BLOCKED], spare: Vec::new() }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.table.capacity() * size_of::<u32>() + self.pool.capacity() * size_of::<Brick>()
    }

    #[inline(always)]
    fn index(&self, [x, y, z]: [u32; 3]) -> usize {
        let [columns, rows, _] = self.across;
        ((z as usize * rows as usize) + y as usize) * columns as usize + x as usize
    }

    /// The brick at this position along the axes; beyond the rim everything is blocked.
    #[inline(always)]
    pub(super) fn brick(&self, at: [u32; 3]) -> &Brick {
        &self.pool[self.kind(at) as usize]
    }

    #[inline(always)]
    fn kind(&self, at: [u32; 3]) -> u32 {
        let is_there = (0..3).all(|axis| at[axis] < self.across[axis]);
        if is_there { self.table[self.index(at)] } else { 1 }
    }

    /// Whether all voxels of a brick are free.
    pub(super) fn is_free_brick(&self, at: [u32; 3]) -> bool {
        self.kind(at) == 0
    }

    /// Whether a voxel is blocked.
    #[inline(always)]
    pub(super) fn is_blocked(&self, [x, y, z]: [u32; 3]) -> bool {
        let brick = &self.pool[self.table[self.index([x >> 3, y >> 3, z >> 3])] as usize];
        brick[(z & 7) as usize] >> ((y & 7) * 8 + (x & 7)) & 1 != 0
    }

    /// The pattern of free voxels around a voxel that is not in the rim; see
    /// [`steps`](super::steps).
    #[inline(always)]
    pub(super) fn around(&self, [x, y, z]: [u32; 3]) -> u32 {
        let is_inner = |at: u32| (at & 7).wrapping_sub(1) < 6;
        let blocked = if is_inner(x) && is_inner(y) && is_inner(z) {
            let kind = self.table[self.index([x >> 3, y >> 3, z >> 3])];
            if kind == 0 {
                return super::steps::OPEN;
            }
            let (brick, shift) = (&self.pool[kind as usize], ((y & 7) - 1) * 8 + (x & 7) - 1);
            (0..3).fold(0, |bits, dz| {
                let layer = brick[(z & 7) as usize - 1 + dz] >> shift;
                let layer = layer & 7 | (layer >> 8 & 7) << 3 | (layer >> 16 & 7) << 6;
                bits | (layer as u32) << (9 * dz)
            })
        } else {
            self.blocked_around([x, y, z])
        };
        !blocked & super::steps::OPEN
    }

    fn blocked_around(&self, [x, y, z]: [u32; 3]) -> u32 {
        let (left, shift) = ((x - 1) >> 3, (x - 1) & 7);
        let bricks = |at: u32| (at - 1) >> 3..=(at + 1) >> 3;
        let is_free = |z: u32, y: u32| {
            let first = self.index([left, y, z]);
            self.table[first] == 0 && (shift < 6 || self.table[first + 1] == 0)
        };
        if bricks(z).all(|z| bricks(y).all(|y| is_free(z, y))) {
            return 0;
        }
        let mut bits = 0;
        for dz in 0..3 {
            for dy in 0..3 {
                let (row, layer) = (y - 1 + dy, z - 1 + dz);
                let index = self.index([left, row >> 3, layer >> 3]);
                let byte = |index: usize| {
                    let brick = &self.pool[self.table[index] as usize];
                    (brick[(layer & 7) as usize] >> ((row & 7) * 8)) as u32 & 0xFF
                };
                let mut three = byte(index);
                if shift > 5 {
                    three |= byte(index + 1) << 8;
                }
                bits |= (three >> shift & 7) << (9 * dz + 3 * dy);
            }
        }
        bits
    }

    /// Blocks or frees all voxels between two corners, both included, and returns how many changed.
    pub(super) fn fill(&mut self, least: [u32; 3], most: [u32; 3], block: bool) -> u64 {
        let mut changed = 0;
        let bricks = |axis: usize| least[axis] >> 3..=most[axis] >> 3;
        for z in bricks(2) {
            for y in bricks(1) {
                for x in bricks(0) {
                    let index = self.index([x, y, z]);
                    let mut brick = self.pool[self.table[index] as usize];
                    for (word, bits) in brick.iter_mut().zip(part_of_box([least, most], [x, y, z]))
                    {
                        let new = if block { *word | bits } else { *word & !bits };
                        changed += u64::from((new ^ *word).count_ones());
                        *word = new;
                    }
                    self.set(index, brick);
                }
            }
        }
        changed
    }

    /// Replaces a brick of the map.
    pub(super) fn set_brick(&mut self, at: [u32; 3], brick: Brick) {
        self.set(self.index(at), brick);
    }

    fn set(&mut self, index: usize, brick: Brick) {
        let kind = &mut self.table[index];
        let own = (*kind > 1).then_some(*kind);
        *kind = match (brick, own) {
            (FREE, _) => 0,
            (BLOCKED, _) => 1,
            (_, Some(own)) => own,
            (_, None) => self.spare.pop().unwrap_or_else(|| {
                self.pool.push(FREE);
                (self.pool.len() - 1) as u32
            }),
        };
        match (*kind, own) {
            (0 | 1, Some(own)) => self.spare.push(own),
            (0 | 1, None) => {}
            (kind, _) => self.pool[kind as usize] = brick,
        }
    }

    /// At least `count` voxels along an axis, at most 64: one bit per voxel, set if it is blocked.
    /// The first one may be beyond the rim, where everything is blocked.
    pub(super) fn run(&self, axis: usize, from: i32, count: u32, across: [u32; 2]) -> u64 {
        let (first, shift) = (from >> 3, from as u32 & 7);
        let bits = (0..=(shift + count - 1) >> 3).fold(0, |bits, at| {
            let eight = self.eight(axis, first.wrapping_add_unsigned(at) as u32, across);
            bits | u128::from(eight) << (8 * at)
        });
        (bits >> shift) as u64
    }

    /// The eight voxels of a brick along an axis, in the row given by the positions along the other
    /// two axes: one bit per voxel, set if it is blocked.
    #[inline(always)]
    pub(super) fn eight(&self, axis: usize, along: u32, [b, c]: [u32; 2]) -> u8 {
        match axis {
            0 => {
                let brick = self.brick([along, b >> 3, c >> 3]);
                (brick[(c & 7) as usize] >> ((b & 7) * 8)) as u8
            }
            1 => {
                let brick = self.brick([b >> 3, along, c >> 3]);
                let column = brick[(c & 7) as usize] >> (b & 7) & 0x0101_0101_0101_0101;
                (column.wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
            }
            _ => {
                let (brick, shift) = (self.brick([b >> 3, c >> 3, along]), (c & 7) * 8 + (b & 7));
                (0..8).fold(0, |bits, z| bits | ((brick[z] >> shift & 1) as u8) << z)
            }
        }
    }
}
