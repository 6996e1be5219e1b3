//! The ground under a vehicle, and whether two vehicles touch.

use astride::base::Vec2;

use super::{Pose, Vehicle};

/// The approximate minimum distance of a vehicle from obstacles, in cells. It is checked with this
/// additional margin on each side, at poses between which none of its points moves by more than
/// twice that; wherever it is between two of them, it is within what was checked.
pub(super) const MARGIN: f64 = 1.0 / 16.0;

/// The rectangle of a vehicle at a pose, with the margin all around.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) corners: [Vec2; 4],
    pub(super) middle: Vec2,
    /// The distance from the centre to a corner.
    pub(super) reach: f64,
}

impl Outline {
    pub(super) fn new(vehicle: &Vehicle, pose: Pose) -> Self {
        let corners = vehicle.corners_and(pose, MARGIN);
        let middle = corners[0].plus(corners[2]).times(0.5);
        Outline { corners, middle, reach: middle.distance_to(corners[0]) }
    }

    /// Whether two rectangles touch: they do unless there is a gap along one of their sides.
    pub(super) fn touches(&self, other: &Outline) -> bool {
        if self.middle.distance_to(other.middle) > self.reach + other.reach {
            return false;
        }
        let has_room = |[a, b]: [Vec2; 2]| {
            let along = |body: &Outline| {
                let axis = b.minus(a);
                body.corners.map(|at| at.x * axis.x + at.y * axis.y)
            };
            let ends = |values: [f64; 4]| {
                let none = (f64::INFINITY, f64::NEG_INFINITY);
                values.into_iter().fold(none, |(least, most), at| (least.min(at), most.max(at)))
            };
            let ((low, high), (other_low, other_high)) = (ends(along(self)), ends(along(other)));
            high < other_low || other_high < low
        };
        let sides = |body: &Outline| [[0, 1], [1, 2]].map(|side| side.map(|at| body.corners[at]));
        !sides(self).into_iter().chain(sides(other)).any(has_room)
    }
}
