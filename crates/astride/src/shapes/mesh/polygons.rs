//! The navigation mesh, and what it says about its polygons.

use crate::base::Vec2;
use crate::shapes::mesh::{
    TOLERANCE,
    error::{Kind, MeshError},
    locate::Buckets,
    orient::orient,
};

/// No edge, polygon or vertex.
pub(super) const NONE: u32 = u32::MAX;

/// Convex polygons in the plane, some of which share edges; a point may be in any of them, and goes
/// from one to another only across an edge that both name.
///
/// Polygons and vertices have numbers from 0. A polygon is left of each of its edges, where x points
/// right and y points up. Polygons that overlap without sharing an edge are floors above each other:
/// nothing leads from one to the other there. Where polygons share only a vertex, nothing leads
/// through either; a path may begin or end there.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::shapes::mesh::Mesh;
/// let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)];
/// let points: Vec<Vec2> = corners.map(|(x, y)| Vec2::new(x, y)).to_vec();
/// let mesh = Mesh::new(points, &[[0, 1, 2], [0, 2, 3]])?;
/// assert_eq!((mesh.polygon_count(), mesh.area()), (2, 2.0));
/// assert_eq!(mesh.polygons_at(Vec2::new(1.5, 0.5)), [0]);
/// assert_eq!(mesh.polygons_at(Vec2::new(1.0, 0.5)), [0, 1], "on the edge that they share");
/// assert_eq!(mesh.merged().polygon_count(), 1);
/// # Ok::<(), astride::shapes::mesh::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mesh {
    pub(super) points: Vec<Vec2>,
    /// The vertex of each corner. A corner is ground around a vertex, from wall to wall, that spans
    /// more than half a circle, so that a path can turn there. On several floors, a vertex may have several
    /// corners.
    pub(super) corners: Vec<u32>,
    /// The corner at which each edge begins, or [`NONE`].
    pub(super) corner: Vec<u32>,
    /// The first edge of each polygon, and how many there are in all.
    pub(super) first: Vec<u32>,
    /// The vertex at which each edge begins; it ends where the next of its polygon begins.
    pub(super) from: Vec<u32>,
    /// The vertex at which each edge ends.
    pub(super) to: Vec<u32>,
    /// The same edge of the neighbour, [`NONE`] for a wall.
    pub(super) across: Vec<u32>,
    /// The polygon of each edge.
    pub(super) owner: Vec<u32>,
    /// The area class of each polygon.
    pub(super) classes: Vec<u8>,
    /// For a polygon in a dead end, the only neighbour that leads out of it; else [`NONE`].
    pub(super) outward: Vec<u32>,
    pub(super) buckets: Buckets,
    /// The largest absolute value of a coordinate.
    pub(super) extent: f64,
    /// Whether rounding has kept some polygon from being exactly convex.
    pub(super) is_bent: bool,
    /// A checksum of the ground: points, polygons, what is across their edges, and area classes. Tables
    /// made for a mesh keep it, so that they are refused on others.
    pub(super) stamp: u64,
}

impl Mesh {
    /// How many polygons there are.
    pub fn polygon_count(&self) -> u32 {
        (self.first.len() - 1) as u32
    }

    /// How many vertices there are, including those of no polygon.
    pub fn vertex_count(&self) -> u32 {
        self.points.len() as u32
    }

    /// The place of a vertex; `None` if there is no such vertex.
    pub fn vertex(&self, vertex: u32) -> Option<Vec2> {
        self.points.get(vertex as usize).copied()
    }

    /// The vertices of a polygon, counter-clockwise; empty if there is no such polygon.
    pub fn vertices_of(&self, polygon: u32) -> &[u32] {
        if polygon < self.polygon_count() { &self.from[self.edges_of(polygon)] } else { &[] }
    }

    /// The same mesh with an area class for each polygon, such as grass, road or water; their meaning is
    /// defined by a [`WeightedMesh`](crate::shapes::mesh::WeightedMesh). Polygons are of class 0 until
    /// they are given another. Merging joins only polygons of one class, and what is left of a polygon
    /// after cuts keeps its class.
    ///
    /// # Errors
    ///
    /// If there are not as many classes as polygons.
    pub fn with_classes(mut self, classes: &[u8]) -> Result<Self, MeshError> {
        let (count, polygons) = (classes.len(), self.classes.len());
        if count != polygons {
            return Err(MeshError(Kind::Classes { count, polygons }));
        }
        self.classes.copy_from_slice(classes);
        self.stamp = stamp(&self.points, [&self.first, &self.from, &self.across], classes);
        Ok(self)
    }

    /// The area class of a polygon; `None` if there is no such polygon.
    pub fn class_of(&self, polygon: u32) -> Option<u8> {
        self.classes.get(polygon as usize).copied()
    }

    /// The outline of a polygon, counter-clockwise; empty if there is no such polygon.
    pub fn outline(&self, polygon: u32) -> Vec<Vec2> {
        self.vertices_of(polygon).iter().map(|&vertex| self.points[vertex as usize]).collect()
    }

    /// What is across the edges of a polygon: for each vertex the polygon beyond the edge that
    /// begins there, `None` for a wall; empty if there is no such polygon.
    pub fn neighbours_of(&self, polygon: u32) -> Vec<Option<u32>> {
        if polygon >= self.polygon_count() {
            return Vec::new();
        }
        let beyond = |&edge: &u32| (edge != NONE).then(|| self.owner[edge as usize]);
        self.across[self.edges_of(polygon)].iter().map(beyond).collect()
    }

    /// The largest absolute value of a vertex's coordinate.
    pub fn extent(&self) -> f64 {
        self.extent
    }

    /// How far a point may be beside the mesh to count as on it.
    pub fn tolerance(&self) -> f64 {
        TOLERANCE * self.extent
    }

    /// The least and the greatest corner of a box around all polygons.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        (self.buckets.least, self.buckets.most)
    }

    /// The area of all polygons.
    pub fn area(&self) -> f64 {
        // An empty sum would be -0.
        (0..self.polygon_count()).fold(0.0, |sum, polygon| sum + self.area_of(polygon))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.points.len() * size_of::<Vec2>()
            + (self.corners.len() + 2 * self.first.len() + 5 * self.from.len()) * 4
            + self.classes.len()
            + self.buckets.bytes()
    }

    /// The area of a polygon; 0 if there is no such polygon.
    pub fn area_of(&self, polygon: u32) -> f64 {
        let outline = self.outline(polygon);
        let fan = outline.windows(2).skip(1);
        fan.fold(0.0, |sum, edge| sum + orient(outline[0], edge[0], edge[1]) / 2.0)
    }

    /// The numbers of the edges of a polygon.
    #[inline(always)]
    pub(super) fn edges_of(&self, polygon: u32) -> std::ops::Range<usize> {
        self.first[polygon as usize] as usize..self.first[polygon as usize + 1] as usize
    }

    /// Where an edge begins and ends.
    #[inline(always)]
    pub(super) fn ends_of(&self, edge: usize) -> (Vec2, Vec2) {
        (self.points[self.from[edge] as usize], self.points[self.to[edge] as usize])
    }

    /// The polygon across an edge; [`NONE`] for a wall.
    #[inline(always)]
    pub(super) fn beyond(&self, edge: usize) -> u32 {
        match self.across[edge] {
            NONE => NONE,
            twin => self.owner[twin as usize],
        }
    }

    /// Whether a polygon holds a point, its edges included; exact. A polygon bent by rounding holds the
    /// points that its outline winds around, and those on it, so that a point on an edge is in both
    /// polygons that share it.
    pub(super) fn holds(&self, polygon: u32, point: Vec2) -> bool {
        let side = |edge: usize| {
            let (from, to) = self.ends_of(edge);
            orient(from, to, point)
        };
        if self.edges_of(polygon).all(|edge| side(edge) >= 0.0) {
            return true;
        }
        let is_on = |edge: usize| {
            let (from, to) = self.ends_of(edge);
            side(edge) == 0.0 && from.minus(point).dot(to.minus(point)) <= 0.0
        };
        // Upward edges to the right of the point, less downward ones.
        let turn = |edge: usize| {
            let (from, to) = self.ends_of(edge);
            match (from.y <= point.y, to.y <= point.y) {
                (true, false) if side(edge) > 0.0 => 1,
                (false, true) if side(edge) < 0.0 => -1,
                _ => 0,
            }
        };
        self.is_bent
            && (self.edges_of(polygon).any(is_on)
                || self.edges_of(polygon).map(turn).sum::<i32>() != 0)
    }
}

/// A checksum of points, tables and area classes. Every step can be undone, so one changed number changes
/// it; the change is spread over all bits, so two changed numbers cancel only by chance.
pub(super) fn stamp(points: &[Vec2], tables: [&[u32]; 3], classes: &[u8]) -> u64 {
    let points = points.iter().flat_map(|point| [point.x.to_bits(), point.y.to_bits()]);
    let counts = tables.iter().map(|table| table.len() as u64);
    let numbers = tables.iter().flat_map(|table| table.iter().map(|&number| u64::from(number)));
    let classes = classes.iter().map(|&class| u64::from(class));
    counts.chain(points).chain(numbers).chain(classes).fold(0, |sum: u64, number| {
        let sum = sum ^ number;
        // A product spreads bits only upward, so the highest are brought down before, between and after.
        let sum = (sum ^ (sum >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let sum = (sum ^ (sum >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        sum ^ (sum >> 32)
    })
}
