//! Extra cost on top of a map, for crowds, danger and the plans of others, without a copy of the
//! map.

mod covered;
mod listed;
mod over;
mod saved;

pub(crate) use listed::Listed;
pub use over::Overlaid;
pub(crate) use over::{Costlier, costlier};

use crate::base::{Cell, CellRect, NodeId, mixed};
use crate::world::{Changes, Extent, Tiles, Way, World};

/// The bits of a cell below its stamp.
const BITS: u32 = 24;

/// Extra cost of entering each cell of a grid, added to the costs of a world.
///
/// Every step or link into a cell pays its extra ticks, straight or diagonal alike; there are none
/// by default. Nothing becomes cheaper, so heuristics for the world below stay valid.
///
/// [`over`](Self::over) puts it on a world, and several can be stacked. A world without an overlay
/// pays nothing for this feature.
///
/// # Complexity
///
/// 4 bytes per cell. Clearing is O(1), and O(cells) once every 255 times.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::world::Overlay;
/// let grid = Grid::new(5, 3, b'.')?;
/// let view = grid.seen_by(&Mover::walker());
/// let mut crowd = Overlay::new(&grid);
/// crowd.set((2, 1), 50_000);
/// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((4, 1)).unwrap());
/// let octile = GridHeuristic::octile(&view);
/// let outcome = astar(&crowd.over(&view), &octile, &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.cost(), Some(2 * 13_860 + 2 * 19_601), "round the crowd");
/// # Ok::<(), astride::shapes::square::GridError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Overlay {
    extent: Extent,
    /// For each cell: stamp, then ticks. An outdated stamp means that the cell has been cleared.
    cells: Vec<u32>,
    stamp: u32,
    /// An upper bound for the ticks of a cell.
    most: u32,
    /// Contains all cells set since the last clearing.
    painted: CellRect,
    log: Changes,
    /// The sum of the [fingerprints](fingerprint) of all cells with extra ticks.
    content: u64,
}

/// What one cell adds to the number that stands for the content of an overlay.
fn fingerprint(node: NodeId, ticks: u32) -> u64 {
    if ticks == 0 { 0 } else { mixed(u64::from(node.get()) << BITS | u64::from(ticks)) }
}

impl Overlay {
    /// The maximum extra ticks of a cell, 2²⁴ − 1; larger values are capped.
    pub const MOST: u32 = (1 << BITS) - 1;

    /// No extra cost on any tile.
    pub fn new(tiles: &impl Tiles) -> Self {
        let extent = tiles.extent();
        Overlay { cells: vec![0; extent.tile_count()], ..Overlay::without_cells(extent) }
    }

    fn without_cells(extent: Extent) -> Self {
        Overlay {
            extent,
            cells: Vec::new(),
            stamp: 1,
            most: 0,
            painted: CellRect::default(),
            log: Changes::default(),
            content: 0,
        }
    }

    /// The extra ticks for entering `node`.
    ///
    /// # Panics
    ///
    /// If `node` is not in the grid.
    #[inline(always)]
    pub fn extra(&self, node: NodeId) -> u32 {
        self.extra_at(node.index())
    }

    /// The extra ticks for entering a cell; 0 off the map.
    pub fn extra_of(&self, cell: impl Into<Cell>) -> u32 {
        let cell = cell.into();
        let Extent { width, height } = self.extent;
        let is_inside = cell.x < width && cell.y < height;
        if is_inside {
            self.extra_at(cell.y as usize * width as usize + cell.x as usize)
        } else {
            0
        }
    }

    #[inline(always)]
    pub(crate) fn extra_at(&self, index: usize) -> u32 {
        let cell = self.cells[index];
        if cell >> BITS == self.stamp { cell & Self::MOST } else { 0 }
    }

    /// The extra ticks of a node, if there is one with this index.
    pub(crate) fn extra_if(&self, index: usize) -> Option<u32> {
        (index < self.cells.len()).then(|| self.extra_at(index))
    }

    /// Sets the extra ticks of one cell; does nothing off the map.
    pub fn set(&mut self, cell: impl Into<Cell>, ticks: u32) {
        self.fill(CellRect::of(cell.into()), ticks);
    }

    /// Sets the extra ticks of the tile with this node, for maps whose places are not cells, such
    /// as hexagons, voxels and graphs. Does nothing off the map.
    pub fn set_at(&mut self, node: NodeId, ticks: u32) {
        if let Some(column) = node.get().checked_rem(self.extent.width) {
            self.set((column, node.get() / self.extent.width), ticks);
        }
    }

    /// Adds to the extra ticks of one cell, clamped to 0 and [`MOST`](Self::MOST); does nothing off
    /// the map.
    pub fn add(&mut self, cell: impl Into<Cell>, ticks: i32) {
        self.write(CellRect::of(cell.into()), |_, extra| extra.saturating_add_signed(ticks));
    }

    /// Sets the extra ticks of all cells in `rect` that are on the map.
    pub fn fill(&mut self, rect: CellRect, ticks: u32) {
        self.write(rect, |_, _| ticks);
    }

    /// Sets the extra ticks of all cells in `rect` that are on the map, row by row, to the value of
    /// `ticks` for a cell and its previous ticks. This is one revision, if anything changes.
    pub fn write(&mut self, rect: CellRect, mut ticks: impl FnMut(NodeId, u32) -> u32) {
        let mut changed = CellRect::default();
        for y in rect.y..rect.y.saturating_add(rect.height).min(self.extent.height) {
            for x in rect.x..rect.x.saturating_add(rect.width).min(self.extent.width) {
                let node = NodeId::new(y * self.extent.width + x);
                let before = self.extra(node);
                let after = ticks(node, before).min(Self::MOST);
                if before != after {
                    self.cells[node.index()] = self.stamp << BITS | after;
                    self.most = self.most.max(after);
                    let more = fingerprint(node, after).wrapping_sub(fingerprint(node, before));
                    self.content = self.content.wrapping_add(more);
                    changed = changed.union(CellRect::of(Cell::new(x, y)));
                }
            }
        }
        if !changed.is_empty() {
            self.painted = self.painted.union(changed);
            self.log.note_all([changed].into_iter());
        }
    }

    /// Moves the extra ticks along when the contents of the map have moved, as in a moving window:
    /// each tile now shows what was `by` columns and rows further on. Tiles that come in have none.
    /// At most one revision.
    ///
    /// # Complexity
    ///
    /// O(cells) of the rectangle around everything that was set, before and after; temporarily as
    /// much memory.
    pub fn shift(&mut self, by: (i64, i64)) {
        let (painted, bounds) = (self.painted, self.bounds());
        if by == (0, 0) || painted.is_empty() {
            return;
        }
        let extras: Vec<u32> = self.extent.nodes(painted).map(|node| self.extra(node)).collect();
        let width = self.extent.width;
        let on = |at: u32, by: i64, end: u32| {
            i64::from(at).saturating_sub(by).clamp(0, i64::from(end)) as u32
        };
        let (left, top) = (on(painted.x, by.0, width), on(painted.y, by.1, bounds.height));
        let right = on(painted.x + painted.width, by.0, width);
        let bottom = on(painted.y + painted.height, by.1, bounds.height);
        let after = CellRect::new(left, top, right - left, bottom - top);
        if after.is_empty() {
            return self.clear();
        }
        self.write(painted.union(after), |node, _| {
            let cell = Cell::new(node.get() % width, node.get() / width);
            let old = bounds.moved(cell, by).filter(|&old| painted.contains(old));
            old.map_or(0, |old| {
                extras[((old.y - painted.y) * painted.width + old.x - painted.x) as usize]
            })
        });
        self.painted = after;
    }

    /// An upper bound for the extra ticks of a cell.
    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    /// A rectangle that contains all cells set since the last clearing.
    pub(crate) fn painted(&self) -> CellRect {
        self.painted
    }

    /// Widens the bounds as if cells of `painted` had been set, some to as much as `most` ticks,
    /// whatever their current values: the history of an overlay may exceed what its ticks show.
    pub(crate) fn widen(&mut self, painted: CellRect, most: u32) {
        let inside =
            |first: u32, size: u32, end: u32| first.min(end)..first.saturating_add(size).min(end);
        let columns = inside(painted.x, painted.width, self.extent.width);
        let rows = inside(painted.y, painted.height, self.extent.height);
        let (width, height) = (columns.len() as u32, rows.len() as u32);
        self.painted = self.painted.union(CellRect::new(columns.start, rows.start, width, height));
        self.most = self.most.max(most.min(Self::MOST));
    }

    /// All cells.
    pub fn bounds(&self) -> CellRect {
        CellRect::new(0, 0, self.extent.width, self.extent.height)
    }

    /// Removes all extra ticks.
    pub fn clear(&mut self) {
        if self.painted.is_empty() {
            return;
        }
        self.stamp += 1;
        if self.stamp > 0xFF {
            self.cells.fill(0);
            self.stamp = 1;
        }
        (self.most, self.content) = (0, 0);
        self.log.note_all([std::mem::take(&mut self.painted)].into_iter());
    }

    /// This overlay on top of `world`, as a world for any search. Takes a world or a reference to
    /// one, so overlays can be stacked: `crowd.over(danger.over(&view))`.
    ///
    /// # Panics
    ///
    /// If `world` has another number of nodes than the grid has cells.
    pub fn over<W: World>(&self, world: W) -> Overlaid<'_, W> {
        let (nodes, cells) = (world.node_count() as usize, self.cells.len());
        assert_eq!(nodes, cells, "an overlay is put on a world with another number of nodes");
        Overlaid::new(self, world)
    }

    /// Which rectangles changed in which revision.
    pub fn changes(&self) -> &Changes {
        &self.log
    }

    /// A number for the extra ticks of all cells: 0 if there are none, and with near certainty
    /// different for other ticks.
    pub(crate) fn content(&self) -> u64 {
        self.content
    }

    /// Increases with every change; starts at 0.
    pub fn revision(&self) -> u64 {
        self.log.revision()
    }

    /// Appends to `touched` the nodes of `world` at which the cost of arcs may have changed since
    /// `revision`, some of them more than once: changed cells, and the cells from which they are
    /// entered. This is the input of [`Replan::touched`](crate::search::Replan::touched) and
    /// [`DistanceField::repair_around`](crate::search::DistanceField::repair_around). Returns
    /// `false` if part of the log has been discarded; then nothing is appended, and everything has
    /// to be treated as changed.
    #[must_use]
    pub fn touched_since(
        &self,
        revision: u64,
        world: &impl World,
        touched: &mut Vec<NodeId>,
    ) -> bool {
        let Some(rects) = self.log.since(revision) else { return false };
        rects.for_each(|rect| self.touched_by(rect, world, touched));
        true
    }

    /// The tiles of a rectangle, and those from which they are entered.
    pub(crate) fn touched_by(&self, rect: CellRect, world: &impl World, touched: &mut Vec<NodeId>) {
        for node in self.extent.nodes(rect) {
            touched.push(node);
            world.visit_arcs(node, None, Way::Backward, &mut |arc| touched.push(arc.node));
        }
    }

    /// Bytes held, excluding the log of changes.
    pub fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<u32>()
    }
}
