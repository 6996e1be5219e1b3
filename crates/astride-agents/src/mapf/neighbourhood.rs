//! Which agents are planned again together, chosen in three ways that are rated by what they gain.

use astride::base::Random;

use super::objective::Objective;
use super::table::Table;
use super::task::{Task, Walk};
use crate::roadmap::Place;

/// The fewest and the most agents of a neighbourhood.
const FEWEST: u32 = 4;
const MOST: u32 = 16;

/// How a neighbourhood was chosen: the way, and the intended size.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice(usize);

/// The ways: around a late agent, around a crossing, at random.
const WAYS: usize = 3;
/// The sizes, each of which is rated with each way.
const SIZES: [u32; 3] = [FEWEST, 8, MOST];

/// What is known of the agents and of the ways to choose among them.
pub(super) struct Neighbourhoods {
    /// How late each agent is.
    lateness: Vec<u32>,
    /// The round in which each agent was last chosen as the late one.
    late_in: Vec<u32>,
    round: u32,
    /// What each way and size has gained lately, in parts of 1/65 536 of a timestep per round.
    ratings: [u64; WAYS * SIZES.len()],
    crossings: Vec<Place>,
    is_in: Vec<bool>,
    /// The places around a crossing, and the search that met a place last.
    ring: Vec<Place>,
    met: Vec<u64>,
    search: u64,
}

impl Neighbourhoods {
    pub(super) fn new(task: &Task<'_>, walks: &[Walk]) -> Self {
        let roadmap = task.instance.roadmap();
        let places = 0..roadmap.place_count() as Place;
        let late = |(agent, walk): (usize, &Walk)| lateness(task, agent as u32, walk);
        Neighbourhoods {
            lateness: walks.iter().enumerate().map(late).collect(),
            late_in: vec![0; walks.len()],
            round: 1,
            ratings: [1 << 16; WAYS * SIZES.len()],
            crossings: places.filter(|&place| roadmap.neighbours(place).len() > 2).collect(),
            is_in: vec![false; walks.len()],
            ring: Vec::new(),
            met: vec![0; roadmap.place_count()],
            search: 0,
        }
    }

    /// Notes the new walk of an agent.
    pub(super) fn note(&mut self, task: &Task<'_>, agent: u32, walk: &[Place]) {
        self.lateness[agent as usize] = lateness(task, agent, walk);
    }

    /// Rates a choice by what it has gained.
    pub(super) fn learn(&mut self, Choice(choice): Choice, gain: u64) {
        rate(&mut self.ratings[choice], gain);
    }

    /// Chooses the agents of the next round.
    pub(super) fn choose(
        &mut self,
        task: &mut Task<'_>,
        walks: &[Walk],
        table: &Table,
        team: &mut Vec<u32>,
    ) -> Choice {
        team.clear();
        let choice = draw(&self.ratings, &mut task.dice);
        let size = (SIZES[choice % SIZES.len()] as usize).min(walks.len());
        match choice / SIZES.len() {
            0 => self.around_late(task, walks, table, size, team),
            1 => self.around_crossing(task, walks, table, size, team),
            _ => {}
        }
        while team.len() < size {
            self.take(task.dice.below(walks.len() as u32), team);
        }
        team.iter().for_each(|&agent| self.is_in[agent as usize] = false);
        Choice(choice)
    }

    fn take(&mut self, agent: u32, team: &mut Vec<u32>) {
        if !std::mem::replace(&mut self.is_in[agent as usize], true) {
            team.push(agent);
        }
    }

    /// The latest agent that was not chosen recently, and those that it meets on random walks that
    /// would bring it to its goal earlier.
    fn around_late(
        &mut self,
        task: &mut Task<'_>,
        walks: &[Walk],
        table: &Table,
        size: usize,
        team: &mut Vec<u32>,
    ) {
        let Some(late) = self.latest() else { return };
        self.take(late, team);
        let mut walker = late;
        for _ in 0..10 {
            self.wander(task, walker, &walks[walker as usize], table, size, team);
            if team.len() >= size {
                return;
            }
            walker = team[task.dice.below(team.len() as u32) as usize];
        }
    }

    fn latest(&mut self) -> Option<u32> {
        let late = |this: &Self| {
            let agents = 0..this.lateness.len();
            let agents = agents
                .filter(|&agent| this.late_in[agent] != this.round && this.lateness[agent] > 0);
            agents.max_by_key(|&agent| this.lateness[agent])
        };
        let found = late(self).or_else(|| {
            self.round += 1;
            late(self)
        })?;
        self.late_in[found] = self.round;
        Some(found as u32)
    }

    fn wander(
        &mut self,
        task: &mut Task<'_>,
        walker: u32,
        walk: &[Place],
        table: &Table,
        size: usize,
        team: &mut Vec<u32>,
    ) {
        let arrival = walk.len() as u32 - 1;
        let mut timestep = task.dice.below(walk.len() as u32);
        let mut place = walk[timestep as usize];
        let roadmap = task.instance.roadmap();
        while team.len() < size && timestep < arrival {
            timestep += 1;
            let ways = roadmap.neighbours(place);
            let begin = task.dice.below(ways.len() as u32 + 1) as usize;
            let turned = (begin..begin + ways.len() + 1).map(|at| at % (ways.len() + 1));
            let mut sooner = turned.map(|at| ways.get(at).copied().unwrap_or(place));
            let Some(to) = sooner.find(|&to| timestep + task.distance(walker, to) < arrival) else {
                return;
            };
            if let Some(there) = table.agent_at(to, timestep) {
                self.take(there, team);
            }
            match table.agent_at(to, timestep - 1) {
                Some(comer) if table.agent_at(place, timestep) == Some(comer) => {
                    self.take(comer, team);
                }
                _ => {}
            }
            place = to;
        }
    }

    /// Those that pass a random crossing, and then the places around it.
    fn around_crossing(
        &mut self,
        task: &mut Task<'_>,
        walks: &[Walk],
        table: &Table,
        size: usize,
        team: &mut Vec<u32>,
    ) {
        if self.crossings.is_empty() || walks.is_empty() {
            return;
        }
        let crossing = self.crossings[task.dice.below(self.crossings.len() as u32) as usize];
        self.search += 1;
        let search = self.search;
        self.ring.clear();
        self.ring.push(crossing);
        self.met[crossing as usize] = search;
        let mut at = 0;
        while let Some(&place) = self.ring.get(at) {
            at += 1;
            let visits = table.at(place);
            let begin = task.dice.below(visits.len() as u32) as usize;
            for visit in visits[begin..].iter().chain(&visits[..begin]) {
                self.take(visit.agent, team);
                if team.len() >= size {
                    return;
                }
            }
            for &next in task.instance.roadmap().neighbours(place) {
                if std::mem::replace(&mut self.met[next as usize], search) != search {
                    self.ring.push(next);
                }
            }
        }
    }
}

/// By how much an agent arrives later than if it were alone; where only the last arrival counts,
/// its arrival if it is late at all.
fn lateness(task: &Task<'_>, agent: u32, walk: &[Place]) -> u32 {
    let cost = task.objective.cost_of_walk(walk);
    match (cost - task.distances[agent as usize], task.objective) {
        (0, _) => 0,
        (_, Objective::Makespan) => cost,
        (delay, _) => delay,
    }
}

/// Adds the gain of a round to the rating of what was chosen in it.
pub(super) fn rate(rating: &mut u64, gain: u64) {
    // A choice that has long gained nothing is still tried now and then.
    *rating = (*rating - *rating / 100 + (gain << 16) / 100).max(1 << 9);
}

/// A random index, with a probability in proportion to its rating.
pub(super) fn draw(ratings: &[u64], dice: &mut Random) -> usize {
    let sum: u64 = ratings.iter().sum();
    let mut lot = dice.next() % sum;
    for (at, &rating) in ratings.iter().enumerate() {
        if lot < rating {
            return at;
        }
        lot -= rating;
    }
    0
}
