//! `astride bench`: all scenarios below a folder, as a record of counts and times.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use astride::planner::Method;
use astride::shapes::square::Mover;
use serde_json::{Value, json};

use crate::error::Failure;
use crate::load::{load_map, load_scenario, scenarios_of};
use crate::options::GuessArgs;
use crate::progress::Ticker;
use crate::read::name_of;
use crate::report::{Ending, Report, count};
use crate::scenarios::{RunArgs, run_rows};
use crate::tally::{Batch, Tally};

const EXAMPLES: &str = "\
Examples:
  astride bench data/grid/dao
  astride bench data --method astar --method bidirectional --limit 100 -o record.json

Exit codes: 0 no row that is compared differs, 1 some row differs, 2 bad input or usage";

/// Runs all scenarios below a folder, checks every length, and records counts and times.
///
/// Counts are the same on every machine; times are compared only with times of the same machine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where maps lie with their scenarios beside them
    folder: PathBuf,

    /// The search (repeat for more); astar, dijkstra and bidirectional unless said otherwise
    #[arg(long, value_name = "NAME", help_heading = "Search")]
    method: Vec<Method>,

    #[command(flatten)]
    guess: GuessArgs,

    #[command(flatten)]
    run: RunArgs,

    /// Write the record here as JSON, and the tables beside it with the ending .md
    #[arg(short, long, value_name = "FILE.json", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// One map with one of its scenarios.
struct Pair {
    map: PathBuf,
    scenario: PathBuf,
}

/// One scenario under one method.
struct Run {
    map: String,
    scenario: String,
    tally: Tally,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let table = match &args.output {
        Some(file) if file.extension().is_some_and(|ending| ending == "json") => {
            Some(file.with_extension("md"))
        }
        Some(file) => {
            let message = "a record is JSON, expected a name ending in .json";
            return Err(Failure::at(file.display(), message));
        }
        None => None,
    };
    let pairs = pairs(&args.folder)?;
    args.run.ask.refuse_methods(&args.method)?;
    let methods = match &args.method[..] {
        [] if args.run.ask.baked.is_some() => vec![Method::Labels],
        [] => vec![Method::AStar, Method::Dijkstra, Method::Bidirectional],
        methods => methods.to_vec(),
    };
    let mover = Mover::walker();
    let mut ticker = Ticker::of(pairs.len() as u64, "maps");
    let mut runs = Vec::new();
    for (done, pair) in pairs.iter().enumerate() {
        ticker.at(done as u64);
        let (map, scenario) = (load_map(&pair.map)?, load_scenario(&pair.scenario)?);
        let baked = args.run.ask.baked_for(&pair.map)?;
        for &method in &methods {
            let asked = (args.guess.question(method), args.guess.ties());
            let tally = run_rows(&map.grid, &mover, &scenario, asked, &args.run, baked.as_deref())?;
            let below = |path: &Path| name_of(path.strip_prefix(&args.folder).unwrap_or(path));
            let (map, scenario) = (below(&pair.map), below(&pair.scenario));
            runs.push(Run { map, scenario, tally });
        }
    }
    drop(ticker);
    let record = record(&runs);
    let tables = tables(&runs);
    let mut report = Report::good(tables.clone(), record);
    if let (Some(file), Some(table)) = (&args.output, &table) {
        let body = format!("{:#}\n", report.json);
        report.save(file, body.as_bytes())?;
        report.save(table, tables.as_bytes())?;
        let _ = writeln!(report.text, "\nrecord: {}, {}", file.display(), table.display());
    }
    if runs.iter().any(|run| run.tally.mismatch_count > 0) {
        report.ending = Ending::Negative;
    }
    Ok(report)
}

/// All maps below `folder` with each of their scenarios, by name.
fn pairs(folder: &Path) -> Result<Vec<Pair>, Failure> {
    let mut folders = vec![folder.to_owned()];
    let mut maps = Vec::new();
    while let Some(folder) = folders.pop() {
        let fail = |error| Failure::io("read folder", folder.display(), &error);
        for entry in fs::read_dir(&folder).map_err(fail)? {
            let entry = entry.map_err(fail)?;
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            // Links to folders are not followed, so no ring of links can hold us.
            if entry.file_type().map_err(fail)?.is_dir() {
                folders.push(path);
            } else if name.ends_with(".map") || name.ends_with(".map.gz") {
                maps.push(path);
            }
        }
    }
    maps.sort();
    let with_scenarios = |map: PathBuf| {
        let scenarios = scenarios_of(&map);
        scenarios.into_iter().map(move |scenario| Pair { map: map.clone(), scenario })
    };
    let pairs: Vec<Pair> = maps.into_iter().flat_map(with_scenarios).collect();
    if pairs.is_empty() {
        let message = "no map with a scenario, expected files such as a.map and a.map.scen";
        return Err(Failure::at(folder.display(), message));
    }
    Ok(pairs)
}

fn machine() -> Value {
    json!({
        "arch": std::env::consts::ARCH,
        "os": std::env::consts::OS,
        "cores": cores(),
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn record(runs: &[Run]) -> Value {
    let runs = runs.iter().map(|run| {
        let mut json = run.tally.json();
        json["map"] = run.map.as_str().into();
        json["scenario"] = run.scenario.as_str().into();
        json
    });
    json!({
        "command": "bench",
        "version": env!("CARGO_PKG_VERSION"),
        "machine": machine(),
        "runs": runs.collect::<Vec<_>>(),
    })
}

/// Counts and times as two Markdown tables.
fn tables(runs: &[Run]) -> String {
    let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
    let (version, cores) = (env!("CARGO_PKG_VERSION"), cores());
    let mut out = format!("# astride {version} on {arch} {os}, {cores} cores\n");
    out += "\nCounts, the same on every machine:\n\n";
    out += "| map | method | rows | mismatches | expanded, mean |\n|---|---|---:|---:|---:|\n";
    for Run { map, tally, .. } in runs {
        let Tally { method, rows, mismatch_count, .. } = tally;
        let mean = tally.mean_expanded();
        let _ = writeln!(out, "| {map} | {method} | {rows} | {mismatch_count} | {mean:.1} |");
    }
    out += "\nTimes per query in microseconds, to be compared on one machine only:\n\n";
    out += "| map | method | mean | median | p99 | most | build, ms | index, bytes |\n";
    out += "|---|---|---:|---:|---:|---:|---:|---:|\n";
    for Run { map, tally, .. } in runs {
        let (method, times, built) = (&tally.method, tally.times, &tally.built);
        let _ = writeln!(
            out,
            "| {map} | {method} | {:.1} | {:.1} | {:.1} | {:.1} | {:.2} | {} |",
            times.mean,
            times.median,
            times.p99,
            times.most,
            built.seconds * 1e3,
            built.bytes.map_or("-".to_owned(), |bytes| bytes.to_string())
        );
    }
    if runs.iter().any(|run| run.tally.batch.is_some()) {
        out += "\nAll rows at once:\n\n";
        out += "| map | method | threads | answers per second |\n|---|---|---:|---:|\n";
    }
    for Run { map, tally, .. } in runs {
        let Some(Batch { threads, per_second }) = tally.batch else { continue };
        let _ = writeln!(out, "| {map} | {} | {threads} | {per_second:.0} |", tally.method);
    }
    for run in runs {
        for mismatch in &run.tally.mismatches {
            let (scenario, method) = (&run.scenario, &run.tally.method);
            let (row, reason) = (mismatch.row, &mismatch.reason);
            let _ = writeln!(out, "\n{scenario}, {method}, row {row}: {reason}");
        }
    }
    for Run { scenario, tally, .. } in runs.iter().filter(|run| run.tally.given_up > 0) {
        let rows = count(tally.given_up as u64, "row");
        let _ = writeln!(out, "\n{scenario}, {}: {rows} given up", tally.method);
    }
    out
}
