//! What a queue of requests needs from the world that answers them.

use std::hash::Hash;

use super::Standing;
use crate::base::{Budget, Cost};

/// Answers requests in slices, for [`Requests`](super::Requests).
///
/// It is only read, possibly by several threads at once; all memory of an answer in progress is in
/// its lane. Answers must depend only on the question and the state of the world in which they were
/// begun, not on how the work was sliced or on what the lane did before. Then everything a queue
/// delivers is a function of the requests, the changes and the budgets. A lane keeps what its
/// answer reads of that state, such as a reference-counted pointer to it, so that no change,
/// however frequent, invalidates the work done.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::planner::{Request, Requests, Serve, Step, Task};
///
/// /// Counts up to the number asked for.
/// struct Counter;
///
/// impl Serve for Counter {
///     type Ask = u64;
///     type Key = u64;
///     type Stamp = ();
///     type Lane = u64;
///     type Answer = u64;
///
///     fn key(&self, ask: &u64) -> u64 {
///         *ask
///     }
///     fn merge_from(&self, _: &u64) -> Option<usize> {
///         None
///     }
///     fn stamp(&self, _: &u64) {}
///     fn advance(&self, lane: &mut u64, task: &Task<u64>, budget: &mut Budget<'_>) -> Step<u64> {
///         if task.is_new() {
///             *lane = 0;
///         }
///         while *lane < task.ask {
///             if budget.take().is_some() {
///                 return Step::Going { lower_bound: *lane };
///             }
///             *lane += 1;
///         }
///         Step::Answered(*lane)
///     }
///     fn give_up(&self, lane: &mut u64, _: &Task<u64>) -> u64 {
///         *lane
///     }
/// }
///
/// let mut queue = Requests::default();
/// let ticket = queue.request(&Counter, Request::new(1000, 0))?;
/// let mut frames = 0;
/// while queue.work(&Counter, &mut Budget::unlimited().expansions(300)).served == 0 {
///     frames += 1;
/// }
/// let delivery = queue.take_done().next().unwrap();
/// assert_eq!((delivery.ticket, delivery.answer, frames), (ticket, 1000, 3));
/// # Ok::<(), astride::planner::QueueFull>(())
/// ```
pub trait Serve: Sync {
    /// A question.
    type Ask: Copy + Send;

    /// What questions share that can be answered together, such as mover and goal. Equal keys have
    /// equal stamps.
    type Key: Copy + Eq + Hash + Send;

    /// The state of everything in the world on which a question depends.
    type Stamp: Copy + Eq + Send;

    /// The memory of one answer in progress, reused for the next.
    type Lane: Default + Send;

    /// The type of answers delivered.
    type Answer: Send;

    /// The key that determines which questions can be answered together.
    fn key(&self, ask: &Self::Ask) -> Self::Key;

    /// The number of waiting questions with the same key from which on they are answered together;
    /// `None` if never.
    fn merge_from(&self, ask: &Self::Ask) -> Option<usize>;

    /// The current state of what the question depends on.
    fn stamp(&self, ask: &Self::Ask) -> Self::Stamp;

    /// Builds what the answers to several questions share and what is not built yet.
    ///
    /// It is called for every answer in progress, in the order of lanes and on the calling thread,
    /// before any of them begins or continues in the current state. Whatever
    /// [`advance`](Self::advance) changed for others would depend on which thread came first.
    fn prepare(&self, ask: &Self::Ask) {
        let _ = ask;
    }

    /// Continues an answer for as long as `budget` allows, which is at least one expansion unless
    /// its clock says stop. [`Budget::take`] counts an expansion; each call counts as at least one.
    ///
    /// The answer is begun in the current state if the task is [new](Task::is_new), and continues
    /// in that state afterwards. It may be computed from the current state instead if
    /// [`standing`](Self::standing) then finds it current.
    fn advance(
        &self,
        lane: &mut Self::Lane,
        task: &Task<Self::Ask>,
        budget: &mut Budget<'_>,
    ) -> Step<Self::Answer>;

    /// What is known of an answer that has reached its limit. Called after
    /// [`advance`](Self::advance) has returned [`Step::Going`] in this lane.
    fn give_up(&self, lane: &mut Self::Lane, task: &Task<Self::Ask>) -> Self::Answer;

    /// The answer to a question that was given up after `frames` calls of `work`, the number that
    /// its [request](super::Request::within) allowed. By default there is none, and no request is
    /// given up.
    fn expired(&self, ask: &Self::Ask, frames: u64) -> Option<Self::Answer> {
        let _ = (ask, frames);
        None
    }

    /// How far an answer that was computed in another state holds now. One that does not hold is
    /// recomputed, as often as [`RequestOptions::again`](super::RequestOptions::again) allows. By
    /// default no such answer holds.
    fn standing(&self, _: &Task<Self::Ask>, _: &Self::Answer) -> Standing {
        Standing::Outdated
    }

    /// Called when the answer in this lane has been delivered, cancelled or restarted: the state of
    /// the world kept for it can be released.
    fn release(_: &mut Self::Lane) {}
}

/// A piece of work for [`Serve::advance`].
#[derive(Clone, Copy, Debug)]
pub struct Task<A> {
    /// The question.
    pub ask: A,
    /// Whether it is answered alone.
    pub company: Company,
    /// The maximum number of expansions in total, if limited.
    pub limit: Option<u64>,
    /// Whether the work begins now, rather than continuing where the lane stopped. If questions are
    /// answered together, it begins once and continues from question to question.
    pub stage: Stage,
}

impl<A> Task<A> {
    /// Whether everything in the lane belongs to other work.
    pub fn is_new(&self) -> bool {
        self.stage == Stage::New
    }
}

/// Whether a question is answered alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// Alone.
    Alone,
    /// Together with others of the same key, one after the other, using what is computed once for
    /// all.
    Together,
}

/// The stage of a piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing has been computed, or it is no longer valid.
    New,
    /// It continues in the same lane.
    Begun,
}

/// The result of a slice.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Step<R> {
    /// It is not finished.
    Going {
        /// A proven lower bound on the cost of any path, in ticks.
        lower_bound: Cost,
    },
    /// The question is answered.
    Answered(R),
}
