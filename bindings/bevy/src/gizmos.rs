//! What the plugin does, drawn by the gizmos of Bevy.

use std::f64::consts::TAU;

use astride_agents::crowd::CELL;
use bevy_app::{App, Plugin, PostUpdate};
use bevy_color::Color;
use bevy_ecs::change_detection::Res;
use bevy_ecs::query::Has;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::schedule::common_conditions::resource_exists;
use bevy_ecs::system::{Local, Query};
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_transform::components::Transform;

use crate::place::{at_height_of, height_axis, rounded};
use crate::{CrowdUnit, Follow, Nav, NavCrowd, PathFound};

/// Draws where the first mover of [`Nav`] cannot stand, the paths of all entities, and the units of
/// the crowd.
///
/// It needs the `GizmoPlugin` of Bevy, which is among its default plugins, and what renders gizmos, such
/// as the feature `2d` of `bevy`. Colours are those of [`AstrideGizmos`] in Bevy's `GizmoConfigStore`,
/// which also switches all of it off.
#[derive(Clone, Copy, Debug, Default)]
pub struct AstrideGizmoPlugin;

/// What is drawn, and in which colours; `None` is not drawn.
#[derive(Clone, Copy, Debug, Reflect, GizmoConfigGroup)]
pub struct AstrideGizmos {
    /// The outlines of what is blocked. Grey.
    pub walls: Option<Color>,
    /// The paths that entities have, and what is left of those that they follow. Blue.
    pub paths: Option<Color>,
    /// The units of the crowd. Orange.
    pub crowd: Option<Color>,
}

impl Default for AstrideGizmos {
    fn default() -> Self {
        AstrideGizmos {
            walls: Some(Color::srgb(0.55, 0.55, 0.6)),
            paths: Some(Color::srgb(0.25, 0.6, 0.95)),
            crowd: Some(Color::srgb(0.95, 0.55, 0.2)),
        }
    }
}

impl Plugin for AstrideGizmoPlugin {
    fn build(&self, app: &mut App) {
        app.init_gizmo_group::<AstrideGizmos>().add_systems(
            PostUpdate,
            (walls, paths, crowd.run_if(resource_exists::<NavCrowd>))
                .run_if(resource_exists::<Nav>),
        );
    }
}

/// The outlines of a map, and of which and which revision of it they are.
#[derive(Default)]
struct Drawn {
    ground: Option<(u64, u64)>,
    lines: Vec<[Vec3; 2]>,
}

fn walls(
    nav: Res<'_, Nav>,
    mut drawn: Local<'_, Drawn>,
    mut gizmos: Gizmos<'_, '_, AstrideGizmos>,
) {
    let Some(color) = gizmos.config_ext.walls.filter(|_| gizmos.config.enabled) else { return };
    let ground = Some((nav.id(), nav.revision()));
    if drawn.ground != ground {
        let lines = nav.outline(nav.first_mover()).unwrap_or_default();
        *drawn = Drawn { ground, lines };
    }
    for &[from, to] in &drawn.lines {
        gizmos.line(from, to, color);
    }
}

fn paths(
    nav: Res<'_, Nav>,
    units: Query<'_, '_, (&PathFound, Option<&Transform>, Has<Follow>)>,
    mut gizmos: Gizmos<'_, '_, AstrideGizmos>,
) {
    let Some(color) = gizmos.config_ext.paths else { return };
    let axis = height_axis(nav.frame());
    for (found, transform, is_walking) in &units {
        match transform.filter(|_| is_walking) {
            Some(unit) => {
                let at = unit.translation;
                let rest = found.points()[found.reached()..].iter();
                let rest = rest.map(|&point| at_height_of(at, point, axis));
                gizmos.linestrip(std::iter::once(at).chain(rest), color);
            }
            None => gizmos.linestrip(found.points().iter().copied(), color),
        }
    }
}

/// The sides of what stands for a circle.
const SIDES: u32 = 16;

fn crowd(
    nav: Res<'_, Nav>,
    crowd: Res<'_, NavCrowd>,
    units: Query<'_, '_, (&CrowdUnit, &Transform)>,
    mut gizmos: Gizmos<'_, '_, AstrideGizmos>,
) {
    let Some(color) = gizmos.config_ext.crowd else { return };
    let (frame, axis) = (nav.frame(), height_axis(nav.frame()));
    for (entity, &[x, y]) in crowd.entities().zip(crowd.crowd().positions()) {
        let Ok((unit, transform)) = units.get(entity) else { continue };
        let [column, row] = [x, y].map(|part| f64::from(part) / f64::from(CELL));
        let side = |at: u32| {
            let (sin, cos) = (TAU * f64::from(at) / f64::from(SIDES)).sin_cos();
            let radius = unit.body.radius;
            let point = rounded(frame.point(column + radius * cos, row + radius * sin));
            at_height_of(transform.translation, point, axis)
        };
        gizmos.linestrip((0..=SIDES).map(side), color);
    }
}
