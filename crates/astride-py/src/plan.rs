//! Plans for many units: no two are at the same place, and no two swap places.

use astride::base::NodeId;
use astride::shapes::square;
use astride_agents::mapf::{self, Instance, Method, Objective, Trip, Wanted};
use numpy::PyArray3;
use numpy::ndarray::Array3;
use pyo3::prelude::*;

use crate::array::{self, Given, pairs};
use crate::border::{Limits, away};
use crate::cell::{chosen, node_of};
use crate::error::{Answer, Kind, Refusal};
use crate::grid::Grid;
use crate::mover::{Legend, Mover, asked};
use crate::number::{optional, whole};

/// Where everybody is at each timestep, and what is proved of it.
#[pyclass(frozen, module = "astride")]
pub(crate) struct Plan {
    status: &'static str,
    cost: Option<u64>,
    bound: u64,
    method: &'static str,
    /// By timestep, by unit, x and y.
    positions: Array3<i32>,
}

#[pymethods]
impl Plan {
    /// "optimal", "bounded" (within the weight of "eecbs"), "feasible", "unsolvable", "out-of-budget" or "gave-up".
    #[getter]
    fn status(&self) -> &str {
        self.status
    }

    /// What the plan costs by the objective that was asked for; None without a plan.
    #[getter]
    fn cost(&self) -> Option<u64> {
        self.cost
    }

    /// No plan costs less, as far as is proved.
    #[getter]
    fn bound(&self) -> u64 {
        self.bound
    }

    /// The method that made it.
    #[getter]
    fn method(&self) -> &str {
        self.method
    }

    /// An array of int32: ``positions[timestep, unit]`` is (x, y). Without a plan it is empty.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<i32>> {
        PyArray3::from_owned_array(py, self.positions.clone())
    }

    fn __bool__(&self) -> bool {
        self.cost.is_some()
    }

    fn __repr__(&self) -> String {
        let (steps, units, _) = self.positions.dim();
        match self.cost {
            None => format!("<astride.Plan: {}>", self.status),
            Some(cost) => format!(
                "<astride.Plan of {units} units in {} timesteps, cost {cost}, {}>",
                steps.saturating_sub(1),
                self.status
            ),
        }
    }
}

/// Plans for a team: each unit goes from its start to its goal, cell by cell or waiting, without two
/// on one cell or exchanging cells.
///
/// Parameters
/// ----------
/// grid : Grid
/// starts, goals : arrays with a row (x, y) for each unit
/// mover : Mover, optional
///     Each step counts one timestep; ``Mover(neighbours=4)`` if none is given.
/// method : str
///     "auto", or "pibt", "lacam", "lacam-star", "guided", "pp", "whca", "lns", "cbs" or "eecbs"; with
///     a window as in "whca:32", and with a weight as in "eecbs:1.05".
/// objective : "soc", "makespan" or "loss"
///     What is kept small: the sum of the arrivals, the last arrival, timesteps not at the goal; the
///     last is not for "cbs" and "eecbs".
/// most_seconds, most_expansions : optional
///     When to be content with the best plan so far; a second if neither is given.
/// seed : int
#[pyfunction]
#[pyo3(signature = (grid, starts, goals, *, mover=None, method="auto", objective="soc",
    most_seconds=None, most_expansions=None, seed=0))]
#[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
pub(crate) fn plan(
    grid: &Bound<'_, Grid>,
    starts: &Bound<'_, PyAny>,
    goals: &Bound<'_, PyAny>,
    mover: Option<&Bound<'_, Mover>>,
    method: &str,
    objective: &str,
    most_seconds: Option<f64>,
    #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
    #[pyo3(from_py_with = whole)] seed: u64,
) -> Answer<Plan> {
    let map = grid.get().now()?;
    check_size(&map)?;
    let mover = planned(mover, grid.get().legend);
    let method: Method = method.parse().map_err(|text: String| {
        Refusal::new(Kind::BadArgument, text.replacen("no method", "there is no method", 1))
    })?;
    let aims = Objective::ALL.map(Objective::name);
    let objective = Objective::ALL[chosen(objective, &aims, "objective")?];
    let wanted = Wanted { objective, method, seed, ..Wanted::default() };
    wanted.check()?;
    let is_free = most_seconds.is_none() && most_expansions.is_none();
    let limits = Limits::new(most_expansions, if is_free { Some(1.0) } else { most_seconds })?;
    let trips = trips(&map, starts, goals)?;
    away(grid.py(), || {
        let name = |node: NodeId| map.cell(node).to_string();
        let instance = Instance::new(&map.seen_by(&mover), &trips)
            .map_err(|error| Refusal::saying(Kind::BadArgument, &error, error.with_names(name)))?;
        let solved = limits.within(|budget| mapf::solve(&instance, &wanted, budget, &mut |_| ()));
        let size = solved.plan.as_ref().map_or(0, |plan| plan.makespan() as usize + 1);
        let mut positions = Array3::zeros((size, trips.len(), 2));
        for ((time, unit, side), place) in positions.indexed_iter_mut() {
            let Some(plan) = &solved.plan else { break };
            let cell = map.cell(plan.node_at(unit, time as u32));
            *place = [cell.x, cell.y][side] as i32;
        }
        Ok(Plan {
            status: solved.status.name(),
            cost: solved.cost,
            bound: solved.bound,
            method: solved.method.row().name,
            positions,
        })
    })
}

/// Refuses a grid so large that the steps of a team on it cannot be counted in 32 bits.
pub(crate) fn check_size(map: &square::Grid) -> Answer<()> {
    if map.cell_count() < 1 << 28 {
        return Ok(());
    }
    let text = format!("the grid has {} cells, expected fewer than 2^28", map.cell_count());
    Err(Refusal::new(Kind::BadArgument, text))
}

/// The mover of a plan or a fleet.
pub(crate) fn planned(mover: Option<&Bound<'_, Mover>>, legend: Legend) -> square::Mover {
    match mover {
        Some(_) => asked(mover, legend),
        None => legend.mover().neighbours(square::Neighbours::Four),
    }
}

fn trips(
    map: &square::Grid,
    starts: &Bound<'_, PyAny>,
    goals: &Bound<'_, PyAny>,
) -> Answer<Vec<Trip>> {
    let trip = |(start, goal)| Ok(Trip { start: node_of(map, start)?, goal: node_of(map, goal)? });
    pairs(starts, goals)?.into_iter().map(trip).collect()
}

/// What is wrong with a plan, by the rules alone and whoever made it: the first fault in words, or None.
///
/// Parameters
/// ----------
/// grid : Grid
/// starts, goals : arrays with a row (x, y) for each unit
/// positions : array
///     As ``Plan.positions``: ``positions[timestep, unit]`` is (x, y).
/// mover : Mover, optional
///     As for `plan`.
///
/// A cell that is off the map is no fault but raises OffMap.
///
/// >>> plan_fault(grid, starts, goals, plan(grid, starts, goals).positions) is None
#[pyfunction]
#[pyo3(signature = (grid, starts, goals, positions, *, mover=None))]
pub(crate) fn plan_fault(
    grid: &Bound<'_, Grid>,
    starts: &Bound<'_, PyAny>,
    goals: &Bound<'_, PyAny>,
    positions: &Bound<'_, PyAny>,
    mover: Option<&Bound<'_, Mover>>,
) -> Answer<Option<String>> {
    let map = grid.get().now()?;
    let mover = planned(mover, grid.get().legend);
    let trips = trips(&map, starts, goals)?;
    let given = Given::of(positions)?;
    given.check_dimensions(3, "positions")?;
    let (times, units, sides) = (given.shape()[0], given.shape()[1], given.shape()[2]);
    if times == 0 || sides != 2 {
        let text = format!(
            "positions are of shape {:?}, expected a timestep or more, units, and 2 for (x, y)",
            given.shape()
        );
        return Err(Refusal::new(Kind::BadArray, text));
    }
    let flat = given.flat()?.call_method1("reshape", ((times * units, 2),))?;
    let cells = array::cells(&flat, "positions")?;
    let nodes = cells.into_iter().map(|cell| node_of(&map, cell)).collect::<Answer<Vec<_>>>()?;
    away(grid.py(), || {
        let path = |unit: usize| nodes.iter().copied().skip(unit).step_by(units.max(1));
        let plan = mapf::Plan::from_paths((0..units).map(path));
        let name = |node: NodeId| map.cell(node).to_string();
        let fault = mapf::validate(&map.seen_by(&mover), &trips, &plan).err();
        Ok(fault.map(|fault| fault.with_names(name)))
    })
}
