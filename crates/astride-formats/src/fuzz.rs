//! The body of a fuzz target: arbitrary bytes as a file of any format.

use astride::io::{read_mesh, write_map, write_mesh};
use astride::shapes::square::Grid;
use astride::world::World;

use crate::{
    Format, FormatError, GroundRule, Import, Legend, LevelRule, Map, Options, Profile, Roadmap,
    Slope, Up, read_obj as read, read_roadmap, read_schedule, read_team, read_tracker, read_trips,
    unzip, write_tracker,
};

/// By number; `None` is an archive of one file.
const FORMATS: [Option<Format>; 8] = [
    Some(Format::Ros),
    Some(Format::Picture),
    Some(Format::Asc),
    Some(Format::Hgt),
    Some(Format::Tiled),
    Some(Format::Ldtk),
    None,
    Some(Format::GeoTiff),
];

/// The maximum number of cells per byte of a file, and the number that is always allowed.
const MOST_PER_BYTE: u64 = 1032 * 8;
const MOST_ANYWAY: u64 = 1 << 21;

/// Reads `data` in the format that its first byte selects; what follows a byte 0xff is the file
/// that the first one names.
///
/// # Panics
///
/// If a guarantee is violated: the data must be refused, or be a map that is no larger than the
/// file can fill and that can be written as a `.map` apart from its links, with starts and goals on
/// it.
pub fn read_foreign(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let end = rest.iter().position(|&byte| byte == 0xff).unwrap_or(rest.len());
    let (file, other) = (&rest[..end], rest.get(end + 1..).unwrap_or_default());
    // Pictures, heights and archives contain arbitrary bytes.
    let whole = [rest, file][usize::from(matches!(first % 8, 0 | 4 | 5))];
    let Some(format) = FORMATS[usize::from(first % 8)] else {
        if let Ok((_, bytes)) = unzip(rest, 1 << 20) {
            assert!(bytes.len() as u64 <= MOST_PER_BYTE * rest.len() as u64);
        }
        return;
    };
    check(format, whole, other, first & 0x80 != 0);
}

/// Reads a file and checks the properties that must hold for any.
///
/// # Panics
///
/// As for [`read_foreign`].
pub fn check(format: Format, file: &[u8], other: &[u8], has_slope: bool) {
    let slope = has_slope.then(Slope::default);
    let options = Options { slope, ..Options::default() };
    let mut bytes = file.len();
    let mut beside = |_: &str| {
        bytes += other.len();
        Ok(other.to_vec())
    };
    let read = format.read("N43E007", file, &options, &mut beside);
    match read {
        Err(error) => check_error(&error),
        Ok(Import { map: Map::Squares(world), .. }) => {
            let cells = u64::from(world.grid.cell_count());
            assert!(cells <= MOST_ANYWAY.max(MOST_PER_BYTE * bytes as u64), "{cells} cells");
            assert!(
                world
                    .starts
                    .iter()
                    .chain(&world.goals)
                    .all(|&cell| world.grid.node(cell).is_some())
            );
            writes(&world.grid);
        }
        Ok(Import { map: map @ Map::Roads(_), .. }) => check_roads(map, bytes),
        Ok(Import { map: Map::Mesh(_), .. }) => panic!("a mesh"),
        Ok(Import { map: Map::Hexagons(drawing), .. }) => {
            let mut marks = drawing.starts.iter().chain(&drawing.goals);
            assert!(marks.all(|&hex| drawing.map.node(hex).is_some()));
        }
    }
}

/// Reads `data` as roads: in the packed format if its first byte is odd, for a profile selected by
/// its other bits; as [plans](read_plans) if it is 253, as a roadmap if it is 254, and as trips if it
/// is 255.
///
/// # Panics
///
/// If a guarantee is violated: the data must be refused, or be a graph that is no larger than the
/// file can fill, each of whose nodes has a position and is among its own arrivals; or a roadmap whose
/// edges join vertices in the plane, or trips, no more than the file can fill.
pub fn read_osm(data: &[u8]) {
    let Some((&first, file)) = data.split_first() else { return };
    match first {
        253 => return read_plans(file),
        254 => {
            return read_roadmap(file)
                .map_or_else(|error| check_error(&error), |map| check_roadmap(&map, file.len()));
        }
        255 => {
            return read_trips(file).map_or_else(
                |error| check_error(&error),
                |trips| assert!(trips.len() <= file.len()),
            );
        }
        _ => {}
    }
    let profile = Profile::ALL[usize::from(first >> 1) % 3].clone();
    let format = [Format::Osm, Format::OsmPbf][usize::from(first & 1)];
    let options = Options { profile, ..Options::default() };
    let read = format.read("roads", file, &options, &mut |_| Err(String::new()));
    read.map_or_else(|error| check_error(&error), |import| check_roads(import.map, file.len()));
}

/// Reads `data` as a team, as a schedule and as rows of the MAPF Tracker.
///
/// # Panics
///
/// If a guarantee is violated: the data must be refused, or be no larger than the file can fill, and
/// rows are the same when they are written and read again.
pub fn read_plans(data: &[u8]) {
    match read_team(data) {
        Err(error) => check_error(&error),
        Ok(team) => {
            let cells = u64::from(team.grid.width()) * u64::from(team.grid.height());
            assert!(cells <= MOST_ANYWAY + MOST_PER_BYTE * data.len() as u64, "{cells} cells");
            assert!(team.agents.len() <= data.len());
        }
    }
    match read_schedule(data) {
        Err(error) => check_error(&error),
        Ok(schedule) => {
            assert!(schedule.iter().map(|(_, path)| path.len()).sum::<usize>() <= data.len());
        }
    }
    match read_tracker(data) {
        Err(error) => check_error(&error),
        Ok(rows) => assert!(read_tracker(write_tracker(&rows).as_bytes()) == Ok(rows)),
    }
}

/// Reads `data` as an OBJ file, in the way that its first byte selects.
///
/// # Panics
///
/// If a guarantee is violated: the data must be refused, or be a mesh that is no larger than the file can
/// fill and that can be written and read back.
pub fn read_obj(data: &[u8]) {
    let Some((&first, file)) = data.split_first() else { return };
    let rule = LevelRule::new(2.0, 0.75, 36.0).unwrap_or_default();
    let ground = [GroundRule::ByContent, GroundRule::Mesh, GroundRule::Level(rule)];
    let up = [None, Some(Up::Y), Some(Up::Z)][usize::from(first / 3) % 3];
    let (ground, cell) = (ground[usize::from(first % 3)], Some(0.5).filter(|_| first < 128));
    match read(file, ground, up, cell, &Legend::default()) {
        Err(error) => check_error(&error),
        Ok(Import { map: Map::Mesh(mesh), .. }) => {
            assert!(mesh.polygon_count() as usize <= file.len().max(1 << 20));
            let text = write_mesh(&mesh);
            let again = read_mesh(text.as_bytes()).expect("it was written");
            assert_eq!(write_mesh(&again), text);
        }
        Ok(_) => panic!("no mesh"),
    }
}

fn check_error(error: &FormatError) {
    assert!(!error.found().is_empty() && !error.expected().is_empty());
}

fn check_roads(map: Map, bytes: usize) {
    let Map::Roads(roads) = map else { panic!("no roads") };
    let nodes = roads.graph.node_count() as usize;
    assert!(nodes <= 64 * bytes + (1 << 20), "{nodes} nodes of {bytes} bytes");
    for node in roads.graph.nodes().take(1000) {
        let near = roads.nearest(roads.coordinates(node)).expect("there are places");
        assert!(near.metres <= 0.0, "{near:?}");
        assert_eq!(roads.arrivals(node)[0], node);
    }
}

fn check_roadmap(map: &Roadmap, bytes: usize) {
    assert!(map.points.len() <= bytes && map.edges.len() <= 2 * bytes);
    assert!(map.points.iter().flatten().all(|number| number.is_finite()));
    assert!(map.edges.iter().flatten().all(|&end| (end as usize) < map.points.len()));
}

/// Terrain consists of the letters of `.map` files, except for letters that the file itself names.
fn writes(grid: &Grid) {
    let letters = b".@OTSWGE123456789";
    let counts = (0..=u8::MAX).zip(grid.histogram());
    let own = counts.filter(|(class, _)| !letters.contains(class)).any(|(_, &count)| count > 0);
    assert!(own || !grid.links().is_empty() || write_map(grid).is_ok());
}
