//! Many movers at once that take each other into account: joint plans, fleets, and crowds.
//!
//! A separate crate, so that the library stays fast to build for users who move one unit at a time.
//! It reads worlds through [`World`](astride::world::World) and builds its own compact [`roadmap`]
//! of them, with [`fields`] of distances; [`pibt`] is the step by right of way that plans and
//! crowds share. On a [`crowd`] that never overlaps lies a [`guided`] one, whose units have paths
//! from any method, and on that a [`herd`], whose units have a will. [`vehicle`] plans for vehicles
//! that cannot turn on the spot.
//!
//! No files are opened and no clock is read here: a deadline is the caller's closure.
#![forbid(unsafe_code)]

mod crew;
pub mod crowd;
#[cfg(test)]
mod drawn;
pub mod fields;
pub mod fleet;
#[doc(hidden)]
pub mod fuzz;
pub mod guided;
pub mod herd;
pub mod mapf;
pub mod pibt;
pub mod roadmap;
mod shelf;
pub mod vehicle;

/// The snippets of the guide, compiled and run like all other examples.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/crowds.md")]
    mod crowds {}
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
