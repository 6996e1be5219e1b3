//! After a first query of a size, a search allocates nothing but the path it hands out.
//!
//! The counter counts per thread, so the tests may run side by side.
//! `Custom` heuristics are left out: they keep a list of their goals, as their page says.

use allocation_counter::measure;
use astride::base::{Budget, CellRect, Dir, NodeId, Weight};
use astride::planner::{Ask, Method, Navigator, Upkeep};
use astride::search::{
    DistanceField, FieldQuery, FieldStatus, Outcome, PathQuery, Replanner, Scratch, Ties,
    Unsupported, astar, bidirectional, breadth_first, dijkstra, greedy, ida_star, weighted_astar,
};
use astride::shapes::explain;
use astride::shapes::square::{
    Clearance, Components, DeadEnds, Edit, FlowField, Grid, GridHeuristic, GridView, Headings,
    JumpMap, JumpSearch, JumpTable, Knowledge, Labels, LabelsOptions, Metric, Mover, Neighbours,
    Turns,
};
use astride::shapes::voxel::{VoxelEdit, VoxelMap, VoxelMaterial, VoxelMedium, VoxelMover};
use astride::world::{Overlay, Way};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, rooms, terrain};
use astride_testkit::rng::Rng;

const TIES: [Ties; 4] = [Ties::LastAdded, Ties::SmallerH, Ties::Straightest, Ties::FirstAdded];

fn grids() -> Vec<Grid> {
    let mut linked = grid_of(&rooms(5, 60, 60, 9, 60));
    let mut edit = Edit::new();
    edit.link((0, 0), (59, 59), 500_000).link((30, 2), (1, 40), 1_000_000).wall((5, 5), Dir::E);
    linked.apply(&edit).expect("a good edit");
    vec![
        Grid::new(64, 64, b'.').expect("a good size"),
        grid_of(&caves(3, 80, 60, 42, 4)),
        grid_of(&terrain(9, 64, 64, 16, 9)),
        linked,
    ]
}

/// Pairs of nodes on which a mover can stand.
fn pairs(view: &GridView<'_>, seed: u64, count: usize) -> Vec<(NodeId, NodeId)> {
    let free: Vec<NodeId> = (0..view.grid().cell_count())
        .map(NodeId::new)
        .filter(|&node| view.is_free(view.grid().cell(node)))
        .collect();
    let mut rng = Rng::new(seed);
    (0..count).map(|_| (rng.pick(&free), rng.pick(&free))).collect()
}

/// Runs `ask` on every pair once to warm up, then counts: a path costs one allocation, the lack of
/// one none. The pairs are asked in the other order the second time, so that no query follows
/// itself.
fn check(
    name: &str,
    grids: &[Grid],
    count: usize,
    ask: impl Fn(&GridView<'_>, &PathQuery<'_>, &mut Scratch) -> Outcome,
) {
    for grid in grids {
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let pairs = pairs(&view, 7, count);
        let mut scratch = Scratch::new();
        for &(from, to) in &pairs {
            _ = ask(&view, &PathQuery::new(from, to), &mut scratch);
        }
        let (mut found, mut nothing) = (0, 0);
        for &(from, to) in pairs.iter().rev() {
            let mut outcome = None;
            let query = PathQuery::new(from, to);
            let counted = measure(|| outcome = Some(ask(&view, &query, &mut scratch)));
            let expected = match outcome.as_ref().and_then(Outcome::path) {
                Some(path) => {
                    found += 1;
                    let bytes = size_of_val(path.nodes()) as u64;
                    assert_eq!(counted.bytes_total, bytes, "{name} on {grid:?}: {from} to {to}");
                    1
                }
                None => {
                    nothing += 1;
                    0
                }
            };
            assert_eq!(counted.count_total, expected, "{name} on {grid:?}: {from} to {to}");
        }
        assert!(found > 0, "{name} on {grid:?}: {found} found, {nothing} not");
    }
}

#[test]
fn astar_allocates_the_path_alone_under_every_tie_rule() {
    for ties in TIES {
        check(&format!("A* with {ties:?}"), &grids(), 60, |view, query, scratch| {
            astar(view, &GridHeuristic::octile(view), &query.ties(ties), scratch, &mut ())
        });
    }
}

#[test]
fn dijkstra_allocates_the_path_alone() {
    check("Dijkstra", &grids(), 40, |view, query, scratch| dijkstra(view, query, scratch, &mut ()));
}

#[test]
fn weighted_astar_allocates_the_path_alone() {
    check("weighted A*", &grids(), 60, |view, query, scratch| {
        weighted_astar(view, &GridHeuristic::octile(view), Weight::TWICE, query, scratch, &mut ())
    });
}

#[test]
fn greedy_allocates_the_path_alone() {
    check("greedy", &grids(), 60, |view, query, scratch| {
        greedy(view, &GridHeuristic::octile(view), query, scratch, &mut ())
    });
}

#[test]
fn breadth_first_allocates_the_path_alone() {
    check("breadth-first", &grids(), 40, |view, query, scratch| {
        breadth_first(view, query, scratch, &mut ())
    });
}

#[test]
fn bidirectional_allocates_the_path_alone() {
    check("bidirectional A*", &grids(), 60, |view, query, scratch| {
        let guess = GridHeuristic::octile(view);
        bidirectional(view, &guess, query, scratch, &mut ()).expect("both ends are named")
    });
}

#[test]
fn ida_star_allocates_the_path_alone() {
    // It visits nodes again for every distinct f, so the maps are small.
    let grids = [
        Grid::new(20, 20, b'.').expect("a good size"),
        grid_of(&rooms(5, 14, 14, 4, 80)),
        grid_of(&terrain(9, 10, 10, 4, 3)),
    ];
    check("IDA*", &grids, 20, |view, query, scratch| {
        let guess = GridHeuristic::octile(view);
        ida_star(view, &guess, query, scratch, &mut ()).expect("both ends are named")
    });
}

#[test]
fn several_goals_and_starts_cost_nothing_more() {
    let grid = Grid::new(50, 50, b'.').expect("a good size");
    let view = grid.seen_by(&Mover::walker());
    let pairs = pairs(&view, 3, 30);
    let goals: Vec<NodeId> = pairs.iter().map(|pair| pair.1).collect();
    let starts: Vec<(NodeId, u64)> = pairs.iter().map(|pair| (pair.0, 7)).collect();
    let guess = GridHeuristic::octile(&view);
    let mut scratch = Scratch::new();
    for round in 0..2 {
        for take in 1..30 {
            let query = PathQuery::to_nearest(pairs[0].0, &goals[..take]).starts(&starts[..take]);
            let counted = measure(|| _ = astar(&view, &guess, &query, &mut scratch, &mut ()));
            assert!(round == 0 || counted.count_total == 1, "{take} goals: {counted:?}");
        }
    }
}

#[test]
fn an_impossible_query_allocates_nothing() {
    let grid = Grid::from_classes(9, 3, b"....@........@........@....").expect("a good map");
    let view = grid.seen_by(&Mover::walker());
    let node = |x, y| grid.node((x, y)).expect("on the map");
    let guess = GridHeuristic::octile(&view);
    let mut scratch = Scratch::new();
    for (from, to) in [((0, 0), (8, 2)), ((3, 1), (5, 1)), ((4, 0), (8, 0)), ((0, 0), (4, 1))] {
        let query = PathQuery::new(node(from.0, from.1), node(to.0, to.1));
        for round in 0..2 {
            let counted = measure(|| {
                let outcome = astar(&view, &guess, &query, &mut scratch, &mut ());
                assert!(outcome.path().is_none());
                let outcome = dijkstra(&view, &query, &mut scratch, &mut ());
                assert!(outcome.path().is_none());
                let outcome = bidirectional(&view, &guess, &query, &mut scratch, &mut ());
                assert!(outcome.expect("both ends are named").path().is_none());
            });
            assert!(round == 0 || counted.count_total == 0, "{query:?}: {counted:?}");
        }
    }
}

/// Computes fields around one node after another, twice; the second time nothing is allocated.
fn check_fields(grid: &Grid, sources_paid: u64) {
    let four = Mover::walker().neighbours(Neighbours::Four);
    for view in [grid.seen_by(&Mover::walker()), grid.seen_by(&four)] {
        check_fields_on(&view, sources_paid);
        check_fields_on(&view.prepared(), sources_paid);
    }
}

fn check_fields_on(view: &GridView<'_>, sources_paid: u64) {
    let (mut field, mut flow) = (DistanceField::new(), FlowField::new());
    for round in 0..2 {
        for (source, end) in pairs(view, 11, 12) {
            for way in [Way::Forward, Way::Backward] {
                let (sources, targets) = ([(source, sources_paid)], [end]);
                let counted = measure(|| {
                    let budget = &mut Budget::unlimited();
                    let query = FieldQuery::new(&sources, way).until_settled(&targets);
                    _ = field.answer(view, &query, budget);
                    let status = field.compute(view, &sources, way, budget);
                    assert_eq!(status, FieldStatus::Complete);
                    flow.derive(view, &field).expect("of this view");
                });
                let grid = view.grid();
                assert!(round == 0 || counted.count_total == 0, "{grid:?} {source}: {counted:?}");
            }
        }
    }
}

#[test]
fn a_distance_field_is_repaired_in_the_same_memory() {
    for mover in [Mover::walker(), Mover::walker().neighbours(Neighbours::Four)] {
        let mut grid = Grid::new(64, 64, b'.').expect("a good size");
        let node = |x: u32, y: u32| NodeId::new(y * 64 + x);
        let mut field = DistanceField::new();
        let (two, three) = ([node(0, 0), node(9, 60)], [node(0, 0), node(9, 60), node(60, 5)]);
        let [two, three] =
            [two.map(|node| (node, 0)).to_vec(), three.map(|node| (node, 0)).to_vec()];
        _ = field.compute(&grid.seen_by(&mover), &two, Way::Forward, &mut Budget::unlimited());
        for round in 0..4 {
            for class in [b'@', b'.'] {
                grid.apply(Edit::new().fill(CellRect::new(30, 20, 1, 9), class))
                    .expect("on the map");
                let view = grid.seen_by(&mover);
                let counted = measure(|| {
                    _ = field.repair(&view).expect("the log reaches back");
                    _ = field.move_sources(&view, &three).expect("of this revision");
                    _ = field.move_sources(&view, &two).expect("of this revision");
                });
                assert!(round == 0 || counted.count_total == 0, "{mover:?}: {counted:?}");
            }
        }
    }
}

#[test]
fn a_distance_field_is_computed_again_in_the_same_memory() {
    for grid in grids() {
        check_fields(&grid, 0);
    }
}

#[test]
fn a_distance_field_with_very_unequal_arcs_is_computed_again_in_the_same_memory() {
    let mut grid = Grid::new(40, 40, b'.').expect("a good size");
    grid.apply(Edit::new().link((0, 0), (30, 30), 1 << 30).link((2, 2), (0, 1), 1))
        .expect("a good edit");
    check_fields(&grid, 0);
}

#[test]
fn a_distance_field_past_32_bits_is_computed_again_in_the_same_memory() {
    let grid = Grid::new(40, 40, b'.').expect("a good size");
    check_fields(&grid, u64::from(u32::MAX) - 100_000);
    check_fields(&grid, 1 << 40);
}

/// Asks every pair once to warm up, then counts: the path is one allocation, its cost alone none.
fn check_prepared(
    name: &str,
    view: &GridView<'_>,
    mut path: impl FnMut(NodeId, NodeId) -> Outcome,
) -> u64 {
    let pairs = pairs(view, 7, 60);
    for &(from, to) in &pairs {
        _ = path(from, to);
    }
    let mut found = 0;
    for &(from, to) in pairs.iter().rev() {
        let mut outcome = None;
        let counted = measure(|| outcome = Some(path(from, to)));
        let bytes = outcome.as_ref().and_then(Outcome::path).map(|path| size_of_val(path.nodes()));
        assert_eq!(counted.bytes_total, bytes.unwrap_or(0) as u64, "{name}: {from} to {to}");
        assert_eq!(counted.count_total, u64::from(bytes.is_some()), "{name}: {from} to {to}");
        found += u64::from(bytes.is_some());
    }
    found
}

#[test]
fn jumps_and_labels_allocate_the_path_alone_and_costs_nothing() {
    for grid in &grids()[..3] {
        for mover in [Mover::walker(), Mover::walker().neighbours(Neighbours::Four)] {
            let view = grid.seen_by(&mover);
            let map = JumpMap::build(&view).expect("jump points");
            let table = JumpTable::build(map.clone()).expect("small costs");
            // Nearly every cell is a jump point on rough ground.
            let options = LabelsOptions { bytes_per_cell: 1000, ..LabelsOptions::default() };
            let labels = Labels::build(&view, &options).expect("labels");
            let (mut jumps, mut scratch) = (Scratch::new(), Scratch::new());
            let run = |search: Result<JumpSearch<'_>, Unsupported>| {
                search.expect("one to one").run(&mut Budget::unlimited(), &mut ())
            };
            let mut found = check_prepared("jump points", &view, |from, to| {
                run(map.search(&PathQuery::new(from, to), &mut jumps))
            });
            found += check_prepared("a jump table", &view, |from, to| {
                run(table.search(&PathQuery::new(from, to), &mut jumps))
            });
            found += check_prepared("labels", &view, |from, to| {
                let query = PathQuery::new(from, to);
                let mut search = labels.search(&query, &mut scratch).expect("one to one");
                search.run(&mut Budget::unlimited(), &mut ())
            });
            assert!(found > 0);
            for (from, to) in pairs(&view, 8, 60) {
                let query = PathQuery::new(from, to);
                let mut costs = || {
                    _ = map.search(&query, &mut jumps).expect("one to one").cost();
                    _ = table.search(&query, &mut jumps).expect("one to one").cost();
                    _ = labels.search(&query, &mut scratch).expect("one to one").cost();
                };
                costs();
                let counted = measure(costs);
                assert_eq!(counted.count_total, 0, "the cost from {from} to {to}");
            }
        }
    }
}

#[test]
fn a_navigator_allocates_the_path_alone_and_copies_one_that_it_has_kept() {
    for grid in grids() {
        let ends = pairs(&grid.seen_by(&Mover::walker()), 7, 40);
        let cells = |(from, to)| Ask::new(grid.cell(from), grid.cell(to));
        let mut nav = Navigator::new(grid.clone());
        let (scouts, danger) = (nav.add_faction(b'.'), nav.add_overlay().expect("the first"));
        nav.reveal(scouts, CellRect::new(0, 0, 40, 40)).expect("a known faction");
        nav.overlay_mut(danger).expect("a known overlay").fill(CellRect::new(9, 9, 20, 20), 7000);
        let asks = ends.into_iter().map(cells).flat_map(|ask| {
            [ask, ask.overlay(danger), ask.faction(scouts), ask.faction(scouts).overlay(danger)]
        });
        let asks: Vec<Ask> = asks.collect();
        let warm = |nav: &Navigator| asks.iter().for_each(|ask| _ = nav.find(ask));
        warm(&nav);
        let count = |nav: &Navigator, ask: &Ask| {
            let mut found = None;
            let counted = measure(|| found = Some(nav.find(ask)));
            let path = found.expect("asked").ok();
            assert_eq!(counted.count_total, u64::from(path.is_some()), "{grid:?}: {ask:?}");
            let bytes = path.map_or(0, |path| size_of_val(path.nodes()));
            assert_eq!(counted.bytes_total, bytes as u64, "{grid:?}: {ask:?}");
        };
        asks.iter().rev().for_each(|ask| count(&nav, ask));
        if nav.tier(nav.first_mover()) == Ok(Method::Jps) {
            for ask in asks.iter().step_by(4) {
                assert_eq!(measure(|| _ = nav.cost(ask)).count_total, 0, "{grid:?}: {ask:?}");
            }
        }
        nav = nav.cache(1 << 16, 1 << 24);
        warm(&nav);
        asks.iter().for_each(|ask| count(&nav, ask));
        let hits = nav.cache_counts().hits;
        assert!(hits >= asks.len() as u64, "{hits} of {}", asks.len());
        for ask in &asks {
            assert_eq!(measure(|| _ = nav.find_shared(ask)).count_total, 0, "{ask:?}");
        }
    }
}

#[test]
fn the_first_question_of_a_faction_finds_all_that_was_prepared() {
    let grid = grid_of(&rooms(5, 160, 120, 9, 60));
    let (from, to) = pairs(&grid.seen_by(&Mover::walker()), 7, 1)[0];
    for upkeep in [Upkeep::AtOnce, Upkeep::ByHand] {
        let [late, ready] = [false, true].map(|is_prepared| {
            let mut nav = Navigator::new(grid.clone()).upkeep(upkeep);
            let (danger, units) = (nav.add_overlay().expect("the first"), nav.add_places());
            nav.set_places(units, [(30, 30), (31, 30)]).expect("on the map");
            let scouts = nav.add_faction(b'.');
            nav.reveal(scouts, CellRect::new(0, 0, 80, 120)).expect("a known faction");
            let ask = Ask::new(grid.cell(from), grid.cell(to)).overlay(danger).around(units);
            _ = nav.find(&ask); // the memory of searches
            nav.overlay_mut(danger).expect("ours").fill(CellRect::new(20, 20, 5, 5), 90_000);
            nav.set_places(units, [(40, 30), (41, 30)]).expect("on the map");
            if is_prepared {
                nav.prepare(&ask.faction(scouts)).expect("a question");
                assert_eq!(nav.maintain(1 << 30).spent, 0, "nothing is late");
            }
            let mut cost = None;
            let counted = measure(|| cost = nav.cost(&ask.faction(scouts)).ok());
            (cost.expect("asked"), counted.bytes_total)
        });
        assert_eq!(ready.0, late.0, "{upkeep:?}");
        assert!(ready.1 < 10_000, "{upkeep:?}: {} bytes", ready.1);
        assert!(late.1 > 19_200 || upkeep == Upkeep::ByHand, "{} bytes", late.1);
    }
}

#[test]
fn a_path_among_voxels_is_seen_before_anything_is_opened() {
    let mut map = VoxelMap::new(64, 64, 32).expect("a map");
    let mut sea = VoxelEdit::new();
    sea.fill_box((0, 0, 0), (63, 63, 31), VoxelMaterial::Water);
    map.apply(&sea).expect("on the map");
    let mover = VoxelMover::flyer().medium(VoxelMedium::Water);
    let ends = [(1, 1, 1), (60, 60, 30)].map(|at| map.node(at).expect("on the map"));
    let mut scratch = Scratch::new();
    let mut explained = || explain(&map, &mover, ends, &mut scratch, &mut Budget::unlimited());
    assert_eq!(explained(), Ok(None));
    let counted = measure(|| assert_eq!(explained(), Ok(None)));
    assert!(counted.bytes_total < 1_000, "{} bytes", counted.bytes_total);
}

#[test]
fn searches_with_help_allocate_the_path_alone() {
    for grid in &grids() {
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let octile = GridHeuristic::octile(&view);
        let mut scratch = Scratch::new();
        let (dead_ends, mut memory) = (DeadEnds::build(&view), Scratch::new());
        let mut found = check_prepared("dead ends", &view, |from, to| {
            let outside = dead_ends.skipping(&view, from, to, &mut memory).expect("of this view");
            astar(&outside, &octile, &PathQuery::new(from, to), &mut scratch, &mut ())
        });
        let [mut crowd, danger] = [Overlay::new(grid), Overlay::new(grid)];
        crowd.fill(CellRect::new(5, 5, 30, 2), 40_000);
        found += check_prepared("overlays", &view, |from, to| {
            let world = crowd.over(danger.over(&view));
            astar(&world, &octile, &PathQuery::new(from, to), &mut scratch, &mut ())
        });
        let mut knowledge = Knowledge::new(grid, b'.');
        knowledge.reveal(grid, CellRect::new(0, 0, 40, 40), &mut Vec::new());
        found += check_prepared("what is known", &view, |from, to| {
            let known = knowledge.view(&view);
            let octile = GridHeuristic::known(&known, Metric::Octile);
            astar(&known, &octile, &PathQuery::new(from, to), &mut scratch, &mut ())
        });
        let turns = Turns::per_eighth(3000).expect("cheap turns");
        let headings = Headings::new(&view, turns).expect("few cells");
        found += check_prepared("headings", &view, |from, to| {
            let (start, goals) = (headings.node(from, Dir::E), headings.any(to));
            let query = PathQuery::to_nearest(start, &goals);
            astar(&headings, &headings.heuristic(octile), &query, &mut scratch, &mut ())
        });
        assert!(found > 0);
        let components = Components::build(&view);
        let clearance = Clearance::build(&view);
        for (from, to) in pairs(&view, 3, 40) {
            _ = components.verdict(from, to);
            let counted = measure(|| {
                _ = components.verdict(from, to);
                _ = (clearance.square(from), clearance.squared(to));
            });
            assert_eq!(counted.count_total, 0, "{from} to {to}");
        }
    }
}

#[test]
fn a_replanner_on_its_way_allocates_the_path_alone() {
    for grid in &grids() {
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let mut crowd = Overlay::new(grid);
        let mut replanner = Replanner::new();
        let (mut walks, mut more) = (0, 0);
        for round in 0..3 {
            for (from, to) in pairs(&view, 5, 12) {
                let mut unit = from;
                for step in 0..40u32 {
                    let cell = grid.cell(unit);
                    crowd.fill(CellRect::new(cell.x, cell.y, 3, 2), 20_000 * (step % 2));
                    let mut next = None;
                    let counted = measure(|| {
                        let world = crowd.over(&view);
                        let budget = &mut Budget::unlimited();
                        let outcome = replanner.replan_over(&world, unit, to, budget, &mut ());
                        next = outcome.path().map(|path| path.nodes().get(1).copied());
                    });
                    if round == 2 {
                        more += counted.count_total - u64::from(next.is_some());
                    }
                    let Some(Some(next)) = next else { break };
                    walks += 1;
                    unit = next;
                }
            }
        }
        // No search is like another, so some memory may still grow.
        assert!(walks > 300 && more < 4, "{walks} steps, {more} allocations besides paths");
    }
}
