//! `astride bench`: all scenarios below a folder, as a record of counts and times.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use astride::io::WorldFile;
use astride::planner::Method;
use astride::shapes::mesh::Mesh;
use astride::shapes::square::Mover;
use serde_json::{Value, json};

use super::scen::refuse_for_others;
use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::load::{Loaded, load_scenario, load_with, scenarios_of};
use crate::meshes::{self, DiscArgs, Ground};
use crate::options::{GuessArgs, MoverArgs};
use crate::progress::Ticker;
use crate::read::name_of;
use crate::report::{Ending, Report, count};
use crate::scenarios::{RunArgs, run_rows};
use crate::shaped::Unseen;
use crate::tally::{Batch, Tally};

const EXAMPLES: &str = "\
Examples:
  astride bench data/grid/dao
  astride bench data --method astar --method bidirectional --limit 100 -o record.json
  astride bench data/road --method hierarchy

Exit codes: 0 no row that is compared differs, 1 some row differs, 2 bad input or usage";

/// Runs all scenarios below a folder, checks every length, and records counts and times.
///
/// Maps are .map, .3dmap, .mesh and .gr, plain or with .gz; the files with their recorded questions
/// lie beside them, called as `astride scen` looks for them. A map whose shape does not have a method
/// or an option is left out for it, and the record lists it. On meshes polyanya answers unless a method
/// is named.
///
/// Counts are the same on every machine; times are compared only with times of the same machine.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where maps lie with their scenarios beside them
    folder: PathBuf,

    /// The search (repeat for more); astar, dijkstra and bidirectional unless said otherwise, on
    /// meshes polyanya
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
    let mut ticker = Ticker::of(pairs.len() as u64, "maps");
    let (mut runs, mut left_out) = (Vec::new(), Vec::new());
    for (done, pair) in pairs.iter().enumerate() {
        ticker.at(done as u64);
        let below = |path: &Path| name_of(path.strip_prefix(&args.folder).unwrap_or(path));
        let (map, scenario) = (below(&pair.map), below(&pair.scenario));
        let done = match load_with(&pair.map, &ReadArgs::default())?.map {
            Loaded::Squares(map) => args.run_squares(&map, pair)?,
            Loaded::Other(map) => args.run_shaped(map, pair)?,
            Loaded::Mesh(mesh) => args.run_mesh(&mesh, pair)?,
        };
        left_out.extend(done.without.iter().map(|why| format!("{scenario}, {why}")));
        let run = |tally| Run { map: map.clone(), scenario: scenario.clone(), tally };
        runs.extend(done.tallies.into_iter().map(run));
    }
    drop(ticker);
    if runs.is_empty() {
        let message = format!("nothing to run on any of the maps ({})", left_out.join("; "));
        return Err(Failure::at(args.folder.display(), message));
    }
    let record = record(&runs, &left_out);
    let tables = tables(&runs, &left_out);
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

/// What came of one scenario.
#[derive(Default)]
struct Done {
    tallies: Vec<Tally>,
    /// Methods and options that the map does not have, and why.
    without: Vec<String>,
}

impl Done {
    /// A scenario that is left out because of an option that is not for its map.
    fn without(failure: &Failure) -> Self {
        Done { without: vec![failure.to_string()], ..Done::default() }
    }
}

impl Args {
    /// The methods that were asked for, or else these.
    fn methods(&self, usual: &[Method]) -> Vec<Method> {
        match &self.method[..] {
            [] => usual.to_vec(),
            methods => methods.to_vec(),
        }
    }

    fn run_squares(&self, map: &WorldFile, pair: &Pair) -> Result<Done, Failure> {
        let scenario = load_scenario(&pair.scenario)?;
        let baked = self.run.ask.baked_for(&pair.map)?;
        let methods = match baked {
            Some(_) => self.methods(&[Method::Labels]),
            None => self.methods(&USUAL),
        };
        let (mover, mut done) = (Mover::walker(), Done::default());
        for method in methods {
            let asked = (self.guess.question(method), self.guess.ties());
            let baked = baked.as_deref();
            let tally = run_rows(&map.grid, &mover, &scenario, asked, &self.run, baked)?;
            done.tallies.push(tally);
        }
        Ok(done)
    }

    /// The same on a map of any other shape but a mesh.
    fn run_shaped(&self, map: Unseen, pair: &Pair) -> Result<Done, Failure> {
        if let Err(failure) = refuse_for_others(&self.guess, &self.run) {
            return Ok(Done::without(&failure));
        }
        let mut map = map.seen_by(&MoverArgs::usual())?;
        let (rows, mut done) = (map.rows(&pair.scenario)?, Done::default());
        if let Some(bytes) = self.run.ask.baked_for(&pair.map)? {
            let began = Instant::now();
            let loaded = (map.load_index(&bytes)?, began.elapsed().as_secs_f64());
            let mut tally = map.run_rows(&rows, loaded, self.guess.ties(), &self.run)?;
            tally.built.why += ": loaded";
            return Ok(Done { tallies: vec![tally], ..done });
        }
        for method in self.methods(&USUAL) {
            if !map.has(method) {
                done.without.push(format!("{method}: no method of maps of this shape"));
                continue;
            }
            match map.prepare(method, "--method") {
                // Not every method is for every map of the shape.
                Err(failure) => done.without.push(format!("{method}: {failure}")),
                Ok(seconds) => {
                    let asked = (method, seconds);
                    done.tallies.push(map.run_rows(&rows, asked, self.guess.ties(), &self.run)?);
                }
            }
        }
        Ok(done)
    }

    /// The same on a mesh.
    fn run_mesh(&self, mesh: &Mesh, pair: &Pair) -> Result<Done, Failure> {
        let asked = refuse_for_others(&self.guess, &self.run);
        if let Err(failure) = asked.and_then(|()| self.run.ask.refuse_baked()) {
            return Ok(Done::without(&failure));
        }
        let (rows, mut done) = (meshes::rows(&pair.scenario)?, Done::default());
        for method in self.methods(&[Method::Polyanya]) {
            if let Err(failure) = meshes::check_method(method) {
                done.without.push(failure.to_string());
                continue;
            }
            let began = Instant::now();
            let mover = MoverArgs::usual();
            let ground = Ground::of(Box::new(mesh.clone()), &mover, &DiscArgs::default())?;
            let (ground, built) = ground.ready_for(method, began)?;
            let asked = (method, built);
            done.tallies.push(meshes::run_rows(&ground, 1.0, asked, &rows, &self.run)?);
        }
        Ok(done)
    }
}

/// The methods unless others are asked for.
const USUAL: [Method; 3] = [Method::AStar, Method::Dijkstra, Method::Bidirectional];

/// The endings of maps that have files of recorded questions.
const MAPS: [&str; 4] = [".map", ".3dmap", ".mesh", ".gr"];

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
                continue;
            }
            let plain = name.strip_suffix(".gz").unwrap_or(&name);
            if MAPS.iter().any(|ending| plain.ends_with(ending)) {
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
        let message = "no map with a scenario, expected files such as a.map and a.map.scen, \
                       a.3dmap and a.3dmap.3dscen, a.mesh and a.mesh.scen, or a.gr and a.queries.txt";
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

fn record(runs: &[Run], left_out: &[String]) -> Value {
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
        "left_out": left_out,
    })
}

/// Counts and times as two Markdown tables.
fn tables(runs: &[Run], left_out: &[String]) -> String {
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
    for why in left_out {
        let _ = writeln!(out, "\nleft out: {why}");
    }
    out
}
