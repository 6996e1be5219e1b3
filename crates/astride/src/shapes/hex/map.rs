//! A map of hexagons: terrain, walls and fences, with a revision for every edit.

use super::{Hex, HexDir, HexError, HexLayout, HexOffset};
use crate::base::NodeId;
use crate::world::{Changes, Extent, Fence, Terrain, TileFault, Tiles};

/// A map of hexagons: one terrain class (1–255) per tile, walls, [fences](super::HexEdit::fence)
/// and one-way steps between them.
///
/// Tiles are stored in rows of equal length. Those in a row that are not part of the map have class
/// 0, [`VOID`](Self::VOID), and no mover can stand there.
///
/// # Complexity
///
/// One byte per tile in the rows, another one once there are walls, and eight per fence. A
/// rectangle of w × h hexagons takes h rows of about w + h/2, or about h + w/2 rows of w in the flat layout.
///
/// # Examples
///
/// ```
/// use astride::search::{PathQuery, Scratch, astar};
/// use astride::shapes::hex::{Hex, HexDir, HexEdit, HexHeuristic, HexLayout, HexMap, HexMover};
/// let mut map = HexMap::rectangle(HexLayout::Pointy, 9, 5, b'.')?;
/// map.apply(HexEdit::new().set((3, 1), b'#').set((3, 2), b'#').wall((3, 0), HexDir::West))?;
/// let view = map.seen_by(&HexMover::walker());
/// let query = PathQuery::new(map.node((0, 2)).unwrap(), map.node((6, 2)).unwrap());
/// let guess = HexHeuristic::new(&view);
/// let outcome = astar(&view, &guess, &query, &mut Scratch::new(), &mut ());
/// assert_eq!(outcome.cost(), Some(7 * 13_860));
/// # Ok::<(), astride::shapes::hex::HexError>(())
/// ```
#[derive(Clone, Debug)]
pub struct HexMap {
    pub(super) layout: HexLayout,
    /// The place of the first tile of the first row.
    pub(super) first: Hex,
    pub(super) terrain: Terrain,
}

impl HexMap {
    /// The class of tiles that are not part of the map.
    pub const VOID: u8 = Terrain::VOID;

    /// The maximum number of tiles in the rows of a map, including those off the map.
    pub const MOST_TILES: u64 = Terrain::MOST_TILES;

    /// A rectangle of hexagons: `height` rows of `width`, where every other row (in the pointy
    /// layout) or column (in the flat one) is shifted by half a hexagon. (0, 0) is at the top left.
    ///
    /// # Errors
    ///
    /// If there is no tile, if there are too many, or if `class` is 0.
    pub fn rectangle(
        layout: HexLayout,
        width: u32,
        height: u32,
        class: u8,
    ) -> Result<Self, HexError> {
        let size = |length: u32| i32::try_from(length).unwrap_or(i32::MAX);
        let (width, height) = (size(width), size(height));
        if width == 0 || height == 0 {
            return Err(HexError(TileFault::Empty));
        }
        let (columns, rows) = (width - 1, height - 1);
        let (first, offset) = match layout {
            HexLayout::Pointy => (Hex::new(-(rows / 2), 0), HexOffset::OddRows),
            HexLayout::Flat => (Hex::new(0, -(columns / 2)), HexOffset::OddColumns),
        };
        let mut map = HexMap::between(layout, first, Hex::new(columns, rows))?;
        let is_inside = |hex: Hex| {
            let (column, row) = hex.to_offset(offset);
            (0..width).contains(&column) && (0..height).contains(&row)
        };
        map.fill_where(class, is_inside)?;
        Ok(map)
    }

    /// A hexagon made of hexagons, with `radius` steps from (0, 0) to its rim.
    ///
    /// # Errors
    ///
    /// If there are too many tiles, or if `class` is 0.
    pub fn hexagon(layout: HexLayout, radius: u32, class: u8) -> Result<Self, HexError> {
        let far = i32::try_from(radius).unwrap_or(i32::MAX);
        let mut map = HexMap::between(layout, Hex::new(-far, -far), Hex::new(far, far))?;
        map.fill_where(class, |hex| hex.distance_to(Hex::default()) <= u64::from(radius))?;
        Ok(map)
    }

    /// A map of arbitrary hexagons with their classes; a hexagon named twice gets the last class.
    ///
    /// # Errors
    ///
    /// If there is no tile, if they are too far apart, or if a class is 0.
    pub fn of_tiles(layout: HexLayout, tiles: &[(Hex, u8)]) -> Result<Self, HexError> {
        let axis = |axis: fn(Hex) -> i32| {
            let all = tiles.iter().map(|&(hex, _)| axis(hex));
            all.clone().min().zip(all.max())
        };
        let (Some((left, right)), Some((top, bottom))) = (axis(|hex| hex.q), axis(|hex| hex.r))
        else {
            return Err(HexError(TileFault::Empty));
        };
        let mut map = HexMap::between(layout, Hex::new(left, top), Hex::new(right, bottom))?;
        for &(hex, class) in tiles {
            let Some(node) = map.index(hex).filter(|_| class != Self::VOID) else {
                return Err(HexError(TileFault::Void { place: hex }));
            };
            map.terrain.lay(node, class);
        }
        Ok(map)
    }

    /// Nothing but void between two places, surrounded by a rim.
    fn between(layout: HexLayout, first: Hex, last: Hex) -> Result<Self, HexError> {
        let length = |first: i32, last: i32| (i64::from(last) - i64::from(first) + 3).max(0) as u64;
        let (width, height) = (length(first.q, last.q), length(first.r, last.r));
        if width < 3 || height < 3 {
            return Err(HexError(TileFault::Empty));
        }
        let tiles = width.checked_mul(height).filter(|&tiles| tiles <= Self::MOST_TILES);
        tiles.ok_or(HexError(TileFault::TooLarge { width, height }))?;
        let terrain = Terrain::void(Extent { width: width as u32, height: height as u32 })?;
        let first = Hex::new(first.q.wrapping_sub(1), first.r.wrapping_sub(1));
        Ok(HexMap { layout, first, terrain })
    }

    fn fill_where(&mut self, class: u8, is_part: impl Fn(Hex) -> bool) -> Result<(), HexError> {
        for node in (0..self.extent().tile_count() as u32).map(NodeId::new) {
            let hex = self.hex(node);
            if is_part(hex) {
                if class == Self::VOID {
                    return Err(HexError(TileFault::Void { place: hex }));
                }
                self.terrain.lay(node, class);
            }
        }
        Ok(())
    }

    /// The layout.
    pub fn layout(&self) -> HexLayout {
        self.layout
    }

    /// The tile at a place, if it is part of the map.
    pub fn node(&self, hex: impl Into<Hex>) -> Option<NodeId> {
        self.index(hex.into()).filter(|&node| self.class_at(node) != Self::VOID)
    }

    /// The index of a place, if it is within the rows.
    fn index(&self, hex: Hex) -> Option<NodeId> {
        // Coordinates wrap, since the rim may exceed the range of `i32`.
        let column = hex.q.wrapping_sub(self.first.q) as u32;
        let row = hex.r.wrapping_sub(self.first.r) as u32;
        let Extent { width, height } = self.extent();
        (column < width && row < height).then(|| NodeId::new(row * width + column))
    }

    /// The place of a tile.
    pub fn hex(&self, node: NodeId) -> Hex {
        let width = self.extent().width;
        let (column, row) = (node.get() % width, node.get() / width);
        Hex::new(
            self.first.q.wrapping_add_unsigned(column),
            self.first.r.wrapping_add_unsigned(row),
        )
    }

    /// The class at a place, if it is part of the map.
    pub fn class(&self, hex: impl Into<Hex>) -> Option<u8> {
        self.node(hex).map(|node| self.class_at(node))
    }

    /// The class of a tile.
    #[inline(always)]
    pub fn class_at(&self, node: NodeId) -> u8 {
        self.terrain.class_at(node)
    }

    /// Whether leaving a tile through this side is forbidden, by a wall, a one-way step or a fence.
    pub fn is_step_forbidden(&self, hex: impl Into<Hex>, dir: HexDir) -> bool {
        let bits = self.node(hex).map(|node| self.terrain.forbidden_at(node.index()));
        bits.is_some_and(|bits| bits & dir.bit() != 0)
    }

    /// The class of the fence or door in the way of the step out of a tile; `None` if there is none.
    pub fn fence(&self, hex: impl Into<Hex>, dir: HexDir) -> Option<u8> {
        self.terrain.fences().class(self.node(hex)?, dir.bit())
    }

    /// All fences, by start, then by direction.
    pub fn fences(&self) -> impl Iterator<Item = Fence<HexDir>> + '_ {
        self.terrain.fences().all().iter().map(|&Fence { from, dir, class }| Fence {
            from,
            dir: HexDir::ALL[dir.trailing_zeros() as usize % 6],
            class,
        })
    }

    /// The number of tiles of each class.
    pub fn histogram(&self) -> &[u32; 256] {
        self.terrain.histogram()
    }

    /// The tiles that are part of the map, row by row.
    pub fn tiles(&self) -> impl Iterator<Item = Hex> + '_ {
        self.terrain.nodes().map(|node| self.hex(node))
    }

    /// The log of which tiles changed in which revision.
    pub fn changes(&self) -> &Changes {
        self.terrain.changes()
    }

    /// Increases with every batch of edits; starts at 0.
    pub fn revision(&self) -> u64 {
        self.changes().revision()
    }

    /// The difference of node ids for a step.
    pub(super) fn stride(&self, dir: HexDir) -> i32 {
        let (q, r) = dir.offset();
        r * self.extent().width as i32 + q
    }
}

impl Tiles for HexMap {
    fn extent(&self) -> Extent {
        self.terrain.extent()
    }
}
