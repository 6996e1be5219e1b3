//! Corners rounded by arcs with a turn radius.

use super::space::{Space, TOLERANCE, check_clear};
use crate::base::Vec2;
use crate::path::line::{
    FARTHEST, Kind, LineError, MOST_POINTS, check_number, check_points, distinct,
};

/// An arc is bisected at most this many times to prove that it is clear, and again to flatten it.
const HALVINGS: u32 = 10;

/// Factors applied to the turn radius, in this order, until the arc fits.
const SHARES: [f64; 5] = [1.0, 0.5, 0.25, 0.125, 0.0625];

/// A line with rounded corners.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rounded {
    /// The line, with its arcs flattened to straight legs, both ends included.
    pub points: Vec<Vec2>,
    /// The radius at each corner of the original line, in cell widths: the turn radius, or less
    /// where there was no room, or 0 where the corner stayed sharp or the line goes straight on.
    pub radii: Vec<f64>,
    /// The corners with less than the turn radius, in order. If there are none, a mover with this
    /// turn radius can follow the line.
    pub tight: Vec<TightCorner>,
}

/// A corner with no room for the turn radius.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TightCorner {
    /// Its index in [`Rounded::radii`].
    pub index: usize,
    /// The corner, in cell widths.
    pub at: Vec2,
    /// Its radius, in cell widths; 0 if it stayed sharp.
    pub radius: f64,
}

/// An arc that touches both legs of a corner.
#[derive(Clone, Copy, Debug)]
struct Arc {
    from: Vec2,
    /// Where the tangents at both ends meet. The arc lies in the triangle of these three points.
    corner: Vec2,
    to: Vec2,
    centre: Vec2,
    radius: f64,
    /// The tangent of half the turning angle.
    half_turn: f64,
}

/// Rounds each corner of a line by an arc of `turn_radius` cell widths.
///
/// An arc takes at most half of a leg, or all of the first or last one. It is clear in `space`, and
/// so are the legs of [`Rounded::points`], which stay within `flatness` of it. If there is no room
/// for that, the radius is halved up to four times; after that the corner stays sharp.
/// [`Rounded::tight`] lists these corners for a mover that cannot turn more tightly. Not every line
/// can be followed by such a mover; plan its drive with its turn radius from the start. An arc cuts
/// its corner, so a line that touches an obstacle at the body's radius has no room: find it for a
/// larger body. Consecutive duplicate points are removed.
///
/// # Errors
///
/// If the line is empty, if a coordinate is NaN or beyond 10¹², if `turn_radius` is not above 0, if
/// `flatness` is below 10⁻⁶ or NaN, if a leg is itself not clear, or if there would be more than
/// 2²⁴ points.
///
/// # Complexity
///
/// O(points out × cells near each).
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::path::round_corners;
/// use astride::shapes::square::FreeSpace;
/// use astride::prelude::*;
/// let grid = Grid::new(9, 9, b'.')?;
/// let space = FreeSpace::new(&grid.seen_by(&Mover::walker()), 0.4)?;
/// let line = [(1.0, 1.0), (7.0, 1.0), (7.0, 8.0)].map(|(x, y)| Vec2::new(x, y));
/// let rounded = round_corners(&line, 2.0, &space, 0.01)?;
/// assert_eq!(rounded.radii, [2.0]);
/// assert!(rounded.tight.is_empty(), "the turn radius is kept at every corner");
/// assert_eq!(rounded.points[1], Vec2::new(5.0, 1.0), "where the arc begins");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn round_corners(
    points: &[Vec2],
    turn_radius: f64,
    space: &impl Space,
    flatness: f64,
) -> Result<Rounded, LineError> {
    check_points(points)?;
    check_number("turn radius", turn_radius, TOLERANCE, FARTHEST)?;
    check_number("flatness", flatness, 1e-6, FARTHEST)?;
    let line = distinct(points);
    check_clear(&line, space)?;
    let mut made = Rounded { points: vec![line[0]], radii: Vec::new(), tight: Vec::new() };
    let last = line.len() - 1;
    for at in 1..last {
        let room = |from: usize, to: usize| {
            let long = line[from].distance_to(line[to]);
            if from == 0 || to == last { long } else { long / 2.0 }
        };
        let room = room(at - 1, at).min(room(at, at + 1));
        let arcs = SHARES.into_iter().filter_map(|share| {
            arc_at([line[at - 1], line[at], line[at + 1]], turn_radius * share, room)
        });
        let arc = arcs.into_iter().find(|arc| is_clear(arc, space, HALVINGS));
        let radius = arc.map_or(0.0, |arc| arc.radius);
        made.radii.push(radius);
        if radius < turn_radius && turns([line[at - 1], line[at], line[at + 1]]) {
            made.tight.push(TightCorner { index: at - 1, at: line[at], radius });
        }
        match arc {
            Some(arc) => {
                add(arc.from, &mut made.points)?;
                flatten(arc, space, flatness, &mut made.points)?;
            }
            None => add(line[at], &mut made.points)?,
        }
    }
    add(line[last], &mut made.points)?;
    Ok(made)
}

/// The arc of a corner, if it takes no more than `room` of both legs. Also `None` if the line goes
/// straight on or turns back.
fn arc_at([before, at, after]: [Vec2; 3], radius: f64, room: f64) -> Option<Arc> {
    let (back, on) = (before.minus(at), after.minus(at));
    let (back, on) = (back.times(1.0 / back.length()), on.times(1.0 / on.length()));
    // Of the interior angle between the legs; the turning angle is its supplement.
    let (cross, dot) = (back.cross(on).abs(), back.dot(on));
    let half_turn = cross / (1.0 - dot);
    let taken = radius * half_turn;
    let is_turn = half_turn > TOLERANCE && cross > TOLERANCE;
    if !is_turn || taken > room {
        return None;
    }
    let middle = back.plus(on);
    // The centre lies on the bisector of the angle, at distance `radius` from both legs.
    let centre = at.plus(middle.times(radius / cross));
    let (from, to) = (at.plus(back.times(taken)), at.plus(on.times(taken)));
    Some(Arc { from, corner: at, to, centre, radius, half_turn })
}

/// Whether a line does anything other than go straight on, by the criterion of [`arc_at`].
fn turns([before, at, after]: [Vec2; 3]) -> bool {
    let (back, on) = (before.minus(at), after.minus(at));
    back.cross(on).abs() > TOLERANCE * back.length() * on.length() || back.dot(on) > 0.0
}

fn is_clear(arc: &Arc, space: &impl Space, halvings: u32) -> bool {
    space.holds(&[arc.from, arc.corner, arc.to]) || {
        halvings > 0 && halved(arc).iter().all(|half| is_clear(half, space, halvings - 1))
    }
}

fn flatten(
    arc: Arc,
    space: &impl Space,
    flatness: f64,
    points: &mut Vec<Vec2>,
) -> Result<(), LineError> {
    let mut waiting = vec![(arc, false)];
    while let Some((arc, is_proved)) = waiting.pop() {
        let middle = arc.from.plus(arc.to).times(0.5);
        let off = arc.corner.distance_to(middle);
        let is_tiny = arc.from.distance_to(arc.to) <= TOLERANCE;
        // The halves of an arc lie within its triangle.
        let is_proved = is_proved || space.holds(&[arc.from, arc.corner, arc.to]);
        if is_tiny || (off <= flatness && is_proved) {
            add(arc.to, points)?;
        } else {
            let [first, second] = halved(&arc);
            waiting.extend([(second, is_proved), (first, is_proved)]);
        }
    }
    Ok(())
}

/// Both halves of an arc, computed with square roots only: angles would differ between machines.
fn halved(arc: &Arc) -> [Arc; 2] {
    let unit = |v: Vec2| v.times(1.0 / v.length());
    let out = unit(arc.corner.minus(arc.centre));
    let middle = arc.centre.plus(out.times(arc.radius));
    let half_turn = arc.half_turn / (1.0 + (1.0 + arc.half_turn * arc.half_turn).sqrt());
    let corner = |end: Vec2| end.plus(unit(arc.corner.minus(end)).times(arc.radius * half_turn));
    [
        Arc { to: middle, corner: corner(arc.from), half_turn, ..*arc },
        Arc { from: middle, corner: corner(arc.to), half_turn, ..*arc },
    ]
}

fn add(point: Vec2, points: &mut Vec<Vec2>) -> Result<(), LineError> {
    if points.len() >= MOST_POINTS {
        return Err(LineError(Kind::TooMany { most: MOST_POINTS }));
    }
    if points.last() != Some(&point) {
        points.push(point);
    }
    Ok(())
}
