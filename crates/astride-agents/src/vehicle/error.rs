//! Why a vehicle does not take what it is given.

use std::fmt;

use super::{DrivingCosts, Pose};

/// What is refused; the message says what would be right.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum VehicleError {
    /// A coordinate or a heading is no number or too far from 0.
    Pose {
        /// The pose.
        pose: Pose,
    },
    /// A turning radius is no number, too small or too large.
    Radius {
        /// The radius, in cells.
        radius: f64,
    },
    /// A stretch of a curve has no length that can be driven.
    Stretch {
        /// The length, in cells.
        length: f64,
    },
    /// A step is no number, not above 0, or cuts a curve into too many poses.
    Step {
        /// The step, in cells.
        step: f64,
    },
    /// A side of a vehicle is no number, too small or too large, or its rear axle is not on it.
    Body {
        /// From bumper to bumper, in cells.
        length: f64,
        /// Its width, in cells.
        width: f64,
        /// From the rear bumper to the rear axle, in cells.
        rear: f64,
    },
    /// A turning radius is too small for a vehicle of this size.
    TightTurns {
        /// The radius, in cells.
        radius: f64,
        /// The least there may be.
        least: f64,
    },
    /// A cost of driving is no number, too small or too large.
    Costs {
        /// The costs.
        costs: DrivingCosts,
    },
    /// A search would look at too few or too many poses.
    Fineness {
        /// Places to a cell.
        places: u32,
        /// Headings of a full turn.
        headings: u32,
    },
    /// A speed is no number, too slow or too fast.
    Speed {
        /// The speed, in cells per second.
        speed: f64,
    },
    /// A vehicle would stand on another one, or too near.
    Occupied {
        /// The number of the other one.
        other: u32,
    },
    /// There is no vehicle with this number.
    NoDriver {
        /// The number.
        driver: u32,
        /// How many there are.
        present: usize,
    },
    /// A new curve begins elsewhere.
    Elsewhere {
        /// Where the vehicle is.
        pose: Pose,
        /// Where the curve begins.
        start: Pose,
    },
    /// A tick is no number, below 0 or too long.
    Tick {
        /// The time given, in seconds.
        seconds: f64,
    },
    /// The map has too many cells.
    TooLarge {
        /// How many it has.
        cells: u64,
        /// The most there may be.
        most: u64,
    },
    /// On the map a body is not only kept out by blocked cells.
    Ground {
        /// What else there is.
        why: String,
    },
}

impl fmt::Display for VehicleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VehicleError::Pose { pose: Pose { x, y, heading } } => write!(
                f,
                "a pose at {x}, {y} with heading {heading}, expected numbers of at most {}",
                Pose::MOST
            ),
            VehicleError::Radius { radius } => {
                write!(f, "a turning radius of {radius} cells, expected 1/1024 to {}", Pose::MOST)
            }
            VehicleError::Stretch { length } => {
                write!(f, "a stretch of {length} cells, expected a number not below 0")
            }
            VehicleError::Step { step } => write!(
                f,
                "a step of {step} cells, expected one above 0 that makes at most {} poses",
                super::Curve::MOST_POSES
            ),
            VehicleError::Body { length, width, rear } => write!(
                f,
                "a vehicle of {length} by {width} cells with its axle {rear} cells from the rear, \
                 expected sides of 1/16 to 256 cells and an axle on the vehicle"
            ),
            VehicleError::TightTurns { radius, least } => write!(
                f,
                "a turning radius of {radius} cells for a vehicle of this size, expected at least \
                 {least}"
            ),
            VehicleError::Costs { costs: DrivingCosts { reversing, turning, gear_change } } => {
                write!(
                    f,
                    "costs of {reversing} for reversing, {turning} for turning and {gear_change} \
                     for a change of gear, expected 1 to 64, 1 to 64 and 0 to 1024"
                )
            }
            VehicleError::Fineness { places, headings } => write!(
                f,
                "{places} places to a cell and {headings} headings, expected 1 to 8 and 16 to 256"
            ),
            VehicleError::Speed { speed } => {
                write!(f, "a speed of {speed} cells per second, expected 1/1024 to 64")
            }
            VehicleError::Occupied { other } => {
                write!(f, "vehicle {other} is there, expected an eighth of a cell between them")
            }
            VehicleError::NoDriver { driver, present } => {
                write!(f, "vehicle {driver} does not exist, expected a number below {present}")
            }
            VehicleError::Elsewhere { pose, start } => write!(
                f,
                "a curve from {}, {} with heading {}, expected one from where the vehicle is, {}, \
                 {} with heading {}",
                start.x, start.y, start.heading, pose.x, pose.y, pose.heading
            ),
            VehicleError::Tick { seconds } => {
                write!(f, "a tick of {seconds} seconds, expected 0 to 1")
            }
            VehicleError::TooLarge { cells, most } => {
                write!(f, "the map has {cells} cells, expected at most {most}")
            }
            VehicleError::Ground { why } => write!(f, "{why}"),
        }
    }
}

impl std::error::Error for VehicleError {}
