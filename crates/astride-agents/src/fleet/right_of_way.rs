//! One timestep of a fleet by right of way, decided over operations.
//!
//! Yukhnevich & Andreychuk, "Enhancing PIBT via Multi-Action Operations", AAAI 2026 (EPIBT), and
//! the refinement of its authors' entry to the League of Robot Runners 2024. Every robot always
//! holds an operation, and no two of these collide: it holds what is left of its last one, and a
//! robot that stands has none other. So the step can end at any time.

use astride::base::{Budget, Random};

use super::distances::{Care, FAR};
use super::floor::{Floor, Pose};
use super::operation::{Aim, Judge, MOST_SPAN, Operation};
use super::traffic::UNIT;
use crate::pibt::{Pibt, Wishes};
use crate::roadmap::Place;

/// No robot, in arrays only.
const NOBODY: u32 = u32::MAX;

/// A robot may be asked this often on behalf of one.
const MOST_VISITS: u8 = 10;

/// This many robots are asked at most on behalf of one. Where few places are empty, room comes from
/// far away, and with fewer less is done.
const MOST_ASKED: u32 = 1000;

/// A chain of robots, each making room for the one before it, may get this long.
const MOST_DEPTH: u32 = 200;

/// This many robots are asked at most for one attempt to do better.
const MOST_TRIED: u32 = 60;

/// The square root of what a loss of the first in order counts, where that of the last counts 1.
const MOST_WEIGHT: i64 = 256;

/// Who holds which place when, and what all robots hold.
#[derive(Clone, Debug)]
pub(super) struct RightOfWay {
    span: usize,
    /// Where robots are, and the operation each holds.
    poses: Vec<Pose>,
    held: Vec<Operation>,
    /// The robot on a place at a timestep from now: `place * (span + 1) + timestep`.
    holders: Vec<u32>,
    /// The choices of each robot in this step, empty where they were not listed yet.
    lists: Vec<Vec<Operation>>,
    visits: Vec<Visits>,
    round: u64,
    /// How much what each robot gains or loses counts.
    weights: Vec<i64>,
    /// For steps between places, when a robot is stuck.
    pibt: Option<Pibt>,
}

/// How often a robot was asked in a round.
#[derive(Clone, Copy, Debug, Default)]
struct Visits {
    round: u64,
    count: u8,
    /// Whether it is choosing now, and waits for those that it has asked.
    is_choosing: bool,
}

/// What robots want in a timestep.
#[derive(Clone, Copy)]
pub(super) struct Wants<'a> {
    /// Where they go; without a goal they had better stay, and make room.
    pub(super) aims: &'a [Aim],
    /// All robots, those with the right of way first.
    pub(super) order: &'a [u32],
    /// Those that cannot move.
    pub(super) is_still: &'a [bool],
    /// The first in order, if it has been stuck longest.
    pub(super) escorted: Option<u32>,
}

impl RightOfWay {
    /// Robots that stand in these poses, each on a place of its own.
    pub(super) fn new(floor: &Floor, poses: &[Pose], span: usize) -> Self {
        assert!((1..=MOST_SPAN).contains(&span), "an operation has 1 to {MOST_SPAN} moves");
        let holders = vec![NOBODY; floor.roadmap().place_count() * (span + 1)];
        let held = poses.iter().map(|&pose| Operation::waiting(pose)).collect();
        let lists = vec![Vec::new(); poses.len()];
        let (visits, weights) = (vec![Visits::default(); poses.len()], vec![1; poses.len()]);
        let (poses, round, pibt) = (poses.to_vec(), 0, None);
        let mut new =
            RightOfWay { span, poses, held, holders, lists, visits, round, weights, pibt };
        (0..new.poses.len() as u32).for_each(|robot| new.enter(floor, robot));
        new
    }

    pub(super) fn poses(&self) -> &[Pose] {
        &self.poses
    }

    /// Lets everybody stand where they are: whatever they held may no longer be possible.
    pub(super) fn stop_all(&mut self, floor: &Floor) {
        for robot in 0..self.poses.len() {
            self.lift(floor, robot as u32);
            self.held[robot] = Operation::waiting(self.poses[robot]);
        }
        (0..self.poses.len() as u32).for_each(|robot| self.put(floor, robot));
    }

    /// Decides one timestep; afterwards [`next`](Self::next) says where each robot goes.
    ///
    /// First each robot, by right of way, takes the best operation that it can get. Then, as long as
    /// the budget lasts, robots drawn at random are asked to do better, and all that have to change
    /// for it do, if all together do not lose by it; the nearer a robot is to its goal, the more
    /// what it gains or loses counts.
    pub(super) fn decide(
        &mut self,
        judge: &mut Judge<'_>,
        wants: &Wants<'_>,
        budget: &mut Budget<'_>,
        dice: &mut Random,
    ) {
        self.lists.iter_mut().for_each(Vec::clear);
        for robot in 0..self.held.len() {
            let operation = self.held[robot];
            self.held[robot].cost = judge.cost(wants.aims[robot], self.poses[robot], &operation);
        }
        let mut ranks = vec![0; wants.order.len()];
        for (rank, &robot) in wants.order.iter().enumerate() {
            ranks[robot as usize] = rank as u32;
            let later = (wants.order.len() - 1 - rank) as i64;
            let share = 1 + later * (MOST_WEIGHT - 1) / wants.order.len() as i64;
            self.weights[robot as usize] = share * share;
        }
        if let Some(first) = wants.escorted {
            let rule = Rule::Rank(0);
            self.attempt(judge, wants, &ranks, rule, first, MOST_ASKED);
            self.escort(judge, wants, first);
        }
        for &robot in wants.order {
            let rule = Rule::Rank(ranks[robot as usize]);
            self.attempt(judge, wants, &ranks, rule, robot, MOST_ASKED);
        }
        let count = self.poses.len() as u32;
        while count > 0 && budget.take().is_none() {
            let robot = dice.below(count);
            self.attempt(judge, wants, &ranks, Rule::Gain, robot, MOST_TRIED);
        }
    }

    /// If the first robot gets no nearer with what it holds, it makes one step between places that
    /// brings it nearer, with all who have to make room: they turn, and then drive at once. On a floor
    /// in which every two neighbours lie on a circle there is such a step.
    fn escort(&mut self, judge: &mut Judge<'_>, wants: &Wants<'_>, first: u32) {
        let waiting = Operation::waiting(self.poses[first as usize]);
        let aim = wants.aims[first as usize];
        if self.held[first as usize].cost < judge.cost(aim, waiting.poses[0], &waiting) {
            return;
        }
        let floor = judge.floor;
        let now: Vec<Place> = self.poses.iter().map(|&pose| floor.place(pose)).collect();
        let mut next: Vec<Place> = now.clone();
        for (place, is_still) in next.iter_mut().zip(wants.is_still) {
            if !is_still {
                *place = Pibt::UNDECIDED;
            }
        }
        let pibt = self.pibt.get_or_insert_with(|| Pibt::new(floor.roadmap(), 0).without_swaps());
        let mut wishes = ToGoals { judge, aims: wants.aims, poses: &self.poses };
        if !pibt.step(floor.roadmap(), &mut wishes, wants.order, &now, &mut next) {
            return;
        }
        // Only those that have to move for the first one do; the others choose again.
        let mut chain = vec![first];
        while let Some(&robot) = chain.last() {
            let to = next[robot as usize];
            let from = now[robot as usize];
            if to == from || floor.is_closed(to) || facing(floor, from, to).is_none() {
                return;
            }
            let there = self.holders[to as usize * (self.span + 1)];
            if there == NOBODY || there == first {
                break;
            }
            chain.push(there);
        }
        let chain = chain.into_iter().map(|robot| {
            let at = robot as usize;
            (robot, turn_and_drive(floor, self.poses[at], next[at]))
        });
        let changed = self.force(floor, chain.collect());
        for robot in changed {
            let at = robot as usize;
            self.held[at].cost = judge.cost(wants.aims[at], self.poses[at], &self.held[at]);
        }
    }

    /// Lets robots hold operations that do not collide with each other, nor with anybody who waits
    /// where it is; everybody else in the way waits. Returns all whose operations have changed.
    fn force(&mut self, floor: &Floor, forced: Vec<(u32, Operation)>) -> Vec<u32> {
        let mut changed = Vec::new();
        forced.iter().for_each(|&(robot, _)| self.lift(floor, robot));
        let mut pending = forced;
        while let Some((robot, operation)) = pending.pop() {
            while let Some(other) = self.collisions(floor, robot, &operation, |_| true).first() {
                self.lift(floor, other);
                pending.push((other, Operation::waiting(self.poses[other as usize])));
            }
            self.held[robot as usize] = operation;
            self.put(floor, robot);
            changed.push(robot);
        }
        changed
    }

    /// Lets a robot look for a better operation; nothing changes if there is none.
    fn attempt(
        &mut self,
        judge: &mut Judge<'_>,
        wants: &Wants<'_>,
        ranks: &[u32],
        rule: Rule,
        robot: u32,
        most: u32,
    ) {
        if wants.is_still[robot as usize] {
            return;
        }
        self.round += 1;
        self.lift(judge.floor, robot);
        let mut search = Search { way: self, judge, wants, ranks, rule, left: most };
        if !search.settle(robot, 0, 0) {
            self.put(judge.floor, robot);
        }
    }

    /// Whether a robot holds nothing better than to stay as it is.
    fn is_waiting(&self, robot: u32) -> bool {
        let at = robot as usize;
        self.held[at].poses[..self.span].iter().all(|&pose| pose == self.poses[at])
    }

    /// Where each robot is after the next move.
    pub(super) fn next(&self, robot: usize) -> Pose {
        self.held[robot].poses[0]
    }

    /// Makes the next move of everybody.
    pub(super) fn advance(&mut self, floor: &Floor) {
        let robots = 0..self.poses.len() as u32;
        robots.clone().for_each(|robot| self.leave(floor, robot));
        for (pose, held) in self.poses.iter_mut().zip(&mut self.held) {
            *pose = held.poses[0];
            *held = held.rest(self.span);
        }
        robots.for_each(|robot| self.enter(floor, robot));
    }

    /// Takes a robot off the floor, the place where it stands included.
    fn leave(&mut self, floor: &Floor, robot: u32) {
        self.lift(floor, robot);
        let at = self.index(floor, self.poses[robot as usize], 0);
        self.holders[at] = NOBODY;
    }

    fn enter(&mut self, floor: &Floor, robot: u32) {
        let at = self.index(floor, self.poses[robot as usize], 0);
        self.holders[at] = robot;
        self.put(floor, robot);
    }

    #[inline(always)]
    fn index(&self, floor: &Floor, pose: Pose, timestep: usize) -> usize {
        floor.place(pose) as usize * (self.span + 1) + timestep
    }

    /// Gives up the places that a robot holds.
    fn lift(&mut self, floor: &Floor, robot: u32) {
        self.mark(floor, robot, NOBODY);
    }

    /// Holds the places of its operation for a robot.
    fn put(&mut self, floor: &Floor, robot: u32) {
        self.mark(floor, robot, robot);
    }

    fn mark(&mut self, floor: &Floor, robot: u32, holder: u32) {
        for timestep in 1..=self.span {
            let pose = self.held[robot as usize].poses[timestep - 1];
            let at = self.index(floor, pose, timestep);
            self.holders[at] = holder;
        }
    }

    /// Whom an operation of `robot`, which holds nothing at present, collides with. It looks no further
    /// than to the first that does not make room, which is where most operations end in a crowd.
    #[inline(always)]
    fn collisions(
        &self,
        floor: &Floor,
        robot: u32,
        operation: &Operation,
        makes_room: impl Fn(u32) -> bool,
    ) -> Collisions {
        let mut found = Collisions::None;
        let mut from = self.poses[robot as usize];
        for timestep in 1..=self.span {
            let to = operation.poses[timestep - 1];
            let there = self.index(floor, to, timestep);
            found = found.and(self.holders[there], &makes_room);
            if floor.place(from) != floor.place(to) {
                // Who comes to where the robot was, from where it goes, exchanges places with it.
                let comer = self.holders[self.index(floor, from, timestep)];
                if comer != NOBODY && self.holders[there - 1] == comer {
                    found = found.and(comer, &makes_room);
                }
            }
            if matches!(found, Collisions::Vain(_)) {
                break;
            }
            from = to;
        }
        found
    }
}

/// What it costs robots to go to their goals over a place.
struct ToGoals<'a, 'b> {
    judge: &'a mut Judge<'b>,
    aims: &'a [Aim],
    poses: &'a [Pose],
}

impl Wishes for ToGoals<'_, '_> {
    fn distance(&mut self, agent: u32, place: Place) -> u32 {
        let Some(goal) = self.aims[agent as usize].goal else { return 0 };
        let from = self.poses[agent as usize];
        let Judge { floor, traffic, distances, .. } = &mut *self.judge;
        if floor.place(from) == place {
            // To stay is a timestep lost, so the best neighbour is better; the goal is best.
            return match distances.cost(floor, traffic, goal, from, Care::Turns) {
                0 => 0,
                cost => cost + UNIT,
            };
        }
        if let Some(facing) = facing(floor, floor.place(from), place) {
            // With the turns before it, so that what is left falls with every such step.
            let turns = floor.turns(from, facing);
            let ahead = entered(floor, facing, place);
            let drive = traffic.cost(floor, facing, ahead);
            let left = distances.cost(floor, traffic, goal, ahead, Care::Turns);
            return turns * UNIT + drive + left;
        }
        // A step of the world that robots which turn cannot make, such as a diagonal one.
        2 * FAR
    }
}

/// The pose on a place from which one move leads to another place, if they are neighbours.
fn facing(floor: &Floor, from: Place, to: Place) -> Option<Pose> {
    let leads = |&pose: &Pose| floor.moves(pose).iter().any(|&next| floor.place(next) == to);
    floor.poses(from).find(leads)
}

/// The pose that a move from `facing` to a place leads to.
fn entered(floor: &Floor, facing: Pose, to: Place) -> Pose {
    let ahead = floor.moves(facing).iter().find(|&&next| floor.place(next) == to);
    *ahead.expect("it faces the place")
}

/// Turns towards a neighbouring place and drives there in such a move that everybody can drive then.
fn turn_and_drive(floor: &Floor, from: Pose, to: Place) -> Operation {
    let mut operation = Operation::waiting(from);
    if floor.place(from) == to {
        return operation;
    }
    if !floor.is_turning() {
        return Operation::waiting(to);
    }
    let facing = facing(floor, floor.place(from), to).expect("the places are neighbours");
    let ahead = entered(floor, facing, to);
    // One turn takes a move, turning round two: clockwise both times.
    let first = if (facing ^ from) & 1 == 0 && facing != from { turned(from) } else { facing };
    operation.poses = [ahead; MOST_SPAN];
    operation.poses[..TURN_MOVES].copy_from_slice(&[first, facing]);
    operation
}

/// The pose after a clockwise turn.
fn turned(pose: Pose) -> Pose {
    pose & !3 | (pose + 1) & 3
}

/// As many moves as it takes to face any way.
const TURN_MOVES: usize = 2;

/// Whom an operation collides with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Collisions {
    None,
    /// With this one alone, which makes room.
    One(u32),
    /// With this one, which does not make room or is not the only one.
    Vain(u32),
}

impl Collisions {
    #[inline(always)]
    fn and(self, robot: u32, makes_room: impl Fn(u32) -> bool) -> Self {
        match self {
            _ if robot == NOBODY => self,
            Collisions::None if makes_room(robot) => Collisions::One(robot),
            Collisions::None => Collisions::Vain(robot),
            Collisions::One(other) | Collisions::Vain(other) if other == robot => self,
            Collisions::One(other) | Collisions::Vain(other) => Collisions::Vain(other),
        }
    }

    fn first(self) -> Option<u32> {
        match self {
            Collisions::None => None,
            Collisions::One(robot) | Collisions::Vain(robot) => Some(robot),
        }
    }
}

/// When a chain of changes is accepted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    /// Whenever only robots of a later rank than this had to change.
    Rank(u32),
    /// Whenever all together do not lose by it.
    Gain,
}

/// One attempt of one robot.
struct Search<'a, 'b> {
    way: &'a mut RightOfWay,
    judge: &'a mut Judge<'b>,
    wants: &'a Wants<'a>,
    ranks: &'a [u32],
    rule: Rule,
    /// How many robots may still be asked.
    left: u32,
}

impl Search<'_, '_> {
    /// Finds an operation for a robot that holds nothing now, and for all that are in its way;
    /// `change` is what those before it have lost, less what they have gained. If there is none,
    /// nothing changes.
    fn settle(&mut self, robot: u32, change: i64, depth: u32) -> bool {
        self.list(robot);
        self.way.visits[robot as usize].is_choosing = true;
        let is_settled = self.choose(robot, change, depth);
        self.way.visits[robot as usize].is_choosing = false;
        is_settled
    }

    fn choose(&mut self, robot: u32, change: i64, depth: u32) -> bool {
        let at = robot as usize;
        let old = self.way.held[at];
        // Who stands and cannot get on goes anywhere rather than stay: jams dissolve by it.
        let is_jammed = self.wants.aims[at].goal.is_some() && self.way.is_waiting(robot);
        let must_improve = depth == 0 && (self.rule == Rule::Gain || !is_jammed);
        for choice in 0..self.way.lists[at].len() {
            let operation = self.way.lists[at][choice];
            if must_improve && operation.cost >= old.cost {
                // What it held is as good as whatever is left.
                break;
            }
            let lost = i64::from(operation.cost) - i64::from(old.cost);
            let change = change + lost * self.way.weights[at];
            if self.rule == Rule::Gain && change > 0 {
                break;
            }
            let makes_room = |other| depth < MOST_DEPTH && self.may_ask(other);
            match self.way.collisions(self.judge.floor, robot, &operation, makes_room) {
                Collisions::None => {
                    self.way.held[at] = operation;
                    self.way.put(self.judge.floor, robot);
                    return true;
                }
                Collisions::One(other) => {
                    self.count(other);
                    self.way.lift(self.judge.floor, other);
                    self.way.held[at] = operation;
                    self.way.put(self.judge.floor, robot);
                    if self.settle(other, change, depth + 1) {
                        return true;
                    }
                    self.way.lift(self.judge.floor, robot);
                    self.way.held[at] = old;
                    self.way.put(self.judge.floor, other);
                }
                Collisions::Vain(_) => {}
            }
        }
        false
    }

    /// Lists what a robot can choose from, unless that was done in this step. To wait all the time is
    /// not in it: that is what remains to those that get nothing.
    fn list(&mut self, robot: u32) {
        let at = robot as usize;
        if self.way.lists[at].is_empty() {
            let mut list = std::mem::take(&mut self.way.lists[at]);
            self.judge.list(self.wants.aims[at], self.way.poses[at], &mut list);
            self.way.lists[at] = list;
        }
    }

    /// Whether `other` may be made to change.
    #[inline(always)]
    fn may_ask(&self, other: u32) -> bool {
        let is_free = match self.rule {
            Rule::Rank(rank) => self.ranks[other as usize] > rank,
            Rule::Gain => self.wants.escorted != Some(other),
        };
        let visits = self.way.visits[other as usize];
        let is_fresh = visits.round != self.way.round || visits.count < MOST_VISITS;
        let is_still = self.wants.is_still[other as usize];
        is_free && is_fresh && self.left > 0 && !visits.is_choosing && !is_still
    }

    /// Counts that `other` is asked.
    fn count(&mut self, other: u32) {
        let visits = &mut self.way.visits[other as usize];
        if visits.round != self.way.round {
            (visits.round, visits.count) = (self.way.round, 0);
        }
        visits.count += 1;
        self.left -= 1;
    }
}
