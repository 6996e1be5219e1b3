//! After every batch of edits an updated map equals one built from scratch.

use super::{Lot, SIZES, assert_same, movers, random_grid};
use crate::base::{CellRect, Dir};
use crate::shapes::square::jps::{
    edges::{Edge, Edges},
    planes::JumpMap,
    touched::Touched,
};
use crate::shapes::square::{Edit, Grid, Mover};

/// The classes that edits write: mostly obstacles and plain ground, or several kinds of ground,
/// also with both land and water.
const LETTERS: [&[u8]; 5] =
    [b".@", b"...@123", b"................@5", b"....WWW@", b"..........25WWWWWWWWWW@"];

fn random_edit(lot: &mut Lot, grid: &Grid, letters: &[u8]) -> Edit {
    let mut edit = Edit::new();
    for _ in 0..1 + lot.below(3) {
        let (x, y) = (lot.below(grid.width()), lot.below(grid.height()));
        let class = lot.pick(letters);
        match lot.below(4) {
            0 => {
                let (right, bottom) = (lot.below(9), lot.below(9));
                let (width, height) = (right.min(grid.width() - x), bottom.min(grid.height() - y));
                edit.fill(CellRect::new(x, y, width, height), class)
            }
            // Along an edge, next to the rim.
            1 => edit.set((x, lot.pick(&[0, grid.height() - 1])), class),
            _ => edit.set((x, y), class),
        };
    }
    edit
}

/// Checks that the jumps from every jump point are those of a map built from scratch, in the same
/// order.
fn assert_same_jumps((map, edges): (&JumpMap, &Edges), fresh: &JumpMap, what: &str) {
    let theirs = Edges::new(fresh).unwrap();
    assert_eq!(edges.len(), theirs.len() + dead_jumps(map, edges), "{what}");
    for number in 0..fresh.point_count() as u32 {
        let at = fresh.place_of(number);
        let ours = map.number_at(map.row_place(at));
        for dir in 0..8 {
            let (a, b) = (edges.of(ours, dir, 1), theirs.of(number, dir, 1));
            assert_eq!(a.len(), b.len(), "{at:?} {dir}: {what}");
            for (a, b) in a.iter().zip(b) {
                let facts = |edge: &Edge| (edge.at(), edge.arrival(), edge.cost());
                assert_eq!(facts(a), facts(b), "{at:?} {dir}: {what}");
                assert_eq!(a.target(), map.number_at(map.row_place(a.at())), "{what}");
            }
        }
    }
}

/// The number of jumps of numbers that no longer belong to a jump point.
fn dead_jumps(map: &JumpMap, edges: &Edges) -> usize {
    let is_dead = |&number: &u32| map.ever_taken(number) == 0;
    let jumps = |number| (0..8).map(|dir| edges.of(number, dir, 1).len()).sum::<usize>();
    (0..map.point_count() as u32).filter(is_dead).map(jumps).sum()
}

#[test]
fn updates_equal_maps_made_anew() {
    for (case, size) in SIZES.into_iter().enumerate() {
        for letters in LETTERS {
            let mut lot = Lot(977 + case as u64);
            let mut grid = random_grid(&mut lot, size, letters);
            let movers = movers();
            let mut maps =
                movers.each_ref().map(|mover| JumpMap::build(&grid.seen_by(mover)).unwrap());
            let mut tables = maps.each_ref().map(|map| Edges::new(map).unwrap());
            for batch in 0..24 {
                for _ in 0..1 + batch % 3 {
                    grid.apply(&random_edit(&mut lot, &grid, letters)).unwrap();
                }
                for ((mover, map), edges) in movers.iter().zip(&mut maps).zip(&mut tables) {
                    let view = grid.seen_by(mover);
                    let mut touched = Some(Touched::default());
                    // Never rebuilt just because that would be less work.
                    map.update_within(&view, u64::MAX, &mut touched).unwrap();
                    let fresh = JumpMap::build(&view).unwrap();
                    let what = format!("{size:?} {letters:?} batch {batch}");
                    assert_same(map, &fresh, &what);
                    let touched = touched.unwrap();
                    if touched.is_all() {
                        *edges = Edges::new(map).unwrap();
                    } else {
                        assert!(edges.update(map, &touched.points(map)));
                    }
                    assert_same_jumps((map, edges), &fresh, &what);
                }
            }
        }
    }
}

#[test]
fn opening_and_closing_the_same_cell_leaves_no_trace() {
    let mut lot = Lot(5);
    let mut grid = random_grid(&mut lot, (80, 80), b"....@");
    for mover in &movers() {
        let before = JumpMap::build(&grid.seen_by(mover)).unwrap();
        let mut map = before.clone();
        for round in 0..200 {
            let cell = (lot.below(80), lot.below(80));
            let class = grid.class(cell).unwrap();
            let other = if class == b'@' { b'.' } else { b'@' };
            for class in [other, class] {
                grid.apply(Edit::new().set(cell, class)).unwrap();
                let updated = map.update_within(&grid.seen_by(mover), u64::MAX, &mut None).unwrap();
                assert!(!updated.rebuilt && updated.touched == 1 && updated.looked <= 6 * 80);
                assert!((1..=6).contains(&updated.changed), "{round}: {updated:?}");
            }
        }
        assert_same(&map, &JumpMap { revision: map.revision, ..before }, "there and back");
    }
}

#[test]
fn what_changes_nothing_for_the_mover_costs_nothing() {
    let mut grid = Grid::new(300, 300, b'.').unwrap();
    let mut map = JumpMap::build(&grid.seen_by(&Mover::walker())).unwrap();
    grid.apply(Edit::new().fill(CellRect::new(3, 3, 200, 200), b'G')).unwrap();
    let updated = map.update(&grid.seen_by(&Mover::walker())).unwrap();
    assert!(updated.is_nothing());
    assert_eq!(map.revision(), grid.revision());
}

#[test]
fn the_whole_is_made_anew_where_that_is_less_work() {
    let mut grid = Grid::new(300, 300, b'.').unwrap();
    let walker = Mover::walker();
    let mut map = JumpMap::build(&grid.seen_by(&walker)).unwrap();
    let mut after = |edit: &mut Edit, rebuilt: bool, what: &str| {
        grid.apply(edit).unwrap();
        let view = grid.seen_by(&walker);
        assert_eq!(map.update(&view).unwrap().rebuilt, rebuilt, "{what}");
        assert_same(&map, &JumpMap::build(&view).unwrap(), what);
    };
    after(Edit::new().set((9, 9), b'@'), false, "one cell");
    after(Edit::new().fill(CellRect::new(20, 20, 10, 10), b'@'), false, "a rectangle");
    let mut cells = Edit::new();
    (0..100).for_each(|at| _ = cells.set((40 + at % 10, 40 + at / 10), b'@'));
    after(&mut cells, false, "a rectangle, cell by cell");
    after(Edit::new().fill(CellRect::new(20, 20, 200, 100), b'@'), true, "a third of the map");
    after(Edit::new().set((9, 9), b'3'), true, "the first costly cell");
    after(Edit::new().set((12, 9), b'3'), false, "another one");
    after(Edit::new().fill(CellRect::new(9, 9, 9, 1), b'.'), true, "the last costly cell gone");
    after(Edit::new().set((9, 9), b'W'), true, "the first water");
    after(Edit::new().set((12, 9), b'W').set((13, 9), b'@'), false, "more water");
    after(Edit::new().set((12, 9), b'.'), false, "water filled up");
    after(Edit::new().set((9, 9), b'.'), true, "the last water gone");
    for _ in 0..3000 {
        grid.apply(Edit::new().set((1, 1), b'@').set((0, 2), b'@')).unwrap();
    }
    assert!(map.update(&grid.seen_by(&walker)).unwrap().rebuilt, "a log that has forgotten");
    let other = Mover::walker().neighbours(crate::shapes::square::Neighbours::Four);
    assert!(map.update(&grid.seen_by(&other)).unwrap().rebuilt, "another mover");
    assert_same(&map, &JumpMap::build(&grid.seen_by(&other)).unwrap(), "another mover");
}

#[test]
fn a_map_that_may_not_follow_says_so_and_follows_later() {
    let mut grid = Grid::new(40, 30, b'.').unwrap();
    let walker = Mover::walker().terrain_in(b'~', 1, 3).unwrap();
    let mut map = JumpMap::build(&grid.seen_by(&walker)).unwrap();
    for (spoil, mend) in [
        (Edit::new().link((0, 0), (9, 9), 5).clone(), Edit::new().unlink((0, 0), (9, 9)).clone()),
        (Edit::new().wall((5, 5), Dir::E).clone(), Edit::new().remove_wall((5, 5), Dir::E).clone()),
        // A beach, which belongs to both media, next to water.
        (
            Edit::new().set((5, 5), b'~').set((6, 5), b'W').clone(),
            Edit::new().set((5, 5), b'.').set((6, 5), b'.').clone(),
        ),
    ] {
        let revision = map.revision();
        grid.apply(&spoil).unwrap();
        grid.apply(Edit::new().set((7, 7), b'@')).unwrap();
        let error = map.update(&grid.seen_by(&walker)).unwrap_err();
        assert_eq!((map.refusal(), map.revision()), (Some(error), revision));
        grid.apply(&mend).unwrap();
        assert!(!map.update_within(&grid.seen_by(&walker), u64::MAX, &mut None).unwrap().rebuilt);
        assert_eq!(map.refusal(), None);
        assert_same(&map, &JumpMap::build(&grid.seen_by(&walker)).unwrap(), "mended");
    }
}
