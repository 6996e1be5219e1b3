//! Edits of terrain and sides, applied all or none, for maps of any kind of tile.

mod inverse;

pub(crate) use inverse::inverse;

use std::fmt;

use super::terrain::NoMemory;
use super::{Fence, Mover, Side, Terrain, Way};
use crate::base::{NodeId, Pack, Packer, PartsError, Slot, Unpacker};

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Change<P, S> {
    Class {
        place: P,
        class: u8,
    },
    /// Forbids or allows leaving through a side, and entering through it if it is a wall.
    Side {
        place: P,
        side: S,
        forbid: bool,
        both: bool,
    },
    /// Puts a fence or door in the way of leaving through a side, and of entering through it if it
    /// is `both`.
    Fence {
        place: P,
        side: S,
        class: u8,
        both: bool,
    },
}

impl<P: Copy, S: Copy> Change<P, S> {
    fn place(&self) -> P {
        let (Change::Class { place, .. }
        | Change::Side { place, .. }
        | Change::Fence { place, .. }) = *self;
        place
    }

    /// The side that it changes, what stands there afterwards, and whether also on the way back.
    fn side(&self) -> Option<(S, Side, bool)> {
        match *self {
            Change::Class { .. } => None,
            Change::Side { side, forbid, both, .. } => Some((side, Side::shut(forbid), both)),
            Change::Fence { side, class, both, .. } => Some((side, Side::Fenced(class), both)),
        }
    }
}

/// A batch of edits of a map whose places are `P` and have sides `S`: terrain, walls, fences, one-way
/// steps. Pass it to the `apply` of the map.
///
/// # Examples
///
/// ```
/// use astride::shapes::hex::{HexDir, HexEdit, HexLayout, HexMap};
/// let mut map = HexMap::hexagon(HexLayout::Pointy, 3, b'.')?;
/// map.apply(HexEdit::new().set((1, 1), b'#').wall((0, 0), HexDir::East))?;
/// assert_eq!((map.revision(), map.class((1, 1))), (1, Some(b'#')));
/// # Ok::<(), astride::shapes::hex::HexError>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TileEdit<P, S> {
    changes: Vec<Change<P, S>>,
}

impl<P, S> Default for TileEdit<P, S> {
    fn default() -> Self {
        TileEdit { changes: Vec::new() }
    }
}

impl<P, S> TileEdit<P, S> {
    /// An empty batch.
    pub fn new() -> Self {
        TileEdit::default()
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Sets the class of a tile of the map.
    pub fn set(&mut self, place: impl Into<P>, class: u8) -> &mut Self {
        self.push(Change::Class { place: place.into(), class })
    }

    /// Puts a wall between a tile and its neighbour.
    pub fn wall(&mut self, place: impl Into<P>, side: S) -> &mut Self {
        self.push(Change::Side { place: place.into(), side, forbid: true, both: true })
    }

    /// Removes a wall or fence, and one-way steps there.
    pub fn remove_wall(&mut self, place: impl Into<P>, side: S) -> &mut Self {
        self.push(Change::Side { place: place.into(), side, forbid: false, both: true })
    }

    /// Forbids the step out of a tile; the opposite step is unchanged.
    pub fn forbid_step(&mut self, place: impl Into<P>, side: S) -> &mut Self {
        self.push(Change::Side { place: place.into(), side, forbid: true, both: false })
    }

    /// Allows the step out of a tile, whatever was in the way.
    pub fn allow_step(&mut self, place: impl Into<P>, side: S) -> &mut Self {
        self.push(Change::Side { place: place.into(), side, forbid: false, both: false })
    }

    /// Puts a fence in the way of the step out of a tile, and of the opposite one if it is `both`.
    pub(crate) fn put_fence(&mut self, place: P, side: S, class: u8, both: bool) -> &mut Self {
        self.push(Change::Fence { place, side, class, both })
    }

    /// Makes the step out of a tile what stands in its way; the opposite step is unchanged.
    pub(crate) fn side_as(&mut self, place: P, side: S, stands: Side) -> &mut Self {
        match stands {
            Side::Open => self.allow_step(place, side),
            Side::Shut => self.forbid_step(place, side),
            Side::Fenced(class) => self.put_fence(place, side, class, false),
        }
    }

    fn push(&mut self, change: Change<P, S>) -> &mut Self {
        self.changes.push(change);
        self
    }
}

impl<P: Copy + Pack, S: Copy + Pack> Pack for TileEdit<P, S> {
    fn pack(&self, out: &mut Packer) {
        self.changes.pack(out);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        Ok(TileEdit { changes: Pack::unpack(from)? })
    }
}

impl<P: Copy + Pack, S: Copy + Pack> Pack for Change<P, S> {
    fn pack(&self, out: &mut Packer) {
        out.number(match *self {
            Change::Class { .. } => 0u8,
            Change::Side { forbid, both, .. } => 1 + u8::from(forbid) + 2 * u8::from(both),
            Change::Fence { both, .. } => 5 + u8::from(both),
        });
        self.place().pack(out);
        if let Some((side, ..)) = self.side() {
            side.pack(out);
        }
        if let Change::Class { class, .. } | Change::Fence { class, .. } = *self {
            out.number(class);
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        let kind = from.number(6, "a kind of change")?;
        let place = P::unpack(from)?;
        let Some(bits) = kind.checked_sub(1) else {
            return Ok(Change::Class { place, class: from.u8()? });
        };
        let side = S::unpack(from)?;
        Ok(match bits {
            0..4 => Change::Side { place, side, forbid: bits & 1 == 1, both: bits & 2 == 2 },
            _ => Change::Fence { place, side, class: from.u8()?, both: bits & 1 == 1 },
        })
    }
}

/// A side of a tile.
pub trait TileSide: Copy + fmt::Debug + Send + Sync + 'static {
    /// The name of the tile in messages.
    const TILE: &'static str;
}

/// What a map of tiles provides so that a [`TileEdit`] can be applied.
pub trait Sided {
    type Tile: Copy;
    type Side: TileSide;

    /// All sides of a tile.
    const SIDES: &'static [Self::Side];

    /// The tile at a place, if it is part of the map.
    fn tile(&self, place: Self::Tile) -> Option<NodeId>;

    /// The place of a tile that is part of the map.
    fn place(&self, tile: NodeId) -> Self::Tile;

    /// The place behind a side, and which of its own sides leads back.
    fn behind(&self, place: Self::Tile, side: Self::Side) -> Option<(Self::Tile, Self::Side)>;

    /// The bit of a side.
    fn bit(side: Self::Side) -> u8;

    fn terrain(&self) -> &Terrain;

    fn terrain_mut(&mut self) -> &mut Terrain;
}

/// Updates tiles to what they are on `truth`, including the steps through all their sides. If that
/// makes a difference, it is one revision.
pub(crate) fn see<M: Sided>(believed: &mut M, truth: &M, nodes: &[NodeId]) {
    let differ = take_as_on(believed, truth, nodes);
    believed.terrain_mut().note_nodes(&differ);
}

/// As [`see`], but leaves it to the caller to log the tiles that differ, which are in increasing
/// order.
pub(crate) fn take_as_on<M: Sided>(believed: &mut M, truth: &M, nodes: &[NodeId]) -> Vec<NodeId> {
    let (mut differ, mut sides) = (Vec::new(), Vec::new());
    let has_sides = truth.terrain().has_sides() || believed.terrain().has_sides();
    for &node in nodes {
        let class = truth.terrain().class_at(node);
        if believed.terrain().class_at(node) != class {
            believed.terrain_mut().lay(node, class);
            differ.push(node);
        }
        for &side in if has_sides { M::SIDES } else { &[] } {
            let Some((place, back)) = truth.behind(truth.place(node), side) else { continue };
            let Some(behind) = truth.tile(place) else { continue };
            for (tile, bit) in [(node, M::bit(side)), (behind, M::bit(back))] {
                let side = truth.terrain().side(tile, bit);
                if believed.terrain().side(tile, bit) != side {
                    believed.terrain_mut().lay_side(tile, bit, side != Side::Open);
                    sides.push(((tile, bit), side));
                    differ.extend([node, behind]);
                }
            }
        }
    }
    believed.terrain_mut().fence_as(sides);
    differ.sort_unstable();
    differ.dedup();
    differ
}

/// Calls `visit` for every step through a side, out of a tile or into it, that is forbidden to a
/// mover between tiles that share one of the media of their classes: with the tile at its other end,
/// and a slot with the number of its side.
pub(crate) fn shut_sides<M: Sided, G>(
    map: &M,
    mover: &Mover<G>,
    node: NodeId,
    way: Way,
    visit: &mut dyn FnMut(NodeId, Slot),
) {
    let terrain = map.terrain();
    let media_at = |node| match terrain.class_at(node) {
        Terrain::VOID => 0,
        class => mover.media_of(class),
    };
    for &side in if terrain.has_sides() { M::SIDES } else { &[] } {
        let Some((place, back)) = map.behind(map.place(node), side) else { continue };
        let Some(other) = map.tile(place) else { continue };
        let (from, bit) = match way {
            Way::Forward => (node, M::bit(side)),
            Way::Backward => (other, M::bit(back)),
        };
        let is_shut = terrain.side(from, bit).is_closed_to(&mover.crossings);
        if is_shut && media_at(node) & media_at(other) != 0 {
            visit(other, Slot::new(bit.trailing_zeros() as u16));
        }
    }
}

/// The steps in whose way a fence of a class stands, from and to which tile.
pub(crate) fn fenced_sides<M: Sided>(map: &M, class: u8) -> Vec<[NodeId; 2]> {
    let fences = map.terrain().fences().all().iter().filter(|fence| fence.class == class);
    let step = |fence: &Fence<u8>| {
        let side = M::SIDES.iter().copied().find(|&side| M::bit(side) == fence.dir)?;
        let (behind, _) = map.behind(map.place(fence.from), side)?;
        Some([fence.from, map.tile(behind)?])
    };
    fences.filter_map(step).collect()
}

/// The batch that gives places a class and opens the sides between pairs of neighbouring places, both
/// ways.
pub(crate) fn opening<M: Sided>(
    map: &M,
    places: &[M::Tile],
    class: u8,
    steps: &[[M::Tile; 2]],
) -> TileEdit<M::Tile, M::Side> {
    let mut edit = TileEdit::new();
    places.iter().for_each(|&place| _ = edit.set(place, class));
    for &[from, to] in steps {
        for &side in M::SIDES {
            let tile = map.behind(from, side).and_then(|(place, _)| map.tile(place));
            if tile.is_some_and(|tile| Some(tile) == map.tile(to)) {
                edit.remove_wall(from, side);
            }
        }
    }
    edit
}

/// Applies a batch, all or none, and returns the new revision.
pub(crate) fn apply<M: Sided>(
    map: &mut M,
    edit: &TileEdit<M::Tile, M::Side>,
) -> Result<u64, TileFault<M::Tile, M::Side>> {
    checked(map, edit)?;
    Ok(make(map, edit))
}

/// Checks a batch and allocates its memory, so that [`make`] cannot fail.
pub(crate) fn checked<M: Sided>(
    map: &mut M,
    edit: &TileEdit<M::Tile, M::Side>,
) -> Result<(), TileFault<M::Tile, M::Side>> {
    if possible(map, edit)? {
        map.terrain_mut().make_room_for_sides()?;
    }
    Ok(())
}

/// Checks a batch; whether it needs memory for sides.
fn possible<M: Sided>(
    map: &M,
    edit: &TileEdit<M::Tile, M::Side>,
) -> Result<bool, TileFault<M::Tile, M::Side>> {
    let mut needs_sides = false;
    for change in &edit.changes {
        let place = change.place();
        map.tile(place).ok_or(TileFault::Off { place })?;
        if let Change::Class { class: Terrain::VOID, .. } = *change {
            return Err(TileFault::Void { place });
        }
        if let Some((side, stands, _)) = change.side() {
            let behind = map.behind(place, side).and_then(|(place, _)| map.tile(place));
            behind.ok_or(TileFault::Rim { place, side })?;
            needs_sides |= stands != Side::Open;
        }
    }
    Ok(needs_sides)
}

/// Applies a batch that was [`checked`], and returns the new revision.
pub(crate) fn make<M: Sided>(map: &mut M, edit: &TileEdit<M::Tile, M::Side>) -> u64 {
    let mut sides = Vec::new();
    for change in &edit.changes {
        let Some(node) = map.tile(change.place()) else { continue };
        if let Change::Class { class, .. } = *change {
            map.terrain_mut().set(node, class);
        }
        let Some((side, stands, both)) = change.side() else { continue };
        let Some((other, back)) = map.behind(change.place(), side) else { continue };
        let Some(other) = map.tile(other) else { continue };
        let mut set = |tile, bit| {
            map.terrain_mut().set_side(tile, bit, stands != Side::Open);
            sides.push(((tile, bit), stands));
        };
        set(node, M::bit(side));
        match both {
            true => set(other, M::bit(back)),
            false => map.terrain_mut().note(other),
        }
    }
    map.terrain_mut().fence_as(sides);
    map.terrain_mut().raise()
}

/// Why a map of tiles, or an edit of one, is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TileFault<P, S> {
    Empty,
    TooLarge { width: u64, height: u64 },
    Memory { bytes: usize },
    Void { place: P },
    Off { place: P },
    Rim { place: P, side: S },
}

impl<P, S> From<NoMemory> for TileFault<P, S> {
    fn from(NoMemory(bytes): NoMemory) -> Self {
        TileFault::Memory { bytes }
    }
}

errors! { enum TileFault<P, S> where [
    P: fmt::Debug + fmt::Display + Send + Sync + 'static, S: TileSide]:
    Empty => ("tile-none", "there are no {}s, expected at least one", S::TILE),
    TooLarge { width, height } => ("tile-too-many",
        "{height} rows of {width} {}s, expected at most {} in all", S::TILE, Terrain::MOST_TILES),
    Memory { bytes } => ("tile-memory", "no memory for {bytes} bytes"),
    // a tile is to be of class 0, expected 1 to 255
    Void { place } => ("tile-void",
        "{} {place} is to be of class 0, expected 1 to 255", S::TILE),
    // a hexagon or triangle is not part of the map
    Off { place } => ("tile-off-map", "{} {place} is not part of the map", S::TILE),
    Rim { place, side } => ("tile-side-at-rim",
        "there is no {} to the {side:?} of {place}, expected one on both sides", S::TILE),
}
