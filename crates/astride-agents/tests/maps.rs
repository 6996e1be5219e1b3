//! Plans on maps of the size that people use: right, the same every time, and better with time.

use astride::base::{Budget, NodeId, Random, checksum};
use astride::io::{Drawing, Scenario, read_map};
use astride::shapes::square::{Grid, Mover, Neighbours};
use astride_agents::mapf::{
    Instance, Method, Objective, Solved, Status, Trip, Wanted, read_plan, solve, validate,
    write_plan,
};

/// A square map with walls at random, of which the largest room is kept.
fn scattered(side: u32, percent: u32, seed: u64) -> Grid {
    let mut dice = Random::new(seed);
    let mut free: Vec<bool> = (0..side * side).map(|_| dice.below(100) >= percent).collect();
    let middle = (side / 2 * side + side / 2) as usize;
    free[middle] = true;
    let (mut room, mut at) = (vec![middle], 0);
    let mut is_in = vec![false; free.len()];
    is_in[middle] = true;
    while let Some(&cell) = room.get(at) {
        at += 1;
        let (x, side) = (cell % side as usize, side as usize);
        let around = [
            (x > 0).then(|| cell - 1),
            (x + 1 < side).then_some(cell + 1),
            cell.checked_sub(side),
            Some(cell + side),
        ];
        for next in around.into_iter().flatten() {
            if free.get(next) == Some(&true) && !std::mem::replace(&mut is_in[next], true) {
                room.push(next);
            }
        }
    }
    let letter = |&is_in: &bool| if is_in { '.' } else { '#' };
    let row = |row: &[bool]| row.iter().map(letter).chain(['\n']).collect::<String>();
    let drawing: String = is_in.chunks(side as usize).map(row).collect();
    Drawing::parse(&drawing).unwrap().grid
}

/// Trips between cells at random.
fn trips(grid: &Grid, mover: &Mover, agents: usize, seed: u64) -> Vec<Trip> {
    use astride::world::World;
    let world = grid.seen_by(mover);
    let nodes = (0..world.node_count()).map(NodeId::new).filter(|&node| world.is_passable(node));
    let (mut starts, mut dice) = (nodes.collect::<Vec<_>>(), Random::new(seed));
    let mut goals = starts.clone();
    for list in [&mut starts, &mut goals] {
        for at in 0..agents {
            let other = dice.between(at as u32, list.len() as u32) as usize;
            list.swap(at, other);
        }
    }
    let ends = starts.into_iter().zip(goals).take(agents);
    ends.map(|(start, goal)| Trip { start, goal }).collect()
}

/// A plan by some method with this many expansions, checked.
fn planned(grid: &Grid, trips: &[Trip], wanted: &Wanted, expansions: u64) -> Solved {
    let mover = Mover::walker().neighbours(Neighbours::Four);
    let world = grid.seen_by(&mover);
    let instance = Instance::new(&world, trips).unwrap();
    let mut budget = Budget::unlimited().expansions(expansions);
    let solved = solve(&instance, wanted, &mut budget, &mut |_| {});
    if let Some(plan) = &solved.plan {
        assert_eq!(validate(&world, trips, plan), Ok(()), "{wanted:?}");
        assert_eq!(solved.cost, Some(wanted.objective.cost(plan)));
        assert!(solved.cost >= Some(solved.bound));
    }
    solved
}

fn mover() -> Mover {
    Mover::walker().neighbours(Neighbours::Four)
}

#[test]
fn crowded_maps_are_solved_for_every_objective() {
    for (seed, agents) in [(1, 60), (2, 100), (3, 150)] {
        let grid = scattered(20, 15, seed);
        let trips = trips(&grid, &mover(), agents, seed);
        for objective in Objective::ALL {
            let wanted = |method| Wanted { objective, method, ..Wanted::default() };
            let first = planned(&grid, &trips, &wanted(Method::Lacam), 20_000);
            let best = planned(&grid, &trips, &wanted(Method::Auto), 20_000);
            assert!(first.plan.is_some(), "{agents} agents");
            let is_better = best.cost < first.cost || best.status == Status::Optimal;
            assert!(is_better, "{agents} agents, {objective}");
        }
    }
}

#[test]
fn where_there_is_room_all_methods_arrive() {
    let grid = scattered(24, 10, 5);
    let trips = trips(&grid, &mover(), 30, 5);
    for row in astride_agents::mapf::METHODS {
        let wanted = Wanted { method: row.method, ..Wanted::default() };
        let solved = planned(&grid, &trips, &wanted, 5_000);
        assert!(solved.plan.is_some(), "{}", row.name);
    }
}

#[test]
fn windows_of_every_size_lead_home() {
    for (seed, agents) in [(6, 40), (7, 80)] {
        let grid = scattered(24, 10, seed);
        let trips = trips(&grid, &mover(), agents, seed);
        for window in [1, 2, 5, 16, 100] {
            let method = format!("whca:{window}").parse().unwrap();
            let wanted = Wanted { method, ..Wanted::default() };
            let plan = || planned(&grid, &trips, &wanted, 50_000).plan;
            let first = plan();
            assert!(first.is_some(), "{agents} agents, {method}");
            assert_eq!(first, plan());
        }
    }
}

#[test]
fn the_same_question_gives_the_same_plan() {
    let grid = scattered(20, 15, 8);
    let trips = trips(&grid, &mover(), 80, 8);
    let digest = |seed| {
        let wanted = Wanted { seed, ..Wanted::default() };
        let plan = planned(&grid, &trips, &wanted, 3_000).plan.unwrap();
        let text = write_plan(&plan, |node| grid.cell(node));
        let read = read_plan(text.as_bytes(), |cell| grid.node(cell)).unwrap();
        assert_eq!(read, plan);
        checksum(0, text.as_bytes())
    };
    assert_eq!(digest(1), digest(1));
    assert_ne!(digest(1), digest(2));
}

#[test]
fn any_number_of_threads_makes_the_same_plan() {
    // For few agents a proof comes at once, for many there is hardly any hope of one.
    for (agents, expansions) in [(20, 30_000), (50, 60_000), (120, 60_000)] {
        let grid = scattered(20, 15, 8);
        let trips = trips(&grid, &mover(), agents, 8);
        let found = || {
            let wanted = Wanted { seed: 3, ..Wanted::default() };
            let solved = planned(&grid, &trips, &wanted, expansions);
            let text = write_plan(&solved.plan.unwrap(), |node| grid.cell(node));
            (checksum(0, text.as_bytes()), solved.cost.unwrap(), solved.bound, solved.status)
        };
        let all = found();
        assert_eq!(found(), all, "{agents} agents");
        #[cfg(feature = "parallel")]
        for threads in 1..=3 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(found), all, "{agents} agents on {threads} threads");
        }
    }
}

#[test]
fn little_memory_for_distances_gives_the_same_plan() {
    let grid = scattered(16, 10, 4);
    let trips = trips(&grid, &mover(), 20, 4);
    let plan = |field_bytes| {
        let wanted = Wanted { field_bytes, ..Wanted::default() };
        planned(&grid, &trips, &wanted, 300).plan
    };
    assert_eq!(plan(1), plan(1 << 30));
}

#[test]
fn a_spent_budget_and_a_goal_out_of_reach_are_told() {
    let grid = Drawing::parse("..#..\n").unwrap().grid;
    let node = NodeId::new;
    let across = [Trip { start: node(0), goal: node(4) }];
    let wanted = Wanted::default();
    assert_eq!(planned(&grid, &across, &wanted, 100).status, Status::Unsolvable);
    let still = [Trip { start: node(0), goal: node(0) }, Trip { start: node(3), goal: node(4) }];
    let solved = planned(&grid, &still, &wanted, 100);
    assert_eq!((solved.status, solved.cost), (Status::Optimal, Some(1)));
    let grid = scattered(20, 15, 1);
    let trips = trips(&grid, &mover(), 100, 1);
    let solved = planned(&grid, &trips, &wanted, 2);
    assert_eq!((solved.status, solved.plan), (Status::OutOfBudget, None));
}

#[test]
fn a_plan_by_estimates_keeps_its_promise() {
    for (seed, agents) in [(1, 12), (2, 18), (3, 24)] {
        let grid = scattered(20, 10, seed);
        let trips = trips(&grid, &mover(), agents, seed);
        for objective in [Objective::SumOfCosts, Objective::Makespan] {
            let wanted = |method| Wanted { objective, method, ..Wanted::default() };
            let best = planned(&grid, &trips, &wanted(Method::Cbs), 3_000);
            for (weight, parts) in [("1.5", 1500), ("1.1", 1100), ("1.02", 1020), ("1", 1000)] {
                let method = format!("eecbs:{weight}").parse().unwrap();
                let near = planned(&grid, &trips, &wanted(method), 3_000);
                let (cost, bound) = (near.cost.unwrap(), near.bound);
                let is_within = cost * 1000 <= bound * parts;
                let keeps = match near.status {
                    Status::Bounded => is_within && cost > bound,
                    Status::Optimal => cost == bound,
                    _ => parts < 1100 && !is_within,
                };
                assert!(keeps, "{cost}, at least {bound}, {objective}, weight {weight}");
                assert!(bound <= best.cost.unwrap() && best.bound <= cost);
            }
        }
    }
}

#[test]
fn a_published_instance_is_solved_well() {
    let file = |name: &str| {
        let folder = astride_testkit::data::repository_root().join("data/mapf");
        std::fs::read(folder.join(name)).unwrap()
    };
    let grid = read_map(&file("random-32-32-20.map")).unwrap();
    let scenario = Scenario::read(&file("random-32-32-20-random-1.scen")).unwrap();
    let node = |cell| grid.node(cell).unwrap();
    let trip =
        |row: &astride::io::ScenarioRow| Trip { start: node(row.start), goal: node(row.goal) };
    let trips: Vec<Trip> = scenario.rows().iter().take(100).map(trip).collect();
    // More than forty agents, whose distances alone do not prove it.
    let some = planned(&grid, &trips[..44], &Wanted::default(), 200_000);
    assert_eq!((some.status, some.cost, some.bound), (Status::Optimal, Some(980), 980));
    let solved = planned(&grid, &trips, &Wanted::default(), 100_000);
    let (cost, bound) = (solved.cost.unwrap(), solved.bound);
    assert!(cost * 100 <= bound * 115, "{cost} where {bound} is the least");
    let first = Wanted { method: Method::Lacam, ..Wanted::default() };
    let crowded: Vec<Trip> = scenario.rows().iter().take(400).map(trip).collect();
    assert!(planned(&grid, &crowded, &first, 200_000).plan.is_some());
}
