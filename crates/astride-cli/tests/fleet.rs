//! Fleets from the command line: problems of the League of Robot Runners driven, and refused.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Run, astride};

/// A folder with a problem and the files that it names.
struct Folder(TempDir);

const MAP: &str = "type octile\nheight 3\nwidth 5\nmap\n.E...\n.@.T.\n..S..\n";

impl Folder {
    fn new(robots: &str, tasks: &str, problem: &str) -> Self {
        let folder = Folder(tempfile::tempdir().unwrap());
        fs::write(folder.path("a.map"), MAP).unwrap();
        fs::write(folder.path("a.agents"), robots).unwrap();
        fs::write(folder.path("a.tasks"), tasks).unwrap();
        fs::write(folder.path("a.json"), problem).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, more: &[&str]) -> Run {
        let problem = self.path("a.json");
        let head = ["fleet", "run", problem.to_str().unwrap(), "--steps", "40"];
        astride(&[&head[..], more].concat())
    }
}

const ROBOTS: &str = "# version for LoRR 2026\n3\n0\n4\n14\n";
const TASKS: &str = "4\n14,0\n2\n10,4,3\n1\n";

fn problem(team: &str) -> String {
    format!(
        r#"{{"mapFile": "a.map", "agentFile": "a.agents", "taskFile": "a.tasks",
            "teamSize": {team}, "numTasksReveal": 1.5, "version": "2024 LoRR"}}"#
    )
}

#[test]
fn a_problem_is_driven_and_told_to_planviz() {
    let folder = Folder::new(ROBOTS, TASKS, &problem("3"));
    let out = folder.path("out.json");
    let ways = [&[][..], &["--no-turning"], &["--assign", "in-order"], &["--span", "5"]];
    for more in ways {
        let fixed = ["--attempts", "20", "--json", "-o", out.to_str().unwrap()];
        let told = folder.run(&[&fixed[..], more].concat()).json(0);
        assert!(told["tasks_done"].as_u64().unwrap() >= 4, "{told}");
        let again = folder.run(&[&fixed[..], more].concat()).json(0);
        assert_eq!(told["digest"], again["digest"]);
        let result: Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
        let is_turning = more != ["--no-turning"];
        assert_eq!(result["actionModel"], if is_turning { "MAPF_T" } else { "MAPF" });
        assert_eq!(result["start"][1], serde_json::json!([0, 4, "E"]));
        assert_eq!(result["actualPaths"][0].as_str().unwrap().split(',').count(), 40);
        assert_eq!(result["numTaskFinished"], told["tasks_done"]);
        let events = result["events"].as_array().unwrap();
        assert_eq!(events.len() as u64, told["errands_done"].as_u64().unwrap());
        // The task of the first line, released at once: row 2 column 4, then row 0 column 0.
        assert_eq!(result["tasks"][0], serde_json::json!([0, 0, [2, 4, 0, 0]]));
    }
}

#[test]
fn operations_of_more_or_fewer_moves_are_another_history_or_refused() {
    let folder = Folder::new(ROBOTS, TASKS, &problem("3"));
    let digest = |span| {
        folder.run(&["--attempts", "20", "--json", "--span", span]).json(0)["digest"].clone()
    };
    assert_ne!(digest("3"), digest("4"));
    for span in ["2", "6"] {
        folder.run(&["--span", span]).refuses("expected 3 to 5");
    }
    folder.run(&["--no-turning", "--span", "1", "--json"]).json(0);
}

#[test]
fn a_problem_of_2023_names_robots_and_single_errands() {
    let problem = r#"{"mapFile": "a.map", "robotFile": "a.agents", "taskFile": "a.tasks",
        "teamSize": 2, "taskAssignmentStrategy": "roundrobin"}"#;
    let folder = Folder::new("2\n0\n4\n", "2\n14\n10\n", problem);
    let svg = folder.path("a.svg");
    let draw = ["--step-ms", "0", "--draw", svg.to_str().unwrap()];
    folder.run(&draw).shows(0, &["2 robots, 40 timesteps", "tasks done"]);
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg"));
}

#[test]
fn damaged_problems_are_refused_in_one_line() {
    let check = |robots: &str, tasks: &str, problem: &str, message: &str| {
        Folder::new(robots, tasks, problem).run(&[]).refuses(message);
    };
    let three = problem("3");
    check(ROBOTS, TASKS, "{", "is no JSON");
    check(ROBOTS, TASKS, "[]", "expected an object with mapFile");
    check(ROBOTS, TASKS, "{}", "expected the name of a file under \"mapFile\"");
    check(ROBOTS, TASKS, &problem("\"x\""), "expected a whole number under \"teamSize\"");
    check(ROBOTS, TASKS, &problem("4294967296"), "teamSize is 4294967296, expected 1 to 15");
    check(ROBOTS, TASKS, &problem("4"), "3 robots, expected 4 as in teamSize");
    let few = "3 robots, though 9 are announced, expected 4 as in teamSize";
    check("9\n0\n4\n14\n", TASKS, &problem("4"), few);
    check("3\n0\n4\n0\n", TASKS, &three, "line 4: a robot on the same cell as in line 2");
    check("3\n0\n6\n4\n", TASKS, &three, "line 3: cell 6, column 1 of row 1, is a wall");
    check("3\n0\n99\n4\n", TASKS, &three, "line 3: found \"99\", expected a cell below 15");
    check("x\n0\n", TASKS, &three, "line 1: found \"x\", expected how many robots follow");
    check("", TASKS, &three, "line 1: found \"\", expected how many robots follow");
    check(ROBOTS, "1\n0,8\n", &three, "line 2: cell 8, column 3 of row 1, is a wall");
    check(ROBOTS, "1\n0,,2\n", &three, "line 2: found \"\", expected a cell below 15");
    check(ROBOTS, "9\n0\n", &three, "1 task, expected 9 as announced");
    check(ROBOTS, "0\n", &three, "0 tasks, expected at least one");
    let wide = three.replace("1.5", "1e99");
    check(ROBOTS, TASKS, &wide, "expected a number from 0.1 to 100 under \"numTasksReveal\"");
    let lost = three.replace("a.tasks", "b.tasks");
    check(ROBOTS, TASKS, &lost, "cannot read");
    let own = three.replace("a.map", "a.json");
    check(ROBOTS, TASKS, &own, "a.json: is JSON, not a map");
    let both = Folder::new(ROBOTS, TASKS, &three).run(&["-o", "-", "--json", "--step-ms", "0"]);
    both.refuses("--json and a file written to -");
}

/// A problem whose robots are late, with these delays.
fn late(delays: &str, more: &str) -> String {
    let late = format!("\"delayConfig\": {delays}, {more} \"version\"");
    problem("3").replace("\"version\"", &late)
}

#[test]
fn late_robots_keep_their_order_and_do_their_errands() {
    let run = |problem: &str, more: &[&str]| {
        let folder = Folder::new(ROBOTS, TASKS, problem);
        let out = folder.path("out.json");
        let fixed = ["--attempts", "20", "--json", "-o", out.to_str().unwrap()];
        let told = folder.run(&[&fixed[..], more].concat()).json(0);
        let result: Value = serde_json::from_slice(&fs::read(&out).unwrap()).unwrap();
        (told, result)
    };
    let (on_time, _) = run(&problem("3"), &[]);
    let done = |told: &Value| told["tasks_done"].as_u64().unwrap();
    assert_eq!(on_time["delayed_ticks"], Value::Null);
    // The command has every history checked by the validator.
    for more in [&[][..], &["--no-turning"], &["--assign", "least-total"]] {
        for model in ["\"bernoulli\"", "\"poisson\""] {
            let delays = format!(
                r#"{{"seed": 5, "minDelay": 2, "maxDelay": 9, "pDelay": 0.1, "eventModel": {model},
                    "durationModel": "gaussian"}}"#
            );
            let (told, result) = run(&late(&delays, ""), more);
            assert!(done(&told) > 0 && told["delayed_ticks"].as_u64().unwrap() > 20, "{told}");
            let moves = |paths: &str| {
                let path = result[paths][0].as_str().unwrap();
                path.split(',')
                    .filter(|&letter| letter != "W")
                    .map(str::to_owned)
                    .collect::<Vec<_>>()
            };
            let (actual, planned) = (moves("actualPaths"), moves("plannerPaths"));
            assert!(!actual.is_empty() && planned.starts_with(&actual), "{actual:?} {planned:?}");
            assert_eq!(run(&late(&delays, ""), more).0["digest"], told["digest"]);
        }
    }
    // A move of three ticks is followed by the next one no sooner.
    let (slow, result) = run(&late("null", "\"agentCounter\": 3,"), &[]);
    assert!(done(&slow) > 0 && done(&slow) < done(&on_time), "{slow} {on_time}");
    let path = result["actualPaths"][0].as_str().unwrap();
    let moves: Vec<usize> =
        path.split(',').enumerate().filter(|step| step.1 != "W").map(|step| step.0).collect();
    assert!(moves.windows(2).all(|pair| pair[1] >= pair[0] + 3), "{path}");
}

#[test]
fn delays_out_of_range_are_refused() {
    let check = |delays: &str, more: &str, message: &str| {
        Folder::new(ROBOTS, TASKS, &late(delays, more)).run(&[]).refuses(message);
    };
    let all = r#"{"minDelay": 1, "maxDelay": 4, "pDelay": 0.1}"#;
    check("7", "", "expected an object under \"delayConfig\"");
    check("{}", "", "expected a whole number from 0 to 1000000 under \"minDelay\"");
    let swapped = all.replace(": 4", ": 0");
    check(&swapped, "", "minDelay is 1, expected at most maxDelay, which is 0");
    check(&all.replace("0.1", "2"), "", "expected a number from 0 to 1 under \"pDelay\"");
    let often = all.replace("}", ", \"eventModel\": \"often\"}");
    check(&often, "", "expected \"bernoulli\" or \"poisson\" under \"eventModel\"");
    let zero = "expected a whole number from 1 to 1000 under \"agentCounter\"";
    check(all, "\"agentCounter\": 0,", zero);
}

#[test]
fn what_is_not_simulated_is_told() {
    let check = |problem: &str, warnings: &[&str]| {
        let run = Folder::new(ROBOTS, TASKS, problem).run(&["--attempts", "1"]);
        assert_eq!(run.code, 0, "{}", run.err);
        let told: Vec<&str> = run.err.lines().collect();
        assert_eq!(told.len(), warnings.len(), "{told:?}");
        for (line, warning) in told.iter().zip(warnings) {
            assert!(line.starts_with("astride: warning: ") && line.contains(warning), "{line}");
        }
    };
    let known = problem("3");
    for year in ["2023", "2024 LoRR", "2026 LoRR"] {
        check(&known.replace("2024 LoRR", year), &[]);
    }
    let large = known.replace("\"version\"", "\"agentSize\": 1.5, \"version\"");
    check(&large, &["agentSize is ignored: a robot takes one cell"]);
    check(&large.replace("1.5, \"version", "1.0, \"version"), &[]);
    check(&large.replace("2024 LoRR", "2099"), &["agentSize", "version \"2099\" is unknown"]);
    check(&known.replace("\"2024 LoRR\"", "7"), &["version 7 is unknown"]);
}
