//! The memory of sweeps: for each word of 64 hexagons, what was seen and what is still to come.

use std::mem::replace;
use std::ops::RangeInclusive;

use super::HexPlanes;
use crate::search::Part;

/// The number of kinds of waiting hexagons: those of this sweep, of the next, and of the one after.
const AHEAD: usize = 3;

/// Words of a row, first and last; none.
const NO_WORDS: (u32, u32) = (u32::MAX, 0);

/// 64 hexagons of a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word {
    /// Those that a sweep has taken.
    pub(super) seen: u64,
    /// The number of that sweep modulo 4, its low bit and its high bit.
    pub(super) sweep: [u64; 2],
    /// Those that wait for a sweep, by its number modulo 3; also blocked ones and ones seen.
    waiting: [u64; AHEAD],
}

/// Which rows wait for a sweep, and which of their words.
#[derive(Clone, Debug, Default)]
struct Waiting {
    rows: Vec<u64>,
    words: Vec<(u32, u32)>,
}

/// The memory of searches and ranges by bit planes: it grows to the largest map and is then reused.
///
/// # Complexity
///
/// 48 bytes for each 64 hexagons and 33 for each row; for ranges four more for each hexagon. A
/// search clears what the one before has touched.
#[derive(Clone, Debug, Default)]
pub(super) struct HexPlaneMemory {
    pub(super) cells: Vec<Word>,
    waiting: [Waiting; AHEAD],
    /// The words of each row that were touched.
    touched: Vec<(u32, u32)>,
    /// The first and last of the rows that were touched, with one more on either side.
    span: (usize, usize),
    words: usize,
    /// The number of the current sweep.
    pub(super) sweep: usize,
    /// For ranges: the number of steps to each hexagon, counted from `base`.
    pub(super) steps: Vec<u32>,
    pub(super) base: u32,
}

impl Part for HexPlaneMemory {
    fn bytes(&self) -> usize {
        let waiting = |waiting: &Waiting| {
            waiting.rows.capacity() * size_of::<u64>()
                + waiting.words.capacity() * size_of::<(u32, u32)>()
        };
        self.cells.capacity() * size_of::<Word>()
            + self.waiting.iter().map(waiting).sum::<usize>()
            + self.touched.capacity() * size_of::<(u32, u32)>()
            + self.steps.capacity() * size_of::<u32>()
    }
}

impl HexPlaneMemory {
    /// The bytes that a search on a map needs.
    pub(super) fn bytes_for(planes: &HexPlanes) -> usize {
        let rows = planes.extent.height as usize;
        rows * planes.words * size_of::<Word>()
            + rows * (AHEAD + 1) * size_of::<(u32, u32)>()
            + rows.div_ceil(64) * AHEAD * size_of::<u64>()
    }

    /// Forgets everything and makes room for a map.
    pub(super) fn begin(&mut self, planes: &HexPlanes) {
        let (rows, words) = (planes.extent.height as usize, planes.words);
        if self.words == words && self.touched.len() == rows {
            self.clear();
        } else {
            self.cells.clear();
            self.cells.resize(rows * words, Word::default());
            for Waiting { rows: bits, words } in &mut self.waiting {
                bits.clear();
                bits.resize(rows.div_ceil(64), 0);
                words.clear();
                words.resize(rows, NO_WORDS);
            }
            self.touched.clear();
            self.touched.resize(rows, NO_WORDS);
        }
        (self.words, self.sweep, self.span) = (words, 0, (usize::MAX, 0));
    }

    fn clear(&mut self) {
        let (first, last) = self.span;
        for row in first..=last {
            let kept = [&mut self.touched[row]];
            let waiting = self.waiting.iter_mut().map(|waiting| &mut waiting.words[row]);
            for words in kept.into_iter().chain(waiting) {
                let (from, to) = replace(words, NO_WORDS);
                if from <= to {
                    let at = row * self.words;
                    self.cells[at + from as usize..=at + to as usize].fill(Word::default());
                }
            }
        }
        self.waiting.iter_mut().for_each(|waiting| waiting.rows.fill(0));
    }

    /// Puts hexagons of a word on the list of a sweep: one column up, in this one, one column down.
    ///
    /// There is a rim of void around each map, so no column or row is left behind.
    #[inline(always)]
    pub(super) fn send(&mut self, ahead: usize, row: usize, word: usize, bits: [u64; 3]) {
        let [up, same, down] = bits;
        if up | same | down == 0 {
            return;
        }
        let kind = (self.sweep + ahead) % AHEAD;
        let at = row * self.words + word;
        let (mut from, mut to) = (word as u32, word as u32);
        self.cells[at].waiting[kind] |= same | up << 1 | down >> 1;
        if up >> 63 != 0 {
            self.cells[at + 1].waiting[kind] |= 1;
            to += 1;
        }
        if down & 1 != 0 {
            self.cells[at - 1].waiting[kind] |= 1 << 63;
            from -= 1;
        }
        let waiting = &mut self.waiting[kind];
        waiting.rows[row / 64] |= 1 << (row % 64);
        let words = &mut waiting.words[row];
        *words = (words.0.min(from), words.1.max(to));
    }

    /// The next row of this sweep, those farthest from row `last` first and `last` itself at the
    /// end.
    #[inline(always)]
    pub(super) fn next_row(&self, last: usize) -> Option<usize> {
        let rows = &self.waiting[self.sweep % AHEAD].rows;
        let (near, bit) = (last / 64, last % 64);
        let (first, end) = (self.span.0 / 64, (self.span.1 / 64).min(rows.len() - 1));
        let word = |at: usize, mask: u64| if at == near { rows[at] & mask } else { rows[at] };
        let before = (first..=near.min(end)).find_map(|at| {
            let bits = word(at, !(u64::MAX << bit));
            (bits != 0).then(|| at * 64 + bits.trailing_zeros() as usize)
        });
        before.or_else(|| {
            (near.max(first)..=end).rev().find_map(|at| {
                let bits = word(at, u64::MAX << bit);
                (bits != 0).then(|| at * 64 + 63 - bits.leading_zeros() as usize)
            })
        })
    }

    /// Takes a row off the list of this sweep, with its words.
    #[inline(always)]
    pub(super) fn take_row(&mut self, row: usize) -> RangeInclusive<usize> {
        let waiting = &mut self.waiting[self.sweep % AHEAD];
        waiting.rows[row / 64] &= !(1 << (row % 64));
        let (from, to) = replace(&mut waiting.words[row], NO_WORDS);
        from as usize..=to as usize
    }

    /// The hexagons of a word that wait for this sweep.
    #[inline(always)]
    pub(super) fn waiting(&mut self, at: usize) -> &mut u64 {
        &mut self.cells[at].waiting[self.sweep % AHEAD]
    }

    /// Notes that words of a row are touched.
    #[inline(always)]
    pub(super) fn touch(&mut self, row: usize, from: usize, to: usize) {
        let words = &mut self.touched[row];
        *words = (words.0.min(from as u32), words.1.max(to as u32));
        // Hexagons of the rim wait too, in vain.
        let (before, behind) = (row.saturating_sub(1), (row + 1).min(self.touched.len() - 1));
        self.span = (self.span.0.min(before), self.span.1.max(behind));
    }

    /// The words touched, as rows and places in the row.
    pub(super) fn touched(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (first, last) = self.span;
        let rows = (first..=last).map(|row| (row, self.touched[row]));
        rows.flat_map(|(row, (from, to))| {
            (from as usize..to as usize + usize::from(from <= to)).map(move |word| (row, word))
        })
    }

    /// Takes the hexagons that wait in a word, all of which are free and not seen yet, and marks
    /// them.
    #[inline(always)]
    pub(super) fn accept(&mut self, at: usize) -> u64 {
        let new = self.mark(at);
        *self.waiting(at) = 0;
        new
    }

    /// Marks the same hexagons as taken by this sweep, and lets them wait.
    #[inline(always)]
    pub(super) fn mark(&mut self, at: usize) -> u64 {
        let (new, sweep) = (*self.waiting(at), self.sweep as u64);
        let cell = &mut self.cells[at];
        cell.seen |= new;
        cell.sweep[0] |= new & (sweep & 1).wrapping_neg();
        cell.sweep[1] |= new & (sweep >> 1 & 1).wrapping_neg();
        new
    }
}
