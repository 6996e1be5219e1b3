//! `astride mapf validate`: checks a plan from a file.

use std::path::PathBuf;

use astride::base::Coded as _;
use astride_agents::mapf::{Fault, FaultKind, Plan, validate};
use serde_json::{Value, json};

use super::discs::{self, DiscArgs};
use super::{Team, TeamArgs, files, mover};
use crate::error::Failure;
use crate::options::cell_json;
use crate::report::{Ending, Report, count, grouped};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    pub(super) team: TeamArgs,

    #[command(flatten)]
    pub(super) discs: DiscArgs,

    /// The plan, a line per timestep: `t:(x,y),(x,y),…`, a schedule in YAML or rows of the MAPF
    /// Tracker; - is standard input
    pub(super) plan: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<Report, Failure> {
    if let Some(radius) = args.discs.radius {
        return discs::check(args, radius);
    }
    let (team, file) = args.team.load_with(args.plan.as_deref())?;
    let plan = files::read(file, &team)?;
    let mover = mover();
    let fault = validate(&team.grid.seen_by(&mover), &team.trips, &plan).err();
    Ok(told(&team, &plan, fault))
}

pub(super) fn told(team: &Team, plan: &Plan, fault: Option<Fault>) -> Report {
    let json = json!({
        "command": "mapf validate",
        "agents": team.trips.len(),
        "valid": fault.is_none(),
        "fault": fault.map(|fault| fault_json(team, plan, fault)),
        "sum_of_costs": plan.sum_of_costs(),
        "makespan": plan.makespan(),
        "sum_of_loss": plan.sum_of_loss(),
    });
    let text = match fault {
        Some(fault) => format!("wrong: {}\n", words(team, plan, fault)),
        None => {
            let (agents, cost) = (team.trips.len() as u64, plan.sum_of_costs());
            format!("right: {}, sum of costs {}\n", count(agents, "agent"), grouped(cost))
        }
    };
    let mut report = Report::good(text, json);
    if fault.is_some() {
        report.ending = Ending::Negative;
    }
    report
}

/// A fault in the words of the command, which knows both numbers of agents.
fn words(team: &Team, plan: &Plan, fault: Fault) -> String {
    if fault.kind == FaultKind::AgentCount {
        let agents = count(plan.agent_count() as u64, "agent");
        return format!("the plan has {agents}, expected {}", team.trips.len());
    }
    fault.with_names(|node| team.cell_name(node))
}

fn fault_json(team: &Team, plan: &Plan, fault: Fault) -> Value {
    let kind = fault.code().trim_start_matches("plan-");
    json!({
        "kind": kind,
        "agent": fault.agent,
        "other": fault.other,
        "timestep": fault.timestep,
        "cell": cell_json(team.grid.cell(fault.node)),
        "message": words(team, plan, fault),
    })
}
