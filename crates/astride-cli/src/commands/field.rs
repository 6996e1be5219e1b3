//! `astride field`: the distance from everywhere to some cells.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use astride::base::{Budget, Cell, Cost, NodeId};
use astride::search::{DistanceField, FieldStatus};
use astride::shapes::square::Grid;
use astride::world::Way;
use serde_json::{Value, json};

use crate::changes::ChangeArgs;
use crate::describe::{cells_text, line, path_json, path_text, waypoints};
use crate::error::Failure;
use crate::load::load_map;
use crate::options::{MoverArgs, cell_json, free_node, plain};
use crate::parse;
use crate::pictures::{DrawArgs, Layer, Picture};
use crate::progress::Ticker;
use crate::report::{Ending, Report, count, grouped};

const EXAMPLES: &str = "\
Examples:
  astride field data/grid/dao/arena.map --to 20,20 --draw colour
  astride field data/grid/dao/arena.map --to 20,20 --from 1,11 --from 46,47
  astride field data/grid/dao/lak303d.map --to 127,124 --draw png -o field.png --csv field.csv

Exit codes: 0 done, 1 some --from leads to no goal, 2 bad input or usage, 3 out of budget";

/// Computes the distance from every cell to the nearest of some goals.
///
/// One field leads any number of units to their goal: each takes the step that lowers its distance.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: .map, drawn text or .astride, plain or .gz; - is standard input
    map: PathBuf,

    /// Where all distances lead; a drawn map may say so with B. Several mean the nearest of them
    #[arg(long, value_parser = parse::cell, value_name = "X,Y", allow_hyphen_values = true)]
    to: Vec<Cell>,

    /// Follow the field from here (repeat for more)
    #[arg(long, value_parser = parse::cell, value_name = "X,Y", allow_hyphen_values = true)]
    from: Vec<Cell>,

    /// Give up after this many expanded nodes (exit code 3)
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    budget: Option<u64>,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    change: ChangeArgs,

    /// Write x,y,ticks for every cell that is reached
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    csv: Option<PathBuf>,

    #[command(flatten)]
    draw: DrawArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    args.draw.check()?;
    let (mut map, mover) = (load_map(&args.map)?, args.mover.mover()?);
    args.change.change(&mut map.grid, &mover)?;
    let grid = &map.grid;
    let view = grid.seen_by(&mover);
    let to = if args.to.is_empty() { &map.goals } else { &args.to };
    if to.is_empty() {
        let message = "where to? expected --to X,Y, or a drawn map with a B (it has none)";
        return Err(Failure::new(message));
    }
    let free = |cells: &[Cell], option: &str| -> Result<Vec<NodeId>, Failure> {
        cells.iter().map(|&cell| free_node(grid, &mover, cell, option)).collect()
    };
    let (goals, units) = (free(to, "--to")?, free(&args.from, "--from")?);
    let sources: Vec<(NodeId, Cost)> = goals.iter().map(|&goal| (goal, 0)).collect();

    let mut ticker = Ticker::endless("computing the field");
    let mut tick = || {
        ticker.at(0);
        false
    };
    let mut budget = Budget::unlimited().deadline(&mut tick);
    if let Some(nodes) = args.budget {
        budget = budget.expansions(nodes);
    }
    let mut field = DistanceField::new();
    let began = Instant::now();
    let status = field.compute(&view, &sources, Way::Backward, &mut budget);
    let seconds = began.elapsed().as_secs_f64();

    let stats = Stats::of(&field);
    let per_second = field.expanded() as f64 / seconds.max(1e-9);
    let mut report = Report::good(
        String::new(),
        json!({
            "command": "field",
            "to": to.iter().copied().map(cell_json).collect::<Vec<_>>(),
            "reachable": stats.reachable,
            "expanded": field.expanded(),
            "farthest": stats.farthest.map(|(node, cost)| {
                json!({ "cell": cell_json(grid.cell(node)), "cost": cost })
            }),
            "complete": status == FieldStatus::Complete,
            "bytes": field.bytes(),
            "timing": { "seconds": seconds, "settled_per_second": per_second },
        }),
    );
    let goals: Vec<String> = to.iter().copied().map(plain).collect();
    let _ = writeln!(report.text, "distances to {}", goals.join(" or "));
    line(&mut report.text, "reachable", count(stats.reachable, "cell"));
    if let Some((node, cost)) = stats.farthest {
        let cell = plain(grid.cell(node));
        let steps = cost as f64 / f64::from(view.scale().straight());
        let text = format!("{} ticks = {steps:.4} straight steps, from {cell}", grouped(cost));
        line(&mut report.text, "farthest", text);
    }
    line(&mut report.text, "effort", format_args!("{} expanded", count(field.expanded(), "node")));
    line(
        &mut report.text,
        "time",
        format_args!("{:.2} ms, {:.1} million nodes a second", seconds * 1e3, per_second / 1e6),
    );
    if let FieldStatus::Partial { settled_below, .. } = status {
        report.ending = Ending::OutOfBudget;
        report.json["settled_below"] = settled_below.into();
        let _ = writeln!(
            report.text,
            "out of budget: only distances below {} ticks are final",
            grouped(settled_below)
        );
        return Ok(report);
    }
    let mut led = Vec::new();
    for &unit in &units {
        let from = grid.cell(unit);
        let Some(path) = field.path_from(&view, unit).map_err(Failure::of)? else {
            report.ending = Ending::Negative;
            let _ = writeln!(report.text, "\nno path from {}", plain(from));
            led.push(json!({ "from": cell_json(from), "path": Value::Null }));
            continue;
        };
        let (start, goal) = (plain(from), plain(grid.cell(path.goal())));
        let _ = writeln!(report.text, "\npath from {start} to {goal}");
        path_text(&mut report.text, &path, &view);
        cells_text(&mut report.text, "waypoints", waypoints(&path, grid));
        led.push(json!({ "from": cell_json(from), "path": path_json(&path, grid) }));
    }
    report.json["paths"] = led.into();
    if let Some(file) = &args.csv {
        report.save(file, csv(&field, grid).as_bytes())?;
        line(&mut report.text, "csv", file.display());
        report.json["csv"] = file.display().to_string().into();
    }
    let first = units.first().and_then(|&unit| field.path_from(&view, unit).ok().flatten());
    let picture = Picture {
        starts: args.from.clone(),
        goals: to.clone(),
        path: first.as_ref().map(|path| path.nodes()),
        layer: Layer::Field(&field),
        ..Picture::of(grid, &mover)
    };
    args.draw.draw(&picture, "field", &mut report)?;
    Ok(report)
}

/// A summary of a field.
struct Stats {
    reachable: u64,
    /// The first of the nodes with the greatest distance.
    farthest: Option<(NodeId, Cost)>,
}

impl Stats {
    fn of(field: &DistanceField) -> Self {
        let mut stats = Stats { reachable: 0, farthest: None };
        for (node, cost) in reached(field) {
            stats.reachable += 1;
            if stats.farthest.is_none_or(|(_, most)| cost > most) {
                stats.farthest = Some((node, cost));
            }
        }
        stats
    }
}

/// The farthest node of a field; the first one on a tie.
pub(super) fn farthest(field: &DistanceField) -> Option<(NodeId, Cost)> {
    Stats::of(field).farthest
}

fn reached(field: &DistanceField) -> impl Iterator<Item = (NodeId, Cost)> + '_ {
    let nodes = (0..field.node_count() as u32).map(NodeId::new);
    nodes.filter_map(|node| Some((node, field.distance(node)?)))
}

fn csv(field: &DistanceField, grid: &Grid) -> String {
    let mut out = String::from("x,y,ticks\n");
    for (node, cost) in reached(field) {
        let _ = writeln!(out, "{},{cost}", plain(grid.cell(node)));
    }
    out
}
