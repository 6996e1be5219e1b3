//! What fences mean to a mover: which classes of them it can cross, and for how many ticks more.

use crate::base::{PartsError, check};

/// The classes of fences that a mover can cross, in order, with the ticks that each costs extra.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Crossings(Vec<(u8, u32)>);

impl Crossings {
    /// The most ticks a fence may cost extra.
    pub(crate) const MAX_EXTRA: u32 = 1 << 30;

    /// Lets the mover cross a class of fences for `extra` ticks, or not at all.
    pub(crate) fn set(&mut self, class: u8, extra: Option<u32>) {
        let place = self.0.binary_search_by_key(&class, |&(class, _)| class);
        match (place, extra) {
            (Ok(at), Some(extra)) => self.0[at].1 = extra,
            (Err(at), Some(extra)) => self.0.insert(at, (class, extra)),
            (Ok(at), None) => _ = self.0.remove(at),
            (Err(_), None) => {}
        }
    }

    /// The ticks that a class of fences costs extra; `None` if the mover cannot cross it.
    pub(crate) fn extra(&self, class: u8) -> Option<u32> {
        let place = self.0.binary_search_by_key(&class, |&(class, _)| class);
        place.ok().map(|at| self.0[at].1)
    }

    /// Adds a class of a file and its extra ticks, which are at this index of the table and the next.
    pub(crate) fn take(
        &mut self,
        [class, extra]: [u32; 2],
        part: &'static str,
        at: usize,
    ) -> Result<(), PartsError> {
        let last = self.0.last().map(|&(class, _)| class);
        let class = u8::try_from(class).ok().filter(|&class| last.is_none_or(|last| last < class));
        check(class.is_some(), part, at, "classes of fences in rising order, at most 255")?;
        check(extra <= Crossings::MAX_EXTRA, part, at + 1, "at most 2^30 ticks extra")?;
        self.set(class.unwrap_or_default(), Some(extra));
        Ok(())
    }

    /// All that it says, as numbers: two that differ give different ones.
    pub(crate) fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().map(|&(class, extra)| u64::from(class) << 32 | u64::from(extra))
    }

    /// All classes that can be crossed, in order.
    pub(crate) fn all(&self) -> &[(u8, u32)] {
        &self.0
    }
}
