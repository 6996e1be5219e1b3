//! Kinds of world, a folder each. None of them knows another.
//!
//! Imports everything to its left. Deliberately missing: which method to take, requests, files.

pub mod hex;
mod shape;
pub mod square;
pub mod triangle;

pub use shape::Shape;
