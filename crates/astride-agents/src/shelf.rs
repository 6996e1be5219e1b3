//! A cache of items by place, with limited capacity.

use std::fmt;

use crate::roadmap::{NOWHERE, Place};

/// One item per place, such as the distances to it; when the memory is used up, the least recently
/// used ones are evicted.
#[derive(Clone)]
pub(crate) struct Shelf<T> {
    slots: Vec<Slot<T>>,
    /// The slot of each place, or [`NOWHERE`].
    of_place: Vec<u32>,
    /// The bytes of all items, and the maximum.
    bytes: usize,
    most: usize,
    /// The number of accesses, to determine what was used last.
    asked: u64,
}

#[derive(Clone)]
struct Slot<T> {
    place: Place,
    thing: T,
    bytes: usize,
    used: u64,
}

impl<T> Shelf<T> {
    /// A cache for items of about this many bytes together, but at least for two items.
    pub(crate) fn new(places: usize, bytes: usize) -> Self {
        Shelf {
            slots: Vec::new(),
            of_place: vec![NOWHERE; places],
            bytes: 0,
            most: bytes,
            asked: 0,
        }
    }

    /// The item of a place; this does not count as use.
    #[inline(always)]
    pub(crate) fn peek(&self, place: Place) -> Option<&T> {
        self.slots.get(self.of_place[place as usize] as usize).map(|slot| &slot.thing)
    }

    /// The item of a place; this counts as use.
    #[inline(always)]
    pub(crate) fn get(&mut self, place: Place) -> Option<&mut T> {
        self.asked += 1;
        let slot = self.slots.get_mut(self.of_place[place as usize] as usize)?;
        slot.used = self.asked;
        Some(&mut slot.thing)
    }

    /// The item of a place, which counts as use; if there is none, `make` creates it in this many
    /// bytes, reusing an evicted item if there is one.
    pub(crate) fn get_or_make(
        &mut self,
        place: Place,
        bytes: usize,
        make: impl FnOnce(Option<T>) -> T,
    ) -> &mut T {
        if self.of_place[place as usize] == NOWHERE {
            let thing = make(self.make_room(bytes));
            self.of_place[place as usize] = self.slots.len() as u32;
            self.slots.push(Slot { place, thing, bytes, used: 0 });
            self.bytes += bytes;
        }
        self.get(place).expect("it was made just now")
    }

    /// Evicts items until there is room for this many bytes, and returns one of them.
    ///
    /// At least an eighth of all items go at once, so that finding the oldest takes O(1) for each.
    fn make_room(&mut self, bytes: usize) -> Option<T> {
        let mut evicted = None;
        while self.bytes + bytes > self.most && self.slots.len() > 1 {
            let mut by_use: Vec<_> =
                self.slots.iter().map(|slot| (slot.used, slot.place)).collect();
            let last = (by_use.len() / 8).max(1) - 1;
            by_use.select_nth_unstable(last);
            for &(_, place) in &by_use[..=last] {
                evicted = self.remove(place);
            }
        }
        evicted
    }

    /// Removes the item of a place.
    pub(crate) fn remove(&mut self, place: Place) -> Option<T> {
        let at = std::mem::replace(&mut self.of_place[place as usize], NOWHERE) as usize;
        if at >= self.slots.len() {
            return None;
        }
        let slot = self.slots.swap_remove(at);
        if let Some(moved) = self.slots.get(at) {
            self.of_place[moved.place as usize] = at as u32;
        }
        self.bytes -= slot.bytes;
        Some(slot.thing)
    }

    /// Removes all items that `keeps` refuses.
    pub(crate) fn retain(&mut self, mut keeps: impl FnMut(&T) -> bool) {
        let refused = self.slots.iter().filter(|slot| !keeps(&slot.thing));
        let refused: Vec<Place> = refused.map(|slot| slot.place).collect();
        for place in refused {
            self.remove(place);
        }
    }

    /// The number of items.
    pub(crate) fn count(&self) -> usize {
        self.slots.len()
    }
}

impl<T> fmt::Debug for Shelf<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Shelf");
        told.field("count", &self.slots.len())
            .field("bytes", &self.bytes)
            .field("most", &self.most);
        told.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_thing_goes_first() {
        let mut shelf = Shelf::new(3, 20);
        for (place, kept) in [(0, [0, 9]), (1, [0, 1]), (0, [0, 1]), (2, [0, 2]), (1, [1, 2])] {
            assert_eq!(*shelf.get_or_make(place, 10, |_| place + 10), place + 10);
            for other in 0..3 {
                assert_eq!(shelf.peek(other).is_some(), kept.contains(&other), "thing of {other}");
            }
        }
        assert_eq!(shelf.count(), 2);
        shelf.retain(|_| false);
        assert_eq!((shelf.count(), shelf.get(1)), (0, None));
    }

    #[test]
    fn as_many_go_as_a_large_thing_needs() {
        let mut shelf = Shelf::new(100, 64);
        for place in 0..64 {
            shelf.get_or_make(place, 1, |_| place);
        }
        assert_eq!((shelf.count(), shelf.remove(63), shelf.remove(63)), (64, Some(63), None));
        shelf.get_or_make(70, 20, |old| old.expect("things were evicted") + 70);
        assert!((0..63).map(|place| shelf.peek(place).is_some()).is_sorted(), "the oldest went");
        assert!(shelf.bytes <= 64 && shelf.count() > 30, "{shelf:?}");
        shelf.get_or_make(71, 1000, |_| 71);
        assert_eq!((shelf.count(), shelf.bytes), (2, 1020), "there is room for two");
    }
}
