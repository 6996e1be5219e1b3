//! The ground of a level, and what is noted of it.

use super::cells::Grid;
use super::ground::Ground;
use super::solid::Columns;
use super::text::Faces;
use super::{LevelRule, Up};
use crate::error::FormatError;
use crate::import::{Import, Map, Notes, count};

/// The side of a cell where none is given.
const CELL: f64 = 0.3;

/// The mesh on which a mover can walk in a level.
pub(super) fn ground(
    faces: &Faces,
    rule: LevelRule,
    cell: Option<f64>,
) -> Result<Import, FormatError> {
    let grid = Grid::over(faces, rule, cell.unwrap_or(CELL))?;
    let columns = Columns::of(faces, grid, rule)?;
    let mesh = Ground::of(&columns, rule).mesh(&columns)?;
    let mut notes = Notes::default();
    let axes = if faces.up == Up::Y { "y up, places are x,z" } else { "z up, places are x,y" };
    let (height, step, degrees) = (rule.height(), rule.step(), rule.degrees());
    notes.add(format!(
        "read as a level of {} with {axes}: ground in cells of {}, with headroom {height}, steps up to \
         {step} and slopes up to {degrees} degrees",
        count(faces.count(), "face"),
        grid.cell,
    ));
    faces.tell(&mut notes);
    Ok(Import { map: Map::Mesh(Box::new(mesh)), notes: notes.list() })
}
