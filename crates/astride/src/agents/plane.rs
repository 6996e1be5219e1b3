//! Points of the plane in integers, so that all machines agree on them.

/// A point or a movement: right and down, in units of 1 / [`CELL`] of a cell.
pub(super) type Point = [i32; 2];

/// One cell.
pub(super) const CELL: i32 = 1 << 16;

/// The movement from one point to another.
pub(super) fn way_to(to: Point, from: Point) -> Point {
    [to[0].wrapping_sub(from[0]), to[1].wrapping_sub(from[1])]
}

/// The squared length of a movement.
pub(super) fn square_of(way: Point) -> i64 {
    times(way, way)
}

/// The dot product of two movements: positive if they point in similar directions, negative if in
/// opposite ones.
pub(super) fn times(a: Point, b: Point) -> i64 {
    let [x, y] = [0, 1].map(|i| i64::from(a[i]) * i64::from(b[i]));
    x + y
}

/// The length of a movement, rounded down.
pub(super) fn length_of(way: Point) -> i64 {
    square_of(way).unsigned_abs().isqrt() as i64
}

/// The direction of a movement, where 65 536 is a full turn, 0 is east and a quarter turn is south;
/// accurate to 1/1300 of a turn. `None` for no movement.
pub(super) fn heading_of([x, y]: Point) -> Option<u16> {
    let (wide, high) = (i64::from(x).abs(), i64::from(y).abs());
    let (short, long) = (wide.min(high), wide.max(high));
    if long == 0 {
        return None;
    }
    let part = short * 4096 / long;
    // atan t ≈ t (π/4 + 0.273 (1 − t)) for t from 0 to 1.
    let eighth = (part * 8192 + part * (4096 - part) / 4096 * 2847) / 4096;
    let quarter = if wide >= high { eighth } else { 16_384 - eighth };
    let angle = match (x >= 0, y >= 0) {
        (true, true) => quarter,
        (false, true) => 32_768 - quarter,
        (false, false) => 32_768 + quarter,
        (true, false) => 65_536 - quarter,
    };
    Some(angle as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_those_of_the_arc_tangent() {
        for degrees in 0..360 {
            let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
            let way = [(cos * 10_000.0).round() as i32, (sin * 10_000.0).round() as i32];
            let expected = (f64::from(degrees) / 360.0 * 65_536.0).round() as i32;
            let off = heading_of(way).map(|found| (i32::from(found) - expected) as i16);
            assert!(off.is_some_and(|off| off.abs() < 60), "{degrees}: {off:?}");
        }
        assert_eq!(heading_of([0, 0]), None);
    }
}
