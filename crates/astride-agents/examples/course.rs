//! How the cost of a plan falls with time: `course MAP SCEN AGENTS SECONDS METHOD [SEED]`.
//!
//! Prints a row for a table: what was solved, when the first plan was there and what it cost, and
//! what the best one costs in the end. Where the system tells it, time is the processor time of this
//! thread, so that other work on the machine does not count.

mod clock;

use std::fs;

use astride::base::Budget;
use astride::io::{Scenario, read_map};
use astride::shapes::square::{Mover, Neighbours};
use astride_agents::mapf::{Instance, Trip, Wanted, solve, validate};
use clock::Clock;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [map, scen, agents, seconds, method, rest @ ..] = &args[..] else {
        return Err("usage: course MAP SCEN AGENTS SECONDS METHOD [SEED]".into());
    };
    let (agents, limit): (usize, f64) = (agents.parse()?, seconds.parse()?);
    let grid = read_map(&fs::read(map)?)?;
    let scenario = Scenario::read(&fs::read(scen)?)?;
    let mover = Mover::walker().neighbours(Neighbours::Four);
    let world = grid.seen_by(&mover);
    let trip = |row: &astride::io::ScenarioRow| {
        Some(Trip { start: grid.node(row.start)?, goal: grid.node(row.goal)? })
    };
    let rows = scenario.rows().iter().take(agents);
    let trips: Vec<Trip> = rows.map(trip).collect::<Option<_>>().ok_or("a cell is off the map")?;

    let clock = Clock::start();
    let began = clock.seconds();
    let instance = Instance::new(&world, &trips)?;
    let seed = rest.first().map_or(Ok(0), |seed| seed.parse())?;
    let wanted = Wanted { method: method.parse()?, seed, ..Wanted::default() };
    let mut is_late = || clock.seconds() - began >= limit;
    let mut budget = Budget::unlimited().deadline(&mut is_late).bytes(2 << 30);
    let mut course = Vec::new();
    let solved = solve(&instance, &wanted, &mut budget, &mut |better| {
        course.push((clock.seconds() - began, better.cost, better.method));
    });
    let seconds = clock.seconds() - began;
    if let Some(plan) = &solved.plan {
        validate(&world, &trips, plan)?;
    }
    let ratio = |cost: u64| cost as f64 / solved.bound as f64;
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    print!("{},{agents},{method},{}", name(scen), solved.status);
    if let (Some(first), Some(cost), Some(plan)) = (course.first(), solved.cost, &solved.plan) {
        print!(",{:.1},{:.4}", first.0 * 1e3, ratio(first.1));
        print!(",{cost},{},{:.4},{:.4}", solved.bound, ratio(cost), ratio(plan.sum_of_loss()));
    }
    println!(",{seconds:.2},{}", solved.nodes);
    // When each method had its best plan.
    let mut last = course.iter().peekable();
    while let Some(&(at, cost, method)) = last.next() {
        if last.peek().is_none_or(|next| next.2 != method) {
            eprintln!("  {method} {cost} ({:.4}) after {:.3} s", ratio(cost), at);
        }
    }
    Ok(())
}
