//! What goes into a queue of requests and what comes out of it.

use std::fmt;

use crate::base::{Cost, Spent};

/// Stands for a request, at the queue that gave it; another may take it for one of its own. Later
/// tickets are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket {
    /// From 1; none is given twice.
    pub(super) serial: u64,
    pub(super) slot: u32,
}

impl Ticket {
    /// Its number: 1 for the first request of a queue, 2 for the second.
    pub fn number(&self) -> u64 {
        self.serial
    }
}

impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ticket {}", self.serial)
    }
}

/// A question with how much it matters and how much it may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<A> {
    /// The question.
    pub ask: A,
    /// How much it matters; the more the sooner.
    pub priority: u8,
    /// Expansions it may take, at least one; then it is delivered with what is known. A request with
    /// a limit is answered by itself.
    pub limit: Option<u64>,
    /// Whether a coarse answer is wanted meanwhile, where one can be had:
    /// [`Navigator::take_first_steps`](crate::planner::Navigator::take_first_steps).
    pub partial: bool,
}

impl<A> Request<A> {
    /// A request without a limit.
    pub fn new(ask: A, priority: u8) -> Self {
        Request { ask, priority, limit: None, partial: false }
    }

    /// Delivered after this many expansions, whatever is known by then; 0 counts as 1.
    #[must_use]
    pub fn limit(mut self, expansions: u64) -> Self {
        self.limit = Some(expansions);
        self
    }

    /// Asks for first steps to be told until the answer is found, where there are any: see
    /// [`Navigator::take_first_steps`](crate::planner::Navigator::take_first_steps).
    #[must_use]
    pub fn partial(mut self) -> Self {
        self.partial = true;
        self
    }
}

/// A request that was answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery<R, T> {
    /// Which.
    pub ticket: Ticket,
    /// The answer, of the state of the world that `stamp` names.
    pub answer: R,
    /// The state of the world that it was worked out in: what it promises, it promises there.
    pub stamp: T,
    /// What of it holds in the world as it was when it was delivered.
    pub standing: Standing,
    /// How many calls of `work` it took, that of the delivery included: at least 1.
    pub frames: u64,
}

/// What of an answer holds in the world as it is now, if it was worked out in an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// All of it: nothing that it depends on has changed since.
    Current,
    /// Its path can be walked and costs what it says. It was a cheapest one in the world that it was
    /// worked out in; a cheaper one may have come to be.
    Walkable,
    /// Its path can be walked, at another cost.
    OtherCost {
        /// What it costs now, in ticks.
        cost: Cost,
    },
    /// Its path cannot be walked any more.
    Blocked {
        /// The first step that is not possible: 0 for the one out of the first node.
        step: usize,
    },
    /// It has no path to the goal that could be looked at: it says that there was none, or that its
    /// limit was reached, and there may be one by now.
    Outdated,
}

impl Standing {
    /// Whether its path, or the lack of one, is as the answer says.
    pub fn holds(self) -> bool {
        matches!(self, Standing::Current | Standing::Walkable)
    }
}

/// How far a request has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It waits for a lane.
    Waiting {
        /// How many that wait come before it, by priority and age as of now.
        ahead: usize,
    },
    /// It is being answered.
    Running {
        /// Expansions made for it so far, those of answers that did not hold included. Requests that
        /// are answered together have theirs in common.
        expanded: u64,
        /// No path is cheaper than this many ticks, as far as is proved, in the world that is searched.
        lower_bound: Cost,
    },
    /// The answer waits to be taken.
    Done,
    /// It was taken or cancelled.
    Unknown,
}

/// What one call of `work` did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkReport {
    /// Expansions made; never more than the budget allows.
    pub expansions: u64,
    /// Requests answered.
    pub served: usize,
    /// Requests in lanes at the end, those answered together counted each.
    pub running: usize,
    /// Requests that wait for a lane at the end.
    pub waiting: usize,
    /// Why it stopped; `None` if nothing was left to do.
    pub spent: Option<Spent>,
}

/// How a queue works. All have defaults.
///
/// # Examples
///
/// ```
/// use astride::planner::RequestOptions;
/// let options = RequestOptions::default().lanes(8).most(1000);
/// assert_eq!(options, RequestOptions { lanes: 8, most: 1000, ..RequestOptions::default() });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestOptions {
    /// How many are worked on at once, from 1 to [`MOST_LANES`](Self::MOST_LANES). Each has memory of
    /// its own, and with the feature `parallel` may have a thread of its own. 4.
    pub lanes: usize,
    /// By how much a request rises in priority with each call of `work` that it has waited for. 1,
    /// so that after 255 nobody who comes later overtakes it.
    pub ageing: u32,
    /// Expansions that a lane makes at most before the others have their turn, at least 1. 1024.
    pub quantum: u64,
    /// Requests in the queue at most, answers not yet taken included. 65 536.
    pub most: usize,
    /// From how many waiting requests of one key on they are answered together: at least 2. If
    /// `None`, the answering side decides; it may answer each by itself in any case. `None`.
    pub merge_from: Option<usize>,
    /// How often at most an answer is worked out once more that does not
    /// [hold](Standing::holds) in the world as it is by then. 2.
    pub again: u32,
}

impl Default for RequestOptions {
    fn default() -> Self {
        RequestOptions {
            lanes: 4,
            ageing: 1,
            quantum: 1024,
            most: 1 << 16,
            merge_from: None,
            again: 2,
        }
    }
}

impl RequestOptions {
    /// The most lanes; more count as this many.
    pub const MOST_LANES: usize = 1024;

    /// This many lanes; 0 counts as 1.
    #[must_use]
    pub fn lanes(mut self, lanes: usize) -> Self {
        self.lanes = lanes;
        self
    }

    /// This much priority for each call of `work` waited for.
    #[must_use]
    pub fn ageing(mut self, ageing: u32) -> Self {
        self.ageing = ageing;
        self
    }

    /// This many expansions at a time; 0 counts as 1.
    #[must_use]
    pub fn quantum(mut self, expansions: u64) -> Self {
        self.quantum = expansions;
        self
    }

    /// This many requests at most.
    #[must_use]
    pub fn most(mut self, requests: usize) -> Self {
        self.most = requests;
        self
    }

    /// Requests of one key are answered together from this many on.
    #[must_use]
    pub fn merge_from(mut self, requests: usize) -> Self {
        self.merge_from = Some(requests);
        self
    }

    /// An answer that does not hold any more is worked out once more, this often at most.
    #[must_use]
    pub fn again(mut self, times: u32) -> Self {
        self.again = times;
        self
    }
}

/// A queue takes no more requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull {
    /// How many it holds at most.
    pub most: usize,
}

errors! { struct QueueFull:
    Self { most } => ("queue-full",
        "the queue holds {most} requests, expected no more; work, take what is done, or cancel \
        some"),
}
