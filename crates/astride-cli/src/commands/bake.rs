//! `astride bake`: an index of a map, built once and written to a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use astride::index::hubs::{Progress, Stage};
use astride::index::{Labels, LabelsOptions};
use astride::world::GridView;
use clap::ValueEnum;
use serde_json::json;

use crate::describe::line;
use crate::error::Failure;
use crate::load::{load_map, name_of};
use crate::options::MoverArgs;
use crate::progress::Ticker;
use crate::report::{Report, grouped};

const EXAMPLES: &str = "\
Examples:
  astride bake data/grid/dao/lak303d.map -o lak303d.labels
  astride bake data/grid/dao/lak303d.map -o lak303d.labels --force --bytes-per-cell 10
  astride path data/grid/dao/lak303d.map --from 127,124 --to 100,1 --baked lak303d.labels
  astride scen data/grid/dao/lak303d.map --baked lak303d.labels

Exit codes: 0 done, 2 bad input or usage";

/// Builds an index of a map and writes it to a file, so that later questions need not wait for it.
///
/// An index is of one map for one mover: what is said here of the mover has to be said again when
/// it is used, and after an edit of the map it is refused.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: .map or drawn text, plain or .gz; - is standard input
    map: PathBuf,

    /// The file to write; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// What to build
    #[arg(long, value_enum, default_value_t, value_name = "NAME")]
    index: IndexName,

    /// Bytes of labels per cell, at most; with fewer, answers take longer
    #[arg(long, value_name = "N")]
    bytes_per_cell: Option<u32>,

    /// Replace the file if there is one
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    mover: MoverArgs,
}

/// The indexes by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum IndexName {
    /// Hub labels of the jump points: the fastest answers
    #[default]
    Labels,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    refuse_overwriting(args)?;
    look_at_folder(&args.output)?;
    let map = load_map(&args.map)?;
    let mover = args.mover.mover()?;
    let view = map.grid.seen_by(&mover);
    let began = Instant::now();
    let labels = build(args, &view)?;
    let seconds = began.elapsed().as_secs_f64();
    let bytes = labels.save();
    let fingerprint = format!("{:016x}", view.fingerprint());
    let (summary, name) = (labels.summary(), name_of(&args.output));
    let stored = match summary.stored {
        all if all == summary.nodes => String::new(),
        some => format!(", {} of them with labels", grouped(u64::from(some))),
    };
    let mut text = format!("labels of {} in {name}\n", name_of(&args.map));
    line(&mut text, "points", grouped(u64::from(summary.nodes)) + &stored);
    let per_label = format!("{:.1} per label, {} at most", summary.mean(), summary.largest);
    line(&mut text, "entries", format!("{} ({per_label})", grouped(summary.entries)));
    line(&mut text, "bytes", grouped(bytes.len() as u64));
    line(&mut text, "built", format!("in {seconds:.3} seconds"));
    line(&mut text, "fingerprint", format!(" {fingerprint}"));
    let json = json!({
        "command": "bake",
        "map": name_of(&args.map),
        "file": name,
        "index": "labels",
        "points": summary.nodes,
        "labels": summary.stored,
        "entries": summary.entries,
        "bytes": bytes.len(),
        "fingerprint": fingerprint,
        "timing": { "seconds": seconds },
    });
    let mut report = Report::good(text, json);
    // Building may have taken long enough for somebody else to write the file.
    refuse_overwriting(args)?;
    report.save(&args.output, &bytes)?;
    Ok(report)
}

/// Nothing that is there is lost without `--force`; devices and pipes lose nothing.
fn refuse_overwriting(args: &Args) -> Result<(), Failure> {
    let file = &args.output;
    if args.force || file == Path::new("-") {
        return Ok(());
    }
    match fs::metadata(file) {
        Ok(found) if found.is_file() => {
            Err(Failure::at(file.display(), "is there already, expected a new name or --force"))
        }
        _ => Ok(()),
    }
}

/// Says before the work, not after it, that there is no place for the file.
fn look_at_folder(file: &Path) -> Result<(), Failure> {
    let folder = file.parent().filter(|folder| *folder != Path::new(""));
    let is_there = folder.map_or(Ok(()), |folder| fs::metadata(folder).map(drop));
    is_there.map_err(|error| Failure::io("write", file.display(), &error))
}

fn build(args: &Args, view: &GridView<'_>) -> Result<Labels, Failure> {
    let default = LabelsOptions::default();
    let bytes_per_cell = args.bytes_per_cell.unwrap_or(default.bytes_per_cell);
    let options = LabelsOptions { bytes_per_cell, ..default };
    let mut under_way: Option<(Stage, Ticker)> = None;
    let mut tell = |progress: Progress| {
        if under_way.as_ref().is_none_or(|(stage, _)| *stage != progress.stage) {
            let what = if progress.stage == Stage::Contract { "ordering" } else { "labelling" };
            under_way = Some((progress.stage, Ticker::of(progress.total, what)));
        }
        if let Some((_, ticker)) = &mut under_way {
            ticker.at(progress.done);
        }
        true
    };
    let labels = Labels::new(view, &options, &mut tell);
    labels.map_err(|error| Failure::at(name_of(&args.map), error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Alone {
        #[command(flatten)]
        args: Args,
    }

    #[test]
    fn files_are_kept_without_force() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.labels");
        let asked = |more: &[&str]| {
            let output = file.to_str().unwrap();
            let words = [&["bake", "a.map", "-o", output], more].concat();
            refuse_overwriting(&Alone::parse_from(words).args)
        };
        assert!(asked(&[]).is_ok());
        fs::write(&file, "").unwrap();
        assert!(asked(&[]).unwrap_err().to_string().contains("expected a new name or --force"));
        assert!(asked(&["--force"]).is_ok());
    }
}
