//! Lines of points: the type, the numbers that all functions on lines accept, and the refusal of
//! others.

use crate::base::Vec2;

/// The maximum absolute value of a coordinate; it keeps lengths far from overflow.
pub(super) const FARTHEST: f64 = 1e12;

/// The maximum number of points of a line.
pub(super) const MOST_POINTS: usize = 1 << 24;

/// A path of straight legs between points.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Where it begins, turns and ends. A single point if start and goal are the same.
    pub points: Vec<Vec2>,
    /// Its length as measured by the search that found it:
    /// [`any_angle`](crate::shapes::square::any_angle) counts cell widths, terrain of factor `k`
    /// counts `k`-fold, and a link counts its ticks divided by those of a straight step.
    pub length: f64,
}

impl Line {
    /// The line through these points; its length is the sum of its legs.
    pub(crate) fn through(points: Vec<Vec2>) -> Self {
        // The sum of no legs at all would be -0.
        let length = points.windows(2).fold(0.0, |sum, leg| sum + leg[0].distance_to(leg[1]));
        Line { points, length }
    }
}

/// Refuses empty lines and coordinates that are NaN or too large.
pub(super) fn check_points(points: &[Vec2]) -> Result<(), LineError> {
    if points.is_empty() {
        return Err(LineError(Kind::Empty));
    }
    let is_bad = |at: &Vec2| !(at.x.abs() <= FARTHEST && at.y.abs() <= FARTHEST);
    match points.iter().position(is_bad) {
        Some(index) => Err(LineError(Kind::Point { index, point: points[index] })),
        None => Ok(()),
    }
}

/// Refuses a number outside `least..=most`.
pub(super) fn check_number(
    what: &'static str,
    value: f64,
    least: f64,
    most: f64,
) -> Result<(), LineError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(LineError(Kind::Number { what, value, least, most }))
}

/// The distance of a point from the straight line between two others.
pub(super) fn distance_to_leg(point: Vec2, from: Vec2, to: Vec2) -> f64 {
    let (leg, off) = (to.minus(from), point.minus(from));
    let square = leg.dot(leg);
    let share = if square > 0.0 { (off.dot(leg) / square).clamp(0.0, 1.0) } else { 0.0 };
    point.distance_to(from.plus(leg.times(share)))
}

/// The points without consecutive duplicates.
pub(super) fn distinct(points: &[Vec2]) -> Vec<Vec2> {
    let mut points = points.to_vec();
    points.dedup();
    points
}

/// An invalid line or parameter; the message says what is expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineError(pub(super) Kind);

impl LineError {
    /// Refuses a radius that is negative or NaN.
    pub(crate) fn check_radius(radius: f64) -> Result<(), Self> {
        check_number("radius", radius, 0.0, FARTHEST)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Empty,
    Point { index: usize, point: Vec2 },
    Number { what: &'static str, value: f64, least: f64, most: f64 },
    TooMany { most: usize },
    NotClear { leg: usize, from: Vec2, to: Vec2 },
    TooFast { speed: f64, most: f64 },
}

impl LineError {
    /// The index of the first leg that comes too near to a blocked cell, if that is the problem;
    /// the first leg is 0.
    pub fn unclear_leg(&self) -> Option<usize> {
        match self.0 {
            Kind::NotClear { leg, .. } => Some(leg),
            _ => None,
        }
    }
}

errors! { LineError(Kind):
    Empty => ("line-empty", "the line has no points, expected at least one"),
    Point { index, point: Vec2 { x, y } } => ("line-point-out-of-range",
        "point {index} is ({x}, {y}), expected numbers from -{FARTHEST:e} to {FARTHEST:e}"),
    Number { what, value, least, most } => ("line-number-out-of-range",
        "{what} is {value}, expected {least:e} to {most:e}"),
    TooMany { most } => ("line-too-many-points",
        "the line would have more than {most} points; allow longer pieces"),
    NotClear { leg, from, to } => ("line-not-clear",
        "leg {leg} from ({}, {}) to ({}, {}) is not clear of blocked cells and walls for this radius",
        from.x, from.y, to.x, to.y),
    TooFast { speed, most } => ("line-too-fast",
        "the start speed is {speed}, expected at most {most} to brake in time"),
}
