//! The beliefs of factions, as separate maps with indexes for the movers concerned.
//!
//! Nothing is built for a faction before the first question by its knowledge, nor for a mover
//! before the first such question about it. Edits and discoveries are not followed immediately
//! either: the next question follows all of them together, and what they changed bounds the work.
//! The first question costs as much as adding a mover, which is about as much as one A* search.

use std::sync::{Arc as Shared, Mutex, MutexGuard, PoisonError};

use super::keep::Upkeep;
use super::repair::area_of_jumps;
use super::walker::{FOLLOWED, Walker, kept_by};
use crate::planner::{FactionId, Navigator, NavigatorError};
use crate::shapes::square::{BelievedGrid, BodyError, Grid, Knowledge};

/// The belief of one faction, built at the first question about it.
#[derive(Default)]
pub(super) struct Belief(Mutex<Held>);

/// A mover on the map as believed by a faction.
#[expect(missing_debug_implementations, reason = "nobody outside can name it")]
#[derive(Clone)]
pub struct Believer {
    pub(super) walker: Shared<Walker>,
    pub(super) map: Shared<BelievedGrid>,
}

/// A mover on a map after edits that are supposed, with the indexes that are kept for beliefs.
#[expect(missing_debug_implementations, reason = "nobody outside can name it")]
#[derive(Clone)]
pub struct Supposer {
    pub(super) walker: Shared<Walker>,
    pub(super) grid: Shared<Grid>,
}

#[derive(Clone, Default)]
struct Held {
    map: Option<Shared<BelievedGrid>>,
    /// By index of the mover; `None` until the first question about it.
    followers: Vec<Option<Follower>>,
    /// The time of the last maintenance.
    served: Served,
}

/// The time of the last maintenance; the least comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Served {
    /// The revision of the map then.
    pub(super) revision: u64,
    /// A counter within one revision.
    pub(super) turn: u64,
}

#[derive(Clone)]
struct Follower {
    walker: Shared<Walker>,
    /// The revisions of the believed map to which its world and its indexes belong.
    world: Option<u64>,
    indexes: Option<u64>,
    /// The classes on that map when the places of a large body were made, one bit each.
    classes: [u128; 2],
}

/// What a belief follows: the map, the knowledge about it, and the movers on the actual map.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) grid: &'a Grid,
    pub(super) knowledge: &'a Knowledge,
    pub(super) walkers: &'a [Shared<Walker>],
}

impl Belief {
    /// The mover with this index, on the map as currently believed. `None` if that is not up to
    /// date: under [`Upkeep::ByHand`] until the next maintenance, and if there is not enough
    /// memory.
    ///
    /// A large body is always updated, since there is no other world for it; its indexes can wait.
    pub(super) fn believer(
        &self,
        facts: Facts<'_>,
        place: usize,
        upkeep: Upkeep,
    ) -> Result<Option<Believer>, NavigatorError> {
        let mut held = self.lock();
        let is_body = facts.walkers[place].body.is_some();
        if upkeep == Upkeep::AtOnce || is_body {
            return match held.bring(facts, place, upkeep)? {
                true => held.present(place),
                false if is_body => Err(BodyError::Memory.into()),
                false => Ok(None),
            };
        }
        held.want(facts, place)?;
        if held.is_current(facts, place) { held.present(place) } else { Ok(None) }
    }

    /// The mover with this index, on the map as currently believed, whatever the upkeep. Its indexes
    /// are not those of this map: no question is answered with it.
    pub(super) fn world(&self, facts: Facts<'_>, place: usize) -> Result<Believer, NavigatorError> {
        let mut held = self.lock();
        let is_body = facts.walkers[place].body.is_some();
        if is_body && held.bring(facts, place, Upkeep::ByHand)? {
            return held.present(place)?.ok_or(BodyError::Memory.into());
        }
        let is_there = !is_body && held.follow_map(facts);
        let map = held.map.as_ref().filter(|_| is_there).ok_or(BodyError::Memory)?;
        let (walker, map) = (Shared::clone(&facts.walkers[place]), Shared::clone(map));
        Ok(Believer { walker, map })
    }

    /// Updates the believed map, if there is one. Indexes can wait.
    pub(super) fn settle(&self, facts: Facts<'_>) {
        let mut held = self.lock();
        if held.map.is_some() {
            held.follow_map(facts);
        }
    }

    /// Updates the belief for the mover with this index now, whatever the upkeep. If there is not
    /// enough memory, a later question detects that again.
    pub(super) fn write_down(&self, facts: Facts<'_>, place: usize) {
        let _ = self.lock().bring(facts, place, Upkeep::AtOnce);
    }

    /// Whether the mover at a place has its indexes ready. A large body has a world before that.
    pub(super) fn is_current(&self, facts: Facts<'_>, place: usize) -> bool {
        self.lock().is_current(facts, place)
    }

    /// Identifies which indexes answer for the mover with this index: 0 for none.
    pub(super) fn guided(&self, facts: Facts<'_>, place: usize, upkeep: Upkeep) -> u64 {
        let is_guided = upkeep == Upkeep::AtOnce || self.is_current(facts, place);
        if is_guided { 1 + u64::from(kept_by(&facts.walkers[place])) } else { 0 }
    }

    /// The time of the last maintenance, and the approximate number of cells to process now; `None`
    /// if there is nothing to do.
    pub(super) fn due(&self, facts: Facts<'_>) -> Option<(Served, u64)> {
        let held = self.lock();
        let cells = u64::from(facts.grid.cell_count());
        let changed = held.map.as_ref().and_then(|map| map.changed(facts.grid, facts.knowledge));
        let written = changed.map(|rects| area_of_jumps(facts.grid, rects.into_iter()));
        let each = |(place, follower): (usize, &Option<Follower>)| {
            let follower = follower.as_ref().filter(|_| !held.is_current(facts, place))?;
            if !follower.is_for(&facts.walkers[place]) {
                return Some(cells);
            }
            let behind = held.map.as_ref().map_or(0, |map| follower.behind(map.grid()));
            Some(written.map_or(cells, |written| (written + behind).min(cells)))
        };
        let mut late = held.followers.iter().enumerate().filter_map(each).peekable();
        late.peek()?;
        Some((held.served, late.sum::<u64>() + written.unwrap_or(cells).min(cells)))
    }

    /// Updates everything that has been asked about.
    pub(super) fn maintain(&self, facts: Facts<'_>, now: Served) {
        let mut held = self.lock();
        held.served = now;
        for place in 0..held.followers.len() {
            let is_asked_about = held.followers[place].is_some();
            if is_asked_about && held.bring(facts, place, Upkeep::AtOnce).is_err() {
                // The next question reports the error; until then there is nothing to do.
                held.followers[place] = None;
            }
        }
    }

    fn bytes(&self) -> usize {
        let held = self.lock();
        let followers = held.followers.iter().flatten();
        let map = held.map.as_ref().map_or(0, |map| map.bytes());
        map + followers.map(|follower| follower.walker.bytes()).sum::<usize>()
    }

    fn lock(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A copy shares the stored belief, until one of the two follows a change.
impl Clone for Belief {
    fn clone(&self) -> Self {
        Belief(Mutex::new(self.lock().clone()))
    }
}

impl Follower {
    /// Whether it has the indexes that are now kept for the mover.
    fn is_for(&self, plain: &Walker) -> bool {
        self.walker.kept == kept_by(plain)
    }

    /// The number of cells its indexes have to process to follow the stored map.
    fn behind(&self, map: &Grid) -> u64 {
        self.walker.usable().map_or(0, |walker| {
            let due = |keep| walker.due(keep, map).unwrap_or(0);
            FOLLOWED.into_iter().map(due).sum()
        })
    }
}

impl Held {
    /// Updates the mover of a question, as far as `upkeep` allows that during a question. Returns
    /// whether it is available.
    fn bring(
        &mut self,
        facts: Facts<'_>,
        place: usize,
        upkeep: Upkeep,
    ) -> Result<bool, NavigatorError> {
        self.want(facts, place)?;
        Ok(self.follow_map(facts) && self.follow(facts, place, upkeep))
    }

    /// Records that a mover is asked about. It restarts if the indexes to keep have changed.
    fn want(&mut self, facts: Facts<'_>, place: usize) -> Result<(), NavigatorError> {
        let plain = &*facts.walkers[place];
        if self.followers.len() <= place {
            self.followers.resize(place + 1, None);
        }
        if self.followers[place].as_ref().is_some_and(|follower| follower.is_for(plain)) {
            return Ok(());
        }
        let mut classes = [0; 2];
        let walker = if plain.body.is_none() {
            plain.on(facts.grid)?
        } else {
            // Its world is updated at once; until then any grid of the same size will do.
            self.follow_map(facts);
            let map = self.map.as_ref().ok_or(BodyError::Memory)?;
            classes = classes_on(map.grid());
            plain.on(map.grid())?
        };
        let walker = Shared::new(walker);
        self.followers[place] = Some(Follower { walker, world: None, indexes: None, classes });
        Ok(())
    }

    /// Updates the stored belief. Returns whether that was possible.
    fn follow_map(&mut self, facts: Facts<'_>) -> bool {
        let Facts { grid, knowledge, .. } = facts;
        match &mut self.map {
            Some(map) if map.is_of(grid, knowledge) => true,
            Some(map) => Shared::make_mut(map).update(grid, knowledge).is_ok(),
            none => {
                *none = BelievedGrid::build(grid, knowledge).ok().map(Shared::new);
                none.is_some()
            }
        }
    }

    /// Updates the mover of a question to the stored map. Returns whether it is available.
    fn follow(&mut self, facts: Facts<'_>, place: usize, upkeep: Upkeep) -> bool {
        let Held { map: Some(map), followers, .. } = self else { return false };
        let Some(follower) = &mut followers[place] else { return false };
        let now = Some(map.grid().revision());
        let with_indexes = upkeep == Upkeep::AtOnce;
        let is_there = follower.world == now && (follower.indexes == now || !with_indexes);
        if is_there || !map.is_of(facts.grid, facts.knowledge) {
            return is_there;
        }
        let classes = classes_on(map.grid());
        if follower.walker.body.is_some()
            && follower.classes != classes
            && let Ok(made) = follower.walker.on(map.grid())
        {
            // The places of a body depend on the media on the map, which a discovery may change.
            follower.walker = Shared::new(made);
            follower.classes = classes;
        }
        let walker = Shared::make_mut(&mut follower.walker);
        walker.follow_body(map.grid());
        follower.world = now;
        if with_indexes {
            walker.repair_all(map.grid());
            // The numbers of jump points break ties between equal paths, which must not depend on
            // when a question was asked, possibly through a snapshot on another thread.
            walker.guide.number_as_new();
            follower.indexes = now;
        }
        true
    }

    fn is_current(&self, facts: Facts<'_>, place: usize) -> bool {
        let map = self.map.as_ref().filter(|map| map.is_of(facts.grid, facts.knowledge));
        let follower = self.followers.get(place).and_then(Option::as_ref);
        let is_alike = |follower: &&Follower| follower.is_for(&facts.walkers[place]);
        map.zip(follower.filter(is_alike)).is_some_and(|(map, follower)| {
            let now = Some(map.grid().revision());
            follower.world == now && follower.indexes == now
        })
    }

    fn present(&self, place: usize) -> Result<Option<Believer>, NavigatorError> {
        let follower = self.followers[place].as_ref();
        let Some((map, follower)) = self.map.as_ref().zip(follower) else { return Ok(None) };
        follower.walker.usable()?;
        let (walker, map) = (Shared::clone(&follower.walker), Shared::clone(map));
        Ok(Some(Believer { walker, map }))
    }
}

/// The classes on a grid, one bit each.
fn classes_on(grid: &Grid) -> [u128; 2] {
    let half = |from: usize| {
        let counts = grid.histogram()[from..from + 128].iter().enumerate();
        counts.fold(0, |bits, (at, &count)| bits | u128::from(count > 0) << at)
    };
    [half(0), half(128)]
}

impl Navigator {
    /// Bytes held for the belief of a faction: its map, and the indexes of the movers asked about.
    /// 0 before the first such question.
    ///
    /// # Errors
    ///
    /// If the faction does not belong to this navigator.
    pub fn believed_bytes(&self, faction: FactionId) -> Result<usize, NavigatorError> {
        let place = self.state.faction_place(faction)?;
        Ok(self.state.kept.beliefs[place].bytes())
    }

    /// Frees the memory held for the belief of a faction. Its knowledge stays, and the next
    /// question that uses it starts over.
    ///
    /// # Errors
    ///
    /// If the faction does not belong to this navigator.
    pub fn drop_believed(&mut self, faction: FactionId) -> Result<(), NavigatorError> {
        let place = self.state.faction_place(faction)?;
        Shared::make_mut(&mut self.state).kept.beliefs[place] = Belief::default();
        Ok(())
    }
}
