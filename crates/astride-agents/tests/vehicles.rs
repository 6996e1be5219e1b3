//! Vehicles: curves against every curve there could be, ways against a checker that shares no code.

use std::f64::consts::{FRAC_PI_2, PI};

use astride::base::{Budget, CellRect, Dir, Random, Spent, Vec2, Weight};
use astride::io::Drawing;
use astride::shapes::square::{Edit, Grid, Mover};
use astride_agents::vehicle::{
    Curve, Drive, DriveFaultKind, DriveSearch, Driven, Driver, DrivingCosts, Fineness, Gear,
    NoDrive, Obstacle, Pose, Reversing, Segment, Steer, Vehicle, VehicleError, Yard, check_drive,
    dubins, find_drive, reeds_shepp,
};

fn slow_tests() -> bool {
    std::env::var_os("ASTRIDE_SLOW_TESTS").is_some_and(|value| value == "1")
}

struct Dice(Random);

impl Dice {
    fn new(seed: u64) -> Self {
        Dice(Random::new(seed))
    }

    /// Evenly from −`most` to `most`.
    fn any(&mut self, most: f64) -> f64 {
        (f64::from(self.0.below(1 << 30)) / f64::from(1 << 29) - 1.0) * most
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.0.below(values.len() as u32) as usize]
    }

    fn pose(&mut self, most: f64) -> Pose {
        Pose::new(self.any(most), self.any(most), self.any(4.0))
    }

    /// A pose on a lattice, where lines, circles and headings meet in special ways.
    fn special_pose(&mut self) -> Pose {
        let mut side = || f64::from(self.0.below(17)) / 2.0 - 4.0;
        let (x, y) = (side(), side());
        Pose::new(x, y, f64::from(self.0.below(8)) * FRAC_PI_2 / 2.0)
    }
}

/// Where a stretch leads, by turning a point about a centre with the standard library's sines.
fn driven(from: Pose, segment: Segment, radius: f64) -> Pose {
    let way = segment.length * if segment.gear == Gear::Forward { 1.0 } else { -1.0 };
    let side = match segment.steer {
        Steer::Straight => {
            let (sin, cos) = from.heading.sin_cos();
            return Pose::new(from.x + way * cos, from.y + way * sin, from.heading);
        }
        Steer::Right => 1.0,
        Steer::Left => -1.0,
    };
    let (sin, cos) = from.heading.sin_cos();
    let centre = [from.x - side * radius * sin, from.y + side * radius * cos];
    let heading = from.heading + side * way / radius;
    let (sin, cos) = heading.sin_cos();
    Pose::new(centre[0] + side * radius * sin, centre[1] - side * radius * cos, heading)
}

fn apart(a: Pose, b: Pose) -> f64 {
    let turn = a.heading - b.heading;
    a.at().distance_to(b.at()) + turn.sin().abs() + (1.0 - turn.cos())
}

/// A curve leads where it says, and is not shorter than the straight line. Returns its length.
fn proved(curve: &Curve, from: Pose, to: Pose, radius: f64) -> f64 {
    let end = curve.segments.iter().fold(from, |at, &segment| driven(at, segment, radius));
    let slack = 1e-8 * (1.0 + radius) + 1e-11 * from.at().distance_to(to.at());
    assert!(apart(end, to) < slack, "{from:?} {to:?}: ends at {end:?}: {curve:?}");
    assert!(apart(curve.end(), end) < slack, "{curve:?}");
    assert!(curve.segments.iter().all(|segment| segment.length > 0.0), "{curve:?}");
    assert!(curve.length() > from.at().distance_to(to.at()) - slack, "{curve:?}");
    assert!(curve.segments.len() <= 5 && curve.radius.to_bits() == radius.to_bits());
    curve.length()
}

/// No way that anybody drives is shorter than the curve to where it ends: what is driven is made of
/// up to six stretches of any length, among them many special ones, so all kinds of shortest curves
/// are.
fn nobody_drives_less(gears: &[Gear], lengths: &[f64], seed: u64, rounds: u32) -> u32 {
    let (mut dice, mut as_short) = (Dice::new(seed), 0);
    for _ in 0..rounds {
        let radius = dice.one_of(&[1.0, 0.25, 7.0]);
        let from = dice.pose(3.0);
        let count = 1 + dice.0.below(6);
        // Two arcs of one length in a row are part of several kinds.
        let twin = dice.any(1.0).abs();
        let most = dice.one_of(&[0.3, 1.0, 3.0]);
        let ways: Vec<Segment> = (0..count)
            .map(|_| Segment {
                steer: dice.one_of(&[Steer::Left, Steer::Straight, Steer::Right]),
                gear: dice.one_of(gears),
                length: radius
                    * match dice.0.below(3) {
                        0 => dice.one_of(lengths),
                        1 => twin,
                        _ => dice.any(most).abs(),
                    },
            })
            .collect();
        let ways = if gears.len() == 2 && dice.0.below(8) == 0 {
            two_corners(&mut dice, radius)
        } else {
            ways
        };
        let to = ways.iter().fold(from, |at, &segment| driven(at, segment, radius));
        let driven: f64 = ways.iter().map(|segment| segment.length).sum();
        let curve = if gears.len() == 1 {
            dubins(from, to, radius).unwrap()
        } else {
            reeds_shepp(from, to, radius).unwrap()
        };
        let length = proved(&curve, from, to, radius);
        assert!(length <= driven + 1e-7 * radius, "{driven} < {length}: {ways:?} {curve:?}");
        as_short += u32::from(length > driven - 1e-7);
    }
    as_short
}

/// The rarest kind of shortest curve, hardly ever met by chance: arc, quarter back, line back,
/// quarter back, arc.
fn two_corners(dice: &mut Dice, radius: f64) -> Vec<Segment> {
    let mut sides = [Steer::Left, Steer::Right];
    if dice.0.below(2) == 0 {
        sides.reverse();
    }
    let mut gears = [Gear::Forward, Gear::Reverse];
    if dice.0.below(2) == 0 {
        gears.reverse();
    }
    let any = [0.7, 2.0, 0.7].map(|most| dice.any(most).abs());
    [
        (sides[0], gears[0], any[0]),
        (sides[1], gears[1], FRAC_PI_2),
        (Steer::Straight, gears[1], any[1]),
        (sides[0], gears[1], FRAC_PI_2),
        (sides[1], gears[0], any[2]),
    ]
    .map(|(steer, gear, length)| Segment { steer, gear, length: length * radius })
    .to_vec()
}

#[test]
fn no_way_forward_is_shorter_than_the_curve_of_dubins() {
    let rounds = if slow_tests() { 3_000_000 } else { 60_000 };
    let found = nobody_drives_less(&[Gear::Forward], &[0.0, FRAC_PI_2, PI, 4.0], 1, rounds);
    assert!(found > rounds / 10, "ways as short as the curve: {found}");
}

#[test]
fn no_way_there_and_back_is_shorter_than_the_curve_of_reeds_and_shepp() {
    let rounds = if slow_tests() { 3_000_000 } else { 60_000 };
    let gears = [Gear::Forward, Gear::Reverse];
    let found = nobody_drives_less(&gears, &[0.0, FRAC_PI_2, FRAC_PI_2 / 2.0, 2.0], 2, rounds);
    assert!(found > rounds / 10, "ways as short as the curve: {found}");
}

/// Curves are shortest ways, and so obey the laws of distances.
#[test]
fn curves_obey_the_laws_of_distances() {
    let mut dice = Dice::new(3);
    for round in 0..if slow_tests() { 300_000 } else { 10_000 } {
        let radius = dice.one_of(&[1.0, 0.5, 3.0]);
        let mut any = || if round % 2 == 0 { dice.pose(6.0) } else { dice.special_pose() };
        let (a, b, c) = (any(), any(), any());
        let both = |from: Pose, to: Pose| {
            [
                proved(&dubins(from, to, radius).unwrap(), from, to, radius),
                proved(&reeds_shepp(from, to, radius).unwrap(), from, to, radius),
            ]
        };
        let [forward, either] = both(a, b);
        let place = || format!("{a:?} {b:?} {c:?} {radius}");
        assert!(either <= forward + 1e-8, "{}", place());
        for (whole, (first, second)) in both(a, c).iter().zip(both(a, b).iter().zip(both(b, c))) {
            assert!(*whole <= first + second + 1e-7, "{}", place());
        }
        // Backward in time, in a mirror, and turned: as long.
        let flipped = |pose: Pose| Pose::new(-pose.x, pose.y, -pose.heading);
        let mirrored = |pose: Pose| Pose::new(pose.x, -pose.y, -pose.heading);
        let turned = |pose: Pose| Pose::new(-pose.y, pose.x, pose.heading + FRAC_PI_2);
        let about = |pose: Pose| Pose::new(pose.x, pose.y, pose.heading + PI);
        for (from, to) in [
            (b, a),
            (flipped(a), flipped(b)),
            (mirrored(a), mirrored(b)),
            (turned(a), turned(b)),
            (about(a), about(b)),
        ] {
            assert!((both(from, to)[1] - either).abs() < 1e-7, "{}", place());
        }
        for (from, to) in [(mirrored(a), mirrored(b)), (turned(a), turned(b)), (about(b), about(a))]
        {
            assert!((both(from, to)[0] - forward).abs() < 1e-7, "{}", place());
        }
    }
}

#[test]
fn curves_that_can_be_worked_out_by_hand() {
    let check = |to: Pose, radius: f64, forward: f64, either: f64| {
        let from = Pose::default();
        let lengths = [dubins(from, to, radius), reeds_shepp(from, to, radius)]
            .map(|curve| proved(&curve.unwrap(), from, to, radius));
        assert!((lengths[0] - forward).abs() < 1e-9, "{to:?}: {lengths:?}");
        assert!((lengths[1] - either).abs() < 1e-9, "{to:?}: {lengths:?}");
    };
    check(Pose::default(), 1.0, 0.0, 0.0);
    check(Pose::new(7.0, 0.0, 0.0), 1.0, 7.0, 7.0);
    check(Pose::new(0.0, 4.0, PI), 2.0, 2.0 * PI, 2.0 * PI);
    check(Pose::new(3.0, 3.0, FRAC_PI_2), 3.0, 1.5 * PI, 1.5 * PI);
    check(Pose::new(0.0, 0.0, PI), 1.0, 7.0 * PI / 3.0, PI);
    check(Pose::new(-1.0, 0.0, 0.0), 1.0, 2.0 * PI + 1.0, 1.0);
}

/// The direction of a short line is hardly known: it was driven as four arcs.
#[test]
fn the_shortest_way_along_a_short_line_is_the_line() {
    let from = Pose::new(-1.1358126997947693, 0.9437793139368296, 2.902318187057972);
    for length in [1e-8, 2.1227169781923294e-6, 1e-4] {
        let back = Segment { steer: Steer::Straight, gear: Gear::Reverse, length };
        let curve = reeds_shepp(from, driven(from, back, 0.25), 0.25).unwrap();
        assert!((curve.length() - length).abs() < 1e-9, "{length}: {curve:?}");
    }
}

#[test]
fn poses_on_a_curve_are_evenly_apart_and_on_it() {
    let mut dice = Dice::new(5);
    for _ in 0..300 {
        let (from, to) = (dice.pose(9.0), dice.pose(9.0));
        let curve = reeds_shepp(from, to, 1.5).unwrap();
        let poses = curve.poses(0.25).unwrap();
        assert_eq!((poses[0], apart(poses[poses.len() - 1], to) < 1e-8), (from, true));
        for pair in poses.windows(2) {
            assert!(pair[0].at().distance_to(pair[1].at()) <= 0.25 + 1e-12);
        }
    }
    let still = reeds_shepp(Pose::default(), Pose::default(), 1.0).unwrap();
    assert_eq!(still.poses(0.1).unwrap(), [Pose::default()]);
    assert!(still.length().is_sign_positive(), "0 and not −0");
}

#[test]
fn what_is_no_number_or_too_large_is_refused_by_name() {
    let good = Pose::default();
    let bad = [f64::NAN, f64::INFINITY, -1e9];
    for value in bad {
        for pose in
            [Pose::new(value, 0.0, 0.0), Pose::new(0.0, value, 0.0), Pose::new(0.0, 0.0, value)]
        {
            for curve in [dubins, reeds_shepp] {
                for (from, to) in [(good, pose), (pose, good)] {
                    let error = curve(from, to, 1.0).unwrap_err();
                    assert!(matches!(error, VehicleError::Pose { .. }), "{error}");
                }
            }
        }
    }
    for radius in [0.0, -1.0, 1e-9, 1e9, f64::NAN] {
        for curve in [dubins, reeds_shepp] {
            let error = curve(good, good, radius).unwrap_err();
            assert!(matches!(error, VehicleError::Radius { .. }), "{error}");
        }
    }
    let curve = dubins(good, Pose::new(50.0, 0.0, 0.0), 1.0).unwrap();
    for step in [0.0, -1.0, f64::NAN, 1e-9] {
        assert!(matches!(curve.poses(step), Err(VehicleError::Step { .. })), "{step}");
    }
}

/// A street along which two cars are parked, with a gap between them beside the kerb.
const STREET: &str = "
    ..............................
    ..............................
    ..............................
    ..............................
    ..............................
    ###########.......############
    ###########.......############
    ###########.......############
    ##############################
";

/// A yard with walls.
const YARD: &str = "
    ................................
    ................................
    ................................
    ..........####..................
    .............#..................
    .............#.......#######....
    .............#.............#....
    .............#.............#....
    ....##########.............#....
    ...........................#....
    ...................#########....
    ................................
    ................................
    .......#........................
    .......#........................
    .......#######..................
    ................................
    ................................
";

fn grid(text: &str) -> Grid {
    Drawing::parse(text).unwrap().grid
}

fn car() -> Vehicle {
    Vehicle::new(4.0, 1.8, 4.0)
}

/// What a search says, checked; and that it is the same in slices.
fn searched(grid: &Grid, vehicle: &Vehicle, ends: [Pose; 2], fineness: Fineness) -> (Driven, u64) {
    let view = grid.seen_by(&Mover::walker());
    let mut search = DriveSearch::new(&view, vehicle, ends, fineness).unwrap();
    let driven = search.run(&mut Budget::unlimited());
    let mut slices = DriveSearch::new(&view, vehicle, ends, fineness).unwrap();
    let sliced = loop {
        match slices.run(&mut Budget::unlimited().expansions(37)) {
            Driven::OutOfBudget(spent) => assert_eq!(spent, Spent::Expansions),
            other => break other,
        }
    };
    assert_eq!((&sliced, slices.expanded()), (&driven, search.expanded()));
    if let Driven::Found(drive) = &driven {
        assert_eq!(check_drive(&view, vehicle, ends, drive), Ok(()), "{ends:?} {vehicle:?}");
        let [from, to] = ends;
        let least = match vehicle.reversing {
            Reversing::Never => dubins(from, to, vehicle.turning_radius),
            Reversing::Allowed => reeds_shepp(from, to, vehicle.turning_radius),
        };
        assert!(drive.length() >= least.unwrap().length() - 1e-6);
        assert!(drive.cost >= drive.length() - 1e-3);
    }
    (driven, search.expanded())
}

#[test]
fn a_car_parks_between_two_others() {
    let ends = [Pose::new(4.0, 3.5, 0.0), Pose::new(12.3, 6.3, 0.0)];
    let (driven, _) = searched(&grid(STREET), &car(), ends, Fineness::default());
    let drive = driven.drive().unwrap_or_else(|| panic!("{driven:?}"));
    assert!(drive.curve.gear_changes() >= 1 && drive.reversed() > 4.0);
}

#[test]
fn a_car_turns_round_in_a_yard() {
    let grid = grid(YARD);
    let from = Pose::new(6.0, 11.0, 0.0);
    let small = Vehicle { reversing: Reversing::Never, ..Vehicle::new(2.0, 1.0, 2.0) };
    // Nose first into a pocket of four cells, or tail first.
    for (vehicle, degrees) in [(car(), 0.0), (car(), 180.0), (small, 0.0)] {
        let ends = [from, Pose::in_degrees(23.0 + degrees / 180.0, 7.5, degrees)];
        let (driven, _) = searched(&grid, &vehicle, ends, Fineness::default());
        assert!(driven.drive().is_some(), "{vehicle:?}: {driven:?}");
    }
    // One that only goes forward cannot get in tail first.
    let ends = [from, Pose::in_degrees(23.0, 7.5, 180.0)];
    let (driven, expanded) = searched(&grid, &small, ends, Fineness { places: 1, headings: 32 });
    assert_eq!(driven, Driven::NoDrive(NoDrive::NotFound { expanded }));
}

#[test]
fn searches_on_random_ground_hold_before_the_checker() {
    let mut dice = Dice::new(11);
    let rounds = if slow_tests() { 1_000 } else { 60 };
    let (mut found, mut none) = (0, 0);
    for _ in 0..rounds {
        let [width, height] = [12 + dice.0.below(20), 12 + dice.0.below(20)];
        let share = dice.0.below(5);
        let cells: Vec<u8> = (0..width * height)
            .map(|_| if dice.0.below(100) < share { b'@' } else { b'.' })
            .collect();
        let grid = Grid::from_classes(width, height, &cells).unwrap();
        let mut any = |most: f64| dice.any(0.5) * most + most / 2.0;
        let mut vehicle = Vehicle::new(0.5 + any(3.0), 0.3 + any(1.0), 0.4 + any(4.0));
        vehicle.rear = any(vehicle.length);
        // Some swing far round their axle.
        if any(1.0) < 0.5 {
            vehicle.turning_radius = 0.4;
        }
        let [from, to] =
            [0; 2].map(|_| Pose::new(any(f64::from(width)), any(f64::from(height)), any(7.0)));
        if dice.0.below(3) == 0 {
            vehicle.reversing = Reversing::Never;
        }
        let fineness = Fineness { places: 1 + dice.0.below(3), headings: 16 + dice.0.below(64) };
        match searched(&grid, &vehicle, [from, to], fineness).0 {
            Driven::Found(_) => found += 1,
            Driven::NoDrive(_) => none += 1,
            Driven::OutOfBudget(_) => unreachable!("without a limit"),
        }
    }
    assert!(found > rounds / 6 && none > rounds / 20, "{found} found, {none} not");
}

/// Whether two vehicles overlap, by the corners of one in the other and crossing sides: no code of
/// the yard.
fn overlap(a: [Vec2; 4], b: [Vec2; 4]) -> bool {
    let side = |p: Vec2, q: Vec2, at: Vec2| (q.x - p.x) * (at.y - p.y) - (q.y - p.y) * (at.x - p.x);
    let sides = |body: [Vec2; 4]| (0..4).map(move |at| (body[at], body[(at + 1) % 4]));
    let is_inside = |body: [Vec2; 4], at: Vec2| {
        sides(body).all(|(p, q)| side(p, q, at) > 1e-9)
            || sides(body).all(|(p, q)| side(p, q, at) < -1e-9)
    };
    let cross = |(p, q): (Vec2, Vec2), (r, s): (Vec2, Vec2)| {
        side(p, q, r) * side(p, q, s) < -1e-9 && side(r, s, p) * side(r, s, q) < -1e-9
    };
    a.iter().any(|&at| is_inside(b, at))
        || b.iter().any(|&at| is_inside(a, at))
        || sides(a).any(|one| sides(b).any(|other| cross(one, other)))
}

/// Lets a yard tick and looks at it all through the tick.
fn watched_tick(yard: &mut Yard, seconds: f64) {
    let all = 0..yard.count() as u32;
    let way = |yard: &Yard, one: u32| {
        let driver = yard.driver(one).unwrap();
        // How far it has come, by its pose.
        let pose = yard.pose(one).unwrap();
        (driver.vehicle, pose)
    };
    let before: Vec<_> = all.clone().map(|one| way(yard, one)).collect();
    yard.tick(seconds).unwrap();
    let after: Vec<_> = all.clone().map(|one| way(yard, one)).collect();
    for part in 0..=8 {
        let share = f64::from(part) / 8.0;
        // A tick is short: arcs are nearly straight.
        let bodies: Vec<[Vec2; 4]> = before
            .iter()
            .zip(&after)
            .map(|(&(vehicle, a), &(_, b))| {
                let turn = (b.heading - a.heading + PI).rem_euclid(2.0 * PI) - PI;
                vehicle.corners(Pose::new(
                    a.x + (b.x - a.x) * share,
                    a.y + (b.y - a.y) * share,
                    a.heading + turn * share,
                ))
            })
            .collect();
        for (at, &body) in bodies.iter().enumerate() {
            for (other, &theirs) in bodies[..at].iter().enumerate() {
                assert!(!overlap(body, theirs), "{at} overlaps {other}");
            }
        }
    }
}

#[test]
fn the_one_without_priority_gives_way_at_a_crossing() {
    let arrivals = |priorities: [u32; 2]| {
        let ends = [
            [Pose::in_degrees(0.0, 20.0, 0.0), Pose::in_degrees(40.0, 20.0, 0.0)],
            [Pose::in_degrees(20.0, 0.0, 90.0), Pose::in_degrees(20.0, 40.0, 90.0)],
        ];
        let mut yard = Yard::new();
        for ([from, to], priority) in ends.into_iter().zip(priorities) {
            let curve = dubins(from, to, car().turning_radius).unwrap();
            yard.add(Driver { vehicle: car(), curve, speed: 4.0, priority }).unwrap();
        }
        let mut arrived = [0; 2];
        for tick in 1..400 {
            watched_tick(&mut yard, 0.125);
            for one in 0..2 {
                if yard.has_arrived(one) && arrived[one as usize] == 0 {
                    arrived[one as usize] = tick;
                }
            }
        }
        (arrived, yard.digest())
    };
    // Forty cells at half a cell a tick.
    let (first, digest) = arrivals([9, 0]);
    assert_eq!(first[0], 80);
    assert!(first[1] > 84, "{first:?}");
    let (second, _) = arrivals([0, 9]);
    assert_eq!((second[1], second[0]), (80, first[1]), "the crossing is the same from both sides");
    assert_eq!(arrivals([0, 0]).0, first, "of equals the first");
    assert_eq!(arrivals([9, 0]).1, digest);
}

#[test]
fn vehicles_in_one_yard_never_overlap() {
    let mut dice = Dice::new(21);
    let (mut arrived, mut jammed, mut waited) = (0, 0, 0);
    let rounds = if slow_tests() { 400 } else { 6 };
    for _ in 0..rounds {
        let mut yard = Yard::new();
        for _ in 0..40 {
            let mut vehicle = Vehicle::new(1.5 + dice.any(0.5) + 0.5, 0.5 + dice.any(0.2), 1.5);
            vehicle.rear = vehicle.length * 0.3;
            let curve = reeds_shepp(dice.pose(14.0), dice.pose(14.0), 1.5 + dice.any(0.5).abs());
            let (speed, priority) = (1.0 + dice.any(0.9), dice.0.below(3));
            let _ = yard.add(Driver { vehicle, curve: curve.unwrap(), speed, priority });
        }
        assert!(yard.count() > 10);
        for _ in 0..200 {
            watched_tick(&mut yard, 0.1);
            waited += (0..yard.count() as u32).filter(|&one| yard.waits_for(one).is_some()).count();
        }
        arrived += (0..yard.count() as u32).filter(|&one| yard.has_arrived(one)).count();
        jammed += u32::from(yard.is_jammed());
    }
    assert!(
        arrived > 4 * rounds && waited > 100,
        "{arrived} arrived, {waited} waits, {jammed} jams"
    );
}

#[test]
fn two_that_face_each_other_are_a_jam_until_one_turns_to_another_curve() {
    let ends = [Pose::in_degrees(5.0, 15.0, 0.0), Pose::in_degrees(25.0, 15.0, 180.0)];
    let mut yard = Yard::new();
    for (from, to) in [(0, 25.0), (1, 5.0)] {
        let to = Pose::new(to, 15.0, ends[from].heading);
        let curve = dubins(ends[from], to, car().turning_radius).unwrap();
        yard.add(Driver { vehicle: car(), curve, speed: 2.0, priority: 0 }).unwrap();
    }
    for _ in 0..100 {
        watched_tick(&mut yard, 0.1);
    }
    assert!(yard.is_jammed() && yard.waits_for(0) == Some(1) && yard.waits_for(1) == Some(0));
    let elsewhere = dubins(Pose::default(), Pose::new(9.0, 0.0, 0.0), 4.0).unwrap();
    let error = yard.turn_to(1, elsewhere).unwrap_err();
    assert!(matches!(error, VehicleError::Elsewhere { .. }), "{error}");
    // Round the other one, which stands.
    let grid = Grid::new(30, 30, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let pose = yard.pose(1).unwrap();
    let way = [pose, Pose::new(5.0, 15.0, ends[1].heading)];
    let other = [(car(), yard.pose(0).unwrap())];
    let search = DriveSearch::new(&view, &car(), way, Fineness::default()).unwrap();
    let driven = search.among(&other).unwrap().run(&mut Budget::unlimited());
    let drive = driven.drive().unwrap();
    let theirs = car().corners(other[0].1);
    assert!(drive.poses.iter().all(|&pose| !overlap(car().corners(pose), theirs)));
    assert_eq!(check_drive(&view, &car(), way, drive), Ok(()));
    // The other one waits until it has passed: a curve to where it is.
    let stand = dubins(other[0].1, other[0].1, 4.0).unwrap();
    yard.turn_to(0, stand).unwrap();
    yard.turn_to(1, drive.curve.clone()).unwrap();
    for _ in 0..200 {
        watched_tick(&mut yard, 0.1);
    }
    assert!(yard.has_arrived(1));
    let on = dubins(other[0].1, Pose::new(25.0, 15.0, 0.0), 4.0).unwrap();
    yard.turn_to(0, on).unwrap();
    for _ in 0..100 {
        watched_tick(&mut yard, 0.1);
    }
    let arrived = [0, 1].map(|one| yard.has_arrived(one));
    assert!(arrived == [true; 2] && !yard.is_jammed(), "{arrived:?} {:?}", yard.driver(1));
}

#[test]
fn a_yard_refuses_what_makes_no_sense() {
    let curve = dubins(Pose::default(), Pose::new(9.0, 0.0, 0.0), 4.0).unwrap();
    let driver = Driver { vehicle: car(), curve, speed: 1.0, priority: 0 };
    let mut yard = Yard::new();
    assert_eq!(yard.add(driver.clone()), Ok(0));
    assert_eq!(yard.add(driver.clone()), Err(VehicleError::Occupied { other: 0 }));
    for speed in [0.0, 65.0, f64::NAN] {
        let error = yard.add(Driver { speed, ..driver.clone() }).unwrap_err();
        assert!(matches!(error, VehicleError::Speed { .. }), "{error}");
    }
    for length in [-1.0, f64::INFINITY, f64::NAN] {
        let mut bad = driver.clone();
        bad.curve.segments[0].length = length;
        let error = yard.turn_to(0, bad.curve.clone()).unwrap_err();
        assert!(matches!(error, VehicleError::Stretch { .. }), "{error}");
        let error = yard.add(bad).unwrap_err();
        assert!(matches!(error, VehicleError::Stretch { .. }), "{error}");
    }
    let vehicle = Vehicle { turning_radius: 5.0, ..car() };
    let error = yard.add(Driver { vehicle, ..driver }).unwrap_err();
    assert_eq!(error, VehicleError::Radius { radius: 4.0 });
    for seconds in [-0.1, 1.1, f64::NAN] {
        assert!(matches!(yard.tick(seconds), Err(VehicleError::Tick { .. })));
    }
    assert_eq!(
        (yard.count(), yard.pose(1), yard.waits_for(1), yard.has_arrived(1)),
        (1, None, None, false)
    );
}

/// The bits of curves and drives, which must not depend on the machine.
#[test]
fn drives_are_the_same_everywhere() {
    let ends = [Pose::new(3.5, 3.0, 0.0), Pose::new(12.3, 6.3, 0.0)];
    let (driven, expanded) = searched(&grid(STREET), &car(), ends, Fineness::default());
    let digest = driven.drive().unwrap().digest();
    let mut dice = Dice::new(8);
    let bits = (0..1000).fold(0_u64, |bits, _| {
        let curve = reeds_shepp(dice.pose(5.0), dice.pose(5.0), 1.0).unwrap();
        curve.segments.iter().fold(bits.rotate_left(7), |bits, segment| {
            bits.wrapping_mul(31) ^ segment.length.to_bits()
        })
    });
    assert_eq!((expanded, digest, bits), (2067, 8694768461554272267, 3076261258410982140));
}

#[test]
fn the_checker_catches_a_fault_of_every_kind() {
    use DriveFaultKind::*;
    let (grid, vehicle) = (grid(STREET), car());
    let view = grid.seen_by(&Mover::walker());
    let ends = [Pose::new(3.5, 3.0, 0.0), Pose::new(12.3, 6.3, 0.0)];
    let driven = find_drive(&view, &vehicle, ends).unwrap();
    let good = driven.drive().unwrap();
    let check = |what: &str, change: &dyn Fn(&mut Drive), kind: DriveFaultKind| {
        let mut bad = good.clone();
        change(&mut bad);
        let found = check_drive(&view, &vehicle, ends, &bad).unwrap_err();
        let is_kind = std::mem::discriminant(&found.kind) == std::mem::discriminant(&kind);
        assert!(is_kind, "{what}: {found}");
    };
    check("nothing", &|drive| drive.poses.clear(), Empty);
    check("no number", &|drive| drive.poses[7].x = f64::NAN, NoNumber);
    check("begins late", &|drive| drive.poses = drive.poses[1..].to_vec(), WrongStart);
    check("ends early", &|drive| drive.poses.truncate(drive.poses.len() - 1), WrongEnd);
    check("a jump", &|drive| drop(drive.poses.drain(20..24)), TooFar);
    check("a slide", &|drive| drive.poses[9].y += 0.01, Slides);
    check(
        "a turn on the spot",
        &|drive| {
            let at = drive.poses[9];
            drive.poses.insert(10, Pose { heading: at.heading + 0.1, ..at });
        },
        Slides,
    );
    check(
        "another length",
        &|drive| drive.curve.segments[0].length += 0.1,
        WrongLength { length: 0.0 },
    );
    check(
        "another gear",
        &|drive| {
            for segment in &mut drive.curve.segments {
                segment.gear = Gear::Forward;
            }
        },
        WrongGears { changes: 0 },
    );
    // The same drive for other vehicles.
    let fault = |vehicle: Vehicle| check_drive(&view, &vehicle, ends, good).unwrap_err();
    let tight = fault(Vehicle { turning_radius: 4.1, ..vehicle });
    assert!(matches!(tight.kind, TooTight { radius } if (radius - 4.0).abs() < 1e-3), "{tight}");
    let never = fault(Vehicle { reversing: Reversing::Never, ..vehicle });
    assert_eq!(never.kind, Reverses);
    assert_eq!(fault(Vehicle { width: 2.8, ..vehicle }).kind, Blocked);
    assert_eq!(fault(Vehicle { length: 5.5, ..vehicle }).kind, Blocked);
}

#[test]
fn no_drive_has_a_reason() {
    let grid = grid(STREET);
    let view = grid.seen_by(&Mover::walker());
    let (start, gap) = (Pose::new(3.5, 3.0, 0.0), Pose::new(12.3, 6.3, 0.0));
    let why = |vehicle: Vehicle, ends| match find_drive(&view, &vehicle, ends).unwrap() {
        Driven::NoDrive(why) => why,
        other => panic!("{other:?}"),
    };
    let at = |column, row| Obstacle::Cell { column, row };
    let long = Vehicle { length: 8.0, ..car() };
    assert_eq!(why(long, [start, gap]), NoDrive::GoalBlocked(at(18, 5)));
    let off = Pose::new(0.5, 3.0, 0.0);
    assert_eq!(why(car(), [off, gap]), NoDrive::StartBlocked(at(-1, 2)));
    let others = [(car(), Pose::new(20.0, 2.0, 0.0)), (car(), Pose::new(5.0, 3.0, 0.0))];
    let search = DriveSearch::new(&view, &car(), [start, gap], Fineness::default()).unwrap();
    let among = search.among(&others).unwrap().run(&mut Budget::unlimited());
    assert_eq!(among, Driven::NoDrive(NoDrive::StartBlocked(Obstacle::Vehicle { index: 1 })));
    let narrow = GRID_OF_TWO_ROOMS;
    let grid = self::grid(narrow);
    let view = grid.seen_by(&Mover::walker());
    let ends = [Pose::new(2.0, 2.5, 0.0), Pose::new(11.0, 2.5, 0.0)];
    for (width, is_enclosed) in [(1.2, true), (0.8, false)] {
        let vehicle = Vehicle { rear: 0.7, ..Vehicle::new(2.0, width, 1.5) };
        let driven = find_drive(&view, &vehicle, ends).unwrap();
        assert_eq!(driven == Driven::NoDrive(NoDrive::Enclosed), is_enclosed, "{driven:?}");
        assert_eq!(driven.drive().is_some(), !is_enclosed);
    }
}

/// Two rooms with a gate of one cell between them.
const GRID_OF_TWO_ROOMS: &str = "
    .......#.......
    .......#.......
    ...............
    .......#.......
    .......#.......
";

#[test]
fn on_empty_ground_a_drive_is_as_cheap_as_the_best_curve() {
    let grid = Grid::new(60, 60, b'.').unwrap();
    let view = grid.seen_by(&Mover::walker());
    let mut dice = Dice::new(31);
    for _ in 0..if slow_tests() { 300 } else { 20 } {
        let mut any = || Pose::new(30.0 + dice.any(12.0), 30.0 + dice.any(12.0), dice.any(4.0));
        let ends = [any(), any()];
        let costs = DrivingCosts { reversing: 1.0, turning: 1.0, gear_change: 0.0 };
        let vehicle = Vehicle { costs, ..Vehicle::new(2.0, 1.0, 3.0) };
        let driven = find_drive(&view, &vehicle, ends).unwrap();
        let least = reeds_shepp(ends[0], ends[1], 3.0).unwrap().length();
        let drive = driven.drive().unwrap();
        assert!((drive.length() - least).abs() < 1e-6, "{ends:?}: {} {least}", drive.length());
        assert!((drive.cost - least).abs() < 1e-3);
    }
}

#[test]
fn a_search_refuses_what_makes_no_sense() {
    let (grid, good) = (grid(STREET), Vehicle { rear: 1.0, ..car() });
    let view = grid.seen_by(&Mover::walker());
    let ends = [Pose::new(3.5, 3.0, 0.0), Pose::new(12.3, 6.3, 0.0)];
    let refused = |vehicle: Vehicle, ends: [Pose; 2], fineness: Fineness| {
        DriveSearch::new(&view, &vehicle, ends, fineness).err().map(|error| error.to_string())
    };
    let says = |vehicle: Vehicle, piece: &str| {
        let message = refused(vehicle, ends, Fineness::default()).unwrap_or_default();
        assert!(message.contains(piece), "{message:?} has no {piece:?}");
    };
    for bad in [f64::NAN, -1.0, 1e6] {
        says(Vehicle { length: bad, ..good }, "expected sides of 1/16 to 256 cells");
        says(Vehicle { width: bad, ..good }, "expected sides of 1/16 to 256 cells");
        says(Vehicle { rear: bad, ..good }, "an axle on the vehicle");
        let costs = |costs: DrivingCosts| says(Vehicle { costs, ..good }, "for reversing");
        costs(DrivingCosts { reversing: bad, ..good.costs });
        costs(DrivingCosts { turning: bad, ..good.costs });
        costs(DrivingCosts { gear_change: bad, ..good.costs });
    }
    says(Vehicle { turning_radius: 0.0, ..good }, "a turning radius of 0 cells");
    says(Vehicle { turning_radius: 0.01, ..good }, "for a vehicle of this size");
    let usual = Fineness::default();
    for fineness in [Fineness { places: 0, ..usual }, Fineness { headings: 999, ..usual }] {
        assert!(refused(good, ends, fineness).unwrap().contains("expected 1 to 8 and 16 to 256"));
    }
    assert!(refused(good, [ends[0], Pose::new(f64::NAN, 0.0, 0.0)], usual).is_some());
    let mut walled = grid.clone();
    walled.apply(Edit::new().wall((3, 3), Dir::E)).unwrap();
    let walled = walled.seen_by(&Mover::walker());
    let error = DriveSearch::new(&walled, &good, ends, usual).err().unwrap();
    assert!(matches!(error, VehicleError::Ground { .. }), "{error}");
    // Memory is limited as well.
    let mut search = DriveSearch::new(&view, &good, ends, usual).unwrap();
    let driven = search.run(&mut Budget::unlimited().bytes(100_000));
    assert_eq!(driven, Driven::OutOfBudget(Spent::Bytes));
}

/// Walls that force detours, which neither part of the estimate knows.
#[test]
fn detours_are_driven_after_few_expansions() {
    let mut grid = Grid::new(100, 50, b'.').unwrap();
    for at in 1..=5 {
        let top = if at % 2 == 0 { 0 } else { 10 };
        grid.apply(Edit::new().fill(CellRect::new(at * 100 / 6, top, 2, 40), b'@')).unwrap();
    }
    let (ends, car) =
        ([Pose::new(5.0, 25.0, 0.0), Pose::new(95.0, 25.0, 0.0)], Vehicle::new(4.0, 2.3, 3.3));
    let fineness = Fineness::default();
    let (found, expanded) = searched(&grid, &car, ends, fineness);
    assert!(expanded < 20_000, "{expanded}");
    let view = grid.seen_by(&Mover::walker());
    let weighted = |weight: Weight| {
        let mut search = DriveSearch::new(&view, &car, ends, fineness).unwrap().weight(weight);
        match search.run(&mut Budget::unlimited()) {
            Driven::Found(drive) => {
                assert_eq!(check_drive(&view, &car, ends, &drive), Ok(()));
                (drive.cost, search.expanded())
            }
            other => panic!("{other:?}"),
        }
    };
    let (cost, quick) = weighted(Weight::new(3, 2).unwrap());
    assert!(quick < 2_000, "{quick}");
    assert!(cost < 1.1 * found.drive().unwrap().cost && found.drive().unwrap().cost < 1.1 * cost);
}
