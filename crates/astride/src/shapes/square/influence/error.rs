//! Errors of influence sources.

use crate::base::{Cell, CellRect};

/// A source that cannot be placed or found; the message says what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum InfluenceError {
    /// The cell is not on the map.
    OffMap {
        /// The cell.
        cell: Cell,
    },
    /// The world belongs to another grid.
    OtherSize {
        /// The bounds of the grid of the world.
        world: CellRect,
        /// The bounds of the influence map.
        map: CellRect,
    },
    /// The source was removed, or belongs to another map.
    NoSource,
    /// The radius of a falloff is 0 or too large.
    Radius {
        /// In cells.
        radius: usize,
    },
    /// A factor in a table is above 1, in units of 1/65 536.
    Factor {
        /// The factor.
        factor: u32,
    },
}

errors! { enum InfluenceError:
    OffMap { cell } => ("influence-off-map",
        "cell ({}, {}) is off the influence map", cell.x, cell.y),
    OtherSize { world, map } => ("influence-other-size",
        "the world has {}x{} cells, expected {}x{} as the influence map",
        world.width, world.height, map.width, map.height),
    NoSource => ("no-such-source",
        "there is no such source, expected one that was placed and not removed"),
    Radius { radius } => ("influence-radius",
        "a falloff over {radius} cells, expected 1 to {}", super::Falloff::MOST_RADIUS),
    Factor { factor } => ("influence-factor", "a factor of {factor}/65536, expected at most 65536"),
}
