//! The shortest curve of a vehicle that goes forward and in reverse.
//!
//! J. A. Reeds and L. A. Shepp, "Optimal paths for a car that goes both forwards and backwards",
//! Pacific Journal of Mathematics 145(2), 1990: it is one of 48 words. Nine of them have formulas
//! (section 8 of the paper); the others are these, driven in the other gear, mirrored, or from the
//! end to the beginning. A word counts only if it actually ends at the goal.

use std::f64::consts::{FRAC_PI_2, PI};

use super::VehicleError;
use super::angle::{acos, atan2, sin_cos, wrapped};
use super::curve::{Curve, SLACK, Word, check_radius};
use super::pose::{Pose, Steer};

// The formulas assume a first arc with increasing heading, which is to the right where y points
// down; in the paper it is to the left.
const R: Steer = Steer::Right;
const L: Steer = Steer::Left;
const S: Steer = Steer::Straight;

/// The shortest curve from one pose to another with arcs of `radius` cells and straight lines,
/// forward and in reverse.
///
/// Ties are broken deterministically. It ends within 10⁻⁹ radii, and 10⁻¹² of the distance, of
/// `to`, and is at most 10⁻⁷ radii longer than the shortest; a segment of less than 10⁻¹⁰ radii is
/// omitted. It uses only operations that every machine rounds alike.
///
/// # Errors
///
/// If a pose or the radius is NaN or too large, or if the radius is below 1/1024.
///
/// # Examples
///
/// ```
/// use astride_agents::vehicle::{Pose, reeds_shepp};
/// let (from, to) = (Pose::new(5.0, 5.0, 0.0), Pose::new(5.0, 6.0, 0.0));
/// let curve = reeds_shepp(from, to, 4.0)?;
/// assert!(curve.gear_changes() > 0, "it goes aside by going forward and backward");
/// assert!(curve.length() < 6.0);
/// # Ok::<(), astride_agents::vehicle::VehicleError>(())
/// ```
pub fn reeds_shepp(from: Pose, to: Pose, radius: f64) -> Result<Curve, VehicleError> {
    let (from, to) = (from.checked()?, to.checked()?);
    check_radius(radius)?;
    Ok(shortest(from.sees(to, radius)).curve(from, radius))
}

/// The shortest word to a pose, in units of the radius.
pub(super) fn shortest(goal: [f64; 3]) -> Word {
    let mut best: Option<Word> = None;
    for_each_word(goal, |word| {
        let is_shorter = best.is_none_or(|best| word.length() < best.length() - SLACK);
        if is_shorter && word.ends_at(goal) {
            best = Some(word);
        }
    });
    // Two arcs on the same side with a line between them can reach any pose.
    best.unwrap_or_else(|| super::dubins::shortest(goal))
}

/// Visits every word that may lead to a pose, always in the same order.
pub(super) fn for_each_word([x, y, turn]: [f64; 3], mut then: impl FnMut(Word)) {
    let (sin, cos) = sin_cos(turn);
    // The same curve seen from its end: the position of the start, mirrored.
    let (back_x, back_y) = (x * cos + y * sin, x * sin - y * cos);
    type Formula = fn(&Seen) -> Option<Word>;
    const ONE_WAY: [Formula; 5] =
        [same_side, other_side, four_arcs, four_arcs_there_and_back, two_corners];
    const BOTH_WAYS: [Formula; 3] = [three_arcs, corner_same_side, corner_other_side];
    for (is_mirrored, is_reverse) in [(false, false), (false, true), (true, false), (true, true)] {
        let mirror = if is_mirrored { -1.0 } else { 1.0 };
        let gear = if is_reverse { -1.0 } else { 1.0 };
        let turn = turn * mirror * gear;
        let change = |(steer, length): (Steer, f64)| {
            let steer = match steer {
                R if is_mirrored => L,
                L if is_mirrored => R,
                same => same,
            };
            (steer, length * gear)
        };
        let ends = (sin * mirror * gear, cos);
        let seen = Seen::new([x * gear, y * mirror], turn, ends);
        for formula in ONE_WAY.iter().chain(&BOTH_WAYS) {
            if let Some(word) = formula(&seen) {
                then(word.map(change));
            }
        }
        let seen = Seen::new([back_x * gear, back_y * mirror], turn, ends);
        for formula in BOTH_WAYS {
            if let Some(word) = formula(&seen) {
                then(word.backward().map(change));
            }
        }
    }
}

/// The pose to reach, and values that all formulas need.
struct Seen {
    turn: f64,
    /// From the centre of a first circle on the right to that of a last one on the right.
    same: Polar,
    /// The same to that of a last one on the left.
    other: Polar,
}

struct Polar {
    x: f64,
    y: f64,
    apart: f64,
    along: f64,
}

impl Seen {
    fn new([x, y]: [f64; 2], turn: f64, (sin, cos): (f64, f64)) -> Self {
        let polar =
            |x: f64, y: f64| Polar { x, y, apart: (x * x + y * y).sqrt(), along: atan2(y, x) };
        Seen { turn, same: polar(x - sin, y - 1.0 + cos), other: polar(x + sin, y - 1.0 - cos) }
    }
}

/// The letters, if no value of `ahead` is negative and none of `back` positive.
///
/// The angle of a short line is uncertain, so a letter with a length near 0 may have either sign:
/// with its sign it is driven in the gear that leads there.
fn if_signs(ahead: &[f64], back: &[f64], letters: &[(Steer, f64)]) -> Option<Word> {
    const EITHER: f64 = 1e-6;
    let is_good = ahead.iter().all(|&length| length >= -EITHER)
        && back.iter().all(|&length| length <= EITHER);
    is_good.then(|| Word::new(letters))
}

/// C S C, both arcs on the same side (8.1).
fn same_side(seen: &Seen) -> Option<Word> {
    let Polar { apart: line, along: t, .. } = seen.same;
    let v = wrapped(seen.turn - t);
    if_signs(&[t, v], &[], &[(R, t), (S, line), (R, v)])
}

/// C S C, the arcs on different sides (8.2).
fn other_side(seen: &Seen) -> Option<Word> {
    let Polar { apart, along, .. } = seen.other;
    let square = apart * apart - 4.0;
    if square < -SLACK {
        return None;
    }
    let line = square.max(0.0).sqrt();
    let t = wrapped(along + atan2(2.0, line));
    let v = wrapped(t - seen.turn);
    if_signs(&[t, v], &[], &[(R, t), (S, line), (L, v)])
}

/// C | C | C and C | C C (8.3, 8.4).
fn three_arcs(seen: &Seen) -> Option<Word> {
    let Polar { apart, along, .. } = seen.same;
    if apart > 4.0 + SLACK {
        return None;
    }
    let u = 2.0 * acos(apart / 4.0) - PI;
    let t = wrapped(along + u / 2.0 + PI);
    let v = wrapped(seen.turn - t + u);
    if_signs(&[t], &[u], &[(R, t), (L, u), (R, v)])
}

/// The first and the last arc of four, given the two between.
fn outer_arcs(u: f64, v: f64, seen: &Seen) -> (f64, f64) {
    let Polar { x: xi, y: eta, .. } = seen.other;
    let delta = wrapped(u - v);
    let ((sin_u, cos_u), (sin_delta, cos_delta)) = (sin_cos(u), sin_cos(delta));
    let (a, b) = (sin_u - sin_delta, cos_u - cos_delta - 1.0);
    let angle = atan2(eta * a - xi * b, xi * a + eta * b);
    let is_behind = 2.0 * (cos_delta - sin_cos(v).1 - cos_u) + 3.0 < 0.0;
    let tau = wrapped(if is_behind { angle + PI } else { angle });
    (tau, wrapped(tau - u + v - seen.turn))
}

/// C C | C C, both middle arcs equally long (8.7).
fn four_arcs(seen: &Seen) -> Option<Word> {
    let cosine = (2.0 + seen.other.apart) / 4.0;
    if cosine > 1.0 + SLACK {
        return None;
    }
    let u = acos(cosine);
    let (t, v) = outer_arcs(u, -u, seen);
    if_signs(&[t], &[v], &[(R, t), (L, u), (R, -u), (L, v)])
}

/// C | C C | C, both middle arcs equally long (8.8).
fn four_arcs_there_and_back(seen: &Seen) -> Option<Word> {
    let cosine = (20.0 - seen.other.apart * seen.other.apart) / 16.0;
    if !(-SLACK..=1.0 + SLACK).contains(&cosine) {
        return None;
    }
    let u = -acos(cosine);
    let (t, v) = outer_arcs(u, u, seen);
    if_signs(&[t, v], &[], &[(R, t), (L, u), (R, u), (L, v)])
}

/// C | C S C with a quarter turn, the last arc on the same side as the first (8.9).
fn corner_same_side(seen: &Seen) -> Option<Word> {
    let Polar { apart, along, .. } = seen.same;
    if apart < 2.0 - SLACK {
        return None;
    }
    let line = (apart * apart - 4.0).max(0.0).sqrt();
    let u = 2.0 - line;
    let t = wrapped(along + atan2(line, -2.0));
    let v = wrapped(seen.turn - FRAC_PI_2 - t);
    if_signs(&[t], &[u, v], &[(R, t), (L, -FRAC_PI_2), (S, u), (R, v)])
}

/// C | C S C with a quarter turn, the last arc on the other side (8.10).
fn corner_other_side(seen: &Seen) -> Option<Word> {
    let Polar { apart, along, .. } = seen.other;
    let t = wrapped(along + FRAC_PI_2);
    let u = 2.0 - apart;
    let v = wrapped(t + FRAC_PI_2 - seen.turn);
    if_signs(&[t], &[u, v], &[(R, t), (L, -FRAC_PI_2), (S, u), (L, v)])
}

/// C | C S C | C with two quarter turns (8.11).
fn two_corners(seen: &Seen) -> Option<Word> {
    let Polar { x: xi, y: eta, apart, .. } = seen.other;
    if apart < 2.0 - SLACK {
        return None;
    }
    let line = (apart * apart - 4.0).max(0.0).sqrt();
    let u = 4.0 - line;
    let t = wrapped(atan2(line * xi - 2.0 * eta, -2.0 * xi - line * eta));
    let v = wrapped(t - seen.turn);
    if_signs(&[t, v], &[u], &[(R, t), (L, -FRAC_PI_2), (S, u), (R, -FRAC_PI_2), (L, v)])
}
