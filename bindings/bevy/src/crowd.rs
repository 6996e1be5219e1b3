//! Units that never overlap, as entities.

use std::collections::BTreeMap;

use astride::base::Vec2;
use astride::planner::MoverId;
use astride_agents::crowd::{Body, CELL, Crowd, CrowdError, Mode};
use bevy_ecs::change_detection::{DetectChangesMut, Res, ResMut};
use bevy_ecs::component::Component;
use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::query::Without;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, Query};
use bevy_ecs::world::DeferredWorld;
use bevy_time::Time;
use bevy_transform::components::Transform;

use crate::place::{at_height_of, exact, height_axis, rounded};
use crate::{Nav, Place};

/// A crowd on the map of [`Nav`]: discs that go where they are sent and never overlap, in ticks of the
/// same length whatever the frames are.
///
/// Entities take part by a [`CrowdUnit`] and are sent by a [`CrowdGoal`]; the crowd moves their
/// `Transform`. The same ticks give the same history on every machine.
///
/// # Examples
///
/// ```
/// use bevy_astride::{Nav, NavCrowd};
/// use bevy_astride::agents::crowd::Mode;
/// use bevy_astride::astride::prelude::*;
/// let nav = Nav::from(Navigator::new(Grid::new(20, 10, b'.')?));
/// let crowd = NavCrowd::new(&nav, Mode::Free)?.ticks(1.0 / 30.0, 2);
/// assert_eq!(crowd.crowd().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Resource, Debug)]
pub struct NavCrowd {
    crowd: Crowd,
    mover: MoverId,
    /// Of which map, and which revision of it, the walls are.
    ground: (u64, u64),
    /// Who the units of the crowd are, by number.
    members: Vec<Member>,
    numbers: EntityHashMap<u32>,
    tick: f64,
    most_ticks: u32,
    owed: f64,
    dropped: u64,
    behind: Option<CrowdError>,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    entity: Entity,
    /// The key of the place that it was sent to last, unless that was refused.
    goal: Option<[u32; 4]>,
}

impl NavCrowd {
    /// A crowd of nobody on the free cells of the map, as the first mover sees it.
    ///
    /// # Errors
    ///
    /// If the map has more than 16 384 columns or rows.
    pub fn new(nav: &Nav, mode: Mode) -> Result<Self, CrowdError> {
        let mover = nav.first_mover();
        Ok(NavCrowd {
            crowd: Crowd::new(&nav.view(mover).expect("the first mover is there"), mode)?,
            mover,
            ground: (nav.id(), nav.revision()),
            members: Vec::new(),
            numbers: EntityHashMap::default(),
            tick: 1.0 / 60.0,
            most_ticks: 4,
            owed: 0.0,
            dropped: 0,
            behind: None,
        })
    }

    /// In ticks of this many seconds, from 1/1024 to 1, and at most this many of them in a frame.
    /// What a frame is late beyond that is dropped. 1/60, and 4.
    ///
    /// A tick in which the fastest unit would go more than half a cell is made in several parts.
    #[must_use]
    pub fn ticks(mut self, seconds: f64, most: u32) -> Self {
        self.tick = seconds.clamp(1.0 / 1024.0, 1.0);
        self.most_ticks = most;
        self
    }

    /// The crowd, to be read.
    pub fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// The number of an entity in the crowd, which may change when another one leaves; `None` if it
    /// takes no part.
    pub fn number(&self, entity: Entity) -> Option<u32> {
        self.numbers.get(&entity).copied()
    }

    /// The entities, by number.
    pub fn entities(&self) -> impl ExactSizeIterator<Item = Entity> {
        self.members.iter().map(|member| member.entity)
    }

    /// Why the crowd does not have the walls of the map as it is: somebody stands where one was built,
    /// or the map has another size. It is tried again in each frame, and until then the walls are those
    /// of before. `None` if it has them.
    pub fn behind(&self) -> Option<CrowdError> {
        self.behind
    }

    /// Ticks that were dropped because frames took too long.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    fn leave(&mut self, entity: Entity) {
        let Some(number) = self.numbers.remove(&entity) else { return };
        self.crowd.remove(number).expect("who is a member has a unit");
        self.members.swap_remove(number as usize);
        if let Some(moved) = self.members.get(number as usize) {
            self.numbers.insert(moved.entity, number);
        }
    }

    /// Takes over the walls of the map, if they have changed.
    fn follow(&mut self, nav: &Nav) {
        let ground = (nav.id(), nav.revision());
        if self.ground == ground {
            return;
        }
        // A mover of a map that is there no more is not known.
        let view = nav.view(self.mover).or_else(|_| nav.view(nav.first_mover()));
        self.behind = self.crowd.follow(&view.expect("the first mover is there")).err();
        if self.behind.is_none() {
            self.ground = ground;
        }
    }
}

/// Takes part in the crowd, from where its `Transform` is; later the crowd moves that. On a lattice it
/// goes to the middle of its cell at once.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[component(immutable, on_discard = leave)]
#[require(Transform)]
pub struct CrowdUnit {
    /// Radius and speed, in cells.
    pub body: Body,
}

fn leave(mut world: DeferredWorld<'_>, HookContext { entity, .. }: HookContext) {
    if let Some(mut crowd) = world.get_resource_mut::<NavCrowd>() {
        crowd.leave(entity);
    }
}

/// Where a unit of the crowd is sent. Those that get equal goals in one frame go as one group, each
/// to a cell of its own around the goal.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable)]
pub struct CrowdGoal(pub Place);

/// The crowd does not take a unit or its orders. Inserted by the plugin, which does not try again
/// before it is removed; who was refused a goal stays in the crowd and has the goal of before.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct CrowdRefused(pub CrowdError);

/// Takes in who is new and edits of the map.
pub(crate) fn enlist(
    nav: Res<'_, Nav>,
    mut crowd: ResMut<'_, NavCrowd>,
    units: Query<'_, '_, (Entity, &CrowdUnit, &Transform), Without<CrowdRefused>>,
    mut commands: Commands<'_, '_>,
) {
    let crowd = crowd.bypass_change_detection();
    crowd.follow(&nav);
    let mut new: Vec<_> =
        units.iter().filter(|(entity, ..)| !crowd.numbers.contains_key(entity)).collect();
    new.sort_by_key(|(entity, ..)| entity.index_u32());
    for (entity, unit, transform) in new {
        let (x, y) = nav.frame().grid_coordinates(exact(transform.translation));
        match crowd.crowd.spawn(Vec2::new(x, y), unit.body) {
            Ok(number) => {
                crowd.members.push(Member { entity, goal: None });
                crowd.numbers.insert(entity, number);
            }
            Err(error) => _ = commands.entity(entity).try_insert(CrowdRefused(error)),
        }
    }
}

/// Sends units whose goals are new, group by group.
pub(crate) fn order(
    nav: Res<'_, Nav>,
    mut crowd: ResMut<'_, NavCrowd>,
    goals: Query<'_, '_, &CrowdGoal, Without<CrowdRefused>>,
    mut commands: Commands<'_, '_>,
) {
    let crowd = crowd.bypass_change_detection();
    let mut groups: BTreeMap<[u32; 4], (Place, Vec<u32>)> = BTreeMap::new();
    for (member, number) in crowd.members.iter_mut().zip(0..) {
        let Ok(&CrowdGoal(goal)) = goals.get(member.entity) else { continue };
        let key = goal.key();
        if member.goal.replace(key) == Some(key) {
            continue;
        }
        let (_, group) = groups.entry(key).or_insert_with(|| (goal, Vec::new()));
        group.push(number);
    }
    for (goal, mut group) in groups.into_values() {
        let point = match goal {
            Place::Cell(cell) => Vec2::new(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5),
            Place::Point(point) => {
                let (x, y) = nav.frame().grid_coordinates(exact(point));
                Vec2::new(x, y)
            }
        };
        while let Err(error) = crowd.crowd.order(&group, point) {
            // Those that walls keep from there do not hold up the others.
            let alone = match error {
                CrowdError::NoWay { unit } => group.iter().position(|&other| other == unit),
                _ => None,
            };
            let refused = match alone {
                Some(place) => vec![group.remove(place)],
                None => std::mem::take(&mut group),
            };
            for number in refused {
                let member = &mut crowd.members[number as usize];
                // So that it is tried again when the refusal is removed.
                member.goal = None;
                commands.entity(member.entity).try_insert(CrowdRefused(error));
            }
            if group.is_empty() {
                break;
            }
        }
    }
}

/// Makes the ticks that are due, and moves the entities.
pub(crate) fn advance(
    nav: Res<'_, Nav>,
    time: Option<Res<'_, Time>>,
    mut crowd: ResMut<'_, NavCrowd>,
    mut transforms: Query<'_, '_, &mut Transform>,
) {
    let crowd = crowd.bypass_change_detection();
    crowd.owed += time.map_or(0.0, |time| time.delta_secs_f64());
    let due = (crowd.owed / crowd.tick).floor();
    crowd.owed -= due * crowd.tick;
    let due = due as u64;
    let made = due.min(crowd.most_ticks.into());
    crowd.dropped += due - made;
    for _ in 0..made {
        crowd.crowd.advance(crowd.tick).expect("ticks are at most a second");
    }
    let axis = height_axis(nav.frame());
    for (member, &[x, y]) in crowd.members.iter().zip(crowd.crowd.positions()) {
        let Ok(mut transform) = transforms.get_mut(member.entity) else { continue };
        let [column, row] = [x, y].map(|part| f64::from(part) / f64::from(CELL));
        let at = rounded(nav.frame().point(column, row));
        transform.translation = at_height_of(transform.translation, at, axis);
    }
}
