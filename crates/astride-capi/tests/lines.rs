//! Smooth lines along paths: C gets the points that Rust gets, and they keep their distance.

use std::ptr::{null, null_mut};

use astride::base::{Cell, Random, Vec2};
use astride::path::{reduce, round_corners, smooth};
use astride::shapes::square::{FreeSpace, Grid, Mover};
use astride_capi::AstrideStatus as Status;
use astride_capi::*;

use crate::hostile::{last_code, last_error};

fn options(body: f64, turn: f64) -> AstrideSmoothOptions {
    AstrideSmoothOptions {
        struct_size: size_of::<AstrideSmoothOptions>(),
        body,
        turn,
        flatness: 0.0,
    }
}

fn report() -> AstrideSmoothed {
    AstrideSmoothed { struct_size: size_of::<AstrideSmoothed>(), length: 0.0, tight: 0 }
}

/// The cells of a path.
fn cells(path: *const AstridePath) -> Vec<AstrideCell> {
    let (mut cells, mut count) = (null(), 0);
    // SAFETY: the handle is live, and what is lent is copied at once.
    unsafe {
        assert_eq!(astride_path_cells(path, &mut cells, &mut count), Status::Ok);
        std::slice::from_raw_parts(cells, count).to_vec()
    }
}

/// The points of its line, read in both ways.
fn points(path: *const AstridePath) -> Vec<Vec2> {
    let (mut lent, mut count, mut total) = (null(), 0, 0);
    // SAFETY: the handle is live, and what is lent is copied at once.
    unsafe {
        assert_eq!(astride_path_points(path, &mut lent, &mut count), Status::Ok);
        let lent = std::slice::from_raw_parts(lent, count).to_vec();
        let mut copied = vec![AstridePoint { x: 0.0, y: 0.0 }; count];
        let place = copied.as_mut_ptr();
        assert_eq!(astride_path_copy_points(path, place, count, &mut total), Status::Ok);
        assert_eq!((&copied, total), (&lent, count));
        lent.iter().map(|point| Vec2::new(point.x, point.y)).collect()
    }
}

#[test]
fn smooth_lines_are_those_of_the_library_and_clear() {
    let (mut random, mut lines, mut tight) = (Random::new(5), 0, 0);
    let (mut path, mover) = (null_mut(), Mover::walker());
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_path_new(&mut path), Status::Ok);
        for _ in 0..60 {
            let letter = |random: &mut Random| if random.below(5) == 0 { b'#' } else { b'.' };
            let classes: Vec<u8> = (0..16 * 12).map(|_| letter(&mut random)).collect();
            let own = Grid::from_classes(16, 12, &classes).unwrap();
            let space = FreeSpace::new(&own.seen_by(&mover), 0.25).unwrap();
            let mut grid = null_mut();
            let made =
                astride_grid_from_classes(16, 12, classes.as_ptr(), classes.len(), &mut grid);
            assert_eq!(made, Status::Ok);
            let (start, goal) = (AstrideCell { x: 0, y: 0 }, AstrideCell { x: 15, y: 11 });
            let found = astride_find_path(grid, null(), start, goal, path);
            let turn = [0.0, 0.5, 3.0][random.below(3) as usize];
            let mut told = report();
            let status = astride_path_smooth(path, grid, null(), &options(0.25, turn), &mut told);
            assert_eq!(astride_grid_free(grid), Status::Ok);
            if found != Status::Ok {
                assert_eq!((status, points(path).len()), (Status::Nothing, 0));
                continue;
            }
            let centre = |cell| Cell::from(cell).centre();
            let legs: Vec<Vec2> = cells(path).into_iter().map(centre).collect();
            let legs = reduce(&legs, 1.0, &space).unwrap();
            let (line, close) = if turn == 0.0 {
                let line = smooth(&legs, &space, 0.01).unwrap();
                (line.points, line.straight)
            } else {
                let line = round_corners(&legs, turn, &space, 0.01).unwrap();
                (line.points, line.tight.len())
            };
            assert_eq!((status, told.tight), (Status::Ok, close as u64));
            assert_eq!(points(path), line);
            let length = line.windows(2).fold(0.0, |sum, leg| sum + leg[0].distance_to(leg[1]));
            assert_eq!(told.length.to_bits(), length.to_bits());
            assert!(line.windows(2).all(|leg| space.is_clear(leg[0], leg[1])));
            (lines, tight) = (lines + 1, tight + close);
        }
        assert_eq!(astride_path_free(path), Status::Ok);
    }
    assert!(lines > 10 && tight > 0, "{lines} lines, {tight} tight places");
}

#[test]
fn what_cannot_be_smoothed_is_refused_and_leaves_no_line() {
    let (mut grid, mut small, mut path) = (null_mut(), null_mut(), null_mut());
    let (start, goal) = (AstrideCell { x: 0, y: 0 }, AstrideCell { x: 7, y: 5 });
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_grid_new(8, 6, b'.'.into(), &mut grid), Status::Ok);
        assert_eq!(astride_grid_new(4, 4, b'.'.into(), &mut small), Status::Ok);
        assert_eq!(astride_path_new(&mut path), Status::Ok);
        assert_eq!(astride_find_path(grid, null(), start, goal, path), Status::Ok);
        let ask = |on, options: *const AstrideSmoothOptions| {
            astride_path_smooth(path, on, null(), options, null_mut())
        };
        assert_eq!(ask(grid, null()), Status::Ok);
        assert!(!points(path).is_empty());
        // The border of the map is nearer than this to the first cell.
        assert_eq!(ask(grid, &options(0.75, 1.0)), Status::BadArgument);
        assert!(last_error().contains("leg 0"), "{}", last_error());
        assert!(!last_code().is_empty() && points(path).is_empty());
        for bad in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(ask(grid, &options(bad, 0.0)), Status::BadArgument, "body {bad}");
            assert_eq!(ask(grid, &options(0.0, bad)), Status::BadArgument, "turn {bad}");
        }
        for flatness in [1e-9, -1.0, f64::NAN, f64::INFINITY] {
            let fine = AstrideSmoothOptions { flatness, ..options(0.0, 0.0) };
            assert_eq!(ask(grid, &fine), Status::BadArgument, "flatness {flatness}");
        }
        assert_eq!(ask(small, null()), Status::OffMap);
        let short = AstrideSmoothOptions { struct_size: 8, ..options(0.0, 0.0) };
        assert_eq!(ask(grid, &short), Status::BadSize);
        // Another answer forgets the line of the one before.
        assert_eq!(ask(grid, null()), Status::Ok);
        assert_eq!(astride_find_path(grid, null(), start, start, path), Status::Ok);
        assert!(points(path).is_empty());
        // From a cell to itself the line is a point, of a length that is written as 0, not -0.
        for turn in [0.0, 1.0] {
            let mut told = report();
            let status = astride_path_smooth(path, grid, null(), &options(0.5, turn), &mut told);
            assert_eq!((status, told.length.to_bits(), told.tight), (Status::Ok, 0, 0));
            assert_eq!(points(path), [Vec2::new(0.5, 0.5)]);
        }
        assert_eq!(astride_path_free(path), Status::Ok);
        assert_eq!(astride_grid_free(grid), Status::Ok);
        assert_eq!(astride_grid_free(small), Status::Ok);
    }
}
