//! PNG pictures, through the crate `png`.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError, Limits, Transformations};

use super::{Pixel, Scan};
use crate::error::FormatError;
use crate::import::cells;

const FORMAT: &str = "PNG picture";

/// The maximum number of bytes to which a byte of DEFLATE expands.
const MOST_UNPACKED: u64 = 1032;

/// The maximum number of bytes for rows and chunks of the file while it is read.
const MOST_BYTES: usize = 64 << 20;

pub(super) fn scan<T>(
    bytes: &[u8],
    mut value_of: impl FnMut(Pixel) -> T,
) -> Result<Scan<T>, FormatError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MOST_BYTES });
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (width, height) = (reader.info().width, reader.info().height);
    let count = cells(FORMAT, u64::from(width), u64::from(height))?;
    let bits = reader.info().bits_per_pixel() as u64;
    if count * bits / 8 > MOST_UNPACKED * bytes.len() as u64 {
        let found = format!("{width}x{height} pixels in a file of {} bytes", bytes.len());
        return Err(FormatError::new(FORMAT, found, "a file that can hold them"));
    }
    let (colour, depth) = reader.output_color_type();
    let is_interlaced = reader.info().interlaced;
    let mut values = Vec::new();
    let mut push = |row: &[u8]| {
        let size = colour.samples() * if depth == BitDepth::Sixteen { 2 } else { 1 };
        values.extend(row.chunks_exact(size).map(|bytes| value_of(pixel(bytes, colour, depth))));
    };
    if is_interlaced {
        let size = reader.output_buffer_size().unwrap_or(usize::MAX);
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(size).map_err(|_| {
            let found = format!("the picture takes {size} bytes");
            FormatError::new(FORMAT, found, "one that fits into memory")
        })?;
        buffer.resize(size, 0);
        reader.next_frame(&mut buffer).map_err(damaged)?;
        push(&buffer);
    } else {
        while let Some(row) = reader.next_row().map_err(damaged)? {
            push(row.data());
        }
    }
    if values.len() as u64 == count {
        return Ok(Scan { width, height, values });
    }
    let found = format!("the file has {} pixels", values.len());
    Err(FormatError::new(FORMAT, found, format!("{count}, as it says in the beginning")))
}

fn pixel(bytes: &[u8], colour: ColorType, depth: BitDepth) -> Pixel {
    let most = if depth == BitDepth::Sixteen { u16::MAX } else { u16::from(u8::MAX) };
    let sample = |at: usize| match depth {
        BitDepth::Sixteen => u16::from_be_bytes([bytes[2 * at], bytes[2 * at + 1]]),
        _ => u16::from(bytes[at]),
    };
    let (colour, alpha) = match colour {
        ColorType::Rgb => ([sample(0), sample(1), sample(2)], most),
        ColorType::Rgba => ([sample(0), sample(1), sample(2)], sample(3)),
        ColorType::GrayscaleAlpha => ([sample(0); 3], sample(1)),
        ColorType::Grayscale | ColorType::Indexed => ([sample(0); 3], most),
    };
    Pixel { colour, alpha, most }
}

fn damaged(error: DecodingError) -> FormatError {
    let found = match error {
        DecodingError::LimitsExceeded => {
            format!("a row or a part of the file takes more than {MOST_BYTES} bytes")
        }
        DecodingError::IoError(_) => "the file ends too early".to_owned(),
        error => {
            let text = error.to_string().trim_end_matches('.').to_lowercase();
            // The rest would show how the crate keeps the parts of a file.
            match &text[..] {
                text if text.starts_with("crc error") => {
                    "a part of the file differs from its checksum".into()
                }
                text if text.starts_with("corrupt deflate") => {
                    "the packed pixels are damaged".into()
                }
                text if text.starts_with("idat or fdat") => "pixels are missing".into(),
                text if text.contains("chunk") => {
                    "a part of the file is unknown or not in its place".into()
                }
                text => text.to_owned(),
            }
        }
    };
    FormatError::new(FORMAT, found, "a PNG that is whole")
}
