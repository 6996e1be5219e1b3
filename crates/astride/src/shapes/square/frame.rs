//! The position of cells in the world, as in the grid manager of a game engine, for square and
//! isometric cells.

mod ends;
mod saved;

pub use ends::End;

use crate::base::{Cell, Vec3};

/// The plane in which a grid lies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Axes {
    /// Columns along x, rows along y; z is up. For screens and 2D engines.
    #[default]
    Xy,
    /// Columns along x, rows along z; y is up. For most 3D engines.
    Xz,
    /// Columns along y, rows along z.
    Yz,
}

impl Axes {
    fn place(self, column: f64, row: f64) -> Vec3 {
        match self {
            Axes::Xy => Vec3::new(column, row, 0.0),
            Axes::Xz => Vec3::new(column, 0.0, row),
            Axes::Yz => Vec3::new(0.0, column, row),
        }
    }

    fn read(self, point: Vec3) -> (f64, f64) {
        match self {
            Axes::Xy => (point.x, point.y),
            Axes::Xz => (point.x, point.z),
            Axes::Yz => (point.y, point.z),
        }
    }
}

/// Maps between cells and points of the world.
///
/// A cell has signed coordinates in the world, so that a map may lie anywhere around the origin.
/// [`Frame::cell_at`] and the other grid queries subtract the coordinates of the top left cell.
///
/// # Examples
///
/// ```
/// use astride::base::{Cell, Vec3};
/// use astride::shapes::square::{Axes, Frame};
/// let frame = Frame::new(8, 4, Vec3::new(100.0, 0.0, 50.0), 2.0, 2.0)?.axes(Axes::Xz);
/// assert_eq!(frame.centre(Cell::new(0, 0)), Vec3::new(101.0, 0.0, 51.0));
/// assert_eq!(frame.cell_at(Vec3::new(103.5, 7.0, 50.5)), Some(Cell::new(1, 0)));
/// assert_eq!(frame.cell_at(Vec3::new(99.9, 0.0, 50.0)), None);
/// assert_eq!(frame.signed_cell_at(Vec3::new(99.9, 0.0, 50.0)), Some((-1, 0)));
/// # Ok::<(), astride::shapes::square::FrameError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    width: u32,
    height: u32,
    origin: Vec3,
    /// The step from one column to the next, in the plane.
    column: (f64, f64),
    /// The step from one row to the next, in the plane.
    row: (f64, f64),
    axes: Axes,
    first: (i32, i32),
}

impl Frame {
    /// A frame of `width` × `height` cells whose top left cell has its outer corner at `origin`;
    /// cells measure `cell_width` × `cell_height` world units. A negative size reverses that axis,
    /// for instance for rows that go up.
    ///
    /// # Errors
    ///
    /// If a number is not finite, or if a size is 0 or so extreme that neighbouring cells coincide.
    pub fn new(
        width: u32,
        height: u32,
        origin: Vec3,
        cell_width: f64,
        cell_height: f64,
    ) -> Result<Self, FrameError> {
        Self::spanned(width, height, origin, (cell_width, 0.0), (0.0, cell_height))
    }

    /// An isometric frame: columns go right and down, rows left and down. A cell is a diamond
    /// `tile_width` wide and `tile_height` high, and `origin` is the upper corner of cell (0, 0).
    ///
    /// # Errors
    ///
    /// As for [`Frame::new`].
    pub fn isometric(
        width: u32,
        height: u32,
        origin: Vec3,
        tile_width: f64,
        tile_height: f64,
    ) -> Result<Self, FrameError> {
        let (x, y) = (tile_width / 2.0, tile_height / 2.0);
        Self::spanned(width, height, origin, (x, y), (-x, y))
    }

    /// A frame with arbitrary directions: `column` is the step from one column to the next and
    /// `row` that from one row to the next, in world units along the two axes of its plane. A map
    /// may thus be rotated, or its cells slanted.
    ///
    /// # Errors
    ///
    /// As for [`Frame::new`], and if both steps have the same direction.
    pub fn spanned(
        width: u32,
        height: u32,
        origin: Vec3,
        column: (f64, f64),
        row: (f64, f64),
    ) -> Result<Self, FrameError> {
        let frame = Frame { width, height, origin, column, row, axes: Axes::Xy, first: (0, 0) };
        let numbers = [column.0, column.1, row.0, row.1, frame.area()];
        let usable = numbers.iter().all(|n| n.is_finite() && n.abs() < 1e150);
        let has_area = frame.area().abs() > 1e-150;
        if !usable || !origin.is_finite() || !has_area || !frame.tells_cells_apart() {
            return Err(FrameError(Kind::Unusable { origin, column, row }));
        }
        Ok(frame)
    }

    /// Puts the grid in another plane.
    #[must_use]
    pub fn axes(mut self, axes: Axes) -> Self {
        self.axes = axes;
        self
    }

    /// Sets the signed coordinates of cell (0, 0); this does not move the grid in the world.
    #[must_use]
    pub fn first_cell(mut self, column: i32, row: i32) -> Self {
        self.first = (column, row);
        self
    }

    /// The frame of a body that moves and turns, such as the deck of a ship. `self` is the frame
    /// as it lies on the body: measured from the body's own origin, with the body facing along the
    /// first axis of its plane. The answer is the same frame in the world while that origin is at
    /// `position` and the body faces along `ahead`, a direction in the plane of any length.
    ///
    /// Cells stay what they are, so a grid of the body, its indexes and the paths found on it last
    /// as long as the body does; only a new frame is made when it has moved. The direction is
    /// given rather than an angle because sines differ between platforms; from an angle it is
    /// `(angle.cos(), angle.sin())`, which turns from the first axis of the plane to the second.
    ///
    /// # Errors
    ///
    /// As [`Frame::new`], or if `ahead` has no direction: both numbers are 0, or one is not finite.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::{Cell, Vec3};
    /// use astride::shapes::square::Frame;
    /// // A deck of 10 × 4 metres around the mast, its bow at the last column.
    /// let deck = Frame::new(10, 4, Vec3::new(-5.0, -2.0, 0.0), 1.0, 1.0)?;
    /// let bow = Cell::new(9, 2);
    /// let east = deck.carried(Vec3::new(100.0, 50.0, 0.0), (1.0, 0.0))?;
    /// assert_eq!(east.centre(bow), Vec3::new(104.5, 50.5, 0.0));
    /// let north = deck.carried(Vec3::new(100.0, 60.0, 0.0), (0.0, 1.0))?;
    /// assert_eq!(north.centre(bow), Vec3::new(99.5, 64.5, 0.0));
    /// assert_eq!(north.cell_at(Vec3::new(99.5, 64.5, 0.0)), Some(bow));
    /// # Ok::<(), astride::shapes::square::FrameError>(())
    /// ```
    pub fn carried(&self, position: Vec3, ahead: (f64, f64)) -> Result<Self, FrameError> {
        let (cos, sin) = direction(ahead).ok_or(FrameError(Kind::Heading { ahead }))?;
        let turned = |(x, y): (f64, f64)| (x * cos - y * sin, x * sin + y * cos);
        let in_plane = self.axes.read(self.origin);
        let above = self.origin.minus(self.axes.place(in_plane.0, in_plane.1));
        let (x, y) = turned(in_plane);
        let origin = position.plus(above).plus(self.axes.place(x, y));
        let (column, row) = (turned(self.column), turned(self.row));
        let frame = Self::spanned(self.width, self.height, origin, column, row)?;
        Ok(Frame { axes: self.axes, first: self.first, ..frame })
    }

    /// The numbers of columns and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The centre of a cell.
    pub fn centre(&self, cell: Cell) -> Vec3 {
        self.point(f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5)
    }

    /// The corner of a cell nearest the origin of the frame.
    pub fn corner(&self, cell: Cell) -> Vec3 {
        self.point(f64::from(cell.x), f64::from(cell.y))
    }

    /// All four corners of a cell, around it: (0,0), (1,0), (1,1), (0,1).
    pub fn corners(&self, cell: Cell) -> [Vec3; 4] {
        let (x, y) = (f64::from(cell.x), f64::from(cell.y));
        [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)].map(|(x, y)| self.point(x, y))
    }

    /// The point at fractional grid coordinates: integers are corners, halves are centres.
    pub fn point(&self, column: f64, row: f64) -> Vec3 {
        let along = self.axes.place(self.column.0, self.column.1).times(column);
        let down = self.axes.place(self.row.0, self.row.1).times(row);
        self.origin.plus(along).plus(down)
    }

    /// Fractional grid coordinates of a point: the inverse of [`Frame::point`]. The component
    /// perpendicular to the plane is ignored. NaN gives NaN.
    pub fn grid_coordinates(&self, point: Vec3) -> (f64, f64) {
        let (x, y) = self.axes.read(point.minus(self.origin));
        let area = self.area();
        let column = (x * self.row.1 - y * self.row.0) / area;
        let row = (y * self.column.0 - x * self.column.1) / area;
        (column, row)
    }

    /// The cell that contains a point, or `None` off the map (or if a coordinate is NaN). A point
    /// on a border belongs to the cell with the larger coordinate.
    pub fn cell_at(&self, point: Vec3) -> Option<Cell> {
        let (column, row) = self.grid_coordinates(point);
        let whole = |value: f64, end: u32| {
            // `>=` is false for NaN.
            (value >= 0.0 && value < f64::from(end)).then_some(value as u32)
        };
        Some(Cell::new(whole(column, self.width)?, whole(row, self.height)?))
    }

    /// The cell of the map nearest to a point, or `None` if a coordinate is NaN.
    pub fn nearest_cell(&self, point: Vec3) -> Option<Cell> {
        let (column, row) = self.grid_coordinates(point);
        if column.is_nan() || row.is_nan() || self.width == 0 || self.height == 0 {
            return None;
        }
        // `as` saturates at the ends of the range.
        Some(Cell::new((column as u32).min(self.width - 1), (row as u32).min(self.height - 1)))
    }

    /// Signed coordinates of the cell that contains a point, on the map or off it; `None` if it is
    /// farther than 2³¹ cells away or NaN.
    pub fn signed_cell_at(&self, point: Vec3) -> Option<(i32, i32)> {
        let (column, row) = self.grid_coordinates(point);
        let whole = |value: f64, first: i32| {
            let shifted = value.floor() + f64::from(first);
            let fits = shifted >= f64::from(i32::MIN) && shifted <= f64::from(i32::MAX);
            fits.then_some(shifted as i32)
        };
        Some((whole(column, self.first.0)?, whole(row, self.first.1)?))
    }

    /// Signed coordinates of a cell of the map; `None` if they do not fit into `i32`.
    pub fn signed(&self, cell: Cell) -> Option<(i32, i32)> {
        let add = |first: i32, offset: u32| first.checked_add_unsigned(offset);
        Some((add(self.first.0, cell.x)?, add(self.first.1, cell.y)?))
    }

    /// The cell with these signed coordinates, or `None` off the map.
    pub fn from_signed(&self, column: i32, row: i32) -> Option<Cell> {
        let offset = |value: i32, first: i32, end: u32| {
            let offset = i64::from(value) - i64::from(first);
            u32::try_from(offset).ok().filter(|&offset| offset < end)
        };
        Some(Cell::new(
            offset(column, self.first.0, self.width)?,
            offset(row, self.first.1, self.height)?,
        ))
    }

    /// The index of a cell, row by row: the same as the index of its node.
    pub fn index(&self, cell: Cell) -> Option<u32> {
        if cell.x >= self.width || cell.y >= self.height {
            return None;
        }
        cell.y.checked_mul(self.width)?.checked_add(cell.x)
    }

    /// The cell with this index, or `None` past the end.
    pub fn cell_of_index(&self, index: u32) -> Option<Cell> {
        let cell = Cell::new(index.checked_rem(self.width)?, index / self.width);
        (cell.y < self.height).then_some(cell)
    }

    /// Whether numbers as large as those of the farthest cell still resolve a small part of a cell.
    fn tells_cells_apart(&self) -> bool {
        let largest = |numbers: &[f64]| numbers.iter().fold(0.0, |most: f64, n| most.max(n.abs()));
        let side = largest(&[self.column.0, self.column.1, self.row.0, self.row.1]);
        let span = side * (f64::from(self.width) + f64::from(self.height));
        let farthest = largest(&[self.origin.x, self.origin.y, self.origin.z, span]);
        // The height of a cell perpendicular to its longest side.
        let thickness = self.area().abs() / side;
        farthest * f64::EPSILON * 1024.0 < thickness
    }

    fn area(&self) -> f64 {
        self.column.0 * self.row.1 - self.column.1 * self.row.0
    }
}

/// A vector of length 1 in the same direction, if it has one.
fn direction((x, y): (f64, f64)) -> Option<(f64, f64)> {
    // Divided by its larger side first, no vector is so long or so short that its square is no number.
    let side = x.abs().max(y.abs());
    let (x, y) = (x / side, y / side);
    let length = (x * x + y * y).sqrt();
    length.is_finite().then_some((x / length, y / length))
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Unusable { origin: Vec3, column: (f64, f64), row: (f64, f64) },
    Heading { ahead: (f64, f64) },
}

/// A frame that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameError(Kind);

errors! { FrameError(Kind):
    Unusable { origin, column, row } => ("unusable-frame",
        "frame with origin {origin:?}, columns along {column:?} and rows along {row:?} is \
        unusable, expected finite numbers and cells with an area"),
    Heading { ahead } => ("frame-heading",
        "a body cannot face along {ahead:?}, expected finite numbers that are not both 0"),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Coded;

    fn frames() -> Vec<Frame> {
        let origin = Vec3::new(-3.0, 8.0, 2.5);
        let square = Frame::new(9, 7, origin, 1.5, -2.0).unwrap();
        let diamond = Frame::isometric(9, 7, origin, 64.0, 32.0).unwrap();
        [Axes::Xy, Axes::Xz, Axes::Yz]
            .into_iter()
            .flat_map(|axes| [square.axes(axes), diamond.axes(axes).first_cell(-4, -100)])
            .collect()
    }

    #[test]
    fn every_cell_finds_itself_from_its_centre() {
        for frame in frames() {
            for index in 0..63 {
                let cell = frame.cell_of_index(index).unwrap();
                assert_eq!(frame.cell_at(frame.centre(cell)), Some(cell), "{frame:?}");
                assert_eq!(frame.nearest_cell(frame.centre(cell)), Some(cell));
                assert_eq!(frame.index(cell), Some(index));
                let (x, y) = frame.signed(cell).unwrap();
                assert_eq!(frame.from_signed(x, y), Some(cell));
                assert_eq!(frame.signed_cell_at(frame.centre(cell)), Some((x, y)));
            }
            assert_eq!(frame.cell_of_index(63), None);
        }
    }

    #[test]
    fn an_isometric_cell_is_a_diamond() {
        let frame = Frame::isometric(4, 4, Vec3::default(), 64.0, 32.0).unwrap();
        let [top, right, bottom, left] = frame.corners(Cell::new(0, 0));
        assert_eq!((top.x, top.y), (0.0, 0.0));
        assert_eq!((right.x, right.y), (32.0, 16.0));
        assert_eq!((bottom.x, bottom.y), (0.0, 32.0));
        assert_eq!((left.x, left.y), (-32.0, 16.0));
    }

    #[test]
    fn a_carried_frame_keeps_its_cells_wherever_the_body_is() {
        let mut state = 7;
        for frame in frames() {
            for turn in 0..200 {
                let mut number = |range: f64| {
                    state = (state * 48_271) % 2_147_483_647_u64;
                    (state as f64 / 1_073_741_823.5 - 1.0) * range
                };
                let at = Vec3::new(number(1e4), number(1e4), number(1e4));
                let angle = f64::from(turn) * 0.3 - 20.0;
                let ahead = (5.0 * angle.cos(), 5.0 * angle.sin());
                let now = frame.carried(at, ahead).unwrap();
                for cell in (0..63).map(|index| frame.cell_of_index(index).unwrap()) {
                    let (own, world) = (frame.centre(cell), now.centre(cell));
                    assert_eq!(now.cell_at(world), Some(cell), "{now:?}");
                    assert_eq!(now.signed(cell), frame.signed(cell));
                    // The body is rigid: its points keep their distance from its origin.
                    let length = |v: Vec3| (v.x * v.x + v.y * v.y + v.z * v.z).sqrt();
                    assert!((length(own) - length(world.minus(at))).abs() < 1e-9);
                }
                // A point one ahead of the body's origin lies one along `ahead` from it.
                let unit = frame.axes.place(1.0, 0.0);
                let faced = at.plus(now.axes.place(angle.cos(), angle.sin()));
                let (own, world) = (frame.grid_coordinates(unit), now.grid_coordinates(faced));
                assert!((own.0 - world.0).abs() + (own.1 - world.1).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_body_without_a_direction_or_a_place_is_refused() {
        let deck = Frame::new(4, 4, Vec3::default(), 1.0, 1.0).unwrap();
        let refused = |z, ahead| deck.carried(Vec3::new(0.0, 0.0, z), ahead).unwrap_err().code();
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for ahead in [(bad, 1.0), (1.0, bad), (bad, bad)] {
                assert_eq!(refused(0.0, ahead), "frame-heading");
            }
            assert_eq!(refused(bad, (1.0, 0.0)), "unusable-frame");
        }
        assert_eq!(refused(1e300, (1.0, 0.0)), "unusable-frame");
        assert_eq!(refused(0.0, (0.0, -0.0)), "frame-heading");
    }

    #[test]
    fn a_direction_may_have_any_length() {
        let deck = Frame::new(4, 4, Vec3::new(1.0, 2.0, 3.0), 1.0, 1.0).unwrap();
        let along = |length: f64| deck.carried(Vec3::default(), (0.75 * length, -length));
        for length in [f64::MIN_POSITIVE, 1e-200, 1e-10, 1e200, f64::MAX] {
            let (one, other) = (along(1.0).unwrap(), along(length).unwrap());
            let cell = Cell::new(3, 1);
            let apart = one.centre(cell).minus(other.centre(cell));
            assert!(apart.x.abs() + apart.y.abs() + apart.z.abs() < 1e-12, "{length}");
        }
    }

    #[test]
    fn numbers_that_are_none_lead_nowhere() {
        let frame = Frame::new(4, 4, Vec3::default(), 1.0, 1.0).unwrap();
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
            let point = Vec3::new(bad, 1.0, 0.0);
            assert_eq!(frame.cell_at(point), None);
            assert_eq!(frame.signed_cell_at(point), None);
            assert!(Frame::new(4, 4, point, bad, 1.0).is_err());
        }
        assert!(Frame::new(4, 4, Vec3::default(), 0.0, 1.0).is_err());
        let far = Vec3::new(1e17, 0.0, 0.0);
        assert!(Frame::new(4, 4, far, 1.0, 1.0).is_err(), "cells out there coincide");
        assert_eq!(Frame::new(0, 0, Vec3::default(), 1.0, 1.0).unwrap().cell_of_index(0), None);
    }
}
