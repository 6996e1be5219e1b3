//! Every index that follows edits, after each of many: it equals one built from scratch, and says what the
//! reference says, and a batch costs no more than its edits. Two thousand edits by default; a
//! million with `ASTRIDE_SLOW_TESTS=1`, and then every fifth time.

use astride::base::{Budget, CellRect, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Components, DeadEnds, Edit, Grid, GridView, JumpMap,
    JumpTable, Mover, Regions, RegionsOptions,
};
use astride::world::{Way, World};
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

/// Follows this many edits, each on its own or some together; for each index how often it did so
/// without being built from scratch, and how many updates there were.
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
        println!("{name}: {local} of {updates} updates without building from scratch");
        // Regions stay as they are or are found again; jump points need a map without walls.
        let least = if name == "regions" || name == "jumps" { updates / 100 } else { updates / 3 };
        assert!(local > least, "{name}: {local} of {updates}");
    }
}

/// An index: lets it follow, and says how many cells it looked at. `None` if it was made again
/// because that is less work than to follow, where an index counts work in another way: a jump map
/// 48 for each cell around an edit and 2 for each on the rows and columns through it, against 1 for
/// each cell of the map. So its bound, and that of its table, is the lesser of its edits one by one
/// and being made again.
type Follower = Box<dyn FnMut(&GridView<'_>) -> Option<u64>>;

/// How an index is built.
type Build = fn(&GridView<'_>) -> Follower;

/// Indexes that follow, and how each is built. Where another index says that it was built again, all
/// cells count as looked at.
const FOLLOWERS: [(&str, Build); 8] = [
    ("components", |view| {
        let mut components = Components::build(view);
        Box::new(move |view: &GridView<'_>| {
            let did = components.update(view);
            Some(did.touched + did.looked)
        })
    }),
    ("clearance", |view| {
        let mut clearance = Clearance::build(view);
        Box::new(move |view: &GridView<'_>| {
            let did = clearance.update(view);
            Some(did.looked + did.changed * u64::from(view.grid().width()))
        })
    }),
    ("dead ends", |view| {
        let mut dead_ends = DeadEnds::build(view);
        Box::new(move |view: &GridView<'_>| {
            let did = dead_ends.update(view);
            Some(did.touched + did.looked + did.changed)
        })
    }),
    ("clusters", |view| {
        let options = ClustersOptions::default();
        let mut clusters = Clusters::build(view, &options).expect("good options");
        Box::new(move |view: &GridView<'_>| {
            Some(clusters.update(view).expect("good options").looked)
        })
    }),
    ("regions", |view| {
        let mut regions = Regions::build(view, RegionsOptions::default()).expect("good options");
        Box::new(move |view: &GridView<'_>| {
            Some(regions.update(view).expect("good options").touched)
        })
    }),
    ("jump map", |view| {
        let mut map = JumpMap::build(view).expect("jump points");
        Box::new(move |view: &GridView<'_>| {
            let did = map.update(view).expect("jump points");
            (!did.rebuilt).then_some(did.looked)
        })
    }),
    ("jump table", |view| {
        let map = JumpMap::build(view).expect("jump points");
        let mut table = JumpTable::build(map).expect("small costs");
        Box::new(move |view: &GridView<'_>| {
            let did = table.update(view).expect("jump points");
            (!did.rebuilt).then_some(did.changed)
        })
    }),
    ("field", |view| {
        let mut field = DistanceField::new();
        let source = [(NodeId::new(0), 0)];
        _ = field.compute(view, &source, Way::Forward, &mut Budget::unlimited());
        Box::new(move |view: &GridView<'_>| {
            let did = field.repair(view).expect("a field that is complete");
            // To compute a node costs an eighth of what repairing one does.
            let computed = if did.rebuilt { u64::from(view.node_count()) / 8 } else { 0 };
            Some(did.changed + did.looked + computed)
        })
    }),
];

/// Two by two cells each, all over the map, blocked or opened.
fn scattered(grid: &Grid, count: u32) -> Vec<Edit> {
    let columns = if count < 4 { 1 } else { 5 };
    let rows = count.div_ceil(columns);
    let edit = |at: u32| {
        let x = (at % columns * 2 + 1) * grid.width() / (columns * 2) + at * 7 % 11;
        let y = (at / columns * 2 + 1) * grid.height() / (rows * 2) + at * 5 % 11;
        let is_free = grid.class((x, y)) != Some(b'@');
        Edit::new().fill(CellRect::new(x, y, 2, 2), if is_free { b'@' } else { b'.' }).clone()
    };
    (0..count).map(edit).collect()
}

#[test]
fn a_batch_of_edits_far_apart_costs_no_more_than_its_edits_one_by_one() {
    let mover = Mover::walker();
    let mut open = grid_of(&random_classes(3, 192, 160, b"."));
    open.apply(Edit::new().fill(CellRect::new(90, 20, 3, 100), b'@')).expect("on the map");
    let maps = [open, grid_of(&caves(7, 192, 160, 42, 4)), grid_of(&rooms(4, 192, 160, 13, 80))];
    let mut faults = Vec::new();
    for (name, build) in FOLLOWERS {
        for (place, map) in maps.iter().enumerate() {
            for count in [2, 20] {
                let edits = scattered(map, count);
                let [batch, single] = [edits.len(), 1].map(|together| {
                    let mut grid = map.clone();
                    let mut follow = build(&grid.seen_by(&mover));
                    let batches = edits.chunks(together).map(|edits| {
                        edits.iter().for_each(|edit| _ = grid.apply(edit).expect("on the map"));
                        follow(&grid.seen_by(&mover))
                    });
                    batches.sum::<Option<u64>>()
                });
                let what = format!("{name}, map {place}: {count} edits {batch:?}, {single:?}");
                println!("{what}");
                let single = single.expect("a single edit is followed");
                let is_made_again = batch.is_none() && count > 2 && name.starts_with("jump");
                if !is_made_again && batch.is_none_or(|batch| 2 * batch > 3 * single) {
                    faults.push(what);
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_index_that_is_shown_an_earlier_state_of_its_grid_becomes_one_of_that() {
    let (mover, mut rng) = (Mover::walker(), Rng::new(1));
    let earlier = grid_of(&rooms(3, 15, 15, 6, 100));
    let mut later = earlier.clone();
    later.apply(Edit::new().fill(CellRect::new(0, 4, 15, 1), b'@')).expect("on the map");
    let view = earlier.seen_by(&mover);
    let mut indexes = Indexes::build(&later.seen_by(&mover));
    assert_eq!(indexes.update(&view), [false; 8]);
    assert_eq!(indexes.check_equal(&Indexes::build(&view), &view, &mut rng), Ok(()));
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
