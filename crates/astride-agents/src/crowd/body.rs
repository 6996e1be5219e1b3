//! What moves, and by which rule.

use super::CrowdError;
use super::formation::Slot;
use super::plane::{CELL, Point};
use super::right_of_way::Promise;
use crate::roadmap::Place;

/// A disc that walks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Its radius in cells: 1/64 to [`MAX_RADIUS`](Body::MAX_RADIUS).
    pub radius: f64,
    /// Its top speed in cells per second: 1/1024 to 64.
    pub speed: f64,
}

impl Body {
    /// The largest radius, 1/√8 of a cell rounded down: one unit that leaves a cell round a corner
    /// and one that follows it are never nearer than half a diagonal of a cell.
    pub const MAX_RADIUS: f64 = 23_170.0 / CELL as f64;

    /// The radius in parts; refuses what is out of range or no number.
    pub(super) fn checked(self) -> Result<i32, CrowdError> {
        let Body { radius, speed } = self;
        let is_good = (1.0 / 64.0..=Self::MAX_RADIUS).contains(&radius)
            && (1.0 / 1024.0..=64.0).contains(&speed);
        let parts = (radius * f64::from(CELL)).floor() as i32;
        if is_good { Ok(parts) } else { Err(CrowdError::Body { radius, speed }) }
    }
}

/// A body of a third of a cell that walks two cells per second.
impl Default for Body {
    fn default() -> Self {
        Body { radius: 0.34, speed: 2.0 }
    }
}

/// How units give way to each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Anywhere in the plane, each at its own speed: units see each other in time and go round.
    /// Those that make no headway are handed to right of way, as are those near them, and handed
    /// back where nobody is in the way any more.
    #[default]
    Free,
    /// From the middle of a cell to the middle of one beside it, all in step: right of way decides
    /// who goes where, at the pace of the slowest. Cheaper, and hardly ever stuck.
    Lattice,
}

/// What the crowd keeps of a unit besides its position and velocity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unit {
    pub(super) radius: i32,
    /// In cells per second.
    pub(super) speed: f64,
    /// How fast it walks on its present way.
    pub(super) pace: f64,
    /// The velocity that it is steered at, in parts per second, if it is.
    pub(super) wish: Option<Point>,
    /// Its part in a group, if it is on its way in formation.
    pub(super) slot: Option<Slot>,
    /// Where it shall be in the end.
    pub(super) goal: Point,
    pub(super) target: Target,
    /// Where it walks to in a straight line, and the tick at which that is looked at again.
    pub(super) aim: Point,
    pub(super) aim_until: u64,
    /// What it was promised, if it has the right of way.
    pub(super) promise: Option<Promise>,
    /// Headway is measured from here.
    pub(super) mark: Mark,
    /// The beat until which it is not handed back, and how often it was handed over on this way.
    pub(super) held_until: u64,
    pub(super) handed: u32,
    /// Beats since it was last on its goal: who waited longest goes first.
    pub(super) waited: u32,
}

/// The place of a goal and how to get there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) place: Place,
    /// Where the whole group goes: its distances lead up to the zone, this many steps around it.
    pub(super) lead: Place,
    pub(super) zone: u32,
}

impl Target {
    pub(super) fn single(place: Place) -> Self {
        Target { place, lead: place, zone: 0 }
    }
}

/// How far a unit had to go at some time, and how far it could have gone since, in cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) left: f64,
    pub(super) could: f64,
}

/// No headway is asked for up to the first time that it is measured.
impl Default for Mark {
    fn default() -> Self {
        Mark { left: f64::INFINITY, could: 0.0 }
    }
}

impl Unit {
    pub(super) fn new(radius: i32, speed: f64, at: Point, place: Place) -> Self {
        Unit {
            radius,
            speed,
            pace: speed,
            wish: None,
            slot: None,
            goal: at,
            target: Target::single(place),
            aim: at,
            aim_until: 0,
            promise: None,
            mark: Mark::default(),
            held_until: 0,
            handed: 0,
            waited: 0,
        }
    }
}
