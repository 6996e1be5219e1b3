//! Graphs among the contestants: the engine's own graph and the indexes built for it.

use super::{Asked, Field, Leftover, Own, Plain, Refusal, Refused, Reply, Worth};
use crate::judge::Claim;
use crate::world::{RefWorld, Shape};
use astride::base::{Budget, Cost, NodeId, Weight};
use astride::index::hierarchy::Hierarchy;
use astride::index::hubs::{BuildError, HubLabels, HubOptions, SparseGraph};
use astride::search::{
    Estimate, Found, Guarantee, Heuristic, Outcome, PathQuery, Promise, Scratch,
};
use astride::shapes::Shape as _;
use astride::shapes::graph::{AimedOnGraph, Graph, GraphHeuristic, GraphKit, GraphMover};

/// A list of arcs, which the engine sees as its own graph.
#[derive(Debug, Clone)]
pub struct GraphWorld(pub RefWorld);

impl GraphWorld {
    /// Nodes `0..nodes` and arcs between them.
    pub fn new(nodes: usize, arcs: Vec<crate::world::Arc>) -> GraphWorld {
        GraphWorld(RefWorld { passable: vec![true; nodes], arcs })
    }

    /// The engine's graph.
    ///
    /// # Panics
    ///
    /// If the engine rejects the arcs.
    pub fn graph(&self) -> Graph {
        let arcs =
            self.0.arcs.iter().map(|&(from, to, cost)| (from as u32, to as u32, cost as u32));
        let arcs: Vec<_> = arcs.collect();
        Graph::from_arcs(self.0.passable.len() as u32, &arcs).expect("arcs of a graph")
    }
}

impl Shape for GraphWorld {
    fn write(&self) -> RefWorld {
        self.0.clone()
    }

    fn guess(&self, _from: usize, _to: usize) -> u64 {
        0
    }

    fn place(&self, node: usize) -> String {
        node.to_string()
    }

    fn draw(&self) -> String {
        self.0.draw()
    }
}

/// Names a heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guess {
    /// The straight-line distance, if the graph has positions.
    Line,
    /// Twice that.
    Eager,
}

/// A heuristic on a graph.
#[derive(Debug, Clone)]
pub struct GraphGuess {
    line: GraphHeuristic,
    guess: Guess,
}

/// [`GraphGuess`] for given goals.
#[derive(Debug, Clone)]
pub struct GraphAimed {
    line: AimedOnGraph,
    times: Cost,
}

impl Heuristic for GraphGuess {
    type Aimed = GraphAimed;

    fn aim(&self, goals: &mut dyn Iterator<Item = NodeId>) -> GraphAimed {
        let times = if self.guess == Guess::Eager { 2 } else { 1 };
        GraphAimed { line: self.line.aim(goals), times }
    }

    fn promise(&self) -> Promise {
        match self.guess {
            Guess::Line => self.line.promise(),
            Guess::Eager => Promise::Bounded(Weight::TWICE),
        }
    }
}

impl Estimate for GraphAimed {
    fn estimate(&self, node: NodeId) -> Cost {
        self.line.estimate(node) * self.times
    }
}

impl Field for GraphWorld {
    type View<'a> = &'a Graph;
    type Guess = Guess;
    type Heuristic = GraphGuess;
    type Memory = Scratch;

    const GUESSES: &'static [Guess] = &[Guess::Line, Guess::Eager];

    const OWN: &'static [Own<GraphWorld>] = &[
        own("hierarchy", by_hierarchy),
        own("labels", |graph, _| by_labels(graph, HubOptions::default())),
        // From most nodes the search has to climb to one with labels.
        own("few labels", |graph, _| by_labels(graph, HubOptions::default().most_stored(2))),
        own("kit", |_, _| Ok(by_kit())),
    ];

    fn heuristic(view: &&Graph, guess: Guess) -> GraphGuess {
        GraphGuess { line: view.heuristic(), guess }
    }

    fn worth(&self, guess: Guess) -> Worth {
        match guess {
            Guess::Line => Worth::Consistent,
            Guess::Eager => Worth::Within(2, 1),
        }
    }

    fn check_refusal(&self, own: &str, refused: Option<Refused>) -> Result<(), String> {
        let is_free = self.0.arcs.iter().any(|&(from, to, cost)| cost == 0 && from != to);
        // Sums are checked against the worst case: the method may refuse, but need not.
        let sum: u64 = self.0.arcs.iter().map(|arc| arc.2).sum();
        // Two nodes are all that have labels, so in smaller graphs these are labels of all nodes.
        let is_partial = own == "few labels" && self.0.passable.len() > 2;
        match refused {
            Some(Refused::Map) if is_free && is_partial => Ok(()),
            None if is_free && is_partial => Err(format!("{own}: free arcs taken")),
            Some(Refused::TooCostly) if sum >= u64::from(u32::MAX) => Ok(()),
            None => Ok(()),
            Some(refused) => Err(format!("{own}: {refused:?} refused")),
        }
    }
}

const fn own(name: &'static str, make: super::Make<GraphWorld>) -> Own<GraphWorld> {
    Own { name, claim: Claim::Optimal, is_sliced: false, make }
}

fn sparse(graph: &Graph) -> SparseGraph {
    SparseGraph::of_world(graph).expect("a small graph")
}

fn refusal(error: BuildError) -> Refusal {
    let refused = match error {
        BuildError::FreeArc => Refused::Map,
        BuildError::TooFar => Refused::TooCostly,
        error => panic!("{error}"),
    };
    Refusal { refused, fault: None }
}

fn told(cost: Option<Cost>, nodes: &[u32]) -> Reply {
    let nodes = nodes.iter().map(|&node| NodeId::new(node)).collect();
    let path = cost.and_then(|cost| astride::path::Path::new(nodes, cost));
    let Some(path) = path else { return Reply::plain(None) };
    let (guarantee, effort) = (Guarantee::Optimal, Default::default());
    Reply::told(&Outcome::Found(Found { path, guarantee, effort }))
}

type Left<'a, 'b> = Option<&'a Leftover<'b, GraphWorld>>;

fn by_hierarchy(graph: &&Graph, _: Left<'_, '_>) -> Result<Asked<GraphWorld>, Refusal> {
    let hierarchy = Hierarchy::build(&sparse(graph)).map_err(refusal)?;
    Ok(Box::new(move |_, plain: Plain, scratch| {
        let [from, to] = plain.ends.map(NodeId::get);
        let mut nodes = Vec::new();
        let cost = hierarchy.path(from, to, scratch, &mut nodes);
        let matrix = hierarchy.matrix(&[from], &[from, to], scratch);
        let listed = Some(matrix[0][1]).filter(|&cost| cost != Cost::MAX);
        let alone = hierarchy.distance(from, to, scratch);
        told(cost, &nodes).agrees_with(alone).agrees_with(listed)
    }))
}

fn by_labels(graph: &Graph, options: HubOptions) -> Result<Asked<GraphWorld>, Refusal> {
    let labels = HubLabels::build(&sparse(graph), &options).map_err(refusal)?;
    Ok(Box::new(move |_, plain: Plain, scratch| {
        let [from, to] = plain.ends.map(|end| [(end.get(), 0)]);
        let mut nodes = Vec::new();
        let meeting = labels.distance(&from, &to, scratch);
        if let Some(meeting) = &meeting {
            labels.unpack(meeting, scratch, &mut nodes);
        }
        told(meeting.map(|meeting| meeting.total), &nodes)
    }))
}

/// Queries the way the front ends do.
fn by_kit() -> Asked<GraphWorld> {
    let mut kit = GraphKit::default();
    Box::new(move |graph: &&Graph, plain: Plain, _| {
        let method = astride::search::Method::Hierarchy;
        if graph.build(&GraphMover::new(), method, &mut kit).is_err() {
            return Reply::refused(Refusal { refused: Refused::TooCostly, fault: None });
        }
        let (query, budget) =
            (PathQuery::new(plain.ends[0], plain.ends[1]), &mut Budget::unlimited());
        match graph.answer(&GraphMover::new(), method, &query, &mut kit, budget, None) {
            Ok(outcome) => Reply::told(&outcome),
            Err(error) => Reply::faulty(error.to_string()),
        }
    })
}
