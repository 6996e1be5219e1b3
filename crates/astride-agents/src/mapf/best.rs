//! The best plan so far, and what each method does to make a better one.

use std::fmt;

use astride::base::{Budget, Weight};

use super::cbs::{self, Proof};
use super::instance::Instance;
use super::lacam::Lacam;
use super::lns::Lns;
use super::method::Method;
use super::objective::Objective;
use super::plan::Plan;
use super::repair::{PATIENCE, Repair};
use super::task::{Ended, Task, Walk, plan_of};
use super::{lacam, prioritised, way, whca};

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

/// The best plan so far.
pub(super) struct Best<'a> {
    instance: &'a Instance,
    pub(super) walks: Option<Vec<Walk>>,
    pub(super) cost: u64,
    pub(super) bound: u64,
    pub(super) nodes: u64,
    pub(super) method: Method,
    better: &'a mut dyn FnMut(&Better<'_>),
}

impl<'a> Best<'a> {
    pub(super) fn new(
        task: &Task<'a>,
        method: Method,
        better: &'a mut dyn FnMut(&Better<'_>),
    ) -> Self {
        let (instance, bound) = (task.instance, task.bound());
        Best { instance, walks: None, cost: u64::MAX, bound, nodes: 0, method, better }
    }

    /// Lets a method work, but [`Method::Auto`] only as far as a first plan.
    pub(super) fn run(
        &mut self,
        task: &mut Task<'a>,
        method: Method,
        budget: &mut Budget<'_>,
    ) -> Result<(), Ended> {
        let walks = match method {
            Method::Pibt => way::solve(task, budget)?,
            // What `Auto` does after that is in `portfolio`.
            Method::Auto | Method::Lacam => lacam::solve(task, budget)?,
            Method::LacamStar if task.objective != Objective::SumOfCosts => {
                return self.run_star(task, budget);
            }
            Method::LacamStar => lacam::solve(task, budget)?,
            Method::Guided => lacam::solve_guided(task, budget)?,
            Method::Prioritised => prioritised::solve(task, budget)?,
            Method::Whca(window) => whca::solve(task, budget, window)?,
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
                let begun = self.begin(task, budget)?;
                if self.method == Method::Lacam && self.cost > self.bound {
                    let mut repair = begun.unwrap_or_else(|| Repair::new(task, PATIENCE));
                    let ended = self.repair(task, budget, &mut repair, u64::MAX);
                    ended.or_else(Ended::unless_it_gave_up)?;
                }
                return self.improve(task, budget);
            }
        };
        self.offer(task, method, walks);
        Ok(())
    }

    /// Makes a first plan: by LaCAM if it comes soon, otherwise by repair for as long again, and if
    /// that gives up, by LaCAM however long it takes. In the last case the repair is returned, which
    /// can go on.
    pub(super) fn begin(
        &mut self,
        task: &mut Task<'a>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Repair>, Ended> {
        let farthest = task.distances.iter().max().copied().unwrap_or(0) as usize;
        let mut search = Lacam::new(task, None, 4 * farthest + 200);
        let (walks, begun) = match search.first_plan(task, budget) {
            Ok(walks) => (walks, None),
            Err(Ended::GaveUp) => {
                let mut repair = Repair::new(task, PATIENCE);
                match self.repair(task, budget, &mut repair, 2 * task.spent()) {
                    Err(Ended::GaveUp) => {
                        (search.without_limit().first_plan(task, budget)?, Some(repair))
                    }
                    ended => return ended.map(|()| None),
                }
            }
            Err(ended) => return Err(ended),
        };
        self.offer(task, Method::Lacam, walks);
        Ok(begun)
    }

    /// Makes a plan by repair of walks that collide; gives up when the task has spent `ends`.
    fn repair(
        &mut self,
        task: &mut Task<'a>,
        budget: &mut Budget<'_>,
        repair: &mut Repair,
        ends: u64,
    ) -> Result<(), Ended> {
        let walks = repair.run(task, budget, ends)?;
        self.offer(task, Method::Lns, walks);
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
}
