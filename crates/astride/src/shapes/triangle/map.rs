//! A map of triangles: terrain, walls and fences, with a revision for every edit.

use super::TriangleSide;
use super::place::points_up;
use crate::base::{Cell, NodeId};
use crate::world::{
    Changes, Extent, Fence, Sided, Terrain, TileEdit, TileFault, TileSide, Tiles, apply, inverse,
};

/// The number of rim columns and rows on each side: steps lead at most two columns and one row
/// away, and an even offset preserves which triangles point up.
pub(super) const RIM: u32 = 2;

/// A map of triangles: one terrain class (1–255) per tile, walls, [fences](TriangleEdit::fence) and
/// one-way steps between them.
///
/// # Complexity
///
/// One byte per tile, another one once there are walls, and eight per fence.
///
/// # Examples
///
/// ```
/// use astride::search::{Guessed, PathQuery, Scratch, astar};
/// use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleMover, TriangleSide};
/// let mut map = TriangleMap::new(9, 4, b'.')?;
/// map.apply(TriangleEdit::new().set((4, 1), b'#').wall((2, 2), TriangleSide::Right))?;
/// let view = map.seen_by(&TriangleMover::walker());
/// let query = PathQuery::new(map.node((0, 1)).unwrap(), map.node((8, 1)).unwrap());
/// let outcome = astar(&view, &view.guess(), &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.path().unwrap().step_count(), 10);
/// # Ok::<(), astride::shapes::triangle::TriangleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TriangleMap {
    pub(super) terrain: Terrain,
}

/// A batch of changes for [`TriangleMap::apply`]: terrain, walls, fences, one-way steps.
pub type TriangleEdit = TileEdit<Cell, TriangleSide>;

impl TriangleEdit {
    /// Puts a fence or a door between a triangle and its neighbour: a wall, except to movers that
    /// [cross](super::TriangleMover::crosses) fences of this class for extra ticks. It replaces a wall
    /// or another fence, and [`remove_wall`](Self::remove_wall) removes it.
    ///
    /// A step across the side crosses it; to steps round or across a corner it is a wall to everybody.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::triangle::{TriangleMap, TriangleMover, TriangleSide};
    /// const HEDGE: u8 = 1;
    /// let mut nav = Navigator::new(TriangleMap::new(2, 1, b'.')?);
    /// nav.edit(|batch| _ = batch.fence((0, 0), TriangleSide::Right, HEDGE))?;
    /// let ask = Ask::new((0, 0), (1, 0));
    /// assert_eq!(nav.cost(&ask)?, None, "a wall to carts");
    /// let rider = nav.add_mover(TriangleMover::walker().crosses(HEDGE, 30_000)?);
    /// assert_eq!(nav.cost(&ask.mover(rider))?, Some(10_864 + 30_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fence(&mut self, cell: impl Into<Cell>, side: TriangleSide, class: u8) -> &mut Self {
        self.put_fence(cell.into(), side, class, true)
    }

    /// Puts a fence or a door in the way of the step out of a triangle, but not of the step back.
    pub fn fence_step(
        &mut self,
        cell: impl Into<Cell>,
        side: TriangleSide,
        class: u8,
    ) -> &mut Self {
        self.put_fence(cell.into(), side, class, false)
    }

    /// The batch that undoes this one: applied after it, all is again as it is on `map` now, except
    /// the revision.
    ///
    /// # Errors
    ///
    /// That of [`TriangleMap::apply`], if `map` does not take this batch.
    ///
    /// # Complexity
    ///
    /// O(k log k) for k changes.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleSide};
    /// let mut map = TriangleMap::new(6, 3, b'.')?;
    /// let mut batch = TriangleEdit::new();
    /// batch.set((1, 1), b'#').wall((2, 1), TriangleSide::Right);
    /// let undo = batch.inverse(&map)?;
    /// map.apply(&batch)?;
    /// map.apply(&undo)?;
    /// assert_eq!(map.class((1, 1)), Some(b'.'));
    /// assert!(!map.is_step_forbidden((2, 1), TriangleSide::Right));
    /// # Ok::<(), astride::shapes::triangle::TriangleError>(())
    /// ```
    pub fn inverse(&self, map: &TriangleMap) -> Result<TriangleEdit, TriangleError> {
        inverse(map, self).map_err(TriangleError)
    }
}

impl TriangleMap {
    /// The class of tiles that are not part of the map.
    pub const VOID: u8 = Terrain::VOID;

    /// `height` rows of `width` triangles of one class; (0, 0) is at the top left and points up.
    ///
    /// # Errors
    ///
    /// If there is no tile, if there are more than 2³⁰ including the rim, or if `class` is 0.
    pub fn new(width: u32, height: u32, class: u8) -> Result<Self, TriangleError> {
        Self::of_classes(width, height, |_| class)
    }

    /// `height` rows of `width` triangles; `class` returns the class of each, row by row.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn of_classes(
        width: u32,
        height: u32,
        mut class: impl FnMut(Cell) -> u8,
    ) -> Result<Self, TriangleError> {
        let sides = [width, height].map(|side| u64::from(side) + 2 * u64::from(RIM));
        if width == 0 || height == 0 {
            return Err(TriangleError(TileFault::Empty));
        }
        let tiles = sides[0].checked_mul(sides[1]);
        if tiles.is_none_or(|tiles| tiles > Terrain::MOST_TILES) {
            let (width, height) = (width.into(), height.into());
            return Err(TriangleError(TileFault::TooLarge { width, height }));
        }
        let extent = Extent { width: sides[0] as u32, height: sides[1] as u32 };
        let terrain = Terrain::void(extent).map_err(|error| TriangleError(error.into()))?;
        let mut map = TriangleMap { terrain };
        for cell in (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y))) {
            match class(cell) {
                Self::VOID => return Err(TriangleError(TileFault::Void { place: cell })),
                class => map.terrain.lay(map.index(cell), class),
            }
        }
        Ok(map)
    }

    /// The number of columns.
    pub fn width(&self) -> u32 {
        self.extent().width - 2 * RIM
    }

    /// The number of rows.
    pub fn height(&self) -> u32 {
        self.extent().height - 2 * RIM
    }

    fn index(&self, cell: Cell) -> NodeId {
        NodeId::new((cell.y + RIM) * self.extent().width + cell.x + RIM)
    }

    /// The tile at a place, if it is part of the map.
    pub fn node(&self, cell: impl Into<Cell>) -> Option<NodeId> {
        let cell = cell.into();
        let is_inside = cell.x < self.width() && cell.y < self.height();
        is_inside.then(|| self.index(cell))
    }

    /// The place of a tile that is part of the map.
    pub fn cell(&self, node: NodeId) -> Cell {
        let width = self.extent().width;
        Cell::new((node.get() % width).wrapping_sub(RIM), (node.get() / width).wrapping_sub(RIM))
    }

    /// Whether the triangle in this column and row points up.
    pub fn points_up(cell: impl Into<Cell>) -> bool {
        points_up(cell.into())
    }

    /// The class at a place, if it is part of the map.
    pub fn class(&self, cell: impl Into<Cell>) -> Option<u8> {
        self.node(cell).map(|node| self.terrain.class_at(node))
    }

    /// Whether leaving a tile through this side is forbidden, by a wall, a one-way step or a fence.
    pub fn is_step_forbidden(&self, cell: impl Into<Cell>, side: TriangleSide) -> bool {
        let bits = self.node(cell).map(|node| self.terrain.forbidden_at(node.index()));
        bits.is_some_and(|bits| bits & side.bit() != 0)
    }

    /// The class of the fence or door in the way of the step out of a tile; `None` if there is none.
    pub fn fence(&self, cell: impl Into<Cell>, side: TriangleSide) -> Option<u8> {
        self.terrain.fences().class(self.node(cell)?, side.bit())
    }

    /// All fences, by start, then by side.
    pub fn fences(&self) -> impl Iterator<Item = Fence<TriangleSide>> + '_ {
        self.terrain.fences().all().iter().map(|&Fence { from, dir, class }| Fence {
            from,
            dir: TriangleSide::ALL[dir.trailing_zeros() as usize % 3],
            class,
        })
    }

    /// The log of which tiles changed in which revision.
    pub fn changes(&self) -> &Changes {
        self.terrain.changes()
    }

    /// Increases with every batch of edits; starts at 0.
    pub fn revision(&self) -> u64 {
        self.changes().revision()
    }

    /// Applies a batch, all or none, and returns the new revision.
    ///
    /// # Errors
    ///
    /// If a tile is not part of the map, if a class is 0, or if there is no tile behind a side; the
    /// map is unchanged in that case.
    ///
    /// # Complexity
    ///
    /// O(changes), O(tiles) for the first wall, and O(fences) when sides change on a map with fences.
    pub fn apply(&mut self, edit: &TriangleEdit) -> Result<u64, TriangleError> {
        apply(self, edit).map_err(TriangleError)
    }
}

impl Tiles for TriangleMap {
    fn extent(&self) -> Extent {
        self.terrain.extent()
    }
}

impl Sided for TriangleMap {
    type Tile = Cell;
    type Side = TriangleSide;

    const SIDES: &'static [TriangleSide] = &TriangleSide::ALL;

    fn tile(&self, place: Cell) -> Option<NodeId> {
        self.node(place)
    }

    fn place(&self, tile: NodeId) -> Cell {
        self.cell(tile)
    }

    fn behind(&self, Cell { x, y }: Cell, side: TriangleSide) -> Option<(Cell, TriangleSide)> {
        let behind = match (side, points_up(Cell::new(x, y))) {
            (TriangleSide::Right, _) => (Some(x + 1), Some(y)),
            (TriangleSide::Left, _) => (x.checked_sub(1), Some(y)),
            (TriangleSide::Base, true) => (Some(x), Some(y + 1)),
            (TriangleSide::Base, false) => (Some(x), y.checked_sub(1)),
        };
        Some((Cell::new(behind.0?, behind.1?), side.opposite()))
    }

    fn bit(side: TriangleSide) -> u8 {
        side.bit()
    }

    fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    fn terrain_mut(&mut self) -> &mut Terrain {
        &mut self.terrain
    }
}

/// An invalid map of triangles, or an invalid edit of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriangleError(TileFault<Cell, TriangleSide>);

impl TileSide for TriangleSide {
    const TILE: &'static str = "triangle";
}

errors! { struct TriangleError:
    Self(fault) => (same fault),
}
