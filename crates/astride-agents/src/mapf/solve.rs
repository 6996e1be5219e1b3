//! The entry point: from an instance, a wish and a budget to a plan and what is proved about it.

use std::fmt;

use astride::base::{Budget, Weight};

use super::best::{Best, Better};
use super::cbs;
use super::instance::Instance;
use super::method::{FIFTH_MORE, METHODS, Method};
use super::objective::Objective;
use super::plan::Plan;
use super::portfolio;
use super::task::{Ended, Task};

/// How many times the bound a plan by [`Method::Auto`] may cost to be called bounded: as near as
/// [`Method::Eecbs`] comes if no number is said.
const NEAR: Weight = FIFTH_MORE;

/// What is wanted of a plan, and how it is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// What the plan should minimise.
    pub objective: Objective,
    /// The way to make it.
    pub method: Method,
    /// Decides whatever is left to lots: much in [`Method::Pibt`], [`Method::Lacam`],
    /// [`Method::LacamStar`], [`Method::Lns`] and [`Method::Auto`], little or nothing in the others.
    pub seed: u64,
    /// The most memory for distances, in bytes, about; less memory makes slower plans, not others.
    pub field_bytes: usize,
}

impl Default for Wanted {
    /// Little sum of costs, by [`Method::Auto`], with 1 GiB for distances.
    fn default() -> Self {
        let (objective, method) = (Objective::default(), Method::default());
        Wanted { objective, method, seed: 0, field_bytes: 1 << 30 }
    }
}

impl Wanted {
    /// Refuses a method that cannot be asked for the objective.
    ///
    /// # Errors
    ///
    /// If the method does not accept the objective: see [`Method::accepts`].
    ///
    /// # Examples
    ///
    /// ```
    /// use astride_agents::mapf::{Method, Objective, Wanted};
    /// let wanted = Wanted { objective: Objective::SumOfLoss, ..Wanted::default() };
    /// assert!(wanted.check().is_ok());
    /// assert!(Wanted { method: Method::Cbs, ..wanted }.check().is_err());
    /// ```
    pub fn check(&self) -> Result<(), WantedError> {
        let Wanted { method, objective, .. } = *self;
        match method.accepts(objective) {
            true => Ok(()),
            false => Err(WantedError { method, objective }),
        }
    }
}

/// A method and what it does not minimise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedError {
    method: Method,
    objective: Objective,
}

/// The names of the methods that minimise this, with commas.
fn minimising(objective: Objective) -> String {
    let rows = METHODS.iter().filter(|row| row.method.accepts(objective));
    rows.map(|row| row.name).collect::<Vec<_>>().join(", ")
}

astride::errors! { struct WantedError:
    Self { method, objective } => ("plan-objective",
        "{method} minimises soc or makespan, not {objective}, expected one of {}",
        minimising(*objective)),
}

/// What a solver has to say in the end.
#[derive(Clone, Debug)]
pub struct Solved {
    /// What is proved.
    pub status: Status,
    /// The best plan that was found.
    pub plan: Option<Plan>,
    /// The method that made it.
    pub method: Method,
    /// What the plan costs.
    pub cost: Option<u64>,
    /// No plan costs less than this: proved by distances, or by a search.
    pub bound: u64,
    /// How many nodes a search for a best plan has expanded.
    pub nodes: u64,
}

/// What is proved in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is no better plan.
    Optimal,
    /// The plan costs at most as many times the bound as was asked for, 1.2 times by
    /// [`Method::Auto`].
    Bounded,
    /// The plan is right; there may be better ones.
    Feasible,
    /// There is no plan, by exhaustion of all configurations or because a goal cannot be reached.
    Unsolvable,
    /// The budget was spent before there was a plan.
    OutOfBudget,
    /// The method that was asked for has ended without a plan, which proves nothing.
    GaveUp,
}

impl Status {
    /// The word for it: `optimal`, `bounded`, `feasible`, `unsolvable`, `out-of-budget` or `gave-up`.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Bounded => "bounded",
            Status::Feasible => "feasible",
            Status::Unsolvable => "unsolvable",
            Status::OutOfBudget => "out-of-budget",
            Status::GaveUp => "gave-up",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Makes a plan, and better ones until it is proved that there is none, the budget is spent, or
/// nothing has been gained for long. `better` hears of every plan that is better than those before.
///
/// An expansion of the budget is about 32 decisions of agents, 32 states of a search, or 256 places
/// over which distances grow; its limit on bytes holds for each search over configurations and each
/// search for a proof by itself, of which [`Method::Auto`] keeps up to three. The same instance, wish
/// and number of expansions give the same plan, whatever the memory for distances and the number of
/// threads.
///
/// That a goal cannot be reached is found out first. Where every step can be undone, connected
/// components prove it, in O(places + arcs) for all agents together; where there are one-way steps,
/// the distances of each agent do, in O(places + arcs) for each.
///
/// [`Wanted::check`] says whether the method minimises the objective at all.
///
/// # Examples
///
/// ```
/// use astride::base::{Budget, Weight};
/// use astride::io::Drawing;
/// use astride::shapes::square::{Mover, Neighbours};
/// use astride_agents::mapf::{Instance, Status, Trip, Wanted, solve, validate};
///
/// let grid = Drawing::parse("...\n...\n")?.grid;
/// let mover = Mover::walker().neighbours(Neighbours::Four);
/// let world = grid.seen_by(&mover);
/// let node = |x, y| grid.node((x, y)).unwrap();
/// // Two change sides; one has to go round the other.
/// let trips = [
///     Trip { start: node(0, 0), goal: node(2, 0) },
///     Trip { start: node(2, 0), goal: node(0, 0) },
/// ];
/// let instance = Instance::new(&world, &trips)?;
/// let mut budget = Budget::unlimited().expansions(1000);
/// let solved = solve(&instance, &Wanted::default(), &mut budget, &mut |_| {});
/// let plan = solved.plan.expect("there is a way");
/// assert_eq!(validate(&world, &trips, &plan), Ok(()));
/// assert_eq!((plan.sum_of_costs(), solved.bound, solved.status), (6, 6, Status::Optimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    instance: &Instance,
    wanted: &Wanted,
    budget: &mut Budget<'_>,
    better: &mut dyn FnMut(&Better<'_>),
) -> Solved {
    let mut task = Task::new(instance, wanted.objective, wanted.seed, wanted.field_bytes);
    let measured = task.measure(budget);
    let mut best = Best::new(&task, wanted.method, better);
    let ended = measured.and_then(|()| match wanted.method {
        Method::Auto => portfolio::run(&mut best, &mut task, budget),
        method => best.run(&mut task, method, budget),
    });
    best.finish(&task, ended.err(), wanted.method)
}

impl Best<'_> {
    fn finish(self, task: &Task<'_>, ended: Option<Ended>, asked: Method) -> Solved {
        let Best { method, bound, nodes, .. } = self;
        let plan = self.walks.map(|walks| task.plan(&walks));
        let cost = plan.is_some().then_some(self.cost);
        let is_near = |cost: u64| match asked {
            Method::Eecbs(weight) => cbs::is_within(cost, weight, bound),
            Method::Auto => cbs::is_within(cost, NEAR, bound),
            _ => false,
        };
        let status = match (cost, ended) {
            (Some(cost), _) if cost == bound => Status::Optimal,
            (Some(cost), _) if is_near(cost) => Status::Bounded,
            (Some(_), _) => Status::Feasible,
            (None, Some(Ended::Unsolvable)) => Status::Unsolvable,
            (None, Some(Ended::OutOfBudget)) => Status::OutOfBudget,
            (None, _) => Status::GaveUp,
        };
        Solved { status, plan, method, cost, bound, nodes }
    }
}
