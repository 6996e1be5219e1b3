//! The bodies of units, and the rule by which they move.

use super::CrowdError;
use super::formation::Slot;
use super::ground::Ground;
use super::near::NOBODY;
use super::plane::{CELL, Point};
use super::right_of_way::Promise;
use crate::roadmap::{NOWHERE, Place};

/// The maximum radius in parts.
pub(super) const MOST_RADIUS: i32 = 23_170;

/// A walking disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its radius in cells: 1/64 to [`MAX_RADIUS`](Body::MAX_RADIUS).
    pub radius: f64,
    /// The maximum speed in cells per second: 1/1024 to 64. Units move by whole parts, so in ticks so
    /// short that this is less than 1/65 536 of a cell, a unit does not move.
    pub speed: f64,
}

impl Body {
    /// The maximum radius, 1/√8 of a cell rounded down: a unit that leaves a cell round a corner
    /// and the one that follows it are never closer than half the diagonal of a cell.
    pub const MAX_RADIUS: f64 = MOST_RADIUS as f64 / CELL as f64;

    /// The radius in parts; refuses values that are out of range or NaN.
    pub(super) fn checked(self) -> Result<i32, CrowdError> {
        let Body { radius, speed } = self;
        let is_good = (1.0 / 64.0..=Self::MAX_RADIUS).contains(&radius)
            && (1.0 / 1024.0..=64.0).contains(&speed);
        let parts = (radius * f64::from(CELL)).floor() as i32;
        if is_good { Ok(parts) } else { Err(CrowdError::Body { radius, speed }) }
    }
}

/// A body with a radius of a third of a cell that walks two cells per second.
impl Default for Body {
    fn default() -> Self {
        Body { radius: 0.34, speed: 2.0 }
    }
}

/// How units avoid each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Anywhere in the plane, each at its own speed: units see each other in time and steer around.
    /// Units that make no headway, and those near them, are moved by right of way until nothing
    /// blocks them any more.
    #[default]
    Free,
    /// From the centre of a cell to that of an adjacent one, all in lockstep: right of way decides
    /// who goes where. Cheaper, and hardly ever stuck. Units half as fast as the fastest on its way,
    /// or faster, keep step with the slowest of them; slower ones take several beats for a step.
    Lattice,
}

/// What the crowd stores about a unit in addition to its position and velocity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) radius: i32,
    /// The maximum speed in cells per second.
    pub(super) speed: f64,
    /// Its speed on the current path.
    pub(super) pace: f64,
    /// The velocity to which it is steered, in parts per second, if it is.
    pub(super) wish: Option<Point>,
    /// Its slot in a group, if it is moving in formation.
    pub(super) slot: Option<Slot>,
    /// Its final position.
    pub(super) goal: Point,
    pub(super) target: Target,
    /// Whether distances to its goal are known where it stands; until then it waits.
    pub(super) knows_way: bool,
    /// The point to which it currently walks in a straight line, and the tick at which that is
    /// reconsidered, 0 if it no longer holds.
    pub(super) aim: Point,
    pub(super) aim_until: u64,
    /// Its squared distance to the aim when it last looked, in parts.
    pub(super) aim_left: i64,
    /// The squared distance at which it looks for the next aim: half-way; 0 if the aim is the goal.
    pub(super) aim_half: i64,
    /// What it was promised, if it is moved by right of way.
    pub(super) promise: Option<Promise>,
    /// How much of its step in lockstep it has walked at the beginning of this beat and will have
    /// walked at the end, in parts: a unit that is much slower than others takes several beats.
    pub(super) walk: [i32; 2],
    /// A point to which it walks in this beat instead of its promised cell.
    pub(super) aside: Option<Point>,
    /// The reference point for measuring headway.
    pub(super) mark: Mark,
    /// The beat until which it keeps right of way, and how often it has been given that on this
    /// path.
    pub(super) held_until: u64,
    pub(super) handed: u32,
    /// A unit because of which it recently kept right of way, or any other.
    pub(super) rival: u32,
    /// Beats since it was last at its goal: the unit that has waited longest goes first.
    pub(super) waited: u32,
}

/// The place of a goal and how to get there: other targets share the distances to its lead, and
/// those to a place far from all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) place: Place,
    /// The zone of the goal is every place within this many steps of it, the lead included; 0 if the
    /// goal is its own lead.
    pub(super) zone: u16,
    pub(super) lead: Place,
    /// The same for the lead and `far`.
    pub(super) far_zone: u16,
    pub(super) far: Place,
}

impl Target {
    pub(super) const fn single(place: Place) -> Self {
        Target { place, zone: 0, lead: place, far_zone: 0, far: place }
    }

    /// The target of a unit that stands at a place and waits until it knows its way.
    pub(super) const fn waiting_at(place: Place) -> Self {
        Target { lead: NOWHERE, ..Target::single(place) }
    }
}

/// How far a unit had to go at some time, and how far it could have gone since, in cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) left: f64,
    pub(super) could: f64,
}

/// No headway is required until it is first measured.
impl Default for Mark {
    fn default() -> Self {
        Mark { left: f64::INFINITY, could: 0.0 }
    }
}

impl Unit {
    /// Whether its step takes longer than this beat.
    pub(super) fn is_midway(&self) -> bool {
        let step = self.promise.and_then(|promise| promise.step);
        step.is_some_and(|step| step != [0, 0]) && self.walk[1] < CELL
    }

    /// The place that it leaves in such a step, unless that has become a wall.
    pub(super) fn leaves(&self, ground: &Ground) -> Option<Place> {
        let Promise { place, step } = self.promise.filter(|_| self.is_midway())?;
        ground.before(place, step?)
    }

    /// How much of its step it has walked when those that take one beat have walked this much.
    pub(super) fn walked(&self, walked: i32) -> i32 {
        let [begin, end] = self.walk;
        let part = i64::from(end - begin) * i64::from(walked) / i64::from(CELL);
        begin + part as i32
    }

    pub(super) fn new(radius: i32, speed: f64, at: Point, place: Place) -> Self {
        Unit {
            radius,
            speed,
            pace: speed,
            wish: None,
            slot: None,
            goal: at,
            target: Target::single(place),
            knows_way: true,
            aim: at,
            aim_until: 0,
            aim_left: 0,
            aim_half: 0,
            promise: None,
            walk: [0, CELL],
            aside: None,
            mark: Mark::default(),
            held_until: 0,
            handed: 0,
            rival: NOBODY,
            waited: 0,
        }
    }
}
