//! Geometry of triangles: sides, fans around corners, outlines.

use crate::base::{Cell, Vec2};

/// One of the three sides of a triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TriangleSide {
    /// To the next column of the row.
    Right,
    /// The base: below a triangle that points up, above one that points down.
    Base,
    /// To the previous column of the row.
    Left,
}

impl TriangleSide {
    /// All three, clockwise for a triangle that points up.
    pub const ALL: [TriangleSide; 3] =
        [TriangleSide::Right, TriangleSide::Base, TriangleSide::Left];

    /// The same side, seen from the triangle behind it.
    #[must_use]
    pub const fn opposite(self) -> TriangleSide {
        match self {
            TriangleSide::Right => TriangleSide::Left,
            TriangleSide::Base => TriangleSide::Base,
            TriangleSide::Left => TriangleSide::Right,
        }
    }

    pub(super) const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// The middle of the triangle of a cell, in half sides and thirds of the height of a row.
pub(super) fn middle(cell: Cell) -> [i64; 2] {
    [i64::from(cell.x), 3 * i64::from(cell.y) + if points_up(cell) { 2 } else { 1 }]
}

/// Whether the triangle of a cell points up.
pub(super) const fn points_up(cell: Cell) -> bool {
    (cell.x ^ cell.y) & 1 == 0
}

/// A step from a triangle that points up, as an offset in columns and rows, and what it passes. For
/// a triangle that points down, rows count in the opposite direction.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) to: (i32, i32),
    /// The triangles passed on one way, and the sides crossed: one more side than triangles.
    pub(super) one: &'static [(i32, i32)],
    /// The same for the other way round the corner, if there are two.
    pub(super) other: &'static [(i32, i32)],
}

/// All twelve steps: across the three sides, then round a corner past one triangle, then straight
/// across a corner. The number of a step is its slot.
pub(super) const STEPS: [Step; 12] = {
    const fn side(to: (i32, i32)) -> Step {
        Step { to, one: &[], other: &[] }
    }
    const fn round(one: &'static [(i32, i32)], to: (i32, i32)) -> Step {
        Step { to, one, other: &[] }
    }
    const fn across(
        one: &'static [(i32, i32)],
        to: (i32, i32),
        other: &'static [(i32, i32)],
    ) -> Step {
        Step { to, one, other }
    }
    [
        side((1, 0)),
        side((0, 1)),
        side((-1, 0)),
        round(&[(1, 0)], (1, -1)),
        round(&[(1, 0)], (2, 0)),
        round(&[(0, 1)], (1, 1)),
        round(&[(0, 1)], (-1, 1)),
        round(&[(-1, 0)], (-2, 0)),
        round(&[(-1, 0)], (-1, -1)),
        across(&[(-1, 0), (-1, -1)], (0, -1), &[(1, 0), (1, -1)]),
        across(&[(1, 0), (2, 0)], (2, 1), &[(0, 1), (1, 1)]),
        across(&[(0, 1), (-1, 1)], (-2, 1), &[(-1, 0), (-2, 0)]),
    ]
};

/// The step that leads back, seen from the triangle reached. A step across a side or a corner leads
/// to a triangle that points the other way, so that rows of the step back count in the opposite
/// direction; one past a triangle does not.
pub(super) const BACK: [usize; 12] = {
    let mut back = [0; 12];
    let mut step = 0;
    while step < 12 {
        let (x, y) = STEPS[step].to;
        let wanted = if turns_over(step) { (-x, y) } else { (-x, -y) };
        while STEPS[back[step]].to.0 != wanted.0 || STEPS[back[step]].to.1 != wanted.1 {
            back[step] += 1;
        }
        step += 1;
    }
    back
};

/// Whether a step leads to a triangle that points the other way.
pub(super) const fn turns_over(step: usize) -> bool {
    step < 3 || step >= 9
}

/// The side between a triangle and an adjacent one, both given as offsets in columns and rows.
pub(super) const fn side_to(from: (i32, i32), to: (i32, i32)) -> TriangleSide {
    match to.0 - from.0 {
        1 => TriangleSide::Right,
        -1 => TriangleSide::Left,
        _ => TriangleSide::Base,
    }
}

/// The corners of a triangle, clockwise from its tip, where the distance between the centres of two
/// that share a side is 1.
pub(super) fn outline(cell: Cell) -> [Vec2; 3] {
    let half = 3f64.sqrt() / 2.0;
    let (x, y) = (f64::from(cell.x) * half, f64::from(cell.y) * 1.5);
    match points_up(cell) {
        true => [Vec2::new(x, y), Vec2::new(x + half, y + 1.5), Vec2::new(x - half, y + 1.5)],
        false => [Vec2::new(x, y + 1.5), Vec2::new(x - half, y), Vec2::new(x + half, y)],
    }
}
