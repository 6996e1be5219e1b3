//! Queries on real maps with generated terrain: what knowing the terrain beforehand is worth.

use astride::index::Landmarks;
use astride::shapes::square::Terrain;

use crate::Failure;
use crate::desk::Settings;
use crate::maps::Chosen;
use crate::sheet::{Column, MAP};
use crate::suite::{Scene, Suite};
use crate::turns::Plan;

/// A map of each of three games.
const MAPS: [&str; 3] = ["dao/brc202d", "bg512/AR0011SR", "sc1/AcrosstheCape"];

const ASKED: &[&str] = &[
    "dijkstra",
    "astar",
    "jps",
    "jump-table",
    "labels",
    "farthest",
    "avoid",
    "all-landmarks",
    "landmarks-both-ends",
];

const COLUMNS: &[Column] = &[
    MAP,
    ("classes", |row, _| row.note.clone()),
    ("<method", |row, _| row.who.clone()),
    ("prepared in ms", |row, _| format!("{:.1}", row.sum("built") / 1e3)),
    ("MiB", |row, _| format!("{:.1}", row.sum("bytes") / f64::from(1 << 20))),
    ("mean µs", |row, _| format!("{:.1}", row.mean("µs"))),
    ("expanded", |row, _| format!("{:.0}", row.mean("expanded"))),
    ("checked", |row, _| row.count("expanded")),
];

/// Which maps and which terrain.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    chosen: Chosen,
    /// Terrain classes, with factors 1 to N; one table part for each
    #[arg(long, value_delimiter = ',', default_values_t = [3, 9])]
    classes: Vec<u32>,
    /// Seed of the terrain
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cells across a blob of terrain
    #[arg(long, default_value_t = Terrain::BLOB)]
    blob: u32,
    /// How many landmarks there are
    #[arg(long, default_value_t = Landmarks::USUAL)]
    landmarks: u32,
    /// Rows of each scenario, evenly spread
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
    /// How often each query is timed, after its answer was checked; the median counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let rounds = options.repeat as usize;
    let suite = Suite {
        columns: COLUMNS,
        asked: ASKED,
        plan: Plan { rounds, block: usize::MAX, ..Plan::default() },
        prepared: true,
        by_field: true,
        settings: Settings { landmarks: options.landmarks, ..Settings::default() },
        ..Suite::default()
    };
    suite.print_head();
    let cases = options.chosen.cases(&MAPS)?;
    for case in &cases {
        for &classes in &options.classes {
            let terrain = Terrain::new(classes, options.seed)?.blob(options.blob)?;
            suite.print(&Scene {
                grid: terrain.over(&case.map.grid)?,
                mover: terrain.mover(),
                note: classes.to_string(),
                ..Scene::of(case, options.rows as usize)
            })?;
        }
    }
    match cases.is_empty() {
        true => Err("no chosen map with a scenario is there".into()),
        false => Ok(()),
    }
}
