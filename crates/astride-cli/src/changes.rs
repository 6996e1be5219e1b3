//! What the command line changes on a map of squares before it is used: fences between cells, and a
//! margin along edges.

use astride::base::{Cell, Dir};
use astride::shapes::square::{Edit, Grid, Mover};
use clap::Args;

use crate::error::Failure;
use crate::load::Loaded;
use crate::options::{MoverArgs, plain};
use crate::parse;

/// Changes to a map of squares.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Changes to the map")]
pub(crate) struct ChangeArgs {
    /// Put a fence or door of a class from 0 to 255 between two cells that share a side: a wall,
    /// except to a mover with --crosses (repeat for more)
    #[arg(long, value_parser = fence, value_name = "X,Y-X,Y=CLASS")]
    fence: Vec<Fence>,

    /// The same in the way of the step from the first cell to the second alone (repeat for more)
    #[arg(long, value_parser = fence, value_name = "X,Y-X,Y=CLASS")]
    fence_step: Vec<Fence>,

    /// Give this letter of terrain to all cells within this many steps of an edge: a blocked cell,
    /// a wall, a fence, a step that is too high, or the border of the map [default letter: @]
    #[arg(long, value_parser = margin, value_name = "CELLS,LETTER")]
    erode: Option<Margin>,
}

impl ChangeArgs {
    /// The map with these changes. What an edge is depends on the mover.
    pub(crate) fn on(&self, map: Loaded, mover: &MoverArgs) -> Result<Loaded, Failure> {
        match map {
            Loaded::Squares(mut map) => {
                self.change(&mut map.grid, &mover.mover()?)?;
                Ok(Loaded::Squares(map))
            }
            other => match self.given() {
                Some(option) => Err(Failure::at(option, "is for maps of squares")),
                None => Ok(other),
            },
        }
    }

    /// Makes the changes: fences first, because they are edges.
    pub(crate) fn change(&self, grid: &mut Grid, mover: &Mover) -> Result<(), Failure> {
        let mut edit = Edit::new();
        for &Fence { from, dir, class } in &self.fence {
            edit.fence(from, dir, class);
        }
        apply(grid, &edit, "--fence")?;
        let mut edit = Edit::new();
        for &Fence { from, dir, class } in &self.fence_step {
            edit.fence_step(from, dir, class);
        }
        apply(grid, &edit, "--fence-step")?;
        let Some(Margin { cells, class }) = self.erode else { return Ok(()) };
        let edit = grid.seen_by(mover).erosion(cells, class);
        apply(grid, &edit, "--erode")
    }

    fn given(&self) -> Option<&'static str> {
        let given = [
            ("--fence", !self.fence.is_empty()),
            ("--fence-step", !self.fence_step.is_empty()),
            ("--erode", self.erode.is_some()),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(option, _)| option)
    }
}

fn apply(grid: &mut Grid, edit: &Edit, option: &str) -> Result<(), Failure> {
    grid.apply(edit).map_err(|error| Failure::of_at(option, error))?;
    Ok(())
}

/// A fence in the way of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    from: Cell,
    dir: Dir,
    class: u8,
}

/// `X,Y-X,Y=CLASS`.
fn fence(text: &str) -> Result<Fence, String> {
    let wrong = || "expected X,Y-X,Y=CLASS, such as 4,1-5,1=7".to_owned();
    let (cells, class) = text.split_once('=').ok_or_else(wrong)?;
    let (from, to) = cells.split_once('-').ok_or_else(wrong)?;
    let [from, to] = [from, to].map(parse::cell);
    let (from, to) = (from.map_err(|_| wrong())?, to.map_err(|_| wrong())?);
    let sides = [Dir::N, Dir::E, Dir::S, Dir::W];
    let dir = sides.into_iter().find(|&dir| from.step(dir) == Some(to)).ok_or_else(|| {
        let cells = format!("{} and {}", plain(from), plain(to));
        format!("{cells} share no side, expected cells such as 4,1 and 5,1")
    })?;
    Ok(Fence { from, dir, class: parse::fence_class(class)? })
}

/// What becomes of the cells along edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Margin {
    cells: u32,
    class: u8,
}

/// `CELLS` or `CELLS,LETTER`.
fn margin(text: &str) -> Result<Margin, String> {
    let wrong = || "expected CELLS,LETTER, such as 1,9, or a number of cells alone".to_owned();
    let (cells, letter) = text.split_once(',').unwrap_or((text, "@"));
    let cells = cells.parse().map_err(|_| wrong())?;
    match letter.as_bytes() {
        &[class] if class.is_ascii_graphic() => Ok(Margin { cells, class }),
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_stand_between_cells_that_share_a_side() {
        let from = Cell::new(4, 1);
        let east = Fence { from, dir: Dir::E, class: 7 };
        assert_eq!(fence("4,1-5,1=7"), Ok(east));
        assert_eq!(fence("4,1-4,0=255"), Ok(Fence { dir: Dir::N, class: 255, ..east }));
        let apart = "4,1 and 5,2 share no side, expected cells such as 4,1 and 5,1";
        assert_eq!(fence("4,1-5,2=7"), Err(apart.to_owned()));
        assert!(fence("4,1-4,1=7").is_err() && fence("4294967295,0-0,0=1").is_err());
        for text in ["", "4,1", "4,1-5,1", "4,1=7", "4,1-5=7", "4,1-5,1=x", "-4,1-5,1=7"] {
            assert!(fence(text).is_err_and(|error| error.contains("expected")), "{text}");
        }
    }

    #[test]
    fn margins_are_read() {
        assert_eq!(margin("2"), Ok(Margin { cells: 2, class: b'@' }));
        assert_eq!(margin("1,9"), Ok(Margin { cells: 1, class: b'9' }));
        assert_eq!(margin("1,,"), Ok(Margin { cells: 1, class: b',' }));
        for text in ["", "x", "-1", "1,", "1,ab", "1,é", "99999999999,4"] {
            assert!(margin(text).is_err(), "{text}");
        }
    }
}
