//! `astride drive`: a path that a vehicle with a turning radius can drive.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use astride::base::{Vec2, Weight};
use astride::shapes::square::GridView;
use astride_agents::vehicle::{
    Drive, DriveSearch, Driven, Fineness, Gear, Pose, Reversing, Segment, Steer, Vehicle,
    check_drive,
};
use serde_json::{Value, json};

use crate::describe::line;
use crate::error::Failure;
use crate::load::load_map;
use crate::options::{MoverArgs, at_most};
use crate::report::{Ending, Report, count};

const EXAMPLES: &str = "\
Examples:
  astride drive data/grid/dao/arena.map --from 20,20 --to 30,24,90 --radius 3 -o drive.svg
  astride drive data/grid/dao/arena.map --from 20,20 --to 19,22 --radius 3 --reverse --json

Exit codes: 0 there is a drive, 1 there is none, 2 bad input or usage, 3 out of budget";

/// About the most memory of a search.
const MOST_BYTES: usize = 1 << 30;

/// Finds a way that a vehicle with a turning radius can drive, with room for its body.
///
/// Places are those of the middle of the rear axle, in cells from the top left corner of the map: 4.5,3.5
/// is the middle of cell 4,3. Headings are in degrees, 0 is right, 90 down. Each drive is checked by
/// code that shares nothing with the search.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map: .map, drawn text or .astride, plain or .gz; - is standard input
    map: PathBuf,

    /// Where the vehicle is, and its heading (0 by default)
    #[arg(long, value_parser = pose, value_name = "X,Y,DEGREES", allow_hyphen_values = true)]
    from: Pose,

    /// Where it should go, and its heading there (0 by default)
    #[arg(long, value_parser = pose, value_name = "X,Y,DEGREES", allow_hyphen_values = true)]
    to: Pose,

    /// The radius of its tightest circle, in cells, at the rear axle
    #[arg(long, value_name = "CELLS", help_heading = "Vehicle")]
    radius: f64,

    /// From bumper to bumper, in cells
    #[arg(long, value_name = "CELLS", default_value_t = 4.0, help_heading = "Vehicle")]
    length: f64,

    /// How wide it is, in cells
    #[arg(long, value_name = "CELLS", default_value_t = 1.8, help_heading = "Vehicle")]
    width: f64,

    /// How far its rear axle is from its rear bumper, in cells [default: a fifth of its length]
    #[arg(long, value_name = "CELLS", help_heading = "Vehicle")]
    rear: Option<f64>,

    /// It can go backward as well
    #[arg(long, help_heading = "Vehicle")]
    reverse: bool,

    /// How many places to the side of a cell the search distinguishes
    #[arg(long, value_name = "N", default_value_t = Fineness::default().places, help_heading = "Search")]
    places: u32,

    /// How many headings of a full turn the search distinguishes
    #[arg(long, value_name = "N", default_value_t = Fineness::default().headings, help_heading = "Search")]
    headings: u32,

    /// Weigh the estimate of the remaining cost from the start, 1 or more: fewer expansions, costlier
    /// drives. Without this, 1 for 5000 expansions, then 1.5
    #[arg(long, value_name = "W", help_heading = "Search")]
    weight: Option<Weight>,

    /// Give up after this many expanded poses, and after 1 GiB of memory in any case (exit code 3)
    #[arg(long, value_name = "POSES", help_heading = "Search")]
    budget: Option<u64>,

    #[command(flatten)]
    mover: MoverArgs,

    /// Draw the drive into an SVG file; - is standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

/// Reads `x,y` or `x,y,degrees`.
fn pose(text: &str) -> Result<Pose, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse()).collect();
    match numbers.as_deref() {
        Ok(&[x, y]) => Ok(Pose::new(x, y, 0.0)),
        Ok(&[x, y, degrees]) => Ok(Pose::in_degrees(x, y, degrees)),
        _ => Err("expected x,y or x,y,degrees, such as 4.5,3.5,90".into()),
    }
}

impl Args {
    fn vehicle(&self) -> Vehicle {
        let usual = Vehicle::new(self.length, self.width, self.radius);
        let reversing = if self.reverse { Reversing::Allowed } else { Reversing::Never };
        Vehicle { rear: self.rear.unwrap_or(usual.rear), reversing, ..usual }
    }
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let map = load_map(&args.map)?;
    let mover = args.mover.mover()?;
    let view = map.grid.seen_by(&mover);
    let (vehicle, ends) = (args.vehicle(), [args.from, args.to]);
    let fineness = Fineness { places: args.places, headings: args.headings };
    let began = Instant::now();
    let search = DriveSearch::new(&view, &vehicle, ends, fineness).map_err(Failure::of)?;
    let mut search = match args.weight {
        Some(weight) => search.weight(weight),
        None => search,
    };
    let driven = search.run(&mut at_most(args.budget).bytes(MOST_BYTES));
    let seconds = began.elapsed().as_secs_f64();

    let [from, to] = ends.map(|pose| json!([pose.x, pose.y, pose.degrees()]));
    let mut report = Report::good(
        String::new(),
        json!({
            "command": "drive", "from": from, "to": to, "expanded": search.expanded(),
            "timing": { "seconds": seconds },
        }),
    );
    let outcome = match &driven {
        Driven::Found(drive) => {
            check_drive(&view, &vehicle, ends, drive).map_err(Failure::of)?;
            describe(&mut report, drive);
            "found"
        }
        Driven::NoDrive(why) => {
            let _ = writeln!(report.text, "no drive: {why}");
            report.json["why"] = why.to_string().into();
            report.ending = Ending::Negative;
            "no-drive"
        }
        Driven::OutOfBudget(_) => {
            let _ = writeln!(report.text, "out of budget");
            report.ending = Ending::OutOfBudget;
            "out-of-budget"
        }
    };
    report.json["outcome"] = outcome.into();
    line(&mut report.text, "effort", format_args!("{} expanded", count(search.expanded(), "pose")));
    if let Some(path) = &args.output {
        let picture = picture(&view, &vehicle, ends, driven.drive());
        report.save(path, picture.as_bytes())?;
    }
    Ok(report)
}

fn describe(report: &mut Report, drive: &Drive) {
    let changes = drive.curve.gear_changes();
    let text = &mut report.text;
    line(
        text,
        "length",
        format_args!("{:.4} cells, {:.4} backward", drive.length(), drive.reversed()),
    );
    line(text, "gears", count(changes as u64, "change"));
    line(text, "cost", format_args!("{:.4} cells", drive.cost));
    let words: Vec<String> = drive.curve.segments.iter().map(words).collect();
    line(text, "segments", words.join(", "));
    line(text, "digest", format_args!("{:016x}", drive.digest()));
    let segment = |segment: &Segment| {
        let gear = if segment.gear == Gear::Forward { "forward" } else { "reverse" };
        json!({ "steer": steer(segment.steer), "gear": gear, "length": segment.length })
    };
    let told = json!({
        "length": drive.length(),
        "reversed": drive.reversed(),
        "gear_changes": changes,
        "cost": drive.cost,
        "segments": drive.curve.segments.iter().map(segment).collect::<Vec<Value>>(),
        "poses": drive.poses.iter().map(|at| json!([at.x, at.y, at.degrees()])).collect::<Vec<_>>(),
        "digest": format!("{:016x}", drive.digest()),
    });
    if let (Some(all), Value::Object(told)) = (report.json.as_object_mut(), told) {
        all.extend(told);
    }
}

fn steer(steer: Steer) -> &'static str {
    match steer {
        Steer::Left => "left",
        Steer::Straight => "straight",
        Steer::Right => "right",
    }
}

fn words(segment: &Segment) -> String {
    let back = if segment.gear == Gear::Forward { "" } else { " back" };
    format!("{}{back} {:.2}", steer(segment.steer), segment.length)
}

/// The map, the vehicle here and there on its way, and the way of its rear axle, with thirty pixels
/// per cell, or fewer on large maps.
fn picture(
    view: &GridView<'_>,
    vehicle: &Vehicle,
    ends: [Pose; 2],
    drive: Option<&Drive>,
) -> String {
    let [columns, rows] = [view.grid().width(), view.grid().height()];
    let zoom = (1200.0 / f64::from(columns.max(rows))).clamp(4.0, 30.0);
    let [width, height] = [columns, rows].map(|side| f64::from(side) * zoom);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n<rect width=\"100%\" height=\"100%\" \
         fill=\"#f4f1ea\"/>\n<path fill=\"#343a46\" d=\""
    );
    for y in 0..rows {
        for x in (0..columns).filter(|&x| !view.is_free((x, y))) {
            let [left, top] = [x, y].map(|side| f64::from(side) * zoom);
            let _ = write!(svg, "M{left:.1} {top:.1}h{zoom:.1}v{zoom:.1}h-{zoom:.1}z");
        }
    }
    svg.push_str("\"/>\n");
    let points = |points: &[Vec2]| -> String {
        points.iter().map(|at| format!("{:.1},{:.1} ", at.x * zoom, at.y * zoom)).collect()
    };
    let mut body = |pose: Pose, looks: &str| {
        let corners = points(&vehicle.corners(pose));
        let _ = writeln!(svg, "<polygon points=\"{corners}\" {looks}/>");
    };
    let poses = drive.map_or(&[][..], |drive| &drive.poses);
    // About two of them per length of the vehicle.
    let mut since = 0.0;
    for pair in poses.windows(2) {
        since += pair[0].at().distance_to(pair[1].at());
        if since >= vehicle.length / 2.0 {
            body(
                pair[1],
                "fill=\"#2471a3\" fill-opacity=\"0.1\" stroke=\"#2471a3\" stroke-opacity=\"0.5\"",
            );
            since = 0.0;
        }
    }
    body(ends[0], "fill=\"#22a050\" fill-opacity=\"0.35\" stroke=\"#22a050\" stroke-width=\"2\"");
    body(ends[1], "fill=\"#d62839\" fill-opacity=\"0.35\" stroke=\"#d62839\" stroke-width=\"2\"");
    for [way, tone] in ways(poses).iter().map(|(way, tone)| [points(way), (*tone).to_owned()]) {
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{tone}\" stroke-width=\"3\" points=\"{way}\"/>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The way of the rear axle in parts of one gear each, with its colour.
fn ways(poses: &[Pose]) -> Vec<(Vec<Vec2>, &'static str)> {
    let mut ways: Vec<(Vec<Vec2>, &'static str)> = Vec::new();
    for pair in poses.windows(2) {
        let line = pair[1].at().minus(pair[0].at());
        let ahead = line.x * pair[0].heading.cos() + line.y * pair[0].heading.sin();
        let tone = if ahead < 0.0 { "#b9770e" } else { "#154360" };
        match ways.last_mut() {
            Some((way, same)) if *same == tone => way.push(pair[1].at()),
            _ => ways.push((pair.iter().map(|pose| pose.at()).collect(), tone)),
        }
    }
    ways
}
