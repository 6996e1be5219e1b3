//! Where discs drive: vertices in the plane and straight edges between them.

use super::clash::distance_to_square;
use super::time::{Ticks, ticks_of};

/// The largest coordinate, either way.
pub const MOST_COORDINATE: f64 = 65_536.0;

/// The most vertices, and the most edges, of a graph.
pub const MOST_PARTS: usize = 1 << 22;

/// A directed edge. Driving along it takes its length, rounded to whole ticks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) ticks: Ticks,
}

/// Vertices with coordinates and directed straight edges.
///
/// Discs wait at vertices and drive along edges at a speed of 1, in the unit of the coordinates.
///
/// # Examples
///
/// ```
/// use astride_agents::mapf::continuous::Graph;
/// let triangle = Graph::new(&[[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]], &[[0, 1], [1, 2], [2, 0]])?;
/// assert_eq!((triangle.vertex_count(), triangle.length(2, 0)), (3, Some(5.0)));
/// # Ok::<(), astride_agents::mapf::continuous::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    points: Vec<[f64; 2]>,
    /// Edges by the vertex they leave, each group by the vertex it leads to.
    edges: Vec<Edge>,
    /// Where the edges out of each vertex begin.
    first: Vec<u32>,
    /// The edges into each vertex, one group after the other, and where the groups begin.
    into: Vec<u32>,
    first_into: Vec<u32>,
}

impl Graph {
    /// The graph of these vertices and directed edges, in any order. Edges from a vertex to itself
    /// and second edges between the same two are left out. O(vertices + edges · log edges).
    ///
    /// # Errors
    ///
    /// If a coordinate is not a number from −65536 to 65536, an edge names a vertex that does not
    /// exist, or there are more than 4194304 vertices or edges.
    pub fn new(points: &[[f64; 2]], edges: &[[u32; 2]]) -> Result<Self, GraphError> {
        if points.len().max(edges.len()) > MOST_PARTS {
            let (vertices, edges) = (points.len(), edges.len());
            return Err(GraphError::TooLarge { vertices, edges });
        }
        let is_far = |point: &[f64; 2]| !point.iter().all(|x| x.abs() <= MOST_COORDINATE);
        if let Some(vertex) = points.iter().position(is_far) {
            return Err(GraphError::Coordinate { vertex, point: points[vertex] });
        }
        let names_none = |edge: &&[u32; 2]| edge.iter().any(|&end| end as usize >= points.len());
        if let Some(&[from, to]) = edges.iter().find(names_none) {
            return Err(GraphError::NoVertex { from, to, vertices: points.len() });
        }
        let mut ends: Vec<[u32; 2]> = edges.iter().copied().filter(|[a, b]| a != b).collect();
        ends.sort_unstable();
        ends.dedup();
        let ticks = |a: u32, b: u32| ticks_of(distance(points[a as usize], points[b as usize]));
        let edge = |&[from, to]: &[u32; 2]| Edge { from, to, ticks: ticks(from, to).max(1) };
        let edges: Vec<Edge> = ends.iter().map(edge).collect();
        let (first, _) = grouped(points.len(), edges.iter().map(|edge| edge.from));
        let (first_into, into) = grouped(points.len(), edges.iter().map(|edge| edge.to));
        Ok(Graph { points: points.to_vec(), edges, first, into, first_into })
    }

    /// The graph of a map of unit cells, on which a disc of this radius moves between the centres
    /// of cells to 2^`k` neighbours: 4, 8, 16 or 32 for a `k` of 2 to 5.
    ///
    /// The vertex of a cell is `y · width + x`, at the point `[x, y]`. An edge exists if a disc that
    /// drives along it does not overlap a blocked cell; touching one is allowed.
    ///
    /// Rivera, Hernández, Hormazábal & Baier, "The 2^k Neighborhoods for Grid Path Planning", JAIR 2020.
    ///
    /// # Errors
    ///
    /// If `k` is not from 2 to 5, the radius is not from 0.001 to 0.5, `is_free` is not a whole number
    /// of rows of `width` entries, or the graph becomes too large.
    pub fn of_cells(width: u32, is_free: &[bool], k: u32, radius: f64) -> Result<Self, GraphError> {
        if !(2..=5).contains(&k) {
            return Err(GraphError::Neighbours { k });
        }
        if !(0.001..=0.5).contains(&radius) {
            return Err(GraphError::RadiusOnCells { radius });
        }
        let cells = is_free.len();
        if width == 0 || !cells.is_multiple_of(width as usize) || cells > MOST_PARTS >> k {
            return Err(GraphError::Cells { width, cells, most: MOST_PARTS >> k });
        }
        let field = Cells { width: width.into(), height: cells as i64 / i64::from(width), is_free };
        let points: Vec<[f64; 2]> = (0..cells as u32)
            .map(|cell| [f64::from(cell % width), f64::from(cell / width)])
            .collect();
        let mut edges = Vec::new();
        for step in steps(k) {
            let touched = touched_cells(step, radius);
            for (x, y) in (0..field.height).flat_map(|y| (0..field.width).map(move |x| (x, y))) {
                if let Some(to) = field.free_at(x + step[0], y + step[1])
                    && touched.iter().all(|[dx, dy]| !field.is_blocked(x + dx, y + dy))
                {
                    edges.push([(y * field.width + x) as u32, to]);
                }
            }
        }
        Graph::new(&points, &edges)
    }

    /// How many vertices there are.
    pub fn vertex_count(&self) -> usize {
        self.points.len()
    }

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Where a vertex is.
    ///
    /// # Panics
    ///
    /// If there is no such vertex.
    pub fn point(&self, vertex: u32) -> [f64; 2] {
        self.points[vertex as usize]
    }

    /// The length of the edge from one vertex to another; `None` if there is none. O(log edges).
    pub fn length(&self, from: u32, to: u32) -> Option<f64> {
        let &[first, end] = self.first.get(from as usize..)?.first_chunk()?;
        let out = &self.edges[first as usize..end as usize];
        out.binary_search_by_key(&to, |edge| edge.to).ok()?;
        Some(distance(self.point(from), self.point(to)))
    }

    pub(super) fn edge(&self, edge: u32) -> &Edge {
        &self.edges[edge as usize]
    }

    /// The edges out of a vertex.
    pub(super) fn out_of(&self, vertex: u32) -> std::ops::Range<u32> {
        self.first[vertex as usize]..self.first[vertex as usize + 1]
    }

    /// The edges into a vertex.
    pub(super) fn into(&self, vertex: u32) -> &[u32] {
        let vertex = vertex as usize;
        &self.into[self.first_into[vertex] as usize..self.first_into[vertex + 1] as usize]
    }
}

/// Where the group of each key begins in a list sorted by key, and the list, as numbers of items.
fn grouped(keys: usize, key_of: impl Iterator<Item = u32> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0; keys + 1];
    for key in key_of.clone() {
        first[key as usize + 1] += 1;
    }
    for key in 0..keys {
        first[key + 1] += first[key];
    }
    let mut at = first.clone();
    let mut items = vec![0; first[keys] as usize];
    for (item, key) in key_of.enumerate() {
        let slot = &mut at[key as usize];
        items[*slot as usize] = item as u32;
        *slot += 1;
    }
    (first, items)
}

fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    (dx * dx + dy * dy).sqrt()
}

/// The steps to 2^k neighbours: four, then the sum of each two consecutive ones put between them.
fn steps(k: u32) -> Vec<[i64; 2]> {
    let mut steps = vec![[1, 0], [0, 1], [-1, 0], [0, -1]];
    for _ in 2..k {
        let next = steps.iter().cycle().skip(1);
        let with_sum = |(a, b): (&[i64; 2], &[i64; 2])| [*a, [a[0] + b[0], a[1] + b[1]]];
        steps = steps.iter().zip(next).flat_map(with_sum).collect();
    }
    steps
}

/// The cells that a disc overlaps when it makes this step from cell (0, 0).
fn touched_cells(step: [i64; 2], radius: f64) -> Vec<[i64; 2]> {
    let range = |end: i64| end.min(0) - 1..=end.max(0) + 1;
    let to = step.map(|steps| steps as f64);
    let is_touched = |cell: &[i64; 2]| {
        // A smaller overlap than this counts as touching.
        distance_to_square(to, cell.map(|at| at as f64)) < radius - 1e-9
    };
    range(step[1]).flat_map(|y| range(step[0]).map(move |x| [x, y])).filter(is_touched).collect()
}

struct Cells<'a> {
    width: i64,
    height: i64,
    is_free: &'a [bool],
}

impl Cells<'_> {
    /// The number of a cell, `None` off the map.
    fn at(&self, x: i64, y: i64) -> Option<u32> {
        let is_on_map = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        is_on_map.then_some((y * self.width + x) as u32)
    }

    fn free_at(&self, x: i64, y: i64) -> Option<u32> {
        self.at(x, y).filter(|&cell| self.is_free[cell as usize])
    }

    /// Whether a cell is blocked or off the map.
    fn is_blocked(&self, x: i64, y: i64) -> bool {
        self.free_at(x, y).is_none()
    }
}

/// Why a graph is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum GraphError {
    /// There are too many vertices or edges.
    TooLarge {
        /// How many vertices were given.
        vertices: usize,
        /// How many edges were given.
        edges: usize,
    },
    /// A coordinate of a vertex is NaN or too large.
    Coordinate {
        /// The vertex.
        vertex: usize,
        /// Its coordinates.
        point: [f64; 2],
    },
    /// An edge has an end that is not a vertex.
    NoVertex {
        /// Where the edge begins.
        from: u32,
        /// Where it ends.
        to: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A map has no such neighbourhood.
    Neighbours {
        /// The given power of two.
        k: u32,
    },
    /// A disc does not fit on a map of cells.
    RadiusOnCells {
        /// The given radius.
        radius: f64,
    },
    /// A map does not have whole rows, or has too many cells.
    Cells {
        /// The width that was given.
        width: u32,
        /// How many cells were given.
        cells: usize,
        /// The most cells with that many neighbours.
        most: usize,
    },
}

astride::errors! { enum GraphError:
    TooLarge { vertices, edges } => ("roadmap-too-large",
        "{vertices} vertices and {edges} edges, expected at most {MOST_PARTS} of each"),
    Coordinate { vertex, point } => ("roadmap-coordinate",
        "vertex {vertex} is at ({}, {}), expected numbers from -65536 to 65536", point[0], point[1]),
    NoVertex { from, to, vertices } => ("roadmap-no-vertex",
        "an edge leads from vertex {from} to {to}, expected numbers below {vertices}"),
    Neighbours { k } => ("roadmap-neighbours",
        "2^{k} neighbours, expected a power from 2 to 5: 4, 8, 16 or 32 neighbours"),
    RadiusOnCells { radius } => ("roadmap-radius",
        "a radius of {radius} cells, expected 0.001 to 0.5"),
    Cells { width, cells, most } => ("roadmap-cells",
        "{cells} cells in rows of {width}, expected whole rows and at most {most} cells"),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbourhoods_are_those_of_the_paper() {
        assert_eq!([2, 3, 4, 5].map(|k| steps(k).len()), [4, 8, 16, 32]);
        assert_eq!(steps(4)[..5], [[1, 0], [2, 1], [1, 1], [1, 2], [0, 1]]);
        assert!(steps(5).iter().all(|step| step.iter().all(|&at| at.abs() <= 3)));
    }

    #[test]
    fn discs_keep_off_corners() {
        // ..
        // #.
        let is_free = [true, true, false, true];
        let graph = |k, radius| Graph::of_cells(2, &is_free, k, radius).unwrap();
        assert_eq!(graph(3, 0.3).length(0, 3), None);
        assert_eq!(graph(2, 0.5).edge_count(), 4);
        let open = Graph::of_cells(2, &[true; 4], 3, 0.5).unwrap();
        assert_eq!(open.edge_count(), 12);
        assert_eq!(open.length(0, 3), Some(2f64.sqrt()));
    }

    #[test]
    fn what_is_no_graph_is_refused() {
        let check = |graph: Result<Graph, GraphError>, expected: &str| {
            assert_eq!(graph.unwrap_err().to_string(), expected);
        };
        let range = "expected numbers from -65536 to 65536";
        check(Graph::new(&[[0.0, f64::NAN]], &[]), &format!("vertex 0 is at (0, NaN), {range}"));
        check(
            Graph::new(&[[0.0; 2], [1e9, 0.0]], &[]),
            &format!("vertex 1 is at (1000000000, 0), {range}"),
        );
        let edge = "an edge leads from vertex 0 to 1, expected numbers below 1";
        check(Graph::new(&[[0.0; 2]], &[[0, 1]]), edge);
        let neighbours = "2^9 neighbours, expected a power from 2 to 5: 4, 8, 16 or 32 neighbours";
        check(Graph::of_cells(1, &[true], 9, 0.3), neighbours);
        let radius = "a radius of 0.6 cells, expected 0.001 to 0.5";
        check(Graph::of_cells(1, &[true], 2, 0.6), radius);
        let rows = "3 cells in rows of 2, expected whole rows and at most 1048576 cells";
        check(Graph::of_cells(2, &[true; 3], 2, 0.3), rows);
    }
}
