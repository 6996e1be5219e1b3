//! Building clusters, level by level.

use super::domain::Domain;
use super::entrances::{Steps, is_open};
use super::graph::{Graph, Nodes};
use super::levels::Level;
use super::thin::Chooser;
use super::window::Window;
use super::{Clusters, ClustersError};
use crate::base::{Cost, NodeId, SmallSort};
use crate::shapes::square::GridView;
use crate::shapes::square::origin::Origin;
use crate::world::{Way, World};

/// Clusters are not combined into larger ones if there are at most this many per side: the first
/// limit is for the smallest clusters, with which the edit of one cell then involves no other
/// level; the second for larger ones.
const MOST_AT_THE_TOP: [u32; 2] = [32, 16];

/// If a cluster would have more nodes than this, its level and those above it are left out: the
/// costs between so many nodes would take more memory than the time saved is worth. Only links can
/// cause this.
pub(super) const MOST_NODES: usize = 1024;

/// Sizes of clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClustersOptions {
    /// The side of the smallest clusters in cells: 2, 4, 8, 16, 32 or 64.
    pub side: u32,
    /// How many clusters of one level per side make a cluster of the next: 2, 4 or 8.
    pub factor: u32,
    /// The number of levels, 1 to 12. `None` adds levels until at most 16 clusters per side are
    /// left, or 32 of the smallest.
    pub levels: Option<u32>,
}

impl Default for ClustersOptions {
    fn default() -> Self {
        ClustersOptions { side: 16, factor: 4, levels: None }
    }
}

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClustersProgress {
    /// The level being built, from 0.
    pub level: u32,
    /// Its clusters already done.
    pub done: u32,
    /// The number of its clusters.
    pub of: u32,
}

impl Clusters {
    /// Builds the clusters of a map.
    ///
    /// # Errors
    ///
    /// If the options contain unsupported sizes, or if links make more than 1024 cells of one of
    /// the smallest clusters nodes.
    ///
    /// # Complexity
    ///
    /// O(cells × nodes of a cluster) time, and memory of 4·(k² + 2·k) bytes for a cluster of k
    /// nodes: under 2 bytes per cell on most maps.
    pub fn build(view: &GridView<'_>, options: &ClustersOptions) -> Result<Self, ClustersError> {
        Clusters::build_with(view, options, &mut |_| true)
    }

    /// As [`build`](Self::build). `tell` receives the progress and cancels the build by returning
    /// `false`.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build), or if `tell` returned `false`.
    pub fn build_with(
        view: &GridView<'_>,
        options: &ClustersOptions,
        tell: &mut dyn FnMut(ClustersProgress) -> bool,
    ) -> Result<Self, ClustersError> {
        let mut levels = levels_of(view, options)?;
        let mut maker = Maker::new(view, &levels);
        for at in 0..levels.len() {
            let of = levels[at].cluster_count() as u32;
            if at > 0 {
                for cluster in 0..of {
                    maker.number_parts(&mut levels, at, cluster);
                }
            }
            let mut is_crowded = false;
            for cluster in 0..of {
                let progress = ClustersProgress { level: at as u32, done: cluster, of };
                if cluster % 256 == 0 && !tell(progress) {
                    return Err(ClustersError::Cancelled);
                }
                maker.choose_nodes(&levels, at, cluster);
                is_crowded = maker.cells.len() > MOST_NODES;
                if is_crowded {
                    break;
                }
                maker.make(&mut levels, at, cluster);
            }
            if is_crowded && at == 0 {
                return Err(ClustersError::Crowded {
                    nodes: maker.cells.len(),
                    side: options.side,
                });
            }
            if is_crowded {
                levels.truncate(at);
                break;
            }
            levels[at].compact();
        }
        Ok(Clusters { origin: Box::new(Origin::of_costs(view)), options: *options, levels })
    }
}

pub(super) fn levels_of(
    view: &GridView<'_>,
    options: &ClustersOptions,
) -> Result<Vec<Level>, ClustersError> {
    let ClustersOptions { side, factor, levels } = *options;
    if !(2..=64).contains(&side) || !side.is_power_of_two() {
        return Err(ClustersError::Side(side));
    }
    if !(2..=8).contains(&factor) || !factor.is_power_of_two() {
        return Err(ClustersError::Factor(factor));
    }
    if let Some(levels) = levels.filter(|levels| !(1..=12).contains(levels)) {
        return Err(ClustersError::Levels(levels));
    }
    let (width, height) = (view.grid().width(), view.grid().height());
    let mut made = vec![Level::new(width, height, side.ilog2())];
    loop {
        let last = &made[made.len() - 1];
        let longest = last.columns.max(last.rows);
        let most = MOST_AT_THE_TOP[usize::from(made.len() > 1)];
        let is_enough = levels.map_or(longest <= most, |levels| made.len() as u32 >= levels);
        if is_enough || longest == 1 {
            return Ok(made);
        }
        made.push(Level::new(width, height, last.shift + factor.ilog2()));
    }
}

/// Computes clusters one by one.
pub(super) struct Maker<'a> {
    view: &'a GridView<'a>,
    steps: Steps<'a>,
    /// For each level the ends of links between clusters, as cluster and cell.
    links: Vec<Vec<(u32, u32)>>,
    /// Whether every path has the same cost in both directions.
    is_even: bool,
    window: Window,
    found: Nodes,
    chooser: Chooser,
    pub(super) cells: Vec<u32>,
    costs: Vec<Cost>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(view: &'a GridView<'a>, levels: &[Level]) -> Maker<'a> {
        Maker {
            view,
            steps: Steps::of(view),
            links: levels.iter().map(|level| link_ends(view, level)).collect(),
            is_even: view.uniform_costs().is_some() && !view.has_forbidden() && !view.has_links(),
            window: Window::default(),
            found: Nodes::default(),
            chooser: Chooser::default(),
            cells: Vec::new(),
            costs: Vec::new(),
        }
    }

    /// Determines which nodes of the level below reach each other within a cluster.
    pub(super) fn number_parts(&mut self, levels: &mut [Level], at: usize, cluster: u32) {
        let (below, above) = levels.split_at_mut(at);
        self.chooser.number_parts(self.view, &mut below[at - 1], &above[0], cluster);
    }

    /// Puts the nodes of a cluster into `cells`.
    pub(super) fn choose_nodes(&mut self, levels: &[Level], at: usize, cluster: u32) {
        let ends = &self.links[at];
        let first = ends.partition_point(|end| end.0 < cluster);
        let ends = ends[first..].iter().take_while(|end| end.0 == cluster);
        let ends: Vec<u32> = ends.map(|end| end.1).collect();
        let grid = self.view.grid();
        if at == 0 {
            let rect = levels[0].rect(cluster, grid.width(), grid.height());
            self.steps.nodes(rect, &ends, &mut self.cells);
        } else {
            let pair = [&levels[at - 1], &levels[at]];
            self.chooser.nodes(self.view, pair, cluster, &ends, &mut self.cells);
        }
    }

    /// Computes the costs between the nodes in `cells` and stores both; returns whether anything
    /// changed.
    pub(super) fn make(&mut self, levels: &mut [Level], at: usize, cluster: u32) -> bool {
        self.costs.clear();
        self.costs.resize(self.cells.len() * self.cells.len(), Cost::MAX);
        if self.cells.len() == 1 {
            self.costs[0] = 0;
        } else if at == 0 {
            self.costs_by_cells(&levels[0], cluster);
        } else {
            self.costs_by_nodes([&levels[at - 1], &levels[at]], cluster);
        }
        levels[at].set(cluster, &self.cells, &self.costs)
    }

    fn costs_by_cells(&mut self, level: &Level, cluster: u32) {
        let (view, k) = (self.view, self.cells.len());
        let grid = view.grid();
        let rect = level.rect(cluster, grid.width(), grid.height());
        let node = |place: usize| NodeId::new(self.cells[place]);
        if is_open(view, rect) {
            for at in 0..k * k {
                self.costs[at] = view.estimate(node(at / k), node(at % k));
            }
            return;
        }
        self.window.read(view, rect);
        for from in 0..k {
            self.window.spread(view, grid.cell(node(from)), Way::Forward);
            let first = if self.is_even { from } else { 0 };
            for to in first..k {
                let cost = self.window.cost(grid.cell(node(to))).unwrap_or(Cost::MAX);
                self.costs[from * k + to] = cost;
                if self.is_even {
                    self.costs[to * k + from] = cost;
                }
            }
        }
    }

    fn costs_by_nodes(&mut self, [level, above]: [&Level; 2], cluster: u32) {
        let (view, k) = (self.view, self.cells.len());
        let domain = Domain::children(level, above, cluster);
        let graph = Graph { view, level, domain, way: Way::Forward };
        for from in 0..k {
            let first = if self.is_even { from } else { 0 };
            self.found.begin(&graph);
            self.found.start_at(&graph, self.cells[from]);
            self.found.spread_to(&graph, self.cells[first..].iter().copied());
            for to in first..k {
                let cell = self.cells[to];
                let cost = self.found.cost(&graph, cell).unwrap_or(Cost::MAX);
                self.costs[from * k + to] = cost;
                if self.is_even {
                    self.costs[to * k + from] = cost;
                }
            }
        }
    }
}

/// The ends of the links that lead from one cluster to another, sorted by cluster and then by cell.
fn link_ends(view: &GridView<'_>, level: &Level) -> Vec<(u32, u32)> {
    let cluster = |node: NodeId| level.cluster_of(view.grid().cell(node));
    let mut ends = Vec::new();
    for link in view.links_and_crossings() {
        let clusters = [cluster(link.from), cluster(link.to)];
        if clusters[0] != clusters[1] {
            ends.push((clusters[0], link.from.get()));
            ends.push((clusters[1], link.to.get()));
        }
    }
    ends.sort_small();
    ends.dedup();
    ends
}
