//! A replanner answers what a search from nothing answers, after any steps, edits and moves of goals.

use astride::base::{Budget, Cell, CellRect, Cost, Dir, NodeId};
use astride::search::{Guarantee, Outcome, PathQuery, Replan, Replanner, Scratch, Zero, astar};
use astride::shapes::square::{Corners, Edit, Grid, GridHeuristic, Mover, Neighbours};
use astride::world::World;
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::generate::{fenced_world, wall_patterns};
use astride_testkit::larger::{larger_maps, movers, random_node};
use astride_testkit::reference::dijkstra;
use astride_testkit::rng::Rng;
use astride_testkit::square::{Corners as RefCorners, Neighbours as RefNeighbours};
use astride_testkit::tally::{Tally, is_slow_run, spread};
use astride_testkit::tiny::{NONE, Tiny};
use astride_testkit::world::arcs;

/// Asks, checks the path itself, and gives its cost.
fn ask(replanner: &mut Replanner, grid: &Grid, mover: &Mover, ends: [NodeId; 2]) -> Option<Cost> {
    let view = grid.seen_by(mover);
    let budget = &mut Budget::unlimited();
    let outcome = replanner.replan_over(&view, ends[0], ends[1], budget, &mut ());
    assert!(outcome.is_final());
    let path = outcome.path()?;
    path.validate(&view).unwrap();
    assert_eq!([path.start(), path.goal()], ends);
    Some(path.cost())
}

/// The distance by the reference, which the engine's facts are read into.
fn expected(grid: &Grid, mover: &Mover, [start, goal]: [NodeId; 2]) -> Option<Cost> {
    let view = grid.seen_by(mover);
    if !view.is_passable(start) || !view.is_passable(goal) {
        return None;
    }
    let arcs = arcs(&read_world(grid, mover));
    dijkstra(grid.cell_count() as usize, &arcs, &[start.index()])[goal.index()]
}

/// Draws a batch of edits: terrain of all kinds, fences, one-way steps, links, to and fro.
fn draw_edit(rng: &mut Rng, grid: &Grid, classes: &[u8]) -> Edit {
    let mut edit = Edit::new();
    for _ in 0..1 + rng.below(3) {
        let cell = grid.cell(random_node(rng, grid));
        let other = grid.cell(random_node(rng, grid));
        let dir = rng.pick(&Dir::ALL);
        match rng.below(11) {
            0..=5 => edit.set(cell, rng.pick(classes)),
            6 => edit.forbid_step(cell, dir),
            7 => edit.allow_step(cell, dir),
            10 if !dir.is_diagonal()
                && cell.step(dir).is_some_and(|to| grid.node(to).is_some()) =>
            {
                edit.fence(cell, dir, rng.below(4) as u8)
            }
            8 if cell != other => edit.link(cell, other, 1 + rng.below(60_000) as u32),
            _ => match rng.pick(&[grid.links().first(), grid.links().last()]) {
                Some(link) => edit.unlink(grid.cell(link.from), grid.cell(link.to)),
                None => edit.set(cell, rng.pick(classes)),
            },
        };
    }
    edit
}

/// One unit's life on a small world where everything happens: returns how often it was asked.
fn live(seed: u64, rounds: usize) -> u64 {
    let mut rng = Rng::new(seed);
    let size = (2 + rng.below(6), 1 + rng.below(6));
    let world = supported(&fenced_world(seed, size.0, size.1));
    let (mut grid, mover) = build_world(&world);
    let mut classes: Vec<u8> = (0..=255).filter(|&c| grid.histogram()[c as usize] > 0).collect();
    classes.push(255);
    let mut replanner = Replanner::new();
    let mut ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
    for _ in 0..rounds {
        let found = ask(&mut replanner, &grid, &mover, ends);
        assert_eq!(found, expected(&grid, &mover, ends), "seed {seed}: {ends:?}\n{world:?}");
        // A step along the way, or anywhere.
        let view = grid.seen_by(&mover);
        let outcome =
            replanner.replan_over(&view, ends[0], ends[1], &mut Budget::unlimited(), &mut ());
        assert_eq!(outcome.cost(), found, "asked twice");
        if let Some(next) = outcome.path().and_then(|path| path.nodes().get(1)) {
            ends[0] = *next;
        }
        match rng.below(12) {
            0 => ends[0] = random_node(&mut rng, &grid),
            1 => ends[1] = random_node(&mut rng, &grid),
            _ => {}
        }
        while rng.percent(60) {
            // A link taken away twice in one batch is refused, and changes nothing.
            _ = grid.apply(&draw_edit(&mut rng, &grid, &classes));
        }
    }
    rounds as u64
}

#[test]
fn any_life_of_steps_edits_and_moved_goals_costs_what_fresh_searches_find() {
    let lives = if is_slow_run() { 50_000 } else { 3000 };
    let tally = Tally::new("replanned lives");
    spread(lives, || (), |(), seed| tally.add(1, live(seed, 20)));
    tally.finish();
    assert_eq!(tally.queries(), lives * 20);
}

#[test]
fn every_small_map_is_replanned_right_after_every_change_of_a_cell() {
    let rules = [
        (RefNeighbours::Four, RefCorners::Never),
        (RefNeighbours::Eight, RefCorners::Never),
        (RefNeighbours::Eight, RefCorners::OneFree),
        (RefNeighbours::Eight, RefCorners::Always),
    ];
    for (neighbours, corners) in rules {
        let mover = Mover::walker()
            .neighbours(astride_testkit::adapter::engine_neighbours(neighbours))
            .corners(astride_testkit::adapter::engine_corners(corners));
        let tables: Vec<Tiny> = wall_patterns(3, 3)
            .map(|map| Tiny::new(&map, neighbours, corners, 13_860, 19_601))
            .collect();
        for (pattern, map) in wall_patterns(3, 3).enumerate() {
            // One pair of ends per map and cell would leave gaps; each goal meets all starts.
            for goal in (0..9).filter(|goal| is_slow_run() || (pattern + goal) % 3 == 0) {
                let mut grid = grid_of(&map);
                let mut replanner = Replanner::new();
                let mut check = |grid: &Grid, table: &Tiny| {
                    for start in 0..9 {
                        let ends = [start, goal].map(|at| NodeId::new(at as u32));
                        let distance = table.distance(start, goal);
                        let expected = (distance != NONE).then_some(Cost::from(distance));
                        assert_eq!(ask(&mut replanner, grid, &mover, ends), expected, "{map}");
                    }
                };
                check(&grid, &tables[pattern]);
                for cell in 0..9 {
                    for changed in [pattern ^ 1 << cell, pattern] {
                        let class = if changed >> cell & 1 == 1 { b'@' } else { b'.' };
                        grid.apply(Edit::new().set((cell % 3, cell / 3), class)).unwrap();
                        check(&grid, &tables[changed]);
                    }
                }
            }
        }
    }
}

#[test]
fn on_larger_maps_replanning_equals_searching_from_nothing() {
    let mut scratch = Scratch::new();
    let (mut from_scratch, mut searched, mut fresh) = (0, 0, 0);
    for (seed, map) in larger_maps().into_iter().enumerate() {
        for (rule, mover) in movers().into_iter().enumerate() {
            let mut rng = Rng::new((seed * 4 + rule) as u64);
            let mut grid = grid_of(&map);
            let mut replanner = Replanner::new();
            let mut ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
            for round in 0..if is_slow_run() { 400 } else { 40 } {
                let view = grid.seen_by(&mover);
                let octile = GridHeuristic::octile(&view);
                let query = PathQuery::new(ends[0], ends[1]);
                let outcome = astar(&view, &octile, &query, &mut scratch, &mut ());
                let found = ask(&mut replanner, &grid, &mover, ends);
                assert_eq!(found, outcome.cost(), "map {seed}, rule {rule}, round {round}");
                let last = replanner.last();
                from_scratch += u64::from(last.from_scratch);
                searched += last.expanded;
                fresh += outcome.effort().expanded;
                for _ in 0..3 {
                    if let Some(next) = outcome.path().and_then(|path| path.nodes().get(3)) {
                        ends[0] = *next;
                    }
                }
                if rng.percent(10) {
                    ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
                }
                // Near the unit, so that it matters; sometimes so much that all is begun again.
                let cell = grid.cell(ends[0]);
                let side = if rng.percent(5) { 40 } else { 1 + rng.below(4) as u32 };
                let rect = CellRect::new(cell.x + rng.below(5) as u32, cell.y, side, side);
                if rng.percent(70) {
                    _ = grid.apply(Edit::new().fill(rect, rng.pick(b"..@5")));
                }
            }
        }
    }
    assert!(from_scratch > 50, "started again {from_scratch} times");
    assert!(2 * searched < fresh, "{searched} expanded, {fresh} by searches from nothing");
}

#[test]
fn a_search_stopped_again_and_again_answers_the_same() {
    for (seed, map) in larger_maps().into_iter().enumerate().step_by(3) {
        let (grid, mover) = (grid_of(&map), Mover::walker());
        let view = grid.seen_by(&mover);
        let mut rng = Rng::new(seed as u64);
        for _ in 0..10 {
            let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
            let [mut whole, mut sliced] = [Replanner::new(), Replanner::new()];
            let expected =
                whole.replan_over(&view, ends[0], ends[1], &mut Budget::unlimited(), &mut ());
            let mut least = 0;
            let outcome = loop {
                let budget = &mut Budget::unlimited().expansions(37);
                match sliced.replan_over(&view, ends[0], ends[1], budget, &mut ()) {
                    Outcome::OutOfBudget(out) => {
                        assert!(out.lower_bound >= least);
                        least = out.lower_bound;
                    }
                    outcome => break outcome,
                }
            };
            assert_eq!(outcome.path(), expected.path());
            assert_eq!(outcome.effort().expanded, expected.effort().expanded);
            assert!(outcome.cost().is_none_or(|cost| cost >= least));
        }
    }
}

#[test]
fn a_unit_on_its_path_expands_one_node_per_step() {
    let map = &larger_maps()[0];
    let (grid, mover) = (grid_of(map), Mover::walker());
    let view = grid.seen_by(&mover);
    let mut rng = Rng::new(9);
    let mut replanner = Replanner::new();
    let (mut unit, goal, nodes) = loop {
        let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
        let outcome =
            replanner.replan_over(&view, ends[0], ends[1], &mut Budget::unlimited(), &mut ());
        match outcome.path() {
            Some(path) if path.step_count() > 30 => {
                break (ends[0], ends[1], path.nodes().to_vec());
            }
            _ => {}
        }
    };
    for &next in &nodes[1..] {
        let outcome = replanner.replan_over(&view, unit, goal, &mut Budget::unlimited(), &mut ());
        assert_eq!(outcome.path().unwrap().nodes()[1], next);
        assert_eq!(replanner.last().expanded, 1);
        unit = next;
    }
}

#[test]
fn a_goal_that_cannot_be_reached_is_looked_for_once() {
    let mut grid = Grid::new(40, 40, b'.').unwrap();
    grid.apply(Edit::new().fill(CellRect::new(20, 0, 1, 40), b'@')).unwrap();
    let mover = Mover::walker();
    let [start, goal] = [(5, 5), (35, 5)].map(|cell| grid.node(cell).unwrap());
    let mut replanner = Replanner::new();
    assert_eq!(ask(&mut replanner, &grid, &mover, [start, goal]), None);
    assert_eq!(replanner.last().expanded, 800);
    assert_eq!(ask(&mut replanner, &grid, &mover, [start, goal]), None);
    assert_eq!(replanner.last().expanded, 0);
    grid.apply(Edit::new().set((20, 39), b'.')).unwrap();
    assert!(ask(&mut replanner, &grid, &mover, [start, goal]).is_some());
}

#[test]
fn a_path_is_kept_while_it_is_hardly_costlier_and_never_beyond() {
    let (mut kept, mut turned) = (0, 0);
    let mut scratch = Scratch::new();
    for seed in 0..if is_slow_run() { 5000 } else { 200 } {
        let mut rng = Rng::new(seed);
        let margin = rng.pick(&[1, 6000, 20_000, 100_000]);
        let mover = movers()[seed as usize % 4].clone();
        let mut grid = Grid::new(12, 12, b'.').unwrap();
        let [mut unit, goal] = [(0, 0), (11, 11)].map(|cell| grid.node(cell).unwrap());
        let mut replanner = Replanner::new().keep_within(margin);
        let mut planned: Vec<NodeId> = Vec::new();
        while unit != goal {
            let class = rng.pick(b".@35");
            let cell = grid.cell(random_node(&mut rng, &grid));
            let avoid = [unit, goal].map(|node| grid.cell(node));
            if !avoid.contains(&cell) {
                grid.apply(Edit::new().set(cell, class)).unwrap();
            }
            let view = grid.seen_by(&mover);
            let octile = GridHeuristic::octile(&view);
            let query = PathQuery::new(unit, goal);
            let least = astar(&view, &octile, &query, &mut scratch, &mut ()).cost();
            let outcome =
                replanner.replan_over(&view, unit, goal, &mut Budget::unlimited(), &mut ());
            let Some(path) = outcome.path() else {
                assert_eq!(least, None);
                break;
            };
            path.validate(&view).unwrap();
            let least = least.unwrap();
            assert!((least..=least + margin).contains(&path.cost()));
            match outcome.guarantee().unwrap() {
                Guarantee::Optimal => assert_eq!(path.cost(), least),
                Guarantee::Within(w) => assert!(path.cost() as f64 <= least as f64 * w.as_f64()),
                other => panic!("{other:?}"),
            }
            let arcs = planned.windows(2).map(|pair| view.arc_cost(pair[0], pair[1]));
            let old = arcs.map(|cost| cost.map(Cost::from)).sum::<Option<Cost>>();
            if old.is_some_and(|old| !planned.is_empty() && old <= least + margin) {
                assert_eq!(path.nodes(), planned, "there was no need to turn");
                kept += u64::from(path.cost() > least);
            } else {
                turned += u64::from(!planned.is_empty());
            }
            planned = path.nodes()[1..].to_vec();
            unit = planned[0];
        }
    }
    assert!(kept > 20 && turned > 20, "{kept} kept, {turned} turned");
}

#[test]
fn other_movers_and_grids_are_noticed() {
    let mut grid = Grid::new(30, 30, b'.').unwrap();
    grid.apply(Edit::new().fill(CellRect::new(10, 0, 3, 29), b'5')).unwrap();
    let ends = [(2, 2), (25, 2)].map(|cell| grid.node(cell).unwrap());
    let mut replanner = Replanner::new();
    let walker = Mover::walker();
    let movers = [
        walker.clone(),
        walker.clone().terrain(b'5', 1).unwrap(),
        walker.clone().terrain(b'.', 2).unwrap(),
        walker.clone().neighbours(Neighbours::Four),
        walker.clone().corners(Corners::Always),
        walker,
    ];
    for mover in movers {
        assert_eq!(ask(&mut replanner, &grid, &mover, ends), expected(&grid, &mover, ends));
        assert!(replanner.last().from_scratch);
        assert_eq!(ask(&mut replanner, &grid, &mover, ends), expected(&grid, &mover, ends));
        assert!(!replanner.last().from_scratch);
        assert!(replanner.is_of(&grid.seen_by(&mover)));
    }
    // A smaller grid, and one whose log has forgotten.
    let mover = Mover::walker();
    let small = Grid::new(28, 30, b'.').unwrap();
    let cells = [Cell::new(0, 0), Cell::new(27, 29)].map(|cell| small.node(cell).unwrap());
    assert_eq!(ask(&mut replanner, &small, &mover, cells), expected(&small, &mover, cells));
    assert!(!replanner.is_of(&grid.seen_by(&mover)));
    assert_eq!(ask(&mut replanner, &grid, &mover, ends), expected(&grid, &mover, ends));
    for at in 0..5000 {
        let class = if at % 2 == 0 { b'@' } else { b'.' };
        grid.apply(Edit::new().set((11, 29), class)).unwrap();
    }
    grid.apply(Edit::new().set((11, 2), b'.')).unwrap();
    assert_eq!(ask(&mut replanner, &grid, &mover, ends), expected(&grid, &mover, ends));
    assert!(replanner.last().from_scratch);
    assert_eq!(replanner.revision(), Some(grid.revision()));
}

#[test]
fn any_world_and_consistent_guess_will_do_and_others_are_refused() {
    let grid = Grid::from_classes(4, 2, b"...@....").unwrap();
    let view = grid.seen_by(&Mover::walker());
    let question = Replan::new(NodeId::new(0), NodeId::new(7));
    let mut replanner = Replanner::new();
    let budget = &mut Budget::unlimited();
    let outcome = replanner.replan(&view, &Zero, &question, budget, &mut ()).unwrap();
    assert_eq!(outcome.cost(), Some(2 * 13_860 + 19_601));
    let manhattan = GridHeuristic::manhattan(&view);
    let refused = replanner.replan(&view, &manhattan, &question, budget, &mut ());
    assert!(refused.unwrap_err().to_string().contains("consistent"));
}

#[test]
fn memory_is_limited_before_it_is_taken() {
    let grid = Grid::new(100, 100, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let mut replanner = Replanner::new();
    let ends = [NodeId::new(0), NodeId::new(9999)];
    let budget = &mut Budget::unlimited().bytes(100_000);
    let outcome = replanner.replan_over(&view, ends[0], ends[1], budget, &mut ());
    assert!(matches!(outcome, Outcome::OutOfBudget(_)));
    assert!(replanner.bytes() < 100_000);
    let budget = &mut Budget::unlimited();
    assert!(replanner.replan_over(&view, ends[0], ends[1], budget, &mut ()).path().is_some());
    assert!(replanner.bytes() > 100_000);
}
