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
        let cell: Option<&dyn Fn(NodeId) -> Cell> = if self.is_turning { Some(&cell) } else { None };
        validate(&self.grid.seen_by(&self.mover), cell, robots, tasks, history)
    }

    /// Robots on different cells, by lot.
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
            let assignment = [Assignment::InOrder, Assignment::Nearest][rng.below(2)];
            let learning = [Learning::On, Learning::Off][rng.below(2)];
            let span = 3 + rng.below(3);
            let settings = Settings { assignment, learning, span, seed, ..Settings::default() };
            let expansions = [0, 50][rng.below(2)];
            let steps = run(&hall, &robots, &tasks, settings, expansions, 2000);
            assert!(steps.is_some(), "{is_turning} {seed}: {count} robots, {settings:?}");
        }
    }
}
