//! Kinds of world, a folder each. None of them knows another.
//!
//! Imports everything to its left. Deliberately missing: which method to take, requests, files.

mod editable;
pub mod graph;
pub mod hex;
pub mod mesh;
mod shape;
pub mod square;
pub mod triangle;
pub mod voxel;

pub use editable::Editable;
pub use shape::Shape;
