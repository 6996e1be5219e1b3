//! Queries: a path over nodes, whose steps are computed later.

use super::domain::Domain;
use super::graph::{Graph, Nodes};
use super::window::Window;
use super::{Clusters, ClustersOptions, RouteError};
use crate::base::{Budget, Cell, Cost, NodeId};
use crate::search::{
    Effort, Found, Guarantee, OutOfBudget, Outcome, Part, Scratch, Unreachable, Why,
};
use crate::shapes::square::GridView;
use crate::world::{Way, World};

/// The memory of one running query: keep one per thread.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClustersMemory {
    pub(super) window: Window,
    pub(super) nodes: Nodes,
    pub(super) chain: Vec<NodeId>,
    pub(super) single: Vec<Cost>,
}

impl ClustersMemory {
    /// Bytes held.
    fn bytes(&self) -> usize {
        self.window.bytes()
            + self.nodes.bytes()
            + self.chain.capacity() * 4
            + self.single.capacity() * 8
    }
}

impl Part for ClustersMemory {
    fn bytes(&self) -> usize {
        ClustersMemory::bytes(self)
    }
}

/// A part of a path between nodes of a level, or the start, or the goal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    /// Whether it is an arc between clusters rather than a path inside one.
    pub(super) is_arc: bool,
}

impl Leg {
    /// Whether it is a link that may lead anywhere, so that no search extends across it.
    pub(super) fn is_far(&self, view: &GridView<'_>) -> bool {
        let [from, to] = [self.from, self.to].map(|node| view.grid().cell(node));
        self.is_arc && from.direction_to(to).is_none()
    }
}

/// A path from start to goal whose next steps are computed when they are requested.
#[derive(Clone, Debug)]
pub struct Route {
    pub(super) revision: u64,
    pub(super) options: ClustersOptions,
    pub(super) ends: [NodeId; 2],
    pub(super) cost: Cost,
    pub(super) effort: Effort,
    /// For each level the costs from the start to the nodes of its cluster, and from those of the
    /// goal's cluster to the goal.
    pub(super) known: [Vec<Vec<Cost>>; 2],
    /// For each level what is known of the path beyond what the levels below know, the next leg
    /// last.
    pub(super) legs: Vec<Vec<Leg>>,
    /// Where the steps returned so far end.
    pub(super) position: NodeId,
    /// Known cells beyond that, and their cost.
    pub(super) ahead: Vec<NodeId>,
    pub(super) ahead_cost: Cost,
    /// The steps returned last.
    pub(super) steps: Vec<NodeId>,
    pub(super) walked: Cost,
    /// Whether a part of the path could not be found again.
    pub(super) is_lost: bool,
}

/// The path may be longer than necessary.
fn found(route: Route) -> Outcome<Route> {
    let (effort, guarantee) = (route.effort, Guarantee::None);
    Outcome::Found(Found { path: route, guarantee, effort })
}

impl Clusters {
    /// Finds a path on the highest level. The budget counts the nodes expanded there.
    ///
    /// # Errors
    ///
    /// If the view belongs to another map, mover or revision than the clusters, or if a cell is off
    /// the map.
    ///
    /// # Complexity
    ///
    /// The nodes of the highest level, and those below in the clusters of start and goal.
    pub fn route(
        &self,
        view: &GridView<'_>,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome<Route>, RouteError> {
        let scratch = scratch.part::<ClustersMemory>();
        self.check(view)?;
        let node =
            |cell: Cell| view.grid().node(cell).ok_or(RouteError::OffMap { x: cell.x, y: cell.y });
        let ends = [node(from.into())?, node(to.into())?];
        let mut effort = Effort::default();
        let nowhere =
            |why, effort| Ok(Outcome::Unreachable(Unreachable { why, nearest: None, effort }));
        if !view.is_passable(ends[0]) {
            return nowhere(Why::StartBlocked, effort);
        }
        if !view.is_passable(ends[1]) {
            return nowhere(Why::GoalBlocked, effort);
        }
        let mut route = Route {
            revision: self.revision(),
            options: self.options,
            ends,
            cost: 0,
            effort,
            known: [Vec::new(), Vec::new()],
            legs: vec![Vec::new(); self.levels.len()],
            position: ends[0],
            ahead: Vec::new(),
            ahead_cost: 0,
            steps: Vec::new(),
            walked: 0,
            is_lost: false,
        };
        if ends[0] == ends[1] {
            return Ok(found(route));
        }
        let best = self.best(view, &mut route, scratch, budget, &mut effort.expanded);
        effort.bytes = scratch.bytes() as u64;
        match best {
            Err(spent) => {
                let lower_bound = 0;
                let out = OutOfBudget { spent, lower_bound, nearest: None, effort };
                Ok(Outcome::OutOfBudget(out))
            }
            Ok(None) => nowhere(Why::Enclosed { seen: effort.expanded }, effort),
            Ok(Some(cost)) => {
                (route.cost, route.effort) = (cost, effort);
                Ok(found(route))
            }
        }
    }

    /// Computes, for all levels up to `at`, the costs from the start to the nodes of its clusters,
    /// and from those of the goal's clusters to the goal.
    pub(super) fn approach(
        &self,
        view: &GridView<'_>,
        route: &mut Route,
        at: usize,
        scratch: &mut ClustersMemory,
    ) {
        for (end, way) in [(0, Way::Forward), (1, Way::Backward)] {
            while route.known[end].len() <= at {
                let costs = self.costs_at(view, route.ends[end], way, &route.known[end], scratch);
                route.known[end].push(costs);
            }
        }
    }

    /// The costs between a cell and the nodes of its cluster, within it, on the next level after
    /// those `known`.
    fn costs_at(
        &self,
        view: &GridView<'_>,
        end: NodeId,
        way: Way,
        known: &[Vec<Cost>],
        scratch: &mut ClustersMemory,
    ) -> Vec<Cost> {
        let (grid, at) = (view.grid(), known.len());
        let (cell, level) = (grid.cell(end), &self.levels[at]);
        let cluster = level.cluster_of(cell);
        let cells = level.block(cluster).cells.iter();
        if at == 0 {
            scratch.window.read(view, level.rect(cluster, grid.width(), grid.height()));
            scratch.window.spread(view, cell, way);
            let cost = |&id: &u32| scratch.window.cost(grid.cell(NodeId::new(id)));
            return cells.map(|id| cost(id).unwrap_or(Cost::MAX)).collect();
        }
        let below = &self.levels[at - 1];
        let domain = Domain::children(below, level, cluster);
        let graph = Graph { view, level: below, domain, way };
        scratch.nodes.begin(&graph);
        scratch.nodes.start_at_all(&graph, cell, &known[at - 1]);
        scratch.nodes.spread(&graph);
        cells.map(|&id| scratch.nodes.cost(&graph, id).unwrap_or(Cost::MAX)).collect()
    }
}
