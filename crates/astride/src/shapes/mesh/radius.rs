//! Ground for movers with a radius: the mesh without everything that is too near to a wall.
//!
//! A disc of radius r fits at a place if no wall is nearer to its centre than r, so its centre is a
//! point on the ground minus the Minkowski sum of the walls and the disc (Lozano-Pérez, "Spatial
//! Planning: A Configuration Space Approach", IEEE Transactions on Computers 32, 1983). Along a wall
//! that sum is a rectangle; around a corner it is the part of the disc whose nearest point of the
//! wall is the corner, and is cut out as a polygon around it.

use crate::base::Vec2;
use crate::shapes::mesh::{
    CORNER,
    cut::Cutting,
    error::{Kind, MeshError},
    limits::{FARTHEST, tidied},
    orient::orient,
    polygons::{Mesh, NONE},
};

/// An arc is replaced by its two tangents where the cosine of its angle is at least this, which is
/// the angle at which they meet [`CORNER`] times the radius from the centre.
const SHORT: f64 = 2.0 / (CORNER * CORNER) - 1.0;

impl Mesh {
    /// The ground on which the centre of a disc of this radius can be: the mesh without everything that
    /// is nearer to a wall. Shortest paths on it are those of the disc; keep one mesh for each radius in
    /// use.
    ///
    /// No place of it is nearer to a wall of its floor than `radius` less ten times the
    /// [`tolerance`](Self::tolerance). Around corners slightly more is left out than necessary, since
    /// the ground has straight edges: every path open to a disc of radius
    /// [`CORNER`](crate::shapes::mesh::CORNER) · `radius` + 10 · `tolerance` is on it. So, up to the
    /// tolerance, a shortest path on it is no shorter than that of the disc, and no longer than that of
    /// a disc whose radius is 0.504 percent larger.
    ///
    /// Walls count as near only on their own floor: those that can be reached from a place without
    /// leaving the circle around it.
    ///
    /// # Errors
    ///
    /// If the radius is not a number from 0 to 10¹², or if no ground is left.
    ///
    /// # Complexity
    ///
    /// O(w · k) cuts for w walls with k polygons as near as the radius, each through all pieces into
    /// which its polygon is already cut, so that a polygon with very many walls takes time in proportion
    /// to their square; and one [`merged`](Self::merged).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::search::Scratch;
    /// use astride::shapes::mesh::{Mesh, polyanya};
    /// // A hall of 8 × 4 with a wall of 2 × 2 in its lower middle.
    /// let points = [(0, 0), (3, 0), (3, 2), (5, 2), (5, 0), (8, 0), (8, 4), (0, 4), (0, 2), (8, 2)];
    /// let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
    /// let parts: [&[u32]; 3] = [&[0, 1, 2, 8], &[4, 5, 9, 3], &[8, 2, 3, 9, 6, 7]];
    /// let mesh = Mesh::new(points, &parts)?;
    ///
    /// let wide = mesh.for_radius(0.5)?;
    /// let (from, to) = (Vec2::new(1.0, 1.0), Vec2::new(7.0, 1.0));
    /// let answer = polyanya(&wide, from, to, &mut Scratch::new(), &mut ());
    /// assert!(answer.length() > Some(6.7), "half a unit clear of the wall");
    /// assert_eq!(mesh.for_radius(1.1)?.polygons_at(Vec2::new(4.0, 3.0)), [], "too narrow above it");
    /// assert!(mesh.for_radius(2.0).is_err(), "no place is so wide");
    /// # Ok::<(), astride::shapes::mesh::MeshError>(())
    /// ```
    pub fn for_radius(&self, radius: f64) -> Result<Mesh, MeshError> {
        if !(0.0..=FARTHEST).contains(&radius) {
            return Err(MeshError(Kind::Radius { radius }));
        }
        let mut cutting = Cutting::of(self);
        for wall in (0..self.from.len()).filter(|&edge| self.across[edge] == NONE) {
            let near = [Some(self.along_wall(wall, radius)), self.around_corner(wall, radius)];
            for Near { starts, shape } in near.into_iter().flatten() {
                for polygon in self.covered(starts, &shape) {
                    cutting.cut(polygon, &shape)?;
                }
            }
            if cutting.is_empty() {
                return Err(MeshError(Kind::TooWide { radius }));
            }
        }
        Ok(cutting.finish(Kind::TooWide { radius })?.merged())
    }

    /// The rectangle beside a wall.
    fn along_wall(&self, wall: usize, radius: f64) -> Near {
        let (from, to) = self.ends_of(wall);
        let along = unit(to.minus(from));
        let (slack, off) = (along.times(self.margin()), left_of(along));
        let (below, above) = (off.times(-self.margin()), off.times(radius));
        let (begin, end) = (from.minus(slack), to.plus(slack));
        let shape = [begin.plus(below), end.plus(below), end.plus(above), begin.plus(above)];
        Near { starts: vec![self.owner[wall]], shape: shape.map(tidied).to_vec() }
    }

    /// The sector of places whose nearest point, of a wall and of the wall before it, is the corner
    /// between them; `None` if a path cannot turn there, since then there are no such places.
    fn around_corner(&self, wall: usize, radius: f64) -> Option<Near> {
        if self.corner[wall] == NONE {
            return None;
        }
        let centre = self.ends_of(wall).0;
        let next = |&edge: &usize| match self.across[self.before(edge)] {
            NONE => None,
            next => Some(next as usize),
        };
        let sectors: Vec<usize> = std::iter::successors(Some(wall), next).collect();
        let starts = sectors.iter().map(|&edge| self.owner[edge]).collect();
        let direction = |vertex: u32| unit(self.points[vertex as usize].minus(centre));
        let right = direction(self.to[wall]);
        let left = direction(self.from[self.before(sectors[sectors.len() - 1])]);
        let mut shape = Vec::new();
        if self.winds(&sectors) {
            shape = disc(centre, radius);
        } else {
            let ends = [left_of(right), left_of(left).times(-1.0)];
            let slacks = [right.times(self.margin()), left.times(self.margin())];
            shape.extend([
                centre.plus(slacks[0]),
                centre.plus(slacks[0]).plus(ends[0].times(radius)),
            ]);
            round(&mut shape, centre, radius, ends);
            shape.extend([
                centre.plus(slacks[1]).plus(ends[1].times(radius)),
                centre.plus(slacks[1]),
            ]);
        }
        Some(Near { starts, shape: shape.into_iter().map(tidied).collect() })
    }

    /// Whether ground around a vertex goes round more than once, as on a spiral stair.
    fn winds(&self, sectors: &[usize]) -> bool {
        let (centre, ahead) = self.ends_of(sectors[0]);
        sectors.iter().skip(1).any(|&edge| {
            let before = self.ends_of(self.before(edge)).0;
            orient(centre, self.ends_of(edge).1, ahead) >= 0.0
                && orient(centre, ahead, before) > 0.0
        })
    }

    /// How far shapes that are cut out side by side overlap: enough that no sliver is left between them.
    fn margin(&self) -> f64 {
        4.0 * self.tolerance()
    }
}

/// The ground too near to a wall: a convex shape, and polygons in which it begins.
struct Near {
    starts: Vec<u32>,
    shape: Vec<Vec2>,
}

/// The outline around an arc of at most half a circle, without the ends of the arc.
pub(super) fn round(shape: &mut Vec<Vec2>, centre: Vec2, radius: f64, [right, left]: [Vec2; 2]) {
    let cosine = right.dot(left);
    if cosine >= SHORT {
        shape.push(centre.plus(right.plus(left).times(radius / (1.0 + cosine))));
        return;
    }
    // The ends of half a circle add up to nothing, and those of a short arc have no precise difference.
    let middle = if cosine > 0.0 { right.plus(left) } else { left_of(right.minus(left)) };
    let middle = unit(middle);
    round(shape, centre, radius, [right, middle]);
    round(shape, centre, radius, [middle, left]);
}

/// A polygon around a disc.
pub(super) fn disc(centre: Vec2, radius: f64) -> Vec<Vec2> {
    let (mut shape, mut right) = (Vec::with_capacity(32), Vec2::new(1.0, 0.0));
    for _ in 0..4 {
        let left = left_of(right);
        round(&mut shape, centre, radius, [right, left]);
        right = left;
    }
    shape
}

pub(super) fn unit(vector: Vec2) -> Vec2 {
    vector.times(1.0 / vector.length())
}

/// A quarter turn to the left, where y points up.
pub(super) fn left_of(vector: Vec2) -> Vec2 {
    Vec2::new(-vector.y, vector.x)
}
