//! Paths over nodes: the level on which one is found, and how its parts are refined on lower
//! levels.

use super::domain::Domain;
use super::graph::{End, Graph};
use super::route::{ClustersMemory, Leg};
use super::{Clusters, Route};
use crate::base::{Budget, Cost, NodeId, Spent};
use crate::shapes::square::GridView;
use crate::world::{Way, World};

/// With fewer legs than this ahead, a level searches further.
const FEW: usize = 8;

/// The number of legs of the level above for which it then searches.
const MORE: usize = 4;

/// The query, and what is known about both ends.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    pub(super) view: &'a GridView<'a>,
    pub(super) ends: [NodeId; 2],
    pub(super) known: &'a [Vec<Vec<Cost>>; 2],
}

impl Clusters {
    /// The cheapest path over the nodes of the highest level, or over those of a lower one within
    /// the clusters of start and goal if these are adjacent.
    pub(super) fn best(
        &self,
        view: &GridView<'_>,
        route: &mut Route,
        scratch: &mut ClustersMemory,
        budget: &mut Budget<'_>,
        expanded: &mut u64,
    ) -> Result<Option<Cost>, Spent> {
        let (grid, ends) = (view.grid(), route.ends);
        let cells = ends.map(|end| grid.cell(end));
        let least = view.estimate(ends[0], ends[1]);
        let (mut best, mut found) = (None, Vec::new());
        let mut take = |route: &mut Route, at: usize, cost, found: &mut Vec<Leg>| {
            if let Some(cost) = cost
                && best.is_none_or(|known| cost < known)
            {
                best = Some(cost);
                route.legs.iter_mut().for_each(Vec::clear);
                std::mem::swap(&mut route.legs[at], found);
            }
            best.filter(|&cost| cost == least && !view.has_links())
        };
        if let Some(near) = Domain::around(&self.levels[0], cells) {
            let rect = near.rect(&self.levels[0], grid.width(), grid.height());
            let cost = scratch.window.path(view, rect, cells).map(|(cost, _)| cost);
            found.push(Leg { from: ends[0], to: ends[1], is_arc: false });
            if let Some(cost) = take(route, 0, cost, &mut found) {
                return Ok(Some(cost));
            }
        }
        for (at, level) in self.levels.iter().enumerate() {
            let domain = match self.levels.get(at + 1) {
                Some(above) => match Domain::around(above, cells) {
                    Some(near) => near.below(above, level),
                    None => continue,
                },
                None => Domain::all(level),
            };
            self.approach(view, route, at, scratch);
            let ask = Ask { view, ends, known: &route.known };
            let cost = self.find(ask, at, domain, ends, scratch, budget, expanded)?;
            if cost.is_some() {
                self.legs_of(ask, at, ends, scratch, &mut found);
            }
            if take(route, at, cost, &mut found).is_some() {
                break;
            }
        }
        Ok(best)
    }

    /// The cost of the cheapest path within a domain between two nodes of a level, or from the
    /// start, or to the goal; its nodes are left in the scratch.
    #[allow(clippy::too_many_arguments)]
    fn find(
        &self,
        ask: Ask<'_>,
        at: usize,
        domain: Domain,
        [from, to]: [NodeId; 2],
        scratch: &mut ClustersMemory,
        budget: &mut Budget<'_>,
        expanded: &mut u64,
    ) -> Result<Option<Cost>, Spent> {
        let level = &self.levels[at];
        let grid = ask.view.grid();
        let last = level.cluster_of(grid.cell(to));
        let graph = Graph { view: ask.view, level, domain, way: Way::Forward };
        let nodes = &mut scratch.nodes;
        nodes.begin(&graph);
        if from == ask.ends[0] {
            nodes.start_at_all(&graph, grid.cell(from), &ask.known[0][at]);
        } else {
            nodes.start_at(&graph, from.get());
        }
        let mut costs = &ask.known[1][at];
        if to != ask.ends[1] {
            let is_goal = |&id: &u32| if id == to.get() { 0 } else { Cost::MAX };
            scratch.single.clear();
            scratch.single.extend(level.block(last).cells.iter().map(is_goal));
            costs = &scratch.single;
        }
        let found = nodes.search(&graph, End { costs, cell: to }, budget, expanded)?;
        Ok(found.map(|(cost, last)| {
            nodes.chain(last, &mut scratch.chain);
            cost
        }))
    }

    /// The legs of the path found last, in reverse order.
    fn legs_of(
        &self,
        ask: Ask<'_>,
        at: usize,
        [from, to]: [NodeId; 2],
        scratch: &ClustersMemory,
        legs: &mut Vec<Leg>,
    ) {
        let level = &self.levels[at];
        let cluster = |node: NodeId| level.cluster_of(ask.view.grid().cell(node));
        legs.clear();
        let (Some(&first), Some(&last)) = (scratch.chain.first(), scratch.chain.last()) else {
            return;
        };
        if last != to {
            legs.push(Leg { from: last, to, is_arc: false });
        }
        legs.extend(scratch.chain.windows(2).rev().map(|pair| {
            let is_arc = cluster(pair[0]) != cluster(pair[1]);
            Leg { from: pair[0], to: pair[1], is_arc }
        }));
        if from != first {
            legs.push(Leg { from, to: first, is_arc: false });
        }
    }

    /// Takes the next leg known to a level.
    pub(super) fn next_leg(
        &self,
        view: &GridView<'_>,
        route: &mut Route,
        at: usize,
        scratch: &mut ClustersMemory,
    ) -> Option<Leg> {
        let is_last = route.legs[at + 1..].iter().all(Vec::is_empty);
        let is_far = route.legs[at].last().is_some_and(|leg| leg.is_far(view));
        if !is_last && !is_far && route.legs[at].len() < FEW {
            self.look_on(view, route, at, scratch);
        }
        route.legs[at].pop()
    }

    /// Searches further at a level: from the first leg it knows to a leg of the level above that is
    /// some legs further on. Everything known lies within the clusters that are searched.
    fn look_on(
        &self,
        view: &GridView<'_>,
        route: &mut Route,
        at: usize,
        scratch: &mut ClustersMemory,
    ) {
        let (level, above) = (&self.levels[at], &self.levels[at + 1]);
        let mut known = std::mem::take(&mut route.legs[at]);
        let mut from = known.last().map(|leg| leg.from);
        let mut to = None;
        let mut around = Domain::default();
        for _ in 0..MORE {
            let Some(leg) = self.next_leg(view, route, at + 1, scratch) else { break };
            if leg.is_far(view) {
                // What is known ends where it begins.
                if from.is_none() {
                    route.legs[at].push(leg);
                    return;
                }
                route.legs[at + 1].push(leg);
                break;
            }
            from = from.or(Some(leg.from));
            to = Some(leg.to);
            for node in [leg.from, leg.to] {
                around.add(above, view.grid().cell(node));
            }
        }
        let (Some(from), Some(to)) = (from, to) else {
            route.legs[at] = known;
            return;
        };
        for leg in &known {
            for node in [leg.from, leg.to] {
                around.add(above, view.grid().cell(node));
            }
        }
        let ask = Ask { view, ends: route.ends, known: &route.known };
        let (budget, domain) = (&mut Budget::unlimited(), around.below(above, level));
        let found = self.find(ask, at, domain, [from, to], scratch, budget, &mut 0);
        if !matches!(found, Ok(Some(_))) {
            route.is_lost = true;
            return route.legs.iter_mut().for_each(Vec::clear);
        }
        self.legs_of(ask, at, [from, to], scratch, &mut known);
        route.legs[at] = known;
    }
}
