//! Portable grey maps: <https://netpbm.sourceforge.net/doc/pgm.html>.

use super::{Pixel, Scan};
use crate::error::{FormatError, Place, quote};
use crate::import::cells;

const FORMAT: &str = "PGM picture";

pub(super) fn scan<T>(
    bytes: &[u8],
    mut value_of: impl FnMut(Pixel) -> T,
) -> Result<Scan<T>, FormatError> {
    let is_plain = match bytes.get(..2) {
        Some(b"P2") => true,
        Some(b"P5") => false,
        _ => {
            let begin = quote(&bytes[..bytes.len().min(2)]);
            let found = format!("the file begins with {begin}");
            return Err(FormatError::new(FORMAT, found, "P2 or P5, a grey map, or a PNG"));
        }
    };
    let mut words = Words { bytes, at: 2 };
    let width = words.number("the width", 1 << 30)?;
    let height = words.number("the height", 1 << 30)?;
    let most = words.number("the value of white", 65_535)?;
    if most == 0 {
        return Err(words.error("the value of white is 0", "1 to 65535"));
    }
    let count = cells(FORMAT, u64::from(width), u64::from(height))? as usize;
    let mut pixel = |sample: u32| {
        let most = most as u16;
        value_of(Pixel { colour: [sample as u16; 3], alpha: most, most })
    };
    if is_plain {
        // Every number except the last takes at least two bytes.
        check_length(2 * count - 1, words.rest())?;
        let mut values = Vec::with_capacity(count);
        for _ in 0..count {
            values.push(pixel(words.number("a pixel", most)?));
        }
        words.end()?;
        return Ok(Scan { width, height, values });
    }
    let [b' ' | b'\t'..=b'\r', samples @ ..] = words.rest() else {
        return Err(words.error("the pixels do not begin", "a white space and the pixels"));
    };
    let size = if most < 256 { 1 } else { 2 };
    check_length(count * size, samples)?;
    let (samples, rest) = samples.split_at(count * size);
    let mut values = Vec::with_capacity(count);
    for (index, sample) in samples.chunks_exact(size).enumerate() {
        let sample = sample.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        if sample > most {
            words.at += 1 + index * size;
            let found = format!("a pixel of value {sample}");
            return Err(words.error(found, format!("0 to {most}, which is white")));
        }
        values.push(pixel(sample));
    }
    words.at += 1 + count * size;
    if rest.trim_ascii().is_empty() {
        Ok(Scan { width, height, values })
    } else {
        Err(words.error("more bytes after the last pixel", "the end of the file"))
    }
}

fn check_length(expected: usize, rest: &[u8]) -> Result<(), FormatError> {
    if rest.len() >= expected {
        return Ok(());
    }
    let found = format!("the file has {} bytes of pixels", rest.len());
    Err(FormatError::new(FORMAT, found, format!("at least {expected}")))
}

/// Numbers separated by white space and comments.
struct Words<'a> {
    bytes: &'a [u8],
    /// The position, which never exceeds the length.
    at: usize,
}

impl<'a> Words<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    fn error(&self, found: impl Into<String>, expected: impl Into<String>) -> FormatError {
        FormatError::new(FORMAT, found, expected).at(Place::Byte(self.at))
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.bytes.get(self.at) {
            match byte {
                b'#' => {
                    let line = self.rest().iter();
                    self.at += line.take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
                }
                byte if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    fn number(&mut self, what: &str, most: u32) -> Result<u32, FormatError> {
        self.skip_space();
        let rest = self.rest();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = str::from_utf8(&rest[..digits]).unwrap_or_default();
        let number = text.parse().ok().filter(|&number: &u32| number <= most);
        let number = number.ok_or_else(|| {
            let word = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            let found = format!("{what} is {}", quote(&rest[..word]));
            self.error(found, format!("a whole number of at most {most}"))
        })?;
        self.at += digits;
        Ok(number)
    }

    fn end(&mut self) -> Result<(), FormatError> {
        self.skip_space();
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(self.error("more text after the last pixel", "the end of the file"))
    }
}
