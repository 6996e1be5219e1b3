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
    let path = ["path", "-", "--smooth", "1", "--from", "0.5,0.5", "--to", "1,0.5"];
    with_input(&path, ROOMS).refuses("--smooth: is for maps of tiles");
}

/// On each shape of tiles, a block between A and B.
const BLOCKS: [&[u8]; 3] = [
    b"hex pointy\n. . . . . .\nA . # # . B\n. . . . . .\n",
    b"triangles\n. . . . . . . . . .\nA . . . # # . . . B\n. . . . . . . . . .\n",
    b"floors\n. . . . . .\nA . # # . B\n. . . . . .\nfloor\n. . . . . .\n. . . . . .\n. . . . . .\n",
];

#[test]
fn smooth_lines_over_other_tiles_are_shorter_than_their_paths_and_drawn() {
    for map in BLOCKS {
        let name = String::from_utf8_lossy(map);
        let smooth = |more: &[&str]| with_input(&[&["path", "-"], more].concat(), map);
        let smoothed = smooth(&["--smooth", "0.3", "--json"]).json(0)["smoothed"].clone();
        let points: Vec<[f64; 2]> = smoothed["points"]
            .as_array()
            .unwrap()
            .iter()
            .map(|at| [0, 1].map(|axis| at[axis].as_f64().unwrap()))
            .collect();
        let apart =
            |a: [f64; 2], b: [f64; 2]| ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt();
        let straight = apart(points[0], points[points.len() - 1]);
        let length = smoothed["length"].as_f64().unwrap();
        assert!(straight < length && length < straight + 2.0, "{length} of {straight}: {name}");
        let [plain, line] =
            [&["--draw", "svg", "-o", "-"][..], &["--smooth", "0.3", "--draw", "svg", "-o", "-"]];
        assert_ne!(smooth(plain).out, smooth(line).out, "{name}");
        smooth(&["--smooth", "0.3", "--radius", "0.7"]).refuses("--smooth: leg 0 from ");
        smooth(&["--smooth", "0.3", "--cost-only"]).refuses("--cost-only");
    }
    // Up a stair no line goes on.
    let stair = b"floors\nA..\nfloor\n..B\nstair 2,0,0 0,0,1 5\n";
    with_input(&["path", "-", "--smooth", "0.3"], stair).refuses("--smooth: leg ");
    let graph = ["path", "-", "--smooth", "1", "--from", "1", "--to", "2"];
    with_input(&graph, b"p sp 2 1\na 1 2 5\n").refuses("--smooth: is for maps of squares, floors");
}

#[test]
fn rays_tell_where_they_are_stopped_on_each_shape() {
    let ray = |from: &str, to: &str, map: &[u8]| {
        with_input(&["ray", "-", "--from", from, "--to", to, "--json"], map)
    };
    let at = |json: &serde_json::Value| {
        json["point"].as_array().unwrap().iter().map(|at| at.as_f64().unwrap()).collect::<Vec<_>>()
    };
    let stopped = ray("0.5,3.25", "8.5,3.25", BLOCK).json(1);
    assert_eq!((&stopped["last"], at(&stopped)), (&json!("2,3"), vec![3.0, 3.25]));
    assert_eq!(ray("0.5,3.25", "2.5,3.25", BLOCK).json(0)["outcome"], json!("clear"));
    assert_eq!(ray("0.5,3.25", "-90,3.25", BLOCK).json(1)["last"], json!("0,3"));
    for (map, from, to, last) in [
        (BLOCKS[0], "0,1", "5,1", "(1, 1)"),
        (BLOCKS[1], "0.5,2.25", "7.5,2.25", "(3, 1)"),
        (BLOCKS[2], "0.5,1.5,0", "5.5,1.5,0", "1,1,0"),
    ] {
        let stopped = ray(from, to, map).json(1);
        assert_eq!(stopped["last"], json!(last));
        assert_eq!(stopped["outcome"], json!("stopped"));
        let back = with_input(&["ray", "-", "--from", from, "--to", from], map);
        back.shows(0, &["is clear\n"]);
    }
    assert_eq!(ray("0.5,1.5,1", "5.5,1.5,1", BLOCKS[2]).json(0)["last"], json!("5,1,1"));
    let stopped = ray("0.5,0.5", "9,0.5", ROOMS);
    assert!([0, 1].contains(&stopped.code));
    ray("0.5,1.5,0", "5.5,1.5,1", BLOCKS[2]).refuses("twice on the same floor");
    ray("2.5,1.5,0", "5.5,1.5,0", BLOCKS[2]).refuses("--from: the mover cannot stand there");
    ray("3.5,3.5", "5.5,1.5", BLOCK).refuses("--from: the mover cannot stand there");
    ray("x,3.5", "5.5,1.5", BLOCK).refuses("--from: \"x,3.5\" is no point");
    ray("1", "2", b"p sp 2 1\na 1 2 5\n").refuses("rays are for maps of squares");
}

#[test]
fn a_path_leads_beside_an_area_and_from_the_nearest_free_places() {
    let beside = |area: &[&str], map: &[u8]| {
        let options: Vec<&str> = area.iter().flat_map(|area| ["--beside", area]).collect();
        with_input(&[&["path", "-", "--json"][..], &options].concat(), map)
    };
    assert_eq!(beside(&["3,2,3x3"], BLOCK).json(0)["goal"], json!([2, 3]));
    assert_eq!(beside(&["8,3"], BLOCK).json(0)["goal"].as_array().unwrap().len(), 2);
    for (map, area) in
        [(BLOCKS[0], ["2,1", "3,1"]), (BLOCKS[1], ["4,1", "5,1"]), (BLOCKS[2], ["2,1,0", "3,1,0"])]
    {
        let places = beside(&area, map).json(0)["places"].clone();
        assert!(places.as_array().unwrap().len() < 6, "{places}");
    }
    beside(&["3,2"], b"A..#\n...#\n####\n").refuses("--beside: the mover can stand nowhere");
    beside(&["3,3,0x2"], BLOCK).refuses("--beside: ");
    let snap = |map: &[u8], to: &str| {
        let run = with_input(&["path", "-", "--snap", "--to", to, "--json"], map);
        assert!(run.code == 0 && run.err.contains(" is blocked, taking "), "{}", run.err);
        serde_json::from_str::<serde_json::Value>(&run.out).unwrap()["to"].clone()
    };
    assert_eq!(snap(BLOCKS[0], "2,1"), json!("(2, 0)"));
    assert_eq!(snap(BLOCKS[2], "2,1,0"), json!("2,0,0"));
    let graph = ["path", "-", "--snap", "--from", "1", "--to", "2"];
    with_input(&graph, b"p sp 2 1\na 1 2 5\n").refuses("--snap: is for maps of squares, floors");
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
