//! Meshes on the board: points of a lattice where paths begin and end, vertices and polygons.

use std::collections::BTreeMap;
use std::sync::Arc;

use astride::base::{Budget, NodeId, Vec2};
use astride::io::{read_mesh, write_mesh};
use astride::path::Path;
use astride::search::{Event, Found, Outcome, Scratch, Unreachable, Why};
use astride::shapes::mesh::{Mesh, Polyanya};
use astride::shapes::square::{Grid, Mover};
use serde_json::{Value, json};

use super::{COLUMNS, ENDS, check_count, part_of, torn};
use crate::session::limits::Limits;
use crate::session::tiling::renumbered;
use crate::session::wire::{Frame, Refusal, kind};

/// Ticks to a unit of length, as the search reports them.
const TICKS: f64 = 13_860.0;

/// A mesh as it was opened, with a lattice over it.
#[derive(Clone, Debug)]
pub(in crate::session) struct Meshed {
    mesh: Arc<Mesh>,
    /// Edges between two polygons of which neither names the other.
    walls: Arc<[(u32, u32)]>,
    origin: Vec2,
    /// A power of two, so that points are exact.
    step: f64,
    points: [u32; 2],
}

impl Meshed {
    pub(super) fn read(bytes: &[u8], limits: &Limits) -> Result<Meshed, Refusal> {
        let counts = bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        for word in counts.skip(2).take(2) {
            let count = str::from_utf8(word).ok().and_then(|word| word.parse().ok());
            check_count(count.unwrap_or(0), "vertices or polygons", limits)?;
        }
        let mesh = read_mesh(bytes).map_err(torn)?;
        let things = u64::from(mesh.vertex_count()) + u64::from(mesh.polygon_count());
        check_count(things, "vertices and polygons", limits)?;
        let (least, most) = mesh.bounds();
        let side = (most.x - least.x).max(most.y - least.y);
        let columns = COLUMNS.min((limits.max_cells / 2).isqrt()).max(3);
        let mut step = 1.0;
        while side / step > f64::from(columns - 2) {
            step *= 2.0;
        }
        while side / step * 2.0 <= f64::from(columns - 2) && step > 1e-9 {
            step /= 2.0;
        }
        let origin = Vec2::new((least.x / step).floor() * step, (least.y / step).floor() * step);
        let count = |most: f64, origin: f64| ((most - origin) / step).ceil() as u32 + 1;
        let points = [count(most.x, origin.x), count(most.y, origin.y)];
        let walls = walls_of(&mesh).into();
        Ok(Meshed { mesh: Arc::new(mesh), walls, origin, step, points })
    }

    pub(super) fn columns(&self) -> u32 {
        self.points[0]
    }

    pub(super) fn point_count(&self) -> u32 {
        self.points[0] * self.points[1]
    }

    pub(super) fn cell_count(&self) -> u32 {
        self.first_polygon() + self.mesh.polygon_count()
    }

    fn first_polygon(&self) -> u32 {
        self.point_count() + self.mesh.vertex_count()
    }

    /// Where a point of the lattice is.
    fn point(&self, node: NodeId) -> Vec2 {
        let [x, y] = [node.get() % self.points[0], node.get() / self.points[0]];
        self.origin.plus(Vec2::new(x.into(), y.into()).times(self.step))
    }

    /// The open polygons by their numbers.
    fn open(&self, painted: &Grid) -> Vec<u32> {
        let walker = Mover::walker();
        let class = |polygon| painted.class_at(NodeId::new(self.first_polygon() + polygon));
        (0..self.mesh.polygon_count()).filter(|&at| walker.is_passable(class(at))).collect()
    }

    /// The mesh of the polygons that are open; `None` if there is none.
    fn painted(&self, open: &[u32]) -> Result<Option<Mesh>, String> {
        if open.is_empty() {
            return Ok(None);
        }
        if open.len() == self.mesh.polygon_count() as usize {
            return Ok(Some((*self.mesh).clone()));
        }
        let points = (0..self.mesh.vertex_count()).filter_map(|vertex| self.mesh.vertex(vertex));
        let rings: Vec<&[u32]> = open.iter().map(|&at| self.mesh.vertices_of(at)).collect();
        let edges: std::collections::BTreeSet<(u32, u32)> =
            rings.iter().flat_map(|ring| edges_of(ring)).collect();
        // A wall stays one while there is ground on both of its sides.
        let is_there = |&&(a, b): &&(u32, u32)| edges.contains(&(a, b)) && edges.contains(&(b, a));
        let walls: Vec<_> = self.walls.iter().filter(is_there).copied().collect();
        let mesh = Mesh::with_walls(points.collect(), &rings, &walls);
        mesh.map(Some).map_err(|error| error.to_string())
    }

    /// The mesh as it is on the board, ready for queries.
    pub(in crate::session) fn opened(&self, painted: &Grid) -> Result<Open, String> {
        let open = self.open(painted);
        let mesh = self.painted(&open)?;
        let key = |at: Vec2| (at.x.to_bits(), at.y.to_bits());
        let vertices = (0..self.mesh.vertex_count())
            .filter_map(|at| Some((key(self.mesh.vertex(at)?), self.point_count() + at)));
        let nodes = vertices.collect();
        let memory = Scratch::new();
        Ok(Open { of: self.clone(), mesh, polygons: open, vertices: nodes, memory })
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "points": self.points, "vertices": self.mesh.vertex_count(),
            "polygons": self.mesh.polygon_count(),
        })
    }

    /// Where vertices lie, in points of the lattice; the numbers of corners of the polygons, and
    /// the corners.
    pub(super) fn frame(&self, re: u32) -> Frame {
        let (vertices, polygons) = (self.mesh.vertex_count(), self.mesh.polygon_count());
        let rings: Vec<&[u32]> = (0..polygons).map(|at| self.mesh.vertices_of(at)).collect();
        let corners = rings.iter().map(|ring| ring.len()).sum::<usize>();
        let payload = 8 * vertices as usize + 4 * (rings.len() + corners);
        let numbers = [vertices, polygons, corners as u32, 1];
        let mut frame = Frame::new(kind::PLAN, re, numbers, payload);
        let places = (0..vertices).filter_map(|at| self.mesh.vertex(at));
        let places: Vec<Vec2> =
            places.map(|at| at.minus(self.origin).times(1.0 / self.step)).collect();
        places.iter().for_each(|at| frame.f32(at.x));
        places.iter().for_each(|at| frame.f32(at.y));
        rings.iter().for_each(|ring| frame.u32(ring.len() as u32));
        rings.iter().flat_map(|ring| ring.iter()).for_each(|&vertex| frame.u32(vertex));
        frame
    }

    pub(super) fn text(&self, painted: Option<&Grid>) -> Result<String, Refusal> {
        let Some(grid) = painted else { return Ok(write_mesh(&self.mesh)) };
        let open = self.painted(&self.open(grid)).map_err(Refusal::value)?;
        let none = || Refusal::value("all polygons are closed, expected an open one");
        Ok(write_mesh(&open.ok_or_else(none)?))
    }

    pub(super) fn picture(&self, side: u32) -> Result<Grid, Refusal> {
        let step = self.points[0].max(self.points[1]).div_ceil(side);
        let size = self.points.map(|count| count.div_ceil(step));
        let class = |x: u32, y: u32| {
            let point = NodeId::new(
                (y * step).min(self.points[1] - 1) * self.points[0]
                    + (x * step).min(self.points[0] - 1),
            );
            if self.mesh.polygons_at(self.point(point)).is_empty() { b'@' } else { b'.' }
        };
        let cells = (0..size[1]).flat_map(|y| (0..size[0]).map(move |x| (x, y)));
        let classes: Vec<u8> = cells.map(|(x, y)| class(x, y)).collect();
        Grid::from_classes(size[0], size[1], &classes).map_err(Refusal::size)
    }

    /// Points of the mesh near its left and its right side.
    pub(in crate::session) fn ends(&self) -> (NodeId, NodeId) {
        let ends = ENDS.map(|share| {
            let wanted = part_of(self.mesh.bounds(), share);
            self.nearest(wanted)
        });
        (ends[0], ends[1])
    }

    /// The point of the lattice on the mesh that is near a place: the first in growing rings.
    fn nearest(&self, wanted: Vec2) -> NodeId {
        let near = self.mesh.nearest(wanted).map_or(wanted, |near| near.point);
        let at = near.minus(self.origin).times(1.0 / self.step);
        let (x, y) = (at.x.round() as i64, at.y.round() as i64);
        let [columns, rows] = self.points.map(i64::from);
        let is_on = |&(x, y): &(i64, i64)| (0..columns).contains(&x) && (0..rows).contains(&y);
        let node = |(x, y): (i64, i64)| NodeId::new((y * columns + x) as u32);
        let ring = |reach: i64| {
            let rows = (y - reach..=y + reach)
                .flat_map(move |row| (x - reach..=x + reach).map(move |column| (column, row)));
            rows.filter(move |&(column, row)| (column - x).abs().max((row - y).abs()) == reach)
        };
        let mut points = (0..16).flat_map(ring).filter(is_on).map(node);
        let found = points.find(|&node| !self.mesh.polygons_at(self.point(node)).is_empty());
        found.unwrap_or(NodeId::new(0))
    }
}

/// The edges of a polygon by their vertices, in its direction.
fn edges_of(ring: &[u32]) -> impl Iterator<Item = (u32, u32)> + '_ {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1))
}

/// The edges between two polygons over which neither leads, each once.
fn walls_of(mesh: &Mesh) -> Vec<(u32, u32)> {
    let mut closed = std::collections::BTreeSet::new();
    for polygon in 0..mesh.polygon_count() {
        let beyond = mesh.neighbours_of(polygon);
        let edges = edges_of(mesh.vertices_of(polygon)).zip(beyond);
        closed.extend(edges.filter(|(_, beyond)| beyond.is_none()).map(|(edge, _)| edge));
    }
    let is_wall = |&&(a, b): &&(u32, u32)| a < b && closed.contains(&(b, a));
    closed.iter().filter(is_wall).copied().collect()
}

/// A mesh of open polygons, ready for queries.
#[derive(Debug)]
pub(in crate::session) struct Open {
    of: Meshed,
    mesh: Option<Mesh>,
    /// The number on the board of each polygon.
    polygons: Vec<u32>,
    /// The nodes of the board by the places of vertices.
    vertices: BTreeMap<(u64, u64), u32>,
    memory: Scratch,
}

impl Open {
    /// Whether a node is a point of the lattice on open ground.
    pub(in crate::session) fn is_passable(&self, node: NodeId) -> bool {
        let is_point = node.get() < self.of.point_count();
        let on = |mesh: &Mesh| !mesh.polygons_at(self.of.point(node)).is_empty();
        is_point && self.mesh.as_ref().is_some_and(on)
    }

    /// The shortest path from one point of the lattice to another. Polygons are reported by their nodes
    /// on the board.
    pub(in crate::session) fn answer(
        &mut self,
        (start, goals): (NodeId, &[NodeId]),
        budget: &mut Budget<'_>,
        mut notice: Option<&mut dyn FnMut(Event)>,
    ) -> Result<Outcome, String> {
        let &[goal] = goals else {
            return Err("a path over a mesh goes to one goal, expected the others gone".into());
        };
        let is_end_off = [start, goal].map(|end| !self.is_passable(end));
        let Some(mesh) = self.mesh.as_ref().filter(|_| is_end_off == [false, false]) else {
            let why = if is_end_off[0] { Why::StartBlocked } else { Why::GoalBlocked };
            return Ok(unreachable(why));
        };
        let (from, to) = (self.of.point(start), self.of.point(goal));
        let first = self.of.first_polygon();
        let node = |polygon: NodeId| NodeId::new(first + self.polygons[polygon.index()]);
        let mut tell = |event| {
            if let Some(notice) = notice.as_mut() {
                notice(renumbered(event, node));
            }
        };
        let mut tell: &mut dyn FnMut(Event) = &mut tell;
        let outcome = Polyanya::new(mesh, from, to, &mut self.memory).run(budget, &mut tell);
        Ok(match outcome {
            Outcome::Found(Found { path, guarantee, effort }) => {
                let cost = (path.length * TICKS).round() as u64;
                let inner = path.points.get(1..path.points.len().max(2) - 1).unwrap_or_default();
                let vertex = |at: &Vec2| self.vertices.get(&(at.x.to_bits(), at.y.to_bits()));
                let turns = inner.iter().filter_map(vertex).map(|&node| NodeId::new(node));
                let ends = |end: NodeId| std::iter::once(end).filter(move |_| start != goal);
                let nodes = std::iter::once(start).chain(turns).chain(ends(goal)).collect();
                match Path::new(nodes, cost) {
                    Some(path) => Outcome::Found(Found { path, guarantee, effort }),
                    None => unreachable(Why::GoalBlocked),
                }
            }
            Outcome::Unreachable(none) => Outcome::Unreachable(none),
            Outcome::OutOfBudget(out) => Outcome::OutOfBudget(out),
        })
    }
}

fn unreachable(why: Why) -> Outcome {
    Outcome::Unreachable(Unreachable { why, nearest: None, effort: Default::default() })
}
