//! `astride range`: everything within a cost.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use astride::base::{Budget, Cost};
use astride::search::{PathQuery, Reach, Scratch, reachable};
use clap::ArgGroup;
use serde_json::{Value, json};

use crate::changes::ChangeArgs;
use crate::describe::{cells_text, line};
use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::load::{Loaded, load_with, squares};
use crate::options::{MoverArgs, cell_json, free_node, plain};
use crate::parse;
use crate::pictures::{DrawArgs, Layer, Picture};
use crate::progress::Ticker;
use crate::report::{Ending, Report, count, grouped};
use crate::shaped::{List, Lot, Within};

const EXAMPLES: &str = "\
Examples:
  astride range data/grid/dao/arena.map --from 20,20 --steps 5.5 --draw text
  astride range data/grid/dao/arena.map --from 20,20 --cost 50000 --cells
  astride range data/grid/dao/lak303d.map --from 127,124 --steps 40 --draw png -o range.png
  astride range data/road/monaco.osm.gz --from 43.7384,7.4246 --cost 120000 -o two-minutes.svg

Exit codes: 0 done, 2 bad input or usage, 3 out of budget";

/// Finds everything within a cost: where a unit can go this turn.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, group = ArgGroup::new("limit").required(true))]
pub(crate) struct Args {
    /// The map, of any kind that `astride --help` lists but a mesh; - is standard input
    map: PathBuf,

    /// Where to start; a drawn map may say so with A
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    from: Option<String>,

    /// The most ticks a path there may cost
    #[arg(long, value_name = "TICKS", group = "limit")]
    cost: Option<Cost>,

    /// The same in straight steps, such as 6.5
    #[arg(long, value_parser = parse::steps, value_name = "STEPS", group = "limit",
          allow_hyphen_values = true)]
    steps: Option<f64>,

    /// Give up after this many expanded nodes (exit code 3)
    #[arg(long, value_name = "NODES", help_heading = "Search")]
    budget: Option<u64>,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    change: ChangeArgs,

    #[command(flatten)]
    read: ReadArgs,

    /// List the cells
    #[arg(long, help_heading = "Output")]
    cells: bool,

    /// Also draw this many of the places by lot, each as likely as any other
    #[arg(long, value_name = "COUNT", help_heading = "Output",
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    random: Option<u32>,

    /// The seed of the lot: the same one draws the same places
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 0,
        requires = "random",
        help_heading = "Output"
    )]
    seed: u64,

    #[command(flatten)]
    draw: DrawArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    args.draw.check()?;
    let map = match args.change.on(load_with(&args.map, &args.read)?.map, &args.mover)? {
        Loaded::Other(map) if args.steps.is_none() => {
            let (from, most) = (args.from.as_deref(), args.cost.unwrap_or(0));
            let lot = args.random.map(|count| Lot { count, seed: args.seed });
            let limits = Within { from, most, budget: args.budget, lot };
            let list = if args.cells { List::Places } else { List::Nothing };
            return map.seen_by(&args.mover)?.range(&limits, list, &args.draw);
        }
        Loaded::Other(_) => return Err(Failure::at("--steps", "is for maps of squares")),
        map => squares(&args.map, map)?,
    };
    let mover = args.mover.mover()?;
    let view = map.grid.seen_by(&mover);
    let named = args.from.as_deref().map(parse::cell).transpose();
    let from = match (named.map_err(|error| Failure::of_at("--from", error))?, &map.starts[..]) {
        (Some(cell), _) => cell,
        (None, &[cell]) => cell,
        _ => {
            let message = "where to start? expected --from X,Y, or a drawn map with one A";
            return Err(Failure::new(message));
        }
    };
    let start = free_node(&map.grid, &mover, from, "--from")?;
    // A float becomes the nearest whole number that fits, so no number of steps is too large.
    let in_steps = |steps: f64| (steps * f64::from(view.scale().straight())) as Cost;
    let most = args.cost.or(args.steps.map(in_steps)).unwrap_or(0);

    let mut ticker = Ticker::endless("searching");
    let mut tick = || {
        ticker.at(0);
        false
    };
    let mut budget = Budget::unlimited().deadline(&mut tick);
    if let Some(nodes) = args.budget {
        budget = budget.expansions(nodes);
    }
    let query = PathQuery::everywhere(start).within(most);
    let began = Instant::now();
    let found = reachable(&view, &query, &mut Scratch::new(), &mut budget, &mut ());
    let seconds = began.elapsed().as_secs_f64();
    let mut report = Report::good(
        String::new(),
        json!({
            "command": "range",
            "from": cell_json(from),
            "max_cost": most,
            "timing": { "seconds": seconds },
        }),
    );
    let Ok(reach) = found else {
        report.ending = Ending::OutOfBudget;
        report.json["outcome"] = "out-of-budget".into();
        let spent = count(args.budget.unwrap_or_default(), "expanded node");
        let _ = writeln!(report.text, "out of budget after {spent}");
        return Ok(report);
    };
    report.json["outcome"] = "found".into();
    let within = format!("within {} ticks of {}", grouped(most), plain(from));
    let _ = writeln!(report.text, "{} {within}", count(reach.nodes().len() as u64, "cell"));
    let farthest = reach.nodes().iter().map(|reached| reached.cost).max().unwrap_or(0);
    line(&mut report.text, "farthest", format_args!("{} ticks", grouped(farthest)));
    if args.cells {
        let cells = reach.nodes().iter().map(|reached| map.grid.cell(reached.node));
        cells_text(&mut report.text, "cells", cells);
    }
    if let Some(count) = args.random {
        let drawn = Lot { count, seed: args.seed }.of(&reach);
        cells_text(&mut report.text, "random", drawn.iter().map(|&node| map.grid.cell(node)));
        let drawn = drawn.iter().map(|&node| cell_json(map.grid.cell(node)));
        report.json["random"] = drawn.collect::<Vec<_>>().into();
    }
    report.json["count"] = reach.nodes().len().into();
    report.json["farthest"] = farthest.into();
    report.json["cells"] = cells(&reach, &map.grid);
    let picture = Picture {
        starts: vec![from],
        layer: Layer::Reach(&reach),
        ..Picture::of(&map.grid, &mover)
    };
    args.draw.draw(&picture, "range", &mut report)?;
    Ok(report)
}

fn cells(reach: &Reach, grid: &astride::shapes::square::Grid) -> Value {
    let cell = |node| cell_json(grid.cell(node));
    let nodes = reach.nodes().iter().map(|reached| {
        json!({
            "cell": cell(reached.node),
            "cost": reached.cost,
            "parent": reached.parent.map(cell),
        })
    });
    nodes.collect()
}
