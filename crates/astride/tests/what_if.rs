//! What would be after edits that nobody makes, against grids that are edited: arcs, undone batches,
//! cut ways, batches that are tried.

use astride::base::{Budget, Cell, CellRect, Dir, NodeId};
use astride::planner::{Ask, MoverId, Navigator};
use astride::search::{Guessed, PathQuery, Scratch, astar, dijkstra};
use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover};
use astride::shapes::square::{Components, Edit, Fence, Grid, GridView, Link, Mover};
use astride::world::{Ruled, Way, World};
use astride_testkit::adapter::{build_world, checked_arcs, grid_of, supported};
use astride_testkit::generate::{caves, fenced_world, looped_maze, wall_patterns};
use astride_testkit::larger::{movers, random_change, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

fn seeds() -> std::ops::Range<u64> {
    0..if is_slow_run() { 2000 } else { 60 }
}

/// A batch of some changes, of terrain, walls, steps and links, that the grid takes.
fn random_batch(grid: &Grid, rng: &mut Rng) -> Edit {
    loop {
        let mut batch = Edit::new();
        for _ in 0..=rng.below(4) {
            random_change(&mut batch, grid, rng);
        }
        let [a, b, c] = [(); 3].map(|()| random_node(rng, grid));
        match rng.below(4) {
            0 => _ = batch.set(grid.cell(a), grid.class_at(b)),
            1 => {
                let rect = CellRect::of(grid.cell(a)).union(CellRect::of(grid.cell(b)));
                batch.fill(rect, grid.class_at(c));
            }
            2 => _ = batch.forbid_step(grid.cell(a), Dir::ALL[rng.below(8)]),
            _ => {}
        }
        if batch.inverse(grid).is_ok() {
            return batch;
        }
    }
}

fn edited(grid: &Grid, batch: &Edit) -> Grid {
    let mut after = grid.clone();
    after.apply(batch).expect("possible");
    after
}

/// All of a grid, as one can see it.
fn facts(grid: &Grid) -> (Vec<u8>, Vec<u8>, Vec<Link>, Vec<Fence>, usize) {
    let rows = (0..grid.height()).flat_map(|y| grid.row(y).unwrap().to_vec()).collect();
    let nodes = (0..grid.cell_count()).map(NodeId::new);
    let steps = nodes.map(|node| grid.forbidden_steps(grid.cell(node))).collect();
    (rows, steps, grid.links().to_vec(), grid.fences().to_vec(), grid.bytes())
}

#[test]
fn an_edited_view_has_the_arcs_of_the_edited_grid() {
    for seed in seeds() {
        let mut rng = Rng::new(seed);
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 9, 7)));
        let batch = random_batch(&grid, &mut rng);
        let after = edited(&grid, &batch);
        let truth = after.seen_by(&mover);
        for view in [grid.seen_by(&mover), grid.seen_by(&mover).prepared()] {
            let what_if = view.with(&batch).expect("possible");
            for way in [Way::Forward, Way::Backward] {
                assert_eq!(
                    checked_arcs(&what_if, way),
                    checked_arcs(&truth, way),
                    "{seed} {way:?}"
                );
            }
            for node in (0..grid.cell_count()).map(NodeId::new) {
                assert_eq!(what_if.is_passable(node), truth.is_passable(node), "{seed} {node}");
            }
            astride::world::check(&what_if).unwrap_or_else(|fault| panic!("{seed}: {fault}"));
            let ends = [random_node(&mut rng, &grid), random_node(&mut rng, &grid)];
            let query = PathQuery::new(ends[0], ends[1]).canonical();
            let scratch = &mut Scratch::new();
            let found = astar(&what_if, &what_if.octile(), &query, scratch, &mut ()).cost();
            assert_eq!(found, dijkstra(&truth, &query, scratch, &mut ()).cost(), "{seed}");
        }
    }
}

#[test]
fn cells_that_are_blocked_are_those_of_walls() {
    for seed in seeds() {
        let mut rng = Rng::new(seed);
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 9, 7)));
        let Some(wall) = (0..=255u8).find(|&class| !mover.is_passable(class)) else { continue };
        let count = rng.below(5);
        let cells: Vec<Cell> =
            (0..count).map(|_| grid.cell(random_node(&mut rng, &grid))).collect();
        let mut batch = random_batch(&grid, &mut rng);
        let view = grid.seen_by(&mover);
        let what_if = view.with(&batch).unwrap().blocked(&cells).unwrap();
        cells.iter().for_each(|&cell| _ = batch.set(cell, wall));
        let after = edited(&grid, &batch);
        for way in [Way::Forward, Way::Backward] {
            let truth = checked_arcs(&after.seen_by(&mover), way);
            assert_eq!(checked_arcs(&what_if, way), truth, "{seed} {way:?}");
        }
        assert!(view.with_blocked(&[Cell::new(9, 0)]).is_err());
    }
}

#[test]
fn an_inverse_batch_undoes_all_that_a_batch_did() {
    for seed in seeds() {
        let mut rng = Rng::new(seed);
        let (mut grid, _) = build_world(&supported(&fenced_world(seed, 9, 7)));
        for _ in 0..5 {
            let before = facts(&grid);
            let batch = random_batch(&grid, &mut rng);
            let undo = batch.inverse(&grid).expect("possible");
            grid.apply(&batch).expect("possible");
            let redo = undo.inverse(&grid).expect("possible");
            let between = facts(&grid);
            grid.apply(&undo).expect("possible");
            let after = facts(&grid);
            // Memory aside, of which links may keep some.
            assert_eq!((&after.0, &after.1, &after.2), (&before.0, &before.1, &before.2), "{seed}");
            grid.apply(&redo).expect("possible");
            let again = facts(&grid);
            assert_eq!((again.0, again.1, again.2), (between.0, between.1, between.2), "{seed}");
        }
        assert!(Edit::new().set((9, 0), b'.').inverse(&grid).is_err());
    }
}

/// Which pairs have a path before and none after, by components of both grids.
fn cut(before: &GridView<'_>, after: &GridView<'_>, pairs: &[(NodeId, NodeId)]) -> Vec<usize> {
    let [before, after] = [before, after].map(Components::build);
    let is_cut = |&at: &usize| {
        let (from, to) = pairs[at];
        before.reaches(from, to) && !after.reaches(from, to)
    };
    (0..pairs.len()).filter(is_cut).collect()
}

fn check_cut(nav: &Navigator, mover: MoverId, batch: &Edit, rng: &mut Rng, count: usize) -> usize {
    let grid = nav.grid();
    let pairs: Vec<(NodeId, NodeId)> =
        (0..count).map(|_| (random_node(rng, grid), random_node(rng, grid))).collect();
    let asks: Vec<Ask> = pairs
        .iter()
        .map(|&(from, to)| Ask::new(grid.cell(from), grid.cell(to)).mover(mover))
        .collect();
    let mut after = Navigator::new(edited(grid, batch));
    let walker = nav.mover(mover).expect("known").clone();
    let other = match nav.side(mover).expect("known") {
        1 => after.add_mover(walker),
        side => after.add_mover_sized(walker, side).expect("a body"),
    };
    let expected = cut(&nav.view(mover).unwrap(), &after.view(other).unwrap(), &pairs);
    assert_eq!(nav.would_part(batch, &asks).expect("good questions"), expected);
    expected.len()
}

#[test]
fn every_blocked_cell_of_small_maps_parts_what_it_parts() {
    let every = if is_slow_run() { 1 } else { 37 };
    for map in wall_patterns(4, 3).step_by(every) {
        let grid = grid_of(&map);
        for mover in movers() {
            let nav = Navigator::with_mover(grid.clone(), mover);
            let nodes = || (0..grid.cell_count()).map(NodeId::new);
            let pairs: Vec<(NodeId, NodeId)> =
                nodes().flat_map(|a| nodes().map(move |b| (a, b))).collect();
            let ask = |&(a, b): &(NodeId, NodeId)| Ask::new(grid.cell(a), grid.cell(b));
            let asks: Vec<Ask> = pairs.iter().map(ask).collect();
            for node in nodes() {
                let mut batch = Edit::new();
                batch.set(grid.cell(node), b'@');
                let after = edited(&grid, &batch);
                let mover = nav.mover(nav.first_mover()).unwrap();
                let expected = cut(&grid.seen_by(mover), &after.seen_by(mover), &pairs);
                assert_eq!(nav.would_part(&batch, &asks).unwrap(), expected, "{map:?} {node}");
            }
        }
    }
}

#[test]
fn what_edits_part_is_what_components_of_the_edited_map_say() {
    let mut cuts = 0;
    for seed in seeds() {
        let mut rng = Rng::new(seed);
        let grid = match seed % 3 {
            0 => build_world(&supported(&fenced_world(seed, 12, 9))).0,
            1 => grid_of(&caves(seed, 40, 30, 42, 3)),
            _ => grid_of(&looped_maze(seed, 31, 21, 9)),
        };
        let corners = movers()[rng.below(movers().len())].clone();
        let mut nav = Navigator::with_mover(grid, corners);
        let cart = nav.add_mover_sized(Mover::walker(), 2).expect("a body");
        for mover in [nav.first_mover(), cart] {
            for _ in 0..4 {
                let mut batch = random_batch(nav.grid(), &mut rng);
                let Cell { x, y } = nav.grid().cell(random_node(&mut rng, nav.grid()));
                let (width, height) = (nav.grid().width() - x, nav.grid().height() - y);
                batch
                    .fill(CellRect::new(x, y, width.min(1 + seed as u32 % 9), height.min(2)), b'@');
                cuts += check_cut(&nav, mover, &batch, &mut rng, 12);
            }
        }
        let batch = random_batch(nav.grid(), &mut rng);
        nav.apply(&batch).unwrap();
        let first = nav.first_mover();
        let batch = random_batch(nav.grid(), &mut rng);
        cuts += check_cut(&nav, first, &batch, &mut rng, 12);
    }
    assert!(cuts > 40, "{cuts} ways were cut");
}

#[test]
fn what_a_faction_believes_is_cut_by_its_belief() {
    let mut nav = Navigator::new(Grid::new(9, 3, b'.').unwrap());
    let scout = nav.add_faction(b'@');
    nav.reveal(scout, CellRect::new(0, 1, 9, 1)).unwrap();
    let ask = Ask::new((0, 1), (8, 1));
    let mut tower = Edit::new();
    tower.set((4, 1), b'@');
    let asks = [ask, ask.faction(scout), ask];
    assert_eq!(nav.would_part(&tower, &asks).unwrap(), [1], "the rest of the map is not known");
    assert!(nav.would_part(Edit::new().set((9, 9), b'@'), &asks).is_err());
}

#[test]
fn a_batch_that_is_refused_leaves_no_trace() {
    for seed in seeds().step_by(3) {
        let mut rng = Rng::new(seed);
        let grid = grid_of(&caves(seed, 30, 24, 38, 3));
        let mut nav = Navigator::new(grid.clone()).cache(64, 1 << 20);
        let mut plain = Navigator::new(grid);
        let asks: Vec<Ask> = (0..6)
            .map(|_| [random_node(&mut rng, nav.grid()), random_node(&mut rng, nav.grid())])
            .map(|ends| ends.map(|node| nav.grid().cell(node)))
            .map(|[from, to]| Ask::new(from, to))
            .collect();
        let (mut seen, mut tries) = (Vec::new(), Vec::new());
        for turn in 0..6 {
            let batch = random_batch(nav.grid(), &mut rng);
            let stamps =
                |nav: &Navigator| asks.iter().map(|ask| nav.stamp(ask)).collect::<Vec<_>>();
            let (facts_before, stamps_before) = (facts(nav.grid()), stamps(&nav));
            let expected: Vec<_> = {
                let after = Navigator::new(edited(nav.grid(), &batch));
                asks.iter().map(|ask| after.cost(ask).unwrap()).collect()
            };
            let is_kept = turn % 2 == 1;
            let tried = nav.apply_if(&batch, |world, scratch| {
                let costs = asks.iter().map(|ask| world.cost(ask, scratch).unwrap());
                assert_eq!(costs.collect::<Vec<_>>(), expected, "{seed} {turn}");
                tries.push(world.stamp(&asks[0]).unwrap());
                is_kept
            });
            seen.push(nav.stamp(&asks[0]).unwrap());
            let revision = plain.revision() + 1;
            assert_eq!(tried.unwrap(), is_kept.then_some(revision), "{seed} {turn}");
            if is_kept {
                plain.apply(&batch).unwrap();
            } else {
                assert_eq!(facts(nav.grid()), facts_before);
                assert_eq!(stamps(&nav), stamps_before);
            }
            assert_eq!(nav.revision(), plain.revision());
            for ask in &asks {
                assert_eq!(nav.find(ask).ok(), plain.find(ask).ok(), "{seed} {turn}");
            }
            let budget = &mut Budget::unlimited();
            let what_if = nav.route_if(&batch, &asks[0], budget).map(|outcome| outcome.cost());
            let lent = nav.snapshot().route_if(&batch, &asks[0], &mut Scratch::new(), budget);
            assert_eq!(lent.map(|outcome| outcome.cost()), what_if, "{seed} {turn}");
            let mut after = Navigator::new(plain.grid().clone());
            match after.apply(&batch) {
                Ok(_) => assert_eq!(what_if.unwrap(), after.cost(&asks[0]).unwrap(), "{seed}"),
                Err(_) => assert!(what_if.is_err(), "{seed} {turn}"),
            }
        }
        for (at, stamp) in tries.iter().enumerate() {
            assert!(!seen.contains(stamp) && !tries[..at].contains(stamp), "{seed}: {stamp:?}");
        }
        let off = Edit::new().set((99, 0), b'@').clone();
        assert!(nav.apply_if(&off, |_, _| true).is_err());
        assert_eq!(nav.apply_if(&Edit::new(), |_, _| true), Ok(Some(plain.revision())));
    }
}

#[test]
fn a_rule_forbids_steps_and_adds_to_their_cost() {
    for seed in seeds() {
        let mut rng = Rng::new(seed);
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 9, 7)));
        let view = grid.seen_by(&mover);
        let extra = |from: NodeId, to: NodeId| {
            let lot = (u64::from(from.get()) * 31 + u64::from(to.get()) * 17 + seed) % 11;
            (lot > 2).then_some(if lot > 7 { 1000 * lot as u32 } else { 0 })
        };
        let ruled = Ruled::new(&view, 9_500, extra);
        for way in [Way::Forward, Way::Backward] {
            let arcs = checked_arcs(&view, way).into_iter();
            let expected: Vec<_> = arcs
                .filter_map(|(from, to, cost)| {
                    let [a, b] = [from, to].map(|at| NodeId::new(at as u32));
                    Some((from, to, cost + u64::from(extra(a, b)?.min(9_500))))
                })
                .collect();
            assert_eq!(checked_arcs(&ruled, way), expected, "{seed} {way:?}");
        }
        astride::world::check(&ruled).unwrap_or_else(|fault| panic!("{seed}: {fault}"));
        let query = PathQuery::new(random_node(&mut rng, &grid), random_node(&mut rng, &grid));
        let scratch = &mut Scratch::new();
        let found = astar(&ruled, &ruled.guess(), &query.canonical(), scratch, &mut ()).cost();
        assert_eq!(found, dijkstra(&ruled, &query, scratch, &mut ()).cost(), "{seed}");
    }
}

#[test]
fn a_rule_for_one_question_on_hexagons_is_one_over_what_is_believed() {
    let toll = |from: NodeId, to: NodeId| {
        let lot = (from.get() * 31 + to.get() * 17) % 13;
        (lot > 1).then_some(if lot > 7 { 3_000 * lot } else { 0 })
    };
    let (mut scratch, budget) = (Scratch::new(), &mut Budget::unlimited());
    for seed in seeds() {
        let mut rng = Rng::new(seed);
        let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Flat, 5, b'.').unwrap());
        let places: Vec<Hex> = Hex::new(0, 0).range(5).collect();
        nav.edit(|batch| {
            for &place in &places {
                batch.set(place, rng.pick(b".....3#"));
            }
        })
        .unwrap();
        let (faction, danger) = (nav.add_faction(b'.'), nav.add_overlay().unwrap());
        nav.reveal(faction, rng.pick(&places).range(2)).unwrap();
        nav.overlay_mut(danger).unwrap().fill(CellRect::new(2, 3, 4, 5), 9_000);
        let ask = Ask::new(rng.pick(&places), rng.pick(&places));
        let query =
            PathQuery::new(nav.map().node(ask.from()).unwrap(), nav.map().node(ask.to()).unwrap());
        let (mover, danger_map) = (HexMover::default(), nav.overlay(danger).unwrap());
        let view = nav.map().seen_by(&mover);
        let expected = dijkstra(&Ruled::new(&view, u32::MAX, toll), &query, &mut scratch, &mut ());
        let found = nav.route_by(&ask, toll, budget).unwrap();
        assert_eq!(found.cost(), expected.cost(), "{seed}");

        let lent = nav.believed(faction, nav.first_mover()).unwrap();
        let world = Ruled::new(danger_map.over(lent.view()), u32::MAX, toll);
        let expected = dijkstra(&world, &query, &mut scratch, &mut ());
        let ask = ask.faction(faction).overlay(danger);
        let found = nav.route_by(&ask, toll, budget).unwrap();
        assert_eq!(found.cost(), expected.cost(), "{seed}");
        let reach = nav.reach_by(&ask, toll, u64::MAX, budget).unwrap();
        let goal = nav.map().node(ask.to()).unwrap();
        assert_eq!(reach.of(goal).map(|place| place.cost), expected.cost(), "{seed}");
    }
}
