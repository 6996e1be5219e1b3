//! A map prepared for any-angle search: which cells are free, and where paths can turn.

use super::spot::Spot;
use crate::base::{Cell, CellRect};
use crate::shapes::square::{Grid, GridView};
use crate::world::Followed;

/// A map prepared for [`anya`](crate::shapes::square::anya): one bit for each cell and one for each
/// corner at which a shortest path may turn, a quarter of a byte per cell in total, plus four bytes
/// per 64 cells.
///
/// It belongs to a revision of the grid and follows edits with [`update`](AnyAngleMap::update).
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{AnyAngleMap, Edit, Grid, Mover};
/// let mut grid = Grid::new(9, 9, b'.')?;
/// let mover = Mover::walker();
/// let mut map = AnyAngleMap::build(&grid.seen_by(&mover))?;
/// assert_eq!(map.corner_count(), 0);
/// grid.apply(Edit::new().set((4, 4), b'@'))?;
/// map.update(&grid.seen_by(&mover))?;
/// assert_eq!(map.corner_count(), 4, "a pillar");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyAngleMap {
    width: u32,
    height: u32,
    /// Words per line. Lines have one blocked cell before the first, and there is one blocked line
    /// above the first and one below the last.
    stride: usize,
    /// A bit per cell, set where it is free.
    free: Vec<u64>,
    /// A bit per corner (x, y), at line y and bit x, set where exactly one of the four cells around
    /// it is blocked.
    corners: Vec<u64>,
    /// The number of corners before each word.
    bases: Vec<u32>,
    corner_count: u32,
    free_classes: [u8; 256],
    revision: u64,
}

impl AnyAngleMap {
    /// Prepares a map.
    ///
    /// # Errors
    ///
    /// If the shortest line might not be the cheapest path: terrain of different costs or several
    /// media, walls between cells, or links. The message says what to call instead; the
    /// [free space](crate::shapes::square::FreeSpace) of a body takes all of these, because its points
    /// lie in one medium.
    ///
    /// # Complexity
    ///
    /// O(cells), about a millisecond per million.
    pub fn build(view: &GridView<'_>) -> Result<Self, AnyAngleError> {
        check(view)?;
        let grid = view.grid();
        let (width, height) = (grid.width(), grid.height());
        let stride = (width as usize + 2).div_ceil(64);
        let mut map = AnyAngleMap {
            width,
            height,
            stride,
            free: vec![0; stride * (height as usize + 2)],
            corners: vec![0; stride * (height as usize + 1)],
            bases: vec![0; stride * (height as usize + 1)],
            corner_count: 0,
            free_classes: view.free_classes(),
            revision: grid.revision(),
        };
        map.read_rows(grid, 0, height);
        map.number_corners();
        Ok(map)
    }

    /// Follows the edits of the grid since the map was built or last updated. `view` must be the
    /// same grid seen by the same mover; for any other view, or if the grid has discarded some of
    /// the edits, the map is rebuilt from scratch.
    ///
    /// Afterwards the map is equal to a new one.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build); the map then still answers for [`revision`](Self::revision).
    ///
    /// # Complexity
    ///
    /// O(cells in the rows that changed + cells / 64).
    ///
    /// The report counts touched cells, once for every edit, and cells looked at in their rows.
    pub fn update(&mut self, view: &GridView<'_>) -> Result<Followed, AnyAngleError> {
        check(view)?;
        let grid = view.grid();
        let Some(changes) = grid.changes().since(self.revision).filter(|_| self.is_of(view)) else {
            *self = AnyAngleMap::build(view)?;
            let cells = u64::from(self.width) * u64::from(self.height);
            return Ok(Followed { looked: cells, ..Followed::built(cells) });
        };
        let rects: Vec<CellRect> = changes.collect();
        let touched = rects.iter().map(CellRect::area).sum();
        let mut spans: Vec<(u32, u32)> =
            rects.iter().map(|rect| (rect.y, rect.y.saturating_add(rect.height))).collect();
        spans.sort_unstable();
        let (mut rows, mut done) = (0, 0);
        for (top, bottom) in spans {
            let (top, bottom) = (top.max(done), bottom.min(self.height));
            if top < bottom {
                self.read_rows(grid, top, bottom);
                rows += bottom - top;
                done = bottom;
            }
        }
        if rows > 0 {
            self.number_corners();
        }
        self.revision = grid.revision();
        Ok(Followed {
            touched,
            looked: u64::from(rows) * u64::from(self.width),
            ..Followed::default()
        })
    }

    /// Whether a view has the size of the map and the terrain rules of the mover for which it was
    /// built, so that [`update`](Self::update) can follow it.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        let grid = view.grid();
        (grid.width(), grid.height()) == (self.width, self.height)
            && view.free_classes() == self.free_classes
    }

    /// The revision of the grid from which it was built.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of::<Self>()
            + (self.free.capacity() + self.corners.capacity()) * size_of::<u64>()
            + self.bases.capacity() * size_of::<u32>()
    }

    /// The number of corners at which a shortest path may turn.
    pub fn corner_count(&self) -> u32 {
        self.corner_count
    }

    /// Whether the mover can stand on `cell`; `false` off the map.
    pub fn is_free(&self, cell: Cell) -> bool {
        cell.x < self.width
            && cell.y < self.height
            && self.has_free(i64::from(cell.x), i64::from(cell.y))
    }

    /// Whether a path may begin or end at `spot`: one of the cells it touches is free.
    pub fn is_open(&self, spot: Spot) -> bool {
        u64::from(spot.x) <= 2 * u64::from(self.width)
            && u64::from(spot.y) <= 2 * u64::from(self.height)
            && self.touched(spot).any(|(x, y)| self.has_free(x, y))
    }

    /// Columns and rows of the cells whose closed squares contain `spot`; may be off the map by
    /// one.
    fn touched(&self, spot: Spot) -> impl Iterator<Item = (i64, i64)> {
        let ends = |at: u32| (i64::from(at) - 1).div_euclid(2)..=i64::from(at / 2);
        ends(spot.y).flat_map(move |y| ends(spot.x).map(move |x| (x, y)))
    }

    /// Whether a cell is free; columns and rows may be from −1 to one past the last.
    #[inline(always)]
    pub(super) fn has_free(&self, x: i64, y: i64) -> bool {
        let (bit, line) = ((x + 1) as usize, (y + 1) as usize);
        self.free[line * self.stride + bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The first column, and one past the last, of the free cells around column `x` of row `y`,
    /// which is free.
    pub(super) fn run(&self, x: i64, y: i64) -> (i64, i64) {
        let line = self.line(&self.free, (y + 1) as usize);
        let bit = (x + 1) as usize;
        let mut word = bit / 64;
        // The blocked cells before the first and after the last end both scans.
        let mut blocked = !line[word] & (u64::MAX << (bit % 64));
        while blocked == 0 {
            word += 1;
            blocked = !line[word];
        }
        let right = word * 64 + blocked.trailing_zeros() as usize;
        word = bit / 64;
        blocked = !line[word] & (u64::MAX >> (63 - bit % 64));
        while blocked == 0 {
            word -= 1;
            blocked = !line[word];
        }
        let left = word * 64 + 64 - blocked.leading_zeros() as usize;
        (left as i64 - 1, right as i64 - 1)
    }

    /// The first free column of row `y` in `from..end`.
    pub(super) fn next_free(&self, from: i64, end: i64, y: i64) -> Option<i64> {
        let line = self.line(&self.free, (y + 1) as usize);
        next_set(line, (from + 1) as usize, (end + 1) as usize).map(|bit| bit as i64 - 1)
    }

    /// The first turning corner on line `y` with a column in `from..end`.
    pub(super) fn next_corner(&self, from: i64, end: i64, y: i64) -> Option<i64> {
        let line = self.line(&self.corners, y as usize);
        next_set(line, from as usize, end as usize).map(|bit| bit as i64)
    }

    /// The number of a turning corner; `None` if paths do not turn there.
    pub(super) fn corner_at(&self, x: i64, y: i64) -> Option<u32> {
        let word = y as usize * self.stride + x as usize / 64;
        let below = (1 << (x % 64)) - 1;
        let is_corner = self.corners[word] >> (x % 64) & 1 == 1;
        is_corner.then(|| self.bases[word] + (self.corners[word] & below).count_ones())
    }

    /// The position of the turning corner with number `index`.
    pub(super) fn corner_spot(&self, index: u32) -> Spot {
        let word = self.bases.partition_point(|&base| base <= index) - 1;
        let mut bits = self.corners[word];
        for _ in self.bases[word]..index {
            bits &= bits - 1;
        }
        let x = (word % self.stride) as u32 * 64 + bits.trailing_zeros();
        Spot::corner(x, (word / self.stride) as u32)
    }

    fn line<'a>(&self, plane: &'a [u64], line: usize) -> &'a [u64] {
        &plane[line * self.stride..][..self.stride]
    }

    /// Reads the rows of cells `top..bottom` and finds the corners above, between and below them.
    fn read_rows(&mut self, grid: &Grid, top: u32, bottom: u32) {
        for y in top..bottom {
            let line = &mut self.free[(y as usize + 1) * self.stride..][..self.stride];
            line.fill(0);
            for (bit, class) in (1..).zip(grid.row(y).unwrap_or_default()) {
                line[bit / 64] |= u64::from(self.free_classes[usize::from(*class)]) << (bit % 64);
            }
        }
        for y in top as usize..=bottom as usize {
            for word in 0..self.stride {
                let [a, b] = self.beside(y, word);
                let [c, d] = self.beside(y + 1, word);
                // Three of four: one pair is full and the other is half.
                self.corners[y * self.stride + word] = (a & b & (c ^ d)) | (c & d & (a ^ b));
            }
        }
    }

    /// The cells to the left and right of the corners in a word.
    fn beside(&self, line: usize, word: usize) -> [u64; 2] {
        let line = self.line(&self.free, line);
        let next = line.get(word + 1).copied().unwrap_or(0);
        [line[word], line[word] >> 1 | next << 63]
    }

    fn number_corners(&mut self) {
        let mut count = 0;
        for (base, word) in self.bases.iter_mut().zip(&self.corners) {
            *base = count;
            count += word.count_ones();
        }
        self.corner_count = count;
    }
}

/// The first set bit in `from..end`.
fn next_set(line: &[u64], from: usize, end: usize) -> Option<usize> {
    let mut word = from / 64;
    let mut bits = line.get(word)? & (u64::MAX << (from % 64));
    while bits == 0 {
        word += 1;
        if word * 64 >= end {
            return None;
        }
        bits = *line.get(word)?;
    }
    let bit = word * 64 + bits.trailing_zeros() as usize;
    (bit < end).then_some(bit)
}

fn check(view: &GridView<'_>) -> Result<(), AnyAngleError> {
    let refuse = |why| Err(AnyAngleError(why));
    if !view.grid().links().is_empty() {
        return refuse(
            "it has links, which straight lines would miss; lazy_theta and bounded_line take them",
        );
    }
    if view.has_forbidden() {
        return refuse(
            "it has walls, fences or one-way steps between cells; lazy_theta and bounded_line obey \
            them",
        );
    }
    if !view.has_one_medium() {
        return refuse(
            "the mover can stand in several media, and a point on their border would be in all of \
            them; make it keep to one, such as Mover::within(media::LAND)",
        );
    }
    if !view.is_uniform() {
        return refuse(
            "terrain costs differ, so the shortest line need not be the cheapest; bounded_line \
            bounds its cost",
        );
    }
    Ok(())
}

/// A map on which the shortest line may not be the cheapest path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyAngleError(&'static str);

errors! { struct AnyAngleError:
    Self(why) => ("no-any-angle",
        "no shortest any-angle paths on this map: {why}"),
}
