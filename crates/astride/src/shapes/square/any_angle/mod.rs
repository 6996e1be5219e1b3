//! Paths that may turn at any angle, not only along the steps of a grid.
//!
//! | search | on | guarantee |
//! |---|---|---|
//! | [`anya`] | corners, edges and centres of cells | the shortest path of a point |
//! | [`lazy_theta`] | centres of cells | a path whose legs are lines of sight or steps |
//! | [`bounded_line`] | centres of cells | such a path, and a bound on its ratio to the shortest |
//!
//! Lengths are `f64`, in cell widths. They are computed with additions, multiplications and square
//! roots only, so they are the same on every machine. [`TOLERANCE`] is the only slack in comparing
//! two of them; visibility is decided in integers.

mod anya;
mod bounded;
mod cone;
mod corner;
mod lazy_theta;
mod map;
mod memory;
mod spot;
#[cfg(test)]
mod tests;

pub use anya::{Anya, anya};
pub use bounded::{BoundedLine, bounded_line, steps_over_lines};
pub use lazy_theta::{LazyTheta, lazy_theta};
pub use map::{AnyAngleError, AnyAngleMap};
pub use spot::Spot;

/// How much longer a length may be and still count as equal: relative to one plus the shorter.
pub const TOLERANCE: f64 = 1e-9;

/// Whether length `a` is greater than `b` by more than the [`TOLERANCE`].
fn is_longer(a: f64, b: f64) -> bool {
    a > b + TOLERANCE * (1.0 + b)
}
