//! Fleets: robots with a steady stream of tasks that never collide.

use std::sync::RwLock;

use astride::base::{Cell, Coded};
use astride_agents::fleet::{
    self, Action, Assignment, Event, FleetError, Floor, Heading, Learning, Robot, Settings, Task,
};
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::array;
use crate::border::{Limits, away, read, write};
use crate::cell::{At, Size, cells_array, chosen};
use crate::error::{Answer, Kind, Refusal};
use crate::grid::Grid;
use crate::mover::Mover;
use crate::number::{optional, whole};
use crate::plan::{check_size, planned};

/// Sides by heading.
const SIDES: [&str; 4] = ["E", "S", "W", "N"];

/// Robots that get tasks all the time and never collide: no two are ever on one cell, and no two
/// exchange cells. In a step each makes one move or waits.
///
/// Robots are numbers, the rows of the arrays, and so are tasks. Later edits of the grid do not reach
/// the fleet. With limits in expansions the same calls give the same history on every machine.
///
/// >>> fleet = Fleet(grid, [(0, 0), (9, 5)], turning=True, facing=["E", "W"])
/// >>> fleet.add_task([(9, 0), (0, 5)])
/// >>> while fleet.tasks_done < 1:
/// ...     fleet.step(most_expansions=100)
///
/// Parameters
/// ----------
/// grid : Grid
/// starts : array with a row (x, y) for each robot
/// mover : Mover, optional
///     ``Mover(neighbours=4)`` if none is given; each move takes one step, whatever it costs.
/// turning : bool
///     Whether robots drive forward and turn on the spot, in a step each, or drive to any neighbour.
/// facing : "N", "E", "S" or "W", or one for each robot, optional
///     East if it is not given; of no meaning where robots need not turn.
/// assignment : "nearest" or "in-order"
///     Which robot gets a task.
/// learning : bool
///     Whether moves against the flow of traffic come to cost more.
/// span : int, optional
///     How many moves robots think ahead: 3 to 5 where they turn, else 1 to 5; if it is not given,
///     as many as fleets of this size have time for.
/// seed : int
/// table_bytes : int, optional
///     About how many bytes tables of distances may take: 2^30 if it is not given. With less, steps are
///     slower.
#[pyclass(frozen, module = "astride")]
pub(crate) struct Fleet {
    fleet: RwLock<fleet::Fleet>,
    size: Size,
}

/// Calls places as Python does.
fn refusal(size: Size) -> impl Fn(FleetError) -> Refusal + Send {
    move |error| {
        let kind = match error.code() {
            "no-such-robot" => Kind::UnknownNumber,
            _ => Kind::BadArgument,
        };
        Refusal::saying(kind, &error, error.with_names(|node| size.cell(node).to_string()))
    }
}

/// Where robots face, one side for all or one for each.
fn headings(facing: &Bound<'_, PyAny>, count: usize) -> Answer<Vec<Heading>> {
    let heading = |side: &Bound<'_, PyAny>| -> Answer<Heading> {
        let side: String = side.extract()?;
        Ok(Heading::ALL[chosen(&side, &SIDES, "side")?])
    };
    if facing.is_instance_of::<PyString>() {
        return Ok(vec![heading(facing)?; count]);
    }
    // One more than are wanted tells that there are too many, of what never ends as well.
    let sides = facing.try_iter()?.take(count + 1);
    let all = sides.map(|side| heading(&side?)).collect::<Answer<Vec<_>>>()?;
    if all.len() == count {
        return Ok(all);
    }
    let (least, sides) = (if all.len() > count { "at least " } else { "" }, all.len());
    let text = format!("there are {count} robots and {least}{sides} sides that they face");
    Err(Refusal::new(Kind::BadArray, format!("{text}, expected as many of each, or one side")))
}

fn told_action(action: &Action) -> &'static str {
    match action {
        Action::Wait => "wait",
        Action::Forward => "forward",
        Action::Clockwise => "clockwise",
        Action::CounterClockwise => "counter-clockwise",
        Action::To(_) => "drive",
    }
}

type ToldEvent = (&'static str, u32, Option<u32>, Option<u32>);

fn told_event(event: &Event) -> ToldEvent {
    match *event {
        Event::Assigned { robot, task } => ("assigned", robot, Some(task), None),
        Event::Withdrawn { robot, task } => ("withdrawn", robot, Some(task), None),
        Event::ErrandDone { robot, task, errand } => {
            ("errand-done", robot, Some(task), Some(errand))
        }
        Event::TaskDone { robot, task } => ("task-done", robot, Some(task), None),
        Event::Stuck { robot } => ("stuck", robot, None, None),
        Event::Freed { robot } => ("freed", robot, None, None),
        Event::Unreachable { robot } => ("unreachable", robot, None, None),
    }
}

#[pymethods]
impl Fleet {
    #[new]
    #[pyo3(signature = (grid, starts, *, mover=None, turning=false, facing=None,
        assignment="nearest", learning=true, span=None, seed=0, table_bytes=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named where it is called")]
    fn new(
        grid: &Bound<'_, Grid>,
        starts: &Bound<'_, PyAny>,
        mover: Option<&Bound<'_, Mover>>,
        turning: bool,
        facing: Option<&Bound<'_, PyAny>>,
        assignment: &str,
        learning: bool,
        #[pyo3(from_py_with = optional)] span: Option<usize>,
        #[pyo3(from_py_with = whole)] seed: u64,
        #[pyo3(from_py_with = optional)] table_bytes: Option<usize>,
    ) -> Answer<Self> {
        let (map, usual) = (grid.get().now()?, Settings::default());
        let (size, mover) = (Size::of(&map), planned(mover, grid.get().legend));
        check_size(&map)?;
        let rules = [Assignment::Nearest, Assignment::InOrder];
        let settings = Settings {
            span: span.or(usual.span),
            assignment: rules[chosen(assignment, &["nearest", "in-order"], "assignment")?],
            learning: if learning { Learning::On } else { Learning::Off },
            seed,
            table_bytes: table_bytes.unwrap_or(usual.table_bytes),
        };
        let starts = array::cells(starts, "starts")?;
        let headings = match facing {
            Some(facing) => headings(facing, starts.len())?,
            None => vec![Heading::East; starts.len()],
        };
        let robot = |(cell, heading)| Ok(Robot { start: size.node_of(cell)?, heading });
        let robots = starts.into_iter().zip(headings).map(robot).collect::<Answer<Vec<Robot>>>()?;
        let made = away(grid.py(), || {
            let view = map.seen_by(&mover);
            let floor = match turning {
                true => Floor::turning(&view, |node| size.cell(node)),
                false => Floor::free(&view),
            };
            fleet::Fleet::new(floor, &robots, settings).map_err(refusal(size))
        })?;
        Ok(Fleet { fleet: RwLock::new(made), size })
    }

    /// Hands over a task, cells that one robot has to visit in this order, and gives its number. It is
    /// handed out in the next step.
    fn add_task(&self, py: Python<'_>, errands: &Bound<'_, PyAny>) -> Answer<u32> {
        let cells = array::cells(errands, "errands")?.into_iter();
        let errands = cells.map(|cell| self.size.node_of(cell)).collect::<Answer<Vec<_>>>()?;
        away(py, || write(&self.fleet)?.add(&[Task { errands }]).map_err(refusal(self.size)))
    }

    /// Moves every robot once, and gives what each did: "wait", "forward", "clockwise" or
    /// "counter-clockwise" where they turn, "wait" or "drive" where they do not.
    ///
    /// Expansions are what is spent on better moves than right of way finds, all of it in each step; an
    /// expansion is an attempt of one robot. Seconds are for all of the step, and what is not done by then
    /// is made up for in the next steps. Without limits there is right of way alone; 2^32 seconds or more
    /// are no limit.
    #[pyo3(signature = (*, most_expansions=None, most_seconds=None))]
    fn step(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = optional)] most_expansions: Option<u64>,
        most_seconds: Option<f64>,
    ) -> Answer<Vec<&'static str>> {
        let limits = Limits::new(most_expansions, most_seconds)?.or_expansions(0);
        away(py, || {
            let mut fleet = write(&self.fleet)?;
            let actions = limits.within(|budget| fleet.step(&[], budget));
            Ok(actions.map_err(refusal(self.size))?.iter().map(told_action).collect())
        })
    }

    /// A robot breaks down where it stands, and the others drive round it; or it works again.
    fn set_working(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] robot: u32,
        works: bool,
    ) -> Answer<()> {
        let set = if works { fleet::Fleet::enable } else { fleet::Fleet::disable };
        away(py, || set(&mut *write(&self.fleet)?, robot).map_err(refusal(self.size)))
    }

    /// Nobody may enter a cell any more, though a robot that stands there may leave; or everybody may
    /// again.
    fn set_open(&self, py: Python<'_>, cell: At, is_open: bool) -> Answer<()> {
        let node = self.size.node_of(cell.0)?;
        let set = if is_open { fleet::Fleet::open } else { fleet::Fleet::close };
        away(py, || set(&mut *write(&self.fleet)?, node).map_err(refusal(self.size)))
    }

    /// Where each robot is: an array of int32 with a row (x, y) for each.
    #[getter]
    fn positions<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<i32>>> {
        let all = self.robots(py, |fleet, robot| self.size.cell(fleet.robot(robot).start))?;
        Ok(cells_array(py, all.into_iter()))
    }

    /// Which side each robot faces, "N", "E", "S" or "W"; of no meaning where robots need not turn.
    #[getter]
    fn facing(&self, py: Python<'_>) -> Answer<Vec<&'static str>> {
        self.robots(py, |fleet, robot| SIDES[fleet.robot(robot).heading as usize])
    }

    /// Where each robot goes at present: an array of int32 with a row (x, y) for each, (-1, -1) where
    /// it goes nowhere.
    #[getter]
    fn goals<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<i32>>> {
        let nowhere = Cell::new(u32::MAX, u32::MAX);
        let all = self.robots(py, |fleet, robot| {
            fleet.goal(robot).map_or(nowhere, |node| self.size.cell(node))
        })?;
        Ok(cells_array(py, all.into_iter()))
    }

    /// What happened in the last step, and since then when a robot broke down: a list of tuples (kind,
    /// robot, task, errand), where errand is the place in the task, from 0, and None stands for a
    /// number that a kind has not.
    ///
    /// Kinds: "assigned" (the robot was given the task), "withdrawn" (it was taken away before it was
    /// begun), "errand-done", "task-done", "stuck" (the robot has not come nearer to its errand for so
    /// long that it gets the right of way), "freed" (a stuck one has done its errand, or has another),
    /// "unreachable" (no way leads to its errand at present).
    #[getter]
    fn events(&self, py: Python<'_>) -> Answer<Vec<ToldEvent>> {
        away(py, || Ok(read(&self.fleet)?.events().iter().map(told_event).collect()))
    }

    /// How many steps were made.
    #[getter]
    fn timestep(&self, py: Python<'_>) -> Answer<u32> {
        away(py, || Ok(read(&self.fleet)?.timestep()))
    }

    /// How many tasks are done.
    #[getter]
    fn tasks_done(&self, py: Python<'_>) -> Answer<u64> {
        away(py, || Ok(read(&self.fleet)?.tasks_done()))
    }

    /// How many errands are done, including those of unfinished tasks.
    #[getter]
    fn errands_done(&self, py: Python<'_>) -> Answer<u64> {
        away(py, || Ok(read(&self.fleet)?.errands_done()))
    }

    /// How many tasks no robot is doing.
    #[getter]
    fn tasks_waiting(&self, py: Python<'_>) -> Answer<usize> {
        away(py, || Ok(read(&self.fleet)?.tasks_waiting()))
    }

    /// One number for the timestep, where each robot is and goes, chance and the tasks done: fleets
    /// with the same history have the same.
    fn digest(&self, py: Python<'_>) -> Answer<u64> {
        away(py, || Ok(read(&self.fleet)?.digest()))
    }

    fn __len__(&self, py: Python<'_>) -> Answer<usize> {
        away(py, || Ok(read(&self.fleet)?.robot_count()))
    }

    fn __repr__(&self, py: Python<'_>) -> Answer<String> {
        away(py, || {
            let fleet = read(&self.fleet)?;
            let (robots, steps, done) = (fleet.robot_count(), fleet.timestep(), fleet.tasks_done());
            Ok(format!("<astride.Fleet of {robots} robots, {done} tasks done in {steps} steps>"))
        })
    }
}

impl Fleet {
    /// Something of each robot.
    fn robots<R: Send>(
        &self,
        py: Python<'_>,
        of: impl Fn(&fleet::Fleet, u32) -> R + Send,
    ) -> Answer<Vec<R>> {
        away(py, move || {
            let fleet = read(&self.fleet)?;
            Ok((0..fleet.robot_count() as u32).map(|robot| of(&fleet, robot)).collect())
        })
    }
}
