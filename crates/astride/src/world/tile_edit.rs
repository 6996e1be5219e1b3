//! Edits of terrain and sides, applied all or none, for maps of any kind of tile.

mod inverse;

pub(crate) use inverse::inverse;

use std::fmt;

use super::terrain::NoMemory;
use super::{Terrain, Way};
use crate::base::{NodeId, Packer, PartsError, Slot, Unpacker};

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
}

/// A batch of edits of a map whose places are `P` and have sides `S`: terrain, walls, one-way
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

    /// Removes a wall, and one-way steps there.
    pub fn remove_wall(&mut self, place: impl Into<P>, side: S) -> &mut Self {
        self.push(Change::Side { place: place.into(), side, forbid: false, both: true })
    }

    /// Forbids the step out of a tile; the opposite step is unchanged.
    pub fn forbid_step(&mut self, place: impl Into<P>, side: S) -> &mut Self {
        self.push(Change::Side { place: place.into(), side, forbid: true, both: false })
    }

    /// Allows the step out of a tile.
    pub fn allow_step(&mut self, place: impl Into<P>, side: S) -> &mut Self {
        self.push(Change::Side { place: place.into(), side, forbid: false, both: false })
    }

    fn push(&mut self, change: Change<P, S>) -> &mut Self {
        self.changes.push(change);
        self
    }
}

/// As numbers of a file. `sides` are all sides, in the order of their numbers.
impl<P: Copy, S: Copy + PartialEq> TileEdit<P, S> {
    pub(crate) fn pack(&self, sides: &[S], out: &mut Packer, put: impl Fn(P, &mut Packer)) {
        out.number(self.changes.len() as u64);
        for &change in &self.changes {
            match change {
                Change::Class { place, class } => {
                    out.number(0u8);
                    put(place, out);
                    out.number(class);
                }
                Change::Side { place, side, forbid, both } => {
                    out.number(1 + u8::from(forbid) + 2 * u8::from(both));
                    put(place, out);
                    let at = sides.iter().position(|&other| other == side);
                    out.number(at.unwrap_or_default() as u64);
                }
            }
        }
    }

    /// The batch that was written. Whether a map takes it is not known by that.
    pub(crate) fn unpack(
        sides: &[S],
        from: &mut Unpacker<'_>,
        take: impl Fn(&mut Unpacker<'_>) -> Result<P, PartsError>,
    ) -> Result<Self, PartsError> {
        let count = from.count()?;
        let mut edit = TileEdit::new();
        for _ in 0..count {
            let kind = from.number(4, "a kind of change")?;
            let place = take(from)?;
            edit.push(match kind.checked_sub(1) {
                None => Change::Class { place, class: from.u8()? },
                Some(bits) => {
                    let side = from.one_of(sides, "a side of a tile")?;
                    Change::Side { place, side, forbid: bits & 1 == 1, both: bits & 2 == 2 }
                }
            });
        }
        Ok(edit)
    }
}

/// A side of a tile.
pub(crate) trait TileSide: Copy + fmt::Debug + Send + Sync + 'static {
    /// The name of the tile in messages.
    const TILE: &'static str;
}

/// What a map of tiles provides so that a [`TileEdit`] can be applied.
pub(crate) trait Sided {
    type Place: Copy + Into<Self::Place>;
    type Side: TileSide;

    /// All sides of a tile.
    const SIDES: &'static [Self::Side];

    /// The tile at a place, if it is part of the map.
    fn tile(&self, place: Self::Place) -> Option<NodeId>;

    /// The place of a tile that is part of the map.
    fn place(&self, tile: NodeId) -> Self::Place;

    /// The place behind a side, and which of its own sides leads back.
    fn behind(&self, place: Self::Place, side: Self::Side) -> Option<(Self::Place, Self::Side)>;

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
    let mut differ = Vec::new();
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
            for (tile, side) in [(node, side), (behind, back)] {
                let forbidden = truth.terrain().forbidden_at(tile.index());
                if believed.terrain_mut().lay_sides(tile, M::bit(side), forbidden) {
                    differ.extend([node, behind]);
                }
            }
        }
    }
    differ.sort_unstable();
    differ.dedup();
    differ
}

/// Calls `visit` for every step through a side, out of a tile or into it, that is forbidden between
/// tiles that share one of the media of their classes: with the tile at its other end, and a slot
/// with the number of its side.
pub(crate) fn shut_sides<M: Sided>(
    map: &M,
    media_of: impl Fn(u8) -> u8,
    node: NodeId,
    way: Way,
    visit: &mut dyn FnMut(NodeId, Slot),
) {
    let terrain = map.terrain();
    let media_at = |node| match terrain.class_at(node) {
        Terrain::VOID => 0,
        class => media_of(class),
    };
    for &side in if terrain.has_sides() { M::SIDES } else { &[] } {
        let Some((place, back)) = map.behind(map.place(node), side) else { continue };
        let Some(other) = map.tile(place) else { continue };
        let (from, bit) = match way {
            Way::Forward => (node, M::bit(side)),
            Way::Backward => (other, M::bit(back)),
        };
        let is_shut = terrain.forbidden_at(from.index()) & bit != 0;
        if is_shut && media_at(node) & media_at(other) != 0 {
            visit(other, Slot::new(bit.trailing_zeros() as u16));
        }
    }
}

/// The batch that gives places a class and opens the sides between pairs of neighbouring places, both
/// ways.
pub(crate) fn opening<M: Sided>(
    map: &M,
    places: &[M::Place],
    class: u8,
    steps: &[[M::Place; 2]],
) -> TileEdit<M::Place, M::Side> {
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
    edit: &TileEdit<M::Place, M::Side>,
) -> Result<u64, TileFault<M::Place, M::Side>> {
    checked(map, edit)?;
    Ok(make(map, edit))
}

/// Checks a batch and allocates its memory, so that [`make`] cannot fail.
pub(crate) fn checked<M: Sided>(
    map: &mut M,
    edit: &TileEdit<M::Place, M::Side>,
) -> Result<(), TileFault<M::Place, M::Side>> {
    if possible(map, edit)? {
        map.terrain_mut().make_room_for_sides()?;
    }
    Ok(())
}

/// Checks a batch; whether it needs memory for sides.
fn possible<M: Sided>(
    map: &M,
    edit: &TileEdit<M::Place, M::Side>,
) -> Result<bool, TileFault<M::Place, M::Side>> {
    let mut needs_sides = false;
    for change in &edit.changes {
        let (Change::Class { place, .. } | Change::Side { place, .. }) = *change;
        map.tile(place).ok_or(TileFault::Off { place })?;
        match *change {
            Change::Class { class: Terrain::VOID, .. } => return Err(TileFault::Void { place }),
            Change::Class { .. } => {}
            Change::Side { side, forbid, .. } => {
                let behind = map.behind(place, side).and_then(|(place, _)| map.tile(place));
                behind.ok_or(TileFault::Rim { place, side })?;
                needs_sides |= forbid;
            }
        }
    }
    Ok(needs_sides)
}

/// Applies a batch that was [`checked`], and returns the new revision.
pub(crate) fn make<M: Sided>(map: &mut M, edit: &TileEdit<M::Place, M::Side>) -> u64 {
    for &change in &edit.changes {
        match change {
            Change::Class { place, class } => {
                let Some(node) = map.tile(place) else { continue };
                map.terrain_mut().set(node, class);
            }
            Change::Side { place, side, forbid, both } => {
                let behind = map.behind(place, side);
                let Some((node, (other, back))) = map.tile(place).zip(behind) else { continue };
                map.terrain_mut().set_side(node, M::bit(side), forbid);
                match map.tile(other) {
                    Some(other) if both => map.terrain_mut().set_side(other, M::bit(back), forbid),
                    Some(other) => map.terrain_mut().note(other),
                    None => {}
                }
            }
        }
    }
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
