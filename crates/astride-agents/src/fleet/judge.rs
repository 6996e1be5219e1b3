//! Which operations of a robot are better: what each leaves to do.

use std::sync::Arc;

use super::distances::{Care, Distances, FAR, Left};
use super::floor::{Floor, Pose};
use super::menu::{Menu, Menus};
use super::operation::Operation;
use super::traffic::{MOST_COST, Traffic, UNIT};
use crate::roadmap::Place;

/// Where a robot goes, and where it will go after that if it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Aim {
    pub(super) goal: Option<Place>,
    pub(super) next: Option<Place>,
}

/// What operations are judged by.
pub(super) struct Judge<'a> {
    pub(super) floor: &'a Floor,
    pub(super) traffic: &'a Traffic,
    pub(super) distances: &'a mut Distances,
    pub(super) menus: &'a mut Menus,
    pub(super) desk: &'a mut Desk,
    pub(super) span: usize,
}

/// Memory for the judgement of one robot's operations, by the spots and the moves of its menu.
#[derive(Clone, Debug, Default)]
pub(super) struct Desk {
    left: Vec<Left>,
    prefixes: Vec<Prefix>,
}

/// An operation; better ones are smaller, and of equally good ones the one that drives earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct End {
    /// What is left to do after it.
    pub(super) cost: i32,
    /// Its last move in the menu.
    pub(super) last: u32,
}

impl Judge<'_> {
    /// Lists all operations from a pose but the one that waits all the time, the best first, and
    /// works out what is left to do after `held`, too.
    pub(super) fn list(&mut self, aim: Aim, from: Pose, held: &mut Operation, ends: &mut Vec<End>) {
        let menu = self.look(aim, from);
        held.cost = self.cost_on(&menu, aim, held);
        ends.clear();
        let is_far = aim.goal.is_some() && self.desk.left[0].rough > horizon(self.span);
        let mut prefixes = std::mem::take(&mut self.desk.prefixes);
        prefixes.clear();
        prefixes.push(Prefix::default());
        for timestep in 1..self.span {
            for at in &menu.moves[menu.moves_of(timestep)] {
                let before = prefixes[at.before as usize];
                prefixes.push(if is_far {
                    // As the other one says where no operation comes to the goal.
                    let left = self.desk.left[at.spot as usize].rough as i32;
                    Prefix { at: at.spot, cost: before.cost + left, reached: None }
                } else {
                    self.after(&menu, aim, before, timestep, at.spot)
                });
            }
        }
        for last in menu.ends(self.span) {
            let at = menu.moves[last];
            let before = prefixes[at.before as usize];
            let cost = if is_far {
                before.cost + END_WEIGHT * self.desk.left[at.spot as usize].turns as i32
            } else {
                self.after(&menu, aim, before, self.span, at.spot).cost
            };
            ends.push(End { cost, last: last as u32 });
        }
        self.desk.prefixes = prefixes;
        ends.sort_unstable();
    }

    /// What an operation that begins in `from` leaves to do, as [`list`](Self::list) counts it.
    pub(super) fn cost(&mut self, aim: Aim, from: Pose, operation: &Operation) -> i32 {
        let menu = self.look(aim, from);
        self.cost_on(&menu, aim, operation)
    }

    fn cost_on(&mut self, menu: &Menu, aim: Aim, operation: &Operation) -> i32 {
        let mut prefix = Prefix::default();
        for (before, &pose) in operation.poses[..self.span].iter().enumerate() {
            let spot = menu.spots.iter().position(|spot| spot.pose == pose);
            let spot = spot.expect("an operation stays within its moves") as u32;
            prefix = self.after(menu, aim, prefix, before + 1, spot);
        }
        prefix.cost
    }

    /// Finds out what a robot in a pose can come to, and what it would have to do from there.
    fn look(&mut self, aim: Aim, from: Pose) -> Arc<Menu> {
        let menu = self.menus.of(self.floor, from);
        if let Some(goal) = aim.goal {
            let left = &mut self.desk.left;
            self.distances.look(self.floor, self.traffic, goal, &menu.spots, left);
        }
        menu
    }

    /// The first moves of an operation, and one more.
    #[inline(always)]
    fn after(&mut self, menu: &Menu, aim: Aim, before: Prefix, timestep: usize, to: u32) -> Prefix {
        let Some(goal) = aim.goal else {
            // Those that go nowhere had better stay.
            let cost = before.cost + i32::from(before.at != to);
            return Prefix { at: to, cost, reached: None };
        };
        let spot = &menu.spots[to as usize];
        let is_there = spot.place == goal;
        let reached = before.reached.or(is_there.then_some(timestep as u8));
        let is_end = timestep == self.span;
        let left = match reached {
            // The one at the end decides, others between equals.
            None if is_end => self.desk.left[to as usize].turns as i32,
            None => self.desk.left[to as usize].rough as i32,
            Some(at) => self.left_after(goal, aim.next, spot.pose, at.into(), is_end),
        };
        let weight = if is_end { END_WEIGHT } else { 1 };
        Prefix { at: to, cost: before.cost + weight * left, reached }
    }

    /// What is left to do in a pose after the goal was reached at a timestep from now.
    #[cold]
    fn left_after(
        &mut self,
        goal: Place,
        next: Option<Place>,
        pose: Pose,
        reached: usize,
        is_end: bool,
    ) -> i32 {
        let Some(next) = next else {
            // Whatever comes next, it can begin so much earlier.
            return -((self.span + 1 - reached) as i32 * UNIT as i32);
        };
        let (floor, traffic) = (self.floor, self.traffic);
        let care = if is_end { Care::Turns } else { Care::Rough };
        let cost = self.distances.cost(floor, traffic, next, pose, care);
        // However it faces when it comes there, to come is better than not to come.
        let between = self.between(goal, next) + MOST_TURNS * UNIT as i32;
        if cost == FAR { 0 } else { cost as i32 - between }
    }

    /// The least cost from a goal to the next.
    fn between(&mut self, goal: Place, next: Place) -> i32 {
        let (floor, traffic) = (self.floor, self.traffic);
        let cost = |pose| self.distances.cost(floor, traffic, next, pose, Care::Turns);
        let costs = floor.poses(goal).map(cost);
        costs.min().unwrap_or(0) as i32
    }
}

/// From farther away no operation of this many moves comes to a goal.
pub(super) fn horizon(span: usize) -> u32 {
    span as u32 * MOST_COST
}

/// What is left at the end counts this much more than what is left after each move before it: the
/// end decides, and of two ways there the one that gets on earlier.
const END_WEIGHT: i32 = 8;

/// It takes at most this many turns to face another way.
const MOST_TURNS: i32 = 2;

/// The first moves of an operation.
#[derive(Clone, Copy, Debug, Default)]
struct Prefix {
    /// The spot where they end.
    at: u32,
    cost: i32,
    /// The timestep in which the goal was reached.
    reached: Option<u8>,
}
