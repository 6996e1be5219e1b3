//! `astride crowd`: a scene of many units, every frame of which is checked.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use astride_agents::crowd::{
    Body, CELL, Crowd, Difference, Film, MOST_UNITS, Mode, Point, Scene, overlaps, wall_contacts,
};
use clap::ValueEnum;
use serde_json::json;

use crate::describe::line;
use crate::error::Failure;
use crate::read::{load_bytes, name_of};
use crate::report::{Ending, Report, count, grouped};
use crate::tally::Times;

const EXAMPLES: &str = "\
Examples:
  astride crowd circle --units 250 --frames 4000
  astride crowd cross --units 1000 --frames 4000 --mode lattice --json
  astride crowd gate --units 80 --frames 2000 --draw gate.svg
  astride crowd farm --frames 500 --record farm.film
  astride crowd farm --frames 500 --compare farm.film

Exit codes: 0 all arrived, none overlapped and no frame differs from those of --compare, 1 otherwise,
2 bad input or usage";

/// The body of all units of a scene: a cell takes eight frames.
const BODY: Body = Body { radius: 0.35, speed: 7.5 };

/// A frame, in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// Moves many units through a scene and counts those that arrive, and overlaps of units and walls.
///
/// Everything is counted in every frame, also between its beginning and its end, by a judge that
/// shares no code with the crowd.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The scene: circle, cross, rings, gate, four-way, roundabout, idlers, farm, formation or
    /// gate-formation
    scene: Scene,

    /// How many units there are
    #[arg(long, value_name = "N", default_value_t = 250,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_UNITS)))]
    units: u32,

    /// The most frames of 1/60 second to be played; it ends when all have arrived
    #[arg(long, value_name = "F", default_value_t = 4000,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    frames: u32,

    /// How units give way: from cell to cell by right of way, or anywhere
    #[arg(long, value_enum, default_value_t, value_name = "MODE")]
    mode: ModeName,

    /// The seed that decides where ponds and pastures are
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Draw the tracks and the end into an SVG file; - is standard output
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,

    /// Record all frames into this file; - is standard output
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,

    /// Compare with the frames of this file, and name the first that differs
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum ModeName {
    Lattice,
    #[default]
    Free,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Mode {
        match name {
            ModeName::Lattice => Mode::Lattice,
            ModeName::Free => Mode::Free,
        }
    }
}

/// What was observed in a scene.
struct Played {
    frames: u32,
    overlaps: u64,
    wall_contacts: u64,
    times: Times,
    tracks: Vec<Vec<Point>>,
    film: Film,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let known = args.compare.as_deref().map(load_film).transpose()?;
    let built = args.scene.build(args.units, args.mode.into(), &[BODY], args.seed);
    let mut crowd = built.map_err(|error| Failure::of_at(args.scene, error))?;
    let Played { frames, overlaps, wall_contacts, times, tracks, film } = play(&mut crowd, args)?;
    let difference = known.as_ref().and_then(|known| known.difference(&film));
    let arrived = crowd.arrived_count();
    let units = crowd.count();
    let [middle, most, longest] = [times.median, times.p99, times.most].map(|micros| micros / 1e3);
    let spent = times.mean / 1e3 * f64::from(frames);
    let steps = f64::from(frames) * units as f64 / spent.max(1e-9);
    let mode = if matches!(args.mode, ModeName::Free) { "free" } else { "lattice" };

    let mut text = String::new();
    line(
        &mut text,
        "scene",
        format_args!("{}, {mode}, {}", args.scene, count(units as u64, "unit")),
    );
    line(
        &mut text,
        "arrived",
        format_args!("{} in {}", grouped(arrived as u64), count(frames.into(), "frame")),
    );
    line(
        &mut text,
        "overlaps",
        format_args!("{} (walls {})", grouped(overlaps), grouped(wall_contacts)),
    );
    line(
        &mut text,
        "frame",
        format_args!(
            "{middle:.3} ms in the middle, {most:.3} at 99 %, {longest:.3} at most; {} steps of units \
         per ms",
            grouped(steps as u64)
        ),
    );
    line(&mut text, "digest", format_args!("{:016x}", crowd.digest()));
    if known.is_some() {
        let told = match difference {
            None => format!("the same {}", count(frames.into(), "frame")),
            Some(Difference { frame, unit: None }) => format!("frame {frame} differs"),
            Some(Difference { frame, unit: Some(unit) }) => {
                format!("unit {unit} is elsewhere in frame {frame}")
            }
        };
        line(&mut text, "compared", told);
    }
    let json = json!({
        "command": "crowd",
        "scene": args.scene.name(),
        "mode": mode,
        "units": units,
        "seed": args.seed,
        "frames": frames,
        "arrived": arrived,
        "overlaps": overlaps,
        "wall_contacts": wall_contacts,
        "digest": format!("{:016x}", crowd.digest()),
        "is_same": known.is_some().then_some(difference.is_none()),
        "first_difference": difference.map(|at| json!({ "frame": at.frame, "unit": at.unit })),
        "timing": {
            "ms_50": middle,
            "ms_99": most,
            "ms_100": longest,
            "agent_steps_per_ms": steps,
        },
    });
    let mut report = Report::good(text, json);
    if arrived < units || overlaps > 0 || wall_contacts > 0 || difference.is_some() {
        report.ending = Ending::Negative;
    }
    if let Some(path) = &args.draw {
        let path: &Path = path;
        report.save(path, picture(&crowd, &tracks).as_bytes())?;
    }
    if let Some(path) = &args.record {
        report.save(path, &film.save())?;
    }
    Ok(report)
}

fn load_film(path: &Path) -> Result<Film, Failure> {
    Film::load(&load_bytes(path)?).map_err(|error| Failure::of_at(name_of(path), error))
}

/// Plays until all have arrived; only the crowd's own work is timed.
fn play(crowd: &mut Crowd, args: &Args) -> Result<Played, Failure> {
    let is_filmed = args.record.is_some() || args.compare.is_some();
    let mut film = Film::default();
    let radii: Vec<i32> = crowd.radii().collect();
    let mut before = crowd.positions().to_vec();
    let mut tracks: Vec<Vec<Point>> = before.iter().map(|&point| vec![point]).collect();
    let (mut frames, mut overlapping, mut touching, mut micros) = (0, 0, 0, Vec::new());
    while frames < args.frames && crowd.arrived_count() < crowd.count() {
        let began = Instant::now();
        crowd.tick(FRAME).map_err(Failure::of)?;
        micros.push(began.elapsed().as_secs_f64() * 1e6);
        frames += 1;
        let after = crowd.positions();
        let is_wall = |x, y| crowd.is_wall(x, y);
        overlapping += overlaps(&radii, &before, after).len() as u64;
        touching += wall_contacts(&radii, &before, after, CELL, is_wall).len() as u64;
        before.copy_from_slice(after);
        if is_filmed {
            film.add(crowd);
        }
        if args.draw.is_some() && frames.is_multiple_of(4) {
            tracks.iter_mut().zip(after).for_each(|(track, &point)| track.push(point));
        }
    }
    let times = Times::of(micros);
    Ok(Played { frames, overlaps: overlapping, wall_contacts: touching, times, tracks, film })
}

/// Walls, the tracks, and where all units stand in the end, with ten pixels per cell.
fn picture(crowd: &Crowd, tracks: &[Vec<Point>]) -> String {
    const TONES: [&str; 6] = ["#c0392b", "#2471a3", "#1e8449", "#b9770e", "#7d3c98", "#117a65"];
    let cells = |part: i32| f64::from(part) * 10.0 / f64::from(CELL);
    let [width, height] = crowd.size().map(|side| side * 10);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\"><rect width=\"100%\" height=\"100%\" \
         fill=\"#f7f5ef\"/>"
    );
    for y in 0..height / 10 {
        for x in 0..width / 10 {
            if crowd.is_wall(x as i32, y as i32) {
                let _ = write!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"10\" height=\"10\" \
                    fill=\"#555\"/>",
                    x * 10,
                    y * 10
                );
            }
        }
    }
    for (unit, track) in tracks.iter().enumerate() {
        let tone = TONES[unit % TONES.len()];
        let _ = write!(svg, "<polyline fill=\"none\" stroke=\"{tone}\" opacity=\"0.4\" points=\"");
        for &[x, y] in track {
            let _ = write!(svg, "{:.1},{:.1} ", cells(x), cells(y));
        }
        svg.push_str("\"/>");
    }
    for (unit, (&[x, y], radius)) in crowd.positions().iter().zip(crowd.radii()).enumerate() {
        let tone = TONES[unit % TONES.len()];
        let _ = write!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{:.1}\" fill=\"{tone}\"/>",
            cells(x),
            cells(y),
            cells(radius)
        );
    }
    svg.push_str("</svg>\n");
    svg
}
