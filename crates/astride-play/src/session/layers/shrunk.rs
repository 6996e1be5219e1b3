//! Layers of large maps are shrunk by halves until they fit into a frame.

use crate::session::wire::{Frame, kind};

/// The most cells of a layer.
const MOST_CELLS: u64 = 1 << 22;

/// No level, among pooled levels.
pub(super) const NONE: u64 = u64::MAX;

/// A map shrunk by 2^shift.
pub(super) struct Shrunk {
    map_width: u32,
    map_height: u32,
    width: u32,
    height: u32,
    shift: u32,
}

impl Shrunk {
    pub(super) fn of(map_width: u32, map_height: u32) -> Self {
        let side = |side: u32, shift: u32| side.div_ceil(1 << shift);
        let fits = |shift: &u32| {
            u64::from(side(map_width, *shift)) * u64::from(side(map_height, *shift)) <= MOST_CELLS
        };
        let shift = (0..31).find(fits).unwrap_or(31);
        let (width, height) = (side(map_width, shift), side(map_height, shift));
        Shrunk { map_width, map_height, width, height, shift }
    }

    /// The greatest level of the nodes below each cell.
    pub(super) fn greatest(&self, level: &dyn Fn(usize) -> Option<u64>) -> Vec<u64> {
        let mut levels = vec![NONE; self.width as usize * self.height as usize];
        for y in 0..self.map_height {
            let row = (y >> self.shift) as usize * self.width as usize;
            for x in 0..self.map_width {
                let node = y as usize * self.map_width as usize + x as usize;
                if let Some(level) = level(node) {
                    let into = &mut levels[row + (x >> self.shift) as usize];
                    *into = if *into == NONE { level } else { level.max(*into) };
                }
            }
        }
        levels
    }

    pub(super) fn levels_frame(&self, re: u32, levels: &[u64], min: u64, max: u64) -> Frame {
        let numbers = [self.width, self.height, self.shift, 0];
        let mut frame = Frame::new(kind::LEVELS, re, numbers, 2 * levels.len());
        let span = u128::from((max - min).max(1));
        for &level in levels {
            frame.u16(match level {
                NONE => 0,
                level => 1 + (u128::from(level - min) * 65_534 / span) as u16,
            });
        }
        frame
    }

    /// The code of the node in the middle below each cell.
    pub(super) fn codes_frame(&self, re: u32, codes: &[u8]) -> Frame {
        let mut frame = self.frame(kind::CLASSES, re, 1);
        self.middles().for_each(|node| frame.u8s(&codes[node..=node]));
        frame
    }

    /// One more than the area of the node in the middle below each cell, or 0.
    pub(super) fn areas_frame(&self, re: u32, numbers: &[u16]) -> Frame {
        let mut frame = self.frame(kind::LEVELS, re, 2);
        self.middles().for_each(|node| frame.u16(numbers[node].wrapping_add(1)));
        frame
    }

    fn frame(&self, kind: u8, re: u32, bytes: usize) -> Frame {
        let numbers = [self.width, self.height, self.shift, 0];
        let cells = self.width as usize * self.height as usize;
        Frame::new(kind, re, numbers, bytes * cells)
    }

    /// The nodes in the middle below each cell, row by row.
    fn middles(&self) -> impl Iterator<Item = usize> + '_ {
        let half = (1 << self.shift) / 2;
        (0..self.height).flat_map(move |y| {
            let y = ((y << self.shift) + half).min(self.map_height - 1);
            (0..self.width).map(move |x| {
                let x = ((x << self.shift) + half).min(self.map_width - 1);
                y as usize * self.map_width as usize + x as usize
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_maps_are_shrunk_until_they_fit_and_keep_the_greatest_level() {
        assert_eq!(Shrunk::of(2048, 2048).shift, 0);
        let shrunk = Shrunk::of(4096, 4096);
        assert_eq!((shrunk.width, shrunk.height, shrunk.shift), (2048, 2048, 1));
        let shrunk = Shrunk { map_width: 3, map_height: 3, width: 2, height: 2, shift: 1 };
        let level = |node: usize| (node != 8).then_some(node as u64);
        assert_eq!(shrunk.greatest(&level), [4, 5, 7, NONE]);
    }
}
