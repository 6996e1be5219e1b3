//! Pictures of worlds, searches and paths: in the terminal, as SVG, as PNG, as animation.
//!
//! A [`Scene`] defines what to show: a map as one mover sees it, marked cells, a path, and one
//! [`Layer`] over the terrain. The rest are ways to show it:
//!
//! | function | result |
//! |---|---|
//! | [`terminal::draw`] | text: classic squares, pure ASCII, or coloured half blocks |
//! | [`svg()`], [`png()`] | the map with heat, walls, links, path and marks |
//! | [`figure_svg`], [`figure_png`] | the tutorial figure: F, G, H and a pointer in every square |
//! | [`apng`] | a search step by step |
//!
//! [`Outlines`] shows a map of any shape, [`Space`] a map of voxels, [`MeshPicture`] a navigation
//! mesh.
//!
//! The same scene and options always give the same bytes. Nodes and cells off the map are ignored.
//! No function here opens a file or reads a clock.
//!
//! # Examples
//!
//! ```
//! use astride::prelude::*;
//! use astride_draw::{PictureOptions, Scene, terminal};
//!
//! let drawing = Drawing::parse("
//!     A.#.
//!     ..#.
//!     ...B
//! ")?;
//! let (from, to) = (drawing.start()?, drawing.goal()?);
//! let mover = Mover::walker();
//! let outcome = find_path(&drawing.grid, &mover, from, to)?;
//!
//! let mut scene = Scene::new(&drawing.grid, &mover);
//! scene.starts = &drawing.starts;
//! scene.goals = &drawing.goals;
//! scene.path = outcome.path().map(|path| path.nodes());
//! let text = terminal::draw(&scene, terminal::Style::Ascii, 80, 24);
//! assert_eq!(text, "A.#.\n.*#.\n.**B\n");
//!
//! let picture = astride_draw::png(&scene, &PictureOptions::default())?;
//! assert!(picture.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod animation;
mod borders;
mod error;
mod figure;
mod layer_letters;
mod layout;
mod legend;
mod letters;
mod links;
mod marks;
mod mesh_picture;
mod outlines;
mod overlay;
mod paint;
mod palette;
mod picture;
mod progress;
mod raster;
mod scene;
mod shades;
mod sheet;
mod sides;
mod space;
pub mod terminal;
mod tints;
mod tree;
mod walls;
mod xml;

pub use animation::{AnimationOptions, FIGURE_SIDE, apng};
pub use error::DrawError;
pub use figure::{FigureOptions, figure_png, figure_svg};
pub use mesh_picture::MeshPicture;
pub use outlines::Outlines;
pub use palette::Theme;
pub use picture::{Legend, PictureOptions, png, svg};
pub use progress::{Progress, Touched};
pub use scene::{Layer, Scene};
pub use space::Space;
