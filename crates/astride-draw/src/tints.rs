//! How places are tinted: by when a search first expanded them, or by what they cost.

use astride::base::{Cost, NodeId};

use crate::palette::{Palette, Rgb, mix};

/// The proportion of colour for a tinted place, in 1/256.
const SHARE: u32 = 150;

/// For each place the turn in which a search first expanded it, or its cost.
pub(crate) struct Tints {
    least: Vec<Option<u64>>,
    most: u64,
}

impl Tints {
    /// The turns of places below `count`, in order; others are ignored.
    pub(crate) fn of(expanded: impl ExactSizeIterator<Item = usize>, count: u32) -> Self {
        let most = expanded.len() as u64;
        Tints { most, ..Self::least_of(expanded.zip(0..), count) }
    }

    /// The least costs of places below `count`; others are ignored.
    pub(crate) fn of_costs(costs: &[(NodeId, Cost)], count: u32) -> Self {
        Self::least_of(costs.iter().map(|&(node, cost)| (node.index(), cost)), count)
    }

    fn least_of(values: impl Iterator<Item = (usize, u64)>, count: u32) -> Self {
        let mut tints = Tints { least: vec![None; count as usize], most: 0 };
        for (place, value) in values {
            if let Some(least) = tints.least.get_mut(place) {
                *least = Some(least.map_or(value, |least| least.min(value)));
            }
        }
        tints.most = tints.least.iter().flatten().max().copied().unwrap_or(0);
        tints
    }

    /// The colour of a place over its ground colour: the later or costlier, the brighter.
    pub(crate) fn over(&self, ground: Rgb, place: usize, palette: &Palette) -> Rgb {
        match self.least[place] {
            Some(value) => mix(ground, palette.heat(value, self.most), SHARE),
            None => ground,
        }
    }
}
