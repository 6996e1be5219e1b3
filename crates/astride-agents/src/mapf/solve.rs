//! The entry point: from an instance, a wish and a budget to a plan and what is proved about it.

use std::fmt;

use astride::base::{Budget, Weight};

use super::cbs::{self, Proof};
use super::instance::Instance;
use super::lacam::Lacam;
use super::lns::Lns;
use super::method::{FIFTH_MORE, METHODS, Method};
use super::objective::Objective;
use super::plan::Plan;
use super::task::{Ended, Task, Walk, plan_of};
use super::{lacam, portfolio, prioritised, way, whca};

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

/// A plan that is better than those before it.
pub struct Better<'a> {
    /// The method that made it.
    pub method: Method,
    /// What it costs.
    pub cost: u64,
    /// No plan costs less than this.
    pub bound: u64,
    instance: &'a Instance,
    walks: &'a [Walk],
}

impl Better<'_> {
    /// The plan itself. O(agents · timesteps).
    pub fn plan(&self) -> Plan {
        plan_of(self.instance.roadmap(), self.walks)
    }
}

impl fmt::Debug for Better<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Better");
        told.field("method", &self.method).field("cost", &self.cost).finish_non_exhaustive()
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
    let ended = measured.and_then(|()| best.run(&mut task, wanted.method, budget)).err();
    best.finish(&task, ended, wanted.method)
}

/// The best plan so far.
pub(super) struct Best<'a> {
    instance: &'a Instance,
    pub(super) walks: Option<Vec<Walk>>,
    pub(super) cost: u64,
    pub(super) bound: u64,
    pub(super) nodes: u64,
    method: Method,
    better: &'a mut dyn FnMut(&Better<'_>),
}

impl<'a> Best<'a> {
    fn new(task: &Task<'a>, method: Method, better: &'a mut dyn FnMut(&Better<'_>)) -> Self {
        let (instance, bound) = (task.instance, task.bound());
        Best { instance, walks: None, cost: u64::MAX, bound, nodes: 0, method, better }
    }

    /// Lets a method work.
    pub(super) fn run(
        &mut self,
        task: &mut Task<'a>,
        method: Method,
        budget: &mut Budget<'_>,
    ) -> Result<(), Ended> {
        let walks = match method {
            Method::Pibt => way::solve(task, budget)?,
            Method::Lacam => lacam::solve(task, budget, usize::MAX)?,
            Method::LacamStar if task.objective != Objective::SumOfCosts => {
                return self.run_star(task, budget);
            }
            Method::LacamStar => lacam::solve(task, budget, usize::MAX)?,
            Method::Guided => lacam::solve_guided(task, budget, usize::MAX)?,
            Method::Prioritised => prioritised::solve(task, budget, u32::MAX)?,
            Method::Whca(window) => whca::solve(task, budget, window)?,
            Method::Auto => return portfolio::run(self, task, budget),
            Method::Cbs => {
                self.run(task, Method::Lacam, budget)?;
                self.prove(task, budget);
                return Ok(());
            }
            Method::Eecbs(weight) => {
                self.run(task, Method::Lacam, budget)?;
                self.come_near(task, budget, weight);
                return Ok(());
            }
            Method::Lns => {
                match prioritised::solve(task, budget, 2) {
                    Ok(walks) => self.offer(task, Method::Prioritised, walks),
                    Err(_) => self.run(task, Method::Lacam, budget)?,
                }
                return self.improve(task, budget);
            }
        };
        self.offer(task, method, walks);
        Ok(())
    }

    /// Search over configurations, until there is no better plan.
    fn run_star(&mut self, task: &mut Task<'a>, budget: &mut Budget<'_>) -> Result<(), Ended> {
        let mut search = Lacam::star(task);
        while self.cost > self.bound {
            match search.run(task, budget, u64::MAX) {
                Ok(Some(walks)) => self.offer(task, Method::LacamStar, walks),
                Ok(None) => {}
                Err(Ended::Unsolvable) if self.walks.is_some() => self.bound = self.cost,
                Err(ended) => return Err(ended),
            }
        }
        Ok(())
    }

    /// Looks for a best plan; what is proved raises the bound.
    fn prove(&mut self, task: &mut Task<'_>, budget: &mut Budget<'_>) {
        if self.cost > self.bound && task.objective != Objective::SumOfLoss {
            let proof = cbs::solve(task, budget, self.cost, usize::MAX);
            self.add(task, Method::Cbs, proof);
        }
    }

    /// Looks for a plan that costs at most `weight` times the least.
    fn come_near(&mut self, task: &mut Task<'_>, budget: &mut Budget<'_>, weight: Weight) {
        let is_near = cbs::is_within(self.cost, weight, self.bound);
        if !is_near && task.objective != Objective::SumOfLoss {
            let proof = cbs::solve_near(task, budget, self.cost, weight);
            self.add(task, Method::Eecbs(weight), proof);
        }
    }

    fn add(&mut self, task: &Task<'_>, method: Method, proof: Proof) {
        self.bound = self.bound.max(proof.bound);
        self.nodes += proof.nodes;
        if let Some(walks) = proof.walks {
            self.offer(task, method, walks);
        }
    }

    pub(super) fn offer(&mut self, task: &Task<'_>, method: Method, walks: Vec<Walk>) {
        let cost = task.cost(&walks);
        if cost < self.cost {
            (self.cost, self.method) = (cost, method);
            self.tell(&walks);
            self.walks = Some(walks);
        }
    }

    fn tell(&mut self, walks: &[Walk]) {
        let &mut Best { method, cost, bound, instance, .. } = self;
        (self.better)(&Better { method, cost, bound, instance, walks });
    }

    /// Neighbourhoods, from the best plan on.
    fn improve(&mut self, task: &mut Task<'_>, budget: &mut Budget<'_>) -> Result<(), Ended> {
        let Some(walks) = self.walks.take() else { return Ok(()) };
        let mut lns = Lns::new(task, walks);
        let ended = self.improve_until(&mut lns, task, budget, u64::MAX);
        self.walks = Some(lns.walks);
        ended
    }

    /// Neighbourhoods until the task has spent this much; `lns` keeps the walks.
    pub(super) fn improve_until(
        &mut self,
        lns: &mut Lns,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        until: u64,
    ) -> Result<(), Ended> {
        lns.improve(task, budget, [self.bound, until], |cost, walks| {
            (self.cost, self.method) = (cost, Method::Lns);
            self.tell(walks);
        })
    }

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
