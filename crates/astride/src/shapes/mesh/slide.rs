//! Moving along the surface: a push slides along walls.
//!
//! A point that is pushed follows the projected dynamical system of the push: the whole push where the
//! ground is free, and at a wall the component of the push along it (Nagurney & Zhang,
//! "Projected Dynamical Systems and Variational Inequalities with Applications", Springer 1996).

use crate::base::Vec2;
use crate::shapes::mesh::{
    limits::{tidied, tidy},
    polygons::{Mesh, NONE},
    see::{Exit, Walk},
};

/// Where a push ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// The place; it is exactly on the mesh.
    pub point: Vec2,
    /// The polygon in which it lies.
    pub polygon: u32,
}

/// The rest of a wall in the direction of a push.
struct Wall {
    polygon: u32,
    end: Vec2,
    /// How fast the push moves along it, as a fraction of its full speed.
    pace: f64,
}

impl Mesh {
    /// Pushes a point from a place on the mesh and returns where it ends up. It moves straight to a
    /// wall, along the wall with the component of the push in that direction, straight on past the end
    /// of the wall, and so on, until the push is used up or a corner stops it. It never leaves the
    /// mesh, and stays on its floor.
    ///
    /// `None` if the place is not on the mesh, or a coordinate of the push is not a number or beyond
    /// 10¹². From a place on several floors, or where ground comes together in a point, it moves on the
    /// floor where it gets farthest in a straight line. Where it meets the end of a wall exactly, it
    /// turns to the side on which it slides faster.
    ///
    /// # Complexity
    ///
    /// O(k) for the edges of the polygons that are crossed or slid along, counted once for each wall
    /// from which they are reached.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::mesh::Mesh;
    /// let corners = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)];
    /// let points = corners.map(|(x, y)| Vec2::new(x, y)).to_vec();
    /// let mesh = Mesh::new(points, &[[0, 1, 2], [0, 2, 3]])?;
    /// let pushed = |by| mesh.move_along(Vec2::new(1.0, 1.0), by).map(|moved| moved.point);
    /// assert_eq!(pushed(Vec2::new(2.0, 1.0)), Some(Vec2::new(3.0, 2.0)), "free");
    /// assert_eq!(pushed(Vec2::new(2.0, -4.0)), Some(Vec2::new(3.0, 0.0)), "along the wall");
    /// assert_eq!(pushed(Vec2::new(9.0, -9.0)), Some(Vec2::new(4.0, 0.0)), "into the corner");
    /// # Ok::<(), astride::shapes::mesh::MeshError>(())
    /// ```
    pub fn move_along(&self, from: Vec2, by: Vec2) -> Option<Moved> {
        let by = tidy(by)?;
        let mut starts = Vec::new();
        let mut point = self.settle(from, &mut starts)?;
        let mut polygon = starts[0];
        let mut left = 1.0;
        let speed = by.length();
        // Each round but the last slides to the end of a wall, and farther along the push.
        for _ in 0..self.from.len() {
            let target = tidied(point.plus(by.times(left)));
            let exit = match self.walk(starts, point, target) {
                Walk::Arrived { polygon } => return Some(Moved { point: target, polygon }),
                Walk::Stopped { point: at, polygon: of, exit } => {
                    left -= at.distance_to(point) / speed;
                    (point, polygon) = (at, of);
                    exit
                }
            };
            let Some(wall) = self.way_along(exit, point, by) else { break };
            let length = wall.end.distance_to(point);
            let wanted = wall.pace * speed * left;
            polygon = wall.polygon;
            if wanted < length {
                let along = wall.end.minus(point).times(wanted.max(0.0) / length);
                point = self.moved_into(polygon, tidied(point.plus(along)));
                break;
            }
            left -= length / (wall.pace * speed);
            point = wall.end;
            starts = vec![polygon];
        }
        Some(Moved { point, polygon })
    }

    /// The wall that a push slides along fastest where going straight has ended.
    fn way_along(&self, exit: Exit, point: Vec2, by: Vec2) -> Option<Wall> {
        let way = |edge: usize, vertex: u32| {
            let end = self.points[vertex as usize];
            let off = end.minus(point);
            let length = off.length() * by.length();
            let pace = if length > 0.0 { off.dot(by) / length } else { 0.0 };
            Wall { polygon: self.owner[edge], end, pace }
        };
        let [right, left] = match exit {
            Exit::Edge(edge) => [edge; 2],
            Exit::Vertex(edge) => self.walls_around(edge)?,
        };
        let (one, other) = (way(right, self.to[right]), way(left, self.from[left]));
        let wall = if other.pace > one.pace { other } else { one };
        (wall.pace > 0.0).then_some(wall)
    }

    /// The walls on either side of the ground around the vertex at which an edge begins: the wall that
    /// begins there, and the wall that ends there. `None` if ground surrounds the vertex.
    fn walls_around(&self, edge: usize) -> Option<[usize; 2]> {
        let (mut right, mut left) = (edge, self.before(edge));
        while self.across[right] != NONE {
            right = self.next(self.across[right] as usize);
            if right == edge {
                return None;
            }
        }
        while self.across[left] != NONE {
            left = self.before(self.across[left] as usize);
        }
        Some([right, left])
    }
}
