//! Following a line: the point to head for.

use crate::base::Vec2;
use crate::path::line::{FARTHEST, LineError, check_number, check_points};
use crate::path::space::TOLERANCE;

/// Where a body is on a line, and the point to head for.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pursuit {
    /// How far along the line the body has come: the `done` of the next call.
    pub done: f64,
    /// The point to head for.
    pub ahead: Vec2,
    /// How far the body is from the line.
    pub off: f64,
    /// How much of the line is left.
    pub left: f64,
}

/// The point to head for to follow a line: `look_ahead` farther along it than the point nearest to
/// `at`, or its end.
///
/// `done` is how far along the line the body had come, 0 at first; more than the length of the line
/// counts as its end. The nearest point is looked for from there on, for a length of `look_ahead`: one
/// call comes at most that much farther, so a line may cross itself or come back. Loops that
/// together are shorter than `look_ahead` may be left out in one call, and further ones in the next
/// calls. Of equally near points of several legs, up to [`TOLERANCE`], the last counts: where the line turns straight back, so does the body, half of
/// `look_ahead` before. With a `look_ahead` of 0, or one that is lost in rounding beside `done`, nothing
/// goes forward.
///
/// Coulter, "Implementation of the Pure Pursuit Path Tracking Algorithm", Carnegie Mellon University,
/// 1992. There `look_ahead` is measured from the body in a straight line, here along the line.
///
/// # Errors
///
/// If the line is empty, if a coordinate is NaN or beyond 10¹², if `done` is not from 0 to 10³⁰, or if
/// `look_ahead` is not from 0 to 10¹².
///
/// # Complexity
///
/// O(points).
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::path::pursue;
/// let line = [(0.0, 0.0), (4.0, 0.0), (4.0, 9.0)].map(|(x, y)| Vec2::new(x, y));
/// let (mut at, mut done) = (Vec2::new(0.0, 1.0), 0.0);
/// let seen = pursue(&line, at, done, 2.0)?;
/// assert_eq!((seen.ahead, seen.off, seen.left), (Vec2::new(2.0, 0.0), 1.0, 13.0));
/// for _ in 0..200 {
///     let seen = pursue(&line, at, done, 2.0)?;
///     // A tenth of the way to it in each step.
///     at = at.plus(seen.ahead.minus(at).times(0.1));
///     done = seen.done;
/// }
/// assert!(at.distance_to(line[2]) < 0.01);
/// # Ok::<(), astride::path::LineError>(())
/// ```
pub fn pursue(points: &[Vec2], at: Vec2, done: f64, look_ahead: f64) -> Result<Pursuit, LineError> {
    check_points(points)?;
    check_number("x of the body", at.x, -FARTHEST, FARTHEST)?;
    check_number("y of the body", at.y, -FARTHEST, FARTHEST)?;
    check_number("distance done", done, 0.0, LONGEST)?;
    check_number("look-ahead", look_ahead, 0.0, FARTHEST)?;
    let length = legs(points).last().map_or(0.0, |leg| leg.end());
    let done = done.min(length);
    let (mut nearest, mut off) = (done, at.distance_to(place(points, done)));
    let mut least = off;
    for leg in legs(points) {
        let (from, to) = (done.max(leg.before), (done + look_ahead).min(leg.end()));
        if from <= to {
            let here = (leg.before + at.minus(leg.from).dot(leg.along)).clamp(from, to);
            let distance = at.distance_to(leg.at(here));
            if distance <= least + TOLERANCE {
                (nearest, off) = (here, distance);
                least = least.min(distance);
            }
        }
    }
    let ahead = place(points, nearest + look_ahead);
    Ok(Pursuit { done: nearest, ahead, off, left: length - nearest })
}

/// More than the length of any line of as many points as fit into memory.
const LONGEST: f64 = 1e30;

/// A straight piece of a line.
struct Leg {
    from: Vec2,
    /// Its direction; zero if it has no length.
    along: Vec2,
    /// The length of the line before it.
    before: f64,
    long: f64,
}

impl Leg {
    fn end(&self) -> f64 {
        self.before + self.long
    }

    /// The point of the leg at a length of the line.
    fn at(&self, done: f64) -> Vec2 {
        self.from.plus(self.along.times((done - self.before).clamp(0.0, self.long)))
    }
}

fn legs(points: &[Vec2]) -> impl Iterator<Item = Leg> + '_ {
    let mut before = 0.0;
    points.windows(2).map(move |ends| {
        let (way, long) = (ends[1].minus(ends[0]), ends[0].distance_to(ends[1]));
        let part = |way: f64| if long > 0.0 { way / long } else { 0.0 };
        let leg = Leg { from: ends[0], along: Vec2::new(part(way.x), part(way.y)), before, long };
        before += long;
        leg
    })
}

/// The point of the line at a length of it, or its end.
fn place(points: &[Vec2], done: f64) -> Vec2 {
    let leg = legs(points).find(|leg| done < leg.end());
    leg.map_or(points[points.len() - 1], |leg| leg.at(done))
}
