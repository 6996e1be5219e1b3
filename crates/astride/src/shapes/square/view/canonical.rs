//! Canonical arcs: one path of each set of paths that differ only in the order of their steps.

use crate::base::Dir;

/// The steps that a canonical path takes after arriving in direction `arrival`: all those to cells
/// that cannot be reached as cheaply from the previous cell without passing through here, diagonals
/// first. Corners are never cut, so after a diagonal step the two cells beside it are free; after a
/// straight one, a blocked cell beside the previous cell opens the side behind it.
///
/// Sturtevant & Rabin, "Canonical Orderings on Grids", IJCAI 2016.
#[inline(always)]
pub(crate) fn canonical_steps(steps: u8, arrival: Dir) -> u8 {
    ONWARD[0][arrival as usize][steps as usize]
}

/// [`canonical_steps`] by direction of arrival, and by the opposite direction.
pub(super) static ONWARD: [[[u8; 256]; 8]; 2] = {
    let (ahead, mut back) = (canonical_table(), [[0; 256]; 8]);
    let mut code = 0;
    while code < 8 {
        back[code] = ahead[(code + 4) & 7];
        code += 1;
    }
    [ahead, back]
};

const fn canonical_table() -> [[u8; 256]; 8] {
    let mut table = [[0; 256]; 8];
    let mut code = 0;
    while code < 8 {
        let dir = Dir::from_code(code);
        let mut steps = 0;
        while steps < 256 {
            let mut keep = dir.bit();
            if dir.is_diagonal() {
                keep |= dir.turned(7).bit() | dir.turned(1).bit();
            } else {
                let mut side = 0;
                while side < 2 {
                    // Left, then right: beside, ahead on that side, behind on that side.
                    let (beside, ahead, behind) = if side == 0 {
                        (dir.turned(6).bit(), dir.turned(7).bit(), dir.turned(5).bit())
                    } else {
                        (dir.turned(2).bit(), dir.turned(1).bit(), dir.turned(3).bit())
                    };
                    if steps as u8 & beside != 0 && steps as u8 & behind == 0 {
                        keep |= beside | ahead;
                    }
                    side += 1;
                }
            }
            table[code as usize][steps] = keep & steps as u8;
            steps += 1;
        }
        code += 1;
    }
    table
}
