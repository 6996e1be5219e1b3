//! `astride fleet`: robots with a steady stream of errands.

mod late;
mod picture;
mod problem;
mod result;
mod run;

use crate::error::Failure;
use crate::report::Report;

const EXAMPLES: &str = "\
Examples:
  astride fleet run random.json --steps 500 --step-ms 200 -o result.json
  astride fleet run random.json --steps 100 --attempts 1000 --json
  astride fleet run random.json --steps 200 --draw traffic.svg

Exit codes: 0 the fleet was driven, 2 bad input or usage";

/// Drives fleets of robots that have a steady stream of errands and never collide.
///
/// Problems are those of the League of Robot Runners: a JSON file that names a map, a file of robots
/// and a file of tasks. A robot drives forward, turns by a quarter, or waits, in each timestep. Where
/// the problem says that robots are late, they keep the order in which the plan lets them pass.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Drive a fleet for some timesteps, and write what it did for PlanViz
    Run(run::Args),
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<Report, Failure> {
    match &args.task {
        Task::Run(args) => {
            Report::check_places(as_json, &[&args.output, &args.draw])?;
            run::run(args)
        }
    }
}
