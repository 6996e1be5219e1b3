//! Heights, and terrain derived from their slopes.

mod asc;
#[cfg(feature = "geotiff")]
mod geotiff;
mod hgt;
mod slope;
mod step;

pub use slope::{Slope, SlopeError};
pub use step::{StepHeight, StepHeightError};

use astride::base::{Cell, Vec3};
use astride::shapes::square::{Edit, Frame, Grid};

use crate::error::FormatError;
use crate::import::{Import, Squares};
use crate::legend::class;
use crate::pictures::{Scan, scan};

/// A height for each cell where it is known.
///
/// # Examples
///
/// ```
/// use astride_formats::{Heights, Map, Slope};
/// let asc = b"ncols 4\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -9\n1 2 9 -9\n";
/// let heights = Heights::from_asc(asc)?;
/// assert_eq!((heights.at(2, 0), heights.at(3, 0)), (Some(9.0), None));
/// // Steps rise by 1 in 10 and by 7 in 10; 30 degrees are 5.8 in 10.
/// let Map::Squares(map) = heights.terrain(Slope::default())?.map else { unreachable!() };
/// assert_eq!(map.grid.row(0), Some(&b"2@@O"[..]));
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Heights {
    format: &'static str,
    width: u32,
    height: u32,
    /// Row by row from the top left; NaN where nothing is known.
    values: Vec<f32>,
    /// Metres from one column and one row to the next.
    side: (f64, f64),
    frame: Option<Frame>,
    notes: Vec<String>,
}

impl Heights {
    /// Reads an ESRI ASCII grid: `ncols`, `nrows`, `xllcorner` or `xllcenter`, `yllcorner` or
    /// `yllcenter`, `cellsize` (or `dx` and `dy`) and optionally `NODATA_value` in any order,
    /// followed by the heights, in the unit of the cell size. Heights equal to `NODATA_value`, or
    /// to -9999 by default, are unknown.
    ///
    /// # Errors
    ///
    /// If a key is missing, unknown or given twice, if a value is not a number, or if the number of
    /// heights differs from that of cells.
    ///
    /// # Complexity
    ///
    /// O(bytes), and 4 bytes per cell; memory is allocated once the text is known to be long
    /// enough.
    pub fn from_asc(bytes: &[u8]) -> Result<Self, FormatError> {
        asc::read(bytes)
    }

    /// Reads an SRTM tile: 1201 × 1201 or 3601 × 3601 heights in metres, as big-endian 16-bit
    /// integers; −32 768 means unknown. Its name gives the position of its lower left corner, such
    /// as `N43E007.hgt`; its frame is in degrees, east along x and north along y.
    ///
    /// A degree of longitude is assumed to be as long as at the centre of the tile.
    ///
    /// # Errors
    ///
    /// If its length is different.
    ///
    /// # Complexity
    ///
    /// O(cells), and 4 bytes per cell.
    pub fn from_hgt(bytes: &[u8], name: &str) -> Result<Self, FormatError> {
        hgt::read(bytes, name)
    }

    /// Reads a GeoTIFF file: the heights of its first image, in strips or tiles, packed by DEFLATE, LZW
    /// or PackBits or not at all, in samples of 8, 16 or 32 bits or of 32 or 64 bits with a fraction.
    /// `ModelPixelScale` and `ModelTiepoint` give its frame, in the units of the file or in degrees,
    /// east along x and north along y. Heights equal to `GDAL_NODATA`, NaN and blocks that the file
    /// leaves out are unknown.
    ///
    /// Heights are in the unit of the frame, or in metres if that is in degrees; a degree of longitude is
    /// then assumed to be as long as in the middle row. Without a place, cells have a side of one metre,
    /// and [`terrain`](Self::terrain) notes it.
    ///
    /// # Errors
    ///
    /// If the image has several bands or colours, other samples or another compression, more cells than
    /// [`MOST_CELLS`](crate::MOST_CELLS) or than a file of this length can fill, or a height that no
    /// 32-bit number holds; or if the file is damaged.
    ///
    /// # Complexity
    ///
    /// O(cells), 4 bytes per cell and at most 8 per cell of the largest strip or tile.
    #[cfg(feature = "geotiff")]
    pub fn from_geotiff(bytes: &[u8]) -> Result<Self, FormatError> {
        geotiff::read(bytes)
    }

    /// Reads a picture whose pixels are heights in metres, one metre per step of brightness above
    /// black; `side` is the side of a cell in metres. Transparent pixels are unknown.
    ///
    /// # Errors
    ///
    /// As for [`read_picture`](crate::read_picture), or if `side` is not a positive number.
    pub fn from_picture(bytes: &[u8], side: f64) -> Result<Self, FormatError> {
        let height_of = |pixel: crate::pictures::Pixel| {
            if pixel.is_transparent() { f32::NAN } else { pixel.grey() as f32 }
        };
        let Scan { width, height, values } = scan(bytes, height_of)?;
        let heights = Heights {
            format: "picture of heights",
            width,
            height,
            values,
            side: (side, side),
            frame: None,
            notes: Vec::new(),
        };
        heights.with_side(side)
    }

    /// The same heights with another cell side, in metres.
    ///
    /// # Errors
    ///
    /// If `side` is not a positive number.
    pub fn with_side(self, side: f64) -> Result<Self, FormatError> {
        self.with_sides((side, side))
    }

    fn with_sides(mut self, sides: (f64, f64)) -> Result<Self, FormatError> {
        for side in [sides.0, sides.1] {
            if !(side.is_finite() && side > 0.0) {
                let found = format!("a cell has a side of {side} metres");
                return Err(FormatError::new(self.format, found, "a positive number"));
            }
        }
        self.side = sides;
        Ok(self)
    }

    /// The number of columns.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The height of a cell, if it is on the map and known.
    pub fn at(&self, x: u32, y: u32) -> Option<f32> {
        let is_inside = x < self.width && y < self.height;
        let value = is_inside.then(|| self.values[(y * self.width + x) as usize]);
        value.filter(|value| !value.is_nan())
    }

    /// The height of a cell in centimetres, rounded to the nearest, for rules of whole numbers such as
    /// [`StepRule`](astride::shapes::square::StepRule). Heights beyond 32 bits are taken for the last one
    /// that fits.
    pub fn centimetres(&self, cell: Cell) -> Option<i32> {
        self.at(cell.x, cell.y).map(|height| (f64::from(height) * 100.0).round() as i32)
    }

    /// The batch that forbids the steps of a grid with these cells that lead too high or too low. Steps
    /// from or to unknown heights stay as they are.
    ///
    /// # Complexity
    ///
    /// O(cells).
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Dir;
    /// use astride_formats::{Heights, Map, Slope, StepHeight};
    /// let heights = Heights::from_picture(b"P2 3 1 255  10 11 13", 20.0)?;
    /// let Map::Squares(mut map) = heights.terrain(Slope::default())?.map else { unreachable!() };
    /// let steps = heights.steps(&map.grid, StepHeight::new(1.0, 5.0).unwrap());
    /// map.grid.apply(&steps).unwrap();
    /// assert!(map.grid.is_step_forbidden((1, 0), Dir::E), "two metres up");
    /// assert!(!map.grid.is_step_forbidden((2, 0), Dir::W), "two metres down");
    /// # Ok::<(), astride_formats::FormatError>(())
    /// ```
    pub fn steps(&self, grid: &Grid, step: StepHeight) -> Edit {
        step.rule().edit(grid, grid.bounds(), |cell| self.centimetres(cell))
    }

    /// Metres from one column, and from one row, to the next.
    pub fn side(&self) -> (f64, f64) {
        self.side
    }

    /// The slope of the steepest step from a cell to its eight neighbours, as rise over run; 0 if
    /// none of them is known. `None` if the cell itself is unknown.
    pub fn steepness(&self, x: u32, y: u32) -> Option<f64> {
        let here = f64::from(self.at(x, y)?);
        let (wide, high) = self.side;
        let mut most = 0.0f64;
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let there = x.checked_add_signed(dx).zip(y.checked_add_signed(dy));
            let Some(there) = there.and_then(|(x, y)| self.at(x, y)) else { continue };
            let run = match (dx, dy) {
                (0, _) => high,
                (_, 0) => wide,
                _ => wide.hypot(high),
            };
            most = most.max((f64::from(there) - here).abs() / run);
        }
        Some(most)
    }

    /// A map of the terrain: cells are blocked where they are steeper than the limit and have a
    /// factor by their slope elsewhere; where no height is known they are [`class::UNKNOWN`].
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    ///
    /// # Complexity
    ///
    /// O(cells).
    pub fn terrain(&self, slope: Slope) -> Result<Import, FormatError> {
        let (width, height, frame) = (self.width, self.height, self.frame);
        let class_of = |x, y| match self.steepness(x, y) {
            None => class::UNKNOWN,
            Some(steepness) => slope.class_of(steepness),
        };
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let classes = cells.map(|(x, y)| class_of(x, y)).collect();
        let squares = Squares { width, height, classes, frame, ..Squares::default() };
        squares.import(self.format, self.notes.clone())
    }

    /// Adds a frame whose rows go down from its upper left corner.
    fn framed(mut self, corner: (f64, f64), side: (f64, f64)) -> Result<Self, FormatError> {
        let corner = Vec3::new(corner.0, corner.1, 0.0);
        let frame = Frame::new(self.width, self.height, corner, side.0, -side.1);
        self.frame = Some(frame.map_err(|error| {
            FormatError::new(self.format, error.to_string(), "another corner or cell size")
        })?);
        Ok(self)
    }
}

/// The sides in metres of a cell with these sides in degrees, at a latitude.
fn metres(degrees: (f64, f64), latitude: f64) -> (f64, f64) {
    /// Metres per degree of latitude.
    const DEGREE: f64 = 111_195.0;
    (DEGREE * degrees.0 * latitude.to_radians().cos(), DEGREE * degrees.1)
}
