//! Indexes that follow edits beside building them again, edits in batches beside single ones, and
//! searches under an overlay beside searches without one; prints tables.

mod scattered;

use std::path::PathBuf;

use astride::search::{Query, Scratch, astar};
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Components, DeadEnds, Edit, Grid, GridHeuristic,
    GridView, JumpMap, JumpTable, Mover, Regions, RegionsOptions,
};
use astride::world::Overlay;
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;

use crate::Failure;
use crate::clock::timed;
use crate::maps::{self, Case};
use crate::stats::{mean, median};

const MAPS: [&str; 5] = [
    "dao/lak303d",
    "da2/ht_chantry",
    "bg512/AR0011SR",
    "mazes/maze512-32-0",
    "random/random512-40-0",
];

/// What is measured.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder of maps, laid out as `set/name.map` [default: that of ASTRIDE_DATA, or beside the
    /// repository, or the maps of the repository]
    #[arg(long, value_name = "FOLDER")]
    maps: Option<PathBuf>,
    /// Edits per map, each of one cell and followed at once
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    edits: u32,
    /// Rows of each scenario, evenly spread, for searches under an overlay
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
    /// Edits in one batch, far apart, beside the same ones one by one
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    batch: u32,
    /// Only the table of batches, which needs no maps
    #[arg(long)]
    only_batch: bool,
}

/// What following took, of one index on one map.
#[derive(Default)]
struct Row {
    build: f64,
    micros: Vec<f64>,
    /// Cells looked at, where the index counts them.
    cells: Vec<f64>,
    rebuilt: usize,
}

impl Row {
    fn add(&mut self, micros: f64, cells: Option<usize>, rebuilt: bool) {
        self.micros.push(micros);
        self.cells.extend(cells.map(|cells| cells as f64));
        self.rebuilt += usize::from(rebuilt);
    }
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    if options.only_batch {
        return scattered::print(options.batch);
    }
    let folder = maps::folder(options.maps.as_deref());
    println!(
        "Edits block or open one cell each, drawn from all of the map. Looked at is the mean count \
         of cells, where it is counted.\n"
    );
    println!("| map | index | build µs | follow µs, median | mean | looked at | built anew |");
    println!("|---|---|--:|--:|--:|--:|--:|");
    let mut cases: Vec<Case> = Vec::new();
    for name in MAPS {
        cases.extend(maps::load(&folder, name)?);
    }
    for case in &cases {
        for (name, row) in follow(&case.map.grid, options.edits)? {
            let looked = match row.cells.is_empty() {
                true => String::new(),
                false => format!("{:.0}", mean(&row.cells)),
            };
            println!(
                "| {} | {name} | {:.0} | {:.1} | {:.1} | {looked} | {} of {} |",
                case.map.name,
                row.build,
                median(&row.micros),
                mean(&row.micros),
                row.rebuilt,
                row.micros.len(),
            );
        }
    }
    println!(
        "\n| map | A* µs | under an empty overlay | under one with cost on a tenth of the map |"
    );
    println!("|---|--:|--:|--:|");
    for case in &cases {
        let [plain, empty, painted] = overlaid(case, options.rows as usize)?;
        let name = &case.map.name;
        println!("| {name} | {plain:.0} | {:.2} | {:.2} |", empty / plain, painted / plain);
    }
    scattered::print(options.batch)
}

fn follow(map: &Grid, edits: u32) -> Result<Vec<(&'static str, Row)>, Failure> {
    let (mut grid, mover, mut rng) = (map.clone(), Mover::walker(), Rng::new(1));
    let names = ["components", "clearance", "dead ends", "clusters", "jump table", "regions"];
    let mut rows: Vec<Row> = names.iter().map(|_| Row::default()).collect();
    let options = (ClustersOptions::default(), RegionsOptions::default());
    let view = grid.seen_by(&mover);
    let table = |view: &GridView<'_>| -> Result<JumpTable, Failure> {
        Ok(JumpTable::new(JumpMap::new(view)?)?)
    };
    let (mut components, took) = timed(|| Components::build(&view));
    rows[0].build = took;
    let (mut clearance, took) = timed(|| Clearance::build(&view));
    rows[1].build = took;
    let (mut dead_ends, took) = timed(|| DeadEnds::build(&view));
    rows[2].build = took;
    let (clusters, took) = timed(|| Clusters::build(&view, &options.0, &mut |_| true));
    let mut clusters = clusters?;
    rows[3].build = took;
    let (jumps, took) = timed(|| table(&view));
    let mut jumps = jumps?;
    rows[4].build = took;
    let (regions, took) = timed(|| Regions::build(&view, options.1));
    let mut regions = regions?;
    rows[5].build = took;
    for _ in 0..edits {
        let node = random_node(&mut rng, &grid);
        let is_free = mover.factor(grid.class_at(node)) > 0;
        grid.apply(Edit::new().set(grid.cell(node), if is_free { b'@' } else { b'.' }))?;
        let view = grid.seen_by(&mover);
        let (did, took) = timed(|| components.update(&view));
        rows[0].add(took, Some(did.touched + did.flooded), did.rebuilt);
        let (did, took) = timed(|| clearance.update(&view));
        let cells = did.squares + did.rows * grid.width() as usize;
        rows[1].add(took, Some(cells), did.rebuilt);
        let (did, took) = timed(|| dead_ends.update(&view));
        rows[2].add(took, Some(did.touched + did.looked), did.rebuilt);
        let (did, took) = timed(|| clusters.update(&view));
        rows[3].add(took, None, did?.rebuilt);
        let (did, took) = timed(|| jumps.update(&view));
        rows[4].add(took, None, did?.rebuilt);
        let (did, took) = timed(|| regions.update(&view));
        let did = did?;
        rows[5].add(took, Some(did.touched), did.rebuilt);
    }
    let view = grid.seen_by(&mover);
    if dead_ends != DeadEnds::build(&view) || regions != Regions::build(&view, options.1)? {
        return Err("an index does not follow".into());
    }
    Ok(names.into_iter().zip(rows).collect())
}

/// Mean µs of A* on the view, under an overlay without cost, and under one with some.
fn overlaid(case: &Case, rows: usize) -> Result<[f64; 3], Failure> {
    let grid = &case.map.grid;
    let view = grid.seen_by(&Mover::walker());
    let (empty, mut painted) = (Overlay::new(grid), Overlay::new(grid));
    let mut rng = Rng::new(2);
    for _ in 0..grid.cell_count() / 10 {
        painted.set(grid.cell(random_node(&mut rng, grid)), 5000);
    }
    let (octile, mut scratch) = (GridHeuristic::octile(&view), Scratch::new());
    let mut sums = [0.0; 3];
    for round in 0..4 {
        for (_, row) in case.rows(rows) {
            let node = |cell| grid.node(cell).ok_or("a row lies off the map");
            let query = Query::new(node(row.start)?, node(row.goal)?);
            let (below, plain) = timed(|| astar(&view, &octile, &query, &mut scratch, &mut ()));
            let over = empty.over(&view);
            let (under, none) = timed(|| astar(&over, &octile, &query, &mut scratch, &mut ()));
            if below.cost() != under.cost() {
                return Err(format!("{query:?} costs something under nothing").into());
            }
            let over = painted.over(&view);
            let (dear, some) = timed(|| astar(&over, &octile, &query, &mut scratch, &mut ()));
            if dear.cost() < below.cost() {
                return Err(format!("{query:?} is cheaper under an overlay").into());
            }
            if round > 0 {
                sums.iter_mut().zip([plain, none, some]).for_each(|(sum, took)| *sum += took);
            }
        }
    }
    Ok(sums.map(|sum| sum / 3.0 / case.rows(rows).len().max(1) as f64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn followers_are_measured_and_checked() {
        let mut grid = Grid::new(40, 30, b'.').expect("a good size");
        grid.apply(Edit::new().set((20, 9), b'@')).expect("on the map");
        let rows = follow(&grid, 20).expect("indexes follow");
        assert_eq!(rows.len(), 6);
        assert!(rows.iter().all(|(_, row)| row.micros.len() == 20));
    }
}
