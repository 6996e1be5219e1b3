//! What fences mean to a mover: which classes of them it can cross, and for how many ticks more.

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

    /// All classes that can be crossed, in order.
    pub(crate) fn all(&self) -> &[(u8, u32)] {
        &self.0
    }
}
