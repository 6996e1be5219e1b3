//! What a reader gives, and how much of it there may be.

use astride::base::Cell;
use astride::io::{HexDrawing, WorldFile};
use astride::shapes::square::{Frame, Grid};

use crate::error::FormatError;

/// The most cells that a map may have here.
pub const MOST_CELLS: u64 = 1 << 28;

/// A map of another program, and what of its file is not in it.
#[derive(Clone, Debug)]
pub struct Import {
    /// The map.
    pub map: Map,
    /// What was left out or had to be guessed, a line each, for people.
    pub notes: Vec<String>,
}

/// A map of one shape or another.
#[derive(Clone, Debug)]
pub enum Map {
    /// Squares, with the frame in the units of the file, and starts and goals if it has any.
    Squares(Box<WorldFile>),
    /// Hexagons, with starts and goals.
    Hexagons(Box<HexDrawing>),
}

/// Squares that were read, before they are a grid.
#[derive(Default)]
pub(crate) struct Squares {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) classes: Vec<u8>,
    pub(crate) frame: Option<Frame>,
    pub(crate) starts: Vec<Cell>,
    pub(crate) goals: Vec<Cell>,
}

impl Squares {
    pub(crate) fn import(
        self,
        format: &'static str,
        notes: Vec<String>,
    ) -> Result<Import, FormatError> {
        let Squares { width, height, classes, frame, starts, goals } = self;
        let grid = Grid::from_classes(width, height, &classes).map_err(|error| {
            FormatError::new(format, error.to_string(), "a map that fits into memory")
        })?;
        let world = WorldFile { frame, starts, goals, ..WorldFile::new(grid) };
        Ok(Import { map: Map::Squares(Box::new(world)), notes })
    }
}

/// How many cells a map of this size has.
pub(crate) fn cells(format: &'static str, width: u64, height: u64) -> Result<u64, FormatError> {
    let cells = width.checked_mul(height).filter(|cells| (1..=MOST_CELLS).contains(cells));
    cells.ok_or_else(|| {
        let found = format!("the map has {width}x{height} cells");
        FormatError::new(format, found, format!("1 to {MOST_CELLS}"))
    })
}

/// Refuses a map that would take far more memory than its file suggests: `cells` of rows and
/// columns of which `used` hold something.
#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub(crate) fn check_spread(format: &'static str, cells: u64, used: u64) -> Result<(), FormatError> {
    if cells <= 1024 * used + (1 << 20) {
        return Ok(());
    }
    let found = format!("{used} cells lie scattered over a rectangle of {cells}");
    Err(FormatError::new(format, found, "at least one of 1024 cells to be used"))
}

/// A number of things, for people.
#[cfg(any(feature = "tiled", feature = "ldtk"))]
pub(crate) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
