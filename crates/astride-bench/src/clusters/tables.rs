//! Tables of hierarchical search on large maps: how long the first steps, an edit and a cheapest path
//! take.

use astride::base::NodeId;

use super::Options;
use crate::Failure;
use crate::engine::MOST_EXPANDED;
use crate::sheet::{Column, MAP, WHO};
use crate::stats::geometric_mean;
use crate::suite::Suite;

/// Landmarks of a map larger than this would take too long to make.
const MOST_CELLS: u32 = 1 << 24;

const FIRST: &[Column] = &[
    MAP,
    ("queries", |row, _| row.count("µs")),
    WHO,
    ("built ms", |row, _| format!("{:.1}", row.sum("built") / 1e3)),
    ("bytes/cell", |row, _| format!("{:.2}", row.sum("bytes/cell"))),
    ("50 % | 99 % | most", |row, _| row.spread("µs", 0)),
    ("÷ clusters", |row, first| {
        let ratios = row.of("µs").iter().zip(first.of("µs")).map(|(theirs, ours)| theirs / ours);
        format!("{:.2}", geometric_mean(&ratios.collect::<Vec<_>>()))
    }),
];

const EDITS: &[Column] = &[
    MAP,
    ("<what", |row, _| row.who.clone()),
    ("from scratch", |row, _| format!("{:.0}", row.sum("built"))),
    ("edit 50 %", |row, _| format!("{:.1}", row.at(50, "edit"))),
    ("99 %", |row, _| format!("{:.0}", row.at(99, "edit"))),
    ("from scratch/edit", |row, _| {
        format!("{:.0}", row.sum("built") / row.at(50, "edit").max(1e-3))
    }),
    ("looked at, mean", |row, _| format!("{:.1} {}", row.mean("looked"), row.note)),
    ("most", |row, _| format!("{:.0}", row.at(100, "looked"))),
    ("rebuilt", |row, _| format!("{:.0} of {}", row.sum("rebuilt"), row.count("edit"))),
];

const EXACT: &[Column] = &[
    MAP,
    ("queries", |row, _| row.count("µs")),
    WHO,
    ("expanded", |row, _| format!("{:.0}", row.mean("expanded"))),
    ("fewer", |row, first| over(first.mean("expanded"), row.mean("expanded").max(1.0))),
    ("µs", |row, _| format!("{:.0}", row.mean("µs"))),
    ("quicker", |row, first| over(first.mean("µs"), row.mean("µs").max(1e-3))),
];

fn over(first: f64, this: f64) -> String {
    format!("{:.1}", first / this)
}

pub(super) fn first(options: &Options) -> Suite<'static> {
    Suite {
        about: format!(
            "Times are µs of the thread until the first steps can be walked; the ratio is the \
             geometric mean over the queries. A* is stopped after {MOST_EXPANDED} nodes."
        ),
        columns: FIRST,
        asked: &["first", "astar-stopped", "jps"],
        settings: options.settings(),
        ..Suite::default()
    }
}

pub(super) fn edits(options: &Options) -> Suite<'static> {
    Suite {
        about: "Times are µs of the thread. One free cell is blocked, then opened again."
            .to_owned(),
        columns: EDITS,
        followed: &[
            "clusters of 8",
            "clusters of 16",
            "clusters of 32",
            "clusters of 64",
            "components, renamed cells as well",
            "clearance, squares alone",
            "jump map",
            "distance field",
        ],
        settings: options.settings(),
        ..Suite::default()
    }
}

pub(super) fn exact(options: &Options) -> Suite<'static> {
    Suite {
        about:
            "Expanded nodes and µs of the thread, means over the queries; the ratios are of their \
                sums, A* divided by each."
                .to_owned(),
        columns: EXACT,
        asked: &["astar", "canonical", "bounded", "bounded-landmarks", "bounded-jps", "jps"],
        settings: options.settings(),
        ..Suite::default()
    }
}

/// Prints the rows of a suite for all large maps.
pub(super) fn run(options: &Options, mut suite: Suite<'_>) -> Result<(), Failure> {
    suite.print_head();
    options.large(|scene| {
        let source = scene.ends.first().and_then(|ends| scene.grid.node(ends[1]));
        suite.settings.source = source.unwrap_or(NodeId::new(0));
        if scene.grid.cell_count() > MOST_CELLS {
            suite.settings.landmarks = 1;
        }
        suite.print(&scene)
    })
}
