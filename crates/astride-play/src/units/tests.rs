//! What can only be seen from inside: the crowd against all pairs, the store of legs, places.

use astride::base::Cell;
use astride::shapes::square::{Edit, Grid, Mover};

use super::body::{Body, CELL, Kind};
use super::crowd::Crowd;
use super::legs::Legs;
use super::rescue::nearest_free;
use super::{Prepared, Units};
use crate::random::Random;

/// Bodies of all kinds anywhere on a square of cells.
fn bodies(random: &mut Random, count: usize, side: u32) -> Vec<Body> {
    let mut body = || {
        let kind = Kind::ALL[random.below(5) as usize];
        let mut body = Body::new(Cell::new(0, 0), 0, kind);
        let mut draw = || random.below(side * CELL as u32) as i32;
        (body.x, body.y) = (draw(), draw());
        body
    };
    (0..count).map(|_| body()).collect()
}

#[test]
fn the_crowd_pushes_those_that_overlap_and_nobody_else() {
    let mut random = Random::new(5);
    let mut crowd = Crowd::default();
    for round in 0..300 {
        let count = random.below(200) as usize;
        let side = 1 + random.below(60);
        let bodies = bodies(&mut random, count, side);
        crowd.push_apart(&bodies);
        for (id, body) in bodies.iter().enumerate() {
            let mut expected = [0.0_f64; 2];
            let mut overlaps = 0;
            for (_, other) in bodies.iter().enumerate().filter(|&(at, _)| at != id) {
                let [dx, dy] = [body.x - other.x, body.y - other.y].map(f64::from);
                let reach = f64::from(body.kind.radius() + other.kind.radius());
                let apart = dx.hypot(dy);
                if apart < reach && apart > 0.0 {
                    overlaps += 1;
                    expected[0] += dx * (reach - apart) / apart / 8.0;
                    expected[1] += dy * (reach - apart) / apart / 8.0;
                }
            }
            for (found, expected) in crowd.push_on(id).into_iter().zip(expected) {
                let expected = expected.clamp(-2048.0, 2048.0);
                let off = (f64::from(found) - expected).abs();
                assert!(
                    off <= 2.0 * f64::from(overlaps),
                    "round {round}, {id}: {found}, {expected}"
                );
            }
        }
    }
}

#[test]
fn two_bodies_on_one_point_are_pushed_opposite_ways() {
    let pair = [0, 0].map(|_| Body::new(Cell::new(3, 3), 0, Kind::Sheep));
    let mut crowd = Crowd::default();
    crowd.push_apart(&pair);
    let [a, b] = [0, 1].map(|id| crowd.push_on(id));
    assert_ne!(a, [0, 0]);
    assert_eq!(a, b.map(|push| -push));
}

#[test]
fn legs_survive_being_moved_together_and_memory_stays_small() {
    let mut random = Random::new(11);
    let mut bodies = bodies(&mut random, 50, 9);
    let mut legs = Legs::default();
    let mut expected = vec![Vec::new(); 50];
    for round in 0..20_000_u32 {
        let id = random.below(50) as usize;
        if random.below(3) == 0 {
            if !expected[id].is_empty() {
                expected[id].remove(0);
                (bodies[id].first, bodies[id].len) = (bodies[id].first + 1, bodies[id].len - 1);
            }
        } else {
            expected[id] = (0..random.below(30)).map(|i| round * 100 + i).collect();
            legs.give(&mut bodies, id, &expected[id]);
        }
        assert_eq!(legs.of(&bodies[id]), expected[id]);
    }
    assert!((0..50).all(|id| legs.of(&bodies[id]) == expected[id]));
    assert!(legs.bytes() < 50 * 30 * 4 * 8, "{} bytes", legs.bytes());
}

#[test]
fn the_nearest_free_cell_is_found_along_the_eight_directions() {
    let mut grid = Grid::new(9, 9, b'@').unwrap();
    let mover = Mover::walker();
    assert_eq!(nearest_free(&grid.seen_by(&mover), Cell::new(4, 4)), None);
    grid.apply(Edit::new().set((8, 8), b'.').set((5, 7), b'.')).unwrap();
    let near = |grid: &Grid, x, y| nearest_free(&grid.seen_by(&mover), Cell::new(x, y));
    assert_eq!(near(&grid, 4, 4), Some(Cell::new(8, 8)));
    assert_eq!(near(&grid, 5, 0), Some(Cell::new(5, 7)));
    assert_eq!(near(&grid, 8, 8), Some(Cell::new(8, 8)));
    assert_eq!(near(&grid, 0, 1), None);
}

#[test]
fn water_keeps_jump_points_for_those_on_land_and_leaves_boats_to_astar() {
    let mut grid = Grid::new(20, 9, b'.').unwrap();
    let mover = Mover::walker();
    let pond = astride::base::Rect::new(8, 0, 3, 8);
    grid.apply(Edit::new().fill(pond, b'W')).unwrap();
    let (view, prepared) = (grid.seen_by(&mover), Prepared::new(&grid, &mover));
    assert!(prepared.has_jump_points());
    let mut memory = super::prepared::Memory::default();
    let mut steps = |from: (u32, u32), to: (u32, u32)| {
        let outcome = prepared.route(&view, from.into(), to.into(), &mut memory)?;
        outcome.path().map(|path| path.step_count())
    };
    assert_eq!(steps((0, 8), (19, 8)), Some(19));
    assert_eq!(steps((9, 0), (9, 7)), Some(7));
    assert_eq!(steps((9, 0), (0, 0)), None);
    assert_eq!(steps((0, 0), (9, 0)), None);
}

#[test]
fn fields_are_used_again_when_nobody_follows_them() {
    let mover = Mover::walker();
    let grid = Grid::new(30, 30, b'.').unwrap();
    let (view, prepared) = (grid.seen_by(&mover), Prepared::new(&grid, &mover));
    let mut units = Units::new();
    let ids: Vec<u32> = units.scatter(&view, Cell::new(9, 9), 6, 40, 0).unwrap().collect();
    for i in 0..30 {
        units.send(&ids, Cell::new(i, 29 - i));
        units.advance(&view, &prepared, 20, u64::MAX);
    }
    assert!(units.requests.shared.len() <= 2, "{}", units.requests.shared.len());
}
