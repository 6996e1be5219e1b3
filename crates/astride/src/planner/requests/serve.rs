//! What a queue of requests asks of the world that answers them.

use std::hash::Hash;

use super::Standing;
use crate::base::{Budget, Cost};

/// Answers requests in slices, for [`Requests`](super::Requests).
///
/// It is only read, also by several threads at once; all memory of a running answer is in its lane.
/// Answers must depend on the question and the state of the world in which they were begun alone, and
/// not on how the work was sliced or on what the lane did before: then all that a queue delivers is a
/// function of the requests, the changes and the budgets. A lane keeps what its answer reads of that
/// state, such as a counted pointer to it: so no change, however frequent, takes away what was made.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::planner::{Request, Requests, Serve, Step, Task};
///
/// /// Counts up to what is asked.
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

    /// What questions have in common that can be answered together, such as mover and goal. Equal
    /// keys have equal stamps.
    type Key: Copy + Eq + Hash + Send;

    /// A state of all in the world that a question depends on.
    type Stamp: Copy + Eq + Send;

    /// The memory of one running answer, reused for the next.
    type Lane: Default + Send;

    /// What is delivered.
    type Answer: Send;

    /// What decides which questions can be answered together.
    fn key(&self, ask: &Self::Ask) -> Self::Key;

    /// From how many waiting questions of one key on they are answered together; `None` if never.
    fn merge_from(&self, ask: &Self::Ask) -> Option<usize>;

    /// The present state of what the question depends on.
    fn stamp(&self, ask: &Self::Ask) -> Self::Stamp;

    /// Goes on with an answer for as long as `budget` allows, which is one expansion at least unless
    /// its clock says stop. [`Budget::take`] counts an expansion; each call counts as at least one.
    ///
    /// It is begun in the state at hand when the task is [new](Task::is_new), and goes on in that one
    /// afterwards. To answer from the present state instead is allowed if
    /// [`standing`](Self::standing) then finds the answer current.
    fn advance(
        &self,
        lane: &mut Self::Lane,
        task: &Task<Self::Ask>,
        budget: &mut Budget<'_>,
    ) -> Step<Self::Answer>;

    /// What is known of an answer that may not go on: its limit is reached. Called after
    /// [`advance`](Self::advance) has said [`Step::Going`] in this lane.
    fn give_up(&self, lane: &mut Self::Lane, task: &Task<Self::Ask>) -> Self::Answer;

    /// What of an answer holds at present that was worked out in another state. One that does not
    /// hold is worked out once more, as often as [`RequestOptions::again`](super::RequestOptions::again)
    /// allows. Without this method none holds.
    fn standing(&self, _: &Task<Self::Ask>, _: &Self::Answer) -> Standing {
        Standing::Outdated
    }

    /// The answer in this lane is delivered, taken back or begun once more: what is kept of its state
    /// of the world can go.
    fn release(_: &mut Self::Lane) {}
}

/// A piece of work for [`Serve::advance`].
#[derive(Clone, Copy, Debug)]
pub struct Task<A> {
    /// The question.
    pub ask: A,
    /// Whether it is answered by itself.
    pub company: Company,
    /// Expansions that it may take in all, if these are limited.
    pub limit: Option<u64>,
    /// Whether the work begins here, rather than going on where the lane stopped. In company it
    /// begins once and goes on from question to question.
    pub stage: Stage,
}

impl<A> Task<A> {
    /// Whether whatever the lane holds is of something else.
    pub fn is_new(&self) -> bool {
        self.stage == Stage::New
    }
}

/// Whether a question is answered by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// By itself.
    Alone,
    /// With others of the same key, one after the other, by what is computed once for all.
    Together,
}

/// Where a piece of work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing is computed, or what was does not hold any more.
    New,
    /// It goes on in the same lane.
    Begun,
}

/// What came of a slice.
#[derive(Clone, Debug)]
pub enum Step<R> {
    /// It goes on.
    Going {
        /// No path is cheaper than this many ticks, as far as is proved.
        lower_bound: Cost,
    },
    /// The question is answered.
    Answered(R),
}
