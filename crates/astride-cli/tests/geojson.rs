//! Roads, meshes and paths as GeoJSON.

use std::fs;

use crate::common::{Run, astride, with_input};
use crate::meshes::ROOMS;
use serde_json::{Value, json};

const MONACO: &str = "data/road/monaco.osm.gz";

/// The features that a command writes to a file, whose name follows.
fn features(run: impl FnOnce(&str) -> Run) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.geojson");
    run(file.to_str().unwrap()).shows(0, &["picture", "a.geojson ("]);
    let json: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
    assert_eq!(json["type"], "FeatureCollection");
    json["features"].as_array().unwrap().clone()
}

/// All positions of some features, longitude first.
fn positions(features: &[Value]) -> Vec<[f64; 2]> {
    fn add(value: &Value, out: &mut Vec<[f64; 2]>) {
        let parts = value.as_array().unwrap();
        match parts[0].as_f64() {
            Some(longitude) => out.push([longitude, parts[1].as_f64().unwrap()]),
            None => parts.iter().for_each(|part| add(part, out)),
        }
    }
    let mut out = Vec::new();
    features.iter().for_each(|feature| add(&feature["geometry"]["coordinates"], &mut out));
    out
}

fn is_in_monaco(&[longitude, latitude]: &[f64; 2]) -> bool {
    (7.40..7.45).contains(&longitude) && (43.72..43.76).contains(&latitude)
}

#[test]
fn a_way_through_a_town_is_a_line() {
    let ask = |from: &str, to: &str, more: &[&str]| {
        let run = astride(&[&["path", MONACO, "--from", from, "--to", to], more].concat());
        Run { err: String::new(), ..run }
    };
    let told = |from: &str, to: &str| -> Value {
        serde_json::from_str(&ask(from, to, &["--json"]).out).unwrap()
    };
    // Between points of roads the line is that of the places between, and so are its ticks.
    let (from, to) = ("43.7347,7.4206", "43.7478,7.4397");
    let between = told(from, to);
    let places = between["places"].as_array().unwrap();
    let line = features(|file| ask(from, to, &["-o", file]));
    let [from, to] = [places.first(), places.last()].map(|place| place.unwrap().as_str().unwrap());
    let way = features(|file| ask(from, to, &["-o", file]));
    assert_eq!(line, way);
    let told = told(from, to);
    assert!(told["cost"].as_u64() < between["cost"].as_u64());
    let (line, marks) = way.split_first().unwrap();
    assert_eq!(line["properties"]["ticks"], told["cost"]);
    let points = line["geometry"]["coordinates"].as_array().unwrap();
    assert_eq!(points.len(), told["places"].as_array().unwrap().len());
    let named: Vec<_> = marks.iter().map(|mark| &mark["properties"]["place"]).collect();
    assert_eq!(named, [&told["from"], &told["to"]]);
    assert_eq!(marks[0]["geometry"]["coordinates"], points[0]);
    assert!(positions(&way).iter().all(is_in_monaco));
}

#[test]
fn roads_ranges_and_graphs_are_where_they_are() {
    let roads = features(|file| astride(&["draw", MONACO, "-o", file]));
    assert!(roads.len() > 400 && positions(&roads).iter().all(is_in_monaco));
    // Coordinates of the DIMACS challenge are millionths of a degree.
    let graph = features(|file| astride(&["draw", "data/road/monaco.time.gr", "-o", file]));
    assert!(graph.len() > 400 && positions(&graph).iter().all(is_in_monaco));
    let range = features(|file| {
        astride(&[
            "range",
            "data/road/monaco.time.gr",
            "--from",
            "332",
            "--cost",
            "9000",
            "-o",
            file,
        ])
    });
    let (start, places) = range.split_last().unwrap();
    assert_eq!(start["properties"], json!({ "mark": "start", "place": "332" }));
    assert!(places.iter().all(|place| place["properties"]["ticks"].as_u64() <= Some(9000)));
    assert!(places.iter().any(|place| place["properties"]["place"] == "332"));
}

#[test]
fn meshes_lie_where_they_are_said_to() {
    let plain = features(|file| with_input(&["draw", "-", "-o", file], ROOMS));
    assert_eq!(plain.len(), 3);
    assert!(positions(&plain).iter().all(|&[x, y]| (0.0..=3.0).contains(&x) && y <= 2.0));
    let placed =
        features(|file| with_input(&["draw", "-", "--origin", "43.73,7.42", "-o", file], ROOMS));
    assert!(positions(&placed).iter().all(is_in_monaco));
    let path = features(|file| {
        let ends = ["--from", "0.5,0.5", "--to", "2.5,0.5"];
        with_input(&[&["path", "-", "-o", file], &ends[..]].concat(), ROOMS)
    });
    assert_eq!(path[0]["geometry"]["coordinates"], json!([[0.5, 0.5], [1, 1], [2, 1], [2.5, 0.5]]));
    assert_eq!((&path[1]["properties"]["mark"], path.len()), (&json!("start"), 3));
}

#[test]
fn maps_without_a_place_on_the_globe_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.geojson");
    let draw = |more: &[&str], input: &[u8]| {
        with_input(&[&["draw", "-", "-o", file.to_str().unwrap()], more].concat(), input)
    };
    let refused = "--draw geojson: is for roads, graphs with coordinates in degrees";
    draw(&[], b"..\n..").refuses(refused);
    draw(&[], b"hex flat\n..\n..").refuses(refused);
    draw(&[], b"voxel 2 2 2\n").refuses(refused);
    draw(&[], b"p sp 2 1\na 1 2 3\nv 1 0 0\nv 2 0 200000000\n").refuses(refused);
    let far = b"mesh\n2\n3 1\n0 0 2 0 -1\n400 0 2 0 -1\n0 4 2 0 -1\n3 0 1 2 -1 -1 -1\n";
    draw(&[], far).refuses("the point 400,0, which is nowhere on the globe");
    draw(&["--origin", "43.73,7.42"], far).shows(0, &["picture"]);
    draw(&["--origin", "1,2"], b"p sp 2 1\na 1 2 3\nv 1 0 0\nv 2 0 2\n")
        .refuses("--origin: is for");
    with_input(&["draw", "-", "--origin", "1,2", "--draw", "svg"], far).refuses("--origin: is for");
}
