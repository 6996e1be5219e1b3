//! The shortest curve of a vehicle that only goes forward.
//!
//! L. E. Dubins, "On Curves of Minimal Length with a Constraint on Average Curvature, and with
//! Prescribed Initial and Terminal Positions and Tangents", American Journal of Mathematics 79(3),
//! 1957: it is one of six words, either arc, line and arc or three arcs. All of them are
//! constructed from the centres of their circles.

use std::f64::consts::FRAC_PI_2;

use super::VehicleError;
use super::angle::{acos, atan2, sin_cos, turned, wrapped};
use super::curve::{Curve, NOTHING, SLACK, Word, check_radius};
use super::pose::{Pose, Steer};

const SIDES: [Steer; 2] = [Steer::Right, Steer::Left];

/// The shortest curve from one pose to another with arcs of `radius` cells and straight lines,
/// forward only.
///
/// Ties are broken deterministically. It ends within 10⁻⁹ radii, and 10⁻¹² of the distance, of
/// `to`, and is at most 10⁻⁷ radii longer than the shortest; a turn by less than 10⁻¹⁰ radians is
/// omitted. It uses only operations that every machine rounds alike.
///
/// # Errors
///
/// If a pose or the radius is NaN or too large, or if the radius is below 1/1024.
///
/// # Examples
///
/// ```
/// use astride_agents::vehicle::{Pose, dubins};
/// // To turn round where it is, a car without reverse drives most of three circles.
/// let curve = dubins(Pose::new(5.0, 5.0, 0.0), Pose::in_degrees(5.0, 5.0, 180.0), 1.0)?;
/// assert_eq!(curve.segments.len(), 3);
/// assert!((curve.length() - 7.0 / 3.0 * std::f64::consts::PI).abs() < 1e-9);
/// # Ok::<(), astride_agents::vehicle::VehicleError>(())
/// ```
pub fn dubins(from: Pose, to: Pose, radius: f64) -> Result<Curve, VehicleError> {
    let (from, to) = (from.checked()?, to.checked()?);
    check_radius(radius)?;
    Ok(shortest(from.sees(to, radius)).curve(from, radius))
}

/// The shortest word to a pose, in units of the radius.
pub(super) fn shortest(goal: [f64; 3]) -> Word {
    let mut best: Option<Word> = None;
    for_each_word(goal, |word| {
        if best.is_none_or(|best| word.length() < best.length() - SLACK) {
            best = Some(word);
        }
    });
    best.expect("an arc, a line and an arc on the same side lead anywhere")
}

/// Visits every word that leads to a pose, always in the same order.
pub(super) fn for_each_word([x, y, turn]: [f64; 3], mut then: impl FnMut(Word)) {
    let (sin, cos) = sin_cos(turn);
    for first in SIDES {
        let side = first.sign();
        for last in SIDES {
            // From the centre of the first circle to that of the last.
            let (dx, dy) = (x - last.sign() * sin, y + last.sign() * cos - side);
            let apart = (dx * dx + dy * dy).sqrt();
            let along = atan2(dy, dx);
            let arc_line_arc = |line: f64, heading: f64| {
                Word::new(&[
                    (first, turned(side * heading)),
                    (Steer::Straight, line),
                    (last, turned(last.sign() * (turn - heading))),
                ])
            };
            if first == last {
                // A very short line has no reliable direction: use one that needs no turn, if it
                // leads there as well.
                let is_good = |heading: &f64| apart * wrapped(along - heading).abs() < NOTHING;
                let heading = [0.0, turn].into_iter().find(is_good);
                then(arc_line_arc(apart, heading.unwrap_or(along)));
                three_arcs([x, y, turn], first, apart, along, &mut then);
            } else if apart >= 2.0 - SLACK {
                // The line crosses that between the centres half way.
                let line = ((apart - 2.0) * (apart + 2.0)).max(0.0).sqrt();
                then(arc_line_arc(line, along + side * atan2(2.0, line)));
            }
        }
    }
}

/// Three arcs: the middle circle touches both others, on either side of the line between them.
fn three_arcs(
    [.., turn]: [f64; 3],
    steer: Steer,
    apart: f64,
    along: f64,
    then: &mut impl FnMut(Word),
) {
    if apart > 4.0 + SLACK {
        return;
    }
    let side = steer.sign();
    let other = if steer == Steer::Right { Steer::Left } else { Steer::Right };
    let bend = acos(apart / 4.0);
    for bend in [bend, -bend] {
        let (away, home) = (along + bend, along - bend);
        let headings = [away + side * FRAC_PI_2, home - side * FRAC_PI_2];
        then(Word::new(&[
            (steer, turned(side * headings[0])),
            (other, turned(-side * (headings[1] - headings[0]))),
            (steer, turned(side * (turn - headings[1]))),
        ]));
    }
}
