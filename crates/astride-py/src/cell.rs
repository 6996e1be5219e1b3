//! Cells, rectangles, classes and directions, as Python writes them.

use astride::base::{Cell, CellRect, Dir, NodeId};
use astride::shapes::square::Grid;
use numpy::ndarray::{Array2, Dimension};
use numpy::{Element, PyArray, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::{Answer, Kind, Refusal};
use crate::number::{refused, row};

/// A cell: `(x, y)`, column and row, from `(0, 0)` at the top left.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At(pub(crate) Cell);

impl<'py> FromPyObject<'_, 'py> for At {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // A pair is read without a loop, since cells are what calls have most of.
        let pair = given.extract::<(i64, i64)>().or_else(|_| row(&given).map(|[x, y]| (x, y)));
        let (x, y) = pair.map_err(|error| {
            refused(error, &given, Kind::OffMap, "expected a cell (x, y), two whole numbers")
        })?;
        Ok(At(cell(x, y)?))
    }
}

pub(crate) fn cell(x: i64, y: i64) -> Answer<Cell> {
    match (u32::try_from(x), u32::try_from(y)) {
        (Ok(x), Ok(y)) => Ok(Cell::new(x, y)),
        _ => {
            let text = format!("cell ({x}, {y}) is off the map, expected (x, y) from (0, 0) on");
            Err(Refusal::new(Kind::OffMap, text))
        }
    }
}

pub(crate) fn node_of(grid: &Grid, cell: Cell) -> Answer<NodeId> {
    Size::of(grid).node_of(cell)
}

/// Columns and rows of a map, for what outlives it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl Size {
    pub(crate) fn of(grid: &Grid) -> Self {
        Size { width: grid.width(), height: grid.height() }
    }

    pub(crate) fn cell(self, node: NodeId) -> Cell {
        Cell::new(node.get() % self.width, node.get() / self.width)
    }

    pub(crate) fn node(self, cell: Cell) -> Option<NodeId> {
        let is_on_map = cell.x < self.width && cell.y < self.height;
        is_on_map.then(|| NodeId::new(cell.y * self.width + cell.x))
    }

    pub(crate) fn node_of(self, cell: Cell) -> Answer<NodeId> {
        self.node(cell).ok_or_else(|| {
            let Size { width, height } = self;
            let text = format!("cell {cell} is off the map of {width}x{height} cells");
            Refusal::new(Kind::OffMap, text)
        })
    }
}

/// `(x, y, width, height)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area(pub(crate) CellRect);

impl<'py> FromPyObject<'_, 'py> for Area {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let expected = "expected a rectangle (x, y, width, height), four whole numbers";
        let [x, y, width, height]: [i64; 4] =
            row(&given).map_err(|error| refused(error, &given, Kind::OffMap, expected))?;
        let sides = [x, y, width, height].map(u32::try_from);
        let [Ok(x), Ok(y), Ok(width), Ok(height)] = sides else {
            let text = format!(
                "rectangle ({x}, {y}, {width}, {height}) is off the map, expected \
                 (x, y, width, height), each from 0 on"
            );
            return Err(Refusal::new(Kind::OffMap, text).into());
        };
        Ok(Area(CellRect::new(x, y, width, height)))
    }
}

/// A terrain class: a number from 0 to 255, or the letter that stands for it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class(pub(crate) u8);

impl<'py> FromPyObject<'_, 'py> for Class {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let refusal = |what: String| {
            let text = format!("the class is {what}, expected 0 to 255 or one letter of ASCII");
            PyErr::from(Refusal::new(Kind::BadArgument, text))
        };
        if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_str()?;
            return match text.as_bytes() {
                [letter] => Ok(Class(*letter)),
                _ => Err(refusal(format!("{text:?}"))),
            };
        }
        let expected = "expected a class, 0 to 255 or one letter of ASCII";
        let number: i64 =
            given.extract().map_err(|error| refused(error, &given, Kind::BadArgument, expected))?;
        u8::try_from(number).map(Class).map_err(|_| refusal(number.to_string()))
    }
}

const NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

pub(crate) fn dir(name: &str) -> Answer<Dir> {
    chosen(name, &NAMES, "direction").map(|at| Dir::ALL[at])
}

/// The place of a name in a list of names.
pub(crate) fn chosen(name: &str, all: &[&str], what: &str) -> Answer<usize> {
    all.iter().position(|known| *known == name).ok_or_else(|| {
        let text = format!("there is no {what} {name:?}, expected one of {}", all.join(", "));
        Refusal::new(Kind::BadArgument, text)
    })
}

/// Cells as an array of `(x, y)`, one row for each.
pub(crate) fn cells_array<'py>(
    py: Python<'py>,
    cells: impl ExactSizeIterator<Item = Cell>,
) -> Bound<'py, PyArray2<i32>> {
    let count = cells.len();
    let flat = cells.flat_map(|cell| [cell.x as i32, cell.y as i32]).collect();
    let all = Array2::from_shape_vec((count, 2), flat).expect("two numbers for each cell");
    PyArray2::from_owned_array(py, all)
}

/// The same array, but that Python cannot write to it: what it has is a copy.
pub(crate) fn frozen<T: Element, D: Dimension>(
    array: Bound<'_, PyArray<T, D>>,
) -> Bound<'_, PyArray<T, D>> {
    let _ = array.readwrite().make_nonwriteable();
    array
}
