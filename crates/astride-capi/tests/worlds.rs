//! Worlds of other shapes than squares: C gets the same answers as Rust.

use std::ffi::CString;
use std::ptr::{null, null_mut};

use astride::base::{Budget, NodeId, Random};
use astride::io::{
    FloorDrawing, HexDrawing, TriangleDrawing, read_graph, read_voxels, write_world_of,
};
use astride::planner::search;
use astride::search::{Guessed, Method, PathQuery, Scratch};
use astride::shapes::floors::{FloorEdit, FloorMap, FloorSide};
use astride::shapes::graph::GraphEdit;
use astride::shapes::hex::{HexDir, HexEdit, HexLayout, HexMap};
use astride::shapes::triangle::{TriangleEdit, TriangleMap, TriangleSide};
use astride::shapes::{Editable, Stored};
use astride_capi::AstrideStatus as Status;
use astride_capi::*;

use crate::hostile::{last_code, last_error};

const HEXAGONS: &str = "hex pointy\n...#..\n..3#..\n.....#\n_.2...\n";
const TRIANGLES: &str = "triangles\n..#..3.\n.#.....\n...2.#.\n";
const FLOORS: &str =
    "floors\n..#.\n.5..\nfloor\n.._.\n....\nstair 1,1,0 1,1,1\none-way 3,1,1 3,1,0 20000\n";
const VOXELS: &str = "voxel 4 3 3\n1 1 0\n1 1 1\n2 0 1\n2 1 1\n0 2 2\n";
const GRAPH: &str =
    "p sp 6 8\na 1 2 5\na 2 3 5\na 3 1 9\na 3 4 1\na 4 5 20\na 3 5 22\na 5 3 1\na 2 1 7\n";

/// What C writes a place as, by the text that the shape writes for it.
fn place(name: &str) -> AstridePlace {
    let mut numbers = name.split(',').map(|part| part.trim().parse().expect("a number"));
    let mut next = || numbers.next().unwrap_or(0);
    AstridePlace { x: next(), y: next(), z: next() }
}

/// A place for what is known of a path.
pub(crate) fn path_info() -> AstridePathInfo {
    AstridePathInfo {
        struct_size: size_of::<AstridePathInfo>(),
        cell_count: 0,
        cost: 0,
        length: 0.0,
        bound: 0.0,
        enclosed: 0,
        lower_bound: 0,
        expanded: 0,
        status: 0,
        guarantee: 0,
        why: 0,
        is_nearest: 0,
    }
}

/// The text of a place; of cells without what stands round it.
fn name_of<S: Stored>(map: &S, node: NodeId) -> String {
    map.place_of(node).to_string().trim_matches(['(', ')']).to_owned()
}

/// All places of a map, and their names.
fn places<S: Stored>(map: &S) -> Vec<(NodeId, String)> {
    let count = astride::world::World::node_count(&map.view(&S::Mover::default()));
    let nodes = (0..count).map(NodeId::new).filter(|&node| map.class_of(node).is_some());
    let named = nodes.map(|node| (node, name_of(map, node)));
    named.filter(|(node, _)| map.node_of(map.place_of(*node)) == Some(*node)).collect()
}

/// Holds a world of C against a map: its file, and every path between two places by two methods.
fn hold<S: Stored>(world: *mut AstrideWorld, map: &S) {
    let view = map.view(&S::Mover::default());
    let (mut bytes, mut data, mut count, mut route) = (null_mut(), null(), 0, null_mut());
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_world_save(world, &mut bytes), Status::Ok);
        assert_eq!(astride_bytes_data(bytes, &mut data, &mut count), Status::Ok);
        assert_eq!(std::slice::from_raw_parts(data, count), write_world_of(map), "{}", S::NAME);
        assert_eq!(astride_bytes_free(bytes), Status::Ok);
        assert_eq!(astride_route_new(&mut route), Status::Ok);
    }
    let (mut scratch, all) = (Scratch::new(), places(map));
    for (start, from) in &all {
        for (goal, to) in &all {
            for (number, method) in [Method::AStar, Method::Dijkstra].into_iter().enumerate() {
                let query = PathQuery::new(*start, *goal);
                let budget = &mut Budget::unlimited();
                let guess = view.guess();
                let outcome = search(&view, &guess, method, &query, &mut scratch, budget, &mut ());
                let outcome = outcome.expect("a method that goes step by step");
                let options = AstrideFindOptions {
                    struct_size: size_of::<AstrideFindOptions>(),
                    most_cost: 0,
                    most_expansions: 0,
                    most_micros: 0,
                    method: number as u32,
                    or_nearest: 0,
                };
                let (mut info, mut list) = (path_info(), null());
                // SAFETY: all pointers are of live values, and handles are live.
                let (status, found) = unsafe {
                    let (start, goal) = (place(from), place(to));
                    let status =
                        astride_world_find(world, null(), start, goal, &options, null_mut(), route);
                    assert_eq!(astride_route_info(route, &mut info), Status::Ok);
                    assert_eq!(astride_route_places(route, &mut list, &mut count), Status::Ok);
                    let found = (0..count).map(|at| *list.add(at));
                    (status, found.collect::<Vec<_>>())
                };
                let path = outcome.path();
                let name = |&node: &NodeId| place(&name_of(map, node));
                let nodes = path.map_or(Vec::new(), |path| path.nodes().iter().map(name).collect());
                assert_eq!(found, nodes, "{} from {from} to {to}", S::NAME);
                assert_eq!(status == Status::Ok, path.is_some());
                assert_eq!(info.cost, path.map_or(ASTRIDE_NO_COST, |path| path.cost()));
                assert_eq!((info.status, info.cell_count), (status as i32, count as u64));
            }
        }
    }
    // SAFETY: it is live, and nobody uses it any more.
    assert_eq!(unsafe { astride_route_free(route) }, Status::Ok);
}

/// Reads a world from its text and from its file, compares both with the map, makes some changes in
/// both, and holds them again.
fn check<S: Stored>(
    shape: u32,
    text: &str,
    mut map: S,
    edits: &mut dyn FnMut(*mut AstrideWorld, &mut S),
) {
    let file = write_world_of(&map);
    let (mut read, mut opened) = (null_mut(), null_mut());
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        let status = astride_world_read(shape, text.as_ptr(), text.len(), &mut read);
        assert_eq!(status, Status::Ok, "{}", S::NAME);
        assert_eq!(astride_world_open(file.as_ptr(), file.len(), &mut opened), Status::Ok);
        for (world, now) in [(read, map.revision()), (opened, 0)] {
            let (mut known, mut revision) = (9, 9);
            let status = astride_world_info(world, &mut known, null_mut(), &mut revision);
            assert_eq!((status, known, revision), (Status::Ok, shape, now));
            hold(world, &map);
            for (node, name) in places(&map) {
                let text = CString::new(name.clone()).expect("a plain name");
                let (mut found, mut class) = (AstridePlace::default(), 0);
                assert_eq!(astride_world_named(world, text.as_ptr(), &mut found), Status::Ok);
                assert_eq!(found, place(&name));
                assert_eq!(astride_world_class(world, found, &mut class), Status::Ok);
                assert_eq!(Some(class), map.class_of(node), "{} {name}", S::NAME);
            }
            let far = AstridePlace { x: i64::MIN, y: i64::MAX, z: 1 << 40 };
            let mut class = 0;
            assert_eq!(astride_world_class(world, far, &mut class), Status::OffMap);
            assert_eq!(astride_world_set(world, far, 1, null_mut()), Status::OffMap);
            assert_eq!(astride_world_link(world, far, far, 1, null_mut()), Status::OffMap);
            assert_eq!(astride_world_set(world, far, 256, null_mut()), Status::BadArgument);
        }
        assert_eq!(astride_world_free(opened), Status::Ok);
        edits(read, &mut map);
        hold(read, &map);
        let mut revision = 0;
        assert_eq!(astride_world_info(read, null_mut(), null_mut(), &mut revision), Status::Ok);
        assert_eq!(revision, map.revision());
        assert!(revision > 0);
        assert_eq!(astride_world_free(read), Status::Ok);
    }
    // A file with one byte changed is refused, whatever the byte.
    let mut random = Random::new(11);
    for _ in 0..200 {
        let mut damaged = file.clone();
        let at = random.below(damaged.len() as u32) as usize;
        damaged[at] ^= 1 << random.below(8);
        let mut world = null_mut();
        // SAFETY: all pointers are of live values.
        let status = unsafe { astride_world_open(damaged.as_ptr(), damaged.len(), &mut world) };
        assert_eq!((status, world), (Status::BadData, null_mut()), "{} byte {at}", S::NAME);
    }
}

/// Gives places classes through C and through Rust.
fn set<S: Stored>(
    world: *mut AstrideWorld,
    map: &mut S,
    changes: &[(&str, u8)],
    put: impl Fn(&mut S::Edit, S::Place, u8),
) {
    for &(name, class) in changes {
        let (mut batch, mut now) = (S::Edit::default(), 0);
        let own = name.parse().ok().expect("a place");
        put(&mut batch, own, class);
        let revision = map.apply_batch(&batch).expect("a change that can be made");
        // SAFETY: all pointers are of live values, and handles are live.
        let status = unsafe { astride_world_set(world, place(name), class.into(), &mut now) };
        assert_eq!((status, now), (Status::Ok, revision), "{} {name}", S::NAME);
    }
}

#[test]
fn hexagons_and_triangles_answer_as_in_the_library() {
    let hexagons = HexDrawing::parse(HEXAGONS).expect("a good drawing").map;
    check(0, HEXAGONS, hexagons, &mut |world, map| {
        let [first, second] = [map.tiles().next(), map.tiles().nth(7)].map(|tile| tile.unwrap());
        let names = [first, second].map(|tile| name_of(map, map.node(tile).unwrap()));
        set(world, map, &[(&names[0], b'#'), (&names[1], b'9')], |edit, at, class| {
            edit.set(at, class);
        });
        let ends = names.each_ref().map(|name| place(name));
        // SAFETY: the handle is live.
        let status = unsafe { astride_world_link(world, ends[0], ends[1], 5, null_mut()) };
        assert_eq!(status, Status::Unsupported);
    });
    let triangles = TriangleDrawing::parse(TRIANGLES).expect("a good drawing").map;
    check(1, TRIANGLES, triangles, &mut |world, map| {
        set(world, map, &[("2,0", b'.'), ("4,1", b'#'), ("0,2", b'4')], |edit, at, class| {
            edit.set(at, class);
        });
    });
}

#[test]
fn floors_and_voxels_answer_as_in_the_library() {
    let floors = FloorDrawing::parse(FLOORS).expect("a good drawing").map;
    check(2, FLOORS, floors, &mut |world, map| {
        set(world, map, &[("0,0,1", b'#'), ("2,0,0", b'.')], |edit, at, class| {
            edit.set(at, class);
        });
        let [from, to] = [(0, 1, 0), (2, 1, 1)];
        map.apply_batch(FloorEdit::new().stair(from, to, 777)).unwrap();
        map.apply_batch(FloorEdit::new().remove_stair((1, 1, 1), (1, 1, 0))).unwrap();
        // SAFETY: the handle is live.
        unsafe {
            let (from, to) = (place("0,1,0"), place("2,1,1"));
            assert_eq!(astride_world_link(world, from, to, 777, null_mut()), Status::Ok);
            assert_eq!(astride_world_link(world, from, to, 0, null_mut()), Status::BadArgument);
            let (up, down) = (place("1,1,0"), place("1,1,1"));
            assert_eq!(astride_world_unlink(world, down, up, null_mut()), Status::Ok);
            assert_eq!(astride_world_unlink(world, down, up, null_mut()), Status::BadArgument);
        }
    });
    let voxels = read_voxels(VOXELS.as_bytes()).expect("a good map");
    check(3, VOXELS, voxels, &mut |world, map| {
        use astride::shapes::voxel::VoxelMaterial;
        let changes = [("1,1,0", b'.'), ("0,0,0", b'#'), ("3,2,2", b'W'), ("3,0,0", b'@')];
        set(world, map, &changes, |edit, at, class| {
            let material = match class {
                b'.' => VoxelMaterial::Air,
                b'W' => VoxelMaterial::Water,
                _ => VoxelMaterial::Solid,
            };
            edit.fill_box(at, at, material);
        });
        // SAFETY: the handle is live.
        let refused = unsafe { astride_world_set(world, place("0,0,0"), 1, null_mut()) };
        assert_eq!(refused, Status::BadArgument);
    });
}

#[test]
fn graphs_answer_as_in_the_library() {
    let graph = read_graph(GRAPH.as_bytes()).expect("a good graph");
    check(4, GRAPH, graph, &mut |world, map| {
        // Places count from 1, nodes from 0.
        map.apply_batch(GraphEdit::new().cost(0, 1, 3)).unwrap();
        map.apply_batch(GraphEdit::new().add(4, 5, 2)).unwrap();
        map.apply_batch(GraphEdit::new().remove(1, 2)).unwrap();
        // SAFETY: the handle is live.
        unsafe {
            assert_eq!(
                astride_world_link(world, place("1"), place("2"), 3, null_mut()),
                Status::Ok
            );
            assert_eq!(
                astride_world_link(world, place("5"), place("6"), 2, null_mut()),
                Status::Ok
            );
            assert_eq!(astride_world_unlink(world, place("2"), place("3"), null_mut()), Status::Ok);
            let again = astride_world_unlink(world, place("2"), place("3"), null_mut());
            assert_eq!(again, Status::BadArgument);
            assert_eq!(last_error(), "no arc leads from place 2 to place 3");
            assert_eq!(last_code(), "no-such-arc");
            let dear = astride_world_link(world, place("2"), place("3"), u32::MAX, null_mut());
            assert_eq!(dear, Status::BadArgument);
            assert!(
                last_error().starts_with("the arc from place 2 to place 3"),
                "{}",
                last_error()
            );
            assert_eq!(last_code(), "graph-arc-cost");
            let far = AstridePlace { x: 0, y: 0, z: 0 };
            assert_eq!(astride_world_unlink(world, far, far, null_mut()), Status::OffMap);
            assert!(last_error().contains("of graphs, expected 1 to "), "{}", last_error());
            assert_eq!(astride_world_set(world, place("1"), 46, null_mut()), Status::Unsupported);
        }
    });
}

/// Whether a mover finds a path through a world, and what it costs. The mover goes on `.`, `say` sets
/// the rest of it, and the world is freed.
fn fares(
    world: *mut AstrideWorld,
    say: impl FnOnce(*mut AstrideMover),
    [from, to]: [AstridePlace; 2],
) -> (Status, u64) {
    let (mut mover, mut route, mut info) = (null_mut(), null_mut(), path_info());
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_mover_new(&mut mover), Status::Ok);
        assert_eq!(astride_mover_class(mover, b'.'.into(), 1, 0), Status::Ok);
        say(mover);
        assert_eq!(astride_route_new(&mut route), Status::Ok);
        let status = astride_world_find(world, mover, from, to, null(), null_mut(), route);
        assert_eq!(astride_route_info(route, &mut info), Status::Ok);
        assert_eq!(astride_route_free(route), Status::Ok);
        assert_eq!(astride_mover_free(mover), Status::Ok);
        assert_eq!(astride_world_free(world), Status::Ok);
        (status, info.cost)
    }
}

/// A mover says what terrain costs on tiles, and is refused where there is none.
#[test]
fn movers_go_over_other_shapes_as_over_squares() {
    let cost = |shape: u32, text: &str, from: &str, to: &str| {
        let mut world = null_mut();
        // SAFETY: all pointers are of live values.
        let read = unsafe { astride_world_read(shape, text.as_ptr(), text.len(), &mut world) };
        assert_eq!(read, Status::Ok);
        // SAFETY: the handle is live.
        let say = |mover| unsafe {
            assert_eq!(astride_mover_class(mover, b'x'.into(), 7, 0), Status::Ok);
            assert_eq!(astride_mover_scale(mover, 10, 14), Status::Ok);
        };
        fares(world, say, [place(from), place(to)])
    };
    assert_eq!(cost(0, "hex pointy\n.x.\n", "0,0", "2,0"), (Status::Ok, 80));
    assert_eq!(cost(2, "floors\n.x.\n", "0,0,0", "2,0,0"), (Status::Ok, 80));
    assert_eq!(cost(1, "triangles\n.x.\n", "0,0", "1,0").0, Status::Ok);
    assert_eq!(cost(3, VOXELS, "0,0,0", "3,2,2").0, Status::Unsupported);
    assert_eq!(cost(4, GRAPH, "1", "5").0, Status::Unsupported);
}

#[test]
fn fences_of_other_shapes_cost_what_a_mover_says() {
    let cost = |file: &[u8], to: &str, crosses: bool| {
        let mut world = null_mut();
        // SAFETY: all pointers are of live values.
        let opened = unsafe { astride_world_open(file.as_ptr(), file.len(), &mut world) };
        assert_eq!(opened, Status::Ok);
        let say = |mover| {
            if crosses {
                // SAFETY: the handle is live.
                assert_eq!(unsafe { astride_mover_crosses(mover, 7, 5) }, Status::Ok);
            }
        };
        fares(world, say, [AstridePlace::default(), place(to)])
    };
    let mut hexagons = HexMap::rectangle(HexLayout::Pointy, 2, 1, b'.').expect("a map");
    hexagons.apply(HexEdit::new().fence((0, 0), HexDir::East, 7)).expect("an edit");
    let mut triangles = TriangleMap::new(2, 1, b'.').expect("a map");
    triangles.apply(TriangleEdit::new().fence((0, 0), TriangleSide::Right, 7)).expect("an edit");
    let mut floors = FloorMap::new([2, 1, 1], b'.').expect("a map");
    floors.apply(FloorEdit::new().fence((0, 0, 0), FloorSide::East, 7)).expect("an edit");
    let files = [
        (write_world_of(&hexagons), "1,0", 13_860),
        (write_world_of(&triangles), "1,0", 10_864),
        (write_world_of(&floors), "1,0,0", 13_860),
    ];
    for (file, to, step) in files {
        assert_eq!(cost(&file, to, false).0, Status::Unreachable, "{to}");
        assert_eq!(cost(&file, to, true), (Status::Ok, step + 5), "{to}");
    }
}

#[test]
fn what_is_no_world_is_refused() {
    let mut world = null_mut();
    // SAFETY: all pointers are of live values; the counts are refused before anything is read.
    unsafe {
        let mut read = |shape, text: &str| {
            let status = astride_world_read(shape, text.as_ptr(), text.len(), &mut world);
            assert!(world.is_null());
            status
        };
        assert_eq!(read(5, HEXAGONS), Status::BadArgument);
        for shape in 0..5 {
            assert_eq!(read(shape, "no map"), Status::BadData, "{shape}");
        }
        assert_eq!(read(0, FLOORS), Status::BadData);
        assert_eq!(astride_world_read(0, &0xff, 1, &mut world), Status::BadData);
        assert_eq!(astride_world_read(0, &0, usize::MAX, &mut world), Status::BadSize);
        assert_eq!(astride_world_open(null(), 0, &mut world), Status::BadData);
        assert_eq!(astride_world_open(null(), 1, &mut world), Status::BadPointer);
        assert_eq!(astride_world_open(&0, usize::MAX, &mut world), Status::BadSize);
    }
}
