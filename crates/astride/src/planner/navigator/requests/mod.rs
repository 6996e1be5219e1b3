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

/// One in this many expansions of a frame is available for upkeep, and one in this many of the rest
/// for first steps, and then for repairs of fields.
pub(super) const SHARE: u64 = 4;

/// The maximum number of expansions in a frame for repairs of fields if there is a clock, which is not
/// checked meanwhile.
const MOST_FOR_REPAIRS: u64 = 16_384;

/// The number of questions for one goal from which on a field is faster than as many searches with
/// A*.
pub(super) const FIELD_FROM: usize = 8;

/// A question with its answer, or why there is none.
pub(super) type Delivered<P> = Delivery<Ask<P>, Result<Outcome, NavigatorError<P>>, Stamp>;

/// All requests to a navigator that are not answered yet.
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

    /// Requests a path that is found piece by piece, by calls of [`work`](Self::work). Requests
    /// with higher priority come first, but each is served eventually, as described at
    /// [`Requests`](crate::planner::Requests).
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, or if the queue
    /// is full.
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

    /// As [`request`](Self::request), with all options of a request.
    ///
    /// # Errors
    ///
    /// As for [`request`](Self::request).
    pub fn submit(&mut self, request: Request<Ask<S::Place>>) -> Asked<Ticket, S> {
        S::check(&self.state, &request.ask)?;
        self.state.node(request.ask.from)?;
        self.state.node(request.ask.to)?;
        self.state.set(request.ask.or_to)?;
        let ticket = self.desk.queue.request(&self.state, request)?;
        if request.partial {
            let Desk { queue, coarse } = &mut self.desk;
            let count = queue.waiting() + queue.running();
            coarse.want((ticket, request.ask), count, |ticket| queue.is_open(ticket));
        }
        Ok(ticket)
    }

    /// Works on requests until the budget is spent or all are answered: usually called once per
    /// frame. The answers depend only on the requests and budgets, not on the number of threads.
    ///
    /// Requests are answered by the same methods as [`route`](Self::route), and on shapes other
    /// than squares by A* alone, at the same cost. An answer by labels or components counts as one
    /// expansion, though it takes only microseconds. Many requests for one goal are answered by one
    /// distance field; eight steps of a path read off it count as one expansion. Clearing its
    /// memory at the beginning is not counted in any budget.
    ///
    /// If a complete field to the goal is [kept](Self::field) and up to date, the request is answered
    /// from it, without a search: at the same cost, and of several cheapest paths with the one that
    /// [`path_by_field`](Self::path_by_field) returns. If the field shows no path, the request is
    /// answered as if there were no field. A request does not count as a use of the field.
    ///
    /// If requests without a limit wait for the goal of a kept field that edits have outdated, it
    /// is [repaired](crate::search::DistanceField::repair) first, with at most a quarter of what is
    /// left of the frame: on squares, for bodies of one cell, without a faction, overlays or
    /// blockers. A node invalidated or expanded counts as 8 expansions, and the copy that is
    /// repaired as one for 64 nodes of the field. A repair that would take more is given up.
    /// Repairs together never take more than searches for the requests that have waited for the
    /// goal while the field was outdated, and each that is given up doubles what these have to be
    /// worth; a search counts as the part of a field from which on one pays off. Nothing is
    /// repaired where labels answer the requests. [`field`](Self::field) brings such a field up to
    /// date.
    ///
    /// An answer is completed in the world in which it was begun, whatever changes meanwhile, so
    /// every request is served however often the world changes. An answer that no longer holds at
    /// the end is recomputed, at most [`RequestOptions::again`] times; each [`Delivery`] says to
    /// which state it belongs and [how far it holds](crate::planner::Standing). Checking its path
    /// is not counted. While an answer is being computed, an edit first copies what it changes of
    /// the data that answer reads, once, as for a [`Snapshot`](crate::planner::Snapshot).
    ///
    /// Under [`Upkeep::ByHand`](super::Upkeep::ByHand) indexes of squares are
    /// [maintained](Navigator::maintain) first, with at most a quarter of the frame: 64 cells count
    /// as one expansion, and if only a clock limits the frame, the limit is 65 536 cells. What
    /// maintenance has saved in earlier frames is not counted again. Then come first steps, with at
    /// most a quarter of the rest, or a single one that takes more.
    pub fn work(&mut self, budget: &mut Budget<'_>) -> WorkReport {
        let span = span!("astride.work", expansions, served, running, waiting);
        let kept_up = S::keep_up(self, budget);
        let Desk { queue, coarse } = &mut self.desk;
        let share = budget.left().div_ceil(SHARE);
        let looked = coarse.look(&self.state, share, |ticket| queue.is_open(ticket), budget);
        let repaired = repair_fields(queue, &self.state, budget);
        let report = queue.work(&self.state, budget);
        coarse.tidy(|ticket| queue.is_open(ticket));
        let expansions = report.expansions + kept_up + looked + repaired;
        span.record("expansions", expansions);
        span.record("served", report.served);
        span.record("running", report.running);
        span.record("waiting", report.waiting);
        WorkReport { expansions, ..report }
    }

    /// First steps for unanswered requests that were made with [`partial`](Request::partial), as
    /// far as found since the last call. They use the actual map: overlays are ignored, and there
    /// are none for requests by the knowledge of a faction.
    ///
    /// They come from the [`Clusters`](crate::shapes::square::Clusters) kept for the mover, while
    /// these are up to date, by one search over the abstract graph that has to fit into the budget
    /// of a frame; otherwise there are none. Nor are there any that lead onto
    /// [blockers](Ask::around), or for [several goals](Ask::or_to). Only squares have clusters, so
    /// on other maps there are never any. The answer follows later, and may lead elsewhere.
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

    /// How far a path that was found in the state `stamp` holds in the current world, as a
    /// [`Delivery`] reports it for the moment of its delivery. O(1) if nothing on which `ask`
    /// depends has changed, otherwise O(length).
    ///
    /// # Errors
    ///
    /// If a handle does not belong to this navigator.
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

    /// Cancels a request. Returns whether there was one whose answer had not been taken.
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        self.desk.queue.cancel(ticket)
    }

    /// The progress of a request.
    pub fn progress(&self, ticket: Ticket) -> Progress {
        self.desk.queue.progress(ticket)
    }
}

/// Repairs the outdated fields from which waiting requests could be answered, with at most one in
/// [`SHARE`] of the expansions left. Returns the expansions made.
fn repair_fields<S: Navigable>(
    queue: &Requests<State<S>>,
    state: &State<S>,
    budget: &mut Budget<'_>,
) -> u64 {
    if queue.waiting() == 0 || !state.fields.may_answer() {
        return 0;
    }
    // Requests may name the first mover or none, and accept the nearest place.
    let first = Some(state.first_mover());
    let waiting_since = |ask: &Ask<S::Place>, made| {
        let unnamed = (ask.mover == first).then_some(Ask { mover: None, ..*ask });
        let asks = [Some(*ask), unnamed].into_iter().flatten();
        let asks = asks.flat_map(|ask| [ask, ask.or_nearest()]);
        asks.filter_map(|ask| queue.waiting_since(&ask, made)).reduce(|all, more| all + more)
    };
    let most = if budget.is_asked() { MOST_FOR_REPAIRS } else { u64::MAX };
    let share = (budget.left() / SHARE).min(most);
    let Ok(slice) = budget.take_slice(share) else { return 0 };
    let spent = state.repair_fields(slice, queue.made(), waiting_since);
    budget.return_slice(slice - spent);
    spent
}
