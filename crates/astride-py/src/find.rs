//! Questions about a grid with nothing prepared, one or many.

use std::cell::RefCell;

use astride::base::Cost;
use astride::planner::{Choice, Guide, Method, solve};
use astride::search::{PathQuery, Scratch};
use astride::shapes::square;
use pyo3::prelude::*;

use crate::array::pairs;
use crate::batch::{self, Paths};
use crate::border::{Limits, away};
use crate::cell::{At, node_of};
use crate::error::{Answer, Kind, Refusal};
use crate::grid::Grid;
use crate::mover::{Mover, asked};
use crate::number::optional;
use crate::path::{Answered, Path};

thread_local! {
    /// The memory of searches of this thread.
    static SCRATCH: RefCell<Scratch> = RefCell::default();
}

/// Lends the memory of this thread; a fresh one where it is gone or in use.
pub(crate) fn with_scratch<R>(work: impl FnOnce(&mut Scratch) -> R) -> R {
    let mut taken = SCRATCH.try_with(RefCell::take).unwrap_or_default();
    let found = work(&mut taken);
    let _ = SCRATCH.try_with(|scratch| scratch.replace(taken));
    found
}

/// A limit of cost in cells, in ticks of a mover: the most ticks that are reported as no more than it.
pub(crate) fn ticks(cells: f64, mover: &square::Mover) -> Answer<Cost> {
    if cells.is_nan() || cells < 0.0 {
        let text = format!("the limit of cost is {cells}, expected 0 or more");
        return Err(Refusal::new(Kind::BadArgument, text));
    }
    let straight = f64::from(mover.step_scale().straight());
    // More than there are ticks is no limit.
    let about = (cells * straight).floor() as Cost;
    // The product is rounded, so a cost that was reported as `cells` may be one tick off.
    let near = [about.saturating_add(1), about];
    let most = near.into_iter().find(|&ticks| ticks as f64 / straight <= cells);
    Ok(most.unwrap_or(about.saturating_sub(1)))
}

#[pymethods]
impl Grid {
    /// Finds a path from one cell to another; a cheapest one, unless the method is one that is
    /// content with less.
    ///
    /// Parameters
    /// ----------
    /// start, goal : (x, y)
    /// mover : Mover, optional
    /// method : str
    ///     One of `astride.METHODS`, such as "dijkstra" or "weighted:1.5"; those that answer from an
    ///     index are for `index`.
    /// most_cost : float, optional
    ///     The most the path may cost, in cells.
    /// most_expansions : int, optional
    /// most_seconds : float, optional
    ///     When the answer is "out of budget".
    /// or_nearest : bool
    ///     Whether the path to the nearest place will do if there is none to the goal.
    #[pyo3(signature = (start, goal, *, mover=None, method="astar", most_cost=None,
        most_expansions=None, most_seconds=None, or_nearest=false))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn find_path(
        slf: &Bound<'_, Self>,
        start: At,
        goal: At,
        mover: Option<&Bound<'_, Mover>>,
        method: &str,
        most_cost: Option<f64>,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
        or_nearest: bool,
    ) -> Answer<Path> {
        let this = slf.get();
        let (grid, mover) = (this.now()?, asked(mover, this.legend));
        let question = Choice { method: method.parse()?, ..Choice::default() };
        let limits = Limits::new(most_expansions, most_seconds)?;
        let mut query = PathQuery::new(node_of(&grid, start.0)?, node_of(&grid, goal.0)?);
        if let Some(cells) = most_cost {
            query = query.within(ticks(cells, &mover)?);
        }
        if or_nearest {
            query = query.or_nearest();
        }
        let answered = away(slf.py(), || {
            let view = grid.seen_by(&mover);
            let outcome = with_scratch(|scratch| {
                limits.within(|budget| solve(&view, question, &query, scratch, budget, &mut ()))
            });
            let outcome = outcome.map_err(|error| match Refusal::from(error) {
                Refusal::Ours(kind, text, code @ "method-needs-index") => {
                    let own = text.split(',').next().unwrap_or_default();
                    Refusal::Ours(kind, format!("{own}: ask grid.index({method:?})"), code)
                }
                other => other,
            })?;
            Ok(Answered::new(&grid, &mover, &outcome))
        })?;
        Ok(Path::new(answered, Some(slf.clone().unbind())))
    }

    /// Finds many paths, from each of ``starts`` to the goal of the same number, on all threads of
    /// the machine or on as many as ``threads`` says.
    ///
    /// starts and goals are arrays with a row (x, y) for each. "auto" builds what this many
    /// questions are worth; keep an `index` to ask more than once.
    #[pyo3(signature = (starts, goals, *, mover=None, method="auto", threads=None))]
    fn paths(
        slf: &Bound<'_, Self>,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        mover: Option<&Bound<'_, Mover>>,
        method: &str,
        #[pyo3(from_py_with = optional)] threads: Option<usize>,
    ) -> Answer<Paths> {
        let this = slf.get();
        let (grid, mover) = (this.now()?, asked(mover, this.legend));
        let (pairs, method): (_, Method) = (pairs(starts, goals)?, method.parse()?);
        let all = away(slf.py(), || {
            let mut guide = Guide::new(mover).method(method);
            guide.prepare_for(&grid, pairs.len() as u64)?;
            batch::paths(&guide, &grid, &pairs, threads)
        })?;
        Ok(Paths::new(all, Some(slf.clone().unbind())))
    }
}
