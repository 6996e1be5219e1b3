//! Maps of other programs: described, drawn, asked for paths, and converted.

use std::fs;

use astride_testkit::data::{data_dir, skip};

use crate::common::{astride, root, with_input};

/// Every file of other programs in the repository and in the larger recorded data, but for what is
/// only named by another one.
fn files() -> Vec<String> {
    let mut folders = vec![root().join("data"), root().join("corpus/formats")];
    match data_dir() {
        Some(folder) => folders.push(folder),
        None => skip("larger recorded data is not there"),
    }
    let mut files = Vec::new();
    for folder in folders {
        let kinds = ["occupancy", "terrain", "tiles/ldtk", "tiles/tiled/libtiled-java"];
        let more = ["tiles/tiled/northstar", "tiles/tiled/rs-tiled", ""];
        for kind in kinds.iter().chain(&more) {
            let Ok(entries) = fs::read_dir(folder.join(kind)) else { continue };
            let names = entries.map(|entry| entry.unwrap().path().display().to_string());
            let is_map = |name: &String| {
                let plain = name.trim_end_matches(".gz").trim_end_matches(".zip");
                [".yaml", ".pgm", ".asc", ".hgt", ".tif", ".tmx", ".ldtk"]
                    .iter()
                    .any(|end| plain.ends_with(end))
            };
            files.extend(names.filter(is_map));
        }
    }
    files.sort();
    files
}

#[test]
fn every_file_is_described_drawn_and_asked() {
    let folder = tempfile::tempdir().unwrap();
    let files = files();
    assert!(files.len() >= 30, "{files:?}");
    for file in &files {
        let is_large = file.contains("N43E007") || file.contains("Basin");
        let info = if is_large { None } else { Some(astride(&["info", file, "--json"]).json(0)) };
        let picture = folder.path().join("a.png");
        let picture = picture.to_str().unwrap();
        astride(&["draw", file, "-o", picture]).shows(0, &["picture"]);
        let is_hexagons = info.as_ref().is_some_and(|info| info["shape"] == "hexagons");
        let path = match &info {
            _ if is_hexagons => astride(&["path", file, "--from", "0,0", "--to", "3,3"]),
            // From one end of the longest path that is known to the other.
            Some(info) => {
                let end = |name: &str| {
                    let cell = info["longest"][name].as_array().expect("there is free ground");
                    format!("{},{}", cell[0], cell[1])
                };
                astride(&["path", file, "--from", &end("from"), "--to", &end("to")])
            }
            None => astride(&["path", file, "--from", "100,150", "--to", "101,151", "--snap"]),
        };
        path.shows(0, &["path from"]);
        if !is_hexagons {
            let map = folder.path().join("a.map");
            astride(&["convert", file, map.to_str().unwrap(), "--force"]).shows(0, &["bytes"]);
            astride(&["info", map.to_str().unwrap()]).shows(0, &["size"]);
        }
    }
}

#[test]
fn roads_are_described_drawn_and_asked() {
    let monaco = "data/road/monaco.osm.gz";
    let info = astride(&["info", monaco, "--json"]).json(0);
    assert_eq!((&info["shape"], &info["copies"]), (&"graphs".into(), &0.into()));
    let on_foot = astride(&["info", monaco, "--profile", "foot", "--json"]).json(0);
    assert!(on_foot["places"].as_u64() > info["places"].as_u64());
    let ends = ["--from", "43.7347,7.4206", "--to", "43.7478,7.4397"];
    // Which road or node is the nearest is told beside the answer.
    let answer = |args: &[&str]| {
        let run = astride(args);
        run.shows(0, &["{"]);
        assert!(run.err.contains(" metres from "), "{}", run.err);
        serde_json::from_str::<serde_json::Value>(&run.out).expect("it is JSON")
    };
    let path = |more: &[&str]| answer(&[&["path", monaco], &ends[..], more].concat());
    let cost = path(&["--json"])["cost"].as_u64().unwrap();
    for method in ["dijkstra", "hierarchy", "customisable", "labels"] {
        let by = ["--json", "--method", method];
        assert_eq!(path(&by)["cost"], cost, "{method}");
        let alone = path(&[&by[..], &["--cost-only", "--repeat", "2"]].concat());
        assert_eq!(
            (&alone["cost"], &alone["places"]),
            (&cost.into(), &serde_json::Value::Null),
            "{method}"
        );
    }
    // Between places on both sides, which are at most as far as the bends of the roads are apart.
    let found = path(&["--json"]);
    assert_eq!(found["snapped"].as_array().map(Vec::len), Some(2));
    let places = found["places"].as_array().expect("places");
    let [first, last] = [&places[0], &places[places.len() - 1]].map(|at| at.as_str().unwrap());
    let between = ["path", monaco, "--from", first, "--to", last, "--json"];
    let between = astride(&between).json(0)["cost"].as_u64().unwrap();
    assert!(between <= cost && cost < between + 20_000, "{between}, {cost}");
    assert!(path(&["--json", "--road-cost", "length"])["cost"].as_u64() > Some(100_000));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("way.svg");
    let picture = ["--draw", "svg", "-o", file.to_str().unwrap()];
    astride(&[&["path", monaco], &ends[..], &picture].concat()).shows(0, &["picture"]);
    // What a car reaches in a minute is part of what it reaches in two.
    let reach = |cost: &str| {
        let range = ["range", monaco, "--from", "43.7347,7.4206", "--cost", cost, "--json"];
        let places = answer(&range)["places"].clone();
        places.as_object().expect("a table").clone()
    };
    let (near, far) = (reach("60000"), reach("120000"));
    assert!(near.len() > 100 && near.len() < far.len());
    assert!(near.iter().all(|(place, cost)| far.get(place) == Some(cost)));
    assert!(
        far.iter().all(|(place, cost)| near.contains_key(place) == (cost.as_u64() <= Some(60_000)))
    );
    let range = ["range", monaco, "--from", "21911863", "--cost", "9", "--steps", "1"];
    astride(&range[..6]).shows(0, &["1 place within 9 ticks of 21911863", "farthest    0 ticks"]);
    astride(&range).refuses("cannot be used with");
    astride(&[&range[..4], &range[6..]].concat()).refuses("--steps: is for maps of squares");
    let refused = |end: &str, message: &str| {
        astride(&["path", monaco, "--from", end, "--to", "21911863"]).refuses(message);
    };
    refused("5", "--from: no road that is taken leads over node 5");
    refused("91,7", "expected LATITUDE,LONGITUDE such as 43.7384,7.4246, or the number of a node");
    astride(&["info", monaco, "--profile", "train"]).refuses("expected car, bicycle or foot");
    astride(&["info", monaco, "--road-cost", "euro"]).refuses("expected time or length");
    astride(&["field", monaco, "--from", "0,0"]).refuses("expected squares");
}

/// A crossing where those who come from the south must not turn to the east.
#[test]
fn a_turn_that_is_forbidden_is_not_taken_by_any_method() {
    let node = |(id, x, y): (u32, u32, u32)| format!("<node id='{id}' lat='{y}' lon='{x}'/>");
    let way = |id: u32, nodes: [u32; 2]| {
        let [a, b] = nodes.map(|node| format!("<nd ref='{node}'/>"));
        format!("<way id='{id}'>{a}{b}<tag k='highway' v='primary'/></way>")
    };
    let nodes: String = [(1, 0, 0), (2, 0, 1), (3, 0, 2), (4, 1, 1)].map(node).concat();
    let ways = [way(7, [1, 2]), way(8, [2, 3]), way(9, [2, 4]), way(6, [3, 4])].concat();
    let member = |kind, id, role| format!("<member type='{kind}' ref='{id}' role='{role}'/>");
    let members = [member("way", 7, "from"), member("node", 2, "via"), member("way", 9, "to")];
    let tags = "<tag k='type' v='restriction'/><tag k='restriction' v='no_right_turn'/>";
    let turn = format!("<relation id='1'>{}{tags}</relation>", members.concat());
    let osm = format!("<osm>{nodes}{ways}{turn}</osm>");
    for method in ["astar", "dijkstra", "bidirectional", "hierarchy", "labels"] {
        let wish = |from, to| ["path", "-", "--from", from, "--to", to, "--method", method];
        let path = |from, to| with_input(&wish(from, to), osm.as_bytes());
        path("1", "4").shows(0, &["places      1 2 3 4"]);
        path("3", "4").shows(0, &["places      3 4"]);
        path("1", "2").shows(0, &["path from 1 to 2", "places      1 2"]);
        path("2", "4").shows(0, &["places      2 4"]);
    }
    // Whoever comes from the south arrives at a copy of the crossing, and from elsewhere at itself.
    let others = ["path", "-", "--from", "1", "--to", "2", "--alternatives", "5"];
    with_input(&others, osm.as_bytes())
        .shows(0, &["3 paths without loops:", "\n  1 2\n", "\n  1 2 3 2\n", "\n  1 2 3 4 2\n"]);
    with_input(&["info", "-"], osm.as_bytes())
        .shows(0, &["1 turn restriction honoured", "copies      1"]);
    // To where the roads meet by coordinates. To the west, the road of the forbidden turn comes first.
    let osm = osm.replace("lat='1' lon='1'", "lat='1' lon='-1'");
    let to_point = ["path", "-", "--from", "1", "--to", "1,0", "--json"];
    let run = with_input(&to_point, osm.as_bytes());
    let json: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
    assert_eq!(json["snapped"][0]["road"], serde_json::json!(["2", "4"]));
    assert_eq!(json["places"], serde_json::json!(["1", "2"]));
}

#[test]
fn starts_and_goals_of_the_village_are_used() {
    let village = "corpus/formats/village.tmx";
    astride(&["path", village]).shows(0, &["path from 0,0 to 11,0"]);
    let info = astride(&["info", village, "--json"]).json(0);
    assert_eq!(info["notes"][0], "1 object left out: neither start, goal nor link");
    astride(&["info", village]).shows(0, &["notes       1 object left out", "1 start, 1 goal"]);
    // Without the bridge, there is no way over the water.
    let blocked = ["path", village, "--legend", "swamp=blocked", "--from", "7,2", "--to", "8,2"];
    astride(&blocked).refuses("is blocked");
}

#[test]
fn a_frame_is_kept_where_there_is_a_place_for_it_and_else_said_to_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let yaml = "data/occupancy/tb3_sandbox.yaml";
    astride(&["convert", yaml, &file("a.map")]).shows(0, &["in the world is left out"]);
    let whole = astride(&["convert", yaml, &file("a.astride"), "--json"]).json(0);
    assert_eq!(whole["frame_left_out"], false);
    // A frame of ours is not dropped.
    astride(&["convert", &file("a.astride"), &file("b.map")]).refuses("the frame (expected none)");
}

#[test]
fn options_say_what_signs_mean() {
    let picture = b"P2 4 1 255  0 100 200 255";
    let terrain = |more: &[&str]| {
        let info = with_input(&[&["info", "-", "--json"], more].concat(), picture).json(0);
        info["passable"].as_u64().unwrap()
    };
    assert_eq!(terrain(&[]), 2);
    assert_eq!(terrain(&["--legend", "90-110=3"]), 3);
    assert_eq!(terrain(&["--legend", "90-110=3", "--legend", "255=blocked"]), 2);
    assert_eq!(terrain(&["--slope", "45", "--cell", "100"]), 4);
    assert_eq!(terrain(&["--slope", "45", "--cell", "99"]), 1);
    assert_eq!(terrain(&["--picture", "cost"]), 3);
    assert_eq!(terrain(&["--picture", "heights"]), 0);
    assert_eq!(terrain(&["--picture", "heights", "--cell", "200"]), 4);
    let convert = |rule: &str| {
        let run = with_input(&["convert", "-", "-", "--picture", rule], picture);
        run.out.lines().last().unwrap_or_default().to_owned()
    };
    for (rule, row) in
        [("dark", "@@.."), ("colours", "@5.."), ("cost", "@73."), ("transparent", "@@@@")]
    {
        assert_eq!(convert(rule), row, "{rule}");
    }
    with_input(&["info", "-", "--picture", "bright"], picture)
        .refuses("expected one of dark, colours, cost, transparent or heights");
    with_input(&["info", "-", "--picture", "cost", "--slope", "45"], picture)
        .refuses("--slope is for heights, expected --picture heights");
    let walk = |limits: &str, from: &str, to: &str| {
        let options = ["path", "-", "--cell", "200", "--max-step", limits];
        with_input(&[&options[..], &["--from", from, "--to", to, "--json"]].concat(), picture)
    };
    assert_eq!(walk("100,0", "0,0", "3,0").json(0)["path"]["steps"], 3);
    walk("99,100", "0,0", "3,0").json(1);
    assert_eq!(walk("99,100", "3,0", "0,0").json(0)["path"]["steps"], 3, "down they go");
    with_input(&["info", "-", "--max-step", "-1"], picture).refuses("no height of a step");
    with_input(&["info", "-", "--max-step", "1,x"], picture).refuses("no height of a step");
    with_input(&["info", "-", "--legend", "x"], picture).refuses("no entry of a legend");
    with_input(&["info", "-", "--slope", "95"], picture).refuses("no slope, expected degrees");
    with_input(&["info", "-", "--slope", "45", "--cell", "-1"], picture)
        .refuses("a positive number");
    with_input(&["info", "-", "--slope", "45", "--cell", "0"], picture)
        .refuses("a positive number");
    astride(&["info", "data/tiles/ldtk/Entities.ldtk.gz", "--level", "x"])
        .refuses("no level \"x\", expected one of \"Entities_demo\"");
}

#[test]
fn what_is_no_such_map_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, bytes: &[u8], message: &str| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).unwrap();
        astride(&["info", file.to_str().unwrap()]).refuses(message);
    };
    check("a.yaml", b"image: none.pgm\nresolution: 1\norigin: [0, 0, 0]\n", "none.pgm");
    check("a.tmx", b"<tileset/>", "expected <map>");
    check("a.hgt", b"short", "the file has 5 bytes, expected 2884802");
    check("a.zip", b"PK\x03\x04", "zip archive");
    check("a.png", b"type octile", "expected P2 or P5");
    check("a.ldtk", b"{}", "LDtk project: ");
    check("a.asc", b"\0\0\0", "ESRI ASCII grid: ");
    check("a.tif", b"II*\0\x08\0\0\0", "GeoTIFF: the directory does not end");
    check("a.jpg", b"\xff\xd8\xff\xe0", "byte 0 is not text");
}

#[test]
fn files_about_several_agents_are_called_by_their_name() {
    let info = |text: &str| with_input(&["info", "-"], text.as_bytes());
    for (text, what) in [
        ("<?xml version=\"1.0\"?>\n<graphml><graph/></graphml>", "a roadmap of agents, not a map"),
        ("<?xml version=\"1.0\"?><root><agent id=\"0\"/></root>", "trips of agents, not a map"),
        ("agents:\n- goal: [0, 1]\nmap:\n", "a problem of several agents in YAML, not a map"),
        ("map:\n  dimensions: [3, 3]\nagents:\n", "a problem of several agents in YAML"),
        ("{\"agentFile\": \"a\"}", "a problem of several agents in JSON, not a map"),
    ] {
        info(text).refuses(what);
    }
    let project = info("{\"jsonVersion\": \"1.5.3\", \"defs\": [\"agents\"]}");
    assert!(project.code == 2 && !project.err.contains("several agents"), "{}", project.err);
    let named = tempfile::tempdir().unwrap();
    let file = named.path().join("team.yaml");
    fs::write(&file, "agents:\n- name: agent0\n").unwrap();
    astride(&["draw", file.to_str().unwrap()]).refuses("several agents in YAML");
}
