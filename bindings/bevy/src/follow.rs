//! Units that walk along their paths.

use astride::planner::Standing;
use astride::world::World as _;
use bevy_ecs::change_detection::Res;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::{Has, Without};
use bevy_ecs::system::{Commands, Query};
use bevy_time::Time;
use bevy_transform::components::Transform;

use crate::place::{at_height_of, height_axis, is_free};
use crate::request::Gait;
use crate::{Nav, PathFound, PathRequest};

/// Walks along the [`PathFound`] of its entity, from centre to centre of the cells, and moves the
/// `Transform`; what sticks out of the plane of the map stays as it is. Over a link it walks straight
/// to the other end.
///
/// No step is begun that the mover cannot take on the map as it is. While another request waits, the
/// step that was begun is finished, and the new path goes on from there. At the end the entity has
/// [`Arrived`].
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Transform)]
pub struct Follow {
    /// Units of the game's world per second; what is no number or below 0 counts as 0.
    pub speed: f32,
    /// What happens when a change of the world cuts the path, or makes it cost something else.
    pub when_changed: WhenChanged,
}

/// What a follower does whose path does not hold any more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WhenChanged {
    /// It asks again, with the same request from where it is.
    #[default]
    AskAgain,
    /// It goes as far as the path goes, and the [standing](PathFound::standing) says what has become of
    /// it.
    Stop,
}

impl Follow {
    /// At this many units per second.
    pub fn at(speed: f32) -> Self {
        Follow { speed, when_changed: WhenChanged::AskAgain }
    }

    /// Leaves it to the game to ask again.
    #[must_use]
    pub fn or_stop(mut self) -> Self {
        self.when_changed = WhenChanged::Stop;
        self
    }
}

/// It stands at the end of its path. Inserted by the plugin; a new [`PathRequest`] takes it off.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Arrived;

pub(crate) fn follow(
    nav: Res<'_, Nav>,
    time: Option<Res<'_, Time>>,
    mut units: Query<
        '_,
        '_,
        (Entity, &Follow, &mut PathFound, &mut Transform, Has<PathRequest>),
        Without<Arrived>,
    >,
    mut commands: Commands<'_, '_>,
) {
    let seconds = time.map_or(0.0, |time| time.delta_secs());
    for (entity, follow, mut found, mut transform, is_asking) in &mut units {
        // Of a map that is there no more nothing is known.
        if found.nav != nav.id() {
            continue;
        }
        let patience = if is_asking { Patience::Waits } else { Patience::GoesOn };
        let way = (follow.speed * seconds).max(0.0);
        walk(&nav, &mut found, &mut transform, way, patience);
        if found.next == found.points.len() && !is_asking {
            commands.entity(entity).try_insert(Arrived);
        }
    }
}

/// Whether a follower begins steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Patience {
    GoesOn,
    /// Not while it waits for another path.
    Waits,
}

/// Walks this far, at most to the end of the path.
fn walk(
    nav: &Nav,
    found: &mut PathFound,
    transform: &mut Transform,
    mut left: f32,
    patience: Patience,
) {
    let Ok(view) = nav.view(found.request.mover.unwrap_or(nav.first_mover())) else { return };
    let axis = height_axis(nav.frame());
    while left > 0.0 && found.next < found.points.len() {
        let before = found.next.checked_sub(1);
        match (found.gait, before) {
            (Gait::AtPoint, Some(before)) => {
                if patience == Patience::Waits {
                    return;
                }
                let nodes = found.path.nodes();
                if view.arc_cost(nodes[before], nodes[found.next]).is_none() {
                    found.standing = Standing::Blocked { step: before };
                    return;
                }
            }
            // What it walks into was blocked meanwhile: back to where it came from.
            (Gait::Between, Some(before))
                if !is_free(nav, &view, found.cells[found.next])
                    && is_free(nav, &view, found.cells[before]) =>
            {
                found.next = before;
            }
            _ => {}
        }
        let at = transform.translation;
        let point = at_height_of(at, found.points[found.next], axis);
        let distance = at.distance(point);
        if distance <= left {
            transform.translation = point;
            left -= distance;
            (found.next, found.gait) = (found.next + 1, Gait::AtPoint);
        } else {
            transform.translation = at + (point - at) * (left / distance);
            found.gait = Gait::Between;
            return;
        }
    }
}
