//! Graphs: asked for paths, described, drawn, compared with recorded distances, and refused.

use std::fs;

use crate::common::{astride, with_input};

const MONACO: &str = "data/road/monaco.time.gr";
const TRIANGLE: &[u8] = b"c three towns\np sp 3 3\na 1 2 40\na 2 3 0\na 3 1 5\n";

#[test]
fn a_path_is_found_and_told() {
    let methods =
        ["astar", "dijkstra", "bidirectional", "hierarchy", "ch", "customisable", "labels"];
    for method in methods {
        let ask = ["path", "-", "--from", "1", "--to", "3", "--method", method];
        let run = with_input(&ask, TRIANGLE);
        run.shows(0, &["path from 1 to 3", "40 ticks", "places      1 2 3", "optimal"]);
        let alone = [&ask[..], &["--cost-only", "--repeat", "3"]].concat();
        let alone = with_input(&alone, TRIANGLE);
        alone.shows(0, &["cost        40 ticks", "time "]);
        assert!(!alone.out.contains("places"), "{}", alone.out);
    }
    let alone = ["path", "-", "--from", "1", "--to", "0", "--cost-only"];
    with_input(&alone, b"a 0 1 7\n").shows(1, &["no path"]);
    with_input(&[&alone[..], &["-o", "way.svg"]].concat(), b"a 0 1 7\n")
        .refuses("--cost-only finds no path to show");
    let run =
        with_input(&["path", "-", "--from", "0", "--to", "1", "--json"], b"a 0 1 7\n").json(0);
    assert_eq!((&run["cost"], &run["shape"]), (&7.into(), &"graphs".into()));
    let run = with_input(&["path", "-", "--from", "1", "--to", "0"], b"a 0 1 7\n");
    run.shows(1, &["no path from 1 to 0"]);
    let run = astride(&["path", MONACO, "--from", "332", "--to", "155", "--method", "labels"]);
    run.shows(0, &["11 299 ticks"]);
}

#[test]
fn it_is_described() {
    let run = astride(&["info", MONACO]);
    run.shows(0, &["graphs", "places      519", "arcs        984", "least cost", "most cost"]);
    let told = with_input(&["info", "-", "--json"], TRIANGLE).json(0);
    assert_eq!((&told["arcs"], &told["least-cost"]), (&3.into(), &0.into()));
}

#[test]
fn it_is_drawn_where_it_has_coordinates() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["roads.svg", "roads.png"] {
        let file = folder.path().join(name);
        astride(&["draw", MONACO, "-o", file.to_str().unwrap()]).shows(0, &["picture"]);
        let bytes = fs::read(file).unwrap();
        assert!(bytes.starts_with(b"<svg") || bytes.starts_with(b"\x89PNG"), "{name}");
    }
    let file = folder.path().join("path.svg");
    let wish = ["path", MONACO, "--from", "332", "--to", "155", "-o", file.to_str().unwrap()];
    astride(&wish).shows(0, &["picture"]);
    let svg = fs::read_to_string(file).unwrap();
    assert_eq!(svg.matches("stroke-linecap").count(), 2, "the path and its halo are on it");
    let paths = svg.matches("<path").count();
    assert_eq!(paths, 523, "a place each, all roads as one, the path on its halo, and the goal");
    let out = folder.path().join("none.svg");
    let refused = with_input(&["draw", "-", "-o", out.to_str().unwrap()], TRIANGLE);
    refused.refuses("the graph has no coordinates, expected a file that ends in .co beside it");
    assert!(!out.exists());
}

#[test]
fn methods_that_promise_less_are_held_to_that_on_roads_as_well() {
    let methods = ["--method", "greedy", "--method", "weighted:1.5"];
    astride(&[&["scen", MONACO, "--limit", "20"][..], &methods].concat())
        .shows(0, &["greedy: 20 rows run, none shorter than recorded, "]);
    let all = astride(&["scen", MONACO, "--all", "--limit", "3"]);
    all.shows(0, &["dijkstra: 3 rows run, all as recorded"]);
    assert!(
        !all.out.contains("ida-star") && !all.out.contains(" 0 bytes (hierarchy"),
        "{}",
        all.out
    );
    astride(&["scen", MONACO, "--all", "--limit", "3", "--budget", "20000"])
        .shows(0, &["ida-star: 3 rows run"]);
    let alone = ["scen", MONACO, "--method", "astar", "--limit", "3", "--cost-only"];
    astride(&[&alone[..], &["--budget", "1"]].concat()).refuses("cannot be used with");
}

#[test]
fn indexes_are_baked_and_answer_as_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("roads.index");
    let file = file.to_str().unwrap();
    for method in ["hierarchy", "customisable", "labels"] {
        let bake = ["bake", MONACO, "-o", file, "--force", "--index", method];
        astride(&bake).shows(0, &[&format!("{method} of {MONACO} in"), "bytes"]);
        let json = astride(&[&bake[..], &["--json"]].concat()).json(0);
        assert_eq!(json["bytes"], fs::metadata(file).unwrap().len());
        let run = astride(&["scen", MONACO, "--baked", file]);
        run.shows(0, &[&format!("{method}: 100 rows run, all as recorded")]);
        let wish = ["path", MONACO, "--from", "332", "--to", "155", "--baked", file, "--json"];
        let told = astride(&wish).json(0);
        assert_eq!((&told["cost"], &told["method"]), (&11_299.into(), &method.into()));
        for given in ["astar", method] {
            astride(&[&wish[..], &["--method", given]].concat())
                .refuses("cannot be used with --baked, expected one or the other");
        }
    }
    let other = "data/road/monaco.dist.gr";
    astride(&["scen", other, "--baked", file])
        .refuses("expected the graph that is given, with the same costs");
    astride(&["bake", MONACO, "-o", file, "--force", "--index", "regions"])
        .refuses("a graph has one index in a file, expected labels, hierarchy or customisable");
    for option in ["--bytes-per-cell", "--cluster-side", "--landmarks"] {
        astride(&["bake", MONACO, "-o", file, "--force", option, "4"])
            .refuses(&format!("{option}: is for maps of squares"));
    }
    // One of its arcs costs nothing.
    with_input(&["bake", "-", "-o", file, "--force"], TRIANGLE).shows(0, &["labels"]);
    let map = "data/grid/dao/arena.map";
    astride(&["scen", map, "--baked", file]).refuses("--baked: ");
    astride(&["bake", map, "-o", file, "--force", "--index", "hierarchy"])
        .refuses("--index hierarchy: is for graphs");
    let on_hexagons = |args: &[&str]| with_input(args, b"hex flat\nA..B\n");
    on_hexagons(&["path", "-", "--baked", file])
        .refuses("--baked: hexagons have no index files, expected squares or a graph");
    for index in ["labels", "hierarchy", "regions"] {
        on_hexagons(&["bake", "-", "-o", file, "--force", "--index", index])
            .refuses("hexagons have no index files, expected squares or a graph");
    }
}

#[test]
fn info_describes_an_index_of_a_graph() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("roads.index").display().to_string();
    let info = |more: &[&str]| astride(&[&["info", "--baked", &file], more].concat());
    let bake = ["bake", MONACO, "-o", &file, "--force", "--index"];
    astride(&[&bake[..], &["labels"]].concat()).shows(0, &["labels of"]);
    let told = info(&["--json"]).json(0);
    assert_eq!(
        (&told["nodes"], &told["arcs"], &told["labels"]),
        (&519.into(), &984.into(), &519.into())
    );
    info(&[]).shows(0, &["labels of a graph of 519 nodes", "arcs        984, and", "entries"]);
    astride(&[&bake[..], &["hierarchy"]].concat()).shows(0, &["hierarchy of"]);
    info(&[])
        .shows(0, &["hierarchy of a graph of 519 nodes", "among them", "whole", "fingerprint"]);
    let told = info(&["--json", MONACO]).json(0);
    assert_eq!((&told["fits"], &told["indexes"][0]["index"]), (&true.into(), &"hierarchy".into()));
    let length = fs::metadata(&file).unwrap().len();
    assert_eq!((&told["bytes"], &told["indexes"][0]["bytes"]), (&length.into(), &length.into()));
    info(&["data/road/monaco.dist.gr"]).shows(1, &["fits        not data/road/monaco.dist.gr: "]);
    info(&["data/grid/dao/arena.map"])
        .refuses("arena.map: expected a graph, which the index is of");
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 8]).unwrap();
    info(&[]).refuses("bytes long, expected");
}

#[test]
fn roads_are_baked_for_a_profile() {
    const ROADS: &str = "data/road/monaco.osm.gz";
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("roads.index").display().to_string();
    let bake = ["bake", ROADS, "-o", &file, "--index", "hierarchy", "--profile", "foot"];
    astride(&bake).shows(0, &["hierarchy of data/road/monaco.osm.gz"]);
    let on_foot = ["--profile", "foot"];
    let info = ["info", ROADS, "--baked", &file];
    astride(&[&info[..], &on_foot].concat()).shows(0, &["fits        data/road"]);
    astride(&info).shows(1, &["fits        not data/road"]);
    let ask = ["path", ROADS, "--from", "43.7384,7.4246", "--to", "43.7325,7.4189", "--json"];
    let ask = |more: &[&str]| {
        let run = astride(&[&ask[..], &on_foot, more].concat());
        let told: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        (told["cost"].clone(), told["method"].clone())
    };
    let (cost, searched) = (ask(&[]).0, ask(&["--baked", &file]));
    assert!(cost.is_u64());
    assert_eq!(searched, (cost, "hierarchy".into()));
    astride(&["bake", ROADS, "-o", &file, "--force", "--index", "hierarchy", "--profile", "boat"])
        .refuses("boat");
}

#[test]
fn recorded_distances_are_checked() {
    for method in ["dijkstra", "astar", "hierarchy", "labels"] {
        let run = astride(&["scen", MONACO, "--method", method]);
        run.shows(0, &["monaco.time.queries.txt: 100 rows"]);
    }
    let rows = "data/road/monaco.dist.queries.txt";
    let run =
        astride(&["scen", "data/road/monaco.dist.gr", rows, "--limit", "10", "--json"]).json(0);
    assert_eq!(run["rows"], 100);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.queries.txt");
    fs::write(&file, "# some\n# are wrong\n1 2 40\n1 3 41\n2 1 -1\n3 3 0\n").unwrap();
    let run = with_input(&["scen", "-", file.to_str().unwrap()], TRIANGLE);
    let wrong = "row 2 (line 4): 1 to 3: a path of 40, and 41 is listed";
    run.shows(1, &[wrong, "a path of 5, and none is listed"]);
    let all = astride(&["scen", MONACO, "--all", "--limit", "5", "--cost-only"]);
    all.shows(0, &["\nhierarchy: ", "\ncustomisable: ", "\nlabels: ", "\nbidirectional: "]);
    // One of its arcs costs nothing.
    fs::write(&file, "1 2 40\n1 3 40\n").unwrap();
    let free = with_input(&["scen", "-", file.to_str().unwrap(), "--all"], TRIANGLE);
    free.shows(0, &["\nhierarchy: ", "\nlabels: "]);
}

#[test]
fn coordinates_are_taken_to_the_nearest_road() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("block.gr");
    // A one-way street to the east, one both ways to the south, and back.
    fs::write(&file, "p sp 3 4\na 1 2 100\na 2 3 50\na 3 2 50\na 3 1 80\n").unwrap();
    let file = file.to_str().unwrap();
    let ask = |more: &[&str]| astride(&[&["path", file], more].concat());
    let without = ask(&["--from", "30,4", "--to", "3"]);
    without.refuses("the graph has no coordinates");
    fs::write(folder.path().join("block.co"), "v 1 0 0\nv 2 100 0\nv 3 100 50\n").unwrap();
    for method in ["astar", "hierarchy", "customisable", "labels"] {
        let run = ask(&["--from", "30,4", "--to", "10,-1", "--method", method]);
        run.shows(0, &["path from 30,4 to 10,-1", "210 ticks", "places      2 3 1"]);
        assert!(run.err.contains("--from 30,4 is 4 from the road between 1 and 2"), "{}", run.err);
        let run = ask(&["--from", "30,4", "--to", "3", "--method", method, "--json"]);
        let json: serde_json::Value = serde_json::from_str(&run.out).expect("it is JSON");
        assert_eq!((&json["cost"], &json["snapped"][0]["share"]), (&120.into(), &0.3.into()));
    }
    ask(&["--from", "10,1", "--to", "30,1"]).shows(0, &["20 ticks", "along one road"]);
    ask(&["--from", "3", "--to", "30,1", "--max-cost", "109"]).shows(1, &["no path from 3"]);
    ask(&["--from", "3", "--to", "30,1", "--max-cost", "110"]).shows(0, &["110 ticks"]);
    ask(&["--from", "3,x", "--to", "1"]).refuses("is no point, expected X,Y such as 0,0");
    for option in ["--straighten", "--why"] {
        ask(&["--from", "10,1", "--to", "30,1", option]).refuses(&format!("{option}: is for maps"));
    }
    let others = ["--alternatives", "2"];
    ask(&[&["--from", "10,1", "--to", "30,1"], &others[..]].concat())
        .refuses("--alternatives: is for paths between places");
    ask(&[&["--from", "1", "--to", "3", "--cost-only"], &others[..]].concat())
        .refuses("--cost-only finds no path to show");
    ask(&[&["--from", "1", "--to", "3"], &others[..]].concat())
        .shows(0, &["1 path without loops:\n   1. 150 ticks, 2 steps\n  1 2 3\n"]);
}

#[test]
fn what_is_wrong_is_said() {
    let ends = ["--from", "1", "--to", "3"];
    let ask = |more: &[&str]| with_input(&[&["path", "-"], &ends[..], more].concat(), TRIANGLE);
    ask(&["--terrain", "3=1"]).refuses("--terrain: is for maps of tiles");
    ask(&["--corners", "always"]).refuses("--corners: is for maps of tiles");
    ask(&["--method", "jps"]).refuses("an index that maps of this shape do not have");
    with_input(&["path", "-", "--from", "9", "--to", "1"], TRIANGLE)
        .refuses("--from: 9 is not part of the map of graphs");
    with_input(&["path", "-", "--from", "a", "--to", "1"], TRIANGLE)
        .refuses("expected a number such as 17");
    with_input(&["path", "-"], TRIANGLE).refuses("where to start?");
    with_input(&["info", "-"], b"p sp 2 1\na 1 3 1\n").refuses("line 2: \"3\" was found");
    with_input(&["field", "-", "--from", "0,0"], TRIANGLE).refuses("expected squares");
    let hierarchy = ["path", "data/grid/dao/arena.map", "--from", "1,11", "--to", "3,12"];
    astride(&[&hierarchy[..], &["--method", "hierarchy"]].concat())
        .refuses("an index that maps of this shape do not have");
}
