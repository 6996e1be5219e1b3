//! Fingerprints of worlds: one number that says whether tables saved earlier still belong to them.

use crate::base::checksum;
use crate::shapes::square::{Grid, GridView};
use crate::world::rules_of;

/// Where fingerprints start; another number makes all saved ones invalid.
const SEED: u64 = 1;

/// Cells looked at together.
const PIECE: usize = 1 << 12;

impl Grid {
    /// A number that tells this grid from others: size, terrain classes, walls, fences, one-way steps and
    /// links, but not the revision, so edits that are taken back leave it as it was.
    ///
    /// It is the same on every machine. That two different grids share it is as unlikely as that a
    /// guess at 64 random bits is right, if nobody has made them so.
    ///
    /// # Complexity
    ///
    /// O(cells), a fraction of a millisecond per million.
    pub fn fingerprint(&self) -> u64 {
        let sum = sum_of_words(SEED, [self.width(), self.height()]);
        let sum = self.cells().chunks(PIECE).fold(sum, checksum);
        let links =
            self.links().iter().flat_map(|link| [link.from.get(), link.to.get(), link.cost]);
        let fences = self.fence_table().numbers();
        sum_of_words(sum_of_forbidden(sum, self), links.chain(fences))
    }

    /// The classes of all cells, row by row.
    pub(in crate::shapes::square) fn cells(&self) -> &[u8] {
        let pad = self.width() as usize + 1;
        &self.padded_terrain()[pad..pad + self.cell_count() as usize]
    }
}

impl GridView<'_> {
    /// A number that tells what this grid means to this mover: size, scale, corner rule,
    /// neighbours, factor and media of each cell, walls, one-way steps, and the links and fences that
    /// the mover can take.
    ///
    /// Views of one fingerprint have the same arcs, so tables built from one of them serve the
    /// other. A class may be replaced by another one of the same meaning, and the revision does not
    /// matter. What is said of [`Grid::fingerprint`] holds here, too.
    ///
    /// # Complexity
    ///
    /// O(cells), about a millisecond per million.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::square::{Corners, Grid, Mover};
    /// let (dots, grass) = (Grid::new(9, 9, b'.')?, Grid::new(9, 9, b'G')?);
    /// let walker = Mover::walker();
    /// assert_ne!(dots.fingerprint(), grass.fingerprint());
    /// assert_eq!(dots.seen_by(&walker).fingerprint(), grass.seen_by(&walker).fingerprint());
    /// let cutter = walker.clone().corners(Corners::Always);
    /// assert_ne!(dots.seen_by(&walker).fingerprint(), dots.seen_by(&cutter).fingerprint());
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn fingerprint(&self) -> u64 {
        let grid = self.grid;
        let mut sum = sum_of_words(SEED, self.rules());
        // Meanings are numbered in their own order, so that it does not matter which classes have
        // them.
        let factors = self.class_factors();
        let meaning = |class: usize| u32::from(self.media[class]) << 16 | factors[class];
        let on_map = (0..256).filter(|&class| grid.histogram()[class] > 0);
        let mut meanings: Vec<u32> = on_map.map(meaning).collect();
        meanings.sort_unstable();
        meanings.dedup();
        let number = |class: usize| meanings.partition_point(|&other| other < meaning(class)) as u8;
        let numbers: [u8; 256] = std::array::from_fn(number);
        sum = sum_of_words(sum, meanings.iter().copied());
        let mut piece = [0; PIECE];
        for cells in grid.cells().chunks(PIECE) {
            let piece = &mut piece[..cells.len()];
            piece.iter_mut().zip(cells).for_each(|(to, &class)| *to = numbers[usize::from(class)]);
            sum = checksum(sum, piece);
        }
        let links =
            self.links_and_crossings().flat_map(|link| [link.from.get(), link.to.get(), link.cost]);
        sum_of_words(sum_of_forbidden(sum, grid), links)
    }

    /// Width and height of the grid; neighbours, 4 or 8; corner rule, 0 to 2; ticks of a straight and of
    /// a diagonal step.
    pub(crate) fn rules(&self) -> [u32; 6] {
        let [neighbours, corners, straight, diagonal] =
            rules_of(self.neighbours, self.corners, self.scale);
        [self.grid.width(), self.grid.height(), neighbours, corners, straight, diagonal]
    }
}

/// Forbidden steps are as good as not there if there are none.
fn sum_of_forbidden(sum: u64, grid: &Grid) -> u64 {
    let forbidden = grid.forbidden();
    if forbidden.iter().all(|&steps| steps == 0) { sum } else { checksum(sum, forbidden) }
}

fn sum_of_words(sum: u64, words: impl IntoIterator<Item = u32>) -> u64 {
    let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
    checksum(sum, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Dir, Scale};
    use crate::shapes::square::{Corners, Edit, Mover, Neighbours};

    fn small() -> Grid {
        Grid::from_classes(5, 3, b".......@..WW..5").unwrap()
    }

    /// Files of today must still be known on every machine, by every later version.
    #[test]
    fn fingerprints_are_pinned() {
        let grid = small();
        assert_eq!(grid.fingerprint(), 0x2cc7_88d8_907f_d614);
        assert_eq!(grid.seen_by(&Mover::walker()).fingerprint(), 0xba5f_c63b_0343_4a28);
    }

    #[test]
    fn whatever_changes_the_arcs_changes_the_fingerprint() {
        let walker = Mover::walker();
        let mut seen = vec![small().seen_by(&walker).fingerprint()];
        let scale = Scale::new(10, 14).unwrap();
        let movers = [
            walker.clone().corners(Corners::OneFree),
            walker.clone().corners(Corners::Always),
            walker.clone().neighbours(Neighbours::Four),
            walker.clone().scale(scale),
            walker.clone().terrain(b'5', 6).unwrap(),
            walker.clone().impassable(b'5'),
            walker.clone().terrain(b'W', 1).unwrap(),
            walker.clone().terrain(b'@', 1).unwrap(),
        ];
        seen.extend(movers.iter().map(|mover| small().seen_by(mover).fingerprint()));
        let edit = |change: &dyn Fn(&mut Edit)| {
            let (mut grid, mut edit) = (small(), Edit::new());
            change(&mut edit);
            grid.apply(&edit).unwrap();
            grid.seen_by(&walker).fingerprint()
        };
        for y in 0..3 {
            for x in 0..5 {
                seen.push(edit(&|edit| _ = edit.set((x, y), b'9')));
            }
        }
        seen.push(edit(&|edit| _ = edit.wall((0, 0), Dir::E)));
        seen.push(edit(&|edit| _ = edit.forbid_step((0, 0), Dir::E)));
        seen.push(edit(&|edit| _ = edit.link(Cell::new(0, 0), Cell::new(4, 0), 3)));
        seen.push(edit(&|edit| _ = edit.link(Cell::new(0, 0), Cell::new(4, 0), 4)));
        seen.push(
            Grid::from_classes(3, 5, b".......@..WW..5").unwrap().seen_by(&walker).fingerprint(),
        );
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
    }

    #[test]
    fn what_means_the_same_has_the_same_fingerprint() {
        let walker = Mover::walker();
        let mut grid = small();
        let both = |grid: &Grid| (grid.fingerprint(), grid.seen_by(&walker).fingerprint());
        let before = both(&grid);
        let cells = (Cell::new(0, 0), Cell::new(4, 0));
        let mut edit = Edit::new();
        edit.wall((1, 1), Dir::E).set((0, 0), b'@').link(cells.0, cells.1, 9);
        grid.apply(&edit).unwrap();
        assert_ne!(both(&grid).0, before.0);
        let mut back = Edit::new();
        back.remove_wall((1, 1), Dir::E).set((0, 0), b'.').unlink(cells.0, cells.1);
        grid.apply(&back).unwrap();
        assert_eq!(both(&grid), before);
        // Other letters of the same meaning, and a link that cannot be taken.
        grid.apply(Edit::new().set((0, 0), b'G').set((2, 1), b'T').link((2, 1), (0, 0), 7))
            .unwrap();
        assert_eq!(grid.seen_by(&walker).fingerprint(), before.1);
        assert_eq!(grid.seen_by(&walker).prepared().fingerprint(), before.1);
    }
}
