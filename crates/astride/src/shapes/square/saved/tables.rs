//! The tables that an index writes to a file and reads from it.

use super::{LoadError, SaveError};
use crate::base::{Container, Groups};
use crate::shapes::square::GridView;

/// An index that can be stored in a file: [`Labels`](crate::shapes::square::Labels),
/// [`Clusters`](crate::shapes::square::Clusters), [`Landmarks`](crate::index::Landmarks),
/// [`DeadEnds`](crate::shapes::square::DeadEnds) or [`Regions`](crate::shapes::square::Regions).
pub trait Stored: Tables {
    /// Its name in files and on the command line.
    const NAME: &'static str;
}

impl<T: Tables> Stored for T {
    const NAME: &'static str = T::GROUP;
}

/// The part that only the library itself implements.
pub trait Tables: Sized {
    /// The name of the index. The names of its tables start with it and a dot.
    const GROUP: &'static str;

    /// Checks that it is an index of what `view` shows now.
    fn check_saved(&self, view: &GridView<'_>) -> Result<(), SaveError>;

    /// Writes its tables.
    fn write<'a>(&'a self, out: &mut Groups<'a>);

    /// Reads the index from these tables, for a view of the map to which they are said to belong.
    fn read(tables: &Container<'_>, view: &GridView<'_>) -> Result<Self, LoadError>;
}
