//! Where units of a game are, and which cells these places are.

use astride::base::{Cell, Vec3 as Exact};
use astride::planner::MoverId;
use astride::shapes::square::{Frame, GridView};
use astride::world::World;
use bevy_math::Vec3;

use crate::Nav;

/// A place on the map: a cell, or the cell in which a point lies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// This cell.
    Cell(Cell),
    /// The cell that this point of the game's world lies in; what sticks out of the plane of the map
    /// is ignored.
    Point(Vec3),
}

impl Place {
    /// The cell; `None` if it is a point beside the map or no number.
    pub fn cell(self, frame: &Frame) -> Option<Cell> {
        match self {
            Place::Cell(cell) => Some(cell),
            Place::Point(point) => frame.cell_at(exact(point)),
        }
    }

    /// Numbers by which places can be put in order; equal ones are equal.
    pub(crate) fn key(self) -> [u32; 4] {
        match self {
            Place::Cell(cell) => [0, cell.x, cell.y, 0],
            Place::Point(point) => [1, point.x.to_bits(), point.y.to_bits(), point.z.to_bits()],
        }
    }
}

impl From<Cell> for Place {
    fn from(cell: Cell) -> Self {
        Place::Cell(cell)
    }
}

impl From<(u32, u32)> for Place {
    fn from(cell: (u32, u32)) -> Self {
        Place::Cell(cell.into())
    }
}

impl From<Vec3> for Place {
    fn from(point: Vec3) -> Self {
        Place::Point(point)
    }
}

pub(crate) fn exact(point: Vec3) -> Exact {
    let [x, y, z] = point.to_array().map(f64::from);
    Exact::new(x, y, z)
}

pub(crate) fn rounded(point: Exact) -> Vec3 {
    Vec3::new(point.x as f32, point.y as f32, point.z as f32)
}

/// The coordinate that sticks out of the plane of a frame: units keep theirs.
pub(crate) fn height_axis(frame: &Frame) -> usize {
    let corners = frame.corners(Cell::new(0, 0)).map(|corner| [corner.x, corner.y, corner.z]);
    let spread = |axis: usize| {
        let numbers = corners.map(|corner| corner[axis]);
        numbers.iter().fold(0.0, |most: f64, number| most.max((number - numbers[0]).abs()))
    };
    // Cells have an area, so only the third coordinate is the same at all corners.
    (0..3).min_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or(2)
}

/// `point`, in the height of `unit`.
pub(crate) fn at_height_of(unit: Vec3, mut point: Vec3, axis: usize) -> Vec3 {
    point[axis] = unit[axis];
    point
}

/// The cell that a unit of this mover stands in or, where that one is blocked, the free one beside it
/// whose centre is nearest; the cell itself if there is none.
pub(crate) fn footing(nav: &Nav, mover: MoverId, point: Vec3) -> Option<Cell> {
    let frame = nav.frame();
    let own = frame.cell_at(exact(point))?;
    let Ok(view) = nav.view(mover) else { return Some(own) };
    let is_free = |cell: &Cell| is_free(nav, &view, *cell);
    if is_free(&own) {
        return Some(own);
    }
    let (column, row) = frame.grid_coordinates(exact(point));
    let from_centre = |cell: &Cell| {
        let (right, down) = (f64::from(cell.x) + 0.5 - column, f64::from(cell.y) + 0.5 - row);
        right * right + down * down
    };
    let (left, top) = (own.x.saturating_sub(1), own.y.saturating_sub(1));
    let beside = (top..=own.y + 1).flat_map(|y| (left..=own.x + 1).map(move |x| Cell::new(x, y)));
    let nearest = beside.filter(is_free).min_by(|a, b| from_centre(a).total_cmp(&from_centre(b)));
    Some(nearest.unwrap_or(own))
}

/// Whether the mover of a view can stand on a cell.
pub(crate) fn is_free(nav: &Nav, view: &GridView<'_>, cell: Cell) -> bool {
    nav.grid().node(cell).is_some_and(|node| {
        // The world of a large body may be smaller than the map.
        node.get() < view.node_count() && view.is_passable(node)
    })
}
