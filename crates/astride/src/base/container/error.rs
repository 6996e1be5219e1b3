//! Why bytes are no container, and why its tables cannot be used.

use std::fmt;

/// Why bytes are no container of the kind asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContainerError {
    /// The bytes begin like something else.
    OtherFile,
    /// Written by a version of the format that this one does not know.
    Version {
        /// The version found.
        found: u32,
    },
    /// A container with other tables.
    Kind {
        /// The kind found.
        found: [u8; 4],
        /// The kind asked for.
        expected: [u8; 4],
    },
    /// Cut off, or with something behind its end.
    Length {
        /// Bytes given.
        found: u64,
        /// Bytes that it should have.
        expected: u64,
    },
    /// Changed since it was written.
    Damaged {
        /// The byte at which the part that was changed begins.
        at: u64,
        /// What would be right there.
        expected: &'static str,
    },
}

impl fmt::Display for ContainerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ContainerError::OtherFile => f.write_str("this is no file of Astride's tables"),
            ContainerError::Version { found } => {
                write!(f, "format version {found}, expected {}", super::VERSION)
            }
            ContainerError::Kind { found, expected } => write!(
                f,
                "the tables are of kind \"{}\", expected \"{}\"",
                found.escape_ascii(),
                expected.escape_ascii()
            ),
            ContainerError::Length { found, expected } => {
                write!(f, "{found} bytes long, expected {expected}")
            }
            ContainerError::Damaged { at, expected } => {
                write!(f, "damaged from byte {at} on, expected {expected}")
            }
        }
    }
}

impl std::error::Error for ContainerError {}

/// Why tables cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PartsError {
    /// A table is not there, or its numbers have another width.
    Missing {
        /// Name of the table.
        part: &'static str,
    },
    /// The tables contradict each other.
    Damaged {
        /// Name of the table.
        part: &'static str,
        /// Position of the first number that is wrong, or the length of the table if that is.
        at: usize,
        /// What would be right.
        expected: &'static str,
    },
}

impl fmt::Display for PartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PartsError::Missing { part } => {
                write!(f, "there is no table `{part}` of the right width")
            }
            PartsError::Damaged { part, at, expected } => {
                write!(f, "table `{part}` is wrong at {at}, expected {expected}")
            }
        }
    }
}

impl std::error::Error for PartsError {}

/// Why bytes are not the tables that were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TablesError {
    /// The bytes are no container of this kind, or not as they were written.
    File(ContainerError),
    /// The tables contradict each other.
    Parts(PartsError),
    /// There is a table that this version does not know, or one in another place.
    Unknown {
        /// Its name.
        table: String,
    },
    /// Memory is short.
    Memory,
}

impl From<ContainerError> for TablesError {
    fn from(error: ContainerError) -> Self {
        TablesError::File(error)
    }
}

impl From<PartsError> for TablesError {
    fn from(error: PartsError) -> Self {
        TablesError::Parts(error)
    }
}

impl fmt::Display for TablesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TablesError::File(error) => error.fmt(f),
            TablesError::Parts(error) => error.fmt(f),
            TablesError::Unknown { table } => {
                write!(
                    f,
                    "there is a table {table:?}, expected those of this version in their order"
                )
            }
            TablesError::Memory => f.write_str("no memory for what the tables hold"),
        }
    }
}

impl std::error::Error for TablesError {}
