//! Maps without squares, landmarks and fields of arrows, as a page has them: against searches that
//! are too simple to be wrong.

use std::collections::BTreeMap;

use crate::common::{Heard, Page};
use astride::planner::{Board, Method, OnBoard};
use astride::shapes::hex::{HexLayout, HexMap, HexMover};
use astride_testkit::rng::Rng;
use serde_json::{Value, json};

const SHAPES: [(&str, u64); 3] =
    [("hex-pointy", 13_860), ("hex-flat", 13_860), ("triangles", 10_864)];

/// Who lies beside a tile, by columns and rows.
fn beside(shape: &str, x: i64, y: i64) -> Vec<(i64, i64)> {
    let odd = |at: i64| at.rem_euclid(2);
    match shape {
        "hex-pointy" => {
            let left = x - 1 + odd(y);
            let rows = [y - 1, y + 1].into_iter().flat_map(|row| [(left, row), (left + 1, row)]);
            rows.chain([(x - 1, y), (x + 1, y)]).collect()
        }
        "hex-flat" => {
            let up = y - 1 + odd(x);
            let columns = [x - 1, x + 1].into_iter().flat_map(|at| [(at, up), (at, up + 1)]);
            columns.chain([(x, y - 1), (x, y + 1)]).collect()
        }
        _ => vec![(x - 1, y), (x + 1, y), (x, if odd(x + y) == 0 { y + 1 } else { y - 1 })],
    }
}

/// A map as the page has it, and the costs on it by rounds over all tiles until nothing changes.
struct Tiles {
    shape: &'static str,
    step: u64,
    width: i64,
    classes: Vec<u8>,
}

impl Tiles {
    fn factor(&self, node: usize) -> Option<u64> {
        match self.classes[node] {
            b'.' | b'S' | b'G' | b'W' => Some(1),
            digit @ b'1'..=b'9' => Some(u64::from(digit - b'0')),
            _ => None,
        }
    }

    fn steps(&self, node: usize) -> Vec<(usize, u64)> {
        let (x, y) = (node as i64 % self.width, node as i64 / self.width);
        let height = self.classes.len() as i64 / self.width;
        let inside =
            |&(x, y): &(i64, i64)| (0..self.width).contains(&x) && (0..height).contains(&y);
        let is_water = |at: usize| self.classes[at] == b'W';
        let there = beside(self.shape, x, y).into_iter().filter(inside);
        there
            .map(|(x, y)| (y * self.width + x) as usize)
            .filter(|&to| self.factor(node).is_some() && is_water(node) == is_water(to))
            .filter_map(|to| Some((to, self.step * self.factor(to)?)))
            .collect()
    }

    /// What it costs from a tile to each.
    fn costs(&self, from: usize) -> Vec<Option<u64>> {
        let mut costs = vec![None; self.classes.len()];
        costs[from] = self.factor(from).map(|_| 0);
        loop {
            let before = costs.clone();
            for node in 0..costs.len() {
                let Some(here) = costs[node] else { continue };
                for (to, cost) in self.steps(node) {
                    let through: u64 = here + cost;
                    costs[to] = Some(costs[to].map_or(through, |known: u64| known.min(through)));
                }
            }
            if costs == before {
                return costs;
            }
        }
    }
}

fn drawn(rng: &mut Rng, shape: &'static str, step: u64) -> (Tiles, String) {
    let (width, height) = (2 + rng.below(8) as i64, 2 + rng.below(7));
    let classes: Vec<u8> =
        (0..width as usize * height).map(|_| rng.pick(b"......@@35WO")).collect();
    let letters: Vec<String> = classes.iter().map(|&class| char::from(class).into()).collect();
    (Tiles { shape, step, width, classes }, letters.join(" "))
}

fn open(page: &mut Page, tiles: &Tiles, cells: &str, [from, to]: [usize; 2]) -> Heard {
    let at = |node: usize| [node as i64 % tiles.width, node as i64 / tiles.width];
    let scene = json!({
        "v": 1, "shape": tiles.shape, "width": tiles.width,
        "height": tiles.classes.len() as i64 / tiles.width,
        "cells": cells, "start": at(from), "goals": [at(to)],
    });
    page.ask("open", json!({ "what": { "scene": scene } }))
}

fn names(list: &Value) -> Vec<String> {
    let name = |one: &Value| one["id"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(name).collect()
}

#[test]
fn every_method_of_a_shape_answers_as_the_slow_reference_does() {
    let mut rng = Rng::new(16);
    let mut page = Page::new();
    let mut found = 0;
    for round in 0..120 {
        let (shape, step) = SHAPES[round % 3];
        let (tiles, cells) = drawn(&mut rng, shape, step);
        let ends = [0; 2].map(|_| rng.below(tiles.classes.len()));
        let heard = open(&mut page, &tiles, &cells, ends);
        let costs = tiles.costs(ends[0]);
        let expected = costs[ends[1]];
        for method in names(&heard.text("facts")["methods"]) {
            let heard = page
                .ask("settings", json!({ "method": method, "budget": { "expansions": 100_000 } }));
            let answer = heard.text("answer");
            let place = format!("round {round}, {shape}, {method}: {cells}");
            if answer["outcome"] == "out-of-budget" {
                assert!(method.ends_with("ida-star"), "{place}");
                continue;
            }
            assert_eq!(answer["outcome"] == "found", expected.is_some(), "{place} {answer}");
            let Some(expected) = expected else { continue };
            found += 1;
            let nodes: Vec<usize> =
                heard.frames(2)[0].words().iter().map(|&node| node as usize).collect();
            assert_eq!([nodes[0], nodes[nodes.len() - 1]], ends, "{place}");
            let walked = nodes.windows(2).map(|pair| {
                let steps: BTreeMap<_, _> = tiles.steps(pair[0]).into_iter().collect();
                *steps.get(&pair[1]).unwrap_or_else(|| panic!("{place}: no step {pair:?}"))
            });
            assert_eq!(walked.sum::<u64>(), heard.cost(), "{place}");
            assert!(answer["optimal"] == false || heard.cost() == expected, "{place}");
            assert!(heard.cost() >= expected, "{place}");
            assert_eq!(answer["shown"], (heard.cost() / step).to_string(), "{place}");
        }
    }
    assert!(found > 150, "{found} paths");
}

#[test]
fn the_menu_of_hexagons_is_the_table_of_their_shape() {
    let map = HexMap::hexagon(HexLayout::Pointy, 2, b'.').unwrap();
    let board = OnBoard::<HexMap>::new(map, HexMover::walker());
    let mut page = Page::new();
    let heard = page.ask("open", json!({ "what": { "blank": [9, 7], "shape": "hex-pointy" } }));
    let shape = &heard.text("world")["shape"];
    assert_eq!(shape["id"], "hex-pointy");
    assert_eq!(shape["step"], HexMover::walker().step_ticks());
    let facts = heard.text("facts");
    // The page offers only methods that squares have too.
    let shown = board.methods().into_iter().filter(|&one| one != Method::Planes);
    let mut expected: Vec<_> = shown.map(|one| one.row().name).collect();
    let mut told = names(&facts["methods"]);
    expected.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, expected);
    assert_eq!(facts["heuristics"], json!([]));
    let squares = page.ask("open", json!({ "what": { "blank": [9, 7] } }));
    assert!(squares.text("world")["shape"].is_null());
    assert!(names(&squares.text("facts")["methods"]).contains(&"jps".to_owned()));
}

/// Opens drawings at random, of every shape in turn, with the two ends of a question.
fn each_drawing(seed: u64, mut look: impl FnMut(&mut Page, (&str, &Tiles, &str), [usize; 2])) {
    let mut rng = Rng::new(seed);
    let mut page = Page::new();
    for round in 0..30 {
        let (shape, step) = SHAPES[round % 3];
        let (tiles, cells) = drawn(&mut rng, shape, step);
        let ends = [0; 2].map(|_| rng.below(tiles.classes.len()));
        open(&mut page, &tiles, &cells, ends);
        look(&mut page, (shape, &tiles, &cells), ends);
    }
}

#[test]
fn a_search_on_tiles_is_traced_tile_by_tile() {
    each_drawing(17, |page, (shape, tiles, cells), ends| {
        page.ask("settings", json!({ "method": "dijkstra" }));
        let costs = tiles.costs(ends[0]);
        let heard = page.ask("trace", json!({}));
        for event in
            heard.frames(3)[..].iter().flat_map(|frame| frame.words()).collect::<Vec<_>>().chunks(5)
        {
            let [node, parent, g, _, what] = event else { panic!("five words") };
            let is_closed = what & 7 == 2;
            if is_closed {
                assert_eq!(Some(u64::from(*g)), costs[*node as usize], "{shape} {cells}");
            }
            if *parent != u32::MAX {
                let leads =
                    tiles.steps(*parent as usize).iter().any(|step| step.0 == *node as usize);
                assert!(leads, "{shape} {parent} to {node} in {cells}");
            }
        }
    });
}

#[test]
fn layers_of_tiles_say_what_the_reference_says() {
    each_drawing(18, |page, (shape, tiles, cells), ends| {
        let costs = tiles.costs(ends[0]);
        if ends.iter().any(|&end| tiles.factor(end).is_none()) {
            return;
        }
        let options = json!({ "of": "start" });
        let heard = page.ask("layer", json!({ "id": "distance", "options": options }));
        let most = costs.iter().flatten().max();
        assert_eq!(heard.text("layer")["max"], most.copied().unwrap_or(0));
        let levels = heard.frames(4)[0].halves();
        for (node, cost) in costs.iter().enumerate() {
            assert_eq!(levels[node] != 0, cost.is_some(), "{shape} {node} in {cells}");
        }
        let heard = page.ask("layer", json!({ "id": "flow", "options": {} }));
        let lines: Vec<u32> = heard.frames(8).iter().flat_map(|frame| frame.words()).collect();
        let rest = |node: usize| tiles.costs(node)[ends[1]];
        for line in lines.chunks(3) {
            let (from, to) = (line[0] as usize, line[1] as usize);
            let cost = tiles.steps(from).iter().find(|step| step.0 == to).unwrap().1;
            assert_eq!(rest(from), rest(to).map(|rest| rest + cost), "{shape} in {cells}");
        }
        let moving = (0..costs.len()).filter(|&node| node != ends[1] && rest(node).is_some());
        assert_eq!(lines.len() / 3, moving.count(), "{shape} in {cells}");
    });
}

#[test]
fn tiles_are_painted_undone_saved_and_drawn_as_text() {
    let mut page = Page::new();
    let text = "hex flat\nA...\n.@3_\n...B\n";
    let heard = page.draw(text);
    assert_eq!(heard.frames(1)[0].payload, b".....@3O....");
    let cost = heard.cost();
    let stroke = json!({ "tool": "brush", "class": 64, "from": [1, 0], "group": 1 });
    assert_eq!(page.ask("stroke", stroke).frames(7).len(), 1);
    assert_eq!(page.ask("undo", json!({})).cost(), cost);
    let via = json!({ "what": "via", "index": 0, "x": 0, "y": 2, "add": true });
    assert_eq!(page.ask("place", via).text("answer")["legs"].as_array().unwrap().len(), 2);
    let scene = page.ask("save", json!({})).text("scene")["scene"].clone();
    assert_eq!(scene["shape"], "hex-flat");
    let written = page.ask("text", json!({ "format": "drawing" })).text("text")["text"].clone();
    assert_eq!(written, text);
    let mut other = Page::new();
    other.draw("A.B\n");
    other.ask("open", json!({ "what": { "scene": scene.clone() } }));
    assert_eq!(other.ask("save", json!({})).text("scene")["scene"], scene);
    let heard = other.ask("undo", json!({}));
    assert!(heard.text("world")["shape"].is_null(), "the board before has squares");
    // As tall as a map may be: the first line is no row.
    let tall = format!("hex flat\n{}", "..\n".repeat(2048));
    assert_eq!(other.draw(&tall).text("world")["height"], 2048);
}

#[test]
fn too_many_tiles_are_refused_before_they_are_made() {
    // What is looked at last is that there is such a generator.
    let made = json!({ "kind": "dreams", "width": 4096, "height": 4096 });
    let text =
        Page::new().refusal("open", json!({ "what": { "generate": made, "shape": "hex-flat" } }));
    assert!(text.contains("at most 262144 in all"), "{text}");
}

#[test]
fn what_needs_squares_is_refused_in_plain_words() {
    let mut page = Page::new();
    page.ask("open", json!({ "what": { "blank": [6, 5], "shape": "triangles" } }));
    let before = page.ask("save", json!({})).text("scene")["scene"].clone();
    for (kind, fields) in [
        ("danger", json!({ "add": { "cell": [1, 1] } })),
        ("explore", json!({ "on": true })),
        ("rush", json!({ "count": 3 })),
        ("watch", json!({ "on": true })),
        ("fit", json!({})),
        ("units", json!({ "add": { "x": 1, "y": 1 } })),
        ("code", json!({})),
        ("layer", json!({ "id": "clearance" })),
        ("text", json!({ "format": "map" })),
        ("stroke", json!({ "tool": "fill", "class": 64, "from": [1, 1] })),
    ] {
        let text = page.refusal(kind, fields);
        assert!(text.ends_with("is for maps of squares, this one has triangles"), "{kind}: {text}");
    }
    assert_eq!(page.ask("save", json!({})).text("scene")["scene"], before);
    let heard = page.ask("settings", json!({ "method": "jps" }));
    let answer = heard.text("answer");
    assert_eq!(answer["why"], "jps is for maps of squares, this one has triangles");
    for what in [
        json!({ "blank": [6, 5], "shape": "octagons" }),
        json!({ "blank": [600, 500], "shape": "hex-flat" }),
        json!({ "blank": [2, 2049], "shape": "hex-pointy" }),
        json!({ "drawing": format!("hex pointy\n{}", ".\n".repeat(3000)) }),
    ] {
        page.refusal("open", json!({ "what": what }));
    }
}

#[test]
fn landmarks_keep_answers_cheapest_wherever_they_are_dragged() {
    let mut rng = Rng::new(19);
    let mut page = Page::new();
    page.ask("settings", json!({ "heuristic": "landmarks" }));
    for round in 0..25 {
        let (width, height) = (4 + rng.below(14), 4 + rng.below(10));
        let seed = rng.below(1000);
        let kind = ["caves", "random", "terrain"][round % 3];
        let made = json!({ "kind": kind, "width": width, "height": height, "seed": seed });
        let heard = page.ask("open", json!({ "what": { "generate": made } }));
        // On a map of nothing but walls there is nowhere to put one.
        let Some(places) = heard.find("places") else { continue };
        let places = places["landmarks"].as_array().unwrap().clone();
        assert!((1..=8).contains(&places.len()), "{places:?}");
        for (index, place) in places.iter().enumerate().take(3) {
            let beside = place[0].as_u64().unwrap() as usize + 1 + rng.below(width - 1);
            let (x, y) = (beside % width, rng.below(height));
            let moved = json!({ "what": "landmark", "index": index, "x": x, "y": y });
            let heard = page.ask("place", moved);
            assert_eq!(heard.text("places")["landmarks"][index], json!([x, y]));
            let answer = heard.text("answer").clone();
            check_guesses(&mut page);
            let octile = page.ask("settings", json!({ "heuristic": "octile" }));
            assert_eq!(answer["cost"], octile.text("answer")["cost"], "round {round}");
            assert_eq!(answer["outcome"], octile.text("answer")["outcome"], "round {round}");
            assert!(answer["outcome"] != "found" || answer["optimal"] == true);
            page.ask("settings", json!({ "heuristic": "landmarks" }));
        }
        let heard = page.ask("undo", json!({}));
        let index = places.len().min(3) - 1;
        assert_eq!(heard.text("places")["landmarks"][index], places[index]);
        let wall = json!({ "tool": "brush", "class": 64, "size": 2, "from": [1, 1] });
        let cost = page.ask("stroke", wall).text("answer")["cost"].clone();
        let octile = page.ask("settings", json!({ "heuristic": "octile" }));
        assert_eq!(cost, octile.text("answer")["cost"], "after an edit in round {round}");
        page.ask("settings", json!({ "heuristic": "landmarks" }));
    }
    let scene = page.ask("save", json!({})).text("scene")["scene"].clone();
    let mut other = Page::new();
    let heard = other.ask("open", json!({ "what": { "scene": scene.clone() } }));
    assert_eq!(heard.text("world")["landmarks"], scene["landmarks"]);
}

#[test]
fn landmarks_are_refused_on_maps_too_large_for_them() {
    let mut page = Page::new();
    page.ask("settings", json!({ "heuristic": "landmarks" }));
    let heard = page.ask("open", json!({ "what": { "blank": [600, 600] } }));
    assert_eq!(heard.text("answer")["outcome"], "refused");
    for blind in ["dijkstra", "breadth-first", "bidirectional-breadth-first", "depth-first"] {
        let heard = page.ask("settings", json!({ "method": blind }));
        assert_eq!(heard.text("answer")["outcome"], "found", "{blind} guesses nothing");
    }
}

/// No guess of the search is more than what is left to pay.
fn check_guesses(page: &mut Page) {
    let heard = page.ask("trace", json!({}));
    let words: Vec<u32> = heard.frames(3).iter().flat_map(|frame| frame.words()).collect();
    let Some(goal) = words.chunks(5).find(|event| event[4] & 7 == 3) else { return };
    let path: Vec<_> = words.chunks(5).filter(|event| event[4] & 7 == 2).collect();
    for event in path {
        assert!(event[2] + event[3] <= goal[2], "f never passes the cost of the answer");
    }
}

#[test]
fn units_that_are_sent_by_a_field_share_its_arrows() {
    let mut page = Page::new();
    page.ask("open", json!({ "what": { "blank": [30, 20] } }));
    page.ask("units", json!({ "add": { "x": 5, "y": 10, "radius": 3, "count": 6, "kind": 0 } }));
    let sent = |lead: &str| json!({ "ids": "all", "x": 25, "y": 10, "lead": lead });
    for (lead, leads) in [("field", true), ("ways", false), ("quickest", false)] {
        page.ask("send", sent(lead));
        page.ask("advance", json!({ "ticks": 2, "budget": 100_000 }));
        let heard = page.ask("arrows", json!({ "id": 3 }));
        assert_eq!(heard.text("arrows")["leads"], leads, "{lead}");
        let frames = heard.frames(5);
        assert_eq!(frames.len(), usize::from(leads), "{lead}");
        if let Some(frame) = frames.first() {
            assert_eq!(frame.payload[10 * 30 + 5], 2, "east, along the row of the goal");
            assert_eq!(frame.payload[10 * 30 + 25], 8, "the goal itself");
        }
    }
    page.ask("send", sent("field"));
    page.ask("advance", json!({ "ticks": 2, "budget": 100_000 }));
    let wall = json!({ "tool": "line", "class": 64, "from": [15, 2], "to": [15, 19] });
    page.ask("stroke", wall);
    assert_eq!(page.ask("arrows", json!({ "id": 3 })).text("arrows")["leads"], false, "not yet");
    page.ask("advance", json!({ "ticks": 1, "budget": 100_000 }));
    let heard = page.ask("arrows", json!({ "id": 3 }));
    let codes = &heard.frames(5)[0].payload;
    assert_eq!(codes[10 * 30 + 15], 255, "nobody stands in the wall");
    assert_ne!(codes[10 * 30 + 14], 2, "the arrows go round it");
    page.refusal("arrows", json!({ "id": 6 }));
}
