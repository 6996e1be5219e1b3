//! Units that walk along their paths.

use astride::base::Random;
use astride::planner::Standing;
use astride::prelude::*;
use bevy_app::App;
use bevy_astride::{Arrived, Follow, FrameBudget, Nav, NoPath, PathFound, PathRequest};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;

use crate::{FRAME, app, expansions, is_free, on_the_ground, random_cell, scattered, under};

fn at(app: &App, unit: Entity) -> Vec3 {
    app.world().get::<Transform>(unit).unwrap().translation
}

fn spawn(app: &mut App, cell: Cell, speed: f32) -> Entity {
    let centre = app.world().resource::<Nav>().centre(cell);
    app.world_mut().spawn((Transform::from_translation(centre), Follow::at(speed))).id()
}

/// The slow way: a point of a line of points, by its length from the start.
fn along(points: &[Vec3], mut way: f32) -> Vec3 {
    for pair in points.windows(2) {
        let length = pair[0].distance(pair[1]);
        if way <= length {
            return pair[0].lerp(pair[1], way / length);
        }
        way -= length;
    }
    *points.last().unwrap()
}

#[test]
fn a_unit_is_where_its_speed_says() {
    let mut app = app(on_the_ground(scattered(40, 30, 20, 5)), FrameBudget::default());
    let nav = app.world().resource::<Nav>();
    let start = (0..40).map(|x| Cell::new(x, 2)).find(|&cell| is_free(nav, cell)).unwrap();
    let goal = (0..40).rev().map(|x| Cell::new(x, 27)).find(|&cell| is_free(nav, cell)).unwrap();
    let unit = spawn(&mut app, start, 7.0);
    app.world_mut().entity_mut(unit).insert(PathRequest::to(goal));
    for frame in 1.. {
        app.update();
        let found = app.world().get::<PathFound>(unit).unwrap();
        let expected = along(found.points(), frame as f32 * FRAME * 7.0);
        assert!(at(&app, unit).distance(expected) < 1e-2, "frame {frame}");
        if app.world().entity(unit).contains::<Arrived>() {
            assert_eq!(at(&app, unit), *found.points().last().unwrap());
            assert_eq!(found.reached(), found.points().len());
            break;
        }
        assert!(frame < 10_000);
    }
}

#[test]
fn a_unit_keeps_its_height() {
    let mut app = app(on_the_ground(Grid::new(10, 10, b'.').unwrap()), FrameBudget::default());
    let unit = spawn(&mut app, Cell::new(1, 1), 5.0);
    app.world_mut().get_mut::<Transform>(unit).unwrap().translation.y = 8.25;
    app.world_mut().entity_mut(unit).insert(PathRequest::to((8, 6)));
    while !app.world().entity(unit).contains::<Arrived>() {
        app.update();
        assert_eq!(at(&app, unit).y.to_bits(), 8.25f32.to_bits());
    }
    assert_eq!(under(app.world().resource(), at(&app, unit)), Some(Cell::new(8, 6)));
}

#[test]
fn no_speed_that_is_no_number_moves_anybody() {
    let mut app = app(on_the_ground(Grid::new(10, 10, b'.').unwrap()), FrameBudget::default());
    for speed in [f32::NAN, -3.0, 0.0, f32::NEG_INFINITY] {
        let unit = spawn(&mut app, Cell::new(1, 1), speed);
        let from = at(&app, unit);
        app.world_mut().entity_mut(unit).insert(PathRequest::to((8, 6)));
        (0..3).for_each(|_| app.update());
        assert_eq!(at(&app, unit), from, "{speed}");
    }
    let unit = spawn(&mut app, Cell::new(1, 1), f32::INFINITY);
    app.world_mut().entity_mut(unit).insert(PathRequest::to((8, 6)));
    app.update();
    assert!(app.world().entity(unit).contains::<Arrived>());
}

/// Edits, new orders and small budgets all the time: nobody walks into what is blocked.
#[test]
fn nobody_walks_into_what_is_blocked() {
    let rounds = if std::env::var("ASTRIDE_SLOW_TESTS").is_ok_and(|on| on == "1") { 40 } else { 1 };
    for seed in 0..rounds {
        let mut random = Random::new(seed);
        let grid = scattered(40, 30, 15, seed + 50);
        let mut app = app(on_the_ground(grid), expansions(100 + 300 * (seed % 3)));
        let mut units: Vec<Entity> = Vec::new();
        while units.len() < 25 {
            let cell = random_cell(&mut random, app.world().resource::<Nav>().grid());
            if is_free(app.world().resource(), cell) {
                units.push(spawn(&mut app, cell, 6.0 + (random.next() % 40) as f32));
            }
        }
        for frame in 0..450 {
            if frame < 150 && frame % 7 == 2 {
                let mut nav = app.world_mut().resource_mut::<Nav>();
                let cells: Vec<Cell> =
                    (0..12).map(|_| random_cell(&mut random, nav.grid())).collect();
                nav.edit(|batch| {
                    for (cell, at) in cells.iter().zip(0..) {
                        batch.set(*cell, if at % 2 == 0 { b'@' } else { b'.' });
                    }
                })
                .unwrap();
            }
            for &unit in &units {
                if frame < 150 && random.next().is_multiple_of(20) {
                    let goal = random_cell(&mut random, app.world().resource::<Nav>().grid());
                    app.world_mut().entity_mut(unit).insert(PathRequest::to(goal));
                }
            }
            let before: Vec<Vec3> = units.iter().map(|&unit| at(&app, unit)).collect();
            app.update();
            let nav = app.world().resource::<Nav>();
            for (&unit, &before) in units.iter().zip(&before) {
                let after = at(&app, unit);
                let speed = app.world().get::<Follow>(unit).unwrap().speed;
                assert!(before.distance(after) <= speed * FRAME + 1e-3);
                // A point beside a border, so that corners that are passed belong to nobody.
                for part in 0..=20 {
                    let point = before.lerp(after, part as f32 / 20.0);
                    let cells = [-0.01f32, 0.01].map(|x| {
                        [-0.01f32, 0.01].map(|z| under(nav, point + Vec3::new(x, 0.0, z)).unwrap())
                    });
                    let was_there = under(nav, before) == under(nav, point);
                    let is_in_wall = cells.as_flattened().iter().all(|&cell| !is_free(nav, cell));
                    assert!(!is_in_wall || was_there, "seed {seed}, frame {frame}, {unit}");
                }
            }
        }
        for &unit in &units {
            let entity = app.world().entity(unit);
            let is_over = entity.contains::<Arrived>() || entity.contains::<NoPath>();
            assert!(is_over || !entity.contains::<PathFound>(), "seed {seed}, {unit}");
        }
    }
}

#[test]
fn a_wall_across_the_way_is_gone_round() {
    let mut app = app(on_the_ground(Grid::new(20, 10, b'.').unwrap()), FrameBudget::default());
    let asks = spawn(&mut app, Cell::new(0, 5), 8.0);
    let stops = spawn(&mut app, Cell::new(0, 5), 8.0);
    app.world_mut().entity_mut(stops).insert(Follow::at(8.0).or_stop());
    for unit in [asks, stops] {
        app.world_mut().entity_mut(unit).insert(PathRequest::to((19, 5)));
    }
    (0..5).for_each(|_| app.update());
    let mut nav = app.world_mut().resource_mut::<Nav>();
    nav.edit(|batch| _ = batch.fill(CellRect::new(10, 1, 1, 9), b'@')).unwrap();
    (0..200).for_each(|_| app.update());
    let nav = app.world().resource::<Nav>();
    assert!(app.world().entity(asks).contains::<Arrived>());
    assert_eq!(under(nav, at(&app, asks)), Some(Cell::new(19, 5)));
    assert!(!app.world().entity(stops).contains::<Arrived>());
    assert_eq!(under(nav, at(&app, stops)), Some(Cell::new(9, 5)));
    let found = app.world().get::<PathFound>(stops).unwrap();
    assert_eq!(found.standing(), Standing::Blocked { step: 9 });
}

/// A faction believes there is a way; its unit stands before the wall until that is seen.
#[test]
fn a_wall_that_nobody_saw_is_stopped_at() {
    let mut grid = Grid::new(20, 10, b'.').unwrap();
    grid.apply(Edit::new().fill(CellRect::new(10, 1, 1, 9), b'@')).unwrap();
    let mut app = app(on_the_ground(grid), FrameBudget::default());
    let scouts = app.world_mut().resource_mut::<Nav>().add_faction(b'.');
    let unit = spawn(&mut app, Cell::new(0, 5), 8.0);
    app.world_mut().entity_mut(unit).insert(PathRequest::to((19, 5)).faction(scouts));
    (0..100).for_each(|_| app.update());
    assert_eq!(under(app.world().resource(), at(&app, unit)), Some(Cell::new(9, 5)));
    let found = app.world().get::<PathFound>(unit).unwrap();
    assert_eq!(found.standing(), Standing::Blocked { step: 9 });
    let mut nav = app.world_mut().resource_mut::<Nav>();
    nav.reveal(scouts, CellRect::new(10, 0, 1, 10)).unwrap();
    (0..200).for_each(|_| app.update());
    assert!(app.world().entity(unit).contains::<Arrived>());
}

#[test]
fn a_new_order_on_the_way_neither_halts_nor_jumps() {
    let mut app = app(on_the_ground(Grid::new(40, 30, b'.').unwrap()), FrameBudget::default());
    let unit = spawn(&mut app, Cell::new(2, 2), 9.0);
    app.world_mut().entity_mut(unit).insert(PathRequest::to((30, 20)));
    (0..8).for_each(|_| app.update());
    for goal in [(3, 20), (35, 4), (20, 20)] {
        app.world_mut().entity_mut(unit).insert(PathRequest::to(goal));
        let ways: Vec<f32> = (0..8)
            .map(|_| {
                let before = at(&app, unit);
                app.update();
                before.distance(at(&app, unit)) / (9.0 * FRAME)
            })
            .collect();
        // Where it turns round, the straight line is shorter than what it walked.
        assert!(ways.iter().all(|&way| way < 1.001), "{ways:?}");
        assert!(ways.iter().filter(|&&way| way < 0.7).count() <= 1, "{ways:?}");
    }
}
