//! Fleets: no collision, every errand done, and the same history for the same budget.

use astride::base::{Budget, Cell, NodeId};
use astride::io::Drawing;
use astride::shapes::square::{Grid, Mover, Neighbours};
use astride_agents::fleet::{
    Action, Assignment, Done, Event, Executor, Fault, FaultKind, Fleet, Floor, Heading, History,
    Learning, Robot, Settings, Task, validate,
};
use astride_testkit::rng::Rng;
use astride_testkit::tally::is_slow_run;

/// A drawn floor, with or without turning.
struct Hall {
    grid: Grid,
    mover: Mover,
    is_turning: bool,
}

impl Hall {
    fn new(drawing: &str, is_turning: bool) -> Self {
        let grid = Drawing::parse(drawing).unwrap().grid;
        Hall { grid, mover: Mover::walker().neighbours(Neighbours::Four), is_turning }
    }

    fn floor(&self) -> Floor {
        let world = self.grid.seen_by(&self.mover);
        let cell = |node| self.grid.cell(node);
        if self.is_turning { Floor::turning(&world, cell) } else { Floor::free(&world) }
    }

    fn nodes(&self) -> Vec<NodeId> {
        let floor = self.floor();
        let roadmap = floor.roadmap();
        (0..roadmap.place_count() as u32).map(|place| roadmap.node(place)).collect()
    }

    fn check(&self, robots: &[Robot], tasks: &[Task], history: &History) -> Result<(), Fault> {
        let cell = |node: NodeId| -> Cell { self.grid.cell(node) };
        let cell: Option<&dyn Fn(NodeId) -> Cell> =
            if self.is_turning { Some(&cell) } else { None };
        validate(&self.grid.seen_by(&self.mover), cell, robots, tasks, history)
    }

    /// Robots on different cells, at random.
    fn robots(&self, count: usize, rng: &mut Rng) -> Vec<Robot> {
        let mut nodes = self.nodes();
        let robot = |at: usize| {
            let other = at + rng.below(nodes.len() - at);
            nodes.swap(at, other);
            Robot { start: nodes[at], heading: Heading::ALL[rng.below(4)] }
        };
        (0..count).map(robot).collect()
    }

    fn tasks(&self, count: usize, errands: usize, rng: &mut Rng) -> Vec<Task> {
        let nodes = self.nodes();
        let mut errands = || (0..errands).map(|_| nodes[rng.below(nodes.len())]).collect();
        (0..count).map(|_| Task { errands: errands() }).collect()
    }
}

/// A history while it is written.
struct Recorder {
    history: History,
}

impl Recorder {
    fn new(robots: usize) -> Self {
        Recorder { history: History { actions: vec![Vec::new(); robots], done: Vec::new() } }
    }

    fn note(&mut self, actions: &[Action], fleet: &Fleet) {
        for (list, &action) in self.history.actions.iter_mut().zip(actions) {
            list.push(action);
        }
        for event in fleet.events() {
            if let Event::ErrandDone { robot, task, errand } = *event {
                self.history.done.push(Done { timestep: fleet.timestep(), robot, task, errand });
            }
        }
    }
}

/// Steps until all tasks are done, `None` after `most` steps; the history is checked.
fn run(
    hall: &Hall,
    robots: &[Robot],
    tasks: &[Task],
    settings: Settings,
    expansions: u64,
    most: u32,
) -> Option<u32> {
    let mut fleet = Fleet::new(hall.floor(), robots, settings).unwrap();
    let mut recorder = Recorder::new(robots.len());
    let mut new = tasks;
    while fleet.tasks_done() < tasks.len() as u64 && fleet.timestep() < most {
        let mut budget = Budget::unlimited().expansions(expansions);
        let actions = fleet.step(new, &mut budget).unwrap().to_vec();
        recorder.note(&actions, &fleet);
        new = &[];
    }
    let told = hall.check(robots, tasks, &recorder.history);
    told.unwrap_or_else(|fault| panic!("{fault}: {robots:?} {tasks:?}"));
    (fleet.tasks_done() == tasks.len() as u64).then_some(fleet.timestep())
}

const ROOM: &str = "......\n.#..#.\n......\n.#..#.\n......\n";

#[test]
fn every_errand_is_done_and_nobody_collides() {
    let rounds = if is_slow_run() { 300 } else { 12 };
    for is_turning in [true, false] {
        let hall = Hall::new(ROOM, is_turning);
        for seed in 0..rounds {
            let mut rng = Rng::new(seed);
            let count = 1 + rng.below(20);
            let robots = hall.robots(count, &mut rng);
            let tasks = hall.tasks(2 * count, 1 + rng.below(3), &mut rng);
            let rules = [Assignment::InOrder, Assignment::Nearest, Assignment::LeastTotal];
            let assignment = rules[rng.below(3)];
            let learning = [Learning::On, Learning::Off][rng.below(2)];
            let span = Some(3 + rng.below(3));
            // Without memory distances are worked out again and again, and turns are foreseen less.
            let table_bytes = [0, 1 << 20][rng.below(2)];
            let settings = Settings { assignment, learning, span, seed, table_bytes };
            let expansions = [0, 50][rng.below(2)];
            let steps = run(&hall, &robots, &tasks, settings, expansions, 2000);
            assert!(steps.is_some(), "{is_turning} {seed}: {count} robots, {settings:?}");
        }
    }
}

/// A floor with walls at random, on which a fifth of the cells are blocked.
const SCATTERED: &str = "\
......##.......#\n\
###....##.......\n\
##..#.##......#.\n\
......#.........\n\
#...........##.#\n\
..#..#.#.....#..\n\
......#.........\n\
.#....#......##.\n\
.....#..#.#.#...\n\
...###....#....#\n\
#.##..#.#......#\n\
..#.#.#.#.#...#.\n\
......#......##.\n\
......#...#..#..\n\
#..#...#.....#..\n\
.......#..#....#\n";

/// Drives robots that get a new task of one errand whenever one is done; returns how many are done,
/// and the most timesteps that one took.
fn busy(hall: &Hall, count: usize, steps: u32, attempts: u64, seed: u64) -> (u64, u32) {
    let mut rng = Rng::new(seed);
    let robots = hall.robots(count, &mut rng);
    let mut tasks = hall.tasks(2 * count, 1, &mut rng);
    let (assignment, span) = (Assignment::InOrder, Some(if hall.is_turning { 4 } else { 2 }));
    let settings = Settings { assignment, span, seed, ..Settings::default() };
    let mut fleet = Fleet::new(hall.floor(), &robots, settings).unwrap();
    let mut recorder = Recorder::new(count);
    let (mut new, mut began, mut longest) = (tasks.clone(), vec![0; count], 0);
    for timestep in 0..steps {
        let mut budget = Budget::unlimited().expansions(attempts);
        let actions = fleet.step(&new, &mut budget).unwrap().to_vec();
        recorder.note(&actions, &fleet);
        new.clear();
        for &event in fleet.events() {
            match event {
                Event::Assigned { robot, .. } => began[robot as usize] = timestep,
                Event::TaskDone { .. } => new.extend(hall.tasks(1, 1, &mut rng)),
                _ => {}
            }
        }
        tasks.extend_from_slice(&new);
        longest = longest.max(began.iter().map(|&began| timestep - began).max().unwrap());
    }
    hall.check(&robots, &tasks, &recorder.history).unwrap();
    (fleet.tasks_done(), longest)
}

/// Tasks are counted, half full and with few empty places, so that a change which makes fleets do
/// less is seen.
#[test]
fn tasks_are_done_in_numbers() {
    for (is_turning, count, expected) in [(true, 96, 100), (true, 185, 80), (false, 96, 180)] {
        let hall = Hall::new(SCATTERED, is_turning);
        let seeds = if is_slow_run() { 8 } else { 1 };
        let done: u64 = (0..seeds).map(|seed| busy(&hall, count, 120, 100, seed).0).sum();
        assert!(done >= expected * seeds, "{is_turning}, {count}: {done} tasks, {seeds} seeds");
    }
}

/// Wherever two neighbours lie on a circle the robot that has been stuck longest gets there, however
/// full the floor is, so nobody waits for ever.
#[test]
fn who_is_stuck_longest_gets_there() {
    for is_turning in [true, false] {
        let hall = Hall::new(ROOM, is_turning);
        let rounds = if is_slow_run() { 40 } else { 2 };
        for seed in 0..rounds {
            let (done, longest) = busy(&hall, hall.nodes().len() - 1, 1500, 0, seed);
            assert!(longest < 400, "{is_turning} {seed}: {done} tasks, one took {longest}");
        }
    }
}

/// Steps whose time is up after a few looks at the clock, or before the first, are right, ask the clock
/// no more than a few times after that, and get everything done in the end: who was passed over
/// comes first in the next step.
#[test]
fn a_step_ends_at_its_deadline_and_nobody_is_forgotten() {
    for is_turning in [true, false] {
        let hall = Hall::new(&format!("{}\n", ".".repeat(16)).repeat(16), is_turning);
        let mut rng = Rng::new(8);
        let robots = hall.robots(100, &mut rng);
        let tasks = hall.tasks(100, 1, &mut rng);
        for table_bytes in [1 << 30, 200_000] {
            let assignment = Assignment::InOrder;
            let settings = Settings { assignment, table_bytes, ..Settings::default() };
            let mut fleet = Fleet::new(hall.floor(), &robots, settings).unwrap();
            let mut recorder = Recorder::new(robots.len());
            let mut new = &tasks[..];
            while fleet.tasks_done() < 100 {
                assert!(fleet.timestep() < 6000, "{is_turning}: {fleet:?}");
                let looks = [0, 20, 1, 70, 5][fleet.timestep() as usize % 5];
                let (mut asked, mut late) = (0, 0);
                let mut is_late = || {
                    asked += 1;
                    late += u32::from(asked > looks);
                    asked > looks
                };
                let mut budget = Budget::unlimited().deadline(&mut is_late);
                let actions = fleet.step(new, &mut budget).unwrap().to_vec();
                assert!((1..=5).contains(&late), "{late} looks at the clock when it was late");
                recorder.note(&actions, &fleet);
                new = &[];
            }
            hall.check(&robots, &tasks, &recorder.history).unwrap();
        }
    }
}

/// While the table of one robot is worked out over many steps, one whose table is at hand drives on.
#[test]
fn who_knows_its_way_does_not_wait_for_the_tables_of_others() {
    let hall = Hall::new(&format!("{}\n", ".".repeat(300)).repeat(300), true);
    let node = |x, y| hall.grid.node((x, y)).unwrap();
    let robots = [node(0, 150), node(0, 0)].map(|start| Robot { start, heading: Heading::East });
    let tasks = [node(8, 150), node(299, 299)].map(|goal| Task { errands: vec![goal] });
    let (assignment, learning) = (Assignment::InOrder, Learning::Off);
    let settings = Settings { assignment, learning, ..Settings::default() };
    let mut fleet = Fleet::new(hall.floor(), &robots, settings).unwrap();
    let mut recorder = Recorder::new(robots.len());
    let mut new = &tasks[..];
    while fleet.tasks_done() < 1 {
        assert!(fleet.timestep() < 15, "{fleet:?}");
        let mut asked = 0;
        let mut is_late = || {
            asked += 1;
            asked > 1
        };
        let mut budget = Budget::unlimited().deadline(&mut is_late);
        let actions = fleet.step(new, &mut budget).unwrap().to_vec();
        recorder.note(&actions, &fleet);
        new = &[];
    }
    assert_eq!(fleet.robot(1), robots[1], "its table is not ready");
    while fleet.tasks_done() < 2 {
        assert!(fleet.timestep() < 1000, "{fleet:?}");
        let actions = fleet.step(&[], &mut Budget::unlimited().expansions(0)).unwrap().to_vec();
        recorder.note(&actions, &fleet);
    }
    hall.check(&robots, &tasks, &recorder.history).unwrap();
}

/// Whoever comes no nearer is told once, and told again to be free when it goes elsewhere.
#[test]
fn stuck_robots_are_told_and_freed() {
    let hall = Hall::new(ROOM, true);
    let count = hall.nodes().len() - 1;
    let mut rng = Rng::new(4);
    let robots = hall.robots(count, &mut rng);
    let tasks = hall.tasks(40 * count, 1, &mut rng);
    let mut fleet = Fleet::new(hall.floor(), &robots, Settings::default()).unwrap();
    let mut new = &tasks[..];
    let (mut is_stuck, mut told, mut freed) = (vec![false; count], 0, 0);
    while fleet.timestep() < 600 {
        fleet.step(new, &mut Budget::unlimited().expansions(0)).unwrap();
        new = &[];
        for &event in fleet.events() {
            match event {
                Event::Stuck { robot } => {
                    assert!(!is_stuck[robot as usize], "it is told once");
                    is_stuck[robot as usize] = true;
                    told += 1;
                }
                Event::Freed { robot } => {
                    assert!(std::mem::take(&mut is_stuck[robot as usize]), "it was stuck");
                    freed += 1;
                }
                _ => {}
            }
        }
    }
    assert!(told > 10 && freed > 10, "{told} were stuck and {freed} freed");
}

/// Without a wish of its own a fleet thinks ahead as far as its size allows.
#[test]
fn larger_and_fuller_fleets_think_less_far_ahead() {
    let span = |drawing: &str, is_turning, count| {
        let hall = Hall::new(drawing, is_turning);
        let robots = hall.robots(count, &mut Rng::new(1));
        Fleet::new(hall.floor(), &robots, Settings::default()).unwrap().span()
    };
    let wide = format!("{}\n", ".".repeat(100)).repeat(100);
    for (drawing, is_turning, count, expected) in [
        (SCATTERED, true, 96, 5),
        (SCATTERED, true, 180, 4),
        (SCATTERED, false, 96, 4),
        (&wide, true, 1000, 5),
        (&wide, true, 5000, 4),
        (&wide, true, 5001, 3),
    ] {
        assert_eq!(span(drawing, is_turning, count), expected, "{count} robots");
    }
}

/// A robot that looks for the nearest task gets none that it cannot reach.
#[test]
fn a_task_behind_walls_waits() {
    let hall = Hall::new("...#.\n...#.\n", true);
    let robots = [Robot { start: hall.grid.node((0, 0)).unwrap(), heading: Heading::East }];
    let tasks = [Task { errands: vec![hall.grid.node((4, 0)).unwrap()] }];
    let mut fleet = Fleet::new(hall.floor(), &robots, Settings::default()).unwrap();
    fleet.step(&tasks, &mut Budget::unlimited().expansions(0)).unwrap();
    assert_eq!((fleet.tasks_waiting(), fleet.goal(0)), (1, None));
}

/// A task farther away than tasks are looked for finds a robot too.
#[test]
fn a_task_far_away_is_done() {
    let hall = Hall::new(&format!("{}\n", ".".repeat(90)).repeat(90), true);
    let node = |x, y| hall.grid.node((x, y)).unwrap();
    let robots = [Robot { start: node(0, 0), heading: Heading::East }];
    let tasks = [Task { errands: vec![node(89, 89)] }, Task { errands: vec![node(0, 1)] }];
    let steps = run(&hall, &robots, &tasks, Settings::default(), 0, 400);
    assert!(steps.is_some());
}

/// Drives a fleet of this many robots for a while, with two tasks for each.
fn driven(hall: &Hall, count: usize, steps: u32, seed: u64) -> (Vec<Robot>, Vec<Task>, History) {
    let mut rng = Rng::new(seed);
    let robots = hall.robots(count, &mut rng);
    let tasks = hall.tasks(20 * count, 2, &mut rng);
    let mut fleet = Fleet::new(hall.floor(), &robots, Settings::default()).unwrap();
    let mut recorder = Recorder::new(count);
    let mut new = &tasks[..];
    for _ in 0..steps {
        let mut budget = Budget::unlimited().expansions(20);
        let actions = fleet.step(new, &mut budget).unwrap().to_vec();
        recorder.note(&actions, &fleet);
        new = &[];
    }
    hall.check(&robots, &tasks, &recorder.history).unwrap();
    (robots, tasks, recorder.history)
}

#[test]
fn every_rule_that_is_broken_is_named() {
    let hall = Hall::new("....\n.#..\n", true);
    let node = |x, y| hall.grid.node((x, y)).unwrap();
    let robot = |x, y, heading| Robot { start: node(x, y), heading };
    let robots = [robot(0, 0, Heading::East), robot(2, 0, Heading::West)];
    let tasks = [
        Task { errands: vec![node(1, 0), node(0, 0)] },
        Task { errands: vec![node(2, 0)] },
        Task { errands: vec![node(2, 0)] },
    ];
    let check = |robots: &[Robot], moves: &[&str], done: &[[u32; 4]]| {
        let action = |letter| match letter {
            'F' => Action::Forward,
            'R' => Action::Clockwise,
            'C' => Action::CounterClockwise,
            '>' => Action::To(node(1, 0)),
            _ => Action::Wait,
        };
        let actions = moves.iter().map(|row| row.chars().map(action).collect()).collect();
        let entry =
            |&[timestep, robot, task, errand]: &[u32; 4]| Done { timestep, robot, task, errand };
        let history = History { actions, done: done.iter().map(entry).collect() };
        let told = hall.check(robots, &tasks, &history);
        told.map_err(|fault| (fault.kind, fault.robot, fault.other, fault.timestep))
    };
    let right = [[1, 0, 0, 0], [4, 0, 0, 1], [4, 1, 1, 0]];
    let moves = ["FRRF", "WWWW"];
    assert_eq!(check(&robots, &moves, &right), Ok(()));
    let fault = |kind, robot, other, timestep| Err((kind, robot, other, timestep));
    use FaultKind::*;
    assert_eq!(check(&robots, &["F"], &[]), fault(RobotCount, 1, None, 0));
    assert_eq!(check(&robots, &["FF", "F"], &[]), fault(RobotCount, 1, None, 0));
    assert_eq!(check(&robots, &["F", "F"], &[]), fault(VertexConflict, 0, Some(1), 1));
    assert_eq!(check(&robots, &["FF", "WF"], &[]), fault(SwapConflict, 0, Some(1), 2));
    assert_eq!(check(&robots, &["W", ">"], &[]), fault(WrongMove, 1, None, 1));
    assert_eq!(check(&robots, &["CF", "WW"], &[]), fault(Jump, 0, None, 2));
    assert_eq!(check(&robots, &["FRF", "WWW"], &[]), fault(Jump, 0, None, 3));
    let shared = [robots[0], robots[0]];
    assert_eq!(check(&shared, &["W", "W"], &[]), fault(VertexConflict, 0, Some(1), 0));
    let walled = [robots[0], Robot { start: node(1, 1), ..robots[1] }];
    assert_eq!(check(&walled, &["W", "W"], &[]), fault(OffMap, 1, None, 0));
    let none = [robots[0], Robot { start: NodeId::new(99), ..robots[1] }];
    assert_eq!(check(&none, &["W", "W"], &[]), fault(OffMap, 1, None, 0));
    // Of several at once, that of the lowest robot: here robot 2 waits where robot 1 comes.
    let four = [
        robot(0, 0, Heading::East),
        robot(2, 1, Heading::East),
        robot(3, 1, Heading::North),
        robot(2, 0, Heading::West),
    ];
    assert_eq!(check(&four, &["F", "F", "W", "F"], &[]), fault(VertexConflict, 0, Some(3), 1));
    assert_eq!(check(&four, &["W", "F", "W", ">"], &[]), fault(VertexConflict, 1, Some(2), 1));
    assert_eq!(check(&four, &[">", "F", "W", "F"], &[]), fault(WrongMove, 0, None, 1));
    let pairs = [four[0], four[1], four[1], four[0]];
    assert_eq!(check(&pairs, &["W"; 4], &[]), fault(VertexConflict, 0, Some(3), 0));
    let broken: [(&[[u32; 4]], _); 8] = [
        (&[[2, 0, 0, 2]], fault(NoErrand, 0, None, 2)),
        (&[[9, 0, 0, 0]], fault(NoErrand, 0, None, 9)),
        (&[[1, 0, 9, 0]], fault(NoErrand, 0, None, 1)),
        (&[[4, 0, 0, 0]], fault(NotThere, 0, None, 4)),
        (&[[4, 0, 0, 1]], fault(WrongOrder, 0, None, 4)),
        (&[[1, 0, 0, 0], [2, 0, 0, 0]], fault(WrongOrder, 0, None, 2)),
        (&[[2, 0, 0, 0], [1, 1, 1, 0]], fault(WrongOrder, 1, None, 1)),
        (&[[1, 7, 0, 0]], fault(NoErrand, 7, None, 1)),
    ];
    for (done, expected) in broken {
        assert_eq!(check(&robots, &moves, done), expected, "{done:?}");
    }
    // Robot 1 leaves, and robot 0 comes to its place with a task that it has not ended.
    let robots = [robot(0, 0, Heading::East), robot(2, 0, Heading::East)];
    let told = check(&robots, &["FF", "FW"], &[[1, 0, 0, 0], [2, 0, 1, 0]]);
    assert_eq!(told, fault(TwoTasks, 0, None, 2));
    // Robot 1 comes to where robot 0 has to be next.
    let robots = [robot(0, 0, Heading::East), robot(0, 1, Heading::North)];
    let told = check(&robots, &["F", "F"], &[[1, 0, 0, 0], [1, 1, 0, 1]]);
    assert_eq!(told, fault(WrongRobot, 1, Some(0), 1));
    let robots = [robot(0, 0, Heading::East), robot(2, 0, Heading::East)];
    let told = check(&robots, &["W", "W"], &[[1, 1, 1, 0], [1, 1, 2, 0]]);
    assert_eq!(told, fault(TwoErrands, 1, None, 1));
}

#[test]
fn the_same_budget_gives_the_same_history() {
    let hall = Hall::new(ROOM, true);
    let (first, second) = (driven(&hall, 14, 60, 5), driven(&hall, 14, 60, 5));
    assert_eq!((first.0, first.2), (second.0, second.2));
}

#[test]
fn a_clone_is_a_snapshot() {
    let hall = Hall::new(ROOM, true);
    let mut rng = Rng::new(3);
    let robots = hall.robots(12, &mut rng);
    let tasks = hall.tasks(200, 2, &mut rng);
    let mut fleet = Fleet::new(hall.floor(), &robots, Settings::default()).unwrap();
    let on = |fleet: &mut Fleet, new: &[Task]| {
        for _ in 0..20 {
            fleet.step(new, &mut Budget::unlimited().expansions(10)).unwrap();
        }
        fleet.digest()
    };
    on(&mut fleet, &tasks[..20]);
    let mut restored = fleet.clone();
    let ends = (on(&mut fleet, &[]), on(&mut restored, &[]));
    assert_eq!(ends.0, ends.1);
}

/// Robots that are late never meet, also between two ticks: discs that reach over seven tenths of a
/// cell, at twenty moments of each tick.
#[test]
fn delays_never_make_a_collision() {
    for is_turning in [true, false] {
        let hall = Hall::new(ROOM, is_turning);
        for seed in 0..if is_slow_run() { 100 } else { 4 } {
            let count = 6 + 4 * seed as usize % 17;
            let (robots, _, history) = driven(&hall, count, 40, seed);
            let mut executor = Executor::new(hall.floor(), &robots).unwrap();
            for step in 0..40 {
                let actions: Vec<Action> = history.actions.iter().map(|list| list[step]).collect();
                executor.plan(&actions).unwrap();
            }
            let mut rng = Rng::new(seed);
            let mut ticks = 0;
            let spot = |executor: &Executor, robot: usize| {
                let cell = hall.grid.cell(executor.robot(robot as u32).start);
                [f64::from(cell.x), f64::from(cell.y)]
            };
            let spots = |executor: &Executor| -> Vec<[f64; 2]> {
                (0..count).map(|robot| spot(executor, robot)).collect()
            };
            while (0..count).any(|robot| executor.left(robot as u32) > 0) {
                let before = spots(&executor);
                executor.tick(|_| rng.percent(40));
                check_discs(&before, &spots(&executor));
                ticks += 1;
                assert!(ticks < 4000, "the plan comes to its end");
            }
            // Everybody is where the plan ends.
            let mut fleet_end = Executor::new(hall.floor(), &robots).unwrap();
            for step in 0..40 {
                let actions: Vec<Action> = history.actions.iter().map(|list| list[step]).collect();
                fleet_end.plan(&actions).unwrap();
                while (0..count).any(|robot| fleet_end.left(robot as u32) > 0) {
                    fleet_end.tick(|_| false);
                }
            }
            assert_eq!(spots(&executor), spots(&fleet_end));
        }
    }
}

/// Robots on a floor with few empty places, and what a fleet lets them do.
fn crowded(is_turning: bool, neighbours: Neighbours, seed: u64) -> (Hall, Vec<Robot>, History) {
    let hall = Hall::new(ROOM, is_turning);
    let hall = Hall { mover: Mover::walker().neighbours(neighbours), ..hall };
    let count = hall.nodes().len() * 9 / 10;
    let (robots, _, history) = driven(&hall, count, 30, seed);
    (hall, robots, history)
}

/// Whether a robot goes to where another one leaves, and so on until one comes to where it was.
fn is_in_circle(before: &[NodeId], after: &[NodeId], robot: usize) -> bool {
    let mut at = robot;
    for _ in 0..before.len() {
        let Some(next) = before.iter().position(|&node| node == after[at]) else { return false };
        if next == at || next == robot {
            return next == robot && at != robot;
        }
        at = next;
    }
    false
}

/// The number of moves that are left.
fn left(executor: &Executor, robots: &[Robot]) -> usize {
    (0..robots.len() as u32).map(|robot| executor.left(robot)).sum()
}

fn nodes(executor: &Executor, robots: &[Robot]) -> Vec<NodeId> {
    (0..robots.len() as u32).map(|robot| executor.robot(robot).start).collect()
}

/// If each robot is on time again and again, even if never two at once, all plans come to their end
/// without a collision.
#[test]
fn who_is_on_time_now_and_then_comes_to_the_end() {
    let kinds = [(true, Neighbours::Four), (false, Neighbours::Four), (false, Neighbours::Eight)];
    let mut in_circles = 0;
    for seed in 0..if is_slow_run() { 30 } else { 1 } {
        for (is_turning, neighbours) in kinds {
            let (hall, robots, history) = crowded(is_turning, neighbours, seed);
            let mut executor = Executor::new(hall.floor(), &robots).unwrap();
            let mut punctual = executor.clone();
            for step in 0..30 {
                let actions: Vec<Action> = history.actions.iter().map(|list| list[step]).collect();
                executor.plan(&actions).unwrap();
                punctual.plan(&actions).unwrap();
                punctual.tick(|_| false);
            }
            // In turn, each is on time once in a round, and at least one move is made in it.
            let most = (left(&executor, &robots) + 1) * robots.len();
            let mut rng = Rng::new(seed);
            let mut at_random = |_, _| rng.percent(30);
            let mut in_turn = |tick: usize, robot: usize| tick % robots.len() == robot;
            let rules: [&mut dyn FnMut(usize, usize) -> bool; 2] = [&mut at_random, &mut in_turn];
            for is_on_time in rules {
                let mut executor = executor.clone();
                let late = execute(&mut executor, &robots, most, is_on_time, &mut in_circles);
                hall.check(&robots, &[], &late).unwrap();
                assert_eq!(nodes(&executor, &robots), nodes(&punctual, &robots));
            }
        }
    }
    assert!(in_circles > 20, "{in_circles} moves round circles");
}

/// Ticks until all is done. A robot that moves must be on time or, in a full circle, have been on time
/// since its last move.
fn execute(
    executor: &mut Executor,
    robots: &[Robot],
    most: usize,
    is_on_time: &mut dyn FnMut(usize, usize) -> bool,
    in_circles: &mut u32,
) -> History {
    let count = robots.len();
    let mut history = History { actions: vec![Vec::new(); count], done: Vec::new() };
    let mut was_on_time = vec![false; count];
    for tick in 0..most {
        if left(executor, robots) == 0 {
            return history;
        }
        let on_time: Vec<bool> = (0..count).map(|robot| is_on_time(tick, robot)).collect();
        let before = nodes(executor, robots);
        let actions = executor.tick(|robot| !on_time[robot as usize]).to_vec();
        let after = nodes(executor, robots);
        for robot in 0..count {
            history.actions[robot].push(actions[robot]);
            was_on_time[robot] |= on_time[robot];
            if actions[robot] != Action::Wait {
                let in_circle = is_in_circle(&before, &after, robot);
                *in_circles += u32::from(in_circle);
                assert!(on_time[robot] || in_circle && was_on_time[robot]);
                was_on_time[robot] = false;
            }
        }
    }
    panic!("{} moves are left after {most} ticks", left(executor, robots));
}

/// Four robots turn a circle once each was on time, but not while one that has stood down is late.
#[test]
fn a_full_circle_waits_for_those_that_do_not_stand_by() {
    let hall = Hall::new("..\n..\n", false);
    let nodes = [0, 1, 3, 2].map(NodeId::new);
    let robots = nodes.map(|start| Robot { start, heading: Heading::East });
    let round = [1, 3, 2, 0].map(|to| Action::To(NodeId::new(to)));
    let mut executor = Executor::new(hall.floor(), &robots).unwrap();
    executor.plan(&round).unwrap();
    for on_time in [0, 1, 2] {
        assert_eq!(executor.tick(|robot| robot != on_time), [Action::Wait; 4]);
    }
    let told = [0, 1, 2, 3].map(|robot| (executor.waits_for(robot), executor.stands_by(robot)));
    assert_eq!(told, [(Some(1), true), (Some(2), true), (Some(3), true), (Some(0), false)]);
    executor.stand_down(1);
    assert_eq!(executor.tick(|robot| robot != 3), [Action::Wait; 4]);
    let mut asked = Vec::new();
    let is_late = |robot| {
        asked.push(robot);
        false
    };
    assert_eq!(executor.tick(is_late), round);
    assert_eq!(asked, [1]);
    assert_eq!((executor.waits_for(0), executor.stands_by(0)), (None, false));
}

fn check_discs(before: &[[f64; 2]], after: &[[f64; 2]]) {
    for moment in 0..=20 {
        let share = f64::from(moment) / 20.0;
        let at = |robot: usize, axis: usize| {
            before[robot][axis] + share * (after[robot][axis] - before[robot][axis])
        };
        for robot in 0..before.len() {
            for other in 0..robot {
                let [dx, dy] = [0, 1].map(|axis| at(robot, axis) - at(other, axis));
                assert!(dx * dx + dy * dy > 0.49, "{robot} and {other} meet");
            }
        }
    }
}

#[test]
fn an_executor_refuses_what_is_no_plan() {
    let hall = Hall::new("...\n", true);
    let robot = |x, heading| Robot { start: hall.grid.node((x, 0)).unwrap(), heading };
    let pair = [robot(0, Heading::East), robot(1, Heading::West)];
    let refused = |actions: &[Action]| {
        Executor::new(hall.floor(), &pair).unwrap().plan(actions).unwrap_err().to_string()
    };
    let [go, stay] = [Action::Forward, Action::Wait];
    assert_eq!(refused(&[go, go]), "robot 0 exchanges places with the one on node 1");
    assert_eq!(refused(&[go, stay]), "robot 1 comes to node 1, where another one is");
    assert_eq!(
        refused(&[Action::To(NodeId::new(1)), stay]),
        "robot 0 cannot make its move from node 0"
    );
    let shared = Executor::new(hall.floor(), &[pair[0], pair[0]]).unwrap_err();
    assert_eq!(shared.to_string(), "robot 1 comes to node 0, where another one is");
}

/// Robots break down and aisles close while the fleet is driven: nobody collides, nobody enters a
/// closed place, and all is done in the end.
#[test]
fn broken_robots_and_closed_aisles_are_driven_round() {
    let hall = Hall::new(ROOM, true);
    for seed in 0..if is_slow_run() { 100 } else { 6 } {
        let mut rng = Rng::new(seed);
        let robots = hall.robots(6, &mut rng);
        let tasks = hall.tasks(30, 2, &mut rng);
        let mut fleet = Fleet::new(hall.floor(), &robots, Settings::default()).unwrap();
        let mut recorder = Recorder::new(6);
        let nodes = hall.nodes();
        let (mut broken, mut closed): (Option<u32>, Option<NodeId>) = (None, None);
        let mut new = &tasks[..];
        while fleet.tasks_done() < 30 {
            assert!(fleet.timestep() < 4000, "seed {seed}: {fleet:?}");
            if fleet.timestep().is_multiple_of(25) {
                broken.take().into_iter().for_each(|robot| fleet.enable(robot).unwrap());
                closed.take().into_iter().for_each(|node| fleet.open(node).unwrap());
            } else if fleet.timestep() % 25 == 5 {
                let (robot, node) = (rng.below(6) as u32, nodes[rng.below(nodes.len())]);
                fleet.disable(robot).unwrap();
                fleet.close(node).unwrap();
                (broken, closed) = (Some(robot), Some(node));
            }
            let before: Vec<NodeId> = (0..6).map(|robot| fleet.robot(robot).start).collect();
            let mut budget = Budget::unlimited().expansions(10);
            let actions = fleet.step(new, &mut budget).unwrap().to_vec();
            recorder.note(&actions, &fleet);
            new = &[];
            for robot in 0..6 {
                let (was, is) = (before[robot as usize], fleet.robot(robot).start);
                assert!(was == is || closed != Some(is), "robot {robot} enters a closed place");
                assert!(broken != Some(robot) || was == is, "robot {robot} is broken and drives");
            }
        }
        hall.check(&robots, &tasks, &recorder.history).unwrap();
    }
}

#[test]
fn a_task_that_is_taken_away_waits_once() {
    for assignment in [Assignment::InOrder, Assignment::Nearest, Assignment::LeastTotal] {
        let hall = Hall::new("....\n....\n", true);
        let node = |x, y| hall.grid.node((x, y)).unwrap();
        let robot = Robot { start: node(0, 0), heading: Heading::East };
        let settings = Settings { assignment, ..Settings::default() };
        let mut fleet = Fleet::new(hall.floor(), &[robot], settings).unwrap();
        let tasks = [Task { errands: vec![node(3, 1)] }];
        fleet.step(&tasks, &mut Budget::unlimited().expansions(5)).unwrap();
        assert_eq!(fleet.tasks_waiting(), 0);
        fleet.disable(0).unwrap();
        assert_eq!(fleet.events().last(), Some(&Event::Withdrawn { robot: 0, task: 0 }));
        assert_eq!(fleet.tasks_waiting(), 1, "{assignment:?}");
    }
}

#[test]
fn a_broken_robot_is_never_stuck() {
    let hall = Hall::new("....\n....\n", true);
    let node = |x, y| hall.grid.node((x, y)).unwrap();
    let robot = Robot { start: node(0, 0), heading: Heading::East };
    let mut fleet = Fleet::new(hall.floor(), &[robot], Settings::default()).unwrap();
    let tasks = [Task { errands: vec![node(0, 0), node(3, 1)] }];
    fleet.step(&tasks, &mut Budget::unlimited().expansions(5)).unwrap();
    assert_eq!(fleet.errands_done(), 1, "it has begun its task");
    fleet.disable(0).unwrap();
    for _ in 0..50 {
        fleet.step(&[], &mut Budget::unlimited().expansions(5)).unwrap();
        assert!(fleet.events().is_empty(), "{:?}", fleet.events());
    }
}

/// The world has diagonal steps, which robots that turn cannot make and must not be ordered to make;
/// those that need not turn have so many choices that they plan fewer timesteps ahead.
#[test]
fn eight_neighbours_are_no_fault() {
    for (is_turning, count, steps) in [(true, 22, 300), (false, 5, 30)] {
        let mut hall = Hall::new(ROOM, is_turning);
        hall.mover = Mover::walker();
        for seed in 0..3 {
            let mut rng = Rng::new(seed);
            let robots = hall.robots(count, &mut rng);
            let tasks = hall.tasks(2 * count, 1, &mut rng);
            let settings = Settings { span: Some(5), seed, ..Settings::default() };
            run(&hall, &robots, &tasks, settings, 0, steps);
        }
    }
}

#[test]
fn what_makes_no_fleet_is_refused_with_the_reason() {
    let hall = Hall::new("..#\n", true);
    let node = |x| hall.grid.node((x, 0)).unwrap();
    let robot = |x| Robot { start: node(x), heading: Heading::East };
    let refused = |robots: &[Robot], settings| {
        Fleet::new(hall.floor(), robots, settings).unwrap_err().to_string()
    };
    let plain = Settings::default();
    assert_eq!(
        refused(&[robot(0); 3], plain),
        "3 robots on 2 places, expected at most one on each"
    );
    assert_eq!(
        refused(&[robot(1); 2], plain),
        "robots 0 and 1 both start on node 1, expected a place of its own for each"
    );
    let stand = "where nobody can stand, expected a place that the mover can enter";
    assert_eq!(refused(&[robot(2)], plain), format!("robot 0 starts on node 2, {stand}"));
    assert_eq!(
        refused(&[robot(0)], Settings { span: Some(2), ..plain }),
        "operations of 2 moves, expected 3 to 5"
    );
    let mut fleet = Fleet::new(hall.floor(), &[robot(0)], plain).unwrap();
    let mut step = |errands: Vec<NodeId>| {
        let task = Task { errands };
        let told = fleet.step(&[task], &mut Budget::unlimited().expansions(0));
        told.unwrap_err().to_string()
    };
    assert_eq!(step(vec![]), "task 0 has no errand, expected at least one");
    assert_eq!(step(vec![node(1), node(2)]), format!("errand 1 of task 0 is on node 2, {stand}"));
    let told = [fleet.disable(7).unwrap_err(), fleet.close(node(2)).unwrap_err()];
    assert_eq!(told[0].to_string(), "there is no robot 7, expected a number below 1");
    assert_eq!(told[1].to_string(), format!("node 2 is no place, {stand}"));
    assert_eq!(fleet.timestep(), 0);
}

#[test]
fn a_goal_that_nobody_reaches_is_told_and_stops_nobody() {
    let hall = Hall::new("...#.\n...#.\n", true);
    let node = |x, y| hall.grid.node((x, y)).unwrap();
    let robots = [(0, 0), (2, 1)].map(|(x, y)| Robot { start: node(x, y), heading: Heading::East });
    let tasks = [Task { errands: vec![node(4, 0)] }, Task { errands: vec![node(0, 0)] }];
    let settings = Settings { assignment: Assignment::InOrder, ..Settings::default() };
    let mut fleet = Fleet::new(hall.floor(), &robots, settings).unwrap();
    let mut new = &tasks[..];
    let mut told = Vec::new();
    while fleet.tasks_done() < 1 && fleet.timestep() < 100 {
        fleet.step(new, &mut Budget::unlimited().expansions(5)).unwrap();
        told.extend_from_slice(fleet.events());
        new = &[];
    }
    assert_eq!(told.iter().filter(|&&event| event == Event::Unreachable { robot: 0 }).count(), 1);
    assert!(told.contains(&Event::TaskDone { robot: 1, task: 1 }));
}
