//! How the columns and rows of a map are arranged on the screen, and in the maps of Astride.

use astride::base::{Vec2, Vec3};
use astride::shapes::hex::HexLayout;
use astride::shapes::square::Frame;
use roxmltree::Node;

use super::{FORMAT, attribute, place_of};
use crate::error::{FormatError, quote};

/// The shape of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Geometry {
    Square,
    Isometric,
    /// Diamonds in rows, every other one shifted by half a diamond.
    Staggered(Stagger),
    Hexagonal(Stagger),
}

/// Which rows or columns are shifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stagger {
    /// Whether rows are shifted (to the right) rather than columns (down).
    rows: bool,
    /// Whether those with odd numbers are shifted.
    odd: bool,
}

/// The header of a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) geometry: Geometry,
    pub(super) is_infinite: bool,
    /// Columns and rows.
    pub(super) size: (u32, u32),
    /// The size of a cell, in pixels.
    tile: (f64, f64),
    /// The side of a hexagon between two shifted lines, in pixels.
    side: f64,
}

impl Header {
    pub(super) fn read(map: Node<'_, '_>) -> Result<Self, FormatError> {
        let refused = |name: &str, value: &str, expected: &str| {
            let found = format!("{name}={}", quote(value));
            Err(FormatError::new(FORMAT, found, expected).at(place_of(map)))
        };
        let axis = map.attribute("staggeraxis").unwrap_or("y");
        let index = map.attribute("staggerindex").unwrap_or("odd");
        let stagger = match (axis, index) {
            ("x" | "y", "odd" | "even") => Stagger { rows: axis == "y", odd: index == "odd" },
            ("x" | "y", index) => return refused("staggerindex", index, "odd or even"),
            (axis, _) => return refused("staggeraxis", axis, "x or y"),
        };
        let geometry = match map.attribute("orientation").unwrap_or("orthogonal") {
            "orthogonal" => Geometry::Square,
            "isometric" => Geometry::Isometric,
            "staggered" => Geometry::Staggered(stagger),
            "hexagonal" => Geometry::Hexagonal(stagger),
            other => {
                let expected = "orthogonal, isometric, staggered or hexagonal";
                return refused("orientation", other, expected);
            }
        };
        let header = Header {
            geometry,
            is_infinite: attribute(map, "infinite", Some(0u8))? != 0,
            size: (attribute(map, "width", None)?, attribute(map, "height", None)?),
            tile: (attribute(map, "tilewidth", None)?, attribute(map, "tileheight", None)?),
            side: attribute(map, "hexsidelength", Some(0.0))?,
        };
        let is_length = |length: f64| (1.0..=1e6).contains(&length);
        let is_side = (0.0..=1e6).contains(&header.side);
        if is_length(header.tile.0) && is_length(header.tile.1) && is_side {
            return Ok(header);
        }
        let (wide, high) = header.tile;
        let found = format!("tiles of {wide} x {high} with sides of {}", header.side);
        Err(FormatError::new(FORMAT, found, "1 to a million pixels").at(place_of(map)))
    }

    /// The coordinates of a column and a row: `q` and `r` for hexagons, the steps to the lower
    /// right and the lower left for diamonds, and unchanged for all others.
    pub(super) fn place(&self, column: i64, row: i64) -> (i64, i64) {
        // Half of a number, rounded down and up; a shifted line is adjacent to the next one or the
        // previous one.
        let halves = |number: i64| (number.div_euclid(2), (number + 1).div_euclid(2));
        match self.geometry {
            Geometry::Square | Geometry::Isometric => (column, row),
            Geometry::Hexagonal(Stagger { rows: true, odd }) => {
                let (down, up) = halves(row);
                (column - if odd { down } else { up }, row)
            }
            Geometry::Hexagonal(Stagger { rows: false, odd }) => {
                let (down, up) = halves(column);
                (column, row - if odd { down } else { up })
            }
            Geometry::Staggered(Stagger { rows: true, odd }) => {
                let (down, up) = halves(row);
                let (right, left) = if odd { (up, down) } else { (down, up) };
                (right + column, left - column)
            }
            Geometry::Staggered(Stagger { rows: false, odd }) => {
                let (down, up) = halves(column);
                let (right, left) = if odd { (up, down) } else { (down, up) };
                (row + right, row - left)
            }
        }
    }

    /// The orientation of hexagons.
    pub(super) fn layout(&self) -> HexLayout {
        match self.geometry {
            Geometry::Hexagonal(Stagger { rows: false, .. }) => HexLayout::Flat,
            _ => HexLayout::Pointy,
        }
    }

    /// The position of squares or diamonds, in pixels, from the place (`left`, `top`).
    pub(super) fn frame(
        &self,
        left: i64,
        top: i64,
        width: u32,
        height: u32,
    ) -> Result<Frame, FormatError> {
        let (wide, high) = self.tile;
        let (x, y) = (left as f64, top as f64);
        // The upper corner of the place (0, 0).
        let (origin_x, origin_y) = match self.geometry {
            Geometry::Isometric => (f64::from(self.size.1) * wide / 2.0, 0.0),
            Geometry::Staggered(Stagger { odd: true, .. }) => (wide / 2.0, 0.0),
            Geometry::Staggered(Stagger { rows: true, .. }) => (wide, 0.0),
            Geometry::Staggered(Stagger { rows: false, .. }) => (wide / 2.0, high / 2.0),
            Geometry::Square | Geometry::Hexagonal(_) => (0.0, 0.0),
        };
        let frame = match self.geometry {
            Geometry::Square => {
                Frame::new(width, height, Vec3::new(x * wide, y * high, 0.0), wide, high)
            }
            _ => {
                let corner = (origin_x + (x - y) * wide / 2.0, origin_y + (x + y) * high / 2.0);
                Frame::isometric(width, height, Vec3::new(corner.0, corner.1, 0.0), wide, high)
            }
        };
        let frame = frame.map_err(|error| {
            FormatError::new(FORMAT, error.to_string(), "tiles of another size")
        })?;
        Ok(frame.first_cell(left as i32, top as i32))
    }

    /// The column and the row of a point in the pixels of objects.
    pub(super) fn at(&self, point: Vec2) -> (i64, i64) {
        let (wide, high) = self.tile;
        let whole = |value: f64| value.floor().clamp(-1e9, 1e9) as i64;
        match self.geometry {
            Geometry::Square => (whole(point.x / wide), whole(point.y / high)),
            // Objects of isometric maps have coordinates along columns and rows.
            Geometry::Isometric => (whole(point.x / high), whole(point.y / high)),
            Geometry::Staggered(_) | Geometry::Hexagonal(_) => {
                let (across, down) = self.pitch();
                let near = (whole(point.x / across), whole(point.y / down));
                let around = (-2..=1).flat_map(|dy| (-2..=1).map(move |dx| (dx, dy)));
                let around = around.map(|(dx, dy)| (near.0 + dx, near.1 + dy));
                let distance = |&(column, row): &(i64, i64)| self.distance(column, row, point);
                around.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(near)
            }
        }
    }

    /// Pixels from one column, and one row, to the next, if every other one is shifted.
    fn pitch(&self) -> (f64, f64) {
        let (wide, high) = self.tile;
        match self.geometry {
            Geometry::Staggered(Stagger { rows: true, .. }) => (wide, high / 2.0),
            Geometry::Staggered(Stagger { rows: false, .. }) => (wide / 2.0, high),
            Geometry::Hexagonal(Stagger { rows: true, .. }) => (wide, (high + self.side) / 2.0),
            Geometry::Hexagonal(Stagger { rows: false, .. }) => ((wide + self.side) / 2.0, high),
            Geometry::Square | Geometry::Isometric => (wide, high),
        }
    }

    /// The distance of a point from the centre of a cell, scaled such that a cell is as high as it
    /// is wide.
    fn distance(&self, column: i64, row: i64, point: Vec2) -> f64 {
        let ((wide, high), (across, down)) = (self.tile, self.pitch());
        let (Geometry::Staggered(Stagger { rows, odd })
        | Geometry::Hexagonal(Stagger { rows, odd })) = self.geometry
        else {
            return 0.0;
        };
        let line = if rows { row } else { column };
        let shift = if (line.rem_euclid(2) == 1) == odd { 0.5 } else { 0.0 };
        let (right, lower) = if rows { (shift, 0.0) } else { (0.0, shift) };
        let x = column as f64 * across + (right + 0.5) * wide;
        let y = row as f64 * down + (lower + 0.5) * high;
        let (dx, dy) = ((point.x - x) / wide, (point.y - y) / high);
        // Diamonds are the sets of equal distance in this metric, hexagons approximately in the
        // other.
        match self.geometry {
            Geometry::Staggered(_) => dx.abs() + dy.abs(),
            _ => dx.hypot(dy),
        }
    }
}
