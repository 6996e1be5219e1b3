//! The steps of a route, one piece at a time.
//!
//! A piece is the first two thirds of a cheapest path, within the surrounding clusters, to a node
//! some clusters ahead. The known part of the path stays within the rectangle that is searched, so
//! the path never costs more than the route over the nodes.

use super::route::ClustersMemory;
use super::{Clusters, Route, RouteError};
use crate::base::{Budget, Cell, CellRect, Cost, NodeId, Weight};
use crate::path::Path;
use crate::search::{Found, Guarantee, Outcome, Scratch};
use crate::shapes::square::GridView;
use crate::world::World;

/// The number of clusters a piece looks ahead.
const AHEAD: u32 = 3;

impl Route {
    /// The node where it begins.
    pub fn start(&self) -> NodeId {
        self.ends[0]
    }

    /// The node where it ends.
    pub fn goal(&self) -> NodeId {
        self.ends[1]
    }

    /// Its cost over the nodes of the highest level, in ticks; the path costs at most this much.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The cost of the steps returned so far, in ticks.
    pub fn walked(&self) -> Cost {
        self.walked
    }

    /// The revision of the grid for which it was found.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The path as known so far: the cell where the steps returned end, the nodes ahead, and the
    /// goal. Consecutive entries are connected by a step, a link, or a path within the surrounding
    /// clusters; on levels above the lowest they are far apart. Never empty; only the goal once the
    /// route is done.
    pub fn outline(&self) -> Vec<NodeId> {
        let mut outline = vec![self.position];
        outline.extend(self.ahead.last());
        for legs in &self.legs {
            outline.extend(legs.iter().rev().map(|leg| leg.to));
        }
        outline.dedup();
        outline
    }

    /// Whether all steps have been returned.
    pub fn is_done(&self) -> bool {
        self.ahead.is_empty() && self.has_no_legs()
    }

    /// The next steps: the target of each, the first starting where the last call ended. `None` at
    /// the goal.
    ///
    /// # Errors
    ///
    /// If the grid has been edited since the route was found, or if `view` or `clusters` are
    /// different ones.
    ///
    /// # Complexity
    ///
    /// A search over the cells of some clusters, and occasionally one over the nodes of a cluster.
    pub fn next_steps(
        &mut self,
        clusters: &Clusters,
        view: &GridView<'_>,
        scratch: &mut Scratch,
    ) -> Result<Option<&[NodeId]>, RouteError> {
        clusters.check(view)?;
        let (found, expected) = (view.revision(), self.revision);
        if found != expected {
            return Err(RouteError::Stale { found, expected });
        }
        let is_alike = clusters.options == self.options && clusters.levels.len() == self.legs.len();
        if !is_alike || self.is_lost {
            return Err(RouteError::WrongWorld);
        }
        self.steps.clear();
        while self.steps.is_empty() {
            if self.is_done() {
                return Ok(None);
            }
            self.walk(clusters, view, scratch.part()).ok_or(RouteError::WrongWorld)?;
        }
        Ok(Some(&self.steps))
    }

    /// All remaining steps at once: the whole path, without the steps already returned.
    ///
    /// The guarantee for its cost is derived from its ends: the ratio to the geometric estimate
    /// bounds the ratio to the cheapest. There is no guarantee if links may cost less than that
    /// estimate.
    ///
    /// # Errors
    ///
    /// As for [`next_steps`](Self::next_steps).
    pub fn finish(
        mut self,
        clusters: &Clusters,
        view: &GridView<'_>,
        scratch: &mut Scratch,
    ) -> Result<Found, RouteError> {
        let (mut nodes, before) = (vec![self.position], self.walked);
        while let Some(steps) = self.next_steps(clusters, view, scratch)? {
            nodes.extend_from_slice(steps);
        }
        let cost = self.walked - before;
        let guarantee = guarantee(view, [nodes[0], self.goal()], cost);
        let path = Path::new(nodes, cost).expect("it holds where it begins");
        Ok(Found { path, guarantee, effort: self.effort })
    }

    /// Computes some more steps; `None` if the path does not exist, as on another map of this size.
    fn walk(
        &mut self,
        clusters: &Clusters,
        view: &GridView<'_>,
        scratch: &mut ClustersMemory,
    ) -> Option<()> {
        let (grid, level) = (view.grid(), &clusters.levels[0]);
        let around = |node: NodeId| {
            level.rect(level.cluster_of(grid.cell(node)), grid.width(), grid.height())
        };
        let mut window = around(self.position);
        for &node in &self.ahead {
            window = window.union(around(node));
        }
        let mut end = self.ahead.last().copied().unwrap_or(self.position);
        let mut far = self.ahead.len() as u32;
        let mut is_longer = false;
        while far < AHEAD << level.shift {
            let Some(leg) = clusters.next_leg(view, self, 0, scratch) else { break };
            if leg.is_far(view) {
                if end == self.position {
                    return self.take_link(view, leg.to);
                }
                self.legs[0].push(leg);
                break;
            }
            let (from, to) = (grid.cell(leg.from), grid.cell(leg.to));
            is_longer = true;
            window = window.union(around(leg.from)).union(around(leg.to));
            far += from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
            end = leg.to;
        }
        if self.is_lost {
            return None;
        }
        if !is_longer {
            self.steps.append(&mut self.ahead);
            self.arrive(self.ahead_cost);
            return Some(());
        }
        self.search(view, window, end, scratch)
    }

    /// Searches on to `end`, and takes most of the path, or all of it at the goal.
    fn search(
        &mut self,
        view: &GridView<'_>,
        window: CellRect,
        end: NodeId,
        scratch: &mut ClustersMemory,
    ) -> Option<()> {
        let grid = view.grid();
        let ends = [grid.cell(self.position), grid.cell(end)];
        let (cost, path) = scratch.window.path(view, window, ends)?;
        let most = (path.len() * 2).div_ceil(3);
        let taken = if self.has_no_legs() { path.len() } else { most };
        self.steps.extend_from_slice(&path[..taken]);
        self.ahead.clear();
        self.ahead.extend_from_slice(&path[taken..]);
        let last = self.steps.last().map(|&node| grid.cell(node));
        let walked = last.and_then(|cell| scratch.window.cost(cell)).unwrap_or(0);
        self.ahead_cost = cost - walked;
        self.arrive(walked);
        Some(())
    }

    fn has_no_legs(&self) -> bool {
        self.legs.iter().all(Vec::is_empty)
    }

    fn take_link(&mut self, view: &GridView<'_>, to: NodeId) -> Option<()> {
        let cost = view.arc_cost(self.position, to)?;
        // What was known ahead returns to where the link begins.
        self.ahead.clear();
        self.steps.push(to);
        self.arrive(cost.into());
        Some(())
    }

    fn arrive(&mut self, cost: Cost) {
        self.walked += cost;
        self.position = self.steps.last().copied().unwrap_or(self.position);
        if self.ahead.is_empty() {
            self.ahead_cost = 0;
        }
    }
}

impl Clusters {
    /// All of a [`route`](Self::route) at once, with the guarantee of [`Route::finish`].
    ///
    /// # Errors
    ///
    /// As for [`route`](Self::route).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::prelude::*;
    /// use astride::shapes::square::{Clusters, ClustersOptions};
    /// let grid = Grid::new(60, 40, b'.')?;
    /// let view = grid.seen_by(&Mover::walker());
    /// let clusters = Clusters::build(&view, &ClustersOptions::default())?;
    /// let (mut scratch, budget) = (Scratch::new(), &mut Budget::unlimited());
    /// let outcome = clusters.path(&view, (1, 1), (58, 1), &mut scratch, budget)?;
    /// assert!(outcome.path().unwrap().step_count() >= 57);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn path(
        &self,
        view: &GridView<'_>,
        from: impl Into<Cell>,
        to: impl Into<Cell>,
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Outcome, RouteError> {
        self.route(view, from, to, scratch, budget)?
            .and_then(|found| found.path.finish(self, view, scratch).map(Outcome::Found))
    }
}

/// What the geometric estimate tells about a cost.
fn guarantee(view: &GridView<'_>, [from, to]: [NodeId; 2], cost: Cost) -> Guarantee {
    const PARTS: u32 = 10_000;
    let least = view.estimate(from, to);
    if cost == 0 || (cost == least && !view.has_links()) {
        return Guarantee::Optimal;
    }
    let parts = (u128::from(cost) * u128::from(PARTS)).div_ceil(u128::from(least.max(1)));
    let weight = u32::try_from(parts).ok().and_then(|parts| Weight::new(parts, PARTS).ok());
    weight.filter(|_| !view.has_links()).map_or(Guarantee::None, Guarantee::Within)
}
