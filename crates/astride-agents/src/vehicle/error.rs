//! Why a vehicle cannot use a value.

use super::{DrivingCosts, Pose};

/// An invalid value; the message says what is expected.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum VehicleError {
    /// A coordinate or a heading is NaN or too far from 0.
    Pose {
        /// The pose.
        pose: Pose,
    },
    /// A turning radius is NaN, too small or too large.
    Radius {
        /// The radius, in cells.
        radius: f64,
    },
    /// A segment of a curve has an invalid length.
    Stretch {
        /// The length, in cells.
        length: f64,
    },
    /// A step is NaN, not above 0, or cuts a curve into too many poses.
    Step {
        /// The step, in cells.
        step: f64,
    },
    /// A side of a vehicle is NaN, too small or too large, or its rear axle is not on it.
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
        /// The minimum.
        least: f64,
    },
    /// A cost of driving is NaN, too small or too large.
    Costs {
        /// The costs.
        costs: DrivingCosts,
    },
    /// A search would distinguish too few or too many poses.
    Fineness {
        /// Positions per side of a cell.
        places: u32,
        /// Headings per full turn.
        headings: u32,
    },
    /// A speed is NaN, too low or too high.
    Speed {
        /// The speed, in cells per second.
        speed: f64,
    },
    /// A vehicle would overlap another one, or be too near.
    Occupied {
        /// The number of the other one.
        other: u32,
    },
    /// There is no vehicle with this number.
    NoDriver {
        /// The number.
        driver: u32,
        /// The number of vehicles.
        present: usize,
    },
    /// A new curve begins at another pose.
    Elsewhere {
        /// The pose of the vehicle.
        pose: Pose,
        /// The start of the curve.
        start: Pose,
    },
    /// A tick is NaN, negative or too long.
    Tick {
        /// The time given, in seconds.
        seconds: f64,
    },
    /// The map has too many cells.
    TooLarge {
        /// The number of its cells.
        cells: u64,
        /// The maximum number.
        most: u64,
    },
    /// Something other than blocked cells obstructs a body on the map.
    Ground {
        /// What that is.
        why: String,
    },
}

astride::errors! { enum VehicleError:
    Pose { pose: super::Pose { x, y, heading } } => ("vehicle-pose",
        "a pose at {x}, {y} with heading {heading}, expected numbers of at most {}",
        super::Pose::MOST),
    Radius { radius } => ("vehicle-radius",
        "a turning radius of {radius} cells, expected 1/1024 to {}", super::Pose::MOST),
    Stretch { length } => ("vehicle-stretch",
        "a stretch of {length} cells, expected a number not below 0"),
    Step { step } => ("vehicle-step",
        "a step of {step} cells, expected one above 0 that makes at most {} poses",
        super::Curve::MOST_POSES),
    Body { length, width, rear } => ("vehicle-body",
        "a vehicle of {length} by {width} cells with its axle {rear} cells from the rear, expected \
        sides of 1/16 to 256 cells and an axle on the vehicle"),
    TightTurns { radius, least } => ("vehicle-tight-turns",
        "a turning radius of {radius} cells for a vehicle of this size, expected at least {least}"),
    Costs { costs: DrivingCosts { reversing, turning, gear_change } } => ("vehicle-costs",
        "costs of {reversing} for reversing, {turning} for turning and {gear_change} for a change \
        of gear, expected 1 to 64, 1 to 64 and 0 to 1024"),
    Fineness { places, headings } => ("vehicle-fineness",
        "{places} places to a cell and {headings} headings, expected 1 to 8 and 16 to 256"),
    Speed { speed } => ("vehicle-speed",
        "a speed of {speed} cells per second, expected 1/1024 to 64"),
    Occupied { other } => ("vehicle-place-occupied",
        "vehicle {other} is there, expected an eighth of a cell between them"),
    NoDriver { driver, present } => ("no-such-vehicle",
        "vehicle {driver} does not exist, expected a number below {present}"),
    Elsewhere { pose, start } => ("vehicle-elsewhere",
        "a curve from {}, {} with heading {}, expected one from where the vehicle is, {}, {} with \
        heading {}", start.x, start.y, start.heading, pose.x, pose.y, pose.heading),
    Tick { seconds } => ("vehicle-tick", "a tick of {seconds} seconds, expected 0 to 1"),
    TooLarge { cells, most } => ("vehicle-map-too-large",
        "the map has {cells} cells, expected at most {most}"),
    // on the map a body is not only kept out by blocked cells; the message says what else there is
    Ground { why } => ("vehicle-ground", "{why}"),
}
