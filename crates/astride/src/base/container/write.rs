//! Writing tables to one file.

use super::{ENTRY, HEADER, MARK, MOST_SECTIONS, NAME, SUMMED_HEADER, VERSION};
use crate::base::checksum;

/// A table of integers of one width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers<'a> {
    /// Bytes.
    U8(&'a [u8]),
    /// 16-bit numbers.
    U16(&'a [u16]),
    /// 32-bit numbers.
    U32(&'a [u32]),
    /// 64-bit numbers.
    U64(&'a [u64]),
}

impl Numbers<'_> {
    fn len(self) -> usize {
        match self {
            Numbers::U8(numbers) => numbers.len(),
            Numbers::U16(numbers) => numbers.len(),
            Numbers::U32(numbers) => numbers.len(),
            Numbers::U64(numbers) => numbers.len(),
        }
    }

    fn width(self) -> u32 {
        match self {
            Numbers::U8(_) => 1,
            Numbers::U16(_) => 2,
            Numbers::U32(_) => 4,
            Numbers::U64(_) => 8,
        }
    }

    /// The number of bytes including padding.
    fn bytes(self) -> usize {
        (self.len() * self.width() as usize).next_multiple_of(8)
    }

    /// The checksum of the bytes in a file, continued from `seed`.
    pub(super) fn checksum(self, seed: u64) -> u64 {
        let mut bytes = vec![0; self.bytes()];
        self.write(&mut bytes);
        checksum(checksum(seed, &(self.len() as u64).to_le_bytes()), &bytes)
    }

    fn write(self, out: &mut [u8]) {
        match self {
            Numbers::U8(numbers) => out[..numbers.len()].copy_from_slice(numbers),
            Numbers::U16(numbers) => write(numbers, out, u16::to_le_bytes),
            Numbers::U32(numbers) => write(numbers, out, u32::to_le_bytes),
            Numbers::U64(numbers) => write(numbers, out, u64::to_le_bytes),
        }
    }
}

fn write<T: Copy, const WIDTH: usize>(
    numbers: &[T],
    out: &mut [u8],
    bytes_of: impl Fn(T) -> [u8; WIDTH],
) {
    let (places, _) = out.as_chunks_mut::<WIDTH>();
    places.iter_mut().zip(numbers).for_each(|(place, &number)| *place = bytes_of(number));
}

/// Collects tables and writes them as one file.
///
/// # Examples
///
/// ```
/// use astride::base::{Container, ContainerWriter, Numbers};
/// let mut writer = ContainerWriter::new(*b"demo", 77);
/// writer.section("primes", Numbers::U16(&[2, 3, 5]));
/// let bytes = writer.finish();
/// let container = Container::read(&bytes, *b"demo")?;
/// assert_eq!(container.world(), 77);
/// assert_eq!(container.u16s("primes"), Some(vec![2, 3, 5]));
/// # Ok::<(), astride::base::ContainerError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContainerWriter<'a> {
    kind: [u8; 4],
    world: u64,
    sections: Vec<(&'static str, Numbers<'a>)>,
}

impl<'a> ContainerWriter<'a> {
    /// A file for tables of one `kind` that belong to the world with the fingerprint `world`.
    pub fn new(kind: [u8; 4], world: u64) -> Self {
        ContainerWriter { kind, world, sections: Vec::new() }
    }

    /// Adds a table.
    ///
    /// # Panics
    ///
    /// If the name is empty, longer than 24 bytes, contains a zero byte or is already taken, or if
    /// there are 256 tables already.
    pub fn section(&mut self, name: &'static str, numbers: Numbers<'a>) {
        assert!((1..=NAME).contains(&name.len()) && !name.contains('\0'), "{name:?} is no name");
        assert!(self.sections.iter().all(|section| section.0 != name), "{name:?} is taken");
        assert!(self.sections.len() < MOST_SECTIONS, "too many sections");
        self.sections.push((name, numbers));
    }

    /// The file as bytes.
    ///
    /// # Complexity
    ///
    /// O(bytes), and memory for one copy of the file.
    pub fn finish(&self) -> Vec<u8> {
        let first = HEADER + ENTRY * self.sections.len();
        let body: usize = self.sections.iter().map(|(_, numbers)| numbers.bytes()).sum();
        let mut out = vec![0; first + body];
        let (head, mut rest) = out.split_at_mut(first);
        let (header, directory) = head.split_at_mut(HEADER);
        for ((name, numbers), entry) in self.sections.iter().zip(directory.chunks_mut(ENTRY)) {
            let section;
            (section, rest) = rest.split_at_mut(numbers.bytes());
            numbers.write(section);
            entry[..name.len()].copy_from_slice(name.as_bytes());
            entry[24..28].copy_from_slice(&numbers.width().to_le_bytes());
            entry[32..40].copy_from_slice(&(numbers.len() as u64).to_le_bytes());
            entry[40..48].copy_from_slice(&checksum(0, section).to_le_bytes());
        }
        header[..8].copy_from_slice(&MARK);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12..16].copy_from_slice(&self.kind);
        header[16..24].copy_from_slice(&self.world.to_le_bytes());
        header[24..32].copy_from_slice(&((first + body) as u64).to_le_bytes());
        header[32..36].copy_from_slice(&(self.sections.len() as u32).to_le_bytes());
        let sum = checksum(checksum(0, &header[..SUMMED_HEADER]), directory);
        header[SUMMED_HEADER..].copy_from_slice(&sum.to_le_bytes());
        out
    }
}
