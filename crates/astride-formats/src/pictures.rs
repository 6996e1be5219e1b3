//! Pictures: portable grey maps (`P2`, `P5`) and PNG, pixel by pixel.

mod pgm;
mod png_file;

use crate::detect::PNG_MAGIC;
use crate::error::FormatError;
use crate::import::{Import, Squares};
use crate::legend::Legend;

/// A pixel with its samples, each from 0 to `most`, which is at least 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pixel {
    pub(crate) colour: [u16; 3],
    pub(crate) alpha: u16,
    pub(crate) most: u16,
}

impl Pixel {
    /// The mean of the colours, from 0 to `most`.
    pub(crate) fn grey(self) -> f64 {
        self.colour.iter().map(|&sample| f64::from(sample)).sum::<f64>() / 3.0
    }

    /// Whether it is more transparent than opaque.
    pub(crate) fn is_transparent(self) -> bool {
        self.alpha < self.most / 2 + 1
    }

    /// Red, green and blue from 0 to 255.
    fn bytes(self) -> [u8; 3] {
        self.colour.map(|sample| (u32::from(sample) * 255 / u32::from(self.most)) as u8)
    }
}

/// The results of a function for every pixel, row by row.
pub(crate) struct Scan<T> {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) values: Vec<T>,
}

/// Calls a function for every pixel of a picture; memory is limited to what the file contains.
pub(crate) fn scan<T>(
    bytes: &[u8],
    value_of: impl FnMut(Pixel) -> T,
) -> Result<Scan<T>, FormatError> {
    if bytes.starts_with(PNG_MAGIC) {
        png_file::scan(bytes, value_of)
    } else {
        pgm::scan(bytes, value_of)
    }
}

/// Reads a picture as a map: a cell is a pixel, and the legend gives the meaning of its colour, or
/// else its [`PictureRule`](crate::PictureRule) does.
///
/// # Errors
///
/// If it is neither a PGM (`P2`, `P5`, with 8 or 16 bits) nor a PNG, is damaged, or has no pixels
/// or more than [`MOST_CELLS`](crate::MOST_CELLS).
///
/// # Complexity
///
/// O(pixels).
///
/// # Examples
///
/// ```
/// use astride_formats::{Legend, Map, read_picture};
/// let import = read_picture(b"P2 3 2 255  255 0 90  255 255 200", &Legend::default())?;
/// let Map::Squares(map) = import.map else { unreachable!("pictures are squares") };
/// assert_eq!((map.grid.row(0), map.grid.row(1)), (Some(&b".@@"[..]), Some(&b"..."[..])));
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
pub fn read_picture(bytes: &[u8], legend: &Legend) -> Result<Import, FormatError> {
    // Maps have few colours, and the next pixel usually has the same one.
    let mut last: Option<(Pixel, u8)> = None;
    let class_of = |pixel: Pixel| match last {
        Some((before, class)) if before == pixel => class,
        _ => {
            let class = if pixel.is_transparent() {
                legend.of_transparent()
            } else {
                legend.of_colour(pixel.bytes())
            };
            last = Some((pixel, class));
            class
        }
    };
    let Scan { width, height, values: classes } = scan(bytes, class_of)?;
    Squares { width, height, classes, ..Squares::default() }.import("picture", Vec::new())
}
