//! What the command line changes on a map before it is used: fences between cells or hexagons, and on
//! squares cells that are blocked or freed and a margin along edges.

use astride::base::{Cell, Dir};
use astride::shapes::hex::{Hex, HexDir, HexEdit, HexMap};
use astride::shapes::square::{Edit, Grid, Mover};
use clap::Args;

use crate::error::Failure;
use crate::load::Loaded;
use crate::options::MoverArgs;
use crate::parse;

/// Changes to a map of squares or hexagons.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Changes to the map")]
pub(crate) struct ChangeArgs {
    /// Put a fence or door of a class from 0 to 255 between two cells, or hexagons, that share a side: a
    /// wall, except to a mover with --crosses (repeat for more)
    #[arg(long, value_parser = fence, value_name = "X,Y-X,Y=CLASS", allow_hyphen_values = true)]
    fence: Vec<Fence>,

    /// The same in the way of the step from the first cell to the second alone (repeat for more)
    #[arg(long, value_parser = fence, value_name = "X,Y-X,Y=CLASS", allow_hyphen_values = true)]
    fence_step: Vec<Fence>,

    /// Block this cell as with the letter @ (repeat for more)
    #[arg(long, value_parser = parse::cell, value_name = "X,Y", allow_hyphen_values = true)]
    block: Vec<Cell>,

    /// Free this cell as with the letter . (repeat for more)
    #[arg(long, value_parser = parse::cell, value_name = "X,Y", allow_hyphen_values = true)]
    free: Vec<Cell>,

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
            Loaded::Other(mut map) => {
                match map.hexagons() {
                    Some(hexagons) if !self.is_for_squares() => self.fence_off(hexagons)?,
                    _ => self.refuse()?,
                }
                Ok(Loaded::Other(map))
            }
            mesh => self.refuse().map(|()| mesh),
        }
    }

    /// Makes the changes, the margin last, because fences and blocked cells are edges.
    pub(crate) fn change(&self, grid: &mut Grid, mover: &Mover) -> Result<(), Failure> {
        let mut edit = Edit::new();
        for fence in &self.fence {
            let (from, dir) = fence.between_cells().map_err(|why| Failure::at("--fence", why))?;
            edit.fence(from, dir, fence.class);
        }
        apply(grid, &edit, "--fence")?;
        let mut edit = Edit::new();
        for fence in &self.fence_step {
            let side = fence.between_cells();
            let (from, dir) = side.map_err(|why| Failure::at("--fence-step", why))?;
            edit.fence_step(from, dir, fence.class);
        }
        apply(grid, &edit, "--fence-step")?;
        for (option, cells, class) in [("--block", &self.block, b'@'), ("--free", &self.free, b'.')]
        {
            let mut edit = Edit::new();
            for &cell in cells {
                edit.set(cell, class);
            }
            apply(grid, &edit, option)?;
        }
        let Some(Margin { cells, class }) = self.erode else { return Ok(()) };
        let edit = grid.seen_by(mover).erosion(cells, class);
        apply(grid, &edit, "--erode")
    }

    /// Puts the fences on a map of hexagons.
    fn fence_off(&self, map: &mut HexMap) -> Result<(), Failure> {
        for (option, fences) in [("--fence", &self.fence), ("--fence-step", &self.fence_step)] {
            let mut edit = HexEdit::new();
            for fence in fences {
                let side = fence.between_hexagons();
                let (from, dir) = side.map_err(|why| Failure::at(option, why))?;
                match option {
                    "--fence" => edit.fence(from, dir, fence.class),
                    _ => edit.fence_step(from, dir, fence.class),
                };
            }
            map.apply(&edit).map_err(|error| Failure::of_at(option, error))?;
        }
        Ok(())
    }

    /// Whether some change is only for squares.
    fn is_for_squares(&self) -> bool {
        self.erode.is_some() || !self.block.is_empty() || !self.free.is_empty()
    }

    /// Refuses every change that was asked for.
    fn refuse(&self) -> Result<(), Failure> {
        let given = [
            ("--erode", self.erode.is_some(), "is for maps of squares"),
            ("--block", !self.block.is_empty(), "is for maps of squares"),
            ("--free", !self.free.is_empty(), "is for maps of squares"),
            ("--fence", !self.fence.is_empty(), "is for maps of squares and hexagons"),
            ("--fence-step", !self.fence_step.is_empty(), "is for maps of squares and hexagons"),
        ];
        match given.into_iter().find(|&(_, is_given, _)| is_given) {
            Some((option, _, reason)) => Err(Failure::at(option, reason)),
            None => Ok(()),
        }
    }
}

fn apply(grid: &mut Grid, edit: &Edit, option: &str) -> Result<(), Failure> {
    grid.apply(edit).map_err(|error| Failure::of_at(option, error))?;
    Ok(())
}

/// A fence in the way of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    ends: [(i64, i64); 2],
    class: u8,
}

impl Fence {
    fn between_cells(&self) -> Result<(Cell, Dir), String> {
        let cell = |(x, y)| Some(Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?));
        let [from, to] = self.ends.map(cell);
        let dir = |from: Cell| from.direction_to(to?).filter(|dir| !dir.is_diagonal());
        let side = from.and_then(|from| Some((from, dir(from)?)));
        side.ok_or_else(|| self.apart("cells such as 4,1 and 5,1"))
    }

    fn between_hexagons(&self) -> Result<(Hex, HexDir), String> {
        let hex = |(q, r)| Some(Hex::new(i32::try_from(q).ok()?, i32::try_from(r).ok()?));
        let [from, to] = self.ends.map(hex);
        let dir = |from: Hex| HexDir::ALL.into_iter().find(|&dir| Some(from.beside(dir)) == to);
        let side = from.and_then(|from| Some((from, dir(from)?)));
        side.ok_or_else(|| self.apart("hexagons such as 4,1 and 5,0"))
    }

    fn apart(&self, expected: &str) -> String {
        let [from, to] = self.ends.map(|(x, y)| format!("{x},{y}"));
        format!("{from} and {to} share no side, expected {expected}")
    }
}

/// `X,Y-X,Y=CLASS`. A minus sign follows nothing or a comma or a dash.
fn fence(text: &str) -> Result<Fence, String> {
    let wrong = || "expected X,Y-X,Y=CLASS, such as 4,1-5,1=7".to_owned();
    let (ends, class) = text.split_once('=').ok_or_else(wrong)?;
    let place = |text: &str| {
        let (x, y) = text.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let dashes = ends.match_indices('-');
    let mut pairs =
        dashes.filter_map(|(at, _)| Some([place(&ends[..at])?, place(&ends[at + 1..])?]));
    let ends = pairs.next().ok_or_else(wrong)?;
    Ok(Fence { ends, class: parse::fence_class(class)? })
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
        let side = |text| fence(text).and_then(|fence| Ok((fence.between_cells()?, fence.class)));
        let from = Cell::new(4, 1);
        assert_eq!(side("4,1-5,1=7"), Ok(((from, Dir::E), 7)));
        assert_eq!(side("4,1-4,0=255"), Ok(((from, Dir::N), 255)));
        let apart = "4,1 and 5,2 share no side, expected cells such as 4,1 and 5,1";
        assert_eq!(side("4,1-5,2=7"), Err(apart.to_owned()));
        assert!(side("4,1-4,1=7").is_err() && side("4294967295,0-0,0=1").is_err());
        for text in ["", "4,1", "4,1-5,1", "4,1=7", "4,1-5=7", "4,1-5,1=x", "-4,1-5,1=7"] {
            assert!(side(text).is_err_and(|error| error.contains("expected")), "{text}");
        }
    }

    #[test]
    fn fences_stand_between_hexagons_on_either_side_of_zero() {
        let side = |text| fence(text).and_then(|fence| fence.between_hexagons());
        assert_eq!(side("-1,2--1,1=7"), Ok((Hex::new(-1, 2), HexDir::NorthWest)));
        assert_eq!(side("0,0-1,-1=7"), Ok((Hex::new(0, 0), HexDir::NorthEast)));
        for text in ["0,0-1,1=7", "2147483647,0--2147483648,1=7", "2147483648,0-0,0=7"] {
            assert!(side(text).is_err_and(|error| error.contains("share no side")), "{text}");
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
