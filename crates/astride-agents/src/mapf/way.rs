//! Right of way alone: one configuration after another, until all have arrived.

use std::ops::Range;

use astride::base::Budget;

use super::distances::Distances;
use super::guidance::Guidance;
use super::instance::Instance;
use super::task::{Ended, Task, Walk, trimmed};
use crate::pibt::{Pibt, Wishes};
use crate::roadmap::Place;

/// Every agent wants to get closer to its goal.
pub(super) struct ToGoals<'a> {
    instance: &'a Instance,
    fields: &'a mut Distances,
    guidance: Option<&'a Guidance>,
}

impl<'a> ToGoals<'a> {
    /// For a step of all agents from where they are.
    pub(super) fn new(
        instance: &'a Instance,
        fields: &'a mut Distances,
        guidance: Option<&'a Guidance>,
        now: &[Place],
    ) -> Self {
        fields.look_ahead(instance, now);
        ToGoals { instance, fields, guidance }
    }
}

impl Wishes for ToGoals<'_> {
    #[inline(always)]
    fn distance(&mut self, agent: u32, place: Place) -> u32 {
        self.fields.steps(self.instance, agent, place).into()
    }

    #[inline(always)]
    fn distance_ahead(&mut self, agent: u32, way: usize, place: Place) -> u32 {
        self.fields.steps_ahead(self.instance, agent, way, place).into()
    }

    #[inline(always)]
    fn goal(&self, agent: u32) -> Option<Place> {
        Some(self.instance.goals()[agent as usize])
    }

    #[inline(always)]
    fn preferred(&self, agent: u32) -> Option<Place> {
        self.guidance.map(|guidance| guidance.next(agent))
    }
}

/// Steps by right of way until all have arrived; ends without a plan if they do not within some
/// multiple of what the farthest of them needs.
pub(super) fn solve(task: &mut Task<'_>, budget: &mut Budget<'_>) -> Result<Vec<Walk>, Ended> {
    let instance = task.instance;
    let (roadmap, goals) = (instance.roadmap(), instance.goals());
    let agents = instance.agent_count();
    let mut pibt = Pibt::new(roadmap, task.dice.next());
    let mut orders = first_order(task);
    let mut configurations = instance.starts().to_vec();
    let farthest = task.distances.iter().max().copied().unwrap_or(0) as usize;
    for step in 0..=10 * (farthest + agents) + 100 {
        task.spend(budget, agents)?;
        if !budget.allows_bytes(size_of_val(&configurations[..])) {
            return Err(Ended::OutOfBudget);
        }
        let now = &configurations[step * agents..];
        if now == goals {
            let walk = |agent| {
                trimmed(configurations.iter().skip(agent).step_by(agents).copied().collect())
            };
            return Ok((0..agents).map(walk).collect());
        }
        let mut next = vec![Pibt::UNDECIDED; agents];
        let mut wishes = ToGoals::new(instance, &mut task.fields, None, now);
        let is_done = pibt.step(roadmap, &mut wishes, &orders, now, &mut next);
        assert!(is_done, "without constraints there is always a step");
        next_order(&mut orders, 0..agents, |agent| next[agent as usize] == goals[agent as usize]);
        orders.drain(..agents);
        configurations.extend(next);
    }
    Err(Ended::GaveUp)
}

/// The first order of right of way: the farthest from its goal first.
pub(super) fn first_order(task: &Task<'_>) -> Vec<u32> {
    let mut order: Vec<u32> = (0..task.distances.len() as u32).collect();
    order.sort_by_key(|&agent| std::cmp::Reverse(task.distances[agent as usize]));
    order
}

/// Adds the order that follows the one in `before` to `orders`: an agent at its goal goes behind all
/// others. One that has been on its way longer stays in front, so no agent waits forever.
pub(super) fn next_order(
    orders: &mut Vec<u32>,
    before: Range<usize>,
    is_at_goal: impl Fn(u32) -> bool,
) {
    for wants_arrived in [false, true] {
        for at in before.clone() {
            let agent = orders[at];
            if is_at_goal(agent) == wants_arrived {
                orders.push(agent);
            }
        }
    }
}
