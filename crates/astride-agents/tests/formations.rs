//! Formations: nobody overlaps anybody, each comes to a slot of its own, groups keep their shape on
//! the way and form up again behind what was too narrow.

use astride::base::{CellRect, Random, Vec2};
use astride::shapes::square::{Edit, Grid, Mover};
use astride_agents::crowd::{
    Body, CELL, Crowd, CrowdError, Formation, Mode, Point, Shape, overlaps, wall_contacts,
};
use astride_testkit::tally::is_slow_run;

use crate::crowd::crowd_on;

const BODY: Body = Body { radius: 0.35, speed: 1.0 };

/// A map with a wall down the middle, open in this many rows.
fn gate(width: u32, height: u32, open: u32) -> Grid {
    let mut grid = Grid::new(width, height, b'.').unwrap();
    let wall = CellRect::new(width / 2, 0, 1, height);
    let way = CellRect::new(width / 2, (height - open) / 2, 1, open);
    grid.apply(Edit::new().fill(wall, b'@').fill(way, b'.')).unwrap();
    grid
}

/// A tick that is judged.
fn tick(crowd: &mut Crowd, seconds: f64, place: &str) {
    let radii: Vec<i32> = crowd.radii().collect();
    let before = crowd.positions().to_vec();
    crowd.tick(seconds).unwrap();
    assert_eq!(overlaps(&radii, &before, crowd.positions()), [], "{place}");
    let is_wall = |x, y| crowd.is_wall(x, y);
    let touching = wall_contacts(&radii, &before, crowd.positions(), CELL, is_wall);
    assert!(touching.is_empty(), "{place}: {touching:?}");
}

fn until_all_arrive(crowd: &mut Crowd, most: u32, place: &str) -> u32 {
    for at in 0..most {
        if crowd.arrived_count() == crowd.count() {
            return at;
        }
        tick(crowd, 0.25, place);
    }
    panic!("{place}: {} of {} arrived", crowd.arrived_count(), crowd.count());
}

fn cells(a: Point, b: Point) -> f64 {
    let side = |i: usize| f64::from(b[i] - a[i]) / f64::from(CELL);
    side(0).hypot(side(1))
}

/// How far the unit that is farthest from its slot is from it; `None` if not all have one.
fn worst_lag(crowd: &Crowd) -> Option<f64> {
    let lag = |unit: u32| Some(cells(crowd.positions()[unit as usize], crowd.slot(unit)?));
    (0..crowd.count() as u32).map(lag).try_fold(0.0, |most, lag| Some(lag?.max(most)))
}

#[test]
fn all_shapes_arrive_each_unit_in_a_slot_of_its_own() {
    let sizes: &[u32] = if is_slow_run() { &[1, 2, 3, 7, 12, 40, 150] } else { &[1, 2, 12] };
    let grids = [Grid::new(80, 60, b'.').unwrap(), gate(80, 60, 3)];
    for mode in [Mode::Lattice, Mode::Free] {
        for (walls, grid) in grids.iter().enumerate() {
            for shape in Shape::NAMED {
                for &units in sizes {
                    // In single file such a group is longer than its way, and may jam at the end.
                    if units > 100 && walls == 1 && mode == Mode::Free {
                        continue;
                    }
                    let place = format!("{units} {shape} {mode:?} walls {walls}");
                    let mut crowd = crowd_on(grid, mode);
                    crowd.spawn_near(Vec2::new(15.5, 30.5), units, BODY).unwrap();
                    let all: Vec<u32> = (0..units).collect();
                    let formation = Formation::of(shape.clone());
                    crowd.order_formation(&all, Vec2::new(62.5, 30.5), &formation).unwrap();
                    until_all_arrive(&mut crowd, 4000, &place);
                    let goals: Vec<Point> = crowd.goals().collect();
                    for unit in 0..units as usize {
                        assert!(cells(crowd.positions()[unit], goals[unit]) <= 0.125, "{place}");
                        let others = &goals[..unit];
                        assert!(
                            others.iter().all(|&goal| cells(goal, goals[unit]) > 0.7),
                            "{place}"
                        );
                    }
                }
            }
        }
    }
}

/// In the open, once it has formed up, everyone is in the slot that goes with the group, at the pace
/// of the slowest, and all arrive together.
#[test]
fn a_group_keeps_its_shape_and_the_pace_of_the_slowest() {
    for shape in Shape::NAMED {
        let mut crowd = crowd_on(&Grid::new(90, 40, b'.').unwrap(), Mode::Free);
        for row in 0..9 {
            let speed = if row == 4 { 0.5 } else { 1.5 };
            crowd.spawn(Vec2::new(12.5, 15.5 + f64::from(row)), Body { speed, ..BODY }).unwrap();
        }
        let all: Vec<u32> = (0..9).collect();
        crowd.order_formation(&all, Vec2::new(70.5, 20.5), &Formation::of(shape.clone())).unwrap();
        let (mut kept, mut first) = (0, None);
        for at in 0..2000 {
            tick(&mut crowd, 0.25, shape.name());
            let lag = worst_lag(&crowd);
            kept += u32::from(lag.is_some_and(|lag| lag < 0.25));
            // All that have formed up stay so.
            assert!(at < 200 || lag.is_none_or(|lag| lag < 0.25), "{shape} at {at}: {lag:?}");
            if crowd.arrived_count() > 0 && first.is_none() {
                first = Some(at);
            }
            if crowd.arrived_count() == 9 {
                break;
            }
        }
        // 58 cells at half a cell per second, four ticks each.
        let last = crowd.arrived_count();
        assert!(last == 9 && kept > 250, "{shape}: {last} arrived, {kept} ticks in formation");
        assert!(first.unwrap() >= 440, "{shape}: the first came after {first:?} ticks");
    }
}

/// A line of twelve comes to a gate of three cells: they go through one after the other, and are a
/// line again before they arrive.
#[test]
fn a_group_goes_in_single_file_through_a_gate_and_forms_up_behind() {
    for shape in [Shape::Line, Shape::Box] {
        for open in [1, 3] {
            let place = format!("{shape} through {open}");
            let mut crowd = crowd_on(&gate(121, 41, open), Mode::Free);
            crowd.spawn_near(Vec2::new(15.5, 20.5), 12, BODY).unwrap();
            let all: Vec<u32> = (0..12).collect();
            let formation = Formation::of(shape.clone());
            crowd.order_formation(&all, Vec2::new(105.5, 20.5), &formation).unwrap();
            let (mut abreast, mut was_formed, mut formed_again) = (0, false, false);
            for _ in 0..6000 {
                tick(&mut crowd, 0.25, &place);
                let columns = crowd.positions().iter().map(|at| at[0]);
                let in_gate = columns.clone().filter(|x| (x - 121 * CELL / 2).abs() < CELL / 4);
                abreast += u32::from(in_gate.count() > 1);
                let is_formed = worst_lag(&crowd).is_some_and(|lag| lag < 0.25);
                was_formed |= is_formed && columns.clone().all(|x| x < 60 * CELL);
                formed_again |= is_formed && columns.clone().all(|x| x > 61 * CELL);
                if crowd.arrived_count() == 12 {
                    break;
                }
            }
            assert_eq!(crowd.arrived_count(), 12, "{place}");
            // Right of way, in a jam, may let two through side by side.
            assert!(abreast <= 3, "{place}: two at once in the gate in {abreast} ticks");
            assert!(
                was_formed && formed_again,
                "{place}: before {was_formed}, behind {formed_again}"
            );
        }
    }
}

/// The sum of the ways to all slots, in every order of the slots, for groups of up to seven.
#[test]
fn no_other_assignment_of_slots_is_shorter() {
    fn least(from: &[Point], to: &mut [Point], at: usize) -> f64 {
        if at == from.len() {
            return 0.0;
        }
        let mut best = f64::INFINITY;
        for other in at..to.len() {
            to.swap(at, other);
            best = best.min(cells(from[at], to[at]) + least(from, to, at + 1));
            to.swap(at, other);
        }
        best
    }
    let mut dice = Random::new(4);
    let grid = Grid::new(60, 60, b'.').unwrap();
    let rounds = if is_slow_run() { 400 } else { 40 };
    for round in 0..rounds {
        let mode = if round % 2 == 0 { Mode::Free } else { Mode::Lattice };
        let mut crowd = crowd_on(&grid, mode);
        let units = dice.between(1, 8);
        while crowd.count() < units as usize {
            let mut side = || f64::from(dice.between(20, 200)) / 10.0;
            let _ = crowd.spawn(Vec2::new(side(), side()), BODY);
        }
        let all: Vec<u32> = (0..units).collect();
        let shape = Shape::NAMED[round % 5].clone();
        crowd.order_formation(&all, Vec2::new(45.5, 40.5), &Formation::of(shape)).unwrap();
        // Where the group forms up; on a lattice, where it arrives.
        let goals: Vec<Point> = crowd.goals().collect();
        let slot = |unit: u32| crowd.slot(unit).unwrap_or(goals[unit as usize]);
        let slots: Vec<Point> = all.iter().map(|&unit| slot(unit)).collect();
        let from = crowd.positions();
        let total: f64 = from.iter().zip(&slots).map(|(&from, &slot)| cells(from, slot)).sum();
        let best = least(from, &mut slots.clone(), 0);
        assert!(total <= best + 1e-3, "round {round}: {total} against {best}");
    }
}

#[test]
fn custom_slots_are_kept_and_the_group_faces_where_it_was_told() {
    let mut crowd = crowd_on(&Grid::new(60, 40, b'.').unwrap(), Mode::Free);
    crowd.spawn_near(Vec2::new(10.5, 20.5), 3, BODY).unwrap();
    let slots =
        [Vec2::new(3.0, 0.0), Vec2::new(0.0, 2.0), Vec2::new(0.0, -2.0), Vec2::new(9.0, 9.0)];
    let formation = Formation::of(Shape::Slots(slots.to_vec())).facing(Vec2::new(0.0, -7.0));
    crowd.order_formation(&[2, 0, 1], Vec2::new(45.5, 20.5), &formation).unwrap();
    until_all_arrive(&mut crowd, 2000, "custom");
    // Facing up: forward is up, and to the right is right.
    let mut goals: Vec<[f64; 2]> =
        crowd.goals().map(|goal| goal.map(|side| f64::from(side) / f64::from(CELL))).collect();
    goals.sort_by(|a, b| a[0].total_cmp(&b[0]));
    assert_eq!(goals, [[43.5, 20.5], [45.5, 17.5], [47.5, 20.5]]);
}

#[test]
fn slots_in_walls_move_beside_them() {
    let mut grid = Grid::new(40, 20, b'.').unwrap();
    grid.apply(Edit::new().fill(CellRect::new(29, 3, 3, 14), b'@').set((30, 10), b'.')).unwrap();
    grid.apply(Edit::new().fill(CellRect::new(32, 9, 2, 3), b'@')).unwrap();
    for mode in [Mode::Lattice, Mode::Free] {
        let mut crowd = crowd_on(&grid, mode);
        crowd.spawn_near(Vec2::new(6.5, 10.5), 9, BODY).unwrap();
        let all: Vec<u32> = (0..9).collect();
        let line = Formation::of(Shape::Line).spacing(0.5).facing(Vec2::new(0.0, -1.0));
        crowd.order_formation(&all, Vec2::new(28.5, 10.5), &line).unwrap();
        until_all_arrive(&mut crowd, 2000, "beside walls");
    }
}

/// More slots at one point than cells are looked at near each.
#[test]
fn slots_without_room_near_them_move_to_the_nearest_free_cells() {
    let mut crowd = crowd_on(&Grid::new(60, 50, b'.').unwrap(), Mode::Lattice);
    crowd.spawn_near(Vec2::new(10.5, 25.5), 600, BODY).unwrap();
    let all: Vec<u32> = (0..600).collect();
    let heap = Formation::of(Shape::Slots(vec![Vec2::default(); 600]));
    crowd.order_formation(&all, Vec2::new(30.5, 25.5), &heap).unwrap();
    let mut goals: Vec<Point> = crowd.goals().collect();
    goals.sort_unstable();
    goals.dedup();
    assert_eq!(goals.len(), 600);
    // Within 16 steps of a cell there are 545 cells, and 613 within 17.
    let steps = |goal: &Point| ((goal[0] / CELL - 30).abs() + (goal[1] / CELL - 25).abs()) as u32;
    assert_eq!(goals.iter().map(steps).max(), Some(17));
    assert_eq!(goals.iter().filter(|goal| steps(goal) < 17).count(), 545);
}

/// Units that leave their group, or are taken away, do not hold it up; nor does a wall that is built.
#[test]
fn groups_go_on_without_those_that_leave() {
    let grid = Grid::new(60, 30, b'.').unwrap();
    let mut crowd = crowd_on(&grid, Mode::Free);
    crowd.spawn_near(Vec2::new(8.5, 15.5), 12, BODY).unwrap();
    let all: Vec<u32> = (0..12).collect();
    let wedge = Formation::of(Shape::Wedge);
    crowd.order_formation(&all[..6], Vec2::new(45.5, 8.5), &wedge).unwrap();
    crowd.order_formation(&all[6..], Vec2::new(45.5, 22.5), &wedge).unwrap();
    for at in 0..60 {
        tick(&mut crowd, 0.25, "leaving");
        match at {
            10 => crowd.order(&[3], Vec2::new(5.5, 5.5)).unwrap(),
            20 => crowd.remove(0).unwrap(),
            30 => crowd.teleport(1, Vec2::new(50.5, 28.5)).unwrap(),
            40 => {
                let mut walled = grid.clone();
                walled.apply(Edit::new().fill(CellRect::new(35, 0, 1, 20), b'@')).unwrap();
                crowd.follow(&walled.seen_by(&Mover::walker())).unwrap();
            }
            _ => {}
        }
    }
    assert_eq!(crowd.slot(3), None);
    assert!((4..11).all(|unit| crowd.slot(unit).is_some()));
    until_all_arrive(&mut crowd, 2000, "leaving");
    assert_eq!(crowd.slot(5), None);
}

#[test]
fn formations_that_make_no_sense_are_refused() {
    let mut crowd = crowd_on(&Grid::new(30, 20, b'.').unwrap(), Mode::Free);
    crowd.spawn_near(Vec2::new(6.5, 10.5), 3, BODY).unwrap();
    let goal = Vec2::new(20.5, 10.5);
    let digest = crowd.digest();
    let mut refused = |formation: Formation| crowd.order_formation(&[0, 1, 2], goal, &formation);
    let line = || Formation::of(Shape::Line);
    for number in [f64::NAN, 0.0, -1.0, f64::INFINITY] {
        assert!(matches!(refused(line().spacing(number)), Err(CrowdError::Spacing { .. })));
    }
    for facing in [Vec2::default(), Vec2::new(f64::NAN, 1.0), Vec2::new(1e300, 1e300)] {
        assert!(matches!(refused(line().facing(facing)), Err(CrowdError::Facing { .. })));
    }
    let few = Formation::of(Shape::Slots(vec![Vec2::default(); 2]));
    assert_eq!(refused(few), Err(CrowdError::Slots { slots: 2, units: 3 }));
    let nowhere = Formation::of(Shape::Slots(vec![Vec2::new(0.0, f64::NAN); 3]));
    assert!(matches!(refused(nowhere), Err(CrowdError::Slot { .. })));
    // Slots in one place are moved apart, and nobody at all is in order.
    assert_eq!(refused(Formation::of(Shape::Slots(vec![Vec2::new(99.0, 0.0); 3]))), Ok(()));
    crowd.order_formation(&[], goal, &line()).unwrap();
    let twice = crowd.order_formation(&[1, 1], goal, &line());
    assert_eq!(twice, Err(CrowdError::Twice { unit: 1 }));
    assert_ne!(crowd.digest(), digest);
}

/// A group waits for one of its own that begins far behind, and goes round a stranger in its way,
/// which stays where it is.
#[test]
fn a_group_waits_for_its_own_and_goes_round_a_stranger() {
    let mut crowd = crowd_on(&Grid::new(90, 30, b'.').unwrap(), Mode::Free);
    crowd.spawn_near(Vec2::new(22.5, 15.5), 5, BODY).unwrap();
    let late = crowd.spawn(Vec2::new(6.5, 15.5), BODY).unwrap();
    let stranger = crowd.spawn(Vec2::new(55.5, 15.5), BODY).unwrap();
    let all: Vec<u32> = (0..6).collect();
    let column = Formation::of(Shape::Column);
    crowd.order_formation(&all, Vec2::new(75.5, 15.5), &column).unwrap();
    let stood = crowd.positions()[stranger as usize];
    for _ in 0..40 {
        tick(&mut crowd, 0.25, "waiting");
    }
    // Ten seconds at one cell a second: the late one has gone that far, the others hardly.
    let column_of = |unit: u32| crowd.positions()[unit as usize][0] / CELL;
    assert!(column_of(late) >= 15, "{}", column_of(late));
    assert!((0..5).all(|unit| column_of(unit) < 28), "they wait");
    until_all_arrive(&mut crowd, 1000, "waiting");
    assert_eq!(crowd.positions()[stranger as usize], stood);
}

/// Units of groups aim past the edge of the map at times; traffic is counted on the map, each unit at
/// most once a cell.
#[test]
fn traffic_of_groups_near_the_edge_is_on_the_map() {
    let mut dice = Random::new(3);
    let mut crowd = crowd_on(&Grid::new(24, 24, b'.').unwrap(), Mode::Free);
    crowd.spawn_near(Vec2::new(12.5, 12.5), 9, BODY).unwrap();
    let all: Vec<u32> = (0..9).collect();
    for round in 0..40 {
        let mut side = || 0.5 + f64::from(dice.below(24));
        let point = Vec2::new(side(), side());
        let formation = Formation::of(Shape::NAMED[round % 5].clone());
        crowd.order_formation(&all, point, &formation).unwrap();
        for _ in 0..60 {
            tick(&mut crowd, 0.25, "near the edge");
            let moving = crowd.velocities().iter().filter(|&&velocity| velocity != [0, 0]).count();
            assert!(crowd.traffic().iter().all(|&units| units as usize <= moving), "{round}");
        }
    }
}

/// Beside a corner that stands out a body may fit where it cannot come straight from the middle of the
/// cell. It waits in the middle then, and has to have arrived there.
#[test]
fn a_goal_beside_a_corner_is_arrived_at() {
    let mut grid = Grid::new(16, 16, b'.').unwrap();
    grid.apply(Edit::new().set((11, 11), b'@')).unwrap();
    for at in [Vec2::new(10.7, 10.8), Vec2::new(10.8, 10.7), Vec2::new(10.5, 11.5)] {
        let mut crowd = crowd_on(&grid, Mode::Free);
        let unit = crowd.spawn(Vec2::new(4.5, 4.5), Body { radius: 0.34, speed: 1.0 }).unwrap();
        crowd.order(&[unit], at).unwrap();
        until_all_arrive(&mut crowd, 400, "beside a corner");
        let one = Formation::of(Shape::Line);
        crowd.order(&[unit], Vec2::new(4.5, 4.5)).unwrap();
        until_all_arrive(&mut crowd, 400, "back");
        crowd.order_formation(&[unit], at, &one).unwrap();
        until_all_arrive(&mut crowd, 400, "beside a corner, in formation");
    }
}
