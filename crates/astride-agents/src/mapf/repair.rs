//! A first plan from walks that collide: a few agents at a time are planned again until none do.
//!
//! Li, Chen, Harabor, Stuckey & Koenig, "MAPF-LNS2: Fast Repairing for Multi-Agent Path Finding via
//! Large Neighborhood Search", AAAI 2022.
//!
//! The agents first plan one after the other, each with as few collisions as it can. Then a round
//! takes 4 to 16 agents out, plans them again in a random order, and keeps the result if no more
//! pairs collide than before.

use astride::base::{Budget, Random};

use super::met::Met;
use super::neighbourhood::{draw, rate};
use super::prioritised::shuffle;
use super::soft::{Crowd, Sipps};
use super::task::{Ended, Task, Walk};
use super::way::first_order;
use crate::roadmap::Place;

/// The ways to choose a neighbourhood: among those that collide with one another, around an agent
/// that others are in the way of, at random.
const WAYS: usize = 3;
/// The sizes, each of which is rated with each way.
const SIZES: [usize; 3] = [4, 8, 16];

/// The length of a random walk on which others are met.
const FARTHEST: u32 = 16;

/// How often it is tried to fill a neighbourhood before chance does.
const TRIES: usize = 20;

/// Repair may take this many times the work of the first walks to halve the pairs that collide.
pub(super) const PATIENCE: u64 = 4;

/// The work of the first walks counts as at least this many expansions.
const LEAST_WORK: u64 = 1 << 10;

/// Planning of walks that collide, and their repair.
pub(super) struct Repair {
    walks: Vec<Walk>,
    crowd: Crowd,
    sipps: Sipps,
    /// With whom each agent collides, and how many pairs do.
    clashes: Vec<Vec<u32>>,
    pairs: usize,
    /// What each way and size has gained lately, in parts of 1/65 536 of a pair per round.
    ratings: [u64; WAYS * SIZES.len()],
    /// The agents of the neighbourhood, and the walks that they had.
    team: Vec<u32>,
    old: Vec<Walk>,
    is_in: Met,
    is_met: Met,
    /// The order in which agents first plan, and how many have done so.
    order: Vec<u32>,
    planned: usize,
    /// What the first walks took, and how many times as much it may take to halve the pairs.
    work: u64,
    patience: u64,
    /// What is left of the work after which at most `most` pairs may collide.
    left: u64,
    most: usize,
}

impl Repair {
    /// Planning and repair that give up when `patience` times the work of the first walks was not
    /// enough to halve the number of pairs that collide.
    pub(super) fn new(task: &Task<'_>, patience: u64) -> Self {
        let places = task.instance.roadmap().place_count();
        let agents = task.instance.agent_count();
        Repair {
            walks: vec![Walk::new(); agents],
            crowd: Crowd::new(places),
            sipps: Sipps::new(places),
            clashes: vec![Vec::new(); agents],
            pairs: 0,
            ratings: [1 << 16; WAYS * SIZES.len()],
            team: Vec::new(),
            old: Vec::new(),
            is_in: Met::new(agents),
            is_met: Met::new(agents),
            order: first_order(task),
            planned: 0,
            work: 0,
            patience,
            left: 0,
            most: usize::MAX,
        }
    }

    /// Goes on until no pair collides, or gives up; when the task has spent `ends` it gives up for
    /// now, and goes on from there when it is run again.
    pub(super) fn run(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        ends: u64,
    ) -> Result<Vec<Walk>, Ended> {
        let check = |task: &Task<'_>| match task.spent() >= ends {
            true => Err(Ended::GaveUp),
            false => Ok(()),
        };
        while let Some(&agent) = self.order.get(self.planned) {
            check(task)?;
            let began = task.spent();
            self.plan(task, budget, agent)?;
            self.pairs += self.clashes[agent as usize].len();
            self.planned += 1;
            self.work += task.spent() - began;
            self.most = self.pairs;
        }
        while self.pairs > 0 {
            check(task)?;
            if self.left == 0 {
                if self.pairs > self.most {
                    return Err(Ended::GaveUp);
                }
                self.left = self.patience * self.work.max(LEAST_WORK);
                self.most = self.pairs / 2;
            }
            let began = task.spent();
            let choice = self.choose(task);
            let gain = self.replan(task, budget)?;
            rate(&mut self.ratings[choice], gain as u64);
            self.left = self.left.saturating_sub(task.spent() - began);
        }
        Ok(std::mem::take(&mut self.walks))
    }

    /// Plans for one agent, who is nowhere, and notes with whom it collides.
    fn plan(
        &mut self,
        task: &mut Task<'_>,
        budget: &mut Budget<'_>,
        agent: u32,
    ) -> Result<(), Ended> {
        let walk = &mut self.walks[agent as usize];
        self.sipps.find(task, budget, &mut self.crowd, agent, walk)?;
        self.enter(agent);
        Ok(())
    }

    /// Enters the walk of an agent, and notes with whom it collides.
    fn enter(&mut self, agent: u32) {
        let Repair { walks, crowd, clashes, is_met, .. } = self;
        is_met.begin();
        crowd.for_each_collision(agent, &walks[agent as usize], |other| {
            if is_met.is_first(other as usize) {
                clashes[agent as usize].push(other);
                clashes[other as usize].push(agent);
            }
        });
        crowd.insert(agent, &walks[agent as usize]);
    }

    /// Takes the walk of an agent out, with its collisions, which are returned.
    fn leave(&mut self, agent: u32) -> Vec<u32> {
        self.crowd.remove(agent, &self.walks[agent as usize]);
        let clashes = std::mem::take(&mut self.clashes[agent as usize]);
        for &other in &clashes {
            let others = &mut self.clashes[other as usize];
            let at = others.iter().position(|&one| one == agent);
            others.swap_remove(at.expect("collisions are noted on both sides"));
        }
        clashes
    }

    /// Plans the agents of the neighbourhood again; returns how many pairs fewer collide, 0 if all is
    /// as before.
    fn replan(&mut self, task: &mut Task<'_>, budget: &mut Budget<'_>) -> Result<usize, Ended> {
        let mut team = std::mem::take(&mut self.team);
        shuffle(&mut team, &mut task.dice);
        self.old.resize(self.old.len().max(team.len()), Walk::new());
        let mut before = 0;
        for (at, &agent) in team.iter().enumerate() {
            before += self.leave(agent).len();
            std::mem::swap(&mut self.old[at], &mut self.walks[agent as usize]);
        }
        let (mut done, mut after, mut ended) = (0, 0, Ok(()));
        for &agent in &team {
            ended = self.plan(task, budget, agent);
            if ended.is_err() {
                break;
            }
            done += 1;
            after += self.clashes[agent as usize].len();
            if after > before {
                break;
            }
        }
        let is_kept = ended.is_ok() && after <= before;
        if !is_kept {
            for &agent in &team[..done] {
                self.leave(agent);
            }
            for (at, &agent) in team.iter().enumerate() {
                std::mem::swap(&mut self.old[at], &mut self.walks[agent as usize]);
                self.enter(agent);
            }
            after = before;
        }
        self.pairs -= before - after;
        self.team = team;
        ended?;
        Ok(before - after)
    }

    /// Chooses the agents of the next round; returns the way and size.
    fn choose(&mut self, task: &mut Task<'_>) -> usize {
        let choice = draw(&self.ratings, &mut task.dice);
        let size = SIZES[choice % SIZES.len()].min(self.walks.len());
        self.team.clear();
        self.is_in.begin();
        match choice / SIZES.len() {
            0 => self.among_clashes(task, size),
            1 => self.around_failure(task, size),
            _ => {
                for _ in 0..TRIES {
                    let one = self.one(&mut task.dice, 1);
                    self.take(one, size);
                }
            }
        }
        while self.team.len() < size {
            let anybody = task.dice.below(self.walks.len() as u32);
            self.take(anybody, size);
        }
        choice
    }

    fn take(&mut self, agent: u32, size: usize) {
        if self.team.len() < size && self.is_in.is_first(agent as usize) {
            self.team.push(agent);
        }
    }

    /// A random agent, with a probability in proportion to the number of those with whom it collides,
    /// and this much more.
    fn one(&self, dice: &mut Random, more: usize) -> u32 {
        let sum = 2 * self.pairs + more * self.clashes.len();
        let mut lot = (dice.next() % sum as u64) as usize;
        for (agent, clashes) in self.clashes.iter().enumerate() {
            let share = clashes.len() + more;
            if lot < share {
                return agent as u32;
            }
            lot -= share;
        }
        0
    }

    /// One that collides, one that it collides with, one that this collides with and so on, at random;
    /// if these are too few, those that are near them.
    fn among_clashes(&mut self, task: &mut Task<'_>, size: usize) {
        let mut one = self.one(&mut task.dice, 0);
        self.take(one, size);
        for _ in 0..4 * size {
            let others = &self.clashes[one as usize];
            one = others[task.dice.below(others.len() as u32) as usize];
            self.take(one, size);
        }
        self.fill(task, size);
    }

    /// One that collides, those that pass its start or its goal, and those whose starts or goals are on
    /// its way.
    fn around_failure(&mut self, task: &mut Task<'_>, size: usize) {
        let one = self.one(&mut task.dice, 0);
        self.take(one, size);
        let (starts, goals) = (task.instance.starts(), task.instance.goals());
        let ends = [starts[one as usize], goals[one as usize]];
        let mut around: Vec<u32> =
            ends.iter().flat_map(|&end| self.crowd.at(end)).map(|visit| visit.agent).collect();
        for &place in &self.walks[one as usize] {
            let at_ends = self.crowd.at(place).iter().filter(|visit| {
                let agent = visit.agent as usize;
                goals[agent] == place || starts[agent] == place
            });
            around.extend(at_ends.map(|visit| visit.agent));
        }
        shuffle(&mut around, &mut task.dice);
        for agent in around {
            self.take(agent, size);
        }
        self.fill(task, size);
    }

    /// Takes those that members of the team would meet if they left their walks and wandered at random.
    fn fill(&mut self, task: &mut Task<'_>, size: usize) {
        for _ in 0..TRIES {
            if self.team.len() >= size {
                return;
            }
            let one = self.team[task.dice.below(self.team.len() as u32) as usize];
            let walk = &self.walks[one as usize];
            let since = task.dice.below(walk.len() as u32);
            let mut place = walk[since as usize];
            for timestep in since..since + FARTHEST {
                let there = |place: Place| {
                    let visits = self.crowd.at(place).iter();
                    let mut now =
                        visits.filter(|visit| visit.since <= timestep && timestep <= visit.until);
                    now.find(|visit| visit.agent != one).map(|visit| visit.agent)
                };
                if let Some(other) = there(place) {
                    self.take(other, size);
                }
                let ways = task.instance.roadmap().neighbours(place);
                if ways.is_empty() {
                    break;
                }
                place = ways[task.dice.below(ways.len() as u32) as usize];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::drawn;
    use crate::mapf::{Instance, Objective, Trip, validate};
    use astride::io::Drawing;
    use astride::shapes::square::{Mover, Neighbours};

    #[test]
    fn what_collides_at_first_is_repaired() {
        let mut dice = Random::new(5);
        let (mut repaired, mut given_up) = (0, 0);
        for seed in 0..60 {
            let grid = Drawing::parse(&drawn(9, 9, || dice.below(6) == 0)).unwrap().grid;
            let mover = Mover::walker().neighbours(Neighbours::Four);
            let world = grid.seen_by(&mover);
            let places = crate::roadmap::Roadmap::new(&world);
            let mut starts: Vec<_> =
                (0..places.place_count() as Place).map(|place| places.node(place)).collect();
            let mut goals = starts.clone();
            shuffle(&mut starts, &mut dice);
            shuffle(&mut goals, &mut dice);
            let ends = starts.into_iter().zip(goals).take(20);
            let trips: Vec<Trip> = ends.map(|(start, goal)| Trip { start, goal }).collect();
            let instance = Instance::new(&world, &trips).unwrap();
            let mut task = Task::new(&instance, Objective::SumOfCosts, seed, 1 << 20);
            let mut budget = Budget::unlimited().expansions(1 << 16);
            if task.measure(&mut budget).is_err() {
                continue;
            }
            let mut other = task.fork();
            other.dice = task.dice.clone();
            let mut repair = Repair::new(&task, 8);
            let walks = repair.run(&mut task, &mut budget, u64::MAX);
            // In pieces the result is the same.
            let mut pieces = Repair::new(&other, 8);
            let mut budget = Budget::unlimited().expansions(1 << 16);
            let in_pieces = loop {
                let ends = other.spent() + 30;
                let ended = pieces.run(&mut other, &mut budget, ends);
                if ended != Err(Ended::GaveUp) || other.spent() < ends {
                    break ended;
                }
            };
            assert_eq!(in_pieces, walks, "seed {seed}");
            let pairs = |repair: &Repair| repair.clashes.iter().map(Vec::len).sum::<usize>() / 2;
            assert_eq!(repair.pairs, pairs(&repair));
            // Repair that is cut off leaves nothing half done.
            for expansions in [0, 4, 16, 64] {
                let mut budget = Budget::unlimited().expansions(expansions);
                let mut repair = Repair::new(&task, 8);
                let ended = repair.run(&mut task, &mut budget, u64::MAX);
                assert_eq!(repair.pairs, pairs(&repair));
                assert!(expansions > 0 || ended == Err(Ended::OutOfBudget), "{ended:?}");
            }
            let ends = task.spent();
            let late = Repair::new(&task, 8).run(&mut task, &mut budget, ends);
            assert_eq!(late, Err(Ended::GaveUp), "it has no time");
            match walks {
                Ok(walks) => {
                    assert_eq!(validate(&world, &trips, &task.plan(&walks)), Ok(()));
                    // Somebody was in a neighbourhood.
                    repaired += u32::from(!repair.team.is_empty());
                }
                Err(ended) => {
                    assert_eq!(ended, Ended::GaveUp, "the budget is large enough");
                    given_up += 1;
                }
            }
        }
        assert!(repaired > 15 && given_up < 10, "{repaired} repaired, {given_up} given up");
    }
}
