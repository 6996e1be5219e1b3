//! Cones: what a root sees of an edge, between two rays.

use crate::base::Vec2;
use crate::shapes::mesh::orient::orient;
use crate::shapes::mesh::polygons::{Mesh, NONE};

/// The root that is the start itself.
pub(super) const START: u32 = NONE;

/// The edge of a cone that has reached the goal.
pub(super) const GOAL: u32 = NONE;

/// A ray that goes straight on from the root before, for the vertex that it goes through.
pub(super) const ONWARD: u32 = NONE;

/// Set in the number of an edge of which nothing is seen, because the root is on its line: a path
/// along it can only turn at its nearer end.
pub(super) const FLAT: u32 = 1 << 31;

/// What a root sees of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    /// The length of the way to the root.
    pub(super) g: f64,
    /// The edge of the polygon that is entered; [`GOAL`] if the root sees the goal.
    pub(super) edge: u32,
    /// The corner, or [`START`].
    pub(super) root: u32,
    /// The vertex that the right ray goes through, or [`ONWARD`]; that of the root itself if the edge
    /// ends there, and nothing bounds what is seen.
    pub(super) right: u32,
    /// The same for the left ray.
    pub(super) left: u32,
}

impl Cone {
    /// The edge of the polygon that is entered.
    #[inline(always)]
    pub(super) fn entered(&self) -> usize {
        (self.edge & !FLAT) as usize
    }

    /// Whether nothing is seen of the edge.
    #[inline(always)]
    pub(super) fn is_flat(&self) -> bool {
        self.edge & FLAT != 0
    }
}

/// A line through the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    from: Vec2,
    to: Vec2,
}

impl Line {
    pub(super) fn new(from: Vec2, to: Vec2) -> Self {
        Line { from, to }
    }

    /// Positive for a point left of it, negative right of it, zero exactly on it.
    #[inline(always)]
    pub(super) fn side(&self, point: Vec2) -> f64 {
        orient(self.from, self.to, point)
    }

    pub(super) fn along(&self) -> Vec2 {
        self.to.minus(self.from)
    }
}

/// One side of what is seen of an edge, from the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// Along the ray.
    pub(super) ray: Vec2,
    /// The end of the edge.
    pub(super) end: Vec2,
    /// Whether the ray goes through that end.
    pub(super) is_through: bool,
}

/// A lower bound on the length of a path from the root of a cone to the goal over what it sees of its
/// edge. All is given as seen from the root.
#[inline(always)]
pub(super) fn least_way(right: Side, left: Side, goal: Vec2) -> f64 {
    let edge = left.end.minus(right.end);
    // A goal on this side of the edge is reflected to the other.
    let off = edge.cross(goal.minus(right.end));
    let goal = if off > 0.0 {
        let share = 2.0 * off / edge.dot(edge);
        Vec2::new(goal.x + edge.y * share, goal.y - edge.x * share)
    } else {
        goal
    };
    let side = if left.ray.cross(goal) > 0.0 {
        left
    } else if right.ray.cross(goal) < 0.0 {
        right
    } else {
        return goal.length();
    };
    let bend = if side.is_through {
        side.end
    } else {
        let slope = side.ray.cross(edge);
        if slope * slope <= 1e-6 * side.ray.dot(side.ray) * edge.dot(edge) {
            return goal.length(); // too slanted to say where they meet; this is never too much
        }
        side.ray.times(right.end.cross(edge) / slope)
    };
    bend.length() + goal.minus(bend).length()
}

impl Mesh {
    /// Whether a shortest path to the marked goals may go from one polygon into another.
    #[inline(always)]
    pub(super) fn leads_on(&self, from: u32, into: u32, is_marked: impl Fn(u32) -> bool) -> bool {
        let out = self.outward[into as usize];
        out == NONE || self.outward[from as usize] == into || is_marked(into)
    }
}
