//! Requests spread over frames: a queue that answers within a budget, piece by piece in each frame.
//!
//! A fixed number of lanes each hold one answer in progress. Work proceeds in rounds: free lanes
//! take the next request, the lanes share the remaining budget by priority, each does its part, and
//! finished answers are delivered in lane order. All of that is a function of the requests, the
//! changes of the world and the budgets, never of threads; a deadline or a flag can only end it
//! earlier. An answer is completed in the state of the world in which it was begun, so it always
//! makes progress; what of it is still valid is determined at the end.

mod crew;
mod lanes;
mod line;
mod serve;
mod ticket;

pub use serve::{Company, Serve, Stage, Step, Task};
pub use ticket::{
    Delivery, Progress, QueueFull, Request, RequestOptions, Standing, Ticket, WorkReport,
};

use std::fmt;
use std::vec::Drain;

use crate::base::{Budget, Spent};
use lanes::{Job, Lane};
use line::{Line, Next, State};

/// What a queue that is answered by `S` delivers.
type Delivered<S> = Delivery<<S as Serve>::Ask, <S as Serve>::Answer, <S as Serve>::Stamp>;

/// A queue of requests that are answered piece by piece.
///
/// Requests are served by priority, which rises by [`RequestOptions::ageing`] with every frame
/// (every call of [`work`](Self::work)); ties go to the earlier ticket. No request that arrives
/// `255 / ageing` frames later can overtake, so every request is served. Requests in progress at
/// the same time also share the budget by priority, each getting at least one expansion of every
/// round.
///
/// If enough requests with the same [key](Serve::key) are waiting, they are answered together. New
/// requests with that key join them as long as the world is the same as when that work began.
///
/// # When the world changes
///
/// An answer is completed in the state of the world in which it was begun, whatever changes
/// meanwhile. Then [`Serve::standing`] checks it: an answer that still holds is delivered. One that
/// does not is recomputed in the current world, in its lane and with its age, at most
/// [`RequestOptions::again`] times and within its limit. The last answer is delivered even if it
/// does not hold, and [`Delivery::standing`] says how far it does.
///
/// With any changes in any frame, a request therefore takes at most `1 + again` times the
/// expansions that it would take in the most expensive state of the world during its life, and a
/// queue of requests at most `1 + again` times the frames.
pub struct Requests<S: Serve> {
    options: RequestOptions,
    line: Line<S::Ask, S::Key>,
    lanes: Vec<Lane<S>>,
    done: Vec<Delivered<S>>,
    /// The number of calls of `work`.
    frame: u64,
    /// The lane served last when the budget was not enough for all.
    turn: usize,
}

impl<S: Serve> Default for Requests<S> {
    fn default() -> Self {
        Requests::new(RequestOptions::default())
    }
}

impl<S: Serve> Requests<S> {
    /// An empty queue.
    pub fn new(options: RequestOptions) -> Self {
        let RequestOptions { lanes, ageing, quantum, .. } = options;
        let (lanes, quantum) = (lanes.clamp(1, RequestOptions::MOST_LANES), quantum.max(1));
        let options = RequestOptions { lanes, quantum, ..options };
        Requests {
            options,
            line: Line::new(ageing),
            lanes: (0..lanes).map(|_| Lane::new()).collect(),
            done: Vec::new(),
            frame: 0,
            turn: 0,
        }
    }

    /// Its options.
    pub fn options(&self) -> &RequestOptions {
        &self.options
    }

    /// The number of requests waiting for a lane.
    pub fn waiting(&self) -> usize {
        self.line.waiting
    }

    /// The number of requests being answered.
    pub fn running(&self) -> usize {
        self.line.len() - self.line.waiting - self.done.len()
    }

    /// The number of answers not yet taken.
    pub fn done(&self) -> usize {
        self.done.len()
    }

    /// The answers not yet taken, in the order in which they were found.
    pub(in crate::planner) fn answers(&self) -> &[Delivered<S>] {
        &self.done
    }

    /// Queues a request. O(log waiting).
    ///
    /// # Errors
    ///
    /// If the queue is full.
    pub fn request(&mut self, serve: &S, request: Request<S::Ask>) -> Result<Ticket, QueueFull> {
        let most = self.options.most.min(u32::MAX as usize - 1);
        if self.line.len() >= most {
            return Err(QueueFull { most });
        }
        let slot = self.line.add(request, serve.key(&request.ask), self.frame);
        self.wait(serve, slot);
        Ok(self.line.ticket(slot))
    }

    /// Queues a request, or adds it to the lane where others with its key are being answered in the
    /// current state of the world.
    fn wait(&mut self, serve: &S, slot: u32) {
        let entry = &self.line.entries[slot as usize];
        let (key, stamp) = (entry.key, serve.stamp(&entry.request.ask));
        let running = self.line.joinable(&key).and_then(|at| self.lanes[at as usize].job.as_ref());
        if running.is_some_and(|job| job.is_before(stamp)) {
            self.line.close(&key);
        }
        let lane = self.line.wait(slot);
        if let Some(job) = lane.and_then(|lane| self.lanes[lane as usize].job.as_mut()) {
            job.rank = job.rank.max(self.line.rank(slot));
        }
    }

    /// Works until the budget is spent or nothing is left to do.
    ///
    /// The budget counts expansions and is never exceeded. An answer that needs no expansion counts
    /// as one. A deadline and a cancel flag are checked before every piece of work and at least
    /// every 64 expansions (with the feature `parallel`, every 64 of each lane). A limit on bytes
    /// is ignored.
    pub fn work(&mut self, serve: &S, budget: &mut Budget<'_>) -> WorkReport {
        self.frame += 1;
        self.lanes.iter().flat_map(|lane| &lane.job).for_each(|job| serve.prepare(&job.task.ask));
        let (mut expansions, mut served) = (0, 0);
        let spent = loop {
            self.fill_lanes(serve);
            if self.lanes.iter().all(|lane| lane.job.is_none()) {
                break None;
            }
            let left = budget.left();
            if left == 0 {
                break Some(Spent::Expansions);
            }
            let age = self.frame.saturating_mul(u64::from(self.options.ageing));
            lanes::share(&mut self.lanes, left, self.options.quantum, age, &mut self.turn);
            let stopped = crew::run(&mut self.lanes, serve, budget);
            for lane in 0..self.lanes.len() {
                let (spent, is_served) = self.collect(serve, lane);
                expansions += spent;
                served += usize::from(is_served);
            }
            if stopped.is_some() {
                break stopped;
            }
        };
        self.give_up_expired(serve);
        let (running, waiting) = (self.running(), self.waiting());
        WorkReport { expansions, served, running, waiting, spent }
    }

    /// All answers since the last call, in the order in which they were found.
    pub fn take_done(&mut self) -> Drain<'_, Delivered<S>> {
        for delivery in &self.done {
            self.line.release(delivery.ticket.slot);
        }
        self.done.drain(..)
    }

    /// Cancels a request that is waiting, running, or answered and not yet taken. Returns whether
    /// there was one.
    ///
    /// O(log waiting), or O(answers not yet taken).
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        let Some(entry) = self.line.find(ticket) else { return false };
        match entry.state {
            State::Waiting => self.line.forget_waiting(ticket.slot),
            State::Running { lane } => self.leave_lane(lane as usize, ticket.slot),
            State::Done => self.done.retain(|delivery| delivery.ticket != ticket),
        }
        self.line.release(ticket.slot);
        true
    }

    /// The progress of a request. O(waiting) while it waits.
    pub fn progress(&self, ticket: Ticket) -> Progress {
        let Some(entry) = self.line.find(ticket) else { return Progress::Unknown };
        match entry.state {
            State::Waiting => Progress::Waiting { ahead: self.line.ahead_of(ticket) },
            State::Done => Progress::Done,
            State::Running { lane } => match &self.lanes[lane as usize].job {
                Some(job) => {
                    Progress::Running { expanded: job.expanded, lower_bound: job.lower_bound }
                }
                None => Progress::Running { expanded: 0, lower_bound: 0 },
            },
        }
    }

    /// How many of the requests without a limit that wait for a lane under this key were made after
    /// this many others; `None` if there are none at all. O(their number).
    pub(in crate::planner) fn waiting_since(&self, key: &S::Key, made: u64) -> Option<u64> {
        self.line.waiting_since(key, made)
    }

    /// The number of requests ever made.
    pub(in crate::planner) fn made(&self) -> u64 {
        self.line.serial
    }

    /// Whether the request has not been answered yet. O(1).
    pub(in crate::planner) fn is_open(&self, ticket: Ticket) -> bool {
        self.line.find(ticket).is_some_and(|entry| entry.state != State::Done)
    }

    /// Assigns waiting requests to free lanes.
    fn fill_lanes(&mut self, serve: &S) {
        let own = self.options.merge_from;
        for lane in 0..self.lanes.len() {
            if self.lanes[lane].job.is_some() || self.line.waiting == 0 {
                continue;
            }
            let merge_from = |ask: &S::Ask| serve.merge_from(ask).map(|from| own.unwrap_or(from));
            let Some(next) = self.line.take(lane as u32, merge_from) else { return };
            let (slot, company) = match next {
                Next::Alone(slot) => (slot, Company::Alone),
                Next::Together(slot) => (slot, Company::Together),
            };
            let rank = self.line.rank(slot);
            let key = self.line.entries[slot as usize].key;
            let slot = match company {
                Company::Alone => slot,
                Company::Together => self.line.first(&key, lane as u32).unwrap_or(slot),
            };
            let Request { ask, limit, .. } = self.line.entries[slot as usize].request;
            serve.prepare(&ask);
            self.lanes[lane].job = Some(Job {
                task: Task {
                    ask,
                    company,
                    limit: limit.map(|most| most.max(1)),
                    stage: Stage::New,
                },
                slot,
                key,
                stamp: serve.stamp(&ask),
                rank,
                expanded: 0,
                lower_bound: 0,
            });
        }
    }

    /// Processes the result of a round in one lane: returns the expansions made, and whether a
    /// request was answered.
    fn collect(&mut self, serve: &S, lane: usize) -> (u64, bool) {
        let Some(step) = self.lanes[lane].step.take() else { return (0, false) };
        let spent = std::mem::take(&mut self.lanes[lane].spent);
        let Some(job) = &mut self.lanes[lane].job else { return (spent, false) };
        let slot = job.slot;
        let is_at_limit = job.is_at_limit();
        let (task, begun) = (job.task, job.stamp);
        let answer = match step {
            Step::Answered(answer) => Some(answer),
            Step::Going { lower_bound } => {
                job.lower_bound = lower_bound;
                if is_at_limit { self.lanes[lane].give_up(serve) } else { None }
            }
        };
        let Some(answer) = answer else { return (spent, false) };
        let now = serve.stamp(&task.ask);
        let standing = match begun == now {
            true => Standing::Current,
            false => serve.standing(&task, &answer),
        };
        let entry = &mut self.line.entries[slot as usize];
        if !standing.holds() && !is_at_limit && entry.again < self.options.again {
            entry.again += 1;
            self.ask_again(serve, lane, slot);
            return (spent, false);
        }
        self.leave_lane(lane, slot);
        let ticket = self.line.ticket(slot);
        let entry = &mut self.line.entries[slot as usize];
        entry.state = State::Done;
        let stamp = if standing == Standing::Current { now } else { begun };
        let (ask, frames) = (entry.request.ask, self.frame - entry.asked);
        self.done.push(Delivery { ticket, ask, answer, stamp, standing, frames });
        (spent, true)
    }

    /// Delivers the requests that had to be answered by this frame and are not.
    fn give_up_expired(&mut self, serve: &S) {
        while let Some(slot) = self.line.take_expired(self.frame) {
            let entry = &self.line.entries[slot as usize];
            let (ask, frames, state) = (entry.request.ask, self.frame - entry.asked, entry.state);
            let Some(answer) = serve.expired(&ask, frames) else { continue };
            match state {
                State::Running { lane } => self.leave_lane(lane as usize, slot),
                State::Waiting => self.line.forget_waiting(slot),
                State::Done => {}
            }
            self.line.entries[slot as usize].state = State::Done;
            let (ticket, stamp) = (self.line.ticket(slot), serve.stamp(&ask));
            let standing = Standing::Current;
            self.done.push(Delivery { ticket, ask, answer, stamp, standing, frames });
        }
    }

    /// Handles an answer that no longer holds.
    fn ask_again(&mut self, serve: &S, lane: usize, slot: u32) {
        if self.lanes[lane].job.as_ref().is_some_and(Job::is_together) {
            // The answers to the other requests may still hold; those that do not can be recomputed
            // together.
            self.leave_lane(lane, slot);
            self.wait(serve, slot);
        } else {
            self.lanes[lane].begin_again();
        }
    }

    /// Removes a request from its lane, which continues with the others of its group or becomes
    /// free.
    fn leave_lane(&mut self, lane: usize, slot: u32) {
        let Some(job) = &mut self.lanes[lane].job else { return };
        if !job.is_together() {
            self.lanes[lane].finish();
            return;
        }
        self.line.leave(slot);
        match self.line.first(&job.key, lane as u32) {
            None => self.lanes[lane].finish(),
            Some(first) if job.slot == slot => {
                job.slot = first;
                job.task.ask = self.line.entries[first as usize].request.ask;
            }
            Some(_) => {}
        }
    }
}

impl<S: Serve> fmt::Debug for Requests<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (waiting, running, done) = (self.waiting(), self.running(), self.done());
        write!(f, "Requests {{ {waiting} waiting, {running} running, {done} done }}")
    }
}
