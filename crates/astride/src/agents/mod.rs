//! Many movers over time: crowds that follow orders and give way to each other, herds with a will.
//!
//! A [`Crowd`] asks [`Routes`] for ways and walks along them, a part of a cell per timestep. What is
//! true of square cells alone stands in `square`, so that crowds of other worlds need that file
//! again and nothing else.
//!
//! Imports `base`, `world`, `search` and the square shape. Deliberately missing: the choice of a
//! method, which is up to the caller's [`Routes`], and all that draws.

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
