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
//! All of these share the same terms: `build` makes an index, `update` brings it up to date after
//! an edit or says why it cannot, and every answer states what it [guarantees](search::Guarantee).
//! The folder `docs` of the repository explains one idea per page; its snippets are tests of this
//! crate.
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
//! | [`search`] | `PathQuery` → `Outcome`; one file per algorithm, for any world |
//! | [`index`] | tables for any world, built once |
//! | [`shapes`] | a folder for each kind of map: squares, floors, hexagons, triangles, voxels, graphs, meshes |
//! | [`planner`] | methods by name, and a single entry point that chooses the index and search |
//! | [`io`] | small text formats without dependencies |
//!
//! No room opens a file, reads a clock, starts a thread or uses unseeded randomness.
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

/// The snippets of the README and the pages in `docs`, compiled and run like all other examples.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    mod readme {}
    #[doc = include_str!("../../../docs/any-angle.md")]
    mod any_angle {}
    #[doc = include_str!("../../../docs/baking.md")]
    mod baking {}
    #[doc = include_str!("../../../docs/clearance.md")]
    mod clearance {}
    #[doc = include_str!("../../../docs/components.md")]
    mod components {}
    #[doc = include_str!("../../../docs/errors.md")]
    mod errors {}
    #[doc = include_str!("../../../docs/fields.md")]
    mod fields {}
    #[doc = include_str!("../../../docs/files.md")]
    mod files {}
    #[doc = include_str!("../../../docs/floors.md")]
    mod floors {}
    #[doc = include_str!("../../../docs/fog.md")]
    mod fog {}
    #[doc = include_str!("../../../docs/graphs.md")]
    mod graphs {}
    #[doc = include_str!("../../../docs/grid-rules.md")]
    mod grid_rules {}
    #[doc = include_str!("../../../docs/grids-and-movers.md")]
    mod grids_and_movers {}
    #[doc = include_str!("../../../docs/heuristics.md")]
    mod heuristics {}
    #[doc = include_str!("../../../docs/hexagons.md")]
    mod hexagons {}
    #[doc = include_str!("../../../docs/influence.md")]
    mod influence {}
    #[doc = include_str!("../../../docs/meshes.md")]
    mod meshes {}
    #[doc = include_str!("../../../docs/methods.md")]
    mod methods {}
    #[doc = include_str!("../../../docs/navigator.md")]
    mod navigator {}
    #[doc = include_str!("../../../docs/nearest.md")]
    mod nearest {}
    #[doc = include_str!("../../../docs/paths.md")]
    mod paths {}
    #[doc = include_str!("../../../docs/positions.md")]
    mod positions {}
    #[doc = include_str!("../../../docs/puzzles.md")]
    mod puzzles {}
    #[doc = include_str!("../../../docs/recipes.md")]
    mod recipes {}
    #[doc = include_str!("../../../docs/replanning.md")]
    mod replanning {}
    #[doc = include_str!("../../../docs/replay.md")]
    mod replay {}
    #[doc = include_str!("../../../docs/requests.md")]
    mod requests {}
    #[doc = include_str!("../../../docs/searches.md")]
    mod searches {}
    #[doc = include_str!("../../../docs/smooth-paths.md")]
    mod smooth_paths {}
    #[doc = include_str!("../../../docs/stepping-and-budgets.md")]
    mod stepping_and_budgets {}
    #[doc = include_str!("../../../docs/streamed.md")]
    mod streamed {}
    #[doc = include_str!("../../../docs/terrain-analysis.md")]
    mod terrain_analysis {}
    #[doc = include_str!("../../../docs/terrain-and-landmarks.md")]
    mod terrain_and_landmarks {}
    #[doc = include_str!("../../../docs/two-tiers.md")]
    mod two_tiers {}
    #[doc = include_str!("../../../docs/triangles.md")]
    mod triangles {}
    #[doc = include_str!("../../../docs/turns.md")]
    mod turns {}
    #[doc = include_str!("../../../docs/voxels.md")]
    mod voxels {}
}
