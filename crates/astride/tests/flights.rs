//! Flight, wandering, and ways through doors, beside what trying everything says.

use astride::base::{Budget, Cost, NodeId, Random, Spent};
use astride::prelude::{Grid, Mover, PathQuery, Scratch};
use astride::search::states::{Keyed, Keyholder, Locks, UnknownKind, astar};
use astride::search::{Outcome, flee, reachable};
use astride::world::{Way, World};
use astride_testkit::adapter::{build_world, read_world, supported};
use astride_testkit::generate::{fenced_world, random_obstacles};
use astride_testkit::reference::all_pairs;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

/// A small world, and what all pairs of its cells cost.
fn small(seed: u64) -> (Grid, Mover, Vec<Vec<Option<Cost>>>) {
    let mut rng = Rng::new(seed);
    let (grid, mover) = if seed.is_multiple_of(2) {
        build_world(&supported(&fenced_world(seed, 2 + rng.below(6), 2 + rng.below(4))))
    } else {
        let map = random_obstacles(seed, 7, 5, 30);
        let grid = Grid::from_classes(7, 5, &map.classes).unwrap();
        (grid, Mover::walker())
    };
    let costs = all_pairs(grid.cell_count() as usize, &arcs(&read_world(&grid, &mover)));
    (grid, mover, costs)
}

#[test]
fn flight_ends_where_threats_have_farthest_to_go() {
    let (mut scratch, mut fled) = (Scratch::new(), 0);
    for seed in 0..if is_slow_run() { 20_000 } else { 400 } {
        let ((grid, mover, costs), mut rng) = (small(seed), Rng::new(seed + 7));
        let (view, count) = (grid.seen_by(&mover), grid.cell_count() as usize);
        let mut node = || NodeId::new(rng.below(count) as u32);
        let (start, threats) = (node(), [node(), node()]);
        let threats = &threats[..rng.below(3)];
        let most = rng.pick(&[0, 14_000, 60_000, Cost::MAX]);
        let cost = |from: NodeId, to: NodeId| {
            let is_free = view.is_passable(from) && view.is_passable(to);
            costs[from.index()][to.index()].filter(|_| is_free)
        };
        let safety = |to| threats.iter().filter_map(|&from| cost(from, to)).min();
        let within = (0..count as u32).map(NodeId::new).filter_map(|to| {
            let paid = cost(start, to).filter(|&paid| paid <= most)?;
            Some((std::cmp::Reverse(safety(to).unwrap_or(Cost::MAX)), paid, to))
        });
        let expected = within.min();
        let query = PathQuery::everywhere(start).within(most);
        let budget = &mut Budget::unlimited();
        let flight = flee(&view, &query, threats, &mut scratch, budget).unwrap();
        let found = flight.as_ref().map(|flight| {
            let (path, least) = (&flight.path, flight.safety.unwrap_or(Cost::MAX));
            assert!(path.validate(&view).is_ok() && path.start() == start, "seed {seed}");
            (std::cmp::Reverse(least), path.cost(), path.goal())
        });
        assert_eq!(found, expected, "seed {seed}");
        fled += usize::from(flight.is_some_and(|flight| flight.path.step_count() > 0));
        let short = &mut Budget::unlimited().expansions(0);
        let spent = flee(&view, &query, threats, &mut scratch, short);
        assert!(matches!(spent, Err(Spent::Expansions)) || spent == Ok(None), "seed {seed}");
    }
    assert!(fled > 20, "{fled}");
}

#[test]
fn wandering_ends_everywhere_within_its_cost_equally_often() {
    const EACH: usize = 200;
    let (mut scratch, mut ends) = (Scratch::new(), 0);
    for seed in 0..if is_slow_run() { 2000 } else { 60 } {
        let ((grid, mover, costs), mut rng) = (small(seed), Rng::new(seed + 11));
        let view = grid.seen_by(&mover);
        let free = (0..grid.cell_count()).map(NodeId::new).filter(|&node| view.is_passable(node));
        let free: Vec<NodeId> = free.collect();
        if free.is_empty() {
            continue;
        }
        let (start, most) = (rng.pick(&free), rng.pick(&[0, 14_000, 60_000, Cost::MAX]));
        let cost = |end: NodeId| costs[start.index()][end.index()].filter(|&cost| cost <= most);
        let within: Vec<NodeId> = free.into_iter().filter(|&end| cost(end).is_some()).collect();
        let query = PathQuery::everywhere(start).within(most);
        let budget = &mut Budget::unlimited();
        let reach = reachable(&view, &query, &mut scratch, budget, &mut ()).unwrap();
        let (mut dice, mut drawn) = (Random::new(seed), vec![0; grid.cell_count() as usize]);
        for _ in 0..EACH * within.len() {
            drawn[reach.random(&mut dice).unwrap().node.index()] += 1;
        }
        // Six standard deviations.
        let is_even = |&end: &NodeId| EACH.abs_diff(drawn[end.index()]) <= 85;
        assert!(within.iter().all(is_even), "seed {seed}: {drawn:?}");
        let inside: usize = within.iter().map(|end| drawn[end.index()]).sum();
        assert_eq!(inside, EACH * within.len(), "seed {seed}: nothing else is drawn");
        for &end in &within {
            let path = reach.path_to(end).unwrap();
            assert!(path.validate(&view).is_ok() && path.start() == start && path.goal() == end);
            assert_eq!(Some(path.cost()), cost(end), "seed {seed}");
        }
        ends += within.len();
    }
    assert!(ends > 300, "{ends}");
}

#[test]
fn wandering_is_the_same_for_the_same_seed_and_stays_within_its_cost() {
    let (grid, mover, _) = small(5);
    let (view, mut scratch) = (grid.seen_by(&mover), Scratch::new());
    let free = (0..grid.cell_count()).map(NodeId::new).find(|&node| view.is_passable(node));
    let query = PathQuery::everywhere(free.unwrap()).within(40_000);
    let budget = &mut Budget::unlimited();
    let reach = reachable(&view, &query, &mut scratch, budget, &mut ()).unwrap();
    let ways = |seed: u64| {
        let mut dice = Random::new(seed);
        let way = |_| reach.path_to(reach.random(&mut dice).unwrap().node).unwrap();
        (0..20).map(way).collect::<Vec<_>>()
    };
    assert!(ways(3) == ways(3) && ways(3) != ways(4));
    for path in ways(9) {
        assert!(path.cost() <= 40_000 && path.validate(&view).is_ok());
    }
}

/// Ways with keys by going round until nothing becomes cheaper.
fn least_with_keys(
    world: &impl World,
    (start, goal): (NodeId, NodeId),
    keys: &[(NodeId, u8)],
    doors: &[(NodeId, u8)],
    doors_between: &[([NodeId; 2], u8)],
) -> Option<Cost> {
    let (count, sets) = (world.node_count() as usize, 1 << 4);
    let mut least = vec![vec![None::<Cost>; sets]; count];
    let of = |all: &[(NodeId, u8)], node: NodeId| {
        all.iter().filter(|(at, _)| *at == node).fold(0usize, |set, (_, kind)| set | 1 << kind)
    };
    if of(doors, start) == 0 {
        least[start.index()][of(keys, start)] = Some(0);
    }
    loop {
        let mut is_better = false;
        for (node, set) in (0..count).flat_map(|node| (0..sets).map(move |set| (node, set))) {
            let Some(paid) = least[node][set] else { continue };
            let visit = |arc: astride::world::Arc| {
                let is_between = |&([a, b], _): &([NodeId; 2], u8)| {
                    [[a, b], [b, a]].contains(&[NodeId::new(node as u32), arc.node])
                };
                let between = doors_between.iter().copied().filter(is_between);
                let needed = between.fold(of(doors, arc.node), |set, (_, kind)| set | 1 << kind);
                if needed & !set == 0 {
                    let next = &mut least[arc.node.index()][set | of(keys, arc.node)];
                    let cost = paid + Cost::from(arc.cost);
                    if next.is_none_or(|known| cost < known) {
                        *next = Some(cost);
                        is_better = true;
                    }
                }
            };
            world.for_each_arc(NodeId::new(node as u32), Way::Forward, visit);
        }
        if !is_better {
            return least[goal.index()].iter().flatten().min().copied();
        }
    }
}

#[test]
fn ways_through_doors_are_the_cheapest_there_are() {
    let (mut scratch, mut opened, mut passed) = (Scratch::new(), 0, 0);
    for seed in 0..if is_slow_run() { 10_000 } else { 600 } {
        let ((grid, mover, costs), mut rng) = (small(seed), Rng::new(seed + 3));
        let (view, count) = (grid.seen_by(&mover), grid.cell_count() as usize);
        let mut node = || NodeId::new(rng.below(count) as u32);
        let (start, goal) = (node(), node());
        let keys: Vec<(NodeId, u8)> = (0..4).map(|kind| (node(), kind)).collect();
        let doors: Vec<(NodeId, u8)> = (0..12).map(|at| (node(), at % 4)).collect();
        if !view.is_passable(start) {
            continue;
        }
        let mut world = Keyed::new(&view, goal);
        let between: Vec<([NodeId; 2], u8)> = (0..20)
            .map(|at| {
                let (from, mut steps) = (node(), Vec::new());
                view.for_each_arc(from, Way::Forward, |arc| steps.push(arc.node));
                let to = if steps.is_empty() { node() } else { steps[at as usize % steps.len()] };
                ([from, to], at % 4)
            })
            .collect();
        let between = if seed % 3 == 0 { &between[..0] } else { &between };
        keys.iter().for_each(|&(node, kind)| _ = world.key(node, kind).unwrap());
        between.iter().for_each(|&([a, b], kind)| _ = world.door_between(a, b, kind).unwrap());
        doors.iter().for_each(|&(node, kind)| _ = world.door(node, kind).unwrap());
        let mut locks = Locks::new();
        keys.iter().for_each(|&(node, kind)| _ = locks.key(node, kind).unwrap());
        between.iter().for_each(|&([a, b], kind)| _ = locks.door_between(a, b, kind).unwrap());
        doors.iter().for_each(|&(node, kind)| _ = locks.door(node, kind).unwrap());
        // What is left where all doors are open.
        let left = |node: NodeId| costs[node.index()][goal.index()].unwrap_or(Cost::MAX);
        let world = world.with_guess(left);
        let expected = least_with_keys(&view, (start, goal), &keys, &doors, between);
        let budget = &mut Budget::unlimited();
        let routed = locks.route(&view, [start, goal], 0, &mut scratch, budget);
        assert_eq!(routed.cost(), expected, "seed {seed}");
        let Some(first) = world.enter(start, 0) else {
            assert_eq!(expected, None, "seed {seed}");
            continue;
        };
        let solved = astar(&world, &first, &mut scratch, &mut Budget::unlimited());
        assert_eq!(solved.outcome.cost(), expected, "seed {seed}");
        if let Outcome::Found(found) = &solved.outcome {
            assert!(found.guarantee.is_optimal());
            check_way(&world, &view, &solved.states, found.path.cost(), seed);
            let is_door = |state: &Keyholder| doors.iter().any(|(door, _)| *door == state.node);
            opened += usize::from(solved.states.iter().any(is_door));
            passed += solved
                .states
                .windows(2)
                .filter(|step| {
                    between.iter().any(|&([a, b], _)| {
                        [[a, b], [b, a]].contains(&[step[0].node, step[1].node])
                    })
                })
                .count();
        }
    }
    assert!(opened > 5 && passed > 5, "{opened} {passed}");
    let (grid, mover, _) = small(1);
    let view = grid.seen_by(&mover);
    let mut world = Keyed::new(&view, NodeId::new(0));
    let refused = world.key(NodeId::new(1), 16).err();
    assert_eq!(refused, Some(UnknownKind { kind: 16 }));
    assert_eq!(refused.unwrap().to_string(), "kind 16 of keys, expected 0 to 15");
    assert!(world.door(NodeId::new(1), 15).is_ok());
    let refused = world.door_between(NodeId::new(1), NodeId::new(2), 16).err();
    assert_eq!(refused, Some(UnknownKind { kind: 16 }));
}

/// That each step of a way is one of the world, and no door was shut.
fn check_way<W: World, H: Fn(NodeId) -> Cost>(
    world: &Keyed<'_, W, H>,
    view: &W,
    states: &[Keyholder],
    cost: Cost,
    seed: u64,
) {
    let mut paid = 0;
    for pair in states.windows(2) {
        let mut step = None;
        view.for_each_arc(pair[0].node, Way::Forward, |arc| {
            if arc.node == pair[1].node {
                step = Some(step.map_or(arc.cost, |least: u32| least.min(arc.cost)));
            }
        });
        paid += Cost::from(step.expect("a step of the world"));
        assert_eq!(world.enter(pair[1].node, pair[0].keys), Some(pair[1]), "seed {seed}");
    }
    assert_eq!(paid, cost, "seed {seed}");
}
