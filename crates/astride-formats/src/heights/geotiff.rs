//! Heights in GeoTIFF files (<https://docs.ogc.org/is/19-008r4/19-008r4.html>), through the crate
//! `tiff`.

mod directory;
mod metadata;

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use tiff::TiffError;
use tiff::decoder::{ChunkType, Decoder, DecodingResult, Limits};

use self::directory::{Directory, place};
use self::metadata::Samples;
use super::{Heights, metres};
use crate::error::{FormatError, Place, quote};
use crate::import::{cells, check_spread};

const FORMAT: &str = "GeoTIFF";

pub(super) fn read(bytes: &[u8]) -> Result<Heights, FormatError> {
    let directory = Directory::read(bytes)?;
    let (width, height) = size(&directory, bytes.len())?;
    let samples = Samples::of(&directory)?;
    let mut raster = Raster::new(width, height, unknown(&directory)?, &samples)?;
    raster.fill(bytes, &directory)?;
    let spot = Spot::of(&directory, height)?;
    let (frame, mut notes) = (None, Vec::new());
    if let Some(unit) = &samples.unit {
        notes.push(format!("heights are in {}, taken as metres", quote(unit)));
    }
    if spot.is_none() {
        notes.push(
            "no place by one ModelTiepoint and a ModelPixelScale: cells are one metre wide unless stated \
             otherwise"
                .to_owned(),
        );
    }
    let side = spot.as_ref().map_or((1.0, 1.0), |spot| spot.metres);
    let heights =
        Heights { format: FORMAT, width, height, values: raster.values, side, frame, notes };
    match spot {
        Some(spot) => heights.with_sides(side)?.framed(spot.corner, spot.step),
        None => Ok(heights),
    }
}

/// The width and the height, if the image is one of heights that the file can hold and the decoder
/// reads.
fn size(directory: &Directory<'_>, bytes: usize) -> Result<(u32, u32), FormatError> {
    let number = |tag, default| Ok(directory.number(tag)?.unwrap_or(default));
    let refuse = |tag, found: String, expected: &str| {
        Err(FormatError::new(FORMAT, found, expected).at(place(tag)))
    };
    let (width, height) = (number(256, 0)?, number(257, 0)?);
    let count = cells(FORMAT, width, height)?;
    check_spread(FORMAT, count, bytes as u64)?;
    let bands = number(277, 1)?;
    if bands != 1 {
        return refuse(277, format!("{bands} bands"), "one band of heights");
    }
    match number(262, 1)? {
        1 => {}
        0 => return refuse(262, "heights upside down, with white as 0".into(), "black as 0"),
        3 => return refuse(262, "a palette of colours".into(), "heights"),
        other => return refuse(262, format!("the interpretation {other}"), "1, black as 0"),
    }
    match (number(339, 1)?, number(258, 1)?) {
        (1 | 2, 8 | 16 | 32) | (3, 32 | 64) => {}
        (format, bits) => {
            let kinds = ["", "unsigned ", "signed ", "floating "];
            let kind = kinds.get(format as usize).unwrap_or(&"unknown ");
            let expected = "whole numbers of 8, 16 or 32 bits, or floating ones of 32 or 64";
            return refuse(258, format!("{kind}samples of {bits} bits"), expected);
        }
    }
    let packing = number(259, 1)?;
    if ![1, 5, 8, 32946, 32773].contains(&packing) {
        let expected = "1, none; 5, LZW; 8 or 32946, DEFLATE; or 32773, PackBits";
        return refuse(259, format!("compression {packing}"), expected);
    }
    if let (Some(wide), Some(high)) = (directory.number(322)?, directory.number(323)?) {
        // The padding of tiles is unpacked as well.
        let padded = |side: u64, tile| side.checked_next_multiple_of(tile).unwrap_or(0);
        let count = cells(FORMAT, padded(width, wide), padded(height, high));
        let count = count.map_err(|error| error.at(place(322)))?;
        check_spread(FORMAT, count, bytes as u64).map_err(|error| error.at(place(322)))?;
    }
    Ok((width as u32, height as u32))
}

/// The height that stands for an unknown one.
fn unknown(directory: &Directory<'_>) -> Result<Option<f64>, FormatError> {
    let Some(text) = directory.text(42113) else { return Ok(None) };
    let number = str::from_utf8(text).ok().and_then(|text| text.trim().parse::<f64>().ok());
    let refused = || FormatError::new(FORMAT, quote(text), "a number").at(place(42113));
    number.map(Some).ok_or_else(refused)
}

/// A file that ends with the block that is being read: what is packed says itself where it ends, and
/// may read on and on without a result.
struct Window<'a> {
    file: Cursor<&'a [u8]>,
    end: u64,
}

impl Read for Window<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_sub(self.file.position());
        self.file.by_ref().take(left).read(buffer)
    }
}

impl Seek for Window<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// The heights, as far as they have been read.
struct Raster {
    width: usize,
    height: usize,
    values: Vec<f32>,
    /// The sample of an unknown height.
    unknown: Option<f64>,
    scale: f64,
    offset: f64,
}

impl Raster {
    fn new(
        width: u32,
        height: u32,
        unknown: Option<f64>,
        &Samples { scale, offset, .. }: &Samples,
    ) -> Result<Self, FormatError> {
        let (width, height) = (width as usize, height as usize);
        let count = width * height;
        let mut values = Vec::new();
        values.try_reserve_exact(count).map_err(|_| {
            FormatError::new(FORMAT, format!("{count} heights"), "an image that fits into memory")
        })?;
        values.resize(count, f32::NAN);
        Ok(Raster { width, height, values, unknown, scale, offset })
    }

    /// Reads the strips or tiles of the first image.
    fn fill(&mut self, bytes: &[u8], directory: &Directory<'_>) -> Result<(), FormatError> {
        let window = Window { file: Cursor::new(bytes), end: u64::MAX };
        let decoder = Decoder::new(window).map_err(damaged)?;
        // The sizes have been checked.
        let mut decoder = decoder.with_limits(Limits::unlimited());
        let has_tiles = decoder.get_chunk_type() == ChunkType::Tile;
        let (offsets, lengths) = if has_tiles { (324, 325) } else { (273, 279) };
        let offsets = directory.numbers(offsets)?.unwrap_or_default();
        let lengths = self.lengths(lengths, bytes, directory)?;
        let (wide, high) = decoder.chunk_dimensions();
        let (wide, high) = (wide as usize, high as usize);
        let across = self.width.div_ceil(wide);
        let is_plain = directory.number(259)?.unwrap_or(1) == 1;
        let bits = directory.number(258)?.unwrap_or(1) as usize;
        for (index, (length, offset)) in lengths.into_iter().zip(offsets).enumerate() {
            // Sparse files leave out blocks.
            if length > 0.0 {
                let index = index as u32;
                decoder.inner().end = (offset + length) as u64;
                let corner = (index as usize % across * wide, index as usize / across * high);
                // The last strip ends with the image; tiles are padded. What is packed ends by itself.
                let rows = if has_tiles { high } else { high.min(self.height - corner.1) };
                let least = wide * rows * bits / 8;
                if is_plain && length < least as f64 {
                    let error =
                        FormatError::new(FORMAT, format!("{length} bytes"), format!("{least}"));
                    return Err(error.at(Place::Part(format!("block {index}"))));
                }
                let samples = decoder.read_chunk(index).map_err(damaged)?;
                let row = wide.min(self.width - corner.0);
                self.place(samples, corner, row)?;
            }
        }
        Ok(())
    }

    /// The lengths of blocks as a tag has them. Blocks may share bytes, such as those that are all alike,
    /// but not so many that they take longer to read than a file of this length and heights of this
    /// number.
    fn lengths(
        &self,
        tag: u16,
        bytes: &[u8],
        directory: &Directory<'_>,
    ) -> Result<Vec<f64>, FormatError> {
        let lengths = directory.numbers(tag)?.unwrap_or_default();
        let (sum, most) = (lengths.iter().sum::<f64>(), bytes.len() + 8 * self.values.len());
        if sum > most as f64 {
            let expected = format!("at most {most} for a file of this length");
            let error = FormatError::new(FORMAT, format!("blocks of {sum} bytes"), expected);
            return Err(error.at(place(tag)));
        }
        Ok(lengths)
    }

    /// Takes over the samples of a strip or a tile, whose rows have `row` of them.
    fn place(
        &mut self,
        samples: DecodingResult,
        corner: (usize, usize),
        row: usize,
    ) -> Result<(), FormatError> {
        match samples {
            DecodingResult::U8(samples) => self.rows(&samples, corner, row),
            DecodingResult::U16(samples) => self.rows(&samples, corner, row),
            DecodingResult::U32(samples) => self.rows(&samples, corner, row),
            DecodingResult::I8(samples) => self.rows(&samples, corner, row),
            DecodingResult::I16(samples) => self.rows(&samples, corner, row),
            DecodingResult::I32(samples) => self.rows(&samples, corner, row),
            DecodingResult::F32(samples) => {
                // The text may have fewer or more digits than the samples.
                self.unknown = self.unknown.map(|number| f64::from(number as f32));
                self.rows(&samples, corner, row)
            }
            DecodingResult::F64(samples) => self.rows(&samples, corner, row),
            _ => Err(FormatError::new(FORMAT, "samples of another type", "the type of the image")),
        }
    }

    fn rows<T: Copy + Into<f64>>(
        &mut self,
        samples: &[T],
        (left, top): (usize, usize),
        row: usize,
    ) -> Result<(), FormatError> {
        for (samples, y) in samples.chunks_exact(row).zip(top..) {
            for (&sample, x) in samples.iter().zip(left..) {
                if Some(sample.into()) == self.unknown {
                    continue;
                }
                let exact = sample.into() * self.scale + self.offset;
                let height = exact as f32;
                if height.is_infinite() {
                    let found = format!("the height {exact}");
                    let place = Place::Part(format!("row {y}, column {x}"));
                    return Err(FormatError::new(FORMAT, found, "one of 32 bits").at(place));
                }
                self.values[y * self.width + x] = height;
            }
        }
        Ok(())
    }
}

/// Where an image lies.
struct Spot {
    /// The upper left corner.
    corner: (f64, f64),
    /// The sides of a cell in the units of the file, and in metres.
    step: (f64, f64),
    metres: (f64, f64),
}

impl Spot {
    /// The place that the file tells by one point and the size of a cell, if it does.
    fn of(directory: &Directory<'_>, height: u32) -> Result<Option<Self>, FormatError> {
        let (scale, tie) = (directory.numbers(33550)?, directory.numbers(33922)?);
        let (Some(scale), Some(tie)) = (scale.as_deref(), tie.as_deref()) else { return Ok(None) };
        let (&[wide, high, ..], &[column, row, _, x, y, _]) = (scale, tie) else { return Ok(None) };
        if !(wide > 0.0 && high > 0.0) {
            let error =
                FormatError::new(FORMAT, format!("cells of {wide} x {high}"), "positive numbers");
            return Err(error.at(place(33550)));
        }
        let keys = directory.numbers(34735)?.unwrap_or_default();
        let key = |name: f64| {
            let mut keys = keys.chunks_exact(4).skip(1);
            keys.find(|key| key[..2] == [name, 0.0]).map(|key| key[3])
        };
        // The point is in the middle of its cell, not at the upper left corner.
        let shift = if key(1025.0) == Some(2.0) { 0.5 } else { 0.0 };
        let corner = (x - (column + shift) * wide, y + (row + shift) * high);
        let step = (wide, high);
        let is_in_degrees = key(1024.0) == Some(2.0);
        let middle = corner.1 - high * f64::from(height) / 2.0;
        let metres = if is_in_degrees { metres(step, middle) } else { step };
        Ok(Some(Spot { corner, step, metres }))
    }
}

fn damaged(error: TiffError) -> FormatError {
    FormatError::new(FORMAT, error.to_string(), "a TIFF that is whole")
}
