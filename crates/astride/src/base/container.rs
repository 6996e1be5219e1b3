//! Tables as bytes: named sections of whole numbers behind a directory, all of it checked before use.
//!
//! All numbers are little-endian. A file is, without gaps:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | the mark `89 41 73 74 72 69 64 65` (`\x89Astride`) |
//! | 4 | version of the format: 1 |
//! | 4 | kind: four letters |
//! | 8 | fingerprint of the world that the tables belong to |
//! | 8 | bytes of the file |
//! | 4 | sections, at most 256 |
//! | 4 | zeros |
//! | 8 | [`checksum`] of the 40 bytes before this and then of the directory, which goes on from it |
//! | 48 per section | the directory: name (24 bytes, filled up with zeros), bytes per number (1, 2, 4 or 8), zeros (4), count of numbers (8), checksum of the section with its filling (8) |
//! | each section | its numbers, filled up with zeros to a multiple of 8 bytes |
//!
//! Sections follow each other in the order of the directory, so there is one file for the same
//! tables and no bit of it is without meaning.

mod error;
mod read;
mod tables;
#[cfg(test)]
mod tests;
mod write;

pub use error::{ContainerError, PartsError, TablesError};
pub use read::Container;
pub use tables::Groups;
pub(crate) use tables::{check, check_names, check_rising, few, u8s, u16s, u32s, u64s};
pub use write::{ContainerWriter, Numbers};

const MARK: [u8; 8] = *b"\x89Astride";
const VERSION: u32 = 1;

/// The header up to its checksum, and with it.
const SUMMED_HEADER: usize = 40;
const HEADER: usize = 48;

const NAME: usize = 24;
const ENTRY: usize = 48;
const MOST_SECTIONS: usize = 256;
