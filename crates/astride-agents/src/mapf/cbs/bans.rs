//! What one agent must not do.

use crate::roadmap::Place;

/// Forever, as a timestep.
pub(super) const FOREVER: u32 = u32::MAX;

/// Something an agent must not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ban {
    /// To be on a place at any timestep from one to another, both included.
    Visit {
        /// The place.
        place: Place,
        /// The first timestep.
        since: u32,
        /// The last one, or [`FOREVER`].
        until: u32,
    },
    /// To come from one place to another at a timestep.
    Step {
        /// The place it leaves.
        from: Place,
        /// The place it comes to.
        to: Place,
        /// When it is there.
        timestep: u32,
    },
    /// To arrive by this timestep.
    ArriveBy(u32),
    /// To arrive after this timestep.
    ArriveAfter(u32),
}

impl Ban {
    /// Not to be on a place at one timestep.
    pub(super) fn visit(place: Place, timestep: u32) -> Self {
        Ban::Visit { place, since: timestep, until: timestep }
    }
}

/// The bans of one agent, in order: those that forbid the same are equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Bans {
    /// Place, first and last timestep.
    visits: Vec<(Place, u32, u32)>,
    /// Timestep, place it leaves and place it comes to.
    steps: Vec<(u32, Place, Place)>,
    /// It arrives at this timestep or later.
    pub(super) earliest: u32,
    /// It arrives at this timestep or earlier.
    pub(super) latest: u32,
    /// The timestep from which on all timesteps are alike.
    pub(super) alike_from: u32,
}

impl Default for Bans {
    fn default() -> Self {
        let (visits, steps) = (Vec::new(), Vec::new());
        Bans { visits, steps, earliest: 0, latest: FOREVER, alike_from: 0 }
    }
}

impl Bans {
    /// These bans and more.
    pub(super) fn with(&self, more: impl IntoIterator<Item = Ban>) -> Self {
        let mut bans = self.clone();
        for ban in more {
            match ban {
                Ban::Visit { place, since, until } => bans.visits.push((place, since, until)),
                Ban::Step { from, to, timestep } => bans.steps.push((timestep, from, to)),
                Ban::ArriveBy(timestep) => bans.earliest = bans.earliest.max(timestep + 1),
                Ban::ArriveAfter(timestep) => bans.latest = bans.latest.min(timestep),
            }
        }
        bans.visits.sort_unstable();
        bans.visits.dedup();
        bans.steps.sort_unstable();
        bans.steps.dedup();
        let last = |&(_, since, until): &(Place, u32, u32)| match until {
            FOREVER => since,
            until => until + 1,
        };
        let visits = bans.visits.iter().map(last).max().unwrap_or(0);
        let steps = bans.steps.last().map_or(0, |step| step.0 + 1);
        bans.alike_from = visits.max(steps).max(bans.earliest);
        bans
    }

    /// Whether an agent may come from one place to another, or stay, at a timestep.
    #[inline]
    pub(super) fn allow(&self, from: Place, to: Place, timestep: u32) -> bool {
        let is_out = |&(_, since, until): &(Place, u32, u32)| timestep < since || until < timestep;
        self.of_place(to).all(is_out) && self.steps.binary_search(&(timestep, from, to)).is_err()
    }

    /// The places that some ban forbids the agent to enter or to stay on, some of them more than once.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        let visits = self.visits.iter().map(|visit| visit.0);
        visits.chain(self.steps.iter().map(|step| step.2))
    }

    /// The first timestep from which an agent may stay on a place forever as its goal; [`FOREVER`]
    /// if there is none.
    pub(super) fn stays_from(&self, place: Place) -> u32 {
        let last = self.of_place(place).map(|visit| visit.2.saturating_add(1)).max();
        last.unwrap_or(0).max(self.earliest)
    }

    #[inline]
    fn of_place(&self, place: Place) -> impl Iterator<Item = &(Place, u32, u32)> {
        let first = self.visits.partition_point(|visit| visit.0 < place);
        self.visits[first..].iter().take_while(move |visit| visit.0 == place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bans_say_what_they_forbid() {
        let bans = Bans::default();
        assert_eq!((bans.alike_from, bans.stays_from(3)), (0, 0));
        let visit = Ban::Visit { place: 3, since: 2, until: 4 };
        let step = Ban::Step { from: 1, to: 2, timestep: 7 };
        let bans = bans.with([step, visit, visit, Ban::ArriveAfter(20)]);
        let allowed: Vec<u32> = (0..7).filter(|&timestep| bans.allow(3, 3, timestep)).collect();
        assert_eq!(allowed, [0, 1, 5, 6]);
        assert!(!bans.allow(1, 2, 7) && bans.allow(2, 2, 7) && bans.allow(1, 2, 8));
        assert_eq!((bans.alike_from, bans.stays_from(3), bans.latest), (8, 5, 20));
        let later = bans.with([Ban::ArriveBy(9)]);
        assert_eq!((later.stays_from(3), later.stays_from(0), later.alike_from), (10, 10, 10));
        let closed = bans.with([Ban::Visit { place: 3, since: 9, until: FOREVER }]);
        assert_eq!((closed.alike_from, closed.stays_from(3)), (9, FOREVER));
        assert!(!closed.allow(3, 3, 1000));
        assert_eq!(Bans::default().with([visit, step]), Bans::default().with([step, visit, step]));
    }
}
