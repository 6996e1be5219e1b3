//! Which nodes of one level are nodes of the next.
//!
//! A part is a set of nodes that reach each other within their cluster. Crossings between two
//! clusters that lead from the same part of the one into the same part of the other can represent
//! each other. Of each such group a few are kept, spread along the border.

use super::domain::Domain;
use super::graph::{Graph, Nodes};
use super::levels::Level;
use crate::base::{Cell, Dir, NodeId, SmallSort};
use crate::shapes::square::GridView;
use crate::world::Way;

const NONE: u32 = u32::MAX;

/// The crossings kept of a group are at least the side of a cluster divided by this apart.
const PER_SIDE: u32 = 4;

/// A step from a node of one cluster to a node of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crossing {
    /// The cluster on the other side.
    other: u32,
    /// The parts on both sides, that of the cluster with the smaller number first.
    parts: [u32; 2],
    /// Whether it leads to the cluster with the larger number, and whether it leads back.
    ways: [bool; 2],
    /// The position along the border.
    along: u32,
    /// The two cells, that of the cluster with the smaller number first.
    cells: [u32; 2],
}

/// The working memory for choosing nodes.
#[derive(Clone, Debug, Default)]
pub(super) struct Chooser {
    crossings: Vec<Crossing>,
    parts: Vec<Vec<u32>>,
    seen: [Nodes; 2],
}

impl Chooser {
    /// Numbers the parts of a cluster of `above` and writes them to its children, the clusters of
    /// `level`. A part is named after the first of its nodes.
    pub(super) fn number_parts(
        &mut self,
        view: &GridView<'_>,
        level: &mut Level,
        above: &Level,
        cluster: u32,
    ) {
        let domain = Domain::children(level, above, cluster);
        let children: Vec<u32> = domain.clusters(level).collect();
        self.parts.resize(children.len().max(self.parts.len()), Vec::new());
        for (parts, &child) in self.parts.iter_mut().zip(&children) {
            parts.clear();
            parts.resize(level.block(child).cells.len(), NONE);
        }
        for at in 0..children.len() {
            for place in 0..self.parts[at].len() {
                if self.parts[at][place] == NONE {
                    let cell = level.block(children[at]).cells[place];
                    self.number_part(view, level, domain, &children, [at, place], cell);
                }
            }
        }
        for (parts, &child) in self.parts.iter().zip(&children) {
            level.set_parts(child, parts);
        }
    }

    /// Gives the name of a node to all nodes that it reaches and that reach it.
    fn number_part(
        &mut self,
        view: &GridView<'_>,
        level: &Level,
        domain: Domain,
        children: &[u32],
        [at, place]: [usize; 2],
        cell: u32,
    ) {
        let graphs = [Way::Forward, Way::Backward].map(|way| Graph { view, level, domain, way });
        for (seen, graph) in self.seen.iter_mut().zip(&graphs) {
            seen.begin(graph);
            seen.start_at(graph, cell);
            seen.spread(graph);
        }
        self.parts[at][place] = cell;
        for (parts, &child) in self.parts.iter_mut().zip(children).skip(at) {
            for (part, &other) in parts.iter_mut().zip(level.block(child).cells) {
                let is_seen = |way: usize| self.seen[way].cost(&graphs[way], other).is_some();
                if *part == NONE && is_seen(0) && is_seen(1) {
                    *part = cell;
                }
            }
        }
    }

    /// Appends the nodes of a cluster of `above` to `nodes`, in increasing order and each once. The
    /// parts on both sides of its borders must have been numbered.
    pub(super) fn nodes(
        &mut self,
        view: &GridView<'_>,
        [level, above]: [&Level; 2],
        cluster: u32,
        links: &[u32],
        nodes: &mut Vec<u32>,
    ) {
        self.crossings.clear();
        let grid = view.grid();
        let rect = above.rect(cluster, grid.width(), grid.height());
        let (right, bottom) = (rect.x + rect.width - 1, rect.y + rect.height - 1);
        for child in Domain::children(level, above, cluster).clusters(level) {
            let block = level.block(child);
            for (&id, &part) in block.cells.iter().zip(block.parts) {
                let cell = grid.cell(NodeId::new(id));
                let is_inside =
                    cell.x > rect.x && cell.x < right && cell.y > rect.y && cell.y < bottom;
                if !is_inside {
                    self.add_crossings(view, [level, above], cluster, (id, part));
                }
            }
        }
        self.crossings.sort_small();
        nodes.clear();
        let gap = (1 << above.shift) / PER_SIDE;
        let mut last: Option<Crossing> = None;
        for &crossing in &self.crossings {
            let is_near = last.is_some_and(|last| {
                let group = |of: &Crossing| (of.other, of.parts, of.ways);
                group(&last) == group(&crossing) && crossing.along - last.along < gap
            });
            if !is_near {
                nodes.push(crossing.cells[usize::from(cluster > crossing.other)]);
                last = Some(crossing);
            }
        }
        nodes.extend_from_slice(links);
        nodes.sort_unstable();
        nodes.dedup();
    }

    /// The crossings at one node on the rim of a cluster.
    fn add_crossings(
        &mut self,
        view: &GridView<'_>,
        [level, above]: [&Level; 2],
        cluster: u32,
        (id, part): (u32, u32),
    ) {
        let grid = view.grid();
        let (node, cell) = (NodeId::new(id), grid.cell(NodeId::new(id)));
        let (out, into) = (view.steps_from(node), view.steps_into(node));
        for dir in Dir::ALL {
            if (out | into) & dir.bit() == 0 {
                continue;
            }
            let Some(end) = cell.step(dir) else { continue };
            let other = above.cluster_of(end);
            if other == cluster {
                continue;
            }
            let Some(end_node) = grid.node(end) else { continue };
            let block = level.block(level.cluster_of(end));
            let Some(place) = block.place(end_node.get()) else { continue };
            let mut ways = [out & dir.bit() != 0, into & dir.bit() != 0];
            let mut parts = [part, block.parts[place]];
            let mut cells = [id, end_node.get()];
            if other < cluster {
                (ways, parts, cells) =
                    ([ways[1], ways[0]], [parts[1], parts[0]], [cells[1], cells[0]]);
            }
            let first = grid.cell(NodeId::new(cells[0]));
            let along = self.along(above, [cluster, other], first);
            self.crossings.push(Crossing { other, parts, ways, along, cells });
        }
    }

    /// The position of a cell along the border of two clusters.
    fn along(&self, above: &Level, [one, other]: [u32; 2], cell: Cell) -> u32 {
        let [one, other] = [one, other].map(|cluster| above.place_of(cluster).1);
        if one == other { cell.y } else { cell.x }
    }
}
