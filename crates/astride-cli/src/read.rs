//! Reading the bytes of files, plain or gzip, and of standard input.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

use crate::error::Failure;

/// No file may hold more than this many bytes, unpacked: a map of about 23 000 × 23 000 cells.
pub(crate) const MAX_BYTES: u64 = 512 << 20;

/// No file of indexes may hold more than this many bytes: labels of about 10 000 × 10 000 cells.
const MAX_INDEX_BYTES: u64 = 4 << 30;

/// A file's name as shown in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if path == Path::new("-") { "standard input".into() } else { path.display().to_string() }
}

/// The mark with which some editors begin a text in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes of a file, plain or gzip, without a mark of their order; `-` is standard input.
pub(crate) fn load_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = load_at_most(path, MAX_BYTES)?;
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    Ok(bytes)
}

/// The bytes of a file of indexes, which may be larger than its map.
pub(crate) fn load_index_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    load_at_most(path, MAX_INDEX_BYTES)
}

fn load_at_most(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let name = name_of(path);
    let fail = |error: io::Error| Failure::io("read", &name, &error);
    if path == Path::new("-") {
        return unpack(&name, io::stdin().lock(), most);
    }
    if fs::metadata(path).map_err(fail)?.is_dir() {
        return Err(Failure::at(name, "is a directory, expected a file"));
    }
    unpack(&name, File::open(path).map_err(fail)?, most)
}

/// Everything from `source`, unpacked if it begins like gzip, and never more than `most` bytes.
fn unpack(name: &str, mut source: impl Read, most: u64) -> Result<Vec<u8>, Failure> {
    let mut magic = Vec::new();
    let read = source.by_ref().take(2).read_to_end(&mut magic);
    read.map_err(|error| Failure::io("read", name, &error))?;
    let is_packed = magic == [0x1f, 0x8b];
    let source = io::Cursor::new(magic).chain(source);
    if is_packed {
        let fail = |error| Failure::at(name, format!("the gzip data is damaged: {error}"));
        limited(name, MultiGzDecoder::new(source), most, fail)
    } else {
        limited(name, source, most, |error| Failure::io("read", name, &error))
    }
}

fn limited(
    name: &str,
    source: impl Read,
    most: u64,
    fail: impl Fn(io::Error) -> Failure,
) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > most {
        let most = most >> 20;
        let message = format!("more than {most} MiB when unpacked, expected at most that");
        return Err(Failure::at(name, message));
    }
    Ok(bytes)
}
