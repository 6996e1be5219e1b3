//! `astride fleet run`: drives the fleet of a problem for some timesteps.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use astride::base::{Budget, Cell, NodeId};
use astride::shapes::square::{Grid, Mover, Neighbours};
use astride_agents::fleet::{
    Action, Assignment, Done, Event, Fleet, Floor, History, Robot, Settings, Task, validate,
};
use clap::ValueEnum;
use serde_json::json;

use super::late::Late;
use super::picture::picture;
use super::problem::{Problem, load_problem};
use super::result::Told;
use crate::describe::line;
use crate::error::Failure;
use crate::read::name_of;
use crate::report::{Report, count, grouped};
use crate::tally::Times;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The problem: a JSON file of the League of Robot Runners
    problem: PathBuf,

    /// How many timesteps the fleet is driven; where robots may be late, how many ticks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    steps: u32,

    /// How long each step may take; what it does not get done in this time it does in the next. With
    /// 0 right of way decides alone, however long it takes
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 50,
          value_parser = clap::value_parser!(u64).range(0..=60_000))]
    step_ms: u64,

    /// Look for better moves this often in each step instead: the same number gives the same history
    #[arg(long, value_name = "N", conflicts_with = "step_ms")]
    attempts: Option<u64>,

    /// How many moves robots think ahead, 3 to 5, or from 1 without turning; more is better and
    /// slower. Without it, as many as fleets of this size have time for
    #[arg(long, value_name = "MOVES")]
    span: Option<usize>,

    /// How tasks find robots: each the nearest one, in order, or all with the shortest ways in total
    #[arg(long, value_enum, default_value_t, value_name = "RULE")]
    assign: AssignName,

    /// Robots drive to any of four neighbours and need not turn
    #[arg(long)]
    no_turning: bool,

    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Write the history to this file, as PlanViz reads it; - is standard output
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    pub(super) output: Option<PathBuf>,

    /// Draw where robots drove and where they are in the end into an SVG file
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) draw: Option<PathBuf>,
}

/// The most moves, of all robots together, that one history keeps.
const MOST_MOVES: u64 = 200_000_000;

#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum AssignName {
    #[default]
    Nearest,
    InOrder,
    LeastTotal,
}

impl From<AssignName> for Assignment {
    fn from(name: AssignName) -> Assignment {
        match name {
            AssignName::Nearest => Assignment::Nearest,
            AssignName::InOrder => Assignment::InOrder,
            AssignName::LeastTotal => Assignment::LeastTotal,
        }
    }
}

/// What was observed of a fleet.
struct Driven {
    fleet: Fleet,
    /// How robots carry out the plan, if they may be late.
    late: Option<Late>,
    history: History,
    /// What late robots were told to do; empty if none is ever late.
    planned: Vec<Vec<Action>>,
    tasks: Vec<Task>,
    released: Vec<u32>,
    assigned: Vec<[u32; 3]>,
    tasks_done: u64,
    seconds: Vec<f64>,
    /// By row and column.
    visits: Vec<u32>,
    stuck: u64,
}

pub(super) fn run(args: &Args) -> Result<Report, Failure> {
    let problem = load_problem(&args.problem)?;
    let moves = problem.robots.len() as u64 * u64::from(args.steps);
    if moves > MOST_MOVES {
        let most = MOST_MOVES / problem.robots.len() as u64;
        let message = format!("expected at most {most} for {} robots", problem.robots.len());
        return Err(Failure::at("--steps", message));
    }
    let driven = drive(args, &problem)?;
    check(args, &problem, &driven)?;
    let mut report = told(args, &driven);
    if let Some(path) = &args.output {
        let result = Told {
            grid: &problem.grid,
            robots: &problem.robots,
            tasks: &driven.tasks,
            released: &driven.released,
            history: &driven.history,
            planned: match driven.late {
                Some(_) => &driven.planned,
                None => &driven.history.actions,
            },
            assigned: &driven.assigned,
            tasks_done: driven.tasks_done,
            is_turning: !args.no_turning,
            seconds: &driven.seconds,
        };
        report.save(path, format!("{}\n", result.json()).as_bytes())?;
    }
    if let Some(path) = &args.draw {
        let robots = (0..problem.robots.len() as u32).map(|robot| driven.robot(robot));
        let svg = picture(&problem.grid, robots, &driven.visits);
        report.save(path, svg.as_bytes())?;
    }
    Ok(report)
}

/// The mover: it drives to four neighbours.
fn mover() -> Mover {
    Mover::walker().neighbours(Neighbours::Four)
}

fn drive(args: &Args, problem: &Problem) -> Result<Driven, Failure> {
    let Problem { grid, robots, delays, .. } = problem;
    if grid.cell_count() >= 1 << 28 {
        let message = "the map has 2^28 cells or more, expected fewer";
        return Err(Failure::at(name_of(&args.problem), message));
    }
    let mover = mover();
    let world = grid.seen_by(&mover);
    let floor = if args.no_turning {
        Floor::free(&world)
    } else {
        Floor::turning(&world, |node| grid.cell(node))
    };
    let settings = Settings {
        span: args.span,
        assignment: args.assign.into(),
        seed: args.seed,
        ..Settings::default()
    };
    let late = delays.clone().map(|delays| Late::new(floor.clone(), robots, delays));
    let late = late.transpose().map_err(|error| Failure::of_at(name_of(&args.problem), error))?;
    let fleet = Fleet::new(floor, robots, settings)
        .map_err(|error| Failure::of_at(name_of(&args.problem), error))?;
    let mut driven = Driven {
        fleet,
        planned: vec![Vec::new(); if late.is_some() { robots.len() } else { 0 }],
        late,
        history: History { actions: vec![Vec::new(); robots.len()], done: Vec::new() },
        tasks: Vec::new(),
        released: Vec::new(),
        assigned: Vec::new(),
        tasks_done: 0,
        seconds: Vec::new(),
        visits: vec![0; (grid.width() * grid.height()) as usize],
        stuck: 0,
    };
    // What steps take after their time is up, so that they end before it is: the longest of late.
    let mut rest = Duration::ZERO;
    for tick in 0..args.steps {
        if driven.late.as_ref().is_none_or(Late::may_plan) {
            let (actions, done) = driven.step(args, problem, tick, &mut rest)?;
            match &mut driven.late {
                None => driven.note(grid, &actions, &done),
                Some(late) => {
                    late.plan(&actions, done.into_iter()).map_err(Failure::of)?;
                    for (list, &action) in driven.planned.iter_mut().zip(&actions) {
                        list.push(action);
                    }
                }
            }
        }
        if let Some((actions, done)) = driven.late.as_mut().map(Late::tick) {
            driven.note(grid, &actions, &done);
        }
    }
    Ok(driven)
}

impl Driven {
    /// Lets the fleet make a step, as part of this tick; returns what robots are to do, and which
    /// errands are done then.
    fn step(
        &mut self,
        args: &Args,
        problem: &Problem,
        tick: u32,
        rest: &mut Duration,
    ) -> Result<(Vec<Action>, Vec<Done>), Failure> {
        let limit = Duration::from_millis(args.step_ms);
        let known = &problem.tasks;
        let (first, open) = (self.tasks.len(), self.tasks.len() - self.tasks_done as usize);
        // When all tasks of the file are known, it starts from the beginning again.
        let new: Vec<Task> = (first..first + problem.revealed.saturating_sub(open))
            .map(|at| known[at % known.len()].clone())
            .collect();
        self.released.resize(first + new.len(), tick);
        let began = Instant::now();
        let (end, mut stopped) = (limit - (*rest).min(limit / 2), None);
        let mut is_late = || {
            let spent = began.elapsed();
            let is_late = spent >= end;
            if is_late {
                stopped.get_or_insert(spent);
            }
            is_late
        };
        let mut budget = match args.attempts {
            Some(most) => Budget::unlimited().expansions(most),
            None if args.step_ms == 0 => Budget::unlimited().expansions(0),
            None => Budget::unlimited().deadline(&mut is_late),
        };
        let actions = self.fleet.step(&new, &mut budget).map_err(Failure::of)?.to_vec();
        let spent = began.elapsed();
        if let Some(stopped) = stopped {
            *rest = (*rest * 7 / 8).max(spent - stopped);
        }
        self.seconds.push(spent.as_secs_f64());
        self.tasks.extend(new);
        let (timestep, mut done) = (tick + 1, Vec::new());
        for &event in self.fleet.events() {
            match event {
                Event::Assigned { robot, task } => self.assigned.push([timestep, robot, task]),
                Event::ErrandDone { robot, task, errand } => {
                    done.push(Done { timestep, robot, task, errand });
                }
                Event::Stuck { .. } => self.stuck += 1,
                _ => {}
            }
        }
        Ok((actions, done))
    }

    /// Writes down what robots did.
    fn note(&mut self, grid: &Grid, actions: &[Action], done: &[Done]) {
        for (robot, &action) in actions.iter().enumerate() {
            self.history.actions[robot].push(action);
            let Cell { x, y } = grid.cell(self.robot(robot as u32).start);
            self.visits[(y * grid.width() + x) as usize] += 1;
        }
        let is_last =
            |done: &&Done| self.tasks[done.task as usize].errands.len() as u32 == done.errand + 1;
        self.tasks_done += done.iter().filter(is_last).count() as u64;
        self.history.done.extend(done);
    }

    /// Where a robot is.
    fn robot(&self, robot: u32) -> Robot {
        match &self.late {
            Some(late) => late.robot(robot),
            None => self.fleet.robot(robot),
        }
    }
}

/// No history is returned without a check by the validator.
fn check(args: &Args, problem: &Problem, driven: &Driven) -> Result<(), Failure> {
    let grid = &problem.grid;
    let mover = mover();
    let cell = |node: NodeId| grid.cell(node);
    let cell: Option<&dyn Fn(NodeId) -> Cell> = if args.no_turning { None } else { Some(&cell) };
    let world = grid.seen_by(&mover);
    validate(&world, cell, &problem.robots, &driven.tasks, &driven.history)
        .map_err(|fault| Failure::new(format!("the history is wrong, which is our fault: {fault}")))
}

fn told(args: &Args, driven: &Driven) -> Report {
    let fleet = &driven.fleet;
    let (tasks, errands) = (driven.tasks_done, driven.history.done.len() as u64);
    let per_step = tasks as f64 / f64::from(args.steps);
    let times = Times::of(driven.seconds.iter().map(|seconds| seconds * 1e6).collect());
    let [middle, most, longest] = [times.median, times.p99, times.most].map(|micros| micros / 1e3);
    let mut text = String::new();
    let robots = count(fleet.robot_count() as u64, "robot");
    line(&mut text, "fleet", format_args!("{robots}, {}", count(args.steps.into(), "timestep")));
    line(
        &mut text,
        "tasks done",
        format_args!("{} ({per_step:.3} a step), errands {}", grouped(tasks), grouped(errands)),
    );
    line(&mut text, "stuck", count(driven.stuck, "time"));
    let late = driven.late.as_ref().map(|late| late.lost);
    if let Some(late) = late {
        let told = count(fleet.timestep().into(), "timestep");
        line(
            &mut text,
            "delayed",
            format_args!("{} of robots, {told} planned", count(late, "tick")),
        );
    }
    line(
        &mut text,
        "step",
        format_args!("{middle:.2} ms in the middle, {most:.2} at 99 %, {longest:.2} at most"),
    );
    line(&mut text, "digest", format_args!("{:016x}", fleet.digest()));
    let json = json!({
        "command": "fleet run",
        "robots": fleet.robot_count(),
        "steps": args.steps,
        "tasks_done": tasks,
        "tasks_per_step": per_step,
        "errands_done": errands,
        "stuck": driven.stuck,
        "delayed_ticks": late,
        "steps_planned": fleet.timestep(),
        "digest": format!("{:016x}", fleet.digest()),
        "timing": { "ms_50": middle, "ms_99": most, "ms_100": longest },
    });
    Report::good(text, json)
}
