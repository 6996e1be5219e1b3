//! Maps and movers of a shape as tables of a container, and back.

use super::Editable;
use crate::base::{Container, ContainerWriter, Groups, TablesError, check, check_names};

/// A shape whose maps and movers can be kept in files of our own: floors, hexagons, triangles, voxels and
/// graphs. [`write_world_of`](crate::io::write_world_of) and
/// [`Navigator::save`](crate::planner::Navigator::save) write them.
///
/// It is not to be implemented for a shape of one's own: the tables are those of this version of the
/// library.
pub trait Stored: Editable {
    /// The kind of container that holds one map.
    #[doc(hidden)]
    const KIND: [u8; 4];

    /// The kind of container that holds a navigator.
    #[doc(hidden)]
    const NAVIGATOR: [u8; 4];

    /// The names of the tables of a map, in their order.
    #[doc(hidden)]
    const TABLES: &'static [&'static str];

    /// The names of the tables of movers, in their order.
    #[doc(hidden)]
    const MOVERS: &'static [&'static str];

    /// The tables of a map; the revision is not among them.
    #[doc(hidden)]
    fn put<'a>(&'a self, out: &mut Groups<'a>);

    /// The map of these tables at `revision`, with no memory of how it came there.
    #[doc(hidden)]
    fn take(tables: &Container<'_>, revision: u64) -> Result<Self, TablesError>;

    /// The tables of some movers, one after the other.
    #[doc(hidden)]
    fn put_movers(movers: &[&Self::Mover], out: &mut Groups<'_>);

    /// The movers of these tables.
    #[doc(hidden)]
    fn take_movers(tables: &Container<'_>) -> Result<Vec<Self::Mover>, TablesError>;

    /// Whether another map has the same places.
    #[doc(hidden)]
    fn has_places_of(&self, other: &Self) -> bool;

    /// A number that tells the contents of maps apart, by their tables.
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
        let mut writer = ContainerWriter::new(Self::KIND, groups.checksum());
        groups.write(&mut writer);
        writer.finish()
    }

    /// The map of such a file at `revision`.
    #[doc(hidden)]
    fn of_bytes(bytes: &[u8], revision: u64) -> Result<Self, TablesError> {
        let tables = Container::read(bytes, Self::KIND)?;
        check_names(&tables, Self::TABLES.iter().copied())?;
        Self::taken(&tables, revision)
    }

    /// The map among these tables at `revision`, which is the one that the file says it is of.
    #[doc(hidden)]
    fn taken(tables: &Container<'_>, revision: u64) -> Result<Self, TablesError> {
        let map = Self::take(tables, revision)?;
        let expected = "the map that the fingerprint of the file is of";
        check(map.sum_of_tables() == tables.world(), Self::TABLES[0], 0, expected)?;
        Ok(map)
    }
}
