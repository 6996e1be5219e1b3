//! Why bytes are no container, and why its tables cannot be used.

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

errors! { enum ContainerError:
    OtherFile => ("not-a-file-of-tables", "this is no file of Astride's tables"),
    Version { found } => ("file-version", "format version {found}, expected {}", super::VERSION),
    Kind { found, expected } => ("file-of-other-tables",
        "the tables are of kind \"{}\", expected \"{}\"",
        found.escape_ascii(), expected.escape_ascii()),
    Length { found, expected } => ("file-length", "{found} bytes long, expected {expected}"),
    Damaged { at, expected } => ("file-damaged", "damaged from byte {at} on, expected {expected}"),
}

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

errors! { enum PartsError:
    Missing { part } => ("table-missing", "there is no table `{part}` of the right width"),
    Damaged { part, at, expected } => ("table-damaged",
        "table `{part}` is wrong at {at}, expected {expected}"),
}

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

errors! { enum TablesError:
    File(error) => (source error),
    Parts(error) => (source error),
    Unknown { table } => ("unknown-table",
        "there is a table {table:?}, expected those of this version in their order"),
    Memory => ("table-memory", "no memory for what the tables hold"),
}
