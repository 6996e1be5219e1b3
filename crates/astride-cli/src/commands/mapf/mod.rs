//! `astride mapf`: plans for many agents, made, checked, drawn and compared.

mod bench;
mod discs;
mod draw;
mod files;
mod picture;
mod solve;
mod validate;

use std::path::{Path, PathBuf};

use astride::base::{Cell, NodeId};
use astride::shapes::square::{Grid, Mover, Neighbours};
use astride_agents::mapf::Trip;
use astride_formats::{TeamAgent, TrackerRow};

use crate::error::Failure;
use crate::fits::warn_of_other_map;
use crate::load::{load_map, rows_from};
use crate::options::plain;
use crate::read::{load_bytes, name_of};
use crate::report::{Report, count};

const EXAMPLES: &str = "\
Examples:
  astride mapf solve room.map room.scen --agents 40 --seconds 5 -o plan.txt
  astride mapf validate room.map room.scen plan.txt --agents 40
  astride mapf solve room.map room.scen --agents 40 --method eecbs:1.1 --json
  astride mapf solve team.yaml -o schedule.yaml
  astride mapf solve room.map room-random-1.scen --agents 40 -o result.csv
  astride mapf solve roadmap.xml trips.xml --radius 0.35 --agents 8 -o plan.txt
  astride mapf draw room.map room.scen plan.txt --agents 40 -o plan.svg
  astride mapf bench room.map room.scen --teams 20,40 --methods lacam,cbs --seconds 2

Exit codes: 0 a plan, or a plan that is right, 1 no plan, or one with a fault, 2 bad input or usage,
3 the time ran out first";

/// Plans for many agents that never meet: makes them, checks them, draws them.
///
/// In a timestep an agent goes to one of four neighbours or waits. No two are on one cell at a time
/// or exchange cells; one may follow another at once; an agent that has arrived stays and blocks.
///
/// A file of libMultiRobotPlanning, .yaml with a map and agents, is map and scenario in one. Plans
/// are text, a line per timestep; schedules in .yaml; or rows of the MAPF Tracker in .csv.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Make a plan, and better ones until the time is over
    Solve(solve::Args),
    /// Check a plan, and name its first fault
    Validate(validate::Args),
    /// Show a plan in motion
    Draw(draw::Args),
    /// Compare methods: a table of costs, bounds and times
    Bench(bench::Args),
}

pub(crate) fn run(args: &Args, as_json: bool) -> Result<Report, Failure> {
    match &args.task {
        Task::Solve(args) => {
            Report::check_places(as_json, &[&args.output])?;
            solve::run(args)
        }
        Task::Validate(args) => validate::run(args),
        Task::Draw(args) => draw::run(args),
        Task::Bench(args) => bench::run(args),
    }
}

/// The map, and the trips of the agents.
#[derive(clap::Args, Debug)]
struct TeamArgs {
    /// The map: .map, drawn text or .astride, plain or .gz; or a team of libMultiRobotPlanning in
    /// .yaml, without a scenario file
    map: PathBuf,

    /// The scenario file: a row per agent
    scen: Option<PathBuf>,

    /// How many agents: that many rows of the scenario, from the first on [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    agents: Option<u32>,
}

/// A map and the trips of a team on it.
struct Team {
    grid: Grid,
    trips: Vec<Trip>,
    /// The file that says who goes where, for messages.
    name: String,
    /// What schedules call the agents.
    agents: Vec<String>,
    /// Which instance it is, for the MAPF Tracker.
    instance: TrackerRow,
}

impl TeamArgs {
    fn load(&self) -> Result<Team, Failure> {
        let Some(team) = files::team(&self.map)? else {
            return self.load_from(self.scen()?);
        };
        match &self.scen {
            None => self.of_file(team),
            Some(scen) => {
                let message = "is not needed: the map says where the agents go";
                Err(Failure::at(name_of(scen), message))
            }
        }
    }

    /// A team, and the file of its plan, which follows the map where that names the agents.
    fn load_with<'a>(&'a self, plan: Option<&'a Path>) -> Result<(Team, &'a Path), Failure> {
        let expected = "which plan? expected the map, the scenario and the plan, or a team in .yaml \
                        and the plan";
        match (files::team(&self.map)?, &self.scen, plan) {
            (Some(team), Some(plan), None) => Ok((self.of_file(team)?, plan)),
            (None, Some(scen), Some(plan)) => Ok((self.load_from(scen)?, plan)),
            _ => Err(Failure::new(expected)),
        }
    }

    /// The scenario file.
    fn scen(&self) -> Result<&Path, Failure> {
        let missing = || {
            let message = "says nothing of agents, expected a scenario file as well";
            Failure::at(name_of(&self.map), message)
        };
        self.scen.as_deref().ok_or_else(missing)
    }

    /// A team whose map and agents are in one file.
    fn of_file(&self, team: astride_formats::Team) -> Result<Team, Failure> {
        let astride_formats::Team { grid, mut agents } = team;
        let name = name_of(&self.map);
        if agents.is_empty() {
            return Err(Failure::at(name, "has no agents, expected one at least"));
        }
        self.check_count(&self.map, agents.len(), "agent")?;
        agents.truncate(self.agents.map_or(usize::MAX, |agents| agents as usize));
        let node = |cell| grid.node(cell).ok_or_else(|| Failure::new("an agent is off the map"));
        let trip =
            |agent: &TeamAgent| Ok(Trip { start: node(agent.start)?, goal: node(agent.goal)? });
        let trips = agents.iter().map(trip).collect::<Result<_, Failure>>()?;
        let agents: Vec<String> = agents.into_iter().map(|agent| agent.name).collect();
        let instance = files::instance(&self.map, &self.map, agents.len());
        Ok(Team { grid, trips, name, agents, instance })
    }

    fn load_from(&self, scen: &Path) -> Result<Team, Failure> {
        let grid = load_map(&self.map)?.grid;
        let scenario = rows_from(scen, &load_bytes(scen)?, self.agents)?;
        let name = name_of(scen);
        let rows = scenario.rows();
        self.check_count(scen, rows.len(), "row")?;
        let node = |agent: usize, what: &str, cell: Cell| {
            grid.node(cell).ok_or_else(|| {
                let (width, height, cell) = (grid.width(), grid.height(), plain(cell));
                let message = format!(
                    "the {what} {cell} of agent {agent} is off the map of {width}x{height} cells"
                );
                Failure::at(&name, message)
            })
        };
        let trip = |(agent, row): (usize, &astride::io::ScenarioRow)| {
            let (start, goal) = (node(agent, "start", row.start)?, node(agent, "goal", row.goal)?);
            Ok(Trip { start, goal })
        };
        let trips = rows.iter().enumerate().map(trip).collect::<Result<_, Failure>>()?;
        warn_of_other_map(&self.map, &grid, scen, &scenario);
        let agents = (0..rows.len()).map(|agent| format!("agent{agent}")).collect();
        let instance = files::instance(&self.map, scen, rows.len());
        Ok(Team { grid, trips, name, agents, instance })
    }

    /// Refuses a file that has fewer rows, called `row`, than the requested number of agents.
    fn check_count(&self, file: &Path, found: usize, row: &str) -> Result<(), Failure> {
        match self.agents {
            Some(agents) if agents as usize > found => {
                let found = count(found as u64, row);
                let message = format!("has {found}, expected one for each of {agents}");
                Err(Failure::at(format!("--agents: {}", name_of(file)), message))
            }
            _ => Ok(()),
        }
    }
}

impl Team {
    /// A node as it is named in messages.
    fn cell_name(&self, node: NodeId) -> String {
        if node.get() < self.grid.width() * self.grid.height() {
            format!("({})", plain(self.grid.cell(node)))
        } else {
            format!("node {node}")
        }
    }
}

/// The mover: it walks to four neighbours.
fn mover() -> Mover {
    Mover::walker().neighbours(Neighbours::Four)
}
