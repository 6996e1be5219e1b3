//! The judges: slow references that are too simple to be wrong, and the cases they judge.
//!
//! No judge shares code with the engine: only [`adapter`], [`contestants`], [`fuzz`], [`graph`],
//! [`indexes`] and [`larger`] know that it exists.
//! A [`world::RefWorld`] is an explicit list of arcs, and no judge knows more.
//! [`square`], [`hex`] and [`voxel`] state the rules of movement of a shape in the plainest way and write them
//! down as arcs; [`reference`](mod@reference) solves arc lists by textbook means; [`certificate`]
//! checks answers for which no reference is affordable, and [`laws`] what holds in any world.
//! [`generate`] makes worlds from a seed, [`corpus`] reads drawn cases, [`scenario`] reads
//! recorded benchmark files, [`data`] finds them on this machine.
//!
//! # Counting allocations
//!
//! A counting allocator cannot be written without `unsafe`, so this crate has none.
//! A test that must show "nothing is allocated here" takes a ready-made wrapper as a development
//! dependency of the crate under test, with the whole measured region inside one closure that
//! runs after a first, warming call, and asserts on the number of allocations, not on bytes:
//! growth of a reused buffer then fails the test, while its size does not matter.
//! Counters differ in what they see: a per-thread counter is right for tests, which run side by
//! side in threads; a process-wide one needs a test binary with a single test.

#![forbid(unsafe_code)]

pub mod adapter;
pub mod certificate;
pub mod contestants;
pub mod corpus;
pub mod data;
pub mod digest;
pub mod floors;
pub mod fuzz;
pub mod generate;
pub mod graph;
pub mod hex;
pub mod indexes;
pub mod judge;
pub mod larger;
pub mod laws;
pub mod mesh;
pub mod mesh_disc;
pub mod modules;
pub mod reference;
pub mod rng;
pub mod scenario;
pub mod sight;
pub mod square;
pub mod tally;
pub mod tiny;
pub mod triangle;
pub mod visibility;
pub mod voxel;
pub mod world;
