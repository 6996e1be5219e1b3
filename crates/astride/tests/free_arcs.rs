//! Worlds whose arcs may cost nothing, also round in circles: every search, field and landmark that
//! takes any world, against Bellman and Ford's relaxation and paths by trying them all.

use astride::base::{Budget, Cost, NodeId, Weight};
use astride::index::{Landmarks, Selection};
use astride::path::Path;
use astride::search::{
    Custom, DistanceField, FieldQuery, FieldStatus, Guarantee, Method, Outcome, PathQuery, Promise,
    Replan, Replanner, Scratch, Search, Ties, Zero, alternatives, astar, bidirectional,
    breadth_first, dijkstra, greedy, ida_star, reachable, search, weighted_astar,
};
use astride::world::{self, Way};
use astride_testkit::graph::{Graph, random_arcs};
use astride_testkit::reference::{bellman_ford, fewest_steps, k_shortest_simple_paths};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::Arc as RefArc;

const WAYS: [Way; 2] = [Way::Forward, Way::Backward];
const TIES: [Ties; 4] = [Ties::LastAdded, Ties::FirstAdded, Ties::SmallerH, Ties::Straightest];

fn node(at: usize) -> NodeId {
    NodeId::new(at as u32)
}

fn seeds(quick: u64) -> std::ops::Range<u64> {
    0..if is_slow_run() { 100 * quick } else { quick }
}

/// A random world, and all its distances.
struct Case {
    nodes: usize,
    arcs: Vec<RefArc>,
    world: Graph,
    pairs: Vec<Vec<Option<Cost>>>,
}

impl Case {
    fn new(rng: &mut Rng) -> Case {
        let nodes = 1 + rng.below(12);
        Case::of(nodes, random_arcs(rng, nodes))
    }

    fn of(nodes: usize, arcs: Vec<RefArc>) -> Case {
        let least = arcs.iter().map(|arc| arc.2).min().unwrap_or(1);
        let world = Graph::new(nodes, &arcs, least as u32);
        world::check(&world).expect("a good world");
        let pairs = (0..nodes).map(|from| bellman_ford(nodes, &arcs, from)).collect();
        Case { nodes, arcs, world, pairs }
    }

    /// A path that can be walked, costs what it should, and visits no node twice.
    fn check_path(&self, path: &Path, ends: [usize; 2], cost: Cost, place: &str) {
        assert_eq!([path.start(), path.goal()], ends.map(node), "{place}");
        assert_eq!(path.validate(&self.world), Ok(()), "{place}");
        assert_eq!(path.cost(), cost, "{place}");
        let mut nodes = path.nodes().to_vec();
        nodes.sort_unstable();
        nodes.dedup();
        assert_eq!(nodes.len(), path.nodes().len(), "{place}: {:?}", path.nodes());
    }

    /// A cheapest path from the first end to the second, or none where there is none.
    fn check(&self, outcome: &Outcome, ends: [usize; 2], place: &str) {
        match (outcome, self.pairs[ends[0]][ends[1]]) {
            (Outcome::Found(found), Some(least)) => {
                self.check_path(&found.path, ends, least, place);
            }
            (Outcome::Unreachable(_), None) => {}
            (outcome, least) => panic!("{place}: {outcome:?}, but {least:?}"),
        }
    }
}

#[test]
fn every_search_is_right_where_arcs_cost_nothing() {
    let mut scratch = Scratch::new();
    for seed in seeds(500) {
        let mut rng = Rng::new(seed);
        let case = Case::new(&mut rng);
        let (world, pairs) = (&case.world, &case.pairs);
        let distance = |from: NodeId, to: NodeId| pairs[from.index()][to.index()];
        let exact = Custom::new(Promise::Consistent, |a, b| distance(a, b).unwrap_or(1 << 40));
        let half =
            Custom::new(Promise::Consistent, |a, b| distance(a, b).map_or(1 << 40, |d| d / 2));
        let uneven = Custom::new(Promise::Admissible, |a: NodeId, b| {
            distance(a, b).map_or(1 << 40, |d| d * u64::from(a.get() * 7 % 4) / 3)
        });
        let landmarks = Landmarks::build(world, 2, Selection::Avoid, &mut Budget::unlimited())
            .expect("landmarks");
        let landmarks = landmarks.heuristic(world).expect("of this world");
        for start in 0..case.nodes {
            let steps = fewest_steps(case.nodes, &case.arcs, start);
            for (goal, &fewest) in steps.iter().enumerate() {
                let ends = [start, goal];
                let place = &format!("seed {seed}, {start} to {goal}, {:?}", case.arcs);
                let query = PathQuery::new(node(start), node(goal)).ties(rng.pick(&TIES));
                let scratch = &mut scratch;
                let outcomes = [
                    dijkstra(world, &query, scratch, &mut ()),
                    astar(world, &exact, &query, scratch, &mut ()),
                    astar(world, &half, &query.canonical(), scratch, &mut ()),
                    astar(world, &uneven, &query, scratch, &mut ()),
                    astar(world, &landmarks, &query, scratch, &mut ()),
                    bidirectional(world, &Zero, &query, scratch, &mut ()).unwrap(),
                    bidirectional(world, &half, &query, scratch, &mut ()).unwrap(),
                    bidirectional(world, &exact, &query, scratch, &mut ()).unwrap(),
                    bidirectional(world, &landmarks, &query, scratch, &mut ()).unwrap(),
                    ida_star(world, &half, &query, scratch, &mut ()).unwrap(),
                    ida_star(world, &uneven, &query, scratch, &mut ()).unwrap(),
                    ida_star(world, &Zero, &query, scratch, &mut ()).unwrap(),
                    in_slices(world, &query, scratch),
                ];
                for (at, outcome) in outcomes.iter().enumerate() {
                    case.check(outcome, ends, &format!("search {at}, {place}"));
                }
                let loose = [
                    weighted_astar(world, &half, Weight::TWICE, &query, scratch, &mut ()),
                    greedy(world, &half, &query, scratch, &mut ()),
                    breadth_first(world, &query, scratch, &mut ()),
                ];
                let least = distance(node(start), node(goal));
                for outcome in &loose {
                    assert_eq!(outcome.path().is_some(), least.is_some(), "{place}");
                    let (Some(path), Some(least)) = (outcome.path(), least) else { continue };
                    case.check_path(path, ends, path.cost(), place);
                    match outcome.guarantee() {
                        Some(Guarantee::Within(_)) => assert!(path.cost() <= 2 * least, "{place}"),
                        Some(Guarantee::FewestSteps) => {
                            assert_eq!(Some(path.step_count() as u64), fewest, "{place}");
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// All rows of the table, from two starts to two goals, with and without a limit on the cost.
#[test]
fn every_listed_search_keeps_its_promise_where_arcs_cost_nothing() {
    let (mut scratch, budget) = (Scratch::new(), &mut Budget::unlimited());
    for seed in seeds(400) {
        let mut rng = Rng::new(seed);
        let case = Case::new(&mut rng);
        let pairs = &case.pairs;
        let half = Custom::new(Promise::Consistent, |from: NodeId, to: NodeId| {
            pairs[from.index()][to.index()].map_or(1 << 40, |distance| distance / 2)
        });
        let starts = [(); 2].map(|()| (node(rng.below(case.nodes)), rng.below(4) as Cost));
        let goals = [(); 2].map(|()| node(rng.below(case.nodes)));
        let (mut least, mut fewest) = (None, None);
        for (start, paid) in starts {
            let steps = fewest_steps(case.nodes, &case.arcs, start.index());
            for goal in goals {
                let cost = pairs[start.index()][goal.index()].map(|distance| paid + distance);
                least = [least, cost].into_iter().flatten().min();
                fewest = [fewest, steps[goal.index()]].into_iter().flatten().min();
            }
        }
        let tight = least.unwrap_or(9);
        let limit = rng.pick(&[Cost::MAX, tight, tight.saturating_sub(1), 3]);
        let query = PathQuery::to_nearest(starts[0].0, &goals).starts(&starts).within(limit);
        for method in Method::searches() {
            let place = format!("{method}, seed {seed}, {query:?}, {:?}", case.arcs);
            let outcome = search(&case.world, &half, method, &query, &mut scratch, budget, &mut ());
            if method == Method::DepthFirst && limit < Cost::MAX {
                assert!(outcome.is_err(), "{place}: it could take exponential time");
                continue;
            }
            let outcome = outcome.expect("named ends");
            let counts_steps = method.row().promise == Guarantee::FewestSteps;
            let best = if counts_steps { fewest } else { least };
            assert_eq!(outcome.path().is_some(), best.is_some_and(|best| best <= limit), "{place}");
            let (Some(path), Some(least)) = (outcome.path(), least) else { continue };
            case.check_path(
                path,
                [path.start(), path.goal()].map(NodeId::index),
                path.cost(),
                &place,
            );
            assert!(goals.contains(&path.goal()), "{place}");
            let paid = starts.iter().filter(|start| start.0 == path.start()).map(|start| start.1);
            let whole =
                path.cost() + paid.min().unwrap_or_else(|| panic!("{place}: another start"));
            assert!(counts_steps || whole <= limit, "{place}");
            assert_eq!(outcome.guarantee(), Some(method.row().promise), "{place}");
            match method.row().promise {
                Guarantee::Optimal => assert_eq!(whole, least, "{place}"),
                Guarantee::Within(weight) => {
                    let (over, under) = weight.parts();
                    assert!(whole * u64::from(under) <= least * u64::from(over), "{place}");
                }
                Guarantee::FewestSteps => {
                    assert_eq!(Some(path.step_count() as u64), fewest, "{place}");
                }
                Guarantee::None => {}
            }
        }
    }
}

fn in_slices(world: &Graph, query: &PathQuery<'_>, scratch: &mut Scratch) -> Outcome {
    let mut search = Search::dijkstra(world, query, scratch);
    loop {
        let outcome = search.run(&mut Budget::unlimited().expansions(1), &mut ());
        if outcome.is_final() {
            return outcome;
        }
    }
}

#[test]
fn alternatives_and_reach_are_right_where_arcs_cost_nothing() {
    let mut scratch = Scratch::new();
    for seed in seeds(300) {
        let mut rng = Rng::new(seed);
        let nodes = 2 + rng.below(6);
        let case = Case::of(nodes, random_arcs(&mut rng, nodes));
        let ends = [rng.below(nodes), rng.below(nodes)];
        let place = format!("seed {seed}, {ends:?}, {:?}", case.arcs);
        let budget = &mut Budget::unlimited();
        let [start, goal] = ends.map(node);
        let found = alternatives(&case.world, start, goal, 6, &mut scratch, budget).unwrap();
        let expected = k_shortest_simple_paths(nodes, &case.arcs, ends[0], ends[1], 6);
        let costs: Vec<Cost> = found.iter().map(Path::cost).collect();
        assert_eq!(costs, expected.iter().map(|path| path.0).collect::<Vec<_>>(), "{place}");
        found.iter().for_each(|path| case.check_path(path, ends, path.cost(), &place));

        let most = rng.below(9) as Cost;
        let query = PathQuery::everywhere(start).within(most);
        let reach = reachable(&case.world, &query, &mut scratch, budget, &mut ()).unwrap();
        for at in 0..nodes {
            let least = case.pairs[ends[0]][at].filter(|&least| least <= most);
            assert_eq!(reach.of(node(at)).map(|reached| reached.cost), least, "{place}");
            let Some(least) = least else { continue };
            case.check_path(&reach.path_to(node(at)).unwrap(), [ends[0], at], least, &place);
        }
    }
}

/// What the reference says of a field: sources are arcs from one more node.
fn expected(case: &Case, sources: &[(NodeId, Cost)], way: Way) -> Vec<Option<Cost>> {
    let turned = |&(from, to, cost): &RefArc| {
        if way == Way::Forward { (from, to, cost) } else { (to, from, cost) }
    };
    let mut arcs: Vec<RefArc> = case.arcs.iter().map(turned).collect();
    arcs.extend(sources.iter().map(|&(node, paid)| (case.nodes, node.index(), paid)));
    let mut distances = bellman_ford(case.nodes + 1, &arcs, case.nodes);
    distances.truncate(case.nodes);
    distances
}

fn distances(field: &DistanceField) -> Vec<Option<Cost>> {
    (0..field.node_count()).map(|at| field.distance(node(at))).collect()
}

/// Distances are those of the reference, and every node is led to a source by path and by steps.
fn check_field(field: &DistanceField, case: &Case, place: &str) {
    let expected = expected(case, field.sources(), field.way());
    assert_eq!(distances(field), expected, "{place}");
    for (at, distance) in expected.into_iter().enumerate() {
        let path = field.path_from(&case.world, node(at)).expect("of this world");
        let Some(path) = path else {
            assert_eq!(distance, None, "{place}");
            continue;
        };
        let mut nodes = path.nodes().to_vec();
        if field.way() == Way::Forward {
            nodes.reverse();
        }
        let (first, last) = (nodes[0], nodes[nodes.len() - 1]);
        assert_eq!(first, node(at), "{place}");
        let paid = field.sources().iter().find(|source| source.0 == last).map(|source| source.1);
        let paid = paid.unwrap_or_else(|| panic!("{place}: the path of {at} ends at {last}"));
        let ends = [path.start().index(), path.goal().index()];
        case.check_path(&path, ends, distance.expect("reached") - paid, place);
        for pair in nodes.windows(2) {
            let next = field.next_from(&case.world, pair[0]).expect("of this world");
            assert_eq!(next, Some(pair[1]), "{place}: steps are those of the path");
        }
        assert_eq!(field.next_from(&case.world, last), Ok(None), "{place}");
    }
}

fn random_sources(rng: &mut Rng, nodes: usize) -> Vec<(NodeId, Cost)> {
    (0..1 + rng.below(3)).map(|_| (node(rng.below(nodes)), rng.pick(&[0, 0, 1, 6]))).collect()
}

#[test]
fn fields_are_right_where_arcs_cost_nothing() {
    let mut field = DistanceField::new();
    for seed in seeds(3000) {
        let mut rng = Rng::new(seed);
        let case = Case::new(&mut rng);
        let sources = random_sources(&mut rng, case.nodes);
        for way in WAYS {
            let place = format!("seed {seed}, {way:?}, {sources:?}, {:?}", case.arcs);
            let status = field.compute(&case.world, &sources, way, &mut Budget::unlimited());
            assert_eq!(status, FieldStatus::Complete);
            check_field(&field, &case, &place);
            // In slices, and stopped early.
            let targets = [node(rng.below(case.nodes))];
            let query = FieldQuery::new(&sources, way).until_settled(&targets);
            let mut one = Budget::unlimited().expansions(1);
            let mut status = field.answer(&case.world, &query, &mut one);
            let last = expected(&case, &sources, way);
            while status != FieldStatus::Complete {
                for (at, (known, last)) in distances(&field).into_iter().zip(&last).enumerate() {
                    let is_final = last.is_some_and(|last| last < field.settled_below());
                    assert!(known == *last || !is_final, "{place}");
                    let path = field.path_from(&case.world, node(at));
                    assert_eq!(path.is_ok(), is_final, "{place}: {path:?}");
                }
                let slice = &mut Budget::unlimited().expansions(1);
                status = field.resume(&case.world, slice).expect("of this world");
            }
            check_field(&field, &case, &place);
        }
    }
}

#[test]
fn fields_are_right_even_where_a_world_claims_that_all_arcs_cost_something() {
    for seed in seeds(500) {
        let mut rng = Rng::new(seed);
        let nodes = 2 + rng.below(11);
        let arcs = random_arcs(&mut rng, nodes);
        for claimed in [1, 5] {
            let world = Graph::new(nodes, &arcs, claimed);
            let case = Case { world, ..Case::of(nodes, arcs.clone()) };
            let mut field = DistanceField::new();
            let sources = random_sources(&mut rng, nodes);
            field.compute(&case.world, &sources, Way::Forward, &mut Budget::unlimited());
            check_field(&field, &case, &format!("seed {seed}, {arcs:?}"));
        }
    }
}

/// Adds, takes away or changes an arc, and gives back its ends.
fn change(rng: &mut Rng, nodes: usize, arcs: &mut Vec<RefArc>) -> [usize; 2] {
    let at = rng.below(arcs.len() + 1);
    let cost = rng.pick(&[0, 0, 1, 4]);
    match arcs.get(at).copied() {
        Some((from, to, _)) if rng.percent(60) => {
            arcs.remove(at);
            [from, to]
        }
        Some((from, to, _)) => {
            arcs[at].2 = cost;
            [from, to]
        }
        None => {
            arcs.push((rng.below(nodes), rng.below(nodes), cost));
            let (from, to, _) = arcs[at];
            [from, to]
        }
    }
}

#[test]
fn repaired_fields_are_right_where_free_circles_lose_their_way_in() {
    let (mut patched, mut raised) = (0, 0);
    for seed in seeds(800) {
        let mut rng = Rng::new(seed);
        let mut case = Case::new(&mut rng);
        let way = rng.pick(&WAYS);
        let mut field = DistanceField::new();
        let sources = random_sources(&mut rng, case.nodes);
        field.compute(&case.world, &sources, way, &mut Budget::unlimited());
        for round in 0..6 {
            let mut arcs = case.arcs.clone();
            let mut touched = Vec::new();
            for _ in 0..1 + rng.below(2) {
                let [from, to] = change(&mut rng, case.nodes, &mut arcs);
                touched.push(node(if way == Way::Forward { to } else { from }));
            }
            case = Case::of(case.nodes, arcs);
            let repair = field.repair_around(&case.world, &touched).expect("complete");
            patched += usize::from(!repair.rebuilt);
            raised += repair.changed;
            check_field(&field, &case, &format!("seed {seed}, round {round}, {:?}", case.arcs));
            let sources = random_sources(&mut rng, case.nodes);
            field.move_sources(&case.world, &sources).expect("of this world");
            check_field(&field, &case, &format!("seed {seed}, moved, {:?}", case.arcs));
        }
    }
    assert!(patched > 3000 && raised > 1000, "{patched} patched, {raised} raised");
}

#[test]
fn large_levels_are_crossed_and_repaired() {
    // A ring that costs nothing, entered by one arc; a second arc, further round, costs more.
    let ring = 3000;
    let arcs = |entry: Option<u64>| -> Vec<RefArc> {
        let around = (0..ring).flat_map(|at| [(at, (at + 1) % ring, 0), ((at + 1) % ring, at, 0)]);
        let mut arcs: Vec<RefArc> = around.collect();
        arcs.extend(entry.map(|cost| (ring, 0, cost)));
        arcs.push((ring, ring / 2, 9));
        arcs
    };
    let world = |entry| Graph::new(ring + 1, &arcs(entry), 0);
    let mut field = DistanceField::new();
    let sources = [(node(ring), 0)];
    field.compute(&world(Some(2)), &sources, Way::Forward, &mut Budget::unlimited());
    let path = field.path_from(&world(Some(2)), node(ring / 2)).unwrap().unwrap();
    assert_eq!((path.cost(), path.step_count()), (2, ring / 2 + 1));
    for entry in [None, Some(2), Some(5), Some(11), None] {
        let world = world(entry);
        field.repair_around(&world, &[node(0)]).expect("complete");
        let least = entry.unwrap_or(9).min(9);
        assert!((0..ring).all(|at| field.distance(node(at)) == Some(least)), "{entry:?}");
        assert_eq!(field.path_from(&world, node(7)).unwrap().unwrap().cost(), least);
    }
}

#[test]
fn replanners_are_right_where_arcs_cost_nothing() {
    for seed in seeds(500) {
        let mut rng = Rng::new(seed);
        let mut case = Case::new(&mut rng);
        let mut replanner = Replanner::new();
        let mut touched = Vec::new();
        for round in 0..30 {
            let ends =
                [rng.below(case.nodes), if round % 3 == 0 { rng.below(case.nodes) } else { 0 }];
            let question = Replan::new(node(ends[0]), node(ends[1])).touched(&touched);
            let budget = &mut Budget::unlimited();
            let outcome = replanner.replan(&case.world, &Zero, &question, budget, &mut ()).unwrap();
            case.check(&outcome, ends, &format!("seed {seed}, round {round}, {:?}", case.arcs));
            touched.clear();
            if rng.percent(40) {
                let mut arcs = case.arcs.clone();
                touched.push(node(change(&mut rng, case.nodes, &mut arcs)[0]));
                case = Case::of(case.nodes, arcs);
            }
        }
    }
}

#[test]
fn a_circle_of_kept_paths_that_costs_nothing_does_not_catch_a_replanner() {
    // Paths to 1 and to 0 are kept in turn; together they make a circle, and 2 lies elsewhere.
    let arcs = [(0, 1, 0), (1, 0, 0), (0, 2, 3), (1, 2, 3)];
    let case = Case::of(3, arcs.to_vec());
    let mut replanner = Replanner::new();
    for ends in [[0, 1], [1, 0], [0, 2], [1, 2], [0, 1], [1, 0], [1, 2]] {
        let question = Replan::new(node(ends[0]), node(ends[1]));
        let budget = &mut Budget::unlimited();
        let outcome = replanner.replan(&case.world, &Zero, &question, budget, &mut ()).unwrap();
        case.check(&outcome, ends, &format!("{ends:?}"));
    }
}
