//! Driving a plan on robots that are late: the order in which robots pass each place is kept.
//!
//! Hönig, Kiesel, Tinka, Durham & Ayanian, "Persistent and Robust Execution of MAPF Schedules in
//! Warehouses", IEEE Robotics and Automation Letters 4(2), 2019 (action dependency graph). Where
//! the plan lets robots follow each other at once, they move in step. The robots of a full circle can
//! only move all at once, so one that is ready stays ready: otherwise the chance that all are on
//! time in one tick would fall with each additional robot, and all that have to cross the circle
//! would wait.

use std::collections::VecDeque;
use std::fmt;

use astride::base::NodeId;

use super::floor::{Action, Floor, Pose};
use super::lifelong::Robot;
use crate::roadmap::{NOWHERE, Place};

/// Robots that carry out a plan, each when it can, in the order of the plan.
///
/// In a tick each robot that is not late makes the next move of its plan, if the robot that has to
/// pass the place before it has done so, or leaves it in the same tick. Waits of the plan are left
/// out, so robots make up for lost time.
///
/// Robots that go round a full circle, each to the place that the next one leaves, can only go all at
/// once. One that is on time for such a move *stands by*: from then on it must be able to go in any
/// tick, and is not asked again whether it is late. The circle turns in the tick in which the last of
/// its robots is on time. If one that stands by breaks down, call [`stand_down`](Self::stand_down).
///
/// Whatever the delays, no two robots meet. If each robot is on time again and again, no matter when
/// the others are, all plans come to their end: while moves are left, at least one is made in each
/// span of time in which every robot was on time once and none had to stand down.
///
/// # Examples
///
/// ```
/// use astride::io::Drawing;
/// use astride::shapes::square::{Mover, Neighbours};
/// use astride_agents::fleet::{Action, Executor, Floor, Heading, Robot};
///
/// let grid = Drawing::parse("...\n")?.grid;
/// let mover = Mover::walker().neighbours(Neighbours::Four);
/// let floor = Floor::turning(&grid.seen_by(&mover), |node| grid.cell(node));
/// let at = |x| Robot { start: grid.node((x, 0)).unwrap(), heading: Heading::East };
/// let mut executor = Executor::new(floor, &[at(0), at(1)])?;
/// executor.plan(&[Action::Forward, Action::Forward])?;
/// // The second is late, so the first cannot go either.
/// assert_eq!(executor.tick(|robot| robot == 1), [Action::Wait, Action::Wait]);
/// assert_eq!((executor.waits_for(0), executor.waits_for(1)), (Some(1), None));
/// assert_eq!(executor.tick(|_| false), [Action::Forward, Action::Forward]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Executor {
    floor: Floor,
    /// Where each robot is, and where it will be when its plan is done.
    at: Vec<Pose>,
    end: Vec<Pose>,
    /// The moves that each robot still has to make, without waits.
    ahead: Vec<VecDeque<Move>>,
    /// Whether each robot has been on time for its next move, which is part of a full circle.
    stands_by: Vec<bool>,
    /// The robots that pass each place, beginning with the one that is on it.
    passing: Vec<VecDeque<u32>>,
    actions: Vec<Action>,
    goes: Vec<bool>,
}

/// A move of one robot.
#[derive(Clone, Copy)]
struct Move {
    to: Pose,
    /// Whether it is part of a full circle.
    is_in_circle: bool,
}

impl Executor {
    /// Robots at their starts, with nothing to do.
    ///
    /// # Errors
    ///
    /// If a robot stands where none can stand, or two stand on one place.
    pub fn new(floor: Floor, robots: &[Robot]) -> Result<Self, ExecutorError> {
        let mut passing = vec![VecDeque::new(); floor.roadmap().place_count()];
        let mut at = Vec::with_capacity(robots.len());
        for (robot, &Robot { start, heading }) in robots.iter().enumerate() {
            let fault = |what| ExecutorError { robot, node: start, what };
            let place = floor.roadmap().place(start).ok_or(fault(What::Blocked))?;
            if !passing[place as usize].is_empty() {
                return Err(fault(What::Taken));
            }
            passing[place as usize].push_back(robot as u32);
            at.push(floor.pose(place, heading));
        }
        let count = robots.len();
        let ahead = vec![VecDeque::new(); count];
        let (end, actions) = (at.clone(), vec![Action::Wait; count]);
        let (goes, stands_by) = (vec![false; count], vec![false; count]);
        Ok(Executor { floor, at, end, ahead, stands_by, passing, actions, goes })
    }

    /// Adds one timestep to the plan: what each robot does, by robot.
    ///
    /// # Errors
    ///
    /// If a robot cannot make its move, or the moves make two robots meet or exchange places; then
    /// nothing has been added.
    ///
    /// # Panics
    ///
    /// If there is not one action for each robot.
    pub fn plan(&mut self, actions: &[Action]) -> Result<(), ExecutorError> {
        assert_eq!(actions.len(), self.at.len(), "one action for each robot");
        let floor = &self.floor;
        let leads = |(robot, &action): (usize, &Action)| {
            let from = self.end[robot];
            let to = std::iter::once(&from).chain(floor.moves(from));
            let to = to.copied().find(|&to| floor.action(from, to) == action);
            let node = floor.roadmap().node(floor.place(from));
            to.ok_or(ExecutorError { robot, node, what: What::NoMove })
        };
        let to: Vec<Pose> = actions.iter().enumerate().map(leads).collect::<Result<_, _>>()?;
        let is_in_circle = self.circles(&to, &self.check(&to)?);
        for (robot, &to) in to.iter().enumerate() {
            let from = std::mem::replace(&mut self.end[robot], to);
            if from != to {
                let is_in_circle = is_in_circle[robot];
                self.ahead[robot].push_back(Move { to, is_in_circle });
            }
            if floor.place(from) != floor.place(to) {
                self.passing[floor.place(to) as usize].push_back(robot as u32);
            }
        }
        Ok(())
    }

    /// Refuses poses to which robots cannot all go at once from the end of their plans; returns
    /// which robot is on each place before and after.
    fn check(&self, to: &[Pose]) -> Result<Vec<[u32; 2]>, ExecutorError> {
        let place = |pose: Pose| self.floor.place(pose) as usize;
        let mut on = vec![[NOWHERE; 2]; self.passing.len()];
        for (robot, (&from, &to)) in self.end.iter().zip(to).enumerate() {
            on[place(from)][0] = robot as u32;
            let fault = |what| ExecutorError { robot, node: self.node(to), what };
            if on[place(to)][1] != NOWHERE {
                return Err(fault(What::Taken));
            }
            on[place(to)][1] = robot as u32;
        }
        for (robot, (&from, &to)) in self.end.iter().zip(to).enumerate() {
            let other = on[place(to)][0];
            if other != NOWHERE && other != robot as u32 && on[place(from)][1] == other {
                return Err(ExecutorError { robot, node: self.node(to), what: What::Swap });
            }
        }
        Ok(on)
    }

    /// Which robots go round full circles: all that drive, except those in a file behind one that
    /// drives to an empty place, and that one.
    fn circles(&self, to: &[Pose], on: &[[u32; 2]]) -> Vec<bool> {
        let place = |pose: Pose| self.floor.place(pose) as usize;
        let ways = self.end.iter().zip(to);
        let mut is_in_circle: Vec<bool> =
            ways.map(|(&from, &to)| place(from) != place(to)).collect();
        for first in (0..to.len()).filter(|&robot| on[place(to[robot])][0] == NOWHERE) {
            let mut behind = first as u32;
            while behind != NOWHERE {
                is_in_circle[behind as usize] = false;
                behind = on[place(self.end[behind as usize])][1];
            }
        }
        is_in_circle
    }

    fn node(&self, pose: Pose) -> NodeId {
        self.floor.roadmap().node(self.floor.place(pose))
    }

    /// Lets every robot that is not late make its next move if it may; returns what each did.
    /// O(robots).
    ///
    /// A robot is late if it cannot begin a move in this tick. Only robots that have a move to make and
    /// do not stand by are asked.
    pub fn tick(&mut self, mut is_late: impl FnMut(u32) -> bool) -> &[Action] {
        for robot in 0..self.at.len() {
            let next = self.ahead[robot].front();
            let is_ready = next.is_some() && (self.stands_by[robot] || !is_late(robot as u32));
            self.goes[robot] = is_ready;
            self.stands_by[robot] = is_ready && next.is_some_and(|next| next.is_in_circle);
        }
        // All that want to go are assumed to go; one that cannot stops the one behind it.
        let mut stopped: Vec<u32> = Vec::new();
        for robot in 0..self.at.len() as u32 {
            if self.goes[robot as usize] && !self.may_go(robot) {
                stopped.push(robot);
            }
            while let Some(robot) = stopped.pop() {
                self.goes[robot as usize] = false;
                let here = self.floor.place(self.at[robot as usize]) as usize;
                if let Some(&behind) = self.passing[here].get(1)
                    && self.goes[behind as usize]
                    && self.enters(behind) == Some(here as Place)
                {
                    stopped.push(behind);
                }
            }
        }
        for robot in 0..self.at.len() {
            self.actions[robot] = Action::Wait;
            if self.goes[robot] {
                let from = self.at[robot];
                let to = self.ahead[robot].pop_front().expect("it has a move to make").to;
                self.stands_by[robot] = false;
                self.actions[robot] = self.floor.action(from, to);
                self.at[robot] = to;
                if self.floor.place(from) != self.floor.place(to) {
                    self.passing[self.floor.place(from) as usize].pop_front();
                }
            }
        }
        &self.actions
    }

    /// Whether a robot may make its next move, if all go that are assumed to go.
    fn may_go(&self, robot: u32) -> bool {
        let Some(to) = self.enters(robot) else { return true };
        let passing = &self.passing[to as usize];
        if passing[0] == robot {
            return true;
        }
        let ahead = passing[0];
        let is_leaving = self.goes[ahead as usize] && self.enters(ahead).is_some();
        passing[1] == robot && is_leaving && self.floor.place(self.at[ahead as usize]) == to
    }

    /// The place that the next move of a robot enters, if it does not turn.
    fn enters(&self, robot: u32) -> Option<Place> {
        let to = self.floor.place(self.ahead[robot as usize].front()?.to);
        (to != self.floor.place(self.at[robot as usize])).then_some(to)
    }

    /// Where a robot is, and which way it faces.
    ///
    /// # Panics
    ///
    /// If there is no such robot.
    pub fn robot(&self, robot: u32) -> Robot {
        let pose = self.at[robot as usize];
        Robot { start: self.node(pose), heading: self.floor.heading(pose) }
    }

    /// How many moves a robot still has to make.
    ///
    /// # Panics
    ///
    /// If there is no such robot.
    pub fn left(&self, robot: u32) -> usize {
        self.ahead[robot as usize].len()
    }

    /// The robot that is on the place that `robot` enters next, or has to pass it first: until that one
    /// leaves the place, `robot` waits, late or not. It may enter in the tick in which the other leaves.
    ///
    /// If from one to the next this leads back to `robot`, these are a full circle, which waits for those
    /// that do not [stand by](Self::stands_by).
    ///
    /// # Panics
    ///
    /// If there is no such robot.
    pub fn waits_for(&self, robot: u32) -> Option<u32> {
        let to = self.enters(robot)?;
        self.passing[to as usize].front().copied().filter(|&first| first != robot)
    }

    /// Whether a robot has been on time for a move round a full circle, and goes as soon as all others
    /// of the circle have been.
    ///
    /// # Panics
    ///
    /// If there is no such robot.
    pub fn stands_by(&self, robot: u32) -> bool {
        self.stands_by[robot as usize]
    }

    /// Reports that a robot can no longer stand by, as after a breakdown: its circle waits until it is on
    /// time again. Has no effect on a robot that does not stand by.
    ///
    /// # Panics
    ///
    /// If there is no such robot.
    pub fn stand_down(&mut self, robot: u32) {
        self.stands_by[robot as usize] = false;
    }
}

/// Why something is not a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutorError {
    robot: usize,
    node: NodeId,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Blocked,
    Taken,
    NoMove,
    Swap,
}

astride::errors! { struct ExecutorError:
    Self { robot, node, what: What::Blocked } => ("executor-start-blocked",
        "robot {robot} starts on node {node}, where nobody can stand"),
    Self { robot, node, what: What::Taken } => ("executor-place-taken",
        "robot {robot} comes to node {node}, where another one is"),
    Self { robot, node, what: What::NoMove } => ("executor-no-move",
        "robot {robot} cannot make its move from node {node}"),
    Self { robot, node, what: What::Swap } => ("executor-swap",
        "robot {robot} exchanges places with the one on node {node}"),
}

impl fmt::Debug for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Executor").field("robots", &self.at.len()).finish_non_exhaustive()
    }
}
