//! Improvement of a plan, a few agents at a time: large neighbourhood search.
//!
//! Li, Chen, Harabor, Stuckey & Koenig, "Anytime Multi-Agent Path Finding via Large Neighborhood
//! Search", IJCAI 2021.
//!
//! A round takes 4 to 16 agents out of the plan, plans them again one after the other on the safe
//! intervals that all others leave, and keeps the result if it is no worse.

use astride::base::Budget;

use super::neighbourhood::Neighbourhoods;
use super::objective::Objective;
use super::prioritised::shuffle;
use super::sipp::{Quest, Sipp};
use super::table::{FOREVER, Table};
use super::task::{Ended, Task, Walk};

/// Rounds without any gain after which a search ends even if its budget does not.
const MOST_IDLE: u32 = 200_000;

/// A plan while it is being improved.
pub(super) struct Lns {
    pub(super) walks: Vec<Walk>,
    cost: u64,
    table: Table,
    sipp: Sipp,
    neighbourhoods: Neighbourhoods,
    /// The agents of the neighbourhood, the walks that they had, and memory for new ones.
    team: Vec<u32>,
    old: Vec<Walk>,
    /// The rounds since the last gain.
    idle: u32,
}

impl Lns {
    pub(super) fn new(task: &Task<'_>, walks: Vec<Walk>) -> Self {
        let places = task.instance.roadmap().place_count();
        let mut table = Table::new(places);
        for (agent, walk) in walks.iter().enumerate() {
            table.insert(agent as u32, walk);
        }
        let (cost, neighbourhoods) = (task.cost(&walks), Neighbourhoods::new(task, &walks));
        let (sipp, team, old) = (Sipp::new(places), Vec::new(), Vec::new());
        Lns { walks, cost, table, sipp, neighbourhoods, team, old, idle: 0 }
    }

    /// Whether nothing has been gained for so long that it is not worth going on.
    pub(super) fn is_idle(&self) -> bool {
        self.idle >= MOST_IDLE
    }

    /// Goes on until the cost has come down to `bound`, the task has spent `until`, the budget is
    /// spent, or nothing has been gained for long; `better` hears of every gain.
    pub(super) fn improve(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        [bound, until]: [u64; 2],
        mut better: impl FnMut(u64, &[Walk]),
    ) -> Result<(), Ended> {
        while self.cost > bound && !self.is_idle() && task.spent() < until {
            let Lns { neighbourhoods, walks, table, team, .. } = self;
            let choice = neighbourhoods.choose(task, walks, table, team);
            let gain = self.replan(task, budget)?;
            self.neighbourhoods.learn(choice, gain);
            for &agent in &self.team {
                self.neighbourhoods.note(task, agent, &self.walks[agent as usize]);
            }
            self.idle += 1;
            if gain > 0 {
                self.idle = 0;
                let before = std::mem::replace(&mut self.cost, task.cost(&self.walks));
                if self.cost < before {
                    better(self.cost, &self.walks);
                }
            }
        }
        Ok(())
    }

    /// Plans the agents of the neighbourhood again and returns what was gained; 0 if all is as before.
    fn replan(&mut self, task: &mut Task<'_>, budget: &mut Budget<'_>) -> Result<u64, Ended> {
        shuffle(&mut self.team, &mut task.dice);
        let team = &self.team;
        self.old.resize(self.old.len().max(team.len()), Walk::new());
        for (&agent, old) in team.iter().zip(&mut self.old) {
            self.table.remove(agent, &self.walks[agent as usize]);
            std::mem::swap(old, &mut self.walks[agent as usize]);
        }
        let limits = Limits::of(task, team, &self.old);
        let (mut done, mut spent) = (0, limits.begin());
        let mut is_out = false;
        for &agent in team.iter() {
            let walk = &mut self.walks[agent as usize];
            let from = task.instance.starts()[agent as usize];
            let latest = limits.latest(task, agent, spent);
            let quest = Quest { agent, from, latest, window: FOREVER };
            let is_found = self.sipp.find(task, &self.table, quest, walk);
            is_out = task.spend(budget, self.sipp.state_count()).is_err();
            if !is_found || is_out {
                break;
            }
            self.table.insert(agent, walk);
            spent = limits.after(task, agent, spent, task.objective.cost_of_walk(walk));
            done += 1;
        }
        let gain = if done == team.len() { limits.gain(spent) } else { None };
        if gain.is_none() {
            for &agent in &team[..done] {
                self.table.remove(agent, &self.walks[agent as usize]);
            }
            for (&agent, old) in team.iter().zip(&mut self.old) {
                std::mem::swap(old, &mut self.walks[agent as usize]);
                self.table.insert(agent, &self.walks[agent as usize]);
            }
        }
        if is_out { Err(Ended::OutOfBudget) } else { Ok(gain.unwrap_or(0)) }
    }
}

/// What the new walks of a neighbourhood may cost.
struct Limits {
    objective: Objective,
    /// What the old walks cost, added, and the costliest of them.
    sum: u64,
    most: u32,
    /// The distances of all, added.
    least: u64,
}

/// What the walks found so far come to: their sum, with the distances of those that are still to
/// come, and the costliest.
#[derive(Clone, Copy)]
struct Spent {
    sum: u64,
    most: u32,
}

impl Limits {
    fn of(task: &Task<'_>, team: &[u32], old: &[Walk]) -> Self {
        let costs = || old[..team.len()].iter().map(|walk| task.objective.cost_of_walk(walk));
        Limits {
            objective: task.objective,
            sum: costs().map(u64::from).sum(),
            most: costs().max().unwrap_or(0),
            least: team.iter().map(|&agent| u64::from(task.distances[agent as usize])).sum(),
        }
    }

    fn begin(&self) -> Spent {
        Spent { sum: self.least, most: 0 }
    }

    /// The latest arrival of an agent with which the whole may still be no worse.
    fn latest(&self, task: &Task<'_>, agent: u32, spent: Spent) -> u32 {
        match self.objective {
            Objective::SumOfCosts => {
                let room = self.sum.saturating_sub(spent.sum);
                let latest = room + u64::from(task.distances[agent as usize]);
                u32::try_from(latest).unwrap_or(FOREVER)
            }
            Objective::Makespan => self.most,
            Objective::SumOfLoss => FOREVER,
        }
    }

    fn after(&self, task: &Task<'_>, agent: u32, spent: Spent, cost: u32) -> Spent {
        let delay = cost - task.distances[agent as usize];
        Spent { sum: spent.sum + u64::from(delay), most: spent.most.max(cost) }
    }

    /// What was gained, `None` if the new walks are worse. For the makespan, the sum of arrivals
    /// decides between equals, so that what is not last makes room for what is.
    fn gain(&self, spent: Spent) -> Option<u64> {
        match self.objective {
            Objective::SumOfCosts | Objective::SumOfLoss => self.sum.checked_sub(spent.sum),
            Objective::Makespan if spent.most < self.most => {
                Some(u64::from(self.most - spent.most) + self.sum.saturating_sub(spent.sum))
            }
            Objective::Makespan => self.sum.checked_sub(spent.sum),
        }
    }
}
