//! Best plans for small teams: conflict-based search.
//!
//! Sharon, Stern, Felner & Sturtevant, "Conflict-Based Search for Optimal Multi-Agent Pathfinding",
//! Artificial Intelligence 219, 2015; prioritised conflicts and bypass: Boyarski et al., "ICBS",
//! IJCAI 2015; symmetries: Li, Harabor, Stuckey, Ma, Gange & Koenig, "Pairwise Symmetry Reasoning for
//! Multi-Agent Path Finding Search", Artificial Intelligence 301, 2021; the heuristic: Li, Felner,
//! Boyarski, Ma & Koenig, IJCAI 2019.
//!
//! At first every agent walks as if it were alone. Where two collide, one of them must not be there
//! at that time: both choices are tried, the lowest total cost first. Two that collide in an open
//! room, in a narrow passage or where one has arrived would collide again a step later, so everything
//! hopeless is forbidden there at once; and two that cannot both be on time make every plan costlier,
//! which raises the bound before their conflicts are split.

mod bans;
mod choose;
mod conflict;
mod corridor;
mod cover;
mod estimate;
mod focal;
mod journey;
mod mdd;
mod mutex;
mod node;
mod pairs;
mod prover;
mod search;
mod spacetime;
#[cfg(test)]
mod tests;
mod traffic;

use astride::base::{Budget, Weight};

use self::estimate::Near;
pub(super) use self::focal::is_within;
pub(super) use self::prover::{Found, Prover};
use self::search::{Course, Pause, Search, Tools};
use super::objective::Objective;
use super::task::{Ended, Task, Walk};

/// The most places times timesteps that a search has memory for, some 400 MB.
const MOST_CELLS: usize = 1 << 26;

/// Which symmetries a search knows: every choice gives plans of the same cost.
#[derive(Clone, Copy, Debug)]
struct Reasoning {
    /// Two that cannot both be on time.
    has_mutexes: bool,
    /// Two in one passage.
    has_corridors: bool,
    /// One in the way of another that has arrived.
    has_targets: bool,
    /// What pairs cost more together raises the bound of a node.
    has_weights: bool,
}

impl Reasoning {
    const ALL: Self =
        Reasoning { has_mutexes: true, has_corridors: true, has_targets: true, has_weights: true };

    /// All that is right for an objective.
    fn of(objective: Objective) -> Self {
        // What pairs need more is added, which is right for sums only.
        Reasoning { has_weights: objective == Objective::SumOfCosts, ..Reasoning::ALL }
    }
}

/// What a search has proved.
pub(super) struct Proof {
    /// A cheapest plan, if it costs less than what was known.
    pub(super) walks: Option<Vec<Walk>>,
    /// No plan costs less than this.
    pub(super) bound: u64,
    /// How many nodes were expanded.
    pub(super) nodes: u64,
}

/// Looks for a plan that costs less than `known`, over at most `most` nodes. There must be a plan,
/// or the search would never end.
pub(super) fn solve(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    known: u64,
    most: usize,
) -> Proof {
    solve_with(task, budget, known, most, Reasoning::ALL)
}

fn solve_with(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    known: u64,
    most: usize,
    reasoning: Reasoning,
) -> Proof {
    let (least, places) = (task.bound(), task.instance.roadmap().place_count());
    if !is_small(task) {
        return Proof { walks: None, bound: least, nodes: 0 };
    }
    let has_weights = reasoning.has_weights && Reasoning::of(task.objective).has_weights;
    let reasoning = Reasoning { has_weights, ..reasoning };
    let agents = (0..task.instance.agent_count() as u32).collect();
    let mut search = Search::new(agents, reasoning, known, Tools::new(places));
    let pause = Pause::after_nodes(most);
    let started = search.start(task, budget, pause);
    let ended = started.and_then(|_| search.run(task, budget, pause));
    let bound = search.bound().clamp(least.min(known), known);
    Proof { walks: found(ended), bound, nodes: search.expanded }
}

/// Looks for a plan that costs at most `weight` times the least, where one that costs `known` is
/// known.
pub(super) fn solve_near(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    known: u64,
    weight: Weight,
) -> Proof {
    let (least, places) = (task.bound(), task.instance.roadmap().place_count());
    if !is_small(task) {
        return Proof { walks: None, bound: least, nodes: 0 };
    }
    let agents = (0..task.instance.agent_count() as u32).collect();
    let reasoning = Reasoning::of(task.objective);
    let mut search = Search::new(agents, reasoning, u64::MAX, Tools::new(places));
    search.weight = weight;
    let pause = Pause::after_nodes(usize::MAX);
    let ended = search.run_near(task, budget, &mut Near::default(), [known, least], pause);
    Proof { walks: found(ended), bound: search.bound(), nodes: search.expanded }
}

fn found(ended: Result<Course<Vec<Walk>>, Ended>) -> Option<Vec<Walk>> {
    match ended {
        Ok(Course::Found(walks)) => Some(walks),
        _ => None,
    }
}

/// Whether a search has memory for the walk of each agent alone. Where it has, no walk is so long that
/// the fields of distances take its goal for out of reach.
fn is_small(task: &Task<'_>) -> bool {
    let longest = task.distances.iter().max().map_or(0, |&steps| steps as usize);
    is_in_memory(task.instance.roadmap().place_count(), longest + 1)
}

/// Whether a search has memory for all places at this many timesteps.
fn is_in_memory(places: usize, timesteps: usize) -> bool {
    places.saturating_mul(timesteps) <= MOST_CELLS
}

/// Whether a search has to end before it is done.
fn check(budget: &Budget<'_>, bytes: usize) -> Result<(), Ended> {
    if budget.allows_bytes(bytes) { Ok(()) } else { Err(Ended::OutOfBudget) }
}
