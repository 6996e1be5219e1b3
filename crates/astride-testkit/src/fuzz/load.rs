//! Saved indexes of every kind, and what must hold for everything a loader accepts: arbitrary
//! bytes, modified bytes, and bytes forged with valid checksums.

use super::Bytes;
use super::saved::{sealed, small_map};
use crate::adapter::read_world;
use crate::reference::all_pairs;
use crate::rng::Rng;
use crate::world::arcs;
use astride::base::{Budget, Cost, Dir, NodeId};
use astride::index::{Landmarks, Selection};
use astride::search::{Outcome, PathQuery, Scratch, astar, dijkstra};
use astride::shapes::square::{
    Clusters, ClustersOptions, DeadEnds, Edit, Grid, GridHeuristic, GridView, IndexFile,
    IndexWriter, Labels, LabelsOptions, LoadError, Mover, Regions, RegionsOptions, Stored,
};
use astride::world::World;

/// Pairs of cells queried per index.
const PAIRS: usize = 30;

/// The distances between all pairs of cells of a small world, computed independently.
pub struct Truth {
    costs: Vec<Vec<Option<Cost>>>,
    grid: Grid,
    mover: Mover,
}

impl Truth {
    /// Computes them in O(cells³).
    pub fn of(grid: &Grid, mover: &Mover) -> Truth {
        let costs = all_pairs(grid.cell_count() as usize, &arcs(&read_world(grid, mover)));
        Truth { costs, grid: grid.clone(), mover: mover.clone() }
    }

    /// The same world after an edit.
    fn edited(&self) -> Truth {
        let mut grid = self.grid.clone();
        let place = Rng::new(u64::from(grid.cell_count())).below(grid.cell_count() as usize);
        let node = NodeId::new(place as u32);
        let is_free = grid.seen_by(&self.mover).is_passable(node);
        let mut edit = Edit::new();
        edit.set(grid.cell(node), if is_free { b'@' } else { b'.' });
        grid.apply(&edit).expect("a cell of the map");
        Truth::of(&grid, &self.mover)
    }

    /// The distance between two walkable nodes.
    fn least(&self, view: &GridView<'_>, from: NodeId, to: NodeId) -> Option<Cost> {
        let is_free = view.is_passable(from) && view.is_passable(to);
        self.costs[from.index()][to.index()].filter(|_| is_free)
    }
}

/// One kind of index.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name in files.
    pub name: &'static str,
    /// Builds and saves one; `None` if this view has none.
    pub save: fn(&GridView<'_>) -> Option<Vec<u8>>,
    /// Loads one and panics if it breaks what its loader promises for arbitrary bytes.
    pub judge: fn(&IndexFile<'_>, &GridView<'_>, &Truth) -> Result<(), LoadError>,
}

/// Every kind of index that can be saved.
pub const KINDS: [Kind; 5] = [
    Kind { name: Labels::NAME, save: save_labels, judge: judge_labels },
    Kind { name: Clusters::NAME, save: save_clusters, judge: judge_clusters },
    Kind { name: Landmarks::NAME, save: save_landmarks, judge: judge_landmarks },
    Kind { name: DeadEnds::NAME, save: save_dead_ends, judge: judge_dead_ends },
    Kind { name: Regions::NAME, save: save_regions, judge: judge_regions },
];

/// So small that maps of a few cells have several levels.
const SIDES: ClustersOptions = ClustersOptions { side: 2, factor: 2, levels: Some(3) };

fn labels_of(view: &GridView<'_>) -> Option<Labels> {
    Labels::build(view, &LabelsOptions::default()).ok()
}

fn save_labels(view: &GridView<'_>) -> Option<Vec<u8>> {
    labels_of(view).map(|labels| written(view, &labels))
}

fn save_clusters(view: &GridView<'_>) -> Option<Vec<u8>> {
    let clusters = Clusters::build(view, &SIDES).expect("clusters of any map");
    Some(written(view, &clusters))
}

fn save_landmarks(view: &GridView<'_>) -> Option<Vec<u8>> {
    let budget = &mut Budget::unlimited();
    let landmarks = Landmarks::build(view, 3, Selection::default(), budget).expect("a small map");
    Some(written(view, &landmarks))
}

fn save_dead_ends(view: &GridView<'_>) -> Option<Vec<u8>> {
    Some(written(view, &DeadEnds::build(view)))
}

fn save_regions(view: &GridView<'_>) -> Option<Vec<u8>> {
    let options = RegionsOptions::default().least_cells(2);
    let regions = Regions::build(view, options).expect("a small map");
    Some(written(view, &regions))
}

fn written<T: Stored>(view: &GridView<'_>, index: &T) -> Vec<u8> {
    IndexWriter::new(view).with(index).expect("an index of this view").finish()
}

/// Every index that a view has, in one file.
pub fn save_all(view: &GridView<'_>) -> Vec<u8> {
    let clusters = Clusters::build(view, &SIDES).expect("clusters of any map");
    let (dead_ends, labels) = (DeadEnds::build(view), labels_of(view));
    let mut writer = IndexWriter::new(view);
    writer.add(&clusters).expect("an index of this view");
    writer.add(&dead_ends).expect("an index of this view");
    if let Some(labels) = &labels {
        writer.add(labels).expect("an index of this view");
    }
    writer.finish()
}

/// Pairs of nodes of a small world.
fn pairs(view: &GridView<'_>) -> Vec<(NodeId, NodeId)> {
    let (count, mut rng) = (view.node_count() as usize, Rng::new(5));
    let mut node = || NodeId::new(rng.below(count) as u32);
    (0..PAIRS).map(|_| (node(), node())).collect()
}

/// Labels lead along real steps only, at the cost they report.
fn judge_labels(file: &IndexFile<'_>, view: &GridView<'_>, truth: &Truth) -> Result<(), LoadError> {
    let labels: Labels = file.load(view)?;
    let mut scratch = Scratch::new();
    for (from, to) in pairs(view) {
        let least = truth.least(view, from, to);
        let query = PathQuery::new(from, to);
        let mut search = labels.search(&query, &mut scratch).expect("one start, one goal");
        let (cost, outcome) = (search.cost(), search.run(&mut Budget::unlimited(), &mut ()));
        if let Outcome::Found(found) = &outcome {
            assert_eq!(Some(found.path.cost()), cost);
            assert!(found.path.validate(view).is_ok(), "{from:?} to {to:?}");
            assert_eq!((found.path.start(), found.path.goal()), (from, to));
        }
        assert!(cost.is_none() || cost >= least, "{from:?} to {to:?}");
    }
    Ok(())
}

/// Clusters find a path where there is one, along real steps, and the cheapest path on request.
fn judge_clusters(
    file: &IndexFile<'_>,
    view: &GridView<'_>,
    truth: &Truth,
) -> Result<(), LoadError> {
    let mut clusters: Clusters = file.load(view)?;
    check_clusters(&clusters, view, truth);
    let edited = truth.edited();
    let view = &edited.grid.seen_by(&edited.mover);
    clusters.update(view).expect("a small map");
    check_clusters(&clusters, view, &edited);
    Ok(())
}

fn check_clusters(clusters: &Clusters, view: &GridView<'_>, truth: &Truth) {
    let mut scratch = Scratch::new();
    for (from, to) in pairs(view) {
        let least = truth.least(view, from, to);
        let [from, to] = [from, to].map(|node| view.grid().cell(node));
        let budget = &mut Budget::unlimited();
        let outcome = clusters.route(view, from, to, &mut scratch, budget).expect("a fresh index");
        match outcome {
            Outcome::Found(route) => {
                let found = route.path.finish(clusters, view, &mut scratch).expect("a way");
                assert!(found.path.validate(view).is_ok(), "{from:?} to {to:?}");
                assert!(least.is_some_and(|least| found.path.cost() >= least));
            }
            Outcome::Unreachable(_) => assert_eq!(least, None, "{from:?} to {to:?}"),
            Outcome::OutOfBudget(_) => panic!("nothing was limited"),
        }
        let cheapest = clusters.cheapest(view, from, to, &mut scratch, budget);
        let cheapest = cheapest.expect("a fresh index");
        assert_eq!(cheapest.cost(), least, "{from:?} to {to:?}");
    }
}

/// With landmark heuristics every answer is optimal.
fn judge_landmarks(
    file: &IndexFile<'_>,
    view: &GridView<'_>,
    truth: &Truth,
) -> Result<(), LoadError> {
    let landmarks: Landmarks = file.load(view)?;
    let mut scratch = Scratch::new();
    for (from, to) in pairs(view) {
        let query = PathQuery::new(from, to);
        let guess = landmarks.heuristic(view).expect("of this view");
        let guess = guess.over(GridHeuristic::octile(view)).for_query(&query);
        let outcome = astar(view, &guess, &query, &mut scratch, &mut ());
        assert_eq!(outcome.cost(), truth.least(view, from, to), "{from:?} to {to:?}");
    }
    Ok(())
}

/// Whatever is skipped is a dead end.
fn judge_dead_ends(
    file: &IndexFile<'_>,
    view: &GridView<'_>,
    truth: &Truth,
) -> Result<(), LoadError> {
    let mut dead_ends: DeadEnds = file.load(view)?;
    check_dead_ends(&dead_ends, view, truth);
    let edited = truth.edited();
    let view = &edited.grid.seen_by(&edited.mover);
    dead_ends.update(view);
    check_dead_ends(&dead_ends, view, &edited);
    Ok(())
}

fn check_dead_ends(dead_ends: &DeadEnds, view: &GridView<'_>, truth: &Truth) {
    let (mut scratch, mut memory) = (Scratch::new(), Scratch::new());
    for (from, to) in pairs(view) {
        if view.is_passable(from) {
            let outside = dead_ends.skipping(view, from, to, &mut memory).expect("of this view");
            let outcome = dijkstra(&outside, &PathQuery::new(from, to), &mut scratch, &mut ());
            assert_eq!(outcome.cost(), truth.least(view, from, to), "{from:?} to {to:?}");
        }
    }
}

/// Each step between two regions starts or ends in a gate between them.
fn judge_regions(
    file: &IndexFile<'_>,
    view: &GridView<'_>,
    truth: &Truth,
) -> Result<(), LoadError> {
    let mut regions: Regions = file.load(view)?;
    check_regions(&regions, view);
    let edited = truth.edited();
    let view = &edited.grid.seen_by(&edited.mover);
    regions.update(view).expect("a small map");
    check_regions(&regions, view);
    Ok(())
}

fn check_regions(regions: &Regions, view: &GridView<'_>) {
    let cells =
        (0..view.node_count()).map(|id| (NodeId::new(id), view.grid().cell(NodeId::new(id))));
    let mut sizes = vec![0; regions.regions().len()];
    for (node, cell) in cells {
        let own = regions.region_at(cell);
        assert_eq!(own.is_some(), view.is_passable(node), "{cell:?}");
        let Some(own) = own else { continue };
        sizes[own as usize] += 1;
        for dir in Dir::ALL {
            let Some(next) = cell.step(dir).filter(|_| view.may_step(cell, dir)) else { continue };
            let other = regions.region_at(next).expect("a cell one can step to");
            let has_gate = regions.gates().iter().any(|gate| {
                gate.regions() == (own.min(other), own.max(other))
                    && (gate.cells().contains(&cell) || gate.cells().contains(&next))
            });
            assert!(own == other || has_gate, "{cell:?} to {next:?}");
        }
    }
    let said: Vec<u32> = regions.regions().iter().map(|region| region.cell_count).collect();
    assert_eq!(said, sizes);
}

/// An index of a small map: modified in a few places, or made of the input bytes themselves.
pub fn load_indexes(data: &[u8]) {
    let mut bytes = Bytes(data);
    let (mut grid, mover) = small_map(&mut bytes);
    for _ in 0..bytes.below(4) {
        let [from, to] = [0; 2].map(|_| bytes.below(grid.cell_count() as usize) as u32);
        let [from, to] = [from, to].map(|node| grid.cell(NodeId::new(node)));
        let dir = bytes.pick(&Dir::ALL);
        let mut edit = Edit::new();
        _ = match bytes.below(3) {
            0 => edit.wall(from, dir),
            1 => edit.forbid_step(from, dir),
            _ => edit.link(from, to, 1 + bytes.below(256) as u32 * 200),
        };
        // A wall off the map and a link from a cell to itself are refused.
        _ = grid.apply(&edit);
    }
    let view = grid.seen_by(&mover);
    let kind = bytes.pick(&KINDS);
    let Some(saved) = (kind.save)(&view) else { return };
    let how = bytes.below(4);
    let mut changed = if how == 0 { bytes.0.to_vec() } else { saved.clone() };
    if how > 0 {
        for _ in 0..bytes.below(4) {
            let at = bytes.below(changed.len());
            changed[at] ^= bytes.byte();
        }
        changed.truncate(changed.len() - bytes.pick(&[0, 0, 0, 0, 0, 0, 1, 8]));
    }
    let is_forged = how > 1;
    if is_forged {
        changed = sealed(changed);
    }
    let truth = Truth::of(&grid, &mover);
    let loaded = IndexFile::read(&changed).and_then(|file| (kind.judge)(&file, &view, &truth));
    match loaded {
        Ok(()) => assert!(is_forged || changed == saved, "an index that was changed is loaded"),
        Err(error) => {
            assert_ne!(changed, saved, "{error}");
            let message = error.to_string();
            assert!(!message.is_empty() && !message.ends_with('.'), "{message}");
        }
    }
}
