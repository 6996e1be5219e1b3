//! Going straight over a mesh until a wall is met.

use std::collections::BTreeSet;

use crate::base::Vec2;
use crate::shapes::mesh::{
    orient::orient,
    polygons::{Mesh, NONE},
};

/// How far one sees, or gets by going straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sight {
    /// Up to the given place.
    Clear,
    /// Up to a wall.
    Wall {
        /// Where the wall is met; exactly on the mesh.
        point: Vec2,
        /// The polygon in which it is met.
        polygon: u32,
    },
}

/// How going straight ends.
pub(super) enum Walk {
    Arrived { polygon: u32 },
    Stopped { point: Vec2, polygon: u32, exit: Exit },
}

/// How a straight line leaves a polygon.
#[derive(Clone, Copy)]
pub(super) enum Exit {
    Edge(usize),
    /// Through the end of an edge that begins there.
    Vertex(usize),
}

impl Mesh {
    /// How far one sees straight from a place on the mesh toward another, which need not be on it.
    /// Walls are seen along; nothing is seen through a vertex from one polygon to another with no
    /// edge between. `None` if the first place is not on the mesh, or if either is not a number.
    ///
    /// # Complexity
    ///
    /// O(k) for the edges of the polygons that are crossed.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::shapes::mesh::{Mesh, Sight};
    /// let corners = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)];
    /// let points = corners.map(|(x, y)| Vec2::new(x, y)).to_vec();
    /// let mesh = Mesh::new(points, &[[0, 1, 2], [0, 2, 3]])?;
    /// let from = Vec2::new(0.5, 0.75);
    /// assert_eq!(mesh.see(from, Vec2::new(1.5, 0.25)), Some(Sight::Clear));
    /// let wall = Sight::Wall { point: Vec2::new(2.0, 0.75), polygon: 0 };
    /// assert_eq!(mesh.see(from, Vec2::new(3.0, 0.75)), Some(wall));
    /// # Ok::<(), astride::shapes::mesh::MeshError>(())
    /// ```
    pub fn see(&self, from: Vec2, toward: Vec2) -> Option<Sight> {
        let toward = super::limits::tidy(toward)?;
        let mut starts = Vec::new();
        let from = self.settle(from, &mut starts)?;
        Some(match self.walk(starts, from, toward) {
            Walk::Arrived { .. } => Sight::Clear,
            Walk::Stopped { point, polygon, .. } => Sight::Wall { point, polygon },
        })
    }

    /// Whether one sees straight from a place in the polygons `starts` to another in the polygons `goals`:
    /// what [`walk`](Self::walk) finds, but faster where the line meets no vertex.
    pub(super) fn sees(&self, starts: &[u32], from: Vec2, goals: &[u32], to: Vec2) -> bool {
        let mut is_clean = true;
        for &start in starts {
            match self.crosses_edges(start, from, goals, to) {
                Some(true) => return true,
                Some(false) => {}
                None => is_clean = false,
            }
        }
        // Several polygons may hold the place `to` without being connected there.
        let arrives = |&start: &u32| match self.walk(vec![start], from, to) {
            Walk::Arrived { polygon } => goals.contains(&polygon),
            Walk::Stopped { .. } => false,
        };
        !is_clean && starts.iter().any(arrives)
    }

    /// Whether a line leads from a polygon to others across edges alone; `None` if it meets a vertex.
    fn crosses_edges(&self, start: u32, from: Vec2, goals: &[u32], to: Vec2) -> Option<bool> {
        let mut polygon = start;
        // Through bent polygons it may run in a circle.
        for _ in 0..self.outward.len() {
            if goals.contains(&polygon) {
                return Some(true);
            }
            let ring = self.edges_of(polygon);
            let side = |vertex: u32| orient(from, to, self.points[vertex as usize]);
            let mut before = side(self.from[ring.start]);
            let mut exit = None;
            for edge in ring {
                let after = side(self.to[edge]);
                if before < 0.0 && after > 0.0 {
                    exit = Some(edge);
                    break;
                }
                before = after;
            }
            match self.beyond(exit?) {
                NONE => return Some(false),
                beyond => polygon = beyond,
            }
        }
        None
    }

    /// Goes straight from a place in the polygons `starts` toward another until there is a wall.
    pub(super) fn walk(&self, starts: Vec<u32>, from: Vec2, toward: Vec2) -> Walk {
        let mut seen: BTreeSet<u32> = starts.iter().copied().collect();
        let mut farthest = (f64::NEG_INFINITY, from, starts[0], Exit::Edge(0));
        let mut waiting = starts;
        while let Some(polygon) = waiting.pop() {
            if self.holds(polygon, toward) {
                return Walk::Arrived { polygon };
            }
            let exit = self.exit(polygon, from, toward);
            let next = match exit {
                Exit::Edge(edge) => vec![self.beyond(edge)],
                Exit::Vertex(edge) => self.around(edge, from, toward),
            };
            let next = next.into_iter().filter(|&next| next != NONE && next != polygon);
            let before = waiting.len();
            waiting.extend(next.filter(|&next| seen.insert(next)));
            if waiting.len() == before {
                let point = match exit {
                    Exit::Edge(edge) => crossing(self.ends_of(edge), (from, toward)),
                    Exit::Vertex(edge) => self.ends_of(edge).0,
                };
                let ahead = point.minus(from).dot(toward.minus(from));
                if ahead > farthest.0 {
                    farthest = (ahead, point, polygon, exit);
                }
            }
        }
        let (_, point, polygon, exit) = farthest;
        Walk::Stopped { point: self.moved_into(polygon, point), polygon, exit }
    }

    /// Where a line that touches a polygon leaves it.
    fn exit(&self, polygon: u32, from: Vec2, toward: Vec2) -> Exit {
        let ring = self.edges_of(polygon);
        let side = |vertex: u32| orient(from, toward, self.points[vertex as usize]);
        let crosses = |&edge: &usize| side(self.from[edge]) < 0.0 && side(self.to[edge]) > 0.0;
        if let Some(edge) = ring.clone().find(crosses) {
            return Exit::Edge(edge);
        }
        let ahead = |edge: usize| self.ends_of(edge).0.minus(from).dot(toward.minus(from));
        let on_line = ring.clone().filter(|&edge| side(self.from[edge]) == 0.0);
        let last = on_line.max_by(|&a, &b| ahead(a).total_cmp(&ahead(b)));
        Exit::Vertex(last.unwrap_or(ring.start))
    }

    /// The polygons that a line enters at the vertex where an edge begins, without crossing a wall.
    fn around(&self, edge: usize, from: Vec2, toward: Vec2) -> Vec<u32> {
        let side = |vertex: u32| orient(from, toward, self.points[vertex as usize]);
        let centre = self.ends_of(edge).0;
        let is_entered = |edge: usize| {
            let (right, left) = (self.to[edge], self.from[self.before(edge)]);
            let is_ahead = |vertex: u32| {
                self.points[vertex as usize].minus(centre).dot(toward.minus(from)) > 0.0
            };
            let (on_right, on_left) = (side(right), side(left));
            on_right <= 0.0
                && on_left >= 0.0
                && (on_right < 0.0 && on_left > 0.0 || is_ahead(right) || is_ahead(left))
        };
        let mut found = Vec::new();
        let mut turn = |next: &dyn Fn(usize) -> u32| {
            let mut at = edge;
            loop {
                let beyond = next(at);
                if beyond == NONE || beyond as usize == edge {
                    return;
                }
                at = beyond as usize;
                if is_entered(at) {
                    found.push(self.owner[at]);
                }
            }
        };
        turn(&|at| self.across[self.before(at)]); // counter-clockwise
        turn(&|at| match self.across[at] {
            NONE => NONE,
            twin => self.next(twin as usize) as u32,
        });
        found
    }
}

/// Where two lines cross, rounded.
fn crossing((a, b): (Vec2, Vec2), (from, toward): (Vec2, Vec2)) -> Vec2 {
    let (edge, along) = (b.minus(a), toward.minus(from));
    let share = a.minus(from).cross(edge) / along.cross(edge);
    from.plus(along.times(share))
}
