//! The body of a vehicle, and its costs.

use super::VehicleError;
use super::angle::sin_cos;
use super::curve::check_radius;
use super::pose::{Gear, Pose, Segment, Steer};
use astride::base::Vec2;

/// A vehicle with steered front wheels: a rectangle that turns around points on the line of its
/// rear axle.
///
/// # Examples
///
/// ```
/// use astride_agents::vehicle::{Reversing, Vehicle};
/// let car = Vehicle::new(4.0, 1.8, 5.0);
/// let tractor = Vehicle { rear: 1.5, reversing: Reversing::Never, ..car };
/// assert!(tractor.rear > car.rear);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vehicle {
    /// From bumper to bumper, in cells: 1/16 to 256.
    pub length: f64,
    /// In cells: 1/16 to 256.
    pub width: f64,
    /// From the rear bumper to the rear axle, in cells: 0 to `length`.
    pub rear: f64,
    /// The radius of the tightest circle of the centre of the rear axle, in cells: 1/1024 to 2²⁰,
    /// and at least 1/64 of the longer side.
    pub turning_radius: f64,
    /// Whether it can reverse.
    pub reversing: Reversing,
    /// The costs of driving.
    pub costs: DrivingCosts,
}

/// Whether a vehicle can reverse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reversing {
    /// It only goes forward.
    Never,
    /// It goes in either direction.
    #[default]
    Allowed,
}

/// The costs of a drive in addition to its length in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DrivingCosts {
    /// A cell in reverse costs as much as this many cells forward: 1 to 64.
    pub reversing: f64,
    /// A cell on an arc costs as much as this many cells straight ahead: 1 to 64.
    pub turning: f64,
    /// The cost of a change of gear, in cells: 0 to 1024.
    pub gear_change: f64,
}

impl Default for DrivingCosts {
    /// 1.5 for reversing, 1.1 for turning, 2 cells for a change of gear.
    fn default() -> Self {
        DrivingCosts { reversing: 1.5, turning: 1.1, gear_change: 2.0 }
    }
}

/// Costs are counted in this many parts per cell, so that sums are exact.
pub(super) const PARTS: f64 = 65_536.0;

impl DrivingCosts {
    /// The cost of one segment, in parts.
    pub(super) fn of(&self, segment: Segment) -> u64 {
        let gear = if segment.gear == Gear::Reverse { self.reversing } else { 1.0 };
        let steer = if segment.steer == Steer::Straight { 1.0 } else { self.turning };
        (segment.length * gear * steer * PARTS).round() as u64
    }

    /// The cost of a change from one gear to another, in parts.
    pub(super) fn change(&self, from: Option<Gear>, to: Gear) -> u64 {
        let is_change = from.is_some_and(|from| from != to);
        if is_change { (self.gear_change * PARTS).round() as u64 } else { 0 }
    }
}

impl Vehicle {
    /// A vehicle with its rear axle a fifth of its length from the rear, which can reverse, with
    /// default costs.
    pub fn new(length: f64, width: f64, turning_radius: f64) -> Self {
        Vehicle {
            length,
            width,
            rear: length / 5.0,
            turning_radius,
            reversing: Reversing::default(),
            costs: DrivingCosts::default(),
        }
    }

    /// The vehicle on a map whose cells have sides of length `side`, if its sizes, turning radius
    /// and cost of a gear change are given in the same unit as `side`, such as metres.
    #[must_use]
    pub fn in_cells_of(self, side: f64) -> Self {
        Vehicle {
            length: self.length / side,
            width: self.width / side,
            rear: self.rear / side,
            turning_radius: self.turning_radius / side,
            costs: DrivingCosts { gear_change: self.costs.gear_change / side, ..self.costs },
            ..self
        }
    }

    /// The corners of the vehicle at a pose: front right, rear right, rear left, front left.
    pub fn corners(&self, pose: Pose) -> [Vec2; 4] {
        self.corners_and(pose, 0.0)
    }

    /// The corners of the vehicle with a margin all around.
    pub(super) fn corners_and(&self, pose: Pose, margin: f64) -> [Vec2; 4] {
        let (sin, cos) = sin_cos(pose.heading);
        let (front, rear) = (self.length - self.rear + margin, -self.rear - margin);
        let side = self.width / 2.0 + margin;
        [(front, side), (rear, side), (rear, -side), (front, -side)].map(|(ahead, right)| {
            Vec2::new(pose.x + ahead * cos - right * sin, pose.y + ahead * sin + right * cos)
        })
    }

    /// The radius of a disc around the centre of the rear axle that is always within the vehicle.
    pub(super) fn core(&self) -> f64 {
        (self.width / 2.0).min(self.rear).min(self.length - self.rear)
    }

    /// An upper bound for the distance covered by the farthest corner, as a multiple of that of the
    /// centre of the rear axle.
    pub(super) fn swing(&self) -> f64 {
        let ahead = self.rear.max(self.length - self.rear);
        let aside = self.turning_radius + self.width / 2.0;
        Vec2::new(ahead, aside).length() / self.turning_radius
    }

    pub(super) fn checked(self) -> Result<Self, VehicleError> {
        let Vehicle { length, width, rear, turning_radius, costs, .. } = self;
        let side = 1.0 / 16.0..=256.0;
        if !side.contains(&length) || !side.contains(&width) || !(0.0..=length).contains(&rear) {
            return Err(VehicleError::Body { length, width, rear });
        }
        check_radius(turning_radius)?;
        let least = length.max(width) / 64.0;
        if turning_radius < least {
            return Err(VehicleError::TightTurns { radius: turning_radius, least });
        }
        let factor = 1.0..=64.0;
        let is_good = factor.contains(&costs.reversing)
            && factor.contains(&costs.turning)
            && (0.0..=1024.0).contains(&costs.gear_change);
        if is_good { Ok(self) } else { Err(VehicleError::Costs { costs }) }
    }
}
