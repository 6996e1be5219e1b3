//! `astride simulate`: plays a scenario of edits, knowledge and questions.

use std::path::{Path, PathBuf};

use astride::io::Drawing;
use astride::shapes::square::Grid;
use clap::builder::RangedU64ValueParser;
use rayon::ThreadPoolBuilder;
use serde_json::json;

use crate::describe::line;
use crate::error::Failure;
use crate::load::{load_map, load_text};
use crate::read::name_of;
use crate::report::{Ending, Report, count};
use crate::simulate::{MapSource, Played, play, read};

const EXAMPLES: &str = "\
Examples:
  astride simulate corpus/simulate/siege.txt
  astride simulate corpus/simulate/siege.txt --threads 1 --json
  printf 'map:\\nA..\\n\\npath a 0,0 2,0\\nexpect a cost 27720\\n' | astride simulate -

Exit codes: 0 all as expected, 1 something else than expected, 2 bad input or usage";

/// Plays a scenario: a text with one command per line that edits a map, lets factions see parts of it,
/// and asks for paths.
///
/// The digest at the end is the same on every machine and any number of threads.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The scenario: text, plain or .gz; - is standard input
    file: PathBuf,

    /// Play on this map instead of the one that the scenario names
    #[arg(long, value_name = "MAP")]
    map: Option<PathBuf>,

    /// How many threads may work [default: all cores]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let name = name_of(&args.file);
    let text = load_text(&args.file)?;
    let lines = read(&text).map_err(|fault| Failure::at(&name, fault))?;
    let map = args.map.as_deref().map(load_map).transpose()?.map(|map| map.grid);
    let load = |source: &MapSource| grid_of(source, &args.file);
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build();
    let pool = pool.map_err(|error| Failure::at("--threads", error))?;
    let played = pool.install(|| play(&lines, map, &load));
    let played = played.map_err(|fault| Failure::at(&name, fault))?;
    let Played { mut text, events, met, missed, digest } = played;
    let expectations = match missed {
        0 => format!("{} met", count(met as u64, "expectation")),
        missed => format!("{} met, {missed} missed", count(met as u64, "expectation")),
    };
    line(&mut text, "expected", expectations);
    line(&mut text, "digest", format_args!("{digest:016x}"));
    let json = json!({
        "command": "simulate",
        "file": name,
        "events": events,
        "met": met,
        "missed": missed,
        "digest": format!("{digest:016x}"),
    });
    let mut report = Report::good(text, json);
    if missed > 0 {
        report.ending = Ending::Negative;
    }
    Ok(report)
}

/// The map that a scenario names; files are searched for beside it.
fn grid_of(source: &MapSource, scenario: &Path) -> Result<Grid, Failure> {
    match source {
        MapSource::Drawn(rows) => Drawing::parse(rows).map(|map| map.grid).map_err(Failure::of),
        MapSource::File(file) => {
            let folder = scenario.parent().filter(|_| scenario != Path::new("-"));
            let beside = folder.map_or(file.clone(), |folder| folder.join(file));
            load_map(&beside).map(|map| map.grid)
        }
    }
}
