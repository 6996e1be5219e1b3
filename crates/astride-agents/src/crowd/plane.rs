//! Points in integers, and the vector arithmetic of the plane that wishes need.

use astride::base::Vec2;

/// A point or a movement, right and down, in parts of which there are [`CELL`] to a cell.
pub type Point = [i32; 2];

/// One cell.
pub const CELL: i32 = 1 << 16;

/// The vector from one point to another; integers this small multiply exactly.
pub(super) fn way(from: Point, to: Point) -> [i64; 2] {
    [i64::from(to[0]) - i64::from(from[0]), i64::from(to[1]) - i64::from(from[1])]
}

/// The dot product of two vectors.
pub(super) fn times(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// A vector in cells.
pub(super) fn in_cells(way: [i64; 2]) -> Vec2 {
    const PART: f64 = 1.0 / CELL as f64;
    Vec2::new(way[0] as f64 * PART, way[1] as f64 * PART)
}

/// The point nearest to `cells`.
pub(super) fn in_parts(cells: Vec2) -> Point {
    let parts = |side: f64| (side * f64::from(CELL)).round() as i32;
    [parts(cells.x), parts(cells.y)]
}

pub(super) fn dot(a: Vec2, b: Vec2) -> f64 {
    a.x * b.x + a.y * b.y
}

/// Positive if `b` is to the right of `a`, where y points down.
pub(super) fn cross(a: Vec2, b: Vec2) -> f64 {
    a.x * b.y - a.y * b.x
}

/// The direction of a fraction of a full turn, computed with sums and products only, so that it is
/// the same on every machine.
pub(super) fn direction(part: f64) -> Vec2 {
    const QUARTER: f64 = std::f64::consts::FRAC_PI_2;
    let quarters = (part * 4.0).floor();
    let angle = (part * 4.0 - quarters) * QUARTER;
    let series = |first: f64, from: f64| {
        let (mut sum, mut term, mut at) = (first, first, from);
        while at < 24.0 {
            term *= -angle * angle / (at * (at + 1.0));
            sum += term;
            at += 2.0;
        }
        sum
    };
    let (cos, sin) = (series(1.0, 1.0), series(angle, 2.0));
    match quarters as i64 % 4 {
        0 => Vec2::new(cos, sin),
        1 => Vec2::new(-sin, cos),
        2 => Vec2::new(-cos, -sin),
        _ => Vec2::new(sin, -cos),
    }
}
