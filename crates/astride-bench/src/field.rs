//! Distance fields over whole maps, in cells per second.

use astride::base::{Budget, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{FlowField, Grid, Mover, Neighbours};
use astride::world::Way;
use serde::Serialize;

use crate::clock::timed;
use crate::machine::Circumstances;
use crate::maps::{self, Chosen, Map};
use crate::plain::{Place, PlainGrid};
use crate::record;
use crate::repair::{self, OverTerrain, Repaired};
use crate::rules::Rule;
use crate::stats::median;
use crate::{Failure, Output, clock};

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

/// Where repairs are measured, besides open ground.
const REPAIRED: [&str; 3] = ["bg512/AR0011SR", "rooms/8room_000", "random/random512-10-0"];

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

/// One field.
#[derive(Serialize)]
struct Measured {
    world: String,
    neighbours: u8,
    source: &'static str,
    cells_reached: usize,
    /// Expansions per reached cell; above 1 where a bucket serves a cell twice.
    expansions_per_cell: f64,
    /// Working out the allowed steps of every cell beforehand.
    preparing_milliseconds: f64,
    /// On the prepared view.
    milliseconds: f64,
    /// On the prepared view.
    cells_per_second: f64,
    /// On a view that looks at the terrain.
    plain_view_cells_per_second: f64,
    /// Reading the next step of every cell off the field, on the prepared view; of all cells.
    flow_cells_per_second: f64,
    /// The same for a plain breadth-first search with an array as queue.
    breadth_first_cells_per_second: f64,
}

#[derive(Serialize)]
struct Record {
    circumstances: Circumstances,
    command: String,
    fields: Vec<Measured>,
    terrain: Vec<OverTerrain>,
    repaired: Vec<Repaired>,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let circumstances = Circumstances::observe(&options.output);
    let is_wanted = |name: &str| options.chosen.wants(name);
    let mut fields = Vec::new();
    for side in [1024, 4096] {
        let name = format!("open {side}×{side}");
        if is_wanted(&name) {
            measure_world(&Map { name, grid: Grid::new(side, side, b'.')? }, options, &mut fields)?;
        }
    }
    let folder = maps::folder(options.chosen.folder.maps.as_deref());
    for name in REAL.into_iter().filter(|name| is_wanted(name)) {
        if let Some(map) = maps::load_map(&folder, name)? {
            measure_world(&map, options, &mut fields)?;
        }
    }
    let terrain =
        if is_wanted("terrain") { repair::over_terrain(options.repeat) } else { Vec::new() };
    let mut repaired = Vec::new();
    if is_wanted("open 512×512") {
        let map = Map { name: "open 512×512".to_owned(), grid: Grid::new(512, 512, b'.')? };
        measure_repair(&map, options, &mut repaired)?;
    }
    for name in REPAIRED.into_iter().filter(|name| is_wanted(name)) {
        if let Some(map) = maps::load_map(&folder, name)? {
            measure_repair(&map, options, &mut repaired)?;
        }
    }
    let command = record::command();
    let record = Record { circumstances, command, fields, terrain, repaired };
    let table = markdown(&record);
    println!("{table}");
    if options.dry {
        return Ok(());
    }
    let folder = record.circumstances.folder(&options.output);
    record::write(&folder, "field.json", &(serde_json::to_string_pretty(&record)? + "\n"))?;
    record::write(&folder, "field.md", &table)
}

fn measure_world(map: &Map, options: &Options, fields: &mut Vec<Measured>) -> Result<(), Failure> {
    for (rule, steps) in [(Neighbours::Eight, Rule::NoCorners), (Neighbours::Four, Rule::Four)] {
        let plain = PlainGrid::land_of(map, steps);
        let middle = (map.grid.width() as i32 / 2, map.grid.height() as i32 / 2);
        for (source, near) in [("corner", (0, 0)), ("centre", middle)] {
            let at = main_cell_near(&plain, near).ok_or("a map without a free cell")?;
            let measured = measure(map, &plain, rule, (source, at), options.repeat)?;
            eprintln!(
                "{:22} {} neighbours, {source}: {:7.1} M cells/s",
                measured.world,
                measured.neighbours,
                measured.cells_per_second / 1e6
            );
            fields.push(measured);
        }
    }
    Ok(())
}

fn measure_repair(
    map: &Map,
    options: &Options,
    repaired: &mut Vec<Repaired>,
) -> Result<(), Failure> {
    let plain = PlainGrid::land_of(map, Rule::Four);
    let middle = (map.grid.width() as i32 / 2, map.grid.height() as i32 / 2);
    let at = main_cell_near(&plain, middle).ok_or("a map without a free cell")?;
    repair::measure(map, NodeId::new(plain.index(at) as u32), options.repeat, repaired)
}

fn measure(
    map: &Map,
    plain: &PlainGrid,
    rule: Neighbours,
    (source, at): (&'static str, Place),
    repeat: u32,
) -> Result<Measured, Failure> {
    let mover = Mover::walker().neighbours(rule);
    let view = map.grid.seen_by(&mover);
    let node = map.grid.node((at.0 as u32, at.1 as u32)).ok_or("the source is off the map")?;
    let mut field = DistanceField::new();
    let (mut steps, mut queue) = (Vec::new(), Vec::new());
    let (mut times, mut plain_view_times, mut plain_times) = (Vec::new(), Vec::new(), Vec::new());
    let (mut flow, mut flow_times) = (FlowField::new(), Vec::new());
    let (prepared, preparing_micros) = timed(|| view.clone().prepared());
    // The first round warms up and takes memory; it is not counted.
    for round in 0..=repeat {
        let budget = &mut Budget::unlimited();
        let (_, plain_view_took) =
            timed(|| field.compute(&view, &[(node, 0)], Way::Forward, budget));
        let (_, took) = timed(|| field.compute(&prepared, &[(node, 0)], Way::Forward, budget));
        let (derived, flow_took) = timed(|| flow.derive(&prepared, &field));
        derived?;
        let ((), plain_took) = timed(|| plain.breadth_first(at, &mut steps, &mut queue));
        if round > 0 {
            times.push(took);
            plain_view_times.push(plain_view_took);
            plain_times.push(plain_took);
            flow_times.push(flow_took);
        }
    }
    check(plain, at, &field).map_err(|fault| format!("{}, {source}: {fault}", map.name))?;
    let cells_reached = queue.len();
    let seconds = median(&times) / 1e6;
    Ok(Measured {
        world: map.name.clone(),
        neighbours: if rule == Neighbours::Eight { 8 } else { 4 },
        source,
        cells_reached,
        expansions_per_cell: field.expanded() as f64 / cells_reached as f64,
        preparing_milliseconds: preparing_micros / 1e3,
        milliseconds: seconds * 1e3,
        plain_view_cells_per_second: cells_reached as f64 / median(&plain_view_times) * 1e6,
        cells_per_second: cells_reached as f64 / seconds,
        flow_cells_per_second: plain.cell_count() as f64 / median(&flow_times) * 1e6,
        breadth_first_cells_per_second: cells_reached as f64 / median(&plain_times) * 1e6,
    })
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
fn main_cell_near(plain: &PlainGrid, near: Place) -> Option<Place> {
    let (mut steps, mut queue) = (Vec::new(), Vec::new());
    let mut is_seen = vec![false; plain.cell_count()];
    let mut largest: Vec<u32> = Vec::new();
    let free_count =
        (0..plain.cell_count()).filter(|&cell| plain.is_free(plain.place(cell))).count();
    for index in 0..plain.cell_count() {
        let at = plain.place(index);
        if plain.is_free(at) && !is_seen[index] {
            plain.breadth_first(at, &mut steps, &mut queue);
            queue.iter().for_each(|&cell| is_seen[cell as usize] = true);
            if queue.len() > largest.len() {
                largest.clone_from(&queue);
            }
            if queue.len() * 2 > free_count {
                break; // no other one can be larger
            }
        }
    }
    let away = |place: Place| place.0.abs_diff(near.0).max(place.1.abs_diff(near.1));
    largest.into_iter().map(|cell| plain.place(cell as usize)).min_by_key(|&at| (away(at), at))
}

fn markdown(record: &Record) -> String {
    let mut out = format!(
        "# Distance fields\n\n`{}` {}\n\
         Every distance was checked.\nTimes are {}, the median of the repeats.\nM cells/s counts the cells reached, on a view prepared beforehand and on one that is not; flow is reading the next step of every cell of the map, blocked ones included, off the field; breadth-first is a plain search with an array as queue over the same steps.\n\n\
         | world | neighbours | source | cells | preparing ms | ms | M cells/s | unprepared M cells/s | expansions per cell | flow M cells/s | breadth-first M cells/s |\n|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        record.command,
        record.circumstances,
        clock::NAME
    );
    for field in &record.fields {
        out += &format!(
            "| {} | {} | {} | {} | {:.2} | {:.2} | {:.1} | {:.1} | {:.2} | {:.1} | {:.1} |\n",
            field.world,
            field.neighbours,
            field.source,
            field.cells_reached,
            field.preparing_milliseconds,
            field.milliseconds,
            field.cells_per_second / 1e6,
            field.plain_view_cells_per_second / 1e6,
            field.expansions_per_cell,
            field.flow_cells_per_second / 1e6,
            field.breadth_first_cells_per_second / 1e6
        );
    }
    out + &repair::markdown(&record.repaired, &record.terrain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(width: u32, height: u32, classes: &[u8]) -> Map {
        let grid = Grid::from_classes(width, height, classes).expect("a whole map");
        Map { name: "tiny".to_owned(), grid }
    }

    #[test]
    fn a_field_is_measured_and_checked() {
        let map = map(5, 3, b".....@@@@......");
        let plain = PlainGrid::land_of(&map, Rule::NoCorners);
        let measured = measure(&map, &plain, Neighbours::Eight, ("corner", (0, 0)), 1);
        assert_eq!(measured.expect("a right field").cells_reached, 11);
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
        let plain = PlainGrid::land_of(&map(7, 1, b".@....."), Rule::NoCorners);
        assert_eq!(main_cell_near(&plain, (0, 0)), Some((2, 0)));
        assert_eq!(
            main_cell_near(&PlainGrid::land_of(&map(2, 1, b"@@"), Rule::NoCorners), (0, 0)),
            None
        );
    }
}
