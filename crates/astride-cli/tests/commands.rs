//! What each subcommand answers.

use std::fs;

use crate::common::{ARENA, astride, command, root, with_input};
use serde_json::{Value, json};

const WALLED: &[u8] = b".......\n...#...\n.A.#.B.\n...#...\n.......\n";

#[test]
fn alone_it_solves_two_examples_and_says_what_to_try() {
    let run = astride(&[]);
    run.shows(
        0,
        &["68 ticks (scale 10/14)", "\u{25b2}", "\u{25a0}", "6 183 967 ticks", "446.1737"],
    );
    run.shows(0, &["effort", "(each letter stands for 2x2 cells)", "astride path"]);
    let json = astride(&["--json"]).json(0);
    assert_eq!(json["examples"][0]["path"]["cost"], 68);
    assert_eq!(json["examples"][1]["guarantee"]["optimal"], true);
}

#[test]
fn the_commands_it_suggests_work() {
    let folder = tempfile::tempdir().unwrap();
    let out = astride(&[]).out;
    let lines: Vec<&str> = out.lines().filter(|line| line.starts_with("  astride ")).collect();
    assert_eq!(lines.len(), 7);
    for line in lines {
        let mut words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let picture = folder.path().join("path.png");
        for word in &mut words {
            if *word == "path.png" {
                *word = picture.to_str().unwrap();
            }
        }
        assert_eq!(astride(&words).code, 0, "{line}");
    }
}

#[test]
fn a_path_says_what_it_costs_and_what_is_promised() {
    let run = with_input(&["path", "-", "--scale", "classic"], WALLED);
    run.shows(0, &["path from 1,2 to 5,2\n", "cost        68 ticks (scale 10/14)\n"]);
    run.shows(0, &["length      6.8284 cells\n", "6 (4 straight, 2 diagonal)\n"]);
    run.shows(0, &["guarantee   optimal\n", "effort      14 nodes expanded, 27 generated"]);
    let cells = run.out.lines().find(|line| line.starts_with("cells")).unwrap();
    assert_eq!(cells, "cells       1,2 2,3 2,4 3,4 4,4 5,3 5,2");
}

#[test]
fn a_path_in_json_has_stable_names() {
    let json = with_input(&["path", "-", "--scale", "10/14", "--json"], WALLED).json(0);
    assert_eq!(json["command"], "path");
    assert_eq!(json["outcome"], "found");
    assert_eq!((&json["from"], &json["to"]), (&json!([1, 2]), &json!([[5, 2]])));
    assert_eq!((&json["path"]["cost"], &json["cost"]), (&68.into(), &68.into()));
    assert_eq!(json["path"]["cells"].as_array().unwrap().len(), 7);
    assert_eq!(json["effort"]["expanded"], 14);
    assert!(json["timing"]["seconds"].is_f64());
}

#[test]
fn every_method_and_rule_by_name() {
    for method in [
        "astar",
        "dijkstra",
        "bidirectional",
        "ida-star",
        "breadth-first",
        "greedy",
        "weighted:1.5",
        "weighted-ida-star:1.5",
        "bidirectional-breadth-first",
        "bidirectional-greedy",
        "depth-first",
        "swarm",
        "convergent-swarm",
        "bidirectional-swarm",
        "landmarks",
        "clusters",
    ] {
        let run = with_input(&["path", "-", "--method", method], WALLED);
        run.shows(0, &["path from 1,2 to 5,2"]);
    }
    for (option, values) in [
        ("--heuristic", &["zero", "manhattan", "octile", "chebyshev", "euclidean"][..]),
        ("--ties", &["last-added", "first-added", "smaller-h", "straightest"]),
        ("--corners", &["never", "one-free", "always"]),
        ("--neighbours", &["4", "8"]),
    ] {
        for value in values {
            assert_eq!(with_input(&["path", "-", option, value], WALLED).code, 0, "{value}");
        }
    }
    let manhattan = with_input(&["path", "-", "--heuristic", "manhattan"], WALLED);
    manhattan.shows(0, &["not optimal (at most 1.4142 times the cheapest)"]);
    let four = with_input(&["path", "-", "--neighbours", "4", "--scale", "classic"], WALLED);
    four.shows(0, &["cost        80 ticks"]);
}

#[test]
fn indexes_find_the_same_cost_as_searches() {
    for method in ["jps", "jump-table", "labels", "auto"] {
        let run = with_input(&["path", "-", "--method", method, "--scale", "classic"], WALLED);
        run.shows(0, &["cost        68 ticks", "guarantee   optimal", "built       "]);
        let json = with_input(&["path", "-", "--method", method, "--json"], b"A#B").json(1);
        assert_eq!(
            (&json["outcome"], &json["enclosed"]["end"]),
            (&"unreachable".into(), &"start".into())
        );
        let drawn = ["path", "-", "--method", method, "--draw", "text", "--repeat", "2"];
        with_input(&drawn, WALLED).shows(0, &["\u{25b2}"]);
    }
    for method in ["jps", "labels", "auto", "astar", "dijkstra"] {
        let args = ["path", "-", "--method", method, "--cost-only", "--repeat", "3", "--json"];
        let json = with_input(&[&args[..], &["--scale", "classic"]].concat(), WALLED).json(0);
        assert_eq!((&json["cost"], &json["outcome"]), (&json!(68), &json!("found")), "{method}");
        with_input(&args, b"A#B").json(1);
    }
}

#[test]
fn what_an_index_cannot_answer_is_refused_and_auto_searches() {
    let many = ["path", ARENA, "--from", "1,11", "--to", "46,47", "--to", "3,12"];
    let ask =
        |method: &str, more: &[&str]| astride(&[&many[..], &["--method", method], more].concat());
    ask("labels", &[]).refuses("--method labels: does not take several goals");
    ask("jps", &[]).refuses("astar does");
    ask("auto", &[]).shows(0, &["path from 1,11 to 3,12"]);
    let trace = ["path", "-", "--method", "jps", "--trace", "-"];
    with_input(&trace, WALLED).refuses("does not tell what it looks at");
    for option in ["--waypoints", "--why"] {
        let both = ["path", "-", "--cost-only", option];
        with_input(&both, WALLED).refuses("--cost-only finds no path to show");
    }
    // Where diagonals are costlier than the way round, there are no jump points.
    let ends = ["path", "-", "--scale", "10/21", "--method"];
    let refused = with_input(&[&ends[..], &["jump-table"]].concat(), WALLED);
    refused.refuses("--method jump-table: no jump points on this map");
    with_input(&[&ends[..], &["auto"]].concat(), WALLED).shows(0, &["astar: no jump points"]);
    // Water beside land does not matter.
    let waters = b"type octile\nheight 1\nwidth 4\nmap\n.SWW\n";
    for (from, to, code) in [("0,0", "1,0", 0), ("3,0", "2,0", 0), ("1,0", "2,0", 1)] {
        let ends = ["path", "-", "--from", from, "--to", to, "--method", "labels"];
        assert_eq!(with_input(&ends, waters).code, code, "{from} to {to}");
    }
}

#[test]
fn the_nearest_of_many_goals_is_taken() {
    let ends = ["--from", "1,11", "--to", "46,47", "--to", "3,12", "--to", "20,20"];
    let run = astride(&[&["path", ARENA][..], &ends].concat());
    run.shows(0, &["path from 1,11 to 3,12", "guarantee   optimal"]);
}

#[test]
fn terrain_costs_what_it_is_said_to_cost() {
    let map = b"A1B\n.f.\n".as_slice();
    let cost = |args: &[&str]| {
        let run = with_input(&[&["path", "-", "--scale", "classic", "--json"], args].concat(), map);
        run.json(0)["path"]["cost"].as_u64().unwrap()
    };
    assert_eq!(cost(&[]), 20);
    assert_eq!(cost(&["--terrain", "1=9", "--terrain", "f=1"]), 28);
    let blocked = ["path", "-", "--terrain", "1=blocked"];
    with_input(&blocked, map).shows(1, &["no path from 0,0 to 2,0", "enclosed"]);
}

#[test]
fn no_path_says_which_end_is_enclosed() {
    let run = with_input(&["path", "-"], b"A....\n...##\n...#B\n");
    run.shows(1, &["no path from 0,0 to 4,2: the goal is enclosed, it is reached from no more"]);
    run.shows(1, &["than 1 cell\n"]);
    let run = with_input(&["path", "-"], b"A#...\n##...\n....B\n");
    run.shows(1, &["the start is enclosed, it leads to no more than 1 cell"]);
    let json = with_input(&["path", "-", "--json"], b"A#B").json(1);
    assert_eq!((&json["outcome"], &json["enclosed"]["cells"]), (&json!("unreachable"), &json!(1)));
    with_input(&["path", "-", "--max-cost", "5"], WALLED).shows(1, &["no path is within"]);
}

#[test]
fn why_names_what_closes_a_goal_off_and_what_would_open_it() {
    let map = b"A...\n..##\n.##B\n";
    let run = with_input(&["path", "-", "--why"], map);
    run.shows(1, &["no path from 0,0 to 3,2", "by 2 cells", "3,1 2,2", "1 cell at least"]);
    let json = with_input(&["path", "-", "--why", "--json"], map).json(1);
    let explanation = &json["explanation"];
    assert_eq!(explanation["frontier"], json!([[3, 1], [2, 2]]));
    assert_eq!(explanation["opening"]["cells"], json!([[3, 1]]));
    let blocked = with_input(&["path", "-", "--why", "--to", "2,1"], map);
    blocked.shows(1, &["the goal cannot be stood on", "1 cell at least"]);
    with_input(&["path", "-", "--why", "--to", "2,1", "--to", "3,2"], map).refuses("one goal");

    let fenced = ["path", "-", "--why", "--fence", "1,0-2,0=1"];
    with_input(&fenced, b"A..B").shows(1, &["by 1 forbidden step", "1,0-2,0"]);
    let json = with_input(&[&fenced[..], &["--json"]].concat(), b"A..B").json(1);
    assert_eq!(json["explanation"]["shut"], json!([[[1, 0], [2, 0]]]));
}

#[test]
fn a_partial_answer_leads_to_the_nearest_cell() {
    let run = with_input(&["path", "-", "--partial"], b"A..#B\n");
    run.shows(1, &["no path from 0,0 to 4,0", "nearest reachable cell is 2,0", "0,0 1,0 2,0"]);
    let blocked = ["path", "-", "--to", "3,0", "--partial"];
    with_input(&blocked, b"A..#.\n").shows(1, &["the goal cannot be stood on", "0,0 1,0 2,0"]);
    for method in ["auto", "jps", "labels"] {
        let guided = ["path", "-", "--partial", "--method", method, "--json"];
        let json = with_input(&guided, b"A..#B\n").json(1);
        assert_eq!(json["path"]["cells"], json!([[0, 0], [1, 0], [2, 0]]), "{method}");
        assert_eq!(json["enclosed"], json!({ "end": "goal", "cells": 1 }), "{method}");
    }
    let clusters = ["path", "-", "--partial", "--method", "clusters"];
    with_input(&clusters, b"A..#B\n").refuses("--max-cost or --partial");
}

#[test]
fn blocked_ends_are_snapped_to_the_nearest_cells() {
    let ends = ["path", "-", "--from", "1,1", "--to", "4,1"];
    let map = b".#...\n.##.#\n.....\n";
    with_input(&ends, map).refuses("--from 1,1 is blocked");
    let run = with_input(&[&ends[..], &["--snap"]].concat(), map);
    run.shows(0, &["path from 0,1 to 4,0"]);
    let said = "--from 1,1 is blocked, taking 0,1";
    assert!(run.err.contains(said) && run.err.contains("taking 4,0"), "{}", run.err);
    let run = with_input(&[&ends[..], &["--snap", "--json"]].concat(), map);
    let json: Value = serde_json::from_str(&run.out).unwrap();
    let moved = json!([
        { "option": "--from", "asked": [1, 1], "taken": [0, 1] },
        { "option": "--to", "asked": [4, 1], "taken": [4, 0] },
    ]);
    assert_eq!(json["snapped"], moved);
    // The nearer side of a wall is no use if it cannot be reached.
    let sides = ["path", "-", "--from", "0,0", "--to", "3,0", "--snap"];
    with_input(&sides, b"..##.\n").shows(0, &["path from 0,0 to 1,0"]);
    with_input(&["path", "-", "--from", "0,0", "--to", "1,0", "--snap"], b"##\n").refuses("--from");
}

#[test]
fn a_budget_runs_out_with_code_three() {
    let ends = ["--from", "1,11", "--to", "46,47"];
    let run = astride(&[&["path", ARENA, "--budget", "5"][..], &ends].concat());
    run.shows(3, &["out of budget after 5 expanded nodes"]);
    astride(&["range", ARENA, "--from", "20,20", "--steps", "9", "--budget", "5"]).shows(3, &[]);
    astride(&["field", ARENA, "--to", "20,20", "--budget", "5"]).shows(3, &["only distances"]);
}

#[test]
fn alternatives_straight_lines_and_traces() {
    let folder = tempfile::tempdir().unwrap();
    let trace = folder.path().join("trace.jsonl");
    let options = ["--alternatives", "3", "--straighten", "--trace", trace.to_str().unwrap()];
    let run = with_input(&[&["path", "-", "--json"][..], &options].concat(), WALLED);
    let json = run.json(0);
    assert_eq!(json["alternatives"].as_array().unwrap().len(), 3);
    assert_eq!(json["straightened"]["waypoints"][0], json!([1, 2]));
    let trace = fs::read_to_string(trace).unwrap();
    assert_eq!(trace.lines().count() as u64, json["trace"]["events"].as_u64().unwrap());
    for line in trace.lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        assert!(event["event"].is_string() && event["cell"].is_array());
    }
}

#[test]
fn every_kind_of_picture_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |kind: &str, name: &str| {
        let file = folder.path().join(name);
        let args = ["path", "-", "--draw", kind, "-o", file.to_str().unwrap()];
        with_input(&args, WALLED).shows(0, &["picture"]);
        fs::read(file).unwrap()
    };
    for kind in ["png", "apng", "figure-png"] {
        assert!(picture(kind, kind).starts_with(b"\x89PNG"), "{kind}");
    }
    for kind in ["svg", "figure-svg"] {
        assert!(String::from_utf8(picture(kind, kind)).unwrap().contains("<svg"), "{kind}");
    }
    assert!(picture("colour", "c.txt").contains(&0x1b));
    assert_eq!(
        picture("ascii", "a.txt"),
        with_input(&["path", "-", "--draw", "ascii", "-o", "-"], WALLED).out.into_bytes()
    );
    let at_start = with_input(&["path", "-", "--draw", "text", "--step", "0"], WALLED);
    let at_end = with_input(&["path", "-", "--draw", "text"], WALLED);
    assert_ne!(at_start.out, at_end.out);
}

#[test]
fn a_picture_without_a_name_lies_in_the_current_folder() {
    let folder = tempfile::tempdir().unwrap();
    let map = root().canonicalize().unwrap().join(ARENA);
    let mut command = command(&["draw", map.to_str().unwrap(), "--draw", "png"]);
    command.current_dir(folder.path()).assert().success();
    assert!(fs::read(folder.path().join("map.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_range_holds_what_its_cost_allows() {
    let open = b"...\n.A.\n...\n".as_slice();
    with_input(&["range", "-", "--steps", "1", "--cells"], open)
        .shows(0, &["5 cells within 13 860 ticks of 1,1", "cells       1,0 0,1 1,1 2,1 1,2\n"]);
    let json = with_input(&["range", "-", "--cost", "19601", "--json"], open).json(0);
    assert_eq!((&json["count"], &json["farthest"]), (&json!(9), &json!(19601)));
    assert_eq!(json["cells"][0], json!({ "cell": [0, 0], "cost": 19601, "parent": [1, 1] }));
    with_input(&["range", "-", "--steps", "1e300"], open).shows(0, &["9 cells"]);
}

#[test]
fn a_field_leads_units_and_is_written_as_csv() {
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("field.csv");
    let args =
        ["field", "-", "--scale", "classic", "--from", "0,0", "--csv", csv.to_str().unwrap()];
    let run = with_input(&args, b"..\n.B\n");
    run.shows(0, &["reachable   4 cells", "farthest    14 ticks", "path from 0,0 to 1,1"]);
    assert_eq!(fs::read_to_string(csv).unwrap(), "x,y,ticks\n0,0,14\n1,0,10\n0,1,10\n1,1,0\n");
    let json = with_input(&["field", "-", "--from", "0,0", "--json"], b".#B").json(1);
    assert_eq!((&json["reachable"], &json["paths"][0]["path"]), (&json!(1), &json!(null)));
}

#[test]
fn info_counts_what_the_map_is_made_of() {
    astride(&["info", ARENA]).shows(0, &["49 x 49 = 2 401 cells", "2 054 cells (85.5 %)"]);
    let json = with_input(&["info", "-", "--json"], b"A..#.\n..##W\n").json(0);
    assert_eq!((&json["components"], &json["passable"]), (&json!(3), &json!(7)));
    assert_eq!(json["largest"][0]["cells"], 5);
    assert_eq!(json["longest"]["cost"], 13_860 + 19_601);
    let none = with_input(&["info", "-", "--json"], b"##").json(0);
    assert_eq!((&none["components"], &none["longest"]), (&json!(0), &json!(null)));
}

#[test]
fn layers_lie_over_a_drawn_map() {
    let layered = |layer: &str| with_input(&["draw", "-", "--layer", layer], b"A..#...\n...#..B\n");
    layered("components").shows(0, &["Aaa#bbb\naaa#bbB\n"]);
    layered("regions").shows(0, &["Aaa#bbb\naaa#bbB\n"]);
    layered("fog").shows(0, &["A..#???\n...#??B\n"]);
    layered("influence").shows(0, &["A88#...\n888#..B\n"]);
    let json = with_input(&["draw", "-", "--layer", "dead-ends", "--json"], b"...\n").json(0);
    assert_eq!(json["layer"], "dead-ends");
    with_input(&["draw", "-", "--layer", "fog"], b"...\n").refuses("from where?");
    let args = ["draw", "-", "--layer", "influence", "--at", "9,9"];
    with_input(&args, b"...\n").refuses("--at 9,9 is off the map");
    let folder = tempfile::tempdir().unwrap();
    for layer in ["components", "clearance", "regions", "clusters", "dead-ends", "influence", "fog"]
    {
        let file = folder.path().join(format!("{layer}.png"));
        let draw = ["draw", ARENA, "--layer", layer, "-o", file.to_str().unwrap()];
        let eyes = ["--at", "20,20", "--radius", "9"];
        match layer {
            "influence" | "fog" => astride(&[&draw[..], &eyes].concat()).shows(0, &["picture"]),
            _ => {
                astride(&draw).shows(0, &["picture"]);
                for eyes in eyes.chunks(2) {
                    astride(&[&draw[..], eyes].concat()).refuses("is for --layer influence or fog");
                }
            }
        }
        assert!(fs::read(&file).unwrap().starts_with(b"\x89PNG"), "{layer}");
    }
}

#[test]
fn a_map_is_drawn_in_letters() {
    let run = with_input(&["draw", "-"], b"A.#\n..B\n");
    assert_eq!((run.code, &run.out[..]), (0, "A.#\n..B\n"));
}

#[test]
fn terrain_is_laid_over_a_map_by_its_seed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let rough = file("rough.map");
    let with_seed = |seed| ["convert", ARENA, &rough, "--force", "--terrain", "3", "--seed", seed];
    astride(&with_seed("7")).shows(0, &[]);
    let letters = fs::read(&rough).unwrap();
    assert!(b".23T".iter().all(|letter| letters.contains(letter)));
    astride(&["path", &rough, "--from", "1,11", "--to", "46,47"]).shows(0, &["optimal"]);
    astride(&with_seed("8")).shows(0, &[]);
    assert_ne!(fs::read(&rough).unwrap(), letters);
    astride(&["convert", ARENA, &rough, "--terrain", "10"]).refuses("10 is not in 2..=9");
    let none = ["convert", ARENA, &rough, "--force", "--terrain", "2", "--blob", "0"];
    astride(&none).refuses("--blob: blobs of 0 cells, expected 1 to 16384");
    astride(&["convert", ARENA, &rough, "--seed", "1"]).refuses("--terrain");
}

#[test]
fn maps_survive_conversion_there_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (txt, back) = (file("a.txt"), file("b.map.gz"));
    astride(&["convert", ARENA, &txt]).shows(0, &["2 450 bytes"]);
    astride(&["convert", &txt, &back]).shows(0, &[]);
    let plain = file("c.map");
    astride(&["convert", &back, &plain]).shows(0, &[]);
    let original = fs::read_to_string(root().join(ARENA)).unwrap().replace('\r', "");
    assert_eq!(fs::read_to_string(&plain).unwrap().trim_end(), original.trim_end());
    let drawn = file("d.map");
    let run = with_input(&["convert", "-", &drawn], b"A#\n.B\n");
    run.shows(0, &["2 marks of starts and goals left out"]);
    assert!(fs::read_to_string(drawn).unwrap().ends_with("map\n.@\n..\n"));
    astride(&["convert", ARENA, &file("a.png")]).shows(0, &[]);
    astride(&["convert", ARENA, &file("a.xyz")]).refuses("no known format");
}

#[test]
fn what_is_there_is_not_converted_over() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept.txt");
    fs::write(&kept, "as it was").unwrap();
    let name = kept.to_str().unwrap();
    astride(&["convert", ARENA, name]).refuses("is there already, expected a new name or --force");
    assert_eq!(fs::read_to_string(&kept).unwrap(), "as it was");
    astride(&["convert", ARENA, name, "--force"]).shows(0, &["2 450 bytes"]);
    assert!(fs::read_to_string(&kept).unwrap().starts_with('T'));
}

#[test]
fn standard_output_takes_a_converted_map() {
    let map = with_input(&["convert", "-", "-"], b"A#\n.B\n");
    assert_eq!((map.code, &map.out[..]), (0, "type octile\nheight 2\nwidth 2\nmap\n.@\n..\n"));
    let drawn = with_input(&["convert", "-", "-", "--as", "txt"], b"A#\n.B\n");
    assert_eq!((drawn.code, &drawn.out[..]), (0, "A#\n.B\n"));
    with_input(&["convert", "-", "-", "--as", "gif"], b"..").refuses("expected map, txt, astride");
}

#[test]
fn failures_are_json_for_machines() {
    let check = |args: &[&str], piece: &str| {
        let run = astride(args);
        run.refuses(piece);
        assert!(run.out.starts_with("{\"code\":"), "{}", run.out);
    };
    check(&["info", "no/such.map", "--json"], "cannot read no/such.map");
    check(&["path", ARENA, "--json", "--method", "asta"], "did you mean astar?");
}

#[test]
fn shells_and_manuals_know_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        astride(&["completions", shell]).shows(0, &["simulate", "puzzle", "method"]);
    }
    astride(&["completions", "tcsh"]).refuses("[possible values: bash");
    let folder = tempfile::tempdir().unwrap();
    let man = folder.path().to_str().unwrap();
    astride(&["manual", man]).shows(0, &["pages of the manual"]);
    let page = fs::read_to_string(folder.path().join("astride-path.1")).unwrap();
    assert!(page.starts_with(".ie") && page.contains("\\-\\-method"), "{page}");
    fs::remove_file(folder.path().join("astride.1")).unwrap();
    fs::write(folder.path().join("astride-path.1"), "mine").unwrap();
    astride(&["manual", man]).refuses("is there already, expected a new name or --force");
    assert!(!folder.path().join("astride.1").exists(), "nothing was written");
    astride(&["manual", man, "--force"]).shows(0, &["pages of the manual"]);
    assert_eq!(fs::read_to_string(folder.path().join("astride-path.1")).unwrap(), page);
    astride(&["manual", "no/such/folder"]).refuses("cannot write no/such/folder/astride.1");
}

#[test]
fn help_explains_everything() {
    astride(&["--help"]).shows(0, &["Examples:", "Exit codes:", "the budget ran out first"]);
    for name in ["path", "range", "field", "info", "draw", "convert", "scen", "bench"] {
        astride(&[name, "--help"]).shows(0, &["Examples:", "Exit codes:", "--json"]);
    }
    astride(&["--version"]).shows(0, &["astride "]);
}

#[test]
fn an_index_is_baked_once() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.labels");
    let name = file.to_str().unwrap();
    let bake = |more: &[&str]| astride(&[&["bake", ARENA, "-o", name], more].concat());
    bake(&[]).shows(0, &["labels of data/grid/dao/arena.map in ", "points", "entries", "bytes"]);
    let first = fs::read(&file).unwrap();
    bake(&[]).refuses("is there already, expected a new name or --force");
    let json = bake(&["--force", "--json"]).json(0);
    assert_eq!((&json["command"], &json["index"]), (&json!("bake"), &json!("labels")));
    assert_eq!(json["bytes"], first.len());
    assert_eq!(json["fingerprint"].as_str().unwrap().len(), 16);
    assert!(json["points"].as_u64().unwrap() > 0 && json["entries"].as_u64().unwrap() > 0);
    assert_eq!(fs::read(&file).unwrap(), first, "the same index is the same file");
    bake(&["--force", "--bytes-per-cell", "0", "--corners", "always"]).shows(0, &["labels of"]);
    assert_ne!(fs::read(&file).unwrap(), first);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
    let out = command(&["bake", ARENA, "-o", "-"]).output().unwrap();
    assert_eq!(out.stdout, first);
}

#[test]
fn baked_labels_answer_as_a_search_does() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.map.labels");
    let (name, here) = (file.to_str().unwrap(), folder.path().to_str().unwrap());
    astride(&["bake", ARENA, "-o", name]).shows(0, &["labels of"]);
    let ends = ["--from", "1,11", "--to", "46,47"];
    for baked in [name, here] {
        let ask = [&["path", ARENA, "--json", "--baked", baked][..], &ends].concat();
        let json = astride(&ask).json(0);
        assert_eq!((&json["path"]["cost"], &json["method"]), (&json!(830_376), &json!("labels")));
    }
    let run = astride(&["scen", ARENA, "--baked", name, "--cost-only", "--threads", "2"]);
    run.shows(0, &["labels: 160 rows run, all as recorded", "labels: loaded", "at once"]);
    let other = "data/grid/dao/den011d.map";
    astride(&["scen", other, "--baked", name]).refuses("the index is of a map of 49x49 cells");
    let ask =
        |more: &[&str]| astride(&[&["path", ARENA, "--baked", name][..], &ends, more].concat());
    ask(&["--corners", "always"]).refuses("for a mover with corner rule never, expected always");
    ask(&["--terrain", "T=1"]).refuses("to whom the terrain means something else");
    ask(&["--method", "astar"]).refuses("cannot be used with");
    ask(&["--max-cost", "9"]).refuses("does not take several goals");
    fs::write(&file, "no labels").unwrap();
    ask(&[]).refuses("--baked: this is no file of Astride's tables");
    fs::remove_file(&file).unwrap();
    ask(&[]).refuses("cannot read");
    astride(&["bench", "data/grid/dao", "--baked", here]).refuses("cannot read");
}

#[test]
fn several_indexes_are_baked_into_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.index");
    let name = file.to_str().unwrap();
    let bake = |more: &[&str]| astride(&[&["bake", ARENA, "--force", "-o", name], more].concat());
    bake(&["--index", "regions,clusters"])
        .shows(0, &["2 indexes of", "16 clusters on 1 level", "gate"]);
    let json = bake(&["--index", "all", "--json", "--landmarks", "4"]).json(0);
    let indexes: Vec<&str> = json["indexes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|of| of["index"].as_str().unwrap())
        .collect();
    assert_eq!(indexes, ["labels", "clusters", "landmarks", "dead-ends", "regions"]);
    assert_eq!((&json["indexes"][2]["landmarks"], json["index"].is_null()), (&json!(4), true));
    assert_eq!(json["bytes"], fs::metadata(&file).unwrap().len());
    let ends = ["--from", "1,11", "--to", "46,47"];
    let ask = |more: &[&str]| astride(&[&["path", ARENA, "--json"][..], &ends, more].concat());
    for (more, method) in [
        (&["--baked", name][..], "labels"),
        (&["--baked", name, "--method", "clusters", "--exact"], "clusters"),
        (&["--baked", name, "--method", "landmarks"], "landmarks"),
        (&["--method", "clusters", "--exact"], "clusters"),
        (&["--method", "landmarks"], "landmarks"),
    ] {
        let json = ask(more).json(0);
        assert_eq!((&json["path"]["cost"], &json["method"]), (&json!(830_376), &json!(method)));
    }
    let coarse = ask(&["--baked", name, "--method", "clusters"]).json(0);
    assert!((830_376..=900_000).contains(&coarse["path"]["cost"].as_u64().unwrap()));
    assert!(coarse["index"]["answers"].as_str().unwrap().contains("loaded"));
    bake(&["--index", "clusters"]).shows(0, &["1 index of"]);
    assert_eq!(ask(&["--baked", name]).json(0)["method"], "clusters");
    ask(&["--baked", name, "--method", "labels"])
        .refuses("the file holds clusters, expected labels");
    ask(&["--exact"]).refuses("expected no --exact");
    astride(&["scen", ARENA, "--baked", name]).refuses("the file holds clusters, expected labels");
    bake(&["--index", "regions"]).shows(0, &["1 index of"]);
    ask(&["--baked", name])
        .refuses("the file holds regions, expected labels, clusters or landmarks");
}

#[test]
fn info_describes_a_file_of_indexes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("arena.index");
    let name = file.to_str().unwrap();
    let indexes = "clusters,dead-ends";
    astride(&["bake", ARENA, "-o", name, "--index", indexes]).shows(0, &["2 indexes of"]);
    let info = |more: &[&str]| astride(&[&["info", "--baked", name], more].concat());
    info(&[])
        .shows(0, &["clusters, dead-ends of a map of 49 x 49 cells", "corners never", "whole"]);
    info(&[ARENA]).shows(0, &["fits        data/grid/dao/arena.map"]);
    info(&[ARENA, "--corners", "always"]).shows(1, &["fits        not data", "corner rule never"]);
    let json = info(&["data/grid/dao/den011d.map", "--json"]).json(1);
    assert_eq!((&json["fits"], &json["revision"]), (&json!(false), &json!(0)));
    let bytes = fs::read(&file).unwrap();
    fs::write(&file, &bytes[..bytes.len() - 8]).unwrap();
    info(&[]).refuses("bytes long, expected");
    astride(&["info"]).refuses("required arguments were not provided");
}

#[test]
fn marks_of_byte_order_and_the_case_of_headers_do_not_matter() {
    let mesh = "mesh\n2\n3 1\n0 0 2 0 -1\n1 0 2 0 -1\n0 1 2 0 -1\n3 0 1 2 -1 -1 -1\n";
    let asc = "ncols 2\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 1\n";
    for (text, piece) in [
        ("type octile\nheight 1\nwidth 2\nmap\n..\n", "2 x 1 = 2 cells"),
        ("p sp 2 1\na 1 2 7\n", "places      2"),
        ("voxel 2 1 1\n", "2 x 1 x 1"),
        (mesh, "navigation mesh"),
        (asc, "2 x 1 = 2 cells"),
        ("..\n", "2 x 1 = 2 cells"),
    ] {
        for text in [format!("\u{feff}{text}"), text.to_ascii_uppercase()] {
            with_input(&["info", "-"], text.as_bytes()).shows(0, &[piece]);
        }
    }
    let ldtk = r#"{ "jsonVersion": "1", "defs": {}, "levels": [{ "identifier": "a", "pxWid": 8,
        "pxHei": 8, "layerInstances": [{ "__identifier": "w", "__type": "IntGrid", "__cWid": 1,
        "__cHei": 1, "__gridSize": 8, "layerDefUid": 7, "intGridCsv": [0] }] }] }"#;
    for text in ["\u{feff}hex flat\n.\n".to_owned(), format!("\u{feff}{ldtk}")] {
        with_input(&["info", "-"], text.as_bytes()).shows(0, &["1"]);
    }
    with_input(&["info", "-"], br#"{ "levels": [] }"#).refuses("is JSON, not a map");
    let scen = "\u{feff}VERSION 1\n0 arena 49 49 1 11 1 12 1\n";
    with_input(&["scen", ARENA, "-"], scen.as_bytes()).shows(0, &["1 row run, all as recorded"]);
}

#[test]
fn info_notes_letters_without_a_meaning() {
    let map = b"..q.x\n#@OTW\nGS19q\n";
    let info = |more: &[&str]| with_input(&[&["info", "-"], more].concat(), map);
    let note = "notes       letters without a meaning, blocked unless --terrain says otherwise: ";
    info(&[]).shows(0, &[&format!("{note}q x\n")]);
    info(&["--terrain", "q=2"]).shows(0, &[&format!("{note}x\n")]);
    let told = info(&["--terrain", "q=2", "--terrain", "x=blocked", "--json"]).json(0);
    assert_eq!(told["notes"], json!(null));
}

#[test]
fn info_tells_of_gates_and_of_room() {
    let map =
        b".......#.......\n.......#.......\n...............\n.......#.......\n.......#.......\n";
    with_input(&["info", "-"], map).shows(
        0,
        &[
            "regions     2 regions, 1 gate of width 1",
            "narrowest   1 cell at 7,2, between 36 and 35 cells",
            "largest body 5 x 5 cells, at 0,0",
            "room for    1: 71  2: 48",
        ],
    );
    let json = with_input(&["info", "-", "--json"], map).json(0);
    assert_eq!((&json["regions"], &json["gates"][0]["cells"]), (&json!(2), &json!([[7, 2]])));
    assert_eq!(json["room_for"], json!([71, 48, 30, 16, 6]));
    assert_eq!(json["largest_body"], json!({ "side": 5, "cell": [0, 0] }));
    let none = with_input(&["info", "-", "--json"], b"##").json(0);
    assert_eq!((&none["largest_body"], &none["gates"]), (&json!(null), &json!([])));
}

/// A world with walls, a one-way step, a link and a mover, as a file.
fn walled(file: &str) {
    use astride::base::Dir;
    use astride::io::{NamedMover, WorldFile, write_world};
    use astride::shapes::square::{Edit, Grid, Mover};
    let mut grid = Grid::from_classes(4, 2, b"....@...").unwrap();
    let mut edit = Edit::new();
    edit.wall((1, 0), Dir::E).forbid_step((3, 1), Dir::W).link((0, 0), (3, 0), 14_000);
    grid.apply(&edit).unwrap();
    let mover = NamedMover { name: "cat".into(), mover: Mover::walker(), side: 1 };
    let world = WorldFile { movers: vec![mover], ..WorldFile::new(grid) };
    fs::write(file, write_world(&world).unwrap()).unwrap();
}

#[test]
fn a_world_is_converted_whole_or_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let world = file("w.astride");
    walled(&world);
    let copy = file("copy.astride.gz");
    astride(&["convert", &world, &copy]).shows(0, &["bytes"]);
    let again = file("again.astride");
    astride(&["convert", &copy, &again]).shows(0, &[]);
    assert_eq!(fs::read(&again).unwrap(), fs::read(&world).unwrap());
    // What was there stays as it is.
    let kept = file("kept.map");
    fs::write(&kept, "as it was").unwrap();
    let hint = "expected a name that ends in .astride, which can";
    for name in ["kept.map", "new.map.gz", "new.txt"] {
        let run = astride(&["convert", &world, &file(name), "--force"]);
        run.refuses("cannot hold mover \"cat\"");
        run.refuses(hint);
    }
    let bare = file("bare.astride");
    let mut read = astride::io::read_world(&fs::read(&world).unwrap()).unwrap();
    read.movers.clear();
    fs::write(&bare, astride::io::write_world(&read).unwrap()).unwrap();
    for name in ["kept.map", "new.map.gz", "new.txt"] {
        let run = astride(&["convert", &bare, &file(name), "--force"]);
        run.refuses("cannot hold walls (the first at (1, 0) towards E), one-way steps (the first");
        run.refuses("links (the first from (0, 0) to (3, 0), 14000 ticks), expected a name that");
    }
    assert_eq!(fs::read_to_string(&kept).unwrap(), "as it was");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5, "nothing else is left behind");
    astride(&["convert", &bare, &file("a.svg")]).shows(0, &[]);
}

#[test]
fn every_command_reads_a_world_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let world = file("w.map");
    walled(&world);
    let ends = ["--from", "1,0", "--to", "2,0"];
    let run = astride(&[&["path", &world, "--json"][..], &ends].concat());
    assert_eq!(run.json(0)["path"]["cost"], 3 * 13_860, "round the wall");
    let linked = astride(&["path", &world, "--from", "0,0", "--to", "3,0", "--waypoints"]);
    linked.shows(0, &["14 000 ticks", "0,0 3,0"]);
    let told = ["1 wall, 1 one-way step, 1 link", "movers      cat"];
    astride(&["info", &world]).shows(0, &told);
    let json = astride(&["info", &world, "--json"]).json(0);
    assert_eq!((&json["walls"], &json["one_way_steps"]), (&json!(1), &json!(1)));
    assert_eq!(
        (&json["links"], &json["movers"]),
        (&json!(1), &json!([{"name": "cat", "side": 1}]))
    );
    astride(&["draw", &world]).shows(0, &[]);
    astride(&["range", &world, "--from", "0,0", "--cost", "20000"]).shows(0, &[]);
    astride(&["field", &world, "--to", "0,0"]).shows(0, &[]);
    let baked = file("w.index");
    astride(&["bake", &world, "-o", &baked, "--index", "clusters"]).shows(0, &["clusters"]);
    let by_clusters = [&["path", &world, "--baked", &baked][..], &ends].concat();
    astride(&by_clusters).shows(0, &["41 580 ticks"]);
    astride(&["path", &baked, "--from", "0,0", "--to", "1,0"]).refuses("this is a file of indexes");
    let scenario = file("w.scen");
    fs::write(&scenario, "version 1\n0\tw\t4\t2\t0\t0\t1\t0\t1.0\n").unwrap();
    astride(&["scen", &world, &scenario]).shows(0, &["all as recorded"]);
    let story = file("story.txt");
    fs::write(&story, "map w.map\npath a 1,0 2,0\nexpect a cost 41580\n").unwrap();
    astride(&["simulate", &story]).shows(0, &[]);
    fs::write(&story, "map w.map\nprint map\n").unwrap();
    astride(&["simulate", &story]).refuses("line 2: a drawn map cannot hold walls (the first at");
    let bytes = fs::read(&world).unwrap();
    fs::write(&world, &bytes[..bytes.len() - 8]).unwrap();
    astride(&["info", &world]).refuses("bytes long, expected");
}

#[test]
fn what_is_refused_has_a_code_for_machines() {
    let code = |args: &[&str]| {
        let run = with_input(&[args, &["--json"]].concat(), WALLED);
        let json: Value = serde_json::from_str(&run.out).expect("it is JSON");
        assert_eq!(run.code, 2, "{json}");
        json["code"].as_str().expect("a code").to_owned()
    };
    assert_eq!(code(&["info", "nowhere.map"]), "no-access");
    assert_eq!(code(&["path", "-", "--nothing"]), "bad-input");
    assert_eq!(code(&["path", "-", "--to", "here"]), "not-a-cell");
    assert_eq!(code(&["path", "-", "--scale", "10/21", "--method", "jps"]), "no-jump-points");
}
