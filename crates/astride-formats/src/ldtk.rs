//! LDtk projects, `.ldtk`: <https://ldtk.io/json>.
//!
//! The values of IntGrid layers define cells, by their names; all other layers are pictures.

mod paint;
mod types;

use astride::base::Vec3;
use astride::shapes::square::Frame;

use crate::Beside;
use crate::error::{FormatError, quote};
use crate::import::{Import, Notes, Squares, cells, check_spread};
use crate::legend::{Legend, class};
use paint::{Passages, Target, Values};
use types::{Level, Project, World};

const FORMAT: &str = "LDtk project";

/// Reads one level of a project, or several adjacent ones.
///
/// `level` names one. Without it the first level is read or, in free and grid-based world layouts,
/// its whole depth as one map; the area between levels is blocked. `beside` is called for levels
/// stored in separate files.
///
/// Of several IntGrid layers, the topmost value counts: its name is looked up in the legend, or it
/// is blocked if the legend does not contain it; cells without a value are free. If layers have
/// grids of several sizes, cells are those of the finest.
///
/// # Errors
///
/// If it is not such a project, is damaged, or has no such level or no IntGrid layer in it.
///
/// # Complexity
///
/// O(bytes + cells · layers).
///
/// # Examples
///
/// ```
/// use astride_formats::{Legend, Map, read_ldtk};
/// let json = br#"{ "jsonVersion": "1.5.3", "worldLayout": "LinearHorizontal",
///   "defs": { "layers": [{ "uid": 7, "intGridValues": [{ "value": 1, "identifier": "walls" }] }] },
///   "levels": [{ "identifier": "Hall", "pxWid": 24, "pxHei": 8, "layerInstances": [
///     { "__identifier": "Collisions", "__type": "IntGrid", "__cWid": 3, "__cHei": 1,
///       "__gridSize": 8, "layerDefUid": 7, "intGridCsv": [0, 1, 0] }] }] }"#;
/// let import = read_ldtk(json, &Legend::default(), None, &mut |name| Err(format!("no {name}")))?;
/// let Map::Squares(map) = import.map else { unreachable!("squares") };
/// assert_eq!(map.grid.row(0), Some(&b".@."[..]));
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_ldtk(
    bytes: &[u8],
    legend: &Legend,
    level: Option<&str>,
    beside: &mut Beside<'_>,
) -> Result<Import, FormatError> {
    let project: Project = types::read(bytes, "the JSON of a project of LDtk 1.0 or later")?;
    let mut notes = Notes::default();
    let values = Values::of(&project.defs, legend);
    let mut levels = chosen(project, level, &mut notes)?;
    for level in &mut levels {
        let name = quote(&level.name);
        let checked = level.complete(beside).and_then(|()| level.check());
        checked.map_err(|error| error.within(format!("level {name}")))?;
    }
    let blank = |level: &Level| level.grid_sizes().next().is_none();
    if levels.len() > 1 && levels.iter().any(blank) {
        notes.add("levels without an IntGrid layer are left out".to_owned());
        levels.retain(|level| !blank(level));
    }
    compose(&levels, &values, &mut notes)?.import(FORMAT, notes.list())
}

/// The levels that make up the map.
fn chosen(
    project: Project,
    name: Option<&str>,
    notes: &mut Notes,
) -> Result<Vec<Level>, FormatError> {
    // With several worlds, each has its own levels and layout.
    let mut worlds = vec![World { layout: project.layout, levels: project.levels }];
    worlds.extend(project.worlds);
    worlds.retain(|world| !world.levels.is_empty());
    if worlds.is_empty() {
        return Err(FormatError::new(FORMAT, "no level", "at least one"));
    }
    let count: usize = worlds.iter().map(|world| world.levels.len()).sum();
    let all = worlds.iter().flat_map(|world| &world.levels);
    let names: Vec<String> = all.take(16).map(|level| quote(&level.name)).collect();
    let names = names.join(", ") + if count > 16 { ", …" } else { "" };
    if let Some(name) = name {
        let mut levels = worlds.into_iter().flat_map(|world| world.levels);
        let found = levels.find(|level| level.name == name);
        return found.map(|level| vec![level]).ok_or_else(|| {
            FormatError::new(FORMAT, format!("no level {}", quote(name)), format!("one of {names}"))
        });
    }
    let World { layout, mut levels } = worlds.swap_remove(0);
    let depth = levels[0].depth;
    match layout.as_deref() {
        Some("Free" | "GridVania") => levels.retain(|level| level.depth == depth),
        _ => levels.truncate(1),
    }
    if levels.len() < count {
        let read = levels.len();
        notes.add(format!("{read} of {count} levels are read; there are {names}"));
    }
    Ok(levels)
}

/// Places levels next to each other; the area between them is out of bounds.
fn compose(levels: &[Level], values: &Values, notes: &mut Notes) -> Result<Squares, FormatError> {
    let sizes = levels.iter().flat_map(Level::grid_sizes);
    let Some(side) = sizes.min() else {
        let expected = "one, whose values say what cells are";
        return Err(FormatError::new(FORMAT, "no IntGrid layer in the level", expected));
    };
    let first = &levels[0];
    let mut placed = Vec::new();
    for level in levels {
        let offset =
            (i64::from(level.x) - i64::from(first.x), i64::from(level.y) - i64::from(first.y));
        if offset.0 % side == 0 && offset.1 % side == 0 {
            let length = |pixels: u32| (i64::from(pixels) + side - 1) / side;
            let (width, height) = (length(level.width), length(level.height));
            let (left, top) = (offset.0 / side, offset.1 / side);
            placed.push((level, Target { left, top, width, height, side }));
        } else {
            let name = quote(&level.name);
            notes.add(format!("level {name} does not lie on the cells of the first: left out"));
        }
    }
    let left = placed.iter().map(|(_, at)| at.left).min().unwrap_or(0);
    let top = placed.iter().map(|(_, at)| at.top).min().unwrap_or(0);
    let right = placed.iter().map(|(_, at)| at.left + at.width).max().unwrap_or(0);
    let bottom = placed.iter().map(|(_, at)| at.top + at.height).max().unwrap_or(0);
    let (width, height) = ((right - left) as u64, (bottom - top) as u64);
    let count = cells(FORMAT, width, height)?;
    // Levels may overlap, and a value may cover a block of cells.
    let painted: i64 = placed.iter().map(|(_, at)| at.width * at.height).sum();
    let values_there: u64 = placed.iter().map(|(level, _)| level.value_count()).sum();
    check_spread(FORMAT, count.max(painted as u64), values_there)?;
    let corner_x = (i64::from(first.x) + left * side) as f64;
    let corner_y = (i64::from(first.y) + top * side) as f64;
    let (width, height) = (width as u32, height as u32);
    let origin = Vec3::new(corner_x, corner_y, 0.0);
    let frame = Frame::new(width, height, origin, side as f64, side as f64).map_err(|error| {
        FormatError::new(FORMAT, error.to_string(), "levels nearer to the middle of the world")
    })?;
    let classes = vec![class::UNKNOWN; count as usize];
    let mut map = Squares { width, height, classes, frame: Some(frame), ..Squares::default() };
    let mut passages = Passages::default();
    for (level, at) in placed {
        let at = Target { left: at.left - left, top: at.top - top, ..at };
        at.fill(&mut map, (0, 0), (at.width, at.height), class::FREE);
        level.paint(&at, values, &mut map, &mut passages, notes);
    }
    passages.join(&mut map, notes);
    Ok(map)
}
