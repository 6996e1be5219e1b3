//! Lines of bits with several interleaved lanes, and scans along them.

use crate::base::bits::BitPlane;

/// Lanes of straight lines: stops for paths upwards in position (eastwards, southwards), stops for
/// paths downwards (westwards, northwards), walls; on rows also jump points.
pub(super) type Straight = [u64; 4];
/// Lanes of the lines of first steps: where a path upwards in position ends (one position past the
/// last reachable cell), and where one downwards does; then the cells from which a jump point is
/// seen by turning off to one side and to the other, on paths upwards and on paths downwards.
pub(super) type First = [u64; 6];

/// On straight lines: stops for paths upwards in position.
pub(super) const UP: usize = 0;
/// On straight lines: stops for paths downwards in position.
pub(super) const DOWN: usize = 1;
/// On straight lines: walls.
pub(super) const WALL: usize = 2;
/// On rows: jump points.
pub(super) const POINT: usize = 3;

/// Lines of bits with several interleaved lanes. Positions are numbered consecutively: bit `i` of
/// line `l` has position `l × bits_per_line + i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines<Lanes> {
    pub(super) words: Vec<Lanes>,
    pub(super) bits_per_line: usize,
}

impl<const N: usize> Lines<[u64; N]> {
    #[inline(always)]
    pub(super) fn has(&self, lane: usize, place: usize) -> bool {
        self.words[place / 64][lane] >> (place % 64) & 1 == 1
    }

    pub(super) fn set(&mut self, lane: usize, place: usize, is_set: bool) {
        let word = &mut self.words[place / 64][lane];
        *word = *word & !(1 << (place % 64)) | u64::from(is_set) << (place % 64);
    }

    /// Whether `lane` has a bit set among the `count` positions from `place` on.
    #[inline(always)]
    pub(super) fn has_any(&self, lane: usize, place: usize, count: usize) -> bool {
        if count == 0 {
            return false;
        }
        let last = place + count - 1;
        let (mut word, end) = (place / 64, last / 64);
        let mut mask = !0 << (place % 64);
        while word < end {
            if self.words[word][lane] & mask != 0 {
                return true;
            }
            mask = !0;
            word += 1;
        }
        self.words[word][lane] & mask & (!0 >> (63 - last % 64)) != 0
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<[u64; N]>()
    }

    pub(super) fn line_count(&self) -> usize {
        self.words.len() * 64 / self.bits_per_line
    }

    /// One lane as a separate plane.
    pub(super) fn plane(&self, lane: usize) -> BitPlane {
        let mut plane = BitPlane::new(self.line_count(), self.bits_per_line);
        plane.words_mut().iter_mut().zip(&self.words).for_each(|(to, lanes)| *to = lanes[lane]);
        plane
    }
}

impl Lines<Straight> {
    /// The first stop after `place`, and whether it is a wall. Every line ends in stops.
    #[inline(always)]
    pub(super) fn next_stop(&self, place: usize) -> (usize, bool) {
        let mut word = place / 64;
        let mut lanes = &self.words[word];
        let mut bits = lanes[UP] & (!1 << (place % 64));
        while bits == 0 {
            word += 1;
            lanes = &self.words[word];
            bits = lanes[UP];
        }
        let bit = bits.trailing_zeros();
        (word * 64 + bit as usize, lanes[WALL] >> bit & 1 == 1)
    }

    /// The last stop before `place`, and whether it is a wall. Every line begins with a stop.
    #[inline(always)]
    pub(super) fn stop_before(&self, place: usize) -> (usize, bool) {
        let mut word = place / 64;
        let mut lanes = &self.words[word];
        let mut bits = lanes[DOWN] & !(!0 << (place % 64));
        while bits == 0 {
            word -= 1;
            lanes = &self.words[word];
            bits = lanes[DOWN];
        }
        let bit = 63 - bits.leading_zeros();
        (word * 64 + bit as usize, lanes[WALL] >> bit & 1 == 1)
    }
}

impl<const N: usize> Lines<[u64; N]> {
    /// Walks upwards in position from `place`, where the first step must be allowed, up to the next
    /// bit of lane `end`. Passes the bits of `lanes` on the way to `visit`: the index of the lane
    /// in the list, and the number of steps from `place`. Returns the length of the walk in steps.
    #[inline(always)]
    pub(super) fn walk_up<const K: usize>(
        &self,
        place: usize,
        (end, lanes): (usize, [usize; K]),
        mut visit: impl FnMut(usize, usize),
    ) -> usize {
        let mut word = (place + 1) / 64;
        let mut mask = !0 << ((place + 1) % 64);
        // It does not matter that the walk would end here because `place` is itself a jump point.
        let mut ends_mask = mask & (mask - 1);
        loop {
            let bits = &self.words[word];
            let ends = bits[end] & ends_mask;
            // All positions before the first end; the whole word if there is none.
            let inside = mask & (ends & ends.wrapping_neg()).wrapping_sub(1);
            for (which, lane) in lanes.into_iter().enumerate() {
                let mut seen = bits[lane] & inside;
                while seen != 0 {
                    visit(which, word * 64 + seen.trailing_zeros() as usize - place);
                    seen &= seen - 1;
                }
            }
            if ends != 0 {
                return word * 64 + ends.trailing_zeros() as usize - place - 1;
            }
            word += 1;
            (mask, ends_mask) = (!0, !0);
        }
    }

    /// The same downwards in position.
    #[inline(always)]
    pub(super) fn walk_down<const K: usize>(
        &self,
        place: usize,
        (end, lanes): (usize, [usize; K]),
        mut visit: impl FnMut(usize, usize),
    ) -> usize {
        let mut word = (place - 1) / 64;
        let mut mask = !(!1 << ((place - 1) % 64));
        let mut ends_mask = mask >> 1;
        loop {
            let bits = &self.words[word];
            let ends = bits[end] & ends_mask;
            let last = 63 - (ends | 1).leading_zeros();
            let inside = if ends != 0 { mask & (!1 << last) } else { mask };
            for (which, lane) in lanes.into_iter().enumerate() {
                let mut seen = bits[lane] & inside;
                while seen != 0 {
                    visit(which, place - (word * 64 + seen.trailing_zeros() as usize));
                    seen &= seen - 1;
                }
            }
            if ends != 0 {
                return place - (word * 64 + last as usize) - 1;
            }
            word -= 1;
            (mask, ends_mask) = (!0, !0);
        }
    }
}
