//! Fleets: robots with a steady stream of tasks that never collide.

use astride::base::{Budget, NodeId};
use astride_agents::fleet::{
    Action, Assignment, Event, Fleet, FleetError, Floor, Heading, Learning, Robot, Settings, Task,
};

use crate::caller::{Plain, Versioned};
use crate::cell::{AstrideCell, AstrideDir, chosen};
use crate::find::within;
use crate::grid::{AstrideGrid, Size};
use crate::mover::AstrideMover;
use crate::plan::{name_on, on_floor};
use crate::status::{Answer, AstrideStatus, Fault};

/// Robots that do tasks and never collide. Freed with `astride_fleet_free`.
///
/// In a timestep every robot makes one move or waits, whatever the step costs. No two are ever on one
/// cell, and no two exchange cells. Robots are numbers from 0, in the order in which they were handed
/// over, and so are tasks. With budgets in expansions the same calls give the same history on every
/// machine.
#[derive(Debug)]
pub struct AstrideFleet {
    _private: [u8; 0],
}

opaque!(AstrideFleet: Team, b"A*fleet.", "fleet");

/// A fleet behind its handle, and its last step as reported to C.
#[derive(Debug)]
pub(crate) struct Team {
    fleet: Fleet,
    size: Size,
    actions: Vec<u32>,
    events: Vec<AstrideFleetEvent>,
}

/// A robot: where it stands and which way it faces.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AstrideRobot {
    /// Where.
    pub cell: AstrideCell,
    /// `ASTRIDE_DIR_N`, `E`, `S` or `W`; meaningless where robots need not turn.
    pub facing: u32,
}

// SAFETY: C order, and numbers alone.
unsafe impl Plain for AstrideRobot {}

/// What a robot did in a step.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideRobotAction {
    /// It stayed as it was.
    Wait = 0,
    /// It drove to the cell that it faces.
    Forward = 1,
    /// It turned by a quarter, from east to south.
    Clockwise = 2,
    /// It turned by a quarter, from east to north.
    CounterClockwise = 3,
    /// It drove to a neighbour; only for robots that need not turn.
    Drive = 4,
}

/// How tasks find robots.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideAssignment {
    /// An idle robot takes the nearest task, even from a robot that is farther away and has not begun
    /// it.
    Nearest = 0,
    /// An idle robot takes the task that has waited longest.
    InOrder = 1,
}

/// How a fleet decides. Fields that are 0 mean the default. Set `struct_size` to
/// `sizeof(AstrideFleetOptions)` and the rest to 0 before you set any.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideFleetOptions {
    /// `sizeof(AstrideFleetOptions)`.
    pub struct_size: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// About how many bytes tables of distances may take; 0 is 2^30. With less, steps are slower.
    pub table_bytes: u64,
    /// How many moves robots think ahead: 3 to 5 where they turn, else 1 to 5; 0 is as many as fleets
    /// of this size have time for.
    pub span: u32,
    /// An `AstrideAssignment`.
    pub assignment: u32,
    /// 1 if robots drive forward and turn on the spot, in a step each; 0 if they drive to any
    /// neighbour at once.
    pub turning: u32,
    /// 1 if all moves always cost the same; 0 if moves against the flow of traffic become more expensive.
    pub no_learning: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideFleetOptions {
    const OLDEST: usize = 40;
}

/// What is known about a fleet. Set `struct_size` to `sizeof(AstrideFleetInfo)`; the rest is filled.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct AstrideFleetInfo {
    /// `sizeof(AstrideFleetInfo)`, set by you.
    pub struct_size: usize,
    /// How many tasks are done.
    pub tasks_done: u64,
    /// How many errands are done, including those of unfinished tasks.
    pub errands_done: u64,
    /// How many tasks no robot is doing.
    pub tasks_waiting: u64,
    /// How many steps were made.
    pub timestep: u32,
    /// How many robots there are.
    pub robot_count: u32,
}

// SAFETY: C order, the size first, and numbers alone.
unsafe impl Versioned for AstrideFleetInfo {
    const OLDEST: usize = 40;
}

/// What can happen in a step.
#[repr(u32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AstrideFleetEventKind {
    /// A robot was given a task.
    Assigned = 0,
    /// A task that a robot had not begun was taken away from it.
    Withdrawn = 1,
    /// A robot has reached the cell of the next errand of its task.
    ErrandDone = 2,
    /// That was the last errand of the task.
    TaskDone = 3,
    /// A robot has not come nearer to its errand for so long that it now gets the right of way.
    Stuck = 4,
    /// A robot that was stuck has done its errand, or has another one.
    Freed = 5,
    /// No way leads to the errand of a robot at present; it makes room and waits.
    Unreachable = 6,
}

/// Something that happened in a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AstrideFleetEvent {
    /// An `AstrideFleetEventKind`.
    pub kind: u32,
    /// The robot.
    pub robot: u32,
    /// Which task; `UINT32_MAX` where the kind has none.
    pub task: u32,
    /// Which errand of the task, from 0; `UINT32_MAX` where the kind has none.
    pub errand: u32,
}

/// Directions by heading: headings go clockwise from east.
const FACING: [AstrideDir; 4] = [AstrideDir::E, AstrideDir::S, AstrideDir::W, AstrideDir::N];

fn heading(facing: u32) -> Answer<Heading> {
    let at = FACING.iter().position(|&dir| dir as u32 == facing);
    at.map(|at| Heading::ALL[at]).ok_or_else(|| {
        let text = format!("a robot faces {facing}, expected 0, 2, 4 or 6 for N, E, S or W");
        Fault::new(AstrideStatus::BadArgument, text)
    })
}

fn told_action(action: Action) -> AstrideRobotAction {
    match action {
        Action::Wait => AstrideRobotAction::Wait,
        Action::Forward => AstrideRobotAction::Forward,
        Action::Clockwise => AstrideRobotAction::Clockwise,
        Action::CounterClockwise => AstrideRobotAction::CounterClockwise,
        Action::To(_) => AstrideRobotAction::Drive,
    }
}

fn told_event(event: &Event) -> AstrideFleetEvent {
    const NONE: u32 = u32::MAX;
    let (kind, robot, task, errand) = match *event {
        Event::Assigned { robot, task } => (AstrideFleetEventKind::Assigned, robot, task, NONE),
        Event::Withdrawn { robot, task } => (AstrideFleetEventKind::Withdrawn, robot, task, NONE),
        Event::ErrandDone { robot, task, errand } => {
            (AstrideFleetEventKind::ErrandDone, robot, task, errand)
        }
        Event::TaskDone { robot, task } => (AstrideFleetEventKind::TaskDone, robot, task, NONE),
        Event::Stuck { robot } => (AstrideFleetEventKind::Stuck, robot, NONE, NONE),
        Event::Freed { robot } => (AstrideFleetEventKind::Freed, robot, NONE, NONE),
        Event::Unreachable { robot } => (AstrideFleetEventKind::Unreachable, robot, NONE, NONE),
    };
    AstrideFleetEvent { kind: kind as u32, robot, task, errand }
}

impl Team {
    /// The fault for an error of the fleet, with cells instead of nodes.
    fn fault(size: Size) -> impl Fn(FleetError) -> Fault {
        move |error| {
            let status = match astride::base::Coded::code(&error) {
                "no-such-robot" => AstrideStatus::UnknownNumber,
                _ => AstrideStatus::BadArgument,
            };
            Fault::saying(status, &error, error.with_names(name_on(size)))
        }
    }

    fn tell_events(&mut self) {
        self.events.clear();
        self.events.extend(self.fleet.events().iter().map(told_event));
    }
}

fn settings(options: &AstrideFleetOptions) -> Answer<Settings> {
    let usual = Settings::default();
    let rules = [Assignment::Nearest, Assignment::InOrder];
    Ok(Settings {
        span: (options.span > 0).then_some(options.span as usize),
        assignment: chosen(options.assignment, &rules, "assignment")?,
        learning: if options.no_learning == 0 { Learning::On } else { Learning::Off },
        seed: options.seed,
        table_bytes: match options.table_bytes {
            0 => usual.table_bytes,
            bytes => usize::try_from(bytes).unwrap_or(usize::MAX),
        },
    })
}

/// Makes a fleet of `count` robots that has nothing to do yet, on the cells of `grid` that
/// `mover` can stand on; null is a usual walker with four neighbours. Later edits of either do
/// not reach the fleet. `options` may be null. `*fleet` must be freed by you. O(cells + robots).
///
/// Errors: `OFF_MAP`; `BAD_ARGUMENT` for a robot that stands where none can, two on one cell,
/// an invalid direction, a span or assignment out of range, and a grid of 2^28 cells or more.
/// Threads: as for any reader of the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_new(
    grid: *const AstrideGrid,
    mover: *const AstrideMover,
    robots: *const AstrideRobot,
    count: usize,
    options: *const AstrideFleetOptions,
    fleet: *mut *mut AstrideFleet,
) -> AstrideStatus {
    border!(|caller| caller.give(fleet, || on_floor(caller, grid, mover, |grid, view| {
        let options = caller.options(options, "options")?;
        let (size, settings) = (Size::of(grid), settings(&options)?);
        let robot = |robot: &AstrideRobot| {
            let heading = if options.turning == 0 { Heading::East } else { heading(robot.facing)? };
            Ok(Robot { start: size.node(robot.cell)?, heading })
        };
        let robots = caller.list(robots, count, "robots")?.iter().map(robot);
        let robots = robots.collect::<Answer<Vec<_>>>()?;
        let floor = match options.turning {
            0 => Floor::free(view),
            _ => Floor::turning(view, |node| grid.cell(node)),
        };
        let fleet = Fleet::new(floor, &robots, settings).map_err(Team::fault(size))?;
        let actions = vec![AstrideRobotAction::Wait as u32; fleet.robot_count()];
        Ok(Team { fleet, size, actions, events: Vec::new() })
    })))
}

/// Frees a fleet; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_free(fleet: *mut AstrideFleet) -> AstrideStatus {
    border!(|caller| caller.free(fleet))
}

/// Adds a task: `count` cells that one robot has to visit in this order. `task`, which may be
/// null, is given its number. It is handed out in the next step.
///
/// Errors: `OFF_MAP`; `BAD_ARGUMENT` for no errand, and for one where no robot can stand. Threads:
/// exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_add_task(
    fleet: *mut AstrideFleet,
    errands: *const AstrideCell,
    count: usize,
    task: *mut u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut team = caller.change(fleet)?;
        let size = team.size;
        let errands = caller.list(errands, count, "errands")?.iter().map(|&cell| size.node(cell));
        let errands = errands.collect::<Answer<Vec<NodeId>>>()?;
        let tell = caller.place_if(task, "task")?;
        tell(team.fleet.add(&[Task { errands }]).map_err(Team::fault(size))?);
        Ok(AstrideStatus::Ok)
    })
}

/// Moves every robot once. Expansions limit the search for better moves than right of way finds; each
/// is an attempt of one robot. Microseconds, by the clock of this machine, limit the whole step, and
/// what is not done by then is made up for in the next steps. 0 is no limit, but if both are 0 there is
/// only right of way.
///
/// Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_step(
    fleet: *mut AstrideFleet,
    most_expansions: u64,
    most_micros: u64,
) -> AstrideStatus {
    border!(|caller| {
        let team = &mut *caller.change(fleet)?;
        let actions = match (most_expansions, most_micros) {
            (0, 0) => team.fleet.step(&[], &mut Budget::unlimited().expansions(0)),
            (most, micros) => within(most, micros, |budget| team.fleet.step(&[], budget)),
        };
        let actions = actions.map_err(Team::fault(team.size))?.iter();
        team.actions.clear();
        team.actions.extend(actions.map(|&action| told_action(action) as u32));
        team.tell_events();
        Ok(AstrideStatus::Ok)
    })
}

/// Copies where each robot is and which way it faces into `count` places, which must be as many as
/// there are robots.
///
/// Errors: `BAD_SIZE` for another count. Threads: any number at once, while nobody changes the fleet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_robots(
    fleet: *const AstrideFleet,
    robots: *mut AstrideRobot,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let team = caller.share(fleet)?;
        let all = (0..team.actions.len()).map(|at| {
            let robot = team.fleet.robot(at as u32);
            let facing = FACING[robot.heading as usize] as u32;
            AstrideRobot { cell: team.size.cell(robot.start), facing }
        });
        caller.put_all(robots, count, all, "robots")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies what each robot did in the last step, each an `AstrideRobotAction`, into `count` places, which
/// must be as many as there are robots.
///
/// Errors and threads: as for `astride_fleet_robots`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_actions(
    fleet: *const AstrideFleet,
    actions: *mut u32,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let team = caller.share(fleet)?;
        caller.put_all(actions, count, team.actions.iter().copied(), "actions")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Copies where each robot goes at present into `count` places, which must be as many as there are
/// robots; column and row are `UINT32_MAX` where it goes nowhere.
///
/// Errors and threads: as for `astride_fleet_robots`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_goals(
    fleet: *const AstrideFleet,
    goals: *mut AstrideCell,
    count: usize,
) -> AstrideStatus {
    border!(|caller| {
        let team = caller.share(fleet)?;
        let nowhere = AstrideCell { x: u32::MAX, y: u32::MAX };
        let goal = |at| team.fleet.goal(at).map_or(nowhere, |node| team.size.cell(node));
        let all = (0..team.actions.len()).map(|at| goal(at as u32));
        caller.put_all(goals, count, all, "goals")?;
        Ok(AstrideStatus::Ok)
    })
}

/// What happened in the last step, and since then when a robot broke down: tasks handed out, robots
/// stuck or freed, errands done. The list is valid until the fleet is changed or freed.
///
/// Errors: `BAD_HANDLE`. Threads: any number at once, while nobody changes the fleet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_events(
    fleet: *const AstrideFleet,
    events: *mut *const AstrideFleetEvent,
    count: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let team = caller.share(fleet)?;
        caller.put(events, team.events.as_ptr(), "events")?;
        caller.put(count, team.events.len(), "count")?;
        Ok(AstrideStatus::Ok)
    })
}

/// With `works` 0 a robot breaks down where it stands, and the others drive around it; otherwise it
/// works again.
///
/// Errors: `UNKNOWN_NUMBER`. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_set_working(
    fleet: *mut AstrideFleet,
    robot: u32,
    works: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut team = caller.change(fleet)?;
        let size = team.size;
        let set = if works == 0 { Fleet::disable } else { Fleet::enable };
        set(&mut team.fleet, robot).map_err(Team::fault(size))?;
        team.tell_events();
        Ok(AstrideStatus::Ok)
    })
}

/// With `open` 0 no robot may enter a cell from now on, though a robot that stands there may leave;
/// otherwise it may be entered again.
///
/// Errors: `OFF_MAP`; `BAD_ARGUMENT` if no robot could ever stand there. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_set_open(
    fleet: *mut AstrideFleet,
    cell: AstrideCell,
    open: u32,
) -> AstrideStatus {
    border!(|caller| {
        let mut team = caller.change(fleet)?;
        let (size, node) = (team.size, team.size.node(cell)?);
        let set = if open == 0 { Fleet::close } else { Fleet::open };
        set(&mut team.fleet, node).map_err(Team::fault(size))?;
        Ok(AstrideStatus::Ok)
    })
}

/// What is known about a fleet. O(tasks added and not begun).
///
/// Errors: `BAD_SIZE`. Threads: any number at once, while nobody changes the fleet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_info(
    fleet: *const AstrideFleet,
    info: *mut AstrideFleetInfo,
) -> AstrideStatus {
    border!(|caller| {
        let fleet = &caller.share(fleet)?.fleet;
        let known = AstrideFleetInfo {
            struct_size: 0,
            tasks_done: fleet.tasks_done(),
            errands_done: fleet.errands_done(),
            tasks_waiting: fleet.tasks_waiting() as u64,
            timestep: fleet.timestep(),
            robot_count: fleet.robot_count() as u32,
        };
        caller.report(info, known, "info")?;
        Ok(AstrideStatus::Ok)
    })
}

/// One number for the timestep, where each robot is and goes, chance and the tasks done: fleets with
/// the same history have the same.
///
/// Threads: any number at once, while nobody changes the fleet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_fleet_digest(
    fleet: *const AstrideFleet,
    digest: *mut u64,
) -> AstrideStatus {
    border!(|caller| {
        caller.put(digest, caller.share(fleet)?.fleet.digest(), "digest")?;
        Ok(AstrideStatus::Ok)
    })
}
