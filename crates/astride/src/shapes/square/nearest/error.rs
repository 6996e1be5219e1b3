//! Why there is no place near a cell.

use super::Near;
use crate::base::Cell;
use crate::shapes::square::{Components, GridView};
use crate::world::World;

/// No place was found; the message says what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapError {
    /// A cell is not on the map.
    OffMap {
        /// The cell.
        cell: Cell,
        /// The number of columns of the map.
        width: u32,
        /// The number of rows of the map.
        height: u32,
    },
    /// The mover cannot stand on the cell from which the place must be reached.
    StartBlocked {
        /// That cell.
        cell: Cell,
    },
    /// No cell meets the conditions.
    Nothing {
        /// The conditions.
        near: Near,
    },
    /// The components have another revision, or belong to another mover or a map of another size.
    Stale {
        /// The revision that they describe.
        components: u64,
        /// The revision of the grid.
        grid: u64,
    },
}

impl SnapError {
    pub(super) fn stale(view: &GridView<'_>, components: &Components) -> Self {
        SnapError::Stale { components: components.revision(), grid: view.revision() }
    }
}

errors! { enum SnapError:
    OffMap { cell, width, height } => ("cell-off-map",
        "cell {cell} is off the map of {width}x{height} cells"),
    StartBlocked { cell } => ("snap-from-blocked",
        "the mover cannot stand on {cell}, so nothing is reached from there, expected a cell on \
        which it can"),
    Nothing { near } => ("no-place-near",
        "no cell {near}, expected {}",
        if near.is_limited() { "a larger radius" } else { "another map" }),
    Stale { components, grid } if components == grid => ("components-of-other-map",
        "the components are of another mover or of a map of another size, expected those of the \
        view"),
    Stale { components, grid } => ("components-stale",
        "the components are of revision {components}, expected {grid} as the grid; update them"),
}
