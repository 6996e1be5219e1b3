//! Crowds as entities.

use std::time::Duration;

use astride::base::Vec2;
use astride::prelude::*;
use bevy_app::App;
use bevy_astride::agents::crowd::{Body, CELL, Crowd, CrowdError, Mode};
use bevy_astride::{CrowdGoal, CrowdRefused, CrowdUnit, FrameBudget, Nav, NavCrowd};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_time::TimeUpdateStrategy;
use bevy_transform::components::Transform;

use crate::{app, on_the_ground};

fn gate() -> Grid {
    let mut grid = Grid::new(30, 15, b'.').unwrap();
    let mut edit = Edit::new();
    edit.fill(CellRect::new(15, 0, 1, 15), b'@').fill(CellRect::new(15, 6, 1, 3), b'.');
    grid.apply(&edit).unwrap();
    grid
}

/// A frame makes one tick of a 20th of a second.
fn crowd_app(grid: Grid) -> App {
    let mut app = app(on_the_ground(grid), FrameBudget::default());
    let crowd = NavCrowd::new(app.world().resource(), Mode::Free).unwrap();
    app.insert_resource(crowd.ticks(0.05, 4));
    app
}

/// On the row and column with this number; two units of the world are a cell.
fn spawn(app: &mut App, column: f32, row: f32) -> Entity {
    let at = Vec3::new(column * 2.0 - 20.0, 3.0, row * 2.0 + 7.0);
    app.world_mut().spawn((Transform::from_translation(at), CrowdUnit::default())).id()
}

fn block() -> Vec<(f32, f32)> {
    (0..24u32).map(|at| ((at % 4) as f32 * 2.0 + 1.5, (at / 4) as f32 * 2.0 + 1.5)).collect()
}

#[test]
fn the_crowd_is_the_one_that_is_driven_by_hand() {
    let mut app = crowd_app(gate());
    let mut by_hand = Crowd::new(&gate().seen_by(&Mover::walker()), Mode::Free).unwrap();
    let mut units = Vec::new();
    for (column, row) in block() {
        units.push(spawn(&mut app, column, row));
        by_hand.spawn(Vec2::new(column.into(), row.into()), Body::default()).unwrap();
    }
    for &unit in &units {
        app.world_mut().entity_mut(unit).insert(CrowdGoal((25, 7).into()));
    }
    by_hand.order(&(0..24).collect::<Vec<u32>>(), Vec2::new(25.5, 7.5)).unwrap();
    for frame in 0..600 {
        app.update();
        by_hand.tick(0.05).unwrap();
        let crowd = app.world().resource::<NavCrowd>();
        assert_eq!(crowd.crowd().digest(), by_hand.digest(), "frame {frame}");
    }
    assert_eq!(by_hand.arrived_count(), 24);
    for (&unit, &[x, y]) in units.iter().zip(by_hand.positions()) {
        let at = app.world().get::<Transform>(unit).unwrap().translation;
        let cells = [(at.x + 20.0) / 2.0, (at.z - 7.0) / 2.0];
        assert!((cells[0] - x as f32 / CELL as f32).abs() < 1e-4);
        assert!((cells[1] - y as f32 / CELL as f32).abs() < 1e-4);
        assert_eq!(at.y.to_bits(), 3.0f32.to_bits());
    }
}

#[test]
fn who_is_gone_leaves_the_crowd_and_the_others_keep_their_bodies() {
    let mut app = crowd_app(gate());
    let places = block();
    let mut units: Vec<Entity> = places.iter().map(|&(x, y)| spawn(&mut app, x, y)).collect();
    app.update();
    for at in [0, 11, 21, 5] {
        let unit = units.swap_remove(at);
        if at == 5 {
            app.world_mut().entity_mut(unit).remove::<CrowdUnit>();
        } else {
            app.world_mut().despawn(unit);
        }
    }
    let late = spawn(&mut app, 20.5, 3.5);
    app.world_mut().entity_mut(late).insert(CrowdGoal((27, 12).into()));
    app.update();
    let crowd = app.world().resource::<NavCrowd>();
    assert_eq!(crowd.crowd().count(), 21);
    assert_eq!(crowd.number(late), Some(20));
    assert!(units.iter().all(|unit| {
        crowd
            .number(*unit)
            .is_some_and(|number| crowd.entities().nth(number as usize) == Some(*unit))
    }));
    (0..400).for_each(|_| app.update());
    let crowd = app.world().resource::<NavCrowd>();
    assert!(crowd.crowd().has_arrived(20));
    let at = app.world().get::<Transform>(late).unwrap().translation;
    assert!(at.distance(app.world().resource::<Nav>().centre((27, 12))) < 0.3, "{at}");
}

#[test]
fn walls_are_taken_over_and_one_under_somebody_waits() {
    let mut app = crowd_app(gate());
    let unit = spawn(&mut app, 3.5, 7.5);
    app.update();
    let build = |app: &mut App, cell: (u32, u32), class: u8| {
        let mut nav = app.world_mut().resource_mut::<Nav>();
        nav.edit(|batch| _ = batch.set(cell, class)).unwrap();
        app.update();
    };
    build(&mut app, (5, 5), b'@');
    let crowd = app.world().resource::<NavCrowd>();
    assert!(crowd.behind().is_none() && crowd.crowd().is_wall(5, 5));
    build(&mut app, (3, 7), b'@');
    let crowd = app.world().resource::<NavCrowd>();
    assert_eq!(crowd.behind(), Some(CrowdError::InWall { unit: 0 }));
    app.world_mut().entity_mut(unit).insert(CrowdGoal((8, 7).into()));
    (0..100).for_each(|_| app.update());
    let crowd = app.world().resource::<NavCrowd>();
    assert!(
        crowd.behind().is_none() && crowd.crowd().is_wall(3, 7) && crowd.crowd().has_arrived(0)
    );
}

#[test]
fn what_the_crowd_refuses_is_said_and_holds_up_nobody() {
    let mut grid = gate();
    grid.apply(Edit::new().fill(CellRect::new(15, 0, 1, 15), b'@')).unwrap();
    let mut app = crowd_app(grid);
    let unit = spawn(&mut app, 3.5, 7.5);
    let over = spawn(&mut app, 3.6, 7.5);
    let off = spawn(&mut app, -3.5, 7.5);
    let right = spawn(&mut app, 20.5, 7.5);
    for sent in [unit, right] {
        app.world_mut().entity_mut(sent).insert(CrowdGoal((27, 7).into()));
    }
    (0..200).for_each(|_| app.update());
    let refused = |entity| app.world().get::<CrowdRefused>(entity).map(|refused| refused.0);
    assert!(matches!(refused(over), Some(CrowdError::Occupied { .. })));
    assert!(matches!(refused(off), Some(CrowdError::OffMap { .. })));
    assert!(matches!(refused(unit), Some(CrowdError::NoWay { .. })));
    assert_eq!(refused(right), None);
    let crowd = app.world().resource::<NavCrowd>();
    assert!(crowd.crowd().has_arrived(crowd.number(right).unwrap()));
    assert_eq!(crowd.crowd().count(), 2);
    // Now there is a way; without the refusal it is sent again.
    app.world_mut()
        .resource_mut::<Nav>()
        .edit(|batch| _ = batch.fill(CellRect::new(15, 6, 1, 3), b'.'))
        .unwrap();
    app.world_mut().entity_mut(unit).remove::<CrowdRefused>();
    (0..400).for_each(|_| app.update());
    assert!(!app.world().entity(unit).contains::<CrowdRefused>());
    let beyond = app.world().resource::<Nav>().centre((20, 7));
    assert!(app.world().get::<Transform>(unit).unwrap().translation.x > beyond.x);
}

/// A fifth of this tick, rounded, is longer than the time in which this unit goes half a cell.
#[test]
fn parts_of_a_tick_are_never_too_long() {
    let mut app = app(on_the_ground(gate()), FrameBudget::default());
    let crowd = NavCrowd::new(app.world().resource(), Mode::Free).unwrap();
    app.insert_resource(crowd.ticks(0.14, 4));
    let unit = spawn(&mut app, 3.5, 7.5);
    let body = Body { speed: 125.0 / 7.0, ..Body::default() };
    app.world_mut().entity_mut(unit).insert(CrowdUnit { body });
    (0..10).for_each(|_| app.update());
    assert_eq!(app.world().resource::<NavCrowd>().crowd().count(), 1);
}

#[test]
fn a_frame_makes_a_bounded_number_of_ticks() {
    let mut app = crowd_app(gate());
    spawn(&mut app, 3.5, 7.5);
    app.update();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(200)));
    app.update();
    assert_eq!(app.world().resource::<NavCrowd>().dropped(), 0);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(250)));
    (0..10).for_each(|_| app.update());
    let dropped = app.world().resource::<NavCrowd>().dropped();
    assert!((9..=10).contains(&dropped), "one of five in each of ten frames, {dropped}");
}
