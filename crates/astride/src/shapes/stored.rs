//! Saving maps and movers of a shape as tables of a container, and loading them.

use super::Editable;
use crate::base::{Container, Groups, Pack, TablesError, check, check_names};

/// A shape whose maps and movers can be saved in our own file format: floors, hexagons, triangles,
/// voxels and graphs. [`write_world_of`](crate::io::write_world_of) and
/// [`Navigator::save`](crate::planner::Navigator::save) write them.
///
/// It cannot be implemented for custom shapes: the tables are those of this version of the library.
pub trait Stored: Editable<Place: Pack, Edit: Clone + Pack, Assumed: Pack> {
    /// The kind of container for a single map.
    #[doc(hidden)]
    const KIND: [u8; 4];

    /// The kind of container for a navigator.
    #[doc(hidden)]
    const NAVIGATOR: [u8; 4];

    /// The kind of container for a recording of a navigator.
    #[doc(hidden)]
    const RECORDING: [u8; 4];

    /// The names of the tables of a map, in order.
    #[doc(hidden)]
    const TABLES: &'static [&'static str];

    /// The names of the tables of movers, in order.
    #[doc(hidden)]
    const MOVERS: &'static [&'static str];

    /// Writes the tables of a map, without its revision.
    #[doc(hidden)]
    fn put<'a>(&'a self, out: &mut Groups<'a>);

    /// Reads a map from these tables, at `revision` and without a log of earlier changes.
    #[doc(hidden)]
    fn take(tables: &Container<'_>, revision: u64) -> Result<Self, TablesError>;

    /// Writes the tables of some movers, one after the other.
    #[doc(hidden)]
    fn put_movers(movers: &[&Self::Mover], out: &mut Groups<'_>);

    /// Reads the movers from these tables.
    #[doc(hidden)]
    fn take_movers(tables: &Container<'_>) -> Result<Vec<Self::Mover>, TablesError>;

    /// Whether another map has the same places.
    #[doc(hidden)]
    fn has_places_of(&self, other: &Self) -> bool;

    /// A checksum of the tables, which distinguishes the contents of maps.
    #[doc(hidden)]
    fn sum_of_tables(&self) -> u64 {
        let mut groups = Groups::default();
        self.put(&mut groups);
        groups.checksum()
    }

    /// The map as a file.
    #[doc(hidden)]
    fn to_bytes(&self) -> Vec<u8> {
        let mut groups = Groups::default();
        self.put(&mut groups);
        groups.file(Self::KIND, groups.checksum())
    }

    /// Reads a map from such a file, at `revision`.
    #[doc(hidden)]
    fn of_bytes(bytes: &[u8], revision: u64) -> Result<Self, TablesError> {
        let tables = Container::read(bytes, Self::KIND)?;
        check_names(&tables, Self::TABLES.iter().copied())?;
        Self::taken(&tables, revision)
    }

    /// Reads the map from these tables at `revision`, and checks that it is the one to which the
    /// file claims to belong.
    #[doc(hidden)]
    fn taken(tables: &Container<'_>, revision: u64) -> Result<Self, TablesError> {
        let map = Self::take(tables, revision)?;
        let expected = "the map that the fingerprint of the file is of";
        check(map.sum_of_tables() == tables.world(), Self::TABLES[0], 0, expected)?;
        Ok(map)
    }
}
