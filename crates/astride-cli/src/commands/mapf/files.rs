//! Teams and plans in the formats of other programs.

use std::collections::BTreeMap;
use std::path::Path;

use astride::base::{Cell, NodeId};
use astride_agents::mapf::{Plan, read_plan, write_plan};
use astride_formats::{
    TrackerRow, is_schedule, is_team, is_tracker, read_schedule, read_team, read_tracker,
    write_schedule, write_tracker,
};

use super::Team;
use crate::error::Failure;
use crate::read::{load_bytes, name_of};
use crate::report::count;

/// The name of a file without `.gz`, and its ending.
fn ending(path: &Path) -> (String, String) {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    let (stem, ending) = plain.rsplit_once('.').unwrap_or((plain, ""));
    (stem.to_owned(), ending.to_ascii_lowercase())
}

/// A map and its agents in one file, if it is such a file.
pub(super) fn team(path: &Path) -> Result<Option<astride_formats::Team>, Failure> {
    // Maps of ROS have the same ending.
    if !matches!(&ending(path).1[..], "yaml" | "yml") {
        return Ok(None);
    }
    let bytes = load_bytes(path)?;
    if !is_team(&bytes) {
        return Ok(None);
    }
    read_team(&bytes).map(Some).map_err(|error| Failure::of_at(name_of(path), error))
}

/// What the MAPF Tracker calls an instance, by the names of its files: `a-random-1.scen` is the
/// first random scenario of the map `a`.
pub(super) fn instance(map: &Path, scen: &Path, agents: usize) -> TrackerRow {
    let (scen, map) = (ending(scen).0, ending(map).0);
    let parts = scen.rsplit_once('-').and_then(|(rest, number)| {
        let (map, kind) = rest.rsplit_once('-')?;
        let is_kind = matches!(kind, "even" | "random");
        is_kind.then_some((map, kind, number.parse().ok()?))
    });
    let (map_name, scen_type, type_id) = match parts {
        Some((map, kind, number)) => (map.to_owned(), kind.to_owned(), Some(number)),
        None => (map, String::new(), None),
    };
    let agents = u32::try_from(agents).unwrap_or(u32::MAX);
    TrackerRow { map_name, scen_type, type_id, agents, ..TrackerRow::default() }
}

/// A plan from a file of any format.
pub(super) fn read(path: &Path, team: &Team) -> Result<Plan, Failure> {
    let bytes = load_bytes(path)?;
    let name = name_of(path);
    let paths = if is_tracker(&bytes) {
        let rows = read_tracker(&bytes).map_err(|error| Failure::of_at(&name, error))?;
        let row = row_of(&rows, team).map_err(|failure| failure.within(&name))?;
        let starts: Vec<Cell> = team.trips.iter().map(|trip| team.grid.cell(trip.start)).collect();
        row.paths(&starts).map_err(|error| Failure::of_at(&name, error))?
    } else if is_schedule(&bytes) {
        let schedule = read_schedule(&bytes).map_err(|error| Failure::of_at(&name, error))?;
        in_order(schedule, team).map_err(|failure| failure.within(&name))?
    } else {
        return read_plan(&bytes, |cell| team.grid.node(cell))
            .map_err(|error| Failure::of_at(&name, error));
    };
    let node = |agent: usize, cell: Cell| {
        let message = || format!("agent {agent} is at {cell}, expected a cell of the map");
        team.grid.node(cell).ok_or_else(|| Failure::at(&name, message()))
    };
    let nodes = |(agent, path): (usize, &Vec<Cell>)| {
        path.iter().map(|&cell| node(agent, cell)).collect::<Result<Vec<NodeId>, _>>()
    };
    let paths = paths.iter().enumerate().map(nodes).collect::<Result<Vec<_>, _>>()?;
    Ok(Plan::from_paths(paths))
}

/// The paths of a schedule in the order of the team.
fn in_order(schedule: Vec<(String, Vec<Cell>)>, team: &Team) -> Result<Vec<Vec<Cell>>, Failure> {
    let mut paths: BTreeMap<String, Vec<Cell>> = schedule.into_iter().collect();
    let path = |agent: &String| {
        let missing =
            || format!("has no path of {agent:?}, expected one for each agent of the team");
        paths.remove(agent).ok_or_else(|| Failure::new(missing()))
    };
    let found = team.agents.iter().map(path).collect::<Result<Vec<_>, _>>()?;
    match paths.keys().next() {
        Some(agent) => {
            let message = format!("has a path of {agent:?}, expected agents of the team alone");
            Err(Failure::new(message))
        }
        None => Ok(found),
    }
}

/// The row about a team, among those of other numbers of agents and other scenarios.
fn row_of<'a>(rows: &'a [TrackerRow], team: &Team) -> Result<&'a TrackerRow, Failure> {
    let asked = &team.instance;
    let is_same = |row: &&TrackerRow| {
        let is_kind = |kind: &str, of: &str| kind.is_empty() || of.is_empty() || kind == of;
        row.agents == asked.agents
            && !row.moves.is_empty()
            && is_kind(&row.map_name, &asked.map_name)
            && is_kind(&row.scen_type, &asked.scen_type)
            && row.type_id.is_none_or(|id| asked.type_id.is_none_or(|asked| id == asked))
    };
    let found: Vec<_> = rows.iter().filter(is_same).collect();
    match found[..] {
        [row] => Ok(row),
        _ => {
            let found = count(found.len() as u64, "plan");
            let agents = count(asked.agents.into(), "agent");
            let message = format!("has {found} for {agents} of this instance, expected one");
            Err(Failure::new(message))
        }
    }
}

/// Refuses a file whose format cannot hold every plan of a team.
pub(super) fn check(path: Option<&Path>, team: &Team) -> Result<(), Failure> {
    if path.is_some_and(|path| ending(path).1 == "csv") && !team.grid.links().is_empty() {
        let message = "the MAPF Tracker has no moves along links, expected a name that ends in .yaml \
                       or .txt";
        return Err(Failure::at("-o", message));
    }
    Ok(())
}

/// A plan as text of the format that the name of its file ends in; no plan has a sum of costs below
/// `bound`, if that is known.
///
/// # Panics
///
/// If [`check`] refuses the file, and the plan takes a link.
pub(super) fn write(path: Option<&Path>, team: &Team, plan: &Plan, bound: Option<u64>) -> String {
    let cell = |node| team.grid.cell(node);
    let ending = path.map(|path| ending(path).1).unwrap_or_default();
    let path_of = |agent: usize, last: u32| -> Vec<Cell> {
        (0..=last).map(|timestep| cell(plan.node_at(agent, timestep))).collect()
    };
    match &ending[..] {
        "yaml" | "yml" => {
            let statistics = [
                ("cost", plan.sum_of_costs().to_string()),
                ("makespan", plan.makespan().to_string()),
            ];
            let schedule = (0..plan.agent_count())
                .map(|agent| (team.agents[agent].clone(), path_of(agent, plan.arrival(agent))));
            write_schedule(&statistics, &schedule.collect::<Vec<_>>())
        }
        "csv" => {
            let moves = (0..plan.agent_count()).map(|agent| {
                let moves = TrackerRow::moves_of(&path_of(agent, plan.arrival(agent)));
                moves.expect("every step leads to a neighbour")
            });
            let row = TrackerRow {
                lower_cost: bound,
                solution_cost: Some(plan.sum_of_costs()),
                moves: moves.collect(),
                ..team.instance.clone()
            };
            write_tracker(&[row])
        }
        _ => write_plan(plan, cell),
    }
}
