//! The results of calls, as far as they are recorded: enough to detect a different answer.

use std::fmt;

use crate::base::{Cost, checksum};
use crate::path::Path;
use crate::planner::navigator::{NavigatorError, requests};
use crate::planner::{Maintained, Standing, WorkReport};
use crate::search::{Outcome, Why};

/// The result of one call.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reply {
    /// Nothing to report.
    Done,
    /// It was refused, and nothing has happened.
    Refused,
    /// A revision, a number of cells, a ticket, or a yes or no.
    Number(u64),
    Cost(Option<Cost>),
    Maintained([u64; 4]),
    Answer(Answer),
    Worked {
        report: [u64; 4],
        answers: Vec<Delivered>,
    },
}

/// An answer to a question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Answer {
    Found(Way),
    Unreachable { why: Why, nearest: Option<Way> },
    OutOfBudget { lower_bound: Cost, nearest: Option<Way> },
    Refused,
}

/// A summary of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    pub(super) cost: Cost,
    pub(super) steps: u64,
    /// A checksum of its nodes.
    pub(super) sum: u64,
}

/// An answer to a request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Delivered {
    pub(super) ticket: u64,
    pub(super) frames: u64,
    pub(super) standing: Standing,
    pub(super) answer: Answer,
}

impl Way {
    fn of(path: &Path) -> Way {
        let nodes = path.nodes();
        let bytes: Vec<u8> = nodes.iter().flat_map(|node| node.get().to_le_bytes()).collect();
        Way { cost: path.cost(), steps: path.step_count() as u64, sum: checksum(0, &bytes) }
    }
}

impl Answer {
    pub(super) fn of_route<P>(route: &Result<Outcome, NavigatorError<P>>) -> Answer {
        match route {
            Ok(Outcome::Found(found)) => Answer::Found(Way::of(&found.path)),
            Ok(Outcome::Unreachable(none)) => {
                Answer::Unreachable { why: none.why, nearest: none.nearest.as_ref().map(Way::of) }
            }
            Ok(Outcome::OutOfBudget(out)) => {
                let nearest = out.nearest.as_ref().map(Way::of);
                Answer::OutOfBudget { lower_bound: out.lower_bound, nearest }
            }
            Err(error) => Answer::of_error(error),
        }
    }

    pub(super) fn of_path<P>(path: &Result<Path, NavigatorError<P>>) -> Answer {
        path.as_ref().map_or_else(Answer::of_error, |path| Answer::Found(Way::of(path)))
    }

    fn of_error<P>(error: &NavigatorError<P>) -> Answer {
        let why = error.why();
        why.map_or(Answer::Refused, |why| Answer::Unreachable { why, nearest: None })
    }
}

impl Reply {
    /// A number, or the absence of one.
    pub(super) fn of<T: Into<u64> + Copy, E>(number: &Result<T, E>) -> Reply {
        number.as_ref().map_or(Reply::Refused, |&number| Reply::Number(number.into()))
    }

    /// Done, or refused.
    pub(super) fn of_done<T, E>(done: &Result<T, E>) -> Reply {
        if done.is_ok() { Reply::Done } else { Reply::Refused }
    }

    pub(super) fn of_upkeep(maintained: &Maintained) -> Reply {
        let Maintained { spent, repaired, waiting, next } = *maintained;
        Reply::Maintained([
            spent,
            repaired.into(),
            waiting.into(),
            next.map_or(0, |cells| cells.saturating_add(1)),
        ])
    }

    /// The work of a frame, with the answers that it found.
    pub(super) fn of_work<P>(report: &WorkReport, answers: &[requests::Delivered<P>]) -> Reply {
        let WorkReport { expansions, served, running, waiting, .. } = *report;
        let report = [expansions, served as u64, running as u64, waiting as u64];
        let delivered = |delivery: &requests::Delivered<P>| Delivered {
            ticket: delivery.ticket.number(),
            frames: delivery.frames,
            standing: delivery.standing,
            answer: Answer::of_route(&delivery.answer),
        };
        Reply::Worked { report, answers: answers.iter().map(delivered).collect() }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Done => f.write_str("done"),
            Reply::Refused => f.write_str("refused"),
            Reply::Number(number) => write!(f, "{number}"),
            Reply::Cost(None) => f.write_str("no path"),
            Reply::Cost(Some(cost)) => write!(f, "{cost} ticks"),
            Reply::Maintained([spent, repaired, waiting, next]) => {
                write!(f, "{spent} cells, {repaired} repaired, {waiting} waiting")?;
                next.checked_sub(1).map_or(Ok(()), |cells| write!(f, ", the next of {cells} cells"))
            }
            Reply::Answer(answer) => answer.fmt(f),
            Reply::Worked { report: [expansions, served, running, waiting], .. } => write!(
                f,
                "{expansions} expansions, {served} served, {running} running, {waiting} waiting"
            ),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, nearest) = match self {
            Answer::Found(way) => return write!(f, "a path of {way}"),
            Answer::Refused => return f.write_str("refused"),
            Answer::Unreachable { why, nearest } => (format!("no path: {why}"), nearest),
            Answer::OutOfBudget { lower_bound, nearest } => {
                (format!("out of budget: no path below {lower_bound} ticks"), nearest)
            }
        };
        f.write_str(&text)?;
        nearest.as_ref().map_or(Ok(()), |way| write!(f, ", and to the nearest place {way}"))
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} steps for {} ticks (nodes {:016x})", self.steps, self.cost, self.sum)
    }
}

impl fmt::Display for Delivered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Delivered { ticket, frames, standing, answer } = self;
        write!(f, "ticket {ticket} after {frames} frames: {answer}, {standing:?}")
    }
}
