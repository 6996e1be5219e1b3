//! A cache of answers, for questions that are asked again.
//!
//! It has a fixed number of slots, two of which an answer may use; a new answer replaces the one
//! used less recently. Nothing is ever scanned unless memory runs out.

use std::sync::Arc as Shared;

use super::Ask;
use super::stamp::Stamp;
use crate::path::Path;
use crate::search::Why;
use std::hash::{Hash, Hasher};

/// The key of an answer. It is valid as long as the stamp; the version of the index says which of
/// several equal paths it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key<P> {
    pub(super) ask: Ask<P>,
    pub(super) stamp: Stamp,
    pub(super) version: u64,
}

/// A path, or why there is none.
pub(super) type Answer = Result<Shared<Path>, Why>;

/// The counters of a cache of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CacheCounts {
    /// Questions answered from it.
    pub hits: u64,
    /// Questions for which it had no answer.
    pub misses: u64,
    /// Bytes of the paths it holds.
    pub bytes: usize,
}

/// A slot for an answer.
type Slot<P> = Option<(Key<P>, Answer)>;

pub(super) struct Cache<P> {
    /// Pairs of slots, the one used last first.
    pairs: Vec<[Slot<P>; 2]>,
    most: usize,
    counts: CacheCounts,
}

impl<P: Copy + Eq + Hash> Cache<P> {
    /// The maximum number of pairs.
    const MOST_PAIRS: usize = 1 << 20;

    /// About `slots` slots, for paths of `bytes` in total.
    pub(super) fn new(slots: usize, bytes: usize) -> Self {
        let pairs = slots.div_ceil(2).clamp(1, Self::MOST_PAIRS);
        let pairs = (0..pairs).map(|_| [const { None }; 2]).collect();
        Cache { pairs, most: bytes, counts: CacheCounts::default() }
    }

    pub(super) fn counts(&self) -> CacheCounts {
        self.counts
    }

    pub(super) fn get(&mut self, key: &Key<P>) -> Option<Answer> {
        let at = self.place(key);
        let pair = &mut self.pairs[at];
        let is_key = |kept: &Option<(Key<P>, Answer)>| kept.as_ref().is_some_and(|k| k.0 == *key);
        let Some(found) = pair.iter().position(is_key) else {
            self.counts.misses += 1;
            return None;
        };
        pair.swap(0, found);
        self.counts.hits += 1;
        pair[0].as_ref().map(|(_, answer)| answer.clone())
    }

    pub(super) fn put(&mut self, key: Key<P>, answer: Answer) {
        let bytes = bytes_of(&answer);
        if bytes > self.most {
            return;
        }
        let at = self.place(&key);
        // Another thread may have asked the same question: the answer then replaces that one.
        if self.pairs[at][0].as_ref().is_none_or(|kept| kept.0 != key) {
            self.pairs[at].swap(0, 1);
        }
        if let Some((_, old)) = self.pairs[at][0].take() {
            self.counts.bytes -= bytes_of(&old);
        }
        if self.counts.bytes + bytes > self.most {
            self.pairs.iter_mut().for_each(|pair| *pair = [const { None }; 2]);
            self.counts.bytes = 0;
        }
        self.counts.bytes += bytes;
        self.pairs[at][0] = Some((key, answer));
    }

    /// The pair to which a key belongs: the same on every machine.
    fn place(&self, key: &Key<P>) -> usize {
        let hash = key.words().into_iter().fold(0u64, |hash, word| {
            (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15)
        });
        // The upper bits depend on all words.
        ((u128::from(hash) * self.pairs.len() as u128) >> 64) as usize
    }
}

impl<P: Copy + Hash> Key<P> {
    fn words(&self) -> [u64; 5] {
        let Ask { from, to, mover, faction, .. } = self.ask;
        let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        let word = |place: P| {
            let mut word = Word(0);
            place.hash(&mut word);
            word.finish()
        };
        let mover = mover.map_or(0, |mover| mover.0.number);
        let faction = faction.map_or(0, |faction| faction.0.number + 1);
        [pair(mover, faction), self.ask.overlays.bits(), self.stamp.word(), word(from), word(to)]
    }
}

/// Packs the numbers of a place into one: of two numbers, one above the other.
struct Word(u64);

impl Hasher for Word {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = self.0.rotate_left(32) ^ u64::from(number);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn bytes_of(answer: &Answer) -> usize {
    answer.as_ref().map_or(0, |path| size_of::<Path>() + size_of_val(path.nodes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, NodeId};

    fn key(x: u32) -> Key<Cell> {
        Key { ask: Ask::new((x, 0), (0, x)), stamp: Stamp::default(), version: 0 }
    }

    fn path(length: u32) -> Answer {
        let nodes = (0..length).map(NodeId::new).collect();
        Ok(Shared::new(Path::new(nodes, 7).expect("not empty")))
    }

    #[test]
    fn what_was_used_longer_ago_is_pushed_out() {
        let mut cache = Cache::new(2, 1 << 20);
        cache.put(key(1), path(3));
        cache.put(key(2), path(4));
        assert!(cache.get(&key(1)).is_some() && cache.get(&key(2)).is_some());
        assert!(cache.get(&key(1)).is_some());
        cache.put(key(3), Err(Why::GoalBlocked));
        assert!(cache.get(&key(2)).is_none(), "used longer ago than 1");
        assert!(cache.get(&key(1)).is_some());
        assert_eq!(cache.get(&key(3)), Some(Err(Why::GoalBlocked)));
        assert_eq!((cache.counts().hits, cache.counts().misses), (5, 1));
    }

    #[test]
    fn bytes_stay_within_the_limit_and_are_counted_right() {
        let one = bytes_of(&path(10));
        let mut cache = Cache::new(64, 3 * one);
        for x in 0..500 {
            cache.put(key(x % 37), path(1 + x % 11));
            let held = cache.pairs.iter().flatten().flatten();
            let bytes: usize = held.map(|(_, answer)| bytes_of(answer)).sum();
            assert_eq!(cache.counts().bytes, bytes);
            assert!(bytes <= 3 * one);
        }
        cache.put(key(99), path(1000));
        assert!(cache.get(&key(99)).is_none(), "too large to be kept at all");
    }

    #[test]
    fn every_part_of_a_key_tells_answers_apart() {
        let mut cache = Cache::new(1000, 1 << 20);
        cache.put(key(1), path(3));
        for other in [key(2), Key { version: 1, ..key(1) }] {
            assert!(cache.get(&other).is_none());
        }
        let other = Key { ask: Ask::new((0, 1), (1, 0)), ..key(1) };
        assert!(cache.get(&other).is_none());
        assert!(cache.get(&key(1)).is_some());
    }
}
