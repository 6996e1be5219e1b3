//! Where a vehicle is and which way it faces, and what it does for a stretch.

use std::f64::consts::PI;

use astride::base::Vec2;

use super::VehicleError;
use super::angle::{sin_cos, wrapped};

/// Where the middle of the rear axle is, in cells, and which way the vehicle faces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// In radians from east: clockwise as one sees the map, since y points down. A quarter, π/2, is
    /// south.
    pub heading: f64,
}

impl Pose {
    /// Coordinates and headings are at most this far from 0.
    pub const MOST: f64 = (1 << 20) as f64;

    /// A pose; any heading will do, such as one of several turns.
    pub const fn new(x: f64, y: f64, heading: f64) -> Self {
        Pose { x, y, heading }
    }

    /// The pose with a heading in degrees: 0 is east, 90 south, 180 west, 270 north.
    pub fn in_degrees(x: f64, y: f64, degrees: f64) -> Self {
        Pose { x, y, heading: degrees * (PI / 180.0) }
    }

    /// Where it is, without the heading.
    pub const fn at(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    /// The heading in degrees, above −180 and at most 180.
    pub fn degrees(self) -> f64 {
        wrapped(self.heading) * (180.0 / PI)
    }

    /// The pose after a stretch on a circle of `radius` cells, or on a straight line.
    #[must_use]
    pub fn after(self, segment: Segment, radius: f64) -> Self {
        let way = segment.length * segment.gear.sign();
        let turn = segment.steer.sign() * way / radius;
        // The chord of an arc has the direction that the vehicle has half way.
        let (sin, cos) = sin_cos(self.heading + turn / 2.0);
        let chord = match segment.steer {
            Steer::Straight => way,
            _ => 2.0 * radius * sin_cos(way / radius / 2.0).0,
        };
        Pose { x: self.x + chord * cos, y: self.y + chord * sin, heading: self.heading + turn }
    }

    /// The way to another pose as this one sees it, in units of `radius`: ahead, to the right, and
    /// the turn.
    pub(super) fn sees(self, other: Pose, radius: f64) -> [f64; 3] {
        let (sin, cos) = sin_cos(self.heading);
        let (dx, dy) = ((other.x - self.x) / radius, (other.y - self.y) / radius);
        [dx * cos + dy * sin, dy * cos - dx * sin, wrapped(other.heading - self.heading)]
    }

    pub(super) fn checked(self) -> Result<Self, VehicleError> {
        let is_good = [self.x, self.y, self.heading].iter().all(|value| value.abs() <= Pose::MOST);
        if is_good { Ok(self) } else { Err(VehicleError::Pose { pose: self }) }
    }
}

/// Where the front wheels point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Steer {
    /// All the way to the driver's left.
    Left,
    /// Ahead.
    Straight,
    /// All the way to the driver's right.
    Right,
}

impl Steer {
    /// How the heading changes on the way forward.
    pub(super) const fn sign(self) -> f64 {
        match self {
            Steer::Left => -1.0,
            Steer::Straight => 0.0,
            Steer::Right => 1.0,
        }
    }
}

/// Which way the wheels turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gear {
    /// Ahead.
    Forward,
    /// Backward.
    Reverse,
}

impl Gear {
    pub(super) const fn sign(self) -> f64 {
        match self {
            Gear::Forward => 1.0,
            Gear::Reverse => -1.0,
        }
    }
}

/// One stretch of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// Where the wheels point.
    pub steer: Steer,
    /// Which way they turn.
    pub gear: Gear,
    /// How far the middle of the rear axle goes, in cells, at least 0.
    pub length: f64,
}
