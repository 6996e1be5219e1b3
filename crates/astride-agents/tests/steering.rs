//! Steering by name, predicted meetings and traffic: what each wishes, and that nobody overlaps
//! anybody whatever is wished.

use astride::base::{CellRect, Random, Vec2};
use astride::prelude::{GridHeuristic, PathQuery, Scratch, astar};
use astride::shapes::square::{Edit, Grid, Mover};
use astride::world::Overlay;
use astride_agents::crowd::steering::{self, Motion};
use astride_agents::crowd::{Body, CELL, Crowd, CrowdError, Mode, Point, overlaps};

const BODY: Body = Body { radius: 0.3, speed: 2.0 };

const BEHAVIOURS: [&str; 13] = [
    "seek",
    "arrive",
    "flee",
    "pursue",
    "evade",
    "wander",
    "separate",
    "cohere",
    "align",
    "follow_path",
    "follow_leader",
    "avoid_walls",
    "avoid_others",
];

fn crowd_on(grid: &Grid) -> Crowd {
    Crowd::new(&grid.seen_by(&Mover::walker()), Mode::Free).unwrap()
}

fn meadow(side: u32) -> Grid {
    Grid::new(side, side, b'.').unwrap()
}

fn at(x: i32, y: i32) -> Motion {
    Motion { at: [x * CELL, y * CELL], velocity: [0, 0], speed: 2 * CELL }
}

fn going(x: i32, y: i32, velocity: [i32; 2]) -> Motion {
    Motion { velocity: velocity.map(|side| side * CELL), ..at(x, y) }
}

fn speed(wish: Point) -> f64 {
    f64::from(wish[0]).hypot(f64::from(wish[1])) / f64::from(CELL)
}

/// Each behaviour in a situation of its own, with the direction that it has to wish.
#[test]
fn each_behaviour_wishes_what_its_name_says() {
    let me = at(10, 10);
    let east = |wish: Point| wish[0] > 0 && wish[1].abs() < CELL / 100;
    let west = |wish: Point| wish[0] < 0 && wish[1].abs() < CELL / 100;
    let point = [20 * CELL, 10 * CELL];
    assert!(east(steering::seek(&me, point)));
    assert!((speed(steering::seek(&me, point)) - 2.0).abs() < 1e-3);
    assert_eq!(steering::seek(&me, me.at), [0, 0]);
    assert!(west(steering::flee(&me, point)));
    assert!(east(steering::flee(&me, me.at)));
    assert!((speed(steering::arrive(&me, point, 20 * CELL)) - 1.0).abs() < 1e-3);
    assert!((speed(steering::arrive(&me, point, CELL)) - 2.0).abs() < 1e-3);
    // Somebody ten cells below comes right by: it will be to the right by then.
    let other = going(10, 20, [1, 0]);
    let (pursued, evaded) = (steering::pursue(&me, &other), steering::evade(&me, &other));
    assert!(pursued[0] > 0 && pursued[1] > 0 && evaded[0] < 0 && evaded[1] < 0);
    assert!(west(steering::separate(&me, &[at(11, 10), at(30, 30)], 2 * CELL)));
    assert_eq!(steering::separate(&me, &[at(30, 30)], 2 * CELL), [0, 0]);
    assert!(east(steering::cohere(&me, &[at(14, 8), at(14, 12)])));
    assert_eq!(steering::align(&me, &[going(1, 1, [1, 0]), going(2, 2, [1, 2])]), [CELL, CELL]);
    // Along a corner: from beside the first leg on, and round it.
    let path = [[0, 9 * CELL], [12 * CELL, 9 * CELL], [12 * CELL, 30 * CELL]];
    let (short, long) =
        (steering::follow_path(&me, &path, CELL), steering::follow_path(&me, &path, 8 * CELL));
    assert!(short[0] > 0 && short[1] < 0, "{short:?}");
    assert!(long[0] > 0 && long[1] > 0, "{long:?}");
    let end = Motion { at: [12 * CELL, 30 * CELL], ..me };
    assert_eq!(steering::follow_path(&end, &path, CELL), [0, 0]);
    // Behind a leader that goes right: left of it; before it, out of its way.
    let leader = going(20, 10, [1, 0]);
    let behind = steering::follow_leader(&at(18, 10), &leader, 2 * CELL);
    assert!(speed(behind) < 0.01, "{behind:?}");
    let before = steering::follow_leader(&at(21, 10), &leader, 2 * CELL);
    assert!(before[0] == 0 && before[1] != 0);
    let wall = |x: i32, _: i32| x == 12;
    assert!(west(steering::avoid_walls(&going(10, 10, [2, 0]), 3 * CELL, wall)));
    assert_eq!(steering::avoid_walls(&going(10, 10, [2, 0]), CELL, wall), [0, 0]);
    assert_eq!(steering::avoid_walls(&going(10, 10, [-2, 0]), 3 * CELL, wall), [0, 0]);
    // Head on, and across.
    let on = going(10, 10, [2, 0]);
    let head = steering::avoid_others(&on, &[going(14, 10, [-1, 0])], CELL, 4000);
    assert!(head[0] == 0 && head[1] > 0, "{head:?}");
    assert_eq!(steering::avoid_others(&on, &[going(14, 14, [0, 2])], CELL, 4000), [0, 0]);
    let half = steering::blend(&[([CELL, 0], 128), ([0, CELL], 256)], 2 * CELL);
    assert_eq!(half, [CELL / 2, CELL]);
    assert!(speed(steering::blend(&[([CELL, 0], 25_600)], 2 * CELL)) <= 2.0);
}

#[test]
fn the_page_names_all_behaviours() {
    let page = include_str!("../../../docs/steering.md");
    for name in BEHAVIOURS {
        assert!(page.contains(&format!("| `{name}` | ")), "{name}");
    }
}

#[test]
fn wandering_turns_little_by_little_and_goes_everywhere() {
    let me = at(0, 0);
    let mut seen = [0; 4];
    let mut last = steering::wander(&me, 5, 0);
    for tick in 1..20_000 {
        let now = steering::wander(&me, 5, tick);
        let change = [now[0] - last[0], now[1] - last[1]];
        // It may turn quickly where it is drawn to go back; else it does not.
        if speed(change) < 0.3 {
            seen[usize::from(now[0] > 0) + 2 * usize::from(now[1] > 0)] += 1;
        }
        last = now;
    }
    assert!(seen.iter().all(|&count| count > 3000), "{seen:?}");
    assert_eq!(steering::wander(&me, 5, 77), steering::wander(&me, 5, 77));
    assert_ne!(steering::wander(&me, 5, 77), steering::wander(&me, 6, 77));
}

/// The largest numbers make no overflow, and no wish is faster than the unit.
#[test]
fn wishes_of_any_numbers_are_within_the_speed() {
    let mut dice = Random::new(9);
    let mut point = |most: i32| {
        let mut far = || i64::from(dice.below(u32::MAX)) * i64::from(most) / i64::from(u32::MAX);
        [(); 2].map(|()| (2 * far() - i64::from(most)) as i32)
    };
    for round in 0..4000 {
        let wide = [2, 1 << 10, 1 << 24, 1 << 29, i32::MAX][round % 5];
        // Off the map numbers may be any.
        let fast = if wide == i32::MAX { wide } else { 64 * CELL };
        let mut motion = || Motion { at: point(wide), velocity: point(fast), speed: 64 * CELL };
        let (me, other, third) = (motion(), motion(), motion());
        let [to, path, wish] = [point(wide), point(wide), point(fast)];
        let wishes = [
            steering::seek(&me, to),
            steering::arrive(&me, to, wide),
            steering::flee(&me, to),
            steering::pursue(&me, &other),
            steering::evade(&me, &other),
            steering::wander(&me, round as u64, u64::MAX - round as u64 * 64),
            steering::separate(&me, &[other, third], wide),
            steering::cohere(&me, &[other, third]),
            steering::align(&me, &[other, third]),
            steering::follow_path(&me, &[to, path, other.at], wide),
            steering::follow_leader(&me, &other, wide),
            steering::avoid_walls(&me, 10 * CELL, |x, y| (x + y) % 3 == 0),
            steering::avoid_others(&me, &[other, third], wide, 4000),
        ];
        assert_eq!(wishes.len(), BEHAVIOURS.len());
        for (wish, name) in wishes.iter().zip(BEHAVIOURS) {
            assert!(speed(*wish) <= 64.0, "{name} {wish:?}");
        }
        assert!(speed(steering::blend(&[(wish, i32::MAX), (wishes[0], i32::MIN)], CELL)) <= 1.0);
    }
    assert!(speed(steering::blend(&[([i32::MIN; 2], i32::MIN); 4], CELL)) <= 1.0);
}

/// A flock of sixty, hunted by one: whatever they wish, nobody overlaps anybody, and they stay
/// together and get away.
#[test]
fn a_flock_never_overlaps() {
    let mut grid = meadow(40);
    grid.apply(Edit::new().fill(CellRect::new(18, 18, 4, 4), b'@')).unwrap();
    let mut crowd = crowd_on(&grid);
    crowd.spawn_near(Vec2::new(10.5, 10.5), 60, BODY).unwrap();
    let hunter = crowd.spawn(Vec2::new(30.5, 30.5), Body { speed: 1.5, ..BODY }).unwrap();
    let radii: Vec<i32> = crowd.radii().collect();
    let begin = crowd.positions().to_vec();
    for tick in 0..1200 {
        let chaser = crowd.motion(hunter).unwrap();
        for unit in 0..60 {
            let me = crowd.motion(unit).unwrap();
            let near = crowd.motions_near(unit, 3);
            let is_hunted =
                f64::hypot(f64::from(chaser.at[0] - me.at[0]), f64::from(chaser.at[1] - me.at[1]))
                    < f64::from(6 * CELL);
            let wishes = [
                (steering::separate(&me, &near, CELL), 256),
                (steering::cohere(&me, &near), 64),
                (steering::align(&me, &near), 128),
                (steering::wander(&me, u64::from(unit) / 20, tick), 128),
                (steering::avoid_walls(&me, CELL, |x, y| crowd.is_wall(x, y)), 256),
                (steering::evade(&me, &chaser), if is_hunted { 512 } else { 0 }),
            ];
            crowd.wish(unit, steering::blend(&wishes, me.speed)).unwrap();
        }
        let prey = crowd.motion(0).unwrap();
        crowd.wish(hunter, steering::pursue(&chaser, &prey)).unwrap();
        let before = crowd.positions().to_vec();
        crowd.tick(1.0 / 30.0).unwrap();
        assert_eq!(overlaps(&radii, &before, crowd.positions()), []);
    }
    let far = |(a, b): &(&Point, &Point)| (a[0] - b[0]).abs().max((a[1] - b[1]).abs()) > 2 * CELL;
    let moved = begin.iter().zip(crowd.positions()).filter(far).count();
    assert!(moved > 10, "{moved} went somewhere");
}

#[test]
fn steering_that_makes_no_sense_is_refused() {
    let mut crowd = crowd_on(&meadow(9));
    crowd.spawn(Vec2::new(4.5, 4.5), BODY).unwrap();
    let nobody = CrowdError::NoUnit { unit: 1, present: 1 };
    assert_eq!(crowd.wish(1, [0, 0]), Err(nobody));
    assert_eq!(crowd.predict(1, 1.0), Err(nobody));
    for seconds in [f64::NAN, -1.0, 3601.0, f64::INFINITY] {
        assert!(matches!(crowd.predict(0, seconds), Err(CrowdError::Horizon { .. })));
    }
    assert_eq!((crowd.motion(1), crowd.motions_near(1, 5)), (None, vec![]));
    crowd.wish(0, [i32::MIN, i32::MAX]).unwrap();
    for _ in 0..200 {
        crowd.tick(0.2).unwrap();
    }
    let mut lattice = Crowd::new(&meadow(9).seen_by(&Mover::walker()), Mode::Lattice).unwrap();
    lattice.spawn(Vec2::new(4.5, 4.5), BODY).unwrap();
    assert_eq!(lattice.wish(0, [0, 0]), Err(CrowdError::OnLattice { unit: 0 }));
}

/// Meetings are those that small steps find.
#[test]
fn meetings_are_predicted_with_whom_when_and_where() {
    let mut dice = Random::new(2);
    let mut met = 0;
    for round in 0..120 {
        let mut crowd = crowd_on(&meadow(24));
        while crowd.count() < 8 {
            let mut side = || f64::from(dice.between(4, 20)) + f64::from(dice.below(10)) / 10.0;
            let _ = crowd.spawn(Vec2::new(side(), side()), BODY);
        }
        for unit in 0..8 {
            let mut side = || dice.below(2 * CELL as u32) as i32 - CELL;
            crowd.wish(unit, [side(), side()]).unwrap();
        }
        crowd.tick(0.01).unwrap();
        let told = crowd.predict(0, 10.0).unwrap();
        let place = |unit: usize, time: f64| {
            let side = |i: usize| {
                let part = f64::from(crowd.velocities()[unit][i]) * time;
                (f64::from(crowd.positions()[unit][i]) + part) / f64::from(CELL)
            };
            Vec2::new(side(0), side(1))
        };
        let is_met = |time: f64, over: f64| {
            (1..8).any(|other| place(0, time).distance_to(place(other, time)) < 0.6 - over)
        };
        let end = told.map_or(10.0, |meeting| meeting.seconds);
        assert!((0..4000).all(|step| !is_met(end * f64::from(step) / 4000.0, 1e-3)), "{round}");
        let Some(meeting) = told else { continue };
        met += 1;
        let both = [0, meeting.other as usize].map(|unit| place(unit, meeting.seconds));
        assert!((both[0].distance_to(both[1]) - 0.6).abs() < 1e-3, "{round} {meeting:?}");
        let at = meeting.at.map(|side| f64::from(side) / f64::from(CELL));
        let middle = both[0].plus(both[1]).times(0.5);
        assert!(Vec2::new(at[0], at[1]).distance_to(middle) < 1e-3, "{round} {meeting:?}");
    }
    assert!(met > 3, "{met}");
}

/// A unit goes round an idle one that stands in its way, and one that stands far off changes nothing.
#[test]
fn idle_units_near_a_mover_are_gone_round_and_far_ones_are_not_seen() {
    let track = |idle: Option<Vec2>| {
        let mut crowd = crowd_on(&meadow(30));
        let mover = crowd.spawn(Vec2::new(3.5, 15.5), BODY).unwrap();
        let stander = idle.map(|at| crowd.spawn(at, BODY).unwrap());
        crowd.order(&[mover], Vec2::new(26.5, 15.5)).unwrap();
        let mut track = Vec::new();
        while !crowd.has_arrived(mover) {
            crowd.tick(1.0 / 30.0).unwrap();
            track.push(crowd.positions()[mover as usize]);
            assert!(track.len() < 2000);
        }
        let stayed = stander.zip(idle).map(|(unit, at)| {
            let [x, y] = crowd.positions()[unit as usize];
            [x, y] == [at.x, at.y].map(|side| (side * f64::from(CELL)) as i32)
        });
        (track, stayed)
    };
    let (alone, _) = track(None);
    let (round, _) = track(Some(Vec2::new(15.5, 15.5)));
    let aside = round.iter().map(|at| (at[1] - 31 * CELL / 2).abs()).max().unwrap();
    assert!(aside > CELL / 4, "it goes round: {aside}");
    assert_eq!(track(Some(Vec2::new(15.5, 20.5))), (alone, Some(true)));
}

/// Laid over the map, a stream of units makes a straight way through it costlier than one round it;
/// once all stand there is no more traffic.
#[test]
fn units_on_the_move_make_ways_near_their_paths_costlier() {
    let grid = meadow(30);
    let mut crowd = crowd_on(&grid);
    crowd.spawn_near(Vec2::new(15.5, 15.5), 9, BODY).unwrap();
    let all: Vec<u32> = (0..9).collect();
    crowd.order(&all, Vec2::new(15.5, 24.5)).unwrap();
    crowd.tick(0.1).unwrap();
    let way_at = |crowd: &Crowd| {
        let mut overlay = Overlay::new(&grid);
        for (cell, units) in (0_u32..).zip(crowd.traffic()) {
            overlay.set((cell % 30, cell / 30), units * 20_000);
        }
        let view = grid.seen_by(&Mover::walker());
        let query = PathQuery::new(grid.node((2, 18)).unwrap(), grid.node((27, 18)).unwrap());
        let octile = GridHeuristic::octile(&view);
        let outcome = astar(&overlay.over(&view), &octile, &query, &mut Scratch::new(), &mut ());
        outcome.cost().unwrap()
    };
    let straight = 25 * 13_860;
    let round = way_at(&crowd);
    // It neither goes through three units a cell nor pays more than the way round the block.
    assert!(round > straight && round < straight + 12 * 13_860, "{round}");
    for _ in 0..1000 {
        crowd.tick(0.1).unwrap();
    }
    assert_eq!((crowd.arrived_count(), way_at(&crowd)), (9, straight));
}
