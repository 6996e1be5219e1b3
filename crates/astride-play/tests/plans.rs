//! Graphs and meshes, as a page has them: against searches that are too simple to be wrong.

use crate::common::{Heard, Page};
use allocation_counter::measure;
use astride::base::Vec2;
use astride::io::write_mesh;
use astride::shapes::mesh::Mesh;
use astride_play::session::{Incoming, Limits, Session};
use astride_testkit::rng::Rng;
use serde_json::{Value, json};

/// A graph as the page has it: roads with their cost, and what was painted.
struct Roads {
    places: usize,
    /// `(from, to, cost, both ways)`.
    roads: Vec<(usize, usize, u64, bool)>,
    /// The class of each place, and of each road as the session numbers them.
    painted: Vec<u8>,
}

impl Roads {
    fn random(rng: &mut Rng) -> Roads {
        let places = 2 + rng.below(9);
        let mut roads = Vec::new();
        for from in 0..places {
            for to in from + 1..places {
                if rng.percent(35) {
                    let (from, to) = if rng.percent(50) { (from, to) } else { (to, from) };
                    roads.push((from, to, rng.below(30) as u64, rng.percent(60)));
                }
            }
        }
        let painted = vec![b'.'; places + roads.len()];
        Roads { places, roads, painted }
    }

    fn text(&self, rng: &mut Rng) -> String {
        let arcs = self.arcs();
        let mut text = format!("c a graph by lot\np sp {} {}\n", self.places, arcs.len());
        arcs.iter().for_each(|(a, b, cost)| text += &format!("a {} {} {cost}\n", a + 1, b + 1));
        for place in 0..self.places {
            let [x, y] = [0; 2].map(|_| rng.below(900) as i64 - 450);
            text += &format!("v {} {x} {y}\n", place + 1);
        }
        text
    }

    /// The arcs that can be taken.
    fn arcs(&self) -> Vec<(usize, usize, u64)> {
        let mut arcs = Vec::new();
        for (number, &(from, to, cost, both)) in self.roads.iter().enumerate() {
            let class = self.painted[self.places + number];
            if [class, self.painted[from], self.painted[to]].contains(&b'@') {
                continue;
            }
            let factor = if class == b'.' { 1 } else { u64::from(class - b'0') };
            arcs.push((from, to, cost * factor));
            if both {
                arcs.push((to, from, cost * factor));
            }
        }
        arcs
    }

    /// What it costs to get from a place to each, by rounds until nothing changes.
    fn costs(&self, from: usize) -> Vec<Option<u64>> {
        let mut costs = vec![None; self.places];
        costs[from] = (self.painted[from] != b'@').then_some(0);
        for _ in 0..self.places {
            for (a, b, cost) in self.arcs() {
                let through = costs[a].map(|here: u64| here + cost);
                costs[b] = [costs[b], through].into_iter().flatten().min();
            }
        }
        costs
    }
}

fn open(page: &mut Page, text: &str) -> Heard {
    page.ask("open", json!({ "what": { "plan": text } }))
}

/// Paints one thing.
fn paint(page: &mut Page, width: u64, cell: usize, class: u8) -> Heard {
    let cell = cell as u64;
    let from = [cell % width, cell / width];
    page.ask("stroke", json!({ "tool": "brush", "class": class, "from": from, "group": cell }))
}

fn width(heard: &Heard) -> u64 {
    heard.text("world")["width"].as_u64().unwrap()
}

/// Asks for a path by every method of the shape, and compares it with the reference.
fn check_all(
    page: &mut Page,
    roads: &Roads,
    methods: &[String],
    [from, to]: [usize; 2],
    place: &str,
) {
    let expected = roads.costs(from)[to];
    for method in methods {
        let settings = json!({ "method": method, "budget": { "expansions": 100_000 } });
        let heard = page.ask("settings", settings);
        let answer = heard.text("answer");
        let place = format!("{place}, {method}: {answer}");
        if answer["outcome"] == "out-of-budget" {
            assert!(method.ends_with("ida-star"), "{place}");
            continue;
        }
        if answer["outcome"] == "refused" {
            assert!(method == "labels", "{place}");
            continue;
        }
        assert_eq!(answer["outcome"] == "found", expected.is_some(), "{place}");
        let Some(expected) = expected else { continue };
        let nodes: Vec<usize> = heard.frames(2)[0].words().iter().map(|&at| at as usize).collect();
        assert_eq!([nodes[0], nodes[nodes.len() - 1]], [from, to], "{place}");
        let step = |pair: &[usize]| {
            let arcs = roads.arcs();
            let arcs = arcs.iter().filter(|arc| [arc.0, arc.1] == *pair).map(|arc| arc.2);
            arcs.min().unwrap_or_else(|| panic!("{place}: no road {pair:?}"))
        };
        assert_eq!(nodes.windows(2).map(step).sum::<u64>(), heard.cost(), "{place}");
        assert!(heard.cost() >= expected, "{place}");
        assert!(answer["optimal"] == false || heard.cost() == expected, "{place}");
        assert_eq!(answer["shown"], heard.cost().to_string(), "{place}");
    }
}

#[test]
fn every_method_answers_on_graphs_as_the_slow_reference_does_after_any_edits() {
    let mut rng = Rng::new(41);
    let mut page = Page::new();
    for round in 0..60 {
        let mut roads = Roads::random(&mut rng);
        let heard = open(&mut page, &roads.text(&mut rng));
        let width = width(&heard);
        let facts = heard.text("facts")["methods"].as_array().unwrap();
        let methods: Vec<String> =
            facts.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
        assert!(methods.iter().any(|one| one == "bidirectional"), "{methods:?}");
        // The session numbers roads as it likes.
        let told = heard.frames(10)[0].words();
        let count = roads.roads.len();
        let end = |at: usize, road: usize| told[2 * roads.places + at * count + road] as usize;
        let number_of = |&(a, b, ..): &(usize, usize, u64, bool)| {
            let is_it = |road: &usize| {
                let ends = [end(0, *road), end(1, *road)];
                ends == [a, b] || ends == [b, a]
            };
            roads.places + (0..count).find(is_it).expect("each road is told")
        };
        let numbers: Vec<usize> =
            (0..roads.places).chain(roads.roads.iter().map(number_of)).collect();
        let ends = [0; 2].map(|_| rng.below(roads.places));
        for (what, at) in [("start", ends[0]), ("goal", ends[1])] {
            page.ask("place", json!({ "what": what, "index": 0, "x": at, "y": 0 }));
        }
        check_all(&mut page, &roads, &methods, ends, &format!("round {round}"));
        let edits = rng.below(4);
        for edit in 0..edits {
            let at = rng.below(numbers.len());
            let class = if at < roads.places { b'@' } else { rng.pick(b"@@2359") };
            roads.painted[at] = class;
            paint(&mut page, width, numbers[at], class);
            check_all(&mut page, &roads, &methods, ends, &format!("round {round}, edit {edit}"));
        }
        // What is saved as text is the same graph.
        let text = page.ask("text", json!({ "format": "plan" })).text("text")["text"].to_string();
        let scene = page.ask("save", json!({})).text("scene")["scene"].clone();
        assert!(text.contains("p sp"), "{text}");
        page.ask("open", json!({ "what": { "scene": scene } }));
        check_all(&mut page, &roads, &methods, ends, &format!("round {round}, saved"));
        page.ask("undo", json!({}));
        let steps = page.ask("ask", json!({}));
        assert_eq!(steps.count("answer"), 1);
    }
}

#[test]
fn costs_that_are_lengths_follow_places_that_are_moved() {
    let mut page = Page::new();
    let text = "p sp 3 4\na 1 2 50\na 2 1 50\na 2 3 30\na 3 2 30\nv 1 0 0\nv 2 40 30\nv 3 70 30\n";
    let heard = open(&mut page, text);
    assert_eq!(heard.text("world")["shape"]["by_length"], true);
    assert_eq!(heard.cost(), 80);
    // North is up: place 2 is moved straight between the others, 10 below the top.
    let heard = page.ask("place", json!({ "what": "node", "index": 1, "x": 35, "y": 15 }));
    let expected = |from: (f64, f64)| (from.0.hypot(from.1)).round() as u64;
    assert_eq!(heard.cost(), expected((35.0, 15.0)) + expected((35.0, 15.0)));
    assert_eq!(heard.frames(10).len(), 1, "where it lies now is told");
    let saved = page.ask("text", json!({ "format": "plan" }));
    assert!(
        saved.text("text")["text"].as_str().unwrap().contains("v 2 35 15"),
        "{:?}",
        saved.text("text")
    );
    assert_eq!(page.ask("undo", json!({})).cost(), 80);
    assert_eq!(page.ask("redo", json!({})).cost(), 76);
    let refusal = page.refusal("place", json!({ "what": "node", "index": 1, "x": 71, "y": 0 }));
    assert!(refusal.contains("off the map of 70x30"), "{refusal}");
    let times = text.replace("a 1 2 50", "a 1 2 51").replace("a 2 1 50", "a 2 1 51");
    assert_eq!(open(&mut page, &times).text("world")["shape"]["by_length"], false);
    let heard = page.ask("place", json!({ "what": "node", "index": 1, "x": 35, "y": 15 }));
    assert_eq!(heard.cost(), 81, "times stay as they are");
}

/// Ground of unit squares, some of them closed, none of which touch at a corner alone.
struct Ground {
    width: usize,
    height: usize,
    closed: Vec<bool>,
}

impl Ground {
    fn is_open(&self, x: i64, y: i64) -> bool {
        let inside = x >= 0 && y >= 0 && x < self.width as i64 && y < self.height as i64;
        inside && !self.closed[y as usize * self.width + x as usize]
    }

    fn is_pinched(&self) -> bool {
        let at = |x: usize, y: usize| self.is_open(x as i64, y as i64);
        let pinch = |x: usize, y: usize| {
            let [a, b, c, d] = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
            a == d && b == c && a != b
        };
        (0..self.width - 1).any(|x| (0..self.height - 1).any(|y| pinch(x, y)))
    }

    /// Whether one goes straight from one point to another: between lines of the squares every
    /// piece has to be on open ground, its edges included.
    fn sees(&self, a: (f64, f64), b: (f64, f64)) -> bool {
        let mut cuts = vec![0.0, 1.0];
        for (from, to) in [(a.0, b.0), (a.1, b.1)] {
            for line in 0..=self.width.max(self.height) {
                let share = (line as f64 - from) / (to - from);
                if share > 0.0 && share < 1.0 {
                    cuts.push(share);
                }
            }
        }
        cuts.sort_by(f64::total_cmp);
        cuts.windows(2).all(|pair| {
            if pair[1] - pair[0] < 1e-12 {
                return true;
            }
            let share = (pair[0] + pair[1]) / 2.0;
            let at = [a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share];
            // On a line between squares either of them will do.
            let squares = at.map(|side| {
                let near = side.round();
                let is_on = (side - near).abs() < 1e-9;
                if is_on { vec![near as i64 - 1, near as i64] } else { vec![side.floor() as i64] }
            });
            squares[0].iter().any(|&x| squares[1].iter().any(|&y| self.is_open(x, y)))
        })
    }

    /// The length of the shortest path: over corners of squares, by rounds until nothing changes.
    fn shortest(&self, from: (f64, f64), to: (f64, f64)) -> Option<f64> {
        let corners =
            (0..=self.width).flat_map(|x| (0..=self.height).map(move |y| (x as f64, y as f64)));
        let points: Vec<(f64, f64)> = [from, to].into_iter().chain(corners).collect();
        let mut best = vec![f64::INFINITY; points.len()];
        best[0] = 0.0;
        loop {
            let before = best.clone();
            for a in 0..points.len() {
                for b in 0..points.len() {
                    let length = (points[a].0 - points[b].0).hypot(points[a].1 - points[b].1);
                    if best[a] + length < best[b] - 1e-9 && self.sees(points[a], points[b]) {
                        best[b] = best[a] + length;
                    }
                }
            }
            if best == before {
                return best[1].is_finite().then_some(best[1]);
            }
        }
    }

    fn mesh(&self) -> Mesh {
        let corner = |x: usize, y: usize| (y * (self.width + 1) + x) as u32;
        let points = (0..=self.height)
            .flat_map(|y| (0..=self.width).map(move |x| Vec2::new(x as f64, y as f64)));
        let squares: Vec<[u32; 4]> = (0..self.width * self.height)
            .map(|at| {
                let (x, y) = (at % self.width, at / self.width);
                [corner(x, y), corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)]
            })
            .collect();
        Mesh::new(points.collect(), &squares).unwrap()
    }
}

#[test]
fn paths_over_meshes_are_the_shortest_whatever_is_closed() {
    let mut rng = Rng::new(42);
    let mut page = Page::new();
    let mut found = 0;
    for round in 0..60 {
        let (width, height) = (2 + rng.below(3), 2 + rng.below(3));
        let mut ground = Ground { width, height, closed: vec![false; width * height] };
        let heard = open(&mut page, &write_mesh(&ground.mesh()));
        let shape = &heard.text("world")["shape"];
        let numbers = |name: &str| shape[name].as_u64().unwrap() as usize;
        let points: Vec<usize> = shape["points"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap() as usize)
            .collect();
        let first = points[0] * points[1] + numbers("vertices");
        let step = width as f64 / (points[0] - 1) as f64;
        for at in 0..width * height {
            if rng.percent(30) {
                ground.closed[at] = true;
                if ground.is_pinched() {
                    ground.closed[at] = false;
                    continue;
                }
                paint(&mut page, points[0] as u64, first + at, b'@');
            }
        }
        let ends = [0; 2].map(|_| [rng.below(points[0]), rng.below(points[1])]);
        let [start, goal] = ends.map(|[x, y]| (x as f64 * step, y as f64 * step));
        page.ask("place", json!({ "what": "start", "x": ends[0][0], "y": ends[0][1] }));
        let heard = page
            .ask("place", json!({ "what": "goal", "index": 0, "x": ends[1][0], "y": ends[1][1] }));
        let answer = heard.text("answer");
        let place = format!(
            "round {round}, {width}x{height} {:?} {start:?} {goal:?}: {answer}",
            ground.closed
        );
        let is_on = |(x, y): (f64, f64)| {
            ground.sees((x, y), (x, y)) && {
                let near = |side: f64| [(side - 1e-6).floor() as i64, (side + 1e-6).floor() as i64];
                near(x).iter().any(|&x| near(y).iter().any(|&y| ground.is_open(x, y)))
            }
        };
        let expected = ground.shortest(start, goal).filter(|_| is_on(start) && is_on(goal));
        assert_eq!(answer["outcome"] == "found", expected.is_some(), "{place}");
        let Some(expected) = expected else { continue };
        found += 1;
        assert!((heard.cost() as f64 / 13_860.0 - expected).abs() < 1e-3, "{expected} {place}");
        assert_eq!(answer["tier"], "polyanya");
        let trace = page.ask("trace", json!({}));
        for event in
            trace.frames(3).iter().flat_map(|frame| frame.words()).collect::<Vec<_>>().chunks(5)
        {
            assert!(
                event[0] as usize >= first && !ground.closed[event[0] as usize - first],
                "{place}"
            );
        }
    }
    assert!(found > 20, "{found} paths");
}

#[test]
fn what_graphs_and_meshes_do_not_have_is_refused_in_a_sentence() {
    let mut page = Page::new();
    open(&mut page, "a 0 1 5\na 1 2 7\n");
    for (kind, fields) in [
        ("units", json!({ "remove": "all" })),
        ("explore", json!({ "on": true })),
        ("layer", json!({ "id": "distance" })),
        ("code", json!({})),
        ("stroke", json!({ "tool": "rectangle", "class": 64, "from": [0, 0], "to": [1, 0] })),
        ("stroke", json!({ "tool": "brush", "size": 3, "class": 64, "from": [0, 0] })),
        ("stroke", json!({ "tool": "brush", "class": 64, "from": [0, 0], "to": [1, 0] })),
        ("watch", json!({ "on": true })),
    ] {
        let refusal = page.refusal(kind, fields);
        assert!(
            refusal.ends_with("is for maps of squares, this one has places and roads"),
            "{refusal}"
        );
    }
    let refusal = page.refusal("place", json!({ "what": "goal", "index": 0, "x": 3, "y": 0 }));
    assert_eq!(refusal, "cell (3, 0) is no place of the graph");
    let refusal = page.refusal("text", json!({ "format": "drawing" }));
    assert!(refusal.contains("expected plan"), "{refusal}");
    let mesh = json!({ "what": { "builtin": "arena-mesh" } });
    page.ask("open", mesh);
    let refusal = page.refusal("race", json!({ "methods": ["astar"], "pairs": 3 }));
    assert!(refusal.starts_with("a mesh has one method"), "{refusal}");
    let refusal = page.refusal("place", json!({ "what": "node", "x": 0, "y": 0 }));
    assert!(refusal.contains("no places that can be moved"), "{refusal}");
}

#[test]
fn torn_texts_are_refused_with_their_line_and_large_ones_before_memory_is_taken() {
    let mut page = Page::new();
    for (text, says) in [
        ("p sp 3 2\na 1 2 5\na 1 x 5\n", "line 3"),
        ("p sp 3 1\na 1 2 5\nv 1 0 0\nv 2 zero 0\n", "line 4"),
        ("mesh\n2\n4 1\n0 0 0\n2 0 0\n2 1 0\n0 q 0\n", "line 7"),
        ("c only a comment\n", "neither a graph nor a mesh"),
        ("p sp 0 0\n", "a graph without places"),
        ("p sp 900000000 1\na 1 2 3\n", "at most 262144"),
        ("a 0 4000000 3\n", "at most 262144"),
        ("mesh\n2\n999999999 1\n", "at most 262144"),
    ] {
        let refusal = page.refusal("open", json!({ "what": { "plan": text } }));
        assert!(refusal.contains(says), "{text:?}: {refusal}");
        let message = json!({ "t": "open", "n": 1, "what": { "plan": text } }).to_string();
        let mut session = Session::new(Limits::default());
        let allocated = measure(|| drop(session.handle(Incoming::Text(&message)))).bytes_max;
        assert!(allocated < 100_000, "{allocated} bytes for {text:?}");
    }
    let scene: Value = json!({
        "v": 1, "width": 4, "height": 1, "plan": "a 0 1 5\n", "cells": ".4", "start": [0, 0], "goals": [[1, 0]],
    });
    let refusal = page.refusal("open", json!({ "what": { "scene": scene } }));
    assert_eq!(refusal, "a scene of 4x1 cells, its plan has 3x1");
}
