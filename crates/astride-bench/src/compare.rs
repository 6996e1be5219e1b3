//! Astride and its peers on the same queries, taking turns on one thread.

use std::path::PathBuf;

use astride::io::ScenarioRow;
use astride::path::Measure;
use astride::world::Mover;

use crate::clock::timed;
use crate::contestant::{Answer, Arena, Contestant};
use crate::machine::Circumstances;
use crate::maps::{self, Case};
use crate::record::{self, Record, Sample};
use crate::stats::median;
use crate::{Failure, Output, chart};

/// Queries that one contestant answers before the next one has its turn: enough to be warm, few
/// enough that all see the same weather.
const BATCH: usize = 10;

/// Which maps, how many rows, who takes part.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder of maps, laid out as `set/name.map` [default: that of ASTRIDE_DATA, or beside the
    /// repository, or the maps of the repository]
    #[arg(long, value_name = "FOLDER")]
    maps: Option<PathBuf>,
    /// Only maps whose `set/name` contains this; may be repeated
    #[arg(long, value_name = "TEXT")]
    map: Vec<String>,
    /// Rows of each scenario, evenly spread
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,
    /// How often each query is asked; the median counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Who takes part
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Contestant::ALL)]
    only: Vec<Contestant>,
    #[command(flatten)]
    output: Output,
    /// Print the table, write no files
    #[arg(long)]
    dry: bool,
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let circumstances = Circumstances::observe(&options.output);
    let folder = maps::folder(options.maps.as_deref());
    let is_wanted =
        |name: &str| options.map.is_empty() || options.map.iter().any(|part| name.contains(part));
    let (mut samples, mut summaries, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for name in maps::CHOSEN.into_iter().filter(|name| is_wanted(name)) {
        let Some(case) = maps::load(&folder, name)? else { continue };
        let (of_map, preparing_micros) = measure(&case, names.len(), options)?;
        for &who in &options.only {
            let theirs: Vec<&Sample> = of_map.iter().filter(|sample| sample.who == who).collect();
            let mut summary = record::summarise(name, who, &theirs);
            if who == Contestant::Canonical {
                summary.preparing_micros = Some(preparing_micros);
            }
            eprintln!("{name:24} {:22} {:12.1} µs", summary.contestant, summary.mean_micros);
            summaries.push(summary);
        }
        samples.extend(of_map);
        names.push(name.to_owned());
    }
    if names.is_empty() {
        return Err(format!("no chosen map with a scenario in {}", folder.display()).into());
    }
    let overall = record::relate(&summaries);
    let command = record::command();
    let repeats = options.repeat as usize;
    let record = Record { circumstances, command, repeats, overall, summaries };
    let table = record::markdown(&record);
    println!("{table}");
    if options.dry {
        return Ok(());
    }
    let folder = record.circumstances.folder(&options.output);
    record::write(&folder, "compare.csv", &record::csv(&samples, &names))?;
    record::write(&folder, "compare.json", &(serde_json::to_string_pretty(&record)? + "\n"))?;
    record::write(&folder, "compare.md", &table)?;
    record::write(&folder, "compare.svg", &chart::by_length(&samples, &options.only))
}

/// Times and checks every sampled row of one map by every contestant; also the µs it took to
/// prepare the view.
fn measure(case: &Case, map: usize, options: &Options) -> Result<(Vec<Sample>, f64), Failure> {
    let mover = Mover::walker();
    let who = &options.only;
    let mut arena = Arena::new(&case.map, &mover, who.contains(&Contestant::Petgraph));
    let rows = case.rows(options.rows as usize);
    let mut samples = first_round(case, map, &mut arena, &rows, who)?;
    let mut times = vec![Vec::new(); samples.len()];
    for round in 0..options.repeat as usize {
        for (number, batch) in rows.chunks(BATCH).enumerate() {
            // Everyone goes first, second, third … equally often.
            for turn in 0..who.len() {
                let at = (turn + number + round) % who.len();
                for (within, (_, row)) in batch.iter().enumerate() {
                    let (answer, micros) = timed(|| arena.solve(who[at], row.start, row.goal));
                    drop(answer);
                    times[(number * BATCH + within) * who.len() + at].push(micros);
                }
            }
        }
    }
    for (sample, times) in samples.iter_mut().zip(&times) {
        sample.micros = median(times);
        sample.least_micros = times.iter().copied().fold(f64::INFINITY, f64::min);
    }
    Ok((samples, arena.preparing_micros))
}

/// Asks everything once without timing: warms up, checks all answers, notes what does not vary.
fn first_round(
    case: &Case,
    map: usize,
    arena: &mut Arena<'_>,
    rows: &[(usize, &ScenarioRow)],
    contestants: &[Contestant],
) -> Result<Vec<Sample>, Failure> {
    let mut samples = Vec::new();
    for &(index, row) in rows {
        let fail = |problem: String| format!("{} row {index}: {problem}", case.map.name);
        let judge = arena.solve(Contestant::Astar, row.start, row.goal);
        let Some(Answer::Engine(judge)) = judge else {
            return Err(fail("astride A* gives no answer".to_owned()).into());
        };
        if let Some(path) = judge.path() {
            path.validate(arena.view()).map_err(|fault| fail(fault.to_string()))?;
        }
        let measure = judge.path().map(|path| path.measure(&case.map.grid));
        if !case.scenario().length_matches(row, measure) && !is_rounded(row, measure) {
            let problem = format!("found {measure:?}, recorded is length {}", row.length);
            return Err(fail(problem).into());
        }
        for &who in contestants {
            let answer = arena
                .solve(who, row.start, row.goal)
                .ok_or_else(|| fail(format!("{} gives no answer", who.name())))?;
            if answer.cost() != judge.cost() || (answer.node_count() > 0) != answer.cost().is_some()
            {
                let problem = format!(
                    "{} says {:?}, astride A* says {:?}",
                    who.name(),
                    answer.cost(),
                    judge.cost()
                );
                return Err(fail(problem).into());
            }
            samples.push(Sample {
                map,
                row: index,
                who,
                length: measure.map_or(0.0, |measure| measure.length()),
                micros: 0.0,
                least_micros: 0.0,
                expanded: answer.expanded(),
            });
        }
    }
    Ok(samples)
}

/// Whether a recorded length is right up to the rounding of a sum in single precision, with which
/// some scenario files were made. Two different lengths of paths are further apart.
fn is_rounded(row: &ScenarioRow, found: Option<Measure>) -> bool {
    let (Ok(listed), Some(measure)) = (row.length.parse::<f64>(), found) else { return false };
    (measure.length() - listed).abs() <= listed * 2e-6
}
