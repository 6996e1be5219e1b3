//! Why bytes are no container.

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
