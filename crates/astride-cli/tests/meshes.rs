//! Navigation meshes: described, drawn, asked for paths, held to recorded lengths, and refused.

use std::fs;

use crate::common::{astride, root, with_input};

pub(crate) const ROOMS: &[u8] =
    b"mesh\n2\n10 3\n0 0 2 0 -1\n1 0 2 0 -1\n1 1 3 0 -1 2\n0 1 3 0 2 -1\n\
    2 0 2 1 -1\n3 0 2 1 -1\n3 1 3 1 2 -1\n2 1 3 1 -1 2\n3 2 2 2 -1\n0 2 2 2 -1\n\
    4 0 1 2 3 -1 -1 -1 2\n4 4 5 6 7 -1 -1 -1 2\n6 3 2 7 6 8 9 -1 0 -1 1 -1 -1\n";

fn recorded(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/navmesh/polyanya/");
    format!("{root}{name}")
}

#[test]
fn a_path_is_found_and_told() {
    let ask = |more: &[&str]| with_input(&[&["path", "-"], more].concat(), ROOMS);
    let ends = ["--from", "0.5,0.5", "--to", "2.5,0.5"];
    ask(&ends).shows(0, &["path from 0.5,0.5 to 2.5,0.5", "length", "2.414", "optimal", "1,1 2,1"]);
    let told = ask(&[&ends[..], &["--json"]].concat()).json(0);
    assert_eq!(
        (&told["outcome"], told["points"].as_array().map(Vec::len)),
        (&"found".into(), Some(4))
    );
    ask(&["--from", "0.5,0.5", "--to", "1.5,0.5"])
        .shows(1, &["no path", "the goal cannot be stood on"]);
    ask(&[&ends[..], &["--budget", "1"]].concat()).shows(3, &["out of budget after 1 polygon"]);
}

#[test]
fn labels_say_that_they_answer_and_what_they_took() {
    let ask = |more: &[&str]| with_input(&[&["path", "-"], more].concat(), ROOMS);
    let asked = ["--from", "0.5,0.5", "--to", "2.5,0.5", "--method", "labels"];
    ask(&asked).shows(0, &["1,1 2,1", "corners at both ends", "built", "labels: as asked for"]);
    let told = ask(&[&asked[..], &["--json"]].concat()).json(0);
    assert_eq!(told["index"]["answers"], "labels: as asked for", "{told}");
    assert!(told["index"]["timing"]["seconds"].is_f64(), "{told}");
    ask(&[&asked[..], &["--budget", "1"]].concat()).refuses("--budget: is for searches");
}

#[test]
fn it_is_described_and_drawn() {
    with_input(&["info", "-"], ROOMS)
        .shows(0, &["navigation mesh", "polygons    3", "area        5", "0,0 to 3,2"]);
    let one = b"mesh\n2\n3 1\n0 0 2 0 -1\n2 0 2 0 -1\n0 0.123456 2 0 -1\n3 0 1 2 -1 -1 -1\n";
    let pieces = ["merged      1 polygon\n", "area        0.123\n", "0,0 to 2,0.123\n"];
    with_input(&["info", "-"], one).shows(0, &pieces);
    let folder = tempfile::tempdir().unwrap();
    for name in ["rooms.svg", "rooms.png"] {
        let file = folder.path().join(name);
        with_input(&["draw", "-", "-o", file.to_str().unwrap()], ROOMS).shows(0, &["picture"]);
        let bytes = fs::read(file).unwrap();
        assert!(bytes.starts_with(b"<svg") || bytes.starts_with(b"\x89PNG"), "{name}");
    }
}

#[test]
fn recorded_lengths_are_compared_at_their_digits() {
    let scen = |name: &str| {
        astride(&[
            "scen",
            &recorded(&format!("tests/{name}.mesh")),
            &recorded(&format!("tests/{name}.scen")),
        ])
    };
    for name in ["square", "bad-collinear2-rot0", "bad-collinear2-rot45", "bad-ambig"] {
        scen(name).shows(0, &["polyanya", "all as recorded"]);
    }
    let octile = [recorded("v2/arena.mesh"), recorded("scenarios/arena.scen")];
    astride(&["scen", &octile[0], &octile[1], "--method", "polyanya"])
        .shows(0, &["160 rows run", "all as recorded", "lengths of a grid"]);
    let both = ["--method", "polyanya", "--method", "labels"];
    astride(&[&["scen", &octile[0], &octile[1]], &both[..]].concat())
        .shows(0, &["polyanya", "labels: as asked for", "all as recorded"]);
    astride(&["scen", &octile[0], &octile[1], "--all", "--limit", "10"])
        .shows(0, &["polyanya", "labels: as asked for", "all as recorded"]);
    let told = astride(&["scen", &octile[0], &octile[1], "--limit", "10", "--json"]).json(0);
    assert_eq!(told["listed"], "at most");
}

#[test]
fn a_disc_keeps_off_walls() {
    let ask = |more: &[&str]| with_input(&[&["path", "-"], more].concat(), ROOMS);
    let ends = ["--from", "0.5,0.5", "--to", "2.5,0.5"];
    let told = ask(&[&ends[..], &["--radius", "0.2", "--json"]].concat()).json(0);
    assert!(told["length"].as_f64() > Some(2.5) && told["radius"] == 0.2, "{told}");
    ask(&[&ends[..], &["--radius", "0.2"]].concat()).shows(0, &["radius      0.2"]);
    ask(&["--from", "0.1,0.5", "--to", "2.5,0.5", "--radius", "0.2"]).shows(1, &["no path"]);
    with_input(&["info", "-", "--radius", "0.25"], ROOMS).shows(0, &["radius      0.25"]);
    ask(&[&ends[..], &["--radius", "2"]].concat())
        .refuses("--radius: no place of the mesh is 2 away");
    ask(&[&ends[..], &["--radius=-1"]].concat()).refuses("--radius: the radius is -1, expected");
    let squares = with_input(&["path", "-", "--radius", "1"], b"A..B\n");
    squares.refuses("--radius: is for navigation meshes");
}

#[test]
fn areas_cost_what_the_options_say() {
    let marsh = root().join("corpus/formats/marsh.obj").display().to_string();
    let ends = ["--from", "1,2", "--to", "19,2"];
    let ask = |more: &[&str]| astride(&[&["path", &marsh], &ends[..], more].concat());
    let cost = |more: &[&str]| {
        let told = ask(&[more, &["--json"]].concat()).json(0);
        let number = |name: &str| told[name].as_f64().unwrap();
        (number("cost"), number("at_least"))
    };
    let (even, even_bound) = cost(&[]);
    assert_eq!((even, even_bound), (18.0, 18.0), "water lies beside the straight line");
    let (dear, bound) = cost(&["--terrain", "S=4", "--within", "1.001"]);
    assert!(dear > 23.0 && dear < 28.0 && dear <= 1.001 * bound, "{dear} {bound}");
    let around = cost(&["--terrain", "S=blocked", "--terrain", "W=blocked"]).0;
    assert!(dear <= 1.001 * around);
    assert!(cost(&["--terrain", "S=4", "--within", "3"]).1 < 18.5, "it ends once that is proved");
    assert!(cost(&["--legend", "marsh=blocked"]).0 > 24.0);
    assert!(cost(&["--terrain", "S=4", "--radius", "0.3"]).0 > dear);
    let wade = |more: &[&str]| {
        astride(&[&["path", &marsh, "--from", "1,2", "--to", "10,7"], more].concat())
    };
    wade(&[]).shows(1, &["no path", "the goal cannot be stood on"]);
    wade(&["--terrain", "W=1"]).shows(0, &["length", "cost"]);
    ask(&["--terrain", "S=4"]).shows(0, &["cost", "at least", "guarantee", "points"]);
    ask(&["--within", "0.5"]).refuses("--within <RATIO>': expected a number of at least 1");
    ask(&["--terrain", "S=blocked", "--terrain", ".=blocked"]).refuses("forbid");
    ask(&["--neighbours", "4"]).refuses("--neighbours: is for maps of tiles");
    let rooms = |more: &[&str]| with_input(&[&["path", "-"], &ends[..], more].concat(), ROOMS);
    rooms(&["--terrain", "S=4"]).refuses("--terrain: the mesh has no areas");
    rooms(&["--within", "1.1"]).refuses("--within: is for navigation meshes with areas");
}

#[test]
fn areas_are_listed_with_what_they_cost() {
    let marsh = root().join("corpus/formats/marsh.obj").display().to_string();
    let info = |more: &[&str]| astride(&[&["info", &marsh], more].concat());
    info(&[]).shows(
        0,
        &[
            "area        200",
            "terrain     .   5 polygons  60.0 %  passable\n",
            "            S   3 polygons  26.0 %  passable\n",
            "            W    1 polygon  14.0 %  blocked\n",
        ],
    );
    let told = info(&["--terrain", "S=blocked", "--terrain", "W=3", "--json"]).json(0);
    let factors = told["terrain"].as_array().unwrap().iter().map(|area| area["factor"].as_f64());
    assert_eq!(factors.collect::<Vec<_>>(), [Some(1.0), Some(0.0), Some(3.0)]);
    assert_eq!(told["terrain"][1]["polygons"], 3);
    info(&["--terrain", "S=4", "--radius", "0.1"])
        .shows(0, &["S ", "passable at 4 times", "radius"]);
    assert!(!with_input(&["info", "-"], ROOMS).out.contains("terrain"));
    with_input(&["info", "-", "--terrain", "S=4"], ROOMS)
        .refuses("--terrain: the mesh has no areas");
}

#[test]
fn areas_are_drawn_by_what_they_cost() {
    let marsh = root().join("corpus/formats/marsh.obj").display().to_string();
    let draw = |more: &[&str]| {
        let svg = astride(&[&["draw", &marsh, "-o", "-", "--draw", "svg"], more].concat());
        svg.shows(0, &["<svg"]);
        svg.out
    };
    let [usual, costly, shut] =
        [&[][..], &["--terrain", "S=4"], &["--terrain", "S=blocked"]].map(draw);
    assert!(usual != costly && costly != shut && shut != usual);
    let path = ["path", &marsh, "--from", "1,2", "--to", "2,2", "--draw", "svg", "-o", "-"];
    let path = |more: &[&str]| astride(&[&path[..], more].concat()).out;
    assert!(path(&[]).starts_with("<svg") && path(&[]) != path(&["--terrain", "S=4"]));
}

#[test]
fn recorded_costs_over_areas_are_compared_with_their_bounds() {
    let marsh = root().join("corpus/formats/marsh.obj").display().to_string();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("marsh.scen").display().to_string();
    let scen = |rows: &[(&str, f64)], more: &[&str]| {
        let row = |&(ends, cost): &(&str, f64)| format!("0 marsh 20 10 {ends} {cost:.4}\n");
        fs::write(&file, "version 1\n".to_owned() + &rows.iter().map(row).collect::<String>())
            .unwrap();
        astride(&[&["scen", &marsh, &file], more].concat())
    };
    let (across, into_water) = ("1 2 19 2", "1 2 10 7");
    let even = [(across, 18.0), (into_water, -1.0)];
    scen(&even, &[]).shows(0, &["2 rows run, all as recorded", "listed    costs", "within 1.01"]);
    scen(&even, &["--terrain", "W=1"]).shows(1, &["row 2 (line 3)", "listed -1"]);
    let near = ["--terrain", "S=4", "--within", "1.0001"];
    let ask = ["path", &marsh, "--from", "1,2", "--to", "19,2", "--json"];
    let told = astride(&[&ask[..], &near].concat()).json(0);
    let least = told["at_least"].as_f64().unwrap();
    let told = scen(&[(across, least + 0.001)], &[&near[..], &["--json"]].concat()).json(0);
    assert_eq!((&told["listed"], &told["methods"][0]["rows"]), (&"cost".into(), &1.into()));
    for wrong in [18.0, least - 0.01, least + 0.01] {
        scen(&[(across, wrong)], &near).shows(1, &["1 mismatch", "at least", "cost"]);
    }
    // Four rows that could be lengths of a grid, which would be the most that a path may have.
    scen(&[(across, 40.0); 4], &[]).shows(1, &["4 mismatches", "listed 40.0000"]);
    scen(&[(across, least)], &["--legend", "marsh=blocked"]).shows(1, &["1 mismatch"]);
    let square = recorded("tests/square.mesh");
    astride(&["scen", &square, &recorded("tests/square.scen"), "--within", "1.1"])
        .refuses("--within: is for navigation meshes with areas");
}

#[test]
fn obj_files_are_meshes_or_levels() {
    let file = |name: &str| root().join("corpus/formats").join(name).display().to_string();
    let (rooms, bridge) = (file("rooms.obj"), file("bridge.obj"));
    astride(&["info", &rooms]).shows(
        0,
        &[
            "read as a navigation mesh with z up, places are x,y: 3 faces in 1 connected part",
            "area        37",
        ],
    );
    astride(&["path", &rooms, "--from", "1,1", "--to", "7,1"]).shows(0, &["1,1 2,4 6,4 7,1"]);
    let told = astride(&["info", &bridge, "--json"]).json(0);
    let note = told["notes"][0].as_str().expect("a note");
    assert!(
        note.contains("read as a level of 31 faces with y up") && note.contains("cells of 0.3")
    );
    let under = ["path", &bridge, "--from", "10,2", "--to", "10,14"];
    astride(&under).shows(0, &["length      12\n"]);
    let lower = [&under[..], &["--ground", "2.8,0.5,45"]].concat();
    let round = astride(&[&lower[..], &["--json"]].concat()).json(0);
    assert!(round["length"].as_f64() > Some(13.0), "the bridge is too low now: {round}");
    let picture = tempfile::tempdir().unwrap();
    let picture = picture.path().join("a.png").display().to_string();
    astride(&["draw", &bridge, "--cell", "0.25", "-o", &picture]).shows(0, &["picture"]);
    astride(&["info", &bridge, "--ground", "mesh"])
        .refuses("line 19: a face that looks down or aside");
    astride(&["info", &bridge, "--ground", "2"])
        .refuses("\"2\" is no rule for the ground, expected");
    astride(&["info", &bridge, "--up", "x"]).refuses("\"x\" is no axis");
    astride(&["info", &bridge, "--cell", "0.5"]).refuses("a slope of 45 degrees rises by 0.707");
    with_input(&["info", "-"], b"# a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n")
        .refuses("standard input: OBJ file: line 5: a corner at vertex 4, expected one of the 3");
}

#[test]
fn a_length_alone_is_that_of_the_path() {
    let ask = |to: &str, method: &str, more: &[&str]| {
        let args = ["path", "-", "--from", "1,1", "--to", to, "--method", method, "--json"];
        with_input(&[&args[..], more].concat(), ROOMS)
    };
    for method in ["polyanya", "labels"] {
        for to in ["1.5,1", "2.5,0.5"] {
            let path = ask(to, method, &[]).json(0)["length"].as_f64().unwrap();
            let alone = ask(to, method, &["--cost-only", "--repeat", "2"]).json(0);
            assert!((alone["length"].as_f64().unwrap() - path).abs() < 1e-9, "{method}: {alone}");
            assert!(alone["points"].is_null(), "{method}: {alone}");
        }
        ask("99,99", method, &["--cost-only"]).shows(1, &["unreachable"]);
    }
}

#[test]
fn what_is_wrong_is_said() {
    let ask = |more: &[&str]| with_input(&[&["path", "-"], more].concat(), ROOMS);
    ask(&[]).refuses("where to start?");
    ask(&["--from", "1,1"]).refuses("where to go?");
    ask(&["--from", "1", "--to", "1,1"]).refuses("\"1\" is no point, expected x,y");
    ask(&["--from", "nan,1", "--to", "1,1"]).refuses("is no point");
    ask(&["--from", "1,1", "--to", "1,1", "--method", "jps"]).refuses("a mesh has two methods");
    ask(&["--from", "1,1", "--to", "1,1", "--cost-only", "-o", "way.svg"])
        .refuses("--cost-only finds no path to show");
    ask(&["--from", "1,1", "--to", "1,1", "--snap"]).refuses("--snap: is for maps of tiles");
    ask(&["--from", "1,1", "--to", "1,1", "--terrain", "S=3"])
        .refuses("--terrain: the mesh has no");
    with_input(&["info", "-", "--corners", "always"], ROOMS).refuses("--corners: is for maps");
    with_input(&["draw", "-", "--draw", "ascii"], ROOMS).refuses("drawn as svg or png");
    with_input(&["field", "-", "--from", "0,0"], ROOMS).refuses("this is a navigation mesh");
    with_input(&["info", "-"], b"mesh\n2\n1 1\n0").refuses("expected a number for y");
}
