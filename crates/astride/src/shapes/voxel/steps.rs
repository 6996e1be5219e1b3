//! The 26 steps from a voxel to those that touch it, and patterns of the 27 voxels around a place.
//!
//! A pattern has a bit for each voxel that is at most one off along every axis, set if it is free.

use crate::world::Corners;

/// What each step adds along each axis: 6 straight ones, 12 along two axes, 8 along three. Opposite
/// steps are adjacent.
pub(super) const STEPS: [[i8; 3]; 26] = [
    [1, 0, 0],
    [-1, 0, 0],
    [0, 1, 0],
    [0, -1, 0],
    [0, 0, 1],
    [0, 0, -1],
    [1, 1, 0],
    [-1, -1, 0],
    [1, -1, 0],
    [-1, 1, 0],
    [1, 0, 1],
    [-1, 0, -1],
    [1, 0, -1],
    [-1, 0, 1],
    [0, 1, 1],
    [0, -1, -1],
    [0, 1, -1],
    [0, -1, 1],
    [1, 1, 1],
    [-1, -1, -1],
    [1, 1, -1],
    [-1, -1, 1],
    [1, -1, 1],
    [-1, 1, -1],
    [-1, 1, 1],
    [1, -1, -1],
];

/// The first steps are straight; this is their number.
pub(super) const STRAIGHT: usize = 6;

/// The first steps go along at most two axes; this is their number.
pub(super) const FLAT: usize = 18;

/// Everything around is free.
pub(super) const OPEN: u32 = (1 << 27) - 1;

/// The place in the middle of a pattern.
pub(super) const MIDDLE: u32 = 1 << 13;

/// The opposite of a step.
#[inline(always)]
pub(super) const fn opposite(step: usize) -> usize {
    step ^ 1
}

/// The number of axes along which a step goes, minus one.
#[inline(always)]
pub(super) const fn kind(step: usize) -> usize {
    (step >= STRAIGHT) as usize + (step >= FLAT) as usize
}

/// The bit of the voxel at this offset, if it is in the pattern.
pub(super) const fn bit([x, y, z]: [i8; 3]) -> Option<u32> {
    let is_near = x >= -1 && x <= 1 && y >= -1 && y <= 1 && z >= -1 && z <= 1;
    if is_near { Some(1 << ((z + 1) * 9 + (y + 1) * 3 + x + 1)) } else { None }
}

const fn near(off: [i8; 3]) -> u32 {
    match bit(off) {
        Some(bit) => bit,
        None => 0,
    }
}

/// The voxels of the box between two places of the pattern, both included.
pub(super) const fn spanned(a: [i8; 3], b: [i8; 3]) -> u32 {
    let (mut mask, mut at) = (0, 0);
    while at < 27 {
        let off = [at % 3 - 1, at / 3 % 3 - 1, at / 9 - 1];
        let (mut is_inside, mut axis) = (true, 0);
        while axis < 3 {
            let (least, most) =
                if a[axis] < b[axis] { (a[axis], b[axis]) } else { (b[axis], a[axis]) };
            is_inside &= least <= off[axis] && off[axis] <= most;
            axis += 1;
        }
        if is_inside {
            mask |= near(off);
        }
        at += 1;
    }
    mask
}

/// For each step: the voxels that must be free under `Never`.
pub(super) static BOXES: [u32; 26] = {
    let (mut boxes, mut step) = ([0; 26], 0);
    while step < 26 {
        boxes[step] = spanned([0; 3], STEPS[step]);
        step += 1;
    }
    boxes
};

/// For each step: what a way round the corner passes, for each of the six orders of the axes.
static WAYS: [[u32; 6]; 26] = {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let (mut ways, mut at) = ([[MIDDLE; 6]; 26], 0);
    while at < 26 * 6 {
        let (step, order) = (at / 6, at % 6);
        let (mut off, mut turn) = ([0; 3], 0);
        while turn < 3 {
            let axis = ORDERS[order][turn];
            off[axis] = STEPS[step][axis];
            ways[step][order] |= near(off);
            turn += 1;
        }
        at += 1;
    }
    ways
};

/// The first `count` steps that a pattern allows.
#[inline(always)]
pub(super) fn allowed(pattern: u32, count: usize, corners: Corners) -> u32 {
    let all = (1u32 << count) - 1;
    if pattern == OPEN {
        return all;
    }
    if pattern & MIDDLE == 0 {
        return 0;
    }
    if corners == Corners::Never {
        return allowed_by_boxes(pattern) & all;
    }
    let is_open = |&step: &usize| match corners {
        Corners::Always => pattern & near(STEPS[step]) != 0,
        _ => WAYS[step].iter().any(|&way| way & !pattern == 0),
    };
    (0..count).filter(is_open).fold(0, |mask, step| mask | 1 << step)
}

/// The steps that cut no corner.
#[inline(always)]
fn allowed_by_boxes(pattern: u32) -> u32 {
    let mut mask = 0;
    for (step, &needed) in BOXES.iter().enumerate() {
        mask |= u32::from(pattern & needed == needed) << step;
    }
    mask
}
