//! Distance fields over whole maps, in cells per second, and what repairing them takes after edits.

use std::cell::RefCell;

use astride::base::{Cell, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{Components, FlowField, Grid, Mover, Neighbours};
use astride::world::World;
use astride_testkit::adapter::grid_of;
use astride_testkit::generate::terrain;
use astride_testkit::larger::random_node;
use astride_testkit::rng::Rng;
use serde_json::json;

use crate::clock::timed;
use crate::desk::Settings;
use crate::followers::compute_distances;
use crate::machine::Circumstances;
use crate::maps::{self, Chosen, Map};
use crate::plain::{Place, PlainGrid, place};
use crate::record;
use crate::rules::Rule;
use crate::sheet::{Column, Row, table};
use crate::suite::{Scene, Suite, blocked_and_opened};
use crate::turns::work_in_turns;
use crate::{Failure, Output, clock};

/// Sides of open maps.
const OPEN: [u32; 2] = [1024, 4096];

/// Real maps of about a million cells, and smaller ones of every kind.
const REAL: [&str; 8] = [
    "cities/Paris_1_1024",
    "sc1/Cauldron",
    "dao/ost100d",
    "bg512/AR0011SR",
    "dao/brc202d",
    "rooms/8room_000",
    "mazes/maze512-4-0",
    "random/random512-10-0",
];

/// Where repairs are measured: the side of an open map, and real maps.
const REPAIRED: (u32, [&str; 3]) =
    (512, ["bg512/AR0011SR", "rooms/8room_000", "random/random512-10-0"]);

/// The rules of movement, each with the steps of the plain grid and the number of neighbours.
const RULES: [(Neighbours, Rule, f64); 2] =
    [(Neighbours::Eight, Rule::NoCorners, 8.0), (Neighbours::Four, Rule::Four, 4.0)];

/// Which maps and how often.
#[derive(clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    chosen: Chosen,
    /// How often each field is computed; the median counts
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    #[command(flatten)]
    output: Output,
    /// Print the table, write no files
    #[arg(long)]
    dry: bool,
}

const WORLD: Column = ("<world", |row, _| row.map.clone());
const NEIGHBOURS: Column = ("neighbours", |row, _| row.text("neighbours", 1.0, 0));
const SPEED: Column = ("M cells/s", |row, _| row.text("cells_per_second", 1e-6, 1));
const UNPREPARED: Column =
    ("unprepared M cells/s", |row, _| row.text("plain_view_cells_per_second", 1e-6, 1));

const FIELDS: &[Column] = &[
    WORLD,
    NEIGHBOURS,
    ("<source", |row, _| row.who.clone()),
    ("cells", |row, _| row.text("cells_reached", 1.0, 0)),
    ("preparing ms", |row, _| row.text("preparing_milliseconds", 1.0, 2)),
    ("ms", |row, _| row.text("milliseconds", 1.0, 2)),
    SPEED,
    UNPREPARED,
    ("expansions per cell", |row, _| row.text("expansions_per_cell", 1.0, 2)),
    ("flow M cells/s", |row, _| row.text("flow_cells_per_second", 1e-6, 1)),
    ("breadth-first M cells/s", |row, _| row.text("breadth_first_cells_per_second", 1e-6, 1)),
];

const TERRAIN: &[Column] = &[WORLD, NEIGHBOURS, SPEED, UNPREPARED];

const REPAIRS: &[Column] = &[
    WORLD,
    NEIGHBOURS,
    ("cells changed", |row, _| row.text("cells_changed", 1.0, 0)),
    ("blocked µs", |row, _| row.text("blocked_microseconds", 1.0, 1)),
    ("opened µs", |row, _| row.text("opened_microseconds", 1.0, 1)),
    ("computed again µs", |row, _| row.text("rebuilt_microseconds", 1.0, 0)),
];

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let circumstances = Circumstances::observe(&options.output);
    let [mut fields, mut terrain, mut repaired] = [const { Vec::new() }; 3];
    for map in wanted(options, &OPEN, &REAL)? {
        measure_world(&map, options.repeat, &mut fields)?;
    }
    if options.chosen.wants("terrain") {
        terrain.extend(over_terrain(options.repeat));
    }
    for map in wanted(options, &[REPAIRED.0], &REPAIRED.1)? {
        let at = main_cell_near(&map, Rule::Four, middle_of(&map));
        let (x, y) = at.ok_or("a map without a free cell")?;
        let source = map.grid.node((x as u32, y as u32)).ok_or("the source is off the map")?;
        measure_repairs(&map, source, options.repeat, &mut repaired)?;
    }
    let command = record::command();
    let text = markdown(&format!("`{command}` {circumstances}"), [&fields, &terrain, &repaired]);
    println!("{text}");
    if options.dry {
        return Ok(());
    }
    let folder = circumstances.folder(&options.output);
    let record = json!({
        "circumstances": circumstances,
        "command": command,
        "fields": fields,
        "terrain": terrain,
        "repaired": repaired,
    });
    record::write(&folder, "field.json", &(serde_json::to_string_pretty(&record)? + "\n"))?;
    record::write(&folder, "field.md", &text)
}

/// Open maps by their sides and real ones by name, as far as they are chosen and there.
fn wanted(options: &Options, open: &[u32], real: &[&str]) -> Result<Vec<Map>, Failure> {
    let folder = maps::folder(options.chosen.folder.maps.as_deref());
    let mut all = Vec::new();
    for &side in open {
        all.push(Map { name: format!("open {side}×{side}"), grid: Grid::new(side, side, b'.')? });
    }
    all.retain(|map| options.chosen.wants(&map.name));
    for name in real.iter().filter(|name| options.chosen.wants(name)) {
        all.extend(maps::load_map(&folder, name)?);
    }
    Ok(all)
}

fn middle_of(map: &Map) -> Place {
    (map.grid.width() as i32 / 2, map.grid.height() as i32 / 2)
}

fn measure_world(map: &Map, repeat: u32, fields: &mut Vec<Row>) -> Result<(), Failure> {
    for rule in RULES {
        let plain = PlainGrid::land_of(map, rule.1);
        for (source, near) in [("corner", (0, 0)), ("centre", middle_of(map))] {
            let at = main_cell_near(map, rule.1, near).ok_or("a map without a free cell")?;
            let row = measure(map, &plain, rule, (source, at), repeat)?;
            let speed = row.text("cells_per_second", 1e-6, 1);
            eprintln!("{:22} {} neighbours, {source}: {speed:>7} M cells/s", row.map, rule.2);
            fields.push(row);
        }
    }
    Ok(())
}

/// The figures of one field.
fn measure(
    map: &Map,
    plain: &PlainGrid,
    (rule, _, neighbours): (Neighbours, Rule, f64),
    (source, at): (&'static str, Place),
    repeat: u32,
) -> Result<Row, Failure> {
    let view = map.grid.seen_by(&Mover::walker().neighbours(rule));
    let node = map.grid.node((at.0 as u32, at.1 as u32)).ok_or("the source is off the map")?;
    let (field, mut flow, mut derived) =
        (RefCell::new(DistanceField::new()), FlowField::new(), Ok(()));
    let (mut steps, mut queue, mut times) = (Vec::new(), Vec::new(), Row::default());
    let (prepared, preparing_micros) = timed(|| view.clone().prepared());
    let compute = |view| compute_distances(&mut field.borrow_mut(), view, node);
    work_in_turns(
        repeat as usize,
        &mut times,
        [
            ("unprepared", &mut || compute(&view)),
            ("field", &mut || compute(&prepared)),
            ("flow", &mut || derived = flow.derive(&prepared, &field.borrow())),
            ("breadth first", &mut || plain.breadth_first(at, &mut steps, &mut queue)),
        ],
    );
    derived?;
    let field = field.into_inner();
    check(plain, at, &field).map_err(|fault| format!("{}, {source}: {fault}", map.name))?;
    let cells = queue.len() as f64;
    let rate = |cells: f64, figure| cells / times.median(figure) * 1e6;
    let mut row = Row::new(&map.name, source);
    for (figure, value) in [
        ("neighbours", neighbours),
        ("cells_reached", cells),
        // Above 1 where a bucket serves a cell twice.
        ("expansions_per_cell", field.expanded() as f64 / cells),
        // The allowed steps of every cell, worked out beforehand.
        ("preparing_milliseconds", preparing_micros / 1e3),
        ("milliseconds", times.median("field") / 1e3),
        ("cells_per_second", rate(cells, "field")),
        ("plain_view_cells_per_second", rate(cells, "unprepared")),
        ("flow_cells_per_second", rate(plain.cell_count() as f64, "flow")),
        ("breadth_first_cells_per_second", rate(cells, "breadth first")),
    ] {
        row.add(figure, value);
    }
    Ok(row)
}

/// Fields over generated terrain of factors 1 to 9, all of it passable.
fn over_terrain(repeat: u32) -> [Row; 2] {
    let grid = grid_of(&terrain(1, 1024, 1024, 64, 9));
    RULES.map(|(rule, _, neighbours)| {
        let view = grid.seen_by(&Mover::walker().neighbours(rule));
        let (source, prepared) = (NodeId::new(512 * 1024 + 512), view.clone().prepared());
        let (field, mut times) = (RefCell::new(DistanceField::new()), Row::default());
        let compute = |view| compute_distances(&mut field.borrow_mut(), view, source);
        let figures = ["plain_view_cells_per_second", "cells_per_second"];
        work_in_turns(
            repeat as usize,
            &mut times,
            [(figures[0], &mut || compute(&view)), (figures[1], &mut || compute(&prepared))],
        );
        let field = field.into_inner();
        let nodes = (0..view.node_count()).map(NodeId::new);
        let reached = nodes.filter(|&node| field.distance(node).is_some()).count() as f64;
        let mut row = Row::new("terrain 1024×1024, factors 1 to 9", "");
        row.add("neighbours", neighbours);
        for figure in figures {
            row.add(figure, reached / times.median(figure) * 1e6);
        }
        row
    })
}

/// Repairs on one map, with the only source in its middle or near it.
fn measure_repairs(
    map: &Map,
    source: NodeId,
    repeat: u32,
    repaired: &mut Vec<Row>,
) -> Result<(), Failure> {
    let settings = Settings { source, ..Settings::default() };
    let followed = &["distance field"];
    let suite = Suite { followed, compares_each: true, settings, ..Suite::default() };
    for (rule, _, neighbours) in RULES {
        for cells_changed in [1, 10, 100] {
            let mut rng = Rng::new(1);
            let drawn = (0..repeat.max(7) * 3)
                .map(|_| free_cells(&map.grid, source, cells_changed, &mut rng));
            let edits = drawn.flat_map(|cells| blocked_and_opened(&map.grid, &cells)).collect();
            let mover = Mover::walker().neighbours(rule);
            let scene = Scene::new(&map.name, map.grid.clone(), Vec::new());
            let mut row = Row::new(&map.name, "");
            row.add("neighbours", neighbours);
            row.add("cells_changed", cells_changed as f64);
            for taken in suite.measure(&Scene { mover, edits, ..scene })? {
                row.take("rebuilt_microseconds", &taken, "fresh");
                for (at, &micros) in taken.of("edit").iter().enumerate() {
                    row.add(["blocked_microseconds", "opened_microseconds"][at % 2], micros);
                }
            }
            repaired.push(row);
        }
    }
    Ok(())
}

/// Distinct free cells other than the source.
fn free_cells(grid: &Grid, source: NodeId, count: usize, rng: &mut Rng) -> Vec<Cell> {
    let mut cells = Vec::new();
    // A map of few free cells gives fewer.
    for _ in 0..1000 * count {
        let node = random_node(rng, grid);
        let (is_free, cell) = (matches!(grid.class_at(node), b'.' | b'G' | b'S'), grid.cell(node));
        if is_free && node != source && !cells.contains(&cell) {
            cells.push(cell);
            if cells.len() == count {
                break;
            }
        }
    }
    cells
}

/// Lets the field prove itself: the source has 0, no step improves any distance, and every other
/// distance is explained by a step.
fn check(plain: &PlainGrid, source: Place, field: &DistanceField) -> Result<(), String> {
    let distance = |place| field.distance(NodeId::new(plain.index(place) as u32));
    for index in 0..plain.cell_count() {
        let at = plain.place(index);
        let expected = if at == source {
            Some(0)
        } else if plain.is_free(at) {
            // Steps cost the same both ways.
            let ways = plain.steps_from(at);
            ways.filter_map(|(from, cost)| Some(distance(from)? + u64::from(cost))).min()
        } else {
            None
        };
        if distance(at) != expected {
            return Err(format!("{at:?} has {:?}, expected {expected:?}", distance(at)));
        }
    }
    Ok(())
}

/// The cell of the largest component nearest to `near`, by the larger of the coordinate
/// differences. `None` if nothing is free.
fn main_cell_near(map: &Map, rule: Rule, near: Place) -> Option<Place> {
    // As the plain grid, on land alone.
    let view = map.grid.seen_by(&rule.mover().impassable(b'W'));
    let components = Components::build(&view);
    let largest = components.areas().first()?.component;
    let nodes = (0..map.grid.cell_count()).map(NodeId::new);
    let nodes = nodes.filter(|&node| components.component(node) == Some(largest));
    let away = |at: Place| at.0.abs_diff(near.0).max(at.1.abs_diff(near.1));
    nodes.map(|node| place(map.grid.cell(node))).min_by_key(|&at| (away(at), at))
}

fn markdown(command: &str, [fields, terrain, repaired]: [&[Row]; 3]) -> String {
    let about = format!(
        "# Distance fields\n\n{command}\n\
         Every distance was checked.\nTimes are {}, the median of the repeats.\nM cells/s counts the cells reached, on a view prepared beforehand and on one that is not; flow is reading the next step of every cell of the map, blocked ones included, off the field; breadth-first is a plain search with an array as queue over the same steps.",
        clock::NAME
    );
    let parts = [
        (about.as_str(), FIELDS, fields),
        (
            "\n## Terrain\n\nOne source in the centre; not checked here but by the tests.",
            TERRAIN,
            terrain,
        ),
        (
            "\n## Repair\n\nFree cells, drawn again each time, are blocked and opened again; every \
             repaired distance was compared with a field computed again on a view that is not \
             prepared.",
            REPAIRS,
            repaired,
        ),
    ];
    let parts = parts.iter().enumerate().filter(|(at, part)| *at == 0 || !part.2.is_empty());
    parts.map(|(_, &(about, columns, rows))| table(about, columns, rows)).collect()
}

#[cfg(test)]
mod tests {
    use astride::base::Budget;
    use astride::world::Way;

    use super::*;

    fn map(width: u32, height: u32, classes: &[u8]) -> Map {
        let grid = Grid::from_classes(width, height, classes).expect("a whole map");
        Map { name: "tiny".to_owned(), grid }
    }

    #[test]
    fn a_field_is_measured_and_checked() {
        let map = map(5, 3, b".....@@@@......");
        let plain = PlainGrid::land_of(&map, Rule::NoCorners);
        let row = measure(&map, &plain, RULES[0], ("corner", (0, 0)), 1);
        assert_eq!(row.expect("a right field").text("cells_reached", 1.0, 0), "11");
    }

    #[test]
    fn a_wrong_field_is_noticed() {
        let map = map(3, 1, b"...");
        let plain = PlainGrid::land_of(&map, Rule::NoCorners);
        let mut field = DistanceField::new();
        let (view, node) = (map.grid.seen_by(&Mover::walker()), NodeId::new(1));
        let _ = field.compute(&view, &[(node, 0)], Way::Forward, &mut Budget::unlimited());
        assert_eq!(check(&plain, (1, 0), &field), Ok(()));
        assert!(check(&plain, (0, 0), &field).is_err());
    }

    #[test]
    fn sources_lie_in_the_main_part() {
        let found = |map: &Map| main_cell_near(map, Rule::NoCorners, (0, 0));
        assert_eq!(found(&map(7, 1, b".@.....")), Some((2, 0)));
        assert_eq!(found(&map(2, 1, b"@@")), None);
    }

    #[test]
    fn repairs_are_measured_and_checked() {
        let grid = Grid::new(30, 30, b'.').expect("a good size");
        let map = Map { name: "tiny".to_owned(), grid };
        let mut repaired = Vec::new();
        measure_repairs(&map, NodeId::new(5), 1, &mut repaired).expect("right repairs");
        assert_eq!(repaired.len(), 6);
        assert!(markdown("field", [&[], &[], &repaired]).contains("| tiny | 4 | 100 |"));
    }
}
