//! Real maps and the queries recorded for them.

use std::io::Read;
use std::path::{Path, PathBuf};

use astride::base::{Cell, NodeId};
use astride::io::{Scenario, ScenarioRow, read_map};
use astride::search::PathQuery;
use astride::shapes::square::Grid;
use astride_testkit::data;

use crate::Failure;
use crate::stats::spread;

/// At least one map of every published set, as `set/name`, roughly from easy to hard.
pub(crate) const CHOSEN: [&str; 16] = [
    "dao/arena",
    "dao/den011d",
    "dao/brc202d",
    "da2/ht_chantry",
    "bg512/AR0011SR",
    "wc3maps512/battleground",
    "sc1/AcrosstheCape",
    "cities/Berlin_0_256",
    "cities/Boston_0_512",
    "rooms/32room_000",
    "rooms/8room_000",
    "mazes/maze512-32-0",
    "mazes/maze512-4-0",
    "random/random512-10-0",
    "random/random512-40-0",
    "dao/lak519d",
];

/// Folders may nest as deep as this.
const MOST_DEPTH: usize = 6;

/// What a scenario file may be called after the name of its map.
const SCENARIO_ENDINGS: [&str; 4] =
    [".map.scen", ".map.verified.scen", ".map.sample.scen", ".map.verified.sample.scen"];

/// The most bytes a file may unpack to.
const MOST_BYTES: u64 = 1 << 28;

/// One map.
pub(crate) struct Map {
    /// As `set/name`.
    pub(crate) name: String,
    pub(crate) grid: Grid,
}

/// The nodes of two cells.
pub(crate) fn nodes(grid: &Grid, ends: [Cell; 2]) -> Result<[NodeId; 2], Failure> {
    let [start, goal] = ends.map(|cell| grid.node(cell).ok_or("an end is off the map"));
    Ok([start?, goal?])
}

/// The question from one cell to another.
pub(crate) fn query(grid: &Grid, ends: [Cell; 2]) -> Result<PathQuery<'static>, Failure> {
    nodes(grid, ends).map(|[start, goal]| PathQuery::new(start, goal))
}

/// One map with its recorded queries.
pub(crate) struct Case {
    pub(crate) map: Map,
    scenario: Scenario,
    /// Indices of the rows between cells on land, in the order of the file.
    usable: Vec<usize>,
}

impl Case {
    /// The sampled rows, evenly spread over the file, each with its index.
    pub(crate) fn rows(&self, most: usize) -> Vec<(usize, &ScenarioRow)> {
        let rows = self.scenario.rows();
        let taken = spread(self.usable.len(), most);
        taken.into_iter().map(|at| (self.usable[at], &rows[self.usable[at]])).collect()
    }

    /// The ends of the sampled rows.
    pub(crate) fn ends(&self, most: usize) -> Vec<[Cell; 2]> {
        self.rows(most).into_iter().map(|(_, row)| [row.start, row.goal]).collect()
    }

    pub(crate) fn scenario(&self) -> &Scenario {
        &self.scenario
    }
}

/// The folder of maps: the one asked for, else that of the data variable or beside the
/// repository, else the few maps of the repository.
pub(crate) fn folder(asked: Option<&Path>) -> PathBuf {
    if let Some(folder) = asked {
        return folder.to_path_buf();
    }
    let beside = data::data_dir().map(|folder| folder.join("grid"));
    beside.filter(|folder| folder.is_dir()).unwrap_or_else(shipped_folder)
}

/// The maps that come with the repository.
pub(crate) fn shipped_folder() -> PathBuf {
    data::repository_root().join("data").join("grid")
}

/// The folder that a suite takes its maps from.
#[derive(clap::Args)]
pub(crate) struct Folder {
    /// Folder of maps, laid out as `set/name.map` [default: that of ASTRIDE_DATA, or beside the
    /// repository, or the maps of the repository]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) maps: Option<PathBuf>,
}

impl Folder {
    /// Those of some maps that are there with a scenario.
    pub(crate) fn cases(&self, names: &[&str]) -> Result<Vec<Case>, Failure> {
        let folder = folder(self.maps.as_deref());
        let mut cases = Vec::new();
        for name in names {
            cases.extend(load(&folder, name)?);
        }
        Ok(cases)
    }
}

/// The maps of a suite, and which of them are taken.
#[derive(clap::Args)]
pub(crate) struct Chosen {
    #[command(flatten)]
    pub(crate) folder: Folder,
    /// Only maps whose `set/name` contains this; may be repeated
    #[arg(long, value_name = "TEXT")]
    map: Vec<String>,
}

impl Chosen {
    pub(crate) fn wants(&self, name: &str) -> bool {
        self.map.is_empty() || self.map.iter().any(|part| name.contains(part))
    }

    /// Those of some maps that are wanted and there with a scenario.
    pub(crate) fn cases(&self, names: &[&str]) -> Result<Vec<Case>, Failure> {
        let wanted: Vec<&str> = names.iter().copied().filter(|name| self.wants(name)).collect();
        self.folder.cases(&wanted)
    }
}

/// Maps of the usual folder by name, or the usual ones if none is named, each with its scenario;
/// says which are not there.
pub(crate) fn named_or(names: &[String], usual: &[&str]) -> Result<Vec<Case>, Failure> {
    let (folder, mut cases) = (folder(None), Vec::new());
    let names = names.iter().map(String::as_str);
    let usual = usual.iter().copied().filter(|_| names.len() == 0);
    for name in names.clone().chain(usual) {
        match load(&folder, name)? {
            Some(case) => cases.push(case),
            None => eprintln!("skipped {name}: not there"),
        }
    }
    Ok(cases)
}

/// A map by its name and its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    /// As `set/name`.
    pub(crate) name: String,
    /// The folder that holds the set.
    folder: PathBuf,
}

/// The maps asked for, by file or by folder; the chosen ones of the usual folder if none is.
///
/// A folder stands for all maps below it, in the order of their paths.
///
/// # Errors
///
/// A path that is neither a folder nor a map.
pub(crate) fn places(asked: &[PathBuf]) -> Result<Vec<Place>, Failure> {
    if asked.is_empty() {
        let folder = folder(None);
        let place = |name: &str| Place { name: name.to_owned(), folder: folder.clone() };
        return Ok(CHOSEN.map(place).to_vec());
    }
    let mut places = Vec::new();
    for path in asked {
        let mut files = Vec::new();
        if path.is_dir() {
            map_files(path, MOST_DEPTH, &mut files)?;
        } else {
            files.push(path.clone());
        }
        for file in files {
            let place = place_of(&file);
            places.push(place.ok_or_else(|| {
                format!(
                    "{}: expected a folder, or a file that ends in .map or .map.gz",
                    file.display()
                )
            })?);
        }
    }
    places.dedup();
    Ok(places)
}

/// All maps below a folder, sorted.
fn map_files(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        paths.push(entry.map_err(fail)?.path());
    }
    paths.sort();
    for path in paths {
        if path.is_dir() && depth > 0 {
            map_files(&path, depth - 1, files)?;
        } else if path.is_file() && place_of(&path).is_some() {
            files.push(path);
        }
    }
    Ok(())
}

/// The place of a map file, plain or gzipped.
fn place_of(file: &Path) -> Option<Place> {
    let name = file.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").unwrap_or(name).strip_suffix(".map")?;
    let file = std::path::absolute(file).ok()?;
    let set = file.parent()?;
    let folder = set.parent()?.to_path_buf();
    Some(Place { name: format!("{}/{name}", set.file_name()?.to_str()?), folder })
}

/// Reads the map and its scenario; `None` if one of them is not there.
pub(crate) fn load_place(place: &Place) -> Result<Option<Case>, Failure> {
    load(&place.folder, &place.name)
}

/// Reads the map `set/name`; `None` if the folder does not have it.
pub(crate) fn load_map(folder: &Path, name: &str) -> Result<Option<Map>, Failure> {
    let Some((path, bytes)) = read(&folder.join(format!("{name}.map")))? else { return Ok(None) };
    let grid = read_map(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(Some(Map { name: name.to_owned(), grid }))
}

/// Reads the map `set/name` and its scenario; `None` if the folder does not have both.
///
/// Rows that start on water are left out, since the peers' grids only know land.
pub(crate) fn load(folder: &Path, name: &str) -> Result<Option<Case>, Failure> {
    let Some(map) = load_map(folder, name)? else { return Ok(None) };
    for ending in SCENARIO_ENDINGS {
        let Some((path, bytes)) = read(&folder.join(format!("{name}{ending}")))? else { continue };
        let fail = |problem: String| format!("{}: {problem}", path.display());
        let scenario = Scenario::read(&bytes).map_err(|error| fail(error.to_string()))?;
        let mut usable = Vec::new();
        for (index, row) in scenario.rows().iter().enumerate() {
            let (start, goal) = (map.grid.class(row.start), map.grid.class(row.goal));
            if start.is_none() || goal.is_none() {
                return Err(fail(format!("row {index} lies off the map")).into());
            }
            if start != Some(b'W') {
                usable.push(index);
            }
        }
        return Ok(Some(Case { map, scenario, usable }));
    }
    Ok(None)
}

/// The bytes of a file, or of the gzipped file beside it, unpacked; `None` if there is neither.
fn read(path: &Path) -> Result<Option<(PathBuf, Vec<u8>)>, Failure> {
    let mut packed = path.as_os_str().to_owned();
    packed.push(".gz");
    let packed = PathBuf::from(packed);
    let fail = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let mut bytes = Vec::new();
    if path.is_file() {
        bytes = std::fs::read(path).map_err(|error| fail(path, error))?;
        return Ok(Some((path.to_path_buf(), bytes)));
    }
    if !packed.is_file() {
        return Ok(None);
    }
    let file = std::fs::File::open(&packed).map_err(|error| fail(&packed, error))?;
    let mut unpacked = flate2::read::MultiGzDecoder::new(file).take(MOST_BYTES);
    unpacked.read_to_end(&mut bytes).map_err(|error| fail(&packed, error))?;
    Ok(Some((packed, bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_and_a_folder_stand_for_maps() {
        let folder = shipped_folder();
        let one = places(&[folder.join("random/random512-40-0.map.gz")]).expect("a map");
        assert_eq!(one.len(), 1);
        assert_eq!(one[0].name, "random/random512-40-0");
        assert!(load_place(&one[0]).expect("readable").is_some());
        let all = places(&[folder.join("dao")]).expect("a folder");
        let names: Vec<&str> = all.iter().map(|place| place.name.as_str()).collect();
        assert!(names.is_sorted() && names.contains(&"dao/arena"), "{names:?}");
        assert_eq!(places(&[]).expect("the chosen ones").len(), CHOSEN.len());
    }

    #[test]
    fn other_files_are_refused() {
        let fault = places(&[shipped_folder().join("dao/arena.map.scen")]).unwrap_err();
        assert!(fault.to_string().contains(".map.gz"), "{fault}");
    }
}
