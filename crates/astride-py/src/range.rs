//! Movement range: everything within a cost.

use astride::base::Budget;
use astride::search::{PathQuery, Reach, reachable};
use astride::shapes::square;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;

use crate::border::{Limits, away, read};
use crate::cell::{At, Size, cells_array, node_of};
use crate::error::{Answer, Kind, Refusal};
use crate::find::{ticks, with_scratch};
use crate::grid::Grid;
use crate::mover::{Mover, asked};
use crate::navigator::{Navigator, Wish};
use crate::number::{optional, several, whole};
use crate::path::{Answered, Path};

/// All cells within a cost of a start.
///
/// >>> near = grid.range((5, 5), 6.0)
/// >>> len(near), (7, 7) in near, near.path_to((7, 7))
#[pyclass(frozen, module = "astride")]
pub(crate) struct Range {
    reach: Reach,
    mover: square::Mover,
    size: Size,
    /// The revision of the map. The world that was searched has another one for a large body, a
    /// faction or overlays.
    revision: u64,
    grid: Option<Py<Grid>>,
}

impl Range {
    pub(crate) fn reach(&self) -> &Reach {
        &self.reach
    }

    /// The revision of the map that it is of.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Rows and columns of the map that it is of.
    pub(crate) fn shape(&self) -> (u32, u32) {
        (self.size.height, self.size.width)
    }
}

#[pymethods]
impl Range {
    /// The cells, row by row: an array of int32 with a row (x, y) for each.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i32>> {
        cells_array(py, self.reach.nodes().iter().map(|reached| self.size.cell(reached.node)))
    }

    /// The cost of a cheapest path to each of the cells, in straight steps.
    #[getter]
    fn costs<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        let straight = f64::from(self.mover.step_scale().straight());
        let nodes = self.reach.nodes().iter();
        PyArray1::from_iter(py, nodes.map(|reached| reached.cost as f64 / straight))
    }

    /// The cost of a cheapest path to each of the cells in ticks, as an array of uint64.
    #[getter]
    fn ticks<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        PyArray1::from_iter(py, self.reach.nodes().iter().map(|reached| reached.cost))
    }

    /// A cheapest path from the start to one of the cells.
    fn path_to(&self, py: Python<'_>, cell: At) -> Answer<Path> {
        let node = self.size.node_of(cell.0)?;
        let found = self.reach.path_to(node);
        let answered = Answered::cheapest(&self.mover, found.as_ref(), |node| self.size.cell(node));
        Ok(Path::new(answered, self.grid.as_ref().map(|grid| grid.clone_ref(py))))
    }

    fn __contains__(&self, cell: At) -> bool {
        self.size.node(cell.0).is_some_and(|node| self.reach.of(node).is_some())
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
        let (size, revision) = (Size::of(&map), map.revision());
        Ok(Range { reach, mover, size, revision, grid: Some(slf.clone().unbind()) })
    }
}

#[pymethods]
impl Navigator {
    /// All cells that a mover can reach from ``start`` for at most ``most_cost`` straight steps, by
    /// what a faction knows, under overlays, around a set of places. There are none if it cannot stand
    /// on ``start``.
    ///
    /// Raises Full if a limit was reached before it was known.
    #[pyo3(signature = (start, most_cost, *, mover=0, faction=None, overlays=Vec::new(), around=None,
        most_expansions=None, most_seconds=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn range(
        &self,
        py: Python<'_>,
        start: At,
        most_cost: f64,
        #[pyo3(from_py_with = whole)] mover: u64,
        #[pyo3(from_py_with = optional)] faction: Option<u64>,
        #[pyo3(from_py_with = several)] overlays: Vec<u64>,
        #[pyo3(from_py_with = optional)] around: Option<u64>,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
    ) -> Answer<Range> {
        let wish = Wish { mover, faction, overlays, around, ..Wish::default() };
        let limits = Limits::new(most_expansions, most_seconds)?;
        away(py, || {
            let game = read(&self.game)?;
            let ask = game.ask((start, start), &wish)?;
            let mover = game.mover_of(&ask)?.clone();
            let within = ticks(most_cost, &mover)?;
            let reach = limits.within(|budget| game.navigator.reach(&ask, within, budget))?;
            let grid = game.navigator.grid();
            let (size, revision) = (Size::of(grid), grid.revision());
            Ok(Range { reach, mover, size, revision, grid: None })
        })
    }
}
