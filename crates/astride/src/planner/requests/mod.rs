//! Requests spread over frames: a queue that answers within a budget, a piece of it each frame.
//!
//! A fixed number of lanes each hold one answer that is being worked on. Work goes in rounds: free
//! lanes take the request that comes next, the lanes share what is left of the budget by priority,
//! each makes its part, and what is finished is delivered in the order of the lanes. All of that is
//! a function of the requests, the changes of the world and the budgets, never of threads; a deadline
//! or a flag can only end it sooner. An answer goes on in the state of the world in which it was
//! begun, so it always gets on; what of it holds by then is looked at in the end.

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

/// A queue of requests that are answered a piece at a time.
///
/// Requests are served by priority, which rises by [`RequestOptions::ageing`] with every frame
/// (every call of [`work`](Self::work)); ties go to the earlier ticket. So nobody who comes
/// `255 / ageing` frames later overtakes, and everybody is served. Requests that are worked on at once
/// share the budget by priority as well, each having at least one expansion of every round.
///
/// Requests of equal [key](Serve::key) that wait in sufficient number are answered together, and
/// those of that key that are asked meanwhile join them, for as long as the world is as it was when
/// that work began.
///
/// # When the world changes
///
/// An answer is worked out to its end in the state of the world in which it was begun, whatever
/// changes meanwhile. Then [`Serve::standing`] looks at it: one that still holds is delivered, and one
/// that does not is worked out once more in the world as it is by then, in its lane and with its age,
/// at most [`RequestOptions::again`] times and within its limit. The last is delivered whatever it is
/// worth, and [`Delivery::standing`] says what that is.
///
/// So with any changes in any frame a request takes at most `1 + again` times the expansions that it
/// would take in the costliest of the states of the world that it sees, and a queue of requests at
/// most `1 + again` times the frames.
pub struct Requests<S: Serve> {
    options: RequestOptions,
    line: Line<S::Ask, S::Key>,
    lanes: Vec<Lane<S>>,
    done: Vec<Delivery<S::Answer, S::Stamp>>,
    /// How many calls of `work` there were.
    frame: u64,
    /// The lane that was served last while there was not enough for all.
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

    /// How it works.
    pub fn options(&self) -> &RequestOptions {
        &self.options
    }

    /// Requests that wait for a lane.
    pub fn waiting(&self) -> usize {
        self.line.waiting
    }

    /// Requests that are being answered.
    pub fn running(&self) -> usize {
        self.line.len() - self.line.waiting - self.done.len()
    }

    /// Answers not yet taken.
    pub fn done(&self) -> usize {
        self.done.len()
    }

    /// The answers not yet taken, in the order in which they were found.
    pub(in crate::planner) fn answers(&self) -> &[Delivery<S::Answer, S::Stamp>] {
        &self.done
    }

    /// Puts a request in the queue. O(log waiting).
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

    /// Puts a request in line, or in the lane where others of its key are being answered in the
    /// present state of the world.
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
    /// The budget counts expansions, and never is one made too many. What is answered without any
    /// counts as one. A deadline and a cancel flag are asked before every piece of work and at least
    /// every 64 expansions (with the feature `parallel`, 64 of each lane). A limit on bytes is not
    /// looked at.
    pub fn work(&mut self, serve: &S, budget: &mut Budget<'_>) -> WorkReport {
        self.frame += 1;
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
            let stopped = lanes::run(&mut self.lanes, serve, budget);
            for lane in 0..self.lanes.len() {
                let (spent, is_served) = self.collect(serve, lane);
                expansions += spent;
                served += usize::from(is_served);
            }
            if stopped.is_some() {
                break stopped;
            }
        };
        let (running, waiting) = (self.running(), self.waiting());
        WorkReport { expansions, served, running, waiting, spent }
    }

    /// All answers since the last call, in the order in which they were found.
    pub fn take_done(&mut self) -> Drain<'_, Delivery<S::Answer, S::Stamp>> {
        for delivery in &self.done {
            self.line.release(delivery.ticket.slot);
        }
        self.done.drain(..)
    }

    /// Takes a request back: waiting, running, or answered and not yet taken. Whether there was one.
    ///
    /// O(log waiting), or O(answers not yet taken).
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        let Some(entry) = self.line.find(ticket) else { return false };
        match entry.state {
            State::Waiting => self.line.forget_waiting(ticket.slot),
            State::Running { lane } => {
                self.leave_lane(lane as usize, ticket.slot);
                self.line.release(ticket.slot);
            }
            State::Done => {
                self.done.retain(|delivery| delivery.ticket != ticket);
                self.line.release(ticket.slot);
            }
        }
        true
    }

    /// How far a request has come. O(waiting) while it waits.
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

    /// Whether the request is still to be answered. O(1).
    pub(in crate::planner) fn is_open(&self, ticket: Ticket) -> bool {
        self.line.find(ticket).is_some_and(|entry| entry.state != State::Done)
    }

    /// Gives free lanes to those who wait.
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

    /// Looks at what came of a round in one lane: expansions made, and whether a request was answered.
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
        let frames = self.frame - entry.asked;
        self.done.push(Delivery { ticket, answer, stamp, standing, frames });
        (spent, true)
    }

    /// The answer of a request does not hold any more.
    fn ask_again(&mut self, serve: &S, lane: usize, slot: u32) {
        if self.lanes[lane].job.as_ref().is_some_and(Job::is_together) {
            // The answers of others may hold; those that do not may be found together once more.
            self.leave_lane(lane, slot);
            self.wait(serve, slot);
        } else {
            self.lanes[lane].begin_again();
        }
    }

    /// Takes a request out of its lane, which goes on with the others of its group or is free.
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
