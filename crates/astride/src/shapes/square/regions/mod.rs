//! Regions and the gates between them: the wide and the narrow places of a map.
//!
//! Cells are flooded in order of decreasing distance to the walls. Where two floods meet, the
//! passage is measured. If it is narrow compared to both of them, a gate is placed across it from
//! wall to wall; otherwise they merge.
//!
//! Perkins, "Terrain Analysis in Real-Time Strategy Games: An Integrated Approach to Choke Point
//! Detection and Region Decomposition", AIIDE 2010; Halldórsson & Björnsson, "Automated
//! Decomposition of Game Maps", AIIDE 2015. Here a gate cuts the flood at once, and the pieces
//! between the gates are the regions, so a gate really separates, whatever the shape of the walls.

mod cut;
mod flood;
mod gate;
mod saved;

use std::sync::Arc as Shared;

use super::origin::Origin;
use crate::base::{Cell, NodeId};
use crate::shapes::square::GridView;
use crate::world::{Followed, World};

pub use gate::Gate;

/// No region.
const NOWHERE: u32 = u32::MAX;

/// When a passage counts as a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegionsOptions {
    /// The distance to the walls in a gate is below this percentage of that at the widest places of
    /// both sides; 0 to 100. Larger values give more gates.
    pub narrow_percent: u32,
    /// Regions with fewer cells, not counting those of gates, join the neighbour at their widest
    /// gate.
    pub least_cells: u32,
}

impl Default for RegionsOptions {
    fn default() -> Self {
        RegionsOptions { narrow_percent: 65, least_cells: 24 }
    }
}

impl RegionsOptions {
    /// Sets [`narrow_percent`](Self::narrow_percent).
    pub fn narrow_percent(mut self, percent: u32) -> Self {
        self.narrow_percent = percent;
        self
    }

    /// Sets [`least_cells`](Self::least_cells).
    pub fn least_cells(mut self, cells: u32) -> Self {
        self.least_cells = cells;
        self
    }
}

/// One region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Region {
    /// The number of its cells.
    pub cell_count: u32,
    /// Its cell farthest from any wall; ties go to the first, row by row.
    pub centre: Cell,
    /// The squared distance from there to the centre of the nearest blocked cell, in cells.
    pub squared_radius: u32,
}

/// A map divided into regions at its narrow places.
///
/// Every cell on which the mover can stand is in one region. A region is connected by steps, and
/// each step from one region to another begins or ends in a cell of a gate between the two, so
/// holding the gates is holding the region. No step leads from one gate to another. Links are
/// ignored. Walls between cells separate regions but do not count for the distance to walls.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Regions, RegionsOptions};
/// use astride::prelude::*;
/// let drawing = Drawing::parse("
///     .......#.......
///     .......#.......
///     ...............
///     .......#.......
///     .......#.......
/// ")?;
/// let view = drawing.grid.seen_by(&Mover::walker());
/// let regions = Regions::build(&view, RegionsOptions::default())?;
/// assert_eq!(regions.regions().len(), 2);
/// let gate = &regions.gates()[0];
/// assert_eq!((gate.regions(), gate.width()), ((0, 1), 1));
/// assert_eq!(gate.cells(), [Cell::new(7, 2)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    labels: Vec<u32>,
    regions: Vec<Region>,
    gates: Vec<Gate>,
    options: RegionsOptions,
    origin: Origin,
    /// The allowed steps out of each cell.
    step_table: Shared<[u8]>,
    width: u32,
}

impl Regions {
    /// Divides the map of `view` into regions.
    ///
    /// Regions are numbered by their first cell, row by row. The same map gives the same regions on
    /// every machine.
    ///
    /// # Errors
    ///
    /// If `narrow_percent` is above 100, or if there is not enough memory.
    ///
    /// # Complexity
    ///
    /// O(cells × log cells) time, plus O(width²) for each narrow place to find its walls; about 18
    /// bytes per cell while it runs, of which 5 are kept.
    pub fn build(view: &GridView<'_>, options: RegionsOptions) -> Result<Self, RegionsError> {
        if options.narrow_percent > 100 {
            return Err(RegionsError::Percent(options.narrow_percent));
        }
        let prepared = view.clone().prepared();
        let distances =
            super::walls::squared_wall_distances(&prepared).ok_or(RegionsError::Memory)?;
        let lines = flood::gates(&prepared, &distances, options.narrow_percent)
            .ok_or(RegionsError::Memory)?;
        let cut = cut::cut(&prepared, lines, options.least_cells).ok_or(RegionsError::Memory)?;
        Ok(Regions {
            regions: describe(view, &cut.labels, cut.count, &distances),
            labels: cut.labels,
            gates: cut.gates,
            options,
            origin: Origin::of_steps(view),
            step_table: prepared.step_table().expect("it is prepared").clone(),
            width: view.grid().width(),
        })
    }

    /// Follows the edits of the grid, by the same mover. Afterwards the result is that of a new
    /// build.
    ///
    /// Edits that change no step, such as those of terrain costs and links, and edits that are
    /// reverted leave it unchanged. After any other edit all regions are recomputed: whether a
    /// passage is narrow depends on the widest places on both sides, so a single cell in the middle
    /// of a hall can create or remove all of its gates, and in turn those behind them.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build); it then keeps its old [`revision`](Self::revision).
    ///
    /// # Complexity
    ///
    /// O(touched cells) if no step has changed, otherwise that of [`build`](Self::build).
    ///
    /// The report counts touched cells with those around them.
    pub fn update(&mut self, view: &GridView<'_>) -> Result<Followed, RegionsError> {
        if self.is_of(view) {
            return Ok(Followed::default());
        }
        if let Some(touched) = self.touched_in_vain(view) {
            self.origin.follow(view);
            return Ok(Followed { touched, ..Followed::default() });
        }
        *self = Regions::build(view, self.options)?;
        Ok(Followed::built(self.labels.len() as u64))
    }

    /// Whether it describes `view`: same size, revision, and media, and the same steps.
    pub fn is_of(&self, view: &GridView<'_>) -> bool {
        self.origin.is_of(view)
    }

    /// The number of cells the edits touched, if all steps are known to be unchanged.
    fn touched_in_vain(&self, view: &GridView<'_>) -> Option<u64> {
        let (grid, mut touched) = (view.grid(), 0);
        for rect in self.origin.changes(view)? {
            for y in rect.y.saturating_sub(1)..(rect.y + rect.height + 1).min(grid.height()) {
                for x in rect.x.saturating_sub(1)..(rect.x + rect.width + 1).min(grid.width()) {
                    let node = NodeId::new(y * grid.width() + x);
                    let was_free = self.labels[node.index()] != NOWHERE;
                    let steps = self.step_table[node.index()];
                    if (was_free, steps) != (view.is_passable(node), view.steps_from(node)) {
                        return None;
                    }
                    touched += 1;
                }
            }
        }
        Some(touched)
    }

    /// The revision of the grid from which it was built.
    pub fn revision(&self) -> u64 {
        self.origin.revision()
    }

    /// The regions, by number.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// The gates, by their regions and then by their first cell.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// The number of the region that contains `cell`; `None` where the mover cannot stand.
    pub fn region_at(&self, cell: impl Into<Cell>) -> Option<u32> {
        let cell = cell.into();
        if cell.x >= self.width {
            return None;
        }
        let index = cell.y as usize * self.width as usize + cell.x as usize;
        self.labels.get(index).copied().filter(|&label| label != NOWHERE)
    }

    /// The gates of one region, each with the region behind it. O(gates).
    pub fn gates_of(&self, region: u32) -> impl Iterator<Item = (u32, &Gate)> {
        self.gates.iter().filter_map(move |gate| match gate.regions() {
            (a, b) if a == region => Some((b, gate)),
            (a, b) if b == region => Some((a, gate)),
            _ => None,
        })
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let gates = self.gates.iter().map(|gate| size_of_val(gate) + size_of_val(gate.cells()));
        size_of_val(&self.labels[..])
            + size_of_val(&self.regions[..])
            + self.step_table.len()
            + gates.sum::<usize>()
    }
}

fn describe(view: &GridView<'_>, labels: &[u32], count: u32, distances: &[u32]) -> Vec<Region> {
    let none = Region { cell_count: 0, centre: Cell::new(0, 0), squared_radius: 0 };
    let mut regions = vec![none; count as usize];
    for (index, (&label, &distance)) in labels.iter().zip(distances).enumerate() {
        if label == NOWHERE {
            continue;
        }
        let region = &mut regions[label as usize];
        region.cell_count += 1;
        if distance > region.squared_radius {
            region.squared_radius = distance;
            region.centre = view.grid().cell(NodeId::new(index as u32));
        }
    }
    regions
}

/// The nodes connected to `node` by a step in either direction.
fn beside<'a>(view: &'a GridView<'_>, node: NodeId) -> impl Iterator<Item = NodeId> + 'a {
    let steps = view.steps_from(node) | view.steps_into(node);
    let offsets = view.offsets();
    (0..8)
        .filter(move |dir| steps >> dir & 1 == 1)
        .map(move |dir| NodeId::new(node.get().wrapping_add_signed(offsets[dir])))
}

/// A table with one entry per node, if there is enough memory.
fn per_node<T: Copy>(view: &GridView<'_>, value: T) -> Option<Vec<T>> {
    let mut table = Vec::new();
    table.try_reserve_exact(view.node_count() as usize).ok()?;
    table.resize(view.node_count() as usize, value);
    Some(table)
}

/// Why a map was not divided into regions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionsError {
    /// The percentage given is out of range.
    Percent(u32),
    /// There is not enough memory.
    Memory,
}

errors! { enum RegionsError:
    Percent(percent) => ("regions-percent", "narrow_percent is {percent}, expected 0 to 100"),
    Memory => ("regions-memory", "no memory for the regions, expected about 18 bytes per cell"),
}
