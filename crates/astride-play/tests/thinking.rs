//! What a page hears of how searches think: halves, rounds, looks in vain, waves, and where numbers
//! come from.

use std::collections::HashMap;

use astride::shapes::square::{Grid, Mover};
use astride_testkit::adapter::read_world;
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::world::arcs;
use serde_json::{Value, json};

use crate::common::{Heard, Page};

const NONE: u32 = u32::MAX;
const CLOSE: u32 = 2;
const MEETING: u32 = 4;
const ROUND: u32 = 5;
const BEYOND: u32 = 6;
const AHEAD: u32 = 7;

/// An event as the wire has it.
#[derive(Clone, Copy, Debug)]
struct Told {
    node: u32,
    parent: u32,
    g: u64,
    h: u64,
    kind: u32,
    /// 1 for the half that begins at the goals.
    half: usize,
}

fn told(heard: &Heard) -> Vec<Told> {
    let words: Vec<u32> = heard.frames(3).iter().flat_map(|frame| frame.words()).collect();
    let event = |it: &[u32]| {
        let (g, h, half) = (it[2].into(), it[3].into(), (it[4] >> 4 & 1) as usize);
        Told { node: it[0], parent: it[1], g, h, kind: it[4] & 7, half }
    };
    words.chunks_exact(5).map(event).collect()
}

/// A map as the slow reference has it.
struct Slow {
    width: usize,
    arcs: Vec<(usize, usize, u64)>,
    cells: usize,
    walls: Vec<bool>,
}

impl Slow {
    /// Opens a random map and reads it; gives start and goal.
    fn open(page: &mut Page, rng: &mut Rng) -> (Slow, [usize; 2]) {
        let (width, height) = (3 + rng.below(8), 3 + rng.below(7));
        let cells: Vec<u8> = (0..width * height).map(|_| rng.pick(b"......@3")).collect();
        let ends = [(); 2].map(|()| rng.below(cells.len()));
        let at = |node: usize| [node % width, node / width];
        let letters: Vec<String> = cells.iter().map(|&class| char::from(class).into()).collect();
        let scene = json!({
            "v": 1, "width": width, "height": height, "cells": letters.join(" "),
            "start": at(ends[0]), "goals": [at(ends[1])],
        });
        page.ask("open", json!({ "what": { "scene": scene } }));
        let grid = Grid::from_classes(width as u32, height as u32, &cells).unwrap();
        let arcs = arcs(&read_world(&grid, &Mover::walker()));
        let walls = cells.iter().map(|&class| class == b'@').collect();
        (Slow { width, arcs, cells: cells.len(), walls }, ends)
    }

    /// What it costs from a node to each, or to it from each; nothing leads from or to a wall.
    fn costs(&self, node: usize, backward: bool) -> Vec<Option<u64>> {
        if self.walls[node] {
            return vec![None; self.cells];
        }
        let turned: Vec<_> = self.arcs.iter().map(|&(from, to, cost)| (to, from, cost)).collect();
        dijkstra(self.cells, if backward { &turned } else { &self.arcs }, &[node])
    }

    fn step(&self, from: u32, to: u32) -> Option<u64> {
        let is_it = |arc: &&(usize, usize, u64)| (arc.0, arc.1) == (from as usize, to as usize);
        self.arcs.iter().filter(is_it).map(|arc| arc.2).min()
    }
}

/// The trace of a method, with what it comes to.
fn traced(page: &mut Page, method: &str) -> (Vec<Told>, Value) {
    let answer = page.ask("settings", json!({ "method": method })).text("answer").clone();
    (told(&page.ask("trace", json!({}))), answer)
}

#[test]
fn halves_of_a_search_from_both_ends_are_told_apart_and_meet_ever_cheaper() {
    let (mut rng, mut page) = (Rng::new(21), Page::new());
    let (mut met, mut better) = (0, 0);
    for _ in 0..60 {
        let (slow, [start, goal]) = Slow::open(&mut page, &mut rng);
        let best = slow.costs(start, false)[goal];
        for method in [
            "bidirectional",
            "bidirectional-greedy",
            "bidirectional-swarm",
            "bidirectional-breadth-first",
        ] {
            let counts = method == "bidirectional-breadth-first";
            let (events, answer) = traced(&mut page, method);
            let mut known = [HashMap::new(), HashMap::new()];
            let mut closed: HashMap<u32, usize> = HashMap::new();
            let mut meeting: Option<u64> = None;
            for event in events {
                let Told { node, parent, g, kind, half, .. } = event;
                match kind {
                    0 | 1 if parent == NONE => {
                        assert_eq!((node as usize, g), ([start, goal][half], 0));
                        known[half].insert(node, g);
                    }
                    0 | 1 => {
                        assert_eq!(closed.get(&parent), Some(&half), "{method}: {event:?}");
                        let [from, to] = if half == 0 { [parent, node] } else { [node, parent] };
                        let step = slow.step(from, to).expect("a step");
                        assert_eq!(g, known[half][&parent] + if counts { 1 } else { step });
                        known[half].insert(node, g);
                    }
                    CLOSE => {
                        assert_eq!(known[half][&node], g, "{method}: {event:?}");
                        assert_eq!(closed.insert(node, half), None, "one half closes it, once");
                    }
                    MEETING => {
                        assert_eq!(g, known[0][&node] + known[1][&node], "{method}: {event:?}");
                        assert!(meeting.is_none_or(|before| g < before));
                        better += u32::from(meeting.is_some());
                        meeting = Some(g);
                    }
                    other => panic!("{method} tells {other}"),
                }
            }
            let cost = answer[if counts { "steps" } else { "cost" }].as_u64();
            assert_eq!(meeting, cost.filter(|_| answer["outcome"] == "found"), "{method}");
            assert_eq!(meeting.is_some(), best.is_some(), "{method}");
            if matches!(method, "bidirectional" | "bidirectional-swarm") {
                assert_eq!(meeting, best, "{method}");
            }
            met += u32::from(meeting.is_some());
        }
    }
    assert!(met > 100 && better > 20, "{met} meetings, {better} of them improved");
}

#[test]
fn rounds_of_ida_star_tell_their_limit_and_what_limit_comes_next() {
    let (mut rng, mut page, mut rounds) = (Rng::new(22), Page::new(), 0);
    for _ in 0..60 {
        let (slow, [start, goal]) = Slow::open(&mut page, &mut rng);
        let best = slow.costs(start, false)[goal];
        let (events, answer) = traced(&mut page, "ida-star");
        let parts: Vec<&[Told]> = events.split(|event| event.kind == ROUND).collect();
        let limits: Vec<u64> =
            events.iter().filter(|one| one.kind == ROUND).map(|one| one.g).collect();
        if limits.is_empty() {
            assert!(best.is_none());
            continue;
        }
        assert!(parts[0].is_empty(), "nothing is before the first round");
        rounds += limits.len();
        // The guess at the start is the first limit, and with a guess that is never too high the
        // last one is what the path costs.
        assert_eq!(limits[0], parts[1][0].g + parts[1][0].h);
        if answer["outcome"] == "found" {
            assert_eq!(limits.last().copied(), best);
        }
        let h: HashMap<u32, u64> = events.iter().map(|one| (one.node, one.h)).collect();
        for (at, part) in parts[1..].iter().enumerate() {
            let limit = limits[at];
            let closed = part.iter().filter(|one| one.kind == CLOSE);
            assert!(closed.clone().all(|one| one.g + one.h <= limit));
            // The least F beyond, from all arcs out of what the round closed, as far as no cheaper way
            // to their ends was known by then.
            let (mut known, mut least) = (HashMap::new(), None);
            for one in closed.clone() {
                known.insert(one.node, one.g);
                for arc in slow.arcs.iter().filter(|arc| arc.0 == one.node as usize) {
                    let (to, g) = (arc.1 as u32, one.g + arc.2);
                    let f = h.get(&to).map(|h| g + h).filter(|&f| f > limit);
                    if known.get(&to).is_none_or(|&known| g < known) && f.is_some() {
                        least = least.into_iter().chain(f).min();
                    }
                }
            }
            let mut seen: Vec<u64> =
                part.iter().filter(|one| one.kind == BEYOND).map(|one| one.g + one.h).collect();
            assert!(seen.iter().all(|&f| f > limit) && seen.is_sorted_by(|a, b| a > b));
            let next = limits.get(at + 1).copied();
            if next.is_some() {
                assert_eq!((seen.pop(), least), (next, next), "round {at} of {limits:?}");
            }
        }
    }
    assert!(rounds > 150, "{rounds}");
}

#[test]
fn depth_first_search_has_no_rounds_and_one_ended_searches_no_halves() {
    let mut page = Page::new();
    for method in ["depth-first", "astar", "dijkstra", "greedy", "jump-table"] {
        let (events, _) = traced(&mut page, method);
        assert!(!events.is_empty(), "{method}");
        assert!(events.iter().all(|one| one.half == 0 && (one.kind < 4 || one.kind == AHEAD)));
    }
}

#[test]
fn a_look_in_vain_says_from_where_which_way_and_how_far() {
    let mut page = Page::new();
    page.draw(".......\n.A...#B\n.......\n");
    let (events, _) = traced(&mut page, "jps");
    let aheads = events.iter().filter(|one| one.kind == AHEAD);
    let aheads: Vec<_> = aheads.map(|one| (one.parent, one.g, one.node)).collect();
    // From A at (1, 1): east as far as (4, 1), before the wall; west to the edge.
    assert!(aheads.contains(&(8, 2, 11)), "{aheads:?}");
    assert!(aheads.contains(&(8, 6, 7)), "{aheads:?}");
    let jumps: Vec<u32> = events.iter().filter(|one| one.kind < 2).map(|one| one.node).collect();
    assert!(!jumps.contains(&11) && !jumps.contains(&7));
}

#[test]
fn the_menu_has_code_for_methods_without_a_single_open_list_alone() {
    let heard = Page::new().ask("hello", json!({ "v": 1 }));
    for method in heard.text("welcome")["methods"].as_array().unwrap() {
        let id = method["id"].as_str().unwrap();
        let own = ["bidirectional", "ida-star", "depth-first", "labels", "clusters", "polyanya"];
        let own = own.iter().any(|one| id.contains(one));
        assert_eq!(method["code"].is_array(), own, "{id}");
    }
}

#[test]
fn a_wave_comes_to_every_square_in_the_order_of_its_distance() {
    let (mut rng, mut page, mut seen) = (Rng::new(23), Page::new(), 0);
    for _ in 0..40 {
        let (slow, [start, goal]) = Slow::open(&mut page, &mut rng);
        for (of, end) in [("goal", goal), ("start", start)] {
            let heard = page.ask("wave", json!({ "options": { "of": of } }));
            let events = told(&heard);
            let costs = slow.costs(end, of == "goal");
            assert!(events.is_sorted_by_key(|one| one.g));
            let reached: HashMap<u32, u64> = events.iter().map(|one| (one.node, one.g)).collect();
            assert_eq!(reached.len(), events.len(), "each once");
            assert_eq!(heard.text("wave")["events"], events.len());
            for (node, cost) in (0..).zip(&costs) {
                assert_eq!(reached.get(&node), cost.as_ref());
            }
            for one in events.iter().filter(|one| one.parent != NONE) {
                let [from, to] =
                    if of == "goal" { [one.node, one.parent] } else { [one.parent, one.node] };
                assert_eq!(one.g, reached[&one.parent] + slow.step(from, to).unwrap());
            }
            seen += events.len();
        }
    }
    assert!(seen > 1000);
    page.draw("A..B");
    let cut = page.ask("wave", json!({ "limit": 1 }));
    assert_eq!((told(&cut).len(), cut.text("wave")["truncated"].as_bool()), (1, Some(true)));
    page.draw("hex pointy\n. . .\n A # B\n. . .");
    let events = told(&page.ask("wave", json!({})));
    assert_eq!((events.len(), events[0].node, events[0].g), (8, 5, 0));
    assert!(page.refusal("wave", json!({ "unit": 0 })).contains("squares"));
}

#[test]
fn a_wave_over_one_way_roads_runs_along_them() {
    let mut page = Page::new();
    let text = "a 0 1 1\na 1 2 1\na 0 2 9\na 2 0 1\n";
    page.ask("open", json!({ "what": { "plan": text } }));
    page.ask("place", json!({ "what": "start", "x": 0, "y": 0 }));
    page.ask("place", json!({ "what": "goal", "index": 0, "x": 2, "y": 0 }));
    for (of, expected) in [
        ("goal", [(2, NONE, 0), (1, 2, 1), (0, 1, 2)]),
        ("start", [(0, NONE, 0), (1, 0, 1), (2, 1, 2)]),
    ] {
        let events = told(&page.ask("wave", json!({ "options": { "of": of } })));
        let events: Vec<_> = events.iter().map(|one| (one.node, one.parent, one.g)).collect();
        assert_eq!(events, expected, "{of}");
    }
    page.ask("open", json!({ "what": { "builtin": "arena-mesh" } }));
    let refusal = page.refusal("wave", json!({}));
    assert_eq!(refusal, "there are no distances on maps of polygons");
}

#[test]
fn the_field_that_leads_units_is_a_wave_as_well() {
    let mut page = Page::new();
    page.ask("open", json!({ "what": { "blank": [30, 20] } }));
    page.ask("units", json!({ "add": { "x": 5, "y": 10, "radius": 3, "count": 4, "kind": 0 } }));
    assert!(page.refusal("wave", json!({ "unit": 9 })).contains("there is no unit 9"));
    let heard = page.ask("wave", json!({ "unit": 0 }));
    assert!(heard.text("wave")["why"].as_str().unwrap().contains("no field leads unit 0"));
    page.ask("send", json!({ "ids": "all", "x": 25, "y": 10, "lead": "field" }));
    page.ask("advance", json!({ "ticks": 2, "budget": 100_000 }));
    let heard = page.ask("wave", json!({ "unit": 0 }));
    let events = told(&heard);
    assert!(!events.is_empty(), "{}", heard.text("wave"));
    assert_eq!((events[0].node, events[0].g), (10 * 30 + 25, 0));
    assert!(events.is_sorted_by_key(|one| one.g) && events.len() > 10, "{}", events.len());
}

/// The sentence for a layer on a cell.
fn why(page: &mut Page, id: &str, options: Value, [x, y]: [usize; 2]) -> String {
    let heard = page.ask("whence", json!({ "id": id, "options": options, "x": x, "y": y }));
    heard.text("whence")["text"].as_str().unwrap().to_owned()
}

#[test]
fn distances_say_what_they_are_the_sum_of() {
    let (mut rng, mut page, mut sums) = (Rng::new(24), Page::new(), 0);
    for _ in 0..12 {
        let (slow, [start, goal]) = Slow::open(&mut page, &mut rng);
        // Whole ticks are shown as they are.
        page.ask("settings", json!({ "scale": "13/18" }));
        let grid_costs = |node: usize, backward| slow.costs(node, backward);
        for (of, end) in [("goal", goal), ("start", start)] {
            let reached = grid_costs(end, of == "goal");
            for (node, &cost) in reached.iter().enumerate() {
                let cell = [node % slow.width, node / slow.width];
                let text = why(&mut page, "distance", json!({ "of": of }), cell);
                let flow = why(&mut page, "flow", json!({ "of": of }), cell);
                assert!(flow.ends_with(&text), "{flow}");
                let numbers: Vec<u64> = text
                    .split(|letter: char| !letter.is_ascii_digit())
                    .filter_map(|word| word.parse().ok())
                    .collect();
                match cost {
                    None => assert!(text.starts_with("No number: no way leads"), "{text}"),
                    Some(0) => assert!(text.starts_with("0: this is"), "{text}"),
                    Some(_) => {
                        let &[whole, rest, _, _, step] = &numbers[..] else { panic!("{text}") };
                        assert_eq!(whole, rest + step, "{text}");
                        assert!(step % 13 == 0 || step % 18 == 0, "{text}");
                        sums += 1;
                    }
                }
            }
        }
    }
    assert!(sums > 300, "{sums}");
}

#[test]
fn every_layer_says_where_its_number_comes_from() {
    let mut page = Page::new();
    page.draw("....#..\n.A..#B.\n..3.#..\n.......\n");
    let mut say = |id: &str, cell| why(&mut page, id, json!({}), cell);
    assert_eq!(
        say("terrain", [2, 2]),
        "3: a step onto terrain of factor 3 costs 3 × the plain step"
    );
    assert_eq!(say("terrain", [4, 0]), "No number: nobody can stand on wall (drawn)");
    let areas = "component 1 of 1, numbered from the largest on: 25 squares";
    assert_eq!(say("components", [0, 0]), areas);
    assert_eq!(say("components", [4, 0]), "No number: nobody can stand here");
    assert_eq!(say("clearance", [4, 0]), "No number: nobody can stand here");
    let fits = "4: a body of 4 × 4 fits with its top left corner here, and one of 5 × 5 does not";
    assert_eq!(say("clearance", [0, 0]), fits);
    assert!(say("chokes", [0, 0]).starts_with("region 1 of "));
    assert!(say("clusters", [6, 3]).starts_with("The cluster of (0, 0) to (6, 3), "));
    assert_eq!(say("heat", [1, 1]), "1: the search closed 0 squares before it");
    assert_eq!(say("heat", [4, 0]), "The search did not close this square");
    assert_eq!(say("influence", [0, 0]), "No number: no source of danger reaches this far");
    assert!(page.refusal("whence", json!({ "id": "fog", "x": 0, "y": 0 })).contains("no layer"));
    assert!(page.refusal("whence", json!({ "id": "heat", "x": 9, "y": 0 })).contains('9'));
}

#[test]
fn danger_is_the_sum_of_what_each_source_presses() {
    let (mut rng, mut page, mut sums) = (Rng::new(25), Page::new(), 0);
    page.ask("open", json!({ "what": { "blank": [20, 20] } }));
    for falloff in ["linear", "exponential", "linear"] {
        let (strength, radius) = (1 + rng.below(50), 1 + rng.below(12));
        let cell = [5 + rng.below(8), 5 + rng.below(8)];
        let add =
            json!({ "cell": cell, "strength": strength, "radius": radius, "falloff": falloff });
        page.ask("danger", json!({ "add": add }));
    }
    for y in 0..20 {
        for x in 0..20 {
            let text = why(&mut page, "influence", json!({}), [x, y]);
            let Some((whole, rest)) = text.split_once(" = ") else { continue };
            let hundredths = |text: &str| (text.parse::<f64>().unwrap() * 100.0).round() as i64;
            let shares = rest.split(" + ").map(|part| part.split(' ').next().unwrap());
            assert_eq!(hundredths(whole), shares.map(hundredths).sum::<i64>(), "{text}");
            sums += usize::from(rest.contains(" + "));
        }
    }
    assert!(sums > 20, "{sums}");
}
