//! The position and heading of a vehicle, and segments of a drive.

use std::f64::consts::PI;

use astride::base::Vec2;

use super::VehicleError;
use super::angle::{sin_cos, wrapped};

/// The centre of the rear axle, in cells, and the heading of the vehicle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// In radians from east: clockwise on the map, since y points down. A quarter turn, π/2, is
    /// south.
    pub heading: f64,
}

impl Pose {
    /// The maximum absolute value of coordinates and headings.
    pub const MOST: f64 = (1 << 20) as f64;

    /// A pose; any heading is valid, even one of several turns.
    pub const fn new(x: f64, y: f64, heading: f64) -> Self {
        Pose { x, y, heading }
    }

    /// The pose with a heading in degrees: 0 is east, 90 south, 180 west, 270 north.
    pub fn in_degrees(x: f64, y: f64, degrees: f64) -> Self {
        Pose { x, y, heading: degrees * (PI / 180.0) }
    }

    /// The position, without the heading.
    pub const fn at(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    /// The heading in degrees, above −180 and at most 180.
    pub fn degrees(self) -> f64 {
        wrapped(self.heading) * (180.0 / PI)
    }

    /// The pose after a segment on a circle of `radius` cells, or on a straight line.
    #[must_use]
    pub fn after(self, segment: Segment, radius: f64) -> Self {
        let way = segment.length * segment.gear.sign();
        let turn = segment.steer.sign() * way / radius;
        // The chord of an arc has the direction of the vehicle half way.
        let (sin, cos) = sin_cos(self.heading + turn / 2.0);
        let chord = match segment.steer {
            Steer::Straight => way,
            _ => 2.0 * radius * sin_cos(way / radius / 2.0).0,
        };
        Pose { x: self.x + chord * cos, y: self.y + chord * sin, heading: self.heading + turn }
    }

    /// Another pose as seen from this one, in units of `radius`: ahead, to the right, and the turn.
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

/// The direction of the front wheels.
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
    /// The sign of the change of heading when driving forward.
    pub(super) const fn sign(self) -> f64 {
        match self {
            Steer::Left => -1.0,
            Steer::Straight => 0.0,
            Steer::Right => 1.0,
        }
    }
}

/// The direction of travel.
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

/// One segment of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The direction of the front wheels.
    pub steer: Steer,
    /// The direction of travel.
    pub gear: Gear,
    /// The distance covered by the centre of the rear axle, in cells, at least 0.
    pub length: f64,
}
