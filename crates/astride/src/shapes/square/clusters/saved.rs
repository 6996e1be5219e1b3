//! Saving clusters as bytes. On loading, nodes and their reachability are recomputed from the map;
//! only the costs of paths between them are taken from the file.

use super::build::{MOST_NODES, Maker, levels_of};
use super::flood::Flood;
use super::levels::Level;
use super::{Clusters, ClustersOptions};
use crate::base::{CellRect, Container, Cost, Groups, NodeId, checksum, few, u16s, u32s, u64s};
use crate::shapes::square::GridView;
use crate::shapes::square::origin::Origin;
use crate::shapes::square::saved::{LoadError, SaveError, Tables, check, load, save, wrong};
use crate::world::World;

/// Side, factor, number of levels requested (0 for automatic), and the actual number of levels.
const OPTIONS: &str = "clusters.options";
/// The number of nodes of each cluster, level by level, plus half of the range if its costs take 64
/// bits.
const NODES: &str = "clusters.nodes";
/// Checksums of the nodes of each level.
const SUMS: &str = "clusters.sums";
/// The costs of each cluster, `cost[from][to]`, and the upper halves of those that have any.
const COSTS: &str = "clusters.costs";
const UPPER: &str = "clusters.upper";

const WIDE: u16 = 1 << 15;

impl Clusters {
    /// The clusters as bytes, for [`Clusters::load`]; equal clusters give equal bytes.
    ///
    /// # Errors
    ///
    /// If they do not have the revision of `view`, or belong to another map or mover. Another grid
    /// of the same size and revision cannot be distinguished here.
    ///
    /// # Complexity
    ///
    /// O(cells + bytes).
    pub fn save(&self, view: &GridView<'_>) -> Result<Vec<u8>, SaveError> {
        save(self, view)
    }

    /// Loads saved clusters for a view of the same map by the same mover, at any revision.
    ///
    /// The nodes of all clusters are chosen again, and their reachability is checked on the map.
    /// The costs of paths inside a cluster are taken from the file unless they are less than
    /// geometry allows. Bytes forged with all their checksums can therefore make
    /// [`route`](Self::route) take a longer path and its [`cost`](super::Route::cost) wrong. They
    /// cannot make it miss a path or find one that does not exist, every step is real, and
    /// [`cheapest`](Self::cheapest) is still cheapest.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or of another kind, or if the clusters belong to another map or
    /// mover.
    ///
    /// # Complexity
    ///
    /// O(cells + costs), several times faster than building them. With one-way steps or links, the
    /// levels above the lowest are built from scratch.
    pub fn load(bytes: &[u8], view: &GridView<'_>) -> Result<Self, LoadError> {
        load(bytes, view)
    }
}

impl Tables for Clusters {
    const GROUP: &'static str = "clusters";

    fn check_saved(&self, view: &GridView<'_>) -> Result<(), SaveError> {
        let (index, built, given) = (Self::GROUP, self.revision(), view.revision());
        match self.origin.is_for(view) {
            false => Err(SaveError::OtherWorld { index }),
            true if built != given => Err(SaveError::Stale { index, built, given }),
            true => Ok(()),
        }
    }

    fn write<'a>(&'a self, out: &mut Groups<'a>) {
        let ClustersOptions { side, factor, levels } = self.options;
        out.put(OPTIONS, vec![side, factor, levels.unwrap_or(0), self.levels.len() as u32]);
        let (mut nodes, mut costs, mut upper) = (Vec::new(), Vec::new(), Vec::new());
        for level in &self.levels {
            for cluster in 0..level.cluster_count() as u32 {
                let (cells, low, high) = level.block(cluster).raw();
                nodes.push(cells.len() as u16 | if high.is_empty() { 0 } else { WIDE });
                costs.extend_from_slice(low);
                upper.extend_from_slice(high);
            }
        }
        out.put(NODES, nodes);
        out.put(SUMS, self.levels.iter().map(sum_of_nodes).collect::<Vec<u64>>());
        out.put(COSTS, costs);
        out.put(UPPER, upper);
    }

    fn read(tables: &Container<'_>, view: &GridView<'_>) -> Result<Self, LoadError> {
        let [side, factor, asked, count] = few(u32s(tables, OPTIONS)?, OPTIONS)?;
        let options = ClustersOptions { side, factor, levels: (asked > 0).then_some(asked) };
        let levels = levels_of(view, &options);
        let mut levels = levels.map_err(|_| wrong(OPTIONS, 0, "sizes that are offered"))?;
        let is_count = (1..=levels.len()).contains(&(count as usize));
        check(is_count, OPTIONS, 3, "as many levels as a map of this size has, or fewer")?;
        levels.truncate(count as usize);
        let mut costs = Costs {
            nodes: &u16s(tables, NODES)?,
            low: &u32s(tables, COSTS)?,
            high: &u32s(tables, UPPER)?,
            taken: [0; 3],
        };
        let sums = u64s(tables, SUMS)?;
        check(sums.len() == levels.len(), SUMS, sums.len(), "one number for each level")?;
        let prepared = &view.clone().prepared();
        let mut maker = Maker::new(prepared, &levels);
        for (at, &sum) in sums.iter().enumerate() {
            fill(&mut levels, at, &mut maker, &mut costs, prepared)?;
            levels[at].compact();
            check(sum_of_nodes(&levels[at]) == sum, SUMS, at, "the nodes of this version")?;
        }
        costs.check_end()?;
        Ok(Clusters { origin: Box::new(Origin::of_costs(view)), options, levels })
    }
}

fn sum_of_nodes(level: &Level) -> u64 {
    (0..level.cluster_count() as u32).fold(1, |sum, cluster| {
        let cells = level.block(cluster).cells;
        checksum(sum, &cells.iter().flat_map(|cell| cell.to_le_bytes()).collect::<Vec<u8>>())
    })
}

/// Chooses the nodes of a level and reads their costs.
fn fill(
    levels: &mut [Level],
    at: usize,
    maker: &mut Maker<'_>,
    costs: &mut Costs<'_>,
    view: &GridView<'_>,
) -> Result<(), LoadError> {
    let clusters = 0..levels[at].cluster_count() as u32;
    if at > 0 {
        clusters.clone().for_each(|cluster| maker.number_parts(levels, at, cluster));
    }
    let can_return = !view.has_forbidden() && !view.has_links();
    let mut flood = Flood::default();
    for cluster in clusters {
        maker.choose_nodes(levels, at, cluster);
        let cells = std::mem::take(&mut maker.cells);
        let limits = Limits::of(&levels[at], cluster, view);
        let own = costs.take(&cells, &limits)?;
        let k = cells.len();
        let reach = |from: usize, to: usize| own.costs[from * k + to] != Cost::MAX;
        if at == 0 {
            let bad = flood.first_wrong(view, limits.rect, &cells, can_return, reach);
            bad.map_or(Ok(()), |at| Err(wrong(COSTS, own.at + at, REACH)))?;
        } else if can_return {
            let parts = parts_of(&levels[at - 1], &cells, view);
            let is_right =
                |from: usize| (0..k).all(|to| reach(from, to) == (parts[from] == parts[to]));
            let bad = (0..k).find(|&from| !is_right(from));
            bad.map_or(Ok(()), |from| Err(wrong(COSTS, own.at + from * k, REACH)))?;
        }
        maker.cells = cells;
        if at == 0 || can_return || k < 2 {
            levels[at].set(cluster, &maker.cells, &own.costs);
        } else {
            maker.make(levels, at, cluster);
        }
    }
    Ok(())
}

const REACH: &str = "costs where, and only where, there is a way";

/// For each node of a cluster the name of its part.
fn parts_of(level: &Level, cells: &[u32], view: &GridView<'_>) -> Vec<u32> {
    let part = |&cell: &u32| {
        let child = level.cluster_of(view.grid().cell(NodeId::new(cell)));
        let block = level.block(child);
        block.place(cell).map_or(cell, |place| block.parts[place])
    };
    cells.iter().map(part).collect()
}

/// The bounds that the costs of a cluster must respect.
struct Limits<'a> {
    view: &'a GridView<'a>,
    rect: CellRect,
    /// The cost of a path that enters every cell once.
    most: Cost,
}

impl<'a> Limits<'a> {
    fn of(level: &Level, cluster: u32, view: &'a GridView<'a>) -> Limits<'a> {
        let rect = level.rect(cluster, view.grid().width(), view.grid().height());
        let cells = u64::from(rect.width) * u64::from(rect.height);
        Limits { view, rect, most: cells.saturating_mul(view.max_arc_cost().into()) }
    }

    fn allow(&self, from: u32, to: u32, cost: Cost) -> bool {
        if from == to {
            return cost == 0;
        }
        let [from, to] = [from, to].map(NodeId::new);
        let least = match self.view.has_links() {
            // Links may cost less than any estimate.
            true => self.view.min_arc_cost().into(),
            false => self.view.estimate(from, to),
        };
        cost == Cost::MAX || (least..=self.most).contains(&cost)
    }
}

/// The tables of costs, and how much of them has been read.
struct Costs<'a> {
    nodes: &'a [u16],
    low: &'a [u32],
    high: &'a [u32],
    /// The number of values read from each table.
    taken: [usize; 3],
}

/// The costs of one cluster, and where they begin.
struct Own {
    at: usize,
    costs: Vec<Cost>,
}

impl Costs<'_> {
    /// Reads the costs between the nodes of the next cluster.
    fn take(&mut self, cells: &[u32], limits: &Limits<'_>) -> Result<Own, LoadError> {
        let k = cells.len();
        let [cluster, low_at, high_at] = self.taken;
        let found = self.nodes.get(cluster).ok_or(wrong(NODES, cluster, "one for each cluster"))?;
        let is_right = k <= MOST_NODES && usize::from(found & !WIDE) == k;
        check(is_right, NODES, cluster, "as many nodes as this version chooses")?;
        let low = self.low.get(low_at..low_at + k * k);
        let low = low.ok_or(wrong(COSTS, self.low.len(), "a cost for each two nodes"))?;
        let wide = if found & WIDE != 0 { k * k } else { 0 };
        let high = self.high.get(high_at..high_at + wide);
        let high = high.ok_or(wrong(UPPER, self.high.len(), "an upper half for each cost"))?;
        self.taken = [cluster + 1, low_at + k * k, high_at + wide];
        let cost = |at: usize| match (low[at], high.get(at)) {
            (u32::MAX, None | Some(&u32::MAX)) => Cost::MAX,
            (low, high) => Cost::from(*high.unwrap_or(&0)) << 32 | Cost::from(low),
        };
        let costs: Vec<Cost> = (0..k * k).map(cost).collect();
        let is_allowed = |&at: &usize| limits.allow(cells[at / k], cells[at % k], costs[at]);
        let bad = (0..k * k).find(|at| !is_allowed(at));
        bad.map_or(Ok(()), |at| Err(wrong(COSTS, low_at + at, "a cost that geometry allows")))?;
        let needs_high = costs.iter().any(|&cost| (u64::from(u32::MAX)..Cost::MAX).contains(&cost));
        check(needs_high == (wide > 0), NODES, cluster, "upper halves only where there are any")?;
        Ok(Own { at: low_at, costs })
    }

    fn check_end(&self) -> Result<(), LoadError> {
        let [nodes, low, high] = self.taken;
        check(nodes == self.nodes.len(), NODES, nodes, "one number for each cluster")?;
        check(low == self.low.len(), COSTS, low, "a cost for each two nodes")?;
        check(high == self.high.len(), UPPER, high, "an upper half for each cost")
    }
}
