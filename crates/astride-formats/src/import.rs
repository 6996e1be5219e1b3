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
    /// Roads, as a graph that knows where it lies on the globe.
    #[cfg(feature = "osm")]
    Roads(Box<crate::Roads>),
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

/// Refuses a map of rows and columns that would take far more memory than its file, which has at
/// least `bytes` bytes. A byte of a file stands for less than 1024 cells, but cells without anything
/// on them stand in no file.
pub(crate) fn check_spread(
    format: &'static str,
    cells: u64,
    bytes: u64,
) -> Result<(), FormatError> {
    let most = 1024 * bytes + (1 << 20);
    if cells <= most {
        return Ok(());
    }
    let found = format!("the map has {cells} cells");
    Err(FormatError::new(format, found, format!("at most {most} for a file of this length")))
}

/// What was left out or had to be guessed: each thing once, and not too many.
#[derive(Default)]
pub(crate) struct Notes {
    notes: Vec<String>,
}

impl Notes {
    const MOST: usize = 64;

    pub(crate) fn add(&mut self, note: String) {
        if self.notes.len() <= Self::MOST && !self.notes.contains(&note) {
            let is_last = self.notes.len() == Self::MOST;
            let more = "and more, which are not listed";
            self.notes.push(if is_last { more.to_owned() } else { note });
        }
    }

    pub(crate) fn list(self) -> Vec<String> {
        self.notes
    }
}

/// A number of things, for people.
pub(crate) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
