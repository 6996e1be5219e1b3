//! What a page asks and hears, without a browser.

use crate::common::{Heard, Page};
use astride::shapes::square::{Grid, Mover};
use astride_testkit::adapter::read_world;
use astride_testkit::reference::dijkstra;
use astride_testkit::world::arcs;
use serde_json::{Value, json};

const FIGURE: &str = ".......\n...#...\n.A.#.B.\n...#...\n.......\n";

fn stroke(tool: &str, class: u8, from: [u32; 2], to: [u32; 2], group: u32) -> Value {
    json!({ "tool": tool, "class": class, "from": from, "to": to, "group": group })
}

/// The map as the page has it, patched by frames of changed cells.
struct Cells {
    width: usize,
    classes: Vec<u8>,
}

impl Cells {
    fn of(heard: &Heard) -> Cells {
        let frame = heard.frames(1)[0];
        Cells { width: frame.numbers[0] as usize, classes: frame.payload.clone() }
    }

    fn patch(&mut self, heard: &Heard) {
        for frame in heard.frames(7) {
            let runs = frame.numbers[0] as usize;
            let words: Vec<u32> = frame.words();
            let mut classes = &frame.payload[8 * runs..];
            for run in 0..runs {
                let (start, length) = (words[run] as usize, words[runs + run] as usize);
                let (here, rest) = classes.split_at(length);
                self.classes[start..start + length].copy_from_slice(here);
                classes = rest;
            }
            assert!(classes.is_empty());
        }
    }

    /// What a path costs by the slow reference.
    fn reference(&self, mover: &Mover, from: [u32; 2], to: [u32; 2]) -> Option<u64> {
        let height = self.classes.len() / self.width;
        let grid = Grid::from_classes(self.width as u32, height as u32, &self.classes).unwrap();
        let world = read_world(&grid, mover);
        let at = |[x, y]: [u32; 2]| y as usize * self.width + x as usize;
        dijkstra(self.classes.len(), &arcs(&world), &[at(from)])[at(to)]
    }
}

#[test]
fn a_page_is_told_what_there_is() {
    let heard = Page::new().ask("hello", json!({ "v": 1 }));
    let welcome = heard.text("welcome");
    for (menu, count) in [("methods", 23), ("heuristics", 6), ("corners", 3), ("ties", 4)] {
        assert_eq!(welcome[menu].as_array().unwrap().len(), count, "{menu}");
    }
    let ground = &welcome["classes"][0];
    assert_eq!((&ground["char"], &ground["factor"]), (&json!("."), &json!(1)));
    assert_eq!(welcome["limits"]["max_cells"], 4096 * 4096);
    assert!(Page::new().refusal("hello", json!({ "v": 2 })).contains("expected 1"));
}

#[test]
fn a_wall_changes_the_path_and_undo_brings_it_back() {
    let mut page = Page::new();
    let heard = page.draw(FIGURE);
    assert_eq!(heard.cost(), 4 * 13_860 + 2 * 19_601);
    let mut cells = Cells::of(&heard);
    let before = cells.classes.clone();

    let heard = page.ask("stroke", stroke("line", b'@', [3, 3], [3, 4], 1));
    cells.patch(&heard);
    assert_eq!(heard.text("edited")["undo"], 1);
    // Round the upper end: two columns out of the way, and corners are never cut.
    assert_eq!(heard.cost(), cells.reference(&Mover::walker(), [1, 2], [5, 2]).unwrap());
    assert_eq!(heard.cost(), 4 * 13_860 + 2 * 19_601);
    let heard = page.ask("stroke", stroke("line", b'@', [3, 0], [3, 0], 2));
    cells.patch(&heard);
    assert_eq!(heard.text("answer")["outcome"], "unreachable");

    let heard = page.ask("undo", json!({}));
    cells.patch(&heard);
    assert_eq!(heard.cost(), 4 * 13_860 + 2 * 19_601);
    let heard = page.ask("undo", json!({}));
    cells.patch(&heard);
    assert_eq!((heard.text("edited")["undo"].as_u64(), &cells.classes), (Some(0), &before));
    assert!(page.refusal("undo", json!({})).contains("nothing to undo"));
    assert_eq!(page.ask("redo", json!({})).text("edited")["redo"], 1);
}

#[test]
fn moves_of_a_group_are_one_step_and_are_undone_with_the_danger() {
    let mut page = Page::new();
    let cost = page.draw(FIGURE).cost();
    for (x, group) in [(6, 1), (4, 1), (5, 2)] {
        let place = json!({ "what": "goal", "index": 0, "x": x, "y": 4, "group": group });
        page.ask("place", place);
    }
    let heard = page.ask("place", json!({ "what": "goal", "index": 0, "x": 5, "y": 4 }));
    assert_eq!(heard.text("places")["undo"], 2, "a move to where it lies is no step");
    page.ask("danger", json!({ "add": { "cell": [0, 0] } }));
    let heard = page.ask("danger", json!({ "change": { "index": 0, "cell": [1, 0] } }));
    assert_eq!(heard.text("danger")["undo"], 4);

    let heard = page.ask("undo", json!({}));
    assert_eq!(heard.text("danger")["sources"][0]["cell"], json!([0, 0]));
    assert_eq!(page.ask("undo", json!({})).text("danger")["sources"], json!([]));
    assert_eq!(page.ask("undo", json!({})).text("places")["goals"], json!([[4, 4]]));
    let heard = page.ask("undo", json!({}));
    assert_eq!((&heard.text("places")["goals"], heard.cost()), (&json!([[5, 2]]), cost));
    assert!(page.refusal("undo", json!({})).contains("nothing to undo"));
    let last = (0..4).map(|_| page.ask("redo", json!({}))).last().unwrap();
    assert_eq!(last.text("danger")["sources"][0]["cell"], json!([1, 0]));
    page.ask("undo", json!({}));
    page.ask("stroke", stroke("brush", b'@', [0, 4], [0, 4], 9));
    assert!(page.refusal("redo", json!({})).contains("nothing to redo"));
}

#[test]
fn opening_drops_nothing() {
    let mut page = Page::new();
    page.draw(FIGURE);
    page.ask("stroke", stroke("brush", b'@', [0, 0], [0, 0], 1));
    let classes = |heard: &Heard| heard.frames(1)[0].payload.clone();
    let saved = page.ask("save", json!({})).text("scene")["scene"].clone();
    page.ask("settings", json!({ "method": "dijkstra" }));
    assert_eq!(page.draw("A..B").text("world")["undo"], 2);
    let heard = page.ask("open", json!({ "what": { "scene": saved } }));
    assert_eq!(heard.text("world")["undo"], 3);
    assert_eq!(heard.text("settings")["method"], "astar", "a scene brings its own");

    let heard = page.ask("undo", json!({}));
    assert_eq!(heard.text("settings")["method"], "dijkstra");
    assert_eq!((heard.text("world")["width"].as_u64(), heard.cost()), (Some(4), 3 * 13_860));
    let heard = page.ask("undo", json!({}));
    assert_eq!(classes(&heard)[0], b'@');
    assert_eq!(
        (&heard.text("world")["undo"], &heard.text("world")["redo"]),
        (&json!(1), &json!(2))
    );
    assert_eq!(page.ask("undo", json!({})).text("edited")["redo"], 3);
    let [x, y] = [0_usize, 1].map(|axis| heard.text("world")["start"][axis].clone());
    let heard = page.ask("place", json!({ "what": "start", "index": 0, "x": x, "y": y }));
    assert_eq!(heard.text("places")["redo"], 3, "a move to where it lies forgets nothing");
    page.ask("redo", json!({}));
    assert_eq!(page.ask("redo", json!({})).text("world")["width"], 4);
    // Another way on: the scene cannot be done again.
    page.ask("place", json!({ "what": "goal", "index": 0, "x": 1, "y": 0 }));
    assert!(page.refusal("redo", json!({})).contains("nothing to redo"));
    let mut fresh = Page::new();
    fresh.ask("open", json!({ "what": { "builtin": "figure" } }));
    assert_eq!(fresh.draw("A..B").text("world")["undo"], 0, "the first figure was not touched");
    let maps = (0..30).map(|_| page.draw(FIGURE)).last().unwrap();
    assert!(maps.text("world")["undo"].as_u64().unwrap() <= 8, "old boards go");
}

#[test]
fn walls_are_cleared_in_one_step_and_trees_stay() {
    let mut page = Page::new();
    let mut cells = Cells::of(&page.draw("A#@T\nO.WB\n"));
    let heard = page.ask("stroke", stroke("walls", b'.', [0, 0], [0, 0], 1));
    cells.patch(&heard);
    assert_eq!((&cells.classes[..], &heard.text("edited")["undo"]), (&b"...T..W."[..], &json!(1)));
}

#[test]
fn maps_that_come_along_have_small_pictures() {
    let mut page = Page::new();
    let before = page.ask("save", json!({})).text("scene")["scene"].clone();
    let heard = page.ask("preview", json!({ "builtin": "maze", "side": 64 }));
    let frame = heard.frames(1)[0];
    assert_eq!((frame.numbers[0], frame.numbers[1], frame.payload.len()), (64, 64, 4096));
    assert!(page.refusal("preview", json!({ "builtin": "x", "side": 64 })).contains("no map"));
    assert!(page.refusal("preview", json!({ "builtin": "maze", "side": 0 })).contains("1 to 256"));
    assert_eq!(page.ask("save", json!({})).text("scene")["scene"], before, "nothing was opened");
}

#[test]
fn every_stroke_answers_as_the_reference_does() {
    let mut page = Page::new();
    let what = json!({ "generate": { "kind": "rooms", "width": 40, "height": 30, "seed": 4 } });
    let mut cells = Cells::of(&page.ask("open", json!({ "what": what })));
    page.ask("place", json!({ "what": "start", "x": 1, "y": 1 }));
    page.ask("place", json!({ "what": "goal", "x": 37, "y": 27 }));
    page.ask("compare", json!({ "on": true }));
    page.ask("settings", json!({ "panel": "b", "method": "jps" }));
    let mut rng = astride_testkit::rng::Rng::new(9);
    for step in 0..150 {
        let mut at = || [rng.below(40) as u32, rng.below(30) as u32];
        let (from, to) = (at(), at());
        let tool = ["brush", "rectangle", "outline", "fill"][rng.below(8) % 4];
        let class = rng.pick(b"@..T35");
        let heard = match step % 5 {
            4 => page.ask("undo", json!({})),
            _ => page.ask("stroke", stroke(tool, class, from, to, step)),
        };
        cells.patch(&heard);
        let expected = cells.reference(&Mover::walker(), [1, 1], [37, 27]);
        assert_eq!(heard.count("answer"), 2);
        let answer = heard.text("answer");
        let found = (answer["outcome"] == "found").then(|| answer["cost"].as_u64().unwrap());
        let blocked = cells.classes[41] == b'@' || cells.classes[41] == b'T';
        assert_eq!(found, if blocked { None } else { expected }, "step {step}: {answer}");
        // The other panel kept its jump points up to date.
        let other = page.ask("ask", json!({ "panel": "b" }));
        assert_eq!(other.text("answer")["outcome"], answer["outcome"], "step {step}");
        if found.is_some() {
            assert_eq!(other.text("answer")["cost"], answer["cost"], "step {step}");
        }
    }
}

#[test]
fn dragging_the_goal_moves_the_path() {
    let mut page = Page::new();
    let cells = Cells::of(&page.draw(FIGURE));
    for (x, y) in [(5, 1), (6, 1), (6, 0), (4, 0), (2, 2)] {
        let heard = page.ask("place", json!({ "what": "goal", "x": x, "y": y }));
        assert_eq!(heard.cost(), cells.reference(&Mover::walker(), [1, 2], [x, y]).unwrap());
        let path = heard.frames(2)[0].words();
        assert_eq!((path[0], *path.last().unwrap()), (2 * 7 + 1, y * 7 + x));
    }
    let heard = page.ask("place", json!({ "what": "goal", "x": 3, "y": 2 }));
    assert_eq!(heard.text("answer")["why"], "the goal cannot be stood on");
    assert!(
        page.refusal("place", json!({ "what": "goal", "x": 7, "y": 0 })).contains("off the map")
    );
}

#[test]
fn of_several_goals_the_nearest_is_taken_and_jump_points_say_why_not() {
    let mut page = Page::new();
    page.draw(FIGURE);
    let heard = page.ask("place", json!({ "what": "goal", "x": 1, "y": 0, "add": true }));
    assert_eq!((heard.cost(), &heard.text("answer")["end"]), (2 * 13_860, &json!([1, 0])));
    let methods = heard.text("facts")["methods"].as_array().unwrap().clone();
    let jps = methods.iter().find(|method| method["id"] == "jps").unwrap();
    assert_eq!(jps["ok"], false);
    assert!(jps["why"].as_str().unwrap().contains("astar"), "{jps}");
    let heard = page.ask("settings", json!({ "method": "labels" }));
    assert_eq!(heard.text("answer")["outcome"], "refused");
    page.ask("settings", json!({ "method": "auto" }));
    let heard = page.ask("unplace", json!({ "what": "goal", "index": 1 }));
    assert_eq!(heard.text("answer")["tier"], "jps");
    assert!(page.refusal("unplace", json!({ "what": "goal" })).contains("last goal"));
}

#[test]
fn all_methods_that_promise_a_cheapest_path_agree() {
    let mut page = Page::new();
    let what = json!({ "generate": { "kind": "caves", "width": 60, "height": 60, "seed": 3 } });
    let heard = page.ask("open", json!({ "what": what }));
    let expected = heard.cost();
    let methods = heard.text("facts")["methods"].as_array().unwrap().clone();
    for method in methods {
        assert_eq!(method["ok"], true, "{method}");
        let id = method["id"].as_str().unwrap();
        let budget = json!({ "expansions": 2_000_000 });
        let heard = page.ask("settings", json!({ "method": id, "budget": budget }));
        let answer = heard.text("answer");
        if answer["outcome"] == "out-of-budget" {
            assert!(id.ends_with("ida-star"), "{id}");
            continue;
        }
        assert_eq!(answer["outcome"], "found", "{answer}");
        if answer["optimal"] == true {
            assert_eq!(heard.cost(), expected, "{id}");
        } else {
            assert!(heard.cost() >= expected, "{id}");
        }
    }
}

/// The methods that the facts refuse.
fn refused(facts: &Value) -> Vec<&str> {
    let methods = facts["methods"].as_array().unwrap();
    methods.iter().filter(|m| m["ok"] == false).map(|m| m["id"].as_str().unwrap()).collect()
}

#[test]
fn the_facts_say_which_methods_apply() {
    let mut page = Page::new();
    page.draw(FIGURE);
    let heard = page.ask("stroke", stroke("brush", b'W', [0, 0], [1, 0], 1));
    assert!(refused(heard.text("facts")).is_empty(), "jump points know several media");
    let heard = page.ask("settings", json!({ "method": "jps", "scale": "5/30" }));
    assert_eq!(
        refused(heard.text("facts")),
        ["jps", "jump-table", "jump-boxes", "jump-landmarks", "labels"]
    );
    assert!(heard.text("answer")["why"].as_str().unwrap().contains("two straight ones"));
    let heard = page.ask("settings", json!({ "scale": "exact" }));
    assert!(refused(heard.text("facts")).is_empty());
    assert_eq!(heard.text("answer")["outcome"], "found");
}

#[test]
fn labels_are_refused_on_large_maps_with_the_reason() {
    let mut page = Page::new();
    let what = json!({ "blank": [600, 600] });
    page.ask("open", json!({ "what": what }));
    let heard = page.ask("settings", json!({ "method": "labels" }));
    assert!(heard.text("answer")["why"].as_str().unwrap().contains("at most 262144 cells"));
}

#[test]
fn a_budget_ends_a_search_with_what_is_known() {
    let mut page = Page::new();
    page.draw(FIGURE);
    let heard = page.ask("settings", json!({ "budget": { "expansions": 3 } }));
    let answer = heard.text("answer");
    assert_eq!(answer["outcome"], "out-of-budget");
    assert!(answer["why"].as_str().unwrap().contains("no path costs less than"), "{answer}");
    assert_eq!(heard.frames(2)[0].flags & 1, 1, "the path is marked as partial");
}

#[test]
fn a_trace_has_the_costs_of_the_reference() {
    let mut page = Page::new();
    let what = json!({ "generate": { "kind": "terrain", "width": 25, "height": 20, "seed": 8,
                                      "classes": 3, "blob": 4 } });
    let opened = page.ask("open", json!({ "what": what }));
    let cells = Cells::of(&opened);
    let start = opened.text("world")["start"].clone();
    let start = [start[0].as_u64().unwrap() as u32, start[1].as_u64().unwrap() as u32];
    let goal = opened.text("world")["goals"][0].clone();
    let goal = [goal[0].as_u64().unwrap() as u32, goal[1].as_u64().unwrap() as u32];
    let others = [
        "breadth-first",
        "weighted",
        "bidirectional",
        "ida-star",
        "weighted-ida-star",
        "bidirectional-breadth-first",
        "bidirectional-greedy",
        "depth-first",
        "swarm",
        "landmarks",
    ];
    let exact = ["astar", "dijkstra", "jps", "jump-table", "labels"];
    for method in exact.into_iter().chain(others) {
        page.ask("settings", json!({ "method": method, "budget": { "expansions": 50_000 } }));
        let heard = page.ask("trace", json!({}));
        let words: Vec<u32> = heard.frames(3).iter().flat_map(|frame| frame.words()).collect();
        let events: Vec<&[u32]> = words.chunks_exact(5).collect();
        assert_eq!(heard.text("trace")["events"], events.len(), "{method}");
        assert!(!events.is_empty(), "{method}");
        if !exact.contains(&method) {
            continue;
        }
        let cell = |node: u32| [node % 25, node / 25];
        let mut g = vec![None; 500];
        for event in &events {
            let &[node, parent, cost, h, what] = *event else { panic!("five numbers") };
            match what & 7 {
                0 | 1 => {
                    let from = if parent == u32::MAX { 0 } else { g[parent as usize].unwrap() };
                    assert!(cost >= from);
                    g[node as usize] = Some(cost);
                    if method == "astar" {
                        let rest = cells.reference(&Mover::walker(), cell(node), goal);
                        assert!(
                            rest.is_none_or(|rest| u64::from(h) <= rest),
                            "h is never too high"
                        );
                    }
                }
                // Notes: what a jump looked at in vain.
                7 => {}
                _ => {
                    let expected = cells.reference(&Mover::walker(), start, cell(node));
                    assert_eq!(Some(u64::from(cost)), expected, "{method}: closed at its distance");
                    assert_eq!(g[node as usize], Some(cost));
                }
            }
        }
        let last = events.last().unwrap();
        assert_eq!((cell(last[0]), last[4]), (goal, 3), "the goal comes last");
    }
}

#[test]
fn a_trace_is_cut_off_at_its_limit_and_says_so() {
    let mut page = Page::new();
    page.draw(FIGURE);
    let heard = page.ask("trace", json!({ "limit": 5 }));
    let trace = heard.text("trace");
    assert_eq!((&trace["events"], &trace["truncated"]), (&json!(5), &json!(true)));
}

#[test]
fn inspecting_a_cell_names_the_reasons() {
    let mut page = Page::new();
    page.draw("A.#\n.W.\n..B");
    let mut why = |x: u32, y: u32| {
        let heard = page.ask("inspect", json!({ "x": x, "y": y }));
        let steps = heard.text("inspect")["steps"].as_array().unwrap().clone();
        let reason = |step: &Value| step["why"].as_str().map_or(String::new(), str::to_owned);
        steps.iter().map(reason).collect::<Vec<_>>()
    };
    let off = "off the map";
    assert_eq!(why(0, 0), [off, off, "", "other medium", "", off, off, off]);
    assert_eq!(why(1, 0), [off, off, "blocked", "corner", "other medium", "corner", "", off]);
    assert_eq!(why(2, 0)[4], "nobody can stand here");
    page.ask("settings", json!({ "corners": "always", "neighbours": 8 }));
    let heard = page.ask("inspect", json!({ "x": 1, "y": 0 }));
    assert_eq!(heard.text("inspect")["steps"][3]["cost"], 19_601);
    page.ask("settings", json!({ "neighbours": 4 }));
    let heard = page.ask("inspect", json!({ "x": 1, "y": 0 }));
    assert_eq!(heard.text("inspect")["steps"][3]["why"], "no diagonals");
}

#[test]
fn rows_of_a_scenario_have_their_recorded_lengths() {
    let mut page = Page::new();
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/grid/dao/");
    let read = |name: &str| std::fs::read_to_string(format!("{root}{name}")).unwrap();
    let map = read("arena.map");
    page.ask("open", json!({ "what": { "map": map, "name": "arena" } }));
    let heard = page.ask("open", json!({ "what": { "scen": read("arena.map.scen") } }));
    assert_eq!(heard.text("world")["scenario"], true);
    page.ask("settings", json!({ "scale": "classic", "corners": "always" }));
    let total = page.ask("scenario", json!({ "rows": [0, 3] })).text("scenario")["total"].clone();
    let total = total.as_u64().unwrap();
    for i in (0..total).step_by(17) {
        let heard = page.ask("row", json!({ "i": i }));
        let answer = heard.text("answer");
        assert_eq!(answer["expected"]["ok"], true, "row {i}: {answer}");
    }
    // Moved away, nothing is expected any more.
    let heard = page.ask("place", json!({ "what": "start", "x": 1, "y": 12 }));
    assert!(heard.text("answer").get("expected").is_none());
    assert!(page.refusal("row", json!({ "i": total })).contains("there is no row"));
    page.draw(FIGURE);
    let refusal = page.refusal("open", json!({ "what": { "scen": read("arena.map.scen") } }));
    assert!(refusal.contains("the open map has 7x5"), "{refusal}");
}

#[test]
fn a_scene_comes_back_as_it_was_saved() {
    let mut page = Page::new();
    let what = json!({ "generate": { "kind": "terrain", "width": 33, "height": 21, "seed": 2 } });
    page.ask("open", json!({ "what": what }));
    page.ask("place", json!({ "what": "goal", "x": 5, "y": 5, "add": true }));
    page.ask("compare", json!({ "on": true }));
    let settings = json!({ "panel": "b", "method": "weighted", "weight": "1.25", "scale": "3/4",
                           "heuristic": "manhattan", "ties": "straightest", "neighbours": 4,
                           "corners": "one-free", "budget": { "expansions": 1000 } });
    page.ask("settings", settings);
    let scene = page.ask("save", json!({})).text("scene")["scene"].clone();
    let answer = |heard: &Heard| {
        let mut answer = heard.text("answer").clone();
        answer["re"] = Value::Null;
        answer["effort"]["bytes"] = Value::Null;
        answer
    };
    let before = answer(&page.ask("ask", json!({ "panel": "b" })));

    let mut other = Page::new();
    let heard = other.ask("open", json!({ "what": { "scene": scene } }));
    assert_eq!((heard.count("answer"), heard.count("settings")), (2, 2));
    assert_eq!(other.ask("save", json!({})).text("scene")["scene"], scene);
    assert_eq!(answer(&other.ask("ask", json!({ "panel": "b" }))), before);

    for (field, wrong) in [
        ("v", json!(2)),
        ("width", json!(0)),
        ("cells", json!(".5")),
        ("cells", json!(".9999")),
        ("start", json!([33, 0])),
        ("goals", json!([[0, 21]])),
        ("settings", json!([{ "panel": "a", "method": "psychic" }])),
    ] {
        let mut torn = scene.clone();
        torn[field] = wrong;
        other.refusal("open", json!({ "what": { "scene": torn } }));
        assert_eq!(other.ask("save", json!({})).text("scene")["scene"], scene, "{field}");
    }
}

#[test]
fn layers_show_factors_distances_arrows_and_order() {
    let mut page = Page::new();
    page.draw("A.#B\n....\n3...");
    let menu = page.ask("hello", json!({ "v": 1 })).text("welcome")["layers"].clone();
    assert_eq!(menu.as_array().unwrap().len(), 9);
    let heard = page.ask("layer", json!({ "id": "terrain" }));
    let levels = heard.frames(4)[0].halves();
    assert_eq!((levels[0], levels[2], levels[8]), (1, 0, u16::MAX));
    assert_eq!(heard.text("layer")["legend"][1]["level"], 3);

    let heard = page.ask("layer", json!({ "id": "distance", "options": { "of": "start" } }));
    assert_eq!((&heard.text("layer")["min"], heard.frames(4)[0].halves()[0]), (&json!(0), 1));
    let farthest = 3 * 13_860;
    assert!(heard.text("layer")["max"].as_u64().unwrap() >= farthest);

    let heard = page.ask("layer", json!({ "id": "flow" }));
    let codes = &heard.frames(5)[0].payload;
    assert_eq!((codes[3], codes[7], codes[2]), (8, 0, 255), "the goal, below it, the wall");

    let heard = page.ask("layer", json!({ "id": "heat" }));
    assert_eq!(heard.frames(4)[0].halves()[0], 1, "the start is closed first");
    assert!(page.refusal("layer", json!({ "id": "fog" })).contains("expected one of terrain"));
}

#[test]
fn a_race_counts_the_same_questions_for_every_method() {
    let mut page = Page::new();
    page.ask("open", json!({ "what": { "builtin": "rooms" } }));
    let methods = ["astar", "dijkstra", "jps", "jump-table"];
    let heard = page.ask("race", json!({ "methods": methods, "pairs": 20, "seed": 5 }));
    let rows = heard.text("race")["rows"].as_array().unwrap().clone();
    assert_eq!(rows.len(), 4);
    for row in &rows {
        assert_eq!((&row["asked"], &row["ok"]), (&json!(20), &json!(true)), "{row}");
        assert_eq!(row["total_cost"], rows[0]["total_cost"], "{row}");
    }
    let expanded = |row: usize| rows[row]["mean_expanded"].as_f64().unwrap();
    assert!(expanded(2) < expanded(0) && expanded(0) < expanded(1));
    assert!(page.refusal("race", json!({ "methods": methods, "rows": 5 })).contains("scenario"));
}

#[test]
fn units_walk_to_where_they_are_sent_and_are_told_of() {
    let mut page = Page::new();
    page.draw("A......\n...#...\n...#...\n.......\n......B\n");
    let add = json!({ "add": { "x": 1, "y": 2, "radius": 1, "count": 3, "kind": 0 } });
    let heard = page.ask("units", add);
    assert_eq!(heard.frames(6)[0].numbers[0], 3);
    assert_eq!(heard.frames(6)[0].payload.len(), 3 * 12);
    page.ask("send", json!({ "ids": "all", "x": 5, "y": 2 }));
    let mut arrived = 0;
    for tick in 1..2000 {
        let heard = page.ask("advance", json!({ "ticks": 1 }));
        assert_eq!(heard.frames(6)[0].numbers[1], tick);
        arrived += heard.text("advanced")["arrived"].as_u64().unwrap();
        if arrived == 3 {
            break;
        }
    }
    assert_eq!(arrived, 3);
    let unit = page.ask("unit", json!({ "id": 0 }));
    assert!(unit.text("unit")["cell"][0].as_u64().unwrap() >= 4, "it is on the other side");
    assert!(page.refusal("advance", json!({ "ticks": 9 })).contains("expected 1 to 8"));
    assert!(page.refusal("unit", json!({ "id": 3 })).contains("there are 3"));
    let crowd = json!({ "add": { "x": 1, "y": 2, "radius": 9, "count": 4_000_000_000u32 } });
    assert!(page.refusal("units", crowd).contains("at most"));

    let scene = page.ask("save", json!({})).text("scene")["scene"].clone();
    let mut other = Page::new();
    let heard = other.ask("open", json!({ "what": { "scene": scene } }));
    assert_eq!(heard.text("units")["count"], 3);
    let heard = page.ask("units", json!({ "remove": [0, 2] }));
    assert_eq!(heard.text("units")["count"], 1);
    assert_eq!(page.draw(FIGURE).count("answer"), 1);
    assert_eq!(page.ask("advance", json!({})).frames(6)[0].numbers[0], 0, "another map, no units");
}

#[test]
fn a_wall_across_their_way_makes_units_ask_again() {
    let mut page = Page::new();
    page.ask("open", json!({ "what": { "blank": [30, 30] } }));
    page.ask("units", json!({ "add": { "x": 2, "y": 15 } }));
    page.ask("send", json!({ "ids": [0], "x": 27, "y": 15 }));
    page.ask("advance", json!({ "ticks": 8 }));
    page.ask("stroke", stroke("line", b'@', [15, 1], [15, 29], 1));
    let heard = page.ask("advance", json!({ "ticks": 1 }));
    assert_eq!(heard.text("advanced")["replans"], 1);
    // The rules of panel a are the rules of the units.
    page.ask("settings", json!({ "neighbours": 4 }));
    let arrived = (0..400)
        .any(|_| page.ask("advance", json!({ "ticks": 8 })).text("advanced")["arrived"] == 1);
    assert!(arrived);
}

#[test]
fn the_farm_opens_with_its_animals() {
    let mut page = Page::new();
    let heard = page.ask("animals", json!({ "count": 300, "seed": 4 }));
    assert_eq!((&heard.text("units")["count"], heard.frames(6)[0].numbers[0]), (&json!(300), 300));
    assert_eq!(heard.frames(1).len(), 1);
    for _ in 0..60 {
        page.ask("advance", json!({ "ticks": 8 }));
    }
    assert!(page.refusal("animals", json!({ "count": 20_001 })).contains("at most 20000"));
}

#[test]
fn scenes_of_crowds_open_with_units_on_their_way() {
    for scene in ["roundabout", "gate", "cross"] {
        let mut page = Page::new();
        let heard = page.ask("crowd", json!({ "scene": scene, "count": 24 }));
        assert_eq!(heard.text("units")["count"], 24);
        let (mut arrived, mut calls) = (0, 0);
        while arrived < 24 {
            let heard = page.ask("advance", json!({ "ticks": 8 }));
            let told = heard.text("advanced");
            assert_eq!(told["overlaps"], 0);
            arrived += told["arrived"].as_u64().unwrap();
            calls += 1;
            assert!(calls < 600, "{scene}: {arrived} of 24 arrived");
        }
    }
    let mut page = Page::new();
    let refusal = page.refusal("crowd", json!({ "scene": "square", "count": 9 }));
    assert!(refusal.contains("there is no scene \"square\""), "{refusal}");
    for count in [0, 1001] {
        let refusal = page.refusal("crowd", json!({ "scene": "gate", "count": count }));
        assert!(refusal.contains("expected 1 to 1000"), "{refusal}");
    }
}

#[test]
fn maps_go_out_as_text_and_come_in_again() {
    let mut page = Page::new();
    page.draw("A.3\n#WB");
    let text = page.ask("text", json!({ "format": "drawing" })).text("text")["text"].clone();
    assert_eq!(text, "A.3\n#WB\n");
    let text = page.ask("text", json!({ "format": "map" })).text("text")["text"].clone();
    assert_eq!(text, "type octile\nheight 2\nwidth 3\nmap\n..3\n@W.\n");
    let heard = page.ask("open", json!({ "what": { "map": text } }));
    assert_eq!(heard.frames(1)[0].payload, b"..3@W.");
}

#[test]
fn every_builtin_of_moderate_size_opens_with_an_answer() {
    let mut page = Page::new();
    let menu = page.ask("hello", json!({ "v": 1 })).text("welcome")["builtins"].clone();
    for map in menu.as_array().unwrap() {
        if map["width"].as_u64().unwrap() > 600 {
            continue;
        }
        let heard = page.ask("open", json!({ "what": { "builtin": map["id"] } }));
        assert_eq!(heard.text("answer")["outcome"], "found", "{map}");
    }
}

#[test]
fn what_cannot_be_served_is_refused_with_a_sentence() {
    let mut page = Page::new();
    let mut check = |kind: &str, fields: Value, piece: &str| {
        let refusal = page.refusal(kind, fields);
        assert!(refusal.contains(piece), "{refusal}");
    };
    check("dance", json!({}), "there is no message \"dance\"");
    check("open", json!({ "what": {} }), "nothing to open");
    check("open", json!({ "what": { "builtin": "atlantis" } }), "there is no map");
    check("open", json!({ "what": { "blank": [0, 5] } }), "0x5");
    check("open", json!({ "what": { "blank": [4097, 4097] } }), "at most 16777216 cells");
    check("open", json!({ "what": { "map": "type" } }), "map type");
    check("open", json!({ "what": { "drawing": "é" } }), "unknown letter");
    check("stroke", stroke("brush", b' ', [0, 0], [0, 0], 1), "terrain class 32");
    check("stroke", stroke("brush", b'.', [9, 0], [0, 0], 1), "off the map");
    check(
        "stroke",
        json!({ "tool": "brush", "class": 46, "from": [0, 0], "size": 66 }),
        "brush of 66",
    );
    check("settings", json!({ "method": "psychic" }), "there is no method");
    check("settings", json!({ "scale": "9/2" }), "unusable");
    check("settings", json!({ "weight": "0.5" }), "weight");
    check("settings", json!({ "neighbours": 6 }), "expected 4 or 8");
    check("inspect", json!({ "x": 7, "y": 0 }), "off the map");
    check("scenario", json!({}), "no scenario");
}

/// A bay that is open above: to go in and out of it costs more than to pass by.
const BAY: &str = "...........\n.A.#.#...B.\n...#.#.....\n...###.....\n...........\n";

#[test]
fn stops_are_passed_in_their_order_and_the_legs_add_up() {
    let mut page = Page::new();
    let cells = Cells::of(&page.draw(BAY));
    let leg = |from, to| cells.reference(&Mover::walker(), from, to).unwrap();
    let direct = leg([1, 1], [9, 1]);
    for (index, at) in [[4, 2], [9, 4]].into_iter().enumerate() {
        let [x, y] = at;
        page.ask("place", json!({ "what": "via", "index": index, "x": x, "y": y, "add": true }));
    }
    // One more between the two.
    let place = json!({ "what": "via", "index": 1, "x": 0, "y": 4, "add": true });
    let heard = page.ask("place", place);
    assert_eq!(heard.text("places")["via"], json!([[4, 2], [0, 4], [9, 4]]));
    let legs = [leg([1, 1], [4, 2]), leg([4, 2], [0, 4]), leg([0, 4], [9, 4]), leg([9, 4], [9, 1])];
    for method in
        ["astar", "dijkstra", "bidirectional", "ida-star", "jps", "jump-table", "labels", "auto"]
            .into_iter()
            .chain(["swarm", "bidirectional-swarm", "landmarks"])
    {
        let heard = page.ask("settings", json!({ "method": method }));
        let answer = heard.text("answer");
        assert_eq!((heard.cost(), &answer["legs"]), (legs.iter().sum(), &json!(legs)), "{method}");
        assert!(heard.cost() > direct && answer["optimal"] == true, "{method}");
        let path = heard.frames(2)[0].words();
        let node = |[x, y]: [u32; 2]| y * 11 + x;
        let ends = (path.first().copied(), path.last().copied());
        assert_eq!(ends, (Some(node([1, 1])), Some(node([9, 1]))), "{method}");
        assert!(
            path.contains(&node([4, 2])) && path.contains(&node([0, 4])),
            "{method} turns there"
        );
    }
    let heard = page.ask("settings", json!({ "method": "weighted", "weight": "1.5" }));
    assert_eq!(
        heard.text("answer")["guarantee"],
        "not optimal (at most 1.5000 times the cheapest)"
    );
    let heard = page.ask("settings", json!({ "method": "breadth-first" }));
    assert_eq!(heard.text("answer")["guarantee"], "not optimal in cost (fewest steps)");
}

#[test]
fn stops_are_moved_taken_away_undone_and_saved() {
    let mut page = Page::new();
    let direct = page.draw(BAY).cost();
    let via = |index: usize, x: u32, y: u32, add: bool| json!({ "what": "via", "index": index, "x": x, "y": y, "add": add });
    let first = page.ask("place", via(0, 4, 2, true)).cost();
    page.ask("place", via(1, 0, 0, true));
    let heard = page.ask("place", via(1, 0, 4, false));
    let (both, undo) = (heard.cost(), heard.text("places")["undo"].clone());
    assert_eq!((&heard.text("places")["via"], undo), (&json!([[4, 2], [0, 4]]), json!(3)));
    let scene = page.ask("save", json!({})).text("scene")["scene"].clone();
    assert_eq!(scene["via"], json!([[4, 2], [0, 4]]));

    assert!(page.refusal("place", via(2, 0, 0, false)).contains("there is no stop 2"));
    assert!(page.refusal("place", via(3, 0, 0, true)).contains("there is no stop 3"));
    assert!(page.refusal("unplace", json!({ "what": "via", "index": 2 })).contains("no stop 2"));
    assert!(page.refusal("unplace", json!({ "what": "start" })).contains("cannot be removed"));
    assert_eq!(page.ask("unplace", json!({ "what": "via", "index": 1 })).cost(), first);
    assert_eq!(page.ask("unplace", json!({ "what": "via", "index": 0 })).cost(), direct);
    for cost in [first, both] {
        assert_eq!(page.ask("undo", json!({})).cost(), cost);
    }
    assert_eq!(page.ask("redo", json!({})).cost(), first);

    let mut other = Page::new();
    let heard = other.ask("open", json!({ "what": { "scene": scene } }));
    assert_eq!((heard.cost(), &heard.text("world")["via"]), (both, &json!([[4, 2], [0, 4]])));
    let mut many = scene.clone();
    many["via"] = vec![[0, 0]; 17].into();
    let refusal = other.refusal("open", json!({ "what": { "scene": many } }));
    assert!(refusal.contains("17 stops, expected at most 16"), "{refusal}");
    let mut old = scene;
    old.as_object_mut().unwrap().remove("via");
    assert_eq!(other.ask("open", json!({ "what": { "scene": old } })).cost(), direct);
    (0..16).for_each(|_| _ = other.ask("place", via(0, 0, 0, true)));
    assert!(other.refusal("place", via(0, 0, 0, true)).contains("more than 16 stops"));
}

#[test]
fn a_leg_without_a_way_says_which_and_the_path_leads_as_far_as_it_can() {
    let mut page = Page::new();
    page.draw("...#.\nA..#B\n...#.\n");
    page.ask("place", json!({ "what": "via", "x": 0, "y": 0, "add": true }));
    page.ask("place", json!({ "what": "via", "index": 1, "x": 4, "y": 0, "add": true }));
    let heard = page.ask("ask", json!({}));
    let answer = heard.text("answer");
    let why = answer["why"].as_str().unwrap();
    assert!(why.starts_with("leg 2 of 3, from stop 1 to stop 2: all 9 reachable"), "{why}");
    assert_eq!((&answer["outcome"], &answer["legs"]), (&json!("unreachable"), &json!([13_860])));
    let frame = heard.frames(2)[0];
    assert_eq!((frame.words(), frame.flags), (vec![5, 0, 2], 1), "A, stop 1, the nearest cell");
    // A method that names no nearest cell leads as far as the stop.
    let heard = page.ask("settings", json!({ "method": "jps" }));
    assert_eq!(heard.frames(2)[0].words(), [5, 0]);
    page.ask("unplace", json!({ "what": "via", "index": 1 }));
    let heard = page.ask("settings", json!({ "method": "astar" }));
    let why = heard.text("answer")["why"].as_str().unwrap();
    assert!(why.starts_with("leg 2 of 2, from stop 1 to B: "), "{why}");
}

#[test]
fn the_last_leg_goes_to_the_nearest_goal_and_one_budget_is_for_all_legs() {
    let mut page = Page::new();
    page.draw(BAY);
    page.ask("place", json!({ "what": "goal", "x": 0, "y": 4, "add": true }));
    let heard = page.ask("place", json!({ "what": "via", "x": 1, "y": 4, "add": true }));
    assert_eq!(heard.text("answer")["legs"], json!([3 * 13_860, 13_860]));
    assert_eq!(heard.text("answer")["end"], json!([0, 4]));
    let refused = page.ask("settings", json!({ "method": "jps" }));
    assert_eq!(refused.text("answer")["outcome"], "refused");
    assert_eq!(page.ask("trace", json!({})).text("trace")["events"], 0, "and nothing is searched");

    let heard = page.ask("settings", json!({ "method": "astar" }));
    let all = heard.text("answer")["effort"]["expanded"].as_u64().unwrap();
    let budget = |most: u64| json!({ "budget": { "expansions": most } });
    assert_eq!(page.ask("settings", budget(all)).text("answer")["outcome"], "found");
    let heard = page.ask("settings", budget(all - 1));
    assert_eq!(heard.text("answer")["outcome"], "out-of-budget");
    assert!(heard.text("answer")["why"].as_str().unwrap().starts_with("leg 2 of 2"));
}

#[test]
fn events_say_which_leg_they_are_of() {
    let mut page = Page::new();
    page.draw(BAY);
    page.ask("place", json!({ "what": "via", "x": 4, "y": 2, "add": true }));
    page.ask("place", json!({ "what": "via", "index": 1, "x": 0, "y": 4, "add": true }));
    let heard = page.ask("trace", json!({}));
    let words = heard.frames(3)[0].words();
    let events: Vec<&[u32]> = words.chunks_exact(5).collect();
    let leg = |event: &[u32]| event[4] >> 8;
    assert!(events.is_sorted_by_key(|event| leg(event)));
    let stops = [12, 26, 44, 20];
    for number in 0..3u32 {
        let of: Vec<_> = events.iter().filter(|event| leg(event) == number).collect();
        let (first, last) = (of[0], of[of.len() - 1]);
        assert_eq!((first[0], first[1], first[2]), (stops[number as usize], u32::MAX, 0));
        assert_eq!((last[0], last[4] & 7), (stops[number as usize + 1], 3), "leg {number}");
        // Parents are of the same leg: what an earlier one knew is forgotten.
        let mut seen = vec![u32::MAX];
        for event in of {
            assert!(seen.contains(&event[1]), "leg {number}: {event:?}");
            seen.push(event[0]);
        }
    }
}

#[test]
fn the_way_to_any_square_is_told_with_its_steps() {
    let mut page = Page::new();
    let cells = Cells::of(&page.draw(BAY));
    let inspect = |x: u32, y: u32| json!({ "x": x, "y": y, "way": true });
    for method in ["astar", "jps", "labels", "ida-star"] {
        page.ask("settings", json!({ "method": method }));
        let heard = page.ask("inspect", inspect(4, 2));
        let way = &heard.text("inspect")["way"];
        let cost = cells.reference(&Mover::walker(), [1, 1], [4, 2]).unwrap();
        assert_eq!((&way["cost"], &way["nodes"][0]), (&json!(cost), &json!(12)), "{method}");
        assert_eq!(way["nodes"].as_array().unwrap().last(), Some(&json!(26)), "{method}");
        let heard = page.ask("inspect", inspect(3, 1));
        assert_eq!(heard.text("inspect")["way"]["why"], "the goal cannot be stood on", "{method}");
    }
    let heard = page.ask("inspect", json!({ "x": 4, "y": 2 }));
    assert!(
        heard.text("inspect").get("way").is_none(),
        "it costs a search, so it has to be asked for"
    );
}

#[test]
fn a_made_map_tells_how_it_grew_to_those_who_ask() {
    let mut page = Page::new();
    let made = json!({ "kind": "caves", "width": 40, "height": 30, "seed": 4 });
    let what = json!({ "generate": made });
    assert!(page.ask("open", json!({ "what": what })).frames(11).is_empty());
    let heard = page.ask("open", json!({ "what": what, "grow": true }));
    let frame = heard.frames(11)[0].clone();
    let [steps, stages, first, _] = frame.numbers.map(|number| number as usize);
    let word =
        |at: usize| u32::from_le_bytes(frame.payload[4 * at..][..4].try_into().unwrap()) as usize;
    let mut cells = vec![first as u8; 40 * 30];
    for step in 0..steps {
        cells[word(step)] = frame.payload[4 * (steps + stages) + step];
    }
    assert!(cells == heard.frames(1)[0].payload, "the steps lead to the map");
    assert_eq!((stages, word(steps + stages - 1)), (5, steps), "a fill and four rounds");
    assert_eq!(
        page.ask("open", json!({ "what": { "builtin": "maze" }, "grow": true })).frames(11).len(),
        1
    );
    for what in [json!({ "builtin": "figure" }), json!({ "blank": [9, 9] })] {
        assert!(page.ask("open", json!({ "what": what, "grow": true })).frames(11).is_empty());
    }
    assert!(page.ask("undo", json!({})).frames(11).is_empty());
}
