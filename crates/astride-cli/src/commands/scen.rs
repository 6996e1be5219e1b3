//! `astride scen`: runs a scenario file and checks every recorded length.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use astride::planner::Method;
use serde_json::json;

use crate::error::Failure;
use crate::load::{load_map, load_scenario, name_of, scenarios_of};
use crate::options::{GuessArgs, MoverArgs, method_help};
use crate::report::{Ending, Report, count, grouped};
use crate::scenarios::{Batch, RunArgs, Tally, optimal_methods, run_rows};

const EXAMPLES: &str = "\
Examples:
  astride scen data/grid/dao/arena.map
  astride scen data/grid/dao/lak303d.map --method bidirectional --repeat 5
  astride scen data/grid/dao/arena.map --all
  astride scen data/grid/dao/lak303d.map --method labels --cost-only --threads 2

Exit codes: 0 all as recorded, 1 some row differs, 2 bad input or usage";

/// Runs a MovingAI scenario file: every path is walked step by step and its length compared.
///
/// Recorded lengths are those of eight neighbours, corners never cut, and exact costs. A method
/// that promises less than a cheapest path is held to what it promises.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: .map, drawn text or .astride, plain or .gz; - is standard input
    map: PathBuf,

    /// The scenario file; for a.map or a.map.gz it is a.map.scen or a.map.scen.gz beside it,
    /// unless said otherwise
    scen: Option<PathBuf>,

    #[arg(long, value_name = "NAME", help_heading = "Search",
          help = method_help("repeat for more"))]
    method: Vec<Method>,

    /// Run every method that promises a cheapest path
    #[arg(long, help_heading = "Search", conflicts_with_all = ["method", "baked"])]
    all: bool,

    #[command(flatten)]
    guess: GuessArgs,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    mover: MoverArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let file = scenario_file(args)?;
    let map = load_map(&args.map)?;
    let scenario = load_scenario(&file)?;
    let mover = args.mover.mover()?;
    args.run.ask.refuse_methods(&args.method)?;
    let methods = match (args.all, &args.method[..]) {
        (true, _) => optimal_methods(&map.grid, &mover, args.guess.question(Method::AStar)),
        (false, []) if args.run.ask.baked.is_some() => vec![Method::Labels],
        (false, []) => vec![Method::default()],
        (false, methods) => methods.to_vec(),
    };
    let baked = args.run.ask.baked_for(&args.map)?;
    let rows = scenario.rows().len() as u64;
    let mut text = format!("{}: {}\n", name_of(&file), count(rows, "row"));
    let mut tallies = Vec::new();
    for method in methods {
        let asked = (args.guess.question(method), args.guess.ties());
        let tally = run_rows(&map.grid, &mover, &scenario, asked, &args.run, baked.as_deref())?;
        text_of(&mut text, &tally);
        tallies.push(tally);
    }
    let json = json!({
        "command": "scen",
        "map": name_of(&args.map),
        "scenario": name_of(&file),
        "rows": rows,
        "methods": tallies.iter().map(Tally::json).collect::<Vec<_>>(),
    });
    let mut report = Report::good(text, json);
    if tallies.iter().any(|tally| tally.mismatch_count > 0) {
        report.ending = Ending::Negative;
    }
    Ok(report)
}

fn scenario_file(args: &Args) -> Result<PathBuf, Failure> {
    let stdin = Path::new("-");
    if let Some(file) = &args.scen {
        if file == stdin && args.map == stdin {
            let message = "map and scenario cannot both be standard input, expected one file";
            return Err(Failure::new(message));
        }
        return Ok(file.clone());
    }
    if args.map == stdin {
        let message = "a map from standard input has no scenario beside it, expected SCEN as well";
        return Err(Failure::new(message));
    }
    scenarios_of(&args.map).into_iter().next().ok_or_else(|| {
        let name = name_of(&args.map);
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        let message = format!("no scenario beside it, expected {plain}.scen or a second argument");
        Failure::at(&name, message)
    })
}

fn text_of(out: &mut String, tally: &Tally) {
    let Tally { method, rows, mismatches, mismatch_count, times, .. } = tally;
    let verdict = match mismatch_count {
        0 => "all as recorded".to_owned(),
        1 => "1 mismatch".to_owned(),
        some => format!("{} mismatches", grouped(*some as u64)),
    };
    let _ = writeln!(out, "\n{method}: {} run, {verdict}", count(*rows as u64, "row"));
    for mismatch in mismatches {
        let _ = writeln!(
            out,
            "  row {} (line {}): {}",
            mismatch.row,
            mismatch.row + 1,
            mismatch.reason
        );
    }
    if *mismatch_count > mismatches.len() {
        let _ = writeln!(out, "  and {} more", mismatch_count - mismatches.len());
    }
    let _ = writeln!(
        out,
        "  expanded  mean {:.1}, in all {}",
        tally.mean_expanded(),
        grouped(tally.expanded)
    );
    let _ = writeln!(
        out,
        "  time      mean {:.1} us, median {:.1} us, p99 {:.1} us, most {:.1} us",
        times.mean, times.median, times.p99, times.most
    );
    let _ = writeln!(out, "  built     {}", tally.built.text());
    if let Some(Batch { threads, per_second }) = tally.batch {
        let per_second = grouped(per_second as u64);
        let threads = count(threads.into(), "thread");
        let _ = writeln!(out, "  at once   {per_second} answers a second on {threads}");
    }
}
