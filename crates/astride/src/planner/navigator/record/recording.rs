//! A recording: a saved navigator and all calls made to it, as one file.
//!
//! The file is a [container](crate::base::Container) of kind `reco` with the fingerprint of the grid
//! that the recording begins with, and these tables in this order:
//!
//! | table | numbers | what |
//! |---|---|---|
//! | `recording.start` | `u8` | the navigator at the beginning, as [`Navigator::save`] gives it |
//! | `movers.rules`, `movers.factors`, `movers.media` | | the movers that are added, in their order, as in a navigator |
//! | `recording.calls` | `u8` | the calls, one after the other |
//! | `recording.replies` | `u8` | the result of each call |
//!
//! Calls and replies are integers in as few bytes as they need, seven bits per byte, the lowest
//! first: the kind, followed by its data.

use super::call::Call;
use super::replay::Replay;
use super::reply::Reply;
use crate::base::{
    Container, ContainerWriter, Groups, Packer, TablesError, Unpacker, check, check_names,
    checksum, u8s,
};
use crate::planner::Navigator;
use crate::shapes::square::Mover;

const KIND: [u8; 4] = *b"reco";
const START: &str = "recording.start";
pub(super) const CALLS: &str = "recording.calls";
const REPLIES: &str = "recording.replies";

/// The calls made to a navigator of squares and their results: from a
/// [`RecordedNavigator`](super::RecordedNavigator), or from a file.
#[derive(Clone)]
pub struct Recording {
    pub(super) start: Vec<u8>,
    /// The fingerprint of the grid with which it begins.
    world: u64,
    /// The movers that are added.
    movers: Vec<Mover>,
    calls: Packer,
    replies: Packer,
    frames: u64,
    events: u64,
}

crate::base::debug_by!([] Recording[]: frames, events);

impl Recording {
    /// No calls yet to the navigator that was saved as `start`.
    pub(super) fn new(start: Vec<u8>, world: u64) -> Self {
        let (calls, replies) = (Packer::default(), Packer::default());
        Recording { start, world, movers: Vec::new(), calls, replies, frames: 0, events: 0 }
    }

    pub(super) fn note(&mut self, call: &Call, reply: &Reply) {
        if let Call::Mover { mover, .. } = call {
            self.movers.push(Mover::clone(mover));
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
    pub fn cut(&self, frames: u64) -> Recording {
        let mut short = Recording::new(self.start.clone(), self.world);
        for (call, reply) in self.events() {
            if short.frames == frames {
                break;
            }
            short.note(&call, &reply);
        }
        short
    }

    /// The recording as bytes, for [`load`](Self::load). Equal recordings give equal bytes.
    ///
    /// # Complexity
    ///
    /// O(bytes): those of the navigator at the beginning, and ten to forty for most calls.
    pub fn save(&self) -> Vec<u8> {
        let mut groups = Groups::default();
        groups.put(START, &self.start[..]);
        Mover::put_all(self.movers.iter(), &mut groups);
        groups.put(CALLS, self.calls.bytes());
        groups.put(REPLIES, self.replies.bytes());
        let mut writer = ContainerWriter::new(KIND, self.world);
        groups.write(&mut writer);
        writer.finish()
    }

    /// Loads a [saved](Self::save) recording.
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
    pub fn load(bytes: &[u8]) -> Result<Recording, TablesError> {
        let tables = Container::read(bytes, KIND)?;
        check_names(&tables, [START].into_iter().chain(Mover::TABLES).chain([CALLS, REPLIES]))?;
        let mut recording = Recording::new(u8s(&tables, START)?.to_vec(), tables.world());
        let mut calls = Unpacker::new(CALLS, u8s(&tables, CALLS)?);
        let mut replies = Unpacker::new(REPLIES, u8s(&tables, REPLIES)?);
        let mut movers = Mover::take_all(&tables)?.into_iter();
        while !calls.is_at_end() {
            let call = Call::unpack(&mut calls, &mut movers)?;
            recording.note(&call, &Reply::unpack(&mut replies)?);
        }
        if !replies.is_at_end() {
            return Err(replies.fault("as many replies as calls").into());
        }
        let (added, more) = (recording.movers.len(), movers.len());
        check(more == 0, Mover::TABLES[0], 4 * added, "only movers that a call adds")?;
        Ok(recording)
    }

    /// Prepares to repeat all calls.
    ///
    /// # Errors
    ///
    /// If the recording does not begin with a valid saved navigator, or if more would have to be
    /// built in total than [`Navigator::MOST_SAVED_CELLS`]: all cells, which count as at least
    /// 4096, once for each mover, for each mover with the belief of each faction, and for each lane
    /// of the queue.
    ///
    /// # Complexity
    ///
    /// That of [`Navigator::load`].
    pub fn replay(&self) -> Result<Replay<'_>, TablesError> {
        Replay::new(self)
    }

    /// All calls with their results.
    pub(super) fn events(&self) -> impl Iterator<Item = (Call, Reply)> + '_ {
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
    pub(super) fn first_navigator(&self) -> Result<Navigator, TablesError> {
        let nav = Navigator::load(&self.start)?;
        let is_it = nav.grid().fingerprint() == self.world;
        check(is_it, START, 0, "the grid that the fingerprint of the file is of")?;
        Ok(nav)
    }
}

/// The digest of the results of all calls to a navigator that was saved as `start`.
pub(super) fn digest_of(start: &[u8], replies: &Packer) -> u64 {
    checksum(checksum(0, start), replies.bytes())
}
