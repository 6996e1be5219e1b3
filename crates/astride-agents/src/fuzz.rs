//! The body of a fuzz target: any bytes as calls of a crowd, as a team that is to be planned, or as
//! the life of a fleet.

use astride::base::{Budget, Cell, NodeId, Vec2};
use astride::shapes::square::{Edit, Grid, GridView, Mover, Neighbours};

use crate::crowd::{
    Body, CELL, Crowd, CrowdError, Film, Formation, Mode, Shape, overlaps, wall_contacts,
};
use crate::fleet::{
    self, Action, Done, Event, Executor, Fleet, Floor, Heading, History, Robot, Task,
};
use crate::mapf::{self, Instance, METHODS, Objective, Status, Trip, Wanted};

/// Numbers that have no place in a crowd, or only just.
const ODD: [f64; 6] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 1e300, 0.0];

/// Why a tick is not refused.
const LEGAL: &str = "it is no longer than the longest";

/// The bytes that are left; behind the last there are zeros.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::from(self.next()) % bound.max(1)
    }

    /// An eighth of a byte, or once in a while an odd number.
    fn number(&mut self) -> f64 {
        match self.next() {
            odd @ 250.. => ODD[usize::from(odd - 250)],
            byte => f64::from(byte) / 8.0,
        }
    }

    fn point(&mut self) -> Vec2 {
        Vec2::new(self.number() - 1.0, self.number() - 1.0)
    }

    /// A map with walls where bits are set.
    fn grid(&mut self, most: usize) -> Grid {
        let (width, height) = (2 + self.below(most), 1 + self.below(most));
        let mut classes = Vec::new();
        while classes.len() < width * height {
            let byte = self.next() & self.next();
            classes.extend((0..8).map(|bit| if byte >> bit & 1 == 1 { b'@' } else { b'.' }));
        }
        classes.truncate(width * height);
        Grid::from_classes(width as u32, height as u32, &classes).expect("it has the right size")
    }

    fn node(&mut self, grid: &Grid) -> NodeId {
        // Now and then it is none.
        NodeId::new(self.below(grid.cell_count() as usize + 1) as u32)
    }
}

/// Carries out what the bytes say; returns how many frames or timesteps that took.
///
/// # Panics
///
/// If a promise is broken: units overlap or touch a wall, calls that are refused change something, a
/// film does not come back, a plan or the history of a fleet is wrong, or a plan costs less than its
/// bound.
pub fn units(data: &[u8]) -> u32 {
    let mut bytes = Bytes(data);
    match bytes.below(4) {
        0 => plan(&mut bytes),
        1 => fleet(&mut bytes),
        _ => crowd(&mut bytes),
    }
}

fn crowd(bytes: &mut Bytes<'_>) -> u32 {
    let mode = [Mode::Free, Mode::Lattice][bytes.below(2)];
    let mut grid = bytes.grid(14);
    let mover = Mover::walker();
    let mut crowd = Crowd::new(&grid.seen_by(&mover), mode).expect("the map is small");
    let mut film = Film::default();
    while !bytes.is_over() && film.len() < 2000 {
        let units = crowd.count() as u32;
        let unit = bytes.below(units as usize + 1) as u32;
        let digest = crowd.digest();
        let told = match bytes.below(16) {
            0 => crowd.spawn(bytes.point(), body(bytes)).map(drop),
            1 => {
                let count = [3, 10, 10_000][bytes.below(3)];
                crowd.spawn_near(bytes.point(), count, body(bytes)).map(drop)
            }
            2 => crowd.teleport(unit, bytes.point()),
            3 => crowd.remove(unit),
            4 => crowd.order(&[unit], bytes.point()),
            5 => crowd.order(&(0..units).collect::<Vec<_>>(), bytes.point()),
            6 => {
                let shape = Shape::NAMED[bytes.below(Shape::NAMED.len())].clone();
                let formation = Formation::of(shape).spacing(bytes.number()).facing(bytes.point());
                crowd.order_formation(&(0..units).collect::<Vec<_>>(), bytes.point(), &formation)
            }
            7 => {
                let mut changed = grid.clone();
                let cell = (bytes.below(14) as u32, bytes.below(14) as u32);
                let class = [b'@', b'.'][bytes.below(2)];
                let is_changed = changed.apply(Edit::new().set(cell, class)).is_ok();
                let told = crowd.follow(&changed.seen_by(&mover));
                if told.is_ok() && is_changed {
                    grid = changed;
                }
                told
            }
            8 => crowd.set_speed(unit, bytes.number()),
            9 => crowd.halt(&[unit]),
            10 => {
                let mut side = || (i32::from(bytes.next()) - 128) << (bytes.next() % 24);
                crowd.wish(unit, [side(), side()])
            }
            11 => frame(&mut crowd, bytes.number(), &mut film),
            _ => {
                let ticks = 1 + bytes.below(16);
                let seconds = crowd.longest_tick() * f64::from(bytes.next()) / 255.0;
                (0..ticks).try_for_each(|_| frame(&mut crowd, seconds, &mut film)).expect(LEGAL);
                Ok(())
            }
        };
        if let Err(error) = told {
            assert_eq!(digest, crowd.digest(), "a refused call changed something: {error}");
        }
        // Standing still for no time shows what a call left behind.
        frame(&mut crowd, 0.0, &mut film).expect(LEGAL);
    }
    let loaded = Film::load(&film.save()).expect("it was saved");
    assert_eq!(loaded.difference(&film), None);
    film.len() as u32
}

fn body(bytes: &mut Bytes<'_>) -> Body {
    let radius = bytes.number();
    Body { radius: if radius > 1.0 { radius / 64.0 } else { radius }, speed: bytes.number() }
}

/// A tick in which nobody may overlap anybody or a wall.
fn frame(crowd: &mut Crowd, seconds: f64, film: &mut Film) -> Result<(), CrowdError> {
    let before = crowd.positions().to_vec();
    crowd.tick(seconds)?;
    let radii: Vec<i32> = crowd.radii().collect();
    assert_eq!(overlaps(&radii, &before, crowd.positions()), []);
    let is_wall = |x, y| crowd.is_wall(x, y);
    assert!(wall_contacts(&radii, &before, crowd.positions(), CELL, is_wall).is_empty());
    film.add(crowd);
    Ok(())
}

fn plan(bytes: &mut Bytes<'_>) -> u32 {
    let grid = bytes.grid(7);
    let neighbours = [Neighbours::Four, Neighbours::Eight][bytes.below(2)];
    let mover = Mover::walker().neighbours(neighbours);
    let world = grid.seen_by(&mover);
    let method = METHODS[bytes.below(METHODS.len())].method;
    let objective = Objective::ALL[bytes.below(3)];
    let expansions = u64::from(bytes.next()) * 2;
    let field_bytes = [0, 1 << 20][bytes.below(2)];
    let seed = bytes.next().into();
    let trips: Vec<Trip> = (0..1 + bytes.below(12))
        .map(|_| Trip { start: bytes.node(&grid), goal: bytes.node(&grid) })
        .collect();
    let Ok(instance) = Instance::new(&world, &trips) else { return 0 };
    let wanted = Wanted { method, objective, seed, field_bytes };
    let mut budget = Budget::unlimited().expansions(expansions);
    let mut last = u64::MAX;
    let solved = mapf::solve(&instance, &wanted, &mut budget, &mut |better| {
        assert!(better.cost < last && better.cost >= better.bound);
        last = better.cost;
    });
    let Some(plan) = solved.plan else {
        assert_eq!(solved.cost, None);
        return 0;
    };
    mapf::validate(&world, &trips, &plan).unwrap_or_else(|fault| panic!("{fault}"));
    let cost = objective.cost(&plan);
    assert_eq!((solved.cost, last), (Some(cost), cost));
    assert!(solved.bound <= cost && (solved.status != Status::Optimal || solved.bound == cost));
    plan.makespan()
}

fn fleet(bytes: &mut Bytes<'_>) -> u32 {
    let grid = bytes.grid(8);
    let mover = Mover::walker().neighbours(Neighbours::Four);
    let world = grid.seen_by(&mover);
    let is_turning = bytes.below(2) == 0;
    let cell = |node: NodeId| -> Cell { grid.cell(node) };
    let floor = if is_turning { Floor::turning(&world, cell) } else { Floor::free(&world) };
    let rules =
        [fleet::Assignment::InOrder, fleet::Assignment::Nearest, fleet::Assignment::LeastTotal];
    let settings = fleet::Settings {
        span: [None, Some(3), Some(4)][bytes.below(3)],
        assignment: rules[bytes.below(3)],
        table_bytes: [0, 1 << 20][bytes.below(2)],
        seed: bytes.next().into(),
        ..fleet::Settings::default()
    };
    let robots: Vec<Robot> = (0..1 + bytes.below(10))
        .map(|_| Robot { start: bytes.node(&grid), heading: Heading::ALL[bytes.below(4)] })
        .collect();
    let Ok(mut fleet) = Fleet::new(floor.clone(), &robots, settings) else { return 0 };
    let mut late = Executor::new(floor, &robots).expect("a fleet stands so");
    let mut history = History { actions: vec![Vec::new(); robots.len()], done: Vec::new() };
    let mut tasks: Vec<Task> = Vec::new();
    let mut ticked = history.clone();
    while !bytes.is_over() && fleet.timestep() < 400 {
        match bytes.below(8) {
            0 => {
                let errands = (0..bytes.below(4)).map(|_| bytes.node(&grid)).collect();
                let task = Task { errands };
                if fleet.add(std::slice::from_ref(&task)).is_ok() {
                    tasks.push(task);
                }
            }
            1 => _ = fleet.disable(bytes.next().into()),
            2 => _ = fleet.enable(bytes.next().into()),
            3 => _ = fleet.close(bytes.node(&grid)),
            4 => _ = fleet.open(bytes.node(&grid)),
            _ => {
                let mut budget = Budget::unlimited().expansions(bytes.below(20) as u64);
                let actions =
                    fleet.step(&[], &mut budget).expect("there are no new tasks").to_vec();
                late.plan(&actions).expect("it is a step");
                note(&mut history, &actions);
                for event in fleet.events() {
                    if let Event::ErrandDone { robot, task, errand } = *event {
                        let timestep = fleet.timestep();
                        history.done.push(Done { timestep, robot, task, errand });
                    }
                }
                let lots = bytes.next();
                note(&mut ticked, late.tick(|robot| lots >> (robot % 8) & 1 == 1));
            }
        }
    }
    // Late robots come to the same end.
    while (0..robots.len() as u32).any(|robot| late.left(robot) > 0) {
        note(&mut ticked, late.tick(|_| false));
    }
    for robot in 0..robots.len() as u32 {
        assert_eq!(late.robot(robot), fleet.robot(robot));
    }
    check(&world, is_turning.then_some(&cell), &robots, &tasks, &history);
    check(&world, is_turning.then_some(&cell), &robots, &[], &ticked);
    fleet.timestep()
}

fn note(history: &mut History, actions: &[Action]) {
    for (list, &action) in history.actions.iter_mut().zip(actions) {
        list.push(action);
    }
}

fn check(
    world: &GridView<'_>,
    cell: Option<&dyn Fn(NodeId) -> Cell>,
    robots: &[Robot],
    tasks: &[Task],
    history: &History,
) {
    fleet::validate(world, cell, robots, tasks, history).unwrap_or_else(|fault| panic!("{fault}"));
}
