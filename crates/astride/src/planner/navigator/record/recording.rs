//! A recording: a saved navigator and all calls made to it, as one file.
//!
//! The file is a [container](crate::base::Container) with the fingerprint of the map that the recording
//! begins with. Its kind is that of the shape: `reco` for squares, `rhex`, `rtri`, `rflr`, `rvox`, `rgra`.
//! It contains these tables in this order:
//!
//! | table | numbers | what |
//! |---|---|---|
//! | `recording.start` | `u8` | the navigator at the beginning, as [`Navigator::save`] gives it |
//! | those of movers | | the movers that are added, in their order, as in a navigator |
//! | `recording.calls` | `u8` | the calls, one after the other |
//! | `recording.replies` | `u8` | the result of each call |
//!
//! Calls and replies are integers in as few bytes as they need, seven bits per byte, the lowest
//! first: the kind, followed by its data.

use super::call::Call;
use super::recordable::Recordable;
use super::reply::Reply;
use crate::base::{
    Container, Groups, Packer, TablesError, Unpacker, check, check_names, checksum, u8s,
};
use crate::planner::Navigator;
use crate::shapes::square::Grid;

const START: &str = "recording.start";
pub(super) const CALLS: &str = "recording.calls";
const REPLIES: &str = "recording.replies";

/// The calls made to a navigator and their results: from a
/// [`RecordedNavigator`](super::RecordedNavigator), or from a file.
pub struct Recording<S: Recordable = Grid> {
    pub(super) start: Vec<u8>,
    /// The fingerprint of the map with which it begins.
    world: u64,
    /// The movers that are added.
    movers: Vec<S::Mover>,
    calls: Packer,
    replies: Packer,
    frames: u64,
    events: u64,
}

crate::base::debug_by!([S: Recordable] Recording[S]: frames, events);

impl<S: Recordable> Clone for Recording<S> {
    fn clone(&self) -> Self {
        let Recording { world, frames, events, .. } = *self;
        let (start, movers) = (self.start.clone(), self.movers.clone());
        let (calls, replies) = (self.calls.clone(), self.replies.clone());
        Recording { start, world, movers, calls, replies, frames, events }
    }
}

impl<S: Recordable> Recording<S> {
    /// No calls yet to the navigator that was saved as `start`.
    pub(super) fn new(start: Vec<u8>, world: u64) -> Self {
        let (calls, replies) = (Packer::default(), Packer::default());
        Recording { start, world, movers: Vec::new(), calls, replies, frames: 0, events: 0 }
    }

    pub(super) fn note(&mut self, call: &Call<S>, reply: &Reply) {
        if let Call::Mover { mover, .. } = call {
            self.movers.push(S::Mover::clone(mover));
        }
        call.pack(&mut self.calls);
        reply.pack(&mut self.replies);
        self.frames += u64::from(matches!(call, Call::Work(_)));
        self.events += 1;
    }

    /// The number of frames: calls of `work`.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// The total number of calls.
    pub fn calls(&self) -> u64 {
        self.events
    }

    /// A digest of the answers: equal digests mean equal answers.
    pub fn digest(&self) -> u64 {
        digest_of(&self.start, &self.replies)
    }

    /// Its first frames, without anything after them: a shorter report of the same fault.
    #[must_use]
    pub fn cut(&self, frames: u64) -> Self {
        let mut short = Recording::new(self.start.clone(), self.world);
        for (call, reply) in self.events() {
            if short.frames == frames {
                break;
            }
            short.note(&call, &reply);
        }
        short
    }

    /// The recording as bytes, for [`load_of`](Self::load_of). Equal recordings give equal bytes.
    ///
    /// # Complexity
    ///
    /// O(bytes): those of the navigator at the beginning, and ten to forty for most calls.
    pub fn save(&self) -> Vec<u8> {
        let mut groups = Groups::default();
        groups.put(START, &self.start[..]);
        S::put_added(&self.movers, &mut groups);
        groups.put(CALLS, self.calls.bytes());
        groups.put(REPLIES, self.replies.bytes());
        groups.file(S::FILE, self.world)
    }

    /// Loads a [saved](Self::save) recording of a map of this shape. Squares have [`Recording::load`].
    ///
    /// # Errors
    ///
    /// If the bytes are of another kind or version, or not as they were written; or if they were
    /// forged with all their checksums and do not describe a recording. The navigator at the
    /// beginning is checked by [`replay`](Self::replay).
    ///
    /// # Complexity
    ///
    /// O(bytes), in time and memory.
    pub fn load_of(bytes: &[u8]) -> Result<Self, TablesError> {
        let tables = Container::read(bytes, S::FILE)?;
        let movers = S::MOVER_TABLES.iter().copied();
        check_names(&tables, [START].into_iter().chain(movers).chain([CALLS, REPLIES]))?;
        let mut recording = Recording::new(u8s(&tables, START)?.to_vec(), tables.world());
        let mut calls = Unpacker::new(CALLS, u8s(&tables, CALLS)?);
        let mut replies = Unpacker::new(REPLIES, u8s(&tables, REPLIES)?);
        let mut movers = S::take_added(&tables)?.into_iter();
        while !calls.is_at_end() {
            let call = Call::unpack(&mut calls, &mut movers)?;
            recording.note(&call, &Reply::unpack(&mut replies)?);
        }
        if !replies.is_at_end() {
            return Err(replies.fault("as many replies as calls").into());
        }
        let (added, more) = (recording.movers.len(), movers.len());
        check(more == 0, S::MOVER_TABLES[0], added, "only movers that a call adds")?;
        Ok(recording)
    }

    /// Whether bytes begin as a recording of a map of this shape does.
    pub fn is_one(bytes: &[u8]) -> bool {
        Container::kind(bytes) == Some(S::FILE)
    }

    /// All calls with their results.
    pub(super) fn events(&self) -> impl Iterator<Item = (Call<S>, Reply)> + '_ {
        let mut calls = Unpacker::new(CALLS, self.calls.bytes());
        let mut replies = Unpacker::new(REPLIES, self.replies.bytes());
        let mut movers = self.movers.iter().cloned();
        std::iter::from_fn(move || {
            // They were written here or checked on loading; only at their end is there none.
            let call = Call::unpack(&mut calls, &mut movers).ok()?;
            Some((call, Reply::unpack(&mut replies).ok()?))
        })
    }

    /// The navigator as it was at the beginning.
    pub(super) fn first_navigator(&self) -> Result<Navigator<S>, TablesError> {
        let nav = S::loaded(&self.start)?;
        let is_it = S::sum(nav.map()) == self.world;
        check(is_it, START, 0, "the map that the fingerprint of the file is of")?;
        Ok(nav)
    }
}

impl Recording {
    /// Loads a [saved](Self::save) recording of a navigator of squares.
    ///
    /// # Errors
    ///
    /// As for [`load_of`](Self::load_of).
    ///
    /// # Complexity
    ///
    /// O(bytes), in time and memory.
    pub fn load(bytes: &[u8]) -> Result<Recording, TablesError> {
        Recording::load_of(bytes)
    }
}

/// The digest of the results of all calls to a navigator that was saved as `start`.
pub(super) fn digest_of(start: &[u8], replies: &Packer) -> u64 {
    checksum(checksum(0, start), replies.bytes())
}
