//! What a navigator says beside paths: why there is none, and what an edit would part.

use astride::planner::{Ask, ExplainTerms};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyAny;

use crate::array::pairs;
use crate::border::{Limits, away, read};
use crate::cell::{At, cells_array, frozen};
use crate::edit::Edit;
use crate::error::Answer;
use crate::navigator::{Navigator, Wish};
use crate::number::{optional, whole};

/// Why there is no path, and what would open one.
#[pyclass(frozen, get_all, module = "astride")]
pub(crate) struct Explanation {
    /// Which end is blocked or enclosed, in words.
    why: String,
    /// The blocked cells that enclose it, or the end itself: a row (x, y) for each. Of the places that
    /// are gone around, only those on the goal.
    frontier: Py<PyArray2<i32>>,
    /// The fewest blocked cells to open, in the order of the way; empty if that does not help, or if
    /// only places that are gone around are in the way.
    cells: Py<PyArray2<i32>>,
    /// The edit that opens them; None if that does not help.
    opening: Option<Py<Edit>>,
}

#[pymethods]
impl Explanation {
    fn __repr__(&self) -> String {
        format!("<astride.Explanation: {}>", self.why)
    }
}

#[pymethods]
impl Navigator {
    /// Explains why there is no path, and what would open one; None if there is a path.
    ///
    /// ``around`` and ``edit`` are as for `find_path`; what would open a path is to be made after ``edit``.
    ///
    /// Raises Full if a limit was reached before it was known.
    #[pyo3(signature = (start, goal, *, mover=0, faction=None, around=None, edit=None,
        most_expansions=None, most_seconds=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn explain(
        &self,
        py: Python<'_>,
        start: At,
        goal: At,
        #[pyo3(from_py_with = whole)] mover: u64,
        #[pyo3(from_py_with = optional)] faction: Option<u64>,
        #[pyo3(from_py_with = optional)] around: Option<u64>,
        edit: Option<&Bound<'_, Edit>>,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
    ) -> Answer<Option<Explanation>> {
        let wish = Wish { mover, faction, around, ..Wish::default() };
        let limits = Limits::new(most_expansions, most_seconds)?;
        let changes = edit.map(|edit| edit.get().changes()).transpose()?;
        let explained = away(py, || {
            let game = read(&self.game)?;
            let ask = game.ask((start, goal), &wish)?;
            let mut terms = ExplainTerms::new();
            if let Some(changes) = &changes {
                terms = terms.after(changes);
            }
            Ok(limits.within(|budget| game.navigator.explain_with(&ask, &terms, budget))?)
        })?;
        let Some(explained) = explained else { return Ok(None) };
        let opening = explained.opening;
        let cells = opening.as_ref().map_or(&[][..], |opening| &opening.cells);
        let edit = opening.as_ref().map(|opening| Py::new(py, Edit::of(opening.edit())));
        Ok(Some(Explanation {
            why: explained.why.to_string(),
            frontier: frozen(cells_array(py, explained.frontier.iter().copied())).unbind(),
            cells: frozen(cells_array(py, cells.iter().copied())).unbind(),
            opening: edit.transpose()?,
        }))
    }

    /// Which ways an edit would part, without making it: from each of ``starts`` to the goal of the
    /// same number, or to any of the set of goals ``or_to``. Gives the numbers of those that have a
    /// path now and would have none.
    #[pyo3(signature = (edit, starts, goals, *, mover=0, faction=None, or_to=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn would_part<'py>(
        &self,
        py: Python<'py>,
        edit: &Bound<'py, Edit>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = whole)] mover: u64,
        #[pyo3(from_py_with = optional)] faction: Option<u64>,
        #[pyo3(from_py_with = optional)] or_to: Option<u64>,
    ) -> Answer<Bound<'py, PyArray1<i64>>> {
        let (changes, pairs) = (edit.get().changes()?, pairs(starts, goals)?);
        let wish = Wish { mover, faction, or_to, ..Wish::default() };
        let parted = away(py, || {
            let game = read(&self.game)?;
            let ask = |&(start, goal): &_| game.ask((At(start), At(goal)), &wish);
            let asks = pairs.iter().map(ask).collect::<Answer<Vec<Ask>>>()?;
            Ok(game.navigator.would_part(&changes, &asks)?)
        })?;
        Ok(PyArray1::from_iter(py, parted.into_iter().map(|at| at as i64)))
    }
}
