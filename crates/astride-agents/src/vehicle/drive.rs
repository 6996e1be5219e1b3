//! The result of a search: a drive, the reason there is none, or that the budget ran out.

use std::fmt;

use astride::base::Spent;

use super::body::{PARTS, Vehicle};
use super::curve::Curve;
use super::ground::Obstacle;
use super::pose::{Gear, Pose, Segment};

/// The maximum distance between the poses of a drive, in cells.
const STEP: f64 = 1.0 / 8.0;

/// A path that a vehicle can drive, from its pose to its goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Drive {
    /// The curve.
    pub curve: Curve,
    /// The curve pose by pose, including both ends and all ends of segments: at most an eighth of a
    /// cell apart, or a millionth of the length if that is more.
    pub poses: Vec<Pose>,
    /// Its cost, in cells driven straight ahead: see [`DrivingCosts`](super::DrivingCosts). Not
    /// proven to be the least.
    pub cost: f64,
}

impl Drive {
    pub(super) fn new(start: Pose, vehicle: &Vehicle, segments: &[Segment]) -> Self {
        let mut curve = Curve::new(start, vehicle.turning_radius);
        segments.iter().for_each(|&segment| curve.push(segment));
        let (mut cost, mut gear) = (0, None);
        for &segment in &curve.segments {
            cost += vehicle.costs.of(segment) + vehicle.costs.change(gear, segment.gear);
            gear = Some(segment.gear);
        }
        let step = STEP.max(curve.length() / f64::from(1 << 20));
        let poses = curve.poses(step).expect("there are fewer poses than parts of the length");
        Drive { curve, poses, cost: cost as f64 / PARTS }
    }

    /// The distance covered by the centre of the rear axle, in cells.
    pub fn length(&self) -> f64 {
        self.curve.length()
    }

    /// The distance driven in reverse, in cells.
    pub fn reversed(&self) -> f64 {
        let back = self.curve.segments.iter().filter(|segment| segment.gear == Gear::Reverse);
        back.fold(0.0, |sum, segment| sum + segment.length)
    }

    /// A digest of all poses to the last bit, the same on every machine.
    pub fn digest(&self) -> u64 {
        let words = self.poses.iter().flat_map(|pose| [pose.x, pose.y, pose.heading]);
        words.fold(self.poses.len() as u64, |digest, word| {
            astride::base::Random::new(digest ^ word.to_bits()).next()
        })
    }
}

/// The answer to a query for a drive.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub enum Driven {
    /// The vehicle can drive there.
    Found(Drive),
    /// No drive was found, and none can be found at this resolution.
    NoDrive(NoDrive),
    /// The budget ran out first; the search can be continued.
    OutOfBudget(Spent),
}

impl Driven {
    /// The drive, if there is one.
    pub fn drive(&self) -> Option<&Drive> {
        match self {
            Driven::Found(drive) => Some(drive),
            _ => None,
        }
    }
}

/// Why there is no drive. A sixteenth of a cell is kept free all around the vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoDrive {
    /// The vehicle does not fit at its start.
    StartBlocked(Obstacle),
    /// The vehicle does not fit at its goal.
    GoalBlocked(Obstacle),
    /// Proven: a disc as wide as the vehicle at its rear axle does not get through, however it
    /// turns.
    Enclosed,
    /// All reachable poses that can be distinguished were expanded. With a finer resolution there
    /// may be a drive.
    NotFound {
        /// The number of poses expanded.
        expanded: u64,
    },
}

impl fmt::Display for NoDrive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoDrive::StartBlocked(obstacle) => {
                write!(f, "at its start the vehicle is on {obstacle}")
            }
            NoDrive::GoalBlocked(obstacle) => {
                write!(f, "at its goal the vehicle is on {obstacle}")
            }
            NoDrive::Enclosed => f.write_str("no way is wide enough for the rear axle"),
            NoDrive::NotFound { expanded } => {
                write!(f, "no drive at this fineness, {expanded} poses looked around from")
            }
        }
    }
}
