//! Making a mesh from polygons; invalid input is refused.

use crate::base::{SmallSort, Vec2};
use crate::shapes::mesh::{
    BEND,
    dead_ends::outward,
    error::{Kind, MeshError},
    limits::tidy,
    locate::Buckets,
    orient::orient,
    polygons::{Mesh, NONE, stamp},
};

/// Lists of vertices one after the other, each with the area class of its polygon.
#[derive(Clone, Debug)]
pub(super) struct Rings {
    pub(super) first: Vec<u32>,
    pub(super) from: Vec<u32>,
    pub(super) classes: Vec<u8>,
}

impl Rings {
    pub(super) fn new() -> Self {
        Rings { first: vec![0], from: Vec::new(), classes: Vec::new() }
    }

    pub(super) fn push(&mut self, class: u8, ring: impl IntoIterator<Item = u32>) {
        self.from.extend(ring);
        self.classes.push(class);
        self.first.push(self.from.len() as u32);
    }

    /// As [`push`](Self::push), while there are no more edges than a mesh may have.
    pub(super) fn push_within(
        &mut self,
        class: u8,
        ring: impl IntoIterator<Item = u32>,
    ) -> Result<(), MeshError> {
        self.push(class, ring);
        check_count("edges", self.from.len(), Mesh::MOST)
    }
}

/// Refuses coordinates whose products could overflow, and replaces those that could underflow by 0. Returns
/// the largest absolute value of a coordinate.
pub(super) fn tidy_all(points: &mut [Vec2]) -> Result<f64, MeshError> {
    let mut extent = 0.0f64;
    for (vertex, point) in points.iter_mut().enumerate() {
        let error = MeshError(Kind::Point { vertex: vertex as u32, point: *point });
        *point = tidy(*point).ok_or(error)?;
        extent = extent.max(point.x.abs()).max(point.y.abs());
    }
    Ok(extent)
}

impl Mesh {
    /// The most vertices, and the most edges of all polygons together.
    pub const MOST: usize = 1 << 28;

    /// A mesh of convex polygons, each a list of vertices in counter-clockwise order (where x points
    /// right and y points up). Edges between the same two vertices are shared.
    ///
    /// A vertex may belong to no polygon or to several that do not share an edge, and may lie on a line with
    /// those before and after it. A polygon may be bent inward by rounding; see
    /// [`BEND`](crate::shapes::mesh::BEND).
    ///
    /// # Errors
    ///
    /// If there is no polygon, a coordinate is not a number from -10¹² to 10¹², a polygon is not convex,
    /// has no area, goes round clockwise or names a vertex that does not exist, two of its vertices
    /// in a row are at one place, or two polygons are on the same side of an edge.
    ///
    /// # Complexity
    ///
    /// O(n log n) for n edges; about 30 bytes per edge and 20 per vertex.
    pub fn new(points: Vec<Vec2>, polygons: &[impl AsRef<[u32]>]) -> Result<Self, MeshError> {
        Mesh::with_walls(points, polygons, &[])
    }

    /// A mesh some of whose shared edges are walls, given by their two vertices.
    ///
    /// # Errors
    ///
    /// As [`Mesh::new`], and if a wall is not an edge that two polygons share.
    pub fn with_walls(
        points: Vec<Vec2>,
        polygons: &[impl AsRef<[u32]>],
        walls: &[(u32, u32)],
    ) -> Result<Self, MeshError> {
        let edges =
            polygons.iter().fold(0, |sum: usize, ring| sum.saturating_add(ring.as_ref().len()));
        check_count("edges", edges, Mesh::MOST)?;
        let mut rings = Rings::new();
        for ring in polygons {
            rings.push(0, ring.as_ref().iter().copied());
        }
        Mesh::of_rings(points, rings, walls)
    }

    pub(super) fn of_rings(
        mut points: Vec<Vec2>,
        rings: Rings,
        walls: &[(u32, u32)],
    ) -> Result<Self, MeshError> {
        check_count("vertices", points.len(), Mesh::MOST)?;
        if rings.first.len() == 1 {
            return Err(MeshError(Kind::NoPolygons));
        }
        let extent = tidy_all(&mut points)?;
        let Rings { first, from, classes } = rings;
        let mut is_bent = false;
        let mut owner = Vec::with_capacity(from.len());
        let mut to = Vec::with_capacity(from.len());
        for (polygon, bounds) in first.windows(2).enumerate() {
            let ring = &from[bounds[0] as usize..bounds[1] as usize];
            is_bent |= check_ring(&points, polygon as u32, ring, BEND * extent)?;
            owner.resize(from.len().min(bounds[1] as usize), polygon as u32);
            to.extend(ring.iter().skip(1).chain(ring.first()));
        }
        let across = matched(&from, &to, &owner, walls)?;
        let outward = outward(&first, &across, &owner);
        let buckets = Buckets::new(&points, &first, &from);
        let (corners, corner) = corners(&points, &first, &from, &to, &across, &owner);
        let stamp = stamp(&points, [&first, &from, &across], &classes);
        Ok(Mesh {
            points,
            corners,
            corner,
            first,
            from,
            to,
            across,
            owner,
            classes,
            outward,
            buckets,
            extent,
            is_bent,
            stamp,
        })
    }
}

pub(super) fn check_count(what: &'static str, count: usize, most: usize) -> Result<(), MeshError> {
    if count > most {
        return Err(MeshError(Kind::TooMany { what, count, most }));
    }
    Ok(())
}

/// Refuses a polygon that is not convex, or not in counter-clockwise order; for the others, says whether
/// rounding has kept it from being exactly convex.
pub(super) fn check_ring(
    points: &[Vec2],
    polygon: u32,
    ring: &[u32],
    bend: f64,
) -> Result<bool, MeshError> {
    let fault = |kind| Err(MeshError(kind));
    let n = ring.len();
    if n < 3 {
        return fault(Kind::FewVertices { polygon, count: n });
    }
    if let Some(&vertex) = ring.iter().find(|&&vertex| vertex as usize >= points.len()) {
        return fault(Kind::NoVertex { polygon, vertex, count: points.len() });
    }
    let at = |k: usize| points[ring[k % n] as usize];
    let (one, two) = (at(0), at(1));
    let (mut is_flat, mut is_bent, mut area) = (true, false, 0.0);
    for (k, &vertex) in ring.iter().enumerate() {
        let (before, here, after) = (at(k + n - 1), at(k), at(k + 1));
        if before == here {
            return fault(Kind::Twice { polygon, vertex });
        }
        let is_back = |a: Vec2, b: Vec2| a.dot(b) < 0.0;
        let turn = orient(before, here, after);
        is_flat &= turn == 0.0;
        area += orient(one, here, after);
        let is_spike = turn <= 0.0 && is_back(here.minus(before), after.minus(here));
        if is_spike || -turn > bend * after.distance_to(before) {
            return fault(Kind::Bent { polygon, vertex });
        }
        // All of it is left of its first edge, and seen from there in order: so it goes round once.
        let is_beside =
            orient(one, here, after) == 0.0 && is_back(here.minus(one), after.minus(one));
        let (of_first, of_next) = (orient(one, two, here), orient(here, after, one));
        let is_right = -of_first > bend * two.distance_to(one);
        if is_beside || is_right || -of_next > bend * after.distance_to(here) {
            return fault(Kind::Turned { polygon });
        }
        is_bent |= turn.min(of_first).min(of_next) < 0.0;
    }
    if is_flat {
        return fault(Kind::Flat { polygon });
    }
    if area <= 0.0 {
        return fault(Kind::Turned { polygon }); // so small that all of it is within rounding
    }
    Ok(is_bent)
}

/// For each edge the same edge of the neighbour.
fn matched(
    from: &[u32],
    to: &[u32],
    owner: &[u32],
    walls: &[(u32, u32)],
) -> Result<Vec<u32>, MeshError> {
    let key = |a: u32, b: u32| (a.min(b), a.max(b));
    let mut edges: Vec<((u32, u32), u32)> =
        (0..from.len()).map(|edge| (key(from[edge], to[edge]), edge as u32)).collect();
    edges.sort_small();
    let mut walls: Vec<((u32, u32), bool)> =
        walls.iter().map(|&(a, b)| (key(a, b), false)).collect();
    walls.sort_small();
    walls.dedup();
    let mut across = vec![NONE; from.len()];
    for same in edges.chunk_by(|a, b| a.0 == b.0) {
        let begins = |edge: &((u32, u32), u32)| from[edge.1 as usize];
        // Of three, two begin at the same vertex.
        let pairs = [(0, 1), (0, 2), (1, 2)];
        let mut both = pairs.iter().filter_map(|&(a, b)| Some((same.get(a)?, same.get(b)?)));
        if let Some((one, two)) = both.find(|(a, b)| begins(a) == begins(b)) {
            let (polygon, other) = (owner[two.1 as usize], owner[one.1 as usize]);
            let (from, to) = (from[one.1 as usize], to[one.1 as usize]);
            return Err(MeshError(Kind::Shared { polygon, other, from, to }));
        }
        if let [(_, one), (_, other)] = *same {
            match walls.binary_search_by_key(&same[0].0, |wall| wall.0) {
                Ok(wall) => walls[wall].1 = true,
                Err(_) => (across[one as usize], across[other as usize]) = (other, one),
            }
        }
    }
    match walls.iter().find(|wall| !wall.1) {
        Some(&((from, to), _)) => Err(MeshError(Kind::NoWall { from, to })),
        None => Ok(across),
    }
}

/// The corners, and at which of them each edge begins.
fn corners(
    points: &[Vec2],
    first: &[u32],
    from: &[u32],
    to: &[u32],
    across: &[u32],
    owner: &[u32],
) -> (Vec<u32>, Vec<u32>) {
    let at = |vertex: u32| points[vertex as usize];
    let before = |edge: usize| {
        let polygon = owner[edge] as usize;
        let (begin, end) = (first[polygon] as usize, first[polygon + 1] as usize);
        if edge == begin { end - 1 } else { edge - 1 }
    };
    let (mut corners, mut corner) = (Vec::new(), vec![NONE; from.len()]);
    for wall in (0..from.len()).filter(|&edge| across[edge] == NONE) {
        let (centre, ahead) = (at(from[wall]), at(to[wall]));
        let is_beyond = |edge: usize| {
            let (side, end) = (orient(centre, ahead, at(from[edge])), at(from[edge]));
            side < 0.0 || side == 0.0 && ahead.minus(centre).dot(end.minus(centre)) > 0.0
        };
        // Counter-clockwise around where the wall begins, to the next wall.
        let next = |&edge: &usize| match across[before(edge)] {
            NONE => None,
            next => Some(next as usize),
        };
        let sectors = || std::iter::successors(Some(wall), next);
        if sectors().any(|edge| is_beyond(before(edge))) {
            sectors().for_each(|edge| corner[edge] = corners.len() as u32);
            corners.push(from[wall]);
        }
    }
    (corners, corner)
}
