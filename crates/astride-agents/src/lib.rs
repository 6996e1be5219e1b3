//! Many movers at once, which respect each other: plans for all of them, and crowds.
//!
//! A crate of its own, so that the library stays quick to build for those who move one unit at a
//! time. It asks worlds through [`World`](astride::world::World) and writes its own compact
//! [`roadmap`] of them.
//!
//! No file is opened and no clock is read here: a deadline is the caller's closure.
#![forbid(unsafe_code)]

pub mod crowd;
pub mod mapf;
pub mod roadmap;
