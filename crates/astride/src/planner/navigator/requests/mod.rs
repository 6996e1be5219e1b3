//! Requests to a navigator: asked now, answered over the next frames.

mod lane;
mod serve;

use std::vec::Drain;

use super::{Ask, Navigator, NavigatorError};
use crate::base::Budget;
use crate::planner::{Delivery, Progress, Request, RequestOptions, Requests, Ticket, WorkReport};
use crate::search::Outcome;

impl Navigator {
    /// Sets up the queue of requests, which is empty afterwards.
    #[must_use]
    pub fn requests(mut self, options: RequestOptions) -> Self {
        self.queue = Requests::new(options);
        self
    }

    /// Asks for a path that is found a piece at a time, by calls of [`work`](Self::work). Requests of
    /// higher priority come first, but everybody's turn comes, as
    /// [`Requests`](crate::planner::Requests) says.
    ///
    /// # Errors
    ///
    /// If a cell is off the map, a handle is not of this navigator, or the queue is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// let ticket = nav.request(&Ask::new((2, 3), (37, 20)), 5)?;
    /// // Each frame:
    /// nav.work(&mut Budget::unlimited().expansions(1000));
    /// for delivery in nav.take_done() {
    ///     assert_eq!(delivery.ticket, ticket);
    ///     assert_eq!(delivery.answer?.path().unwrap().step_count(), 35);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn request(&mut self, ask: &Ask, priority: u8) -> Result<Ticket, NavigatorError> {
        self.submit(Request::new(*ask, priority))
    }

    /// As [`request`](Self::request), with all that can be said about a request.
    ///
    /// # Errors
    ///
    /// As [`request`](Self::request).
    pub fn submit(&mut self, request: Request<Ask>) -> Result<Ticket, NavigatorError> {
        self.state.seen(&request.ask)?;
        self.state.node(request.ask.from)?;
        self.state.node(request.ask.to)?;
        Ok(self.queue.request(&self.state, request)?)
    }

    /// Works on requests until the budget is spent or all are answered: once a frame, as a rule. What
    /// is answered depends on the requests and budgets alone, whatever the number of threads.
    ///
    /// Requests are answered by what answers [`route`](Self::route), at the same cost. Labels, and
    /// questions that components answer, count as one expansion though they take microseconds. Many
    /// requests for one goal are answered by one distance field; its memory is cleared when it is
    /// begun, which no budget counts.
    ///
    /// What has been worked out about a state of the world that is no more starts again.
    pub fn work(&mut self, budget: &mut Budget<'_>) -> WorkReport {
        self.queue.work(&self.state, budget)
    }

    /// All answers since the last call, in the order in which they were found.
    pub fn take_done(&mut self) -> Drain<'_, Delivery<Result<Outcome, NavigatorError>>> {
        self.queue.take_done()
    }

    /// Takes a request back. Whether there was one whose answer had not been taken.
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        self.queue.cancel(ticket)
    }

    /// How far a request has come.
    pub fn progress(&self, ticket: Ticket) -> Progress {
        self.queue.progress(ticket)
    }
}
