//! What an index gives to a file and takes from it.

use super::{LoadError, SaveError};
use crate::base::{Container, Groups};
use crate::shapes::square::GridView;

/// An index that can be kept in a file: [`Labels`](crate::shapes::square::Labels),
/// [`Clusters`](crate::shapes::square::Clusters), [`Landmarks`](crate::index::Landmarks),
/// [`DeadEnds`](crate::shapes::square::DeadEnds) or [`Regions`](crate::shapes::square::Regions).
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
