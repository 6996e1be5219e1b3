//! Wishes: the half-planes by which moving units avoid each other, each contributing half.
//!
//! Optimal reciprocal collision avoidance: van den Berg, Guy, Lin & Manocha, "Reciprocal n-Body
//! Collision Avoidance", ISRR 2009. Here these are only wishes; what must hold is the
//! [law](super::law).

use astride::base::Vec2;

use super::plan::HalfPlane;
use super::plane::{cross, dot};

/// What one unit sees of another, in cells and cells per second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// The vector to the other.
    pub(super) way: Vec2,
    /// The relative velocity: its own velocity minus that of the other.
    pub(super) closing: Vec2,
    /// The distance that their centres have to keep.
    pub(super) apart: f64,
}

impl Sight {
    /// The velocities with which the two do not collide for `horizon` seconds if the other one
    /// changes its own velocity by as much; `None` if they touch.
    pub(super) fn give_way(&self, velocity: Vec2, horizon: f64) -> Option<HalfPlane> {
        let Sight { way, closing, apart } = *self;
        let far = dot(way, way);
        if far <= apart * apart {
            return None;
        }
        // From the centre of the disc that closes the velocity obstacle.
        let off = closing.minus(way.times(1.0 / horizon));
        let along = dot(off, way);
        let (outward, depth) = if along < 0.0 && along * along > apart * apart * dot(off, off) {
            let length = off.length();
            (off.times(1.0 / length), apart / horizon - length)
        } else {
            let leg = (far - apart * apart).sqrt();
            // On which side is as good as random, so that is the sign of a number and no branch.
            let leg = if cross(way, off) > 0.0 { leg } else { -leg };
            let outward = Vec2::new(-way.x * apart - way.y * leg, way.x * leg - way.y * apart);
            let outward = outward.times(1.0 / far);
            (outward, -dot(outward, closing))
        };
        // Beyond `velocity` plus half of the change, outwards.
        let least = dot(velocity, outward) + depth * 0.5;
        Some(HalfPlane { normal: outward.times(-1.0), most: -least })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the two collide within the horizon at the relative velocity `closing`.
    fn meets(way: Vec2, closing: Vec2, apart: f64, horizon: f64) -> bool {
        let steps = 4000;
        (0..=steps).any(|step| {
            let time = horizon * f64::from(step) / f64::from(steps);
            way.minus(closing.times(time)).length() < apart - 1e-3
        })
    }

    #[test]
    fn two_that_both_give_way_do_not_meet() {
        let velocities = [-1.0, -0.6, -0.2, 0.1, 0.7, 1.0];
        let mut count = 0;
        for x in velocities {
            for y in velocities {
                let (way, apart, horizon) = (Vec2::new(2.0, 0.5), 0.8, 3.0);
                let [mine, other] = [Vec2::new(x, y), Vec2::new(-x * 0.5, y * 0.3)];
                let sight = Sight { way, closing: mine.minus(other), apart };
                let back = Sight { way: way.times(-1.0), closing: other.minus(mine), apart };
                let keep = |sight: &Sight, own: Vec2| {
                    let plane = sight.give_way(own, horizon).unwrap();
                    let excess = (dot(plane.normal, own) - plane.most).max(0.0);
                    own.minus(plane.normal.times(excess))
                };
                let closing = keep(&sight, mine).minus(keep(&back, other));
                count += usize::from(meets(way, sight.closing, apart, horizon));
                assert!(!meets(way, closing, apart, horizon), "{x} {y}");
            }
        }
        assert!(count > 3, "some would have met");
    }
}
