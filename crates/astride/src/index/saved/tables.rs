//! What an index gives to a file and takes from it.

use std::borrow::Cow;

use super::{LoadError, SaveError};
use crate::base::{Container, ContainerWriter, Numbers};
use crate::index::hubs::PartsError;
use crate::world::GridView;

/// An index that can be kept in a file: [`Labels`](crate::index::Labels),
/// [`Clusters`](crate::index::Clusters), [`Landmarks`](crate::index::Landmarks),
/// [`DeadEnds`](crate::index::DeadEnds) or [`Regions`](crate::index::Regions).
pub trait Stored: Tables {
    /// Its name in files and on the command line.
    const NAME: &'static str;
}

impl<T: Tables> Stored for T {
    const NAME: &'static str = T::GROUP;
}

/// What only the library itself implements.
pub trait Tables: Sized {
    /// The name of the index. Its tables are called so with a dot and more behind.
    const GROUP: &'static str;

    /// Whether it is an index of what `view` shows now.
    fn check_saved(&self, view: &GridView<'_>) -> Result<(), SaveError>;

    /// Its tables.
    fn write<'a>(&'a self, out: &mut Groups<'a>);

    /// The index of these tables, for a view of the map that they are said to be of.
    fn read(tables: &Container<'_>, view: &GridView<'_>) -> Result<Self, LoadError>;
}

/// A table, borrowed from an index or made for the file.
#[derive(Clone, Debug)]
pub(in crate::index) enum Table<'a> {
    /// Numbers of 16 bits.
    U16(Cow<'a, [u16]>),
    /// Numbers of 32 bits.
    U32(Cow<'a, [u32]>),
    /// Numbers of 64 bits.
    U64(Cow<'a, [u64]>),
}

impl<'a> From<&'a [u16]> for Table<'a> {
    fn from(numbers: &'a [u16]) -> Self {
        Table::U16(Cow::Borrowed(numbers))
    }
}

impl From<Vec<u16>> for Table<'_> {
    fn from(numbers: Vec<u16>) -> Self {
        Table::U16(Cow::Owned(numbers))
    }
}

impl<'a> From<&'a [u32]> for Table<'a> {
    fn from(numbers: &'a [u32]) -> Self {
        Table::U32(Cow::Borrowed(numbers))
    }
}

impl From<Vec<u32>> for Table<'_> {
    fn from(numbers: Vec<u32>) -> Self {
        Table::U32(Cow::Owned(numbers))
    }
}

impl From<Vec<u64>> for Table<'_> {
    fn from(numbers: Vec<u64>) -> Self {
        Table::U64(Cow::Owned(numbers))
    }
}

/// The tables of a file to be, by name.
#[derive(Clone, Debug, Default)]
pub struct Groups<'a>(Vec<(&'static str, Table<'a>)>);

impl<'a> Groups<'a> {
    /// Adds a table.
    pub(in crate::index) fn put(&mut self, name: &'static str, table: impl Into<Table<'a>>) {
        self.0.push((name, table.into()));
    }

    pub(super) fn write<'b>(&'b self, writer: &mut ContainerWriter<'b>) {
        for (name, table) in &self.0 {
            let numbers = match table {
                Table::U16(numbers) => Numbers::U16(numbers),
                Table::U32(numbers) => Numbers::U32(numbers),
                Table::U64(numbers) => Numbers::U64(numbers),
            };
            writer.section(name, numbers);
        }
    }
}

/// Why a table was not found.
fn missing(part: &'static str) -> LoadError {
    LoadError::Parts(PartsError::Missing { part })
}

/// A table of 16 bits.
pub(in crate::index) fn u16s(
    tables: &Container<'_>,
    name: &'static str,
) -> Result<Vec<u16>, LoadError> {
    tables.u16s(name).ok_or(missing(name))
}

/// A table of 32 bits.
pub(in crate::index) fn u32s(
    tables: &Container<'_>,
    name: &'static str,
) -> Result<Vec<u32>, LoadError> {
    tables.u32s(name).ok_or(missing(name))
}

/// A table of 64 bits.
pub(in crate::index) fn u64s(
    tables: &Container<'_>,
    name: &'static str,
) -> Result<Vec<u64>, LoadError> {
    tables.u64s(name).ok_or(missing(name))
}

/// A table of just so many numbers of 32 bits.
pub(in crate::index) fn few<const COUNT: usize>(
    tables: &Container<'_>,
    name: &'static str,
) -> Result<[u32; COUNT], LoadError> {
    let numbers: Result<[u32; COUNT], Vec<u32>> = u32s(tables, name)?.try_into();
    numbers.map_err(|numbers| super::wrong(name, numbers.len(), "another number of numbers"))
}
