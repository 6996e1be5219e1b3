//! `astride scen`: runs a scenario file and checks every recorded length.

use std::path::{Path, PathBuf};
use std::time::Instant;

use astride::planner::Method;
use astride::shapes::mesh::Mesh;
use serde_json::json;

use crate::error::Failure;
use crate::fits::warn_of_other_map;
use crate::foreign::ReadArgs;
use crate::load::{Loaded, load_scenario, load_with, scenarios_of};
use crate::meshes::{self, DiscArgs, Ground, WithinArgs};
use crate::options::{GuessArgs, MoverArgs, method_help};
use crate::read::name_of;
use crate::report::{Ending, Report, count};
use crate::scenarios::{RunArgs, optimal_methods, run_rows};
use crate::shaped::Unseen;
use crate::tally::Tally;

const EXAMPLES: &str = "\
Examples:
  astride scen data/grid/dao/arena.map
  astride scen data/grid/dao/lak303d.map --method bidirectional --repeat 5
  astride scen data/grid/dao/arena.map --all
  astride scen data/grid/dao/lak303d.map --method labels --cost-only --threads 2
  astride scen marsh.obj marsh.scen --terrain S=4 --within 1.001

Exit codes: 0 no row that is compared differs, 1 some row differs, 2 bad input or usage";

/// Runs a MovingAI scenario file: every path is walked step by step and its length compared.
///
/// Recorded lengths are those of eight neighbours, corners never cut, and exact costs. A method
/// that promises less than a cheapest path is held to what it promises.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: squares, voxels, a graph or a mesh; - is standard input
    map: PathBuf,

    /// The scenario file; for a.map or a.map.gz it is a.map.scen or a.map.scen.gz beside it,
    /// unless said otherwise
    scen: Option<PathBuf>,

    #[arg(long, value_name = "NAME", help_heading = "Search",
          help = method_help("; repeat for more"))]
    method: Vec<Method>,

    /// Run every method that promises a cheapest path; except on squares, IDA* needs --budget: it
    /// may not end where costs vary widely
    #[arg(long, help_heading = "Search", conflicts_with_all = ["method", "baked"])]
    all: bool,

    #[command(flatten)]
    guess: GuessArgs,

    #[command(flatten)]
    run: RunArgs,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    read: ReadArgs,

    #[command(flatten)]
    within: WithinArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let file = scenario_file(args)?;
    let map = match load_with(&args.map, &args.read)?.map {
        Loaded::Squares(map) => map,
        Loaded::Other(map) => return args.run_shaped(map, &file),
        Loaded::Mesh(mesh) => return args.run_mesh(mesh, &file),
    };
    args.within.ratio(false)?;
    let scenario = load_scenario(&file)?;
    warn_of_other_map(&args.map, &map.grid, &file, &scenario);
    let mover = args.mover.mover()?;
    args.run.ask.refuse_methods(&args.method)?;
    let methods = match (args.all, &args.method[..]) {
        (true, _) => optimal_methods(&map.grid, &mover, args.guess.question(Method::AStar)),
        (false, []) if args.run.ask.baked.is_some() => vec![Method::Labels],
        (false, []) => vec![Method::default()],
        (false, methods) => methods.to_vec(),
    };
    let baked = args.run.ask.baked_for(&args.map)?;
    let mut tallies = Vec::new();
    for method in methods {
        let asked = (args.guess.question(method), args.guess.ties());
        let tally = run_rows(&map.grid, &mover, &scenario, asked, &args.run, baked.as_deref())?;
        tallies.push(tally);
    }
    Ok(args.report(&file, scenario.rows().len(), &tallies))
}

impl Args {
    /// The same on a mesh.
    fn run_mesh(&self, mesh: Box<Mesh>, file: &Path) -> Result<Report, Failure> {
        refuse_for_others(&self.guess, &self.run)?;
        self.run.ask.refuse_baked()?;
        self.method.iter().try_for_each(|&method| meshes::check_method(method))?;
        let rows = meshes::rows(file)?;
        let methods = match (self.all, &self.method[..]) {
            (true, _) => &[Method::Polyanya, Method::Labels][..],
            (false, []) => &[Method::Polyanya],
            (false, methods) => methods,
        };
        let (mut tallies, mut told) = (Vec::new(), None);
        for &method in methods {
            let began = Instant::now();
            let ground = Ground::of(mesh.clone(), &self.mover, &DiscArgs::default())?;
            let within = self.within.ratio(ground.factors().is_some())?;
            let (ground, built) = match ground.ready_for(method, began) {
                // Not every method is for every mesh.
                Err(_) if self.all => continue,
                ready => ready?,
            };
            tallies.push(meshes::run_rows(&ground, within, (method, built), &rows, &self.run)?);
            told = Some((ground, within));
        }
        let mut report = self.report(file, rows.len(), &tallies);
        if let Some((ground, within)) = told {
            meshes::tell_listed(&mut report, &ground, within, &rows);
        }
        Ok(report)
    }

    /// The same on a map of any other shape.
    fn run_shaped(&self, map: Unseen, file: &Path) -> Result<Report, Failure> {
        refuse_for_others(&self.guess, &self.run)?;
        self.within.ratio(false)?;
        let mut map = map.seen_by(&self.mover)?;
        let rows = map.rows(file)?;
        self.run.ask.refuse_methods(&self.method)?;
        if let Some(bytes) = self.run.ask.baked_for(&self.map)? {
            let began = Instant::now();
            let loaded = (map.load_index(&bytes)?, began.elapsed().as_secs_f64());
            let mut tally = map.run_rows(&rows, loaded, self.guess.ties(), &self.run)?;
            tally.built.why += ": loaded";
            return Ok(self.report(file, rows.len(), &[tally]));
        }
        let methods = match (self.all, &self.method[..]) {
            (true, _) => {
                let mut methods = map.optimal_methods();
                methods.retain(|&method| method != Method::IdaStar || self.run.budget.is_some());
                methods
            }
            (false, []) => vec![Method::default()],
            (false, methods) => methods.to_vec(),
        };
        let mut tallies = Vec::new();
        for method in methods {
            let seconds = match map.prepare(method, "--method") {
                // Not every method is for every map of the shape.
                Err(_) if self.all => continue,
                seconds => seconds?,
            };
            tallies.push(map.run_rows(&rows, (method, seconds), self.guess.ties(), &self.run)?);
        }
        Ok(self.report(file, rows.len(), &tallies))
    }

    fn report(&self, file: &Path, rows: usize, tallies: &[Tally]) -> Report {
        let mut text = format!("{}: {}\n", name_of(file), count(rows as u64, "row"));
        tallies.iter().for_each(|tally| tally.text(&mut text));
        let json = json!({
            "command": "scen",
            "map": name_of(&self.map),
            "scenario": name_of(file),
            "rows": rows,
            "methods": tallies.iter().map(Tally::json).collect::<Vec<_>>(),
        });
        let mut report = Report::good(text, json);
        if tallies.iter().any(|tally| tally.mismatch_count > 0) {
            report.ending = Ending::Negative;
        }
        report
    }
}

/// Refuses the options of squares on other maps.
pub(crate) fn refuse_for_others(guess: &GuessArgs, run: &RunArgs) -> Result<(), Failure> {
    let given = [("--heuristic", !guess.is_usual()), ("--threads", run.threads.is_some())];
    match given.into_iter().find(|&(_, is_given)| is_given) {
        Some((option, _)) => Err(Failure::at(option, "is for maps of squares")),
        None => Ok(()),
    }
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
