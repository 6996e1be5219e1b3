//! Polyanya: shortest paths of a point over a navigation mesh, without any table.
//!
//! Best first over cones: a cone is a root, which is the start or a vertex where the path turned,
//! and what the root sees of one edge between two rays. A cone is expanded by looking through the
//! polygon behind its edge: what the root sees of the other edges are its observable successors; what
//! it does not see is seen from an end of the edge, if a path can turn there. No path through a cone
//! is shorter than the way over what is seen of its edge, bent or reflected to the goal.
//!
//! Cui, Harabor & Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI 2017. There a
//! cone is kept as the points where its rays meet the edge, which are rounded and compared with a
//! tolerance. Here a ray is named by the vertex it goes through, and every question about sides is
//! put to coordinates of the mesh, start and goal; so it has an exact answer, and rounded points
//! only serve to guess lengths. There every vertex at a wall may be a root; here only those where
//! ground spans more than half a circle are. There polygons with one neighbour are left out; here dead ends
//! of any depth are.

mod cone;
mod expand;
mod memory;

use crate::base::{Budget, NodeId, Spent, Vec2};
use crate::path::Line;
use crate::search::observer::{Watcher, by_watcher, watch, watched};
use crate::search::{
    Effort, Event, Found, Guarantee, OutOfBudget, Outcome, Part, Scratch, SearchObserver,
    Unreachable, Why,
};
use crate::shapes::mesh::polygons::{Mesh, NONE};
use cone::{Cone, GOAL, START};
pub(super) use memory::MeshMemory;

/// Ticks of one unit of length, for observers.
const TICKS: f64 = 13_860.0;

/// Finds the shortest path of a point from one place of a mesh to another.
///
/// It goes through polygons, across the edges that they share and along walls, and never through a
/// vertex from one polygon to another with no edge between; there it may only begin or end. Places
/// beside the mesh by at most [`Mesh::tolerance`] are moved onto it, and on several floors at once a path
/// may begin on any of them.
///
/// No path is shorter by more than a [`TIE`](crate::shapes::mesh::TIE) for each turn, and the length
/// is that of the points to the last few digits. Of equal ways, the first is kept, so the same path is
/// found on every machine.
///
/// # Complexity
///
/// O(k log k) for the k cones that can be on a path no longer than the shortest. At worst each
/// corner sees every edge. Memory: 16 bytes per corner, 4 per polygon, 40 per cone.
///
/// Every search ends. Where polygons are convex only but for rounding
/// ([`BEND`](crate::shapes::mesh::BEND)), a cone can come back to an edge that it has crossed. On such
/// a mesh, a search that has expanded as many cones as the mesh has edges remembers all further ones,
/// at no more than 58 bytes each, and expands none of them twice.
///
/// # Examples
///
/// ```
/// use astride::base::Vec2;
/// use astride::search::Scratch;
/// use astride::shapes::mesh::{Mesh, polyanya};
/// // Two rooms side by side, and a third that joins them from above.
/// let points = [
///     (0, 0), (1, 0), (1, 1), (0, 1), (2, 0), (3, 0), (3, 1), (2, 1), (3, 2), (0, 2),
/// ];
/// let points = points.map(|(x, y)| Vec2::new(f64::from(x), f64::from(y))).to_vec();
/// let rooms: [&[u32]; 3] = [&[0, 1, 2, 3], &[4, 5, 6, 7], &[3, 2, 7, 6, 8, 9]];
/// let mesh = Mesh::new(points, &rooms)?;
/// let (from, to) = (Vec2::new(0.5, 0.5), Vec2::new(2.5, 0.5));
/// let answer = polyanya(&mesh, from, to, &mut Scratch::new(), &mut ());
/// let path = answer.path().unwrap();
/// assert_eq!(path.points, [from, Vec2::new(1.0, 1.0), Vec2::new(2.0, 1.0), to]);
/// assert_eq!(path.length, 1.0 + 2.0 * 0.5f64.sqrt());
/// # Ok::<(), astride::shapes::mesh::MeshError>(())
/// ```
pub fn polyanya(
    mesh: &Mesh,
    from: Vec2,
    to: Vec2,
    scratch: &mut Scratch,
    observer: &mut impl SearchObserver,
) -> Outcome<Line> {
    Polyanya::new(mesh, from, to, scratch).run(&mut Budget::unlimited(), observer)
}

/// A search for the shortest path on a mesh that can be continued; see [`polyanya`].
#[derive(Debug)]
pub struct Polyanya<'a> {
    mesh: &'a Mesh,
    scratch: &'a mut MeshMemory,
    start: Vec2,
    goal: Vec2,
    effort: Effort,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    NotBegun,
    /// The cone to be expanded next, if that is known without asking the open list.
    Running(Option<Cone>),
    /// The goal is seen from this root.
    Found(u32),
    Exhausted,
}

impl<'a> Polyanya<'a> {
    /// Prepares a search. Places that are not on the mesh are answered by [`Why::StartBlocked`] and
    /// [`Why::GoalBlocked`].
    pub fn new(mesh: &'a Mesh, from: Vec2, to: Vec2, scratch: &'a mut Scratch) -> Self {
        let (scratch, effort) = (scratch.part(), Effort::default());
        Polyanya { mesh, scratch, start: from, goal: to, effort, state: State::NotBegun }
    }

    /// Searches on until the goal is reached, nothing is left, or `budget` runs out; can be called
    /// again after `OutOfBudget`, and answers the same again after any other end.
    ///
    /// An expansion looks through one polygon. The observer sees polygons as nodes, with lengths as
    /// ticks, 13 860 to the unit. It receives `Open` for a polygon that waits and `Close` for one
    /// that is looked through, which may happen more than once, in several cones.
    pub fn run<O: SearchObserver>(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<Line> {
        watched(observer, |observer| self.run_watched(budget, observer))
    }

    fn run_watched(&mut self, budget: &mut Budget<'_>, observer: Watcher<'_>) -> Outcome<Line> {
        by_watcher!(observer => self.run_by(budget, observer))
    }

    pub(in crate::shapes::mesh) fn run_by<O: SearchObserver>(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Outcome<Line> {
        if let State::NotBegun = self.state {
            if !budget.allows_bytes(MeshMemory::bytes_for(self.mesh)) {
                return self.out_of_budget(Spent::Bytes);
            }
            if let Err(why) = self.begin(observer) {
                let (nearest, effort) = (None, self.effort);
                return Outcome::Unreachable(Unreachable { why, nearest, effort });
            }
        }
        while let State::Running(next) = self.state {
            if budget.limits_bytes() && !budget.allows_bytes(self.scratch.bytes()) {
                return self.out_of_budget(Spent::Bytes);
            }
            let Some(cone) = next.or_else(|| self.scratch.pop()) else {
                self.state = State::Exhausted;
                break;
            };
            if cone.edge == GOAL {
                if O::WATCHES {
                    let node = NodeId::new(self.scratch.goals[0]);
                    let g = cone.g + self.place(cone.root).distance_to(self.goal);
                    watch(observer, Event::Goal { node, g: ticks(g) });
                }
                self.state = State::Found(cone.root);
                break;
            }
            if let Some(spent) = budget.take() {
                self.state = State::Running(Some(cone));
                return self.out_of_budget(spent);
            }
            self.state = State::Running(None);
            if !self.scratch.is_beaten(&cone) && !self.is_repeated(&cone) {
                self.effort.expanded += 1;
                let polygon = self.mesh.owner[cone.entered()];
                watch(observer, Event::Close { node: NodeId::new(polygon), g: ticks(cone.g) });
                self.expand(cone, polygon, observer);
            }
        }
        match self.state {
            State::Found(root) => self.found(root),
            _ => {
                let why = Why::Enclosed { seen: self.effort.expanded };
                Outcome::Unreachable(Unreachable { why, nearest: None, effort: self.measured() })
            }
        }
    }

    /// Whether a cone has been expanded before; asked only on meshes where that can happen, and only
    /// once the search has become long.
    ///
    /// A straight line enters each polygon at most once if they are exactly convex, so what a root
    /// sees is finite. A line through bent polygons can run in a circle and branch on every lap. A
    /// limit on the polygons crossed since the root would end the circle but not bound the branches;
    /// equal cones have equal successors, so dropping repeats bounds both and loses no path.
    fn is_repeated(&mut self, cone: &Cone) -> bool {
        let can_repeat = self.mesh.is_bent && self.effort.expanded >= self.mesh.from.len() as u64;
        can_repeat && !self.scratch.remember(cone)
    }

    /// Finds the polygons of both ends and looks around from the start.
    fn begin<O: SearchObserver>(&mut self, observer: &mut O) -> Result<(), Why> {
        let mesh = self.mesh;
        self.scratch.begin(mesh);
        let mut starts = std::mem::take(&mut self.scratch.starts);
        let mut goals = std::mem::take(&mut self.scratch.goals);
        let start = mesh.settle(self.start, &mut starts);
        let goal = mesh.settle(self.goal, &mut goals);
        (self.start, self.goal) = (start.unwrap_or(self.start), goal.unwrap_or(self.goal));
        let is_near = starts.iter().any(|polygon| goals.contains(polygon));
        self.scratch.mark_goals(mesh, &goals);
        (self.scratch.starts, self.scratch.goals) = (starts, goals);
        match (start, goal) {
            (None, _) => return Err(Why::StartBlocked),
            (_, None) => return Err(Why::GoalBlocked),
            (Some(start), Some(goal)) if start == goal || is_near => {
                self.state = State::Running(None);
                self.push_goal(START, 0.0);
            }
            _ => {
                self.state = State::Running(None);
                self.look_around(observer);
            }
        }
        Ok(())
    }

    /// Puts everything that the start sees through one edge on the open list.
    fn look_around<O: SearchObserver>(&mut self, observer: &mut O) {
        let mesh = self.mesh;
        for at in 0..self.scratch.starts.len() {
            let polygon = self.scratch.starts[at];
            for edge in mesh.edges_of(polygon) {
                let corner = mesh.corner[edge];
                if corner != NONE && self.place(corner) == self.start {
                    self.scratch.set_root(corner, 0.0, START); // no way back here is better
                }
                let beyond = mesh.beyond(edge);
                if beyond == NONE || self.scratch.starts.contains(&beyond) {
                    continue; // the start itself looks through what is beyond
                }
                let (right, left) = (mesh.from[edge], mesh.to[edge]);
                if let Some(cone) = self.successor(edge, polygon, START, 0.0, [right, left]) {
                    self.push(cone, polygon, observer);
                }
            }
        }
    }

    /// Where a root is.
    fn place(&self, root: u32) -> Vec2 {
        if root == START { self.start } else { self.mesh.points[self.vertex(root) as usize] }
    }

    /// The vertex of a root; [`NONE`] for the start.
    fn vertex(&self, root: u32) -> u32 {
        if root == START { NONE } else { self.mesh.corners[root as usize] }
    }

    fn push<O: SearchObserver>(&mut self, cone: Cone, parent: u32, observer: &mut O) {
        let f = cone.g + self.guess(&cone);
        if O::WATCHES {
            let node = NodeId::new(self.mesh.owner[cone.entered()]);
            let (g, f) = (ticks(cone.g), ticks(f));
            watch(
                observer,
                Event::Open { node, parent: Some(NodeId::new(parent)), g, h: f - g, f },
            );
        }
        self.put(f, cone);
    }

    fn push_goal(&mut self, root: u32, g: f64) {
        let f = g + self.place(root).distance_to(self.goal);
        self.put(f, Cone { g, edge: GOAL, root, right: NONE, left: NONE });
    }

    fn put(&mut self, f: f64, cone: Cone) {
        self.scratch.push(f, cone);
        self.effort.generated += 1;
        self.effort.open_most = self.effort.open_most.max(self.scratch.open_count() as u64);
    }

    fn found(&mut self, root: u32) -> Outcome<Line> {
        let roots = || {
            let parent = |&at: &u32| self.scratch.parent(at);
            std::iter::successors(Some(root), parent).take_while(|&at| at != START)
        };
        let mut points = Vec::with_capacity(roots().count() + 2);
        points.push(self.goal);
        points.extend(roots().map(|root| self.place(root)));
        points.push(self.start);
        points.dedup(); // the start may be the goal, and the goal may be a corner
        points.reverse();
        let (path, effort) = (Line::through(points), self.measured());
        Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
    }

    fn measured(&mut self) -> Effort {
        self.effort.bytes = self.scratch.bytes() as u64;
        self.effort
    }

    fn out_of_budget(&mut self, spent: Spent) -> Outcome<Line> {
        let (lower_bound, nearest, effort) = (0, None, self.measured());
        Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest, effort })
    }
}

pub(super) fn ticks(length: f64) -> u64 {
    (length * TICKS) as u64
}
