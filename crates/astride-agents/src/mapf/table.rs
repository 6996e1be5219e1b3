//! For each place, the visits of agents in order of time.

use crate::roadmap::Place;

/// The last timestep: forever.
pub(super) const FOREVER: u32 = u32::MAX;

/// An agent is on a place from one timestep to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) since: u32,
    pub(super) until: u32,
    pub(super) agent: u32,
}

/// The visits of all places, of which no two on one place overlap. What lies between two visits of a
/// place is a safe interval of it.
pub(super) struct Table {
    visits: Vec<Vec<Visit>>,
}

impl Table {
    pub(super) fn new(places: usize) -> Self {
        Table { visits: vec![Vec::new(); places] }
    }

    /// Removes all visits from the places of a walk.
    pub(super) fn clear(&mut self, walk: &[Place]) {
        walk.iter().for_each(|&place| self.visits[place as usize].clear());
    }

    /// The visits of a place, in order of time.
    #[inline(always)]
    pub(super) fn at(&self, place: Place) -> &[Visit] {
        &self.visits[place as usize]
    }

    /// The agent on a place at a timestep.
    pub(super) fn agent_at(&self, place: Place, timestep: u32) -> Option<u32> {
        let visits = self.at(place);
        let visit = visits.get(visits.partition_point(|visit| visit.until < timestep))?;
        (visit.since <= timestep).then_some(visit.agent)
    }

    /// Enters a walk, at the end of which the agent stays forever.
    pub(super) fn insert(&mut self, agent: u32, walk: &[Place]) {
        self.insert_until(agent, walk, FOREVER);
    }

    /// Enters a walk, at the end of which the agent stays up to the timestep `last`.
    pub(super) fn insert_until(&mut self, agent: u32, walk: &[Place], last: u32) {
        for_each_visit(agent, walk, last, |place, visit| {
            let visits = &mut self.visits[place as usize];
            let at = visits.partition_point(|other| other.since < visit.since);
            debug_assert!(visits.get(at).is_none_or(|other| other.since > visit.until));
            visits.insert(at, visit);
        });
    }

    /// Removes a walk that was entered.
    pub(super) fn remove(&mut self, agent: u32, walk: &[Place]) {
        for_each_visit(agent, walk, FOREVER, |place, visit| {
            let visits = &mut self.visits[place as usize];
            let at = visits.partition_point(|other| other.since < visit.since);
            debug_assert_eq!(visits[at], visit);
            visits.remove(at);
        });
    }
}

/// Tells of the visits of a walk in order of time, the last of which ends at the timestep `last`.
pub(super) fn for_each_visit(
    agent: u32,
    walk: &[Place],
    last: u32,
    mut visit: impl FnMut(Place, Visit),
) {
    let mut since = 0;
    for timestep in 1..=walk.len() {
        let place = walk[timestep - 1];
        if walk.get(timestep) != Some(&place) {
            let until = if timestep == walk.len() { last } else { timestep as u32 - 1 };
            visit(place, Visit { since, until, agent });
            since = timestep as u32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_comes_in_and_goes_out_again() {
        let mut table = Table::new(4);
        table.insert(0, &[0, 1, 1, 2]);
        table.insert(1, &[1, 0, 3]);
        assert_eq!(table.at(1).len(), 2);
        let who = |place, timestep| table.agent_at(place, timestep);
        assert_eq!((who(1, 0), who(1, 1), who(1, 2), who(1, 3)), (Some(1), Some(0), Some(0), None));
        assert_eq!((who(2, 2), who(2, 3), who(2, FOREVER)), (None, Some(0), Some(0)));
        table.remove(0, &[0, 1, 1, 2]);
        assert_eq!((table.at(1).len(), table.at(2).len()), (1, 0));
        table.insert_until(2, &[0, 2], 5);
        assert_eq!((table.agent_at(2, 5), table.agent_at(2, 6)), (Some(2), None));
        table.clear(&[2, 0]);
        assert_eq!([0, 1, 2, 3].map(|place| table.at(place).len()), [0, 1, 0, 1]);
    }
}
