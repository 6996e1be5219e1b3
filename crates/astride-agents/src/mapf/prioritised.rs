//! One agent after the other, each on the safe intervals that those before it leave.
//!
//! Silver, "Cooperative Pathfinding", AIIDE 2005, with safe intervals instead of timesteps.

use astride::base::Budget;

use super::sipp::{Quest, Sipp};
use super::table::{FOREVER, Table};
use super::task::{Ended, Task, Walk};
use super::way::first_order;
use crate::roadmap::Place;

/// How many orders are tried before giving up, if nothing else is to be tried.
const TRIES: u32 = 10;

/// Plans in the order of distances first, the farthest in front, then in random orders; an
/// agent that finds no way goes to the front of the next order.
pub(super) fn solve(task: &mut Task<'_>, budget: &mut Budget<'_>) -> Result<Vec<Walk>, Ended> {
    let walks = Prioritised::new(task, TRIES).run(task, budget, u64::MAX)?;
    Ok(walks.expect("it does not pause"))
}

/// Prioritised planning, between its pauses.
pub(super) struct Prioritised {
    row: Row,
    tries: u32,
}

impl Prioritised {
    /// Planning that gives up after this many orders.
    pub(super) fn new(task: &Task<'_>, tries: u32) -> Self {
        Prioritised { row: Row::new(task), tries }
    }

    /// Plans until the task has spent `until`; `None` if it has paused.
    pub(super) fn run(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        until: u64,
    ) -> Result<Option<Vec<Walk>>, Ended> {
        let starts = task.instance.starts();
        while self.tries > 0 {
            match self.row.plan(task, budget, starts, FOREVER, until)? {
                Planned::All => return Ok(Some(std::mem::take(&mut self.row.walks))),
                Planned::ButFor(failed) => {
                    self.tries -= 1;
                    shuffle(&mut self.row.order, &mut task.dice);
                    self.row.put_first(failed);
                }
                Planned::Paused => return Ok(None),
            }
        }
        Err(Ended::GaveUp)
    }
}

/// Agents that plan one after the other.
pub(super) struct Row {
    pub(super) order: Vec<u32>,
    pub(super) walks: Vec<Walk>,
    /// How many of the order have planned.
    done: usize,
    table: Table,
    sipp: Sipp,
}

/// For whom there are plans.
pub(super) enum Planned {
    All,
    /// All before this one, for whom there is no way.
    ButFor(u32),
    /// Some, and the next time it goes on with the others.
    Paused,
}

impl Row {
    /// The farthest from its goal first.
    pub(super) fn new(task: &Task<'_>) -> Self {
        let places = task.instance.roadmap().place_count();
        let order = first_order(task);
        let walks = vec![Walk::new(); order.len()];
        Row { order, walks, done: 0, table: Table::new(places), sipp: Sipp::new(places) }
    }

    /// Plans for all in order, who stand on the places `now`, up to the end of a window, until the
    /// task has spent a number of expansions. Walks may be longer than the window.
    pub(super) fn plan(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        now: &[Place],
        window: u32,
        until: u64,
    ) -> Result<Planned, Ended> {
        if self.done == 0 {
            // What the last plan has entered are parts of these.
            self.walks.iter().for_each(|walk| self.table.clear(walk));
        }
        while let Some(&agent) = self.order.get(self.done) {
            if task.spent() >= until {
                return Ok(Planned::Paused);
            }
            let walk = &mut self.walks[agent as usize];
            let quest = Quest { agent, from: now[agent as usize], latest: FOREVER, window };
            let is_found = self.sipp.find(task, &self.table, quest, walk);
            task.spend(budget, self.sipp.state_count())?;
            if !is_found {
                self.done = 0;
                return Ok(Planned::ButFor(agent));
            }
            let seen = walk.len().min((window as usize).saturating_add(1));
            self.table.insert_until(agent, &walk[..seen], window);
            self.done += 1;
        }
        self.done = 0;
        Ok(Planned::All)
    }

    /// Moves an agent to the front of the order.
    pub(super) fn put_first(&mut self, agent: u32) {
        let at = self.order.iter().position(|&other| other == agent);
        let at = at.expect("every agent is in the order");
        self.order[..=at].rotate_right(1);
    }
}

/// Shuffles `items`.
pub(super) fn shuffle<T>(items: &mut [T], dice: &mut astride::base::Random) {
    for last in (1..items.len()).rev() {
        items.swap(last, dice.below(last as u32 + 1) as usize);
    }
}
