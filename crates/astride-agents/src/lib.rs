//! Many movers at once, which respect each other: plans for all of them, fleets, and crowds.
//!
//! A crate of its own, so that the library stays quick to build for those who move one unit at a
//! time. It asks worlds through [`World`](astride::world::World) and writes its own compact
//! [`roadmap`] of them, with [`fields`] of distances; [`pibt`] is the step by right of way that plans
//! and crowds share. [`vehicle`] plans for those that cannot turn on the spot.
//!
//! No file is opened and no clock is read here: a deadline is the caller's closure.
#![forbid(unsafe_code)]

pub mod crowd;
pub mod fields;
pub mod fleet;
pub mod mapf;
pub mod pibt;
pub mod roadmap;
mod shelf;
pub mod vehicle;

/// The snippets of the guide, compiled and run like all other examples.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/fleets.md")]
    mod fleets {}
    #[doc = include_str!("../../../docs/formations.md")]
    mod formations {}
    #[doc = include_str!("../../../docs/many-units.md")]
    mod many_units {}
    #[doc = include_str!("../../../docs/plans.md")]
    mod plans {}
    #[doc = include_str!("../../../docs/steering.md")]
    mod steering {}
    #[doc = include_str!("../../../docs/vehicles.md")]
    mod vehicles {}
}
