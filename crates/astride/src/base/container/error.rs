//! Why bytes are not a container, and why its tables cannot be used.

/// Why bytes are not a container of the requested kind.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ContainerError {
    /// The bytes do not begin with the magic number.
    OtherFile,
    /// Written in a version of the format that this library does not know.
    Version {
        /// The version found.
        found: u32,
    },
    /// A container with tables of another kind.
    Kind {
        /// The kind found.
        found: [u8; 4],
        /// The kind requested.
        expected: [u8; 4],
    },
    /// Truncated, or followed by extra bytes.
    Length {
        /// The number of bytes given.
        found: u64,
        /// The number of bytes it should have.
        expected: u64,
    },
    /// Modified since it was written.
    Damaged {
        /// The offset at which the modified part begins.
        at: u64,
        /// What was expected there.
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
    /// A table is missing, or its numbers have another width.
    Missing {
        /// The name of the table.
        part: &'static str,
    },
    /// The tables are inconsistent.
    Damaged {
        /// The name of the table.
        part: &'static str,
        /// The index of the first wrong number, or the length of the table if that is wrong.
        at: usize,
        /// What was expected.
        expected: &'static str,
    },
}

errors! { enum PartsError:
    Missing { part } => ("table-missing", "there is no table `{part}` of the right width"),
    Damaged { part, at, expected } => ("table-damaged",
        "table `{part}` is wrong at {at}, expected {expected}"),
}

/// Why bytes are not the requested tables.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TablesError {
    /// The bytes are not a container of this kind, or not as they were written.
    File(ContainerError),
    /// The tables are inconsistent.
    Parts(PartsError),
    /// There is a table that this version does not know, or one in the wrong position.
    Unknown {
        /// Its name.
        table: String,
    },
    /// Not enough memory.
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
