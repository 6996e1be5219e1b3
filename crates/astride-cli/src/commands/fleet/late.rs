//! Robots that are late: an executor keeps the order in which they pass each place, while the fleet
//! plans a little ahead of them.

use std::collections::VecDeque;

use astride::base::Random;
use astride_agents::fleet::{Action, Done, Executor, ExecutorError, Floor, Robot};

/// When robots are late, from `delayConfig` and `agentCounter` of a problem.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Delays {
    pub(super) events: Events,
    /// The fewest and the most ticks of a delay.
    pub(super) ticks: [u32; 2],
    /// Mean and standard deviation of a delay, as parts of the range; without them all lengths are
    /// equally likely.
    pub(super) bell: Option<[f64; 2]>,
    pub(super) seed: u64,
    /// How many ticks a move takes.
    pub(super) move_ticks: u32,
}

/// How many delays begin in a tick, and for whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Events {
    /// Each robot that is on time is delayed with this chance.
    Bernoulli(f64),
    /// Events happen, this many for each robot of the team on average, and each delays a random
    /// robot that is on time.
    Poisson(f64),
}

impl Delays {
    /// Whether there are any.
    pub(super) fn are_possible(&self) -> bool {
        let (Events::Bernoulli(often) | Events::Poisson(often)) = self.events;
        often > 0.0
    }

    /// The length of a delay.
    fn draw(&self, dice: &mut Random) -> u32 {
        let [least, most] = self.ticks;
        let range = f64::from(most - least);
        let part = match self.bell {
            None => return least + dice.below(most - least + 1),
            // Twelve numbers from 0 to 1 have a variance of 1 together, on every machine.
            Some([mean, deviation]) => {
                let sum: f64 = (0..12).map(|_| unit(dice)).sum();
                mean + deviation * (sum - 6.0)
            }
        };
        least + (part * range).round().clamp(0.0, range) as u32
    }

    /// How many moves the fleet plans ahead of the slowest robot: as many as fit into two of the
    /// longest delays and a few more, so that one robot seldom makes all wait.
    fn lead(&self) -> usize {
        8 + (2 * self.ticks[1] / self.move_ticks) as usize
    }
}

/// A number from 0 to 1.
fn unit(dice: &mut Random) -> f64 {
    (dice.next() >> 11) as f64 / (1u64 << 53) as f64
}

/// The chance that none of the events happens of which `often` do on average, from 0 to 1: e^-often
/// by its series, which gives the same on every machine.
fn chance_of_none(often: f64) -> f64 {
    (1..=20u32).rev().fold(1.0, |sum, number| 1.0 - often / f64::from(number) * sum)
}

/// How many events happen if none do with the chance `none`, by Knuth's multiplication.
fn poisson(none: f64, dice: &mut Random) -> usize {
    let (mut count, mut product) = (0, unit(dice));
    while product > none {
        count += 1;
        product *= unit(dice);
    }
    count
}

/// Robots on their way, each at its own pace.
pub(super) struct Late {
    executor: Executor,
    delays: Delays,
    dice: Random,
    /// The first tick in which each robot is not delayed, and in which it has made its last move.
    delayed_until: Vec<u32>,
    moving_until: Vec<u32>,
    /// How many moves each robot was told to make and has made.
    told: Vec<u32>,
    made: Vec<u32>,
    /// Errands that are done when a robot has made this many moves.
    errands: Vec<VecDeque<(u32, Done)>>,
    tick: u32,
    /// How many ticks robots were delayed, all together.
    pub(super) lost: u64,
}

impl Late {
    pub(super) fn new(
        floor: Floor,
        robots: &[Robot],
        delays: Delays,
    ) -> Result<Self, ExecutorError> {
        let count = robots.len();
        Ok(Late {
            executor: Executor::new(floor, robots)?,
            dice: Random::new(delays.seed),
            delays,
            delayed_until: vec![0; count],
            moving_until: vec![0; count],
            told: vec![0; count],
            made: vec![0; count],
            errands: vec![VecDeque::new(); count],
            tick: 0,
            lost: 0,
        })
    }

    /// Whether every robot has carried out enough of the plan that it may go on.
    pub(super) fn may_plan(&self) -> bool {
        let lead = self.delays.lead();
        (0..self.told.len() as u32).all(|robot| self.executor.left(robot) < lead)
    }

    /// Adds a timestep to the plan, and the errands that are done after it.
    pub(super) fn plan(
        &mut self,
        actions: &[Action],
        done: impl Iterator<Item = Done>,
    ) -> Result<(), ExecutorError> {
        self.executor.plan(actions)?;
        for (told, action) in self.told.iter_mut().zip(actions) {
            *told += u32::from(*action != Action::Wait);
        }
        for done in done {
            let robot = done.robot as usize;
            self.errands[robot].push_back((self.told[robot], done));
        }
        Ok(())
    }

    /// Lets a tick pass; returns what robots do in it, and the errands that are done at its end.
    pub(super) fn tick(&mut self) -> (Vec<Action>, Vec<Done>) {
        self.delay();
        let Late { executor, delays, delayed_until, moving_until, made, errands, tick, .. } = self;
        let is_late = |robot: u32| {
            let robot = robot as usize;
            let is_working = errands[robot].front().is_some_and(|next| next.0 == made[robot]);
            delayed_until[robot].max(moving_until[robot]) > *tick || is_working
        };
        let actions = executor.tick(is_late).to_vec();
        *tick += 1;
        let mut done = Vec::new();
        for (robot, action) in actions.iter().enumerate() {
            if *action != Action::Wait {
                made[robot] += 1;
                moving_until[robot] = *tick + delays.move_ticks - 1;
            }
            if let Some(&(moves, next)) = errands[robot].front()
                && moves == made[robot]
                && moving_until[robot] <= *tick
            {
                errands[robot].pop_front();
                done.push(Done { timestep: *tick, ..next });
            }
        }
        (actions, done)
    }

    /// Where a robot is.
    pub(super) fn robot(&self, robot: u32) -> Robot {
        self.executor.robot(robot)
    }

    /// Draws which robots are delayed from now on.
    fn delay(&mut self) {
        let team = self.made.len();
        let is_on_time = |&robot: &usize| self.delayed_until[robot] <= self.tick;
        let mut on_time: Vec<usize> = (0..team).filter(is_on_time).collect();
        self.lost += (team - on_time.len()) as u64;
        match self.delays.events {
            Events::Bernoulli(chance) => {
                for robot in on_time {
                    if unit(&mut self.dice) < chance {
                        self.begin_delay(robot);
                    }
                }
            }
            Events::Poisson(often) => {
                let none = chance_of_none(often);
                let count = (0..team).map(|_| poisson(none, &mut self.dice)).sum::<usize>();
                for at in 0..count.min(on_time.len()) {
                    // One step of a shuffle for each.
                    let others = (on_time.len() - at) as u32;
                    on_time.swap(at, at + self.dice.below(others) as usize);
                    self.begin_delay(on_time[at]);
                }
            }
        }
    }

    fn begin_delay(&mut self, robot: usize) {
        let ticks = self.delays.draw(&mut self.dice);
        if ticks > 0 {
            self.delayed_until[robot] = self.tick + ticks;
            self.lost += 1;
            self.executor.stand_down(robot as u32);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_as_many_as_they_are_meant_to_be() {
        for often in [0.0, 0.02, 0.3, 1.0] {
            let none = chance_of_none(often);
            assert!((none - (-often).exp()).abs() < 1e-12, "{none}");
            let mut dice = Random::new(4);
            let drawn: Vec<usize> = (0..40_000).map(|_| poisson(none, &mut dice)).collect();
            let mean = drawn.iter().sum::<usize>() as f64 / 40_000.0;
            let share = drawn.iter().filter(|&&count| count == 0).count() as f64 / 40_000.0;
            assert!((mean - often).abs() < 0.03 && (share - none).abs() < 0.02, "{mean} {share}");
        }
    }

    #[test]
    fn delays_are_as_long_as_they_are_meant_to_be() {
        let bell = Some([0.5, 0.22]);
        for (ticks, bell) in [([3, 3], None), ([5, 12], None), ([5, 12], bell), ([0, 40], bell)] {
            let events = Events::Bernoulli(1.0);
            let delays = Delays { events, ticks, bell, seed: 0, move_ticks: 1 };
            let mut dice = Random::new(4);
            let drawn: Vec<u32> = (0..4000).map(|_| delays.draw(&mut dice)).collect();
            let [least, most] = ticks;
            assert!(drawn.iter().all(|delay| (least..=most).contains(delay)));
            let mean = f64::from(drawn.iter().sum::<u32>()) / 4000.0;
            assert!((mean - f64::from(least + most) / 2.0).abs() < 0.5, "{mean} of {ticks:?}");
            let edge = drawn.iter().filter(|&&delay| delay == most).count();
            assert!(most == least || bell.is_none() == (edge > 300), "{edge} of {ticks:?}");
        }
    }
}
