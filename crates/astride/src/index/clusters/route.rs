//! Asking: a way on the highest level, and how its parts become ways on lower ones.

use crate::base::{Budget, Cell, Cost, NodeId, Spent};
use crate::index::clusters::graph::{Domain, End, Graph, Nodes};
use crate::index::clusters::window::Window;
use crate::index::clusters::{Clusters, RouteError};
use crate::search::{Effort, OutOfBudget, Unreachable, Why};
use crate::world::{GridView, Way, World};

/// The memory of one running question: keep one per thread.
#[derive(Clone, Debug, Default)]
pub struct ClustersScratch {
    pub(super) window: Window,
    nodes: Nodes,
    chain: Vec<NodeId>,
    single: Vec<Cost>,
}

impl ClustersScratch {
    /// Memory that has answered nothing yet.
    pub fn new() -> Self {
        ClustersScratch::default()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.window.bytes()
            + self.nodes.bytes()
            + self.chain.capacity() * 4
            + self.single.capacity() * 8
    }
}

/// The answer to a question.
#[derive(Clone, Debug)]
#[must_use]
pub enum RouteOutcome {
    /// There is a way.
    Found(Route),
    /// There is none.
    Unreachable(Unreachable),
    /// The budget ran out; ask again with more.
    OutOfBudget(OutOfBudget),
}

impl RouteOutcome {
    /// The way, if there is one.
    pub fn route(self) -> Option<Route> {
        match self {
            RouteOutcome::Found(route) => Some(route),
            _ => None,
        }
    }

    /// What the search on the highest level took.
    pub fn effort(&self) -> Effort {
        match self {
            RouteOutcome::Found(route) => route.effort,
            RouteOutcome::Unreachable(unreachable) => unreachable.effort,
            RouteOutcome::OutOfBudget(out) => out.effort,
        }
    }
}

/// A way from start to goal of which the next steps are worked out when they are asked for.
#[derive(Clone, Debug)]
pub struct Route {
    pub(super) revision: u64,
    pub(super) ends: [NodeId; 2],
    pub(super) cost: Cost,
    pub(super) effort: Effort,
    /// Per level the costs from the start, and to the goal, of the nodes of their clusters.
    known: [Vec<Vec<Cost>>; 2],
    /// What is left of the way, the next part last.
    pub(super) legs: Vec<Leg>,
    /// Where the steps handed out so far lead.
    pub(super) position: NodeId,
    /// Cells known beyond that, and what they cost.
    pub(super) ahead: Vec<NodeId>,
    pub(super) ahead_cost: Cost,
    /// The steps handed out last.
    pub(super) steps: Vec<NodeId>,
    pub(super) walked: Cost,
}

/// A part of a way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub(super) from: NodeId,
    pub(super) to: NodeId,
    /// 0 for an arc; else how many levels know the cluster it stays in.
    pub(super) height: usize,
    /// Whether its ends are the start and the goal, which need not be nodes.
    is_loose: [bool; 2],
}

/// A way among the nodes of a level, left in the scratch, or one that stays in one cluster.
struct Best {
    cost: Cost,
    is_inside: bool,
}

impl Clusters {
    /// Finds a way on the highest level. The budget counts the nodes expanded there.
    ///
    /// # Errors
    ///
    /// If the view is of another map or mover, or of another revision than the clusters, or a cell
    /// is off the map.
    ///
    /// # Complexity
    ///
    /// The nodes of the highest level, and those below in the clusters of start and goal.
    pub fn route(
        &self,
        view: &GridView<'_>,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        scratch: &mut ClustersScratch,
        budget: &mut Budget<'_>,
    ) -> Result<RouteOutcome, RouteError> {
        self.check(view)?;
        let node =
            |cell: Cell| view.grid().node(cell).ok_or(RouteError::OffMap { x: cell.x, y: cell.y });
        let ends = [node(from.into())?, node(to.into())?];
        let mut effort = Effort::default();
        let nowhere =
            |why, effort| Ok(RouteOutcome::Unreachable(Unreachable { why, nearest: None, effort }));
        if !view.is_passable(ends[0]) {
            return nowhere(Why::StartBlocked, effort);
        }
        if !view.is_passable(ends[1]) {
            return nowhere(Why::GoalBlocked, effort);
        }
        let known = [(0, Way::Forward), (1, Way::Backward)]
            .map(|(end, way)| self.approach(view, ends[end], way, scratch));
        let mut route = Route {
            revision: self.revision,
            ends,
            cost: 0,
            effort,
            known,
            legs: Vec::new(),
            position: ends[0],
            ahead: Vec::new(),
            ahead_cost: 0,
            steps: Vec::new(),
            walked: 0,
        };
        if ends[0] == ends[1] {
            return Ok(RouteOutcome::Found(route));
        }
        let top = self.levels.len() - 1;
        let leg = Leg { from: ends[0], to: ends[1], height: top + 2, is_loose: [true; 2] };
        let domain = Domain::all(&self.levels[top]);
        let best =
            self.best(view, &route, leg, (top, domain), scratch, budget, &mut effort.expanded);
        effort.bytes = scratch.bytes() as u64;
        match best {
            Err(spent) => {
                let lower_bound = 0;
                let out = OutOfBudget { spent, lower_bound, nearest: None, effort };
                Ok(RouteOutcome::OutOfBudget(out))
            }
            Ok(None) => nowhere(Why::Enclosed { seen: effort.expanded }, effort),
            Ok(Some(best)) => {
                (route.cost, route.effort) = (best.cost, effort);
                self.push_legs(view, &mut route, leg, top, best.is_inside, scratch);
                Ok(RouteOutcome::Found(route))
            }
        }
    }

    /// Per level, the costs between a cell and the nodes of its cluster within the cluster.
    fn approach(
        &self,
        view: &GridView<'_>,
        end: NodeId,
        way: Way,
        scratch: &mut ClustersScratch,
    ) -> Vec<Vec<Cost>> {
        let grid = view.grid();
        let cell = grid.cell(end);
        let mut known: Vec<Vec<Cost>> = Vec::with_capacity(self.levels.len());
        for (at, level) in self.levels.iter().enumerate() {
            let cluster = level.cluster_of(cell);
            let block = level.block(cluster);
            let costs = if at == 0 {
                scratch.window.read(view, level.rect(cluster, grid.width(), grid.height()));
                scratch.window.spread(view, cell, way);
                let cost = |&id: &u32| scratch.window.cost(grid.cell(NodeId::new(id)));
                block.cells.iter().map(|id| cost(id).unwrap_or(Cost::MAX)).collect()
            } else {
                let below = &self.levels[at - 1];
                let domain = Domain::children(below, level, cluster);
                let graph = Graph { view, level: below, domain, way };
                scratch.nodes.begin(&graph);
                scratch.nodes.start_at_all(&graph, below.cluster_of(cell), &known[at - 1]);
                scratch.nodes.spread(&graph);
                let cost = |&id: &u32| {
                    let child = below.cluster_of(grid.cell(NodeId::new(id)));
                    scratch.nodes.cost(&graph, child, id)
                };
                block.cells.iter().map(|id| cost(id).unwrap_or(Cost::MAX)).collect()
            };
            known.push(costs);
        }
        known
    }

    /// The cheapest way of a leg over the nodes of a level, or within one cluster of it if both
    /// ends lie there.
    #[allow(clippy::too_many_arguments)]
    fn best(
        &self,
        view: &GridView<'_>,
        route: &Route,
        leg: Leg,
        (at, domain): (usize, Domain),
        scratch: &mut ClustersScratch,
        budget: &mut Budget<'_>,
        expanded: &mut u64,
    ) -> Result<Option<Best>, Spent> {
        let (grid, level) = (view.grid(), &self.levels[at]);
        let cells = [grid.cell(leg.from), grid.cell(leg.to)];
        let clusters = cells.map(|cell| level.cluster_of(cell));
        let mut inside = None;
        if leg.is_loose == [true; 2] && clusters[0] == clusters[1] {
            inside = if at == 0 {
                let rect = level.rect(clusters[0], grid.width(), grid.height());
                scratch.window.path(view, rect, cells).map(|(cost, _)| cost)
            } else {
                let below = Domain::children(&self.levels[at - 1], level, clusters[0]);
                let best =
                    self.best(view, route, leg, (at - 1, below), scratch, budget, expanded)?;
                best.map(|best| best.cost)
            };
        }
        let graph = Graph { view, level, domain, way: Way::Forward };
        let nodes = &mut scratch.nodes;
        nodes.begin(&graph);
        if leg.is_loose[0] {
            nodes.start_at_all(&graph, clusters[0], &route.known[0][at]);
        } else {
            nodes.start_at(&graph, clusters[0], leg.from.get());
        }
        let mut costs = &route.known[1][at];
        if !leg.is_loose[1] {
            let is_goal = |&id: &u32| if id == leg.to.get() { 0 } else { Cost::MAX };
            scratch.single.clear();
            scratch.single.extend(level.block(clusters[1]).cells.iter().map(is_goal));
            costs = &scratch.single;
        }
        let end = End { cluster: clusters[1], costs, cell: leg.to };
        let over = nodes.search(&graph, end, budget, expanded)?;
        if let Some((_, last)) = over {
            nodes.chain(last, &mut scratch.chain);
        }
        Ok(match (inside, over) {
            (Some(cost), over) if over.is_none_or(|(other, _)| cost <= other) => {
                Some(Best { cost, is_inside: true })
            }
            (_, over) => over.map(|(cost, _)| Best { cost, is_inside: false }),
        })
    }

    /// Replaces a leg by those of the way that was found for it on a level.
    fn push_legs(
        &self,
        view: &GridView<'_>,
        route: &mut Route,
        leg: Leg,
        at: usize,
        is_inside: bool,
        scratch: &ClustersScratch,
    ) {
        if is_inside {
            route.legs.push(Leg { height: at + 1, ..leg });
            return;
        }
        let level = &self.levels[at];
        let cluster = |node: NodeId| level.cluster_of(view.grid().cell(node));
        let chain = &scratch.chain;
        let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else { return };
        if leg.to != last {
            let is_loose = [false, leg.is_loose[1]];
            route.legs.push(Leg { from: last, height: at + 1, is_loose, ..leg });
        }
        for pair in chain.windows(2).rev() {
            let is_within = cluster(pair[0]) == cluster(pair[1]);
            let height = if is_within { at + 1 } else { 0 };
            route.legs.push(Leg { from: pair[0], to: pair[1], height, is_loose: [false; 2] });
        }
        if leg.from != first {
            let is_loose = [leg.is_loose[0], false];
            route.legs.push(Leg { to: first, height: at + 1, is_loose, ..leg });
        }
    }

    /// Takes the next leg of a route, one within a cluster of the lowest level or an arc.
    pub(super) fn next_leg(
        &self,
        view: &GridView<'_>,
        route: &mut Route,
        scratch: &mut ClustersScratch,
    ) -> Option<Leg> {
        loop {
            let leg = route.legs.pop()?;
            if leg.height < 2 {
                return Some(leg);
            }
            let (at, above) = (leg.height - 2, &self.levels[leg.height - 1]);
            let cluster = above.cluster_of(view.grid().cell(leg.from));
            let domain = Domain::children(&self.levels[at], above, cluster);
            let (budget, mut expanded) = (&mut Budget::unlimited(), 0);
            let best = self.best(view, route, leg, (at, domain), scratch, budget, &mut expanded);
            // The cost of the leg came from this very search, so there is a way.
            let Ok(Some(best)) = best else { continue };
            self.push_legs(view, route, leg, at, best.is_inside, scratch);
        }
    }
}
