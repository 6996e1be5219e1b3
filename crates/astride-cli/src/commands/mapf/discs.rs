//! `astride mapf solve` and `validate` with `--radius`: discs in continuous time.

use std::path::Path;
use std::time::Instant;

use astride::base::{Budget, Cell, Coded as _, NodeId, Weight};
use astride::shapes::square::Grid;
use astride::world::World;
use astride_agents::mapf::continuous::{
    Graph, Instance, Plan, Solved, Trip, Wanted, solve, validate,
};
use astride_formats::{TripEnd, read_roadmap, read_trips};
use serde_json::json;

use super::solve::{CONFIGURATION_BYTES, ending, sentence, write};
use super::{TeamArgs, mover};
use crate::describe::line;
use crate::error::Failure;
use crate::fits::warn_of_other_map;
use crate::load::{map_from, rows_from};
use crate::read::{load_bytes, name_of};
use crate::report::{Ending, Report, count, grouped};

/// Agents as discs, and what is required of a plan for them.
#[derive(clap::Args, Debug)]
pub(super) struct DiscArgs {
    /// Plan in continuous time for discs of this radius, in units of the map, which drive along straight
    /// edges at a speed of 1; the map may be a roadmap in GraphML, and the scenario a file of trips in
    /// XML
    #[arg(long, value_name = "LENGTH", help_heading = "Continuous time")]
    pub(super) radius: Option<f64>,

    /// How many neighbours a cell has for discs: 4, 8, 16 or 32
    #[arg(long, value_name = "N", requires = "radius", default_value_t = 8,
        value_parser = neighbours, help_heading = "Continuous time")]
    neighbours: u32,
}

fn neighbours(text: &str) -> Result<u32, String> {
    let refused = || "expected 4, 8, 16 or 32".to_owned();
    text.parse().ok().filter(|count| [4, 8, 16, 32].contains(count)).ok_or_else(refused)
}

fn load(team: &TeamArgs, discs: &DiscArgs, radius: f64) -> Result<Instance, Failure> {
    let bytes = load_bytes(&team.map)?;
    let (graph, grid) = match is_xml(&bytes) {
        true => (roadmap(&team.map, &bytes)?, None),
        false => cells(&team.map, &bytes, discs.neighbours, radius)?,
    };
    let trips = trips(team, grid.as_ref())?;
    let scen = team.scen()?;
    let refused = |error| Failure::of_at(name_of(scen), error);
    Instance::new(graph, &trips, radius).map_err(refused)
}

/// Whether a file begins as XML does.
fn is_xml(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"<")
}

fn roadmap(path: &Path, bytes: &[u8]) -> Result<Graph, Failure> {
    let name = name_of(path);
    let roadmap = read_roadmap(bytes).map_err(|error| Failure::of_at(&name, error))?;
    Graph::new(&roadmap.points, &roadmap.edges).map_err(|error| Failure::of_at(&name, error))
}

fn cells(
    path: &Path,
    bytes: &[u8],
    neighbours: u32,
    radius: f64,
) -> Result<(Graph, Option<Grid>), Failure> {
    let name = name_of(path);
    let grid = map_from(&name, bytes)?.grid;
    let mover = mover();
    let view = grid.seen_by(&mover);
    let is_free: Vec<bool> =
        (0..grid.cell_count()).map(|node| view.is_passable(NodeId::new(node))).collect();
    let graph = Graph::of_cells(grid.width(), &is_free, neighbours.ilog2(), radius);
    Ok((graph.map_err(|error| Failure::of_at(&name, error))?, Some(grid)))
}

/// The ends of the trips of a scenario, or of a file of trips; on a roadmap there is no `grid`.
fn ends(team: &TeamArgs, grid: Option<&Grid>) -> Result<Vec<[TripEnd; 2]>, Failure> {
    let path = team.scen()?;
    let bytes = load_bytes(path)?;
    if !is_xml(&bytes) {
        let scenario = rows_from(path, &bytes, team.agents)?;
        team.check_count(path, scenario.rows().len(), "row")?;
        if let Some(grid) = grid {
            warn_of_other_map(&team.map, grid, path, &scenario);
        }
        let end = |cell: Cell| TripEnd::Cell(cell.x, cell.y);
        return Ok(scenario.rows().iter().map(|row| [end(row.start), end(row.goal)]).collect());
    }
    let mut ends = read_trips(&bytes).map_err(|error| Failure::of_at(name_of(path), error))?;
    if ends.is_empty() {
        return Err(Failure::at(name_of(path), "has no trips, expected one for each agent"));
    }
    team.check_count(path, ends.len(), "trip")?;
    ends.truncate(team.agents.map_or(usize::MAX, |agents| agents as usize));
    Ok(ends)
}

/// The trips, whose ends on cells are vertices in rows.
fn trips(team: &TeamArgs, grid: Option<&Grid>) -> Result<Vec<Trip>, Failure> {
    let (ends, width, scen) = (ends(team, grid)?, grid.map(Grid::width), team.scen()?);
    let vertex = |agent: usize, end: TripEnd| match (end, width) {
        (TripEnd::Vertex(vertex), _) => Ok(vertex),
        (TripEnd::Cell(x, y), Some(width)) if x < width => {
            let vertex = u64::from(y) * u64::from(width) + u64::from(x);
            // A cell past the last row is refused as a vertex that does not exist.
            Ok(u32::try_from(vertex).unwrap_or(u32::MAX))
        }
        (TripEnd::Cell(x, y), width) => {
            let expected = match width {
                Some(width) => format!("a column below {width}"),
                None => "start_id and goal_id: the map is a roadmap".to_owned(),
            };
            let message =
                format!("agent {agent} has an end on cell ({x},{y}), expected {expected}");
            Err(Failure::at(name_of(scen), message))
        }
    };
    let trip = |(agent, ends): (usize, &[TripEnd; 2])| {
        Ok(Trip { start: vertex(agent, ends[0])?, goal: vertex(agent, ends[1])? })
    };
    ends.iter().enumerate().map(trip).collect()
}

/// Makes a plan.
pub(super) fn run(
    args: &super::solve::Args,
    radius: f64,
    weight: Weight,
) -> Result<Report, Failure> {
    let instance = load(&args.team, &args.discs, radius)?;
    let began = Instant::now();
    let mut is_over = || began.elapsed() >= args.seconds;
    let mut budget = Budget::unlimited().deadline(&mut is_over).bytes(CONFIGURATION_BYTES);
    if let Some(expansions) = args.budget {
        budget = budget.expansions(expansions);
    }
    let wanted = Wanted { weight, seed: args.seed };
    let solved = solve(&instance, &wanted, &mut budget);
    let seconds = began.elapsed().as_secs_f64();
    if let Some(fault) = solved.plan.as_ref().and_then(|plan| validate(&instance, plan).err()) {
        return Err(Failure::new(format!("the plan is wrong, which is our fault: {fault}")));
    }
    let mut report = told(&instance, &solved);
    report.json["timing"] = json!({ "seconds": seconds });
    write(args, &mut report, solved.plan.as_ref().map(Plan::to_text))?;
    Ok(report)
}

fn told(instance: &Instance, solved: &Solved) -> Report {
    let Solved { status, ref plan, cost, bound, nodes } = *solved;
    let agents = instance.trips().len();
    let json = json!({
        "command": "mapf solve",
        "agents": agents,
        "radius": instance.radius(),
        "objective": "soc",
        "status": status.name(),
        "method": "ccbs",
        "cost": cost,
        "bound": bound.is_finite().then_some(bound),
        "nodes": nodes,
        "sum_of_costs": plan.as_ref().map(Plan::sum_of_costs),
        "makespan": plan.as_ref().map(Plan::makespan),
    });
    let mut report = Report::good(String::new(), json);
    report.ending = ending(status);
    let discs = count(agents as u64, "disc");
    report.text = sentence(status, &discs, "as near as asked", "none ends in time");
    let text = &mut report.text;
    if let (Some(plan), Some(cost)) = (plan, cost) {
        line(text, "sum of costs", format_args!("{cost:.4}"));
        line(text, "at least", format_args!("{bound:.4}"));
        line(text, "makespan", format_args!("{:.4}", plan.makespan()));
        line(text, "nodes", format_args!("{}", grouped(nodes)));
    }
    report
}

/// Checks a plan.
pub(super) fn check(args: &super::validate::Args, radius: f64) -> Result<Report, Failure> {
    let instance = load(&args.team, &args.discs, radius)?;
    let file = args.plan.as_ref().ok_or_else(|| Failure::new("which plan? expected it last"))?;
    let plan = Plan::from_text(&load_bytes(file)?)
        .map_err(|error| Failure::of_at(name_of(file), error))?;
    let fault = validate(&instance, &plan).err();
    let json = json!({
        "command": "mapf validate",
        "agents": instance.trips().len(),
        "valid": fault.is_none(),
        "fault": fault.map(|fault| json!({
            "kind": fault.code().trim_start_matches("timed-"),
            "message": fault.to_string(),
        })),
        "sum_of_costs": plan.sum_of_costs(),
        "makespan": plan.makespan(),
    });
    let text = match fault {
        Some(fault) => format!("wrong: {fault}\n"),
        None => {
            let discs = count(instance.trips().len() as u64, "disc");
            format!("right: {discs}, sum of costs {:.4}\n", plan.sum_of_costs())
        }
    };
    let mut report = Report::good(text, json);
    if fault.is_some() {
        report.ending = Ending::Negative;
    }
    Ok(report)
}
