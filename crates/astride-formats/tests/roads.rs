//! Roads of OpenStreetMap: towns of some streets, countries, and files that want to do harm.

use allocation_counter::measure;
use astride::io::{read_graph, read_positions, read_road_queries};
use astride::prelude::*;
use astride::search::{DistanceField, dijkstra};
use astride::world::Way;
use astride_formats::fuzz::read_osm as check_any;
use astride_formats::{
    Coordinates, FormatError, Import, Map, Options, Profile, RoadCost, Roads, read_osm,
    read_osm_pbf,
};
use astride_testkit::data::repository_root;
use astride_testkit::rng::Rng;

use crate::common::osm::{Town, block, field, number, packed, raw_block};
use crate::common::{bytes_of, import, import_with};

const ROADMAP: &[u8] = br#"<graphml><graph edgedefault="undirected">
<node id="a"><data>0,0</data></node><node id="b"><data>3,4.5</data></node><edge source="a" target="b"/>
</graph></graphml>"#;

const TRIPS: &[u8] = br#"<root><agent start_id="3" goal_id="7"/>
<agent start_i="0" start_j="5" goal_i="2" goal_j="1"/></root>"#;

/// A street between two neighbours of a [`Town`], in centimetres.
const STREET: u64 = 111_195;

fn roads(import: Import) -> (Roads, Vec<String>) {
    match import.map {
        Map::Roads(roads) => (*roads, import.notes),
        _ => panic!("no roads"),
    }
}

fn town(town: &Town, profile: &Profile) -> (Roads, Vec<String>) {
    roads(read_osm(town.xml().as_bytes(), profile, RoadCost::Length).unwrap())
}

/// The nodes of OpenStreetMap on the shortest way, or nothing.
fn way(roads: &Roads, from: i64, to: i64) -> Vec<i64> {
    let goals = roads.arrivals(roads.node(to).expect("a place"));
    let query = PathQuery::to_nearest(roads.node(from).expect("a place"), &goals);
    let outcome = dijkstra(&roads.graph, &query, &mut Scratch::new(), &mut ());
    let id = |&node: &NodeId| {
        let name = roads.graph.name(node);
        name.split('/').next().unwrap_or(name).parse().expect("a number")
    };
    outcome.path().map_or(Vec::new(), |path| path.nodes().iter().map(id).collect())
}

#[test]
fn all_ways_of_writing_a_town_give_the_same_roads() {
    let town = Town::square(3)
        .way(100, &[0, 1, 2, 12, 22], "oneway=yes name=Lane")
        .way(101, &[22, 21, 20, 10, 0], "highway=primary")
        .way(102, &[1, 11, 21], "highway=footway")
        .node(99, 5, 5, "barrier=bollard")
        .turn("from=way100 via=node22 to=way101", "restriction=no_left_turn");
    for profile in Profile::ALL {
        for cost in [RoadCost::Time, RoadCost::Length] {
            let (plain, notes) = roads(read_osm(town.xml().as_bytes(), &profile, cost).unwrap());
            for is_dense in [false, true] {
                let packed = read_osm_pbf(&town.pbf(is_dense), &profile, cost).unwrap();
                let (packed, packed_notes) = roads(packed);
                let all = |roads: &Roads| roads.graph.all_arcs().collect::<Vec<_>>();
                assert_eq!((all(&packed), &packed_notes), (all(&plain), &notes));
                let nodes = plain.graph.nodes();
                assert!({ nodes }.all(|node| {
                    let place = |roads: &Roads| {
                        (roads.coordinates(node), roads.graph.name(node).to_owned())
                    };
                    place(&plain) == place(&packed)
                }));
            }
        }
    }
}

#[test]
fn costs_are_times_and_lengths() {
    let town = Town::square(2).way(7, &[0, 1], "highway=primary maxspeed=40");
    let cost = |profile: &Profile, cost| {
        let (roads, _) = roads(read_osm(town.xml().as_bytes(), profile, cost).unwrap());
        roads.graph.all_arcs().map(|arc| arc.2).collect::<Vec<_>>()
    };
    assert_eq!(cost(&Profile::CAR, RoadCost::Length), [STREET as u32; 2]);
    // 1111.95 metres at 40, 16 and 5 kilometres per hour.
    assert_eq!(cost(&Profile::CAR, RoadCost::Time), [100_076; 2]);
    assert_eq!(cost(&Profile::BICYCLE, RoadCost::Time), [250_189; 2]);
    assert_eq!(cost(&Profile::FOOT, RoadCost::Time), [800_605; 2]);
}

#[test]
fn one_way_roads_and_roundabouts_have_one_direction() {
    // A roundabout 1 11 10 0 with streets to it, and a way back that is drawn against its direction.
    let town = Town::square(3)
        .way(7, &[0, 1, 11, 10, 0], "junction=roundabout")
        .way(8, &[1, 2], "")
        .way(9, &[2, 12, 11], "oneway=-1");
    let (roads, _) = self::town(&town, &Profile::CAR);
    assert_eq!(way(&roads, 10, 1), [10, 0, 1]);
    assert_eq!(way(&roads, 1, 10), [1, 11, 10]);
    assert_eq!(way(&roads, 11, 2), [11, 12, 2]);
    assert_eq!(way(&roads, 2, 11), [2, 1, 11]);
    let (roads, _) = self::town(&town, &Profile::FOOT);
    assert_eq!(way(&roads, 1, 0), [1, 0]);
    assert_eq!(way(&roads, 2, 12), [2, 12]);
}

/// A cross of streets: 7 from the west, 8 to the east, 9 to the north and 6 to the south of node 11,
/// and roads around it for detours.
fn cross() -> Town {
    Town::square(3)
        .way(7, &[10, 11], "")
        .way(8, &[11, 12], "")
        .way(9, &[11, 21], "")
        .way(6, &[11, 1], "")
        .way(5, &[20, 21, 22, 12, 2, 1, 0], "")
}

#[test]
fn a_turn_that_is_forbidden_is_not_taken() {
    let (roads, notes) = town(&cross(), &Profile::CAR);
    assert_eq!((way(&roads, 10, 21), roads.copy_count()), (vec![10, 11, 21], 0));
    assert!(notes.is_empty(), "{notes:?}");
    let forbidden = cross().turn("from=way7 via=node11 to=way9", "restriction=no_left_turn");
    let (roads, notes) = town(&forbidden, &Profile::CAR);
    assert_eq!(notes, ["1 turn restriction honoured"]);
    // Round the block, or on to the next corner and back; straight on and left would be 3.
    assert_eq!(way(&roads, 10, 21).len(), 5);
    // Others may turn, those who set out there as well, and everybody may arrive.
    assert_eq!(way(&roads, 1, 21), [1, 11, 21]);
    assert_eq!(way(&roads, 11, 21), [11, 21]);
    assert_eq!(way(&roads, 10, 11), [10, 11]);
    assert_eq!(way(&roads, 10, 1), [10, 11, 1]);
    let (roads, _) = town(&forbidden, &Profile::FOOT);
    assert_eq!(way(&roads, 10, 21), [10, 11, 21]);
}

#[test]
fn where_one_turn_alone_is_allowed_no_other_is_taken() {
    let only = cross().turn("from=way7 via=node11 to=way8", "restriction=only_straight_on");
    let (roads, notes) = town(&only, &Profile::CAR);
    assert_eq!(notes, ["1 turn restriction honoured"]);
    assert_eq!(way(&roads, 10, 12), [10, 11, 12]);
    for to in [21, 1] {
        assert_eq!(way(&roads, 10, to)[..3], [10, 11, 12]);
    }
}

#[test]
fn a_turn_over_a_way_is_forbidden_to_those_who_come_from_there() {
    // From 7 over 8 into 5, to the north or to the south, is forbidden.
    let over = cross().turn("from=way7 via=way8 to=way5", "restriction=no_u_turn");
    let (roads, notes) = town(&over, &Profile::CAR);
    assert_eq!(notes, ["1 turn restriction honoured"]);
    assert_eq!(way(&roads, 10, 22), [10, 11, 21, 22]);
    assert_eq!(way(&roads, 11, 22).len(), 3);
    assert_eq!(way(&roads, 10, 12), [10, 11, 12]);
    let back = cross().turn("from=way7 via=node11 to=way7", "restriction=no_u_turn");
    let (roads, _) = town(&back, &Profile::CAR);
    assert_eq!(way(&roads, 10, 12), [10, 11, 12]);
}

#[test]
fn restrictions_that_do_not_hold_are_counted() {
    let check = |members: &str, tags: &str, expected: &[&str]| {
        let (roads, notes) = town(&cross().turn(members, tags), &Profile::CAR);
        assert_eq!(notes, expected, "{members} {tags}");
        roads.copy_count()
    };
    let members = "from=way7 via=node11 to=way9";
    let pointless = "1 turn restriction without effect: the turn cannot be made on the roads that \
                     are taken";
    assert_eq!(check(members, "restriction=no_left_turn except=motorcar;bicycle", &[]), 0);
    assert_eq!(
        check(members, "restriction=no_left_turn except=bus", &["1 turn restriction honoured"]),
        1
    );
    assert_eq!(
        check(members, "restriction:motorcar=no_left_turn", &["1 turn restriction honoured"]),
        1
    );
    assert_eq!(check(members, "restriction:hgv=no_left_turn", &[]), 0);
    let some_hours = "1 turn restriction left out: of some hours or vehicles alone";
    check(members, "restriction:conditional=no_left_turn", &[some_hours]);
    check("from=way7 via=node12 to=way9", "restriction=no_left_turn", &[pointless]);
    check("from=way7 via=node11 to=way77", "restriction=only_left_turn", &[pointless]);
    check("from=way7 via=way9 to=way6", "restriction=no_left_turn", &[pointless]);
    let unclear = "1 turn restriction left out: not over one node or some ways";
    check("from=way7 to=way9", "restriction=no_left_turn", &[unclear]);
    check("from=way7 via=way8 via=way8 to=way6", "restriction=no_left_turn", &[unclear]);
}

/// The way comes to one place 400 times; to forbid a turn behind it takes a copy for each of them,
/// with all the roads from there.
#[test]
fn a_turn_over_a_busy_place_makes_no_large_graph() {
    let places = (0..=402_i32).fold(Town::default(), |t, x| t.node(i64::from(x), x, 0, ""));
    let there_and_back: Vec<i64> = (1..=400).flat_map(|end| [0, end]).chain([0]).collect();
    let busy = places
        .way(100, &there_and_back, "")
        .way(7, &[401, 0], "")
        .way(8, &[0, 402], "")
        .turn("from=way7 via=way100 to=way8", "restriction=no_left_turn");
    let (roads, notes) = town(&busy, &Profile::CAR);
    assert_eq!(notes, ["1 turn restriction left out: far more turns than roads"]);
    assert_eq!(roads.copy_count(), 0);
}

#[test]
fn what_is_left_out_is_said() {
    let town = Town::square(3)
        .way(1, &[0, 1, 2], "")
        .way(2, &[0, 10], "highway=steps")
        .way(3, &[0, 10], "access=private")
        .way(4, &[0, 10], "oneway=reversible")
        .way(5, &[0, 10], "area=yes")
        .way(6, &[0, 10], "route=ferry")
        .way(8, &[2, 3333], "")
        .way(9, &[2, 77, 78], "")
        .node(77, 4, 4, "barrier=bollard")
        .node(78, 5, 4, "");
    let (roads, notes) = self::town(&town, &Profile::CAR);
    let expected = [
        "1 way left out: not for car: steps 1",
        "1 way left out: closed to car by a sign",
        "1 way left out: its direction changes with the time of the day",
        "1 way left out: areas, which have no direction",
        "1 way left out: ferries",
        "1 barrier that cannot be passed",
        "1 road segment left out: an end is not in the file",
    ];
    assert_eq!(notes, expected);
    assert_eq!((way(&roads, 0, 77), way(&roads, 0, 78)), (vec![0, 1, 2, 77], vec![]));
    assert_eq!(roads.graph.node_count(), 5);
}

#[test]
fn the_nearest_place_is_found() {
    let (roads, _) = town(&Town::square(3).way(1, &[0, 1, 2], ""), &Profile::CAR);
    let near = roads.nearest(Coordinates::new(0.001, 0.011).unwrap()).unwrap();
    assert_eq!((near.node, near.metres.round()), (roads.node(1).unwrap(), 157.0));
    let (empty, _) = town(&Town::default(), &Profile::CAR);
    assert_eq!(empty.nearest(Coordinates::default()), None);
    assert_eq!(empty.node(5), None);
}

/// The distances that another program recorded for the roads that it had taken from the same file
/// hold here as well, but for its rounding. It takes no road for what a sign alone says: in Andorra
/// there is a track that is open to cars.
#[test]
fn recorded_distances_of_a_country_hold() {
    for (name, folder) in [("monaco", "road"), ("monaco", "road/osm"), ("andorra", "road/osm")] {
        let profile = Profile { if_allowed: &[], ..Profile::CAR };
        let options = Options { profile, road_cost: RoadCost::Length, ..Options::default() };
        let Some(import) = import_with(&format!("{folder}/{name}.osm.gz"), &options) else {
            continue;
        };
        let (roads, _) = roads(import);
        let file = |ending: &str| bytes_of(&format!("{folder}/{name}.{ending}"));
        let (Some((_, arcs)), Some((_, places)), Some((_, rows))) =
            (file("dist.gr"), file("co"), file("dist.queries.txt"))
        else {
            continue;
        };
        let other = read_graph(&arcs).unwrap();
        let places = read_positions(&places, &other).unwrap();
        let mut field = DistanceField::new();
        for row in read_road_queries(&rows).unwrap() {
            let [from, to] = [row.start, row.goal].map(|place| {
                let at = places[other.node(place).unwrap().index()];
                let point = Coordinates::new(-at.y / 1e6, at.x / 1e6).unwrap();
                let near = roads.nearest(point).unwrap();
                assert!(near.metres < 0.2, "{near:?}");
                near.node
            });
            field.compute(&roads.graph, &[(from, 0)], Way::Forward, &mut Budget::unlimited());
            // Ours are centimetres and theirs decimetres, and their globe may be another.
            let [found, listed] =
                [field.distance(to).map(|cost| cost as f64 / 10.0), row.cost.map(|c| c as f64)];
            let is_same = found.zip(listed).is_some_and(|(a, b)| (a - b).abs() <= 5.0 + b / 1000.0);
            assert!(is_same, "{name}: {row:?}: {found:?}");
        }
    }
}

/// Places and arcs, as counted by a program that shares nothing with the readers.
#[test]
fn countries_are_read() {
    let check = |name: &str, expected: [(u32, usize); 3]| {
        for (profile, expected) in Profile::ALL.into_iter().zip(expected) {
            let named = profile.name;
            let options = Options { profile, ..Options::default() };
            let Some(import) = import_with(name, &options) else { return };
            let (roads, _) = roads(import);
            let graph = &roads.graph;
            assert_eq!((graph.node_count(), graph.arc_count()), expected, "{name} {named}");
        }
    };
    check("road/monaco.osm.gz", [(3020, 4938), (3075, 5048), (4656, 10_056)]);
    check("road/osm/andorra.osm.gz", [(16_594, 31_813), (37_551, 73_873), (37_361, 75_376)]);
    check("road/osm/andorra.osm.pbf", [(16594, 31813), (37679, 74129), (37489, 75632)]);
    let Some(monaco) = import("road/monaco.osm.gz") else { return };
    let expected = [
        "351 ways left out: not for car: footway 230, path 8, pedestrian 31, steps 82",
        "7 ways left out: closed to car by a sign",
        "6 ways left out: areas, which have no direction",
    ];
    assert_eq!(monaco.notes, expected);
}

fn refused(read: Result<Import, FormatError>, message: &str) {
    let error = read.expect_err("a refusal").to_string();
    assert!(error.contains(message), "{error}");
}

#[test]
fn text_that_is_no_map_is_refused() {
    let check = |text: &str, message: &str| {
        refused(read_osm(text.as_bytes(), &Profile::CAR, RoadCost::Time), message);
    };
    check("", "no element, expected <osm>");
    check("<map/>", "line 1: a file of <map>, expected <osm>");
    check(
        "<osm>\n<node id='1' lat='1'",
        "line 2: \"<node id='1' lat='1'\", expected a file that is whole",
    );
    check("<osm><way id='1'></osm>", "</osm>, expected the end of what began last");
    check("<osm><way id='1'>", "the end within <way>");
    check("<osm><way/></osm>", "nothing as id, expected a whole number");
    check("<osm><way id='1'><nd ref='x'/></way></osm>", "\"x\" as ref, expected a whole number");
    check("<osm><node id='1' lat='91' lon='0'/></osm>", "expected lat from -90 to 90");
    check("<osm><node id='1' lat='nan' lon='0'/></osm>", "expected lat from -90 to 90");
    check("<osm><way id='1'><tag k='a'/></way></osm>", "expected a key k and a value v");
    check("<osm><way id='1'><tag k='a' v=b/></way></osm>", "expected attributes name=");
    check("<osm><way id='1'><tag k='a' v='&lol;'/></way></osm>", "expected &amp; &lt;");
    let bomb = "<!DOCTYPE osm [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><osm/>";
    check(bomb, "expected elements alone");
    let bytes = b"<osm>\xff</osm>";
    refused(read_osm(bytes, &Profile::CAR, RoadCost::Time), "byte 5: bytes that are not text");
    // What was deleted has no place.
    let deleted = "<osm><node id='1' visible='false'/><node id='2' action='delete'/></osm>";
    assert!(read_osm(deleted.as_bytes(), &Profile::CAR, RoadCost::Time).is_ok());
}

#[test]
fn packed_files_that_want_to_do_harm_are_refused() {
    let head = block("OSMHeader", b"");
    let check = |more: &[u8], message: &str| {
        let bytes = [&head[..], more].concat();
        let read = || read_osm_pbf(&bytes, &Profile::CAR, RoadCost::Time);
        let taken = measure(|| refused(read(), message)).bytes_max;
        assert!(taken <= 4 << 20, "{message} took {taken} bytes");
    };
    let data = |message: &[u8]| block("OSMData", message);
    refused(read_osm_pbf(b"PK", &Profile::CAR, RoadCost::Time), "expected a block OSMHeader");
    check(b"\0\0", "a torn block, expected blocks that are whole");
    check(b"\xff\xff\xff\xff", "a torn block");
    check(&data(b"")[..20], "a torn block");
    check(&raw_block("OSMData", &number(2, 5)), "a torn block");
    check(&raw_block("OSMData", &field(7, b"zstd")), "expected zlib or none");
    check(
        &block("OSMHeader", &field(4, b"HistoricalInformation")),
        "needs \"HistoricalInformation\"",
    );
    // Bombs: one that says how large it is, one that lies, and one of many blocks.
    check(&raw_block("OSMData", &number(2, 1 << 40)), "at most 33554432");
    let large = vec![0; 16 << 20];
    check(
        &data(&large),
        "a block of 16777216 bytes, expected at most 33554432, and in all 64 times",
    );
    let lie = raw_block("OSMData", &[number(2, 9), field(3, &data(&large)[30..])].concat());
    check(&lie, "a torn block");
    // Messages that say more than there is.
    let group = |message: &[u8]| data(&field(2, message));
    check(&group(&field(3, &field(2, &packed(&[1])))), "a key without a value");
    check(
        &group(&field(3, &[field(2, &packed(&[1])), field(3, &packed(&[1]))].concat())),
        "a string that is not there",
    );
    check(&group(&field(3, &field(8, &[0x80]))), "a message that is torn");
    check(&group(&field(2, &field(1, &[2]))), "fewer coordinates than nodes");
    check(&group(&field(1, &[number(1, 2), number(8, 1 << 40)].concat())), "a node off the globe");
    check(&group(&field(4, &field(9, &[2]))), "a member without a role");
    check(&data(&[0x12, 0xff, 0xff, 0xff, 0xff, 0x0f]), "a message that is torn");
}

#[test]
fn torn_and_changed_files_are_refused_or_read() {
    let is_slow = std::env::var_os("ASTRIDE_SLOW_TESTS").is_some_and(|value| value == "1");
    let rounds = if is_slow { 100_000 } else { 1000 };
    let town = cross()
        .turn("from=way7 via=node11 to=way9", "restriction=no_left_turn")
        .turn("from=way7 via=way8 to=way5", "restriction=no_u_turn");
    let mut rng = Rng::new(29);
    let files = [
        (0, town.xml().into_bytes()),
        (1, town.pbf(true)),
        (1, town.pbf(false)),
        (254, ROADMAP.to_vec()),
        (255, TRIPS.to_vec()),
    ];
    for (kind, file) in files {
        let file = [&[kind], &file[..]].concat();
        (0..file.len()).for_each(|length| check_any(&file[..length]));
        for _ in 0..rounds {
            let mut changed = file.clone();
            for _ in 0..1 + rng.below(3) {
                let at = 1 + rng.below(file.len() - 1);
                changed[at] = rng.below(256) as u8;
            }
            let taken = measure(|| check_any(&changed)).bytes_max;
            assert!(taken <= 1 << 20, "{taken} bytes for {}", file.len());
        }
    }
}

#[test]
fn kept_inputs_of_the_fuzzer_are_read_or_refused() {
    for folder in ["seeds", "regressions"] {
        let folder = repository_root().join(format!("fuzz/{folder}/read_osm"));
        let Ok(files) = std::fs::read_dir(folder) else { continue };
        for file in files {
            check_any(&std::fs::read(file.unwrap().path()).unwrap());
        }
    }
}
