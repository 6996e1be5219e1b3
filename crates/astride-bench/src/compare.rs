//! Astride and its peers on the same queries, taking turns on one thread.

use std::path::PathBuf;
use std::time::Duration;

use crate::contestant::{Contestant, Entry};
use crate::lineup::lineup;
use crate::machine::Circumstances;
use crate::maps;
use crate::measure::{Measured, measure};
use crate::record::{self, Absence, Record, Sample};
use crate::turns::Plan;
use crate::{Failure, Output, chart, table};

/// Which maps, how many rows, who takes part.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Map files, or folders of which all maps with a scenario are taken [default: a map or two of
    /// every published set in the folder of ASTRIDE_DATA, or beside the repository, or the maps of
    /// the repository]
    #[arg(long, value_name = "PATH", value_delimiter = ',')]
    maps: Vec<PathBuf>,
    /// Only maps whose `set/name` contains this; may be repeated
    #[arg(long, value_name = "TEXT")]
    map: Vec<String>,
    /// Rows of each scenario, evenly spread, or `all`
    #[arg(long, alias = "rows", value_name = "N", default_value = "100", value_parser = row_count)]
    scen_rows: usize,
    /// How often each query is timed; the median counts
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeat: u32,
    /// Methods of Astride that take part, by name [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    methods: Vec<String>,
    /// Peers that take part: all, rust (those linked in), none, or names
    #[arg(long, value_name = "NAMES", default_value = "rust")]
    peers: String,
    /// Methods of Astride that the others are compared with
    #[arg(long, value_name = "NAMES", value_delimiter = ',', default_value = "astar,canonical")]
    base: Vec<String>,
    /// Seconds that one contestant may take for the queries of one map; a slower one gets fewer
    /// rows, and is compared on those
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    limit: u32,
    /// Seconds that a peer in a process of its own may take to build its index for a map
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    build_limit: u32,
    #[command(flatten)]
    output: Output,
    /// Print the table, write no files
    #[arg(long)]
    dry: bool,
}

/// Parses a count of rows.
pub(crate) fn row_count(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text
            .parse()
            .ok()
            .filter(|&count| count > 0)
            .ok_or_else(|| "expected a whole number above 0, or `all`".to_owned()),
    }
}

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let circumstances = Circumstances::observe(&options.output);
    let lineup = lineup(&options.methods, &options.peers)?;
    let entries: Vec<Entry> = lineup.iter().map(|one| one.entry.clone()).collect();
    let (samples, mut record, names) = compare(options, circumstances, &lineup, &entries)?;
    record.overall = record::relate(&samples, &entries, &options.base);
    let text = table::markdown(&record);
    println!("{text}");
    if options.dry {
        return Ok(());
    }
    let folder = record.circumstances.folder(&options.output);
    record::write(&folder, "compare.csv", &record::csv(&samples, &names, &entries))?;
    record::write(&folder, "compare.json", &(serde_json::to_string_pretty(&record)? + "\n"))?;
    record::write(&folder, "compare.md", &text)?;
    record::write(&folder, "compare.svg", &chart::by_length(&samples, &entries))
}

/// All maps, one after the other.
fn compare(
    options: &Options,
    circumstances: Circumstances,
    lineup: &[Contestant],
    entries: &[Entry],
) -> Result<(Vec<Sample>, Record, Vec<String>), Failure> {
    let limit = Duration::from_secs(options.limit.into());
    let repeats = options.repeat as usize;
    let build_limit = Duration::from_secs(options.build_limit.into());
    // As research codes are asked: all rows in the order of the scenario, pass after pass.
    let plan = Plan { rounds: repeats, block: usize::MAX, limit: Some(limit) };
    let extent = (options.scen_rows, build_limit);
    let (mut samples, mut summaries, mut names) = (Vec::new(), Vec::new(), Vec::new());
    let (mut faults, mut absences): (Vec<String>, Vec<Absence>) = (Vec::new(), Vec::new());
    let is_wanted =
        |name: &str| options.map.is_empty() || options.map.iter().any(|part| name.contains(part));
    for place in maps::places(&options.maps)?.iter().filter(|place| is_wanted(&place.name)) {
        let Some(case) = maps::load_place(place)? else { continue };
        let measured = measure(&case, names.len(), lineup, extent, &plan)?;
        for (entry, measured) in entries.iter().zip(measured) {
            let title = &entry.title;
            match measured {
                Ok(Measured { summary, samples: theirs }) => {
                    let micros = summary.sum("mean_micros");
                    eprintln!("{:24} {title:34} {micros:12.1} µs", place.name);
                    summaries.push(summary);
                    faults.extend(record::first_fault(&place.name, entry, &theirs));
                    samples.extend(theirs);
                }
                Err(reason) => {
                    eprintln!("{:24} {title:34} skipped: {reason}", place.name);
                    record::note_absence(&mut absences, title, &place.name, reason);
                }
            }
        }
        names.push(place.name.clone());
    }
    if names.is_empty() {
        return Err("no chosen map with a scenario is there".into());
    }
    let command = record::command();
    let overall = Vec::new();
    let record = Record { circumstances, command, repeats, overall, summaries, faults, absences };
    Ok((samples, record, names))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::contestant::Promise;
    use crate::verdict::Verdict;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(line: &str) -> Options {
        Line::try_parse_from(std::iter::once("compare").chain(line.split(' ')))
            .expect("a right line")
            .options
    }

    #[test]
    fn everybody_linked_in_is_compared_on_shipped_maps() {
        let folder = maps::shipped_folder();
        let (arena, cave) = (folder.join("dao/arena.map"), folder.join("dao/lak105d.map"));
        let line = format!("--maps {},{}", arena.display(), cave.display());
        let line = format!("{line} --scen-rows 12 --repeat 1 --limit 1000");
        let options = options(&line);
        let lineup = lineup(&options.methods, &options.peers).expect("the default lineup");
        let entries: Vec<Entry> = lineup.iter().map(|one| one.entry.clone()).collect();
        let circumstances = Circumstances::observe(&options.output);
        let (samples, mut record, names) =
            compare(&options, circumstances, &lineup, &entries).expect("right answers");
        assert_eq!(names, ["dao/arena", "dao/lak105d"]);
        assert!(record.absences.is_empty(), "{:?}", record.absences);
        assert_eq!(samples.len(), 2 * 12 * lineup.len());
        for (sample, entry) in samples.iter().map(|sample| (sample, &entries[sample.who])) {
            assert!(!matches!(sample.verdict, Verdict::Wrong(_)), "{}: {:?}", entry.title, sample);
            let is_exact = entry.promise == Promise::Exact;
            assert!(!is_exact || sample.verdict == Verdict::Exact, "{}", entry.title);
        }
        record.overall = record::relate(&samples, &entries, &options.base);
        let text = table::markdown(&record);
        for entry in &entries {
            assert!(text.contains(&*entry.title), "{} is in the table", entry.title);
        }
        let csv = record::csv(&samples, &names, &entries);
        assert_eq!(csv.lines().count(), 1 + samples.len());
    }

    #[test]
    fn rows_are_a_count_or_all() {
        assert_eq!(options("--scen-rows 7").scen_rows, 7);
        assert_eq!(options("--rows 7").scen_rows, 7);
        assert_eq!(options("--scen-rows all").scen_rows, usize::MAX);
        for text in ["0", "-1", "every", "1.5"] {
            assert!(row_count(text).is_err(), "{text}");
        }
    }
}
