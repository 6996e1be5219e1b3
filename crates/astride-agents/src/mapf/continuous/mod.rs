//! Plans in continuous time: discs that drive along the edges of a graph.
//!
//! A [`Graph`] has the places where discs can be, an [`Instance`] their starts and goals; [`solve`] makes
//! a [`Plan`] and reports what is proved about it; [`validate`] checks any plan with separate code.
//!
//! **Rounding.** The solver counts time in ticks of 2⁻³⁰ of a unit. Durations are lengths, rounded to
//! the nearest tick; starts and arrivals are whole ticks, and whether discs clash is decided for
//! whole ticks only. Two may overlap by 2⁻²⁴, so that discs which touch exactly may pass each other.
//! A best plan is therefore best to within a few ticks for each wait. Geometry is computed in `f64` with
//! sums, products, quotients and square roots only, which are the same on all machines.
//!
//! Andreychuk, Yakovlev, Boyarski & Stern, "Multi-Agent Pathfinding with Continuous Time", Artificial
//! Intelligence 305, 2022.

mod clash;
mod conflict;
mod corridor;
mod graph;
mod instance;
mod meter;
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
