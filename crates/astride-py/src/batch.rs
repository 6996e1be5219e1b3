//! Many questions in one call, on all threads or as many as are allowed.

use std::num::NonZeroUsize;
use std::sync::Arc;

use astride::base::{Cell, Cost};
use astride::planner::{Guide, GuideError};
use astride::search::Outcome;
use astride::shapes::square;
use numpy::{PyArray1, PyArray2, PyReadonlyArray2};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::cell::cells_array;
use crate::error::{Answer, Kind, Refusal};
use crate::grid::Grid;
use crate::path::{Answered, Path, Pickled, Reduced, place_of, sliced, unpickled};

/// Runs `work` on this many threads; without a number, on all that the machine has.
pub(crate) fn on_threads<R: Send>(
    threads: Option<usize>,
    work: impl FnOnce() -> R + Send,
) -> Answer<R> {
    let Some(threads) = threads else { return Ok(work()) };
    let Some(threads) = NonZeroUsize::new(threads).filter(|threads| threads.get() <= 1024) else {
        let text = format!("there are to be {threads} threads, expected 1 to 1024");
        return Err(Refusal::new(Kind::BadArgument, text));
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build();
    let pool = pool.map_err(|error| Refusal::new(Kind::Full, error.to_string()))?;
    Ok(pool.install(work))
}

/// The paths of a batch by what a guide has prepared.
pub(crate) fn paths(
    guide: &Guide,
    grid: &square::Grid,
    pairs: &[(Cell, Cell)],
    threads: Option<usize>,
) -> Answer<Vec<Arc<Answered>>> {
    on_threads(threads, || {
        let taken = |outcome: Result<Outcome, GuideError>| {
            Ok(Arc::new(Answered::new(grid, guide.mover(), &outcome?)))
        };
        guide.many(grid, pairs).into_iter().map(taken).collect()
    })?
}

/// What `number` makes of the costs of a batch in ticks; `None` where there is no path.
pub(crate) fn costs<T>(
    guide: &Guide,
    grid: &square::Grid,
    pairs: &[(Cell, Cell)],
    threads: Option<usize>,
    number: impl Fn(Option<Cost>) -> T,
) -> Answer<Vec<T>> {
    let all = on_threads(threads, || guide.many_costs(grid, pairs))?;
    all.into_iter().map(|cost| Ok(number(cost?))).collect()
}

/// The answers to a batch of questions, in their order: a sequence of paths, and all of them as a
/// few arrays.
///
/// >>> paths = grid.paths(starts, goals)
/// >>> paths.costs.mean(), paths[0].cells
/// >>> third = paths.cells[paths.offsets[2]:paths.offsets[3]]
#[pyclass(frozen, sequence, module = "astride")]
pub(crate) struct Paths {
    all: Vec<Arc<Answered>>,
    grid: Option<Py<Grid>>,
}

impl Paths {
    pub(crate) fn new(all: Vec<Arc<Answered>>, grid: Option<Py<Grid>>) -> Self {
        Paths { all, grid }
    }
}

#[pymethods]
impl Paths {
    /// The cost of each in cells; infinite where there is no path.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_iter(py, self.all.iter().map(|path| path.cost()))
    }

    /// The cost of each in ticks, as an array of uint64; the largest number where there is no path.
    #[getter]
    fn ticks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_iter(py, self.all.iter().map(|path| path.ticks.unwrap_or(Cost::MAX)))
    }

    /// How many cells each has; 0 where there is no path.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.all.iter().map(|path| path.cells().len() as i64))
    }

    /// The cells of all of them, one after the other.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        let cells: Vec<Cell> =
            self.all.iter().flat_map(|path| path.cells().iter().copied()).collect();
        cells_array(py, cells.into_iter())
    }

    /// Where the cells of each begin in ``cells``, and where those of the last end.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let ends = self.all.iter().scan(0, |end, path| {
            *end += path.cells().len() as i64;
            Some(*end)
        });
        PyArray1::from_iter(py, std::iter::once(0).chain(ends))
    }

    /// Pickled without their grid: what is known of each, and the cells of all as one array.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Vec<Pickled>>> {
        let all = self.all.iter().map(|path| path.pickled()).collect();
        Ok((py.import("astride._astride")?.getattr("_paths")?, (all, self.cells(py))))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    fn __len__(&self) -> usize {
        self.all.len()
    }

    fn __getitem__<'py>(&self, at: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = at.py();
        if let Ok(slice) = at.cast::<PySlice>() {
            let part = sliced(slice, self.all.len())?.into_iter();
            let all = part.map(|at| Arc::clone(&self.all[at])).collect();
            let grid = self.grid.as_ref().map(|grid| grid.clone_ref(py));
            return Paths::new(all, grid).into_bound_py_any(py);
        }
        let path = &self.all[place_of(at, self.all.len(), "path")?];
        let grid = self.grid.as_ref().map(|grid| grid.clone_ref(py));
        Path::of(Arc::clone(path), grid).into_bound_py_any(py)
    }

    fn __repr__(&self) -> String {
        format!("<astride.Paths: {}>", self.all.len())
    }
}

/// The paths that were pickled.
#[pyfunction(name = "_paths")]
pub(crate) fn unpickled_paths(
    pickled: Vec<Pickled>,
    cells: PyReadonlyArray2<'_, i32>,
) -> Answer<Paths> {
    Ok(Paths::new(unpickled(pickled, &cells)?.into_iter().map(Arc::new).collect(), None))
}
