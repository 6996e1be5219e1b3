//! Maps of up to 16384×16384 cells: time and memory of jump points and of a distance field.

use astride::base::{Budget, Cell, NodeId};
use astride::search::{DistanceField, PathQuery, Scratch};
use astride::shapes::square::{Grid, JumpMap, Mover, Terrain};
use astride::world::{Way, World};

use crate::Failure;
use crate::clock::timed;
use crate::machine::memory;
use crate::maps;
use crate::sheet::{Column, Row, print_head, print_rows};

/// A map that is repeated in both directions until the side is full.
const TILE: &str = "sc1/Cauldron";

/// Cells along the side of a generated cave, which is repeated as well.
const CAVE: u32 = 1024;

/// Which sizes.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Cells along a side; may be repeated
    #[arg(long, value_delimiter = ',', default_values_t = [8192, 16384])]
    side: Vec<u32>,
    /// How many queries are asked; each cost is compared with the distance field
    #[arg(long, default_value_t = 20)]
    queries: u32,
}

const COLUMNS: &[Column] = &[
    ("<world", |row, _| row.map.clone()),
    ("cells", |row, _| row.who.clone()),
    ("free", |row, _| row.text("free", 1.0, 0)),
    ("grid MiB", |row, _| row.text("grid MiB", 1.0, 0)),
    ("jump map MiB", |row, _| row.text("jump map MiB", 1.0, 0)),
    ("bytes per cell", |row, _| row.text("bytes per cell", 1.0, 2)),
    ("made in ms", |row, _| row.text("made", 1e-3, 0)),
    ("jump points", |row, _| row.text("jump points", 1.0, 0)),
    ("queries | checked", |row, _| [row.count("query"), row.count("query")].join(" | ")),
    ("mean ms", |row, _| format!("{:.2}", row.mean("query") / 1e3)),
    ("field ms", |row, _| row.text("field", 1e-3, 0)),
    ("M cells/s", |row, _| format!("{:.1}", row.sum("reached") / row.sum("field"))),
    ("most memory MiB", |_, _| {
        let most = memory("VmHWM:").map(|bytes| (bytes >> 20).to_string());
        most.unwrap_or_else(|| "unknown".to_owned())
    }),
];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    print_head("", COLUMNS);
    for &side in &options.side {
        for (name, tile) in tiles()? {
            print_rows(COLUMNS, &[measure(name, &tile, side, options.queries)?]);
        }
    }
    Ok(())
}

/// A real map, if the folder of maps has it, and two caves.
pub(crate) fn tiles() -> Result<Vec<(&'static str, Grid)>, Failure> {
    let mut tiles = Vec::new();
    match maps::load_map(&maps::folder(None), TILE)? {
        Some(map) => tiles.push(("tiled real map", map.grid)),
        None => eprintln!("skipped the tiled map: {TILE} is not there"),
    }
    tiles.push(("caves", cave(2)?));
    tiles.push(("wide caves", cave(3)?));
    Ok(tiles)
}

/// A cave of which one part in `parts` is rock; with three it is connected.
fn cave(parts: u32) -> Result<Grid, Failure> {
    let open = Grid::new(CAVE, CAVE, b'.')?;
    let blobs = Terrain::new(parts, 7)?.blob(16)?.over(&open)?;
    let is_rock = |class: &u8| *class == b'2';
    let rows = (0..CAVE).flat_map(|y| blobs.row(y).unwrap_or_default());
    let classes: Vec<u8> = rows.map(|class| if is_rock(class) { b'@' } else { b'.' }).collect();
    Ok(Grid::from_classes(CAVE, CAVE, &classes)?)
}

/// A map repeated until it has `side` cells a side.
pub(crate) fn tiled(tile: &Grid, side: u32) -> Result<Grid, Failure> {
    let mut classes = Vec::with_capacity(side as usize * side as usize);
    for y in 0..side {
        let row = tile.row(y % tile.height()).unwrap_or_default();
        classes.extend(row.iter().cycle().take(side as usize));
    }
    Ok(Grid::from_classes(side, side, &classes)?)
}

fn measure(name: &str, tile: &Grid, side: u32, queries: u32) -> Result<Row, Failure> {
    let grid = tiled(tile, side)?;
    let view = grid.seen_by(&Mover::walker());
    let (map, micros) = timed(|| JumpMap::build(&view));
    let map = map?;
    let nodes = (0..grid.cell_count()).map(NodeId::new);
    let free = nodes.clone().filter(|&node| view.is_passable(node)).count();
    let mut row = Row::new(name, &format!("{side}×{side}"));
    for (figure, value) in [
        ("free", free as f64),
        ("grid MiB", (grid.bytes() >> 20) as f64),
        ("jump map MiB", (map.bytes() >> 20) as f64),
        ("bytes per cell", map.bytes() as f64 / f64::from(grid.cell_count())),
        ("made", micros),
        ("jump points", map.point_count() as f64),
    ] {
        row.add(figure, value);
    }
    let spread = |i: u32, factor: u32| (u64::from(i) * u64::from(factor) % u64::from(side)) as u32;
    let cell = |i: u32| Cell::new(spread(i, 7919), spread(i, 104_729));
    let goals = (1..).map(cell).filter(|cell| view.is_free(*cell));
    let mut goals = goals.filter_map(|cell| grid.node(cell));
    let start = goals.next().ok_or("a map without a free cell")?;
    let goals: Vec<NodeId> = goals.take(queries as usize).collect();
    let (mut scratch, mut answers) = (Scratch::new(), Vec::new());
    for &goal in &goals {
        let (search, micros) = timed(|| {
            let mut search = map.search(&PathQuery::new(start, goal), &mut scratch).ok()?;
            search.run(&mut Budget::unlimited(), &mut ()).cost()
        });
        answers.push(search);
        row.add("query", micros);
    }
    drop((map, scratch));

    let mut field = DistanceField::new();
    let (_, micros) =
        timed(|| field.compute(&view, &[(start, 0)], Way::Forward, &mut Budget::unlimited()));
    row.add("field", micros);
    for (&goal, &cost) in goals.iter().zip(&answers) {
        if field.distance(goal) != cost {
            return Err(format!("{name} {side}: {start} to {goal}: {cost:?} by jump points").into());
        }
    }
    row.add("reached", nodes.filter(|&node| field.distance(node).is_some()).count() as f64);
    Ok(row)
}
