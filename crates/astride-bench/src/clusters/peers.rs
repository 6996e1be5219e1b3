//! Clusters beside the peer that does the same: build, query, cost of the path, edit.

use std::cell::RefCell;

use astride::base::{Budget, Cell, Cost};
use astride::shapes::square::{
    Clusters, ClustersScratch, Edit, Grid, JumpMap, JumpScratch, JumpSearch, Mover, Neighbours,
};
use hierarchical_pathfinding::prelude::{ManhattanNeighborhood, PathCache, PathCacheConfig};

use super::first::first_steps;
use super::{Options, far_apart, free_cells, walker};
use crate::Failure;
use crate::clock::timed;
use crate::large;
use crate::maps::{self, Case, Map};
use crate::plain::PlainGrid;
use crate::rules::Rule;
use crate::stats::{mean, median, percentile};

/// What one contestant took on one map.
struct Row {
    who: &'static str,
    build_ms: f64,
    bytes_per_cell: Option<f64>,
    first_us: Vec<f64>,
    path_us: Vec<f64>,
    ratios: Vec<f64>,
    edit_us: Vec<f64>,
}

/// One question: two cells and the least cost, if there is a way.
type Question = (Cell, Cell, Option<Cost>);

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    println!(
        "Times are µs of the thread. Cost is that of the path divided by the least; edits are one \
         cell.\n\n| map | contestant | build ms | bytes/cell | first steps | 99 % | whole path | \
         99 % | cost mean | worst | edit | 99 % |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    if !options.large.is_empty() {
        return options.large.iter().try_for_each(|&side| on_large(options, side));
    }
    let folder = maps::folder(None);
    let chosen = maps::CHOSEN.map(str::to_owned);
    let names = if options.map.is_empty() { &chosen[..] } else { &options.map };
    for name in names {
        match maps::load(&folder, name)? {
            Some(case) => on_real(options, &case)?,
            None => eprintln!("skipped {name}: not there"),
        }
    }
    Ok(())
}

fn on_real(options: &Options, case: &Case) -> Result<(), Failure> {
    for neighbours in [Neighbours::Eight, Neighbours::Four] {
        let mover = walker(neighbours);
        let view = case.map.grid.seen_by(&mover);
        let jumps = JumpMap::new(&view)?;
        let mut scratch = JumpScratch::new();
        let mut questions = Vec::new();
        for (_, row) in case.rows(options.queries) {
            let cost = JumpSearch::new(&jumps, row.start, row.goal, &mut scratch).cost();
            questions.push((row.start, row.goal, cost));
        }
        let is_four = neighbours == Neighbours::Four;
        let who = if is_four { "clusters, 4 ways" } else { "clusters, 8 ways" };
        print(&case.map.name, &ours(who, options, &case.map.grid, &mover, &questions)?);
        if is_four {
            print(&case.map.name, &peer(options, &case.map, &questions)?);
        }
    }
    Ok(())
}

fn ours(
    who: &'static str,
    options: &Options,
    grid: &Grid,
    mover: &Mover,
    questions: &[Question],
) -> Result<Row, Failure> {
    let view = grid.seen_by(mover);
    let (built, build) = timed(|| Clusters::build(&view, &options.sizes(), &mut |_| true));
    let mut clusters = built?;
    let mut row = Row {
        who,
        build_ms: build / 1e3,
        bytes_per_cell: Some(clusters.bytes() as f64 / f64::from(grid.cell_count())),
        first_us: Vec::new(),
        path_us: Vec::new(),
        ratios: Vec::new(),
        edit_us: Vec::new(),
    };
    let mut scratch = ClustersScratch::new();
    for &(from, to, least) in questions {
        let (_, first) = timed(|| first_steps(&clusters, &view, [from, to], &mut scratch));
        row.first_us.push(first);
        let (path, whole) = timed(|| {
            let outcome =
                clusters.route(&view, from, to, &mut scratch, &mut Budget::unlimited()).ok()?;
            outcome.route()?.finish(&clusters, &view, &mut scratch).ok()
        });
        if path.is_some() != least.is_some() {
            return Err(format!(
                "{from} to {to}: a path is {}found",
                if path.is_some() { "" } else { "not " }
            )
            .into());
        }
        row.path_us.push(whole);
        if let (Some(found), Some(least)) = (path, least) {
            found.path.validate(&view).map_err(|fault| format!("{from} to {to}: {fault:?}"))?;
            row.ratios.push(found.path.cost().max(1) as f64 / least.max(1) as f64);
        }
    }
    let mut grid = grid.clone();
    for cell in free_cells(&view, options.edits) {
        let class = grid.class(cell).unwrap_or(b'.');
        for class in [b'@', class] {
            grid.apply(Edit::new().set(cell, class))?;
            let view = grid.seen_by(mover);
            let (update, took) = timed(|| clusters.update(&view));
            update?;
            row.edit_us.push(took);
        }
    }
    Ok(row)
}

fn peer(options: &Options, map: &Map, questions: &[Question]) -> Result<Row, Failure> {
    let plain = PlainGrid::land_of(map, Rule::Four);
    let (width, height) = plain.size();
    let free: Vec<bool> =
        (0..plain.cell_count()).map(|at| plain.is_free(plain.place(at))).collect();
    let free = RefCell::new(free);
    let cost = |(x, y): (usize, usize)| if free.borrow()[y * width + x] { 1 } else { -1 };
    let steps = ManhattanNeighborhood::new(width, height);
    let config =
        PathCacheConfig { chunk_size: options.side as usize, ..PathCacheConfig::HIGH_PERFORMANCE };
    let (mut cache, build) =
        timed(|| PathCache::new_with_fn_mut((width, height), cost, steps, config));
    let mut row = Row {
        who: "hierarchical_pathfinding, 4 ways",
        build_ms: build / 1e3,
        bytes_per_cell: None,
        first_us: Vec::new(),
        path_us: Vec::new(),
        ratios: Vec::new(),
        edit_us: Vec::new(),
    };
    let straight = Cost::from(Mover::walker().step_scale().straight());
    for &(from, to, least) in questions {
        let ends = [from, to].map(|cell| (cell.x as usize, cell.y as usize));
        let ask = || cache.find_path(ends[0], ends[1], cost);
        row.first_us.push(timed(|| ask().map(|path| path.take(24).count())).1);
        let (steps, took) = timed(|| ask().map(|path| path.collect::<Vec<_>>().len() as Cost));
        row.path_us.push(took);
        match (steps, least) {
            (Some(steps), Some(least)) => {
                row.ratios.push((steps * straight).max(1) as f64 / least.max(1) as f64);
            }
            (None, None) => {}
            _ => return Err(format!("{from} to {to}: the peer is wrong").into()),
        }
    }
    let mover = walker(Neighbours::Four);
    for cell in free_cells(&map.grid.seen_by(&mover), options.edits) {
        let (x, y) = (cell.x as usize, cell.y as usize);
        for is_free in [false, true] {
            free.borrow_mut()[y * width + x] = is_free;
            row.edit_us.push(timed(|| cache.tiles_changed_with_fn_mut(&[(x, y)], cost)).1);
        }
    }
    Ok(row)
}

fn on_large(options: &Options, side: u32) -> Result<(), Failure> {
    for (name, tile) in large::tiles()? {
        let grid = large::tiled(&tile, side)?;
        let mover = Mover::walker();
        let view = grid.seen_by(&mover);
        let jumps = JumpMap::new(&view)?;
        let mut scratch = JumpScratch::new();
        let mut questions = Vec::new();
        for [from, to] in far_apart(&view, options.queries.min(40)) {
            let cost = JumpSearch::new(&jumps, from, to, &mut scratch).cost();
            questions.push((from, to, cost));
        }
        drop((jumps, scratch));
        let name = format!("{name} {side}×{side}");
        print(&name, &ours("clusters, 8 ways", options, &grid, &mover, &questions)?);
    }
    Ok(())
}

fn print(map: &str, row: &Row) {
    let bytes = row.bytes_per_cell.map_or("–".to_owned(), |bytes| format!("{bytes:.2}"));
    let most = row.ratios.iter().copied().fold(1.0, f64::max);
    println!(
        "| {map} | {} | {:.1} | {bytes} | {:.0} | {:.0} | {:.0} | {:.0} | {:.4} | {most:.3} | {:.0} | {:.0} |",
        row.who,
        row.build_ms,
        mean(&row.first_us),
        percentile(&row.first_us, 99),
        mean(&row.path_us),
        percentile(&row.path_us, 99),
        mean(&row.ratios),
        median(&row.edit_us),
        percentile(&row.edit_us, 99),
    );
}
