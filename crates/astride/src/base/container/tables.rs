//! The tables of a file by name: collected by their owners, and read back with errors that say what
//! is wrong.

use std::borrow::Cow;

use super::column::Number;
use super::{Column, Container, ContainerWriter, Numbers, PartsError, TablesError};

/// A table, borrowed or built for the file.
#[derive(Clone, Debug)]
pub(crate) enum Table<'a> {
    /// Bytes.
    U8(Cow<'a, [u8]>),
    /// 16-bit numbers.
    U16(Cow<'a, [u16]>),
    /// 32-bit numbers.
    U32(Cow<'a, [u32]>),
    /// 64-bit numbers.
    U64(Cow<'a, [u64]>),
}

impl Table<'_> {
    fn numbers(&self) -> Numbers<'_> {
        match self {
            Table::U8(numbers) => Numbers::U8(numbers),
            Table::U16(numbers) => Numbers::U16(numbers),
            Table::U32(numbers) => Numbers::U32(numbers),
            Table::U64(numbers) => Numbers::U64(numbers),
        }
    }
}

impl<'a> From<&'a [u8]> for Table<'a> {
    fn from(numbers: &'a [u8]) -> Self {
        Table::U8(Cow::Borrowed(numbers))
    }
}

impl From<Vec<u8>> for Table<'_> {
    fn from(numbers: Vec<u8>) -> Self {
        Table::U8(Cow::Owned(numbers))
    }
}

impl<'a> From<&'a [u16]> for Table<'a> {
    fn from(numbers: &'a [u16]) -> Self {
        Table::U16(Cow::Borrowed(numbers))
    }
}

impl From<Vec<u16>> for Table<'_> {
    fn from(numbers: Vec<u16>) -> Self {
        Table::U16(Cow::Owned(numbers))
    }
}

impl<'a> From<&'a [u32]> for Table<'a> {
    fn from(numbers: &'a [u32]) -> Self {
        Table::U32(Cow::Borrowed(numbers))
    }
}

impl From<Vec<u32>> for Table<'_> {
    fn from(numbers: Vec<u32>) -> Self {
        Table::U32(Cow::Owned(numbers))
    }
}

impl From<Vec<u64>> for Table<'_> {
    fn from(numbers: Vec<u64>) -> Self {
        Table::U64(Cow::Owned(numbers))
    }
}

/// The tables of a file to be written, by name.
#[derive(Clone, Debug, Default)]
pub struct Groups<'a>(Vec<(&'static str, Table<'a>)>);

impl<'a> Groups<'a> {
    /// Adds a table.
    pub(crate) fn put(&mut self, name: &'static str, table: impl Into<Table<'a>>) {
        self.0.push((name, table.into()));
    }

    /// A file of these tables alone.
    pub(crate) fn file(&self, kind: [u8; 4], world: u64) -> Vec<u8> {
        let mut writer = ContainerWriter::new(kind, world);
        self.0.iter().for_each(|(name, table)| writer.section(name, table.numbers()));
        writer.finish()
    }

    /// A checksum of all tables in order.
    pub(crate) fn checksum(&self) -> u64 {
        self.0.iter().fold(0, |sum, (_, table)| table.numbers().checksum(sum))
    }
}

/// Bytes, borrowed from the file.
pub(crate) fn u8s<'a>(tables: &Container<'a>, part: &'static str) -> Result<&'a [u8], PartsError> {
    tables.u8s(part).ok_or(PartsError::Missing { part })
}

/// A table that stays in the file if that is shared.
pub(crate) fn column<T: Number>(
    tables: &Container<'_>,
    part: &'static str,
) -> Result<Column<T>, PartsError> {
    tables.column(part).ok_or(PartsError::Missing { part })
}

/// A table of 16-bit numbers.
pub(crate) fn u16s(tables: &Container<'_>, part: &'static str) -> Result<Vec<u16>, PartsError> {
    tables.u16s(part).ok_or(PartsError::Missing { part })
}

/// A table of 32-bit numbers.
pub(crate) fn u32s(tables: &Container<'_>, part: &'static str) -> Result<Vec<u32>, PartsError> {
    tables.u32s(part).ok_or(PartsError::Missing { part })
}

/// A table of 64-bit numbers.
pub(crate) fn u64s(tables: &Container<'_>, part: &'static str) -> Result<Vec<u64>, PartsError> {
    tables.u64s(part).ok_or(PartsError::Missing { part })
}

/// A table of exactly this many numbers.
pub(crate) fn few<T, const COUNT: usize>(
    numbers: Vec<T>,
    part: &'static str,
) -> Result<[T; COUNT], PartsError> {
    let expected = "another number of numbers";
    numbers.try_into().map_err(|numbers: Vec<T>| PartsError::Damaged {
        part,
        at: numbers.len(),
        expected,
    })
}

/// Checks that a table is correct at an index.
pub(crate) fn check(
    good: bool,
    part: &'static str,
    at: usize,
    expected: &'static str,
) -> Result<(), PartsError> {
    if good { Ok(()) } else { Err(PartsError::Damaged { part, at, expected }) }
}

/// Checks that numbers increase and stay below an end.
pub(crate) fn check_rising(
    numbers: &[u32],
    end: u32,
    part: &'static str,
    expected: &'static str,
) -> Result<(), PartsError> {
    let wrong = numbers.windows(2).position(|pair| pair[0] >= pair[1]).map(|at| at + 1);
    check(wrong.is_none(), part, wrong.unwrap_or(0), expected)?;
    let last = numbers.last().copied();
    check(last.is_none_or(|last| last < end), part, numbers.len().saturating_sub(1), expected)
}

/// Checks offsets of `rows` rows in a table of `len` numbers.
pub(crate) fn check_rows(
    offsets: &[u32],
    rows: usize,
    len: usize,
    part: &'static str,
) -> Result<(), PartsError> {
    check(offsets.len() == rows + 1, part, offsets.len(), "one number more than rows")?;
    check(offsets[0] == 0, part, 0, "0")?;
    check(offsets[rows] as usize == len, part, rows, "the length of the table")?;
    let fall = offsets.windows(2).position(|pair| pair[0] > pair[1]);
    check(fall.is_none(), part, fall.map_or(0, |at| at + 1), "no less than before")
}

/// Checks that exactly these tables are present, in this order.
pub(crate) fn check_names(
    tables: &Container<'_>,
    expected: impl Iterator<Item = &'static str>,
) -> Result<(), TablesError> {
    let mut names = tables.names();
    for part in expected {
        match names.next() {
            Some(name) if name == part => {}
            Some(name) => return Err(TablesError::Unknown { table: name.to_owned() }),
            None => return Err(PartsError::Missing { part }.into()),
        }
    }
    match names.next() {
        Some(name) => Err(TablesError::Unknown { table: name.to_owned() }),
        None => Ok(()),
    }
}
