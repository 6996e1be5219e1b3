//! Maps of hexagons: asked for paths, described, drawn, and refused where only squares will do.

use std::fs;

use crate::common::with_input;
use serde_json::json;

const ISLAND: &[u8] =
    b"hex pointy\nA . # . . .\n . # . . # .\n. . # 3 3 .\n . . 3 # . B\n. . . . . .\n";

#[test]
fn a_path_is_found_and_told() {
    let run = with_input(&["path", "-"], ISLAND);
    run.shows(0, &["path from (0, 0) to (4, 3)", "110 880 ticks", "steps       8", "optimal"]);
    let told = with_input(&["path", "-", "--from", "0,3", "--to", "3,0", "--json"], ISLAND).json(0);
    assert_eq!((&told["outcome"], &told["cost"]), (&"found".into(), &110_880.into()));
    assert_eq!(told["places"][1], "(1, 3)");
    with_input(&["path", "-", "--budget", "1"], ISLAND).shows(3, &["out of budget"]);
    let walled = b"hex flat\nA#B\n###";
    with_input(&["path", "-"], walled).shows(1, &["no path from (0, 0) to (2, -1)"]);
    let factor = ["path", "-", "--terrain", "3=1", "--method", "dijkstra"];
    with_input(&factor, ISLAND).shows(0, &["110 880 ticks"]);
}

#[test]
fn it_is_described_and_drawn() {
    with_input(&["info", "-"], ISLAND).shows(0, &["hexagons", "places      30", "passable    25"]);
    let folder = tempfile::tempdir().unwrap();
    for name in ["island.svg", "island.png"] {
        let file = folder.path().join(name);
        with_input(&["draw", "-", "-o", file.to_str().unwrap()], ISLAND).shows(0, &["picture"]);
        let bytes = fs::read(file).unwrap();
        assert!(bytes.starts_with(b"<svg") || bytes.starts_with(b"\x89PNG"), "{name}");
    }
    with_input(&["draw", "-", "--draw", "ascii"], ISLAND).refuses("drawn as svg or png");
}

#[test]
fn what_is_wrong_is_said() {
    with_input(&["path", "-", "--to", "9,9"], ISLAND)
        .refuses("--to: (9, 9) is not part of the map");
    with_input(&["path", "-", "--to", "9"], ISLAND)
        .refuses("expected axial coordinates such as 3,-1");
    with_input(&["path", "-", "--to", "2,0"], ISLAND).refuses("cannot stand on (2, 0)");
    with_input(&["path", "-", "--method", "jps"], ISLAND)
        .refuses("an index that maps of this shape do not have");
    with_input(&["path", "-", "--method", "clusters"], ISLAND)
        .refuses("maps of this shape do not have");
    with_input(&["field", "-", "--from", "0,0"], ISLAND).refuses("expected squares");
    with_input(&["scen", "-", "x.scen"], ISLAND).refuses("no format records questions");
    with_input(&["path", "-"], b"hex round\n..").refuses("\"hex pointy\" or \"hex flat\"");
    with_input(&["path", "-"], b"hex flat\n..").refuses("where to start?");
}

#[test]
fn hexagons_are_asked_as_squares_are_or_refused() {
    let ask = |more: &[&str]| {
        with_input(&[&["path", "-"], more].concat(), b"hex pointy\nA . .\n . . .\n. . B\n")
    };
    assert_eq!(ask(&["--json"]).json(0)["cost"], 3 * 13_860);
    assert_eq!(ask(&["--json", "--max-cost", "41580"]).json(0)["steps"], 3);
    assert_eq!(ask(&["--json", "--max-cost", "41579"]).json(1)["outcome"], "unreachable");
    assert_eq!(ask(&["--json", "--ties", "straightest"]).json(0)["steps"], 3);
    for option in ["--exact", "--waypoints", "--heuristic=zero"] {
        ask(&[option]).refuses("is for maps of squares");
    }
    let info = with_input(&["info", "-", "--json"], b"hex flat\n. # 3\n. _ #\n").json(0);
    assert_eq!((&info["places"], &info["passable"]), (&json!(5), &json!(3)));
}

#[test]
fn why_names_what_closes_a_place_off() {
    let why =
        |map: &[u8], more: &[&str]| with_input(&[&["path", "-", "--why"], more].concat(), map);
    let walled = b"hex flat\nA#B\n###";
    why(walled, &[]).shows(1, &["(0, 0) to (2, -1): the start is", "by 2 places", "1 place at"]);
    let json = why(walled, &["--json"]).json(1);
    assert_eq!(json["explanation"]["frontier"], json!(["(1, 0)", "(0, 1)"]));
    assert_eq!(json["explanation"]["opening"]["cells"], json!(["(1, 0)"]));
    why(walled, &["--to", "1,0"]).shows(1, &["the goal cannot be stood on", "1 place at least"]);
    why(walled, &["--to", "1,0", "--to", "2,-1"]).refuses("one goal");
    why(walled, &["--to", "0,0", "--to", "2,-1"]).shows(0, &["steps       0"]);
    why(b"triangles\nA#..\n##.B", &[]).shows(1, &["closed off  by 2 places", "(1, 0)"]);
    why(b"floors\nA # . B\n", &[]).shows(1, &["closed off  by 1 place", "1,0,0"]);
    why(ISLAND, &["--max-cost", "1"]).shows(1, &["no path is within"]);
}

#[test]
fn floors_are_asked_by_the_same_door() {
    const HOUSE: &[u8] = b"floors\nA . # .\n. . # B\nfloor\n. . _ .\n. . . .\n\
        stair 1,1,0 1,1,1 20000\none-way 3,1,1 3,1,0\n";
    let ask = |more: &[&str]| with_input(&[&["path", "-", "--json"], more].concat(), HOUSE);
    let up_and_over = 19_601 + 20_000 + 2 * 13_860 + 13_860;
    assert_eq!(ask(&[]).json(0)["cost"], up_and_over);
    assert_eq!(ask(&["--neighbours", "4"]).json(0)["steps"], 6);
    let back = ask(&["--from", "3,1,0", "--to", "0,0,0"]);
    assert_eq!(back.json(1)["outcome"], "unreachable");
    let round = ask(&["--from", "0,0,1", "--to", "3,0,1"]);
    assert_eq!(round.json(0)["steps"], 4);
    with_input(&["info", "-"], HOUSE).shows(0, &["floors", "places      15"]);
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("house.svg");
    with_input(&["path", "-", "-o", picture.to_str().unwrap()], HOUSE).shows(0, &["house.svg"]);
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg"));
    let ring = b"floors wrap columns\nA . . # B\n. . . # .\n";
    assert_eq!(with_input(&["path", "-", "--json"], ring).json(0)["steps"], 1);
    for (text, message) in [
        (&b"floors wrap\n..."[..], "line 1, column 1: the first line is to be"),
        (b"floors wrap columns\n..", "too few to be joined, expected at least 3"),
        (b"floors\n...\nstair 0,0,0 0,0", "line 3, column 1: a stair is to be"),
        (b"floors\n...\nstair 0,0,0 1,0,0 0", "line 3, column 1: the stair from 0,0,0"),
        (b"floors\n...\n\nstair 0,0,0 1,0,1", "line 4, column 1: cell 1,0,1 is not part"),
        (b"floors\n.\xc3\xa9", "line 2, column 2"),
        (b"floors\nfloor", "there are no cells"),
    ] {
        with_input(&["path", "-"], text).refuses(message);
    }
}

#[test]
fn triangles_are_asked_by_the_same_door() {
    const WEDGE: &[u8] =
        b"triangles\nA . . . # . . . . .\n. . . . # . 3 3 . .\n. . # . . . 3 # . B\n";
    let ask = |more: &[&str]| with_input(&[&["path", "-", "--json"], more].concat(), WEDGE);
    assert_eq!(ask(&[]).json(0)["cost"], 129_588);
    assert_eq!(ask(&["--neighbours", "4"]).json(0)["steps"], 15);
    assert_eq!(ask(&["--corners", "always"]).json(0)["steps"], 6);
    ask(&["--scale", "classic"]).refuses("always costs 10864 ticks");
    with_input(&["info", "-"], WEDGE).shows(0, &["triangles", "places      30"]);
    with_input(&["path", "-"], b"triangles\n.\xc3\xa9").refuses("line 2, column 2");
}
