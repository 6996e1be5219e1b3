//! The entry point: from an instance, requirements and a budget to a plan and what is proved about it.

use astride::base::{Budget, Random, Weight};

use super::instance::Instance;
use super::plan::Plan;
use super::search::{Ccbs, Lone, Paths, is_within};
use super::time::{FOREVER, HORIZON, Ticks, units};
use super::{prioritised, search};
use crate::mapf::solve::Status;
use crate::mapf::task::Ended;

/// The requirements on a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The plan may cost at most this many times the least sum of costs.
    pub weight: Weight,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for Wanted {
    /// The least sum of costs.
    fn default() -> Self {
        Wanted { weight: Weight::ONE, seed: 0 }
    }
}

/// The result of [`solve`].
#[derive(Clone, Debug)]
pub struct Solved {
    /// What is proved.
    pub status: Status,
    /// The best plan that was found.
    pub plan: Option<Plan>,
    /// The sum of its costs, which are the arrivals of its agents.
    pub cost: Option<f64>,
    /// No plan costs less than this.
    pub bound: f64,
    /// How many nodes of the tree of conflicts were expanded.
    pub nodes: u64,
}

/// Makes a plan: one by priority first, then conflict-based search for one that costs at most
/// [`Wanted::weight`] times the least, until the budget ends.
///
/// [`Status::GaveUp`] says that there is no plan in which all arrive within 4194304 units of time;
/// [`Status::Unsolvable`] that some goal cannot be reached. An expansion of the budget is 32 states
/// of a search for one agent; long comparisons of paths count too. The same instance, requirements and
/// number of expansions give the same plan on every machine.
///
/// # Complexity
///
/// Exponential in the number of conflicts; each node takes some searches for one agent, of
/// O((edges + bans) · log edges).
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride_agents::mapf::Status;
/// use astride_agents::mapf::continuous::{Graph, Instance, Trip, Wanted, solve, validate};
///
/// // Two roads that cross at right angles, 4 long each.
/// let points = [[-2.0, 0.0], [2.0, 0.0], [0.0, -2.0], [0.0, 2.0]];
/// let graph = Graph::new(&points, &[[0, 1], [2, 3]])?;
/// let trips = [Trip { start: 0, goal: 1 }, Trip { start: 2, goal: 3 }];
/// let instance = Instance::new(graph, &trips, 0.5)?;
/// let mut budget = Budget::unlimited().expansions(1000);
/// let solved = solve(&instance, &Wanted::default(), &mut budget);
/// assert_eq!(solved.status, Status::Optimal);
/// let plan = solved.plan.expect("there is a way");
/// assert_eq!(validate(&instance, &plan), Ok(()));
/// // One of them waits for the root of two.
/// assert!((plan.sum_of_costs() - (8.0 + 2f64.sqrt())).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(instance: &Instance, wanted: &Wanted, budget: &mut Budget<'_>) -> Solved {
    let without_plan = |status, bound| Solved { status, plan: None, cost: None, bound, nodes: 0 };
    let Ok(mut lone) = Lone::new(instance, budget) else {
        return without_plan(Status::OutOfBudget, 0.0);
    };
    let agents = 0..instance.trips().len();
    let least: Vec<Ticks> = agents.map(|agent| lone.least(agent)).collect();
    if least.contains(&FOREVER) {
        return without_plan(Status::Unsolvable, f64::INFINITY);
    }
    let bound = least.iter().sum();
    if least.iter().any(|&time| time > HORIZON) {
        return without_plan(Status::GaveUp, units(bound));
    }
    let mut best = None;
    let placed = prioritised::solve(&mut lone, &mut Random::new(wanted.seed), budget);
    let is_over = placed == Err(Ended::OutOfBudget);
    if let Ok(paths) = placed {
        best = Some(paths);
    }
    let known = best.as_ref().map_or(FOREVER, cost_of);
    let mut proof = search::Proof { paths: None, bound, nodes: 0 };
    if !is_over && !is_within(known, wanted.weight, bound) {
        proof = Ccbs::new(&mut lone).run(known, wanted.weight, budget);
    }
    finish(instance, wanted, proof.paths.or(best), proof.bound, proof.nodes)
}

fn cost_of(paths: &Paths) -> Ticks {
    paths.iter().map(|path| path.cost).sum()
}

fn finish(
    instance: &Instance,
    wanted: &Wanted,
    paths: Option<Paths>,
    bound: Ticks,
    nodes: u64,
) -> Solved {
    let cost = paths.as_ref().map(cost_of);
    let status = match cost {
        Some(cost) if cost <= bound => Status::Optimal,
        Some(cost) if is_within(cost, wanted.weight, bound) => Status::Bounded,
        Some(_) => Status::Feasible,
        None if bound == FOREVER => Status::GaveUp,
        None => Status::OutOfBudget,
    };
    // Plans that end after the horizon were not looked for, and cost more than it.
    let bound = if bound == FOREVER { HORIZON } else { bound };
    let moves = |paths: Paths| paths.iter().map(|path| path.moves(instance.graph())).collect();
    let plan = paths.map(|paths| Plan { ways: moves(paths) });
    Solved { status, plan, cost: cost.map(units), bound: units(bound), nodes }
}
