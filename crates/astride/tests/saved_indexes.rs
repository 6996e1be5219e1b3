//! Indexes that are saved and loaded: the same answers, a refusal for whatever has changed, and no
//! wrong answer out of a forged file but what its loader says.

use std::sync::Arc;

use astride::base::{Budget, Cell, CellRect, ContainerError, Dir, Scale, SharedBytes};
use astride::index::hierarchy::Hierarchy;
use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
use astride::index::{Landmarks, Selection};
use astride::io::read_map;
use astride::planner::{
    Adopted, Ask, Guide, Keep, Method, MoverId, Navigator, NavigatorError, OverlayId,
};
use astride::prelude::{PathQuery, Scratch};
use astride::shapes::graph::{Graph, GraphPlace};
use astride::shapes::square::{
    Clusters, ClustersOptions, Corners, DeadEnds, Edit, Grid, GridView, IndexFile, IndexWriter,
    Labels, LabelsOptions, LoadError, Mover, Neighbours, Regions, RegionsOptions, SaveError,
    Stored,
};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::data::repository_root;
use astride_testkit::fuzz::{KINDS, Truth, save_all, sealed};
use astride_testkit::generate::{caves, fenced_world, looped_maze, random_classes, rooms};
use astride_testkit::larger::movers;
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

use crate::hierarchies::check_real;

fn small() -> Grid {
    Grid::from_classes(6, 4, b".......@@....@.........5").unwrap()
}

fn real(name: &str) -> Grid {
    let file = repository_root().join("data/grid").join(name);
    read_map(&std::fs::read(file).expect("a map of the repository")).expect("a good map")
}

/// Grids of every kind with a mover for each: terrain, media, walls, one-way steps, links.
fn worlds(side: usize) -> Vec<(Grid, Mover)> {
    let maps = [
        caves(4, side, side, 45, 3),
        rooms(5, side, side, 7, 30),
        random_classes(6, side, side, b"....WWWW@3"),
        random_classes(7, side, side, b"..@"),
        looped_maze(8, side | 1, side | 1, 9),
    ];
    let mut worlds = Vec::new();
    for map in maps {
        worlds.extend(movers().into_iter().map(|mover| (grid_of(&map), mover)));
    }
    worlds.extend(
        (0..6).map(|seed| build_world(&supported(&fenced_world(seed, side, side / 2 + 1)))),
    );
    worlds
}

fn clusters_of(view: &GridView<'_>, side: u32) -> Clusters {
    let options = ClustersOptions { side, factor: 2, levels: Some(3) };
    Clusters::build(view, &options).expect("clusters of any map")
}

fn landmarks_of(view: &GridView<'_>, count: u32) -> Landmarks {
    let budget = &mut Budget::unlimited();
    Landmarks::build(view, count, Selection::default(), budget).expect("a small map")
}

fn regions_of(view: &GridView<'_>) -> Regions {
    Regions::build(view, RegionsOptions::default()).expect("a small map")
}

fn check_round_trip(grid: &Grid, mover: &Mover, what: &str) {
    let view = grid.seen_by(mover);
    let built = [2, 8].map(|side| clusters_of(&view, side));
    for clusters in built {
        let bytes = clusters.save(&view).expect("clusters of this view");
        let loaded = Clusters::load(&bytes, &view).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert!(loaded == clusters, "{what}");
        assert_eq!(loaded.save(&view).unwrap(), bytes, "{what}");
    }
    let dead_ends = DeadEnds::build(&view);
    let bytes = dead_ends.save(&view).expect("dead ends of this view");
    let loaded = DeadEnds::load(&bytes, &view).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert!(loaded.is_of(&view) && loaded.count() == dead_ends.count(), "{what}");
    assert_eq!(loaded.save(&view).unwrap(), bytes, "{what}");
    let regions = regions_of(&view);
    let bytes = regions.save(&view).expect("regions of this view");
    let loaded = Regions::load(&bytes, &view).unwrap_or_else(|e| panic!("{what}: {e}"));
    assert_eq!(loaded, regions, "{what}");
    for count in [1, 5] {
        let landmarks = landmarks_of(&view, count);
        let bytes = landmarks.save(&view).expect("landmarks of this view");
        let loaded = Landmarks::load(&bytes, &view).unwrap_or_else(|e| panic!("{what}: {e}"));
        assert_eq!((loaded.nodes(), loaded.bytes()), (landmarks.nodes(), landmarks.bytes()));
        assert_eq!(loaded.save(&view).unwrap(), bytes, "{what}");
    }
}

#[test]
fn every_index_survives_being_saved() {
    for (at, (grid, mover)) in worlds(30).iter().enumerate() {
        check_round_trip(grid, mover, &format!("world {at}"));
    }
    let walker = Mover::walker();
    check_round_trip(&real("dao/arena.map"), &walker, "arena");
    check_round_trip(&real("dao/lak303d.map"), &walker, "lak303d");
    for classes in [b".", b"@"] {
        check_round_trip(&Grid::from_classes(1, 1, classes).unwrap(), &walker, "one cell");
    }
}

#[test]
fn costs_of_more_than_32_bits_survive_being_saved() {
    let grid = real("dao/arena.map");
    let scale = Scale::new(1 << 20, 1 << 20).unwrap();
    let mover = Mover::walker().scale(scale).terrain(b'.', 1000).unwrap();
    check_round_trip(&grid, &mover, "a large scale");
}

/// Labels whose tables stay in the file, which the program itself has let go of.
#[test]
fn labels_of_shared_bytes_answer_as_those_that_were_built() {
    let (grid, walker) = (real("dao/lak303d.map"), Mover::walker());
    let view = grid.seen_by(&walker);
    let built = Labels::build(&view, &LabelsOptions::default()).unwrap();
    let owner: Arc<[u8]> = built.save().into();
    let file = SharedBytes::new(Arc::clone(&owner));
    let loaded = Labels::load(&file, &view).unwrap();
    let mut guide = Guide::new(walker.clone()).method(Method::Labels);
    guide.load_index(&grid, &file).unwrap();
    drop(file);
    let is_kept = Arc::strong_count(&owner) > 1;
    assert_eq!(is_kept, cfg!(target_endian = "little"), "the tables stay in the file");
    assert_eq!(loaded.save(), built.save());
    let (mut rng, [mut one, mut other]) = (Rng::new(5), [Scratch::new(), Scratch::new()]);
    let (mut found, mut budget) = (0, Budget::unlimited());
    for _ in 0..500 {
        let mut cell = || Cell::new(rng.below(194) as u32, rng.below(194) as u32);
        let [from, to] = [cell(), cell()];
        let query = PathQuery::new(grid.node(from).unwrap(), grid.node(to).unwrap());
        let mut of = |labels: &Labels, scratch: &mut Scratch| {
            let outcome = labels.search(&query, scratch).unwrap().run(&mut budget, &mut ());
            outcome.path().cloned()
        };
        let expected = of(&built, &mut one);
        assert_eq!(of(&loaded, &mut other), expected, "{from} to {to}");
        let by_guide = guide.route(&grid, from, to, &mut other, &mut Budget::unlimited()).unwrap();
        assert_eq!(by_guide.path(), expected.as_ref(), "{from} to {to}");
        found += u32::from(expected.is_some());
    }
    assert!(found > 50, "{found} paths");
}

#[test]
fn what_is_loaded_keeps_following_edits() {
    let mover = Mover::walker();
    let mut grid = grid_of(&caves(4, 60, 60, 42, 3));
    let bytes = clusters_of(&grid.seen_by(&mover), 8).save(&grid.seen_by(&mover)).unwrap();
    let mut clusters = Clusters::load(&bytes, &grid.seen_by(&mover)).unwrap();
    let mut rng = Rng::new(1);
    for _ in 0..200 {
        let cell = (rng.below(60) as u32, rng.below(60) as u32);
        grid.apply(Edit::new().set(cell, rng.pick(b".@"))).unwrap();
        let view = grid.seen_by(&mover);
        clusters.update(&view).unwrap();
        assert!(clusters == clusters_of(&view, 8));
    }
}

#[test]
fn the_same_indexes_are_the_same_bytes() {
    let (grid, walker) = (real("dao/arena.map"), Mover::walker());
    let view = grid.seen_by(&walker);
    assert_eq!(save_all(&view), save_all(&view));
}

#[test]
fn one_file_holds_several_indexes() {
    let (grid, walker) = (real("dao/arena.map"), Mover::walker());
    let view = grid.seen_by(&walker);
    let labels = Labels::build(&view, &LabelsOptions::default()).unwrap();
    let (clusters, dead_ends) = (clusters_of(&view, 8), DeadEnds::build(&view));
    let (regions, landmarks) = (regions_of(&view), landmarks_of(&view, 4));
    let writer = IndexWriter::new(&view).with(&regions).unwrap().with(&landmarks).unwrap();
    let writer = writer.with(&labels).unwrap().with(&dead_ends).unwrap().with(&clusters).unwrap();
    let bytes = writer.finish();
    let file = IndexFile::read(&bytes).unwrap();
    assert_eq!(file.names(), ["labels", "clusters", "landmarks", "dead-ends", "regions"]);
    let parts: usize = file.names().iter().map(|name| file.bytes_of(name)).sum();
    assert!(parts < bytes.len() && parts + 3000 > bytes.len());
    assert_eq!((file.origin().size, file.origin().revision), ([49, 49], Some(0)));
    assert!(file.load::<Clusters>(&view).unwrap() == clusters);
    assert_eq!(file.load::<Regions>(&view).unwrap(), regions);
    assert_eq!(file.load::<Labels>(&view).unwrap().summary(), labels.summary());
    assert_eq!(Labels::load(&bytes, &view).unwrap().save(), labels.save());
    let mut guide = Guide::new(walker.clone());
    assert_eq!(guide.load_index(&grid, &bytes).unwrap().tier, Method::Labels);
    // A file of labels alone is one, too.
    let alone = labels.save();
    let file = IndexFile::read(&alone).unwrap();
    assert_eq!((file.names(), file.origin().revision), (&["labels"][..], None));
    assert_eq!(file.load::<Labels>(&view).unwrap().save(), alone);
}

/// Every flipped bit and every truncation of a small file of each kind, and of one of them all.
#[test]
fn every_flipped_bit_and_every_length_is_refused() {
    let (grid, walker) = (small(), Mover::walker());
    let view = grid.seen_by(&walker);
    let mut files: Vec<Vec<u8>> = KINDS.iter().map(|kind| (kind.save)(&view).unwrap()).collect();
    files.push(save_all(&view));
    for bytes in files {
        assert!(IndexFile::read(&bytes).is_ok());
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            assert!(refuses_all(&flipped, &view), "bit {at}");
        }
        for len in 0..bytes.len() {
            assert!(IndexFile::read(&bytes[..len]).is_err(), "{len} bytes");
        }
        assert!(IndexFile::read(&[&bytes[..], b"\0"].concat()).is_err());
    }
}

/// Whether no index of a file can be had. The fingerprint is the one number that only the map tells
/// to be wrong, and it is under the checksum, too.
fn refuses_all(bytes: &[u8], view: &GridView<'_>) -> bool {
    IndexFile::read(bytes).is_err()
        && Clusters::load(bytes, view).is_err()
        && Labels::load(bytes, view).is_err()
}

#[test]
fn a_hundred_thousand_random_changes_are_refused() {
    let (grid, walker) = (small(), Mover::walker());
    let bytes = save_all(&grid.seen_by(&walker));
    let mut rng = Rng::new(3);
    for round in 0..100_000 {
        let mut changed = bytes.clone();
        for _ in 0..1 + rng.below(4) {
            let at = rng.below(changed.len());
            changed[at] ^= 1 + rng.below(255) as u8;
        }
        assert!(changed == bytes || IndexFile::read(&changed).is_err(), "round {round}");
    }
}

/// With all checksums set right nothing is left but the tables themselves. Every byte of every
/// kind of file is changed in several ways, and whatever is accepted has to keep its promises.
#[test]
fn forged_files_are_refused_or_keep_their_promises() {
    let mut linked = small();
    linked.apply(Edit::new().link((0, 0), (5, 3), 9).forbid_step((2, 2), Dir::E)).unwrap();
    let waters = Grid::from_classes(6, 5, b"...WWW.@.W@WW..WW....WW@@.W@W.").unwrap();
    let mut accepted = [0; KINDS.len()];
    for grid in [small(), linked, waters] {
        let mover = Mover::walker();
        let (view, truth) = (grid.seen_by(&mover), Truth::of(&grid, &mover));
        for (kind, accepted) in KINDS.iter().zip(&mut accepted) {
            let Some(bytes) = (kind.save)(&view) else { continue };
            for at in 0..bytes.len() {
                for bits in [1, 2, 0x80, 0xff] {
                    let mut forged = bytes.clone();
                    forged[at] ^= bits;
                    let forged = sealed(forged);
                    let file = IndexFile::read(&forged);
                    let judged = file.and_then(|file| (kind.judge)(&file, &view, &truth));
                    *accepted += u32::from(judged.is_ok());
                }
            }
        }
    }
    // What is proved against the map leaves a forger less room.
    assert!(accepted.iter().all(|&accepted| accepted > 0), "{accepted:?}");
}

/// Whole numbers instead of bytes: costs become others that may well be, ways appear and vanish.
#[test]
fn forged_numbers_are_refused_or_keep_their_promises() {
    let mut linked = small();
    linked.apply(Edit::new().link((0, 0), (5, 3), 9).forbid_step((2, 2), Dir::E)).unwrap();
    // Where there is one way only, none can stand for one that is hidden.
    let corridor = Grid::new(40, 1, b'.').unwrap();
    for grid in [small(), linked, corridor] {
        let mover = Mover::walker();
        let (view, truth) = (grid.seen_by(&mover), Truth::of(&grid, &mover));
        for kind in KINDS {
            let Some(bytes) = (kind.save)(&view) else { continue };
            for at in (48..bytes.len()).step_by(4) {
                for number in [0, 1, 13_860, 19_601, 27_720, 50_000, u32::MAX] {
                    let mut forged = bytes.clone();
                    forged[at..at + 4].copy_from_slice(&number.to_le_bytes());
                    let forged = sealed(forged);
                    let file = IndexFile::read(&forged);
                    _ = file.and_then(|file| (kind.judge)(&file, &view, &truth));
                }
            }
        }
    }
}

#[test]
fn forged_files_of_random_worlds_are_refused_or_keep_their_promises() {
    let rounds = if is_slow_run() { 400 } else { 12 };
    let mut rng = Rng::new(9);
    for (grid, mover) in worlds(9) {
        let (view, truth) = (grid.seen_by(&mover), Truth::of(&grid, &mover));
        for kind in KINDS {
            let Some(bytes) = (kind.save)(&view) else { continue };
            let file = IndexFile::read(&bytes).unwrap();
            (kind.judge)(&file, &view, &truth).unwrap_or_else(|e| panic!("{}: {e}", kind.name));
            for _ in 0..rounds {
                let mut forged = bytes.clone();
                for _ in 0..1 + rng.below(3) {
                    let at = rng.below(forged.len());
                    let random = rng.next_u64() as u8;
                    forged[at] = rng.pick(&[0, 1, 2, 0x7f, 0xff, random]);
                }
                let forged = SharedBytes::new(sealed(forged));
                let file = IndexFile::read(&forged);
                _ = file.and_then(|file| (kind.judge)(&file, &view, &truth));
            }
        }
    }
}

#[test]
fn another_map_mover_or_revision_is_refused() {
    let (grid, walker) = (small(), Mover::walker());
    let bytes = save_all(&grid.seen_by(&walker));
    let refusal = |grid: &Grid, mover: &Mover| {
        let file = IndexFile::read(&bytes).unwrap();
        let error = file.check(&grid.seen_by(mover)).expect_err("indexes of something else");
        assert_eq!(file.load::<Clusters>(&grid.seen_by(mover)).err(), Some(error.clone()));
        assert_eq!(DeadEnds::load(&bytes, &grid.seen_by(mover)).err(), Some(error.clone()));
        error
    };
    let larger = Grid::new(7, 4, b'.').unwrap();
    assert_eq!(refusal(&larger, &walker), LoadError::OtherSize { saved: [6, 4], given: [7, 4] });
    let rule = |mover: Mover, what, saved, given| {
        assert_eq!(refusal(&small(), &mover), LoadError::OtherRule { what, saved, given });
    };
    rule(walker.clone().neighbours(Neighbours::Four), "neighbours", 8, 4);
    rule(walker.clone().corners(Corners::Always), "corner rule", 0, 2);
    rule(walker.clone().scale(Scale::new(10, 14).unwrap()), "straight", 13_860, 10);
    assert_eq!(refusal(&small(), &walker.clone().impassable(b'5')), LoadError::OtherTerrain);
    let other = Grid::from_classes(6, 4, b".......@@....@..........").unwrap();
    assert_eq!(refusal(&other, &walker), LoadError::OtherMap);
    let mut edited = small();
    edited.apply(Edit::new().set((0, 0), b'@')).unwrap();
    let refused = refusal(&edited, &walker);
    assert_eq!(refused, LoadError::OtherRevision { saved: 0, given: 1 });
    assert_eq!(
        refused.to_string(),
        "the index is of revision 0 of this map, or of another map, expected one of revision 1"
    );
    edited.apply(Edit::new().set((0, 0), b'G').link((0, 1), (5, 0), 9)).unwrap();
    assert_eq!(refusal(&edited, &walker), LoadError::OtherRevision { saved: 0, given: 2 });
}

#[test]
fn edits_that_mean_nothing_or_are_taken_back_do_not_matter() {
    let (mut grid, walker) = (small(), Mover::walker());
    let bytes = save_all(&grid.seen_by(&walker));
    let built = clusters_of(&grid.seen_by(&walker), 2);
    grid.apply(Edit::new().set((0, 0), b'@').link((0, 1), (5, 0), 9)).unwrap();
    grid.apply(Edit::new().set((0, 0), b'G').unlink((0, 1), (5, 0))).unwrap();
    let view = grid.seen_by(&walker);
    let clusters = Clusters::load(&bytes, &view).unwrap();
    assert_eq!((built.revision(), clusters.revision()), (0, 2));
    assert_eq!(DeadEnds::load(&bytes, &view).unwrap().revision(), 2);
}

#[test]
fn what_is_stale_or_of_another_world_is_not_saved() {
    let (mut grid, walker) = (small(), Mover::walker());
    let [clusters, others] = [2, 4].map(|side| clusters_of(&grid.seen_by(&walker), side));
    let (dead_ends, regions) =
        (DeadEnds::build(&grid.seen_by(&walker)), regions_of(&grid.seen_by(&walker)));
    let landmarks = landmarks_of(&grid.seen_by(&walker), 2);
    let view = grid.seen_by(&walker);
    let twice = IndexWriter::new(&view).with(&clusters).unwrap().with(&others).unwrap_err();
    assert_eq!(twice.to_string(), "there are clusters already, expected one index of each kind");
    let four = walker.clone().neighbours(Neighbours::Four).scale(Scale::new(1, 1).unwrap());
    let other = grid.seen_by(&four);
    let refused = |index| SaveError::OtherWorld { index };
    assert_eq!(clusters.save(&other), Err(refused("clusters")));
    assert_eq!(dead_ends.save(&other), Err(refused("dead-ends")));
    assert_eq!(regions.save(&other), Err(refused("regions")));
    assert_eq!(landmarks.save(&other), Err(refused("landmarks")));
    grid.apply(Edit::new().set((0, 0), b'@')).unwrap();
    let view = grid.seen_by(&walker);
    let refused = |index| SaveError::Stale { index, built: 0, given: 1 };
    assert_eq!(clusters.save(&view), Err(refused("clusters")));
    assert_eq!(dead_ends.save(&view), Err(refused("dead-ends")));
    assert_eq!(regions.save(&view), Err(refused("regions")));
    assert_eq!(landmarks.save(&view), Err(refused("landmarks")));
}

#[test]
fn other_files_are_named() {
    let (grid, walker) = (small(), Mover::walker());
    let view = grid.seen_by(&walker);
    let refusal = |bytes: &[u8]| IndexFile::read(bytes).unwrap_err();
    assert_eq!(refusal(b"type octile\n"), LoadError::File(ContainerError::OtherFile));
    let mut newer = save_all(&view);
    newer[8] = 9;
    assert_eq!(refusal(&sealed(newer)).to_string(), "format version 9, expected 1");
    let bytes = DeadEnds::build(&view).save(&view).unwrap();
    let missing = Labels::load(&bytes, &view).unwrap_err();
    assert_eq!(missing.to_string(), "the file holds dead-ends, expected labels");
    let mut unknown = bytes.clone();
    let at = bytes.windows(9).position(|name| name == b"dead-ends").unwrap();
    unknown[at] = b'D';
    let refused = refusal(&sealed(unknown)).to_string();
    assert!(refused.starts_with("the file holds a table \"Dead-ends."), "{refused}");
    // Nodes that another version of the library would choose.
    let mut other = clusters_of(&view, 2).save(&view).unwrap();
    let entries = other.windows(13).position(|name| name == b"clusters.sums").unwrap();
    assert_eq!((entries - 48) % 48, 0);
    let before = (entries - 48) / 48;
    let mut start = 48 + 48 * usize::from(other[32]);
    for entry in (0..before).map(|at| 48 + 48 * at) {
        let number = |at: usize| usize::from(other[at]) + 256 * usize::from(other[at + 1]);
        start += (number(entry + 24) * number(entry + 32)).next_multiple_of(8);
    }
    other[start] ^= 1;
    assert_eq!(
        refusal_of(&sealed(other), &view),
        "table `clusters.sums` is wrong at 0, expected the nodes of this version"
    );
}

fn refusal_of(bytes: &[u8], view: &GridView<'_>) -> String {
    Clusters::load(bytes, view).expect_err("a refusal").to_string()
}

/// A file for the walker of `grid` with everything in it.
fn baked(grid: &Grid) -> Vec<u8> {
    let view = grid.seen_by(&Mover::walker());
    let labels = Labels::build(&view, &LabelsOptions::default()).unwrap();
    let (clusters, regions) = (clusters_of(&view, 8), regions_of(&view));
    IndexWriter::new(&view)
        .with(&labels)
        .and_then(|writer| writer.with(&clusters)?.with(&regions))
        .unwrap()
        .finish()
}

#[test]
fn a_navigator_takes_what_was_baked_and_refuses_by_name_what_does_not_fit() {
    let grid = grid_of(&caves(4, 40, 30, 42, 3));
    let bytes = baked(&grid);
    let file = IndexFile::read(&bytes).unwrap();
    let (mut nav, fresh) = (Navigator::new(grid.clone()), Navigator::new(grid.clone()));
    let walker = nav.first_mover();
    assert_eq!(nav.adopt_saved(walker, &file), Ok(vec![Keep::Clusters, Keep::Labels]));
    assert_eq!(nav.tier(walker), Ok(Method::Labels));
    assert!(nav.clusters(walker).unwrap().is_some() && nav.pending().is_none());
    let check = |nav: &Navigator, fresh: &Navigator| {
        let mut rng = Rng::new(7);
        for _ in 0..200 {
            let mut cell = || (rng.below(40) as u32, rng.below(30) as u32);
            let ask = Ask::new(cell(), cell());
            assert_eq!(nav.cost(&ask), fresh.cost(&ask), "{ask:?}");
        }
    };
    check(&nav, &fresh);

    // Clusters follow an edit, labels are dropped by it; the file is of a past revision then.
    let edit = Edit::new().fill(CellRect::new(10, 10, 4, 4), b'@').clone();
    nav.apply(&edit).unwrap();
    let mut edited = grid.clone();
    edited.apply(&edit).unwrap();
    check(&nav, &Navigator::new(edited));
    assert!(nav.clusters(walker).unwrap().is_some());
    let tier = nav.tier(walker).unwrap();
    let refused = |nav: &mut Navigator, mover: MoverId, bytes: &[u8]| match nav
        .adopt_saved(mover, &IndexFile::read(bytes).unwrap())
    {
        Err(NavigatorError::Index(error)) => error,
        other => panic!("{other:?}"),
    };
    let past = LoadError::OtherRevision { saved: 0, given: 1 };
    assert_eq!(refused(&mut nav, walker, &bytes), past);
    assert_eq!(nav.tier(walker), Ok(tier), "nothing is taken");
    let four = nav.add_mover(Mover::walker().neighbours(Neighbours::Four));
    assert!(matches!(refused(&mut nav, four, &bytes), LoadError::OtherRule { .. }));
    let large = nav.add_mover_sized(Mover::walker(), 2).unwrap();
    assert!(!matches!(refused(&mut nav, large, &bytes), LoadError::File(_)));
    let mut other = Navigator::new(small());
    let mover = other.first_mover();
    assert!(matches!(refused(&mut other, mover, &bytes), LoadError::OtherSize { .. }));
    assert_eq!(other.adopt_saved(walker, &file), Err(NavigatorError::UnknownMover));
    let view = grid.seen_by(&Mover::walker());
    let regions = regions_of(&view);
    let alone = IndexWriter::new(&view).with(&regions).unwrap().finish();
    let mut again = Navigator::new(grid.clone());
    let mover = again.first_mover();
    let found = vec![Regions::NAME];
    let neither = LoadError::Missing { index: "clusters, labels or landmarks", found };
    assert_eq!(refused(&mut again, mover, &alone), neither);
}

#[test]
fn a_navigator_takes_baked_landmarks_for_questions_under_overlays() {
    let mut saved = 0;
    for (at, (grid, mover)) in worlds(32).into_iter().enumerate() {
        let view = grid.seen_by(&mover);
        let count = [32, 8, 1][at % 3];
        let baked = IndexWriter::new(&view).with(&landmarks_of(&view, count)).unwrap().finish();
        let make = || {
            let mut nav = Navigator::with_mover(grid.clone(), mover.clone());
            let danger = nav.add_overlay().unwrap();
            let mut rng = Rng::new(at as u64);
            for _ in 0..30 {
                let (x, y) = (rng.below(32) as u32, rng.below(16) as u32);
                nav.overlay_mut(danger).unwrap().fill(CellRect::new(x, y, 3, 2), 9_000);
            }
            (nav, danger)
        };
        let ((plain, danger), (mut nav, known)) = (make(), make());
        let walker = nav.first_mover();
        let taken = nav.adopt_saved(walker, &IndexFile::read(&baked).unwrap());
        assert_eq!(taken, Ok(vec![Keep::Landmarks]));
        assert!(nav.pending().is_none(), "nothing is left to build");
        let mut rng = Rng::new(77);
        for _ in 0..40 {
            let mut cell = || (rng.below(32) as u32, rng.below(16) as u32);
            let ask = Ask::new(cell(), cell());
            let expected = plain.route(&ask.overlay(danger), &mut Budget::unlimited());
            let answer = nav.route(&ask.overlay(known), &mut Budget::unlimited());
            let (Ok(expected), Ok(answer)) = (expected, answer) else { continue };
            assert_eq!(answer.cost(), expected.cost(), "world {at}: {ask:?}");
            saved += expected.effort().expanded as i64 - answer.effort().expanded as i64;
        }
        nav.apply(Edit::new().set((3, 3), b'@').set((4, 3), b'.')).unwrap();
        let stale = nav.adopt_saved(walker, &IndexFile::read(&baked).unwrap());
        let changed = nav.pending().is_some();
        assert_eq!(stale.is_err(), changed, "an edit without effect changes nothing");
    }
    assert!(saved > 0, "landmarks save expansions");
}

#[test]
fn baked_landmarks_stand_in_for_those_under_overlays_until_they_are_built() {
    let mut saved = 0;
    for (at, (grid, mover)) in worlds(32).into_iter().enumerate() {
        let view = grid.seen_by(&mover);
        let baked = IndexWriter::new(&view).with(&landmarks_of(&view, 8)).unwrap().finish();
        let make = || {
            let mut nav = Navigator::with_mover(grid.clone(), mover.clone());
            let dangers = [nav.add_overlay().unwrap(), nav.add_overlay().unwrap()];
            (nav, dangers)
        };
        let ((mut plain, others), (mut nav, dangers)) = (make(), make());
        let walker = nav.first_mover();
        nav.keep_landmarks(walker, &dangers[..1]).unwrap();
        let file = IndexFile::read(&baked).unwrap();
        assert_eq!(nav.adopt_saved(walker, &file), Ok(vec![Keep::Landmarks]));
        assert_eq!(nav.adopt_saved(walker, &file), Ok(vec![Keep::Landmarks]), "no better ones yet");
        let mut rng = Rng::new(at as u64);
        for round in 0..60 {
            // Extra cost rises and falls, and estimates of the map without any stay below the cost.
            let (x, y) = (rng.below(32) as u32, rng.below(16) as u32);
            let (rect, ticks) = (CellRect::new(x, y, 4, 3), rng.pick(&[0, 900, 90_000]));
            let which = rng.below(2);
            plain.overlay_mut(others[which]).unwrap().fill(rect, ticks);
            nav.overlay_mut(dangers[which]).unwrap().fill(rect, ticks);
            let mut cell = || (rng.below(32) as u32, rng.below(16) as u32);
            let ask = Ask::new(cell(), cell());
            let under = |ask: Ask, of: [OverlayId; 2]| match round % 3 {
                0 => ask.overlay(of[0]).overlay(of[1]),
                1 => ask.overlay(of[0]),
                _ => ask.overlay(of[1]),
            };
            let expected = plain.route(&under(ask, others), &mut Budget::unlimited());
            let answer = nav.route(&under(ask, dangers), &mut Budget::unlimited());
            assert_eq!(answer.is_ok(), expected.is_ok(), "world {at}: {ask:?}");
            let (Ok(expected), Ok(answer)) = (expected, answer) else { continue };
            assert_eq!(answer.cost(), expected.cost(), "world {at}: {ask:?}");
            saved += expected.effort().expanded as i64 - answer.effort().expanded as i64;
        }
        let Some(build) = nav.pending() else { panic!("those under overlays are still wanted") };
        assert_eq!(build.keep(), Keep::Landmarks);
        if nav.adopt(build.run()) == Ok(Adopted::Taken) {
            assert!(nav.pending().is_none() && nav.adopt_saved(walker, &file).is_err());
        }
    }
    assert!(saved > 0, "landmarks save expansions");
    // They stay if the costs are lower by now than those for which others were built.
    let grid = real("dao/arena.map");
    let view = grid.seen_by(&Mover::walker());
    let baked = IndexWriter::new(&view).with(&landmarks_of(&view, 8)).unwrap().finish();
    let mut nav = Navigator::new(grid.clone());
    let (walker, danger) = (nav.first_mover(), nav.add_overlay().unwrap());
    let ask = Ask::new((1, 11), (46, 47)).overlay(danger);
    nav.keep_landmarks(walker, &[danger]).unwrap();
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(20, 0, 9, 40), 5_000);
    let build = nav.pending().expect("they are wanted");
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(20, 0, 9, 20), 0);
    let taken = nav.adopt_saved(walker, &IndexFile::read(&baked).unwrap());
    assert_eq!(taken, Ok(vec![Keep::Landmarks]));
    let stamp = nav.stamp(&ask);
    assert_eq!(nav.adopt(build.run()), Ok(Adopted::OutOfDate));
    assert_eq!(nav.stamp(&ask), stamp, "the same answers");
    // Landmarks that were built under overlays stay.
    let build = nav.pending().expect("they are wanted");
    assert_eq!(nav.adopt(build.run()), Ok(Adopted::Taken));
    let index = "clusters or labels";
    let nothing = LoadError::Missing { index, found: vec![Landmarks::NAME] };
    let refused = nav.adopt_saved(walker, &IndexFile::read(&baked).unwrap());
    assert_eq!(refused, Err(NavigatorError::Index(nothing)));
    assert!(nav.pending().is_none());
    // They also stand in for those that are wanted later.
    let mut nav = Navigator::new(grid.clone());
    let (walker, danger) = (nav.first_mover(), nav.add_overlay().unwrap());
    nav.adopt_saved(walker, &IndexFile::read(&baked).unwrap()).unwrap();
    let ask = Ask::new((1, 11), (46, 47)).overlay(danger);
    let stamp = nav.stamp(&ask);
    nav.keep_landmarks(walker, &[danger]).unwrap();
    assert_eq!(nav.stamp(&ask), stamp, "the same answers");
    assert!(nav.pending().is_some());
}

#[test]
fn a_navigator_of_a_graph_takes_a_baked_index_and_refuses_by_name_what_does_not_fit() {
    let mut dice = 7u64;
    let mut below = |most: u32| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (dice >> 40) as u32 % most
    };
    let arcs: Vec<(u32, u32, u32)> = (0..150)
        .map(|_| (below(40), below(40), 1 + below(90)))
        .filter(|&(from, to, _)| from != to)
        .collect();
    let graph = Graph::from_arcs(40, &arcs).unwrap();
    let sparse = SparseGraph::of_world(&graph).unwrap();
    let labels = HubLabels::build(&sparse, &HubOptions::default()).unwrap();
    let files = [
        (Method::Hierarchy, Hierarchy::build(&sparse).unwrap().save(&sparse)),
        (Method::Labels, labels.save(&sparse)),
    ];
    for (method, bytes) in &files {
        a_navigator_takes(&graph, arcs[0], *method, bytes);
    }
    let shared = SharedBytes::new(files[1].1.clone());
    assert_eq!(HubLabels::load(&shared, &sparse), Ok(labels));
    let mut nav = Navigator::new(graph);
    assert_eq!(nav.adopt_saved(nav.first_mover(), &shared), Ok(Method::Labels));
}

#[test]
fn forged_labels_of_graphs_lead_along_real_arcs_only() {
    let mut different = 0;
    for seed in 0..if is_slow_run() { 100 } else { 3 } {
        let mut rng = Rng::new(seed);
        let mut arcs = Vec::new();
        for at in 0..25 {
            for other in [at + 1, at + 5, at + 6].into_iter().filter(|&other| other < 25) {
                arcs.push((at, other, 1 + rng.below(9) as u32));
                arcs.push((other, at, 1 + rng.below(9) as u32));
            }
        }
        let graph = Graph::from_arcs(25, &arcs).unwrap();
        // Where some arcs cost nothing, labels are stored beside a hierarchy.
        arcs.iter_mut().for_each(|arc| arc.2 -= 1);
        let free = Graph::from_arcs(25, &arcs).unwrap();
        let (mut scratch, mut nodes) = (Scratch::new(), Vec::new());
        for (graph, stored) in [(&graph, 0), (&graph, 6), (&graph, u32::MAX), (&free, u32::MAX)] {
            let sparse = SparseGraph::of_world(graph).unwrap();
            let options = HubOptions::default().most_stored(stored);
            let labels = HubLabels::build(&sparse, &options).unwrap();
            let bytes = labels.save(&sparse);
            for at in 0..bytes.len() {
                let mut forged = bytes.clone();
                forged[at] ^= 1 << rng.below(8);
                let Ok(read) = HubLabels::load(&sealed(forged), &sparse) else { continue };
                different += u32::from(read != labels);
                let ends = [rng.below(25) as u32, rng.below(25) as u32];
                let [from, to] = ends.map(|end| [(end, 0)]);
                let Some(meeting) = read.distance(&from, &to, &mut scratch) else { continue };
                read.unpack(&meeting, &mut scratch, &mut nodes);
                check_real(graph, &nodes, ends, meeting.total, &format!("seed {seed}, byte {at}"));
                let least = labels.distance(&from, &to, &mut scratch);
                assert!(least.map(|meeting| meeting.total) <= Some(meeting.total), "{ends:?}");
            }
        }
    }
    assert!(different > 0, "no forged index was taken");
}

/// Adopts the index of a method, and refuses it after an edit and in every damaged form.
fn a_navigator_takes(graph: &Graph, arc: (u32, u32, u32), method: Method, bytes: &[u8]) {
    let (mut nav, fresh) = (Navigator::new(graph.clone()), Navigator::new(graph.clone()));
    let mover = nav.first_mover();
    assert_eq!(nav.adopt_saved(mover, bytes), Ok(method));
    assert_eq!(nav.tier(mover), Ok(method));
    for (from, to) in (0..40).flat_map(|from| (0..40).map(move |to| (from, to))) {
        let ask = Ask::new(GraphPlace(from), GraphPlace(to));
        assert_eq!(nav.cost(&ask), fresh.cost(&ask), "{from} to {to}");
    }
    // An edit makes it out of date, and the file is of the graph before; upkeep builds it again.
    nav.edit(|batch| _ = batch.cost(arc.0, arc.1, 91)).unwrap();
    assert_eq!(nav.tier(mover), Ok(Method::AStar));
    assert!(matches!(nav.adopt_saved(mover, bytes), Err(NavigatorError::Index(_))));
    assert_eq!(nav.tier(mover), Ok(Method::AStar), "nothing is taken");
    nav.maintain(1_000);
    assert_eq!(nav.tier(mover), Ok(method));
    // Bytes that are no index, or were cut or changed.
    let mut fresh = fresh;
    let mover = fresh.first_mover();
    assert!(matches!(fresh.adopt_saved(mover, b"none"), Err(NavigatorError::Index(_))));
    for at in (0..bytes.len()).step_by(7) {
        assert!(fresh.adopt_saved(mover, &bytes[..at]).is_err(), "cut at {at}");
        let mut torn = bytes.to_vec();
        torn[at] ^= 0x20;
        assert!(fresh.adopt_saved(mover, &torn).is_err(), "changed at {at}");
    }
    assert_eq!(fresh.tier(mover), Ok(Method::AStar));
    assert_eq!(fresh.adopt_saved(nav.first_mover(), bytes), Err(NavigatorError::UnknownMover));
    assert_eq!(fresh.adopt_saved(mover, bytes), Ok(method));
}
