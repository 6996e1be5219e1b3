//! Readers that turn the maps of other programs into maps of Astride.
//!
//! Every reader works on bytes, trusts nothing, allocates no more memory than the file can fill,
//! and returns an [`Import`]: the map, its position, its starts and goals, and notes on what was
//! left out. Anything else is refused with a [`FormatError`] that says what was found, where, and
//! what was expected. Terrain becomes the letters of `.map` files ([`class`]), so everything read
//! can be written as a `.map`, apart from links.
//!
//! | feature | reads |
//! |---|---|
//! | `pictures` | PGM and PNG by a [`Legend`]: `read_picture` |
//! | `ros` | ROS YAML files with their picture: `RosMap` |
//! | `heights` | ESRI `.asc`, SRTM `.hgt` and pictures as `Heights`, and terrain by slope |
//! | `geotiff` | GeoTIFF files as `Heights` |
//! | `tiled` | `.tmx` maps with their `.tsx` tilesets: `read_tiled` |
//! | `ldtk` | `.ldtk` projects: `read_ldtk` |
//! | `obj` | Wavefront OBJ, as a navigation mesh or as a level with ground: `read_obj` |
//! | `osm`, `osm-pbf` | roads of OpenStreetMap for a `Profile`: `read_osm`, `read_osm_pbf` |
//! | `geojson` | writes roads, meshes and paths for maps on screens: `GeoJson` |
//! | `roadmaps` | roadmaps in GraphML and the trips of agents on them: `read_roadmap`, `read_trips` |
//! | `plans` | teams, schedules and results of other planners: `read_team`, `read_schedule`, `read_tracker` |
//! | `outlines` | the mesh of the ground between outlines: `mesh_of_outlines`; not part of `all` |
//! | `petgraph` | graphs from and to that crate: `graph_of_petgraph`, `petgraph_of_graph`; not part of `all` |
//! | `zip` | archives of one file: `unzip` |
//!
//! [`Format`] detects the format of a file, whatever is enabled; with `all` it reads it too. Files named
//! by a file are requested from the caller, and never opened here.

#![forbid(unsafe_code)]
#![cfg_attr(
    not(feature = "all"),
    allow(dead_code, unused_imports, reason = "helpers that some formats share")
)]

mod detect;
mod error;
mod import;
mod legend;

#[cfg(feature = "all")]
mod format;
#[cfg(feature = "geojson")]
mod geojson;
#[cfg(feature = "petgraph")]
mod graphs;
#[cfg(feature = "heights")]
mod heights;
#[cfg(feature = "ldtk")]
mod ldtk;
#[cfg(any(feature = "tiled", feature = "ldtk"))]
mod marks;
#[cfg(feature = "obj")]
mod obj;
#[cfg(feature = "osm")]
mod osm;
#[cfg(feature = "outlines")]
mod outlines;
#[cfg(feature = "pictures")]
mod pictures;
#[cfg(feature = "plans")]
mod plans;
#[cfg(feature = "roadmaps")]
mod roadmaps;
#[cfg(feature = "ros")]
mod ros;
mod rule;
#[cfg(feature = "tiled")]
mod tiled;
#[cfg(any(feature = "geotiff", feature = "tiled", feature = "roadmaps"))]
mod xml;
#[cfg(feature = "zip")]
mod zip;

pub use detect::Format;
pub use error::{FormatError, Place};
pub use import::{Import, MOST_CELLS, Map};
pub use legend::{Entry, Legend, LegendError, Sign, class};
pub use rule::{PictureRule, PictureRuleError};

#[cfg(feature = "all")]
pub use format::Options;
#[cfg(feature = "geojson")]
pub use geojson::{GeoJson, Property};
#[cfg(feature = "petgraph")]
pub use graphs::{graph_of_petgraph, petgraph_of_graph};
#[cfg(feature = "heights")]
pub use heights::{Heights, Slope, SlopeError, StepHeight, StepHeightError};
#[cfg(feature = "ldtk")]
pub use ldtk::read_ldtk;
#[cfg(feature = "obj")]
pub use obj::{GroundRule, GroundRuleError, LevelRule, Up, UpError, read_obj};
#[cfg(feature = "osm-pbf")]
pub use osm::read_osm_pbf;
#[cfg(feature = "osm")]
pub use osm::{Coordinates, CoordinatesError, Limits, Nearest, Profile, RoadCost, Roads, read_osm};
#[cfg(feature = "outlines")]
pub use outlines::{OutlineError, mesh_of_outlines};
#[cfg(feature = "pictures")]
pub use pictures::read_picture;
#[cfg(feature = "plans")]
pub use plans::{
    Team, TeamAgent, TrackerRow, is_schedule, is_team, is_tracker, read_schedule, read_team,
    read_tracker, write_schedule, write_tracker,
};
#[cfg(feature = "roadmaps")]
pub use roadmaps::{Roadmap, TripEnd, read_roadmap, read_trips};
#[cfg(feature = "ros")]
pub use ros::{RosMap, RosMode};
#[cfg(feature = "tiled")]
pub use tiled::read_tiled;
#[cfg(feature = "zip")]
pub use zip::unzip;

/// Returns the bytes of a file that another one names, or says why it cannot.
pub type Beside<'a> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'a;

#[cfg(feature = "all")]
pub mod fuzz;

/// The snippets of the guide, compiled and run like all other examples.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/formats.md")]
    mod formats {}
    #[doc = include_str!("../../../docs/roads.md")]
    mod roads {}
}
