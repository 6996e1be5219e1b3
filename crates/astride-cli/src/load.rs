//! Reading maps and scenarios: plain or gzip, from a file or standard input, recognised by content.

use std::fs;
use std::path::{Path, PathBuf};

use astride::base::{ContainerError, TablesError};
use astride::io::{
    Drawing, FloorDrawing, HexDrawing, Scenario, TriangleDrawing, WorldFile, has_positions,
    is_graph, is_mesh, read_graph, read_map, read_mesh, read_positions, read_voxels, read_world,
    read_world_of,
};
use astride::shapes::Stored;
use astride::shapes::graph::Graph;
use astride::shapes::mesh::Mesh;
use astride_formats::{Import, Map};

use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::read::{load_bytes, name_of};
use crate::shaped::{Shaped, Unseen};

/// Reads a MovingAI `.map`, a drawn map, a world file of our own or a map of another program, any of
/// them plain or gzip; `-` is standard input.
pub(crate) fn load_map(path: &Path) -> Result<WorldFile, Failure> {
    squares(path, load_with(path, &ReadArgs::default())?.map)
}

/// A map that must be one of squares.
pub(crate) fn squares(path: &Path, map: Loaded) -> Result<WorldFile, Failure> {
    match map {
        Loaded::Squares(map) => Ok(*map),
        Loaded::Other(map) => {
            let shape = map.shape();
            let message = format!(
                "this is a map of {shape}, expected squares (info, draw, path and range take both)"
            );
            Err(Failure::at(name_of(path), message))
        }
        Loaded::Mesh(_) => {
            let message = "this is a navigation mesh, expected a map of squares (info, draw, path \
                           and scen take both)";
            Err(Failure::at(name_of(path), message))
        }
    }
}

/// A map of one shape or another.
pub(crate) enum Loaded {
    Squares(Box<WorldFile>),
    Other(Unseen),
    Mesh(Box<Mesh>),
}

/// A map, and what is to be known of its file.
pub(crate) struct Found {
    pub(crate) map: Loaded,
    /// What was left out of a map of another program, or had to be guessed; `None` if it is ours.
    pub(crate) notes: Option<Vec<String>>,
}

/// As [`load_map`], for maps of any shape, with options for maps of other programs.
pub(crate) fn load_with(path: &Path, read: &ReadArgs) -> Result<Found, Failure> {
    let (name, bytes) = (name_of(path), load_bytes(path)?);
    let Some(Import { map, notes }) = read.read(path, &bytes)? else {
        return Ok(Found { map: own_map(path, &name, &bytes)?, notes: None });
    };
    let map = match map {
        Map::Squares(map) => Loaded::Squares(map),
        Map::Mesh(mesh) => Loaded::Mesh(mesh),
        Map::Hexagons(drawing) => Loaded::Other(Shaped::hexagons(*drawing)),
        Map::Roads(roads) => Loaded::Other(Shaped::roads(*roads)),
    };
    Ok(Found { map, notes: Some(notes) })
}

/// A map of ours, of any shape.
fn own_map(path: &Path, name: &str, bytes: &[u8]) -> Result<Loaded, Failure> {
    if is_mesh(bytes) {
        let mesh = read_mesh(bytes).map_err(|error| Failure::of_at(name, error))?;
        return Ok(Loaded::Mesh(Box::new(mesh)));
    }
    if let Some(map) = own_shape(bytes) {
        return map.map(Loaded::Other).map_err(|error| no_world(name, error));
    }
    match str::from_utf8(bytes) {
        Ok(text) if HexDrawing::is_one(text) => {
            let drawing = HexDrawing::parse(text).map_err(|error| Failure::of_at(name, error))?;
            Ok(Loaded::Other(Shaped::hexagons(drawing)))
        }
        _ if begins(bytes, b"voxel") => {
            let map = read_voxels(bytes).map_err(|error| Failure::of_at(name, error))?;
            Ok(Loaded::Other(Shaped::voxels(map)))
        }
        Ok(text) if FloorDrawing::is_one(text) => {
            let drawing = FloorDrawing::parse(text).map_err(|error| Failure::of_at(name, error))?;
            Ok(Loaded::Other(Shaped::floors(drawing)))
        }
        Ok(text) if TriangleDrawing::is_one(text) => {
            let drawing =
                TriangleDrawing::parse(text).map_err(|error| Failure::of_at(name, error))?;
            Ok(Loaded::Other(Shaped::triangles(drawing)))
        }
        _ if is_graph(bytes) => Ok(Loaded::Other(Shaped::graph(graph_from(path, bytes)?))),
        _ => Ok(Loaded::Squares(Box::new(map_from(name, bytes)?))),
    }
}

/// The map of a world file of our own of another shape than squares; `None` if the bytes are
/// something else.
fn own_shape(bytes: &[u8]) -> Option<Result<Unseen, TablesError>> {
    fn read<S: Stored>(
        bytes: &[u8],
        unseen: impl FnOnce(S) -> Unseen,
    ) -> Option<Result<Unseen, TablesError>> {
        match read_world_of(bytes) {
            Err(TablesError::File(ContainerError::OtherFile | ContainerError::Kind { .. })) => None,
            map => Some(map.map(unseen)),
        }
    }
    let hexagons =
        |map| Shaped::hexagons(HexDrawing { map, starts: Vec::new(), goals: Vec::new() });
    let triangles =
        |map| Shaped::triangles(TriangleDrawing { map, starts: Vec::new(), goals: Vec::new() });
    let floors = |map| Shaped::floors(FloorDrawing { map, starts: Vec::new(), goals: Vec::new() });
    read(bytes, hexagons)
        .or_else(|| read(bytes, triangles))
        .or_else(|| read(bytes, floors))
        .or_else(|| read(bytes, Shaped::voxels))
        .or_else(|| read(bytes, Shaped::graph))
}

/// A graph, with the coordinates in its file or beside it if there are any.
fn graph_from(path: &Path, bytes: &[u8]) -> Result<Graph, Failure> {
    let graph = read_graph(bytes).map_err(|error| Failure::of_at(name_of(path), error))?;
    if has_positions(bytes) {
        return placed(graph, path, bytes);
    }
    match coordinates_beside(path).into_iter().find(|file| file.is_file()) {
        Some(file) => placed(graph, &file, &load_bytes(&file)?),
        None => Ok(graph),
    }
}

/// A graph with the coordinates that a file says.
fn placed(mut graph: Graph, file: &Path, bytes: &[u8]) -> Result<Graph, Failure> {
    let name = name_of(file);
    let positions = read_positions(bytes, &graph).map_err(|error| Failure::of_at(&name, error))?;
    graph.set_positions(&positions).map_err(|error| Failure::of_at(&name, error))?;
    Ok(graph)
}

/// Where the coordinates of a `.gr` are looked for, the first that is there first.
pub(crate) fn coordinates_beside(path: &Path) -> Vec<PathBuf> {
    beside(path, ".gr", ".co")
}

/// Files that go by the name of another with another ending, or by the part of it before the first
/// dot, plain or gzip, each once: for `a.time.gr` those called `a.time.co` and `a.co`.
fn beside(path: &Path, old: &str, new: &str) -> Vec<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    let stem = plain.strip_suffix(old).unwrap_or(plain);
    let mut stems = vec![stem, stem.split('.').next().unwrap_or(stem)];
    stems.dedup();
    let names: Vec<String> = stems.iter().map(|stem| format!("{stem}{new}")).collect();
    let files = names.iter().flat_map(|name| [name.clone(), format!("{name}.gz")]);
    files.map(|name| path.with_file_name(name)).collect()
}

/// Reads a map that is already in memory; `name` is for messages.
pub(crate) fn map_from(name: &str, bytes: &[u8]) -> Result<WorldFile, Failure> {
    match read_world(bytes) {
        Err(TablesError::File(ContainerError::OtherFile)) => {}
        world => return world.map_err(|error| no_world(name, error)),
    }
    let first = bytes.trim_ascii_start();
    if first.is_empty() {
        return Err(Failure::at(name, "the file is empty, expected a map"));
    }
    if begins(first, b"version") {
        return Err(Failure::at(name, "this is a scenario file, expected a map"));
    }
    // A header that lacks its first line is torn; no drawing begins with these words.
    if [&b"type"[..], b"height", b"width"].into_iter().any(|word| begins(first, word)) {
        let grid = read_map(bytes).map_err(|error| Failure::of_at(name, error))?;
        return Ok(WorldFile::new(grid));
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let expected = "expected \"type octile\", a drawn map or an .astride file";
        Failure::at(name, format!("byte {at} is not text, {expected}"))
    })?;
    check_drawn(name, text)?;
    let drawing = Drawing::parse(text).map_err(|error| Failure::of_at(name, error))?;
    let Drawing { grid, starts, goals } = drawing;
    Ok(WorldFile { starts, goals, ..WorldFile::new(grid) })
}

/// Whether the first word of a text is this one, in any case.
fn begins(bytes: &[u8], word: &[u8]) -> bool {
    let first = bytes.trim_ascii_start();
    let is_whole = first.get(word.len()).is_none_or(u8::is_ascii_whitespace);
    is_whole && first.get(..word.len()).is_some_and(|found| found.eq_ignore_ascii_case(word))
}

/// Refuses a text that could only be a drawing if its name is that of another format, or if it is
/// JSON. A `.map` may be drawn, as long as its first line has no other letters than maps have.
fn check_drawn(name: &str, text: &str) -> Result<(), Failure> {
    let lower = name.to_ascii_lowercase();
    let ending = lower.strip_suffix(".gz").unwrap_or(&lower).rsplit_once('.');
    let mut lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, text)| !text.is_empty());
    let (line, first) = lines.next().unwrap_or((1, ""));
    let is_drawn = first.chars().all(|letter| " .GSW@OTE123456789#AB□■".contains(letter));
    let (what, expected) = match ending.map(|(_, ending)| ending) {
        Some("map") if !is_drawn => {
            ("no MovingAI map", "\"type octile\", or another ending for a drawn map")
        }
        Some("gr") => ("no graph", "\"p sp NODES ARCS\""),
        Some("mesh") => ("no navigation mesh", "\"mesh\""),
        Some("3dmap") => ("no map of voxels", "\"voxel\" and three sizes"),
        Some("scen" | "3dscen") => ("named like a scenario, not a map", "a map"),
        Some("co") => ("named like coordinates, not a map", "the graph that they belong to"),
        Some("xsb") => ("named like a puzzle, not a map", "a map (`astride puzzle` takes it)"),
        _ if first.starts_with('{') && text.contains('"') => {
            ("JSON, not a map", "a map, such as an LDtk project")
        }
        _ => return Ok(()),
    };
    let cut: String = first.chars().take(40).collect();
    let dots = if cut.len() < first.len() { "…" } else { "" };
    let message = format!("is {what}: line {line} is {cut:?}{dots}, expected {expected}");
    Err(Failure::at(name, message))
}

/// Why a file of our own is no world.
fn no_world(name: &str, error: TablesError) -> Failure {
    let other = match &error {
        TablesError::File(ContainerError::Kind { found, .. }) => match found {
            b"indx" | b"labl" | b"hier" | b"hubs" => {
                "this is a file of indexes, made by `astride bake`"
            }
            b"mesh" => "these are labels of a navigation mesh",
            b"navi" | b"nhex" | b"ntri" | b"nvox" | b"ngra" => "this is a saved navigator",
            _ => return Failure::of_at(name, error),
        },
        _ => return Failure::of_at(name, error),
    };
    Failure::at(name, format!("{other}, expected a map"))
}

/// Reads a MovingAI `.scen` file, plain or gzip.
pub(crate) fn load_scenario(path: &Path) -> Result<Scenario, Failure> {
    scenario_from(path, &load_bytes(path)?, None)
}

/// Reads the first rows, or all, of a `.scen` file that is already in memory; what follows them is
/// not looked at. At least one is expected.
pub(crate) fn rows_from(path: &Path, bytes: &[u8], most: Option<u32>) -> Result<Scenario, Failure> {
    let scenario = scenario_from(path, bytes, most)?;
    match scenario.rows() {
        [] => Err(Failure::at(name_of(path), "has no rows, expected one for each agent")),
        _ => Ok(scenario),
    }
}

fn scenario_from(path: &Path, bytes: &[u8], most: Option<u32>) -> Result<Scenario, Failure> {
    // The first line is the version.
    let mut left = most.map_or(usize::MAX, |most| (most as usize).saturating_add(1));
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').take_while(|line| {
        let is_within = left > 0;
        left -= usize::from(is_within && !line.trim_ascii().is_empty());
        is_within
    });
    let length = lines.map(<[u8]>::len).sum();
    Scenario::read(&bytes[..length]).map_err(|error| Failure::of_at(name_of(path), error))
}

/// Reads a text file, plain or gzip; `-` is standard input.
pub(crate) fn load_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(load_bytes(path)?).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Failure::at(name_of(path), format!("byte {at} is not text, expected a text file"))
    })
}

/// The scenario files that belong to a map, by name: for `a.map.gz` those called `a.map.scen`,
/// `a.map.scen.gz`, or `a.map.….scen` with more words in between; for voxels, `.3dscen` instead of
/// `.scen`; for a graph `a.gr` also the one called `a.queries.txt`, and for a mesh `a.mesh` the ones
/// called `a.scen` and `../scenarios/a.scen`. The plainest name comes first.
pub(crate) fn scenarios_of(map: &Path) -> Vec<PathBuf> {
    let plain = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.strip_suffix(".gz").map(str::to_owned).unwrap_or(name)
    };
    let stem = format!("{}.", plain(map));
    let folder = match map.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| plain(path).starts_with(&stem))
        .filter(|path| [".scen", ".3dscen"].iter().any(|end| plain(path).ends_with(end)))
        .collect();
    found.sort_by_key(|path| (plain(path).len(), path.clone()));
    let mut others = Vec::new();
    if plain(map).ends_with(".gr") {
        others = beside(map, ".gr", ".queries.txt");
    }
    if plain(map).ends_with(".mesh") {
        others = beside(map, ".mesh", ".scen");
        // The published meshes lie beside a folder of this name.
        let folder = match folder.parent() {
            Some(parent) if folder.file_name().is_some() => parent.join("scenarios"),
            _ => folder.join("../scenarios"),
        };
        others.extend(beside(&folder.join(map.file_name().unwrap_or_default()), ".mesh", ".scen"));
    }
    found.extend(others.into_iter().filter(|file| file.is_file()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::base::{Cell, ContainerWriter};
    use astride::io::{write_world, write_world_of};
    use astride::shapes::floors::FloorMap;
    use astride::shapes::hex::{HexLayout, HexMap};
    use astride::shapes::square::Edit;
    use astride::shapes::triangle::TriangleMap;
    use astride::shapes::voxel::VoxelMap;

    #[test]
    fn world_files_are_known_by_their_content() {
        let mut world = map_from("m", b"A.#\n..B\n").unwrap();
        world.grid.apply(Edit::new().link((0, 0), (2, 1), 7)).unwrap();
        let bytes = write_world(&world).unwrap();
        let read = map_from("w", &bytes).unwrap();
        assert_eq!(read.grid.fingerprint(), world.grid.fingerprint());
        assert_eq!((read.starts, read.goals), (world.starts, world.goals));
        let check = |bytes: &[u8], message: &str| {
            assert_eq!(map_from("w", bytes).unwrap_err().to_string(), format!("w: {message}"));
        };
        check(&bytes[..20], "20 bytes long, expected 48");
        check(&bytes[..3], "3 bytes long, expected 48");
        let other = |kind| ContainerWriter::new(kind, 0).finish();
        let indexes = "this is a file of indexes, made by `astride bake`, expected a map";
        check(&other(*b"indx"), indexes);
        check(&other(*b"navi"), "this is a saved navigator, expected a map");
    }

    #[test]
    fn world_files_of_every_shape_are_read() {
        let check = |bytes: &[u8], shape: &str| {
            let Ok(Loaded::Other(map)) = own_map(Path::new("m"), "m", bytes) else {
                panic!("this is a map of {shape}");
            };
            assert_eq!(map.shape(), shape);
            let damaged = own_map(Path::new("m"), "m", &bytes[..bytes.len() - 8]);
            assert!(damaged.is_err_and(|error| error.to_string().contains("bytes long, expected")));
        };
        let hexagons = HexMap::hexagon(HexLayout::Pointy, 3, b'.').unwrap();
        check(&write_world_of(&hexagons), "hexagons");
        check(&write_world_of(&TriangleMap::new(3, 2, b'.').unwrap()), "triangles");
        check(&write_world_of(&FloorMap::new([3, 2, 2], b'.').unwrap()), "floors");
        check(&write_world_of(&VoxelMap::new(3, 2, 4).unwrap()), "voxels");
        check(&write_world_of(&Graph::from_arcs(2, &[(0, 1, 7)]).unwrap()), "graphs");
    }

    #[test]
    fn maps_and_drawings_are_told_apart_by_content() {
        let map = map_from("m", b"type octile\nheight 1\nwidth 2\nmap\n.@\n").unwrap();
        assert_eq!(map.grid.class((1, 0)), Some(b'@'));
        let map = map_from("m", b"TYPE OCTILE\nHeight 1\nWIDTH 2\nMAP\n.@\n").unwrap();
        assert_eq!(map.grid.class((1, 0)), Some(b'@'));
        let drawn = map_from("m", b"A.#\n..B\n").unwrap();
        assert_eq!((drawn.starts.len(), drawn.goals[0]), (1, Cell::new(2, 1)));
    }

    #[test]
    fn what_is_no_map_is_refused() {
        let check = |bytes: &[u8], message: &str| {
            let failure = map_from("m", bytes).unwrap_err().to_string();
            assert!(failure.starts_with("m: ") && failure.contains(message), "{failure}");
        };
        check(b"", "the file is empty");
        check(b" \n\n", "the file is empty");
        check(b"version 1\n", "this is a scenario file");
        check(b"height 1\nwidth 1\nmap\n.\n", "missing \"type octile\"");
        check(&[0x89, b'P', b'N', b'G'], "byte 0 is not text");
        check(b"..\x07", "unknown letter");
    }

    #[test]
    fn what_is_named_as_another_format_is_no_drawing() {
        let refused = |name: &str, text: &str, message: &str| {
            let failure = map_from(name, text.as_bytes()).unwrap_err().to_string();
            assert_eq!(failure, format!("{name}: is {message}"));
        };
        let drawn = "\"type octile\", or another ending for a drawn map";
        for (ending, what, expected) in [
            ("map", "no MovingAI map", drawn),
            ("MAP.GZ", "no MovingAI map", drawn),
            ("gr", "no graph", "\"p sp NODES ARCS\""),
            ("mesh.gz", "no navigation mesh", "\"mesh\""),
            ("3dmap", "no map of voxels", "\"voxel\" and three sizes"),
            ("scen", "named like a scenario, not a map", "a map"),
            ("co", "named like coordinates, not a map", "the graph that they belong to"),
            ("xsb", "named like a puzzle, not a map", "a map (`astride puzzle` takes it)"),
        ] {
            let message = format!("{what}: line 2 is \"What is this?\", expected {expected}");
            refused(&format!("a.{ending}"), "\n What is this?\n..\n", &message);
        }
        let json = "JSON, not a map: line 1 is \"{\", expected a map, such as an LDtk project";
        refused("a.json", "{\n\"levels\": []}", json);
        let cut = "x".repeat(40);
        let message = format!("no MovingAI map: line 1 is {cut:?}…, expected {drawn}");
        refused("a.map", &"x".repeat(41), &message);
        for name in ["a.txt", "a.hex", "a", "standard input"] {
            assert_eq!(map_from(name, b"What is this?").unwrap().grid.width(), 13);
        }
        let drawn = map_from("a.map", b"#A.W 9B\nother letters\n").unwrap();
        assert_eq!((drawn.starts.len(), drawn.goals.len()), (1, 1));
    }

    #[test]
    fn the_plainest_scenario_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.map.gz", "a.map.x.scen", "a.map.scen.gz", "b.map.scen", "a.map.txt"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let found = scenarios_of(&folder.path().join("a.map.gz"));
        let names: Vec<_> = found.iter().map(|path| path.file_name().unwrap()).collect();
        assert_eq!(names, ["a.map.scen.gz", "a.map.x.scen"]);
    }

    #[test]
    fn scenarios_of_meshes_are_found_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::create_dir(file("v2")).unwrap();
        fs::create_dir(file("scenarios")).unwrap();
        for name in ["v2/a.mesh", "v2/a.scen", "scenarios/a.scen.gz", "scenarios/b.scen"] {
            fs::write(file(name), "").unwrap();
        }
        let expected = ["v2/a.scen", "scenarios/a.scen.gz"].map(&file);
        assert_eq!(scenarios_of(&file("v2/a.mesh")), expected);
    }
}
