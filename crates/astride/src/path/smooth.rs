//! Smooth curves through the points of a line, proven to be clear.
//!
//! Catmull & Rom, "A Class of Local Interpolating Splines", Computer Aided Geometric Design, 1974,
//! with the centripetal parameterisation of Yuksel, Schaefer & Keyser, "Parameterization and
//! Applications of Catmull-Rom Curves", Computer-Aided Design 43(7), 2011. Each leg becomes a cubic
//! Bézier curve, which lies within the convex hull of its four control points. Subdividing it gives
//! hulls ever nearer to the curve; if these lie in free space, so does the curve.

use super::space::{Space, TOLERANCE, check_clear};
use crate::base::Vec2;
use crate::path::line::{
    FARTHEST, Kind, LineError, MOST_POINTS, check_number, check_points, distance_to_leg, distinct,
};

/// A curve is subdivided this many times before it is given up.
const HALVINGS: u32 = 10;

/// Factors applied to the tangents at the ends of a leg, in this order, until it is clear.
const TENSIONS: [f64; 4] = [1.0, 0.5, 0.25, 0.125];

/// A cubic Bézier curve: from the first of its control points to the last.
pub type Bezier = [Vec2; 4];

/// A smooth line.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Smooth {
    /// The curve flattened to straight legs, both ends included.
    pub points: Vec<Vec2>,
    /// The curve itself, one piece per leg of the original line.
    pub curves: Vec<Bezier>,
    /// How many legs stayed straight because no curve was clear.
    pub straight: usize,
}

/// Fits a smooth curve through the points of a line.
///
/// The curve passes through all points, and its tangent is continuous where two curved legs meet.
/// It is clear in `space`, and so are the legs of [`Smooth::points`], from which no point of the
/// curve is farther than `flatness` cell widths. Where a curve would not be clear, a tighter one is
/// tried; if none is clear, the leg stays straight, and the line may turn sharply at its ends.
/// Consecutive duplicate points are removed.
///
/// # Errors
///
/// If the line is empty, if a coordinate is NaN or beyond 10¹², if `flatness` is below 10⁻⁶ or NaN,
/// if a leg is itself not clear, or if there would be more than 2²⁴ points.
///
/// # Complexity
///
/// O(points out × cells near each).
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::path::smooth;
/// use astride::shapes::square::FreeSpace;
/// use astride::prelude::*;
/// let grid = Grid::new(9, 9, b'.')?;
/// let space = FreeSpace::new(&grid.seen_by(&Mover::walker()), 0.4)?;
/// let line = [(1.0, 1.0), (5.0, 1.0), (7.0, 8.0)].map(|(x, y)| Vec2::new(x, y));
/// let smooth = smooth(&line, &space, 0.05)?;
/// assert_eq!((smooth.curves.len(), smooth.straight), (2, 0));
/// assert!(smooth.points.windows(2).all(|leg| space.is_clear(leg[0], leg[1])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn smooth(points: &[Vec2], space: &impl Space, flatness: f64) -> Result<Smooth, LineError> {
    check_points(points)?;
    check_number("flatness", flatness, 1e-6, FARTHEST)?;
    let line = distinct(points);
    check_clear(&line, space)?;
    let mut made = Smooth { points: vec![line[0]], curves: Vec::new(), straight: 0 };
    for (at, leg) in line.windows(2).enumerate() {
        let before = at.checked_sub(1).map(|at| line[at]);
        let wished = curve_of(before, leg[0], leg[1], line.get(at + 2).copied());
        let curves = TENSIONS.into_iter().map(|tension| with_tension(wished, tension));
        let mut curves = curves.filter(|curve| is_clear(curve, space, HALVINGS));
        let curve = curves.next().unwrap_or_else(|| {
            made.straight += 1;
            with_tension([leg[0], leg[0], leg[1], leg[1]], 0.0)
        });
        made.curves.push(curve);
        flatten(curve, space, flatness, &mut made.points)?;
    }
    Ok(made)
}

/// The curve of one leg, given also the points before and after it.
fn curve_of(before: Option<Vec2>, from: Vec2, to: Vec2, after: Option<Vec2>) -> Bezier {
    let straight = to.minus(from).times(1.0 / 3.0);
    let a = before.map_or(from.plus(straight), |before| handle(before, from, to));
    let b = after.map_or(to.minus(straight), |after| handle(after, to, from));
    [from, a, b, to]
}

/// The control point after `at` toward `to`, where the line comes from `behind`. The time between
/// two points grows with the square root of their distance.
fn handle(behind: Vec2, at: Vec2, to: Vec2) -> Vec2 {
    let (long, back) = (at.distance_to(to), at.distance_to(behind));
    let (d, e) = (long.sqrt(), back.sqrt());
    // The slope at `at` of the parabola through the three points, times the time to `to`, divided
    // by three.
    let ahead = to.minus(at).times(e / (d * (d + e)));
    let onward = at.minus(behind).times(d / (e * (d + e)));
    at.plus(ahead.plus(onward).times(d / 3.0))
}

fn with_tension([from, a, b, to]: Bezier, tension: f64) -> Bezier {
    let nearer = |end: Vec2, handle: Vec2| end.plus(handle.minus(end).times(tension));
    [from, nearer(from, a), nearer(to, b), to]
}

fn is_clear(curve: &Bezier, space: &impl Space, halvings: u32) -> bool {
    space.holds(curve) || {
        let halves = halved(*curve);
        halvings > 0 && halves.iter().all(|half| is_clear(half, space, halvings - 1))
    }
}

/// Appends the points of a clear curve. A leg between two of them lies within the hull of the piece
/// it replaces, so it is clear if that hull is.
fn flatten(
    curve: Bezier,
    space: &impl Space,
    flatness: f64,
    points: &mut Vec<Vec2>,
) -> Result<(), LineError> {
    let mut waiting = vec![(curve, false)];
    while let Some((piece, is_proved)) = waiting.pop() {
        let [from, a, b, to] = piece;
        let off = distance_to_leg(a, from, to).max(distance_to_leg(b, from, to));
        // Pieces that have shrunk to the limits of precision cannot be bisected any more.
        let is_tiny = from.distance_to(to) + off <= TOLERANCE;
        // The halves of a curve lie within its hull.
        let is_proved = is_proved || space.holds(&piece);
        if is_tiny || (off <= flatness && is_proved) {
            if points.len() >= MOST_POINTS {
                return Err(LineError(Kind::TooMany { most: MOST_POINTS }));
            }
            if points.last() != Some(&to) {
                points.push(to);
            }
            continue;
        }
        let [first, second] = halved(piece);
        waiting.extend([(second, is_proved), (first, is_proved)]);
    }
    Ok(())
}

fn halved([p, q, r, s]: Bezier) -> [Bezier; 2] {
    let middle = |a: Vec2, b: Vec2| a.plus(b).times(0.5);
    let (a, b, c) = (middle(p, q), middle(q, r), middle(r, s));
    let (d, e) = (middle(a, b), middle(b, c));
    let f = middle(d, e);
    [[p, a, d, f], [f, e, c, s]]
}
