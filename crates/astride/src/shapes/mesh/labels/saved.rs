//! Saving the labels of a mesh as bytes, and loading them without trusting them.

use super::hubs::{Entry, Hubs};
use super::pieces::Pieces;
use super::sweep::View;
use super::{Mesh, MeshLabels};
use crate::base::{
    Container, FileBytes, Groups, PartsError, TablesError, check, check_names, check_rows, few,
    u32s, u64s,
};
use crate::shapes::mesh::locate::Buckets;
use crate::shapes::mesh::polygons::NONE;

/// The kind of a file with the labels of a mesh.
const KIND: [u8; 4] = *b"mesh";

const HUBS_FIRST: &str = "hubs.first";
const HUBS: &str = "hubs";
const NEXT: &str = "hubs.next";
/// Lengths as the bits of floats.
const LENGTHS: &str = "hubs.lengths";
/// Columns and rows of the grid.
const GRID: &str = "grid";
/// The width of a square, as the bits of a float.
const GRID_SIZE: &str = "grid.size";
const GRID_FIRST: &str = "grid.first";
const GRID_POLYGONS: &str = "grid.polygons";
const VIEWS_FIRST: &str = "views.first";
/// Corner, right and left ray of each view.
const VIEWS: &str = "views";

/// All tables of a file, in their order.
const NAMES: [&str; 10] = [
    HUBS_FIRST,
    HUBS,
    NEXT,
    LENGTHS,
    GRID,
    GRID_SIZE,
    GRID_FIRST,
    GRID_POLYGONS,
    VIEWS_FIRST,
    VIEWS,
];

impl MeshLabels {
    /// The labels as a file, to be read by [`load`](Self::load) with the same mesh. Equal labels give
    /// equal bytes.
    ///
    /// # Complexity
    ///
    /// O(bytes), at about the speed of memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::search::Scratch;
    /// use astride::shapes::mesh::{Mesh, MeshLabels, MeshLabelsOptions};
    /// let points = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)];
    /// let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    /// let mesh = Mesh::new(points, &[[0, 1, 2, 3], [0, 3, 4, 5]])?;
    /// let file = MeshLabels::build(&mesh, &MeshLabelsOptions::default())?.save();
    ///
    /// let labels = MeshLabels::load(&file, &mesh)?;
    /// let (from, to) = (Vec2::new(4.0, 1.0), Vec2::new(1.0, 4.0));
    /// let length = labels.distance(&mesh, from, to, &mut Scratch::new())?;
    /// assert_eq!(length.path(), Some(&6.0), "round the corner at 1, 1");
    /// assert!(MeshLabels::load(&file, &mesh.for_radius(0.1)?).is_err(), "other ground");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let (hubs, grid) = (&self.hubs, &self.pieces.grid);
        let of_each = |of: fn(&Entry) -> u32| hubs.entries.iter().map(of).collect::<Vec<_>>();
        let mut tables = Groups::default();
        tables.put(HUBS_FIRST, &hubs.first[..]);
        tables.put(HUBS, of_each(|entry| entry.hub));
        tables.put(NEXT, of_each(|entry| entry.next));
        let lengths = hubs.entries.iter().map(|entry| entry.length.to_bits());
        tables.put(LENGTHS, lengths.collect::<Vec<u64>>());
        tables.put(GRID, vec![grid.columns as u32, grid.rows as u32]);
        tables.put(GRID_SIZE, vec![grid.size.to_bits()]);
        tables.put(GRID_FIRST, &grid.first[..]);
        tables.put(GRID_POLYGONS, &grid.polygons[..]);
        tables.put(VIEWS_FIRST, &self.pieces.first[..]);
        let views = self.pieces.views.iter().flat_map(|view| [view.corner, view.right, view.left]);
        tables.put(VIEWS, views.collect::<Vec<u32>>());
        tables.file(KIND, self.stamp)
    }

    /// Loads the labels of `mesh` as written by [`save`](Self::save).
    ///
    /// # Errors
    ///
    /// If the bytes are not such a file or have changed since they were written, or belong to another mesh,
    /// even one with the same ground and other area classes. What corners see is not checked: bytes forged
    /// with all their checksums can lead to a path that crosses walls or is too long, or to none where
    /// one exists, but not to a panic or an endless query.
    ///
    /// # Complexity
    ///
    /// O(e log h + v) for e entries in labels of h hubs and v views; a small part of building them.
    pub fn load<'a>(
        file: impl Into<FileBytes<'a>>,
        mesh: &Mesh,
    ) -> Result<MeshLabels, TablesError> {
        MeshLabels::load_file(file.into(), mesh)
    }

    fn load_file(file: FileBytes<'_>, mesh: &Mesh) -> Result<MeshLabels, TablesError> {
        let tables = Container::read(file, KIND)?;
        check(tables.world() == mesh.stamp, HUBS, 0, "the mesh that is given")?;
        check_names(&tables, NAMES.into_iter())?;
        let hubs = Hubs::read(&tables, mesh)?;
        let pieces = Pieces::read(&tables, mesh)?;
        Ok(MeshLabels { stamp: mesh.stamp, hubs, pieces })
    }
}

/// Checks that the numbers of each row increase.
fn check_rising_rows(
    first: &[u32],
    numbers: &[u32],
    part: &'static str,
    expected: &'static str,
) -> Result<(), PartsError> {
    first.windows(2).try_for_each(|row| {
        let row = row[0] as usize..row[1] as usize;
        check(numbers[row.clone()].is_sorted_by(|a, b| a < b), part, row.start, expected)
    })
}

impl Hubs {
    fn read(tables: &Container<'_>, mesh: &Mesh) -> Result<Self, PartsError> {
        let count = mesh.corners.len();
        let (first, hubs) = (u32s(tables, HUBS_FIRST)?, u32s(tables, HUBS)?);
        check_rows(&first, count, hubs.len(), HUBS_FIRST)?;
        let (next, lengths) = (u32s(tables, NEXT)?, u64s(tables, LENGTHS)?);
        check(next.len() == hubs.len(), NEXT, next.len(), "as many numbers as hubs")?;
        check(lengths.len() == hubs.len(), LENGTHS, lengths.len(), "as many numbers as hubs")?;
        check_rising_rows(&first, &hubs, HUBS, "rising hubs")?;
        let beyond = hubs.iter().position(|&hub| hub as usize >= count);
        check(beyond.is_none(), HUBS, beyond.unwrap_or(0), "the number of a corner")?;
        let entry = |((hub, next), length)| Entry { length: f64::from_bits(length), hub, next };
        let entries = hubs.into_iter().zip(next).zip(lengths).map(entry).collect();
        let hubs = Hubs { first, entries };
        hubs.check_ways(mesh)?;
        Ok(hubs)
    }

    /// Checks that each entry leads to its hub, over legs that add up to its length.
    fn check_ways(&self, mesh: &Mesh) -> Result<(), PartsError> {
        let mut ends = vec![NONE; self.corner_count()];
        let mut is_good = vec![false; self.entries.len()];
        let mut way = Vec::new();
        for from in 0..self.corner_count() as u32 {
            for begin in self.row(from) {
                let (mut corner, mut at) = (from, begin);
                while !is_good[at] {
                    // A way that comes back to a corner has passed more than there are.
                    check(way.len() <= self.corner_count(), NEXT, at, "a way that ends")?;
                    way.push(at);
                    let Entry { length, hub, next } = self.entries[at];
                    if next == NONE {
                        let end = &mut ends[hub as usize];
                        check(length == 0.0, LENGTHS, at, "0 at the hub itself")?;
                        check(*end == NONE, NEXT, at, "one corner for each hub")?;
                        *end = corner;
                        break;
                    }
                    let known = (next as usize) < self.corner_count();
                    let onward = known.then(|| self.position(next, hub)).flatten();
                    let onward = onward.ok_or(PartsError::Damaged {
                        part: NEXT,
                        at,
                        expected: "a corner with the same hub",
                    })?;
                    let leg = mesh.corner_at(corner).distance_to(mesh.corner_at(next));
                    // Exactly, to the bit: it was computed as this very sum.
                    let sum = self.entries[onward].length + leg;
                    check(
                        length.to_bits() == sum.to_bits(),
                        LENGTHS,
                        at,
                        "the sum of the legs to the hub",
                    )?;
                    (corner, at) = (next, onward);
                }
                way.drain(..).for_each(|at| is_good[at] = true);
            }
        }
        Ok(())
    }
}

impl Pieces {
    fn read(tables: &Container<'_>, mesh: &Mesh) -> Result<Self, PartsError> {
        let grid = Buckets::read(tables, mesh)?;
        let (first, views) = (u32s(tables, VIEWS_FIRST)?, u32s(tables, VIEWS)?);
        let (views, rest) = views.as_chunks::<3>();
        check(rest.is_empty(), VIEWS, 3 * views.len(), "three numbers for each view")?;
        check_rows(&first, grid.entry_count(), views.len(), VIEWS_FIRST)?;
        let view = |&[corner, right, left]: &[u32; 3]| View { corner, right, left };
        let views: Vec<View> = views.iter().map(view).collect();
        let wrong = views.iter().position(|view| !view.is_of(mesh));
        check(wrong.is_none(), VIEWS, 3 * wrong.unwrap_or(0), "a corner and two vertices")?;
        Ok(Pieces { grid, first, views })
    }
}

impl Buckets {
    fn read(tables: &Container<'_>, mesh: &Mesh) -> Result<Self, PartsError> {
        let [columns, rows] = few(u32s(tables, GRID)?, GRID)?.map(|side: u32| side as usize);
        let [size] = few(u64s(tables, GRID_SIZE)?, GRID_SIZE)?.map(f64::from_bits);
        check(size > 0.0 && size.is_finite(), GRID_SIZE, 0, "a width above 0")?;
        let (first, polygons) = (u32s(tables, GRID_FIRST)?, u32s(tables, GRID_POLYGONS)?);
        let squares = columns.checked_mul(rows).filter(|&squares| squares > 0);
        let good = squares.is_some_and(|squares| squares < first.len());
        check(good, GRID, 0, "columns and rows of the squares that are listed")?;
        check_rows(&first, columns * rows, polygons.len(), GRID_FIRST)?;
        // So a query looks at no polygon more than once.
        check_rising_rows(&first, &polygons, GRID_POLYGONS, "rising polygons")?;
        let beyond = polygons.iter().position(|&polygon| polygon >= mesh.polygon_count());
        check(beyond.is_none(), GRID_POLYGONS, beyond.unwrap_or(0), "the number of a polygon")?;
        let Buckets { least, most, .. } = mesh.buckets;
        Ok(Buckets { least, most, size, columns, rows, first, polygons })
    }
}
