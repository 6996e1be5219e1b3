//! Indexes as bytes: built once, kept in a file, and loaded only for the world they were built
//! from.
//!
//! One [container](crate::base::Container) holds any number of indexes, each a group of tables, and
//! what they were built from: size and rules, a fingerprint of what each cell means to the mover,
//! and the revision. All of it is checked before anything is used: first the checksums, then that
//! the map is the same, then the tables against each other and against the map.
//!
//! What can be built from the map as quickly as it could be read and checked is not kept at all:
//! components, clearance, jump maps and jump tables.

mod error;
mod file;
mod landmarks;
mod origin;
mod tables;

pub use error::{LoadError, SaveError};
pub use file::{IndexFile, IndexOf, IndexWriter};
pub use tables::Stored;

pub(super) use error::{check, check_current, wrong};
pub(super) use file::{load, save};
pub(super) use origin::Origin;
pub(super) use tables::Tables;
