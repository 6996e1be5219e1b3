//! The costs between a few places of a map and all its jump points, as a heuristic.

use super::place::Place;
use crate::base::Cost;

/// The most landmarks of a map: two lines of the cache for each jump point.
pub(super) const LANES: usize = 32;

/// Costs from here on, and places out of reach, count as this far. Two of them can be added up.
pub(super) const FAR: i32 = (1 << 30) - 1;

/// The costs between one place and all landmarks, in ticks.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Row(pub(super) [i32; LANES]);

impl Default for Row {
    fn default() -> Self {
        Row([0; LANES])
    }
}

/// The landmarks of a map: 128 bytes for each jump point.
#[derive(Clone, Debug)]
pub(super) struct Marks {
    /// Of all jump points, by number. Lanes without a landmark are 0 in all of them.
    pub(super) rows: Vec<Row>,
    /// The landmarks.
    pub(super) places: Vec<Place>,
}

impl Marks {
    /// A lower bound on the cost between a jump point and a place.
    #[inline(always)]
    pub(super) fn bound(&self, point: u32, place: &Row) -> Cost {
        let mut most = 0;
        for (here, there) in self.rows[point as usize].0.iter().zip(&place.0) {
            most = most.max((here - there).abs());
        }
        most as Cost
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.rows.capacity() * size_of::<Row>() + self.places.capacity() * size_of::<Place>()
    }
}
