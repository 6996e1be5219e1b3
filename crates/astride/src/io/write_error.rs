//! What a format cannot store, and where it is.

use std::fmt;

use crate::base::{Cell, Dir};
use crate::shapes::square::{Fence, Grid};
use crate::shapes::voxel::Voxel;

/// Something that would be lost, with the first place where it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Loss {
    /// A wall on this side of a cell.
    Wall {
        /// The cell.
        cell: Cell,
        /// Where the wall stands: N, E, S or W.
        dir: Dir,
    },
    /// A forbidden step that is diagonal, or whose reverse is allowed.
    Step {
        /// The cell where it would begin.
        cell: Cell,
        /// Its direction.
        dir: Dir,
    },
    /// A fence or door.
    Fence {
        /// Where the step begins that it is in the way of.
        cell: Cell,
        /// Where that step leads: N, E, S or W.
        dir: Dir,
        /// Its class.
        class: u8,
    },
    /// A link.
    Link {
        /// The cell where it begins.
        from: Cell,
        /// The cell where it ends.
        to: Cell,
        /// Ticks.
        cost: u32,
    },
    /// A terrain class without a letter.
    Class {
        /// The class.
        class: u8,
        /// A cell of that class.
        cell: Cell,
    },
    /// A start or goal on terrain whose class it would hide, on another mark, or off the map.
    Mark {
        /// The cell.
        cell: Cell,
    },
    /// The frame: the format cannot store it, or it has another size.
    Frame {
        /// What is expected.
        expected: &'static str,
    },
    /// A mover: the format cannot store it, or its name or side is invalid.
    Mover {
        /// Its name.
        name: String,
        /// What is expected.
        expected: &'static str,
    },
    /// Water among voxels.
    Water {
        /// The first voxel of it.
        voxel: Voxel,
    },
    /// A row of a scenario.
    Row {
        /// Its index.
        row: usize,
        /// What is expected.
        expected: &'static str,
    },
    /// A wall, one-way step or fence on a side of a tile that is no square.
    Side {
        /// The tile.
        place: String,
    },
    /// A terrain class without a letter, on a tile that is no square.
    TileClass {
        /// The class.
        class: u8,
        /// A tile of that class.
        place: String,
    },
    /// A start or goal on such a tile: on terrain whose class it would hide, on another mark, or off
    /// the map.
    TileMark {
        /// The tile.
        place: String,
    },
    /// The outline of the map.
    Outline {
        /// What is expected.
        expected: &'static str,
    },
    /// The name of a place of a graph.
    Name {
        /// The name.
        name: String,
    },
    /// The position of a place of a graph.
    Position {
        /// The number of the place.
        place: u32,
    },
    /// The places of a graph.
    Places {
        /// What is expected.
        expected: &'static str,
    },
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Wall { cell, dir } => write!(f, "walls (the first at {cell} towards {dir:?})"),
            Loss::Step { cell, dir } => {
                write!(f, "one-way steps (the first from {cell} towards {dir:?})")
            }
            Loss::Fence { cell, dir, class } => {
                write!(f, "fences (the first at {cell} towards {dir:?}, of class {class})")
            }
            Loss::Link { from, to, cost } => {
                write!(f, "links (the first from {from} to {to}, {cost} ticks)")
            }
            Loss::Class { class, cell } if class.is_ascii_graphic() => {
                write!(f, "terrain class {class} ({:?}, at {cell})", char::from(*class))
            }
            Loss::Class { class, cell } => write!(f, "terrain class {class} (at {cell})"),
            Loss::Mark { cell } => {
                write!(f, "a start or goal at {cell} (expected free ground '.', one mark a cell)")
            }
            Loss::Frame { expected } => write!(f, "the frame (expected {expected})"),
            Loss::Mover { name, expected } => write!(f, "mover {name:?} (expected {expected})"),
            Loss::Water { voxel } => write!(f, "water (the first at {voxel})"),
            Loss::Row { row, expected } => write!(f, "row {row} (expected {expected})"),
            Loss::Side { place } => {
                write!(f, "walls, one-way steps and fences (the first at {place})")
            }
            Loss::TileClass { class, place } if class.is_ascii_graphic() => {
                write!(f, "terrain class {class} ({:?}, at {place})", char::from(*class))
            }
            Loss::TileClass { class, place } => write!(f, "terrain class {class} (at {place})"),
            Loss::TileMark { place } => {
                write!(f, "a start or goal at {place} (expected free ground '.', one mark a tile)")
            }
            Loss::Outline { expected } => write!(f, "the outline of the map (expected {expected})"),
            Loss::Name { name } => write!(f, "names of places (the first {name:?})"),
            Loss::Position { place } => {
                write!(f, "the position of place {place} (expected whole numbers)")
            }
            Loss::Places { expected } => write!(f, "the places (expected {expected})"),
        }
    }
}

/// Why a world was not written: the format cannot store all of it. The error lists the first
/// instance of each kind of loss.
///
/// [`write_world`](crate::io::write_world) writes any grid completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    format: &'static str,
    losses: Vec<Loss>,
}

impl WriteError {
    /// An error if anything would be lost.
    pub(super) fn check(format: &'static str, losses: Vec<Loss>) -> Result<(), WriteError> {
        if losses.is_empty() { Ok(()) } else { Err(WriteError { format, losses }) }
    }

    /// The losses, the first of each kind; never empty.
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot hold ", self.format)?;
        for (at, loss) in self.losses.iter().enumerate() {
            let before = match at {
                0 => "",
                _ if at + 1 == self.losses.len() => " and ",
                _ => ", ",
            };
            write!(f, "{before}{loss}")?;
        }
        Ok(())
    }
}

errors! { struct WriteError:
    _ => "format-cannot-hold":
        "the format cannot hold all of the world; the message names the first of each kind",
}

/// What a format with one letter per cell would lose of a grid; `has_letter` says which classes
/// have one.
pub(super) fn losses_of(grid: &Grid, has_letter: impl Fn(u8) -> bool) -> Vec<Loss> {
    let mut losses = lost_steps(grid);
    losses.extend(grid.links().first().map(|link| {
        let (from, to) = (grid.cell(link.from), grid.cell(link.to));
        Loss::Link { from, to, cost: link.cost }
    }));
    let is_lost = |class: &u8| grid.histogram()[usize::from(*class)] > 0 && !has_letter(*class);
    if (0..=u8::MAX).any(|class| is_lost(&class)) {
        let in_row = |y: u32| {
            let row = grid.row(y)?;
            let x = row.iter().position(&is_lost)?;
            Some(Loss::Class { class: row[x], cell: Cell::new(x as u32, y) })
        };
        losses.extend((0..grid.height()).find_map(in_row));
    }
    losses
}

/// The first wall, the first one-way step and the first fence.
fn lost_steps(grid: &Grid) -> Vec<Loss> {
    let (mut wall, mut step) = (None, None);
    if grid.forbidden().is_empty() {
        return Vec::new();
    }
    let all = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Cell::new(x, y)));
    for cell in all.filter(|&cell| grid.forbidden_steps(cell) != 0) {
        let is_lost =
            |&dir: &Dir| grid.is_step_forbidden(cell, dir) && grid.fence(cell, dir).is_none();
        for dir in Dir::ALL.into_iter().filter(is_lost) {
            if grid.has_wall(cell, dir) {
                wall.get_or_insert(Loss::Wall { cell, dir });
            } else {
                step.get_or_insert(Loss::Step { cell, dir });
            }
        }
        if wall.is_some() && step.is_some() {
            break;
        }
    }
    let fence = grid.fences().first().map(|fence| {
        let Fence { from, dir, class } = *fence;
        Loss::Fence { cell: grid.cell(from), dir, class }
    });
    wall.into_iter().chain(step).chain(fence).collect()
}
