//! Dead ends: leaving them out changes no cost, on small worlds of every kind and on real maps.

use astride::base::NodeId;
use astride::index::{DeadEnds, DeadEndsScratch};
use astride::search::{GridHeuristic, Query, Scratch, astar, dijkstra};
use astride::world::{Edit, Grid, Mover, Neighbours, World};
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{looped_maze, rich_world, wall_patterns};
use astride_testkit::larger::movers;
use astride_testkit::reference::all_pairs;
use astride_testkit::scenario;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

/// Checks every pair of nodes; returns how often a passable node was left out of a path's world.
fn check(grid: &Grid, mover: &Mover, what: &str) -> usize {
    let view = grid.seen_by(mover);
    let dead_ends = DeadEnds::build(&view);
    let n = grid.cell_count();
    let expected = all_pairs(n as usize, &arcs(&read_world(grid, mover)));
    let (mut scratch, mut memory, mut skipped) = (Scratch::new(), DeadEndsScratch::new(), 0);
    let nodes = || (0..n).map(NodeId::new);
    for start in nodes().filter(|&node| view.is_passable(node)) {
        for goal in nodes() {
            let outside = dead_ends.skipping(&view, start, goal, &mut memory);
            let query = Query::new(start, goal);
            let outcome = dijkstra(&outside, &query, &mut scratch, &mut ());
            let least = expected[start.index()][goal.index()].filter(|_| view.is_passable(goal));
            assert_eq!(outcome.cost(), least, "{what}: {start:?} to {goal:?}");
            if outcome.cost().is_some() {
                let is_skipped = |&at: &NodeId| view.is_passable(at) && !outside.is_passable(at);
                skipped += nodes().filter(is_skipped).count();
            }
        }
    }
    skipped
}

#[test]
fn no_cost_changes_on_any_small_pattern() {
    let every = if is_slow_run() { 1 } else { 11 };
    let mut skipped = 0;
    for map in wall_patterns(3, 3).chain(wall_patterns(4, 3).step_by(every)) {
        for mover in movers() {
            skipped += check(&grid_of(&map), &mover, &format!("\n{map}"));
        }
    }
    assert!(skipped > 10_000, "{skipped} nodes left out");
}

#[test]
fn no_cost_changes_with_walls_one_way_steps_links_and_terrain() {
    let mut skipped = 0;
    for seed in 0..400 {
        let (grid, mover) = build_world(&supported(&rich_world(seed, 6, 1 + seed as usize % 6)));
        skipped += check(&grid, &mover, &format!("seed {seed}"));
    }
    assert!(skipped > 1000, "{skipped} nodes left out");
}

#[test]
fn in_a_tree_of_corridors_only_the_path_is_left() {
    let grid = grid_of(&looped_maze(3, 21, 21, 0));
    let mover = Mover::walker().neighbours(Neighbours::Four);
    let view = grid.seen_by(&mover);
    let dead_ends = DeadEnds::build(&view);
    let free: Vec<NodeId> =
        (0..441).map(NodeId::new).filter(|&node| view.is_passable(node)).collect();
    let (start, goal) = (free[0], free[free.len() - 1]);
    let mut memory = DeadEndsScratch::new();
    let outside = dead_ends.skipping(&view, start, goal, &mut memory);
    let outcome = dijkstra(&outside, &Query::new(start, goal), &mut Scratch::new(), &mut ());
    let left = free.iter().filter(|&&node| outside.is_passable(node)).count();
    // The door above the way may be one more.
    let cells = outcome.path().expect("a way").nodes().len();
    assert!((cells..=cells + 1).contains(&left), "{left} of {} left, {cells} needed", free.len());
}

#[test]
fn an_update_finds_the_doors_of_the_map_as_it_is() {
    let mut grid = Grid::from_classes(5, 3, b"..@.......@@.@.").expect("a good size");
    let mover = Mover::walker();
    let mut dead_ends = DeadEnds::build(&grid.seen_by(&mover));
    grid.apply(Edit::new().set((2, 1), b'@')).expect("on the map");
    assert!(!dead_ends.is_of(&grid.seen_by(&mover)));
    dead_ends.update(&grid.seen_by(&mover));
    assert!(dead_ends.is_of(&grid.seen_by(&mover)) && dead_ends.revision() == 1);
    assert_eq!(dead_ends.count(), DeadEnds::build(&grid.seen_by(&mover)).count());
}

#[test]
fn no_cost_changes_on_rows_of_real_maps() {
    let folder = repository_root().join("data/grid/dao");
    for name in ["arena", "den011d", "lak105d", "lak303d", "lak519d"] {
        let read = |end: &str| {
            std::fs::read(folder.join(format!("{name}.map{end}"))).expect("a map in the repository")
        };
        let grid = grid_of(&scenario::read_map(&read("")).expect("a map"));
        let rows = scenario::read_scenario(&read(".scen")).expect("a scenario");
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let dead_ends = DeadEnds::build(&view);
        let (mut scratch, mut memory) = (Scratch::new(), DeadEndsScratch::new());
        let (mut plain, mut skipping) = (0, 0);
        for row in rows.iter().step_by(1 + rows.len() / 100) {
            let [start, goal] = [row.start, row.goal]
                .map(|(x, y)| grid.node((x as u32, y as u32)).expect("on the map"));
            let (query, guess) = (Query::new(start, goal), GridHeuristic::octile(&view));
            let outcome = astar(&view, &guess, &query, &mut scratch, &mut ());
            let outside = dead_ends.skipping(&view, start, goal, &mut memory);
            let shorter = astar(&outside, &guess, &query, &mut scratch, &mut ());
            assert_eq!(outcome.cost(), shorter.cost(), "{name}: {row:?}");
            plain += outcome.effort().expanded;
            skipping += shorter.effort().expanded;
        }
        println!("{name}: {plain} expanded, {skipping} without dead ends");
        assert!(skipping <= plain, "{name}");
    }
}
