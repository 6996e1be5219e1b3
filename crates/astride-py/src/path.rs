//! Answers: the cells of a path and what is known about it, or why there is none.

use std::sync::Arc;

use astride::base::{Cell, Cost, NodeId};
use astride::search::{Guarantee, Outcome};
use astride::shapes::square;
use astride_draw::{DrawError, PictureOptions, Scene, png, svg};
use numpy::{PyArray2, PyReadonlyArray2};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PySlice};

use crate::cell::{cells_array, frozen};
use crate::error::{Answer, Kind, Refusal};
use crate::grid::Grid;
use crate::number::refused;
use crate::picture::Shown;

/// What a question came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Found,
    Unreachable,
    OutOfBudget,
}

impl Status {
    const ALL: [Status; 3] = [Status::Found, Status::Unreachable, Status::OutOfBudget];

    fn name(self) -> &'static str {
        match self {
            Status::Found => "found",
            Status::Unreachable => "unreachable",
            Status::OutOfBudget => "out of budget",
        }
    }
}

/// What is promised of the cost of a path.
#[derive(Clone, Debug)]
enum Promise {
    Made(Guarantee),
    /// By a path that was pickled: whether it is a cheapest one, and the words.
    Told(bool, String),
}

/// An answer as it is pickled, beside its cells: the number of its status, how many cells it has, ticks,
/// ticks of a straight step, promise, reason, expansions, and whether it leads to the nearest place.
pub(crate) type Pickled =
    (usize, usize, Option<u64>, u32, Option<(bool, String)>, Option<String>, u64, bool);

/// What pickling is told: the function that makes it again, and what that is given.
pub(crate) type Reduced<'py, T> = (Bound<'py, PyAny>, (T, Bound<'py, PyArray2<i32>>));

/// An answer, in the words of Python.
#[derive(Clone, Debug)]
pub(crate) struct Answered {
    status: Status,
    cells: Vec<Cell>,
    /// In ticks, of the path that there is; `None` without one.
    pub(crate) ticks: Option<Cost>,
    /// Ticks of a straight step.
    straight: u32,
    promise: Option<Promise>,
    why: Option<String>,
    expanded: u64,
    is_nearest: bool,
}

impl Answered {
    /// Takes over an answer that names nodes of `grid`.
    pub(crate) fn new(grid: &square::Grid, mover: &square::Mover, outcome: &Outcome) -> Self {
        let (status, why) = match outcome {
            Outcome::Found(_) => (Status::Found, None),
            Outcome::Unreachable(none) => (Status::Unreachable, Some(none.why.to_string())),
            Outcome::OutOfBudget(_) => {
                (Status::OutOfBudget, Some("the limits were reached".to_owned()))
            }
        };
        let path = outcome.path().or(outcome.nearest());
        Answered {
            status,
            cells: path.map_or_else(Vec::new, |path| path.cells(grid).collect()),
            ticks: path.map(astride::path::Path::cost),
            straight: mover.step_scale().straight(),
            promise: outcome.guarantee().map(Promise::Made),
            why,
            expanded: outcome.effort().expanded,
            is_nearest: outcome.nearest().is_some(),
        }
    }

    /// Takes over a path that is known to be a cheapest one, whose nodes are these cells, or that there
    /// is none.
    pub(crate) fn cheapest(
        mover: &square::Mover,
        path: Option<&astride::path::Path>,
        cell_of: impl FnMut(NodeId) -> Cell,
    ) -> Self {
        let why = path.is_none().then(|| "it is out of reach".to_owned());
        Answered {
            status: if path.is_some() { Status::Found } else { Status::Unreachable },
            cells: path
                .map_or_else(Vec::new, |path| path.nodes().iter().copied().map(cell_of).collect()),
            ticks: path.map(astride::path::Path::cost),
            straight: mover.step_scale().straight(),
            promise: path.map(|_| Promise::Made(Guarantee::Optimal)),
            why,
            expanded: 0,
            is_nearest: false,
        }
    }

    /// Takes over that a question was given up with nothing known, and why.
    pub(crate) fn given_up(mover: &square::Mover, why: String) -> Self {
        Answered {
            status: Status::OutOfBudget,
            cells: Vec::new(),
            ticks: None,
            straight: mover.step_scale().straight(),
            promise: None,
            why: Some(why),
            expanded: 0,
            is_nearest: false,
        }
    }

    fn told(&self) -> Option<(bool, String)> {
        self.promise.as_ref().map(|promise| match promise {
            Promise::Made(made) => (made.is_optimal(), made.to_string()),
            Promise::Told(is_optimal, words) => (*is_optimal, words.clone()),
        })
    }

    pub(crate) fn pickled(&self) -> Pickled {
        let status = Status::ALL.iter().position(|&status| status == self.status);
        let count = self.cells.len();
        let (straight, why) = (self.straight, self.why.clone());
        let about = (self.expanded, self.is_nearest);
        (status.unwrap_or(0), count, self.ticks, straight, self.told(), why, about.0, about.1)
    }

    /// Takes from `cells` as many as it has; `None` if it is no pickled answer.
    fn unpickled(pickled: Pickled, cells: &mut impl Iterator<Item = Cell>) -> Option<Self> {
        let (status, count, ticks, straight, told, why, expanded, is_nearest) = pickled;
        let cells: Vec<Cell> = cells.take(count).collect();
        Some(Answered {
            status: *Status::ALL.get(status).filter(|_| cells.len() == count)?,
            cells,
            ticks,
            straight,
            promise: told.map(|(is_optimal, words)| Promise::Told(is_optimal, words)),
            why,
            expanded,
            is_nearest,
        })
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// In cells; infinite without a path.
    pub(crate) fn cost(&self) -> f64 {
        self.ticks.map_or(f64::INFINITY, |ticks| ticks as f64 / f64::from(self.straight))
    }

    fn length(&self) -> f64 {
        let (mut straight, mut diagonal) = (0u64, 0u64);
        for pair in self.cells.windows(2) {
            match pair[0].direction_to(pair[1]) {
                Some(dir) if dir.is_diagonal() => diagonal += 1,
                Some(_) => straight += 1,
                None => {}
            }
        }
        straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2
    }
}

/// An answer: the cells of a path, or the reason why there is none.
///
/// It is true if the goal was reached, and a sequence of cells ``(x, y)``, both ends included.
///
/// >>> path = grid.find_path((0, 0), (9, 4))
/// >>> if path:
/// ...     print(len(path), path.cost)
/// ... else:
/// ...     print(path.why)
/// >>> array[path.rows, path.columns] = 2      # path.cells are (x, y), arrays are [y, x]
#[pyclass(frozen, module = "astride")]
pub(crate) struct Path {
    pub(crate) answered: Arc<Answered>,
    /// What it is drawn on.
    pub(crate) grid: Option<Py<Grid>>,
}

impl Path {
    pub(crate) fn new(answered: Answered, grid: Option<Py<Grid>>) -> Self {
        Path { answered: Arc::new(answered), grid }
    }

    pub(crate) fn of(answered: Arc<Answered>, grid: Option<Py<Grid>>) -> Self {
        Path { answered, grid }
    }

    /// A picture of it on its grid, if it has one.
    fn drawn<R: Send>(
        &self,
        py: Python<'_>,
        format: fn(&Scene<'_>, &PictureOptions) -> Result<R, DrawError>,
    ) -> Answer<Option<R>> {
        let Some(grid) = &self.grid else { return Ok(None) };
        let shown = Shown { path: self.answered.cells(), ..Shown::default() };
        grid.get().drawn(py, &shown, format).map(Some)
    }
}

/// The places of a slice in a sequence of this many.
pub(crate) fn sliced(slice: &Bound<'_, PySlice>, count: usize) -> PyResult<Vec<usize>> {
    let all = slice.indices(isize::try_from(count)?)?;
    let places = (0..all.slicelength).map(|at| all.start + at as isize * all.step);
    Ok(places.map(|place| place as usize).collect())
}

/// The place of a number, from the end if it is below 0, in a sequence of this many.
pub(crate) fn place_of(at: &Bound<'_, PyAny>, count: usize, what: &str) -> PyResult<usize> {
    let expected = format!("expected the number of a {what} or a slice");
    let at: isize = at.extract().map_err(|error| refused(error, at, Kind::OffMap, &expected))?;
    let place = if at < 0 { at.checked_add_unsigned(count) } else { Some(at) };
    let place = place.and_then(|place| usize::try_from(place).ok()).filter(|&place| place < count);
    place.ok_or_else(|| PyIndexError::new_err(format!("there is no {what} {at} of {count}")))
}

#[pymethods]
impl Path {
    /// "found", "unreachable" or "out of budget".
    #[getter]
    fn status(&self) -> &'static str {
        self.answered.status.name()
    }

    /// Why there is no path, in words; None if there is one.
    #[getter]
    fn why(&self) -> Option<&str> {
        self.answered.why.as_deref()
    }

    /// The cells in walking order, both ends included: an array of int32 with a row (x, y) for each; a
    /// copy, which cannot be written to.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        frozen(cells_array(py, self.answered.cells.iter().copied()))
    }

    /// The rows of the cells, for arrays: ``array[path.rows, path.columns]``.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> Bound<'py, numpy::PyArray1<i64>> {
        numpy::PyArray1::from_iter(py, self.answered.cells.iter().map(|cell| i64::from(cell.y)))
    }

    /// The columns of the cells, for arrays: ``array[path.rows, path.columns]``.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> Bound<'py, numpy::PyArray1<i64>> {
        numpy::PyArray1::from_iter(py, self.answered.cells.iter().map(|cell| i64::from(cell.x)))
    }

    /// The cost, in straight steps over free cells; infinite without a path.
    #[getter]
    fn cost(&self) -> f64 {
        self.answered.cost()
    }

    /// The cost in ticks, exactly: 13860 to a straight step as a rule. None without a path.
    #[getter]
    fn ticks(&self) -> Option<u64> {
        self.answered.ticks
    }

    /// The length in cells: 1 for a straight step, the square root of 2 for a diagonal one.
    #[getter]
    fn length(&self) -> f64 {
        self.answered.length()
    }

    /// How many steps it has.
    #[getter]
    fn steps(&self) -> usize {
        self.answered.cells.len().saturating_sub(1)
    }

    /// Whether no path is cheaper.
    #[getter]
    fn is_optimal(&self) -> bool {
        self.answered.told().is_some_and(|(is_optimal, _)| is_optimal)
    }

    /// What is promised of the cost, in words; None without a path.
    #[getter]
    fn promise(&self) -> Option<String> {
        self.answered.told().map(|(_, words)| words)
    }

    /// Whether it leads not to the goal but to the nearest place, as the question allowed.
    #[getter]
    fn is_nearest(&self) -> bool {
        self.answered.is_nearest
    }

    /// How many nodes were expanded for it.
    #[getter]
    fn expanded(&self) -> u64 {
        self.answered.expanded
    }

    fn __bool__(&self) -> bool {
        self.answered.status == Status::Found
    }

    fn __len__(&self) -> usize {
        self.answered.cells.len()
    }

    fn __getitem__<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, cells) = (at.py(), &self.answered.cells);
        if let Ok(slice) = at.cast::<PySlice>() {
            let part = sliced(slice, cells.len())?.into_iter().map(|at| (cells[at].x, cells[at].y));
            return part.collect::<Vec<_>>().into_bound_py_any(py);
        }
        let cell = cells[place_of(at, cells.len(), "cell")?];
        (cell.x, cell.y).into_bound_py_any(py)
    }

    /// Pickled without its grid.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Pickled>> {
        let cells = cells_array(py, self.answered.cells.iter().copied());
        Ok((py.import("astride._astride")?.getattr("_path")?, (self.answered.pickled(), cells)))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// The cells as numpy takes them: ``numpy.asarray(path)``.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            let text = "the cells of a path are copied in any case, expected copy=None or True";
            return Err(Refusal::new(Kind::BadArgument, text).into());
        }
        let cells = cells_array(py, self.answered.cells.iter().copied()).into_any();
        match dtype {
            None => Ok(cells),
            Some(dtype) => cells.call_method1("astype", (dtype,)),
        }
    }

    fn __repr__(&self) -> String {
        let count = self.answered.cells.len();
        let s = if count == 1 { "" } else { "s" };
        match &self.answered.why {
            None => format!("<astride.Path: {count} cell{s}, cost {:.3}>", self.cost()),
            Some(why) if count == 0 => format!("<astride.Path {}: {why}>", self.status()),
            Some(why) => format!(
                "<astride.Path {}: {why}; {count} cell{s} to the nearest place>",
                self.status()
            ),
        }
    }

    fn _repr_svg_(&self, py: Python<'_>) -> Answer<Option<String>> {
        self.drawn(py, svg)
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Answer<Option<Bound<'py, PyBytes>>> {
        Ok(self.drawn(py, png)?.map(|bytes| PyBytes::new(py, &bytes)))
    }
}

/// The answers that were pickled, and the cells of all of them, one after the other.
pub(crate) fn unpickled(
    pickled: Vec<Pickled>,
    cells: &PyReadonlyArray2<'_, i32>,
) -> Answer<Vec<Answered>> {
    let cells = cells.as_array();
    let is_paired = cells.ncols() == 2;
    let mut left = cells.outer_iter().map(|cell| Cell::new(cell[0] as u32, cell[1] as u32));
    let all = pickled.into_iter().map(|one| Answered::unpickled(one, &mut left));
    let all = if is_paired { all.collect::<Option<Vec<_>>>() } else { None };
    all.filter(|_| left.next().is_none())
        .ok_or_else(|| Refusal::new(Kind::BadData, "this is no pickled path"))
}

/// The path that was pickled.
#[pyfunction(name = "_path")]
pub(crate) fn unpickled_path(
    pickled: Pickled,
    cells: PyReadonlyArray2<'_, i32>,
) -> Answer<Option<Path>> {
    let mut all = unpickled(vec![pickled], &cells)?;
    Ok(all.pop().map(|answered| Path::new(answered, None)))
}
