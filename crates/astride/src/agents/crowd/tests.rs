//! Tests that need private access: pushes against all pairs, the store of legs, fields.

use super::agent::{Agent, Body};
use super::legs::Legs;
use super::push::Pushes;
use crate::agents::plane::{CELL, Point};
use crate::agents::square::middle;
use crate::agents::{Crowd, JumpRoutes, Routes};
use crate::base::{Cell, CellRect, Random};
use crate::shapes::square::{Corners, Edit, Grid, Mover};

/// Agents of all sizes at random positions on a square of cells.
fn agents(random: &mut Random, count: usize, side: u32) -> (Vec<Point>, Vec<Agent>) {
    let body =
        |random: &mut Random| Body::new(random.between(0, 32_769) as i32, 1000).expect("a body");
    let agents = (0..count).map(|_| Agent::new(0, body(random))).collect();
    let mut draw = || random.below(side * CELL as u32) as i32;
    ((0..count).map(|_| [draw(), draw()]).collect(), agents)
}

#[test]
fn agents_that_overlap_are_pushed_apart_and_nobody_else() {
    let mut random = Random::new(5);
    let mut pushes = Pushes::default();
    for round in 0..300 {
        let count = random.below(200) as usize;
        let side = 1 + random.below(60);
        let (positions, agents) = agents(&mut random, count, side);
        pushes.push_apart(&positions, &agents);
        for (id, (at, agent)) in positions.iter().zip(&agents).enumerate() {
            let mut expected = [0.0_f64; 2];
            let mut overlaps = 0;
            for (_, (by, other)) in
                positions.iter().zip(&agents).enumerate().filter(|&(other, _)| other != id)
            {
                let [dx, dy] = [at[0] - by[0], at[1] - by[1]].map(f64::from);
                let reach = f64::from(agent.body.radius() + other.body.radius());
                let apart = dx.hypot(dy);
                if apart < reach && apart > 0.0 {
                    overlaps += 1;
                    expected[0] += dx * (reach - apart) / apart / 8.0;
                    expected[1] += dy * (reach - apart) / apart / 8.0;
                }
            }
            for (found, expected) in pushes.on(id).into_iter().zip(expected) {
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
fn two_agents_on_one_point_are_pushed_opposite_ways() {
    let pair = [0, 0].map(|_| Agent::new(0, Body::default()));
    let mut pushes = Pushes::default();
    pushes.push_apart(&[middle(Cell::new(3, 3)); 2], &pair);
    let [a, b] = [0, 1].map(|id| pushes.on(id));
    assert_ne!(a, [0, 0]);
    assert_eq!(a, b.map(|push| -push));
}

#[test]
fn legs_survive_being_moved_together_and_memory_stays_small() {
    let mut random = Random::new(11);
    let (_, mut agents) = agents(&mut random, 50, 9);
    let mut legs = Legs::default();
    let mut expected = vec![Vec::new(); 50];
    for round in 0..20_000_u32 {
        let id = random.below(50) as usize;
        if random.below(3) == 0 {
            if !expected[id].is_empty() {
                expected[id].remove(0);
                (agents[id].first, agents[id].len) = (agents[id].first + 1, agents[id].len - 1);
            }
        } else {
            expected[id] = (0..random.below(30)).map(|i| round * 100 + i).collect();
            legs.give(&mut agents, id, &expected[id]);
        }
        assert_eq!(legs.of(&agents[id]), expected[id]);
    }
    assert!((0..50).all(|id| legs.of(&agents[id]) == expected[id]));
    assert!(legs.bytes() < 50 * 30 * 4 * 8, "{} bytes", legs.bytes());
}

#[test]
fn water_keeps_jump_points_for_those_on_land_and_leaves_boats_to_astar() {
    let mut grid = Grid::new(20, 9, b'.').unwrap();
    let mover = Mover::walker();
    grid.apply(Edit::new().fill(CellRect::new(8, 0, 3, 8), b'W')).unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
    assert!(routes.has_jump_points());
    let mut steps = |from: (u32, u32), to: (u32, u32)| {
        let [from, to] = [from, to].map(|cell: (u32, u32)| grid.node(cell).unwrap());
        routes.route(&view, from, to).path().map(|path| path.step_count())
    };
    assert_eq!(steps((0, 8), (19, 8)), Some(19));
    assert_eq!(steps((9, 0), (9, 7)), Some(7));
    assert_eq!(steps((9, 0), (0, 0)), None);
    assert_eq!(steps((0, 0), (9, 0)), None);
}

#[test]
fn jump_points_of_one_mover_do_not_answer_for_another() {
    let grid = Grid::from_classes(2, 2, b".@@.").unwrap();
    let walker = Mover::walker();
    let cutter = walker.clone().corners(Corners::Always);
    let mut routes = JumpRoutes::new(&grid, &walker);
    assert!(routes.has_jump_points());
    let [from, to] = [(0, 0), (1, 1)].map(|cell: (u32, u32)| grid.node(cell).unwrap());
    let mut steps = |mover: &Mover| {
        let outcome = routes.route(&grid.seen_by(mover), from, to);
        outcome.path().map(|path| path.step_count())
    };
    assert_eq!((steps(&walker), steps(&cutter)), (None, Some(1)));
}

#[test]
fn fields_are_used_again_when_nobody_follows_them() {
    let mover = Mover::walker();
    let grid = Grid::new(30, 30, b'.').unwrap();
    let (view, mut routes) = (grid.seen_by(&mover), JumpRoutes::new(&grid, &mover));
    let mut crowd = Crowd::new();
    let body = Body::default();
    let ids: Vec<u32> = crowd.scatter(&view, Cell::new(9, 9), 6, 40, body).unwrap().collect();
    for i in 0..30 {
        crowd.order(&ids, Cell::new(i, 29 - i)).unwrap();
        crowd.advance(&view, &mut routes, 20, u64::MAX);
    }
    assert!(crowd.requests.shared.len() <= 2, "{}", crowd.requests.shared.len());
}
