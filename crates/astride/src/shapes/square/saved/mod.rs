//! Indexes as bytes: built once, stored in a file, and loaded only for the world from which they
//! were built.
//!
//! One [container](crate::base::Container) holds any number of indexes, each a group of tables, and
//! their origin: size and rules, a fingerprint of the meaning of each cell for the mover, and the
//! revision. Everything is checked before use: first the checksums, then that the map is the same,
//! then the tables against each other and against the map.
//!
//! Indexes that can be built from the map as fast as they could be read and checked are not stored
//! at all: components, clearance, jump maps and jump tables.

mod error;
mod file;
mod fingerprint;
mod landmarks;
mod tables;

pub use error::{LoadError, SaveError};
pub use file::{IndexFile, IndexOf, IndexWriter};
pub use tables::Stored;

pub(super) use error::{check, check_current, wrong};
pub(super) use file::{load, save};
pub(super) use fingerprint::Fingerprint;
pub(super) use tables::Tables;
