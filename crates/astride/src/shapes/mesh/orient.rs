//! On which side of a line a point lies, exactly.
//!
//! Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates",
//! Discrete & Computational Geometry 18, 1997. One bound nearly always decides; where it does not,
//! the products are summed without any rounding.

use crate::base::Vec2;

/// The error of the plain formula is at most this share of its two products.
const BOUND: f64 = (3.0 + 16.0 * HALF_ULP) * HALF_ULP;
const HALF_ULP: f64 = f64::EPSILON / 2.0;

/// Twice the area of the triangle `a`, `b`, `c`, rounded, but with the exact sign: positive if `c`
/// is left of the line from `a` to `b` where y points up, zero exactly if it is on that line.
///
/// Coordinates are those that [`tidy`](super::limits::tidy) lets through, so that no product
/// overflows or underflows.
#[inline(always)]
pub(super) fn orient(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let left = (a.x - c.x) * (b.y - c.y);
    let right = (a.y - c.y) * (b.x - c.x);
    let area = left - right;
    if area.abs() >= BOUND * (left.abs() + right.abs()) { area } else { exact(a, b, c) }
}

/// The same, where the plain formula cannot decide.
#[cold]
fn exact(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let (ax, bx) = (difference(a.x, c.x), difference(b.x, c.x));
    let (ay, by) = (difference(a.y, c.y), difference(b.y, c.y));
    if [ax.1, ay.1, bx.1, by.1].iter().all(|&error| error == 0.0) {
        let (left, right) = (product(ax.0, by.0), product(ay.0, bx.0));
        // Rounding keeps the order, so the rounded products decide if they differ.
        let high = left.0 - right.0;
        return if high == 0.0 { left.1 - right.1 } else { high };
    }
    let mut sum = Expansion { parts: [0.0; 16], count: 0 };
    for (one, other) in [(ax.0, by.0), (ax.0, by.1), (ax.1, by.0), (ax.1, by.1)] {
        sum.add(product(one, other));
    }
    for (one, other) in [(ay.0, bx.0), (ay.0, bx.1), (ay.1, bx.0), (ay.1, bx.1)] {
        sum.add(product(-one, other));
    }
    sum.largest()
}

/// A sum of floats that do not overlap, smallest first.
struct Expansion {
    parts: [f64; 16],
    count: usize,
}

impl Expansion {
    fn add(&mut self, (high, low): (f64, f64)) {
        for term in [low, high] {
            let mut carried = term;
            for part in &mut self.parts[..self.count] {
                (carried, *part) = sum(carried, *part);
            }
            self.parts[self.count] = carried;
            self.count += 1;
        }
    }

    /// The largest part, which has the sign of the whole.
    fn largest(&self) -> f64 {
        self.parts.iter().rev().copied().find(|&part| part != 0.0).unwrap_or(0.0)
    }
}

/// `a + b` as a rounded sum and its error.
fn sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// `a - b` as a rounded difference and its error.
fn difference(a: f64, b: f64) -> (f64, f64) {
    sum(a, -b)
}

/// `a * b` as a rounded product and its error.
fn product(a: f64, b: f64) -> (f64, f64) {
    let rounded = a * b;
    let ((a_high, a_low), (b_high, b_low)) = (split(a), split(b));
    let error = ((a_high * b_high - rounded) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (rounded, error)
}

/// Two halves of 26 bits each.
fn split(a: f64) -> (f64, f64) {
    let scaled = 134_217_729.0 * a; // 2²⁷ + 1
    let high = scaled - (scaled - a);
    (high, a - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_is_exact_where_plain_floats_fail() {
        let (a, b) = (Vec2::new(12.0, 12.0), Vec2::new(24.0, 24.0));
        let step = f64::EPSILON / 4.0;
        for along in 0..64 {
            for down in 0..64 {
                let c = Vec2::new(
                    0.5 + f64::from(along) * 2.0 * step,
                    0.5 + f64::from(down) * 2.0 * step,
                );
                let sign = orient(a, b, c);
                let expected = down.cmp(&along);
                assert_eq!(sign.partial_cmp(&0.0), Some(expected), "{along} {down}");
            }
        }
    }

    #[test]
    fn it_agrees_with_whole_numbers() {
        let mut dice = crate::base::Random::new(5);
        let mut number = || (dice.next() >> 12) as i64 - (1 << 51);
        for _ in 0..2000 {
            let (ax, ay, dx, dy) = (number(), number(), number() >> 20, number() >> 20);
            let (k, off) = (number() >> 44, number() >> 50);
            let (bx, by) = (ax / 2 + dx, ay / 2 + dy);
            let (cx, cy) = (bx + k * (dx >> 12), by + k * (dy >> 12) + off);
            let wide = |v: i64| i128::from(v);
            let area = (wide(ax) - wide(cx)) * (wide(by) - wide(cy))
                - (wide(ay) - wide(cy)) * (wide(bx) - wide(cx));
            let point = |x: i64, y: i64| Vec2::new(x as f64 / 1024.0, y as f64 / 1024.0);
            let sign = orient(point(ax, ay), point(bx, by), point(cx, cy));
            assert_eq!(
                sign.partial_cmp(&0.0),
                area.partial_cmp(&0),
                "{ax} {ay} {bx} {by} {cx} {cy}"
            );
        }
    }

    #[test]
    fn nearly_collinear_points_of_any_exponent_are_told_apart() {
        // b lies on the line from a through c in whole numbers; one unit aside decides.
        for shift in [-60, -20, 0, 9] {
            let unit = 2f64.powi(shift);
            let a = Vec2::new(unit, 3.0 * unit);
            let b = Vec2::new(
                unit + (1u64 << 50) as f64 * unit,
                3.0 * unit + (1u64 << 51) as f64 * unit,
            );
            let c = Vec2::new(unit + 7.0 * unit, 3.0 * unit + 14.0 * unit);
            let side = orient(a, b, c).partial_cmp(&0.0);
            assert_eq!(side, Some(std::cmp::Ordering::Equal), "{shift}");
            let aside = Vec2::new(c.x, c.y + unit / 1024.0);
            assert!(orient(a, b, aside) > 0.0, "{shift}");
        }
    }
}
