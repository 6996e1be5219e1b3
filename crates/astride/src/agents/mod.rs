//! Many movers over time: crowds that follow orders and avoid each other, and herds with a will of
//! their own.
//!
//! A [`Crowd`] requests paths from [`Routes`] and walks along them, a fraction of a cell per
//! timestep. Everything specific to square cells is in `square`, so that crowds in other worlds
//! would need only another version of that file.
//!
//! Imports `base`, `world`, `search` and the square shape. Deliberately missing: the choice of a
//! method, which is up to the caller's [`Routes`], and all drawing.

mod crowd;
mod error;
mod herd;
mod plane;
mod routes;
mod square;

pub use crowd::{Body, Crowd, Lead, State, Work};
pub use error::CrowdError;
pub use herd::{Herd, Pasture, Species, Will};
pub use routes::{JumpRoutes, Routes};
