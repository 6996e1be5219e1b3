//! Maps and movers of a shape as tables of a container, and back.

use super::Editable;
use crate::base::{Container, ContainerWriter, Groups, TablesError, check, check_names};

/// A shape whose maps and movers can be kept in files of our own: hexagons, triangles, voxels and
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
}

/// A number that tells the contents of maps apart, by their tables.
pub(crate) fn fingerprint<S: Stored>(map: &S) -> u64 {
    let mut groups = Groups::default();
    map.put(&mut groups);
    groups.checksum()
}

/// A map as a file.
pub(crate) fn to_bytes<S: Stored>(map: &S) -> Vec<u8> {
    let mut groups = Groups::default();
    map.put(&mut groups);
    let mut writer = ContainerWriter::new(S::KIND, groups.checksum());
    groups.write(&mut writer);
    writer.finish()
}

/// The map of such a file at `revision`.
pub(crate) fn of_bytes<S: Stored>(bytes: &[u8], revision: u64) -> Result<S, TablesError> {
    let tables = Container::read(bytes, S::KIND)?;
    check_names(&tables, S::TABLES.iter().copied())?;
    taken(&tables, revision)
}

/// The map among these tables at `revision`.
pub(crate) fn taken<S: Stored>(tables: &Container<'_>, revision: u64) -> Result<S, TablesError> {
    let map = S::take(tables, revision)?;
    let expected = "the map that the fingerprint of the file is of";
    check(fingerprint(&map) == tables.world(), S::TABLES[0], 0, expected)?;
    Ok(map)
}
