//! Maps of voxels: asked for paths, described, drawn, and held to recorded lengths.

use std::fs;
use std::io::Write;

use crate::common::{astride, with_input};

/// Five columns, three rows, four layers; a wall across with a gap in the topmost layer.
fn wall() -> Vec<u8> {
    let mut text = String::from("voxel 5 3 4\n");
    for y in 0..3 {
        for z in 0..3 {
            text += &format!("2 {y} {z}\n");
        }
    }
    text.into_bytes()
}

#[test]
fn a_path_is_found_and_told() {
    let ask = |more: &[&str]| {
        let ends = ["path", "-", "--from", "0,1,0", "--to", "4,1,0"];
        with_input(&[&ends, more].concat(), &wall())
    };
    ask(&[]).shows(0, &["path from 0,1,0 to 4,1,0", "steps       8", "optimal"]);
    let told = ask(&["--json", "--method", "jps", "--scale", "classic"]).json(0);
    assert_eq!((&told["outcome"], &told["cost"]), (&"found".into(), &(6 * 10 + 2 * 14).into()));
    ask(&["--neighbours", "6"]).shows(0, &["steps       10"]);
    ask(&["--neighbours", "18", "--corners", "always"]).shows(0, &["steps       6"]);
    ask(&["--budget", "1"]).shows(3, &["out of budget"]);
    ask(&["--straighten"]).shows(0, &["straightened", "8.3246 voxels long, turning at"]);
}

#[test]
fn what_closes_a_way_is_reported_for_flyers() {
    // The gap over the wall is one voxel high.
    let ends = ["path", "-", "--from", "0,0,0", "--to", "3,0,0", "--why"];
    let why = |more: &[&str]| with_input(&[&ends, more].concat(), &wall());
    why(&[]).shows(0, &["path from 0,0,0 to 3,0,0"]);
    let told = why(&["--side", "2", "--height", "2", "--json"]).json(1);
    let cells = told["explanation"]["opening"]["cells"].as_array().expect("a list");
    assert_eq!(cells.len(), 2, "{told}");
    assert!(cells.iter().all(|cell| cell.as_str().is_some_and(|cell| cell.ends_with(",2"))));
    let refused = "--why: what closes a way is explained for flyers and swimmers";
    why(&["--mover", "walker"]).refuses(refused);
}

#[test]
fn walkers_and_large_bodies_are_asked_for() {
    // A floor, and on its right half two steps up: one voxel high, then three.
    let mut text = String::from("voxel 6 2 8\n");
    for (x, top) in [0, 0, 0, 1, 4, 4].into_iter().enumerate() {
        for (y, z) in (0..2).flat_map(|y| (0..top).map(move |z| (y, z))) {
            text += &format!("{x} {y} {z}\n");
        }
    }
    let ask = |ends: [&str; 2], more: &[&str]| {
        let ends = ["path", "-", "--from", ends[0], "--to", ends[1], "--scale", "classic"];
        with_input(&[&ends, more].concat(), text.as_bytes())
    };
    let up = |more: &[&str]| ask(["0,0,0", "5,0,4"], &[&["--mover", "walker"], more].concat());
    up(&[]).shows(1, &["no path"]);
    assert_eq!(up(&["--climb", "3", "--json"]).json(0)["cost"], 90);
    assert_eq!(up(&["--climb", "3", "--climb-ticks", "1", "--json"]).json(0)["cost"], 54);
    let down = ["--mover", "walker", "--fall-ticks", "2", "--json"];
    assert_eq!(ask(["5,0,4", "0,0,0"], &down).json(0)["cost"], 58);
    ask(["5,0,4", "0,0,0"], &["--mover", "walker", "--fall", "2"]).shows(1, &["no path"]);
    ask(["1,0,0", "0,0,0"], &["--side", "2", "--height", "7"]).shows(0, &["steps       1"]);
    ask(["1,0,0", "2,0,0"], &["--side", "2"]).refuses("the mover cannot stand on 2,0,0");
    let info = |more: &[&str]| with_input(&[&["info", "-"], more].concat(), text.as_bytes());
    info(&["--mover", "walker"]).shows(0, &["places      96", "passable    12"]);
    info(&["--side", "2"]).shows(0, &["passable    31"]);
    info(&["--climb", "2"]).refuses("--climb: only walkers climb and fall");
    info(&["--mover", "swimmer"]).shows(0, &["passable    0"]);
    info(&["--side", "33"]).refuses("expected 1 to 32 voxels");
    info(&["--mover", "walker", "--fall", "99"]).refuses("expected at most 63 together");
    with_input(&["info", "-", "--height", "2"], b"A.B").refuses("expected a map of voxels");
    let jps = ["--mover", "walker", "--method", "jps"];
    ask(["1,0,0", "0,0,0"], &jps).refuses("need a flyer of one voxel");
}

#[test]
fn it_is_described_and_drawn() {
    let shown = ["voxels", "5 x 3 x 4", "places      60", "passable    51"];
    with_input(&["info", "-"], &wall()).shows(0, &shown);
    let folder = tempfile::tempdir().unwrap();
    for name in ["wall.svg", "wall.png"] {
        let file = folder.path().join(name);
        let asked = ["path", "-", "--from", "0,1,0", "--to", "4,1,0", "-o", file.to_str().unwrap()];
        with_input(&asked, &wall()).shows(0, &["picture"]);
        let bytes = fs::read(file).unwrap();
        assert!(bytes.starts_with(b"<svg") || bytes.starts_with(b"\x89PNG"), "{name}");
    }
    with_input(&["draw", "-", "--draw", "ascii"], &wall()).refuses("drawn as svg or png");
}

#[test]
fn rows_are_checked_to_their_last_digit() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("wall.3dmap.gz");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&wall()).unwrap();
    fs::write(&map, packed.finish().unwrap()).unwrap();
    let scen = |length: &str| {
        let text = format!("version 1\nwall.3dmap\n0 1 0 4 1 0 {length} 2.414\n");
        fs::write(folder.path().join("wall.3dmap.3dscen"), text).unwrap();
        astride(&["scen", map.to_str().unwrap(), "--method", "jps", "--method", "astar"])
    };
    scen("8.82842712").shows(0, &["jps: 1 row run, all as recorded", "astar: 1 row run"]);
    scen("8.82842713")
        .shows(1, &["1 mismatch", "row 1 (line 3): 0,1,0 to 4,1,0: length 8.82842712, "]);
    scen("long").refuses("line 3: length is \"long\"");
}

#[test]
fn what_is_wrong_is_said() {
    let ask = |more: &[&str]| with_input(&[&["path", "-"], more].concat(), &wall());
    let ends = ["--from", "0,0,0", "--to", "4,0,0"];
    let asked = |more: &[&str]| ask(&[&ends, more].concat());
    ask(&["--from", "0,0", "--to", "1,1,1"]).refuses("such as 4,0,17");
    ask(&["--from", "0,0,9", "--to", "1,1,1"]).refuses("0,0,9 is not part of the map of voxels");
    ask(&["--from", "2,0,0", "--to", "1,1,1"]).refuses("the mover cannot stand on 2,0,0");
    ask(&[]).refuses("where to start?");
    asked(&["--neighbours", "8"]).refuses("expected 6, 18 or 26 among voxels");
    asked(&["--terrain", "W=3"]).refuses("voxels have no terrain");
    asked(&["--scale", "3/4"]).refuses("expected exact or classic among voxels");
    asked(&["--method", "jps", "--corners", "always"]).refuses("cuts no corner");
    asked(&["--method", "labels"]).refuses("maps of this shape do not have");
    with_input(&["path", "-"], b"voxel 4 4\n").refuses("line 1: first line is \"voxel 4 4\"");
    with_input(&["path", "-", "--neighbours", "26"], b"A.B")
        .refuses("expected 4 or 8, or a map of voxels");
    with_input(&["field", "-", "--from", "0,0"], &wall()).refuses("expected squares");
}
