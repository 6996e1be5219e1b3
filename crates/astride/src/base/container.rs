//! Tables as bytes: named sections of integers after a directory, all of it checked before use.
//!
//! All numbers are little-endian. A file consists of the following, without gaps:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic number `89 41 73 74 72 69 64 65` (`\x89Astride`) |
//! | 4 | format version: 1 |
//! | 4 | kind: four letters |
//! | 8 | fingerprint of the world that the tables belong to |
//! | 8 | length of the file in bytes |
//! | 4 | number of sections, at most 256 |
//! | 4 | zeros |
//! | 8 | [`checksum`] of the 40 bytes before this, continued over the directory |
//! | 48 per section | the directory: name (24 bytes, padded with zeros), bytes per number (1, 2, 4 or 8), zeros (4), count of numbers (8), checksum of the section with its padding (8) |
//! | each section | its numbers, padded with zeros to a multiple of 8 bytes |
//!
//! Sections follow each other in the order of the directory, so that equal tables always give the
//! same file and every bit of it is significant.

mod column;
mod error;
mod read;
mod tables;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use column::Column;
pub use column::{FileBytes, SharedBytes};
pub use error::{ContainerError, PartsError, TablesError};
pub use read::Container;
pub use tables::Groups;
pub(crate) use tables::{
    Table, check, check_names, check_rising, check_rows, column, few, u8s, u16s, u32s, u64s,
};
pub use write::{ContainerWriter, Numbers};

const MARK: [u8; 8] = *b"\x89Astride";
const VERSION: u32 = 1;

/// The length of the header without and with its checksum.
const SUMMED_HEADER: usize = 40;
const HEADER: usize = 48;

const NAME: usize = 24;
const ENTRY: usize = 48;
const MOST_SECTIONS: usize = 256;
