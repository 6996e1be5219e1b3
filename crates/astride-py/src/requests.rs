//! Requests: asked now, answered over the next frames within a budget.

use astride::planner::{NavigatorError, Progress, Request, Standing};
use pyo3::prelude::*;

use crate::border::{Limits, away, read, write};
use crate::cell::At;
use crate::error::{Answer, Kind, Refusal};
use crate::navigator::{Game, Navigator, Wish};
use crate::number::{optional, several, whole};
use crate::path::{Answered, Path};

/// What a frame did.
#[pyclass(frozen, get_all, module = "astride")]
pub(crate) struct Work {
    /// Expansions made, never more than allowed.
    expansions: u64,
    /// Requests that were answered.
    served: usize,
    /// Requests that are being answered.
    running: usize,
    /// Requests that wait.
    waiting: usize,
}

#[pymethods]
impl Work {
    fn __repr__(&self) -> String {
        format!(
            "<astride.Work: {} expansions, {} served, {} running, {} waiting>",
            self.expansions, self.served, self.running, self.waiting
        )
    }
}

/// A request that was answered.
#[pyclass(frozen, get_all, module = "astride")]
pub(crate) struct Delivery {
    /// The number of the request.
    ticket: u64,
    /// The answer.
    path: Py<Path>,
    /// The revision of the map that the answer is of.
    revision: u64,
    /// What of it holds on the map as it was when it was delivered: "current", "walkable", "other
    /// cost", "blocked" or "outdated".
    standing: &'static str,
    /// How many frames it took, at least 1.
    frames: u64,
}

#[pymethods]
impl Delivery {
    fn __repr__(&self) -> String {
        format!("<astride.Delivery of request {}, {}>", self.ticket, self.standing)
    }
}

fn standing(standing: Standing) -> &'static str {
    match standing {
        Standing::Current => "current",
        Standing::Walkable => "walkable",
        Standing::OtherCost { .. } => "other cost",
        Standing::Blocked { .. } => "blocked",
        Standing::Outdated => "outdated",
    }
}

fn unknown(ticket: u64) -> Refusal {
    let text = format!("there is no request {ticket}, or its answer was taken");
    Refusal::new(Kind::UnknownNumber, text)
}

#[pymethods]
impl Navigator {
    /// Puts a question in the queue and gives its ticket, a number from 1 on.
    ///
    /// priority is 0 to 255, the more the sooner. After most_expansions it is delivered with what is
    /// known by then. If it is not answered within most_frames calls of `work`, at least one, it is
    /// delivered as "out of budget", with nothing known.
    #[pyo3(signature = (start, goal, *, priority=0, mover=0, faction=None, overlays=Vec::new(),
        around=None, or_to=None, or_nearest=false, most_expansions=None, most_frames=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn request(
        &self,
        py: Python<'_>,
        start: At,
        goal: At,
        #[pyo3(from_py_with = whole)] priority: u8,
        #[pyo3(from_py_with = whole)] mover: u64,
        #[pyo3(from_py_with = optional)] faction: Option<u64>,
        #[pyo3(from_py_with = several)] overlays: Vec<u64>,
        #[pyo3(from_py_with = optional)] around: Option<u64>,
        #[pyo3(from_py_with = optional)] or_to: Option<u64>,
        or_nearest: bool,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        #[pyo3(from_py_with = optional)] most_frames: Option<u64>,
    ) -> Answer<u64> {
        let wish = Wish { mover, faction, overlays, around, or_to, or_nearest };
        away(py, || {
            let mut game = write(&self.game)?;
            let ask = game.ask((start, goal), &wish)?;
            let mut request = Request::new(ask, priority);
            if let Some(most) = most_expansions {
                request = request.limit(most);
            }
            if let Some(most) = most_frames {
                request = request.within(most);
            }
            let ticket = game.navigator.submit(request)?;
            game.tickets.insert(ticket.number(), ticket);
            Ok(ticket.number())
        })
    }

    /// One frame: answers requests until this many expansions were made or this many seconds have
    /// passed.
    #[pyo3(signature = (*, most_expansions=None, most_seconds=None))]
    fn work(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
    ) -> Answer<Work> {
        let limits = Limits::new(most_expansions, most_seconds)?;
        away(py, || {
            let mut game = write(&self.game)?;
            let report = limits.within(|budget| game.navigator.work(budget));
            Ok(Work {
                expansions: report.expansions,
                served: report.served,
                running: report.running,
                waiting: report.waiting,
            })
        })
    }

    /// Takes the answers that were found, in the order in which they were found: a list of
    /// deliveries.
    fn take(&self, py: Python<'_>) -> Answer<Vec<Delivery>> {
        let taken = away(py, || {
            let mut game = write(&self.game)?;
            let Game { navigator, done, .. } = &mut *game;
            done.extend(navigator.take_done());
            let mut taken = Vec::new();
            // A refusal is raised by itself, so that no answer is lost with it.
            while game.done.front().is_some_and(|next| {
                taken.is_empty()
                    || matches!(next.answer, Ok(_) | Err(NavigatorError::Expired { .. }))
            }) {
                let Some(next) = game.done.pop_front() else { break };
                let ticket = next.ticket.number();
                game.tickets.remove(&ticket);
                let answered = match next.answer {
                    Err(late @ NavigatorError::Expired { .. }) => {
                        Answered::given_up(game.mover_of(&next.ask)?, late.to_string())
                    }
                    answer => game.answered(&next.ask, &answer?)?,
                };
                taken.push((ticket, answered, next.stamp.revision(), next.standing, next.frames));
            }
            Ok(taken)
        })?;
        let made = |(ticket, answered, revision, stands, frames)| {
            let path = Py::new(py, Path::new(answered, None))?;
            Ok(Delivery { ticket, path, revision, standing: standing(stands), frames })
        };
        taken.into_iter().map(made).collect()
    }

    /// How far a request has come: ("waiting", how many come before it), ("running", expansions made
    /// for it) or ("done", 0).
    fn progress(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] ticket: u64,
    ) -> Answer<(&'static str, u64)> {
        away(py, || {
            let game = read(&self.game)?;
            let known = game.tickets.get(&ticket).ok_or_else(|| unknown(ticket))?;
            Ok(match game.navigator.progress(*known) {
                Progress::Waiting { ahead } => ("waiting", ahead as u64),
                Progress::Running { expanded, .. } => ("running", expanded),
                Progress::Done | Progress::Unknown => ("done", 0),
            })
        })
    }

    /// Takes a request back, at any time before its answer is taken.
    fn cancel(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] ticket: u64) -> Answer<()> {
        away(py, || {
            let mut game = write(&self.game)?;
            let known = game.tickets.remove(&ticket).ok_or_else(|| unknown(ticket))?;
            game.navigator.cancel(known);
            game.done.retain(|delivery| delivery.ticket != known);
            Ok(())
        })
    }
}
