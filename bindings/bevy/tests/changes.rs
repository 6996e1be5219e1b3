//! What of a path holds after the world has changed.

use astride::planner::Standing;
use astride::prelude::*;
use bevy_app::{App, Last};
use bevy_astride::{FrameBudget, Nav, PathFound, PathRequest};
use bevy_ecs::prelude::*;

use crate::{app, on_the_ground};

fn row(budget: FrameBudget) -> (App, Entity) {
    let mut app = app(on_the_ground(Grid::new(20, 10, b'.').unwrap()), budget);
    let unit = app.world_mut().spawn(PathRequest::to((19, 5)).from((0, 5))).id();
    app.update();
    (app, unit)
}

fn block(app: &mut App, cell: (u32, u32)) {
    let mut nav = app.world_mut().resource_mut::<Nav>();
    nav.edit(|batch| _ = batch.set(cell, b'@')).unwrap();
}

fn standing(app: &App, unit: Entity) -> Standing {
    app.world().get::<PathFound>(unit).unwrap().standing()
}

#[test]
fn a_path_says_what_of_it_holds_after_edits() {
    let (mut app, unit) = row(FrameBudget::default());
    assert_eq!(standing(&app, unit), Standing::Current);
    let is_current =
        |app: &App| app.world().get::<PathFound>(unit).unwrap().is_current(app.world().resource());
    assert!(is_current(&app));
    block(&mut app, (3, 0));
    assert!(!is_current(&app), "at once");
    app.update();
    assert_eq!(standing(&app, unit), Standing::Walkable);
    block(&mut app, (7, 5));
    app.update();
    assert_eq!(standing(&app, unit), Standing::Blocked { step: 6 });
    assert_eq!(app.world().get::<PathFound>(unit).unwrap().revision(), 0);
}

#[test]
fn extra_cost_is_a_change_for_those_who_ask_with_it() {
    let (mut app, unit) = row(FrameBudget::default());
    let danger = app.world_mut().resource_mut::<Nav>().add_overlay().unwrap();
    let request = PathRequest::to((19, 5)).from((0, 5)).overlay(danger);
    let careful = app.world_mut().spawn(request).id();
    app.update();
    let cost = app.world().get::<PathFound>(careful).unwrap().cost();
    let mut nav = app.world_mut().resource_mut::<Nav>();
    nav.overlay_mut(danger).unwrap().fill(CellRect::new(7, 0, 1, 10), 1000);
    app.update();
    assert_eq!(standing(&app, unit), Standing::Current);
    assert_eq!(standing(&app, careful), Standing::OtherCost { cost: cost + 1000 });
}

/// Five paths of 19 steps that were just blocked, with room to look at one of them a frame.
fn five_whose_way_is_blocked() -> (App, Vec<Entity>) {
    let (mut app, first) = row(FrameBudget { steps: 19, ..FrameBudget::default() });
    let mut units = vec![first];
    for _ in 0..4 {
        units.push(app.world_mut().spawn(PathRequest::to((19, 5)).from((0, 5))).id());
    }
    app.update();
    block(&mut app, (7, 5));
    (app, units)
}

#[test]
fn changes_are_looked_at_within_a_budget_and_all_in_the_end() {
    let (mut app, units) = five_whose_way_is_blocked();
    for frames in 1..=5 {
        app.update();
        let known = units.iter().filter(|&&unit| standing(&app, unit) != Standing::Current);
        assert_eq!(known.count(), frames);
    }
}

#[test]
fn all_paths_have_their_turn_though_the_world_changes_in_every_frame() {
    let (mut app, units) = five_whose_way_is_blocked();
    for x in 0..5 {
        app.update();
        block(&mut app, (x, 0));
    }
    assert!(units.iter().all(|&unit| standing(&app, unit) == Standing::Blocked { step: 6 }));
}

#[derive(Resource, Default)]
struct Changes(usize);

fn count(nav: Res<'_, Nav>, mut changes: ResMut<'_, Changes>) {
    changes.0 += usize::from(nav.is_changed());
}

#[test]
fn only_the_program_changes_the_nav() {
    let (mut app, _) = row(FrameBudget::default());
    app.init_resource::<Changes>().add_systems(Last, count);
    app.update();
    let before = app.world().resource::<Changes>().0;
    app.world_mut().spawn(PathRequest::to((19, 5)).from((0, 5)));
    app.update();
    assert_eq!(app.world().resource::<Changes>().0, before, "the work of the plugin is no change");
    block(&mut app, (3, 0));
    app.update();
    assert_eq!(app.world().resource::<Changes>().0, before + 1);
}
