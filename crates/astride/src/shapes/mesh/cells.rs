//! A mesh out of the cells of a map of any shape: each place where a mover can stand is a polygon.

use crate::base::{NodeId, Vec2};
use crate::shapes::mesh::{
    build::{Rings, check_count},
    error::MeshError,
    merge::twice,
    polygons::{Mesh, NONE},
};
use crate::world::{Way, World};

/// Corners of two cells that are nearer to each other than this share of a side are the same.
const SAME: f64 = 1e-6;

impl Mesh {
    /// The ground of a map whose places are areas, such as squares, hexagons or triangles, as a mover
    /// sees it: a polygon for each place where it can stand, in the order of the nodes. Paths over the
    /// mesh go straight through the areas instead of from centre to centre, and
    /// [`for_radius`](Self::for_radius) keeps a body away from what is blocked.
    ///
    /// `outline` says which area a place has: a convex polygon with corners in the order of
    /// [`Shape::outline_of`](crate::shapes::Shape::outline_of). Two areas with a side in common are
    /// connected across it if arcs lead from one place to the other and back; so walls, fences that the
    /// mover does not cross and one-way steps are borders. All other arcs are left out: links, steps over
    /// the joined borders of a map that wraps, and diagonal steps with their corner rule. But a link in
    /// both directions between two areas with a side in common is an arc like a step, and opens that side
    /// even where there is a wall: remove such links from the map first. Costs do not count either:
    /// [`with_classes`](Self::with_classes) gives polygons area classes, which a
    /// [`WeightedMesh`](super::WeightedMesh) weighs. [`merged`](Self::merged) then makes far fewer
    /// polygons of squares and of triangles; hexagons stay as they are, since no two make a convex polygon.
    ///
    /// The mesh shows the map as it is now: make it again after an edit.
    ///
    /// # Errors
    ///
    /// As [`Mesh::new`]; polygons are numbered in the order of nodes.
    ///
    /// # Complexity
    ///
    /// That of [`Mesh::new`], and O(k²) for the k arcs of each place.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Vec2;
    /// use astride::search::Scratch;
    /// use astride::shapes::Shape;
    /// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap, HexMover};
    /// use astride::shapes::mesh::{Mesh, polyanya};
    /// let mut map = HexMap::rectangle(HexLayout::Pointy, 7, 5, b'.')?;
    /// map.apply(HexEdit::new().set(Hex::new(2, 2), b'#'))?;
    /// let view = map.view(&HexMover::walker());
    /// let mesh = Mesh::of_cells(&view, |node| map.outline_of(map.place_of(node)))?;
    /// assert_eq!(mesh.polygon_count(), 34);
    ///
    /// let [from, to] = [(0, 1), (3, 3)].map(|(q, r)| Hex::new(q, r).middle(HexLayout::Pointy));
    /// let answer = polyanya(&mesh, from, to, &mut Scratch::new(), &mut ());
    /// assert!(answer.length().unwrap() < 4.5, "five steps from centre to centre");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_cells<O: AsRef<[Vec2]>>(
        world: &impl World,
        outline: impl Fn(NodeId) -> O,
    ) -> Result<Mesh, MeshError> {
        let mut cells = Cells { points: Vec::new(), first: vec![0], same: Vec::new() };
        let mut cell_of = vec![NONE; world.node_count() as usize];
        let nodes = (0..world.node_count()).map(NodeId::new);
        let nodes: Vec<NodeId> = nodes.filter(|&node| world.is_passable(node)).collect();
        for (cell, &node) in nodes.iter().enumerate() {
            cell_of[node.index()] = cell as u32;
            cells.points.extend_from_slice(outline(node).as_ref());
            check_count("edges", cells.points.len(), Mesh::MOST)?;
            cells.first.push(cells.points.len() as u32);
        }
        cells.same.extend(0..cells.points.len() as u32);
        let mut is_open = vec![false; cells.points.len()];
        for (cell, &node) in nodes.iter().enumerate() {
            world.visit_arcs(node, None, Way::Forward, &mut |arc| {
                let other = cell_of[arc.node.index()];
                let is_later = other != NONE && other as usize > cell;
                if is_later && world.arc_cost(arc.node, node).is_some() {
                    cells.join(cell, other as usize, &mut is_open);
                }
            });
        }
        cells.mesh(&is_open)
    }
}

/// Outlines, one after the other. An edge has the number of the corner at which it begins.
struct Cells {
    points: Vec<Vec2>,
    first: Vec<u32>,
    /// For each corner, one with a lower number at the same place, or itself.
    same: Vec<u32>,
}

impl Cells {
    fn edges(&self, cell: usize) -> std::ops::Range<usize> {
        self.first[cell] as usize..self.first[cell + 1] as usize
    }

    /// Where an edge of a cell ends.
    fn end(&self, cell: usize, edge: usize) -> usize {
        let edges = self.edges(cell);
        if edge + 1 == edges.end { edges.start } else { edge + 1 }
    }

    /// Opens the edge that two cells have in common, if there is one and nothing is beyond it yet.
    fn join(&mut self, cell: usize, other: usize, is_open: &mut [bool]) {
        for edge in self.edges(cell) {
            let end = self.end(cell, edge);
            let slack = SAME * self.points[edge].distance_to(self.points[end]);
            for twin in self.edges(other) {
                let ends = [(edge, self.end(other, twin)), (end, twin)];
                let is_same =
                    |(a, b): (usize, usize)| self.points[a].distance_to(self.points[b]) <= slack;
                if !is_open[edge] && !is_open[twin] && ends.into_iter().all(is_same) {
                    (is_open[edge], is_open[twin]) = (true, true);
                    for (a, b) in ends {
                        let (a, b) = (self.root(a), self.root(b));
                        self.same[a.max(b)] = a.min(b) as u32;
                    }
                }
            }
        }
    }

    fn root(&mut self, mut corner: usize) -> usize {
        while self.same[corner] as usize != corner {
            self.same[corner] = self.same[self.same[corner] as usize];
            corner = self.same[corner] as usize;
        }
        corner
    }

    fn mesh(mut self, is_open: &[bool]) -> Result<Mesh, MeshError> {
        let mut points = Vec::new();
        let mut vertex = vec![NONE; self.points.len()];
        for corner in 0..self.points.len() {
            // A root comes before those that are the same.
            let root = self.root(corner);
            if root == corner {
                vertex[corner] = points.len() as u32;
                points.push(self.points[corner]);
            }
            vertex[corner] = vertex[root];
        }
        let (mut rings, mut shut) = (Rings::new(), Vec::new());
        for cell in 0..self.first.len() - 1 {
            rings.push(0, vertex[self.edges(cell)].iter().copied());
            let shut_here = self.edges(cell).filter(|&edge| !is_open[edge]);
            shut.extend(shut_here.map(|edge| (vertex[edge], vertex[self.end(cell, edge)])));
        }
        Mesh::of_rings(points, rings, &twice(shut.into_iter()))
    }
}
