//! Plans in continuous time: discs that drive along the edges of a graph.
//!
//! [`Graph`] says where they can be, [`Instance`] who wants to go where; [`solve`] makes a [`Plan`] and
//! says what is proved of it; [`validate`] checks any plan, by code of its own.
//!
//! **Rounding.** The solver counts time in ticks of 2⁻³⁰ of a unit. Durations are lengths, rounded to
//! the nearest tick; starts and arrivals are whole ticks, and whether discs clash is decided for
//! whole ticks only. Two may overlap by 2⁻²⁴, so that those which touch exactly may pass each other.
//! A best plan is therefore best to within some ticks for each wait. Geometry is computed in `f64` by
//! sums, products, quotients and roots, which are the same on all machines.
//!
//! Andreychuk, Yakovlev, Boyarski & Stern, "Multi-Agent Pathfinding with Continuous Time", Artificial
//! Intelligence 305, 2022.

mod clash;
mod conflict;
mod corridor;
mod graph;
mod instance;
mod path;
mod plan;
mod prioritised;
mod rules;
mod search;
mod sipp;
mod solve;
mod time;
mod validate;

pub use graph::{Graph, GraphError, MOST_COORDINATE, MOST_PARTS};
pub use instance::{Instance, MOST_AGENTS, TimedInstanceError, Trip};
pub use plan::{Move, Plan, TimedPlanError};
pub use solve::{Solved, Wanted, solve};
pub use validate::{TimedFault, validate};
