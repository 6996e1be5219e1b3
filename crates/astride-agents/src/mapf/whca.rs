//! Cooperative planning in windows: walks that avoid each other for some timesteps, planned again and
//! again.
//!
//! Silver, "Cooperative Pathfinding", AIIDE 2005 (WHCA*), on safe intervals.
//!
//! One agent after the other plans a walk to its goal that keeps clear, within a window, of those
//! before it. All go half of the window and plan again, including those that have arrived, so that
//! they make room for others; each window begins with another agent. The paper does nothing for an
//! agent that finds no way; here it goes first in the next attempt, and if several attempts fail, all
//! take one step by right of way.

use std::num::NonZeroU16;

use astride::base::Budget;

use super::prioritised::{Planned, Row};
use super::task::{Ended, Task, Walk, trimmed};
use super::way::ToGoals;
use crate::pibt::Pibt;
use crate::roadmap::Place;

/// How many orders are tried in a window.
const TRIES: u32 = 8;

/// Goes on window by window until all have arrived; ends without a plan if they do not within some
/// multiple of what the farthest of them needs.
pub(super) fn solve(
    task: &mut Task<'_>,
    budget: &mut Budget<'_>,
    window: NonZeroU16,
) -> Result<Vec<Walk>, Ended> {
    let instance = task.instance;
    let agents = instance.agent_count();
    let farthest = task.distances.iter().max().copied().unwrap_or(0) as usize;
    let mut march = March::new(task);
    while march.now != instance.goals() {
        task.spend(budget, agents)?;
        let timesteps = march.walks.first().map_or(0, Vec::len);
        if !budget.allows_bytes(size_of::<Place>() * agents * timesteps) {
            return Err(Ended::OutOfBudget);
        }
        if timesteps > 10 * (farthest + agents) + 100 {
            return Err(Ended::GaveUp);
        }
        if march.plan(task, budget, window)? {
            march.go(window.get().div_ceil(2).into());
        } else {
            march.step_aside(task);
        }
        march.take_turns(instance.goals());
    }
    Ok(march.walks.into_iter().map(trimmed).collect())
}

/// Agents on their way.
struct March {
    row: Row,
    /// Where everybody is, and how everybody came there.
    now: Vec<Place>,
    walks: Vec<Walk>,
    pibt: Pibt,
}

impl March {
    fn new(task: &mut Task<'_>) -> Self {
        let now = task.instance.starts().to_vec();
        let walks = now.iter().map(|&place| vec![place]).collect();
        let pibt = Pibt::new(task.instance.roadmap(), task.dice.next());
        March { row: Row::new(task), now, walks, pibt }
    }

    /// Plans a window for all; returns `false` if somebody finds no way in any order that is tried.
    fn plan(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        window: NonZeroU16,
    ) -> Result<bool, Ended> {
        for _ in 0..TRIES {
            match self.row.plan(task, budget, &self.now, window.get().into(), u64::MAX)? {
                Planned::ButFor(failed) => self.row.put_first(failed),
                Planned::All | Planned::Paused => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Goes some timesteps of what is planned.
    fn go(&mut self, timesteps: usize) {
        for ((walk, ahead), now) in self.walks.iter_mut().zip(&self.row.walks).zip(&mut self.now) {
            let last = ahead.len() - 1;
            walk.extend((1..=timesteps).map(|timestep| ahead[timestep.min(last)]));
            *now = ahead[timesteps.min(last)];
        }
    }

    /// Takes one step by right of way.
    fn step_aside(&mut self, task: &mut Task<'_>) {
        let instance = task.instance;
        let mut next = vec![Pibt::UNDECIDED; self.now.len()];
        let mut wishes = ToGoals::new(instance, &mut task.fields, None, &self.now);
        let order = &self.row.order;
        let is_done = self.pibt.step(instance.roadmap(), &mut wishes, order, &self.now, &mut next);
        assert!(is_done, "without constraints there is always a step");
        for (walk, &place) in self.walks.iter_mut().zip(&next) {
            walk.push(place);
        }
        self.now = next;
    }

    /// Puts those at their goals behind the others, of whom another is the first now.
    fn take_turns(&mut self, goals: &[Place]) {
        let is_coming = |&agent: &u32| self.now[agent as usize] != goals[agent as usize];
        let order = &mut self.row.order;
        let coming = order.iter().filter(|&agent| is_coming(agent)).count();
        order.sort_by_key(|agent| !is_coming(agent));
        order[..coming].rotate_left(1.min(coming));
    }
}
