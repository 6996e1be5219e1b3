//! Crowds whose units never overlap, with positions as arrays.

use std::sync::RwLock;

use astride::base::Vec2;
use astride_agents::crowd::{self, Body, CELL, Mode};
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::array;
use crate::border::{away, read, write};
use crate::cell::chosen;
use crate::error::Answer;
use crate::grid::Grid;
use crate::mover::{Mover, asked};
use crate::number::whole;

/// Discs that walk on the free cells of a map, tick by tick, and never overlap.
///
/// Points are in cells, from the corner of the map: the middle of the first cell is (0.5, 0.5). Units
/// are numbers, the rows of the arrays.
///
/// >>> crowd = Crowd(grid)
/// >>> units = crowd.spawn([(3.5, 6.5), (17.5, 6.5)])
/// >>> crowd.order(units[:1], (17.5, 6.5))
/// >>> crowd.tick(1 / 60, times=60)
/// >>> crowd.positions
///
/// mode is "free", anywhere in the plane, or "lattice", from cell to cell.
#[pyclass(frozen, module = "astride")]
pub(crate) struct Crowd {
    crowd: RwLock<crowd::Crowd>,
}

fn in_cells(points: &[[i32; 2]]) -> Array2<f64> {
    let part = 1.0 / f64::from(CELL);
    Array2::from_shape_fn((points.len(), 2), |(at, side)| f64::from(points[at][side]) * part)
}

#[pymethods]
impl Crowd {
    #[new]
    #[pyo3(signature = (grid, *, mode="free", mover=None))]
    fn new(grid: &Bound<'_, Grid>, mode: &str, mover: Option<&Bound<'_, Mover>>) -> Answer<Self> {
        let mode = [Mode::Free, Mode::Lattice][chosen(mode, &["free", "lattice"], "mode")?];
        let (map, mover) = (grid.get().now()?, asked(mover, grid.get().legend));
        let made = away(grid.py(), || Ok(crowd::Crowd::new(&map.seen_by(&mover), mode)?))?;
        Ok(Crowd { crowd: RwLock::new(made) })
    }

    /// Adds a unit at each point, and gives their numbers. radius is in cells, at most 0.35, speed in
    /// cells per second. If a point is taken or in a wall, those before it have been added.
    #[pyo3(signature = (points, *, radius=0.34, speed=2.0))]
    fn spawn<'py>(
        &self,
        py: Python<'py>,
        points: &Bound<'py, PyAny>,
        radius: f64,
        speed: f64,
    ) -> Answer<Bound<'py, PyArray1<i64>>> {
        let points = array::points(points, "points")?;
        let numbers = away(py, || {
            let mut crowd = write(&self.crowd)?;
            let add = |[x, y]: [f64; 2]| {
                Ok(crowd.spawn(Vec2::new(x, y), Body { radius, speed }).map(i64::from)?)
            };
            points.into_iter().map(add).collect::<Answer<Vec<i64>>>()
        })?;
        Ok(PyArray1::from_vec(py, numbers))
    }

    /// Sends units to a point; more than one take places round it.
    fn order(&self, py: Python<'_>, units: &Bound<'_, PyAny>, point: (f64, f64)) -> Answer<()> {
        let units = array::numbers(units, "units")?;
        away(py, || Ok(write(&self.crowd)?.order(&units, Vec2::new(point.0, point.1))?))
    }

    /// Takes a unit away; the last unit gets its number.
    fn remove(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] unit: u32) -> Answer<()> {
        away(py, || Ok(write(&self.crowd)?.remove(unit)?))
    }

    /// Moves everybody for this many seconds, ``times`` times.
    #[pyo3(signature = (seconds, *, times=1))]
    fn tick(
        &self,
        py: Python<'_>,
        seconds: f64,
        #[pyo3(from_py_with = whole)] times: u32,
    ) -> Answer<()> {
        away(py, || {
            let mut crowd = write(&self.crowd)?;
            Ok((0..times).try_for_each(|_| crowd.tick(seconds))?)
        })
    }

    /// The longest time in seconds that a tick may take.
    #[getter]
    fn longest_tick(&self, py: Python<'_>) -> Answer<f64> {
        away(py, || Ok(read(&self.crowd)?.longest_tick()))
    }

    /// Where the middle of each unit is, in cells: an array with a row (x, y) for each.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<f64>>> {
        let all = away(py, || Ok(in_cells(read(&self.crowd)?.positions())))?;
        Ok(PyArray2::from_owned_array(py, all))
    }

    /// How each moved in the last tick, in cells per second.
    #[getter]
    fn velocities<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<f64>>> {
        let all = away(py, || Ok(in_cells(read(&self.crowd)?.velocities())))?;
        Ok(PyArray2::from_owned_array(py, all))
    }

    /// Which have arrived.
    #[getter]
    fn arrived<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray1<bool>>> {
        let all: Vec<bool> = away(py, || {
            let crowd = read(&self.crowd)?;
            Ok((0..crowd.count() as u32).map(|unit| crowd.has_arrived(unit)).collect())
        })?;
        Ok(PyArray1::from_vec(py, all))
    }

    /// One number for the whole history: the same calls give the same everywhere.
    fn digest(&self, py: Python<'_>) -> Answer<u64> {
        away(py, || Ok(read(&self.crowd)?.digest()))
    }

    fn __len__(&self, py: Python<'_>) -> Answer<usize> {
        away(py, || Ok(read(&self.crowd)?.count()))
    }
}
