//! Archives that hold a single file, the form in which SRTM heights are distributed.
//!
//! Format: <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>. Stored and deflated files
//! are read; archives of several files, encrypted archives and archives of more than 4 GiB are not.

use std::io::Read;

use flate2::Crc;
use flate2::read::DeflateDecoder;

use crate::error::{FormatError, Place};

const FORMAT: &str = "zip archive";

/// The last record of an archive, which may be followed by a comment of up to 65 535 bytes.
const END: &[u8] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const ENTRY: &[u8] = b"PK\x01\x02";
const LOCAL: &[u8] = b"PK\x03\x04";

/// The only file of an archive: its name and its contents, at most `most` bytes.
///
/// # Errors
///
/// If the archive is damaged or does not hold exactly one file, or if that file is encrypted,
/// compressed by another method, longer than `most`, or an archive itself: some archives contain
/// themselves.
///
/// # Complexity
///
/// O(bytes); memory grows with the unpacked size.
pub fn unzip(bytes: &[u8], most: u64) -> Result<(String, Vec<u8>), FormatError> {
    let entry = only_entry(bytes)?;
    if u64::from(entry.size) > most {
        let found = format!("the file in it has {} bytes", entry.size);
        return Err(FormatError::new(FORMAT, found, format!("at most {most}")));
    }
    let packed = entry.packed(bytes)?;
    let mut out = Vec::new();
    let limit = u64::from(entry.size) + 1;
    let read = match entry.method {
        0 => packed.take(limit).read_to_end(&mut out),
        8 => DeflateDecoder::new(packed).take(limit).read_to_end(&mut out),
        method => {
            let found = format!("the file is packed by method {method}");
            return Err(FormatError::new(
                FORMAT,
                found,
                "0, stored, or 8, deflated: unzip it first",
            ));
        }
    };
    let mut crc = Crc::new();
    crc.update(&out);
    let is_whole = read.is_ok() && out.len() as u64 + 1 == limit && crc.sum() == entry.crc;
    if !is_whole {
        let found = format!("the file in it is damaged after {} bytes", out.len());
        return Err(FormatError::new(FORMAT, found, "a file that is whole"));
    }
    if out.starts_with(LOCAL) {
        let found = "the file in it is an archive as well";
        return Err(FormatError::new(FORMAT, found, "a map: unzip it first"));
    }
    Ok((entry.name, out))
}

/// What the archive says about a file.
struct ZipEntry {
    name: String,
    method: u16,
    crc: u32,
    packed: u32,
    size: u32,
    begin: usize,
}

impl ZipEntry {
    /// The packed bytes, which follow a header that repeats what is already known.
    fn packed<'a>(&self, bytes: &'a [u8]) -> Result<&'a [u8], FormatError> {
        let header = record(bytes, self.begin, LOCAL, 30)?;
        let begin =
            self.begin + 30 + usize::from(u16_at(header, 26)) + usize::from(u16_at(header, 28));
        let packed = bytes.get(begin..).and_then(|rest| rest.get(..self.packed as usize));
        let expected = || format!("{} bytes of a file from byte {begin}", self.packed);
        packed.ok_or_else(|| torn(bytes.len(), expected()))
    }
}

fn only_entry(bytes: &[u8]) -> Result<ZipEntry, FormatError> {
    let first = bytes.len().saturating_sub(END_LENGTH + usize::from(u16::MAX));
    let end = bytes[first..].windows(END_LENGTH).rposition(|record| record.starts_with(END));
    let end = end.ok_or_else(|| torn(bytes.len(), "a directory at the end".into()))?;
    let end = &bytes[first + end..];
    let (files, begin) = (u16_at(end, 10), u32_at(end, 16) as usize);
    let mut entries = Vec::new();
    let mut at = begin;
    for _ in 0..files.min(16) {
        let entry = record(bytes, at, ENTRY, 46)?;
        let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(entry, at)));
        let name = bytes.get(at + 46..at + 46 + name);
        let name = name.ok_or_else(|| torn(bytes.len(), "a name".into()))?;
        at += 46 + name.len() + extra + comment;
        if name.ends_with(b"/") {
            continue;
        }
        if u16_at(entry, 8) & 1 != 0 {
            return Err(FormatError::new(FORMAT, "the file is encrypted", "one that is not"));
        }
        entries.push(ZipEntry {
            name: String::from_utf8_lossy(name).into_owned(),
            method: u16_at(entry, 10),
            crc: u32_at(entry, 16),
            packed: u32_at(entry, 20),
            size: u32_at(entry, 24),
            begin: u32_at(entry, 42) as usize,
        });
    }
    match (entries.pop(), entries.len()) {
        (Some(entry), 0) if files <= 16 => Ok(entry),
        _ => {
            let found = format!("it holds {files} files and folders");
            Err(FormatError::new(FORMAT, found, "one file: unzip it first"))
        }
    }
}

fn record<'a>(
    bytes: &'a [u8],
    at: usize,
    magic: &[u8],
    length: usize,
) -> Result<&'a [u8], FormatError> {
    let record = bytes.get(at..).and_then(|rest| rest.get(..length));
    record.filter(|record| record.starts_with(magic)).ok_or_else(|| {
        let expected = format!("{length} bytes that begin with {}", magic.escape_ascii());
        FormatError::new(FORMAT, "no record of a file", expected).at(Place::Byte(at))
    })
}

fn torn(length: usize, expected: String) -> FormatError {
    FormatError::new(FORMAT, format!("the archive has {length} bytes"), expected)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}
