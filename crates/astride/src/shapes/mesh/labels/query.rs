//! Queries: what sees the ends, and the best hub between.

use super::MeshLabels;
use crate::base::Vec2;
use crate::path::Line;
use crate::search::{Effort, Found, Guarantee, Outcome, Part, Scratch, Unreachable, Why};
use crate::shapes::mesh::{
    error::{Kind, MeshError},
    limits::tidy,
    polygons::Mesh,
};

/// The memory of queries by [`MeshLabels`].
///
/// It holds 8 bytes for each corner of the largest mesh asked about, and lists of the corners that see
/// the ends. After the first queries nothing is allocated but paths, and lists of polygons where an end
/// is beside the mesh or the straight line between the ends meets a vertex.
#[derive(Clone, Debug, Default)]
pub(super) struct MeshLabelsMemory {
    /// For each hub, the length of the best way from the start; infinite between queries.
    best: Vec<f64>,
    ends: [End; 2],
}

/// The start or the goal.
#[derive(Clone, Debug, Default)]
struct End {
    pieces: Vec<u32>,
    polygons: Vec<u32>,
    /// The corners that see it, and how far it is from them.
    corners: Vec<(u32, f64)>,
}

impl Part for MeshLabelsMemory {
    fn bytes(&self) -> usize {
        let end = |end: &End| {
            (end.pieces.capacity() + end.polygons.capacity()) * 4 + end.corners.capacity() * 16
        };
        self.best.capacity() * 8 + self.ends.iter().map(end).sum::<usize>()
    }
}

/// The shortest way between two places of a mesh.
struct Way {
    ends: [Vec2; 2],
    length: f64,
    /// The first and the last corner, and the hub between them; `None` for a straight way.
    over: Option<([u32; 2], u32)>,
}

impl MeshLabels {
    /// The length of a shortest path between two places of the mesh of these labels. Places off the
    /// mesh and islands are answered as by [`polyanya`](crate::shapes::mesh::polyanya); the effort
    /// counts the corners that see the ends.
    ///
    /// # Errors
    ///
    /// If the labels are of another mesh.
    ///
    /// # Complexity
    ///
    /// O(k + v + e · h) for the k edges of polygons on the straight line, the v views listed for the
    /// pieces of both ends, and labels of h hubs of the e corners that see the ends.
    pub fn distance(
        &self,
        mesh: &Mesh,
        from: Vec2,
        to: Vec2,
        scratch: &mut Scratch,
    ) -> Result<Outcome<f64>, MeshError> {
        self.check(mesh)?;
        let scratch = scratch.part();
        let way = self.way(mesh, [from, to], scratch);
        Ok(told(way.map(|way| way.length), scratch))
    }

    /// A shortest path between two places of the mesh of these labels; see
    /// [`distance`](Self::distance).
    ///
    /// # Errors
    ///
    /// If the labels are of another mesh.
    ///
    /// # Complexity
    ///
    /// That of [`distance`](Self::distance), and O(log h) for each bend.
    pub fn path(
        &self,
        mesh: &Mesh,
        from: Vec2,
        to: Vec2,
        scratch: &mut Scratch,
    ) -> Result<Outcome<Line>, MeshError> {
        self.check(mesh)?;
        let scratch = scratch.part();
        let way = self.way(mesh, [from, to], scratch);
        Ok(told(way.map(|way| self.line(mesh, &way)), scratch))
    }

    fn check(&self, mesh: &Mesh) -> Result<(), MeshError> {
        if self.is_of(mesh) { Ok(()) } else { Err(MeshError(Kind::LabelsStale)) }
    }

    fn way(
        &self,
        mesh: &Mesh,
        places: [Vec2; 2],
        scratch: &mut MeshLabelsMemory,
    ) -> Result<Way, Why> {
        let [start, goal] = &mut scratch.ends;
        start.corners.clear();
        goal.corners.clear();
        let from = self.settle(mesh, places[0], start).ok_or(Why::StartBlocked)?;
        let to = self.settle(mesh, places[1], goal).ok_or(Why::GoalBlocked)?;
        let (ends, length) = ([from, to], from.distance_to(to));
        if from == to || mesh.sees(&start.polygons, from, &goal.polygons, to) {
            return Ok(Way { ends, length, over: None });
        }
        self.look(mesh, from, start);
        self.look(mesh, to, goal);
        if scratch.best.len() < self.hubs.corner_count() {
            scratch.best.resize(self.hubs.corner_count(), f64::INFINITY);
        }
        match self.join(scratch) {
            Some((length, corners, hub)) => Ok(Way { ends, length, over: Some((corners, hub)) }),
            None => Err(Why::Enclosed { seen: seen(scratch) }),
        }
    }

    /// Finds the pieces of an end, and returns its place on the mesh.
    fn settle(&self, mesh: &Mesh, place: Vec2, end: &mut End) -> Option<Vec2> {
        let tidy = tidy(place)?;
        self.pieces.find(mesh, tidy, &mut end.pieces, &mut end.polygons);
        if !end.pieces.is_empty() {
            return Some(tidy);
        }
        let near = mesh.settle(place, &mut end.polygons)?;
        self.pieces.find(mesh, near, &mut end.pieces, &mut end.polygons);
        (!end.pieces.is_empty()).then_some(near)
    }

    /// Finds the corners that see an end.
    fn look(&self, mesh: &Mesh, place: Vec2, end: &mut End) {
        for &piece in &end.pieces {
            for view in self.pieces.views_of(piece) {
                let at = mesh.corner_at(view.corner);
                if view.holds(mesh, at, place) {
                    end.corners.push((view.corner, at.distance_to(place)));
                }
            }
        }
    }

    /// The shortest way over a hub: its length, its first and last corner, and the hub.
    fn join(&self, scratch: &mut MeshLabelsMemory) -> Option<(f64, [u32; 2], u32)> {
        let MeshLabelsMemory { best, ends: [start, goal] } = scratch;
        for &(corner, off) in &start.corners {
            for entry in self.hubs.of(corner) {
                let known = &mut best[entry.hub as usize];
                *known = known.min(off + entry.length);
            }
        }
        let mut least = (f64::INFINITY, 0, 0);
        for &(corner, off) in &goal.corners {
            for entry in self.hubs.of(corner) {
                let length = best[entry.hub as usize] + (entry.length + off);
                if length < least.0 {
                    least = (length, corner, entry.hub);
                }
            }
        }
        let (length, last, hub) = least;
        let of_hub = best.get(hub as usize).copied();
        let leads = |&&(corner, off): &&(u32, f64)| {
            self.hubs.length(corner, hub).is_some_and(|length| Some(off + length) == of_hub)
        };
        let first = start.corners.iter().find(leads).map(|&(corner, _)| corner);
        for &(corner, _) in &start.corners {
            for entry in self.hubs.of(corner) {
                best[entry.hub as usize] = f64::INFINITY;
            }
        }
        (length < f64::INFINITY).then_some((length, [first?, last], hub))
    }

    /// The points of a way.
    fn line(&self, mesh: &Mesh, way: &Way) -> Line {
        let mut points = vec![way.ends[0]];
        if let Some(([first, last], hub)) = way.over {
            points.extend(self.hubs.way(first, hub).map(|corner| mesh.corner_at(corner)));
            let joint = points.len();
            points.extend(self.hubs.way(last, hub).map(|corner| mesh.corner_at(corner)));
            points[joint..].reverse();
        }
        points.push(way.ends[1]);
        points.dedup(); // both halves have the hub, and an end may be a corner
        Line::through(points)
    }
}

/// How many corners see the ends.
fn seen(scratch: &MeshLabelsMemory) -> u64 {
    scratch.ends.iter().map(|end| end.corners.len() as u64).sum()
}

fn told<R>(answer: Result<R, Why>, scratch: &MeshLabelsMemory) -> Outcome<R> {
    let (expanded, bytes) = (seen(scratch), scratch.bytes() as u64);
    let effort = Effort { expanded, bytes, ..Effort::default() };
    match answer {
        Ok(path) => Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort }),
        Err(why) => Outcome::Unreachable(Unreachable { why, nearest: None, effort }),
    }
}
