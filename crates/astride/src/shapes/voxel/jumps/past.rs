//! Ways past a voxel: from another one beside it to where a step from it leads, or to itself.

use super::super::steps::{MIDDLE, STEPS, kind, spanned};

/// The step from a voxel beside a place to where a step from the place leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Past {
    /// What must be free for it, around the place; nothing ever is where there is no such step.
    pub(super) free: u32,
    /// Along how many axes it goes.
    axes: u8,
}

impl Past {
    /// What it costs.
    #[inline(always)]
    pub(super) fn cost(&self, ticks: [u32; 3]) -> u32 {
        match self.axes {
            0 => 0,
            axes => ticks[usize::from(axes) - 1],
        }
    }
}

/// The number of the step that leads nowhere.
pub(super) const STAY: usize = 26;

/// By place in a pattern and step, [`STAY`] included.
pub(super) static PAST: [[Past; 27]; 27] = {
    let never = Past { free: u32::MAX, axes: 3 };
    let (mut past, mut at) = ([[never; 27]; 27], 0);
    while at < 27 * 27 {
        let (place, step) = (at / 27, at % 27);
        let off = [(place % 3) as i8 - 1, (place / 3 % 3) as i8 - 1, (place / 9) as i8 - 1];
        let to = if step == STAY { [0; 3] } else { STEPS[step] };
        let (mut axes, mut is_step, mut axis) = (0, place != MIDDLE.trailing_zeros() as usize, 0);
        while axis < 3 {
            let along = (to[axis] - off[axis]).abs();
            is_step &= along <= 1;
            axes += (along > 0) as u8;
            axis += 1;
        }
        // Only steps that are not costlier can be of use.
        if is_step && (step == STAY || axes as usize <= kind(step) + 1) {
            past[place][step] = Past { free: spanned(off, to), axes };
        }
        at += 1;
    }
    past
};
