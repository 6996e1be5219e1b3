//! Graphs: places that are numbers, joined by arcs of any cost.

use std::sync::Arc;

use astride::base::{Budget, Cost, NodeId};
use astride::search::{DistanceField, FieldQuery, Outcome, PathQuery, Search};
use astride::shapes::graph;
use astride::world::{Way, World};
use numpy::PyArray1;
use pyo3::prelude::*;

use crate::array;
use crate::border::{Limits, away};
use crate::error::{Answer, Kind, Refusal};
use crate::find::with_scratch;
use crate::number::{optional, refused, whole};

/// Places 0, 1, 2, … joined by one-way arcs that cost whole ticks, from 0 to 2^31.
///
/// >>> roads = Graph(4, [0, 1, 0], [1, 3, 3], [5, 5, 12])
/// >>> roads.find_path(0, 3)
/// (array([0, 1, 3]), 10)
/// >>> roads.costs_from(0)
///
/// `astride.compat` makes graphs of costs that are not whole, and of networkx graphs.
#[pyclass(frozen, module = "astride")]
pub(crate) struct Graph {
    graph: Arc<graph::Graph>,
}

impl Graph {
    fn node(&self, number: i64) -> Answer<NodeId> {
        let count = self.graph.node_count();
        let node = u32::try_from(number).ok().filter(|&number| number < count);
        node.map(NodeId::new).ok_or_else(|| {
            let text = format!("there is no place {number}, expected one of {count} from 0 on");
            Refusal::new(Kind::OffMap, text)
        })
    }
}

/// For `from_py_with`: the number of a place.
fn place(given: &Bound<'_, PyAny>) -> PyResult<i64> {
    let expected = "expected a place, a whole number from 0 on";
    given.extract().map_err(|error| refused(error, given, Kind::OffMap, expected))
}

/// A list of places and what it costs in ticks.
type Walk<'py> = (Bound<'py, PyArray1<i64>>, Cost);

#[pymethods]
impl Graph {
    /// nodes is how many places there are; starts, goals and costs have a number for each arc.
    ///
    /// Raises Full if there is no memory for them.
    #[new]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] nodes: u32,
        starts: &Bound<'_, PyAny>,
        goals: &Bound<'_, PyAny>,
        costs: &Bound<'_, PyAny>,
    ) -> Answer<Self> {
        let starts = array::numbers(starts, "starts")?;
        let goals = array::numbers(goals, "goals")?;
        let costs = array::numbers(costs, "costs")?;
        if starts.len() != goals.len() || goals.len() != costs.len() {
            let (starts, goals, costs) = (starts.len(), goals.len(), costs.len());
            let text = format!(
                "there are {starts} starts, {goals} goals and {costs} costs, expected as many of each"
            );
            return Err(Refusal::new(Kind::BadArray, text));
        }
        let graph = away(py, || {
            let ends = starts.into_iter().zip(goals).zip(costs);
            let arcs: Vec<_> = ends.map(|((start, goal), cost)| (start, goal, cost)).collect();
            Ok(graph::Graph::from_arcs(nodes, &arcs)?)
        })?;
        Ok(Graph { graph: Arc::new(graph) })
    }

    /// How many places there are.
    #[getter]
    fn nodes(&self) -> u32 {
        self.graph.node_count()
    }

    /// How many arcs there are.
    #[getter]
    fn arcs(&self) -> usize {
        self.graph.arc_count()
    }

    /// Finds a cheapest path: its places and its cost in ticks; None if there is none.
    ///
    /// Raises Full if a limit was reached before it was known.
    #[pyo3(signature = (start, goal, *, most_expansions=None, most_seconds=None))]
    fn find_path<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = place)] start: i64,
        #[pyo3(from_py_with = place)] goal: i64,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
    ) -> Answer<Option<Walk<'py>>> {
        let query = PathQuery::new(self.node(start)?, self.node(goal)?);
        let limits = Limits::new(most_expansions, most_seconds)?;
        let found = away(py, || {
            let (graph, guess) = (&*self.graph, self.graph.heuristic());
            let outcome = with_scratch(|scratch| {
                let mut search = Search::astar(graph, &guess, &query, scratch);
                limits.within(|budget| search.run(budget, &mut ()))
            });
            match outcome {
                Outcome::OutOfBudget(_) => {
                    Err(Refusal::new(Kind::Full, "the limits were reached before a path was found"))
                }
                other => Ok(other.into_path()),
            }
        })?;
        Ok(found.map(|path| {
            let places = path.nodes().iter().map(|node| i64::from(node.get()));
            (PyArray1::from_iter(py, places), path.cost())
        }))
    }

    /// What it costs from a place to all others in ticks; -1 where no path leads.
    fn costs_from<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = place)] start: i64,
    ) -> Answer<Bound<'py, PyArray1<i64>>> {
        let sources = [(self.node(start)?, 0)];
        let costs: Vec<i64> = away(py, || {
            let mut field = DistanceField::new();
            let query = FieldQuery::new(&sources, Way::Forward);
            let _ = field.answer(&*self.graph, &query, &mut Budget::unlimited());
            let known = |node| field.distance(node).map_or(-1, |cost| cost as i64);
            Ok(self.graph.nodes().map(known).collect())
        })?;
        Ok(PyArray1::from_vec(py, costs))
    }

    fn __repr__(&self) -> String {
        format!("<astride.Graph of {} places and {} arcs>", self.nodes(), self.arcs())
    }
}
