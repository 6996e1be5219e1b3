//! One timestep of a fleet by right of way, decided over operations.
//!
//! Yukhnevich & Andreychuk, "Enhancing PIBT via Multi-Action Operations", AAAI 2026 (EPIBT), and
//! the refinement of its authors' entry to the League of Robot Runners 2024. Every robot always
//! holds an operation, and no two of these collide: it holds what is left of its last one, and a
//! robot that stands has none other. So the step can end at any time.

use astride::base::{Budget, Random};

use super::distances::{Care, FAR};
use super::floor::{Floor, Pose};
use super::judge::{Aim, End, Judge};
use super::menu::Menu;
use super::operation::{MOST_SPAN, Operation};
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

/// The clock is looked at whenever this many robots have been asked.
const LOOK_EVERY: u32 = 64;

/// The square root of what a loss of the first in order counts, where that of the last counts 1.
///
/// 400 robots that turn on the published random map of 32 x 32 did 6.5 and 6.4 tasks a step with 32,
/// and 6.1 and 6.0 with 256 (1000 attempts a step, 250 steps, two seeds); 64, 16 and 8 were tried
/// with one seed each and gave 6.3, 6.5 and 6.2. That is little evidence: with 200 ms a step there
/// was no gain.
const MOST_WEIGHT: i64 = 32;

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
    lists: Vec<Vec<End>>,
    /// For all robots that are choosing now, one behind the other, whom each move of their choices
    /// collides with.
    met: Vec<u32>,
    visits: Vec<Visits>,
    /// By robot, for whom there was no time in the last step; empty if there was for all.
    passed_over: Vec<bool>,
    round: u64,
    /// Where each robot is in the order.
    ranks: Vec<u32>,
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
        let count = poses.len();
        let mut new = RightOfWay {
            span,
            poses: poses.to_vec(),
            held,
            holders,
            lists: vec![Vec::new(); count],
            met: Vec::new(),
            visits: vec![Visits::default(); count],
            passed_over: Vec::new(),
            round: 0,
            ranks: vec![0; count],
            weights: vec![1; count],
            pibt: None,
        };
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
    /// Each robot, by right of way, takes the best operation that it can get.
    pub(super) fn decide(
        &mut self,
        judge: &mut Judge<'_>,
        wants: &Wants<'_>,
        budget: &mut Budget<'_>,
    ) {
        self.lists.iter_mut().for_each(Vec::clear);
        for (rank, &robot) in wants.order.iter().enumerate() {
            self.ranks[robot as usize] = rank as u32;
            let later = (wants.order.len() - 1 - rank) as i64;
            let share = 1 + later * (MOST_WEIGHT - 1) / wants.order.len() as i64;
            self.weights[robot as usize] = share * share;
        }
        let mut clock = Clock { asked: 0, budget };
        if let Some(first) = wants.escorted {
            let rule = Rule::Rank(0);
            self.attempt(judge, wants, rule, first, MOST_ASKED);
            self.escort(judge, wants, first);
        }
        // Those for whom there was no time in the last step come first now, by right of way.
        let passed_over = std::mem::take(&mut self.passed_over);
        let is_passed_over = |&&robot: &&u32| passed_over.get(robot as usize).is_some_and(|&is| is);
        let first = wants.order.iter().filter(is_passed_over);
        let then = wants.order.iter().filter(|robot| !is_passed_over(robot));
        let mut robots = first.chain(then);
        while let Some(&robot) = robots.next() {
            let rule = Rule::Rank(self.ranks[robot as usize]);
            let asked = self.attempt(judge, wants, rule, robot, MOST_ASKED);
            if clock.is_late(asked) {
                // All others keep the rest of their last operations.
                self.passed_over = vec![false; self.poses.len()];
                robots.for_each(|&robot| self.passed_over[robot as usize] = true);
                return;
            }
        }
    }

    /// Lets robots drawn at random do better than [`decide`](Self::decide) found, as long as the budget
    /// lasts: all that have to change for it do, if all together do not lose by it; the nearer a robot
    /// is to its goal, the more what it gains or loses counts.
    pub(super) fn improve(
        &mut self,
        judge: &mut Judge<'_>,
        wants: &Wants<'_>,
        budget: &mut Budget<'_>,
        dice: &mut Random,
    ) {
        let count = self.poses.len() as u32;
        let mut clock = Clock { asked: 0, budget };
        while count > 0 && clock.budget.take().is_none() {
            let robot = dice.below(count);
            let asked = self.attempt(judge, wants, Rule::Gain, robot, MOST_TRIED);
            if clock.is_late(asked) {
                return;
            }
        }
    }

    /// Lists what a robot can choose from, unless that was done in this step. To wait all the time is
    /// not in it: that is what remains to those that get nothing.
    fn list(&mut self, judge: &mut Judge<'_>, wants: &Wants<'_>, robot: u32) {
        let RightOfWay { poses, held, lists, .. } = self;
        let at = robot as usize;
        if lists[at].is_empty() {
            judge.list(wants.aims[at], poses[at], &mut held[at], &mut lists[at]);
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
            while let Some(other) = self.first_met(floor, robot, &operation) {
                self.lift(floor, other);
                pending.push((other, Operation::waiting(self.poses[other as usize])));
            }
            self.held[robot as usize] = operation;
            self.put(floor, robot);
            changed.push(robot);
        }
        changed
    }

    /// Lets a robot look for a better operation; nothing changes if there is none. Returns how many
    /// robots were asked.
    fn attempt(
        &mut self,
        judge: &mut Judge<'_>,
        wants: &Wants<'_>,
        rule: Rule,
        robot: u32,
        most: u32,
    ) -> u32 {
        let is_idle = wants.aims[robot as usize].goal.is_none() && self.is_waiting(robot);
        if wants.is_still[robot as usize] || is_idle {
            return 1;
        }
        self.round += 1;
        self.lift(judge.floor, robot);
        let mut search = Search { way: self, judge, wants, rule, left: most };
        let is_settled = search.settle(robot, 0, 0);
        let asked = 1 + most - search.left;
        if !is_settled {
            self.put(judge.floor, robot);
        }
        asked
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

    /// The first whom an operation of `robot`, which holds nothing at present, collides with.
    fn first_met(&self, floor: &Floor, robot: u32, operation: &Operation) -> Option<u32> {
        let mut from = self.poses[robot as usize];
        for timestep in 1..=self.span {
            let to = operation.poses[timestep - 1];
            let at = self.index(floor, to, timestep);
            let before = self.index(floor, from, timestep - 1);
            if let Some(other) = self.met_by(before, at).find(|&other| other != NOBODY) {
                return Some(other);
            }
            from = to;
        }
        None
    }

    /// Whom a move meets between two places and timesteps: who is there, and who comes from there to
    /// where the move begins; [`NOBODY`] otherwise.
    #[inline(always)]
    fn met_by(&self, before: usize, at: usize) -> impl Iterator<Item = u32> {
        let there = self.holders[at];
        let comer = self.holders[before + 1];
        // Who comes to where the robot was, from where it goes, exchanges places with it.
        let is_swap = at != before + 1 && comer != NOBODY && self.holders[at - 1] == comer;
        [there, if is_swap { comer } else { NOBODY }].into_iter()
    }
}

/// The budget, whose clock is looked at in the course of the work.
struct Clock<'a, 'b> {
    /// How many robots were asked since the last look.
    asked: u32,
    budget: &'a mut Budget<'b>,
}

impl Clock<'_, '_> {
    /// Notes that this many robots were asked; whether it is time to end.
    fn is_late(&mut self, asked: u32) -> bool {
        self.asked += asked;
        if self.asked < LOOK_EVERY {
            return false;
        }
        self.asked = 0;
        self.budget.interrupted().is_some()
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

/// What the moves of an operation collide with, beside the number of the one robot that makes room:
/// nothing; or one that does not make room, or more than one.
const NOTHING: u32 = NOBODY - 1;
const VAIN: u32 = NOBODY - 2;

/// Where that was not looked up yet.
const UNKNOWN: u32 = NOBODY - 3;

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
    rule: Rule,
    /// How many robots may still be asked.
    left: u32,
}

impl Search<'_, '_> {
    /// Finds an operation for a robot that holds nothing now, and for all that are in its way;
    /// `change` is what those before it have lost, less what they have gained. If there is none,
    /// nothing changes.
    fn settle(&mut self, robot: u32, change: i64, depth: u32) -> bool {
        self.way.list(self.judge, self.wants, robot);
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
        let span = self.way.span;
        let menu = self.judge.menus.of(self.judge.floor, self.way.poses[at]);
        let ends = std::mem::take(&mut self.way.lists[at]);
        let first = self.way.met.len();
        self.way.met.resize(first + menu.moves.len(), UNKNOWN);
        self.way.met[first] = NOTHING;
        let mut is_settled = false;
        for &end in &ends {
            if must_improve && end.cost >= old.cost {
                // What it held is as good as whatever is left.
                break;
            }
            let lost = i64::from(end.cost) - i64::from(old.cost);
            let change = change + lost * self.way.weights[at];
            if self.rule == Rule::Gain && change > 0 {
                break;
            }
            let other = self.collisions(&menu, first, end.last, depth);
            if other == NOTHING {
                self.way.held[at] = Operation { cost: end.cost, ..menu.operation(end.last, span) };
                self.way.put(self.judge.floor, robot);
                is_settled = true;
                break;
            }
            if other == VAIN || !self.may_ask(other, depth) {
                continue;
            }
            self.count(other);
            self.way.lift(self.judge.floor, other);
            self.way.held[at] = Operation { cost: end.cost, ..menu.operation(end.last, span) };
            self.way.put(self.judge.floor, robot);
            if self.settle(other, change, depth + 1) {
                is_settled = true;
                break;
            }
            self.way.lift(self.judge.floor, robot);
            self.way.held[at] = old;
            self.way.put(self.judge.floor, other);
        }
        self.way.met.truncate(first);
        self.way.lists[at] = ends;
        is_settled
    }

    /// Whom the operation that ends with a move collides with, of a robot that holds nothing at
    /// present: a robot that makes room, [`NOTHING`] or [`VAIN`].
    ///
    /// While a robot chooses, whatever it tries in vain is undone, and nobody makes room again who did
    /// not. So each move is looked up once, for all operations that begin with it.
    #[inline(always)]
    fn collisions(&mut self, menu: &Menu, first: usize, last: u32, depth: u32) -> u32 {
        let mut path = [0u32; MOST_SPAN];
        let (mut at, mut count) = (last, 0);
        while self.way.met[first + at as usize] == UNKNOWN {
            path[count] = at;
            count += 1;
            at = menu.moves[at as usize].before;
        }
        let mut found = self.way.met[first + at as usize];
        for &next in path[..count].iter().rev() {
            if found == VAIN {
                break;
            }
            let before = menu.moves[at as usize].at as usize;
            for robot in self.way.met_by(before, menu.moves[next as usize].at as usize) {
                found = match found {
                    _ if robot == NOBODY || robot == found => found,
                    NOTHING if self.may_ask(robot, depth) => robot,
                    _ => VAIN,
                };
            }
            self.way.met[first + next as usize] = found;
            at = next;
        }
        found
    }

    /// Whether `other` may be made to change.
    #[inline(always)]
    fn may_ask(&self, other: u32, depth: u32) -> bool {
        let is_free = match self.rule {
            Rule::Rank(rank) => self.way.ranks[other as usize] > rank,
            Rule::Gain => self.wants.escorted != Some(other),
        };
        let visits = self.way.visits[other as usize];
        let is_fresh = visits.round != self.way.round || visits.count < MOST_VISITS;
        let is_still = self.wants.is_still[other as usize];
        let is_near = depth < MOST_DEPTH && self.left > 0;
        is_free && is_fresh && is_near && !visits.is_choosing && !is_still
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
