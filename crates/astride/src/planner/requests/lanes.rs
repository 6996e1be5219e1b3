//! The lanes: the work in progress, and how a round shares the budget among them.

use super::serve::{Company, Serve, Stage, Step, Task};
use crate::base::{Budget, Cost};

/// One lane: memory, and the work set aside in it between rounds.
pub(super) struct Lane<S: Serve> {
    memory: S::Lane,
    pub(super) job: Option<Job<S>>,
    /// Expansions left for this round.
    pub(super) quota: u64,
    /// How many of these may be made now.
    pub(super) slice: u64,
    /// Allowed but not made.
    pub(super) unused: u64,
    /// Expansions made in this round, and the result of the last slice.
    pub(super) spent: u64,
    pub(super) step: Option<Step<S::Answer>>,
}

/// A piece of work that spans rounds.
pub(super) struct Job<S: Serve> {
    pub(super) task: Task<S::Ask>,
    /// The request that is being answered.
    pub(super) slot: u32,
    pub(super) key: S::Key,
    /// The state of the world being searched, once the work has begun.
    pub(super) stamp: S::Stamp,
    /// The highest rank of its requests.
    pub(super) rank: i64,
    pub(super) expanded: u64,
    pub(super) lower_bound: Cost,
}

impl<S: Serve> Lane<S> {
    pub(super) fn new() -> Self {
        let memory = S::Lane::default();
        Lane { memory, job: None, quota: 0, slice: 0, unused: 0, spent: 0, step: None }
    }

    /// The answer of a job that has reached its limit.
    pub(super) fn give_up(&mut self, serve: &S) -> Option<S::Answer> {
        let task = &self.job.as_ref()?.task;
        Some(serve.give_up(&mut self.memory, task))
    }

    /// Marks its work as done.
    pub(super) fn finish(&mut self) {
        self.job = None;
        S::release(&mut self.memory);
    }

    /// Restarts its work in the current world.
    pub(super) fn begin_again(&mut self) {
        if let Some(job) = &mut self.job {
            (job.task.stage, job.lower_bound) = (Stage::New, 0);
        }
        S::release(&mut self.memory);
    }

    /// Runs the slice allowed now, if any; `part` is a budget of that size.
    pub(super) fn make_slice(&mut self, serve: &S, part: &mut Budget<'_>) {
        let slice = std::mem::take(&mut self.slice);
        let Some(job) = self.job.as_mut().filter(|_| slice > 0) else { return };
        if job.task.is_new() {
            job.stamp = serve.stamp(&job.task.ask);
        }
        let step = serve.advance(&mut self.memory, &job.task, part);
        let spent = slice.saturating_sub(part.left()).max(1);
        self.unused += slice.saturating_sub(spent);
        self.spent += spent;
        self.quota = match step {
            Step::Going { .. } => self.quota.saturating_sub(spent),
            Step::Answered(_) => 0,
        };
        job.expanded += spent;
        job.task.stage = Stage::Begun;
        self.step = Some(step);
    }

    /// The maximum number of expansions in one round.
    fn most(&self, quantum: u64) -> u64 {
        let left = |job: &Job<S>| job.task.limit.map_or(u64::MAX, |limit| limit - job.expanded);
        self.job.as_ref().map_or(0, |job| left(job).min(quantum))
    }
}

/// Distributes at most `left` expansions: at least one to each lane, the rest by priority at `age`,
/// and at most `quantum` to any. If there are not enough for all, the lanes from `turn` on get one
/// each, and the turn advances.
pub(super) fn share<S: Serve>(
    lanes: &mut [Lane<S>],
    left: u64,
    quantum: u64,
    age: u64,
    turn: &mut usize,
) {
    let running = lanes.iter().filter(|lane| lane.job.is_some()).count() as u64;
    if left < running {
        share_ones(lanes, left, turn);
        return;
    }
    let weight = |lane: &Lane<S>| {
        let rank = lane.job.as_ref().map_or(0, |job| job.rank);
        // A rank is a priority minus an age that is at most the present one.
        1 + (i128::from(rank) + i128::from(age)).clamp(0, 1 << 40) as u128
    };
    let running_lanes = || lanes.iter().filter(|lane| lane.job.is_some());
    let weights: u128 = running_lanes().map(weight).sum();
    let most: u64 = running_lanes().fold(0, |sum, lane| sum.saturating_add(lane.most(quantum)));
    let rest = u128::from(left.min(most) - running);
    for lane in lanes {
        let part = (rest * weight(lane) / weights.max(1)) as u64;
        lane.quota = lane.most(quantum).min(1 + part);
    }
}

fn share_ones<S: Serve>(lanes: &mut [Lane<S>], mut left: u64, turn: &mut usize) {
    lanes.iter_mut().for_each(|lane| lane.quota = 0);
    for _ in 0..lanes.len() {
        if left == 0 {
            return;
        }
        *turn = (*turn + 1) % lanes.len();
        let lane = &mut lanes[*turn];
        if lane.job.is_some() {
            lane.quota = 1;
            left -= 1;
        }
    }
}

impl<S: Serve> Job<S> {
    pub(super) fn is_together(&self) -> bool {
        self.task.company == Company::Together
    }

    pub(super) fn is_at_limit(&self) -> bool {
        self.task.limit.is_some_and(|limit| self.expanded >= limit)
    }

    /// Whether it was begun in another state of the world than that of `stamp`.
    pub(super) fn is_before(&self, stamp: S::Stamp) -> bool {
        !self.task.is_new() && self.stamp != stamp
    }
}
