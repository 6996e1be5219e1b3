//! Every index that follows edits, after each of many: it equals one built anew, and says what the
//! reference says. Two thousand edits by default; a million with `ASTRIDE_SLOW_TESTS=1`, and then
//! every fifth time.

use astride::base::NodeId;
use astride::index::{Clearance, DeadEnds};
use astride::world::{Edit, Grid, Mover};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, looped_maze, random_classes, rooms};
use astride_testkit::indexes::{Indexes, IndexesScratch, NAMES};
use astride_testkit::larger::{movers, random_change, random_node};
use astride_testkit::rng::Rng;
use astride_testkit::tally::{Tally, is_slow_run};

/// What happens to a map.
#[derive(Clone, Copy)]
enum Kind {
    /// Cells are blocked and opened.
    Walls,
    /// And get other terrain.
    Terrain,
    /// And walls, one-way steps and links come and go.
    Any,
}

/// Follows so many edits, each on its own or some together; for each index how often it did so
/// without being built anew, and how many updates there were.
fn follow(
    mut grid: Grid,
    mover: &Mover,
    kind: Kind,
    seed: u64,
    edits: usize,
    tally: &Tally,
) -> ([usize; 8], usize) {
    let mut rng = Rng::new(seed);
    let mut scratch = IndexesScratch::default();
    let mut indexes = Indexes::build(&grid.seen_by(mover));
    let (mut local, mut updates) = ([0; 8], 0);
    for round in 0..edits {
        let mut edit = Edit::new();
        let cell = grid.cell(random_node(&mut rng, &grid));
        match kind {
            Kind::Walls => _ = edit.set(cell, rng.pick(b"..@")),
            Kind::Terrain => _ = edit.set(cell, rng.pick(b"...@@59")),
            Kind::Any => random_change(&mut edit, &grid, &mut rng),
        }
        if grid.apply(&edit).is_err() || rng.percent(10) {
            continue;
        }
        let view = grid.seen_by(mover);
        for (count, is_local) in local.iter_mut().zip(indexes.update(&view)) {
            *count += usize::from(is_local);
        }
        updates += 1;
        tally.add(u64::from(round == 0), 1);
        // What is wrong stays wrong for a while.
        if round % if is_slow_run() { 5 } else { 1 } == 0 {
            let built = Indexes::build(&view);
            let equal = indexes.check_equal(&built, &view, &mut rng);
            assert_eq!(equal, Ok(()), "seed {seed}, round {round}: {edit:?} {mover:?}");
        }
        if round % 8 == 1 {
            let answers = indexes.check_answers(&grid, mover, &mut scratch, &mut rng);
            assert_eq!(answers, Ok(()), "seed {seed}, round {round}: {edit:?} {mover:?}");
        }
    }
    (local, updates)
}

#[test]
fn every_index_equals_one_built_anew_after_each_of_many_edits() {
    let edits = if is_slow_run() { 1_000_000 / 48 } else { 40 };
    let tally = Tally::new("followers, one query for each update");
    let (mut local, mut updates) = ([0; 8], 0);
    for seed in 0..12u64 {
        let (width, height) = (9 + seed as usize % 4, 12 - seed as usize % 5);
        for (mover, kind) in
            movers().into_iter().zip([Kind::Walls, Kind::Any, Kind::Terrain, Kind::Walls])
        {
            let map = match seed % 4 {
                0 => caves(seed, width, height, 40, 3),
                1 => rooms(seed, width, height, 5, 60),
                2 => looped_maze(seed, width | 1, height | 1, 9),
                _ => random_classes(seed, width, height, b"....@@5"),
            };
            let (counts, all) = follow(grid_of(&map), &mover, kind, seed, edits, &tally);
            local.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            updates += all;
        }
    }
    tally.finish();
    for (name, local) in NAMES.into_iter().zip(local) {
        println!("{name}: {local} of {updates} updates without building anew");
        // Regions stay as they are or are found anew; jump points need a map without walls.
        let least = if name == "regions" || name == "jumps" { updates / 100 } else { updates / 3 };
        assert!(local > least, "{name}: {local} of {updates}");
    }
}

#[test]
fn an_index_that_missed_an_edit_is_noticed() {
    let mover = Mover::walker();
    let mut rng = Rng::new(1);
    let before = grid_of(&rooms(3, 15, 15, 6, 100));
    // A cell that is closed and changes the areas: a door, or beside one.
    let cells = (0..before.cell_count()).map(|at| before.cell(NodeId::new(at)));
    let mut doors = cells.filter(|&cell| {
        let mut closed = before.clone();
        closed.apply(Edit::new().set(cell, b'@')).expect("on the map");
        let count = |grid: &Grid| DeadEnds::build(&grid.seen_by(&mover)).count();
        before.class(cell) == Some(b'.') && count(&closed) != count(&before)
    });
    let door = doors.next_back().expect("a door");
    // And one where a body of four cells stands.
    let room = Clearance::build(&before.seen_by(&mover));
    let nodes = (0..before.cell_count()).map(NodeId::new);
    let wide = nodes.max_by_key(|&node| room.square(node)).expect("cells");
    let mut grid = before.clone();
    let mut edit = Edit::new();
    edit.set(door, b'@').set(before.cell(wide), b'@');
    grid.apply(&edit).expect("on the map");
    let (old, view) = (before.seen_by(&mover), grid.seen_by(&mover));
    let mut scratch = IndexesScratch::default();
    for (place, name) in NAMES.into_iter().enumerate() {
        let stale = Indexes::build(&view).with_one_of(Indexes::build(&old), place);
        let built = Indexes::build(&view);
        let mut check = || {
            stale.check_equal(&built, &view, &mut rng)?;
            stale.check_answers(&grid, &mover, &mut scratch, &mut rng)
        };
        let fault = (0..2000).find_map(|_| check().err());
        let fault = fault.unwrap_or_else(|| panic!("nobody noticed that {name} missed an edit"));
        assert!(fault.contains(name), "{name}: {fault}");
    }
    let honest = Indexes::build(&view);
    assert_eq!(honest.check_equal(&Indexes::build(&view), &view, &mut rng), Ok(()));
}
