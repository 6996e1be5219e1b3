//! Batches of changes of a map of floors.

use super::map::Kind;
use super::{FloorError, FloorMap, FloorPlace, FloorSide};
use crate::base::{Pack, Packer, PartsError, Unpacker};
use crate::world::{
    Link, LinkChange, Links, TileEdit, TileFault, checked, inverse, make, relinking,
};

#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum StairChange {
    Build { from: FloorPlace, to: FloorPlace, cost: u32 },
    Remove { from: FloorPlace, to: FloorPlace },
}

/// A batch of changes for [`FloorMap::apply`]: terrain, walls, fences, one-way steps, stairs.
///
/// # Examples
///
/// ```
/// use astride::shapes::floors::{FloorEdit, FloorMap, FloorSide};
/// let mut map = FloorMap::new([5, 5, 2], b'.')?;
/// map.apply(FloorEdit::new().set((1, 1, 0), b'#').wall((3, 3, 1), FloorSide::East))?;
/// map.apply(FloorEdit::new().stairs((0, 0, 0), (0, 1, 1), 30_000))?;
/// assert_eq!((map.revision(), map.stairs().len()), (2, 2));
/// # Ok::<(), astride::shapes::floors::FloorError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FloorEdit {
    tiles: TileEdit<FloorPlace, FloorSide>,
    stairs: Vec<StairChange>,
}

impl FloorEdit {
    /// An empty batch.
    pub fn new() -> Self {
        FloorEdit::default()
    }

    /// A batch without stairs.
    pub(super) fn of(tiles: TileEdit<FloorPlace, FloorSide>) -> Self {
        FloorEdit { tiles, stairs: Vec::new() }
    }

    /// Whether the batch is empty.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty() && self.stairs.is_empty()
    }

    /// Sets the class of a cell.
    pub fn set(&mut self, place: impl Into<FloorPlace>, class: u8) -> &mut Self {
        self.tiles.set(place, class);
        self
    }

    /// Puts a wall between a cell and the one behind a side.
    pub fn wall(&mut self, place: impl Into<FloorPlace>, side: FloorSide) -> &mut Self {
        self.tiles.wall(place, side);
        self
    }

    /// Puts a fence or a door between a cell and the one behind a side: a wall, except to movers that
    /// [cross](super::FloorMover::crosses) fences of this class for extra ticks. It replaces a wall or
    /// another fence, and [`remove_wall`](Self::remove_wall) removes it.
    ///
    /// A straight step crosses it; to diagonal steps it is a wall to everybody.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::floors::{FloorMap, FloorMover, FloorSide};
    /// const DOOR: u8 = 1;
    /// let mut nav = Navigator::new(FloorMap::new([2, 1, 1], b'.')?);
    /// nav.edit(|batch| _ = batch.fence((0, 0, 0), FloorSide::East, DOOR))?;
    /// let ask = Ask::new((0, 0, 0), (1, 0, 0));
    /// assert_eq!(nav.cost(&ask)?, None, "a wall to visitors");
    /// let staff = nav.add_mover(FloorMover::walker().crosses(DOOR, 5_000)?);
    /// assert_eq!(nav.cost(&ask.mover(staff))?, Some(13_860 + 5_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fence(&mut self, place: impl Into<FloorPlace>, side: FloorSide, class: u8) -> &mut Self {
        self.tiles.put_fence(place.into(), side, class, true);
        self
    }

    /// Puts a fence or a door in the way of the step out of a cell, but not of the step back: a gate
    /// that opens freely from inside.
    pub fn fence_step(
        &mut self,
        place: impl Into<FloorPlace>,
        side: FloorSide,
        class: u8,
    ) -> &mut Self {
        self.tiles.put_fence(place.into(), side, class, false);
        self
    }

    /// Removes a wall or fence, and one-way steps there.
    pub fn remove_wall(&mut self, place: impl Into<FloorPlace>, side: FloorSide) -> &mut Self {
        self.tiles.remove_wall(place, side);
        self
    }

    /// Forbids the step out of a cell; the opposite step is unchanged.
    pub fn forbid_step(&mut self, place: impl Into<FloorPlace>, side: FloorSide) -> &mut Self {
        self.tiles.forbid_step(place, side);
        self
    }

    /// Allows the step out of a cell, whatever was in the way.
    pub fn allow_step(&mut self, place: impl Into<FloorPlace>, side: FloorSide) -> &mut Self {
        self.tiles.allow_step(place, side);
        self
    }

    /// Adds a one-way stair that costs `cost` ticks, 1 to 2³⁰, regardless of terrain; it replaces
    /// an existing one between the same two places. Every mover that can stand on both ends can
    /// take it.
    pub fn stair(
        &mut self,
        from: impl Into<FloorPlace>,
        to: impl Into<FloorPlace>,
        cost: u32,
    ) -> &mut Self {
        self.stairs.push(StairChange::Build { from: from.into(), to: to.into(), cost });
        self
    }

    /// Adds a stair in both directions.
    pub fn stairs(
        &mut self,
        a: impl Into<FloorPlace>,
        b: impl Into<FloorPlace>,
        cost: u32,
    ) -> &mut Self {
        let (a, b) = (a.into(), b.into());
        self.stair(a, b, cost).stair(b, a, cost)
    }

    /// Removes the stair from one place to another; the opposite one is unchanged.
    pub fn remove_stair(
        &mut self,
        from: impl Into<FloorPlace>,
        to: impl Into<FloorPlace>,
    ) -> &mut Self {
        self.stairs.push(StairChange::Remove { from: from.into(), to: to.into() });
        self
    }

    /// The batch that undoes this one: applied after it, all is again as it is on `map` now, except
    /// the revision.
    ///
    /// # Errors
    ///
    /// That of [`FloorMap::apply`], if `map` does not take this batch.
    ///
    /// # Complexity
    ///
    /// O(k log k) for k changes, and O(stairs · log stairs) if stairs change.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::floors::{FloorEdit, FloorMap};
    /// let mut map = FloorMap::new([5, 5, 2], b'.')?;
    /// let mut batch = FloorEdit::new();
    /// batch.set((1, 1, 0), b'#').stairs((0, 0, 0), (0, 1, 1), 30_000);
    /// let undo = batch.inverse(&map)?;
    /// map.apply(&batch)?;
    /// map.apply(&undo)?;
    /// assert_eq!((map.class((1, 1, 0)), map.stairs().len()), (Some(b'.'), 0));
    /// # Ok::<(), astride::shapes::floors::FloorError>(())
    /// ```
    pub fn inverse(&self, map: &FloorMap) -> Result<FloorEdit, FloorError> {
        let stairs = self.stairs_after(map)?;
        let tiles = inverse(map, &self.tiles).map_err(|fault| FloorError(Kind::Tile(fault)))?;
        let mut undo = FloorEdit::of(tiles);
        let after = stairs.as_ref().unwrap_or(&map.stairs).all();
        for change in relinking(after, map.stairs.all()) {
            match change {
                LinkChange::Add(Link { from, to, cost }) => {
                    undo.stair(map.place(from), map.place(to), cost)
                }
                LinkChange::Remove(from, to) => undo.remove_stair(map.place(from), map.place(to)),
            };
        }
        Ok(undo)
    }

    pub(super) fn apply(&self, map: &mut FloorMap) -> Result<u64, FloorError> {
        let stairs = self.stairs_after(map)?;
        checked(map, &self.tiles).map_err(|fault| FloorError(Kind::Tile(fault)))?;
        // Nothing can fail from here on.
        if let Some(stairs) = stairs {
            map.put_stairs(stairs);
        }
        Ok(make(map, &self.tiles))
    }

    /// The stairs that a map has afterwards, unless none changes.
    fn stairs_after(&self, map: &FloorMap) -> Result<Option<Links>, FloorError> {
        if self.stairs.is_empty() {
            return Ok(None);
        }
        let stairs = map.stairs.with(&self.link_changes(map)?);
        stairs.map(Some).map_err(|fault| FloorError::of_stairs(map, fault))
    }

    fn link_changes(&self, map: &FloorMap) -> Result<Vec<LinkChange>, FloorError> {
        self.stairs.iter().map(|change| change.checked(map)).collect()
    }

    /// Adds the stairs of another batch, if each of them is possible by itself on this map: between
    /// two places of it, at a cost in range.
    pub(crate) fn add_stairs(
        &mut self,
        other: FloorEdit,
        map: &FloorMap,
    ) -> Result<(), FloorError> {
        other.link_changes(map)?;
        self.stairs.extend(other.stairs);
        Ok(())
    }
}

impl Pack for FloorEdit {
    fn pack(&self, out: &mut Packer) {
        self.tiles.pack(out);
        self.stairs.pack(out);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        Ok(FloorEdit { tiles: Pack::unpack(from)?, stairs: Pack::unpack(from)? })
    }
}

impl Pack for StairChange {
    fn pack(&self, out: &mut Packer) {
        let (from, to, cost) = match *self {
            StairChange::Build { from, to, cost } => (from, to, Some(cost)),
            StairChange::Remove { from, to } => (from, to, None),
        };
        [from, to].into_iter().for_each(|place| place.pack(out));
        out.optional(cost.map(u64::from));
    }

    fn unpack(numbers: &mut Unpacker<'_>) -> Result<Self, PartsError> {
        let (from, to) = (Pack::unpack(numbers)?, Pack::unpack(numbers)?);
        let most = 1 + u64::from(u32::MAX);
        Ok(match numbers.number(most, "ticks of 32 bits, or none")?.checked_sub(1) {
            Some(cost) => StairChange::Build { from, to, cost: cost as u32 },
            None => StairChange::Remove { from, to },
        })
    }
}

impl StairChange {
    fn checked(&self, map: &FloorMap) -> Result<LinkChange, FloorError> {
        let node = |place: FloorPlace| {
            map.node(place).ok_or(FloorError(Kind::Tile(TileFault::Off { place })))
        };
        match *self {
            StairChange::Build { from, to, .. } if from == to => {
                Err(FloorError(Kind::StairLoop { place: from }))
            }
            StairChange::Build { from, to, cost } if !(1..=Link::MAX_COST).contains(&cost) => {
                Err(FloorError(Kind::StairCost { from, to, cost }))
            }
            StairChange::Build { from, to, cost } => {
                Ok(LinkChange::Add(Link { from: node(from)?, to: node(to)?, cost }))
            }
            StairChange::Remove { from, to } => Ok(LinkChange::Remove(node(from)?, node(to)?)),
        }
    }
}

impl FloorMap {
    /// Replaces the stairs, and logs both ends of those that differ.
    fn put_stairs(&mut self, stairs: Links) {
        for end in self.stairs.ends_that_differ(&stairs) {
            self.terrain.note(end);
        }
        self.stairs = stairs;
    }
}
