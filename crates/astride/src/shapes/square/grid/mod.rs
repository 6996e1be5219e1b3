//! The square grid: terrain classes, walls, fences, one-way steps and links, with a revision for every edit.

mod after;
mod crossed;
mod edit;
mod fences;
mod packed;
mod saved;

pub(in crate::shapes::square) use after::After;
pub(in crate::shapes::square) use crossed::Crosser;
use crossed::Recent;
pub use edit::Edit;
pub(in crate::shapes::square) use saved::check_rising;

use std::fmt;
use std::sync::Arc as Shared;

use crate::base::{Cell, CellRect, Dir, Divider, NodeId};
use crate::shapes::square::{GridView, Mover};
use crate::world::{Changes, Fence, Fences, Link, Links, MAX_LINKS_PER_CELL, Side};

/// A map of square cells: one terrain class (0–255) per cell, walls and fences between neighbours,
/// one-way steps, and links between any two cells.
///
/// Classes are plain bytes; a [`Mover`] says what they mean. The text formats use the byte of the
/// letter in the file, so a map keeps its letters through every conversion.
///
/// A cell takes one byte, plus one when the grid has walls, fences or one-way steps. Node ids are
/// `y * width + x`.
///
/// # Examples
///
/// ```
/// use astride::base::{Cell, Dir, CellRect};
/// use astride::shapes::square::{Edit, Grid};
/// let mut grid = Grid::new(64, 64, b'.')?;
/// let revision = grid.apply(
///     Edit::new()
///         .fill(CellRect::new(10, 0, 1, 60), b'@')
///         .wall(Cell::new(3, 3), Dir::E)
///         .link(Cell::new(0, 0), Cell::new(63, 63), 50_000),
/// )?;
/// assert_eq!((revision, grid.class(Cell::new(10, 5))), (1, Some(b'@')));
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone)]
pub struct Grid {
    width: u32,
    height: u32,
    /// Row by row, with `width + 1` bytes of padding before and after so that the eight
    /// neighbours of any cell can be read without a check; what they read there is masked out.
    terrain: Vec<u8>,
    histogram: [u32; 256],
    rows: Divider,
    /// Per cell, the directions in which stepping out is forbidden; empty when there are none.
    forbidden: Vec<u8>,
    /// How many cells have such directions.
    forbidding: u32,
    links: Links,
    fences: Fences,
    recent: Recent,
    log: Changes,
    /// Whether cells are places of a large body, whose classes are no terrain.
    pub(in crate::shapes::square) has_places: bool,
}

impl Grid {
    /// The most cells a grid may have: 2³⁰, for example 32768 × 32768.
    pub const MAX_CELLS: u64 = 1 << 30;

    /// A grid of `width` × `height` cells, all of terrain `class`.
    ///
    /// # Errors
    ///
    /// If a side is 0, there would be more than [`Grid::MAX_CELLS`] cells, or memory is short.
    pub fn new(width: u32, height: u32, class: u8) -> Result<Self, GridError> {
        let mut grid = Grid::padded(width, height)?;
        let pad = width as usize + 1;
        grid.terrain.resize(pad + width as usize * height as usize, class);
        grid.terrain.resize(grid.terrain.len() + pad, 0);
        grid.histogram[class as usize] = width * height;
        Ok(grid)
    }

    /// A grid from terrain classes row by row from the top left.
    ///
    /// # Errors
    ///
    /// As [`Grid::new`], or if `classes` does not hold `width * height` bytes.
    pub fn from_classes(width: u32, height: u32, classes: &[u8]) -> Result<Self, GridError> {
        let mut grid = Grid::padded(width, height)?;
        let expected = u64::from(width) * u64::from(height);
        if classes.len() as u64 != expected {
            return Err(GridError(Kind::Cells { found: classes.len() as u64, expected }));
        }
        grid.terrain.extend_from_slice(classes);
        grid.terrain.resize(classes.len() + 2 * (width as usize + 1), 0);
        for &class in classes {
            grid.histogram[class as usize] += 1;
        }
        Ok(grid)
    }

    /// A grid whose terrain classes `class_of` returns, cell by cell, row by row from the top left: from
    /// layers, heights, noise or whatever else a program has.
    ///
    /// # Errors
    ///
    /// As [`Grid::new`].
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::square::Grid;
    /// // Two layers: the ground, and what stands on it.
    /// let (ground, things) = (b"..WW..", b"  = T ");
    /// let grid = Grid::from_fn(3, 2, |cell| {
    ///     let at = (cell.y * 3 + cell.x) as usize;
    ///     match things[at] {
    ///         b'=' => b'.', // a bridge
    ///         b' ' => ground[at],
    ///         thing => thing,
    ///     }
    /// })?;
    /// assert_eq!((grid.row(0), grid.row(1)), (Some(&b"..."[..]), Some(&b"WT."[..])));
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn from_fn(
        width: u32,
        height: u32,
        class_of: impl FnMut(Cell) -> u8,
    ) -> Result<Self, GridError> {
        let mut grid = Grid::padded(width, height)?;
        grid.take_classes(class_of);
        Ok(grid)
    }

    /// A new grid with the walls, fences, one-way steps and links of this one. `class_of` is called row
    /// by row with each cell and its class here, and returns its class there.
    pub(super) fn with_classes(
        &self,
        mut class_of: impl FnMut(Cell, u8) -> u8,
    ) -> Result<Self, GridError> {
        let mut grid = Grid::padded(self.width, self.height)?;
        let pad = self.width as usize + 1;
        grid.take_classes(|cell| {
            let at = pad + cell.y as usize * self.width as usize + cell.x as usize;
            class_of(cell, self.terrain[at])
        });
        grid.forbidden.clone_from(&self.forbidden);
        grid.forbidding = self.forbidding;
        grid.links.clone_from(&self.links);
        grid.fences.clone_from(&self.fences);
        Ok(grid)
    }

    /// Fills a grid that has only its first padding.
    fn take_classes(&mut self, mut class_of: impl FnMut(Cell) -> u8) {
        for y in 0..self.height {
            for x in 0..self.width {
                let class = class_of(Cell::new(x, y));
                self.histogram[class as usize] += 1;
                self.terrain.push(class);
            }
        }
        self.terrain.resize(self.terrain.len() + self.width as usize + 1, 0);
    }

    /// How many cells a grid of this size has, if there can be one.
    pub(super) fn check_size(width: u32, height: u32) -> Result<u64, GridError> {
        let cells = u64::from(width) * u64::from(height);
        let is_usable = (1..=Self::MAX_CELLS).contains(&cells);
        is_usable.then_some(cells).ok_or(GridError(Kind::Size { width, height }))
    }

    /// An empty grid with the first padding in place and memory reserved.
    fn padded(width: u32, height: u32) -> Result<Self, GridError> {
        let cells = Grid::check_size(width, height)?;
        let pad = width as usize + 1;
        let bytes = cells as usize + 2 * pad;
        let mut terrain = Vec::new();
        terrain.try_reserve_exact(bytes).map_err(|_| GridError(Kind::Memory { bytes }))?;
        terrain.resize(pad, 0);
        Ok(Grid {
            width,
            height,
            terrain,
            histogram: [0; 256],
            rows: Divider::new(width),
            forbidden: Vec::new(),
            forbidding: 0,
            links: Links::default(),
            fences: Fences::default(),
            recent: Recent::default(),
            log: Changes::default(),
            has_places: false,
        })
    }

    /// Columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Cells in all.
    pub fn cell_count(&self) -> u32 {
        self.width * self.height
    }

    /// The whole grid as a rectangle.
    pub fn bounds(&self) -> CellRect {
        CellRect::new(0, 0, self.width, self.height)
    }

    /// Bytes held for terrain, walls, fences and links, and for what recent views with fences found.
    pub fn bytes(&self) -> usize {
        self.terrain.capacity()
            + self.forbidden.capacity()
            + self.links.bytes()
            + self.fences.bytes()
            + self.recent.bytes()
    }

    /// The node of a cell, or `None` off the map.
    pub fn node(&self, cell: impl Into<Cell>) -> Option<NodeId> {
        let cell = cell.into();
        self.bounds().contains(cell).then(|| NodeId::new(cell.y * self.width + cell.x))
    }

    /// The cell of a node.
    ///
    /// # Panics
    ///
    /// In debug builds, if the node belongs to a larger grid.
    #[inline(always)]
    pub fn cell(&self, node: NodeId) -> Cell {
        debug_assert!(node.get() < self.cell_count(), "node {node} is not of this grid");
        let (x, y) = self.rows.split(node.get());
        Cell { x, y }
    }

    /// The terrain class of a cell, or `None` off the map.
    pub fn class(&self, cell: impl Into<Cell>) -> Option<u8> {
        self.node(cell).map(|node| self.class_at(node))
    }

    /// The terrain class of a node.
    #[inline(always)]
    pub fn class_at(&self, node: NodeId) -> u8 {
        self.terrain[node.index() + self.width as usize + 1]
    }

    /// The classes of row `y` from left to right, or `None` off the map.
    pub fn row(&self, y: u32) -> Option<&[u8]> {
        let start = (y as usize + 1) * self.width as usize + 1;
        (y < self.height).then(|| &self.terrain[start..start + self.width as usize])
    }

    /// How many cells each class has: `histogram[class]`.
    pub fn histogram(&self) -> &[u32; 256] {
        &self.histogram
    }

    /// The directions in which stepping out of a cell is forbidden by walls, one-way steps and
    /// [fences](Fence), one bit per [`Dir`]; 0 off the map.
    pub fn forbidden_steps(&self, cell: impl Into<Cell>) -> u8 {
        match self.node(cell) {
            Some(node) if !self.forbidden.is_empty() => self.forbidden[node.index()],
            _ => 0,
        }
    }

    /// Whether a wall or one-way rule forbids stepping from `cell` in direction `dir`.
    pub fn is_step_forbidden(&self, cell: impl Into<Cell>, dir: Dir) -> bool {
        self.forbidden_steps(cell) & dir.bit() != 0
    }

    /// Whether a wall or fence stands on the side `dir` of `cell`: the step out and the step back are
    /// both forbidden. `false` for diagonals and at the border of the map.
    pub fn has_wall(&self, cell: impl Into<Cell>, dir: Dir) -> bool {
        let cell = cell.into();
        let is_shut = |far: Cell| self.is_step_forbidden(far, dir.opposite());
        !dir.is_diagonal()
            && self.is_step_forbidden(cell, dir)
            && cell.step(dir).is_some_and(is_shut)
    }

    /// The class of the fence or door in the way of the step from `cell` in direction `dir`; `None` if
    /// there is none.
    pub fn fence(&self, cell: impl Into<Cell>, dir: Dir) -> Option<u8> {
        self.fences.class(self.node(cell)?, dir)
    }

    /// What stands in the way of a step.
    pub(in crate::shapes::square) fn side(&self, cell: Cell, dir: Dir) -> Side {
        match self.is_step_forbidden(cell, dir) {
            true => self.fence(cell, dir).map_or(Side::Shut, Side::Fenced),
            false => Side::Open,
        }
    }

    /// All fences, by start, then by direction.
    pub fn fences(&self) -> &[Fence] {
        self.fences.all()
    }

    /// All links, by start, then by end.
    pub fn links(&self) -> &[Link] {
        self.links.all()
    }

    /// How often the grid has been edited; starts at 0.
    pub fn revision(&self) -> u64 {
        self.log.revision()
    }

    /// What has changed in the latest edits.
    pub fn changes(&self) -> &Changes {
        &self.log
    }

    /// Applies a batch of edits, all or none, and returns the new revision.
    ///
    /// # Errors
    ///
    /// If any edit of the batch is impossible; the grid is then unchanged.
    ///
    /// # Complexity
    ///
    /// O(cells written), plus O(all cells) for the first wall, O(links + fences) when links change, and
    /// the same when walls, fences or one-way steps change on a grid that has fences.
    pub fn apply(&mut self, edit: &Edit) -> Result<u64, GridError> {
        edit.apply(self)
    }

    /// This grid as `mover` sees it: a [`World`](crate::world::World).
    pub fn seen_by(&self, mover: &Mover) -> GridView<'_> {
        GridView::new(self, mover)
    }

    /// Terrain with `width + 1` bytes of padding on both sides.
    #[inline(always)]
    pub(crate) fn padded_terrain(&self) -> &[u8] {
        &self.terrain
    }

    /// Forbidden directions per cell; empty if there are none.
    #[inline(always)]
    pub(crate) fn forbidden(&self) -> &[u8] {
        &self.forbidden
    }

    /// Whether it is certain that no step is forbidden out of `node` and the eight cells around it; at
    /// the rim, and on a grid that forbids nothing, it may be `false` all the same.
    #[inline(always)]
    pub(in crate::shapes::square) fn is_far_from_walls(&self, node: NodeId) -> bool {
        let (forbidden, width) = (&self.forbidden, self.width as usize);
        let is_free = |middle: usize| {
            let three = forbidden.get(middle.wrapping_sub(1)..middle.wrapping_add(2));
            three.is_some_and(|three| three == [0; 3])
        };
        let at = node.index();
        is_free(at) && is_free(at.wrapping_sub(width)) && is_free(at + width)
    }

    pub(in crate::shapes::square) fn fence_table(&self) -> &Fences {
        &self.fences
    }

    #[inline(always)]
    pub(crate) fn link_table(&self) -> &Links {
        &self.links
    }

    /// The links, and the fences that a mover crosses as further links; `None` if it crosses none.
    pub(in crate::shapes::square) fn crossed_by(&self, crosser: Crosser) -> Option<Shared<Links>> {
        self.recent.links(crosser, |Crosser { crossings, media, straight }| {
            let ground = |node| {
                let class = usize::from(self.class_at(node));
                (media[class], straight[class])
            };
            self.fences.as_links(&self.links, self.width, crossings, ground)
        })
    }

    #[inline(always)]
    pub(crate) fn split(&self, node: u32) -> (u32, u32) {
        self.rows.split(node)
    }
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height, revision) = (self.width, self.height, self.revision());
        write!(f, "Grid {{ {width}x{height}, {} links, revision {revision} }}", self.links().len())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Size { width: u32, height: u32 },
    Memory { bytes: usize },
    Cells { found: u64, expected: u64 },
    OffMap { cell: Cell, width: u32, height: u32 },
    RectOffMap { rect: CellRect, width: u32, height: u32 },
    DiagonalWall { cell: Cell, dir: Dir },
    WallAtRim { cell: Cell, dir: Dir },
    LinkCost { from: Cell, to: Cell, cost: u32 },
    LinkLoop { cell: Cell },
    TooManyLinks { cell: Cell },
    NoLink { from: Cell, to: Cell },
    OtherSize { found: (u32, u32), expected: (u32, u32) },
    FarWindow { left: i64, top: i64 },
}

/// A grid or an edit that is impossible; the message says where and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridError(pub(crate) Kind);

impl GridError {
    /// Whether something lay off the map.
    pub fn is_off_map(&self) -> bool {
        matches!(self.0, Kind::OffMap { .. } | Kind::RectOffMap { .. })
    }

    /// Whether there was no memory for the grid; all else was right.
    pub fn is_out_of_memory(&self) -> bool {
        matches!(self.0, Kind::Memory { .. })
    }

    /// Whether a cell had too many links and fences.
    pub(in crate::shapes::square) fn has_too_many_links(&self) -> bool {
        matches!(self.0, Kind::TooManyLinks { .. })
    }
}

errors! { GridError(Kind):
    Size { width, height } => ("grid-size",
        "a grid of {width}x{height} cells is unusable, expected sides of at least 1 and at most {} \
        cells", Grid::MAX_CELLS),
    Memory { bytes } => ("grid-memory", "no memory for a grid of {bytes} bytes"),
    Cells { found, expected } => ("grid-cells",
        "{found} terrain classes given, expected {expected}"),
    OffMap { cell, width, height } => ("cell-off-map",
        "cell {cell} is off the map of {width}x{height} cells"),
    RectOffMap { rect, width, height } => ("rect-off-map",
        "rectangle {rect} leaves the map of {width}x{height} cells"),
    DiagonalWall { cell, dir } => ("diagonal-wall",
        "wall at {cell} towards {dir:?} is diagonal, expected N, E, S or W (forbid the step \
        instead)"),
    WallAtRim { cell, dir } => ("wall-at-rim",
        "wall at {cell} towards {dir:?} has no cell behind it"),
    LinkCost { from, to, cost } => ("link-cost",
        "link from {from} to {to} costs {cost} ticks, expected 1 to {}", Link::MAX_COST),
    LinkLoop { cell } => ("link-loop", "link at {cell} leads back to itself"),
    TooManyLinks { cell } => ("too-many-links",
        "cell {cell} has more than {MAX_LINKS_PER_CELL} links and fences"),
    NoLink { from, to } => ("no-such-link", "there is no link from {from} to {to}"),
    OtherSize { found: (width, height), expected: (wide, high) } => ("window-other-size",
        "a grid of {width}x{height} cells, expected {wide}x{high} as the window has"),
    FarWindow { left, top } => ("window-too-far",
        "a window at ({left}, {top}) is too far away, expected coordinates within 2^62"),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_and_nodes_are_two_names_for_the_same() {
        let grid = Grid::new(7, 3, b'.').unwrap();
        for y in 0..3 {
            for x in 0..7 {
                let node = grid.node((x, y)).unwrap();
                assert_eq!(node.get(), y * 7 + x);
                assert_eq!(grid.cell(node), Cell::new(x, y));
            }
        }
        assert_eq!(grid.node((7, 0)), None);
        assert_eq!(grid.node((0, 3)), None);
        assert_eq!(grid.row(3), None);
    }

    #[test]
    fn impossible_sizes_are_refused_before_any_memory_is_taken() {
        for (w, h) in [(0, 5), (5, 0), (u32::MAX, u32::MAX), (1 << 15, (1 << 15) + 1)] {
            assert!(Grid::new(w, h, 0).is_err(), "{w}x{h}");
        }
        assert!(Grid::from_classes(2, 2, b"...").is_err());
    }
}
