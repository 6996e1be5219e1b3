//! The library answers through C as it does in Rust.

use std::fs;
use std::ptr::{null, null_mut};

use astride::io::read_map;
use astride::prelude::{Grid, Mover};
use astride_capi::*;
use astride_testkit::adapter::{build_world, supported};
use astride_testkit::corpus::{corpus_dir, read_folder};
use astride_testkit::digest::answers;

use crate::hostile::ask;
use crate::programs::{Language, is_slow, root, same_both_ways};

#[test]
fn many_answers_in_c_are_those_of_the_library() {
    if !Language::C.is_here("many_answers_in_c_are_those_of_the_library") {
        return;
    }
    let queries = if is_slow() { 100_000 } else { 2_000 };
    let map = root().join("data/grid/dao/den011d.map");
    let grid = read_map(&fs::read(&map).expect("a map of the repository")).expect("a good map");
    let name = map.to_str().expect("a plain name");
    let printed = same_both_ways(Language::C, "tests/c/digest.c", &[name, &queries.to_string()]);
    let digest = format!("{:016x}", answers(&grid, queries));
    assert_eq!(printed.trim(), digest);
    // What the tests of the wheel compare with, which do not compile the library.
    let wanted = include_str!("digests.txt");
    assert!(wanted.contains(&format!("{queries} {digest}\n")), "{queries} {digest} in digests.txt");
}

/// A handle of a value of the library; tests may take a short cut that C cannot.
fn made<H>(status: AstrideStatus, handle: *mut H) -> *mut H {
    assert_eq!(status, AstrideStatus::Ok);
    assert!(!handle.is_null());
    handle
}

/// The grid and the mover of a case, told to C one call at a time.
fn told(grid: &Grid, mover: &Mover) -> (*mut AstrideGrid, *mut AstrideMover) {
    let classes: Vec<u8> = (0..grid.height()).flat_map(|y| grid.row(y).unwrap().to_vec()).collect();
    let (width, height) = (grid.width(), grid.height());
    let (mut out, mut edit, mut who) = (null_mut(), null_mut(), null_mut());
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        let status =
            astride_grid_from_classes(width, height, classes.as_ptr(), classes.len(), &mut out);
        let out = made(status, out);
        assert_eq!(astride_edit_new(&mut edit), AstrideStatus::Ok);
        for y in 0..height {
            for x in 0..width {
                for dir in astride::base::Dir::ALL {
                    if grid.is_step_forbidden((x, y), dir) {
                        let cell = AstrideCell { x, y };
                        assert_eq!(astride_edit_step(edit, cell, dir as u32, 0), AstrideStatus::Ok);
                    }
                }
            }
        }
        for link in grid.links() {
            let [from, to] = [link.from, link.to].map(|node| grid.cell(node).into());
            assert_eq!(astride_edit_link(edit, from, to, link.cost), AstrideStatus::Ok);
        }
        assert_eq!(astride_grid_apply(out, edit, null_mut()), AstrideStatus::Ok);
        assert_eq!(astride_edit_free(edit), AstrideStatus::Ok);
        assert_eq!(astride_mover_new(&mut who), AstrideStatus::Ok);
        for class in 0..=255u8 {
            let (factor, media) = (mover.factor(class), mover.media_of(class));
            let status = astride_mover_class(who, class.into(), factor, media.into());
            assert_eq!(status, AstrideStatus::Ok);
        }
        let four = mover.neighbour_rule() == astride::prelude::Neighbours::Four;
        assert_eq!(astride_mover_neighbours(who, four.into()), AstrideStatus::Ok);
        assert_eq!(astride_mover_corners(who, mover.corner_rule() as u32), AstrideStatus::Ok);
        let scale = mover.step_scale();
        assert_eq!(astride_mover_scale(who, scale.straight(), scale.diagonal()), AstrideStatus::Ok);
        (out, who)
    }
}

/// Two groups that change places through a gate, in C and in Rust, tick by tick.
#[test]
fn crowds_have_the_history_that_they_have_in_the_library() {
    use astride::base::Vec2;
    use astride_agents::crowd::{Body, Crowd, Formation, Mode, Shape};
    let mut grid = Grid::new(24, 16, b'.').unwrap();
    grid.apply(
        astride::prelude::Edit::new()
            .fill(astride::prelude::CellRect::new(12, 0, 1, 16), b'#')
            .set((12, 8), b'.'),
    )
    .unwrap();
    let (c_grid, c_mover) = told(&grid, &Mover::walker());
    for (number, mode) in [Mode::Free, Mode::Lattice].into_iter().enumerate() {
        let mut crowd = Crowd::new(&grid.seen_by(&Mover::walker()), mode).unwrap();
        let (left, right) = (Vec2::new(4.5, 8.5), Vec2::new(19.5, 8.5));
        crowd.spawn_near(left, 6, Body::default()).unwrap();
        crowd.spawn_near(right, 6, Body { radius: 0.25, speed: 7.0 }).unwrap();
        crowd.order(&[0, 1, 2, 3, 4, 5], right).unwrap();
        let wedge = Formation::of(Shape::Wedge).spacing(2.0).facing(Vec2::new(-1.0, 0.0));
        crowd.order_formation(&[6, 7, 8, 9, 10, 11], left, &wedge).unwrap();

        let point = |at: Vec2| AstridePoint { x: at.x, y: at.y };
        let (mut out, mut unit, mut digest) = (null_mut(), 0, 0);
        let (units, facing) =
            (std::array::from_fn::<u32, 12, _>(|at| at as u32), point(Vec2::new(-1.0, 0.0)));
        // SAFETY: all pointers are of live values, and handles are live.
        unsafe {
            let made = made(astride_crowd_new(c_grid, c_mover, number as u32, &mut out), out);
            let ok = [
                astride_crowd_spawn_near(made, point(left), 6, 0.0, 0.0, &mut unit),
                astride_crowd_spawn_near(made, point(right), 6, 0.25, 7.0, &mut unit),
                astride_crowd_order(made, units.as_ptr(), 6, point(right)),
                astride_crowd_order_formation(
                    made,
                    units[6..].as_ptr(),
                    6,
                    point(left),
                    AstrideFormation::Wedge as u32,
                    2.0,
                    facing,
                ),
            ];
            assert_eq!(ok, [AstrideStatus::Ok; 4]);
            for frame in 0..600 {
                let seconds = [0.016, 0.033, 0.25, 0.0][frame % 4];
                crowd.advance(seconds).unwrap();
                assert_eq!(astride_crowd_advance(made, seconds), AstrideStatus::Ok);
                assert_eq!(astride_crowd_digest(made, &mut digest), AstrideStatus::Ok);
                assert_eq!(digest, crowd.digest(), "frame {frame}");
            }
            let (mut count, mut arrived) = (0, 0);
            assert_eq!(astride_crowd_count(made, &mut count, &mut arrived), AstrideStatus::Ok);
            assert_eq!((count, arrived, crowd.arrived_count()), (12, 12, 12));
            assert_eq!(astride_crowd_free(made), AstrideStatus::Ok);
        }
    }
    // SAFETY: they are live, and nobody uses them any more.
    unsafe {
        assert_eq!(astride_grid_free(c_grid), AstrideStatus::Ok);
        assert_eq!(astride_mover_free(c_mover), AstrideStatus::Ok);
    }
}

#[test]
fn the_drawn_cases_cost_what_was_worked_out() {
    let cases = read_folder(&corpus_dir()).expect("a good corpus");
    let mut held = 0;
    for (file, case) in cases {
        // A free link is refused at the border.
        if case.world.links.iter().any(|link| link.2 == 0) {
            continue;
        }
        let name = format!("{}:{} {}", file.display(), case.line, case.title);
        let world = supported(&case.world);
        let (grid, mover) = build_world(&world);
        let (c_grid, c_mover) = told(&grid, &mover);
        let [start, goal] = [case.start, case.goal].map(|cell| {
            let (x, y) = astride_testkit::adapter::engine_cell(cell);
            AstrideCell { x, y }
        });
        let (mut path, mut field, mut navigator) = (null_mut(), null_mut(), null_mut());
        let mut costs = [0; 4];
        // SAFETY: all pointers are of live values, and handles are live.
        unsafe {
            assert_eq!(astride_path_new(&mut path), AstrideStatus::Ok);
            let status = astride_find_path(c_grid, c_mover, start, goal, path);
            assert_eq!(status == AstrideStatus::Ok, case.expected.is_some(), "{name}");
            astride_path_cost(path, &mut costs[0]);

            assert_eq!(astride_field_new(&mut field), AstrideStatus::Ok);
            let status = astride_field_compute(field, c_grid, c_mover, &goal, 1, 0, 0, 0);
            assert_eq!(status, AstrideStatus::Ok, "{name}");
            astride_field_cost(field, start, &mut costs[1]);
            let status = astride_field_path(field, c_grid, start, path);
            assert_eq!(status == AstrideStatus::Ok, case.expected.is_some(), "{name}");
            astride_path_cost(path, &mut costs[2]);

            let status = astride_navigator_new(c_grid, c_mover, null(), &mut navigator);
            assert_eq!(status, AstrideStatus::Ok, "{name}");
            astride_navigator_cost(navigator, &ask(start, goal), &mut costs[3]);

            astride_navigator_free(navigator);
            astride_field_free(field);
            astride_path_free(path);
            astride_mover_free(c_mover);
            astride_grid_free(c_grid);
        }
        assert_eq!(costs, [case.expected.unwrap_or(ASTRIDE_NO_COST); 4], "{name}\n{}", case.drawn);
        held += 1;
    }
    assert!(held > 20, "only {held} cases");
}
