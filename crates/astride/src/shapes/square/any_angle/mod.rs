//! Paths that turn anywhere, not only by steps of a grid.
//!
//! | search | on | promise |
//! |---|---|---|
//! | [`anya`] | corners, edges and centres of cells | the shortest path of a point |
//! | [`lazy_theta`] | centres of cells | a path whose legs are lines of sight or steps |
//! | [`bounded_line`] | centres of cells | such a path, and how far from the shortest it is at most |
//!
//! Lengths are `f64`, in cell widths. They are made by additions, multiplications and square roots
//! only, so they are the same on every machine. [`TOLERANCE`] is the only slack with which two of
//! them are compared; what is seen from where is decided in whole numbers.

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
pub use map::{AnyAngleError, AnyAngleMap, AnyAngleUpdate};
pub use spot::Spot;

/// By how much one length may exceed another and still count as the same: relative to one plus the
/// shorter.
pub const TOLERANCE: f64 = 1e-9;

/// Whether length `a` is greater than `b` by more than the [`TOLERANCE`].
fn is_longer(a: f64, b: f64) -> bool {
    a > b + TOLERANCE * (1.0 + b)
}
