//! Saving labels as bytes: loaded in milliseconds, and only for the world from which they were
//! built.
//!
//! The file contains the hub labels. The bit planes are rebuilt from the map, which is faster than
//! checking them, and jump points are numbered row by row, so they match.

use super::{Labels, graph_of, map_of};
use crate::base::{Container, FileBytes, Groups, checksum};
use crate::index::hubs::{HubLabels, PartsError};
use crate::shapes::square::jps::BackMap;
use crate::shapes::square::saved::{Fingerprint, IndexFile, LoadError, SaveError, Tables, check};
use crate::shapes::square::{GridView, JumpMap};
use crate::world::World;

/// The kind of a file that contains only labels.
pub(in crate::shapes::square) const KIND: [u8; 4] = *b"labl";
const RULES: &str = "map.rules";
const SUMS: &str = "map.sums";
/// In a file with several indexes: the table that identifies the numbering of jump points.
pub(in crate::shapes::square) const POINTS: &str = "labels.points";

impl Labels {
    /// The index as bytes, for [`Labels::load`]; equal indexes give equal bytes.
    ///
    /// # Complexity
    ///
    /// O(bytes), at about the speed of memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::square::{Labels, LabelsOptions, LoadError};
    /// use astride::prelude::*;
    /// let grid = Grid::from_classes(5, 3, b".......@.......")?;
    /// let view = grid.seen_by(&Mover::walker());
    /// let bytes = Labels::build(&view, &LabelsOptions::default())?.save();
    ///
    /// let labels = Labels::load(&bytes, &view)?;
    /// let query = PathQuery::new(grid.node((0, 1)).unwrap(), grid.node((4, 1)).unwrap());
    /// assert!(labels.search(&query, &mut Scratch::new())?.cost().is_some());
    ///
    /// let other = Grid::from_classes(5, 3, b".......@@......")?;
    /// let refused = Labels::load(&bytes, &other.seen_by(&Mover::walker()));
    /// assert_eq!(refused.unwrap_err(), LoadError::OtherMap);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let mut groups = Groups::default();
        groups.put(RULES, &self.origin.rules[..]);
        groups.put(SUMS, vec![self.origin.grid, sum_of_points(&self.map)]);
        self.hubs.put(&mut groups);
        groups.file(KIND, self.origin.world)
    }

    /// Loads a saved index for a view of the same map by the same mover.
    ///
    /// The revision of the grid does not matter, nor does a change without effect for the mover. The
    /// tables of [`SharedBytes`](crate::base::SharedBytes) are not copied.
    ///
    /// # Errors
    ///
    /// If the bytes are damaged or of another kind, or if the index belongs to another map or
    /// mover.
    ///
    /// Accidental damage is detected. Every step that the labels can use is looked up among the
    /// jumps of the map. Bytes forged with all their checksums can therefore lead to a longer path,
    /// or to none where one exists, but every path is real and has the stated cost,
    /// as long as nobody changes bytes that are shared.
    ///
    /// # Complexity
    ///
    /// O(bytes + cells + jumps): some milliseconds per megabyte.
    pub fn load<'a>(
        file: impl Into<FileBytes<'a>>,
        view: &GridView<'_>,
    ) -> Result<Labels, LoadError> {
        IndexFile::read(file)?.load(view)
    }
}

/// The origin of a file that contains only labels.
pub(in crate::shapes::square) fn origin_of(file: &Container<'_>) -> Result<Fingerprint, LoadError> {
    let missing = |part| LoadError::Parts(PartsError::Missing { part });
    let rules = file.u32s(RULES).and_then(|rules| rules.try_into().ok());
    let [grid, _] = sums_of(file)?;
    let rules = rules.ok_or(missing(RULES))?;
    Ok(Fingerprint { world: file.world(), grid, rules, revision: None })
}

/// The fingerprint of the grid and the checksum of the jump points, in a file that contains only
/// labels.
fn sums_of(file: &Container<'_>) -> Result<[u64; 2], LoadError> {
    let sums = file.u64s(SUMS).and_then(|sums| sums.try_into().ok());
    sums.ok_or(LoadError::Parts(PartsError::Missing { part: SUMS }))
}

impl Tables for Labels {
    const GROUP: &'static str = "labels";

    fn check_saved(&self, view: &GridView<'_>) -> Result<(), SaveError> {
        let (built, given) = (self.revision(), view.revision());
        let index = Self::GROUP;
        let is_of = self.origin.world == view.fingerprint() && self.origin.rules == view.rules();
        match is_of {
            true => Ok(()),
            false if built != given => Err(SaveError::Stale { index, built, given }),
            false => Err(SaveError::OtherWorld { index }),
        }
    }

    fn write<'a>(&'a self, out: &mut Groups<'a>) {
        out.put(POINTS, vec![sum_of_points(&self.map)]);
        self.hubs.put(out);
    }

    fn read(file: &Container<'_>, view: &GridView<'_>) -> Result<Self, LoadError> {
        let points = match file.u64s(POINTS) {
            None => sums_of(file)?[1],
            Some(sums) => {
                check(sums.len() == 1, POINTS, sums.len(), "one number")?;
                sums[0]
            }
        };
        let map = map_of(view).map_err(LoadError::Map)?;
        if points != sum_of_points(&map) {
            return Err(LoadError::OtherPoints);
        }
        let hubs = HubLabels::take(file).map_err(LoadError::Parts)?;
        if hubs.node_count() as usize != map.point_count() {
            return Err(LoadError::OtherPoints);
        }
        let graph = graph_of(&map).map_err(LoadError::Map)?;
        hubs.check_arcs(&graph).map_err(LoadError::Parts)?;
        let back = BackMap::new(&map);
        Ok(Labels { map, back, hubs, origin: Fingerprint::of(view) })
    }
}

/// Identifies the numbering of jump points, which may change in another version of the library.
fn sum_of_points(map: &JumpMap) -> u64 {
    let places = (0..map.point_count() as u32).map(|point| map.place_of(point));
    let bytes: Vec<u8> =
        places.flat_map(|at| u32::to_le_bytes(u32::from(at.y) << 16 | u32::from(at.x))).collect();
    checksum(0, &bytes)
}
