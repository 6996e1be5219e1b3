//! `astride mapf solve`: makes a plan, and better ones until time runs out.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use astride::base::{Budget, Weight};
use astride_agents::mapf::{
    Instance, Method, Objective, Plan, Solved, Status, Wanted, solve, validate,
};
use serde_json::{Value, json};

use super::discs::{self, DiscArgs};
use super::{Team, TeamArgs, files, mover};
use crate::describe::line;
use crate::error::Failure;
use crate::parse::seconds;
use crate::report::{Ending, Report, count, grouped};

/// The most memory for configurations that were met, in bytes.
pub(super) const CONFIGURATION_BYTES: usize = 2 << 30;

/// Costs less than this far apart in time are one row of the course of costs.
const ROW: Duration = Duration::from_millis(10);

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) team: TeamArgs,

    #[command(flatten)]
    pub(super) discs: DiscArgs,

    /// Look for better plans this long
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    pub(super) seconds: Duration,

    /// Stop after this much work: the same number gives the same plan, if the time suffices
    #[arg(long, value_name = "EXPANSIONS")]
    pub(super) budget: Option<u64>,

    /// What the plan should minimise: soc (arrivals added), makespan (the last arrival) or
    /// loss (timesteps not at the goal, added)
    #[arg(long, value_name = "NAME", default_value_t)]
    objective: Objective,

    #[arg(long, value_name = "NAME", default_value_t, help = method_help())]
    method: Method,

    /// What decides between equals in pibt, lacam, lns and auto; the other methods, and those for
    /// discs, seldom or never draw lots
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,

    /// Write the plan to this file, a line a timestep: `t:(x,y),(x,y),…`; with the ending .yaml a
    /// schedule of libMultiRobotPlanning, with .csv a row of the MAPF Tracker; - is standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
}

fn method_help() -> String {
    format!("How to make it: {}", Method::names())
}

/// How near to the least cost a plan for discs should be, by the requested method.
fn weight_for_discs(args: &Args) -> Result<Weight, Failure> {
    if args.objective != Objective::SumOfCosts {
        let message = format!("{} is not for discs, expected soc", args.objective);
        return Err(Failure::at("--objective", message));
    }
    match args.method {
        Method::Auto | Method::Cbs => Ok(Weight::ONE),
        Method::Eecbs(weight) => Ok(weight),
        method => {
            let message = format!("{method} is not for discs, expected auto, cbs or eecbs");
            Err(Failure::at("--method", message))
        }
    }
}

/// The cost of the best plan at a time since the beginning.
struct Row {
    at: Duration,
    cost: u64,
}

pub(super) fn run(args: &Args) -> Result<Report, Failure> {
    if let Some(radius) = args.discs.radius {
        return discs::run(args, radius, weight_for_discs(args)?);
    }
    let wanted = Wanted {
        objective: args.objective,
        method: args.method,
        seed: args.seed,
        ..Wanted::default()
    };
    wanted.check().map_err(|error| Failure::of_at("--method", error))?;
    let team = args.team.load()?;
    let output = args.output.as_deref();
    files::check(output, &team)?;
    let mover = mover();
    let world = team.grid.seen_by(&mover);
    let began = Instant::now();
    let instance = Instance::new(&world, &team.trips)
        .map_err(|error| Failure::at(&team.name, error.with_names(|node| team.cell_name(node))))?;
    let mut is_over = || began.elapsed() >= args.seconds;
    let mut budget = Budget::unlimited().deadline(&mut is_over).bytes(CONFIGURATION_BYTES);
    if let Some(expansions) = args.budget {
        budget = budget.expansions(expansions);
    }
    let mut rows: Vec<Row> = Vec::new();
    let mut first = None;
    let solved = solve(&instance, &wanted, &mut budget, &mut |better| {
        let row = Row { at: began.elapsed(), cost: better.cost };
        first.get_or_insert(row.at);
        match &mut rows[..] {
            [_, .., last] if row.at < last.at + ROW => last.cost = row.cost,
            _ => rows.push(row),
        }
    });
    let seconds = began.elapsed();
    if let Some(fault) =
        solved.plan.as_ref().and_then(|plan| validate(&world, &team.trips, plan).err())
    {
        let fault = fault.with_names(|node| team.cell_name(node));
        return Err(Failure::new(format!("the plan is wrong, which is our fault: {fault}")));
    }
    let mut report = told(args, &team, &solved);
    report.json["timing"] = json!({
        "seconds": seconds.as_secs_f64(),
        "first_plan_ms": first.map(milliseconds),
        "cost_over_time": rows.iter().map(row_json).collect::<Value>(),
    });
    if let Some(first) = first {
        line(&mut report.text, "first plan", format_args!("after {:.0} ms", milliseconds(first)));
    }
    let bound = (args.objective == Objective::SumOfCosts).then_some(solved.bound);
    let text = solved.plan.as_ref().map(|plan| files::write(output, &team, plan, bound));
    write(args, &mut report, text)?;
    Ok(report)
}

/// Writes a plan where it was asked for, or says that there is none to write.
pub(super) fn write(args: &Args, report: &mut Report, text: Option<String>) -> Result<(), Failure> {
    match (&args.output, text) {
        (Some(path), Some(text)) => report.save(path, text.as_bytes()),
        (Some(path), None) => {
            report.text += &not_written(path);
            Ok(())
        }
        (None, _) => Ok(()),
    }
}

/// What is to be said of a file for which there is nothing to write.
pub(super) fn not_written(path: &Path) -> String {
    if path == Path::new("-") {
        return String::new();
    }
    let kept = if path.is_file() { ", and is as it was" } else { "" };
    format!("{} was not written{kept}\n", path.display())
}

pub(super) fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn row_json(row: &Row) -> Value {
    json!({ "ms": milliseconds(row.at), "cost": row.cost })
}

/// How the command ends after a solver has ended like this.
pub(super) fn ending(status: Status) -> Ending {
    match status {
        Status::Optimal | Status::Bounded | Status::Feasible => Ending::Good,
        Status::Unsolvable | Status::GaveUp => Ending::Negative,
        Status::OutOfBudget => Ending::OutOfBudget,
    }
}

/// How a solver has ended: a bounded plan is `near` the best, and `why` is why it gave up.
pub(super) fn sentence(status: Status, team: &str, near: &str, why: &str) -> String {
    match status {
        Status::Optimal => format!("a plan for {team}, proved to be best\n"),
        Status::Bounded => format!("a plan for {team}, proved to be {near}\n"),
        Status::Feasible => format!("a plan for {team}\n"),
        Status::Unsolvable => format!("there is no plan for {team}\n"),
        Status::OutOfBudget => format!("no plan for {team} yet: out of budget\n"),
        Status::GaveUp => format!("no plan for {team}: {why}\n"),
    }
}

fn told(args: &Args, team: &Team, solved: &Solved) -> Report {
    let Solved { status, method, cost, bound, nodes, ref plan } = *solved;
    let json = json!({
        "command": "mapf solve",
        "agents": team.trips.len(),
        "objective": args.objective.name(),
        "status": status.name(),
        "method": method.row().name,
        "cost": cost,
        "bound": bound,
        "nodes": nodes,
        "sum_of_costs": plan.as_ref().map(Plan::sum_of_costs),
        "makespan": plan.as_ref().map(Plan::makespan),
        "sum_of_loss": plan.as_ref().map(Plan::sum_of_loss),
    });
    let mut report = Report::good(String::new(), json);
    report.ending = ending(status);
    let [near, why] =
        [format!("what {} promises", args.method), format!("{} has given up", args.method)];
    report.text = sentence(status, &count(team.trips.len() as u64, "agent"), &near, &why);
    if let (Some(plan), Some(cost)) = (plan, cost) {
        let text = &mut report.text;
        line(text, args.objective.name(), format_args!("{}", grouped(cost)));
        line(text, "at least", format_args!("{}", grouped(bound)));
        line(text, "makespan", format_args!("{}", grouped(plan.makespan().into())));
        line(text, "method", format_args!("{method}"));
    }
    report
}
