//! `astride ray`: how far one gets or sees straight ahead, and what stops it.

use std::fmt::Write;
use std::path::PathBuf;

use astride::base::Vec2;
use astride::shapes::mesh::{Mesh, Sight};
use astride::shapes::square::cast_ray_from;
use serde_json::json;

use crate::changes::ChangeArgs;
use crate::describe::line;
use crate::error::Failure;
use crate::foreign::ReadArgs;
use crate::load::{Loaded, load_with};
use crate::options::{MoverArgs, plain};
use crate::report::{Ending, Report};
use crate::shaped::Reached;

const EXAMPLES: &str = "\
Examples:
  astride ray data/grid/dao/arena.map --from 1.5,11.5 --to 46.5,47.5
  printf '.....\\n..#..\\n' | astride ray - --from 0.5,1.5 --to 4.5,1.2
  printf 'hex pointy\\n. . . . #\\n' | astride ray - --from 0,0 --to 9,0

Exit codes: 0 the ray reaches its end, 1 it is stopped, 2 bad input or usage";

/// Follows a straight line between two points as far as the mover can walk along it, and tells where it
/// is stopped.
///
/// Points have fractions. On squares, floors and meshes they are those of the plane: the centre of cell 3,4
/// is 3.5,4.5, and of the same on floor 1 it is 3.5,4.5,1; among voxels they have three coordinates. On
/// hexagons they are axial coordinates, whole numbers for centres; on triangles those of the layout, where
/// the centres of two triangles with a side in common are 1 apart. The end may be off the map, but not
/// among voxels and on meshes.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The map, of any kind that `astride --help` lists but a graph; - is standard input
    map: PathBuf,

    /// Where the ray begins
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    from: String,

    /// Where it ends unless something stops it: for a heading and a range, the point that far ahead
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    to: String,

    #[command(flatten)]
    mover: MoverArgs,

    #[command(flatten)]
    change: ChangeArgs,

    #[command(flatten)]
    read: ReadArgs,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let map = args.change.on(load_with(&args.map, &args.read)?.map, &args.mover)?;
    let (from, to) = (numbers(&args.from, "--from")?, numbers(&args.to, "--to")?);
    let (shape, reached) = match map {
        Loaded::Squares(map) => {
            let mover = args.mover.mover()?;
            let (from, to) = (point(&from, "--from")?, point(&to, "--to")?);
            let ray = cast_ray_from(&map.grid.seen_by(&mover), from, to);
            let reached = ray.map(|ray| Reached {
                last: plain(ray.last).to_string(),
                stop: ray.hit.map(|hit| vec![hit.point.x, hit.point.y]),
            });
            ("squares", reached)
        }
        Loaded::Mesh(mesh) => {
            args.mover.refuse("is for maps of places, on a mesh every ray is that of a point")?;
            ("mesh", over_mesh(&mesh, point(&from, "--from")?, point(&to, "--to")?))
        }
        Loaded::Other(map) => {
            let shape = map.shape();
            (shape, map.seen_by(&args.mover)?.ray(&from, &to)?)
        }
    };
    let missing =
        || Failure::at("--from", "the mover cannot stand there, or an end is off the map");
    let Reached { last, stop } = reached.ok_or_else(missing)?;
    let json = json!({
        "command": "ray", "shape": shape, "from": from, "to": to, "last": last,
        "outcome": if stop.is_some() { "stopped" } else { "clear" }, "point": stop,
    });
    let mut report = Report::good(String::new(), json);
    let ends = format!("from {} to {}", args.from, args.to);
    match stop {
        None => {
            let _ = writeln!(report.text, "the way {ends} is clear");
        }
        Some(at) => {
            report.ending = Ending::Negative;
            let _ = writeln!(report.text, "the way {ends} is not clear");
            let at: Vec<String> = at.iter().map(|at| format!("{at:.4}")).collect();
            line(&mut report.text, "stopped at", at.join(","));
        }
    }
    line(&mut report.text, "last", last);
    Ok(report)
}

/// A ray over the ground of a mesh, whose last place is a polygon.
fn over_mesh(mesh: &Mesh, from: Vec2, to: Vec2) -> Option<Reached> {
    let name = |polygon| format!("polygon {polygon}");
    match mesh.see(from, to)? {
        Sight::Clear => {
            let last = mesh.polygons_at(to).first().copied();
            let last = last.map_or_else(|| "the end".to_owned(), name);
            Some(Reached { last, stop: None })
        }
        Sight::Wall { point, polygon } => {
            Some(Reached { last: name(polygon), stop: Some(vec![point.x, point.y]) })
        }
    }
}

/// Numbers between commas.
fn numbers(text: &str, option: &str) -> Result<Vec<f64>, Failure> {
    let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
    let all: Option<Vec<f64>> = text.split(',').map(number).collect();
    all.ok_or_else(|| {
        Failure::at(option, format!("{text:?} is no point, expected X,Y such as 1.5,2"))
    })
}

fn point(numbers: &[f64], option: &str) -> Result<Vec2, Failure> {
    match *numbers {
        [x, y] => Ok(Vec2::new(x, y)),
        _ => Err(Failure::at(option, "expected X,Y such as 1.5,2")),
    }
}
