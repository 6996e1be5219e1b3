//! Cones: what a root sees between two rays, row by row.

use std::cmp::Ordering;

/// A direction from a root, in half cells: `ahead` rows on and `aside` columns to the right.
/// Horizontal if `ahead` is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ray {
    pub(super) aside: i64,
    pub(super) ahead: i64,
}

impl Ray {
    pub(super) const LEFT: Ray = Ray { aside: -1, ahead: 0 };
    pub(super) const RIGHT: Ray = Ray { aside: 1, ahead: 0 };

    /// Compares the ray with the point `x` columns to the right at `t` rows ahead; `t` must be
    /// positive.
    ///
    /// A map has at most 2³⁰ cells, so products of a width and a height stay below 2³³.
    #[inline(always)]
    pub(super) fn cmp_at(self, t: i64, x: i64) -> Ordering {
        (self.aside * t).cmp(&(x * self.ahead))
    }

    /// Columns to the right at `t` rows ahead, rounded; the ray must not be horizontal.
    pub(super) fn at(self, t: i64) -> f64 {
        (self.aside * t) as f64 / self.ahead as f64
    }

    /// The smallest integer column at or right of the ray at `t` rows ahead.
    pub(super) fn ceil_at(self, t: i64) -> i64 {
        -(-self.aside * t).div_euclid(self.ahead)
    }

    /// The greatest integer column at or left of the ray at `t` rows ahead.
    pub(super) fn floor_at(self, t: i64) -> i64 {
        (self.aside * t).div_euclid(self.ahead)
    }
}

/// The area between two rays, both included; `left` is never right of `right`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wedge {
    pub(super) left: Ray,
    pub(super) right: Ray,
}

impl Wedge {
    /// Whether it contains the point `x` columns to the right at `t` rows ahead.
    pub(super) fn holds(self, t: i64, x: i64) -> bool {
        self.left.cmp_at(t, x).is_le() && self.right.cmp_at(t, x).is_ge()
    }

    /// The part of it that passes through the columns `from..=to` at `t` rows ahead.
    pub(super) fn clipped(self, t: i64, from: i64, to: i64) -> Option<Wedge> {
        if self.left.cmp_at(t, to).is_gt() || self.right.cmp_at(t, from).is_lt() {
            return None;
        }
        let through = |x| Ray { aside: x, ahead: t };
        let left = if self.left.cmp_at(t, from).is_lt() { through(from) } else { self.left };
        let right = if self.right.cmp_at(t, to).is_gt() { through(to) } else { self.right };
        Some(Wedge { left, right })
    }

    /// Whether it is wider than a single ray.
    pub(super) fn is_wide(self) -> bool {
        self.left.aside * self.right.ahead < self.right.aside * self.left.ahead
    }
}
