//! Views with precomputed allowed steps for every cell.

use std::ops::{BitAnd, BitOr};
use std::sync::Arc as Shared;

use crate::base::{Dir, NodeId};
use crate::shapes::square::{Corners, GridView, Neighbours};

impl GridView<'_> {
    /// The same view with precomputed allowed steps for every cell: one byte per cell, and searches
    /// no longer read terrain and walls. Worthwhile for more than a handful of queries, or for one
    /// distance field.
    ///
    /// # Complexity
    ///
    /// O(cells): under a millisecond per million, or some tens of milliseconds if there are walls
    /// between cells or several media.
    #[must_use]
    pub fn prepared(mut self) -> Self {
        self.table = None;
        let mut steps = Vec::new();
        if !self.fill_steps(&mut steps, &mut Vec::new()) {
            let nodes = (0..self.grid.cell_count()).map(NodeId::new);
            steps = nodes.map(|node| self.steps_from(node)).collect();
        }
        self.table = Some(steps.into());
        self
    }

    /// The same view with steps that an equal view has [prepared](Self::prepared), for the same
    /// revision of the grid and the same mover.
    #[must_use]
    pub(crate) fn with_step_table(mut self, steps: Shared<[u8]>) -> Self {
        debug_assert_eq!(steps.len(), self.grid.cell_count() as usize);
        self.table = Some(steps);
        self
    }

    /// Fills `steps` with the steps of all cells, row by row, if only terrain of one medium
    /// matters; otherwise leaves it unchanged and returns `false`. `rows` is working memory for
    /// three rows.
    ///
    /// A cell is a byte of all ones or zeros, so the eight neighbours of sixteen cells are combined
    /// by a few instructions: 0.4 ns per cell, compared to 4 ns cell by cell.
    pub(crate) fn fill_steps(&self, steps: &mut Vec<u8>, rows: &mut Vec<u8>) -> bool {
        if self.one_medium.is_none() || self.has_forbidden {
            return false;
        }
        // All are written below, so what is there need not be cleared.
        steps.resize(self.grid.cell_count() as usize, 0);
        match (self.neighbours, self.corners) {
            (Neighbours::Four, _) => self.fill_rows::<FOUR>(steps, rows),
            (Neighbours::Eight, Corners::Never) => self.fill_rows::<NEVER>(steps, rows),
            (Neighbours::Eight, Corners::OneFree) => self.fill_rows::<ONE_FREE>(steps, rows),
            (Neighbours::Eight, Corners::Always) => self.fill_rows::<ALWAYS>(steps, rows),
        }
        true
    }

    fn fill_rows<const RULE: u8>(&self, steps: &mut [u8], rows: &mut Vec<u8>) {
        let width = self.grid.width() as usize;
        // One blocked cell at both ends of each row, and a blocked row above the first.
        rows.clear();
        rows.resize(3 * (width + 2), 0);
        let (above, rest) = rows.split_at_mut(width + 2);
        let (here, below) = rest.split_at_mut(width + 2);
        let (mut above, mut here, mut below) = (above, here, below);
        let free = self.media.map(|media| if media == 0 { 0 } else { 0xFF });
        let read = |y: u32, row: &mut [u8]| match self.grid.row(y) {
            Some(classes) => look_up(&free, classes, &mut row[1..=width]),
            None => row.fill(0),
        };
        read(0, here);
        for (y, out) in (1..).zip(steps.chunks_exact_mut(width)) {
            read(y, below);
            steps_of_row::<RULE>(above, here, below, out);
            (above, here, below) = (here, below, above);
        }
    }
}

/// What `table` has for each class. Eight at a time, since most are like the eight before them.
#[inline(always)]
fn look_up(table: &[u8; 256], classes: &[u8], out: &mut [u8]) {
    let (eights, rest) = classes.as_chunks::<8>();
    let (places, last) = out.as_chunks_mut::<8>();
    let mut known = ([0; 8], [table[0]; 8]);
    for (place, &eight) in places.iter_mut().zip(eights) {
        if eight != known.0 {
            known = (eight, eight.map(|class| table[class as usize]));
        }
        *place = known.1;
    }
    for (place, &class) in last.iter_mut().zip(rest) {
        *place = table[class as usize];
    }
}

const FOUR: u8 = 0;
const NEVER: u8 = 1;
const ONE_FREE: u8 = 2;
const ALWAYS: u8 = 3;

/// The steps out of each cell of a row; cells are all ones if free, and rows have one extra cell on
/// both sides.
#[inline(always)]
fn steps_of_row<const RULE: u8>(above: &[u8], here: &[u8], below: &[u8], out: &mut [u8]) {
    let around = around(above, here, below, out.len());
    // What is built for WebAssembly has no vectors.
    let done = if cfg!(target_family = "wasm") { steps_by_words::<RULE>(&around, out) } else { 0 };
    steps_by_bytes::<RULE>(&around, out, done);
}

/// The cells of a row and its neighbours, from the north clockwise.
#[inline(always)]
fn around<'a>(above: &'a [u8], here: &'a [u8], below: &'a [u8], width: usize) -> Around<&'a [u8]> {
    let [nw, n, ne] = [&above[..width], &above[1..=width], &above[2..width + 2]];
    let [w, mid, e] = [&here[..width], &here[1..=width], &here[2..width + 2]];
    let [sw, s, se] = [&below[..width], &below[1..=width], &below[2..width + 2]];
    Around { mid, beside: [n, ne, e, se, s, sw, w, nw] }
}

/// A cell, or several that lie in a row, with its neighbours from the north clockwise.
struct Around<T> {
    mid: T,
    beside: [T; 8],
}

/// The steps of the cells from `first` on, one by one, for the compiler to combine.
#[inline(always)]
fn steps_by_bytes<const RULE: u8>(around: &Around<&[u8]>, out: &mut [u8], first: usize) {
    for x in first..out.len() {
        let cells = Around { mid: around.mid[x], beside: around.beside.map(|row| row[x]) };
        out[x] = steps_of::<RULE, u8>(&cells, |dir| dir.bit());
    }
}

/// The steps of eight cells at a time; returns for how many cells. Fewer than eight are left.
#[inline(always)]
fn steps_by_words<const RULE: u8>(around: &Around<&[u8]>, out: &mut [u8]) -> usize {
    let mid = around.mid.as_chunks::<8>().0;
    // One by one: `map` of an array is a call where size counts.
    let [n, ne, e, se, s, sw, w, nw] = around.beside.map(|row| row.as_chunks::<8>().0);
    let (words, _) = out.as_chunks_mut::<8>();
    for (at, out) in words.iter_mut().enumerate() {
        let [n, ne, e, se] = [word(n[at]), word(ne[at]), word(e[at]), word(se[at])];
        let [s, sw, w, nw] = [word(s[at]), word(sw[at]), word(w[at]), word(nw[at])];
        let cells = Around { mid: word(mid[at]), beside: [n, ne, e, se, s, sw, w, nw] };
        *out = steps_of::<RULE, u64>(&cells, |dir| word([dir.bit(); 8])).to_ne_bytes();
    }
    8 * words.len()
}

#[inline(always)]
fn word(bytes: [u8; 8]) -> u64 {
    u64::from_ne_bytes(bytes)
}

#[inline(always)]
fn steps_of<const RULE: u8, T>(cells: &Around<T>, bit: impl Fn(Dir) -> T) -> T
where
    T: Copy + BitAnd<Output = T> + BitOr<Output = T>,
{
    let [n, ne, e, se, s, sw, w, nw] = cells.beside;
    let straight = n & bit(Dir::N) | e & bit(Dir::E) | s & bit(Dir::S) | w & bit(Dir::W);
    if RULE == FOUR {
        return straight & cells.mid;
    }
    let corner = |end: T, a: T, b: T| match RULE {
        NEVER => end & a & b,
        ONE_FREE => end & (a | b),
        _ => end,
    };
    let diagonal = corner(ne, n, e) & bit(Dir::NE)
        | corner(se, s, e) & bit(Dir::SE)
        | corner(sw, s, w) & bit(Dir::SW)
        | corner(nw, n, w) & bit(Dir::NW);
    (straight | diagonal) & cells.mid
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Cell;
    use crate::shapes::square::{Edit, Grid, Mover};

    /// Checks that every cell of a map has the same steps with and without preparation.
    fn check(grid: &Grid, mover: &Mover) {
        let plain = grid.seen_by(mover);
        let prepared = grid.seen_by(mover).prepared();
        for y in 0..grid.height() {
            for x in 0..grid.width() {
                for dir in Dir::ALL {
                    let cell = Cell::new(x, y);
                    assert_eq!(plain.may_step(cell, dir), prepared.may_step(cell, dir), "{cell}");
                }
            }
        }
    }

    /// What only WebAssembly uses.
    #[test]
    fn eight_cells_at_a_time_have_the_steps_that_each_has() {
        fn both<const RULE: u8>(rows: &[Vec<u8>; 3], width: usize) {
            let around = around(&rows[0], &rows[1], &rows[2], width);
            let [mut bytes, mut words] = [vec![0; width], vec![0; width]];
            steps_by_bytes::<RULE>(&around, &mut bytes, 0);
            let done = steps_by_words::<RULE>(&around, &mut words);
            assert_eq!(done, width / 8 * 8);
            assert_eq!(bytes[..done], words[..done], "rule {RULE}");
        }
        for width in [1, 7, 8, 9, 70] {
            for salt in 0..50 {
                let free = |i: u32| if i.wrapping_mul(2_654_435_761) >> 30 > 0 { 0xFF } else { 0 };
                let row =
                    |y: u32| (0..width as u32 + 2).map(|x| free(x + 97 * (3 * salt + y))).collect();
                let rows = [0, 1, 2].map(row);
                both::<FOUR>(&rows, width);
                both::<NEVER>(&rows, width);
                both::<ONE_FREE>(&rows, width);
                both::<ALWAYS>(&rows, width);
            }
        }
    }

    #[test]
    fn what_is_looked_up_in_runs_is_what_each_class_has() {
        let table = std::array::from_fn(|class| (class as u8).wrapping_mul(37) ^ 5);
        for (len, run) in (0..70).flat_map(|len| [1, 3, 8, 16, 40].map(|run| (len, run))) {
            let classes: Vec<u8> = (0..len).map(|at| (at / run * 11) as u8).collect();
            let mut out = vec![9; len];
            look_up(&table, &classes, &mut out);
            let each: Vec<u8> = classes.iter().map(|&class| table[class as usize]).collect();
            assert_eq!(out, each, "{len} classes in runs of {run}");
        }
    }

    #[test]
    fn preparing_changes_no_step() {
        for (width, height) in
            [(1, 1), (1, 9), (9, 1), (61, 5), (62, 5), (63, 5), (64, 5), (130, 7)]
        {
            let letter = |i: u32| b"....@W3."[(i.wrapping_mul(2_654_435_761) >> 29) as usize];
            let classes: Vec<u8> = (0..width * height).map(letter).collect();
            let mut grid = Grid::from_classes(width, height, &classes).unwrap();
            for corners in [Corners::Never, Corners::OneFree, Corners::Always] {
                let walker = Mover::walker().corners(corners);
                check(&grid, &walker);
                check(&grid, &walker.clone().impassable(b'W'));
                check(&grid, &walker.impassable(b'W').neighbours(Neighbours::Four));
            }
            if width > 2 {
                grid.apply(Edit::new().wall((1, 0), Dir::E)).unwrap();
                check(&grid, &Mover::walker());
            }
        }
    }
}
