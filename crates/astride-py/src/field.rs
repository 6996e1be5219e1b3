//! Distance fields: what it costs from every cell to the nearest goal, and where to step.

use std::sync::Arc;

use astride::base::{Budget, Cost, NodeId};
use astride::search::{DistanceField, FieldQuery, FieldStatus};
use astride::shapes::square;
use astride::world::Way;
use numpy::PyArray2;
use numpy::ndarray::Array2;
use pyo3::prelude::*;

use crate::array;
use crate::border::{Limits, away};
use crate::cell::{At, chosen, node_of};
use crate::error::{Answer, Kind, Refusal};
use crate::find::ticks;
use crate::grid::Grid;
use crate::mover::{Mover, asked};
use crate::number::optional;
use crate::path::{Answered, Path};

/// Costs from every cell to the nearest goal, or from the nearest source to every cell.
///
/// >>> field = grid.field([(3, 4), (20, 7)])
/// >>> field.costs[y, x], field.path_from((x, y)), field.next_from((x, y))
#[pyclass(frozen, module = "astride")]
pub(crate) struct Field {
    field: DistanceField,
    mover: square::Mover,
    /// Rows and columns of the grid it is of.
    shape: (u32, u32),
    is_complete: bool,
    grid: Py<Grid>,
}

impl Field {
    pub(crate) fn field(&self) -> &DistanceField {
        &self.field
    }

    /// Rows and columns.
    pub(crate) fn shape(&self) -> (u32, u32) {
        self.shape
    }

    /// What `number` makes of the cost at each cell in ticks, if that is known.
    fn map<T: Clone>(&self, number: impl Fn(Option<Cost>) -> T) -> Array2<T> {
        let (height, width) = self.shape;
        let below = self.field.settled_below();
        Array2::from_shape_fn((height as usize, width as usize), |(y, x)| {
            let node = NodeId::new(y as u32 * width + x as u32);
            number(self.field.distance(node).filter(|&cost| cost < below))
        })
    }

    fn costs_array(&self) -> Array2<f64> {
        let straight = f64::from(self.mover.step_scale().straight());
        self.map(|cost| cost.map_or(f64::INFINITY, |ticks| ticks as f64 / straight))
    }

    /// The grid as it is now, if the field can be of it.
    fn grid(&self) -> Answer<Arc<square::Grid>> {
        let grid = self.grid.get().now()?;
        if self.shape == (grid.height(), grid.width()) {
            return Ok(grid);
        }
        Err(Refusal::new(Kind::Stale, "the field is of a grid of another size"))
    }
}

#[pymethods]
impl Field {
    /// The costs at all cells in straight steps, as an array; infinite where it does not reach.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<f64>>> {
        let costs = away(py, || Ok(self.costs_array()))?;
        Ok(PyArray2::from_owned_array(py, costs))
    }

    /// The costs at all cells in ticks, as an array of uint64; the largest number where it does not
    /// reach.
    #[getter]
    fn ticks<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<u64>>> {
        let costs = away(py, || Ok(self.map(|cost| cost.unwrap_or(u64::MAX))))?;
        Ok(PyArray2::from_owned_array(py, costs))
    }

    /// Whether all that can be reached was looked at, within the limits that were given.
    #[getter]
    fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// A cheapest path between a cell and the nearest goal or source, in walking order.
    ///
    /// Raises Stale if the grid was edited since.
    fn path_from(&self, py: Python<'_>, cell: At) -> Answer<Path> {
        let grid = self.grid()?;
        let node = node_of(&grid, cell.0)?;
        let answered = away(py, || {
            let found = self.field.path_from(&grid.seen_by(&self.mover), node)?;
            Ok(Answered::cheapest(&self.mover, found.as_ref(), |node| grid.cell(node)))
        })?;
        Ok(Path::new(answered, Some(self.grid.clone_ref(py))))
    }

    /// The next cell on a cheapest path to the nearest goal, or back to the nearest source; None at a
    /// goal and where the field does not reach. Raises Stale if the grid was edited since.
    fn next_from(&self, cell: At) -> Answer<Option<(u32, u32)>> {
        let grid = self.grid()?;
        let node = node_of(&grid, cell.0)?;
        let next = self.field.next_from(&grid.seen_by(&self.mover), node)?;
        Ok(next.map(|node| (grid.cell(node).x, grid.cell(node).y)))
    }

    fn __repr__(&self) -> String {
        format!("<astride.Field of {}x{} cells>", self.shape.1, self.shape.0)
    }
}

#[pymethods]
impl Grid {
    /// The costs from every cell to the nearest of ``cells``, with ``way="from"`` from the nearest of
    /// them to every cell; no farther than ``most_cost`` cells, if that is given.
    #[pyo3(signature = (cells, *, mover=None, way="to", most_cost=None, most_expansions=None,
        most_seconds=None))]
    fn field(
        slf: &Bound<'_, Self>,
        cells: &Bound<'_, PyAny>,
        mover: Option<&Bound<'_, Mover>>,
        way: &str,
        most_cost: Option<f64>,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
    ) -> Answer<Field> {
        let this = slf.get();
        let (grid, mover) = (this.now()?, asked(mover, this.legend));
        let way = [Way::Backward, Way::Forward][chosen(way, &["to", "from"], "way")?];
        let sources = array::cells(cells, "cells")?
            .into_iter()
            .map(|cell| Ok((node_of(&grid, cell)?, 0)))
            .collect::<Answer<Vec<_>>>()?;
        let limits = Limits::new(most_expansions, most_seconds)?;
        let mut query = FieldQuery::new(&sources, way);
        if let Some(cells) = most_cost {
            query = query.within(ticks(cells, &mover)?);
        }
        let (field, status) = away(slf.py(), || {
            let mut field = DistanceField::new();
            let view = grid.seen_by(&mover);
            let compute = |budget: &mut Budget<'_>| field.answer(&view, &query, budget);
            let status = limits.within(compute);
            Ok((field, status))
        })?;
        Ok(Field {
            field,
            mover,
            shape: (grid.height(), grid.width()),
            is_complete: !matches!(status, FieldStatus::Partial { .. }),
            grid: slf.clone().unbind(),
        })
    }

    /// The costs from every cell to the nearest of ``cells``, as an array: ``field(...).costs``.
    #[pyo3(signature = (cells, *, mover=None, way="to", most_cost=None))]
    fn distances<'py>(
        slf: &Bound<'py, Self>,
        cells: &Bound<'py, PyAny>,
        mover: Option<&Bound<'py, Mover>>,
        way: &str,
        most_cost: Option<f64>,
    ) -> Answer<Bound<'py, PyArray2<f64>>> {
        Grid::field(slf, cells, mover, way, most_cost, None, None)?.costs(slf.py())
    }
}
