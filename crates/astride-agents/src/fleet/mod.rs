//! Fleets: robots with a steady stream of errands, with or without turning.
//!
//! [`Floor`] is what they drive on; [`Fleet`] assigns tasks and decides one timestep after
//! another, within any budget; [`validate`] checks its history and shares no code with it;
//! [`Executor`] drives plans on robots that run late, without collisions.
//!
//! This module imports roadmaps, and nothing from plans or crowds. It reads no files.

mod distances;
mod errands;
mod error;
mod event;
mod executor;
mod floor;
mod judge;
mod lifelong;
mod menu;
mod operation;
mod right_of_way;
mod traffic;
mod validate;

pub use errands::{Assignment, Task};
pub use error::FleetError;
pub use event::Event;
pub use executor::{Executor, ExecutorError};
pub use floor::{Action, Floor, Heading};
pub use lifelong::{Fleet, Robot, Settings};
pub use traffic::Learning;
pub use validate::{Done, Fault, FaultKind, History, validate};
