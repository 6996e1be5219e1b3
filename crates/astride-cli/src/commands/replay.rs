//! `astride replay`: replays what a program recorded of its navigator, and names the first difference.

use std::path::PathBuf;
use std::time::Instant;

use astride::planner::record::{Difference, PlayedFrame, Recordable, Recording};
use astride::shapes::floors::FloorMap;
use astride::shapes::graph::Graph;
use astride::shapes::hex::HexMap;
use astride::shapes::square::Grid;
use astride::shapes::triangle::TriangleMap;
use astride::shapes::voxel::VoxelMap;
use clap::builder::RangedU64ValueParser;
use rayon::ThreadPoolBuilder;
use serde_json::{Value, json};

use crate::describe::line;
use crate::error::Failure;
use crate::read::{load_bytes, name_of};
use crate::report::{Ending, Report, count, grouped};
use crate::tally::Times;

const EXAMPLES: &str = "\
Examples:
  astride replay fault.recording
  astride replay fault.recording --threads 1 --json
  astride replay fault.recording --frames 120 --cut short.recording

Exit codes: 0 all came as recorded, 1 some answer is another one, 2 bad input or usage";

/// Replays a recording of a navigator: edits, knowledge, overlays, questions and frames.
///
/// Says whether all answers are as recorded, which is the first that is not, and how long frames took.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file that `Recording::save` made, plain or .gz; - is standard input
    file: PathBuf,

    /// Play the first frames only
    #[arg(long, value_name = "N")]
    frames: Option<u64>,

    /// Write what is played as a recording of its own
    #[arg(long, value_name = "FILE")]
    cut: Option<PathBuf>,

    /// How many threads may work [default: all cores]
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1024))]
    threads: Option<usize>,
}

/// The result of a replay.
struct Played {
    frames: Vec<PlayedFrame>,
    micros: Vec<f64>,
    digest: u64,
    difference: Option<Difference>,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let bytes = load_bytes(&args.file)?;
    let run: fn(&Args, &[u8]) -> Result<Report, Failure> = if Recording::<HexMap>::is_one(&bytes) {
        run_on::<HexMap>
    } else if Recording::<TriangleMap>::is_one(&bytes) {
        run_on::<TriangleMap>
    } else if Recording::<FloorMap>::is_one(&bytes) {
        run_on::<FloorMap>
    } else if Recording::<VoxelMap>::is_one(&bytes) {
        run_on::<VoxelMap>
    } else if Recording::<Graph>::is_one(&bytes) {
        run_on::<Graph>
    } else {
        run_on::<Grid>
    };
    run(args, &bytes)
}

/// Plays the recording of a navigator whose map has this shape.
fn run_on<S: Recordable>(args: &Args, bytes: &[u8]) -> Result<Report, Failure> {
    let name = name_of(&args.file);
    let recording = Recording::<S>::load_of(bytes);
    let recording = recording.map_err(|error| Failure::of_at(&name, error))?;
    let recording = match args.frames {
        None => recording,
        Some(most) => recording.cut(most),
    };
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0)).build();
    let pool = pool.map_err(|error| Failure::at("--threads", error))?;
    let played = pool.install(|| play(&recording)).map_err(|error| Failure::of_at(&name, error))?;
    let mut report = Report::good(text(&recording, &played), json_of(&name, &recording, &played));
    if played.difference.is_some() {
        report.ending = Ending::Negative;
    }
    if let Some(file) = &args.cut {
        report.save(file, &recording.save())?;
    }
    Ok(report)
}

fn play<S: Recordable>(recording: &Recording<S>) -> Result<Played, astride::base::TablesError> {
    let mut replay = recording.replay()?;
    let (mut frames, mut micros) = (Vec::new(), Vec::new());
    loop {
        let begun = Instant::now();
        let Some(frame) = replay.next_frame() else { break };
        micros.push(begun.elapsed().as_secs_f64() * 1e6);
        frames.push(frame);
    }
    let (digest, difference) = (replay.digest(), replay.difference().cloned());
    Ok(Played { frames, micros, digest, difference })
}

/// The frame that took longest, and its time.
fn worst(played: &Played) -> Option<(PlayedFrame, f64)> {
    let timed = played.frames.iter().copied().zip(played.micros.iter().copied());
    timed.max_by(|a, b| a.1.total_cmp(&b.1))
}

fn text<S: Recordable>(recording: &Recording<S>, played: &Played) -> String {
    let mut text = String::new();
    let frames = &played.frames;
    let sum = |of: fn(&PlayedFrame) -> u64| frames.iter().map(of).sum::<u64>();
    let calls = count(recording.calls(), "call");
    line(&mut text, "played", format_args!("{}, {calls}", count(frames.len() as u64, "frame")));
    line(&mut text, "served", count(sum(|frame| frame.served), "request"));
    let most = frames.iter().map(|frame| frame.expansions).max().unwrap_or(0);
    let (all, most) = (grouped(sum(|frame| frame.expansions)), grouped(most));
    line(&mut text, "expanded", format_args!("{all} nodes, at most {most} in a frame"));
    let Times { median, p99, .. } = Times::of(played.micros.clone());
    if let Some((frame, micros)) = worst(played) {
        let worst = format!("{micros:.1} us in frame {}", frame.number);
        line(&mut text, "time", format_args!("median {median:.1} us, p99 {p99:.1} us, {worst}"));
    }
    match &played.difference {
        None => line(&mut text, "answers", "all as recorded"),
        Some(difference) => line(&mut text, "DIFFERENT", difference),
    }
    line(&mut text, "digest", format_args!("{:016x}", played.digest));
    if played.digest != recording.digest() {
        line(&mut text, "recorded", format_args!("{:016x}", recording.digest()));
    }
    text
}

fn json_of<S: Recordable>(name: &str, recording: &Recording<S>, played: &Played) -> Value {
    let Times { mean, median, p99, most } = Times::of(played.micros.clone());
    let difference = played.difference.as_ref().map(|difference| {
        json!({
            "frame": difference.frame,
            "call": difference.call,
            "ticket": difference.ticket,
            "what": difference.what,
            "recorded": difference.recorded,
            "came": difference.came,
        })
    });
    let frame = |frame: &PlayedFrame| {
        json!({
            "calls": frame.calls,
            "expanded": frame.expansions,
            "served": frame.served,
        })
    };
    json!({
        "command": "replay",
        "file": name,
        "calls": recording.calls(),
        "frames": played.frames.iter().map(frame).collect::<Vec<_>>(),
        "difference": difference,
        "digest": format!("{:016x}", played.digest),
        "recorded": format!("{:016x}", recording.digest()),
        "timing": {
            "mean_us": mean,
            "median_us": median,
            "p99_us": p99,
            "max_us": most,
            "worst_frame": worst(played).map(|(frame, _)| frame.number),
            "frames_us": played.micros,
        },
    })
}
