//! Where a round body may be on a mesh: its hulls and legs, proved to keep clear of all borders.
//!
//! From the polygons at a corner of a shape all ground is visited that is connected within reach of
//! the shape. If no border is within reach, no curve from that corner that stays within reach leaves
//! the ground, so the body may be anywhere in the shape.

use std::collections::{BTreeSet, VecDeque};

use crate::base::Vec2;
use crate::path::{LineError, Space, is_apart};
use crate::shapes::mesh::{
    BEND,
    limits::tidy,
    orient::orient,
    polygons::{Mesh, NONE},
    see::Walk,
};

/// The free space of a mesh for a round body, in the units of the mesh, for
/// [`smooth`](crate::path::smooth), [`round_corners`](crate::path::round_corners) and
/// [`reduce`](crate::path::reduce).
///
/// The body is clear of borders (edges with no polygon beyond) if none that it can reach on its own
/// floor within its radius is nearer than its radius, less ten times the
/// [tolerance](Mesh::tolerance): what [`Mesh::for_radius`] promises, so a path over that mesh is
/// clear for the same radius in the space of this mesh. A body that is a point may go along borders
/// and touch them, but not go on from where ground only touches; its curves keep the tolerance away
/// from all borders.
///
/// A space is given points, but not the floors on which they are. Where several polygons hold a corner of a
/// shape, the shape is clear only if it is on each of their floors, so a part of a clear leg may be
/// refused; on a mesh with floors above each other use [`along`](Self::along), which knows the floor
/// of a line.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::path::smooth;
/// use astride::search::Scratch;
/// use astride::shapes::mesh::{Mesh, MeshSpace, polyanya};
/// // A hall with a bend.
/// let corners = [(0, 4), (6, 4), (6, 0), (9, 0), (9, 7), (0, 7)];
/// let corners = corners.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
/// let mesh = Mesh::from_faces(corners, &[[0, 1, 2, 3, 4, 5]])?;
/// let (from, to) = (Vec2::new(1.0, 5.0), Vec2::new(7.5, 1.0));
/// let answer = polyanya(&mesh.for_radius(1.0)?, from, to, &mut Scratch::new(), &mut ());
///
/// let space = MeshSpace::new(&mesh, 1.0)?;
/// let curve = smooth(&answer.path().unwrap().points, &space, 0.01)?;
/// assert!(curve.points.windows(2).all(|leg| space.is_clear(leg[0], leg[1])));
/// assert!(!space.is_clear(from, to), "the corner is between");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct MeshSpace<'a> {
    mesh: &'a Mesh,
    radius: f64,
    /// The polygons that count; if empty, all polygons of the mesh.
    floor: BTreeSet<u32>,
}

impl Space for MeshSpace<'_> {
    fn holds(&self, corners: &[Vec2]) -> bool {
        let mut shape: Vec<Vec2> = corners.iter().filter_map(|&corner| tidy(corner)).collect();
        if !(1..=4).contains(&corners.len()) || shape.len() < corners.len() {
            return false;
        }
        // The curve of a leg that stays straight contains both ends twice; a point may touch borders there.
        shape.dedup();
        let tolerance = self.mesh.tolerance();
        // One tolerance of the ten is left for rounding here.
        let reach = self.radius - 9.0 * tolerance;
        if reach < tolerance && shape.len() <= 2 {
            let (one, other) = (shape[0], shape[shape.len() - 1]);
            return self.goes(one, other) && self.goes(other, one);
        }
        let mut proved = BTreeSet::new();
        shape.iter().all(|&corner| {
            let here = self.polygons_at(corner);
            let is_clear = |&polygon: &u32| {
                proved.contains(&polygon) || {
                    let (seen, is_clear) = self.within(reach.max(tolerance), polygon, &shape);
                    proved.extend(seen);
                    is_clear
                }
            };
            !here.is_empty() && here.iter().all(is_clear)
        })
    }
}

impl<'a> MeshSpace<'a> {
    /// The free space for a body of this radius; 0 is a point.
    ///
    /// # Errors
    ///
    /// If `radius` is not a number from 0 to 10¹².
    pub fn new(mesh: &'a Mesh, radius: f64) -> Result<Self, LineError> {
        LineError::check_radius(radius)?;
        Ok(MeshSpace { mesh, radius, floor: BTreeSet::new() })
    }

    /// The free space on the floor of a line, such as a path of [`polyanya`](super::polyanya()): the
    /// polygons near it, and from them on, nearest first by polygons between, those that do not lie
    /// over ground taken before. What lies beyond an edge of this floor counts as no ground. A line
    /// that cannot be gone counts as far as it can; on the floor, of those at its beginning, where
    /// that is farthest.
    ///
    /// On a mesh without floors this is [`new`](Self::new) on the ground that is connected with the line.
    ///
    /// # Errors
    ///
    /// If `radius` is not a number from 0 to 10¹².
    ///
    /// # Complexity
    ///
    /// O(n · k) for n edges of the mesh and k polygons around each.
    pub fn along(mesh: &'a Mesh, radius: f64, line: &[Vec2]) -> Result<Self, LineError> {
        let mut space = MeshSpace::new(mesh, radius)?;
        let points: Vec<Vec2> = line.iter().map_while(|&point| tidy(point)).collect();
        let starts = points.first().map_or_else(Vec::new, |&point| mesh.polygons_at(point));
        let ways = starts.into_iter().map(|start| space.crossed(start, &points));
        // Of equals the first: the last of them backwards.
        if let Some((_, near)) = ways.rev().max_by_key(|(legs, _)| *legs) {
            space.floor = grown(mesh, near);
        }
        Ok(space)
    }

    /// The radius of the body, in units of the mesh.
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Whether the body can move along the straight line between two points.
    ///
    /// # Complexity
    ///
    /// O(k log k) for the k edges of polygons as near to the line as the radius.
    pub fn is_clear(&self, from: Vec2, to: Vec2) -> bool {
        self.holds(&[from, to])
    }

    fn has(&self, polygon: u32) -> bool {
        polygon != NONE && (self.floor.is_empty() || self.floor.contains(&polygon))
    }

    fn polygons_at(&self, point: Vec2) -> Vec<u32> {
        let mut all = self.mesh.polygons_at(point);
        all.retain(|&polygon| self.has(polygon));
        all
    }

    /// Whether a point gets straight from a place to another on the floor, whichever polygon it is in.
    fn goes(&self, from: Vec2, to: Vec2) -> bool {
        let starts = self.polygons_at(from);
        let keeps_floor = |start: u32, polygon: u32| {
            let leg = [from, to];
            let near = || self.within(self.mesh.tolerance(), start, &leg).0;
            self.floor.is_empty() || near().contains(&polygon)
        };
        let arrives = |&start: &u32| match self.mesh.walk(vec![start], from, to) {
            Walk::Arrived { polygon } => keeps_floor(start, polygon),
            Walk::Stopped { .. } => false,
        };
        !starts.is_empty() && starts.iter().all(arrives)
    }

    /// The ground that is connected with a polygon within reach of a shape, and whether it has no
    /// border there. `reach` must be above 0.
    fn within(&self, reach: f64, start: u32, shape: &[Vec2]) -> (BTreeSet<u32>, bool) {
        let (mut seen, mut waiting, mut is_clear) = (BTreeSet::from([start]), vec![start], true);
        while let Some(polygon) = waiting.pop() {
            for edge in self.mesh.edges_of(polygon) {
                let beyond = self.mesh.beyond(edge);
                if seen.contains(&beyond) {
                    continue;
                }
                let (from, to) = self.mesh.ends_of(edge);
                let edge = [from, to];
                if is_apart(&edge, shape, reach) || is_apart(shape, &edge, reach) {
                    continue;
                }
                if self.has(beyond) {
                    seen.insert(beyond);
                    waiting.push(beyond);
                } else {
                    is_clear = false;
                }
            }
        }
        (seen, is_clear)
    }

    /// How many legs of a line can be gone from a polygon at its beginning, and the polygons there.
    fn crossed(&self, start: u32, line: &[Vec2]) -> (usize, BTreeSet<u32>) {
        let (mut at, mut near) = (start, BTreeSet::from([start]));
        for (count, leg) in line.windows(2).enumerate() {
            let Walk::Arrived { polygon } = self.mesh.walk(vec![at], leg[0], leg[1]) else {
                return (count, near);
            };
            near.extend(self.within(self.mesh.tolerance(), at, leg).0);
            at = polygon;
        }
        (line.len(), near)
    }
}

/// Polygons with those around them that do not lie over any taken before.
fn grown(mesh: &Mesh, near: BTreeSet<u32>) -> BTreeSet<u32> {
    // Rounding bends outlines, so that neighbours overlap by as much.
    let slack = BEND * mesh.extent();
    let (mut floor, mut waiting) = (near.clone(), VecDeque::from_iter(near));
    while let Some(polygon) = waiting.pop_front() {
        for other in mesh.neighbours_of(polygon).into_iter().flatten() {
            let outline = mesh.outline(other);
            let lies_over = |&below: &u32| {
                let below = mesh.outline(below);
                !(is_beside(&outline, &below, slack) || is_beside(&below, &outline, slack))
            };
            let near = mesh.buckets.touched_by(&outline);
            if !floor.contains(&other) && !near.intersection(&floor).any(lies_over) {
                floor.insert(other);
                waiting.push_back(other);
            }
        }
    }
    floor
}

/// Whether a polygon lies beyond an edge of another one, but for `slack`.
fn is_beside(polygon: &[Vec2], other: &[Vec2], slack: f64) -> bool {
    let mut ends = polygon.iter().zip(polygon.iter().cycle().skip(1));
    ends.any(|(&from, &to)| {
        let most = slack * from.distance_to(to);
        other.iter().all(|&at| orient(from, to, at) <= most)
    })
}

crate::base::debug_by!([] MeshSpace['_]: radius);
