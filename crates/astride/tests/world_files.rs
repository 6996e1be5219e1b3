//! Worlds as files: a world is written whole or refused, and read back as it was.

use astride::base::{Cell, ContainerError, Dir, PartsError, TablesError, Vec3, checksum};
use astride::io::{
    Drawing, NamedMover, ScenarioRow, WorldFile, WriteError, read_map, read_world, write_map,
    write_map_as, write_scenario, write_world,
};
use astride::shapes::square::{Axes, Corners, Edit, Frame, Grid, Mover};
use astride_testkit::adapter::{build_world, grid_of, supported};
use astride_testkit::fuzz::sealed;
use astride_testkit::generate::{caves, fenced_world, random_classes};
use astride_testkit::larger::movers;
use astride_testkit::rng::Rng;

fn edited(grid: Grid, change: impl Fn(&mut Edit)) -> Grid {
    let (mut grid, mut edit) = (grid, Edit::new());
    change(&mut edit);
    grid.apply(&edit).unwrap();
    grid
}

/// A small world with everything in it.
fn rich() -> WorldFile {
    let grid = edited(Grid::from_classes(5, 4, b".......@@.\x11...@....A").unwrap(), |edit| {
        edit.wall((1, 1), Dir::E).forbid_step((2, 3), Dir::NW).link((0, 0), (4, 2), 900);
        edit.forbid_step((0, 0), Dir::N);
    });
    let frame = Frame::isometric(5, 4, Vec3::new(-7.5, 1e9, 0.1), 64.0, 32.0).unwrap();
    let mover = Mover::walker().corners(Corners::OneFree).terrain_in(17, 1024, 0x81).unwrap();
    let named = |name: &str, side| NamedMover { name: name.into(), mover: mover.clone(), side };
    let (starts, goals) = (vec![Cell::new(4, 3), Cell::new(0, 0)], vec![Cell::new(4, 3)]);
    let frame = Some(frame.axes(Axes::Yz).first_cell(i32::MIN, 7));
    WorldFile { grid, frame, movers: vec![named("cat", 1), named("Größe 2", 2)], starts, goals }
}

/// Every fact of a grid, asked for one by one.
fn check_same(a: &Grid, b: &Grid, what: &str) {
    assert_eq!((a.width(), a.height()), (b.width(), b.height()), "{what}");
    for y in 0..a.height() {
        assert_eq!(a.row(y), b.row(y), "{what}");
        for x in 0..a.width() {
            assert_eq!(a.forbidden_steps((x, y)), b.forbidden_steps((x, y)), "{what}");
        }
    }
    assert_eq!((a.links(), a.histogram()), (b.links(), b.histogram()), "{what}");
    assert_eq!(a.fences(), b.fences(), "{what}");
    assert_eq!(a.fingerprint(), b.fingerprint(), "{what}");
}

fn check_round_trip(world: &WorldFile, what: &str) {
    let bytes = write_world(world).unwrap_or_else(|error| panic!("{what}: {error}"));
    let read = read_world(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
    check_same(&read.grid, &world.grid, what);
    assert_eq!((read.frame, &read.movers), (world.frame, &world.movers), "{what}");
    assert_eq!((&read.starts, &read.goals), (&world.starts, &world.goals), "{what}");
    assert_eq!((write_world(&read), read.grid.revision()), (Ok(bytes), 0), "{what}");
}

#[test]
fn a_format_refuses_what_it_cannot_say() {
    let check = |change: &dyn Fn(&mut Edit), lost: &str| {
        let grid = edited(Grid::new(4, 3, b'.').unwrap(), change);
        let refused = write_map(&grid).expect_err("a loss").to_string();
        assert_eq!(refused, format!("a .map file cannot hold {lost}"));
        let refused = Drawing::write(&grid, &[], &[]).expect_err("a loss").to_string();
        assert_eq!(refused, format!("a drawn map cannot hold {lost}"));
        check_round_trip(&WorldFile::new(grid), lost);
    };
    check(&|edit| _ = edit.wall((1, 1), Dir::S), "walls (the first at (1, 1) towards S)");
    let step = "one-way steps (the first from (1, 1) towards E)";
    check(&|edit| _ = edit.forbid_step((1, 1), Dir::E), step);
    let step = "one-way steps (the first from (2, 1) towards NW)";
    check(&|edit| _ = edit.forbid_step((2, 1), Dir::NW), step);
    let step = "one-way steps (the first from (3, 0) towards E)";
    check(&|edit| _ = edit.forbid_step((3, 0), Dir::E), step);
    let fence = "fences (the first at (1, 1) towards W, of class 3)";
    check(&|edit| _ = edit.fence_step((1, 1), Dir::W, 3), fence);
    let link = "links (the first from (0, 0) to (3, 2), 9 ticks)";
    check(&|edit| _ = edit.link((3, 2), (0, 0), 8).link((0, 0), (3, 2), 9), link);
    check(&|edit| _ = edit.set((2, 1), 17).set((0, 2), 0), "terrain class 17 (at (2, 1))");
    check(
        &|edit| {
            edit.wall((0, 0), Dir::E).forbid_step((2, 2), Dir::SW).link((0, 0), (3, 2), 9);
            edit.set((1, 0), 200);
        },
        "walls (the first at (0, 0) towards E), one-way steps (the first from (2, 2) towards SW), \
         links (the first from (0, 0) to (3, 2), 9 ticks) and terrain class 200 (at (1, 0))",
    );
}

#[test]
fn letters_that_only_one_text_format_has_are_refused_by_the_other() {
    let grid = Grid::from_classes(3, 1, b".#~").unwrap();
    assert!(Drawing::write(&grid, &[], &[]).is_ok());
    let refused = write_map(&grid).unwrap_err().to_string();
    assert_eq!(refused, "a .map file cannot hold terrain class 35 ('#', at (1, 0))");
    let as_wall = |class| if class == b'#' { b'@' } else { class };
    let refused = write_map_as(&grid, as_wall).unwrap_err().to_string();
    assert_eq!(refused, "a .map file cannot hold terrain class 126 ('~', at (2, 0))");
    let written = write_map_as(&grid, |class| if class == b'.' { b'.' } else { b'@' }).unwrap();
    assert_eq!(read_map(&written).unwrap().row(0), Some(&b".@@"[..]));
    for class in [b'A', b'B', b' ', 0, 0x80] {
        let grid = Grid::from_classes(2, 1, &[b'.', class]).unwrap();
        assert!(Drawing::write(&grid, &[], &[]).is_err(), "{class}");
    }
}

#[test]
fn marks_that_a_drawing_would_lose_are_refused() {
    let grid = Grid::from_classes(3, 2, b"..5..@").unwrap();
    let [a, b] = [Cell::new(0, 0), Cell::new(1, 1)];
    assert_eq!(Drawing::write(&grid, &[b], &[a]).unwrap(), "B.5\n.A@\n");
    let check = |starts: &[Cell], goals: &[Cell], at: (u32, u32)| {
        let refused = Drawing::write(&grid, starts, goals).expect_err("a loss").to_string();
        let cell = Cell::from(at);
        assert!(refused.contains(&format!("a start or goal at {cell} (")), "{refused}");
    };
    check(&[Cell::new(2, 0)], &[], (2, 0));
    check(&[], &[Cell::new(2, 1)], (2, 1));
    check(&[a], &[a], (0, 0));
    check(&[a], &[b, b], (1, 1));
    check(&[Cell::new(3, 0)], &[], (3, 0));
}

#[test]
fn rows_of_a_scenario_that_could_not_be_read_again_are_refused() {
    let row = ScenarioRow {
        bucket: 0,
        map: "a.map".into(),
        width: 9,
        height: 9,
        start: Cell::new(0, 0),
        goal: Cell::new(8, 8),
        length: "1.5".into(),
    };
    assert!(write_scenario(std::slice::from_ref(&row)).is_ok());
    let bad = [
        ScenarioRow { map: "a b.map".into(), ..row.clone() },
        ScenarioRow { map: String::new(), ..row.clone() },
        ScenarioRow { map: "a\n.map".into(), ..row.clone() },
        ScenarioRow { length: "-1".into(), ..row.clone() },
        ScenarioRow { length: "1 ".into(), ..row.clone() },
        ScenarioRow { goal: Cell::new(9, 0), ..row.clone() },
    ];
    for bad in bad {
        let refused = write_scenario(&[row.clone(), bad.clone()]).expect_err("a loss");
        assert!(refused.to_string().contains("cannot hold row 1 ("), "{bad:?}: {refused}");
    }
}

#[test]
fn any_world_is_read_as_it_was_written() {
    check_round_trip(&rich(), "rich");
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let world = supported(&fenced_world(seed, 1 + rng.below(9), 1 + rng.below(7)));
        let (grid, mover) = build_world(&world);
        let mut file = WorldFile::new(grid);
        let others = [mover].into_iter().chain(movers()).take(rng.below(4));
        let named =
            |(at, mover): (u32, Mover)| NamedMover { name: format!("m{at}"), mover, side: 1 + at };
        file.movers = (0..).zip(others).map(named).collect();
        check_round_trip(&file, &format!("seed {seed}"));
    }
    for map in [caves(1, 130, 70, 45, 3), random_classes(2, 90, 61, b"..@W5\0\xff")] {
        check_round_trip(&WorldFile::new(grid_of(&map)), "a map");
    }
}

/// Files of today are read by every later version.
#[test]
fn the_bytes_are_pinned() {
    let bytes = write_world(&rich()).unwrap();
    assert_eq!(bytes[..16], *b"\x89Astride\x01\0\0\0wrld");
    assert_eq!((bytes.len(), checksum(0, &bytes)), (2472, 0x7258963d91c99dc8));
}

#[test]
fn every_flipped_bit_and_every_length_is_refused() {
    let mut small = rich();
    small.movers.truncate(1);
    let bytes = write_world(&small).unwrap();
    for at in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        assert!(read_world(&flipped).is_err(), "bit {at}");
    }
    for len in 0..bytes.len() {
        assert!(read_world(&bytes[..len]).is_err(), "{len} bytes");
    }
}

/// A file with some numbers of a table replaced and all checksums set right.
fn forged(table: &str, at: usize, numbers: &[u8]) -> Vec<u8> {
    let mut bytes = write_world(&rich()).unwrap();
    let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap()) as usize;
    let mut start = 48 + 48 * usize::from(bytes[32]);
    for entry in (48..start).step_by(48) {
        if bytes[entry..].starts_with(table.as_bytes()) && bytes[entry + table.len()] == 0 {
            let at = start + at;
            bytes[at..at + numbers.len()].copy_from_slice(numbers);
            return sealed(bytes);
        }
        start += ((number(entry + 24) & 0xff) * number(entry + 32)).next_multiple_of(8);
    }
    panic!("there is no table {table}");
}

#[test]
fn forged_tables_are_refused_by_name_and_place() {
    let check = |table: &'static str, at: usize, numbers: &[u8], place: usize, expected: &str| {
        let error = read_world(&forged(table, at, numbers)).expect_err(expected);
        let TablesError::Parts(PartsError::Damaged { part, at, expected: said }) = error else {
            panic!("{error}")
        };
        assert_eq!((part, at), (table, place), "{said}");
        assert!(said.contains(expected), "{table} {at}: {said}");
    };
    check("grid.size", 0, &[0; 4], 0, "sides of at least 1");
    check("grid.size", 0, &[0xff; 8], 0, "at most 2^30 cells");
    check("grid.size", 3, &[0x40], 0, "at most 2^30 cells");
    check("grid.classes", 3, b"@", 0, "the fingerprint of the file");
    check("grid.steps.cells", 0, &[9], 1, "in rising order");
    check("grid.steps.cells", 12, &[0, 0, 0, 1], 3, "cells of the grid");
    check("grid.steps.dirs", 1, &[0], 1, "some direction");
    check("grid.links", 0, &[20], 0, "two cells of the grid");
    check("grid.links", 4, &[0], 0, "a fence where the step is forbidden");
    check("grid.links", 8, &[0; 4], 0, "a cost of 1");
    check("grid.links", 11, &[0x41], 0, "a cost of 1");
    check("frame.cells", 0, &[3], 0, "axes");
    check("frame.plane", 7, &[0x7f, 0xff, 0xff], 0, "finite numbers");
    check("movers.rules", 0, &[5], 0, "4 or 8");
    check("movers.rules", 16 + 4, &[3], 5, "0 to 2");
    check("movers.rules", 8, &[0; 4], 2, "straight <= diagonal");
    check("movers.factors", 2 * (256 + 17), &[1, 4], 273, "at most 1024");
    check("movers.media", 17, &[0], 17, "media just where");
    check("movers.media", 18, &[1], 18, "media just where");
    check("movers.sides", 4, &[0; 4], 1, "1 to 65535");
    check("movers.sides", 2, &[1], 0, "1 to 65535");
    check("movers.names", 0, &[0], 14, "a name for each mover");
    check("movers.names", 0, &[0xff], 0, "UTF-8");
    check("movers.names", 0, b"\n", 0, "control characters");
    check("movers.names", 0, b"ogre 1\0ogre 1\0", 7, "not taken");
    check("marks.goals", 0, &[20], 0, "cells of the grid");
}

#[test]
fn other_files_are_named() {
    let refusal = |bytes: &[u8]| read_world(bytes).expect_err("no world");
    assert_eq!(refusal(b"type octile\n"), TablesError::File(ContainerError::OtherFile));
    let bytes = write_world(&rich()).unwrap();
    let changed = |at: usize, to: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = to;
        refusal(&sealed(bytes)).to_string()
    };
    assert_eq!(changed(8, 2), "format version 2, expected 1");
    assert_eq!(changed(12, b'W'), "the tables are of kind \"Wrld\", expected \"wrld\"");
    let expected = "there is a table \"Grid.size\", expected those of this version in their order";
    assert_eq!(changed(48, b'G'), expected);
}

#[test]
fn what_a_world_file_cannot_say_is_refused() {
    let check = |change: &dyn Fn(&mut WorldFile), message: &str| {
        let mut world = rich();
        change(&mut world);
        let refused: WriteError = write_world(&world).expect_err(message);
        assert!(refused.to_string().contains(message), "{refused}");
        assert_eq!(refused.losses().len(), 1);
    };
    check(&|world| world.movers[1].name = "cat".into(), "mover \"cat\" (expected a name that is");
    check(&|world| world.movers[1].name = String::new(), "mover \"\" (expected a name of 1 to 64");
    check(&|world| world.movers[0].name = "a\0b".into(), "without control characters");
    check(&|world| world.movers[0].name = "é".repeat(33), "1 to 64 bytes");
    check(&|world| world.movers[0].side = 0, "a side of 1 to 65535 cells");
    check(&|world| world.movers[0].side = 65_536, "a side of 1 to 65535 cells");
    check(&|world| world.goals.push(Cell::new(5, 0)), "a start or goal at (5, 0)");
    let frame = Frame::new(4, 5, Vec3::default(), 1.0, 1.0).unwrap();
    check(&|world| world.frame = Some(frame), "the frame (expected one of the size of the grid)");
}

#[test]
fn fences_and_who_crosses_them_are_kept() {
    let mut world = rich();
    let mut edit = Edit::new();
    edit.fence((3, 2), Dir::W, 7).fence_step((0, 3), Dir::N, 255);
    world.grid.apply(&edit).unwrap();
    let mover = world.movers[1].mover.clone();
    world.movers[1].mover =
        mover.crosses(255, 0).and_then(|mover| mover.crosses(7, 1 << 30)).unwrap();
    check_round_trip(&world, "fences");
}
