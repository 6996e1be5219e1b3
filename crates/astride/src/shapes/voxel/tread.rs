//! Where bodies larger than a voxel fit, where walkers stand, and which steps they take.
//!
//! A walker examines *columns*: the layers above one place of its feet, as words with a bit for
//! each layer. Where it fits is a word as well, and steps are determined for all heights at once.
//!
//! Backward steps need no rules of their own: a step down taken backward rises where the body fell
//! and then goes across, so it is a step up by as much as the body may fall, at the cost of
//! falling.

use super::VoxelMap;
use super::bricks::RIM;
use super::mover::VoxelMover;
use super::steps::OPEN;
use crate::world::{Corners, Way};

/// The eight steps across: to the sides and along diagonals. Opposite steps are adjacent.
pub(super) const ACROSS: [[i32; 2]; 8] =
    [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1], [1, -1], [-1, 1]];

/// The layers above one place of a walker: a bit for each, from some layer on.
#[derive(Clone, Copy, Debug)]
struct Column {
    /// Where its body fits.
    fits: u64,
    /// Where it stands: never in the lowest layer, which is included only as ground.
    stands: u64,
}

/// The layers that a walker examines from its place: `below` it, as many as it can rise above it,
/// and its body on top of that.
#[derive(Clone, Copy, Debug)]
struct Window {
    at: [i32; 3],
    below: u32,
    count: u32,
}

/// The heights that a walker reaches by a step across.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landings {
    /// A bit for each layer, from `below` layers under its place on.
    pub(super) mask: u64,
    pub(super) below: u32,
}

impl VoxelMap {
    /// Where a flyer larger than a voxel fits around a place: a pattern as in
    /// [`around`](Self::around).
    pub(super) fn fitting_around(&self, mover: &VoxelMover, at: [u32; 3]) -> u32 {
        let (side, height) = (mover.side(), mover.height());
        let [x, y, z] = at.map(|at| at + RIM - 1);
        let mut pattern = OPEN;
        for layer in 0..height + 2 {
            for row in 0..side + 2 {
                let across = [y + row, z + layer];
                let [taken, _] = self.runs(mover.moves_in(), 0, x as i32, side + 2, across);
                let taken = spread(taken, side) as u32 & 7;
                // The places whose body covers part of this row of this layer.
                let covers = |off: u32, at: u32, length: u32| (off..off + length).contains(&at);
                for dz in (0..3).filter(|&dz| taken != 0 && covers(dz, layer, height)) {
                    for dy in (0..3).filter(|&dy| covers(dy, row, side)) {
                        pattern &= !(taken << (9 * dz + 3 * dy));
                    }
                }
            }
        }
        pattern
    }

    /// Whether a walker stands at a place.
    pub(super) fn is_stood_on(&self, mover: &VoxelMover, at: [u32; 3]) -> bool {
        let window = Window { at: at.map(|at| at as i32), below: 1, count: mover.height() + 1 };
        self.column(mover, window, [0, 0]).stands & 2 != 0
    }

    /// The steps of a walker that stands at a place: the heights it reaches along each of the
    /// directions of [`ACROSS`], or from which it comes.
    pub(super) fn landings(
        &self,
        mover: &VoxelMover,
        at: [u32; 3],
        way: Way,
        mut tell: impl FnMut(usize, Landings),
    ) {
        let Some(walk) = mover.walks() else { return };
        let (up, down) = match way {
            Way::Forward => (walk.climb, walk.fall),
            Way::Backward => (walk.fall, walk.climb),
        };
        let (below, count) = (down + 1, down + 1 + up + mover.height());
        let window = Window { at: at.map(|at| at as i32), below, count };
        let here = self.column(mover, window, [0, 0]);
        let level = 1u64 << below;
        if here.stands & level == 0 {
            return;
        }
        // The heights to which it can rise, including its own.
        let risen = (here.fits >> below).trailing_ones().min(up + 1);
        let risen = ones(risen) << below;
        let sides: [Column; 4] =
            std::array::from_fn(|side| self.column(mover, window, ACROSS[side]));
        for (step, &across) in ACROSS.iter().enumerate().take(mover.sides()) {
            let (there, passed) = match sides.get(step) {
                Some(&there) => (there, !0),
                None => {
                    let [a, b] = beside(across).map(|side| sides[side].fits);
                    let passed = match mover.cuts() {
                        Corners::Never => a & b,
                        Corners::OneFree => a | b,
                        Corners::Always => !0,
                    };
                    (self.column(mover, window, across), passed)
                }
            };
            let mut mask = there.stands & risen & passed;
            if there.fits & passed & level != 0 {
                mask |= there.stands & 1 << fallen(there.fits, below);
            }
            if mask != 0 {
                tell(step, Landings { mask, below });
            }
        }
    }

    fn column(&self, mover: &VoxelMover, window: Window, [dx, dy]: [i32; 2]) -> Column {
        let [x, y, z] = window.at;
        let from = z - window.below as i32 + RIM as i32;
        let (mut taken, mut solid) = (0, 0);
        for row in 0..mover.side() {
            for column in 0..mover.side() {
                let [x, y] = [x + dx, y + dy].map(|at| (at + RIM as i32) as u32);
                let across = [x + column, y + row];
                let more = self.runs(mover.moves_in(), 2, from, window.count, across);
                (taken, solid) = (taken | more[0], solid | more[1]);
            }
        }
        let fits = !spread(taken, mover.height());
        Column { fits, stands: fits & solid << 1 }
    }
}

/// Bits at the positions from which a body of this length would meet a set bit.
fn spread(bits: u64, length: u32) -> u64 {
    let (mut met, mut done) = (bits, 1);
    while done < length {
        let more = done.min(length - done);
        met |= met >> more;
        done += more;
    }
    met
}

/// The lowest height that a body reaches from `level` by falling through heights where it fits.
fn fallen(fits: u64, level: u32) -> u32 {
    level + 1 - (fits << (63 - level)).leading_ones()
}

/// This many of the lowest bits set.
fn ones(count: u32) -> u64 {
    (1u64 << count) - 1
}

/// The two straight steps of a diagonal one.
fn beside([dx, dy]: [i32; 2]) -> [usize; 2] {
    [usize::from(dx < 0), 2 + usize::from(dy < 0)]
}
