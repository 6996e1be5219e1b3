//! Tasks per step of a fleet: `throughput MAP ROBOTS STEPS MS ERRANDS [SEED [SPAN [ATTEMPTS]]]`.
//!
//! Robots start on cells drawn at random and get tasks of this many errands, each on a cell drawn at random,
//! in the order in which they are there. Prints a row for a table. Where the system tells it, time
//! is the processor time of this thread, so that other work on the machine does not count; with
//! ATTEMPTS that number ends each step, and not the time.

mod clock;

use std::fs;

use astride::base::{Budget, Cell, NodeId, Random};
use astride::io::read_map;
use astride::shapes::square::{Mover, Neighbours};
use astride_agents::fleet::{
    Action, Assignment, Done, Event, Fleet, Floor, Heading, History, Robot, Settings, Task,
    validate,
};
use clock::Clock;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [map, robots, steps, ms, errands, rest @ ..] = &args[..] else {
        return Err("usage: throughput MAP ROBOTS STEPS MS ERRANDS [SEED [SPAN [ATTEMPTS]]]".into());
    };
    let (count, steps): (usize, u32) = (robots.parse()?, steps.parse()?);
    let (limit, errands): (f64, usize) = (ms.parse::<f64>()? / 1e3, errands.parse()?);
    let seed: u64 = rest.first().map_or(Ok(0), |seed| seed.parse())?;
    let span: Option<usize> = rest.get(1).map(|span| span.parse()).transpose()?;
    let attempts: Option<u64> = rest.get(2).map(|count| count.parse()).transpose()?;
    let grid = read_map(&fs::read(map)?)?;
    let mover = Mover::walker().neighbours(Neighbours::Four);
    let world = grid.seen_by(&mover);
    let floor = Floor::turning(&world, |node| grid.cell(node));

    let mut dice = Random::new(seed);
    let places = floor.roadmap().place_count() as u32;
    let mut nodes: Vec<NodeId> = (0..places).map(|place| floor.roadmap().node(place)).collect();
    for at in 0..count {
        nodes.swap(at, at + dice.below(places - at as u32) as usize);
    }
    let robot = |&start: &NodeId| Robot { start, heading: Heading::East };
    let robots: Vec<Robot> = nodes[..count].iter().map(robot).collect();
    let mut task =
        || Task { errands: (0..errands).map(|_| nodes[dice.below(places) as usize]).collect() };
    let mut tasks: Vec<Task> = (0..2 * count).map(|_| task()).collect();
    let mut new = tasks.clone();

    let clock = Clock::start();
    let assignment = Assignment::InOrder;
    let settings = Settings { assignment, span, ..Settings::default() };
    let mut fleet = Fleet::new(floor, &robots, settings)?;
    let mut history = History { actions: vec![Vec::new(); count], done: Vec::new() };
    let mut times = Vec::new();
    let mut stuck = 0;
    for timestep in 1..=steps {
        let began = clock.seconds();
        let mut is_late = || clock.seconds() - began >= limit;
        let mut budget = Budget::unlimited();
        budget = match attempts {
            Some(most) => budget.expansions(most),
            None => budget.deadline(&mut is_late),
        };
        let actions: Vec<Action> = fleet.step(&new, &mut budget)?.to_vec();
        times.push((clock.seconds() - began) * 1e3);
        history.actions.iter_mut().zip(actions).for_each(|(list, action)| list.push(action));
        new.clear();
        for &event in fleet.events() {
            match event {
                Event::ErrandDone { robot, task, errand } => {
                    history.done.push(Done { timestep, robot, task, errand });
                }
                Event::TaskDone { .. } => {
                    new.push(task());
                    tasks.push(new[new.len() - 1].clone());
                }
                Event::Stuck { .. } => stuck += 1,
                _ => {}
            }
        }
    }
    let cell = |node: NodeId| -> Cell { grid.cell(node) };
    validate(&world, Some(&cell), &robots, &tasks, &history)?;
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let per_step = fleet.tasks_done() as f64 / f64::from(steps);
    println!(
        "{},{count},{steps},{ms},{errands},{seed},{},{},{},{per_step:.3},{:.2},{:.2},{:.2},{stuck}",
        map.rsplit('/').next().unwrap_or_default(),
        fleet.span(),
        fleet.tasks_done(),
        fleet.errands_done(),
        at(0.5),
        at(0.99),
        at(1.0),
    );
    Ok(())
}
