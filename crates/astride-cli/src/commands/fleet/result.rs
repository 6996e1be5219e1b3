//! What a fleet did, as the League of Robot Runners writes it (2024) and PlanViz reads it.

use astride::base::{Cell, NodeId};
use astride::shapes::square::Grid;
use astride_agents::fleet::{Action, History, Robot, Task};
use serde_json::{Value, json};

/// Everything to be reported.
pub(super) struct Told<'a> {
    pub(super) grid: &'a Grid,
    pub(super) robots: &'a [Robot],
    /// The known tasks, and since when they have been known.
    pub(super) tasks: &'a [Task],
    pub(super) released: &'a [u32],
    pub(super) history: &'a History,
    /// What each robot was told to do, timestep by timestep; late robots do it later.
    pub(super) planned: &'a [Vec<Action>],
    /// Timestep, robot and task of each assignment.
    pub(super) assigned: &'a [[u32; 3]],
    pub(super) tasks_done: u64,
    pub(super) is_turning: bool,
    /// Seconds of each step.
    pub(super) seconds: &'a [f64],
}

impl Told<'_> {
    pub(super) fn json(&self) -> Value {
        let steps = self.history.actions.first().map_or(0, Vec::len);
        let paths = |rows: &[Vec<Action>]| -> Vec<String> {
            let rows = rows.iter().enumerate();
            rows.map(|(robot, actions)| self.path(robot, actions)).collect()
        };
        let schedules = self.schedules();
        json!({
            "actionModel": if self.is_turning { "MAPF_T" } else { "MAPF" },
            "version": "2024 LoRR",
            "AllValid": "Yes",
            "teamSize": self.robots.len(),
            "start": self.robots.iter().map(|robot| self.start(robot)).collect::<Vec<_>>(),
            "numTaskFinished": self.tasks_done,
            "sumOfCost": self.robots.len() * steps,
            "makespan": steps,
            "actualPaths": paths(&self.history.actions),
            "plannerPaths": paths(self.planned),
            "plannerTimes": self.seconds,
            "errors": [],
            "actualSchedule": schedules,
            "plannerSchedule": schedules,
            "scheduleErrors": [],
            "numPlannerErrors": 0,
            "numScheduleErrors": 0,
            "numEntryTimeouts": 0,
            "events": self.events(),
            "tasks": self.task_rows(),
        })
    }

    fn start(&self, robot: &Robot) -> Value {
        let Cell { x, y } = self.grid.cell(robot.start);
        json!([y, x, robot.heading.letter().to_string()])
    }

    /// The moves of a robot as letters with commas.
    fn path(&self, robot: usize, actions: &[Action]) -> String {
        let mut at = self.robots[robot].start;
        let mut path = String::with_capacity(2 * actions.len());
        for &action in actions {
            if !path.is_empty() {
                path.push(',');
            }
            path.push(match action {
                Action::Wait => 'W',
                Action::Forward => 'F',
                Action::Clockwise => 'R',
                Action::CounterClockwise => 'C',
                Action::To(to) => self.letter(std::mem::replace(&mut at, to), to),
            });
        }
        path
    }

    /// Which way a step leads; rows are counted from the top.
    fn letter(&self, from: NodeId, to: NodeId) -> char {
        let (from, to) = (self.grid.cell(from), self.grid.cell(to));
        match (to.x.cmp(&from.x), to.y.cmp(&from.y)) {
            (std::cmp::Ordering::Greater, _) => 'R',
            (std::cmp::Ordering::Less, _) => 'L',
            (_, std::cmp::Ordering::Greater) => 'D',
            _ => 'U',
        }
    }

    fn schedules(&self) -> Vec<String> {
        let mut rows = vec![String::new(); self.robots.len()];
        for [timestep, robot, task] in self.assigned {
            let row = &mut rows[*robot as usize];
            let comma = if row.is_empty() { "" } else { "," };
            row.push_str(&format!("{comma}{timestep}:{task}"));
        }
        rows
    }

    /// Timestep, robot, task, and how many errands of it are done.
    fn events(&self) -> Value {
        let done = self.history.done.iter();
        done.map(|done| json!([done.timestep, done.robot, done.task, done.errand + 1])).collect()
    }

    fn task_rows(&self) -> Value {
        let cells = |task: &Task| -> Vec<u32> {
            let cells = task.errands.iter().map(|&node| self.grid.cell(node));
            cells.flat_map(|cell| [cell.y, cell.x]).collect()
        };
        let rows = self.tasks.iter().zip(self.released).enumerate();
        rows.map(|(task, (errands, since))| json!([task, since, cells(errands)])).collect()
    }
}
