//! Roads nearest to points, and routes between points on roads: against all arcs one by one.

use astride::base::{Cost, Vec2};
use astride::search::Scratch;
use astride::shapes::graph::{Graph, OnRoad, RoadGrid};
use astride_testkit::reference;
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

use crate::hierarchies::{hierarchy_of, labels_of};

type Arcs = Vec<(u32, u32, u32)>;

/// Roads of all lengths over a square, or on a line; some places are at the same position, and some
/// arcs have a twin or lead both ways.
fn drawn(rng: &mut Rng) -> (Vec<Vec2>, Arcs) {
    let count = 2 + rng.below(30);
    let (is_flat, is_fine) = (rng.percent(10), rng.percent(50));
    let number = |rng: &mut Rng| match is_fine {
        true => rng.below(1_000_000) as f64 / 77_777.0 - 3.0,
        false => rng.below(8) as f64,
    };
    let places: Vec<Vec2> = (0..count)
        .map(|_| Vec2::new(number(rng), if is_flat { 1.0 } else { number(rng) }))
        .collect();
    let mut arcs = Vec::new();
    for _ in 0..rng.below(3 * count) {
        let [from, to] = [rng.below(count) as u32, rng.below(count) as u32];
        arcs.push((from, to, rng.below(100) as u32));
        if rng.percent(50) {
            arcs.push((to, from, rng.below(100) as u32));
        }
    }
    (places, arcs)
}

fn with_positions(places: &[Vec2], arcs: &Arcs) -> Graph {
    let mut graph = Graph::from_arcs(places.len() as u32, arcs).expect("a graph");
    graph.set_positions(places).expect("a position for each place");
    graph
}

/// How far a point is from a line, and the share of the line before the nearest point on it.
fn to_line(a: Vec2, b: Vec2, point: Vec2) -> (f64, f64) {
    let (along, there) = ((b.x - a.x, b.y - a.y), (point.x - a.x, point.y - a.y));
    let square = along.0 * along.0 + along.1 * along.1;
    let share = (along.0 * there.0 + along.1 * there.1) / if square > 0.0 { square } else { 1.0 };
    let share = share.clamp(0.0, 1.0);
    let gap = (there.0 - share * along.0, there.1 - share * along.1);
    ((gap.0 * gap.0 + gap.1 * gap.1).sqrt(), share)
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * (1.0 + one.abs())
}

#[test]
fn the_nearest_road_is_that_of_all_arcs() {
    for seed in 0..cases(400, 20_000) {
        let rng = &mut Rng::new(seed);
        let (places, arcs) = drawn(rng);
        let grid = RoadGrid::of(&with_positions(&places, &arcs)).expect("places have positions");
        let real = || arcs.iter().filter(|arc| arc.0 != arc.1);
        for _ in 0..20 {
            let scale = if rng.percent(20) { 1000.0 } else { 1.0 };
            let mut number = || (rng.below(20_000) as f64 / 1000.0 - 5.0) * scale;
            let point = Vec2::new(number(), number());
            let lines = real().map(|&(from, to, _)| (places[from as usize], places[to as usize]));
            let least = lines.map(|(a, b)| to_line(a, b, point).0).min_by(f64::total_cmp);
            let found = grid.nearest_road(point);
            assert_eq!(found.is_some(), least.is_some(), "seed {seed}");
            let (Some(found), Some(least)) = (found, least) else { continue };
            assert!(near(found.distance, least), "seed {seed}: {found:?}, {least}");
            // The arc that is named is there, and the point is on it.
            let [a, b] = [found.from, found.to].map(|node| places[node.index()]);
            assert!(real().any(|arc| [arc.0, arc.1] == [found.from.get(), found.to.get()]));
            let (distance, share) = to_line(a, b, point);
            assert!(near(distance, least) && near(share, found.share), "seed {seed}: {found:?}");
            assert!(near(found.point.distance_to(point), least), "seed {seed}: {found:?}");
        }
        let beside = [f64::NAN, f64::INFINITY].map(|x| grid.nearest_road(Vec2::new(x, 0.0)));
        assert_eq!(beside, [None, None]);
    }
    let plain = Graph::from_arcs(2, &[(0, 1, 5)]).expect("a graph");
    assert!(RoadGrid::of(&plain).is_none(), "places have no positions");
    for most in [1e300, f64::MAX] {
        let ends = [Vec2::new(-most, 0.0), Vec2::new(most, most)];
        let grid = RoadGrid::of(&with_positions(&ends, &vec![(0, 1, 5)]));
        let found = grid.and_then(|grid| grid.nearest_road(Vec2::new(0.0, 0.0)));
        assert!(found.is_some_and(|found| found.point.is_finite()), "{most}");
    }
}

#[test]
fn a_one_way_arc_is_not_taken_backwards_even_if_it_costs_little() {
    let places = [Vec2::new(0.0, 0.0), Vec2::new(10.0, 0.0)];
    let grid = RoadGrid::of(&with_positions(&places, &vec![(0, 1, 1)])).expect("positions");
    let [before, after] = [2.0, 4.0].map(|x| grid.nearest_road(Vec2::new(x, 1.0)).expect("a road"));
    let no_other_way = |_: u32, _: u32| None;
    assert_eq!(before.route_to(&after, no_other_way).map(|route| route.cost), Some(0));
    assert_eq!(after.route_to(&before, no_other_way), None);
}

/// The arcs of a graph in which two points on roads are places as well: each arc of their roads is cut
/// where they lie.
fn cut(places: &[Vec2], arcs: &Arcs, points: [&OnRoad; 2]) -> Vec<(usize, usize, u64)> {
    let count = places.len();
    let mut cut = Vec::new();
    for &(from, to, cost) in arcs {
        let [a, b] = [from, to].map(|node| places[node as usize]);
        let mut stops = vec![(0.0, 0, from as usize), (1.0, u64::from(cost), to as usize)];
        for (number, point) in (count..).zip(points) {
            let road = [point.from, point.to].map(|node| places[node.index()]);
            let share = match () {
                () if from == to => continue,
                () if road == [a, b] => point.share,
                () if road == [b, a] => 1.0 - point.share,
                () => continue,
            };
            let before = ((share * f64::from(cost)).round() as u64).min(u64::from(cost));
            stops.push((share, before, number));
            // At an end of a road one is at the place there.
            cut.extend((share == 0.0).then_some((number, from as usize, 0)));
            cut.extend((share >= 1.0).then_some((to as usize, number, 0)));
        }
        for &(share, before, one) in &stops {
            for &(further, after, other) in &stops {
                let is_back = further < share || other == from as usize || one == to as usize;
                if one != other && !is_back {
                    cut.push((one, other, after - before));
                }
            }
        }
        if from == to {
            cut.push((from as usize, to as usize, u64::from(cost)));
        }
    }
    cut
}

#[test]
fn routes_between_roads_are_those_of_a_graph_with_the_points_in_it() {
    let (mut along, mut over, mut none) = (0, 0, 0);
    for seed in 0..cases(300, 20_000) {
        let rng = &mut Rng::new(seed);
        let (places, arcs) = drawn(rng);
        let graph = with_positions(&places, &arcs);
        let grid = RoadGrid::of(&graph).expect("places have positions");
        let (hierarchy, labels) = (hierarchy_of(&graph), labels_of(&graph));
        let (mut scratch, mut hubs) = (Scratch::new(), Scratch::new());
        for _ in 0..10 {
            let mut number = || rng.below(20_000) as f64 / 1000.0 - 5.0;
            let [start, goal] = [(); 2].map(|()| Vec2::new(number(), number()));
            let [Some(start), Some(goal)] = [start, goal].map(|at| grid.nearest_road(at)) else {
                continue;
            };
            let joined = cut(&places, &arcs, [&start, &goal]);
            let count = places.len();
            let truth = reference::dijkstra(count + 2, &joined, &[count])[count + 1];
            let cost = |from, to| hierarchy.distance(from, to, &mut scratch);
            let route = start.route_to(&goal, cost);
            let place = format!("seed {seed}: {start:?} to {goal:?}");
            assert_eq!(route.map(|route| route.cost), truth, "{place}");
            // By labels of all starts and goals at once.
            let pairs = |list: Vec<(_, Cost)>| -> Vec<(u32, u32)> {
                let pair = |(node, cost): (astride::base::NodeId, Cost)| (node.get(), cost as u32);
                list.into_iter().map(pair).collect()
            };
            let met = labels.distance(&pairs(start.starts()), &pairs(goal.goals()), &mut hubs);
            let least = met.map(|met| met.total).into_iter().chain(start.along(&goal)).min();
            assert_eq!(least, truth, "{place}");
            match route {
                Some(route) if route.ends.is_none() => along += 1,
                Some(_) => over += 1,
                None => none += 1,
            }
        }
    }
    assert!(along > 20 && over > 100 && none > 100, "{along} along, {over} over, {none} none");
}
