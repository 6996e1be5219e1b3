//! Fences and margins that the command line puts on a map; costs are worked out by hand.

use std::fs;

use crate::common::{astride, with_input};
use serde_json::json;

const ROW: &[u8] = b"A..B\n";
const GATE: &[u8] =
    b"....#....\n....#....\n....#....\n.........\n....#....\n....#....\n....#....\n";

fn classic<'a>(command: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    [&[command, "-", "--scale", "classic", "--json"], more].concat()
}

#[test]
fn a_fence_costs_each_mover_what_it_says() {
    let fence = ["--fence", "1,0-2,0=7"];
    let cost = |more: &[&str]| {
        let run = with_input(&classic("path", &[&fence, more].concat()), ROW);
        (run.code == 0).then(|| run.json(0)["path"]["cost"].clone())
    };
    assert_eq!(cost(&[]), None);
    assert_eq!(cost(&["--crosses", "6=5"]), None);
    assert_eq!(cost(&["--crosses", "7=5"]), Some(json!(35)));
    // A door in the fence, on the way from A to B.
    let door = ["--fence-step", "1,0-2,0=8", "--crosses", "7=5", "--crosses", "8=0"];
    assert_eq!(cost(&door), Some(json!(30)));
    assert_eq!(cost(&[&door[..], &["--from", "3,0", "--to", "0,0"]].concat()), Some(json!(35)));
    for method in ["dijkstra", "bidirectional", "landmarks", "clusters", "auto"] {
        assert_eq!(cost(&["--crosses", "7=5", "--method", method]), Some(json!(35)), "{method}");
    }
}

#[test]
fn a_margin_is_put_along_the_edges_of_other_tiles() {
    for (map, without, with) in [
        // Through the gap, which is not wide enough for a margin that is blocked.
        (&b"hex pointy\nA . . . .\n# # . # #\n. . . . B\n"[..], 50, 5 * 40),
        (b"floors\nA . . . .\n# # . # #\n. . . . B\n", 60, 6 * 40),
    ] {
        let cost = |more: &[&str]| {
            let run = with_input(&classic("path", more), map);
            (run.code == 0).then(|| run.json(0)["cost"].clone())
        };
        assert_eq!(cost(&["--erode", "0"]), cost(&[]));
        let plain = cost(&[]).unwrap();
        assert_eq!(plain, json!(without));
        assert_eq!(cost(&["--erode", "1,4"]), Some(json!(with)), "all of it is near an edge");
    }
    let triangles = b"triangles\nA . . . B\n";
    let run =
        with_input(&["path", "-", "--erode", "1,4", "--neighbours", "4", "--json"], triangles);
    assert_eq!(run.json(0)["cost"], json!(4 * 4 * 10_864));
    with_input(&["path", "-", "--erode", "1", "--from", "1", "--to", "2"], b"p sp 2 1\na 1 2 5\n")
        .refuses("--erode: is for maps of squares, floors, hexagons and triangles");
}

#[test]
fn a_fence_between_hexagons_costs_each_mover_what_it_says() {
    // The second row begins at 0,1.
    let hexagons = b"hex pointy\n####\nA..B\n";
    let fence = ["--fence", "1,1-2,1=7", "--fence-step", "0,1-1,1=8"];
    let cost = |command: &str, more: &[&str]| {
        let run = with_input(&classic(command, &[&fence, more].concat()), hexagons);
        (run.code == 0).then(|| run.json(0)["cost"].clone())
    };
    assert_eq!(cost("path", &["--crosses", "7=5"]), None);
    let both = ["--crosses", "7=5", "--crosses", "8=1"];
    for method in ["auto", "dijkstra", "bidirectional", "landmarks"] {
        assert_eq!(cost("path", &[&both[..], &["--method", method]].concat()), Some(json!(36)));
    }
    let back = ["--from", "3,1", "--to", "0,1", "--crosses", "7=5"];
    assert_eq!(cost("path", &back), Some(json!(35)));
    let why = with_input(&classic("path", &[&fence[..2], &["--why"]].concat()), hexagons);
    assert_eq!(why.json(1)["explanation"]["shut"], json!([["(1, 1)", "(2, 1)"]]));
    let range = with_input(&classic("range", &[&fence[..2], &["--cost", "25"]].concat()), hexagons);
    assert_eq!(range.json(0)["count"], 2);
    let drawn = ["draw", "-", "--fence", "-1,2-0,1=7", "--draw", "svg", "-o", "-"];
    with_input(&drawn, b"hex pointy\n..\n..\n..\n").shows(0, &["<svg"]);
}

#[test]
fn a_fence_between_triangles_and_between_cells_of_a_floor_costs_each_mover_what_it_says() {
    let cost = |map: &[u8], more: &[&str]| {
        let run = with_input(&[&["path", "-", "--json"], more].concat(), map);
        (run.code == 0).then(|| run.json(0)["cost"].clone())
    };
    let (triangles, step) = (b"triangles\nA..B\n", 10_864);
    let fence = ["--neighbours", "4", "--fence", "1,0-2,0=7"];
    assert_eq!(cost(triangles, &fence), None);
    let crosses = [&fence[..], &["--crosses", "7=5"]].concat();
    assert_eq!(cost(triangles, &crosses), Some(json!(3 * step + 5)));
    let floors = b"floors\nA . . B\n";
    let fence = ["--fence-step", "1,0,0-2,0,0=7"];
    assert_eq!(cost(floors, &fence), None);
    let crosses = [&fence[..], &["--crosses", "7=5"]].concat();
    assert_eq!(cost(floors, &crosses), Some(json!(3 * 13_860 + 5)));
    let back = [&fence[..], &["--from", "3,0,0", "--to", "0,0,0"]].concat();
    assert_eq!(cost(floors, &back), Some(json!(3 * 13_860)));
}

#[test]
fn every_command_that_takes_a_map_of_squares_takes_fences() {
    let fence = ["--fence", "1,0-2,0=7", "--crosses", "7=5"];
    let range = with_input(&classic("range", &[&fence[..], &["--cost", "25"]].concat()), ROW);
    assert_eq!(range.json(0)["count"], 3);
    let range = with_input(&classic("range", &[&fence[..2], &["--cost", "25"]].concat()), ROW);
    assert_eq!(range.json(0)["count"], 2);
    let field = with_input(&classic("field", &fence), ROW).json(0);
    assert_eq!(field["farthest"], json!({ "cell": [0, 0], "cost": 35 }));
    assert_eq!(with_input(&classic("info", &fence), ROW).json(0)["fenced_steps"], 2);
    let drawn = with_input(&["draw", "-", "--fence", "1,0-2,0=7", "--draw", "svg", "-o", "-"], ROW);
    let bare = with_input(&["draw", "-", "--draw", "svg", "-o", "-"], ROW);
    assert!(drawn.code == 0 && drawn.out.len() > bare.out.len(), "a fence is drawn as a wall");
}

#[test]
fn a_world_file_keeps_its_fences() {
    let folder = tempfile::tempdir().unwrap();
    let [map, world] = ["row.txt", "row.astride"].map(|name| folder.path().join(name));
    let [map, world] = [&map, &world].map(|path| path.to_str().unwrap());
    fs::write(map, ROW).unwrap();
    let fence = ["--fence", "1,0-2,0=7"];
    astride(&[&["convert", map, world], &fence[..]].concat()).shows(0, &["row.astride: "]);
    astride(&["path", world]).shows(1, &["no path"]);
    let ask = ["path", world, "--scale", "classic", "--crosses", "7=5"];
    astride(&ask).shows(0, &["cost        35 ticks"]);
    let plain = folder.path().join("row.map");
    let plain = plain.to_str().unwrap();
    astride(&[&["convert", map, plain], &fence[..]].concat()).refuses("row.map: ");
}

#[test]
fn erosion_keeps_a_margin_along_edges() {
    let ends = ["--from", "1,3", "--to", "7,3"];
    let cost = |more: &[&str]| {
        let run = with_input(&classic("path", &[&ends, more].concat()), GATE);
        (run.code == 0).then(|| run.json(0)["path"]["cost"].clone())
    };
    assert_eq!(cost(&[]), Some(json!(60)));
    assert_eq!(cost(&["--erode", "0"]), Some(json!(60)));
    assert_eq!(cost(&["--erode", "1,4"]), Some(json!(3 * 40 + 3 * 10)));
    assert_eq!(cost(&["--erode", "1"]), None);
    // At an edge are 24 cells along the border, the two on either side of the fence, and the four
    // from which a diagonal step passes its ends.
    let open = b".......\n".repeat(7);
    let fence = ["--fence", "2,3-3,3=7", "--crosses", "7=5", "--erode", "1,9"];
    let terrain = with_input(&classic("info", &fence), &open).json(0)["terrain"].clone();
    let nines = terrain.as_array().unwrap().iter().find(|row| row["letter"] == "9");
    assert_eq!(nines.unwrap()["cells"], 24 + 2 + 4);
    let rows = ["convert", "-", "-", "--as", "txt", "--erode", "1,9"];
    with_input(&rows, b"#....\n.....\n.....\n.....\n").shows(0, &["#9999\n99..9\n9...9\n99999\n"]);
}

#[test]
fn cells_are_blocked_and_freed_for_one_question() {
    let cost = |map: &[u8], more: &[&str]| {
        let run = with_input(&classic("path", more), map);
        (run.code == 0).then(|| run.json(0)["cost"].clone())
    };
    let two = b"A..B\n....\n";
    assert_eq!(cost(two, &[]), Some(json!(30)));
    assert_eq!(cost(two, &["--block", "2,0"]), Some(json!(44)), "corners are not cut");
    assert_eq!(cost(two, &["--block", "2,0", "--block", "2,1"]), None);
    assert_eq!(cost(b"A.#B\n", &["--free", "2,0"]), Some(json!(30)));
    // What is freed after all is free, and a margin is kept along what is blocked.
    assert_eq!(cost(ROW, &["--block", "1,0", "--free", "1,0"]), Some(json!(30)));
    let rows = ["convert", "-", "-", "--as", "txt", "--block", "2,2", "--erode", "1,9"];
    with_input(&rows, ".....\n".repeat(5).as_bytes()).shows(0, &["99999\n99999\n99@99\n"]);
    let path = |more: &[&str], map: &[u8]| with_input(&[&["path", "-"], more].concat(), map);
    path(&["--block", "4,0"], ROW).refuses("--block: ");
    path(&["--free", "4"], ROW).refuses("is no cell, expected x,y");
    let hexagons = b"hex flat\nA..B\n";
    path(&["--block", "1,0"], hexagons).refuses("--block: is for maps of squares");
    path(&["--free", "1,0", "--fence", "0,0-1,0=7"], hexagons).refuses("--free: is for maps");
    path(&["--free", "1,0"], b"floors\nA . . B\n").refuses("--free: is for maps of squares");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let path = |more: &[&str], map: &[u8]| with_input(&[&["path", "-"], more].concat(), map);
    path(&["--fence", "0,0-2,0=7"], ROW).refuses("share no side, expected cells such as");
    path(&["--fence", "0,0-1,0=256"], ROW).refuses("is not a class of fences, expected 0 to 255");
    path(&["--fence", "3,0-4,0=7"], ROW).refuses("--fence: ");
    path(&["--crosses", "7=1073741825"], ROW).refuses("--crosses: crossing fences of class 7");
    path(&["--erode", "x"], ROW).refuses("expected CELLS,LETTER");
    path(&["--erode", "1"], ROW).refuses("is blocked");
    let hexagons = b"hex flat\nA..B\n";
    path(&["--erode", "1"], hexagons).refuses("the mover cannot stand on");
    path(&["--fence", "0,0-1,1=7"], hexagons).refuses("expected hexagons such as");
    path(&["--fence-step", "3,-1-4,-1=7"], hexagons).refuses("--fence-step: ");
    path(&["--fence", "0,0-1,0=7"], b"floors\nA . . B\n").refuses("expected cells such as 4,1,0");
    let roads = b"p sp 2 1\na 1 2 5\n";
    let refused = "--fence: is for maps of squares, floors, hexagons and triangles";
    path(&["--fence", "0,0-1,0=7"], roads).refuses(refused);
}

#[test]
fn a_path_fetches_the_keys_that_its_doors_need() {
    let cost = |options: &[&str], map: &[u8]| {
        let run = with_input(&classic("path", options), map);
        (run.code == 0).then(|| run.json(0)["cost"].clone())
    };
    let rooms = b".......@..\n.@@@@.A..B\n....@..@..\n@@@@@@@...\n";
    let door = ["--door", "7,1=0"];
    assert_eq!(cost(&door, rooms), None, "nobody has the key");
    assert_eq!(cost(&[&door[..], &["--with-key", "0"]].concat(), rooms), Some(json!(30)));
    // 114 ticks to the key and as many back.
    let fetched = [&door[..], &["--key", "3,2=0"]].concat();
    assert_eq!(cost(&fetched, rooms), Some(json!(258)));
    assert_eq!(cost(&[&fetched[..], &["--door", "8,1=5"]].concat(), rooms), None);
    // A door between two cells, and one that is a fence.
    assert_eq!(cost(&["--door", "1,0-2,0=3"], ROW), None);
    assert_eq!(cost(&["--door", "1,0-2,0=3", "--key", "1,0=3"], ROW), Some(json!(30)));
    let fence = ["--fence", "1,0-2,0=7", "--crosses", "7=5", "--fence-door", "7=2"];
    assert_eq!(cost(&fence, ROW), None);
    assert_eq!(cost(&[&fence[..], &["--with-key", "2"]].concat(), ROW), Some(json!(35)));
    let hexagons = b"hex pointy\n####\nA..B\n";
    assert_eq!(cost(&["--door", "1,1-2,1=0"], hexagons), None);
    assert_eq!(cost(&["--door", "1,1-2,1=0", "--key", "0,1=0"], hexagons), Some(json!(30)));
    let refused: [(&[&str], &str); 7] = [
        (&["--key", "0,0=1", "--ties", "first-added"], "goes with no --ties"),
        (&["--key", "0,0=16"], "expected 0 to 15"),
        (&["--key", "9,0=1"], "off the map"),
        (&["--fence-door", "9=1"], "no fence is of class 9"),
        (&["--key", "0,0=1", "--method", "jps"], "goes with no --method"),
        (&["--key", "0,0=1", "--beside", "0,0,1x1"], "goes with no --beside"),
        (&["--key", "0,0=1", "--to", "2,0", "--to", "3,0"], "expected one goal"),
    ];
    for (options, message) in refused {
        with_input(&[&["path", "-"], options].concat(), ROW).refuses(message);
    }
}

#[test]
fn a_path_leads_beside_a_building_and_a_range_draws_places_by_lot() {
    let site = b"A.....\n...##.\n...##.\n";
    let run = with_input(&classic("path", &["--beside", "3,1,2x2"]), site).json(0);
    assert_eq!((&run["goal"], &run["cost"]), (&json!([2, 1]), &json!(24)));
    let off = with_input(&["path", "-", "--beside", "3,1,9x2"], site);
    off.refuses("are not all on the map");

    let lot = |seed: &str, map: &[u8]| {
        let options = ["--cost", "20", "--random", "9", "--seed", seed];
        with_input(&classic("range", &options), map).json(0)
    };
    for map in [&site[..], b"hex pointy\nA...\n....\n"] {
        let (one, again, other) = (lot("1", map), lot("1", map), lot("2", map));
        assert_eq!(one["random"], again["random"]);
        assert_ne!(one["random"], other["random"]);
        let drawn = one["random"].as_array().expect("a list");
        assert_eq!(drawn.len(), 9);
        let is_within = |place: &serde_json::Value| match (&one["cells"], place.as_str()) {
            (_, Some(name)) => one["places"].get(name).is_some(),
            (cells, None) => {
                cells.as_array().is_some_and(|all| all.iter().any(|it| it["cell"] == *place))
            }
        };
        assert!(drawn.iter().all(is_within), "{one}");
    }
}

#[test]
fn arcs_of_a_graph_are_closed_to_a_mover_or_cost_it_more() {
    let roads = b"p sp 3 3\na 1 2 10\na 2 3 10\na 1 3 15\n";
    let cost = |more: &[&str]| {
        let options = ["path", "-", "--json", "--from", "1", "--to", "3"];
        let run = with_input(&[&options, more].concat(), roads);
        (run.code == 0).then(|| run.json(0)["cost"].clone())
    };
    assert_eq!(cost(&[]), Some(json!(15)));
    for method in ["astar", "hierarchy", "labels", "customisable"] {
        let closed = ["--closed", "1-3", "--method", method];
        assert_eq!(cost(&closed), Some(json!(20)), "{method}");
        assert_eq!(cost(&["--toll", "1-3=3", "--method", method]), Some(json!(18)), "{method}");
    }
    assert_eq!(cost(&["--closed", "1-3", "--closed", "2-3"]), None);
    let missing = ["path", "-", "--from", "1", "--to", "3", "--closed", "1-4"];
    with_input(&missing, roads).refuses("there is no place 4");
    with_input(&["path", "-", "--closed", "0-1"], ROW).refuses("is for graphs");
}
