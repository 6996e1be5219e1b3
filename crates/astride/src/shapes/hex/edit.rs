//! Edits of a map of hexagons, applied all or none.

use super::{Hex, HexDir, HexMap};
use crate::base::NodeId;
use crate::world::{NoMemory, Sided, Terrain, TileEdit, TileFault, TileSide, apply, inverse};

/// A batch of changes for [`HexMap::apply`]: terrain, walls, fences, one-way steps.
pub type HexEdit = TileEdit<Hex, HexDir>;

impl HexEdit {
    /// Puts a fence or a door between a hexagon and its neighbour: a wall, except to movers that
    /// [cross](super::HexMover::crosses) fences of this class for extra ticks. It replaces a wall or
    /// another fence, and [`remove_wall`](Self::remove_wall) removes it.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::hex::{HexDir, HexLayout, HexMap, HexMover};
    /// const RIVER: u8 = 1;
    /// let mut nav = Navigator::new(HexMap::rectangle(HexLayout::Pointy, 2, 1, b'.')?);
    /// nav.edit(|batch| _ = batch.fence((0, 0), HexDir::East, RIVER))?;
    /// let ask = Ask::new((0, 0), (1, 0));
    /// assert_eq!(nav.cost(&ask)?, None, "a wall to wagons");
    /// let infantry = nav.add_mover(HexMover::walker().crosses(RIVER, 30_000)?);
    /// assert_eq!(nav.cost(&ask.mover(infantry))?, Some(13_860 + 30_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fence(&mut self, hex: impl Into<Hex>, dir: HexDir, class: u8) -> &mut Self {
        self.put_fence(hex.into(), dir, class, true)
    }

    /// Puts a fence or a door in the way of the step out of a hexagon, but not of the step back: a
    /// slope, or a door that opens freely from inside.
    pub fn fence_step(&mut self, hex: impl Into<Hex>, dir: HexDir, class: u8) -> &mut Self {
        self.put_fence(hex.into(), dir, class, false)
    }

    /// The batch that undoes this one: applied after it, all is again as it is on `map` now, except
    /// the revision.
    ///
    /// # Errors
    ///
    /// That of [`HexMap::apply`], if `map` does not take this batch.
    ///
    /// # Complexity
    ///
    /// O(k log k) for k changes.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::hex::{HexDir, HexEdit, HexLayout, HexMap};
    /// let mut map = HexMap::hexagon(HexLayout::Pointy, 3, b'.')?;
    /// let mut batch = HexEdit::new();
    /// batch.set((1, 1), b'#').wall((0, 0), HexDir::East);
    /// let undo = batch.inverse(&map)?;
    /// map.apply(&batch)?;
    /// map.apply(&undo)?;
    /// assert_eq!(map.class((1, 1)), Some(b'.'));
    /// assert!(!map.is_step_forbidden((0, 0), HexDir::East));
    /// # Ok::<(), astride::shapes::hex::HexError>(())
    /// ```
    pub fn inverse(&self, map: &HexMap) -> Result<HexEdit, HexError> {
        inverse(map, self).map_err(HexError)
    }
}

impl HexMap {
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
    pub fn apply(&mut self, edit: &HexEdit) -> Result<u64, HexError> {
        apply(self, edit).map_err(HexError)
    }
}

impl Sided for HexMap {
    type Tile = Hex;
    type Side = HexDir;

    const SIDES: &'static [HexDir] = &HexDir::ALL;

    fn tile(&self, place: Hex) -> Option<NodeId> {
        self.node(place)
    }

    fn place(&self, tile: NodeId) -> Hex {
        self.hex(tile)
    }

    fn behind(&self, place: Hex, side: HexDir) -> Option<(Hex, HexDir)> {
        Some((place.beside(side), side.opposite()))
    }

    fn bit(side: HexDir) -> u8 {
        side.bit()
    }

    fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    fn terrain_mut(&mut self) -> &mut Terrain {
        &mut self.terrain
    }
}

/// An invalid map of hexagons, or an invalid edit of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexError(pub(super) TileFault<Hex, HexDir>);

impl From<NoMemory> for HexError {
    fn from(error: NoMemory) -> Self {
        HexError(error.into())
    }
}

impl TileSide for HexDir {
    const TILE: &'static str = "hexagon";
}

errors! { struct HexError:
    Self(fault) => (same fault),
}
