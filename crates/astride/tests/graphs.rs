//! Graphs and roads: all searches against explicit arcs, recorded distances of real road networks,
//! edits against graphs made from scratch, and files that are wrong.

use astride::base::{Budget, CellRect, NodeId, Vec2};
use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
use astride::io::{RoadRow, is_graph, read_graph, read_positions, read_road_queries};
use astride::search::{
    DistanceField, Estimate, FieldQuery, Heuristic, PathQuery, Replanner, Scratch, astar,
    bidirectional, dijkstra,
};
use astride::shapes::Shape;
use astride::shapes::graph::{Graph, GraphBuilder, GraphEdit, GraphKit, GraphMover, GraphPlace};
use astride::world::{self, Overlay, Way, World};
use astride_testkit::adapter::arcs_of;
use astride_testkit::contestants::graph::GraphWorld;
use astride_testkit::contestants::{Memory, contestants, hold};
use astride_testkit::data::{data_dir, repository_root, skip};
use astride_testkit::graph::random_arcs;
use astride_testkit::judge::{Ask, Judge};
use astride_testkit::reference;
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, is_slow_run, spread};
use flate2::read::MultiGzDecoder;
use std::io::Read;
use std::path::Path;

use crate::hierarchies::{check_labels, check_way, hierarchy_of, labels_of};

fn node(at: usize) -> NodeId {
    NodeId::new(at as u32)
}

/// Arcs as a road network has them: places on a lattice, most joined to some near them, both ways or
/// one way, now and then for nothing.
pub(crate) fn roads(rng: &mut Rng, side: usize) -> Vec<(usize, usize, u64)> {
    let mut arcs = Vec::new();
    for at in 0..side * side {
        for other in [at + 1, at + side, at + side + 1] {
            if other >= side * side || rng.percent(25) {
                continue;
            }
            let cost = rng.pick(&[0, 1, 1, 2, 3, 50, 1000]);
            arcs.push((at, other, cost));
            if rng.percent(80) {
                arcs.push((other, at, if rng.percent(70) { cost } else { cost + 1 }));
            }
        }
    }
    arcs
}

#[test]
fn every_search_and_index_keeps_its_promise() {
    let all = contestants::<GraphWorld>();
    spread(cases(250, 50_000), Memory::default, |memory, seed| {
        let mut rng = Rng::new(seed);
        let nodes = 1 + rng.below(14);
        let world = match rng.below(3) {
            0 => GraphWorld::new(9, roads(&mut rng, 3)),
            _ => GraphWorld::new(nodes, random_arcs(&mut rng, nodes)),
        };
        let mut graph = world.graph();
        world::check(&graph).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
        let has_positions = rng.percent(50);
        if has_positions {
            let part = |rng: &mut Rng| rng.below(5) as f64 - 1.5;
            let at: Vec<Vec2> =
                graph.nodes().map(|_| Vec2::new(part(&mut rng), part(&mut rng))).collect();
            graph.set_positions(&at).expect("positions");
        }
        let mut judge = Judge::new(world);
        memory.enter();
        for _ in 0..4 {
            let nodes = judge.node_count();
            let mut ask = Ask::new(rng.below(nodes), rng.below(nodes));
            ask.nearest = !has_positions && rng.percent(20);
            for contestant in all.iter().filter(|contestant| contestant.takes(&ask)) {
                let lot = rng.next_u64();
                let held = hold(contestant, &graph, &&graph, &mut judge, &ask, memory, lot);
                held.unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            }
        }
    });
}

/// Arcs that are closed to a mover or cost it more, by parallel arcs as well, as a list without them has
/// it; a mover of which nothing is said takes all.
#[test]
fn movers_of_a_graph_find_what_is_cheapest_without_the_arcs_that_are_closed_to_them() {
    let (mut closed, mut dearer) = (0, 0);
    for seed in 0..cases(150, 20_000) {
        let (mut rng, nodes) = (Rng::new(seed), 2 + seed as usize % 9);
        let arcs = random_arcs(&mut rng, nodes);
        let graph = GraphWorld::new(nodes, arcs.clone()).graph();
        let mut tolls: Vec<(u32, u32, Option<u32>)> = Vec::new();
        let mut mover = GraphMover::new();
        for _ in 0..rng.below(2 * nodes) {
            let [from, to] = [(); 2].map(|()| rng.below(nodes) as u32);
            let extra = rng.pick(&[None, Some(0), Some(7), Some(400)]);
            mover = match extra {
                None => mover.closed(from, to),
                Some(extra) => mover.extra(from, to, extra).expect("few ticks"),
            };
            tolls.retain(|&(a, b, _)| (a, b) != (from, to));
            tolls.push((from, to, extra));
        }
        let charge = |from: usize, to: usize| {
            let toll = tolls.iter().find(|&&(a, b, _)| (a as usize, b as usize) == (from, to));
            toll.map_or(Some(0), |toll| toll.2)
        };
        let open: Vec<(usize, usize, u64)> = arcs
            .iter()
            .filter_map(|&(from, to, cost)| {
                Some((from, to, (cost + u64::from(charge(from, to)?)).min(1 << 31)))
            })
            .collect();
        let by_rule = GraphMover::of_arcs(&graph, |from, to, _| charge(from as usize, to as usize));
        let by_rule = by_rule.expect("few ticks");
        let view = graph.view(&mover);
        world::check(&view).unwrap_or_else(|fault| panic!("{seed}: {fault}"));
        let mut expected = open.clone();
        expected.sort_unstable();
        assert_eq!(arcs_of(&view), expected, "seed {seed}");
        assert_eq!(arcs_of(&graph.view(&by_rule)), expected, "seed {seed}");
        let mut all = arcs.clone();
        all.sort_unstable();
        assert_eq!(arcs_of(&graph.view(&GraphMover::new())), all, "seed {seed}");
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
        let mut kits: Vec<(_, GraphKit)> = Vec::new();
        for &method in Graph::INDEXED {
            let mut kit = GraphKit::default();
            if graph.build(&mover, method, &mut kit).is_ok() {
                kits.push((method, kit));
            }
        }
        for _ in 0..8 {
            let [start, goal] = [(); 2].map(|()| rng.below(nodes));
            let cost = reference::bellman_ford(nodes, &open, start)[goal];
            let plain = reference::bellman_ford(nodes, &arcs, start)[goal];
            closed += u64::from(cost.is_none() && plain.is_some());
            dearer += u64::from(cost.is_some() && cost > plain);
            let query = PathQuery::new(node(start), node(goal));
            let found = astar(&view, &graph.heuristic(), &query, scratch, &mut ());
            assert_eq!(found.cost(), cost, "seed {seed}");
            let found = bidirectional(&view, &graph.heuristic(), &query, scratch, &mut ());
            assert_eq!(found.expect("one goal").cost(), cost, "seed {seed}");
            for (method, kit) in &mut kits {
                let found = graph.answer(&mover, *method, &query, kit, budget, None);
                assert_eq!(found.expect("one goal").cost(), cost, "seed {seed}, {method}");
            }
        }
    }
    assert!(closed > 5 && dearer > 20, "{closed} {dearer}");
    let refused = GraphMover::new().extra(1, 2, GraphMover::MAX_EXTRA + 1).expect_err("too many");
    let message =
        "the arc from node 1 to node 2 costs 1073741825 extra, expected at most 1073741824";
    assert_eq!(refused.to_string(), message);
}

#[test]
fn guesses_are_consistent_to_the_tick() {
    for seed in 0..cases(200, 20_000) {
        let mut rng = Rng::new(seed);
        let count = 2 + rng.below(12);
        // Lattices and straight lines, where every arc may cost exactly what its length says.
        let scale = rng.pick(&[1.0, 7.0, 0.1, 1e9, 1e-9]);
        let (wide, flat) = (1 + rng.below(1000), rng.percent(30));
        let part = |rng: &mut Rng| rng.below(wide) as f64 * scale;
        let mut at = |_| Vec2::new(part(&mut rng), if flat { 0.0 } else { part(&mut rng) });
        let positions: Vec<Vec2> = (0..count).map(&mut at).collect();
        let arcs: Vec<_> = (0..3 * count)
            .map(|_| {
                let [from, to] = [rng.below(count), rng.below(count)];
                let length = positions[from].distance_to(positions[to]);
                (from, to, (length / scale).ceil() as u64 * rng.pick(&[1, 1, 3]))
            })
            .collect();
        let mut graph = GraphWorld::new(count, arcs.clone()).graph();
        graph.set_positions(&positions).expect("finite");
        for goal in 0..count {
            let guess = graph.heuristic().aim(&mut [node(goal)].into_iter());
            assert_eq!(guess.estimate(node(goal)), 0, "seed {seed}");
            for &(from, to, cost) in &arcs {
                let (here, there) = (guess.estimate(node(from)), guess.estimate(node(to)));
                assert!(here <= cost + there, "seed {seed}: {from} to {to}");
            }
            for from in 0..count {
                assert_eq!(guess.estimate(node(from)), graph.estimate(node(from), node(goal)));
            }
        }
    }
}

#[test]
fn a_guess_is_worth_something() {
    let mut roads = GraphBuilder::with_nodes(900);
    let positions = (0..900).map(|at| Vec2::new(f64::from(at % 30), f64::from(at / 30)));
    roads.positions(positions.collect());
    for at in 0..900 {
        for other in [at + 1, at + 30].into_iter().filter(|&other| other < 900 && other % 30 > 0) {
            roads.both_ways(at, other, 100);
        }
    }
    let graph = roads.finish().expect("a graph");
    let query = PathQuery::new(node(465), node(474));
    let helped = astar(&graph, &graph.heuristic(), &query, &mut Scratch::new(), &mut ());
    let blind = dijkstra(&graph, &query, &mut Scratch::new(), &mut ());
    assert_eq!((helped.cost(), blind.cost()), (Some(900), Some(900)));
    assert!(helped.effort().expanded * 5 < blind.effort().expanded);
}

/// A batch of random changes, for the graph and for the list of its arcs.
fn change(rng: &mut Rng, count: usize, arcs: &mut Vec<(usize, usize, u64)>) -> GraphEdit {
    let mut edit = GraphEdit::new();
    let only_costs = rng.percent(50);
    for _ in 0..1 + rng.below(3) {
        let [mut from, mut to] = [rng.below(count), rng.below(count)];
        let cost = rng.pick(&[0, 1, 7, 900]);
        let what = rng.below(3);
        if what != 0 || only_costs {
            if arcs.is_empty() {
                continue;
            }
            (from, to, _) = rng.pick(arcs);
        }
        let (f, t) = (from as u32, to as u32);
        if only_costs || what == 1 {
            edit.cost(f, t, cost as u32);
            arcs.iter_mut().filter(|arc| (arc.0, arc.1) == (from, to)).for_each(|arc| arc.2 = cost);
        } else if what == 0 {
            edit.add(f, t, cost as u32);
            arcs.push((from, to, cost));
        } else {
            edit.remove(f, t);
            arcs.retain(|arc| (arc.0, arc.1) != (from, to));
        }
    }
    edit
}

#[test]
fn fields_and_replanners_follow_edits() {
    for seed in 0..cases(150, 30_000) {
        let mut rng = Rng::new(seed);
        let count = 2 + rng.below(12);
        let mut arcs = random_arcs(&mut rng, count);
        let mut graph = GraphWorld::new(count, arcs.clone()).graph();
        if rng.percent(50) {
            let at: Vec<Vec2> =
                (0..count).map(|at| Vec2::new((at % 3) as f64, (at / 3) as f64)).collect();
            graph.set_positions(&at).expect("positions");
        }
        let (start, goal) = (node(rng.below(count)), node(rng.below(count)));
        let (mut field, mut replanner) = (DistanceField::new(), Replanner::new());
        let budget = &mut Budget::unlimited();
        field.compute(&graph, &[(start, 0)], Way::Forward, budget);
        let (mut danger, mut wary) = (Overlay::new(&graph), Replanner::new());
        for _ in 0..6 {
            let (before, edit) = (graph.revision(), change(&mut rng, count, &mut arcs));
            let revision = graph.apply(&edit).expect("a possible edit");
            assert_eq!((revision, graph.revision()), (before + 1, before + 1));
            world::check(&graph).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            let mut listed: Vec<_> = graph.all_arcs().collect();
            let mut truth: Vec<_> = arcs
                .iter()
                .map(|&(from, to, cost)| (from as u32, to as u32, cost as u32))
                .collect();
            listed.sort_unstable();
            truth.sort_unstable();
            assert_eq!(listed, truth, "seed {seed}");
            let rects: Vec<CellRect> = graph.changes().since(before).expect("a log").collect();
            let touched: Vec<NodeId> = rects.iter().map(|rect| NodeId::new(rect.x)).collect();
            field.repair_around(&graph, &touched).expect("a whole field");
            let truth = reference::bellman_ford(count, &arcs, start.index());
            for (at, &least) in truth.iter().enumerate() {
                assert_eq!(field.distance(node(at)), least, "seed {seed}: node {at}");
            }
            let found = replanner.replan_over(&graph, start, goal, budget, &mut ());
            assert_eq!(found.cost(), truth[goal.index()], "seed {seed}");
            danger.set((rng.below(count) as u32, 0), rng.below(500) as u32);
            let mut dangerous = arcs.clone();
            for (_, to, cost) in &mut dangerous {
                *cost = (*cost + u64::from(danger.extra(node(*to)))).min(1 << 31);
            }
            let truth = reference::bellman_ford(count, &dangerous, start.index());
            let found = wary.replan_over(&danger.over(&graph), start, goal, budget, &mut ());
            assert_eq!(found.cost(), truth[goal.index()], "seed {seed}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let message = |arcs: &[(u32, u32, u32)]| Graph::from_arcs(3, arcs).unwrap_err().to_string();
    assert_eq!(message(&[(0, 3, 1)]), "there is no node 3, expected a number below 3");
    let dear = "the arc from node 0 to node 1 costs 2147483649, expected 0 to 2147483648";
    assert_eq!(message(&[(0, 1, (1 << 31) + 1)]), dear);
    let star: Vec<_> = (0..4096).map(|_| (0, 1, 1)).collect();
    assert_eq!(message(&star), "4096 arcs leave node 0, expected at most 4095");
    let rays: Vec<_> = (1..4097).map(|from| (from, 0, 1)).collect();
    let error = Graph::from_arcs(4097, &rays).unwrap_err().to_string();
    assert_eq!(error, "4096 arcs arrive at node 0, expected at most 4095");
    let full = Graph::from_arcs(4096, &rays[..4095]).expect("as many as there may be");
    world::check(&full).expect("a good world");
    assert_eq!(hierarchy_of(&full).distance(7, 0, &mut Scratch::new()), Some(1));
    let mut graph = Graph::from_arcs(3, &[(0, 1, 4)]).expect("a graph");
    let mut refused = |edit: &GraphEdit| {
        let error = graph.apply(edit).unwrap_err().to_string();
        let arcs: Vec<_> = graph.all_arcs().collect();
        assert_eq!((arcs, graph.revision()), (vec![(0, 1, 4)], 0));
        error
    };
    let gone = GraphEdit::new().cost(0, 1, 9).remove(1, 2).clone();
    assert_eq!(refused(&gone), "no arc leads from node 1 to node 2");
    let off = GraphEdit::new().add(0, 1, 1).add(5, 1, 1).clone();
    assert_eq!(refused(&off), "there is no node 5, expected a number below 3");
    let few = graph.set_positions(&[Vec2::default()]).unwrap_err().to_string();
    assert_eq!(few, "1 positions for 3 nodes, expected one for each");
    let none = graph.set_positions(&[Vec2::new(f64::NAN, 0.0); 3]).unwrap_err().to_string();
    assert_eq!(none, "the position of node 0 is not of two finite numbers");
}

#[test]
fn other_weights_are_another_graph() {
    let graph = Graph::from_arcs(3, &[(0, 1, 4), (1, 2, 6), (0, 2, 9)]).expect("a graph");
    let hops = graph.reweighted(|_, _, _| 1).expect("small costs");
    let query = PathQuery::new(node(0), node(2));
    let cost = |graph: &Graph| dijkstra(graph, &query, &mut Scratch::new(), &mut ()).cost();
    assert_eq!((cost(&graph), cost(&hops)), (Some(9), Some(1)));
    assert!(graph.reweighted(|_, _, _| u32::MAX).is_err());
}

/// A network with its recorded questions.
struct Network {
    graph: Graph,
    rows: Vec<RoadRow>,
}

impl Network {
    fn read(folder: &Path, file: &str) -> Option<Network> {
        let bytes = |name: &str| {
            let plain = std::fs::read(folder.join(name));
            plain.ok().or_else(|| {
                let packed = std::fs::File::open(folder.join(format!("{name}.gz"))).ok()?;
                let mut bytes = Vec::new();
                MultiGzDecoder::new(packed).read_to_end(&mut bytes).ok()?;
                Some(bytes)
            })
        };
        let mut graph = read_graph(&bytes(&format!("{file}.gr"))?).expect("a graph");
        let rows = read_road_queries(&bytes(&format!("{file}.queries.txt"))?).expect("questions");
        let place = file.split('.').next().unwrap_or(file);
        if let Some(places) = bytes(&format!("{place}.co")) {
            let positions = read_positions(&places, &graph).expect("coordinates");
            graph.set_positions(&positions).expect("positions");
        }
        Some(Network { graph, rows })
    }

    fn node(&self, place: GraphPlace) -> NodeId {
        self.graph.node(place).expect("a place")
    }

    fn check_hierarchy(&self, name: &str) {
        let (hierarchy, mut scratch) = (hierarchy_of(&self.graph), Scratch::new());
        let mut nodes = Vec::new();
        for row in &self.rows {
            let ends = [row.start, row.goal].map(|place| self.node(place).get());
            let cost = hierarchy.path(ends[0], ends[1], &mut scratch, &mut nodes);
            assert_eq!(cost, row.cost, "{name}: {row:?}");
            if let Some(cost) = cost {
                check_way(&self.graph, &nodes, ends, cost, name);
            }
        }
        let (labels, mut hubs) = (labels_of(&self.graph), Scratch::new());
        for row in &self.rows {
            let ends = [row.start, row.goal].map(|place| self.node(place).get());
            check_labels((&self.graph, &labels), ends, row.cost, &mut hubs, name);
        }
    }
}

#[test]
fn recorded_distances_of_roads_are_met() {
    let folder = repository_root().join("data/road");
    for name in ["monaco.time", "monaco.dist"] {
        let network = Network::read(&folder, name).expect("data of the repository");
        let Network { graph, rows } = &network;
        assert_eq!((graph.node_count(), graph.arc_count(), rows.len()), (519, 984, 100));
        world::check(graph).expect("a good world");
        network.check_hierarchy(name);
        let sparse = SparseGraph::of_world(graph).expect("a small graph");
        let labels = HubLabels::build(&sparse, &HubOptions::default());
        let (labels, mut hubs) = (labels.expect("costs of 1 or more"), Scratch::new());
        let (guess, mut scratch) = (graph.heuristic(), Scratch::new());
        let (mut led, mut blind) = (0, 0);
        for row in rows {
            let (start, goal) = (network.node(row.start), network.node(row.goal));
            let query = PathQuery::new(start, goal);
            let by_guess = astar(graph, &guess, &query, &mut scratch, &mut ());
            let by_cost = dijkstra(graph, &query, &mut scratch, &mut ());
            led += by_guess.effort().expanded;
            blind += by_cost.effort().expanded;
            let both = bidirectional(graph, &guess, &query, &mut scratch, &mut ());
            for outcome in [by_guess, by_cost, both.expect("a plain question")] {
                assert_eq!(outcome.cost(), row.cost, "{name}: {row:?}");
            }
            let met = labels.distance(&[(start.get(), 0)], &[(goal.get(), 0)], &mut hubs);
            assert_eq!(met.map(|met| met.total), row.cost, "{name}: {row:?}");
        }
        assert!(led < blind, "{name}: {led} nodes by the guess, {blind} without");
    }
}

#[test]
fn recorded_distances_of_larger_roads_are_met() {
    let Some(folder) = data_dir().map(|folder| folder.join("road")) else {
        return skip("recorded_distances_of_larger_roads_are_met: no data folder");
    };
    let mut files = vec!["osm/andorra.time", "osm/andorra.dist", "fast_paths/bremen_time"];
    if is_slow_run() {
        files.push("fast_paths/graph_ballard");
    }
    for file in files {
        match Network::read(&folder, file) {
            Some(network) => network.check_hierarchy(file),
            None => skip(&format!("recorded_distances_of_larger_roads_are_met: no {file}")),
        }
    }
}

#[test]
fn isochrones_are_fields_with_a_limit() {
    let folder = repository_root().join("data/road");
    let Network { graph, rows } = Network::read(&folder, "monaco.time").expect("data");
    let start = graph.node(rows[0].start).expect("a place");
    let (mut within, mut whole) = (DistanceField::new(), DistanceField::new());
    let budget = &mut Budget::unlimited();
    let five_minutes = 5 * 60 * 100;
    let sources = [(start, 0)];
    within.answer(&graph, &FieldQuery::new(&sources, Way::Forward).within(five_minutes), budget);
    whole.compute(&graph, &sources, Way::Forward, budget);
    let mut reached = 0;
    for at in graph.nodes() {
        let truth = whole.distance(at).filter(|&cost| cost <= five_minutes);
        assert_eq!(within.distance(at).filter(|&cost| cost <= five_minutes), truth);
        reached += u32::from(truth.is_some());
    }
    assert!((100..519).contains(&reached), "{reached} places");
}

#[test]
fn boards_of_named_territories() {
    let mut board = GraphBuilder::new();
    for (here, there) in [
        ("Alaska", "Northwest Territory"),
        ("Alaska", "Alberta"),
        ("Alaska", "Kamchatka"),
        ("Alberta", "Ontario"),
        ("Kamchatka", "Japan"),
    ] {
        let (here, there) = (board.place(here), board.place(there));
        board.both_ways(here, there, 1);
    }
    let board = board.finish().expect("a board");
    let place = |name: &str| board.node_named(name).expect("a territory");
    let query = PathQuery::new(place("Japan"), place("Ontario"));
    let outcome = dijkstra(&board, &query, &mut Scratch::new(), &mut ());
    let names = outcome.path().unwrap().nodes().iter().map(|&at| board.name(at));
    let names: Vec<&str> = names.collect();
    assert_eq!(names, ["Japan", "Kamchatka", "Alaska", "Alberta", "Ontario"]);
    assert_eq!(board.node_named("Atlantis"), None);
}

#[test]
fn files_are_read_in_all_their_dialects() {
    let arcs = |bytes: &[u8]| {
        let graph = read_graph(bytes).expect("a graph");
        (graph.node_count(), graph.place(node(0)).0, graph.all_arcs().collect::<Vec<_>>())
    };
    let dimacs = b"c roads\n\np sp 4 2\r\na 1 2 0\na  2 1 2147483648\n";
    assert_eq!(arcs(dimacs), (4, 1, vec![(0, 1, 0), (1, 0, 1 << 31)]));
    assert_eq!(arcs(b"a 0 2 5\na 2 0 6"), (3, 0, vec![(0, 2, 5), (2, 0, 6)]));
    assert_eq!(arcs(b"c\np tw 3 1\n2 3\n"), (3, 1, vec![(1, 2, 1), (2, 1, 1)]));
    assert_eq!(arcs(b"p tdp 2 0\n").0, 2);
    assert_eq!(arcs(&dimacs.to_ascii_uppercase()), arcs(dimacs));
    for text in [&dimacs[..], b"a 0 1 1\n", b"p tdp 1 0"] {
        assert!(is_graph(text));
    }
    // Drawings may begin with their start.
    for text in [&b"A.#"[..], b"A 0 1 1", b"type octile", b"hex flat", b"", b"p cnf 3 2", b"a b"] {
        assert!(!is_graph(text));
    }
}

#[test]
fn files_that_are_wrong_are_refused_with_the_line() {
    let refused = |text: &str, expected: &str| {
        let error = read_graph(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    };
    refused("p sp 2 1\na 1 3 1\n", "line 2: \"3\" was found, expected a place from 1 to 2");
    refused("p sp 2 1\na 0 1 1\n", "line 2: \"0\" was found, expected a place from 1 to 2");
    refused("a 0 1 -1\n", "line 1: \"-1\" was found, expected a cost from 0 to 2147483648");
    refused("a 0 1 2147483649\n", "line 1: \"2147483649\" was found, expected a cost");
    refused("a 0 1\n", "line 1: \"a\" was found, expected a line \"a FROM TO COST\"");
    refused("a 0 1 1 1\n", "line 1: \"a\" was found");
    refused("p sp 2 2\na 1 2 1\n", "the header says 2 arcs, and there are 1");
    refused("p sp 2 0\na 1 2 1\n", "the header says 0 arcs, and there are 1");
    refused("p sp 4000000000 0\n", "line 1: \"4000000000\" was found, expected a number of places");
    refused("p sp 2 4000000000\n", "line 1: \"4000000000\" was found, expected a number of places");
    refused("p max 2 2\n", "line 1: \"p\" was found, expected \"p sp NODES ARCS\"");
    refused(
        "a 4000000000 1 1\n",
        "line 1: \"4000000000\" was found, expected a place with a number",
    );
    refused("p tw 2 1\na 1 2 3\n", "line 2: \"a\" was found, expected a line \"HERE THERE\"");
    let star = "a 0 1 1\n".repeat(4096);
    refused(&star, "4096 arcs leave node 0, expected at most 4095");

    let graph = read_graph(b"p sp 2 0\n").expect("a graph");
    let refused = |text: &str, expected: &str| {
        let error = read_positions(text.as_bytes(), &graph).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    };
    refused("p aux sp co 3\n", "line 1: \"3\" was found, expected 2, as many places");
    refused("v 3 1 1\n", "line 1: \"3\" was found, expected a place of the graph");
    refused("v 1 1 1\nv 1 1 1\n", "line 2: \"1\" was found, expected each place once");
    refused("v 1 1.5 1\n", "line 1: \"1.5\" was found, expected a whole number");
    refused("v 2 1 1\n", "place 1 has no coordinates");
    for text in ["c x\np aux sp co 2\nv 2 -7 3\nv 1 0 -0\n", "P AUX SP CO 2\nV 2 -7 3\nV 1 0 0\n"] {
        let read = read_positions(text.as_bytes(), &graph).expect("both");
        assert_eq!(read[1], Vec2::new(-7.0, -3.0));
    }

    let queries = read_road_queries(b"# remark\n1 2 -1\n3 4 18446744073709551615\n");
    let costs: Vec<_> = queries.expect("rows").iter().map(|row| row.cost).collect();
    assert_eq!(costs, [None, Some(u64::MAX)]);
    for (text, expected) in [
        ("1 2\n", "line 1: \"1\" was found, expected a line \"START GOAL COST\""),
        ("1 2 -2\n", "line 1: \"-2\" was found, expected a cost, or -1"),
        ("1 x 2\n", "line 1: \"x\" was found, expected the number of a place"),
    ] {
        assert_eq!(read_road_queries(text.as_bytes()).unwrap_err().to_string(), expected);
    }
}
