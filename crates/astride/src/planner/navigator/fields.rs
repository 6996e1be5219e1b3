//! Shared fields: computed when a goal is first requested, and kept for later units with that goal.

use std::sync::{Arc as Shared, Mutex, PoisonError};

use super::state::State;
use super::{Ask, Asked, Navigable, Navigator, NavigatorError, Stamp};
use crate::base::{Budget, CELLS_PER_EXPANSION, Cost, NodeId, SmallSort};
use crate::path::Path;
use crate::search::{DistanceField, PathQuery, Why};
use crate::world::{Way, World};

/// The default for the bytes of fields that are kept.
const USUAL_BYTES: usize = 64 << 20;

/// The maximum number of fields kept, since all are scanned at each question.
const MOST: usize = 256;

/// Each node that a repair invalidates or expands counts as this many expansions: a repair takes 5 to
/// 10 times as long per node as computing a field.
const EXPANSIONS_PER_NODE: u64 = 8;

/// The key of a field: the question from the first of its goals to itself, so that neither the
/// start nor the order of the goals matters.
#[derive(Clone, PartialEq, Eq)]
struct Key<P> {
    ask: Ask<P>,
    goals: Vec<NodeId>,
}

struct Kept<P> {
    key: Key<P>,
    /// The stamp of the world when the field was computed or repaired.
    stamp: Stamp,
    field: Shared<DistanceField>,
    repairs: Repairs,
}

/// What repairs of an outdated field for requests may take. Without this, a change beside the goal in
/// every frame would make each frame try one, for requests that are searched in less.
#[derive(Clone, Copy, Default)]
struct Repairs {
    /// Expansions that searches for the requests counted while it was outdated are worth, less what
    /// repairs took.
    earned: u64,
    /// What has to be earned before the next try: it doubles with each that is given up.
    least: u64,
    /// How many requests the queue had seen when they were last counted.
    counted: u64,
}

impl Repairs {
    /// What the next repair may take.
    fn allowed(&self) -> u64 {
        if self.earned < self.least { 0 } else { self.earned }
    }

    fn note(&mut self, spent: u64, is_done: bool) {
        self.earned -= self.earned.min(spent);
        self.least = if is_done { 0 } else { self.least.max(spent).saturating_mul(2) };
    }
}

/// Fields in order of use, the most recently used last.
pub(super) struct Fields<P> {
    kept: Mutex<Vec<Kept<P>>>,
    most_bytes: usize,
    /// Whether requests are answered from them.
    answer_requests: bool,
}

impl<P> Default for Fields<P> {
    fn default() -> Self {
        Fields { kept: Mutex::default(), most_bytes: USUAL_BYTES, answer_requests: true }
    }
}

impl<P> Fields<P> {
    /// Fields from which no request is answered, so that nothing depends on who asks for fields.
    pub(super) fn apart(&self) -> Self {
        Fields { answer_requests: false, ..self.emptied() }
    }

    /// None yet, within the same limit; requests may be answered from those to come.
    pub(super) fn emptied(&self) -> Self {
        Fields { most_bytes: self.most_bytes, ..Fields::default() }
    }

    /// Whether requests may be answered from a field that is kept.
    pub(super) fn may_answer(&self) -> bool {
        self.answer_requests && !self.lock().is_empty()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Kept<P>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds one, and removes the least recently used ones if there are too many. One that is not
    /// complete stays even if it is too large, or each request for it would begin it again.
    fn keep(&self, one: Kept<P>)
    where
        P: PartialEq,
    {
        let mut kept = self.lock();
        // Two threads that asked for the same field at once have computed one each.
        kept.retain(|other| other.key != one.key);
        let spared = usize::from(!one.field.is_complete());
        kept.push(one);
        let mut bytes: usize = kept.iter().map(|one| one.field.bytes()).sum();
        let mut gone = 0;
        while gone + spared < kept.len() && (bytes > self.most_bytes || kept.len() - gone > MOST) {
            bytes -= kept[gone].field.bytes();
            gone += 1;
        }
        kept.drain(..gone);
    }
}

/// Continues a field that is current, or begins it.
pub(super) fn go_on(
    field: &mut DistanceField,
    world: &impl World,
    goals: &[(NodeId, Cost)],
    is_current: bool,
    budget: &mut Budget<'_>,
) {
    if !(is_current && field.resume(world, budget).is_ok()) {
        field.compute(world, goals, Way::Backward, budget);
    }
}

/// The path from a node along a field of the current state, or why there is none. `asked` is the
/// world of the question, and `world` that of the field.
pub(super) fn follow(
    field: &DistanceField,
    (asked, world): (&impl World, &impl World),
    from: NodeId,
) -> Result<Path, Why> {
    let path = field.path_from(world, from).unwrap_or(None);
    path.ok_or_else(|| {
        let goals: Vec<NodeId> = field.sources().iter().map(|&(goal, _)| goal).collect();
        Why::of(asked, &PathQuery::to_nearest(from, &goals), field.expanded())
    })
}

impl<S: Navigable> Navigator<S> {
    /// Sets the bytes of [`field`](Self::field) results to keep, 64 MiB by default and at most 256
    /// fields; those used least recently are removed first. Fields kept so far are dropped.
    #[must_use]
    pub fn fields(mut self, bytes: usize) -> Self {
        let fields = Fields { most_bytes: bytes, ..Fields::default() };
        Shared::make_mut(&mut self.state).fields = Shared::new(fields);
        self
    }

    /// The bytes of the fields kept.
    pub fn field_bytes(&self) -> usize {
        self.state.fields.lock().iter().map(|one| one.field.bytes()).sum()
    }

    /// The cost from everywhere to the goal of a question, or to whichever of `others` is nearer,
    /// for the mover, faction and overlays of the question. Its start does not matter.
    ///
    /// Everyone who asks for the same goals in the same world shares the field, and
    /// [requests](Self::request) for the same goal, or the same [set](Ask::or_to), are answered
    /// from it. After an edit, a change of a named overlay or set of places, or a discovery by the
    /// faction, it is updated when this is called again: repaired if that is enough, otherwise
    /// computed again. [`work`](Self::work) repairs those to a single goal for requests. A field
    /// that is held by a caller stays unchanged.
    ///
    /// # Errors
    ///
    /// If a place is not on the map, if a handle does not belong to this navigator, or if a mover
    /// of several places asks for one [around blockers](Ask::around)
    /// ([`NavigatorError::NoFieldAround`]).
    ///
    /// # Complexity
    ///
    /// O(fields kept + goals) if it is kept and up to date, otherwise that of
    /// [`DistanceField::repair`] or [`DistanceField::compute`].
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let mut nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// let home = Ask::new((0, 0), (39, 0));
    /// let field = nav.field(&home, &[])?;
    /// let unit = nav.grid().node((9, 0)).unwrap();
    /// assert_eq!(field.distance(unit), Some(30 * 13_860));
    ///
    /// nav.edit(|batch| _ = batch.fill(CellRect::new(20, 0, 1, 29), b'@'))?;
    /// assert!(nav.field(&home, &[])?.distance(unit) > field.distance(unit));
    /// // Hundreds of units read their paths off one field.
    /// assert_eq!(nav.path_by_field(&home, &[])?.cost(), nav.find(&home)?.cost());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn field(
        &self,
        ask: &Ask<S::Place>,
        others: &[S::Place],
    ) -> Asked<Shared<DistanceField>, S> {
        self.field_within(ask, others, &mut Budget::unlimited())
    }

    /// As [`field`](Self::field), but only as far as a budget allows:
    /// [`is_complete`](DistanceField::is_complete) says whether the field is finished, and its distances
    /// below [`settled_below`](DistanceField::settled_below) are final. The next request for the same
    /// field, by any caller, continues where this one stopped; drop the field first, or it is copied.
    /// After a change of the world an unfinished field begins again.
    ///
    /// The unfinished field requested last is kept whatever its size; of several, those too large for
    /// [`fields`](Self::fields) begin again each time.
    ///
    /// # Errors
    ///
    /// As [`field`](Self::field).
    ///
    /// # Complexity
    ///
    /// Each expansion settles a node. When the field begins, memory for the distances is allocated and
    /// cleared, O(nodes), which only a limit on bytes counts. After an edit a complete field is
    /// [repaired](DistanceField::repair) if possible and if the budget would suffice to compute all of
    /// it; the repair is not counted.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::prelude::*;
    /// let nav = Navigator::new(Grid::new(40, 30, b'.')?);
    /// let home = Ask::new((0, 0), (39, 0));
    /// let mut frames = 1;
    /// while !nav.field_within(&home, &[], &mut Budget::unlimited().expansions(500))?.is_complete() {
    ///     frames += 1;
    /// }
    /// assert_eq!(frames, 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn field_within(
        &self,
        ask: &Ask<S::Place>,
        others: &[S::Place],
        budget: &mut Budget<'_>,
    ) -> Asked<Shared<DistanceField>, S> {
        let state = &*self.state;
        if state.is_apart(ask) {
            return Err(NavigatorError::NoFieldAround);
        }
        let (key, stamp) = state.field_key(ask, others)?;
        let found = {
            let mut kept = state.fields.lock();
            let at = kept.iter().position(|kept| kept.key == key);
            at.map(|at| kept.remove(at))
        };
        let is_ready = |kept: &Kept<S::Place>| {
            let is_current = kept.stamp == stamp && kept.field.is_complete();
            is_current && S::has_revision(state, &key.ask, &kept.field)
        };
        let old = match found {
            Some(kept) if is_ready(&kept) => {
                let field = Shared::clone(&kept.field);
                state.fields.keep(kept);
                return Ok(field);
            }
            old => old,
        };
        let is_current = old.as_ref().is_some_and(|kept| kept.stamp == stamp);
        // If nobody holds it any more its memory is used again.
        let mut field = match old {
            Some(kept) => Shared::unwrap_or_clone(kept.field),
            None => DistanceField::new(),
        };
        let goals: Vec<(NodeId, Cost)> = key.goals.iter().map(|&goal| (goal, 0)).collect();
        S::compute_field(state, &key.ask, &goals, &mut field, is_current, budget)?;
        let (field, repairs) = (Shared::new(field), Repairs::default());
        state.fields.keep(Kept { key, stamp, field: Shared::clone(&field), repairs });
        Ok(field)
    }

    /// A cheapest path to the goal of a question, or to whichever of `others` is nearer, read off
    /// the shared [`field`](Self::field).
    ///
    /// # Errors
    ///
    /// As for [`field`](Self::field), and if there is no path. The error is then about the goal of
    /// the question, as that of [`find`](Self::find), or with [several](Ask::or_to) about all of
    /// them.
    ///
    /// # Complexity
    ///
    /// That of [`field`](Self::field), plus O(steps of the path).
    pub fn path_by_field(&self, ask: &Ask<S::Place>, others: &[S::Place]) -> Asked<Path, S> {
        let from = self.state.node(ask.from)?;
        let field = self.field(ask, others)?;
        match S::descend(&self.state, ask, &field, from)? {
            Ok(path) => Ok(path),
            Err(why) if ask.or_to.is_some() => {
                Err(NavigatorError::NoPath { from: ask.from, to: ask.to, why })
            }
            // This reports why there is no path.
            Err(_) => self.find(ask),
        }
    }
}

impl<S: Navigable> State<S> {
    /// What identifies the field to the goals of a question, and the state of its world.
    fn field_key(
        &self,
        ask: &Ask<S::Place>,
        others: &[S::Place],
    ) -> Asked<(Key<S::Place>, Stamp), S> {
        self.walker_place(ask.mover)?;
        let mover = Some(ask.mover.unwrap_or(self.first_mover()));
        let ask = Ask { mover, nearest: false, ..*ask };
        let stamp = S::stamp(self, &ask)?;
        // Until the map of a belief has followed, what is known is searched instead, and a field of
        // the one is no field of the other.
        let guided = u64::from(ask.faction.is_some() && stamp.guided != 0);
        let stamp = Stamp { guided, ..stamp };
        let goals = self.goals(&ask, others)?;
        let place = self.map.place_of(goals[0]);
        Ok((Key { ask: Ask { from: place, to: place, ..ask }, goals }, stamp))
    }

    /// The complete field of the current world that is kept for the goal of a question, if there is one
    /// from which requests are answered. It does not count as used, since several threads may ask for it
    /// in any order.
    pub(super) fn kept_field(&self, ask: &Ask<S::Place>) -> Option<Shared<DistanceField>> {
        if !self.fields.may_answer() || self.is_apart(ask) {
            return None;
        }
        let (key, stamp) = self.field_key(ask, &[]).ok()?;
        let kept = self.fields.lock();
        let is_it =
            |one: &&Kept<S::Place>| one.key == key && one.stamp == stamp && one.field.is_complete();
        let field = kept.iter().find(is_it).map(|one| Shared::clone(&one.field));
        drop(kept);
        field.filter(|field| S::has_revision(self, ask, field))
    }

    /// Repairs outdated fields to single goals for which requests wait, for at most `share` expansions
    /// together, and each for no more than it has earned. Returns the expansions these repairs count
    /// as.
    ///
    /// `made` is the number of requests so far, and `waiting_since` returns how many of those that
    /// wait for a goal were made after the given number of requests; `None` if none waits.
    ///
    /// A repair works on a copy, because one that is given up leaves a field half repaired.
    pub(super) fn repair_fields(
        &self,
        share: u64,
        made: u64,
        waiting_since: impl Fn(&Ask<S::Place>, u64) -> Option<u64>,
    ) -> u64 {
        let mut kept = self.fields.lock();
        let mut due: Vec<(usize, Stamp)> = Vec::new();
        for (at, one) in kept.iter_mut().enumerate() {
            let Key { ask, goals } = &one.key;
            // A map that is believed or supposed has no changes to follow, and asking about it would make
            // it.
            let is_of_map = ask.faction.is_none() && ask.supposing.is_none();
            if goals.len() > 1 || !is_of_map || !one.field.is_complete() {
                continue;
            }
            let Ok(stamp) = S::stamp(self, ask).map(Stamp::of_world) else { continue };
            if stamp == one.stamp {
                continue;
            }
            let Some(questions) = S::merge_from(self, ask) else { continue };
            // Another queue begins again.
            let counted = if one.repairs.counted > made { 0 } else { one.repairs.counted };
            let Some(new) = waiting_since(ask, counted) else { continue };
            let search = (one.field.node_count() / questions.max(1)) as u64;
            one.repairs.earned = one.repairs.earned.saturating_add(new.saturating_mul(search));
            one.repairs.counted = made;
            due.push((at, stamp));
        }
        // The order of use depends on which thread asked last.
        due.sort_small_by_key(|&(at, _)| {
            let Key { ask, goals } = &kept[at].key;
            (goals[0], ask.mover.map(|mover| mover.0.number))
        });
        let mut spent = 0;
        for (at, stamp) in due {
            spent += self.repair(&mut kept[at], stamp, share - spent);
        }
        spent
    }

    /// Repairs an outdated field for at most `share` expansions; `stamp` is that of the world now.
    /// Returns how many expansions that counts as.
    fn repair(&self, one: &mut Kept<S::Place>, stamp: Stamp, share: u64) -> u64 {
        let share = share.min(one.repairs.allowed());
        let copied = one.field.node_count() as u64 / CELLS_PER_EXPANSION;
        // It may invalidate `most` nodes and expand as many.
        let most = share.saturating_sub(copied) / (2 * EXPANSIONS_PER_NODE);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        if most == 0 {
            return 0;
        }
        let repaired = S::repair_field(self, &one.key.ask, &one.field, most);
        let Some((field, nodes)) = repaired else { return 0 };
        // The node at which it was given up is not charged.
        let spent = share.min(copied + EXPANSIONS_PER_NODE * nodes);
        one.repairs.note(spent, field.is_some());
        if let Some(field) = field {
            (one.field, one.stamp) = (Shared::new(field), stamp);
        }
        spent
    }

    /// The path that answers a question, if a kept field shows one.
    pub(super) fn path_by_kept_field(&self, ask: &Ask<S::Place>) -> Option<Path> {
        let field = self.kept_field(ask)?;
        S::descend(self, ask, &field, self.node(ask.from).ok()?).ok()?.ok()
    }
}
