//! `astride mapf draw`: a plan in motion.

use std::path::PathBuf;

use astride_agents::mapf::validate;
use serde_json::json;

use super::picture::{animation, letters};
use super::solve::not_written;
use super::validate::told;
use super::{Team, TeamArgs, files, mover};
use crate::describe::line;
use crate::error::Failure;
use crate::report::{Report, count, grouped};

/// The most bytes of drawings in letters, all together.
const MOST_MEGABYTES: u64 = 256;

/// The most bytes of the line above a drawing.
const HEADING: u64 = "timestep 4294967295\n".len() as u64;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    team: TeamArgs,

    /// The plan, in any format that `validate` reads; - is standard input
    plan: Option<PathBuf>,

    /// How many milliseconds a timestep takes in an animation
    #[arg(long, value_name = "MS", default_value_t = 300,
          value_parser = clap::value_parser!(u32).range(1..=60_000))]
    step_ms: u32,

    /// Write the picture here: .svg moves, .txt has a drawing in letters for each timestep. Without
    /// it the drawings go to the terminal
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Report, Failure> {
    let ending = args.output.as_ref().map(|file| file.extension().and_then(|name| name.to_str()));
    let is_animation = match ending {
        None | Some(Some("txt")) => false,
        Some(Some("svg")) => true,
        Some(_) => {
            let message = "no known kind of picture, expected a name ending in .svg or .txt";
            return Err(Failure::at("-o", message));
        }
    };
    let (team, file) = args.team.load_with(args.plan.as_deref())?;
    let plan = files::read(file, &team)?;
    let mover = mover();
    // A picture of an invalid plan would hide its faults.
    if let Err(fault) = validate(&team.grid.seen_by(&mover), &team.trips, &plan) {
        let mut report = told(&team, &plan, Some(fault));
        report.json["command"] = "mapf draw".into();
        report.text += &args.output.as_deref().map(not_written).unwrap_or_default();
        return Ok(report);
    }
    let Team { grid, .. } = &team;
    let picture = match is_animation {
        true => animation(grid, &mover, &plan, args.step_ms),
        false => {
            let drawing = (u64::from(grid.width()) + 1) * u64::from(grid.height()) + HEADING;
            check_letters(drawing.saturating_mul(u64::from(plan.makespan()) + 1))?;
            letters(grid, &mover, &plan)
        }
    };
    let json = json!({
        "command": "mapf draw",
        "agents": team.trips.len(),
        "makespan": plan.makespan(),
    });
    let Some(file) = &args.output else {
        return Ok(Report::good(picture, json));
    };
    let agents = count(team.trips.len() as u64, "agent");
    let mut report = Report::good(format!("a plan for {agents}\n"), json);
    report.save(file, picture.as_bytes())?;
    line(&mut report.text, "makespan", format_args!("{}", grouped(plan.makespan().into())));
    line(&mut report.text, "picture", format_args!("{}", file.display()));
    report.json["picture"] = file.display().to_string().into();
    Ok(report)
}

/// Drawings of a long plan on a large map would fill the memory, and would not be read.
fn check_letters(bytes: u64) -> Result<(), Failure> {
    let megabytes = bytes.div_ceil(1 << 20);
    if megabytes <= MOST_MEGABYTES {
        return Ok(());
    }
    let message = format!(
        "the drawings would take {megabytes} MiB, expected at most {MOST_MEGABYTES}: with -o and a \
         name ending in .svg there is one picture"
    );
    Err(Failure::at("drawings", message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_that_would_fill_the_memory_are_refused() {
        assert!(check_letters(MOST_MEGABYTES << 20).is_ok());
        let refused = check_letters((MOST_MEGABYTES << 20) + 1).unwrap_err().to_string();
        assert!(refused.contains("257 MiB"), "{refused}");
    }
}
