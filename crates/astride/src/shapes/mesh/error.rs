//! Why polygons make no mesh.

use std::fmt;

use crate::base::Vec2;

/// Polygons that make no mesh; the message names polygon and vertex and says what would be right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshError(pub(super) Kind);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    NoPolygons,
    TooMany { what: &'static str, count: usize, most: usize },
    Point { vertex: u32, point: Vec2 },
    FewVertices { polygon: u32, count: usize },
    NoVertex { polygon: u32, vertex: u32, count: usize },
    Twice { polygon: u32, vertex: u32 },
    Bent { polygon: u32, vertex: u32 },
    Turned { polygon: u32 },
    Flat { polygon: u32 },
    Shared { polygon: u32, other: u32, from: u32, to: u32 },
    NoWall { from: u32, to: u32 },
}

impl MeshError {
    /// The polygon at fault, if it is one.
    pub fn polygon(&self) -> Option<u32> {
        match self.0 {
            Kind::FewVertices { polygon, .. }
            | Kind::NoVertex { polygon, .. }
            | Kind::Twice { polygon, .. }
            | Kind::Bent { polygon, .. }
            | Kind::Turned { polygon }
            | Kind::Flat { polygon }
            | Kind::Shared { polygon, .. } => Some(polygon),
            _ => None,
        }
    }
}

impl fmt::Display for MeshError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::NoPolygons => f.write_str("the mesh has no polygon, expected at least one"),
            Kind::TooMany { what, count, most } => {
                write!(f, "the mesh has {count} {what}, expected at most {most}")
            }
            Kind::Point { vertex, point: Vec2 { x, y } } => write!(
                f,
                "vertex {vertex} is ({x}, {y}), expected numbers from -{0:e} to {0:e}",
                super::build::FARTHEST
            ),
            Kind::FewVertices { polygon, count } => {
                write!(f, "polygon {polygon} has {count} vertices, expected at least 3")
            }
            Kind::NoVertex { polygon, vertex, count } => write!(
                f,
                "polygon {polygon} names vertex {vertex}, expected one below the {count} there are"
            ),
            Kind::Twice { polygon, vertex } => write!(
                f,
                "polygon {polygon} comes to the place of vertex {vertex} twice, expected once"
            ),
            Kind::Bent { polygon, vertex } => write!(
                f,
                "polygon {polygon} is bent inward at vertex {vertex}, expected a convex polygon in \
                 counter-clockwise order"
            ),
            Kind::Turned { polygon } => write!(
                f,
                "polygon {polygon} goes round more than once or clockwise, expected once and \
                 counter-clockwise"
            ),
            Kind::Flat { polygon } => {
                write!(f, "polygon {polygon} has no area, expected vertices that are not on a line")
            }
            Kind::Shared { polygon, other, from, to } => write!(
                f,
                "polygons {other} and {polygon} both lie left of the edge from vertex {from} to \
                 vertex {to}, expected one of them"
            ),
            Kind::NoWall { from, to } => write!(
                f,
                "the wall between vertices {from} and {to} is no edge that two polygons share"
            ),
        }
    }
}

impl std::error::Error for MeshError {}
