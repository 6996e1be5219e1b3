//! Clusters beside the peer that does the same: build, query, cost of the path, edit.

use astride::search::Scratch;
use std::cell::RefCell;

use astride::base::{Cell, Cost};
use astride::io::ScenarioRow;
use astride::shapes::square::{JumpMap, Mover, Neighbours};
use hierarchical_pathfinding::prelude::{ManhattanNeighborhood, PathCache, PathCacheConfig};

use super::{Options, edits, free_cells, walker};
use crate::Failure;
use crate::clock::timed;
use crate::maps::{self, Case};
use crate::plain::PlainGrid;
use crate::rules::Rule;
use crate::sheet::{Column, MAP, Row, WHO, print_head, print_rows};
use crate::suite::{Plan, Scene, Suite};

/// One question: two cells and the least cost, if there is a way.
type Question = (Cell, Cell, Option<Cost>);

const COLUMNS: &[Column] = &[
    MAP,
    WHO,
    ("build ms", |row, _| format!("{:.1}", row.sum("built") / 1e3)),
    ("bytes/cell", |row, _| match row.of("bytes/cell") {
        [bytes, ..] => format!("{bytes:.2}"),
        [] => "–".to_owned(),
    }),
    ("first steps | 99 %", |row, _| mean_and_most(row, "first")),
    ("whole path | 99 %", |row, _| mean_and_most(row, "whole")),
    ("cost mean", |row, _| format!("{:.4}", row.mean("ratio"))),
    ("worst", |row, _| format!("{:.3}", row.at(100, "ratio").max(1.0))),
    ("edit | 99 %", |row, _| format!("{:.0} | {:.0}", row.median("edit"), row.at(99, "edit"))),
];

fn mean_and_most(row: &Row, figure: &str) -> String {
    format!("{:.0} | {:.0}", row.mean(figure), row.at(99, figure))
}

pub(super) fn run(options: &Options) -> Result<(), Failure> {
    let about = "Times are µs of the thread. Cost is that of the path divided by the least; edits are \
                 one cell.";
    print_head(about, COLUMNS);
    if !options.large.is_empty() {
        return options.generated(options.queries.min(40), |scene| {
            print_rows(COLUMNS, &[ours("clusters, 8 ways", options, scene)?]);
            Ok(())
        });
    }
    for case in maps::named_or(&options.map, &maps::CHOSEN)? {
        for (who, neighbours) in
            [("clusters, 8 ways", Neighbours::Eight), ("clusters, 4 ways", Neighbours::Four)]
        {
            let scene = Scene { mover: walker(neighbours), ..Scene::of(&case, options.queries) };
            print_rows(COLUMNS, &[ours(who, options, scene)?]);
        }
        print_rows(COLUMNS, &[peer(options, &case)?]);
    }
    Ok(())
}

fn ours(who: &str, options: &Options, scene: Scene) -> Result<Row, Failure> {
    let suite = Suite {
        columns: COLUMNS,
        asked: &["jps", "first", "clusters"],
        followed: &["clusters"],
        plan: Plan { warm: 0, ..Plan::default() },
        settings: options.settings(),
        ..Suite::default()
    };
    let edits = edits(&scene.grid, &scene.mover, options.edits);
    let rows = suite.measure(&Scene { edits, ..scene })?;
    let mut row = Row::new(&rows[0].map, who);
    for (figure, from, taken) in [
        ("built", 1, "built"),
        ("bytes/cell", 1, "bytes/cell"),
        ("first", 1, "µs"),
        ("whole", 2, "µs"),
        ("ratio", 2, "ratio"),
        ("edit", 3, "edit"),
    ] {
        rows[from].of(taken).iter().for_each(|&value| row.add(figure, value));
    }
    Ok(row)
}

/// The least costs of the sampled rows with four neighbours.
fn questions(case: &Case, mover: &Mover, most: usize) -> Result<Vec<Question>, Failure> {
    let jumps = JumpMap::build(&case.map.grid.seen_by(mover))?;
    let mut scratch = Scratch::new();
    let rows = case.rows(most);
    let question = |(_, row): &(usize, &ScenarioRow)| {
        let query = case.map.query([row.start, row.goal])?;
        let cost = jumps.search(&query, &mut scratch)?.cost();
        Ok((row.start, row.goal, cost))
    };
    rows.iter().map(question).collect()
}

fn peer(options: &Options, case: &Case) -> Result<Row, Failure> {
    let (map, mover) = (&case.map, walker(Neighbours::Four));
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
    let mut row = Row::new(&map.name, "hierarchical_pathfinding, 4 ways");
    row.add("built", build);
    let straight = Cost::from(Mover::walker().step_scale().straight());
    for (from, to, least) in questions(case, &mover, options.queries)? {
        let ends = [from, to].map(|cell| (cell.x as usize, cell.y as usize));
        let ask = || cache.find_path(ends[0], ends[1], cost);
        row.add("first", timed(|| ask().map(|path| path.take(24).count())).1);
        let (steps, took) = timed(|| ask().map(|path| path.collect::<Vec<_>>().len() as Cost));
        row.add("whole", took);
        match (steps, least) {
            (Some(steps), Some(least)) => {
                row.add("ratio", (steps * straight).max(1) as f64 / least.max(1) as f64);
            }
            (None, None) => {}
            _ => return Err(format!("{from} to {to}: the peer is wrong").into()),
        }
    }
    for cell in free_cells(&map.grid.seen_by(&mover), options.edits) {
        let (x, y) = (cell.x as usize, cell.y as usize);
        for is_free in [false, true] {
            free.borrow_mut()[y * width + x] = is_free;
            row.add("edit", timed(|| cache.tiles_changed_with_fn_mut(&[(x, y)], cost)).1);
        }
    }
    Ok(row)
}
