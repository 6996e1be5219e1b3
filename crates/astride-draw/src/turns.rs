//! Which places a search expanded, and when first.

use crate::palette::{Palette, Rgb, mix};

/// The proportion of colour for an expanded place, in 1/256.
const SHARE: u32 = 150;

/// For each place the turn in which a search first expanded it.
pub(crate) struct Turns {
    first: Vec<Option<u32>>,
    count: u64,
}

impl Turns {
    /// The turns of places below `count`, in order; others are ignored.
    pub(crate) fn of(expanded: impl ExactSizeIterator<Item = usize>, count: u32) -> Self {
        let mut turns = Turns { first: vec![None; count as usize], count: expanded.len() as u64 };
        for (turn, place) in (0..).zip(expanded) {
            if let Some(first) = turns.first.get_mut(place) {
                first.get_or_insert(turn);
            }
        }
        turns
    }

    /// The colour of a place over its ground colour: the later it was expanded, the brighter.
    pub(crate) fn over(&self, ground: Rgb, place: usize, palette: &Palette) -> Rgb {
        match self.first[place] {
            Some(turn) => mix(ground, palette.heat(turn.into(), self.count), SHARE),
            None => ground,
        }
    }
}
