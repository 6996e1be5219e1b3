//! Why there is no path, against every set of cells that could be opened.

use astride::base::{Budget, Cell, NodeId};
use astride::planner::{Ask, Navigator};
use astride::search::{PathQuery, Scratch, Why, dijkstra};
use astride::shapes::Explanation;
use astride::shapes::square::{Components, Edit, Grid, Mover, Verdict, explain};
use astride::world::World;
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::generate::{fenced_world, random_obstacles, wall_patterns};
use astride_testkit::larger::{movers, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

fn explained(grid: &Grid, mover: &Mover, ends: [NodeId; 2]) -> Option<Explanation> {
    let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
    explain(&grid.seen_by(mover), ends[0], ends[1], scratch, budget).expect("no limit")
}

fn leads(grid: &Grid, mover: &Mover, [from, to]: [NodeId; 2]) -> bool {
    let query = PathQuery::new(from, to);
    dijkstra(&grid.seen_by(mover), &query, &mut Scratch::new(), &mut ()).path().is_some()
}

fn opened(grid: &Grid, cells: &[Cell], class: u8) -> Grid {
    let mut edit = Edit::new();
    cells.iter().for_each(|&cell| _ = edit.set(cell, class));
    let mut grid = grid.clone();
    grid.apply(&edit).expect("on the map");
    grid
}

/// Whether some set of `count` of the places leads from one end to the other when `open` has opened
/// each of them.
pub(crate) fn some_leads<M, P>(
    map: &M,
    blocked: &[P],
    count: usize,
    open: &impl Fn(&M, &[P]) -> M,
    leads: &impl Fn(&M) -> bool,
) -> bool {
    if count == 0 {
        return leads(map);
    }
    (0..blocked.len()).any(|at| {
        let one = open(map, &blocked[at..=at]);
        some_leads(&one, &blocked[at + 1..], count - 1, open, leads)
    })
}

fn blocked(grid: &Grid, mover: &Mover) -> Vec<Cell> {
    let nodes = (0..grid.cell_count()).map(NodeId::new);
    let view = grid.seen_by(mover);
    nodes.filter(|&node| !view.is_passable(node)).map(|node| grid.cell(node)).collect()
}

/// Holds an explanation against the reference; returns how many cells it opens.
fn check(grid: &Grid, mover: &Mover, ends: [NodeId; 2]) -> Option<usize> {
    let explanation = explained(grid, mover, ends);
    assert_eq!(explanation.is_none(), leads(grid, mover, ends));
    let explanation = explanation?;
    let view = grid.seen_by(mover);
    let blocked = blocked(grid, mover);
    let verdict = Components::build(&view).verdict(ends[0], ends[1]);
    match (explanation.why, verdict) {
        (Why::StartBlocked, Verdict::StartBlocked) | (Why::GoalBlocked, Verdict::GoalBlocked) => {
            assert_eq!(explanation.frontier.len(), 1);
        }
        (Why::StartEnclosed { .. } | Why::GoalEnclosed { .. }, _) => {}
        (why, verdict) => panic!("{why:?} where components say {verdict:?}"),
    }
    assert_eq!(explanation.nearest.is_some(), view.is_passable(ends[0]));
    assert!(explanation.frontier.iter().all(|cell| blocked.contains(cell)));
    let Some(opening) = explanation.opening else {
        let class = grid.class_at(ends[0]);
        if view.is_passable(ends[0]) {
            assert!(!leads(&opened(grid, &blocked, class), mover, ends), "all open");
        }
        return None;
    };
    let (count, class) = (opening.cells.len(), opening.class);
    assert!(opening.cells.iter().all(|cell| blocked.contains(cell) && opening.way.contains(cell)));
    let mut after = grid.clone();
    after.apply(&opening.edit()).expect("on the map");
    assert!(leads(&after, mover, ends), "opening {:?}", opening.cells);
    for &cell in &opening.way {
        assert!(after.seen_by(mover).is_free(cell));
    }
    if count <= 3 {
        let open = |grid: &Grid, cells: &[Cell]| opened(grid, cells, class);
        let leads = |grid: &Grid| leads(grid, mover, ends);
        assert!(!some_leads(grid, &blocked, count - 1, &open, &leads), "{count} are needed");
    }
    Some(count)
}

#[test]
fn no_fewer_cells_open_small_maps() {
    let every = if is_slow_run() { 1 } else { 41 };
    for map in wall_patterns(4, 3).step_by(every) {
        let grid = grid_of(&map);
        for mover in movers() {
            for ends in [[0, 11], [3, 8], [5, 2], [1, 10]].map(|ends| ends.map(NodeId::new)) {
                check(&grid, &mover, ends);
            }
        }
    }
}

#[test]
fn no_fewer_cells_open_worlds_with_walls_links_and_media() {
    let mut counts = [0; 4];
    for seed in 0..if is_slow_run() { 3000 } else { 120 } {
        let mut rng = Rng::new(seed);
        let (grid, mover) = match seed % 2 {
            0 => build_world(&supported(&fenced_world(seed, 6, 5))),
            _ => {
                let grid = grid_of(&random_obstacles(seed, 7, 6, 55));
                (grid, movers()[rng.below(4)].clone())
            }
        };
        let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
        if let Some(count) = check(&grid, &mover, ends) {
            counts[count.min(3)] += 1;
        }
    }
    assert!(counts[1..].iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn the_frontier_is_what_stands_around_the_smaller_area() {
    let rows = [".......", ".@@@...", ".@.@...", ".@@@...", "......."];
    let grid = Grid::from_classes(7, 5, rows.concat().as_bytes()).unwrap();
    let [inside, outside] = [(2, 2), (6, 4)].map(|cell| grid.node(cell).unwrap());
    let sides = [(2, 1), (1, 2), (3, 2), (2, 3)].map(|(x, y)| Cell::new(x, y));
    for (ends, why) in [
        ([outside, inside], Why::GoalEnclosed { cells: 1 }),
        ([inside, outside], Why::StartEnclosed { cells: 1 }),
    ] {
        let explanation = explained(&grid, &Mover::walker(), ends).expect("no path");
        assert_eq!((explanation.why, &explanation.frontier[..]), (why, &sides[..]));
        assert_eq!(explanation.opening.unwrap().cells.len(), 1);
    }
}

#[test]
fn a_budget_that_runs_out_is_said() {
    let grid = grid_of(&random_obstacles(5, 40, 40, 60));
    let nav = Navigator::new(grid);
    let free = |node: &NodeId| nav.view(nav.first_mover()).unwrap().is_passable(*node);
    let nodes = || (0..nav.grid().cell_count()).map(NodeId::new).filter(free);
    let (first, last) = (nodes().next().unwrap(), nodes().next_back().unwrap());
    let ask = Ask::new(nav.grid().cell(first), nav.grid().cell(last));
    let needed =
        (0..).find(|&most| match nav.explain(&ask, &mut Budget::unlimited().expansions(most)) {
            Ok(explanation) => {
                assert_eq!(explanation, nav.explain(&ask, &mut Budget::unlimited()).unwrap());
                true
            }
            Err(error) => {
                assert!(error.to_string().contains("budget ran out"), "{error}");
                false
            }
        });
    assert!(needed.unwrap() > 10);
}
