//! Labels that are saved and loaded: the same answers, and a refusal for whatever has changed.

use astride::base::{Budget, Cell, ContainerError, Dir, Scale};
use astride::io::read_map;
use astride::planner::{Guide, Method, Reason};
use astride::search::{PathQuery, Scratch};
use astride::shapes::square::{
    Corners, Edit, Grid, GridView, Labels, LabelsOptions, LoadError, Mover, Neighbours,
};
use astride_testkit::adapter::grid_of;
use astride_testkit::data::repository_root;
use astride_testkit::fuzz::sealed;
use astride_testkit::generate::{caves, random_classes, rooms};
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;

fn built(view: &GridView<'_>, bytes_per_cell: u32) -> Labels {
    let options = LabelsOptions { bytes_per_cell, ..LabelsOptions::default() };
    Labels::build(view, &options).expect("labels of a plain map")
}

fn walled() -> Grid {
    Grid::from_classes(6, 4, b".......@@....@.........5").unwrap()
}

/// Costs and paths of both, of all pairs or of `most` drawn ones.
fn assert_same_answers(a: &Labels, b: &Labels, grid: &Grid, most: usize) {
    let (mut of_a, mut of_b) = (Scratch::new(), Scratch::new());
    let mut rng = Rng::new(1);
    for _ in 0..most {
        let query = PathQuery::new(random_node(&mut rng, grid), random_node(&mut rng, grid));
        let mut searches = [(a, &mut of_a), (b, &mut of_b)]
            .map(|(labels, scratch)| labels.search(&query, scratch).expect("one to one"));
        let [a, b] = searches.each_mut().map(|search| search.cost());
        assert_eq!(a, b);
        let [a, b] = searches.map(|mut search| search.run(&mut Budget::unlimited(), &mut ()));
        assert_eq!(a.path(), b.path());
    }
}

fn arena() -> Grid {
    let file = repository_root().join("data/grid/dao/arena.map");
    read_map(&std::fs::read(file).expect("a map of the repository")).expect("a good map")
}

#[test]
fn labels_survive_being_saved() {
    let walker = Mover::walker();
    let movers = [
        walker.clone(),
        walker.clone().corners(Corners::OneFree).scale(Scale::new(10, 14).unwrap()),
        walker.clone().neighbours(Neighbours::Four),
    ];
    let mut grids = vec![arena(), walled(), Grid::new(1, 1, b'@').unwrap()];
    grids.push(grid_of(&caves(4, 40, 30, 45, 3)));
    grids.push(grid_of(&rooms(5, 33, 33, 7, 30)));
    grids.push(grid_of(&random_classes(6, 40, 30, b"....WWWW@3")));
    for grid in &grids {
        for mover in &movers {
            let view = grid.seen_by(mover);
            for bytes_per_cell in [56, 4, 0] {
                let labels = built(&view, bytes_per_cell);
                let bytes = labels.save();
                let loaded = Labels::load(&bytes, &view).expect("labels of this view");
                assert_eq!(loaded.save(), bytes);
                assert_eq!(loaded.summary(), labels.summary());
                assert_same_answers(&labels, &loaded, grid, 300);
            }
        }
    }
}

#[test]
fn the_same_labels_are_the_same_bytes() {
    let (grid, walker) = (arena(), Mover::walker());
    let view = grid.seen_by(&walker);
    assert_eq!(built(&view, 56).save(), built(&view, 56).save());
}

#[test]
fn every_flipped_bit_and_every_length_is_refused() {
    let (grid, walker) = (walled(), Mover::walker());
    let view = grid.seen_by(&walker);
    for bytes_per_cell in [56, 0] {
        let bytes = built(&view, bytes_per_cell).save();
        for at in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[at / 8] ^= 1 << (at % 8);
            assert!(Labels::load(&flipped, &view).is_err(), "bit {at}");
        }
        for len in 0..bytes.len() {
            assert!(Labels::load(&bytes[..len], &view).is_err(), "{len} bytes");
        }
        assert!(Labels::load(&[&bytes[..], b"\0"].concat(), &view).is_err());
    }
}

/// With all checksums set right there is nothing left but the tables themselves.
#[test]
fn a_forged_byte_is_refused_or_answers_without_panic() {
    let walker = Mover::walker();
    let waters = Grid::from_classes(6, 5, b"...WWW.@.W@WW..WW....WW@@.W@W.").unwrap();
    let mut accepted = 0;
    for (grid, bytes_per_cell) in [(walled(), 56), (walled(), 0), (waters, 56)] {
        let view = grid.seen_by(&walker);
        let bytes = built(&view, bytes_per_cell).save();
        for at in 0..bytes.len() {
            for bits in [1, 0x80, 0xff] {
                let mut forged = bytes.clone();
                forged[at] ^= bits;
                let Ok(labels) = Labels::load(&sealed(forged), &view) else { continue };
                accepted += 1;
                assert_same_answers(&labels, &labels, &grid, 40);
            }
        }
    }
    assert!(accepted > 0, "the seal of the forger is wrong");
}

#[test]
fn another_map_or_mover_is_refused() {
    let (grid, walker) = (walled(), Mover::walker());
    let bytes = built(&grid.seen_by(&walker), 56).save();
    let refusal = |grid: &Grid, mover: &Mover| {
        Labels::load(&bytes, &grid.seen_by(mover)).expect_err("labels of something else")
    };
    let larger = Grid::new(7, 4, b'.').unwrap();
    assert_eq!(refusal(&larger, &walker), LoadError::OtherSize { saved: [6, 4], given: [7, 4] });
    let rule = |mover: Mover, what, saved, given| {
        assert_eq!(refusal(&walled(), &mover), LoadError::OtherRule { what, saved, given });
    };
    rule(walker.clone().neighbours(Neighbours::Four), "neighbours", 8, 4);
    rule(walker.clone().corners(Corners::Always), "corner rule", 0, 2);
    rule(walker.clone().scale(Scale::new(10, 14).unwrap()), "straight", 13_860, 10);
    rule(walker.clone().scale(Scale::new(13_860, 19_602).unwrap()), "diagonal", 19_601, 19_602);
    let slow = walker.clone().terrain(b'5', 6).unwrap();
    assert_eq!(refusal(&walled(), &slow), LoadError::OtherTerrain);
    assert_eq!(refusal(&walled(), &walker.clone().impassable(b'5')), LoadError::OtherTerrain);
    for y in 0..4 {
        for x in 0..6 {
            let mut edited = walled();
            let class = if edited.class((x, y)) == Some(b'@') { b'.' } else { b'@' };
            edited.apply(Edit::new().set((x, y), class)).unwrap();
            assert_eq!(refusal(&edited, &walker), LoadError::OtherMap);
        }
    }
    let mut edited = walled();
    edited.apply(Edit::new().wall((0, 0), Dir::E)).unwrap();
    assert_eq!(refusal(&edited, &walker), LoadError::OtherMap);
    let mut edited = walled();
    edited.apply(Edit::new().link(Cell::new(0, 0), Cell::new(5, 0), 9)).unwrap();
    assert_eq!(refusal(&edited, &walker), LoadError::OtherMap);
}

#[test]
fn an_edit_that_means_nothing_or_is_taken_back_is_no_matter() {
    let walker = Mover::walker();
    let mut grid = walled();
    let labels = built(&grid.seen_by(&walker), 56);
    let bytes = labels.save();
    grid.apply(Edit::new().set((0, 0), b'@').link((0, 1), (5, 0), 9)).unwrap();
    grid.apply(Edit::new().set((0, 0), b'G').unlink((0, 1), (5, 0))).unwrap();
    let loaded = Labels::load(&bytes, &grid.seen_by(&walker)).expect("nothing has changed");
    assert_eq!((labels.revision(), loaded.revision()), (0, 2));
    assert_same_answers(&labels, &loaded, &grid, 300);
}

#[test]
fn other_files_are_named() {
    let grid = grid_of(&random_classes(2, 9, 9, b"...@"));
    let walker = Mover::walker();
    let view = grid.seen_by(&walker);
    let refusal = |bytes: &[u8]| Labels::load(bytes, &view).unwrap_err();
    assert_eq!(refusal(b"type octile\n"), LoadError::File(ContainerError::OtherFile));
    let mut newer = built(&view, 56).save();
    newer[8] = 9;
    assert_eq!(refusal(&sealed(newer)).to_string(), "format version 9, expected 1");
    let mut points = built(&view, 56).save();
    let sections = usize::from(points[32]);
    let at = 48 + 48 * sections + 24 + 8;
    points[at] ^= 1;
    assert_eq!(refusal(&sealed(points)), LoadError::OtherPoints);
}

#[test]
fn a_guide_takes_labels_until_the_next_edit() {
    let (mut grid, walker) = (walled(), Mover::walker());
    let bytes = built(&grid.seen_by(&walker), 56).save();
    let (mut scratch, ends) = (Scratch::new(), [Cell::new(0, 0), Cell::new(5, 3)]);
    for method in [Method::Auto, Method::Labels, Method::AStar] {
        let mut guide = Guide::new(walker.clone()).method(method);
        let expected = Guide::new(walker.clone()).cost(&grid, ends[0], ends[1], &mut scratch);
        let mut other = grid.clone();
        other.apply(Edit::new().set((0, 3), b'@')).unwrap();
        assert_eq!(guide.load_index(&other, &bytes).err(), Some(LoadError::OtherMap));
        let report = guide.load_index(&grid, &bytes).unwrap();
        assert_eq!((report.tier, &report.reason), (Method::Labels, &Reason::Loaded));
        assert_eq!(guide.cost(&grid, ends[0], ends[1], &mut scratch), expected);
        assert_eq!(guide.prepare(&grid).unwrap().tier, Method::Labels);
        // After an edit they are not asked any more, and back again they can be loaded.
        grid.apply(Edit::new().set((0, 3), b'@')).unwrap();
        assert_eq!(
            guide.cost(&grid, ends[0], ends[1], &mut scratch).is_err(),
            method != Method::Auto
        );
        grid.apply(Edit::new().set((0, 3), b'.')).unwrap();
        assert!(guide.load_index(&grid, &bytes).is_ok());
        assert_eq!(guide.cost(&grid, ends[0], ends[1], &mut scratch), expected);
    }
}
