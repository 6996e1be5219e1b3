//! Why polygons are not a mesh, and what is refused on one.

use crate::base::Vec2;

/// Polygons that make no mesh, or a radius, link or obstacle that a mesh refuses. The message names
/// what is at fault, such as polygon and vertex, and says what would be right.
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
    NotSimple { face: u32 },
    Shared { polygon: u32, other: u32, from: u32, to: u32 },
    NoWall { from: u32, to: u32 },
    Classes { count: usize, polygons: usize },
    AreaFactor { class: u8, factor: f64 },
    AllForbidden,
    AreaLegs { legs: u64, most: u64 },
    Radius { radius: f64 },
    TooWide { radius: f64 },
    LinkCost { link: usize, cost: f64 },
    LinkOff { link: usize, point: Vec2 },
    Outline,
    NoObstacle,
    Covered,
    LabelsAreas { one: u8, other: u8 },
    LabelsLarge { bytes: usize },
    LabelsLong { work: u64 },
    LabelsCancelled,
    LabelsStale,
    WaypointsStale,
}

impl MeshError {
    /// The polygon at fault, if there is one.
    pub fn polygon(&self) -> Option<u32> {
        match self.0 {
            Kind::FewVertices { polygon, .. }
            | Kind::NoVertex { polygon, .. }
            | Kind::Twice { polygon, .. }
            | Kind::Bent { polygon, .. }
            | Kind::Turned { polygon }
            | Kind::Flat { polygon }
            | Kind::NotSimple { face: polygon }
            | Kind::Shared { polygon, .. } => Some(polygon),
            _ => None,
        }
    }

    /// The same error with other numbers for polygons.
    pub(super) fn renumbered(mut self, number: impl Fn(u32) -> u32) -> Self {
        match &mut self.0 {
            Kind::Shared { polygon, other, .. } => {
                (*polygon, *other) = (number(*polygon), number(*other));
            }
            Kind::FewVertices { polygon, .. }
            | Kind::NoVertex { polygon, .. }
            | Kind::Twice { polygon, .. }
            | Kind::Bent { polygon, .. }
            | Kind::Turned { polygon }
            | Kind::Flat { polygon } => *polygon = number(*polygon),
            _ => {}
        }
        self
    }
}

errors! { MeshError(Kind):
    NoPolygons => ("mesh-no-polygons", "the mesh has no polygon, expected at least one"),
    TooMany { what, count, most } => ("mesh-too-many",
        "the mesh has {count} {what}, expected at most {most}"),
    Point { vertex, point: Vec2 { x, y } } => ("mesh-vertex-out-of-range",
        "vertex {vertex} is ({x}, {y}), expected numbers from -{0:e} to {0:e}",
        super::limits::FARTHEST),
    FewVertices { polygon, count } => ("mesh-few-vertices",
        "polygon {polygon} has {count} vertices, expected at least 3"),
    NoVertex { polygon, vertex, count } => ("mesh-no-vertex",
        "polygon {polygon} names vertex {vertex}, expected one below the {count} there are"),
    Twice { polygon, vertex } => ("mesh-vertex-twice",
        "polygon {polygon} comes to the place of vertex {vertex} twice, expected once"),
    Bent { polygon, vertex } => ("mesh-bent",
        "polygon {polygon} is bent inward at vertex {vertex}, expected a convex polygon in \
        counter-clockwise order"),
    Turned { polygon } => ("mesh-turned",
        "polygon {polygon} goes round more than once or clockwise, expected once and \
        counter-clockwise"),
    Flat { polygon } => ("mesh-flat",
        "polygon {polygon} has no area, expected vertices that are not on a line"),
    NotSimple { face } => ("mesh-not-simple",
        "face {face} is not convex, and goes round clockwise, touches itself or has more than {0} \
        corners, expected a simple polygon in counter-clockwise order", super::limits::MOST_CORNERS),
    Shared { polygon, other, from, to } => ("mesh-shared",
        "polygons {other} and {polygon} both lie left of the edge from vertex {from} to vertex \
        {to}, expected one of them"),
    NoWall { from, to } => ("mesh-no-wall",
        "the wall between vertices {from} and {to} is no edge that two polygons share"),
    Classes { count, polygons } => ("mesh-classes",
        "there are {count} area classes for {polygons} polygons, expected one for each"),
    AreaFactor { class, factor } => ("mesh-area-factor",
        "area class {class} has the factor {factor}, expected a number from {0:e} to {1:e}",
        super::AreaFactors::LEAST, super::AreaFactors::MOST),
    AllForbidden => ("mesh-all-forbidden",
        "every polygon of the mesh is forbidden, expected one that is not"),
    AreaLegs { legs, most } => ("mesh-area-legs",
        "{legs} legs lead from edge to edge through the polygons of the mesh, expected at most {most}; \
        cut polygons with many edges"),
    Radius { radius } => ("mesh-radius",
        "the radius is {radius}, expected a number from 0 to {0:e}", super::limits::FARTHEST),
    TooWide { radius } => ("mesh-too-wide",
        "no place of the mesh is {radius} away from all walls, expected a smaller radius"),
    LinkCost { link, cost } => ("mesh-link-cost",
        "link {link} costs {cost}, expected a number from 0 to {0:e}", super::limits::FARTHEST),
    LinkOff { link, point: Vec2 { x, y } } => ("mesh-link-off",
        "link {link} has an end at ({x}, {y}), expected a place on the mesh"),
    Outline => ("mesh-obstacle",
        "the obstacle is no convex polygon, expected 3 to {0} corners with coordinates from -{1:e} to \
        {1:e}", super::ObstacleMesh::MOST_CORNERS, super::limits::FARTHEST),
    NoObstacle => ("mesh-unknown-obstacle",
        "there is no such obstacle on the mesh, expected a handle that was not taken away"),
    LabelsAreas { one, other } => ("mesh-labels-areas",
        "the mesh has areas of the classes {one} and {other}, expected one class: labels know no costs; \
        ask WeightedMesh::path where areas differ, or give all polygons one class"),
    LabelsLarge { bytes } => ("mesh-labels-large",
        "labels of the mesh take more than {bytes} bytes, expected a higher limit, fewer cells or a mesh \
        with fewer corners; polyanya needs no tables"),
    LabelsLong { work } => ("mesh-labels-long",
        "labels of the mesh take more than {work} steps, expected a higher limit or a mesh with fewer \
        corners; polyanya needs no tables"),
    LabelsCancelled => ("mesh-labels-cancelled", "building labels of the mesh was cancelled"),
    LabelsStale => ("mesh-labels-stale",
        "the labels were made for other ground, expected the mesh that they were made for; make them \
        again after a change"),
    WaypointsStale => ("mesh-waypoints-stale",
        "the waypoints were made for other ground, expected the mesh that they were made for; make them \
        again after a change"),
    Covered => ("mesh-covered", "obstacles cover all of the mesh, expected some ground to be left"),
}
