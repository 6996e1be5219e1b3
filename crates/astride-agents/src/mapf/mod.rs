//! Plans for many agents: instances, solvers, and a validator that shares nothing with them.
//!
//! An [`Instance`] has the start and goal of each agent; [`solve`] makes a [`Plan`], by the
//! [`Method`] that is asked for or by several, and says what is proved about it; [`validate`] checks
//! any plan against every rule; [`read_plan`] and [`write_plan`] convert plans from and to text.
//!
//! Terms are those of Stern et al., "Multi-Agent Pathfinding: Definitions, Variants, and
//! Benchmarks", SoCS 2019.

mod beside;
mod best;
mod cbs;
pub mod continuous;
mod distances;
mod field;
mod guidance;
mod instance;
mod lacam;
mod lns;
mod met;
mod method;
mod neighbourhood;
mod objective;
mod plan;
mod portfolio;
mod prioritised;
mod repair;
mod sipp;
mod soft;
mod solve;
mod survey;
mod table;
mod task;
mod text;
mod validate;
mod way;
mod whca;

pub use best::Better;
pub use instance::{Instance, InstanceError, Trip};
pub use method::{METHODS, Method, MethodRow};
pub use objective::Objective;
pub use plan::{Plan, Stay};
pub use solve::{Solved, Status, Wanted, WantedError, solve};
pub use text::{PlanError, read_plan, write_plan};
pub use validate::{Fault, FaultKind, validate};
