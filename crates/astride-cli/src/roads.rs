//! Places of roads by their numbers in OpenStreetMap, or by their coordinates.

use astride::base::{NodeId, Vec2};
use astride::shapes::graph::Graph;
use astride_formats::{Coordinates, CoordinatesError, Roads};

use crate::error::Failure;
use crate::report::complain;

/// The names of places of roads.
pub(crate) struct RoadNames(Roads);

impl RoadNames {
    pub(crate) fn of(roads: Roads) -> Self {
        RoadNames(roads)
    }

    /// Where coordinates lie among the positions of the graph; `None` if a name is not written like
    /// coordinates.
    pub(crate) fn point(&self, name: &str, option: &str) -> Option<Result<Vec2, Failure>> {
        let point: Result<Coordinates, CoordinatesError> =
            name.contains(',').then(|| name.parse())?;
        Some(point.map(|point| self.0.point(point)).map_err(|error| not_coordinates(option, error)))
    }

    /// Where the nodes are on the globe.
    pub(crate) fn degrees(&self) -> Vec<Coordinates> {
        self.0.graph.nodes().map(|node| self.0.coordinates(node)).collect()
    }

    /// The roads.
    pub(crate) fn graph(&self) -> &Graph {
        &self.0.graph
    }

    /// The place of a name, as a start: a number, or coordinates near it.
    pub(crate) fn node(&self, name: &str, option: &str) -> Result<NodeId, Failure> {
        if let Ok(id) = name.trim().parse() {
            let message = || format!("no road that is taken leads over node {name}");
            return self.0.node(id).ok_or_else(|| Failure::at(option, message()));
        }
        let point: Coordinates = name.parse().map_err(|error| not_coordinates(option, error))?;
        let near = self.0.nearest(point);
        let near = near.ok_or_else(|| Failure::at(option, "there are no roads that are taken"))?;
        let (at, metres) = (self.name(near.node), near.metres);
        complain(&format!("{option} {name} is {metres:.0} metres from node {at}, taking that"));
        Ok(near.node)
    }

    /// The place of which a node may be a copy.
    pub(crate) fn original(&self, node: NodeId) -> Option<NodeId> {
        self.0.node(self.name(node).parse().ok()?)
    }

    /// All nodes at which a path to some places may arrive.
    pub(crate) fn arrivals(&self, goals: &[NodeId]) -> Vec<NodeId> {
        goals.iter().flat_map(|&goal| self.0.arrivals(goal)).collect()
    }

    /// The name of the place of a node, as in the file.
    pub(crate) fn name(&self, node: NodeId) -> String {
        let name = self.0.graph.name(node);
        name.split('/').next().unwrap_or(name).to_owned()
    }
}

fn not_coordinates(option: &str, error: CoordinatesError) -> Failure {
    Failure::of_at(option, error).advised("or the number of a node such as 21911863")
}
