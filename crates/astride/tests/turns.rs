//! Turns: worlds of cells and headings against an arc list of states written down in the plainest way,
//! and the straightest cheapest path against all of them.

use astride::base::{Budget, Cost, Dir, NodeId};
use astride::search::{DistanceField, PathQuery, Scratch, Zero, astar, bidirectional, dijkstra};
use astride::shapes::square::{
    Edit, Grid, GridHeuristic, HeadingError, Headings, Mover, Turns, straightest_path,
};
use astride::world::{Overlay, Way, World};
use astride_testkit::adapter::{build_world, grid_of, read_world, sorted_arcs, supported};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{random_classes, rich_world, wall_patterns};
use astride_testkit::larger::{movers, random_node};
use astride_testkit::reference::dijkstra as reference;
use astride_testkit::rng::Rng;
use astride_testkit::scenario;
use astride_testkit::square::SquareWorld;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

/// Clockwise from the north.
const STEPS: [(i64, i64); 8] =
    [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// The direction between two cells beside each other.
fn direction(world: &SquareWorld, from: usize, to: usize) -> usize {
    let [(ax, ay), (bx, by)] = [from, to].map(|at| world.cell_at(at));
    let step = (bx as i64 - ax as i64, by as i64 - ay as i64);
    STEPS.iter().position(|&offset| offset == step).expect("a step")
}

/// All steps with their direction, and all links with `None`.
fn moves(world: &SquareWorld) -> Vec<(usize, usize, u64, Option<usize>)> {
    let without_links = SquareWorld { links: Vec::new(), ..world.clone() };
    let steps = arcs(&without_links).into_iter();
    let steps = steps.map(|(a, b, cost)| (a, b, cost, Some(direction(world, a, b))));
    let links = world.links.iter();
    let links = links.filter(|link| world.is_passable(link.0) && world.is_passable(link.1));
    let links = links.map(|&(a, b, cost)| (world.index(a), world.index(b), cost, None::<usize>));
    steps.chain(links).collect()
}

fn eighths(from: usize, to: usize) -> usize {
    (from as i64 - to as i64).rem_euclid(8).min((to as i64 - from as i64).rem_euclid(8)) as usize
}

/// Arcs between `cell * 8 + heading`.
fn states(world: &SquareWorld, ticks: [u32; 4], at_most: usize) -> Vec<(usize, usize, u64)> {
    let ticks = [0, ticks[0], ticks[1], ticks[2], ticks[3]];
    let mut found = Vec::new();
    for (a, b, cost, step) in moves(world) {
        for before in 0..8 {
            let after = step.unwrap_or(before);
            let turn = eighths(before, after);
            if turn <= at_most {
                found.push((a * 8 + before, b * 8 + after, cost + u64::from(ticks[turn])));
            }
        }
    }
    found.sort_unstable();
    found
}

#[test]
fn arcs_and_distances_with_turns_are_those_of_the_reference() {
    let mut scratch = Scratch::new();
    for seed in 0..if is_slow_run() { 30_000 } else { 800 } {
        let mut rng = Rng::new(seed);
        let world = supported(&rich_world(seed, 1 + rng.below(5), 1 + rng.below(5)));
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let ticks = [(); 4].map(|()| rng.pick(&[0, 1, 500, 13_860, 90_000, Turns::MOST]));
        let at_most = rng.below(6);
        let turns = Turns::new(ticks).unwrap().at_most(at_most as u8);
        let headings = Headings::new(&view, turns).unwrap();
        let expected = states(&world, ticks, at_most);
        assert_eq!(sorted_arcs(&headings, Way::Forward), expected, "seed {seed}");
        assert_eq!(sorted_arcs(&headings, Way::Backward), expected, "seed {seed}");

        let [start, goal] = [(); 2].map(|()| random_node(&mut rng, &grid));
        if !view.is_passable(start) || !view.is_passable(goal) {
            continue;
        }
        let given = rng.percent(50).then(|| rng.below(8));
        let sources: Vec<usize> = (0..8)
            .filter(|&h| given.is_none_or(|g| g == h))
            .map(|h| start.index() * 8 + h)
            .collect();
        let distances = reference(headings.node_count() as usize, &expected, &sources);
        let least = (0..8).filter_map(|h| distances[goal.index() * 8 + h]).min();
        let (goals, any) = (headings.any(goal), headings.any_start(start));
        let starts = given.map_or(&any[..], |h| &any[h..=h]);
        let query = PathQuery::to_nearest(any[0].0, &goals).starts(starts);
        let octile = headings.heuristic(GridHeuristic::octile(&view));
        for outcome in [
            dijkstra(&headings, &query, &mut scratch, &mut ()),
            astar(&headings, &octile, &query, &mut scratch, &mut ()),
            bidirectional(&headings, &octile, &query, &mut scratch, &mut ()).unwrap(),
        ] {
            assert_eq!(outcome.cost(), least, "seed {seed}");
            let Some(path) = outcome.path() else { continue };
            path.validate(&headings).unwrap();
            let turning = headings.cells_of(path);
            assert_eq!(turning.path.cost() + turning.turning_cost, path.cost());
            assert!(turning.path.validate(&view).is_ok() || !world.links.is_empty());
            let changes =
                path.nodes().windows(2).filter(|pair| pair[0].get() % 8 != pair[1].get() % 8);
            assert_eq!(turning.turns as usize, changes.count());
        }
    }
}

#[test]
fn counted_turns_come_before_counted_steps() {
    let mut scratch = Scratch::new();
    for seed in 0..if is_slow_run() { 20_000 } else { 600 } {
        let mut rng = Rng::new(seed);
        let world = supported(&rich_world(seed, 1 + rng.below(5), 1 + rng.below(5)));
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let [start, goal] = [(); 2].map(|()| random_node(&mut rng, &grid));
        if !view.is_passable(start) || !view.is_passable(goal) {
            continue;
        }
        // Bellman's relaxation of pairs (turns, steps).
        let mut best = vec![None; grid.cell_count() as usize * 8];
        (0..8).for_each(|h| best[start.index() * 8 + h] = Some((0, 0)));
        let moves = moves(&world);
        loop {
            let before = best.clone();
            for &(a, b, _, step) in &moves {
                for h in 0..8 {
                    let Some((turns, steps)) = best[a * 8 + h] else { continue };
                    let after = step.unwrap_or(h);
                    let candidate = (turns + u32::from(after != h), steps + 1);
                    let known = &mut best[b * 8 + after];
                    *known = Some(known.map_or(candidate, |known| candidate.min(known)));
                }
            }
            if best == before {
                break;
            }
        }
        let expected = (0..8).filter_map(|h| best[goal.index() * 8 + h]).min();
        let headings = Headings::fewest_turns(&view).unwrap();
        let (goals, any) = (headings.any(goal), headings.any_start(start));
        let query = PathQuery::to_nearest(any[0].0, &goals).starts(&any);
        let outcome = astar(&headings, &Zero, &query, &mut scratch, &mut ());
        let found = outcome.path().map(|path| {
            let turning = headings.cells_of(path);
            assert_eq!(turning.turning_cost, 0);
            (turning.turns, turning.path.step_count())
        });
        assert_eq!(found, expected, "seed {seed}");
    }
}

/// The fewest turns of all walks from `at` that explain distances to the goal, by trying them all.
fn fewest(
    arcs: &[Vec<(usize, u64)>],
    world: &SquareWorld,
    distance: &[Option<u64>],
    at: usize,
    heading: Option<usize>,
) -> u32 {
    if distance[at] == Some(0) {
        return 0;
    }
    let next = arcs[at]
        .iter()
        .filter(|&&(to, cost)| distance[to].is_some_and(|left| Some(left + cost) == distance[at]));
    next.map(|&(to, _)| {
        let step = direction(world, at, to);
        let turn = u32::from(heading.is_some_and(|heading| heading != step));
        turn + fewest(arcs, world, distance, to, Some(step))
    })
    .min()
    .expect("a distance is explained")
}

fn check_straightest(grid: &Grid, mover: &Mover, goal: NodeId, scratch: &mut Scratch) {
    let (world, view) = (read_world(grid, mover), grid.seen_by(mover));
    let cells = grid.cell_count() as usize;
    let list = arcs(&world);
    let backward: Vec<_> = list.iter().map(|&(a, b, cost)| (b, a, cost)).collect();
    let distance = reference(cells, &backward, &[goal.index()]);
    let mut leaving = vec![Vec::new(); cells];
    list.iter().for_each(|&(a, b, cost)| leaving[a].push((b, cost)));
    let mut field = DistanceField::new();
    field.compute(&view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
    for start in (0..grid.cell_count()).map(NodeId::new).filter(|&start| view.is_passable(start)) {
        for facing in [None, Some(Dir::E), Some(Dir::NW)] {
            let found = straightest_path(&view, &field, start, facing, scratch).unwrap();
            assert_eq!(found.is_some(), distance[start.index()].is_some());
            let Some(found) = found else { continue };
            found.path.validate(&view).unwrap();
            assert_eq!(Some(found.path.cost()), distance[start.index()]);
            assert_eq!((found.path.start(), found.path.goal()), (start, goal));
            let heading = facing.map(|dir| dir as usize);
            let expected = fewest(&leaving, &world, &distance, start.index(), heading);
            assert_eq!(found.turns, expected, "from {start} to {goal}, {facing:?}");
        }
    }
}

#[test]
fn the_straightest_path_has_the_fewest_turns_of_all_cheapest_paths() {
    let mut scratch = Scratch::new();
    for (at, map) in wall_patterns(4, 3).enumerate() {
        let grid = grid_of(&map);
        for mover in &movers()[at % 4..][..1] {
            for goal in (0..12).filter(|goal| is_slow_run() || (goal + at) % 6 == 0) {
                let goal = NodeId::new(goal as u32);
                if grid.seen_by(mover).is_passable(goal) {
                    check_straightest(&grid, mover, goal, &mut scratch);
                }
            }
        }
    }
    let mut rng = Rng::new(1);
    for seed in 0..if is_slow_run() { 5000 } else { 150 } {
        let grid = grid_of(&random_classes(seed, 6, 5, b"......112@"));
        let goal = random_node(&mut rng, &grid);
        let mover = &movers()[rng.below(4)];
        if grid.seen_by(mover).is_passable(goal) {
            check_straightest(&grid, mover, goal, &mut scratch);
        }
    }
}

/// A map of the repository, and the ends of some rows of its scenario.
fn real_map(name: &str, most: usize) -> (Grid, Vec<[NodeId; 2]>) {
    let read = |end: &str| {
        let file = repository_root().join(format!("data/grid/dao/{name}.map{end}"));
        std::fs::read(file).expect("a map in the repository")
    };
    let grid = grid_of(&scenario::read_map(&read("")).expect("a map"));
    let rows = scenario::read_scenario(&read(".scen")).expect("a scenario");
    let node = |(x, y): (usize, usize)| grid.node((x as u32, y as u32)).expect("on the map");
    let chosen = rows.iter().skip(rows.len() / (2 * most)).step_by(rows.len() / most);
    let ends = chosen.map(|row| [node(row.start), node(row.goal)]).collect();
    (grid, ends)
}

#[test]
fn on_real_maps_turns_cost_what_the_reference_says() {
    let (mut scratch, mut found) = (Scratch::new(), 0);
    for (name, most) in
        [("arena", 6), ("lak105d", 6), ("den011d", if is_slow_run() { 40 } else { 2 })]
    {
        let (grid, rows) = real_map(name, most);
        let mover = Mover::walker();
        let (view, world) = (grid.seen_by(&mover), read_world(&grid, &mover));
        for (at_most, ticks) in [(2, [4000, 9000, 15_000, 30_000]), (4, [0, 20_000, 20_000, 1])] {
            let headings =
                Headings::new(&view, Turns::new(ticks).unwrap().at_most(at_most)).unwrap();
            let states = states(&world, ticks, usize::from(at_most));
            for &[start, goal] in &rows {
                let heading = Dir::ALL[start.index() % 8];
                let source = headings.node(start, heading);
                let distances =
                    reference(headings.node_count() as usize, &states, &[source.index()]);
                let goals = headings.any(goal);
                let least = goals.iter().filter_map(|goal| distances[goal.index()]).min();
                let query = PathQuery::to_nearest(source, &goals);
                let octile = headings.heuristic(GridHeuristic::octile(&view));
                let outcome = astar(&headings, &octile, &query, &mut scratch, &mut ());
                assert_eq!(outcome.cost(), least, "{name}: {start} to {goal}");
                found += u32::from(least.is_some());
            }
        }
    }
    assert!(found >= 20, "{found} ways; who cannot turn round on the spot may be stuck");
}

/// The fewest turns on the way to the goal of `distance` for each cell and heading there, cells
/// nearer to it first.
fn fewest_everywhere(
    leaving: &[Vec<(usize, u64)>],
    world: &SquareWorld,
    distance: &[Option<u64>],
) -> Vec<[u32; 8]> {
    let mut order: Vec<usize> = (0..distance.len()).filter(|&at| distance[at].is_some()).collect();
    order.sort_by_key(|&at| distance[at]);
    let mut turns = vec![[0; 8]; distance.len()];
    for at in order.into_iter().filter(|&at| distance[at] != Some(0)) {
        turns[at] = std::array::from_fn(|heading| {
            let next = leaving[at].iter().filter(|&&(to, cost)| {
                distance[to].is_some_and(|left| Some(left + cost) == distance[at])
            });
            let each = next.map(|&(to, _)| {
                let step = direction(world, at, to);
                turns[to][step] + u32::from(step != heading)
            });
            each.min().expect("a distance is explained")
        });
    }
    turns
}

#[test]
fn on_real_maps_the_straightest_path_has_the_fewest_turns() {
    let mut scratch = Scratch::new();
    for name in ["arena", "lak105d", "den011d", "lak303d"] {
        let (grid, rows) = real_map(name, 4);
        let mover = Mover::walker();
        let (view, world) = (grid.seen_by(&mover), read_world(&grid, &mover));
        let (list, cells) = (arcs(&world), grid.cell_count() as usize);
        let backward: Vec<_> = list.iter().map(|&(a, b, cost)| (b, a, cost)).collect();
        let mut leaving = vec![Vec::new(); cells];
        list.iter().for_each(|&(a, b, cost)| leaving[a].push((b, cost)));
        for [start, goal] in rows {
            let distance = reference(cells, &backward, &[goal.index()]);
            let turns = fewest_everywhere(&leaving, &world, &distance);
            let mut field = DistanceField::new();
            field.compute(&view, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
            for facing in Dir::ALL {
                let found = straightest_path(&view, &field, start, Some(facing), &mut scratch);
                let found = found.expect("a complete field").expect("a way");
                found.path.validate(&view).unwrap();
                assert_eq!(Some(found.path.cost()), distance[start.index()], "{name}");
                let expected = turns[start.index()][facing as usize];
                assert_eq!(found.turns, expected, "{name}: {start} to {goal}, {facing:?}");
            }
        }
    }
}

#[test]
fn turns_and_overlays_go_together() {
    let grid = Grid::new(7, 7, b'.').unwrap();
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let mut crowd = Overlay::new(&grid);
    crowd.set((3, 3), 20_000);
    let [start, goal] = [(0, 3), (6, 3)].map(|cell| grid.node(cell).unwrap());
    let (round, straight): (Cost, Cost) = (4 * 13_860 + 2 * 19_601, 6 * 13_860 + 20_000);
    // The way round takes turns of four eighths in all.
    for (ticks, expected) in [(0, round), (2000, round), (3000, straight)] {
        let world = Headings::new(crowd.over(&view), Turns::per_eighth(ticks).unwrap()).unwrap();
        let goals = world.any(goal);
        let query = PathQuery::to_nearest(world.node(start, Dir::E), &goals);
        let outcome = dijkstra(&world, &query, &mut Scratch::new(), &mut ());
        let found = world.cells_of(outcome.path().unwrap());
        assert_eq!(found.path.cost(), expected, "at {ticks} ticks");
        assert_eq!(found.turns == 0, expected == straight);
        found.path.validate(&crowd.over(&view)).unwrap();
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    assert_eq!(Turns::per_eighth(u32::MAX), Err(HeadingError::TurnTooCostly { ticks: u32::MAX }));
    assert!(Turns::new([0, 0, 0, Turns::MOST + 1]).is_err());
    let mut grid = Grid::new(4, 4, b'.').unwrap();
    let mover = Mover::walker();
    let goal = NodeId::new(5);
    let mut field = DistanceField::new();
    let mut scratch = Scratch::new();
    let unlimited = &mut Budget::unlimited();
    let view = grid.seen_by(&mover);
    field.compute(&view, &[(goal, 0)], Way::Forward, unlimited);
    let found = straightest_path(&view, &field, goal, None, &mut scratch);
    assert_eq!(found, Err(HeadingError::OtherWay));
    field.compute(&view, &[(goal, 0)], Way::Backward, unlimited);
    grid.apply(Edit::new().set((0, 0), b'@')).unwrap();
    let found = straightest_path(&grid.seen_by(&mover), &field, goal, None, &mut scratch);
    assert_eq!(found, Err(HeadingError::OtherWorld));
}
