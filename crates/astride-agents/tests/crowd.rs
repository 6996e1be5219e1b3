//! Crowds: nobody ever overlaps anybody or a wall, whatever is asked, and all arrive.

use astride::base::{CellRect, Random, Vec2};
use astride::io::Drawing;
use astride::shapes::square::{Edit, Grid, Mover};
use astride_agents::crowd::{
    Body, CELL, Crowd, CrowdError, Formation, Mode, Scene, Shape, overlaps, wall_contacts,
};
use astride_testkit::tally::is_slow_run;

/// Moves a crowd, and looks at everything that happens on the way.
struct Watched {
    crowd: Crowd,
    radii: Vec<i32>,
}

impl Watched {
    fn new(crowd: Crowd) -> Self {
        let radii = crowd.radii().collect();
        Watched { crowd, radii }
    }

    fn tick(&mut self, seconds: f64, place: &str) {
        let before = self.crowd.positions().to_vec();
        self.crowd.tick(seconds).unwrap();
        let after = self.crowd.positions();
        assert_eq!(overlaps(&self.radii, &before, after), [], "{place}");
        let is_wall = |x, y| self.crowd.is_wall(x, y);
        let contacts = wall_contacts(&self.radii, &before, after, CELL, is_wall);
        assert!(contacts.is_empty(), "{place}: {contacts:?}");
    }

    /// Ticks of `seconds` until all have arrived; fails after `most`.
    fn until_all_arrive(mut self, seconds: f64, most: u32, place: &str) -> u32 {
        for tick in 0..most {
            if self.crowd.arrived_count() == self.crowd.count() {
                return tick;
            }
            self.tick(seconds, place);
        }
        let [arrived, count] = [self.crowd.arrived_count(), self.crowd.count()];
        panic!("{place}: {arrived} of {count} arrived in {most} ticks");
    }
}

fn meadow(side: u32) -> Grid {
    Grid::new(side, side, b'.').unwrap()
}

pub(crate) fn crowd_on(grid: &Grid, mode: Mode) -> Crowd {
    Crowd::new(&grid.seen_by(&Mover::walker()), mode).unwrap()
}

/// A quarter of a cell per tick of a quarter of a second.
const BODY: Body = Body { radius: 0.35, speed: 1.0 };

fn all_arrive(scenes: &[Scene], mode: Mode) {
    let units = if is_slow_run() { 1000 } else { 60 };
    for &scene in scenes {
        let crowd = scene.build(units, mode, &[BODY], 3).unwrap();
        Watched::new(crowd).until_all_arrive(0.25, units * 40, &format!("{scene} {mode:?}"));
    }
}

#[test]
fn all_arrive_in_every_scene_on_a_lattice() {
    all_arrive(&Scene::ALL, Mode::Lattice);
}

#[test]
fn all_arrive_in_the_open_and_on_a_farm() {
    let scenes = [Scene::Circle, Scene::Cross, Scene::Rings, Scene::Idlers, Scene::Farm];
    all_arrive(&scenes, Mode::Free);
}

#[test]
fn all_arrive_behind_gates_and_in_streets() {
    all_arrive(&[Scene::Gate, Scene::FourWay, Scene::Roundabout], Mode::Free);
}

#[test]
fn all_arrive_in_formation() {
    all_arrive(&[Scene::Formation, Scene::GateFormation], Mode::Free);
}

/// The law of progress of a crossing: in the open all have arrived within four times what the unit
/// with the longest way takes alone, straight ahead.
#[test]
fn crossings_end_within_four_times_free_flow() {
    let counts: &[u32] = if is_slow_run() { &[20, 60, 200, 600] } else { &[20, 60] };
    for scene in [Scene::Cross, Scene::Circle, Scene::Rings] {
        for mode in [Mode::Free, Mode::Lattice] {
            for &units in counts {
                let crowd = scene.build(units, mode, &[BODY], 1).unwrap();
                let ways = crowd.positions().iter().zip(crowd.goals());
                let squares = ways.map(|(at, goal)| {
                    let [x, y] = [0, 1].map(|side| f64::from(goal[side] - at[side]));
                    x * x + y * y
                });
                // A quarter of a cell in each tick.
                let free = squares.fold(0.0, f64::max).sqrt() / f64::from(CELL) * 4.0;
                let place = format!("{units} in {scene} {mode:?}");
                Watched::new(crowd).until_all_arrive(0.25, (4.0 * free) as u32, &place);
            }
        }
    }
}

/// Units that were promised each other's cells round a circle, that pushed one between them from two
/// sides, or that were wedged at the corner of a passage, once waited for ever.
#[test]
fn those_that_wait_for_each_other_get_on() {
    let body = Body { radius: 0.35, speed: 7.5 };
    for (scene, units, seed) in [
        (Scene::Farm, 200, 1),
        (Scene::Farm, 400, 2),
        (Scene::Gate, 400, 1),
        (Scene::Farm, 1000, 1),
    ] {
        let crowd = scene.build(units, Mode::Free, &[body], seed).unwrap();
        Watched::new(crowd).until_all_arrive(1.0 / 60.0, 2500, &format!("{scene} {units}"));
    }
}

/// Behind a block, the shortest path to a unit's own place may lead away from the goal of its group.
#[test]
fn a_group_arrives_behind_a_block_from_both_sides() {
    for (block, units) in [(4, 24), (4, 32), (6, 32)] {
        let (side, wall) = (block + 4, "#".repeat(block / 2));
        let rows = [
            format!("{}\n", ".".repeat(side)).repeat(2),
            format!("..{wall}{wall}..\n").repeat(block),
            format!("{}\n", ".".repeat(side)).repeat(2),
            format!("{wall}....{wall}\n").repeat(20),
        ];
        let grid = Drawing::parse(&rows.concat()).unwrap().grid;
        let middle = side as f64 / 2.0 - 0.5;
        for mode in [Mode::Lattice, Mode::Free] {
            let mut crowd = crowd_on(&grid, mode);
            let south = Vec2::new(middle, f64::from(grid.height()) - 2.5);
            crowd.spawn_near(south, units, BODY).unwrap();
            let all: Vec<u32> = (0..units).collect();
            crowd.order(&all, Vec2::new(middle, 0.5)).unwrap();
            let place = format!("{units} round {block} {mode:?}");
            Watched::new(crowd).until_all_arrive(0.25, 3000, &place);
        }
    }
}

#[test]
fn bodies_of_many_sizes_and_speeds_arrive() {
    let bodies: Vec<Body> = (0..7)
        .map(|kind| Body {
            radius: 0.1 + f64::from(kind) * 0.04,
            speed: 0.5 + f64::from(kind) * 0.2,
        })
        .collect();
    for mode in [Mode::Lattice, Mode::Free] {
        let crowd = Scene::Cross.build(80, mode, &bodies, 1).unwrap();
        Watched::new(crowd).until_all_arrive(0.25, 4000, &format!("{mode:?}"));
    }
}

/// Two crowds change sides through a gate; in a closed corridor two slow units face each other
/// forever.
#[test]
fn slow_units_elsewhere_hold_up_nobody() {
    let mut grid = Grid::new(40, 15, b'.').unwrap();
    let mut edit = Edit::new();
    edit.fill(CellRect::new(15, 0, 1, 15), b'@').fill(CellRect::new(15, 6, 1, 2), b'.');
    edit.fill(CellRect::new(31, 0, 9, 15), b'@').fill(CellRect::new(32, 7, 8, 1), b'.');
    grid.apply(&edit).unwrap();
    let body = Body { radius: 0.3, speed: 4.0 };
    for mode in [Mode::Lattice, Mode::Free] {
        let mut crowd = crowd_on(&grid, mode);
        for (column, to) in [(7.5, 23.5), (23.5, 7.5)] {
            let first = crowd.spawn_near(Vec2::new(column, 7.5), 40, body).unwrap();
            let group: Vec<u32> = (first..first + 40).collect();
            crowd.order(&group, Vec2::new(to, 7.5)).unwrap();
        }
        for (column, to) in [(34.5, 39.5), (37.5, 32.5)] {
            let slow = Body { speed: 1.0 / 1024.0, ..body };
            let unit = crowd.spawn(Vec2::new(column, 7.5), slow).unwrap();
            crowd.order(&[unit], Vec2::new(to, 7.5)).unwrap();
        }
        let mut watched = Watched::new(crowd);
        let arrived = |crowd: &Crowd| (0..80).filter(|&unit| crowd.has_arrived(unit)).count();
        let mut ticks = 0;
        while arrived(&watched.crowd) < 80 {
            watched.tick(1.0 / 60.0, &format!("{mode:?}"));
            ticks += 1;
            assert!(ticks < 3500, "{mode:?}: {} of 80 arrived", arrived(&watched.crowd));
        }
    }
}

#[test]
fn most_of_the_quick_arrive_though_slow_units_walk_among_them() {
    let bodies = [1.0, 1.0, 1.0, 0.02].map(|speed| Body { radius: 0.35, speed });
    let mut watched = Watched::new(Scene::Cross.build(60, Mode::Lattice, &bodies, 2).unwrap());
    for _ in 0..4000 {
        watched.tick(0.25, "cross");
    }
    let quick = (0..60).filter(|&unit| watched.crowd.has_arrived(unit)).count();
    assert!(quick >= 35, "{quick} of 60 arrived, of whom 45 are quick");
}

/// Four fill a room of four cells and turn round in it; five follow one in a corridor.
#[test]
fn all_arrive_at_the_pace_of_a_slow_one_where_they_must() {
    let slow = Body { speed: 0.05, ..BODY };
    for (drawing, starts, goals) in [
        ("..\n..\n", vec![[0, 0], [1, 0], [1, 1], [0, 1]], vec![[1, 0], [1, 1], [0, 1], [0, 0]]),
        (
            "............\n",
            (0..6).rev().map(|column| [column, 0]).collect(),
            (6..12).rev().map(|column| [column, 0]).collect(),
        ),
    ] {
        let grid = Drawing::parse(drawing).unwrap().grid;
        let mut crowd = crowd_on(&grid, Mode::Lattice);
        let middle = |[x, y]: [i32; 2]| Vec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        for (unit, (start, goal)) in (0..).zip(starts.into_iter().zip(goals)) {
            crowd.spawn(middle(start), if unit == 0 { slow } else { BODY }).unwrap();
            crowd.order(&[unit], middle(goal)).unwrap();
        }
        Watched::new(crowd).until_all_arrive(0.25, 1000, drawing);
    }
}

#[test]
fn a_unit_sped_up_in_the_middle_of_a_slow_step_goes_on_at_once() {
    let mut crowd = crowd_on(&meadow(9), Mode::Lattice);
    let unit = crowd.spawn(Vec2::new(0.5, 0.5), Body { speed: 1.0 / 1024.0, ..BODY }).unwrap();
    crowd.order(&[unit], Vec2::new(6.5, 0.5)).unwrap();
    crowd.tick(0.25).unwrap();
    crowd.set_speed(unit, 1.0).unwrap();
    Watched::new(crowd).until_all_arrive(0.25, 30, "sped up");
}

#[test]
fn halted_units_stay() {
    for mode in [Mode::Lattice, Mode::Free] {
        let mut crowd = crowd_on(&meadow(20), mode);
        crowd.spawn_near(Vec2::new(4.5, 4.5), 9, BODY).unwrap();
        let all: Vec<u32> = (0..9).collect();
        let far = Vec2::new(15.5, 15.5);
        crowd.order_formation(&all, far, &Formation::of(Shape::Box)).unwrap();
        (0..10).for_each(|_| crowd.tick(0.25).unwrap());
        let digest = crowd.digest();
        assert_eq!(crowd.halt(&[0, 9]), Err(CrowdError::NoUnit { unit: 9, present: 9 }));
        assert_eq!(crowd.halt(&[0, 0]), Err(CrowdError::Twice { unit: 0 }));
        assert_eq!(crowd.digest(), digest);
        crowd.halt(&all).unwrap();
        let goals: Vec<_> = crowd.goals().collect();
        (0..40).for_each(|_| crowd.tick(0.25).unwrap());
        assert_eq!(crowd.goals().collect::<Vec<_>>(), goals);
        assert_eq!(crowd.arrived_count(), 9, "{mode:?}");
        assert!((0..9).all(|unit| crowd.slot(unit).is_none()));
    }
}

/// Calls drawn at random, refused or obeyed; nobody ever overlaps anything, and the same calls give the
/// same history.
#[test]
fn no_call_makes_an_overlap() {
    let rounds = if is_slow_run() { 400 } else { 8 };
    for seed in 0..rounds {
        for mode in [Mode::Lattice, Mode::Free] {
            assert_eq!(live(seed, mode), live(seed, mode), "seed {seed} {mode:?}");
        }
    }
}

fn number_of_a_bad_tick(seed: u64) -> f64 {
    [-1.0, f64::NAN, f64::INFINITY, 2.0][seed as usize % 4]
}

fn live(seed: u64, mode: Mode) -> u64 {
    let mut dice = Random::new(seed);
    let side = dice.between(6, 16);
    let mut grid = meadow(side);
    let mut crowd = Watched::new(crowd_on(&grid, mode));
    let place = format!("seed {seed} {mode:?}");
    for _ in 0..600 {
        let mut number = |most: u32| f64::from(dice.below(most * 1000)) / 1000.0;
        let point = Vec2::new(number(side + 2) - 1.0, number(side + 2) - 1.0);
        let body = Body { radius: number(1) * 0.4, speed: number(2) };
        let cell = (dice.below(side), dice.below(side));
        let count = crowd.crowd.count() as u32;
        let unit = dice.below(count + 1);
        let told = match dice.below(24) {
            0..4 => crowd.crowd.spawn(point, body).map(drop),
            4 => crowd.crowd.spawn_near(point, dice.below(6), body).map(drop),
            5 => crowd.crowd.teleport(unit, point),
            6 => crowd.crowd.remove(unit),
            7..10 => crowd.crowd.order(&[unit], point),
            10 => {
                let group: Vec<u32> = (0..count).filter(|_| dice.below(2) == 0).collect();
                crowd.crowd.order(&group, point)
            }
            11 => {
                let class = if dice.below(3) == 0 { b'@' } else { b'.' };
                let mut changed = grid.clone();
                changed.apply(Edit::new().set(cell, class)).unwrap();
                let told = crowd.crowd.follow(&changed.seen_by(&Mover::walker()));
                if told.is_ok() {
                    grid = changed;
                }
                told
            }
            12 => {
                let group: Vec<u32> = (0..count).filter(|_| dice.below(2) == 0).collect();
                let shape = Shape::NAMED[dice.below(5) as usize].clone();
                crowd.crowd.order_formation(&group, point, &Formation::of(shape))
            }
            13 => crowd.crowd.tick(number_of_a_bad_tick(seed)),
            15 => {
                crowd.crowd.set_speed(unit, [2.0, 0.7, 0.1, 1.0 / 1024.0][dice.below(4) as usize])
            }
            16 => crowd.crowd.halt(&[unit]),
            14 => {
                let mut side = || dice.below(4 * CELL as u32) as i32 - 2 * CELL;
                crowd.crowd.wish(unit, [side(), side()])
            }
            _ => {
                crowd.radii = crowd.crowd.radii().collect();
                let most = crowd.crowd.longest_tick().min(0.25);
                let seconds = most * f64::from(dice.below(101)) / 100.0;
                crowd.tick(seconds, &place);
                Ok(())
            }
        };
        if let Err(error) = told {
            assert_eq!(error.to_string().lines().count(), 1);
        }
        crowd.radii = crowd.crowd.radii().collect();
        // Standing still for no time shows what a call left behind.
        crowd.tick(0.0, &place);
    }
    crowd.crowd.digest()
}

#[test]
fn what_makes_no_sense_is_refused() {
    let mut grid = meadow(9);
    grid.apply(Edit::new().set((4, 4), b'@')).unwrap();
    let mut crowd = crowd_on(&grid, Mode::Free);
    let bad = [f64::NAN, f64::INFINITY, -f64::INFINITY, -1.0, 1e300, 65.0];
    for number in bad {
        let off = Vec2::new(number, 2.0);
        assert!(matches!(crowd.spawn(off, BODY), Err(CrowdError::OffMap { .. })), "{number}");
        let wide = Body { radius: number, ..BODY };
        let on = Vec2::new(2.0, 2.0);
        assert!(matches!(crowd.spawn(on, wide), Err(CrowdError::Body { .. })), "{number}");
        let fast = Body { speed: number, ..BODY };
        assert!(matches!(crowd.spawn(on, fast), Err(CrowdError::Body { .. })), "{number}");
        let seconds = crowd.tick(number);
        assert!(matches!(seconds, Err(CrowdError::Tick { .. })), "{number}");
        let frame = crowd.advance(number);
        assert!(matches!(frame, Err(CrowdError::Tick { most: 1.0, .. })), "{number}");
    }
    let blocked = crowd.spawn(Vec2::new(4.5, 4.5), BODY);
    assert!(matches!(blocked, Err(CrowdError::Blocked { .. })));
    let touching = crowd.spawn(Vec2::new(3.9, 4.5), BODY);
    assert!(matches!(touching, Err(CrowdError::Blocked { .. })));
    let unit = crowd.spawn(Vec2::new(2.0, 2.0), BODY).unwrap();
    let twice = crowd.spawn(Vec2::new(2.1, 2.0), BODY);
    assert_eq!(twice, Err(CrowdError::Occupied { point: Vec2::new(2.1, 2.0), unit }));
    assert_eq!(crowd.order(&[unit, unit], Vec2::new(7.0, 7.0)), Err(CrowdError::Twice { unit }));
    let nobody = Err(CrowdError::NoUnit { unit: 1, present: 1 });
    assert_eq!(crowd.order(&[1], Vec2::new(7.0, 7.0)), nobody);
    assert_eq!(crowd.remove(1), nobody);
    // Walls across: what is behind them cannot be reached, and nobody is walled in.
    let mut walled = grid.clone();
    walled.apply(Edit::new().fill(CellRect::new(0, 4, 9, 1), b'@')).unwrap();
    crowd.follow(&walled.seen_by(&Mover::walker())).unwrap();
    let behind = crowd.order(&[unit], Vec2::new(7.0, 7.0));
    assert_eq!(behind, Err(CrowdError::NoWay { unit }));
    walled.apply(Edit::new().set((2, 2), b'@')).unwrap();
    let wall = crowd.follow(&walled.seen_by(&Mover::walker()));
    assert_eq!(wall, Err(CrowdError::InWall { unit }));
}

#[test]
fn ten_thousand_on_one_cell_find_cells_of_their_own() {
    let grid = meadow(110);
    for mode in [Mode::Lattice, Mode::Free] {
        let mut crowd = crowd_on(&grid, mode);
        let point = Vec2::new(55.5, 55.5);
        crowd.spawn_near(point, 10_000, BODY).unwrap();
        assert!(matches!(
            crowd.spawn_near(point, 10_000, BODY),
            Err(CrowdError::NoRoom { count: 10_000, .. })
        ));
        let all: Vec<u32> = (0..10_000).collect();
        crowd.order(&all, Vec2::new(50.5, 50.5)).unwrap();
        let mut watched = Watched::new(crowd);
        for _ in 0..3 {
            watched.tick(0.25, "ten thousand");
        }
    }
}

/// Two that both want through a passage of one cell, with a bay to step aside into.
#[test]
fn two_pass_each_other_in_a_passage_with_a_bay() {
    let drawing = "##########\n#........#\n####.#####\n##########\n";
    let grid = Drawing::parse(drawing).unwrap().grid;
    for mode in [Mode::Lattice, Mode::Free] {
        let mut crowd = crowd_on(&grid, mode);
        let ends = [Vec2::new(1.5, 1.5), Vec2::new(8.5, 1.5)];
        for end in 0..2 {
            let unit = crowd.spawn(ends[end], BODY).unwrap();
            crowd.order(&[unit], ends[1 - end]).unwrap();
        }
        Watched::new(crowd).until_all_arrive(0.25, 2000, &format!("{mode:?}"));
    }
}
