//! Overlays: worlds with extra cost on top have the arcs of the reference with that cost added, for
//! searches, fields and replanners alike.

use astride::base::{Budget, CellRect, Cost, Dir, NodeId};
use astride::search::{
    DistanceField, PathQuery, Replan, Replanner, Scratch, astar, bidirectional, dijkstra,
};
use astride::shapes::square::{Edit, Grid, GridHeuristic, Knowledge, Mover};
use astride::world::{Overlay, Way, World};
use astride_testkit::adapter::{build_world, grid_of, read_world, sorted_arcs, supported};
use astride_testkit::generate::{fenced_world, random_classes, wall_patterns};
use astride_testkit::larger::{larger_maps, movers, random_node};
use astride_testkit::reference::{all_pairs, dijkstra as reference};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::{Arc as RefArc, arcs};

/// Random extra ticks on a third of all cells, some of them huge.
fn random_overlay(rng: &mut Rng, grid: &Grid) -> (Overlay, Vec<u32>) {
    let mut overlay = Overlay::new(grid);
    let mut extras = vec![0; grid.cell_count() as usize];
    for (at, extra) in extras.iter_mut().enumerate() {
        if rng.percent(67) {
            continue;
        }
        *extra = rng.pick(&[1, 7, 5000, 13_860, 60_000, Overlay::MOST]);
        overlay.set(grid.cell(NodeId::new(at as u32)), *extra);
    }
    (overlay, extras)
}

fn costlier(arcs: &[RefArc], extras: &[&[u32]]) -> Vec<RefArc> {
    let extra = |to: usize| extras.iter().map(|extras| u64::from(extras[to])).sum::<u64>();
    let mut arcs: Vec<RefArc> = arcs.iter().map(|&(a, b, cost)| (a, b, cost + extra(b))).collect();
    arcs.sort_unstable();
    arcs
}

#[test]
fn arcs_and_distances_are_those_of_the_reference_with_the_extra_cost_of_cells_entered() {
    let mut scratch = Scratch::new();
    for seed in 0..if is_slow_run() { 60_000 } else { 1500 } {
        let mut rng = Rng::new(seed);
        let world = supported(&fenced_world(seed, 1 + rng.below(5), 1 + rng.below(5)));
        let (grid, mover) = build_world(&world);
        let view = grid.seen_by(&mover);
        let (crowd, extras) = random_overlay(&mut rng, &grid);
        let (danger, more) = random_overlay(&mut rng, &grid);
        let both = crowd.over(danger.over(&view));
        let expected = costlier(&arcs(&world), &[&extras, &more]);
        for way in [Way::Forward, Way::Backward] {
            assert_eq!(sorted_arcs(&both, way), expected, "seed {seed} {way:?}");
            assert_eq!(sorted_arcs(&crowd.over(&view), way), costlier(&arcs(&world), &[&extras]));
        }
        let [start, goal] = [(); 2].map(|()| random_node(&mut rng, &grid));
        if !view.is_passable(start) || !view.is_passable(goal) {
            continue;
        }
        let distances = reference(grid.cell_count() as usize, &expected, &[start.index()]);
        let distance = distances[goal.index()];
        let query = PathQuery::new(start, goal);
        let octile = GridHeuristic::octile(&view);
        let canonical = query.canonical();
        let found = [
            dijkstra(&both, &query, &mut scratch, &mut ()),
            astar(&both, &octile, &query, &mut scratch, &mut ()),
            astar(&both, &octile, &canonical, &mut scratch, &mut ()),
            bidirectional(&both, &octile, &query, &mut scratch, &mut ()).unwrap(),
        ];
        for outcome in found {
            assert_eq!(outcome.cost(), distance, "seed {seed}");
            assert!(outcome.path().is_none_or(|path| path.validate(&both).is_ok()));
        }
        let mut field = DistanceField::new();
        field.compute(&both, &[(start, 0)], Way::Forward, &mut Budget::unlimited());
        let all = (0..grid.cell_count()).map(|at| field.distance(NodeId::new(at)));
        assert_eq!(all.collect::<Vec<_>>(), distances, "seed {seed}");
    }
}

#[test]
fn all_walls_of_three_by_three_cells_agree_with_the_reference_under_an_overlay() {
    let (mut rng, mover) = (Rng::new(5), Mover::walker());
    for map in wall_patterns(3, 3) {
        let grid = grid_of(&map);
        let view = grid.seen_by(&mover);
        let (overlay, extras) = random_overlay(&mut rng, &grid);
        let world = overlay.over(&view);
        let pairs = all_pairs(9, &costlier(&sorted_arcs(&view, Way::Forward), &[&extras]));
        for goal in (0..9).map(NodeId::new).filter(|&goal| view.is_passable(goal)) {
            let mut field = DistanceField::new();
            field.compute(&world, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
            for from in (0..9).map(NodeId::new).filter(|&from| view.is_passable(from)) {
                assert_eq!(field.distance(from), pairs[from.index()][goal.index()], "\n{map}");
            }
        }
    }
}

/// One random change, made to an overlay and to a plain list of what it should hold.
fn change(rng: &mut Rng, grid: &Grid, overlay: &mut Overlay, extras: &mut [u32]) {
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let cell = (rng.below(width) as u32, rng.below(height) as u32);
    let at = cell.1 as usize * width + cell.0 as usize;
    match rng.below(20) {
        0 => {
            overlay.clear();
            extras.fill(0);
        }
        1..=4 => {
            // Partly off the map at times.
            let rect = CellRect::new(cell.0, cell.1, rng.below(4) as u32, rng.below(4) as u32);
            let ticks = rng.pick(&[0, 20_000, u32::MAX]);
            overlay.fill(rect, ticks);
            for (at, extra) in extras.iter_mut().enumerate() {
                if rect.contains(grid.cell(NodeId::new(at as u32))) {
                    *extra = ticks.min((1 << 24) - 1);
                }
            }
        }
        5..=10 => {
            let ticks = rng.pick(&[-30_000, -1, 9, 13_860, i32::MAX, i32::MIN]);
            overlay.add(cell, ticks);
            extras[at] = (i64::from(extras[at]) + i64::from(ticks)).clamp(0, (1 << 24) - 1) as u32;
        }
        _ => {
            let ticks = rng.below(50_000) as u32;
            overlay.set(cell, ticks);
            extras[at] = ticks;
        }
    }
}

#[test]
fn an_overlay_holds_what_it_was_given_over_thousands_of_changes_and_clearings() {
    let grid = Grid::new(7, 5, b'.').unwrap();
    let mut overlay = Overlay::new(&grid);
    let (mut rng, mut extras) = (Rng::new(3), vec![0; 35]);
    for round in 0..if is_slow_run() { 1_000_000 } else { 20_000 } {
        let revision = overlay.revision();
        let before = extras.clone();
        change(&mut rng, &grid, &mut overlay, &mut extras);
        let held: Vec<u32> = (0..35).map(|at| overlay.extra(NodeId::new(at))).collect();
        assert_eq!(held, extras, "round {round}");
        assert!((before == extras) == (revision == overlay.revision()) || before == [0; 35]);
        let rects: Vec<CellRect> = overlay.changes().since(revision).unwrap().collect();
        for at in (0..35).filter(|&at| before[at] != extras[at]) {
            let cell = grid.cell(NodeId::new(at as u32));
            assert!(rects.iter().any(|rect| rect.contains(cell)), "round {round}");
        }
    }
    assert!(!overlay.touched_since(0, &grid.seen_by(&Mover::walker()), &mut Vec::new()));
}

#[test]
fn replanners_and_fields_follow_an_overlay_that_changes() {
    let mut scratch = Scratch::new();
    let rounds = if is_slow_run() { 2000 } else { 60 };
    for (seed, map) in larger_maps().iter().enumerate() {
        let mut rng = Rng::new(seed as u64);
        let grid = grid_of(map);
        let mover = rng.pick(&[0, 1, 2, 3]);
        let mover = movers().swap_remove(mover);
        let view = grid.seen_by(&mover);
        let (mut overlay, mut extras) = (Overlay::new(&grid), vec![0; grid.cell_count() as usize]);
        let [start, goal] = [(); 2].map(|()| random_node(&mut rng, &grid));
        let octile = GridHeuristic::octile(&view);
        let (mut replanner, mut field) = (Replanner::new(), DistanceField::new());
        field.compute(&overlay.over(&view), &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
        let mut touched = Vec::new();
        for round in 0..rounds {
            let since = overlay.revision();
            for _ in 0..rng.below(8) {
                change(&mut rng, &grid, &mut overlay, &mut extras);
            }
            let world = overlay.over(&view);
            touched.clear();
            assert!(overlay.touched_since(since, &view, &mut touched));
            field.repair_around(&world, &touched).unwrap();
            assert_eq!(field.revision(), world.revision());
            let question = Replan::new(start, goal).touched(&touched);
            let outcome = replanner
                .replan(&world, &octile, &question, &mut Budget::unlimited(), &mut ())
                .unwrap();
            let fresh: Option<Cost> =
                dijkstra(&world, &PathQuery::new(start, goal), &mut scratch, &mut ()).cost();
            assert_eq!(outcome.cost(), fresh, "map {seed}, round {round}");
            assert_eq!(field.distance(start).filter(|_| view.is_passable(start)), fresh);
        }
        let mut fresh = DistanceField::new();
        let world = overlay.over(&view);
        fresh.compute(&world, &[(goal, 0)], Way::Backward, &mut Budget::unlimited());
        for node in (0..grid.cell_count()).map(NodeId::new) {
            assert_eq!(field.distance(node), fresh.distance(node), "map {seed}");
        }
    }
}

#[test]
fn a_field_is_of_one_overlay_and_one_faction() {
    let mut grid = Grid::new(9, 5, b'.').unwrap();
    let mover = Mover::walker();
    let from = grid.node((0, 2)).unwrap();
    let [mut crowd, mut danger] = [(); 2].map(|()| Overlay::new(&grid));
    crowd.fill(CellRect::new(4, 0, 1, 4), 50_000);
    danger.fill(CellRect::new(4, 1, 1, 4), 50_000);
    let (goal, unlimited) = ([(grid.node((8, 2)).unwrap(), 0)], &mut Budget::unlimited());
    let mut field = DistanceField::new();
    let view = grid.seen_by(&mover);
    _ = field.compute(&crowd.over(&view), &goal, Way::Backward, unlimited);
    assert!(field.next_from(&crowd.over(&view), from).is_ok());
    assert!(field.next_from(&crowd.clone().over(&view), from).is_ok());
    assert!(field.next_from(&danger.over(&view), from).unwrap_err().is_stale());
    assert!(field.next_from(&danger.over(crowd.over(&view)), from).unwrap_err().is_stale());
    crowd.set((0, 0), 1);
    assert!(field.next_from(&crowd.over(&view), from).unwrap_err().is_stale());
    crowd.set((0, 0), 0);
    assert!(field.next_from(&crowd.over(&view), from).is_ok(), "the same extra costs again");
    grid.apply(Edit::new().set((4, 4), b'@')).unwrap();
    let view = grid.seen_by(&mover);
    assert!(field.next_from(&view, from).unwrap_err().is_stale(), "an edit is no overlay");

    let [mut red, mut blue] = [(); 2].map(|()| Knowledge::new(&grid, b'@'));
    red.reveal(&grid, CellRect::new(0, 1, 9, 2), &mut Vec::new());
    blue.reveal(&grid, CellRect::new(0, 2, 9, 2), &mut Vec::new());
    _ = field.compute(&red.view(&view), &goal, Way::Backward, unlimited);
    assert!(field.next_from(&red.view(&view), from).is_ok());
    assert!(field.next_from(&blue.view(&view), from).unwrap_err().is_stale());

    // Both believe the same until an edit is seen by one of them, or remembered as it was.
    let [mut red, mut blue] = [(); 2].map(|()| Knowledge::new(&grid, b'.'));
    red.reveal(&grid, CellRect::new(0, 1, 9, 2), &mut Vec::new());
    blue.reveal(&grid, CellRect::new(0, 2, 9, 2), &mut Vec::new());
    for round in 0..2_u32 {
        let view = grid.seen_by(&mover);
        _ = field.compute(&red.view(&view), &goal, Way::Backward, unlimited);
        assert!(field.next_from(&blue.view(&view), from).is_ok(), "round {round}");
        grid.apply(Edit::new().set((3 + round, 1), b'@')).unwrap();
        let view = grid.seen_by(&mover);
        _ = field.compute(&red.view(&view), &goal, Way::Backward, unlimited);
        assert!(field.next_from(&red.view(&view), from).is_ok(), "round {round}");
        let found = field.next_from(&blue.view(&view), from);
        assert!(found.unwrap_err().is_stale(), "round {round}");
        red.reveal(&grid, CellRect::new(0, 2, 9, 1), &mut Vec::new());
        assert!(field.next_from(&red.view(&view), from).is_ok(), "nothing new in round {round}");
        blue = red.clone();
        red.remember(&grid, CellRect::new(0, 1, 9, 1));
    }
}

#[test]
#[should_panic(expected = "another number of nodes")]
fn an_overlay_of_another_grid_is_refused() {
    let [small, large] = [3, 4].map(|side| Grid::new(side, side, b'.').unwrap());
    let _ = Overlay::new(&small).over(large.seen_by(&Mover::walker()));
}

/// What happens at once in a life of a unit: edits, discoveries, a crowd and a danger.
fn live_under_all(seed: u64, rounds: usize) -> (u64, u64) {
    let mut rng = Rng::new(seed);
    let size = (8 + rng.below(14), 8 + rng.below(14));
    let world = match seed % 3 {
        0 => supported(&fenced_world(seed, size.0, size.1)),
        _ => supported(&read_world(
            &grid_of(&random_classes(seed, size.0, size.1, b".....@@3")),
            &movers()[seed as usize % 4],
        )),
    };
    let (mut grid, mover) = build_world(&world);
    let classes: Vec<u8> = (0..=255).filter(|&c| grid.histogram()[c as usize] > 0).collect();
    let mut knowledge = Knowledge::new(&grid, rng.pick(&classes));
    let [mut crowd, mut danger] = [Overlay::new(&grid), Overlay::new(&grid)];
    let (mut replanner, mut scratch) = (Replanner::new(), Scratch::new());
    let mut ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
    let (mut replanned, mut fresh) = (0, 0);
    for round in 0..rounds {
        for _ in 0..rng.below(3) {
            let cell = grid.cell(random_node(&mut rng, &grid));
            let rect =
                CellRect::new(cell.x, cell.y, 1 + rng.below(3) as u32, 1 + rng.below(3) as u32);
            match rng.below(10) {
                0 | 1 => _ = grid.apply(Edit::new().set(cell, rng.pick(&classes))),
                2 => {
                    let other = grid.cell(random_node(&mut rng, &grid));
                    _ = grid.apply(Edit::new().link(cell, other, 1 + rng.below(90_000) as u32));
                }
                3 => _ = grid.apply(Edit::new().wall(cell, rng.pick(&[Dir::E, Dir::S]))),
                4 => knowledge.remember(&grid, rect),
                5 | 6 => _ = knowledge.reveal(&grid, rect, &mut Vec::new()),
                7 => crowd.fill(rect, rng.pick(&[0, 500, 40_000, Overlay::MOST])),
                8 => danger.add(cell, rng.pick(&[-3000, 700, 30_000])),
                _ if rng.percent(10) => crowd.clear(),
                _ => {}
            }
        }
        let view = grid.seen_by(&mover);
        let known = knowledge.view(&view);
        let under = crowd.over(danger.over(&known));
        let budget = &mut Budget::unlimited();
        let outcome = replanner.replan_over(&under, ends[0], ends[1], budget, &mut ());
        let expected = dijkstra(&under, &PathQuery::new(ends[0], ends[1]), &mut scratch, &mut ());
        assert_eq!(outcome.cost(), expected.cost(), "seed {seed}, round {round}");
        if let Some(path) = outcome.path() {
            path.validate(&under).expect("a walk");
        }
        replanned += replanner.last().expanded;
        fresh += expected.effort().expanded;
        // The unit walks on, is sent elsewhere, or waits.
        match (outcome.path().and_then(|path| path.nodes().get(1)), rng.below(8)) {
            (_, 0) => ends[1] = random_node(&mut rng, &grid),
            (Some(&next), 1..6) => ends[0] = next,
            (None, 1..4) => ends[0] = random_node(&mut rng, &grid),
            _ => {}
        }
        assert_eq!(replanner.revision(), Some(grid.revision()));
    }
    (replanned, fresh)
}

#[test]
fn a_replanner_follows_edits_discoveries_and_overlays_together() {
    let (lives, rounds) = if is_slow_run() { (2000, 500) } else { (60, 100) };
    let (mut replanned, mut fresh) = (0, 0);
    for seed in 0..lives {
        let (a, b) = live_under_all(seed, rounds);
        (replanned, fresh) = (replanned + a, fresh + b);
    }
    println!("{replanned} expanded, {fresh} by searches from nothing");
    assert!(2 * replanned < fresh, "{replanned} expanded, {fresh} by searches from nothing");
}

#[test]
fn another_number_of_overlays_is_noticed() {
    let grid = Grid::new(16, 16, b'.').expect("a size");
    let (mover, mut replanner) = (Mover::walker(), Replanner::new());
    let view = grid.seen_by(&mover);
    let mut crowd = Overlay::new(&grid);
    crowd.fill(CellRect::new(4, 0, 1, 16), 70_000);
    let [start, goal] = [(0, 8), (15, 8)].map(|cell| grid.node(cell).expect("on the map"));
    let all = || Budget::unlimited();
    let plain = replanner.replan_over(&view, start, goal, &mut all(), &mut ()).cost();
    let under = replanner.replan_over(&crowd.over(&view), start, goal, &mut all(), &mut ()).cost();
    assert_eq!(under, plain.map(|cost| cost + 70_000));
    assert_eq!(replanner.replan_over(&view, start, goal, &mut all(), &mut ()).cost(), plain);
}
