//! Crowds whose units never overlap, with positions as arrays.

use std::sync::RwLock;

use astride::base::Vec2;
use astride_agents::crowd::{self, Body, CELL, Formation, Mode, Shape};
use numpy::ndarray::Array2;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::array;
use crate::border::{away, read, write};
use crate::cell::chosen;
use crate::error::{Answer, Kind, Refusal};
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
/// mode is "free", anywhere in the plane, or "lattice", from cell to cell. After edits of the grid
/// call ``follow``.
#[pyclass(frozen, module = "astride")]
pub(crate) struct Crowd {
    crowd: RwLock<crowd::Crowd>,
}

fn in_cells(points: &[[i32; 2]]) -> Array2<f64> {
    let part = 1.0 / f64::from(CELL);
    Array2::from_shape_fn((points.len(), 2), |(at, side)| f64::from(points[at][side]) * part)
}

/// A point or a direction in cells.
fn point_of(given: &Bound<'_, PyAny>, what: &str) -> Answer<Vec2> {
    match array::points(given, what)?[..] {
        [[x, y]] => Ok(Vec2::new(x, y)),
        ref all => {
            let text = format!("there are {} {what}, expected one", all.len());
            Err(Refusal::new(Kind::BadArray, text))
        }
    }
}

/// The formation of an order, if there is one.
fn formation_of(
    name: Option<&str>,
    spacing: Option<f64>,
    facing: Option<&Bound<'_, PyAny>>,
) -> Answer<Option<Formation>> {
    let Some(name) = name else {
        if spacing.is_none() && facing.is_none() {
            return Ok(None);
        }
        let text = "there is no formation, expected one with the spacing or facing that is given";
        return Err(Refusal::new(Kind::BadArgument, text));
    };
    let names = Shape::NAMED.map(|shape| shape.name());
    let mut formation = Formation::of(Shape::NAMED[chosen(name, &names, "formation")?].clone());
    if let Some(cells) = spacing {
        formation = formation.spacing(cells);
    }
    if let Some(direction) = facing {
        formation = formation.facing(point_of(direction, "directions")?);
    }
    Ok(Some(formation))
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

    /// Adds units in the middles of the free cells that are nearest to a point by steps from cell to
    /// cell, and gives their numbers. Bodies are as for ``spawn``. Raises Full if there is no room for
    /// all; nobody is added then.
    #[pyo3(signature = (point, count, *, radius=0.34, speed=2.0))]
    fn spawn_near<'py>(
        &self,
        py: Python<'py>,
        point: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] count: u32,
        radius: f64,
        speed: f64,
    ) -> Answer<Bound<'py, PyArray1<i64>>> {
        let (point, body) = (point_of(point, "points")?, Body { radius, speed });
        let first = away(py, || Ok(write(&self.crowd)?.spawn_near(point, count, body)?))?;
        Ok(PyArray1::from_iter(py, (i64::from(first)..).take(count as usize)))
    }

    /// Sends units to a point; more than one take places round it.
    ///
    /// In a formation, "line", "column", "wedge", "box" or "circle", they go together, at the pace of the
    /// slowest, and in single file where the way is narrow. spacing is in cells from slot to slot, 1/4
    /// to 64, and 1.5 if it is not given; facing is where they look in the end, a direction of any
    /// length, and the way they came if it is not given.
    ///
    /// Raises Unsupported if a unit cannot get there, and Full if there are too few cells. Nobody has
    /// new orders then.
    #[pyo3(signature = (units, point, *, formation=None, spacing=None, facing=None))]
    fn order(
        &self,
        py: Python<'_>,
        units: &Bound<'_, PyAny>,
        point: &Bound<'_, PyAny>,
        formation: Option<&str>,
        spacing: Option<f64>,
        facing: Option<&Bound<'_, PyAny>>,
    ) -> Answer<()> {
        let (units, point) = (array::numbers(units, "units")?, point_of(point, "points")?);
        let formation = formation_of(formation, spacing, facing)?;
        away(py, || {
            let mut crowd = write(&self.crowd)?;
            match &formation {
                None => crowd.order(&units, point)?,
                Some(formation) => crowd.order_formation(&units, point, formation)?,
            }
            Ok(())
        })
    }

    /// Takes over the walls of a grid of the same size, as after edits of it, for the mover that is
    /// given: name that of the crowd again if it has one. Units whose goal is walled up or cut off stay
    /// where they are.
    ///
    /// If a unit would stand in a wall, or is on its way into one, as on a lattice within a beat, the
    /// crowd keeps the old walls.
    #[pyo3(signature = (grid, *, mover=None))]
    fn follow(&self, grid: &Bound<'_, Grid>, mover: Option<&Bound<'_, Mover>>) -> Answer<()> {
        let (map, mover) = (grid.get().now()?, asked(mover, grid.get().legend));
        away(grid.py(), || Ok(write(&self.crowd)?.follow(&map.seen_by(&mover))?))
    }

    /// Puts a unit somewhere else, where it stays.
    fn teleport(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] unit: u32,
        point: &Bound<'_, PyAny>,
    ) -> Answer<()> {
        let point = point_of(point, "points")?;
        away(py, || Ok(write(&self.crowd)?.teleport(unit, point)?))
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

    fn __repr__(&self, py: Python<'_>) -> Answer<String> {
        let count = self.__len__(py)?;
        Ok(format!("<astride.Crowd of {count} unit{}>", if count == 1 { "" } else { "s" }))
    }
}
