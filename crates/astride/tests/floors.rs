//! Floors and maps that wrap: every general search against explicit arcs, and what follows edits.

use astride::base::{Budget, NodeId, Scale};
use astride::io::{FloorDrawing, write_world_of};
use astride::planner::{Ask, Navigator};
use astride::search::{
    DistanceField, Estimate, Guessed, Heuristic, PathQuery, Replanner, Scratch, Ties, astar,
};
use astride::shapes::floors::{FloorEdit, FloorMap, FloorMover, FloorPlace, FloorSide, Wrap};
use astride::shapes::{Closing, explain_opening};
use astride::world::{self, Corners, Neighbours, Overlay, Way, World, media};
use astride_testkit::adapter::{arcs_of, hold_searches};
use astride_testkit::floors::{FloorWorld, Rule, Spot};
use astride_testkit::reference::bellman_ford;
use astride_testkit::rng::Rng;
use astride_testkit::tally::{cases, is_slow_run};
use astride_testkit::world::arcs;

const RULES: [(Neighbours, Corners, Rule); 4] = [
    (Neighbours::Four, Corners::Never, Rule::Straight),
    (Neighbours::Eight, Corners::Never, Rule::Never),
    (Neighbours::Eight, Corners::OneFree, Rule::OneFree),
    (Neighbours::Eight, Corners::Always, Rule::Always),
];

/// A map of the engine and the same by the book.
struct Pair {
    map: FloorMap,
    mover: FloorMover,
    book: FloorWorld,
    /// The cells that the map has.
    spots: Vec<Spot>,
    /// The classes of fences that the mover crosses, and the extra ticks.
    tolls: &'static [(u8, u32)],
}

/// What stands in the way of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Open,
    Shut,
    Fence(u8),
}

fn crossing(mover: FloorMover, tolls: &[(u8, u32)]) -> FloorMover {
    let crosses = |mover: FloorMover, &(class, extra)| mover.crosses(class, extra).expect("ticks");
    tolls.iter().fold(mover, crosses)
}

/// The media of a beach: a step onto it comes from land or from water.
const BOTH: u8 = media::LAND | media::WATER;

fn factor(class: u8) -> u32 {
    match class {
        b'#' | FloorMap::VOID => 0,
        b'1'..=b'9' => u32::from(class - b'0'),
        _ => 1,
    }
}

fn media_of(class: u8) -> u8 {
    match class {
        b'W' => media::WATER,
        b'B' => BOTH,
        _ => media::LAND,
    }
}

fn place((x, y, floor): Spot) -> FloorPlace {
    FloorPlace::new(x as u32, y as u32, floor as u32)
}

impl Pair {
    /// A map whose classes are drawn, of a random size that allows for joined borders.
    fn any(rng: &mut Rng) -> Pair {
        let size = [1 + rng.below(7), 1 + rng.below(5), 1 + rng.below(3)].map(|side| side as i64);
        let joined = [0, 1].map(|axis| size[axis] >= 3 && rng.percent(50));
        // The largest would overlap itself round a map of three columns or rows.
        let side = rng.pick(&[1, 1, 1, 2, 3, 4]);
        let letters = match side {
            1 => rng.pick(&[&b"....##2359\0"[..], b"...#", b"..BBWW#"]),
            _ => rng.pick(&[&b"..............#259\0"[..], b"..............#BW"]),
        };
        let cells = size.iter().product::<i64>() as usize;
        let mut classes: Vec<u8> = (0..cells).map(|_| rng.pick(letters)).collect();
        classes[rng.below(cells)] = b'.';
        let mut pair = Pair::of(size, joined, &classes, rng.pick(&RULES));
        if rng.percent(30) {
            let [straight, diagonal] = rng.pick(&[[10, 14], [1, 1], [5, 20]]);
            pair.mover = pair.mover.scale(Scale::new(straight, diagonal).expect("a scale"));
            pair.book.ticks = [straight.into(), diagonal.into()];
        }
        let tolls: [&[(u8, u32)]; 3] =
            [&[], &[(1, 500), (2, 0)], &[(0, 90_000), (2, 1 << 30), (255, 1)]];
        pair.tolls = rng.pick(&tolls);
        pair.mover = crossing(pair.mover, pair.tolls);
        pair.book.side = side;
        pair.mover = pair.mover.body(side as u32).expect("a body");
        if rng.percent(60) {
            for _ in 0..rng.below(cells) {
                pair.change(rng);
            }
        }
        pair
    }

    fn of(
        size: [i64; 3],
        joined: [bool; 2],
        classes: &[u8],
        (neighbours, corners, rule): (Neighbours, Corners, Rule),
    ) -> Pair {
        let book = FloorWorld {
            size,
            joined,
            factors: classes.iter().map(|&class| factor(class)).collect(),
            media: classes.iter().map(|&class| media_of(class)).collect(),
            blocked_steps: Default::default(),
            crossings: Default::default(),
            stairs: Default::default(),
            rule,
            ticks: [13_860, 19_601],
            side: 1,
        };
        let class =
            |at: FloorPlace| classes[book.index((at.x.into(), at.y.into(), at.floor.into()))];
        let map = FloorMap::of_classes(size.map(|side| side as u32), class).expect("a map");
        let map = map.wrapped(Wrap { columns: joined[0], rows: joined[1] }).expect("three or more");
        let spots = (0..classes.len()).filter(|&at| classes[at] != FloorMap::VOID);
        let spots = spots.map(|at| book.spot_at(at)).collect();
        let mover = FloorMover::walker().terrain_in(b'B', 1, BOTH).expect("a factor of 1");
        let mover = mover.neighbours(neighbours).corners(corners);
        Pair { map, mover, book, spots, tolls: &[] }
    }

    fn node(&self, spot: Spot) -> NodeId {
        self.map.node(place(spot)).expect("a cell")
    }

    /// Makes one step open, shut, or fenced by a class.
    fn stand(&mut self, step: (Spot, Spot), side: Side) {
        self.book.blocked_steps.remove(&step);
        self.book.crossings.remove(&step);
        if side != Side::Open {
            self.book.blocked_steps.insert(step);
        }
        let toll = self.tolls.iter().find(|toll| Side::Fence(toll.0) == side);
        if let Some(&(_, extra)) = toll {
            self.book.crossings.insert(step, extra.into());
        }
    }

    /// One random edit, of the map and of the book.
    fn change(&mut self, rng: &mut Rng) {
        let (here, other) = (rng.pick(&self.spots), rng.pick(&self.spots));
        let side = rng.pick(&FloorSide::ALL);
        let (dx, dy) = side.dir().offset();
        let there = self.book.away(here, (dx.into(), dy.into()));
        let there = there.filter(|there| self.spots.contains(there));
        let mut edit = FloorEdit::new();
        match (rng.below(11), there) {
            (kind @ 0..7, Some(there)) => {
                let (at, class) = (place(here), rng.pick(&[0, 1, 2, 255]));
                let (_, stands, both) = match kind {
                    0 => (edit.wall(at, side), Side::Shut, true),
                    1 => (edit.remove_wall(at, side), Side::Open, true),
                    2 => (edit.forbid_step(at, side), Side::Shut, false),
                    3 => (edit.allow_step(at, side), Side::Open, false),
                    4 | 5 => (edit.fence(at, side, class), Side::Fence(class), true),
                    _ => (edit.fence_step(at, side, class), Side::Fence(class), false),
                };
                self.stand((here, there), stands);
                if both {
                    self.stand((there, here), stands);
                }
            }
            (7 | 8, _) if here != other => {
                let ticks = rng.pick(&[1, 900, 20_000, 60_000]);
                edit.stair(place(here), place(other), ticks);
                self.book.stairs.insert((here, other), ticks.into());
            }
            (9, _) if !self.book.stairs.is_empty() => {
                let stairs: Vec<_> = self.book.stairs.keys().copied().collect();
                let (from, to) = rng.pick(&stairs);
                edit.remove_stair(place(from), place(to));
                self.book.stairs.remove(&(from, to));
            }
            _ => {
                let class = rng.pick(b".#3WB");
                let at = self.book.index(here);
                (self.book.factors[at], self.book.media[at]) = (factor(class), media_of(class));
                edit.set(place(here), class);
            }
        }
        self.map.apply(&edit).expect("a possible edit");
    }

    /// Distances by the book; nothing can be reached from where nobody can stand.
    fn truth_from(&self, arcs: &[(usize, usize, u64)], start: Spot) -> Vec<Option<u64>> {
        match self.book.is_free(start) {
            false => vec![None; self.book.factors.len()],
            true => bellman_ford(self.book.factors.len(), arcs, self.book.index(start)),
        }
    }

    /// Asks every search that promises a cheapest path.
    fn check(&self, from: Spot, to: Spot, scratch: &mut Scratch, name: &str) {
        let (view, arcs) = (self.map.seen_by(&self.mover), arcs(&self.book));
        world::check(&view).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let node = |at: usize| self.node(self.book.spot_at(at)).index();
        let mut expected: Vec<(usize, usize, u64)> =
            arcs.iter().map(|&(from, to, cost)| (node(from), node(to), cost)).collect();
        expected.sort_unstable();
        assert_eq!(arcs_of(&view), expected, "{name}: {:?}", self.book);
        let truth = self.truth_from(&arcs, from)[self.book.index(to)];
        let query = PathQuery::new(self.node(from), self.node(to));
        hold_searches(&view, &query, truth, scratch, format_args!("{name}: {:?}", self.book));
    }
}

#[test]
fn every_general_search_is_right() {
    let mut scratch = Scratch::new();
    for seed in 0..cases(500, 100_000) {
        let mut rng = Rng::new(seed);
        let pair = Pair::any(&mut rng);
        let (from, to) = (rng.pick(&pair.spots), rng.pick(&pair.spots));
        pair.check(from, to, &mut scratch, &format!("seed {seed}"));
    }
}

/// All maps of three by three cells, free or blocked, that wrap in all ways, between all corners.
#[test]
fn every_small_map_that_wraps_is_right() {
    let mut scratch = Scratch::new();
    let step = if is_slow_run() { 1 } else { 7 };
    for bits in (0..1 << 9).step_by(step) {
        let classes: Vec<u8> =
            (0..9).map(|at| if bits >> at & 1 == 0 { b'.' } else { b'#' }).collect();
        for joined in [[false, true], [true, false], [true, true]] {
            for rule in RULES {
                let pair = Pair::of([3, 3, 1], joined, &classes, rule);
                for (from, to) in [((0, 0, 0), (2, 2, 0)), ((1, 0, 0), (1, 2, 0))] {
                    pair.check(from, to, &mut scratch, &format!("{bits:b} {joined:?} {rule:?}"));
                }
            }
        }
    }
}

/// All ways to fence off the four cells around a corner: each of four sides open, shut, or fenced by
/// either of two classes, from both sides or from one.
#[test]
fn every_corner_between_fences_is_right() {
    let mut scratch = Scratch::new();
    let sides = [
        ((0, 0, 0), (1, 0, 0), FloorSide::East),
        ((0, 1, 0), (1, 1, 0), FloorSide::East),
        ((0, 0, 0), (0, 1, 0), FloorSide::South),
        ((1, 0, 0), (1, 1, 0), FloorSide::South),
    ];
    for (code, both) in (0..4usize.pow(4)).flat_map(|code| [(code, true), (code, false)]) {
        for rule in RULES {
            for tolls in [&[][..], &[(1, 70)], &[(1, 0), (2, 5)]] {
                let mut pair = Pair::of([2, 2, 1], [false; 2], b"....", rule);
                (pair.mover, pair.tolls) = (crossing(pair.mover, tolls), tolls);
                let mut edit = FloorEdit::new();
                for (at, (from, to, side)) in sides.into_iter().enumerate() {
                    let stands = match code / 4usize.pow(at as u32) % 4 {
                        0 => continue,
                        1 => Side::Shut,
                        class => Side::Fence(class as u8 - 1),
                    };
                    match (stands, both) {
                        (Side::Fence(class), true) => edit.fence(place(from), side, class),
                        (Side::Fence(class), false) => edit.fence_step(place(from), side, class),
                        (_, true) => edit.wall(place(from), side),
                        (_, false) => edit.forbid_step(place(from), side),
                    };
                    pair.stand((from, to), stands);
                    if both {
                        pair.stand((to, from), stands);
                    }
                }
                pair.map.apply(&edit).expect("a possible edit");
                for (from, to) in [((0, 0, 0), (1, 1, 0)), ((1, 0, 0), (0, 1, 0))] {
                    let name = format!("{code} {both} {rule:?} {tolls:?}");
                    pair.check(from, to, &mut scratch, &name);
                    pair.check(to, from, &mut scratch, &name);
                }
            }
        }
    }
}

#[test]
fn a_door_is_named_where_it_closes_a_way_and_lost_with_the_wall() {
    let mut map = FloorMap::new([3, 1, 2], b'.').expect("a map");
    let stairs = FloorEdit::new().stairs((0, 0, 0), (0, 0, 1), 7).clone();
    map.apply(&stairs).expect("an edit");
    let bare = write_world_of(&map);
    let mut doors = FloorEdit::new();
    doors.fence((0, 0, 1), FloorSide::East, 4).fence((2, 0, 1), FloorSide::West, 5);
    map.apply(&doors).expect("an edit");
    let mover = FloorMover::walker().crosses(5, 1).expect("ticks");
    let ends = [(2, 0, 0), (2, 0, 1)].map(|place| map.node(place).expect("a cell"));
    let named = |may_open: &dyn Fn(Closing<FloorPlace>) -> bool| {
        let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
        let found = explain_opening(&map, &mover, ends, may_open, scratch, budget);
        found.expect("no limit").expect("no way")
    };
    let found = named(&|it| matches!(it, Closing::Step { fence: Some(4), .. }));
    let step = [(0, 0, 1), (1, 0, 1)].map(FloorPlace::from);
    assert_eq!((found.shut, found.opening.expect("it may be").steps), (vec![step], vec![step]));
    assert_eq!(named(&|it| matches!(it, Closing::Step { fence: None, .. })).opening, None);
    let fences = [((0, 0, 1), FloorSide::East, 4), ((1, 0, 1), FloorSide::East, 5)];
    let back = [((1, 0, 1), FloorSide::West, 4), ((2, 0, 1), FloorSide::West, 5)];
    for (at, side, class) in fences.into_iter().chain(back) {
        assert_eq!(map.fence(at, side), Some(class));
    }
    let found: Vec<_> = map.fences().map(|fence| (map.place(fence.from).x, fence.dir)).collect();
    let (east, west) = (FloorSide::East, FloorSide::West);
    assert_eq!(found, [(0, east), (1, east), (1, west), (2, west)]);
    let mut edit = FloorEdit::new();
    edit.remove_wall((0, 0, 1), FloorSide::East).remove_wall((1, 0, 1), FloorSide::East);
    map.apply(&edit).expect("an edit");
    assert!(map.fences().next().is_none() && write_world_of(&map) == bare);
}

/// All corners of two by two cells, each of them land, water, a beach or rock.
#[test]
fn every_corner_between_media_is_right() {
    let mut scratch = Scratch::new();
    for code in 0..1 << 8 {
        let classes: Vec<u8> = (0..4).map(|at| b".WB#"[code >> (2 * at) & 3]).collect();
        for rule in RULES {
            let pair = Pair::of([2, 2, 1], [false; 2], &classes, rule);
            for (from, to) in [((0, 0, 0), (1, 1, 0)), ((1, 0, 0), (0, 1, 0))] {
                let name = format!("{} {rule:?}", String::from_utf8_lossy(&classes));
                pair.check(from, to, &mut scratch, &name);
            }
        }
    }
}

#[test]
fn a_replanner_starts_from_scratch_for_a_mover_that_crosses_other_fences() {
    let mut map = FloorMap::new([3, 1, 1], b'.').expect("a map");
    map.apply(FloorEdit::new().fence((0, 0, 0), FloorSide::East, 4)).expect("an edit");
    let ends = [(0, 0, 0), (2, 0, 0)].map(|place| map.node(place).expect("a cell"));
    let mut replanner = Replanner::new();
    for extra in [Some(7), None, Some(0), Some(90_000)] {
        let tolls: Vec<(u8, u32)> = extra.map(|extra| (4, extra)).into_iter().collect();
        let mover = crossing(FloorMover::walker(), &tolls);
        let budget = &mut Budget::unlimited();
        let found = replanner.replan_over(&map.seen_by(&mover), ends[0], ends[1], budget, &mut ());
        assert_eq!(found.cost(), extra.map(|extra| 2 * 13_860 + u64::from(extra)));
    }
}

#[test]
fn guesses_never_exceed_what_is_left_and_never_fall_by_more_than_a_step() {
    for seed in 0..cases(150, 20_000) {
        let mut rng = Rng::new(seed);
        let pair = Pair::any(&mut rng);
        let (view, arcs) = (pair.map.seen_by(&pair.mover), arcs(&pair.book));
        let goal = rng.pick(&pair.spots);
        let aimed = view.guess().aim(&mut [pair.node(goal)].into_iter());
        let guess = |at: usize| aimed.estimate(pair.node(pair.book.spot_at(at)));
        assert_eq!(guess(pair.book.index(goal)), 0, "seed {seed}");
        for &(from, to, cost) in &arcs {
            assert!(guess(from) <= cost + guess(to), "seed {seed}: {:?}", pair.book);
        }
    }
}

#[test]
fn fields_replanners_and_overlays_follow_edits() {
    for seed in 0..cases(200, 50_000) {
        let mut rng = Rng::new(seed);
        let mut pair = Pair::any(&mut rng);
        let (start, goal) = (rng.pick(&pair.spots), rng.pick(&pair.spots));
        let ends = [pair.node(start), pair.node(goal)];
        let (mut field, mut replanner) = (DistanceField::new(), Replanner::new());
        let budget = &mut Budget::unlimited();
        let mut crowd = Overlay::new(&pair.map);
        field.compute(&pair.map.seen_by(&pair.mover), &[(ends[0], 0)], Way::Forward, budget);
        for _ in 0..6 {
            (0..rng.below(4)).for_each(|_| pair.change(&mut rng));
            let crowded = pair.node(rng.pick(&pair.spots)).get();
            let width = world::Tiles::extent(&pair.map).width;
            crowd.set((crowded % width, crowded / width), rng.below(60_000) as u32);
            let (view, mut arcs) = (pair.map.seen_by(&pair.mover), arcs(&pair.book));
            field.repair(&view).expect("a log that reaches back");
            let truth = pair.truth_from(&arcs, start);
            for &spot in &pair.spots {
                let distance = field.distance(pair.node(spot));
                assert_eq!(distance, truth[pair.book.index(spot)], "seed {seed}: {spot:?}");
            }
            for (_, to, cost) in &mut arcs {
                *cost += u64::from(crowd.extra(pair.node(pair.book.spot_at(*to))));
            }
            let found =
                replanner.replan_over(&crowd.over(&view), ends[0], ends[1], budget, &mut ());
            let truth = pair.truth_from(&arcs, start)[pair.book.index(goal)];
            assert_eq!(found.cost(), truth, "seed {seed}");
        }
    }
}

#[test]
fn a_faction_knows_a_stair_with_either_of_its_ends() {
    let mut map = FloorMap::new([4, 2, 2], b'.').expect("a map");
    map.apply(FloorEdit::new().stair((1, 0, 0), (2, 0, 1), 7)).expect("a possible edit");
    for end in [(1, 0, 0), (2, 0, 1)] {
        let mut nav = Navigator::new(map.clone());
        let faction = nav.add_faction(b'.');
        let ask = Ask::new((0, 0, 0), (3, 0, 1)).faction(faction);
        assert_eq!(nav.cost(&ask), Ok(None), "nobody assumes stairs");
        // All but the stair is as it was assumed to be.
        nav.reveal(faction, [(0, 1, 0), end]).expect("a faction");
        assert_eq!(nav.cost(&ask), Ok(Some(2 * 13_860 + 7)), "{end:?}");
        nav.edit(|batch| _ = batch.remove_stair((1, 0, 0), (2, 0, 1))).expect("a stair");
        nav.reveal(faction, [end]).expect("a faction");
        assert_eq!(nav.cost(&ask), Ok(None), "{end:?}");
    }
}

/// More stairs lead to one cell than can be, if those that were taken away unseen are counted in.
#[test]
fn a_faction_forgets_stairs_only_where_more_are_remembered_than_can_be() {
    let cells = |floor| (1..=4000).map(move |at| (at % 64, at / 64, floor));
    let (crowded, apart) = ((0, 0, 0), [(63, 63, 0), (62, 63, 1)]);
    let mut edit = FloorEdit::new();
    cells(0).for_each(|cell| _ = edit.stair(cell, crowded, 7));
    let mut map = FloorMap::new([64, 64, 2], b'.').expect("a map");
    map.apply(edit.stair(apart[0], apart[1], 7)).expect("a possible edit");
    let mut nav = Navigator::new(map);
    let faction = nav.add_faction(b'.');
    nav.reveal(faction, [crowded, apart[0]]).expect("a faction");
    nav.remember(faction, [crowded, apart[0]]).expect("a faction");
    nav.edit(|batch| {
        cells(0).for_each(|cell| _ = batch.remove_stair(cell, crowded));
        cells(1).for_each(|cell| _ = batch.stair(cell, crowded, 7));
    })
    .expect("a possible edit");
    nav.reveal(faction, cells(1)).expect("a faction");
    let cost = |ends: [(u32, u32, u32); 2]| {
        nav.cost(&Ask::new(ends[0], ends[1]).faction(faction)).expect("a question")
    };
    assert_eq!(cost([(31, 62, 1), crowded]), Some(7), "a new one");
    assert_eq!(cost([(1, 0, 0), crowded]), Some(13_860), "one that is gone");
    assert_eq!(cost(apart), Some(7), "one elsewhere");
}

#[test]
fn round_a_long_cylinder_the_guess_leads_straight_on() {
    let map = FloorMap::new([1000, 9, 1], b'.').expect("a map");
    let map = map.wrapped(Wrap { columns: true, rows: false }).expect("three or more");
    let view = map.seen_by(&FloorMover::walker());
    let ends = [(10, 4, 0), (990, 4, 0)].map(|place| map.node(place).expect("a cell"));
    let query = PathQuery::new(ends[0], ends[1]);
    let found = astar(&view, &view.guess(), &query, &mut Scratch::new(), &mut ());
    assert_eq!((found.cost(), found.effort().expanded), (Some(20 * 13_860), 21));
}

#[test]
fn the_nearest_place_is_on_the_floor_of_the_goal() {
    let mut map = FloorMap::new([12, 8, 3], b'.').unwrap();
    let mut edit = FloorEdit::new();
    for floor in 0..2 {
        edit.stairs((3, 3, floor), (3, 3, floor + 1), 1000);
    }
    edit.set((11, 7, 1), b'#');
    map.apply(&edit).unwrap();
    let nav = Navigator::new(map);
    for from in [(9, 7, 1), (11, 7, 0), (5, 5, 2)] {
        let path = nav.path_or_nearest(&Ask::new(from, (11, 7, 1))).unwrap();
        assert_eq!(nav.map().place(path.goal()), place((10, 7, 1)), "from {from:?}");
    }
}

#[test]
fn drawings_that_are_wrong_say_in_which_line() {
    let uneven = format!("floors\n{}\n{}", ".".repeat(20_000), ".\n".repeat(20_000));
    for (text, message) in [
        ("floor\n.", "line 1, column 1: the first line is to be \"floors\""),
        ("\nfloors wrap all\n.", "line 2, column 1: the first line is to be \"floors\""),
        ("floors\n. é", "line 2, column 3: 'é' is no terrain"),
        ("floors\n..\nstair 0,0,0", "line 3, column 1: a stair is to be"),
        ("floors\n..\none-way 0,0,0 1,0,0 -1", "line 3, column 1: a stair is to be"),
        ("floors\n..\nstair 0,0,0 1,0,0\nstair 0,0,0 2,0,0", "line 4, column 1: cell 2,0,0"),
        ("floors\n..\none-way 1,0,0 1,0,0", "line 3, column 1: the stair at 1,0,0 leads back"),
        ("floors\n..\nstair 0,0,0 1,0,0 0", "line 3, column 1: the stair from 0,0,0 to 1,0,0"),
        ("floors wrap rows\n.\n.", "1 columns and 2 rows are too few to be joined"),
        ("floors\n_\nfloor", "there are no cells"),
        (uneven.as_str(), "too uneven: 1 floors of 20000 columns, 20001 rows"),
    ] {
        let error = FloorDrawing::parse(text).unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

/// One batch for each stair, or one place found in a long list for each, would take minutes.
#[test]
fn twenty_thousand_stairs_are_drawn_at_once() {
    let floor = format!("{}\n", ".".repeat(150)).repeat(150);
    let mut text = format!("floors\n{floor}floor\n{floor}");
    for (x, y) in (0..150).rev().flat_map(|y| (0..150).rev().map(move |x| (x, y))) {
        text += &format!("stair {x},{y},0 {x},{y},1\n");
    }
    let mut map = FloorDrawing::parse(&text).expect("a drawing").map;
    assert_eq!((map.stairs().len(), map.revision()), (2 * 150 * 150, 1));
    let mut edit = FloorEdit::new();
    edit.remove_stair((7, 9, 0), (7, 9, 1)).stair((7, 9, 0), (7, 9, 1), 5);
    edit.remove_stair((7, 9, 1), (7, 9, 0)).stair((0, 0, 0), (1, 0, 1), 6);
    edit.remove_stair((0, 0, 0), (1, 0, 1));
    map.apply(&edit).expect("a possible edit");
    let ends = [map.node((7, 9, 0)), map.node((7, 9, 1))].map(|end| end.expect("a cell"));
    let costs = |from, to| -> Vec<u32> {
        let stairs = map.stairs().iter().filter(|stair| (stair.from, stair.to) == (from, to));
        stairs.map(|stair| stair.cost).collect()
    };
    assert_eq!(map.stairs().len(), 2 * 150 * 150 - 1);
    assert_eq!((costs(ends[0], ends[1]), costs(ends[1], ends[0])), (vec![5], vec![]));
    let again = FloorEdit::new().remove_stair((7, 9, 1), (7, 9, 0)).clone();
    assert_eq!(map.apply(&again).unwrap_err().to_string(), "there is no stair from 7,9,1 to 7,9,0");
}

#[test]
fn impossible_maps_and_edits_are_refused() {
    let refused = |size| FloorMap::new(size, b'.').unwrap_err().to_string();
    assert!(refused([3, 0, 1]).contains("there are no cells"));
    for size in [[u32::MAX; 3], [1 << 16, 1 << 14, 1], [1, 1, 1 << 30]] {
        assert!(refused(size).contains("expected at most 1073741824"), "{size:?}");
    }
    assert!(FloorMap::of_classes([2, 2, 2], |_| FloorMap::VOID).is_err());
    let thin = FloorMap::new([2, 5, 1], b'.').expect("a map");
    let error = thin.wrapped(Wrap { columns: true, rows: true }).unwrap_err().to_string();
    assert_eq!(error, "2 columns and 5 rows are too few to be joined, expected at least 3");

    let hole = |at: FloorPlace| if at == FloorPlace::new(1, 1, 1) { FloorMap::VOID } else { b'.' };
    let mut map = FloorMap::of_classes([3, 3, 2], hole).expect("a map");
    let mut edits = [(); 8].map(|()| FloorEdit::new());
    edits[0].set((0, 0, 0), b'#').set((1, 1, 1), b'.');
    edits[1].set((0, 0, 0), b'#').stair((0, 0, 0), (0, 0, 2), 5);
    edits[2].set((0, 0, 0), b'#').stair((0, 0, 0), (0, 0, 1), 0);
    edits[3].set((0, 0, 0), b'#').stair((0, 0, 0), (0, 0, 0), 5);
    edits[4].set((0, 0, 0), b'#').remove_stair((0, 0, 0), (0, 0, 1));
    edits[5].stairs((0, 0, 0), (0, 0, 1), 5).wall((0, 0, 0), FloorSide::West);
    edits[6].stairs((0, 0, 0), (0, 0, 1), 5).wall((0, 1, 1), FloorSide::East);
    edits[7].set((0, 0, 0), FloorMap::VOID);
    let messages = [
        "cell 1,1,1 is not part of the map",
        "cell 0,0,2 is not part of the map",
        "the stair from 0,0,0 to 0,0,1 costs 0 ticks, expected 1 to 1073741824",
        "the stair at 0,0,0 leads back to itself",
        "there is no stair from 0,0,0 to 0,0,1",
        "there is no cell to the West of 0,0,0, expected one on both sides",
        "there is no cell to the East of 0,1,1, expected one on both sides",
        "cell 0,0,0 is to be of class 0, expected 1 to 255",
    ];
    for (edit, message) in edits.iter().zip(messages) {
        assert_eq!(map.apply(edit).unwrap_err().to_string(), message);
        assert_eq!((map.revision(), map.class((0, 0, 0)), map.stairs().len()), (0, Some(b'.'), 0));
    }
    for text in ["", "1,2", "1,2,3,4", "1,2,x", "-1,0,0"] {
        assert!(text.parse::<FloorPlace>().is_err(), "{text}");
    }
}

#[test]
fn of_equal_paths_the_straightest_is_taken_on_floors_and_across_joined_borders() {
    let cost = |map: &FloorMap, from: [u32; 3], to: [u32; 3], ties: Ties| {
        let [from, to] = [from, to].map(|[x, y, floor]| map.node((x, y, floor)).expect("a cell"));
        let query = PathQuery::new(from, to).ties(ties);
        let view = map.seen_by(&FloorMover::walker());
        let outcome = astar(&view, &view.guess(), &query, &mut Scratch::new(), &mut ());
        let path = outcome.path().expect("open").clone();
        let off: u64 =
            path.nodes().iter().map(|&node| u64::from(view.deviation(node, from, to))).sum();
        (path.cost(), off)
    };
    let map = FloorMap::of_classes([30, 20, 2], |_| b'.').expect("a map");
    let joined = map.clone().wrapped(Wrap { columns: true, rows: true }).expect("large");
    for (map, from, to) in [
        (&map, [2, 3, 0], [27, 13, 0]),
        (&joined, [20, 15, 1], [3, 2, 1]),
        (&map, [5, 5, 1], [5, 9, 1]),
    ] {
        let (straight, last) =
            (cost(map, from, to, Ties::Straightest), cost(map, from, to, Ties::LastAdded));
        assert_eq!(straight.0, last.0);
        assert!(straight.1 <= last.1, "{straight:?} {last:?}");
    }
    let (straight, last) = (
        cost(&map, [2, 3, 0], [27, 13, 0], Ties::Straightest),
        cost(&map, [2, 3, 0], [27, 13, 0], Ties::LastAdded),
    );
    assert!(straight.1 < last.1, "{straight:?} {last:?}");
    // The line across both borders is the short one.
    let across = cost(&joined, [29, 10, 0], [2, 10, 0], Ties::Straightest);
    assert_eq!(across, (3 * 13_860, 0));
}
