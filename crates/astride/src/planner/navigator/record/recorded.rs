//! A navigator whose calls are recorded.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc as Shared;
use std::vec::Drain;

use super::call::{Allowance, Call, Painting, Question};
use super::recordable::{ClassSet, Recordable, holds};
use super::recording::Recording;
use super::reply::{Answer, Reply};
use crate::base::{Budget, Cell, CellRect, Cost, TablesError};
use crate::path::Path;
use crate::planner::navigator::{Asked, Desk, FirstSteps, Navigable, requests};
use crate::planner::{
    Ask, FactionId, Keep, Maintained, MoverId, Navigator, NavigatorError, OverlayId, PlacesId,
    Request, RequestOptions, Snapshot, SuppositionId, Ticket, WorkReport,
};
use crate::search::{Method, Outcome, Scratch};
use crate::shapes::Stored;
use crate::shapes::hex::{Hex, HexMap};
use crate::shapes::square::{Grid, Mover};
use crate::world::Overlay;

/// Why a navigator cannot be recorded.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordError<P = Cell> {
    /// It cannot be saved.
    Save(NavigatorError<P>),
    /// What was saved cannot be loaded.
    Load(TablesError),
    /// There are requests in its queue.
    Waiting {
        /// The number of requests, including answers not yet taken.
        requests: usize,
    },
}

errors! { enum RecordError<P> where [P: fmt::Debug + fmt::Display + Send + Sync + 'static]:
    Save(error) => (source error),
    Load(error) => (source error),
    Waiting { requests } => ("recording-requests-waiting",
        "{requests} requests are in the queue, expected none when a recording begins; work, and \
        take the answers"),
}

/// A navigator that records questions and answers: it has the same calls for edits, requests and paths, and
/// a [`Recording`] of all of them. Its map is of squares, or of any other shape that can be saved.
///
/// Every call that changes something is recorded, and every question that the recorder has itself.
/// For inspection it is also a [`Navigator`] that cannot be changed: questions that only that one
/// has are not part of the recording. Without jump points, many such questions cause the steps of all
/// cells to be precomputed earlier than in a replay. The first one by a faction's knowledge starts the
/// upkeep of its beliefs. A replay may then report other maintenance. Indexes built in the background,
/// which are labels and landmarks, are not adopted during a recording; those kept at its beginning
/// stay.
///
/// A frame ended by a clock or a flag is replayed to the same point if the program uses as many
/// threads for its requests: none or several.
///
/// # Complexity
///
/// Ten to forty bytes per call, except for batches of edits and painting. Painting copies the
/// overlay first, and records what changed.
///
/// # Examples
///
/// ```
/// use astride::planner::record::{RecordedNavigator, Recording};
/// use astride::planner::{Ask, Navigator};
/// use astride::prelude::*;
/// let mut nav = RecordedNavigator::new(Navigator::new(Grid::new(40, 30, b'.')?))?;
/// let ticket = nav.request(&Ask::new((2, 3), (37, 20)), 5)?;
/// nav.edit(|batch| {
///     batch.fill(CellRect::new(20, 0, 1, 29), b'@');
/// })?;
/// nav.work(&mut Budget::unlimited().expansions(1000));
/// assert_eq!(nav.take_done().next().unwrap().ticket, ticket);
/// let bytes = nav.recording().save();
///
/// let recording = Recording::load(&bytes)?;
/// let mut replay = recording.replay()?;
/// while replay.next_frame().is_some() {}
/// assert_eq!((replay.digest(), replay.difference()), (recording.digest(), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RecordedNavigator<S: Recordable = Grid> {
    nav: Navigator<S>,
    recording: Recording<S>,
}

crate::base::debug_by!([S: Recordable] RecordedNavigator[S]: nav, recording);

/// What only looks at the navigator: its map, its movers, where a path stands.
impl<S: Recordable> Deref for RecordedNavigator<S> {
    type Target = Navigator<S>;

    fn deref(&self) -> &Navigator<S> {
        &self.nav
    }
}

impl<S: Recordable> RecordedNavigator<S> {
    /// Begins a recording. Handles stay valid; ticket numbers begin at 1 again.
    ///
    /// The navigator is saved and loaded, so that it continues from exactly the state with which a
    /// replay begins. What a saved navigator does not have is therefore lost:
    /// [landmarks](Navigator::keep_landmarks) and the [cache](Navigator::cache).
    ///
    /// [Sets of places](Navigator::set_places) and [suppositions](Navigator::add_supposition) stay: the
    /// recording begins with calls that set them.
    ///
    /// Indexes that are kept stay. On shapes other than squares they are not saved, so the recording
    /// begins with calls of `keep` that build them for the current map. One that is not valid on that
    /// map is lost.
    ///
    /// # Errors
    ///
    /// If it cannot be [saved](Navigator::save), or if there are requests in its queue.
    ///
    /// # Complexity
    ///
    /// That of [`Navigator::save`] and [`Navigator::load`], and on shapes other than squares that of
    /// building the indexes.
    pub fn new(nav: Navigator<S>) -> Result<Self, RecordError<S::Place>> {
        let queue = &nav.desk.queue;
        let requests = queue.waiting() + queue.running() + queue.done();
        if requests > 0 {
            return Err(RecordError::Waiting { requests });
        }
        let (options, owner) = (*queue.options(), nav.state.owner);
        // Inspecting the navigator may compute fields, of which a replay knows nothing.
        let fields = Shared::new(nav.state.fields.apart());
        let unsaved = S::unsaved_keeps(&nav);
        let (sets, suppositions) = (nav.state.places.clone(), nav.state.suppositions.clone());
        let start = S::saved(&nav).map_err(RecordError::Save)?;
        let mut loaded = S::loaded(&start).map_err(RecordError::Load)?;
        let state = Shared::make_mut(&mut loaded.state);
        state.owner = owner;
        state.fields = fields;
        let recording = Recording::new(start, S::sum(loaded.map()));
        let mut recorder = RecordedNavigator { nav: loaded.requests(options), recording };
        recorder.note(Call::Queue(options), Reply::Done);
        for (mover, keep) in unsaved {
            // The recording has the refusal of one that is not valid.
            let _ = recorder.keep_noted(mover, keep);
        }
        for places in sets {
            let set = recorder.add_places();
            let map = nav.map();
            let places: Vec<_> = places.nodes().iter().map(|&node| map.place_of(node)).collect();
            recorder.set_places(set, places).map_err(RecordError::Save)?;
        }
        for supposition in suppositions {
            recorder.add_supposition(supposition.batch().clone());
        }
        Ok(recorder)
    }

    /// Everything recorded so far.
    pub fn recording(&self) -> &Recording<S> {
        &self.recording
    }

    /// The navigator, for inspection: questions asked of it are not recorded. On squares some of them lead
    /// to other maintenance all the same ([why](RecordedNavigator)), which a replay may report as a difference.
    pub fn navigator(&self) -> &Navigator<S> {
        &self.nav
    }

    /// Ends the recording; returns the navigator and everything recorded.
    pub fn finish(mut self) -> (Navigator<S>, Recording<S>) {
        let state = Shared::make_mut(&mut self.nav.state);
        state.fields = Shared::new(state.fields.emptied());
        (self.nav, self.recording)
    }

    fn note(&mut self, call: Call<S>, reply: Reply) {
        self.recording.note(&call, &reply);
    }

    /// Keeps an index, and records that.
    fn keep_noted(&mut self, mover: MoverId, keep: S::Keep) -> Asked<(), S> {
        let done = S::keep_for(&mut self.nav, mover, keep);
        let mover = self.nav.number_of_mover(mover);
        self.note(Call::Keep { mover, keep }, Reply::of_done(&done));
        done
    }
}

/// Calls that change the world: as those of [`Navigator`], recorded.
impl<S: Recordable> RecordedNavigator<S> {
    /// As [`Navigator::requests`]: the queue is empty afterwards.
    pub fn requests(&mut self, options: RequestOptions) {
        self.nav.desk = Desk::new(options);
        self.note(Call::Queue(options), Reply::Done);
    }

    /// As [`Navigator::add_mover`].
    pub fn add_mover(&mut self, mover: S::Mover) -> MoverId {
        let id = self.nav.add_mover(mover.clone());
        self.note(Call::Mover { mover: Box::new(mover), side: 0 }, Reply::Done);
        id
    }

    /// As [`Navigator::add_overlay`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn add_overlay(&mut self) -> Asked<OverlayId, S> {
        let id = self.nav.add_overlay();
        self.note(Call::Overlay, Reply::of_done(&id));
        id
    }

    /// As [`Navigator::add_places`].
    pub fn add_places(&mut self) -> PlacesId {
        self.note(Call::Places, Reply::Done);
        self.nav.add_places()
    }

    /// As [`Navigator::set_places`]; a few bytes are recorded for each place.
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn set_places(
        &mut self,
        set: PlacesId,
        places: impl IntoIterator<Item = impl Into<S::Place>>,
    ) -> Asked<(), S> {
        let places: Vec<S::Place> = places.into_iter().map(Into::into).collect();
        let done = self.nav.set_places(set, places.iter().copied());
        let set = self.nav.number_of_places(set);
        self.note(Call::SetPlaces { set, places }, Reply::of_done(&done));
        done
    }

    /// As [`Navigator::add_supposition`].
    pub fn add_supposition(&mut self, batch: <S as Navigable>::Edit) -> SuppositionId {
        self.note(Call::Supposition(batch.clone()), Reply::Done);
        self.nav.add_supposition(batch)
    }

    /// As [`Navigator::set_supposition`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn set_supposition(
        &mut self,
        edits: SuppositionId,
        batch: <S as Navigable>::Edit,
    ) -> Asked<(), S> {
        let done = self.nav.set_supposition(edits, batch.clone());
        let edits = self.nav.number_of_supposition(edits);
        self.note(Call::SetSupposition { edits, batch }, Reply::of_done(&done));
        done
    }

    /// As [`Navigator::edit`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn edit(
        &mut self,
        change: impl FnOnce(&mut <S as Navigable>::Edit),
    ) -> Result<u64, <S as Navigable>::EditError> {
        let mut batch = <S as Navigable>::Edit::default();
        change(&mut batch);
        self.apply(&batch)
    }

    /// As [`Navigator::apply`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn apply(
        &mut self,
        batch: &<S as Navigable>::Edit,
    ) -> Result<u64, <S as Navigable>::EditError> {
        let revision = self.nav.apply(batch);
        self.note(Call::Edit(batch.clone()), Reply::of(&revision));
        revision
    }

    /// As [`Navigator::apply_if`]. A batch that is not applied is not recorded.
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn apply_if(
        &mut self,
        batch: &<S as Navigable>::Edit,
        is_right: impl FnOnce(&Snapshot<S>, &mut Scratch) -> bool,
    ) -> Result<Option<u64>, <S as Navigable>::EditError> {
        let revision = self.nav.apply_if(batch, is_right)?;
        if let Some(revision) = revision {
            self.note(Call::Edit(batch.clone()), Reply::Number(revision));
        }
        Ok(revision)
    }

    /// Lets `paint` change an overlay, as [`Navigator::overlay_mut`] does.
    ///
    /// # Errors
    ///
    /// If the overlay does not belong to this navigator, or if `paint` replaced it by one of
    /// another size: it is then restored.
    pub fn paint(&mut self, overlay: OverlayId, paint: impl FnOnce(&mut Overlay)) -> Asked<(), S> {
        let number = self.nav.number_of_overlay(overlay);
        let before = self.nav.overlay(overlay)?.clone();
        let after = self.nav.overlay_mut(overlay)?;
        paint(after);
        let size = after.bounds();
        let is_other = size != before.bounds();
        let painting = if is_other {
            *after = before.clone();
            Painting::between(number, &before, &before)
        } else {
            Painting::between(number, &before, after)
        };
        self.note(Call::Paint(painting), Reply::Done);
        let CellRect { width, height, .. } = size;
        if is_other { Err(NavigatorError::OverlaySize { width, height }) } else { Ok(()) }
    }
}

/// The same, as it is on squares.
impl RecordedNavigator {
    /// As [`Navigator::add_mover_sized`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn add_mover_sized(&mut self, mover: Mover, side: u32) -> Result<MoverId, NavigatorError> {
        let id = self.nav.add_mover_sized(mover.clone(), side);
        // A side of 0 stands for no body, and is refused here.
        if side > 0 {
            self.note(Call::Mover { mover: Box::new(mover), side }, Reply::of_done(&id));
        }
        id
    }

    /// As [`Navigator::add_faction`].
    pub fn add_faction(&mut self, assumed: u8) -> FactionId {
        self.note(Call::Faction { assumed }, Reply::Done);
        self.nav.add_faction(assumed)
    }

    /// As [`Navigator::reveal`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn reveal(&mut self, faction: FactionId, rect: CellRect) -> Result<u32, NavigatorError> {
        let seen = self.nav.reveal(faction, rect);
        let faction = self.nav.number_of_faction(faction);
        self.note(Call::Reveal { faction, area: rect }, Reply::of(&seen));
        seen
    }

    /// As [`Navigator::reveal_around`]; `is_opaque` is called once for each class.
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn reveal_around(
        &mut self,
        faction: FactionId,
        eye: impl Into<Cell>,
        radius: u32,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Result<u32, NavigatorError> {
        let eye = eye.into();
        let mut opaque = ClassSet::default();
        for class in (0..=u8::MAX).filter(|&class| is_opaque(class)) {
            opaque[usize::from(class / 64)] |= 1 << (class % 64);
        }
        let seen = self.nav.reveal_around(faction, eye, radius, |class| holds(&opaque, class));
        let faction = self.nav.number_of_faction(faction);
        let call = Call::RevealAround { faction, eye, radius, opaque: Box::new(opaque) };
        self.note(call, Reply::of(&seen));
        seen
    }

    /// As [`Navigator::remember`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn remember(&mut self, faction: FactionId, rect: CellRect) -> Result<(), NavigatorError> {
        let done = self.nav.remember(faction, rect);
        let faction = self.nav.number_of_faction(faction);
        self.note(Call::Remember { faction, area: rect }, Reply::of_done(&done));
        done
    }

    /// As [`Navigator::keep`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn keep(&mut self, mover: MoverId, keep: Keep) -> Result<(), NavigatorError> {
        self.keep_noted(mover, keep)
    }

    /// As [`Navigator::drop_index`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn drop_index(&mut self, mover: MoverId, keep: Keep) -> Result<(), NavigatorError> {
        let done = self.nav.drop_index(mover, keep);
        let mover = self.nav.number_of_mover(mover);
        self.note(Call::Drop { mover, keep }, Reply::of_done(&done));
        done
    }

    /// As [`Navigator::maintain`].
    pub fn maintain(&mut self, cells: u64) -> Maintained {
        let maintained = self.nav.maintain(cells);
        self.note(Call::Maintain { cells }, Reply::of_upkeep(&maintained));
        maintained
    }
}

/// The same, as it is on maps of other shapes.
impl<S: Stored> RecordedNavigator<S> {
    /// As [`Navigator::add_faction`].
    pub fn add_faction(&mut self, assumed: S::Assumed) -> FactionId {
        self.note(Call::Faction { assumed }, Reply::Done);
        self.nav.add_faction(assumed)
    }

    /// As [`Navigator::reveal`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn reveal(
        &mut self,
        faction: FactionId,
        places: impl IntoIterator<Item = impl Into<S::Place>>,
    ) -> Asked<u32, S> {
        let area: Vec<S::Place> = places.into_iter().map(Into::into).collect();
        let seen = self.nav.reveal(faction, area.iter().copied());
        let faction = self.nav.number_of_faction(faction);
        self.note(Call::Reveal { faction, area }, Reply::of(&seen));
        seen
    }

    /// As [`Navigator::remember`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn remember(
        &mut self,
        faction: FactionId,
        places: impl IntoIterator<Item = impl Into<S::Place>>,
    ) -> Asked<(), S> {
        let area: Vec<S::Place> = places.into_iter().map(Into::into).collect();
        let done = self.nav.remember(faction, area.iter().copied());
        let faction = self.nav.number_of_faction(faction);
        self.note(Call::Remember { faction, area }, Reply::of_done(&done));
        done
    }

    /// As [`Navigator::keep`]. A method for which the shape has no index is refused and not recorded.
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn keep(&mut self, mover: MoverId, keep: Method) -> Asked<(), S> {
        match S::INDEXED.contains(&keep) {
            true => self.keep_noted(mover, keep),
            false => self.nav.keep(mover, keep),
        }
    }

    /// As [`Navigator::drop_index`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn drop_index(&mut self, mover: MoverId) -> Asked<(), S> {
        let done = self.nav.drop_index(mover);
        let mover = self.nav.number_of_mover(mover);
        // Whichever method the index is for, it is dropped.
        if let Some(&keep) = S::INDEXED.first() {
            self.note(Call::Drop { mover, keep }, Reply::of_done(&done));
        }
        done
    }

    /// As [`Navigator::maintain`].
    pub fn maintain(&mut self, cells: u64) -> Maintained {
        let maintained = self.nav.maintain(cells);
        self.note(Call::Maintain { cells }, Reply::of_upkeep(&maintained));
        maintained
    }
}

impl RecordedNavigator<HexMap> {
    /// As [`Navigator::reveal_around`]; recorded as the hexagons that are in sight.
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn reveal_around(
        &mut self,
        faction: FactionId,
        eye: impl Into<Hex>,
        radius: u32,
        is_opaque: impl Fn(u8) -> bool,
    ) -> Asked<u32, HexMap> {
        let seen = self.nav.map().in_sight(eye.into(), radius, is_opaque);
        self.reveal(faction, seen)
    }
}

/// Questions: as those of [`Navigator`], recorded with their answers.
impl<S: Recordable> RecordedNavigator<S> {
    /// As [`Navigator::find`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn find(&mut self, ask: &Ask<S::Place>) -> Asked<Path, S> {
        let path = self.nav.find(ask);
        let call = Call::Find(Question::of(&self.nav, ask));
        self.note(call, Reply::Answer(Answer::of_path(&path)));
        path
    }

    /// As [`Navigator::cost`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn cost(&mut self, ask: &Ask<S::Place>) -> Asked<Option<Cost>, S> {
        let cost = self.nav.cost(ask);
        let call = Call::Cost(Question::of(&self.nav, ask));
        self.note(call, cost.as_ref().map_or(Reply::Refused, |&cost| Reply::Cost(cost)));
        cost
    }

    /// As [`Navigator::route`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn route(&mut self, ask: &Ask<S::Place>, budget: &mut Budget<'_>) -> Asked<Outcome, S> {
        let (outcome, allowance) = Allowance::noted(budget, |budget| self.nav.route(ask, budget));
        let call = Call::Route(Question::of(&self.nav, ask), allowance);
        self.note(call, Reply::Answer(Answer::of_route(&outcome)));
        outcome
    }

    /// As [`Navigator::request`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn request(&mut self, ask: &Ask<S::Place>, priority: u8) -> Asked<Ticket, S> {
        self.submit(Request::new(*ask, priority))
    }

    /// As [`Navigator::submit`].
    ///
    /// # Errors
    ///
    /// As for that method.
    pub fn submit(&mut self, request: Request<Ask<S::Place>>) -> Asked<Ticket, S> {
        let ticket = self.nav.submit(request);
        let Request { ask, priority, limit, within, partial } = request;
        let ask = Question::of(&self.nav, &ask);
        let reply = ticket.as_ref().map_or(Reply::Refused, |t| Reply::Number(t.number()));
        self.note(Call::Request(Request { ask, priority, limit, within, partial }), reply);
        ticket
    }

    /// As [`Navigator::work`]: a frame of the recording.
    pub fn work(&mut self, budget: &mut Budget<'_>) -> WorkReport {
        let before = self.nav.desk.queue.done();
        let (report, allowance) = Allowance::noted(budget, |budget| self.nav.work(budget));
        let answers = &self.nav.desk.queue.answers()[before..];
        let reply = Reply::of_work(&report, answers);
        self.note(Call::Work(allowance), reply);
        report
    }

    /// As [`Navigator::take_done`].
    pub fn take_done(&mut self) -> Drain<'_, requests::Delivered<S::Place>> {
        self.note(Call::Take, Reply::Done);
        self.nav.take_done()
    }

    /// As [`Navigator::take_first_steps`]; they are not part of the recording.
    pub fn take_first_steps(&mut self) -> Drain<'_, FirstSteps> {
        self.nav.take_first_steps()
    }

    /// As [`Navigator::cancel`]. If there was nothing to cancel, nothing is recorded.
    pub fn cancel(&mut self, ticket: Ticket) -> bool {
        let was_there = self.nav.cancel(ticket);
        if was_there {
            self.note(Call::Cancel { ticket: ticket.number() }, Reply::Number(1));
        }
        was_there
    }
}

impl Painting {
    /// The change made to an overlay.
    fn between(overlay: u32, before: &Overlay, after: &Overlay) -> Painting {
        let (old, painted) = (before.painted(), after.painted());
        let is_cleared = old.union(painted) != painted || after.most() < before.most();
        let ticks_before = |cell: Cell| if is_cleared { 0 } else { before.extra_of(cell) };
        let is_other = |cell: &Cell| ticks_before(*cell) != after.extra_of(*cell);
        let changed = painted
            .cells()
            .filter(is_other)
            .fold(CellRect::default(), |changed, cell| changed.union(CellRect::of(cell)));
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for ticks in changed.cells().map(|cell| after.extra_of(cell)) {
            match runs.last_mut() {
                Some((cells, same)) if *same == ticks => *cells += 1,
                _ => runs.push((1, ticks)),
            }
        }
        Painting { overlay, is_cleared, painted, most: after.most(), changed, runs }
    }

    /// Applies the change to an overlay.
    pub(super) fn paint(&self, overlay: &mut Overlay) {
        if self.is_cleared {
            overlay.clear();
        }
        let mut runs = self.runs.iter().copied();
        let (mut left, mut ticks) = (0, 0);
        overlay.write(self.changed, |_, before| {
            while left == 0 {
                // Once the runs are used up, nothing changes.
                let Some(next) = runs.next() else { return before };
                (left, ticks) = next;
            }
            left -= 1;
            ticks
        });
        overlay.widen(self.painted, self.most);
    }
}
