//! What a navigator is asked beyond a path: around blockers, to several goals, in time, how far, and what
//! if. Answers are those of the library.

use std::ptr::{null, null_mut};

use astride::base::{Budget, Cell, Random};
use astride::planner::{Ask, ExplainTerms, MoverId, Navigator, OverlayId, PlacesId};
use astride::prelude::{CellRect, Edit, Grid, Mover};
use astride::shapes::square::{Clusters, ClustersOptions, IndexWriter, Labels, LabelsOptions};
use astride_capi::AstrideStatus as Status;
use astride_capi::*;

use crate::hostile::{ask, cell, last_code, last_error};
use crate::same::told;
use crate::worlds::path_info;

const WIDTH: u32 = 16;
const HEIGHT: u32 = 11;

/// One navigator twice, with two movers, one overlay and two sets of places.
struct Twice {
    rust: Navigator,
    movers: [MoverId; 2],
    overlay: OverlayId,
    places: [PlacesId; 2],
    c: *mut AstrideNavigator,
    path: *mut AstridePath,
    reach: *mut AstrideReach,
    edit: *mut AstrideEdit,
    /// The edit of `edit`.
    batch: Edit,
}

impl Twice {
    fn new(random: &mut Random) -> Self {
        let classes = (0..WIDTH * HEIGHT).map(|_| if random.below(5) == 0 { b'#' } else { b'.' });
        let grid = Grid::from_classes(WIDTH, HEIGHT, &classes.collect::<Vec<u8>>()).unwrap();
        let (c_grid, c_mover) = told(&grid, &Mover::walker());
        let mut rust = Navigator::new(grid);
        let movers =
            [rust.first_mover(), rust.add_mover_sized(Mover::walker(), 2).expect("there is room")];
        let overlay = rust.add_overlay().unwrap();
        let danger = CellRect::new(4, 2, 3, 6);
        rust.overlay_mut(overlay).unwrap().fill(danger, 30_000);
        let places = [rust.add_places(), rust.add_places()];
        let (mut c, mut path, mut reach, mut edit) =
            (null_mut(), null_mut(), null_mut(), null_mut());
        let (mut one, mut other, mut body) = (0, 0, 0);
        // SAFETY: all pointers are of live values, and handles are live.
        let made = unsafe {
            [
                astride_navigator_new(c_grid, c_mover, null(), &mut c),
                astride_navigator_add_places(c, &mut one),
                astride_navigator_add_mover(c, c_mover, 2, &mut body),
                astride_navigator_add_overlay(c, &mut 0),
                // What is added in between leaves the sets that there are.
                astride_navigator_add_places(c, &mut other),
                astride_navigator_overlay_fill(
                    c,
                    0,
                    AstrideRect { x: 4, y: 2, width: 3, height: 6 },
                    30_000,
                ),
                astride_path_new(&mut path),
                astride_reach_new(&mut reach),
                astride_edit_new(&mut edit),
                astride_grid_free(c_grid),
                astride_mover_free(c_mover),
            ]
        };
        assert_eq!((made, one, other, body), ([Status::Ok; 11], 1, 2, 1));
        Twice { rust, movers, overlay, places, c, path, reach, edit, batch: Edit::new() }
    }

    fn set(&mut self, set: usize, cells: &[AstrideCell]) {
        self.rust.set_places(self.places[set], cells.iter().copied()).unwrap();
        // SAFETY: all pointers are of live values.
        let status = unsafe {
            astride_navigator_set_places(self.c, set as u32 + 1, cells.as_ptr(), cells.len())
        };
        assert_eq!(status, Status::Ok);
    }

    fn draw(&mut self, random: &mut Random) {
        self.batch = Edit::new();
        // SAFETY: the handle is live.
        assert_eq!(unsafe { astride_edit_clear(self.edit) }, Status::Ok);
        for _ in 0..1 + random.below(3) {
            let (x, y) = (random.below(WIDTH - 2), random.below(3));
            let rect =
                AstrideRect { x, y, width: 1 + random.below(2), height: 4 + random.below(5) };
            self.batch.fill(CellRect::new(x, y, rect.width, rect.height), b'#');
            // SAFETY: the handle is live.
            let status = unsafe { astride_edit_fill(self.edit, rect, b'#'.into()) };
            assert_eq!(status, Status::Ok);
        }
    }

    /// A question twice.
    fn question(&self, random: &mut Random) -> (Ask, AstrideAsk) {
        let [start, goal] = [0; 2].map(|_| any_cell(random));
        let [body, danger, around, or_to, nearest] = [0; 5].map(|_| random.below(2));
        let mut asked = Ask::new(start, goal).mover(self.movers[body as usize]);
        if danger > 0 {
            asked = asked.overlay(self.overlay);
        }
        if around > 0 {
            asked = asked.around(self.places[0]);
        }
        if or_to > 0 {
            asked = asked.or_to(self.places[1]);
        }
        if nearest > 0 {
            asked = asked.or_nearest();
        }
        let in_c = AstrideAsk {
            mover: body,
            overlays: danger.into(),
            around,
            or_to: 2 * or_to,
            or_nearest: nearest,
            ..ask(start, goal)
        };
        (asked, in_c)
    }

    fn info(&self) -> AstridePathInfo {
        let mut info = path_info();
        // SAFETY: all pointers are of live values.
        assert_eq!(unsafe { astride_path_info(self.path, &mut info) }, Status::Ok);
        info
    }

    fn revision(&self) -> u64 {
        let mut revision = 0;
        // SAFETY: all pointers are of live values.
        assert_eq!(unsafe { astride_navigator_revision(self.c, &mut revision) }, Status::Ok);
        revision
    }

    /// The cells of the path.
    fn cells(&self) -> Vec<AstrideCell> {
        let (mut cells, mut total) = (vec![cell(99, 99); 500], 0);
        // SAFETY: all pointers are of live values, and there are as many places as it says.
        let status =
            unsafe { astride_path_copy(self.path, cells.as_mut_ptr(), cells.len(), &mut total) };
        assert_eq!(status, Status::Ok);
        assert!(cells[total..].iter().all(|&rest| rest == cell(99, 99)));
        cells.truncate(total);
        cells
    }
}

impl Drop for Twice {
    fn drop(&mut self) {
        // SAFETY: the handles are live, and nobody uses them any more.
        let freed = unsafe {
            [
                astride_navigator_free(self.c),
                astride_path_free(self.path),
                astride_reach_free(self.reach),
                astride_edit_free(self.edit),
            ]
        };
        assert!(std::thread::panicking() || freed == [Status::Ok; 4]);
    }
}

fn any_cell(random: &mut Random) -> AstrideCell {
    cell(random.below(WIDTH), random.below(HEIGHT))
}

#[test]
fn around_blockers_and_to_several_goals_the_answers_are_those_of_the_library() {
    let mut random = Random::new(3);
    let mut met = [0; 4];
    for _ in 0..12 {
        let mut twice = Twice::new(&mut random);
        for set in 0..2 {
            let cells: Vec<_> = (0..12 - 8 * set).map(|_| any_cell(&mut random)).collect();
            twice.set(set, &cells);
        }
        let mut snapshot = null_mut();
        // SAFETY: all pointers are of live values.
        assert_eq!(unsafe { astride_navigator_snapshot(twice.c, &mut snapshot) }, Status::Ok);
        for _ in 0..25 {
            let (asked, in_c) = twice.question(&mut random);
            let outcome = twice.rust.route(&asked, &mut Budget::unlimited()).unwrap();
            let walked = outcome.path().or(outcome.nearest());
            let expected: Vec<AstrideCell> = walked.map_or(Vec::new(), |path| {
                path.cells(twice.rust.grid()).map(AstrideCell::from).collect()
            });
            let status = if outcome.path().is_some() { Status::Ok } else { Status::Unreachable };
            // SAFETY: all pointers are of live values.
            unsafe {
                assert_eq!(astride_navigator_find(twice.c, &in_c, 0, twice.path), status);
                assert_eq!(twice.cells(), expected, "{in_c:?}");
                let found = astride_snapshot_find(snapshot, &in_c, 0, null_mut(), twice.path);
                assert_eq!((found, twice.cells()), (status, expected.clone()));
                let mut cost = 0;
                assert_eq!(astride_navigator_cost(twice.c, &in_c, &mut cost), status);
                assert_eq!(cost, outcome.cost().unwrap_or(ASTRIDE_NO_COST));
                let (mut ticket, mut delivery) = (0, empty_delivery());
                assert_eq!(
                    astride_navigator_submit(twice.c, &in_c, null(), &mut ticket),
                    Status::Ok
                );
                assert_eq!(astride_navigator_work(twice.c, 0, 0, null_mut()), Status::Ok);
                let taken = astride_navigator_take(twice.c, &mut delivery, twice.path);
                assert_eq!((taken, delivery.ticket), (Status::Ok, ticket));
                assert_eq!(delivery.status, status as i32);
                assert_eq!(twice.info().cost, walked.map_or(ASTRIDE_NO_COST, |path| path.cost()));
            }
            let plain = AstrideAsk { around: 0, or_to: 0, ..in_c };
            // SAFETY: all pointers are of live values.
            unsafe { astride_navigator_find(twice.c, &plain, 0, twice.path) };
            let kind = usize::from(in_c.around > 0) + 2 * usize::from(in_c.or_to > 0);
            met[kind] += u32::from(twice.cells() != expected);
        }
        // SAFETY: nobody uses it any more.
        assert_eq!(unsafe { astride_snapshot_free(snapshot) }, Status::Ok);
    }
    // Both change many answers.
    assert!(met[0] == 0 && met[1..].iter().all(|&count| count > 10), "{met:?}");
}

#[test]
fn a_set_is_replaced_whole_and_a_younger_field_is_not_read_from_an_older_program() {
    let twice = Twice::new(&mut Random::new(4));
    // SAFETY: all pointers are of live values; a list is refused before anything is read.
    unsafe {
        assert_eq!(astride_edit_fill(twice.edit, whole(), b'.'.into()), Status::Ok);
        assert_eq!(astride_navigator_apply(twice.c, twice.edit, null_mut()), Status::Ok);
        let (across, around) = (ask(cell(0, 0), cell(4, 0)), |set| AstrideAsk {
            around: set,
            ..ask(cell(0, 0), cell(4, 0))
        });
        let cost = |asked: &AstrideAsk| {
            let mut cost = 0;
            (astride_navigator_cost(twice.c, asked, &mut cost), cost)
        };
        let straight = (Status::Ok, 4 * 13_860);
        let curved = (Status::Ok, 2 * 13_860 + 2 * 19_601);
        let units = [cell(0, 0), cell(2, 0)];
        let set = |cells: &[AstrideCell]| {
            astride_navigator_set_places(twice.c, 2, cells.as_ptr(), cells.len())
        };
        assert_eq!(cost(&around(2)), straight, "nobody is in it");
        assert_eq!(set(&units), Status::Ok);
        assert_eq!(
            (cost(&around(2)), cost(&around(1)), cost(&across)),
            (curved, straight, straight)
        );
        assert_eq!(set(&[cell(1, 0), cell(WIDTH, 0)]), Status::OffMap);
        assert_eq!((last_code(), cost(&around(2))), ("cell-off-map".to_owned(), curved));
        assert_eq!(astride_navigator_set_places(twice.c, 2, null(), 1), Status::BadPointer);
        assert_eq!(
            astride_navigator_set_places(twice.c, 2, units.as_ptr(), usize::MAX),
            Status::BadSize
        );
        for unknown in [0, 3, u32::MAX] {
            let status = astride_navigator_set_places(twice.c, unknown, units.as_ptr(), 2);
            assert_eq!(status, Status::UnknownNumber);
        }
        assert!(last_error().ends_with("expected 1 to 2"), "{}", last_error());
        assert_eq!(cost(&around(2)), curved);
        assert_eq!(cost(&around(3)).0, Status::UnknownNumber);
        assert_eq!(cost(&AstrideAsk { or_to: 3, ..across }).0, Status::UnknownNumber);
        // 48 bytes are all that a program of before has.
        let older = AstrideAsk { struct_size: 48, or_to: 9, ..around(2) };
        assert_eq!(cost(&older), straight);
        let mut number = 7u32;
        let odd = (&raw mut number).cast::<u8>().wrapping_add(1).cast();
        assert_eq!(astride_navigator_add_places(twice.c, odd), Status::BadPointer);
        assert_eq!(astride_navigator_add_places(twice.c, &mut number), Status::Ok);
        assert_eq!(number, 3, "the one that could not be told was not added");
        assert_eq!(set(&[]), Status::Ok);
        assert_eq!(cost(&around(2)), straight);
        // A snapshot has the sets of its time, as they were.
        let mut snapshot = null_mut();
        assert_eq!(astride_navigator_snapshot(twice.c, &mut snapshot), Status::Ok);
        assert_eq!((set(&units), cost(&around(2))), (Status::Ok, curved));
        assert_eq!(astride_navigator_add_places(twice.c, &mut number), Status::Ok);
        let find = |asked| astride_snapshot_find(snapshot, &asked, 0, null_mut(), twice.path);
        assert_eq!((find(around(4)), find(around(2))), (Status::UnknownNumber, Status::Ok));
        assert_eq!(twice.info().cost, straight.1);
        assert_eq!(astride_snapshot_free(snapshot), Status::Ok);
    }
}

fn whole() -> AstrideRect {
    AstrideRect { x: 0, y: 0, width: WIDTH, height: HEIGHT }
}

fn empty_delivery() -> AstrideDelivery {
    // SAFETY: all its fields are numbers.
    let delivery: AstrideDelivery = unsafe { std::mem::zeroed() };
    AstrideDelivery { struct_size: size_of::<AstrideDelivery>(), ..delivery }
}

fn limits(most_frames: u64) -> AstrideRequestOptions {
    AstrideRequestOptions {
        struct_size: size_of::<AstrideRequestOptions>(),
        most_expansions: 0,
        most_frames,
        priority: 0,
        reserved: 0,
    }
}

/// In a world where a path takes many expansions, by frames of five.
#[test]
fn a_request_expires_in_its_frame_and_is_delivered_without_a_path() {
    let twice = Twice::new(&mut Random::new(5));
    // SAFETY: all pointers are of live values.
    unsafe {
        assert_eq!(astride_edit_fill(twice.edit, whole(), b'.'.into()), Status::Ok);
        assert_eq!(astride_navigator_apply(twice.c, twice.edit, null_mut()), Status::Ok);
        let far = AstrideAsk { overlays: 1, ..ask(cell(0, 5), cell(WIDTH - 1, 5)) };
        let overlay = astride_navigator_overlay_fill(twice.c, 0, whole(), 9_000);
        let (mut soon, mut late, mut never) = (0, 0, 0);
        let submit = |options: &AstrideRequestOptions, ticket: &mut u64| {
            astride_navigator_submit(twice.c, &far, options, ticket)
        };
        let refused = [
            submit(&AstrideRequestOptions { priority: 256, ..limits(0) }, &mut soon),
            submit(&AstrideRequestOptions { struct_size: 24, ..limits(0) }, &mut soon),
            astride_navigator_submit(twice.c, null(), null(), &mut soon),
            astride_navigator_submit(twice.c, &far, null(), null_mut()),
        ];
        let expected =
            [Status::BadArgument, Status::BadSize, Status::BadPointer, Status::BadPointer];
        assert_eq!((overlay, refused, soon), (Status::Ok, expected, 0));
        let limited = AstrideRequestOptions { most_expansions: 7, ..limits(1_000) };
        let mut cut = 0;
        assert_eq!(submit(&limited, &mut cut), Status::Ok);
        assert_eq!(submit(&limits(2), &mut soon), Status::Ok);
        assert_eq!(submit(&limits(3), &mut late), Status::Ok);
        assert_eq!(submit(&limits(0), &mut never), Status::Ok);
        assert_eq!([cut, soon, late, never], [1, 2, 3, 4], "what was refused was not submitted");
        let mut told = Vec::new();
        for frame in 1..2_000 {
            assert_eq!(astride_navigator_work(twice.c, 5, 0, null_mut()), Status::Ok);
            let mut delivery = empty_delivery();
            while astride_navigator_take(twice.c, &mut delivery, twice.path) == Status::Ok {
                assert_eq!(twice.info().status, delivery.status);
                let has_path = delivery.status == Status::Ok as i32;
                assert_eq!(twice.cells().is_empty(), !has_path);
                told.push((delivery.ticket, delivery.status, delivery.frames, frame));
            }
        }
        told.sort_unstable();
        let expired = Status::Expired as i32;
        assert_eq!(told[1..3], [(soon, expired, 2, 2), (late, expired, 3, 3)]);
        assert_eq!((told[0].1, told[3].1), (Status::OutOfBudget as i32, 0));
        assert!(told.len() == 4 && told[3].2 > 3, "{told:?}");
        assert_eq!(
            astride_navigator_progress(twice.c, soon, null_mut(), null_mut()),
            Status::UnknownNumber
        );
    }
}

#[test]
fn a_movement_range_is_that_of_the_library() {
    let mut random = Random::new(6);
    let mut sizes = Vec::new();
    for _ in 0..10 {
        let mut twice = Twice::new(&mut random);
        let units: Vec<_> = (0..14).map(|_| any_cell(&mut random)).collect();
        twice.set(0, &units);
        for _ in 0..10 {
            let (asked, in_c) = twice.question(&mut random);
            let most = u64::from(random.below(8)) * 13_860;
            let expected = twice.rust.reach(&asked, most, &mut Budget::unlimited()).unwrap();
            let (mut cells, mut count) = (null(), 0);
            // SAFETY: all pointers are of live values.
            let lent = unsafe {
                let (c, reach) = (twice.c, twice.reach);
                assert_eq!(astride_navigator_reach(c, &in_c, most, 0, reach), Status::Ok);
                assert_eq!(astride_reach_cells(reach, &mut cells, &mut count), Status::Ok);
                std::slice::from_raw_parts(cells, count)
            };
            let grid = twice.rust.grid();
            let wanted: Vec<AstrideReached> = expected
                .nodes()
                .iter()
                .map(|one| AstrideReached { cell: grid.cell(one.node).into(), cost: one.cost })
                .collect();
            assert_eq!(lent, wanted, "{in_c:?}");
            sizes.push(count);
            for at in (0..WIDTH * HEIGHT).map(|at| cell(at % WIDTH, at / WIDTH)) {
                let known = wanted.iter().find(|one| one.cell == at).map(|one| one.cost);
                let mut cost = 0;
                // SAFETY: all pointers are of live values.
                let status = unsafe {
                    assert_eq!(astride_reach_cost(twice.reach, at, &mut cost), Status::Ok);
                    astride_reach_path(twice.reach, at, twice.path)
                };
                assert_eq!(cost, known.unwrap_or(ASTRIDE_NO_COST));
                let info = twice.info();
                assert_eq!((info.cost, info.status), (cost, status as i32));
                match known {
                    Some(_) => {
                        let walked = twice.cells();
                        assert_eq!((walked[0], walked.last()), (in_c.start, Some(&at)));
                        assert_eq!(status, Status::Ok);
                    }
                    None => {
                        assert_eq!(status, Status::Unreachable);
                        assert_eq!(info.why, AstrideWhy::TooCostly as u32);
                    }
                }
            }
        }
    }
    assert!(sizes.contains(&0) && sizes.iter().any(|&size| size > 50), "{sizes:?}");
}

#[test]
fn a_reach_is_copied_is_limited_and_is_of_its_snapshot() {
    let twice = Twice::new(&mut Random::new(7));
    let (c, reach) = (twice.c, twice.reach);
    let asked = ask(cell(3, 3), cell(3, 3));
    let (mut cost, mut total) = (0, 9);
    let nothing = AstrideReached { cell: cell(77, 77), cost: 77 };
    let mut some = [nothing; 4];
    // SAFETY: all pointers are of live values; a list is refused before anything is read.
    unsafe {
        assert_eq!(astride_reach_cost(reach, cell(0, 0), &mut cost), Status::Stale);
        assert_eq!(astride_reach_path(reach, cell(0, 0), twice.path), Status::Stale);
        assert_eq!(astride_edit_fill(twice.edit, whole(), b'.'.into()), Status::Ok);
        assert_eq!(astride_navigator_apply(c, twice.edit, null_mut()), Status::Ok);
        let mut snapshot = null_mut();
        assert_eq!(astride_navigator_snapshot(c, &mut snapshot), Status::Ok);
        assert_eq!(astride_navigator_reach(c, &asked, 13_860, 0, reach), Status::Ok);
        let copy = |some: &mut [AstrideReached], total: *mut usize| {
            astride_reach_copy(reach, some.as_mut_ptr(), some.len(), total)
        };
        assert_eq!((copy(&mut some[..2], &mut total), total), (Status::Ok, 5));
        let first = AstrideReached { cell: cell(3, 2), cost: 13_860 };
        let second = AstrideReached { cell: cell(2, 3), cost: 13_860 };
        assert_eq!(some, [first, second, nothing, nothing]);
        assert_eq!(astride_reach_copy(reach, null_mut(), 0, &mut total), Status::Ok);
        assert_eq!(astride_reach_copy(reach, null_mut(), 1, &mut total), Status::BadPointer);
        let many = astride_reach_copy(reach, some.as_mut_ptr(), usize::MAX, null_mut());
        assert_eq!(many, Status::BadSize);
        let odd = (&raw mut total).cast::<u8>().wrapping_add(1).cast();
        assert_eq!((copy(&mut some[2..], odd), some[2]), (Status::BadPointer, nothing));
        assert_eq!(astride_reach_cost(reach, cell(WIDTH, 0), &mut cost), Status::OffMap);
        // What is refused leaves it as it was; what comes to nothing does not.
        let unknown = AstrideAsk { around: 3, ..asked };
        assert_eq!(astride_navigator_reach(c, &unknown, 0, 0, reach), Status::UnknownNumber);
        assert_eq!((copy(&mut [], &mut total), total), (Status::Ok, 5));
        assert_eq!(astride_navigator_reach(c, &asked, 99_999, 3, reach), Status::OutOfBudget);
        assert_eq!((copy(&mut [], &mut total), total), (Status::Ok, 0));
        // What it costs to stay is not known then either.
        assert_eq!(astride_reach_cost(reach, asked.start, &mut cost), Status::Stale);
        assert_eq!(astride_navigator_reach(c, &asked, ASTRIDE_NO_COST, 0, reach), Status::Ok);
        assert_eq!((copy(&mut [], &mut total), total as u32), (Status::Ok, WIDTH * HEIGHT));
        assert_eq!(astride_navigator_reach(c, &asked, 0, 0, reach), Status::Ok);
        assert_eq!((copy(&mut some, &mut total), total, some[0].cell), (Status::Ok, 1, cell(3, 3)));

        assert_eq!(astride_edit_fill(twice.edit, whole(), b'#'.into()), Status::Ok);
        assert_eq!(astride_navigator_apply(c, twice.edit, null_mut()), Status::Ok);
        assert_eq!(astride_navigator_reach(c, &asked, 13_860, 0, reach), Status::Ok);
        assert_eq!((copy(&mut [], &mut total), total), (Status::Ok, 0));
        let as_it_was = astride_snapshot_reach(snapshot, &asked, 13_860, 0, null_mut(), reach);
        assert_eq!((as_it_was, copy(&mut [], &mut total), total), (Status::Ok, Status::Ok, 5));
        let status = astride_snapshot_reach(snapshot, &unknown, 0, 0, null_mut(), reach);
        assert_eq!((status, astride_snapshot_free(snapshot)), (Status::UnknownNumber, Status::Ok));
    }
}

#[test]
fn what_would_be_parted_and_how_one_would_go_are_those_of_the_library() {
    let mut random = Random::new(8);
    let mut counts = [0; 4];
    for _ in 0..25 {
        let mut twice = Twice::new(&mut random);
        for set in 0..2 {
            let cells: Vec<_> = (0..5).map(|_| any_cell(&mut random)).collect();
            twice.set(set, &cells);
        }
        twice.draw(&mut random);
        let (asked, in_c): (Vec<Ask>, Vec<AstrideAsk>) =
            (0..8).map(|_| twice.question(&mut random)).unzip();
        let before = twice.revision();
        let expected = twice.rust.would_part(&twice.batch, &asked).unwrap();
        let mut parted = [7u8; 8];
        let (c, edit) = (twice.c, twice.edit);
        // SAFETY: all pointers are of live values.
        let [status, alone] = unsafe {
            let (first, count) = (in_c.as_ptr(), in_c.len());
            [parted.as_mut_ptr(), null_mut()]
                .map(|places| astride_navigator_would_part(c, edit, first, count, places))
        };
        let is_any = if expected.is_empty() { Status::Nothing } else { Status::Ok };
        assert_eq!([status, alone], [is_any; 2]);
        counts[usize::from(expected.is_empty())] += 1;
        for (at, (one, same)) in asked.iter().zip(&in_c).enumerate() {
            assert_eq!(parted[at], u8::from(expected.contains(&at)));
            let outcome = twice.rust.route_if(&twice.batch, one, &mut Budget::unlimited()).unwrap();
            // SAFETY: all pointers are of live values.
            let status = unsafe { astride_navigator_find_if(c, edit, same, 0, twice.path) };
            let wanted = if outcome.path().is_some() { Status::Ok } else { Status::Unreachable };
            assert_eq!(status, wanted);
            let walked = outcome.path().or(outcome.nearest());
            let cells = walked.map_or(Vec::new(), |path| path.cells(twice.rust.grid()).collect());
            assert_eq!(
                twice.cells(),
                cells.into_iter().map(|cell: Cell| cell.into()).collect::<Vec<_>>()
            );
            counts[2] += u32::from(outcome.cost() != twice.rust.cost(one).unwrap());
        }
        assert_eq!(twice.revision(), before, "nothing is edited");
    }
    assert!(counts[..3].iter().all(|&count| count > 4), "{counts:?}");
}

#[test]
fn what_would_open_a_way_is_what_the_library_says() {
    let mut random = Random::new(12);
    let mut counts = [0; 3];
    for _ in 0..40 {
        let mut twice = Twice::new(&mut random);
        twice.draw(&mut random);
        let mut opening = null_mut();
        // SAFETY: the place is live.
        assert_eq!(unsafe { astride_edit_new(&mut opening) }, Status::Ok);
        for at in 0..6 {
            let (start, goal) = (any_cell(&mut random), any_cell(&mut random));
            let (one, same) = (Ask::new(start, goal), ask(start, goal));
            let (terms, after) = match at % 2 {
                0 => (ExplainTerms::new(), null()),
                _ => (ExplainTerms::new().after(&twice.batch), twice.edit.cast_const()),
            };
            let expected = twice.rust.explain_with(&one, &terms, &mut Budget::unlimited()).unwrap();
            // SAFETY: all pointers are of live values.
            let status =
                unsafe { astride_navigator_explain(twice.c, &same, after, 0, opening, twice.path) };
            let Some(expected) = expected else {
                assert_eq!((status, twice.cells()), (Status::Nothing, vec![]));
                counts[0] += 1;
                continue;
            };
            let found = expected.opening.expect("every blocked cell can be opened");
            assert_eq!(status, Status::Ok);
            let way = found.way.iter().map(|&cell| AstrideCell::from(cell)).collect::<Vec<_>>();
            assert_eq!(twice.cells(), way);
            let mut info = path_info();
            // SAFETY: both are live.
            assert_eq!(unsafe { astride_path_info(twice.path, &mut info) }, Status::Ok);
            assert_ne!(info.why, AstrideWhy::None as u32);
            assert_eq!((info.cost, info.lower_bound), (ASTRIDE_NO_COST, ASTRIDE_NO_COST));
            assert_eq!(info.status, Status::Unreachable as i32);
            counts[1] += u32::from(!found.cells.is_empty());
            if at % 2 == 0 {
                // What it says is what helps.
                // SAFETY: all pointers are of live values.
                let status =
                    unsafe { astride_navigator_find_if(twice.c, opening, &same, 0, twice.path) };
                assert_eq!(status, Status::Ok);
            } else {
                counts[2] += 1;
            }
        }
        // SAFETY: all pointers are of live values.
        unsafe {
            let (from, to) = (cell(0, 0), cell(WIDTH - 1, HEIGHT - 1));
            let wall = AstrideRect { x: 7, y: 0, width: 1, height: HEIGHT };
            assert_eq!(astride_edit_fill(twice.edit, wall, b'#'.into()), Status::Ok);
            let asked = ask(from, to);
            let none =
                astride_navigator_explain(twice.c, &asked, twice.edit, 1, null_mut(), twice.path);
            assert_eq!(none, Status::OutOfBudget);
            let several = AstrideAsk { or_to: 1, ..asked };
            let refused =
                astride_navigator_explain(twice.c, &several, null(), 0, opening, twice.path);
            assert_eq!(refused, Status::Unsupported, "{}", last_error());
            assert_eq!(astride_edit_free(opening), Status::Ok);
        }
    }
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
}

#[test]
fn a_lent_batch_is_emptied_where_nothing_is_to_be_opened() {
    let grid = Grid::new(WIDTH, HEIGHT, b'.').unwrap();
    for (mover, most, expected) in [
        (Mover::walker(), 0, Status::Nothing),
        (Mover::walker(), 1, Status::OutOfBudget),
        // Nowhere can it stand, so there is no class with which to open anything.
        (Mover::new(), 0, Status::Unreachable),
    ] {
        let (c_grid, c_mover) = told(&grid, &mover);
        let (mut c, mut opening, mut path) = (null_mut(), null_mut(), null_mut());
        let asked = ask(cell(0, 0), cell(WIDTH - 1, HEIGHT - 1));
        let mut info = path_info();
        // SAFETY: all pointers are of live values, and handles are live.
        unsafe {
            assert_eq!(astride_navigator_new(c_grid, c_mover, null(), &mut c), Status::Ok);
            assert_eq!(astride_edit_new(&mut opening), Status::Ok);
            assert_eq!(astride_path_new(&mut path), Status::Ok);
            assert_eq!(astride_edit_set(opening, cell(WIDTH, 0), b'#'.into()), Status::Ok);
            assert_eq!(astride_navigator_apply(c, opening, null_mut()), Status::OffMap);
            let status = astride_navigator_explain(c, &asked, null(), most, opening, path);
            assert_eq!(status, expected);
            assert_eq!(astride_navigator_apply(c, opening, null_mut()), Status::Ok, "it is empty");
            assert_eq!(astride_path_info(path, &mut info), Status::Ok);
            assert_eq!((info.status, info.cell_count), (expected as i32, 0));
            let freed = [
                astride_path_free(path),
                astride_edit_free(opening),
                astride_navigator_free(c),
                astride_grid_free(c_grid),
                astride_mover_free(c_mover),
            ];
            assert_eq!(freed, [Status::Ok; 5]);
        }
    }
}

#[test]
fn saved_indexes_are_adopted_for_their_map_alone() {
    let grid = Grid::new(WIDTH, HEIGHT, b'.').unwrap();
    let mover = Mover::walker();
    let view = grid.seen_by(&mover);
    let labels = Labels::build(&view, &LabelsOptions::default()).unwrap();
    let clusters = Clusters::build(&view, &ClustersOptions::default()).unwrap();
    let file = IndexWriter::new(&view);
    let baked = file.with(&labels).and_then(|file| file.with(&clusters)).unwrap().finish();
    let (c_grid, c_mover) = told(&grid, &mover);
    let (mut c, mut edit, mut taken) = (null_mut(), null_mut(), 7u32);
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_navigator_new(c_grid, c_mover, null(), &mut c), Status::Ok);
        let adopt = |bytes: &[u8], mover, taken: *mut u32| {
            astride_navigator_adopt_saved(c, mover, bytes.as_ptr(), bytes.len(), taken)
        };
        assert_eq!(adopt(&baked[..40], 0, &mut taken), Status::BadData);
        assert_eq!(adopt(&baked, 1, &mut taken), Status::UnknownNumber);
        assert_eq!(taken, 7, "nothing was taken");
        assert_eq!(adopt(&baked, 0, &mut taken), Status::Ok);
        let both = 1 << AstrideKeep::Labels as u32 | 1 << AstrideKeep::Clusters as u32;
        assert_eq!((taken, adopt(&baked, 0, null_mut())), (both, Status::Ok));
        let mut build = null_mut();
        assert_eq!(astride_navigator_pending(c, &mut build), Status::Nothing, "they are there");

        assert_eq!(astride_edit_new(&mut edit), Status::Ok);
        assert_eq!(astride_edit_set(edit, cell(3, 3), b'#'.into()), Status::Ok);
        assert_eq!(astride_navigator_apply(c, edit, null_mut()), Status::Ok);
        assert_eq!(adopt(&baked, 0, &mut taken), Status::BadData);
        assert!(last_error().starts_with("the index is of "), "{}", last_error());
        let freed = [
            astride_edit_free(edit),
            astride_navigator_free(c),
            astride_grid_free(c_grid),
            astride_mover_free(c_mover),
        ];
        assert_eq!(freed, [Status::Ok; 4]);
    }
}

#[test]
fn a_batch_that_could_not_be_made_is_refused_when_it_is_tried() {
    let twice = Twice::new(&mut Random::new(9));
    let (c, edit, path) = (twice.c, twice.edit, twice.path);
    let asked = [ask(cell(0, 0), cell(3, 3)); 2];
    let mut parted = [7u8; 2];
    let part = |asks: &[AstrideAsk], parted: *mut u8| {
        // SAFETY: all pointers are of live values.
        unsafe { astride_navigator_would_part(c, edit, asks.as_ptr(), asks.len(), parted) }
    };
    // SAFETY: all pointers are of live values; a list is refused before anything is read.
    unsafe {
        assert_eq!(astride_edit_set(edit, cell(1, 1), b'#'.into()), Status::Ok);
        assert_eq!(astride_edit_set(edit, cell(WIDTH, 1), b'#'.into()), Status::Ok);
        assert_eq!(part(&asked, parted.as_mut_ptr()), Status::OffMap);
        assert!(last_error().contains(&format!("({WIDTH}, 1)")), "{}", last_error());
        assert_eq!(astride_navigator_find_if(c, edit, &asked[0], 0, path), Status::OffMap);
        assert_eq!(astride_edit_clear(edit), Status::Ok);
        assert_eq!(astride_edit_link(edit, cell(0, 0), cell(0, 0), 5), Status::Ok);
        let tried = astride_navigator_find_if(c, edit, &asked[0], 0, path);
        assert_eq!((tried, part(&asked, parted.as_mut_ptr())), (Status::BadArgument, tried));
        assert_eq!(astride_navigator_apply(c, edit, null_mut()), tried, "as when it is made");
        assert_eq!(astride_edit_clear(edit), Status::Ok);
        let wrong = [asked[0], AstrideAsk { around: 3, ..asked[0] }];
        assert_eq!(part(&wrong, parted.as_mut_ptr()), Status::UnknownNumber);
        let wrong = [asked[0], ask(cell(0, 0), cell(0, HEIGHT))];
        assert_eq!(part(&wrong, parted.as_mut_ptr()), Status::OffMap);
        let wrong = [asked[0], AstrideAsk { struct_size: 48, ..asked[0] }];
        assert_eq!(part(&wrong, parted.as_mut_ptr()), Status::BadSize);
        assert_eq!(parted, [7; 2]);
        let many = astride_navigator_would_part(c, edit, &asked[0], usize::MAX, null_mut());
        assert_eq!(many, Status::BadSize);
        assert_eq!(part(&[], null_mut()), Status::Nothing);
        assert_eq!(part(&asked, parted.as_mut_ptr()), Status::Nothing);
        assert_eq!(parted, [0; 2]);
    }
}
