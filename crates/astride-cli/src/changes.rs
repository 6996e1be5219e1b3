//! What the command line changes on a map before it is used: fences between places that share a side, a
//! margin along edges, and on squares cells that are blocked or freed.

use std::error::Error;

use astride::base::{Cell, Coded, Dir};
use astride::shapes::TileMap;
use astride::shapes::floors::{FloorEdit, FloorPlace, FloorSide};
use astride::shapes::hex::{Hex, HexDir, HexEdit};
use astride::shapes::square::{Edit, Grid, Mover};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleSide};
use clap::Args;

use crate::error::Failure;
use crate::load::Loaded;
use crate::options::MoverArgs;
use crate::parse;
use crate::shaped::{Tiles, Unseen};

/// What puts a fence where `$side` says that it is to stand.
macro_rules! put {
    ($edit:ty, $side:expr) => {
        |edit: &mut $edit, fence: &Fence, both| {
            let (from, side) = $side(fence)?;
            match both {
                true => edit.fence(from, side, fence.class),
                false => edit.fence_step(from, side, fence.class),
            };
            Ok(())
        }
    };
}

/// Changes to a map of squares, floors, hexagons or triangles.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Changes to the map")]
pub(crate) struct ChangeArgs {
    /// Put a fence or door of a class from 0 to 255 between two cells, hexagons or triangles that
    /// share a side: a wall, except to a mover with --crosses; on floors
    /// X,Y,FLOOR-X,Y,FLOOR=CLASS (repeat for more)
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

    /// Give this letter of terrain to all places within this many steps of an edge: a blocked place,
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
                self.on_other(&mut map, mover)?;
                Ok(Loaded::Other(map))
            }
            mesh => self.refuse().map(|()| mesh),
        }
    }

    /// Makes the changes on a map of another shape than squares.
    pub(crate) fn on_other(&self, map: &mut Unseen, mover: &MoverArgs) -> Result<(), Failure> {
        match map.tiles() {
            Some(tiles) if !self.is_for_squares() => {
                self.fence_off(tiles)?;
                match tiles {
                    Tiles::Hexagons(drawing) => self.erode(&mut drawing.map, || mover.hex_mover()),
                    Tiles::Triangles(drawing) => {
                        self.erode(&mut drawing.map, || mover.triangle_mover())
                    }
                    Tiles::Floors(drawing) => self.erode(&mut drawing.map, || mover.floor_mover()),
                }
            }
            _ => self.refuse(),
        }
    }

    /// Puts the margin along the edges of a map of tiles.
    fn erode<S: TileMap>(
        &self,
        map: &mut S,
        mover: impl Fn() -> Result<S::Mover, Failure>,
    ) -> Result<(), Failure> {
        let Some(Margin { cells, class }) = self.erode else { return Ok(()) };
        let edit = map.erosion(&mover()?, cells, class);
        map.apply_batch(&edit).map_err(|error| Failure::of_at("--erode", error))?;
        Ok(())
    }

    /// Makes the changes, the margin last, because fences and blocked cells are edges.
    pub(crate) fn change(&self, grid: &mut Grid, mover: &Mover) -> Result<(), Failure> {
        self.put_fences(put!(Edit, Fence::between_cells), |edit| grid.apply(edit))?;
        for (option, cells, class) in [("--block", &self.block, b'@'), ("--free", &self.free, b'.')]
        {
            let mut edit = Edit::new();
            for &cell in cells {
                edit.set(cell, class);
            }
            grid.apply(&edit).map_err(|error| Failure::of_at(option, error))?;
        }
        let Some(Margin { cells, class }) = self.erode else { return Ok(()) };
        let edit = grid.seen_by(mover).erosion(cells, class);
        grid.apply(&edit).map_err(|error| Failure::of_at("--erode", error))?;
        Ok(())
    }

    /// Puts the fences on a map of tiles.
    fn fence_off(&self, tiles: &mut Tiles) -> Result<(), Failure> {
        match tiles {
            Tiles::Hexagons(drawing) => self
                .put_fences(put!(HexEdit, Fence::between_hexagons), |edit| drawing.map.apply(edit)),
            Tiles::Triangles(drawing) => self
                .put_fences(put!(TriangleEdit, Fence::between_triangles), |edit| {
                    drawing.map.apply(edit)
                }),
            Tiles::Floors(drawing) => {
                let ([columns, rows, _], wrap) = (drawing.map.size(), drawing.map.wrap());
                let joined = [wrap.columns.then_some(columns), wrap.rows.then_some(rows)];
                let side = |fence: &Fence| fence.between_floor_cells(joined);
                self.put_fences(put!(FloorEdit, side), |edit| drawing.map.apply(edit))
            }
        }
    }

    /// Applies a batch of the fences in the way of both steps, then one of those in the way of one.
    fn put_fences<E: Default, F: Coded + Error>(
        &self,
        put: impl Fn(&mut E, &Fence, bool) -> Result<(), String>,
        mut apply: impl FnMut(&E) -> Result<u64, F>,
    ) -> Result<(), Failure> {
        let kinds = [("--fence", &self.fence, true), ("--fence-step", &self.fence_step, false)];
        for (option, fences, both) in kinds {
            let mut edit = E::default();
            for fence in fences {
                put(&mut edit, fence, both).map_err(|why| Failure::at(option, why))?;
            }
            apply(&edit).map_err(|error| Failure::of_at(option, error))?;
        }
        Ok(())
    }

    /// Whether some change is only for squares.
    fn is_for_squares(&self) -> bool {
        !self.block.is_empty() || !self.free.is_empty()
    }

    /// Refuses every change that was asked for.
    pub(crate) fn refuse(&self) -> Result<(), Failure> {
        let given = [
            ("--erode", self.erode.is_some(), NO_SIDES),
            ("--block", !self.block.is_empty(), "is for maps of squares"),
            ("--free", !self.free.is_empty(), "is for maps of squares"),
            ("--fence", !self.fence.is_empty(), NO_SIDES),
            ("--fence-step", !self.fence_step.is_empty(), NO_SIDES),
        ];
        match given.into_iter().find(|&(_, is_given, _)| is_given) {
            Some((option, _, reason)) => Err(Failure::at(option, reason)),
            None => Ok(()),
        }
    }
}

/// Why there is no option for fences and edges on a map of another shape.
const NO_SIDES: &str = "is for maps of squares, floors, hexagons and triangles";

/// A fence in the way of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fence {
    ends: [End; 2],
    class: u8,
}

/// A place: column, row, and the floor if one was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End(i64, i64, Option<i64>);

impl End {
    fn cell(self) -> Option<Cell> {
        let End(x, y, floor) = self;
        let cell = Cell::new(u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        floor.is_none().then_some(cell)
    }

    fn hexagon(self) -> Option<Hex> {
        let End(q, r, floor) = self;
        let hex = Hex::new(i32::try_from(q).ok()?, i32::try_from(r).ok()?);
        floor.is_none().then_some(hex)
    }
}

impl Fence {
    fn between_cells(&self) -> Result<(Cell, Dir), String> {
        let [from, to] = self.ends.map(End::cell);
        let dir = |from: Cell| from.direction_to(to?).filter(|dir| !dir.is_diagonal());
        let side = from.and_then(|from| Some((from, dir(from)?)));
        side.ok_or_else(|| self.apart("cells such as 4,1 and 5,1"))
    }

    fn between_hexagons(&self) -> Result<(Hex, HexDir), String> {
        let [from, to] = self.ends.map(End::hexagon);
        let dir = |from: Hex| HexDir::ALL.into_iter().find(|&dir| Some(from.beside(dir)) == to);
        let side = from.and_then(|from| Some((from, dir(from)?)));
        side.ok_or_else(|| self.apart("hexagons such as 4,1 and 5,0"))
    }

    fn between_triangles(&self) -> Result<(Cell, TriangleSide), String> {
        let [from, to] = self.ends.map(End::cell);
        let side = |from: Cell| match (from.direction_to(to?)?, TriangleMap::points_up(from)) {
            (Dir::E, _) => Some(TriangleSide::Right),
            (Dir::W, _) => Some(TriangleSide::Left),
            (Dir::S, true) | (Dir::N, false) => Some(TriangleSide::Base),
            _ => None,
        };
        let side = from.and_then(|from| Some((from, side(from)?)));
        side.ok_or_else(|| self.apart("triangles such as 4,1 and 5,1"))
    }

    /// `joined` are the numbers of columns and of rows, where the borders are joined.
    fn between_floor_cells(
        &self,
        joined: [Option<u32>; 2],
    ) -> Result<(FloorPlace, FloorSide), String> {
        let [from, to] = self.ends;
        let behind = |side: FloorSide| {
            let (dx, dy) = side.dir().offset();
            let [x, y] =
                [(from.0, dx, joined[0]), (from.1, dy, joined[1])].map(|(at, step, round)| {
                    let at = at.saturating_add(step.into());
                    round.map_or(at, |count| at.rem_euclid(count.into()))
                });
            End(x, y, from.2)
        };
        let side = FloorSide::ALL.into_iter().find(|&side| from.2.is_some() && behind(side) == to);
        let place = |End(x, y, floor): End| {
            let [x, y, floor] = [x, y, floor?].map(u32::try_from);
            Some(FloorPlace::new(x.ok()?, y.ok()?, floor.ok()?))
        };
        let side = place(from).and_then(|from| Some((from, side?)));
        side.ok_or_else(|| self.apart("cells such as 4,1,0 and 5,1,0"))
    }

    fn apart(&self, expected: &str) -> String {
        let [from, to] = self.ends.map(|End(x, y, floor)| match floor {
            Some(floor) => format!("{x},{y},{floor}"),
            None => format!("{x},{y}"),
        });
        format!("{from} and {to} share no side, expected {expected}")
    }
}

/// `X,Y-X,Y=CLASS`, or `X,Y,FLOOR-X,Y,FLOOR=CLASS`. A minus sign follows nothing or a comma or a dash.
fn fence(text: &str) -> Result<Fence, String> {
    let wrong =
        || "expected X,Y-X,Y=CLASS, such as 4,1-5,1=7, or on floors 4,1,0-5,1,0=7".to_owned();
    let (ends, class) = text.split_once('=').ok_or_else(wrong)?;
    let place = |text: &str| {
        let numbers: Result<Vec<i64>, _> = text.split(',').map(str::parse).collect();
        match *numbers.ok()? {
            [x, y] => Some(End(x, y, None)),
            [x, y, floor] => Some(End(x, y, Some(floor))),
            _ => None,
        }
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
    fn fences_stand_between_triangles_that_share_a_side() {
        let side = |text| fence(text).and_then(|fence| fence.between_triangles());
        assert_eq!(side("1,1-2,1=7"), Ok((Cell::new(1, 1), TriangleSide::Right)));
        assert_eq!(side("1,1-1,2=7"), Ok((Cell::new(1, 1), TriangleSide::Base)), "it points up");
        assert_eq!(side("2,1-2,0=7"), Ok((Cell::new(2, 1), TriangleSide::Base)), "it points down");
        for text in ["1,1-1,0=7", "2,1-2,2=7", "1,1-2,2=7", "1,1,0-2,1,0=7"] {
            assert!(side(text).is_err_and(|error| error.contains("share no side")), "{text}");
        }
    }

    #[test]
    fn fences_stand_between_cells_of_a_floor_and_across_joined_borders() {
        let side = |text, joined| fence(text).and_then(|fence| fence.between_floor_cells(joined));
        let (from, far) = (FloorPlace::new(0, 1, 2), "0,1,2-4,1,2=7");
        assert_eq!(side("0,1,2-1,1,2=7", [None; 2]), Ok((from, FloorSide::East)));
        assert_eq!(side(far, [Some(5), None]), Ok((from, FloorSide::West)));
        let up = "0,1,2-0,1,3=7";
        for (text, joined) in [(far, [None, Some(5)]), (up, [None; 2]), ("0,1-1,1=7", [None; 2])] {
            let error = side(text, joined).expect_err("no side");
            assert!(error.ends_with("share no side, expected cells such as 4,1,0 and 5,1,0"));
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
