//! One bit per cell, row after row without gaps, so that three neighbours are read at once.

use crate::base::NodeId;

/// Without words it contains no cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Bits {
    words: Vec<u64>,
    width: usize,
}

impl Bits {
    pub(super) fn new(cells: u32, width: u32) -> Self {
        // With an extra row above and below and a spare word, so that all neighbours of a cell can
        // be read.
        let width = width as usize;
        Bits { words: vec![0; (cells as usize + 2 * width + 2).div_ceil(64) + 1], width }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<u64>()
    }

    #[inline(always)]
    pub(super) fn get(&self, node: NodeId) -> bool {
        let at = node.index() + self.width + 1;
        self.words.get(at / 64).is_some_and(|word| word >> (at % 64) & 1 == 1)
    }

    pub(super) fn set(&mut self, node: NodeId, is_set: bool) {
        let at = node.index() + self.width + 1;
        let bit = 1 << (at % 64);
        let word = &mut self.words[at / 64];
        *word = if is_set { *word | bit } else { *word & !bit };
    }

    /// Which of a cell and its eight neighbours are in the set: three bits for each row, from the
    /// top left; arbitrary off the map.
    #[inline(always)]
    pub(super) fn around(&self, node: NodeId) -> u16 {
        if self.words.is_empty() {
            return 0;
        }
        let three = |at: usize| {
            let (word, shift) = (at / 64, at % 64);
            let low = self.words[word] >> shift;
            let high = (self.words[word + 1] << 1) << (63 - shift);
            ((low | high) & 7) as u16
        };
        let at = node.index();
        three(at) | three(at + self.width) << 3 | three(at + 2 * self.width) << 6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_read_as_one_by_one() {
        let (width, height) = (13, 31);
        let mut bits = Bits::new(width * height, width);
        let is_set = |at: u32| at.wrapping_mul(2_654_435_761) >> 30 == 1;
        for at in (0..width * height).filter(|&at| is_set(at)) {
            bits.set(NodeId::new(at), true);
        }
        for y in 1..height - 1 {
            for x in 1..width - 1 {
                let mut expected = 0;
                for k in 0..9 {
                    let at = (y + k / 3 - 1) * width + x + k % 3 - 1;
                    assert_eq!(bits.get(NodeId::new(at)), is_set(at));
                    expected |= u16::from(is_set(at)) << k;
                }
                assert_eq!(bits.around(NodeId::new(y * width + x)), expected, "{x} {y}");
            }
        }
        for corner in [0, width - 1, width * (height - 1), width * height - 1] {
            let node = NodeId::new(corner);
            assert_eq!(bits.around(node) >> 4 & 1 == 1, is_set(corner));
            bits.set(node, false);
            assert!(!bits.get(node));
        }
        assert_eq!(Bits::default().around(NodeId::new(7)), 0);
    }
}
