//! The input and output of a queue of requests.

use std::fmt;

use crate::base::{Cost, Spent};

/// Identifies a request within the queue that issued it; other queues may have equal tickets. Later
/// tickets are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket {
    /// Counted from 1; none is issued twice.
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

/// A question with its priority and limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<A> {
    /// The question.
    pub ask: A,
    /// The priority; higher is served earlier.
    pub priority: u8,
    /// The maximum number of expansions, at least one; when it is reached, what is known is
    /// delivered. A request with a limit is answered alone.
    pub limit: Option<u64>,
    /// The number of calls of `work` within which it has to be answered, at least one. At the end
    /// of the last of them it is given up, waiting or running, and what the answering side says of
    /// an [expired](crate::planner::Serve::expired) request is delivered.
    pub within: Option<u64>,
    /// Whether a coarse answer is wanted in the meantime, if available:
    /// [`Navigator::take_first_steps`](crate::planner::Navigator::take_first_steps).
    pub partial: bool,
}

impl<A> Request<A> {
    /// A request without a limit.
    pub fn new(ask: A, priority: u8) -> Self {
        Request { ask, priority, limit: None, within: None, partial: false }
    }

    /// Delivers what is known after this many expansions; 0 counts as 1.
    #[must_use]
    pub fn limit(mut self, expansions: u64) -> Self {
        self.limit = Some(expansions);
        self
    }

    /// Gives up the request if it is not answered within this many calls of `work`; 0 counts as 1.
    /// A [`Navigator`](crate::planner::Navigator) then delivers
    /// [`NavigatorError::Expired`](crate::planner::NavigatorError::Expired).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator, NavigatorError, Request};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(400, 300, b'.')?);
    /// let danger = nav.add_overlay()?;
    /// nav.overlay_mut(danger)?.fill(CellRect::new(50, 0, 300, 300), 9_000);
    /// let ask = Ask::new((2, 3), (390, 290)).overlay(danger);
    /// nav.submit(Request::new(ask, 0).within(2))?;
    /// for _ in 0..2 {
    ///     nav.work(&mut Budget::unlimited().expansions(100));
    /// }
    /// let delivery = nav.take_done().next().unwrap();
    /// assert_eq!(delivery.answer, Err(NavigatorError::Expired { frames: 2 }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(mut self, frames: u64) -> Self {
        self.within = Some(frames);
        self
    }

    /// Requests first steps to be reported until the answer is found, if available: see
    /// [`Navigator::take_first_steps`](crate::planner::Navigator::take_first_steps).
    #[must_use]
    pub fn partial(mut self) -> Self {
        self.partial = true;
        self
    }
}

/// An answered request: the question, the answer, and the state of the world it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct Delivery<A, R, T> {
    /// Its ticket.
    pub ticket: Ticket,
    /// The question, as it was asked.
    pub ask: A,
    /// The answer, for the state of the world identified by `stamp`.
    pub answer: R,
    /// The state of the world in which it was computed and to which its guarantees apply.
    pub stamp: T,
    /// How far it held in the state of the world at delivery.
    pub standing: Standing,
    /// The number of calls of `work` it took, including that of the delivery: at least 1.
    pub frames: u64,
}

/// How far an answer that was computed in an earlier state of the world holds now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Completely: nothing on which it depends has changed since.
    Current,
    /// Its path can still be walked at the stated cost. It was a cheapest one in the world in which
    /// it was computed; there may be a cheaper one now.
    Walkable,
    /// Its path can still be walked, at another cost.
    OtherCost {
        /// The cost now, in ticks.
        cost: Cost,
    },
    /// Its path can no longer be walked.
    Blocked {
        /// The index of the first impossible step: 0 for the one from the first node.
        step: usize,
    },
    /// It has no path that could be checked: it reports that there was none, or that its limit was
    /// reached, and there may be one now. Or its path leads to a place that has left the
    /// [set of its goals](crate::planner::Ask::or_to).
    Outdated,
}

impl Standing {
    /// Whether its path, or the absence of one, is still as the answer says.
    pub fn holds(self) -> bool {
        matches!(self, Standing::Current | Standing::Walkable)
    }
}

/// The progress of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It waits for a lane.
    Waiting {
        /// The number of requests waiting before it, by current priority and age.
        ahead: usize,
    },
    /// It is being answered.
    Running {
        /// Expansions made for it so far, including those of answers that did not hold. Requests
        /// that are answered together share theirs.
        expanded: u64,
        /// A proven lower bound on the cost of any path, in ticks, in the world being searched.
        lower_bound: Cost,
    },
    /// The answer is ready to be taken.
    Done,
    /// It was taken or cancelled, or never existed.
    Unknown,
}

/// The work done by one call of `work`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkReport {
    /// Expansions made; never more than the budget allows.
    pub expansions: u64,
    /// Requests answered.
    pub served: usize,
    /// Requests in lanes at the end; those answered together are counted individually.
    pub running: usize,
    /// Requests waiting for a lane at the end.
    pub waiting: usize,
    /// Why it stopped; `None` if nothing was left to do.
    pub spent: Option<Spent>,
}

/// The options of a queue. All have defaults.
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
    /// The number of requests in progress at once, from 1 to [`MOST_LANES`](Self::MOST_LANES). Each
    /// has its own memory and, with the feature `parallel`, may have its own thread. Default: 4.
    pub lanes: usize,
    /// The increase of a request's priority with each call of `work` that it has waited. Default:
    /// 1, so that after 255 calls no later request overtakes it.
    pub ageing: u32,
    /// The maximum number of expansions of a lane before the others have their turn, at least 1.
    /// Default: 1024.
    pub quantum: u64,
    /// The maximum number of requests in the queue, including answers not yet taken. Default:
    /// 65 536.
    pub most: usize,
    /// The number of waiting requests with the same key from which on they are answered together:
    /// at least 2. With `None` the answering side decides; it may always answer each alone.
    /// Default: `None`.
    pub merge_from: Option<usize>,
    /// How often an answer that no longer [holds](Standing::holds) is recomputed, at most. The
    /// default is 2.
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
    /// The maximum number of lanes; larger values are capped.
    pub const MOST_LANES: usize = 1024;

    /// Sets the number of lanes; 0 counts as 1.
    #[must_use]
    pub fn lanes(mut self, lanes: usize) -> Self {
        self.lanes = lanes;
        self
    }

    /// Sets the increase of priority for each call of `work` waited.
    #[must_use]
    pub fn ageing(mut self, ageing: u32) -> Self {
        self.ageing = ageing;
        self
    }

    /// Sets the number of expansions at a time; 0 counts as 1.
    #[must_use]
    pub fn quantum(mut self, expansions: u64) -> Self {
        self.quantum = expansions;
        self
    }

    /// Sets the maximum number of requests.
    #[must_use]
    pub fn most(mut self, requests: usize) -> Self {
        self.most = requests;
        self
    }

    /// Sets the number of requests with the same key from which on they are answered together.
    #[must_use]
    pub fn merge_from(mut self, requests: usize) -> Self {
        self.merge_from = Some(requests);
        self
    }

    /// Sets how often an answer that no longer holds is recomputed.
    #[must_use]
    pub fn again(mut self, times: u32) -> Self {
        self.again = times;
        self
    }
}

/// The queue is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull {
    /// The maximum number of requests.
    pub most: usize,
}

errors! { struct QueueFull:
    Self { most } => ("queue-full",
        "the queue holds {most} requests, expected no more; work, take what is done, or cancel \
        some"),
}
