//! Requests to a navigator: asked now, answered over the next frames.

mod serve;
mod steps;
pub(super) mod work;

pub use steps::FirstSteps;

use std::vec::Drain;

use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, NavigatorError, Stamp};
use crate::base::Budget;
use crate::path::Path;
use crate::planner::watch::span;
use crate::planner::{
    Delivery, Progress, Request, RequestOptions, Requests, Standing, Ticket, WorkReport,
};
use crate::search::Outcome;
use steps::Coarse;

/// One in this many expansions of a frame goes to upkeep, and of the rest to first steps, as far as
/// these need it.
pub(super) const SHARE: u64 = 4;

/// This many cells looked at by upkeep, or for the nearest place, count as one expansion.
pub(super) const CELLS_PER_EXPANSION: u64 = 64;

/// From how many questions for one goal on a field pays over as many searches with A*.
pub(super) const FIELD_FROM: usize = 8;

/// An answer, or why there is none.
type Delivered<P> = Delivery<Result<Outcome, NavigatorError<P>>, Stamp>;

/// All that is asked of a navigator and not answered yet.
pub(super) struct Desk<S: Navigable> {
    pub(super) queue: Requests<State<S>>,
    coarse: Coarse<S::Place>,
}

impl<S: Navigable> Default for Desk<S> {
    fn default() -> Self {
        Desk::new(RequestOptions::default())
    }
}

impl<S: Navigable> Desk<S> {
    pub(super) fn new(options: RequestOptions) -> Self {
        Desk { queue: Requests::new(options), coarse: Coarse::default() }
    }
}

impl<S: Navigable> Navigator<S> {
    /// Sets up the queue of requests, which is empty afterwards.
    #[must_use]
    pub fn requests(mut self, options: RequestOptions) -> Self {
        self.desk = Desk::new(options);
        self
    }

    /// Asks for a path that is found a piece at a time, by calls of [`work`](Self::work). Requests of
    /// higher priority come first, but everybody's turn comes, as
    /// [`Requests`](crate::planner::Requests) says.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, a handle is not of this navigator, or the queue is full.
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
    pub fn request(&mut self, ask: &Ask<S::Place>, priority: u8) -> Asked<Ticket, S> {
        self.submit(Request::new(*ask, priority))
    }

    /// As [`request`](Self::request), with all that can be said about a request.
    ///
    /// # Errors
    ///
    /// As [`request`](Self::request).
    pub fn submit(&mut self, request: Request<Ask<S::Place>>) -> Asked<Ticket, S> {
        S::check(&self.state, &request.ask)?;
        self.state.node(request.ask.from)?;
        self.state.node(request.ask.to)?;
        let ticket = self.desk.queue.request(&self.state, request)?;
        if request.partial {
            let Desk { queue, coarse } = &mut self.desk;
            let count = queue.waiting() + queue.running();
            coarse.want((ticket, request.ask), count, |ticket| queue.is_open(ticket));
        }
        Ok(ticket)
    }

    /// Works on requests until the budget is spent or all are answered: once a frame, as a rule. What
    /// is answered depends on the requests and budgets alone, whatever the number of threads.
    ///
    /// Requests are answered by what answers [`route`](Self::route), and on other shapes than squares
    /// by A* alone, at the same cost. Labels, and questions that components answer, count as one
    /// expansion though they take microseconds. Many
    /// requests for one goal are answered by one distance field; eight steps of a path that is read
    /// off it count as one expansion. Its memory is cleared when it is begun, which no budget counts.
    ///
    /// An answer is worked out to its end in the world in which it was begun, whatever changes
    /// meanwhile, so any request is served whatever changes in any frame. One that does not hold by
    /// then is worked out again, at most [`RequestOptions::again`] times; each
    /// [`Delivery`] says of which state it is and [what of it holds](crate::planner::Standing). The
    /// look at its path is not counted. While an answer is being worked out, an edit first copies what
    /// it changes of what that answer reads, once, as for a [`Snapshot`](crate::planner::Snapshot).
    ///
    /// Under [`Upkeep::ByHand`](super::Upkeep::ByHand) indexes of squares are
    /// [maintained](Navigator::maintain) first, with at most a quarter of the frame: 64 cells count
    /// as one expansion, and where only a clock limits the frame, that is 65 536 cells. What
    /// maintenance has saved in earlier frames is not counted again. Then come first steps, with at
    /// most a quarter of the rest, or one that takes more.
    pub fn work(&mut self, budget: &mut Budget<'_>) -> WorkReport {
        let span = span!("astride.work", expansions, served, running, waiting);
        let kept_up = S::keep_up(self, budget);
        let Desk { queue, coarse } = &mut self.desk;
        let share = budget.left().div_ceil(SHARE);
        let looked = coarse.look(&self.state, share, |ticket| queue.is_open(ticket), budget);
        let report = queue.work(&self.state, budget);
        coarse.tidy(|ticket| queue.is_open(ticket));
        let expansions = report.expansions + kept_up + looked;
        span.record("expansions", expansions);
        span.record("served", report.served);
        span.record("running", report.running);
        span.record("waiting", report.waiting);
        WorkReport { expansions, ..report }
    }

    /// First steps for requests that are not answered yet and were asked with
    /// [`partial`](Request::partial), as far as found since the last call. They follow the map as it
    /// is: overlays are not looked at, and who goes by the knowledge of a faction is told nothing.
    ///
    /// They come from the [`Clusters`](crate::shapes::square::Clusters) kept for the mover, while these
    /// are up to date, by one search over the coarse graph that has to fit into the budget of a frame;
    /// without or where it does not, none are told. Only squares have clusters, so on other maps none
    /// are told ever. The answer follows, and may lead elsewhere.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Keep, Navigator, Request};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(400, 300, b'.')?);
    /// let danger = nav.add_overlay()?;
    /// nav.overlay_mut(danger)?.fill(CellRect::new(100, 0, 50, 300), 30_000);
    /// nav.keep(nav.first_mover(), Keep::Clusters)?;
    /// let ask = Ask::new((2, 3), (370, 250)).overlay(danger);
    /// let ticket = nav.submit(Request::new(ask, 0).partial())?;
    /// nav.work(&mut Budget::unlimited().expansions(2000));
    /// assert!(nav.take_done().next().is_none(), "the answer takes longer");
    /// let first = nav.take_first_steps().next().unwrap();
    /// assert_eq!((first.ticket, nav.grid().cell(first.path.start())), (ticket, Cell::new(2, 3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_first_steps(&mut self) -> Drain<'_, FirstSteps> {
        self.desk.coarse.found.drain(..)
    }

    /// All answers since the last call, in the order in which they were found.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator, RequestOptions, Standing};
    /// use astride::prelude::*;
    /// let nav = Navigator::new(Grid::new(400, 300, b'.')?);
    /// let mut nav = nav.requests(RequestOptions::default().again(0));
    /// let danger = nav.add_overlay()?;
    /// nav.overlay_mut(danger)?.fill(CellRect::new(0, 0, 400, 150), 5_000);
    /// let ask = Ask::new((2, 3), (390, 290)).overlay(danger);
    /// nav.request(&ask, 0)?;
    /// nav.work(&mut Budget::unlimited().expansions(1000));
    /// nav.edit(|batch| {
    ///     batch.fill(CellRect::new(0, 200, 399, 1), b'@');
    /// })?;
    /// nav.work(&mut Budget::unlimited());
    /// let delivery = nav.take_done().next().unwrap();
    /// let (path, stamp) = (delivery.answer?.path().cloned().unwrap(), delivery.stamp);
    /// assert!(stamp.revision() == 0 && stamp != nav.stamp(&ask)?.of_world());
    /// let Standing::Blocked { step } = delivery.standing else { panic!("a wall was built") };
    /// assert_eq!(nav.grid().cell(path.nodes()[step]).y, 199);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn take_done(&mut self) -> Drain<'_, Delivered<S::Place>> {
        self.desk.queue.take_done()
    }

    /// What of a path that was found in the state `stamp` holds in the world as it is now, as a
    /// [`Delivery`] says it of the moment of its delivery. O(1) if nothing that `ask` depends on has
    /// changed, else O(length).
    ///
    /// # Errors
    ///
    /// If a handle is not of this navigator.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator, Standing};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(20, 10, b'.')?);
    /// let ask = Ask::new((0, 5), (19, 5));
    /// let (path, stamp) = (nav.find(&ask)?, nav.stamp(&ask)?);
    /// assert_eq!(nav.standing_of(&ask, &path, stamp)?, Standing::Current);
    /// nav.edit(|batch| _ = batch.set((3, 0), b'@'))?;
    /// assert_eq!(nav.standing_of(&ask, &path, stamp)?, Standing::Walkable);
    /// nav.edit(|batch| _ = batch.set((3, 5), b'@'))?;
    /// assert_eq!(nav.standing_of(&ask, &path, stamp)?, Standing::Blocked { step: 2 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn standing_of(
        &self,
        ask: &Ask<S::Place>,
        path: &Path,
        stamp: Stamp,
    ) -> Asked<Standing, S> {
        match self.stamp(ask)?.of_world() == stamp.of_world() {
            true => Ok(Standing::Current),
            false => Ok(self.state.standing_of(ask, path)),
        }
    }

    /// Takes a request back. Whether there was one whose answer had not been taken.
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        self.desk.queue.cancel(ticket)
    }

    /// How far a request has come.
    pub fn progress(&self, ticket: Ticket) -> Progress {
        self.desk.queue.progress(ticket)
    }
}
