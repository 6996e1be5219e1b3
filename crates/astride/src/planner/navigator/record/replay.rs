//! Replaying a recording.

use std::fmt;

use super::call::{Call, Painting};
use super::recordable::Recordable;
use super::recording::{CALLS, Recording, digest_of};
use super::reply::{Answer, Delivered, Reply};
use crate::base::{Packer, TablesError, check};
use crate::planner::navigator::Desk;
use crate::planner::{Navigator, Request, RequestOptions, Ticket};
use crate::shapes::square::Grid;

/// Repeats the calls of a [`Recording`], one frame at a time, and compares the results: see
/// [`Recording::replay`].
///
/// A recording can demand any amount of work, and any number of answers that are never taken. If
/// you do not trust it, stop between two frames.
pub struct Replay<'r, S: Recordable = Grid> {
    recording: &'r Recording<S>,
    nav: Navigator<S>,
    events: Box<dyn Iterator<Item = (Call<S>, Reply)> + Send + Sync + 'r>,
    /// The tickets of the queue since it was last set up, by number.
    tickets: Vec<Ticket>,
    /// The results of all calls so far.
    came: Packer,
    frames: u64,
    calls: u64,
    difference: Option<Difference>,
}

crate::base::debug_by!(['r, S: Recordable] Replay['r, S]: nav, frames, calls, difference);

/// A replayed frame: one call of `work`, and everything since the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayedFrame {
    /// From 1. Calls after the last call of `work` form one more frame.
    pub number: u64,
    /// The number of calls.
    pub calls: u64,
    /// Expansions made: by `work` and by questions with a budget.
    pub expansions: u64,
    /// Requests answered.
    pub served: u64,
}

/// An answer that differs from the recording.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The frame, from 1.
    pub frame: u64,
    /// The number of the call, from 1.
    pub call: u64,
    /// The request, if it is the answer to one.
    pub ticket: Option<u64>,
    /// What was asked, in words.
    pub what: String,
    /// What was recorded, in words.
    pub recorded: String,
    /// The actual answer, in words.
    pub came: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { frame, call, what, recorded, came, .. } = self;
        write!(f, "frame {frame}, call {call}, {what}: recorded {recorded}; came {came}")
    }
}

impl<S: Recordable> Recording<S> {
    /// Prepares to repeat all calls.
    ///
    /// # Errors
    ///
    /// If the recording does not begin with a valid saved navigator, or if more would have to be
    /// built in total than [`Navigator::MOST_SAVED_CELLS`]: all cells, which count as at least
    /// 4096, once for each mover and for each mover with the belief of each faction, two more times
    /// for both with each batch of edits that is supposed, and once for each lane of the queue and
    /// for each 64 sets of places.
    ///
    /// # Complexity
    ///
    /// That of [`Navigator::load`].
    pub fn replay(&self) -> Result<Replay<'_, S>, TablesError> {
        Replay::new(self)
    }
}

impl<'r, S: Recordable> Replay<'r, S> {
    fn new(recording: &'r Recording<S>) -> Result<Self, TablesError> {
        let nav = recording.first_navigator()?;
        let cells = cells_made(&nav, recording);
        let expected =
            "movers, factions, suppositions, lanes and sets that take at most 2^30 cells in all";
        check(cells <= Navigator::<Grid>::MOST_SAVED_CELLS, CALLS, 0, expected)?;
        let (events, tickets) = (Box::new(recording.events()), Vec::new());
        let (came, difference) = (Packer::default(), None);
        Ok(Replay { recording, nav, events, tickets, came, frames: 0, calls: 0, difference })
    }

    /// Replays the next frame; `None` at the end. It continues after a
    /// [difference](Self::difference), so later answers may differ for that reason alone.
    pub fn next_frame(&mut self) -> Option<PlayedFrame> {
        let before = self.calls;
        let (mut expansions, mut served) = (0, 0);
        while let Some((call, recorded)) = self.events.next() {
            self.calls += 1;
            let (came, made) = self.play(&call);
            came.pack(&mut self.came);
            expansions += made;
            if self.difference.is_none() && came != recorded {
                self.difference = Some(self.differ(&call, &recorded, &came));
            }
            if let Call::Work(_) = call {
                if let Reply::Worked { report: [made, done, ..], .. } = came {
                    expansions += made;
                    served = done;
                }
                break;
            }
        }
        let calls = self.calls - before;
        if calls == 0 {
            return None;
        }
        self.frames += 1;
        Some(PlayedFrame { number: self.frames, calls, expansions, served })
    }

    /// The first answer that differed from the recording, if any.
    pub fn difference(&self) -> Option<&Difference> {
        self.difference.as_ref()
    }

    /// The digest of the results so far: at the end that of the recording, if nothing differed.
    pub fn digest(&self) -> u64 {
        digest_of(&self.recording.start, &self.came)
    }

    /// The navigator in its current state.
    pub fn navigator(&self) -> &Navigator<S> {
        &self.nav
    }

    /// Makes one call, whatever its recorded result. Returns the actual result, and the expansions
    /// made by a question.
    fn play(&mut self, call: &Call<S>) -> (Reply, u64) {
        let nav = &mut self.nav;
        let reply = match call {
            Call::Queue(options) => {
                nav.desk = Desk::new(*options);
                self.tickets.clear();
                Reply::Done
            }
            Call::Keep { mover, keep } => {
                let mover = nav.mover_of_number(*mover);
                Reply::of_done(&S::keep_for(nav, mover, *keep))
            }
            Call::Drop { mover, keep } => {
                let mover = nav.mover_of_number(*mover);
                Reply::of_done(&S::drop_for(nav, mover, *keep))
            }
            Call::Mover { mover, side: 0 } => {
                nav.add_mover((**mover).clone());
                Reply::Done
            }
            Call::Mover { mover, side } => {
                Reply::of_done(&S::add_sized(nav, (**mover).clone(), *side))
            }
            Call::Faction { assumed } => {
                S::add_guessing_faction(nav, *assumed);
                Reply::Done
            }
            Call::Overlay => Reply::of_done(&nav.add_overlay()),
            Call::Edit(batch) => Reply::of(&nav.apply(batch)),
            Call::Reveal { faction, area } => {
                let faction = nav.faction_of_number(*faction);
                Reply::of(&S::show(nav, faction, area))
            }
            Call::RevealAround { faction, eye, radius, opaque } => {
                let faction = nav.faction_of_number(*faction);
                Reply::of(&S::show_around(nav, faction, *eye, *radius, opaque))
            }
            Call::Remember { faction, area } => {
                let faction = nav.faction_of_number(*faction);
                Reply::of_done(&S::hold(nav, faction, area))
            }
            Call::Paint(painting) => paint(nav, painting),
            Call::Places => {
                nav.add_places();
                Reply::Done
            }
            Call::SetPlaces { set, places } => {
                let set = nav.places_of_number(*set);
                Reply::of_done(&nav.set_places(set, places.iter().copied()))
            }
            Call::Supposition(batch) => {
                nav.add_supposition(batch.clone());
                Reply::Done
            }
            Call::SetSupposition { edits, batch } => {
                let edits = nav.supposition_of_number(*edits);
                Reply::of_done(&nav.set_supposition(edits, batch.clone()))
            }
            Call::Find(question) => Reply::Answer(Answer::of_path(&nav.find(&question.ask(nav)))),
            Call::Cost(question) => {
                nav.cost(&question.ask(nav)).map_or(Reply::Refused, Reply::Cost)
            }
            Call::Route(question, allowance) => {
                let outcome = allowance.spend(|budget| nav.route(&question.ask(nav), budget));
                let made = outcome.as_ref().map_or(0, |found| found.effort().expanded);
                return (Reply::Answer(Answer::of_route(&outcome)), made);
            }
            Call::Request(request) => {
                let Request { ask, priority, limit, within, partial } = *request;
                let ask = ask.ask(nav);
                let ticket = nav.submit(Request { ask, priority, limit, within, partial });
                self.tickets.extend(&ticket);
                ticket.map_or(Reply::Refused, |ticket| Reply::Number(ticket.number()))
            }
            Call::Cancel { ticket } => {
                let known = self.tickets.binary_search_by_key(ticket, Ticket::number);
                let was_there = known.is_ok_and(|at| nav.cancel(self.tickets[at]));
                Reply::Number(was_there.into())
            }
            Call::Take => {
                nav.take_done();
                Reply::Done
            }
            Call::Maintain { cells } => Reply::of_upkeep(&S::maintain_all(nav, *cells)),
            Call::Work(allowance) => {
                let before = nav.desk.queue.done();
                let report = allowance.spend(|budget| nav.work(budget));
                Reply::of_work(&report, &nav.desk.queue.answers()[before..])
            }
        };
        (reply, 0)
    }

    /// The difference between two replies to a call.
    fn differ(&self, call: &Call<S>, recorded: &Reply, came: &Reply) -> Difference {
        let mut difference = Difference {
            frame: self.frames + 1,
            call: self.calls,
            ticket: None,
            what: call.to_string(),
            recorded: recorded.to_string(),
            came: came.to_string(),
        };
        if let (Reply::Worked { answers: before, .. }, Reply::Worked { answers: after, .. }) =
            (recorded, came)
        {
            let most = before.len().max(after.len());
            if let Some(at) = (0..most).find(|&at| before.get(at) != after.get(at)) {
                let (before, after) = (before.get(at), after.get(at));
                difference.ticket = before.or(after).map(|delivered| delivered.ticket);
                let words = |delivered: Option<&Delivered>| {
                    delivered.map_or("no answer".to_owned(), ToString::to_string)
                };
                (difference.recorded, difference.came) = (words(before), words(after));
            }
        }
        difference
    }
}

fn paint<S: Recordable>(nav: &mut Navigator<S>, painting: &Painting) -> Reply {
    let overlay = nav.overlay_mut(nav.overlay_of_number(painting.overlay));
    Reply::of_done(&overlay.map(|overlay| painting.paint(overlay)))
}

/// The cells of everything that a replay builds from the map, at least 4096 for each map of a mover,
/// for each lane and for each 64 sets of places.
fn cells_made<S: Recordable>(nav: &Navigator<S>, recording: &Recording<S>) -> u64 {
    let (mut movers, mut factions) = (nav.movers().len() as u64, nav.factions().len() as u64);
    let (mut lanes, mut sets) = (RequestOptions::default().lanes as u64, 0_u64);
    let mut maps = 1_u64;
    for (call, _) in recording.events() {
        match call {
            Call::Mover { .. } => movers += 1,
            Call::Faction { .. } => factions += 1,
            Call::Places => sets += 1,
            // The latest two worlds of each mover and faction are kept.
            Call::Supposition(_) => maps += 2,
            Call::Queue(options) => lanes = lanes.max(options.lanes as u64),
            _ => {}
        }
    }
    // A set has at most a bit for each cell.
    let worlds = movers.saturating_mul(factions + 1).saturating_mul(maps);
    let worlds = worlds.saturating_add(lanes + sets.div_ceil(64));
    (nav.map().extent().tile_count() as u64).max(4096).saturating_mul(worlds)
}
