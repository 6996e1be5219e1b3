//! Reading tables from a file, after all of it has been checked.

use std::ops::Range;

use super::column::{Column, FileBytes, Number, numbers};
use super::{ContainerError, ENTRY, HEADER, MARK, MOST_SECTIONS, NAME, SUMMED_HEADER, VERSION};
use crate::base::checksum;

/// An intact file of tables, read with [`Container::read`].
#[derive(Clone, Debug)]
pub struct Container<'a> {
    file: FileBytes<'a>,
    world: u64,
    sections: Vec<Section<'a>>,
}

#[derive(Clone, Debug)]
struct Section<'a> {
    /// With trailing zeros.
    name: &'a [u8],
    width: usize,
    /// Its place in the file, without the padding.
    part: Range<usize>,
}

impl<'a> Container<'a> {
    /// The kind of file that these bytes begin, if they begin a container. Nothing else of them is checked.
    pub fn kind(bytes: &[u8]) -> Option<[u8; 4]> {
        let kind = bytes.strip_prefix(&MARK)?.get(12 - MARK.len()..16 - MARK.len())?;
        kind.try_into().ok()
    }

    /// Checks a whole file, from its first byte to its last.
    ///
    /// Whatever the bytes are, this allocates only a few words for each section that could fit in
    /// them.
    ///
    /// # Errors
    ///
    /// If the bytes are not a container, have another version or kind, or are not as they were
    /// written.
    ///
    /// # Complexity
    ///
    /// O(bytes), at about the speed of memory.
    pub fn read(file: impl Into<FileBytes<'a>>, kind: [u8; 4]) -> Result<Self, ContainerError> {
        Self::read_file(file.into(), kind)
    }

    fn read_file(file: FileBytes<'a>, kind: [u8; 4]) -> Result<Self, ContainerError> {
        let bytes = file.bytes;
        let given = bytes.len() as u64;
        let begin = bytes.len().min(MARK.len());
        if bytes[..begin] != MARK[..begin] || begin == 0 {
            return Err(ContainerError::OtherFile);
        }
        let length = |expected| ContainerError::Length { found: given, expected };
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(length(HEADER as u64))?;
        let version = u32_at(header, 8);
        if version != VERSION {
            return Err(ContainerError::Version { found: version });
        }
        if header[12..16] != kind {
            let found = [header[12], header[13], header[14], header[15]];
            return Err(ContainerError::Kind { found, expected: kind });
        }
        if u64_at(header, 24) != given {
            return Err(length(u64_at(header, 24)));
        }
        let damaged = |at: usize, expected| ContainerError::Damaged { at: at as u64, expected };
        let count = u32_at(header, 32) as usize;
        if count > MOST_SECTIONS {
            return Err(damaged(32, "at most 256 sections"));
        }
        let directory = rest.split_at_checked(count * ENTRY);
        let (directory, mut rest) = directory.ok_or(damaged(32, "room for all sections"))?;
        let sum = checksum(checksum(0, &header[..SUMMED_HEADER]), directory);
        if sum != u64_at(header, SUMMED_HEADER) || u32_at(header, 36) != 0 {
            return Err(damaged(0, "the header and directory that were written"));
        }
        let mut sections: Vec<Section<'a>> = Vec::with_capacity(count);
        for (at, entry) in directory.chunks_exact(ENTRY).enumerate() {
            let damaged = |expected| damaged(HEADER + at * ENTRY, expected);
            let (name, width) = (&entry[..NAME], u32_at(entry, 24));
            let name_len = name.iter().position(|&byte| byte == 0).unwrap_or(NAME);
            if name_len == 0 || name[name_len..].iter().any(|&byte| byte != 0) {
                return Err(damaged("a name"));
            }
            if sections.iter().any(|section| section.name == name) {
                return Err(damaged("a name that is not taken"));
            }
            if !matches!(width, 1 | 2 | 4 | 8) || u32_at(entry, 28) != 0 {
                return Err(damaged("numbers of 1, 2, 4 or 8 bytes"));
            }
            let len = u64_at(entry, 32).checked_mul(u64::from(width));
            let len = len.and_then(|len| usize::try_from(len).ok());
            let padded = len.and_then(|len| len.checked_next_multiple_of(8));
            let parts = padded.and_then(|padded| rest.split_at_checked(padded));
            let (Some(len), Some((section, after))) = (len, parts) else {
                return Err(damaged("a section that ends inside the file"));
            };
            let start = bytes.len() - rest.len();
            sections.push(Section { name, width: width as usize, part: start..start + len });
            let filling = &section[len..];
            if checksum(0, section) != u64_at(entry, 40) || filling.iter().any(|&byte| byte != 0) {
                let expected = "the numbers that were written";
                return Err(ContainerError::Damaged { at: start as u64, expected });
            }
            rest = after;
        }
        if !rest.is_empty() {
            return Err(damaged(bytes.len() - rest.len(), "the end of the file"));
        }
        Ok(Container { file, world: u64_at(header, 16), sections })
    }

    /// The fingerprint of the world that the tables belong to.
    pub fn world(&self) -> u64 {
        self.world
    }

    /// The names of all tables, in file order.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + '_ {
        let plain = |section: &Section<'a>| {
            let name = section.name;
            let len = name.iter().position(|&byte| byte == 0).unwrap_or(NAME);
            str::from_utf8(&name[..len]).unwrap_or("?")
        };
        self.sections.iter().map(plain)
    }

    /// The names of all tables, each with the size of its numbers in bytes.
    pub fn sizes(&self) -> impl Iterator<Item = (&'a str, usize)> + '_ {
        self.names().zip(self.sections.iter().map(|section| section.part.len()))
    }

    /// The table of this name, if it consists of bytes.
    pub fn u8s(&self, name: &str) -> Option<&'a [u8]> {
        self.part(name, 1).map(|part| &self.file.bytes[part])
    }

    /// A copy of the table of this name, if it consists of 16-bit numbers.
    pub fn u16s(&self, name: &str) -> Option<Vec<u16>> {
        self.numbers(name)
    }

    /// A copy of the table of this name, if it consists of 32-bit numbers.
    pub fn u32s(&self, name: &str) -> Option<Vec<u32>> {
        self.numbers(name)
    }

    /// A copy of the table of this name, if it consists of 64-bit numbers.
    pub fn u64s(&self, name: &str) -> Option<Vec<u64>> {
        self.numbers(name)
    }

    /// The table of this name if it consists of numbers of this width; it stays in the file if that is
    /// shared.
    pub(crate) fn column<T: Number>(&self, name: &str) -> Option<Column<T>> {
        self.part(name, T::WIDTH).map(|part| Column::of_file(self.file, part))
    }

    fn numbers<T: Number>(&self, name: &str) -> Option<Vec<T>> {
        self.part(name, T::WIDTH).map(|part| numbers(&self.file.bytes[part]))
    }

    /// The place of the table of this name, if its numbers have this width.
    fn part(&self, name: &str, width: usize) -> Option<Range<usize>> {
        let is_it = |section: &&Section<'_>| {
            let (start, filling) = section.name.split_at(name.len());
            start == name.as_bytes() && filling.iter().all(|&byte| byte == 0)
        };
        let section = self.sections.iter().filter(|_| name.len() <= NAME).find(is_it)?;
        (section.width == width).then(|| section.part.clone())
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
