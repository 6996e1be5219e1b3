//! Scenario files: recorded lengths are checked, and lies are found.

use std::fs;

use crate::common::{ARENA, Run, astride, root};
use serde_json::{Value, json};

const LAK: &str = "data/grid/dao/lak105d.map";

#[test]
fn the_arena_is_as_recorded() {
    astride(&["scen", ARENA]).shows(0, &["astar: ", "all as recorded", "expanded", "time"]);
    let json = astride(&["scen", LAK, "--all", "--json"]).json(0);
    let methods = json["methods"].as_array().unwrap();
    assert!(methods.len() >= 4, "{json}");
    for method in methods {
        assert_eq!(method["mismatches"], 0);
        assert!(method["expanded"].as_u64().unwrap() > 0);
        assert!(method["timing"]["p99_us"].is_f64());
    }
}

#[test]
fn indexes_answer_as_recorded_and_say_what_they_hold() {
    for method in ["jps", "jump-table", "labels", "auto"] {
        let args = ["scen", LAK, "--method", method, "--threads", "2"];
        let json = astride(&[&args[..], &["--repeat", "2", "--json"]].concat()).json(0);
        let run = &json["methods"][0];
        assert_eq!((&run["method"], &run["mismatches"]), (&json!(method), &json!(0)));
        assert!(run["index"]["bytes"].as_u64().unwrap() > 0, "{run}");
        assert_eq!(run["threads"], 2);
        assert!(run["timing"]["per_second"].as_f64().unwrap() > 0.0);
        astride(&[&args[..], &["--cost-only", "--limit", "20"]].concat())
            .shows(0, &["all as recorded", "built ", "answers a second on 2 threads"]);
    }
    let all = astride(&["scen", LAK, "--all", "--limit", "10"]);
    all.shows(0, &["\nlabels: 10 rows", "\njump-table: ", "\nbidirectional: "]);
    astride(&["scen", LAK, "--method", "labels", "--terrain", "W=1"]).shows(0, &["built"]);
    // Where terrain costs differ there are no boxes, and all others are run.
    let folder = tempfile::tempdir().unwrap();
    let [map, rows] = ["wet.map", "wet.map.scen"].map(|name| folder.path().join(name));
    fs::write(&map, "type octile\nheight 3\nwidth 6\nmap\n......\n..W@..\n......\n").unwrap();
    fs::write(&rows, "version 1\n0 wet.map 6 3 0 0 5 0 5\n").unwrap();
    let wet = ["scen", map.to_str().unwrap(), "--all", "--terrain", "W=3"];
    astride(&wet).shows(0, &["\nlabels: 1 row", "\njump-table: 1 row"]);
    astride(&["scen", LAK, "--threads", "0"]).refuses("--threads");
}

#[test]
fn methods_that_promise_less_are_held_to_that() {
    let methods = ["--method", "greedy", "--method", "weighted:1.5", "--method", "breadth-first"];
    astride(&[&["scen", LAK, "--limit", "50"][..], &methods].concat())
        .shows(0, &["greedy: 50 rows run, none shorter than recorded, ", " times as long"]);
    let told = astride(&[&["scen", LAK, "--limit", "50", "--json"][..], &methods].concat()).json(0);
    let [greedy, weighted, _] = [0, 1, 2].map(|at| &told["methods"][at]);
    assert!(greedy["longer"].as_u64() > Some(0) && greedy["mismatches"] == 0);
    assert!(weighted["longest_ratio"].as_f64().is_some_and(|ratio| ratio <= 1.5));
}

#[test]
fn rows_beyond_the_budget_are_given_up_and_counted() {
    let few = ["scen", ARENA, "--budget", "3", "--limit", "20"];
    astride(&few).shows(0, &[" given up, all as recorded"]);
    let told = astride(&[&few[..], &["--json"]].concat()).json(0);
    let given_up = told["methods"][0]["given_up"].as_u64().unwrap();
    assert!((1..20).contains(&given_up), "{given_up}");
    astride(&["scen", ARENA, "--budget", "0", "--limit", "20"])
        .shows(0, &["20 rows run, 20 given up, nothing to compare"]);
    astride(&[&few[..], &["--cost-only"]].concat()).refuses("--budget");
}

fn with_row(row: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("lie.scen");
    fs::write(&file, format!("version 1\n0 arena 49 49 1 11 1 12 1\n{row}\n")).unwrap();
    astride(&["scen", ARENA, file.to_str().unwrap()])
}

#[test]
fn a_row_that_lies_is_named() {
    with_row("0 arena 49 49 1 13 4 12 3.41421").shows(0, &["2 rows run, all as recorded"]);
    let lies = [
        ("0 arena 49 49 1 13 4 12 3.51421", "length 3.41421, listed 3.51421"),
        ("0 arena 49 50 1 13 4 12 3.41421", "listed for 49x50 cells, the map has 49x49"),
        ("0 arena 49 49 0 0 4 12 3.41421", "the start is blocked, listed length 3.41421"),
        ("0 arena 49 49 1 13 48 48 3.41421", "the goal is blocked, listed length 3.41421"),
        ("0 arena 49 49 1 13 4 12 0", "a path of length 3.41421, listed as none"),
    ];
    for (row, reason) in lies {
        with_row(row).shows(1, &["1 mismatch\n", "row 2 (line 3): ", reason]);
    }
}

#[test]
fn a_folder_becomes_a_record() {
    let folder = tempfile::tempdir().unwrap();
    let maps = folder.path().join("maps/small");
    fs::create_dir_all(&maps).unwrap();
    for ending in ["map", "map.scen"] {
        let name = format!("lak105d.{ending}");
        fs::copy(root().join("data/grid/dao").join(&name), maps.join(&name)).unwrap();
    }
    let record = folder.path().join("record.json");
    let args = ["bench", maps.to_str().unwrap(), "--limit", "20", "-o", record.to_str().unwrap()];
    astride(&args).shows(0, &["| lak105d.map | astar | 20 | 0 |", "Times per query"]);
    let json: Value = serde_json::from_str(&fs::read_to_string(&record).unwrap()).unwrap();
    assert_eq!(json["runs"].as_array().unwrap().len(), 3);
    assert_eq!(json["runs"][0]["map"], json!("lak105d.map"));
    assert!(json["machine"]["cores"].as_u64().unwrap() > 0);
    let table = fs::read_to_string(record.with_extension("md")).unwrap();
    assert!(table.contains("Counts, the same on every machine"));
    astride(&["bench", folder.path().join("maps").to_str().unwrap(), "-o", "x.txt"])
        .refuses("expected a name ending in .json");
}

#[test]
fn a_folder_may_hold_maps_of_every_shape() {
    let folder = tempfile::tempdir().unwrap();
    let files = [
        "voxel/Simple.3dmap",
        "voxel/Simple.3dmap.sample.3dscen",
        "road/monaco.time.gr",
        "road/monaco.time.queries.txt",
        "navmesh/polyanya/tests/square.mesh",
        "navmesh/polyanya/tests/square.scen",
    ];
    for file in files {
        let name = file.rsplit('/').next().unwrap();
        fs::copy(root().join("data").join(file), folder.path().join(name)).unwrap();
    }
    let here = folder.path().to_str().unwrap();
    let rows = ["| Simple.3dmap | astar | 3 | 0 |", "| monaco.time.gr | bidirectional | 3 | 0 |"];
    astride(&["bench", here, "--limit", "3"]).shows(0, &rows);
    let run = astride(&["bench", here, "--limit", "3", "--method", "hierarchy"]);
    run.shows(
        0,
        &["| monaco.time.gr | hierarchy | 3 | 0 |", "left out: square.scen, --method hier"],
    );
    run.shows(0, &["Simple.3dmap.sample.3dscen, hierarchy: no method of maps of this shape"]);
    let told = astride(&["bench", here, "--limit", "3", "--json"]).json(0);
    let runs = told["runs"].as_array().unwrap();
    let on_mesh = runs.iter().find(|run| run["map"] == "square.mesh").unwrap();
    assert_eq!((&on_mesh["method"], &on_mesh["mismatches"]), (&json!("polyanya"), &json!(0)));
    assert!(runs.iter().all(|run| run["mismatches"] == 0), "{told}");
    assert_eq!(runs.iter().filter(|run| run["map"] == "square.mesh").count(), 1);
    // An option of squares leaves the others out.
    let asked = ["bench", here, "--limit", "3", "--threads", "1"];
    fs::write(folder.path().join("a.map"), "type octile\nheight 1\nwidth 2\nmap\n..\n").unwrap();
    fs::write(folder.path().join("a.map.scen"), "version 1\n0\ta.map\t2\t1\t0\t0\t1\t0\t1\n")
        .unwrap();
    astride(&asked)
        .shows(0, &["| a.map | astar |", "left out: square.scen, --threads: is for maps"]);
    fs::remove_file(folder.path().join("a.map")).unwrap();
    astride(&asked).refuses(": nothing to run on any of the maps (");
    // A wrong distance is found.
    fs::write(folder.path().join("monaco.time.queries.txt"), "332 155 11298\n").unwrap();
    astride(&["bench", here, "--limit", "1", "--method", "astar"])
        .shows(1, &["a path of 11299, and 11298 is listed"]);
    let only = ["bench", here, "--method", "clusters"];
    astride(&only).refuses(": nothing to run on any of the maps (");
}
