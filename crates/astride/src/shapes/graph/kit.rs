//! What methods with an index keep for a graph, and how they answer a query.

use super::GraphView;
use crate::base::{Budget, Container, Cost, FileBytes, NodeId, PartsError, TablesError};
use crate::index::customisable::{self, CustomiseError, Customised, Skeleton};
use crate::index::hierarchy::{self, Hierarchy, HierarchyMemory};
use crate::index::hubs::{BuildError, HubLabels, HubOptions, SparseGraph, Summary, saved};
use crate::path::Path;
use crate::search::{
    Effort, Found, Goals, Guarantee, Method, OutOfBudget, Outcome, Part, PathQuery, Scratch,
    Starts, Unreachable, Unsupported, Why,
};
use crate::world::World;

/// The indexes of one graph at one revision, and their memory. After an edit they are rebuilt by
/// the next query.
#[derive(Debug, Default)]
pub struct GraphKit {
    /// The revision of the graph to which the indexes belong.
    revision: u64,
    hierarchy: Option<Hierarchy>,
    customised: Option<Customised<'static>>,
    labels: Option<HubLabels>,
    /// The skeleton of an earlier revision, which takes the costs of this one if no arc was added.
    skeleton: Option<Skeleton>,
    scratch: Scratch,
}

/// The index of one method, for a graph at one revision.
#[derive(Clone, Debug)]
pub enum GraphIndex {
    /// A hierarchy.
    Hierarchy(Hierarchy),
    /// A skeleton with the costs of the graph.
    Customisable(Box<Customised<'static>>),
    /// Labels.
    Labels(Box<HubLabels>),
}

/// What the file of an index says of itself, and of the graph from which it was built.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct GraphIndexFacts {
    /// The method that answers from it.
    pub method: Method,
    /// That of the graph, [`SparseGraph::fingerprint`]: it differs if an arc or a cost does. Of a
    /// skeleton, which is of no costs, that of its own tables.
    pub fingerprint: u64,
    /// Nodes of the graph.
    pub nodes: u32,
    /// Of a hierarchy or a skeleton the arcs in it, shortcuts among them; of labels the arcs of the
    /// graph.
    pub arcs: u64,
    /// Shortcuts that were added to the arcs of the graph; 0 for a skeleton, which does not tell them
    /// apart.
    pub shortcuts: u64,
    /// Whether one table serves both directions.
    pub is_symmetric: bool,
    /// More about labels.
    pub labels: Option<Summary>,
}

/// The nodes of a path, before they are handed out.
#[derive(Clone, Debug, Default)]
struct Nodes(Vec<u32>);

impl Part for Nodes {
    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u32>()
    }
}

/// The answer of an index. `ask` writes the nodes of a cheapest path, and returns its cost and how many
/// nodes were expanded.
fn answer_of(
    scratch: &mut Scratch,
    most: Cost,
    ask: impl FnOnce(&mut Scratch, &mut Vec<u32>) -> (Option<Cost>, u64),
) -> Outcome {
    let mut nodes = std::mem::take(scratch.part::<Nodes>());
    let (cost, expanded) = ask(scratch, &mut nodes.0);
    let outcome = told(cost, &nodes.0, most, expanded);
    *scratch.part() = nodes;
    outcome
}

fn climb(h: &Hierarchy, ends: [NodeId; 2], most: Cost, scratch: &mut Scratch) -> Outcome {
    let [from, to] = ends.map(NodeId::get);
    answer_of(scratch, most, |scratch, nodes| {
        let cost = h.path(from, to, scratch, nodes);
        (cost, scratch.part::<HierarchyMemory>().expanded())
    })
}

fn climb_customised(
    customised: &Customised<'_>,
    ends: [NodeId; 2],
    most: Cost,
    scratch: &mut Scratch,
) -> Outcome {
    let [from, to] = ends.map(NodeId::get);
    answer_of(scratch, most, |scratch, nodes| (customised.path(from, to, scratch, nodes), 0))
}

fn meet(labels: &HubLabels, ends: [NodeId; 2], most: Cost, scratch: &mut Scratch) -> Outcome {
    let [from, to] = ends.map(|end| [(end.get(), 0)]);
    answer_of(scratch, most, |scratch, nodes| {
        let memory = scratch.part();
        let meeting = labels.distance_in(&from, &to, memory);
        if let Some(meeting) = &meeting {
            labels.unpack_in(meeting, memory, nodes);
        }
        (meeting.map(|meeting| meeting.total), 0)
    })
}

impl GraphIndex {
    /// Builds the index of a method.
    pub(super) fn build(graph: &GraphView<'_>, method: Method) -> Result<Self, Unsupported> {
        let sparse = || {
            let most = "this graph has more than 2^30 nodes, expected at most that for an index";
            SparseGraph::of_world(graph).map_err(|_| Unsupported(most))
        };
        match method {
            Method::Hierarchy => {
                Hierarchy::build(&sparse()?).map(GraphIndex::Hierarchy).map_err(said)
            }
            Method::Customisable => {
                let sparse = sparse()?;
                let customised = Skeleton::build(&sparse).into_customised(&sparse);
                customised.map(GraphIndex::customisable).map_err(too_far)
            }
            Method::Labels => {
                let labels = HubLabels::build(&sparse()?, &HubOptions::default());
                labels.map(|labels| GraphIndex::Labels(Box::new(labels))).map_err(said)
            }
            _ => Err(Unsupported::NO_INDEX),
        }
    }

    fn customisable(customised: Customised<'static>) -> Self {
        GraphIndex::Customisable(Box::new(customised))
    }

    /// Loads an index of a graph as written by [`Hierarchy::save`], [`Skeleton::save`] or
    /// [`HubLabels::save`].
    pub(crate) fn load(graph: &GraphView<'_>, file: FileBytes<'_>) -> Result<Self, TablesError> {
        let sparse = SparseGraph::of_world(graph).map_err(|_| PartsError::Damaged {
            part: "shape",
            at: 0,
            expected: "a graph of at most 2^30 nodes",
        })?;
        if Container::kind(file.bytes()) == Some(saved::KIND) {
            let labels = HubLabels::load(file, &sparse)?;
            return Ok(GraphIndex::Labels(Box::new(labels)));
        }
        if Container::kind(file.bytes()) == Some(customisable::saved::KIND) {
            let customised = Skeleton::load(file.bytes())?.into_customised(&sparse);
            let other = |_: CustomiseError| PartsError::Damaged {
                part: "heads",
                at: 0,
                expected: "the arcs of the graph that is given, and no costs too high for them",
            };
            return Ok(GraphIndex::customisable(customised.map_err(other)?));
        }
        Hierarchy::load(file.bytes(), &sparse).map(GraphIndex::Hierarchy)
    }

    /// What a file of [`Hierarchy::save`], [`Skeleton::save`] or [`HubLabels::save`] holds, and of which
    /// graph, without the graph.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a file or not as they were written. Whether a hierarchy can answer is not
    /// checked before it is loaded.
    ///
    /// # Complexity
    ///
    /// O(bytes · log of the largest label).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::hierarchy::Hierarchy;
    /// use astride::index::hubs::SparseGraph;
    /// use astride::planner::Method;
    /// use astride::shapes::graph::GraphIndex;
    /// let roads = SparseGraph::from_arcs(3, &[(0, 1, 5), (1, 2, 7)])?;
    /// let file = Hierarchy::build(&roads)?.save(&roads);
    /// let told = GraphIndex::describe(&file)?;
    /// assert_eq!((told.method, told.nodes, told.arcs), (Method::Hierarchy, 3, 2));
    /// assert_eq!(told.fingerprint, roads.fingerprint());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe(bytes: &[u8]) -> Result<GraphIndexFacts, TablesError> {
        if Container::kind(bytes) == Some(saved::KIND) {
            let tables = Container::read(bytes, saved::KIND)?;
            let labels = HubLabels::take(&tables)?.summary();
            return Ok(GraphIndexFacts {
                method: Method::Labels,
                fingerprint: tables.world(),
                nodes: labels.nodes,
                arcs: labels.arcs,
                shortcuts: labels.shortcuts,
                is_symmetric: labels.symmetric,
                labels: Some(labels),
            });
        }
        if Container::kind(bytes) == Some(customisable::saved::KIND) {
            let skeleton = Skeleton::load(bytes)?;
            return Ok(GraphIndexFacts {
                method: Method::Customisable,
                fingerprint: Container::read(bytes, customisable::saved::KIND)?.world(),
                nodes: skeleton.node_count(),
                arcs: skeleton.arc_count() as u64,
                shortcuts: 0,
                is_symmetric: true,
                labels: None,
            });
        }
        let tables = Container::read(bytes, hierarchy::saved::KIND)?;
        let (nodes, arcs, shortcuts, is_symmetric) = Hierarchy::counts(&tables)?;
        let (method, fingerprint) = (Method::Hierarchy, tables.world());
        let labels = None;
        Ok(GraphIndexFacts { method, fingerprint, nodes, arcs, shortcuts, is_symmetric, labels })
    }

    /// The method that answers from it.
    pub(crate) fn method(&self) -> Method {
        match self {
            GraphIndex::Hierarchy(_) => Method::Hierarchy,
            GraphIndex::Customisable(_) => Method::Customisable,
            GraphIndex::Labels(_) => Method::Labels,
        }
    }

    /// A cheapest path, which counts as one expansion of the budget.
    pub(super) fn route(
        &self,
        ends: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Outcome {
        match (out_of(budget), self) {
            (Some(out), _) => out,
            (None, GraphIndex::Hierarchy(hierarchy)) => climb(hierarchy, ends, Cost::MAX, scratch),
            (None, GraphIndex::Customisable(customised)) => {
                climb_customised(customised, ends, Cost::MAX, scratch)
            }
            (None, GraphIndex::Labels(labels)) => meet(labels, ends, Cost::MAX, scratch),
        }
    }
}

/// The answer if the budget does not even allow to begin.
fn out_of(budget: &mut Budget<'_>) -> Option<Outcome> {
    let spent = budget.take()?;
    let effort = Effort::default();
    Some(Outcome::OutOfBudget(OutOfBudget { spent, lower_bound: 0, nearest: None, effort }))
}

impl GraphKit {
    /// The hierarchy, if that is the index.
    pub fn hierarchy(&self) -> Option<&Hierarchy> {
        self.hierarchy.as_ref()
    }

    /// The skeleton with the costs of the graph, if that is the index.
    pub fn customised(&self) -> Option<&Customised<'static>> {
        self.customised.as_ref()
    }

    /// The labels, if that is the index.
    pub fn labels(&self) -> Option<&HubLabels> {
        self.labels.as_ref()
    }

    /// Builds the index of a method, if it does not exist for this revision.
    pub(super) fn build(
        &mut self,
        graph: &GraphView<'_>,
        method: Method,
    ) -> Result<(), Unsupported> {
        self.forget_other(graph);
        let is_there = match method {
            Method::Hierarchy => self.hierarchy.is_some(),
            Method::Customisable => self.customised.is_some() || self.customise_again(graph),
            Method::Labels => self.labels.is_some(),
            _ => false,
        };
        if !is_there {
            self.keep(GraphIndex::build(graph, method)?);
        }
        Ok(())
    }

    /// Gives the skeleton of an earlier revision the costs of this one, if it has all of its arcs.
    fn customise_again(&mut self, graph: &GraphView<'_>) -> bool {
        let customised = self.skeleton.take().and_then(|skeleton| {
            let sparse = SparseGraph::of_world(graph).ok()?;
            skeleton.into_customised(&sparse).ok()
        });
        self.customised = customised;
        self.customised.is_some()
    }

    /// Forgets the indexes of another revision of the graph.
    fn forget_other(&mut self, graph: &GraphView<'_>) {
        if self.revision != graph.revision() {
            (self.hierarchy, self.labels) = (None, None);
            if let Some(customised) = self.customised.take() {
                self.skeleton = Some(customised.into_skeleton());
            }
            self.revision = graph.revision();
        }
    }

    fn keep(&mut self, index: GraphIndex) {
        match index {
            GraphIndex::Hierarchy(hierarchy) => self.hierarchy = Some(hierarchy),
            GraphIndex::Customisable(customised) => self.customised = Some(*customised),
            GraphIndex::Labels(labels) => self.labels = Some(*labels),
        }
    }

    /// The index of a method as a file, if it is built for this revision.
    pub(super) fn save(&self, graph: &GraphView<'_>, method: Method) -> Option<Vec<u8>> {
        let is_current = self.revision == graph.revision();
        let sparse = || SparseGraph::of_world(graph).ok().filter(|_| is_current);
        match method {
            Method::Hierarchy => Some(self.hierarchy.as_ref()?.save(&sparse()?)),
            Method::Customisable if is_current => Some(self.customised.as_ref()?.skeleton().save()),
            Method::Labels => Some(self.labels.as_ref()?.save(&sparse()?)),
            _ => None,
        }
    }

    /// Loads the index of a file, and returns the method that it serves.
    pub(super) fn load(
        &mut self,
        graph: &GraphView<'_>,
        bytes: &[u8],
    ) -> Result<Method, TablesError> {
        let index = GraphIndex::load(graph, bytes.into())?;
        let method = index.method();
        self.forget_other(graph);
        self.keep(index);
        Ok(method)
    }

    /// Answers by a method from its index.
    pub(super) fn answer(
        &mut self,
        graph: &GraphView<'_>,
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
            return Err(STALE);
        }
        if let Some(out) = out_of(budget) {
            return Ok(out);
        }
        let (ends, most) = ([start, goal], query.max_cost);
        match method {
            Method::Hierarchy => {
                let hierarchy = self.hierarchy.as_ref().ok_or(MISSING)?;
                Ok(climb(hierarchy, ends, most, &mut self.scratch))
            }
            Method::Customisable => {
                let customised = self.customised.as_ref().ok_or(MISSING)?;
                Ok(climb_customised(customised, ends, most, &mut self.scratch))
            }
            Method::Labels => {
                let labels = self.labels.as_ref().ok_or(MISSING)?;
                Ok(meet(labels, ends, most, &mut self.scratch))
            }
            _ => Err(Unsupported::NO_INDEX),
        }
    }

    /// The cost of a cheapest path by a method from its index.
    pub(super) fn cost(
        &mut self,
        graph: &GraphView<'_>,
        method: Method,
        ends: [NodeId; 2],
    ) -> Result<Option<Cost>, Unsupported> {
        if self.revision != graph.revision() {
            return Err(STALE);
        }
        let [from, to] = ends.map(NodeId::get);
        let scratch = &mut self.scratch;
        match method {
            Method::Hierarchy => {
                let hierarchy = self.hierarchy.as_ref().ok_or(MISSING)?;
                Ok(hierarchy.distance(from, to, scratch))
            }
            Method::Customisable => {
                let customised = self.customised.as_ref().ok_or(MISSING)?;
                Ok(customised.distance(from, to, scratch))
            }
            Method::Labels => {
                let labels = self.labels.as_ref().ok_or(MISSING)?;
                let meeting = labels.distance(&[(from, 0)], &[(to, 0)], scratch);
                Ok(meeting.map(|meeting| meeting.total))
            }
            _ => Err(Unsupported::NO_INDEX),
        }
    }
}

const STALE: Unsupported = Unsupported("the index is of another revision, build it again");
const MISSING: Unsupported = Unsupported("nothing is built for this method yet");

/// The goals of a query, with a list of a single goal replaced by that goal.
fn one_goal<'a>(query: &PathQuery<'a>) -> Goals<'a> {
    match query.goals {
        Goals::Any(&[goal]) => Goals::One(goal),
        goals => goals,
    }
}

fn told(cost: Option<Cost>, nodes: &[u32], most: Cost, expanded: u64) -> Outcome {
    let effort = Effort { expanded, ..Effort::default() };
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

/// Why a skeleton does not take the costs of the graph from whose arcs it was built.
fn too_far(_: CustomiseError) -> Unsupported {
    Unsupported(
        "a distance is 2147483647 ticks or more, expected less for this index; astar takes it",
    )
}

/// Why there is no index, as an error for a query.
fn said(error: BuildError) -> Unsupported {
    Unsupported(match error {
        BuildError::FreeArc => {
            "labels of some places need arcs that cost 1 tick or more, and one costs nothing; \
             hierarchy and astar take it"
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
