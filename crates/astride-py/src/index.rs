//! Indexes of one grid for one mover: built once, baked, opened, and asked very often.

use std::path::{Path as FilePath, PathBuf};
use std::sync::RwLock;

use astride::base::{Cell, Cost, FileBytes, SharedBytes};
use astride::planner::{Guide, GuideError, Method};
use astride::shapes::square::{Labels, LabelsOptions, SquareIndexError};
use mmap_io::MemoryMappedFile;
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::array::{self, pairs};
use crate::batch::{self, Paths, on_threads};
use crate::border::{Limits, away, read, write};
use crate::cell::At;
use crate::error::Answer;
use crate::find::with_scratch;
use crate::grid::Grid;
use crate::mover::{Mover, asked};
use crate::number::{optional, whole};
use crate::path::{Answered, Path};

/// What was built of a grid for a mover, to answer many questions soon.
///
/// >>> index = grid.index("jps")
/// >>> index.find_path((0, 0), (9, 4)), index.cost((0, 0), (9, 4))
/// >>> grid.set((5, 2), 0)
/// >>> index.follow()       # after edits; before that it raises Stale
#[pyclass(frozen, module = "astride")]
pub(crate) struct Index {
    guide: RwLock<Guide>,
    grid: Py<Grid>,
}

#[pymethods]
impl Index {
    /// What it answers by: "jps", "jump-table", "jump-boxes", "jump-landmarks", "labels" or a search.
    #[getter]
    fn method(&self, py: Python<'_>) -> Answer<&'static str> {
        away(py, || Ok(read(&self.guide)?.report().tier.row().name))
    }

    /// Bytes that it takes.
    #[getter]
    fn bytes(&self, py: Python<'_>) -> Answer<usize> {
        away(py, || Ok(read(&self.guide)?.report().bytes))
    }

    /// Finds a cheapest path.
    #[pyo3(signature = (start, goal, *, most_expansions=None, most_seconds=None))]
    fn find_path(
        &self,
        py: Python<'_>,
        start: At,
        goal: At,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
    ) -> Answer<Path> {
        let grid = self.grid.get().now()?;
        let limits = Limits::new(most_expansions, most_seconds)?;
        let answered = away(py, || {
            let guide = read(&self.guide)?;
            let outcome = with_scratch(|scratch| {
                limits.within(|budget| guide.route(&grid, start.0, goal.0, scratch, budget))
            })?;
            Ok(Answered::new(&grid, guide.mover(), &outcome))
        })?;
        Ok(Path::new(answered, Some(self.grid.clone_ref(py))))
    }

    /// The cost of a cheapest path, in straight steps; infinite if there is none. It is quicker than
    /// the path.
    fn cost(&self, py: Python<'_>, start: At, goal: At) -> Answer<f64> {
        let grid = self.grid.get().now()?;
        away(py, || {
            let guide = read(&self.guide)?;
            let straight = f64::from(guide.mover().step_scale().straight());
            let cost = with_scratch(|scratch| guide.cost(&grid, start.0, goal.0, scratch))?;
            Ok(cost.map_or(f64::INFINITY, |ticks| ticks as f64 / straight))
        })
    }

    /// Finds many paths, from each of ``starts`` to the goal of the same number, on all threads of
    /// the machine or on as many as ``threads`` says.
    #[pyo3(signature = (starts, goals, *, threads=None))]
    fn paths(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = optional)] threads: Option<usize>,
    ) -> Answer<Paths> {
        let (grid, pairs) = (self.grid.get().now()?, pairs(starts, goals)?);
        let all = away(py, || batch::paths(&*read(&self.guide)?, &grid, &pairs, threads))?;
        Ok(Paths::new(all, Some(self.grid.clone_ref(py))))
    }

    /// The costs of many paths, as an array: as `paths`, and quicker.
    #[pyo3(signature = (starts, goals, *, threads=None))]
    fn costs<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = optional)] threads: Option<usize>,
    ) -> Answer<Bound<'py, PyArray1<f64>>> {
        let (grid, pairs) = (self.grid.get().now()?, pairs(starts, goals)?);
        let all = away(py, || {
            let guide = read(&self.guide)?;
            let straight = f64::from(guide.mover().step_scale().straight());
            batch::costs(&guide, &grid, &pairs, threads, |cost| {
                cost.map_or(f64::INFINITY, |ticks| ticks as f64 / straight)
            })
        })?;
        Ok(PyArray1::from_vec(py, all))
    }

    /// The costs of many paths in ticks, as an array of uint64; the largest number where there is no
    /// path.
    #[pyo3(signature = (starts, goals, *, threads=None))]
    fn ticks<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = optional)] threads: Option<usize>,
    ) -> Answer<Bound<'py, PyArray1<u64>>> {
        let (grid, pairs) = (self.grid.get().now()?, pairs(starts, goals)?);
        let all = away(py, || {
            batch::costs(&*read(&self.guide)?, &grid, &pairs, threads, |cost| {
                cost.unwrap_or(Cost::MAX)
            })
        })?;
        Ok(PyArray1::from_vec(py, all))
    }

    /// The costs from each of ``sources`` to each of ``targets``: an array with a row per source.
    #[pyo3(signature = (sources, targets, *, threads=None))]
    fn cost_matrix<'py>(
        &self,
        py: Python<'py>,
        sources: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = optional)] threads: Option<usize>,
    ) -> Answer<Bound<'py, PyArray2<f64>>> {
        let grid = self.grid.get().now()?;
        let sources: Vec<Cell> = array::cells(sources, "sources")?;
        let targets: Vec<Cell> = array::cells(targets, "targets")?;
        let costs = away(py, || {
            let guide = read(&self.guide)?;
            let straight = f64::from(guide.mover().step_scale().straight());
            let costs = on_threads(threads, || guide.cost_matrix(&grid, &sources, &targets))??;
            let size = (costs.source_count(), costs.target_count());
            Ok(Array2::from_shape_fn(size, |(source, target)| {
                let ticks = costs.get(source, target);
                ticks.map_or(f64::INFINITY, |ticks| ticks as f64 / straight)
            }))
        })?;
        Ok(PyArray2::from_owned_array(py, costs))
    }

    /// Brings it up to date with the grid; ``questions`` is how many are about to be asked before the
    /// next edit, as far as is known.
    #[pyo3(signature = (questions=0))]
    fn follow(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] questions: u64) -> Answer<()> {
        let grid = self.grid.get().now()?;
        away(py, || {
            write(&self.guide)?.prepare_for(&grid, questions)?;
            Ok(())
        })
    }

    fn __repr__(&self, py: Python<'_>) -> Answer<String> {
        Ok(format!("<astride.Index {:?}, {} bytes>", self.method(py)?, self.bytes(py)?))
    }
}

#[pymethods]
impl Grid {
    /// Builds an index for a mover: "jps", "jump-table" or "labels"; where all costs are equal, "jump-boxes"
    /// or "jump-landmarks"; or with "auto" what ``questions`` questions are worth, which may be nothing.
    #[pyo3(signature = (method="auto", *, mover=None, questions=0))]
    fn index(
        slf: &Bound<'_, Self>,
        method: &str,
        mover: Option<&Bound<'_, Mover>>,
        #[pyo3(from_py_with = whole)] questions: u64,
    ) -> Answer<Index> {
        let this = slf.get();
        let (grid, mover, method): (_, _, Method) =
            (this.now()?, asked(mover, this.legend), method.parse()?);
        let guide = away(slf.py(), || {
            let mut guide = Guide::new(mover).method(method);
            guide.prepare_for(&grid, questions)?;
            Ok(guide)
        })?;
        Ok(Index { guide: RwLock::new(guide), grid: slf.clone().unbind() })
    }

    /// Builds labels and gives them as bytes, to be kept beside the map and opened with `open`; the
    /// command ``astride bake`` writes the same. It takes milliseconds to seconds.
    #[pyo3(signature = (*, mover=None))]
    fn bake<'py>(
        slf: &Bound<'py, Self>,
        mover: Option<&Bound<'py, Mover>>,
    ) -> Answer<Bound<'py, PyBytes>> {
        let this = slf.get();
        let (grid, mover) = (this.now()?, asked(mover, this.legend));
        let bytes = away(slf.py(), || {
            let view = grid.seen_by(&mover);
            let labels = Labels::build(&view, &LabelsOptions::default());
            let labels = labels.map_err(SquareIndexError::Labels).map_err(GuideError::from)?;
            Ok(labels.save())
        })?;
        Ok(PyBytes::new(slf.py(), &bytes))
    }

    /// Opens labels that were baked of this map for this mover: bytes, or a file that holds them.
    ///
    /// With ``mapped=True`` the tables stay in the file, which is mapped into memory and shared with all
    /// processes that do the same. Nobody may write to it while the index lives, or this process may
    /// crash: write another file and call ``os.replace``.
    ///
    /// Raises BadData, which says what differs, if they are of another map or mover.
    #[pyo3(signature = (source, *, mover=None, mapped=false))]
    fn open(
        slf: &Bound<'_, Self>,
        source: &Bound<'_, PyAny>,
        mover: Option<&Bound<'_, Mover>>,
        mapped: bool,
    ) -> Answer<Index> {
        let this = slf.get();
        let (grid, mover) = (this.now()?, asked(mover, this.legend));
        let load = |file: FileBytes<'_>| {
            let mut guide = Guide::new(mover).method(Method::Labels);
            guide.load_index(&grid, file)?;
            Ok(guide)
        };
        let guide = match source.cast::<PyBytes>() {
            Ok(bytes) => {
                let bytes = bytes.as_bytes();
                away(slf.py(), || load(bytes.into()))?
            }
            Err(_) => {
                let file: PathBuf = source.extract()?;
                away(slf.py(), || load((&opened(&file, mapped)?).into()))?
            }
        };
        Ok(Index { guide: RwLock::new(guide), grid: slf.clone().unbind() })
    }
}

/// A file that is mapped into memory.
struct Mapped(MemoryMappedFile);

impl AsRef<[u8]> for Mapped {
    fn as_ref(&self) -> &[u8] {
        self.0.as_slice_bytes(0, self.0.len()).unwrap_or_default()
    }
}

/// A file in memory, mapped if that is wished and it is a file on a disk that is not empty.
fn opened(file: &FilePath, mapped: bool) -> Answer<SharedBytes> {
    let map = || MemoryMappedFile::open_ro(file).ok();
    match (mapped && file.is_file()).then(map).flatten() {
        Some(map) => Ok(SharedBytes::new(Mapped(map))),
        None => {
            let named = |error: std::io::Error| named(error, file);
            Ok(SharedBytes::new(std::fs::read(file).map_err(named)?))
        }
    }
}

/// An error of the system as Python tells it: with its number and the name of the file.
fn named(error: std::io::Error, file: &FilePath) -> PyErr {
    match error.raw_os_error() {
        Some(number) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((number, text, file.as_os_str().to_owned()))
        }
        None => error.into(),
    }
}
