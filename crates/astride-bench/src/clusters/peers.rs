//! Clusters compared with the peer that does the same: build, query, cost of the path, edit.

use std::cell::RefCell;

use astride::search::Scratch;
use astride::shapes::square::{JumpMap, Neighbours};

use super::{Options, edits, free_cells, walker};
use crate::Failure;
use crate::clock::timed;
use crate::contestant::{Answer, Found, InProcess, Promise};
use crate::maps::{self, Case};
use crate::peers::hierarchical::Cache;
use crate::plain::PlainGrid;
use crate::rules::Rule;
use crate::sheet::{Column, MAP, Row, WHO, print_head, print_rows};
use crate::suite::{Scene, Suite};
use crate::turns::{Plan, Player, Truth, play};

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
        row.take(figure, &rows[from], taken);
    }
    Ok(row)
}

fn peer(options: &Options, case: &Case) -> Result<Row, Failure> {
    let grid = &case.map.grid;
    let view = grid.seen_by(&walker(Neighbours::Four));
    let plain = PlainGrid::land_of(&case.map, Rule::Four);
    let (cache, build) = timed(|| Cache::of(&plain, options.side as usize));
    let cache = RefCell::new(cache);
    let first = InProcess {
        ask: |ends| cache.borrow().path(ends, 24).is_some(),
        tell: |is_found| {
            let found = if is_found { Found::Begins } else { Found::Nothing };
            Ok(Answer { found, ..Answer::default() })
        },
    };
    let whole = InProcess {
        ask: |ends| cache.borrow().path(ends, usize::MAX),
        tell: |path: Option<_>| Ok(Answer { found: path.into(), ..Answer::default() }),
    };
    let player = |session| Player::new(Row::default(), session, Promise::NotOptimal, 0);
    let mut players = [player(Box::new(first)), player(Box::new(whole))];
    let (jumps, mut scratch) = (JumpMap::build(&view)?, Scratch::new());
    let mut truth = Truth::of(&view, grid);
    truth.best = Some(Box::new(move |_, ends| {
        Ok(jumps.search(&maps::query(grid, ends)?, &mut scratch)?.cost())
    }));
    play(&mut players, &case.ends(options.queries), &mut [truth], &Plan::default())?;
    let mut row = Row::new(&case.map.name, "hierarchical_pathfinding, 4 ways");
    row.add("built", build);
    let [first, whole] = players.each_mut().map(Player::sum_up);
    row.take("first", &first, "µs");
    row.take("whole", &whole, "µs");
    row.take("ratio", &whole, "ratio");
    for cell in free_cells(&view, options.edits) {
        for is_free in [false, true] {
            row.add("edit", timed(|| cache.borrow_mut().set(cell, is_free)).1);
        }
    }
    Ok(row)
}
