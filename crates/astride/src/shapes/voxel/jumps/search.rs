//! A* over the seams of canonical paths.

use std::cmp::Ordering;

use super::super::bricks::RIM;
use super::super::steps::{MIDDLE, OPEN, STEPS, STRAIGHT, allowed, kind};
use super::super::{Voxel, VoxelMap};
use super::lanes::{Along, others};
use super::map::VoxelJumpMap;
use super::memory::{CLOSED, Record, VoxelJumpMemory};
use crate::base::{Budget, Cost, Entry, NodeId, Spent};
use crate::path::Path;
use crate::search::observer::{Watcher, by_watcher, watch, watched};
use crate::search::{
    Effort, Event, Found, Guarantee, OutOfBudget, Outcome, Part, Scratch, SearchObserver,
    Unreachable, Why,
};
use crate::world::Corners;

/// The parent of the start.
const NOBODY: u32 = u32::MAX;

/// The usual maximum by which `f` rises from one record to the next, in straight steps. It affects
/// only speed.
const SPREAD: u64 = 64;

/// A jump point search between two voxels that can be paused and continued.
///
/// Finds a cheapest path. Ties go to the voxel nearer to the goal, then to the one found first.
///
/// # Examples
///
/// See [`VoxelJumpMap`].
#[derive(Debug)]
pub struct VoxelJumpSearch<'a> {
    map: &'a VoxelMap,
    jumps: &'a VoxelJumpMap,
    scratch: &'a mut VoxelJumpMemory,
    start: Voxel,
    goal: Voxel,
    effort: Effort,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    NotBegun,
    Running,
    /// The record of the goal.
    At(u32),
    Ended(Why),
}

impl<'a> VoxelJumpSearch<'a> {
    /// Prepares a search.
    ///
    /// # Panics
    ///
    /// If `jumps` does not match the current state of `map`, or if a node is off the map.
    pub fn new(
        map: &'a VoxelMap,
        jumps: &'a VoxelJumpMap,
        from: NodeId,
        to: NodeId,
        scratch: &'a mut Scratch,
    ) -> Self {
        assert!(jumps.is_of(map), "the jumps are of another revision than the map");
        assert!(from.max(to).get() < map.voxel_count(), "a node is off the map");
        let [start, goal] = [from, to].map(|node| map.voxel(node));
        let (scratch, effort, stage) = (scratch.part(), Effort::default(), Stage::NotBegun);
        VoxelJumpSearch { map, jumps, scratch, start, goal, effort, stage }
    }

    /// Runs the search. The budget counts entries taken from the open list; when it has run out,
    /// the same call continues, and the slices add up to an uninterrupted search. A search that has
    /// ended returns the same answer again. Events are about start and goal and the voxels that get
    /// a record; the parent of a voxel is a whole straight scan away.
    pub fn run<O: SearchObserver>(&mut self, budget: &mut Budget<'_>, observer: &mut O) -> Outcome {
        watched(observer, |observer| self.run_watched(budget, observer))
    }

    pub(in crate::shapes::voxel) fn run_watched(
        &mut self,
        budget: &mut Budget<'_>,
        observer: Watcher<'_>,
    ) -> Outcome {
        by_watcher!(observer => self.run_by(budget, observer))
    }

    fn run_by(&mut self, budget: &mut Budget<'_>, observer: &mut impl SearchObserver) -> Outcome {
        if self.stage == Stage::NotBegun {
            self.begin(observer);
        }
        let spent = if self.stage == Stage::Running { self.search(budget, observer) } else { None };
        let effort = Effort { bytes: self.scratch.bytes() as u64, ..self.effort };
        match (spent, self.stage) {
            (Some(spent), _) => {
                let lower_bound = self.scratch.open.peek().map_or(0, |entry| entry.f);
                Outcome::OutOfBudget(OutOfBudget { spent, lower_bound, nearest: None, effort })
            }
            (None, Stage::At(number)) => {
                let path = self.path(number);
                Outcome::Found(Found { path, guarantee: Guarantee::Optimal, effort })
            }
            (None, Stage::Ended(why)) => {
                Outcome::Unreachable(Unreachable { why, nearest: None, effort })
            }
            (None, _) => unreachable!("a search ends or runs out of its budget"),
        }
    }

    fn begin<O: SearchObserver>(&mut self, observer: &mut O) {
        let is_free = |at| self.map.around(at) & MIDDLE != 0;
        self.stage = match (is_free(self.start), is_free(self.goal)) {
            (false, _) => Stage::Ended(Why::StartBlocked),
            (_, false) => Stage::Ended(Why::GoalBlocked),
            _ => Stage::Running,
        };
        if self.stage == Stage::Running {
            let least = self.guess(self.start);
            self.scratch.begin(self.map.size());
            self.scratch.open.begin(least, SPREAD * u64::from(self.jumps.mover.ticks()[0]));
            self.reach(self.start, 0, 0, NOBODY, observer);
        }
    }

    #[inline(always)]
    fn guess(&self, at: Voxel) -> Cost {
        self.jumps.mover.cost_apart(at.apart(self.goal))
    }

    fn node(&self, at: Voxel) -> NodeId {
        let [width, height, _] = self.map.size();
        NodeId::new((at.z * height + at.y) * width + at.x)
    }

    fn search<O: SearchObserver>(
        &mut self,
        budget: &mut Budget<'_>,
        observer: &mut O,
    ) -> Option<Spent> {
        while let Some(entry) = self.scratch.open.pop() {
            let number = entry.node;
            let record = self.scratch.records[number as usize];
            if record.is_closed() {
                continue;
            }
            if let Some(spent) = budget.take() {
                self.scratch.open.push(entry);
                return Some(spent);
            }
            self.effort.open_most = self.effort.open_most.max(self.scratch.open.len() as u64 + 1);
            self.effort.expanded += 1;
            if O::WATCHES {
                watch(observer, Event::Close { node: self.node(record.at), g: record.g });
            }
            if record.at == self.goal {
                watch(observer, Event::Goal { node: self.node(self.goal), g: record.g });
                self.stage = Stage::At(number);
                return None;
            }
            self.expand(number, record, observer);
        }
        self.stage = Stage::Ended(Why::Enclosed { seen: self.effort.expanded });
        None
    }

    /// Leaves a voxel by all steps that its arrivals allow and by which it has not been left yet.
    #[inline(always)]
    fn expand<O: SearchObserver>(&mut self, number: u32, record: Record, observer: &mut O) {
        let pattern = self.map.around(record.at);
        let mut steps = match record.parent {
            NOBODY => allowed(pattern, 26, Corners::Never),
            _ => self.onward(record.arrivals, pattern),
        };
        steps &= !record.left_by;
        self.scratch.records[number as usize].left_by |= steps | CLOSED;
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            if step < STRAIGHT {
                self.scan(number, record.at, record.g, step, observer);
            } else {
                let g = record.g + Cost::from(self.jumps.mover.ticks()[kind(step)]);
                self.reach(stepped(record.at, step), 1 << step, g, number, observer);
            }
        }
    }

    /// The next steps after arrivals, in a pattern.
    #[inline(always)]
    fn onward(&mut self, mut arrivals: u32, pattern: u32) -> u32 {
        let mut steps = 0;
        while arrivals != 0 {
            let arrival = arrivals.trailing_zeros();
            arrivals &= arrivals - 1;
            steps |= match pattern {
                OPEN => self.jumps.turns.natural(arrival as usize),
                _ => self.scratch.turns.after(arrival, pattern, || {
                    let allowed = allowed(pattern, 26, Corners::Never);
                    self.jumps.turns.onward(arrival as usize, pattern, allowed)
                }),
            };
        }
        steps
    }

    /// Scans straight on, and records where a turn may follow, or the goal.
    #[inline(always)]
    fn scan<O: SearchObserver>(
        &mut self,
        number: u32,
        from: Voxel,
        g: Cost,
        step: usize,
        observer: &mut O,
    ) {
        let landing = match step {
            0 => self.landing::<0>(from, Along::Up),
            1 => self.landing::<0>(from, Along::Down),
            2 => self.landing::<1>(from, Along::Up),
            3 => self.landing::<1>(from, Along::Down),
            4 => self.landing::<2>(from, Along::Up),
            _ => self.landing::<2>(from, Along::Down),
        };
        if let Some((at, steps)) = landing {
            let g = g + Cost::from(self.jumps.mover.ticks()[0]) * Cost::from(steps);
            self.reach(at, 1 << step, g, number, observer);
        }
    }

    /// Where a straight scan ends at a voxel worth recording, and after how many steps.
    #[inline(always)]
    fn landing<const AXIS: usize>(&self, from: Voxel, along: Along) -> Option<(Voxel, u32)> {
        let (at, goal) = (from.axes(), self.goal.axes());
        let stop = self.jumps.lanes[AXIS].stop::<AXIS>(at, along);
        let [b, c] = const { others(AXIS) };
        if at[b] == goal[b] && at[c] == goal[c] {
            let (here, there) = (at[AXIS], goal[AXIS]);
            let is_seen = match along {
                Along::Up => here < there && stop.is_none_or(|stop| there <= stop),
                Along::Down => there < here && stop.is_none_or(|stop| stop <= there),
            };
            if is_seen {
                return Some((self.goal, here.abs_diff(there)));
            }
        }
        let mut to = at;
        to[AXIS] = stop?;
        let is_free = !self.map.bricks.is_blocked(to.map(|at| at + RIM));
        is_free.then(|| (to.into(), at[AXIS].abs_diff(to[AXIS])))
    }

    /// Records a path to a voxel.
    #[inline(never)]
    fn reach<O: SearchObserver>(
        &mut self,
        at: Voxel,
        arrivals: u32,
        g: Cost,
        parent: u32,
        observer: &mut O,
    ) {
        let fresh = Record { g, at, parent, arrivals, left_by: 0 };
        let (number, was) = match self.scratch.find(at) {
            Err(slot) => (self.scratch.add(slot, fresh), None),
            Ok(number) => {
                let known = &mut self.scratch.records[number as usize];
                let was = *known;
                if known.g < g || (known.g == g && known.arrivals & arrivals == arrivals) {
                    return;
                }
                if known.g > g {
                    *known = fresh;
                } else {
                    known.arrivals |= arrivals;
                    if !known.is_closed() {
                        return; // still open
                    }
                    known.left_by &= !CLOSED;
                }
                (number, Some(was))
            }
        };
        let h = self.guess(at);
        let f = g + h;
        let tie = h.min(u64::from(u32::MAX)) << 32 | u64::from(number);
        self.scratch.open.push(Entry { f, tie, node: number });
        match was {
            None => self.effort.generated += 1,
            Some(was) if was.is_closed() => self.effort.reopened += 1,
            Some(_) => self.effort.improved += 1,
        }
        if O::WATCHES {
            let node = self.node(at);
            let from = self.scratch.records.get(parent as usize).map(|record| self.node(record.at));
            watch(
                observer,
                match (was, from) {
                    (Some(was), Some(parent)) => {
                        Event::Improve { node, parent, g, h, f, reopened: was.is_closed() }
                    }
                    _ => Event::Open { node, parent: from, g, h, f },
                },
            );
        }
    }

    /// The voxels of the path to a record.
    fn path(&self, number: u32) -> Path {
        let records = &self.scratch.records;
        let parent = |record: &&Record| records.get(record.parent as usize);
        let last = &records[number as usize];
        let turns: Vec<Voxel> =
            std::iter::successors(Some(last), parent).map(|record| record.at).collect();
        let mut at = self.start.axes();
        let mut nodes = vec![self.node(self.start)];
        for to in turns.iter().rev().map(|turn| turn.axes()) {
            // Along as many axes as remain, which is the order of canonical paths.
            while at != to {
                at = std::array::from_fn(|axis| match at[axis].cmp(&to[axis]) {
                    Ordering::Less => at[axis] + 1,
                    Ordering::Equal => at[axis],
                    Ordering::Greater => at[axis] - 1,
                });
                nodes.push(self.node(at.into()));
            }
        }
        Path::new(nodes, last.g).expect("a path has its start")
    }
}

/// The target of a step that stays on the map.
#[inline(always)]
fn stepped(at: Voxel, step: usize) -> Voxel {
    let [x, y, z] = STEPS[step].map(i32::from);
    let Voxel { x: left, y: top, z: low } = at;
    let add = u32::wrapping_add_signed;
    Voxel::new(add(left, x), add(top, y), add(low, z))
}
