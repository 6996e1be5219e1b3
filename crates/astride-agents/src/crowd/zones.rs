//! Distances near a place.

use super::ground::Ground;
use crate::roadmap::Place;
use crate::shelf::Shelf;

/// Steps to places from all cells within a number of steps, computed when they are first requested.
///
/// A zone is stored as a window: a square of cells around its place, of two bytes each, cut off at
/// the border of the map.
#[derive(Clone, Debug)]
pub(super) struct Zones {
    zones: Shelf<Zone>,
    /// The places that a new zone has reached.
    reached: Vec<Place>,
}

#[derive(Clone, Debug, Default)]
struct Zone {
    most: u16,
    low: [i32; 2],
    wide: i32,
    /// The distance plus 1, or 0 outside the zone.
    steps: Vec<u16>,
}

impl Zones {
    /// A store for zones in about this many bytes, but at least for two.
    pub(super) fn new(ground: &Ground, bytes: usize) -> Self {
        Zones { zones: Shelf::new(ground.roadmap.place_count(), bytes), reached: Vec::new() }
    }

    /// The number of steps from `at` to `goal`, or `None` if they are more than `most`.
    ///
    /// O(1), except that a zone takes time in its cells when it is first needed, or needed wider.
    #[inline]
    pub(super) fn steps(
        &mut self,
        ground: &Ground,
        goal: Place,
        most: u16,
        at: Place,
    ) -> Option<u16> {
        let cell = ground.cell(at);
        let known = self.zones.get(goal).filter(|zone| zone.most >= most);
        let steps = match known.map(|zone| zone.steps(cell)) {
            Some(steps) => steps,
            None => self.make(ground, goal, most).steps(cell),
        };
        steps.checked_sub(1).filter(|&steps| steps <= most)
    }

    #[cold]
    fn make(&mut self, ground: &Ground, goal: Place, most: u16) -> &Zone {
        let old = self.zones.remove(goal);
        let reached = &mut self.reached;
        let fresh = |evicted: Option<Zone>| Zone::new(ground, goal, most, old.or(evicted), reached);
        self.zones.get_or_make(goal, 2 * window_size(ground, goal, most), fresh)
    }
}

/// The number of cells in the window of a zone.
pub(super) fn window_size(ground: &Ground, goal: Place, most: u16) -> usize {
    let [low, high] = window(ground, goal, most);
    [0, 1].map(|i| (high[i] - low[i] + 1) as usize).iter().product()
}

/// The first and the last cell of the window of a zone.
fn window(ground: &Ground, goal: Place, most: u16) -> [[i32; 2]; 2] {
    let (cell, size, most) = (ground.cell(goal), ground.size(), i32::from(most));
    [
        cell.map(|side| (side - most).max(0)),
        [0, 1].map(|i| (cell[i] + most).min(size[i] as i32 - 1)),
    ]
}

impl Zone {
    /// A zone, reusing the memory of another one if given.
    fn new(
        ground: &Ground,
        goal: Place,
        most: u16,
        old: Option<Zone>,
        reached: &mut Vec<Place>,
    ) -> Self {
        let [low, high] = window(ground, goal, most);
        let size = window_size(ground, goal, most);
        let mut steps = old.map_or(Vec::new(), |old| old.steps);
        if !(size..=2 * size).contains(&steps.capacity()) {
            steps = Vec::with_capacity(size);
        }
        steps.clear();
        steps.resize(size, 0);
        let mut zone = Zone { most, low, wide: high[0] - low[0] + 1, steps };
        let goal_index = zone.index(ground.cell(goal));
        zone.steps[goal_index] = 1;
        reached.clear();
        reached.push(goal);
        let mut at = 0;
        while let Some(&place) = reached.get(at) {
            let steps = zone.steps(ground.cell(place));
            if steps > most {
                break;
            }
            for &next in ground.roadmap.neighbours(place) {
                let index = zone.index(ground.cell(next));
                if zone.steps[index] == 0 {
                    zone.steps[index] = steps + 1;
                    reached.push(next);
                }
            }
            at += 1;
        }
        zone
    }

    fn index(&self, cell: [i32; 2]) -> usize {
        ((cell[1] - self.low[1]) * self.wide + cell[0] - self.low[0]) as usize
    }

    /// The distance plus 1, or 0 outside the zone.
    #[inline(always)]
    fn steps(&self, cell: [i32; 2]) -> u16 {
        let is_inside = (0..self.wide).contains(&(cell[0] - self.low[0])) && cell[1] >= self.low[1];
        let known = is_inside.then(|| self.steps.get(self.index(cell)));
        known.flatten().copied().unwrap_or(0)
    }
}
