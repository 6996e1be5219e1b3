//! Maps and navigators of other shapes than squares as files: read as they were written, and bytes
//! that are damaged or forged are refused, or are something that answers.

use astride::base::{ContainerError, NodeId, TablesError, checksum};
use astride::io::{read_world_of, write_world_of};
use astride::planner::{Ask, Navigator, NavigatorError};
use astride::shapes::floors::FloorMap;
use astride::shapes::graph::{Graph, GraphBuilder};
use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap};
use astride::shapes::triangle::TriangleMap;
use astride::shapes::voxel::VoxelMap;
use astride::world::{Extent, Overlay};
use astride_testkit::fuzz::sealed;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use super::cases;
use super::lively::Lively;

fn check_maps_are_read_as_written<S: Lively>(seeds: u64) {
    for seed in 0..seeds {
        let mut rng = Rng::new(seed);
        let mut map = S::any(&mut rng);
        for _ in 0..rng.below(6) {
            let batch = map.change(&mut rng);
            map.apply_batch(&batch).expect("a possible edit");
        }
        let bytes = write_world_of(&map);
        let read: S = read_world_of(&bytes).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let facts = |map: &S| map.facts(None).into_iter().map(|fact| fact.value);
        assert!(facts(&read).eq(facts(&map)), "{} of seed {seed}", S::NAME);
        assert_eq!((write_world_of(&read) == bytes, read.revision()), (true, 0), "seed {seed}");
    }
}

#[test]
fn maps_are_read_as_they_were_written() {
    check_maps_are_read_as_written::<HexMap>(cases(200, 20_000));
    check_maps_are_read_as_written::<TriangleMap>(cases(100, 10_000));
    check_maps_are_read_as_written::<FloorMap>(cases(100, 10_000));
    check_maps_are_read_as_written::<VoxelMap>(cases(100, 10_000));
    check_maps_are_read_as_written::<Graph>(cases(200, 20_000));
}

#[test]
fn maps_of_many_bricks_and_rows_are_read_as_they_were_written() {
    let mut map = VoxelMap::new(70, 19, 33).expect("a map");
    let mut rng = Rng::new(1);
    for _ in 0..40 {
        let corner =
            |rng: &mut Rng| (rng.below(70) as u32, rng.below(19) as u32, rng.below(33) as u32);
        let (a, b) = (corner(&mut rng), corner(&mut rng));
        let mut edit = astride::shapes::voxel::VoxelEdit::new();
        if rng.percent(50) {
            edit.block_box(a, b)
        } else {
            edit.free_box(a, b)
        };
        map.apply(&edit).expect("a possible edit");
        let read: VoxelMap = read_world_of(&write_world_of(&map)).expect("a map");
        assert!(read.blocked().eq(map.blocked()));
        assert_eq!(read.blocked_count(), map.blocked_count());
    }
    let flat = HexMap::rectangle(HexLayout::Flat, 90, 40, b'.').expect("a map");
    let read: HexMap = read_world_of(&write_world_of(&flat)).expect("a map");
    assert!(read.tiles().eq(flat.tiles()) && read.layout() == flat.layout());
}

#[test]
fn names_positions_and_parallel_arcs_of_graphs_are_kept() {
    let mut graph = GraphBuilder::new();
    let [a, b, c] = ["Ä", "", "b\n\0"].map(|name| graph.place(name));
    graph.arc(a, b, 7).arc(a, b, 3).arc(b, b, 0).both_ways(b, c, 1 << 31).count_from(5);
    let positions = [(0.0, -0.0), (1e300, 0.1), (-1e300, 7.0)];
    graph.positions(positions.map(|(x, y)| astride::base::Vec2::new(x, y)).to_vec());
    let graph = graph.finish().expect("a graph");
    let read: Graph = read_world_of(&write_world_of(&graph)).expect("a graph");
    assert!(read.all_arcs().eq(graph.all_arcs()));
    for node in graph.nodes() {
        assert_eq!(
            (read.name(node), read.position(node)),
            (graph.name(node), graph.position(node))
        );
        assert_eq!(read.node_named(graph.name(node)), Some(node));
        assert_eq!(read.place(node), graph.place(node));
    }
    assert_eq!(write_world_of(&read), write_world_of(&graph));
}

/// A navigator with a bit of everything.
fn small<S: Lively>() -> Navigator<S> {
    let mut rng = Rng::new(7);
    let mut movers = S::movers();
    let mut nav = Navigator::with_mover(S::any(&mut rng), movers.remove(0));
    movers.into_iter().for_each(|mover| _ = nav.add_mover(mover));
    let scouts = nav.add_faction(S::assumed(&mut rng));
    let places = nav.map().places();
    nav.reveal(scouts, places.iter().copied().step_by(2)).expect("a faction");
    nav.remember(scouts, places.iter().copied().take(2)).expect("a faction");
    let danger = nav.add_overlay().expect("there is room");
    let node = nav.map().node_of(places[0]).expect("a place");
    nav.overlay_mut(danger).expect("an overlay").set_at(node, 77);
    for _ in 0..3 {
        let batch = nav.map().change(&mut rng);
        nav.apply(&batch).expect("a possible edit");
    }
    nav
}

/// Whatever was loaded can be asked, edited and discovered.
fn ask_around<S: Lively>(mut nav: Navigator<S>, rng: &mut Rng, what: &str) {
    for _ in 0..2 {
        let (places, map) = (nav.map().places(), nav.map().clone());
        let faction = nav.factions().next();
        for _ in 0..12 {
            let mut ask = Ask::new(rng.pick(&places), rng.pick(&places));
            if let Some(faction) = faction.filter(|_| rng.percent(50)) {
                ask = ask.faction(faction);
            }
            match nav.find(&ask) {
                Ok(path) => assert_eq!(nav.cost(&ask), Ok(Some(path.cost())), "{what}"),
                Err(NavigatorError::NoPath { .. }) => {
                    assert_eq!(nav.cost(&ask), Ok(None), "{what}")
                }
                Err(error) => panic!("{what}: {error}"),
            }
        }
        if let Some(faction) = faction {
            nav.reveal(faction, [rng.pick(&places)]).expect("a faction");
        }
        let _ = nav.apply(&map.change(rng));
    }
}

/// Every flipped bit and every other length is refused; with all checksums set right nothing is left
/// but the tables themselves.
fn check_damage<S: Lively>() {
    let bytes = small::<S>().save().expect("small");
    assert!(Navigator::<S>::load_of(&bytes).is_ok());
    for at in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        assert!(Navigator::<S>::load_of(&flipped).is_err(), "bit {at}");
    }
    for len in 0..bytes.len() {
        assert!(Navigator::<S>::load_of(&bytes[..len]).is_err(), "{len} bytes");
    }
    let mut rng = Rng::new(4);
    let (mut accepted, mut refused) = (0, 0);
    for at in (24..bytes.len()).step_by(if is_slow_run() { 1 } else { 3 }) {
        for bits in [1, 0x80, 0xff] {
            let mut forged = bytes.clone();
            forged[at] ^= bits;
            if rng.percent(20) {
                let more = rng.below(forged.len() - 24) + 24;
                forged[more] = rng.pick(&[0, 1, 2, 0xff]);
            }
            match Navigator::<S>::load_of(&forged_well::<S>(forged)) {
                Ok(nav) => {
                    accepted += 1;
                    ask_around(nav, &mut rng, &format!("{} with {bits} at {at}", S::NAME));
                }
                Err(error) => {
                    refused += 1;
                    let message = error.to_string();
                    assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
                }
            }
        }
    }
    assert!(accepted > 20 && refused > 20, "{accepted} accepted, {refused} refused");
}

/// Sets all checksums right, the fingerprint of the map among them.
fn forged_well<S: Lively>(bytes: Vec<u8>) -> Vec<u8> {
    let mut bytes = sealed(bytes);
    let number = |bytes: &[u8], at: usize, width: usize| {
        (0..width).map(|byte| u64::from(bytes[at + byte]) << (8 * byte)).sum::<u64>()
    };
    let sections = number(&bytes, 32, 4).min((bytes.len() as u64 - 48) / 48) as usize;
    let (mut start, mut fingerprint) = (48 + 48 * sections, 0);
    for entry in (48..start).step_by(48) {
        let name = bytes[entry..entry + 24].split(|&byte| byte == 0).next().unwrap_or_default();
        let is_of_map = S::TABLES.iter().any(|table| table.as_bytes() == name);
        let (width, count) = (number(&bytes, entry + 24, 4), number(&bytes, entry + 32, 8));
        let room = bytes.len() - start;
        let len = width.saturating_mul(count).min(room as u64) as usize;
        let end = start + len.next_multiple_of(8).min(room);
        if is_of_map {
            let sum = checksum(fingerprint, &count.to_le_bytes());
            fingerprint = checksum(sum, &bytes[start..end]);
        }
        start = end;
    }
    bytes[16..24].copy_from_slice(&fingerprint.to_le_bytes());
    sealed(bytes)
}

#[test]
fn damaged_hexagons_are_refused_and_forged_ones_answer() {
    check_damage::<HexMap>();
}

#[test]
fn damaged_triangles_are_refused_and_forged_ones_answer() {
    check_damage::<TriangleMap>();
}

#[test]
fn damaged_floors_are_refused_and_forged_ones_answer() {
    check_damage::<FloorMap>();
}

#[test]
fn damaged_voxels_are_refused_and_forged_ones_answer() {
    check_damage::<VoxelMap>();
}

#[test]
fn damaged_graphs_are_refused_and_forged_ones_answer() {
    check_damage::<Graph>();
}

/// The file with a number of a table that lies first replaced, and everything sealed.
fn with_first_numbers<S: Lively>(map: &S, numbers: &[u32]) -> Vec<u8> {
    let mut bytes = write_world_of(map);
    let first = 48 + 48 * S::TABLES.len();
    for (at, number) in (first..).step_by(4).zip(numbers) {
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    forged_well::<S>(bytes)
}

#[test]
fn sizes_are_checked_before_memory_is_taken() {
    let hexes = HexMap::hexagon(HexLayout::Pointy, 1, b'.').expect("a map");
    let refused = |numbers: &[u32]| {
        let bytes = with_first_numbers(&hexes, numbers);
        read_world_of::<HexMap>(&bytes).expect_err("no map").to_string()
    };
    let expected = "table `hexes.layout` is wrong at 3, expected at least 3 columns and rows, and at \
                    most 2^30 tiles";
    assert_eq!(refused(&[0, 0, 0, u32::MAX, u32::MAX]), expected);
    assert_eq!(refused(&[0, 0, 0, 1 << 30, 2]), expected);
    let expected = "table `tiles.classes` is wrong at 25, expected a class for each tile";
    assert_eq!(refused(&[0, 0, 0, 1 << 15, 1 << 15]), expected);
    let expected =
        "table `hexes.layout` is wrong at 1, expected tiles whose coordinates fit 32 bits";
    assert_eq!(refused(&[0, i32::MAX as u32 - 2, 0, 5, 5]), expected);
    let wide = Hex::new(i32::MAX - 2, i32::MIN);
    let far = HexMap::of_tiles(HexLayout::Flat, &[(wide, 7), (Hex::new(i32::MAX, i32::MIN), 8)]);
    let far = far.expect("a map at the end of all places");
    let read: HexMap = read_world_of(&write_world_of(&far)).expect("a map");
    assert!(read.tiles().eq(far.tiles()));
    let voxels = VoxelMap::new(4, 4, 4).expect("a map");
    let refused = |numbers: &[u32]| {
        let bytes = with_first_numbers(&voxels, numbers);
        read_world_of::<VoxelMap>(&bytes).expect_err("no map").to_string()
    };
    let expected =
        "table `voxels.size` is wrong at 0, expected sides of 1 to 4096 and at most 2^30 voxels";
    assert_eq!(refused(&[4096, 4096, 4096]), expected);
    let expected = "table `voxels.kinds` is wrong at 1, expected a number for each brick";
    assert_eq!(refused(&[1024, 1024, 1024]), expected);
    let floors = FloorMap::new([3, 3, 2], b'.').expect("a map");
    let refused = |numbers: &[u32]| {
        let bytes = with_first_numbers(&floors, numbers);
        let mut message = String::new();
        let taken = allocation_counter::measure(|| {
            message = read_world_of::<FloorMap>(&bytes).expect_err("no map").to_string();
        });
        assert!(taken.bytes_max < 1 << 20, "{} bytes for {numbers:?}", taken.bytes_max);
        message
    };
    let expected = "table `floors.size` is wrong at 0, expected at least 1 column, row and floor, \
                    and at most 2^30 cells with the rims";
    assert_eq!(refused(&[0, 3, 2]), expected);
    assert_eq!(refused(&[u32::MAX; 3]), expected);
    assert_eq!(refused(&[1, 1, 1 << 29]), expected);
    let expected =
        "table `floors.size` is wrong at 3, expected 0 to 3 for the borders that are joined";
    assert_eq!(refused(&[3, 3, 2, 4]), expected);
    let expected = "table `floors.size` is wrong at 3, expected at least 3 columns or rows where \
                    they are joined";
    assert_eq!(refused(&[5, 2, 2, 2]), expected);
    let expected = "table `tiles.classes` is wrong at 45, expected a class for each tile";
    assert_eq!(refused(&[1 << 10, 1 << 10, 900]), expected);
}

#[test]
fn other_files_are_named_and_what_cannot_be_saved_is_refused() {
    let refusal = |bytes: &[u8]| Navigator::<HexMap>::load_of(bytes).expect_err("no navigator");
    assert_eq!(refusal(b"PNG"), TablesError::File(ContainerError::OtherFile));
    let other = small::<VoxelMap>().save().expect("small");
    assert_eq!(refusal(&other).to_string(), "the tables are of kind \"nvox\", expected \"nhex\"");
    let world = write_world_of(small::<HexMap>().map());
    assert_eq!(refusal(&world).to_string(), "the tables are of kind \"hexs\", expected \"nhex\"");
    let error = read_world_of::<TriangleMap>(&world).expect_err("hexagons");
    assert_eq!(error.to_string(), "the tables are of kind \"hexs\", expected \"tris\"");
    let mut nav = small::<HexMap>();
    let overlay = nav.overlays().next().expect("one");
    let size = Extent { width: 3, height: 9 };
    *nav.overlay_mut(overlay).expect("one") = Overlay::new(&size);
    assert_eq!(nav.save(), Err(NavigatorError::OverlaySize { width: 3, height: 9 }));
}

/// What is assumed may be no class at all, and what a faction believes is saved all the same.
#[test]
fn class_zero_is_assumed_as_one_and_saved() {
    let mut map = HexMap::hexagon(HexLayout::Flat, 2, b'.').expect("a map");
    map.apply(HexEdit::new().set((1, 0), b'#')).expect("a possible edit");
    let mut nav = Navigator::new(map);
    let blind = nav.add_faction(0);
    nav.reveal(blind, [(0, 0), (0, 1)]).expect("a faction");
    let again = Navigator::<HexMap>::load_of(&nav.save().expect("small")).expect("a navigator");
    for (nav, faction) in [(&nav, blind), (&again, again.factions().next().expect("one"))] {
        let known = nav.knowledge(faction).expect("a faction");
        assert_eq!((known.known_count(), known.map().class((1, 0))), (2, Some(1)));
        assert_eq!(nav.cost(&Ask::new((0, 0), (0, 1)).faction(faction)), Ok(Some(13_860)));
        assert_eq!(nav.cost(&Ask::new((0, 0), (2, 0)).faction(faction)), Ok(None));
        assert!(known.is_known((0, 1).into()) && !known.is_known((2, 0).into()));
        assert_eq!(
            known.map().node((0, 0)).map(NodeId::get),
            nav.map().node((0, 0)).map(NodeId::get)
        );
    }
}
