//! Labels as bytes: saved once, loaded in milliseconds, and only for the world they were built from.
//!
//! What is stored are the hub labels. The planes of bits are made again from the map, which is
//! quicker than checking them, and jump points are numbered row by row, so they agree.

use std::fmt;

use super::{Labels, LabelsError, map_of};
use crate::base::{Container, ContainerError, ContainerWriter, Numbers, checksum};
use crate::index::hubs::{HubLabels, OwnedPart, Part, PartsError};
use crate::search::JumpMap;
use crate::search::jps::BackMap;
use crate::world::GridView;

const KIND: [u8; 4] = *b"labl";
const RULES: &str = "map.rules";
const SUMS: &str = "map.sums";

/// What labels were built from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Origin {
    /// What the map means to the mover.
    world: u64,
    /// The map whatever the mover.
    grid: u64,
    rules: [u32; 6],
}

impl Origin {
    pub(super) fn of(view: &GridView<'_>) -> Self {
        let grid = view.grid().fingerprint();
        Origin { world: view.fingerprint(), grid, rules: view.rules() }
    }

    /// How many cells the map has.
    pub(super) fn cell_count(&self) -> usize {
        let [width, height, ..] = self.rules;
        width as usize * height as usize
    }

    /// Whether labels built from here serve `other`.
    fn check(&self, other: &Origin) -> Result<(), LoadError> {
        if self.world == other.world && self.rules == other.rules {
            return Ok(());
        }
        let pairs = || self.rules.into_iter().zip(other.rules);
        if pairs().take(2).any(|(a, b)| a != b) {
            let size = |rules: [u32; 6]| [rules[0], rules[1]];
            return Err(LoadError::OtherSize { saved: size(self.rules), given: size(other.rules) });
        }
        let names = ["width", "height", "neighbours", "corner rule", "straight", "diagonal"];
        for (what, (saved, given)) in names.into_iter().zip(pairs()) {
            if saved != given {
                return Err(LoadError::OtherRule { what, saved, given });
            }
        }
        let error =
            if self.grid == other.grid { LoadError::OtherTerrain } else { LoadError::OtherMap };
        Err(error)
    }
}

impl Labels {
    /// The index as bytes, for [`Labels::load`]; the same index gives the same bytes.
    ///
    /// # Complexity
    ///
    /// O(bytes), at about the speed of memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::{Labels, LabelsOptions, LabelsScratch, LoadError};
    /// use astride::prelude::*;
    /// let grid = Grid::from_classes(5, 3, b".......@.......")?;
    /// let view = grid.seen_by(&Mover::walker());
    /// let bytes = Labels::new(&view, &LabelsOptions::default(), &mut |_| true)?.save();
    ///
    /// let labels = Labels::load(&bytes, &view)?;
    /// let (from, to) = (Cell::new(0, 1), Cell::new(4, 1));
    /// assert!(labels.cost(from, to, &mut LabelsScratch::new()).is_some());
    ///
    /// let other = Grid::from_classes(5, 3, b".......@@......")?;
    /// let refused = Labels::load(&bytes, &other.seen_by(&Mover::walker()));
    /// assert_eq!(refused.unwrap_err(), LoadError::OtherMap);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let sums = [self.origin.grid, sum_of_points(&self.map)];
        let mut writer = ContainerWriter::new(KIND, self.origin.world);
        writer.section(RULES, Numbers::U32(&self.origin.rules));
        writer.section(SUMS, Numbers::U64(&sums));
        for (name, part) in self.hubs.parts() {
            let numbers = match part {
                Part::U16(numbers) => Numbers::U16(numbers),
                Part::U32(numbers) => Numbers::U32(numbers),
            };
            writer.section(name, numbers);
        }
        writer.finish()
    }

    /// The index that was saved, for a view of the same map by the same mover.
    ///
    /// The revision of the grid does not matter, nor does a change that means nothing to the mover.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or something else, or the index is of another map or mover.
    ///
    /// Damage by accident is found. Bytes that were forged with all their checksums are at worst a
    /// wrong answer: no panic, and no question without end.
    ///
    /// # Complexity
    ///
    /// O(bytes + cells), about a millisecond per megabyte.
    pub fn load(bytes: &[u8], view: &GridView<'_>) -> Result<Labels, LoadError> {
        let file = Container::read(bytes, KIND).map_err(LoadError::File)?;
        let damaged = |part| LoadError::Parts(PartsError::Missing { part });
        let rules = file.u32s(RULES).and_then(|rules| rules.try_into().ok());
        let sums: Option<[u64; 2]> = file.u64s(SUMS).and_then(|sums| sums.try_into().ok());
        let [grid, points] = sums.ok_or(damaged(SUMS))?;
        let saved = Origin { world: file.world(), grid, rules: rules.ok_or(damaged(RULES))? };
        let origin = Origin::of(view);
        saved.check(&origin)?;
        let map = map_of(view).map_err(LoadError::Map)?;
        if points != sum_of_points(&map) {
            return Err(LoadError::OtherPoints);
        }
        let part = |name: &'static str| {
            let wide = || file.u32s(name).map(OwnedPart::U32);
            file.u16s(name).map(OwnedPart::U16).or_else(wide)
        };
        let hubs = HubLabels::from_parts(part).map_err(LoadError::Parts)?;
        if hubs.node_count() as usize != map.point_count() {
            return Err(LoadError::OtherPoints);
        }
        let back = BackMap::new(&map);
        Ok(Labels { map, back, hubs, origin })
    }
}

/// Tells the numbering of jump points, which another version of the library may do another way.
fn sum_of_points(map: &JumpMap) -> u64 {
    let places = (0..map.point_count() as u32).map(|point| map.place_of(point));
    let bytes: Vec<u8> =
        places.flat_map(|at| u32::to_le_bytes(u32::from(at.y) << 16 | u32::from(at.x))).collect();
    checksum(0, &bytes)
}

/// Why saved labels cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LoadError {
    /// The bytes are no saved labels, or not as they were written.
    File(ContainerError),
    /// The tables contradict each other.
    Parts(PartsError),
    /// They are of a map of another size.
    OtherSize {
        /// Width and height of theirs.
        saved: [u32; 2],
        /// Width and height of the one given.
        given: [u32; 2],
    },
    /// They are for a mover that steps by another rule or scale.
    OtherRule {
        /// What differs: "neighbours", "corner rule" (0 never, 1 one free, 2 always), "straight" or
        /// "diagonal" (ticks).
        what: &'static str,
        /// Theirs.
        saved: u32,
        /// Of the mover given.
        given: u32,
    },
    /// They are for a mover to whom the terrain of this map means something else.
    OtherTerrain,
    /// They are of another map of this size, or of this one before it was changed.
    OtherMap,
    /// They were made by a version of the library that numbers jump points in another way.
    OtherPoints,
    /// There are no labels for this view.
    Map(LabelsError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::File(error) => error.fmt(f),
            LoadError::Parts(error) => error.fmt(f),
            LoadError::OtherSize { saved: [a, b], given: [x, y] } => {
                write!(f, "the labels are of a map of {a}x{b} cells, expected {x}x{y}")
            }
            LoadError::OtherRule { what, saved, given } => {
                write!(f, "the labels are for a mover with {what} {saved}, expected {given}")
            }
            LoadError::OtherTerrain => f.write_str(
                "the labels are for a mover to whom the terrain means something else, expected those \
                 of this mover",
            ),
            LoadError::OtherMap => f.write_str(
                "the labels are of another map, or of this one before it was changed, expected those \
                 of this map",
            ),
            LoadError::OtherPoints => f.write_str(
                "the labels number jump points in another way, expected those of this version",
            ),
            LoadError::Map(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}
