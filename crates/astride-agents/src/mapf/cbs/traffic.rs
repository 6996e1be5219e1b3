//! How many agents are on each place at each timestep.

use super::bans::FOREVER;
use crate::roadmap::Place;

/// How many agents are on each place at each timestep; one that has arrived stays there.
#[derive(Default)]
pub(super) struct Traffic {
    places: usize,
    /// How many are on a place before they arrive, timestep by timestep.
    counts: Vec<u16>,
    /// The timestep since which an agent stays on each place, or [`FOREVER`].
    arrivals: Vec<u32>,
}

impl Traffic {
    pub(super) fn new(places: usize) -> Self {
        Traffic { places, counts: Vec::new(), arrivals: vec![FOREVER; places] }
    }

    /// Counts a walk.
    pub(super) fn add(&mut self, walk: &[Place]) {
        let last = walk.len() - 1;
        if self.counts.len() < last * self.places {
            self.counts.resize(last * self.places, 0);
        }
        for (timestep, &place) in walk[..last].iter().enumerate() {
            self.counts[timestep * self.places + place as usize] += 1;
        }
        self.arrivals[walk[last] as usize] = last as u32;
    }

    /// Forgets a walk that was counted.
    pub(super) fn remove(&mut self, walk: &[Place]) {
        let last = walk.len() - 1;
        for (timestep, &place) in walk[..last].iter().enumerate() {
            self.counts[timestep * self.places + place as usize] -= 1;
        }
        self.arrivals[walk[last] as usize] = FOREVER;
    }

    /// How many are on a place at a timestep.
    #[inline]
    pub(super) fn at(&self, place: Place, timestep: u32) -> u32 {
        let cell = timestep as usize * self.places + place as usize;
        let moving = self.counts.get(cell).copied().unwrap_or(0);
        u32::from(moving) + u32::from(self.arrivals[place as usize] <= timestep)
    }
}
