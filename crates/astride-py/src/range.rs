//! Movement range: everything within a cost.

use std::sync::Arc;

use astride::base::Budget;
use astride::search::{PathQuery, Reach, reachable};
use astride::shapes::square;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::border::away;
use crate::cell::{At, cells_array, node_of};
use crate::error::{Answer, Kind, Refusal};
use crate::find::{ticks, with_scratch};
use crate::grid::Grid;
use crate::mover::{Mover, asked};
use crate::path::{Answered, Path};

/// All cells within a cost of a start.
///
/// >>> near = grid.range((5, 5), 6.0)
/// >>> len(near), (7, 7) in near, near.path_to((7, 7))
#[pyclass(frozen, module = "astride")]
pub(crate) struct Range {
    reach: Reach,
    mover: square::Mover,
    /// As it was when it was asked about.
    map: Arc<square::Grid>,
    grid: Py<Grid>,
}

impl Range {
    pub(crate) fn reach(&self) -> &Reach {
        &self.reach
    }

    /// Rows and columns of the map that it is of.
    pub(crate) fn shape(&self) -> (u32, u32) {
        (self.map.height(), self.map.width())
    }
}

#[pymethods]
impl Range {
    /// The cells, row by row: an array of int32 with a row (x, y) for each.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        cells_array(py, self.reach.nodes().iter().map(|reached| self.map.cell(reached.node)))
    }

    /// The cost of a cheapest path to each of the cells, in straight steps.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let straight = f64::from(self.mover.step_scale().straight());
        let nodes = self.reach.nodes().iter();
        PyArray1::from_iter(py, nodes.map(|reached| reached.cost as f64 / straight))
    }

    /// A cheapest path from the start to one of the cells.
    fn path_to(&self, py: Python<'_>, cell: At) -> Answer<Path> {
        let found = self.reach.path_to(node_of(&self.map, cell.0)?);
        let answered = Answered::cheapest(&self.map, &self.mover, found.as_ref());
        Ok(Path::new(answered, Some(self.grid.clone_ref(py))))
    }

    fn __contains__(&self, cell: At) -> bool {
        self.map.node(cell.0).is_some_and(|node| self.reach.of(node).is_some())
    }

    fn __len__(&self) -> usize {
        self.reach.nodes().len()
    }

    fn __repr__(&self) -> String {
        format!("<astride.Range of {} cells>", self.reach.nodes().len())
    }
}

#[pymethods]
impl Grid {
    /// All cells that can be reached from ``start`` for at most ``most_cost`` straight steps.
    #[pyo3(signature = (start, most_cost, *, mover=None))]
    fn range(
        slf: &Bound<'_, Self>,
        start: At,
        most_cost: f64,
        mover: Option<&Bound<'_, Mover>>,
    ) -> Answer<Range> {
        let this = slf.get();
        let (map, mover) = (this.now()?, asked(mover, this.legend));
        let query =
            PathQuery::everywhere(node_of(&map, start.0)?).within(ticks(most_cost, &mover)?);
        let reach = away(slf.py(), || {
            let view = map.seen_by(&mover);
            with_scratch(|scratch| {
                let budget = &mut Budget::unlimited();
                let refusal = |_| Refusal::new(Kind::Fault, "a search without a limit ended early");
                reachable(&view, &query, scratch, budget, &mut ()).map_err(refusal)
            })
        })?;
        Ok(Range { reach, mover, map, grid: slf.clone().unbind() })
    }
}
