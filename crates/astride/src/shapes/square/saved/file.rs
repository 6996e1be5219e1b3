//! Index files: writing several indexes to one file and reading them.

use std::fmt;

use super::fingerprint::corner_rule;
use super::tables::Stored;
use super::{Fingerprint, LoadError, SaveError, check};
use crate::base::{Container, ContainerError, FileBytes, Groups};
use crate::index::Landmarks;
use crate::index::hubs::PartsError;
use crate::shapes::square::{Clusters, DeadEnds, GridView, Labels, Regions, labels};

const KIND: [u8; 4] = *b"indx";
const RULES: &str = "map.rules";
/// Fingerprint of the grid, and its revision.
const SUMS: &str = "map.sums";

/// The names of all indexes that a file can contain.
const NAMES: [&str; 5] =
    [Labels::NAME, Clusters::NAME, Landmarks::NAME, DeadEnds::NAME, Regions::NAME];

/// Collects indexes of one view, and writes them as one file.
///
/// # Examples
///
/// ```
/// use astride::shapes::square::{Clusters, ClustersOptions, DeadEnds, IndexFile, IndexWriter, LoadError, Regions};
/// use astride::prelude::*;
/// let mut grid = Grid::new(60, 40, b'.')?;
/// let mover = Mover::walker();
/// let view = grid.seen_by(&mover);
/// let clusters = Clusters::build(&view, &ClustersOptions::default())?;
/// let dead_ends = DeadEnds::build(&view);
/// let bytes = IndexWriter::new(&view).with(&clusters)?.with(&dead_ends)?.finish();
///
/// let file = IndexFile::read(&bytes)?;
/// assert_eq!(file.names(), ["clusters", "dead-ends"]);
/// assert_eq!(file.load::<Clusters>(&view)?, clusters);
/// let missing = file.load::<Regions>(&view).unwrap_err();
/// assert_eq!(missing.to_string(), "the file holds clusters and dead-ends, expected regions");
///
/// grid.apply(Edit::new().set((3, 3), b'@'))?;
/// let refused = file.load::<Clusters>(&grid.seen_by(&mover)).unwrap_err();
/// assert_eq!(refused, LoadError::OtherRevision { saved: 0, given: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct IndexWriter<'a> {
    view: &'a GridView<'a>,
    origin: Fingerprint,
    names: Vec<&'static str>,
    groups: Groups<'a>,
}

impl<'a> IndexWriter<'a> {
    /// An index file for this view.
    ///
    /// # Complexity
    ///
    /// O(cells), for the fingerprints.
    pub fn new(view: &'a GridView<'a>) -> Self {
        let origin = Fingerprint::of(view);
        let mut groups = Groups::default();
        groups.put(RULES, origin.rules.to_vec());
        groups.put(SUMS, vec![origin.grid, origin.revision.unwrap_or(0)]);
        IndexWriter { view, origin, names: Vec::new(), groups }
    }

    /// Adds an index.
    ///
    /// # Errors
    ///
    /// If it belongs to another map, mover or revision than the view, or if there is already one of
    /// its kind.
    pub fn add<T: Stored>(&mut self, index: &'a T) -> Result<(), SaveError> {
        if self.names.contains(&T::NAME) {
            return Err(SaveError::Twice { index: T::NAME });
        }
        index.check_saved(self.view)?;
        self.names.push(T::NAME);
        index.write(&mut self.groups);
        Ok(())
    }

    /// As [`add`](Self::add), for chaining.
    ///
    /// # Errors
    ///
    /// As for [`add`](Self::add).
    pub fn with<T: Stored>(mut self, index: &'a T) -> Result<Self, SaveError> {
        self.add(index)?;
        Ok(self)
    }

    /// The file as bytes; the same indexes in the same order give the same bytes.
    ///
    /// # Complexity
    ///
    /// O(bytes), at about the speed of memory.
    pub fn finish(&self) -> Vec<u8> {
        self.groups.file(KIND, self.origin.world)
    }
}

impl fmt::Debug for IndexWriter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IndexWriter {{ {:?} of {:?} }}", self.names, self.origin)
    }
}

/// The origin of an index file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexOf {
    /// Width and height of the map.
    pub size: [u32; 2],
    /// Neighbours, 4 or 8.
    pub neighbours: u32,
    /// The corner rule: 0 never, 1 one free, 2 always.
    pub corners: u32,
    /// Ticks of a straight and of a diagonal step.
    pub scale: [u32; 2],
    /// The fingerprint of what the map means to the mover.
    pub fingerprint: u64,
    /// The revision of the grid, if the file contains it.
    pub revision: Option<u64>,
}

impl IndexOf {
    /// The corner rule by name: "never", "one-free" or "always".
    pub fn corner_rule(&self) -> &'static str {
        corner_rule(self.corners)
    }
}

/// An intact index file, written by an [`IndexWriter`] or by [`Labels::save`].
#[derive(Clone, Debug)]
pub struct IndexFile<'a> {
    container: Container<'a>,
    origin: Fingerprint,
    names: Vec<&'static str>,
}

impl<'a> IndexFile<'a> {
    /// Checks a file from its first byte to its last, without using any map.
    ///
    /// # Errors
    ///
    /// If the bytes are not an index file, have another version, or are not as they were written.
    ///
    /// # Complexity
    ///
    /// O(bytes), at about the speed of memory; it allocates only a few words per table.
    pub fn read(file: impl Into<FileBytes<'a>>) -> Result<Self, LoadError> {
        Self::read_file(file.into())
    }

    fn read_file(file: FileBytes<'a>) -> Result<Self, LoadError> {
        let container = match Container::read(file, KIND) {
            Err(ContainerError::Kind { found: labels::KIND, .. }) => {
                let container = Container::read(file, labels::KIND).map_err(LoadError::File)?;
                let origin = labels::origin_of(&container)?;
                return Ok(IndexFile { container, origin, names: vec![Labels::NAME] });
            }
            read => read.map_err(LoadError::File)?,
        };
        let missing = |part| LoadError::Parts(PartsError::Missing { part });
        let rules = container.u32s(RULES).and_then(|rules| rules.try_into().ok());
        let sums: Option<[u64; 2]> = container.u64s(SUMS).and_then(|sums| sums.try_into().ok());
        let [grid, revision] = sums.ok_or(missing(SUMS))?;
        let origin = Fingerprint {
            world: container.world(),
            grid,
            rules: rules.ok_or(missing(RULES))?,
            revision: Some(revision),
        };
        let names = names_of(&container)?;
        Ok(IndexFile { container, origin, names })
    }

    /// The names of the indexes in the file: some of "labels", "clusters", "landmarks", "dead-ends"
    /// and "regions", in this order.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// The origin of the indexes.
    pub fn origin(&self) -> IndexOf {
        let [width, height, neighbours, corners, straight, diagonal] = self.origin.rules;
        IndexOf {
            size: [width, height],
            neighbours,
            corners,
            scale: [straight, diagonal],
            fingerprint: self.origin.world,
            revision: self.origin.revision,
        }
    }

    /// The number of bytes in the file that belong to the index of this name, 0 if it is missing.
    pub fn bytes_of(&self, name: &str) -> usize {
        self.container
            .sizes()
            .filter(|(table, _)| group_of(table) == name)
            .map(|(_, len)| len)
            .sum()
    }

    /// Checks that the file belongs to what `view` shows.
    ///
    /// Only the meaning of the map for the mover counts: the revision does not matter, nor does an
    /// edit that was reverted or has no effect for the mover.
    ///
    /// # Errors
    ///
    /// If it belongs to another map or mover.
    ///
    /// # Complexity
    ///
    /// O(cells), as for [`GridView::fingerprint`].
    pub fn check(&self, view: &GridView<'_>) -> Result<(), LoadError> {
        self.origin.check(&Fingerprint::of(view))
    }

    /// Loads one of the indexes, for the map and mover for which it was built. The `load` of each
    /// index documents what is checked and what a file forged with all its checksums can cause.
    ///
    /// # Errors
    ///
    /// If the file has no such index, belongs to another map or mover, or if its tables contradict
    /// each other or the map.
    ///
    /// # Complexity
    ///
    /// That of `load` of each index.
    pub fn load<T: Stored>(&self, view: &GridView<'_>) -> Result<T, LoadError> {
        if !self.names.contains(&T::NAME) {
            return Err(LoadError::Missing { index: T::NAME, found: self.names.clone() });
        }
        self.check(view)?;
        T::read(&self.container, view)
    }
}

/// The index to which a table belongs; tables of hub labels have no index in their names.
fn group_of(table: &str) -> &str {
    match table.split_once('.') {
        Some((group, _)) if NAMES.contains(&group) || group == "map" => group,
        _ => Labels::NAME,
    }
}

/// The indexes for which there are tables.
fn names_of(container: &Container<'_>) -> Result<Vec<&'static str>, LoadError> {
    let has_labels = container.names().any(|table| table == labels::POINTS);
    for table in container.names() {
        let group = group_of(table);
        let is_known = match group {
            "map" => table == RULES || table == SUMS,
            group => group != Labels::NAME || has_labels,
        };
        if !is_known {
            return Err(LoadError::Unknown { table: table.to_owned() });
        }
    }
    let is_there = |name: &&str| container.names().any(|table| group_of(table) == *name);
    let names: Vec<&'static str> = NAMES.into_iter().filter(is_there).collect();
    check(!names.is_empty(), RULES, 0, "some index").map(|()| names)
}

/// The file of a single index as bytes.
pub(in crate::shapes::square) fn save<T: Stored>(
    index: &T,
    view: &GridView<'_>,
) -> Result<Vec<u8>, SaveError> {
    Ok(IndexWriter::new(view).with(index)?.finish())
}

/// Reads the index from a file.
pub(in crate::shapes::square) fn load<T: Stored>(
    bytes: &[u8],
    view: &GridView<'_>,
) -> Result<T, LoadError> {
    IndexFile::read(bytes)?.load(view)
}
