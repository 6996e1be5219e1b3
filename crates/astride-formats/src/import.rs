//! The result of a reader, and limits on its size.

use astride::base::Cell;
use astride::io::{HexDrawing, WorldFile};
use astride::shapes::square::{Edit, Frame, Grid};

#[cfg(feature = "obj")]
use astride::shapes::mesh::Mesh;

use crate::error::FormatError;

/// The maximum number of cells of a map.
pub const MOST_CELLS: u64 = 1 << 28;

/// A map from another program, and what of its file it does not contain.
#[derive(Clone, Debug)]
pub struct Import {
    /// The map.
    pub map: Map,
    /// What was left out or had to be guessed, one line each, for human readers.
    pub notes: Vec<String>,
}

/// A map of one of several shapes.
#[derive(Clone, Debug)]
pub enum Map {
    /// Squares, with the frame in the units of the file, and starts and goals if there are any.
    Squares(Box<WorldFile>),
    /// Hexagons, with starts and goals.
    Hexagons(Box<HexDrawing>),
    /// A navigation mesh.
    #[cfg(feature = "obj")]
    Mesh(Box<Mesh>),
    /// Roads, as a graph with its geographic position.
    #[cfg(feature = "osm")]
    Roads(Box<crate::Roads>),
}

/// Squares that have been read, before they become a grid.
#[derive(Default)]
pub(crate) struct Squares {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) classes: Vec<u8>,
    pub(crate) frame: Option<Frame>,
    pub(crate) starts: Vec<Cell>,
    pub(crate) goals: Vec<Cell>,
    /// From, to, ticks; sorted, one for each two cells.
    pub(crate) links: Vec<(Cell, Cell, u32)>,
}

impl Squares {
    pub(crate) fn import(
        self,
        format: &'static str,
        notes: Vec<String>,
    ) -> Result<Import, FormatError> {
        let Squares { width, height, classes, frame, starts, goals, links } = self;
        let mut grid = Grid::from_classes(width, height, &classes).map_err(|error| {
            FormatError::new(format, error.to_string(), "a map that fits into memory")
        })?;
        if !links.is_empty() {
            let mut edit = Edit::new();
            links.iter().for_each(|&(from, to, cost)| _ = edit.link(from, to, cost));
            grid.apply(&edit).map_err(|error| {
                FormatError::new(format, error.to_string(), "links between cells of the map")
            })?;
        }
        let world = WorldFile { frame, starts, goals, ..WorldFile::new(grid) };
        Ok(Import { map: Map::Squares(Box::new(world)), notes })
    }
}

/// The number of cells of a map of this size.
pub(crate) fn cells(format: &'static str, width: u64, height: u64) -> Result<u64, FormatError> {
    let cells = width.checked_mul(height).filter(|cells| (1..=MOST_CELLS).contains(cells));
    cells.ok_or_else(|| {
        let found = format!("the map has {width}x{height} cells");
        FormatError::new(format, found, format!("1 to {MOST_CELLS}"))
    })
}

/// Refuses a map whose rows and columns would take far more memory than its file, which has at
/// least `bytes` bytes. A byte of a file represents fewer than 1024 cells, but cells without
/// contents are not stored in the file.
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

/// A count of things, for human readers.
pub(crate) fn count(number: usize, thing: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
