//! The tile numbers of a layer, in all encodings.

use std::fmt::Display;
use std::io::Read;

use flate2::read::{GzDecoder, ZlibDecoder};
use roxmltree::Node;
use ruzstd::decoding::StreamingDecoder;
use ruzstd::decoding::errors::FrameDecoderError;

use super::{FORMAT, attribute, children, place_of};
use crate::error::{FormatError, quote};
use crate::import::count;

/// The encoding of a layer's numbers: attributes of its `<data>`, whose chunks have none.
#[derive(Clone, Copy, Debug)]
pub(super) enum Encoding {
    /// An element `<tile gid="…">` for each.
    Elements,
    Csv,
    Base64(Packing),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Packing {
    Plain,
    Zlib,
    Gzip,
    Zstandard,
}

/// Zstandard keeps a window of what it has unpacked. The file says how large it is, and its memory is
/// taken before anything is unpacked, so the limit is what the tiles of the layer take, but at least
/// this much, which every reader should accept (RFC 8878).
const LEAST_WINDOW: u64 = 8 << 20;

/// The limit however many tiles a layer claims to have: no level of compression asks for more.
const MOST_WINDOW: u64 = 128 << 20;

impl Encoding {
    pub(super) fn of(data: Node<'_, '_>) -> Result<Self, FormatError> {
        let refused = |found: String, expected: &str| {
            Err(FormatError::new(FORMAT, found, expected).at(place_of(data)))
        };
        match (data.attribute("encoding"), data.attribute("compression")) {
            (None, _) => Ok(Encoding::Elements),
            (Some("csv"), _) => Ok(Encoding::Csv),
            (Some("base64"), None | Some("")) => Ok(Encoding::Base64(Packing::Plain)),
            (Some("base64"), Some("zlib")) => Ok(Encoding::Base64(Packing::Zlib)),
            (Some("base64"), Some("gzip")) => Ok(Encoding::Base64(Packing::Gzip)),
            (Some("base64"), Some("zstd")) => Ok(Encoding::Base64(Packing::Zstandard)),
            (Some("base64"), Some(other)) => {
                let found = format!("compression={}", quote(other));
                refused(found, "zlib, gzip, zstd or none")
            }
            (Some(other), _) => {
                refused(format!("encoding={}", quote(other)), "csv, base64 or none")
            }
        }
    }

    /// Calls `each` with the index and the number of every tile of an element, of which there must
    /// be `expected`.
    pub(super) fn for_each(
        self,
        element: Node<'_, '_>,
        expected: u64,
        mut each: impl FnMut(u64, u32) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        let place = || place_of(element);
        let found = match self {
            Encoding::Elements => {
                let mut index = 0;
                for tile in children(element, "tile") {
                    each(index, attribute(tile, "gid", Some(0))?)?;
                    index += 1;
                }
                index
            }
            Encoding::Csv => {
                let mut index = 0;
                let text = text_of(element);
                for word in text.trim().trim_end_matches(',').split(',') {
                    let number = word.trim().parse().map_err(|_| {
                        let found = format!("{} as tile {index}", quote(word.trim()));
                        FormatError::new(FORMAT, found, "a whole number").at(place())
                    })?;
                    each(index, number)?;
                    index += 1;
                }
                index
            }
            Encoding::Base64(packing) => {
                let bytes = base64(&text_of(element)).map_err(|letter| {
                    let found = format!("{letter:?} among base64");
                    FormatError::new(FORMAT, found, "letters, digits, + and /").at(place())
                })?;
                let (bytes, most) = (&bytes[..], 4 * expected + 1);
                let found = match packing {
                    Packing::Plain => numbers(bytes, each),
                    Packing::Zlib => numbers(ZlibDecoder::new(bytes).take(most), each),
                    Packing::Gzip => numbers(GzDecoder::new(bytes).take(most), each),
                    Packing::Zstandard => {
                        let window = most.clamp(LEAST_WINDOW, MOST_WINDOW);
                        let mut rest = bytes;
                        match StreamingDecoder::new_with_max_window_size(&mut rest, window) {
                            Ok(decoder) => numbers(decoder.take(most), each).and_then(|found| {
                                // The decoder takes one frame and leaves the others.
                                match found <= expected && !rest.is_empty() {
                                    true => Err(more_frames(rest.len())),
                                    false => Ok(found),
                                }
                            }),
                            Err(FrameDecoderError::WindowSizeTooBig { requested, max }) => {
                                let found = format!("a window of {requested} bytes");
                                Err(FormatError::new(FORMAT, found, format!("at most {max}")))
                            }
                            Err(error) => Err(not_whole(error, 0)),
                        }
                    }
                };
                found.map_err(|error| error.at(place()))?
            }
        };
        if found == expected {
            return Ok(());
        }
        let expected = format!("{expected}, as the layer says");
        Err(FormatError::new(FORMAT, count(found as usize, "tile"), expected).at(place()))
    }
}

/// Reads little-endian 32-bit numbers and returns how many there are; a remainder counts as one
/// more.
fn numbers(
    mut source: impl Read,
    mut each: impl FnMut(u64, u32) -> Result<(), FormatError>,
) -> Result<u64, FormatError> {
    let mut buffer = [0; 1 << 14];
    let (mut filled, mut index) = (0, 0);
    loop {
        let read = source.read(&mut buffer[filled..]).map_err(|error| not_whole(error, index))?;
        filled += read;
        let whole = filled / 4 * 4;
        for bytes in buffer[..whole].chunks_exact(4) {
            each(index, u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))?;
            index += 1;
        }
        buffer.copy_within(whole..filled, 0);
        filled -= whole;
        if read == 0 {
            return Ok(index + u64::from(filled > 0));
        }
    }
}

fn not_whole(error: impl Display, tiles: u64) -> FormatError {
    let found = format!("{} after {tiles} tiles", error.to_string().to_lowercase());
    FormatError::new(FORMAT, found, "packed data that is whole")
}

fn more_frames(bytes: usize) -> FormatError {
    let found = format!("{} after the first frame", count(bytes, "byte"));
    FormatError::new(FORMAT, found, "one frame of Zstandard")
}

/// The text of an element, which comments may divide.
fn text_of(element: Node<'_, '_>) -> String {
    element.children().filter(Node::is_text).filter_map(|piece| piece.text()).collect()
}

/// The bytes of a base64 text, or the first invalid character.
fn base64(text: &str) -> Result<Vec<u8>, char> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut bits, mut count) = (0u32, 0);
    for letter in text.trim().trim_end_matches('=').bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            letter if letter.is_ascii_whitespace() => continue,
            letter => return Err(char::from(letter)),
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_is_unpacked() {
        let check = |text: &str, bytes: &[u8]| assert_eq!(base64(text).as_deref(), Ok(bytes));
        check("", b"");
        check("TQ==", b"M");
        check(" TWE=\n", b"Ma");
        check("TW\nFu", b"Man");
        check("/+8A", &[255, 239, 0]);
        assert_eq!(base64("TW-u"), Err('-'));
    }
}
