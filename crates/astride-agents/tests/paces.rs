//! Units of very different speeds by right of way: nobody overlaps anybody, and nobody waits forever.

use astride::base::{CellRect, Random, Vec2};
use astride::io::Drawing;
use astride::shapes::square::{Edit, Grid, Mover};
use astride_agents::crowd::{Body, CELL, Crowd, Mode, overlaps, wall_contacts};
use astride_testkit::tally::is_slow_run;

use crate::crowd::crowd_on;

fn middle(x: u32, y: u32) -> Vec2 {
    Vec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5)
}

/// A tick in which everything that happens is looked at.
fn watched_tick(crowd: &mut Crowd, mode: Mode, seconds: f64, place: &str) {
    let radii: Vec<i32> = crowd.radii().collect();
    let before = crowd.positions().to_vec();
    crowd.tick(seconds).unwrap();
    let after = crowd.positions();
    assert_eq!(overlaps(&radii, &before, after), [], "{place}");
    let is_wall = |x, y| crowd.is_wall(x, y);
    assert_eq!(wall_contacts(&radii, &before, after, CELL, is_wall), [0; 0], "{place}");
    let is_on_a_line = |at: &[i32; 2]| at.iter().any(|side| side % CELL == CELL / 2);
    assert!(mode == Mode::Free || after.iter().all(is_on_a_line), "{place}");
}

/// The seconds until all have arrived, if that is before `most`.
fn arrival(crowd: &mut Crowd, mode: Mode, most: f64, place: &str) -> Option<f64> {
    let tick = crowd.longest_tick().min(0.25);
    let mut time = 0.0;
    while crowd.arrived_count() < crowd.count() {
        if time > most {
            return None;
        }
        watched_tick(crowd, mode, tick, place);
        time += tick;
    }
    Some(time)
}

/// The slow one is in the way, and retreats to the end of the corridor to let the quick one pass.
#[test]
fn a_slow_unit_and_a_quick_one_change_places_in_a_corridor() {
    let grid = Drawing::parse("@@@@@@@@@.\n..........\n@@@@@@@@@.\n").unwrap().grid;
    for mode in [Mode::Lattice, Mode::Free] {
        for is_first in [false, true] {
            let mut crowd = crowd_on(&grid, mode);
            let body = |speed| Body { radius: 0.35, speed };
            crowd.spawn(middle(5, 1), body(0.1)).unwrap();
            crowd.spawn(middle(4, 1), body(2.0)).unwrap();
            crowd.order(&[0], middle(0, 1)).unwrap();
            let place = format!("{mode:?}, the slow one first: {is_first}");
            for _ in 0..if is_first { 8 } else { 0 } {
                watched_tick(&mut crowd, mode, 0.25, &place);
            }
            crowd.order(&[1], middle(8, 1)).unwrap();
            let time = arrival(&mut crowd, mode, 1500.0, &place);
            assert!(time.is_some(), "{place}: {:?}", crowd.positions());
        }
    }
}

/// A unit that follows another is moved by a call to the middle of the cell that the other is leaving,
/// and goes elsewhere; a quick one comes after it. While another quick one walks somewhere, the first
/// two are in the middle of a step of several beats, and the call is refused.
#[test]
fn nobody_comes_too_near_to_one_that_was_overtaken_by_a_call() {
    for has_quick in [false, true] {
        let mut crowd = crowd_on(&Grid::new(12, 12, b'.').unwrap(), Mode::Lattice);
        let bodies = [(1, 1, 0.34, 0.1), (2, 1, 0.1, 0.1), (2, 0, 0.34, 2.0), (11, 11, 0.34, 2.0)];
        for (x, y, radius, speed) in bodies {
            crowd.spawn(middle(x, y), Body { radius, speed }).unwrap();
        }
        crowd.order(&[0], middle(8, 1)).unwrap();
        crowd.order(&[1], middle(9, 1)).unwrap();
        crowd.order(&[3], middle(if has_quick { 0 } else { 11 }, 11)).unwrap();
        (0..19).for_each(|_| watched_tick(&mut crowd, Mode::Lattice, 0.25, "before"));
        let told = crowd.teleport(0, middle(2, 1));
        assert_eq!(told.is_err(), has_quick, "{told:?}");
        crowd.order(&[0], middle(2, 8)).unwrap();
        crowd.order(&[2], middle(2, 9)).unwrap();
        let place = format!("a quick one walks: {has_quick}");
        assert!(arrival(&mut crowd, Mode::Lattice, 400.0, &place).is_some());
    }
}

#[test]
fn a_quick_unit_at_rest_slows_down_nobody() {
    let mut crowd = crowd_on(&Grid::new(30, 9, b'.').unwrap(), Mode::Lattice);
    for (y, speed) in [(2, 0.99), (4, 0.99), (6, 2.0)] {
        crowd.spawn(middle(2, y), Body { radius: 0.3, speed }).unwrap();
    }
    let pass = |crowd: &mut Crowd, seconds: u32| {
        (0..60 * seconds).for_each(|_| watched_tick(crowd, Mode::Lattice, 1.0 / 60.0, "at rest"));
    };
    crowd.order(&[0], middle(22, 2)).unwrap();
    crowd.order(&[1], middle(22, 4)).unwrap();
    pass(&mut crowd, 21);
    assert_eq!(crowd.arrived_count(), 3, "{:?}", crowd.positions());
    // And when it is sent somewhere, it does not wait for the others.
    crowd.set_speed(0, 1.0 / 64.0).unwrap();
    crowd.order(&[0], middle(10, 2)).unwrap();
    pass(&mut crowd, 1);
    crowd.order(&[2], middle(12, 6)).unwrap();
    pass(&mut crowd, 6);
    assert!(crowd.has_arrived(2), "{:?}", crowd.positions());
}

/// A corridor with bays, rooms with gates, or the open with some blocks.
fn a_map(dice: &mut Random) -> Grid {
    let side = dice.between(6, 13);
    let mut grid = Grid::new(side, side, b'.').unwrap();
    let mut edit = Edit::new();
    match dice.below(3) {
        0 => {
            edit.fill(CellRect::new(0, 0, side, side), b'@');
            edit.fill(CellRect::new(0, side / 2, side, 1), b'.');
            for _ in 0..dice.between(1, 4) {
                edit.fill(CellRect::new(dice.below(side), side / 2 - 1, 1, 3), b'.');
            }
        }
        1 => {
            edit.fill(CellRect::new(side / 2, 0, 1, side), b'@');
            edit.fill(CellRect::new(0, side / 2, side, 1), b'@');
            let gate = [side / 4, side * 3 / 4];
            for at in gate {
                edit.set((side / 2, at), b'.').set((at, side / 2), b'.');
            }
        }
        _ => {
            for _ in 0..side {
                edit.set((dice.below(side), dice.below(side)), b'@');
            }
        }
    }
    grid.apply(&edit).unwrap();
    grid
}

fn a_speed(dice: &mut Random) -> f64 {
    f64::from(dice.between(64, 128)) / 64.0
        * [1.0 / 64.0, 0.1, 0.3, 1.0, 2.0, 4.0][dice.below(6) as usize]
}

fn a_crowd(grid: &Grid, mode: Mode, dice: &mut Random) -> Crowd {
    let mut crowd = crowd_on(grid, mode);
    for _ in 0..dice.between(2, 13) {
        let radius = [0.1, 0.25, 0.34, 0.3535][dice.below(4) as usize];
        let at = middle(dice.below(grid.width()), dice.below(grid.height()));
        let _ = crowd.spawn(at, Body { radius, speed: a_speed(dice) });
    }
    crowd
}

fn disturb(crowd: &mut Crowd, grid: &mut Grid, dice: &mut Random) {
    let unit = dice.below(crowd.count() as u32 + 1);
    let cell = (dice.below(grid.width()), dice.below(grid.height()));
    let to = middle(cell.0, cell.1);
    let _ = match dice.below(20) {
        0..8 => crowd.order(&[unit], to),
        8 => crowd.halt(&[unit]),
        9..12 => crowd.teleport(unit, to),
        12 => {
            // To where others just were or will be.
            let at = crowd.positions().get(unit as usize).copied().unwrap_or([0, 0]);
            let [x, y] = at.map(|side| (side / CELL) as u32);
            crowd.teleport(dice.below(crowd.count() as u32 + 1), middle(x, y))
        }
        13..17 => crowd.set_speed(unit, a_speed(dice)),
        17 => {
            let mut changed = grid.clone();
            let class = [b'@', b'.'][dice.below(2) as usize];
            changed.apply(Edit::new().set(cell, class)).unwrap();
            let told = crowd.follow(&changed.seen_by(&Mover::walker()));
            if told.is_ok() {
                *grid = changed;
            }
            told
        }
        18 => crowd.spawn(to, Body { radius: 0.3, speed: a_speed(dice) }).map(drop),
        _ => crowd.remove(unit),
    };
}

/// Sends each to a cell of its own.
fn send(crowd: &mut Crowd, grid: &Grid, dice: &mut Random) {
    crowd.halt(&(0..crowd.count() as u32).collect::<Vec<_>>()).unwrap();
    for unit in 0..crowd.count() as u32 {
        for _ in 0..20 {
            let to = middle(dice.below(grid.width()), dice.below(grid.height()));
            let goal = [to.x, to.y].map(|side| (side * f64::from(CELL)) as i32);
            let is_near =
                |other: [i32; 2]| [0, 1].iter().all(|&i| (other[i] - goal[i]).abs() < CELL);
            if !crowd.goals().any(is_near) && crowd.order(&[unit], to).is_ok() {
                break;
            }
        }
    }
}

/// Nobody ever overlaps anybody, and units that are left alone all arrive wherever they do at one
/// common speed, in some multiple of the time that they would take at the speed of the slowest.
#[test]
fn units_of_all_speeds_keep_the_law_and_arrive() {
    let (mut all, mut failed) = ([0, 0], Vec::new());
    for seed in 0..if is_slow_run() { 4000 } else { 60 } {
        let mode = [Mode::Lattice, Mode::Free][seed as usize % 2];
        let mut dice = Random::new(seed);
        let place = format!("seed {seed} {mode:?}");
        let mut grid = a_map(&mut dice);
        let mut crowd = a_crowd(&grid, mode, &mut dice);
        for _ in 0..if dice.below(3) == 0 { 0 } else { 300 } {
            if dice.below(3) == 0 {
                disturb(&mut crowd, &mut grid, &mut dice);
            }
            let part = f64::from(dice.between(20, 101)) / 100.0;
            let seconds = crowd.longest_tick().min(0.5) * part;
            watched_tick(&mut crowd, mode, seconds, &place);
        }
        send(&mut crowd, &grid, &mut dice);
        let mut slowest = 64.0_f64;
        let mut even = crowd.clone();
        for unit in 0..crowd.count() as u32 {
            let speed = a_speed(&mut dice);
            slowest = slowest.min(speed);
            crowd.set_speed(unit, speed).unwrap();
            even.set_speed(unit, 1.0).unwrap();
        }
        all[1] += 1;
        let Some(time) = arrival(&mut even, mode, 400.0, &place) else { continue };
        all[0] += 1;
        let most = (10.0 * time + 200.0) / slowest;
        if arrival(&mut crowd, mode, most, &place).is_none() {
            failed.push(place);
        }
    }
    assert!(failed.is_empty() && all[0] * 4 > all[1] * 3, "{failed:?} of {all:?}");
}
