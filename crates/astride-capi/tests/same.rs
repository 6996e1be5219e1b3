//! The library answers through C as it does in Rust.

use std::fs;
use std::ptr::{null, null_mut};

use astride::io::read_map;
use astride::prelude::{Grid, Mover, find_path};
use astride_capi::*;
use astride_testkit::adapter::{build_world, supported};
use astride_testkit::corpus::{corpus_dir, read_folder};
use astride_testkit::digest::answers;
use astride_testkit::generate::fenced_world;

use crate::hostile::{ask, cell, plan_info};
use crate::programs::{Language, is_slow, root, same_both_ways};
use crate::worlds::path_info;

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

/// The grid and the mover of a case, given to C one call at a time.
pub(crate) fn told(grid: &Grid, mover: &Mover) -> (*mut AstrideGrid, *mut AstrideMover) {
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
        for fence in grid.fences() {
            let (cell, dir) = (grid.cell(fence.from).into(), fence.dir as u32);
            let status = astride_edit_fence_step(edit, cell, dir, fence.class.into());
            assert_eq!(status, AstrideStatus::Ok);
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
            if let Some(ticks) = mover.crossing(class) {
                let status = astride_mover_crosses(who, class.into(), ticks);
                assert_eq!(status, AstrideStatus::Ok);
            }
        }
        let four = mover.neighbour_rule() == astride::prelude::Neighbours::Four;
        assert_eq!(astride_mover_neighbours(who, four.into()), AstrideStatus::Ok);
        assert_eq!(astride_mover_corners(who, mover.corner_rule() as u32), AstrideStatus::Ok);
        let scale = mover.step_scale();
        assert_eq!(astride_mover_scale(who, scale.straight(), scale.diagonal()), AstrideStatus::Ok);
        (out, who)
    }
}

/// Every kind of index answers as A* does, before and after edits; on terrain, boxes and landmarks are refused
/// as often as they are asked for, the index that had them goes on without, and has them again afterwards.
#[test]
fn indexes_of_every_kind_answer_alike_and_follow_edits() {
    let grid = Grid::from_classes(12, 9, &scattered_board()).unwrap();
    let (c_grid, c_mover) = told(&grid, &Mover::walker().terrain(b'~', 3).unwrap());
    let (mut edit, mut indexes) = (null_mut(), [null_mut(); 5]);
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_edit_new(&mut edit), AstrideStatus::Ok);
        for (kind, index) in (0..5).zip(&mut indexes) {
            assert_eq!(astride_index_build(c_grid, c_mover, kind, index), AstrideStatus::Ok);
            expanded_by(*index, c_grid, c_mover);
        }
        for (round, class) in [b'#', b'.', b'#', b'~', b'.'].into_iter().enumerate() {
            assert_eq!(astride_edit_clear(edit), AstrideStatus::Ok);
            let gap = AstrideRect { x: 4, y: 3, width: 3, height: 1 };
            assert_eq!(astride_edit_fill(edit, gap, class.into()), AstrideStatus::Ok);
            assert_eq!(astride_grid_apply(c_grid, edit, null_mut()), AstrideStatus::Ok);
            for (kind, &index) in (0..).zip(&indexes) {
                let expected = match (class, kind) {
                    (_, 1) => AstrideStatus::Stale,
                    (b'~', 3 | 4) => AstrideStatus::Unsupported,
                    _ => AstrideStatus::Ok,
                };
                for _ in 0..2 {
                    let updated = astride_index_update(index, c_grid, c_mover);
                    assert_eq!(updated, expected, "kind {kind}, round {round}");
                }
                let mut new = null_mut();
                let built = astride_index_build(c_grid, c_mover, kind, &mut new);
                assert_eq!(built == AstrideStatus::Unsupported, class == b'~' && kind > 2);
                if kind == 1 {
                    assert_eq!(astride_index_free(new), AstrideStatus::Ok);
                    continue;
                }
                let expanded = expanded_by(index, c_grid, c_mover);
                if built == AstrideStatus::Ok {
                    let wanted = expanded_by(new, c_grid, c_mover);
                    assert_eq!(expanded, wanted, "kind {kind}, round {round}");
                }
                assert_eq!(astride_index_free(new), AstrideStatus::Ok);
            }
        }
        for index in indexes {
            assert_eq!(astride_index_free(index), AstrideStatus::Ok);
        }
        assert_eq!(astride_edit_free(edit), AstrideStatus::Ok);
        assert_eq!(astride_grid_free(c_grid), AstrideStatus::Ok);
        assert_eq!(astride_mover_free(c_mover), AstrideStatus::Ok);
    }
}

/// Without the middle wall, a jump costs more than a table can hold.
#[test]
fn a_jump_table_that_cannot_be_is_refused_until_it_can() {
    let is_wall = |x: usize, y: usize| y == 1 && [20, 200, 380].contains(&x);
    let classes: Vec<u8> =
        (0..400 * 3).map(|at| if is_wall(at % 400, at / 400) { b'#' } else { b'.' }).collect();
    let grid = Grid::from_classes(400, 3, &classes).unwrap();
    let (c_grid, c_mover) = told(&grid, &Mover::walker().terrain(b'.', 1024).unwrap());
    let (mut edit, mut path, mut indexes) = (null_mut(), null_mut(), [null_mut(); 2]);
    let (start, goal) = (cell(0, 1), cell(399, 1));
    let mut wanted = 0;
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_edit_new(&mut edit), AstrideStatus::Ok);
        assert_eq!(astride_path_new(&mut path), AstrideStatus::Ok);
        for (kind, index) in (2..4).zip(&mut indexes) {
            assert_eq!(astride_index_build(c_grid, c_mover, kind, index), AstrideStatus::Ok);
        }
        for (class, expected) in [(b'.', AstrideStatus::Unsupported), (b'#', AstrideStatus::Ok)] {
            let middle = AstrideRect { x: 200, y: 1, width: 1, height: 1 };
            assert_eq!(astride_edit_clear(edit), AstrideStatus::Ok);
            assert_eq!(astride_edit_fill(edit, middle, class.into()), AstrideStatus::Ok);
            assert_eq!(astride_grid_apply(c_grid, edit, null_mut()), AstrideStatus::Ok);
            let found = astride_find_path(c_grid, c_mover, start, goal, path);
            assert_eq!(found, AstrideStatus::Ok);
            assert_eq!(astride_path_cost(path, &mut wanted), AstrideStatus::Ok);
            for index in indexes {
                for _ in 0..2 {
                    assert_eq!(astride_index_update(index, c_grid, c_mover), expected);
                    let mut cost = 0;
                    let asked =
                        astride_index_cost(index, c_grid, start, goal, null_mut(), &mut cost);
                    assert_eq!((asked, cost), (AstrideStatus::Ok, wanted));
                }
            }
        }
        for index in indexes {
            assert_eq!(astride_index_free(index), AstrideStatus::Ok);
        }
        assert_eq!(astride_path_free(path), AstrideStatus::Ok);
        assert_eq!(astride_edit_free(edit), AstrideStatus::Ok);
        assert_eq!(astride_grid_free(c_grid), AstrideStatus::Ok);
        assert_eq!(astride_mover_free(c_mover), AstrideStatus::Ok);
    }
}

/// Asks an index for paths and costs from one corner to all cells, which are those of A*; how many places it
/// expanded.
fn expanded_by(
    index: *const AstrideIndex,
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
) -> u64 {
    let (mut path, mut expanded) = (null_mut(), 0);
    // SAFETY: all pointers are of live values, and handles are live.
    unsafe {
        assert_eq!(astride_path_new(&mut path), AstrideStatus::Ok);
        for at in 0..12 * 9 {
            let (start, goal) = (cell(0, 0), cell(at % 12, at / 12));
            let (mut wanted, mut cost) = (0, 0);
            let status = astride_find_path(grid, mover, start, goal, path);
            assert!(status as i32 >= 0, "{status:?}");
            assert_eq!(astride_path_cost(path, &mut wanted), AstrideStatus::Ok);
            let status = astride_index_find(index, grid, start, goal, 0, null_mut(), path);
            assert!(status as i32 >= 0, "{status:?}");
            assert_eq!(astride_path_cost(path, &mut cost), AstrideStatus::Ok);
            assert_eq!(cost, wanted, "to {goal:?}");
            cost = 0;
            let status = astride_index_cost(index, grid, start, goal, null_mut(), &mut cost);
            assert!(status as i32 >= 0, "{status:?}");
            assert_eq!(cost, wanted, "to {goal:?}");
            let mut info = path_info();
            assert_eq!(astride_path_info(path, &mut info), AstrideStatus::Ok);
            expanded += info.expanded;
        }
        assert_eq!(astride_path_free(path), AstrideStatus::Ok);
    }
    expanded
}

/// Scattered walls, row by row, among which boxes and landmarks save some expansions.
fn scattered_board() -> Vec<u8> {
    let is_wall = |x: usize, y: usize| x + y > 0 && (x * 7 + y * 3 + x * y).is_multiple_of(9);
    (0..12 * 9).map(|at| if is_wall(at % 12, at / 12) { b'#' } else { b'.' }).collect()
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

/// Ten that cross each other in a room with a wall, by every method, in C and in Rust.
#[test]
fn plans_are_those_of_the_library_and_keep_the_rules() {
    use astride::base::{Budget, Weight};
    use astride_agents::mapf::{Instance, Method, Objective, Trip, Wanted, solve, validate};
    let mut grid = Grid::new(9, 7, b'.').unwrap();
    let wall = astride::prelude::CellRect::new(4, 1, 1, 5);
    grid.apply(astride::prelude::Edit::new().fill(wall, b'#')).unwrap();
    let mover = Mover::walker().neighbours(astride::prelude::Neighbours::Four);
    let (c_grid, c_mover) = told(&grid, &mover);
    let starts: [_; 10] = std::array::from_fn(|at| cell(at as u32 % 2, at as u32 / 2));
    let goals = starts.map(|start| cell(8 - start.x, 6 - start.y));
    let node = |at: AstrideCell| grid.node((at.x, at.y)).unwrap();
    let trips: Vec<Trip> = starts
        .iter()
        .zip(goals)
        .map(|(&start, goal)| Trip { start: node(start), goal: node(goal) })
        .collect();
    let view = grid.seen_by(&mover);
    let instance = Instance::new(&view, &trips).unwrap();
    let methods = [
        Method::Auto,
        Method::Pibt,
        Method::Lacam,
        Method::Guided,
        Method::Prioritised,
        Method::Lns,
        Method::Cbs,
        Method::Eecbs(Weight::new(150, 100).unwrap()),
        Method::Whca(std::num::NonZero::new(16).unwrap()),
        Method::LacamStar,
    ];
    let mut plan = null_mut();
    // SAFETY: the pointer is of a live value.
    let plan = made(unsafe { astride_plan_new(&mut plan) }, plan);
    for (number, method) in methods.into_iter().enumerate() {
        for (aim, objective) in Objective::ALL.into_iter().enumerate() {
            let wanted = Wanted { objective, method, seed: 5, ..Wanted::default() };
            let mut budget = Budget::unlimited().expansions(400);
            let solved = solve(&instance, &wanted, &mut budget, &mut |_| ());
            let options = AstridePlanOptions {
                struct_size: size_of::<AstridePlanOptions>(),
                most_expansions: 400,
                most_micros: 0,
                seed: 5,
                field_bytes: 0,
                method: number as u32,
                objective: aim as u32,
                percent: 50,
                reserved: 0,
            };
            let mut info = plan_info();
            // SAFETY: all pointers are of live values, and handles are live.
            unsafe {
                let (starts, goals) = (starts.as_ptr(), goals.as_ptr());
                let status = astride_plan_solve(plan, c_grid, c_mover, starts, goals, 10, &options);
                if wanted.check().is_err() {
                    assert_eq!(status, AstrideStatus::Unsupported, "{method}");
                    continue;
                }
                assert_eq!(status == AstrideStatus::Ok, solved.plan.is_some(), "{method}");
                assert_eq!(astride_plan_info(plan, &mut info), AstrideStatus::Ok);
                assert_eq!(info.status, status as i32);
                assert_eq!(info.cost, solved.cost.unwrap_or(ASTRIDE_NO_COST), "{method}");
                assert_eq!(info.lower_bound, solved.bound);
                let Some(theirs) = solved.plan else { continue };
                assert_eq!(validate(&view, &trips, &theirs), Ok(()));
                let checked = astride_plan_check(plan, c_grid, c_mover, starts, goals, 10);
                assert_eq!(checked, AstrideStatus::Ok);
                assert_eq!((info.agent_count, info.makespan), (10, theirs.makespan()));
                assert_eq!(info.sum_of_costs, theirs.sum_of_costs());
                assert_eq!(info.sum_of_loss, theirs.sum_of_loss());
                let mut at = [cell(0, 0); 10];
                for timestep in 0..=info.makespan + 1 {
                    let status = astride_plan_at(plan, timestep, at.as_mut_ptr(), 10);
                    assert_eq!(status, AstrideStatus::Ok);
                    for (agent, &at) in at.iter().enumerate() {
                        assert_eq!(node(at), theirs.node_at(agent, timestep));
                    }
                }
                for agent in 0..10 {
                    let (mut stays, mut count) = (null(), 0);
                    let status = astride_plan_stays(plan, agent, &mut stays, &mut count);
                    assert_eq!(status, AstrideStatus::Ok);
                    let stays = std::slice::from_raw_parts(stays, count).iter();
                    let stays: Vec<_> = stays.map(|stay| (stay.since, node(stay.cell))).collect();
                    let real = theirs.stays(agent as usize).iter();
                    assert_eq!(stays, real.map(|stay| (stay.since, stay.node)).collect::<Vec<_>>());
                }
            }
        }
    }
    // SAFETY: they are live, and nobody uses them any more.
    unsafe {
        assert_eq!(astride_plan_free(plan), AstrideStatus::Ok);
        assert_eq!(astride_grid_free(c_grid), AstrideStatus::Ok);
        assert_eq!(astride_mover_free(c_mover), AstrideStatus::Ok);
    }
}

/// Robots that carry things for 300 steps, one of which breaks down, in C and in Rust, step by step;
/// and what they did keeps every rule.
#[test]
fn fleets_have_the_history_that_they_have_in_the_library() {
    use astride::base::{Budget, Random};
    use astride_agents::fleet::{
        Action, Assignment, Done, Event, Fleet, Floor, Heading, History, Learning, Robot, Settings,
        Task, validate,
    };
    let grid = Grid::new(12, 8, b'.').unwrap();
    let mover = Mover::walker().neighbours(astride::prelude::Neighbours::Four);
    let view = grid.seen_by(&mover);
    let (c_grid, c_mover) = told(&grid, &mover);
    let node = |at: AstrideCell| grid.node((at.x, at.y)).unwrap();
    for (turning, span, budget) in [(true, 4, 0), (true, 3, 50), (false, 0, 200), (false, 1, 0)] {
        let heading = |at: u32| Heading::ALL[at as usize % 4];
        let facing = |heading: Heading| [2u32, 4, 6, 0][heading as usize];
        let robots: [_; 9] = std::array::from_fn(|at| (cell(at as u32, 3), heading(at as u32)));
        let c_robots = robots.map(|(cell, to)| AstrideRobot { cell, facing: facing(to) });
        // Where they need not turn, all face east.
        let to = |to| if turning { to } else { Heading::East };
        let robots = robots.map(|(cell, facing)| Robot { start: node(cell), heading: to(facing) });
        let floor = match turning {
            true => Floor::turning(&view, |node| grid.cell(node)),
            false => Floor::free(&view),
        };
        let (assignment, learning) = match turning {
            true => (Assignment::InOrder, Learning::Off),
            false => (Assignment::Nearest, Learning::On),
        };
        let usual = Settings::default();
        let span_used = (span > 0).then_some(span as usize);
        let settings = Settings { seed: 9, span: span_used, assignment, learning, ..usual };
        let mut theirs = Fleet::new(floor, &robots, settings).unwrap();
        let options = AstrideFleetOptions {
            struct_size: size_of::<AstrideFleetOptions>(),
            seed: 9,
            table_bytes: 0,
            span,
            assignment: u32::from(turning),
            turning: turning.into(),
            no_learning: turning.into(),
        };
        let mut fleet = null_mut();
        // SAFETY: all pointers are of live values, and handles are live.
        let status = unsafe {
            astride_fleet_new(c_grid, c_mover, c_robots.as_ptr(), 9, &options, &mut fleet)
        };
        let (fleet, mut random) = (made(status, fleet), Random::new(3));
        let (mut all_tasks, mut done) = (Vec::new(), Vec::new());
        let mut history = vec![Vec::new(); 9];
        for step in 0..300u32 {
            let errands: [_; 2] = std::array::from_fn(|_| cell(random.below(12), random.below(8)));
            let tasks = [Task { errands: errands.map(node).to_vec() }];
            let tasks = if step % 2 == 0 { &tasks[..] } else { &[] };
            if step == 40 {
                theirs.disable(2).unwrap();
            }
            if step == 90 {
                theirs.enable(2).unwrap();
                theirs.close(node(cell(6, 6))).unwrap();
            }
            let actions =
                theirs.step(tasks, &mut Budget::unlimited().expansions(budget)).unwrap().to_vec();
            history.iter_mut().zip(&actions).for_each(|(all, &action)| all.push(action));
            let (mut number, mut digest) = (0, 0);
            let mut c_actions = [0; 9];
            let (mut c_robots, mut c_goals) =
                ([AstrideRobot { cell: cell(0, 0), facing: 0 }; 9], [cell(0, 0); 9]);
            let (mut events, mut count) = (null(), 0);
            // SAFETY: all pointers are of live values, and handles are live.
            unsafe {
                if step == 40 {
                    assert_eq!(astride_fleet_set_working(fleet, 2, 0), AstrideStatus::Ok);
                }
                if step == 90 {
                    assert_eq!(astride_fleet_set_working(fleet, 2, 1), AstrideStatus::Ok);
                    assert_eq!(astride_fleet_set_open(fleet, cell(6, 6), 0), AstrideStatus::Ok);
                }
                if !tasks.is_empty() {
                    let status = astride_fleet_add_task(fleet, errands.as_ptr(), 2, &mut number);
                    assert_eq!((status, number), (AstrideStatus::Ok, all_tasks.len() as u32));
                }
                let told = [
                    astride_fleet_step(fleet, budget, 0),
                    astride_fleet_digest(fleet, &mut digest),
                    astride_fleet_actions(fleet, c_actions.as_mut_ptr(), 9),
                    astride_fleet_robots(fleet, c_robots.as_mut_ptr(), 9),
                    astride_fleet_goals(fleet, c_goals.as_mut_ptr(), 9),
                    astride_fleet_events(fleet, &mut events, &mut count),
                ];
                assert_eq!(told, [AstrideStatus::Ok; 6]);
            }
            all_tasks.extend_from_slice(tasks);
            assert_eq!(digest, theirs.digest(), "step {step}, turning {turning}");
            assert_eq!(count, theirs.events().len());
            for at in 0..9 {
                let robot = theirs.robot(at as u32);
                let number = match actions[at] {
                    Action::Wait => 0,
                    Action::Forward => 1,
                    Action::Clockwise => 2,
                    Action::CounterClockwise => 3,
                    Action::To(_) => 4,
                };
                assert_eq!(c_actions[at], number);
                assert_eq!(node(c_robots[at].cell), robot.start);
                assert_eq!(c_robots[at].facing, facing(robot.heading));
                let goal = theirs.goal(at as u32);
                assert_eq!(grid.node((c_goals[at].x, c_goals[at].y)), goal);
            }
            for at in 0..count {
                // SAFETY: the list is good until the fleet is changed.
                let event = unsafe { *events.add(at) };
                let kind = match theirs.events()[at] {
                    Event::Assigned { .. } => 0,
                    Event::Withdrawn { .. } => 1,
                    Event::ErrandDone { robot, task, errand } => {
                        assert_eq!((event.robot, event.task, event.errand), (robot, task, errand));
                        done.push(Done { timestep: step + 1, robot, task, errand });
                        2
                    }
                    Event::TaskDone { robot, task } => {
                        assert_eq!((event.robot, event.task), (robot, task));
                        assert_eq!(event.errand, u32::MAX);
                        3
                    }
                    Event::Stuck { .. } => 4,
                    Event::Freed { .. } => 5,
                    Event::Unreachable { .. } => 6,
                };
                assert_eq!(event.kind, kind);
            }
        }
        let at = |node| grid.cell(node);
        let told = History { actions: history, done };
        let lies: Option<&dyn Fn(_) -> _> = if turning { Some(&at) } else { None };
        assert_eq!(validate(&view, lies, &robots, &all_tasks, &told), Ok(()));
        let mut info = AstrideFleetInfo {
            struct_size: size_of::<AstrideFleetInfo>(),
            tasks_done: 0,
            errands_done: 0,
            tasks_waiting: 0,
            timestep: 0,
            robot_count: 0,
        };
        // SAFETY: all pointers are of live values, and handles are live.
        unsafe {
            assert_eq!(astride_fleet_info(fleet, &mut info), AstrideStatus::Ok);
            assert_eq!(astride_fleet_free(fleet), AstrideStatus::Ok);
        }
        assert_eq!((info.timestep, info.robot_count), (300, 9));
        assert_eq!(
            (info.tasks_done, info.errands_done),
            (theirs.tasks_done(), theirs.errands_done())
        );
        assert_eq!(info.tasks_waiting, theirs.tasks_waiting() as u64);
        assert!(info.tasks_done > 50, "{} tasks", info.tasks_done);
    }
    // SAFETY: they are live, and nobody uses them any more.
    unsafe {
        assert_eq!(astride_grid_free(c_grid), AstrideStatus::Ok);
        assert_eq!(astride_mover_free(c_mover), AstrideStatus::Ok);
    }
}

#[test]
fn fences_cost_what_they_cost_in_the_library() {
    let mut crossed = 0;
    // Every third world has fences.
    for seed in (0..180).step_by(3) {
        let (grid, crosses) = build_world(&supported(&fenced_world(seed, 3, 3)));
        let classes = grid.fences().iter().map(|fence| fence.class);
        let stopped = classes.clone().fold(crosses.clone(), Mover::stopped_by);
        let (c_grid, c_mover) = told(&grid, &crosses);
        // SAFETY: all pointers are of live values, and handles are live.
        unsafe {
            let mut path = null_mut();
            assert_eq!(astride_path_new(&mut path), AstrideStatus::Ok);
            let costs_are_those_of = |mover: &Mover| {
                std::array::from_fn::<u64, 81, _>(|pair| {
                    let [from, to] =
                        [pair / 9, pair % 9].map(|at| cell(at as u32 % 3, at as u32 / 3));
                    let mut cost = 0;
                    astride_find_path(c_grid, c_mover, from, to, path);
                    astride_path_cost(path, &mut cost);
                    let found = find_path(&grid, mover, from.into(), to.into());
                    let expected = found.expect("on the map").cost();
                    assert_eq!(cost, expected.unwrap_or(ASTRIDE_NO_COST), "seed {seed}");
                    cost
                })
            };
            let before = costs_are_those_of(&crosses);
            for class in classes {
                let status = astride_mover_stopped_by(c_mover, class.into());
                assert_eq!(status, AstrideStatus::Ok);
            }
            crossed += u32::from(before != costs_are_those_of(&stopped));
            astride_path_free(path);
            astride_mover_free(c_mover);
            astride_grid_free(c_grid);
        }
    }
    assert!(crossed > 20, "fences were crossed in {crossed} worlds");
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
