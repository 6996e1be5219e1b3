//! Edits far apart in one batch, compared with the same edits one by one.

use astride::base::CellRect;
use astride::shapes::square::{Edit, Grid};
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::{caves, random_obstacles};

use crate::Failure;
use crate::sheet::{Column, MAP, Row, print_rows};
use crate::suite::{Scene, Suite};

/// Cells along each side of the maps.
const SIDE: usize = 1024;

/// The first round takes memory. Every other round takes back what the one before did.
const ROUNDS: usize = 11;

const FOLLOWED: &[&str] = &[
    "components",
    "clearance",
    "dead ends",
    "clusters",
    "jump table",
    "regions",
    "distance field",
];

const COLUMNS: &[Column] = &[
    MAP,
    ("<index", |row, _| row.who.clone()),
    ("batch µs", |row, _| format!("{:.1}", row.median("batch"))),
    ("sum of single µs", |row, _| format!("{:.1}", row.median("single"))),
    ("ratio", |row, _| format!("{:.2}", row.median("batch") / row.median("single"))),
    ("batch, cells", |row, _| last(row, "batch, cells")),
    ("single, cells", |row, _| last(row, "single, cells")),
];

fn last(row: &Row, figure: &str) -> String {
    row.of(figure).last().map_or(String::new(), |cells| format!("{cells:.0}"))
}

/// Prints a table: for each index what a batch of `edits` takes, and what they take one by one.
pub(super) fn print(edits: u32) -> Result<(), Failure> {
    let suite = Suite {
        about: format!(
            "\n{edits} edits of 2 by 2 cells, blocked or opened, all over maps of {SIDE} cells a \
             side: in one batch, and one by one. Medians of five rounds."
        ),
        columns: COLUMNS,
        followed: FOLLOWED,
        ..Suite::default()
    };
    suite.print_head();
    let maps = [
        ("obstacles on a tenth", random_obstacles(1, SIDE, SIDE, 10)),
        ("caves", caves(1, SIDE, SIDE, 42, 4)),
    ];
    for (name, grid) in maps.iter().map(|(name, map)| (name, grid_of(map))) {
        let edits = edits_of(&grid, edits);
        let scene = |together: usize| Scene {
            edits: edits.chunks(together).map(<[Edit]>::to_vec).collect(),
            ..Scene::new(name, grid.clone(), Vec::new())
        };
        let count = edits.len() / ROUNDS;
        let batch = suite.measure(&scene(count))?;
        let single = suite.measure(&scene(1))?;
        for (batch, single) in batch.iter().zip(&single) {
            let mut row = Row::new(name, &batch.who);
            add_rounds(&mut row, ["batch", "batch, cells"], batch, 1);
            add_rounds(&mut row, ["single", "single, cells"], single, count);
            print_rows(COLUMNS, &[row]);
        }
    }
    Ok(())
}

/// Adds up what `updates` of a round took, and looked at, for the rounds that count.
fn add_rounds(row: &mut Row, figures: [&'static str; 2], taken: &Row, updates: usize) {
    for (figure, from) in figures.into_iter().zip(["edit", "looked"]) {
        for round in taken.of(from).chunks(updates).skip(2).step_by(2) {
            row.add(figure, round.iter().sum());
        }
    }
}

/// Rectangles all over the map; in every other round each gets the class that takes the last one back.
fn edits_of(grid: &Grid, count: u32) -> Vec<Edit> {
    let columns = 5;
    let rows = count.div_ceil(columns);
    let edit = |at: u32, round: usize| {
        let x = (at % columns * 2 + 1) * grid.width() / (columns * 2) + at * 7 % 11;
        let y = (at / columns * 2 + 1) * grid.height() / (rows * 2) + at * 5 % 11;
        let is_free = grid.class((x, y)) != Some(b'@');
        let mut edit = Edit::new();
        edit.fill(
            CellRect::new(x, y, 2, 2),
            if is_free == round.is_multiple_of(2) { b'@' } else { b'.' },
        );
        edit
    };
    let all = (0..ROUNDS).flat_map(|round| (0..count).map(move |at| (at, round)));
    all.map(|(at, round)| edit(at, round)).collect()
}
