//! Astride answers one question in many ways: how does this mover get from here to there in this
//! world, and what does that cost?
//!
//! ```
//! use astride::prelude::*;
//!
//! let drawing = Drawing::parse("
//!     .......
//!     ...#...
//!     .A.#.B.
//!     ...#...
//!     .......
//! ")?;
//! let (from, to) = (drawing.start()?, drawing.goal()?);
//! let outcome = find_path(&drawing.grid, &Mover::walker(), from, to)?;
//! assert_eq!(outcome.path().unwrap().step_count(), 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which type do I want?
//!
//! | I have | I take |
//! |---|---|
//! | one query on a grid | [`find_path`](planner::find_path) |
//! | a game: units of several sizes, edits, fog, queries spread over frames | [`Navigator`](planner::Navigator), queried with [`Ask`](planner::Ask) |
//! | a map that hardly changes and many queries for one mover | [`Guide`](planner::Guide), which builds and keeps the index that pays off |
//! | a search algorithm of my choice, to step, observe or limit | [`astar`](search::astar), [`dijkstra`](search::dijkstra) and the like, with a [`PathQuery`](search::PathQuery) and a [`Scratch`](search::Scratch) |
//! | one goal for thousands of units, or the nearest of many goals | [`DistanceField`](search::DistanceField) |
//! | a unit that replans while the world changes | [`Replanner`](search::Replanner) |
//! | no map, but moves between states | [`search::states`] |
//! | a map of floors, hexagons, triangles or voxels, a graph or a mesh | [`shapes::floors`], [`shapes::hex`], [`shapes::triangle`], [`shapes::voxel`], [`shapes::graph`], [`shapes::mesh`] |
//! | my own data structure | [`world::World`], checked by [`world::check`] |
//! | a map whose shape is known only at run time | [`Board`](planner::Board) |
//! | a budget of microseconds per query, and time to prepare | [`Labels`](shapes::square::Labels), [`JumpTable`](shapes::square::JumpTable), [`Hierarchy`](index::hierarchy::Hierarchy) |
//! | many agents that must not collide | the crate `astride-agents` |
//!
//! Most of these share the same terms: `build` makes an index, `update` brings an index that can
//! follow edits up to date and [reports what that took](world::Followed) or says why it cannot, and
//! every outcome of a search states what it [guarantees](search::Guarantee).
//! [`guides`] has pages that explain one idea each, from the folder `docs` of the repository; their
//! snippets are tests of this crate.
//!
//! # Rooms
//!
//! From left to right; each imports only from those before it:
//!
//! | room | it holds |
//! |---|---|
//! | [`base`] | ids, costs, geometry, the open list, memory that is reset in constant time, budgets |
//! | [`world`] | the definition of a world; movers, overlays and change logs for any shape |
//! | [`path`] | paths: check, simplify, smooth and time them |
//! | [`search`] | `PathQuery` → `Outcome`; a file or a folder per algorithm, for any world |
//! | [`index`] | tables for any world or for sparse graphs, built once |
//! | [`shapes`] | a folder for each kind of map: squares, floors, hexagons, triangles, voxels, graphs, meshes, streamed maps |
//! | [`planner`] | the entry points, most of which choose index and search |
//! | [`io`] | text and binary file formats without dependencies |
//!
//! No room opens a file, reads a clock or uses unseeded randomness, and none starts a thread
//! without the feature `parallel`.
#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

#[macro_use]
pub mod base;

pub mod index;
pub mod io;
pub mod path;
pub mod planner;
pub mod search;
pub mod shapes;
pub mod world;

/// What most programs need, in one `use`.
///
/// No name in it is a name in Bevy's prelude, so both can be imported whole. The trait
/// [`World`](crate::world::World) is imported without its name, only for its methods.
pub mod prelude {
    pub use crate::base::{Budget, Cell, CellRect, Dir, NodeId, Scale, Weight};
    pub use crate::io::{Drawing, Scenario};
    pub use crate::path::Path;
    pub use crate::planner::{Ask, Guide, Method, Navigator, find_path};
    pub use crate::search::{Guarantee, Outcome, PathQuery, Scratch, SearchObserver, Ties, astar};
    pub use crate::shapes::square::{
        Corners, Edit, Frame, Grid, GridHeuristic, GridView, Mover, Neighbours,
    };
    pub use crate::world::World as _;
}

#[cfg(doc)]
pub mod guides;

/// The snippets of the README, compiled and run like all other examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
mod readme {}
