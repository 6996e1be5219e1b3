//! Real maps and the queries recorded for them.

use std::io::Read;
use std::path::{Path, PathBuf};

use astride::io::{Scenario, ScenarioRow, read_map};
use astride::world::Grid;
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
