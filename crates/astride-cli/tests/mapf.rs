//! Plans for many agents from the command line: made, written, checked again, and refused.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::common::{Run, astride};

/// A folder with a map, a scenario of some agents, and whatever is written beside them.
struct Folder(TempDir);

impl Folder {
    fn new(map: &str, trips: &[[u32; 4]]) -> Self {
        let folder = Folder(tempfile::tempdir().unwrap());
        fs::write(folder.path("a.map"), map).unwrap();
        let [width, height] = [map.lines().next().unwrap_or("").len(), map.lines().count()];
        let row = |&[x, y, to_x, to_y]: &[u32; 4]| {
            let (columns, rows) = (x.max(to_x).max(width as u32 - 1) + 1, height);
            format!("0\ta.map\t{columns}\t{rows}\t{x}\t{y}\t{to_x}\t{to_y}\t1\n")
        };
        let rows: String = trips.iter().map(row).collect();
        fs::write(folder.path("a.scen"), format!("version 1\n{rows}")).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `astride mapf <task> a.map a.scen` with more arguments; those that begin with `@` are files
    /// in the folder.
    fn run(&self, task: &str, more: &[&str]) -> Run {
        let head = ["mapf", task, "@a.map", "@a.scen"];
        let args: Vec<String> = head
            .iter()
            .chain(more)
            .map(|arg| match arg.strip_prefix('@') {
                Some(name) => self.path(name).to_str().unwrap().to_owned(),
                None => (*arg).to_owned(),
            })
            .collect();
        astride(&args.iter().map(String::as_str).collect::<Vec<_>>())
    }
}

const ROOM: &str = ".....\n##.##\n";

/// Two who have to change sides; one has to make room.
fn room() -> Folder {
    Folder::new(ROOM, &[[0, 0, 4, 0], [4, 0, 0, 0]])
}

#[test]
fn a_plan_is_made_written_and_found_right() {
    let folder = Folder::new("...\n...\n", &[[0, 0, 2, 0], [2, 0, 0, 0]]);
    let solve = ["--seconds", "0.2", "-o", "@plan.txt", "--json"];
    let told = folder.run("solve", &solve).json(0);
    assert_eq!((&told["status"], &told["agents"]), (&"optimal".into(), &2.into()));
    assert_eq!((&told["cost"], &told["bound"]), (&6.into(), &6.into()));
    let timing = &told["timing"];
    assert!(timing["first_plan_ms"].as_f64().unwrap() > 0.0);
    let course = timing["cost_over_time"].as_array().unwrap();
    assert_eq!(course.last().unwrap()["cost"], 6);
    let plan = fs::read_to_string(folder.path("plan.txt")).unwrap();
    assert!(plan.starts_with("0:(0,0),(2,0)\n1:"), "{plan}");
    folder.run("validate", &["@plan.txt"]).shows(0, &["right: 2 agents, sum of costs 6"]);
    let checked = folder.run("validate", &["@plan.txt", "--json"]).json(0);
    assert_eq!((&checked["valid"], &checked["sum_of_costs"]), (&true.into(), &6.into()));
}

#[test]
fn every_method_and_objective_is_known_by_name() {
    let folder = Folder::new("....\n....\n", &[[0, 0, 3, 0], [3, 1, 0, 1]]);
    let methods =
        ["auto", "pibt", "lacam", "lacam-star", "guided", "pp", "lns", "cbs", "eecbs", "whca"];
    for method in methods.into_iter().chain(["eecbs:1.05", "whca:8"]) {
        for (objective, cost) in [("soc", 6), ("makespan", 3), ("loss", 6)] {
            let ask = ["--method", method, "--objective", objective, "--budget", "500", "--json"];
            if objective == "loss" && method.contains("cbs") {
                folder.run("solve", &ask).refuses("minimises soc or makespan, not loss");
                continue;
            }
            let told = folder.run("solve", &ask).json(0);
            assert_eq!((&told["status"], &told["cost"]), (&"optimal".into(), &cost.into()));
            assert_eq!(told["objective"], objective);
        }
    }
    let loss = ["--objective", "loss", "--seconds", "1"];
    let compared = folder.run("bench", &loss);
    compared.shows(0, &["| 2 | lacam |", "| 2 | auto |"]);
    assert!(!compared.out.contains("cbs"), "{}", compared.out);
    folder.run("bench", &[&loss[..], &["--methods", "pp,cbs"]].concat()).refuses("not loss");
    folder.run("solve", &["--method", "whca:0"]).refuses("a number of timesteps from 1 to 65535");
    folder.run("solve", &["--method", "magic"]).refuses("expected one of auto, pibt");
    folder.run("solve", &["--objective", "fun"]).refuses("expected soc, makespan or loss");
}

#[test]
fn discs_on_a_roadmap_cost_what_is_recorded() {
    let data = |name: &str| {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../data/mapf/ccbs");
        folder.join("roadmap-sparse").join(name).to_str().unwrap().to_owned()
    };
    let folder = tempfile::tempdir().unwrap();
    let plan = folder.path().join("plan.txt").to_str().unwrap().to_owned();
    let (map, trips) = (data("map.xml"), data("1_task.xml"));
    let team = [map.as_str(), &trips, "--radius", "0.353553", "--agents", "3"];
    let solve = [&["mapf", "solve", "-o", &plan, "--budget", "100000"][..], &team].concat();
    let told = astride(&[&solve[..], &["--json"]].concat()).json(0);
    assert_eq!((&told["status"], &told["agents"]), (&"optimal".into(), &3.into()));
    assert!((told["cost"].as_f64().unwrap() - 466.21).abs() < 1e-3, "{told}");
    assert!(fs::read_to_string(&plan).unwrap().starts_with("agents 3\n"));
    let check = [&["mapf", "validate"][..], &team[..2], &[&plan], &team[2..]].concat();
    astride(&check).shows(0, &["right: 3 discs, sum of costs 466.21"]);
    // The same drives are too near for discs that are larger by far.
    let large: Vec<&str> =
        check.iter().map(|&arg| if arg == "0.353553" { "30" } else { arg }).collect();
    astride(&large).refuses("agents");

    let refused = |more: &[&str], piece: &str| {
        astride(&[&["mapf", "solve", &map, &trips][..], more].concat()).refuses(piece);
    };
    refused(&["--radius", "NaN"], "radius");
    refused(&["--radius=-1"], "radius");
    refused(&["--radius", "0.3", "--agents", "1000"], "expected one for each of 1000");
    refused(&["--radius", "0.3", "--method", "pibt"], "expected auto, cbs or eecbs");
    refused(&["--radius", "0.3", "--objective", "makespan"], "expected soc");
    refused(&["--radius", "0.3", "--neighbours", "5"], "expected 4, 8, 16 or 32");
}

#[test]
fn discs_on_cells_pass_each_other() {
    let folder = Folder::new("....\n....\n....\n", &[[0, 1, 3, 1], [3, 1, 0, 1]]);
    for neighbours in ["4", "8", "16", "32"] {
        let ask = ["--radius", "0.3", "--neighbours", neighbours, "--budget", "100000"];
        let solve = [&ask[..], &["-o", "@plan.txt", "--json"]].concat();
        let told = folder.run("solve", &solve).json(0);
        assert_eq!(told["status"], "optimal", "{told}");
        assert!(told["cost"].as_f64().unwrap() > 6.0, "{told}");
        folder
            .run("validate", &["@plan.txt", "--radius", "0.3", "--neighbours", neighbours])
            .shows(0, &["right: 2 discs"]);
        folder.run("solve", &ask).shows(0, &["\nsum of costs "]);
    }
}

#[test]
fn the_same_budget_gives_the_same_plan() {
    let trips: Vec<[u32; 4]> = (0..8).map(|x| [x, 0, 7 - x, 7]).collect();
    let folder = Folder::new(&"........\n".repeat(8), &trips);
    let plan = |name: &str| {
        let ask = ["--budget", "2000", "--seconds", "60", "--seed", "5", "-o", name];
        folder.run("solve", &ask).shows(0, &["a plan for 8 agents"]);
        fs::read(folder.path(&name[1..])).unwrap()
    };
    assert_eq!(plan("@one.txt"), plan("@two.txt"));
}

#[test]
fn what_cannot_be_is_told() {
    let corridor = Folder::new("...\n", &[[0, 0, 2, 0], [2, 0, 0, 0]]);
    corridor.run("solve", &[]).shows(1, &["there is no plan for 2 agents"]);
    let told = corridor.run("solve", &["--json"]).json(1);
    assert_eq!((&told["status"], told["cost"].is_null()), (&"unsolvable".into(), true));
    corridor.run("solve", &["--agents", "1"]).shows(0, &["proved to be best"]);
    let out = room().run("solve", &["--budget", "0", "--json"]).json(3);
    assert_eq!(out["status"], "out-of-budget");
}

#[test]
fn without_a_plan_the_file_is_said_not_to_be_written() {
    let folder = room();
    for radius in [&[][..], &["--radius", "0.3"]] {
        let ask = [&["--budget", "0", "-o", "@plan.txt"][..], radius].concat();
        let _ = fs::remove_file(folder.path("plan.txt"));
        folder.run("solve", &ask).shows(3, &["plan.txt was not written\n"]);
        fs::write(folder.path("plan.txt"), "older").unwrap();
        folder.run("solve", &ask).shows(3, &["plan.txt was not written, and is as it was\n"]);
        assert_eq!(fs::read_to_string(folder.path("plan.txt")).unwrap(), "older");
    }
    let both = ["-o", "-", "--json", "--seconds", "0.1"];
    folder.run("solve", &both).refuses("--json and a file written to -");
}

#[test]
fn a_scenario_of_another_map_is_named_in_a_warning() {
    let folder = Folder::new("...\n...\n", &[[0, 0, 2, 0]]);
    fs::write(folder.path("plan.txt"), "0:(0,0)\n1:(1,0)\n2:(2,0)\n").unwrap();
    let check = |rows: &[&str], warning: &str| {
        fs::write(folder.path("a.scen"), format!("version 1\n\n{}\n", rows.join("\n"))).unwrap();
        let tasks = [
            folder.run("solve", &["--seconds", "0.1", "--agents", "1"]),
            folder.run("solve", &["--radius", "0.3", "--agents", "1"]),
            folder.run("validate", &["@plan.txt", "--agents", "1"]),
            folder.run("draw", &["@plan.txt", "--agents", "1"]),
        ];
        for run in tasks {
            assert_eq!((run.code, run.err.lines().count()), (0, 1), "{}", run.err);
            assert!(run.err.contains("a.scen: line 3 is for ") && run.err.contains(warning));
        }
        let [map, scen] = ["a.map", "a.scen"].map(|name| folder.path(name));
        let run = astride(&["scen", map.to_str().unwrap(), scen.to_str().unwrap()]);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        assert!(run.err.contains(warning), "{}", run.err);
    };
    check(&["0 a.map 5 7 0 0 2 0 2"], "a.map of 5x7 cells");
    check(&["0 b/b.map 3 2 0 0 2 0 2", "0 c.map 3 2 0 0 2 0 2"], "b/b.map of 3x2 cells");
}

#[test]
fn only_the_rows_asked_for_are_read_and_some_are_expected() {
    let folder = Folder::new("...\n...\n", &[[0, 0, 2, 0]]);
    let good = fs::read_to_string(folder.path("a.scen")).unwrap();
    fs::write(folder.path("a.scen"), format!("{good}\n0 a.map 3 2 9 9 0 0 1\nx\n")).unwrap();
    for radius in [&[][..], &["--radius", "0.3"]] {
        let ask =
            |more: &[&str]| folder.run("solve", &[&["--seconds", "1"], more, radius].concat());
        ask(&["--agents", "1"]).shows(0, &["proved to be best"]);
        ask(&["--agents", "2"]).refuses("line 4: start (9, 9) is off the map");
        ask(&[]).refuses("line 4");
    }
    fs::write(folder.path("a.scen"), "version 1\n").unwrap();
    for more in [&[][..], &["--agents", "1"], &["--radius", "0.3"]] {
        folder.run("solve", more).refuses("a.scen: has no rows, expected one for each agent");
    }
}

#[test]
fn numbers_that_are_none_are_told_what_is_expected() {
    let folder = room();
    let check = |option: &str, value: &str, piece: &str| {
        folder.run("solve", &[option, value]).refuses(piece);
    };
    check("--agents", "NaN", "expected a whole number");
    check("--agents", "-1", "-1 is not in 1..");
    check("--budget", "-5", "expected a whole number from 0 up");
    check("--seconds", "-1", "expected seconds above 0");
    check("--seconds", "1e300", "at most 1000000000");
    check("--radius", "-1", "radius");
    check("--radius", "x", "expected a number");
    check("--method", "-1", "expected one of auto");
    check("-o", "-1", "unexpected argument '-1'");
    astride(&["crowd", "gate", "--units", "-1"]).refuses("-1 is not in 1..");
}

#[test]
fn a_wrong_plan_is_named_by_its_first_fault() {
    let folder = room();
    let check = |plan: &str, kind: &str, message: &str| {
        fs::write(folder.path("plan.txt"), plan).unwrap();
        folder.run("validate", &["@plan.txt"]).shows(1, &["wrong: ", message]);
        let told = folder.run("validate", &["@plan.txt", "--json"]).json(1);
        assert_eq!((&told["valid"], &told["fault"]["kind"]), (&false.into(), &kind.into()));
    };
    check(
        "0:(0,0),(4,0)\n1:(1,0),(3,0)\n2:(2,0),(2,0)\n",
        "vertex-conflict",
        "agents 0 and 1 are both on (2,0) at timestep 2",
    );
    check("0:(0,0),(4,0)\n1:(2,0),(4,0)\n", "jump", "agent 0 comes to (2,0) at timestep 1");
    check("0:(0,0),(4,0)\n1:(0,1),(4,0)\n", "off-map", "agent 0 is on (0,1) at timestep 1");
    check("0:(0,0)\n", "agent-count", "the plan has 1 agent, expected 2");
    check("0:(0,0),(4,0),(2,0)\n", "agent-count", "the plan has 3 agents, expected 2");
    check("0:(1,0),(4,0)\n", "wrong-start", "agent 0 begins on (1,0)");
    check("0:(0,0),(4,0)\n", "wrong-end", "agent 0 ends on (0,0)");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let check = |trips: &[[u32; 4]], more: &[&str], piece: &str| {
        Folder::new(ROOM, trips).run("solve", more).refuses(piece);
    };
    check(&[[0, 0, 4, 0]; 2], &[], "agents 0 and 1 both start on (0,0)");
    check(&[[0, 0, 4, 0], [1, 0, 4, 0]], &[], "both have their goal on (4,0)");
    check(&[[0, 0, 0, 1]], &[], "agent 0 has its goal on (0,1), where nobody can stand");
    check(&[[0, 0, 8, 0]], &[], "the goal 8,0 of agent 0 is off the map of 5x2 cells");
    check(&[[0, 0, 4, 0]], &["--agents", "2"], "has 1 row, expected one for each of 2");
    check(&[[0, 0, 4, 0]], &["--agents", "4294967296"], "--agents");
    check(&[[0, 0, 4, 0]], &["--agents", "0"], "--agents");
    check(&[[0, 0, 4, 0]], &["--seconds", "0"], "expected seconds above 0");
    let folder = room();
    fs::write(folder.path("plan.txt"), "0:(0,0),(4,0)\n2:(0,0),(4,0)\n").unwrap();
    folder.run("validate", &["@plan.txt"]).refuses("line 2: begins with \"2\", expected \"1:\"");
    folder.run("validate", &["@a.map"]).refuses("line 1: begins with \".....\"");
    folder.run("validate", &["@none.txt"]).refuses("none.txt");
}

#[test]
fn a_plan_is_drawn_in_motion_and_in_letters() {
    let folder = Folder::new("...\n...\n", &[[0, 0, 2, 0], [2, 0, 0, 0]]);
    folder.run("solve", &["--seconds", "0.2", "-o", "@plan.txt"]).shows(0, &["proved to be best"]);
    folder.run("draw", &["@plan.txt"]).shows(0, &["timestep 0\n0.1\n...\n", "\n1.0\n"]);
    folder.run("draw", &["@plan.txt", "-o", "@plan.svg"]).shows(0, &["a plan for 2 agents"]);
    let svg = fs::read_to_string(folder.path("plan.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.contains("<animate attributeName=\"cx\""), "{svg}");
    let refused = folder.run("draw", &["@plan.txt", "-o", "@plan.gif"]);
    refused.refuses("expected a name ending in .svg or .txt");
    fs::write(folder.path("bad.txt"), "0:(0,0),(2,0)\n1:(1,0),(1,0)\n").unwrap();
    folder.run("draw", &["@bad.txt"]).shows(1, &["wrong: agents 0 and 1 are both on (1,0)"]);
    fs::write(folder.path("bad.txt"), "0:(0,0)\n").unwrap();
    let drawn = folder.run("draw", &["@bad.txt", "-o", "@new.svg"]);
    drawn.shows(1, &["wrong: the plan has 1 agent, expected 2", "new.svg was not written"]);
}

#[test]
fn methods_are_compared_in_a_table() {
    let folder = Folder::new("....\n....\n", &[[0, 0, 3, 0], [3, 1, 0, 1]]);
    let ask = ["--teams", "1,2", "--methods", "lacam,eecbs:1.5,cbs", "--seconds", "1"];
    let run = folder.run("bench", &ask);
    run.shows(0, &["| agents | method |", "| 1 | lacam | optimal | 3 | 3 | 1.0000 |"]);
    let told = folder.run("bench", &[&ask[..], &["--json"]].concat()).json(0);
    let rows = told["rows"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[5]["method"], &rows[5]["cost"]), (6, &"cbs".into(), &6.into()));
    folder.run("bench", &["--teams", "3"]).refuses("--teams: a team of 3, expected at most");
}

const TEAM: &str = "map:\n  dimensions: [5, 2]\n  obstacles: [[0, 1], [1, 1], [3, 1], [4, 1]]\n\
    agents:\n- {name: red, start: [0, 0], goal: [4, 0]}\n- {name: blue, start: [4, 0], goal: [0, 0]}\n";

#[test]
fn a_team_in_one_file_has_a_schedule() {
    let folder = tempfile::tempdir().unwrap();
    let [team, schedule, text, picture] = ["team.yaml", "schedule.yaml", "plan.txt", "plan.svg"]
        .map(|name| folder.path().join(name).to_str().unwrap().to_owned());
    fs::write(&team, TEAM).unwrap();
    let solve = ["mapf", "solve", &team, "--method", "cbs", "--seconds", "20", "-o"];
    let told = astride(&[&solve[..], &[&schedule, "--json"]].concat()).json(0);
    assert_eq!((&told["status"], &told["agents"]), (&"optimal".into(), &2.into()));
    let written = fs::read_to_string(&schedule).unwrap();
    let cost = told["cost"].as_u64().unwrap();
    assert!(written.starts_with(&format!("statistics:\n  cost: {cost}\n")), "{written}");
    assert!(
        written.contains("schedule:\n  red:\n    - x: 0\n      y: 0\n      t: 0\n"),
        "{written}"
    );
    astride(&[&solve[..], &[&text]].concat()).shows(0, &["a plan for 2 agents"]);
    for plan in [&schedule, &text] {
        astride(&["mapf", "validate", &team, plan]).shows(0, &["right: 2 agents"]);
    }
    astride(&["mapf", "draw", &team, &schedule, "-o", &picture]).shows(0, &["picture"]);
    astride(&["mapf", "solve", &team, "--agents", "1"]).shows(0, &["a plan for 1 agent"]);
    // Agents are known by their names, wherever they stand in the file.
    let (statistics, both) = written.split_once("  red:\n").unwrap();
    let (red, blue) = both.split_once("  blue:\n").unwrap();
    fs::write(&schedule, format!("{statistics}  blue:\n{blue}  red:\n{red}")).unwrap();
    astride(&["mapf", "validate", &team, &schedule]).shows(0, &["right: 2 agents"]);
    fs::write(&schedule, format!("{statistics}  red:\n{blue}  blue:\n{red}")).unwrap();
    astride(&["mapf", "validate", &team, &schedule]).shows(1, &["wrong: "]);
    let path = |name: &str| format!("  {name}:\n  - {{x: 9, y: 0, t: 0}}\n");
    let refused = |names: &[&str], message: &str| {
        let paths: String = names.iter().map(|name| path(name)).collect();
        fs::write(&schedule, format!("schedule:\n{paths}")).unwrap();
        astride(&["mapf", "validate", &team, &schedule]).refuses(message);
    };
    refused(&["red", "blue"], "agent 0 is at (9, 0), expected a cell");
    refused(&["blue"], "schedule.yaml: has no path of \"red\", expected one for each agent");
    refused(
        &["red", "blue", "green"],
        "has a path of \"green\", expected agents of the team alone",
    );
    astride(&["mapf", "solve", &team, &schedule]).refuses("is not needed: the map says where");
    astride(&["mapf", "validate", &team]).refuses("which plan? expected the map, the scenario");
    astride(&["mapf", "solve", &team, "--agents", "3"])
        .refuses("has 2 agents, expected one for each of 3");
    fs::write(&team, TEAM.replace("map:", "roadmap:")).unwrap();
    astride(&["mapf", "solve", &team]).refuses("no map, expected dimensions and obstacles");
    fs::write(&team, TEAM.replace("[4, 0]", "[4, 7]")).unwrap();
    astride(&["mapf", "solve", &team]).refuses("expected [x, y] on the map of 5x2 cells");
}

#[test]
fn a_scenario_is_expected_where_the_map_names_nobody() {
    let folder = room();
    let map = folder.path("a.map");
    astride(&["mapf", "solve", map.to_str().unwrap()])
        .refuses("a.map: says nothing of agents, expected");
}

#[test]
fn rows_of_the_tracker_go_out_and_in() {
    let folder = room();
    let [map, scen, csv] = ["a.map", "a-random-1.scen", "best.csv"].map(|name| folder.path(name));
    fs::rename(folder.path("a.scen"), &scen).unwrap();
    let [map, scen, csv] = [&map, &scen, &csv].map(|path| path.to_str().unwrap());
    let solve = ["mapf", "solve", map, scen, "--method", "cbs", "--seconds", "20", "-o", csv];
    let told = astride(&[&solve[..], &["--json"]].concat()).json(0);
    let written = fs::read_to_string(csv).unwrap();
    let (header, row) = written.split_once('\n').unwrap();
    assert_eq!(header, "map_name,scen_type,type_id,agents,lower_cost,solution_cost,solution_plan");
    let cost = &told["cost"];
    assert!(row.starts_with(&format!("a,random,1,2,{cost},{cost},\"")), "{row}");
    let validate = ["mapf", "validate", map, scen, csv];
    astride(&validate).shows(0, &["right: 2 agents"]);
    // Among rows of other instances, the one of this team counts.
    let others = "a,random,1,1,4,4,rrrr\na,even,1,2,9,9,\"r\nl\"\nb,random,1,2,9,9,\"r\nl\"\n";
    fs::write(csv, format!("{header}\n{others}{row}")).unwrap();
    astride(&validate).shows(0, &["right: 2 agents"]);
    let one = [&validate[..], &["--agents", "1"]].concat();
    astride(&one).shows(0, &["right: 1 agent"]);
    fs::write(csv, format!("{header}\n{row}{row}")).unwrap();
    astride(&validate).refuses("has 2 plans for 2 agents of this instance, expected one");
    fs::write(csv, format!("{header}\na,random,1,2,9,9,\"rrrr\nllll\"\n")).unwrap();
    astride(&validate).shows(1, &["wrong: "]);
    fs::write(csv, format!("{header}\na,random,1,2,9,9,\"rrrx\nllll\"\n")).unwrap();
    astride(&validate).refuses("agent 0 goes \"x\" at timestep 4");
    // No letter is a step along a link.
    let tower = folder.path("tower.scen");
    fs::write(&tower, "version 1\n0\ttower.tmx\t13\t6\t0\t0\t1\t0\t1\n").unwrap();
    let tower = ["mapf", "solve", "corpus/formats/tower.tmx", tower.to_str().unwrap(), "-o", csv];
    astride(&tower).refuses("-o: the MAPF Tracker has no moves along links");
}
