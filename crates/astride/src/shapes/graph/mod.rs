//! Graphs: places with numbers or names, and one-way arcs between them, such as roads or a board of
//! territories.
//!
//! A [`Graph`] is itself a [`World`](crate::world::World), as a mover sees it to whom all arcs are
//! open; a [`GraphMover`] says what it means to others. Arcs are stored at both ends, so backward
//! searches are as fast as forward ones.

mod build;
mod edit;
mod error;
mod guess;
mod kit;
mod known;
mod layout;
mod mover;
mod nearest;
mod rows;
mod saved;
mod shape;
mod store;

pub use build::GraphBuilder;
pub use edit::GraphEdit;
pub use error::GraphError;
pub use guess::{AimedOnGraph, GraphHeuristic};
pub use kit::{GraphIndex, GraphIndexFacts, GraphKit};
pub use mover::{GraphMover, GraphView};
pub use nearest::{OnRoad, RoadGrid, RoadRoute};
pub use shape::{GraphPlace, GraphPlaceError};
pub use store::Graph;
