//! Which units overlapped while all moved from one frame to the next: a checker that shares no code
//! with the crowd.
//!
//! All computations are exact: positions are integers, and squared distances are compared as
//! 128-bit fractions.

/// Two units that overlapped at some moment between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Overlap {
    /// The unit with the smaller number.
    pub first: u32,
    /// The other one.
    pub second: u32,
}

/// All pairs of discs that overlap at some moment while each moves uniformly from `before` to
/// `after`. Discs that touch do not overlap.
///
/// Positions and radii are in the same unit, with absolute values of at most 2³⁰. O(n log n + pairs
/// whose projections on the horizontal axis overlap).
///
/// # Panics
///
/// If the three slices have different lengths.
///
/// # Examples
///
/// ```
/// use astride_agents::crowd::overlaps;
/// // Two that exchange their places pass through each other, although no frame shows it.
/// let found = overlaps(&[10, 10], &[[0, 0], [100, 0]], &[[100, 0], [0, 0]]);
/// assert_eq!((found[0].first, found[0].second), (0, 1));
/// // One that approaches another until it touches does not overlap.
/// assert!(overlaps(&[10, 10], &[[0, 0], [100, 0]], &[[0, 0], [20, 0]]).is_empty());
/// ```
pub fn overlaps(radii: &[i32], before: &[[i32; 2]], after: &[[i32; 2]]) -> Vec<Overlap> {
    assert!(radii.len() == before.len() && before.len() == after.len(), "one entry a unit");
    let shadow = |unit: usize| {
        let (a, b) = (i64::from(before[unit][0]), i64::from(after[unit][0]));
        let radius = i64::from(radii[unit]);
        (a.min(b) - radius, a.max(b) + radius)
    };
    let mut by_left: Vec<usize> = (0..radii.len()).collect();
    by_left.sort_unstable_by_key(|&unit| (shadow(unit).0, unit));
    let mut found = Vec::new();
    for (at, &unit) in by_left.iter().enumerate() {
        let right = shadow(unit).1;
        for &other in &by_left[at + 1..] {
            if shadow(other).0 >= right {
                break;
            }
            if is_overlap(radii, before, after, unit, other) {
                let (first, second) = (unit.min(other) as u32, unit.max(other) as u32);
                found.push(Overlap { first, second });
            }
        }
    }
    found.sort_unstable();
    found
}

fn is_overlap(
    radii: &[i32],
    before: &[[i32; 2]],
    after: &[[i32; 2]],
    one: usize,
    two: usize,
) -> bool {
    let gap = |points: &[[i32; 2]], side: usize| {
        i128::from(points[two][side]) - i128::from(points[one][side])
    };
    let [x0, y0] = [gap(before, 0), gap(before, 1)];
    let [x1, y1] = [gap(after, 0), gap(after, 1)];
    let sum = i128::from(radii[one]) + i128::from(radii[two]);
    is_segment_near([x0, y0], [x1, y1], [0, 0], sum)
}

/// Units whose disc enters one of the unit squares of `blocked` cells, given by column and row with
/// sides of `cell` parts, at some moment between two frames. O(n × blocked cells near).
///
/// `is_blocked` must answer for any cell, even off the map.
///
/// # Panics
///
/// If the three slices have different lengths, or if `cell` is not above 0.
pub fn wall_contacts(
    radii: &[i32],
    before: &[[i32; 2]],
    after: &[[i32; 2]],
    cell: i32,
    is_blocked: impl Fn(i32, i32) -> bool,
) -> Vec<u32> {
    assert!(radii.len() == before.len() && before.len() == after.len(), "one entry a unit");
    assert!(cell > 0, "cells have a size");
    let touches = |unit: usize| {
        let (from, to, radius) = (before[unit], after[unit], radii[unit]);
        let span = |side: usize| {
            let low = from[side].min(to[side]) - radius;
            let high = from[side].max(to[side]) + radius;
            low.div_euclid(cell)..=high.div_euclid(cell)
        };
        span(1).any(|y| {
            span(0).any(|x| is_blocked(x, y) && is_square_near(from, to, radius, [x, y], cell))
        })
    };
    (0..radii.len()).filter(|&unit| touches(unit)).map(|unit| unit as u32).collect()
}

/// Whether a segment comes nearer than `radius` to a square: one of its ends does, or it comes that
/// near to a corner of the square, or it crosses a side.
fn is_square_near(from: [i32; 2], to: [i32; 2], radius: i32, square: [i32; 2], cell: i32) -> bool {
    let wide = |point: [i32; 2]| point.map(i128::from);
    let (from, to, radius) = (wide(from), wide(to), i128::from(radius));
    let low = wide(square).map(|side| side * i128::from(cell));
    let high = low.map(|side| side + i128::from(cell));
    let is_end_near = |end: [i128; 2]| {
        let gap = [0, 1].map(|i| (low[i] - end[i]).max(end[i] - high[i]).max(0));
        gap[0] * gap[0] + gap[1] * gap[1] < radius * radius
    };
    let corners = [low, [high[0], low[1]], high, [low[0], high[1]]];
    is_end_near(from)
        || is_end_near(to)
        || corners.iter().any(|&corner| is_segment_near(from, to, corner, radius))
        || (0..4).any(|side| do_cross(from, to, corners[side], corners[(side + 1) % 4]))
}

/// Whether the segment from `a` to `b` comes nearer than `radius` to `point`.
fn is_segment_near(a: [i128; 2], b: [i128; 2], point: [i128; 2], radius: i128) -> bool {
    let line = [b[0] - a[0], b[1] - a[1]];
    let seen = [point[0] - a[0], point[1] - a[1]];
    let length = line[0] * line[0] + line[1] * line[1];
    let along = line[0] * seen[0] + line[1] * seen[1];
    if along <= 0 {
        return seen[0] * seen[0] + seen[1] * seen[1] < radius * radius;
    }
    if along >= length {
        let end = [point[0] - b[0], point[1] - b[1]];
        return end[0] * end[0] + end[1] * end[1] < radius * radius;
    }
    let aside = line[0] * seen[1] - line[1] * seen[0];
    aside * aside < radius * radius * length
}

/// Whether two segments cross in the interior of both.
fn do_cross(a: [i128; 2], b: [i128; 2], c: [i128; 2], d: [i128; 2]) -> bool {
    let side = |p: [i128; 2], q: [i128; 2], r: [i128; 2]| {
        ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])).signum()
    };
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of violation, and cases that are just valid.
    #[test]
    fn every_overlap_is_seen() {
        let pair = |radii: [i32; 2], a: [[i32; 2]; 2], b: [[i32; 2]; 2]| {
            overlaps(&radii, &[a[0], b[0]], &[a[1], b[1]]).len()
        };
        let still = |point: [i32; 2]| [point, point];
        assert_eq!(pair([5, 5], still([0, 0]), still([9, 0])), 1, "they stand in each other");
        assert_eq!(pair([5, 5], still([0, 0]), still([10, 0])), 0, "they touch");
        assert_eq!(pair([5, 5], still([0, 0]), still([6, 8])), 0, "they touch aslant");
        assert_eq!(pair([5, 5], still([0, 0]), still([6, 7])), 1);
        assert_eq!(pair([5, 5], still([0, 0]), [[-20, 0], [20, 0]]), 1, "through it");
        assert_eq!(pair([5, 5], still([0, 0]), [[-20, 10], [20, 10]]), 0, "along it");
        assert_eq!(pair([5, 5], still([0, 0]), [[-20, 9], [20, 9]]), 1);
        assert_eq!(pair([5, 5], [[0, 0], [30, 0]], [[30, 0], [0, 0]]), 1, "they change places");
        assert_eq!(pair([5, 5], [[0, 0], [30, 0]], [[10, 0], [40, 0]]), 0, "one follows the other");
        assert_eq!(pair([5, 5], [[0, 0], [30, 0]], [[10, 0], [39, 0]]), 1, "and catches it up");
        assert_eq!(pair([1 << 29, 1], still([0, 0]), still([1 << 29, 0])), 1, "numbers are wide");
    }

    #[test]
    fn walls_are_seen_from_every_side() {
        let is_blocked = |x: i32, y: i32| (x, y) == (1, 1);
        let touches = |from: [i32; 2], to: [i32; 2]| {
            !wall_contacts(&[3], &[from], &[to], 10, is_blocked).is_empty()
        };
        for (from, to, expected) in [
            ([15, 15], [15, 15], true),
            ([5, 15], [5, 15], false),
            ([7, 15], [7, 15], false),
            ([8, 15], [8, 15], true),
            ([7, 7], [7, 7], false),
            ([8, 8], [8, 8], true),
            ([0, 15], [40, 15], true),
            ([0, 7], [40, 7], false),
            ([0, 8], [40, 8], true),
            ([5, 14], [14, 5], true),
            ([0, 14], [14, 0], false),
        ] {
            assert_eq!(touches(from, to), expected, "{from:?} to {to:?}");
        }
    }
}
