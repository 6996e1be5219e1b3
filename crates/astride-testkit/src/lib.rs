//! The judges: slow references that are too simple to be wrong, and the cases they judge.
//!
//! No judge shares code with the engine: only [`adapter`], [`contestants`], [`fuzz`], [`graph`],
//! [`indexes`] and [`larger`] know that it exists. A [`world::RefWorld`] is an explicit list of
//! arcs, and judges know nothing else. [`square`], [`hex`], [`triangle`], [`floors`] and [`voxel`]
//! state the rules of movement of a shape in the plainest way and write them as arcs;
//! [`reference`](mod@reference) solves arc lists by textbook methods; [`certificate`] checks answers
//! for which no reference is affordable, and [`laws`] checks what holds in any world. [`generate`]
//! makes worlds from a seed, [`corpus`] reads drawn cases, [`scenario`] reads recorded benchmark
//! files, and [`data`] finds them on this machine.
//!
//! # Counting allocations
//!
//! A counting allocator cannot be written without `unsafe`, so this crate has none. A test that
//! must show that nothing is allocated takes a ready-made wrapper as a development dependency of
//! the crate under test, puts the whole measured region into one closure that runs after a first,
//! warm-up call, and asserts on the number of allocations, not on bytes: growth of a reused buffer
//! then fails the test, while its size does not matter. Counters differ in what they see: a
//! per-thread counter suits tests, which run side by side in threads; a process-wide one needs a
//! test binary with a single test.

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
pub mod mesh_areas;
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
