//! A cache of items by place, with limited capacity.

use std::fmt;

use crate::roadmap::{NOWHERE, Place};

/// One item per place, such as the distances to it; when the capacity is reached, the least
/// recently used one is evicted.
#[derive(Clone)]
pub(crate) struct Shelf<T> {
    slots: Vec<Slot<T>>,
    /// The slot of each place, or [`NOWHERE`].
    of_place: Vec<u32>,
    most: usize,
    /// The number of accesses, to determine what was used last.
    asked: u64,
}

#[derive(Clone)]
struct Slot<T> {
    place: Place,
    thing: T,
    used: u64,
}

impl<T> Shelf<T> {
    /// A cache for items of `each` bytes in about this many bytes, but at least for two items.
    pub(crate) fn new(places: usize, each: usize, bytes: usize) -> Self {
        let most = (bytes / each.max(1)).max(2);
        Shelf { slots: Vec::new(), of_place: vec![NOWHERE; places], most, asked: 0 }
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

    /// The item of a place, which counts as use; if there is none, `make` creates it, reusing the
    /// evicted item if there is one. That takes O(items).
    pub(crate) fn get_or_make(&mut self, place: Place, make: impl FnOnce(Option<T>) -> T) -> &mut T
    where
        T: Default,
    {
        if self.of_place[place as usize] == NOWHERE {
            let slot = if self.slots.len() < self.most {
                self.slots.push(Slot { place, thing: make(None), used: 0 });
                self.slots.len() - 1
            } else {
                let oldest = (0..self.slots.len()).min_by_key(|&slot| self.slots[slot].used);
                let oldest = oldest.expect("there is room for two things at least");
                let slot = &mut self.slots[oldest];
                self.of_place[slot.place as usize] = NOWHERE;
                let thing = make(Some(std::mem::take(&mut slot.thing)));
                *slot = Slot { place, thing, used: 0 };
                oldest
            };
            self.of_place[place as usize] = slot as u32;
        }
        self.get(place).expect("it was made just now")
    }

    /// The number of items.
    pub(crate) fn count(&self) -> usize {
        self.slots.len()
    }

    /// Removes everything.
    pub(crate) fn clear(&mut self) {
        self.slots.clear();
        self.of_place.fill(NOWHERE);
    }
}

impl<T> fmt::Debug for Shelf<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut told = f.debug_struct("Shelf");
        told.field("count", &self.slots.len()).field("most", &self.most).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_thing_goes_first() {
        let mut shelf = Shelf::new(3, 10, 20);
        for (place, kept) in [(0, [0, 9]), (1, [0, 1]), (0, [0, 1]), (2, [0, 2]), (1, [1, 2])] {
            assert_eq!(*shelf.get_or_make(place, |_| place + 10), place + 10);
            for other in 0..3 {
                assert_eq!(shelf.peek(other).is_some(), kept.contains(&other), "thing of {other}");
            }
        }
        assert_eq!(shelf.count(), 2);
        shelf.clear();
        assert_eq!((shelf.count(), shelf.get(1)), (0, None));
    }
}
