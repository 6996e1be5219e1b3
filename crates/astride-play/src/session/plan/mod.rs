//! Maps without tiles: graphs and navigation meshes.
//!
//! On the board such a map is a grid like any other. Its cells stand for things: the places of a graph,
//! then its roads; or the points of a lattice where the ends of paths on a mesh may lie, then its
//! vertices, then its polygons. A road or polygon is closed where its cell is a wall, and a road
//! costs more where the cell is terrain, so painting, undoing and saving need not know about any of
//! this.

mod mesh;
mod roads;

pub(super) use mesh::{Meshed, Open};
pub(super) use roads::{Moves, Roads};

use astride::base::{Cell, NodeId, Vec2};
use astride::io::{TextError, is_graph, is_mesh};
use astride::shapes::square::Grid;
use serde_json::Value;

use crate::session::limits::Limits;
use crate::session::tiling::Tiling;
use crate::session::wire::{Frame, Refusal};

/// The most places and roads of a graph, and vertices and polygons of a mesh.
const MOST: u32 = 1 << 18;

/// The most columns of the grid of a map without tiles.
const COLUMNS: u32 = 512;

/// The class of things that are as they were when the map was opened.
const USUAL: u8 = b'.';

/// The start and the goal, in percent of width and height from the top left.
const ENDS: [(f64, f64); 2] = [(0.12, 0.5), (0.88, 0.5)];

/// A map without tiles, as it was opened; what has been painted since is on the grid of the board.
#[derive(Clone, Debug)]
pub(super) enum Plan {
    Roads(Roads),
    Mesh(Meshed),
}

impl Plan {
    /// Reads the text of a graph, with the positions of its places if they are a separate text, or
    /// the text of a mesh.
    pub(super) fn read(
        text: &str,
        positions: Option<&str>,
        limits: &Limits,
    ) -> Result<Plan, Refusal> {
        let bytes = text.as_bytes();
        if is_mesh(bytes) {
            return Meshed::read(bytes, limits).map(Plan::Mesh);
        }
        if is_graph(bytes) {
            return Roads::read(bytes, positions.map(str::as_bytes), limits).map(Plan::Roads);
        }
        Err(Refusal::format(
            "neither a graph nor a mesh, expected \"p sp PLACES ARCS\", \"a FROM TO COST\" or \
             \"mesh\" at the beginning",
        ))
    }

    pub(super) fn tiling(&self) -> Tiling {
        match self {
            Plan::Roads(_) => Tiling::Graph,
            Plan::Mesh(_) => Tiling::Mesh,
        }
    }

    /// The grid of the board before anything is painted.
    pub(super) fn grid(&self) -> Result<Grid, Refusal> {
        let [width, height] = self.size();
        Grid::new(width, height, USUAL).map_err(Refusal::size)
    }

    /// Columns and rows of the grid.
    pub(super) fn size(&self) -> [u32; 2] {
        match self {
            Plan::Roads(roads) => rows_of(roads.cell_count(), COLUMNS),
            Plan::Mesh(mesh) => rows_of(mesh.cell_count(), mesh.columns()),
        }
    }

    /// Whether the path may begin or end at a node of the board.
    pub(super) fn is_place(&self, node: NodeId) -> bool {
        let count = match self {
            Plan::Roads(roads) => roads.place_count(),
            Plan::Mesh(mesh) => mesh.point_count(),
        };
        node.get() < count
    }

    /// A cell where the path may begin or end.
    pub(super) fn check_place(&self, cell: Cell) -> Result<Cell, Refusal> {
        if self.is_place(NodeId::new(cell.y * self.size()[0] + cell.x)) {
            return Ok(cell);
        }
        let what = match self {
            Plan::Roads(_) => "place of the graph",
            Plan::Mesh(_) => "point of the mesh",
        };
        Err(Refusal::new("off-map", format!("cell ({}, {}) is no {what}", cell.x, cell.y)))
    }

    /// What the page receives with the world, in addition to what all shapes send.
    pub(super) fn json(&self) -> Value {
        match self {
            Plan::Roads(roads) => roads.json(),
            Plan::Mesh(mesh) => mesh.json(),
        }
    }

    /// The frame that says where everything lies.
    pub(super) fn frame(&self, re: u32) -> Frame {
        match self {
            Plan::Roads(roads) => roads.frame(re),
            Plan::Mesh(mesh) => mesh.frame(re),
        }
    }

    /// The text of the map, with what was painted on the grid if there is one: closed roads and
    /// polygons are left out.
    pub(super) fn text(&self, painted: Option<&Grid>) -> Result<String, Refusal> {
        match self {
            Plan::Roads(roads) => Ok(roads.text(painted)),
            Plan::Mesh(mesh) => mesh.text(painted),
        }
    }

    /// A small picture with sides of at most `side` cells: lines or walls are dark.
    pub(super) fn picture(&self, side: u32) -> Result<Grid, Refusal> {
        match self {
            Plan::Roads(roads) => roads.picture(side),
            Plan::Mesh(mesh) => mesh.picture(side),
        }
    }

    /// The places that were moved.
    pub(super) fn moves(&self) -> Option<&Moves> {
        match self {
            Plan::Roads(roads) => Some(roads.moves()),
            Plan::Mesh(_) => None,
        }
    }

    /// The same map with places moved to where these say.
    pub(super) fn with_moves(&self, moves: Moves) -> Plan {
        match self {
            Plan::Roads(roads) => Plan::Roads(roads.with_moves(moves)),
            mesh @ Plan::Mesh(_) => mesh.clone(),
        }
    }

    /// The same map with one place moved to a point, counted from the top left.
    pub(super) fn moved(&self, place: usize, to: [u32; 2]) -> Result<Plan, Refusal> {
        match self {
            Plan::Roads(roads) => roads.moved(place, to).map(Plan::Roads),
            Plan::Mesh(_) => Err(Refusal::value("a mesh has no places that can be moved")),
        }
    }
}

/// Rows of this many columns that have this many cells.
fn rows_of(cells: u32, columns: u32) -> [u32; 2] {
    let columns = cells.clamp(1, columns);
    [columns, cells.div_ceil(columns).max(1)]
}

/// A part of a box, by shares of its sides.
fn part_of((least, most): (Vec2, Vec2), (x, y): (f64, f64)) -> Vec2 {
    let size = most.minus(least);
    Vec2::new(least.x + size.x * x, least.y + size.y * y)
}

/// The message about a text that is incomplete.
fn torn(error: TextError) -> Refusal {
    Refusal::format(error)
}

/// Refuses more than the limit.
fn check_count(count: u64, what: &str, limits: &Limits) -> Result<(), Refusal> {
    let most = MOST.min(limits.max_cells);
    if count <= u64::from(most) {
        return Ok(());
    }
    Err(Refusal::size(format!("{count} {what}, expected at most {most}")))
}
