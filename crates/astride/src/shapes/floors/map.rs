//! A map of floors: terrain, walls, fences, stairs, and whether it wraps.

use super::layout::{Layout, Wrap};
use super::{FloorEdit, FloorPlace, FloorSide};
use crate::base::NodeId;
use crate::world::{
    Changes, Extent, Fence, Link, LinkFault, Links, MAX_LINKS_PER_CELL, Sided, Terrain, TileFault,
    Tiles,
};

/// A map of square cells on one or more floors: one terrain class (1–255) per cell, walls,
/// [fences](FloorEdit::fence) and one-way steps between cells of a floor, and stairs between any two
/// places.
///
/// # Complexity
///
/// One byte per cell, another one once there are walls, eight bytes per fence, and 24 per stair.
///
/// # Examples
///
/// A bridge over a river, with a stair up to it on either bank:
///
/// ```
/// use astride::planner::Navigator;
/// use astride::shapes::floors::{FloorEdit, FloorMap};
/// let mut map = FloorMap::of_classes([9, 3, 2], |place| match (place.floor, place.x) {
///     (0, 4) => b'W',                             // the river runs from top to bottom
///     (1, 3..=5) if place.y == 1 => b'.',         // the bridge
///     (1, _) => FloorMap::VOID,                   // nothing else up there
///     _ => b'.',
/// })?;
/// map.apply(FloorEdit::new().stairs((3, 1, 0), (3, 1, 1), 20_000).stairs((5, 1, 0), (5, 1, 1), 20_000))?;
/// let path = Navigator::new(map).path((0, 1, 0), (8, 1, 0))?;
/// assert_eq!(path.cost(), 8 * 13_860 + 2 * 20_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FloorMap {
    pub(super) terrain: Terrain,
    pub(super) stairs: Links,
    pub(super) layout: Layout,
}

impl FloorMap {
    /// The class of missing cells: holes and open air.
    pub const VOID: u8 = Terrain::VOID;

    /// `[columns, rows, floors]` of cells of one class.
    ///
    /// # Errors
    ///
    /// If there is no cell, or if there are more than 2³⁰ including a rim around each floor.
    pub fn new(size: [u32; 3], class: u8) -> Result<Self, FloorError> {
        Self::of_classes(size, |_| class)
    }

    /// `[columns, rows, floors]` of cells. `class` returns the class of each, row by row and floor
    /// by floor, or [`VOID`](Self::VOID) where there will never be anything to stand on.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new).
    pub fn of_classes(
        size: [u32; 3],
        mut class: impl FnMut(FloorPlace) -> u8,
    ) -> Result<Self, FloorError> {
        let fault = |fault| FloorError(Kind::Tile(fault));
        let layout = Layout::new(size).map_err(fault)?;
        let terrain = Terrain::void(layout.extent()).map_err(|error| fault(error.into()))?;
        let mut map = FloorMap { terrain, stairs: Links::default(), layout };
        let [width, height, floors] = size;
        for floor in 0..floors {
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let place = FloorPlace { x, y, floor };
                map.terrain.lay(map.layout.node(place), class(place));
            }
        }
        let is_empty = map.terrain.nodes().next().is_none();
        if is_empty { Err(fault(TileFault::Empty)) } else { Ok(map) }
    }

    /// Connects opposite borders of the map, on every floor.
    ///
    /// # Errors
    ///
    /// If fewer than three columns or rows would be connected, because the two neighbours of a cell
    /// would then be the same.
    pub fn wrapped(mut self, wrap: Wrap) -> Result<Self, FloorError> {
        let [columns, rows, _] = self.size();
        let fault = FloorError(Kind::Wrap { columns, rows });
        self.layout = self.layout.wrapped(wrap).ok_or(fault)?;
        Ok(self)
    }

    /// The numbers of columns, rows and floors.
    pub fn size(&self) -> [u32; 3] {
        self.layout.size
    }

    /// Which borders are connected.
    pub fn wrap(&self) -> Wrap {
        self.layout.wrap
    }

    /// The node of a place; `None` off the map and where there is no cell.
    pub fn node(&self, place: impl Into<FloorPlace>) -> Option<NodeId> {
        let place = place.into();
        let [width, height, floors] = self.size();
        let is_inside = place.x < width && place.y < height && place.floor < floors;
        let node = is_inside.then(|| self.layout.node(place))?;
        (self.terrain.class_at(node) != Self::VOID).then_some(node)
    }

    /// The place of a cell.
    pub fn place(&self, node: NodeId) -> FloorPlace {
        self.layout.place(node)
    }

    /// The class of a cell, if it exists.
    pub fn class(&self, place: impl Into<FloorPlace>) -> Option<u8> {
        self.node(place).map(|node| self.terrain.class_at(node))
    }

    /// Whether leaving a cell through this side is forbidden, by a wall, a one-way step or a fence.
    pub fn is_step_forbidden(&self, place: impl Into<FloorPlace>, side: FloorSide) -> bool {
        let bits = self.node(place).map(|node| self.terrain.forbidden_at(node.index()));
        bits.is_some_and(|bits| bits & side.dir().bit() != 0)
    }

    /// The class of the fence or door in the way of the step out of a cell; `None` if there is none.
    pub fn fence(&self, place: impl Into<FloorPlace>, side: FloorSide) -> Option<u8> {
        self.terrain.fences().class(self.node(place)?, side.dir().bit())
    }

    /// All fences, by start, then clockwise from north.
    pub fn fences(&self) -> impl Iterator<Item = Fence<FloorSide>> + '_ {
        self.terrain.fences().all().iter().map(|&Fence { from, dir, class }| Fence {
            from,
            dir: FloorSide::ALL[dir.trailing_zeros() as usize / 2 % 4],
            class,
        })
    }

    /// All stairs, one per direction, sorted by start, then by end.
    pub fn stairs(&self) -> &[Link] {
        self.stairs.all()
    }

    /// The log of which cells changed in which revision.
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
    /// If a cell does not exist, if a class is 0, if there is no cell behind a side, or if a stair
    /// is invalid; the map is unchanged in that case.
    ///
    /// # Complexity
    ///
    /// O(changes), O(cells) for the first wall, O(fences) when sides change on a map with fences, and
    /// O(stairs · log stairs) if stairs change.
    pub fn apply(&mut self, edit: &FloorEdit) -> Result<u64, FloorError> {
        edit.apply(self)
    }
}

impl Tiles for FloorMap {
    fn extent(&self) -> Extent {
        self.terrain.extent()
    }
}

impl Sided for FloorMap {
    type Tile = FloorPlace;
    type Side = FloorSide;

    const SIDES: &'static [FloorSide] = &FloorSide::ALL;

    fn tile(&self, place: FloorPlace) -> Option<NodeId> {
        self.node(place)
    }

    fn place(&self, tile: NodeId) -> FloorPlace {
        FloorMap::place(self, tile)
    }

    fn behind(&self, place: FloorPlace, side: FloorSide) -> Option<(FloorPlace, FloorSide)> {
        let behind = self.layout.beside(self.node(place)?, side.dir());
        (self.terrain.class_at(behind) != Self::VOID)
            .then(|| (FloorMap::place(self, behind), side.opposite()))
    }

    fn bit(side: FloorSide) -> u8 {
        side.dir().bit()
    }

    fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    fn terrain_mut(&mut self) -> &mut Terrain {
        &mut self.terrain
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Tile(TileFault<FloorPlace, FloorSide>),
    Wrap { columns: u32, rows: u32 },
    StairCost { from: FloorPlace, to: FloorPlace, cost: u32 },
    StairLoop { place: FloorPlace },
    TooManyStairs { place: FloorPlace },
    NoStair { from: FloorPlace, to: FloorPlace },
    Name,
}

/// An invalid map of floors, or an invalid edit of one; the message says where the problem is and what
/// is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloorError(pub(super) Kind);

impl FloorError {
    pub(super) fn of_stairs(map: &FloorMap, fault: LinkFault) -> Self {
        FloorError(match fault {
            LinkFault::Missing(from, to) => {
                Kind::NoStair { from: map.place(from), to: map.place(to) }
            }
            LinkFault::TooMany(node) => Kind::TooManyStairs { place: map.place(node) },
        })
    }
}

errors! { FloorError(Kind):
    Tile(fault) => (same fault),
    Wrap { columns, rows } => ("floor-wrap",
        "{columns} columns and {rows} rows are too few to be joined, expected at least 3"),
    StairCost { from, to, cost } => ("stair-cost",
        "the stair from {from} to {to} costs {cost} ticks, expected 1 to {}", Link::MAX_COST),
    StairLoop { place } => ("stair-loop", "the stair at {place} leads back to itself"),
    TooManyStairs { place } => ("too-many-stairs",
        "{place} has more than {MAX_LINKS_PER_CELL} stairs"),
    NoStair { from, to } => ("no-such-stair", "there is no stair from {from} to {to}"),
    Name => ("floor-place", "no place on a floor, expected x,y,floor such as 4,0,1"),
}
