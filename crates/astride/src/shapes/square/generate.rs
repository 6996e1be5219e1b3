//! Generated terrain: classes in smooth blobs over the free cells of a grid.
//!
//! Each class has a field of value noise: random numbers on a lattice, with smooth ramps between
//! them. A cell gets the class whose field is highest there. All numbers are integers, so a seed
//! gives the same terrain on every machine. Value noise: Lewis, "Algorithms for solid noise
//! synthesis", SIGGRAPH 1989; the lattice numbers are a SplitMix64 hash (Steele, Lea & Flood,
//! OOPSLA 2014).

use crate::base::Random;
use crate::shapes::square::{Grid, GridError, Mover};

/// Terrain in smooth blobs, to be laid over a grid: classes of factor 1, 2, 3, …
///
/// Free cells are those where [`Mover::walker`] can stand on land: `.` `G` `S` and `1`–`9`. Where
/// the factor is 1, ground keeps its letter and a digit becomes `1`; elsewhere the cell becomes the
/// digit of its factor. [`Mover::walker`] can therefore read the terrain, and every text format can
/// store it. Blocked cells, water, walls, one-way steps and links are unchanged.
///
/// The class of a cell depends only on its position, the seed, the number of classes and the size
/// of the blobs. Each class gets about the same share of a large map.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Grid, Terrain};
/// let grid = Grid::new(100, 100, b'.')?;
/// let terrain = Terrain::new(3, 7)?;
/// let rough = terrain.over(&grid)?;
/// assert!([b'.', b'2', b'3'].iter().all(|&class| rough.histogram()[class as usize] > 1000));
/// let view = rough.seen_by(&terrain.mover());
/// assert_eq!(view.least_factor(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terrain {
    classes: u8,
    seed: u64,
    blob: u32,
}

impl Terrain {
    /// The maximum number of classes, since factors are single digits.
    pub const MAX_CLASSES: u32 = 9;

    /// The default size of a blob, in cells.
    pub const BLOB: u32 = 24;

    /// The maximum size of a blob, in cells.
    pub const MAX_BLOB: u32 = 1 << 14;

    /// Terrain of 2 to 9 classes, in blobs about [`Terrain::BLOB`] cells across.
    ///
    /// # Errors
    ///
    /// If there are fewer than 2 or more than [`Terrain::MAX_CLASSES`] classes.
    pub fn new(classes: u32, seed: u64) -> Result<Self, TerrainError> {
        if !(2..=Self::MAX_CLASSES).contains(&classes) {
            return Err(TerrainError::Classes(classes));
        }
        Ok(Terrain { classes: classes as u8, seed, blob: Self::BLOB })
    }

    /// Sets the approximate diameter of a blob in cells; at 1 every cell is independent.
    ///
    /// # Errors
    ///
    /// If `cells` is 0 or above [`Terrain::MAX_BLOB`].
    pub fn blob(self, cells: u32) -> Result<Self, TerrainError> {
        if !(1..=Self::MAX_BLOB).contains(&cells) {
            return Err(TerrainError::Blob(cells));
        }
        Ok(Terrain { blob: cells, ..self })
    }

    /// A copy of `grid` with this terrain on its free cells; a new grid, of revision 0.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    ///
    /// # Complexity
    ///
    /// O(cells · classes).
    pub fn over(&self, grid: &Grid) -> Result<Grid, GridError> {
        let ground = [b'.', b'G', b'S'];
        let mut fields: Vec<Field> = (0..self.classes).map(|class| self.field(class)).collect();
        let mut row = u32::MAX;
        grid.with_classes(|cell, class| {
            let is_ground = ground.contains(&class);
            if !is_ground && !(b'1'..=b'9').contains(&class) {
                return class;
            }
            if cell.y != row {
                row = cell.y;
                fields.iter_mut().for_each(|field| field.begin_row(row, grid.width()));
            }
            let mut best = (0, 0);
            for (factor, field) in (1..).zip(&fields) {
                // The first of equals; every height is at least 1.
                let height = field.height(cell.x) + 1;
                if height > best.0 {
                    best = (height, factor);
                }
            }
            if best.1 == 1 && is_ground { class } else { b'0' + best.1 }
        })
    }

    /// The mover for this terrain: [`Mover::walker`], for whom the class of each digit costs its
    /// factor.
    pub fn mover(&self) -> Mover {
        Mover::walker()
    }

    /// The field of one class, on a lattice of its own, so that the hills of different classes are
    /// not all at the same points.
    fn field(&self, class: u8) -> Field {
        let seed = mixed(self.seed ^ mixed(u64::from(class) + 1));
        let shift = mixed(seed);
        let side = u64::from(self.blob);
        let ramp = (0..self.blob).map(|at| smooth(u64::from(at), side)).collect();
        let offset = ((shift % side) as u32, ((shift >> 32) % side) as u32);
        Field { seed, side: self.blob, offset, ramp, row: Vec::new() }
    }
}

/// Heights between lattice points are in units of 1 / `ONE`.
const ONE: u64 = 1 << 12;

/// One field of value noise, prepared for one row at a time.
struct Field {
    seed: u64,
    /// The number of cells between lattice points.
    side: u32,
    /// The origin of the lattice, in cells left of and above the map.
    offset: (u32, u32),
    /// The smooth ramp from one lattice point to the next: `ramp[cells]`, below [`ONE`].
    ramp: Vec<u32>,
    /// The heights at the lattice columns, in the current row.
    row: Vec<u64>,
}

impl Field {
    fn begin_row(&mut self, y: u32, width: u32) {
        let y = y + self.offset.1;
        let (above, at) = (y / self.side, u64::from(self.ramp[(y % self.side) as usize]));
        let columns = (width + self.offset.0) / self.side + 2;
        self.row.clear();
        let seed = self.seed;
        self.row.extend((0..columns).map(|column| {
            let point = |row: u32| mixed(seed ^ (u64::from(row) << 32 | u64::from(column))) >> 48;
            point(above) * (ONE - at) + point(above + 1) * at
        }));
    }

    fn height(&self, x: u32) -> u64 {
        let x = x + self.offset.0;
        let (left, at) = ((x / self.side) as usize, self.ramp[(x % self.side) as usize]);
        self.row[left] * (ONE - u64::from(at)) + self.row[left + 1] * u64::from(at)
    }
}

/// `3t² − 2t³` for `t = at / side`, in units of 1 / [`ONE`]; `side` is at most 2¹⁴.
fn smooth(at: u64, side: u64) -> u32 {
    (at * at * (3 * side - 2 * at) * ONE / (side * side * side)) as u32
}

/// Mixes the bits of a number.
fn mixed(number: u64) -> u64 {
    Random::new(number).next()
}

/// Terrain that cannot be generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TerrainError {
    /// The number of classes requested is invalid.
    Classes(u32),
    /// The size of blobs requested is invalid.
    Blob(u32),
}

errors! { enum TerrainError:
    Classes(count) => ("terrain-classes",
        "{count} terrain classes, expected 2 to {}", Terrain::MAX_CLASSES),
    Blob(cells) => ("terrain-blob", "blobs of {cells} cells, expected 1 to {}", Terrain::MAX_BLOB),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Dir;
    use crate::shapes::square::Edit;

    fn digest(grid: &Grid) -> u64 {
        let rows = (0..grid.height()).filter_map(|y| grid.row(y));
        rows.flatten().fold(0xcbf2_9ce4_8422_2325, |hash, &class| {
            (hash ^ u64::from(class)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    }

    #[test]
    fn terrain_is_pinned() {
        let grid = Grid::new(150, 130, b'.').unwrap();
        let made = |classes, seed, blob| {
            let terrain = Terrain::new(classes, seed).unwrap().blob(blob).unwrap();
            digest(&terrain.over(&grid).unwrap())
        };
        let digests = [made(2, 0, 24), made(3, 1, 24), made(9, 2, 24), made(9, 2, 1)];
        let expected = [
            0x92a6_0690_1abb_7af1,
            0x3c9a_682f_11f3_c3a3,
            0x7aaf_c7b7_2ba5_4dd6,
            0xa70b_958e_bd4d_92a2,
        ];
        assert_eq!(digests, expected, "got {digests:#018x?}");
    }

    #[test]
    fn only_ground_changes() {
        let mut grid = Grid::from_classes(7, 2, b".GS15@W#TOEAB.").unwrap();
        grid.apply(Edit::new().wall((0, 0), Dir::E).link((0, 0), (6, 1), 9)).unwrap();
        for seed in 0..200 {
            let made = Terrain::new(3, seed).unwrap().over(&grid).unwrap();
            for (node, &before) in
                grid.row(0).unwrap().iter().chain(grid.row(1).unwrap()).enumerate()
            {
                let after = made.class((node as u32 % 7, node as u32 / 7)).unwrap();
                match before {
                    b'.' | b'G' | b'S' => assert!([before, b'2', b'3'].contains(&after)),
                    b'1' | b'5' => assert!(b"123".contains(&after)),
                    _ => assert_eq!(after, before),
                }
            }
            assert!(made.is_step_forbidden((1, 0), Dir::W));
            assert_eq!((made.links(), made.revision()), (grid.links(), 0));
        }
    }

    #[test]
    fn classes_share_the_map_and_blobs_are_of_the_size_asked_for() {
        let grid = Grid::new(600, 400, b'.').unwrap();
        for classes in [2, 5, 9] {
            for blob in [4, 24] {
                let terrain = Terrain::new(classes, 5).unwrap().blob(blob).unwrap();
                let made = terrain.over(&grid).unwrap();
                let fair = grid.cell_count() / classes;
                for factor in 1..=classes as u8 {
                    let letter = if factor == 1 { b'.' } else { b'0' + factor };
                    let count = made.histogram()[letter as usize];
                    assert!(count > fair / 3 && count < fair * 3, "{factor}: {count} of {fair}");
                }
                // The average length of a run along a row.
                let changes = |row: &[u8]| row.windows(2).filter(|pair| pair[0] != pair[1]).count();
                let runs: usize = (0..400).map(|y| 1 + changes(made.row(y).unwrap())).sum();
                let mean = 600 * 400 / runs as u32;
                assert!(mean >= blob / 2 && mean <= 3 * blob, "{classes} {blob}: runs of {mean}");
            }
        }
    }

    #[test]
    fn the_histogram_is_that_of_the_cells() {
        let grid = Grid::from_classes(5, 4, b"....@@@WW....3......").unwrap();
        let made = Terrain::new(4, 9).unwrap().blob(2).unwrap().over(&grid).unwrap();
        let mut counted = [0; 256];
        for y in 0..4 {
            made.row(y).unwrap().iter().for_each(|&class| counted[class as usize] += 1);
        }
        assert_eq!(made.histogram(), &counted);
    }

    #[test]
    fn impossible_terrain_is_refused() {
        assert_eq!(Terrain::new(1, 0), Err(TerrainError::Classes(1)));
        assert_eq!(Terrain::new(10, 0), Err(TerrainError::Classes(10)));
        let two = Terrain::new(2, 0).unwrap();
        assert_eq!(two.blob(0), Err(TerrainError::Blob(0)));
        assert_eq!(two.blob(1 << 15), Err(TerrainError::Blob(1 << 15)));
        assert_eq!(TerrainError::Classes(1).to_string(), "1 terrain classes, expected 2 to 9");
        assert!(two.blob(Terrain::MAX_BLOB).unwrap().over(&Grid::new(3, 3, b'.').unwrap()).is_ok());
    }
}
