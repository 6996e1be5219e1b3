//! Grids: made, read, edited, written.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use astride::io::write_map;
use astride::shapes::square;
use astride_draw::{DrawError, PictureOptions, Scene, png, svg};
use numpy::PyArray2;
use numpy::ndarray::Array2;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::array::Bytes;
use crate::border::{away, lock};
use crate::cell::{Area, At, Class, frozen, node_of};
use crate::edit::Edit;
use crate::error::Answer;
use crate::load::{bytes_of, grid_from};
use crate::mover::Legend;
use crate::number::whole;
use crate::picture::{Shown, draw};

/// A map of square cells, one byte each: its class.
///
/// A cell is ``(x, y)``, column and row, from ``(0, 0)`` at the top left; arrays have it at
/// ``array[y, x]``.
///
/// >>> free = numpy.ones((20, 30), bool)
/// >>> free[3:, 12] = False
/// >>> grid = Grid.from_array(free)
/// >>> path = grid.find_path((2, 10), (25, 12))
/// >>> path.cost, path.cells
///
/// ``Grid(width, height, class_=1)`` is a map where all cells are alike and classes are costs;
/// ``from_array``, ``from_classes``, ``load`` and ``from_text`` make the others.
#[pyclass(frozen, module = "astride")]
pub(crate) struct Grid {
    now: Mutex<Arc<square::Grid>>,
    pub(crate) legend: Legend,
}

impl Grid {
    pub(crate) fn of(grid: square::Grid, legend: Legend) -> Self {
        Grid { now: Mutex::new(Arc::new(grid)), legend }
    }

    /// The map as it is now; edits made meanwhile are made to a copy.
    pub(crate) fn now(&self) -> Answer<Arc<square::Grid>> {
        Ok(Arc::clone(&*lock(&self.now)?))
    }

    /// A picture of it with something on it, as the usual mover sees it.
    pub(crate) fn drawn<R: Send>(
        &self,
        py: Python<'_>,
        shown: &Shown<'_>,
        format: fn(&Scene<'_>, &PictureOptions) -> Result<R, DrawError>,
    ) -> Answer<R> {
        let grid = self.now()?;
        away(py, || draw(&grid, &self.legend.mover(), shown, format))
    }
}

#[pymethods]
impl Grid {
    #[new]
    #[pyo3(signature = (width, height, class_=Class(1)))]
    fn new(
        #[pyo3(from_py_with = whole)] width: u32,
        #[pyo3(from_py_with = whole)] height: u32,
        class_: Class,
    ) -> Answer<Self> {
        Ok(Grid::of(square::Grid::new(width, height, class_.0)?, Legend::Costs))
    }

    /// The map of an array of costs: truth values, where True is free, or whole numbers from 0 to
    /// 255, where 0 is blocked and any other number the factor of the cost of a step into the cell.
    ///
    /// bool and uint8 arrays in rows are read without a conversion; Fortran order and slices are put
    /// in rows first. Anything else raises BadArray, which names the first wrong cell.
    #[staticmethod]
    fn from_array(py: Python<'_>, costs: &Bound<'_, PyAny>) -> Answer<Self> {
        Grid::of_bytes(py, &Bytes::of_costs(costs)?, Legend::Costs)
    }

    /// The map of an array of letters, uint8: ``.`` and ``G`` free, ``S`` swamp, ``W`` water, ``1`` to
    /// ``9`` free at that factor, all others blocked, unless the mover says otherwise.
    #[staticmethod]
    fn from_classes(py: Python<'_>, classes: &Bound<'_, PyAny>) -> Answer<Self> {
        Grid::of_bytes(py, &Bytes::of_classes(classes)?, Legend::Letters)
    }

    /// The map of a drawing in letters, or of the text of a MovingAI map.
    #[staticmethod]
    fn from_text(text: &str) -> Answer<Self> {
        Ok(Grid::of(grid_from("the text", text.as_bytes())?, Legend::Letters))
    }

    /// The map in a file, a MovingAI map, a drawing or the grid of an ``.astride`` world, also packed
    /// as ``.gz``; a text of several lines is read itself. What is named or begins as another format is
    /// refused.
    #[staticmethod]
    fn load(py: Python<'_>, source: &Bound<'_, PyAny>) -> Answer<Self> {
        if let Ok(text) = source.cast::<PyString>()
            && text.to_str()?.contains('\n')
        {
            return Grid::from_text(text.to_str()?);
        }
        let file: PathBuf = source.extract()?;
        let bytes = bytes_of(py, &file)?;
        away(py, || Ok(Grid::of(grid_from(&file.to_string_lossy(), &bytes)?, Legend::Letters)))
    }

    /// How many columns.
    #[getter]
    fn width(&self) -> Answer<u32> {
        Ok(self.now()?.width())
    }

    /// How many rows.
    #[getter]
    fn height(&self) -> Answer<u32> {
        Ok(self.now()?.height())
    }

    /// Rows and columns, as of the array.
    #[getter]
    fn shape(&self) -> Answer<(u32, u32)> {
        let grid = self.now()?;
        Ok((grid.height(), grid.width()))
    }

    /// How often it was edited.
    #[getter]
    fn revision(&self) -> Answer<u64> {
        Ok(self.now()?.revision())
    }

    /// What the classes mean to movers: "costs" or "letters".
    #[getter]
    fn legend(&self) -> &'static str {
        match self.legend {
            Legend::Costs => "costs",
            Legend::Letters => "letters",
        }
    }

    /// The classes of all cells, as an array of uint8: a copy, which cannot be written to.
    #[getter]
    fn classes<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<u8>>> {
        let grid = self.now()?;
        let mut all = Array2::zeros((grid.height() as usize, grid.width() as usize));
        for (y, mut row) in all.outer_iter_mut().enumerate() {
            let classes = grid.row(y as u32).into_iter().flatten();
            row.iter_mut().zip(classes).for_each(|(place, class)| *place = *class);
        }
        Ok(frozen(PyArray2::from_owned_array(py, all)))
    }

    /// The class of a cell.
    fn class_at(&self, cell: At) -> Answer<u8> {
        let grid = self.now()?;
        Ok(grid.class_at(node_of(&grid, cell.0)?))
    }

    /// Makes all changes of a batch or none, and gives the new revision.
    fn apply(&self, edit: &Bound<'_, Edit>) -> Answer<u64> {
        let changes = edit.get().changes()?;
        Ok(Arc::make_mut(&mut *lock(&self.now)?).apply(&changes)?)
    }

    /// Gives a cell a class, and gives the new revision.
    fn set(&self, cell: At, class_: Class) -> Answer<u64> {
        let mut changes = square::Edit::new();
        changes.set(cell.0, class_.0);
        Ok(Arc::make_mut(&mut *lock(&self.now)?).apply(&changes)?)
    }

    /// Gives all cells of a rectangle (x, y, width, height) a class, and gives the new revision.
    fn fill(&self, rect: Area, class_: Class) -> Answer<u64> {
        let mut changes = square::Edit::new();
        changes.fill(rect.0, class_.0);
        Ok(Arc::make_mut(&mut *lock(&self.now)?).apply(&changes)?)
    }

    /// A grid of its own, as this one is now. It copies nothing before one of the two is edited.
    fn copy(&self) -> Answer<Self> {
        Ok(Grid { now: Mutex::new(self.now()?), legend: self.legend })
    }

    fn __copy__(&self) -> Answer<Self> {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Answer<Self> {
        self.copy()
    }

    /// The text of a MovingAI map of it, as bytes; only for maps of letters.
    fn to_map<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyBytes>> {
        let grid = self.now()?;
        let text = away(py, || Ok(write_map(&grid)?))?;
        Ok(PyBytes::new(py, &text))
    }

    /// Pickled with its walls, links and revision.
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let job = slf.py().import("astride.scale.job")?;
        Ok((job.getattr("grid_of")?, (job.call_method1("content_of", (slf,))?,)))
    }

    fn __repr__(&self) -> Answer<String> {
        let grid = self.now()?;
        Ok(format!(
            "<astride.Grid of {}x{} cells, classes are {}>",
            grid.width(),
            grid.height(),
            self.legend()
        ))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Answer<String> {
        self.drawn(py, &Shown::default(), svg)
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyBytes>> {
        Ok(PyBytes::new(py, &self.drawn(py, &Shown::default(), png)?))
    }
}

impl Grid {
    fn of_bytes(py: Python<'_>, given: &Bytes<'_>, legend: Legend) -> Answer<Self> {
        let (width, height, bytes) = (given.width, given.height, given.slice()?);
        let grid = away(py, || Ok(square::Grid::from_classes(width, height, bytes)?))?;
        Ok(Grid::of(grid, legend))
    }
}
