//! Layers of a living world, large bodies, danger, and an explorer in the fog, without a browser.

use std::collections::VecDeque;

use crate::common::{Heard, Page};
use astride::base::Scale;
use astride::shapes::square::{Grid, Mover};
use astride_play::session::Limits;
use astride_testkit::adapter::read_world;
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::world::{Arc, arcs};
use serde_json::{Value, json};

/// A map of the test's own.
struct Map {
    width: usize,
    height: usize,
    classes: Vec<u8>,
}

impl Map {
    fn random(rng: &mut Rng, percent: u32) -> Map {
        let (width, height) = (2 + rng.below(14), 2 + rng.below(14));
        let cell = |_| if rng.percent(percent) { b'@' } else { rng.pick(b"....5") };
        Map { width, height, classes: (0..width * height).map(cell).collect() }
    }

    fn open(&self, page: &mut Page) -> Heard {
        let rows = self.classes.chunks(self.width).map(|row| String::from_utf8_lossy(row));
        let rows = rows.collect::<Vec<_>>().join("\n");
        let (width, height) = (self.width, self.height);
        let text = format!("type octile\nheight {height}\nwidth {width}\nmap\n{rows}\n");
        page.ask("open", json!({ "what": { "map": text } }))
    }

    fn is_free(&self, x: usize, y: usize) -> bool {
        x < self.width && y < self.height && self.classes[y * self.width + x] != b'@'
    }

    fn arcs(&self) -> Vec<Arc> {
        let (width, height) = (self.width as u32, self.height as u32);
        let grid = Grid::from_classes(width, height, &self.classes).unwrap();
        arcs(&read_world(&grid, &Mover::walker()))
    }

    /// The places of a body of `side` squares: blocked, or as costly as the costliest square covered.
    fn places(&self, side: usize) -> Map {
        let covered = |node: usize| {
            let (x, y) = (node % self.width, node / self.width);
            (0..side * side).map(move |at| (x + at % side, y + at / side))
        };
        let class = |node: usize| {
            if !covered(node).all(|(x, y)| self.is_free(x, y)) {
                return b'@';
            }
            let is_costly = |(x, y): (usize, usize)| self.classes[y * self.width + x] == b'5';
            if covered(node).any(is_costly) { b'5' } else { b'.' }
        };
        let classes = (0..self.classes.len()).map(class).collect();
        Map { width: self.width, height: self.height, classes }
    }

    fn node(&self, cell: &Value) -> usize {
        let at = |i: usize| cell[i].as_u64().unwrap() as usize;
        at(1) * self.width + at(0)
    }

    fn place(&self, page: &mut Page, what: &str, node: usize) -> Heard {
        let (x, y) = (node % self.width, node / self.width);
        page.ask("place", json!({ "what": what, "x": x, "y": y }))
    }
}

fn cost(heard: &Heard) -> Option<u64> {
    let answer = heard.text("answer");
    (answer["outcome"] == "found").then(|| answer["cost"].as_u64().unwrap())
}

#[test]
fn a_large_body_pays_what_the_reference_says_of_its_places() {
    let mut rng = Rng::new(3);
    let mut found = 0;
    for _ in 0..120 {
        let map = Map::random(&mut rng, 5);
        let mut page = Page::new();
        map.open(&mut page);
        let side = 2 + rng.below(3);
        page.ask("settings", json!({ "size": side }));
        let (from, to) = (rng.below(map.classes.len()), rng.below(map.classes.len()));
        map.place(&mut page, "start", from);
        let heard = map.place(&mut page, "goal", to);
        let places = map.places(side);
        let is_free = places.classes[from] != b'@' && places.classes[to] != b'@';
        let expected = dijkstra(map.classes.len(), &places.arcs(), &[from])[to];
        assert_eq!(cost(&heard), expected.filter(|_| is_free), "{side}");
        found += usize::from(cost(&heard).is_some());

        // Another edit, and the body follows.
        let node = rng.below(map.classes.len());
        let (x, y) = (node % map.width, node / map.width);
        let class = rng.pick(b"@.");
        let stroke = json!({ "tool": "brush", "class": class, "from": [x, y] });
        let heard = page.ask("stroke", stroke);
        let mut map = map;
        map.classes[node] = class;
        let places = map.places(side);
        let is_free = places.classes[from] != b'@' && places.classes[to] != b'@';
        let expected = dijkstra(map.classes.len(), &places.arcs(), &[from])[to];
        assert_eq!(cost(&heard), expected.filter(|_| is_free), "{side} after an edit");

        let heard = page.ask("fit", json!({}));
        let codes = &heard.frames(5)[0].payload;
        for (node, &code) in codes.iter().enumerate() {
            let (x, y) = (node % map.width, node / map.width);
            let mut corners = (0..side * side)
                .filter_map(|at| Some((x.checked_sub(at % side)?, y.checked_sub(at / side)?)));
            let is_covered = corners.any(|(x, y)| places.is_free(x, y));
            let expected = if is_covered {
                0
            } else if map.is_free(x, y) {
                1
            } else {
                255
            };
            assert_eq!(code, expected, "square ({x}, {y}), size {side}");
        }
    }
    assert!(found > 20, "{found} found");
}

#[test]
fn every_method_is_asked_for_the_body_or_says_why_not() {
    let mut page = Page::new();
    page.draw("A.......\n........\n....#...\n........\n......B.\n........\n");
    page.ask("settings", json!({ "size": 2 }));
    let least = page.ask("ask", json!({})).cost();
    for method in ["dijkstra", "bidirectional", "ida-star", "jps", "jump-table", "labels", "auto"] {
        let heard = page.ask("settings", json!({ "method": method }));
        assert!(cost(&heard).is_none_or(|cost| cost == least), "{method}");
    }
    assert!(page.refusal("settings", json!({ "size": 0 })).contains("expected 1 to 8"));
    assert!(page.refusal("settings", json!({ "size": 9 })).contains("expected 1 to 8"));
    let heard = page.ask("inspect", json!({ "x": 3, "y": 0 }));
    let whys: Vec<&Value> = heard.text("inspect")["steps"]
        .as_array()
        .unwrap()
        .iter()
        .map(|step| &step["why"])
        .collect();
    assert_eq!(whys[4], "too narrow", "{whys:?}");
}

/// The component of each cell by a flood, as the first cell of it.
fn flood(map: &Map) -> Vec<Option<usize>> {
    let arcs = map.arcs();
    let mut first = vec![None; map.classes.len()];
    for node in 0..map.classes.len() {
        if first[node].is_some() || map.classes[node] == b'@' {
            continue;
        }
        let mut queue = VecDeque::from([node]);
        first[node] = Some(node);
        while let Some(at) = queue.pop_front() {
            for &(from, to, _) in &arcs {
                if from == at && first[to].is_none() {
                    first[to] = Some(node);
                    queue.push_back(to);
                }
            }
        }
    }
    first
}

#[test]
fn components_are_told_with_their_sizes_the_largest_first() {
    let mut rng = Rng::new(5);
    for _ in 0..60 {
        let map = Map::random(&mut rng, 45);
        let mut page = Page::new();
        map.open(&mut page);
        let heard = page.ask("layer", json!({ "id": "components" }));
        let (layer, numbers) = (heard.text("layer"), heard.frames(4)[0].halves());
        let first = flood(&map);
        let areas = layer["areas"].as_array().unwrap();
        let sizes: Vec<u64> = areas.iter().map(|area| area[0].as_u64().unwrap()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b), "{sizes:?}");
        assert_eq!(layer["count"], sizes.len());
        for (node, &number) in numbers.iter().enumerate() {
            let Some(own) = first[node] else {
                assert_eq!(number, 0);
                continue;
            };
            let cells = first.iter().filter(|&&other| other == Some(own)).count();
            assert_eq!(sizes[usize::from(number) - 1], cells as u64);
            assert_eq!(number, numbers[own], "one number for one component");
        }
    }
}

#[test]
fn clearance_regions_and_clusters_come_as_layers() {
    let mut page = Page::new();
    page.draw("......#......\n......#......\nA...........B\n......#......\n......#......\n");
    let heard = page.ask("layer", json!({ "id": "clearance" }));
    assert_eq!((&heard.text("layer")["min"], &heard.text("layer")["max"]), (&json!(1), &json!(5)));
    let heard = page.ask("layer", json!({ "id": "clearance", "options": { "of": "distance" } }));
    assert_eq!(
        (&heard.text("layer")["divide"], &heard.text("layer")["min"]),
        (&json!(100), &json!(50))
    );

    let heard = page.ask("layer", json!({ "id": "chokes" }));
    assert_eq!(
        heard.frames(8)[0].words(),
        [2 * 13 + 6, 2 * 13 + 6, 1],
        "the door, one square wide"
    );
    let areas = heard.text("layer")["areas"].as_array().unwrap().clone();
    assert_eq!(areas.len(), 2);
    assert_ne!(areas[0][1], areas[1][1], "neighbours differ in colour");

    page.ask("open", json!({ "what": { "builtin": "city" } }));
    let heard = page.ask("layer", json!({ "id": "clusters" }));
    let (layer, lines) = (heard.text("layer"), heard.frames(8)[0].words());
    assert_eq!(layer["lines"], lines.len() / 3);
    assert_eq!(layer["sides"][0], 16);
    let cell = |node: u32| (node % 256, node / 256);
    for line in lines.chunks(3) {
        let ((ax, ay), (bx, by)) = (cell(line[0]), cell(line[1]));
        assert!(ax.abs_diff(bx) <= 1 && ay.abs_diff(by) <= 1, "an entrance is a step");
        assert_ne!((ax / 16, ay / 16), (bx / 16, by / 16), "from one cluster to another");
    }
    let answer = page.ask("ask", json!({}));
    assert!(layer["way"]["cost"].as_u64().unwrap() >= answer.cost());
    assert!(
        page.refusal("layer", json!({ "id": "clearance", "options": { "of": 3 } }))
            .contains("neither")
    );
}

/// What entering a cell costs more for sources that fall off evenly, in hundredths of a step.
fn felt(sources: &[([usize; 2], u64, u64)], x: usize, y: usize) -> u64 {
    let of = |&([sx, sy], strength, radius): &([usize; 2], u64, u64)| {
        let (dx, dy) = (sx.abs_diff(x) as f64, sy.abs_diff(y) as f64);
        let part = 1.0 - (dx * dx + dy * dy).sqrt() / radius as f64;
        (strength as f64 * 100.0 * part.max(0.0)).round() as u64
    };
    sources.iter().map(of).sum()
}

#[test]
fn a_path_that_minds_the_danger_costs_what_the_reference_says() {
    let mut rng = Rng::new(11);
    let mut costlier = 0;
    for _ in 0..60 {
        let map = Map::random(&mut rng, 20);
        let mut page = Page::new();
        map.open(&mut page);
        // Straight steps of 100 ticks: a hundredth of a step is a tick.
        page.ask("settings", json!({ "scale": "100/141", "danger": true }));
        let mut sources = Vec::new();
        for _ in 0..1 + rng.below(3) {
            let at = [rng.below(map.width), rng.below(map.height)];
            let (strength, radius) = (1 + rng.below(20) as u64, 1 + rng.below(9) as u64);
            let add = json!({ "cell": at, "strength": strength, "radius": radius });
            page.ask("danger", json!({ "add": add }));
            sources.push((at, strength, radius));
        }
        if rng.percent(50) {
            sources[0].0 = [rng.below(map.width), rng.below(map.height)];
            page.ask("danger", json!({ "change": { "index": 0, "cell": sources[0].0 } }));
        }
        let (from, to) = (rng.below(map.classes.len()), rng.below(map.classes.len()));
        map.place(&mut page, "start", from);
        let heard = map.place(&mut page, "goal", to);

        let heat = page.ask("layer", json!({ "id": "influence" }));
        let extra = levels(&heat);
        for (node, &value) in extra.iter().enumerate() {
            let expected = match map.classes[node] {
                b'@' => 0,
                _ => felt(&sources, node % map.width, node / map.width),
            };
            assert!(value.abs_diff(expected) <= sources.len() as u64, "{value}, not {expected}");
        }
        let mover = Mover::walker().scale(Scale::new(100, 141).unwrap());
        let (width, height) = (map.width as u32, map.height as u32);
        let grid = Grid::from_classes(width, height, &map.classes).unwrap();
        let mut world = arcs(&read_world(&grid, &mover));
        world.iter_mut().for_each(|(_, to, ticks)| *ticks += extra[*to]);
        let is_free = map.classes[from] != b'@' && map.classes[to] != b'@';
        let expected = dijkstra(map.classes.len(), &world, &[from])[to].filter(|_| is_free);
        assert_eq!(cost(&heard), expected);
        let plain = dijkstra(map.classes.len(), &arcs(&read_world(&grid, &mover)), &[from])[to];
        let plain = plain.filter(|_| is_free);
        costlier += u32::from(expected != plain);
        page.ask("danger", json!({ "remove": "all" }));
        assert_eq!(cost(&page.ask("ask", json!({}))), plain);
    }
    assert!(costlier > 15, "{costlier} ways were costlier");
}

/// The levels of a layer, exact as long as there are few.
fn levels(heard: &Heard) -> Vec<u64> {
    let layer = heard.text("layer");
    let (min, max) = (layer["min"].as_u64().unwrap(), layer["max"].as_u64().unwrap());
    let span = (max - min).max(1);
    let level = |half: u16| match u64::from(half) {
        0 => 0,
        part => min + ((part - 1) * span).div_ceil(65_534),
    };
    heard.frames(4)[0].halves().into_iter().map(level).collect()
}

#[test]
fn methods_with_an_index_say_that_they_do_not_see_danger() {
    let mut page = Page::new();
    page.draw("A....\n.....\n....B\n");
    page.ask("settings", json!({ "danger": true, "method": "jps" }));
    assert_eq!(page.ask("ask", json!({})).text("answer")["outcome"], "found", "there is none yet");
    let heard = page.ask("danger", json!({ "add": { "cell": [2, 1] } }));
    let why = heard.text("answer")["why"].as_str().unwrap();
    assert!(why.contains("does not see the cost of danger"), "{why}");
    let methods = heard.text("facts")["methods"].as_array().unwrap();
    let jps = methods.iter().find(|method| method["id"] == "jps").unwrap();
    assert_eq!(jps["ok"], false);
    for method in ["dijkstra", "greedy", "weighted", "bidirectional", "ida-star", "auto"] {
        let heard = page.ask("settings", json!({ "method": method }));
        assert_eq!(heard.text("answer")["outcome"], "found", "{method}");
    }
    let mut check = |fields: Value, piece: &str| {
        let refusal = page.refusal("danger", fields);
        assert!(refusal.contains(piece), "{refusal}");
    };
    check(json!({}), "one of add, change and remove");
    check(json!({ "add": {} }), "expected the cell");
    check(json!({ "add": { "cell": [5, 0] } }), "off the map");
    check(json!({ "add": { "cell": [0, 0], "radius": 65 } }), "expected 1 to 64");
    check(json!({ "add": { "cell": [0, 0], "strength": 0 } }), "expected 1 to 50");
    check(json!({ "add": { "cell": [0, 0], "falloff": "cliff" } }), "linear or exponential");
    check(json!({ "change": { "index": 1 } }), "there is no source 1");
    check(json!({ "remove": 7 }), "there is no source 7");
    check(json!({ "remove": "most" }), "one of add, change and remove");
    for _ in 1..32 {
        page.ask("danger", json!({ "add": { "cell": [0, 0] } }));
    }
    assert!(page.refusal("danger", json!({ "add": { "cell": [0, 0] } })).contains("more than 32"));

    let scene = page.ask("save", json!({})).text("scene")["scene"].clone();
    assert_eq!(scene["danger"].as_array().unwrap().len(), 32);
    let mut other = Page::new();
    let heard = other.ask("open", json!({ "what": { "scene": scene } }));
    assert_eq!(heard.text("danger")["sources"].as_array().unwrap().len(), 32);
    assert_eq!(other.ask("save", json!({})).text("scene")["scene"], scene);
    let mut torn = scene.clone();
    torn["danger"][3]["cell"] = json!([9, 9]);
    assert!(other.refusal("open", json!({ "what": { "scene": torn } })).contains("off the map"));
}

/// Lets the explorer walk until it is not walking any more; the last reply, and all cells it walked
/// over.
fn walk(page: &mut Page, first: Heard) -> (Value, Vec<Value>, Vec<bool>) {
    let mut known = Vec::new();
    let mut trail = Vec::new();
    let mut heard = first;
    for _ in 0..2000 {
        let told = heard.text("explorer").clone();
        trail.extend(told["trail"].as_array().unwrap().iter().cloned());
        let words = heard.frames(9)[0].words();
        let runs = words.len() / 2;
        for run in 0..runs {
            let end = (words[run] + words[runs + run]) as usize;
            known.resize(known.len().max(end), false);
            for cell in &mut known[words[run] as usize..end] {
                assert!(!*cell, "a square is told once");
                *cell = true;
            }
        }
        if told["state"] != "walking" {
            return (told, trail, known);
        }
        heard = page.ask("walk", json!({ "steps": 3 }));
    }
    panic!("it never ends");
}

#[test]
fn an_explorer_arrives_exactly_where_there_is_a_way_and_never_pays_less_than_one_who_knows() {
    let mut rng = Rng::new(21);
    let (mut arrived, mut costlier) = (0, 0);
    for round in 0..80 {
        let map = Map::random(&mut rng, 35);
        let mut page = Page::new();
        map.open(&mut page);
        if round % 3 == 0 {
            page.ask("settings", json!({ "corners": "always" }));
        }
        let mover = match round % 3 {
            0 => Mover::walker().corners(astride::shapes::square::Corners::Always),
            _ => Mover::walker(),
        };
        let (width, height) = (map.width as u32, map.height as u32);
        let grid = Grid::from_classes(width, height, &map.classes).unwrap();
        let world = arcs(&read_world(&grid, &mover));
        let (from, to) = (rng.below(map.classes.len()), rng.below(map.classes.len()));
        map.place(&mut page, "start", from);
        map.place(&mut page, "goal", to);
        let is_free = map.classes[from] != b'@' && map.classes[to] != b'@';
        let least = dijkstra(map.classes.len(), &world, &[from])[to].filter(|_| is_free);
        let radius = 2 + rng.below(4);
        let first = page.ask("explore", json!({ "on": true, "radius": radius }));
        let (told, trail, known) = walk(&mut page, first);
        assert_eq!(told["state"] == "arrived", least.is_some(), "{told}");
        assert_eq!(told["best"].as_u64(), least);
        assert_eq!(told["known"], known.iter().filter(|&&known| known).count());
        // What it walked is made of steps, and costs what they cost.
        let nodes: Vec<usize> = trail.iter().map(|cell| map.node(cell)).collect();
        let step = |pair: &[usize]| {
            let arc = world.iter().find(|&&(a, b, _)| (a, b) == (pair[0], pair[1]));
            arc.unwrap_or_else(|| panic!("no step from {} to {}", pair[0], pair[1])).2
        };
        let walked: u64 = nodes.windows(2).map(step).sum();
        assert_eq!((nodes[0], told["walked"].as_u64()), (from, Some(walked)));
        if let Some(least) = least {
            assert_eq!(*nodes.last().unwrap(), to);
            assert!(walked >= least);
            costlier += u32::from(walked > least);
            arrived += 1;
        }
    }
    assert!(arrived > 15 && costlier > 3, "{arrived} arrived, {costlier} by costlier ways");
}

#[test]
fn an_explorer_lives_through_edits_and_a_goal_that_moves() {
    let mut page = Page::new();
    page.draw("A.........B\n...........\n...........\n");
    let first = page.ask("explore", json!({ "on": true, "radius": 3 }));
    assert_eq!(first.text("explorer")["plan"], json!([[0, 0], [10, 0]]));
    page.ask("walk", json!({ "steps": 2 }));
    let wall = json!({ "tool": "line", "class": 64, "from": [5, 0], "to": [5, 1] });
    let heard = page.ask("stroke", wall);
    assert!(heard.find("explorer").is_some(), "it is told of the edit");
    let heard = page.ask("walk", json!({ "steps": 1 }));
    let (told, ..) = walk(&mut page, heard);
    assert_eq!((&told["state"], &told["at"]), (&json!("arrived"), &json!([10, 0])));
    page.ask("place", json!({ "what": "goal", "x": 0, "y": 2 }));
    let heard = page.ask("walk", json!({}));
    let (told, ..) = walk(&mut page, heard);
    assert_eq!(told["at"], json!([0, 2]));
    // Walled in, it is stuck, and goes on when the wall is gone.
    page.ask("stroke", json!({ "tool": "line", "class": 64, "from": [5, 0], "to": [5, 2] }));
    page.ask("place", json!({ "what": "goal", "x": 10, "y": 1 }));
    let heard = page.ask("walk", json!({}));
    let (told, ..) = walk(&mut page, heard);
    assert_eq!(told["why"], "no way through what it knows");
    page.ask("undo", json!({}));
    let heard = page.ask("walk", json!({}));
    assert_eq!(walk(&mut page, heard).0["state"], "arrived");

    assert!(page.refusal("walk", json!({ "steps": 65 })).contains("expected 1 to 64"));
    assert!(page.refusal("explore", json!({ "on": true, "radius": 1 })).contains("expected 2 to"));
    page.ask("explore", json!({ "on": false }));
    assert!(page.refusal("walk", json!({})).contains("there is no explorer"));
    page.ask("explore", json!({ "on": true }));
    page.draw("A.B");
    assert!(page.refusal("walk", json!({})).contains("there is no explorer"), "another map");
    let mut small = Page::within(Limits { max_explored_cells: 100, ..Limits::default() });
    small.ask("open", json!({ "what": { "blank": [11, 10] } }));
    assert!(small.refusal("explore", json!({ "on": true })).contains("at most 100 to explore"));
}

#[test]
fn a_watched_edit_tells_what_each_index_had_to_look_at() {
    let mut page = Page::new();
    page.ask("open", json!({ "what": { "blank": [160, 120] } }));
    assert!(
        page.ask("stroke", json!({ "tool": "brush", "class": 64, "from": [9, 9] }))
            .find("repaired")
            .is_none()
    );
    let heard = page.ask("watch", json!({ "on": true }));
    let built = heard.text("repaired")["parts"].as_array().unwrap().clone();
    // Jump points are there already: which methods apply was told before.
    assert!(built[..3].iter().all(|part| part["rebuilt"] == true), "{built:?}");
    let heard =
        page.ask("stroke", json!({ "tool": "brush", "class": 64, "from": [50, 50], "group": 7 }));
    let repaired = heard.text("repaired");
    assert_eq!(repaired["cells"], 1);
    for part in repaired["parts"].as_array().unwrap() {
        let (count, of) = (part["count"].as_u64().unwrap(), part["of"].as_u64().unwrap());
        assert!(part["rebuilt"] == false && 0 < count && count < of / 4, "{part}");
    }
    let heard = page.ask("undo", json!({}));
    assert_eq!(heard.text("repaired")["cells"], 1);
    page.ask("watch", json!({ "on": false }));
    assert!(page.ask("redo", json!({})).find("repaired").is_none());
}

#[test]
fn a_rush_is_answered_within_the_budget_of_each_call_and_follows_edits() {
    let mut page = Page::new();
    let opened = page.ask("open", json!({ "what": { "builtin": "rooms" } }));
    let width = opened.text("world")["width"].as_i64().unwrap();
    let goal = &opened.text("world")["goals"][0];
    let goal = goal[1].as_i64().unwrap() * width + goal[0].as_i64().unwrap();
    for one_goal in [false, true] {
        page.ask("rush", json!({ "count": 60, "seed": 5, "one_goal": one_goal }));
        let (mut calls, mut done, mut bent) = (0, 0, 0);
        loop {
            let heard = page.ask("work", json!({ "budget": 100 }));
            let worked = heard.text("worked");
            let number = |key: &str| worked[key].as_u64().unwrap();
            assert!(number("expansions") <= 100, "{worked}");
            for answer in worked["done"].as_array().unwrap() {
                let line: Vec<i64> = answer[0]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|node| node.as_i64().unwrap())
                    .collect();
                let ends = [line[0], *line.last().unwrap()];
                assert!(!one_goal || answer[2] == false || ends[1] == goal, "{ends:?}");
                // Between two turns a path goes along a row, a column or a diagonal.
                assert!(
                    answer[2] == false
                        || line.windows(2).all(|pair| {
                            let at = |node: i64| (node % width, node / width);
                            let ((ax, ay), (bx, by)) = (at(pair[0]), at(pair[1]));
                            let (dx, dy) = ((bx - ax).abs(), (by - ay).abs());
                            dx == 0 || dy == 0 || dx == dy
                        })
                );
                bent += u32::from(answer[2] == true && line.len() > 2);
                done += 1;
            }
            assert_eq!((number("asked"), number("answered")), (60, done));
            assert_eq!(60 - done, number("waiting") + number("running"));
            calls += 1;
            if calls == 2 {
                page.ask("stroke", stroke_at([3, 3]));
            }
            if done == 60 {
                assert!(number("longest") <= calls);
                break;
            }
            assert!(calls < 5000, "{worked}");
        }
        assert!(calls > 3, "{calls} calls");
        assert!(bent > 10, "{bent} answers told with their turns");
    }
    assert!(page.refusal("rush", json!({ "count": 0 })).contains("expected 1 to 2000"));
    assert!(page.refusal("rush", json!({ "count": 2001 })).contains("expected 1 to 2000"));
    page.draw("A.B");
    assert!(page.refusal("work", json!({})).contains("expected rush first"));
}

/// The lines of the answers of one call, and whether each is a path.
fn rushed(page: &mut Page, count: u32) -> Vec<(Vec<i64>, bool)> {
    page.ask("rush", json!({ "count": count, "seed": 5, "one_goal": false }));
    let heard = page.ask("work", json!({ "budget": 1_000_000 }));
    let worked = heard.text("worked");
    assert_eq!(worked["answered"], count, "{worked}");
    let nodes =
        |line: &Value| line.as_array().unwrap().iter().map(|n| n.as_i64().unwrap()).collect();
    let line = |answer: &Value| (nodes(&answer[0]), answer[2] == true);
    worked["done"].as_array().unwrap().iter().map(line).collect()
}

#[test]
fn a_rush_tells_ends_where_no_path_is_and_no_more_lines_than_a_picture_shows() {
    let mut page = Page::new();
    page.draw("A.#.B\n..#..");
    let lines = rushed(&mut page, 60);
    assert_eq!(lines.len(), 60);
    for (line, found) in &lines {
        let sides = [line[0], *line.last().unwrap()].map(|node| node % 5 < 2);
        assert_eq!(*found, sides[0] == sides[1], "{line:?}");
        assert!(*found || line.len() == 2, "{line:?}");
    }
    assert!(lines.iter().any(|(_, found)| !found));

    let rows = ["....", "###.", "....", ".###"].repeat(60);
    page.draw(&format!("A...\n###.\n...B\n.###\n{}", rows.join("\n")));
    let lines = rushed(&mut page, 200);
    let told: usize = lines.iter().map(|(line, _)| line.len()).sum();
    let last = lines.last().unwrap().0.len();
    assert!(
        lines.len() < 100 && (4000..4000 + last).contains(&told),
        "{} lines, {told}",
        lines.len()
    );
}

fn stroke_at(cell: [u32; 2]) -> Value {
    json!({ "tool": "brush", "class": 64, "from": cell, "size": 3 })
}
