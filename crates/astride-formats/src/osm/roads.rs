//! Roads as a graph with geographic positions.

use std::collections::BTreeMap;

use astride::base::{NodeId, Vec2};
use astride::shapes::graph::{Graph, GraphBuilder};
use astride::world::World;

use super::network::Laid;
use super::place::{Coordinates, Plane};
use crate::error::FormatError;

/// A road network: a graph whose places are named by their ids in OpenStreetMap.
///
/// Every bend of a road is a place, so a path can be drawn as it is. If turns are restricted, a
/// place occurs several times: as the node returned by [`Roads::node`] for departures, and once
/// more for each way of arriving after which some turn is forbidden. A query to such a place uses
/// all of [`Roads::arrivals`] as its goals.
#[derive(Clone, Debug)]
pub struct Roads {
    /// The graph, whose positions are metres to the east and to the south.
    pub graph: Graph,
    /// The plane of the positions.
    plane: Plane,
    /// By node; copies have the coordinates of their places.
    coordinates: Vec<Coordinates>,
    /// The number of nodes that are not copies.
    originals: u32,
    /// `(original, copy)` in increasing order.
    copies: Vec<(u32, u32)>,
}

/// The place nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Its node in the graph.
    pub node: NodeId,
    /// Its straight-line distance from the point.
    pub metres: f64,
}

impl Roads {
    pub(super) fn of(laid: Laid, format: &'static str) -> Result<Roads, FormatError> {
        let Laid { ids, places, split } = laid;
        let mut builder = GraphBuilder::new();
        ids.iter().for_each(|id| _ = builder.place(&id.to_string()));
        let originals = ids.len() as u32;
        let (mut coordinates, mut copies, mut numbers) = (places, Vec::new(), BTreeMap::new());
        for (&original, copy) in split.copies.iter().zip(originals..) {
            let number = numbers.entry(original).and_modify(|number| *number += 1).or_insert(1);
            builder.place(&format!("{}/{number}", ids[original as usize]));
            coordinates.push(coordinates[original as usize]);
            copies.push((original, copy));
        }
        copies.sort_unstable();
        for piece in &split.pieces {
            builder.arc(piece.from, piece.to, piece.cost);
        }
        let south = coordinates.iter().map(|at| at.latitude()).fold(f64::INFINITY, f64::min);
        let north = coordinates.iter().map(|at| at.latitude()).fold(f64::NEG_INFINITY, f64::max);
        let plane = Plane::at(if coordinates.is_empty() { 0.0 } else { (south + north) / 2.0 });
        builder.positions(coordinates.iter().map(|&at| plane.lay(at)).collect());
        let graph = builder.finish().map_err(|error| {
            FormatError::new(format, error.to_string(), "roads that fit a graph")
        })?;
        Ok(Roads { graph, plane, coordinates, originals, copies })
    }

    /// The place of an OpenStreetMap node, for departures; `None` if no road leads there. O(log
    /// places).
    pub fn node(&self, id: i64) -> Option<NodeId> {
        self.graph.node_named(&id.to_string())
    }

    /// The nodes at which a path to this place may end: the place itself, and its copies.
    ///
    /// # Complexity
    ///
    /// O(log copies).
    pub fn arrivals(&self, node: NodeId) -> Vec<NodeId> {
        let begin = self.copies.partition_point(|&(original, _)| original < node.get());
        let own = self.copies[begin..].iter().take_while(|&&(original, _)| original == node.get());
        let copies = own.map(|&(_, copy)| NodeId::new(copy));
        std::iter::once(node).chain(copies).collect()
    }

    /// The position of a node.
    ///
    /// # Panics
    ///
    /// If the graph has no such node.
    pub fn coordinates(&self, node: NodeId) -> Coordinates {
        self.coordinates[node.index()]
    }

    /// Where a point lies among the positions of the graph, such as for
    /// [`RoadGrid::nearest_road`](astride::shapes::graph::RoadGrid::nearest_road), which then measures
    /// in metres.
    ///
    /// Lengths from east to west are right at the latitude in the middle of the roads; at latitude 45,
    /// they are wrong by a hundredth 64 km to the north or south of it. The plane ends at the 180th
    /// meridian, and roads on both sides of it are far apart.
    pub fn point(&self, at: Coordinates) -> Vec2 {
        self.plane.lay(at)
    }

    /// The place nearest to a point; ties go to the first. `None` if there are no roads.
    ///
    /// # Complexity
    ///
    /// O(places).
    pub fn nearest(&self, point: Coordinates) -> Option<Nearest> {
        let originals = &self.coordinates[..self.originals as usize];
        let metres = originals.iter().map(|&at| at.metres_to(point));
        let least = (0..).zip(metres).min_by(|a, b| a.1.total_cmp(&b.1));
        least.map(|(node, metres)| Nearest { node: NodeId::new(node), metres })
    }

    /// The number of additional nodes for turn restrictions.
    pub fn copy_count(&self) -> u32 {
        self.graph.node_count() - self.originals
    }
}
