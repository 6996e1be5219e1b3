//! Following edits: only clusters that touch a change, and those above them, are recomputed.

use super::build::{MOST_NODES, Maker};
use super::domain::Domain;
use super::levels::Level;
use super::{Clusters, ClustersError};
use crate::base::{CellRect, NodeId, SmallSort};
use crate::shapes::square::GridView;
use crate::world::Followed;

impl Clusters {
    /// Follows the edits of the grid since the clusters were built or last updated. `view` must be
    /// the same grid seen by the same mover; for any other view everything is built from scratch.
    /// The same happens if the grid has discarded some of the edits, or if their rectangles cover
    /// the whole map several times.
    ///
    /// Afterwards the clusters are the same as if they had been built from scratch, except that
    /// levels left out because of crowded clusters return only when everything is rebuilt.
    ///
    /// # Errors
    ///
    /// If links make too many nodes, as for [`build`](Self::build). The clusters then answer no
    /// queries until an update succeeds.
    ///
    /// # Complexity
    ///
    /// O(touched clusters × cells of a cluster × nodes of a cluster), and the same for the nodes of
    /// the clusters above those whose costs have changed; O(links × edits in one cluster) if there
    /// are links. Edits that are far apart cost no more together than one by one.
    ///
    /// The report counts touched cells with those around them, once for every edit, as changed the
    /// clusters, of all levels, whose costs were computed, and as looked at the cells of those on the
    /// lowest level; the others visit nodes only.
    pub fn update(&mut self, view: &GridView<'_>) -> Result<Followed, ClustersError> {
        let changes = self.origin.changes(view);
        let rects: Option<Vec<CellRect>> =
            changes.map(|changes| changes.map(|rect| grown(rect, view)).collect());
        let is_few = |rects: &Vec<CellRect>| {
            let spans = rects.iter().map(|&rect| Domain::over(&self.levels[0], rect).len());
            spans.sum::<usize>() <= 4 * (rects.len() + self.cluster_count())
        };
        let Some(mut rects) = rects.filter(is_few) else {
            return self.rebuild(view);
        };
        let mut dirty = touched(&self.levels[0], view, &mut rects);
        let mut update =
            Followed { touched: rects.iter().map(CellRect::area).sum(), ..Default::default() };
        let mut maker = Maker::new(view, &self.levels);
        for at in 0..self.levels.len() {
            if at > 0 {
                for &cluster in &dirty {
                    maker.number_parts(&mut self.levels, at, cluster);
                }
            }
            let near = Near::new(&self.levels[at], &rects);
            let mut changed = Vec::new();
            for cluster in with_neighbours(&self.levels[at], &dirty) {
                maker.choose_nodes(&self.levels, at, cluster);
                if maker.cells.len() > MOST_NODES {
                    return self.rebuild(view);
                }
                let level = &self.levels[at];
                let is_dirty = dirty.binary_search(&cluster).is_ok();
                if !is_dirty && maker.cells == level.block(cluster).cells {
                    continue;
                }
                update.changed += 1;
                if at == 0 {
                    let rect = level.rect(cluster, view.grid().width(), view.grid().height());
                    update.looked += rect.area();
                }
                let is_crossed = is_dirty && near.has_one_of(&maker.cells, cluster, view);
                if maker.make(&mut self.levels, at, cluster) || is_crossed {
                    changed.push(cluster);
                }
            }
            if let Some(above) = self.levels.get(at + 1) {
                dirty = parents(&self.levels[at], above, &changed);
            }
        }
        self.origin.follow(view);
        Ok(update)
    }

    fn rebuild(&mut self, view: &GridView<'_>) -> Result<Followed, ClustersError> {
        // A half-finished build matches no map: if it fails, no query is answered.
        self.origin.end();
        *self = Clusters::build(view, &self.options)?;
        let clusters = self.levels.iter().map(Level::cluster_count).sum::<usize>() as u64;
        let cells = u64::from(view.grid().cell_count());
        Ok(Followed { looked: cells, changed: clusters, ..Followed::built(cells) })
    }
}

/// A rectangle and the cells around it, whose steps may have changed.
fn grown(rect: CellRect, view: &GridView<'_>) -> CellRect {
    let (x, y) = (rect.x.saturating_sub(1), rect.y.saturating_sub(1));
    let right = (rect.x + rect.width + 1).min(view.grid().width());
    let bottom = (rect.y + rect.height + 1).min(view.grid().height());
    CellRect::new(x, y, right - x, bottom - y)
}

/// The clusters that contain cells of the rectangles. If a link begins or ends in one of these,
/// both its ends are added to the rectangles: the link may have appeared or vanished, and its far
/// end with it as a node.
fn touched(level: &Level, view: &GridView<'_>, rects: &mut Vec<CellRect>) -> Vec<u32> {
    let near = Near::new(level, rects);
    for link in view.link_table().all() {
        let ends = [link.from, link.to];
        let is_near = |end: NodeId| {
            near.has_one_of(&[end.get()], level.cluster_of(view.grid().cell(end)), view)
        };
        if ends.into_iter().any(is_near) {
            rects.extend(ends.map(|end| CellRect::of(view.grid().cell(end))));
        }
    }
    let clusters = |&rect: &CellRect| Domain::over(level, rect).clusters(level);
    let mut touched: Vec<u32> = rects.iter().flat_map(clusters).collect();
    sort(&mut touched);
    touched
}

/// Clusters and the eight around each.
fn with_neighbours(level: &Level, clusters: &[u32]) -> Vec<u32> {
    let mut all = Vec::with_capacity(clusters.len() * 9);
    for &cluster in clusters {
        let (column, row) = level.place_of(cluster);
        for row in row.saturating_sub(1)..(row + 2).min(level.rows) {
            for column in column.saturating_sub(1)..(column + 2).min(level.columns) {
                all.push(row * level.columns + column);
            }
        }
    }
    sort(&mut all);
    all
}

fn parents(level: &Level, above: &Level, clusters: &[u32]) -> Vec<u32> {
    let by = above.shift - level.shift;
    let parent = |&cluster: &u32| {
        let (column, row) = level.place_of(cluster);
        (row >> by) * above.columns + (column >> by)
    };
    let mut parents: Vec<u32> = clusters.iter().map(parent).collect();
    sort(&mut parents);
    parents
}

/// Where steps may have changed, cluster by cluster.
struct Near(Vec<(u32, CellRect)>);

impl Near {
    fn new(level: &Level, rects: &[CellRect]) -> Near {
        let clusters = |&rect: &CellRect| {
            Domain::over(level, rect).clusters(level).map(move |cluster| (cluster, rect))
        };
        let mut all: Vec<(u32, CellRect)> = rects.iter().flat_map(clusters).collect();
        all.sort_small_by_key(|&(cluster, _)| cluster);
        Near(all)
    }

    /// Whether steps of one of these nodes of a cluster may have changed.
    fn has_one_of(&self, nodes: &[u32], cluster: u32, view: &GridView<'_>) -> bool {
        let first = self.0.partition_point(|&(other, _)| other < cluster);
        let own = self.0[first..].iter().take_while(|&&(other, _)| other == cluster);
        nodes.iter().any(|&node| {
            let cell = view.grid().cell(NodeId::new(node));
            own.clone().any(|(_, rect)| rect.contains(cell))
        })
    }
}

fn sort(clusters: &mut Vec<u32>) {
    clusters.sort_unstable();
    clusters.dedup();
}
