//! Readers of voxels, of drawings, and of files of shapes other than squares: what was read is a
//! world that keeps what worlds promise, and survives being written and read again.

use std::fmt::Write;

use astride::base::{Budget, Cell, Container, NodeId};
use astride::io::{
    self, FloorDrawing, HexDrawing, TriangleDrawing, VoxelRow, VoxelScenario, are_grid_lengths,
    read_world_of, write_voxels, write_world_of,
};
use astride::search::{PathQuery, Scratch, astar};
use astride::shapes::Stored;
use astride::shapes::floors::{FloorEdit, FloorMap, FloorPlace, FloorSide};
use astride::shapes::graph::{Graph, GraphBuilder};
use astride::shapes::hex::{HexDir, HexEdit, HexMap};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleSide};
use astride::shapes::voxel::{
    VoxelEdit, VoxelHeuristic, VoxelJumpMap, VoxelJumpSearch, VoxelMap, VoxelMaterial,
    VoxelMeasure, VoxelMover,
};
use astride::world::{World, check};

use super::Bytes;
use super::saved::{FINGERPRINT, sealed};
use super::text::check_error;

/// The maximum number of nodes of a world whose arcs are all looked at.
const FEW: u32 = 1 << 10;

/// The maximum number of voxels of a map that is written: a few letters can describe a large map.
const MOST_WRITTEN: u32 = 1 << 18;

/// The maximum number of voxels of a map that is searched.
const MOST_SEARCHED: u32 = 1 << 14;

/// Any bytes are a map of voxels, or a scenario on one, or are refused; scenarios and small maps
/// survive being written and read again, and on small maps jump points find what A* finds.
pub fn read_voxels(data: &[u8]) {
    match VoxelScenario::read(data) {
        Ok(scenario) => check_scenario(&scenario),
        Err(error) => check_error(&error, data),
    }
    let map = match io::read_voxels(data) {
        Ok(map) => map,
        Err(error) => return check_error(&error, data),
    };
    if map.voxel_count() > MOST_WRITTEN {
        return;
    }
    let written = write_voxels(&map).expect("no water was read");
    let again = io::read_voxels(written.as_bytes()).expect("what was written can be read");
    assert_eq!(again.size(), map.size());
    assert_eq!(write_voxels(&again), Ok(written));
    check_map(&map);
    if map.voxel_count() <= MOST_SEARCHED {
        compare_jumps(&map);
    }
}

fn check_scenario(scenario: &VoxelScenario) {
    let mut written = format!("version 1\n{}\n", scenario.map());
    for VoxelRow { start, goal, length, ratio, .. } in scenario.rows() {
        let [[a, b, c], [d, e, f]] = [start.axes(), goal.axes()];
        let _ = writeln!(written, "{a} {b} {c} {d} {e} {f} {length} {ratio}");
    }
    let again = VoxelScenario::read(written.as_bytes()).expect("what was written can be read");
    assert_eq!(again.map(), scenario.map());
    assert_eq!(again.rows().len(), scenario.rows().len());
    for (row, other) in scenario.rows().iter().zip(again.rows()) {
        assert_eq!(*row, VoxelRow { line: row.line, ..other.clone() });
        let _ = row.matches(VoxelMeasure { along: [3, 2, 1] });
    }
}

fn compare_jumps(map: &VoxelMap) {
    let mover = VoxelMover::flyer();
    let (view, jumps) = (map.seen_by(&mover), VoxelJumpMap::build(map, &mover).expect("a flyer"));
    let (mut cells, mut scratch) = (Scratch::new(), Scratch::new());
    let count = u64::from(map.voxel_count());
    // Spread over the map, and the same for the same map.
    let node = |lot: u64| NodeId::new((lot.wrapping_mul(0x9E37_79B9_7F4A_7C15) % count) as u32);
    for lot in 0..4 {
        let (from, to) = (node(lot + count), node(lot + 2 * count));
        let query = PathQuery::new(from, to);
        let mut search = VoxelJumpSearch::new(map, &jumps, from, to, &mut scratch);
        let found = search.run(&mut Budget::unlimited(), &mut ());
        let expected = astar(&view, &VoxelHeuristic::new(&view), &query, &mut cells, &mut ());
        assert_eq!(found.cost(), expected.cost(), "{from} to {to}");
    }
}

/// Any text is a drawing of hexagons, triangles or floors, or is refused; what was read survives
/// being written and read again, and its starts and goals are places of it.
pub fn read_drawings(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match HexDrawing::parse(&text) {
        Ok(drawing) => check_drawing(&drawing.map, [&drawing.starts, &drawing.goals]),
        Err(error) => check_error(&error, text.as_bytes()),
    }
    match TriangleDrawing::parse(&text) {
        Ok(drawing) => check_drawing(&drawing.map, [&drawing.starts, &drawing.goals]),
        Err(error) => check_error(&error, text.as_bytes()),
    }
    match FloorDrawing::parse(&text) {
        Ok(drawing) => check_drawing(&drawing.map, [&drawing.starts, &drawing.goals]),
        Err(error) => check_error(&error, text.as_bytes()),
    }
}

fn check_drawing<S: Stored>(map: &S, marks: [&Vec<S::Place>; 2]) {
    for &place in marks.into_iter().flatten() {
        assert!(map.node_of(place).is_some(), "{place} is marked");
    }
    check_map(map);
}

/// Any bytes are a scenario on a mesh or are refused; it survives being written and read again.
pub fn read_mesh_scenario(data: &[u8]) {
    let rows = match io::read_mesh_scenario(data) {
        Ok(rows) => rows,
        Err(error) => return check_error(&error, data),
    };
    let mut written = String::from("version 1\n");
    for row in &rows {
        let [start, goal] = [row.start, row.goal];
        let (bucket, map, length) = (row.bucket, &row.map, &row.length);
        let _ = writeln!(
            written,
            "{bucket} {map} 0 0 {} {} {} {} {length}",
            start.x, start.y, goal.x, goal.y
        );
        let listed = row.listed();
        assert!(row.length_matches(listed) && row.slack() >= 0.0);
    }
    let _ = are_grid_lengths(&rows);
    let mut again = io::read_mesh_scenario(written.as_bytes()).expect("what was written is read");
    again.iter_mut().zip(&rows).for_each(|(other, row)| other.line = row.line);
    assert_eq!(again, rows);
}

/// A small saved map of any shape other than squares, changed in a few places, or the input bytes
/// themselves: what was changed is refused; what was forged with correct checksums is refused, or is
/// a map.
pub fn read_shapes(data: &[u8]) {
    let mut bytes = Bytes(data);
    match bytes.below(5) {
        0 => read_shape(&mut bytes, hexes),
        1 => read_shape(&mut bytes, triangles),
        2 => read_shape(&mut bytes, floors),
        3 => read_shape(&mut bytes, voxels),
        _ => read_shape(&mut bytes, graph),
    }
}

fn read_shape<S: Stored>(bytes: &mut Bytes<'_>, make: fn(&mut Bytes<'_>) -> S) {
    if bytes.below(4) == 0 {
        return judge::<S>(bytes.0.to_vec());
    }
    let map = make(bytes);
    check_map(&map);
    let written = write_world_of(&map);
    let mut changed = written.clone();
    for _ in 0..bytes.below(4) {
        let at = bytes.below(changed.len());
        changed[at] ^= bytes.byte();
    }
    changed.truncate(changed.len() - bytes.pick(&[0, 0, 0, 0, 0, 0, 1, 8]));
    let is_read = read_world_of::<S>(&changed).is_ok();
    assert_eq!(is_read, changed == written, "only unchanged files are read");
    judge::<S>(changed);
}

/// What is read is a map; what is refused has a reason.
fn judge<S: Stored>(bytes: Vec<u8>) {
    match read_world_of::<S>(&bytes) {
        Ok(map) => check_map(&map),
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
        }
    }
    // A forger also knows the fingerprint of the map that the tables describe.
    let mut forged = sealed(bytes);
    let tables = Container::read(&forged, S::KIND);
    let Some(map) = tables.ok().and_then(|tables| S::take(&tables, 0).ok()) else { return };
    forged[FINGERPRINT].copy_from_slice(&map.sum_of_tables().to_le_bytes());
    if let Ok(map) = read_world_of::<S>(&sealed(forged)) {
        check_map(&map);
    }
}

/// A map survives being written and read again, and its arcs are as worlds promise.
fn check_map<S: Stored>(map: &S) {
    let written = write_world_of(map);
    let again: S = read_world_of(&written).expect("what was written can be read");
    assert!(again.has_places_of(map) && write_world_of(&again) == written);
    let mover = S::Mover::default();
    let view = map.view(&mover);
    if view.node_count() <= FEW {
        check(&view).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// A few rows of letters.
fn rows(bytes: &mut Bytes<'_>) -> String {
    let (width, height) = (1 + bytes.below(7), 1 + bytes.below(6));
    let letters = bytes.pick(&[&b"..#"[..], b".....#", b"..#5", b"..#_"]);
    let mut seed = bytes.byte();
    let mut text = String::new();
    for _ in 0..height {
        for _ in 0..width {
            seed = seed.wrapping_mul(77).wrapping_add(41);
            text.push(char::from(letters[usize::from(seed >> 3) % letters.len()]));
        }
        text.push('\n');
    }
    // So that something is there.
    format!(".{text}")
}

fn hexes(bytes: &mut Bytes<'_>) -> HexMap {
    let layout = bytes.pick(&["hex pointy", "hex flat"]);
    let drawing = HexDrawing::parse(&format!("{layout}\n{}", rows(bytes)));
    let mut map = drawing.expect("a drawing").map;
    let tiles: Vec<_> = map.tiles().collect();
    for _ in 0..bytes.below(6) {
        let (mut edit, at) = (HexEdit::new(), bytes.pick(&tiles));
        match bytes.below(3) {
            0 => edit.fence(at, bytes.pick(&HexDir::ALL), bytes.byte()),
            1 => edit.forbid_step(at, bytes.pick(&HexDir::ALL)),
            _ => edit.set(at, bytes.byte()),
        };
        // Some of these edits are impossible and change nothing.
        let _ = map.apply(&edit);
    }
    map
}

fn triangles(bytes: &mut Bytes<'_>) -> TriangleMap {
    let drawing = TriangleDrawing::parse(&format!("triangles\n{}", rows(bytes)));
    let mut map = drawing.expect("a drawing").map;
    for _ in 0..bytes.below(6) {
        let (x, y) = (bytes.below(map.width() as usize), bytes.below(map.height() as usize));
        let (mut edit, at) = (TriangleEdit::new(), Cell::new(x as u32, y as u32));
        match bytes.below(3) {
            0 => edit.fence(at, bytes.pick(&TriangleSide::ALL), bytes.byte()),
            1 => edit.forbid_step(at, bytes.pick(&TriangleSide::ALL)),
            _ => edit.set(at, bytes.byte()),
        };
        let _ = map.apply(&edit);
    }
    map
}

fn floors(bytes: &mut Bytes<'_>) -> FloorMap {
    let header = bytes.pick(&[
        "floors",
        "floors wrap columns",
        "floors wrap rows",
        "floors wrap columns rows",
    ]);
    let mut text = format!("{header}\n{}", rows(bytes));
    for _ in 0..bytes.below(3) {
        let _ = write!(text, "floor\n{}", rows(bytes));
    }
    let mut map = match FloorDrawing::parse(&text) {
        Ok(drawing) => drawing.map,
        // Too narrow to be joined.
        Err(_) => FloorDrawing::parse("floors\n...\n.#.").expect("a drawing").map,
    };
    let size = map.size();
    let place = |bytes: &mut Bytes<'_>| {
        let [x, y, floor] = size.map(|side| bytes.below(side as usize) as u32);
        FloorPlace { x, y, floor }
    };
    for _ in 0..bytes.below(6) {
        let (mut edit, at) = (FloorEdit::new(), place(bytes));
        match bytes.below(4) {
            0 => edit.fence(at, bytes.pick(&FloorSide::ALL), bytes.byte()),
            1 => edit.forbid_step(at, bytes.pick(&FloorSide::ALL)),
            2 => edit.stair(at, place(bytes), 1 + u32::from(bytes.byte())),
            _ => edit.set(at, bytes.byte()),
        };
        let _ = map.apply(&edit);
    }
    map
}

fn voxels(bytes: &mut Bytes<'_>) -> VoxelMap {
    let size = [(); 3].map(|()| 1 + bytes.below(19) as u32);
    let mut map = VoxelMap::new(size[0], size[1], size[2]).expect("a good size");
    let place = |bytes: &mut Bytes<'_>| size.map(|side| bytes.below(side as usize) as u32);
    for _ in 0..bytes.below(6) {
        let corners = [place(bytes), place(bytes)];
        let media = [VoxelMaterial::Air, VoxelMaterial::Water, VoxelMaterial::Solid];
        let mut edit = VoxelEdit::new();
        edit.fill_box(corners[0], corners[1], bytes.pick(&media));
        map.apply(&edit).expect("boxes of the map");
    }
    map
}

fn graph(bytes: &mut Bytes<'_>) -> Graph {
    let nodes = 1 + bytes.below(12);
    let mut builder = GraphBuilder::with_nodes(nodes as u32);
    for _ in 0..bytes.below(30) {
        let [from, to] = [(); 2].map(|()| bytes.below(nodes) as u32);
        let cost = bytes.pick(&[0, 1, 7, 300, 1 << 20]);
        match bytes.below(2) {
            0 => builder.arc(from, to, cost),
            _ => builder.both_ways(from, to, cost),
        };
    }
    for name in ["here", "there"].into_iter().take(bytes.below(3)) {
        builder.place(name);
    }
    builder.count_from(bytes.below(3) as u32);
    builder
        .finish()
        .unwrap_or_else(|_| GraphBuilder::with_nodes(1).finish().expect("a place without arcs"))
}
