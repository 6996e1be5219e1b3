//! The first directory of a TIFF file: what its tags say, all of it inside the file.

use std::collections::BTreeMap;

use super::FORMAT;
use crate::error::{FormatError, Place, quote};

/// Tags with their values.
///
/// The crate `tiff` reads the same directory again. It believes counts and sizes that no file can
/// hold, so it is only given files whose directory this has read.
pub(super) struct Directory<'a> {
    file: File<'a>,
    entries: BTreeMap<u16, Entry<'a>>,
}

/// The values of a tag: their type, and their bytes.
struct Entry<'a> {
    kind: u64,
    bytes: &'a [u8],
}

impl<'a> Directory<'a> {
    /// Reads the first directory of a TIFF or BigTIFF file.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let is_little = bytes.starts_with(b"II");
        let file = File { bytes, is_little };
        let is_one = is_little || bytes.starts_with(b"MM");
        let is_big = file.number(4, 2) == Some(8) && file.number(6, 2) == Some(0);
        // The width of an offset, and of the number of entries.
        let (wide, count_size) = match file.number(2, 2) {
            Some(42) if is_one => (4, 2),
            Some(43) if is_one && is_big => (8, 8),
            _ => {
                let found = format!("the file begins with {}", quote(&bytes[..bytes.len().min(4)]));
                return Err(FormatError::new(FORMAT, found, "II or MM and then 42 or 43"));
            }
        };
        file.refuse_masks(wide, count_size)?;
        let begin = file.offset(wide, wide).ok_or_else(torn)?;
        let count = file.number(begin, count_size).ok_or_else(torn)?;
        let mut at = begin + count_size;
        let mut entries = BTreeMap::new();
        for _ in 0..count {
            let tag = file.number(at, 2).ok_or_else(torn)? as u16;
            let entry = file.entry(tag, at + 2, wide)?;
            if entries.insert(tag, entry).is_some() {
                let error = FormatError::new(FORMAT, "a second value", "each tag once");
                return Err(error.at(place(tag)));
            }
            at += 4 + 2 * wide;
        }
        Ok(Directory { file, entries })
    }

    /// The values of a tag, if it is there and has any.
    pub(super) fn numbers(&self, tag: u16) -> Result<Option<Vec<f64>>, FormatError> {
        let Some(Entry { kind, bytes }) = self.entries.get(&tag) else { return Ok(None) };
        let bits = |part: &[u8]| self.file.fold(part);
        let convert: fn(u64) -> f64 = match kind {
            1 | 3 | 4 | 16 => |bits| bits as f64,
            11 => |bits| f64::from(f32::from_bits(bits as u32)),
            12 => f64::from_bits,
            _ => {
                let found = format!("values of type {kind}");
                return Err(FormatError::new(FORMAT, found, "numbers").at(place(tag)));
            }
        };
        let parts = bytes.chunks_exact(size_of(*kind).unwrap_or(1));
        let values: Vec<f64> = parts.map(|part| convert(bits(part))).collect();
        Ok(Some(values).filter(|values| !values.is_empty()))
    }

    /// The single whole number of a tag, if it is there.
    pub(super) fn number(&self, tag: u16) -> Result<Option<u64>, FormatError> {
        let Some(values) = self.numbers(tag)? else { return Ok(None) };
        match values[..] {
            [value] if value.fract() == 0.0 && (0.0..2f64.powi(53)).contains(&value) => {
                Ok(Some(value as u64))
            }
            [value] => {
                Err(FormatError::new(FORMAT, format!("{value}"), "a whole number").at(place(tag)))
            }
            _ => {
                let found = format!("{} values", values.len());
                Err(FormatError::new(FORMAT, found, "one").at(place(tag)))
            }
        }
    }

    /// The text of a tag up to its first zero, if it is there.
    pub(super) fn text(&self, tag: u16) -> Option<&'a [u8]> {
        let bytes = self.entries.get(&tag)?.bytes;
        bytes.split(|&byte| byte == 0).next()
    }
}

fn torn() -> FormatError {
    FormatError::new(FORMAT, "the directory does not end", "a directory inside the file")
}

/// The bytes of a file, and their order.
struct File<'a> {
    bytes: &'a [u8],
    is_little: bool,
}

impl<'a> File<'a> {
    fn fold(&self, part: &[u8]) -> u64 {
        let push = |sum: u64, &byte: &u8| sum << 8 | u64::from(byte);
        if self.is_little { part.iter().rev().fold(0, push) } else { part.iter().fold(0, push) }
    }

    /// The number in `size` bytes from `at` on, if they are in the file.
    fn number(&self, at: usize, size: usize) -> Option<u64> {
        Some(self.fold(self.bytes.get(at..at.checked_add(size)?)?))
    }

    /// As [`number`](Self::number), if that is a position in the file.
    fn offset(&self, at: usize, size: usize) -> Option<usize> {
        let offset = usize::try_from(self.number(at, size)?).ok()?;
        (offset < self.bytes.len()).then_some(offset)
    }

    /// Refuses a file if one of its images is a mask, which says where there are no heights.
    fn refuse_masks(&self, wide: usize, count_size: usize) -> Result<(), FormatError> {
        const MASK: u64 = 4;
        let (mut link, mut left) = (wide, self.bytes.len());
        while self.number(link, wide).is_some_and(|begin| begin > 0) {
            let begin = self.offset(link, wide).ok_or_else(torn)?;
            let count = self.number(begin, count_size).ok_or_else(torn)?;
            let size =
                usize::try_from(count).ok().and_then(|count| count.checked_mul(4 + 2 * wide));
            let size = size.filter(|&size| size < self.bytes.len()).ok_or_else(torn)?;
            // Directories that have bytes of their own cannot lead round in a circle.
            left = left.checked_sub(count_size + size + wide).ok_or_else(|| {
                FormatError::new(FORMAT, "directories that overlap", "each in its own bytes")
            })?;
            let entries = begin + count_size..begin + count_size + size;
            link = entries.end;
            for at in entries.step_by(4 + 2 * wide) {
                if self.number(at, 2) == Some(254) {
                    let Entry { kind, bytes } = self.entry(254, at + 2, wide)?;
                    // One value is all that it may have; a file could claim millions, many times.
                    let first = bytes.get(..size_of(kind).unwrap_or(0)).unwrap_or_default();
                    if self.fold(first) & MASK > 0 {
                        let expected = "unknown heights by GDAL_NODATA alone";
                        let error = FormatError::new(FORMAT, "an image that is a mask", expected);
                        return Err(error.at(place(254)));
                    }
                }
            }
        }
        Ok(())
    }

    /// The type, the count and the values of a tag; the last are in the entry itself if they fit into
    /// it. Values of unknown types are none.
    fn entry(&self, tag: u16, at: usize, wide: usize) -> Result<Entry<'a>, FormatError> {
        let kind = self.number(at, 2);
        let count = self.number(at + 2, wide);
        let values = kind.zip(count).and_then(|(kind, count)| {
            let Some(size) = size_of(kind) else { return Some(Entry { kind, bytes: &[] }) };
            let length = usize::try_from(count).ok()?.checked_mul(size)?;
            let field = at + 2 + wide;
            let begin = if length <= wide { field } else { self.offset(field, wide)? };
            let bytes = self.bytes.get(begin..begin.checked_add(length)?)?;
            Some(Entry { kind, bytes })
        });
        values.ok_or_else(|| {
            let found = format!("{} values that do not end", count.unwrap_or(0));
            FormatError::new(FORMAT, found, "values inside the file").at(place(tag))
        })
    }
}

/// The size of a value of a type.
fn size_of(kind: u64) -> Option<usize> {
    match kind {
        1 | 2 | 6 | 7 => Some(1),
        3 | 8 => Some(2),
        4 | 9 | 11 | 13 => Some(4),
        5 | 10 | 12 | 16 | 17 | 18 => Some(8),
        _ => None,
    }
}

/// The position of a tag, as its specification calls it.
pub(super) fn place(tag: u16) -> Place {
    let names = [
        (254, "NewSubfileType"),
        (256, "ImageWidth"),
        (257, "ImageLength"),
        (258, "BitsPerSample"),
        (259, "Compression"),
        (262, "PhotometricInterpretation"),
        (273, "StripOffsets"),
        (277, "SamplesPerPixel"),
        (279, "StripByteCounts"),
        (322, "TileWidth"),
        (323, "TileLength"),
        (324, "TileOffsets"),
        (325, "TileByteCounts"),
        (339, "SampleFormat"),
        (33550, "ModelPixelScale"),
        (33922, "ModelTiepoint"),
        (34735, "GeoKeyDirectory"),
        (42113, "GDAL_NODATA"),
    ];
    let name = names.iter().find(|pair| pair.0 == tag).map(|pair| pair.1);
    Place::Part(name.map_or_else(|| format!("tag {tag}"), str::to_owned))
}
