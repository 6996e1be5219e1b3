//! The origin of an index.

use super::LoadError;
use crate::shapes::square::GridView;
use crate::world::World;

/// The name of the corner rule in errors.
pub(super) const CORNER_RULE: &str = "corner rule";

/// The name of the corner rule with this number.
pub(super) fn corner_rule(number: u32) -> &'static str {
    match number {
        0 => "never",
        1 => "one-free",
        2 => "always",
        _ => "unknown",
    }
}

/// A map as one mover sees it, identified by a few numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shapes::square) struct Fingerprint {
    /// The fingerprint of the map's meaning for the mover.
    pub(in crate::shapes::square) world: u64,
    /// The fingerprint of the map itself.
    pub(in crate::shapes::square) grid: u64,
    pub(in crate::shapes::square) rules: [u32; 6],
    /// The revision of the grid, if known.
    pub(in crate::shapes::square) revision: Option<u64>,
}

impl Fingerprint {
    pub(in crate::shapes::square) fn of(view: &GridView<'_>) -> Self {
        Fingerprint {
            world: view.fingerprint(),
            grid: view.grid().fingerprint(),
            rules: view.rules(),
            revision: Some(view.revision()),
        }
    }

    /// The number of cells of the map.
    pub(in crate::shapes::square) fn cell_count(&self) -> usize {
        let [width, height, ..] = self.rules;
        width as usize * height as usize
    }

    /// Checks that an index built from this origin is valid for `other`: it is if the map has the
    /// same meaning for the mover, whatever its revision.
    pub(in crate::shapes::square) fn check(&self, other: &Fingerprint) -> Result<(), LoadError> {
        if self.world == other.world && self.rules == other.rules {
            return Ok(());
        }
        let pairs = || self.rules.into_iter().zip(other.rules);
        if pairs().take(2).any(|(a, b)| a != b) {
            let size = |rules: [u32; 6]| [rules[0], rules[1]];
            return Err(LoadError::OtherSize { saved: size(self.rules), given: size(other.rules) });
        }
        let names = ["width", "height", "neighbours", CORNER_RULE, "straight", "diagonal"];
        for (what, (saved, given)) in names.into_iter().zip(pairs()) {
            if saved != given {
                return Err(LoadError::OtherRule { what, saved, given });
            }
        }
        if self.grid == other.grid {
            return Err(LoadError::OtherTerrain);
        }
        match (self.revision, other.revision) {
            (Some(saved), Some(given)) if saved != given => {
                Err(LoadError::OtherRevision { saved, given })
            }
            _ => Err(LoadError::OtherMap),
        }
    }
}
