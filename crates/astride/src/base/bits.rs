//! Bit planes: 64 cells of a row in one word, and operations on all of them at once.

/// A rectangle of bits, with each line padded to whole words.
///
/// Bit `i` of a line is bit `i % 64` of its word `i / 64`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BitPlane {
    words: Vec<u64>,
    words_per_line: usize,
}

impl BitPlane {
    /// A plane of `lines` lines with at least `bits` bits each, all zero.
    pub(crate) fn new(lines: usize, bits: usize) -> Self {
        let words_per_line = bits.div_ceil(64);
        BitPlane { words: vec![0; lines * words_per_line], words_per_line }
    }

    pub(crate) fn words_per_line(&self) -> usize {
        self.words_per_line
    }

    pub(crate) fn line_count(&self) -> usize {
        self.words.len() / self.words_per_line
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    pub(crate) fn line(&self, line: usize) -> &[u64] {
        &self.words[line * self.words_per_line..][..self.words_per_line]
    }

    pub(crate) fn line_mut(&mut self, line: usize) -> &mut [u64] {
        &mut self.words[line * self.words_per_line..][..self.words_per_line]
    }

    /// The plane transposed: bit `x` of line `y` becomes bit `y` of line `x`. `lines` is the number
    /// of significant bits per line.
    ///
    /// # Complexity
    ///
    /// O(bits / 10): blocks of 64×64 bits are transposed in six rounds.
    pub(crate) fn transposed(&self, lines: usize) -> Self {
        let mut turned = BitPlane::new(lines, self.line_count());
        let mut block = [0; 64];
        for top in (0..self.line_count()).step_by(64) {
            let rows = (self.line_count() - top).min(64);
            for word in 0..self.words_per_line {
                block[rows..].fill(0);
                for (row, bits) in block[..rows].iter_mut().enumerate() {
                    *bits = self.words[(top + row) * self.words_per_line + word];
                }
                transpose_block(&mut block);
                let below = lines.saturating_sub(word * 64).min(64);
                for (row, &bits) in block[..below].iter().enumerate() {
                    turned.words[(word * 64 + row) * turned.words_per_line + top / 64] = bits;
                }
            }
        }
        turned
    }

    /// The plane with its diagonals as lines, so that they can be scanned like rows: bit `x` of
    /// line `y` becomes bit `x` of line `(x + y) % n` (`Rising`) or `(x − y) % n` (`Falling`),
    /// where n is the number of lines.
    ///
    /// Several diagonals share a line, one after the other without a gap; if the first and last
    /// line of the plane are a border, it separates them.
    ///
    /// # Complexity
    ///
    /// O(bits / 10): each column of words is rotated in six rounds.
    pub(crate) fn skewed(&self, slope: Slope) -> Self {
        let lines = self.line_count();
        let mut out = BitPlane { words: vec![0; self.words.len()], ..*self };
        let (mut column, mut rolled) = (vec![0; lines], vec![0; lines]);
        for word in 0..self.words_per_line {
            // The first column of the word determines how far all 64 rotate; the rounds do the
            // rest.
            let offset = word * 64 % lines;
            let mut from = self.words.chunks_exact(self.words_per_line).map(|line| line[word]);
            match slope {
                // Line y goes to offset + y.
                Slope::Rising => {
                    fill(column[offset..].iter_mut(), &mut from);
                    fill(column[..offset].iter_mut(), &mut from);
                }
                // Line y goes to offset − y.
                Slope::Falling => {
                    fill(column[..=offset].iter_mut().rev(), &mut from);
                    fill(column[offset + 1..].iter_mut().rev(), &mut from);
                }
            }
            for (round, mask) in ROUNDS.into_iter().enumerate() {
                let shift = (1 << round) % lines;
                // Line r receives what moves from line r − shift; the first lines receive it from
                // the end.
                let (end, start) = column.split_at(lines - shift);
                let (first, rest) = rolled.split_at_mut(shift);
                take_moving(first, &column[..shift], start, mask);
                take_moving(rest, &column[shift..], end, mask);
                std::mem::swap(&mut column, &mut rolled);
            }
            for (line, &bits) in out.words.chunks_exact_mut(self.words_per_line).zip(&column) {
                line[word] = bits;
            }
        }
        out
    }
}

impl BitPlane {
    /// Undoes [`skewed`](Self::skewed).
    pub(crate) fn unskewed(&self, slope: Slope) -> Self {
        // Falling lines go to (x − y) and from there back to x − (x − y); rising ones end up at −y.
        let mut plane = self.skewed(Slope::Falling);
        if slope == Slope::Rising {
            let per_line = plane.words_per_line;
            plane.words[per_line..].chunks_exact_mut(per_line).for_each(|line| line.reverse());
            plane.words[per_line..].reverse();
        }
        plane
    }
}

/// The direction of the diagonals, with y counted downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slope {
    /// From bottom left to top right: `x + y` is constant.
    Rising,
    /// From top left to bottom right: `x − y` is constant.
    Falling,
}

/// Writes the next words of `from`. The destinations come first, so that no word is lost when they
/// run out.
#[inline(always)]
fn fill<'a>(places: impl Iterator<Item = &'a mut u64>, from: &mut impl Iterator<Item = u64>) {
    places.zip(from).for_each(|(to, bits)| *to = bits);
}

/// Combines the bits of `own` that stay with the bits of `other` that move.
fn take_moving(to: &mut [u64], own: &[u64], other: &[u64], moving: u64) {
    for ((to, &own), &other) in to.iter_mut().zip(own).zip(other) {
        *to = own & !moving | other & moving;
    }
}

/// The bits whose position in the word has bit 0, 1, ... 5 set.
const ROUNDS: [u64; 6] = [
    0xAAAA_AAAA_AAAA_AAAA,
    0xCCCC_CCCC_CCCC_CCCC,
    0xF0F0_F0F0_F0F0_F0F0,
    0xFF00_FF00_FF00_FF00,
    0xFFFF_0000_FFFF_0000,
    0xFFFF_FFFF_0000_0000,
];

/// Transposes a block of 64×64 bits by swapping ever smaller quarters.
///
/// Warren, "Hacker's Delight", section 7-3.
fn transpose_block(block: &mut [u64; 64]) {
    for round in (0..6).rev() {
        let (size, mask) = (1 << round, ROUNDS[round]);
        for pair in block.chunks_exact_mut(2 * size) {
            let (low, high) = pair.split_at_mut(size);
            for (a, b) in low.iter_mut().zip(high) {
                let swap = ((*a >> size) ^ *b) & (mask >> size);
                *b ^= swap;
                *a ^= swap << size;
            }
        }
    }
}

/// For every bit of a line: whether the nearest stop below it (at a smaller position) is a source.
/// Sources are stops. False if there is no stop below.
///
/// The carry of an addition runs through all bits up to the next stop at once.
pub(crate) fn next_below_is_source(sources: &[u64], stops: &[u64], out: &mut [u64]) {
    let (mut carry, mut from_below) = (false, 0);
    for ((&source, &stop), out) in sources.iter().zip(stops).zip(out) {
        let starts = source << 1 | from_below;
        from_below = source >> 63;
        let open = !stop;
        let (sum, over_a) = open.overflowing_add(starts & open);
        let (sum, over_b) = sum.overflowing_add(u64::from(carry));
        *out = sum ^ open | starts;
        carry = over_a | over_b;
    }
}

/// For every bit of a line: whether the nearest stop above it (at a larger position) is a source.
pub(crate) fn next_above_is_source(sources: &[u64], stops: &[u64], out: &mut [u64]) {
    let (mut carry, mut from_above) = (false, 0);
    for ((&source, &stop), out) in sources.iter().zip(stops).zip(out).rev() {
        let starts = source.reverse_bits() << 1 | from_above;
        from_above = source & 1;
        let open = !stop.reverse_bits();
        let (sum, over_a) = open.overflowing_add(starts & open);
        let (sum, over_b) = sum.overflowing_add(u64::from(carry));
        *out = (sum ^ open | starts).reverse_bits();
        carry = over_a | over_b;
    }
}

/// `line[word]` with its bits moved up by one, so that each position shows the bit before it.
#[inline(always)]
pub(crate) fn before(line: &[u64], word: usize) -> u64 {
    line[word] << 1 | if word > 0 { line[word - 1] >> 63 } else { 0 }
}

/// `line[word]` with its bits moved down by one, so that each position shows the bit after it.
#[inline(always)]
pub(crate) fn after(line: &[u64], word: usize) -> u64 {
    line[word] >> 1 | line.get(word + 1).map_or(0, |next| next << 63)
}

/// Combines three windows of three bits each, from three consecutive lines, to a mask of the eight
/// directions around the middle.
#[inline(always)]
pub(crate) fn around(up: u8, mid: u8, down: u8) -> u8 {
    const TABLE: [u8; 512] = around_table();
    TABLE[usize::from(up) | usize::from(mid) << 3 | usize::from(down) << 6]
}

const fn around_table() -> [u8; 512] {
    // The position of each direction among the nine bits, clockwise from north.
    const PLACES: [usize; 8] = [1, 2, 5, 8, 7, 6, 3, 0];
    let mut table = [0; 512];
    let mut nine = 0;
    while nine < 512 {
        let mut code = 0;
        while code < 8 {
            table[nine] |= ((nine >> PLACES[code] & 1) as u8) << code;
            code += 1;
        }
        nine += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(seed: &mut u64) -> u64 {
        *seed ^= *seed << 13;
        *seed ^= *seed >> 7;
        *seed ^= *seed << 17;
        *seed
    }

    fn random_plane(lines: usize, bits: usize, seed: u64) -> BitPlane {
        let mut plane = BitPlane::new(lines, bits);
        let mut seed = seed;
        for line in 0..lines {
            for bit in 0..bits {
                let is_set = noise(&mut seed).is_multiple_of(3);
                plane.line_mut(line)[bit / 64] |= u64::from(is_set) << (bit % 64);
            }
        }
        plane
    }

    fn get(plane: &BitPlane, line: usize, bit: usize) -> bool {
        plane.line(line)[bit / 64] >> (bit % 64) & 1 == 1
    }

    const SIZES: [(usize, usize); 8] =
        [(3, 3), (3, 200), (64, 64), (65, 63), (130, 70), (1, 5), (200, 3), (67, 129)];

    #[test]
    fn transposing_swaps_lines_and_places() {
        for (lines, bits) in SIZES {
            let plane = random_plane(lines, bits, 7);
            let turned = plane.transposed(bits);
            for y in 0..lines {
                for x in 0..bits {
                    assert_eq!(get(&plane, y, x), get(&turned, x, y), "{lines}x{bits} {x} {y}");
                }
            }
        }
    }

    #[test]
    fn skewing_makes_lines_of_diagonals() {
        for (lines, bits) in SIZES {
            let plane = random_plane(lines, bits, 9);
            let (rising, falling) = (plane.skewed(Slope::Rising), plane.skewed(Slope::Falling));
            for y in 0..lines {
                for x in 0..bits {
                    let here = get(&plane, y, x);
                    assert_eq!(get(&rising, (x + y) % lines, x), here, "{lines}x{bits} {x} {y}");
                    let line = (x + y * (lines - 1)) % lines;
                    assert_eq!(get(&falling, line, x), here, "{lines}x{bits} {x} {y}");
                }
            }
            assert_eq!(rising.unskewed(Slope::Rising), plane);
            assert_eq!(falling.unskewed(Slope::Falling), plane);
        }
    }

    #[test]
    fn the_nearest_stop_is_found_on_both_sides() {
        let mut seed = 3;
        for case in 0..200 {
            let mut stops = [0; 4];
            let mut sources = [0; 4];
            for word in 0..4 {
                stops[word] = noise(&mut seed) & noise(&mut seed);
                if case % 2 == 0 {
                    stops[word] &= noise(&mut seed) & noise(&mut seed) & noise(&mut seed);
                }
                sources[word] = stops[word] & noise(&mut seed);
            }
            let bit = |line: &[u64; 4], at: usize| line[at / 64] >> (at % 64) & 1 == 1;
            let (mut below, mut above) = ([0; 4], [0; 4]);
            next_below_is_source(&sources, &stops, &mut below);
            next_above_is_source(&sources, &stops, &mut above);
            for at in 0..256 {
                let low = (0..at).rev().find(|&b| bit(&stops, b));
                let high = (at + 1..256).find(|&b| bit(&stops, b));
                assert_eq!(bit(&below, at), low.is_some_and(|b| bit(&sources, b)), "{at}");
                assert_eq!(bit(&above, at), high.is_some_and(|b| bit(&sources, b)), "{at}");
            }
        }
    }

    #[test]
    fn neighbours_in_a_line() {
        let line = [1 << 63, 2];
        assert_eq!((before(&line, 1), after(&line, 0)), (5, 1 << 62));
        let line = [1 << 63, 1];
        assert_eq!((before(&line, 0), after(&line, 0), after(&line, 1)), (0, 3 << 62, 0));
    }
}
