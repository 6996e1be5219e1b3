//! Influence maps: whose presence is felt where, and how strongly.
//!
//! Sources influence the cells around them, less with distance. Their contributions are stored
//! exactly, so that a source that moves or is removed takes back exactly what it contributed,
//! within its own area.
//!
//! Tozour, "Influence Mapping", in Game Programming Gems 2, 2001. That method refills maps each
//! time, by spreading from cell to cell; here each source has a stamp, and only fading over time
//! touches all cells.

mod error;
mod falloff;
mod read;
mod spread;

pub use error::InfluenceError;
pub use falloff::Falloff;
pub use spread::Spread;

use crate::base::{Cell, CellRect, NodeId};
use crate::search::Scratch;
use crate::shapes::square::{Grid, OnGrid};

/// The value 1, in the fixed-point format of factors.
const ONE: i64 = 1 << 16;

/// How the contributions of several sources to a cell are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Combine {
    /// Their sum.
    #[default]
    Sum,
    /// Their maximum, at least 0.
    Max,
}

/// The strength of a source, and how it spreads. Its contribution to a cell is the strength times
/// the falloff factor there, rounded to the nearest integer, halves away from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The value at the source itself, in any unit.
    pub strength: i32,
    /// How it falls off with distance.
    pub falloff: Falloff,
    /// How distance is measured.
    pub spread: Spread,
}

/// The id of a source of an [`InfluenceMap`]. Ids of removed sources are never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceId {
    slot: u32,
    generation: u32,
}

/// The contribution of a source to the map.
#[derive(Clone, Debug)]
struct Placed {
    source: Source,
    /// Cells and their factors, which are above 0.
    stamp: Vec<(NodeId, u32)>,
    /// The bounding rectangle of the cells of the stamp.
    area: CellRect,
    /// The revision of the world when it spread.
    revision: u64,
}

/// A value for each cell of a grid: the influence of the sources now, and what remains of the past.
///
/// Values are integers in the unit of the strengths, clamped to the range of `i32`. All methods
/// that change sources return the rectangle in which values may have changed.
///
/// - **Sources** are placed, moved and removed; see [`Source`].
/// - **Deposits** are added to an area once and fade: each [`tick`](Self::tick) keeps the fraction
///   set by [`decay`](Self::decay).
/// - With **momentum** values follow slowly: after each tick that fraction of the difference
///   remains.
///
/// # Complexity
///
/// 8 bytes per cell, 4 more each for deposits and for momentum, and 8 for each cell that a source
/// reaches.
///
/// # Examples
///
/// ```
/// use astride::prelude::*;
/// use astride::shapes::square::{Source, Combine, Falloff, InfluenceMap, Spread};
/// let grid = Grid::new(20, 9, b'.')?;
/// let mover = Mover::walker();
/// let (view, mut scratch) = (grid.seen_by(&mover), Scratch::new());
/// let tower =
///     Source { strength: 100, falloff: Falloff::linear(5)?, spread: Spread::Euclidean };
/// let mut danger = InfluenceMap::new(&grid, Combine::Sum);
/// let id = danger.place(&view, (4, 4), tower, &mut scratch)?;
/// assert_eq!(danger.value(grid.node((4, 4)).unwrap()), 100);
/// assert_eq!(danger.value(grid.node((7, 4)).unwrap()), 40);
/// let changed = danger.move_to(&view, id, (6, 4), &mut scratch)?;
/// assert_eq!(changed, CellRect::new(0, 0, 11, 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct InfluenceMap {
    width: u32,
    height: u32,
    combine: Combine,
    /// The combined contributions of the sources.
    live: Vec<i64>,
    /// Deposits; empty until the first one.
    trace: Vec<i32>,
    /// The values shown if they follow slowly; otherwise empty.
    shown: Vec<i32>,
    decay: u16,
    momentum: u16,
    sources: Vec<(u32, Option<Placed>)>,
    free: Vec<u32>,
}

impl InfluenceMap {
    /// A map of zeros for `grid`.
    pub fn new(grid: &Grid, combine: Combine) -> Self {
        InfluenceMap {
            width: grid.width(),
            height: grid.height(),
            combine,
            live: vec![0; grid.cell_count() as usize],
            trace: Vec::new(),
            shown: Vec::new(),
            decay: 0,
            momentum: 0,
            sources: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Sets the fraction of deposits that each tick keeps, `part` / 65 536, rounded towards 0. The
    /// default, 0, keeps nothing.
    #[must_use]
    pub fn decay(mut self, part: u16) -> Self {
        self.decay = part;
        self
    }

    /// Sets the fraction of the difference between the value shown and its target that remains
    /// after each tick, `part` / 65 536, rounded down so that the target is reached. The default,
    /// 0, shows changes at once.
    #[must_use]
    pub fn momentum(mut self, part: u16) -> Self {
        self.momentum = part;
        self.shown = if part == 0 { Vec::new() } else { self.goals().collect() };
        self
    }

    /// Places a source at `at`. A source that spreads along paths of `world` but stands where the
    /// mover cannot reaches nothing.
    ///
    /// # Errors
    ///
    /// If `at` is off the map, or if `world` belongs to a grid of another size.
    pub fn place(
        &mut self,
        world: &impl OnGrid,
        at: impl Into<Cell>,
        source: Source,
        scratch: &mut Scratch,
    ) -> Result<SourceId, InfluenceError> {
        let at = self.checked(world, at.into())?;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.sources.push((0, None));
            self.sources.len() as u32 - 1
        });
        let empty = Placed { source, stamp: Vec::new(), area: CellRect::default(), revision: 0 };
        self.put(slot, spread::spread(world, at, empty, scratch));
        Ok(SourceId { slot, generation: self.sources[slot as usize].0 })
    }

    /// Moves a source to `at`. Move it to its current cell to spread it again after `world` was
    /// edited.
    ///
    /// # Errors
    ///
    /// As for [`place`](Self::place), and if the source was removed. Nothing has changed in that
    /// case.
    ///
    /// # Complexity
    ///
    /// O(cells reached before and after); with [`Combine::Max`] also the cells of all sources
    /// nearby.
    pub fn move_to(
        &mut self,
        world: &impl OnGrid,
        id: SourceId,
        at: impl Into<Cell>,
        scratch: &mut Scratch,
    ) -> Result<CellRect, InfluenceError> {
        let at = self.checked(world, at.into())?;
        let placed = self.take(id)?;
        let before = placed.area;
        let placed = spread::spread(world, at, placed, scratch);
        let area = before.union(placed.area);
        self.put(id.slot, placed);
        Ok(area)
    }

    /// Changes the strength of a source.
    ///
    /// # Errors
    ///
    /// If it was removed.
    pub fn set_strength(
        &mut self,
        id: SourceId,
        strength: i32,
    ) -> Result<CellRect, InfluenceError> {
        let mut placed = self.take(id)?;
        placed.source.strength = strength;
        let area = placed.area;
        self.put(id.slot, placed);
        Ok(area)
    }

    /// Removes a source.
    ///
    /// # Errors
    ///
    /// If it was removed before.
    pub fn remove(&mut self, id: SourceId) -> Result<CellRect, InfluenceError> {
        let placed = self.take(id)?;
        let generation = &mut self.sources[id.slot as usize].0;
        // A slot that has used up its generations stays empty.
        if let Some(next) = generation.checked_add(1) {
            *generation = next;
            self.free.push(id.slot);
        }
        Ok(placed.area)
    }

    /// The revision of the world in which a source has spread; `None` if it was removed. A source
    /// that spreads along paths is out of date once the revision of the world differs.
    pub fn revision(&self, id: SourceId) -> Option<u64> {
        let (generation, placed) = self.sources.get(id.slot as usize)?;
        placed.as_ref().filter(|_| *generation == id.generation).map(|placed| placed.revision)
    }

    /// Adds `amount` to the deposits of all cells in `rect` that are on the map.
    pub fn deposit(&mut self, rect: CellRect, amount: i32) {
        self.trace.resize(self.live.len(), 0);
        for node in self.nodes_of(rect) {
            let cell = &mut self.trace[node.index()];
            *cell = cell.saturating_add(amount);
        }
    }

    /// Removes all deposits in `rect`, and shows the current influence of the sources there.
    pub fn clear(&mut self, rect: CellRect) {
        for node in self.nodes_of(rect) {
            if let Some(cell) = self.trace.get_mut(node.index()) {
                *cell = 0;
            }
            let goal = self.goal(node.index());
            if let Some(cell) = self.shown.get_mut(node.index()) {
                *cell = goal;
            }
        }
    }

    /// Advances time by one unit: deposits fade, and the values shown follow.
    ///
    /// # Complexity
    ///
    /// O(cells) with deposits or momentum, otherwise O(1).
    pub fn tick(&mut self) {
        let decay = i64::from(self.decay);
        for cell in &mut self.trace {
            *cell = (i64::from(*cell) * decay / ONE) as i32;
        }
        let mut shown = std::mem::take(&mut self.shown);
        let kept = i64::from(self.momentum);
        for (cell, goal) in shown.iter_mut().zip(self.goals()) {
            let left = i64::from(goal) - i64::from(*cell);
            *cell = (i64::from(goal) - left * kept / ONE) as i32;
        }
        self.shown = shown;
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let stamps = self.sources.iter().filter_map(|(_, placed)| placed.as_ref());
        let cells: usize = stamps.map(|placed| placed.stamp.capacity()).sum();
        cells * size_of::<(NodeId, u32)>()
            + self.live.capacity() * size_of::<i64>()
            + (self.trace.capacity() + self.shown.capacity()) * size_of::<i32>()
            + self.sources.capacity() * size_of::<(u32, Option<Placed>)>()
    }

    /// The target value of a cell.
    #[inline(always)]
    fn goal(&self, index: usize) -> i32 {
        let trace = self.trace.get(index).copied().unwrap_or(0);
        saturated(self.live[index] + i64::from(trace))
    }

    fn goals(&self) -> impl Iterator<Item = i32> + '_ {
        (0..self.live.len()).map(|index| self.goal(index))
    }

    /// All cells of the map.
    pub fn bounds(&self) -> CellRect {
        CellRect::new(0, 0, self.width, self.height)
    }

    /// The cells in `rect` that are on the map, row by row.
    fn nodes_of(&self, rect: CellRect) -> impl Iterator<Item = NodeId> + use<> {
        let (width, height) = (self.width, self.height);
        let columns = rect.x..rect.x.saturating_add(rect.width).min(width);
        (rect.y..rect.y.saturating_add(rect.height).min(height))
            .flat_map(move |y| columns.clone().map(move |x| NodeId::new(y * width + x)))
    }

    fn checked(&self, world: &impl OnGrid, at: Cell) -> Result<Cell, InfluenceError> {
        let bounds = self.bounds();
        if world.grid().bounds() != bounds {
            return Err(InfluenceError::OtherSize { world: world.grid().bounds(), map: bounds });
        }
        if bounds.contains(at) { Ok(at) } else { Err(InfluenceError::OffMap { cell: at }) }
    }

    /// Removes a source from the map.
    fn take(&mut self, id: SourceId) -> Result<Placed, InfluenceError> {
        let entry = self.sources.get_mut(id.slot as usize);
        let placed = entry.filter(|entry| entry.0 == id.generation).and_then(|e| e.1.take());
        let placed = placed.ok_or(InfluenceError::NoSource)?;
        match self.combine {
            Combine::Sum => {
                for &(node, factor) in &placed.stamp {
                    self.live[node.index()] -= contribution(placed.source.strength, factor);
                }
            }
            Combine::Max => self.combine_anew(placed.area),
        }
        Ok(placed)
    }

    fn put(&mut self, slot: u32, placed: Placed) {
        for &(node, factor) in &placed.stamp {
            let cell = &mut self.live[node.index()];
            let here = contribution(placed.source.strength, factor);
            *cell = if self.combine == Combine::Sum { *cell + here } else { here.max(*cell) };
        }
        self.sources[slot as usize].1 = Some(placed);
    }

    /// Recomputes the maximum contributions in `area` from the remaining sources.
    fn combine_anew(&mut self, area: CellRect) {
        self.nodes_of(area).for_each(|node| self.live[node.index()] = 0);
        let placed = self.sources.iter().filter_map(|(_, placed)| placed.as_ref());
        for placed in placed.filter(|placed| is_overlapping(placed.area, area)) {
            for &(node, factor) in &placed.stamp {
                let (x, y) = (node.get() % self.width, node.get() / self.width);
                if area.contains(Cell::new(x, y)) {
                    let cell = &mut self.live[node.index()];
                    *cell = contribution(placed.source.strength, factor).max(*cell);
                }
            }
        }
    }
}

#[inline(always)]
fn contribution(strength: i32, factor: u32) -> i64 {
    let product = i64::from(strength) * i64::from(factor);
    (product + product.signum() * (ONE / 2)) / ONE
}

fn saturated(value: i64) -> i32 {
    value.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Whether two rectangles on the map share a cell.
fn is_overlapping(a: CellRect, b: CellRect) -> bool {
    let meets = |a: u32, a_len: u32, b: u32, b_len: u32| a < b + b_len && b < a + a_len;
    !a.is_empty()
        && !b.is_empty()
        && meets(a.x, a.width, b.x, b.width)
        && meets(a.y, a.height, b.y, b.height)
}
