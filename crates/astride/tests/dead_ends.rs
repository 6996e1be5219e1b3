//! Dead ends: leaving them out changes no cost, on small worlds of every kind and on real maps.

use astride::base::NodeId;
use astride::search::{PathQuery, Scratch, astar, dijkstra};
use astride::shapes::square::{DeadEnds, Edit, Grid, GridHeuristic, GridView, Mover, Neighbours};
use astride::world::{Overlay, World};
use astride_testkit::adapter::{build_world, grid_of, read_world, supported};
use astride_testkit::data::repository_root;
use astride_testkit::generate::{caves, fenced_world, looped_maze, random_classes, wall_patterns};
use astride_testkit::larger::{movers, random_change, random_node};
use astride_testkit::reference::all_pairs;
use astride_testkit::rng::Rng;
use astride_testkit::scenario;
use astride_testkit::tally::is_slow_run;
use astride_testkit::world::arcs;

/// Checks every pair of nodes; returns how often a passable node was left out of a path's world.
fn check(grid: &Grid, mover: &Mover, what: &str) -> usize {
    let view = grid.seen_by(mover);
    let dead_ends = DeadEnds::build(&view);
    let n = grid.cell_count();
    let expected = all_pairs(n as usize, &arcs(&read_world(grid, mover)));
    let (mut scratch, mut memory, mut skipped) = (Scratch::new(), Scratch::new(), 0);
    let nodes = || (0..n).map(NodeId::new);
    for start in nodes().filter(|&node| view.is_passable(node)) {
        for goal in nodes() {
            let outside =
                dead_ends.skipping(&view, start, goal, &mut memory).expect("of this view");
            let query = PathQuery::new(start, goal);
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
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 6, 1 + seed as usize % 6)));
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
    let mut memory = Scratch::new();
    let outside = dead_ends.skipping(&view, start, goal, &mut memory).expect("of this view");
    let outcome = dijkstra(&outside, &PathQuery::new(start, goal), &mut Scratch::new(), &mut ());
    let left = free.iter().filter(|&&node| outside.is_passable(node)).count();
    // The door above the way may be one more.
    let cells = outcome.path().expect("a way").nodes().len();
    assert!((cells..=cells + 1).contains(&left), "{left} of {} left, {cells} needed", free.len());
}

/// Edits `grid` this many times and compares the index that follows with one built from scratch; returns how
/// many updates were local, and how often it was checked that no cost changes.
fn follow(mut grid: Grid, mover: &Mover, seed: u64, edits: usize, kind: Kind) -> (usize, usize) {
    let mut rng = Rng::new(seed);
    let mut dead_ends = DeadEnds::build(&grid.seen_by(mover));
    let (mut local, mut checked, mut moves) = (0, 0, 0);
    for round in 0..edits {
        let mut edit = Edit::new();
        for _ in 0..1 + rng.below(3) {
            match kind {
                Kind::Any => random_change(&mut edit, &grid, &mut rng),
                Kind::Walls => {
                    let cell = grid.cell(random_node(&mut rng, &grid));
                    _ = edit.set(cell, rng.pick(b"..@"));
                }
            }
        }
        if grid.apply(&edit).is_err() || rng.percent(20) {
            continue;
        }
        let view = grid.seen_by(mover);
        let updated = dead_ends.update(&view);
        local += usize::from(!updated.rebuilt);
        moves += updated.changed;
        assert!(dead_ends.is_of(&view) && dead_ends.update(&view).touched == 0);
        let built = DeadEnds::build(&view);
        assert_eq!(dead_ends.count(), built.count(), "seed {seed}, round {round}: {edit:?}");
        assert!(dead_ends == built, "seed {seed}, round {round}: {edit:?}");
        checked += check_marks(&dead_ends, &built, &view, &mut rng);
    }
    assert!(moves > 0 || edits < 50, "seed {seed}: nothing ever changed its area");
    (local, checked)
}

#[derive(Clone, Copy)]
enum Kind {
    Any,
    Walls,
}

/// Two indexes that find the same areas keep the same nodes, however their doors are numbered.
fn check_marks(a: &DeadEnds, b: &DeadEnds, view: &GridView<'_>, rng: &mut Rng) -> usize {
    let ends = [random_node(rng, view.grid()), random_node(rng, view.grid())];
    let (mut memory, mut other) = (Scratch::new(), Scratch::new());
    let outside = a.skipping(view, ends[0], ends[1], &mut memory).expect("of this view");
    let expected = b.skipping(view, ends[0], ends[1], &mut other).expect("of this view");
    let query = PathQuery::new(ends[0], ends[1]);
    if dijkstra(view, &query, &mut Scratch::new(), &mut ()).cost().is_none() {
        return 0;
    }
    for node in (0..view.node_count()).map(NodeId::new) {
        assert_eq!(outside.is_passable(node), expected.is_passable(node), "{ends:?}: {node:?}");
    }
    1
}

#[test]
fn an_edited_index_finds_what_one_built_anew_finds() {
    let edits = if is_slow_run() { 1_000_000 / 80 } else { 120 };
    let (mut local, mut checked, mut all) = (0, 0, 0);
    for seed in 0..16u64 {
        for mover in movers() {
            let size = (8 + seed as usize % 5 * 5, 8 + seed as usize % 7 * 3);
            let grids = [
                (grid_of(&random_classes(seed, size.0, size.1, b"...@@")), Kind::Walls),
                (grid_of(&looped_maze(seed, (2 * size.0) | 1, size.1 | 1, 12)), Kind::Walls),
                (grid_of(&caves(seed, size.0, size.1, 44, 3)), Kind::Any),
            ];
            for (grid, kind) in grids {
                let (a, b) = follow(grid, &mover, seed, edits, kind);
                (local, checked, all) = (local + a, checked + b, all + edits);
            }
        }
    }
    println!("{all} edits, {local} followed near by, {checked} pairs");
    assert!(local > all / 4 && checked > all / 20, "{local} local, {checked} checked of {all}");
}

#[test]
fn an_index_that_followed_batches_of_edits_far_apart_finds_what_one_built_anew_finds() {
    let rounds = if is_slow_run() { 3000 } else { 8 };
    let (mut local, mut all) = (0, 0);
    for seed in 0..16u64 {
        let maps = [
            looped_maze(seed, 61, 61, 25 * (seed as usize % 3)),
            caves(seed, 64, 50, 44, 4),
            random_classes(seed, 60, 60, b"...@@"),
        ];
        for (map, mover) in maps.iter().zip(movers().into_iter().cycle().skip(seed as usize)) {
            let (mut grid, mut rng) = (grid_of(map), Rng::new(seed));
            let mut dead_ends = DeadEnds::build(&grid.seen_by(&mover));
            for round in 0..rounds {
                let mut edit = Edit::new();
                for _ in 0..1 + rng.below(12) {
                    match seed % 2 {
                        0 => random_change(&mut edit, &grid, &mut rng),
                        _ => {
                            let cell = grid.cell(random_node(&mut rng, &grid));
                            _ = edit.set(cell, rng.pick(b"..@"));
                        }
                    }
                }
                if grid.apply(&edit).is_err() {
                    continue;
                }
                let view = grid.seen_by(&mover);
                local += usize::from(!dead_ends.update(&view).rebuilt);
                all += 1;
                assert!(dead_ends == DeadEnds::build(&view), "seed {seed}, round {round}\n{map}");
            }
        }
    }
    println!("{all} batches, {local} followed near by");
    assert!(local * 3 > all, "{local} of {all}");
}

/// Cells looked at to follow `edits` in one batch, and one after another.
fn looked_at(grid: &Grid, edits: &[Edit]) -> [u64; 2] {
    let mover = Mover::walker();
    let before = DeadEnds::build(&grid.seen_by(&mover));
    [edits.len(), 1].map(|together| {
        let (mut grid, mut dead_ends, mut cells) = (grid.clone(), before.clone(), 0);
        for (at, edit) in edits.iter().enumerate() {
            grid.apply(edit).expect("on the map");
            if (at + 1) % together == 0 {
                let updated = dead_ends.update(&grid.seen_by(&mover));
                assert!(!updated.rebuilt);
                cells += updated.touched + updated.looked;
            }
        }
        assert!(dead_ends == DeadEnds::build(&grid.seen_by(&mover)));
        cells
    })
}

#[test]
fn edits_far_apart_cost_what_each_costs_alone() {
    let plain = Grid::new(300, 300, b'.').expect("a good size");
    let close = |at: u32| Edit::new().set((7 + 97 * at % 280, 9 + 14 * at), b'@').clone();
    let closings: Vec<Edit> = (0..20).map(close).collect();
    let mut linked = plain.clone();
    linked.apply(Edit::new().link((150, 150), (250, 20), 9)).expect("on the map");
    for grid in [plain, linked] {
        let [batch, single] = looked_at(&grid, &closings);
        assert!(2 * batch <= 3 * single && batch < 5000, "{batch}, {single} one by one");
    }
    // Doors all over a maze without circles: each makes one of its own.
    let maze = grid_of(&looped_maze(5, 201, 201, 0));
    let free = |cell: (u32, u32)| maze.class(cell) != Some(b'@');
    let is_door = |&(x, y): &(u32, u32)| !free((x, y)) && free((x - 1, y)) && free((x + 1, y));
    let doors: Vec<(u32, u32)> =
        (0..400).map(|at| (2 + 38 * at % 198, 1 + 2 * (at / 4))).filter(is_door).collect();
    let doors: Vec<Edit> =
        doors.iter().step_by(5).take(20).map(|&cell| Edit::new().set(cell, b'.').clone()).collect();
    assert!(doors.len() > 10);
    let [batch, single] = looked_at(&maze, &doors);
    assert!(2 * batch <= 3 * single, "{batch}, {single} one by one");
}

#[test]
fn an_edited_index_finds_the_same_on_small_worlds_of_every_kind() {
    for seed in 0..if is_slow_run() { 20_000 } else { 250 } {
        let (grid, mover) = build_world(&supported(&fenced_world(seed, 9, 4 + seed as usize % 6)));
        follow(grid, &mover, seed, 25, Kind::Any);
    }
}

#[test]
fn another_mover_or_a_log_that_forgot_makes_it_build_anew() {
    let mut grid = Grid::from_classes(5, 3, b"..@.......@@.@.").expect("a good size");
    let mover = Mover::walker();
    let mut dead_ends = DeadEnds::build(&grid.seen_by(&mover));
    let four = mover.clone().neighbours(Neighbours::Four);
    assert!(!dead_ends.is_of(&grid.seen_by(&four)));
    assert!(dead_ends.update(&grid.seen_by(&four)).rebuilt);
    for at in 0..5000 {
        grid.apply(Edit::new().set((2, 1), b".@"[at % 2])).expect("on the map");
    }
    assert!(dead_ends.update(&grid.seen_by(&four)).rebuilt);
    assert!(dead_ends == DeadEnds::build(&grid.seen_by(&four)) && dead_ends.revision() == 5000);
}

#[test]
fn an_edited_grid_and_one_of_another_size_are_refused() {
    let mover = Mover::walker().neighbours(Neighbours::Four);
    // Two rooms, and a door between them that is opened after the index was built.
    let mut grid = Grid::from_classes(5, 2, b"..@....@..").expect("a size");
    let dead_ends = DeadEnds::build(&grid.seen_by(&mover));
    let ends = [(0, 0), (4, 0)].map(|cell| grid.node(cell).expect("on the map"));
    let mut memory = Scratch::new();
    let mut crowd = Overlay::new(&grid);
    crowd.set((1, 0), 700);
    let mut refusal = |world: &Grid| {
        let view = world.seen_by(&mover);
        let plain = dead_ends.skipping(&view, ends[0], ends[1], &mut memory).err();
        let laden = crowd.over(&view);
        assert_eq!(plain, dead_ends.skipping(&laden, ends[0], ends[1], &mut memory).err());
        plain.map(|error| error.to_string())
    };
    assert_eq!(refusal(&grid), None);
    grid.apply(Edit::new().set((2, 0), b'.')).expect("on the map");
    let stale = "the map has revision 1, the dead ends are for revision 0; update them";
    assert_eq!(refusal(&grid).as_deref(), Some(stale));
    let view = grid.seen_by(&mover);
    let other = Grid::new(5, 3, b'.').expect("a size");
    let error = dead_ends.skipping(&other.seen_by(&mover), ends[0], ends[1], &mut memory).err();
    let message = "the world has 15 cells, the dead ends are for 10";
    assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(message));
    let mut followed = dead_ends.clone();
    followed.update(&view);
    assert!(followed.skipping(&view, ends[0], ends[1], &mut memory).is_ok());
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
        let (mut scratch, mut memory) = (Scratch::new(), Scratch::new());
        let (mut plain, mut skipping) = (0, 0);
        for row in rows.iter().step_by(1 + rows.len() / 100) {
            let [start, goal] = [row.start, row.goal]
                .map(|(x, y)| grid.node((x as u32, y as u32)).expect("on the map"));
            let (query, guess) = (PathQuery::new(start, goal), GridHeuristic::octile(&view));
            let outcome = astar(&view, &guess, &query, &mut scratch, &mut ());
            let outside =
                dead_ends.skipping(&view, start, goal, &mut memory).expect("of this view");
            let shorter = astar(&outside, &guess, &query, &mut scratch, &mut ());
            assert_eq!(outcome.cost(), shorter.cost(), "{name}: {row:?}");
            plain += outcome.effort().expanded;
            skipping += shorter.effort().expanded;
        }
        println!("{name}: {plain} expanded, {skipping} without dead ends");
        assert!(skipping <= plain, "{name}");
    }
}
