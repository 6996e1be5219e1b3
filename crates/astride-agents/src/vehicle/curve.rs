//! A curve that a vehicle can drive.

use super::VehicleError;
use super::angle::{sin_cos, wrapped};
use super::pose::{Gear, Pose, Segment, Steer};

/// Segments shorter than this many radii are omitted.
pub(super) const NOTHING: f64 = 1e-10;

/// The tolerance for rounding of a length, in radii, or of a cosine.
pub(super) const SLACK: f64 = 1e-12;

/// Arcs of one radius and straight lines, each beginning where the previous one ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Where it begins.
    pub start: Pose,
    /// The radius of all arcs, in cells.
    pub radius: f64,
    /// The segments in order; none if the vehicle stays where it is. Consecutive ones differ in
    /// steering or gear.
    pub segments: Vec<Segment>,
}

impl Curve {
    /// The maximum number of poses into which a curve is cut.
    pub const MOST_POSES: usize = 1 << 22;

    pub(super) fn new(start: Pose, radius: f64) -> Self {
        Curve { start, radius, segments: Vec::new() }
    }

    /// Adds a segment; if it is like the last one, that is extended.
    pub(super) fn push(&mut self, segment: Segment) {
        match self.segments.last_mut() {
            _ if segment.length < NOTHING * self.radius => {}
            Some(last) if (last.steer, last.gear) == (segment.steer, segment.gear) => {
                last.length += segment.length;
            }
            _ => self.segments.push(segment),
        }
    }

    /// The distance covered by the centre of the rear axle, in cells; forward and reverse both
    /// count.
    pub fn length(&self) -> f64 {
        // The sum of no numbers would be −0.
        self.segments.iter().fold(0.0, |sum, segment| sum + segment.length)
    }

    /// The number of gear changes.
    pub fn gear_changes(&self) -> usize {
        self.segments.windows(2).filter(|pair| pair[0].gear != pair[1].gear).count()
    }

    /// Where it ends.
    pub fn end(&self) -> Pose {
        self.segments.iter().fold(self.start, |at, &segment| at.after(segment, self.radius))
    }

    /// The pose after `way` cells: the start for negative values, the end beyond the length.
    pub fn at(&self, way: f64) -> Pose {
        let (mut at, mut left) = (self.start, way.max(0.0));
        for &segment in &self.segments {
            let length = segment.length.min(left);
            at = at.after(Segment { length, ..segment }, self.radius);
            left -= length;
        }
        at
    }

    /// Poses along the curve: the start, the end of each segment, and evenly spaced ones between
    /// them, at most `step` cells apart along the curve.
    ///
    /// # Errors
    ///
    /// If `step` is not above 0 or NaN, or if there would be more than
    /// [`MOST_POSES`](Curve::MOST_POSES).
    pub fn poses(&self, step: f64) -> Result<Vec<Pose>, VehicleError> {
        let parts = |segment: &Segment| (segment.length / step).ceil().max(1.0);
        let most = Self::MOST_POSES as f64;
        // NaN fails the comparison.
        let is_good = step > 0.0 && self.segments.iter().map(parts).sum::<f64>() < most;
        if !is_good {
            return Err(VehicleError::Step { step });
        }
        let mut poses = vec![self.start];
        let mut from = self.start;
        for &segment in &self.segments {
            let count = parts(&segment);
            for part in 1..=count as u32 {
                let length = segment.length * f64::from(part) / count;
                poses.push(from.after(Segment { length, ..segment }, self.radius));
            }
            from = from.after(segment, self.radius);
        }
        Ok(poses)
    }
}

/// A curve in units of its radius, seen from its start: a few letters with signed lengths, negative
/// for reverse.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    letters: [(Steer, f64); 5],
}

impl Word {
    pub(super) fn new(letters: &[(Steer, f64)]) -> Self {
        let mut word = Word { letters: [(Steer::Straight, 0.0); 5] };
        word.letters[..letters.len()].copy_from_slice(letters);
        word
    }

    /// The word with each letter changed.
    pub(super) fn map(self, change: impl FnMut((Steer, f64)) -> (Steer, f64)) -> Self {
        Word { letters: self.letters.map(change) }
    }

    /// The letters in reverse order.
    pub(super) fn backward(mut self) -> Self {
        self.letters.reverse();
        self
    }

    pub(super) fn length(&self) -> f64 {
        self.letters.iter().map(|(_, length)| length.abs()).sum()
    }

    /// The segments on circles of `radius`, with nothing omitted.
    pub(super) fn segments(self, radius: f64) -> impl Iterator<Item = Segment> {
        self.letters.into_iter().filter(|(_, length)| length.abs() >= NOTHING).map(
            move |(steer, length)| {
                let gear = if length < 0.0 { Gear::Reverse } else { Gear::Forward };
                Segment { steer, gear, length: length.abs() * radius }
            },
        )
    }

    /// Whether the word ends at a pose as seen from its start; the rounding error grows with the
    /// distance.
    pub(super) fn ends_at(&self, [x, y, turn]: [f64; 3]) -> bool {
        let mut at = [0.0, 0.0, 0.0];
        for &(steer, length) in &self.letters {
            let turned = steer.sign() * length;
            let (sin, cos) = sin_cos(at[2] + turned / 2.0);
            let chord =
                if steer == Steer::Straight { length } else { 2.0 * sin_cos(length / 2.0).0 };
            at = [at[0] + chord * cos, at[1] + chord * sin, at[2] + turned];
        }
        let slack = 1e-9 + 1e-12 * (x.abs() + y.abs());
        (at[0] - x).abs() + (at[1] - y).abs() + wrapped(at[2] - turn).abs() <= slack
    }

    /// The curve of this word.
    pub(super) fn curve(self, start: Pose, radius: f64) -> Curve {
        let mut curve = Curve::new(start, radius);
        self.segments(radius).for_each(|segment| curve.push(segment));
        curve
    }
}

/// Refuses radii that are NaN, or so small or large that rounding would show.
pub(super) fn check_radius(radius: f64) -> Result<(), VehicleError> {
    let is_good = (1.0 / 1024.0..=Pose::MOST).contains(&radius);
    if is_good { Ok(()) } else { Err(VehicleError::Radius { radius }) }
}
