//! A lossless file format for worlds.
//!
//! The file is a [container](crate::base::Container) of kind `wrld` with the
//! [fingerprint](crate::shapes::square::Grid::fingerprint) of the grid. It contains the following
//! tables, always all of them and in this order:
//!
//! | table | numbers | what |
//! |---|---|---|
//! | `grid.size` | 2 × `u32` | columns and rows |
//! | `grid.classes` | `u8` per cell | terrain classes, row by row from the top left |
//! | `grid.steps.cells` | `u32` each | cells out of which some step is forbidden, rising |
//! | `grid.steps.dirs` | `u8` each | of each of these the forbidden directions, one bit each: N is bit 0, then clockwise; a wall is a bit on both sides |
//! | `grid.links` | 3 × `u32` per link, then per fence | start, end and ticks; by start, then by end. Of a fence its start twice, then eight times its class and the number of its direction; by start, then by direction |
//! | `frame.cells` | 3 × `u32`, or none | axes (0 xy, 1 xz, 2 yz), signed column and row of the first cell |
//! | `frame.plane` | 7 × `u64`, or none | bits of `f64`: origin x, y, z; the step of a column in the plane, then that of a row |
//! | `movers.rules` | 4 × `u32` per mover, each followed by as many per class of fences that it crosses | neighbours (4 or 8), corner rule (0 never, 1 one free, 2 always), ticks of a straight and of a diagonal step. Of fences 0, the class, the extra ticks, 0; by class |
//! | `movers.factors` | 256 × `u16` per mover | the factor of each class, 0 to 1024 |
//! | `movers.media` | 256 × `u8` per mover | the media of each class, 0 where the factor is |
//! | `movers.sides` | `u32` per mover | side of its body in cells, 1 to 65535 |
//! | `movers.names` | `u8` | the name of each mover in UTF-8, terminated by a zero byte |
//! | `marks.starts`, `marks.goals` | `u32` each | cells, in order |
//!
//! A cell is its number `y · width + x`. Equal worlds give equal files. The revision of the grid is
//! not part of the world, and starts at 0 again.

use std::collections::BTreeSet;

use super::write_error::{Loss, WriteError};
use crate::base::{
    Cell, Container, Groups, PartsError, TablesError, check, check_names, u8s, u32s,
};
use crate::shapes::square::{Frame, Grid, Mover};

const KIND: [u8; 4] = *b"wrld";
const SIDES: &str = "movers.sides";
const NAMES: &str = "movers.names";
const STARTS: &str = "marks.starts";
const GOALS: &str = "marks.goals";

/// The name of the format in messages.
const FORMAT: &str = "a world file";

/// The maximum length of a mover's name in bytes.
const LONGEST_NAME: usize = 64;

/// The maximum side of a body.
const MAX_SIDE: u32 = u16::MAX as u32;

/// What a world file holds: a grid with its walls, fences, one-way steps and links, where it lies, and whom
/// it is meant for.
#[derive(Clone, Debug)]
pub struct WorldFile {
    /// The map.
    pub grid: Grid,
    /// The position of its cells in the world; it must have the size of the grid.
    pub frame: Option<Frame>,
    /// The movers for which the map is meant.
    pub movers: Vec<NamedMover>,
    /// Cells marked as starts.
    pub starts: Vec<Cell>,
    /// Cells marked as goals.
    pub goals: Vec<Cell>,
}

/// A mover with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMover {
    /// 1 to 64 bytes without control characters; unique within a file.
    pub name: String,
    /// What the terrain means for it, and how it steps.
    pub mover: Mover,
    /// The side of its body in cells, 1 to 65535.
    pub side: u32,
}

impl WorldFile {
    /// A file that contains only a grid.
    pub fn new(grid: Grid) -> Self {
        let (movers, starts, goals) = (Vec::new(), Vec::new(), Vec::new());
        WorldFile { grid, frame: None, movers, starts, goals }
    }

    /// The mover with this name.
    pub fn mover(&self, name: &str) -> Option<&NamedMover> {
        self.movers.iter().find(|mover| mover.name == name)
    }

    /// Checks that the world contains only the grid and marks, as `format`, whose name is used in
    /// the message, cannot store more.
    ///
    /// # Errors
    ///
    /// If there is a frame or a mover.
    pub fn only_grid(&self, format: &'static str) -> Result<(), WriteError> {
        let mut losses = Vec::from_iter(self.frame.map(|_| Loss::Frame { expected: "none" }));
        let mover = self.movers.first().map(|mover| mover.name.clone());
        let expected = "no movers";
        losses.extend(mover.map(|name| Loss::Mover { name, expected }));
        WriteError::check(format, losses)
    }
}

/// Writes a whole world.
///
/// # Errors
///
/// If the size of the frame differs from that of the grid, if a mark is off the map, or if a mover
/// has an invalid name or side. Any grid can be written.
///
/// # Complexity
///
/// O(cells + links + movers · log movers); about a byte per cell.
///
/// # Examples
///
/// ```
/// use astride::io::{NamedMover, WorldFile, read_world, write_world};
/// use astride::prelude::*;
/// let mut grid = Grid::new(40, 30, b'.')?;
/// grid.apply(Edit::new().wall((3, 3), Dir::E).link((0, 0), (39, 29), 5000))?;
/// let mover = Mover::walker().corners(Corners::OneFree);
/// let mut world = WorldFile::new(grid);
/// world.movers.push(NamedMover { name: "cat".into(), mover: mover.clone(), side: 1 });
/// let bytes = write_world(&world)?;
///
/// let read = read_world(&bytes)?;
/// assert_eq!(read.grid.fingerprint(), world.grid.fingerprint());
/// assert_eq!(read.mover("cat").unwrap().mover, mover);
/// let damaged = read_world(&bytes[..bytes.len() - 8]).unwrap_err();
/// assert!(damaged.to_string().contains("bytes long, expected"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_world(world: &WorldFile) -> Result<Vec<u8>, WriteError> {
    let grid = &world.grid;
    WriteError::check(FORMAT, losses(world))?;
    let mut groups = Groups::default();
    grid.put(&mut groups);
    Frame::put(world.frame.as_ref(), &mut groups);
    Mover::put_all(world.movers.iter().map(|named| &named.mover), &mut groups);
    groups.put(SIDES, world.movers.iter().map(|named| named.side).collect::<Vec<u32>>());
    let names = world.movers.iter().flat_map(|named| named.name.bytes().chain([0]));
    groups.put(NAMES, names.collect::<Vec<u8>>());
    let numbers = |cells: &[Cell]| -> Vec<u32> {
        cells.iter().filter_map(|&cell| grid.node(cell)).map(|node| node.get()).collect()
    };
    groups.put(STARTS, numbers(&world.starts));
    groups.put(GOALS, numbers(&world.goals));
    Ok(groups.file(KIND, grid.fingerprint()))
}

/// Reads a world written by [`write_world`].
///
/// # Errors
///
/// If the bytes are of another kind or version, or not as they were written; or if they were forged
/// with all their checksums and do not describe a valid world.
///
/// # Complexity
///
/// O(bytes + movers · log movers); memory is allocated only for what was found in the file.
pub fn read_world(bytes: &[u8]) -> Result<WorldFile, TablesError> {
    let tables = Container::read(bytes, KIND)?;
    let own = [SIDES, NAMES, STARTS, GOALS];
    let names = Grid::TABLES.into_iter().chain(Frame::TABLES).chain(Mover::TABLES).chain(own);
    check_names(&tables, names)?;
    let grid = Grid::take(&tables, 0)?;
    let frame = Frame::take(&tables, grid.width(), grid.height())?;
    let movers = read_movers(&tables)?;
    let starts = read_marks(&tables, &grid, STARTS)?;
    let goals = read_marks(&tables, &grid, GOALS)?;
    Ok(WorldFile { grid, frame, movers, starts, goals })
}

/// What cannot be written.
fn losses(world: &WorldFile) -> Vec<Loss> {
    let size = (world.grid.width(), world.grid.height());
    let frame = world.frame.filter(|frame| frame.size() != size);
    let frame = frame.map(|_| Loss::Frame { expected: "one of the size of the grid" });
    let mut taken = BTreeSet::new();
    let mover = world.movers.iter().find_map(|named| {
        let name = named.name.clone();
        let loss = |expected| Some(Loss::Mover { name, expected });
        match name_of(named.name.as_bytes()) {
            Err(expected) => loss(expected),
            Ok(name) if !taken.insert(name) => loss(ONE_NAME),
            Ok(_) if !(1..=MAX_SIDE).contains(&named.side) => loss(SIDE),
            Ok(_) => None,
        }
    });
    let mut marks = world.starts.iter().chain(&world.goals);
    let mark = marks.find(|&&cell| world.grid.node(cell).is_none());
    frame.into_iter().chain(mover).chain(mark.map(|&cell| Loss::Mark { cell })).collect()
}

const ONE_NAME: &str = "a name that is not taken";
const SIDE: &str = "a side of 1 to 65535 cells";

/// Checks a name.
fn name_of(bytes: &[u8]) -> Result<&str, &'static str> {
    let expected = "a name of 1 to 64 bytes in UTF-8 without control characters";
    let name = str::from_utf8(bytes).map_err(|_| expected)?;
    let is_good = (1..=LONGEST_NAME).contains(&name.len()) && !name.contains(char::is_control);
    if is_good { Ok(name) } else { Err(expected) }
}

fn read_movers(tables: &Container<'_>) -> Result<Vec<NamedMover>, TablesError> {
    let movers = Mover::take_all(tables)?;
    let (sides, names) = (u32s(tables, SIDES)?, u8s(tables, NAMES)?);
    check(sides.len() == movers.len(), SIDES, sides.len(), "one for each mover")?;
    let zeros = names.iter().filter(|&&byte| byte == 0).count();
    let is_closed = names.last().is_none_or(|&last| last == 0);
    check(is_closed && zeros == movers.len(), NAMES, names.len(), "a name for each mover")?;
    let mut named = Vec::with_capacity(movers.len());
    let (mut taken, mut first) = (BTreeSet::new(), 0);
    for (at, (mover, side)) in movers.into_iter().zip(sides).enumerate() {
        check((1..=MAX_SIDE).contains(&side), SIDES, at, SIDE)?;
        let rest = &names[first..];
        let len = rest.iter().position(|&byte| byte == 0).unwrap_or(rest.len());
        let wrong = |expected| PartsError::Damaged { part: NAMES, at: first, expected };
        let name = name_of(&rest[..len]).map_err(wrong)?;
        check(taken.insert(name), NAMES, first, ONE_NAME)?;
        named.push(NamedMover { name: name.to_owned(), mover, side });
        first += len + 1;
    }
    Ok(named)
}

fn read_marks(
    tables: &Container<'_>,
    grid: &Grid,
    part: &'static str,
) -> Result<Vec<Cell>, TablesError> {
    let numbers = u32s(tables, part)?;
    let wrong = numbers.iter().position(|&number| number >= grid.cell_count());
    check(wrong.is_none(), part, wrong.unwrap_or(0), "cells of the grid")?;
    let cell = |number: u32| Cell::new(number % grid.width(), number / grid.width());
    Ok(numbers.into_iter().map(cell).collect())
}
