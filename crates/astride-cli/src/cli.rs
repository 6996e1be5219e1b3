//! The command line as clap understands it.

use std::any::TypeId;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Arg, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    bake, bench, convert, crowd, draw, drive, field, fleet, info, mapf, path, play, puzzle, range,
    ray, replay, scen, shell, simulate, welcome,
};
use crate::error::Failure;
use crate::report::{Report, refuse};
use crate::save::write_out;

/// Finds paths on grid maps, and shows how.
///
/// Without a subcommand it solves two examples and says what to try next.
#[derive(Debug, Parser)]
#[command(name = "astride", version, max_term_width = 100, after_help = AFTER_HELP)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,

    /// Print JSON for machines; times are under "timing" and nowhere else
    #[arg(long, global = true)]
    json: bool,
}

const AFTER_HELP: &str = "\
Maps are MovingAI .map files, maps drawn as text, or .astride files, which hold walls, links and
movers as well; voxels (.3dmap), road graphs (.gr) and navigation meshes (.mesh), which `info`,
`draw`, `path`, `scen`, `bench` and `convert` take; any of them plain or gzip; `-` reads standard
input. Maps of other programs are ROS .yaml with a picture, .pgm and .png, .asc, .hgt and .tif of
heights, Tiled .tmx, LDtk .ldtk, Wavefront .obj as navigation meshes or levels, and roads of
OpenStreetMap, .osm and .osm.pbf.
A drawn map is made of `.` free, `#` wall, `1`-`9` terrain, `A` start, `B` goal; with a first line
`hex pointy`, `hex flat`, `triangles` or `floors` it is one of hexagons, triangles or floors.
Cells are written x,y: column from the left, row from the top, both from 0.

Examples:
  astride path data/grid/dao/arena.map --from 1,11 --to 46,47 --draw text
  astride draw data/grid/dao/lak303d.map
  astride scen data/grid/dao/arena.map
  printf 'A.#.\\n..#B\\n....\\n' | astride path - --scale classic

Exit codes:
  0  all is well; a path was found
  1  there is no path, or answers differ from the recorded ones
  2  bad input or usage
  3  the budget ran out first";

#[derive(Debug, Subcommand)]
enum Command {
    /// Find a cheapest path between two cells
    Path(Box<path::Args>),
    /// Find everything within a cost: a movement range
    Range(range::Args),
    /// Follow a straight line until something stops it
    Ray(ray::Args),
    /// Compute the distance from everywhere to one or more cells
    Field(field::Args),
    /// Describe a map: size, terrain, components, longest path
    Info(info::Args),
    /// Open the playground in the browser: draw, ask, watch
    Play(play::Args),
    /// Draw a map
    Draw(draw::Args),
    /// Convert between .map, drawn text, .astride and pictures
    Convert(convert::Args),
    /// Build an index of a map and keep it in a file
    Bake(bake::Args),
    /// Run a scenario file and check every recorded length
    Scen(scen::Args),
    /// Play a scenario of edits, knowledge and questions, and print a digest of it
    Simulate(simulate::Args),
    /// Play a recording of a navigator again, and name the first answer that differs
    Replay(replay::Args),
    /// Move a crowd through a scene, and count arrivals and overlaps
    Crowd(crowd::Args),
    /// Find a way that a vehicle with a turning radius can drive
    Drive(drive::Args),
    /// Solve puzzles: sliding tiles, boxes in a maze, Sokoban
    Puzzle(puzzle::Args),
    /// Plan for many agents at once, or check such a plan
    Mapf(mapf::Args),
    /// Drive a fleet of robots with a steady stream of errands
    Fleet(fleet::Args),
    /// Run all scenarios below a folder and record counts and times
    Bench(bench::Args),
    /// Print completions for bash, zsh, fish, PowerShell or elvish
    Completions(shell::CompletionsArgs),
    /// Write the pages of the manual
    Manual(shell::ManualArgs),
}

/// Reads the arguments, runs the command, prints the answer.
pub(crate) fn main() -> ExitCode {
    let mut command = with_negative_numbers(Cli::command());
    let cli = match command.try_get_matches_from_mut(std::env::args_os()) {
        Ok(matches) => Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command)),
        Err(error) => Err(error),
    };
    let cli = match cli {
        Ok(cli) => cli,
        Err(error) => return explain(&error),
    };
    match cli.run() {
        Ok(report) => report.print(cli.json),
        Err(failure) => refuse(&failure, cli.json),
    }
}

impl Cli {
    fn run(&self) -> Result<Report, Failure> {
        match &self.command {
            None => welcome::run(),
            Some(Command::Path(args)) => path::run(args),
            Some(Command::Play(args)) => play::run(args),
            Some(Command::Range(args)) => range::run(args),
            Some(Command::Ray(args)) => ray::run(args),
            Some(Command::Field(args)) => field::run(args),
            Some(Command::Info(args)) => info::run(args),
            Some(Command::Draw(args)) => draw::run(args),
            Some(Command::Convert(args)) => convert::run(args),
            Some(Command::Bake(args)) => bake::run(args),
            Some(Command::Scen(args)) => scen::run(args),
            Some(Command::Simulate(args)) => simulate::run(args),
            Some(Command::Replay(args)) => replay::run(args),
            Some(Command::Crowd(args)) => crowd::run(args),
            Some(Command::Drive(args)) => drive::run(args),
            Some(Command::Puzzle(args)) => puzzle::run(args),
            Some(Command::Mapf(args)) => mapf::run(args, self.json),
            Some(Command::Fleet(args)) => fleet::run(args, self.json),
            Some(Command::Bench(args)) => bench::run(args),
            Some(Command::Completions(args)) => Ok(args.run(Cli::command())),
            Some(Command::Manual(args)) => args.run(Cli::command()),
        }
    }
}

/// Lets `-1` reach the options that take values, so that each says what it expects instead; those
/// that take files keep refusing it as an unknown option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_number = |arg: &Arg| {
        let is_file = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        !arg.is_positional() && arg.get_action().takes_values() && !is_file
    };
    command
        .mut_args(|arg| if takes_number(&arg) { arg.allow_negative_numbers(true) } else { arg })
        .mut_subcommands(with_negative_numbers)
}

/// What is wrong with a number, in the words of the other messages.
const NUMBERS: [(&str, &str); 5] = [
    ("invalid digit found in string", "expected a whole number from 0 up"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number too large to fit in target type", "expected a smaller number"),
    ("invalid float literal", "expected a number"),
    ("cannot parse float from empty string", "expected a number"),
];

/// Prints help where help was asked for, and one line where the arguments are wrong.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match write_out(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => refuse(&Failure::io("write", "to standard output", &error), false),
        };
    }
    let message: Vec<&str> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .flat_map(str::split_whitespace)
        .collect();
    let message = message.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message).replace(" tip: ", "; ");
    let message = NUMBERS.iter().fold(message, |message, (from, to)| message.replace(from, to));
    // The arguments could not be read, so they are searched for the one that matters here.
    let as_json = std::env::args_os().any(|argument| argument == "--json");
    refuse(&Failure::new(format!("{message} (try --help)")), as_json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        with_negative_numbers(Cli::command()).debug_assert();
    }
}
