//! What takes part in a comparison: something that prepares itself for a map and answers queries.

use std::borrow::Cow;
use std::time::Duration;

use astride::base::{Cell, Cost};
use astride::path::Path;
use astride::search::Outcome;
use astride::shapes::square::Grid;

use crate::Failure;
use crate::clock::timed;
use crate::maps::Map;
use crate::plain::{Place, place};
use crate::rules::Rule;

/// How good its answers are by its own documentation and arithmetic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Promise {
    /// Optimal, in whole ticks.
    Exact,
    /// Optimal up to this part of the cost: floating point, or another ratio of the step costs.
    Within(f64),
    /// Not optimal by design.
    NotOptimal,
}

/// What a contestant is called and judged by.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The word that selects it.
    pub(crate) key: &'static str,
    pub(crate) title: Cow<'static, str>,
    pub(crate) rule: Rule,
    pub(crate) promise: Promise,
    /// Whether it is Astride itself, whose wrong answers end the run.
    pub(crate) is_own: bool,
}

impl Entry {
    /// A peer, which is not Astride itself.
    pub(crate) const fn peer(
        key: &'static str,
        title: &'static str,
        rule: Rule,
        promise: Promise,
    ) -> Entry {
        Entry { key, title: Cow::Borrowed(title), rule, promise, is_own: false }
    }
}

/// Somebody who takes part.
pub(crate) struct Contestant {
    pub(crate) entry: Entry,
    pub(crate) prepare: Box<Prepare>,
}

/// Builds whatever can be built once per map. An error leaves the contestant out, with the reason; one
/// that works in a process of its own is ended after the given time.
pub(crate) type Prepare = dyn for<'a> Fn(&'a Map, Duration) -> Result<Prepared<'a>, Failure>;

/// A contestant that is ready for one map.
pub(crate) struct Prepared<'a> {
    pub(crate) session: Box<dyn Session + 'a>,
    /// Bytes of what was built, if known.
    pub(crate) bytes: Option<u64>,
    /// µs it says it took to build, if it has its own clock.
    pub(crate) build_micros: Option<f64>,
}

impl<'a> Prepared<'a> {
    /// Of a session whose building was watched from outside.
    pub(crate) fn new(session: impl Session + 'a, bytes: Option<u64>) -> Self {
        Prepared { session: Box::new(session), bytes, build_micros: None }
    }
}

/// What an answer says of paths.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Found {
    /// All cells from start to goal.
    Path(Vec<Place>),
    /// That there is a path, the first steps of which can be walked.
    Begins,
    /// That there is none.
    #[default]
    Nothing,
    /// Nothing: the search gave up before it knew.
    Unknown,
}

impl From<Option<Vec<Place>>> for Found {
    fn from(path: Option<Vec<Place>>) -> Found {
        path.map_or(Found::Nothing, Found::Path)
    }
}

/// An answer in terms that all contestants share.
#[derive(Debug, Default)]
pub(crate) struct Answer {
    pub(crate) found: Found,
    /// The cost it states, if it counts in ticks.
    pub(crate) ticks: Option<Cost>,
    pub(crate) expanded: Option<u64>,
}

impl Answer {
    /// What a search of Astride on a map found.
    pub(crate) fn of(outcome: &Outcome, grid: &Grid) -> Answer {
        let found = match outcome {
            Outcome::OutOfBudget(_) => Found::Unknown,
            _ => outcome.path().map(|path| places(path, grid)).into(),
        };
        Answer { found, ticks: outcome.cost(), expanded: Some(outcome.effort().expanded) }
    }
}

fn places(path: &Path, grid: &Grid) -> Vec<Place> {
    path.nodes().iter().map(|&node| place(grid.cell(node))).collect()
}

/// The time of one query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lap {
    pub(crate) micros: f64,
    /// µs to reset what the query before has written, where the caller must do that; counted apart.
    pub(crate) reset_micros: f64,
}

/// Answers queries on one map.
pub(crate) trait Session {
    /// Answers one query to be checked; nothing is timed.
    fn answer(&mut self, ends: [Cell; 2]) -> Result<Answer, Failure>;

    /// Answers some queries and appends the time of each.
    fn time(&mut self, queries: &[[Cell; 2]], laps: &mut Vec<Lap>) -> Result<(), Failure>;
}

/// A session in this process: `ask` alone is timed, `tell` translates what it gave.
pub(crate) struct InProcess<F, T> {
    pub(crate) ask: F,
    pub(crate) tell: T,
}

impl<A, F, T> Session for InProcess<F, T>
where
    F: FnMut([Cell; 2]) -> A,
    T: FnMut(A) -> Result<Answer, Failure>,
{
    fn answer(&mut self, ends: [Cell; 2]) -> Result<Answer, Failure> {
        let answer = (self.ask)(ends);
        (self.tell)(answer)
    }

    fn time(&mut self, queries: &[[Cell; 2]], laps: &mut Vec<Lap>) -> Result<(), Failure> {
        for &ends in queries {
            let (answer, micros) = timed(|| (self.ask)(ends));
            drop(answer);
            laps.push(Lap { micros, reset_micros: 0.0 });
        }
        Ok(())
    }
}
