//! Trees of searches, overlays, smooth lines and paths by different ways, in words and in pictures.

use crate::common::{ARENA, astride, with_input};
use crate::meshes::ROOMS;
use serde_json::json;

/// A block in the middle, with ways above and below it.
const BLOCK: &[u8] =
    b".........\n.........\n...###...\nA..###..B\n...###...\n.........\n.........\n";

#[test]
fn a_tree_is_drawn_on_maps_of_any_shape() {
    let tree = ["path", "-", "--tree", "--draw", "svg", "-o", "-"];
    let plain = [&tree[..2], &tree[3..]].concat();
    for map in [BLOCK, b"hex pointy\nA..\n..B\n", b"triangles\nA..\n..B\n"] {
        let lines = |args: &[&str]| {
            let run = with_input(args, map);
            run.shows(0, &["<svg"]);
            run.out.matches("stroke-linecap=\"round\"").count()
        };
        assert_eq!(lines(&tree), lines(&plain) + 1, "{}", String::from_utf8_lossy(map));
    }
}

#[test]
fn a_tree_is_refused_where_there_is_none_to_draw() {
    let refused = |args: &[&str], why: &str| with_input(args, BLOCK).refuses(why);
    refused(&["path", "-", "--tree"], "--tree needs a picture");
    refused(&["path", "-", "--tree", "--draw", "ascii"], "--tree: is for path");
    refused(&["draw", "-", "--tree", "--draw", "svg", "-o", "-"], "--tree: is for path");
    let jps = ["path", "-", "--tree", "--draw", "svg", "-o", "-", "--method", "jps"];
    refused(&jps, "does not tell what it looks at");
    let hexagons =
        with_input(&["draw", "-", "--tree", "--draw", "svg", "-o", "-"], b"hex flat\n.\n");
    hexagons.refuses("--tree: is for path");
    for command in [&["path", "-", "--from", "0.5,0.5", "--to", "1,0.5"][..], &["draw", "-"]] {
        let args = [command, &["--tree", "--draw", "svg", "-o", "-"]].concat();
        with_input(&args, ROOMS).refuses("--tree: is for path");
    }
}

#[test]
fn a_step_of_a_search_is_refused_where_it_is_not_drawn() {
    let args = ["path", "-", "--step", "1", "--draw", "svg", "-o", "-"];
    with_input(&args, BLOCK).shows(0, &["<svg"]);
    with_input(&args, b"hex pointy\nA..\n..B\n").refuses("--step: is for path on maps of squares");
}

#[test]
fn extra_costs_are_a_layer() {
    let draw = |more: &[&str]| {
        let layer = ["draw", "-", "--layer", "overlay", "--draw", "ascii"];
        with_input(&[&layer[..], more].concat(), b"....\n....\n")
    };
    draw(&["--cost", "0,0,2x2=5", "--cost", "1,1,1x1=10"]).shows(0, &["44..\n49..\n"]);
    let other = ["draw", "-", "--layer", "regions", "--cost", "0,0,2x2=5"];
    with_input(&other, b"....\n").refuses("--cost: is for --layer overlay");
    with_input(&["draw", "-", "--cost", "0,0,2x2=5"], b"hex flat\n.\n")
        .refuses("--cost: is for --layer overlay");
    draw(&[]).refuses("what costs more? expected --cost X,Y,WxH=TICKS");
    draw(&["--cost", "3,1,2x1=5"]).refuses("2x1 cells from 3,1 on are not all on the map of 4x2");
    draw(&["--cost", "0,0=5"]).refuses("expected X,Y,WxH=TICKS");
}

#[test]
fn a_smooth_line_says_where_its_radius_is_not_kept() {
    let smooth = |radius: &str, more: &[&str]| {
        with_input(&[&["path", "-", "--smooth", radius, "--json"][..], more].concat(), BLOCK)
    };
    let wide = smooth("0.5", &[]).json(0)["smoothed"].clone();
    assert_eq!((&wide["tight"], &wide["radius"]), (&json!([]), &json!(0.5)));
    let points = wide["points"].as_array().unwrap();
    assert_eq!([&points[0], &points[points.len() - 1]], [&json!([0.5, 3.5]), &json!([8.5, 3.5])]);
    let narrow = smooth("50", &[]).json(0)["smoothed"]["tight"].clone();
    assert!(narrow[0]["radius"].as_f64().is_some_and(|radius| radius < 50.0), "{narrow}");
    let text = ["path", "-", "--smooth", "50"];
    with_input(&text, BLOCK).shows(0, &["cells long, less than the radius of 50 at "]);
    // A body too large for the path as it is.
    smooth("0.5", &["--radius", "0.2"]).json(0);
    smooth("0.5", &["--radius", "1.2"]).refuses("--smooth: leg 0 from (0.5, 3.5)");
    smooth("0", &[]).refuses("--smooth: ");
    with_input(&["path", "-", "--radius", "1"], BLOCK).refuses("--radius");
    with_input(&["path", "-", "--smooth", "1", "--from", "0,0", "--to", "1,0"], b"hex flat\n..\n")
        .refuses("--smooth: is for maps of squares");
}

#[test]
fn dissimilar_paths_take_different_ways() {
    let json = with_input(&["path", "-", "--dissimilar", "3", "--json"], BLOCK).json(0);
    let paths = json["dissimilar"].as_array().unwrap();
    let side = |path: &serde_json::Value| {
        let cells = path["cells"].as_array().unwrap();
        let above = |cell: &serde_json::Value| cell[1].as_u64() < Some(2);
        cells.iter().any(above)
    };
    assert_eq!(paths.len(), 2, "above the block and below it");
    assert_ne!(side(&paths[0]), side(&paths[1]));
    assert_eq!(paths[0]["cost"], json["cost"]);
    let text = with_input(&["path", "-", "--dissimilar", "3"], BLOCK);
    text.shows(0, &["2 paths by different ways:\n   1. "]);
    let out = ["path", ARENA, "--from", "1,11", "--to", "46,47", "--dissimilar", "3"];
    let spent = astride(&[&out[..], &["--budget", "2500"]].concat());
    spent.shows(3, &["dissimilar   out of budget"]);
}

#[test]
fn other_paths_cost_no_more_than_they_may() {
    let args = ["path", "-", "--scale", "classic", "--alternatives", "3"];
    let map = b"A...\n..#.\n...B\n";
    with_input(&args, map).shows(0, &["3 paths without loops:", "50 ticks"]);
    let within = [&args[..], &["--max-cost", "49"]].concat();
    with_input(&within, map).shows(0, &["2 paths without loops:"]);
}

#[test]
fn other_paths_are_listed_on_hexagons_triangles_and_floors() {
    // A block in the middle of each, so large that the ways around it are nowhere near each other.
    let row = |y: usize| match y {
        5 => "A...#####...B\n",
        2..9 => "....#####....\n",
        _ => ".............\n",
    };
    for shape in ["hex pointy", "triangles", "floors"] {
        let map = format!("{shape}\n{}", (0..11).map(row).collect::<String>());
        let map = map.as_bytes();
        let args = ["path", "-", "--alternatives", "3", "--dissimilar", "2"];
        let json = with_input(&[&args[..], &["--json"]].concat(), map).json(0);
        for (name, count) in [("alternatives", 3), ("dissimilar", 2)] {
            let paths = json[name].as_array().unwrap();
            assert_eq!(paths.len(), count, "{name} of {}", json["shape"]);
            assert_eq!(paths[0]["cost"], json["cost"]);
            let costs: Vec<_> = paths.iter().map(|path| path["cost"].as_u64()).collect();
            assert!(costs.is_sorted());
            assert_ne!(paths[0]["places"], paths[1]["places"]);
        }
        with_input(&args, map)
            .shows(0, &["3 paths without loops:\n   1. ", "2 paths by different ways:"]);
    }
    let mesh = ["path", "-", "--from", "0.5,0.5", "--to", "1,0.5", "--dissimilar", "2"];
    with_input(&mesh, ROOMS).refuses("--dissimilar: is for maps of tiles");
}

#[test]
fn large_bodies_go_their_own_ways_on_floors_and_hexagons() {
    // A wall with a gap of one place.
    let floors: &[u8] = b"floors\n...#...\n...#...\nA....B.\n...#...\n...#...\n";
    let hexagons: &[u8] = b"hex pointy\n...#...\n...#...\n.A...B.\n...#...\n...#...\n";
    for (map, option) in [(floors, ["--side", "2"]), (hexagons, ["--rings", "1"])] {
        with_input(&["path", "-"], map).shows(0, &["path from "]);
        let why = ["path", "-", "--why", "--json"];
        let json = with_input(&[&why[..], &option].concat(), map).json(1);
        assert!(
            json["explanation"]["opening"]["cells"].as_array().is_some_and(|all| !all.is_empty()),
            "{json}"
        );
    }
    with_input(&["path", "-", "--side", "2"], hexagons)
        .refuses("--side: expected a map of voxels or floors");
    with_input(&["path", "-", "--rings", "1"], floors)
        .refuses("--rings: expected a map of hexagons");
    with_input(&["path", "-", "--rings", "1"], BLOCK)
        .refuses("--rings: expected a map of hexagons");
    with_input(&["path", "-", "--rings", "17"], hexagons).refuses("--rings: a body of 17 rings");
}

#[test]
fn pictures_show_the_smooth_line_or_all_paths() {
    let drawn = |more: &[&str]| {
        let run = with_input(&[&["path", "-", "--draw", "svg", "-o", "-"], more].concat(), BLOCK);
        run.shows(0, &["<svg"]);
        run.out.matches("stroke-linejoin=\"round\"/>\n<path").count()
    };
    let (path, smooth) = (drawn(&[]), drawn(&["--smooth", "1"]));
    assert_eq!(path, smooth, "one instead of the other");
    let several = drawn(&["--dissimilar", "3"]);
    assert_eq!(several, path + 2, "a line and its halo more");
    assert_eq!(drawn(&["--dissimilar", "3", "--smooth", "1"]), several, "one of them is smooth");
}
