//! Checking the history of a fleet against the world alone: nothing of the fleet itself is used here.

use std::fmt;

use astride::base::{Cell, NodeId};
use astride::world::World;

use super::errands::Task;
use super::floor::Action;
use super::lifelong::Robot;

/// What robots did, and which errands were done then.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// For each robot what it did, timestep by timestep, as many for each.
    pub actions: Vec<Vec<Action>>,
    /// Errands that count as done, in the order of time.
    pub done: Vec<Done>,
}

/// An errand is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// After this many timesteps.
    pub timestep: u32,
    /// Who.
    pub robot: u32,
    /// Of which task, by its number in the list of tasks.
    pub task: u32,
    /// Which errand of the task, from 0.
    pub errand: u32,
}

/// The first fault of a history, by timestep; of several at once, moves before errands, then that of
/// the lowest robot, and of its faults the one with nobody else or else with the lowest other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Whose fault; of two, the lower number.
    pub robot: usize,
    /// With whom, if it takes two.
    pub other: Option<usize>,
    /// When: how many timesteps have ended then.
    pub timestep: u32,
    /// Where `robot` is then, or should be.
    pub node: NodeId,
}

/// A rule that a history can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FaultKind {
    /// The history has more or fewer robots than there are, or not as many moves for each; `robot`
    /// is the first without its counterpart.
    RobotCount,
    /// A robot starts where nobody can stand.
    OffMap,
    /// Two robots are on one place.
    VertexConflict,
    /// Two robots exchange places.
    SwapConflict,
    /// A robot drives where no arc leads.
    Jump,
    /// A robot that has to turn does what only others can, or the other way round.
    WrongMove,
    /// An errand counts as done that is not there, or by nobody, or after the end.
    NoErrand,
    /// An errand counts as done while the robot is elsewhere.
    NotThere,
    /// An errand counts as done before the ones that come before it, or twice.
    WrongOrder,
    /// An errand counts as done by a robot while another has begun the task.
    WrongRobot,
    /// A robot begins a task before the one that it has begun is done.
    TwoTasks,
    /// A robot does two errands in one timestep.
    TwoErrands,
}

impl Fault {
    /// The message with nodes as `name` calls them, such as `(3,4)` for a cell.
    pub fn with_names(&self, name: impl Fn(NodeId) -> String) -> String {
        let Fault { robot, timestep, .. } = *self;
        let place = name(self.node);
        let pair = format!("robots {robot} and {}", self.other.unwrap_or(robot));
        let what = match self.kind {
            FaultKind::RobotCount => {
                return format!(
                    "robot {robot} is not both in the history and in the fleet, with as \
                                many moves as the others"
                );
            }
            FaultKind::OffMap => format!("robot {robot} is on {place}, where nobody can stand,"),
            FaultKind::VertexConflict => format!("{pair} are both on {place}"),
            FaultKind::SwapConflict => format!("{pair} exchange places, {robot} going to {place},"),
            FaultKind::Jump => format!("robot {robot} drives from {place} where no step leads"),
            FaultKind::WrongMove => format!("robot {robot} on {place} makes a move it cannot make"),
            FaultKind::NoErrand => format!("robot {robot} does an errand that is not there"),
            FaultKind::NotThere => {
                format!("robot {robot} does an errand on {place} from elsewhere")
            }
            FaultKind::WrongOrder => format!("robot {robot} does an errand on {place} out of turn"),
            FaultKind::WrongRobot => {
                let other = self.other.unwrap_or(robot);
                format!(
                    "robot {robot} does an errand on {place} of a task that robot {other} began"
                )
            }
            FaultKind::TwoTasks => {
                format!("robot {robot} begins a task on {place} before it has ended another")
            }
            FaultKind::TwoErrands => format!("robot {robot} does two errands, one on {place},"),
        };
        format!("{what} at timestep {timestep}")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.with_names(|node| format!("node {node}")))
    }
}

astride::errors! { struct Fault:
    Self { kind: FaultKind::RobotCount, .. } => "history-robot-count":
        "the history and the fleet have different robots, or different numbers of moves",
    Self { kind: FaultKind::OffMap, .. } => "history-off-map": "a robot is where nobody can stand",
    Self { kind: FaultKind::VertexConflict, .. } => "history-vertex-conflict":
        "two robots are on one place",
    Self { kind: FaultKind::SwapConflict, .. } => "history-swap-conflict":
        "two robots exchange places",
    Self { kind: FaultKind::Jump, .. } => "history-jump": "a robot drives where no arc leads",
    Self { kind: FaultKind::WrongMove, .. } => "history-wrong-move":
        "a robot makes a move that it cannot make",
    Self { kind: FaultKind::NoErrand, .. } => "history-no-errand":
        "a robot does an errand that is not there",
    Self { kind: FaultKind::NotThere, .. } => "history-not-there":
        "a robot does an errand from elsewhere",
    Self { kind: FaultKind::WrongOrder, .. } => "history-wrong-order":
        "a robot does an errand out of turn",
    Self { kind: FaultKind::WrongRobot, .. } => "history-wrong-robot":
        "a robot does an errand of a task that another began",
    Self { kind: FaultKind::TwoTasks, .. } => "history-two-tasks":
        "a robot begins a task before it has ended another",
    Self { kind: FaultKind::TwoErrands, .. } => "history-two-errands":
        "a robot does two errands in one timestep",
}

/// Checks a history of robots that drive forward and turn, if `cell` says where nodes lie, or else
/// drive to any neighbour, against every rule. A history does not say when tasks were handed over,
/// so an errand may be done before.
///
/// O(nodes + robots · timesteps).
///
/// # Errors
///
/// The first [`Fault`].
pub fn validate<W: World>(
    world: &W,
    cell: Option<&dyn Fn(NodeId) -> Cell>,
    robots: &[Robot],
    tasks: &[Task],
    history: &History,
) -> Result<(), Fault> {
    check_counts(robots, history)?;
    let steps = history.actions.first().map_or(0, Vec::len);
    let mut yard = Yard::new(world, cell, robots)?;
    let mut ledger = Ledger::new(tasks, robots.len());
    let mut done = history.done.iter().peekable();
    for timestep in 0..=steps as u32 {
        if timestep > 0 {
            yard.drive(history, timestep)?;
        }
        while let Some(entry) = done.next_if(|entry| entry.timestep <= timestep) {
            let is_now = entry.timestep == timestep;
            ledger.enter(entry, &yard.at, is_now)?;
        }
    }
    match done.next() {
        Some(entry) => Err(ledger.fault(FaultKind::NoErrand, entry, None)),
        None => Ok(()),
    }
}

fn check_counts(robots: &[Robot], history: &History) -> Result<(), Fault> {
    let moves = history.actions.first().map_or(0, Vec::len);
    let odd = history.actions.iter().position(|actions| actions.len() != moves);
    let (told, there) = (history.actions.len(), robots.len());
    let first = if told == there { odd } else { Some(told.min(there)) };
    first.map_or(Ok(()), |robot| {
        let node = robots.get(robot).map_or(NodeId::new(0), |robot| robot.start);
        Err(Fault { kind: FaultKind::RobotCount, robot, other: None, timestep: 0, node })
    })
}

/// The least of several faults in one timestep: by robot, then by the other, nobody first.
#[derive(Default)]
struct Least(Option<Fault>);

impl Least {
    fn note(&mut self, fault: Fault) {
        let key = |fault: &Fault| (fault.robot, fault.other);
        if self.0.is_none_or(|least| key(&fault) < key(&least)) {
            self.0 = Some(fault);
        }
    }
}

/// Who is where, and faces which way.
struct Yard<'a, W> {
    world: &'a W,
    cell: Option<&'a dyn Fn(NodeId) -> Cell>,
    at: Vec<NodeId>,
    /// East, south, west, north.
    facing: Vec<usize>,
    on: Vec<Option<usize>>,
}

impl<'a, W: World> Yard<'a, W> {
    fn new(
        world: &'a W,
        cell: Option<&'a dyn Fn(NodeId) -> Cell>,
        robots: &[Robot],
    ) -> Result<Self, Fault> {
        let on = vec![None; world.node_count() as usize];
        let at = robots.iter().map(|robot| robot.start).collect();
        let facing = robots.iter().map(|robot| robot.heading as usize).collect();
        let mut yard = Yard { world, cell, at, facing, on };
        let mut first = Least::default();
        for robot in 0..robots.len() {
            let node = yard.at[robot];
            let fault = |kind, robot, other| Fault { kind, robot, other, timestep: 0, node };
            if node.get() >= world.node_count() || !world.is_passable(node) {
                first.note(fault(FaultKind::OffMap, robot, None));
            } else if let Some(other) = yard.on[node.index()].replace(robot) {
                first.note(fault(FaultKind::VertexConflict, other, Some(robot)));
            }
        }
        first.0.map_or(Ok(yard), Err)
    }

    /// Moves everybody for the timestep that ends at `timestep`, or returns the least of its faults.
    fn drive(&mut self, history: &History, timestep: u32) -> Result<(), Fault> {
        let (before, mut first) = (self.at.clone(), Least::default());
        let mut is_lost = vec![false; before.len()];
        for (robot, &node) in before.iter().enumerate() {
            let action = history.actions[robot][timestep as usize - 1];
            match self.after(robot, action) {
                Ok(to) => self.at[robot] = to,
                Err(kind) => {
                    is_lost[robot] = true;
                    first.note(Fault { kind, robot, other: None, timestep, node });
                }
            }
        }
        for (robot, &from) in before.iter().enumerate() {
            let there = self.on[self.at[robot].index()];
            if let Some(other) = there.filter(|&other| other > robot)
                && self.at[other] == from
            {
                let (kind, node) = (FaultKind::SwapConflict, self.at[robot]);
                first.note(Fault { kind, robot, other: Some(other), timestep, node });
            }
        }
        before.iter().for_each(|node| self.on[node.index()] = None);
        for (robot, &node) in self.at.iter().enumerate().filter(|&(robot, _)| !is_lost[robot]) {
            if let Some(lower) = self.on[node.index()].replace(robot) {
                let (kind, other) = (FaultKind::VertexConflict, Some(robot));
                first.note(Fault { kind, robot: lower, other, timestep, node });
            }
        }
        first.0.map_or(Ok(()), Err)
    }

    /// Where a robot is after an action; it has turned then.
    fn after(&mut self, robot: usize, action: Action) -> Result<NodeId, FaultKind> {
        let from = self.at[robot];
        let to = match (action, self.cell) {
            (Action::Wait, _) => return Ok(from),
            (Action::Clockwise, Some(_)) => {
                self.facing[robot] = (self.facing[robot] + 1) % 4;
                return Ok(from);
            }
            (Action::CounterClockwise, Some(_)) => {
                self.facing[robot] = (self.facing[robot] + 3) % 4;
                return Ok(from);
            }
            (Action::Forward, Some(cell)) => {
                let Cell { x, y } = cell(from);
                let (dx, dy) = [(1, 0), (0, 1), (-1, 0), (0, -1)][self.facing[robot]];
                let ahead = (i64::from(x) + dx, i64::from(y) + dy);
                let mut to = None;
                self.world.for_each_arc(from, astride::world::Way::Forward, |arc| {
                    let Cell { x, y } = cell(arc.node);
                    if (i64::from(x), i64::from(y)) == ahead {
                        to = Some(arc.node);
                    }
                });
                to.ok_or(FaultKind::Jump)?
            }
            (Action::To(to), None) => to,
            _ => return Err(FaultKind::WrongMove),
        };
        let count = self.world.node_count();
        let is_arc = to.get() < count && self.world.arc_cost(from, to).is_some();
        if is_arc { Ok(to) } else { Err(FaultKind::Jump) }
    }
}

/// Which errands are done, and by whom.
struct Ledger<'a> {
    tasks: &'a [Task],
    /// How many errands of each task are done, and who began it.
    state: Vec<(u32, Option<usize>)>,
    /// The task that each robot has begun and not ended, and when it did its last errand.
    begun: Vec<Option<u32>>,
    last: Vec<Option<u32>>,
}

impl<'a> Ledger<'a> {
    fn new(tasks: &'a [Task], robots: usize) -> Self {
        let (begun, last) = (vec![None; robots], vec![None; robots]);
        Ledger { tasks, state: vec![(0, None); tasks.len()], begun, last }
    }

    fn fault(&self, kind: FaultKind, entry: &Done, other: Option<usize>) -> Fault {
        let Done { timestep, robot, task, errand } = *entry;
        let errands = self.tasks.get(task as usize).map(|task| &task.errands);
        let node = errands.and_then(|errands| errands.get(errand as usize)).copied();
        let node = node.unwrap_or(NodeId::new(0));
        Fault { kind, robot: robot as usize, other, timestep, node }
    }

    fn enter(&mut self, entry: &Done, at: &[NodeId], is_now: bool) -> Result<(), Fault> {
        let (task, robot) = (entry.task as usize, entry.robot as usize);
        let fault = |kind, other| Err(self.fault(kind, entry, other));
        let errands = self.tasks.get(task).map_or(&[][..], |task| &task.errands);
        let (Some(&node), Some(&stands)) = (errands.get(entry.errand as usize), at.get(robot))
        else {
            return fault(FaultKind::NoErrand, None);
        };
        if !is_now {
            return fault(FaultKind::WrongOrder, None);
        }
        if stands != node {
            return fault(FaultKind::NotThere, None);
        }
        let (count, owner) = self.state[task];
        if entry.errand != count {
            return fault(FaultKind::WrongOrder, None);
        }
        if let Some(owner) = owner.filter(|&owner| owner != robot) {
            return fault(FaultKind::WrongRobot, Some(owner));
        }
        if self.begun[robot].is_some_and(|other| other != entry.task) {
            return fault(FaultKind::TwoTasks, None);
        }
        if self.last[robot] == Some(entry.timestep) {
            return fault(FaultKind::TwoErrands, None);
        }
        self.last[robot] = Some(entry.timestep);
        self.state[task] = (count + 1, Some(robot));
        let is_ended = count as usize + 1 == errands.len();
        self.begun[robot] = (!is_ended).then_some(entry.task);
        Ok(())
    }
}
