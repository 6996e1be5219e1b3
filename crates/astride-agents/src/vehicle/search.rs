//! Hybrid A*: a search for a drive among obstacles.
//!
//! D. Dolgov, S. Thrun, M. Montemerlo and J. Diebel, "Practical Search Techniques in Path Planning
//! for Autonomous Driving", AAAI workshop STAIR, 2008, and IJRR 29(5), 2010: poses are continuous,
//! and of those with the same discretised position and heading only the cheapest is kept. From time
//! to time the shortest curve to the goal is tried, which ends the search if it is free.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::TAU;
use std::mem::size_of;

use astride::base::{Budget, Spent, Weight};
use astride::shapes::square::GridView;

use super::VehicleError;
use super::bests::{Bests, Fineness, NOBODY};
use super::body::{Reversing, Vehicle};
use super::curve::Word;
use super::drive::{Drive, Driven, NoDrive};
use super::fit::{is_free, words};
use super::ground::Ground;
use super::guess::Guess;
use super::outline::Outline;
use super::pose::{Gear, Pose, Segment, Steer};
use super::shorten::{Knot, shortened};

/// The number of curves from a pose to the goal that are tried, the cheapest first.
const SHOTS: usize = 6;

/// After this many expansions the estimate is weighted.
const PATIENCE: u64 = 5000;
const HURRY: Weight = match Weight::new(3, 2) {
    Ok(weight) => weight,
    Err(_) => panic!("3/2 is a weight"),
};

/// After this many expansions curves are tried again, however far the goal is.
const MOST_UNTRIED: u64 = 100;

/// A search that can be paused and continued.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::io::Drawing;
/// use astride::shapes::square::Mover;
/// use astride_agents::vehicle::{DriveSearch, Driven, Fineness, Pose, Vehicle};
///
/// let map = Drawing::parse("
///     ..............
///     ..............
///     ..............
///     .......#......
///     .......#......
///     .......#......
/// ")?;
/// let view = map.grid.seen_by(&Mover::walker());
/// let (from, to) = (Pose::new(2.0, 4.5, 0.0), Pose::new(10.0, 4.5, 0.0));
/// let car = Vehicle::new(2.0, 1.0, 2.0);
/// let mut search = DriveSearch::new(&view, &car, [from, to], Fineness::default())?;
/// let Driven::Found(drive) = search.run(&mut Budget::unlimited()) else { panic!("no drive") };
/// assert!(drive.length() > 8.0, "round the wall");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DriveSearch {
    ground: Ground,
    vehicle: Vehicle,
    fineness: Fineness,
    weight: Weight,
    /// Whether the weight is still to be raised if the search takes long.
    is_patient: bool,
    ends: [Pose; 2],
    guess: Option<Guess>,
    nodes: Vec<Node>,
    /// Collision-free curves to the goal.
    shots: Vec<Word>,
    /// The open list, cheapest first: the estimated total cost, the remaining part of it, and a
    /// node.
    open: BinaryHeap<Reverse<(u64, u64, u32)>>,
    bests: Bests,
    expanded: u64,
    /// The number of expansions until the next curve is tried.
    until_shot: u64,
}

/// A reached pose.
#[derive(Clone, Copy, Debug)]
struct Node {
    pose: Pose,
    /// The cost so far, in parts.
    cost: u64,
    parent: u32,
    came_by: CameBy,
    guessed: Guessed,
}

/// The estimate of the remaining cost from a node. Curves take time, so they are computed only for
/// nodes at the front of the open list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Guessed {
    Round,
    RoundAndStraight,
}

#[derive(Clone, Copy, Debug)]
enum CameBy {
    Start,
    Step(Segment),
    /// A curve to the goal, by its number.
    Shot(u32),
}

impl Node {
    fn new(pose: Pose, cost: u64, parent: u32, came_by: CameBy) -> Self {
        Node { pose, cost, parent, came_by, guessed: Guessed::Round }
    }

    fn gear(&self) -> Option<Gear> {
        match self.came_by {
            CameBy::Step(segment) => Some(segment.gear),
            _ => None,
        }
    }
}

/// The approximate memory limit of [`find_drive`].
const MOST_BYTES: usize = 1 << 30;

/// Searches for a drive until it is found or all poses are expanded, at the default resolution, or
/// until that takes 1 GiB of memory: [`Driven::OutOfBudget`].
///
/// The drive begins and ends exactly at the given poses, respects the turning radius, and keeps a
/// sixteenth of a cell free all around the vehicle. Its cost is low, but not necessarily the least.
///
/// # Errors
///
/// As for [`DriveSearch::new`].
///
/// # Complexity
///
/// O(cells) initially, then at most O(states log states) for cells × positions² × headings × 2
/// states.
pub fn find_drive(
    view: &GridView<'_>,
    vehicle: &Vehicle,
    ends: [Pose; 2],
) -> Result<Driven, VehicleError> {
    let mut search = DriveSearch::new(view, vehicle, ends, Fineness::default())?;
    Ok(search.run(&mut Budget::unlimited().bytes(MOST_BYTES)))
}

impl DriveSearch {
    /// A search for a drive between two poses. Only blocked cells and the area off the map are
    /// obstacles.
    ///
    /// # Errors
    ///
    /// If a number is NaN or out of range, if there are walls between cells or terrain of several
    /// media, or if the map has more than 2²⁴ cells.
    pub fn new(
        view: &GridView<'_>,
        vehicle: &Vehicle,
        ends: [Pose; 2],
        fineness: Fineness,
    ) -> Result<Self, VehicleError> {
        let (vehicle, fineness) = (vehicle.checked()?, fineness.checked()?);
        let [from, to] = ends;
        let ends = [from.checked()?, to.checked()?];
        let ground = Ground::new(view)?;
        let mut search = DriveSearch {
            bests: Bests::new(&ground, fineness),
            ground,
            vehicle,
            fineness,
            weight: Weight::ONE,
            is_patient: true,
            ends,
            guess: None,
            nodes: Vec::new(),
            shots: Vec::new(),
            open: BinaryHeap::new(),
            expanded: 0,
            until_shot: 0,
        };
        if search.is_blocked().is_none() {
            let guess = Guess::new(&search.ground, &search.vehicle, to);
            if let Some(left) = guess.round(from) {
                search.guess = Some(guess);
                search.add(Node::new(from, 0, NOBODY, CameBy::Start), left);
            }
        }
        Ok(search)
    }

    /// Adds other vehicles that stand where they are, however near they are to obstacles or to each
    /// other. Call it before the first [`run`](Self::run).
    ///
    /// # Errors
    ///
    /// If a number of one of them is NaN or out of range.
    pub fn among(mut self, others: &[(Vehicle, Pose)]) -> Result<Self, VehicleError> {
        let outline = |&(vehicle, pose): &(Vehicle, Pose)| {
            Ok(Outline::new(&vehicle.checked()?, pose.checked()?))
        };
        let outlines: Result<Vec<Outline>, VehicleError> = others.iter().map(outline).collect();
        self.ground.stand(outlines?);
        Ok(self)
    }

    /// Multiplies the estimate of the remaining cost by a weight. Call it before the first
    /// [`run`](Self::run). Without a call the search finds a cheap drive if 5000 expansions are enough for
    /// that, and then goes on with a weight of 1.5: where obstacles force detours, this takes many
    /// times fewer expansions, for a drive that may cost a little more.
    pub fn weight(mut self, weight: Weight) -> Self {
        self.weight = weight;
        self.is_patient = false;
        self.reopen();
        self
    }

    /// Sorts the open list by the current weight.
    fn reopen(&mut self) {
        let open = std::mem::take(&mut self.open).into_iter();
        self.open = open.map(|Reverse((_, left, id))| self.entry(left, id)).collect();
    }

    /// The entry of a node in the open list.
    fn entry(&self, left: u64, id: u32) -> Reverse<(u64, u64, u32)> {
        let cost = self.nodes[id as usize].cost;
        Reverse((cost.saturating_add(self.weight.times(left)), left, id))
    }

    /// The number of poses expanded so far.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Searches within a budget, where each pose expanded counts as one expansion.
    ///
    /// A search that is paused and continued gives the same answer as an uninterrupted one.
    pub fn run(&mut self, budget: &mut Budget<'_>) -> Driven {
        if let Some(why) = self.is_blocked() {
            return Driven::NoDrive(why);
        }
        if self.guess.is_none() {
            return Driven::NoDrive(NoDrive::Enclosed);
        }
        while let Some(&Reverse((_, left, id))) = self.open.peek() {
            let node = self.nodes[id as usize];
            if let CameBy::Shot(shot) = node.came_by {
                return Driven::Found(self.drive(node.parent, self.shots[shot as usize]));
            }
            if self.bests.of(node.pose, node.gear()) != Some(id) {
                self.open.pop();
                continue;
            }
            if self.guess_again(id, left) {
                continue;
            }
            if let Some(spent) = self.spent(budget) {
                return Driven::OutOfBudget(spent);
            }
            self.open.pop();
            self.expanded += 1;
            self.try_shot(id);
            self.expand(id);
            if self.is_patient && self.expanded == PATIENCE {
                self.weight = HURRY;
                self.reopen();
            }
        }
        Driven::NoDrive(NoDrive::NotFound { expanded: self.expanded })
    }

    fn is_blocked(&self) -> Option<NoDrive> {
        let [start, goal] = self.ends.map(|pose| self.ground.obstacle(&self.vehicle, pose));
        start.map(NoDrive::StartBlocked).or(goal.map(NoDrive::GoalBlocked))
    }

    fn spent(&self, budget: &mut Budget<'_>) -> Option<Spent> {
        let bytes = self.nodes.capacity() * size_of::<Node>()
            + self.open.capacity() * size_of::<(u64, u64, u32)>()
            + self.bests.bytes();
        // Node numbers are limited, with some to spare for those of one expansion.
        let is_full = self.nodes.len() >= (NOBODY - 16) as usize || !budget.allows_bytes(bytes);
        if is_full { Some(Spent::Bytes) } else { budget.take() }
    }

    fn add(&mut self, node: Node, left: u64) {
        let id = self.nodes.len() as u32;
        self.nodes.push(node);
        self.open.push(self.entry(left, id));
        if !matches!(node.came_by, CameBy::Shot(_)) {
            *self.bests.entry(node.pose, node.gear()) = id;
        }
    }

    /// Estimates the remaining cost of the next node by a curve, and puts the node back if the
    /// estimate rises.
    fn guess_again(&mut self, id: u32, left: u64) -> bool {
        let node = &mut self.nodes[id as usize];
        if node.guessed == Guessed::RoundAndStraight {
            return false;
        }
        node.guessed = Guessed::RoundAndStraight;
        let pose = node.pose;
        let straight = self.guess.as_ref().map_or(0, |guess| guess.straight(pose));
        let is_more = straight > left;
        if is_more {
            self.open.pop();
            self.open.push(self.entry(straight, id));
        }
        is_more
    }

    /// The length of one step: enough to leave its discretised position and, on an arc, to change
    /// the heading by at least one unit.
    fn stride(&self) -> f64 {
        let Fineness { places, headings } = self.fineness;
        let heading = self.vehicle.turning_radius * TAU / f64::from(headings);
        heading.max(1.5 / f64::from(places))
    }

    fn expand(&mut self, id: u32) {
        let node = self.nodes[id as usize];
        let gears: &[Gear] = match self.vehicle.reversing {
            Reversing::Never => &[Gear::Forward],
            Reversing::Allowed => &[Gear::Forward, Gear::Reverse],
        };
        let length = self.stride();
        for &gear in gears {
            for steer in [Steer::Straight, Steer::Left, Steer::Right] {
                let segment = Segment { steer, gear, length };
                let change = self.vehicle.costs.change(node.gear(), gear);
                let cost = node.cost + change + self.vehicle.costs.of(segment);
                let pose = node.pose.after(segment, self.vehicle.turning_radius);
                let best = self.bests.of(pose, Some(gear));
                let is_known = best.is_some_and(|best| self.nodes[best as usize].cost <= cost);
                if is_known || self.ground.obstacle_on(&self.vehicle, node.pose, segment).is_some()
                {
                    continue;
                }
                let left = self.guess.as_ref().and_then(|guess| guess.round(pose));
                if let Some(left) = left {
                    self.add(Node::new(pose, cost, id, CameBy::Step(segment)), left);
                }
            }
        }
    }

    /// Tries the cheapest curves to the goal, more often when it is near.
    fn try_shot(&mut self, id: u32) {
        let node = self.nodes[id as usize];
        if self.until_shot > 0 {
            self.until_shot -= 1;
            return;
        }
        let away = node.pose.at().distance_to(self.ends[1].at());
        let diameters = (away / (2.0 * self.vehicle.turning_radius)) as u64;
        self.until_shot = diameters.min(MOST_UNTRIED);
        let words = words(&self.vehicle, [node.pose, self.ends[1]], node.gear());
        let free = words
            .into_iter()
            .take(SHOTS)
            .find(|&(_, word)| is_free(&self.ground, &self.vehicle, node.pose, word));
        if let Some((cost, word)) = free {
            let came_by = CameBy::Shot(self.shots.len() as u32);
            self.shots.push(word);
            let cost = node.cost + cost;
            self.add(Node::new(self.ends[1], cost, id, came_by), 0);
        }
    }

    /// The drive to a node and from there along a curve.
    fn drive(&self, node: u32, word: Word) -> Drive {
        let mut knots = Vec::new();
        let mut at = node;
        while let CameBy::Step(segment) = self.nodes[at as usize].came_by {
            knots.push(Knot { segment, to: self.nodes[at as usize].pose });
            at = self.nodes[at as usize].parent;
        }
        knots.reverse();
        let mut pose = self.nodes[node as usize].pose;
        for segment in word.segments(self.vehicle.turning_radius) {
            pose = pose.after(segment, self.vehicle.turning_radius);
            knots.push(Knot { segment, to: pose });
        }
        let segments = shortened(&self.ground, &self.vehicle, self.ends[0], &knots);
        Drive::new(self.ends[0], &self.vehicle, &segments)
    }
}
