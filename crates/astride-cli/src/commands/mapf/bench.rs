//! `astride mapf bench`: methods compared on the first agents of a scenario.

use std::fmt::Write;
use std::time::{Duration, Instant};

use astride::base::Budget;
use astride_agents::mapf::{Instance, Method, Objective, Solved, Status, Wanted, solve, validate};
use serde_json::{Value, json};

use super::solve::{CONFIGURATION_BYTES, milliseconds};
use super::{Team, TeamArgs, mover};
use crate::error::Failure;
use crate::parse::seconds;
use crate::progress::Ticker;
use crate::report::{Ending, Report};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    team: TeamArgs,

    /// Teams of these sizes, with commas: that many rows from the first on [default: one team of
    /// all agents]
    #[arg(long, value_name = "N,N,…", value_delimiter = ',',
          value_parser = clap::value_parser!(u32).range(1..))]
    teams: Vec<u32>,

    /// The methods, with commas [default: lacam,pp,auto,eecbs:1.2,cbs, of which those that minimise
    /// the objective]
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    methods: Vec<Method>,

    /// How long each may take for each team
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "1")]
    seconds: Duration,

    /// What plans should minimise: soc, makespan or loss
    #[arg(long, value_name = "NAME", default_value_t)]
    objective: Objective,
}

/// The result of one method for one team.
struct Row {
    agents: usize,
    method: Method,
    solved: Solved,
    first: Option<Duration>,
    seconds: f64,
}

pub(super) fn run(args: &Args) -> Result<Report, Failure> {
    let methods = args.methods()?;
    let team = args.team.load()?;
    let all = team.trips.len();
    let sizes = match &args.teams[..] {
        [] => vec![all],
        sizes => sizes.iter().map(|&size| size as usize).collect(),
    };
    if let Some(size) = sizes.iter().find(|&&size| size > all) {
        let message =
            format!("a team of {size}, expected at most the {all} agents of the scenario");
        return Err(Failure::at("--teams", message));
    }
    let mut ticker = Ticker::of((sizes.len() * methods.len()) as u64, "plans");
    let mut rows = Vec::new();
    for &size in &sizes {
        for &method in &methods {
            ticker.at(rows.len() as u64);
            rows.push(measure(args, &team, size, method)?);
        }
    }
    drop(ticker);
    let json = json!({
        "command": "mapf bench",
        "objective": args.objective.name(),
        "rows": rows.iter().map(row_json).collect::<Value>(),
    });
    let mut report = Report::good(table(&rows), json);
    let has = |status| rows.iter().any(|row| row.solved.status == status);
    if has(Status::Unsolvable) || has(Status::GaveUp) {
        report.ending = Ending::Negative;
    } else if has(Status::OutOfBudget) {
        report.ending = Ending::OutOfBudget;
    }
    Ok(report)
}

impl Args {
    /// The requested methods, each of which must minimise the objective.
    fn methods(&self) -> Result<Vec<Method>, Failure> {
        if self.methods.is_empty() {
            let usual = ["lacam", "pp", "auto", "eecbs", "cbs"].into_iter();
            let usual = usual.map(|name| name.parse().expect("it is a name"));
            return Ok(usual.filter(|method: &Method| method.accepts(self.objective)).collect());
        }
        for &method in &self.methods {
            let wanted = Wanted { objective: self.objective, method, ..Wanted::default() };
            wanted.check().map_err(|error| Failure::of_at("--methods", error))?;
        }
        Ok(self.methods.clone())
    }
}

fn measure(args: &Args, team: &Team, agents: usize, method: Method) -> Result<Row, Failure> {
    let mover = mover();
    let world = team.grid.seen_by(&mover);
    let trips = &team.trips[..agents];
    let began = Instant::now();
    let instance = Instance::new(&world, trips)
        .map_err(|error| Failure::at(&team.name, error.with_names(|node| team.cell_name(node))))?;
    let wanted = Wanted { objective: args.objective, method, ..Wanted::default() };
    let mut is_over = || began.elapsed() >= args.seconds;
    let mut budget = Budget::unlimited().deadline(&mut is_over).bytes(CONFIGURATION_BYTES);
    let mut first = None;
    let solved = solve(&instance, &wanted, &mut budget, &mut |_| {
        first.get_or_insert(began.elapsed());
    });
    let seconds = began.elapsed().as_secs_f64();
    if let Some(Err(fault)) = solved.plan.as_ref().map(|plan| validate(&world, trips, plan)) {
        let fault = fault.with_names(|node| team.cell_name(node));
        return Err(Failure::new(format!("a plan by {method} is wrong, our fault: {fault}")));
    }
    Ok(Row { agents, method, solved, first, seconds })
}

fn row_json(row: &Row) -> Value {
    let Solved { status, cost, bound, nodes, .. } = row.solved;
    json!({
        "agents": row.agents,
        "method": row.method.to_string(),
        "status": status.name(),
        "cost": cost,
        "bound": bound,
        "nodes": nodes,
        "first_plan_ms": row.first.map(milliseconds),
        "seconds": row.seconds,
    })
}

fn table(rows: &[Row]) -> String {
    let mut text = String::from(
        "| agents | method | status | cost | bound | ratio | first plan, ms | seconds |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        let Solved { status, cost, bound, .. } = row.solved;
        let _ = write!(text, "| {} | {} | {status} |", row.agents, row.method);
        let _ = match cost {
            Some(cost) => {
                let ratio = if bound == 0 { 1.0 } else { cost as f64 / bound as f64 };
                write!(text, " {cost} | {bound} | {ratio:.4} |")
            }
            None if status == Status::Unsolvable => write!(text, " – | – | – |"),
            None => write!(text, " – | {bound} | – |"),
        };
        let _ = match row.first {
            Some(first) => write!(text, " {:.1} |", milliseconds(first)),
            None => write!(text, " – |"),
        };
        let _ = writeln!(text, " {:.2} |", row.seconds);
    }
    text
}
