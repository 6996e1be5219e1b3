//! What methods with an index keep of a graph, and how they answer a query.

use super::Graph;
use crate::base::{Budget, Cost, NodeId};
use crate::index::hierarchy::{Hierarchy, HierarchyScratch};
use crate::index::hubs::{BuildError, HubLabels, HubOptions, HubScratch, SparseGraph};
use crate::path::Path;
use crate::search::{
    Effort, Found, Goals, Guarantee, Method, OutOfBudget, Outcome, PathQuery, Starts, Unreachable,
    Unsupported, Why,
};
use crate::world::World;

/// The indexes of one graph at one revision, and their memory. After an edit they are built from
/// scratch by the next question.
#[derive(Debug, Default)]
pub struct GraphKit {
    /// Of the graph that the indexes are of.
    revision: u64,
    hierarchy: Option<Hierarchy>,
    labels: Option<HubLabels>,
    climbs: HierarchyScratch,
    hubs: HubScratch,
    nodes: Vec<u32>,
}

impl GraphKit {
    /// The hierarchy, if there is one.
    pub fn hierarchy(&self) -> Option<&Hierarchy> {
        self.hierarchy.as_ref()
    }

    /// The labels, if there are any.
    pub fn labels(&self) -> Option<&HubLabels> {
        self.labels.as_ref()
    }

    /// Builds what a method answers from, if it is not there for this revision.
    pub(super) fn build(&mut self, graph: &Graph, method: Method) -> Result<(), Unsupported> {
        if self.revision != graph.revision() {
            (self.hierarchy, self.labels) = (None, None);
            self.revision = graph.revision();
        }
        let sparse = || {
            let most = "this graph has more than 2^30 nodes, expected at most that for an index";
            SparseGraph::of_world(graph).map_err(|_| Unsupported(most))
        };
        match method {
            Method::Hierarchy if self.hierarchy.is_none() => {
                self.hierarchy = Some(Hierarchy::build(&sparse()?).map_err(said)?);
            }
            Method::Labels if self.labels.is_none() => {
                let labels = HubLabels::build(&sparse()?, &HubOptions::default());
                self.labels = Some(labels.map_err(said)?);
            }
            Method::Hierarchy | Method::Labels => {}
            _ => return Err(Unsupported::NO_INDEX),
        }
        Ok(())
    }

    /// Answers by a method from what was built for it.
    pub(super) fn answer(
        &mut self,
        graph: &Graph,
        method: Method,
        query: &PathQuery<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, Unsupported> {
        let (Starts::One(start), Goals::One(goal)) = (query.starts, one_goal(query)) else {
            return Err(Unsupported(
                "this method goes from one start to one goal, astar to any of many",
            ));
        };
        if query.nearest {
            return Err(Unsupported(
                "this method cannot name the nearest reachable node, astar can",
            ));
        }
        if self.revision != graph.revision() {
            return Err(Unsupported("the index is of another revision, build it again"));
        }
        if let Some(spent) = budget.take() {
            let effort = Effort::default();
            let none = OutOfBudget { spent, lower_bound: 0, nearest: None, effort };
            return Ok(Outcome::OutOfBudget(none));
        }
        let missing = Unsupported("nothing is built for this method yet");
        let ends = [start, goal].map(NodeId::get);
        let (cost, expanded) = match method {
            Method::Hierarchy => {
                let hierarchy = self.hierarchy.as_ref().ok_or(missing)?;
                let cost = hierarchy.path(ends[0], ends[1], &mut self.climbs, &mut self.nodes);
                (cost, self.climbs.expanded())
            }
            Method::Labels => {
                let labels = self.labels.as_ref().ok_or(missing)?;
                let (from, to) = ([(ends[0], 0)], [(ends[1], 0)]);
                let meeting = labels.distance(&from, &to, &mut self.hubs);
                if let Some(meeting) = &meeting {
                    labels.unpack(meeting, &mut self.hubs, &mut self.nodes);
                }
                (meeting.map(|meeting| meeting.total), 0)
            }
            _ => return Err(Unsupported::NO_INDEX),
        };
        let effort = Effort { expanded, ..Effort::default() };
        Ok(told(cost, &self.nodes, query.max_cost, effort))
    }
}

/// The goals of a query, where several named ones that are only one are that one.
fn one_goal<'a>(query: &PathQuery<'a>) -> Goals<'a> {
    match query.goals {
        Goals::Any(&[goal]) => Goals::One(goal),
        goals => goals,
    }
}

fn told(cost: Option<Cost>, nodes: &[u32], most: Cost, effort: Effort) -> Outcome {
    let within = cost.filter(|&cost| cost <= most);
    let nodes = nodes.iter().map(|&node| NodeId::new(node)).collect();
    match within.and_then(|cost| Path::new(nodes, cost)) {
        Some(path) => Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort }),
        None => {
            let seen = effort.expanded;
            let why = if cost.is_some() { Why::TooCostly } else { Why::Enclosed { seen } };
            Outcome::Unreachable(Unreachable { why, nearest: None, effort })
        }
    }
}

/// Why there is no index, in the words of those who asked for a path.
fn said(error: BuildError) -> Unsupported {
    Unsupported(match error {
        BuildError::FreeArc => {
            "labels need arcs that cost 1 tick or more, and one costs nothing; hierarchy and astar \
             take it"
        }
        BuildError::TooFar => {
            "a distance is 4294967295 ticks or more, expected less for an index; astar takes it"
        }
        BuildError::TooDense { .. } | BuildError::TooLarge { .. } | BuildError::Cancelled => {
            "this graph has too many arcs for an index, expected a sparse one such as roads; astar \
             takes it"
        }
    })
}
